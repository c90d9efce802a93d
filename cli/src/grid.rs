//! Grids: the same agents in many setups, as tables of win rates.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use heist_agents::arena::{ContestantReport, Report};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::files;
use crate::plain;

/// Fields that a grid may vary: rows, columns, tables.
const MOST_AXES: usize = 3;

/// Setups that a grid may have: each is a folder and a line of a table.
const MOST_SETUPS: usize = 10_000;

/// A field of the setup, and the values it takes in turn.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Axis {
    /// The field's name.
    pub field: String,
    /// Its values, each different from the others.
    #[serde(default)]
    pub values: Vec<Value>,
    /// What each value is called in tables and folders; by default as it is written.
    #[serde(default)]
    pub names: Option<Vec<String>>,
    /// A list that the values and their names are read from instead.
    #[serde(default)]
    pub list: Option<List>,
}

/// A list of named values in a file of its own, for several suites.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    /// The file, from the folder of the suite.
    pub file: PathBuf,
    /// The name of the list there.
    pub name: String,
}

/// A value of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    value: Value,
}

impl Axis {
    /// Reads the values of its list, if it has one, for the suite of a file.
    ///
    /// # Errors
    /// When it has values beside the list, or the file cannot be read or holds no such list.
    pub fn read_list(&mut self, suite: &Path) -> Result<(), Failure> {
        let Some(list) = &self.list else { return Ok(()) };
        if !self.values.is_empty() || self.names.is_some() {
            let what = format!(
                "field `grid`: `{}` has values and a list; expected one of the two",
                self.field
            );
            return Err(Failure::file(suite, what));
        }
        let path = suite.parent().unwrap_or(Path::new("")).join(&list.file);
        let mut lists: BTreeMap<String, Vec<Named>> = files::parsed_toml(&path, &files::read_text(&path)?)?;
        let Some(values) = lists.remove(&list.name) else {
            let known: Vec<String> = lists.into_keys().collect();
            let what = format!("there is no list `{}`; expected one of {}", list.name, known.join(", "));
            return Err(Failure::file(&path, what));
        };
        let (names, values) = values.into_iter().map(|named| (named.name, named.value)).unzip();
        (self.names, self.values) = (Some(names), values);
        Ok(())
    }

    /// What a value is called.
    fn name(&self, place: usize) -> String {
        match &self.names {
            Some(names) => names[place].clone(),
            None => shown(&self.values[place]),
        }
    }

    /// The heading of a value: its name if it was given one, or else the field with the value.
    fn heading(&self, place: usize) -> String {
        match &self.names {
            Some(names) => names[place].clone(),
            None => format!("{} {}", self.field, self.name(place)),
        }
    }
}

/// One setup of a suite.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The setup without its seed.
    pub setup: Map<String, Value>,
    /// The places of its values along the axes; empty if the suite has no grid.
    pub places: Vec<usize>,
    /// Its folder below that of the suite; none if the suite has no grid.
    pub folder: Option<String>,
}

/// The cells of a grid: every combination of values, those of the last axis next to each other.
pub fn cells(setup: &Map<String, Value>, axes: &[Axis]) -> Vec<Cell> {
    let mut cells = vec![Cell {
        setup: setup.clone(),
        places: Vec::new(),
        folder: None,
    }];
    for axis in axes {
        let with = |cell: &Cell, place: usize, value: &Value| {
            let mut cell = cell.clone();
            cell.setup.insert(axis.field.clone(), value.clone());
            cell.places.push(place);
            let part = format!("{}-{}", axis.field, axis.name(place).replace(' ', "-"));
            cell.folder = Some(match cell.folder {
                Some(before) => format!("{before}_{part}"),
                None => part,
            });
            cell
        };
        cells = cells
            .iter()
            .flat_map(|cell| {
                let values = axis.values.iter().enumerate();
                values
                    .map(|(place, value)| with(cell, place, value))
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    cells
}

/// What is wrong with the axes of a grid, if anything.
pub fn problem(setup: &Map<String, Value>, axes: &[Axis]) -> Option<String> {
    if !(1..=MOST_AXES).contains(&axes.len()) {
        return Some(format!(
            "field `grid`: found {} fields to vary; expected 1 to {MOST_AXES}: rows, columns, tables",
            axes.len()
        ));
    }
    let lengths = || axes.iter().map(|axis| axis.values.len());
    let setups = lengths().fold(1, usize::saturating_mul);
    if setups > MOST_SETUPS {
        let lengths: Vec<String> = lengths().map(|length| length.to_string()).collect();
        let lengths = lengths.join(" x ");
        return Some(format!(
            "field `grid`: found {lengths} values, {setups} setups; expected at most {MOST_SETUPS} setups"
        ));
    }
    for (place, axis) in axes.iter().enumerate() {
        let field = &axis.field;
        if setup.contains_key(field) || axes[..place].iter().any(|before| before.field == *field) {
            return Some(format!("field `grid`: `{field}` is set already"));
        }
        let is_plain = |value: &Value| value.is_string() || value.is_number() || value.is_boolean();
        if axis.values.is_empty() || axis.names.is_none() && !axis.values.iter().all(is_plain) {
            return Some(format!(
                "field `grid`: the values of `{field}`: expected at least one, each a text, a number, true or false; \
                 or anything, with `names`"
            ));
        }
        if let Some(names) = &axis.names
            && let Some(problem) = names_problem(names, axis.values.len())
        {
            return Some(format!("field `grid`: the names of the values of `{field}`: {problem}"));
        }
        if let Some(twice) = axis
            .values
            .iter()
            .enumerate()
            .find_map(|(place, value)| axis.values[..place].contains(value).then_some(value))
        {
            return Some(format!(
                "field `grid`: the values of `{field}`: `{}` twice",
                shown(twice)
            ));
        }
    }
    None
}

/// What is wrong with the names of so many values, if anything. Folders are named after them.
fn names_problem(names: &[String], values: usize) -> Option<String> {
    let is_usable = |name: &str| {
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, ' ' | '-');
        !name.is_empty() && name.chars().all(is_allowed)
    };
    if names.len() != values {
        return Some(format!("found {}, expected {values}, one for each value", names.len()));
    }
    if let Some(name) = names.iter().find(|name| !is_usable(name)) {
        return Some(format!("`{name}`: expected letters, digits, spaces and hyphens"));
    }
    let twice = (1..names.len()).find(|&place| names[..place].contains(&names[place]))?;
    Some(format!("`{}` twice", names[twice]))
}

/// A value without quotes.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Prints a table of win rates for each agent and each value of the third axis; what was not played is a dash.
pub fn print(axes: &[Axis], played: &[(Cell, Report)], agents: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let one = Axis {
        field: String::new(),
        values: vec![Value::Null],
        names: None,
        list: None,
    };
    let [rows, columns, tables] = [0, 1, 2].map(|place| axes.get(place).unwrap_or(&one));
    let report_at = |places: [usize; 3]| {
        let is_there = |cell: &Cell| *cell.places == places[..axes.len()];
        played.iter().find(|(cell, _)| is_there(cell)).map(|(_, report)| report)
    };
    for table in 0..tables.values.len() {
        for (number, agent) in agents.iter().enumerate() {
            let mut heading = format!("`{}`", plain::text(agent));
            if axes.len() == MOST_AXES {
                heading += &format!(", {}", tables.heading(table));
            }
            writeln!(out, "\n**{heading}**: games won, in percent\n")?;
            let names: Vec<String> = match axes.len() {
                1 => vec!["games won".to_owned()],
                _ => (0..columns.values.len())
                    .map(|column| columns.heading(column))
                    .collect(),
            };
            writeln!(out, "| {} | {} |", rows.field, names.join(" | "))?;
            writeln!(out, "| --- |{}", " ---: |".repeat(names.len()))?;
            for row in 0..rows.values.len() {
                let share = |column| {
                    report_at([row, column, table])
                        .and_then(|report| report.contestants.get(number))
                        .map_or_else(|| "-".to_owned(), share)
                };
                let cells: Vec<String> = (0..columns.values.len()).map(share).collect();
                writeln!(out, "| {} | {} |", rows.name(row), cells.join(" | "))?;
            }
        }
    }
    Ok(())
}

/// Games won, with the ends of the interval, in percent: `46.3 (43.2 to 49.4)`.
fn share(contestant: &ContestantReport) -> String {
    let [low, high] = contestant.wilson95;
    format!(
        "{:.1} ({:.1} to {:.1})",
        100.0 * contestant.win_rate,
        100.0 * low,
        100.0 * high
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn axis(field: &str, values: Value) -> Axis {
        serde_json::from_value(json!({"field": field, "values": values})).expect("an axis")
    }

    fn setup() -> Map<String, Value> {
        [("seats".to_owned(), json!(2))].into_iter().collect()
    }

    #[test]
    fn every_combination_is_a_cell() {
        let axes = [
            axis("suspicion", json!([1, 2])),
            axis("scenario", json!(["a", "b", "c"])),
        ];
        assert_eq!(problem(&setup(), &axes), None);
        let cells = cells(&setup(), &axes);
        assert_eq!(cells.len(), 6);
        assert_eq!(cells[4].places, [1, 1]);
        assert_eq!(cells[4].folder.as_deref(), Some("suspicion-2_scenario-b"));
        assert_eq!(
            Value::Object(cells[4].setup.clone()),
            json!({"seats": 2, "suspicion": 2, "scenario": "b"})
        );
    }

    #[test]
    fn values_may_be_anything_that_has_a_name() {
        let mut axis = axis("characters", json!([["thug"], ["burglar", "thug"]]));
        axis.names = Some(vec!["1 player".to_owned(), "2 players".to_owned()]);
        let axes = [axis];
        assert_eq!(problem(&setup(), &axes), None);
        let cells = cells(&setup(), &axes);
        assert_eq!(cells[1].folder.as_deref(), Some("characters-2-players"));
        assert_eq!(cells[1].setup["characters"], json!(["burglar", "thug"]));
        assert_eq!(axes[0].heading(1), "2 players");
        for (names, text) in [
            (vec!["a"], "found 1, expected 2, one for each value"),
            (vec!["a", "a"], "`a` twice"),
            (vec!["a", "b/c"], "`b/c`: expected letters"),
            (vec!["a", ""], "``: expected letters"),
        ] {
            let mut axis = axes[0].clone();
            axis.names = Some(names.into_iter().map(str::to_owned).collect());
            let told = problem(&setup(), &[axis]).expect("a mistake");
            assert!(told.contains(text), "{told}");
        }
    }

    #[test]
    fn without_a_grid_there_is_one_cell() {
        let cells = cells(&setup(), &[]);
        assert_eq!(cells.len(), 1);
        assert_eq!((&cells[0].setup, &cells[0].folder), (&setup(), &None));
    }

    #[test]
    fn mistakes_are_named() {
        for (axes, text) in [
            (vec![], "1 to 3"),
            (vec![axis("seats", json!([1]))], "`seats` is set already"),
            (vec![axis("a", json!([1])), axis("a", json!([2]))], "`a` is set already"),
            (vec![axis("a", json!([]))], "at least one"),
            (vec![axis("a", json!([[1]]))], "a number"),
            (vec![axis("a", json!(["x", "y", "x"]))], "`x` twice"),
            (
                ["a", "b", "c"]
                    .map(|field| axis(field, (0..22).collect::<Vec<u32>>().into()))
                    .to_vec(),
                "found 22 x 22 x 22 values, 10648 setups; expected at most 10000 setups",
            ),
        ] {
            let told = problem(&setup(), &axes).expect("a mistake");
            assert!(told.contains(text), "{told}");
        }
    }
}
