//! The fields of a position, what they stand for if left out, and the words in them.

use serde::de::MapAccess;
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Serialize};

use crate::casino_capers::components::{Face, Gear};
use crate::casino_capers::frame::Frame;
use crate::casino_capers::place::{GRID, Squares};
use crate::casino_capers::state::{CasinoCapers, Ending, Status, done, flag};
use crate::casino_capers::tables::Tables;
use crate::loose::place::At;
use crate::loose::shape::{Entries, Loose, Opt, Part, Words, forms};

forms! {
    /// The readable form of a state of Casino Capers, unchecked.
    ///
    /// Everything has a default but for the entrances, the bouncers and the characters. A state is written without the
    /// fields that have theirs, but for a few that people look for. So a position may be as short as this one:
    ///
    /// ```json
    /// {
    ///   "players": [{"character": "hawk", "at": "1:B2"}, {"character": "rook"}],
    ///   "entrances": ["1:A1", "1:D4"],
    ///   "tiles": {"1:B2": "pool-2"},
    ///   "bouncers": [{"at": "1:C4", "marker": "1:C1"}, {"at": "2:A1", "marker": "2:D2"}],
    ///   "decks": [{"discards": ["1:C4", "1:C1"]}, {"discards": ["2:A1", "2:D2"]}]
    /// }
    /// ```
    ///
    /// Cells are `1:B2`; floors and players are numbered from 1. Cards that are found nowhere else are in their decks;
    /// a patrol deck has the distracted cards of the suspicion, or fewer cards, some of them gone unseen.
    ///
    /// - `game`, `scenario`, `finales` (those that may be drawn, all), `seats` (as many as players), `suspicion` (6),
    ///   `dead-drops`, `abilities`, `turn-limit` (400; 0 for none), `windows` (`full`),
    ///   `asked-windows` (the same), those in force when what is waited for was asked.
    /// - `players` in turn order: `character`; `at`, a cell, `outside` (the default), `exited`, or `lifted` off the
    ///   board for a moment; `heat`; `gear` with `unprepped`, `prepped 1` (with the uses made) or `back` (if left out,
    ///   the character's three cards, unprepped; none in Dead Drops); `disguise`, `dubious` (a Dubious Meeting),
    ///   `in-car`, `boots`; `bonus` actions of the next turn; what the finale counts: `die`, `steaks`, `prima-donnas`,
    ///   `walls-destroyed`, or the `token` while they are dealt; `task-card`, the number of the Dead Drops card.
    /// - `turn` (1; 0 before the first), `current` player (1), `actions` left (4), things `done`: `prepped`, `ability`,
    ///   `fainted`.
    /// - `walls` that stand, for each floor (none); `entrances`; `tiles` face up by cell, and known face-down ones
    ///   (`hidden-tiles`); `chips` by cell, `?` face down, `?prima-donna` face down and known to everybody, and
    ///   `hidden-chips` known to this world; `discarded-chips`, one word for each that is gone (a Prima Donna on a
    ///   character card is not); `boxed`, the chip in the box if this world knows it, and in Bodyguard the
    ///   `box-weights`, what it may be; `named-chips`, cells.
    /// - `cubes` by cell; `crows`, `crowds`; `monorail`, `escalator`, `out-of-order`, `jammed`: cells; `zip-lines`:
    ///   squares; `cracked` (none, and in the finale the whole row and column of the Safe); `dice`: on the `office`, on
    ///   the `safe`, `loose` by cell; `no-running`.
    /// - `bouncers`: `at`, `marker`, left out while he hunts, `prey`, the player he has chosen.
    /// - `decks`, one for each floor: `discards`; `distracted`, how many of the floor's nobody has turned up;
    ///   `sources`, top first, for each place the deck of the card (`1`, `2`, `fake-orders`, or `seen` if everybody
    ///   knows it), if decks were mixed; the cards known by depth from the top, `0` being the next: to everybody in
    ///   `top`, to this world in `hidden-top`. `fake-orders`: cards put under a deck and not turned up yet.
    /// - `events`: discards of `pool` and `lounge`, `hidden-pool` and `hidden-lounge` by depth, and when the game is
    ///   over `open`, those that were being carried out.
    /// - `pile`: gear that may still come into the game; `tasks` completed, and `tasks-due`, still to be asked about.
    /// - `finale` once it runs; `car`, `football` (on the Safe), `tiger`; `swat`; `steaks`, and the cells that
    ///   `had-steak` (those with one); `unlocked`.
    /// - `contorted`, a player; `resolving`: the steps that are being resolved, the next one last, if left out the
    ///   current player's `act`, or `ask-entry` from outside; `ending`: `playing`; `tally`: `heat`, `actions`,
    ///   `commotions`, for statistics.
    pub struct Position {
        game: String, scenario: String, finales: Words, seats: i64, suspicion: i64,
        dead_drops: bool, abilities: bool, turn_limit: i64, windows: String, asked_windows: String,
        players: Vec<Loose<PlayerForm>>,
        turn: i64, current: i64, actions: i64, done: Words,
        walls: Vec<Loose<Words>>, entrances: Words,
        tiles: Entries<String>, hidden_tiles: Entries<String>,
        chips: Entries<String>, hidden_chips: Entries<String>, discarded_chips: Words,
        boxed: String, box_weights: Entries<i64>, named_chips: Words,
        cubes: Entries<i64>, crows: Words, crowds: Words,
        monorail: String, escalator: String, out_of_order: String, jammed: String, zip_lines: Words,
        cracked: Words, dice: DiceForm, no_running: bool,
        bouncers: Vec<Loose<BouncerForm>>,
        decks: Vec<Loose<DeckForm>>, fake_orders: Words, events: EventsForm,
        pile: Words, tasks: Words, tasks_due: Words,
        finale: String, car: String, tiger: String, football: String, swat: Words,
        steaks: Words, had_steak: Words, unlocked: bool,
        contorted: i64, resolving: Words,
        ending: String, tally: TallyForm,
    }
    pub(super) struct PlayerForm {
        character: String, at: String, heat: i64, gear: Entries<String>,
        disguise: bool, dubious: bool, in_car: bool, boots: bool, bonus: i64,
        die: i64, steaks: i64, prima_donnas: i64, walls_destroyed: i64, token: i64, task_card: i64,
    }
    pub(super) struct DiceForm { office: i64, safe: i64, loose: Entries<i64>, }
    pub(super) struct BouncerForm { at: String, marker: String, prey: i64, }
    pub(super) struct DeckForm {
        discards: Words, distracted: i64, sources: Words, top: Entries<String>, hidden_top: Entries<String>,
    }
    pub(super) struct EventsForm {
        pool: Words, lounge: Words, open: Words, hidden_pool: Entries<String>, hidden_lounge: Entries<String>,
    }
    pub(super) struct TallyForm { heat: i64, actions: i64, commotions: i64, }
}

/// Words of [`done`].
pub(super) const DONE: [(&str, u8); 3] = [
    ("prepped", done::PREPPED),
    ("ability", done::ABILITY),
    ("fainted", done::FAINTED),
];
/// Words for where a player is who is on no cell.
pub(super) const WHEREABOUTS: [(&str, Status); 3] = [
    ("outside", Status::Outside),
    ("exited", Status::Exited),
    ("lifted", Status::Inside),
];
/// Words for whether the game is over, the usual one first.
pub(super) const ENDINGS: [(&str, Ending); 8] = [
    ("playing", Ending::Playing),
    ("escaped", Ending::Escaped),
    ("red-handed", Ending::RedHanded),
    ("raid-over", Ending::RaidOver),
    ("caught", Ending::Caught),
    ("prima-donna-seen", Ending::PrimaDonnaSeen),
    ("tiger-seen", Ending::TigerSeen),
    ("stall", Ending::Stall),
];
/// Words for the deck that the card at a place is from, by pool; the last for a card that everybody knows.
pub(super) const SOURCES: [(&str, Option<usize>); 4] =
    [("1", Some(0)), ("2", Some(1)), ("fake-orders", Some(2)), ("seen", None)];
/// The word for a distracted card.
pub(super) const DISTRACTED_CARD: &str = "distracted";
/// The mark of a chip that lies face down.
pub(super) const FACE_DOWN: &str = "?";
/// turn.actions.
pub(super) const ACTIONS: u8 = 4;
/// rand.suspicion.
pub(super) const SUSPICION: u8 = 6;
/// end.limit.
pub(super) const TURN_LIMIT: u16 = 400;

pub(super) fn word_for<T: PartialEq>(known: &[(&'static str, T)], value: T) -> &'static str {
    let found = known.iter().find(|(_, other)| *other == value);
    found.map_or("", |(word, _)| word)
}

/// What a state of which nothing is said resolves.
pub(super) fn default_frame(state: &CasinoCapers) -> Frame {
    match state.players[state.current()].status {
        Status::Outside => Frame::AskEntry,
        Status::Inside | Status::Exited => Frame::Act,
    }
}

/// The squares of floor 2 that have crack tokens if nothing is said.
pub(super) fn default_cracked(state: &CasinoCapers) -> Squares {
    let line = match state.find(Face::SAFE).filter(|_| state.is_set(flag::FINALE_RUNS)) {
        Some(safe) => safe.lines() & GRID & !safe.bit(),
        None => 0,
    };
    Squares::of(CasinoCapers::cells_of(1, line))
}

/// set.gear: the cards of a character of which nothing is said.
pub(super) fn default_gear(state: &CasinoCapers, player: usize) -> u64 {
    if state.is_set(flag::DEAD_DROPS) {
        return 0;
    }
    let owner = state.players[player].character.gear_of();
    let own = Gear::all_in(Tables::get().base).filter(|card| Tables::card(*card).owner == owner);
    own.fold(0, |set, card| set | card.bit())
}

/// The pile of which nothing is said: in Dead Drops the base cards that nobody holds, otherwise those of them that are
/// of characters who do not play (event.splash_zone).
pub(super) fn default_pile(state: &CasinoCapers) -> u64 {
    let mut pile = Tables::get().base;
    for player in state.everybody() {
        if !state.is_set(flag::DEAD_DROPS) {
            pile &= !default_gear(state, player);
        }
        pile &= !state.players[player].gear;
    }
    let shown = state.stack.frames().fold(0, |set, frame| set | cards_shown(frame));
    pile & !shown
}

/// Gear that is shown to a player who has not kept one yet.
pub(super) fn cards_shown(frame: Frame) -> u64 {
    if let Frame::DrawSecondReward(_, first) = frame {
        first.bit()
    } else if let Frame::AskKeep(first, second) = frame {
        first.bit() | second.bit()
    } else {
        0
    }
}
