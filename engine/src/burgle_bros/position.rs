//! The readable form of a state: JSON that a person can read and write.
//!
//! Reading one is two steps. A [`Position`] is unchecked: any JSON of about the right shape is one. Checking it gives a
//! state, or every contradiction in it with its field.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::components::{Character, Event, Face, Kind, Loot, Room, Tool};
use super::decks::DeckName;
use super::frame::{Drilled, Frame, MoveStage, Offer, Stack};
use super::rules::{HORIZON, TOP_SPEED};
use super::setup::{Scenario, Setup, Sides, set_aside};
use super::state::{
    BurgleBros, CHAIN, Cause, Ending, HOLE, MoveContext, NONE, ROOM_TOKENS, SAFE_DICE, SEATS, Status, TOKEN_TILES, done,
};
use crate::board::{Cell, PlanRef, Wall, parse_square, square_name, squares};
use crate::cards::{Deck, Top};
use crate::game::{Game, Node, NotationError, Overrides, PositionError, Problem, Seat};

// ---------------------------------------------------------------------------------------------------------------------
// The shape

/// A value of the wanted shape, or whatever else was written in its place: kept, so that checking can name its field.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
enum Loose<T> {
    Good(T),
    Bad(Value),
}

/// A field that may be left out.
type Opt<T> = Option<Loose<T>>;
/// A list of names.
type Words = Vec<Loose<String>>;

/// A shape that a [`Loose`] value may have: which kinds of JSON fit it.
trait Part: Sized {
    const EXPECTED: &'static str;

    fn from_flag(_flag: bool) -> Option<Self> {
        None
    }

    fn from_number(_number: i64) -> Option<Self> {
        None
    }

    fn from_word(_word: &str) -> Option<Self> {
        None
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Loose<Self>, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(list)).map(Loose::Bad)
    }

    fn from_object<'de, A: MapAccess<'de>>(object: A) -> Result<Loose<Self>, A::Error> {
        Value::deserialize(MapAccessDeserializer::new(object)).map(Loose::Bad)
    }
}

impl Part for bool {
    const EXPECTED: &'static str = "true or false";

    fn from_flag(flag: bool) -> Option<bool> {
        Some(flag)
    }
}

impl Part for i64 {
    const EXPECTED: &'static str = "a whole number";

    fn from_number(number: i64) -> Option<i64> {
        Some(number)
    }
}

impl Part for String {
    const EXPECTED: &'static str = "a name in quotes";

    fn from_word(word: &str) -> Option<String> {
        Some(word.to_owned())
    }
}

impl<T: for<'a> Deserialize<'a>> Part for Vec<T> {
    const EXPECTED: &'static str = "a list";

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Loose<Vec<T>>, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Loose::Good)
    }
}

/// An object whose keys are data; a key written twice is kept twice.
#[derive(Clone, PartialEq, Debug, Default)]
struct Entries<T>(Vec<(String, Loose<T>)>);

impl<T: Serialize> Serialize for Entries<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<T: Part> Part for Entries<T> {
    const EXPECTED: &'static str = "an object";

    fn from_object<'de, A: MapAccess<'de>>(mut object: A) -> Result<Loose<Entries<T>>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = object.next_entry()? {
            entries.push(entry);
        }
        Ok(Loose::Good(Entries(entries)))
    }
}

impl<'de, T: Part> Deserialize<'de> for Loose<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Loose<T>, D::Error> {
        struct AnyShape<T>(PhantomData<T>);

        impl<'de, T: Part> Visitor<'de> for AnyShape<T> {
            type Value = Loose<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(T::EXPECTED)
            }

            fn visit_bool<E>(self, flag: bool) -> Result<Loose<T>, E> {
                Ok(T::from_flag(flag).map_or_else(|| Loose::Bad(Value::from(flag)), Loose::Good))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Loose<T>, E> {
                Ok(T::from_number(number).map_or_else(|| Loose::Bad(Value::from(number)), Loose::Good))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Loose<T>, E> {
                let fitting = i64::try_from(number).ok().and_then(T::from_number);
                Ok(fitting.map_or_else(|| Loose::Bad(Value::from(number)), Loose::Good))
            }

            fn visit_f64<E>(self, number: f64) -> Result<Loose<T>, E> {
                Ok(Loose::Bad(Value::from(number)))
            }

            fn visit_str<E>(self, word: &str) -> Result<Loose<T>, E> {
                Ok(T::from_word(word).map_or_else(|| Loose::Bad(Value::from(word)), Loose::Good))
            }

            fn visit_unit<E>(self) -> Result<Loose<T>, E> {
                Ok(Loose::Bad(Value::Null))
            }

            fn visit_none<E>(self) -> Result<Loose<T>, E> {
                Ok(Loose::Bad(Value::Null))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Loose<T>, A::Error> {
                T::from_list(list)
            }

            fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Loose<T>, A::Error> {
                T::from_object(object)
            }
        }

        deserializer.deserialize_any(AnyShape(PhantomData))
    }
}

/// A field whose `null` is told from its absence.
fn or_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Opt<String>, D::Error> {
    Loose::deserialize(deserializer).map(Some)
}

/// Declares an object with named fields, all of which may be left out.
macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
            #[serde(deny_unknown_fields, rename_all = "kebab-case")]
            struct $name {
                $(#[serde(skip_serializing_if = "Option::is_none")] $field: Option<Loose<$type>>,)+
            }

            impl Part for $name {
                const EXPECTED: &'static str = "an object";

                fn from_object<'de, A: MapAccess<'de>>(object: A) -> Result<Loose<$name>, A::Error> {
                    $name::deserialize(MapAccessDeserializer::new(object)).map(Loose::Good)
                }
            }
        )+
    };
}

forms! {
    PlayerForm { character: String, at: String, stealth: i64, tools: Words, loot: Words, status: String, }
    TurnForm {
        number: i64,
        seat: i64,
        actions: i64,
        counted: i64,
        chain: Vec<Loose<LinkForm>>,
        done: Words,
        attempts: Entries<i64>,
        flexed_to: String,
        flexed_floors: Vec<Loose<i64>>,
        espresso: i64,
        daydreaming: i64,
        gave: Vec<Loose<CardsForm>>,
        refused: Vec<Loose<CardsForm>>,
        refused_orders: Vec<Loose<StepsForm>>,
    }
    /// A cell of the back-and-forth chain.
    LinkForm { at: String, points: i64, }
    CardsForm { seat: i64, tools: Words, loot: Words, }
    StepsForm { seat: i64, steps: Words, }
    FloorForm {
        tiles: Entries<String>,
        hidden: Entries<String>,
        cracked: Words,
        disabled: Words,
        open: Words,
        taken: Words,
        moved_into: Words,
        safes: Entries<SafeForm>,
        stealth: Entries<i64>,
        alarms: Words,
        links: Words,
        guard: GuardForm,
        speed: i64,
        donuts: bool,
        discard: Words,
        top: Entries<String>,
        hidden_top: Entries<String>,
        removed_walls: Words,
    }
    SafeForm { dice: i64, open: bool, tools: Words, loot: Words, }
    GuardForm { at: String, die: String, }
    DeckForm { discard: Words, top: Entries<String>, hidden_top: Entries<String>, }
    LootForm { top: Entries<String>, hidden_top: Entries<String>, }
    RoomsForm { fingerprint: i64, laser: i64, motion: i64, }
    EffectsForm { emp: i64, gymnastics: i64, time_lock: i64, video_loop: i64, heads_up: i64, jump_the_gun: i64, }
    MoveForm { seat: i64, from: String, to: String, cause: String, paid: i64, impure: bool, revealed: bool, }
    TallyForm { events: i64, alarms: i64, stealth_lost: i64, }
}

/// The readable form of a state of Burgle Bros., unchecked.
///
/// Everything has a default, and everything that has its default is left out when a state is written, so a position
/// may be as short as this one:
///
/// ```json
/// {
///   "players": [{"character": "hawk-basic", "at": "1:B2", "tools": ["emp"]}],
///   "floors": [{"tiles": {"B2": "laser-1"}, "guard": {"at": "C4", "die": "C1"}, "discard": ["C4", "C1"]}]
/// }
/// ```
///
/// Cells are `1:B2`, squares of a floor `B2`; floors and seats are numbered from 1, except inside `pending`, where
/// floors are numbered from 0. Cards that are neither discarded, held, lying about, in use nor in force are in their
/// decks; a patrol deck is shorter by the cards set aside (S-PATROL-4).
///
/// - `game`, `scenario`, `event-loop-rule`: `"burgle-bros"`, `"bank-job"`, `true`.
/// - `players`, one a seat: `character`; `at`, `stealth` (3), `tools`, `loot`; `status`, which is `inside` with a cell,
///   `outside` without one, and `escaped` only if said.
/// - `entrance`: a cell of floor 1; if left out 1:A1, or the first revealed square of the floor if that is face down.
/// - `turn`: `number` (1), `seat` (1), `actions` left (4), points `counted` apart from the `chain` (cells `at` with
///   their `points`; it begins as the active player's cell), things `done`, failed `attempts` by Keypad number,
///   `flexed-to`, `flexed-floors`, the floors of `espresso` and `daydreaming`, cards each `seat` `gave` and `refused`,
///   and `refused-orders` (`steps`: right, left, down, up, above, below, elsewhere).
/// - `floors`, from the ground up, those at the end left out if untouched: revealed `tiles` and known face-down ones
///   (`hidden`) by square; squares with marks: `cracked`, `disabled`, `open` (Keypads), `taken` (Laboratories),
///   `moved-into` (Motion); revealed `safes` by square: `dice`, `open`, `tools` and `loot` lying there; `stealth`
///   tokens by square (a Lavatory left out has none); `alarms`; `links` with the square above; the `guard`: `at` and
///   `die`, left out while he is not in play; `speed`; `donuts`; the patrol deck; `removed-walls` such as `B2-B3`.
/// - A deck is its `discard` and the cards known by depth from the `top`, `0` being the next: to everybody in `top`, to
///   this world alone in `hidden-top`. A floor has its patrol deck's fields among its own; `events`, `tools` and `loot`
///   (nothing of it is discarded; the second Gold Bar is `gold-bar-2`) are objects of their own.
/// - `hack-tokens`: `fingerprint`, `laser`, `motion`; `laptop`, `juicer-token`: flags; `crow`, `kitty` (loose): cells.
/// - `effects`: seats that own `emp`, `gymnastics`, `time-lock`, `video-loop`, and that wait for `heads-up` and
///   `jump-the-gun`.
/// - `move`: the Move in progress; `pending`: what is still to be resolved, [`Frame`]s, the next one last, if left out
///   the `act` of the active player; `ending`: `playing`; `tally`: `events`, `alarms`, `stealth-lost`, for statistics.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Opt<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Opt<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event_loop_rule: Opt<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Opt<Vec<Loose<PlayerForm>>>,
    #[serde(default, deserialize_with = "or_null", skip_serializing_if = "Option::is_none")]
    entrance: Opt<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Opt<TurnForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    floors: Opt<Vec<Loose<FloorForm>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Opt<DeckForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Opt<DeckForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loot: Opt<LootForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hack_tokens: Opt<RoomsForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    laptop: Opt<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    juicer_token: Opt<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crow: Opt<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kitty: Opt<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effects: Opt<EffectsForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#move: Opt<MoveForm>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pending: Opt<Vec<Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Opt<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tally: Opt<TallyForm>,
}

impl Serialize for BurgleBros {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Position::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BurgleBros {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BurgleBros, D::Error> {
        Position::deserialize(deserializer)?
            .check(Overrides::None)
            .map_err(serde::de::Error::custom)
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Words and defaults, for both ways

/// Words of [`done`].
const DONE: [(&str, u16); 5] = [
    ("anything", done::ANYTHING),
    ("ability", done::ABILITY),
    ("crow", done::CROW),
    ("suit", done::SUIT),
    ("shift-change", done::SHIFT_CHANGE),
];
/// Words for the steps of an order, in the order of their bits.
const STEPS: [&str; 7] = ["right", "left", "down", "up", "above", "below", "elsewhere"];
const STATUSES: [&str; 3] = ["outside", "inside", "escaped"];
const CAUSES: [(&str, Cause); 5] = [
    ("action", Cause::Action),
    ("climb", Cause::Climb),
    ("gut", Cause::Gut),
    ("orders", Cause::Orders),
    ("flexibility", Cause::Flexibility),
];
const ENDINGS: [(&str, Ending); 6] = [
    ("playing", Ending::Playing),
    ("escaped", Ending::Escaped),
    ("caught-floor1", Ending::CaughtFloor1),
    ("caught-floor2", Ending::CaughtFloor2),
    ("caught-floor3", Ending::CaughtFloor3),
    ("horizon", Ending::Horizon),
];
/// The name of the second Gold Bar in the Loot deck, where the two cards have places of their own.
const SECOND_GOLD_BAR: &str = "gold-bar-2";
/// S-START-5.
const STEALTH: i64 = 3;
/// N-START-4.
const ACTIONS: i64 = 4;
/// More actions than any turn has, but for a person who knows better.
const MANY_ACTIONS: i64 = 12;
/// The most that actions and points may be, so that their sums stay in a byte.
const MOST_POINTS: i64 = 100;
/// The most that a counter of the tally may be.
const MOST_COUNTED: i64 = 30_000;
/// The most failed attempts on a Keypad, so that the odds of the next roll stay exact.
const MOST_ATTEMPTS: i64 = 9;
const KEYPAD_DICE: u8 = 12;
/// The most tiles with Stealth tokens, so that there is room for one Smoke Bomb more.
const MOST_TOKEN_TILES: usize = TOKEN_TILES - 1;
/// The most movement a Guard has: his speed, an alarm on every tile and an Espresso.
const MOST_MOVEMENT: u8 = 40;

fn is_opening(frames: &[Frame]) -> bool {
    frames
        .iter()
        .any(|frame| matches!(frame, Frame::PlaceFirstGuard | Frame::ChooseEntrance))
}

/// The entrance of a position that names none: 1:A1, or if that is face down the first revealed square of floor 1.
fn default_entrance(state: &BurgleBros) -> u8 {
    let revealed = state.floors[0].revealed;
    let square = if revealed & 1 != 0 || revealed == 0 {
        0
    } else {
        revealed.trailing_zeros() as usize
    };
    Cell::new(0, square).code()
}

/// The cell that the back-and-forth chain of a position without one starts with.
fn default_chain(state: &BurgleBros) -> Option<Cell> {
    let at = state.player(state.active()).at;
    (at != NONE).then(|| Cell::from_code(at))
}

/// All Events of a game of this many seats (S-START-2).
fn all_events(seats: usize) -> u32 {
    if seats == 1 {
        Event::SET & !Event::NOT_SOLO
    } else {
        Event::SET
    }
}

/// The Events in force or waiting for their player (E-NOTE-1).
fn events_in_force(state: &BurgleBros) -> u32 {
    [
        (state.gymnastics, Event::Gymnastics),
        (state.time_lock, Event::TimeLock),
        (state.video_loop, Event::VideoLoop),
        (state.heads_up, Event::HeadsUp),
        (state.jump_the_gun, Event::JumpTheGun),
    ]
    .into_iter()
    .filter(|(owner, _)| *owner != NONE)
    .fold(0, |set, (_, event)| set | event.bit())
}

/// The Tools shown to a drawer who has not kept one yet.
fn tools_shown(frame: Frame) -> Vec<Tool> {
    match frame {
        Frame::DrawSecondTool { first, .. } => vec![first],
        Frame::KeepTool { pair, .. } => {
            let (first, second) = pair.tools();
            vec![first, second]
        }
        _ => Vec::new(),
    }
}

fn frame_name(frame: Frame) -> String {
    // Frames are plain enumerations of numbers and names, which JSON always holds.
    serde_json::to_string(&frame).unwrap_or_default()
}

// ---------------------------------------------------------------------------------------------------------------------
// State to position

fn given<T>(value: T) -> Opt<T> {
    Some(Loose::Good(value))
}

fn unless<T: PartialEq>(value: T, default: T) -> Opt<T> {
    (value != default).then_some(Loose::Good(value))
}

fn form<T: Default + PartialEq>(form: T) -> Opt<T> {
    unless(form, T::default())
}

fn words<T: ToString>(items: impl Iterator<Item = T>) -> Opt<Words> {
    form(items.map(|item| Loose::Good(item.to_string())).collect())
}

fn names(mask: u32) -> Opt<Words> {
    words(squares(mask).map(square_name))
}

fn entries<T: Default + PartialEq>(items: impl Iterator<Item = (String, T)>) -> Opt<Entries<T>> {
    form(Entries(items.map(|(key, value)| (key, Loose::Good(value))).collect()))
}

fn cell_name(code: u8) -> Opt<String> {
    (code != NONE).then(|| Loose::Good(Cell::from_code(code).to_string()))
}

/// A seat or a floor, numbered from 1.
fn number_of(index: u8) -> Opt<i64> {
    (index != NONE).then(|| Loose::Good(i64::from(index) + 1))
}

fn tool_names(set: u16) -> Opt<Words> {
    words(Tool::members(set))
}

fn loot_names(set: u16) -> Opt<Words> {
    let second = (set & Loot::SECOND_GOLD_BAR != 0).then_some(Loot::GoldBar);
    words(Loot::members(set).chain(second))
}

fn loot_card_name(card: u8) -> &'static str {
    Loot::ALL.get(card as usize).map_or(SECOND_GOLD_BAR, |loot| loot.name())
}

/// The places of a deck that the state knows: those that everybody knows, or the others.
fn known_places(deck: Deck<'_>, public: bool, name: impl Fn(u8) -> String) -> Opt<Entries<String>> {
    entries((0..deck.len()).filter_map(|depth| match deck.at_depth(depth) {
        Top::Known(card) if deck.is_public(depth) == public => Some((depth.to_string(), name(card))),
        _ => None,
    }))
}

impl Position {
    pub(super) fn of(state: &BurgleBros) -> Position {
        let frames = state.stack.frames();
        let entrance = if is_opening(frames) {
            NONE
        } else {
            default_entrance(state)
        };
        let mut floors: Vec<FloorForm> = (0..state.floor_count()).map(|floor| floor_form(state, floor)).collect();
        while floors.last().is_some_and(|floor| *floor == FloorForm::default()) {
            floors.pop();
        }
        let shown = frames
            .iter()
            .flat_map(|&frame| tools_shown(frame))
            .fold(0, |set, tool| set | tool.bit());
        let discarded_events =
            all_events(state.seats().count()) & !state.deck(DeckName::Events).unseen & !events_in_force(state);
        let event = |card: u8| Event::ALL[card as usize].to_string();
        let tool = |card: u8| Tool::ALL[card as usize].to_string();
        let loot = |card: u8| loot_card_name(card).to_owned();
        let idle_frames = if state.ending == Ending::Playing {
            vec![Frame::Act]
        } else {
            Vec::new()
        };
        let tokens = |room| unless(i64::from(state.room_tokens(room)), 0);
        Position {
            game: given(BurgleBros::ID.to_owned()),
            scenario: given(state.scenario.name().to_owned()),
            event_loop_rule: unless(state.loop_rule, true),
            players: given(
                state
                    .seats()
                    .map(|seat| Loose::Good(player_form(state, seat)))
                    .collect(),
            ),
            entrance: if state.entrance == entrance {
                None
            } else {
                // Only positions with an entrance of their own are written, and then it is on the board.
                cell_name(state.entrance).or(Some(Loose::Bad(Value::Null)))
            },
            turn: form(turn_form(state)),
            floors: form(floors.into_iter().map(Loose::Good).collect()),
            events: form(DeckForm {
                discard: words(squares(discarded_events).map(|card| Event::ALL[card])),
                top: known_places(state.deck(DeckName::Events), true, event),
                hidden_top: known_places(state.deck(DeckName::Events), false, event),
            }),
            tools: form(DeckForm {
                discard: tool_names(state.discarded_tools() & !shown),
                top: known_places(state.deck(DeckName::Tools), true, tool),
                hidden_top: known_places(state.deck(DeckName::Tools), false, tool),
            }),
            loot: form(LootForm {
                top: known_places(state.deck(DeckName::Loot), true, loot),
                hidden_top: known_places(state.deck(DeckName::Loot), false, loot),
            }),
            hack_tokens: form(RoomsForm {
                fingerprint: tokens(Room::Fingerprint),
                laser: tokens(Room::Laser),
                motion: tokens(Room::Motion),
            }),
            laptop: unless(state.laptop, false),
            juicer_token: unless(state.juicer_token, false),
            crow: cell_name(state.crow),
            kitty: cell_name(state.kitty),
            effects: form(EffectsForm {
                emp: number_of(state.emp),
                gymnastics: number_of(state.gymnastics),
                time_lock: number_of(state.time_lock),
                video_loop: number_of(state.video_loop),
                heads_up: number_of(state.heads_up),
                jump_the_gun: number_of(state.jump_the_gun),
            }),
            r#move: (state.mover.seat != NONE).then(|| Loose::Good(move_form(&state.mover))),
            pending: (frames != idle_frames).then(|| {
                // As in `frame_name`: a frame is always a JSON value.
                Loose::Good(
                    frames
                        .iter()
                        .map(|frame| serde_json::to_value(frame).unwrap_or_default())
                        .collect(),
                )
            }),
            ending: ENDINGS
                .iter()
                .find(|(_, ending)| *ending == state.ending && state.ending != Ending::Playing)
                .map(|(word, _)| Loose::Good((*word).to_owned())),
            tally: form(TallyForm {
                events: unless(i64::from(state.tally.events), 0),
                alarms: unless(i64::from(state.tally.alarms), 0),
                stealth_lost: unless(i64::from(state.tally.stealth_lost), 0),
            }),
        }
    }
}

fn player_form(state: &BurgleBros, seat: Seat) -> PlayerForm {
    let player = state.player(seat);
    PlayerForm {
        character: given(player.character.to_string()),
        at: cell_name(player.at),
        stealth: unless(i64::from(player.stealth), STEALTH),
        tools: tool_names(player.tools),
        loot: loot_names(player.loot),
        status: (player.status == Status::Escaped).then(|| Loose::Good(STATUSES[2].to_owned())),
    }
}

fn turn_form(state: &BurgleBros) -> TurnForm {
    let turn = &state.turn;
    let chain: Vec<(Cell, u8)> = turn
        .chain
        .iter()
        .zip(&turn.chain_points)
        .filter(|(cell, _)| **cell != NONE)
        .map(|(&cell, &points)| (Cell::from_code(cell), points))
        .collect();
    let usual: Vec<(Cell, u8)> = default_chain(state).map(|cell| (cell, 0)).into_iter().collect();
    let cards = |tools: [u16; SEATS], loot: [u16; SEATS]| {
        let forms = state
            .seats()
            .filter(|seat| tools[seat.index()] | loot[seat.index()] != 0)
            .map(|seat| {
                Loose::Good(CardsForm {
                    seat: number_of(seat.0),
                    tools: tool_names(tools[seat.index()]),
                    loot: loot_names(loot[seat.index()]),
                })
            });
        form(forms.collect())
    };
    let refused_orders = state
        .seats()
        .filter(|seat| turn.refused_orders[seat.index()] != 0)
        .map(|seat| {
            let bits = turn.refused_orders[seat.index()];
            let steps = STEPS.iter().enumerate().filter(|(bit, _)| bits & 1 << bit != 0);
            Loose::Good(StepsForm {
                seat: number_of(seat.0),
                steps: words(steps.map(|(_, step)| step)),
            })
        });
    TurnForm {
        number: unless(i64::from(turn.number), 1),
        seat: unless(i64::from(turn.seat) + 1, 1),
        actions: unless(i64::from(turn.actions), ACTIONS),
        counted: unless(i64::from(turn.counted), 0),
        chain: (chain != usual).then(|| {
            let links = chain.iter().map(|&(cell, points)| {
                Loose::Good(LinkForm {
                    at: given(cell.to_string()),
                    points: unless(i64::from(points), 0),
                })
            });
            Loose::Good(links.collect())
        }),
        done: words(
            DONE.iter()
                .filter(|(_, bit)| state.has_done(*bit))
                .map(|(word, _)| word),
        ),
        attempts: entries(
            (4..)
                .zip(turn.attempts)
                .filter(|(_, failed)| *failed > 0)
                .map(|(number, failed): (u8, u8)| (number.to_string(), i64::from(failed))),
        ),
        flexed_to: cell_name(turn.flexed_to),
        flexed_floors: form(
            squares(u32::from(turn.flexed_floors))
                .map(|floor| Loose::Good(floor as i64 + 1))
                .collect(),
        ),
        espresso: number_of(turn.espresso),
        daydreaming: number_of(turn.daydreaming),
        gave: cards(turn.gave_tools, turn.gave_loot),
        refused: cards(turn.refused_tools, turn.refused_loot),
        refused_orders: form(refused_orders.collect()),
    }
}

fn floor_form(state: &BurgleBros, index: usize) -> FloorForm {
    let floor = &state.floors[index];
    let plan = state.plan(index);
    let at = |square: usize| Cell::new(index, square);
    let tiles = |mask: u32| {
        let known = squares(mask).filter(|&square| state.tiles[state.place(at(square))] != HOLE);
        entries(known.map(|square| {
            (
                square_name(square),
                Face(state.tiles[state.place(at(square))]).to_string(),
            )
        }))
    };
    let having = |set: u64, fits: &dyn Fn(Kind) -> bool| {
        let marked = squares(floor.revealed).filter(|&square| {
            state
                .face(at(square))
                .is_some_and(|face| set & face.bit() != 0 && fits(face.kind()))
        });
        words(marked.map(square_name))
    };
    let safes = squares(floor.revealed).filter_map(|square| {
        let safe = state.safe_at(at(square))?;
        let form = SafeForm {
            dice: unless(i64::from(safe.dice), 0),
            open: unless(safe.open, false),
            tools: tool_names(safe.tools),
            loot: loot_names(safe.loot),
        };
        (form != SafeForm::default()).then(|| (square_name(square), form))
    });
    let stealth = squares(plan.cells).map(|square| (square_name(square), i64::from(state.tokens_on(at(square)))));
    let guard = floor.guard;
    let card = |square: u8| square_name(square as usize);
    let patrol = state.deck(DeckName::Patrol(index));
    let walls = official_plan(state.scenario, index).map_or(0, |official| official.walls) & !plan.walls;
    FloorForm {
        tiles: tiles(floor.revealed),
        hidden: tiles(plan.cells & !floor.revealed),
        cracked: having(state.cracked, &|_| true),
        disabled: having(state.disabled, &|_| true),
        open: having(state.marked, &|kind| kind == Kind::Keypad),
        taken: having(state.marked, &|kind| kind == Kind::Laboratory),
        moved_into: having(state.marked, &|kind| kind == Kind::Motion),
        safes: entries(safes),
        stealth: entries(stealth.filter(|(_, tokens)| *tokens > 0)),
        alarms: names(floor.alarms),
        links: names(floor.links),
        guard: (guard.at != NONE).then(|| {
            Loose::Good(GuardForm {
                at: given(card(guard.at)),
                die: (guard.die != NONE).then(|| Loose::Good(card(guard.die))),
            })
        }),
        speed: unless(i64::from(guard.speed), official_speed(state.scenario, index)),
        donuts: unless(state.donuts == index as u8, false),
        discard: names(plan.cells & !patrol.unseen),
        top: known_places(patrol, true, card),
        hidden_top: known_places(patrol, false, card),
        removed_walls: words(Wall::all(walls)),
    }
}

fn official_plan(scenario: Scenario, floor: usize) -> Option<PlanRef> {
    scenario.plans().get(floor).copied()
}

fn official_speed(scenario: Scenario, floor: usize) -> i64 {
    scenario.guard_dice().get(floor).map_or(0, |&speed| i64::from(speed))
}

fn move_form(mover: &MoveContext) -> MoveForm {
    MoveForm {
        seat: number_of(mover.seat),
        from: cell_name(mover.from),
        to: cell_name(mover.to),
        cause: CAUSES
            .iter()
            .find(|(_, cause)| *cause == mover.cause && mover.cause != Cause::Action)
            .map(|(word, _)| Loose::Good((*word).to_owned())),
        paid: unless(i64::from(mover.paid), 0),
        impure: unless(mover.impure, false),
        revealed: unless(mover.revealed, false),
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Position to state

impl Position {
    /// The state, or everything that is wrong. Every number, square and seat is checked before it is stored, so what is
    /// looked up while problems are still being collected is always there.
    pub(super) fn check(self, overrides: Overrides) -> Result<BurgleBros, PositionError<Position>> {
        let mut reader = Reader::default();
        let state = reader.read(&self);
        let mut problems = reader.problems;
        if overrides == Overrides::Waivable {
            problems.retain(|problem| !problem.waivable);
        }
        if problems.is_empty() {
            return Ok(state);
        }
        Err(PositionError {
            position: Box::new(self),
            problems,
        })
    }
}

/// What is read so far: the problems, and where every card was found.
#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
    places: BTreeMap<&'static str, Vec<String>>,
    tools: u16,
    loot: u16,
    events: u32,
}

/// A list that was left out.
const NOTHING: &[Loose<String>] = &[];

impl Reader {
    fn wrong(&mut self, field: impl Into<String>, what: impl Into<String>) {
        self.problems.push(Problem::new(field, what));
    }

    fn doubtful(&mut self, field: impl Into<String>, what: impl Into<String>) {
        self.problems.push(Problem::waivable(field, what));
    }

    fn is_sound(&self) -> bool {
        self.problems.iter().all(|problem| problem.waivable)
    }

    /// A value of the right shape; another shape is a problem.
    fn item<'a, T: Part>(&mut self, field: &str, value: &'a Loose<T>) -> Option<&'a T> {
        match value {
            Loose::Good(value) => Some(value),
            Loose::Bad(value) => {
                self.wrong(field, format!("found {value}, expected {}", T::EXPECTED));
                None
            }
        }
    }

    fn part<'a, T: Part>(&mut self, field: &str, value: &'a Opt<T>) -> Option<&'a T> {
        self.item(field, value.as_ref()?)
    }

    fn flag(&mut self, field: &str, value: &Opt<bool>, default: bool) -> bool {
        self.part(field, value).copied().unwrap_or(default)
    }

    fn in_range(&mut self, field: &str, number: i64, range: RangeInclusive<i64>) -> Option<i64> {
        if range.contains(&number) {
            return Some(number);
        }
        self.wrong(
            field,
            format!("found {number}, expected {} to {}", range.start(), range.end()),
        );
        None
    }

    /// A number in a range, or the default.
    fn number(&mut self, field: &str, value: &Opt<i64>, default: i64, range: RangeInclusive<i64>) -> i64 {
        let number = self.part(field, value).copied();
        number
            .and_then(|number| self.in_range(field, number, range))
            .unwrap_or(default)
    }

    /// A number from 1 as an index from 0, or the byte for none.
    fn index(&mut self, field: &str, value: &Opt<i64>, count: usize) -> u8 {
        let number = self.part(field, value).copied();
        let number = number.and_then(|number| self.in_range(field, number, 1..=count as i64));
        number.map_or(NONE, |number| number as u8 - 1)
    }

    /// A seat that must be given.
    fn seat(&mut self, field: &str, value: &Opt<i64>, count: usize) -> Option<Seat> {
        if value.is_none() {
            self.wrong(field, format!("missing, expected a seat from 1 to {count}"));
        }
        let index = self.index(field, value, count);
        (index != NONE).then_some(Seat(index))
    }

    fn name<T: FromStr<Err = NotationError>>(&mut self, field: &str, text: &str) -> Option<T> {
        match text.parse() {
            Ok(item) => Some(item),
            Err(error) => {
                self.wrong(field, format!("found `{text}`, expected {}", error.expected));
                None
            }
        }
    }

    /// One of a fixed list of words.
    fn word<T: Copy>(&mut self, field: &str, text: &str, known: &[(&str, T)]) -> Option<T> {
        let found = known.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let list: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            self.wrong(field, format!("found `{text}`, expected one of {}", list.join(", ")));
        }
        found.map(|(_, value)| *value)
    }

    fn square(&mut self, field: &str, text: &str, plan: PlanRef) -> Option<usize> {
        let square = parse_square(text).filter(|&square| plan.cells & 1 << square != 0);
        if square.is_none() {
            let last = square_name(squares(plan.cells).last().unwrap_or(0));
            self.wrong(
                field,
                format!("found `{text}`, expected a square of this floor, A1 to {last}"),
            );
        }
        square
    }

    /// Squares, each once, with their fields.
    fn square_list(&mut self, field: &str, value: &Opt<Words>, plan: PlanRef) -> Vec<(String, usize)> {
        let mut found: Vec<(String, usize)> = Vec::new();
        for (place, text) in self
            .part(field, value)
            .map_or(NOTHING, Vec::as_slice)
            .iter()
            .enumerate()
        {
            let field = format!("{field}[{place}]");
            let Some(square) = self.item(&field, text).and_then(|text| self.square(&field, text, plan)) else {
                continue;
            };
            if found.iter().any(|(_, other)| *other == square) {
                self.wrong(
                    field,
                    format!("found {} twice, expected every square once", square_name(square)),
                );
            } else {
                found.push((field, square));
            }
        }
        found
    }

    fn cell(&mut self, field: &str, text: &str, state: &BurgleBros) -> Option<Cell> {
        let cell = self.name(field, text)?;
        if in_building(state, cell) {
            return Some(cell);
        }
        let last = squares(state.plan(0).cells)
            .last()
            .map_or_else(String::new, square_name);
        let floors = state.floor_count();
        self.wrong(
            field,
            format!("found {cell}, expected a cell of the building, 1:A1 to {floors}:{last}"),
        );
        None
    }

    fn cell_code(&mut self, field: &str, value: &Opt<String>, state: &BurgleBros) -> u8 {
        let text = self.part(field, value);
        text.and_then(|text| self.cell(field, text, state))
            .map_or(NONE, Cell::code)
    }

    fn named<T: FromStr<Err = NotationError>>(&mut self, field: &str, value: &Opt<Words>) -> Vec<(String, T)> {
        let mut found = Vec::new();
        for (place, text) in self
            .part(field, value)
            .map_or(NOTHING, Vec::as_slice)
            .iter()
            .enumerate()
        {
            let field = format!("{field}[{place}]");
            if let Some(item) = self.item(&field, text).and_then(|text| self.name(&field, text)) {
                found.push((field, item));
            }
        }
        found
    }

    /// Notes where a card is. A card that is somewhere else already is a problem, and is not noted again.
    fn claim(&mut self, name: &'static str, field: &str, copies: usize) -> bool {
        let places = self.places.entry(name).or_default();
        if places.len() < copies {
            places.push(field.to_owned());
            return true;
        }
        let known = places.join(" and ");
        self.wrong(
            field,
            format!("found {name} again (it is at {known}), expected {copies} in the game"),
        );
        false
    }

    fn claim_tool(&mut self, field: &str, tool: Tool) -> bool {
        let free = self.claim(tool.name(), field, 1);
        self.tools |= tool.bit();
        free
    }

    fn claim_loot(&mut self, field: &str, loot: Loot, seats: usize) -> bool {
        if loot == Loot::GoldBar && seats == 1 {
            self.wrong(
                field,
                "found gold-bar, expected no Gold Bar in the solo game (S-START-2)",
            );
            return false;
        }
        let free = self.claim(loot.name(), field, if loot == Loot::GoldBar { 2 } else { 1 });
        self.loot |= loot.bit();
        free
    }

    fn claim_event(&mut self, field: &str, event: Event, seats: usize) {
        if all_events(seats) & event.bit() == 0 {
            self.wrong(
                field,
                format!("found {event}, expected only Events of the solo game (S-START-2)"),
            );
        } else {
            self.claim(event.name(), field, 1);
        }
        self.events |= event.bit();
    }

    fn held_tools(&mut self, field: &str, value: &Opt<Words>) -> u16 {
        let found: Vec<(String, Tool)> = self.named(field, value);
        found
            .into_iter()
            .filter(|(field, tool)| self.claim_tool(field, *tool))
            .fold(0, |set, (_, tool)| set | tool.bit())
    }

    fn read(&mut self, position: &Position) -> BurgleBros {
        if let Some(game) = self.part("game", &position.game)
            && game != BurgleBros::ID
        {
            self.wrong("game", format!("found `{game}`, expected `{}`", BurgleBros::ID));
        }
        let known: Vec<(&str, Scenario)> = Scenario::ALL
            .iter()
            .map(|&scenario| (scenario.name(), scenario))
            .collect();
        let scenario = self.part("scenario", &position.scenario);
        let scenario = scenario
            .and_then(|text| self.word("scenario", text, &known))
            .unwrap_or(Scenario::BankJob);
        let players = self.part("players", &position.players).map_or(&[][..], Vec::as_slice);
        let mut state = self.first_state(scenario, players);
        state.loop_rule = self.flag("event-loop-rule", &position.event_loop_rule, true);
        if let Some(text) = self.part("ending", &position.ending) {
            state.ending = self.word("ending", text, &ENDINGS).unwrap_or(Ending::Playing);
        }
        let (frames, all_read) = self.frames(position, &mut state);
        for (place, player) in players.iter().take(SEATS).enumerate() {
            if let Loose::Good(player) = player {
                self.player(place, player, &mut state);
            }
        }
        let floors = self.part("floors", &position.floors).map_or(&[][..], Vec::as_slice);
        if floors.len() > state.floor_count() {
            self.wrong(
                "floors",
                format!(
                    "found {} floors, expected at most {}",
                    floors.len(),
                    state.floor_count()
                ),
            );
        }
        for (index, floor) in floors.iter().take(state.floor_count()).enumerate() {
            let field = format!("floors[{index}]");
            if let Some(floor) = self.item(&field, floor) {
                self.floor(&field, floor, index, &mut state);
            }
        }
        self.entrance(&position.entrance, &frames, &mut state);
        state.crow = self.cell_code("crow", &position.crow, &state);
        state.kitty = self.cell_code("kitty", &position.kitty, &state);
        self.turn(&position.turn, &mut state);
        self.effects(&position.effects, &mut state);
        self.tokens(position, &mut state);
        self.decks(position, &frames, &mut state);
        self.tally(&position.tally, &mut state);
        self.mover(&position.r#move, &frames, &mut state);
        self.players_and_guards(&frames, &state);
        self.pending(&frames, all_read, position.r#move.is_some(), &state);
        if self.is_sound() {
            self.options(&frames, &state);
        }
        state
    }

    fn first_state(&mut self, scenario: Scenario, players: &[Loose<PlayerForm>]) -> BurgleBros {
        if !(1..=SEATS).contains(&players.len()) {
            self.wrong(
                "players",
                format!("found {} players, expected 1 to {SEATS}", players.len()),
            );
        }
        let seats = players.len().clamp(1, SEATS);
        let mut characters: Vec<Character> = Vec::new();
        for place in 0..seats {
            let field = format!("players[{place}]");
            let form = players.get(place).and_then(|player| self.item(&field, player));
            let field = format!("{field}.character");
            let name = form.and_then(|form| {
                if form.character.is_none() {
                    self.wrong(&*field, "missing, expected a character side such as hawk-basic");
                }
                self.part(&field, &form.character)
            });
            let Some(character) = name.and_then(|name| self.name::<Character>(&field, name)) else {
                characters.push(Character::AcrobatBasic);
                continue;
            };
            if seats == 1 && character.card() == Character::RookBasic.card() {
                self.wrong(
                    &*field,
                    format!("found {character}, expected no Rook in the solo game (S-START-2)"),
                );
            }
            let same = |other: &Loose<PlayerForm>| match other {
                Loose::Good(PlayerForm {
                    character: Some(Loose::Good(name)),
                    ..
                }) => name
                    .parse::<Character>()
                    .is_ok_and(|other| other.card() == character.card()),
                _ => false,
            };
            if players[..place].iter().any(same) {
                self.wrong(
                    &*field,
                    format!("found {character} again, expected every character at most once (S-START-3)"),
                );
            }
            characters.push(character);
        }
        let mut state = BurgleBros::first_state(&Setup {
            scenario,
            seats: seats as u8,
            characters,
            sides: Sides::Basic,
            first: Some(Seat(0)),
            stealth: STEALTH as u8,
            event_loop_rule: true,
            seed: None,
        });
        state.stack.clear();
        for player in &mut state.players {
            player.tools = 0;
        }
        state
    }

    /// The pending frames, and whether all could be read.
    fn frames(&mut self, position: &Position, state: &mut BurgleBros) -> (Vec<(String, Frame)>, bool) {
        let mut frames = Vec::new();
        let Some(values) = self.part("pending", &position.pending) else {
            if state.ending == Ending::Playing && position.pending.is_none() {
                frames.push(("pending[0]".to_owned(), Frame::Act));
                state.push(Frame::Act);
            }
            return (frames, true);
        };
        if values.len() > Stack::capacity() {
            self.wrong(
                "pending",
                format!("found {} steps, expected at most {}", values.len(), Stack::capacity()),
            );
        }
        if state.ending != Ending::Playing && !values.is_empty() {
            self.wrong(
                "pending",
                format!("found {} steps, expected none because the game is over", values.len()),
            );
        }
        let mut all_read = true;
        for (place, value) in values.iter().take(Stack::capacity()).enumerate() {
            let field = format!("pending[{place}]");
            match Frame::deserialize(value) {
                Ok(frame) => {
                    state.push(frame);
                    frames.push((field, frame));
                }
                Err(error) => {
                    all_read = false;
                    self.wrong(field, format!("found {value}, expected a pending step: {error}"));
                }
            }
        }
        (frames, all_read)
    }

    fn player(&mut self, place: usize, form: &PlayerForm, state: &mut BurgleBros) {
        let seats = state.seats().count();
        let field = |name: &str| format!("players[{place}].{name}");
        let at = self.cell_code(&field("at"), &form.at, state);
        let known = [
            (STATUSES[0], Status::Outside),
            (STATUSES[1], Status::Inside),
            (STATUSES[2], Status::Escaped),
        ];
        let said = self.part(&field("status"), &form.status);
        let said = said.and_then(|text| self.word(&field("status"), text, &known));
        let status = said.unwrap_or(if form.at.is_some() {
            Status::Inside
        } else {
            Status::Outside
        });
        if status == Status::Inside && form.at.is_none() {
            self.wrong(field("at"), "missing, expected the cell of a player who is inside");
        }
        if status != Status::Inside
            && let Some(Loose::Good(cell)) = &form.at
        {
            let word = if status == Status::Outside {
                STATUSES[0]
            } else {
                STATUSES[2]
            };
            self.wrong(
                field("at"),
                format!("found {cell}, expected no cell for a player whose status is {word}"),
            );
        }
        let stealth = self.number(&field("stealth"), &form.stealth, STEALTH, 0..=255);
        let tools = self.held_tools(&field("tools"), &form.tools);
        let mut loot = 0;
        for (field, item) in self.named::<Loot>(&field("loot"), &form.loot) {
            if self.claim_loot(&field, item, seats) && loot & item.bit() != 0 {
                self.wrong(
                    field,
                    "found a second gold-bar, expected at most one Gold Bar a player (L-GOLD-BAR)",
                );
            }
            loot |= item.bit();
        }
        let player = &mut state.players[place];
        player.stealth = stealth as u8;
        player.tools = tools;
        player.loot = loot;
        // A player without a cell is not inside, whatever was said; the problem is noted above.
        (player.status, player.at) = match status {
            Status::Inside if at != NONE => (Status::Inside, at),
            Status::Escaped => (Status::Escaped, NONE),
            _ => (Status::Outside, NONE),
        };
    }

    fn floor(&mut self, field: &str, form: &FloorForm, index: usize, state: &mut BurgleBros) {
        let sub = |name: &str| format!("{field}.{name}");
        let official = state.plan(index);
        for (place, text) in self
            .part(&sub("removed-walls"), &form.removed_walls)
            .map_or(NOTHING, Vec::as_slice)
            .iter()
            .enumerate()
        {
            let field = format!("{field}.removed-walls[{place}]");
            let Some(text) = self.item(&field, text) else { continue };
            let plan = state.plan(index);
            match Wall::parse(text).filter(|wall| plan.walls & wall.bit() != 0) {
                Some(wall) => state.plans[index] = plan.without_wall(wall),
                None => {
                    let walls: Vec<String> = Wall::all(official.walls).map(|wall| wall.to_string()).collect();
                    self.wrong(
                        field,
                        format!(
                            "found `{text}`, expected one of the walls, each once: {}",
                            walls.join(", ")
                        ),
                    );
                }
            }
        }
        let plan = state.plan(index);
        plan.prepare_openings();
        self.tiles(&sub("tiles"), &form.tiles, index, true, state);
        self.tiles(&sub("hidden"), &form.hidden, index, false, state);
        let (holes, fixed) = (u32::from(state.floors[index].holes), missing_fixed(state, index));
        if holes < fixed {
            self.wrong(
                sub("tiles"),
                format!("found {holes} squares left, expected {fixed} for the floor's Safe and Stairs (S-BUILD-1)"),
            );
        }
        self.marks(
            &sub("cracked"),
            &form.cracked,
            index,
            state,
            "tile with a number",
            |face| face.number() > 0,
            |state| &mut state.cracked,
        );
        self.marks(
            &sub("disabled"),
            &form.disabled,
            index,
            state,
            "alarm tile, Deadbolt or Keypad",
            |face| face.kind().can_be_disabled(),
            |state| &mut state.disabled,
        );
        for (name, list, what, kind) in [
            ("open", &form.open, "Keypad", Kind::Keypad),
            ("taken", &form.taken, "Laboratory", Kind::Laboratory),
            ("moved-into", &form.moved_into, "Motion tile", Kind::Motion),
        ] {
            self.marks(
                &sub(name),
                list,
                index,
                state,
                what,
                |face| face.kind() == kind,
                |state| &mut state.marked,
            );
        }
        self.safes(&sub("safes"), &form.safes, index, state);
        if let Some(Entries(stealth)) = self.part(&sub("stealth"), &form.stealth) {
            for (text, tokens) in stealth {
                let field = format!("{field}.stealth.{text}");
                let Some(square) = self.square(&field, text, plan) else {
                    continue;
                };
                let cell = Cell::new(index, square);
                let Some(tokens) = self
                    .item(&field, tokens)
                    .and_then(|&tokens| self.in_range(&field, tokens, 0..=255))
                else {
                    continue;
                };
                if tokens > 0 && !state.is_revealed(cell) {
                    self.wrong(
                        field,
                        format!("found {tokens} tokens on a face-down tile, expected a revealed one"),
                    );
                } else if state.tokens_on(cell) > 0 {
                    self.wrong(field, format!("found {text} twice, expected every square once"));
                } else if tokens > 0 && tiles_with_tokens(state) >= MOST_TOKEN_TILES {
                    self.wrong(
                        field,
                        format!(
                            "found tokens on more than {} tiles, more than a game has",
                            MOST_TOKEN_TILES
                        ),
                    );
                } else {
                    state.set_tokens_on(cell, tokens as u8);
                }
            }
        }
        for (field, square) in self.square_list(&sub("alarms"), &form.alarms, plan) {
            if state.is_revealed(Cell::new(index, square)) {
                state.floors[index].alarms |= 1 << square;
            } else {
                self.wrong(
                    field,
                    format!("found an alarm on {}, expected a revealed tile", square_name(square)),
                );
            }
        }
        for (_, square) in self.square_list(&sub("links"), &form.links, plan) {
            state.floors[index].links |= 1 << square;
        }
        self.guard(field, form, index, state);
        self.patrol(field, form, index, state);
    }

    fn tiles(
        &mut self,
        field: &str,
        given: &Opt<Entries<String>>,
        index: usize,
        revealed: bool,
        state: &mut BurgleBros,
    ) {
        let Some(Entries(tiles)) = self.part(field, given) else {
            return;
        };
        let plan = state.plan(index);
        for (text, face) in tiles {
            let field = format!("{field}.{text}");
            let square = self.square(&field, text, plan);
            let face = self.item(&field, face).and_then(|face| self.name::<Face>(&field, face));
            let (Some(square), Some(face)) = (square, face) else {
                continue;
            };
            let cell = Cell::new(index, square);
            let tile = state.tiles[state.place(cell)];
            let second = match face.kind() {
                Kind::Safe => state.safes_known & 1 << index != 0,
                Kind::Stairs => state.stairs_known & 1 << index != 0,
                _ => false,
            };
            if tile != HOLE {
                let known = Face(tile);
                self.wrong(
                    field,
                    format!("found {face} where {known} lies already, expected every square once"),
                );
            } else if face != Face::SAFE && state.scenario.faces() & face.bit() == 0 {
                self.wrong(
                    field,
                    format!("found {face}, expected a tile of the {}", state.scenario.name()),
                );
            } else if face != Face::SAFE && state.stock & face.bit() == 0 {
                self.wrong(
                    field,
                    format!("found {face} again, expected every tile once in the building"),
                );
            } else if second {
                let what = if face == Face::SAFE { "Safe" } else { "Stairs" };
                self.wrong(
                    field,
                    format!("found {face}, expected one {what} on each floor (S-BUILD-1)"),
                );
            } else {
                state.know_tile(cell, face);
                if revealed {
                    state.floors[index].revealed |= cell.bit();
                    if face == Face::SAFE {
                        state.place_safe(cell);
                    }
                }
            }
        }
    }

    /// Marks on revealed tiles of a kind.
    #[expect(clippy::too_many_arguments, reason = "one table of marks, read in one way")]
    fn marks(
        &mut self,
        field: &str,
        given: &Opt<Words>,
        index: usize,
        state: &mut BurgleBros,
        what: &str,
        fits: impl Fn(Face) -> bool,
        set: impl Fn(&mut BurgleBros) -> &mut u64,
    ) {
        for (field, square) in self.square_list(field, given, state.plan(index)) {
            match state.face(Cell::new(index, square)) {
                Some(face) if fits(face) => *set(state) |= face.bit(),
                Some(face) => {
                    self.wrong(
                        field,
                        format!("found {} with {face}, expected a {what}", square_name(square)),
                    );
                }
                None => self.wrong(
                    field,
                    format!("found {} face down, expected a revealed {what}", square_name(square)),
                ),
            }
        }
    }

    fn safes(&mut self, field: &str, given: &Opt<Entries<SafeForm>>, index: usize, state: &mut BurgleBros) {
        let seats = state.seats().count();
        let Some(Entries(safes)) = self.part(field, given) else {
            return;
        };
        let mut seen = 0u32;
        for (text, form) in safes {
            let field = format!("{field}.{text}");
            let Some(square) = self.square(&field, text, state.plan(index)) else {
                continue;
            };
            let Some(form) = self.item(&field, form) else { continue };
            if seen & 1 << square != 0 {
                self.wrong(&*field, format!("found {text} twice, expected every square once"));
            }
            seen |= 1 << square;
            let dice = self.number(&format!("{field}.dice"), &form.dice, 0, 0..=i64::from(SAFE_DICE));
            let open = self.flag(&format!("{field}.open"), &form.open, false);
            let tools = self.held_tools(&format!("{field}.tools"), &form.tools);
            let mut loot = 0;
            for (field, item) in self.named::<Loot>(&format!("{field}.loot"), &form.loot) {
                if self.claim_loot(&field, item, seats) {
                    loot |= if loot & item.bit() != 0 {
                        Loot::SECOND_GOLD_BAR
                    } else {
                        item.bit()
                    };
                }
            }
            match state.safe_at_mut(Cell::new(index, square)) {
                Some(safe) => {
                    safe.dice = dice as u8;
                    safe.open = open;
                    safe.tools = tools;
                    safe.loot = loot;
                }
                None => self.wrong(field, format!("found no revealed Safe on {text}, expected one")),
            }
        }
    }

    fn guard(&mut self, field: &str, form: &FloorForm, index: usize, state: &mut BurgleBros) {
        let plan = state.plan(index);
        let sub = |name: &str| format!("{field}.{name}");
        let usual = official_speed(state.scenario, index);
        let speed = self.number(&sub("speed"), &form.speed, usual, 1..=i64::from(TOP_SPEED));
        state.floors[index].guard.speed = speed as u8;
        if let Some(guard) = self.part(&sub("guard"), &form.guard) {
            let at = self.part(&sub("guard.at"), &guard.at);
            let at = at.and_then(|text| self.square(&sub("guard.at"), text, plan));
            if guard.at.is_none() {
                self.wrong(sub("guard.at"), "missing, expected the square of a Guard in play");
            }
            let die = self.part(&sub("guard.die"), &guard.die);
            let die = die.and_then(|text| self.square(&sub("guard.die"), text, plan));
            if let Some(at) = at {
                state.floors[index].guard.at = at as u8;
                state.floors[index].guard.die = die.map_or(NONE, |die| die as u8);
            }
        }
        if self.flag(&sub("donuts"), &form.donuts, false) {
            self.claim_tool(&sub("donuts"), Tool::Donuts);
            if form.guard.is_none() {
                self.wrong(sub("donuts"), "found true, expected Donuts only with a Guard in play");
            }
            state.donuts = index as u8;
        }
    }

    fn patrol(&mut self, field: &str, form: &FloorForm, index: usize, state: &mut BurgleBros) {
        let plan = state.plan(index);
        let sub = |name: &str| format!("{field}.{name}");
        let aside = set_aside(state.seats().count());
        let cards = plan.cells.count_ones() as usize;
        let discard = self.square_list(&sub("discard"), &form.discard, plan);
        let unseen = discard.iter().fold(plan.cells, |set, (_, square)| set & !(1 << square));
        if discard.len() + aside > cards {
            let most = cards - aside;
            self.wrong(
                sub("discard"),
                format!(
                    "found {} cards, expected at most {most}: {cards} less {aside} set aside (S-PATROL-4)",
                    discard.len()
                ),
            );
        }
        let length = (unseen.count_ones() as usize).saturating_sub(aside);
        state.change_deck(DeckName::Patrol(index), |deck| deck.shuffle(unseen, length));
        let name =
            |reader: &mut Reader, field: &str, text: &str| reader.square(field, text, plan).map(|square| square as u8);
        self.known_cards(&sub("top"), &form.top, true, DeckName::Patrol(index), state, name);
        self.known_cards(
            &sub("hidden-top"),
            &form.hidden_top,
            false,
            DeckName::Patrol(index),
            state,
            name,
        );
    }

    /// Cards at known depths.
    fn known_cards(
        &mut self,
        field: &str,
        given: &Opt<Entries<String>>,
        public: bool,
        deck_name: DeckName,
        state: &mut BurgleBros,
        name: impl Fn(&mut Reader, &str, &str) -> Option<u8>,
    ) {
        let Some(Entries(places)) = self.part(field, given) else {
            return;
        };
        for (text, card) in places {
            let deck = state.deck(deck_name);
            let field = format!("{field}.{text}");
            let card = self.item(&field, card);
            let card = card.and_then(|card| name(self, &field, card).map(|number| (card, number)));
            let Some(depth) = text.parse::<usize>().ok().filter(|&depth| depth < deck.len()) else {
                let cards = deck.len();
                self.wrong(
                    field,
                    format!("found depth `{text}`, expected less than the deck's {cards} cards, 0 on top"),
                );
                continue;
            };
            let Some((card, number)) = card else { continue };
            if deck.at_depth(depth) != Top::Hole {
                self.wrong(field, format!("found depth {depth} twice, expected every place once"));
            } else if deck.unseen & 1 << number == 0 {
                self.wrong(
                    field,
                    format!("found {card}, expected a card that is still in the deck"),
                );
            } else if deck.loose() & 1 << number == 0 {
                self.wrong(
                    field,
                    format!("found {card} twice in the deck, expected every card once"),
                );
            } else {
                state.change_deck(deck_name, |deck| deck.place(depth, number, public));
            }
        }
    }

    fn entrance(&mut self, value: &Opt<String>, frames: &[(String, Frame)], state: &mut BurgleBros) {
        let opening = frames.iter().any(|(_, frame)| is_opening(&[*frame]));
        let default = if opening { NONE } else { default_entrance(state) };
        state.entrance = match value {
            None => default,
            Some(Loose::Bad(Value::Null)) if opening => NONE,
            Some(Loose::Bad(Value::Null)) => {
                self.wrong(
                    "entrance",
                    "found null, expected a cell because the entrance has been chosen",
                );
                default
            }
            Some(value) => {
                let cell = self
                    .item("entrance", value)
                    .and_then(|text| self.cell("entrance", text, state));
                if let Some(cell) = cell {
                    if opening {
                        self.wrong("entrance", format!("found {cell}, expected none before it is chosen"));
                    }
                    if cell.floor() > 0 {
                        self.wrong(
                            "entrance",
                            format!("found {cell}, expected a cell of floor 1 (S-START-7)"),
                        );
                    }
                }
                cell.map_or(default, Cell::code)
            }
        };
    }

    fn turn(&mut self, value: &Opt<TurnForm>, state: &mut BurgleBros) {
        let none = TurnForm::default();
        let form = self.part("turn", value).unwrap_or(&none);
        let seats = state.seats().count();
        let floors = state.floor_count();
        let seat = self.index("turn.seat", &form.seat, seats);
        state.turn.seat = if seat == NONE { 0 } else { seat };
        state.turn.number = self.number("turn.number", &form.number, 1, 0..=i64::from(HORIZON)) as u16;
        let actions = self.number("turn.actions", &form.actions, ACTIONS, 0..=MOST_POINTS);
        if actions > MANY_ACTIONS {
            self.doubtful(
                "turn.actions",
                format!("found {actions}, expected at most {MANY_ACTIONS}"),
            );
        }
        state.turn.actions = actions as u8;
        state.turn.counted = self.number("turn.counted", &form.counted, 0, 0..=MOST_POINTS) as u8;
        self.chain(&form.chain, state);
        for (place, text) in self
            .part("turn.done", &form.done)
            .map_or(NOTHING, Vec::as_slice)
            .iter()
            .enumerate()
        {
            let field = format!("turn.done[{place}]");
            let bit = self.item(&field, text).and_then(|text| self.word(&field, text, &DONE));
            if let Some(bit) = bit {
                state.turn.done |= bit;
            }
        }
        if let Some(Entries(attempts)) = self.part("turn.attempts", &form.attempts) {
            for (text, failed) in attempts {
                let field = format!("turn.attempts.{text}");
                let place = self.word(&field, text, &[("4", 0), ("5", 1), ("6", 2)]);
                let failed = self
                    .item(&field, failed)
                    .and_then(|&failed| self.in_range(&field, failed, 0..=MOST_ATTEMPTS));
                if let (Some(place), Some(failed)) = (place, failed) {
                    state.turn.attempts[place] = failed as u8;
                }
            }
        }
        state.turn.flexed_to = self.cell_code("turn.flexed-to", &form.flexed_to, state);
        let empty = Vec::new();
        for (place, floor) in self
            .part("turn.flexed-floors", &form.flexed_floors)
            .unwrap_or(&empty)
            .iter()
            .enumerate()
        {
            let field = format!("turn.flexed-floors[{place}]");
            let floor = self
                .item(&field, floor)
                .and_then(|&floor| self.in_range(&field, floor, 1..=floors as i64));
            if let Some(floor) = floor {
                state.turn.flexed_floors |= 1 << (floor - 1);
            }
        }
        state.turn.espresso = self.index("turn.espresso", &form.espresso, floors);
        state.turn.daydreaming = self.index("turn.daydreaming", &form.daydreaming, floors);
        (state.turn.gave_tools, state.turn.gave_loot) = self.cards("turn.gave", &form.gave, seats);
        (state.turn.refused_tools, state.turn.refused_loot) = self.cards("turn.refused", &form.refused, seats);
        let empty = Vec::new();
        for (place, form) in self
            .part("turn.refused-orders", &form.refused_orders)
            .unwrap_or(&empty)
            .iter()
            .enumerate()
        {
            let field = format!("turn.refused-orders[{place}]");
            let Some(form) = self.item(&field, form) else { continue };
            let seat = self.seat(&format!("{field}.seat"), &form.seat, seats);
            let known: Vec<(&str, u8)> = STEPS.iter().enumerate().map(|(bit, word)| (*word, 1 << bit)).collect();
            let field = format!("{field}.steps");
            for (place, text) in self
                .part(&field, &form.steps)
                .map_or(NOTHING, Vec::as_slice)
                .iter()
                .enumerate()
            {
                let field = format!("{field}[{place}]");
                let bit = self.item(&field, text).and_then(|text| self.word(&field, text, &known));
                if let (Some(seat), Some(bit)) = (seat, bit) {
                    state.turn.refused_orders[seat.index()] |= bit;
                }
            }
        }
    }

    fn chain(&mut self, value: &Opt<Vec<Loose<LinkForm>>>, state: &mut BurgleBros) {
        let mut chain: Vec<(Cell, u8)> = Vec::new();
        match self.part("turn.chain", value) {
            None => chain.extend(default_chain(state).map(|cell| (cell, 0))),
            Some(links) => {
                if links.len() > CHAIN {
                    self.wrong(
                        "turn.chain",
                        format!("found {} cells, expected at most {CHAIN}", links.len()),
                    );
                }
                if links.is_empty() && default_chain(state).is_some() {
                    self.wrong(
                        "turn.chain",
                        "found no cell, expected at least the one the chain starts with",
                    );
                }
                for (place, link) in links.iter().take(CHAIN).enumerate() {
                    let field = format!("turn.chain[{place}]");
                    let Some(link) = self.item(&field, link) else { continue };
                    let field = |name: &str| format!("{field}.{name}");
                    if link.at.is_none() {
                        self.wrong(field("at"), "missing, expected a cell");
                    }
                    let at = self.cell_code(&field("at"), &link.at, state);
                    // The chain starts where the player stood: the first cell cost nothing.
                    let most = if place == 0 { 0 } else { MANY_ACTIONS };
                    let points = self.number(&field("points"), &link.points, 0, 0..=most);
                    if at == NONE {
                        continue;
                    }
                    let cell = Cell::from_code(at);
                    if chain.iter().any(|(other, _)| *other == cell) {
                        self.wrong(field("at"), format!("found {cell} again, expected every cell once"));
                    } else {
                        chain.push((cell, points as u8));
                    }
                }
            }
        }
        let points = i64::from(state.turn.counted) + chain.iter().map(|(_, points)| i64::from(*points)).sum::<i64>();
        if points > MOST_POINTS {
            self.wrong(
                "turn.counted",
                format!("found {points} points with the chain's, expected at most {MOST_POINTS}"),
            );
        }
        for (place, (cell, points)) in chain.into_iter().enumerate() {
            state.turn.chain[place] = cell.code();
            state.turn.chain_points[place] = points;
        }
    }

    /// Cards by seat that were given away or refused: they may be anywhere.
    fn cards(&mut self, field: &str, value: &Opt<Vec<Loose<CardsForm>>>, seats: usize) -> ([u16; SEATS], [u16; SEATS]) {
        let (mut tools, mut loot) = ([0; SEATS], [0; SEATS]);
        let empty = Vec::new();
        for (place, form) in self.part(field, value).unwrap_or(&empty).iter().enumerate() {
            let field = format!("{field}[{place}]");
            let Some(form) = self.item(&field, form) else { continue };
            let seat = self.seat(&format!("{field}.seat"), &form.seat, seats);
            let found_tools = self.named::<Tool>(&format!("{field}.tools"), &form.tools);
            let found_loot = self.named::<Loot>(&format!("{field}.loot"), &form.loot);
            if let Some(seat) = seat {
                tools[seat.index()] |= found_tools.iter().fold(0, |set, (_, tool)| set | tool.bit());
                loot[seat.index()] |= found_loot.iter().fold(0, |set, (_, loot)| set | loot.bit());
            }
        }
        (tools, loot)
    }

    fn effects(&mut self, value: &Opt<EffectsForm>, state: &mut BurgleBros) {
        let seats = state.seats().count();
        let none = EffectsForm::default();
        let form = self.part("effects", value).unwrap_or(&none);
        state.emp = self.index("effects.emp", &form.emp, seats);
        if state.emp != NONE {
            self.claim_tool("effects.emp", Tool::Emp);
        }
        for (field, value, owner, event) in [
            (
                "effects.gymnastics",
                &form.gymnastics,
                &mut state.gymnastics,
                Event::Gymnastics,
            ),
            (
                "effects.time-lock",
                &form.time_lock,
                &mut state.time_lock,
                Event::TimeLock,
            ),
            (
                "effects.video-loop",
                &form.video_loop,
                &mut state.video_loop,
                Event::VideoLoop,
            ),
            ("effects.heads-up", &form.heads_up, &mut state.heads_up, Event::HeadsUp),
            (
                "effects.jump-the-gun",
                &form.jump_the_gun,
                &mut state.jump_the_gun,
                Event::JumpTheGun,
            ),
        ] {
            *owner = self.index(field, value, seats);
            if *owner != NONE {
                self.claim_event(field, event, seats);
            }
        }
    }

    fn tokens(&mut self, position: &Position, state: &mut BurgleBros) {
        let none = RoomsForm::default();
        let form = self.part("hack-tokens", &position.hack_tokens).unwrap_or(&none);
        for (room, value) in [
            (Room::Fingerprint, &form.fingerprint),
            (Room::Laser, &form.laser),
            (Room::Motion, &form.motion),
        ] {
            let field = format!("hack-tokens.{room}");
            let tokens = self.number(&field, value, 0, 0..=i64::from(ROOM_TOKENS));
            let known = (0..state.floor_count()).any(|floor| {
                squares(state.floors[floor].revealed)
                    .any(|square| state.face(Cell::new(floor, square)) == Some(room.face()))
            });
            if tokens > 0 && !known {
                self.wrong(
                    field,
                    format!("found {tokens} tokens, expected none while its Computer Room is face down"),
                );
            }
            state.room_tokens[room.index()] = tokens as u8;
        }
        state.laptop = self.flag("laptop", &position.laptop, false);
        state.juicer_token = self.flag("juicer-token", &position.juicer_token, false);
        let plays = |character| state.plays(character);
        if state.laptop && !plays(Character::HackerAdvanced) {
            self.doubtful(
                "laptop",
                "found a token, expected none without hacker-advanced in the game",
            );
        }
        if state.juicer_token && !plays(Character::JuicerAdvanced) {
            self.doubtful(
                "juicer-token",
                "found a token, expected none without juicer-advanced in the game",
            );
        }
        if state.crow != NONE && !plays(Character::RavenBasic) && !plays(Character::RavenAdvanced) {
            self.doubtful("crow", "found the crow, expected none without the Raven in the game");
        }
        if state.kitty != NONE
            && !state
                .players
                .iter()
                .any(|player| player.loot & Loot::PersianKitty.bit() != 0)
        {
            self.wrong(
                "kitty",
                "found a loose kitty, expected a player with the loot persian-kitty",
            );
        }
    }

    fn decks(&mut self, position: &Position, frames: &[(String, Frame)], state: &mut BurgleBros) {
        let seats = state.seats().count();
        let (no_deck, no_loot) = (DeckForm::default(), LootForm::default());
        for (field, frame) in frames {
            for tool in tools_shown(*frame) {
                self.claim_tool(field, tool);
            }
        }
        let form = self.part("events", &position.events).unwrap_or(&no_deck);
        for (field, event) in self.named::<Event>("events.discard", &form.discard) {
            self.claim_event(&field, event, seats);
        }
        let unseen = all_events(seats) & !self.events;
        state.change_deck(DeckName::Events, |deck| {
            deck.shuffle(unseen, unseen.count_ones() as usize)
        });
        let name = |reader: &mut Reader, field: &str, text: &str| {
            reader.name::<Event>(field, text).map(|event| event.index() as u8)
        };
        self.known_cards("events.top", &form.top, true, DeckName::Events, state, name);
        self.known_cards(
            "events.hidden-top",
            &form.hidden_top,
            false,
            DeckName::Events,
            state,
            name,
        );

        let form = self.part("tools", &position.tools).unwrap_or(&no_deck);
        self.held_tools("tools.discard", &form.discard);
        let unseen = u32::from(Tool::SET & !self.tools);
        state.change_deck(DeckName::Tools, |deck| {
            deck.shuffle(unseen, unseen.count_ones() as usize)
        });
        let name = |reader: &mut Reader, field: &str, text: &str| {
            reader.name::<Tool>(field, text).map(|tool| tool.index() as u8)
        };
        self.known_cards("tools.top", &form.top, true, DeckName::Tools, state, name);
        self.known_cards(
            "tools.hidden-top",
            &form.hidden_top,
            false,
            DeckName::Tools,
            state,
            name,
        );

        let form = self.part("loot", &position.loot).unwrap_or(&no_loot);
        // L-GOLD-BAR: the first bar drawn takes the other out of the deck; S-START-2: none in the solo game.
        let bars = if seats == 1 || self.loot & Loot::GoldBar.bit() != 0 {
            0
        } else {
            Loot::SECOND_GOLD_BAR
        };
        let solo = if seats == 1 { Loot::GoldBar.bit() } else { 0 };
        let unseen = u32::from(Loot::SET & !self.loot & !solo | bars);
        state.change_deck(DeckName::Loot, |deck| {
            deck.shuffle(unseen, unseen.count_ones() as usize)
        });
        let name = |reader: &mut Reader, field: &str, text: &str| {
            if text == SECOND_GOLD_BAR {
                return Some(Loot::SECOND_GOLD_BAR.trailing_zeros() as u8);
            }
            reader.name::<Loot>(field, text).map(|loot| loot.index() as u8)
        };
        self.known_cards("loot.top", &form.top, true, DeckName::Loot, state, name);
        self.known_cards("loot.hidden-top", &form.hidden_top, false, DeckName::Loot, state, name);
    }

    fn tally(&mut self, value: &Opt<TallyForm>, state: &mut BurgleBros) {
        let none = TallyForm::default();
        let form = self.part("tally", value).unwrap_or(&none);
        state.tally.events = self.number("tally.events", &form.events, 0, 0..=MOST_COUNTED) as u16;
        state.tally.alarms = self.number("tally.alarms", &form.alarms, 0, 0..=MOST_COUNTED) as u16;
        state.tally.stealth_lost = self.number("tally.stealth-lost", &form.stealth_lost, 0, 0..=MOST_COUNTED) as u16;
    }

    fn mover(&mut self, value: &Opt<MoveForm>, frames: &[(String, Frame)], state: &mut BurgleBros) {
        let Some(form) = self.part("move", value) else { return };
        let seats = state.seats().count();
        let seat = self.seat("move.seat", &form.seat, seats);
        for (field, value) in [("move.from", &form.from), ("move.to", &form.to)] {
            if value.is_none() {
                self.wrong(field, "missing, expected a cell");
            }
        }
        let (from, to) = (
            self.cell_code("move.from", &form.from, state),
            self.cell_code("move.to", &form.to, state),
        );
        let cause = self.part("move.cause", &form.cause);
        let cause = cause
            .and_then(|text| self.word("move.cause", text, &CAUSES))
            .unwrap_or(Cause::Action);
        let paid = self.number("move.paid", &form.paid, 0, 0..=MANY_ACTIONS);
        let impure = self.flag("move.impure", &form.impure, false);
        let revealed = self.flag("move.revealed", &form.revealed, false);
        let Some(seat) = seat else { return };
        if from == NONE || to == NONE {
            return;
        }
        if state.player(seat).status != Status::Inside {
            self.wrong(
                "move.seat",
                format!("found seat {seat}, expected a player who is inside"),
            );
            return;
        }
        if (cause == Cause::Orders) == (seat == state.active()) {
            let expected = if cause == Cause::Orders {
                "another player than the"
            } else {
                "the"
            };
            self.wrong(
                "move.seat",
                format!("found seat {seat}, expected {expected} active seat {}", state.active()),
            );
        }
        let to_cell = Cell::from_code(to);
        let is_turned = frames.iter().any(|(_, frame)| *frame == Frame::Reveal(to_cell));
        if !state.is_revealed(to_cell) && !is_turned {
            self.wrong(
                "move.to",
                format!("found {to_cell} face down, expected a revealed tile"),
            );
        }
        let phase = frames.first().map(|(_, frame)| *frame);
        let expected = if cause == Cause::Gut {
            Frame::GuardStep
        } else {
            Frame::Act
        };
        if let Some(phase) = phase
            && phase != expected
        {
            let word = frame_name(expected);
            self.wrong(
                "move.cause",
                format!("found a Move on {}, expected it on {word}", frame_name(phase)),
            );
        }
        if state.ending == Ending::Playing && !frames.iter().any(|(_, frame)| is_of_move(*frame)) {
            self.wrong("move", "found a Move in progress, expected a step of it in pending");
        }
        state.mover = MoveContext {
            seat: seat.0,
            from,
            to,
            cause,
            paid: paid as u8,
            impure,
            revealed,
        };
    }

    /// What players, Guards, alarms and the entrance say about each other.
    fn players_and_guards(&mut self, frames: &[(String, Frame)], state: &BurgleBros) {
        let pending = |wanted: Frame| frames.iter().any(|(_, frame)| *frame == wanted);
        let opening = frames.iter().any(|(_, frame)| is_opening(&[*frame]));
        for seat in state.seats() {
            let player = state.player(seat);
            let field = |name: &str| format!("players[{}].{name}", seat.index());
            if opening && player.status != Status::Outside {
                self.wrong(
                    field("status"),
                    "found a player who has come in, expected none before the entrance is chosen",
                );
            }
            if player.status != Status::Inside {
                continue;
            }
            let at = state.place_of(seat);
            let floor = at.floor();
            if !state.is_revealed(at) && !pending(Frame::Reveal(at)) {
                self.wrong(field("at"), format!("found {at} face down, expected a revealed tile"));
            }
            let index = floor as u8;
            let is_set_up = [
                Frame::EnsureGuard(index),
                Frame::SetUpGuard(index),
                Frame::SetUpDie(index),
            ]
            .into_iter()
            .any(pending);
            if !state.guard_in_play(floor) && !is_set_up {
                self.doubtful(
                    format!("floors[{floor}].guard"),
                    format!("missing, expected a Guard in play on a floor with a player (seat {seat} on {at})"),
                );
            }
        }
        let outside = state.seats().any(|seat| state.player(seat).status == Status::Outside);
        if outside && state.entrance != NONE {
            let entrance = Cell::from_code(state.entrance);
            if !state.is_revealed(entrance) && !pending(Frame::Reveal(entrance)) {
                self.wrong(
                    "entrance",
                    format!("found {entrance} face down, expected a revealed tile for the players still outside"),
                );
            }
        }
        let escaped = state
            .seats()
            .filter(|&seat| state.player(seat).status == Status::Escaped)
            .count();
        let opened = state.safes.iter().filter(|safe| safe.open).count();
        if escaped > 0 && opened < state.scenario.safes() {
            let safes = state.scenario.safes();
            self.doubtful(
                "players",
                format!("found {escaped} escaped with {opened} Safes open, expected {safes} open"),
            );
        }
        if state.ending == Ending::Escaped && escaped < state.seats().count() {
            self.wrong(
                "ending",
                format!("found escaped, expected all players escaped and not {escaped}"),
            );
        }
        for floor in 0..state.floor_count() {
            self.guard_and_cards(floor, frames, state);
        }
    }

    fn guard_and_cards(&mut self, index: usize, frames: &[(String, Frame)], state: &BurgleBros) {
        let floor = &state.floors[index];
        let guard = floor.guard;
        let field = |name: &str| format!("floors[{index}].{name}");
        let places_die = frames.iter().any(|(_, frame)| {
            *frame == Frame::SetUpDie(index as u8)
                || (index == 0 && matches!(frame, Frame::ChooseEntrance | Frame::PlaceFirstDie))
        });
        let dieless = guard.at != NONE && guard.die == NONE;
        if dieless && !places_die {
            self.wrong(field("guard.die"), "missing, expected the square of the Guard's die");
        }
        // A Guard who is still to be set up needs two cards, a die one (G-SETUP-1).
        let needed = match (guard.at, dieless) {
            (NONE, _) => 2,
            (_, true) => 1,
            _ => 0,
        };
        let cards = state.deck(DeckName::Patrol(index)).len();
        if cards < needed {
            self.wrong(
                field("discard"),
                format!("found {cards} cards left, expected {needed} to set up the Guard"),
            );
        }
        if guard.at != NONE && floor.alarms & 1 << guard.at != 0 {
            let at = square_name(guard.at as usize);
            self.doubtful(
                field("alarms"),
                format!("found an alarm on {at} under the Guard, expected none (A-ALARM-3)"),
            );
        }
        if state.emp != NONE && floor.alarms != 0 {
            self.doubtful(
                field("alarms"),
                "found alarms, expected none while the E.M.P. works (A-ALARM-1)",
            );
        }
        for square in squares(floor.links) {
            let cell = Cell::new(index, square);
            let above = index + 1 < state.floor_count() && state.is_revealed(cell.above());
            if !state.is_revealed(cell) && !above {
                self.wrong(
                    field("links"),
                    format!("found {cell} face down, expected a revealed tile at one end of the link"),
                );
            }
        }
    }

    fn pending(&mut self, frames: &[(String, Frame)], all_read: bool, move_given: bool, state: &BurgleBros) {
        if state.ending != Ending::Playing {
            return;
        }
        let Some((bottom_field, bottom)) = frames.first() else {
            if all_read {
                self.wrong("pending", "found no step, expected at least one while the game goes on");
            }
            return;
        };
        let active = state.active();
        let status = state.player(active).status;
        let is_there = match bottom {
            Frame::PlaceFirstGuard | Frame::ChooseEntrance => true,
            Frame::BeginTurn => status != Status::Escaped,
            _ => status == Status::Inside,
        };
        if !is_there {
            let name = frame_name(*bottom);
            self.wrong(
                &**bottom_field,
                format!("found {name} with seat {active} not inside, expected the active player inside"),
            );
        }
        let mut below = None;
        for (field, frame) in frames {
            if all_read && !rests_on(*frame, below) {
                let what = match below {
                    None => "expected the step of a turn at the bottom".to_owned(),
                    Some(below) => format!("expected no such step above {}", frame_name(below)),
                };
                self.wrong(&**field, format!("found {}, {what}", frame_name(*frame)));
            }
            if is_of_move(*frame) && state.mover.seat == NONE {
                if !move_given {
                    self.wrong(
                        &**field,
                        format!("found {}, expected a Move in progress (`move`)", frame_name(*frame)),
                    );
                }
            } else {
                self.frame(field, *frame, below, state);
            }
            below = Some(*frame);
        }
    }

    fn floor_of(&mut self, field: &str, floor: u8, state: &BurgleBros) -> Option<usize> {
        let count = state.floor_count();
        if (floor as usize) < count {
            return Some(floor as usize);
        }
        self.wrong(
            field,
            format!(
                "found floor {floor}, expected 0 to {} (pending steps count floors from 0)",
                count - 1
            ),
        );
        None
    }

    /// Checks that a frame's floor has a Guard with a die.
    fn guarded(&mut self, field: &str, floor: u8, state: &BurgleBros) {
        let Some(index) = self.floor_of(field, floor, state) else {
            return;
        };
        let guard = state.floors[index].guard;
        if guard.at == NONE || guard.die == NONE {
            self.wrong(
                field,
                format!(
                    "found a step of the Guard of floor {}, expected him in play with his die",
                    index + 1
                ),
            );
        }
    }

    fn cards_left(&mut self, field: &str, cards: usize, needed: usize) {
        if cards < needed {
            self.wrong(
                field,
                format!("found {cards} cards left in the deck, expected at least {needed}"),
            );
        }
    }

    /// The cell of a player of a frame.
    fn inside(&mut self, field: &str, seat: Seat, state: &BurgleBros) -> Option<Cell> {
        let count = state.seats().count();
        if seat.index() >= count {
            self.wrong(
                field,
                format!("found seat {}, expected 1 to {count}", u16::from(seat.0) + 1),
            );
            return None;
        }
        if state.player(seat).status != Status::Inside {
            self.wrong(field, format!("found seat {seat}, expected a player who is inside"));
            return None;
        }
        Some(state.place_of(seat))
    }

    fn cell_of(&mut self, field: &str, cell: Cell, state: &BurgleBros) -> bool {
        let is_there = in_building(state, cell);
        if !is_there {
            self.wrong(field, format!("found {cell}, expected a cell of the building"));
        }
        is_there
    }

    /// Checks that a frame's cell is a revealed Safe.
    fn safe_of(&mut self, field: &str, cell: Cell, state: &BurgleBros) -> bool {
        if !self.cell_of(field, cell, state) {
            return false;
        }
        let is_safe = state.safe_at(cell).is_some();
        if !is_safe {
            self.wrong(field, format!("found {cell}, expected a revealed Safe"));
        }
        is_safe
    }

    /// Checks who draws, and where what he draws stays if he drilled.
    fn drawer(&mut self, field: &str, drawer: Seat, drilled: Option<Drilled>, state: &BurgleBros) {
        let Some(at) = self.inside(field, drawer, state) else {
            return;
        };
        let safe = match drilled {
            None => return,
            Some(Drilled::Above) => (at.floor() + 1 < state.floor_count()).then(|| at.above()),
            Some(Drilled::Below) => (at.floor() > 0).then(|| at.below()),
        };
        if safe.is_none_or(|safe| state.safe_at(safe).is_none()) {
            self.wrong(
                field,
                format!("found a drawer on {at}, expected a revealed Safe where he drilled"),
            );
        }
    }

    fn seat_set(&mut self, field: &str, set: u8, state: &BurgleBros) {
        let known = state.inside().fold(0u8, |known, seat| known | 1 << seat.0);
        if set & !known != 0 {
            self.wrong(
                field,
                format!("found the seats {set:#b}, expected only players who are inside ({known:#b})"),
            );
        }
    }

    fn floor_set(&mut self, field: &str, set: u8, state: &BurgleBros) {
        if set == 0 || u32::from(set) >> state.floor_count() != 0 {
            let all = (1u8 << state.floor_count()) - 1;
            self.wrong(field, format!("found the floors {set:#b}, expected some of {all:#b}"));
        }
    }

    /// One pending frame: its content, and what it takes for granted.
    fn frame(&mut self, field: &str, frame: Frame, below: Option<Frame>, state: &BurgleBros) {
        let to = (state.mover.to != NONE).then(|| Cell::from_code(state.mover.to));
        let actions = state.turn.actions;
        match frame {
            Frame::Idle => self.wrong(field, "found idle, expected a step"),
            Frame::PlaceFirstGuard if state.guard_in_play(0) => {
                self.wrong(
                    field,
                    "found the first Guard still to be placed, expected none in play on floor 1",
                );
            }
            Frame::ChooseEntrance if !state.guard_in_play(0) => {
                self.wrong(
                    field,
                    "found the entrance still to be chosen, expected the Guard of floor 1 in play",
                );
            }
            Frame::PlaceFirstDie => {
                if !state.guard_in_play(0) {
                    self.wrong(field, "found a die to be placed, expected the Guard of floor 1 in play");
                }
                self.cards_left(field, state.deck(DeckName::Patrol(0)).len(), 1);
            }
            Frame::BeginTurn if state.turn.number >= HORIZON => {
                self.wrong(
                    field,
                    format!(
                        "found turn {}, expected the game to end there (Z-END-5)",
                        state.turn.number
                    ),
                );
            }
            Frame::ChooseGuard(floors) => {
                self.floor_set(field, floors, state);
                for floor in squares(u32::from(floors)).filter(|&floor| floor < state.floor_count()) {
                    self.guarded(field, floor as u8, state);
                }
            }
            Frame::DrawEvent | Frame::AskEventPlace => self.cards_left(field, state.deck(DeckName::Events).len(), 1),
            Frame::GuardMove(floor) | Frame::EnsureGuard(floor) | Frame::RaiseSpeeds(floor) => {
                self.floor_of(field, floor, state);
            }
            Frame::Reveal(cell) if self.cell_of(field, cell, state) && state.is_revealed(cell) => {
                self.wrong(field, format!("found {cell} face up, expected a face-down tile"));
            }
            Frame::Move(MoveStage::Falling) if to.is_some_and(|to| to.floor() == 0) => {
                self.wrong(field, "found a fall from floor 1, expected a Walkway on a higher floor");
            }
            Frame::AskDeadbolt if actions < 2 || !to.is_some_and(|to| state.is_kind(to, Kind::Deadbolt)) => {
                self.wrong(
                    field,
                    "found a Deadbolt to be paid for, expected a Move to one and two actions left",
                );
            }
            Frame::RollKeypad(dice) => {
                if !(1..=KEYPAD_DICE).contains(&dice) {
                    self.wrong(field, format!("found {dice} dice, expected 1 to {KEYPAD_DICE}"));
                }
                if !to.is_some_and(|to| state.is_kind(to, Kind::Keypad)) {
                    self.wrong(field, "found a Keypad to be rolled for, expected a Move to one");
                }
                if state.mover.cause == Cause::Flexibility && actions == 0 {
                    self.wrong(
                        field,
                        "found a roll with no action left, expected one for a failure (C-ACROBAT-B)",
                    );
                }
            }
            Frame::AskLaser if !to.is_some_and(|to| state.is_kind(to, Kind::Laser)) => {
                self.wrong(field, "found a Laser, expected a Move to one");
            }
            Frame::AskHack(cell) => {
                let fits = |kind| matches!(kind, Some(Kind::Fingerprint | Kind::Laser | Kind::Motion));
                if self.cell_of(field, cell, state) && !fits(state.kind(cell)) {
                    self.wrong(
                        field,
                        format!("found {cell}, expected a revealed Fingerprint, Laser or Motion"),
                    );
                }
            }
            Frame::Retarget(floors) => self.floor_set(field, floors, state),
            Frame::AskNearest(floor)
            | Frame::Walk { floor, .. }
            | Frame::WalkArrival(floor)
            | Frame::CameraCheck(floor)
            | Frame::Arrive(floor) => {
                self.guarded(field, floor, state);
                if let Frame::Walk { left, .. } = frame
                    && left > MOST_MOVEMENT
                {
                    self.wrong(
                        field,
                        format!("found {left} movement left, expected at most {MOST_MOVEMENT}"),
                    );
                }
            }
            Frame::SetUpGuard(floor) => {
                if let Some(index) = self.floor_of(field, floor, state)
                    && state.guard_in_play(index)
                {
                    self.wrong(
                        field,
                        format!(
                            "found the Guard of floor {} in play, expected him not yet set up",
                            index + 1
                        ),
                    );
                }
            }
            Frame::SetUpDie(floor) => {
                let Some(index) = self.floor_of(field, floor, state) else {
                    return;
                };
                if state.floors[index].guard.die != NONE {
                    self.wrong(
                        field,
                        format!(
                            "found the die of floor {} in play, expected it not yet placed",
                            index + 1
                        ),
                    );
                }
                let is_placed = state.stack.top() == Frame::SetUpGuard(floor);
                if !state.guard_in_play(index) && !is_placed {
                    self.wrong(
                        field,
                        format!(
                            "found no Guard on floor {}, expected him in play before his die",
                            index + 1
                        ),
                    );
                }
                if below == Some(Frame::Move(MoveStage::Leaving)) && to.is_some_and(|to| to.floor() != index) {
                    self.wrong(
                        field,
                        format!("found floor {}, expected the floor of the Move", index + 1),
                    );
                }
            }
            Frame::DrawPatrol(floor) => {
                self.guarded(field, floor, state);
                if (floor as usize) < state.floor_count() {
                    self.cards_left(field, state.deck(DeckName::Patrol(floor as usize)).len(), 1);
                }
            }
            Frame::LookPatrol(floor) | Frame::AskPatrolPlace(floor) => {
                if let Some(index) = self.floor_of(field, floor, state) {
                    self.cards_left(field, state.deck(DeckName::Patrol(index)).len(), 1);
                }
            }
            Frame::Pay { due, scarce } => {
                self.seat_set(field, due, state);
                self.seat_set(field, scarce, state);
                if due == 0 {
                    self.wrong(field, "found nobody who must pay, expected at least one player");
                }
            }
            Frame::AskToken { payer, decider } => {
                if let Some(at) = self.inside(field, payer, state)
                    && (state.player(payer).stealth == 0 || state.tokens_on(at) == 0)
                {
                    self.wrong(
                        field,
                        format!("found a choice of tokens for seat {payer}, expected both kinds to be there"),
                    );
                }
                if decider != payer && decider != state.active() {
                    self.wrong(field, "found another decider, expected the payer or the active player");
                }
            }
            Frame::RollCrack { safe, .. } | Frame::Cracking(safe) => {
                let at = self.inside(field, state.active(), state);
                if self.safe_of(field, safe, state)
                    && at.is_some_and(|at| at.square() != safe.square() || at.floor().abs_diff(safe.floor()) > 1)
                {
                    self.wrong(
                        field,
                        format!("found the Safe on {safe}, expected one on the player's tile, above or below"),
                    );
                }
                if let Frame::RollCrack { dice, .. } = frame
                    && !(1..=SAFE_DICE + 1).contains(&dice)
                {
                    self.wrong(field, format!("found {dice} dice, expected 1 to {}", SAFE_DICE + 1));
                }
            }
            Frame::AskStethoscope([low, middle, high]) => {
                let dice = super::chance::Dice(u32::from_le_bytes([low, middle, high, 0]));
                if dice.0 >> 18 != 0 || !(1..=u32::from(SAFE_DICE) + 1).contains(&dice.total()) {
                    self.wrong(
                        field,
                        format!("found the dice {:#o}, expected 1 to {} dice", dice.0, SAFE_DICE + 1),
                    );
                }
                if !state.can_turn_a_die() {
                    self.wrong(
                        field,
                        "found a die that may be turned, expected the active player to have the Stethoscope",
                    );
                }
            }
            Frame::DrawTool { drawer, safe } | Frame::DrawSecondTool { drawer, safe, .. } => {
                self.drawer(field, drawer, safe, state);
                self.cards_left(field, state.deck(DeckName::Tools).len(), 1);
            }
            Frame::KeepTool { drawer, safe, pair } => {
                self.drawer(field, drawer, safe, state);
                let (first, second) = pair.tools();
                if first == second {
                    self.wrong(field, format!("found {first} twice, expected two different Tools"));
                }
            }
            Frame::DrawLoot { drawer, safe } => {
                self.inside(field, drawer, state);
                self.safe_of(field, safe, state);
                self.cards_left(field, state.deck(DeckName::Loot).len(), 1);
            }
            Frame::AskTrade { partner, offer } => self.trade(field, partner, offer, state),
            Frame::AskOrders(seat, cell) => {
                self.inside(field, seat, state);
                self.cell_of(field, cell, state);
                if seat == state.active() || actions == 0 {
                    self.wrong(
                        field,
                        "found an order, expected another player and an action left for it",
                    );
                }
            }
            Frame::LookEvent { seen, count } => {
                if !(1..=3).contains(&count) || seen >= count {
                    self.wrong(
                        field,
                        format!("found card {seen} of {count}, expected one of at most 3, counted from 0"),
                    );
                }
                self.cards_left(field, state.deck(DeckName::Events).len(), count as usize);
            }
            Frame::AskEventOrder(count) => {
                if !(1..=3).contains(&count) {
                    self.wrong(field, format!("found {count} cards, expected 1 to 3"));
                }
                self.cards_left(field, state.deck(DeckName::Events).len(), count as usize);
            }
            Frame::AskTile(event) => match event {
                Event::GoWithYourGut | Event::Peekhole => {}
                Event::Squeak | Event::ThrowVoice | Event::SwitchSigns | Event::WhereIsHe => {
                    if let Some(at) = self.inside(field, state.active(), state) {
                        self.guarded(field, at.floor() as u8, state);
                    }
                }
                _ => self.wrong(field, format!("found {event}, expected an Event that asks for a tile")),
            },
            Frame::BrownOut(draws) => {
                for (index, &left) in draws.iter().enumerate().filter(|(_, left)| **left > 0) {
                    if index >= state.floor_count() || left > MOST_MOVEMENT {
                        self.wrong(
                            field,
                            format!(
                                "found {left} cards for floor {}, expected at most one a tile",
                                index + 1
                            ),
                        );
                    } else {
                        self.guarded(field, index as u8, state);
                    }
                }
            }
            _ => {}
        }
    }

    fn trade(&mut self, field: &str, partner: Seat, offer: Offer, state: &BurgleBros) {
        let active = state.active();
        let Some(there) = self.inside(field, partner, state) else {
            return;
        };
        let Some(here) = self.inside(field, active, state) else {
            return;
        };
        if partner == active || here != there {
            self.wrong(
                field,
                format!("found a trade with seat {partner}, expected another player on the same tile"),
            );
        }
        let (from, to) = match offer {
            Offer::GiveTool(_) | Offer::GiveLoot(_) => (active, partner),
            Offer::TakeTool(_) | Offer::TakeLoot(_) => (partner, active),
        };
        let is_held = match offer {
            Offer::GiveTool(tool) | Offer::TakeTool(tool) => state.has_tool(from, tool),
            Offer::GiveLoot(loot) | Offer::TakeLoot(loot) => {
                state.holds(from, loot) && !(loot == Loot::GoldBar && state.holds(to, loot))
            }
        };
        if !is_held {
            self.wrong(
                field,
                format!("found a trade of a card that seat {from} may not give, expected one of his"),
            );
        }
    }

    /// The last look, once everything else fits: somebody or chance has something to do.
    fn options(&mut self, frames: &[(String, Frame)], state: &BurgleBros) {
        let Some((field, top)) = frames.last() else { return };
        let name = frame_name(*top);
        match state.current_node() {
            Node::Terminal if state.ending != Ending::Playing => {}
            Node::Terminal => {
                self.wrong(
                    &**field,
                    format!("found {name} on top, expected a step that waits for a seat or for chance"),
                );
            }
            Node::Decision(_) => {
                let mut legal = Vec::new();
                state.legal_actions(&mut legal);
                let is_empty = match *top {
                    Frame::AskOrders(seat, cell) => state.order_range(seat).iter().all(|step| step != cell),
                    Frame::AskNearest(_) => legal.len() < 2,
                    _ => legal.is_empty(),
                };
                if is_empty {
                    self.wrong(
                        &**field,
                        format!("found {name} with nothing to choose from, expected options"),
                    );
                }
            }
            Node::Chance => {
                let mut outcomes = Vec::new();
                state.outcomes(&mut outcomes);
                if outcomes.is_empty() {
                    self.wrong(
                        &**field,
                        format!("found {name} without a possible outcome, expected some"),
                    );
                }
            }
        }
    }
}

fn in_building(state: &BurgleBros, cell: Cell) -> bool {
    cell.floor() < state.floor_count() && state.plan(cell.floor()).cells & cell.bit() != 0
}

/// How many of a floor's Safe and Stairs are still to be dealt.
fn missing_fixed(state: &BurgleBros, floor: usize) -> u32 {
    u32::from(state.safes_known & 1 << floor == 0) + u32::from(state.stairs_known & 1 << floor == 0)
}

fn tiles_with_tokens(state: &BurgleBros) -> usize {
    (0..state.floor_count())
        .flat_map(|floor| squares(state.floors[floor].revealed).map(move |square| Cell::new(floor, square)))
        .filter(|&cell| state.tokens_on(cell) > 0)
        .count()
}

/// Whether a frame belongs to the Move in progress.
fn is_of_move(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::Move(_) | Frame::AskDeadbolt | Frame::RollKeypad(_) | Frame::AskLaser | Frame::AskHack(_)
    )
}

/// Whether a frame is ever found directly above another, or at the bottom.
fn rests_on(frame: Frame, below: Option<Frame>) -> bool {
    use MoveStage::{Arriving, Done, Entering, Falling, Leaving, Revealed};
    let is_phase = matches!(
        frame,
        Frame::PlaceFirstGuard
            | Frame::ChooseEntrance
            | Frame::BeginTurn
            | Frame::Act
            | Frame::EventCheck
            | Frame::GuardStep
            | Frame::NextPlayer
    );
    let Some(below) = below else { return is_phase };
    match frame {
        _ if is_phase => false,
        Frame::PlaceFirstDie => below == Frame::BeginTurn,
        Frame::RollChihuahua => matches!(below, Frame::Act | Frame::RollKitty),
        Frame::RollKitty | Frame::ChooseKittyTile => below == Frame::Act,
        Frame::DrawEvent | Frame::Arrive(_) | Frame::AskPlayer | Frame::AskTile(_) | Frame::BrownOut(_) => {
            below == Frame::GuardStep
        }
        Frame::ChooseGuard(_) => below == Frame::NextPlayer,
        Frame::GuardMove(_) | Frame::Walk { .. } => matches!(below, Frame::NextPlayer | Frame::ChooseGuard(_)),
        Frame::Reveal(_) => matches!(
            below,
            Frame::PlaceFirstDie | Frame::Act | Frame::GuardStep | Frame::Move(Revealed) | Frame::EnsureGuard(_)
        ),
        Frame::Move(_) | Frame::AskDeadbolt | Frame::RollKeypad(_) => matches!(below, Frame::Act | Frame::GuardStep),
        Frame::AskLaser => below == Frame::Move(Done),
        Frame::AskHack(_) => matches!(below, Frame::Move(Arriving | Falling | Done)),
        Frame::EnsureGuard(_) => matches!(below, Frame::GuardStep | Frame::Move(Done)),
        Frame::SetUpDie(_) => matches!(below, Frame::GuardStep | Frame::Move(Leaving | Done)),
        Frame::SetUpGuard(floor) => below == Frame::SetUpDie(floor),
        Frame::Retarget(_) | Frame::AskNearest(_) => {
            matches!(
                below,
                Frame::RollKitty
                    | Frame::Act
                    | Frame::EventCheck
                    | Frame::GuardStep
                    | Frame::Move(Arriving | Falling | Done)
                    | Frame::Walk { .. }
                    | Frame::WalkArrival(_)
                    | Frame::Arrive(_)
            ) || matches!((frame, below), (Frame::AskNearest(_), Frame::Retarget(_)))
        }
        Frame::DrawPatrol(_) => {
            matches!(
                below,
                Frame::Act | Frame::GuardStep | Frame::Walk { .. } | Frame::BrownOut(_)
            )
        }
        Frame::WalkArrival(_) => matches!(below, Frame::GuardStep | Frame::Walk { .. }),
        Frame::CameraCheck(_) => matches!(below, Frame::GuardStep | Frame::WalkArrival(_) | Frame::Arrive(_)),
        Frame::Pay { .. } | Frame::AskToken { .. } => {
            matches!(
                below,
                Frame::Act
                    | Frame::RaiseSpeeds(_)
                    | Frame::Move(Entering)
                    | Frame::CameraCheck(_)
                    | Frame::GuardMove(_)
                    | Frame::ChooseGuard(_)
                    | Frame::NextPlayer
            ) || matches!((frame, below), (Frame::AskToken { .. }, Frame::Pay { .. }))
        }
        Frame::RollCrack { .. } | Frame::Cracking(_) | Frame::RaiseSpeeds(_) => below == Frame::Act,
        Frame::AskStethoscope(_) => matches!(below, Frame::Cracking(_)),
        Frame::DrawLoot { .. } => matches!(below, Frame::RaiseSpeeds(_)),
        Frame::DrawTool { .. } | Frame::DrawSecondTool { .. } | Frame::KeepTool { .. } => {
            matches!(
                below,
                Frame::Act | Frame::GuardStep | Frame::DrawLoot { .. } | Frame::Move(Done)
            )
        }
        Frame::AskTrade { .. }
        | Frame::AskOrders(..)
        | Frame::AskPatrolPlace(_)
        | Frame::AskEventPlace
        | Frame::AskEventOrder(_) => below == Frame::Act,
        Frame::LookPatrol(floor) => below == Frame::AskPatrolPlace(floor),
        Frame::LookEvent { .. } => matches!(below, Frame::AskEventPlace | Frame::AskEventOrder(_)),
        _ => false,
    }
}
