//! A game in which it pays to look. A coin lies behind a curtain. One seat walks away (a five-sided die up to 3
//! escapes), calls the coin, or first peeks (then a die up to 4 and the right call escape).
//!
//! Called blindly the coin is worth 1/2, walking away 3/5, peeking 4/5. To whoever believes that he will know the coin
//! when he calls it, calling at once is worth 1: strategy fusion (I. Frank and D. Basin, "Search in Games with
//! Incomplete Information", Artificial Intelligence 100, 1998).

use std::fmt::{self, Display};
use std::str::FromStr;

use heist_agents::Heuristics;
use heist_engine::describe::{Fact, Figure, MAX_FIGURES, MAX_KEPT_FIGURES, SetupField};
use heist_engine::game::{
    Encode, Fill, Game, IndexBlocks, Node, NotationError, Overrides, PositionError, Purpose, Seat, SetupError,
    TeamResult,
};
use heist_engine::hash::append_bytes;
use heist_engine::random;
use rand::Rng;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    Walk,
    Call,
    Peek,
    Heads,
    Tails,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Luck {
    Coin(bool),
    Die(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Phase {
    Start,
    Curtain,
    Call,
    Lift(bool),
    Roll(u8),
    Over(bool),
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Curtain {
    /// Whether it shows heads; `None` is a hole.
    coin: Option<bool>,
    peeked: bool,
    phase: Phase,
}

impl Curtain {
    pub fn start() -> Curtain {
        Curtain {
            coin: None,
            peeked: false,
            phase: Phase::Start,
        }
    }
}

const CHOICES: [Choice; 5] = [Choice::Walk, Choice::Call, Choice::Peek, Choice::Heads, Choice::Tails];

impl Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format!("{self:?}").to_lowercase())
    }
}

impl FromStr for Choice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Choice, NotationError> {
        let named = CHOICES.into_iter().find(|choice| choice.to_string() == text);
        named.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "walk, call, peek, heads or tails".to_owned(),
        })
    }
}

impl Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Luck::Coin(true) => write!(f, "heads"),
            Luck::Coin(false) => write!(f, "tails"),
            Luck::Die(pips) => write!(f, "die {pips}"),
        }
    }
}

impl FromStr for Luck {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Luck, NotationError> {
        let all = [Luck::Coin(true), Luck::Coin(false)]
            .into_iter()
            .chain((1..=5).map(Luck::Die));
        let named = all.into_iter().find(|luck| luck.to_string() == text);
        named.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "heads, tails or a die like `die 3`".to_owned(),
        })
    }
}

impl Game for Curtain {
    type Setup = ();
    type Action = Choice;
    type Outcome = Luck;
    type Position = Self;

    const ID: &'static str = "curtain";
    const NAME: &'static str = "The Curtain";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["escaped", "caught"];
    const FIGURES: &'static [Figure] = &[];
    const SETUP: &'static [SetupField] = &[];
    const PURPOSES: &'static [&'static str] = &["coin", "die"];
    const SCENARIOS: &'static [&'static str] = &[];
    const STAKE: &'static str = "";
    const MAX_OUTCOMES: usize = 6;

    fn new((): &()) -> Result<Self, SetupError> {
        Ok(Curtain::start())
    }

    fn complete((): &()) -> Result<(), SetupError> {
        Ok(())
    }

    fn with_seed((): &(), _: Option<u64>) {}

    fn seats(&self) -> usize {
        1
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        [0; MAX_FIGURES]
    }

    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    fn turn(&self) -> u32 {
        0
    }

    fn lost(&self) -> u32 {
        0
    }

    fn node(&self) -> Node {
        match self.phase {
            Phase::Start | Phase::Call => Node::Decision(Seat(0)),
            Phase::Curtain | Phase::Lift(_) | Phase::Roll(_) => Node::Chance,
            Phase::Over(_) => Node::Terminal,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Choice>) {
        out.clear();
        match self.phase {
            Phase::Start => out.extend(&CHOICES[..3]),
            Phase::Call => out.extend(&CHOICES[3..]),
            _ => {}
        }
    }

    fn apply(&mut self, action: Choice) {
        self.phase = match action {
            Choice::Walk => Phase::Roll(3),
            Choice::Call => Phase::Call,
            Choice::Peek => Phase::Curtain,
            Choice::Heads => Phase::Lift(true),
            Choice::Tails => Phase::Lift(false),
        };
    }

    fn outcomes(&self, out: &mut Vec<(Luck, f64)>) {
        out.clear();
        match (self.phase, self.coin) {
            (Phase::Curtain | Phase::Lift(_), Some(coin)) => out.push((Luck::Coin(coin), 1.0)),
            (Phase::Curtain | Phase::Lift(_), None) => out.extend([true, false].map(|coin| (Luck::Coin(coin), 0.5))),
            (Phase::Roll(_), _) => out.extend((1..=5).map(|pips| (Luck::Die(pips), 0.2))),
            _ => {}
        }
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Luck {
        let mut all = Vec::new();
        self.outcomes(&mut all);
        random::choose(rng, &all).0
    }

    fn purpose(&self) -> Purpose {
        Purpose(u8::from(matches!(self.phase, Phase::Roll(_))))
    }

    fn resolve(&mut self, outcome: Luck) {
        self.phase = match (self.phase, outcome) {
            (Phase::Curtain, Luck::Coin(coin)) => {
                (self.coin, self.peeked) = (Some(coin), true);
                Phase::Call
            }
            (Phase::Lift(call), Luck::Coin(coin)) => match (call == coin, self.peeked) {
                (true, true) => Phase::Roll(4),
                (right, _) => Phase::Over(right),
            },
            (Phase::Roll(most), Luck::Die(pips)) => Phase::Over(pips <= most),
            (phase, outcome) => panic!("{outcome} at {phase:?}"),
        };
    }

    fn result(&self) -> Option<TeamResult> {
        let Phase::Over(escaped) = self.phase else { return None };
        Some(TeamResult {
            value: f64::from(u8::from(escaped)),
            ending: Self::ENDINGS[usize::from(!escaped)],
            figures: [0; MAX_KEPT_FIGURES],
        })
    }

    fn information_state(&self, _seat: Seat) -> Self {
        let coin = self.coin.filter(|_| self.peeked);
        Curtain { coin, ..self.clone() }
    }

    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        if fill == Fill::All && self.coin.is_none() {
            self.coin = Some(random::below(rng, 2) == 0);
        }
    }

    fn key(&self) -> u64 {
        append_bytes(0, format!("{self:?}").as_bytes())
    }

    fn position(&self) -> Self {
        self.clone()
    }

    fn from_position(position: Self, _: Overrides) -> Result<Self, PositionError<Self>> {
        Ok(position)
    }
}

heist_engine::listed!(Curtain);
heist_agents::players!(Curtain);

impl Heuristics for Curtain {}

/// Features say whether the next choice is a call, and what the coin showed to whoever peeked.
impl Encode for Curtain {
    fn feature_count() -> usize {
        3
    }

    fn feature_blocks() -> IndexBlocks {
        vec![("call", 0..1), ("peeked", 1..3)]
    }

    fn max_active_features() -> usize {
        2
    }

    fn features(&self, _: Seat, out: &mut Vec<u32>) {
        out.clear();
        out.extend((self.phase == Phase::Call).then_some(0));
        let seen = self.coin.filter(|_| self.peeked);
        out.extend(seen.map(|heads| 1 + u32::from(heads)));
    }

    fn feature_name(index: usize) -> String {
        ["call", "peeked tails", "peeked heads"][index].to_owned()
    }

    fn action_count() -> usize {
        CHOICES.len()
    }

    fn action_blocks() -> IndexBlocks {
        vec![("choice", 0..CHOICES.len())]
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        out.clear();
        out.extend(legal.into_iter().map(|action| Self::action_index(action) as u32));
    }

    fn action_index(action: Choice) -> usize {
        action as usize
    }

    fn action_at(index: usize) -> Option<Choice> {
        CHOICES.get(index).copied()
    }
}
