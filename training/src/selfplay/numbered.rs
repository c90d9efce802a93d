//! Games as shards record them.

use heist_agents::arena::Deal;
use heist_engine::game::Game;
use heist_engine::record::Step;

use super::error::SelfplayError;
use super::player::Log;
use crate::record::RecordedGame;

/// A game with its steps as numbers, found by playing them again.
pub fn numbered<G: Game>(deal: &Deal<G>, steps: &[Step<G>], log: Log) -> Result<RecordedGame, SelfplayError> {
    let mut world = deal.world.clone();
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    let mut places = Vec::with_capacity(steps.len());
    let mut decisions_at = Vec::new();
    for (step, taken) in steps.iter().enumerate() {
        let (place, count) = match taken {
            Step::Action(_, action) => {
                decisions_at.push(step as u32);
                world.legal_actions(&mut legal);
                (legal.iter().position(|known| known == action), legal.len())
            }
            Step::Chance(outcome) => {
                world.outcomes(&mut outcomes);
                (outcomes.iter().position(|(known, _)| known == outcome), outcomes.len())
            }
        };
        if count > usize::from(u16::MAX) {
            let deal = deal.number;
            return Err(SelfplayError::TooMany { deal, step, count });
        }
        // The arena plays nothing but what is listed and what a mode has left out of the list.
        let Some(place) = place else {
            return Err(SelfplayError::LeftOut {
                deal: deal.number,
                step,
                action: match taken {
                    Step::Action(_, action) => action.to_string(),
                    Step::Chance(outcome) => outcome.to_string(),
                },
            });
        };
        places.push(place as u16);
        taken.play(&mut world);
    }
    let result = world.result().expect("the game came to its end by the rules");
    Ok(RecordedGame {
        run: 0,
        number: deal.number,
        steps: places,
        value: result.value,
        key: world.key(),
        decisions: log.annotations(&decisions_at),
    })
}

#[cfg(test)]
mod tests {
    use heist_engine::game::Node;
    use heist_engine::masters::setup::Mode;
    use heist_engine::masters::{Action, MastersOfTheHeist, Setup};
    use heist_engine::random::{choose, stream};

    use super::*;

    /// A game goes by the places of legal actions, so an action that the setup's mode has left out of them has none.
    #[test]
    fn a_game_with_an_action_that_was_left_out_is_not_recorded() {
        let mut setup = Setup::new("tech-lab", 1, 3);
        setup.actions = Mode::Reduced;
        let deal = Deal::<MastersOfTheHeist>::new(&setup, 1, 0).unwrap();
        let (mut state, mut rng) = (deal.world, stream(1, "numbered", 0));
        let (mut steps, mut actions) = (Vec::new(), Vec::new());
        let mut named = None;
        loop {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                    steps.push(Step::Chance(outcome));
                }
                Node::Decision(seat) => {
                    state.left_out(&mut actions);
                    if actions.is_empty() {
                        state.legal_actions(&mut actions);
                        let stays = actions.iter().any(|action| *action != Action::Escape);
                        actions.retain(|action| !stays || *action != Action::Escape);
                    } else {
                        named.get_or_insert((steps.len(), actions[0]));
                    }
                    let is_first = named.is_some_and(|(step, _)| step == steps.len());
                    let action = if is_first {
                        actions[0]
                    } else {
                        choose(&mut rng, &actions)
                    };
                    state.apply(action);
                    steps.push(Step::Action(seat, action));
                }
            }
        }
        let (at, left_out) = named.expect("something is left out in a whole heist");
        let error = numbered(&deal, &steps, Log::default()).unwrap_err();
        let expected = format!("deal 0, step {at}: `{left_out}` is left out in this mode; expected a legal action");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}
