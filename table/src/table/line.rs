//! A game as it went, with the state after every step.

use std::sync::Arc;

use heist_draw::any::{decider, explain};
use heist_engine::any::{AnyState, AnyStep, common_knowledge};
use heist_engine::game::{Node, Problem};

use super::input::{read_position, read_step};
use super::windows::{forced, read_steps};
use super::{Entry, LogLine, TableError};

/// What led from one state to the next.
#[derive(Clone, Debug)]
pub(super) enum Event {
    /// Something happened in the game.
    Step {
        step: AnyStep,
        /// Its place among the branches of the state before it.
        place: usize,
    },
    /// Somebody corrected the position.
    Correction,
}

/// One event and the state after it.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    pub event: Event,
    /// How many steps there have been, this one included.
    pub step: usize,
    /// How many entries there have been, the one that led here included.
    pub entry: usize,
    /// On whose behalf it was decided, for people; empty where nobody decided.
    pub decider: String,
    /// What happened, for people.
    pub text: String,
    /// Whether it only said who acts in the step after it.
    pub names_actor: bool,
    /// The state afterwards.
    pub state: Box<dyn AnyState>,
}

impl Moment {
    /// What a step, given by its place, makes of the state before it. `place` is that of a branch of the state.
    pub fn of_step(before: &dyn AnyState, place: usize, number: usize, entry: usize) -> Moment {
        let (notation, text) =
            explain(before, place).map_or_else(Default::default, |found| (found.notation, found.text));
        let seat = match before.node() {
            Node::Decision(seat) => Some(seat),
            Node::Chance | Node::Terminal => None,
        };
        let mut state = before.copy();
        let is_taken = state.take(place);
        debug_assert!(is_taken, "only branches of the state are taken");
        Moment {
            event: Event::Step {
                step: AnyStep { seat, notation },
                place,
            },
            step: number,
            entry,
            decider: decider(before).unwrap_or_default(),
            text,
            names_actor: before.names_actor(place),
            state,
        }
    }

    /// The line of the log.
    pub fn log_line(&self) -> LogLine {
        let (seat, notation) = match &self.event {
            Event::Step { step, .. } => (step.seat, step.notation.clone()),
            Event::Correction => (None, String::new()),
        };
        LogLine {
            step: self.step,
            entry: self.entry,
            seat,
            decider: self.decider.clone(),
            notation,
            text: self.text.clone(),
            names_actor: self.names_actor,
        }
    }
}

/// A game as it went. Moments are shared between tables that differ only in what came later.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The state before anything happened.
    pub first: Box<dyn AnyState>,
    pub moments: Vec<Arc<Moment>>,
    /// How many moments there are after so many entries.
    marks: Vec<usize>,
}

impl Line {
    /// A game that begins with a state.
    pub fn new(first: Box<dyn AnyState>) -> Line {
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
    pub fn like(other: &Line, first: Box<dyn AnyState>, moments: Vec<Arc<Moment>>) -> Line {
        let marks = other.marks.iter().copied();
        Line {
            marks: marks.take_while(|mark| *mark <= moments.len()).collect(),
            first,
            moments,
        }
    }

    /// The state after everything.
    pub fn state(&self) -> &dyn AnyState {
        self.state_after(self.moments.len())
    }

    /// The state after so many moments.
    pub fn state_after(&self, moments: usize) -> &dyn AnyState {
        match moments {
            0 => &*self.first,
            count => &*self.moments[count - 1].state,
        }
    }

    /// What happened up to so many entries, forced steps after them included.
    pub fn up_to(&self, entries: usize) -> &[Arc<Moment>] {
        &self.moments[..self.marks[entries]]
    }

    /// The state after so many entries.
    pub fn state_at(&self, entries: usize) -> &dyn AnyState {
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
        match entry {
            Entry::Step(text) => {
                for place in read_steps(self.state(), text)? {
                    self.take(place, self.marks.len());
                }
            }
            Entry::Position { text, overridden } => {
                let state = corrected(text, *overridden, &*self.first)?;
                self.moments.push(Arc::new(Moment {
                    event: Event::Correction,
                    step: self.steps(),
                    entry: self.marks.len(),
                    decider: String::new(),
                    text: "The position was corrected.".to_owned(),
                    names_actor: false,
                    state,
                }));
            }
        }
        self.play_forced(self.marks.len());
        self.marks.push(self.moments.len());
        Ok(())
    }

    /// Plays one step as an entry of its own, after what is played by itself and windows that go by until it is
    /// possible.
    pub fn look_ahead(&mut self, step: &str) -> Result<(), TableError> {
        while self.state().place(step).is_none() {
            let next = forced(self.state()).or_else(|| self.state().pass());
            let Some(place) = next else { break };
            self.take(place, self.marks.len() - 1);
            self.end_entry();
        }
        let place = read_step(self.state(), step)?;
        self.take(place, self.marks.len());
        self.marks.push(self.moments.len());
        Ok(())
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
        while let Some(place) = forced(self.state()) {
            self.take(place, entry);
        }
    }

    /// Plays the branch at a place.
    fn take(&mut self, place: usize, entry: usize) {
        let moment = Moment::of_step(self.state(), place, self.steps() + 1, entry);
        self.moments.push(Arc::new(moment));
    }

    /// How many steps there have been.
    pub fn steps(&self) -> usize {
        self.moments.last().map_or(0, |moment| moment.step)
    }
}

/// What everybody knows of a corrected position of a game that began with a state.
fn corrected(text: &str, overridden: bool, first: &dyn AnyState) -> Result<Box<dyn AnyState>, TableError> {
    Ok(common_knowledge(&*read_correction(text, overridden, first)?))
}

/// The entry of a corrected position, which holds nothing that only some seats know.
pub(super) fn public_entry(text: &str, state: &dyn AnyState, overridden: bool) -> Result<Entry, TableError> {
    let open = common_knowledge(state);
    let text = if open.is_same(state) {
        text.to_owned()
    } else {
        open.position()
    };
    // What is kept must be readable again.
    corrected(&text, overridden, state)?;
    Ok(Entry::Position { text, overridden })
}

/// A corrected position of a game that began with a state.
pub(super) fn read_correction(
    text: &str,
    overridden: bool,
    first: &dyn AnyState,
) -> Result<Box<dyn AnyState>, TableError> {
    let seats = first.seats();
    let state = read_position(first.game(), text, overridden)?;
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
