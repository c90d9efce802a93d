//! Hints that improve while the agent thinks, the summary after the game, and positions to practise on.

mod after;
mod curve;
mod hint;
mod pool;
mod practice;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heist_agents::protocol::Report;
use heist_agents::{Level, Thinker};
use heist_draw::Script;

pub use after::{After, Costly, Past};
pub use curve::{curve_svg, linked_curve_svg};
pub use heist_agents::Standing;
pub use hint::{Asked, BLUNDER, blunder, covers, is_enough_for_warnings, length};
pub use pool::{Job, Length, Pool, PoolError};
pub use practice::{Hunt, HuntError, Searcher};

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
        level: &Level,
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
            script.chain(line).chain([&mut of.text])
        });
        let purposes = self
            .plan
            .iter_mut()
            .flat_map(|plan| plan.purposes.iter_mut().map(|(text, _)| text));
        moves.chain(purposes).chain(&mut self.reason)
    }
}

/// A plan, and what the things are for that it places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintPlan {
    /// Its decisions in notation, the first move among them.
    pub steps: Vec<String>,
    /// Games that the expert played from it.
    pub games: u64,
    /// What each thing is for, in a sentence, with what it points at in the picture.
    pub purposes: Vec<(String, Vec<String>)>,
}

/// A move of a hint, in words.
#[derive(Clone, Debug)]
pub struct HintMove {
    /// The move in notation; one that only says who acts together with what that one is expected to do.
    pub notation: String,
    /// What it does, in one short sentence.
    pub text: String,
    /// What it points at in the picture.
    pub spots: Vec<String>,
    /// How it compares with the best.
    pub standing: Standing,
    /// Its place in [`Report::moves`].
    pub place: usize,
    /// The move and what the team does after it, grouped by who acts; none where a game tells it step by step.
    pub script: Option<Script>,
    /// The expected line after that in words: notation, sentence, and the probability of an outcome below 1.
    pub line: Vec<(String, String, f64)>,
}
