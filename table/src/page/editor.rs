//! Setting up a position: the board to tap, what may lie there, and every other fact group by group.
//!
//! The page knows no game: it is made from the [facts](heist_engine::describe::Fact) of a [`Draft`]. The draft travels
//! with the form, so nothing is kept of it until it is saved. Every button is an [`Edit`], or leads to another place of
//! the same draft.

use heist_draw::{Layout, SvgStyle, Theme};
use heist_engine::describe::{Fact, Picker, titled};
use maud::{Markup, PreEscaped, html};
use serde_json::{Value, json};

use super::shown::{Shown, address};
use super::{document, place_id, refused};
use crate::app::NAME_LENGTH;
use crate::table::{Draft, Edit, Here, PositionProblem, TableError, Viewer};

/// The field of a button that changes a fact.
pub const EDIT: &str = "edit";
/// The field of a button that leads to a place: a spot of the picture, a group or a fact.
pub const AT: &str = "at";
/// The beginning of a place that is a group of facts.
pub const GROUP: &str = "group=";
/// The beginning of a place that is one fact.
pub const FACT: &str = "fact=";
/// The beginning of what a button is sent as that takes the value of a list beside it, and of the name of that list.
pub const PICK: &str = "pick";

/// From how many options on a fact has a sheet of its own.
const MANY: usize = 48;
/// Up to how many numbers are a button each.
const FEW_NUMBERS: i64 = 9;

/// What a position is set up for.
#[derive(Clone, Copy, Debug)]
pub enum Purpose<'a> {
    /// A new table, which is to have this name.
    Begin(&'a str),
    /// The table that is shown, whose position is wrong.
    Correct(&'a Shown<'a>),
}

/// A page on which a position is set up.
#[derive(Clone, Copy, Debug)]
pub struct Editor<'a> {
    /// The position so far.
    pub draft: &'a Draft,
    /// What it is for.
    pub purpose: Purpose<'a>,
    /// Where in it people are.
    pub at: Option<&'a str>,
    /// The fact that was changed last, which stays open.
    pub touched: Option<&'a str>,
    /// What went wrong.
    pub error: Option<&'a TableError>,
    /// For which screen the picture is.
    pub screen: (Layout, Theme),
}

impl Editor<'_> {
    fn action(&self) -> String {
        match self.purpose {
            Purpose::Begin(_) => "/editor".to_owned(),
            Purpose::Correct(shown) => address(shown.link, "correct"),
        }
    }

    fn title(&self) -> String {
        match self.purpose {
            Purpose::Begin(_) => format!("A game in progress: {}", self.draft.game().info().name),
            Purpose::Correct(shown) => format!("Correct · {}", shown.name),
        }
    }
}

/// The whole page.
pub fn page(editor: &Editor) -> Markup {
    let (back, back_name) = match editor.purpose {
        Purpose::Begin(_) => ("/".to_owned(), "All tables"),
        Purpose::Correct(shown) => (format!("/t/{}", shown.link), "Back to the table"),
    };
    let body = html! {
        a class="skip" href="#asked" { "Skip to what can be set" }
        header class="bar" { a href=(back) { (back_name) } h1 { (editor.title()) } }
        p #trouble class="notice" role="alert" hidden { }
        p #said class="unseen" role="status" {}
        main class="table" { (part(editor)) }
    };
    document(&editor.title(), &body)
}

/// The part of the page that changes with the draft.
pub fn part(editor: &Editor) -> Markup {
    let Editor { draft, at, .. } = *editor;
    let (layout, theme) = editor.screen;
    let style = SvgStyle {
        layout,
        theme,
        highlight: at.map(str::to_owned).into_iter().collect(),
        happened: None,
        is_edited: true,
    };
    html! {
        form #editor method="post" action=(editor.action()) hx-post=(editor.action()) hx-target="this" hx-swap="outerHTML" {
            // What Enter in a field does: nothing but to show the page again.
            button class="unseen" tabindex="-1" aria-hidden="true" { "Show again" }
            input type="hidden" name="position" value=(draft.text());
            input type="hidden" name="drawn" value=(draft.drawn());
            input type="hidden" name="game" value=(draft.game().info().id);
            input type="hidden" name="layout" value=(match layout { Layout::Wide => "wide", Layout::Narrow => "narrow" });
            input type="hidden" name="theme" value=(match theme { Theme::Light => "light", Theme::Dark => "dark" });
            input type="hidden" name="stay" value=(at.unwrap_or_default());
            @if let Purpose::Correct(shown) = editor.purpose { input type="hidden" name="revision" value=(shown.revision); }
            section #board aria-label="Board" {
                figure { div #picture data-editor="1" { (PreEscaped(draft.picture(&style))) } }
            }
            (sheet(editor))
            div class="beside" {
                (groups(editor))
                (whole(editor))
            }
        }
    }
}

/// What can be set where people are, and how the position is saved.
fn sheet(editor: &Editor) -> Markup {
    let Editor { draft, at, .. } = *editor;
    html! {
        section #asked aria-labelledby="question" {
            @if let Some(error) = editor.error { (refused(error)) }
            h2 #question tabindex="-1" { (heading(draft, at)) }
            @match at {
                None => { p { "Tap what you want to set: a square, a wall, a player, a deck. What you leave alone is as usual, or unknown." } }
                Some(at) => (place(editor, at)),
            }
            (contradictions(draft))
            (saving(editor))
        }
    }
}

/// What people call the place where they are.
fn heading(draft: &Draft, at: Option<&str>) -> String {
    let Some(at) = at else {
        return "What does your table look like?".to_owned();
    };
    if let Some(group) = at.strip_prefix(GROUP) {
        return group.to_owned();
    }
    if let Some(path) = at.strip_prefix(FACT) {
        let fact = draft.facts().iter().find(|fact| fact.path == path);
        return fact.map_or_else(String::new, |fact| format!("{}: {}", fact.group, fact.label));
    }
    let own = draft.facts().iter().filter(|fact| fact.spot.as_deref() == Some(at));
    let groups: Vec<&str> = own.map(|fact| fact.group.as_str()).collect();
    let (name, value) = at.split_once('=').unwrap_or(("", at));
    match &groups[..] {
        // What all belongs to one group is better known by the name of the group, unless that has many places.
        [first, ..] if !is_spread(draft, first) && groups.iter().all(|group| group == first) => (*first).to_owned(),
        _ => format!("{} {value}", titled(name)),
    }
}

/// Whether the facts of a group lie at several spots.
fn is_spread(draft: &Draft, group: &str) -> bool {
    let mut spots = draft
        .facts()
        .iter()
        .filter(|fact| fact.group == group)
        .map(|fact| &fact.spot);
    spots.next().is_some_and(|first| spots.any(|spot| spot != first))
}

/// What can be set at a place.
fn place(editor: &Editor, at: &str) -> Markup {
    let draft = editor.draft;
    let here: Vec<Here> = match (at.strip_prefix(GROUP), at.strip_prefix(FACT)) {
        (Some(group), _) => {
            let facts = draft.facts().iter().filter(|fact| fact.group == group);
            facts.map(Here::Fact).collect()
        }
        (None, Some(path)) => {
            let facts = draft.facts().iter().filter(|fact| fact.path == path);
            return html! { @for fact in facts { (control(draft, fact, true)) } };
        }
        (None, None) => draft.at(at),
    };
    let (rare, usual): (Vec<_>, Vec<_>) = here.into_iter().partition(|here| is_rare(draft, here));
    let (pieces, facts): (Vec<_>, Vec<_>) = usual.into_iter().partition(|here| matches!(here, Here::Piece { .. }));
    let pieces: Vec<(Piece, bool)> = pieces
        .iter()
        .filter_map(Piece::of)
        .map(|piece| {
            let is_wrong = draft.contradicts(&piece.edit());
            (piece, is_wrong)
        })
        .collect();
    let (doubtful, likely): (Vec<_>, Vec<_>) = pieces
        .into_iter()
        .partition(|(piece, is_wrong)| *is_wrong && !piece.is_here);
    // The first thing that is not known yet is asked for at once, such as the tile of a square.
    let asked = facts
        .iter()
        .position(|here| matches!(here, Here::Fact(fact) if is_asked(draft, fact)));
    html! {
        @if !likely.is_empty() { div class="chips" { @for (piece, _) in &likely { (piece.button()) } } }
        @for (number, here) in facts.iter().enumerate() {
            @if let Here::Fact(fact) = here { (control(draft, fact, asked == Some(number) || is_kept_open(editor, fact))) }
        }
        @if !doubtful.is_empty() {
            details #doubtful {
                summary { "Does not fit what is set (" (doubtful.len()) ")" }
                div class="chips" { @for (piece, _) in &doubtful { (piece.button()) } }
            }
        }
        @if !rare.is_empty() {
            details #rare {
                summary { "Seldom needed (" (rare.len()) ")" }
                @for here in &rare {
                    @match here {
                        Here::Fact(fact) => (control(draft, fact, is_kept_open(editor, fact))),
                        piece => @if let Some(piece) = Piece::of(piece) { (piece.button()) }
                    }
                }
            }
        }
    }
}

/// Whether a fact stays open because it was changed last: a list, in which more may be chosen.
fn is_kept_open(editor: &Editor, fact: &Fact) -> bool {
    editor.touched == Some(fact.path.as_str()) && matches!(fact.picker, Picker::List { .. })
}

/// Whether something is seldom needed where nothing is said of it yet.
fn is_rare(draft: &Draft, here: &Here) -> bool {
    match here {
        Here::Fact(fact) => fact.is_rare && draft.value(&fact.path).is_none(),
        Here::Piece { fact, is_here, .. } => fact.is_rare && !is_here,
    }
}

/// Whether a fact is asked for at once: one of several names, of which nothing is said yet.
fn is_asked(draft: &Draft, fact: &Fact) -> bool {
    let is_choice = matches!(fact.picker, Picker::One { .. }) && fact.options_at.is_none();
    is_choice && draft.value(&fact.path).is_none()
}

/// A piece that may lie at a place.
struct Piece<'a> {
    fact: &'a Fact,
    option: &'a str,
    is_here: bool,
}

impl<'a> Piece<'a> {
    fn of(here: &Here<'a>) -> Option<Piece<'a>> {
        match *here {
            Here::Piece { fact, option, is_here } => Some(Piece { fact, option, is_here }),
            Here::Fact(_) => None,
        }
    }

    fn edit(&self) -> Edit {
        Draft::moved(self.fact, self.option, self.is_here)
    }

    fn button(&self) -> Markup {
        let Fact { group, label, .. } = self.fact;
        let name = format!("{group}: {label}");
        html! {
            button #(id(&self.edit())) name=(EDIT) value=(self.edit().text()) aria-pressed=(self.is_here.to_string()) { (name) }
        }
    }
}

/// The id of a change's button, so that it has the focus again.
fn id(edit: &Edit) -> String {
    format!("e-{}", place_id(&edit.text()))
}

/// A button that makes a change; pressed if that is how it is.
fn change(edit: &Edit, is_so: bool, text: &Markup) -> Markup {
    html! { button #(id(edit)) name=(EDIT) value=(edit.text()) aria-pressed=(is_so.to_string()) { (text) } }
}

/// How one fact is set.
fn control(draft: &Draft, fact: &Fact, is_open: bool) -> Markup {
    let value = draft.value(&fact.path);
    let said = value.map_or_else(|| "not set".to_owned(), said);
    match &fact.picker {
        Picker::YesNo => html! {
            div class="setting" {
                span { (fact.label) }
                div class="chips" {
                    @for (is_so, word) in [(true, "Yes"), (false, "No")] {
                        (change(&Edit::Set(fact.path.clone(), json!(is_so)), value == Some(&json!(is_so)), &html! { (word) span class="unseen" { ", " (fact.label) } }))
                    }
                }
            }
        },
        Picker::Number { least, most } => number(fact, value.and_then(Value::as_i64), [*least, *most]),
        Picker::Json => html! {
            div class="setting" { span { (fact.label) ": " (said) } span class="faint" { "only in the text of the position" } }
        },
        Picker::One { options } | Picker::List { options, .. } if options.len() > MANY && !is_open => html! {
            div class="setting" {
                span { (fact.label) ": " (said) }
                button name=(AT) value={ (FACT) (fact.path) } { "Change" span class="unseen" { ": " (fact.label) } }
            }
        },
        Picker::One { options } => html! {
            details open[is_open] {
                summary { (fact.label) ": " (said) }
                @if fact.options_at.is_some() { (picked_from_list(fact, options, value)) } @else { (one_of(draft, fact, options, value)) }
            }
        },
        Picker::List {
            options,
            repeats,
            is_ordered,
        } => html! {
            @let is_short = options.len() <= FEW_CHIPS && fact.options_at.is_none();
            details open[is_open || is_short] {
                summary { (fact.label) ": " (said) }
                (list(fact, options, value, *repeats || *is_ordered))
            }
        },
    }
}

/// Up to how many options of a list are shown at once.
const FEW_CHIPS: usize = 30;

/// A value as people read it.
fn said(value: &Value) -> String {
    match value {
        Value::String(name) => titled(name),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(said).collect::<Vec<_>>().join(", "),
        Value::Object(_) => "set".to_owned(),
        other => other.to_string(),
    }
}

/// A number: each of a few, else one less and one more.
fn number(fact: &Fact, value: Option<i64>, [least, most]: [i64; 2]) -> Markup {
    let set = |number: i64| Edit::Set(fact.path.clone(), json!(number));
    let now = value.unwrap_or(least);
    html! {
        div class="setting" {
            span { (fact.label) }
            div class="chips" {
                @if most - least < FEW_NUMBERS {
                    @for number in least..=most {
                        (change(&set(number), value == Some(number), &html! { (number) span class="unseen" { ", " (fact.label) } }))
                    }
                } @else {
                    button name=(EDIT) value=(set((now - 1).max(least)).text()) aria-label={ (fact.label) ": one less" } disabled[now <= least] { "−" }
                    output { @match value { Some(value) => (value), None => "–" } }
                    button name=(EDIT) value=(set((now + 1).min(most)).text()) aria-label={ (fact.label) ": one more" } disabled[now >= most] { "+" }
                }
            }
        }
    }
}

/// Places of the board: they are tapped there, and can be chosen from a list as well.
fn picked_from_list(fact: &Fact, options: &[String], value: Option<&Value>) -> Markup {
    let name = format!("{PICK}:{}", fact.path);
    html! {
        p class="faint" { "Tap its place on the board, or choose it here." }
        div class="setting" {
            label class="unseen" for=(name) { (fact.label) }
            select id=(name) name=(name) {
                option value="" { "nowhere" }
                @for option in options { option value=(option) selected[value.is_some_and(|value| value == option)] { (titled(option)) } }
            }
            button name=(EDIT) value={ (PICK) " " (fact.path) } { "Set" span class="unseen" { ": " (fact.label) } }
        }
    }
}

/// A name without the number at its end, and that number.
fn stem(option: &str) -> (&str, &str) {
    match option.rsplit_once('-') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            (stem, number)
        }
        _ => (option, ""),
    }
}

/// One of several names: each a button, those of one kind in one row.
fn one_of(draft: &Draft, fact: &Fact, options: &[String], value: Option<&Value>) -> Markup {
    let set = |option: &str| Edit::Set(fact.path.clone(), json!(option));
    let is_set = |option: &str| value.is_some_and(|value| value == option);
    let fits = |option: &&String| is_set(option) || !draft.contradicts(&set(option));
    let (fitting, other): (Vec<&String>, Vec<&String>) = options.iter().partition(fits);
    let rows = |options: &[&String]| {
        let mut rows: Vec<(&str, Vec<(&str, &String)>)> = Vec::new();
        for &option in options {
            let (stem, number) = stem(option);
            let entry = (number, option);
            match rows.iter_mut().find(|(known, _)| *known == stem) {
                Some((_, row)) => row.push(entry),
                None => rows.push((stem, vec![entry])),
            }
        }
        let is_numbered = rows.iter().any(|(_, row)| row.len() > 1);
        html! {
            @if is_numbered {
                div class="kinds" {
                    @for (stem, row) in &rows {
                        div class="kind" role="group" aria-label=(titled(stem)) {
                            @if let Some(icon) = draft.icon(row[0].1) { (PreEscaped(icon)) }
                            span { (titled(stem)) }
                            @for (number, option) in row {
                                (change(&set(option), is_set(option), &html! {
                                    @if number.is_empty() { (titled(option)) } @else { span class="unseen" { (titled(stem)) " " } (number) }
                                }))
                            }
                        }
                    }
                }
            } @else {
                div class="chips" {
                    @for (_, row) in &rows { @for (_, option) in row { (change(&set(option), is_set(option), &html! { (titled(option)) })) } }
                }
            }
        }
    };
    html! {
        (rows(&fitting))
        @if value.is_some() && Draft::may_be_unsaid(&fact.path) {
            button name=(EDIT) value=(Edit::Clear(fact.path.clone()).text()) { "Not known" span class="unseen" { ": " (fact.label) } }
        }
        @if !other.is_empty() {
            details { summary { "Does not fit what is set (" (other.len()) ")" } (rows(&other)) }
        }
    }
}

/// A list of names: each is in it or not, or, where it may be in it more than once, is put at its end or taken away.
fn list(fact: &Fact, options: &[String], value: Option<&Value>, is_row: bool) -> Markup {
    let add = |option: &str| Edit::Add(fact.path.clone(), json!(option));
    let drop = |item: &Value| Edit::Drop(fact.path.clone(), item.clone());
    let items = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let has = |option: &str| items.iter().any(|item| item == option);
    html! {
        @if is_row {
            @if !items.is_empty() {
                p class="faint" { "Tap one to take it away:" }
                div class="chips" {
                    @for item in items { button name=(EDIT) value=(drop(item).text()) { (said(item)) " ×" } }
                }
                p class="faint" { "Tap one to add it:" }
            }
            div class="chips" { @for option in options { (change(&add(option), false, &html! { (titled(option)) })) } }
        } @else {
            div class="chips" {
                @for option in options {
                    @let edit = if has(option) { drop(&json!(option)) } else { add(option) };
                    (change(&edit, has(option), &html! { (titled(option)) }))
                }
            }
        }
    }
}

/// What contradicts itself, each with the way to where it is set.
fn contradictions(draft: &Draft) -> Markup {
    let problems = draft.problems();
    if problems.is_empty() {
        return html! {};
    }
    let way = |problem: &PositionProblem| {
        let fact = draft.fact_of(problem)?;
        let at = draft
            .spot_of(problem, fact)
            .unwrap_or_else(|| format!("{GROUP}{}", fact.group));
        Some((at, format!("{}: {}", fact.group, fact.label)))
    };
    html! {
        details #contradictions open {
            summary { "Does not fit yet (" (problems.len()) ")" }
            ul {
                @for problem in problems {
                    li {
                        @match way(problem) {
                            Some((at, name)) => { button class="way" name=(AT) value=(at) { (name) } ": " }
                            None => { code { (problem.field) } ": " }
                        }
                        (problem.what) @if problem.waivable { " (may be overridden)" }
                    }
                }
            }
        }
    }
}

/// How the position is saved.
fn saving(editor: &Editor) -> Markup {
    let draft = editor.draft;
    let can_override = draft.is_possible() && !draft.problems().is_empty();
    html! {
        div class="saving" {
            @if can_override {
                p class="check" {
                    input #overridden type="checkbox" name="overridden" value="1";
                    label for="overridden" { "This is how it is at our table: override what may be overridden" }
                }
            }
            @match editor.purpose {
                Purpose::Begin(name) => {
                    label class="unseen" for="name" { "Name of the table" }
                    div class="setting" {
                        input #name name="name" maxlength=(NAME_LENGTH) autocomplete="off" value=(name);
                        button class="main" name="by" value="open" { "Open the table" }
                    }
                }
                Purpose::Correct(_) => {
                    p class="buttons" {
                        button class="main" name="by" value="save" { "Save" }
                        button name="by" value="what-if" { "What if it were so" }
                    }
                }
            }
        }
    }
}

/// Every group of facts, for what the picture does not show.
fn groups(editor: &Editor) -> Markup {
    let draft = editor.draft;
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for fact in draft.facts() {
        let is_said = usize::from(draft.value(&fact.path).is_some());
        match groups.iter_mut().find(|(name, _)| *name == fact.group) {
            Some((_, said)) => *said += is_said,
            None => groups.push((&fact.group, is_said)),
        }
    }
    html! {
        section aria-labelledby="groups-name" {
            h2 #groups-name { "Everything that can be set" }
            div class="chips" {
                @for (group, said) in groups {
                    button name=(AT) value={ (GROUP) (group) } aria-pressed=((editor.at.and_then(|at| at.strip_prefix(GROUP)) == Some(group)).to_string()) {
                        (group) @if said > 0 { " (" (said) ")" }
                    }
                }
            }
            @if let Purpose::Correct(shown) = editor.purpose {
                @if shown.viewer == Viewer::Public {
                    p class="faint" { "Once it is saved, the game goes on from there. Undo takes the correction back." }
                } @else {
                    p class="faint" {
                        "Once it is saved, the game goes on from there. What only you know stays on this page, and Undo does not "
                        "take it back: correct it again instead. What everybody sees is corrected for everybody, and Undo takes that back."
                    }
                }
            }
        }
    }
}

/// The position as text.
fn whole(editor: &Editor) -> Markup {
    html! {
        section {
            details {
                summary { "The whole position as text" }
                label for="text" { "Position (JSON)" }
                textarea #text name="text" rows="20" spellcheck="false" class="drawing" { (editor.draft.text()) }
                p { button name="by" value="text" { "Use this text" } }
            }
        }
    }
}
