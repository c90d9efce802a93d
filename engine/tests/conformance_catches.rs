//! The conformance suite catches what it is there to catch: a small sound game passes every property, and each of its
//! broken variants is caught by the property that ought to.
//!
//! The game: twelve cards in a deck whose order nobody knows, two seats with a card of their own each. In turn a seat
//! turns over the top card, or plays its own and draws another in private. Each card higher than the one before scores.

use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use heist_engine::board::Blueprint;
use heist_engine::describe::{Choice, Fact, FieldDefault, FieldKind, Figure, MAX_FIGURES, Picker, SetupField, kept};
use heist_engine::game::{BoardShape, FeatureChanges, FeaturePlace, IndexBlocks};
use heist_engine::hash::{append, append_bytes};
use heist_engine::random::{below, shuffle};
use heist_engine::{
    ActionSet, Actor, ApplyError, Encode, Fill, Game, Node, NotationError, Overrides, PositionError, Problem, Purpose,
    Seat, SetupError, TeamResult, Windows,
};
use heist_testkit::conformance;
use rand::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How many cards there are, numbered from 1.
const CARDS: usize = 12;
/// No card.
const NONE: u8 = 0;
/// A card that the state does not know.
const HOLE: u8 = u8::MAX;

/// What one variant says may begin.
const NOBODY: &[Choice] = &[Choice::named("nobody")];

/// A building of one variant, whose layout nobody asks for.
const MOVED: &[Blueprint] = &[Blueprint {
    scenario: Toy::<{ flaw::BLUEPRINT }>::ID,
    layout: || unreachable!("nothing is built"),
    walls_per_floor: 0,
    space_field: Some("hole"),
}];

/// What is wrong with a variant of the game. The variant that is played is a property of the thread: a type for each
/// would be compiled with the whole suite.
mod flaw {
    use std::cell::Cell;

    thread_local! {
        static NOW: Cell<u8> = const { Cell::new(NOTHING) };
    }

    /// The flaw of the variant that is played.
    pub fn now() -> u8 {
        NOW.get()
    }

    /// Whether the variant that is played has a flaw.
    pub fn is(flaw: u8) -> bool {
        now() == flaw
    }

    /// The variant with a flaw is played until this is dropped.
    pub struct Variant;

    /// Plays the variant with a flaw.
    pub fn set(flaw: u8) -> Variant {
        NOW.set(flaw);
        Variant
    }

    impl Drop for Variant {
        fn drop(&mut self) {
            NOW.set(NOTHING);
        }
    }

    pub const NOTHING: u8 = 0;
    /// Probabilities that do not sum to 1.
    pub const UNNORMALISED: u8 = 1;
    /// An impossible outcome listed, with probability 0.
    pub const ZERO: u8 = 2;
    /// Low cards drawn too often.
    pub const BIASED_SAMPLE: u8 = 3;
    /// A view that keeps what a filling put into the deck.
    pub const VIEW_KEEPS_DECK: u8 = 4;
    /// A view that is the whole state.
    pub const VIEW_IS_STATE: u8 = 5;
    /// Views that remember the truth where `==` does not look, and are filled with it now and then.
    pub const GHOST: u8 = 6;
    /// Filling in ascending order, whatever the seed.
    pub const FILL_ASCENDING: u8 = 7;
    /// Filling that puts the lowest card on top too often.
    pub const FILL_BIASED_TOP: u8 = 8;
    /// Filling that gives hands the higher cards too often.
    pub const FILL_BIASED_HAND: u8 = 9;
    /// Filling that leaves a hole now and then.
    pub const FILL_LEAVES_HOLE: u8 = 10;
    /// Filling private things does nothing.
    pub const FILL_NO_HANDS: u8 = 11;
    /// Filling replaces what the seat knows, its own card.
    pub const FILL_OWN_HAND: u8 = 12;
    /// A key without the last card.
    pub const KEY_WITHOUT_LAST: u8 = 13;
    /// A key without the order of the deck.
    pub const KEY_WITHOUT_ORDER: u8 = 14;
    /// A key of few bits.
    pub const KEY_SHORT: u8 = 15;
    /// A key with something that `==` does not count.
    pub const KEY_OF_GHOST: u8 = 16;
    /// `play 3` is read as `play 4`.
    pub const NOTATION: u8 = 17;
    /// No legal action with a certain card.
    pub const NO_ACTION: u8 = 18;
    /// An action listed twice.
    pub const ACTION_TWICE: u8 = 19;
    /// Actions added to the list instead of replacing it.
    pub const ACTIONS_ADDED: u8 = 20;
    /// A result above 1.
    pub const RESULT: u8 = 21;
    /// An ending nobody declared.
    pub const ENDING: u8 = 22;
    /// A game without end.
    pub const ENDLESS: u8 = 23;
    /// A played card stays unknown to those who did not know it.
    pub const PLAY_IN_VIEW: u8 = 24;
    /// A private card that every seat sees drawn, but not in the view afterwards.
    pub const OBSERVED: u8 = 25;
    /// A seat that lists only some of what another may play.
    pub const LEGAL_IN_VIEW: u8 = 26;
    /// Illegal actions applied.
    pub const TRY_APPLY: u8 = 27;
    /// A refusal that changes the state.
    pub const REFUSAL: u8 = 28;
    /// JSON without the score.
    pub const SERDE: u8 = 29;
    /// Positions without the score.
    pub const POSITION: u8 = 30;
    /// Features of the other seat's card.
    pub const FEATURES_LEAK: u8 = 31;
    /// Features in no order.
    pub const FEATURES_ORDER: u8 = 32;
    /// Two actions with one index.
    pub const INDEX: u8 = 33;
    /// A first state that depends on more than the setup.
    pub const NEW: u8 = 34;
    /// Filling the hand and the deck independently of each other: a card may lie in both.
    pub const FILL_TWICE: u8 = 35;
    /// Another key for the information state than its own.
    pub const INFORMATION_KEY: u8 = 36;
    /// A filled world in which the top card is drawn anew all the same.
    pub const WORLD_IGNORED: u8 = 37;
    /// A number of the turn that falls.
    pub const TURN: u8 = 38;
    /// Something lost where the game has nothing to lose.
    pub const LOST: u8 = 39;
    /// Indices of legal actions in another order.
    pub const INDICES: u8 = 40;
    /// Indices of legal actions that stay when the game is over.
    pub const INDICES_STAY: u8 = 41;
    /// A result with other figures than its state.
    pub const FIGURES: u8 = 42;
    /// A field of setups that is not described.
    pub const SETUP: u8 = 43;
    /// A described value that is not playable.
    pub const SETUP_VALUE: u8 = 44;
    /// A field of positions that no fact covers.
    pub const FACTS: u8 = 45;
    /// A fact with a picker whose values are not read.
    pub const PICKER: u8 = 46;
    /// A character of a seat that does not play.
    pub const CHARACTER: u8 = 47;
    /// A decision for a character of another seat.
    pub const ACTOR: u8 = 48;
    /// Windows that change the legal actions.
    pub const WINDOWS: u8 = 49;
    /// Changes of features that leave out what went.
    pub const CHANGES: u8 = 50;
    /// Features that are not replaced by those of the state.
    pub const CHANGES_KEEP: u8 = 51;
    /// A figure in a place that has no name.
    pub const FIGURE_UNNAMED: u8 = 52;
    /// A description whose defaults are not those of the game.
    pub const SETUP_DEFAULT: u8 = 53;
    /// The same fact listed twice.
    pub const FACT_TWICE: u8 = 54;
    /// Windows that are not listed and change the state.
    pub const WINDOWS_UNLISTED: u8 = 55;
    /// A picker that does not offer what a fact is.
    pub const FACT_VALUE: u8 = 56;
    /// A number of a fact beyond the bounds of its picker.
    pub const FACT_BOUNDS: u8 = 57;
    /// A list of a fact with names that its picker does not offer.
    pub const FACT_LIST: u8 = 58;
    /// A fact that has no place in positions.
    pub const FACT_PATH: u8 = 59;
    /// A fact that is edited as text and has no place in positions.
    pub const FACT_TEXT: u8 = 60;
    /// A building whose empty space is moved by a field that there is not.
    pub const BLUEPRINT: u8 = 61;
    /// Blocks of features with a gap between them.
    pub const BLOCKS_GAP: u8 = 62;
    /// Blocks of features with one name.
    pub const BLOCKS_NAME: u8 = 63;
    /// Blocks of actions without the last one.
    pub const BLOCKS_SHORT: u8 = 64;
    /// Playing a card is said to say only who acts.
    pub const NAMES_ACTOR: u8 = 65;
    /// Two features of a plane on one square.
    pub const SQUARE_SHARED: u8 = 66;
    /// A feature beside the board.
    pub const SQUARE_OUTSIDE: u8 = 67;
    /// Features that a state has on a square that its board lacks.
    pub const SQUARE_MISSING: u8 = 68;
    /// A set of legal actions that keeps those of before.
    pub const SET_STAYS: u8 = 69;
    /// A legal action among those that are left out.
    pub const LEFT_OUT_LEGAL: u8 = 70;
    /// What is left out is refused.
    pub const LEFT_OUT_REFUSED: u8 = 71;
    /// Something is left out where chance decides.
    pub const LEFT_OUT_ANYWHERE: u8 = 72;
    /// What was drawn for a setup, in a form that is not read.
    pub const SETUP_DRAWN: u8 = 73;
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
enum Action {
    Turn,
    Play(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
enum Outcome {
    Top(u8),
    Drawn(u8),
    DrawnUnseen,
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Turn => write!(f, "turn"),
            Action::Play(card) => write!(f, "play {card}"),
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Top(card) => write!(f, "top {card}"),
            Outcome::Drawn(card) => write!(f, "drawn {card}"),
            Outcome::DrawnUnseen => write!(f, "drawn ?"),
        }
    }
}

fn unknown(text: &str, expected: &str) -> NotationError {
    NotationError {
        text: text.to_owned(),
        expected: expected.to_owned(),
    }
}

fn card(text: &str) -> Option<u8> {
    text.parse().ok().filter(|card| (1..=CARDS as u8).contains(card))
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        match text.split_once(' ') {
            None if text == "turn" => Ok(Action::Turn),
            Some(("play", number)) => card(number).map(Action::Play).ok_or_else(|| unknown(text, "a card")),
            _ => Err(unknown(text, "an action such as `turn` or `play 3`")),
        }
    }
}

impl FromStr for Outcome {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Outcome, NotationError> {
        match text.split_once(' ') {
            Some(("top", number)) => card(number).map(Outcome::Top).ok_or_else(|| unknown(text, "a card")),
            Some(("drawn", "?")) => Ok(Outcome::DrawnUnseen),
            Some(("drawn", number)) => card(number).map(Outcome::Drawn).ok_or_else(|| unknown(text, "a card")),
            _ => Err(unknown(text, "an outcome such as `top 3` or `drawn 3`")),
        }
    }
}

/// An action whose notation is wrong in the variant that has that flaw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
struct Written(Action);

impl Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl FromStr for Written {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let action = text.parse()?;
        Ok(Written(if flaw::is(flaw::NOTATION) && action == Action::Play(3) {
            Action::Play(4)
        } else {
            action
        }))
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    #[serde(serialize_with = "write_first")]
    first: Option<Seat>,
    seed: Option<u64>,
}

fn write_first<S: Serializer>(first: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
    match first {
        Some(Seat(1)) if flaw::is(flaw::SETUP_DRAWN) => serializer.serialize_str("the second"),
        first => first.serialize(serializer),
    }
}

/// What `==` and `Hash` do not look at.
#[derive(Clone, Copy, Debug, Default)]
struct Ghost<T>(T);

impl<T> PartialEq for Ghost<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Ghost<T> {}

impl<T> Hash for Ghost<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What is known of a game, every byte as it is in the state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
struct Table {
    /// The seats' cards.
    hands: [u8; 2],
    /// The deck from the bottom; no card past the top.
    order: [u8; CARDS],
    left: u8,
    /// Cards that lie open, as bits.
    open: u16,
    /// The card turned over or played last.
    last: u8,
    score: u8,
    turn: u8,
    waits: Waits,
    /// Whose view this is; none for a state that knows both hands.
    viewer: Option<Seat>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Waits {
    Decision,
    Top,
    Card(Seat),
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Toy<const FLAW: u8> {
    table: Table,
    /// The true order and hands, in the variant whose views remember them.
    truth: Ghost<Option<([u8; 2], [u8; CARDS])>>,
    /// How many steps were taken.
    steps: Ghost<u32>,
}

type Sound = Toy<{ flaw::NOTHING }>;

impl<const FLAW: u8> Serialize for Toy<FLAW> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = self.table;
        if flaw::is(flaw::SERDE) {
            table.score = 0;
        }
        table.serialize(serializer)
    }
}

impl<'de, const FLAW: u8> Deserialize<'de> for Toy<FLAW> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Table::deserialize(deserializer).map(Toy::of)
    }
}

fn bit(card: u8) -> u16 {
    1 << card
}

fn cards(set: u16) -> impl Iterator<Item = u8> {
    (1..=CARDS as u8).filter(move |&card| set & bit(card) != 0)
}

impl<const FLAW: u8> Toy<FLAW> {
    fn of(table: Table) -> Self {
        Toy {
            table,
            truth: Ghost(None),
            steps: Ghost(0),
        }
    }

    /// The cards that this state knows nowhere, as bits.
    fn missing(&self) -> u16 {
        let known = |set, &card: &u8| {
            if card == HOLE || card == NONE {
                set
            } else {
                set | bit(card)
            }
        };
        let placed = self
            .table
            .hands
            .iter()
            .chain(&self.table.order)
            .fold(self.table.open, known);
        (1..=CARDS as u8).map(bit).sum::<u16>() & !placed
    }

    fn top(&self) -> u8 {
        self.table.order[self.table.left as usize - 1]
    }

    /// What the top card may be.
    fn tops(&self) -> u16 {
        match self.top() {
            HOLE => self.missing(),
            card if flaw::is(flaw::WORLD_IGNORED) && self.table.left > 4 => {
                self.missing() | bit(card) | bit(card % 12 + 1)
            }
            card => bit(card),
        }
    }

    fn take_top(&mut self, card: u8) {
        let left = self.table.left as usize - 1;
        // A filled deck in which the top was drawn anew: the two cards change places.
        if let Some(place) = self.table.order.iter().position(|&other| other == card) {
            self.table.order.swap(place, left);
        }
        self.table.order[left] = NONE;
        self.table.left -= 1;
    }

    fn unseen(&self, seat: Seat) -> bool {
        self.table.viewer.is_some_and(|viewer| viewer != seat)
    }

    fn reveal(&mut self, card: u8) {
        self.table.open |= bit(card);
        self.table.score += u8::from(card > self.table.last);
        self.table.last = card;
    }

    /// The figures of the sound game.
    fn true_figures(&self) -> [i32; MAX_FIGURES] {
        let mut figures = [0; MAX_FIGURES];
        figures[0] = i32::from(self.table.score);
        figures[1] = i32::from(self.table.last);
        figures
    }

    fn next_turn(&mut self) {
        self.table.turn = 1 - self.table.turn;
        self.table.waits = if self.table.left == 0 {
            Waits::Over
        } else {
            Waits::Decision
        };
    }
}

impl<const FLAW: u8> Game for Toy<FLAW> {
    type Setup = Setup;
    type Action = Written;
    type Outcome = Outcome;
    type Position = Table;

    const ID: &'static str = "toy";
    const NAME: &'static str = "Toy";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["high", "low"];
    const FIGURES: &'static [Figure] = &[
        Figure::kept("score", "the sum of the rolls"),
        Figure::kept("last", "the last roll"),
    ];
    const SETUP: &'static [SetupField] = match FLAW {
        flaw::SETUP => &[],
        flaw::SETUP_VALUE => &[SetupField::new(
            "first",
            "First",
            FieldKind::Choice { choices: NOBODY },
            FieldDefault::Drawn,
            "who begins",
        )],
        flaw::SETUP_DEFAULT => &[SetupField::new(
            "first",
            "First",
            FieldKind::Seat,
            FieldDefault::Value("1"),
            "who begins",
        )],
        _ => &[SetupField::new(
            "first",
            "First",
            FieldKind::Seat,
            FieldDefault::Drawn,
            "who begins",
        )],
    };
    const PURPOSES: &'static [&'static str] = &["deck", "hands"];
    const SCENARIOS: &'static [&'static str] = &[];
    const BLUEPRINTS: &'static [Blueprint] = if FLAW == flaw::BLUEPRINT { MOVED } else { &[] };
    const STAKE: &'static str = "";
    const MAX_OUTCOMES: usize = CARDS;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        let setup = Self::complete(setup)?;
        let mut order = [HOLE; CARDS];
        if flaw::is(flaw::NEW) {
            use std::sync::atomic::{AtomicU8, Ordering};
            static COUNT: AtomicU8 = AtomicU8::new(0);
            order[0] = COUNT.fetch_add(1, Ordering::Relaxed) % CARDS as u8 + 1;
        }
        Ok(Toy::of(Table {
            hands: [NONE; 2],
            order,
            left: CARDS as u8,
            open: 0,
            last: NONE,
            score: 0,
            turn: setup.first.map_or(0, |seat| seat.0),
            waits: Waits::Card(Seat(0)),
            viewer: None,
        }))
    }

    fn with_seed(setup: &Setup, seed: Option<u64>) -> Setup {
        Setup { seed, ..setup.clone() }
    }

    fn complete(setup: &Setup) -> Result<Setup, SetupError> {
        match (setup.first, setup.seed) {
            (Some(first), _) if first.0 < 2 => Ok(Setup {
                first: Some(first),
                seed: None,
            }),
            (None, Some(seed)) => Ok(Setup {
                first: Some(Seat((seed % 2) as u8)),
                seed: None,
            }),
            _ => Err(SetupError(vec![Problem::new("first", "expected 1 or 2")])),
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        let mut figures = self.true_figures();
        figures[0] += i32::from(flaw::is(flaw::FIGURES) && self.node() == Node::Terminal);
        figures[2] = i32::from(flaw::is(flaw::FIGURE_UNNAMED));
        figures
    }

    fn facts(&self) -> Vec<Fact> {
        let fields = [
            "hands", "order", "left", "open", "last", "score", "turn", "waits", "viewer",
        ];
        let is_listed = |name: &&str| !flaw::is(flaw::FACTS) || *name != "score";
        let picker = |name: &str| match name {
            "score" => Picker::number(0, if flaw::is(flaw::FACT_BOUNDS) { 0 } else { 78 }),
            "last" if flaw::is(flaw::PICKER) => Picker::YesNo,
            "waits" if flaw::is(flaw::FACT_VALUE) => Picker::one(["Nobody"]),
            "order" if flaw::is(flaw::FACT_LIST) => Picker::set(["13"]),
            "nowhere" if flaw::is(flaw::FACT_PATH) => Picker::YesNo,
            _ => Picker::Json,
        };
        let again = (flaw::is(flaw::FACT_TWICE)).then_some("order").into_iter();
        let more = [flaw::FACT_PATH, flaw::FACT_TEXT]
            .contains(&flaw::now())
            .then_some("nowhere")
            .into_iter();
        let facts = fields.into_iter().filter(is_listed).chain(again).chain(more);
        facts
            .map(|name| Fact::new(format!("/{name}"), "Table", name, picker(name)))
            .collect()
    }

    fn seat_of(&self, character: usize) -> Seat {
        Seat(character as u8 + u8::from(flaw::is(flaw::CHARACTER)))
    }

    fn actor(&self) -> Option<Actor> {
        match self.node() {
            Node::Decision(seat) if flaw::is(flaw::ACTOR) => Some(Actor::Character(1 - seat.0)),
            Node::Decision(seat) => Some(Actor::Character(seat.0)),
            Node::Chance | Node::Terminal => None,
        }
    }

    fn names_actor(action: Written) -> bool {
        flaw::is(flaw::NAMES_ACTOR) && matches!(action.0, Action::Play(_))
    }

    fn set_windows(&mut self, windows: Windows) {
        match (flaw::now(), windows) {
            (flaw::WINDOWS, Windows::Off) => self.table.waits = Waits::Over,
            (flaw::WINDOWS_UNLISTED, _) => self.table.score = windows as u8,
            _ => {}
        }
    }

    fn turn(&self) -> u32 {
        let left = u32::from(self.table.left);
        if flaw::is(flaw::TURN) {
            left
        } else {
            CARDS as u32 - left
        }
    }

    fn lost(&self) -> u32 {
        if flaw::is(flaw::LOST) { self.turn() } else { 0 }
    }

    fn node(&self) -> Node {
        match self.table.waits {
            Waits::Decision => Node::Decision(Seat(self.table.turn)),
            Waits::Top | Waits::Card(_) => Node::Chance,
            Waits::Over if flaw::is(flaw::ENDLESS) => Node::Decision(Seat(self.table.turn)),
            Waits::Over => Node::Terminal,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Self::Action>) {
        if !flaw::is(flaw::ACTIONS_ADDED) {
            out.clear();
        }
        if flaw::is(flaw::ENDLESS) && self.table.waits == Waits::Over {
            out.push(Written(Action::Turn));
        }
        let hand = self.table.hands[self.table.turn as usize];
        if self.table.waits != Waits::Decision || (flaw::is(flaw::NO_ACTION) && hand == 5) {
            return;
        }
        out.push(Written(Action::Turn));
        match hand {
            HOLE if flaw::is(flaw::LEGAL_IN_VIEW) => {
                out.extend(cards(self.missing()).take(2).map(Action::Play).map(Written))
            }
            HOLE => out.extend(cards(self.missing()).map(Action::Play).map(Written)),
            NONE => {}
            card => out.push(Written(Action::Play(card))),
        }
        if flaw::is(flaw::ACTION_TWICE) {
            out.push(Written(Action::Turn));
        }
    }

    fn left_out(&self, out: &mut Vec<Self::Action>) {
        out.clear();
        let is_decision = self.table.waits == Waits::Decision;
        match flaw::now() {
            flaw::LEFT_OUT_LEGAL if is_decision => out.push(Written(Action::Turn)),
            flaw::LEFT_OUT_REFUSED if is_decision => out.push(Written(Action::Play(HOLE))),
            flaw::LEFT_OUT_ANYWHERE if !is_decision => out.push(Written(Action::Turn)),
            _ => {}
        }
    }

    fn apply(&mut self, action: Self::Action) {
        self.steps.0 += 1;
        if self.table.waits == Waits::Over {
            return;
        }
        match action.0 {
            Action::Turn => self.table.waits = Waits::Top,
            Action::Play(card) => {
                let seat = Seat(self.table.turn);
                let unknown = self.table.hands[seat.index()] == HOLE;
                self.table.hands[seat.index()] = NONE;
                if flaw::is(flaw::PLAY_IN_VIEW) && unknown {
                    self.table.last = NONE;
                } else {
                    self.reveal(card);
                }
                self.table.waits = Waits::Card(seat);
            }
        }
    }

    fn outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        out.clear();
        match self.table.waits {
            Waits::Top => out.extend(cards(self.tops()).map(|card| (Outcome::Top(card), 1.0))),
            Waits::Card(seat) if self.unseen(seat) => out.push((Outcome::DrawnUnseen, 1.0)),
            Waits::Card(_) => out.extend(cards(self.tops()).map(|card| (Outcome::Drawn(card), 1.0))),
            Waits::Decision | Waits::Over => {}
        }
        let count = out.len() as f64;
        if !flaw::is(flaw::UNNORMALISED) {
            out.iter_mut().for_each(|(_, probability)| *probability /= count);
        }
        if flaw::is(flaw::ZERO) && self.table.waits == Waits::Top {
            out.push((Outcome::Top(self.table.last), 0.0));
        }
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        let set = self.tops();
        let mut draw = || {
            cards(set)
                .nth(below(rng, set.count_ones()) as usize)
                .expect("a set has as many members as it counts")
        };
        let mut card = draw();
        if flaw::is(flaw::BIASED_SAMPLE) {
            card = card.min(draw());
        }
        match self.table.waits {
            Waits::Top => Outcome::Top(card),
            Waits::Card(seat) if self.unseen(seat) => Outcome::DrawnUnseen,
            _ => Outcome::Drawn(card),
        }
    }

    fn purpose(&self) -> Purpose {
        Purpose(u8::from(self.table.waits != Waits::Top))
    }

    fn resolve(&mut self, outcome: Outcome) {
        self.steps.0 += 1;
        match outcome {
            Outcome::Top(card) => {
                self.take_top(card);
                self.reveal(card);
                self.next_turn();
            }
            Outcome::Drawn(_) | Outcome::DrawnUnseen => {
                let Waits::Card(seat) = self.table.waits else { return };
                let card = if let Outcome::Drawn(card) = outcome { card } else { HOLE };
                self.take_top(card);
                self.table.hands[seat.index()] = card;
                if self.table.open == 0 && seat.0 == 0 {
                    self.table.waits = Waits::Card(Seat(1));
                } else if self.table.open == 0 {
                    self.table.waits = Waits::Decision;
                } else {
                    self.next_turn();
                }
            }
        }
    }

    fn result(&self) -> Option<TeamResult> {
        let share = f64::from(self.table.score) / CARDS as f64;
        (self.node() == Node::Terminal).then_some(TeamResult {
            value: if flaw::is(flaw::RESULT) { share * 4.0 } else { share },
            ending: match share >= 0.5 {
                true => "high",
                false if flaw::is(flaw::ENDING) => "lower",
                false => "low",
            },
            figures: kept(Self::FIGURES, self.true_figures()),
        })
    }

    fn information_state(&self, seat: Seat) -> Self {
        let mut view = *self;
        view.table.viewer = Some(seat);
        if flaw::is(flaw::VIEW_IS_STATE) {
            return view;
        }
        let mut hidden = true;
        if flaw::is(flaw::GHOST)
            && self.truth.0.is_none()
            && !self.table.order[..self.table.left as usize].contains(&HOLE)
        {
            view.truth = Ghost(Some((self.table.hands, self.table.order)));
        }
        if flaw::is(flaw::VIEW_KEEPS_DECK) {
            hidden = false;
        }
        let other = 1 - seat.index();
        if view.table.hands[other] != NONE {
            view.table.hands[other] = HOLE;
        }
        if hidden {
            view.table.order[..self.table.left as usize].fill(HOLE);
        }
        view
    }

    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        if let Some((hands, order)) = self.truth.0.take()
            && below(rng, 2) == 0
        {
            self.table.viewer = None;
            self.table.hands = hands;
            if fill == Fill::All {
                self.table.order = order;
            }
            return;
        }
        let viewer = self.table.viewer.take();
        let mut missing: Vec<u8> = cards(self.missing()).collect();
        if !flaw::is(flaw::FILL_ASCENDING) {
            shuffle(rng, &mut missing);
        }
        if let (flaw::FILL_OWN_HAND, Some(seat)) = (flaw::now(), viewer) {
            let hand = &mut self.table.hands[seat.index()];
            if *hand != NONE && !missing.is_empty() {
                std::mem::swap(hand, &mut missing[0]);
            }
        }
        if flaw::is(flaw::FILL_BIASED_HAND) && below(rng, 2) == 0 {
            missing.sort_unstable();
        }
        if !flaw::is(flaw::FILL_NO_HANDS) {
            for hand in self.table.hands.iter_mut().filter(|hand| **hand == HOLE) {
                let card = missing.pop().expect("there is a card for every hole");
                *hand = card;
                if flaw::is(flaw::FILL_TWICE) {
                    missing.push(card);
                    shuffle(rng, &mut missing);
                }
            }
        }
        if flaw::is(flaw::FILL_BIASED_HAND) {
            shuffle(rng, &mut missing);
        }
        if fill == Fill::Private {
            return;
        }
        if flaw::is(flaw::FILL_BIASED_TOP) && below(rng, 2) == 0 {
            missing.sort_unstable_by_key(|&card| std::cmp::Reverse(card));
        }
        for (place, card) in self.table.order[..self.table.left as usize]
            .iter_mut()
            .rev()
            .enumerate()
        {
            if *card == HOLE && !(flaw::is(flaw::FILL_LEAVES_HOLE) && place == 3 && below(rng, 2) == 0) {
                *card = missing.pop().expect("there is a card for every hole");
            }
        }
    }

    fn holds(&self, seat: Seat) -> bool {
        !self.unseen(seat)
    }

    fn observed(&self, outcome: Outcome, seat: Seat) -> Outcome {
        match (outcome, self.table.waits) {
            (Outcome::Drawn(_), Waits::Card(drawer)) if drawer != seat && !flaw::is(flaw::OBSERVED) => {
                Outcome::DrawnUnseen
            }
            _ => outcome,
        }
    }

    fn information_key(&self, seat: Seat) -> u64 {
        match flaw::now() {
            flaw::INFORMATION_KEY => self.key(),
            _ => self.information_state(seat).key(),
        }
    }

    fn key(&self) -> u64 {
        let mut table = self.table;
        match flaw::now() {
            flaw::KEY_WITHOUT_LAST => table.last = NONE,
            flaw::KEY_WITHOUT_ORDER => table.order = [NONE; CARDS],
            _ => {}
        }
        let waits = match table.waits {
            Waits::Decision => 0,
            Waits::Top => 1,
            Waits::Card(seat) => 2 + seat.0,
            Waits::Over => 4,
        };
        let single = [
            table.left,
            table.last,
            table.score,
            table.turn,
            waits,
            table.viewer.map_or(2, |seat| seat.0),
        ];
        let bytes = [&table.hands[..], &table.order, &single];
        let key = append(bytes.into_iter().fold(0, append_bytes), &[table.open.into()]);
        match flaw::now() {
            flaw::KEY_SHORT => key & 0x3ff,
            flaw::KEY_OF_GHOST => key ^ u64::from(self.steps.0),
            _ => key,
        }
    }

    fn position(&self) -> Table {
        let mut table = self.table;
        if flaw::is(flaw::POSITION) {
            table.score = 0;
        }
        table
    }

    fn from_position(position: Table, _: Overrides) -> Result<Self, PositionError<Table>> {
        if position.left as usize > CARDS {
            let problems = vec![Problem::new(
                "left",
                format!("{} cards, expected at most {CARDS}", position.left),
            )];
            return Err(PositionError {
                position: Box::new(position),
                problems,
            });
        }
        Ok(Toy::of(position))
    }

    fn try_apply(&mut self, action: Self::Action) -> Result<(), ApplyError> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if legal.contains(&action) || (flaw::is(flaw::TRY_APPLY) && !legal.is_empty()) {
            self.apply(action);
            return Ok(());
        }
        if flaw::is(flaw::REFUSAL) {
            self.table.score += 1;
        }
        let legal = legal.iter().map(ToString::to_string).collect();
        Err(ApplyError {
            given: action.to_string(),
            node: self.node(),
            is_left_out: false,
            legal,
        })
    }
}

impl<const FLAW: u8> Encode for Toy<FLAW> {
    fn feature_count() -> usize {
        2 * CARDS
    }

    fn feature_blocks() -> IndexBlocks {
        let hand = CARDS + usize::from(flaw::is(flaw::BLOCKS_GAP));
        let name = if flaw::is(flaw::BLOCKS_NAME) { "open" } else { "hand" };
        vec![("open", 0..CARDS), (name, hand..2 * CARDS)]
    }

    fn max_active_features() -> usize {
        CARDS + 1
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        out.clear();
        out.extend(cards(self.table.open).map(|card| u32::from(card) - 1));
        let whose = if flaw::is(flaw::FEATURES_LEAK) {
            1 - seat.index()
        } else {
            seat.index()
        };
        match self.table.hands[whose] {
            NONE | HOLE => {}
            card => out.push(CARDS as u32 + u32::from(card) - 1),
        }
        if flaw::is(flaw::FEATURES_ORDER) {
            out.reverse();
        }
    }

    /// A board of two squares, for the cards of the first two numbers that lie open; the others lie on none.
    fn board_shape(&self) -> Option<BoardShape> {
        Some(BoardShape {
            floors: 1,
            rows: 1,
            columns: 2,
        })
    }

    fn feature_place(&self, index: usize) -> FeaturePlace {
        let column = match (flaw::now(), index) {
            (flaw::SQUARE_SHARED, 1) => 0,
            (flaw::SQUARE_OUTSIDE, 1) => 2,
            (flaw::SQUARE_MISSING, 1) => return FeaturePlace::Missing,
            (_, 0 | 1) => index,
            _ => return FeaturePlace::Elsewhere,
        };
        FeaturePlace::Square {
            plane: "open".to_owned(),
            floor: 0,
            row: 0,
            column,
        }
    }

    fn feature_changes(&self, seat: Seat, features: &mut Vec<u32>, changes: &mut FeatureChanges) {
        let before = features.clone();
        self.features(seat, features);
        let lacks = |list: &[u32], feature: &u32| !list.contains(feature);
        changes.came = features
            .iter()
            .copied()
            .filter(|feature| lacks(&before, feature))
            .collect();
        changes.went = before
            .iter()
            .copied()
            .filter(|feature| lacks(features, feature))
            .collect();
        match flaw::now() {
            flaw::CHANGES => changes.went.clear(),
            flaw::CHANGES_KEEP => *features = before,
            _ => {}
        }
    }

    fn feature_name(index: usize) -> String {
        match index.checked_sub(CARDS) {
            None => format!("card {} lies open", index + 1),
            Some(card) => format!("own card {}", card + 1),
        }
    }

    fn action_count() -> usize {
        CARDS + 1
    }

    fn action_blocks() -> IndexBlocks {
        vec![("all", 0..CARDS + 1 - usize::from(flaw::is(flaw::BLOCKS_SHORT)))]
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if flaw::is(flaw::INDICES_STAY) && self.table.waits == Waits::Over {
            return;
        }
        out.clear();
        out.extend(legal.into_iter().map(|action| Self::action_index(action) as u32));
        if flaw::is(flaw::INDICES) {
            out.reverse();
        }
    }

    fn legal_set(&self, out: &mut ActionSet) {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        if out.is_empty() || !flaw::is(flaw::SET_STAYS) {
            out.clear(Self::action_count());
        }
        legal
            .into_iter()
            .for_each(|action| out.insert(Self::action_index(action)));
    }

    fn action_index(action: Self::Action) -> usize {
        match action.0 {
            Action::Turn => 0,
            Action::Play(2) if flaw::is(flaw::INDEX) => 1,
            Action::Play(card) => card.into(),
        }
    }

    fn action_at(index: usize) -> Option<Self::Action> {
        match index {
            0 => Some(Written(Action::Turn)),
            1..=CARDS => Some(Written(Action::Play(index as u8))),
            _ => None,
        }
    }
}

fn setups() -> Vec<Setup> {
    vec![
        Setup {
            first: None,
            seed: Some(3),
        },
        Setup {
            first: Some(Seat(0)),
            seed: None,
        },
    ]
}

mod a_sound_game_passes {
    use super::*;

    heist_testkit::conformance_tests!(Sound, setups());
}

#[test]
fn a_replay_is_readable() {
    let replay = conformance::drive::<Sound>(&setups()[1], &[0; 8]);
    let mut bytes = Vec::new();
    replay.write(&mut bytes).expect("memory takes everything");
    let text = String::from_utf8(bytes).expect("JSON is UTF-8");
    let keyless: Vec<&str> = text.lines().filter_map(|line| line.split(",\"key\":").next()).collect();
    let expected = [
        r#"{"heistlab":"replay","format":1,"game":"toy","setup":{"first":1,"seed":null}"#,
        r#"{"step":1,"chance":"drawn 1""#,
        r#"{"step":2,"chance":"drawn 2""#,
        r#"{"step":3,"seat":1,"action":"turn""#,
        r#"{"step":4,"chance":"top 3""#,
        r#"{"result":null"#,
    ];
    assert_eq!(keyless, expected);
}

/// A variant, the property that must catch it, and how its message begins. A variant with other constants is a type of
/// its own.
macro_rules! caught {
    ($game:ty; $($name:ident: $flaw:ident by $property:ident: $message:literal;)*) => {
        $(
            #[test]
            #[should_panic(expected = $message)]
            fn $name() {
                let _variant = flaw::set(flaw::$flaw);
                conformance::$property::<$game>(&setups());
            }
        )*
    };
}

caught! {
    Sound;

    a_first_state_not_from_the_setup: NEW by equal_setups_give_equal_states:
        "the same setup gave two different states";
    an_empty_list_of_actions: NO_ACTION by games_end_and_nodes_are_consistent:
        "no legal action at a decision";
    an_action_twice: ACTION_TWICE by games_end_and_nodes_are_consistent:
        "`turn` is listed twice";
    actions_added_to_a_list: ACTIONS_ADDED by games_end_and_nodes_are_consistent:
        "depend on what the list held before";
    a_result_above_one: RESULT by games_end_and_nodes_are_consistent:
        "outside 0 to 1";
    an_unknown_ending: ENDING by games_end_and_nodes_are_consistent:
        "`lower` is not one of Game::ENDINGS";
    a_turn_before_the_last: TURN by games_end_and_nodes_are_consistent:
        "came after turn";
    something_lost_without_a_name: LOST by games_end_and_nodes_are_consistent:
        "lost of what has no name";
    a_game_without_end: ENDLESS by games_end_and_nodes_are_consistent:
        "does not end within";
    an_action_that_leads_nowhere: NO_ACTION by legal_actions_apply:
        "no legal action at a decision";
    a_legal_action_that_is_left_out: LEFT_OUT_LEGAL by left_out_actions_are_accepted:
        "`turn` is legal and left out";
    an_action_that_is_left_out_and_refused: LEFT_OUT_REFUSED by left_out_actions_are_accepted:
        "is refused";
    something_left_out_where_nobody_decides: LEFT_OUT_ANYWHERE by left_out_actions_are_accepted:
        "left out where no seat decides";
    probabilities_that_do_not_sum_to_one: UNNORMALISED by outcomes_are_a_distribution:
        "the outcomes sum to";
    an_outcome_of_probability_zero: ZERO by outcomes_are_a_distribution:
        "has probability 0";
    an_outcome_that_a_filled_world_excludes: WORLD_IGNORED by filling_follows_the_posterior:
        "view excludes it";
    a_biased_sample: BIASED_SAMPLE by samples_follow_the_outcomes:
        "sample does not follow the outcomes";
    notation_that_reads_back_as_another: NOTATION by notation_round_trips:
        "notation does not round-trip: Written(Play(3))";
    json_that_loses_something: SERDE by serialization_round_trips:
        "serialization: the state reads back as";
    a_position_that_loses_something: POSITION by positions_round_trip:
        "position of the state gives";
    a_key_without_the_last_card: KEY_WITHOUT_LAST by keys_tell_states_apart:
        "differ in key";
    a_key_without_the_order: KEY_WITHOUT_ORDER by keys_tell_states_apart:
        "differ in outcomes";
    a_short_key: KEY_SHORT by keys_tell_states_apart:
        "differ in";
    a_key_of_what_does_not_count: KEY_OF_GHOST by serialization_round_trips:
        "serialization changes the key";
    another_information_key: INFORMATION_KEY by keys_are_stable:
        "information_key is not the key";
    a_view_that_keeps_the_deck: VIEW_KEEPS_DECK by filling_agrees_with_the_view:
        "only the filling put there";
    a_view_that_is_the_state: VIEW_IS_STATE by filling_agrees_with_the_view:
        "only the filling put there";
    a_view_that_is_the_state_again: VIEW_IS_STATE by filling_uses_no_hidden_truth:
        "filling varies with the seed in 0 of";
    a_hole_left_unfilled: FILL_LEAVES_HOLE by filling_agrees_with_the_view:
        "Fill::All left a hole";
    hands_left_unfilled: FILL_NO_HANDS by filling_uses_no_hidden_truth:
        "what other seats know varies with the seed of a filling in 0 of";
    a_filled_own_hand: FILL_OWN_HAND by filling_agrees_with_the_view:
        "changed what the seat knows";
    a_filling_from_the_hidden_truth: GHOST by filling_uses_no_hidden_truth:
        "cannot tell apart are filled differently";
    a_filling_without_the_seed: FILL_ASCENDING by filling_uses_no_hidden_truth:
        "filling varies with the seed in 0 of";
    a_biased_filling_of_the_deck: FILL_BIASED_TOP by filling_follows_the_posterior:
        "filling does not follow the posterior";
    a_biased_filling_of_hands: FILL_BIASED_HAND by filling_follows_the_posterior:
        "filling does not follow the posterior";
    a_biased_world_played_on: FILL_BIASED_TOP by filled_worlds_play_like_lazy_ones:
        "decides otherwise than when drawn:";
    a_card_in_two_places: FILL_TWICE by worlds_and_views_take_the_same_steps:
        "in the world but not in";
    a_world_that_draws_anew: WORLD_IGNORED by worlds_and_views_take_the_same_steps:
        "is possible in the world but not in";
    a_view_that_misses_a_played_card: PLAY_IN_VIEW by worlds_and_views_take_the_same_steps:
        "is not what the seat knows";
    a_private_draw_seen_by_all: OBSERVED by worlds_and_views_take_the_same_steps:
        "is possible in the world but not in the view";
    actions_missing_from_a_view: LEGAL_IN_VIEW by worlds_and_views_take_the_same_steps:
        "is legal in the world but not in";
    an_illegal_action_applied: TRY_APPLY by illegal_steps_are_refused:
        "the illegal action";
    a_refusal_that_changes_the_state: REFUSAL by illegal_steps_are_refused:
        "changed the state";
    blocks_with_a_gap: BLOCKS_GAP by blocks_fill_the_index_spaces:
        "features: block `hand` begins at";
    blocks_of_one_name: BLOCKS_NAME by blocks_fill_the_index_spaces:
        "features: two blocks are called `open`";
    blocks_that_end_early: BLOCKS_SHORT by blocks_fill_the_index_spaces:
        "actions: the blocks end at";
    features_of_the_other_hand: FEATURES_LEAK by features_tell_what_the_seat_knows:
        "differ from those of its view";
    two_features_on_one_square: SQUARE_SHARED by features_lie_on_the_board:
        "lie on one square of the plane `open`";
    a_feature_beside_the_board: SQUARE_OUTSIDE by features_lie_on_the_board:
        "which is not on the board";
    a_feature_on_a_square_that_the_board_lacks: SQUARE_MISSING by features_lie_on_the_board:
        "lies on a square that the board lacks";
    features_in_no_order: FEATURES_ORDER by features_tell_what_the_seat_knows:
        "not ascending and distinct";
    two_actions_with_one_index: INDEX by action_indices_round_trip:
        "the action `play 2` of index 2 has the index 1";
    legal_indices_in_another_order: INDICES by action_indices_round_trip:
        "those of the legal actions";
    legal_indices_of_a_game_that_is_over: INDICES_STAY by action_indices_round_trip:
        "those of the legal actions []";
    a_set_of_legal_actions_that_keeps_the_last_ones: SET_STAYS by action_indices_round_trip:
        "the set of legal actions is";
    a_result_with_other_figures: FIGURES by figures_follow_the_state:
        "the result has other figures than its state";
    a_drawn_value_that_is_not_read: SETUP_DRAWN by setups_survive_their_written_forms:
        "does not read back";
    a_field_that_no_fact_covers: FACTS by facts_cover_positions:
        "no fact covers `/score`";
    a_picker_of_other_values: PICKER by facts_cover_positions:
        "`/last` with true is not read";
    a_character_of_nobody: CHARACTER by seats_play_characters:
        "plays no character";
    a_decision_for_somebody_else: ACTOR by seats_play_characters:
        "decides for a character of";
    changes_without_what_went: CHANGES by feature_changes_add_up:
        "do not add up to the features of seat";
    features_that_are_not_kept: CHANGES_KEEP by feature_changes_add_up:
        "are not those of the state";
    a_figure_without_a_name: FIGURE_UNNAMED by figures_follow_the_state:
        "a figure without a name is not 0";
    a_fact_listed_twice: FACT_TWICE by facts_cover_positions:
        "the fact `/order` is listed twice";
    a_value_that_is_not_offered: FACT_VALUE by facts_fit_their_pickers:
        "the fact `/waits` is";
    a_number_beyond_its_bounds: FACT_BOUNDS by facts_fit_their_pickers:
        "the fact `/score` is";
    a_list_of_other_names: FACT_LIST by facts_fit_their_pickers:
        "the fact `/order` is";
    a_fact_without_a_place: FACT_PATH by facts_fit_their_pickers:
        "the fact `/nowhere` has no place in the position";
    a_text_without_a_place: FACT_TEXT by facts_fit_their_pickers:
        "the fact `/nowhere` has no place in the position";
    windows_that_are_not_listed: WINDOWS_UNLISTED by windows_leave_the_pending_node_alone:
        "are not listed and change the state";
    windows_that_close_the_node: WINDOWS by windows_leave_the_pending_node_alone:
        "change what the state waits for";
    an_action_that_says_who_acts: NAMES_ACTOR by who_acts_then_decides:
        "says who acts and leads to no action of theirs";
    a_replay_of_a_broken_notation: NOTATION by replays_reproduce_keys:
        "the replay does not read back";
    an_endless_list_by_bytes: NO_ACTION by byte_driven_games_keep_the_rules:
        "no legal action at a decision";
}

caught! {
    Toy<{ flaw::SETUP }>;

    a_field_that_is_not_described: SETUP by setups_are_as_described:
        "which is not described";
}

caught! {
    Toy<{ flaw::SETUP_VALUE }>;

    a_described_value_that_is_refused: SETUP_VALUE by setups_are_as_described:
        "first:";
}

caught! {
    Toy<{ flaw::SETUP_DEFAULT }>;

    a_default_that_is_not_the_games: SETUP_DEFAULT by setups_are_as_described:
        "described defaults differ";
}

caught! {
    Toy<{ flaw::BLUEPRINT }>;

    an_empty_space_moved_by_no_field: BLUEPRINT by setups_are_as_described:
        "the empty space of `toy` is moved by";
}
