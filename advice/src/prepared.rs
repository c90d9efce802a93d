//! Questions about decisions, answered in words.
//!
//! Whoever shows hints, the table as well as the command line, asks here: what is known of a decision is written down
//! once, without the game's types, and each takes what it shows.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use heist_agents::protocol::{Question, Remark, Report, Task, Words};
use heist_agents::{Analysis, Branch, Foreseen, Players, Ranked, Told, ranking};
use heist_draw::{Draw, STEPS_TOLD, Script, explain_purpose, explain_step};
use heist_engine::any::{AnyGame, AnyStep};
use heist_engine::game::Seat;
use heist_engine::part_of;
use heist_engine::record::Step;

use super::{Hint, HintBranch, HintMove, HintPlan, HintPurpose};
use crate::choice::Choice;

/// A question about a decision, with all that its search needs.
pub trait Prepared {
    /// Searches until it is done or `stop` is true. Hints on the way go to `tell`, as often as the question says; the
    /// last one is returned instead.
    fn hint(&self, stop: &AtomicBool, tell: &mut dyn FnMut(Hint)) -> Hint;
}

/// Prepares the answer to a question. All that can go wrong with its search goes wrong here.
///
/// # Errors
/// When the agent cannot analyse decisions of this game; the remark's field is that of a query, `agent` or `level`.
pub fn prepare(question: &Question) -> Result<Box<dyn Prepared>, Remark> {
    hints(question.state.game()).prepare(question)
}

/// What gives hints in one game, without its types.
pub(crate) trait AnyHints: Sync {
    fn prepare(&self, question: &Question) -> Result<Box<dyn Prepared>, Remark>;
}

pub(crate) struct Hints<G>(pub(crate) PhantomData<fn() -> G>);

fn hints(game: &dyn AnyGame) -> &'static dyn AnyHints {
    part_of!(game, Hints as dyn AnyHints)
}

impl<G: Draw + Players> AnyHints for Hints<G> {
    fn prepare(&self, question: &Question) -> Result<Box<dyn Prepared>, Remark> {
        let state: Option<&G> = question.state.as_any().downcast_ref();
        Ok(Box::new(Task::new(
            state.expect("the state is of this game"),
            question,
        )?))
    }
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
        last.report = last.report.ended(stop.load(Ordering::Relaxed));
        last
    }
}

/// The hint made from an analysis.
fn hint_of<G: Draw + Players>(task: &Task<G>, analysis: &Analysis<G>, is_final: bool) -> Hint {
    let (state, seat) = (&task.inquiry.state, task.inquiry.seat);
    let view = state.information_state(seat);
    let moves: Vec<HintMove> = ranking(analysis)
        .into_iter()
        .enumerate()
        .map(|(place, ranked)| move_of(&view, seat, place, &ranked))
        .collect();
    let is_asked = |of: &HintMove| {
        let candidate = analysis
            .candidates
            .iter()
            .find(|known| known.action.to_string() == of.action);
        candidate.is_some_and(|known| {
            let mut actions = std::iter::once(&known.action).chain(&known.alike);
            actions.any(|action| task.inquiry.asked.contains(action))
        })
    };
    let words = Words {
        explain: &shortly::<G>,
        outcome: &G::explain_outcome,
    };
    let report = Report {
        partial: !is_final,
        ..Report::explained(&task.about, state, analysis, &words)
    };
    Hint {
        is_final,
        asked: (0..moves.len()).filter(|&place| is_asked(&moves[place])).collect(),
        reason: report.reason.as_ref().map(|reason| reason.text.clone()),
        confidence: report.confidence,
        doubt: doubt(&view, analysis),
        next: report.next.as_ref().map(|next| next.text.clone()),
        change: report.change.as_ref().map(|change| change.text.clone()),
        plan: plan_of(&view, seat, analysis),
        report,
        moves,
    }
}

/// Which move looks better than the one that doubt keeps, in one sentence.
fn doubt<G: Draw>(view: &G, analysis: &Analysis<G>) -> Option<String> {
    let (better, kept) = (analysis.doubted?, analysis.candidates.first()?.action);
    let quoted = |action: G::Action| format!("“{}”", shortly(view, action).trim_end_matches('.'));
    Some(format!(
        "{} looks better so far, but not surely enough to leave {}, which the expert would play.",
        quoted(better),
        quoted(kept)
    ))
}

/// What an action does, in as few words as tell it from the other actions here: without what explains the place or what
/// may happen there.
fn shortly<G: Draw>(state: &G, action: G::Action) -> String {
    let short = |action: G::Action| {
        let whole = state.explain(action);
        let end = [": ", " (", "; "].iter().filter_map(|mark| whole.find(mark)).min();
        end.map_or_else(|| whole.clone(), |end| format!("{}.", &whole[..end]))
    };
    let told = short(action);
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    if legal.iter().any(|&other| other != action && short(other) == told) {
        state.explain(action)
    } else {
        told
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

fn move_of<G: Draw>(view: &G, seat: Seat, place: usize, ranked: &Ranked<'_, G>) -> HintMove {
    let Ranked {
        standing, candidate, ..
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
    let mut after = view.clone();
    after.apply(action);
    let line = told(
        &mut after.clone(),
        seat,
        &candidate.line,
        scripted(script.as_ref()) + STEPS_TOLD,
    );
    for foreseen in &candidate.line {
        foreseen.step.play(&mut after);
    }
    let branches = candidate.branches.iter();
    let branches = branches.map(|branch| branch_of(&after, seat, branch)).collect();
    let walk = candidate
        .line
        .iter()
        .map(|foreseen| AnyStep::from(foreseen.step).notation);
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
        name: shortly(view, candidate.action).trim_end_matches('.').to_owned(),
        standing,
        place,
        reason: candidate.reason.as_ref().map(|reason| reason.sentence(view, shortly)),
        script,
        walk: walk.collect(),
        line,
        branches,
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

/// What is expected from a state on: as many of the first steps as are wanted, with the probabilities of outcomes.
/// Windows that are let go by are played and not told.
fn told<G: Draw>(state: &mut G, seat: Seat, line: &[Foreseen<G>], wanted: usize) -> Vec<(String, String, f64)> {
    let mut told = Vec::new();
    for foreseen in line {
        if told.len() == wanted {
            break;
        }
        if !foreseen.is_pass {
            let sentence = explain_step(state, foreseen.step, seat);
            told.push((AnyStep::from(foreseen.step).notation, sentence, foreseen.chance));
        }
        foreseen.step.play(state);
    }
    told
}

/// How many outcomes of a branch are named; the others are counted.
const OUTCOMES_NAMED: usize = 2;

/// A branch in words, from the state in which its outcomes are drawn.
fn branch_of<G: Draw>(before: &G, seat: Seat, branch: &Branch<G>) -> HintBranch {
    let mut after = before.clone();
    after.resolve(branch.sample);
    let outcome = |&outcome: &G::Outcome| condition(&explain_step(before, Step::Chance(outcome), seat));
    let named: Vec<String> = branch.outcomes.iter().take(OUTCOMES_NAMED).map(outcome).collect();
    let others = match branch.outcomes.len().saturating_sub(OUTCOMES_NAMED) {
        0 => String::new(),
        others => format!(" (or {others} more)"),
    };
    HintBranch {
        when: match branch.is_rest {
            true if branch.chance > 0.999 => "whatever comes".to_owned(),
            true => "otherwise".to_owned(),
            false => format!("if {}{others}", named.join(" or ")),
        },
        chance: branch.chance,
        line: told(&mut after, seat, &branch.line, STEPS_TOLD),
    }
}

/// A sentence as a condition: `The dice show 6.` becomes `the dice show 6`. Names keep their capitals.
fn condition(sentence: &str) -> String {
    const ARTICLES: [&str; 6] = ["The", "A", "An", "It", "No", "Nobody"];
    let sentence = sentence.trim_end_matches('.');
    let first = sentence.split(' ').next().unwrap_or_default();
    if ARTICLES.contains(&first) {
        format!("{}{}", first.to_lowercase(), &sentence[first.len()..])
    } else {
        sentence.to_owned()
    }
}

impl HintMove {
    /// The expected line step by step in notation, from what is entered on.
    pub fn ahead(&self) -> &[String] {
        let wanted = self.walk.len().min(STEPS_TOLD);
        &self.walk[self.entered.min(wanted)..wanted]
    }

    /// What is told of the line after the script, or after the move where there is none.
    pub fn after_script(&self) -> &[(String, String, f64)] {
        let scripted = scripted(self.script.as_ref());
        &self.line[scripted.min(self.line.len())..]
    }
}
