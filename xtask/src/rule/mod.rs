//! `cargo xtask rule`: a rule by its id, with the code that carries it out and the tests that prove it.

mod document;
mod index;
mod scan;

use std::io::{self, Write};
use std::path::Path;

use index::{Game, MOST_IDS, Place};

/// What the command line asks about rules.
#[derive(Debug, PartialEq, Eq)]
pub enum Query {
    /// Print one rule.
    Show(String),
    /// List the ids without code or without a test, of one game or of all.
    Missing(Option<String>),
}

/// Reads the words after `rule`; nothing if they make no sense.
pub fn parse(words: &[String]) -> Option<Query> {
    match words {
        [flag] if flag == "--missing" => Some(Query::Missing(None)),
        [flag, game] if flag == "--missing" => Some(Query::Missing(Some(game.clone()))),
        [id] if !id.starts_with('-') => Some(Query::Show(id.clone())),
        _ => None,
    }
}

/// Answers a query.
///
/// # Errors
/// An unknown id or game, with what is known instead; a file that cannot be read.
pub fn run(query: &Query, root: &Path, out: &mut impl Write) -> io::Result<()> {
    answer(&index::read(root)?, query, out)
}

fn answer(games: &[Game], query: &Query, out: &mut impl Write) -> io::Result<()> {
    match query {
        Query::Show(id) => show(games, id, out),
        Query::Missing(game) => list_missing(games, game.as_deref(), out),
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// One rule

fn show(games: &[Game], id: &str, out: &mut impl Write) -> io::Result<()> {
    let with: Vec<&Game> = games.iter().filter(|game| game.entry(id).is_some()).collect();
    if with.is_empty() {
        let near = near(games, id);
        let hint = if near.is_empty() {
            String::new()
        } else {
            format!("; did you mean {}?", near.join(" or "))
        };
        return Err(unknown(format!("there is no rule `{id}`{hint}")));
    }
    for (place, game) in with.into_iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        show_rule(game, id, out)?;
    }
    Ok(())
}

/// An error about a word of the command line.
fn unknown(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

fn show_rule(game: &Game, id: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{id} ({})", game.id)?;
    let rows = game.rows.get(id).map(Vec::as_slice).unwrap_or_default();
    match game.passage(id) {
        Some(passage) => {
            writeln!(out, "\nrule  {}:{}", game.document.0, passage.line)?;
            passage.text.iter().try_for_each(|line| writeln!(out, "    {line}"))?;
        }
        None if rows.is_empty() => writeln!(out, "\nrule  not in {}", game.document.0)?,
        None => {}
    }
    for row in rows {
        writeln!(out, "\ndata  {}:{}", row.path, row.line)?;
        row.text.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
    }
    match (game.code.get(id), game.excused.get(id)) {
        (Some(places), _) => show_places("code", places, out)?,
        (None, Some(reason)) => writeln!(out, "\ncode  none: {reason}")?,
        (None, None) if rows.is_empty() => writeln!(out, "\ncode  none")?,
        (None, None) => {}
    }
    match game.tests.get(id) {
        Some(places) => show_places("tests", places, out),
        None => writeln!(out, "\ntests  none"),
    }
}

fn show_places(title: &str, places: &[Place], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    for place in places {
        writeln!(out, "    {}:{}  {}", place.path, place.line, place.text)?;
        if !place.comment.is_empty() {
            writeln!(out, "        {}", place.comment)?;
        }
        if title == "tests" && place.names > MOST_IDS {
            let names = place.names;
            writeln!(
                out,
                "        names {names} ids, which proves none of them; at most {MOST_IDS} count"
            )?;
        }
    }
    Ok(())
}

/// The ids nearest to one that is unknown.
fn near<'a>(games: &'a [Game], id: &str) -> Vec<&'a str> {
    let all = games
        .iter()
        .flat_map(|game| &game.entries)
        .map(|entry| entry.id.as_str());
    nearest(all, id)
}

/// The words that differ least from one, if they differ little; the case of letters does not matter.
fn nearest<'a>(all: impl Iterator<Item = &'a str>, word: &str) -> Vec<&'a str> {
    let wanted = word.to_lowercase();
    let mut ranked: Vec<(usize, &str)> = all.map(|it| (distance(&wanted, &it.to_lowercase()), it)).collect();
    ranked.sort();
    ranked.dedup();
    let most = (wanted.len() / 3).max(1);
    let least = ranked.first().map_or(0, |&(distance, _)| distance);
    let near = ranked
        .into_iter()
        .take_while(|&(distance, _)| distance == least && distance <= most);
    near.map(|(_, it)| it).take(5).collect()
}

/// How many letters must be put in, taken out or changed to make one word of the other (Levenshtein).
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (place, letter) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = place + 1;
        for (column, &with) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != with);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

// ---------------------------------------------------------------------------------------------------------------------
// What is missing

fn list_missing(games: &[Game], wanted: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    if let Some(wanted) = wanted
        && games.iter().all(|game| game.id != wanted)
    {
        let known: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
        let message = format!("there is no game `{wanted}`, expected one of {}", known.join(", "));
        return Err(unknown(message));
    }
    for game in games
        .iter()
        .filter(|game| wanted.is_none_or(|wanted| wanted == game.id))
    {
        let total = game.entries.len();
        for (title, ids) in [("code", without_code(game)), ("a test", without_test(game))] {
            writeln!(out, "{}: {} of {total} ids are without {title}", game.id, ids.len())?;
            for id in ids {
                let words = game.entry(id).map_or("", |entry| &entry.words);
                writeln!(out, "    {id:<14} {words}")?;
            }
        }
    }
    Ok(())
}

/// The ids that nothing carries out and nothing excuses.
fn without_code(game: &Game) -> Vec<&str> {
    let missing = |entry: &&index::Entry| !game.is_in_code(entry) && !game.excused.contains_key(&entry.id);
    let entries = game.entries.iter().filter(missing);
    entries.map(|entry| entry.id.as_str()).collect()
}

/// The ids that no test with few ids proves.
fn without_test(game: &Game) -> Vec<&str> {
    let entries = game.entries.iter().filter(|entry| !game.is_tested(entry));
    entries.map(|entry| entry.id.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    /// The games of this project.
    static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        index::read(&root).expect("the project can be read")
    });

    /// What is printed, or the message of the error.
    fn ask(words: &[&str]) -> Result<String, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let query = parse(&words).expect("a query");
        let mut out = Vec::new();
        answer(&GAMES, &query, &mut out).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(out).expect("text"))
    }

    /// Every id stands on what carries it out, or in `not_in_code.csv`.
    #[test]
    fn every_rule_has_its_code() {
        for game in GAMES.iter() {
            assert_eq!(without_code(game), [""; 0], "{}: ids without code", game.id);
        }
    }

    /// Every id is named in a test or a case that names few.
    #[test]
    fn every_rule_has_its_test() {
        for game in GAMES.iter() {
            assert_eq!(without_test(game), [""; 0], "{}: ids without a test", game.id);
        }
    }

    /// A game of three rules: the first is carried out and tested, the second only in a test that names too many, the
    /// third excused.
    #[test]
    fn an_id_without_code_or_without_a_test_is_missing() {
        let entry = |id: &str| index::Entry {
            id: id.to_owned(),
            section: "1".to_owned(),
            words: String::new(),
        };
        let places = |id: &str, names| {
            let place = Place {
                path: String::new(),
                line: 1,
                text: String::new(),
                comment: String::new(),
                names,
            };
            (id.to_owned(), vec![place])
        };
        let game = Game {
            id: "chess".to_owned(),
            entries: ["A-1", "A-2", "A-3"].map(entry).into(),
            excused: [("A-3".to_owned(), "a note".to_owned())].into(),
            document: (String::new(), String::new()),
            rows: [places("A-2", 1)].into(),
            code: [places("A-1", 9)].into(),
            tests: [places("A-1", MOST_IDS), places("A-2", MOST_IDS + 1)].into(),
        };
        // A row of data stands for its id only where the id is one of a data file.
        assert_eq!(without_code(&game), ["A-2"]);
        assert_eq!(without_test(&game), ["A-2", "A-3"]);
    }

    #[test]
    fn every_id_is_found_in_the_rules_document_or_in_a_row_of_data() {
        for game in GAMES.iter() {
            let is_lost = |entry: &&index::Entry| {
                game.passage(&entry.id).is_none() && !(Game::is_row(entry) && game.rows.contains_key(&entry.id))
            };
            let lost: Vec<&str> = game
                .entries
                .iter()
                .filter(is_lost)
                .map(|entry| entry.id.as_str())
                .collect();
            assert_eq!(lost, [""; 0], "{}", game.id);
        }
    }

    /// An excuse is for an id of the ledger that no code names, and says why.
    #[test]
    fn excuses_are_true() {
        for game in GAMES.iter() {
            for (id, reason) in &game.excused {
                let entry = game
                    .entry(id)
                    .unwrap_or_else(|| panic!("{}: {id} is not in the ledger", game.id));
                assert!(!game.is_in_code(entry), "{}: {id} is in the code", game.id);
                assert!(reason.len() > 10, "{}: {id}: `{reason}`", game.id);
            }
        }
    }

    #[test]
    fn a_rule_is_shown_with_its_code_and_its_tests() {
        let text = ask(&["CC6.2b"]).expect("a known id");
        for part in [
            "CC6.2b (caper-cards)",
            "docs/rules/caper-cards.md:",
            "find the lowest upright number in play",
            "engine/src/caper_cards/rules/score.rs:",
            "fn without_lowest(",
            "engine/tests/cases/caper-cards/worked_examples.toml:",
            "case \"21\"",
        ] {
            assert!(text.contains(part), "`{part}` is missing:\n{text}");
        }
    }

    #[test]
    fn a_row_with_signs_in_its_id_is_shown_with_its_test() {
        let text = ask(&["tiles:$1"]).expect("a known id");
        for part in [
            "engine/data/masters-of-the-heist/tiles.csv:",
            "engine/tests/masters/rows/tiles.json:",
        ] {
            assert!(text.contains(part), "`{part}` is missing:\n{text}");
        }
    }

    #[test]
    fn a_row_of_data_is_shown_with_its_cells() {
        let text = ask(&["crew:thief"]).expect("a known id");
        for part in [
            "engine/data/caper-cards/crew.csv:4",
            "number_upright: 4",
            "fn every_crew_row_is_a_kind_of_the_game()",
        ] {
            assert!(text.contains(part), "`{part}` is missing:\n{text}");
        }
    }

    #[test]
    fn an_id_of_both_games_is_shown_for_both() {
        let text = ask(&["H12"]).expect("a known id");
        assert!(
            text.contains("H12 (burgle-bros)") && text.contains("H12 (caper-cards)"),
            "{text}"
        );
    }

    #[test]
    fn an_unknown_id_is_answered_with_the_nearest() {
        let message = |id| ask(&[id]).expect_err("an unknown id");
        assert_eq!(message("cc6.2B"), "there is no rule `cc6.2B`; did you mean CC6.2b?");
        let near = message("M-MOVE-10h");
        assert!(near.contains("did you mean M-MOVE-10 or M-MOVE-10a or "), "{near}");
        assert_eq!(message("nothing-of-the-kind"), "there is no rule `nothing-of-the-kind`");
    }

    #[test]
    fn what_is_missing_is_listed_by_game() {
        let text = ask(&["--missing", "caper-cards"]).expect("a known game");
        assert!(text.contains("caper-cards: 0 of 195 ids are without code"), "{text}");
        assert!(!text.contains("burgle-bros"), "{text}");
        let message = ask(&["--missing", "chess"]).expect_err("an unknown game");
        assert!(
            message.starts_with("there is no game `chess`, expected one of burgle-bros, caper-cards, "),
            "{message}"
        );
    }

    #[test]
    fn distances_count_letters() {
        assert_eq!(
            [
                distance("", "abc"),
                distance("abc", "abd"),
                distance("abc", "bc"),
                distance("a", "a")
            ],
            [3, 1, 1, 0]
        );
    }
}
