//! A game as it went, with the state after every step.

use std::sync::Arc;

use heist_draw::{Draw, decider};
use heist_engine::game::{Game, Node, Problem, Seat};
use heist_engine::record::Step;

use super::input::{outcomes, position_line, read_position, read_step};
use super::{Entry, LogLine, TableError};

/// What led from one state to the next.
#[derive(Clone, Debug)]
pub(super) enum Event<G: Game> {
    /// Something happened in the game.
    Step(Step<G>),
    /// Somebody corrected the position.
    Correction,
}

impl<G: Game> Copy for Event<G> {}

/// One event and the state after it.
#[derive(Clone, Debug)]
pub(super) struct Moment<G: Game> {
    pub event: Event<G>,
    /// How many steps there have been, this one included.
    pub step: usize,
    /// How many entries there have been, the one that led here included.
    pub entry: usize,
    /// On whose behalf it was decided, for people; empty where nobody decided.
    pub decider: String,
    /// What happened, for people.
    pub text: String,
    /// The state afterwards.
    pub state: G,
}

impl<G: Draw> Moment<G> {
    /// What a step makes of the state before it.
    pub fn of_step(before: &G, step: Step<G>, number: usize, entry: usize) -> Moment<G> {
        let text = match step {
            Step::Action(_, action) => before.explain(action),
            Step::Chance(outcome) => before.explain_outcome(outcome),
        };
        let mut state = before.clone();
        step.play(&mut state);
        Moment {
            event: Event::Step(step),
            step: number,
            entry,
            decider: decider(before).unwrap_or_default(),
            text,
            state,
        }
    }

    /// The line of the log.
    pub fn log_line(&self) -> LogLine {
        let (seat, notation) = match self.event {
            Event::Step(Step::Action(seat, action)) => (Some(seat), action.to_string()),
            Event::Step(Step::Chance(outcome)) => (None, outcome.to_string()),
            Event::Correction => (None, String::new()),
        };
        LogLine {
            step: self.step,
            entry: self.entry,
            seat,
            decider: self.decider.clone(),
            notation,
            text: self.text.clone(),
        }
    }
}

/// A game as it went. Moments are shared between tables that differ only in what came later.
#[derive(Clone, Debug)]
pub(super) struct Line<G: Game> {
    /// The state before anything happened.
    pub first: G,
    pub moments: Vec<Arc<Moment<G>>>,
    /// How many moments there are after so many entries.
    marks: Vec<usize>,
}

impl<G: Draw> Line<G> {
    /// A game that begins with a state.
    pub fn new(first: G) -> Line<G> {
        let mut line = Line {
            first,
            moments: Vec::new(),
            marks: Vec::new(),
        };
        line.play_forced(0);
        line.marks.push(line.moments.len());
        line
    }

    /// A game that went so far, with as many moments after so many entries as another one.
    pub fn like(other: &Line<G>, first: G, moments: Vec<Arc<Moment<G>>>) -> Line<G> {
        let marks = other.marks.iter().copied();
        Line {
            marks: marks.take_while(|mark| *mark <= moments.len()).collect(),
            first,
            moments,
        }
    }

    /// The state after everything.
    pub fn state(&self) -> &G {
        self.state_after(self.moments.len())
    }

    /// The state after so many moments.
    pub fn state_after(&self, moments: usize) -> &G {
        match moments {
            0 => &self.first,
            count => &self.moments[count - 1].state,
        }
    }

    /// What happened up to so many entries, forced steps after them included.
    pub fn up_to(&self, entries: usize) -> &[Arc<Moment<G>>] {
        &self.moments[..self.marks[entries]]
    }

    /// The state after so many entries.
    pub fn state_at(&self, entries: usize) -> &G {
        self.state_after(self.marks[entries])
    }

    /// How many steps there are in so many entries.
    pub fn steps_at(&self, entries: usize) -> usize {
        self.up_to(entries).last().map_or(0, |moment| moment.step)
    }

    /// Forgets what lies behind so many entries.
    pub fn cut(&mut self, entries: usize) {
        self.moments.truncate(self.marks[entries]);
        self.marks.truncate(entries + 1);
    }

    /// Plays an entry.
    pub fn play(&mut self, entry: &Entry) -> Result<(), TableError> {
        let state = match entry {
            Entry::Step(text) => {
                let step = read_step(self.state(), text)?;
                self.take(step, self.marks.len());
                None
            }
            Entry::Position { text, overridden } => Some(corrected::<G>(text, *overridden, self.first.seats())?),
        };
        if let Some(state) = state {
            self.moments.push(Arc::new(Moment {
                event: Event::Correction,
                step: self.steps(),
                entry: self.marks.len(),
                decider: String::new(),
                text: "The position was corrected.".to_owned(),
                state,
            }));
        }
        self.play_forced(self.marks.len());
        self.marks.push(self.moments.len());
        Ok(())
    }

    /// Plays a step that may be one of those that are played by themselves, each an entry of its own.
    pub fn look_ahead(&mut self, text: &str) -> Result<(), TableError> {
        loop {
            let refused = match read_step(self.state(), text) {
                Ok(step) => {
                    self.take(step, self.marks.len());
                    self.marks.push(self.moments.len());
                    return Ok(());
                }
                Err(error) => error,
            };
            let Some(step) = forced(self.state()) else {
                return Err(refused);
            };
            self.take(step, self.marks.len() - 1);
            self.end_entry();
        }
    }

    /// Plays what can come out only one way, after the last entry.
    pub fn settle(&mut self) {
        self.play_forced(self.marks.len() - 1);
        self.end_entry();
    }

    /// All there is belongs to the last entry.
    fn end_entry(&mut self) {
        if let Some(last) = self.marks.last_mut() {
            *last = self.moments.len();
        }
    }

    fn play_forced(&mut self, entry: usize) {
        while let Some(step) = forced(self.state()) {
            self.take(step, entry);
        }
    }

    fn take(&mut self, step: Step<G>, entry: usize) {
        let moment = Moment::of_step(self.state(), step, self.steps() + 1, entry);
        self.moments.push(Arc::new(moment));
    }

    /// How many steps there have been.
    pub fn steps(&self) -> usize {
        self.moments.last().map_or(0, |moment| moment.step)
    }
}

/// The only thing that can happen, where it is up to chance.
fn forced<G: Game>(state: &G) -> Option<Step<G>> {
    if state.node() != Node::Chance {
        return None;
    }
    match outcomes(state)[..] {
        [(outcome, _)] => Some(Step::Chance(outcome)),
        _ => None,
    }
}

/// What everybody at the table knows.
pub(super) fn common_knowledge<G: Game>(state: &G) -> G {
    let seats = Seat::all(state.seats());
    seats.fold(state.clone(), |known, seat| known.information_state(seat))
}

/// What everybody knows of a corrected position.
fn corrected<G: Game>(text: &str, overridden: bool, seats: usize) -> Result<G, TableError> {
    Ok(common_knowledge(&read_correction::<G>(text, overridden, seats)?))
}

/// The entry of a corrected position, which holds nothing that only some seats know.
pub(super) fn public_entry<G: Game>(text: &str, state: &G, overridden: bool) -> Result<Entry, TableError> {
    let open = common_knowledge(state);
    let text = match open == *state {
        true => text.to_owned(),
        false => position_line(&open),
    };
    // What is kept must be readable again.
    corrected::<G>(&text, overridden, state.seats())?;
    Ok(Entry::Position { text, overridden })
}

/// A corrected position of a game with so many seats.
pub(super) fn read_correction<G: Game>(text: &str, overridden: bool, seats: usize) -> Result<G, TableError> {
    let state: G = read_position(text, overridden)?;
    if state.seats() != seats {
        let what = format!("{} players, expected {seats} as in this game", state.seats());
        let problem = Problem::new("seats", what);
        return Err(TableError::with_problems(
            format!("the position is of another game: {problem}"),
            &[problem],
        ));
    }
    Ok(state)
}
