//! What a number of steps in all lanes came to.

use heist_agents::Heuristics;
use heist_engine::game::{Seat, SetupError};

use super::lanes::{Finished, Lane, Lanes};
use crate::learn::input::Bags;

/// Decisions, and what those who learn from them see.
#[derive(Clone, Default, Debug)]
pub struct Decisions {
    /// The features of each deciding seat's information state.
    pub seen: Bags,
    /// What the critic sees: the features of every seat's information state, counted from the deciding seat, each seat
    /// in a space of its own.
    pub all: Bags,
    /// The indices of the legal actions.
    pub legal: Bags,
}

impl Decisions {
    /// Those that wait in all lanes.
    pub fn waiting<G: Heuristics>(lanes: &Lanes<G>) -> Decisions {
        let mut waiting = Decisions::default();
        let mut buffer = Vec::new();
        lanes.lanes().iter().for_each(|lane| waiting.push(lane, &mut buffer));
        waiting
    }

    fn push<G: Heuristics>(&mut self, lane: &Lane<G>, buffer: &mut Vec<u32>) {
        let signed = |index: &u32| *index as i32;
        lane.world.legal_indices(buffer);
        self.legal.push(buffer.iter().map(signed));
        lane.world.features(lane.seat, buffer);
        self.seen.push(buffer.iter().map(signed));
        let seats = lane.world.seats();
        self.all.push_list(|all| {
            for ahead in 0..seats {
                let seat = Seat(((lane.seat.index() + ahead) % seats) as u8);
                lane.world.features(seat, buffer);
                let first = (ahead * G::feature_count()) as i32;
                all.extend(buffer.iter().map(|&feature| first + feature as i32));
            }
        });
    }

    /// Adds those of another list after these.
    fn append(&mut self, mut others: Decisions) {
        self.seen.append(&mut others.seen);
        self.all.append(&mut others.all);
        self.legal.append(&mut others.legal);
    }

    /// Some of them, in this order.
    pub fn select(&self, places: &[usize]) -> Decisions {
        let some = |bags: &Bags| {
            let mut some = Bags::default();
            for &place in places {
                some.push(bags.indices[bags.range(place)].iter().copied());
            }
            some
        };
        Decisions {
            seen: some(&self.seen),
            all: some(&self.all),
            legal: some(&self.legal),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty()
    }
}

/// A move that was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Its place among the legal actions.
    pub place: usize,
    /// The logarithm of the chance with which it was chosen.
    pub log_chance: f32,
}

/// Decisions with what they led to, step by step, all lanes of a step one after the other.
#[derive(Clone, Debug)]
pub struct Rollout {
    /// How many lanes there are.
    pub lanes: usize,
    /// The decisions.
    pub decisions: Decisions,
    /// Indices of the actions played.
    pub played: Vec<i64>,
    /// Logarithms of the chances with which they were played.
    pub log_chances: Vec<f32>,
    /// The reward that came until the next decision of the lane.
    pub rewards: Vec<f32>,
    /// Whether the game ended before that.
    pub ended: Vec<bool>,
    /// All games that ended.
    pub finished: Vec<Finished>,
}

impl Rollout {
    /// Steps `horizon` times; `choose` decides in all lanes, of which it is told what waits there.
    ///
    /// # Errors
    /// When a setup drawn for a new deal is not playable.
    pub fn collect<G: Heuristics>(
        lanes: &mut Lanes<G>,
        horizon: usize,
        mut choose: impl FnMut(&Lanes<G>, &Decisions) -> Vec<Choice>,
    ) -> Result<Rollout, SetupError> {
        let mut rollout = Rollout {
            lanes: lanes.lanes().len(),
            decisions: Decisions::default(),
            played: Vec::new(),
            log_chances: Vec::new(),
            rewards: Vec::new(),
            ended: Vec::new(),
            finished: Vec::new(),
        };
        for _ in 0..horizon {
            let waiting = Decisions::waiting(lanes);
            let choices = choose(lanes, &waiting);
            for (lane, choice) in choices.iter().enumerate() {
                let legal = &waiting.legal.indices[waiting.legal.range(lane)];
                rollout.played.push(i64::from(legal[choice.place]));
                rollout.log_chances.push(choice.log_chance);
            }
            rollout.decisions.append(waiting);
            let ends = lanes.play(choices.iter().map(|choice| choice.place))?;
            let rewards = ends.iter().map(|end| end.map_or(0.0, |end| end.value as f32));
            rollout.rewards.extend(rewards);
            rollout.ended.extend(ends.iter().map(Option::is_some));
            rollout.finished.extend(ends.iter().flatten());
        }
        Ok(rollout)
    }

    /// Generalised advantages. `values` are the critic's of the decisions, `next` those of the decisions that
    /// wait after the last step, a value per lane. An advantage with its value is the return.
    pub fn advantages(&self, values: &[f32], next: &[f32], lambda: f32, discount: f32) -> Vec<f32> {
        let mut advantages = vec![0.0; values.len()];
        for (lane, &waiting) in next.iter().enumerate() {
            let mut backwards = Backwards::new(lambda, discount, waiting);
            for place in (lane..values.len()).step_by(self.lanes).rev() {
                advantages[place] = backwards.advantage(self.rewards[place], self.ended[place], values[place]);
            }
        }
        advantages
    }
}

/// Generalised advantages of a lane, from its last decision back.
#[derive(Clone, Copy, Debug)]
pub struct Backwards {
    lambda: f32,
    /// What a value is worth a decision earlier.
    discount: f32,
    /// The value of the decision after.
    value: f32,
    advantage: f32,
}

impl Backwards {
    /// From the value of the decision that waits after the last one.
    pub fn new(lambda: f32, discount: f32, waiting: f32) -> Backwards {
        Backwards {
            lambda,
            discount,
            value: waiting,
            advantage: 0.0,
        }
    }

    /// The advantage of the decision before: of the reward that came after it, whether the game ended then, and its
    /// value.
    pub fn advantage(&mut self, reward: f32, ended: bool, value: f32) -> f32 {
        if ended {
            (self.value, self.advantage) = (0.0, 0.0);
        }
        let surprise = reward + self.discount * self.value - value;
        self.advantage = surprise + self.discount * self.lambda * self.advantage;
        self.value = value;
        self.advantage
    }
}

/// Gives numbers the mean 0 and the standard deviation 1.
pub fn standardise(numbers: &mut [f32]) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().map(|&number| f64::from(number)).sum::<f64>() / count;
    let squares = numbers.iter().map(|&number| (f64::from(number) - mean).powi(2));
    let scale = 1.0 / ((squares.sum::<f64>() / count).sqrt() + 1e-8);
    for number in numbers {
        *number = ((f64::from(*number) - mean) * scale) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lanes of three steps; a game of the first lane ends with its second step.
    #[test]
    fn advantages_are_sums_of_surprises_up_to_the_end_of_a_game() {
        let rollout = Rollout {
            lanes: 2,
            decisions: Decisions::default(),
            played: vec![0; 6],
            log_chances: vec![0.0; 6],
            rewards: vec![0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
            ended: vec![false, false, true, false, false, false],
            finished: Vec::new(),
        };
        let values = [0.5, 0.25, 0.75, 0.5, 0.25, 0.5];
        let found = rollout.advantages(&values, &[0.5, 1.0], 0.5, 1.0);
        // Lane 1, from its last step back: 0.5 - 0.25; 1 - 0.75; 0.75 - 0.5 + 0.5 * 0.25.
        // Lane 2: 1 - 0.5; 0.5 - 0.5 + 0.5 * 0.5; 0.5 - 0.25 + 0.5 * 0.25.
        assert_eq!(found, [0.375, 0.375, 0.25, 0.25, 0.25, 0.5]);
    }

    /// A result counts for less with each decision before it.
    #[test]
    fn a_discount_makes_later_results_smaller() {
        let mut backwards = Backwards::new(1.0, 0.5, 0.0);
        let found =
            [(1.0, true), (0.0, false), (0.0, false)].map(|(reward, ended)| backwards.advantage(reward, ended, 0.0));
        assert_eq!(found, [1.0, 0.5, 0.25]);
    }
}
