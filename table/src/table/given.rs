//! Fields of a form that come as JSON.

use serde_json::{Map, Value};

use super::TableError;
use super::setup::{OWN, drawing_of};

/// Fields as a form has them, a text, or several of one name, from what programs send and setups say.
///
/// # Errors
/// Names the field whose value is neither.
pub fn form_from_json(fields: Map<String, Value>) -> Result<Vec<(String, String)>, TableError> {
    let mut form = Vec::new();
    for (name, value) in fields {
        let values = match value {
            // As the form sends it where no box is ticked.
            Value::Array(values) if values.is_empty() => vec![Value::String(String::new())],
            Value::Array(values) => values,
            value => vec![value],
        };
        for value in values {
            form.push((name.clone(), text_of(&name, value)?));
        }
    }
    Ok(form)
}

fn text_of(name: &str, value: Value) -> Result<String, TableError> {
    match value {
        Value::String(text) => Ok(text),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(true) => Ok("yes".to_owned()),
        Value::Bool(false) => Ok("no".to_owned()),
        other => Err(TableError::new(format!(
            "field `{name}`: found {other}; expected a text, a number, true or false, or several"
        ))),
    }
}

/// Fields of a setup as a form shows them: a drawing, which has several lines, is in a field of its own.
///
/// # Errors
/// As [`form_from_json`].
pub fn form_from_setup(fields: Map<String, Value>) -> Result<Vec<(String, String)>, TableError> {
    let mut form = Vec::new();
    for (name, value) in form_from_json(fields)? {
        if value.contains('\n') {
            form.push((drawing_of(&name), value));
            form.push((name, OWN.to_owned()));
        } else {
            form.push((name, value));
        }
    }
    Ok(form)
}
