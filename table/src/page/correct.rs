//! Correcting a position: every fact of it as a field, and the whole as text.
//!
//! Fields carry JSON pointers in their names, so the page need not know what a game's position is made of. A field that is
//! emptied is left out of the position and has its default again.

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::shown::{Shown, address};
use super::{document, refused, titled};
use crate::table::{TableError, Viewer};

/// The longest position that is shown as fields, in bytes: a page with a field for each fact is a hundred times as long.
const MOST_AS_FIELDS: usize = 64 << 10;
/// The beginning of the name of a field that holds a fact.
const FACT: &str = "fact:";
/// The beginning of the name of a field that names a fact to be added.
const NEW: &str = "new:";
/// The beginning of the name of the field with its value.
const VALUE: &str = "value:";

/// The page. `position` is what is edited, `error` what is wrong with it.
pub fn page(shown: &Shown, position: &str, error: Option<&TableError>) -> Markup {
    let Shown {
        name, link, revision, ..
    } = *shown;
    let read: Option<Value> = match position.len() <= MOST_AS_FIELDS {
        true => serde_json::from_str(position).ok(),
        false => None,
    };
    let can_override = error.is_some_and(|error| error.problems.iter().any(|problem| problem.waivable));
    let body = html! {
        header class="bar" { a href={ "/t/" (link) } { "Back to the table" } h1 { "Correct · " (name) } }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            @if shown.viewer == Viewer::Public {
                p { "Correct what is wrong and save. The game goes on from there; Undo takes the correction back." }
            } @else {
                p {
                    "Correct what is wrong and save. The game goes on from there. What only you know stays on this page, and Undo does not "
                    "take it back: correct it again instead. What everybody sees is corrected for everybody, and Undo takes that back."
                }
            }
            form #facts method="post" action=(address(link, "correct")) {
                input type="hidden" name="revision" value=(revision);
                @if can_override {
                    p class="check" {
                        input #overridden type="checkbox" name="overridden" value="1";
                        label for="overridden" { "This is how it is at our table: override what may be overridden" }
                    }
                }
                @if let Some(Value::Object(fields)) = &read {
                    input type="hidden" name="was" value=(position);
                    (groups(fields))
                    p class="buttons sticky" { button class="main" name="by" value="facts" { "Save these fields" } }
                }
                details open[read.is_none()] {
                    summary { "The whole position as text" }
                    label for="position" { "Position (JSON)" }
                    textarea #position name="position" rows="20" spellcheck="false" class="drawing" { (position) }
                    p { button name="by" value="text" { "Save this text" } }
                }
            }
        }
    };
    document(&format!("Correct · {name}"), &body)
}

/// A fold for everything that has parts; what has none comes first.
fn groups(fields: &Map<String, Value>) -> Markup {
    let (plain, parted): (Vec<_>, Vec<_>) = fields.iter().partition(|(_, value)| is_fact(value));
    html! {
        fieldset {
            legend { "The game" }
            @for (key, value) in &plain { (fact(&format!("/{}", pointed(key)), key, value)) }
            (addition("", "the game"))
        }
        @for (key, value) in &parted { (group(&format!("/{}", pointed(key)), &titled(key), value)) }
    }
}

/// Something with parts: what is plain in it, then its parts in folds of their own.
fn group(pointer: &str, name: &str, value: &Value) -> Markup {
    let parts: Vec<(String, String, &Value)> = match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (pointed(key), titled(key), value))
            .collect(),
        Value::Array(values) => values
            .iter()
            .enumerate()
            .map(|(place, value)| (place.to_string(), format!("{name} {}", place + 1), value))
            .collect(),
        _ => Vec::new(),
    };
    let (plain, parted): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(.., value)| is_fact(value));
    html! {
        details class="group" {
            summary { (name) }
            @if value.is_object() || !plain.is_empty() {
                div class="facts" { @for (key, name, value) in &plain { (fact(&format!("{pointer}/{key}"), name, value)) } }
            }
            @for (key, name, value) in &parted { (group(&format!("{pointer}/{key}"), name, value)) }
            @if value.is_object() { (addition(pointer, name)) }
        }
    }
}

/// Whether a value is one fact: a plain one, or a list of plain ones.
fn is_fact(value: &Value) -> bool {
    let is_plain = |value: &Value| !value.is_object() && !value.is_array();
    is_plain(value) || value.as_array().is_some_and(|values| values.iter().all(is_plain))
}

/// One fact as a field.
fn fact(pointer: &str, name: &str, value: &Value) -> Markup {
    let field = format!("{FACT}{pointer}");
    html! {
        div class="fact" {
            label for=(field) { (titled(name)) }
            @if let Value::Bool(is_so) = value {
                select id=(field) name=(field) {
                    option value="true" selected[*is_so] { "yes" }
                    option value="false" selected[!*is_so] { "no" }
                }
            } @else {
                input id=(field) name=(field) value=(written(value)) autocomplete="off" autocapitalize="off" spellcheck="false";
            }
        }
    }
}

/// Two fields for something that is not there yet.
fn addition(pointer: &str, name: &str) -> Markup {
    let (new, value) = (format!("{NEW}{pointer}"), format!("{VALUE}{pointer}"));
    html! {
        div class="fact new" {
            div {
                label for=(new) { "Add to " (name) ": what" }
                input id=(new) name=(new) autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="name of the field";
            }
            div {
                label for=(value) { "Value" span class="unseen" { " of what is added to " (name) } }
                input id=(value) name=(value) autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="a word, a number or [a list]";
            }
        }
    }
}

/// A fact as people write it: a list in brackets, texts without quotes.
fn written(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().map(written).collect();
            format!("[{}]", values.join(", "))
        }
        value => value.to_string(),
    }
}

/// What people wrote: JSON where it is, else a list of such things in brackets, else a text. A list in a list is JSON or a text:
/// endlessly nested brackets get no further than this.
fn meant(text: &str) -> Value {
    let text = text.trim();
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return read(text);
    }
    match text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => inside
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(read)
            .collect(),
        None => Value::String(text.to_owned()),
    }
}

/// A key as part of a JSON pointer.
fn pointed(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The same backwards.
fn unpointed(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// The position after the fields of the form.
///
/// # Errors
/// When the position that was shown is not JSON, or a field is of no part of it.
pub fn applied(was: &str, fields: &[(String, String)]) -> Result<String, TableError> {
    let mut position: Value =
        serde_json::from_str(was).map_err(|error| TableError::new(format!("the position is not JSON: {error}")))?;
    for (name, text) in fields {
        if let Some(pointer) = name.strip_prefix(FACT) {
            change(&mut position, pointer, text)?;
        }
    }
    for (name, key) in fields.iter().filter(|(_, key)| !key.trim().is_empty()) {
        if let Some(pointer) = name.strip_prefix(NEW) {
            let value = fields
                .iter()
                .find(|(name, _)| name.strip_prefix(VALUE) == Some(pointer))
                .map_or("", |(_, value)| value);
            add(&mut position, pointer, key.trim(), value)?;
        }
    }
    serde_json::to_string_pretty(&position).map_err(|error| TableError::new(error.to_string()))
}

/// Sets a fact if the field says something else than it did, and leaves it out if the field was emptied.
fn change(position: &mut Value, pointer: &str, text: &str) -> Result<(), TableError> {
    let unknown = || TableError::new(format!("the field `{pointer}`: the position has no such fact"));
    let fact = position.pointer_mut(pointer).ok_or_else(unknown)?;
    if written(fact) == text.trim() {
        return Ok(());
    }
    if !text.trim().is_empty() {
        *fact = match fact {
            // A text that looks like a number stays a text.
            Value::String(_) => Value::String(text.trim().to_owned()),
            _ => meant(text),
        };
        return Ok(());
    }
    let (parent, key) = pointer.rsplit_once('/').ok_or_else(unknown)?;
    match position.pointer_mut(parent) {
        Some(Value::Object(fields)) => {
            fields.remove(&unpointed(key));
            Ok(())
        }
        // A place in a list cannot be left out without moving the others.
        Some(Value::Array(values)) => {
            let place = key.parse::<usize>().ok().and_then(|place| values.get_mut(place));
            *place.ok_or_else(unknown)? = Value::Null;
            Ok(())
        }
        _ => Err(unknown()),
    }
}

/// Adds a fact to a part.
fn add(position: &mut Value, pointer: &str, key: &str, text: &str) -> Result<(), TableError> {
    match position.pointer_mut(pointer) {
        Some(Value::Object(fields)) => {
            fields.insert(key.to_owned(), meant(text));
            Ok(())
        }
        _ => Err(TableError::new(format!(
            "nothing can be added to `{pointer}`: the position has no such part"
        ))),
    }
}
