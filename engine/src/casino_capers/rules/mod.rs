//! The rules, one file a chapter, and the machine that runs them: which frame waits for what, and where each goes on.

// A new frame, card or event must not be forgotten: every match names all cases.
#![deny(clippy::match_wildcard_for_single_variants)]

mod abilities;
mod act;
mod bodyguard;
mod bouncers;
mod dice;
mod enter;
mod events;
mod finales;
mod gear;
mod heat;
mod nesting;
mod tasks;
mod tiles;
mod turn;
mod windows;

use rand::Rng;

use super::action::Action;
use super::chance::{Outcome, purpose};
use super::components::Finale;
use super::frame::{Frame, asks, draws, rests, runs};
use super::offers::Offers;
use super::patrol::DISTRACTED;
use super::place::Place;
use super::state::{CasinoCapers, Ending, NONE};
use crate::game::{Actor, Node, Purpose};

/// A patrol card as an outcome.
fn patrol_outcome(card: u8) -> Outcome {
    match card {
        DISTRACTED => Outcome::Distracted,
        card => Outcome::Patrol(card),
    }
}

/// The patrol card of an outcome.
fn patrol_card(outcome: Outcome) -> Option<u8> {
    match outcome {
        Outcome::Patrol(card) => Some(card),
        Outcome::Distracted => Some(DISTRACTED),
        _ => None,
    }
}

impl CasinoCapers {
    /// What the state waits for. The current player's seat answers for the team.
    #[inline]
    pub(super) fn current_node(&self) -> Node {
        if self.ending != Ending::Playing {
            return Node::Terminal;
        }
        match self.stack.top() {
            asks!() => match self.decider() {
                Some(Actor::Character(player)) => Node::Decision(self.seat_playing(player as usize)),
                Some(Actor::Team) | None => Node::Decision(self.seat_playing(self.current())),
            },
            draws!() => Node::Chance,
            // These never stay on top.
            runs!() | rests!() => Node::Terminal,
        }
    }

    /// dec.list: a player decides on his own turn; what several may choose is the team's.
    pub(super) fn decider(&self) -> Option<Actor> {
        if self.ending != Ending::Playing {
            return None;
        }
        let turn = Actor::Character(self.turn.player);
        match *self.stack.top() {
            Frame::AskEntry | Frame::Act => Some(turn),
            Frame::AskDiscard(player)
            | Frame::AskLifeguard(player)
            | Frame::AskDirections(player)
            | Frame::AskDrinker(player) => Some(Actor::Character(player)),
            Frame::AskTask(task) => self.task_owner(task).map(|owner| Actor::Character(owner as u8)),
            Frame::AskKeep(..) => self.keeper().map(|owner| Actor::Character(owner as u8)),
            Frame::ChooseEntrances
            | Frame::AskWindow(..)
            | Frame::AskDice(_)
            | Frame::AskHunt(_)
            | Frame::AskDistract(_)
            | Frame::AskTrade
            | Frame::AskSwim
            | Frame::AskSwimTile(_)
            | Frame::AskInsideLine(_)
            | Frame::AskFakeOrders
            | Frame::AskChipTile(_)
            | Frame::AskChipDiscard(..)
            | Frame::AskTigerStart
            | Frame::AskSteak => Some(Actor::Team),
            draws!() | runs!() | rests!() => None,
        }
    }

    /// stack.lifo: runs frames one after the other until one waits or the game is over, which leaves no frames.
    /// dd.when: tasks are asked about as soon as what has completed them is over.
    fn advance(&mut self) {
        loop {
            if self.tasks_due != 0 && !self.is_rewarding() {
                self.ask_task();
            }
            if self.contorted != NONE {
                self.end_contortion();
            }
            if self.stack.is_empty() || !self.run_top() {
                break;
            }
        }
        debug_assert!(
            self.has_room_to_nest(),
            "{:?} nest deeper than docs/invariants.md proves",
            self.stack
        );
    }

    /// gear.contortion.movement, H48: it lasts as long as a bouncer's movement goes on.
    #[cold]
    fn end_contortion(&mut self) {
        if !self.stack.frames().any(is_movement) {
            self.contorted = NONE;
        }
    }

    /// Takes the top frame off and runs it; one that waits stays.
    #[inline]
    fn run_top(&mut self) -> bool {
        match *self.stack.pop() {
            Frame::BeginTurn => self.begin_turn(),
            Frame::EndTurn => self.end_turn(),
            Frame::ExitStep => self.exit_step(),
            Frame::TigerStep => self.tiger_step(),
            Frame::BouncerStep(floor) => self.bouncer_step(floor),
            Frame::NextTurn => self.next_turn(),
            Frame::Enter(at, how) => self.enter(at.player(), at.cell(), how),
            Frame::Arrive(at, how) => self.arrive(at, how),
            Frame::ChipEntered(at, how) => self.chip_entered(at, how),
            Frame::ChipPeeked(at) => self.chip_peeked(at),
            Frame::EnterTile(at, how) => self.enter_tile(at, how),
            Frame::EnterHooks(at, how) => self.enter_hooks(at, how),
            Frame::WhenYouEnter(at) => self.when_you_enter(at),
            Frame::PeekTile(cell) => self.peek_tile(cell),
            Frame::Open(window, context) => self.open_again(window, context),
            Frame::OpenDice(dice) => self.open_dice(dice),
            Frame::BouncerTurn(movement) => self.bouncer_turn(movement),
            Frame::StandingHeat(movement) => self.standing_heat(movement),
            Frame::Walk(movement) => self.walk(movement),
            Frame::Step(movement) => self.step(movement),
            Frame::AfterStep(movement) => self.after_step(movement),
            Frame::Reached(floor) => self.reached(floor as usize),
            Frame::Announce(cell) => self.announce(cell, 1, false),
            Frame::Commotion(cell, spec) => self.commotion(cell, spec),
            Frame::MoveMarker(cell) => self.put_marker(cell),
            Frame::SetMarker(cell) => self.set_marker(cell),
            Frame::CheckMarker(floor) => self.check_marker(floor as usize),
            Frame::Event(event, player) => self.carry_out_event(event, player as usize),
            Frame::DiscardEvent(event) => self.discard_event(event),
            Frame::FaintJump => self.faint_jump(),
            Frame::SafeReturn(is_steady) => self.safe_return(is_steady),
            Frame::StartFinale => self.start_finale(),
            Frame::SetUpFinale => self.set_up_finale(),
            Frame::PlaceChips => self.place_chips(),
            Frame::TurnUpNamed => self.turn_up_named(),
            Frame::Shift(floor, dir) => self.shift_bouncer(floor, dir),
            Frame::AfterSlide(floor, dir) => self.after_slide(floor, dir),
            asks!() | draws!() | rests!() => {
                self.stack.put_back();
                return false;
            }
        }
        true
    }

    /// Ends the game, unless it is over. A game that is over keeps nothing to resolve, so that equal ends are equal
    /// states.
    pub(super) fn end_game(&mut self, ending: Ending) {
        if self.ending == Ending::Playing {
            self.ending = ending;
            self.tasks_due = 0;
            self.contorted = NONE;
            self.stack.clear();
        }
    }

    /// The options of the decision the top frame waits for; none if the game is over.
    #[inline]
    pub(super) fn offer(&self, out: &mut impl Offers) {
        if self.ending != Ending::Playing {
            return;
        }
        match *self.stack.top() {
            Frame::Act => self.offer_acts(out),
            Frame::ChooseEntrances => Self::offer_entrances(out),
            Frame::AskEntry => self.offer_entries(out),
            Frame::AskWindow(window, context) => self.offer_window(window, context, out),
            Frame::AskDice(dice) => self.offer_dice(dice, out),
            Frame::AskHunt(floor) => self.offer_prey(floor as usize, out),
            Frame::AskDistract(floor) | Frame::AskSwimTile(floor) => {
                out.extend(self.even_tiles(floor as usize).map(Action::Distract));
            }
            Frame::AskDiscard(player) => self.offer_discards(player as usize, out),
            Frame::AskTrade => out.extend([Action::Deck(0), Action::Deck(1)]),
            Frame::AskSwim => self.offer_swims(out),
            Frame::AskLifeguard(player) => self.offer_lifeguard(player as usize, out),
            Frame::AskDirections(_) => self.offer_directions(out),
            Frame::AskDrinker(player) => self.offer_drinkers(player as usize, out),
            Frame::AskInsideLine(_) => out.extend([Action::Leave, Action::Bottom]),
            Frame::AskTask(_) => out.extend([Action::Accept, Action::Decline]),
            Frame::AskKeep(first, second) => {
                out.extend([Action::Keep(first.min(second)), Action::Keep(first.max(second))])
            }
            Frame::AskFakeOrders => out.extend([Action::Deck(0), Action::Deck(1)]),
            Frame::AskChipTile(floor) => self.offer_chip_tiles(floor as usize, out),
            Frame::AskChipDiscard(first, left) => self.offer_chip_discards(first, left, out),
            Frame::AskTigerStart => self.offer_tiger_starts(out),
            Frame::AskSteak => self.offer_steaks(out),
            draws!() | runs!() | rests!() => {}
        }
    }

    /// Carries out a decision.
    pub(super) fn decide(&mut self, action: Action) {
        self.asked_windows = self.windows;
        if matches!(self.stack.top(), Frame::Act) {
            self.act(action);
        } else {
            let asked = *self.stack.pop();
            self.answer(asked, action);
        }
        self.advance();
    }

    /// What the decision that `asked` waited for leads to.
    fn answer(&mut self, asked: Frame, action: Action) {
        match (asked, action) {
            (Frame::ChooseEntrances, Action::Entrances(first, second)) => self.entrances_chosen(first, second),
            (Frame::AskEntry, Action::Enter(cell)) => self.entry_chosen(cell),
            (Frame::AskEntry, Action::Use(how)) => {
                self.push(Frame::AskEntry);
                self.use_gear(how, None);
            }
            (
                Frame::AskWindow(..) | Frame::AskInsideLine(_) | Frame::AskTask(_),
                Action::Pass | Action::Leave | Action::Decline,
            ) => {}
            (Frame::AskWindow(window, context), Action::Use(how)) => self.use_in_window(window, context, how),
            (Frame::AskDice(dice), action) => self.dice_answered(dice, action),
            (Frame::AskHunt(floor), Action::Hunt(player)) => self.floors[floor as usize].bouncer.prey = player,
            (Frame::AskDistract(_), Action::Distract(cell)) => self.destination_set(cell),
            (Frame::AskDiscard(player), Action::Discard(card)) => self.card_discarded(player, card),
            (Frame::AskTrade, Action::Deck(floor)) => self.patrol.trade(floor as usize),
            (Frame::AskSwim, Action::Deck(floor)) => self.push(Frame::DrawSwim(floor)),
            (Frame::AskSwimTile(_), Action::Distract(cell)) => self.bouncer_jumps(cell),
            (Frame::AskLifeguard(_), Action::Tile(cell)) => self.bouncer_jumps(cell),
            (Frame::AskDirections(player), Action::Tile(cell)) => self.peek(player as usize, cell),
            (Frame::AskDrinker(drawer), Action::Player(player)) => self.share_a_drink(drawer as usize, player as usize),
            (Frame::AskInsideLine(floor), Action::Bottom) => self.patrol.top_to_bottom(floor as usize),
            (Frame::AskTask(task), Action::Accept) => self.push(Frame::DrawReward(task)),
            (Frame::AskKeep(first, second), Action::Keep(card)) => {
                self.card_kept(card, if card == first { second } else { first })
            }
            (Frame::AskFakeOrders, Action::Deck(floor)) => self.draw_fake_orders(floor),
            (Frame::AskChipTile(_), Action::Tile(cell)) => self.chip_placed(cell),
            (Frame::AskChipDiscard(_, left), Action::Tile(cell)) => self.chip_named(cell, left),
            (Frame::AskTigerStart, Action::Player(player)) => self.tiger_starts(player as usize),
            (Frame::AskSteak, Action::Tile(cell)) => self.tiger_eats(cell),
            _ => debug_assert!(false, "{action:?} does not answer {asked:?}"),
        }
    }

    /// The distribution of the chance node the top frame waits for.
    pub(super) fn chances(&self, out: &mut Vec<(Outcome, f64)>) {
        match *self.stack.top() {
            Frame::DrawBouncer(floor, _)
            | Frame::DrawMarker(floor, _)
            | Frame::DrawDestination(floor)
            | Frame::DrawSwim(floor)
            | Frame::LookPatrol(floor) => {
                let cards = self.patrol.top(floor as usize);
                out.extend(cards.odds().map(|(card, odds)| (patrol_outcome(card), odds)));
            }
            Frame::RevealTile(cell) => self.tile_outcomes(cell, out),
            Frame::RevealChip(cell) | Frame::DrawNamedChip(cell) => self.chip_outcomes(cell, out),
            Frame::RollDice(count) => Self::dice_outcomes(count, out),
            Frame::DrawEvent(_, deck) => self.event_outcomes(deck as usize, out),
            Frame::DrawSplash(_) | Frame::DrawReward(_) | Frame::DrawSecondReward(..) => self.gear_outcomes(out),
            Frame::DrawPrank => uniform_patrol(self.patrol.decks[0].discards.cells(), out),
            Frame::DrawFakeOrder(..) => uniform_patrol(self.ordinary_discards(), out),
            Frame::DrawLayout(floor) => uniform_patrol(self.layout_cards(floor as usize), out),
            Frame::DrawFinale => self.finale_outcomes(out),
            Frame::DrawToken(player) => self.token_outcomes(player as usize, out),
            asks!() | runs!() | rests!() => {}
        }
    }

    /// Draws from the distribution of [`chances`](Self::chances).
    #[inline]
    pub(super) fn draw_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        match *self.stack.top() {
            Frame::DrawBouncer(floor, _)
            | Frame::DrawMarker(floor, _)
            | Frame::DrawDestination(floor)
            | Frame::DrawSwim(floor)
            | Frame::LookPatrol(floor) => patrol_outcome(self.patrol.sample_top(floor as usize, rng)),
            Frame::RevealTile(cell) => Outcome::Tile(self.sample_tile(cell, rng)),
            Frame::RevealChip(cell) | Frame::DrawNamedChip(cell) => Outcome::Chip(self.sample_chip(cell, rng)),
            Frame::RollDice(count) => Self::sample_dice(count, rng),
            Frame::DrawEvent(_, deck) => self.sample_event(deck as usize, rng),
            Frame::DrawSplash(_) | Frame::DrawReward(_) | Frame::DrawSecondReward(..) => self.sample_gear(rng),
            Frame::DrawPrank => sample_patrol(self.patrol.decks[0].discards.cells(), rng),
            Frame::DrawFakeOrder(..) => sample_patrol(self.ordinary_discards(), rng),
            Frame::DrawLayout(floor) => sample_patrol(self.layout_cards(floor as usize), rng),
            Frame::DrawFinale => self.sample_finale(rng),
            Frame::DrawToken(player) => self.sample_token(player as usize, rng),
            frame @ (asks!() | runs!() | rests!()) => {
                debug_assert!(false, "{frame:?} draws nothing");
                Outcome::Distracted
            }
        }
    }

    /// The source of chance the top frame draws from.
    pub(super) fn chance_purpose(&self) -> Purpose {
        match *self.stack.top() {
            Frame::DrawBouncer(floor, _)
            | Frame::DrawMarker(floor, _)
            | Frame::DrawDestination(floor)
            | Frame::DrawSwim(floor)
            | Frame::LookPatrol(floor)
            | Frame::DrawLayout(floor) => purpose::patrol(floor as usize),
            Frame::DrawPrank | Frame::DrawFakeOrder(..) => purpose::patrol(0),
            Frame::RevealChip(_) | Frame::DrawNamedChip(_) => purpose::CHIPS,
            Frame::RollDice(_) => self.roll_purpose(),
            Frame::DrawEvent(_, deck) => purpose::events(deck as usize),
            Frame::DrawSplash(_) | Frame::DrawReward(_) | Frame::DrawSecondReward(..) => purpose::GEAR,
            Frame::DrawFinale | Frame::DrawToken(_) => purpose::FINALE,
            // Asked about at chance nodes only, where the other three are never on top.
            Frame::RevealTile(_) | asks!() | runs!() | rests!() => purpose::TILES,
        }
    }

    /// Carries out an outcome.
    pub(super) fn settle(&mut self, outcome: Outcome) {
        self.asked_windows = self.windows;
        let drawn = *self.stack.pop();
        self.carry_out(drawn, outcome);
        self.advance();
    }

    /// What the outcome that `drawn` waited for leads to.
    #[inline]
    fn carry_out(&mut self, drawn: Frame, outcome: Outcome) {
        if let Some(card) = patrol_card(outcome) {
            match drawn {
                Frame::DrawBouncer(floor, aside) => return self.bouncer_drawn(floor as usize, aside, card),
                Frame::DrawMarker(floor, aside) => return self.marker_drawn(floor as usize, aside, card),
                Frame::DrawDestination(floor) => return self.destination_drawn(floor as usize, card),
                Frame::DrawSwim(floor) => return self.swim_drawn(floor as usize, card),
                Frame::LookPatrol(floor) => return self.patrol.look(floor as usize, card),
                _ => {}
            }
        }
        match (drawn, outcome) {
            (Frame::RevealTile(cell), Outcome::Tile(face)) => self.turn_up(cell, face),
            (Frame::RevealChip(cell), Outcome::Chip(kind)) => self.chip_shown(cell, kind),
            (Frame::DrawNamedChip(cell), Outcome::Chip(kind)) => self.named_chip_shown(cell, kind),
            (Frame::RollDice(_), Outcome::Dice(dice)) => self.rolled(dice),
            (Frame::DrawEvent(player, deck), Outcome::Event(event)) => self.event_drawn(player, deck as usize, event),
            (Frame::DrawSplash(player), Outcome::Gear(card)) => self.gain_gear(player as usize, card),
            (Frame::DrawReward(task), Outcome::Gear(card)) => self.reward_drawn(task, card),
            (Frame::DrawSecondReward(task, first), Outcome::Gear(card)) => self.second_reward_drawn(task, first, card),
            (Frame::DrawPrank, Outcome::Patrol(card)) => self.prank_drawn(card),
            (Frame::DrawFakeOrder(to, left), Outcome::Patrol(card)) => self.fake_order_drawn(to, left, card),
            (Frame::DrawLayout(floor), Outcome::Patrol(card)) => self.layout_drawn(floor as usize, card),
            (Frame::DrawFinale, Outcome::Finale(finale)) => self.finale_drawn(finale),
            (Frame::DrawToken(player), Outcome::Token(number)) => self.token_drawn(player as usize, number),
            _ => debug_assert!(false, "{outcome:?} is no outcome of {drawn:?}"),
        }
    }

    /// H24, edge.21 and others: whether the finale runs, whichever it is.
    #[inline]
    fn is_finale(&self) -> bool {
        self.running().is_some()
    }

    /// Cards in a patrol deck that may be drawn.
    /// finale.rescuing_her_ride.ruling.1, finale.rescuing_her_ride.ruling.13: there floor 2's counts as empty.
    #[inline]
    fn patrol_cards(&self, floor: usize) -> usize {
        if floor == 1 && self.runs(Finale::RescuingHerRide) {
            return 0;
        }
        self.patrol.decks[floor].len()
    }
}

/// gear.contortion.movement, H48: whether a bouncer's movement goes on in this frame.
fn is_movement(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::StandingHeat(_) | Frame::Walk(_) | Frame::Step(_) | Frame::AfterStep(_) | Frame::Shift(..)
    )
}

/// Each patrol card of a set, equally likely.
fn uniform_patrol(cards: u32, out: &mut Vec<(Outcome, f64)>) {
    let odds = 1.0 / f64::from(cards.count_ones());
    let all = (0..Place::COUNT as u8).filter(|card| cards & 1 << card != 0);
    out.extend(all.map(|card| (Outcome::Patrol(card), odds)));
}

/// Draws from [`uniform_patrol`].
fn sample_patrol<R: Rng + ?Sized>(cards: u32, rng: &mut R) -> Outcome {
    Outcome::Patrol(crate::random::choose_bit(rng, cards.into()))
}
