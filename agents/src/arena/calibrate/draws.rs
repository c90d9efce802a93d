//! Setups of all kinds, drawn from the descriptions of their fields.

use heist_engine::any::{AnyGame, AnySetup};
use heist_engine::describe::{Choice, FieldDefault, FieldKind, SetupField};
use heist_engine::random::{self, Generator};
use serde_json::{Map, Value, json};

/// A setup with a name that results are told by.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The name.
    pub name: String,
    /// The setup; what it leaves open is drawn for each game.
    pub setup: Box<dyn AnySetup>,
}

/// The name of setups in which more than scenario and seats is drawn.
pub const OTHERS: &str = "other setups";

/// Of so many setups one has more drawn than scenario and seats.
const ONE_IN: u32 = 3;
/// Of so many fields of such a setup one is drawn.
const FIELD_ONE_IN: u32 = 3;
/// Numbers of a longer range are not drawn unless they are among those with a meaning of their own.
const LONGEST_RANGE: i64 = 12;
/// Setups that contradict themselves are drawn again, so often at most.
const TRIES: u32 = 200;

/// A setup of a game; a function of the arguments. Scenario and number of seats are always drawn, the usual scenario
/// most often and the others the more rarely the later they are listed; in one of three setups other fields are drawn
/// as well.
///
/// # Panics
/// When none of many drawn setups can be played, which no listed game has.
pub fn draw(game: &dyn AnyGame, seed: u64, number: u64) -> Setting {
    let mut rng = random::stream(seed, "calibration/setup", number);
    let is_plain = random::below(&mut rng, ONE_IN) > 0;
    for _ in 0..TRIES {
        let fields = fields(game, is_plain, &mut rng);
        let Ok(setup) = game.setup_from(&fields) else { continue };
        if setup.with_seed(Some(0)).complete().is_err() {
            continue;
        }
        let name = if is_plain { name(&fields) } else { OTHERS.to_owned() };
        return Setting { name, setup };
    }
    unreachable!("no setup of {} can be played", game.info().name)
}

fn fields(game: &dyn AnyGame, is_plain: bool, rng: &mut Generator) -> Map<String, Value> {
    let mut fields = Map::new();
    for field in game.info().setup {
        let is_required = matches!(field.default, FieldDefault::Required(_));
        let value = match field.name {
            "scenario" => scenario(game.info().scenarios, rng),
            _ if is_required || !is_plain && random::below(rng, FIELD_ONE_IN) == 0 => value(field, rng),
            _ => None,
        };
        if let Some(value) = value {
            fields.insert(field.name.to_owned(), value);
        }
    }
    fields
}

/// The one at the place `n` from 0 is `n + 1` times rarer than the first.
fn scenario(scenarios: &[&str], rng: &mut Generator) -> Option<Value> {
    let weights: Vec<f64> = (1..=scenarios.len()).map(|place| 1.0 / place as f64).collect();
    (!scenarios.is_empty()).then(|| json!(scenarios[random::choose_weighted(rng, &weights)]))
}

/// A value of a field; none where values are no fixed set or too many.
fn value(field: &SetupField, rng: &mut Generator) -> Option<Value> {
    let one_of = |choices: &'static [Choice], rng: &mut Generator| {
        let place = random::below(rng, choices.len() as u32) as usize;
        choices[place].value
    };
    match field.kind {
        FieldKind::Choice { choices } | FieldKind::Drawing { choices } if !choices.is_empty() => {
            Some(json!(one_of(choices, rng)))
        }
        FieldKind::Number { named, .. } if !named.is_empty() => one_of(named, rng).parse::<i64>().ok().map(Value::from),
        FieldKind::Number { least, most, .. } if most - least <= LONGEST_RANGE => {
            Some(json!(least + i64::from(random::below(rng, (most - least + 1) as u32))))
        }
        FieldKind::YesNo => Some(json!(random::below(rng, 2) == 1)),
        FieldKind::Several { choices } => {
            let values = choices.iter().map(|choice| choice.value);
            let values: Vec<&str> = values.filter(|_| random::below(rng, 2) == 1).collect();
            (!values.is_empty()).then(|| json!(values))
        }
        _ => None,
    }
}

/// What tells plain setups apart.
fn name(fields: &Map<String, Value>) -> String {
    let scenario = fields.get("scenario").and_then(Value::as_str);
    let seats = fields.get("seats").map(|seats| match seats.as_u64() {
        Some(1) => "1 seat".to_owned(),
        _ => format!("{seats} seats"),
    });
    let parts: Vec<String> = scenario.map(str::to_owned).into_iter().chain(seats).collect();
    parts.join(", ")
}
