//! What happens in a game, told step by step.

use heist_engine::describe::capitalized;
use heist_engine::game::{Actor, Game, Seat};
use heist_engine::record::Step;

use crate::Draw;

/// Steps of an expected line that are told; nobody plans further ahead at a table.
pub const STEPS_TOLD: usize = 12;
/// Who decides where it is nobody's own decision.
pub(crate) const TOGETHER: &str = "Together";

/// On whose behalf the decision of this node is taken, for people: a character's name, or that the players choose
/// together. `None` where nobody decides.
pub fn decider<G: Game>(state: &G) -> Option<String> {
    state.actor().map(|actor| match actor {
        Actor::Team if state.characters() > 1 => TOGETHER.to_owned(),
        Actor::Team => state.character_name(0),
        Actor::Character(character) => state.character_name(character.into()),
    })
}

/// A step in a sentence for `listener`, from the state before it. What others decide says who they are, and so does
/// what a person decides who may play several characters.
pub fn explain_step<G: Draw>(before: &G, step: Step<G>, listener: Seat) -> String {
    match step {
        Step::Action(seat, action) => {
            let are_characters_told = before.characters() > before.seats();
            match before.actor() {
                _ if seat == listener && !are_characters_told => before.explain(action),
                Some(Actor::Character(_)) if !are_characters_told => {
                    format!("Player {seat}: {}", before.explain(action))
                }
                _ => match decider(before) {
                    Some(decider) => format!("{decider}: {}", before.explain(action)),
                    None => before.explain(action),
                },
            }
        }
        Step::Chance(outcome) => before.explain_outcome(outcome),
    }
}

/// The first [`STEPS_TOLD`] steps of a line that begins at `state`, each in a sentence for `listener`.
pub fn explain_line<G: Draw>(mut state: G, steps: impl IntoIterator<Item = Step<G>>, listener: Seat) -> Vec<String> {
    let told = steps.into_iter().take(STEPS_TOLD);
    told.map(|step| {
        let sentence = explain_step(&state, step, listener);
        step.play(&mut state);
        sentence
    })
    .collect()
}

/// A name as a title, but for little words inside it: `go-for-a-swim` as `Go for a Swim`.
pub(crate) fn titled(name: &str) -> String {
    let words = name.split('-').enumerate().map(|(place, word)| match word {
        "a" | "and" | "for" | "the" if place > 0 => word.to_owned(),
        _ => capitalized(word),
    });
    words.collect::<Vec<_>>().join(" ")
}
