//! Tests of configurations: what makes no sense is refused when they are read, or before a game is played.

use heist_engine::burgle_bros::{BurgleBros, Scenario};
use heist_engine::caper_cards::CaperCards;
use heist_training::learn::config::{ConfigError, LearnConfig};
use heist_training::train::config::TrainConfig;

use crate::train::{GRADIENT, MOVES, VALUES};

/// What is said of a configuration of the loop in which a text is replaced, but for the line.
fn refused(config: &str, from: &str, to: &str) -> String {
    assert!(config.contains(from), "{from}");
    match TrainConfig::parse(&config.replace(from, to)) {
        Ok(_) => panic!("accepted: {to}"),
        Err(error) => error.what,
    }
}

/// A number that no configuration has, in whose place others are put.
const MARK: i64 = 987_654_321;

/// The paths of all whole numbers of a TOML value, those in lists included.
fn numbers(value: &toml::Value, at: &str, found: &mut Vec<String>) {
    match value {
        toml::Value::Integer(_) => found.push(at.to_owned()),
        toml::Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                numbers(item, &format!("{at}/{place}"), found);
            }
        }
        toml::Value::Table(fields) => {
            for (name, field) in fields {
                numbers(field, &format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// A configuration with a text in the place of the number of a path.
fn with(config: &toml::Value, path: &str, text: &str) -> String {
    let mut config = config.clone();
    let place = path.split('/').skip(1).fold(&mut config, |value, part| match value {
        toml::Value::Array(items) => &mut items[part.parse::<usize>().unwrap()],
        value => &mut value[part],
    });
    *place = toml::Value::Integer(MARK);
    let written = toml::to_string(&config).unwrap();
    assert_eq!(written.matches(&MARK.to_string()).count(), 1, "{written}");
    written.replace(&MARK.to_string(), text)
}

/// Reads a configuration as the loop or the learner does before anything is written or takes memory; why not, if it is
/// refused.
type Judge = fn(&str) -> Result<(), ConfigError>;

fn of_loop(text: &str) -> Result<(), ConfigError> {
    let config = TrainConfig::parse(text)?;
    // What is accepted can be kept as it was read.
    assert_eq!(TrainConfig::parse(&config.to_toml()).unwrap(), config);
    match config.game.as_str() {
        "burgle-bros" => config.check::<BurgleBros>().map(drop),
        _ => config.check::<CaperCards>().map(drop),
    }
}

fn of_learner(text: &str) -> Result<(), ConfigError> {
    let config = LearnConfig::parse(text)?;
    assert_eq!(LearnConfig::parse(&config.to_toml()).unwrap(), config);
    config.check::<BurgleBros>().map_err(ConfigError::from)
}

/// Every whole number of every configuration, those with defaults included: what no run can have is refused by field,
/// value and range, and nothing panics or begins to take memory. The ends of a range are not refused for that number.
#[test]
fn every_whole_number_has_a_range() {
    let of_all = [
        (TrainConfig::parse(MOVES).unwrap().to_toml(), of_loop as Judge),
        (TrainConfig::parse(GRADIENT).unwrap().to_toml(), of_loop),
        (TrainConfig::parse(VALUES).unwrap().to_toml(), of_loop),
        (LearnConfig::default().to_toml(), of_learner),
    ];
    let mut tried = 0;
    for (written, judge) in &of_all {
        let config: toml::Value = toml::from_str(written).unwrap();
        judge(&with(&config, "/seed", "5")).unwrap();
        let mut paths = Vec::new();
        numbers(&config, "", &mut paths);
        for path in paths {
            tried += 1;
            let is_of_setup = path.starts_with("/setup/");
            let names = path.split('/').skip(1).filter(|part| part.parse::<usize>().is_err());
            let field = names.collect::<Vec<_>>().join(".");
            let mut range = None;
            for number in [
                "9223372036854775807",
                "9223372036854775808",
                "18446744073709551615",
                "36893488147419103232",
                "-1",
                "-9223372036854775808",
                "4294967296",
                "0",
                "1",
            ] {
                let told = judge(&with(&config, &path, number));
                let is_impossible = number.starts_with('-') || number.len() > 19 || number == "9223372036854775808";
                let may_be_seed = field.ends_with("seed") && !is_impossible;
                // Games say themselves what their setups may be, in their own words.
                if is_of_setup || may_be_seed || matches!(number, "0" | "1") || number == "4294967296" && told.is_ok() {
                    continue;
                }
                let error = told.expect_err(&format!("{field} = {number}"));
                let found = format!("field `{field}`: found {number}");
                assert!(error.what.starts_with(&found), "{field} = {number}: {error}");
                assert!(error.line.is_some(), "{error}");
                let (_, expected) = error.what.split_once("; expected a whole number from ").unwrap();
                let words: Vec<&str> = expected.split([' ', ',']).collect();
                let ends = (words[0].parse::<u64>().unwrap(), words[2].parse::<u64>().unwrap());
                assert_eq!(*range.get_or_insert(ends), ends, "{error}");
            }
            let Some((least, most)) = range else {
                assert!(is_of_setup, "{field} has no range");
                continue;
            };
            let judged = |number: u64| judge(&with(&config, &path, &number.to_string()));
            let is_of_range = |told: &ConfigError| told.what.contains("a whole number from");
            for number in [least, most] {
                assert!(
                    !judged(number).is_err_and(|told| is_of_range(&told)),
                    "{field} = {number}"
                );
            }
            for number in [least.checked_sub(1), Some(most + 1)].into_iter().flatten() {
                assert!(
                    judged(number).is_err_and(|told| is_of_range(&told)),
                    "{field} = {number}"
                );
            }
        }
    }
    assert!(tried > 60, "{tried}");
}

/// Numbers that are in their ranges and too much together, with the memory that they would take.
#[test]
fn products_have_limits() {
    let large = MOVES.replace("lanes = 6", "lanes = 65536");
    assert_eq!(
        refused(&large, "horizon = 8", "horizon = 65536"),
        "field `policy-gradient.horizon`: found 65536, with `lanes` = 65536: 4294967296 decisions per update, about \
         17.6 TB of memory; expected at most 1048576 decisions per update, about 4.3 GB of memory"
    );
    let wide = GRADIENT.replace("hidden = [8]", "hidden = [4096, 4096]");
    assert_eq!(
        refused(&wide, "batch = 64", "batch = 1048576"),
        "field `policy-gradient.batch`: found 1048576, with the sum of `hidden` and `critic-hidden` = 16384: \
         17179869184 numbers of hidden units per step, about 274.9 GB of memory; expected at most 1073741824 numbers \
         of hidden units per step, about 17.2 GB of memory"
    );
    let wide = VALUES.replace("hidden = [8]", "hidden = [4096, 4096, 4096, 4096, 4096]");
    let told = refused(&wide, "batch = 8", "batch = 65536");
    let expected =
        "field `learn.schedule.batch`: found 65536, with the sum of `network.hidden` = 20480: 1342177280 numbers";
    assert!(told.starts_with(expected), "{told}");
    let told = refused(
        &MOVES.replace("rounds = 2", "rounds = 10000"),
        "beside = [\"random\"]\n    games = 6",
        "games = 10000000",
    );
    assert!(
        told.starts_with("field `curve.games`: found 10000000, with `rounds` = 10000"),
        "{told}"
    );
}

#[test]
fn the_loop_refuses_what_its_learner_refuses() {
    for (from, to, expected) in [
        (
            "batch = 8",
            "batch = 0",
            "field `learn.schedule.batch`: found 0; expected a whole number from 1 to 65536",
        ),
        (
            "hidden = [8]",
            "hidden = []",
            "field `learn.network.hidden`: found []; expected 1 to 16 widths, each from 1 to 4096",
        ),
        (
            "hidden = [8]",
            "heads = [\"stake\"]",
            "field `learn.network.heads`: found [\"stake\"]; expected `value`, `policy` or both among them",
        ),
    ] {
        assert_eq!(refused(VALUES, from, to), expected);
    }
}

#[test]
fn numbers_of_the_setup_are_finite() {
    for (name, value) in [("seats", "nan"), ("seats", "inf"), ("characters", "[-inf]")] {
        let to = format!("setup = {{ {name} = {value}, scenario");
        assert_eq!(
            refused(MOVES, "setup = { seats = 2, scenario", &to),
            format!("field `setup.{name}`: found a number that is not finite; expected finite numbers")
        );
    }
}

#[test]
fn the_learner_refuses_networks_that_no_file_can_hold() {
    let refused = |field: &str| {
        LearnConfig::parse(&format!("[network]\n{field}\n"))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        refused("heads = [\"value\", \"turns\", \"value\"]"),
        "field `network.heads`: found [\"value\", \"turns\", \"value\"]; expected each head once"
    );
    let layers = refused(&format!("hidden = {:?}", vec![8; 17]));
    assert!(layers.starts_with("field `network.hidden`: found [8, 8,"), "{layers}");
    assert!(
        layers.ends_with("expected 1 to 16 widths, each from 1 to 4096"),
        "{layers}"
    );
    LearnConfig::parse(&format!("network.hidden = {:?}\n", vec![8; 16])).unwrap();
}

#[test]
fn an_estimate_is_refused_in_a_game_that_has_none() {
    let learn = LearnConfig::parse("network.base = \"estimate\"\n").unwrap();
    learn.check::<BurgleBros>().unwrap();
    let expected =
        "field `network.base`: found `estimate`; expected `none`, since Caper Cards has no estimate of positions";
    assert_eq!(learn.check::<CaperCards>().unwrap_err().to_string(), expected);
    // The loop says so before it plays.
    let text = VALUES
        .replace("burgle-bros", "caper-cards")
        .replace(
            "setup = { seats = 2, scenario = \"office-job\" }",
            "setup = { seats = 3 }",
        )
        .replace("hidden = [8]", "hidden = [8]\n    base = \"estimate\"");
    let refused = TrainConfig::parse(&text).unwrap().check::<CaperCards>().unwrap_err();
    assert_eq!(
        refused.to_string(),
        expected.replace("network.base", "learn.network.base")
    );
    TrainConfig::parse(&text.replace("estimate", "none"))
        .unwrap()
        .check::<CaperCards>()
        .unwrap();
}

#[test]
fn a_policy_gradient_is_refused_by_field_value_and_what_was_expected() {
    let positive = "a number greater than 0";
    let share = "at least 0 and less than 1";
    for (field, found, expected) in [
        ("rate", "-0.001", positive),
        ("rate", "nan", positive),
        ("rate", "inf", positive),
        ("clone-rate", "0.0", positive),
        ("clip", "-0.2", positive),
        ("entropy", "-1.0", "0 or more"),
        ("entropy", "nan", "0 or more"),
        ("lambda", "1.5", "a number from 0 to 1"),
        ("lambda", "-0.5", "a number from 0 to 1"),
        ("longest-gradient", "-0.5", "0 or more"),
        ("longest-gradient", "inf", "0 or more"),
        ("average", "1.0", share),
        ("average", "nan", share),
    ] {
        let refused = refused(MOVES, "epochs = 1", &format!("epochs = 1\n    {field} = {found}"));
        let of = refused.split("; expected ").collect::<Vec<_>>();
        assert!(
            of[0].starts_with(&format!("field `policy-gradient.{field}`: found ")),
            "{refused}"
        );
        let told: f64 = of[0].rsplit(' ').next().unwrap().parse().unwrap();
        let given: f64 = found.parse().unwrap();
        assert!(told == given || told.is_nan() && given.is_nan(), "{refused}");
        assert_eq!(of[1], expected, "{refused}");
    }
    let zero = refused(MOVES, "lanes = 6", "lanes = 0");
    let expected = "a whole number from 1 to 65536, about 67.1 MB of memory";
    assert_eq!(
        zero,
        format!("field `policy-gradient.lanes`: found 0; expected {expected}")
    );
}

#[test]
fn layers_of_a_policy_gradient_are_as_wide_as_a_file_can_hold() {
    let width = "expected a whole number from 1 to 4096";
    for (from, found, field) in [
        ("[policy-gradient.moves]\n    hidden = 4", "5000", "moves.hidden"),
        ("[policy-gradient.moves]\n    hidden = 4", "0", "moves.hidden"),
        ("critic-hidden = 4", "5000", "moves.critic-hidden"),
    ] {
        let to = from.replace("= 4", &format!("= {found}"));
        let expected = format!("field `policy-gradient.{field}`: found {found}; {width}");
        assert_eq!(refused(MOVES, from, &to), expected);
    }
    for (from, found, expected) in [
        (
            "critic-hidden",
            "[5000]",
            "found 5000; expected a whole number from 1 to 4096",
        ),
        (
            "critic-hidden",
            "[]",
            "found []; expected 1 to 16 widths, each from 1 to 4096",
        ),
        (
            "64\n    hidden",
            "[0]",
            "found 0; expected a whole number from 1 to 4096",
        ),
    ] {
        let field = from.rsplit(' ').next().unwrap();
        let expected = format!("field `policy-gradient.{field}`: {expected}");
        let to = format!("{from} = {found}");
        assert_eq!(refused(GRADIENT, &format!("{from} = [8]"), &to), expected);
    }
}

/// The fields of a setup to learn with replace those of the run's, and what is wrong with one is said with its place.
#[test]
fn a_policy_gradient_may_have_setups_of_its_own() {
    let with = |setups: &str| {
        MOVES.replace(
            "critic-hidden = 4",
            &format!("critic-hidden = 4\n    setups = {setups}"),
        )
    };
    let read = |setups: &str| TrainConfig::parse(&with(setups)).unwrap();
    let config = read("[{ seats = 3 }, { scenario = \"bank-job\" }]");
    let setups = config.setups_to_learn::<BurgleBros>().unwrap();
    let tables: Vec<(u8, Scenario)> = setups.iter().map(|setup| (setup.seats, setup.scenario)).collect();
    assert_eq!(tables, [(3, Scenario::OfficeJob), (2, Scenario::BankJob)]);
    assert_eq!(TrainConfig::parse(&config.to_toml()).unwrap(), config);

    let alone = TrainConfig::parse(MOVES).unwrap();
    assert_eq!(
        alone.setups_to_learn::<BurgleBros>().unwrap(),
        [alone.setup::<BurgleBros>().unwrap()]
    );

    let unknown = read("[{ seats = 3 }, { seat = 3 }]")
        .check::<BurgleBros>()
        .unwrap_err()
        .to_string();
    assert!(
        unknown.starts_with("table `policy-gradient.moves.setups[1]`: unknown field `seat`"),
        "{unknown}"
    );
    let unplayable = read("[{ seats = 9 }]").check::<BurgleBros>().unwrap_err().to_string();
    assert!(
        unplayable.starts_with("table `policy-gradient.moves.setups[0]`: "),
        "{unplayable}"
    );
    assert_eq!(
        TrainConfig::parse(&with("[{ seats = nan }]")).unwrap_err().to_string(),
        "field `policy-gradient.moves.setups[0].seats`: found a number that is not finite; expected finite numbers"
    );
}

#[test]
fn a_discount_is_a_share() {
    assert_eq!(
        refused(MOVES, "epochs = 1", "discount = 1.5"),
        "field `policy-gradient.discount`: found 1.5; expected a number from 0 to 1"
    );
}
