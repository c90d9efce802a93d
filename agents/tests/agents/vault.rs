//! A game to test with. Six cards, 0 to 5: one is dealt to each of two private hands, four make a hidden deck. In each
//! of four turns a seat guesses whether the next card is lower or higher than its own, then the card is shown; a wrong
//! guess rolls a die, and 4 to 6 is an alarm. Three right guesses escape, two alarms are caught.

use std::fmt::{self, Display};
use std::str::FromStr;

use heist_agents::heuristics::Moves;
use heist_agents::{Heuristics, Policy};
use heist_engine::describe::{Fact, Figure, MAX_FIGURES, SetupField, kept};
use heist_engine::game::{
    Encode, Fill, Game, IndexBlocks, Node, NotationError, Overrides, PositionError, Problem, Purpose, Seat, SetupError,
    TeamResult,
};
use heist_engine::hash::append_bytes;
use heist_engine::random::{self, Generator};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// A card nobody has told this state.
pub const HOLE: u8 = u8::MAX;
const CARDS: u8 = 6;
const TURNS: u8 = 4;

/// With a rule-based expert or without one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Vault<const EXPERT: bool> {
    pub hands: [u8; 2],
    pub deck: [u8; TURNS as usize],
    pub first: u8,
    pub turn: u8,
    pub phase: Phase,
    pub score: u8,
    pub alarms: u8,
}

pub type Game1 = Vault<true>;
pub type NoExpert = Vault<false>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// The hand of this seat is dealt.
    Deal(u8),
    Guess,
    Draw(Guess),
    Roll,
    Over,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// Who begins, 0 or 1; drawn if absent.
    pub first: Option<u8>,
    pub seed: Option<u64>,
}

impl Setup {
    pub fn open(seed: u64) -> Setup {
        Setup {
            first: None,
            seed: Some(seed),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Guess {
    Lower,
    Higher,
    /// Understood, and never legal.
    Pass,
    /// Lower in another word, left out of the legal actions.
    Below,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Luck {
    Card(u8),
    /// A card that another seat is dealt.
    Hidden,
    Die(u8),
}

impl Display for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Guess::Lower => "lower",
            Guess::Higher => "higher",
            Guess::Pass => "pass",
            Guess::Below => "below",
        })
    }
}

impl FromStr for Guess {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Guess, NotationError> {
        match text {
            "lower" => Ok(Guess::Lower),
            "higher" => Ok(Guess::Higher),
            "pass" => Ok(Guess::Pass),
            "below" => Ok(Guess::Below),
            _ => Err(NotationError {
                text: text.to_owned(),
                expected: "lower or higher".to_owned(),
            }),
        }
    }
}

impl Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Luck::Card(card) => write!(f, "card {card}"),
            Luck::Hidden => write!(f, "hidden"),
            Luck::Die(pips) => write!(f, "die {pips}"),
        }
    }
}

impl FromStr for Luck {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Luck, NotationError> {
        let parsed = match text.split_once(' ') {
            Some(("card", number)) => number.parse().ok().map(Luck::Card),
            Some(("die", number)) => number.parse().ok().map(Luck::Die),
            None if text == "hidden" => Some(Luck::Hidden),
            _ => None,
        };
        parsed.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a draw or roll like `card 3`".to_owned(),
        })
    }
}

impl<const EXPERT: bool> Vault<EXPERT> {
    /// Cards this state does not place.
    fn unseen(&self) -> Vec<u8> {
        (0..CARDS)
            .filter(|card| !self.hands.contains(card) && !self.deck.contains(card))
            .collect()
    }

    fn seat(&self) -> Seat {
        Seat((self.first + self.turn) % 2)
    }

    /// The card that is drawn or dealt, or a hole.
    fn drawn(&self) -> u8 {
        match self.phase {
            Phase::Deal(seat) => self.hands[usize::from(seat)],
            _ => self.deck[usize::from(self.turn)],
        }
    }

    fn end_turn(&mut self) {
        self.turn += 1;
        let over = self.turn == TURNS || self.alarms == 2;
        self.phase = if over { Phase::Over } else { Phase::Guess };
    }
}

impl<const EXPERT: bool> Game for Vault<EXPERT> {
    type Setup = Setup;
    type Action = Guess;
    type Outcome = Luck;
    type Position = Self;

    const ID: &'static str = "vault";
    const NAME: &'static str = "The Vault";
    const FORMAT: u32 = 1;
    const ENDINGS: &'static [&'static str] = &["escaped", "caught", "late"];
    const FIGURES: &'static [Figure] = &[
        Figure::kept("alarms", "alarms rung"),
        Figure::headline("turns", "turns played"),
    ];
    const SETUP: &'static [SetupField] = &[];
    const PURPOSES: &'static [&'static str] = &["hands", "deck", "die"];
    const SCENARIOS: &'static [&'static str] = &[];
    const STAKE: &'static str = "calm";
    const MAX_OUTCOMES: usize = 6;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        let setup = Self::complete(setup)?;
        Ok(Vault {
            hands: [HOLE; 2],
            deck: [HOLE; TURNS as usize],
            first: setup.first.unwrap_or(0),
            turn: 0,
            phase: Phase::Deal(0),
            score: 0,
            alarms: 0,
        })
    }

    fn complete(setup: &Setup) -> Result<Setup, SetupError> {
        let first = match (setup.first, setup.seed) {
            (Some(first), _) if first > 1 => {
                let what = format!("seat {first}, expected 0 or 1");
                return Err(SetupError(vec![Problem::new("first", what)]));
            }
            (Some(first), _) => first,
            (None, seed) => random::below(&mut random::stream(seed.unwrap_or(0), "setup", 0), 2) as u8,
        };
        Ok(Setup {
            first: Some(first),
            seed: None,
        })
    }

    fn with_seed(setup: &Self::Setup, _: Option<u64>) -> Self::Setup {
        setup.clone()
    }

    fn seats(&self) -> usize {
        2
    }

    fn figures(&self) -> [i32; MAX_FIGURES] {
        let mut figures = [0; MAX_FIGURES];
        figures[0] = i32::from(self.alarms);
        figures[1] = i32::from(self.turn);
        figures
    }

    fn facts(&self) -> Vec<Fact> {
        Vec::new()
    }

    fn turn(&self) -> u32 {
        u32::from(self.turn)
    }

    fn lost(&self) -> u32 {
        u32::from(self.alarms)
    }

    fn node(&self) -> Node {
        match self.phase {
            Phase::Guess => Node::Decision(self.seat()),
            Phase::Deal(_) | Phase::Draw(_) | Phase::Roll => Node::Chance,
            Phase::Over => Node::Terminal,
        }
    }

    fn legal_actions(&self, out: &mut Vec<Guess>) {
        out.clear();
        if self.phase == Phase::Guess {
            out.extend([Guess::Lower, Guess::Higher]);
        }
    }

    fn left_out(&self, out: &mut Vec<Guess>) {
        out.clear();
        if self.phase == Phase::Guess {
            out.push(Guess::Below);
        }
    }

    fn apply(&mut self, action: Guess) {
        self.phase = Phase::Draw(action);
    }

    fn outcomes(&self, out: &mut Vec<(Luck, f64)>) {
        out.clear();
        match self.phase {
            Phase::Deal(_) | Phase::Draw(_) => match self.drawn() {
                HOLE => {
                    let unseen = self.unseen();
                    let each = 1.0 / unseen.len() as f64;
                    out.extend(unseen.iter().map(|&card| (Luck::Card(card), each)));
                }
                card => out.push((Luck::Card(card), 1.0)),
            },
            Phase::Roll => out.extend((1..=6).map(|pips| (Luck::Die(pips), 1.0 / 6.0))),
            Phase::Guess | Phase::Over => {}
        }
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> Luck {
        let mut outcomes = Vec::new();
        self.outcomes(&mut outcomes);
        random::choose(rng, &outcomes).0
    }

    fn purpose(&self) -> Purpose {
        Purpose(match self.phase {
            Phase::Deal(_) => 0,
            Phase::Roll => 2,
            _ => 1,
        })
    }

    fn resolve(&mut self, outcome: Luck) {
        match (self.phase, outcome) {
            (Phase::Deal(seat), Luck::Card(_) | Luck::Hidden) => {
                self.hands[usize::from(seat)] = if let Luck::Card(card) = outcome { card } else { HOLE };
                self.phase = if seat == 0 { Phase::Deal(1) } else { Phase::Guess };
            }
            (Phase::Draw(guess), Luck::Card(card)) => {
                let hand = self.hands[self.seat().index()];
                assert_ne!(hand, HOLE, "a view is determinized before it is played on");
                self.deck[usize::from(self.turn)] = card;
                if (card < hand) == (guess != Guess::Higher) {
                    self.score += 1;
                    self.end_turn();
                } else {
                    self.phase = Phase::Roll;
                }
            }
            (Phase::Roll, Luck::Die(pips)) => {
                self.alarms += u8::from(pips >= 4);
                self.end_turn();
            }
            (phase, outcome) => panic!("{outcome} at {phase:?}"),
        }
    }

    fn result(&self) -> Option<TeamResult> {
        let ending = match (self.phase, self.alarms, self.score) {
            (Phase::Over, 2, _) => 1,
            (Phase::Over, _, 3..) => 0,
            (Phase::Over, _, _) => 2,
            _ => return None,
        };
        Some(TeamResult {
            value: f64::from(u8::from(ending == 0)),
            ending: Self::ENDINGS[ending],
            figures: kept(Self::FIGURES, self.figures()),
        })
    }

    fn information_state(&self, seat: Seat) -> Self {
        let mut view = self.clone();
        view.hands[1 - seat.index()] = HOLE;
        if let Phase::Deal(dealt) = self.phase {
            view.hands[usize::from(dealt)..].fill(HOLE);
        }
        // In a roll the turn's card has been shown.
        let shown = self.turn + u8::from(self.phase == Phase::Roll);
        view.deck[usize::from(shown)..].fill(HOLE);
        view
    }

    fn determinize<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        let mut unseen = self.unseen();
        random::shuffle(rng, &mut unseen);
        let deck = match fill {
            Fill::Private => &mut [],
            Fill::All => &mut self.deck[..],
        };
        for place in self.hands.iter_mut().chain(deck).filter(|place| **place == HOLE) {
            *place = unseen.pop().expect("as many cards as places");
        }
    }

    fn holds(&self, seat: Seat) -> bool {
        self.hands[seat.index()] != HOLE || self.phase == Phase::Deal(0) || self.phase == Phase::Deal(seat.0)
    }

    fn observed(&self, outcome: Luck, seat: Seat) -> Luck {
        match self.phase {
            Phase::Deal(dealt) if dealt != seat.0 => Luck::Hidden,
            _ => outcome,
        }
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Guess => [0, 0],
            Phase::Deal(seat) => [4, seat],
            Phase::Draw(guess) => [1, guess as u8],
            Phase::Roll => [2, 0],
            Phase::Over => [3, 0],
        };
        let counts = [self.first, self.turn, self.score, self.alarms];
        [&self.hands[..], &self.deck, &counts, &phase]
            .into_iter()
            .fold(0, append_bytes)
    }

    fn position(&self) -> Self {
        self.clone()
    }

    fn from_position(position: Self, _: Overrides) -> Result<Self, PositionError<Self>> {
        Ok(position)
    }
}

/// Counts the unseen cards on either side of its own.
fn expert<const EXPERT: bool>(view: &Vault<EXPERT>, seat: Seat, _legal: &[Guess], _rng: &mut Generator) -> Guess {
    let own = view.hands[seat.index()];
    let lower = view.unseen().iter().filter(|&&card| card < own).count();
    if lower * 2 > view.unseen().len() {
        Guess::Lower
    } else {
        Guess::Higher
    }
}

heist_agents::players!(Vault<true>, Vault<false>);

impl Heuristics for Vault<true> {
    const HEURISTIC: Option<Policy<Self>> = Some(expert);
    const MOVES: Option<Moves<Self>> = Some(moves());
}

impl Heuristics for Vault<false> {
    const MOVES: Option<Moves<Self>> = Some(moves());
}

/// A decision is told its turn; a guess its direction, and how many cards lie that way of the seat's own.
const fn moves<const EXPERT: bool>() -> Moves<Vault<EXPERT>> {
    Moves {
        version: 1,
        inputs: || vec![("higher".to_owned(), 1.0), ("cards".to_owned(), 0.2)],
        context: || vec![("turn".to_owned(), 0.25)],
        fill: |state, seat, legal, rows, context, _| {
            context[0] = state.turn.into();
            let own = state.hands[seat.index()];
            for (row, guess) in rows.chunks_exact_mut(2).zip(legal) {
                let is_higher = *guess == Guess::Higher;
                row[0] = f32::from(u8::from(is_higher));
                row[1] = if is_higher { CARDS - 1 - own } else { own }.into();
            }
        },
    }
}

// The Vault is on no list: what finds games by the list never sees its states.
heist_engine::listed!(Vault<true>, Vault<false>);

/// Features say which card the seat holds.
impl<const EXPERT: bool> Encode for Vault<EXPERT> {
    fn feature_count() -> usize {
        CARDS.into()
    }

    fn feature_blocks() -> IndexBlocks {
        vec![("holds", 0..CARDS.into())]
    }

    fn max_active_features() -> usize {
        1
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        out.clear();
        let card = self.information_state(seat).hands[seat.index()];
        out.extend((card != HOLE).then_some(u32::from(card)));
    }

    fn feature_name(index: usize) -> String {
        format!("holds card {index}")
    }

    fn action_count() -> usize {
        3
    }

    fn action_blocks() -> IndexBlocks {
        vec![("guess", 0..3)]
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        if self.phase == Phase::Guess {
            out.extend([0, 1]);
        }
    }

    fn action_index(action: Guess) -> usize {
        match action {
            Guess::Lower | Guess::Below => 0,
            Guess::Higher => 1,
            Guess::Pass => 2,
        }
    }

    fn action_at(index: usize) -> Option<Guess> {
        [Guess::Lower, Guess::Higher, Guess::Pass].get(index).copied()
    }
}
