//! Hints that improve while the agent thinks, the summary after the game, and positions to practise on.

mod after;
mod curve;
mod hint;
mod pool;
mod practice;
mod prepared;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heist_agents::protocol::Report;
use heist_agents::{Estimate, Level, Thinker};
use heist_draw::Script;

pub use after::{After, Costly, Past};
pub use curve::{curve_svg, linked_curve_svg};
pub use heist_agents::Standing;
pub use hint::{Asked, BLUNDER, blunder, covers, is_enough_for_warnings, length};
pub use pool::{Job, Length, Pool, PoolError};
pub use practice::{Hunt, HuntError, Searcher};
pub use prepared::{Prepared, prepare};

use crate::choice::Choice;

/// A decision that advice can be given on.
pub trait Advisable: Send {
    /// Whose decision it is, from 1.
    fn seat(&self) -> u8;
    /// The legal moves, explained.
    fn moves(&self) -> Vec<Choice>;
    /// Lets one of those who think about this game think at a level until it is done or `stop` is true, and passes a
    /// hint to `tell` about once per `every`. The last hint is returned instead.
    fn advise(
        &self,
        thinker: Thinker,
        level: &'static Level,
        every: Duration,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Hint),
    ) -> Hint;
}

/// A hint at one moment of the search.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Whether the search is done.
    pub is_final: bool,
    /// The figures, as in the analysis protocol.
    pub report: Report,
    /// The moves in the order in which they are shown, with how each compares with the best.
    pub moves: Vec<HintMove>,
    /// Why the first move is recommended, in one sentence; none where nothing is known of that.
    pub reason: Option<String>,
    /// The plan that the first move begins, where the game is being planned.
    pub plan: Option<HintPlan>,
}

impl Hint {
    /// Every text for people in it.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let moves = self.moves.iter_mut().flat_map(|of| {
            let script = of
                .script
                .iter_mut()
                .flat_map(|script| script.parts.iter_mut().map(|(who, _)| who));
            let line = of.line.iter_mut().map(|(_, text, _)| text);
            script.chain(line).chain([&mut of.text, &mut of.sentence])
        });
        let purposes = self
            .plan
            .iter_mut()
            .flat_map(|plan| plan.purposes.iter_mut().map(|purpose| &mut purpose.text));
        moves.chain(purposes).chain(&mut self.reason)
    }
}

/// A plan, and what the things are for that it places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintPlan {
    /// Its decisions in notation, the first move among them; none where it is too short for a [script](HintMove::script).
    pub steps: Vec<String>,
    /// Games that the expert played from it.
    pub games: u64,
    /// What each thing is for, in the order in which they are placed.
    pub purposes: Vec<HintPurpose>,
}

/// What something is for that a plan places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintPurpose {
    /// The decision that places it: 0 for the first move, 1 for the first step of its line.
    pub place: usize,
    /// What it is for, in a sentence.
    pub text: String,
    /// What it points at in the picture.
    pub spots: Vec<String>,
}

/// A move of a hint, in words.
#[derive(Clone, Debug)]
pub struct HintMove {
    /// The move as it is entered, in notation: one that only says who acts together with what that one is expected to do.
    pub notation: String,
    /// What that does, in one short sentence.
    pub text: String,
    /// What it points at in the picture.
    pub spots: Vec<String>,
    /// The move alone, in notation.
    pub action: String,
    /// What it does alone, in one short sentence.
    pub sentence: String,
    /// How it compares with the best.
    pub standing: Standing,
    /// Its place in [`Report::moves`].
    pub place: usize,
    /// Its figures.
    pub figures: Figures,
    /// The move and what the team does after it, grouped by who acts; none where a game tells it step by step.
    pub script: Option<Script>,
    /// The expected line after the move alone, in words: notation, sentence, and the probability of an outcome, 1 for a decision. It goes
    /// [`STEPS_TOLD`](heist_draw::STEPS_TOLD) steps beyond the script.
    pub line: Vec<(String, String, f64)>,
    /// How many steps of the line are part of what is entered.
    pub entered: usize,
}

/// The figures of a move as the search found them; [`Report::moves`] has them rounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    /// [`Candidate::value`](heist_agents::Candidate::value).
    pub value: Estimate,
    /// [`Candidate::difference`](heist_agents::Candidate::difference).
    pub difference: Estimate,
    /// [`Candidate::best`](heist_agents::Candidate::best).
    pub best: f64,
    /// [`Candidate::played`](heist_agents::Candidate::played).
    pub played: Option<f64>,
    /// [`Candidate::score`](heist_agents::Candidate::score).
    pub score: Option<f64>,
    /// [`Candidate::loss`](heist_agents::Candidate::loss).
    pub loss: Option<Estimate>,
}
