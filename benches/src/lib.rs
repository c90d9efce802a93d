//! What benchmarks and fits share: fixed positions in the middle of games, whole games to play, linear systems.

pub mod logistic;

use heist_agents::Players;
use heist_agents::network::{NetworkConfig, Tensor, Tensors};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::describe::FieldKind;
use heist_engine::game::{Game, Node};
use heist_engine::random::{Generator, below, choose, stream};
use serde_json::json;

/// The scenarios of a game; one without a name if it has only one.
pub fn scenarios<G: Game>() -> Vec<Option<&'static str>> {
    match G::SCENARIOS {
        [] => vec![None],
        names => names.iter().copied().map(Some).collect(),
    }
}

/// The numbers of seats that a game is for.
///
/// # Panics
/// When its setups have no number of seats.
pub fn seat_counts<G: Game>() -> std::ops::RangeInclusive<i64> {
    let field = G::SETUP.iter().find(|field| field.name == "seats");
    match field.map(|field| field.kind) {
        Some(FieldKind::Number { least, most, .. }) => least..=most,
        _ => panic!("the setups of {} have no number of seats", G::ID),
    }
}

/// First states of 64 games of a scenario, with all else as usual or drawn.
///
/// # Panics
/// When the game has no such scenario or number of seats.
pub fn openings<G: Game>(scenario: Option<&str>, seats: i64) -> Vec<G> {
    let opening = |seed: u64| {
        let mut setup = json!({"seats": seats, "seed": seed});
        if let Some(scenario) = scenario {
            setup["scenario"] = json!(scenario);
        }
        let setup = serde_json::from_value(setup).expect("a setup");
        G::new(&setup).expect("a playable setup")
    };
    (0..64).map(opening).collect()
}

/// Plays on at random to the end and counts the transitions, decisions and chance together.
pub fn play_randomly<G: Game>(state: &mut G, legal: &mut Vec<G::Action>, rng: &mut Generator) -> u64 {
    let mut transitions = 0;
    loop {
        match state.node() {
            Node::Terminal => return transitions,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(legal);
                let action = choose(rng, legal);
                state.apply(action);
            }
        }
        transitions += 1;
    }
}

/// Plays on with the game's expert in every seat, at most `limit` transitions, and counts the decisions.
///
/// # Panics
/// When the game has no expert.
pub fn play_expertly<G: Players>(state: &mut G, limit: u64, legal: &mut Vec<G::Action>, rng: &mut Generator) -> u64 {
    let policy = G::HEURISTIC.expect("the game has an expert");
    let mut decisions = 0;
    for _ in 0..limit {
        match state.node() {
            Node::Terminal => break,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(seat) => {
                state.legal_actions(legal);
                let action = policy(state, seat, legal, rng);
                state.apply(action);
                decisions += 1;
            }
        }
    }
    decisions
}

/// States of Bank Jobs after 120 transitions of expert play, as information states: the middle of games.
///
/// # Panics
/// When Burgle Bros. is not for so many.
pub fn middles(seats: i64) -> Vec<BurgleBros> {
    let mut rng = stream(11, "benches/middles", seats as u64);
    let mut legal = Vec::new();
    openings::<BurgleBros>(Some("bank-job"), seats)
        .into_iter()
        .map(|mut state| {
            play_expertly(&mut state, 120, &mut legal, &mut rng);
            state
        })
        .filter(|state| state.node() != Node::Terminal)
        .collect()
}

/// Weights for a network, drawn uniformly around 0 with the variance that keeps the scale of activations.
pub fn drawn_tensors(config: &NetworkConfig, seed: u64) -> Tensors {
    let mut rng = stream(seed, "benches/weights", 0);
    let tensor = |(name, shape): (String, Vec<usize>)| {
        // Some 200 features are active; the other layers read all of their inputs.
        let inputs = if name == "first.weight" {
            200
        } else {
            *shape.last().expect("a shape")
        };
        let most = (3.0 / inputs as f32).sqrt();
        let draw = |_| most * (2.0 * below(&mut rng, 1 << 24) as f32 / (1 << 24) as f32 - 1.0);
        let values = (0..shape.iter().product()).map(draw).collect();
        (name, Tensor { shape, values })
    };
    config.shapes().into_iter().map(tensor).collect()
}

/// Solves a symmetric positive definite system by Cholesky's decomposition, which takes the place of
/// the lower half of the matrix.
pub fn solve<const N: usize>(matrix: &mut [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for column in 0..N {
        for row in column..N {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - known;
            matrix[row][column] = if row == column {
                rest.max(1e-12).sqrt()
            } else {
                rest / matrix[column][column]
            };
        }
    }
    for row in 0..N {
        let known: f64 = (0..row).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|k| matrix[k][row] * right[k]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
