//! Tests of configurations: what makes no sense is refused when they are read, or before a game is played.

use heist_engine::burgle_bros::{BurgleBros, Scenario};
use heist_engine::caper_cards::CaperCards;
use heist_training::learn::config::LearnConfig;
use heist_training::train::config::TrainConfig;

use crate::train::{GRADIENT, MOVES, VALUES};

/// What is said of a configuration of the loop in which a text is replaced.
fn refused(config: &str, from: &str, to: &str) -> String {
    assert!(config.contains(from), "{from}");
    match TrainConfig::parse(&config.replace(from, to)) {
        Ok(_) => panic!("accepted: {to}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_loop_refuses_what_its_learner_refuses() {
    for (from, to, expected) in [
        (
            "batch = 8",
            "batch = 0",
            "field `learn.schedule.batch`: found 0; expected 1 or more",
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
    assert_eq!(zero, "field `policy-gradient.lanes`: found 0; expected 1 or more");
}

#[test]
fn layers_of_a_policy_gradient_are_as_wide_as_a_file_can_hold() {
    let width = "expected a width from 1 to 4096";
    for (from, found, field) in [
        ("[policy-gradient.moves]\n    hidden = 4", "5000", "moves.hidden"),
        ("[policy-gradient.moves]\n    hidden = 4", "0", "moves.hidden"),
        ("critic-hidden = 4", "5000", "moves.critic-hidden"),
    ] {
        let to = from.replace("= 4", &format!("= {found}"));
        let expected = format!("field `policy-gradient.{field}`: found {found}; {width}");
        assert_eq!(refused(MOVES, from, &to), expected);
    }
    for (from, found) in [
        ("critic-hidden", "[5000]"),
        ("critic-hidden", "[]"),
        ("64\n    hidden", "[0]"),
    ] {
        let field = from.rsplit(' ').next().unwrap();
        let expected =
            format!("field `policy-gradient.{field}`: found {found}; expected 1 to 16 widths, each from 1 to 4096");
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
