//! How a game describes itself to people: its figures, the fields of its setups, and the facts of its positions.
//!
//! Command-line options, forms, keywords, editors and documentation are made from these descriptions, so that no other
//! crate names a field of a game.

use serde::Serialize;
use serde_json::{Value, json};

/// No game has more figures.
pub const MAX_FIGURES: usize = 24;
/// No result keeps more figures: those with [`Figure::is_kept`].
pub const MAX_KEPT_FIGURES: usize = 16;

/// A whole number that people follow during a game and compare afterwards, such as Safes opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Figure {
    /// The name, in lower case: `safes opened`.
    pub name: &'static str,
    /// What it counts, in one line.
    pub help: &'static str,
    /// Whether results, run files and statistics keep it. Kept figures come first.
    pub is_kept: bool,
    /// Whether summaries with little room show its mean.
    pub is_headline: bool,
    /// Whether it packs several numbers into one, for programs: text for people leaves it out.
    pub is_packed: bool,
    /// Whether the team wants more or less of it; none where that depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<Aim>,
    /// What people look at it for where two moves win equally often; only of figures with an [`aim`](Figure::aim).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concern: Option<Concern>,
}

/// What people care about where two moves win equally often and equally soon, what matters most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Concern {
    /// Cards and tokens that are used up.
    Supplies,
    /// What brings the team nearer to losing, such as alarms that ring. [`Game::STAKE`](crate::game::Game::STAKE) is
    /// another.
    Risk,
    /// Who and what is out.
    Out,
}

/// What a team wants of a figure, other things being equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// As much as possible.
    More,
    /// As little as possible.
    Less,
}

impl Figure {
    /// A figure that results keep.
    pub const fn kept(name: &'static str, help: &'static str) -> Figure {
        Figure {
            name,
            help,
            is_kept: true,
            is_headline: false,
            is_packed: false,
            aim: None,
            concern: None,
        }
    }

    /// The same figure, which people look at where two moves win equally often.
    pub const fn of_concern(self, concern: Concern) -> Figure {
        Figure {
            concern: Some(concern),
            ..self
        }
    }

    /// The same figure, of which the team wants as much as possible.
    pub const fn wanted(self) -> Figure {
        Figure {
            aim: Some(Aim::More),
            ..self
        }
    }

    /// The same figure, of which the team wants as little as possible.
    pub const fn unwanted(self) -> Figure {
        Figure {
            aim: Some(Aim::Less),
            ..self
        }
    }

    /// A figure that results keep for programs, and that says nothing to people as it stands.
    pub const fn packed(name: &'static str, help: &'static str) -> Figure {
        Figure {
            is_packed: true,
            ..Figure::kept(name, help)
        }
    }

    /// A figure that results keep and that short summaries show.
    pub const fn headline(name: &'static str, help: &'static str) -> Figure {
        Figure {
            is_headline: true,
            ..Figure::kept(name, help)
        }
    }

    /// A figure of states, which results do not keep.
    pub const fn passing(name: &'static str, help: &'static str) -> Figure {
        Figure {
            is_kept: false,
            ..Figure::kept(name, help)
        }
    }
}

/// What a result keeps of a state's figures; unused places are 0.
pub fn kept(described: &[Figure], figures: [i32; MAX_FIGURES]) -> [i32; MAX_KEPT_FIGURES] {
    std::array::from_fn(|place| match described.get(place) {
        Some(figure) if figure.is_kept => figures[place],
        _ => 0,
    })
}

/// The names of the figures that results keep, in their order.
pub fn kept_names(figures: &[Figure]) -> impl Iterator<Item = &'static str> {
    figures.iter().filter(|figure| figure.is_kept).map(|figure| figure.name)
}

/// One of the values that a field may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The value, as in JSON and on the command line.
    pub value: &'static str,
    /// What people read; empty if that is the value in plain words, see [`Choice::title`].
    pub label: &'static str,
}

impl Choice {
    /// A value and what people read for it.
    pub const fn new(value: &'static str, label: &'static str) -> Choice {
        Choice { value, label }
    }

    /// A value whose label is the value in plain words.
    pub const fn named(value: &'static str) -> Choice {
        Choice { value, label: "" }
    }

    /// What people read: the label, or the value with a capital letter and with spaces for hyphens.
    pub fn title(&self) -> String {
        if !self.label.is_empty() {
            return self.label.to_owned();
        }
        titled(self.value)
    }
}

/// What a field of a setup holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum FieldKind {
    /// One of these names.
    Choice {
        /// The names.
        choices: &'static [Choice],
    },
    /// A whole number.
    Number {
        /// The least.
        least: i64,
        /// The greatest.
        most: i64,
        /// Numbers with a meaning of their own, such as `6 (easy)`. If there are any, forms offer only these.
        named: &'static [Choice],
    },
    /// `true` or `false`.
    YesNo,
    /// A seat, numbered from 1, of those that play.
    Seat,
    /// A name for each seat or each character, in turn order: a list. All or none are given.
    Each {
        /// What there is one of, for people: `player`, `character`.
        of: &'static str,
        /// How many there are.
        count: Count,
        /// The names.
        choices: &'static [Choice],
    },
    /// Any number of these names, each at most once: a list.
    Several {
        /// The names.
        choices: &'static [Choice],
    },
    /// A short text of a certain form.
    Word {
        /// One that is right.
        example: &'static str,
    },
    /// One of these names, or else a text of several lines, which the command line reads from a file.
    Drawing {
        /// The names.
        choices: &'static [Choice],
    },
}

impl FieldKind {
    /// The names that may be given; empty where they are not a fixed set.
    pub fn choices(&self) -> &'static [Choice] {
        match *self {
            FieldKind::Choice { choices }
            | FieldKind::Each { choices, .. }
            | FieldKind::Several { choices }
            | FieldKind::Drawing { choices } => choices,
            FieldKind::Number { named, .. } => named,
            FieldKind::YesNo | FieldKind::Seat | FieldKind::Word { .. } => &[],
        }
    }
}

/// How many entries a list has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// As many as the number in the field of this name.
    Field(&'static str),
    /// From the first number to the second.
    Between(usize, usize),
}

/// What a setup has in a field that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldDefault {
    /// This value, written as on the command line.
    Value(&'static str),
    /// Something drawn from the setup's seed.
    Drawn,
    /// Nothing, which means what this says.
    Absent(&'static str),
    /// The field may not be left out; forms and commands begin with this value.
    Required(&'static str),
}

/// One field of a game's setup. The names are those of its JSON; the field `seed`, which every setup has, is not
/// described.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SetupField {
    /// The name in JSON, on the command line and in Python, there with underscores: `empty-space`.
    pub name: &'static str,
    /// The label for people.
    pub label: &'static str,
    /// What the field is for, in one line, without a full stop.
    pub help: &'static str,
    /// What it holds.
    #[serde(flatten)]
    pub kind: FieldKind,
    /// What holds if it is left out.
    pub default: FieldDefault,
    /// The field is of use only where another one has one of these values: its name and the values.
    pub only: Option<(&'static str, &'static [&'static str])>,
    /// The value under which most of the game's components take part, where that is not the default: what benchmarks
    /// play.
    pub widest: Option<&'static str>,
    /// The value that people at a live table begin with, where that is not the default: they enter what they did, and
    /// the default may leave out what only programs have no need of.
    pub at_table: Option<&'static str>,
}

impl SetupField {
    /// A field that is always of use.
    pub const fn new(
        name: &'static str,
        label: &'static str,
        kind: FieldKind,
        default: FieldDefault,
        help: &'static str,
    ) -> SetupField {
        SetupField {
            name,
            label,
            help,
            kind,
            default,
            only: None,
            widest: None,
            at_table: None,
        }
    }

    /// The same field, of use only where the field `name` has one of `values`.
    pub const fn only(mut self, name: &'static str, values: &'static [&'static str]) -> SetupField {
        self.only = Some((name, values));
        self
    }

    /// The same field with the value under which most of the game's components take part.
    pub const fn widest(mut self, value: &'static str) -> SetupField {
        self.widest = Some(value);
        self
    }

    /// The same field with the value that people at a live table begin with.
    pub const fn at_table(mut self, value: &'static str) -> SetupField {
        self.at_table = Some(value);
        self
    }

    /// Whether the field is of use beside `fields`, the JSON of the others; one that they leave out has its default.
    pub fn is_of_use(&self, all: &[SetupField], fields: &serde_json::Map<String, Value>) -> bool {
        let Some((name, values)) = self.only else { return true };
        let default = || match all.iter().find(|field| field.name == name).map(|field| field.default) {
            Some(FieldDefault::Value(value) | FieldDefault::Required(value)) => Some(value.to_owned()),
            _ => None,
        };
        let given = fields.get(name).map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        given
            .or_else(default)
            .is_some_and(|value| values.contains(&value.as_str()))
    }

    /// The JSON of a value that was given as text, as on a command line: names as they are, lists separated by commas,
    /// `true` or `yes`, `false` or `no`. Only the form is checked; the game checks the setup as a whole.
    ///
    /// # Errors
    /// Says what was expected, and of a list which item is wrong.
    pub fn read(&self, text: &str) -> Result<Value, String> {
        match self.kind {
            FieldKind::Choice { choices } => one_of(text, choices),
            FieldKind::Number { least, most, .. } => match text.parse::<i64>() {
                Ok(number) if (least..=most).contains(&number) => Ok(json!(number)),
                _ => Err(format!("expected a whole number from {least} to {most}")),
            },
            FieldKind::YesNo => match text {
                "true" | "yes" => Ok(json!(true)),
                "false" | "no" => Ok(json!(false)),
                _ => Err("expected true or false".to_owned()),
            },
            FieldKind::Seat => match text.parse::<u8>() {
                Ok(seat) if seat > 0 => Ok(json!(seat)),
                _ => Err("expected the number of a seat, from 1".to_owned()),
            },
            FieldKind::Each { choices, .. } => list_of(text, choices),
            FieldKind::Several { choices } => list_of(text, choices),
            FieldKind::Word { example } => match text.trim() {
                "" => Err(format!("expected a text such as {example}")),
                word => Ok(json!(word)),
            },
            FieldKind::Drawing { choices } => {
                if text.contains('\n') {
                    Ok(json!(text))
                } else {
                    one_of(text, choices).map_err(|error| format!("{error}; or a drawing of several lines"))
                }
            }
        }
    }

    /// Whether a value has the form that people give, as JSON: that of [`read`](Self::read). The game checks the setup
    /// as a whole, and may read other forms besides, see [`any::takes`](crate::any::takes).
    pub fn fits(&self, value: &Value) -> bool {
        let is_known = |name: &str| self.kind.choices().iter().any(|choice| choice.value == name);
        match (self.kind, value) {
            (FieldKind::Choice { .. }, Value::String(name)) => is_known(name),
            (FieldKind::Number { least, most, .. }, value) => {
                value.as_i64().is_some_and(|number| (least..=most).contains(&number))
            }
            (FieldKind::YesNo, value) => value.is_boolean(),
            (FieldKind::Seat, value) => value.as_u64().is_some_and(|seat| seat > 0),
            (FieldKind::Each { .. } | FieldKind::Several { .. }, Value::Array(names)) => {
                names.iter().all(|name| name.as_str().is_some_and(is_known))
            }
            (FieldKind::Word { .. }, Value::String(word)) => !word.trim().is_empty(),
            (FieldKind::Drawing { .. }, Value::String(text)) => text.contains('\n') || is_known(text),
            // A drawing may have a JSON form of its own, of which the game says what is wrong with it.
            (FieldKind::Drawing { .. }, value) => value.is_array() || value.is_object(),
            (
                FieldKind::Choice { .. } | FieldKind::Each { .. } | FieldKind::Several { .. } | FieldKind::Word { .. },
                _,
            ) => false,
        }
    }

    /// What may be given, in a few words: `bank-job, office-job or fort-knox`, `a whole number from 1 to 6`.
    pub fn expected(&self) -> String {
        match self.kind {
            FieldKind::Choice { choices } => listed(&values(choices), "or"),
            FieldKind::Number { least, most, named: [] } => format!("a whole number from {least} to {most}"),
            FieldKind::Number { least, most, named } => {
                let labels: Vec<&str> = named.iter().map(|choice| choice.label).collect();
                let are_all_named = labels.len() as i64 == most - least + 1;
                if are_all_named {
                    listed(&labels, "or")
                } else {
                    format!("a whole number from {least} to {most}, such as {}", labels.join(", "))
                }
            }
            FieldKind::YesNo => "true or false".to_owned(),
            FieldKind::Seat => "the number of a seat, from 1".to_owned(),
            FieldKind::Each { of, choices, .. } => {
                format!(
                    "one for each {of}, separated by commas: {}",
                    listed(&values(choices), "or")
                )
            }
            FieldKind::Several { choices } => {
                format!("any of {}, separated by commas", listed(&values(choices), "and"))
            }
            FieldKind::Word { example } => format!("such as {example}"),
            FieldKind::Drawing { choices } => format!("{}, or a drawing", listed(&values(choices), "or")),
        }
    }
}

/// A text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next();
    first.into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// A number with its noun, in the singular or plural: `1 wall`, `8 walls`.
pub fn counted(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}

/// A name in plain words, with a capital letter at its beginning and spaces for hyphens: `set-die` as `Set die`.
pub fn titled(name: &str) -> String {
    capitalized(&name.replace('-', " "))
}

/// The values of choices, separated by commas.
pub fn joined(choices: &[Choice]) -> String {
    values(choices).join(", ")
}

fn values(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.value).collect()
}

/// Names as a sentence lists them.
fn listed(names: &[&str], last: &str) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., end] => format!("{} {last} {end}", names.join(", ")),
    }
}

fn one_of(text: &str, choices: &[Choice]) -> Result<Value, String> {
    if choices.iter().any(|choice| choice.value == text) {
        Ok(json!(text))
    } else {
        Err(format!("expected one of: {}", joined(choices)))
    }
}

fn list_of(text: &str, choices: &[Choice]) -> Result<Value, String> {
    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| one_of(name, choices).map_err(|expected| format!("found `{name}`; {expected}")))
        .collect::<Result<Vec<Value>, String>>()
        .map(Value::Array)
}

/// Something in a position that a person may set: where it stands, what it is called, and what it may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fact {
    /// Where it stands in the position: a JSON pointer (RFC 6901) such as `/floors/0/tiles/B3`. Leaving it out of the
    /// position sets it back to its default.
    pub path: String,
    /// What it belongs to, for people: `Floor 1`, `Player 2`.
    pub group: String,
    /// Its name within the group, for people: `Tile on B3`.
    pub label: String,
    /// What shows it in the picture, as an attribute without `data-` and its value: `cell=1:B3`, `seat=2`. None if the
    /// picture does not show it.
    pub spot: Option<String>,
    /// What the spots of its options begin with, where the options are places of the picture: with `cell=1:` the option
    /// `B2` is the spot `cell=1:B2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options_at: Option<String>,
    /// Whether people at a table seldom need it, or cannot know it.
    pub is_rare: bool,
    /// How it is chosen.
    #[serde(flatten)]
    pub picker: Picker,
}

impl Fact {
    /// A fact that the picture does not show.
    pub fn new(path: impl Into<String>, group: impl Into<String>, label: impl Into<String>, picker: Picker) -> Fact {
        Fact {
            path: path.into(),
            group: group.into(),
            label: label.into(),
            spot: None,
            options_at: None,
            // What is written as JSON is what people leave to programs.
            is_rare: matches!(picker, Picker::Json),
            picker,
        }
    }

    /// The same fact, shown in the picture at a spot.
    pub fn at(mut self, spot: impl Into<String>) -> Fact {
        self.spot = Some(spot.into());
        self
    }

    /// The same fact, whose options are places of the picture: spots that begin with this.
    pub fn options_at(mut self, spot: impl Into<String>) -> Fact {
        self.options_at = Some(spot.into());
        self
    }

    /// The same fact, which people seldom need.
    pub fn rare(self) -> Fact {
        Fact { is_rare: true, ..self }
    }
}

/// How a fact of a position is chosen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "picker")]
pub enum Picker {
    /// One of these names, or nothing.
    One {
        /// The names, as they stand in the position.
        options: Vec<String>,
    },
    /// A list of these names, each at most once. The order counts if `is_ordered`.
    List {
        /// The names, as they stand in the position.
        options: Vec<String>,
        /// Whether the order of the list means something, such as the order of a discard pile.
        is_ordered: bool,
        /// Whether a name may stand in the list more than once.
        repeats: bool,
    },
    /// A whole number.
    Number {
        /// The least.
        least: i64,
        /// The greatest.
        most: i64,
    },
    /// True or false.
    YesNo,
    /// JSON that a person edits as text: for what is rarely edited and has a form of its own.
    Json,
}

impl Picker {
    /// One of these names.
    pub fn one<T: ToString>(options: impl IntoIterator<Item = T>) -> Picker {
        Picker::One {
            options: options.into_iter().map(|option| option.to_string()).collect(),
        }
    }

    /// A set of these names: a list whose order means nothing, each at most once.
    pub fn set<T: ToString>(options: impl IntoIterator<Item = T>) -> Picker {
        Picker::List {
            options: options.into_iter().map(|option| option.to_string()).collect(),
            is_ordered: false,
            repeats: false,
        }
    }

    /// A whole number from `least` to `most`.
    pub fn number(least: i64, most: i64) -> Picker {
        Picker::Number { least, most }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: &[Choice] = &[Choice::new("basic", "Basic"), Choice::new("both", "Both")];

    fn field(kind: FieldKind) -> SetupField {
        SetupField::new("it", "It", kind, FieldDefault::Drawn, "what it is")
    }

    #[test]
    fn every_kind_reads_its_texts_and_refuses_others() {
        /// A kind, what it reads with the values, and what it refuses.
        type Case<'a> = (FieldKind, &'a [(&'a str, Value)], &'a [&'a str]);
        let cases: [Case<'_>; 8] = [
            (
                FieldKind::Choice { choices: SIDES },
                &[("both", json!("both"))],
                &["", "Both", "neither"],
            ),
            (
                FieldKind::Number {
                    least: 1,
                    most: 6,
                    named: &[],
                },
                &[("1", json!(1)), ("6", json!(6))],
                &["0", "7", "-1", "x", "1.5"],
            ),
            (
                FieldKind::YesNo,
                &[
                    ("yes", json!(true)),
                    ("true", json!(true)),
                    ("no", json!(false)),
                    ("false", json!(false)),
                ],
                &["", "1", "maybe"],
            ),
            (FieldKind::Seat, &[("2", json!(2))], &["0", "-1", "two"]),
            (
                FieldKind::Each {
                    of: "player",
                    count: Count::Field("seats"),
                    choices: SIDES,
                },
                &[("basic,both", json!(["basic", "both"])), ("", json!([]))],
                &["basic,neither"],
            ),
            (
                FieldKind::Several { choices: SIDES },
                &[("both, basic", json!(["both", "basic"]))],
                &["neither"],
            ),
            (FieldKind::Word { example: "C3" }, &[("B2", json!("B2"))], &["", " "]),
            (
                FieldKind::Drawing { choices: SIDES },
                &[("basic", json!("basic")), ("a\nb", json!("a\nb"))],
                &["neither"],
            ),
        ];
        for (kind, right, wrong) in cases {
            for (text, value) in right {
                assert_eq!(field(kind).read(text).as_ref(), Ok(value), "{kind:?}");
                assert!(field(kind).fits(value), "{kind:?}: {value}");
            }
            for text in wrong {
                let error = field(kind).read(text).expect_err("refused");
                assert!(error.contains("expected"), "{kind:?}: {error}");
                assert!(!field(kind).fits(&json!(text)), "{kind:?}: {text}");
            }
            let other = match kind {
                FieldKind::Each { .. } | FieldKind::Several { .. } => json!([1]),
                FieldKind::Drawing { .. } => json!(1),
                _ => json!(["basic"]),
            };
            assert!(!field(kind).fits(&other) && !field(kind).fits(&Value::Null), "{kind:?}");
            assert!(!field(kind).expected().is_empty());
        }
    }

    #[test]
    fn numbers_with_a_meaning_are_listed() {
        const STAKES: &[Choice] = &[Choice::new("1", "1 (low)"), Choice::new("2", "2 (high)")];
        for (most, expected) in [
            (2, "1 (low) or 2 (high)"),
            (3, "a whole number from 1 to 3, such as 1 (low), 2 (high)"),
        ] {
            let stakes = field(FieldKind::Number {
                least: 1,
                most,
                named: STAKES,
            });
            assert_eq!(stakes.expected(), expected);
        }
    }

    #[test]
    fn a_field_may_depend_on_another_one() {
        let scenario = SetupField::new(
            "scenario",
            "Scenario",
            FieldKind::Choice { choices: SIDES },
            FieldDefault::Value("basic"),
            "what is played",
        );
        let space = field(FieldKind::Word { example: "C3" }).only("scenario", &["both"]);
        let all = [scenario, space];
        let fields = |value: Value| value.as_object().cloned().unwrap_or_default();
        assert!(scenario.is_of_use(&all, &fields(json!({}))));
        assert!(!space.is_of_use(&all, &fields(json!({}))));
        assert!(!space.is_of_use(&all, &fields(json!({"scenario": "basic"}))));
        assert!(space.is_of_use(&all, &fields(json!({"scenario": "both"}))));
    }
}
