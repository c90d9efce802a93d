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
        // What was played was possible: the arena plays nothing else, and the contract says that it is listed.
        places.push(place.expect("what was played is listed as possible") as u16);
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
