//! The name that was probably meant.
//!
//! Games, agents, scenarios, options of agents, levels, measures: wherever a name is unknown, the message quotes it and
//! then lists the known ones. A suggestion is made from that message, so that every such list has one, whichever crate
//! wrote it.

/// What the list of known names begins with, in the messages of all crates and of serde.
const LISTS: &[&str] = &[
    "there are: ",
    "it has: ",
    "expected one of: ",
    "expected one of ",
    "expected ",
];

/// How alike two names must be, from 0 to 1; below that a suggestion would be a guess.
const ALIKE: f64 = 0.8;

/// The known name that the unknown one of a message is nearest to, if one is near.
pub fn of(message: &str) -> Option<&str> {
    // Several problems have several names.
    if message.contains('\n') {
        return None;
    }
    let (before, known) = LISTS.iter().find_map(|words| message.split_once(words))?;
    let found = last_quoted(before).or_else(|| value_of_option(before))?;
    nearest(found, names(known))
}

/// The last name in backticks of a text.
fn last_quoted(text: &str) -> Option<&str> {
    let (rest, _) = text.rsplit_once('`')?;
    let (_, name) = rest.rsplit_once('`')?;
    (!name.is_empty()).then_some(name)
}

/// The value in a text such as `--scenario ofice-job: `.
fn value_of_option(text: &str) -> Option<&str> {
    let (_, value) = text.trim_end().strip_prefix("--")?.strip_suffix(':')?.split_once(' ')?;
    (!value.contains(' ')).then_some(value)
}

/// The names of a list, each a word perhaps in backticks or with an explanation after it.
fn names(list: &str) -> impl Iterator<Item = &str> {
    let names = list
        .split([',', '(', ')', ';'])
        .map(|name| name.trim().trim_matches('`'));
    names.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace))
}

/// The name that is nearest to one that was given, if one is near.
fn nearest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Only names are compared; nobody mistypes a whole page.
    if given.len() > 64 {
        return None;
    }
    let given = given.to_lowercase();
    let scored = known.map(|name| (strsim::jaro_winkler(&given, name), name));
    let near = scored.filter(|(score, name)| *score >= ALIKE && *name != given);
    near.max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_of_a_list_is_suggested() {
        for (message, expected) in [
            (
                "no game `burgle-bro`; there are: burgle-bros, caper-cards",
                Some("burgle-bros"),
            ),
            (
                "--agents: no agent `heuristics`; there are: random, heuristic, mcts",
                Some("heuristic"),
            ),
            ("agent `mcts` has no option `sim`; it has: sims, time", Some("sims")),
            (
                "--scenario x: unknown variant `ofice-job`, expected one of `bank-job`, `office-job`",
                Some("office-job"),
            ),
            (
                "--scenario ofice-job: expected one of: bank-job, office-job",
                Some("office-job"),
            ),
            (
                "--sides basc,both: found `basc`; expected one of: basic, both",
                Some("basic"),
            ),
            ("--level strng: expected one of: instant (at once)", None),
            ("no game `chess`; there are: burgle-bros, caper-cards", None),
            ("`hint quik`: expected one of: instant (at once), quick (0.3 s)", None),
            ("cannot be opened", None),
        ] {
            assert_eq!(of(message), expected, "{message}");
        }
    }
}
