//! How likely a heist is to succeed, for every row, before anybody's hand is looked at.
//!
//! The players to come are taken to have hands drawn from the whole set of Crew, and each to play the best card of his
//! hand by the same reckoning, so the value of a row is found backwards from the check. There are 287 rows before the
//! last play and 713 after it; a table of the former is made once for each way that heists differ: the Complications in
//! force, the Risk, who plays with how many cards, and what is known of the Reward.

use std::sync::OnceLock;

use heist_engine::caper_cards::{
    COPIES, CaperCards, Check, Crew, FaceSet, Kind, Reward, Rewards, Row, SLOTS, each_option, put_into_play,
};
use heist_engine::game::Game;
use rustc_hash::FxHashMap;

/// The rows before each slot and after the last one, with what may be played in them.
struct Rows {
    /// The place of a row among those before its slot.
    places: [FxHashMap<u32, u16>; SLOTS as usize + 1],
    /// For every row before a slot, its plays: by kind, with the place of the row that follows.
    plays: [Vec<Vec<(Kind, u16)>>; SLOTS as usize],
    /// The rows after the last slot.
    last: Vec<Row>,
}

impl Rows {
    /// All rows that can come about. Copies that are gone are not counted: a table is for any time of the game.
    fn get() -> &'static Rows {
        static ROWS: OnceLock<Rows> = OnceLock::new();
        ROWS.get_or_init(|| {
            let mut places: [FxHashMap<u32, u16>; SLOTS as usize + 1] = Default::default();
            let mut plays: [Vec<Vec<(Kind, u16)>>; SLOTS as usize] = Default::default();
            let mut rows = vec![Row::EMPTY];
            places[0].insert(Row::EMPTY.bits(), 0);
            for slot in 0..usize::from(SLOTS) {
                let mut next = Vec::new();
                for &row in &rows {
                    let mut found = Vec::new();
                    for kind in Kind::ALL {
                        // Never more than three of a kind in a row.
                        if row.count_of(FaceSet::of_kind(kind)) == i32::from(COPIES) {
                            continue;
                        }
                        each_option(kind, row, |action| {
                            let after = put_into_play(row, action);
                            let place = *places[slot + 1].entry(after.bits()).or_insert_with(|| {
                                next.push(after);
                                next.len() as u16 - 1
                            });
                            found.push((kind, place));
                        });
                    }
                    plays[slot].push(found);
                }
                rows = next;
            }
            Rows {
                places,
                plays,
                last: rows,
            }
        })
    }

    /// The place of a row before a slot.
    fn place(&self, slot: u8, row: Row) -> usize {
        let place = self.places[usize::from(slot)].get(&row.bits()).copied();
        place.expect("every row that can come about has a place").into()
    }
}

/// Who plays a heist with how many cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turns {
    /// Three or four players with this many cards each.
    Each(u8),
    /// Two players, twice each, with four cards and then three.
    Pair,
    /// Flip, hand, flip, hand.
    Solo,
}

impl Turns {
    fn of(state: &CaperCards, heist: usize) -> Turns {
        match state.seats() {
            1 => Turns::Solo,
            2 => Turns::Pair,
            _ => Turns::Each(state.table().hand - heist as u8),
        }
    }

    /// Cards to choose from in a slot; one where the card is flipped.
    fn cards(self, slot: usize) -> usize {
        match self {
            Turns::Each(cards) => cards.into(),
            Turns::Pair => [4, 4, 3, 3][slot],
            Turns::Solo => [1, 4, 1, 3][slot],
        }
    }

    /// A number for each, below [`Turns::COUNT`].
    fn number(self) -> usize {
        match self {
            Turns::Each(cards) => usize::from(cards),
            Turns::Pair => 6,
            Turns::Solo => 7,
        }
    }

    const COUNT: usize = 8;
}

/// What is known of the current Reward: its value, 5 to 8, or only which Rewards are left.
type Known = Option<i32>;

/// The chances of success by the margin over the Risk: how likely the Reward's value is at most so much.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    /// For values up to 4, 5, 6, 7 and 8.
    at_most: [f32; 5],
}

impl Odds {
    /// The odds of a Reward drawn from a set that is not empty.
    pub fn of(rewards: Rewards) -> Odds {
        let share = 1.0 / rewards.len() as f32;
        let mut at_most = [0.0; 5];
        for reward in rewards.iter() {
            at_most[reward.value() as usize - 4..]
                .iter_mut()
                .for_each(|odds| *odds += share);
        }
        Odds { at_most }
    }

    /// The odds of a Reward of a known value.
    fn of_value(value: i32) -> Odds {
        Odds::of(
            Reward::ALL
                .into_iter()
                .filter(|reward| reward.value() == value)
                .collect(),
        )
    }

    /// The probability that a heist succeeds as its row stands.
    pub fn success(self, check: Check) -> f32 {
        match check.margin() {
            None => 0.0,
            Some(margin) => self.at_most[(margin.clamp(4, 8) - 4) as usize],
        }
    }
}

/// The probability of success for every row of a heist, up to the one before the last play.
pub struct Prospects {
    before: [Vec<f32>; SLOTS as usize],
}

impl Prospects {
    /// The table for a heist of a state whose Complications are those in force, the Reward known or not.
    pub fn of(state: &CaperCards, known: Known) -> &'static Prospects {
        static TABLES: OnceLock<Vec<OnceLock<Box<Prospects>>>> = OnceLock::new();
        let set = state.complication_set();
        let turns = Turns::of(state, state.heists_won());
        // The order matters only of the Mask to the other two that act before scoring (CC6.2i).
        let place = |reward| {
            state
                .complications()
                .position(|other| other == reward)
                .unwrap_or(usize::MAX)
        };
        let mask = place(Reward::Mask);
        let orders = usize::from(mask < place(Reward::Gnarlrock)) | usize::from(mask < place(Reward::HiddenEye)) << 1;
        let is_hard = usize::from(state.printed_risk() == 12);
        // What distinguishes heists, each with how many values it has: the digits of the table's number.
        let digits = [
            (usize::from(set.bits()), 1 << Reward::ALL.len()),
            (orders, 4),
            (is_hard, 2),
            (turns.number(), Turns::COUNT),
            (known.map_or(0, |value| value as usize - 4), 5),
        ];
        let count = digits.iter().map(|(_, values)| values).product();
        let number = digits.iter().fold(0, |number, (digit, values)| number * values + digit);
        let tables = TABLES.get_or_init(|| (0..count).map(|_| OnceLock::new()).collect());
        let table = &tables[number];
        table.get_or_init(|| {
            let odds = known.map_or_else(|| Odds::of(Rewards::ALL.without(set)), Odds::of_value);
            Box::new(Prospects::reckon(state, turns, odds))
        })
    }

    /// Backwards from the check.
    fn reckon(state: &CaperCards, turns: Turns, odds: Odds) -> Prospects {
        let rows = Rows::get();
        let complications: Vec<Reward> = state.complications().collect();
        let risk = state.printed_risk();
        let mut after: Vec<f32> = rows
            .last
            .iter()
            .map(|&row| odds.success(Check::of(row, complications.iter().copied(), risk)))
            .collect();
        let mut before: [Vec<f32>; SLOTS as usize] = Default::default();
        for slot in (0..usize::from(SLOTS)).rev() {
            let cards = turns.cards(slot);
            let values = rows.plays[slot].iter().map(|plays| {
                let mut best = [0.0f32; Kind::ALL.len()];
                for &(kind, place) in plays {
                    let value = &mut best[kind as usize];
                    *value = value.max(after[usize::from(place)]);
                }
                expected_best(best.into_iter().zip(Kind::ALL), Crew::ALL_CARDS, cards)
            });
            before[slot] = values.collect();
            after = before[slot].clone();
        }
        Prospects { before }
    }

    /// The probability of success with a row before a slot.
    pub fn value(&self, slot: u8, row: Row) -> f32 {
        self.before[usize::from(slot)][Rows::get().place(slot, row)]
    }
}

/// The expected value of the best card of a hand of a number of cards drawn from a set, given what a card of each kind
/// is worth.
pub fn expected_best(worth: impl Iterator<Item = (f32, Kind)>, from: Crew, cards: usize) -> f32 {
    let mut sorted = [(0.0, 0); Kind::ALL.len()];
    let mut kinds = 0;
    for (value, kind) in worth {
        sorted[kinds] = (value, from.count(kind).into());
        kinds += 1;
    }
    let sorted = &mut sorted[..kinds];
    sorted.sort_unstable_by(|a: &(f32, usize), b| b.0.total_cmp(&a.0));
    // The chance that the hand has none of the cards gone through so far.
    let (mut none, mut left, mut sum) = (1.0, from.len(), 0.0);
    for &mut (value, copies) in sorted {
        let before = none;
        for _ in 0..copies {
            none *= left.saturating_sub(cards) as f32 / left as f32;
            left -= 1;
        }
        sum += value * (before - none);
    }
    sum
}

#[cfg(test)]
mod tests {
    use heist_engine::caper_cards::{Action, Face, Verdict};
    use heist_engine::game::Overrides;
    use heist_engine::random::{below, stream};
    use serde_json::{Value, json};

    use super::*;

    /// All hands of a number of cards, with the number of physical hands that each stands for.
    fn hands(from: Crew, cards: usize) -> Vec<(Crew, f64)> {
        let mut found = vec![(Crew::EMPTY, 1.0)];
        for kind in from.kinds() {
            let copies = from.count(kind);
            let mut next = Vec::new();
            for &(hand, ways) in &found {
                let mut choices = 1.0;
                let mut hand = hand;
                for taken in 0..=copies {
                    next.push((hand, ways * choices));
                    choices *= f64::from(copies - taken) / f64::from(taken + 1);
                    if taken < copies {
                        hand.add(kind);
                    }
                }
            }
            found = next;
        }
        found.retain(|(hand, _)| hand.len() == cards);
        found
    }

    #[test]
    fn the_best_of_a_hand_is_worth_its_mean_over_all_hands() {
        let mut rng = stream(1, "hands", 0);
        for from in [
            Crew::ALL_CARDS,
            Crew::from_iter([
                Kind::Fcg,
                Kind::Fcg,
                Kind::Thief,
                Kind::Muscle,
                Kind::Insider,
                Kind::Insider,
            ]),
        ] {
            for cards in 1..=5 {
                let worth: Vec<f32> = Kind::ALL.iter().map(|_| below(&mut rng, 5) as f32 / 4.0).collect();
                let best = |hand: Crew| hand.kinds().map(|kind| worth[kind as usize]).fold(0.0, f32::max);
                let all = hands(from, cards);
                let ways: f64 = all.iter().map(|(_, ways)| ways).sum();
                let mean = all
                    .iter()
                    .map(|&(hand, ways)| ways * f64::from(best(hand)))
                    .sum::<f64>()
                    / ways;
                let found = expected_best(worth.iter().copied().zip(Kind::ALL), from, cards);
                assert!((f64::from(found) - mean).abs() < 1e-5, "{cards} cards: {found}, {mean}");
            }
        }
    }

    /// Plays that win heists with some Rewards, found by trying.
    fn winning(won: &[Reward], free: Crew, row: Row, plays: &mut Vec<Action>) -> bool {
        let (heist, slot) = (plays.len() / 4, plays.len() % 4);
        if heist == won.len() {
            return true;
        }
        let mut options = Vec::new();
        for kind in free.kinds().filter(|kind| *kind != Kind::Thief) {
            each_option(kind, row, |action| options.push(action));
        }
        options.into_iter().any(|action| {
            let mut after = put_into_play(row, action);
            if slot == 3 {
                let check = Check::of(after, won[..heist].iter().copied(), 11);
                if check.verdict(won[heist]) != Verdict::Success {
                    return false;
                }
                after = Row::EMPTY;
            }
            let mut left = free;
            left.remove(action.kind());
            plays.push(action);
            let wins = winning(won, left, after, plays);
            if !wins {
                plays.pop();
            }
            wins
        })
    }

    /// A state at the beginning of a heist with these Complications in force.
    fn state(seats: u8, won: &[Reward]) -> CaperCards {
        let mut plays = Vec::new();
        assert!(winning(won, Crew::ALL_CARDS, Row::EMPTY, &mut plays));
        let texts: Vec<String> = plays.iter().map(Action::to_string).collect();
        let heists = texts.chunks(4).zip(won);
        let heists: Vec<Value> = heists
            .map(|(plays, reward)| json!({"plays": plays, "reward": reward}))
            .collect();
        let position = serde_json::from_value(json!({"seats": seats, "heists": heists})).expect("a position");
        CaperCards::from_position(position, Overrides::None).expect("it follows the rules")
    }

    /// The prospect of a row by going through all hands of every slot to come: `cards` of them in each.
    fn through_all_hands(
        slot: usize,
        row: Row,
        cards: [usize; 4],
        success: &dyn Fn(Row) -> f64,
        known: &mut FxHashMap<(usize, Row), f64>,
    ) -> f64 {
        if slot == 4 {
            return success(row);
        }
        if let Some(&value) = known.get(&(slot, row)) {
            return value;
        }
        let worth = Kind::ALL.map(|kind| {
            let mut best = 0.0f64;
            if row.count_of(FaceSet::of_kind(kind)) < 3 {
                each_option(kind, row, |action| {
                    let after = put_into_play(row, action);
                    best = best.max(through_all_hands(slot + 1, after, cards, success, known));
                });
            }
            best
        });
        let (mut sum, mut all) = (0.0, 0.0);
        for (hand, ways) in hands(Crew::ALL_CARDS, cards[slot]) {
            sum += ways * hand.kinds().map(|kind| worth[kind as usize]).fold(0.0, f64::max);
            all += ways;
        }
        known.insert((slot, row), sum / all);
        sum / all
    }

    #[test]
    fn a_row_is_worth_what_the_best_plays_of_random_hands_make_of_it() {
        use Reward::*;
        let five = [5, 5, 5, 5];
        for (seats, won, known, cards) in [
            (4, vec![], None, five),
            (4, vec![Mask, Gnarlrock], Some(7), [3; 4]),
            (4, vec![Gnarlrock, Mask], Some(7), [3; 4]),
            (3, vec![HiddenEye, Coin, Mask], None, [2; 4]),
            (2, vec![Bloom], Some(5), [4, 4, 3, 3]),
            (1, vec![Journal, WeaveLens], None, [1, 4, 1, 3]),
        ] {
            let state = state(seats, &won);
            assert_eq!(state.complications().collect::<Vec<_>>(), won);
            let table = Prospects::of(&state, known);
            let possible: Vec<Reward> = match known {
                None => Reward::ALL.into_iter().filter(|reward| !won.contains(reward)).collect(),
                Some(value) => Reward::ALL
                    .into_iter()
                    .filter(|reward| reward.value() == value)
                    .collect(),
            };
            let success = |row| {
                let check = Check::of(row, won.iter().copied(), 11);
                let wins = possible
                    .iter()
                    .filter(|&&reward| check.verdict(reward) == Verdict::Success);
                wins.count() as f64 / possible.len() as f64
            };
            let mut values = FxHashMap::default();
            through_all_hands(1, Row::from_iter([Face::Insider10]), cards, &success, &mut values);
            assert!(values.len() > 30, "{} rows", values.len());
            for ((slot, row), value) in values {
                let found = table.value(slot as u8, row);
                assert!(
                    (f64::from(found) - value).abs() < 1e-4,
                    "{seats} seats, {won:?}, {row:?}: {found}, {value}"
                );
            }
        }
    }

    #[test]
    fn the_order_of_complications_matters_where_the_mask_is_one_of_them() {
        use Reward::{Gnarlrock, HiddenEye, Mask};
        let same = |one: &[Reward], other: &[Reward]| {
            let (one, other) = (
                Prospects::of(&state(4, one), None),
                Prospects::of(&state(4, other), None),
            );
            one.before == other.before
        };
        assert!(!same(&[Mask, Gnarlrock], &[Gnarlrock, Mask]));
        assert!(!same(&[Mask, HiddenEye], &[HiddenEye, Mask]));
        assert!(!same(&[Gnarlrock, Mask, HiddenEye], &[HiddenEye, Mask, Gnarlrock]));
        assert!(same(&[Gnarlrock, HiddenEye], &[HiddenEye, Gnarlrock]));
    }
}
