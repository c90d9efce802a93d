//! The form that begins a table, made from what a game says of the fields of its setups.

use heist_engine::any::{AnyGame, AnySetup};
use heist_engine::describe::{self, Choice, Count, FieldDefault, FieldKind, capitalized, titled};
use heist_engine::random::stream_seed;
use heist_engine::registry::GameInfo;
use serde_json::{Map, Value, json};

use super::input::shortened;
use super::{OnlyIf, SetupField, TableError};

/// The field of every setup from which what is left open is drawn.
pub const SEED: &str = "seed";
/// The value that leaves a field to chance.
const RANDOM: &str = "random";
/// The value that leaves a field out, for what its description says then.
const USUAL: &str = "usual";
/// The values of a field that is true or false.
const YES: &str = "yes";
const NO: &str = "no";
/// The value of a drawing's field that asks for the text in the field beside it.
pub(super) const OWN: &str = "own";
/// What people read there.
const OWN_LABEL: &str = "My own drawing";
/// An example of a drawing of walls, for games with [blueprints](GameInfo::blueprints).
const WALLS: &str = include_str!("../../../docs/examples/walls.txt");
/// How often open places of a list are drawn before it is given up; a draw that fits the chosen ones is never that
/// rare.
const DRAWS: u64 = 10_000;

/// A number of a greater range than this is typed, not chosen from a list.
const LISTED: i64 = 100;

/// What a game asks for: a field of the form for each field of its setup, and one more for each drawing.
pub fn setup_fields(game: &GameInfo) -> Vec<SetupField> {
    fields_of_all(game, game.setup)
}

/// What a game asks for of some fields of its setup.
pub fn fields_of_all<'a>(
    game: &GameInfo,
    asked: impl IntoIterator<Item = &'a describe::SetupField>,
) -> Vec<SetupField> {
    asked.into_iter().flat_map(|field| fields_of(game, field)).collect()
}

/// What people read for the value of a field of a setup; none if the setup does not say it.
pub fn title_in_setup(game: &GameInfo, name: &str, setup: &Map<String, Value>) -> Option<String> {
    let field = game.setup.iter().find(|field| field.name == name)?;
    setup.get(name)?.as_str().map(|value| title_of(field.kind, value))
}

/// The name of the field with the text of a drawing.
pub(super) fn drawing_of(name: &str) -> String {
    format!("{name}-drawing")
}

/// What the form calls a value of a field.
fn in_form(kind: FieldKind, value: &str) -> String {
    match (kind, value) {
        (FieldKind::YesNo, "true") => YES.to_owned(),
        (FieldKind::YesNo, "false") => NO.to_owned(),
        (_, value) => value.to_owned(),
    }
}

/// What people read for a value of a field.
fn title_of(kind: FieldKind, value: &str) -> String {
    let choice = kind.choices().iter().find(|choice| choice.value == value);
    choice.map_or_else(|| titled(&in_form(kind, value)), Choice::title)
}

/// The condition of a field, for the browser and as a sentence.
fn condition(game: &GameInfo, field: &describe::SetupField) -> Option<(OnlyIf, String)> {
    let (name, values) = field.only?;
    let by = game.setup.iter().find(|other| other.name == name)?;
    let only = OnlyIf {
        field: name.to_owned(),
        values: values.iter().map(|value| in_form(by.kind, value)).collect(),
    };
    let titles: Vec<String> = values.iter().map(|value| title_of(by.kind, value)).collect();
    Some((only, only_where(by.label, &titles.join("\u{201d} or \u{201c}"))))
}

fn only_where(label: &str, values: &str) -> String {
    format!("Only where \u{201c}{label}\u{201d} is \u{201c}{values}\u{201d}.")
}

/// Whether people type a value: a word, or a number of a wide range without names.
fn is_typed(kind: FieldKind) -> bool {
    match kind {
        FieldKind::Word { .. } => true,
        FieldKind::Number { least, most, named: [] } => most - least > LISTED,
        _ => false,
    }
}

fn fields_of(game: &GameInfo, field: &describe::SetupField) -> Vec<SetupField> {
    let pairs = |choices: &[Choice]| -> Vec<(String, String)> {
        choices
            .iter()
            .map(|choice| (choice.value.to_owned(), choice.title()))
            .collect()
    };
    let numbers = |least: i64, most: i64| {
        (least..=most)
            .map(|number| (number.to_string(), number.to_string()))
            .collect()
    };
    let mut options: Vec<(String, String)> = match field.kind {
        FieldKind::Choice { choices } | FieldKind::Each { choices, .. } | FieldKind::Several { choices } => {
            pairs(choices)
        }
        FieldKind::Number { .. } if is_typed(field.kind) => Vec::new(),
        FieldKind::Number { least, most, named: [] } => numbers(least, most),
        FieldKind::Number { named, .. } => pairs(named),
        FieldKind::YesNo => [NO, YES].map(|value| (value.to_owned(), titled(value))).to_vec(),
        FieldKind::Seat => numbers(1, greatest(game, "seats")),
        FieldKind::Word { .. } => Vec::new(),
        FieldKind::Drawing { choices } => {
            let own = (OWN.to_owned(), OWN_LABEL.to_owned());
            pairs(choices).into_iter().chain([own]).collect()
        }
    };
    let is_typed = is_typed(field.kind);
    let default = match (field.at_table.map_or(field.default, FieldDefault::Value), field.kind) {
        (FieldDefault::Value(value) | FieldDefault::Required(value), kind) => in_form(kind, value),
        _ if is_typed => String::new(),
        (FieldDefault::Drawn, _) => {
            options.insert(0, (RANDOM.to_owned(), "Drawn at random".to_owned()));
            RANDOM.to_owned()
        }
        (FieldDefault::Absent(meaning), kind) => {
            let label = match kind {
                // The meaning is that of the whole list.
                FieldKind::Each { .. } => "As usual".to_owned(),
                _ => format!("As usual: {meaning}"),
            };
            options.insert(0, (USUAL.to_owned(), label));
            USUAL.to_owned()
        }
    };
    let mut help = match (field.default, field.kind) {
        (FieldDefault::Absent(meaning), _) if is_typed => format!("{}; if empty: {meaning}.", capitalized(field.help)),
        (FieldDefault::Absent(meaning), FieldKind::Each { .. }) => {
            format!("{}; as usual: {}.", capitalized(field.help), meaning.replace(',', ", "))
        }
        _ => format!("{}.", capitalized(field.help)),
    };
    let condition = condition(game, field);
    if let Some((_, sentence)) = &condition {
        help = format!("{help} {sentence}");
    }
    let only = condition.map(|(only, _)| only);
    let list = match field.kind {
        FieldKind::Each { of, count, .. } => Some((capitalized(of), count)),
        _ => None,
    };
    let entries = match &list {
        Some((_, Count::Field(name))) => greatest(game, name) as usize,
        Some((_, Count::Between(_, most))) => *most,
        None => 1,
    };
    let mut shown = vec![SetupField {
        name: field.name.to_owned(),
        label: field.label.to_owned(),
        options,
        default,
        is_per_seat: list.is_some(),
        entries,
        counted_by: match &list {
            Some((_, Count::Field(name))) => Some((*name).to_owned()),
            _ => None,
        },
        entry_label: list.map_or_else(String::new, |(of, _)| of),
        is_multiple: matches!(field.kind, FieldKind::Several { .. }),
        is_drawing: false,
        example: match field.kind {
            FieldKind::Word { example } => example.to_owned(),
            _ => String::new(),
        },
        only,
        help,
    }];
    if let FieldKind::Drawing { .. } = field.kind {
        shown.push(SetupField {
            name: drawing_of(field.name),
            label: format!("Drawing of the {}", field.label.to_lowercase()),
            entries: 1,
            is_drawing: true,
            example: match game.blueprints {
                [] => String::new(),
                _ => WALLS.to_owned(),
            },
            only: Some(OnlyIf {
                field: field.name.to_owned(),
                values: vec![OWN.to_owned()],
            }),
            help: only_where(field.label, OWN_LABEL),
            ..SetupField::default()
        });
    }
    shown
}

/// The greatest number that a field of the game's setups allows; 1 if it is no number.
fn greatest(game: &GameInfo, name: &str) -> i64 {
    let counting = game.setup.iter().find(|field| field.name == name);
    counting.map_or(1, |field| match field.kind {
        FieldKind::Number { most, .. } => most,
        _ => 1,
    })
}

/// The setup as JSON from the fields of a form, several values of one name for a field that is per seat. What is left
/// open is drawn from the seed. Other fields of the form are ignored.
///
/// # Errors
/// Names the field and what was expected.
pub fn setup_from_form(game: &dyn AnyGame, form: &[(String, String)], seed: u64) -> Result<String, TableError> {
    let asked: Vec<&describe::SetupField> = game.info().setup.iter().collect();
    let map = fields_from_form(game, &asked, Map::new(), form, seed)?;
    Ok(completed(game, &map)?.text())
}

/// The fields of a setup as JSON: those that are `asked`, from a form, and the others as in `rest`. What is left open
/// stays open, except for entries of a list of which others are given; those are drawn from the seed, which is a field
/// as well.
///
/// # Errors
/// Names the field and what was expected.
pub fn fields_from_form(
    game: &dyn AnyGame,
    asked: &[&describe::SetupField],
    rest: Map<String, Value>,
    form: &[(String, String)],
    seed: u64,
) -> Result<Map<String, Value>, TableError> {
    let mut map = rest;
    map.retain(|name, _| asked.iter().all(|field| field.name != name));
    map.insert(SEED.to_owned(), json!(seed));
    // Nothing can be read without those that may not be left out, and lists are completed when all else is known.
    let order = |field: &&describe::SetupField| match field.kind {
        _ if is_required(field) => 0,
        FieldKind::Each { .. } => 2,
        _ => 1,
    };
    let mut described = asked.to_vec();
    described.sort_by_key(order);
    for field in described {
        let asked = fields_of(game.info(), field);
        let values = values_of(form, &asked[0])?;
        let value = match field.kind {
            FieldKind::Each { count, .. } => list(game, field, count, &values, &map, seed)?,
            FieldKind::Drawing { .. } if values[0] == OWN => Some(drawing(field.name, form)?),
            FieldKind::Several { .. } if values.iter().any(is_open) => None,
            FieldKind::Several { .. } => Some(json!(values)),
            _ => plain(field, &values[0])?,
        };
        if let Some(value) = value {
            map.insert(field.name.to_owned(), value);
            if !is_required(field) {
                read_fields(game, &map).map_err(|error| error_in(field.name, &error))?;
            }
        }
    }
    Ok(map)
}

/// Whether a field may not be left out.
fn is_required(field: &describe::SetupField) -> bool {
    matches!(field.default, FieldDefault::Required(_))
}

/// Whether a value leaves a field to chance or out.
fn is_open(value: &impl AsRef<str>) -> bool {
    [RANDOM, USUAL].contains(&value.as_ref())
}

/// The setup of some fields, or what is wrong. Where that stands in the JSON is of no use to people who fill in a form.
fn read_fields(game: &dyn AnyGame, map: &Map<String, Value>) -> Result<Box<dyn AnySetup>, String> {
    let text = json!(map).to_string();
    game.read_setup(&text).map_err(|error| error.message)
}

/// The setup of some fields, with everything that they leave open drawn.
fn completed(game: &dyn AnyGame, map: &Map<String, Value>) -> Result<Box<dyn AnySetup>, TableError> {
    let setup = read_fields(game, map).map_err(TableError::new)?;
    setup.complete().map_err(|error| TableError::of_setup(&error))
}

fn error_in(field: &str, what: &impl ToString) -> TableError {
    TableError::new(format!("field `{field}`: {}", what.to_string()))
}

/// The values that the form gives a field, or its default; empty only for a field that takes any number of them.
fn values_of(form: &[(String, String)], field: &SetupField) -> Result<Vec<String>, TableError> {
    let given = form.iter().filter(|(name, _)| *name == field.name);
    let or_default = |value: &String| match value.trim() {
        "" => field.default.clone(),
        value => value.to_owned(),
    };
    let mut values: Vec<String> = given.map(|(_, value)| or_default(value)).collect();
    if field.is_multiple {
        // A browser sends nothing for boxes that are not ticked; the page adds an empty value, so that none differs
        // from absent.
        let is_given = form.iter().any(|(name, _)| *name == field.name);
        let usual = if is_given { "" } else { field.default.as_str() };
        values = form
            .iter()
            .filter(|(name, _)| *name == field.name)
            .map(|(_, value)| value.clone())
            .collect();
        values.extend(usual.split(',').map(str::to_owned));
        values.retain(|value| !value.trim().is_empty());
    } else if values.is_empty() {
        values.push(field.default.clone());
    }
    let is_known = |value: &String| field.options.is_empty() || field.options.iter().any(|(known, _)| known == value);
    match values.iter().find(|value| !is_known(value)) {
        Some(wrong) => {
            let known: Vec<&str> = field.options.iter().map(|(value, _)| value.as_str()).collect();
            let what = format!("found `{}`; expected one of: {}", shortened(wrong), known.join(", "));
            Err(error_in(&field.name, &what))
        }
        None if values.len() > 1 && !field.is_per_seat && !field.is_multiple => Err(error_in(
            &field.name,
            &format!("given {} times; expected it once", values.len()),
        )),
        None => Ok(values),
    }
}

/// A field with one value; none where it is left to chance or left out.
fn plain(field: &describe::SetupField, value: &str) -> Result<Option<Value>, TableError> {
    let is_offered = field.kind.choices().iter().any(|choice| choice.value == value);
    if value.is_empty() || (!is_offered && is_open(&value)) {
        return Ok(None);
    }
    field
        .read(value)
        .map(Some)
        .map_err(|error| error_in(field.name, &error))
}

fn drawing(name: &str, form: &[(String, String)]) -> Result<Value, TableError> {
    let text_field = drawing_of(name);
    let text = form
        .iter()
        .find(|(known, _)| *known == text_field)
        .map(|(_, text)| text.as_str());
    match text {
        // A drawing has several lines; less would be taken for a name.
        Some(text) if text.trim().contains('\n') => Ok(json!(text)),
        _ => Err(error_in(
            &text_field,
            &"expected a drawing of several lines, as the command line writes them",
        )),
    }
}

/// A list with one entry for each seat or character, those left to chance drawn so that the game accepts the whole;
/// none where all are left to chance.
fn list(
    game: &dyn AnyGame,
    field: &describe::SetupField,
    count: Count,
    values: &[String],
    map: &Map<String, Value>,
    seed: u64,
) -> Result<Option<Value>, TableError> {
    let (least, most) = match count {
        Count::Field(name) => {
            let number = map.get(name).and_then(Value::as_u64).unwrap_or(0) as usize;
            (number, number)
        }
        Count::Between(least, most) => (least, most),
    };
    let mut chosen: Vec<Option<&str>> = values.iter().map(|value| Some(value.as_str())).collect();
    for value in &mut chosen {
        *value = value.filter(|value| !is_open(value));
    }
    let given = chosen.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
    if given == 0 {
        return Ok(None);
    }
    chosen.resize(given.clamp(least, most), None);
    let whole = |entries: &[Value]| {
        let mut whole = map.clone();
        whole.insert(field.name.to_owned(), json!(entries));
        whole
    };
    for number in 0..DRAWS {
        let mut open = map.clone();
        open.insert(SEED.to_owned(), json!(stream_seed(seed, "table/setup", number)));
        let drawn = completed(game, &open)?.fields();
        let drawn = drawn.get(field.name).and_then(Value::as_array);
        // Where the number of entries is free, as many as the game would draw.
        let count = chosen.len().max(drawn.map_or(0, Vec::len)).min(most);
        chosen.resize(count, None);
        if chosen.iter().all(Option::is_some) {
            return Ok(Some(chosen.into_iter().flatten().collect()));
        }
        let Some(drawn) = drawn.filter(|drawn| drawn.len() == chosen.len()) else {
            let of = capitalized(field.label).to_lowercase();
            return Err(error_in(
                field.name,
                &format!("some are left open; expected every {of} or none"),
            ));
        };
        let entries: Vec<Value> = chosen
            .iter()
            .zip(drawn)
            .map(|(chosen, drawn)| chosen.map_or_else(|| drawn.clone(), |name| json!(name)))
            .collect();
        let fits = completed(game, &whole(&entries)).is_ok();
        if fits {
            return Ok(Some(Value::Array(entries)));
        }
    }
    Err(error_in(
        field.name,
        &"nothing fits beside those that were chosen; expected others",
    ))
}
