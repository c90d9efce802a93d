//! From a position to its state: the order in which its parts are read and checked.

use super::forms::{DONE, ENDINGS, PlayerForm, Position, SUSPICION, TURN_LIMIT, default_frame};
use super::steps::{self, is_in_casino};
use crate::board::{Cell, Walls};
use crate::casino_capers::components::{Character, Finale};
use crate::casino_capers::frame::Frame;
use crate::casino_capers::place::LEVELS;
use crate::casino_capers::scenario::Scenario;
use crate::casino_capers::setup::{Chips, DeadDrops, Setup};
use crate::casino_capers::stack::Stack;
use crate::casino_capers::state::{CHARACTERS, CasinoCapers, Ending, NONE, flag};
use crate::game::{Game, Windows};
use crate::loose::place::At;
use crate::loose::shape::Words;

/// The most that a counter of the tally or of turns may be.
const MOST_COUNTED: u16 = 30_000;
/// More actions than any turn has.
const MOST_ACTIONS: u8 = 60;
/// The most steps that are resolved at once. How many have room depends on what they are ([`Reader::check_room`]).
const MOST_STEPS: usize = Stack::MOST;

/// What is read so far. Every number, cell and player is checked before it is stored, so what is looked up while
/// problems are still being collected is always there.
pub(super) struct Reader<'a> {
    pub position: At<'a, Position>,
    pub state: CasinoCapers,
    /// The steps that could be read, bottom first.
    pub frames: Vec<(At<'a>, Frame)>,
    /// Whether that is all of them.
    pub all_frames_read: bool,
}

/// Reads and checks a position. The state is of use only if no problem was noted.
pub(super) fn state(position: At<'_, Position>) -> CasinoCapers {
    let game = position.game();
    if let Some(name) = game.value {
        let expected = format!("`{}`", CasinoCapers::ID);
        game.require(name == CasinoCapers::ID, format!("`{name}`"), expected);
    }
    let players = position.players();
    let found = players.count();
    let fits = (2..=CHARACTERS).contains(&found);
    players.require(fits, format!("{found} players"), "2 to 4 (mode.solo)");
    let players: Vec<At<'_, PlayerForm>> = players.items().take(CHARACTERS).collect();
    let state = first_state(&position, &players);
    let mut reader = Reader {
        position,
        state,
        frames: Vec::new(),
        all_frames_read: true,
    };
    reader.read(&players);
    reader.state
}

/// The state in which the given players begin, with no gear and nothing to resolve.
fn first_state(position: &At<'_, Position>, players: &[At<'_, PlayerForm>]) -> CasinoCapers {
    // abil.ghost_seat: the Ghost brings them along.
    let has_ghost = players.iter().any(|player| {
        player
            .character()
            .value
            .is_some_and(|name| name == Character::Ghost.name())
    });
    let abilities = position.abilities().or(has_ghost);
    let mut characters: Vec<Character> = Vec::new();
    for player in players {
        let at = player.character();
        if player.value.is_some() {
            at.required("a character such as hawk");
        }
        let Some(character) = at.name::<Character>() else {
            continue;
        };
        at.require(
            !characters.contains(&character),
            format!("{character} again"),
            "every character at most once",
        );
        if character == Character::Ghost {
            at.require(abilities, character, "`abilities` with it (abil.ghost_seat)");
        }
        let is_pair = |other: &Character| other.gear_of() == character.gear_of() && *other != character;
        let found = format!("{character} again with the same gear");
        at.require(
            !characters.iter().any(is_pair),
            found,
            "ghost or spotter (abil.ghost_seat)",
        );
        characters.push(character);
    }
    let count = players.len().max(2);
    characters.resize(count, Character::Acrobat);
    let seats = position.seats().number(count as u8, 1..=count as u8);
    let finale = finale(position);
    let mut state = CasinoCapers::first_state(&Setup {
        characters,
        first: Some(1),
        suspicion: position.suspicion().number(SUSPICION, 1..=10),
        walls: Walls::Pieces(vec![0; LEVELS]),
        chips: Chips::Dots,
        dead_drops: if position.dead_drops().or(false) {
            DeadDrops::Cards(Vec::new())
        } else {
            DeadDrops::Off
        },
        abilities: Some(abilities),
        turn_limit: position.turn_limit().number(TURN_LIMIT, 0..=u16::MAX),
        windows: position.windows().name::<Windows>().unwrap_or_default(),
        seed: None,
        ..Setup::new(finale.map_or(Scenario::RandomFinale, Scenario::Known), seats, 0)
    });
    state.asked_windows = position.asked_windows().name::<Windows>().unwrap_or(state.windows);
    state.stack.clear();
    state.pile = 0;
    for player in &mut state.players {
        player.gear = 0;
    }
    state
}

/// The finale that is known: the scenario's, or the one that runs.
fn finale(position: &At<'_, Position>) -> Option<Finale> {
    let scenario = position.scenario().name::<Scenario>().unwrap_or_default();
    let at = position.finale();
    let running = at.name::<Finale>();
    if let (Some(running), Some(known)) = (running, scenario.finale()) {
        let expected = format!("{known}, the finale of {scenario} (set.finale)");
        at.require(running == known, running, expected);
    }
    running.or(scenario.finale())
}

impl<'a> Reader<'a> {
    fn read(&mut self, players: &[At<'a, PlayerForm>]) {
        let runs = self.position.finale().value.is_some() && self.state.finale != NONE;
        self.state.set_flag(flag::FINALE_RUNS, runs);
        self.finales();
        self.state.ending = self.position.ending().word(&ENDINGS).unwrap_or(Ending::Playing);
        self.turn();
        for (number, player) in players.iter().enumerate() {
            self.whereabouts(number, player);
        }
        self.resolving();
        for (number, player) in players.iter().enumerate() {
            self.finale_count(number, player);
        }
        self.walls();
        self.tiles();
        self.chips();
        self.tokens();
        self.bouncers();
        for (number, player) in players.iter().enumerate() {
            self.player(number, player);
        }
        self.pile();
        self.decks();
        self.events();
        self.entrances();
        self.finale_parts();
        self.tasks();
        self.tally();
        self.check_players();
        self.check_dice();
        self.check_finale();
        if self.position.is_sound() {
            self.check_steps();
        }
    }

    /// rand.draw: the finales that may be drawn.
    fn finales(&mut self) {
        let list = self.position.finales();
        if !list.is_given {
            return;
        }
        let set = list.names::<Finale>().fold(0, |set, (_, finale)| set | finale.bit());
        list.require(set != 0, "no finale", "at least one (rand.draw)");
        let scenario = self.position.scenario().value.map(String::as_str);
        let is_known = scenario.is_some_and(|name| name != Scenario::RandomFinale.name());
        list.require(!is_known, "finales", "them only for random-finale (rand.draw)");
        self.state.finales = set;
        if let Some(finale) = self.state.running().filter(|finale| set & finale.bit() == 0) {
            let at = self.position.finale();
            at.wrong(finale, "one of the finales that may be drawn (rand.draw)");
        }
    }

    fn turn(&mut self) {
        let count = self.state.character_count;
        self.state.turn.number = self.position.turn().number(1, 0..=MOST_COUNTED);
        let current = self.position.current().index(count.into());
        self.state.turn.player = if current == NONE { 0 } else { current };
        self.state.turn.actions = self.position.actions().number(super::forms::ACTIONS, 0..=MOST_ACTIONS);
        for word in self.position.done().items() {
            self.state.turn.done |= word.word(&DONE).unwrap_or(0);
        }
    }

    /// The steps that are being resolved. What they say is checked when everything else is known.
    fn resolving(&mut self) {
        let list = self.position.resolving();
        let is_over = self.state.ending != Ending::Playing;
        if !list.is_given && !is_over {
            let frame = default_frame(&self.state);
            self.state.push(frame);
            self.frames.push((list.place("[0]"), frame));
        }
        let count = list.count();
        list.require(
            count <= MOST_STEPS,
            format!("{count} steps"),
            format!("at most {MOST_STEPS}"),
        );
        list.require(
            !is_over || count == 0,
            format!("{count} steps"),
            "none because the game is over",
        );
        for item in list.items().take(MOST_STEPS) {
            let Some(text) = item.value else {
                self.all_frames_read = false;
                continue;
            };
            match steps::read(text) {
                Ok(frame) if self.state.stack.try_push(frame) => self.frames.push((item.place(""), frame)),
                Ok(_) => {
                    self.all_frames_read = false;
                    item.wrong(format!("`{text}`"), "steps that the rules nest so deep (R26)");
                    break;
                }
                Err(expected) => {
                    self.all_frames_read = false;
                    item.wrong(format!("`{text}`"), expected);
                }
            }
        }
        if self.state.stack.is_empty() {
            self.state.stack = Stack::EMPTY;
        }
    }

    /// Whether a step of a kind is being resolved.
    pub fn is_resolving(&self, wanted: impl Fn(Frame) -> bool) -> bool {
        self.frames.iter().any(|(_, frame)| wanted(*frame))
    }

    /// Whether the set-up goes on.
    pub fn is_setup(&self) -> bool {
        self.is_resolving(|frame| {
            matches!(
                frame,
                Frame::DrawBouncer(..) | Frame::DrawMarker(..) | Frame::ChooseEntrances
            )
        })
    }

    pub fn is_playing(&self) -> bool {
        self.state.ending == Ending::Playing
    }

    fn tally(&mut self) {
        let tally = self.position.tally();
        self.state.tally.heat = tally.heat().number(0, 0..=MOST_COUNTED);
        self.state.tally.actions = tally.actions().number(0, 0..=MOST_COUNTED);
        self.state.tally.commotions = tally.commotions().number(0, 0..=MOST_COUNTED);
    }
}

/// What is read from such a field.
pub(super) trait CellField<'a> {
    /// A cell of the casino.
    fn cell(&self) -> Option<Cell>;

    /// A cell of one floor.
    fn cell_on(&self, floor: usize) -> Option<Cell>;

    /// The byte of a cell, or the byte for none.
    fn cell_code(&self) -> u8;
}

impl<'a> CellField<'a> for At<'a, String> {
    fn cell(&self) -> Option<Cell> {
        let cell: Cell = self.name()?;
        self.require(is_in_casino(cell), cell, "a cell from 1:A1 to 2:D4");
        is_in_casino(cell).then_some(cell)
    }

    fn cell_on(&self, floor: usize) -> Option<Cell> {
        let cell = self.cell()?;
        self.require(cell.floor() == floor, cell, format!("a cell of floor {}", floor + 1));
        (cell.floor() == floor).then_some(cell)
    }

    fn cell_code(&self) -> u8 {
        self.cell().map_or(NONE, Cell::code)
    }
}

/// What is read from such a field.
pub(super) trait CellsField<'a> {
    /// Cells, each once.
    fn cells(&self) -> Vec<(At<'a, String>, Cell)>;
}

impl<'a> CellsField<'a> for At<'a, Words> {
    fn cells(&self) -> Vec<(At<'a, String>, Cell)> {
        let mut found: Vec<(At<'a, String>, Cell)> = Vec::new();
        for item in self.items() {
            let Some(cell) = item.cell() else { continue };
            if found.iter().any(|(_, other)| *other == cell) {
                item.wrong(format!("{cell} twice"), "every cell once");
            } else {
                found.push((item, cell));
            }
        }
        found
    }
}

/// What is read from such a field.
pub(super) trait IndexField {
    /// A player, numbered from 1, as an index from 0, or the byte for none.
    fn index(&self, count: usize) -> u8;
}

impl IndexField for At<'_, i64> {
    fn index(&self, count: usize) -> u8 {
        self.within(1..=count as u8).map_or(NONE, |number| number - 1)
    }
}
