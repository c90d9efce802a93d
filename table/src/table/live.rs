//! Any game of the registry at a table.

use std::marker::PhantomData;
use std::sync::Arc;

use heist_agents::Heuristics;
use heist_draw::{Draw, SvgStyle};
use heist_engine::describe::{MAX_KEPT_FIGURES, kept_names};
use heist_engine::each_game;
use heist_engine::game::{Game, Node, Seat};
use heist_engine::record::Step;
use serde_json::Value;

use super::input::{legal_actions, outcomes, read_position, read_step};
use super::line::{Event, Line, Moment, common_knowledge, public_entry, read_correction};
use super::private::{Gap, Told, is_same_kind, own_position, private_outcomes};
use super::{
    AnyGame, AnyTable, Change, Choice, Dropped, DroppedLine, Entry, History, Kept, Secret, SetupField, TableError,
    View, Viewer, Waits, input, record, setup,
};
use crate::advice::{Advisable, Asked, Hindsight, Past};

macro_rules! games {
    ([$($game:ty,)*]) => {
        vec![$(&Known::<$game>(PhantomData) as &'static dyn AnyGame),*]
    };
}
/// Every game, in the order of the registry.
pub fn known_games() -> Vec<&'static dyn AnyGame> {
    each_game!([games])
}

/// A game of the registry.
struct Known<G>(PhantomData<fn() -> G>);

impl<G: Draw + Heuristics> AnyGame for Known<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn setup_fields(&self) -> Vec<SetupField> {
        setup::fields::<G>()
    }

    fn setup_from_form(&self, fields: &[(String, String)], seed: u64) -> Result<String, TableError> {
        setup::from_form::<G>(fields, seed)
    }

    fn reopened(&self, setup: &str, history: &History) -> Result<Box<dyn AnyTable>, TableError> {
        Ok(Box::new(Live::<G>::read(setup, history)?))
    }

    fn read_record(&self, text: &str) -> Result<(String, Vec<Entry>), TableError> {
        record::read::<G>(text)
    }
}

/// A game at a table.
#[derive(Clone)]
struct Live<G: Game> {
    setup: G::Setup,
    /// What everybody sees, what was undone included. Of a table that only looks ahead: what its viewer sees.
    line: Arc<Line<G>>,
    entries: Arc<Vec<Entry>>,
    cursor: usize,
    /// By seat.
    secrets: Vec<Vec<Secret>>,
    /// What was dropped, by number.
    dropped: Arc<Vec<DroppedLine>>,
    /// Whether the game has private content.
    is_private: bool,
    /// Whether this is a look ahead, which has one view for whoever looks.
    is_ahead: bool,
}

/// What a viewer sees of the game up to the cursor.
struct Seen<G: Game> {
    first: G,
    state: G,
    moments: Vec<Arc<Moment<G>>>,
    gap: Option<Gap<G>>,
    /// How many moments there were when a position last took the place of the state.
    begin: usize,
}

impl<G: Game> Seen<G> {
    /// What the seat is asked for; nothing once the game is over, when it no longer matters.
    fn open_gap(&self) -> Option<&Gap<G>> {
        self.gap.as_ref().filter(|_| self.state.node() != Node::Terminal)
    }

    /// The game since a position last took the place of the state.
    fn past(&self) -> Past<G> {
        let first = match self.begin {
            0 => &self.first,
            begin => &self.moments[begin - 1].state,
        };
        let past = self.moments[self.begin..]
            .iter()
            .filter_map(|moment| match moment.event {
                // What was entered stood open one entry before.
                Event::Step(step) => Some((step, moment.entry.saturating_sub(1))),
                Event::Correction => None,
            });
        let (steps, entries) = past.unzip();
        Past::new(first.clone(), steps, entries)
    }
}

impl<G: Draw + Heuristics> Live<G> {
    fn read(setup: &str, history: &History) -> Result<Live<G>, TableError> {
        let History {
            entries,
            cursor,
            secrets,
            dropped,
        } = history;
        let setup = record::read_setup::<G>(setup)?;
        let world = G::new(&setup).map_err(|error| TableError::with_problems(&error, &error.0))?;
        let first = common_knowledge(&world);
        let is_private = Seat::all(first.seats()).any(|seat| !first.holds(seat));
        let mut secrets = secrets.clone();
        secrets.resize(first.seats(), Vec::new());
        let mut line = Line::new(first);
        for (place, entry) in entries.iter().enumerate() {
            line.play(entry).map_err(|error| TableError {
                message: format!("entry {}: {error}", place + 1),
                problems: error.problems,
            })?;
        }
        check_cursor(*cursor, entries.len())?;
        Ok(Live {
            setup,
            line: Arc::new(line),
            entries: Arc::new(entries.clone()),
            cursor: *cursor,
            secrets,
            dropped: Arc::new(dropped.clone()),
            is_private,
            is_ahead: false,
        })
    }

    /// What everybody knows now.
    fn open(&self) -> &G {
        self.line.state_at(self.cursor)
    }

    /// The seat whose secrets count for a viewer.
    fn seat_of(&self, viewer: Viewer) -> Option<Seat> {
        match viewer {
            Viewer::Seat(seat) if self.is_private && !self.is_ahead => {
                Some(seat).filter(|seat| seat.index() < self.line.first.seats())
            }
            _ => None,
        }
    }

    /// As [`seat_of`](Live::seat_of) for somebody who changes something: a seat that is not there is an error.
    fn writer(&self, viewer: Viewer) -> Result<Option<Seat>, TableError> {
        let seats = self.line.first.seats();
        match viewer {
            Viewer::Seat(seat) if seat.index() >= seats => Err(TableError::new(format!(
                "seat {}: expected a seat from 1 to {seats}",
                seat.index() + 1
            ))),
            viewer => Ok(self.seat_of(viewer)),
        }
    }

    /// A seat with what it told.
    fn told(&self, seat: Seat) -> Told<'_, G> {
        // The setup was played from before, so that it is playable; without it the seat would know what everybody knows.
        let world = G::new(&self.setup).unwrap_or_else(|_| self.line.first.clone());
        Told {
            seat,
            first: world.information_state(seat),
            secrets: &self.secrets[seat.index()],
        }
    }

    fn seen(&self, viewer: Viewer) -> Seen<G> {
        match self.seat_of(viewer) {
            Some(seat) => self.seen_by(seat),
            None => self.seen_by_all(),
        }
    }

    fn seen_by_all(&self) -> Seen<G> {
        let moments = self.line.up_to(self.cursor).to_vec();
        let is_correction = |moment: &Arc<Moment<G>>| matches!(moment.event, Event::Correction);
        Seen {
            first: self.line.first.clone(),
            state: self.open().clone(),
            gap: None,
            begin: moments.iter().rposition(is_correction).map_or(0, |place| place + 1),
            moments,
        }
    }

    fn seen_by(&self, seat: Seat) -> Seen<G> {
        let told = self.told(seat);
        let overlay = told.overlay(&self.line, self.cursor);
        let state = match (&overlay.gap, overlay.moments.last()) {
            (Some(_), _) => self.open(),
            (None, Some(moment)) => &moment.state,
            (None, None) => &told.first,
        };
        Seen {
            state: state.clone(),
            first: told.first,
            moments: overlay.moments,
            gap: overlay.gap,
            begin: overlay.begin,
        }
    }

    /// The table after one more entry. Whatever stood after the cursor is dropped, unless it is this entry that stands there:
    /// then the line that follows stays as it is.
    fn with_entry(&self, entry: Entry) -> Result<Change, TableError> {
        if self.is_next(&entry) {
            return self.go_to(self.cursor + 1);
        }
        let (mut table, steps, dropped) = self.without_later(self.cursor);
        Arc::make_mut(&mut table.line).play(&entry)?;
        Arc::make_mut(&mut table.entries).push(entry.clone());
        table.cursor += 1;
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Entry {
                at: self.cursor,
                entry,
                steps,
                dropped,
            },
            drops: self.entries.len() - self.cursor,
        })
    }

    /// Whether an entry is the one after the cursor, however it is written.
    fn is_next(&self, entry: &Entry) -> bool {
        match (self.entries.get(self.cursor), entry) {
            (Some(Entry::Step(next)), Entry::Step(given)) => {
                let read = |text| read_step(self.open(), text).ok();
                read(next).is_some_and(|next| read(given) == Some(next))
            }
            (next, given) => next == Some(given),
        }
    }

    /// The table as it was after `at` entries, with the cursor there and what came later set aside as a dropped line; how many
    /// steps stand before that, and the line's number if there was something to set aside.
    fn without_later(&self, at: usize) -> (Live<G>, usize, Option<u32>) {
        let steps = self.line.steps_at(at);
        let mut table = self.clone();
        table.cursor = at;
        let later = Arc::make_mut(&mut table.entries).split_off(at);
        let is_later = |secret: &mut Secret| secret.step > steps;
        let secrets = table.secrets.iter_mut();
        let secrets = secrets.map(|told| told.extract_if(.., is_later).collect()).collect();
        Arc::make_mut(&mut table.line).cut(at);
        if later.is_empty() {
            return (table, steps, None);
        }
        let line = self
            .dropped
            .iter()
            .map(|line| line.line)
            .max()
            .map_or(1, |last| last + 1);
        let dropped = Arc::make_mut(&mut table.dropped);
        for other in dropped
            .iter_mut()
            .filter(|other| other.follows.is_none() && other.at > at)
        {
            other.follows = Some(line);
        }
        dropped.push(DroppedLine {
            line,
            at,
            follows: None,
            entries: later,
            secrets,
        });
        (table, steps, Some(line))
    }

    /// The step of the last card of a hand that a seat is entering: the last private draw it entered that came with the same
    /// entry as the one it is asked for, or else with the last entry of all. A whole position entered since then counts more.
    fn last_told(&self, seat: Seat) -> Option<usize> {
        let told = self.told(seat);
        let entry = match told.overlay(&self.line, self.cursor).gap {
            Some(Gap::Untold { step, .. }) => {
                let mut moments = self.line.up_to(self.cursor).iter();
                moments.find(|moment| moment.step == step)?.entry
            }
            _ => self.cursor,
        };
        let before = entry.checked_sub(1).map_or(0, |before| self.line.steps_at(before));
        let with_entry = before + 1..=self.line.steps_at(entry);
        let last = told.secrets.iter().filter(|secret| with_entry.contains(&secret.step));
        let last = last.max_by_key(|secret| (secret.step, secret.is_position()))?;
        (!last.is_position()).then_some(last.step)
    }

    /// The table with something that a seat entered for itself, in the place of what it entered about that before.
    fn with_secret(&self, seat: Seat, secret: Secret) -> Change {
        let mut table = self.clone();
        let told = &mut table.secrets[seat.index()];
        told.retain(|other| !is_same_kind(other, &secret));
        told.push(secret.clone());
        Change {
            table: Arc::new(table),
            kept: Kept::Secret { seat, secret },
            drops: 0,
        }
    }

    fn enter_as(&self, seat: Seat, notation: &str) -> Result<Change, TableError> {
        if notation.trim_start().starts_with('{') {
            return self.tell_position(seat, read_position(notation, true)?);
        }
        if let Some((step, outcome)) = retelling(notation) {
            return self.tell_again(seat, step, outcome);
        }
        let seen = self.seen(Viewer::Seat(seat));
        match &seen.gap {
            None => {
                // The seat may know that something is impossible which the others think possible.
                read_step(&seen.state, notation)?;
                self.with_entry(Entry::Step(notation.trim().to_owned()))
            }
            Some(Gap::Untold { step, before, seen, .. }) => {
                let possible = private_outcomes(before, *seen);
                let secret = Secret {
                    step: *step,
                    outcome: told_outcome::<G>(notation, possible.iter().map(|(outcome, _)| *outcome))?,
                };
                Ok(self.with_secret(seat, secret))
            }
            Some(gap) => Err(TableError::new(format!(
                "`{}`: {}",
                input::shortened(notation),
                explain_gap(gap, &seen.state)
            ))),
        }
    }

    /// A draw that was told wrongly is told again.
    fn tell_again(&self, seat: Seat, step: usize, notation: &str) -> Result<Change, TableError> {
        let Some((_, possible)) = self.told(seat).alternatives(&self.line, self.cursor, step) else {
            return Err(TableError::new(format!(
                "step {step}: expected the number of a step in which you told a draw, since you last told your whole hand"
            )));
        };
        let outcome = told_outcome::<G>(notation, possible.into_iter())?;
        Ok(self.with_secret(seat, Secret { step, outcome }))
    }

    /// What a seat holds, told as a position.
    fn tell_position(&self, seat: Seat, state: G) -> Result<Change, TableError> {
        let Some(own) = own_position(seat, &state, self.open()) else {
            let name = seat.index() + 1;
            return Err(TableError::new(match state.information_state(seat).holds(seat) {
                true => "the position differs in what lies open for everybody; expected that as it is at the table",
                false => "the position does not say what the player holds; expected that filled in",
            })
            .about(&format!("player {name}")));
        };
        Ok(self.with_secret(
            seat,
            Secret {
                step: self.line.steps_at(self.cursor),
                outcome: input::position_line(&own),
            },
        ))
    }

    /// What a viewer may enter now.
    fn choices(&self, viewer: Viewer, seen: &Seen<G>) -> Vec<Choice> {
        let told = |notation: String, text: String, probability: Option<f64>| Choice {
            notation,
            text,
            spots: Vec::new(),
            probability,
        };
        match (seen.open_gap(), self.seat_of(viewer)) {
            (Some(Gap::Untold { before, seen, .. }), _) => private_outcomes(before, *seen)
                .into_iter()
                .map(|(outcome, probability)| {
                    told(outcome.to_string(), before.explain_outcome(outcome), Some(probability))
                })
                .collect(),
            (Some(Gap::Corrected { carried, .. }), _) => carried
                .iter()
                .map(|position| told(position.clone(), "What you hold is as it was before.".to_owned(), None))
                .collect(),
            (Some(Gap::Unfit { step, .. }), Some(seat)) => self.told(seat).fixes(&self.line, self.cursor, *step),
            _ => choices_in(&seen.state),
        }
    }
}

fn check_cursor(cursor: usize, entries: usize) -> Result<(), TableError> {
    match cursor <= entries {
        true => Ok(()),
        false => Err(TableError::new(format!(
            "entry {cursor}: expected a number from 0 to {entries}"
        ))),
    }
}

/// `7: deal thief` as the number of a step and what it was.
fn retelling(text: &str) -> Option<(usize, &str)> {
    let (step, outcome) = text.split_once(": ")?;
    Some((step.trim().parse().ok()?, outcome))
}

/// A private draw in notation, if it is one of those possible.
fn told_outcome<G: Game>(
    text: &str,
    mut possible: impl Iterator<Item = G::Outcome> + Clone,
) -> Result<String, TableError> {
    let given = text.trim().parse::<G::Outcome>().ok();
    match given.filter(|given| possible.clone().any(|outcome| outcome == *given)) {
        Some(outcome) => Ok(outcome.to_string()),
        None => {
            let names: Vec<String> = possible.by_ref().map(|outcome| outcome.to_string()).collect();
            let text = input::shortened(text);
            Err(TableError::new(format!(
                "`{text}` cannot be what you drew; expected one of: {}",
                names.join(", ")
            )))
        }
    }
}

/// What a state waits for, as choices.
fn choices_in<G: Draw>(state: &G) -> Vec<Choice> {
    let actions = legal_actions(state).into_iter().map(|action| Choice {
        notation: action.to_string(),
        text: state.explain(action),
        spots: state.spots(action),
        probability: None,
    });
    let outcomes = outcomes(state).into_iter().map(|(outcome, probability)| Choice {
        notation: outcome.to_string(),
        text: state.explain_outcome(outcome),
        spots: state.outcome_spots(outcome),
        probability: Some(probability),
    });
    actions.chain(outcomes).collect()
}

fn waits<G: Draw>(seen: &Seen<G>) -> Waits {
    let figures = |values: [i32; MAX_KEPT_FIGURES]| {
        let named = kept_names(G::FIGURES).zip(values);
        named.map(|(name, figure)| (name.to_owned(), figure)).collect()
    };
    match (seen.state.node(), seen.state.result(), seen.open_gap()) {
        (_, Some(result), _) => Waits::Over {
            ending: result.ending.to_owned(),
            value: result.value,
            figures: figures(result.figures),
        },
        (_, None, Some(gap)) => Waits::Secret { step: gap.step() },
        (Node::Decision(seat), None, None) => Waits::Decision { seat },
        _ => Waits::Chance,
    }
}

/// Why a seat is asked for what it holds.
fn explain_gap<G: Draw>(gap: &Gap<G>, state: &G) -> String {
    match gap {
        Gap::Untold { step, before, .. } => {
            format!(
                "Step {step} was for your eyes only: tell what it was. {}",
                before.explain_node()
            )
        }
        Gap::Corrected { carried: Some(_), .. } => {
            "The position was corrected. Say whether you still hold what you held, or correct your own cards."
                .to_owned()
        }
        Gap::Corrected { carried: None, .. } => {
            "The position was corrected, so that nobody knows what you hold: fill it in with a correction of your own."
                .to_owned()
        }
        Gap::Unfit { step, notation } => format!(
            "Step {step} (`{notation}`) cannot be with what you told. Say what was told wrongly, undo that step, or correct \
             your own cards. {}",
            state.explain_node()
        ),
    }
}

/// What to call each seat: the characters that it plays.
fn seat_names<G: Game>(state: &G) -> Vec<String> {
    let played_by = |seat: Seat| {
        let characters = (0..state.characters()).filter(|&character| state.seat_of(character) == seat);
        let names: Vec<String> = characters.map(|character| state.character_name(character)).collect();
        names.join(" and ")
    };
    Seat::all(state.seats()).map(played_by).collect()
}

impl<G: Draw + Heuristics> AnyTable for Live<G> {
    fn view(&self, viewer: Viewer) -> View {
        let seen = self.seen(viewer);
        let state = &seen.state;
        View {
            game: G::ID,
            name: G::NAME,
            seats: state.seats() as u8,
            is_private: self.is_private,
            seat_names: seat_names(state),
            key: format!("{:016x}", state.key()),
            turn: state.turn(),
            waits: waits(&seen),
            explanation: match seen.open_gap() {
                Some(gap) => explain_gap(gap, state),
                None => state.explain_node(),
            },
            choices: self.choices(viewer, &seen),
            can_hint: self.asked(&seen).is_some(),
            can_undo: self.cursor > 0 || self.seat_of(viewer).is_some_and(|seat| self.last_told(seat).is_some()),
            log: seen.moments.iter().map(|moment| moment.log_line()).collect(),
            entries: self.cursor,
            undone: self.entries.len() - self.cursor,
            dropped: self.restorable(),
        }
    }

    fn picture(&self, viewer: Viewer, style: &SvgStyle) -> String {
        self.seen(viewer).state.draw_svg(style)
    }

    fn enter(&self, viewer: Viewer, notation: &str) -> Result<Change, TableError> {
        match self.writer(viewer)? {
            Some(seat) => self.enter_as(seat, notation),
            None => self.with_entry(Entry::Step(notation.trim().to_owned())),
        }
    }

    fn correct(&self, viewer: Viewer, position: &str, overridden: bool) -> Result<Change, TableError> {
        let seat = self.writer(viewer)?;
        let state: G = read_correction(position, overridden, self.line.first.seats())?;
        let open = common_knowledge(&state);
        if open == *self.open() {
            return match seat {
                Some(seat) => self.tell_position(seat, state),
                None => Err(TableError::new(
                    "the position is what it was; expected something corrected",
                )),
            };
        }
        self.with_entry(public_entry(position, &state, overridden)?)
    }

    fn go_to(&self, entries: usize) -> Result<Change, TableError> {
        check_cursor(entries, self.entries.len())?;
        let mut table = self.clone();
        table.cursor = entries;
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Cursor(entries),
            drops: 0,
        })
    }

    fn undo_last(&self, viewer: Viewer) -> Result<Change, TableError> {
        let told = self.writer(viewer)?.map(|seat| (seat, self.last_told(seat)));
        let Some((seat, Some(step))) = told else {
            return self.undo(viewer, 1);
        };
        let mut table = self.clone();
        table.secrets[seat.index()].retain(|secret| secret.step != step || secret.is_position());
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Untold { seat, step },
            drops: 0,
        })
    }

    fn restore(&self, line: u32) -> Result<Change, TableError> {
        let found = self.dropped.iter().find(|dropped| dropped.line == line);
        let Some(found) = found.filter(|dropped| dropped.follows.is_none()) else {
            let lines: Vec<String> = self
                .restorable()
                .iter()
                .map(|dropped| dropped.line.to_string())
                .collect();
            return Err(TableError::new(match lines.is_empty() {
                true => format!("dropped line {line}: nothing that was dropped can be brought back here"),
                false => format!("dropped line {line}: expected one of {}", lines.join(", ")),
            }));
        };
        let (mut table, steps, dropped) = self.without_later(found.at);
        let lines = Arc::make_mut(&mut table.dropped);
        lines.retain(|other| other.line != line);
        for other in lines.iter_mut().filter(|other| other.follows == Some(line)) {
            other.follows = None;
        }
        for entry in &found.entries {
            Arc::make_mut(&mut table.line).play(entry)?;
        }
        Arc::make_mut(&mut table.entries).extend_from_slice(&found.entries);
        table.cursor = table.entries.len();
        for (told, back) in table.secrets.iter_mut().zip(&found.secrets) {
            told.extend_from_slice(back);
        }
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Restored {
                line,
                at: found.at,
                steps,
                dropped,
            },
            drops: 0,
        })
    }

    fn position(&self, viewer: Viewer) -> String {
        let seen = self.seen(viewer);
        if let Some(Gap::Corrected {
            carried: Some(carried), ..
        }) = &seen.gap
            && let Ok(value) = serde_json::from_str::<Value>(carried)
        {
            return serde_json::to_string_pretty(&value).unwrap_or_default();
        }
        // Positions are plain data with text keys, which always serialize.
        serde_json::to_string_pretty(&seen.state.position()).unwrap_or_default()
    }

    fn record(&self) -> String {
        let moments = self.line.up_to(self.cursor);
        let steps: Option<Vec<Step<G>>> = moments
            .iter()
            .map(|moment| match moment.event {
                Event::Step(step) => Some(step),
                Event::Correction => None,
            })
            .collect();
        let replay = steps.filter(|_| !self.is_private && !self.is_ahead);
        replay
            .and_then(|steps| record::write_replay::<G>(&self.setup, steps, self.open()))
            .unwrap_or_else(|| record::write_table::<G>(&self.setup, &self.entries[..self.cursor]))
    }

    fn advisable(&self, viewer: Viewer) -> Option<Box<dyn Advisable>> {
        let asked = self.asked(&self.seen(viewer))?;
        Some(Box::new(asked))
    }

    fn hindsight(&self, viewer: Viewer) -> Box<dyn Hindsight> {
        let seen = self.seen(viewer);
        // A seat that has not told all its cards looks back on what everybody saw.
        let seen = if seen.gap.is_some() { self.seen_by_all() } else { seen };
        Box::new(seen.past())
    }

    fn what_if(&self, viewer: Viewer, steps: &[String]) -> Result<Box<dyn AnyTable>, TableError> {
        self.writer(viewer)?;
        let seen = self.seen(viewer);
        if let Some(gap) = &seen.gap {
            return Err(TableError::new(explain_gap(gap, &seen.state)));
        }
        let mut line = Line::like(&self.line, seen.first, seen.moments);
        let mut entries = self.entries[..self.cursor].to_vec();
        for (place, text) in steps.iter().enumerate() {
            line.look_ahead(text)
                .map_err(|error| error.about(&format!("step {} ahead", place + 1)))?;
            entries.push(Entry::Step(text.clone()));
        }
        line.settle();
        Ok(Box::new(Live {
            setup: self.setup.clone(),
            line: Arc::new(line),
            cursor: entries.len(),
            entries: Arc::new(entries),
            secrets: vec![Vec::new(); self.secrets.len()],
            dropped: Arc::default(),
            is_private: self.is_private,
            is_ahead: true,
        }))
    }
}

impl<G: Draw + Heuristics> Live<G> {
    /// What was dropped and follows the entries as they are.
    fn restorable(&self) -> Vec<Dropped> {
        let lines = self.dropped.iter().filter(|line| line.follows.is_none());
        let dropped = lines.map(|line| Dropped {
            line: line.line,
            at: line.at,
            entries: line.entries.len(),
            first: match line.entries.first() {
                Some(Entry::Step(step)) => step.clone(),
                _ => String::new(),
            },
        });
        dropped.collect()
    }

    /// The decision that the viewer can be advised on, if it is one.
    fn asked(&self, seen: &Seen<G>) -> Option<Asked<G>> {
        match (&seen.gap, seen.state.node()) {
            (None, Node::Decision(seat)) => Asked::new(seen.state.clone(), seat),
            _ => None,
        }
    }
}
