//! What docs/training.md says of configurations.

use heist_training::learn::config::LearnConfig;
use heist_training::ppo::config::{MoveScores, PolicyGradient};

const DOCUMENT: &str = include_str!("../../../docs/training.md");

/// The table of a section: fields and defaults.
fn documented(title: &str) -> Vec<(String, String)> {
    let (_, section) = DOCUMENT.split_once(&format!("### {title}\n")).unwrap();
    let end = section.find("\n#").unwrap();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let field = cells.next()?.trim_end_matches('`').to_owned();
        Some((field, cells.next()?.trim_matches('`').to_owned()))
    };
    section[..end].lines().filter_map(row).collect()
}

/// The fields of a configuration with their values, those of its tables after a dot.
fn fields(config: &str) -> Vec<(String, toml::Value)> {
    let table: toml::Table = config.parse().unwrap();
    let mut fields = Vec::new();
    for (name, value) in table {
        match value {
            toml::Value::Table(table) => {
                let within = |(field, value)| (format!("{name}.{field}"), value);
                fields.extend(table.into_iter().map(within));
            }
            value => fields.push((name, value)),
        }
    }
    fields
}

/// Every field is documented with its default. Answers with the other fields that are.
fn check(documented: &[(String, String)], expected: &[(String, toml::Value)]) -> Vec<String> {
    for (field, value) in expected {
        let row = documented.iter().find(|(known, _)| known == field);
        let (_, default) = row.unwrap_or_else(|| panic!("{field} is not documented"));
        let read: toml::Table = format!("value = {default}").parse().unwrap();
        assert_eq!(read["value"], *value, "{field}");
    }
    let rest = documented.iter().map(|(field, _)| field.clone());
    rest.filter(|field| expected.iter().all(|(known, _)| known != field))
        .collect()
}

#[test]
fn every_field_of_the_learner_is_documented_with_its_default() {
    let expected = fields(&LearnConfig::default().to_toml());
    let rest = check(&documented("The configuration of the learner"), &expected);
    // One more depends on the game.
    assert_eq!(rest, ["network.base"]);
}

#[test]
fn every_field_of_the_policy_gradient_is_documented_with_its_default() {
    let usual = PolicyGradient {
        moves: Some(MoveScores::default()),
        ..PolicyGradient::default()
    };
    let mut expected = fields(&toml::to_string(&usual).unwrap());
    // In 32 bits it is not quite the number that the document says.
    let (_, lambda) = expected.iter_mut().find(|(field, _)| field == "lambda").unwrap();
    *lambda = toml::Value::Float(usual.lambda.to_string().parse().unwrap());
    let rest = check(&documented("The configuration of the policy gradient"), &expected);
    // Without them moves are not scored one by one, the teacher is the expert, and the setup is the run's.
    assert_eq!(rest, ["moves", "moves.teacher", "moves.setups"]);
}

#[test]
fn the_example_of_the_learner_is_a_configuration() {
    let (_, section) = DOCUMENT.split_once("`learn.toml` is a ").unwrap();
    let example = section.split("```").nth(1).unwrap().trim_start_matches("toml");
    let config = LearnConfig::parse(example).unwrap();
    assert_ne!(config, LearnConfig::default());
}
