//! The file that tables are kept in.

use heist_engine::game::Seat;
use heist_table::store::{Digest, FILE, KeptTable, StoreError};
use heist_table::table::{Entry, Kept, Secret, Viewer};

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
        entries: vec![Entry::Step("one".to_owned()), Entry::Step("two".to_owned())],
        cursor: 2,
        secrets: vec![Vec::new(); 2],
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
        tell(0, 2, "dropped"),
        Kept::Entry {
            at: 1,
            entry: position.clone(),
            steps: 1,
        },
    ];
    // What a seat tells is counted for itself.
    let counts = changes.map(|change| store.keep("a", &change, &digest()).unwrap());
    assert_eq!(counts, [1, 1, 2, 3, 1, 2]);
    assert_eq!(store.take_seat("a", Seat(1), "seat link").unwrap(), Some(3));
    assert_eq!(store.take_seat("a", Seat(1), "another").unwrap(), None);
    table.entries = vec![Entry::Step("one".to_owned()), position];
    table.secrets[1] = vec![secret(1, "new"), secret(1, "{\"whole\": true}")];
    table.seats[1] = Some("seat link".to_owned());
    table.revision = 3;
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
    twice.entries.clear();
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
    file.pragma_update(None, "user_version", 2).unwrap();
    drop(file);
    let error = Store::open(folder.path()).err().unwrap();
    assert!(matches!(error, StoreError::Newer { found: 2, known: 1, .. }), "{error}");
    assert!(error.to_string().contains("format 2"), "{error}");
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
