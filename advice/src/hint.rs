//! Hints, in the order and the words in which they are shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heist_agents::protocol::{Effort, MoveReport, Question};
use heist_agents::{LEVELS, Level, Thinker};
use heist_draw::any::explain_all;
use heist_engine::any::AnyState;
use heist_engine::game::{Node, Seat};

use super::pool::Length;
use super::{Advisable, Hint, prepare};
use crate::choice::Choice;

/// How much win probability a move must give away, with 95% certainty, to be a blunder that deserves a warning.
///
/// Most decisions of a game have several moves within a point of each other, and a quick search distinguishes moves to
/// about two points. People who asked to be warned only before blunders do not want to hear of such differences; a move
/// that gives away three points is one that they recognize as bad once they look again.
pub const BLUNDER: f64 = 0.03;

/// The quantile of the normal distribution below which 95% lie.
const ONE_SIDED_95: f64 = 1.645;

/// The seed of all hints: the same position gets the same hint, as far as the time allows.
const SEED: u64 = 0;

/// How many levels, from the quickest on, take less than a second: Instant and Quick.
const SHORT_LEVELS: usize = 2;

/// How long a hint of a level takes.
pub fn length(level: &Level) -> Length {
    if LEVELS.iter().take(SHORT_LEVELS).any(|short| short == level) {
        Length::Short
    } else {
        Length::Long
    }
}

/// Whether a search at a level is long enough for the warning before a blunder: from Quick on. Instant tells too few
/// moves apart.
pub fn is_enough_for_warnings(level: &Level) -> bool {
    LEVELS.iter().skip(1).any(|enough| enough == level)
}

/// A decision with what its seat knows.
#[derive(Clone, Debug)]
pub struct Asked {
    view: Box<dyn AnyState>,
    seat: Seat,
    /// The place of a move of which was asked why it is not recommended.
    about: Option<usize>,
}

impl Asked {
    /// The decision of `seat` in a state; `None` where that seat does not decide or the state leaves out what it knows.
    pub fn new(state: &dyn AnyState, seat: Seat) -> Option<Asked> {
        let is_known = state.node() == Node::Decision(seat) && state.holds(seat);
        is_known.then(|| Asked {
            view: state.information_state(seat),
            seat,
            about: None,
        })
    }
}

impl Advisable for Asked {
    fn seat(&self) -> u8 {
        self.seat.0 + 1
    }

    fn moves(&self) -> Vec<Choice> {
        explain_all(&*self.view).into_iter().map(Choice::from).collect()
    }

    fn ask_about(&mut self, notation: &str) {
        self.about = self.view.find_listed(notation).ok();
    }

    fn advise(
        &self,
        thinker: Thinker,
        level: &'static Level,
        every: Duration,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Hint),
    ) -> Hint {
        // The quickest level says something at once, before the one that was asked for.
        let first = &LEVELS[0];
        // Where there is no choice a glance at the win probability will do.
        if level == first || self.view.branch_count() == 1 {
            return self.look(thinker, first, stop, None);
        }
        // Looking into the losses of the next round takes a while at the higher levels; nobody waits for that to see
        // something.
        let glance = self.look(thinker, first, stop, None);
        if stop.load(Ordering::Relaxed) {
            return glance;
        }
        tell(Hint::partial(glance));
        self.look(thinker, level, stop, Some((every, tell)))
    }
}

impl Asked {
    /// Thinks at one level.
    fn look(
        &self,
        thinker: Thinker,
        level: &'static Level,
        stop: &AtomicBool,
        told: Option<(Duration, &mut dyn FnMut(Hint))>,
    ) -> Hint {
        const VALID: &str = "thinkers are chosen among those of the game, and with their networks part of the program";
        let question = |report_every| Question {
            id: "hint".to_owned(),
            state: self.view.clone(),
            seat: self.seat,
            moves: (0..self.view.branch_count()).collect(),
            asked: self.about.into_iter().collect(),
            effort: Effort::Level(level, thinker, 1),
            samples: level.samples,
            seed: SEED,
            report_every,
        };
        let prepared = |report_every| prepare(&question(report_every)).expect(VALID);
        match told {
            None => prepared(None).hint(stop, &mut |_| ()),
            Some((every, tell)) => prepared(Some(every)).hint(stop, tell),
        }
    }
}

impl Hint {
    /// The same hint, marked as one that others follow.
    fn partial(mut self) -> Hint {
        self.is_final = false;
        self.report.partial = true;
        self
    }
}

/// How much win probability a move gives away, with its 95% interval, if it is a blunder: it gives away [`BLUNDER`] or
/// more with 95% certainty. `None` as well for a move that the hint does not have.
pub fn blunder(hint: &Hint, notation: &str) -> Option<(f64, [f64; 2])> {
    let found = figures_of(hint, notation)?;
    // The question has one side, so the bound is nearer than the ends of the interval that is shown.
    let least = -found.difference - ONE_SIDED_95 * found.difference_error;
    let [low, high] = found.difference_interval95;
    // Where no world differs from another the interval has the bound: that shows no spread, which is no proof.
    let is_sure = if found.difference_error > 0.0 || found.certain {
        least > BLUNDER
    } else {
        -high > BLUNDER
    };
    (found.visits > 1 && is_sure).then_some((-found.difference, [-high, -low]))
}

/// Whether a hint has looked at a move.
pub fn covers(hint: &Hint, notation: &str) -> bool {
    figures_of(hint, notation).is_some()
}

/// What a hint says of a move, or of one that comes to the same.
fn figures_of<'a>(hint: &'a Hint, notation: &str) -> Option<&'a MoveReport> {
    hint.report.find(notation)
}
