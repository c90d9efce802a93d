//! What benchmarks and fits share: fixed positions in the middle of games, whole games to play, linear systems.

use heist_agents::Heuristics;
use heist_engine::burgle_bros::{BurgleBros, Scenario, Setup};
use heist_engine::game::{Game, Node};
use heist_engine::random::{Generator, choose, stream};

/// First states of 64 games of a scenario with random basic characters.
///
/// # Panics
/// Never: these setups are playable.
pub fn openings(scenario: Scenario, seats: u8) -> Vec<BurgleBros> {
    (0..64)
        .map(|seed| BurgleBros::new(&Setup::new(scenario, seats, seed)).expect("a playable setup"))
        .collect()
}

/// Plays on at random to the end and counts the transitions, decisions and chance together.
pub fn play_randomly<G: Game>(mut state: G, legal: &mut Vec<G::Action>, rng: &mut Generator) -> u64 {
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
pub fn play_expertly<G: Heuristics>(state: &mut G, limit: u64, legal: &mut Vec<G::Action>, rng: &mut Generator) -> u64 {
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
pub fn middles(seats: u8) -> Vec<BurgleBros> {
    let mut rng = stream(11, "benches/middles", u64::from(seats));
    let mut legal = Vec::new();
    openings(Scenario::BankJob, seats)
        .into_iter()
        .map(|mut state| {
            play_expertly(&mut state, 120, &mut legal, &mut rng);
            state
        })
        .filter(|state| state.node() != Node::Terminal)
        .collect()
}

/// Solves a symmetric positive definite system by Cholesky's decomposition, which takes the place of the lower half of the matrix.
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
