//! In which order rows are played.

use std::mem::discriminant;

/// How many kinds are told apart: any further ones count as the last.
const KINDS: usize = 256;
/// Fewer rows are played as they lie: they have hardly two actions of a kind.
const LEAST_ROWS: usize = 64;

/// The kinds of a game's actions, by which rows are put in order: the variants of their type.
pub(super) struct Kinds {
    /// The kind of every action, by its index.
    kinds: Vec<u8>,
}

impl Kinds {
    /// Those of actions in the order of their indices, in which actions of a kind follow one another.
    pub(super) fn of<A>(actions: &[A]) -> Kinds {
        let mut kind = 0u8;
        let mut kinds = Vec::with_capacity(actions.len());
        for (place, action) in actions.iter().enumerate() {
            if place > 0 && discriminant(action) != discriminant(&actions[place - 1]) {
                kind = kind.saturating_add(1);
            }
            kinds.push(kind);
        }
        Kinds { kinds }
    }

    /// The kind of an action; any where there is no such action, which games that are over may be given.
    #[inline]
    fn of_action(&self, action: i64) -> usize {
        usize::from(self.kinds.get(action as usize).copied().unwrap_or(0))
    }

    /// Replaces `order` by the numbers of the rows that have these actions, rows with actions of a kind one after the
    /// other. Games do not depend on each other, so it makes no difference but to the time: a processor guesses where
    /// branches lead by where they led last, and is right more often if what it did last was of the same kind.
    pub(super) fn sort(&self, actions: &[i64], order: &mut [u32]) {
        let rows = 0..actions.len() as u32;
        if actions.len() < LEAST_ROWS {
            order.iter_mut().zip(rows).for_each(|(place, row)| *place = row);
            return;
        }
        let mut places = [0; KINDS];
        for &action in actions {
            places[self.of_action(action)] += 1;
        }
        let mut first = 0;
        for place in &mut places[..=usize::from(self.kinds.last().copied().unwrap_or(0))] {
            first += std::mem::replace(place, first);
        }
        for (row, &action) in rows.zip(actions) {
            let place = &mut places[self.of_action(action)];
            order[*place as usize] = row;
            *place += 1;
        }
    }
}
