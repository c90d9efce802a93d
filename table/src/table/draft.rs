//! A position that people set up: fact by fact, contradicting itself on the way.
//!
//! Everything is made from the [facts](heist_engine::describe::Fact) that a game says its positions are made of.

use heist_draw::SvgStyle;
use heist_draw::any::{draw_svg, icon};
use heist_engine::any::{AnyGame, AnyState, common_knowledge, takes};
use heist_engine::describe::{Fact, FieldDefault, FieldKind, Picker};
use heist_engine::json;
use serde_json::{Map, Value, json};

use super::input::{read_position, read_setup};
use super::line::public_entry;
use super::setup::SEED;
use super::{Entry, PositionProblem, TableError};

/// How often facts that contradict others are left out before a picture is given up.
const MENDINGS: usize = 12;
/// The longest text of a draft that is read, in bytes.
const LONGEST: usize = 256 << 10;

/// A position that people set up.
#[derive(Clone, Debug)]
pub struct Draft {
    game: &'static dyn AnyGame,
    /// What was set so far.
    position: Value,
    /// What is drawn: the draft but for what contradicts itself, or what was drawn before.
    drawn: Box<dyn AnyState>,
    /// What contradicts itself, with what may be overridden.
    problems: Vec<PositionProblem>,
    facts: Vec<Fact>,
}

/// A change of one fact, which a button carries as text: what to do, the path of the fact and a value as JSON.
#[derive(Clone, PartialEq, Debug)]
pub enum Edit {
    /// The fact has this value.
    Set(String, Value),
    /// Nothing is said of the fact.
    Clear(String),
    /// A list has this entry as well, at its end.
    Add(String, Value),
    /// A list has this entry once less.
    Drop(String, Value),
}

impl Edit {
    /// As a button carries it: `set /players/0/stealth 2`.
    pub fn text(&self) -> String {
        match self {
            Edit::Set(path, value) => format!("set {path} {value}"),
            Edit::Clear(path) => format!("clear {path}"),
            Edit::Add(path, value) => format!("add {path} {value}"),
            Edit::Drop(path, value) => format!("drop {path} {value}"),
        }
    }

    /// What a button carries.
    ///
    /// # Errors
    /// When it is none of the four.
    pub fn read(text: &str) -> Result<Edit, TableError> {
        let mut words = text.trim().splitn(3, ' ');
        let (verb, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let value = words.next().map(serde_json::from_str::<Value>);
        match (verb, path.to_owned(), value) {
            ("set", path, Some(Ok(value))) => Ok(Edit::Set(path, value)),
            ("clear", path, None) => Ok(Edit::Clear(path)),
            ("add", path, Some(Ok(value))) => Ok(Edit::Add(path, value)),
            ("drop", path, Some(Ok(value))) => Ok(Edit::Drop(path, value)),
            _ => Err(TableError::new(format!(
                "found the change `{}`; expected set, clear, add or drop, the path of a fact and a value",
                super::input::shortened(text)
            ))),
        }
    }

    /// The path of the fact that it changes.
    pub fn path(&self) -> &str {
        match self {
            Edit::Set(path, _) | Edit::Clear(path) | Edit::Add(path, _) | Edit::Drop(path, _) => path,
        }
    }
}

/// Something that can be done at a place of the picture: a fact of that place, or a piece that may lie there.
#[derive(Clone, Debug)]
pub enum Here<'a> {
    /// A fact of the place.
    Fact(&'a Fact),
    /// An option of a fact that is the place: a piece lies here, or not.
    Piece {
        /// The fact.
        fact: &'a Fact,
        /// The option.
        option: &'a str,
        /// Whether it lies here.
        is_here: bool,
    },
}

impl Draft {
    /// A game in progress of the setup of a table that is about to begin.
    ///
    /// # Errors
    /// When the setup is not playable.
    pub fn in_progress(game: &'static dyn AnyGame, setup: &str) -> Result<Draft, TableError> {
        let first = read_setup(game, setup)?.begin();
        let first = common_knowledge(&*first.map_err(|error| TableError::of_setup(&error))?);
        Draft::over(game, &first.position_in_progress(), first)
    }

    /// What people have in hand: a position as JSON, which may contradict itself. `drawn` is one that was drawn before,
    /// if any.
    ///
    /// # Errors
    /// When it is no JSON object, or not one of the game.
    pub fn read(game: &'static dyn AnyGame, text: &str, drawn: Option<&str>) -> Result<Draft, TableError> {
        if text.len() > LONGEST {
            let found = text.len();
            return Err(TableError::new(format!(
                "position: found {found} bytes; expected at most {LONGEST}"
            )));
        }
        let before = drawn.and_then(|text| read_position(game, text, true).ok());
        let first = match before {
            Some(state) => state,
            None => usual(game, text)?,
        };
        Draft::over(game, text, first)
    }

    fn over(game: &'static dyn AnyGame, text: &str, drawn: Box<dyn AnyState>) -> Result<Draft, TableError> {
        let position = match json::read::<Value>(text) {
            Ok(position) if position.is_object() => position,
            // Says what is wrong with it.
            _ => return Err(read_position(game, text, true).err().unwrap_or_else(no_object)),
        };
        let mut draft = Draft {
            game,
            position,
            facts: Vec::new(),
            problems: Vec::new(),
            drawn,
        };
        draft.look_again()?;
        Ok(draft)
    }

    /// Works out again what contradicts itself, and what can be drawn.
    fn look_again(&mut self) -> Result<(), TableError> {
        let text = self.position.to_string();
        self.problems = match read_position(self.game, &text, false) {
            Ok(_) => Vec::new(),
            Err(error) if error.problems.is_empty() => return Err(error),
            Err(error) => error.problems,
        };
        if let Some(state) = self.mended() {
            self.drawn = state;
        }
        self.facts = self.drawn.facts();
        Ok(())
    }

    /// The state of the draft without what cannot be, if little enough has to be left out.
    fn mended(&self) -> Option<Box<dyn AnyState>> {
        let mut position = self.position.clone();
        for _ in 0..MENDINGS {
            let error = match read_position(self.game, &position.to_string(), true) {
                Ok(state) => return Some(state),
                Err(error) => error,
            };
            let wrong = error.problems.iter().filter(|problem| !problem.waivable);
            let mut is_mended = false;
            for problem in wrong {
                is_mended |= leave_out(&mut position, &pointer_of(&problem.field));
            }
            if !is_mended {
                return None;
            }
        }
        None
    }

    /// The game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// The position as JSON, indented.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(&self.position).expect("JSON values serialize")
    }

    /// The position that is drawn, as JSON in one line.
    pub fn drawn(&self) -> String {
        self.drawn.position()
    }

    /// What contradicts itself.
    pub fn problems(&self) -> &[PositionProblem] {
        &self.problems
    }

    /// Whether nothing stands against it but what people may override.
    pub fn is_possible(&self) -> bool {
        self.problems.iter().all(|problem| problem.waivable)
    }

    /// All facts that may be set, group by group.
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// What is said of a fact; none if nothing is.
    pub fn value(&self, path: &str) -> Option<&Value> {
        self.position.pointer(path).filter(|value| !value.is_null())
    }

    /// The picture.
    pub fn picture(&self, style: &SvgStyle) -> String {
        draw_svg(&*self.drawn, style)
    }

    /// A small drawing of what an option stands for.
    pub fn icon(&self, option: &str) -> Option<String> {
        icon(&*self.drawn, option)
    }

    /// The fact that a problem is about: the one that holds what is wrong, or one of those that it consists of.
    pub fn fact_of(&self, problem: &PositionProblem) -> Option<&Fact> {
        let pointer = pointer_of(&problem.field);
        let holding = self.facts.iter().filter(|fact| holds(&fact.path, &pointer));
        let part = || self.facts.iter().find(|fact| holds(&pointer, &fact.path));
        holding.max_by_key(|fact| fact.path.len()).or_else(part)
    }

    /// Where in the picture the fact that a problem is about is set: where it says that something lies, or where the
    /// fact stands itself.
    pub fn spot_of(&self, problem: &PositionProblem, fact: &Fact) -> Option<String> {
        let said = [&pointer_of(&problem.field), &fact.path].map(|path| self.value(path).and_then(Value::as_str));
        let lies = said.into_iter().flatten().next().zip(fact.options_at.as_ref());
        lies.map(|(option, begin)| format!("{begin}{option}"))
            .or_else(|| fact.spot.clone())
    }

    /// What can be done at a spot of the picture.
    pub fn at(&self, spot: &str) -> Vec<Here<'_>> {
        let own = self.facts.iter().filter(|fact| fact.spot.as_deref() == Some(spot));
        let pieces = self.facts.iter().filter_map(|fact| {
            let option = spot.strip_prefix(fact.options_at.as_deref()?)?;
            let option = options(&fact.picker).iter().find(|known| *known == option)?;
            let is_here = match self.value(&fact.path) {
                Some(Value::Array(items)) => items.iter().any(|item| item == option),
                Some(value) => value == option,
                None => false,
            };
            Some(Here::Piece { fact, option, is_here })
        });
        own.map(Here::Fact).chain(pieces).collect()
    }

    /// Whether nothing need be said of a fact. A place in a list cannot be left out.
    pub fn may_be_unsaid(path: &str) -> bool {
        let last = path.rsplit('/').next().unwrap_or_default();
        last.parse::<usize>().is_err()
    }

    /// The change that puts a piece on its place, or takes it away where that can be.
    pub fn moved(fact: &Fact, option: &str, is_here: bool) -> Edit {
        let path = fact.path.clone();
        match (&fact.picker, is_here) {
            (Picker::List { .. }, false) => Edit::Add(path, json!(option)),
            (Picker::List { .. }, true) => Edit::Drop(path, json!(option)),
            (_, true) if Draft::may_be_unsaid(&path) => Edit::Clear(path),
            _ => Edit::Set(path, json!(option)),
        }
    }

    /// Whether a change would contradict what is known: what it sets is wrong, or is said to be somewhere else.
    pub fn contradicts(&self, edit: &Edit) -> bool {
        let mut position = self.position.clone();
        if apply(&mut position, edit).is_err() {
            return true;
        }
        let Err(error) = read_position(self.game, &position.to_string(), false) else {
            return false;
        };
        let set = match edit {
            Edit::Set(_, value) | Edit::Add(_, value) => Some(value),
            Edit::Clear(_) | Edit::Drop(..) => None,
        };
        let is_new = |problem: &&PositionProblem| !self.problems.contains(problem);
        error.problems.iter().filter(is_new).any(|problem| {
            let pointer = pointer_of(&problem.field);
            let is_here = holds(edit.path(), &pointer) || holds(&pointer, edit.path());
            is_here || set.is_some_and(|value| position.pointer(&pointer) == Some(value))
        })
    }

    /// The draft after a change.
    ///
    /// # Errors
    /// When the change is of no fact, or cannot be made.
    pub fn after(&self, edit: &Edit) -> Result<Draft, TableError> {
        let Some(fact) = self.facts.iter().find(|fact| fact.path == edit.path()) else {
            let path = super::input::shortened(edit.path());
            return Err(TableError::new(format!("`{path}` is no fact of this position")));
        };
        if let (Picker::Number { least, most }, Edit::Set(_, value)) = (&fact.picker, edit)
            && !value.as_i64().is_some_and(|number| (*least..=*most).contains(&number))
        {
            let found = super::input::shortened(&value.to_string());
            return Err(TableError::new(format!(
                "{}: found {found}; expected a whole number from {least} to {most}",
                fact.label
            )));
        }
        let mut draft = self.clone();
        apply(&mut draft.position, edit)?;
        draft.look_again()?;
        Ok(draft)
    }

    /// The setup, as JSON, and the only entry of a table that begins with this position.
    ///
    /// # Errors
    /// Lists every contradiction that is not overridden.
    pub fn table(&self, overridden: bool, seed: u64) -> Result<(String, Entry), TableError> {
        let text = self.text();
        let state = read_position(self.game, &text, overridden)?;
        let setup = setup_of(self.game, &self.position, state.seats(), seed)?;
        Ok((setup, public_entry(&text, &*state, overridden)?))
    }
}

fn no_object() -> TableError {
    TableError::new("position: expected an object with the fields of a position")
}

/// The options that are names.
fn options(picker: &Picker) -> &[String] {
    match picker {
        Picker::One { options } | Picker::List { options, .. } => options,
        Picker::Number { .. } | Picker::YesNo | Picker::Json => &[],
    }
}

/// A game of the kind that a position is of, to be drawn until the position itself can be.
fn usual(game: &'static dyn AnyGame, text: &str) -> Result<Box<dyn AnyState>, TableError> {
    let position = json::read::<Value>(text).unwrap_or_default();
    let players = position.get("players").and_then(Value::as_array).map_or(0, Vec::len);
    let seats = position
        .get("seats")
        .and_then(Value::as_u64)
        .map_or(players, |seats| seats as usize);
    let setup = setup_of(game, &position, seats, 0).or_else(|_| setup_of(game, &json!({}), 0, 0))?;
    let first = read_setup(game, &setup)?.begin();
    Ok(common_knowledge(&*first.map_err(|error| TableError::of_setup(&error))?))
}

/// A setup, as JSON, in which a position of so many seats could occur: what positions and setups call by the same name
/// is the same, unless the setup does not take it (the chips on the board are no chips of a setup), and what a list of
/// players says of each is a list of setups.
fn setup_of(game: &dyn AnyGame, position: &Value, seats: usize, seed: u64) -> Result<String, TableError> {
    let described = game.info().setup;
    let mut setup = Map::from_iter([(SEED.to_owned(), json!(seed))]);
    let mut likely = setup.clone();
    for field in described {
        let same = position.get(field.name).filter(|value| !value.is_null());
        if let (None, FieldDefault::Required(value)) = (same, field.default)
            && let Ok(value) = field.read(value)
        {
            setup.insert(field.name.to_owned(), value.clone());
            likely.insert(field.name.to_owned(), value);
        }
        if field.name == "seats" {
            if seats > 0 {
                setup.insert("seats".to_owned(), json!(seats));
                likely.insert("seats".to_owned(), json!(seats));
            }
        } else if let (Some(value), FieldKind::Choice { .. } | FieldKind::Number { .. } | FieldKind::YesNo) =
            (same.filter(|value| takes(game, field, value)), field.kind)
        {
            likely.insert(field.name.to_owned(), value.clone());
        } else if let Some(players) = position.get("players").and_then(Value::as_array) {
            // `characters` of the setup are the `character` of each player.
            let of_each: Option<Vec<Value>> = players
                .iter()
                .map(|player| player.get(field.name.strip_suffix('s')?).cloned())
                .collect();
            if let Some(values) = of_each.filter(|values| !values.is_empty()) {
                likely.insert(field.name.to_owned(), Value::Array(values));
            }
        }
    }
    // Not every position is one that a game of these rules reaches: then anything with as many seats will do.
    let [likely, setup] = [likely, setup].map(|setup| Value::Object(setup).to_string());
    match read_setup(game, &likely).or_else(|_| read_setup(game, &setup)) {
        Ok(setup) => Ok(setup.text()),
        Err(error) => Err(error),
    }
}

/// The JSON pointer of a field as problems name it: `/floors/0/guard/die` for `floors[0].guard.die`.
fn pointer_of(field: &str) -> String {
    let mut pointer = String::new();
    for part in field.split(['.', '[']).filter(|part| !part.is_empty()) {
        pointer.push('/');
        pointer.push_str(part.trim_end_matches(']'));
    }
    pointer
}

/// Whether what stands at one pointer is, or has in it, what stands at another.
fn holds(outer: &str, inner: &str) -> bool {
    let rest = inner.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Leaves out what stands at a pointer, or the nearest thing above it that is there; whether there was something.
fn leave_out(position: &mut Value, pointer: &str) -> bool {
    let mut pointer = pointer;
    loop {
        let Some((above, key)) = pointer.rsplit_once('/') else {
            return false;
        };
        let is_left_out = match position.pointer_mut(above) {
            Some(Value::Object(fields)) => fields.remove(key).is_some(),
            Some(Value::Array(items)) => {
                let place = key.parse::<usize>().ok().filter(|place| *place < items.len());
                place.map(|place| items.remove(place)).is_some()
            }
            _ => false,
        };
        if is_left_out {
            return true;
        }
        pointer = above;
    }
}

/// Makes a change. Objects and lists on the way are made where there are none.
fn apply(position: &mut Value, edit: &Edit) -> Result<(), TableError> {
    match edit {
        Edit::Clear(path) => {
            // What is not said need not be taken back.
            clear(position, path);
            Ok(())
        }
        Edit::Set(path, value) => {
            *place(position, path)? = value.clone();
            Ok(())
        }
        Edit::Add(path, value) => {
            let list = place(position, path)?;
            match list {
                Value::Array(items) => items.push(value.clone()),
                // A hand that is only counted, say, is replaced by one that is listed.
                other => *other = json!([value]),
            }
            Ok(())
        }
        Edit::Drop(path, value) => {
            if let Some(Value::Array(items)) = position.pointer_mut(path)
                && let Some(place) = items.iter().rposition(|item| item == value)
            {
                items.remove(place);
            }
            Ok(())
        }
    }
}

fn clear(position: &mut Value, path: &str) {
    let Some((above, key)) = path.rsplit_once('/') else {
        return;
    };
    match position.pointer_mut(above) {
        Some(Value::Object(fields)) => {
            fields.remove(&unescaped(key));
        }
        Some(Value::Array(items)) => {
            // Leaving it out would move the others.
            if let Some(item) = key.parse::<usize>().ok().and_then(|place| items.get_mut(place)) {
                *item = Value::Null;
            }
        }
        _ => {}
    }
}

fn unescaped(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

/// What stands at a path, which is made if there is nothing.
fn place<'a>(position: &'a mut Value, path: &str) -> Result<&'a mut Value, TableError> {
    let mut at = position;
    let keys: Vec<String> = path.split('/').skip(1).map(unescaped).collect();
    for (depth, key) in keys.iter().enumerate() {
        // A list if its entries are numbered. Facts end in a value of their own.
        let below = match keys.get(depth + 1) {
            None => Value::Null,
            Some(next) if next.parse::<usize>().is_ok() => json!([]),
            Some(_) => json!({}),
        };
        if at.is_null() {
            *at = if key.parse::<usize>().is_ok() {
                json!([])
            } else {
                json!({})
            };
        }
        at = match at {
            Value::Array(items) => {
                let number: usize = key.parse().map_err(|_| unreachable_path(path))?;
                if number > items.len() + MOST_ADDED {
                    return Err(unreachable_path(path));
                }
                if items.len() <= number {
                    items.resize(number + 1, below);
                }
                &mut items[number]
            }
            Value::Object(fields) => fields.entry(key.clone()).or_insert(below),
            _ => return Err(unreachable_path(path)),
        };
    }
    Ok(at)
}

/// How many empty entries a change adds to a list at most.
const MOST_ADDED: usize = 32;

fn unreachable_path(path: &str) -> TableError {
    TableError::new(format!(
        "nothing can be set at `{path}`: what stands above it has no parts"
    ))
}
