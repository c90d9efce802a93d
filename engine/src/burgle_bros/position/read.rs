//! From a position to its state: the order in which its parts are read and checked.

use serde::Deserialize;
use serde_json::Value;

use super::claims::Cards;
use super::forms::{ENDINGS, PlayerForm, Position, STEALTH, default_entrance, is_opening};
use crate::board::Walls;
use crate::board::{Cell, FloorPlan, parse_square, square_name, squares};
use crate::burgle_bros::components::{Character, Event, Loot, Room, Tool};
use crate::burgle_bros::frame::{Frame, Stack};
use crate::burgle_bros::scenario::Scenario;
use crate::burgle_bros::setup::{Setup, Sides};
use crate::burgle_bros::state::{BurgleBros, Ending, NONE, ROOM_TOKENS, SEATS, flag};
use crate::game::{Game, Seat};
use crate::json;
use crate::loose::place::At;
use crate::loose::shape::{Loose, Words};

/// The most that a counter of the tally may be.
const MOST_COUNTED: u16 = 30_000;

/// What is read so far. Every number, square and seat is checked before it is stored, so what is looked up while
/// problems are still being collected is always there.
pub(super) struct Reader<'a> {
    pub position: At<'a, Position>,
    pub state: BurgleBros,
    /// The pending steps that could be read, bottom first.
    pub frames: Vec<(At<'a>, Frame)>,
    /// Whether that is all of them.
    pub all_frames_read: bool,
    pub cards: Cards,
}

/// Reads and checks a position. The state is of use only if no problem was noted.
pub(super) fn state(position: At<'_, Position>) -> BurgleBros {
    let game = position.game();
    if let Some(name) = game.value {
        let expected = format!("`{}`", BurgleBros::ID);
        game.require(name == BurgleBros::ID, format!("`{name}`"), expected);
    }
    let known: Vec<_> = Scenario::ALL.iter().map(|&known| (known.name(), known)).collect();
    let scenario = position.scenario().word(&known).unwrap_or(Scenario::BankJob);
    let players = position.players();
    let found = players.count();
    let fits = (1..=SEATS).contains(&found);
    players.require(fits, format!("{found} players"), format!("1 to {SEATS}"));
    let players: Vec<At<'_, PlayerForm>> = players.items().take(SEATS).collect();
    let space = space(&position.empty_space(), scenario);
    let lost_visual = position.lost_visual().or(false);
    let state = first_state(scenario, space, lost_visual, &players);
    let mut reader = Reader {
        position,
        state,
        frames: Vec::new(),
        all_frames_read: true,
        cards: Cards::default(),
    };
    reader.cards.is_solo = players.len() < 2;
    reader.read(&players);
    reader.state
}

/// The state in which the given players begin, with nothing in their hands and nothing pending.
fn first_state(
    scenario: Scenario,
    space: Option<usize>,
    lost_visual: bool,
    players: &[At<'_, PlayerForm>],
) -> BurgleBros {
    let mut known: Vec<Character> = Vec::new();
    let mut characters = Vec::new();
    for player in players {
        let at = player.character();
        if player.value.is_some() {
            at.required("a character side such as hawk-basic");
        }
        let character = at.name::<Character>();
        characters.push(character.unwrap_or(Character::AcrobatBasic));
        let Some(character) = character else { continue };
        if players.len() == 1 && character.card() == Character::RookBasic.card() {
            at.wrong(character, "no Rook in the solo game (S-START-2)");
        }
        if known.iter().any(|other| other.card() == character.card()) {
            at.wrong(format!("{character} again"), "every character at most once (S-START-3)");
        }
        known.push(character);
    }
    let mut state = BurgleBros::first_state(&Setup {
        scenario,
        seats: players.len().max(1) as u8,
        characters,
        sides: Sides::Basic,
        first: Some(Seat(0)),
        stealth: STEALTH,
        event_loop_rule: true,
        // The scenario's own fit no other empty space, and the floors say theirs (`walls`).
        walls: match space {
            None => Walls::Standard,
            Some(_) => Walls::Pieces(vec![0; scenario.floor_count()]),
        },
        empty_space: space,
        lost_visual,
        seed: None,
    });
    state.stack.clear();
    for player in &mut state.players {
        player.tools = 0;
    }
    state
}

/// The empty space, if it is not the usual one of its scenario (S-BUILD-4).
fn space(at: &At<'_, String>, scenario: Scenario) -> Option<usize> {
    let name = at.value?;
    let Some(usual) = scenario.space() else {
        at.wrong(format!("`{name}`"), format!("none in the {}", scenario.name()));
        return None;
    };
    let plan = FloorPlan::new(scenario.size(), None, 0);
    at.square(plan).filter(|&space| space != usual)
}

impl<'a> Reader<'a> {
    fn read(&mut self, players: &[At<'a, PlayerForm>]) {
        let has_loop_rule = self.position.event_loop_rule().or(true);
        self.state.set_flag(flag::LOOP_RULE, has_loop_rule);
        self.state.ending = self.position.ending().word(&ENDINGS).unwrap_or(Ending::Playing);
        self.pending();
        for (place, player) in players.iter().enumerate() {
            self.player(place, player);
        }
        self.floors();
        self.entrance();
        self.state.crow = self.position.crow().cell_code(&self.state);
        self.state.kitty = self.position.kitty().cell_code(&self.state);
        self.turn();
        self.effects();
        self.tokens();
        self.decks();
        self.tally();
        let mover = self.position.r#move();
        self.mover(&mover);
        self.check_players();
        self.check_guards();
        self.check_pending(mover.is_given);
        if self.position.is_sound() {
            self.check_options();
        }
    }

    /// The steps still to be resolved. What they say is checked when everything else is known.
    fn pending(&mut self) {
        let pending = self.position.pending();
        let is_over = self.state.ending != Ending::Playing;
        if !pending.is_given && !is_over {
            self.state.push(Frame::Act);
            self.frames.push((pending.place("[0]"), Frame::Act));
        }
        let Some(values) = pending.value else { return };
        let (count, most) = (values.len(), Stack::capacity());
        let found = format!("{count} steps");
        pending.require(count <= most, &found, format!("at most {most}"));
        pending.require(!is_over || count == 0, &found, "none because the game is over");
        for (place, value) in values.iter().take(most).enumerate() {
            let at = pending.place(format!("[{place}]"));
            match Frame::deserialize(value) {
                Ok(frame) => {
                    self.state.push(frame);
                    self.frames.push((at, frame));
                }
                Err(error) => {
                    self.all_frames_read = false;
                    at.wrong(value, format!("a pending step: {}", json::message(&error)));
                }
            }
        }
    }

    pub fn is_pending(&self, wanted: Frame) -> bool {
        self.frames.iter().any(|(_, frame)| *frame == wanted)
    }

    fn entrance(&mut self) {
        let is_opening = is_opening(&self.state);
        let written = self.position.value.and_then(|position| position.entrance.as_ref());
        self.state.entrance = default_entrance(&self.state);
        if let Some(Loose::Bad(Value::Null)) = written {
            let at = self.position.place("entrance");
            at.require(is_opening, "null", "a cell because the entrance has been chosen");
            return;
        }
        let entrance = self.position.entrance();
        let Some(cell) = entrance.cell(&self.state) else { return };
        entrance.require(!is_opening, cell, "none before it is chosen");
        entrance.require(cell.floor() == 0, cell, "a cell of floor 1 (S-START-7)");
        self.state.entrance = cell.code();
    }

    /// Effects in force, and cards that wait for their player.
    fn effects(&mut self) {
        let effects = self.position.effects();
        let seats = self.state.seats().count();
        let emp = effects.emp();
        self.state.emp = emp.index(seats);
        if self.state.emp != NONE {
            self.cards.claim_tool(&emp, Tool::Emp);
        }
        for (seat, owner, event) in [
            (effects.gymnastics(), &mut self.state.gymnastics, Event::Gymnastics),
            (effects.time_lock(), &mut self.state.time_lock, Event::TimeLock),
            (effects.video_loop(), &mut self.state.video_loop, Event::VideoLoop),
            (effects.heads_up(), &mut self.state.heads_up, Event::HeadsUp),
            (effects.jump_the_gun(), &mut self.state.jump_the_gun, Event::JumpTheGun),
        ] {
            *owner = seat.index(seats);
            if *owner != NONE {
                self.cards.claim_event(&seat, event);
            }
        }
    }

    /// Hack tokens, the characters' tokens and the loose kitty.
    fn tokens(&mut self) {
        let rooms = self.position.hack_tokens();
        for (room, at) in [
            (Room::Fingerprint, rooms.fingerprint()),
            (Room::Laser, rooms.laser()),
            (Room::Motion, rooms.motion()),
        ] {
            let tokens = at.number(0, 0..=ROOM_TOKENS);
            let mut computer_rooms = self.state.revealed_of(room.face().kind()).iter();
            let is_known = computer_rooms.any(|cell| self.state.face(cell) == Some(room.face()));
            let expected = "none while its Computer Room is face down";
            at.require(tokens == 0 || is_known, format!("{tokens} tokens"), expected);
            self.state.room_tokens[room.index()] = tokens;
        }
        let (laptop, juicer_token) = (self.position.laptop(), self.position.juicer_token());
        self.state.set_flag(flag::LAPTOP, laptop.or(false));
        self.state.set_flag(flag::JUICER_TOKEN, juicer_token.or(false));
        let plays = |character| self.state.plays(character);
        if self.state.is_set(flag::LAPTOP) && !plays(Character::HackerAdvanced) {
            laptop.doubtful("a token", "none without hacker-advanced in the game");
        }
        if self.state.is_set(flag::JUICER_TOKEN) && !plays(Character::JuicerAdvanced) {
            juicer_token.doubtful("a token", "none without juicer-advanced in the game");
        }
        let ravens = [Character::RavenBasic, Character::RavenAdvanced, Character::RavenOlder];
        if self.state.crow != NONE && !ravens.into_iter().any(plays) {
            let at = self.position.place("crow");
            at.doubtful("the crow", "none without the Raven in the game");
        }
        let mut players = self.state.players.iter();
        if self.state.kitty != NONE && !players.any(|player| player.loot & Loot::PersianKitty.bit() != 0) {
            let at = self.position.place("kitty");
            at.wrong("a loose kitty", "a player with the loot persian-kitty");
        }
    }

    fn tally(&mut self) {
        let tally = self.position.tally();
        self.state.tally.events = tally.events().number(0, 0..=MOST_COUNTED);
        self.state.tally.alarms = tally.alarms().number(0, 0..=MOST_COUNTED);
        self.state.tally.stealth_lost = tally.stealth_lost().number(0, 0..=MOST_COUNTED);
    }
}

pub(super) fn is_in_building(state: &BurgleBros, cell: Cell) -> bool {
    cell.floor() < state.floor_count() && state.plan(cell.floor()).cells() & cell.bit() != 0
}

/// The last square of a plan, for messages.
fn last_square(plan: FloorPlan) -> String {
    squares(plan.cells()).last().map_or_else(String::new, square_name)
}

/// What is read from such a field.
pub(super) trait CellField<'a> {
    /// A square of a floor.
    fn square(&self, plan: FloorPlan) -> Option<usize>;

    /// A cell of the building.
    fn cell(&self, state: &BurgleBros) -> Option<Cell>;

    /// The byte of a cell, or the byte for none.
    fn cell_code(&self, state: &BurgleBros) -> u8;
}

impl<'a> CellField<'a> for At<'a, String> {
    fn square(&self, plan: FloorPlan) -> Option<usize> {
        let text = self.value?;
        let square = parse_square(text).filter(|&square| plan.cells() & 1 << square != 0);
        let expected = format!("a square of this floor, A1 to {}", last_square(plan));
        self.require(square.is_some(), format!("`{text}`"), expected);
        square
    }

    fn cell(&self, state: &BurgleBros) -> Option<Cell> {
        let cell = self.name()?;
        let is_known = is_in_building(state, cell);
        let (floors, last) = (state.floor_count(), last_square(state.plan(0)));
        let expected = format!("a cell of the building, 1:A1 to {floors}:{last}");
        self.require(is_known, cell, expected);
        is_known.then_some(cell)
    }

    fn cell_code(&self, state: &BurgleBros) -> u8 {
        self.cell(state).map_or(NONE, Cell::code)
    }
}

/// What is read from such a field.
pub(super) trait SquaresField<'a> {
    /// Squares of a floor, each once.
    fn squares(&self, plan: FloorPlan) -> Vec<(At<'a, String>, usize)>;
}

impl<'a> SquaresField<'a> for At<'a, Words> {
    fn squares(&self, plan: FloorPlan) -> Vec<(At<'a, String>, usize)> {
        let mut found: Vec<(At<'a, String>, usize)> = Vec::new();
        for item in self.items() {
            let Some(square) = item.square(plan) else { continue };
            if found.iter().any(|(_, other)| *other == square) {
                item.wrong(format!("{} twice", square_name(square)), "every square once");
            } else {
                found.push((item, square));
            }
        }
        found
    }
}

/// What is read from such a field.
pub(super) trait IndexField {
    /// A seat or a floor, numbered from 1, as an index from 0, or the byte for none.
    fn index(&self, count: usize) -> u8;

    /// A seat that must be given.
    fn seat(&self, count: usize) -> Option<Seat>;
}

impl IndexField for At<'_, i64> {
    fn index(&self, count: usize) -> u8 {
        self.within(1..=count as u8).map_or(NONE, |number| number - 1)
    }

    fn seat(&self, count: usize) -> Option<Seat> {
        self.required(format!("a seat from 1 to {count}"));
        let index = self.index(count);
        (index != NONE).then_some(Seat(index))
    }
}
