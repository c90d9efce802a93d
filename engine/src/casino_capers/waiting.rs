//! What a state waits for, for people.

use super::components::{Event, Gear, Task};
use super::dice::Dice;
use super::frame::{Frame, draws, rests, runs};
use super::state::{CasinoCapers, NONE};
use super::window::Window;
use crate::board::Cell;

/// What a roll is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Roll {
    /// act.move.cages: a player leaves Cashier Cages for a cell.
    Cages(usize, Cell),
    /// tile.table_games: a player has entered Table Games on a cell.
    Table(usize, Cell),
    /// safe.roll.
    Safe,
}

/// What a state waits for: a draw, a decision or a window. Floors and players are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// Nothing: the game is over.
    Nothing,

    /// Chance, set.floor: the card that places a floor's bouncer.
    BouncerCard(usize),
    /// Chance, set.floor: the card that places his marker.
    MarkerCard(usize),
    /// Chance: a face-down tile.
    Tile(Cell),
    /// Chance: a face-down chip.
    Chip(Cell),
    /// Chance: so many dice.
    Roll(u8, Roll),
    /// Chance, dest.reached: a floor's patrol card.
    Destination(usize),
    /// Chance, event.draw: a player draws from a deck, 0 for the Pool and 1 for the Lounge.
    Event(usize, usize),
    /// Chance, event.splash_zone: a player's new card.
    Splash(usize),
    /// Chance, event.pool_prank: a discarded patrol card.
    Prank,
    /// Chance, event.go_for_a_swim: a floor's patrol card.
    SwimCard(usize),
    /// Chance, gear.inside_line: the top card of a floor's deck is looked at.
    Look(usize),
    /// Chance, dd.task: a player's first or second card.
    Reward(usize),
    /// Chance, fin.random.
    Finale,
    /// Chance, fin.fake_orders: a card that goes under a floor's deck.
    FakeOrder(usize),
    /// Chance, finale.bodyguard.setup.2: the card whose dots a floor's chips lie on.
    Layout(usize),
    /// Chance, finale.bodyguard.setup.4: a chip that was named.
    NamedChip(Cell),
    /// Chance, finale.caught_red_handed.setup.1: a player's fingerprint token.
    Token(usize),

    /// Decision, set.entrances.
    Entrances,
    /// Decision, turn.enter, with window A.
    Entry,
    /// Decision: the ACTIONS phase, with window A.
    Act,
    /// Decision, hunt.target: whom a floor's bouncer hunts.
    Hunt(usize),
    /// Decision, dest.distracted: where a floor's bouncer goes.
    Distract(usize),
    /// Decision, event.splash_zone: a player's card.
    Discard(usize),
    /// Decision, event.trade_shifts: the deck that the cards come from.
    Trade,
    /// Decision, event.go_for_a_swim: a deck.
    Swim,
    /// Decision, event.go_for_a_swim: the tile that a distracted card of a floor stands for.
    SwimTile(usize),
    /// Decision, event.lifeguard_tip: a player's.
    Lifeguard(usize),
    /// Decision, event.directions: a player's.
    Directions(usize),
    /// Decision, event.share_a_drink: a player's.
    Drinker(usize),
    /// Decision, gear.inside_line: where the top card of a floor's deck goes.
    InsideLine(usize),
    /// Decision, dd.task: whether a player draws cards for a task.
    Task(usize, Task),
    /// Decision, dd.task: which of two cards a player keeps.
    Keep(usize, [Gear; 2]),
    /// Decision, fin.fake_orders: a deck.
    FakeOrders,
    /// Decision, finale.bodyguard.setup.3: a tile of a floor for a chip.
    ChipTile(usize),
    /// Decision, finale.bodyguard.setup.4: the next of so many chips to discard.
    ChipDiscard(u8),
    /// Decision, finale.catch_a_tiger.setup.1.
    TigerStart,
    /// Decision, finale.catch_a_tiger.ruling.1.
    Steak,

    /// win.D: these dice were rolled.
    DiceWindow(Dice, Roll),
    /// win.C: the chip on a cell was revealed.
    ChipWindow(Cell),
    /// win.T: a tile was revealed or entered; the player and the cell whose When You Enter follows, if one does.
    TileWindow(Option<(usize, Cell)>),
    /// win.V: a player has drawn an event.
    EventWindow(usize, Event),
    /// win.M: a commotion is announced on a cell.
    CommotionWindow(Cell),
    /// win.N: a patrol card has given a bouncer this destination.
    PatrolWindow(Cell),
    /// win.S: a floor's bouncer is about to step.
    StepWindow(usize),
    /// win.S: a floor's bouncer is about to begin his turn.
    TurnWindow(usize),
}

impl CasinoCapers {
    /// What the state waits for.
    pub fn waiting(&self) -> Waiting {
        let floor = usize::from;
        match *self.stack.top() {
            Frame::ChooseEntrances => Waiting::Entrances,
            Frame::AskEntry => Waiting::Entry,
            Frame::Act => Waiting::Act,
            Frame::AskWindow(window, context) => self.waiting_window(window, context),
            Frame::AskDice(dice) => Waiting::DiceWindow(dice, self.roll_on_stack()),
            Frame::AskHunt(of) => Waiting::Hunt(floor(of)),
            Frame::AskDistract(of) => Waiting::Distract(floor(of)),
            Frame::AskDiscard(player) => Waiting::Discard(player.into()),
            Frame::AskTrade => Waiting::Trade,
            Frame::AskSwim => Waiting::Swim,
            Frame::AskSwimTile(of) => Waiting::SwimTile(floor(of)),
            Frame::AskLifeguard(player) => Waiting::Lifeguard(player.into()),
            Frame::AskDirections(player) => Waiting::Directions(player.into()),
            Frame::AskDrinker(player) => Waiting::Drinker(player.into()),
            Frame::AskInsideLine(of) => Waiting::InsideLine(floor(of)),
            Frame::AskTask(task) => Waiting::Task(self.owner_of(task), task),
            Frame::AskKeep(first, second) => Waiting::Keep(self.rewarded(), [first, second]),
            Frame::AskFakeOrders => Waiting::FakeOrders,
            Frame::AskChipTile(of) => Waiting::ChipTile(floor(of)),
            Frame::AskChipDiscard(_, left) => Waiting::ChipDiscard(left),
            Frame::AskTigerStart => Waiting::TigerStart,
            Frame::AskSteak => Waiting::Steak,
            draws!() => self.waiting_draw(),
            runs!() | rests!() => Waiting::Nothing,
        }
    }

    fn waiting_draw(&self) -> Waiting {
        let floor = usize::from;
        match *self.stack.top() {
            Frame::DrawBouncer(of, _) => Waiting::BouncerCard(floor(of)),
            Frame::DrawMarker(of, _) => Waiting::MarkerCard(floor(of)),
            Frame::RevealChip(cell) => Waiting::Chip(cell),
            Frame::RevealTile(cell) => Waiting::Tile(cell),
            Frame::RollDice(count) => Waiting::Roll(count, self.roll_on_stack()),
            Frame::DrawDestination(of) => Waiting::Destination(floor(of)),
            Frame::DrawEvent(player, deck) => Waiting::Event(player.into(), deck.into()),
            Frame::DrawSplash(player) => Waiting::Splash(player.into()),
            Frame::DrawPrank => Waiting::Prank,
            Frame::DrawSwim(of) => Waiting::SwimCard(floor(of)),
            Frame::LookPatrol(of) => Waiting::Look(floor(of)),
            Frame::DrawReward(task) | Frame::DrawSecondReward(task, _) => Waiting::Reward(self.owner_of(task)),
            Frame::DrawFinale => Waiting::Finale,
            Frame::DrawFakeOrder(of, _) => Waiting::FakeOrder(floor(of)),
            Frame::DrawLayout(of) => Waiting::Layout(floor(of)),
            Frame::DrawNamedChip(cell) => Waiting::NamedChip(cell),
            Frame::DrawToken(player) => Waiting::Token(player.into()),
            _ => Waiting::Nothing,
        }
    }

    /// A window with what it is about, which lies below it on the stack or is its context.
    fn waiting_window(&self, window: Window, context: u8) -> Waiting {
        let below = self.stack.frames().rev().nth(1);
        let cell = (context != NONE).then(|| Cell::from_code(context));
        match (window, below, cell) {
            (Window::C, _, Some(cell)) => Waiting::ChipWindow(cell),
            (Window::M, _, Some(cell)) => Waiting::CommotionWindow(cell),
            (Window::N, _, Some(cell)) => Waiting::PatrolWindow(cell),
            (Window::V, Some(Frame::Event(event, player)), _) => Waiting::EventWindow(player.into(), event),
            (Window::S, Some(Frame::StandingHeat(_)), _) => Waiting::TurnWindow(context.into()),
            (Window::S, ..) => Waiting::StepWindow(context.into()),
            (_, Some(Frame::WhenYouEnter(at)), _) => Waiting::TileWindow(Some((at.player(), at.cell()))),
            _ => Waiting::TileWindow(None),
        }
    }

    /// What the roll on top of the stack is for.
    fn roll_on_stack(&self) -> Roll {
        let found = self.stack.frames().rev().find_map(|frame| match frame {
            Frame::CagesRoll(at, _) => Some(Roll::Cages(at.player(), at.cell())),
            Frame::TableRoll(at) => Some(Roll::Table(at.player(), at.cell())),
            Frame::SafeRoll => Some(Roll::Safe),
            _ => None,
        });
        found.expect("dice are rolled for something")
    }

    /// The player on whose card a task stands.
    fn owner_of(&self, task: Task) -> usize {
        let owner = self.task_owner(task);
        owner.expect("a task that is rewarded is on a player's card")
    }

    /// The player who keeps one of two cards.
    fn rewarded(&self) -> usize {
        let keeper = self.stack.frames().rev().find_map(|frame| match frame {
            Frame::KeepFor(owner) => Some(owner.into()),
            _ => None,
        });
        keeper.expect("a card is kept for somebody")
    }
}
