//! Setups, by what their game says of its fields.

use heist_engine::any::{AnyGame, AnySetup, takes};
use heist_engine::describe::{Choice, FieldDefault, FieldKind, SetupField, joined};
use heist_engine::json::read;
use heist_engine::registry::GameInfo;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};

use crate::errors::Error;

/// A game's setup from JSON: fields that may not be left out get the value that the game suggests, `null` stands for a
/// field that is left out, and every value has the form that the game's description asks for or that a completed setup
/// has.
///
/// # Errors
/// Names the first field that does not fit and what was expected.
pub fn read_setup(game: &dyn AnyGame, text: &str) -> Result<Box<dyn AnySetup>, Error> {
    let wrong = |error: &dyn ToString| Error::Value(format!("setup: {}", error.to_string()));
    let Value::Object(mut fields) = read::<Value>(text).map_err(|error| wrong(&error))? else {
        return Err(Error::value("setup: expected a JSON object with the fields of a setup"));
    };
    fields.retain(|_, value| !value.is_null());
    if fields.contains_key("seed") {
        return Err(Error::value(
            "setup: field `seed`: expected it in new_initial_state(seed)",
        ));
    }
    for (name, value) in &fields {
        let described = game.info().setup.iter().find(|field| field.name == name);
        let field = described.ok_or_else(|| unknown_field(game.info(), name))?;
        check(game, field, value)?;
    }
    for field in game.info().setup {
        if matches!(field.default, FieldDefault::Required(_)) && !fields.contains_key(field.name) {
            fields.insert(field.name.to_owned(), default(field));
        }
    }
    game.read_setup(&Value::Object(fields).to_string())
        .map_err(|error| wrong(&error))
}

fn unknown_field(game: &GameInfo, name: &str) -> Error {
    let names: Vec<&str> = game.setup.iter().map(|field| field.name).collect();
    Error::Value(format!(
        "setup: field `{name}`: {} has no such field; expected one of: {}",
        game.id,
        names.join(", ")
    ))
}

/// # Errors
/// When a field of a game's setups takes no such value.
pub fn check(game: &dyn AnyGame, field: &SetupField, value: &Value) -> Result<(), Error> {
    if takes(game, field, value) {
        Ok(())
    } else {
        Err(Error::Value(format!(
            "setup: field `{}`: found {value}; expected {}",
            field.name,
            expected(field)
        )))
    }
}

/// What may be given in JSON. On a command line lists are texts; here they are lists.
fn expected(field: &SetupField) -> String {
    match field.kind {
        FieldKind::Each { of, choices, .. } => format!("a list with one for each {of} of: {}", joined(choices)),
        FieldKind::Several { choices } => format!("a list of any of: {}", joined(choices)),
        FieldKind::Word { example } => format!("a text such as {example}"),
        _ => field.expected(),
    }
}

/// What a field has if it is left out, as JSON; null if that is not a fixed value.
fn default(field: &SetupField) -> Value {
    match field.default {
        FieldDefault::Value(text) | FieldDefault::Required(text) => field.read(text).expect("a default fits its field"),
        FieldDefault::Drawn | FieldDefault::Absent(_) => Value::Null,
    }
}

/// The keyword of a field in Python.
pub fn keyword(name: &str) -> String {
    name.replace('-', "_")
}

/// A field as Python sees it.
fn described(field: &SetupField) -> Value {
    let choice = |choice: &Choice| {
        let value = match field.kind {
            FieldKind::Number { .. } => field.read(choice.value).expect("a choice fits its field"),
            _ => json!(choice.value),
        };
        json!({"value": value, "label": choice.title()})
    };
    let mut facts = Map::new();
    let mut tell = |name: &str, value: Value| facts.insert(name.to_owned(), value);
    tell("name", json!(keyword(field.name)));
    tell("json_name", json!(field.name));
    tell("label", json!(field.label));
    tell("help", json!(field.help));
    let kind = serde_json::to_value(field.kind).expect("kinds of fields serialize");
    tell("kind", kind["kind"].clone());
    if let FieldKind::Number { least, most, .. } = field.kind {
        tell("least", json!(least));
        tell("most", json!(most));
    }
    tell("choices", field.kind.choices().iter().map(choice).collect());
    tell("expected", json!(expected(field)));
    tell("default", default(field));
    tell(
        "left_out",
        match field.default {
            FieldDefault::Value(_) | FieldDefault::Required(_) => Value::Null,
            FieldDefault::Drawn => json!("drawn from the seed"),
            FieldDefault::Absent(meaning) => json!(meaning),
        },
    );
    tell(
        "only",
        match field.only {
            None => Value::Null,
            Some((name, values)) => json!({"name": keyword(name), "values": values}),
        },
    );
    Value::Object(facts)
}

/// The fields of a game's setup as a list of dictionaries.
pub fn fields<'py>(py: Python<'py>, fields: &[SetupField]) -> PyResult<Bound<'py, PyAny>> {
    let list: Value = fields.iter().map(described).collect();
    loads(py, &list)
}

/// JSON as Python has it.
pub fn loads<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}
