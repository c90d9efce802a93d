//! Moves that cost nothing, found by what the rules do and not by their names.
//!
//! A move is free if the seat that makes it decides again in the same turn, and nothing is worse than before: in every
//! world that fits what the seat knows, whatever was known still holds, and all that came was found out, or says that
//! something was done. A peek that costs no action is free, and so is `pass` in a window that comes again. A move that
//! another one takes back is free as well.
//!
//! Whoever is free to make such a move first loses nothing by it, as long as the other move stays possible: a search
//! that is consistent along a turn does not value it lower.

use heist_engine::any::AnyState;
use heist_engine::describe::Aim;
use heist_engine::game::{Fill, Node, Seat};
use heist_engine::random::Generator;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The fields of positions that say what is being done, not how things stand: any move changes them.
const UNDER_WAY: [&str; 4] = ["pending", "resolving", "free-things", "last"];

/// Draws at most between a move and the next decision.
const MOST_DRAWS: usize = 64;

/// A move that costs nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FreeMove {
    /// The move in notation.
    pub action: String,
    /// The other moves that stay possible after it, in every world that was looked at, in notation.
    pub lasting: Vec<String>,
}

/// The free moves of the decision of `seat`, whose information state is `view`, with those that stay possible after
/// each; moves after which nothing does are left out. Each is tried in as many sampled `worlds`.
///
/// # Panics
/// When the state's own moves cannot be played.
pub fn free_moves(view: &dyn AnyState, seat: Seat, worlds: u32, rng: &mut Generator) -> Vec<FreeMove> {
    let filled = |_| {
        let mut world = view.copy();
        world.determinize(Fill::All, rng);
        world
    };
    let worlds: Vec<Box<dyn AnyState>> = (0..worlds).map(filled).collect();
    let before = Before::new(view, seat);
    let moves: Vec<String> = notations(view);
    let mut free = Vec::new();
    for (place, action) in moves.iter().enumerate() {
        let mut lasting: Vec<String> = moves.iter().filter(|other| *other != action).cloned().collect();
        for world in &worlds {
            let possible = before.possible_after(&**world, place, rng).unwrap_or_default();
            lasting.retain(|other| possible.contains(other));
            if lasting.is_empty() {
                break;
            }
        }
        if !lasting.is_empty() {
            free.push(FreeMove {
                action: action.clone(),
                lasting,
            });
        }
    }
    free
}

/// A decision that a move is compared with.
struct Before<'a> {
    view: &'a dyn AnyState,
    seat: Seat,
    position: Value,
}

impl<'a> Before<'a> {
    fn new(view: &'a dyn AnyState, seat: Seat) -> Before<'a> {
        Before {
            view,
            seat,
            position: position(view),
        }
    }

    /// What is possible after the move at a place in one world; none if the move costs something there.
    fn possible_after(&self, world: &dyn AnyState, place: usize, rng: &mut Generator) -> Option<Vec<String>> {
        let mut after = world.copy();
        assert!(after.take(place), "a legal move can be played");
        let mut draws = 0;
        while after.node() == Node::Chance && draws < MOST_DRAWS {
            after.take_chance(rng).expect("chance decides here");
            draws += 1;
        }
        let is_same_turn = after.node() == Node::Decision(self.seat)
            && after.turn() == self.view.turn()
            && after.actor() == self.view.actor();
        if !is_same_turn {
            return None;
        }
        let is_free = self.is_undone(&*after, draws) || self.is_no_worse(world, &*after, draws > 0);
        is_free.then(|| notations(&*after))
    }

    /// Whether nothing was spent or moved.
    fn is_no_worse(&self, world: &dyn AnyState, after: &dyn AnyState, has_drawn: bool) -> bool {
        if !are_figures_no_worse(self.view, after) {
            return false;
        }
        let known = position(&*after.information_state(self.seat));
        holds_still(&self.position, &known) && brings_marks_alone(&position(world), &position(after), has_drawn)
    }

    /// Whether some move takes everything back.
    fn is_undone(&self, after: &dyn AnyState, draws: usize) -> bool {
        let is_undone_by = |place: usize| {
            let mut again = after.copy();
            let is_same_decision =
                again.take(place) && again.node() == self.view.node() && again.turn() == self.view.turn();
            is_same_decision && {
                let known = position(&*again.information_state(self.seat));
                holds_still(&self.position, &known) && holds_still(&known, &self.position)
            }
        };
        draws == 0 && (0..after.branch_count()).any(is_undone_by)
    }
}

fn notations(state: &dyn AnyState) -> Vec<String> {
    state.branches().into_iter().map(|branch| branch.notation).collect()
}

fn position(state: &dyn AnyState) -> Value {
    serde_json::from_str(&state.position()).expect("a position is JSON")
}

/// Whether no figure moved away from what the team wants; those of which that is not known have to stay.
fn are_figures_no_worse(before: &dyn AnyState, after: &dyn AnyState) -> bool {
    let described = before.game().info().figures;
    let pairs = before.figures().into_iter().zip(after.figures());
    pairs
        .zip(described)
        .all(|(((_, before), (_, after)), figure)| match figure.aim {
            Some(Aim::More) => after >= before,
            Some(Aim::Less) => after <= before,
            None => after == before,
        })
}

/// Whether everything that a position says holds in another one, which may say more. What was unknown, `?`, may be
/// anything.
fn holds_still(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => before.iter().all(|(name, value)| {
            UNDER_WAY.contains(&name.as_str()) || after.get(name).is_some_and(|now| holds_still(value, now))
        }),
        (Value::Array(before), Value::Array(after)) if before.iter().all(Value::is_string) => {
            let mut left: Vec<&Value> = after.iter().collect();
            before.iter().all(|word| {
                let place = left.iter().position(|other| *other == word);
                place.map(|place| left.swap_remove(place)).is_some()
            })
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(value, now)| holds_still(value, now))
        }
        (Value::String(before), Value::String(_)) if before.starts_with('?') => true,
        (before, after) => before == after,
    }
}

/// Whether all that is new in a world says that something was done, such as `ability`. What is found out was there
/// before, in another place; whatever is put somewhere brings the name of a place, and whatever is counted a number,
/// which only a card or tile that was turned up may have brought along.
fn brings_marks_alone(before: &Value, after: &Value, has_drawn: bool) -> bool {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    collect_leaves(before, &mut old);
    collect_leaves(after, &mut new);
    new.into_iter().all(|leaf| {
        if let Some(place) = old.iter().position(|other| *other == leaf) {
            old.swap_remove(place);
            return true;
        }
        match leaf {
            Value::String(word) => !word.contains(|letter: char| letter.is_ascii_digit()),
            _ => has_drawn,
        }
    })
}

fn collect_leaves<'a>(value: &'a Value, leaves: &mut Vec<&'a Value>) {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| !UNDER_WAY.contains(&name.as_str()));
            fields.for_each(|(_, value)| collect_leaves(value, leaves));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_leaves(value, leaves)),
        leaf => leaves.push(leaf),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_known_has_to_hold() {
        let before = json!({"at": "1:B2", "tools": ["emp", "virus"], "chips": {"1:A1": "?"}, "pending": ["act"]});
        let holds = |after: Value| holds_still(&before, &after);
        let chips = json!({"1:A1": "mole"});
        assert!(holds(
            json!({"at": "1:B2", "tools": ["virus", "emp"], "chips": chips, "seen": 1})
        ));
        assert!(!holds(json!({"at": "1:B3", "tools": ["emp", "virus"], "chips": chips})));
        assert!(!holds(json!({"at": "1:B2", "tools": ["emp"], "chips": chips})));
        assert!(!holds(json!({"at": "1:B2", "tools": ["emp", "virus"]})));
    }

    #[test]
    fn marks_are_no_places_and_no_numbers() {
        let world = json!({"hidden": {"B4": "thermo-1"}, "actions": 4});
        let is_free = |after: Value, has_drawn| brings_marks_alone(&world, &after, has_drawn);
        assert!(is_free(
            json!({"tiles": {"B4": "thermo-1"}, "actions": 4, "done": ["ability"]}),
            true
        ));
        assert!(is_free(
            json!({"tiles": {"B4": "thermo-1"}, "actions": 4, "stealth": {"B4": 3}}),
            true
        ));
        assert!(!is_free(json!({"hidden": {"B4": "thermo-1"}, "actions": 3}), false));
        assert!(!is_free(
            json!({"hidden": {"B4": "thermo-1"}, "actions": 4, "crow": "1:B2"}),
            false
        ));
    }
}
