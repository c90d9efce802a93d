//! The properties every game is tested for, whatever its rules.
//!
//! A game gets the whole suite by one line in `engine/tests/`, with the setups to play:
//!
//! ```ignore
//! heist_engine::conformance_tests!(BurgleBros, [Setup::bank_job(1, 0), Setup::bank_job(4, 1)]);
//! ```
//!
//! Each property is a function that plays games and panics at the first violation, naming the setup (its place in the
//! list, from 0), the seed and the step; [`game`] with the same setups and the seed as number plays that game again.
//! Games are played in three [`Style`]s in turn, so that rare things and late ones happen, too.
//!
//! Statistical checks have fixed seeds: they pass always or never. Each is a chi-square test whose error, were the
//! seed drawn, would be at most one in a million ([`chi_square_critical`]).

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Debug, Display};
use std::hash::{BuildHasherDefault, Hasher};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::game::{Encode, Fill, Game, Node, NotationError, Overrides, Seat};
use crate::random::{Generator, below, choose, shuffle, stream};
use crate::record::{Recorder, Replay, Step};

/// Writes one `#[test]` for each property of [`conformance`](crate::conformance).
///
/// The first argument is the game, the second anything that iterates over its setups. The tests stand where the macro
/// is called: two games in one file need a module each.
#[macro_export]
macro_rules! conformance_tests {
    ($game:ty, $setups:expr $(,)?) => {
        $crate::conformance_tests! {
            @each $game, $setups;
            equal_setups_give_equal_states,
            games_end_and_nodes_are_consistent,
            legal_actions_apply,
            outcomes_are_a_distribution,
            samples_follow_the_outcomes,
            notation_round_trips,
            serialization_round_trips,
            positions_round_trip,
            keys_tell_states_apart,
            keys_are_stable,
            information_states_hold_what_their_seat_knows,
            filling_agrees_with_the_view,
            filling_uses_no_hidden_truth,
            filling_follows_the_posterior,
            filled_worlds_play_like_lazy_ones,
            worlds_and_views_take_the_same_steps,
            illegal_steps_are_refused,
            features_tell_what_the_seat_knows,
            action_indices_round_trip,
            replays_reproduce_keys,
            byte_driven_games_keep_the_rules,
        }
    };
    (@each $game:ty, $setups:expr; $($property:ident,)*) => {
        $(
            #[test]
            fn $property() {
                let setups: ::std::vec::Vec<<$game as $crate::Game>::Setup> =
                    ::std::iter::IntoIterator::into_iter($setups).collect();
                $crate::conformance::$property::<$game>(&setups);
            }
        )*
    };
}

/// No game is longer than this.
const STEP_LIMIT: usize = 100_000;

/// Panics with a message and the place unless a condition holds.
macro_rules! require {
    ($condition:expr; $place:expr, $($message:tt)+) => {{
        // Named, so that comparisons of floats are negated only after they are made: NaN violates them all.
        let holds: bool = $condition;
        if !holds {
            panic!("{} ({})", format_args!($($message)+), $place);
        }
    }};
}

/// Where in which game: what a panic message names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The setup, as an index into the list given.
    pub setup: usize,
    /// The number of the game, which is its seed.
    pub seed: u64,
    /// How many steps were taken before.
    pub step: usize,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setup {}, seed {}, step {}", self.setup, self.seed, self.step)
    }
}

/// How the steps of a game are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Seats choose uniformly, chance by its distribution.
    Even,
    /// Seats first choose a kind of action (the first word of its notation), and chance chooses uniformly among its
    /// outcomes: rare things happen more often.
    Varied,
    /// Of a few varied steps, the one after which the game goes on longest, or ends best: games get further than chance
    /// would let them.
    Lasting,
}

impl Style {
    /// The style of a game: in turn, each setup in every style.
    fn of(number: u64, setups: u64) -> Style {
        match (number + number / setups) % 3 {
            0 => Style::Even,
            1 => Style::Varied,
            _ => Style::Lasting,
        }
    }
}

/// One moment of a game that was played.
#[derive(Clone, Debug)]
pub struct Moment<G: Game> {
    /// Where it is.
    pub place: Place,
    /// The state.
    pub state: G,
    /// The step taken from it; none at the end.
    pub next: Option<Step<G>>,
}

impl<G: Game> Moment<G> {
    /// A generator of the moment's own for a named use.
    fn rng(&self, name: &str) -> Generator {
        stream(self.place.seed, name, self.place.step as u64)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.state.seats())
    }

    /// One of the seats, in turn from step to step.
    fn a_seat(&self) -> Seat {
        Seat((self.place.step % self.state.seats()) as u8)
    }
}

/// Plays game `number` to its end and returns every moment of it, the last state included.
///
/// The game's setup is `setups[number % setups.len()]`. Chance decides as the game goes: nothing is filled in advance.
pub fn game<G: Game>(setups: &[G::Setup], number: u64) -> Vec<Moment<G>> {
    let (place, state) = start::<G>(setups, number);
    play(state, place, Style::of(number, setups.len() as u64))
}

/// As [`game`], on a world whose holes are all filled before the first step.
pub fn filled_game<G: Game>(setups: &[G::Setup], number: u64) -> Vec<Moment<G>> {
    let (place, mut state) = start::<G>(setups, number);
    state.determinize(Fill::All, &mut stream(number, "conformance world", 0));
    play(state, place, Style::of(number, setups.len() as u64))
}

fn start<G: Game>(setups: &[G::Setup], number: u64) -> (Place, G) {
    assert!(!setups.is_empty(), "the suite needs a setup to play");
    let setup = (number % setups.len() as u64) as usize;
    let place = Place {
        setup,
        seed: number,
        step: 0,
    };
    match G::new(&setups[setup]) {
        Ok(state) => (place, state),
        Err(error) => panic!("{error} ({place})"),
    }
}

/// The numbers of the games a property plays: `count`, and at least one a setup. The counts are such that the whole
/// suite takes some 20 seconds for a game of 300 steps in the development profile.
fn numbers<S>(setups: &[S], count: u64) -> std::ops::Range<u64> {
    0..count.max(setups.len() as u64)
}

fn play<G: Game>(mut state: G, mut place: Place, style: Style) -> Vec<Moment<G>> {
    /// From this step on, a lasting game takes its course.
    const PATIENCE: usize = 300;
    let mut rng = stream(place.seed, "conformance play", 0);
    let mut moments = Vec::new();
    loop {
        require!(place.step < STEP_LIMIT; place, "the game does not end within {STEP_LIMIT} steps");
        let next = match style {
            Style::Lasting if place.step < PATIENCE => lasting_step(&state, place, &mut rng),
            Style::Lasting => random_step(&state, place, Style::Even, &mut rng),
            _ => random_step(&state, place, style, &mut rng),
        };
        moments.push(Moment {
            place,
            state: state.clone(),
            next,
        });
        let Some(step) = next else { return moments };
        step.play(&mut state);
        place.step += 1;
    }
}

fn random_step<G: Game>(state: &G, place: Place, style: Style, rng: &mut Generator) -> Option<Step<G>> {
    match (state.node(), style) {
        (Node::Terminal, _) => None,
        (Node::Chance, Style::Even) => Some(Step::Chance(state.sample(rng))),
        (Node::Chance, _) => Some(Step::Chance(choose(rng, &possible(state, place)).0)),
        (Node::Decision(seat), Style::Even) => Some(Step::Action(seat, choose(rng, &legal(state, place)))),
        (Node::Decision(seat), _) => {
            let mut actions = legal(state, place);
            let word = |action: &G::Action| action.to_string().split(' ').next().map(str::to_owned);
            let words: BTreeSet<_> = actions.iter().map(word).collect();
            let chosen = words.iter().nth(below(rng, words.len() as u32) as usize);
            actions.retain(|action| Some(&word(action)) == chosen);
            Some(Step::Action(seat, choose(rng, &actions)))
        }
    }
}

/// The best of a few varied steps, each tried by playing on a little.
fn lasting_step<G: Game>(state: &G, place: Place, rng: &mut Generator) -> Option<Step<G>> {
    const STEPS: usize = 6;
    const AHEAD: usize = 40;
    let mut best = None;
    for _ in 0..STEPS {
        let step = random_step(state, place, Style::Varied, rng)?;
        let mut next = after(state, step);
        let mut lasted = 0;
        while lasted < AHEAD
            && let Some(further) = random_step(&next, place, Style::Even, rng)
        {
            further.play(&mut next);
            lasted += 1;
        }
        let worth = next.result().map_or(0.5, |result| result.value) + lasted as f64 / (4 * AHEAD) as f64;
        if best.is_none_or(|(other, _)| worth > other) {
            best = Some((worth, step));
        }
    }
    best.map(|(_, step)| step)
}

/// The legal actions of a decision.
fn legal<G: Game>(state: &G, place: Place) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    require!(!actions.is_empty(); place, "no legal action at a decision");
    actions
}

/// The outcomes of a chance node.
fn possible<G: Game>(state: &G, place: Place) -> Vec<(G::Outcome, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    require!(!outcomes.is_empty(); place, "no outcome at a chance node");
    outcomes
}

/// The state with holes filled.
fn filled<G: Game>(state: &G, fill: Fill, rng: &mut Generator) -> G {
    let mut world = state.clone();
    world.determinize(fill, rng);
    world
}

/// The state after a step.
fn after<G: Game>(state: &G, step: Step<G>) -> G {
    let mut next = state.clone();
    step.play(&mut next);
    next
}

/// At most `count` of the moments, drawn evenly and left in their order.
fn some<G: Game>(moments: Vec<Moment<G>>, count: usize) -> Vec<Moment<G>> {
    let Some(first) = moments.first() else { return moments };
    let mut rng = first.rng("conformance moments");
    let mut places: Vec<usize> = (0..moments.len()).collect();
    shuffle(&mut rng, &mut places);
    places.truncate(count);
    places.sort_unstable();
    places.into_iter().map(|place| moments[place].clone()).collect()
}

/// Everything that must be true of any state by itself: one kind of node, with what belongs to it and nothing else.
///
/// # Panics
/// When something is not.
pub fn check_state<G: Game>(state: &G, place: Place) {
    let mut actions = Vec::new();
    let mut outcomes = Vec::new();
    state.legal_actions(&mut actions);
    state.outcomes(&mut outcomes);
    let node = state.node();
    match node {
        Node::Decision(seat) => {
            let seats = state.seats();
            require!(seat.index() < seats; place, "seat {seat} decides in a game of {seats}");
            require!(!actions.is_empty(); place, "no legal action at a decision");
            let mut sorted = actions.clone();
            sorted.sort_unstable();
            for pair in sorted.windows(2) {
                require!(pair[0] != pair[1]; place, "the action `{}` is listed twice", pair[0]);
            }
        }
        Node::Chance => {
            let purposes = G::PURPOSES.len();
            let purpose = state.purpose().0;
            require!(usize::from(purpose) < purposes; place, "purpose {purpose} where {purposes} have a name");
            check_distribution::<G>(&outcomes, place);
        }
        Node::Terminal => {
            let Some(result) = state.result() else {
                panic!("a terminal node has no result ({place})")
            };
            let value = result.value;
            require!((0.0..=1.0).contains(&value); place, "the result's value is {value}, outside 0 to 1");
            let ending = result.ending;
            require!(G::ENDINGS.contains(&ending); place, "the ending `{ending}` is not one of Game::ENDINGS");
            require!(G::FIGURES.len() <= result.figures.len(); place, "more figures have a name than a result holds");
            let unnamed = result.figures[G::FIGURES.len()..].iter().all(|&figure| figure == 0);
            require!(unnamed; place, "a figure without a name is not 0");
        }
    }
    if node != Node::Terminal {
        require!(state.result().is_none(); place, "a result before the end");
    }
    if !matches!(node, Node::Decision(_)) {
        require!(actions.is_empty(); place, "legal actions where no seat decides");
    }
    if node != Node::Chance {
        require!(outcomes.is_empty(); place, "outcomes where chance does not decide");
    }
}

fn check_distribution<G: Game>(outcomes: &[(G::Outcome, f64)], place: Place) {
    require!(!outcomes.is_empty(); place, "no outcome at a chance node");
    let mut seen = BTreeSet::new();
    let mut sum = 0.0;
    for &(outcome, probability) in outcomes {
        require!(seen.insert(outcome); place, "the outcome `{outcome}` is listed twice");
        require!(probability > 0.0; place, "the outcome `{outcome}` has probability {probability}");
        sum += probability;
    }
    require!((sum - 1.0).abs() <= 1e-9; place, "the outcomes sum to {sum}, not 1");
}

/// What each seat knows of a state, before and after filling, agrees with the state.
///
/// # Panics
/// When it does not.
pub fn check_views<G: Game>(state: &G, place: Place) {
    let mut rng = stream(place.seed, "conformance views", place.step as u64);
    let seats = state.seats();
    let whole = filled(state, Fill::All, &mut rng);
    for seat in Seat::all(seats) {
        let view = state.information_state(seat);
        require!(
            whole.information_state(seat) == view;
            place, "filling changed what seat {seat} knows: its view holds what only the filling put there"
        );
        for fill in [Fill::Private, Fill::All] {
            let world = filled(&view, fill, &mut rng);
            require!(
                world.node() == view.node();
                place, "Fill::{fill:?} of seat {seat}'s view leads to another node: {:?}, not {:?}",
                world.node(), view.node()
            );
            require!(
                world.information_state(seat) == view;
                place, "Fill::{fill:?} of seat {seat}'s view changed what the seat knows"
            );
            for other in Seat::all(seats) {
                require!(
                    world.holds(other);
                    place, "Fill::{fill:?} of seat {seat}'s view does not hold what seat {other} knows"
                );
            }
            if fill == Fill::All {
                let again = filled(&world, fill, &mut rng);
                require!(
                    again == world;
                    place, "Fill::All left a hole in seat {seat}'s view: filling again changed it"
                );
            }
        }
    }
}

/// Checks every state of a recorded game by itself, what the seats know of it, and that their views take its steps. For
/// games that get further than random ones, such as those of an agent that plays well.
///
/// # Panics
/// When the replay does not run or the game breaks a rule of the contract.
pub fn check_replay<G: Game>(replay: &Replay<G>) {
    let mut moments = Vec::new();
    for (step, state) in replay.states().enumerate() {
        let place = Place {
            setup: 0,
            seed: replay.seed.unwrap_or(0),
            step,
        };
        let state = state.unwrap_or_else(|error| panic!("{error} ({place})"));
        check_state(&state, place);
        check_views(&state, place);
        moments.push(Moment {
            place,
            state,
            next: replay.steps.get(step).copied(),
        });
    }
    check_lockstep(&moments, moments[0].state.clone());
    check_written(replay, moments[0].place);
}

/// Plays a game whose choices are read from bytes, two a choice, until they run out or the game ends; checks every
/// state on the way by itself, and the last one's views. For fuzzers and property tests.
///
/// # Panics
/// When the setup is not playable or the game breaks a rule of the contract.
pub fn drive<G: Game>(setup: &G::Setup, bytes: &[u8]) -> Replay<G> {
    let mut recorder: Recorder<G> = Recorder::new(setup).unwrap_or_else(|error| panic!("{error}"));
    let mut place = Place {
        setup: 0,
        seed: 0,
        step: 0,
    };
    for pair in bytes.chunks(2) {
        let state = recorder.state();
        check_state(state, place);
        let number = usize::from(pair[0]) | usize::from(*pair.get(1).unwrap_or(&0)) << 8;
        match state.node() {
            Node::Terminal => break,
            Node::Decision(_) => {
                let actions = legal(state, place);
                let taken = recorder.action(actions[number % actions.len()]);
                taken.unwrap_or_else(|error| panic!("{error} ({place})"));
            }
            Node::Chance => {
                let outcomes = possible(state, place);
                let taken = recorder.chance(outcomes[number % outcomes.len()].0);
                taken.unwrap_or_else(|error| panic!("{error} ({place})"));
            }
        }
        place.step += 1;
    }
    check_state(recorder.state(), place);
    check_views(recorder.state(), place);
    recorder.finish()
}

/// The value that a chi-square statistic exceeds with a probability of at most one in a million.
///
/// The approximation of Wilson and Hilferty (1931): the cube root of a chi-square variable over its degrees of freedom
/// `f` is nearly normal with mean `1 - 2/(9f)` and variance `2/(9f)`. This far out it errs on the large side (27.5 for
/// 23.9 at one degree of freedom, 182.4 for 182.1 at a hundred), so the error probability is smaller than stated.
pub fn chi_square_critical(freedom: usize) -> f64 {
    /// The normal quantile at one in a million.
    const Z: f64 = 4.753424;
    let f = freedom as f64;
    let spread = 2.0 / (9.0 * f);
    f * (1.0 - spread + Z * spread.sqrt()).powi(3)
}

/// Observed against expected counts.
struct Fit {
    statistic: f64,
    freedom: usize,
}

impl Fit {
    /// Counts against a distribution. Outcomes expected fewer than five times share a bin.
    fn of<K: Ord + Copy>(distribution: &[(K, f64)], counts: &BTreeMap<K, u64>) -> Fit {
        let draws: u64 = counts.values().sum();
        let mut rows: Vec<(f64, f64)> = distribution
            .iter()
            .map(|(key, probability)| (probability * draws as f64, counts.get(key).copied().unwrap_or(0) as f64))
            .collect();
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        let bins = merged(rows, |row| row.0 >= 5.0);
        let statistic = bins
            .iter()
            .map(|(expected, count)| (count - expected).powi(2) / expected)
            .sum();
        Fit {
            statistic,
            freedom: bins.len().saturating_sub(1),
        }
    }

    /// Two samples of one size against each other. Rows with fewer than ten together share a bin.
    fn between<K>(pairs: &BTreeMap<K, [u64; 2]>) -> Fit {
        let mut rows: Vec<(f64, f64)> = pairs.values().map(|pair| (pair[0] as f64, pair[1] as f64)).collect();
        rows.sort_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
        let bins = merged(rows, |row| row.0 + row.1 >= 10.0);
        let statistic = bins.iter().map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
        Fit {
            statistic,
            freedom: bins.len().saturating_sub(1),
        }
    }

    fn holds(&self) -> bool {
        self.freedom == 0 || self.statistic <= chi_square_critical(self.freedom)
    }
}

impl Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (statistic, freedom) = (self.statistic, self.freedom);
        let critical = chi_square_critical(freedom.max(1));
        write!(
            f,
            "chi-square {statistic:.1} with {freedom} degrees of freedom, at most {critical:.1} expected"
        )
    }
}

/// Adds up rows until each sum is large enough; what is left over joins the last.
fn merged(rows: Vec<(f64, f64)>, enough: impl Fn(&(f64, f64)) -> bool) -> Vec<(f64, f64)> {
    let mut bins: Vec<(f64, f64)> = Vec::new();
    let mut open = (0.0, 0.0);
    for row in rows {
        open = (open.0 + row.0, open.1 + row.1);
        if enough(&open) {
            bins.push(std::mem::take(&mut open));
        }
    }
    match bins.last_mut() {
        Some(last) => *last = (last.0 + open.0, last.1 + open.1),
        None => bins.push(open),
    }
    bins
}

/// Equal setups give equal states and keys, completing one changes nothing and happens once, and setups serialize.
pub fn equal_setups_give_equal_states<G: Game>(setups: &[G::Setup]) {
    for (number, setup) in setups.iter().enumerate() {
        let (place, state) = start::<G>(setups, number as u64);
        let (_, again) = start::<G>(setups, number as u64);
        require!(state == again; place, "the same setup gave two different states");
        require!(state.key() == again.key(); place, "the same setup gave two different keys");
        let complete = G::complete(setup).unwrap_or_else(|error| panic!("{error} ({place})"));
        let completed = G::new(&complete).unwrap_or_else(|error| panic!("{error} ({place})"));
        require!(completed == state; place, "the completed setup gives another state");
        let twice = G::complete(&complete).unwrap_or_else(|error| panic!("{error} ({place})"));
        require!(twice == complete; place, "completing a completed setup changes it");
        require!(json_round_trip(setup, place) == *setup; place, "the setup does not survive JSON");
        require!(json_round_trip(&complete, place) == complete; place, "the completed setup does not survive JSON");
    }
}

/// Random games end, and every state has exactly what belongs to its kind of node, in a fixed order.
pub fn games_end_and_nodes_are_consistent<G: Game>(setups: &[G::Setup]) {
    let mut actions = Vec::new();
    let mut outcomes = Vec::new();
    for number in numbers(setups, 200) {
        let seats = start::<G>(setups, number).1.seats();
        let (mut turn, mut lost) = (0, 0);
        for Moment { place, state, .. } in game::<G>(setups, number) {
            check_state(&state, place);
            require!(state.seats() == seats; place, "the number of seats changed");
            require!(state.turn() >= turn; place, "turn {} came after turn {turn}", state.turn());
            require!(state.lost() >= lost; place, "{} lost, after {lost}", state.lost());
            (turn, lost) = (state.turn(), state.lost());
            require!(lost == 0 || !G::STAKE.is_empty(); place, "{lost} lost of what has no name");
            // The lists of the state before are still in the buffers: they must be replaced.
            state.legal_actions(&mut actions);
            state.outcomes(&mut outcomes);
            let decision = matches!(state.node(), Node::Decision(_));
            let fresh = if decision { legal(&state, place) } else { Vec::new() };
            require!(actions == fresh; place, "the legal actions depend on what the list held before");
            let fresh = if state.node() == Node::Chance {
                possible(&state, place)
            } else {
                Vec::new()
            };
            require!(outcomes == fresh; place, "the outcomes depend on what the list held before");
        }
    }
}

/// Every legal action applies and leads to a consistent state.
pub fn legal_actions_apply<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for Moment { place, state, .. } in game::<G>(setups, number) {
            if !matches!(state.node(), Node::Decision(_)) {
                continue;
            }
            let actions = legal(&state, place);
            require!(actions == legal(&state, place); place, "the legal actions came in another order the second time");
            for action in actions {
                let mut next = state.clone();
                let applied = next.try_apply(action);
                require!(applied.is_ok(); place, "the legal action `{action}` is refused: {applied:?}");
                check_state(
                    &next,
                    Place {
                        step: place.step + 1,
                        ..place
                    },
                );
                let mut unchecked = state.clone();
                unchecked.apply(action);
                require!(unchecked == next; place, "try_apply and apply differ for `{action}`");
            }
        }
    }
}

/// The outcomes of a chance node are distinct, have positive probabilities that sum to 1, and all resolve; a filled
/// world lists no more than that.
pub fn outcomes_are_a_distribution<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let Moment { place, state, .. } = &moment;
            if state.node() != Node::Chance {
                continue;
            }
            let place = *place;
            let outcomes = possible(state, place);
            check_distribution::<G>(&outcomes, place);
            let (count, most) = (outcomes.len(), G::MAX_OUTCOMES);
            require!(count <= most; place, "there are {count} outcomes, more than {most}");
            require!(outcomes == possible(state, place); place, "the outcomes came in another order the second time");
            for &(outcome, _) in &outcomes {
                let mut next = state.clone();
                let resolved = next.try_resolve(outcome);
                require!(resolved.is_ok(); place, "the possible outcome `{outcome}` is refused: {resolved:?}");
                check_state(
                    &next,
                    Place {
                        step: place.step + 1,
                        ..place
                    },
                );
                let mut unchecked = state.clone();
                unchecked.resolve(outcome);
                require!(unchecked == next; place, "try_resolve and resolve differ for `{outcome}`");
            }
            let world = filled(state, Fill::All, &mut moment.rng("conformance outcomes"));
            for (outcome, _) in possible(&world, place) {
                let known = outcomes.iter().any(|(other, _)| *other == outcome);
                require!(known; place, "a filled world allows `{outcome}`, which the state does not");
            }
        }
    }
}

/// [`Game::sample`] draws from the distribution of [`Game::outcomes`]: at a number of nodes of each purpose, in states,
/// views and worlds alike.
pub fn samples_follow_the_outcomes<G: Game>(setups: &[G::Setup]) {
    const DRAWS: usize = 2_000;
    const NODES: usize = 40;
    let mut tested = vec![0; G::PURPOSES.len()];
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let place = moment.place;
            if moment.state.node() != Node::Chance {
                continue;
            }
            let mut rng = moment.rng("conformance samples");
            let view = moment.state.information_state(moment.a_seat());
            let world = filled(&view, Fill::All, &mut rng);
            for state in [&moment.state, &view, &world] {
                let outcomes = possible(state, place);
                let purpose = usize::from(state.purpose().0);
                require!(purpose < tested.len(); place, "purpose {purpose} has no name");
                // Where there is something to draw, often for the statistics; a few times everywhere.
                let full = outcomes.len() > 1 && tested[purpose] < NODES;
                let draws = if full { DRAWS } else { 4 };
                let mut counts = BTreeMap::new();
                for _ in 0..draws {
                    *counts.entry(state.sample(&mut rng)).or_insert(0) += 1;
                }
                for outcome in counts.keys() {
                    let listed = outcomes.iter().any(|(other, _)| other == outcome);
                    require!(listed; place, "sample drew `{outcome}`, which is not listed");
                }
                if full {
                    tested[purpose] += 1;
                    let fit = Fit::of(&outcomes, &counts);
                    require!(
                        fit.holds();
                        place, "sample does not follow the outcomes of `{}`: {fit}", G::PURPOSES[purpose]
                    );
                }
            }
        }
    }
}

/// Every action and outcome reads back from its notation and from JSON.
pub fn notation_round_trips<G: Game>(setups: &[G::Setup]) {
    let mut actions = BTreeMap::new();
    let mut outcomes = BTreeMap::new();
    for number in numbers(setups, 100) {
        for Moment { place, state, .. } in game::<G>(setups, number) {
            match state.node() {
                Node::Decision(_) => {
                    for action in legal(&state, place) {
                        actions.entry(action).or_insert(place);
                    }
                }
                Node::Chance => {
                    for (outcome, _) in possible(&state, place) {
                        outcomes.entry(outcome).or_insert(place);
                    }
                    for seat in Seat::all(state.seats()) {
                        for (outcome, _) in possible(&state, place) {
                            outcomes.entry(state.observed(outcome, seat)).or_insert(place);
                        }
                    }
                }
                Node::Terminal => {}
            }
        }
    }
    check_notation(&actions);
    check_notation(&outcomes);
}

fn check_notation<T>(items: &BTreeMap<T, Place>)
where
    T: Copy + Ord + Debug + Display + FromStr<Err = NotationError> + Serialize + DeserializeOwned,
{
    let mut texts = BTreeMap::new();
    for (&item, &place) in items {
        let text = item.to_string();
        let parsed: Result<T, NotationError> = text.parse();
        require!(parsed == Ok(item); place, "notation does not round-trip: {item:?} gives `{text}`, read {parsed:?}");
        let fit = text.trim() == text && !text.is_empty() && text.chars().all(|letter| !letter.is_control());
        require!(fit; place, "the notation `{text}` has blank ends or control characters");
        require!(json_round_trip(&item, place) == item; place, "`{text}` does not survive JSON");
        if let Some(other) = texts.insert(text.clone(), item) {
            panic!("{other:?} and {item:?} are both written `{text}` ({place})");
        }
    }
}

fn json_round_trip<T: Serialize + DeserializeOwned + Debug>(item: &T, place: Place) -> T {
    let text = serde_json::to_string(item).unwrap_or_else(|error| panic!("{item:?} gives no JSON: {error} ({place})"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("the JSON {text} does not read back: {error} ({place})"))
}

/// States, views and filled worlds read back from JSON, with their keys.
pub fn serialization_round_trips<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 24) {
        for moment in some(game::<G>(setups, number), 40) {
            let place = moment.place;
            for (kind, state) in kinds(&moment) {
                let read = json_round_trip(&state, place);
                require!(read == state; place, "serialization: the {kind} reads back as {read:?}, was {state:?}");
                require!(read.key() == state.key(); place, "serialization changes the key of the {kind}");
                require!(read.node() == state.node(); place, "serialization changes the node of the {kind}");
            }
        }
    }
}

/// The position of a state, view or filled world gives the state back, also through JSON.
pub fn positions_round_trip<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 24) {
        for moment in some(game::<G>(setups, number), 40) {
            let place = moment.place;
            for (kind, state) in kinds(&moment) {
                let position = state.position();
                for position in [json_round_trip(&position, place), position] {
                    match G::from_position(position, Overrides::None) {
                        Ok(read) => {
                            require!(read == state; place, "position of the {kind} gives {read:?}, was {state:?}");
                        }
                        Err(error) => panic!("position of the {kind} is refused: {error} ({place})"),
                    }
                }
            }
        }
    }
}

/// A moment's state, the view of a seat, and a filled world.
fn kinds<G: Game>(moment: &Moment<G>) -> [(&'static str, G); 3] {
    let world = filled(&moment.state, Fill::All, &mut moment.rng("conformance kinds"));
    [
        ("state", moment.state.clone()),
        ("view", moment.state.information_state(moment.a_seat())),
        ("world", world),
    ]
}

/// The states a search for wrong keys has met.
struct Seen<G: Game> {
    keys: HashMap<G, u64, BuildHasherDefault<DefaultHasher>>,
    states: BTreeMap<u64, G>,
    collisions: Vec<Place>,
}

impl<G: Game> Seen<G> {
    fn note(&mut self, state: G, place: Place) {
        /// How many pairs of states with one key are played on.
        const PLAYED_ON: usize = 40;
        let key = state.key();
        if let Some(&known) = self.keys.get(&state) {
            require!(known == key; place, "equal states have different keys: {known:016x} and {key:016x}");
            return;
        }
        match self.states.get(&key) {
            None => {
                self.states.insert(key, state.clone());
            }
            Some(other) => {
                self.collisions.push(place);
                let steps = if self.collisions.len() <= PLAYED_ON {
                    STEP_LIMIT
                } else {
                    0
                };
                let mut rng = stream(key, "conformance collision", 0);
                for _ in 0..4 {
                    if let Some((step, difference)) = parting(other, &state, steps, place, &mut rng) {
                        panic!(
                            "states with the key {key:016x} differ in {difference} {step} steps later: {other:?} and \
                             {state:?} ({place})"
                        );
                    }
                }
            }
        }
        self.keys.insert(state, key);
    }
}

/// Plays two states on by the same steps; says after how many they differ, and in what.
fn parting<G: Game>(a: &G, b: &G, steps: usize, place: Place, rng: &mut Generator) -> Option<(usize, &'static str)> {
    let (mut a, mut b) = (a.clone(), b.clone());
    for taken in 0..=steps {
        if let Some(difference) = difference(&a, &b) {
            return Some((taken, difference));
        }
        let step = random_step(&a, place, Style::Even, rng)?;
        step.play(&mut a);
        step.play(&mut b);
    }
    None
}

/// What two states that bear alike on the rest of the game cannot differ in.
fn difference<G: Game>(a: &G, b: &G) -> Option<&'static str> {
    if a.key() != b.key() {
        return Some("key");
    }
    if a.node() != b.node() || a.seats() != b.seats() {
        return Some("node");
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    a.legal_actions(&mut left);
    b.legal_actions(&mut right);
    if left != right {
        return Some("legal actions");
    }
    let (mut left, mut right) = (Vec::new(), Vec::new());
    a.outcomes(&mut left);
    b.outcomes(&mut right);
    let alike = left
        .iter()
        .zip(&right)
        .all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-9);
    if left.len() != right.len() || !alike {
        return Some("outcomes");
    }
    let result = |state: &G| state.result().map(|result| (result.value.to_bits(), result.ending));
    if result(a) != result(b) {
        return Some("result");
    }
    Seat::all(a.seats())
        .any(|seat| a.holds(seat) != b.holds(seat))
        .then_some("what they hold")
}

/// Equal states have equal keys. Different ones have different keys, but for one in 50: a key may leave out what
/// bears on nothing (the order in which things came about), so states with one key must offer the same actions, outcomes and results wherever the same steps
/// lead.
///
/// Compared are the states of whole games, all that any action or outcome leads to, short continuations, in which the
/// same things happen in another order, views and filled worlds.
pub fn keys_tell_states_apart<G: Game>(setups: &[G::Setup]) {
    const CONTINUATIONS: usize = 16;
    const LENGTH: usize = 6;
    let mut seen = Seen {
        keys: HashMap::default(),
        states: BTreeMap::new(),
        collisions: Vec::new(),
    };
    for number in numbers(setups, 60) {
        let moments = game::<G>(setups, number);
        for moment in &moments {
            for (_, state) in kinds(moment) {
                seen.note(state, moment.place);
            }
            let Moment { place, state, .. } = moment;
            seen.note(
                filled(state, Fill::All, &mut moment.rng("conformance other worlds")),
                *place,
            );
            let place = Place {
                step: place.step + 1,
                ..*place
            };
            match state.node() {
                Node::Decision(seat) => {
                    for action in legal(state, place) {
                        seen.note(after(state, Step::Action(seat, action)), place);
                    }
                }
                Node::Chance => {
                    for (outcome, _) in possible(state, place).into_iter().take(30) {
                        seen.note(after(state, Step::Chance(outcome)), place);
                    }
                }
                Node::Terminal => {}
            }
        }
        for moment in some(moments, 20) {
            let mut rng = moment.rng("conformance continuations");
            for _ in 0..CONTINUATIONS {
                let mut state = moment.state.clone();
                let mut place = moment.place;
                for _ in 0..LENGTH {
                    let Some(step) = random_step(&state, place, Style::Varied, &mut rng) else {
                        break;
                    };
                    step.play(&mut state);
                    place.step += 1;
                    seen.note(state.clone(), place);
                }
            }
        }
    }
    let (collisions, distinct) = (seen.collisions.len(), seen.keys.len());
    if let Some(first) = seen.collisions.first() {
        require!(
            50 * collisions <= distinct;
            first, "{collisions} of {distinct} different states share a key with another, the first"
        );
    }
}

/// The same steps from the same setup give the same keys, and a view's key is that of its information state.
pub fn keys_are_stable<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        let (_, mut again) = start::<G>(setups, number);
        for Moment { place, state, next } in game::<G>(setups, number) {
            require!(again.key() == state.key(); place, "the same game has another key the second time");
            require!(again == state; place, "the same game has another state the second time");
            for seat in Seat::all(state.seats()) {
                require!(
                    state.information_key(seat) == state.information_state(seat).key();
                    place, "information_key is not the key of seat {seat}'s information state"
                );
            }
            if let Some(step) = next {
                step.play(&mut again);
            }
        }
    }
}

/// An information state is its own information state, holds what its seat knows, and waits for the same as the state.
/// A state of a real game holds what every seat knows.
pub fn information_states_hold_what_their_seat_knows<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for moments in [game::<G>(setups, number), filled_game::<G>(setups, number)] {
            for Moment { place, state, .. } in moments {
                for seat in Seat::all(state.seats()) {
                    require!(state.holds(seat); place, "the state does not hold what seat {seat} knows");
                    let view = state.information_state(seat);
                    require!(view.holds(seat); place, "seat {seat}'s view does not hold what the seat knows");
                    require!(
                        view.information_state(seat) == view;
                        place, "the information state of seat {seat}'s information state is another"
                    );
                    require!(
                        view.node() == state.node();
                        place, "seat {seat}'s view waits for {:?}, the state for {:?}", view.node(), state.node()
                    );
                    require!(view.seats() == state.seats(); place, "seat {seat}'s view has another number of seats");
                    check_state(&view, place);
                }
            }
        }
    }
}

/// Filling changes nothing that is known: the filled view of a seat has that very view, holds what every seat knows,
/// and, filled wholly, has no hole left. Filling a state changes no seat's view of it, and where nothing private is
/// missing, [`Fill::Private`] changes nothing at all.
pub fn filling_agrees_with_the_view<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 60) {
        for moments in [game::<G>(setups, number), filled_game::<G>(setups, number)] {
            for moment in some(moments, 100) {
                check_views(&moment.state, moment.place);
                let mut rng = moment.rng("conformance private");
                let private = filled(&moment.state, Fill::Private, &mut rng);
                require!(private == moment.state; moment.place, "Fill::Private changed a state that holds every hand");
            }
        }
    }
}

/// Filling knows no more than the view: it varies with the seed, in what other seats know as well, and the views of two
/// worlds that a seat cannot tell apart are filled alike by one seed.
///
/// Compared are also the states' `Debug` texts, so that nothing hides from `==`.
pub fn filling_uses_no_hidden_truth<G: Game>(setups: &[G::Setup]) {
    let mut worlds_of = Variety::default();
    let mut hands_of = Variety::default();
    for number in numbers(setups, 24) {
        for moment in some(filled_game::<G>(setups, number), 30) {
            let place = moment.place;
            for seat in moment.seats() {
                let view = moment.state.information_state(seat);
                let mut rng = moment.rng("conformance worlds");
                let worlds: [G; 4] = std::array::from_fn(|_| filled(&view, Fill::All, &mut rng));
                let hands: [G; 4] = std::array::from_fn(|_| filled(&view, Fill::Private, &mut rng));
                if worlds.iter().any(|world| *world != view) {
                    worlds_of.note(&worlds, place);
                }
                for other in moment.seats().filter(|&other| !view.holds(other)) {
                    hands_of.note(&worlds.clone().map(|world| world.information_state(other)), place);
                    hands_of.note(&hands.clone().map(|world| world.information_state(other)), place);
                }
                for fill in [Fill::Private, Fill::All] {
                    let expected = filled(&view, fill, &mut moment.rng("conformance same seed"));
                    for world in worlds.iter().chain(&hands) {
                        let other = world.information_state(seat);
                        let refilled = filled(&other, fill, &mut moment.rng("conformance same seed"));
                        require!(
                            other == view && refilled == expected && debug(&refilled) == debug(&expected);
                            place, "two worlds that seat {seat} cannot tell apart are filled differently from its view"
                        );
                        require!(
                            hash(&other) == hash(&view) && other.key() == view.key();
                            place, "equal views of seat {seat} have different hashes or keys"
                        );
                    }
                }
            }
        }
    }
    worlds_of.check("filling varies with the seed");
    hands_of.check("what other seats know varies with the seed of a filling");
}

/// How often states that ought to vary do.
#[derive(Default)]
struct Variety {
    cases: usize,
    varied: usize,
    /// The last case that did not vary.
    stuck: Option<Place>,
}

impl Variety {
    fn note<G: Game>(&mut self, states: &[G], place: Place) {
        self.cases += 1;
        match states.windows(2).any(|pair| pair[0] != pair[1]) {
            true => self.varied += 1,
            false => self.stuck = Some(place),
        }
    }

    /// Now and then a hole can be filled in one way only, but not mostly.
    fn check(&self, what: &str) {
        let Variety { cases, varied, stuck } = *self;
        if let Some(place) = stuck {
            require!(2 * varied >= cases; place, "{what} in {varied} of {cases} views with holes; not here");
        }
    }
}

fn debug<G: Game>(state: &G) -> String {
    format!("{state:?}")
}

fn hash<G: Game>(state: &G) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// Filling follows the exact posterior: over many worlds filled from one view, the next outcome has the distribution
/// the view gives it.
pub fn filling_follows_the_posterior<G: Game>(setups: &[G::Setup]) {
    const WORLDS: usize = 1_500;
    const NODES: usize = 40;
    let mut tested = vec![0; G::PURPOSES.len()];
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let place = moment.place;
            if moment.state.node() != Node::Chance {
                continue;
            }
            let purpose = usize::from(moment.state.purpose().0);
            require!(purpose < tested.len(); place, "purpose {purpose} has no name");
            let seat = moment.a_seat();
            let view = moment.state.information_state(seat);
            let outcomes = possible(&view, place);
            if outcomes.len() < 2 || tested[purpose] >= NODES {
                continue;
            }
            tested[purpose] += 1;
            let mut rng = moment.rng("conformance posterior");
            let mut counts = BTreeMap::new();
            for _ in 0..WORLDS {
                let world = filled(&view, Fill::All, &mut rng);
                let outcome = world.observed(world.sample(&mut rng), seat);
                let known = outcomes.iter().any(|(other, _)| *other == outcome);
                require!(known; place, "filling put `{outcome}` where seat {seat}'s view excludes it");
                *counts.entry(outcome).or_insert(0) += 1;
            }
            let fit = Fit::of(&outcomes, &counts);
            require!(
                fit.holds();
                place, "filling does not follow the posterior of `{}` for seat {seat}: {fit}", G::PURPOSES[purpose]
            );
        }
    }
}

/// Filling follows the joint posterior, too: a game goes on alike, in distribution, whether its world was filled up
/// front or is filled as it goes, when the seats play by what they know.
///
/// From a few views, many games of each kind are played on by one fixed policy for a number of chance nodes, and what
/// chance decided at each of them is compared.
pub fn filled_worlds_play_like_lazy_ones<G: Game>(setups: &[G::Setup]) {
    const GAMES: u64 = 1_500;
    const NODES: usize = 6;
    for number in numbers(setups, 24) {
        for moment in some(game::<G>(setups, number), 2) {
            let place = moment.place;
            let seat = moment.a_seat();
            let view = moment.state.information_state(seat);
            let mut rng = moment.rng("conformance rollouts");
            let mut tables: [BTreeMap<Option<G::Outcome>, [u64; 2]>; NODES] = std::array::from_fn(|_| BTreeMap::new());
            for _ in 0..GAMES {
                for (kind, fill) in [Fill::Private, Fill::All].into_iter().enumerate() {
                    let mut state = filled(&view, fill, &mut rng);
                    for table in &mut tables {
                        let outcome = next_outcome(&mut state, place, &mut rng);
                        let seen = outcome.map(|outcome| state.observed(outcome, seat));
                        table.entry(seen).or_insert([0; 2])[kind] += 1;
                        if let Some(outcome) = outcome {
                            state.resolve(outcome);
                        }
                    }
                }
            }
            for (node, table) in tables.iter().enumerate() {
                let fit = Fit::between(table);
                let node = node + 1;
                require!(
                    fit.holds();
                    place,
                    "in worlds of seat {seat}'s view, chance node {node} decides otherwise than when drawn: {fit}"
                );
            }
        }
    }
}

/// Plays to the next chance node, each seat by what it knows, and draws its outcome; none at the end of the game.
fn next_outcome<G: Game>(state: &mut G, place: Place, rng: &mut Generator) -> Option<G::Outcome> {
    for _ in 0..STEP_LIMIT {
        match state.node() {
            Node::Terminal => return None,
            Node::Chance => return Some(state.sample(rng)),
            Node::Decision(seat) => {
                let mut policy = stream(state.information_key(seat), "conformance policy", 0);
                let action = choose(&mut policy, &legal(state, place));
                state.apply(action);
            }
        }
    }
    panic!("no chance node and no end within {STEP_LIMIT} steps ({place})");
}

/// Worlds and views take the same steps: at every step, what a seat knows afterwards is what its view becomes by the
/// step as the seat sees it. The world's actions and outcomes are among the view's; the seat that decides lists exactly
/// its legal actions. The same for the view that every seat has carried along from the start, and, beside a filled
/// world, for the state in which nothing was filled.
///
/// The worlds are states of real games, worlds filled before the start, and worlds filled from a seat's view in the
/// middle of a game.
pub fn worlds_and_views_take_the_same_steps<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 45) {
        let first = start::<G>(setups, number).1;
        let moments = game::<G>(setups, number);
        check_lockstep(&moments, first.clone());
        check_lockstep(&filled_game::<G>(setups, number), first);
        for moment in some(moments, 2) {
            let view = moment.state.information_state(moment.a_seat());
            let world = filled(&view, Fill::All, &mut moment.rng("conformance lockstep"));
            check_lockstep(&play(world.clone(), moment.place, Style::Even), world);
        }
    }
}

/// `lazy` is the first state or one like it that knows less.
fn check_lockstep<G: Game>(moments: &[Moment<G>], mut lazy: G) {
    let result = |state: &G| state.result().map(|result| (result.value, result.ending));
    let mut carried: Vec<G> = moments[0].seats().map(|seat| lazy.information_state(seat)).collect();
    for (now, then) in moments.iter().zip(&moments[1..]) {
        let Moment {
            place,
            state,
            next: Some(step),
        } = now
        else {
            return;
        };
        let (place, step, after) = (*place, *step, &then.state);
        check_step(&lazy, state, step, place);
        step.play(&mut lazy);
        for (seat, carried) in now.seats().zip(&mut carried) {
            let view = state.information_state(seat);
            let observed = step.observed(state, seat);
            check_step(&view, state, observed, place);
            check_lists(&view, state, seat, place);
            check_step(carried, state, observed, place);
            let mut next = view;
            observed.play(&mut next);
            observed.play(carried);
            let expected = after.information_state(seat);
            for (whose, next) in [("view", &next), ("carried view", carried), ("lazy state", &lazy)] {
                let what = format_args!("after `{step}`, seat {seat}'s {whose}");
                let (found, node) = (next.node(), after.node());
                require!(found == node; place, "{what} waits for {found:?}, the world for {node:?}");
                let known = next.information_state(seat);
                require!(known == expected; place, "{what} is not what the seat knows: {known:?} for {expected:?}");
                require!(result(next) == result(after); place, "{what} has another result than the world");
            }
        }
    }
}

/// A step of the world is possible in a state that knows less.
fn check_step<G: Game>(view: &G, world: &G, step: Step<G>, place: Place) {
    match step {
        Step::Action(_, action) => {
            let known = legal(view, place).contains(&action);
            require!(known; place, "`{action}` is legal in the world but not in the view");
        }
        Step::Chance(outcome) => {
            let known = possible(view, place).iter().any(|(other, _)| *other == outcome);
            require!(known; place, "`{outcome}` is possible in the world but not in the view");
            require!(view.purpose() == world.purpose(); place, "the view draws for another purpose than the world");
        }
    }
}

/// Everything the world lists, the view of a seat lists.
fn check_lists<G: Game>(view: &G, world: &G, seat: Seat, place: Place) {
    match world.node() {
        Node::Terminal => {}
        Node::Decision(decider) => {
            let (listed, actions) = (legal(view, place), legal(world, place));
            if view.holds(decider) {
                require!(listed == actions; place, "seat {seat}'s view lists other legal actions for seat {decider}");
            }
            for action in actions {
                let known = listed.contains(&action);
                require!(known; place, "`{action}` is legal in the world but not in seat {seat}'s view");
            }
        }
        Node::Chance => {
            let listed = possible(view, place);
            for (outcome, _) in possible(world, place) {
                let observed = world.observed(outcome, seat);
                let known = listed.iter().any(|(other, _)| *other == observed);
                require!(known; place, "`{observed}` is possible in the world but not in seat {seat}'s view");
            }
        }
    }
}

/// What is not legal or not possible is refused with a list of what is, and leaves the state as it was.
pub fn illegal_steps_are_refused<G: Game>(setups: &[G::Setup]) {
    let mut actions = BTreeSet::new();
    let mut outcomes = BTreeSet::new();
    for number in numbers(setups, 30) {
        for Moment { place, state, next } in game::<G>(setups, number) {
            let mut legal = Vec::new();
            let mut possible = Vec::new();
            state.legal_actions(&mut legal);
            state.outcomes(&mut possible);
            let mut after = state.clone();
            for &action in &actions {
                if legal.contains(&action) {
                    continue;
                }
                let Err(error) = after.try_apply(action) else {
                    panic!("the illegal action `{action}` was applied ({place})");
                };
                require!(after == state; place, "the refused action `{action}` changed the state");
                let listed: Vec<String> = legal.iter().map(ToString::to_string).collect();
                let right = error.legal == listed && error.given == action.to_string() && error.node == state.node();
                require!(right; place, "the refusal of `{action}` does not say what is legal: {error}");
            }
            for &outcome in &outcomes {
                if possible.iter().any(|(other, _)| *other == outcome) {
                    continue;
                }
                let Err(error) = after.try_resolve(outcome) else {
                    panic!("the impossible outcome `{outcome}` was resolved ({place})");
                };
                require!(after == state; place, "the refused outcome `{outcome}` changed the state");
                let listed: Vec<String> = possible.iter().map(|(other, _)| other.to_string()).collect();
                let right = error.possible == listed && error.given == outcome.to_string();
                let right = right && error.node == state.node();
                require!(right; place, "the refusal of `{outcome}` does not say what is possible: {error}");
            }
            match next {
                Some(Step::Action(_, action)) if actions.len() < 40 => {
                    actions.insert(action);
                }
                Some(Step::Chance(outcome)) if outcomes.len() < 40 => {
                    outcomes.insert(outcome);
                }
                _ => {}
            }
        }
    }
}

/// Features are ascending, distinct and in range, and tell what the seat knows, no more: the same from the state, from
/// the seat's view and from any world the seat cannot tell apart. Every feature has a name of its own.
pub fn features_tell_what_the_seat_knows<G: Encode>(setups: &[G::Setup]) {
    let (count, most) = (G::feature_count(), G::max_active_features());
    let mut names = BTreeSet::new();
    for index in 0..count {
        let name = G::feature_name(index);
        assert!(!name.is_empty(), "feature {index} has no name");
        assert!(
            names.insert(name.clone()),
            "feature {index} has a name of an earlier one, `{name}`"
        );
    }
    let (mut features, mut other) = (Vec::new(), Vec::new());
    for number in numbers(setups, 45) {
        for moment in game::<G>(setups, number) {
            let place = moment.place;
            let mut rng = moment.rng("conformance features");
            for seat in moment.seats() {
                moment.state.features(seat, &mut features);
                let ascending = features.windows(2).all(|pair| pair[0] < pair[1]);
                require!(ascending; place, "the features of seat {seat} are not ascending and distinct: {features:?}");
                let below = features.iter().all(|&feature| (feature as usize) < count);
                require!(below; place, "a feature of seat {seat} is not below {count}: {features:?}");
                let active = features.len();
                require!(active <= most; place, "{active} features of seat {seat} are active, more than {most}");
                let view = moment.state.information_state(seat);
                let worlds = [
                    ("its view", view.clone()),
                    ("a world like it", filled(&view, Fill::All, &mut rng)),
                    ("another world like it", filled(&view, Fill::All, &mut rng)),
                ];
                for (whose, state) in worlds {
                    state.features(seat, &mut other);
                    require!(features == other; place, "the features of seat {seat} differ from those of {whose}");
                }
            }
        }
    }
}

/// Actions and their indices correspond one to one: for every legal action and over the whole index space.
pub fn action_indices_round_trip<G: Encode>(setups: &[G::Setup]) {
    let count = G::action_count();
    let nowhere = Place {
        setup: 0,
        seed: 0,
        step: 0,
    };
    let mut all = BTreeMap::new();
    for index in 0..count {
        let Some(action) = G::action_at(index) else {
            panic!("no action has the index {index} of {count}")
        };
        let back = G::action_index(action);
        assert!(
            back == index,
            "the action `{action}` of index {index} has the index {back}"
        );
        all.insert(action, nowhere);
    }
    check_notation(&all);
    for index in [count, count + 1, usize::MAX] {
        assert!(G::action_at(index).is_none(), "index {index} has an action, of {count}");
    }
    let (mut actions, mut indices) = (Vec::new(), Vec::new());
    for number in numbers(setups, 100) {
        for Moment { place, state, .. } in game::<G>(setups, number) {
            state.legal_actions(&mut actions);
            // What the list held before must go, also where nothing is legal.
            indices.push(u32::MAX);
            state.legal_indices(&mut indices);
            let listed: Vec<usize> = actions.iter().map(|&action| G::action_index(action)).collect();
            let same = indices.iter().map(|&index| index as usize).eq(listed.iter().copied());
            require!(same; place, "the legal indices are {indices:?}, those of the legal actions {listed:?}");
            for (&action, &index) in actions.iter().zip(&listed) {
                require!(index < count; place, "the action `{action}` has the index {index}, not below {count}");
                let back = G::action_at(index);
                require!(back == Some(action); place, "the index {index} of `{action}` gives back {back:?}");
            }
        }
    }
}

/// A replay, written and read, is the same and has every key and the result; also that of a game on a filled world.
pub fn replays_reproduce_keys<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 24) {
        for (kept, moments) in [
            (false, game::<G>(setups, number)),
            (true, filled_game::<G>(setups, number)),
        ] {
            let place = moments[0].place;
            let recorder = Recorder::new(&setups[place.setup]).unwrap_or_else(|error| panic!("{error} ({place})"));
            let mut recorder = recorder.with_seed(number).with_agents(["conformance"]);
            if kept {
                recorder = recorder.with_world(moments[0].state.clone());
            }
            for Moment { place, state, next } in &moments {
                if !kept {
                    require!(recorder.state() == state; place, "the recorder's state is not that of the game");
                }
                match next {
                    Some(Step::Action(_, action)) => {
                        recorder
                            .action(*action)
                            .unwrap_or_else(|error| panic!("{error} ({place})"));
                    }
                    Some(Step::Chance(outcome)) => {
                        recorder
                            .chance(*outcome)
                            .unwrap_or_else(|error| panic!("{error} ({place})"));
                    }
                    None => {}
                }
            }
            let replay = recorder.finish();
            check_written(&replay, place);
            require!(replay.result.is_some(); place, "the replay of a finished game has no result");
        }
    }
}

fn check_written<G: Game>(replay: &Replay<G>, place: Place) {
    let mut bytes = Vec::new();
    replay
        .write(&mut bytes)
        .unwrap_or_else(|error| panic!("{error} ({place})"));
    match Replay::<G>::read(&bytes[..]) {
        Ok(read) => require!(read == *replay; place, "the replay reads back as another"),
        Err(error) => panic!("the replay does not read back: {error} ({place})"),
    }
}

/// Games whose choices come from bytes keep the contract: always the first choice, always the last, short cycles and
/// random bytes.
pub fn byte_driven_games_keep_the_rules<G: Game>(setups: &[G::Setup]) {
    const LENGTH: usize = 2_000;
    for (number, setup) in setups.iter().enumerate() {
        let mut rng = stream(number as u64, "conformance bytes", 0);
        let mut random = || below(&mut rng, 256) as u8;
        let mut patterns = vec![vec![0; LENGTH], vec![u8::MAX; LENGTH]];
        for period in [2, 6, 10, LENGTH, LENGTH] {
            let cycle: Vec<u8> = (0..period).map(|_| random()).collect();
            patterns.push(cycle.into_iter().cycle().take(LENGTH).collect());
        }
        for bytes in patterns {
            let replay = drive::<G>(setup, &bytes);
            check_replay(&replay);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn critical_values_are_not_below_the_exact_ones() {
        // Exact quantiles at one in a million, from the incomplete gamma function.
        for (freedom, exact) in [
            (1, 23.928),
            (2, 27.631),
            (5, 35.888),
            (10, 46.863),
            (100, 182.127),
            (300, 431.141),
        ] {
            let critical = chi_square_critical(freedom);
            assert!(
                critical > exact && critical < exact * 1.15,
                "{critical} for {freedom}, exactly {exact}"
            );
        }
    }

    #[test]
    fn rare_outcomes_share_a_bin() {
        let distribution = [(0, 0.5), (1, 0.496), (2, 0.002), (3, 0.002)];
        let counts = BTreeMap::from([(0, 500), (1, 496), (2, 4), (3, 0)]);
        let fit = Fit::of(&distribution, &counts);
        assert_eq!(fit.freedom, 1);
        assert!(fit.statistic < 1e-9);
        assert!(fit.holds());
    }

    #[test]
    fn a_wrong_distribution_does_not_fit() {
        let counts = BTreeMap::from([(0, 600), (1, 400)]);
        assert!(!Fit::of(&[(0, 0.5), (1, 0.5)], &counts).holds());
        assert!(!Fit::between(&BTreeMap::from([(0, [600, 400]), (1, [400, 600])])).holds());
        assert!(Fit::between(&BTreeMap::from([(0, [510, 490]), (1, [490, 510])])).holds());
    }
}
