//! Searches with the networks of `models/`: their threads, what they see, their budgets and their reports.

use std::time::Duration;

use heist_agents::search::Watch;
use heist_agents::search::paired::MOST_PER_MOVE;
use heist_agents::spec::analysis_factory;
use heist_agents::{Analysis, Players, Spec};
use heist_engine::burgle_bros::{self, BurgleBros, Scenario};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::Fill;
use heist_engine::random::stream;

use crate::moves::{Decision, decisions};

/// As many simulations as each search makes at most.
const SIMULATIONS: u64 = 128;
/// The recommended search of the Bank Job, with a budget of simulations.
const BANK_JOB: &str = "improve:sims=128,doubt=1,margin=0,net=bank-job-3-residual,rollout=net";
const CAPER_CARDS: [&str; 2] = [
    "improve:sims=128,margin=0,net=caper-cards-4,rollout=net",
    "puct:sims=128,trees=3,net=caper-cards-4",
];

/// Decisions from all over a game, between so few moves that no search needs more simulations than its budget has.
fn few<G: Players>(setup: &G::Setup, seed: u64) -> Vec<Decision<G>> {
    let is_asked = |(_, _, legal): &Decision<G>| (2..=8).contains(&legal.len());
    let asked: Vec<_> = decisions::<G>(setup, seed, 8).into_iter().filter(is_asked).collect();
    let found: Vec<_> = asked.iter().step_by(asked.len() / 3).take(3).cloned().collect();
    assert_eq!(found.len(), 3);
    found
}

fn bank_jobs() -> Vec<Decision<BurgleBros>> {
    few(&burgle_bros::Setup::new(Scenario::BankJob, 3, 5), 5)
}

fn caper_games() -> Vec<Decision<CaperCards>> {
    few(&caper_cards::Setup::new(4), 2)
}

/// The analysis of a state that the seat knows, with the same seed each time.
fn analyse<G: Players>(
    spec: &str,
    (state, seat, legal): &Decision<G>,
    mut tell: impl FnMut(Analysis<G>),
) -> Analysis<G> {
    let spec: Spec = spec.parse().unwrap();
    let mut search = analysis_factory::<G>(&spec).unwrap()();
    let seen = state.information_state(*seat);
    let mut watch = Watch::patient().told(Duration::ZERO, &mut tell);
    search.analyse(&seen, *seat, legal, &mut stream(1, "decision", 0), &mut watch)
}

/// Nothing is better by more than the whole of the result, so that the blueprint's move is played, whoever plays on.
#[test]
fn the_blueprint_is_whom_the_option_names() {
    let best = |spec: &str, moment: &Decision<CaperCards>| analyse(spec, moment, |_| ()).candidates[0].action;
    let mut differ = 0;
    for moment in decisions::<CaperCards>(&caper_cards::Setup::new(4), 2, 8) {
        let played = |agent: &str| best(agent, &moment);
        let kept = |options: &str| best(&format!("improve:sims=16,doubt=10,margin=1,{options}"), &moment);
        let (network, expert) = (played("policy:net=caper-cards-4"), played("heuristic"));
        assert_eq!(kept("net=caper-cards-4,blueprint=net"), network);
        assert_eq!(kept("net=caper-cards-4,rollout=net"), network);
        assert_eq!(kept("net=caper-cards-4,rollout=net,blueprint=heuristic"), expert);
        assert_eq!(kept("blueprint=rollout"), expert);
        differ += usize::from(network != expert);
    }
    assert!(differ > 0);
}

#[test]
fn they_say_the_same_on_any_number_of_threads() {
    fn check<G: Players>(spec: &str, moments: &[Decision<G>]) {
        for moment in moments {
            let [alone, together] = [1, 2].map(|threads| {
                let found = analyse(&format!("{spec},threads={threads}"), moment, |_| ());
                (found.candidates, found.totals.simulations)
            });
            assert_eq!(alone, together, "{spec}");
        }
    }
    check(BANK_JOB, &bank_jobs());
    for spec in CAPER_CARDS {
        check(spec, &caper_games());
    }
}

/// Worlds that differ in what the seat does not know lead to the same analysis as the game they come from.
#[test]
fn they_see_no_more_than_their_seat_knows() {
    fn check<G: Players>(spec: &str, moments: &[Decision<G>]) {
        for moment in moments {
            let (state, seat, legal) = moment;
            let view = state.information_state(*seat);
            let mut keys = vec![view.key()];
            let expected = analyse(spec, moment, |_| ()).candidates;
            for number in 0..2 {
                let mut world = view.clone();
                world.determinize(Fill::All, &mut stream(number, "worlds", 0));
                assert_eq!(world.information_key(*seat), view.information_key(*seat));
                keys.push(world.key());
                let found = analyse(spec, &(world, *seat, legal.clone()), |_| ()).candidates;
                assert_eq!(found, expected, "{spec}");
            }
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(
                keys.len(),
                3,
                "the worlds differ from each other and from what is known: {view:?}"
            );
        }
    }
    check(BANK_JOB, &bank_jobs());
    for spec in CAPER_CARDS {
        check(spec, &caper_games());
    }
}

#[test]
fn they_keep_to_their_budget_and_report_on_the_way() {
    fn check<G: Players>(spec: &str, moments: &[Decision<G>]) {
        let mut reports = 0;
        for moment in moments {
            let mut told = Vec::new();
            let last = analyse(spec, moment, |analysis| told.push(analysis)).totals.simulations;
            let most = SIMULATIONS + MOST_PER_MOVE * moment.2.len() as u64;
            assert!((1..=most).contains(&last), "{spec}: {last}");
            let counts: Vec<u64> = told.iter().map(|analysis| analysis.totals.simulations).collect();
            assert!(
                counts.is_sorted() && counts.iter().all(|&count| count <= last),
                "{spec}: {counts:?}"
            );
            reports += counts.iter().filter(|&&count| 0 < count && count < last).count();
            for candidate in told.iter().flat_map(|analysis| &analysis.candidates) {
                assert!(
                    candidate.visits == 0 || (0.0..=1.0).contains(&candidate.value.mean),
                    "{spec}: {candidate:?}"
                );
            }
        }
        assert!(reports > 0, "{spec}");
    }
    check(BANK_JOB, &bank_jobs());
    for spec in CAPER_CARDS {
        check(spec, &caper_games());
    }
}
