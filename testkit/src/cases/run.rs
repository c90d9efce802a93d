//! Playing the cases of a file.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use heist_engine::any::{AnyState, Listed, PositionFault, any_state, find};
use heist_engine::game::{Node, Overrides, Problem};
use heist_engine::{json, part_of};
use serde_json::Value;

use super::campaign;
use super::check::check;
use super::file::{Case, CaseFile, Edit, Load, Start, are_fields};
use super::notation::{Move, Script};
use super::report::{
    CameTo, CaseFailure, CaseOutcome, CaseReport, Failures, Mismatch, legal_actions, list_problems, options, outcomes,
};
use crate::rules;

/// How many decisions and draws `auto` passes over before one step; more is a loop.
const PASSED_OVER: usize = 1000;

/// Plays every case of a file.
pub fn run<G: Listed>(file: &CaseFile, load: &Load) -> Vec<CaseReport<G>> {
    file.cases.iter().map(|case| run_case(file, case, load)).collect()
}

/// Plays a case of a file.
///
/// A case whose notation cannot be read fails, with the line; so does one on which the rules panic.
pub fn run_case<G: Listed>(file: &CaseFile, case: &Case, load: &Load) -> CaseReport<G> {
    let mut state = None;
    let held = catch_unwind(AssertUnwindSafe(|| play_case(file, case, load, &mut state)));
    let outcome = match held {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(failure)) => CaseOutcome::Failed(failure),
        Err(panic) => {
            let text = panic_text(panic.as_ref());
            CaseOutcome::Failed(format!("the rules panicked: {text}").into())
        }
    };
    CaseReport {
        id: case.id.clone(),
        line: case.line,
        outcome,
        state,
    }
}

/// [`run_case`] of the listed game that the file names, without its types. A case of no listed game fails.
pub fn run_any_case(file: &CaseFile, case: &Case, load: &Load) -> CaseReport<Box<dyn AnyState>> {
    match find(&file.game) {
        Some(game) => part_of!(game, Cases as dyn AnyCases).run(file, case, load),
        None => CaseReport {
            id: case.id.clone(),
            line: case.line,
            outcome: CaseOutcome::Failed(format!("there is no game `{}`", file.game).into()),
            state: None,
        },
    }
}

/// What plays the cases of one game, without its types.
pub(crate) trait AnyCases: Sync {
    fn run(&self, file: &CaseFile, case: &Case, load: &Load) -> CaseReport<Box<dyn AnyState>>;
}

pub(crate) struct Cases<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Listed> AnyCases for Cases<G> {
    fn run(&self, file: &CaseFile, case: &Case, load: &Load) -> CaseReport<Box<dyn AnyState>> {
        let report = run_case::<G>(file, case, load);
        CaseReport {
            id: report.id,
            line: report.line,
            outcome: report.outcome,
            state: report.state.map(any_state),
        }
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// Plays a case; `came_to` is left at the last state that is sound.
fn play_case<G: Listed>(
    file: &CaseFile,
    case: &Case,
    load: &Load,
    came_to: &mut Option<G>,
) -> Result<CaseOutcome, CaseFailure> {
    if file.game != G::ID {
        return Err(format!("the file is about `{}`, not `{}`", file.game, G::ID).into());
    }
    if let Some(problem) = &case.problem {
        return Err(problem.clone().into());
    }
    check_rules::<G>(case)?;
    if matches!(case.start, Start::Campaign(_) | Start::CampaignFile(_)) {
        return campaign::play(G::ID, case, load);
    }
    let script = Script::<G>::read(case, &file.name)?;
    let begun = begin::<G>(file, case, load)?;
    if let Some(fields) = &case.invalid {
        return check_refusal(&begun, fields).map(|()| CaseOutcome::Passed);
    }
    let refused =
        |refusal: Vec<Problem>| Mismatch::new("where it begins is refused", "no problems", list_problems(&refusal));
    let state = came_to.insert(begun.map_err(refused)?);
    let mut failures = Failures::default();
    if !case.asserts_something() {
        failures.add("the case", "steps, or something that must hold", "nothing");
    }
    for (place, step) in script.steps.iter().enumerate() {
        let mut after = state.clone();
        if case.auto {
            pass_over(&mut after, step);
        }
        let taken = take(&mut after, step);
        *state = after;
        if let Err((expected, found)) = taken {
            let what = format!(
                "step {} of {}, `{}` (line {})",
                place + 1,
                script.steps.len(),
                step.text.text,
                step.text.line
            );
            failures.add(what, expected, found);
            return Ok(failures.outcome(state));
        }
    }
    check(case, &script, state, &mut failures);
    Ok(failures.outcome(state))
}

/// `rules`: ids of rules of the game.
fn check_rules<G: Listed>(case: &Case) -> Result<(), Mismatch> {
    let Some(known) = rules::ids(G::ID) else { return Ok(()) };
    let known: Vec<&str> = known.collect();
    match case.rules.iter().find(|rule| !known.contains(&rule.as_str())) {
        None => Ok(()),
        Some(strange) => {
            let expected = format!("ids of the rules of {}, as its ledger lists them", G::ID);
            Err(Mismatch::new("rules", expected, format!("`{strange}`")))
        }
    }
}

/// The first state of a case, or the problems of its position or setup.
fn begin<G: Listed>(file: &CaseFile, case: &Case, load: &Load) -> Result<Result<G, Vec<Problem>>, CaseFailure> {
    let mut json = match &case.start {
        Start::Setup(setup) => {
            let setup = G::any_game().read_setup(&setup.to_string());
            let setup = setup.map_err(|error| format!("the setup cannot be read: {}", error.message))?;
            return Ok(setup.begin().map(typed).map_err(|error| error.0));
        }
        Start::Campaign(_) | Start::CampaignFile(_) => {
            unreachable!("cases of campaigns are played by `campaign::play`")
        }
        Start::Position(json) => json.clone(),
        Start::Named(name) => {
            let named = file.positions.iter().find(|(known, _)| known == name);
            let (_, json) = named.ok_or_else(|| format!("there is no position `{name}`"))?;
            json.clone()?
        }
        Start::File(name) => {
            let text = load(name).map_err(|error| format!("the position {name} cannot be read: {error}"))?;
            json::read(&text).map_err(|error| format!("the position {name} cannot be read: {error}"))?
        }
    };
    for edit in &case.edits {
        make(&mut json, edit)?;
    }
    let overrides = if case.overrides {
        Overrides::Waivable
    } else {
        Overrides::None
    };
    let unread = |what: String| CaseFailure {
        came_to: CameTo::document(json.clone()),
        ..CaseFailure::from(format!("the position cannot be read: {what}"))
    };
    match G::any_game().read_position(&json.to_string(), overrides) {
        Ok(state) => Ok(Ok(typed(state))),
        Err(PositionFault::Contradictory { problems, .. }) => Ok(Err(problems)),
        Err(PositionFault::Read(error)) => Err(unread(error.message)),
        Err(fault) => Err(unread(fault.to_string())),
    }
}

fn typed<G: Listed>(state: Box<dyn AnyState>) -> G {
    let state = state.as_any().downcast_ref::<G>();
    state.expect("a game reads and begins states of its own").clone()
}

/// Makes an edit.
fn make(json: &mut Value, edit: &Edit) -> Result<(), String> {
    match edit {
        Edit::Set(pointer, value) => set(json, pointer, value),
        Edit::Append(pointer, items) => match json.pointer_mut(pointer) {
            Some(Value::Array(list)) => {
                list.extend(items.iter().cloned());
                Ok(())
            }
            Some(other) => Err(format!("append `{pointer}`: it is {other}, not a list")),
            // A position leaves out empty lists.
            None => set(json, pointer, &Value::from(items.clone())),
        },
    }
}

/// Sets the value a JSON Pointer names; its last key may be new.
fn set(json: &mut Value, pointer: &str, value: &Value) -> Result<(), String> {
    let (parent, key) = pointer
        .rsplit_once('/')
        .ok_or_else(|| format!("change `{pointer}` is no JSON Pointer"))?;
    let key = key.replace("~1", "/").replace("~0", "~");
    match json.pointer_mut(parent) {
        Some(Value::Object(map)) => {
            map.insert(key, value.clone());
            Ok(())
        }
        Some(Value::Array(list)) if key == "-" => {
            list.push(value.clone());
            Ok(())
        }
        Some(Value::Array(list)) => {
            let length = list.len();
            let item = key.parse::<usize>().ok().and_then(|place| list.get_mut(place));
            let items = if length == 1 { "item" } else { "items" };
            *item.ok_or_else(|| format!("change `{pointer}`: the list has {length} {items}, `-` appends one"))? =
                value.clone();
            Ok(())
        }
        Some(other) => Err(format!(
            "change `{pointer}`: `{parent}` is {other}, neither an object nor a list"
        )),
        None => Err(format!("change `{pointer}`: there is no `{parent}`")),
    }
}

/// `invalid`: problems on exactly these fields.
fn check_refusal<G>(begun: &Result<G, Vec<Problem>>, fields: &[String]) -> Result<(), CaseFailure> {
    let problems = match begun {
        Ok(_) => &[],
        Err(problems) => problems.as_slice(),
    };
    let found: Vec<String> = problems.iter().map(|problem| problem.field.clone()).collect();
    if begun.is_err() && are_fields(&found, fields) {
        return Ok(());
    }
    let found = if begun.is_ok() {
        "none, it is accepted".to_owned()
    } else {
        list_problems(problems)
    };
    Err(Mismatch::new("problems", format!("on exactly {}", fields.join(", ")), found).into())
}

/// `auto`: passes over what leaves no choice and is not what the step says.
fn pass_over<G: Listed>(state: &mut G, step: &Move<G>) {
    for _ in 0..PASSED_OVER {
        match state.node() {
            Node::Decision(_) => {
                let legal = legal_actions(state);
                if legal.len() != 1 || step.action.is_some_and(|action| state.accepts(action)) {
                    return;
                }
                state.apply(legal[0]);
            }
            Node::Chance => {
                let outcomes = outcomes(state);
                if outcomes.len() != 1 || step.outcome == Some(outcomes[0].0) {
                    return;
                }
                state.resolve(outcomes[0].0);
            }
            Node::Terminal => return,
        }
    }
}

/// Takes a step, or says what was expected and what is there instead.
fn take<G: Listed>(state: &mut G, step: &Move<G>) -> Result<(), (String, String)> {
    match step.seat {
        Some(seat) if state.node() != Node::Decision(seat) => Err((format!("seat {seat} decides"), options(state))),
        _ if step.is_taken(state) => Ok(()),
        _ => Err((format!("`{}` is possible", step.text.text), options(state))),
    }
}
