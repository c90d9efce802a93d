//! Tests of games side by side: which setups they take, and who plans where a game begins with planning.

use heist_engine::masters::{MastersOfTheHeist, Phase, Setup, Who};
use heist_training::ppo::lanes::{Deals, Lanes, Plans};
use serde_json::json;

/// Setups of two jobs with the first team that is recommended.
fn setups() -> Vec<Setup> {
    let team = json!([
        {"card": "angry-locksmith", "skills": ["smash-n-grab", "bypass"]},
        {"card": "thug", "skills": ["wing-it", "bypass"]},
        {"card": "script-kiddie", "skills": ["smash-n-grab", "bypass"]},
    ]);
    let setup = |job: &str| serde_json::from_value(json!({"scenario": job, "seats": 1, "characters": team})).unwrap();
    vec![setup("the-track"), setup("tech-lab")]
}

fn lanes(plans: Plans<MastersOfTheHeist>, count: usize) -> Lanes<MastersOfTheHeist> {
    let deals = Deals {
        setups: setups(),
        seed: 11,
        plans,
    };
    Lanes::new(deals, 0, count).unwrap()
}

fn tokens(world: &MastersOfTheHeist) -> Vec<u32> {
    (0..3).map(|who| world.tokens(Who(who))).collect()
}

#[test]
fn deals_take_the_setups_in_turn() {
    let lanes = lanes(Plans::NONE, 5);
    let jobs: Vec<&str> = lanes
        .lanes()
        .iter()
        .map(|lane| lane.world.scenario().name.as_str())
        .collect();
    assert_eq!(jobs, ["the-track", "tech-lab", "the-track", "tech-lab", "the-track"]);
}

/// Whatever plans there are, nobody who learns is asked for one, in the first game of a lane and in later ones.
#[test]
fn planning_is_left_to_the_planner() {
    for plans in [Plans::NONE, Plans::find(&setups(), 3, 40).unwrap()] {
        let mut lanes = lanes(plans, 6);
        let mut ended = 0;
        for _ in 0..600 {
            for lane in lanes.lanes() {
                assert_ne!(lane.world.phase(), Phase::Plan);
                assert!(lane.legal.len() > 1);
            }
            let ends = lanes.play(std::iter::repeat_n(0, 6)).unwrap();
            ended += ends.iter().flatten().count();
        }
        assert!(ended > 0);
    }
}

/// Each setup has four plans: the fifth deal of a setup begins with that of the first, and they are better looked for
/// than the expert's.
#[test]
fn deals_of_a_setup_take_its_plans_in_turn() {
    let planned = lanes(Plans::find(&setups(), 3, 400).unwrap(), 16);
    let experts = lanes(Plans::NONE, 16);
    let [planned, experts]: [Vec<Vec<u32>>; 2] =
        [&planned, &experts].map(|lanes| lanes.lanes().iter().map(|lane| tokens(&lane.world)).collect());
    assert_eq!(planned[..8], planned[8..]);
    assert_ne!(planned, experts);
}

/// The same seed finds the same plans.
#[test]
fn plans_are_a_function_of_the_seed() {
    let [one, other] = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let plans = pool
            .install(|| Plans::<MastersOfTheHeist>::find(&setups(), 3, 100))
            .unwrap();
        format!("{plans:?}")
    });
    assert_eq!(one, other);
}
