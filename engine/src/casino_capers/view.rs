//! What anybody may read off a state: agents, pictures and tests look through here.

use super::components::{Character, Chip, Event, Face, Finale, Gear, Task};
use super::frame::Frame;
use super::patrol::DISTRACTED;
use super::place::{LEVELS, Place, cells};
use super::scenario::Scenario;
use super::state::{CasinoCapers, HOLE, NONE, Status, chip, done, flag, held};
use super::window::Window;
use crate::board::{Cell, FloorPlan};

/// A chip as it lies on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChipView {
    /// Face up.
    Up(Chip),
    /// Face down, and nobody has seen it.
    Down,
    /// Face down, and everybody knows what it is (finale.bodyguard.ruling.5).
    Known(Chip),
}

/// A gear card as it lies in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GearView {
    /// Not prepped.
    Unprepped,
    /// Prepped, with this many uses made of its front.
    Prepped(u8),
    /// Flipped: its back may be used.
    Back,
}

/// Where a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whereabouts {
    /// Not yet in the casino.
    Outside,
    /// On a cell.
    On(Cell),
    /// Lifted off the board by Walk and Talk, for a moment.
    Lifted,
    /// Left for good.
    Exited,
}

/// A patrol card: the cell that it is printed for, or distracted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PatrolCard {
    /// With a cell.
    Cell(Cell),
    /// Distracted.
    Distracted,
}

impl PatrolCard {
    fn of(card: u8) -> PatrolCard {
        match card {
            DISTRACTED => PatrolCard::Distracted,
            card => PatrolCard::Cell(Place::from_index(card.into()).cell()),
        }
    }
}

/// A place of a patrol deck, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatrolPlace {
    /// One of the cards of a floor (0 below) that nobody has turned up.
    Of(usize),
    /// One of the cards that Fake Orders put under a deck.
    FakeOrders,
    /// A card that everybody knows.
    Known(PatrolCard),
}

fn cell(code: u8) -> Option<Cell> {
    (code != NONE).then(|| Cell::from_code(code))
}

impl CasinoCapers {
    /// All cells, floor by floor, row by row.
    pub fn cells() -> impl Iterator<Item = Cell> {
        cells()
    }

    /// The scenario; a drawn finale leaves it as it was only until it is drawn.
    pub fn scenario(&self) -> Scenario {
        match self.known_finale() {
            None => Scenario::RandomFinale,
            Some(finale) => Scenario::Known(finale),
        }
    }

    /// The plan of a floor (0 below) as it is now.
    #[inline]
    pub fn floor_plan(&self, floor: usize) -> FloorPlan {
        self.plans[floor]
    }

    /// The face-up squares of a floor, as bits.
    #[inline]
    pub fn revealed(&self, floor: usize) -> u32 {
        self.floors[floor].revealed
    }

    /// The face of a face-up tile.
    #[inline]
    pub fn face_at(&self, at: Cell) -> Option<Face> {
        self.face(at)
    }

    /// The chip on a cell.
    pub fn chip_at(&self, at: Cell) -> Option<ChipView> {
        match self.chips[Place::of(at).index()] {
            NONE => None,
            HOLE => Some(ChipView::Down),
            byte => {
                let kind = Chip::ALL[(byte & chip::KIND) as usize];
                Some(match byte & (chip::FACE_UP | chip::PUBLIC) {
                    0 => ChipView::Down,
                    chip::PUBLIC => ChipView::Known(kind),
                    _ => ChipView::Up(kind),
                })
            }
        }
    }

    /// The cubes on a tile.
    pub fn cubes_on(&self, at: Cell) -> u8 {
        self.cubes(at)
    }

    /// The bouncer of a floor; `None` before he is placed.
    pub fn bouncer(&self, floor: usize) -> Option<Cell> {
        (self.floors[floor].bouncer.at != NONE).then(|| self.bouncer_cell(floor))
    }

    /// The marker of a floor; `None` while its bouncer hunts.
    pub fn marker(&self, floor: usize) -> Option<Cell> {
        self.marker_cell(floor)
    }

    /// The player a hunter follows of several who were equally near (hunt.target).
    pub fn prey(&self, floor: usize) -> Option<usize> {
        let prey = self.floors[floor].bouncer.prey;
        (prey != NONE).then_some(prey as usize)
    }

    /// The player whose turn it is, or was last (gear.current).
    pub fn current_player(&self) -> usize {
        self.current()
    }

    /// Actions left.
    pub fn actions_left(&self) -> u8 {
        self.turn.actions
    }

    /// A player's character.
    pub fn character(&self, player: usize) -> Character {
        self.players[player].character
    }

    /// Where a player is.
    pub fn whereabouts(&self, player: usize) -> Whereabouts {
        match (self.players[player].status, cell(self.players[player].at)) {
            (Status::Outside, _) => Whereabouts::Outside,
            (Status::Exited, _) => Whereabouts::Exited,
            (Status::Inside, Some(at)) => Whereabouts::On(at),
            (Status::Inside, None) => Whereabouts::Lifted,
        }
    }

    /// The cell of a player.
    #[inline]
    pub fn player_cell(&self, player: usize) -> Option<Cell> {
        self.cell_of(player)
    }

    /// A player's heat.
    #[inline]
    pub fn heat(&self, player: usize) -> u8 {
        self.players[player].heat
    }

    /// The gear in front of a player.
    pub fn gear(&self, player: usize) -> impl Iterator<Item = (Gear, GearView)> + '_ {
        Gear::all_in(self.players[player].gear).map(|card| {
            let shown = if self.prepped & card.bit() != 0 {
                GearView::Prepped(self.uses_of(card))
            } else if self.backs & card.bit() != 0 {
                GearView::Back
            } else {
                GearView::Unprepped
            };
            (card, shown)
        })
    }

    /// Whether a player has the disguise token.
    pub fn has_disguise(&self, player: usize) -> bool {
        self.players[player].has(held::DISGUISE)
    }

    /// Whether a Dubious Meeting lies in front of a player.
    pub fn has_meeting(&self, player: usize) -> bool {
        self.players[player].has(held::DUBIOUS)
    }

    /// Whether a player sits in the car.
    pub fn is_in_car(&self, player: usize) -> bool {
        self.players[player].has(held::IN_CAR)
    }

    /// Whether a player has the gravity boots.
    pub fn has_boots(&self, player: usize) -> bool {
        self.is_held_by_boots(player)
    }

    /// Actions that a player has more on the next turn.
    pub fn bonus_actions(&self, player: usize) -> u8 {
        self.players[player].bonus
    }

    /// What the finale counts for a player: the die of Laundry Day, steaks, Prima Donnas, walls destroyed.
    pub fn finale_count(&self, player: usize) -> u8 {
        self.players[player].count
    }

    /// Cards in a floor's patrol deck.
    pub fn patrol_size(&self, floor: usize) -> usize {
        self.patrol.decks[floor].len()
    }

    /// The discards of a floor's patrol deck, distracted ones last.
    pub fn patrol_discards(&self, floor: usize) -> impl Iterator<Item = PatrolCard> {
        let discards = self.patrol.decks[floor].discards;
        let cells = (0..DISTRACTED).filter(move |&card| discards.contains(card));
        cells
            .chain((0..discards.distracted).map(|_| DISTRACTED))
            .map(PatrolCard::of)
    }

    /// The places of a floor's patrol deck, top first, with the cards that everybody knows (info.inside_line).
    pub fn patrol_known(&self, floor: usize) -> impl Iterator<Item = Option<PatrolCard>> + '_ {
        let places = self.patrol.decks[floor].pools_and_cards();
        places.map(|(pool, card)| card.filter(|_| pool.is_none()).map(PatrolCard::of))
    }

    /// The discards of an event deck, 0 for the Pool and 1 for the Lounge.
    pub fn event_discards(&self, deck: usize) -> impl Iterator<Item = Event> {
        let discards = self.events[deck].discards;
        (0..8)
            .filter(move |place| discards & 1 << place != 0)
            .map(move |place| Event::at(deck, place))
    }

    /// The entrances, once they are chosen.
    pub fn entrance_cells(&self) -> impl Iterator<Item = Cell> {
        self.entrances.into_iter().filter_map(cell)
    }

    /// Whether a cell of floor 2 has a crack token.
    pub fn has_crack_token(&self, at: Cell) -> bool {
        at.floor() == 1 && self.cracked.contains(at)
    }

    /// Whether a cell has a SWAT token.
    pub fn has_swat(&self, at: Cell) -> bool {
        at.floor() == 1 && self.swat.contains(at)
    }

    /// Whether a cell has a crow token.
    pub fn has_crow(&self, at: Cell) -> bool {
        self.floors[at.floor()].crows.contains(at)
    }

    /// Whether a cell has a crowd token.
    pub fn has_crowd(&self, at: Cell) -> bool {
        self.floors[at.floor()].crowds.contains(at)
    }

    /// Whether a steak lies on a cell.
    pub fn has_steak(&self, at: Cell) -> bool {
        self.floors[at.floor()].steaks.contains(at)
    }

    /// Whether a cell has ever held a steak.
    pub fn had_steak(&self, at: Cell) -> bool {
        self.floors[at.floor()].had_steak.contains(at)
    }

    /// Whether a zip line ends on a cell.
    pub fn has_zip_line(&self, at: Cell) -> bool {
        self.zip_lines.contains(at)
    }

    /// The cells of the monorail, escalator and out-of-order tokens.
    pub fn tokens(&self) -> [Option<Cell>; 3] {
        [self.monorail, self.escalator, self.out_of_order].map(cell)
    }

    /// The jammed Surveillance.
    pub fn jammed_camera(&self) -> Option<Cell> {
        cell(self.jammed)
    }

    /// Safe dice on the Owner's Office, on the Safe, and in the supply.
    pub fn dice(&self) -> [u8; 3] {
        [self.office_dice, self.safe_dice, self.supply_dice()]
    }

    /// The cells of safe dice that wait on other tiles, one for each die.
    pub fn loose_dice(&self) -> impl Iterator<Item = Cell> {
        self.loose_dice.into_iter().filter_map(cell)
    }

    /// Whether No Running waits for the end of a turn.
    pub fn is_no_running(&self) -> bool {
        self.is_set(flag::NO_RUNNING)
    }

    /// The finale, once it is known.
    pub fn known_finale(&self) -> Option<Finale> {
        Finale::ALL.get(self.finale as usize).copied()
    }

    /// The finale, once it runs.
    pub fn running_finale(&self) -> Option<Finale> {
        self.running()
    }

    /// Whether a lasting unlock is met (Gravity Boots, Catch a Tiger, Hail Mary).
    pub fn is_unlocked(&self) -> bool {
        self.is_set(flag::UNLOCKED)
    }

    /// The cells of the car, the tiger and the football.
    pub fn finale_figures(&self) -> [Option<Cell>; 3] {
        [self.car, self.tiger, self.football].map(cell)
    }

    /// Dead Drops: the completed tasks.
    pub fn tasks_completed(&self) -> impl Iterator<Item = Task> + '_ {
        Task::ALL
            .iter()
            .copied()
            .filter(|task| self.tasks_done & task.bit() != 0)
    }

    /// Dead Drops: the number of a player's card, from 0.
    pub fn task_card(&self, player: usize) -> Option<u8> {
        Some(self.players[player].task_card).filter(|&card| card != NONE)
    }

    /// The window that is open.
    pub fn window(&self) -> Option<Window> {
        match *self.stack.top() {
            Frame::AskWindow(window, _) => Some(window),
            Frame::AskDice(_) => Some(Window::D),
            Frame::Act | Frame::AskEntry => Some(Window::A),
            _ => None,
        }
    }

    /// How many steps are being resolved at once.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// The face of a face-down tile, if this state knows it.
    pub fn hidden_face(&self, at: Cell) -> Option<Face> {
        let tile = self.tiles[Place::of(at).index()];
        (!self.is_revealed(at) && tile != HOLE).then_some(Face(tile))
    }

    /// The kind of a face-down chip, if this state knows it, whether everybody does or not.
    pub fn hidden_chip(&self, at: Cell) -> Option<Chip> {
        let byte = self.chips[Place::of(at).index()];
        let is_known = byte < HOLE && byte & chip::FACE_UP == 0;
        is_known.then(|| Chip::ALL[(byte & chip::KIND) as usize])
    }

    /// How many chips of each kind lie face down or in the box unseen, in the order of [`Chip::ALL`].
    pub fn unseen_chips(&self) -> [u8; Chip::ALL.len()] {
        let mut unseen = self.chip_stock;
        let not_public = |at: &Cell| !matches!(self.chip_at(*at), Some(ChipView::Known(_)));
        let hidden = cells().filter(not_public).filter_map(|at| self.hidden_chip(at));
        hidden.for_each(|kind| unseen[kind.index()] += 1);
        if let Some(count) = unseen.get_mut(self.boxed as usize) {
            *count += 1;
        }
        unseen
    }

    /// The places of a floor's patrol deck, top first.
    pub fn patrol_places(&self, floor: usize) -> impl Iterator<Item = PatrolPlace> + '_ {
        let places = self.patrol.decks[floor].pools_and_cards();
        places.map(|(pool, card)| match (pool, card) {
            (None, Some(card)) => PatrolPlace::Known(PatrolCard::of(card)),
            (Some(floor @ 0..LEVELS), _) => PatrolPlace::Of(floor),
            _ => PatrolPlace::FakeOrders,
        })
    }

    /// The cards of a floor that nobody has turned up, distracted ones last; those gone to the box unseen are among
    /// them.
    pub fn patrol_unseen(&self, floor: usize) -> impl Iterator<Item = PatrolCard> {
        let unseen = self.patrol.pools()[floor];
        let cells = (0..DISTRACTED).filter(move |&card| unseen.contains(card));
        cells
            .chain((0..unseen.distracted).map(|_| DISTRACTED))
            .map(PatrolCard::of)
    }

    /// Cards in an event deck, 0 for the Pool and 1 for the Lounge.
    pub fn event_deck_size(&self, deck: usize) -> usize {
        self.event_deck(deck).len()
    }

    /// Spaces left of the movements that a floor's bouncer is in, one within another taken together; `None` between his
    /// movements. A commotion that is only announced is none yet.
    pub fn spaces_left(&self, floor: usize) -> Option<u8> {
        let movements = self.stack.frames().filter_map(|frame| match frame {
            Frame::StandingHeat(movement)
            | Frame::BouncerTurn(movement)
            | Frame::Walk(movement)
            | Frame::Step(movement)
            | Frame::AfterStep(movement)
                if movement.floor() == floor =>
            {
                Some(movement.left())
            }
            _ => None,
        });
        movements.reduce(|one, other| one + other)
    }

    /// The player whom Contortion protects in the movement now running.
    pub fn contorted_player(&self) -> Option<usize> {
        (self.contorted != NONE).then_some(self.contorted as usize)
    }

    /// Whether the current player has prepped gear this turn.
    pub fn has_prepped(&self) -> bool {
        self.has_done(done::PREPPED)
    }

    /// Whether the current player has used the ability of which a turn has one.
    pub fn has_used_ability(&self) -> bool {
        self.has_done(done::ABILITY)
    }

    /// Whether characters have abilities.
    pub fn has_abilities(&self) -> bool {
        self.is_set(flag::ABILITIES)
    }

    /// The walls that each player must destroy in Bringing Down the House.
    pub fn walls_to_destroy(&self) -> u8 {
        self.wall_quota()
    }

    /// Whether the chip on a cell is named to be discarded in Bodyguard.
    pub fn is_chip_named(&self, at: Cell) -> bool {
        self.named_chips & 1 << Place::of(at).index() != 0
    }
}
