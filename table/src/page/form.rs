//! Fields of a form, made from what a game says of its setups.

use maud::{Markup, html};

use crate::table::SetupField;

/// The value that was given for a field before; of several, the one of this place.
pub(super) fn given<'a>(form: &'a [(String, String)], name: &str, nth: usize) -> Option<&'a str> {
    let mut values = form.iter().filter(|(known, _)| known == name);
    values.nth(nth).map(|(_, value)| value.as_str())
}

/// The fields with the values that were given for them, or their defaults.
pub(super) fn fields(fields: &[SetupField], values_given: &[(String, String)]) -> Markup {
    html! {
        @for field in fields {
            @let (only, values) = condition(field);
            @if field.is_per_seat {
                fieldset data-only=[only] data-values=[values] {
                    legend { (field.label) }
                    p class="faint" { (coded(&field.help)) }
                    @for number in 1..=field.entries {
                        @let id = format!("{}-{number}", field.name);
                        div data-entry=(number) data-counted-by=[field.counted_by.as_deref()] {
                            label for=(id) { (field.entry_label) " " (number) }
                            (input(field, &id, given(values_given, &field.name, number - 1)))
                        }
                    }
                }
            } @else if field.is_multiple {
                fieldset data-only=[only] data-values=[values] {
                    legend { (field.label) }
                    p class="faint" { (coded(&field.help)) }
                    // A browser sends nothing of boxes that are not ticked: this says that they were asked for.
                    input type="hidden" name=(field.name) value="";
                    (boxes(field, values_given))
                }
            } @else {
                div class="stack" data-only=[only] data-values=[values] {
                    label for=(field.name) { (field.label) }
                    (input(field, &field.name, given(values_given, &field.name, 0)))
                    p class="faint help" id={ (field.name) "-help" } { (coded(&field.help)) }
                    @if field.is_drawing && !field.example.is_empty() {
                        details { summary { "An example" } pre tabindex="0" aria-label="A drawing" { (field.example) } }
                    }
                }
            }
        }
    }
}

/// For the browser: the field that this one depends on, and its values under which this one is of use, separated by
/// spaces.
fn condition(field: &SetupField) -> (Option<&str>, Option<String>) {
    match &field.only {
        Some(only) => (Some(&only.field), Some(only.values.join(" "))),
        None => (None, None),
    }
}

/// A line of help in which `...` marks what is typed.
fn coded(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    html! {
        @for (place, part) in parts.iter().enumerate() {
            // A mark without its twin stands for itself.
            @if place % 2 == 1 && place + 1 == parts.len() { "`" (part) }
            @else if place % 2 == 1 { code { (part) } }
            @else { (part) }
        }
    }
}

/// A box to tick for each option of a field that takes any number of them.
fn boxes(field: &SetupField, given: &[(String, String)]) -> Markup {
    let is_given = given.iter().any(|(name, _)| *name == field.name);
    let is_ticked = |option: &str| {
        if is_given {
            given.iter().any(|(name, value)| *name == field.name && value == option)
        } else {
            field.default.split(',').any(|value| value == option)
        }
    };
    html! {
        @for (option, label) in &field.options {
            @let id = format!("{}-{option}", field.name);
            p class="check" {
                input id=(id) type="checkbox" name=(field.name) value=(option) checked[is_ticked(option)];
                label for=(id) { (label) }
            }
        }
    }
}

/// A list to choose from, or a text.
fn input(field: &SetupField, id: &str, given: Option<&str>) -> Markup {
    let value = given.unwrap_or(&field.default);
    let described = (!field.is_per_seat).then(|| format!("{}-help", field.name));
    html! {
        @if field.is_drawing {
            textarea id=(id) name=(field.name) rows="6" spellcheck="false" class="drawing" aria-describedby=[described] { (value) }
        } @else if field.options.is_empty() {
            @let example = (!field.example.is_empty()).then(|| format!("such as {}", field.example));
            input id=(id) name=(field.name) value=(value) placeholder=[example] autocomplete="off" spellcheck="false" aria-describedby=[described];
        } @else {
            select id=(id) name=(field.name) aria-describedby=[described] {
                @for (option, label) in &field.options { option value=(option) selected[option == value] { (label) } }
            }
        }
    }
}
