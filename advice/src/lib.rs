//! Advice for people who play: hints that sharpen while the agent thinks, the review of a game, and positions to
//! practise on. Everything is asked and answered without the types of games.
//!
//! - [`prepare`]: a question about a decision, answered in words; [`short`](fn@short): the same in a few words.
//! - [`Past`]: a game that was played; [`After`]: its review.
//! - [`choice`]: what may be entered at a table, or advised.
//! - [`practice`]: sets of positions to practise on, and what a choice is worth; [`Hunt`] looks for such positions.
//! - [`Pool`]: the threads on which advice is worked out.

mod after;
pub mod choice;
mod curve;
mod hint;
mod hunt;
mod parts;
mod pool;
pub mod practice;
mod prepared;
mod short;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heist_agents::protocol::Report;
use heist_agents::{Confidence, Level, Thinker};
use heist_draw::Script;

pub use after::{After, Costly, Past};
pub use curve::{curve_svg, linked_curve_svg};
pub use heist_agents::Standing;
pub use hint::{Asked, BLUNDER, blunder, covers, is_enough_for_warnings, length};
pub use hunt::{Hunt, HuntError, Searcher};
pub use parts::Parts;
pub use pool::{Job, Length, Pool, PoolError};
pub use prepared::{Prepared, prepare};
pub use short::{Part, WORDS, short, words};

use crate::choice::Choice;

/// A decision that advice can be given on.
pub trait Advisable: Send {
    /// Whose decision it is, from 1.
    fn seat(&self) -> u8;
    /// The legal moves, explained.
    fn moves(&self) -> Vec<Choice>;
    /// Asks as well why a move is not the one that is recommended: its figures are worked out as carefully as those of
    /// the best, and it gets a reason and a line. A move that is not legal is not asked about.
    fn ask_about(&mut self, notation: &str);
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
    /// How sure it is that no other move is better; none of an agent without estimates.
    pub confidence: Option<Confidence>,
    /// Which move has the better value so far, where doubt keeps the first one, in one sentence.
    pub doubt: Option<String>,
    /// What the next player should do, in one sentence; none where that depends.
    pub next: Option<String>,
    /// What would change the advice, in one sentence; none where nothing likely would.
    pub change: Option<String>,
    /// The places in `moves` of those of which was asked why they are not recommended.
    pub asked: Vec<usize>,
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
            let branches = of.branches.iter_mut().flat_map(|branch| {
                let line = branch.line.iter_mut().map(|(_, text, _)| text);
                line.chain([&mut branch.when])
            });
            let line = of.line.iter_mut().map(|(_, text, _)| text);
            let own = [&mut of.text, &mut of.sentence, &mut of.name]
                .into_iter()
                .chain(&mut of.reason);
            script.chain(line).chain(branches).chain(own)
        });
        let purposes = self
            .plan
            .iter_mut()
            .flat_map(|plan| plan.purposes.iter_mut().map(|purpose| &mut purpose.text));
        let sentences = [&mut self.reason, &mut self.doubt, &mut self.next, &mut self.change];
        moves.chain(purposes).chain(sentences.into_iter().flatten())
    }
}

/// A plan, and what the things are for that it places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HintPlan {
    /// Its decisions in notation, the first move among them; none where it is too short for a
    /// [script](HintMove::script).
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
    /// The move as it is entered, in notation: one that only says who acts together with what that one is expected to
    /// do.
    pub notation: String,
    /// What that does, in one short sentence.
    pub text: String,
    /// What it points at in the picture.
    pub spots: Vec<String>,
    /// The move alone, in notation.
    pub action: String,
    /// What it does alone, in one short sentence.
    pub sentence: String,
    /// The same in as few words as tell it from the other moves.
    pub name: String,
    /// How it compares with the best.
    pub standing: Standing,
    /// Its place in [`Report::moves`], which has its figures: moves stand in the same order there.
    pub place: usize,
    /// Why the first move is better, in one sentence; none of the first, and where nothing was found.
    pub reason: Option<String>,
    /// The move and what the team does after it, grouped by who acts; none where a game tells it step by step.
    pub script: Option<Script>,
    /// The expected line after the move alone, in words: notation, sentence, and the probability of an outcome, 1 for a
    /// decision. It goes [`STEPS_TOLD`](heist_draw::STEPS_TOLD) steps beyond the script, and leaves out optional
    /// windows that are let go by.
    pub line: Vec<(String, String, f64)>,
    /// The steps of that line in notation, with the windows that are let go by.
    pub walk: Vec<String>,
    /// Where the line ends at a draw that may come in several ways, what follows each of them.
    pub branches: Vec<HintBranch>,
    /// How many steps of the line are part of what is entered.
    pub entered: usize,
}

/// What follows some of the outcomes that a line may come to.
#[derive(Clone, PartialEq, Debug)]
pub struct HintBranch {
    /// The outcomes, as a condition: `if the tile is the Safe`, `otherwise`.
    pub when: String,
    /// The probability of all of them together.
    pub chance: f64,
    /// What is expected then, in words like [`HintMove::line`].
    pub line: Vec<(String, String, f64)>,
}
