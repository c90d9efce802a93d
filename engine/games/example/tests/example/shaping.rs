//! Potential-based shaping leaves the best policies the best, which the example game is small enough to show exactly.

use std::collections::HashMap;

use heist_agents::{Shaping, ShapingError};
use heist_engine::game::{Game, Node};
use heist_engine::random::{Generator, choose, stream};
use heist_example_game::{ExampleGame, Setup};

const DISCOUNT: f64 = 0.9;

/// Exact values of states, by their keys: the greatest expected sum of discounted rewards.
struct Solver<'a> {
    shaping: Option<&'a Shaping<ExampleGame>>,
    values: HashMap<u64, f64>,
}

impl Solver<'_> {
    fn value(&mut self, state: &ExampleGame) -> f64 {
        if let Some(&value) = self.values.get(&state.key()) {
            return value;
        }
        let found = match state.node() {
            Node::Terminal => 0.0,
            Node::Chance => panic!("values are asked of decisions and ends alone"),
            Node::Decision(_) => self.actions(state).into_iter().fold(f64::MIN, f64::max),
        };
        self.values.insert(state.key(), found);
        found
    }

    /// What each legal action is worth.
    fn actions(&mut self, state: &ExampleGame) -> Vec<f64> {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        let mut values = Vec::with_capacity(legal.len());
        for action in legal {
            let mut next = *state;
            next.apply(action);
            values.push(self.after(state, &next));
        }
        values
    }

    /// What a decision is worth from the state that it led to: chance is played, then comes the reward.
    fn after(&mut self, before: &ExampleGame, state: &ExampleGame) -> f64 {
        if state.node() == Node::Chance {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            let mut mean = 0.0;
            for (outcome, probability) in outcomes {
                let mut next = *state;
                next.resolve(outcome);
                mean += probability * self.after(before, &next);
            }
            return mean;
        }
        let added = self.shaping.map_or(0.0, |shaping| {
            shaping.of_step(shaping.potential(before), shaping.potential(state))
        });
        state.reward().unwrap_or(0.0) + added + DISCOUNT * self.value(state)
    }
}

/// The decisions of a random game, in their order.
fn decisions(seed: u64, rng: &mut Generator) -> Vec<ExampleGame> {
    let mut state = ExampleGame::new(&Setup::shop(1, seed)).unwrap();
    let (mut found, mut legal) = (Vec::new(), Vec::new());
    loop {
        match state.node() {
            Node::Terminal => return found,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                found.push(state);
                state.legal_actions(&mut legal);
                state.apply(choose(rng, &legal));
            }
        }
    }
}

#[test]
fn every_action_differs_by_the_potential_of_its_state_alone() {
    let signs = [0.3, -0.3].into_iter().cycle();
    let weights: Vec<(String, f64)> = ExampleGame::FIGURES
        .iter()
        .map(|figure| figure.name.to_owned())
        .zip(signs)
        .collect();
    let shaping = Shaping::new(&weights, DISCOUNT).unwrap();
    let mut rng = stream(7, "shaping", 0);
    let (mut compared, mut choices) = (0, 0);
    for seed in 0..40 {
        let played = decisions(seed, &mut rng);
        // Near the end all that can follow is few enough to be listed.
        for state in &played[played.len().saturating_sub(4)..] {
            let mut plain = Solver {
                shaping: None,
                values: HashMap::new(),
            };
            let mut shaped = Solver {
                shaping: Some(&shaping),
                values: HashMap::new(),
            };
            let values = plain.actions(state);
            for (value, with) in values.iter().zip(shaped.actions(state)) {
                assert!((with - (value - shaping.potential(state))).abs() < 1e-9);
                compared += 1;
            }
            choices += usize::from(values.iter().any(|value| (value - values[0]).abs() > 1e-9));
        }
    }
    assert!(
        compared > 300 && choices > 20,
        "{compared} actions, {choices} decisions that matter"
    );
}

#[test]
fn a_quantity_that_a_game_lacks_is_refused() {
    let weights = [("noise".to_owned(), 1.0), ("estimate".to_owned(), 1.0)];
    let refused = Shaping::<ExampleGame>::new(&weights, 1.0).map(|_| ()).unwrap_err();
    assert_eq!(
        refused,
        ShapingError {
            found: "estimate".to_owned(),
            game: "example-game",
            known: ExampleGame::FIGURES.iter().map(|figure| figure.name).collect(),
        }
    );
    assert!(
        refused
            .to_string()
            .starts_with("shaping: found 'estimate', which example-game does not have; expected one of: turns, ")
    );
}
