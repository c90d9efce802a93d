//! Setups from options, for any game.

use clap::Args;
use heist_engine::game::Game;
use serde_json::{Map, Value, json};

use crate::failure::Failure;

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

    /// Which sides the characters are drawn from: basic, advanced or both
    #[arg(long, value_name = "SIDES")]
    pub sides: Option<String>,
}

impl SetupOptions {
    /// The options as the fields of a setup.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = Vec::new();
        if let Some(scenario) = &self.scenario {
            fields.push(("scenario", json!(scenario)));
        }
        if !self.characters.is_empty() {
            fields.push(("characters", json!(self.characters)));
        }
        if let Some(sides) = &self.sides {
            fields.push(("sides", json!(sides)));
        }
        fields
    }

    /// A playable setup with what is left open drawn from a seed.
    pub fn setup<G: Game>(&self, seed: u64) -> Result<G::Setup, Failure> {
        let mut map = Map::new();
        map.insert("seats".to_owned(), json!(self.seats));
        map.insert("seed".to_owned(), json!(seed));
        let mut setup = read::<G>(&map).map_err(|error| Failure::input(format!("--seats {}: {error}", self.seats)))?;
        // One at a time, so that an error names its option.
        for (name, value) in self.fields() {
            map.insert(name.to_owned(), value);
            setup = read::<G>(&map).map_err(|error| {
                let given = match name {
                    "characters" => self.characters.join(","),
                    _ => map[name].as_str().unwrap_or_default().to_owned(),
                };
                Failure::input(format!("--{name} {given}: {error}"))
            })?;
        }
        G::complete(&setup).map_err(Failure::input)?;
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

/// The setup for every seed, and the setup with its seed left out, as reports show it.
pub type Template<G> = (Box<dyn Fn(u64) -> <G as Game>::Setup + Send + Sync>, Value);

/// The setups of these fields, whatever the seed.
///
/// # Errors
/// When they are no playable setup.
pub fn template_of<G: Game>(mut map: Map<String, Value>) -> Result<Template<G>, Failure> {
    map.insert("seed".to_owned(), json!(0));
    let setup = read::<G>(&map).map_err(Failure::input)?;
    G::complete(&setup).map_err(Failure::input)?;
    // Written out again with every default, so that what is shown says everything.
    if let Ok(Value::Object(whole)) = serde_json::to_value(&setup) {
        map = whole;
    }
    map.remove("seed");
    let shown = Value::Object(map.clone());
    let make = move |seed: u64| {
        let mut map = map.clone();
        map.insert("seed".to_owned(), json!(seed));
        read::<G>(&map).expect("the same fields with another seed were just written from a setup")
    };
    Ok((Box::new(make), shown))
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
