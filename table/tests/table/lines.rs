//! The lines of a table: nothing that was entered is lost, any line can be returned to, and an old entry can be
//! changed.

use std::sync::Arc;

use heist_engine::game::Seat;
use heist_engine::random::{Generator, below, stream};
use heist_table::store::{Digest, KeptTable, Store};
use heist_table::table::{Change, Entry, History, Kept, OpenRest, Table, Viewer};

use super::core::{any_choice, assert_views_equal, begin, game, play, refusal, starts};

/// A step that may be entered and is not the one that was.
fn another(table: &Table, entry: &Entry) -> Option<String> {
    let choices = table.view(Viewer::Public).choices.into_iter();
    let mut others = choices.filter(|choice| *entry != Entry::Step(choice.notation.clone()));
    others.next().map(|choice| choice.notation)
}

fn text(entry: &Entry) -> &str {
    match entry {
        Entry::Step(step) => step,
        entry => panic!("nothing was corrected: {entry:?}"),
    }
}

fn enter(table: &Table, step: &str) -> Arc<Table> {
    table.enter(Viewer::Public, step).expect("it is possible").table
}

fn to(table: &Table, entries: usize) -> Arc<Table> {
    table.go_to(entries).expect("it is an entry").table
}

fn back_to(table: &Table, line: u32) -> Arc<Table> {
    table.return_to(line).expect("there is such a line").table
}

/// The number of each branch and the one that it follows.
fn tree(table: &Table) -> Vec<(u32, Option<u32>)> {
    let branches = table.view(Viewer::Public).branches.into_iter();
    branches.map(|branch| (branch.line, branch.follows)).collect()
}

#[test]
fn the_same_step_keeps_what_follows_and_another_opens_a_line() {
    for (id, setup, start) in starts(13) {
        let (tables, entries) = play(&start, 40, &mut stream(13, "line tests", 4));
        let last = &tables[entries.len()];
        let half = entries.len() / 2;
        let half = (half..entries.len()).find(|place| another(&tables[*place], &entries[*place]).is_some());
        let half = half.expect("somewhere there is a choice");
        let undone = to(last, half);
        let same = undone
            .enter(Viewer::Public, &format!(" {} ", text(&entries[half])))
            .expect("it is possible");
        assert_eq!(same.kept, Kept::Cursor(half + 1), "{id}");
        assert_views_equal(&same.table, &to(last, half + 1));

        let notation = another(&undone, &entries[half]).expect("there is another");
        let second = enter(&undone, &notation);
        let view = second.view(Viewer::Public);
        assert_eq!((view.undone, view.entries, view.line), (0, half + 1, 2));
        let [branch] = &view.branches[..] else {
            panic!("one line was left: {:?}", view.branches)
        };
        assert_eq!((branch.line, branch.follows, branch.name.as_str()), (1, None, ""));
        let later = entries.len() - half;
        assert_eq!(
            (branch.at, branch.entries, branch.first.as_str()),
            (half, later, text(&entries[half]))
        );

        // A line that leaves from an earlier place takes the branch with it. Both can be returned to, each under its
        // number.
        let earlier = (0..half)
            .rev()
            .find_map(|place| Some((place, another(&tables[place], &entries[place])?)));
        if let Some((place, other)) = earlier {
            let third = enter(&to(&second, place), &other);
            assert_eq!(tree(&third), [(1, Some(2)), (2, None)]);
            let first = back_to(&third, 1);
            assert_eq!(first.view(Viewer::Public).log, last.view(Viewer::Public).log);
            assert_eq!(tree(&first), [(2, None), (3, None)]);
            let again = back_to(&third, 2);
            assert_eq!(again.view(Viewer::Public).log, view.log);
            assert_eq!(tree(&again), [(1, None), (3, None)]);
        }

        let returned = back_to(&second, 1);
        let (now, then) = (returned.view(Viewer::Public), last.view(Viewer::Public));
        assert_eq!(
            (now.key, now.log, now.entries, now.undone, now.line),
            (then.key, then.log, then.entries, 0, 1)
        );
        assert_eq!((now.branches.len(), now.branches[0].line), (1, 2));
        assert_eq!(now.branches[0].first, notation);
        assert_eq!(returned.record(), last.record());
        // The step with which a branch begins leads along it, as the step after the cursor does.
        let followed = enter(&to(&returned, half), &notation);
        assert_eq!(followed.view(Viewer::Public).log, view.log);
        assert_eq!(tree(&followed), [(1, None)], "no third line");
        let followed = enter(&to(&second, half), text(&entries[half]));
        let followed = followed.view(Viewer::Public);
        assert_eq!(
            (followed.entries, followed.undone, followed.line),
            (half + 1, later - 1, 1)
        );

        let message = |table: &Table, line: u32| refusal(table.return_to(line)).message;
        assert_eq!(message(last, 7), "line 7: the table has no other line than 1");
        assert_eq!(message(&second, 7), "line 7: expected one of 1");
        assert_eq!(message(&second, 2), "line 2 is the present one; expected another line");
        let kept = Table::new(game(id), &setup, &entries, entries.len(), &[]).expect("it was kept");
        assert_eq!(kept.view(Viewer::Public).branches, []);
    }
}

/// As a change in place, but by hand: go back, enter the other step, then enter what followed as far as it is possible.
fn by_hand(table: &Table, entries: &[Entry], at: usize, step: &str) -> (Arc<Table>, usize) {
    let mut changed = enter(&to(table, at), step);
    for (place, entry) in entries.iter().enumerate().skip(at + 1) {
        match changed.enter(Viewer::Public, text(entry)) {
            Ok(change) => changed = change.table,
            Err(_) => return (changed, place),
        }
    }
    (changed, entries.len())
}

#[test]
fn an_old_entry_is_changed_and_what_follows_entered_again_as_far_as_it_is_possible() {
    let (mut whole, mut partly) = (0, 0);
    for (_, _, start) in starts(17) {
        let mut rng = stream(17, "line tests", 5);
        let (tables, entries) = play(&start, 60, &mut rng);
        let last = &tables[entries.len()];
        for _ in 0..8 {
            let at = below(&mut rng, entries.len() as u32) as usize;
            let Some(step) = another(&tables[at], &entries[at]) else {
                continue;
            };
            let (expected, held) = by_hand(last, &entries, at, &step);
            let changed = last.change(at + 1, &step).expect("it is possible").table;
            let (view, hand) = (changed.view(Viewer::Public), expected.view(Viewer::Public));
            assert_eq!(
                (&view.log, view.entries, view.undone, &view.branches),
                (&hand.log, held, 0, &hand.branches)
            );
            let Some(rest) = view.rest else {
                assert_eq!(held, entries.len());
                whole += 1;
                continue;
            };
            partly += 1;
            let OpenRest {
                line,
                from,
                entries: count,
                next,
                problem,
            } = rest;
            assert_eq!((line, from, count), (1, held + 1, entries.len() - held));
            assert_eq!(next, text(&entries[held]));
            assert_eq!(
                problem,
                Some(refusal(changed.enter(Viewer::Public, &next)).message),
                "the reason is that of the step"
            );
            // It goes on being said until it is done or left, whatever is entered in between.
            let on = any_choice(&changed, &mut rng).map(|step| enter(&changed, &step));
            for table in on.iter().chain([&changed]) {
                assert!(table.view(Viewer::Public).rest.is_some());
                let left = table.leave_rest().expect("something is left over").table;
                assert_eq!(left.view(Viewer::Public).rest, None);
            }
            assert_eq!(back_to(&changed, 1).view(Viewer::Public).rest, None);
            assert_eq!(
                back_to(&changed, 1).view(Viewer::Public).log,
                last.view(Viewer::Public).log
            );
        }
        // Undone entries are entered again as well, and stay undone.
        let undone = to(last, entries.len() / 2);
        let change = (0..entries.len() / 2).find_map(|at| Some((at, another(&tables[at], &entries[at])?)));
        let (at, step) = change.expect("somewhere there is a choice");
        let (changed, all) = (
            undone.change(at + 1, &step).expect("it is possible").table,
            last.change(at + 1, &step).expect("it is possible").table,
        );
        let (changed, all) = (changed.view(Viewer::Public), all.view(Viewer::Public));
        assert_eq!(changed.entries, all.entries.min(entries.len() / 2));
        assert_eq!(changed.entries + changed.undone, all.entries);
    }
    assert!(whole > 5 && partly > 5, "{whole} held to the end, {partly} did not");
}

/// One entry was forgotten and another is too many: the rest is entered again after each is put right.
#[test]
fn entries_are_entered_again_from_any_place_on() {
    let (_, start) = begin("burgle-bros", &[("scenario", "office-job"), ("seats", "2")], 3);
    let steps = [
        "patrol C1",
        "enter 1:A3",
        "tile walkway-1",
        "patrol D4",
        "peek 1:A2",
        "tile fingerprint-5",
        "peek 1:B3",
    ];
    let table = steps.iter().fold(start, |table, step| enter(&table, step));
    let whole = table.view(Viewer::Public).log;
    // The burglar came in elsewhere: the rest follows that.
    let without = enter(&to(&table, 1), "enter 1:A2");
    let message = refusal(without.replay(1, 5)).message;
    assert_eq!(
        message,
        "entry 5 of line 1: action `peek 1:A2`: chance decides here, no seat"
    );
    let replayed = without.replay(1, 3).expect("a tile is turned up there as well").table;
    let view = replayed.view(Viewer::Public);
    assert_eq!((view.line, view.entries), (2, 4));
    let rest = view.rest.expect("nobody peeks at where he is");
    assert_eq!((rest.line, rest.from, rest.next.as_str()), (1, 5, "peek 1:A2"));
    // Another look, and the rest goes on after it.
    let put_right = enter(&replayed, "peek 1:A3");
    assert!(put_right.view(Viewer::Public).rest.expect("still").problem.is_some());
    let later = put_right
        .replay(1, 6)
        .expect("a tile is turned up")
        .table
        .view(Viewer::Public);
    let notations: Vec<&str> = later.log.iter().map(|line| line.notation.as_str()).collect();
    let expected = [
        "patrol C1",
        "enter 1:A2",
        "tile walkway-1",
        "patrol D4",
        "peek 1:A3",
        "tile fingerprint-5",
    ];
    assert_eq!(notations, expected);
    assert_eq!(later.rest.expect("1:B3 is not beside 1:A2").from, 7);
    assert_eq!(back_to(&put_right, 1).view(Viewer::Public).log, whole);

    for (line, from, expected) in [
        (1, 0, "entry 0 of line 1: expected a number from 1 to 7"),
        (1, 8, "entry 8 of line 1: expected a number from 1 to 7"),
        (2, 1, "line 2 is the present one; expected another line"),
        (9, 1, "line 9: expected one of 1"),
    ] {
        assert_eq!(refusal(without.replay(line, from)).message, expected);
    }
    assert_eq!(refusal(without.leave_rest()).message, "nothing is left over");
}

#[test]
fn a_change_that_cannot_be_says_why() {
    let (_, start) = begin("burgle-bros", &[("scenario", "office-job"), ("seats", "2")], 3);
    assert_eq!(
        refusal(start.change(1, "patrol A1")).message,
        "entry 1: nothing has been entered yet"
    );
    let table = ["patrol A1", "enter 1:B2"]
        .iter()
        .fold(start, |table, step| enter(&table, step));
    for entry in [0, 3, usize::MAX] {
        let message = refusal(table.change(entry, "patrol A2")).message;
        assert_eq!(message, format!("entry {entry}: expected a number from 1 to 2"));
    }
    assert_eq!(
        refusal(table.change(1, " patrol A1 ")).message,
        "entry 1 is `patrol A1`; expected something else in its place"
    );
    let message = refusal(table.change(2, "patrol A2")).message;
    assert_eq!(message, "outcome `patrol A2`: seat 1 decides here, not chance");
    let long = "x".repeat(41);
    for name in [long.as_str(), "two\nlines"] {
        let message = refusal(table.name_line(1, name)).message;
        assert_eq!(
            message,
            "the name of a line has at most 40 characters, none of them a line break"
        );
    }
    assert!(table.name_line(2, "none").is_err());
}

#[test]
fn a_name_stays_with_its_line() {
    let (_, start) = begin("burgle-bros", &[("scenario", "office-job"), ("seats", "2")], 3);
    let table = ["patrol A1", "enter 1:B2"]
        .iter()
        .fold(start, |table, step| enter(&table, step));
    let named = table.name_line(1, " As it was ").expect("it is a name").table;
    assert_eq!(named.view(Viewer::Public).line_name, "As it was");
    let other = enter(&to(&named, 1), "enter 1:B1");
    let view = other.view(Viewer::Public);
    assert_eq!(
        (view.line_name.as_str(), view.branches[0].name.as_str()),
        ("", "As it was")
    );
    let other = other.name_line(1, "Friday").expect("it is a name").table;
    let other = other.name_line(2, "The other way").expect("it is a name").table;
    let back = back_to(&other, 1).view(Viewer::Public);
    assert_eq!(
        (back.line_name.as_str(), back.branches[0].name.as_str()),
        ("Friday", "The other way")
    );
}

/// A table that is kept, as the server does it.
struct Served {
    store: Store,
    setup: String,
    id: &'static str,
    table: Arc<Table>,
}

impl Served {
    fn keep(&mut self, change: Change) {
        let digest = Digest { turn: 0, ending: None };
        self.store.keep("a", &change.kept, &digest).expect("it is kept");
        self.table = change.table;
    }

    /// The table as it is after the server was started anew.
    fn reopened(&self) -> Table {
        let kept = self.store.load("a").expect("it can be read").expect("it is there");
        Table::reopened(game(self.id), &self.setup, &kept.history).expect("it was kept")
    }

    fn lines(&self) -> Vec<Vec<String>> {
        let view = self.table.view(Viewer::Public);
        let whole = |table: &Table| -> Vec<String> {
            let log = table.view(Viewer::Public).log.into_iter();
            log.map(|line| line.notation).collect()
        };
        let branches = view.branches.iter();
        let branches = branches.map(|branch| whole(&back_to(&self.table, branch.line)));
        let present = to(&self.table, view.entries + view.undone);
        branches.chain([whole(&present)]).collect()
    }

    /// Something that people do, whether it is possible or not.
    fn does(&self, rng: &mut Generator) -> Option<Change> {
        let view = self.table.view(Viewer::Public);
        let mut up_to = |most: usize| below(rng, most as u32 + 1) as usize;
        let (kind, line, entry) = (up_to(9), up_to(6) as u32, up_to(view.entries));
        match kind {
            0 => self.table.go_to(up_to(view.entries + view.undone)).ok(),
            1 => self.table.return_to(line).ok(),
            2 => {
                let choices = self.table.question(entry).ok()?.choices;
                let choice = choices.get(up_to(choices.len().max(1) - 1))?;
                let change = self.table.change(entry, &choice.notation);
                Some(change.expect("only what may take its place is offered"))
            }
            3 => self.table.replay(line, entry).ok(),
            4 => self.table.name_line(line, &format!("way {entry}")).ok(),
            5 => match &view.rest {
                Some(rest) => self.table.replay(rest.line, rest.from).ok(),
                None => self.table.undo(1).ok(),
            },
            6 if up_to(4) == 0 => self.table.leave_rest().ok(),
            _ => {
                // What a seat keeps for itself is told, so that it has to go along.
                let viewer = Viewer::Seat(Seat(up_to(usize::from(view.seats) - 1) as u8));
                let choices = self.table.view(viewer).choices;
                let choice = choices.get(up_to(choices.len().max(1) - 1))?;
                self.table.enter(viewer, &choice.notation).ok()
            }
        }
    }
}

/// Whatever people do, every line that there was is the beginning of one that there is, and the store holds what is
/// shown.
#[test]
fn nothing_that_was_entered_is_ever_lost() {
    let mut done = [0; 7];
    for (place, (id, setup, start)) in starts(19).into_iter().enumerate() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(folder.path()).expect("it opens");
        let seats = usize::from(start.view(Viewer::Public).seats);
        let table = KeptTable {
            id: "a".to_owned(),
            link: "link".to_owned(),
            game: id.to_owned(),
            name: "Friday".to_owned(),
            setup: setup.clone(),
            history: History {
                secrets: vec![Vec::new(); seats],
                ..History::default()
            },
            seats: vec![None; seats],
            revision: 0,
            told: vec![0; seats],
        };
        store
            .create(&table, &Digest { turn: 0, ending: None })
            .expect("it is kept");
        let mut served = Served {
            store,
            setup,
            id,
            table: start,
        };
        let mut rng = stream(19, "line tests", 100 + place as u64);
        let mut lines = served.lines();
        for _ in 0..120 {
            let Some(change) = served.does(&mut rng) else { continue };
            done[match &change.kept {
                Kept::Entries { rest: None, .. } => 0,
                Kept::Entries { rest: Some(_), .. } => 1,
                Kept::Returned { .. } => 2,
                Kept::Cursor(_) => 3,
                Kept::Named { .. } => 4,
                Kept::RestLeft => 5,
                Kept::Names(_) | Kept::AnybodyEnters(_) => unreachable!("nobody names players here"),
                Kept::Secret { .. } | Kept::Untold { .. } => 6,
            }] += 1;
            served.keep(change);
            let now = served.lines();
            for line in &lines {
                assert!(now.iter().any(|known| known.starts_with(line)), "{line:?} of {now:?}");
            }
            lines = now;
            let reopened = served.reopened();
            let viewers = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Public]);
            for viewer in viewers {
                assert_eq!(reopened.view(viewer), served.table.view(viewer));
            }
        }
        assert!(lines.len() > 2, "{id} had {} lines", lines.len());
    }
    assert!(done.iter().all(|count| *count > 0), "{done:?}");
}
