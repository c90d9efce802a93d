//! Games at the table, entered as people enter them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heist_agents::Heuristics;
use heist_draw::{Draw, SvgStyle};
use heist_engine::any::{self, AnyGame};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::describe::kept_names;
use heist_engine::game::{Fill, Game, Node};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::{Generator, below, stream};
use heist_engine::record::Recorder;
use heist_table::table::{
    Change, Choice, Entry, Kept, Table, Viewer, Waits, game_of_record, read_record, setup_fields, setup_from_form,
    steps as steps_of,
};
use serde_json::{Value, json};

pub(crate) fn game(id: &str) -> &'static dyn AnyGame {
    any::find(id).expect("the game is in the registry")
}

pub(crate) fn form(fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    fields.iter().map(owned).collect()
}

pub(crate) fn begin(id: &str, fields: &[(&str, &str)], seed: u64) -> (String, Arc<Table>) {
    let setup = setup_from_form(game(id), &form(fields), seed).expect("the form is right");
    let table = Table::new(game(id), &setup, &[], 0, &[]).expect("the setup is playable");
    (setup, Arc::new(table))
}

pub(crate) fn any_choice(table: &Table, rng: &mut Generator) -> Option<String> {
    let view = table.view(Viewer::Public);
    let reactions = view.windows.into_iter().flat_map(|window| window.choices);
    let choices: Vec<Choice> = view.choices.into_iter().chain(reactions).collect();
    if choices.is_empty() {
        return None;
    }
    Some(choices[below(rng, choices.len() as u32) as usize].notation.clone())
}

/// The entry that a change keeps.
fn entry_of(change: &Change) -> (usize, Entry, usize) {
    match &change.kept {
        Kept::Entries { at, entries, steps, .. } if entries.len() == 1 => (*at, entries[0].clone(), *steps),
        kept => panic!("an entry is kept, not {kept:?}"),
    }
}

/// The error of a change that is refused.
pub(crate) fn refusal(change: Result<Change, heist_table::table::TableError>) -> heist_table::table::TableError {
    change.err().expect("it is refused")
}

/// Enters a whole random game, or as much of it as is asked for: the tables along the way and what was entered.
pub(crate) fn play(start: &Arc<Table>, most: usize, rng: &mut Generator) -> (Vec<Arc<Table>>, Vec<Entry>) {
    let (mut tables, mut entries) = (vec![Arc::clone(start)], Vec::new());
    let mut table = Arc::clone(start);
    while entries.len() < most
        && let Some(notation) = any_choice(&table, rng)
    {
        let change = table.enter(Viewer::Public, &notation).expect("it was offered");
        let (at, entry, _) = entry_of(&change);
        assert_eq!(at, entries.len());
        assert_eq!(entry, Entry::Step(notation));
        entries.push(entry);
        table = change.table;
        tables.push(Arc::clone(&table));
    }
    (tables, entries)
}

const BURGLE_BROS: [(&str, &str); 3] = [("bank-job", "3"), ("office-job", "2"), ("fort-knox", "4")];

/// A table of every game and scenario.
pub(crate) fn starts(seed: u64) -> Vec<(&'static str, String, Arc<Table>)> {
    let mut starts = Vec::new();
    for (scenario, seats) in BURGLE_BROS {
        let fields = [("scenario", scenario), ("seats", seats), ("walls", "random")];
        let (setup, table) = begin(BurgleBros::ID, &fields, seed);
        starts.push((BurgleBros::ID, setup, table));
    }
    for seats in ["1", "2", "3", "4"] {
        let (setup, table) = begin(CaperCards::ID, &[("seats", seats)], seed);
        starts.push((CaperCards::ID, setup, table));
    }
    starts
}

pub(crate) fn assert_views_equal(one: &Table, other: &Table) {
    assert_eq!(one.view(Viewer::Public), other.view(Viewer::Public));
}

#[test]
fn every_game_of_the_registry_can_be_set_up_and_entered_to_its_end() {
    assert_eq!(any::games().len(), any::infos().len());
    for (id, _, start) in starts(3) {
        let (tables, entries) = play(&start, usize::MAX, &mut stream(3, "core tests", 0));
        let last = tables[entries.len()].view(Viewer::Public);
        assert!(matches!(last.waits, Waits::Over { .. }), "{id}");
        assert!(last.choices.is_empty() && !last.can_hint);
        assert_eq!((last.entries, last.undone), (entries.len(), 0));
        // What can come out only one way is a step but no entry.
        assert!(last.log.len() >= entries.len());
        let numbers: Vec<usize> = last.log.iter().map(|line| line.step).collect();
        assert_eq!(numbers, (1..=last.log.len()).collect::<Vec<_>>());
        assert!(
            last.log
                .iter()
                .all(|line| !line.text.is_empty() && !line.notation.is_empty())
        );
    }
}

/// Plays a world of a game without private content and compares every view with the engine's state.
fn compare_with_engine<G: Draw>(setup: &str, mut table: Arc<Table>, seed: u64) {
    let setup: G::Setup = serde_json::from_str(setup).expect("setups are JSON");
    let mut rng = stream(seed, "core tests", 1);
    let mut world = G::new(&setup).expect("the setup is playable");
    world.determinize(Fill::All, &mut rng);
    let mut recorder = Recorder::<G>::new(&setup).expect("the setup is playable");
    loop {
        let state = recorder.state().clone();
        let (mut possible, mut legal) = (Vec::new(), Vec::new());
        state.outcomes(&mut possible);
        state.legal_actions(&mut legal);
        let is_entered = possible.len() != 1;
        if is_entered {
            let view = table.view(Viewer::Public);
            assert_eq!(view.key, format!("{:016x}", state.key()));
            assert_eq!((view.turn, &view.explanation), (state.turn(), &state.explain_node()));
            assert_eq!(view.log.len(), recorder.steps().len());
            assert_eq!(
                table.picture(Viewer::Public, &SvgStyle::default()),
                state.draw_svg(&SvgStyle::default())
            );
            let outcomes = possible
                .iter()
                .map(|(outcome, probability)| (outcome.to_string(), Some(*probability)));
            let expected: Vec<_> = outcomes
                .chain(legal.iter().map(|action| (action.to_string(), None)))
                .collect();
            let offered = view
                .choices
                .iter()
                .map(|choice| (choice.notation.clone(), choice.probability));
            assert_eq!(offered.collect::<Vec<_>>(), expected);
            assert_eq!(view.can_hint, !legal.is_empty());
            assert_eq!(table.advisable(Viewer::Public).is_some(), view.can_hint);
        }
        let notation = match world.node() {
            Node::Terminal => break,
            Node::Chance => {
                let outcome = world.sample(&mut rng);
                world.resolve(outcome);
                recorder.chance(outcome).expect("the world is a filling");
                outcome.to_string()
            }
            Node::Decision(_) => {
                let action = legal[below(&mut rng, legal.len() as u32) as usize];
                world.apply(action);
                recorder.action(action).expect("the world is a filling");
                action.to_string()
            }
        };
        if is_entered {
            table = table.enter(Viewer::Public, &notation).expect("it is possible").table;
        }
    }
    let replay = recorder.finish();
    let mut written = Vec::new();
    replay.write(&mut written).expect("it re-runs");
    assert_eq!(
        table.record().as_bytes(),
        written,
        "the record is the replay of the game"
    );
    let (view, result) = (table.view(Viewer::Public), replay.result.expect("it is over"));
    assert!(
        matches!(&view.waits, Waits::Over { ending, value, figures } if ending == result.ending
        && *value == result.value && figures.len() == kept_names(G::FIGURES).count())
    );
}

#[test]
fn views_are_those_of_the_engine() {
    let mut compared = 0;
    for (id, setup, table) in starts(5) {
        match id {
            BurgleBros::ID => compare_with_engine::<BurgleBros>(&setup, table, 5),
            _ if !table.view(Viewer::Public).is_private => compare_with_engine::<CaperCards>(&setup, table, 5),
            _ => continue,
        }
        compared += 1;
    }
    assert_eq!(compared, 4, "Caper Cards alone has nothing private either");
}

#[test]
fn undo_and_redo_lead_to_every_moment_and_back() {
    for (id, setup, start) in starts(7) {
        let mut rng = stream(7, "core tests", 2);
        let (tables, entries) = play(&start, 100, &mut rng);
        let last = &tables[entries.len()];
        for (count, table) in tables.iter().enumerate() {
            let change = last.go_to(count).expect("there are so many");
            assert_eq!(change.kept, Kept::Cursor(count));
            let (undone, then) = (change.table.view(Viewer::Public), table.view(Viewer::Public));
            assert_eq!(undone.undone, entries.len() - count);
            assert_eq!(
                (undone.key, undone.choices, undone.log),
                (then.key, then.choices, then.log)
            );
            assert_eq!(change.table.record(), table.record());
            let redone = change.table.go_to(entries.len()).expect("they can be redone").table;
            assert_views_equal(&redone, last);
            // The same, counted from where one is.
            let back = entries.len() - count;
            let undone = last.undo(back).expect("there are so many").table;
            assert_views_equal(&undone, &change.table);
            let redone = undone.redo(back).expect("they can be redone").table;
            assert_views_equal(&redone, last);
            let too_many = |what: &str, there: usize| match there {
                0 => format!("there is nothing to {what}"),
                1 => format!("there is one entry to {what}; expected no more"),
                _ => format!("there are {there} entries to {what}; expected no more"),
            };
            let message = refusal(undone.redo(back + 1)).message;
            assert_eq!(message, too_many("redo", back));
            let message = refusal(undone.undo(count + 1)).message;
            assert_eq!(message, too_many("undo", count));
            // A kept table is made again from what was kept.
            let kept = Table::new(game(id), &setup, &entries, count, &[]).expect("it was kept");
            assert_views_equal(&kept, &change.table);
        }
        // Every line of the log tells how to come back to it.
        for line in &last.view(Viewer::Public).log {
            let log_at = |entry| {
                last.go_to(entry)
                    .expect("it is an entry")
                    .table
                    .view(Viewer::Public)
                    .log
            };
            assert!(log_at(line.entry).contains(line));
            assert!(line.entry == 0 || !log_at(line.entry - 1).contains(line));
        }
        let message = refusal(last.go_to(entries.len() + 1)).message;
        assert!(message.contains(&format!("from 0 to {}", entries.len())), "{message}");
        assert!(Table::new(game(id), &setup, &entries, entries.len() + 1, &[]).is_err());
    }
}

/// S-PATROL: the first card of the game names a cell of floor 1, which is what the picture is tapped at.
#[test]
fn the_first_question_points_at_the_board() {
    let (_, table) = begin(BurgleBros::ID, &[("scenario", "bank-job"), ("seats", "1")], 1);
    let choices = table.view(Viewer::Public).choices;
    assert!(!choices.is_empty());
    for choice in choices {
        let cell = choice
            .notation
            .strip_prefix("patrol ")
            .expect("a patrol card is asked for");
        assert_eq!(choice.spots, [format!("cell=1:{cell}")]);
    }
}

#[test]
fn what_cannot_be_is_refused_and_says_what_can() {
    let long = "é".repeat(5000);
    let garbage = [
        "",
        " ",
        "move",
        "move 9:Z9",
        "tile",
        "patrol Q7",
        "deal ?",
        "{",
        "3: deal fixer",
        "\u{0}",
        &long,
    ];
    for (_, _, start) in starts(11) {
        let (tables, _) = play(&start, 60, &mut stream(11, "core tests", 3));
        for table in tables.iter().step_by(7) {
            let view = table.view(Viewer::Public);
            for text in garbage {
                let message = refusal(table.enter(Viewer::Public, text)).message;
                assert!(message.len() < 4000, "{message}");
                if let Some(choice) = view.choices.first() {
                    let is_told = message.contains(&choice.notation) || message.contains("decides here");
                    assert!(is_told, "{message}");
                }
            }
        }
    }
}

/// A position with something changed.
fn edited(position: &str, edit: impl FnOnce(&mut Value)) -> String {
    let mut value = serde_json::from_str(position).expect("positions are JSON");
    edit(&mut value);
    value.to_string()
}

#[test]
fn facts_are_corrected_and_contradictions_listed() {
    let characters = [
        ("seats", "2"),
        ("characters", "hacker-basic"),
        ("characters", "hawk-basic"),
    ];
    let (setup, start) = begin(BurgleBros::ID, &characters, 13);
    let mut rng = stream(13, "core tests", 4);
    let (tables, entries) = play(&start, 30, &mut rng);
    let table = &tables[30];
    let position = table.position(Viewer::Public);
    let message = refusal(table.correct(Viewer::Public, &position, false)).message;
    assert!(message.contains("what it was"), "{message}");
    // A forgotten token.
    let fewer = edited(&position, |position| position["players"][0]["stealth"] = json!(1));
    let change = table
        .correct(Viewer::Public, &fewer, false)
        .expect("nothing contradicts it");
    let (at, entry, steps) = entry_of(&change);
    assert_eq!((at, steps), (30, table.view(Viewer::Public).log.len()));
    assert!(matches!(&entry, Entry::Position { text, overridden: false } if *text == fewer));
    let view = change.table.view(Viewer::Public);
    let line = view.log.iter().rev().find(|line| line.notation.is_empty());
    let line = line.expect("the log tells of it");
    assert_eq!((line.entry, line.seat, line.step), (31, None, steps));
    assert_eq!(view.seat_names, ["Hacker", "Hawk"]);
    let now: Value = serde_json::from_str(&change.table.position(Viewer::Public)).expect("JSON");
    assert_eq!(now["players"][0]["stealth"], 1);
    // The game goes on from there and is kept as a table.
    let mut after = Arc::clone(&change.table);
    let mut expected: Vec<Entry> = entries.into_iter().chain([entry]).collect();
    while expected.len() < 45
        && let Some(notation) = any_choice(&after, &mut rng)
    {
        let change = after.enter(Viewer::Public, &notation).expect("it was offered");
        expected.push(entry_of(&change).1);
        after = change.table;
    }
    let record = after.record();
    assert!(
        record.starts_with(r#"{"heistlab":"table","format":1,"game":"burgle-bros","setup":{"#),
        "{record}"
    );
    let (read_setup, read) = read_record(game(BurgleBros::ID), &record).expect("it was written");
    assert_eq!((read_setup, &read), (setup.clone(), &expected));
    let again = Table::new(game(BurgleBros::ID), &setup, &read, read.len(), &[]).expect("it was kept");
    assert_views_equal(&again, &after);
    // Undone, the table is what it was.
    assert_views_equal(
        &change
            .table
            .go_to(30)
            .expect("it is there")
            .table
            .go_to(31)
            .expect("it is there")
            .table,
        &change.table,
    );
    // What cannot be is listed, every contradiction with its field.
    let wrong = edited(&position, |position| {
        position["players"][1]["character"] = json!("hacker-advanced");
        position["floors"][0]["speed"] = json!(99);
    });
    let error = refusal(table.correct(Viewer::Public, &wrong, false));
    let fields: Vec<&str> = error.problems.iter().map(|problem| problem.field.as_str()).collect();
    assert!(fields.iter().any(|field| field.starts_with("players[1]")), "{error:?}");
    assert!(fields.iter().any(|field| field.starts_with("floors[0]")), "{error:?}");
    let three = edited(&position, |position| {
        let players = position["players"].as_array_mut().expect("a list");
        players.push(json!({"character": "raven-basic"}));
    });
    let message = refusal(table.correct(Viewer::Public, &three, false)).message;
    assert!(message.contains("3 players"), "{message}");
}

#[test]
fn contradictions_are_overridden_knowingly() {
    let characters = [
        ("seats", "2"),
        ("characters", "raven-basic"),
        ("characters", "hawk-basic"),
    ];
    let (_, start) = begin(BurgleBros::ID, &characters, 17);
    let (tables, _) = play(&start, 40, &mut stream(17, "core tests", 5));
    let table = &tables[40];
    // A token on the laptop of a Hacker who is not in the game.
    let many = edited(&table.position(Viewer::Public), |position| {
        position["laptop"] = json!(true)
    });
    let error = refusal(table.correct(Viewer::Public, &many, false));
    assert!(error.problems.iter().all(|problem| problem.waivable), "{error:?}");
    let change = table.correct(Viewer::Public, &many, true).expect("it is overridden");
    assert!(matches!(entry_of(&change).1, Entry::Position { overridden: true, .. }));
    let (setup, entries) = read_record(game(BurgleBros::ID), &change.table.record()).expect("it was written");
    let again = Table::new(game(BurgleBros::ID), &setup, &entries, entries.len(), &[]).expect("it was kept");
    assert_views_equal(&again, &change.table);
}

#[test]
fn what_is_no_position_of_the_game_is_refused_with_a_reason() {
    let (_, table) = begin(BurgleBros::ID, &[("seats", "2")], 1);
    let position = table.position(Viewer::Public);
    let of_another_game = position.replacen("\"burgle-bros\"", &format!("\"{}\"", "x".repeat(100)), 1);
    let shown = format!("\"{}...", "x".repeat(79));
    for (text, expected) in [
        (
            "[1]",
            "position: found `[1]`; expected an object with the fields of a position".to_owned(),
        ),
        (
            of_another_game.as_str(),
            format!("position: line 2, field `game`: found {shown}; expected \"burgle-bros\""),
        ),
        (
            "{",
            "position: line 1, column 1: the text ends, expected the rest of an object".to_owned(),
        ),
    ] {
        assert_eq!(refusal(table.correct(Viewer::Public, text, false)).message, expected);
    }
}

#[test]
fn records_are_read_back_and_replays_opened() {
    for (id, setup, start) in starts(19) {
        let (tables, entries) = play(&start, 80, &mut stream(19, "core tests", 6));
        let record = tables[entries.len()].record();
        assert_eq!(game_of_record(&record).as_deref(), Ok(id));
        let (read_setup, read) = read_record(game(id), &record).expect("it was written");
        assert_eq!((&read_setup, &read), (&setup, &entries));
        for &other in any::games() {
            assert_eq!(read_record(other, &record).is_ok(), other.info().id == id);
        }
        for cut in [0, 1, record.len() / 3, record.len() - 5] {
            assert!(read_record(game(id), &record[..cut]).is_err(), "cut at {cut}");
        }
    }
}

#[test]
fn a_replay_of_a_game_with_hands_is_read_as_everybody_sees_it() {
    let (setup, _) = begin(CaperCards::ID, &[("seats", "2")], 23);
    let setup: heist_engine::caper_cards::Setup = serde_json::from_str(&setup).expect("setups are JSON");
    let mut rng = stream(23, "core tests", 7);
    let mut world = CaperCards::new(&setup).expect("it is playable");
    world.determinize(Fill::All, &mut rng);
    let recorder = Recorder::<CaperCards>::new(&setup).expect("it is playable");
    let mut recorder = recorder
        .with_seed(23)
        .with_agents(["person", "heuristic"])
        .with_world(world);
    let mut legal = Vec::new();
    while world.node() != Node::Terminal {
        world.legal_actions(&mut legal);
        if legal.is_empty() {
            let outcome = world.sample(&mut rng);
            world.resolve(outcome);
            recorder.chance(outcome).expect("the world is a filling");
        } else {
            let action = legal[below(&mut rng, legal.len() as u32) as usize];
            world.apply(action);
            recorder.action(action).expect("the world is a filling");
        }
    }
    let mut bytes = Vec::new();
    let replay = recorder.finish();
    replay.write(&mut bytes).expect("it re-runs");
    let text = String::from_utf8(bytes).expect("JSON is UTF-8");
    let (read_setup, entries) = read_record(game(CaperCards::ID), &text).expect("it is a replay");
    // What went to hands is not in it, nor need it be.
    let is_hidden =
        |entry: &Entry| matches!(entry, Entry::Step(text) if text.starts_with("deal") || text.starts_with("draw"));
    assert!(!entries.iter().any(is_hidden));
    let table = Table::new(game(CaperCards::ID), &read_setup, &entries, entries.len(), &[]).expect("it was read");
    let view = table.view(Viewer::Public);
    assert_eq!(view.log.len(), replay.steps.len());
    assert!(
        matches!(view.waits, Waits::Over { ending, .. } if Some(ending.as_str()) == replay.result.map(|result| result.ending))
    );
}

#[test]
fn broken_records_name_the_line_and_never_panic() {
    let (_, start) = begin(BurgleBros::ID, &[("seats", "2")], 29);
    let (tables, _) = play(&start, 40, &mut stream(29, "core tests", 8));
    let corrected = edited(&tables[40].position(Viewer::Public), |position| {
        position["players"][0]["stealth"] = json!(1);
    });
    let change = tables[40]
        .correct(Viewer::Public, &corrected, false)
        .expect("it is possible");
    let record = change.table.record();
    let lines: Vec<&str> = record.lines().collect();
    let changed = |number: usize, text: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = text;
        let error = read_record(game(BurgleBros::ID), &lines.join("\n")).expect_err("it is broken");
        assert!(error.message.starts_with(&format!("line {number}")), "{error}");
        error.message
    };
    for text in [
        "",
        "{",
        "[]",
        "null",
        "{\"heistlab\":\"table\"}",
        "{\"heistlab\":\"deck\"}",
    ] {
        changed(1, text);
    }
    assert!(changed(5, "{\"step\":\"fly\"}").contains("field `step`"));
    changed(5, "{\"step\":1}");
    changed(5, "{\"leap\":\"move\"}");
    assert!(changed(42, "{\"position\":{\"text\":\"{}\",\"overridden\":false}}").contains("field `position`"));
    changed(1, &lines[0].replace("\"seats\":2", "\"seats\":9"));
    // Flip bytes all over: an error or another record, but no panic.
    let mut rng = stream(29, "core tests", 9);
    for _ in 0..300 {
        let mut bytes = record.clone().into_bytes();
        let place = below(&mut rng, bytes.len() as u32) as usize;
        bytes[place] = 32 + below(&mut rng, 95) as u8;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Ok((setup, entries)) = read_record(game(BurgleBros::ID), &text) {
            assert!(Table::new(game(BurgleBros::ID), &setup, &entries, entries.len(), &[]).is_ok());
        }
    }
}

#[test]
fn broken_positions_are_errors_and_never_panic() {
    for (_, _, start) in starts(31) {
        let mut rng = stream(31, "core tests", 10);
        let (tables, entries) = play(&start, 40, &mut rng);
        let table = &tables[entries.len()];
        for garbage in [
            "",
            "{",
            "[]",
            "null",
            "{}",
            "{\"game\":\"chess\"}",
            "{\"heistlab\":\"replay\"}",
        ] {
            let error = refusal(table.correct(Viewer::Public, garbage, true));
            assert!(!error.message.is_empty());
        }
        let position = table.position(Viewer::Public);
        for _ in 0..200 {
            let mut bytes = position.clone().into_bytes();
            let place = below(&mut rng, bytes.len() as u32) as usize;
            bytes[place] = 32 + below(&mut rng, 95) as u8;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            // What is accepted can be shown and undone.
            if let Ok(change) = table.correct(Viewer::Public, &text, true) {
                let view = change.table.view(Viewer::Public);
                assert_eq!(view.entries, entries.len() + 1);
                change.table.picture(Viewer::Public, &SvgStyle::default());
            }
        }
    }
}

#[test]
fn looking_ahead_changes_nothing() {
    let (_, start) = begin(BurgleBros::ID, &[("seats", "2")], 37);
    let (tables, entries) = play(&start, 60, &mut stream(37, "core tests", 11));
    let steps: Vec<String> = entries[30..50]
        .iter()
        .map(|entry| match entry {
            Entry::Step(text) => text.clone(),
            Entry::Position { .. } => panic!("nothing was corrected"),
        })
        .collect();
    let before = tables[30].view(Viewer::Public);
    let ahead = tables[30].what_if(Viewer::Public, &steps).expect("it went so");
    let (seen, then) = (ahead.view(Viewer::Public), tables[50].view(Viewer::Public));
    assert_eq!(
        (seen.key, seen.choices, seen.waits),
        (then.key, then.choices, then.waits)
    );
    assert_eq!(tables[30].view(Viewer::Public), before);
    // Lines of a search name what can come out only one way as well.
    let whole: Vec<String> = then.log[before.log.len()..]
        .iter()
        .map(|line| line.notation.clone())
        .collect();
    let ahead = tables[30].what_if(Viewer::Public, &whole).expect("it went so");
    assert_eq!(ahead.view(Viewer::Public).key, tables[50].view(Viewer::Public).key);
    let message = tables[30]
        .what_if(Viewer::Public, &["fly".to_owned()])
        .err()
        .expect("nobody flies")
        .message;
    assert!(message.starts_with("step 1 ahead"), "{message}");
}

#[test]
fn forms_make_setups_and_name_what_is_wrong() {
    let read = |id: &str, fields: &[(&str, &str)], seed| -> Result<Value, String> {
        let setup = setup_from_form(game(id), &form(fields), seed).map_err(|error| error.message)?;
        Ok(serde_json::from_str(&setup).expect("setups are JSON"))
    };
    // Every value of every field that is offered makes a playable setup, with as many people as can be or with fewer.
    for &game in any::games() {
        for field in setup_fields(game.info()) {
            assert!(field.options.len() <= 110, "{}: too many to choose from", field.name);
            assert!(field.options.is_empty() || field.options.iter().any(|(value, _)| *value == field.default));
            let seats = setup_fields(game.info())
                .into_iter()
                .find(|field| field.name == "seats");
            let seats: Vec<String> = seats
                .expect("every setup has seats")
                .options
                .into_iter()
                .map(|(value, _)| value)
                .collect();
            for (value, label) in &field.options {
                assert!(!label.is_empty());
                let mut fields = vec![(field.name.as_str(), value.as_str())];
                // Nothing is drawn for the other entries of a list that may be left out.
                if field.is_per_seat && field.default == "usual" {
                    fields.extend(vec![fields[0]; field.entries - 1]);
                }
                if value == "own" {
                    let (name, drawing) = match field.name.as_str() {
                        "walls" => ("walls-drawing", OFFICE_WALLS),
                        name => ("plan-drawing", {
                            assert_eq!(name, "plan");
                            "......\n^"
                        }),
                    };
                    fields.push((name, drawing));
                    if name == "walls-drawing" && game.info().id == BurgleBros::ID {
                        fields.push(("scenario", "office-job"));
                    }
                }
                let with = |seats: &String| {
                    let mut fields = fields.clone();
                    if field.name != "seats" {
                        fields.push(("seats", seats));
                    }
                    setup_from_form(game, &form(&fields), 1)
                };
                let setup = seats.iter().rev().find_map(|seats| with(seats).ok());
                let setup = setup.unwrap_or_else(|| panic!("{} {value} is offered", field.name));
                assert!(!setup.contains("seed"), "{setup}");
                assert!(Table::new(game, &setup, &[], 0, &[]).is_ok());
            }
        }
    }
    // Characters that are left to chance are drawn among the others, for every seed.
    for seed in 0..40 {
        let fields = [
            ("seats", "4"),
            ("characters", "random"),
            ("characters", "hawk-advanced"),
            ("characters", "random"),
            ("characters", "raven-older"),
            ("sides", "both"),
        ];
        let setup = read(BurgleBros::ID, &fields, seed).expect("it is playable");
        let characters: Vec<&str> = setup["characters"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(
            (characters.len(), characters[1], characters[3]),
            (4, "hawk-advanced", "raven-older")
        );
    }
    // Numbers of a wide range are typed.
    let limit = |text: &str| read("casino-capers", &[("seats", "2"), ("turn-limit", text)], 1);
    assert_eq!(limit("70").map(|setup| setup["turn-limit"].clone()), Ok(json!(70)));
    for wrong in ["70000", "-1", "soon"] {
        let message = limit(wrong).expect_err("it is no turn");
        assert!(
            message.contains("field `turn-limit`") && message.contains("65535"),
            "{message}"
        );
    }
    let setup = read(CaperCards::ID, &[("seats", "3"), ("risk", "12"), ("first", "2")], 1);
    assert_eq!(setup, Ok(json!({"seats": 3, "risk": 12, "first": 2})));
    for (id, field, value, expected) in [
        (BurgleBros::ID, "seats", "5", "1, 2, 3, 4"),
        (BurgleBros::ID, "scenario", "moon", "bank-job"),
        (BurgleBros::ID, "characters", "wizard", "hacker-basic"),
        (CaperCards::ID, "risk", "13", "11, 12"),
    ] {
        let message = read(id, &[(field, value)], 1).expect_err("it is not offered");
        assert!(
            message.contains(&format!("field `{field}`: found `{value}`")) && message.contains(expected),
            "{message}"
        );
    }
    let twice = [
        ("seats", "2"),
        ("characters", "hawk-basic"),
        ("characters", "hawk-advanced"),
    ];
    assert!(read(BurgleBros::ID, &twice, 1).is_err_and(|message| message.contains("characters[1]")));
    for drawing in ["", "walls", "+---+\n|"] {
        let fields = [("walls", "own"), ("walls-drawing", drawing)];
        assert!(
            read(BurgleBros::ID, &fields, 1).is_err_and(|message| message.contains("walls")),
            "{drawing}"
        );
    }
}

/// Walls of two floors of 4x4, eight on each.
const OFFICE_WALLS: &str = "\
floor 1
+---+---+---+---+
|   |       |   |
+   +---+   +   +
|   |       |   |
+   +   +   +   +
|   |       |   |
+   +   +   +   +
|       |       |
+---+---+---+---+
floor 2
+---+---+---+---+
|   |       |   |
+   +---+   +   +
|   |       |   |
+   +   +   +   +
|   |       |   |
+   +   +   +   +
|       |       |
+---+---+---+---+
";

/// A game of the expert, who is not caught as early as random players are.
struct ExpertGame {
    setup: String,
    state: BurgleBros,
    table: Arc<Table>,
    entries: Vec<Entry>,
}

fn expert_game(seed: u64) -> ExpertGame {
    let (setup, mut table) = begin(BurgleBros::ID, &[("seats", "4")], seed);
    let mut rng = stream(seed, "core tests", 12);
    let expert = BurgleBros::HEURISTIC.expect("there is an expert");
    let mut state = BurgleBros::new(&serde_json::from_str(&setup).expect("setups are JSON")).expect("it is playable");
    let mut entries = Vec::new();
    let (mut legal, mut possible) = (Vec::new(), Vec::new());
    while state.node() != Node::Terminal {
        state.legal_actions(&mut legal);
        state.outcomes(&mut possible);
        let notation = match state.node() {
            Node::Decision(seat) => {
                let action = expert(&state, seat, &legal, &mut rng);
                state.apply(action);
                action.to_string()
            }
            _ => {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
                outcome.to_string()
            }
        };
        if possible.len() != 1 {
            table = table.enter(Viewer::Public, &notation).expect("it is possible").table;
            entries.push(Entry::Step(notation));
        }
    }
    ExpertGame {
        setup,
        state,
        table,
        entries,
    }
}

#[test]
fn a_long_game_is_made_and_entered_quickly() {
    let long = (0..50).map(expert_game).find(|game| game.entries.len() > 250);
    let ExpertGame {
        setup,
        state,
        table,
        entries,
    } = long.expect("some games are long");
    assert_eq!(table.view(Viewer::Public).key, format!("{:016x}", state.key()));
    let begin = Instant::now();
    let made = Table::new(game(BurgleBros::ID), &setup, &entries, entries.len(), &[]).expect("it was kept");
    let making = begin.elapsed();
    let begin = Instant::now();
    assert_views_equal(&made, &table);
    let viewing = begin.elapsed() / 2;
    let before = table.go_to(entries.len() - 1).expect("it is there").table;
    let Entry::Step(last) = &entries[entries.len() - 1] else {
        panic!("nothing was corrected")
    };
    let begin = Instant::now();
    let change = before.enter(Viewer::Public, last).expect("it was offered");
    let entering = begin.elapsed();
    drop(change);
    println!(
        "{} entries: made in {making:?}, seen in {viewing:?}, one more in {entering:?}",
        entries.len()
    );
    // Far above what it takes, so that a busy machine passes.
    assert!(making.as_millis() < 500 && entering.as_millis() < 100 && viewing.as_millis() < 100);
}

#[test]
fn looking_back_begins_where_the_position_was_corrected() {
    let (_, start) = begin(BurgleBros::ID, &[("seats", "2")], 43);
    let (tables, _) = play(&start, 25, &mut stream(43, "core tests", 13));
    let corrected = edited(&tables[25].position(Viewer::Public), |position| {
        position["players"][0]["stealth"] = json!(1);
    });
    let change = tables[25]
        .correct(Viewer::Public, &corrected, false)
        .expect("it is possible");
    let past = change
        .table
        .hindsight(Viewer::Public)
        .look_back(&AtomicBool::new(false), &mut |_| {});
    let past = past.expect("nobody stops it");
    assert!(
        past.value.is_none() && past.curve.is_empty() && past.costly.is_empty(),
        "{past:?}"
    );
    assert_eq!(past.turns.len(), 1);
}

/// The notations of the last lines of a log, from a number of lines on.
fn entered(table: &Table, before: usize) -> Vec<String> {
    let log = table.view(Viewer::Public).log;
    log[before..].iter().map(|line| line.notation.clone()).collect()
}

/// mode.full, 4.2: nobody is asked whether a window goes by; it stands beside what comes next, and is in the record.
#[test]
fn optional_windows_go_by_with_what_is_entered_next() {
    let fields = [("seats", "2"), ("scenario", "finale-5"), ("suspicion", "3")];
    let (mut seen, mut later, mut both) = (0, 0, 0);
    for seed in 0..6 {
        let mut rng = stream(seed, "windows", 0);
        let (_, start) = begin("casino-capers", &fields, seed);
        for table in play(&start, 250, &mut rng).0 {
            let view = table.view(Viewer::Public);
            let enter = |notation: &str| {
                let change = table.enter(Viewer::Public, notation).expect("it is offered");
                let steps = entered(&change.table, view.log.len());
                let (setup, read) = read_record(game("casino-capers"), &change.table.record()).expect("it is a record");
                let again =
                    Table::new(game("casino-capers"), &setup, &read, read.len(), &[]).expect("it can be played");
                assert_eq!(
                    again.view(Viewer::Public).key,
                    change.table.view(Viewer::Public).key,
                    "{notation}"
                );
                assert!(!steps.is_empty(), "{notation}");
                steps
            };
            if view.windows.is_empty() {
                continue;
            }
            seen += 1;
            assert!(
                view.choices.iter().all(|choice| choice.notation != "pass"),
                "{:?}",
                view.choices
            );
            if let Some(next) = view.choices.first() {
                let steps = enter(&next.notation);
                let last = steps_of(&next.notation).last().expect("a step");
                assert_eq!(steps[0], "pass");
                assert!(steps.iter().any(|step| step == last), "{steps:?}, {last}");
                both += usize::from(next.notation.starts_with("pass; "));
            }
            for (place, window) in view.windows.iter().enumerate() {
                let reaction = window.choices.first().expect("a window offers something");
                let steps = enter(&reaction.notation);
                let passes = steps.iter().take_while(|step| *step == "pass").count();
                assert_eq!(passes, place, "{steps:?}");
                later += usize::from(place > 0);
            }
        }
    }
    assert!(
        seen > 20 && later > 0,
        "{seen} windows, {later} after others, {both} explicit"
    );
    // Any steps may stand in an entry, one after the other, as far as they are possible, and undo takes them back
    // together.
    let (_, start) = begin(BurgleBros::ID, &[("seats", "2")], 1);
    let first = start.view(Viewer::Public).choices[0].notation.clone();
    let error = refusal(start.enter(Viewer::Public, &format!("{first}; {first}")));
    assert!(error.message.contains(&first), "{error}");
    let one = start.enter(Viewer::Public, &first).expect("it is offered").table;
    let second = one.view(Viewer::Public).choices[0].notation.clone();
    let both = start
        .enter(Viewer::Public, &format!("{first}; {second}"))
        .expect("each is possible in its turn")
        .table;
    let step_by_step = one.enter(Viewer::Public, &second).expect("it is offered").table;
    assert_eq!(both.view(Viewer::Public).key, step_by_step.view(Viewer::Public).key);
    let undone = both.undo_last(Viewer::Public).expect("there is an entry").table;
    assert_eq!(undone.view(Viewer::Public).key, start.view(Viewer::Public).key);
    let long = vec![first.as_str(); 33].join("; ");
    assert!(start.enter(Viewer::Public, &long).is_err());
}

/// What nobody has to choose is entered with what led there, and nothing else is: the end of a turn in which nothing is
/// left to be done.
#[test]
fn the_only_answer_is_entered_by_itself() {
    let (mut generator, mut inferred) = (stream(3, "inferred", 0), 0);
    for game in [BurgleBros::ID, CasinoCapers::ID] {
        let (_, mut table) = begin(game, &[], 5);
        for _ in 0..120 {
            let view = table.view(Viewer::Public);
            if view.choices.is_empty() {
                break;
            }
            let next = view.choices[below(&mut generator, view.choices.len() as u32) as usize]
                .notation
                .clone();
            let whole = table.completed(Viewer::Public, &next);
            let plain = table.enter(Viewer::Public, &next).expect("it is offered").table;
            let completed = table.enter(Viewer::Public, &whole).expect("it only says more").table;
            if whole == next {
                assert_eq!(completed.view(Viewer::Public).key, plain.view(Viewer::Public).key);
            } else {
                let rest = whole.strip_prefix(&format!("{next}; ")).expect("the step comes first");
                let [only] = &plain.view(Viewer::Public).choices[..] else {
                    panic!("`{rest}` is inferred where there is a choice");
                };
                assert!(
                    rest == only.notation || rest.starts_with(&format!("{}; ", only.notation)),
                    "{rest}"
                );
                inferred += 1;
            }
            table = completed;
        }
    }
    assert!(inferred > 3, "{inferred}");
}

/// A way is several steps in one entry, none of which costs anything or asks for chance, to a place further away than a
/// step.
#[test]
fn ways_lead_over_known_places() {
    let (mut generator, mut found) = (stream(8, "ways", 0), 0);
    for game in [BurgleBros::ID, CasinoCapers::ID, MastersOfTheHeist::ID] {
        let (_, mut table) = begin(game, &[], 2);
        let mut ways_of_game = 0;
        for _ in 0..250 {
            let view = table.view(Viewer::Public);
            if view.choices.is_empty() {
                break;
            }
            for way in &view.ways {
                let there = table
                    .enter(Viewer::Public, &way.notation)
                    .expect("a way is possible")
                    .table;
                let seen = there.view(Viewer::Public);
                let steps = seen.log.len() - view.log.len();
                assert!(steps > 1, "{way:?}");
                assert!(
                    seen.log[view.log.len()..].iter().all(|line| line.seat.is_some()),
                    "{way:?}"
                );
                assert!(way.costs.is_none() && way.spots.len() == 1, "{way:?}");
                ways_of_game += 1;
            }
            let next = view.choices[below(&mut generator, view.choices.len() as u32) as usize]
                .notation
                .clone();
            table = table.enter(Viewer::Public, &next).expect("it is offered").table;
        }
        found += usize::from(ways_of_game > 0);
    }
    assert!(found >= 2, "ways in {found} games");
}
