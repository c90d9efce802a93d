//! States written by hand, steps in notation, and random games.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::str::FromStr;

use heist_engine::caper_cards::{
    Action, CaperCards, Check, Crew, Kind, Outcome, Position, Reward, Row, Setup, Verdict, crew_score, each_option,
    put_into_play,
};
use heist_engine::random::Generator;
use heist_engine::{Fill, Game, Overrides};
use heist_testkit::{chi_square_critical, play_randomly};
use serde_json::{Value, json};

pub use heist_testkit::steps::{legal, play};

/// Names, with blanks between.
fn names<T: FromStr<Err: Debug>>(text: &str) -> impl Iterator<Item = T> + Clone + '_ {
    text.split_whitespace()
        .map(|name| name.parse().unwrap_or_else(|error| panic!("{name}: {error:?}")))
}

/// Faces in play by name: `fixer mastermind@risk`.
pub fn row(text: &str) -> Row {
    names(text).collect()
}

/// Cards by name.
pub fn crew(text: &str) -> Crew {
    names(text).collect()
}

/// Rewards by name, oldest first.
pub fn rewards(text: &str) -> Vec<Reward> {
    names(text).collect()
}

/// The state of a position.
pub fn state(position: &Value) -> CaperCards {
    let read: Position = serde_json::from_value(position.clone()).expect("it has the shape of a position");
    CaperCards::from_position(read, Overrides::None).unwrap_or_else(|error| panic!("{error}\n{position}"))
}

/// Heists that won some Rewards in this order, without a Thief and leaving some cards to play with.
pub fn heists(won: &[Reward], risk: i32, keep: Crew) -> Vec<Value> {
    let mut free = Crew::ALL_CARDS.without(keep);
    while free.count(Kind::Thief) > 0 {
        free.remove(Kind::Thief);
    }
    let mut plays = Vec::new();
    assert!(
        add_plays(won, risk, free, Row::EMPTY, &mut plays),
        "no four Crew win all of {won:?}"
    );
    let texts: Vec<String> = plays.iter().map(Action::to_string).collect();
    let each = texts.chunks(4).zip(won);
    each.map(|(plays, reward)| json!({"plays": plays, "reward": reward}))
        .collect()
}

fn add_plays(won: &[Reward], risk: i32, free: Crew, row: Row, plays: &mut Vec<Action>) -> bool {
    let (heist, is_last) = (plays.len() / 4, plays.len() % 4 == 3);
    if heist == won.len() {
        return true;
    }
    for kind in free.kinds() {
        let mut options = Vec::new();
        each_option(kind, row, |action| options.push(action));
        for action in options {
            let mut after = put_into_play(row, action);
            if is_last {
                let check = Check::of(after, won[..heist].iter().copied(), risk);
                if check.verdict(won[heist]) != Verdict::Success {
                    continue;
                }
                after = Row::EMPTY;
            }
            let mut left = free;
            left.remove(kind);
            plays.push(action);
            if add_plays(won, risk, left, after, plays) {
                return true;
            }
            plays.pop();
        }
    }
    false
}

/// A game with nobody's hand known, after heists that won some Rewards, the next heist begun with some plays.
pub fn later(seats: u8, won: &str, plays: &str) -> CaperCards {
    let played: Vec<Action> = names(plays).collect();
    let keep = played.iter().map(|action| action.kind()).collect();
    let mut heists = heists(&rewards(won), 11, keep);
    if !played.is_empty() {
        heists.push(json!({"plays": played}));
    }
    state(&json!({"seats": seats, "heists": heists}))
}

/// Everything unseen filled in.
pub fn filled(mut state: CaperCards, fill: Fill, rng: &mut Generator) -> CaperCards {
    state.determinize(fill, rng);
    state
}

/// The legal actions in notation.
pub fn legal_names(state: &CaperCards) -> Vec<&'static str> {
    legal(state).into_iter().map(Action::name).collect()
}

/// The possible outcomes with their probabilities.
pub fn outcomes(state: &CaperCards) -> Vec<(Outcome, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    outcomes
}

/// The score that is announced.
pub fn announced(state: &CaperCards) -> i32 {
    crew_score(state.row(), state.complication_set())
}

/// A step of a game.
pub type Step = heist_engine::record::Step<CaperCards>;

/// Plays a game at random and shows every step with the states before and after it; the last state.
pub fn random_game(
    setup: &Setup,
    rng: &mut Generator,
    mut show: impl FnMut(&CaperCards, Step, &CaperCards),
) -> CaperCards {
    let mut last = CaperCards::new(setup).expect("a playable setup");
    for (before, step) in play_randomly(last, rng) {
        last = before;
        if let Some(step) = step {
            let mut after = before;
            step.play(&mut after);
            show(&before, step, &after);
        }
    }
    last
}

/// Counts follow a distribution, by a chi-square test with an error of one in a million; every count has a
/// probability, and each outcome is expected five times at least.
pub fn assert_follows<K: Ord + Debug>(counts: &BTreeMap<K, u64>, chances: &BTreeMap<K, f64>) {
    let draws: u64 = counts.values().sum();
    let sum: f64 = chances.values().sum();
    assert!((sum - 1.0).abs() < 1e-9, "probabilities add up to {sum}");
    for key in counts.keys() {
        assert!(chances.contains_key(key), "{key:?} is impossible");
    }
    let mut statistic = 0.0;
    for (key, chance) in chances {
        let expected = chance * draws as f64;
        assert!(expected >= 5.0, "{key:?} is expected {expected} times only");
        let count = counts.get(key).copied().unwrap_or(0) as f64;
        statistic += (count - expected).powi(2) / expected;
    }
    // A single outcome leaves nothing to differ in.
    let most = chi_square_critical((chances.len() - 1).max(1));
    assert!(
        statistic <= most,
        "chi-square {statistic:.1}, at most {most:.1} expected"
    );
}

/// Every order of some cards.
pub fn orders(cards: &[Kind]) -> Vec<Vec<Kind>> {
    if cards.is_empty() {
        return vec![Vec::new()];
    }
    let firsts = (0..cards.len()).flat_map(|first| {
        let rest = [&cards[..first], &cards[first + 1..]].concat();
        orders(&rest).into_iter().map(move |mut order| {
            order.insert(0, cards[first]);
            order
        })
    });
    firsts.collect()
}
