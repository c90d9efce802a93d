//! What a seat sees: the public game with the seat's own secrets laid over it.
//!
//! A secret says what a private draw was, by the number of its step, or holds a whole position. A position replaces the seat's
//! state after that step if everything public in it agrees with the table.

use std::sync::Arc;

use heist_draw::Draw;
use heist_engine::game::{Game, Node, Seat};
use heist_engine::record::Step;
use serde_json::Value;

use super::input::{legal_actions, outcomes, position_line, read_position};
use super::line::{Event, Line, Moment, common_knowledge};
use super::{Choice, Secret};

/// Why the state of a seat is not known.
#[derive(Clone, Debug)]
pub(super) enum Gap<G: Game> {
    /// The seat has not entered a private draw: its state before, and what everybody saw of the draw.
    Untold { step: usize, before: G, seen: G::Outcome },
    /// The position was corrected, and the seat has not entered what it holds; with its likely position, if there is one.
    Corrected { step: usize, carried: Option<String> },
    /// The step contradicts what the seat entered.
    Unfit { step: usize, notation: String },
}

impl<G: Game> Gap<G> {
    /// The number of the step that is in question.
    pub fn step(&self) -> usize {
        match self {
            Gap::Untold { step, .. } | Gap::Corrected { step, .. } | Gap::Unfit { step, .. } => *step,
        }
    }
}

/// The game as a seat sees it; from a gap on, as everybody sees it.
#[derive(Clone, Debug)]
pub(super) struct Overlay<G: Game> {
    pub moments: Vec<Arc<Moment<G>>>,
    pub gap: Option<Gap<G>>,
    /// How many moments there were when the seat last entered a whole position: from there on each state follows from the last.
    pub begin: usize,
}

/// Whether two secrets are about the same thing.
pub(super) fn is_same_kind(one: &Secret, other: &Secret) -> bool {
    one.step == other.step && one.is_position() == other.is_position()
}

/// A seat, what it knew at first, and what it entered.
pub(super) struct Told<'a, G: Game> {
    pub seat: Seat,
    pub first: G,
    pub secrets: &'a [Secret],
}

impl<G: Draw> Told<'_, G> {
    /// The draw that the seat entered for a step.
    fn draw(&self, step: usize) -> Option<G::Outcome> {
        let told = |secret: &&Secret| secret.step == step && !secret.is_position();
        self.secrets.iter().rev().find(told)?.outcome.parse().ok()
    }

    /// The position that the seat entered after a step, if it agrees with what is public.
    fn position(&self, step: usize, open: &G) -> Option<G> {
        let told = |secret: &&Secret| secret.step == step && secret.is_position();
        fitting_position(self.seat, &self.secrets.iter().rev().find(told)?.outcome, open)
    }

    /// The public game up to a number of entries, as the seat sees it.
    pub fn overlay(&self, line: &Line<G>, entries: usize) -> Overlay<G> {
        self.over(&line.first, line.up_to(entries))
    }

    fn over(&self, first: &G, moments: &[Arc<Moment<G>>]) -> Overlay<G> {
        let mut own = Ok(self.first.clone());
        let (mut open, mut begin) = (first, 0);
        let mut seen: Vec<Arc<Moment<G>>> = Vec::with_capacity(moments.len());
        for moment in moments {
            own = match (own, moment.event) {
                (Ok(state), Event::Step(step)) => match self.own_step(&state, step, moment.step) {
                    Ok(step) => {
                        let own = Moment::of_step(&state, step, moment.step, moment.entry);
                        let after = own.state.clone();
                        seen.push(Arc::new(own));
                        Ok(after)
                    }
                    Err(gap) => Err(gap),
                },
                (Ok(state), Event::Correction) => Err(Gap::Corrected {
                    step: moment.step,
                    carried: carry(self.seat, open, &state, &moment.state),
                }),
                (Err(_), Event::Correction) => Err(Gap::Corrected {
                    step: moment.step,
                    carried: None,
                }),
                (Err(gap), Event::Step(_)) => Err(gap),
            };
            if own.is_err() {
                seen.push(Arc::clone(moment));
            }
            if let Some(told) = self.position(moment.step, &moment.state) {
                if let Some(last) = seen.last_mut() {
                    Arc::make_mut(last).state = told.clone();
                }
                own = Ok(told);
                begin = seen.len();
            }
            open = &moment.state;
        }
        Overlay {
            moments: seen,
            gap: own.err(),
            begin,
        }
    }

    /// A public step as it was for the seat.
    fn own_step(&self, state: &G, step: Step<G>, number: usize) -> Result<Step<G>, Gap<G>> {
        let unfit = |notation: String| Gap::Unfit { step: number, notation };
        let seen = match step {
            Step::Action(seat, action) => {
                let is_legal = state.node() == Node::Decision(seat) && legal_actions(state).contains(&action);
                return is_legal.then_some(step).ok_or_else(|| unfit(action.to_string()));
            }
            Step::Chance(seen) => seen,
        };
        if outcomes(state).iter().any(|(outcome, _)| *outcome == seen) {
            return Ok(step);
        }
        match &private_outcomes(state, seen)[..] {
            [] => Err(unfit(seen.to_string())),
            [(only, _)] => Ok(Step::Chance(*only)),
            several => {
                let told = self.draw(number);
                let told = told.filter(|told| several.iter().any(|(outcome, _)| outcome == told));
                told.map(Step::Chance).ok_or_else(|| Gap::Untold {
                    step: number,
                    before: state.clone(),
                    seen,
                })
            }
        }
    }

    /// What the draw of a step may be instead of what was entered: the state before it and the outcomes. None if the seat entered
    /// no such draw.
    pub fn alternatives(&self, line: &Line<G>, entries: usize, step: usize) -> Option<(G, Vec<G::Outcome>)> {
        let told = self.draw(step)?;
        let overlay = self.overlay(line, entries);
        if overlay.gap.as_ref().is_some_and(|gap| gap.step() <= step) {
            return None;
        }
        let place = overlay.moments.iter().position(|moment| moment.step == step)?;
        // A whole position that was told later says all that counts.
        if overlay.begin > place {
            return None;
        }
        let Event::Step(Step::Chance(seen)) = line.moments.get(place)?.event else {
            return None;
        };
        let before = match place {
            0 => &self.first,
            place => &overlay.moments[place - 1].state,
        };
        let private = private_outcomes(before, seen);
        if !private.iter().any(|(outcome, _)| *outcome == told) {
            return None;
        }
        let others = private.into_iter().map(|(outcome, _)| outcome);
        Some((before.clone(), others.filter(|outcome| *outcome != told).collect()))
    }

    /// The single changes to what the seat entered that make the contradicting step possible.
    pub fn fixes(&self, line: &Line<G>, entries: usize, unfit: usize) -> Vec<Choice> {
        let mut fixes: Vec<(String, String, Choice)> = Vec::new();
        for step in 1..unfit {
            let Some((before, others)) = self.alternatives(line, entries, step) else {
                continue;
            };
            let Some(told) = self.draw(step).map(|told| told.to_string()) else {
                continue;
            };
            for other in others {
                let notation = other.to_string();
                let is_known = |(from, to, _): &(String, String, Choice)| *from == told && *to == notation;
                if fixes.iter().any(is_known) || !self.fits_with(line, entries, unfit, step, &notation) {
                    continue;
                }
                let choice = Choice {
                    notation: format!("{step}: {notation}"),
                    text: format!("Not `{told}`: {}", before.explain_outcome(other)),
                    spots: Vec::new(),
                    probability: None,
                };
                fixes.push((told.clone(), notation, choice));
            }
        }
        fixes.into_iter().map(|(_, _, choice)| choice).collect()
    }

    /// Whether the contradicting step would be possible if another draw had been entered.
    fn fits_with(&self, line: &Line<G>, entries: usize, unfit: usize, step: usize, outcome: &str) -> bool {
        let mut secrets = self.secrets.to_vec();
        let outcome = outcome.to_owned();
        secrets.push(Secret { step, outcome });
        let told = Told {
            seat: self.seat,
            first: self.first.clone(),
            secrets: &secrets,
        };
        let gap = told.overlay(line, entries).gap;
        gap.is_none_or(|gap| gap.step() > unfit)
    }
}

/// What a seat may have drawn where everybody saw `seen`; nothing if that was no private draw.
pub(super) fn private_outcomes<G: Game>(state: &G, seen: G::Outcome) -> Vec<(G::Outcome, f64)> {
    let mut possible = outcomes(state);
    possible.retain(|(outcome, _)| Seat::all(state.seats()).any(|seat| state.observed(*outcome, seat) == seen));
    possible
}

/// The state of a position that a seat entered, if it holds what the seat knows and everything public agrees.
pub(super) fn fitting_position<G: Game>(seat: Seat, text: &str, open: &G) -> Option<G> {
    let state: G = read_position(text, true).ok()?;
    own_position(seat, &state, open)
}

/// As [`fitting_position`], of a state.
pub(super) fn own_position<G: Game>(seat: Seat, state: &G, open: &G) -> Option<G> {
    if state.seats() != open.seats() {
        return None;
    }
    let own = state.information_state(seat);
    (own.holds(seat) && common_knowledge(&own) == *open).then_some(own)
}

/// The position of a seat after a correction if it still holds what it held, where that is possible.
fn carry<G: Game>(seat: Seat, open_before: &G, own_before: &G, open_after: &G) -> Option<String> {
    let value = |state: &G| serde_json::to_value(state.position()).ok();
    let mut carried = value(open_after)?;
    put_differences(&value(open_before)?, &value(own_before)?, &mut carried);
    let own: G = fitting_position(seat, &carried.to_string(), open_after)?;
    Some(position_line(&own))
}

/// Copies into `target` whatever differs between `own` and `open`.
fn put_differences(open: &Value, own: &Value, target: &mut Value) {
    match (open, own, target) {
        (open, own, _) if open == own => {}
        (Value::Object(open), Value::Object(own), Value::Object(target)) => {
            for (name, own) in own {
                match (open.get(name), target.get_mut(name)) {
                    (Some(open), Some(target)) => put_differences(open, own, target),
                    (open, _) if open != Some(own) => drop(target.insert(name.clone(), own.clone())),
                    _ => {}
                }
            }
        }
        (Value::Array(open), Value::Array(own), Value::Array(target))
            if open.len() == own.len() && open.len() == target.len() =>
        {
            for ((open, own), target) in open.iter().zip(own).zip(target) {
                put_differences(open, own, target);
            }
        }
        (_, own, target) => *target = own.clone(),
    }
}
