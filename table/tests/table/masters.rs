//! A game at the table in which several characters act at the same time.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heist_agents::{LEVELS, Thinker};
use heist_engine::any::{self, AnyGame};
use heist_table::page::live::live;
use heist_table::table::{Table, View, Viewer, Waits, read_record, setup_fields, setup_from_form};
use serde_json::Value;

use crate::page::shown;

fn game() -> &'static dyn AnyGame {
    any::find("masters-of-the-heist").expect("the game is in the registry")
}

/// The setup that the form of a new table gives, with a few fields filled in.
fn setup(actions: Option<&str>) -> String {
    let characters = "thug:hurry:bypass lookout:linger:steal burglar:wing-it:hurry";
    let fields = [
        ("seats", Some("3")),
        ("characters", Some(characters)),
        ("actions", actions),
    ];
    let form: Vec<(String, String)> = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
        .collect();
    setup_from_form(game(), &form, 1).expect("the form is right")
}

fn entered(table: &Arc<Table>, steps: &[&str]) -> Arc<Table> {
    steps.iter().fold(Arc::clone(table), |table, step| {
        let change = table.enter(Viewer::Public, step);
        change.unwrap_or_else(|error| panic!("{step}: {error}")).table
    })
}

/// A table before the first Action phase: all have rolled 4, two stand on the Exit 6,4, one on the Exit 1,8.
fn rolled(actions: Option<&str>) -> Arc<Table> {
    let table = Table::new(game(), &setup(actions), &[], 0, &[]).expect("the setup is playable");
    let steps = [
        "start 1 6,4",
        "start 2 6,4",
        "start 3 1,8",
        "token 4,4",
        "token 5,4",
        "done",
        "token 5,4",
        "done",
        "token 2,7",
        "begin",
        "die 4",
        "die 4",
        "die 4",
    ];
    entered(&Arc::new(table), &steps)
}

fn offers(table: &Table, step: &str) -> bool {
    let view = table.view(Viewer::Public);
    view.choices.iter().any(|choice| choice.notation == step)
}

#[test]
fn a_new_table_offers_every_order_of_actions_unless_people_choose_otherwise() {
    let fields = setup_fields(game().info());
    let field = fields
        .iter()
        .find(|field| field.name == "actions")
        .expect("there is the field");
    assert_eq!(field.default, "strict");
    let actions_of = |setup: &str| serde_json::from_str::<Value>(setup).expect("a setup")["actions"].clone();
    assert_eq!(actions_of(&setup(None)), "strict");
    assert_eq!(actions_of(&setup(Some("reduced"))), "reduced");
    // Programs that give a setup get the default of the game.
    let given = setup(None).replace(r#""actions":"strict","#, "");
    let table = Table::new(game(), &given, &[], 0, &[]).expect("the setup is playable");
    assert!(["normal", ""].contains(&actions_of(&table.setup()).as_str().unwrap_or_default()));
}

/// What the two characters do, none of which draws or rolls: both commit, then both gain an idea, the first one last.
const MIXED: [&str; 8] = [
    "act 3",
    "commit pause",
    "act 1",
    "commit hurry 4",
    "act 3",
    "idea",
    "act 1",
    "idea",
];

/// MH4.2a: commits and sub-actions of all characters may be mixed in any order.
#[test]
fn sub_actions_are_entered_in_any_order() {
    let thug = ["act 1", "commit hurry 4", "act 1", "idea"];
    let burglar = ["act 3", "commit pause", "act 3", "idea"];
    let start = rolled(None);
    let key = |steps: &[&str]| entered(&start, steps).view(Viewer::Public).key;
    assert_eq!(key(&MIXED), key(&[thug, burglar].concat()));
    assert_eq!(key(&MIXED), key(&[burglar, thug].concat()));
    // Of two orders that make no difference, agents are offered one only.
    let before = &MIXED[..7];
    assert!(offers(&entered(&start, before), "idea"));
    assert!(!offers(&entered(&rolled(Some("reduced")), before), "idea"));
}

/// MH5.8c: what a mode leaves out of the choices may be entered all the same, and the record of the table reads back.
#[test]
fn what_a_mode_leaves_out_may_be_entered() {
    let start = rolled(Some("reduced"));
    let table = entered(&start, &MIXED);
    let joint = [
        "act 3; commit pause",
        "act 1; commit hurry 4",
        "act 3; idea",
        "act 1; idea",
    ];
    let key = |table: &Table| table.view(Viewer::Public).key;
    assert_eq!(key(&table), key(&entered(&start, &joint)));
    let (setup, entries) = read_record(game(), &table.record()).expect("the record of a table");
    let again = Table::new(game(), &setup, &entries, entries.len(), &[]).expect("it is possible");
    assert_eq!(key(&again), key(&table));
    let Err(error) = table.enter(Viewer::Public, "act 1; idea") else {
        panic!("the idea is taken already");
    };
    assert!(!error.to_string().contains("left out"), "{error}");
}

/// MH4.2b, H10: at the table a commit and what follows it are taken back until the next draw or die, and others entered
/// instead.
#[test]
fn commits_and_sub_actions_are_taken_back_until_the_next_draw_or_die() {
    let start = rolled(None);
    let mut tables = vec![Arc::clone(&start)];
    for step in MIXED {
        let next = entered(&tables[tables.len() - 1], &[step]);
        tables.push(next);
    }
    let mut table = Arc::clone(&tables[MIXED.len()]);
    for before in tables[..MIXED.len()].iter().rev() {
        let undone = table.undo_last(Viewer::Public).expect("there is something to undo");
        table = undone.table;
        let (undone, then) = (table.view(Viewer::Public), before.view(Viewer::Public));
        assert_eq!(
            (undone.key, undone.choices, undone.log),
            (then.key, then.choices, then.log)
        );
    }
    // The last die is now the last thing in the log, and another commit takes the place of the first one.
    let log = table.view(Viewer::Public).log;
    assert_eq!(log.last().map(|line| line.notation.as_str()), Some("die 4"));
    let other = entered(&table, &["act 3", "commit dart"]);
    assert_ne!(other.view(Viewer::Public).key, tables[2].view(Viewer::Public).key);
}

/// MH5.8a: who acts is entered together with what that one does: one entry, which is undone at once.
#[test]
fn who_acts_and_what_it_does_is_one_entry() {
    let start = rolled(None);
    let view = start.view(Viewer::Public);
    let commit = view
        .choices
        .iter()
        .find(|choice| choice.notation == "act 3; commit pause");
    let commit = commit.expect("the third character can commit to Pause");
    assert!(
        commit.actor.contains("not committed yet, with a die of 4"),
        "{commit:?}"
    );
    assert_eq!(commit.parts(), ("act 3", "commit pause"));
    let of_actors = view.choices.iter().filter(|choice| choice.notation.starts_with("act "));
    assert!(
        of_actors
            .clone()
            .all(|choice| choice.notation.contains("; ") && !choice.actor.is_empty())
    );
    let actors: BTreeSet<&str> = of_actors.map(|choice| choice.parts().0).collect();
    assert_eq!(actors.len(), 3, "everybody can act");

    let one = entered(&start, &["act 3; commit pause"]);
    let two = entered(&start, &["act 3", "commit pause"]);
    let (seen, step_by_step) = (one.view(Viewer::Public), two.view(Viewer::Public));
    assert_eq!((&seen.key, seen.entries), (&step_by_step.key, view.entries + 1));
    let new: Vec<(&str, bool, usize)> = seen.log[view.log.len()..]
        .iter()
        .map(|line| (line.notation.as_str(), line.names_actor, line.entry))
        .collect();
    let entry = view.entries + 1;
    assert_eq!(new, [("act 3", true, entry), ("commit pause", false, entry)]);
    let undone = one.undo_last(Viewer::Public).expect("there is something to undo").table;
    let undone = undone.view(Viewer::Public);
    assert_eq!((undone.key, undone.log), (view.key, view.log));
    let (setup, entries) = read_record(game(), &one.record()).expect("it was written");
    let again = Table::new(game(), &setup, &entries, entries.len(), &[]).expect("the record is playable");
    assert_eq!(again.view(Viewer::Public).key, seen.key);

    let refused = |step: &str| match start.enter(Viewer::Public, step) {
        Ok(_) => panic!("{step} is entered"),
        Err(error) => error.message,
    };
    let message = refused("act 3; act 1");
    assert!(message.contains("act 1"), "{message}");
    // The steps of several characters may be one entry.
    let both = start
        .enter(Viewer::Public, "act 3; commit pause; act 1")
        .expect("one after the other")
        .table;
    assert_eq!(both.view(Viewer::Public).entries, view.entries + 1);
}

/// MH9a: what the heist came to, without the numbers that a campaign reads.
#[test]
fn the_end_says_what_people_can_read() {
    let mut table = entered(&rolled(None), &["escape"]);
    let figures = loop {
        let view = table.view(Viewer::Public);
        if let Waits::Over { figures, .. } = view.waits {
            break figures;
        }
        let steps = || view.choices.iter().map(|choice| choice.notation.as_str());
        let step = steps().find(|&step| step == "finish").or_else(|| steps().next());
        table = entered(&table, &[step.expect("something comes next")]);
    };
    let names: Vec<&str> = figures.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "rounds",
        "noise",
        "events left",
        "cash banked",
        "loot banked",
        "escaped",
        "busted",
        "gates closed",
        "team cash",
        "jewels",
    ];
    assert_eq!(names, expected);
}

/// MH5.8a: the page offers the actions of everybody under their names, and tells an action in one line of the log.
#[test]
fn the_page_groups_actions_by_who_acts() {
    let start = rolled(None);
    let page = live(&shown(&start.view(Viewer::Public)), None).into_string();
    let groups = page.matches("not committed yet, with a die of 4").count();
    assert_eq!(groups, 3, "a heading for each character: {page}");
    assert!(page.contains(r#"value="act 3; commit pause""#), "{page}");
    assert!(page.contains("<kbd>commit pause</kbd>"), "{page}");

    let after = entered(&start, &["act 3; commit pause"]).view(Viewer::Public);
    let log = |view: &View| {
        let page = live(&shown(view), None).into_string();
        let log = page.split_once(r#"<ol class="log""#).expect("there is a log").1;
        log.split_once("</ol>").expect("the log ends").0.to_owned()
    };
    assert!(!log(&after).contains("<kbd>act 3</kbd>"), "{}", log(&after));
    assert!(log(&after).contains("<kbd>commit pause</kbd>"));
    // What stands alone is told.
    let half = entered(&start, &["act 3"]).view(Viewer::Public);
    assert!(log(&half).contains("<kbd>act 3</kbd>"), "{}", log(&half));
}

/// MH5.8a: a hint says who acts and what it does, as it is entered.
#[test]
fn a_hint_of_who_acts_says_what_it_does() {
    let start = rolled(None);
    let asked = start.advisable(Viewer::Public).expect("the team decides");
    let never = AtomicBool::new(false);
    let hint = asked.advise(Thinker::Recommended, &LEVELS[0], Duration::MAX, &never, &mut |_| {});
    let best = &hint.moves[0];
    assert!(best.notation.starts_with("act "), "{}", best.notation);
    assert!(offers(&start, &best.notation), "{}", best.notation);
    let view = start.view(Viewer::Public);
    let same = view.choices.iter().find(|choice| choice.notation == best.notation);
    assert_eq!(same.map(|choice| choice.text.as_str()), Some(best.text.as_str()));
    assert!(
        best.ahead()
            .first()
            .is_none_or(|next| !best.notation.ends_with(next.as_str()))
    );
}

/// How many heists there is time for depends on the machine; some are always played, and never more than say something.
#[test]
fn a_hint_of_a_plan_says_what_tokens_are_for_however_little_time_there_is() {
    let table = Table::new(game(), &setup(None), &[], 0, &[]).expect("the setup is playable");
    let table = entered(&Arc::new(table), &["start 1 6,4", "start 2 6,4", "start 3 1,8"]);
    for level in &LEVELS[..2] {
        let advisable = table.advisable(Viewer::Public).expect("tokens are placed");
        let hour = Duration::from_secs(3600);
        let hint = advisable.advise(Thinker::Recommended, level, hour, &AtomicBool::new(false), &mut |_| ());
        let games = hint.plan.expect("the plan places tokens").games;
        assert!((1..=64).contains(&games), "{games} at {}", level.name);
    }
}
