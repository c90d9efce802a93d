//! Setups from options, for any game.
//!
//! The options are made from what the games say of the fields of their setups ([`SetupField`]).

use std::path::Path;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches};
use heist_engine::any::{self, AnyGame, AnySetup};
use heist_engine::describe::{FieldDefault, FieldKind, SetupField, capitalized, joined};
use heist_engine::game::SetupError;
use heist_engine::registry::GameInfo;
use serde_json::{Map, Value, json};

use crate::failure::Failure;
use crate::files;

/// The name of the group of all options of a setup, for options that exclude them.
pub const GROUP: &str = "setup";

/// What a game is set up from. What is left open is drawn from the seed.
#[derive(Clone, Debug, Default)]
pub struct SetupOptions {
    /// Options that are fields, in the order of the game's description: name and text.
    fields: Vec<(&'static str, String)>,
    /// Those of `--set`.
    set: Vec<Field>,
}

impl Args for SetupOptions {
    fn augment_args(command: Command) -> Command {
        let mut ids = vec!["set"];
        let mut command = command;
        for field in field_names() {
            ids.push(field);
            command = command.arg(option(field));
        }
        let set = Arg::new("set")
            .long("set")
            .value_name("NAME=VALUE")
            .action(ArgAction::Append)
            .value_parser(Field::read)
            .help_heading(HEADING)
            .help(
                "A field of the setup as JSON, for what has no text form; may be given several times. NAME=@FILE \
                 takes the value from a file",
            );
        command.arg(set).group(ArgGroup::new(GROUP).args(ids).multiple(true))
    }

    fn augment_args_for_update(command: Command) -> Command {
        SetupOptions::augment_args(command)
    }
}

impl FromArgMatches for SetupOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<SetupOptions, Error> {
        let mut options = SetupOptions::default();
        options.update_from_arg_matches(matches)?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let given = field_names().filter_map(|name| Some((name, matches.get_one::<String>(name)?.clone())));
        self.fields = given.collect();
        self.set = matches.get_many::<Field>("set").unwrap_or_default().cloned().collect();
        let game = matches.try_get_one::<String>("game").ok().flatten();
        if let Some(game) = game.and_then(|id| any::find_info(id)) {
            self.check_game(game)
                .map_err(|message| Error::raw(ErrorKind::UnknownArgument, format!("{message}\n")))?;
        }
        Ok(())
    }
}

/// The heading of the options in a command's help.
const HEADING: &str = "Setup";

/// The names of the fields of all games, each once, in the order of the first game that has it.
fn field_names() -> impl Iterator<Item = &'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for field in any::infos().flat_map(|game| game.setup) {
        if !names.contains(&field.name) {
            names.push(field.name);
        }
    }
    names.into_iter()
}

/// The games that have a field, with its description.
fn described(name: &str) -> Vec<(&'static GameInfo, &'static SetupField)> {
    let of_game = |game: &'static GameInfo| Some((game, game.setup.iter().find(|field| field.name == name)?));
    any::infos().filter_map(of_game).collect()
}

/// The option of a field. Games that mean different things by it are listed in its help.
fn option(name: &'static str) -> Arg {
    let games = described(name);
    let mut texts: Vec<(String, Vec<&str>)> = Vec::new();
    for (game, field) in &games {
        let text = help(field);
        match texts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(game.name),
            None => texts.push((text, vec![game.name])),
        }
    }
    let is_common = games.len() == any::infos().len();
    let help = match (texts.as_slice(), is_common) {
        ([(text, _)], true) => text.clone(),
        _ => texts
            .iter()
            .map(|(text, names)| format!("{}: {text}", names.join(", ")))
            .collect::<Vec<_>>()
            .join(". "),
    };
    Arg::new(name)
        .long(name)
        .value_name(games.first().map_or("VALUE", |(_, field)| value_name(field)))
        .allow_hyphen_values(true)
        .help_heading(HEADING)
        .help(help)
}

/// What stands for the value of a field's option.
pub fn value_name(field: &SetupField) -> &'static str {
    match field.kind {
        FieldKind::Choice { .. } => "NAME",
        FieldKind::Number { .. } | FieldKind::Seat => "N",
        FieldKind::YesNo => "true|false",
        FieldKind::Each { .. } | FieldKind::Several { .. } => "NAMES",
        FieldKind::Word { .. } => "WORD",
        FieldKind::Drawing { .. } => "NAME|FILE",
    }
}

/// What a field is for, what may be given and what holds if it is not.
pub fn help(field: &SetupField) -> String {
    let expected = match field.kind {
        // What a drawing may be besides stands in its value's name.
        FieldKind::Drawing { choices } => {
            format!(": {}, or a file with a drawing", joined(choices))
        }
        // What there is one of stands in the help.
        FieldKind::Each { choices, .. } | FieldKind::Several { choices } => {
            format!(": names separated by commas, of {}", joined(choices))
        }
        FieldKind::Word { .. } => format!(", {}", field.expected()),
        FieldKind::Choice { .. } | FieldKind::Number { .. } | FieldKind::YesNo | FieldKind::Seat => {
            format!(": {}", field.expected())
        }
    };
    let default = match field.default {
        FieldDefault::Value(value) | FieldDefault::Required(value) => format!("[default: {value}]"),
        FieldDefault::Drawn => "[default: drawn from the seed]".to_owned(),
        FieldDefault::Absent(meaning) => format!("[default: {meaning}]"),
    };
    let only = field.only.map_or(String::new(), |(name, values)| {
        format!("; only with --{name} {}", values.join(" or "))
    });
    let what = capitalized(field.help);
    format!("{what}{expected}{only} {default}")
}

/// The command line's help for the game it names: options of other games are hidden.
pub fn hide_other_games(command: Command, words: &[String]) -> Command {
    let Some(game) = words.iter().find_map(|word| any::find_info(word)) else {
        return command;
    };
    let commands: Vec<String> = command
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    commands.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| only_of(command, |known| known.id == game.id))
    })
}

/// A command whose setup options are those of some games; the others are hidden.
pub fn only_of(command: Command, is_meant: impl Fn(&GameInfo) -> bool) -> Command {
    let names: Vec<&str> = field_names().collect();
    command.mut_args(|arg| {
        let Some(name) = names.iter().find(|name| arg.get_id() == **name) else {
            return arg;
        };
        if arg.get_help_heading() != Some(HEADING) {
            return arg;
        }
        let meant: Vec<_> = described(name).into_iter().filter(|(game, _)| is_meant(game)).collect();
        match meant.as_slice() {
            [] => arg.hide(true),
            [(_, field)] => arg.help(help(field)),
            _ => arg,
        }
    })
}

/// A field of a setup, from `--set`.
#[derive(Clone, PartialEq, Debug)]
struct Field {
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
            "" => Err("expected NAME=VALUE, a field of the setup and its JSON".to_owned()),
            "seats" => Err(format!("expected the number of players as --seats {value}")),
            "seed" => Err(format!("expected the seed as --seed {value}")),
            name => Ok(Field {
                name: name.to_owned(),
                value: match value.strip_prefix('@') {
                    Some(path) => json_or_text(&text_of(path).map_err(|failure| failure.message())?)?,
                    None => json_or_text(value)?,
                },
                text: text.to_owned(),
            }),
        }
    }
}

/// The JSON of a text, or the text itself if it is none.
fn json_or_text(text: &str) -> Result<Value, String> {
    match heist_engine::json::without_repeats(text.as_bytes()) {
        Ok(value) => Ok(value),
        Err(error) if error.is_data() => Err(heist_engine::json::message(&error)),
        Err(_) => Ok(json!(text)),
    }
}

/// The value of a field given as text: as people give it, where a drawing is the text of a file, or in the JSON of a
/// completed setup, as replays have it. The game says what is wrong with the latter.
fn value_of(field: &SetupField, text: &str) -> Result<Value, Failure> {
    let is_name = field.kind.choices().iter().any(|choice| choice.value == text);
    let is_whole = matches!(field.kind, FieldKind::Number { .. } | FieldKind::Seat);
    if let Ok(value @ (Value::Array(_) | Value::Object(_))) = heist_engine::json::without_repeats(text.as_bytes())
        && !is_whole
    {
        return Ok(value);
    }
    match field.kind {
        FieldKind::Drawing { .. } if !is_name => text_of(text).map(drawing).map_err(|failure| {
            let known = joined(field.kind.choices());
            Failure::input(format!("{}; expected {known} or a file", failure.message()))
        }),
        _ => field.read(text).map_err(Failure::Input),
    }
}

/// What a game says of a text that is none of a field's choices, if it knows more than their names: that its data of a
/// scenario are incomplete, for one.
fn reason_of_refusal(game: &dyn AnyGame, name: &str, text: &str) -> Option<String> {
    let mut map = required(game.info()).ok()?;
    map.insert("seed".to_owned(), json!(0));
    map.insert(name.to_owned(), json!(text));
    let problems = game.setup_from(&map).ok()?.complete().err()?.0;
    let problem = problems.into_iter().find(|problem| problem.field == name)?;
    Some(problem.what)
}

/// The fields that may not be left out, with the values that they have if nobody gives them.
fn required(game: &GameInfo) -> Result<Map<String, Value>, String> {
    let mut map = Map::new();
    for field in game.setup {
        if let FieldDefault::Required(text) = field.default {
            map.insert(field.name.to_owned(), field.read(text)?);
        }
    }
    Ok(map)
}

/// The text of a file as a drawing: a text without any line break would be taken for one of the names.
fn drawing(text: String) -> Value {
    Value::String(if text.contains('\n') { text } else { text + "\n" })
}

fn text_of(path: &str) -> Result<String, Failure> {
    files::read_text(Path::new(path))
}

/// A field of a setup with the option that it comes from.
struct Given {
    name: String,
    value: Value,
    option: String,
}

impl SetupOptions {
    /// The options as if a field had been given on the command line.
    pub fn with(mut self, name: &'static str, text: impl ToString) -> SetupOptions {
        self.fields.retain(|(known, _)| *known != name);
        self.fields.push((name, text.to_string()));
        self
    }

    /// What was given as the option of a field.
    pub fn text_of(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(known, _)| *known == name);
        field.map(|(_, text)| text.as_str())
    }

    /// The option that gives a field of the setup, as it was typed.
    pub fn option_of(&self, name: &str) -> Option<String> {
        let field = self.fields.iter().find(|(known, _)| *known == name);
        let set = || self.set.iter().find(|field| field.name == name);
        field
            .map(|(name, text)| format!("--{name} {text}"))
            .or_else(|| set().map(|field| format!("--set {}", field.text)))
    }

    /// Whether all options are fields of the game.
    fn check_game(&self, game: &GameInfo) -> Result<(), String> {
        let known: Vec<&str> = game.setup.iter().map(|field| field.name).collect();
        match self.fields.iter().find(|(name, _)| !known.contains(name)) {
            None => Ok(()),
            Some((name, text)) => {
                let options: Vec<String> = known.iter().map(|name| format!("--{name}")).collect();
                let (game, options) = (game.name, options.join(", "));
                Err(format!(
                    "--{name} {text}: {game} has no such option; its setup has {options}"
                ))
            }
        }
    }

    /// The options as the fields of a setup of a game.
    ///
    /// # Errors
    /// When the game has no such field, the value is none of its values, or a file cannot be read.
    fn fields(&self, game: &dyn AnyGame) -> Result<Vec<Given>, Failure> {
        self.check_game(game.info()).map_err(Failure::Input)?;
        let mut fields = Vec::new();
        for field in game.info().setup {
            let Some((name, text)) = self.fields.iter().find(|(name, _)| *name == field.name) else {
                continue;
            };
            let option = format!("--{name} {text}");
            let value = value_of(field, text).map_err(|failure| {
                let reason = reason_of_refusal(game, field.name, text);
                Failure::Input(format!("{option}: {}", reason.unwrap_or_else(|| failure.message())))
            })?;
            fields.push(Given {
                name: (*name).to_owned(),
                value,
                option,
            });
        }
        fields.extend(self.set.iter().map(|field| Given {
            name: field.name.clone(),
            value: field.value.clone(),
            option: format!("--set {}", field.text),
        }));
        Ok(fields)
    }

    /// A playable setup of a game with what is left open drawn from a seed.
    pub fn setup(&self, game: &dyn AnyGame, seed: u64) -> Result<Box<dyn AnySetup>, Failure> {
        let fields = self.fields(game)?;
        let mut map = required(game.info()).map_err(Failure::input)?;
        map.retain(|name, _| !fields.iter().any(|given| given.name == *name));
        map.insert("seed".to_owned(), json!(seed));
        // Fields that may not be left out come first: nothing can be read without them.
        let is_required = |given: &&Given| {
            let described = game.info().setup.iter().find(|field| field.name == given.name);
            described.is_some_and(|field| matches!(field.default, FieldDefault::Required(_)))
        };
        for given in fields.iter().filter(is_required) {
            map.insert(given.name.clone(), given.value.clone());
        }
        let mut setup = game.setup_from(&map).map_err(Failure::input)?;
        // One at a time, so that an error names its option.
        for field in fields.iter().filter(|given| !is_required(given)) {
            if map.contains_key(&field.name) {
                let message = format!("{}: `{}` is given twice, expected it once", field.option, field.name);
                return Err(Failure::Input(message));
            }
            map.insert(field.name.clone(), field.value.clone());
            let read = game.setup_from(&map);
            setup = read.map_err(|error| Failure::input(format!("{}: {error}", field.option)))?;
        }
        setup.complete().map_err(|error| unplayable(&fields, &error))?;
        Ok(setup)
    }

    /// As [`Template::new`].
    pub fn template(&self, game: &dyn AnyGame) -> Result<Template, Failure> {
        Template::new(game, self.setup(game, 0)?.fields())
    }
}

/// A message about a setup that is not playable, with the options that are to blame where their names do not say so.
fn unplayable(fields: &[Given], error: &SetupError) -> Failure {
    let is_blamed = |field: &&Given| {
        let is_about = |problem: &str| problem.split(['.', '[']).next() == Some(&field.name);
        error.0.iter().any(|problem| is_about(&problem.field))
    };
    let blamed: Vec<&str> = fields
        .iter()
        .filter(is_blamed)
        .map(|field| field.option.as_str())
        .collect();
    if blamed.is_empty() {
        Failure::input(error)
    } else {
        Failure::input(format!("{}: {error}", blamed.join(" ")))
    }
}

/// A setup for every seed.
pub struct Template(Box<dyn AnySetup>);

impl Template {
    /// The setups of these fields, whatever the seed.
    ///
    /// # Errors
    /// When they are no playable setup.
    pub fn new(game: &dyn AnyGame, mut fields: Map<String, Value>) -> Result<Template, Failure> {
        fields.remove("seed");
        let setup = game.setup_from(&fields).map_err(Failure::input)?;
        setup.with_seed(Some(0)).complete().map_err(Failure::input)?;
        Ok(Template(setup))
    }

    /// The setup without a seed.
    pub fn open(&self) -> &dyn AnySetup {
        &*self.0
    }

    /// The setup of a seed.
    pub fn of(&self, seed: u64) -> Box<dyn AnySetup> {
        self.0.with_seed(Some(seed))
    }

    /// The setup without a seed as reports show it: with every default, so that it says everything.
    pub fn shown(&self) -> Value {
        Value::Object(self.0.fields())
    }
}

/// The listed game of a name.
///
/// # Errors
/// Lists the games there are.
pub fn game(name: &str) -> Result<&'static dyn AnyGame, Failure> {
    any::find(name).ok_or_else(|| Failure::unknown_game(name))
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

    /// The options of a command line, or what is wrong with it.
    fn options(words: &[&str]) -> Result<SetupOptions, String> {
        let command = SetupOptions::augment_args(Command::new("it").arg(Arg::new("game")));
        let matches = command.try_get_matches_from(["it"].iter().chain(words));
        let matches = matches.map_err(|error| error.to_string())?;
        SetupOptions::from_arg_matches(&matches).map_err(|error| error.to_string())
    }

    #[test]
    fn a_scenario_without_all_its_data_is_refused_with_what_is_missing() {
        let refused = |scenario: &str| {
            let options = options(&["masters-of-the-heist", "--scenario", scenario]).expect("options");
            match options.setup(game("masters-of-the-heist").expect("it is listed"), 0) {
                Ok(_) => panic!("{scenario} is playable"),
                Err(failure) => failure.message(),
            }
        };
        for (scenario, missing) in [
            ("the-docks", "no event deck and no bag"),
            ("county-bricks@2021-01", "no event deck"),
        ] {
            let expected = format!("--scenario {scenario}: `{scenario}` cannot be played: its sources have {missing}");
            assert_eq!(refused(scenario), expected);
        }
        assert!(refused("tech-lap").contains("expected one of"));
    }

    #[test]
    fn every_field_of_every_game_is_an_option_with_help() {
        let command = SetupOptions::augment_args(Command::new("it"));
        for game in any::infos() {
            for field in game.setup {
                let arg = command.get_arguments().find(|arg| arg.get_long() == Some(field.name));
                let text = arg.and_then(Arg::get_help).map(ToString::to_string).unwrap_or_default();
                assert!(
                    field.kind.choices().iter().all(|choice| text.contains(choice.value)),
                    "{}: {text}",
                    field.name
                );
                assert!(text.contains("[default: "), "{}: {text}", field.name);
                let is_common = any::infos().all(|game| game.setup.iter().any(|other| other.name == field.name));
                assert!(is_common || text.contains(game.name), "{}: {text}", field.name);
            }
        }
    }

    #[test]
    fn the_help_of_a_game_has_only_its_options() {
        for game in any::infos() {
            let command = SetupOptions::augment_args(Command::new("it"));
            let command = only_of(command, |known| known.id == game.id);
            for arg in command.get_arguments() {
                let name = arg.get_id().as_str();
                let is_own = name == "set" || game.setup.iter().any(|field| field.name == name);
                assert_eq!(arg.is_hide_set(), !is_own, "{}: {name}", game.id);
            }
        }
    }

    #[test]
    fn options_of_another_game_are_refused_with_those_there_are() {
        for game in any::infos() {
            for name in field_names() {
                let is_own = game.setup.iter().any(|field| field.name == name);
                let given = options(&[game.id, &format!("--{name}"), "1"]);
                if is_own {
                    assert_eq!(given.map(|options| options.text_of(name) == Some("1")), Ok(true))
                } else {
                    let error = given.expect_err("it is no option of this game");
                    let known: Vec<String> = game.setup.iter().map(|field| format!("--{}", field.name)).collect();
                    assert!(error.contains(&format!("--{name} 1: {}", game.name)), "{error}");
                    assert!(error.contains(&known.join(", ")), "{error}");
                }
            }
        }
        // Without a game, as with --resume, nothing can be said yet.
        assert!(options(&["--seats", "2"]).is_ok());
    }

    #[test]
    fn wrong_numbers_of_seats_are_refused_alike() {
        for game in any::games() {
            for wrong in ["0", "-1", "x", "99", "1.5"] {
                let options = options(&[game.info().id, "--seats", wrong]).expect("only the game knows");
                let failure = options.setup(*game, 1);
                let message = failure.expect_err("it is no number of seats").message();
                let expected = format!("--seats {wrong}: expected a whole number from 1 to ");
                assert!(message.starts_with(&expected), "{message}");
            }
        }
    }

    /// What a field may be given, as text: each choice, both truth values, the ends of numbers.
    fn texts(field: &SetupField) -> Vec<String> {
        match field.kind {
            FieldKind::Number { least, most, .. } => vec![least.to_string(), most.to_string()],
            FieldKind::YesNo => vec!["true".to_owned(), "false".to_owned()],
            FieldKind::Seat => vec!["1".to_owned()],
            FieldKind::Word { example } => vec![example.to_owned()],
            _ => field
                .kind
                .choices()
                .iter()
                .map(|choice| choice.value.to_owned())
                .collect(),
        }
    }

    #[test]
    fn what_completed_setups_have_may_be_given_as_options() {
        let mut lists = 0;
        for game in any::games() {
            let id = game.info().id;
            for field in game.info().setup {
                for text in texts(field) {
                    let given = options(&[id, &format!("--{}", field.name), &text]).expect("an option");
                    // Some values need others beside them.
                    let Ok(setup) = given.setup(*game, 5) else { continue };
                    let complete = setup.complete().expect("it was checked").fields();
                    let mut words = vec![id.to_owned()];
                    for (name, value) in &complete {
                        lists += usize::from(value.is_array());
                        words.push(format!("--{name}"));
                        words.push(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
                    }
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let again = options(&words).expect("options").setup(*game, 6);
                    let again = again.unwrap_or_else(|failure| panic!("{words:?}: {}", failure.message()));
                    assert_eq!(
                        again.complete().expect("it was checked").fields(),
                        complete,
                        "{words:?}"
                    );
                }
            }
        }
        assert!(lists > 0, "no completed setup has a list");
    }

    #[test]
    fn of_a_list_that_is_wrong_the_game_says_what_it_expects() {
        let options = options(&["casino-capers", "--dead-drops", "[9, 1]"]).expect("an option");
        let failure = options.setup(game("casino-capers").expect("it is listed"), 0);
        let message = failure.expect_err("there is no such card").message();
        assert!(message.starts_with("--dead-drops [9, 1]: "), "{message}");
        assert!(message.contains("card 9, expected 1 to 8"), "{message}");
    }

    #[test]
    fn names_twice_in_a_field_are_refused() {
        let error = options(&["--set", r#"x={"a": 1, "a": 2}"#]).expect_err("`a` stands there twice");
        assert!(error.contains("the name `a` for the second time"), "{error}");
        assert!(options(&["--set", r#"x={"a": 1, "b": 2}"#]).is_ok());
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
