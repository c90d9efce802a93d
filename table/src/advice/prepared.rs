//! Questions about decisions, answered in words.
//!
//! Whoever shows hints, the table as well as the command line, asks here: what is known of a decision is written down once, without the
//! game's types, and each takes what it shows.

use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::protocol::{Question, Remark, Report, Task};
use heist_agents::{Analysis, Candidate, Players, Ranked, Told, ranking};
use heist_draw::{Draw, STEPS_TOLD, Script, explain_purpose, explain_step};
use heist_engine::any::AnyStep;
use heist_engine::game::Seat;
use heist_engine::record::Step;
use heist_engine::with_state;

use super::{Figures, Hint, HintMove, HintPlan, HintPurpose};
use crate::choice::Choice;

/// A question about a decision, with all that its search needs.
pub trait Prepared {
    /// Searches until it is done or `stop` is true. Hints on the way go to `tell`, as often as the question says; the last one is returned
    /// instead.
    fn hint(&self, stop: &AtomicBool, tell: &mut dyn FnMut(Hint)) -> Hint;
}

/// Prepares the answer to a question. All that can go wrong with its search goes wrong here.
///
/// # Errors
/// When the agent cannot analyse decisions of this game; the remark's field is that of a query, `agent` or `level`.
pub fn prepare(question: &Question) -> Result<Box<dyn Prepared>, Remark> {
    with_state!(&*question.state, state => Ok(Box::new(Task::new(state, question)?)))
}

impl<G: Draw + Players> Prepared for Task<G> {
    fn hint(&self, stop: &AtomicBool, tell: &mut dyn FnMut(Hint)) -> Hint {
        let mut search = (self.search)();
        let mut tell_partial = |analysis: Analysis<G>| tell(hint_of(self, &analysis, false));
        let told = self.report_every.map(|every| Told {
            every,
            tell: &mut tell_partial,
        });
        let analysis = G::answer(&self.inquiry, search.as_mut(), stop, told);
        let mut last = hint_of(self, &analysis, true);
        last.report.stopped = stop.load(Ordering::Relaxed);
        last
    }
}

/// The hint made from an analysis.
fn hint_of<G: Draw + Players>(task: &Task<G>, analysis: &Analysis<G>, is_final: bool) -> Hint {
    let (state, seat) = (&task.inquiry.state, task.inquiry.seat);
    let view = state.information_state(seat);
    let moves = ranking(analysis)
        .into_iter()
        .map(|ranked| move_of(&view, seat, &ranked));
    Hint {
        is_final,
        moves: moves.collect(),
        reason: analysis
            .reason
            .as_ref()
            .map(|reason| reason.sentence(state, G::explain)),
        plan: plan_of(&view, seat, analysis),
        report: Report {
            partial: !is_final,
            ..Report::new(&task.about, state, analysis)
        },
    }
}

/// The plan that the chosen move begins; none where nothing is planned. `view` is what the seat knows.
fn plan_of<G: Draw>(view: &G, seat: Seat, analysis: &Analysis<G>) -> Option<HintPlan> {
    let (best, first) = (analysis.candidates.first()?, analysis.purposes.first()?);
    let scripted = Script::of(view, best.steps(seat)).map_or(0, |script| script.steps);
    let explained = analysis.purposes.iter().map(|purpose| purpose.place + 1).max();
    let mut plan = HintPlan {
        steps: Vec::new(),
        games: first.games,
        purposes: Vec::new(),
    };
    let mut state = view.clone();
    let steps = best.steps(seat).take(scripted.max(explained.unwrap_or(0)));
    for (place, step) in steps.enumerate() {
        if let Step::Action(_, action) = step {
            let purposes = analysis.purposes.iter().filter(|purpose| purpose.place == place);
            plan.purposes.extend(purposes.filter_map(|purpose| {
                let deed = purpose.deed.as_ref().map(|(state, action)| (state, *action));
                Some(HintPurpose {
                    place,
                    text: explain_purpose((&state, action), purpose.used, purpose.turn, deed)?,
                    spots: state.spots(action),
                })
            }));
            plan.steps.extend((place < scripted).then(|| action.to_string()));
        }
        step.play(&mut state);
    }
    Some(plan)
}

fn move_of<G: Draw>(view: &G, seat: Seat, ranked: &Ranked<'_, G>) -> HintMove {
    let Ranked {
        standing,
        place,
        candidate,
    } = *ranked;
    let action = candidate.action;
    let alone = choice_of(view, action);
    let next = candidate.line.first().map(|foreseen| foreseen.step);
    let joined = match next.filter(|_| G::names_actor(action)) {
        Some(Step::Action(_, deed)) => {
            let mut acting = view.clone();
            acting.apply(action);
            Some(choice_of(&acting, deed).by(&alone))
        }
        _ => None,
    };
    let entered = usize::from(joined.is_some());
    let script = Script::of(view, candidate.steps(seat));
    let line = line_of(view, seat, candidate, scripted(script.as_ref()) + STEPS_TOLD);
    let (action, sentence) = (alone.notation.clone(), alone.text.clone());
    let Choice {
        notation, text, spots, ..
    } = joined.unwrap_or(alone);
    HintMove {
        notation,
        text,
        spots,
        action,
        sentence,
        standing,
        place,
        figures: Figures {
            value: candidate.value,
            difference: candidate.difference,
            best: candidate.best,
            played: candidate.played,
            score: candidate.score,
            loss: candidate.loss,
        },
        script,
        line,
        entered,
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

/// How many steps of the line after a move its script tells.
fn scripted(script: Option<&Script>) -> usize {
    script.map_or(0, |script| script.steps - 1)
}

/// What is expected after a move: as many of the first steps as are `told`, with the probabilities of outcomes.
fn line_of<G: Draw>(view: &G, seat: Seat, candidate: &Candidate<G>, told: usize) -> Vec<(String, String, f64)> {
    let mut state = view.clone();
    state.apply(candidate.action);
    let foreseen = candidate.line.iter().take(told);
    foreseen
        .map(|foreseen| {
            let sentence = explain_step(&state, foreseen.step, seat);
            foreseen.step.play(&mut state);
            (AnyStep::from(foreseen.step).notation, sentence, foreseen.chance)
        })
        .collect()
}

impl HintMove {
    /// The expected line step by step, from what is entered on.
    pub fn ahead(&self) -> &[(String, String, f64)] {
        let told = self.line.len().min(STEPS_TOLD);
        &self.line[self.entered.min(told)..told]
    }

    /// What is told of the line after the script, or after the move where there is none.
    pub fn after_script(&self) -> &[(String, String, f64)] {
        let scripted = scripted(self.script.as_ref());
        &self.line[scripted.min(self.line.len())..]
    }
}
