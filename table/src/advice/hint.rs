//! Hints, in the order and the words in which they are shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heist_agents::protocol::report::About;
use heist_agents::protocol::{MoveReport, Report};
use heist_agents::spec::analysis_factory;
use heist_agents::{Analysis, Candidate, Heuristics, Inquiry, LEVELS, Level, Ranked, Thinker, Told, ranking};
use heist_draw::any::explain_all;
use heist_draw::{Draw, Script, explain_line, explain_purpose};
use heist_engine::any::{AnyState, AnyStep};
use heist_engine::game::{Node, Seat};
use heist_engine::record::Step;
use heist_engine::with_state;

use super::pool::Length;
use super::{Advisable, Hint, HintMove, HintPlan};
use crate::choice::Choice;

/// How much win probability a move must give away, with 95% certainty, to be a blunder that deserves a warning.
///
/// Most decisions of a game have several moves within a point of each other, and a quick search distinguishes moves to about two
/// points. People who asked to be warned only before blunders do not want to hear of such differences; a move that gives away
/// three points is one that they recognize as bad once they look again.
pub const BLUNDER: f64 = 0.03;

/// The quantile of the normal distribution below which 95% lie.
const ONE_SIDED_95: f64 = 1.645;

/// The seed of all hints: the same position gets the same hint, as far as the time allows.
const SEED: u64 = 0;

/// How many levels, from the quickest on, take less than a second: Instant and Quick.
const SHORT_LEVELS: usize = 2;

/// How long a hint of a level takes.
pub fn length(level: &Level) -> Length {
    match LEVELS.iter().take(SHORT_LEVELS).any(|short| short == level) {
        true => Length::Short,
        false => Length::Long,
    }
}

/// Whether a search at a level is long enough for the warning before a blunder: from Quick on. Instant tells too few moves
/// apart.
pub fn is_enough_for_warnings(level: &Level) -> bool {
    LEVELS.iter().skip(1).any(|enough| enough == level)
}

/// A decision with what its seat knows.
#[derive(Clone, Debug)]
pub struct Asked {
    view: Box<dyn AnyState>,
    seat: Seat,
}

impl Asked {
    /// The decision of `seat` in a state; `None` where that seat does not decide or the state leaves out what it knows.
    pub fn new(state: &dyn AnyState, seat: Seat) -> Option<Asked> {
        let is_known = state.node() == Node::Decision(seat) && state.holds(seat);
        is_known.then(|| Asked {
            view: state.information_state(seat),
            seat,
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

    fn advise(
        &self,
        thinker: Thinker,
        level: &Level,
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
        // Looking into the losses of the next round takes a while at the higher levels; nobody waits for that to see something.
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
        level: &Level,
        stop: &AtomicBool,
        told: Option<(Duration, &mut dyn FnMut(Hint))>,
    ) -> Hint {
        with_state!(&*self.view, view => look(view, self.seat, thinker, level, stop, told))
    }
}

/// Thinks at one level, from what the seat that decides knows.
fn look<G: Draw + Heuristics>(
    view: &G,
    seat: Seat,
    thinker: Thinker,
    level: &Level,
    stop: &AtomicBool,
    told: Option<(Duration, &mut dyn FnMut(Hint))>,
) -> Hint {
    const VALID: &str = "thinkers are chosen among those of the game, and with their networks part of the program";
    let spec = thinker.spec(view, level, 1).expect(VALID);
    let mut search = analysis_factory::<G>(&spec).expect(VALID)();
    let mut moves = Vec::new();
    view.legal_actions(&mut moves);
    let inquiry = Inquiry {
        state: view.clone(),
        seat,
        moves,
        samples: level.samples,
        seed: SEED,
    };
    let about = About {
        id: "hint".to_owned(),
        seat,
        agent: spec.to_string(),
        seed: SEED,
    };
    let hint = |analysis: &Analysis<G>, is_final| {
        let report = Report::new(&about, view, analysis);
        hint_of(view, seat, analysis, report, is_final)
    };
    let analysis = match told {
        None => inquiry.answer(search.as_mut(), stop, None),
        Some((every, tell)) => {
            let mut tell = |analysis: Analysis<G>| tell(hint(&analysis, false));
            let told = Told { every, tell: &mut tell };
            inquiry.answer(search.as_mut(), stop, Some(told))
        }
    };
    let mut last = hint(&analysis, true);
    last.report.stopped = stop.load(Ordering::Relaxed);
    last
}

impl Hint {
    /// The same hint, marked as one that others follow.
    fn partial(mut self) -> Hint {
        self.is_final = false;
        self.report.partial = true;
        self
    }
}

/// The hint made from an analysis of a seat's decision. `view` is what the seat knows, `report` the report of the analysis.
fn hint_of<G: Draw>(view: &G, seat: Seat, analysis: &Analysis<G>, report: Report, is_final: bool) -> Hint {
    let moves = ranking(analysis).into_iter().map(|ranked| move_of(view, seat, &ranked));
    Hint {
        is_final,
        moves: moves.collect(),
        reason: analysis.reason.as_ref().map(|reason| reason.sentence(view, G::explain)),
        plan: plan_of(view, seat, analysis),
        report: Report {
            partial: !is_final,
            ..report
        },
    }
}

/// The plan that the chosen move begins; none where nothing is planned.
fn plan_of<G: Draw>(view: &G, seat: Seat, analysis: &Analysis<G>) -> Option<HintPlan> {
    let (best, first) = (analysis.candidates.first()?, analysis.purposes.first()?);
    let script = Script::of(view, best.steps(seat))?;
    let mut plan = HintPlan {
        steps: Vec::new(),
        games: first.games,
        purposes: Vec::new(),
    };
    let mut state = view.clone();
    for (place, step) in best.steps(seat).take(script.steps).enumerate() {
        let Step::Action(_, action) = step else { break };
        let purposes = analysis.purposes.iter().filter(|purpose| purpose.place == place);
        plan.purposes.extend(purposes.filter_map(|purpose| {
            let deed = purpose.deed.as_ref().map(|(state, action)| (state, *action));
            let text = explain_purpose((&state, action), purpose.used, purpose.turn, deed)?;
            Some((text, state.spots(action)))
        }));
        plan.steps.push(action.to_string());
        state.apply(action);
    }
    Some(plan)
}

fn move_of<G: Draw>(view: &G, seat: Seat, ranked: &Ranked<'_, G>) -> HintMove {
    let action = ranked.candidate.action;
    let mut line = line_of(view, seat, ranked.candidate);
    let mut choice = choice_of(view, action);
    let next = ranked.candidate.line.first().map(|foreseen| foreseen.step);
    if let Some(Step::Action(_, deed)) = next.filter(|_| G::names_actor(action)) {
        let mut acting = view.clone();
        acting.apply(action);
        choice = choice_of(&acting, deed).by(&choice);
        line.drain(..1.min(line.len()));
    }
    HintMove {
        notation: choice.notation,
        text: choice.text,
        spots: choice.spots,
        standing: ranked.standing,
        place: ranked.place,
        script: Script::of(view, ranked.candidate.steps(seat)),
        line,
    }
}

fn choice_of<G: Draw>(state: &G, action: G::Action) -> Choice {
    Choice {
        notation: action.to_string(),
        text: state.explain(action),
        spots: state.spots(action),
        probability: None,
        costs: state.costs(action),
        actor: String::new(),
    }
}

/// What is expected after a move.
fn line_of<G: Draw>(view: &G, seat: Seat, candidate: &Candidate<G>) -> Vec<(String, String, f64)> {
    let mut after = view.clone();
    after.apply(candidate.action);
    let sentences = explain_line(after, candidate.line.iter().map(|foreseen| foreseen.step), seat);
    let told = candidate.line.iter().zip(sentences);
    told.map(|(foreseen, sentence)| (AnyStep::from(foreseen.step).notation, sentence, foreseen.chance))
        .collect()
}

/// How much win probability a move gives away, with its standard error, if it is a blunder: it gives away [`BLUNDER`] or more
/// with 95% certainty. `None` as well for a move that the hint does not have.
pub fn blunder(hint: &Hint, notation: &str) -> Option<(f64, f64)> {
    let found = figures_of(hint, notation)?;
    // The question has one side, so the bound is nearer than the ends of the interval that is shown.
    let least = -found.difference - ONE_SIDED_95 * found.difference_error;
    // A single world shows no spread.
    (found.visits > 1 && least > BLUNDER).then_some((-found.difference, found.difference_error))
}

/// Whether a hint has looked at a move.
pub fn covers(hint: &Hint, notation: &str) -> bool {
    figures_of(hint, notation).is_some()
}

/// What a hint says of a move, or of one that comes to the same.
fn figures_of<'a>(hint: &'a Hint, notation: &str) -> Option<&'a MoveReport> {
    let is_it = |name: &String| name == notation;
    let mut moves = hint.report.moves.iter();
    moves.find(|found| is_it(&found.action) || found.alike.iter().any(is_it))
}
