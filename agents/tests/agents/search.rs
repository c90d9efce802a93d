//! Searches over the Vault, small enough to be worked out exactly.

use std::time::Duration;

use heist_agents::analysis::{Again, Estimate, Moments, chances_of_best};
use heist_agents::search::Watch;
use heist_agents::search::paired::{MOST_PER_MOVE, PairedRollouts, Progress, Rule};
use heist_agents::search::rollout::Rollout;
use heist_agents::search::worlds::Belief;
use heist_agents::spec::analysis_factory;
use heist_agents::{Agent, Analysis, Budget, Expert, Heuristics, Players, Search, Spec, Start, build};
use heist_engine::burgle_bros::{self, BurgleBros, Scenario};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::{Fill, Game, Node, Seat, play_out};
use heist_engine::random::{self, stream};

use crate::moves::decisions;
use crate::spec::runnable;
use crate::vault::{Game1, Guess, HOLE, NoExpert, Setup};

fn search(rule: Rule, simulations: u64) -> PairedRollouts<Game1> {
    PairedRollouts {
        belief: Belief::Uniform,
        rollout: Rollout {
            policy: Expert::shared(),
            cut: None,
        },
        blueprint: None,
        rule,
        progress: None,
        simulated: None,
        budget: Budget::simulations(simulations),
        schedule: None,
        threads: None,
    }
}

/// Views at which a seat decides, from random games.
pub fn views(count: u64) -> Vec<(Game1, Seat)> {
    let mut views = Vec::new();
    for number in 0..count {
        let mut rng = stream(1, "views", number);
        let mut state = Game1::new(&Setup::open(number)).unwrap();
        play_out(&mut state, &mut rng, |state, seat, legal, rng| {
            views.push((state.information_state(seat), seat));
            random::choose(rng, legal)
        });
    }
    views
}

fn analyse(search: &mut impl Search<Game1>, view: &Game1, seat: Seat, seed: u64) -> Analysis<Game1> {
    watched(search, view, seat, seed, &mut Watch::hurried())
}

fn watched(
    search: &mut impl Search<Game1>,
    view: &Game1,
    seat: Seat,
    seed: u64,
    watch: &mut Watch<'_, Game1>,
) -> Analysis<Game1> {
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    search.analyse(view, seat, &legal, &mut stream(seed, "analysis", 0), watch)
}

/// The expectation of what `worth` says first, when the expert plays on in a world whose hands are known.
pub fn expectation(world: &Game1, worth: &dyn Fn(&Game1) -> Option<f64>) -> f64 {
    if let Some(worth) = worth(world) {
        return worth;
    }
    match world.node() {
        Node::Terminal => panic!("nothing is said of the end"),
        Node::Chance => {
            let mut outcomes = Vec::new();
            world.outcomes(&mut outcomes);
            outcomes
                .into_iter()
                .map(|(outcome, chance)| {
                    let mut after = world.clone();
                    after.resolve(outcome);
                    chance * expectation(&after, worth)
                })
                .sum()
        }
        Node::Decision(seat) => {
            let (mut legal, mut after) = (Vec::new(), world.clone());
            world.legal_actions(&mut legal);
            let expert = Game1::HEURISTIC.unwrap();
            after.apply(expert(
                &world.information_state(seat),
                seat,
                &legal,
                &mut stream(0, "", 0),
            ));
            expectation(&after, worth)
        }
    }
}

/// The expected result when the expert plays on.
fn exact(world: &Game1) -> f64 {
    expectation(world, &|state| state.result().map(|result| result.value))
}

/// The exact value of an action.
fn exact_after(view: &Game1, seat: Seat, action: Guess) -> f64 {
    mean_after(view, seat, action, &exact)
}

/// The mean of what `worth` says of a world after an action, over the cards the other seat may hold.
fn mean_after(view: &Game1, seat: Seat, action: Guess, worth: &dyn Fn(&Game1) -> f64) -> f64 {
    let other = 1 - seat.index();
    let cards: Vec<u8> = (0..6)
        .filter(|card| !view.hands.contains(card) && !view.deck.contains(card))
        .collect();
    let total: f64 = cards
        .iter()
        .map(|&card| {
            let mut world = view.clone();
            world.hands[other] = card;
            world.apply(action);
            worth(&world)
        })
        .sum();
    total / cards.len() as f64
}

#[test]
fn values_agree_with_the_exact_ones() {
    let mut misses = 0;
    for (number, (view, seat)) in views(12).into_iter().enumerate() {
        assert_eq!(view.hands[1 - seat.index()], HOLE);
        let found = analyse(&mut search(Rule::Flat, 3_200), &view, seat, number as u64);
        for candidate in &found.candidates {
            let exact = exact_after(&view, seat, candidate.action);
            let off = (candidate.value.mean - exact).abs();
            assert!(
                off <= 5.0 * candidate.value.error + 1e-9,
                "{candidate:?}, exactly {exact}"
            );
            misses += u32::from(off > 2.0 * candidate.value.error + 1e-9);
        }
    }
    assert!(
        misses <= 12,
        "{misses} estimates are off by more than two standard errors"
    );
}

#[test]
fn the_better_move_is_chosen_where_there_is_one() {
    for (number, (view, seat)) in views(12).into_iter().enumerate() {
        let gain = exact_after(&view, seat, Guess::Higher) - exact_after(&view, seat, Guess::Lower);
        if gain.abs() < 0.1 {
            continue;
        }
        let better = if gain > 0.0 { Guess::Higher } else { Guess::Lower };
        for rule in [
            Rule::Flat,
            Rule::Improve {
                doubt: 1.0,
                margin: 0.0,
                follow: true,
            },
        ] {
            let found = analyse(&mut search(rule, 3_200), &view, seat, number as u64);
            assert_eq!(found.candidates[0].action, better, "{rule:?}, gain {gain}");
        }
    }
}

#[test]
fn an_analysis_is_consistent() {
    for (view, seat) in views(8) {
        let rule = Rule::Improve {
            doubt: 1.0,
            margin: 0.0,
            follow: true,
        };
        let found = watched(&mut search(rule, 640), &view, seat, 1, &mut Watch::patient());
        let visits: u64 = found.candidates.iter().map(|candidate| candidate.visits).sum();
        assert_eq!(visits, found.totals.simulations);
        assert!(visits <= 640 + 2 * MOST_PER_MOVE);
        assert_eq!(found.candidates[0].difference, Estimate::default());
        let best: f64 = found.candidates.iter().map(|candidate| candidate.best).sum();
        assert!((best - 1.0).abs() < 1e-9);
    }
}

#[test]
fn the_blueprint_is_left_only_for_what_is_better_beyond_doubt() {
    let expert = Game1::HEURISTIC.unwrap();
    for (view, seat) in views(8) {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let blueprint = expert(&view, seat, &legal, &mut stream(0, "", 0));
        let never = Rule::Improve {
            doubt: 1.0,
            margin: 1.0,
            follow: true,
        };
        let found = analyse(&mut search(never, 320), &view, seat, 2);
        assert_eq!(found.candidates[0].action, blueprint);
    }
}

/// Moves that are alike in everything but name, or better by less than the margin: somebody always stays, and the race
/// ends.
#[test]
fn a_race_ends() {
    for (view, seat) in views(8) {
        for (doubt, margin) in [(0.0, 0.0), (1.0, 0.0), (1.0, 0.005), (0.0, 1.0), (10.0, 1.0)] {
            let found = analyse(
                &mut search(
                    Rule::Improve {
                        doubt,
                        margin,
                        follow: true,
                    },
                    20_000,
                ),
                &view,
                seat,
                3,
            );
            assert!(found.totals.simulations <= 20_000);
        }
    }
}

/// A limit of time ends the first worlds as well: without any time every move is tried in one.
#[test]
fn without_time_every_move_is_tried_once() {
    let rules = [
        Rule::Flat,
        Rule::Improve {
            doubt: 2.0,
            margin: 0.0,
            follow: true,
        },
    ];
    for (rule, (view, seat)) in rules
        .into_iter()
        .flat_map(|rule| views(8).into_iter().map(move |view| (rule, view)))
    {
        let mut hurried = search(rule, 20_000);
        hurried.budget.time = Some(Duration::ZERO);
        let found = analyse(&mut hurried, &view, seat, 3);
        assert_eq!(found.totals.worlds, 1);
        assert_eq!(found.totals.simulations, found.candidates.len() as u64);
        assert!(found.candidates.iter().all(|candidate| candidate.visits == 1));
    }
}

/// What a person is shown: values and differences agree, and no move is recommended that another one surpasses in both
/// its value and its chance to be the best.
fn assert_is_sound<G: Game>(found: &Analysis<G>) {
    let first = &found.candidates[0];
    for other in &found.candidates[1..] {
        let gap = other.value.mean - first.value.mean;
        assert!((gap - other.difference.mean).abs() < 1e-9, "{found:?}");
        assert!(
            other.worth_difference.mean <= 0.0 || other.best <= first.best,
            "{found:?}"
        );
    }
    let best: f64 = found.candidates.iter().map(|candidate| candidate.best).sum();
    assert!((best - 1.0).abs() < 1e-9, "{best}");
    if let Some(doubted) = found.doubted {
        let doubted = found.candidates.iter().find(|candidate| candidate.action == doubted);
        assert!(doubted.unwrap().worth_difference.mean > 0.0);
    }
}

fn sound_over_games<G: Players>(setup: &G::Setup) {
    for (state, seat, legal) in decisions::<G>(setup, 2, 6) {
        for simulations in [16, 400] {
            let spec: Spec = format!("improve:sims={simulations},margin=0").parse().unwrap();
            let mut search = analysis_factory::<G>(&spec).unwrap()();
            let (view, mut rng) = (state.information_state(seat), stream(1, "decision", 0));
            let found = search.analyse(&view, seat, &legal, &mut rng, &mut Watch::patient());
            assert_is_sound(&found);
        }
    }
}

#[test]
fn a_recommended_move_is_not_surpassed() {
    sound_over_games::<BurgleBros>(&burgle_bros::Setup::new(Scenario::BankJob, 3, 5));
    sound_over_games::<CaperCards>(&caper_cards::Setup::new(3));
}

/// Moves with another one after them are for those who are shown values: an agent that only plays spends nothing on
/// them.
#[test]
fn an_agent_that_only_plays_tries_no_second_moves() {
    let setup = burgle_bros::Setup::new(Scenario::BankJob, 3, 5);
    let mut are_more = false;
    for (state, seat, legal) in decisions::<BurgleBros>(&setup, 2, 6) {
        let view = state.information_state(seat);
        let found = |spec: &str, watch: &mut Watch<'_, BurgleBros>| {
            let mut search = analysis_factory::<BurgleBros>(&spec.parse().unwrap()).unwrap()();
            let found = search.analyse(&view, seat, &legal, &mut stream(1, "decision", 0), watch);
            let visits = found
                .candidates
                .iter()
                .map(|of| (of.action.to_string(), of.visits, of.value));
            (visits.collect::<Vec<_>>(), found.totals.simulations)
        };
        let played = found("improve:sims=400", &mut Watch::hurried());
        assert_eq!(played, found("improve:sims=400,follow=false", &mut Watch::hurried()));
        let shown = found("improve:sims=400", &mut Watch::patient());
        are_more |= shown.1 > found("improve:sims=400,follow=false", &mut Watch::patient()).1;
    }
    assert!(are_more, "an analysis tries second moves");
}

/// A certain move differs from another one by as much as that one is unsure.
#[test]
fn a_difference_has_no_width_only_if_both_moves_are_certain() {
    let (view, seat) = views(8).remove(0);
    let mut first = analyse(&mut search(Rule::Flat, 64), &view, seat, 3)
        .candidates
        .remove(0);
    let mut certain = first.clone();
    certain.is_certain = true;
    certain.difference = Estimate { mean: -0.1, error: 0.0 };
    first.is_certain = false;
    let [least, most] = certain.difference_interval95(&first);
    assert!(least < -0.1 && -0.1 < most, "{least} to {most}");
    first.is_certain = true;
    assert_eq!(certain.difference_interval95(&first), [-0.1, -0.1]);
}

/// A limit of time is a plan of simulations: whoever knows it gets the answer again.
#[test]
fn what_a_limit_of_time_found_can_be_found_again() {
    let setup = burgle_bros::Setup::new(Scenario::BankJob, 3, 5);
    for (state, seat, legal) in decisions::<BurgleBros>(&setup, 2, 6) {
        let view = state.information_state(seat);
        let analyse = |spec: &str| {
            let spec: Spec = spec.parse().unwrap();
            let mut search = analysis_factory::<BurgleBros>(&spec).unwrap()();
            let mut rng = stream(1, "decision", 0);
            search.analyse(&view, seat, &legal, &mut rng, &mut Watch::patient())
        };
        let timed = analyse("improve:time=0.02,doubt=3,margin=0,threads=2");
        // Where not even the first worlds were played, there was no plan yet.
        let Some(Again { simulations, schedule }) = timed.totals.again else {
            continue;
        };
        let again = analyse(&format!(
            "improve:sims={simulations},schedule={schedule},doubt=3,margin=0"
        ));
        assert_eq!(again.totals.again, timed.totals.again);
        assert_eq!(again.candidates.len(), timed.candidates.len());
        for (one, other) in again.candidates.iter().zip(&timed.candidates) {
            assert_eq!(
                (one.action, one.value, one.visits),
                (other.action, other.value, other.visits)
            );
        }
    }
}

/// Progress decides between moves, and leaves the values that are reported as they are.
#[test]
fn progress_counts_where_moves_are_compared() {
    // Alarms as progress, so that the best move is mostly another one.
    let measure = |state: &Game1| f64::from(state.alarms) / 2.0;
    let share = 0.9;
    let worth = |state: &Game1| {
        let result = state.result()?;
        Some((1.0 - share) * result.value + share * measure(state))
    };
    let mut differ = 0;
    for (number, (view, seat)) in views(12).into_iter().enumerate() {
        let mut search = search(Rule::Flat, 3_200);
        let without = analyse(&mut search, &view, seat, number as u64);
        search.progress = Some(Progress { measure, share });
        let with = analyse(&mut search, &view, seat, number as u64);
        for candidate in &with.candidates {
            let same = without
                .candidates
                .iter()
                .find(|other| other.action == candidate.action)
                .unwrap();
            // Values are those of the chosen move with the differences to it, and another move is chosen.
            assert!((candidate.value.mean - same.value.mean).abs() < 1e-9, "{candidate:?}");
            assert_eq!(candidate.value.error, same.value.error);
        }
        let after = |action| mean_after(&view, seat, action, &|world| expectation(world, &worth));
        let gain = after(Guess::Higher) - after(Guess::Lower);
        if gain.abs() > 0.05 {
            let better = if gain > 0.0 { Guess::Higher } else { Guess::Lower };
            assert_eq!(with.candidates[0].action, better, "{with:?}");
            differ += u32::from(with.candidates[0].action != without.candidates[0].action);
        }
    }
    assert!(differ > 10, "{differ}");
}

/// Sequential halving: nearly all simulations that are allowed are made, most of them of the few moves that seem best.
#[test]
fn the_worse_half_of_the_moves_drops_out_again_and_again() {
    let mut seen = 0;
    for (state, seat, legal) in decisions::<BurgleBros>(&burgle_bros::Setup::new(Scenario::BankJob, 3, 5), 5, 8) {
        let spec: Spec = "improve:sims=1600,doubt=5,margin=0,follow=false".parse().unwrap();
        let mut search = analysis_factory::<BurgleBros>(&spec).unwrap()();
        let (view, mut rng) = (state.information_state(seat), stream(1, "decision", 0));
        let found = search.analyse(&view, seat, &legal, &mut rng, &mut Watch::hurried());
        let moves = found.candidates.len();
        let mut visits: Vec<u64> = found.candidates.iter().map(|candidate| candidate.visits).collect();
        visits.sort_unstable_by(|a, b| b.cmp(a));
        let made = found.totals.simulations;
        assert!(made <= 1600, "{made}");
        if moves < 8 || made < 1600 - 4 {
            // Few moves, or the race was decided early.
            continue;
        }
        seen += 1;
        // The last two beside the expert's, which stays.
        let left = visits.iter().filter(|&&count| count == visits[0]).count();
        assert!((2..=3).contains(&left), "{visits:?}");
        assert!(visits[moves / 2 + 1] * 2 < visits[0], "{visits:?}");
        assert!(visits[moves - 1] >= 16, "{visits:?}");
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn an_analysis_is_the_same_on_any_number_of_threads() {
    let alone = "improve:sims=640,doubt=0.5,margin=0".parse::<Spec>().unwrap();
    let together = "improve:sims=640,doubt=0.5,margin=0,threads=3".parse::<Spec>().unwrap();
    let (mut alone, mut together) = (build::<Game1>(&alone).unwrap(), build::<Game1>(&together).unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let rule = Rule::Improve {
        doubt: 0.5,
        margin: 0.0,
        follow: true,
    };
    let mut one = search(rule, 640);
    let mut three = PairedRollouts {
        simulated: None,
        schedule: None,
        threads: Some(pool.into()),
        ..one.clone()
    };
    for (number, (view, seat)) in views(8).into_iter().enumerate() {
        let (first, second) = (
            analyse(&mut one, &view, seat, number as u64),
            analyse(&mut three, &view, seat, number as u64),
        );
        assert_eq!(first.candidates, second.candidates);
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        let decide = |agent: &mut Box<dyn Agent<Game1>>| {
            agent.decide(&view, seat, &legal, &mut stream(number as u64, "decision", 0))
        };
        assert_eq!(decide(&mut alone), decide(&mut together));
    }
}

/// Two worlds that a seat cannot tell apart lead to the same decision of every agent there is.
#[test]
fn no_agent_sees_the_world() {
    for info in heist_agents::AGENTS {
        let mut agent = build::<Game1>(&runnable::<Game1>(info)).unwrap();
        for (number, (view, seat)) in views(3).into_iter().enumerate() {
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            let start = Start {
                setup: &Setup::open(0),
                seats: 2,
                seat,
                seed: 0,
            };
            agent.begin(&start).unwrap();
            let mut decisions = (0..3).map(|world| {
                let mut filled = view.clone();
                filled.determinize(Fill::All, &mut stream(world, "worlds", number as u64));
                let seen = filled.information_state(seat);
                let mut rng = stream(number as u64, "decision", 0);
                agent.decide(&seen, seat, &legal, &mut rng).unwrap()
            });
            let first = decisions.next().unwrap();
            assert!(decisions.all(|decision| decision == first), "{}", info.name);
        }
    }
}

#[test]
fn a_search_that_needs_an_expert_says_so() {
    for text in ["improve", "flat:policy=heuristic"] {
        let error = build::<NoExpert>(&text.parse().unwrap()).err().unwrap().to_string();
        assert!(error.contains("has no rule-based expert"), "{error}");
    }
    assert!(build::<NoExpert>(&"flat".parse().unwrap()).is_ok());
}

#[test]
fn moments_are_means_and_standard_errors() {
    let mut moments = Moments::default();
    [1.0, 2.0, 3.0, 6.0].into_iter().for_each(|sample| moments.add(sample));
    let Estimate { mean, error } = moments.estimate();
    assert!((mean - 3.0).abs() < 1e-12);
    // The squares about the mean add up to 14: 14 / 3 / 4 under the root.
    assert!((error - (14.0f64 / 12.0).sqrt()).abs() < 1e-12);
}

#[test]
fn chances_of_being_best_follow_means_and_errors() {
    let estimate = |mean, error| Estimate { mean, error };
    let even = chances_of_best(&[estimate(0.5, 0.1), estimate(0.5, 0.1)]);
    assert!((even[0] - 0.5).abs() < 1e-3);
    // A difference of 0.2 with a standard error of 0.1 times the root of 2: the normal distribution at 1.414.
    let clear = chances_of_best(&[estimate(0.7, 0.1), estimate(0.5, 0.1)]);
    assert!((clear[0] - 0.92135).abs() < 2e-3, "{clear:?}");
    let certain = chances_of_best(&[estimate(1.0, 0.0), estimate(0.0, 0.0), estimate(0.0, 0.0)]);
    assert!(certain[0] > 0.999, "{certain:?}");
}
