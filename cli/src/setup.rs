//! Setups from options, for any game.

use std::fmt::Display;
use std::path::Path;

use clap::Args;
use heist_engine::game::{Game, SetupError};
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::files;

/// What a game is set up from. What is left open is drawn from the seed.
#[derive(Clone, Debug, Default, Args)]
pub struct SetupOptions {
    /// The scenario; the game's first one if not given
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,

    /// How many players
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub seats: u8,

    /// One character side a seat, in seating order, such as hacker-basic,hawk-advanced; drawn if not given
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub characters: Vec<String>,

    /// Which sides the characters are drawn from: basic, advanced, both, or older for those of the older printing
    #[arg(long, value_name = "SIDES")]
    pub sides: Option<String>,

    /// The walls of the building: `standard`, `random`, or a FILE with a drawing of them, as `heist walls` makes
    #[arg(long, value_name = "FILE")]
    pub walls: Option<String>,

    /// Any other field of the game's setup, such as risk=12; may be given several times. VALUE is JSON, or else a text;
    /// `@FILE` stands for what is in a file
    #[arg(long, value_name = "NAME=VALUE", value_parser = Field::read)]
    pub set: Vec<Field>,
}

/// A field of a setup, from `--set`.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    name: String,
    value: Value,
    /// As it was given.
    text: String,
}

impl Field {
    /// From `NAME=VALUE`.
    fn read(text: &str) -> Result<Field, String> {
        let (name, value) = text.split_once('=').unwrap_or_default();
        match name {
            "" => Err("expected NAME=VALUE, such as risk=12".to_owned()),
            "seats" => Err(format!("expected the number of players as --seats {value}")),
            "seed" => Err(format!("expected the seed as --seed {value}")),
            name => Ok(Field {
                name: name.to_owned(),
                value: match value.strip_prefix('@') {
                    Some(path) => json_or_text(&text_of(path).map_err(|failure| failure.message())?),
                    None => json_or_text(value),
                },
                text: text.to_owned(),
            }),
        }
    }
}

fn json_or_text(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}

fn text_of(path: &str) -> Result<String, Failure> {
    files::read_text(Path::new(path))
}

/// What `--walls` may say that is no file.
const WALLS: [&str; 2] = ["standard", "random"];

/// A field of a setup with the option that it comes from.
struct Given {
    name: String,
    value: Value,
    option: String,
}

impl SetupOptions {
    /// The option that says a field of the setup, if one of `--walls` and `--set` does.
    pub fn option_of(&self, name: &str) -> Option<String> {
        let walls = self.walls.as_ref().filter(|_| name == "walls");
        let field = || self.set.iter().find(|field| field.name == name);
        walls
            .map(|walls| format!("--walls {walls}"))
            .or_else(|| field().map(|field| format!("--set {}", field.text)))
    }

    /// The options as the fields of a setup.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn fields(&self) -> Result<Vec<Given>, Failure> {
        let given = |name: &str, value: Value, text: &dyn Display| Given {
            name: name.to_owned(),
            value,
            option: format!("--{name} {text}"),
        };
        let mut fields = Vec::new();
        if let Some(scenario) = &self.scenario {
            fields.push(given("scenario", json!(scenario), scenario));
        }
        if !self.characters.is_empty() {
            fields.push(given("characters", json!(self.characters), &self.characters.join(",")));
        }
        if let Some(sides) = &self.sides {
            fields.push(given("sides", json!(sides), sides));
        }
        if let Some(walls) = &self.walls {
            let value = match WALLS.contains(&walls.as_str()) {
                true => json!(walls),
                false => json!(text_of(walls).map_err(|failure| {
                    let message = failure.message();
                    Failure::input(format!("--walls {message}; expected {} or a file", WALLS.join(", ")))
                })?),
            };
            fields.push(given("walls", value, walls));
        }
        fields.extend(self.set.iter().map(|field| Given {
            name: field.name.clone(),
            value: field.value.clone(),
            option: format!("--set {}", field.text),
        }));
        Ok(fields)
    }

    /// A playable setup with what is left open drawn from a seed.
    pub fn setup<G: Game>(&self, seed: u64) -> Result<G::Setup, Failure> {
        let mut map = Map::new();
        map.insert("seats".to_owned(), json!(self.seats));
        map.insert("seed".to_owned(), json!(seed));
        let mut setup = read::<G>(&map).map_err(|error| Failure::input(format!("--seats {}: {error}", self.seats)))?;
        let fields = self.fields()?;
        // One at a time, so that an error names its option.
        for field in &fields {
            if map.contains_key(&field.name) {
                let message = format!("{}: `{}` is given twice, expected it once", field.option, field.name);
                return Err(Failure::Input(message));
            }
            map.insert(field.name.clone(), field.value.clone());
            setup = read::<G>(&map).map_err(|error| Failure::input(format!("{}: {error}", field.option)))?;
        }
        G::complete(&setup).map_err(|error| unplayable(&fields, &error))?;
        Ok(setup)
    }

    /// As [`template_of`].
    pub fn template<G: Game>(&self) -> Result<Template<G>, Failure> {
        match serde_json::to_value(self.setup::<G>(0)?) {
            Ok(Value::Object(map)) => template_of::<G>(map),
            _ => Err(Failure::input(format!(
                "{} has no setup that can be written down",
                G::NAME
            ))),
        }
    }
}

/// A message about a setup that is not playable, with the options that are to blame where their names do not say so.
fn unplayable(fields: &[Given], error: &SetupError) -> Failure {
    let is_blamed = |field: &&Given| {
        let is_about = |problem: &str| problem.split(['.', '[']).next() == Some(&field.name);
        let is_telling = ["--set ", "--walls "]
            .iter()
            .any(|option| field.option.starts_with(option));
        is_telling && error.0.iter().any(|problem| is_about(&problem.field))
    };
    let blamed: Vec<&str> = fields
        .iter()
        .filter(is_blamed)
        .map(|field| field.option.as_str())
        .collect();
    match blamed.is_empty() {
        true => Failure::input(error),
        false => Failure::input(format!("{}: {error}", blamed.join(" "))),
    }
}

/// The setup for every seed, and the setup with its seed left out, as reports show it.
pub type Template<G> = (Box<dyn Fn(u64) -> <G as Game>::Setup + Send + Sync>, Value);

/// The setups of these fields, whatever the seed.
///
/// # Errors
/// When they are no playable setup.
pub fn template_of<G: Game>(mut map: Map<String, Value>) -> Result<Template<G>, Failure> {
    map.remove("seed");
    let setup = read::<G>(&map).map_err(Failure::input)?;
    G::complete(&G::with_seed(&setup, Some(0))).map_err(Failure::input)?;
    // Written out again with every default, so that what is shown says everything.
    let shown = serde_json::to_value(&setup).map_err(Failure::input)?;
    Ok((Box::new(move |seed| G::with_seed(&setup, Some(seed))), shown))
}

fn read<G: Game>(map: &Map<String, Value>) -> serde_json::Result<G::Setup> {
    serde_json::from_value(Value::Object(map.clone()))
}

/// Agent specs separated by commas. A part that looks like `option=value` belongs to the spec before it.
pub fn split_specs(text: &str) -> Vec<String> {
    let mut specs: Vec<String> = Vec::new();
    for part in text.split(',') {
        let is_option = part.find('=').is_some_and(|equals| !part[..equals].contains(':'));
        match specs.last_mut() {
            Some(last) if is_option => {
                last.push(',');
                last.push_str(part);
            }
            _ => specs.push(part.to_owned()),
        }
    }
    specs
}

/// A seed for those who gave none: from the clock, and short enough to be typed again.
pub fn fresh_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanoseconds = now.map_or(0, |time| time.as_nanos() as u64);
    heist_engine::hash::append(nanoseconds, &[std::process::id().into()]) % 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_fields_are_json_or_texts() {
        let value = |text| Field::read(text).map(|field| (field.name, field.value));
        assert_eq!(value("risk=12"), Ok(("risk".to_owned(), json!(12))));
        assert_eq!(
            value("event-loop-rule=false"),
            Ok(("event-loop-rule".to_owned(), json!(false)))
        );
        assert_eq!(value("sides=both"), Ok(("sides".to_owned(), json!("both"))));
        assert_eq!(value("x=a=b"), Ok(("x".to_owned(), json!("a=b"))));
        assert!(value("risk").is_err_and(|message| message.contains("NAME=VALUE")));
        assert!(value("=12").is_err_and(|message| message.contains("NAME=VALUE")));
        assert!(value("seats=3").is_err_and(|message| message.contains("--seats 3")));
        assert!(value("seed=3").is_err_and(|message| message.contains("--seed 3")));
    }

    #[test]
    fn options_stay_with_their_agent() {
        assert_eq!(split_specs("random,heuristic"), ["random", "heuristic"]);
        assert_eq!(
            split_specs("mcts:sims=5,threads=2,random"),
            ["mcts:sims=5,threads=2", "random"]
        );
        assert_eq!(split_specs("random,bot:cmd=a,b:x=1"), ["random", "bot:cmd=a", "b:x=1"]);
        assert_eq!(split_specs(""), [""]);
    }
}
