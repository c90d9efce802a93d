//! The fields of a position, what they stand for if left out, and the words in them.

use serde::de::MapAccess;
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::board::Cell;
use crate::burgle_bros::components::{Event, Tool};
use crate::burgle_bros::frame::Frame;
use crate::burgle_bros::scenario::Scenario;
use crate::burgle_bros::state::{BurgleBros, Cause, Ending, NONE, Status, done};
use crate::loose::place::At;
use crate::loose::shape::{Entries, Loose, Opt, Part, Words, forms, or_null};

forms! {
    /// The readable form of a state of Burgle Bros., unchecked.
    ///
    /// Everything has a default. A state is written without the fields that have theirs, but for those that people look
    /// for: every player's `stealth`, every floor's `speed`, and the `turn`'s `number`, `seat` and `actions`. So a
    /// position may be as short as this one:
    ///
    /// ```json
    /// {
    ///   "players": [{"character": "hawk-basic", "at": "1:B2", "tools": ["emp"]}],
    ///   "floors": [{"tiles": {"B2": "laser-1"}, "guard": {"at": "C4", "die": "C1"}, "discard": ["C4", "C1"]}]
    /// }
    /// ```
    ///
    /// Cells are `1:B2`, squares of a floor `B2`; floors and seats are numbered from 1, except inside `pending`, where
    /// floors are numbered from 0. Cards that are neither discarded, held, lying about, in use nor in force are in
    /// their decks; a patrol deck is shorter by the cards set aside (S-PATROL-4).
    ///
    /// - `game`, `scenario`, `event-loop-rule`: `"burgle-bros"`, `"bank-job"`, `true`; `empty-space`: a square, that of
    ///   the scenario; `lost-visual`: whether the patrol decks have that card, `false`.
    /// - `players`, one a seat: `character`; `at`, `stealth` (3), `tools`, `loot`; `status`, which is `inside` with a
    ///   cell, `outside` without one, and `escaped` only if said.
    /// - `entrance`: a cell of floor 1; if left out the first revealed one, or the first if none is.
    /// - `turn`: `number` (1), `seat` (1), `actions` left (4), points `counted` apart from the `chain` (cells `at` with
    ///   their `points`; it begins as the active player's cell), things `done`, failed `attempts` by Keypad number,
    ///   `flexed-to`, `flexed-floors`, the floors of `espresso` and `daydreaming`, cards each `seat` `gave` and
    ///   `refused`, and `refused-orders` (`steps`: right, left, down, up, above, below, elsewhere).
    /// - `floors`, from the ground up, those at the end may be left out: revealed `tiles` and known face-down ones
    ///   (`hidden`) by square; squares with marks: `cracked`, `disabled`, `open` (Keypads), `taken` (Laboratories),
    ///   `moved-into` (Motion); revealed `safes` by square: `dice`, `open`, `tools` and `loot` lying there; `stealth`
    ///   tokens by square (a Lavatory left out has none); `alarms`; `links` with the square above; the `guard`: `at`
    ///   and `die`, left out while he is not in play, or `away`, removed by Lost Visual; `speed` (the scenario's);
    ///   `donuts`; the patrol deck, whose cards are squares and `lost-visual`; the `walls` that stand, such as `B2-B3`,
    ///   or which of the scenario's are gone (`removed-walls`).
    /// - A deck is its `discard` and the cards known by depth from the `top`, `0` being the next: to everybody in
    ///   `top`, to this world alone in `hidden-top`. A floor has its patrol deck's fields among its own; `events`,
    ///   `tools` and `loot` (nothing of it is discarded; the second Gold Bar is `gold-bar-2`) are objects of their own.
    /// - `hack-tokens`: `fingerprint`, `laser`, `motion`; `laptop`, `juicer-token`: flags; `crow`, `kitty` (loose):
    ///   cells.
    /// - `effects`: seats that own `emp`, `gymnastics`, `time-lock`, `video-loop`, and that wait for `heads-up` and
    ///   `jump-the-gun`.
    /// - `move`: the Move in progress; `pending`: what is still to be resolved, [`Frame`]s, the next one last, if left
    ///   out the `act` of the active player; `ending`: `playing`; `tally`: `events`, `alarms`, `stealth-lost`, for
    ///   statistics.
    pub struct Position {
        game: String, scenario: String, event_loop_rule: bool, empty_space: String, lost_visual: bool,
        players: Vec<Loose<PlayerForm>>,
        // `null` while it is still to be chosen, where that does not go without saying.
        #[serde(default, deserialize_with = "or_null")]
        entrance: String,
        turn: TurnForm,
        floors: Vec<Loose<FloorForm>>,
        events: DeckForm, tools: DeckForm, loot: LootForm,
        hack_tokens: RoomsForm, laptop: bool, juicer_token: bool, crow: String, kitty: String,
        effects: EffectsForm,
        r#move: MoveForm,
        pending: Vec<Value>,
        ending: String, tally: TallyForm,
    }
    pub(super) struct PlayerForm {
        character: String, at: String, stealth: i64, tools: Words, loot: Words, status: String,
    }
    pub(super) struct TurnForm {
        number: i64, seat: i64, actions: i64, counted: i64, chain: Vec<Loose<LinkForm>>,
        done: Words, attempts: Entries<i64>, flexed_to: String, flexed_floors: Vec<Loose<i64>>,
        espresso: i64, daydreaming: i64,
        gave: Vec<Loose<CardsForm>>, refused: Vec<Loose<CardsForm>>, refused_orders: Vec<Loose<StepsForm>>,
    }
    /// A cell of the back-and-forth chain.
    pub(super) struct LinkForm { at: String, points: i64, }
    pub(super) struct CardsForm { seat: i64, tools: Words, loot: Words, }
    pub(super) struct StepsForm { seat: i64, steps: Words, }
    pub(super) struct FloorForm {
        tiles: Entries<String>, hidden: Entries<String>,
        cracked: Words, disabled: Words, open: Words, taken: Words, moved_into: Words,
        safes: Entries<SafeForm>, stealth: Entries<i64>, alarms: Words, links: Words,
        guard: GuardForm, speed: i64, donuts: bool,
        discard: Words, top: Entries<String>, hidden_top: Entries<String>,
        walls: Words, removed_walls: Words,
    }
    pub(super) struct SafeForm { dice: i64, open: bool, tools: Words, loot: Words, }
    pub(super) struct GuardForm { at: String, die: String, away: bool, }
    pub(super) struct DeckForm { discard: Words, top: Entries<String>, hidden_top: Entries<String>, }
    pub(super) struct LootForm { top: Entries<String>, hidden_top: Entries<String>, }
    pub(super) struct RoomsForm { fingerprint: i64, laser: i64, motion: i64, }
    pub(super) struct EffectsForm {
        emp: i64, gymnastics: i64, time_lock: i64, video_loop: i64, heads_up: i64, jump_the_gun: i64,
    }
    pub(super) struct MoveForm {
        seat: i64, from: String, to: String, cause: String, paid: i64, impure: bool, revealed: bool,
    }
    pub(super) struct TallyForm { events: i64, alarms: i64, stealth_lost: i64, }
}

/// Words of [`done`].
pub(super) const DONE: [(&str, u16); 5] = [
    ("anything", done::ANYTHING),
    ("ability", done::ABILITY),
    ("crow", done::CROW),
    ("suit", done::SUIT),
    ("shift-change", done::SHIFT_CHANGE),
];
/// Words for the steps of an order, with their bits.
pub(super) const STEPS: [(&str, u8); 7] = [
    ("right", 1),
    ("left", 2),
    ("down", 4),
    ("up", 8),
    ("above", 16),
    ("below", 32),
    ("elsewhere", 64),
];
pub(super) const STATUSES: [(&str, Status); 3] = [
    ("outside", Status::Outside),
    ("inside", Status::Inside),
    ("escaped", Status::Escaped),
];
/// Words for why a player Moves, the usual one first.
pub(super) const CAUSES: [(&str, Cause); 5] = [
    ("action", Cause::Action),
    ("climb", Cause::Climb),
    ("gut", Cause::Gut),
    ("orders", Cause::Orders),
    ("flexibility", Cause::Flexibility),
];
/// Words for whether the game is over, the usual one first.
pub(super) const ENDINGS: [(&str, Ending); 6] = [
    ("playing", Ending::Playing),
    ("escaped", Ending::Escaped),
    ("caught-floor1", Ending::CaughtFloor1),
    ("caught-floor2", Ending::CaughtFloor2),
    ("caught-floor3", Ending::CaughtFloor3),
    ("horizon", Ending::Horizon),
];
/// The name of the second Gold Bar in the Loot deck, where the two cards have places of their own.
pub(super) const SECOND_GOLD_BAR: &str = "gold-bar-2";
/// The name of the Lost Visual card in a patrol deck.
pub(super) const LOST_VISUAL_CARD: &str = "lost-visual";
/// S-START-5.
pub(super) const STEALTH: u8 = 3;
/// N-START-4.
pub(super) const ACTIONS: u8 = 4;

pub(super) fn word_for<T: PartialEq>(known: &[(&'static str, T)], value: T) -> &'static str {
    known
        .iter()
        .find(|(_, other)| *other == value)
        .map_or("", |(word, _)| word)
}

/// The speed a Guard begins with (S-SCEN-5).
pub(super) fn first_speed(scenario: Scenario, floor: usize) -> u8 {
    scenario.guard_dice().get(floor).copied().unwrap_or(0)
}

/// Whether the entrance is still to be chosen.
pub(super) fn is_opening(state: &BurgleBros) -> bool {
    let frames = state.stack.frames();
    frames
        .iter()
        .any(|frame| matches!(frame, Frame::PlaceFirstGuard | Frame::ChooseEntrance))
}

/// The entrance of a position that names none: none before it is chosen, then the first revealed square of floor 1, or
/// its first square if none is.
pub(super) fn default_entrance(state: &BurgleBros) -> u8 {
    if is_opening(state) {
        return NONE;
    }
    let revealed = state.floors[0].revealed;
    let squares = if revealed == 0 { state.plan(0).cells() } else { revealed };
    Cell::new(0, squares.trailing_zeros() as usize).code()
}

/// The cell that the back-and-forth chain of a position without one starts with.
pub(super) fn default_chain(state: &BurgleBros) -> Option<Cell> {
    let at = state.player(state.active()).at;
    (at != NONE).then(|| Cell::from_code(at))
}

/// All Events of a game of this many seats (S-START-2).
pub(super) fn all_events(seats: usize) -> u32 {
    if seats == 1 {
        Event::SET & !Event::NOT_SOLO
    } else {
        Event::SET
    }
}

/// The Tools shown to a drawer who has not kept one yet.
pub(super) fn tools_shown(frame: Frame) -> Vec<Tool> {
    if let Frame::DrawSecondTool { first, .. } = frame {
        vec![first]
    } else if let Frame::KeepTool { pair, .. } = frame {
        vec![pair.tools().0, pair.tools().1]
    } else {
        Vec::new()
    }
}
