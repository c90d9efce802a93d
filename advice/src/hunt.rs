//! Looks for positions to practise on: decisions in which one move is clearly best, and the game's expert plays
//! another.
//!
//! A search picks them, and a longer one with another seed confirms them: of many decisions some look clear by chance,
//! so what is kept has to be clear again in worlds that had no part in the choice. The reason why the best move beats
//! the expert's has to hold in further worlds.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::parallel;
use heist_agents::spec::{analysis_factory, search_factory};
use heist_agents::{Analysis, Candidate, Evaluator, Expert, Inquiry, Level, Players, Reason, Spec, Standing};
use heist_draw::Draw;
use heist_engine::any::{AnyGame, AnyState, AnyStep, any_state, of};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::part_of;
use heist_engine::random::{Generator, shuffle, stream, stream_seed};
use heist_engine::record::Step;

use super::BLUNDER;
use super::after::says_why;
use crate::choice::SEPARATOR;
use crate::practice::{Found, Puzzle, Tried};

/// How many decisions of a game are searched at most.
const SEARCHED: usize = 16;
/// How many of those that look clear are confirmed, until one is.
const CONFIRMED: usize = 3;
/// Decisions with more different moves are left out: nobody reads through so many.
const MOST_MOVES: usize = 12;
/// How much win probability every other move must give away, beside being worse with 95% confidence: who finds a move
/// that is hardly worse has not missed anything.
const LEAST_GAP: f64 = 0.02;
/// How many steps of what is expected to follow are kept of a move.
const LINE: usize = 8;
/// In how many worlds reasons are looked for.
const SAMPLES: u64 = 400;
/// In how many other worlds a reason has to hold.
const CHECKED: u64 = 1600;

/// What searches: a level, whose time depends on the machine, or a search that was named.
#[derive(Clone, Debug)]
pub enum Searcher {
    /// The search that is recommended for a state at a level.
    Level(&'static Level),
    /// A search.
    Spec(Spec),
}

impl Display for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Searcher::Level(level) => write!(f, "{}", level.name),
            Searcher::Spec(spec) => write!(f, "{spec}"),
        }
    }
}

/// Why positions cannot be looked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HuntError {
    /// There is nothing to compare the best move with.
    #[error("{0} has no expert, whose moves positions are chosen by; expected a game with one")]
    NoExpert(&'static str),
    /// A spec that is no search of this game.
    #[error("`{spec}`: {what}; expected a search that values moves, such as {example}")]
    NoSearch {
        /// What was given.
        spec: String,
        /// What is wrong with it.
        what: String,
        /// One that would do.
        example: String,
    },
}

/// What looks for positions of one game, without its types.
pub(crate) trait AnyHunter: Sync {
    fn check(&self, hunt: &Hunt) -> Result<(), HuntError>;
    fn look_through(
        &self,
        hunt: &Hunt,
        number: u64,
        first: &dyn AnyState,
        steps: Option<&[AnyStep]>,
        stop: &AtomicBool,
    ) -> Option<Puzzle>;
}

pub(crate) struct Hunter<G>(pub(crate) PhantomData<fn() -> G>);

fn hunter(game: &dyn AnyGame) -> &'static dyn AnyHunter {
    part_of!(game, Hunter as dyn AnyHunter)
}

impl<G: Draw + Players> AnyHunter for Hunter<G> {
    fn check(&self, hunt: &Hunt) -> Result<(), HuntError> {
        hunt.check_of::<G>()
    }

    fn look_through(
        &self,
        hunt: &Hunt,
        number: u64,
        first: &dyn AnyState,
        steps: Option<&[AnyStep]>,
        stop: &AtomicBool,
    ) -> Option<Puzzle> {
        let first: Option<&G> = first.as_any().downcast_ref();
        let first = first.expect("the state is of this game");
        let mut rng = stream(hunt.seed, "practice/play", number);
        let decisions = match steps {
            None => played(number, first, &mut rng, stop),
            Some(steps) => {
                let steps: Result<Vec<_>, _> = steps.iter().map(AnyStep::typed).collect();
                let steps = steps.expect("steps of a game have its notation");
                recorded(number, first, &steps, &mut rng)
            }
        };
        hunt.best_of(decisions, number, stop)
    }
}

/// How positions are looked for.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// The search that picks positions.
    pub screen: Searcher,
    /// The search that confirms them.
    pub confirm: Searcher,
    /// The seed of all that is drawn.
    pub seed: u64,
}

impl Hunt {
    /// The searches that are used unless others are named: the first one picks, the second one confirms. They have a
    /// budget of simulations, so that the same seed gives the same set on every machine.
    ///
    /// # Panics
    /// Never: these specs are valid.
    pub fn usual() -> [Spec; 2] {
        [
            "improve:sims=2000,doubt=2,margin=0,turns=0",
            "flat:sims=16000,policy=heuristic,turns=0",
        ]
        .map(|text| text.parse().expect("these are specs of searches"))
    }

    /// Checks that the searches can be made for a game.
    ///
    /// # Errors
    /// When the game has no expert, or one of them is no search that values moves.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), HuntError> {
        hunter(game).check(self)
    }

    fn check_of<G: Players>(&self) -> Result<(), HuntError> {
        if G::HEURISTIC.is_none() {
            return Err(HuntError::NoExpert(G::NAME));
        }
        let [example, _] = Hunt::usual();
        for searcher in [&self.screen, &self.confirm] {
            let Searcher::Spec(spec) = searcher else { continue };
            if let Err(error) = search_factory::<G>(spec) {
                return Err(HuntError::NoSearch {
                    spec: spec.to_string(),
                    what: error.to_string(),
                    example: example.to_string(),
                });
            }
        }
        Ok(())
    }

    /// The positions of several games at once, in their order, on the threads of the rayon pool that this is called in.
    /// `game` gives the first state and, of a game that was recorded, the steps.
    ///
    /// # Panics
    /// As [`look_through`](Hunt::look_through).
    pub fn look_through_all(
        &self,
        numbers: Range<u64>,
        stop: &AtomicBool,
        game: impl Fn(u64) -> Option<(Box<dyn AnyState>, Option<Vec<AnyStep>>)> + Sync,
    ) -> Vec<Option<Puzzle>> {
        let look = |place: usize| {
            let number = numbers.start + place as u64;
            let (first, steps) = game(number)?;
            self.look_through(number, &*first, steps.as_deref(), stop)
        };
        parallel::map((numbers.end - numbers.start) as usize, look)
    }

    /// The position of a game, if it has one; `None` as well if `stop` became true. `number` is that of the game.
    /// Without steps the expert plays from the first state on.
    ///
    /// # Panics
    /// When the steps are not those of a game from the first state on, or the searches were not checked.
    pub fn look_through(
        &self,
        number: u64,
        first: &dyn AnyState,
        steps: Option<&[AnyStep]>,
        stop: &AtomicBool,
    ) -> Option<Puzzle> {
        hunter(first.game()).look_through(self, number, first, steps, stop)
    }

    /// The clearest of some decisions that is confirmed.
    fn best_of<G: Draw + Players>(
        &self,
        mut decisions: Vec<Open<G>>,
        number: u64,
        stop: &AtomicBool,
    ) -> Option<Puzzle> {
        shuffle(&mut stream(self.seed, "practice/pick", number), &mut decisions);
        decisions.truncate(SEARCHED);
        let mut clear: Vec<(f64, Open<G>)> = Vec::new();
        for open in decisions {
            let analysis = self.search(&self.screen, &open, &open.legal, "screen", 0, stop);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            clear.extend(open.clearness(&analysis).map(|gap| (gap, open)));
        }
        clear.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let confirmed = clear.into_iter().take(CONFIRMED);
        confirmed.into_iter().find_map(|(_, open)| self.confirmed(&open, stop))
    }

    fn search<G: Players>(
        &self,
        searcher: &Searcher,
        open: &Open<G>,
        moves: &[G::Action],
        what: &str,
        samples: u64,
        stop: &AtomicBool,
    ) -> Analysis<G> {
        const CHECKED: &str = "searches are checked before the first game";
        let spec = match searcher {
            Searcher::Level(level) => level.spec(&open.view, 1).expect(CHECKED),
            Searcher::Spec(spec) => spec.clone(),
        };
        let mut search = analysis_factory::<G>(&spec).expect(CHECKED)();
        let inquiry = Inquiry {
            state: open.view.clone(),
            seat: open.seat,
            moves: moves.to_vec(),
            asked: Vec::new(),
            samples,
            seed: stream_seed(self.seed, what, (open.game << 20) + open.step as u64),
        };
        G::answer(&inquiry, search.as_mut(), stop, None)
    }

    /// A decision as a position of a set, if the longer search finds the same and there is a reason that holds.
    fn confirmed<G: Draw + Players>(&self, open: &Open<G>, stop: &AtomicBool) -> Option<Puzzle> {
        let analysis = self.search(&self.confirm, open, &open.legal, "confirm", SAMPLES, stop);
        open.clearness(&analysis)?;
        let best = analysis.candidates.first()?.action;
        let expert = analysis
            .candidates
            .iter()
            .find(|candidate| is(candidate, open.expert))?;
        if -expert.difference.mean < BLUNDER {
            return None;
        }
        // With these two moves alone the reason is one against the expert's.
        let both = self.search(&self.confirm, open, &[best, expert.action], "against", SAMPLES, stop);
        if both.candidates.first()?.action != best {
            return None;
        }
        let against_expert = open.reason(both.reason.as_ref()?, best, self.seed, stop)?;
        let nearest = analysis.reason.as_ref();
        let reason = nearest.and_then(|reason| open.reason(reason, best, self.seed, stop));
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let position = any_state(open.view.information_state(open.seat)).position();
        let found = Found {
            game: open.game,
            step: open.step,
            seat: open.seat.0 + 1,
            expert: open.expert.to_string(),
            reason: reason.filter(|reason| *reason != against_expert),
            against_expert,
            moves: analysis.candidates.iter().map(tried).collect(),
            position: serde_json::from_str(&position).ok()?,
        };
        // A few positions are not whole as text: what is read back must be the same decision.
        let puzzle = Puzzle::new(of::<G>(), found).ok()?;
        let key = open.view.information_key(open.seat);
        (puzzle.state.information_key(open.seat) == key).then_some(puzzle)
    }
}

/// A decision that may be one to practise on.
struct Open<G: Game> {
    /// The number of its game.
    game: u64,
    /// The number of steps before it.
    step: usize,
    seat: Seat,
    /// What the seat knows.
    view: G,
    legal: Vec<G::Action>,
    /// What the expert plays.
    expert: G::Action,
}

impl<G: Draw + Players> Open<G> {
    /// By how much the best move is better than the next one, if all others are worse with 95% confidence and the
    /// expert's is one of them.
    fn clearness(&self, analysis: &Analysis<G>) -> Option<f64> {
        let (best, others) = analysis.candidates.split_first()?;
        let is_worse = |(place, other): (usize, &Candidate<G>)| {
            Standing::of(place, &analysis.candidates) == Standing::Worse && other.visits > 1
        };
        let is_clear = !is(best, self.expert) && !others.is_empty() && (1..).zip(others).all(is_worse);
        let gap = others
            .iter()
            .map(|other| -other.difference.mean)
            .fold(f64::INFINITY, f64::min);
        (is_clear && gap >= LEAST_GAP).then_some(gap)
    }

    /// A reason in a sentence, if it says something and holds in other worlds.
    fn reason(&self, reason: &Reason<G>, best: G::Action, seed: u64, stop: &AtomicBool) -> Option<String> {
        if !says_why(reason) {
            return None;
        }
        let moves = [best, reason.against?];
        let others = Inquiry {
            state: self.view.clone(),
            seat: self.seat,
            moves: moves.to_vec(),
            asked: Vec::new(),
            samples: CHECKED,
            seed: seed ^ 1,
        };
        // What holds in every world has nothing to be checked.
        let holds = G::holds_reason(&others, reason, stop) != Some(false);
        holds.then(|| reason.sentence(&self.view, G::explain))
    }
}

/// Whether a candidate is a move, or leads to the same state.
fn is<G: Game>(candidate: &Candidate<G>, action: G::Action) -> bool {
    candidate.action == action || candidate.alike.contains(&action)
}

fn tried<G: Game>(candidate: &Candidate<G>) -> Tried {
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    let line = candidate.line.iter().take(LINE).map(|foreseen| match foreseen.step {
        Step::Action(_, action) => action.to_string(),
        Step::Chance(outcome) => outcome.to_string(),
    });
    Tried {
        notation: candidate.action.to_string(),
        alike: candidate.alike.iter().map(ToString::to_string).collect(),
        value: rounded(candidate.value.mean),
        error: rounded(candidate.value.error),
        loss: rounded(-candidate.difference.mean).max(0.0),
        loss_error: rounded(candidate.difference.error),
        line: line.collect::<Vec<_>>().join(SEPARATOR),
    }
}

/// The decision of a state, if it may be one to practise on, with the expert's move.
fn open<G: Players>(game: u64, step: usize, state: &G, rng: &mut Generator) -> Option<Open<G>> {
    let Node::Decision(seat) = state.node() else {
        return None;
    };
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let is_choice = legal.len() > 1 && state.holds(seat) && !legal.iter().any(|action| G::names_actor(*action));
    let view = state.information_state(seat);
    if !is_choice || !(2..=MOST_MOVES).contains(&G::alike(&view, &legal).len()) {
        return None;
    }
    let expert = Expert::of_game().choose(&view, seat, &legal, rng);
    Some(Open {
        game,
        step,
        seat,
        view,
        legal,
        expert,
    })
}

/// The decisions of a game that the expert plays.
fn played<G: Players>(game: u64, first: &G, rng: &mut Generator, stop: &AtomicBool) -> Vec<Open<G>> {
    let (mut state, mut decisions, mut legal) = (first.clone(), Vec::new(), Vec::new());
    for step in 0.. {
        let next = match state.node() {
            Node::Terminal => break,
            _ if stop.load(Ordering::Relaxed) => break,
            Node::Chance => Step::Chance(state.sample(rng)),
            Node::Decision(seat) => match open(game, step, &state, rng) {
                Some(open) => {
                    let action = open.expert;
                    decisions.push(open);
                    Step::Action(seat, action)
                }
                None => {
                    state.legal_actions(&mut legal);
                    let view = state.information_state(seat);
                    Step::Action(seat, Expert::of_game().choose(&view, seat, &legal, rng))
                }
            },
        };
        next.play(&mut state);
    }
    decisions
}

/// The decisions of a game that was recorded.
fn recorded<G: Players>(game: u64, first: &G, steps: &[Step<G>], rng: &mut Generator) -> Vec<Open<G>> {
    let mut state = first.clone();
    let mut decisions = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        decisions.extend(open(game, number, &state, rng));
        step.play(&mut state);
    }
    decisions
}
