//! The tables there are, and beginning another.

use heist_engine::registry::{GAMES, GameInfo};
use maud::{Markup, html};

use super::{document, refused};
use crate::app::NAME_LENGTH;
use crate::table::{SetupField, TableError, setup_fields};

/// A table in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What people call it.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// Its link.
    pub link: String,
    /// How far it is.
    pub state: String,
    /// When it changed last, in words.
    pub changed: String,
}

/// The first page. Without a list for those who are not the host.
pub fn page(tables: &[Listed], error: Option<&TableError>) -> Markup {
    let body = html! {
        header class="bar" { h1 { "Live table" } p { "Play with cardboard, enter what happens, get advice." } }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            section aria-labelledby="new-name" {
                h2 #new-name { "Start a table" }
                p class="buttons" {
                    @for game in GAMES { a class="button main" href={ "/new?game=" (game.id) } { "New table: " (game.name) } }
                }
            }
            section aria-labelledby="tables-name" {
                h2 #tables-name { "Tables" }
                @if tables.is_empty() { p class="faint" { "None yet." } }
                ul class="tables" { @for table in tables { (listed(table)) } }
            }
            section aria-labelledby="open-name" {
                h2 #open-name { "Open a record" }
                form method="post" action="/tables/open" class="stack" {
                    label for="file" { "A replay or a record that was downloaded" }
                    input #file type="file" accept=".jsonl,.json,.txt" data-reads="record" hidden;
                    label for="record" { "Its text" }
                    textarea #record name="record" rows="4" required spellcheck="false" {}
                    label for="open-as" { "Name of the table" }
                    input #open-as name="name" maxlength=(NAME_LENGTH) autocomplete="off";
                    button { "Open as a new table" }
                }
            }
        }
    };
    document("Live table", &body)
}

/// One table: open it, or delete it in two steps.
fn listed(table: &Listed) -> Markup {
    html! {
        li {
            div {
                a href={ "/t/" (table.link) } { (table.name) }
                p class="faint" { (table.game) " · " (table.state) " · " (table.changed) }
            }
            details {
                summary { "Delete" span class="unseen" { " " (table.name) } " …" }
                form method="post" action={ "/t/" (table.link) "/delete" } {
                    p { "It is gone for good." }
                    button class="danger" { "Delete for good" span class="unseen" { ": " (table.name) } }
                }
            }
        }
    }
}

/// The form that begins a table. `given`: what was entered before, if something was wrong with it.
pub fn new_table(game: &GameInfo, given: &[(String, String)], error: Option<&TableError>) -> Markup {
    let fields = setup_fields(game);
    let value = |name: &str, nth: usize| {
        let mut values = given.iter().filter(|(known, _)| known == name);
        values.nth(nth).map(|(_, value)| value.as_str())
    };
    let body = html! {
        header class="bar" { a href="/" { "All tables" } h1 { "New table: " (game.name) } }
        main class="narrow" {
            @if let Some(error) = error { (refused(error)) }
            form method="post" action="/tables" class="stack" {
                input type="hidden" name="game" value=(game.id);
                label for="name" { "Name of the table" }
                input #name name="name" maxlength=(NAME_LENGTH) autocomplete="off" value=(value("name", 0).unwrap_or(game.name));
                @for field in &fields {
                    @let (only, values) = condition(field);
                    @if field.is_per_seat {
                        fieldset data-only=[only] data-values=[values] {
                            legend { (field.label) }
                            p class="faint" { (coded(&field.help)) }
                            @for number in 1..=field.entries {
                                @let id = format!("{}-{number}", field.name);
                                div data-entry=(number) data-counted-by=[field.counted_by.as_deref()] {
                                    label for=(id) { (field.entry_label) " " (number) }
                                    (input(field, &id, value(&field.name, number - 1)))
                                }
                            }
                        }
                    } @else if field.is_multiple {
                        fieldset data-only=[only] data-values=[values] {
                            legend { (field.label) }
                            p class="faint" { (coded(&field.help)) }
                            // A browser sends nothing of boxes that are not ticked: this says that they were asked for.
                            input type="hidden" name=(field.name) value="";
                            (boxes(field, given))
                        }
                    } @else {
                        div class="stack" data-only=[only] data-values=[values] {
                            label for=(field.name) { (field.label) }
                            (input(field, &field.name, value(&field.name, 0)))
                            p class="faint help" id={ (field.name) "-help" } { (coded(&field.help)) }
                            @if field.is_drawing && !field.example.is_empty() {
                                details { summary { "An example" } pre tabindex="0" aria-label="A drawing" { (field.example) } }
                            }
                        }
                    }
                }
                button class="main" { "Start" }
            }
        }
    };
    document(&format!("New table: {}", game.name), &body)
}

/// For the browser: the field that this one depends on, and its values under which this one is of use, separated by spaces.
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
    let is_ticked = |option: &str| match is_given {
        true => given.iter().any(|(name, value)| *name == field.name && value == option),
        false => field.default.split(',').any(|value| value == option),
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
