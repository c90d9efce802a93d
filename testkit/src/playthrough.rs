//! Games played step by step: every state, with the step that is taken from it.

use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::choose;
use heist_engine::record::Step;
use rand::Rng;

/// A game being played: iterates over its states, each with the step taken from it. The last state has none.
///
/// Made by [`playthrough`], [`play_with`] and [`play_randomly`].
#[derive(Clone, Debug)]
pub struct Playthrough<G, F> {
    /// None once the last state was given.
    state: Option<G>,
    next: F,
}

impl<G: Game, F: FnMut(&G) -> Option<Step<G>>> Iterator for Playthrough<G, F> {
    type Item = (G, Option<Step<G>>);

    fn next(&mut self) -> Option<Self::Item> {
        let state = self.state.take()?;
        let step = (self.next)(&state);
        if let Some(step) = step {
            let mut after = state.clone();
            step.play(&mut after);
            self.state = Some(after);
        }
        Some((state, step))
    }
}

/// Plays on from a state by the steps that `next` names, until it names none. The steps must be possible.
pub fn playthrough<G: Game, F: FnMut(&G) -> Option<Step<G>>>(state: G, next: F) -> Playthrough<G, F> {
    Playthrough {
        state: Some(state),
        next,
    }
}

/// Plays to the end: chance draws from `rng`, decisions are made by `decide`, which is given the state, the seat, its
/// legal actions and the generator.
pub fn play_with<G: Game, R: Rng>(
    state: G,
    rng: &mut R,
    mut decide: impl FnMut(&G, Seat, &[G::Action], &mut R) -> G::Action,
) -> Playthrough<G, impl FnMut(&G) -> Option<Step<G>>> {
    let mut legal = Vec::new();
    playthrough(state, move |state: &G| match state.node() {
        Node::Terminal => None,
        Node::Chance => Some(Step::Chance(state.sample(rng))),
        Node::Decision(seat) => {
            state.legal_actions(&mut legal);
            Some(Step::Action(seat, decide(state, seat, &legal, rng)))
        }
    })
}

/// Plays to the end: chance draws from `rng`, seats choose uniformly.
pub fn play_randomly<G: Game, R: Rng>(state: G, rng: &mut R) -> Playthrough<G, impl FnMut(&G) -> Option<Step<G>>> {
    play_with(state, rng, |_, _, legal, rng| choose(rng, legal))
}

#[cfg(test)]
mod tests {
    use heist_engine::burgle_bros::{BurgleBros, Setup};
    use heist_engine::caper_cards::CaperCards;
    use heist_engine::random::stream;
    use heist_engine::record::Recorder;

    use super::*;

    #[test]
    fn every_step_leads_to_the_next_state_and_the_last_has_none() {
        let setup = Setup::bank_job(2, 1);
        let first = BurgleBros::new(&setup).expect("a playable setup");
        let mut recorder: Recorder<BurgleBros> = Recorder::new(&setup).expect("a playable setup");
        let mut ends = 0;
        for (state, step) in play_randomly(first, &mut stream(1, "playthrough", 0)) {
            assert_eq!(*recorder.state(), state);
            match step {
                Some(Step::Action(_, action)) => recorder.action(action).expect("it is legal"),
                Some(Step::Chance(outcome)) => recorder.chance(outcome).expect("it is possible"),
                None => {
                    assert_eq!(state.node(), Node::Terminal);
                    ends += 1;
                }
            }
        }
        assert_eq!(ends, 1);
    }

    #[test]
    fn decisions_are_made_as_asked_and_a_playthrough_stops_where_no_step_is_named() {
        let first = || CaperCards::new(&heist_engine::caper_cards::Setup::new(2)).expect("a playable setup");
        let mut rng = stream(2, "playthrough", 0);
        for (state, step) in play_with(first(), &mut rng, |_, _, legal, _| legal[0]) {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            if let Some(Step::Action(_, action)) = step {
                assert_eq!(action, legal[0]);
            }
        }
        assert_eq!(playthrough(first(), |_| None).count(), 1);
    }
}
