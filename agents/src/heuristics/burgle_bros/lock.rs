//! How long a Safe still takes.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, SafeView};
use heist_engine::game::Seat;

/// Different numbers on the tiles.
const NUMBERS: usize = 6;
/// Dice rolled at most: six on the Safe and the basic Peterman's own.
const DICE: usize = 7;
/// Action points of adding a die (M-ACT-DIE).
const DIE_COST: f32 = 2.0;

/// Expected action points until a number of different faces have been rolled, by dice rolled, when dice are added as
/// long as that pays.
static REMAINING: [[f32; NUMBERS + 1]; DICE + 1] = remaining();

/// `HITS[dice][numbers][hits]`: the chance that exactly `hits` of `numbers` given numbers show on `dice` dice.
static HITS: [[[f32; NUMBERS + 1]; NUMBERS + 1]; DICE + 1] = hits();

/// By recursion over the dice: the next one shows a number that is missing, or does not.
const fn hits() -> [[[f32; NUMBERS + 1]; NUMBERS + 1]; DICE + 1] {
    let mut chance = [[[0.0; 7]; 7]; DICE + 1];
    let mut numbers = 0;
    while numbers <= NUMBERS {
        chance[0][numbers][0] = 1.0;
        let mut dice = 0;
        while dice < DICE {
            let mut shown = 0;
            while shown <= numbers {
                let new = (numbers - shown) as f32 / NUMBERS as f32;
                chance[dice + 1][numbers][shown] += chance[dice][numbers][shown] * (1.0 - new);
                if shown < numbers {
                    chance[dice + 1][numbers][shown + 1] += chance[dice][numbers][shown] * new;
                }
                shown += 1;
            }
            dice += 1;
        }
        numbers += 1;
    }
    chance
}

/// By recursion from many dice to few, and from few numbers to many.
const fn remaining() -> [[f32; NUMBERS + 1]; DICE + 1] {
    let chance = hits();
    let mut cost = [[0.0; NUMBERS + 1]; DICE + 1];
    let mut numbers = 1;
    while numbers <= NUMBERS {
        let mut dice = DICE as isize;
        while dice >= 0 {
            let here = dice as usize;
            let mut best = f32::INFINITY;
            if here > 0 {
                let mut after = 1.0;
                let mut hit = 1;
                while hit <= numbers {
                    after += chance[here][numbers][hit] * cost[here][numbers - hit];
                    hit += 1;
                }
                best = after / (1.0 - chance[here][numbers][0]);
            }
            if here < DICE && DIE_COST + cost[here + 1][numbers] < best {
                best = DIE_COST + cost[here + 1][numbers];
            }
            cost[here][numbers] = best;
            dice -= 1;
        }
        numbers += 1;
    }
    cost
}

/// A shut Safe, as far as the next actions on it go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lock {
    /// Where the Safe is.
    pub at: Cell,
    /// Squares in line with it that are still face down.
    pub hidden: u32,
    /// Action points that a roll now is expected to save.
    pub roll_gain: f32,
    /// Action points that a die more is expected to save.
    pub die_gain: f32,
}

impl Lock {
    pub fn new(state: &BurgleBros, seat: Seat, safe: &SafeView) -> Lock {
        let line = Line::new(state, safe);
        let (numbers, wanted) = (line.numbers, line.wanted());
        let own = usize::from(state.character(seat) == Character::PetermanBasic && safe.dice > 0);
        let dice = safe.dice as usize + own;
        let after_roll: f32 = (0..=numbers)
            .map(|hits| HITS[dice][numbers][hits] * REMAINING[dice][wanted - hits])
            .sum();
        let after_die = REMAINING[(dice + 1).min(DICE)][wanted];
        Lock {
            at: safe.at,
            hidden: line.hidden,
            roll_gain: REMAINING[dice][wanted] - after_roll,
            die_gain: REMAINING[dice][wanted] - after_die,
        }
    }
}

/// The tiles in line with a shut Safe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    /// Squares still face down.
    pub hidden: u32,
    /// Different numbers shown and not cracked.
    numbers: usize,
}

impl Line {
    #[inline]
    pub fn new(state: &BurgleBros, safe: &SafeView) -> Line {
        let floor = safe.at.floor();
        let line = safe.at.lines() & state.floor_plan(floor).cells();
        let numbers = squares(line & state.revealed(floor))
            .filter_map(|square| state.face_at(Cell::new(floor, square)))
            .filter(|&face| face.number() > 0 && !state.is_cracked(face))
            .fold(0u8, |numbers, face| numbers | 1 << face.number())
            .count_ones() as usize;
        Line {
            hidden: line & !state.revealed(floor),
            numbers,
        }
    }

    /// Different numbers that are expected to be wanted: a hidden tile brings, as often as not, one that is wanted
    /// anyway.
    fn wanted(&self) -> usize {
        (self.numbers + self.hidden.count_ones().div_ceil(2) as usize).min(NUMBERS)
    }

    /// Expected action points until the Safe is open, with a number of dice on it.
    pub fn remaining(&self, dice: u8) -> f32 {
        REMAINING[usize::from(dice).min(DICE)][self.wanted()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_roll_shows_some_of_the_numbers() {
        for (dice, rows) in HITS.iter().enumerate() {
            for (numbers, row) in rows.iter().enumerate() {
                assert!(
                    (row.iter().sum::<f32>() - 1.0).abs() < 1e-5,
                    "{dice} dice, {numbers} numbers"
                );
            }
        }
        // 1 - (5/6)^2, and both of two numbers on two dice.
        assert!((HITS[2][1][1] - 11.0 / 36.0).abs() < 1e-6);
        assert!((HITS[2][2][2] - 2.0 / 36.0).abs() < 1e-6);
    }

    #[test]
    fn what_remains_is_one_step_more_than_after_the_best_action() {
        // One number and one die: six rolls on average, but a second die pays: 2 + 36 / 11.
        assert!((REMAINING[1][1] - (2.0 + 36.0 / 11.0)).abs() < 1e-4);
        for dice in 1..DICE {
            for numbers in 1..=NUMBERS {
                let roll = 1.0
                    + (0..=numbers)
                        .map(|hits| HITS[dice][numbers][hits] * REMAINING[dice][numbers - hits])
                        .sum::<f32>();
                let die = DIE_COST + REMAINING[dice + 1][numbers];
                let best = roll.min(die);
                assert!(
                    (REMAINING[dice][numbers] - best).abs() < 1e-3,
                    "{dice} dice, {numbers} numbers"
                );
            }
        }
    }
}
