//! The notation of the steps that are being resolved: a word and what it holds, `walk 1 3`.

use crate::board::Cell;
use crate::casino_capers::components::{Event, Gear, Task};
use crate::casino_capers::dice::Dice;
use crate::casino_capers::frame::{At, Frame, How, Movement};
use crate::casino_capers::place::{Dir, GRID, LEVELS, Place};
use crate::casino_capers::state::{CHARACTERS, NONE};
use crate::casino_capers::window::Window;

/// The words of a step that are still to be read.
type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

/// What a step may hold, in words.
trait Part<T> {
    fn write(value: T, out: &mut Vec<String>);
    /// The value, or what was expected.
    fn read(words: &mut Words<'_>) -> Result<T, &'static str>;
}

/// A number from 0.
struct Count;
/// A floor from 1, in a byte from 0.
struct Floor;
/// A floor, or `none`.
struct AnyFloor;
/// An event deck, in a byte.
struct EventDeck;
/// A player from 1, in a byte from 0.
struct Player;
/// A place, in words a cell.
struct FirstCell;
/// A cell.
struct ACell;
/// A player and a cell.
struct Figure;
/// How a tile is entered: a direction and marks.
struct Manner;
/// A floor, the spaces left, and whether an arrival ends the walk.
struct Moving;
/// Dice, and whether Steady Hands is used.
struct Rolled;
/// A direction.
struct Way;
/// Whether Steady Hands is used.
struct Steady;
/// The steps of a commotion's walk, and whether an arrival ends it.
struct Called;
struct AnEvent;
struct AGear;
struct ATask;

fn number(words: &mut Words<'_>, least: u8, most: usize, expected: &'static str) -> Result<u8, &'static str> {
    let number = words.next().and_then(|word| word.parse::<u8>().ok());
    let number = number.filter(|number| (usize::from(least)..=most).contains(&usize::from(*number)));
    number.ok_or(expected)
}

/// Whether the next word is this one; it is read then.
fn is_next(words: &mut Words<'_>, word: &str) -> bool {
    words.next_if(|next| *next == word).is_some()
}

impl Part<u8> for Count {
    fn write(value: u8, out: &mut Vec<String>) {
        out.push(value.to_string());
    }

    fn read(words: &mut Words<'_>) -> Result<u8, &'static str> {
        number(words, 0, 99, "a small number")
    }
}

impl Part<u8> for Floor {
    fn write(value: u8, out: &mut Vec<String>) {
        out.push((value + 1).to_string());
    }

    fn read(words: &mut Words<'_>) -> Result<u8, &'static str> {
        number(words, 1, LEVELS, "floor 1 or 2").map(|floor| floor - 1)
    }
}

impl Part<u8> for AnyFloor {
    fn write(value: u8, out: &mut Vec<String>) {
        match value {
            NONE => out.push("none".to_owned()),
            floor => Floor::write(floor, out),
        }
    }

    fn read(words: &mut Words<'_>) -> Result<u8, &'static str> {
        if is_next(words, "none") {
            Ok(NONE)
        } else {
            Floor::read(words)
        }
    }
}

/// The event decks by name.
const EVENT_DECKS: [(&str, u8); 2] = [("pool", 0), ("lounge", 1)];

impl Part<u8> for EventDeck {
    fn write(value: u8, out: &mut Vec<String>) {
        out.push(super::forms::word_for(&EVENT_DECKS, value).to_owned());
    }

    fn read(words: &mut Words<'_>) -> Result<u8, &'static str> {
        let word = words.next();
        let found = EVENT_DECKS.iter().find(|(name, _)| Some(*name) == word);
        found.map(|(_, deck)| *deck).ok_or("pool or lounge")
    }
}

impl Part<u8> for Player {
    fn write(value: u8, out: &mut Vec<String>) {
        out.push((value + 1).to_string());
    }

    fn read(words: &mut Words<'_>) -> Result<u8, &'static str> {
        number(words, 1, CHARACTERS, "a player from 1 to 4").map(|player| player - 1)
    }
}

impl Part<Cell> for ACell {
    fn write(value: Cell, out: &mut Vec<String>) {
        out.push(value.to_string());
    }

    fn read(words: &mut Words<'_>) -> Result<Cell, &'static str> {
        let cell = words.next().and_then(|word| word.parse().ok());
        cell.filter(|&cell| is_in_casino(cell))
            .ok_or("a cell from 1:A1 to 2:D4")
    }
}

/// Whether a cell is one of the casino's.
pub(super) fn is_in_casino(cell: Cell) -> bool {
    cell.floor() < LEVELS && GRID & cell.bit() != 0
}

impl Part<u8> for FirstCell {
    fn write(value: u8, out: &mut Vec<String>) {
        ACell::write(Place::from_index(value.into()).cell(), out);
    }

    fn read(words: &mut Words<'_>) -> Result<u8, &'static str> {
        ACell::read(words).map(|cell| Place::of(cell).index() as u8)
    }
}

impl Part<At> for Figure {
    fn write(value: At, out: &mut Vec<String>) {
        Player::write(value.player() as u8, out);
        ACell::write(value.cell(), out);
    }

    fn read(words: &mut Words<'_>) -> Result<At, &'static str> {
        Ok(At::new(Player::read(words)?.into(), ACell::read(words)?))
    }
}

/// Directions by name, in the order of their codes.
const DIRS: [(&str, Dir); 10] = [
    ("north", Dir::North),
    ("east", Dir::East),
    ("south", Dir::South),
    ("west", Dir::West),
    ("north-east", Dir::NorthEast),
    ("south-east", Dir::SouthEast),
    ("south-west", Dir::SouthWest),
    ("north-west", Dir::NorthWest),
    ("vertical", Dir::Vertical),
    ("none", Dir::None),
];

impl Part<Dir> for Way {
    fn write(value: Dir, out: &mut Vec<String>) {
        out.push(super::forms::word_for(&DIRS, value).to_owned());
    }

    fn read(words: &mut Words<'_>) -> Result<Dir, &'static str> {
        let word = words.next();
        let found = DIRS.iter().find(|(name, _)| Some(*name) == word);
        found
            .map(|(_, dir)| *dir)
            .ok_or("a direction such as north, vertical or none")
    }
}

impl Part<How> for Manner {
    fn write(value: How, out: &mut Vec<String>) {
        Way::write(value.dir(), out);
        let marks = [
            (value.is_ignoring(), "ignoring"),
            (value.is_quiet(), "quiet"),
            (value.is_crossing(), "crossing"),
            (value.is_past_bouncer(), "past-bouncer"),
        ];
        out.extend(
            marks
                .iter()
                .filter(|(holds, _)| *holds)
                .map(|(_, mark)| (*mark).to_owned()),
        );
    }

    fn read(words: &mut Words<'_>) -> Result<How, &'static str> {
        let mut how = How::from(Way::read(words)?);
        if is_next(words, "ignoring") {
            how = how.ignoring();
        }
        if is_next(words, "quiet") {
            how = how.quiet();
        }
        if is_next(words, "crossing") {
            how = how.crossing();
        }
        if is_next(words, "past-bouncer") {
            how = how.past_bouncer();
        }
        Ok(how)
    }
}

/// The word for a walk that an arrival ends.
const STOPS: &str = "stops";

impl Part<Movement> for Moving {
    fn write(value: Movement, out: &mut Vec<String>) {
        Floor::write(value.floor() as u8, out);
        out.push(value.left().to_string());
        out.extend(value.stops().then(|| STOPS.to_owned()));
    }

    fn read(words: &mut Words<'_>) -> Result<Movement, &'static str> {
        let floor = Floor::read(words)?;
        let left = number(words, 0, 3, "0 to 3 spaces")?;
        Ok(Movement::new(floor.into(), left).stopping(is_next(words, STOPS)))
    }
}

impl Part<u8> for Called {
    fn write(value: u8, out: &mut Vec<String>) {
        out.push((value >> 1).to_string());
        out.extend((value & 1 != 0).then(|| STOPS.to_owned()));
    }

    fn read(words: &mut Words<'_>) -> Result<u8, &'static str> {
        let steps = number(words, 1, 3, "1 to 3 steps")?;
        Ok(steps << 1 | u8::from(is_next(words, STOPS)))
    }
}

/// The word for dice with Steady Hands.
const STEADY: &str = "steady";

impl Part<Dice> for Rolled {
    fn write(value: Dice, out: &mut Vec<String>) {
        out.push(match value.total() {
            0 => "none".to_owned(),
            _ => value.to_string(),
        });
        out.extend(value.is_steady().then(|| STEADY.to_owned()));
    }

    fn read(words: &mut Words<'_>) -> Result<Dice, &'static str> {
        let dice = if is_next(words, "none") {
            Some(Dice::NONE)
        } else {
            words.next().and_then(|word| word.parse().ok())
        };
        let dice = dice.ok_or("one to five dice in ascending order such as 225, or none")?;
        Ok(if is_next(words, STEADY) { dice.steadied() } else { dice })
    }
}

impl Part<bool> for Steady {
    fn write(value: bool, out: &mut Vec<String>) {
        out.extend(value.then(|| STEADY.to_owned()));
    }

    fn read(words: &mut Words<'_>) -> Result<bool, &'static str> {
        Ok(is_next(words, STEADY))
    }
}

macro_rules! named {
    ($($part:ident: $type:ty, $expected:literal;)+) => {$(
        impl Part<$type> for $part {
            fn write(value: $type, out: &mut Vec<String>) {
                out.push(value.name().to_owned());
            }

            fn read(words: &mut Words<'_>) -> Result<$type, &'static str> {
                words.next().and_then(|word| word.parse().ok()).ok_or($expected)
            }
        }
    )+};
}

named! {
    AnEvent: Event, "an event";
    AGear: Gear, "a gear card";
    ATask: Task, "a task";
}

/// A window, and the cell or floor it is about.
fn write_window(window: Window, context: u8, out: &mut Vec<String>) {
    out.push(window.name().to_owned());
    match context {
        NONE => {}
        floor if window == Window::S => Floor::write(floor, out),
        cell => ACell::write(Cell::from_code(cell), out),
    }
}

fn read_window(words: &mut Words<'_>) -> Result<(Window, u8), &'static str> {
    let window = words.next().and_then(|word| word.parse::<Window>().ok());
    match window.ok_or("a window: C, T, V, M, N or S")? {
        window @ (Window::T | Window::V) => Ok((window, NONE)),
        window @ (Window::C | Window::M | Window::N) => Ok((window, ACell::read(words)?.code())),
        Window::S => Ok((Window::S, Floor::read(words)?)),
        Window::A | Window::D => Err("a window: C, T, V, M, N or S"),
    }
}

macro_rules! steps {
    ($($variant:ident $(($($part:ident: $kind:ident),+))? = $name:literal,)+) => {
        /// A step as it is written.
        pub(super) fn write(frame: Frame) -> String {
            let mut words = Vec::new();
            match frame {
                Frame::Open(window, context) => {
                    words.push("open".to_owned());
                    write_window(window, context, &mut words);
                }
                Frame::AskWindow(window, context) => {
                    words.push("ask-window".to_owned());
                    write_window(window, context, &mut words);
                }
                $(Frame::$variant $(($($part),+))? => {
                    words.push($name.to_owned());
                    $($($kind::write($part, &mut words);)+)?
                })+
            }
            words.join(" ")
        }

        /// The kinds of step, in the order of [`KINDS`].
        #[derive(Clone, Copy)]
        enum Kind { Open, AskWindow, $($variant),+ }

        /// The names of all kinds of step.
        pub const KINDS: &[&str] = &["open", "ask-window", $($name),+];

        /// The place of a step's kind in [`KINDS`].
        #[inline]
        pub fn kind(frame: Frame) -> usize {
            let kind = match frame {
                Frame::Open(..) => Kind::Open,
                Frame::AskWindow(..) => Kind::AskWindow,
                $(Frame::$variant { .. } => Kind::$variant,)+
            };
            kind as usize
        }

        /// The step of a name with the words behind it.
        fn read_named(name: &str, words: &mut Words<'_>) -> Result<Frame, &'static str> {
            Ok(match name {
                "open" => {
                    let (window, context) = read_window(words)?;
                    Frame::Open(window, context)
                }
                "ask-window" => {
                    let (window, context) = read_window(words)?;
                    Frame::AskWindow(window, context)
                }
                $($name => {
                    $($(let $part = $kind::read(words)?;)+)?
                    Frame::$variant $(($($part),+))?
                })+
                _ => return Err("a step such as act, walk 1 3 or reveal-tile 1:B2"),
            })
        }
    };
}

steps! {
    Idle = "idle",
    DrawBouncer(floor: Floor, aside: Count) = "draw-bouncer",
    DrawMarker(floor: Floor, aside: Count) = "draw-marker",
    ChooseEntrances = "choose-entrances",
    BeginTurn = "begin-turn",
    AskEntry = "ask-entry",
    Act = "act",
    EndTurn = "end-turn",
    ExitStep = "exit-step",
    TigerStep = "tiger-step",
    BouncerStep(skipped: AnyFloor) = "bouncer-step",
    NextTurn = "next-turn",
    Enter(at: Figure, how: Manner) = "enter",
    Arrive(at: Figure, how: Manner) = "arrive",
    RevealChip(cell: ACell) = "reveal-chip",
    ChipEntered(at: Figure, how: Manner) = "chip-entered",
    ChipPeeked(at: Figure) = "chip-peeked",
    EnterTile(at: Figure, how: Manner) = "enter-tile",
    EnterHooks(at: Figure, how: Manner) = "enter-hooks",
    WhenYouEnter(at: Figure) = "when-you-enter",
    RevealTile(cell: ACell) = "reveal-tile",
    PeekTile(cell: ACell) = "peek-tile",
    OpenDice(dice: Rolled) = "open-dice",
    AskDice(dice: Rolled) = "ask-dice",
    RollDice(count: Count) = "roll-dice",
    KeptDice(dice: Rolled) = "kept-dice",
    CagesRoll(at: Figure, how: Manner) = "cages-roll",
    TableRoll(at: Figure) = "table-roll",
    SafeRoll = "safe-roll",
    BouncerTurn(movement: Moving) = "bouncer-turn",
    StandingHeat(movement: Moving) = "standing-heat",
    Walk(movement: Moving) = "walk",
    Step(movement: Moving) = "step",
    AfterStep(movement: Moving) = "after-step",
    AskHunt(floor: Floor) = "ask-hunt",
    Reached(floor: Floor) = "reached",
    DrawDestination(floor: Floor) = "draw-destination",
    AskDistract(floor: Floor) = "ask-distract",
    Announce(cell: ACell) = "announce",
    Commotion(cell: ACell, steps: Called) = "commotion",
    MoveMarker(cell: ACell) = "move-marker",
    SetMarker(cell: ACell) = "set-marker",
    CheckMarker(floor: Floor) = "check-marker",
    DrawEvent(player: Player, deck: EventDeck) = "draw-event",
    Event(event: AnEvent, player: Player) = "event",
    DiscardEvent(event: AnEvent) = "discard-event",
    AskDiscard(player: Player) = "ask-discard",
    DrawSplash(player: Player) = "draw-splash",
    DrawPrank = "draw-prank",
    AskTrade = "ask-trade",
    AskSwim = "ask-swim",
    DrawSwim(floor: Floor) = "draw-swim",
    AskSwimTile(floor: Floor) = "ask-swim-tile",
    AskLifeguard(player: Player) = "ask-lifeguard",
    AskDirections(player: Player) = "ask-directions",
    AskDrinker(player: Player) = "ask-drinker",
    FaintJump = "faint-jump",
    LookPatrol(floor: Floor) = "look-patrol",
    AskInsideLine(floor: Floor) = "ask-inside-line",
    SafeReturn(is_steady: Steady) = "safe-return",
    AskTask(task: ATask) = "ask-task",
    DrawReward(task: ATask) = "draw-reward",
    DrawSecondReward(task: ATask, first: AGear) = "draw-second-reward",
    KeepFor(player: Player) = "keep-for",
    AskKeep(first: AGear, second: AGear) = "ask-keep",
    StartFinale = "start-finale",
    DrawFinale = "draw-finale",
    SetUpFinale = "set-up-finale",
    AskFakeOrders = "ask-fake-orders",
    DrawFakeOrder(deck: Floor, left: Count) = "draw-fake-order",
    DrawLayout(floor: Floor) = "draw-layout",
    PlaceChips = "place-chips",
    AskChipTile(floor: Floor) = "ask-chip-tile",
    AskChipDiscard(first: FirstCell, left: Count) = "ask-chip-discard",
    TurnUpNamed = "turn-up-named",
    DrawNamedChip(cell: ACell) = "draw-named-chip",
    DrawToken(player: Player) = "draw-token",
    AskTigerStart = "ask-tiger-start",
    AskSteak = "ask-steak",
    Shift(floor: Floor, dir: Way) = "shift",
    AfterSlide(floor: Floor, dir: Way) = "after-slide",
}

/// The step of a text, or what was expected.
pub(super) fn read(text: &str) -> Result<Frame, String> {
    let mut words = text.split_whitespace().peekable();
    let name = words.next().unwrap_or("");
    let frame = read_named(name, &mut words).map_err(str::to_owned)?;
    match words.next() {
        None => Ok(frame),
        Some(word) => Err(format!("nothing more before `{word}`")),
    }
}
