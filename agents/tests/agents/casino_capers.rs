//! The expert for Casino Capers, and its estimate, in whole games.

use heist_agents::heuristics::Heuristics;
use heist_engine::casino_capers::{CasinoCapers, Finale, Scenario, Setup};
use heist_engine::game::{Fill, Game, Node, Seat, TeamResult, Windows};
use heist_engine::random::{choose, stream};

use crate::experts::{expert, keeps_every_property, looks_at_nothing_hidden, play, play_at_random, play_expertly};

/// Every scenario, number of characters and variant in turn.
fn setup(seed: u64) -> Setup {
    let scenario = match seed as usize % (Finale::ALL.len() + 1) {
        0 => Scenario::RandomFinale,
        number => Scenario::Known(Finale::ALL[number - 1]),
    };
    let characters = 2 + (seed / 10 % 3) as u8;
    let windows = Windows::ALL[seed as usize / 2 % Windows::ALL.len()];
    let setup = serde_json::json!({
        "scenario": scenario.name(),
        "seats": 1 + seed as u8 % characters,
        "character-count": characters,
        "suspicion": 1 + seed % 10,
        "chips": if seed % 4 == 3 { "uniform" } else { "dots" },
        "dead-drops": seed % 3 == 1,
        "abilities": if seed % 3 == 2 { Some(true) } else { None },
        "windows": windows.name(),
        "seed": seed,
    });
    serde_json::from_value(setup).expect("a setup")
}

/// A known finale at the lowest suspicion, where games are won.
fn easy(finale: Finale, characters: u8, seed: u64) -> Setup {
    let setup = serde_json::json!({
        "scenario": Scenario::Known(finale).name(),
        "seats": characters,
        "suspicion": 1,
        "seed": seed,
    });
    serde_json::from_value(setup).expect("a setup")
}

#[test]
fn the_expert_does_not_look_at_hidden_things() {
    for seed in 0..30 {
        looks_at_nothing_hidden::<CasinoCapers>(&setup(seed), seed);
    }
}

#[test]
fn games_of_the_expert_keep_every_property() {
    for seed in 0..10 {
        keeps_every_property::<CasinoCapers>(&setup(seed), seed);
    }
}

/// The place of "crack tokens" among the figures.
const TOKENS: usize = 5;

#[test]
fn the_expert_gets_much_further_than_chance() {
    assert_eq!(CasinoCapers::FIGURES[TOKENS].name, "crack tokens");
    for characters in 2..=4 {
        let (mut expert, mut random) = (0, 0);
        for seed in 0..60 {
            let setup = easy(Finale::ALL[seed as usize % 9], characters, seed);
            expert += play_expertly::<CasinoCapers>(&setup, seed).figures[TOKENS];
            random += play_at_random::<CasinoCapers>(&setup, seed).figures[TOKENS];
        }
        assert!(
            expert > 60 + 10 * random,
            "{characters} characters: {expert} crack tokens of the expert, {random} by chance"
        );
    }
}

/// What becomes of the game at once after an action; none if it goes on.
fn result_after(state: &CasinoCapers, action: <CasinoCapers as Game>::Action) -> Option<TeamResult> {
    let mut after = *state;
    after.apply(action);
    (after.node() == Node::Terminal).then(|| after.result())?
}

/// Each finale is won by the expert, and where one action wins at once, it is taken; no action is taken that loses at
/// once while another does not.
#[test]
fn the_expert_wins_every_finale_and_sees_the_last_move() {
    for &finale in Finale::ALL {
        let (mut wins, mut last_moves) = (0, 0);
        for seed in 0..90 {
            let setup = easy(finale, 2 + (seed % 3) as u8, seed);
            let mut rng = stream(seed, "policy", 0);
            let (result, _) = play(&setup, seed, |state: &CasinoCapers, seat, legal| {
                let action = expert()(state, seat, legal, &mut rng);
                let ends = legal.iter().filter_map(|&action| result_after(state, action));
                let (won, lost): (Vec<_>, Vec<_>) = ends.partition(TeamResult::is_win);
                let ending = result_after(state, action);
                if !won.is_empty() {
                    last_moves += 1;
                    assert!(
                        ending.is_some_and(|result| result.is_win()),
                        "{finale}, seed {seed}: {action}"
                    );
                }
                if lost.len() < legal.len() {
                    assert!(
                        ending.is_none_or(|result| result.is_win()),
                        "{finale}, seed {seed}: {action}"
                    );
                }
                action
            });
            wins += u32::from(result.is_win());
        }
        assert!(
            wins > 0 && last_moves > 0,
            "{finale}: {wins} wins, {last_moves} winning moves"
        );
    }
}

/// The estimate: a chance, the same for everybody at the table, and higher in games that are won.
#[test]
fn the_estimate_is_a_chance_and_the_same_for_a_world_and_its_views() {
    let value = CasinoCapers::EVALUATION.expect("an estimate");
    for seed in 0..40 {
        let mut worlds = stream(seed, "value worlds", 0);
        let mut rng = stream(seed, "policy", 0);
        play(&setup(seed), seed, |state: &CasinoCapers, seat, legal| {
            let here = value(state);
            assert!((0.0..=1.0).contains(&here), "{here}, seed {seed}");
            for seat in Seat::all(state.seats()) {
                let mut world = state.information_state(seat);
                assert_eq!(value(&world), here, "the view of seat {seat}, seed {seed}");
                world.determinize(Fill::All, &mut worlds);
                assert_eq!(value(&world), here, "a world of seat {seat}, seed {seed}");
            }
            match seed % 3 {
                0 => choose(&mut rng, legal),
                _ => expert()(state, seat, legal, &mut rng),
            }
        });
    }
}

#[test]
fn the_estimate_ranks_the_games_of_the_expert() {
    let value = CasinoCapers::EVALUATION.expect("an estimate");
    for characters in 2..=4 {
        // Sum and count of the estimates in games lost and in games won.
        let mut by_result = [(0.0, 0.0); 2];
        for seed in 0..180 {
            let setup = easy(Finale::ALL[seed as usize % 9], characters, seed);
            let mut rng = stream(seed, "policy", 0);
            let (mut sum, mut count) = (0.0, 0.0);
            let (result, _) = play(&setup, seed, |state: &CasinoCapers, seat, legal| {
                sum += value(state);
                count += 1.0;
                expert()(state, seat, legal, &mut rng)
            });
            let of_result = &mut by_result[usize::from(result.is_win())];
            *of_result = (of_result.0 + sum, of_result.1 + count);
        }
        let [lost, won] = by_result.map(|(sum, count)| sum / count);
        assert!(
            won > 1.5 * lost,
            "{characters} characters: {won:.3} in games won, {lost:.3} in games lost"
        );
    }
}
