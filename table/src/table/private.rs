//! What a seat sees: the public game with the seat's own secrets laid over it.
//!
//! A secret says what a private draw was, by the number of its step, or holds a whole position. A position replaces the
//! seat's state after that step if everything public in it agrees with the table.

use std::sync::Arc;

use heist_draw::any::{explain, explain_node};
use heist_engine::any::{AnyState, AnyStep, common_knowledge};
use heist_engine::game::{Node, Seat};
use serde_json::Value;

use super::input::read_position;
use super::line::{Event, Line, Moment};
use super::{Choice, Secret, ToldCard};

/// Why the state of a seat is not known.
#[derive(Clone, Debug)]
pub(super) enum Gap {
    /// The seat has not entered a private draw: its state before, and the places of what it may have been.
    Untold {
        step: usize,
        before: Box<dyn AnyState>,
        possible: Vec<usize>,
    },
    /// The position was corrected, and the seat has not entered what it holds; with its likely position, if there is
    /// one.
    Corrected { step: usize, carried: Option<String> },
    /// The step contradicts what the seat entered.
    Unfit { step: usize, notation: String },
}

impl Gap {
    /// The number of the step that is in question.
    pub fn step(&self) -> usize {
        match self {
            Gap::Untold { step, .. } | Gap::Corrected { step, .. } | Gap::Unfit { step, .. } => *step,
        }
    }

    /// Why a seat is asked for what it holds. `state` is what it sees.
    pub fn explain(&self, state: &dyn AnyState) -> String {
        match self {
            Gap::Untold { step, before, .. } => {
                format!(
                    "Step {step} was for your eyes only: tell what it was. {}",
                    explain_node(&**before)
                )
            }
            Gap::Corrected { carried: Some(_), .. } => "The position was corrected. Say whether you still hold what \
                                                        you held, or correct your own cards."
                .to_owned(),
            Gap::Corrected { carried: None, .. } => "The position was corrected, so that nobody knows what you hold: \
                                                     fill it in with a correction of your own."
                .to_owned(),
            Gap::Unfit { step, notation } => format!(
                "Step {step} (`{notation}`) cannot be with what you told. Say what was told wrongly, undo that step, \
                 or correct your own cards. {}",
                explain_node(state)
            ),
        }
    }
}

/// The game as a seat sees it; from a gap on, as everybody sees it.
#[derive(Clone, Debug)]
pub(super) struct Overlay {
    pub moments: Vec<Arc<Moment>>,
    pub gap: Option<Gap>,
    /// How many moments there were when the seat last entered a whole position: from there on each state follows from
    /// the last.
    pub begin: usize,
}

/// A private draw that a seat entered, with the state before it.
pub(super) struct ToldDraw {
    pub before: Box<dyn AnyState>,
    /// The place of what it entered.
    told: usize,
    /// The places of what it may have been instead.
    pub others: Vec<usize>,
}

/// Whether two secrets are about the same thing.
pub(super) fn is_same_kind(one: &Secret, other: &Secret) -> bool {
    one.step == other.step && one.is_position() == other.is_position()
}

/// A seat, what it knew at first, and what it entered.
pub(super) struct Told<'a> {
    pub seat: Seat,
    pub first: Box<dyn AnyState>,
    pub secrets: &'a [Secret],
}

impl Told<'_> {
    /// The draw that the seat entered for a step, in notation.
    fn draw(&self, step: usize) -> Option<&str> {
        let told = |secret: &&Secret| secret.step == step && !secret.is_position();
        Some(self.secrets.iter().rev().find(told)?.outcome.as_str())
    }

    /// The position that the seat entered after a step, if it agrees with what is public.
    fn position(&self, step: usize, open: &dyn AnyState) -> Option<Box<dyn AnyState>> {
        let told = |secret: &&Secret| secret.step == step && secret.is_position();
        fitting_position(self.seat, &self.secrets.iter().rev().find(told)?.outcome, open)
    }

    /// The public game up to a number of entries, as the seat sees it.
    pub fn overlay(&self, line: &Line, entries: usize) -> Overlay {
        let moments = line.up_to(entries);
        let (mut gap, mut begin) = (None, 0);
        let mut open = &*line.first;
        let mut seen: Vec<Arc<Moment>> = Vec::with_capacity(moments.len());
        for moment in moments {
            // What the seat knew before, unless there is a gap.
            let own = seen.last().map_or(&*self.first, |last| &*last.state);
            let next = match (gap.take(), &moment.event) {
                (None, Event::Step { step, .. }) => self
                    .own_place(own, step, moment.step)
                    .map(|place| Moment::of_step(own, place, moment.step, moment.entry)),
                (None, Event::Correction) => Err(Gap::Corrected {
                    step: moment.step,
                    carried: carry(self.seat, open, own, &*moment.state),
                }),
                (Some(_), Event::Correction) => Err(Gap::Corrected {
                    step: moment.step,
                    carried: None,
                }),
                (Some(gap), Event::Step { .. }) => Err(gap),
            };
            seen.push(match next {
                Ok(own) => Arc::new(own),
                Err(found) => {
                    gap = Some(found);
                    Arc::clone(moment)
                }
            });
            if let Some(told) = self.position(moment.step, &*moment.state) {
                if let Some(last) = seen.last_mut() {
                    Arc::make_mut(last).state = told;
                }
                gap = None;
                begin = seen.len();
            }
            open = &*moment.state;
        }
        Overlay {
            moments: seen,
            gap,
            begin,
        }
    }

    /// The place of a public step among the branches of the seat's state before it.
    fn own_place(&self, state: &dyn AnyState, step: &AnyStep, number: usize) -> Result<usize, Gap> {
        let decider = match state.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal => None,
        };
        if decider == step.seat
            && let Some(place) = state.place(&step.notation)
        {
            return Ok(place);
        }
        let possible = match step.seat {
            Some(_) => Vec::new(),
            None => state.observed_as(&step.notation),
        };
        match possible[..] {
            [] => Err(Gap::Unfit {
                step: number,
                notation: step.notation.clone(),
            }),
            [only] => Ok(only),
            _ => {
                let told = self.draw(number).and_then(|told| state.place(told));
                told.filter(|told| possible.contains(told)).ok_or_else(|| Gap::Untold {
                    step: number,
                    before: state.copy(),
                    possible,
                })
            }
        }
    }

    /// The draw that the seat entered for a step, and what it may have been instead. None if it entered no such draw.
    pub fn told_draw(&self, line: &Line, entries: usize, step: usize) -> Option<ToldDraw> {
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
        let Event::Step { step: seen, .. } = &line.moments.get(place)?.event else {
            return None;
        };
        let before = match place {
            0 => &*self.first,
            place => &*overlay.moments[place - 1].state,
        };
        let mut others = before.observed_as(&seen.notation);
        let told = before.place(told).filter(|told| others.contains(told))?;
        others.retain(|other| *other != told);
        Some(ToldDraw {
            before: before.copy(),
            told,
            others,
        })
    }

    /// The single changes to what the seat entered that make the contradicting step possible.
    pub fn fixes(&self, line: &Line, entries: usize, unfit: usize) -> Vec<Choice> {
        let mut fixes: Vec<(String, String, Choice)> = Vec::new();
        for step in 1..unfit {
            let Some(draw) = self.told_draw(line, entries, step) else {
                continue;
            };
            let Some(told) = draw.before.branch(draw.told) else {
                continue;
            };
            for other in draw.others.iter().filter_map(|&other| explain(&*draw.before, other)) {
                let is_known =
                    |(from, to, _): &(String, String, Choice)| *from == told.notation && *to == other.notation;
                if fixes.iter().any(is_known) || !self.fits_with(line, entries, unfit, step, &other.notation) {
                    continue;
                }
                let text = format!("Not `{}`: {}", told.notation, other.text);
                let choice = told_again(step, other.notation.clone(), text);
                fixes.push((told.notation.clone(), other.notation, choice));
            }
        }
        fixes.into_iter().map(|(_, _, choice)| choice).collect()
    }

    /// The draws that the seat entered and that may have been others as far as anybody knows, with what those are. What
    /// has been played or shown since can be no other.
    pub fn cards(&self, line: &Line, entries: usize) -> Vec<ToldCard> {
        let known = self.overlay(line, entries).gap.map_or(usize::MAX, |gap| gap.step());
        let mut cards = Vec::new();
        for step in 1..known.min(line.steps_at(entries) + 1) {
            let Some(draw) = self.told_draw(line, entries, step) else {
                continue;
            };
            let Some(told) = explain(&*draw.before, draw.told) else {
                continue;
            };
            let others = draw.others.iter().filter_map(|&other| explain(&*draw.before, other));
            // Everything up to where the seat knows the game now has to be possible still.
            let others =
                others.filter(|other| self.fits_with(line, entries, known.saturating_sub(1), step, &other.notation));
            let others: Vec<Choice> = others
                .map(|other| told_again(step, other.notation, other.text))
                .collect();
            if !others.is_empty() {
                let text = told.text;
                cards.push(ToldCard { step, text, others });
            }
        }
        cards
    }

    /// Whether the contradicting step would be possible if another draw had been entered.
    fn fits_with(&self, line: &Line, entries: usize, unfit: usize, step: usize, outcome: &str) -> bool {
        let mut secrets = self.secrets.to_vec();
        let outcome = outcome.to_owned();
        secrets.push(Secret { step, outcome });
        let told = Told {
            seat: self.seat,
            first: self.first.copy(),
            secrets: &secrets,
        };
        let gap = told.overlay(line, entries).gap;
        gap.is_none_or(|gap| gap.step() > unfit)
    }
}

/// The choice that tells the draw of a step again.
fn told_again(step: usize, notation: String, text: String) -> Choice {
    Choice {
        notation: format!("{step}: {notation}"),
        text,
        spots: Vec::new(),
        probability: None,
        costs: None,
        actor: String::new(),
    }
}

/// The state of a position that a seat entered, if it holds what the seat knows and everything public agrees.
fn fitting_position(seat: Seat, text: &str, open: &dyn AnyState) -> Option<Box<dyn AnyState>> {
    let state = read_position(open.game(), text, true).ok()?;
    own_position(seat, &*state, open)
}

/// As [`fitting_position`], of a state.
pub(super) fn own_position(seat: Seat, state: &dyn AnyState, open: &dyn AnyState) -> Option<Box<dyn AnyState>> {
    if state.seats() != open.seats() {
        return None;
    }
    let own = state.information_state(seat);
    (own.holds(seat) && common_knowledge(&*own).is_same(open)).then_some(own)
}

/// The position of a seat after a correction if it still holds what it held, where that is possible.
fn carry(
    seat: Seat,
    open_before: &dyn AnyState,
    own_before: &dyn AnyState,
    open_after: &dyn AnyState,
) -> Option<String> {
    let value = |state: &dyn AnyState| serde_json::from_str::<Value>(&state.position()).ok();
    let mut carried = value(open_after)?;
    put_differences(&value(open_before)?, &value(own_before)?, &mut carried);
    let own = fitting_position(seat, &carried.to_string(), open_after)?;
    Some(own.position())
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
