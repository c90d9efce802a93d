//! What a form asks for to set up a game.

use heist_engine::burgle_bros::{BurgleBros, Character};
use heist_engine::caper_cards::CaperCards;
use heist_engine::game::Game;
use serde_json::{Map, Value, json};

use super::input::shortened;
use super::{SetupField, TableError};

/// The value that leaves a field to chance.
const RANDOM: &str = "random";
/// The value of `walls` that asks for a drawing.
const OWN: &str = "own";
/// The field with the drawing.
const DRAWING: &str = "walls-drawing";
/// Seats at most.
const SEATS: usize = 4;

/// How a value of the form becomes one of the setup.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Put {
    Text,
    Number,
    YesNo,
    /// One a seat, each of them left to chance or not.
    Characters,
    /// The scenario's, random ones, or those of the drawing.
    Walls,
    /// Belongs to another field.
    Nothing,
}

struct Field {
    shown: SetupField,
    put: Put,
}

/// What a game asks for.
pub(super) fn fields<G: Game>() -> Vec<SetupField> {
    all_fields::<G>().into_iter().map(|field| field.shown).collect()
}

fn all_fields<G: Game>() -> Vec<Field> {
    let mut fields = Vec::new();
    if !G::SCENARIOS.is_empty() {
        let options = G::SCENARIOS.iter().map(|name| (*name, titled(name))).collect();
        fields.push(choice("scenario", "Scenario", options, Put::Text, "What is played."));
    }
    fields.push(field_of_seats("seats", "Players", "2", &[], "How many play."));
    match G::ID {
        BurgleBros::ID => fields.extend(burgle_bros()),
        CaperCards::ID => fields.extend(caper_cards()),
        _ => {}
    }
    fields
}

fn burgle_bros() -> Vec<Field> {
    let drawn = (RANDOM, "Drawn at random".to_owned());
    let characters = Character::ALL.iter().map(|of| (of.name(), character(of.name())));
    let characters = std::iter::once(drawn).chain(characters).collect();
    let mut characters = choice(
        "characters",
        "Character",
        characters,
        Put::Characters,
        "Each player's character and the side of the card that is up.",
    );
    characters.shown.is_per_seat = true;
    let mut stealth = choice(
        "stealth",
        "Stealth",
        vec![
            ("6", "6 (easy)".to_owned()),
            ("3", "3 (standard)".to_owned()),
            ("1", "1 (hard)".to_owned()),
        ],
        Put::Number,
        "Stealth tokens of each player at the start.",
    );
    stealth.shown.default = "3".to_owned();
    vec![
        characters,
        choice(
            "sides",
            "Sides that are drawn",
            vec![
                ("basic", "Basic".to_owned()),
                ("advanced", "Advanced".to_owned()),
                ("both", "Basic and advanced".to_owned()),
                ("older", "Older printing".to_owned()),
            ],
            Put::Text,
            "Which sides the characters drawn at random are from.",
        ),
        stealth,
        choice(
            "walls",
            "Walls",
            vec![
                ("standard", "As printed for the scenario".to_owned()),
                (RANDOM, "Drawn at random".to_owned()),
                (OWN, "My own drawing".to_owned()),
            ],
            Put::Walls,
            "Where the walls stand.",
        ),
        choice(
            DRAWING,
            "Drawing of the walls",
            Vec::new(),
            Put::Nothing,
            "Only with a drawing of one's own: the floors from the ground up, as `heist walls random` writes them.",
        ),
        field_of_seats(
            "first",
            "First player",
            RANDOM,
            &[(RANDOM, "Drawn at random")],
            "Who takes the first turn.",
        ),
        choice(
            "lost-visual",
            "Lost Visual cards",
            vec![("no", "No".to_owned()), ("yes", "Yes".to_owned())],
            Put::YesNo,
            "Whether each patrol deck has a Lost Visual card.",
        ),
    ]
}

fn caper_cards() -> Vec<Field> {
    let risk = vec![("11", "11 (normal)".to_owned()), ("12", "12 (harder)".to_owned())];
    vec![
        choice(
            "risk",
            "Risk",
            risk,
            Put::Number,
            "The side of the Risk card that is up.",
        ),
        field_of_seats("first", "First Boss", "1", &[], "Who starts the first heist."),
    ]
}

/// A field whose first value is the usual one.
fn choice(
    name: &'static str,
    label: &'static str,
    options: Vec<(&'static str, String)>,
    put: Put,
    help: &'static str,
) -> Field {
    let options = options.into_iter().map(|(value, label)| (value.to_owned(), label));
    let options: Vec<(String, String)> = options.collect();
    Field {
        shown: SetupField {
            name,
            label,
            default: options.first().map(|(value, _)| value.clone()).unwrap_or_default(),
            options,
            is_per_seat: false,
            help,
        },
        put,
    }
}

/// A field with a number from 1 to 4.
fn field_of_seats(
    name: &'static str,
    label: &'static str,
    default: &str,
    others: &[(&str, &str)],
    help: &'static str,
) -> Field {
    let others = others
        .iter()
        .map(|(value, label)| ((*value).to_owned(), (*label).to_owned()));
    let numbers = (1..=SEATS).map(|number| (number.to_string(), number.to_string()));
    Field {
        shown: SetupField {
            name,
            label,
            options: others.chain(numbers).collect(),
            default: default.to_owned(),
            is_per_seat: false,
            help,
        },
        put: Put::Number,
    }
}

/// `crystal-ball` as `Crystal Ball`.
pub(super) fn titled(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string());
        first.unwrap_or_default() + letters.as_str()
    };
    name.split('-').map(capital).collect::<Vec<_>>().join(" ")
}

/// `hacker-older` as `Hacker (older printing)`.
fn character(name: &str) -> String {
    match name.rsplit_once('-') {
        Some((name, "older")) => format!("{} (older printing)", titled(name)),
        Some((name, side)) => format!("{} ({side})", titled(name)),
        None => titled(name),
    }
}

/// The setup of a form, with everything left open drawn from the seed. What the form says besides is passed over.
pub(super) fn from_form<G: Game>(form: &[(String, String)], seed: u64) -> Result<String, TableError> {
    let mut map = Map::new();
    map.insert("seed".to_owned(), json!(seed));
    for field in all_fields::<G>() {
        let values = values_of(form, &field.shown)?;
        let value = match field.put {
            Put::Characters => characters::<G>(&values, &map, form)?,
            Put::Walls => walls(&values[0], form)?,
            put => plain(put, &values[0]),
        };
        if let Some(value) = value {
            map.insert(field.shown.name.to_owned(), value);
            if map.contains_key("seats") {
                read_fields::<G>(&map).map_err(|error| error_in(field.shown.name, &error))?;
            }
        }
    }
    let setup = read_fields::<G>(&map).map_err(TableError::new)?;
    let setup = G::complete(&setup).map_err(|error| TableError::with_problems(&error, &error.0))?;
    Ok(super::record::setup_text::<G>(&setup))
}

fn read_fields<G: Game>(map: &Map<String, Value>) -> serde_json::Result<G::Setup> {
    serde_json::from_value(Value::Object(map.clone()))
}

fn error_in(field: &str, what: &impl ToString) -> TableError {
    TableError::new(format!("field `{field}`: {}", what.to_string()))
}

/// The values that the form gives a field, or its usual one; never none.
fn values_of(form: &[(String, String)], field: &SetupField) -> Result<Vec<String>, TableError> {
    let given = form.iter().filter(|(name, _)| name == field.name);
    let or_default = |value: &String| match value.trim() {
        "" => field.default.clone(),
        _ if field.options.is_empty() => value.clone(),
        value => value.to_owned(),
    };
    let mut values: Vec<String> = given.map(|(_, value)| or_default(value)).collect();
    if values.is_empty() {
        values.push(field.default.clone());
    }
    let is_known = |value: &String| field.options.iter().any(|(known, _)| known == value);
    match values
        .iter()
        .find(|value| !field.options.is_empty() && !is_known(value))
    {
        Some(wrong) => {
            let known: Vec<&str> = field.options.iter().map(|(value, _)| value.as_str()).collect();
            let what = format!("found `{}`; expected one of: {}", shortened(wrong), known.join(", "));
            Err(error_in(field.name, &what))
        }
        None if values.len() > 1 && !field.is_per_seat => Err(error_in(
            field.name,
            &format!("given {} times; expected it once", values.len()),
        )),
        None => Ok(values),
    }
}

fn plain(put: Put, value: &str) -> Option<Value> {
    match put {
        _ if value == RANDOM => None,
        Put::Number => value.parse::<u8>().ok().map(Value::from),
        Put::YesNo => Some(json!(value == "yes")),
        Put::Text => Some(json!(value)),
        Put::Characters | Put::Walls | Put::Nothing => None,
    }
}

fn walls(value: &str, form: &[(String, String)]) -> Result<Option<Value>, TableError> {
    if value != OWN {
        return Ok(Some(json!(value)));
    }
    let drawing = form
        .iter()
        .find(|(name, _)| name == DRAWING)
        .map(|(_, text)| text.as_str());
    match drawing {
        // A drawing has several lines; less would be taken for a word.
        Some(drawing) if drawing.trim().contains('\n') => Ok(Some(json!(drawing))),
        _ => Err(error_in(
            DRAWING,
            &"expected the floors from the ground up, as `heist walls random` writes them",
        )),
    }
}

/// The characters, those left to chance drawn among the ones that nobody has; none where all are left to chance.
fn characters<G: Game>(
    values: &[String],
    map: &Map<String, Value>,
    form: &[(String, String)],
) -> Result<Option<Value>, TableError> {
    let seats = map.get("seats").and_then(Value::as_u64).unwrap_or(0) as usize;
    let mut chosen: Vec<Option<&str>> = values.iter().map(|value| Some(value.as_str())).collect();
    chosen
        .iter_mut()
        .for_each(|value| *value = value.filter(|value| *value != RANDOM));
    chosen.resize(seats, None);
    if chosen.iter().all(Option::is_none) {
        return Ok(None);
    }
    // As many as there can be: however many of them are taken, enough are left.
    let mut draw = map.clone();
    draw.insert("seats".to_owned(), json!(SEATS));
    if let Some((_, sides)) = form.iter().find(|(name, value)| name == "sides" && !value.is_empty()) {
        draw.insert("sides".to_owned(), json!(sides));
    }
    let drawn = read_fields::<G>(&draw).map_err(|error| error_in("sides", &error))?;
    let drawn = G::complete(&drawn).map_err(|error| TableError::with_problems(&error, &error.0))?;
    let drawn = serde_json::to_value(&drawn).unwrap_or_default();
    let card = |name: &str| name.rsplit_once('-').map_or(name, |(card, _)| card).to_owned();
    let taken: Vec<String> = chosen.iter().flatten().map(|name| card(name)).collect();
    let names = drawn.get("characters").and_then(Value::as_array).into_iter().flatten();
    let mut free = names
        .filter_map(Value::as_str)
        .filter(|name| !taken.contains(&card(name)));
    let names = chosen.into_iter().map(|name| name.or_else(|| free.next()));
    Ok(Some(names.map(|name| json!(name)).collect()))
}
