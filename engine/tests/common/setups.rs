//! Setups made from a game's own description of them.

use heist_engine::Game;
use heist_engine::describe::{FieldKind, SetupField};
use heist_engine::random::{Generator, below, choose, stream};
use serde_json::{Map, Value, json};

/// A value of a field that needs no other field to agree with; none for what is left to the seed.
fn value(field: &SetupField, rng: &mut Generator) -> Option<Value> {
    match field.kind {
        FieldKind::Choice { choices } | FieldKind::Drawing { choices } => Some(json!(choose(rng, choices).value)),
        FieldKind::Number { least, most, .. } => Some(json!(least + i64::from(below(rng, (most - least + 1) as u32)))),
        FieldKind::YesNo => Some(json!(below(rng, 2) == 0)),
        FieldKind::Several { choices } => {
            let chosen = choices.iter().filter(|_| below(rng, 2) == 0);
            Some(json!(chosen.map(|choice| choice.value).collect::<Vec<_>>()))
        }
        FieldKind::Seat | FieldKind::Each { .. } | FieldKind::Word { .. } => None,
    }
}

/// A setup with this seed in which the fields that a game describes are drawn: each keeps its default two times in
/// three, and so does one that does not agree with those before it.
pub fn drawn<G: Game>(seed: u64) -> G::Setup {
    let mut rng = stream(seed, "setups", 0);
    let mut fields = Map::new();
    for field in G::SETUP {
        let is_left_out = below(&mut rng, 3) > 0 && !["seats", "scenario"].contains(&field.name);
        let value = value(field, &mut rng);
        if !is_left_out && field.is_of_use(G::SETUP, &fields) {
            fields.extend(value.map(|value| (field.name.to_owned(), value)));
        }
    }
    fields.insert("seed".to_owned(), json!(seed));
    // Where all is well nothing is looked at one by one.
    if G::complete(&read::<G>(&fields)).is_err() {
        let drawn = std::mem::take(&mut fields);
        let (first, others): (Vec<_>, Vec<_>) = drawn
            .into_iter()
            .partition(|(name, _)| ["seats", "scenario", "seed"].contains(&name.as_str()));
        fields.extend(first);
        for (name, value) in others {
            fields.insert(name.clone(), value);
            if G::complete(&read::<G>(&fields)).is_err() {
                fields.remove(&name);
            }
        }
    }
    read::<G>(&fields)
}

fn read<G: Game>(fields: &Map<String, Value>) -> G::Setup {
    let setup = Value::Object(fields.clone());
    serde_json::from_value(setup.clone()).unwrap_or_else(|error| panic!("{}: {error} in {setup}", G::ID))
}
