//! A game in which a secret cannot be told. The first seat alone sees how a coin fell. It walks away (a five-sided die
//! up to 3 escapes) or passes to the second seat, which must call the coin without having seen it.
//!
//! Walking away is worth 3/5, passing 1/2. A search that lets the partner act on what the searching seat knows believes
//! that passing is worth 1: strategy fusion over a partner, where the Curtain has it over one's own later self.

use std::fmt::{self, Display};
use std::str::FromStr;

use heist_agents::{Heuristics, Policy};
use heist_engine::describe::{Fact, Figure, MAX_FIGURES, MAX_KEPT_FIGURES, SetupField};
use heist_engine::game::{
    Encode, Fill, Game, IndexBlocks, Node, NotationError, Overrides, PositionError, Purpose, Seat, SetupError,
    TeamResult,
};
use heist_engine::hash::append_bytes;
use heist_engine::random::{self, Generator};
use rand::Rng;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Choice {
    Walk,
    Pass,
    Heads,
    Tails,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Luck {
    /// Whether the coin shows heads; `None` is how the second seat sees the toss.
    Coin(Option<bool>),
    Die(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Phase {
    Toss,
    Start,
    Call,
    Lift(bool),
    Roll,
    Over(bool),
}

/// With an expert, who passes and calls heads, or without one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Whisper<const EXPERT: bool> {
    /// Whether it shows heads; `None` is a hole.
    coin: Option<bool>,
    phase: Phase,
}

impl<const EXPERT: bool> Whisper<EXPERT> {
    /// What the first seat sees once the coin has fallen.
    pub fn seen(heads: bool) -> Self {
        Whisper {
            coin: Some(heads),
            phase: Phase::Start,
        }
    }
}

const CHOICES: [Choice; 4] = [Choice::Walk, Choice::Pass, Choice::Heads, Choice::Tails];

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
            expected: "walk, pass, heads or tails".to_owned(),
        })
    }
}

impl Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Luck::Coin(Some(true)) => write!(f, "heads"),
            Luck::Coin(Some(false)) => write!(f, "tails"),
            Luck::Coin(None) => write!(f, "hidden"),
            Luck::Die(pips) => write!(f, "die {pips}"),
        }
    }
}

impl FromStr for Luck {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Luck, NotationError> {
        let sides = [Some(true), Some(false), None].map(Luck::Coin);
        let all = sides.into_iter().chain((1..=5).map(Luck::Die));
        let named = all.into_iter().find(|luck| luck.to_string() == text);
        named.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "heads, tails, hidden or a die like `die 3`".to_owned(),
        })
    }
}

impl<const EXPERT: bool> Game for Whisper<EXPERT> {
    type Setup = ();
    type Action = Choice;
    type Outcome = Luck;
    type Position = Self;

    const ID: &'static str = "whisper";
    const NAME: &'static str = "The Whisper";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["escaped", "caught"];
    const FIGURES: &'static [Figure] = &[];
    const SETUP: &'static [SetupField] = &[];
    const PURPOSES: &'static [&'static str] = &["coin", "die"];
    const SCENARIOS: &'static [&'static str] = &[];
    const STAKE: &'static str = "";
    const MAX_OUTCOMES: usize = 6;

    fn new((): &()) -> Result<Self, SetupError> {
        Ok(Whisper {
            coin: None,
            phase: Phase::Toss,
        })
    }

    fn complete((): &()) -> Result<(), SetupError> {
        Ok(())
    }

    fn with_seed((): &(), _: Option<u64>) {}

    fn seats(&self) -> usize {
        2
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
            Phase::Start => Node::Decision(Seat(0)),
            Phase::Call => Node::Decision(Seat(1)),
            Phase::Toss | Phase::Lift(_) | Phase::Roll => Node::Chance,
            Phase::Over(_) => Node::Terminal,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Choice>) {
        out.clear();
        match self.phase {
            Phase::Start => out.extend(&CHOICES[..2]),
            Phase::Call => out.extend(&CHOICES[2..]),
            _ => {}
        }
    }

    fn apply(&mut self, action: Choice) {
        self.phase = match action {
            Choice::Walk => Phase::Roll,
            Choice::Pass => Phase::Call,
            Choice::Heads => Phase::Lift(true),
            Choice::Tails => Phase::Lift(false),
        };
    }

    fn outcomes(&self, out: &mut Vec<(Luck, f64)>) {
        out.clear();
        match (self.phase, self.coin) {
            (Phase::Toss | Phase::Lift(_), None) => {
                out.extend([true, false].map(|coin| (Luck::Coin(Some(coin)), 0.5)));
            }
            (Phase::Toss | Phase::Lift(_), known) => out.push((Luck::Coin(known), 1.0)),
            (Phase::Roll, _) => out.extend((1..=5).map(|pips| (Luck::Die(pips), 0.2))),
            _ => {}
        }
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Luck {
        let mut all = Vec::new();
        self.outcomes(&mut all);
        random::choose(rng, &all).0
    }

    fn purpose(&self) -> Purpose {
        Purpose(u8::from(self.phase == Phase::Roll))
    }

    fn resolve(&mut self, outcome: Luck) {
        match (self.phase, outcome) {
            (Phase::Toss, Luck::Coin(coin)) => (self.coin, self.phase) = (coin, Phase::Start),
            (Phase::Lift(call), Luck::Coin(coin)) => (self.coin, self.phase) = (coin, Phase::Over(coin == Some(call))),
            (Phase::Roll, Luck::Die(pips)) => self.phase = Phase::Over(pips <= 3),
            (phase, outcome) => panic!("{outcome} at {phase:?}"),
        }
    }

    fn result(&self) -> Option<TeamResult> {
        let Phase::Over(escaped) = self.phase else { return None };
        Some(TeamResult {
            value: f64::from(u8::from(escaped)),
            ending: Self::ENDINGS[usize::from(!escaped)],
            figures: [0; MAX_KEPT_FIGURES],
        })
    }

    fn information_state(&self, seat: Seat) -> Self {
        let is_open = seat == Seat(0) || matches!(self.phase, Phase::Over(_));
        let coin = self.coin.filter(|_| is_open);
        Whisper { coin, ..self.clone() }
    }

    fn determinize<R: Rng + ?Sized>(&mut self, _: Fill, rng: &mut R) {
        if self.coin.is_none() && self.phase != Phase::Toss {
            self.coin = Some(random::below(rng, 2) == 0);
        }
    }

    fn holds(&self, seat: Seat) -> bool {
        seat == Seat(1) || self.coin.is_some() || self.phase == Phase::Toss
    }

    fn observed(&self, outcome: Luck, seat: Seat) -> Luck {
        match self.phase {
            Phase::Toss if seat == Seat(1) => Luck::Coin(None),
            _ => outcome,
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

heist_engine::listed!(Whisper<true>, Whisper<false>);
heist_agents::players!(Whisper<true>, Whisper<false>);

impl Heuristics for Whisper<true> {
    const HEURISTIC: Option<Policy<Self>> = Some(expert);
}

fn expert(_: &Whisper<true>, seat: Seat, _: &[Choice], _: &mut Generator) -> Choice {
    [Choice::Pass, Choice::Heads][seat.index()]
}

impl Heuristics for Whisper<false> {}

/// Features say who is asked and, to the first seat, what the coin showed.
impl<const EXPERT: bool> Encode for Whisper<EXPERT> {
    fn feature_count() -> usize {
        3
    }

    fn feature_blocks() -> IndexBlocks {
        vec![("call", 0..1), ("seen", 1..3)]
    }

    fn max_active_features() -> usize {
        2
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        out.clear();
        out.extend((self.phase == Phase::Call).then_some(0));
        let seen = self.coin.filter(|_| seat == Seat(0));
        out.extend(seen.map(|heads| 1 + u32::from(heads)));
    }

    fn feature_name(index: usize) -> String {
        ["call", "seen tails", "seen heads"][index].to_owned()
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
