//! The plans that a search begins with.

use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::{Generator, below, stream};

use super::changes::{other_weights, restart};
use super::draft::{Draft, Scope};
use crate::parallel;

/// So many plans, with repetitions: first the expert's own, then those of experts with other weights, of characters who
/// follow others, and from other start places. Those of the first climb are the same whatever the seed, so that
/// searches with different seeds do not end far from each other.
pub fn drafts(
    state: &MastersOfTheHeist,
    experts: &Draft,
    count: usize,
    climb: u64,
    seed: u64,
    parallel: bool,
) -> Vec<Draft> {
    let seed = if climb == 0 { 0 } else { seed };
    let one = |number: usize| match (climb, number) {
        (0, 0) => experts.clone(),
        _ => other(
            state,
            experts,
            number,
            &mut stream(seed, "plan/drafts", (climb << 32) + number as u64),
        ),
    };
    if parallel {
        parallel::map(count, one)
    } else {
        (0..count).map(one).collect()
    }
}

fn other(state: &MastersOfTheHeist, experts: &Draft, number: usize, rng: &mut Generator) -> Draft {
    let mut draft = experts.clone();
    let weights = other_weights(rng);
    match number % 4 {
        // From start places of its own: somebody's, or two characters'.
        3 => {
            for _ in 0..=below(rng, 2) {
                restart(state, &mut draft, rng);
            }
            let at = draft.before_tokens(state);
            draft.place_tokens(&at, &weights, u32::MAX);
        }
        // Everybody else follows one of them as far as its tokens go.
        2 => {
            let at = draft.before_tokens(state);
            let scope = Scope::of(&at);
            draft.place_tokens(&at, &weights, u32::MAX);
            let leader = below(rng, state.player_count() as u32) as usize;
            let theirs = draft.tokens[leader] | scope.placed[leader];
            let follower = below(rng, state.player_count() as u32) as usize;
            match below(rng, 2) {
                0 => draft.tokens = [theirs; super::super::chart::CHARACTERS],
                _ => draft.tokens[follower] = theirs,
            }
            draft.trim(&scope);
        }
        _ => {
            let at = draft.before_tokens(state);
            draft.place_tokens(&at, &weights, u32::MAX);
        }
    }
    draft
}
