//! What docs/training.md says of configurations.

use heist_training::learn::config::LearnConfig;

const DOCUMENT: &str = include_str!("../../../docs/training.md");

/// The table of the learner's configuration: fields and defaults.
fn documented() -> Vec<(String, String)> {
    let (_, section) = DOCUMENT.split_once("### The configuration of the learner").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let field = cells.next()?.trim_end_matches('`').to_owned();
        Some((field, cells.next()?.trim_matches('`').to_owned()))
    };
    section.lines().filter_map(row).collect()
}

#[test]
fn every_field_of_the_learner_is_documented_with_its_default() {
    let usual: toml::Table = LearnConfig::default().to_toml().parse().unwrap();
    let mut expected: Vec<(String, toml::Value)> = Vec::new();
    for (name, value) in usual {
        match value {
            toml::Value::Table(table) => {
                expected.extend(
                    table
                        .into_iter()
                        .map(|(field, value)| (format!("{name}.{field}"), value)),
                );
            }
            value => expected.push((name, value)),
        }
    }
    let documented = documented();
    for (field, value) in &expected {
        let row = documented.iter().find(|(known, _)| known == field);
        let (_, default) = row.unwrap_or_else(|| panic!("{field} is not documented"));
        let read: toml::Table = format!("value = {default}").parse().unwrap();
        assert_eq!(read["value"], *value, "{field}");
    }
    // One more depends on the game.
    let rest: Vec<&str> = documented
        .iter()
        .map(|(field, _)| field.as_str())
        .filter(|field| expected.iter().all(|(known, _)| known != field))
        .collect();
    assert_eq!(rest, ["network.base"]);
}

#[test]
fn the_example_of_the_learner_is_a_configuration() {
    let (_, section) = DOCUMENT.split_once("`learn.toml` is a ").unwrap();
    let example = section.split("```").nth(1).unwrap().trim_start_matches("toml");
    let config = LearnConfig::parse(example).unwrap();
    assert_ne!(config, LearnConfig::default());
}
