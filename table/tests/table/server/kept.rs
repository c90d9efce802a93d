//! The file that tables are kept in.

use heist_engine::game::Seat;
use heist_table::store::{Digest, FILE, KeptCampaign, KeptTable, Stand, StoreError};
use heist_table::table::{Aside, Branch, Entry, History, Kept, Rest, Secret, Switch, Viewer};

use super::*;

fn digest() -> Digest {
    Digest { turn: 3, ending: None }
}

fn kept(id: &str) -> KeptTable {
    KeptTable {
        id: id.to_owned(),
        link: format!("link {id}"),
        game: "caper-cards".to_owned(),
        name: "Friday".to_owned(),
        setup: "{}".to_owned(),
        history: History {
            entries: vec![Entry::Step("one".to_owned()), Entry::Step("two".to_owned())],
            cursor: 2,
            secrets: vec![Vec::new(); 2],
            ..History::default()
        },
        seats: vec![None; 2],
        revision: 0,
        told: vec![0; 2],
    }
}

fn secret(step: usize, outcome: &str) -> Secret {
    Secret {
        step,
        outcome: outcome.to_owned(),
    }
}

#[test]
fn every_change_is_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("made/if/missing");
    let store = Store::open(&place).unwrap();
    let mut table = kept("a");
    store.create(&table, &digest()).unwrap();
    assert_eq!(store.load("a").unwrap().as_ref(), Some(&table));
    let other = kept("b");
    store.create(&other, &digest()).unwrap();
    let tell = |seat: u8, step: usize, outcome: &str| Kept::Secret {
        seat: Seat(seat),
        secret: secret(step, outcome),
    };
    let position = Entry::Position {
        text: "{\"a\": 1}".to_owned(),
        overridden: true,
    };
    let changes = [
        Kept::Cursor(1),
        tell(1, 1, "old"),
        tell(1, 1, "new"),
        tell(1, 1, "{\"whole\": true}"),
        tell(0, 2, "set aside"),
        Kept::Named {
            line: 1,
            name: "As it was".to_owned(),
        },
        Kept::Entries {
            at: 1,
            entries: vec![position.clone(), Entry::Step("two".to_owned())],
            cursor: 2,
            steps: 1,
            aside: Some(Aside { line: 1, next: 2 }),
            secrets: vec![vec![secret(2, "again")], Vec::new()],
            rest: Some(Rest { line: 1, from: 2 }),
        },
        Kept::Named {
            line: 2,
            name: "Mended".to_owned(),
        },
        Kept::Names(vec!["Ann".to_owned(), "Bob".to_owned()]),
        Kept::Names(vec![String::new(), "Bo".to_owned()]),
        Kept::AnybodyEnters(true),
    ];
    // What a seat tells is counted for itself.
    let counts = changes.map(|change| store.keep("a", &change, &digest()).unwrap());
    assert_eq!(counts, [1, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(store.take_seat("a", Seat(1), "seat link").unwrap(), Some(8));
    assert_eq!(store.take_seat("a", Seat(1), "another").unwrap(), None);
    let step = |text: &str| Entry::Step(text.to_owned());
    table.history.entries = vec![step("one"), position, step("two")];
    table.history.branches = vec![Branch {
        line: 1,
        name: "As it was".to_owned(),
        at: 1,
        follows: None,
        entries: vec![step("two")],
        secrets: vec![vec![secret(2, "set aside")], Vec::new()],
    }];
    (table.history.line, table.history.name) = (2, "Mended".to_owned());
    table.history.rest = Some(Rest { line: 1, from: 2 });
    table.history.secrets[0] = vec![secret(2, "again")];
    table.history.secrets[1] = vec![secret(1, "new"), secret(1, "{\"whole\": true}")];
    table.seats[1] = Some("seat link".to_owned());
    table.history.names = vec![String::new(), "Bo".to_owned()];
    table.history.anybody_enters = true;
    table.revision = 8;
    table.told = vec![1, 3];
    drop(store);
    let store = Store::open(&place).unwrap();
    assert_eq!(store.load("a").unwrap().as_ref(), Some(&table));
    assert_eq!(store.load("b").unwrap().as_ref(), Some(&other));
    assert_eq!(store.find("link a").unwrap(), Some(("a".to_owned(), Viewer::Public)));
    assert_eq!(
        store.find("seat link").unwrap(),
        Some(("a".to_owned(), Viewer::Seat(Seat(1))))
    );
    assert_eq!(store.find("another").unwrap(), None);
    store.delete("a").unwrap();
    assert_eq!(store.load("a").unwrap(), None);
    assert_eq!(store.find("seat link").unwrap(), None);
    assert_eq!(store.list(9).unwrap().len(), 1);
    assert!(store.keep("a", &Kept::Cursor(0), &digest()).is_err());
    assert_eq!(store.load("b").unwrap().as_ref(), Some(&other));
}

#[test]
fn a_change_is_kept_wholly_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.create(&kept("a"), &digest()).unwrap();
    // The same id again: the second insertion fails after nothing else was left behind.
    let mut twice = kept("a");
    twice.link = "other".to_owned();
    twice.history.entries.clear();
    assert!(store.create(&twice, &digest()).is_err());
    assert_eq!(store.load("a").unwrap(), Some(kept("a")));
    assert_eq!(store.find("other").unwrap(), None);
}

#[test]
fn a_second_server_is_kept_out() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let second = Store::open(folder.path()).err().unwrap();
    assert!(matches!(second, StoreError::InUse(_)));
    assert!(second.to_string().contains("another server"), "{second}");
    drop(store);
    Store::open(folder.path()).unwrap();
}

#[test]
fn a_file_of_a_later_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(Store::open(folder.path()).unwrap());
    let file = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    file.pragma_update(None, "user_version", 6).unwrap();
    drop(file);
    let error = Store::open(folder.path()).err().unwrap();
    assert!(matches!(error, StoreError::Newer { found: 6, known: 5, .. }), "{error}");
    assert!(error.to_string().contains("format 6"), "{error}");
}

#[test]
fn what_is_no_file_of_tables_gets_one_clear_error() {
    let foreign = |prepare: &dyn Fn(&Path)| {
        let folder = tempfile::tempdir().unwrap();
        prepare(&folder.path().join(FILE));
        let error = Store::open(folder.path()).err().unwrap();
        assert!(matches!(error, StoreError::Foreign { .. }), "{error}");
        assert!(error.to_string().contains(FILE), "{error}");
    };
    foreign(&|path| std::fs::write(path, "no database at all, but long enough to look like one".repeat(100)).unwrap());
    foreign(&|path| {
        let other = rusqlite::Connection::open(path).unwrap();
        other.execute_batch("CREATE TABLE songs (title TEXT)").unwrap();
    });
    foreign(&|path| {
        let folder = path.parent().unwrap();
        let store = Store::open(folder).unwrap();
        store.create(&kept("a"), &digest()).unwrap();
        drop(store);
        let mut bytes = std::fs::read(path).unwrap();
        for byte in &mut bytes[4096..] {
            *byte ^= 0x5a;
        }
        std::fs::write(path, bytes).unwrap();
    });
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let error = Store::open(&folder.path().join("file")).err().unwrap();
    assert!(matches!(error, StoreError::Folder { .. }), "{error}");
}

/// A branch comes back with what seats entered for themselves, and what leaves it can come back with it.
#[test]
fn branches_are_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    store.create(&kept("a"), &digest()).unwrap();
    let keep = |change: Kept| store.keep("a", &change, &digest()).unwrap();
    let entry = |at: usize, text: &str, line: u32, next: u32| Kept::Entries {
        at,
        entries: vec![Entry::Step(text.to_owned())],
        cursor: at + 1,
        steps: at,
        aside: Some(Aside { line, next }),
        secrets: Vec::new(),
        rest: None,
    };
    let tell = |step: usize, outcome: &str| Kept::Secret {
        seat: Seat(0),
        secret: secret(step, outcome),
    };
    keep(tell(2, "ace"));
    // Another second step, then another first one: the line with `two` leaves the second line after `one`.
    keep(entry(1, "TWO", 1, 2));
    keep(entry(0, "ONE", 2, 3));
    let history = |store: &Store| store.load("a").unwrap().unwrap().history;
    let tree = |store: &Store| -> Vec<(u32, usize, Option<u32>)> {
        let branches = history(store).branches;
        branches
            .iter()
            .map(|branch| (branch.line, branch.at, branch.follows))
            .collect()
    };
    assert_eq!(
        (tree(&store), history(&store).line),
        (vec![(1, 1, Some(2)), (2, 0, None)], 3)
    );
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    let keep = |change: Kept| store.keep("a", &change, &digest()).unwrap();
    let switch = |line: u32, at: usize, aside: u32| Switch {
        line,
        at,
        steps: at,
        aside: Some(aside),
    };
    keep(Kept::Returned {
        switches: vec![switch(2, 0, 3), switch(1, 1, 2)],
        cursor: 1,
        rest: Some(Rest { line: 3, from: 1 }),
    });
    let found = history(&store);
    assert_eq!((&found.entries, found.cursor), (&kept("a").history.entries, 1));
    assert_eq!((found.line, found.rest), (1, Some(Rest { line: 3, from: 1 })));
    assert_eq!(found.secrets[0], [secret(2, "ace")]);
    assert_eq!(tree(&store), [(2, 1, None), (3, 0, None)]);
    keep(Kept::RestLeft);
    assert_eq!(history(&store).rest, None);
    keep(Kept::Untold { seat: Seat(0), step: 2 });
    assert_eq!(history(&store).secrets[0], []);
    // Nobody finds the cards of a seat that was left in a branch.
    keep(tell(2, "ace"));
    keep(entry(1, "TWO", 1, 4));
    store.take_seat("a", Seat(0), "seat link").unwrap();
    store.free_seat("a", Seat(0)).unwrap();
    let branches = history(&store).branches;
    assert!(branches.iter().all(|branch| branch.secrets.iter().all(Vec::is_empty)));
}

/// A file of an earlier format gets what it lacks; what is in it stays.
#[test]
fn a_file_of_an_earlier_version_is_carried_on() {
    let without_campaigns = "DROP TABLE heists; DROP TABLE campaigns;";
    let without_lines = "DROP TABLE dropped_secrets; DROP TABLE dropped_entries; DROP TABLE dropped_lines;";
    let without_names = "
        ALTER TABLE branches RENAME TO dropped_lines;
        ALTER TABLE branch_entries RENAME TO dropped_entries;
        ALTER TABLE branch_secrets RENAME TO dropped_secrets;
        ALTER TABLE dropped_lines DROP COLUMN name;
        ALTER TABLE tables DROP COLUMN line;
        ALTER TABLE tables DROP COLUMN line_name;
        ALTER TABLE tables DROP COLUMN rest_line;
        ALTER TABLE tables DROP COLUMN rest_from;";
    let without_players = "DROP TABLE players; ALTER TABLE tables DROP COLUMN anybody_enters;";
    // A line that was dropped in an earlier format.
    let with_line = "
        INSERT INTO dropped_lines (table_id, line, at) VALUES ('a', 4, 1);
        INSERT INTO dropped_entries (table_id, line, number, kind, text, overridden) VALUES ('a', 4, 1, 'step', 'TWO', \
                     0);
        INSERT INTO dropped_secrets (table_id, line, seat, step, kind, outcome) VALUES ('a', 4, 0, 2, 'draw', 'ace');";
    for (format, missing) in [
        (4, vec![without_players]),
        (3, vec![without_players, without_names, with_line]),
        (2, vec![without_players, without_names, with_line, without_campaigns]),
        (
            1,
            vec![without_players, without_names, without_campaigns, without_lines],
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.create(&kept("a"), &digest()).unwrap();
        drop(store);
        let file = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
        file.execute_batch(&missing.concat()).unwrap();
        file.pragma_update(None, "user_version", format).unwrap();
        drop(file);
        let store = Store::open(folder.path()).unwrap();
        let mut expected = kept("a");
        if missing.contains(&with_line) {
            expected.history.line = 5;
            expected.history.branches = vec![Branch {
                line: 4,
                name: String::new(),
                at: 1,
                follows: None,
                entries: vec![Entry::Step("TWO".to_owned())],
                secrets: vec![vec![secret(2, "ace")], Vec::new()],
            }];
        }
        assert_eq!(store.load("a").unwrap(), Some(expected));
        store.create_campaign(&campaign("c")).unwrap();
        assert_eq!(store.load_campaign("link c").unwrap(), Some(campaign("c")));
    }
}

fn campaign(id: &str) -> KeptCampaign {
    KeptCampaign {
        id: id.to_owned(),
        link: format!("link {id}"),
        game: "casino-capers".to_owned(),
        name: "Fridays".to_owned(),
        stand: Stand {
            state: "{}".to_owned(),
            played: 0,
            is_over: false,
        },
        revision: 0,
        tables: Vec::new(),
    }
}

/// A heist has one table, which goes with neither campaign nor log.
#[test]
fn campaigns_and_the_tables_of_their_heists_are_there_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut kept_campaign = campaign("c");
    store.create_campaign(&kept_campaign).unwrap();
    store.create_heist(&kept("a"), &digest(), "c", 0).unwrap();
    assert!(store.create_heist(&kept("b"), &digest(), "c", 0).is_err());
    assert_eq!(store.load("b").unwrap(), None, "wholly or not at all");
    assert!(store.create_heist(&kept("b"), &digest(), "nobody's", 0).is_err());
    let stand = Stand {
        state: "[]".to_owned(),
        played: 1,
        is_over: true,
    };
    assert_eq!(store.keep_campaign("c", &stand).unwrap(), 2);
    assert!(store.keep_campaign("d", &stand).is_err());
    drop(store);
    let store = Store::open(folder.path()).unwrap();
    kept_campaign.stand = stand;
    kept_campaign.revision = 2;
    kept_campaign.tables = vec![(0, "link a".to_owned())];
    assert_eq!(store.load_campaign("link c").unwrap().as_ref(), Some(&kept_campaign));
    let heist = store.heist_of("a").unwrap().unwrap();
    assert_eq!(
        (heist.link.as_str(), heist.number, heist.is_logged),
        ("link c", 0, true)
    );
    assert_eq!(store.list_campaigns(9).unwrap()[0].name, "Fridays");
    store.delete("a").unwrap();
    let without = store.load_campaign("link c").unwrap().unwrap();
    assert_eq!((without.revision, without.tables), (3, Vec::new()));
    store.create_heist(&kept("b"), &digest(), "c", 1).unwrap();
    assert_eq!(store.delete_campaign("link c").unwrap(), Some(vec!["b".to_owned()]));
    assert_eq!(store.delete_campaign("link c").unwrap(), None);
    assert!(!store.has_campaign("link c").unwrap());
    assert_eq!(store.load("b").unwrap(), Some(kept("b")));
    assert_eq!(store.heist_of("b").unwrap(), None);
}

#[cfg(unix)]
#[test]
fn only_its_owner_can_read_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let open_up = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new/tables");
    let files = |place: &Path| {
        let names = place.read_dir().unwrap().map(|entry| entry.unwrap().path());
        names.collect::<Vec<_>>()
    };
    let all_closed = |place: &Path| {
        assert_eq!(mode(place), 0o700);
        let files = files(place);
        assert!(files.len() >= 4, "the database, its log and index, the lock: {files:?}");
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    };
    let store = Store::open(&place).unwrap();
    store.create(&kept("a"), &digest()).unwrap();
    all_closed(&place);
    // As a server leaves it that is killed, in the permissions of an earlier version.
    let killed = folder.path().join("killed");
    std::fs::create_dir(&killed).unwrap();
    for file in files(&place) {
        let copy = killed.join(file.file_name().unwrap());
        std::fs::copy(&file, &copy).unwrap();
        open_up(&copy, 0o644);
    }
    open_up(&killed, 0o755);
    let store = Store::open(&killed).unwrap();
    assert_eq!(store.load("a").unwrap(), Some(kept("a")));
    all_closed(&killed);
    // A folder that holds other things is not closed to those who use them; the tables are.
    let shared = folder.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    std::fs::write(shared.join("letter"), "").unwrap();
    open_up(&shared, 0o755);
    let _store = Store::open(&shared).unwrap();
    assert_eq!((mode(&shared), mode(&shared.join(FILE))), (0o755, 0o600));
}
