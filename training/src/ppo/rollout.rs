//! What a number of steps in all lanes came to.

use heist_engine::game::{Encode, SetupError};

use super::lanes::{Finished, Lanes};

/// Lists of indices, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// All indices.
    pub indices: Vec<i32>,
    /// Where each row begins, and the end of the last one.
    pub offsets: Vec<i32>,
}

impl Rows {
    /// No rows.
    pub fn new() -> Rows {
        Rows {
            indices: Vec::new(),
            offsets: vec![0],
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a row.
    pub fn push(&mut self, row: &[u32]) {
        self.indices.extend(row.iter().map(|&index| index as i32));
        self.offsets.push(self.indices.len() as i32);
    }

    /// A row.
    pub fn row(&self, number: usize) -> &[i32] {
        &self.indices[self.offsets[number] as usize..self.offsets[number + 1] as usize]
    }

    /// Some of the rows, in this order.
    pub fn gather(&self, numbers: &[usize]) -> Rows {
        let mut some = Rows::new();
        for &number in numbers {
            some.indices.extend_from_slice(self.row(number));
            some.offsets.push(some.indices.len() as i32);
        }
        some
    }

    fn extend(&mut self, other: &Rows) {
        let first = self.indices.len() as i32;
        self.indices.extend_from_slice(&other.indices);
        self.offsets.extend(other.offsets[1..].iter().map(|offset| first + offset));
    }
}

/// The decisions that wait in all lanes.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// What each deciding seat sees.
    pub seen: Rows,
    /// What the critic sees.
    pub all: Rows,
    /// The indices of legal actions.
    pub legal: Rows,
}

impl Waiting {
    /// Lists them.
    pub fn of<G: Encode>(lanes: &Lanes<G>) -> Waiting {
        let mut waiting = Waiting {
            seen: Rows::new(),
            all: Rows::new(),
            legal: Rows::new(),
        };
        for lane in lanes.lanes() {
            waiting.seen.push(&lane.features);
            waiting.all.push(&lane.all_features);
            waiting.legal.push(&lane.legal_indices);
        }
        waiting
    }
}

/// Decisions with what they led to, step by step, all lanes of a step one after the other.
#[derive(Clone, Debug)]
pub struct Rollout {
    /// How many lanes there are.
    pub lanes: usize,
    /// What the deciding seats saw, a row per decision.
    pub seen: Rows,
    /// What the critic saw.
    pub all: Rows,
    /// Indices of the legal actions.
    pub legal: Rows,
    /// Index of the action played.
    pub played: Vec<i64>,
    /// Logarithm of the chance with which it was played.
    pub log_chance: Vec<f32>,
    /// The critic's value.
    pub values: Vec<f32>,
    /// The reward that came until the next decision of the lane.
    pub rewards: Vec<f32>,
    /// Whether the game ended before that.
    pub ended: Vec<bool>,
    /// All games that ended.
    pub finished: Vec<Finished>,
}

/// What was decided in all lanes.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Places among the legal actions.
    pub places: Vec<usize>,
    /// Logarithms of their chances.
    pub log_chances: Vec<f32>,
    /// The critic's values.
    pub values: Vec<f32>,
}

impl Rollout {
    /// Steps `horizon` times.
    ///
    /// # Errors
    /// When a setup drawn for a new deal is not playable.
    pub fn collect<G: Encode>(
        lanes: &mut Lanes<G>,
        horizon: usize,
        mut decide: impl FnMut(&Lanes<G>, &Waiting) -> Decided,
    ) -> Result<Rollout, SetupError> {
        let mut rollout = Rollout {
            lanes: lanes.lanes().len(),
            seen: Rows::new(),
            all: Rows::new(),
            legal: Rows::new(),
            played: Vec::new(),
            log_chance: Vec::new(),
            values: Vec::new(),
            rewards: Vec::new(),
            ended: Vec::new(),
            finished: Vec::new(),
        };
        for _ in 0..horizon {
            let waiting = Waiting::of(lanes);
            let decided = decide(lanes, &waiting);
            let indices = decided.places.iter().enumerate();
            rollout.played.extend(indices.map(|(lane, &place)| i64::from(waiting.legal.row(lane)[place])));
            rollout.log_chance.extend(&decided.log_chances);
            rollout.values.extend(&decided.values);
            let ends = lanes.play(&decided.places)?;
            rollout.rewards.extend(ends.iter().map(|end| end.map_or(0.0, |end| end.value as f32)));
            rollout.ended.extend(ends.iter().map(Option::is_some));
            rollout.finished.extend(ends.iter().flatten());
            rollout.seen.extend(&waiting.seen);
            rollout.all.extend(&waiting.all);
            rollout.legal.extend(&waiting.legal);
        }
        Ok(rollout)
    }

    /// Generalised advantages with the decay `lambda` and no discount; `next` are the critic's values of the decisions that wait
    /// after the last step. Returns are advantages plus [`values`](Rollout::values).
    pub fn advantages(&self, next: &[f32], lambda: f32) -> Vec<f32> {
        let count = self.values.len();
        let mut advantages = vec![0.0; count];
        for lane in 0..self.lanes {
            let (mut value, mut advantage) = (next[lane], 0.0);
            for place in (lane..count).step_by(self.lanes).rev() {
                if self.ended[place] {
                    (value, advantage) = (0.0, 0.0);
                }
                let surprise = self.rewards[place] + value - self.values[place];
                advantage = surprise + lambda * advantage;
                advantages[place] = advantage;
                value = self.values[place];
            }
        }
        advantages
    }
}
