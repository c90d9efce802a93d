//! The counts of the rules document: sizes of what can come up (section 8.4), branching (section 5) and the outcomes of
//! random play (section 11).

use std::collections::{BTreeMap, BTreeSet};

use heist_engine::caper_cards::{
    COPIES, Crew, Kind, Outcome, Reward, Row, Setup, Table, before_scoring, each_option, put_into_play,
};
use heist_engine::random::stream;
use heist_engine::{Game, Node};

use super::support::{Step, legal, outcomes, random_game};

/// Every row that can lie before a slot, with the Crew used up for it.
fn reached(slot: usize) -> BTreeSet<(Row, Crew)> {
    let mut reached = BTreeSet::from([(Row::EMPTY, Crew::EMPTY)]);
    for _ in 0..slot {
        let mut next = BTreeSet::new();
        for (row, used) in reached {
            for kind in Kind::ALL.into_iter().filter(|&kind| used.count(kind) < COPIES) {
                let mut after = used;
                after.add(kind);
                each_option(kind, row, |action| {
                    next.insert((put_into_play(row, action), after));
                });
            }
        }
        reached = next;
    }
    reached
}

/// Every row that can lie before a slot.
pub fn rows_before(slot: usize) -> Vec<Row> {
    let rows: BTreeSet<Row> = reached(slot).into_iter().map(|(row, _)| row).collect();
    rows.into_iter().collect()
}

/// Every row that can lie at the check.
pub fn final_rows() -> Vec<Row> {
    rows_before(4)
}

#[test]
fn as_many_rows_come_up_as_were_counted() {
    let counts: Vec<usize> = (0..=4).map(|slot| rows_before(slot).len()).collect();
    assert_eq!(counts, [1, 10, 55, 221, 713]);
}

/// Every set of so many cards by kind.
fn hands(size: usize) -> Vec<Crew> {
    let mut hands = vec![Crew::EMPTY];
    for kind in Kind::ALL {
        hands = hands
            .into_iter()
            .flat_map(|hand| {
                (0..=COPIES).map(move |copies| {
                    let mut with = hand;
                    (0..copies).for_each(|_| with.add(kind));
                    with
                })
            })
            .filter(|hand| hand.len() <= size)
            .collect();
    }
    hands.retain(|hand| hand.len() == size);
    hands
}

#[test]
fn there_are_728_hands_of_five_and_322_of_four() {
    assert_eq!((hands(5).len(), hands(4).len()), (728, 322));
}

/// In how many ways the Crew can lie in zones of these sizes, by kind and in no order.
fn deals(zones: &[usize]) -> u64 {
    let mut ways = BTreeMap::from([(zones.to_vec(), 1u64)]);
    for _ in Kind::ALL {
        for copy in 0..COPIES {
            // Copies of a kind go to zones in ascending order, so that each way counts once; the last zone is noted.
            let mut next: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
            for (left, count) in ways {
                let (room, least) = match copy {
                    0 => (left.as_slice(), 0),
                    _ => (&left[..zones.len()], left[zones.len()]),
                };
                for zone in least..zones.len() {
                    if room[zone] > 0 {
                        let mut after = room.to_vec();
                        after[zone] -= 1;
                        if copy + 1 < COPIES {
                            after.push(zone);
                        }
                        *next.entry(after).or_default() += count;
                    }
                }
            }
            ways = next;
        }
    }
    ways.values().sum()
}

#[test]
fn there_are_as_many_deals_as_were_counted() {
    let hand = |seats| usize::from(Table::of(seats).hand);
    assert_eq!(deals(&[hand(4), hand(4), hand(4), hand(4), 4]), 2_609_261_088);
    assert_eq!(deals(&[hand(3), hand(3), hand(3), 9]), 69_937_952);
    assert_eq!(deals(&[hand(2), hand(2), 16]), 84_560);
    assert_eq!(deals(&[hand(1), usize::from(Table::of(1).flip_row), 10]), 791_224);
}

#[test]
fn there_are_3024_and_15120_orders_of_the_pile() {
    let orders = |size: usize| (0..size).map(|taken| Reward::ALL.len() - taken).product::<usize>();
    assert_eq!(orders(Table::of(4).heists.into()), 3024);
    assert_eq!(orders(Table::of(2).heists.into()), 15_120);
}

/// Every order of some Rewards that act before scoring.
fn orders(rewards: &[Reward]) -> Vec<Vec<Reward>> {
    match rewards {
        [] => vec![Vec::new()],
        _ => rewards
            .iter()
            .flat_map(|&first| {
                let rest: Vec<Reward> = rewards.iter().copied().filter(|&reward| reward != first).collect();
                orders(&rest)
                    .into_iter()
                    .map(move |order| [&[first][..], &order].concat())
            })
            .collect(),
    }
}

/// CC6.2a, CC6.2i: the order in which Rewards were won matters where they act on some row in another way.
#[test]
fn as_many_contexts_differ_as_were_counted() {
    let rows = final_rows();
    let mut contexts = [0; 5];
    for set in 0..1u32 << Reward::ALL.len() {
        if set.count_ones() > 4 {
            continue;
        }
        let acting = [Reward::HiddenEye, Reward::Mask, Reward::Gnarlrock];
        let acting: Vec<Reward> = acting
            .into_iter()
            .filter(|&reward| set >> reward as u32 & 1 == 1)
            .collect();
        let effects: BTreeSet<Vec<Row>> = orders(&acting)
            .into_iter()
            .map(|order| {
                rows.iter()
                    .map(|&row| before_scoring(row, order.iter().copied()))
                    .collect()
            })
            .collect();
        contexts[set.count_ones() as usize] += effects.len();
    }
    assert_eq!(contexts, [1, 9, 38, 99, 174]);
}

/// CC5n: the most that any hand allows in any row that can come up, without the cards that lie there.
#[test]
fn no_position_has_more_than_nine_legal_actions() {
    let hands = [hands(4), hands(5)].concat();
    let mut most = 0;
    for slot in 0..4 {
        for (row, used) in reached(slot) {
            let options = Kind::ALL.map(|kind| {
                let mut count = 0;
                each_option(kind, row, |_| count += 1);
                count
            });
            for hand in &hands {
                let fits = Kind::ALL
                    .into_iter()
                    .all(|kind| hand.count(kind) + used.count(kind) <= COPIES);
                // Four players have hands of five in the first heist, less what they played.
                if fits {
                    most = most.max(hand.kinds().map(|kind| options[kind as usize]).sum());
                }
            }
        }
    }
    assert_eq!(most, 9);
}

/// The mean of what was seen and its standard error.
struct Share {
    seen: u64,
    of: u64,
}

impl Share {
    /// Whether a probability is within four standard errors.
    fn fits(&self, expected: f64) -> bool {
        let share = self.seen as f64 / self.of as f64;
        let error = (expected * (1.0 - expected) / self.of as f64).sqrt();
        (share - expected).abs() <= 4.0 * error
    }
}

/// Plays at random: first heists won and games won.
fn play_at_random(setup: &Setup, games: u64) -> (Share, Share) {
    let mut rng = stream(41, "random play", u64::from(setup.seats) << 8 | u64::from(setup.risk));
    let (mut first, mut won) = (0, 0);
    for _ in 0..games {
        let over = random_game(setup, &mut rng, |_, _, _| {});
        first += u64::from(over.heists_won() > 0);
        won += u64::from(over.result().is_some_and(|result| result.is_win()));
    }
    let share = |seen| Share { seen, of: games };
    (share(first), share(won))
}

/// The calibration of section 11. The document has no first heists of fewer players.
#[test]
fn random_play_wins_as_often_as_the_rules_document_says() {
    for (seats, risk, first, won, games) in [
        (4, 11, Some(0.3736), 0.00961, 100_000),
        (4, 12, Some(0.3386), 0.00500, 100_000),
        (3, 11, None, 0.0095, 50_000),
        (2, 11, None, 0.0024, 50_000),
        (1, 11, None, 0.0023, 50_000),
    ] {
        let setup = Setup {
            risk,
            ..Setup::new(seats)
        };
        let (first_heists, wins) = play_at_random(&setup, games);
        assert!(
            first.is_none_or(|first| first_heists.fits(first)),
            "{seats} players, Risk {risk}: {} first heists of {games}",
            first_heists.seen
        );
        assert!(
            wins.fits(won),
            "{seats} players, Risk {risk}: {} wins of {games}",
            wins.seen
        );
    }
}

/// CC5n: the mean branching, flips with a single option included.
#[test]
fn branching_is_three_to_five_and_less_alone() {
    for seats in 1..=4 {
        let mut rng = stream(42, "branching", seats.into());
        let (mut options, mut choices) = (0, 0);
        for _ in 0..3000 {
            random_game(&Setup::new(seats), &mut rng, |before, step, after| match step {
                Step::Action(..) => {
                    options += legal(before).len();
                    choices += 1;
                }
                Step::Outcome(Outcome::Flip(_)) if after.flipped().is_none() => {
                    options += 1;
                    choices += 1;
                }
                _ => {}
            });
        }
        let mean = options as f64 / f64::from(choices);
        let expected = if seats == 1 { 2.3..2.7 } else { 3.0..5.0 };
        assert!(expected.contains(&mean), "{mean:.3} with {seats} players");
    }
}

/// The plays of a full game: 16 with three or four players, 20 with one or two.
#[test]
fn a_full_game_has_16_or_20_plays() {
    for (seats, plays) in [(1, 20), (2, 20), (3, 16), (4, 16)] {
        let won = match plays {
            20 => "weave_lens bloom coin gloomscale hidden_eye",
            _ => "journal coin gloomscale marionette",
        };
        let over = super::support::later(seats, won, "");
        assert_eq!((over.node(), over.plays().count()), (Node::Terminal, plays));
        assert!(outcomes(&over).is_empty());
    }
}
