//! Every decision of a game, annotated or not.

use heist_engine::game::{Game, Node};

use crate::record::{NO_EXPERT, RecordedDecision, RecordedGame};
use crate::rows::{ResimulateError, Resimulator};

/// The game with an annotation for every decision: an empty one where it had none.
///
/// # Errors
/// When the game does not go as it is recorded.
pub fn annotate_every<G: Game>(
    simulator: &Resimulator<G>,
    game: &RecordedGame,
) -> Result<RecordedGame, ResimulateError> {
    let mut world = simulator.deal(game)?.world;
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    let mut known = game.decisions.iter().peekable();
    let mut decisions = Vec::new();
    for (step, &found) in game.steps.iter().enumerate() {
        let impossible = |possible| ResimulateError::Step { step, found, possible };
        let place = usize::from(found);
        match world.node() {
            Node::Decision(_) => {
                let annotation = known.next_if(|annotation| annotation.step as usize == step);
                decisions.push(annotation.cloned().unwrap_or_else(|| RecordedDecision {
                    step: step as u32,
                    expert: NO_EXPERT,
                    ..RecordedDecision::default()
                }));
                world.legal_actions(&mut legal);
                world.apply(*legal.get(place).ok_or(impossible(legal.len()))?);
            }
            Node::Chance => {
                world.outcomes(&mut outcomes);
                let outcome = outcomes.get(place).ok_or(impossible(outcomes.len()))?;
                world.resolve(outcome.0);
            }
            Node::Terminal => return Err(impossible(0)),
        }
    }
    // What fits no decision is found when the game is played again.
    decisions.extend(known.cloned());
    Ok(RecordedGame {
        decisions,
        ..game.clone()
    })
}
