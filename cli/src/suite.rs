//! Suites: fixed comparisons of agents, written down as TOML so that they can be repeated.

use std::path::Path;

use heist_agents::arena::{AnyConfig, Entrant, Threads, any_config};
use heist_engine::any::AnyGame;
use heist_training::problem::{Bound, Product, all_from, fields, out_of_bounds, out_of_range};
use serde::Deserialize;
use serde_json::{Map, Value};
use toml::Spanned;

use crate::failure::Failure;
use crate::files;
use crate::grid::{self, Axis, Cell};
use crate::setup::{self, Template};

/// What stands for the number of the curve in an agent's spec.
const HOLE: &str = "{x}";

/// A suite as its file says it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// What is compared, as a heading.
    pub title: String,
    /// The game's name in commands.
    pub game: Spanned<String>,
    /// The setup without its seed.
    pub setup: Spanned<Map<String, Value>>,
    /// The seed of all deals: one that nothing is tuned on.
    pub seed: u64,
    /// How many deals each agent plays.
    pub games: Spanned<u32>,
    /// The agents' specs; the others are compared with the first. `{x}` stands for each number of the curve in turn.
    pub agents: Vec<Spanned<String>>,
    /// What the numbers are, if there are any.
    pub curve: Option<Spanned<Curve>>,
    /// Fields of the setup that are varied: rows, columns and tables of win rates.
    pub grid: Option<Spanned<Vec<Axis>>>,
}

/// Numbers that agents are played with one after the other.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// What they are, for the axis.
    pub label: String,
    /// The numbers, greater than 0 and ascending.
    pub x: Vec<f64>,
    /// How many deals are played with each, if not as many as all others; none may have more.
    pub games: Option<Vec<u32>>,
}

/// The bytes of memory that a finished game takes until its setup is reported.
const GAME_BYTES: u64 = 1 << 8;
/// The most deals of an agent.
const MOST_GAMES: u64 = 10_000_000;

/// The ranges of all whole numbers; those of setups are the game's to judge.
const BOUNDS: &[Bound<Suite>] = &[
    Bound {
        field: "seed",
        range: all_from(0),
        bytes: 0,
        of: |suite| vec![suite.seed],
    },
    Bound {
        field: "games",
        range: 1..=MOST_GAMES,
        bytes: GAME_BYTES,
        of: |suite| vec![u64::from(*suite.games.as_ref())],
    },
    Bound {
        field: "curve.games",
        range: 1..=MOST_GAMES,
        bytes: GAME_BYTES,
        of: |suite| {
            let games = suite.curve.iter().flat_map(|curve| &curve.as_ref().games);
            games.flatten().map(|&games| u64::from(games)).collect()
        },
    },
];

/// What is too much together.
const PRODUCTS: &[Product<Suite>] = &[Product {
    what: "games in a setup",
    field: "games",
    with: &["agents"],
    most: 10 * MOST_GAMES,
    bytes: GAME_BYTES,
    of: |suite| vec![suite.players(), u64::from(*suite.games.as_ref())],
}];

/// An agent of a suite as it is played.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    /// The spec, with a number for the hole.
    pub spec: String,
    /// The place of its spec in [`Suite::agents`].
    pub agent: usize,
    /// The number, if it has one.
    pub x: Option<f64>,
    /// How many deals it plays.
    pub games: u32,
}

impl Suite {
    /// Reads a suite.
    ///
    /// # Errors
    /// When the file cannot be read, or is no suite; the message names the line.
    pub fn read(path: &Path) -> Result<Suite, Failure> {
        let text = files::read_text(path)?;
        let in_line = |start, what| Failure::file(path, format!("line {}: {what}", files::line_at(&text, start)));
        if let Some((start, problem)) = out_of_range(&text, &fields(BOUNDS, "")) {
            return Err(in_line(start, problem.to_string()));
        }
        let mut suite: Suite = files::parsed_toml(path, &text)?;
        for axis in suite.grid.iter_mut().flat_map(Spanned::as_mut) {
            axis.read_list(path)?;
        }
        match suite.problem() {
            Some((start, what)) => Err(in_line(start, what)),
            None => Ok(suite),
        }
    }

    /// The first thing wrong with it beside its form: where and what.
    fn problem(&self) -> Option<(usize, String)> {
        if self.agents.is_empty() {
            return Some((0, "field `agents`: found none; expected at least one".to_owned()));
        }
        if let Some(curve) = &self.curve
            && let Some(what) = curve.as_ref().problem(*self.games.as_ref())
        {
            return Some((curve.span().start, what));
        }
        if let Some(grid) = &self.grid
            && let Some(what) = self.grid_problem(grid.as_ref())
        {
            return Some((grid.span().start, what));
        }
        if let Some(problem) = out_of_bounds(self, BOUNDS, PRODUCTS) {
            return Some((self.games.span().start, problem.to_string()));
        }
        let holed = self.agents.iter().find(|agent| agent.as_ref().contains(HOLE));
        match (holed, &self.curve) {
            (Some(agent), None) => {
                let what = format!("agent `{}`: {HOLE} needs the numbers of a [curve]", agent.as_ref());
                Some((agent.span().start, what))
            }
            (None, Some(curve)) => {
                let what = format!("field `curve`: no agent has {HOLE}, which stands for its numbers");
                Some((curve.span().start, what))
            }
            _ => None,
        }
    }

    fn grid_problem(&self, axes: &[Axis]) -> Option<String> {
        match self.curve {
            Some(_) => Some("field `grid`: a suite has a curve or a grid, not both".to_owned()),
            None => grid::problem(self.setup.as_ref(), axes),
        }
    }

    /// The fields that are varied; none without a grid.
    pub fn axes(&self) -> &[Axis] {
        self.grid.as_ref().map_or(&[], |grid| grid.as_ref())
    }

    /// The setups that are played; one without a grid.
    pub fn cells(&self) -> Vec<Cell> {
        grid::cells(self.setup.as_ref(), self.axes())
    }

    /// How many agents play: one for each number of the curve where it has the hole.
    fn players(&self) -> u64 {
        let numbers = self.curve.as_ref().map_or(1, |curve| curve.as_ref().x.len() as u64);
        let of_agent = |agent: &Spanned<String>| if agent.as_ref().contains(HOLE) { numbers } else { 1 };
        self.agents.iter().map(of_agent).sum()
    }

    /// The agents as they are played, in order.
    pub fn entries(&self) -> Vec<Entry> {
        let games = *self.games.as_ref();
        let mut entries = Vec::new();
        for (agent, spec) in self.agents.iter().enumerate() {
            let spec = spec.as_ref();
            match &self.curve {
                Some(curve) if spec.contains(HOLE) => {
                    let curve = curve.as_ref();
                    entries.extend(curve.x.iter().enumerate().map(|(place, x)| Entry {
                        spec: spec.replace(HOLE, &x.to_string()),
                        agent,
                        x: Some(*x),
                        games: curve.games.as_ref().map_or(games, |games| games[place]),
                    }));
                }
                _ => entries.push(Entry {
                    spec: spec.clone(),
                    agent,
                    x: None,
                    games,
                }),
            }
        }
        entries
    }

    /// The game.
    ///
    /// # Errors
    /// When there is no such game; the message begins with the file.
    pub fn game(&self, path: &Path) -> Result<&'static dyn AnyGame, Failure> {
        setup::game(self.game.as_ref())
            .map_err(|failure| Failure::file(path, format!("field `game`: {}", failure.message())))
    }

    /// The run that plays a setup of it, on this many threads (0 for one per processor core).
    ///
    /// # Errors
    /// When there is no such game, the setup is not playable or a spec names no agent that can play; the message begins
    /// with the file.
    pub fn config(&self, cell: &Cell, path: &Path, threads: usize) -> Result<Box<dyn AnyConfig>, Failure> {
        let template = Template::new(self.game(path)?, cell.setup.clone())
            .map_err(|failure| Failure::file(path, format!("field `setup`: {}", failure.message())))?;
        let entries = self.entries();
        let entrants = entries.iter().map(|entry| Entrant {
            games: Some(entry.games),
            ..Entrant::of_all_deals(&entry.spec)
        });
        let entrants: Vec<Entrant<'_>> = entrants.collect();
        let (games, threads) = (*self.games.as_ref(), Threads::new(threads));
        let config = any_config(template.open(), &entrants, games, self.seed, threads);
        let mut config = config.map_err(|error| Failure::file(path, format!("field `agents`: {error}")))?;
        config.compare_with_first();
        // Where the game has no estimate of positions there is no luck in the report.
        config.measure_luck();
        Ok(config)
    }
}

impl Curve {
    fn problem(&self, most: u32) -> Option<String> {
        let ascends = self.x.windows(2).all(|pair| pair[0] < pair[1]);
        let is_plottable = self.x.iter().all(|x| x.is_finite() && *x > 0.0);
        if self.x.is_empty() || !ascends || !is_plottable {
            return Some(format!(
                "field `curve.x`: found {:?}; expected numbers above 0, the least first",
                self.x
            ));
        }
        let games = self.games.as_ref()?;
        let fits = games.len() == self.x.len() && games.iter().all(|games| (1..=most).contains(games));
        (!fits).then(|| {
            let count = self.x.len();
            format!("field `curve.games`: found {games:?}; expected {count} numbers from 1 to {most}")
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_suites_of_the_project_can_be_played() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../benches/suites");
        let files = std::fs::read_dir(folder).expect("the folder is there");
        let mut titles = BTreeSet::new();
        for file in files {
            let path = file.expect("it can be listed").path();
            let suite = Suite::read(&path).expect("it is a suite");
            let played = suite.cells().iter().all(|cell| {
                let config = suite.config(cell, &path, 1).expect("it can be played");
                config.seats().is_ok() && config.names().len() == suite.entries().len()
            });
            assert!(played, "{}", path.display());
            assert!(titles.insert(suite.title), "every title is another: {}", path.display());
        }
        assert!(titles.len() >= 3, "{titles:?}");
    }

    #[test]
    fn a_field_twice_is_refused() {
        let text = "title = \"t\"\ngame = \"g\"\nseed = 1\nseed = 42\ngames = 9\nsetup = {}\nagents = [\"a\"]\n";
        let error = toml::from_str::<Suite>(text).expect_err("`seed` stands there twice");
        assert!(error.message().contains("duplicate"), "{error}");
        assert!(toml::from_str::<Suite>(&text.replacen("seed = 1\n", "", 1)).is_ok());
    }

    #[test]
    fn numbers_take_the_place_of_the_hole() {
        let suite: Suite = toml::from_str(
            r#"
            title = "t"
            game = "g"
            seed = 1
            games = 9
            setup = {}
            agents = ["a", "b:time={x}"]
            curve = { label = "s", x = [0.1, 10], games = [9, 4] }
            "#,
        )
        .expect("it is a suite");
        assert_eq!(suite.problem(), None);
        let entries = suite.entries();
        let told: Vec<_> = entries
            .iter()
            .map(|entry| (entry.spec.as_str(), entry.agent, entry.x, entry.games))
            .collect();
        assert_eq!(
            told,
            [
                ("a", 0, None, 9),
                ("b:time=0.1", 1, Some(0.1), 9),
                ("b:time=10", 1, Some(10.0), 4)
            ]
        );
    }
}
