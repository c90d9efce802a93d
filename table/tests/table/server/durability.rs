//! What was shown is there after a restart, and whatever is in memory is what is on the disk.

use heist_table::store::FILE;

use super::*;

/// Begins tables and plays some steps by chance; the links.
async fn play(server: &Server, seed: u64) -> Vec<String> {
    let mut dice = Dice(seed);
    let private = server.begin("caper-cards", &json!({"seats": 3, "seed": 1})).await;
    let seat = server
        .post(&format!("/api/t/{private}/take-seat"), &json!({"seat": 2}))
        .await
        .is(200)
        .json();
    let links = vec![
        server.burglar().await,
        private,
        seat["link"].as_str().unwrap().to_owned(),
    ];
    for _ in 0..60 {
        let link = &dice.pick(&links);
        step(server, &mut dice, link).await;
    }
    links
}

/// Enters something possible, or undoes something.
async fn step(server: &Server, dice: &mut Dice, link: &str) {
    let choices = choices(&server.look(link).await);
    if choices.is_empty() || dice.below(5) == 0 {
        server.post(&format!("/api/t/{link}/undo"), &json!({})).await;
    } else {
        let body = json!({"step": dice.pick(&choices)});
        server.post(&format!("/api/t/{link}/enter"), &body).await.is(200);
    }
}

async fn everything(server: &Server, links: &[String]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for link in links {
        for what in ["", "/position", "/record"] {
            all.push(server.get(&format!("/api/t/{link}{what}")).await.is(200).body);
        }
    }
    all
}

#[tokio::test]
async fn a_restart_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let links = play(&server, 7).await;
    server
        .post(&format!("/api/t/{}/undo", links[0]), &json!({"count": 2}))
        .await
        .is(200);
    let before = everything(&server, &links).await;
    let seat = server.look(&links[2]).await;
    assert!(seat["view"]["log"].as_array().unwrap().len() > 3, "{seat}");
    drop(server);
    let server = Server::new(folder.path());
    assert_eq!(everything(&server, &links).await, before);
    // What was undone is still there.
    let redone = server
        .post(&format!("/api/t/{}/redo", links[0]), &json!({"count": 2}))
        .await
        .is(200)
        .json();
    assert_eq!(redone["view"]["undone"], 0);
    let taken = server
        .post(&format!("/api/t/{}/take-seat", links[1]), &json!({"seat": 2}))
        .await;
    taken.is(409);
}

/// With room for a single table, tables come and go all the time.
#[tokio::test]
async fn tables_that_leave_memory_come_back_as_they_were() {
    let one = tempfile::tempdir().unwrap();
    let many = tempfile::tempdir().unwrap();
    let small = app_with(one.path(), |options| {
        options.loaded = 1;
        options.links = counted_links(1);
    });
    let large = app_with(many.path(), |options| options.links = counted_links(1));
    let small = Server::with(small, loopback(), lenient());
    let large = Server::with(large, loopback(), lenient());
    let links = play(&small, 3).await;
    assert_eq!(links, play(&large, 3).await);
    assert_eq!(everything(&small, &links).await, everything(&large, &links).await);
}

/// Many at once: nothing is lost, nothing is done twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn changes_of_a_table_happen_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = Arc::new(Server::new(folder.path()));
    let link = server.burglar().await;
    server.enter(&link, "patrol B2").await.is(200);
    let mut watched = server.app.watch(&server.app.open(&link).await.unwrap().id);
    let tasks = (0..20).map(|number| {
        let (server, link) = (Arc::clone(&server), link.clone());
        tokio::spawn(async move {
            let body = match number % 2 {
                0 => json!({"entries": 0}),
                _ => json!({"entries": 1}),
            };
            server.post(&format!("/api/t/{link}/go-to"), &body).await.is(200).json()["revision"]
                .as_u64()
                .unwrap()
        })
    });
    let mut revisions = Vec::new();
    for task in tasks.collect::<Vec<_>>() {
        revisions.push(task.await.unwrap());
    }
    revisions.sort();
    assert_eq!(revisions, (2..22).collect::<Vec<u64>>());
    assert_eq!(*watched.borrow_and_update(), 21);
    // Of two who saw the same only one gets through.
    let body = json!({"revision": 21, "entries": 0});
    let path = format!("/api/t/{link}/go-to");
    let (one, other) = tokio::join!(server.post(&path, &body), server.post(&path, &body));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort();
    assert_eq!(statuses, [200, 409]);
    server.delete(&format!("/api/t/{link}")).await.is(204);
    assert_eq!(*watched.borrow_and_update(), 22);
    assert!(watched.changed().await.is_err());
}

/// Somebody who leaves in the middle of a change does not split it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_is_finished_though_nobody_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    let app = Arc::clone(&server.app);
    let (begun, begins) = tokio::sync::oneshot::channel();
    let (go, gone) = std::sync::mpsc::channel::<()>();
    let own = link.clone();
    let change = tokio::spawn(async move {
        let make = move |table: &heist_table::table::Table, viewer| {
            // The test may have ended.
            let _ = begun.send(());
            let _ = gone.recv();
            table.enter(viewer, "patrol B2")
        };
        app.change(&own, None, make).await
    });
    begins.await.unwrap();
    change.abort();
    assert!(change.await.unwrap_err().is_cancelled());
    go.send(()).unwrap();
    // The next change waits for it.
    server
        .post(&format!("/api/t/{link}/enter"), &json!({"step": "enter 1:A1"}))
        .await
        .is(200);
    let seen = server.look(&link).await;
    assert_eq!((&seen["revision"], &seen["view"]["entries"]), (&json!(2), &json!(2)));
    drop(server);
    assert_eq!(Server::new(folder.path()).look(&link).await, seen);
}

/// A change that finds no room on the disk is answered with 507, in words that say what to do; the table stays as it
/// was, and goes on once there is room. The database itself says that it is full: a counter of rows that has come to
/// its end fails as a disk without room does.
#[tokio::test]
async fn a_full_disk_is_told_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    server.enter(&link, "patrol B2").await.is(200);
    let before = server.look(&link).await;
    let choice = choices(&before)[0].clone();
    let file = rusqlite::Connection::open(folder.path().join(FILE)).unwrap();
    file.execute_batch(&format!(
        "CREATE TABLE room (place INTEGER PRIMARY KEY AUTOINCREMENT);
         INSERT INTO room VALUES ({});
         CREATE TRIGGER no_room BEFORE UPDATE ON tables BEGIN INSERT INTO room VALUES (NULL); END;",
        i64::MAX
    ))
    .unwrap();
    let document = server.get("/api/openapi.json").await.is(200).json();
    for (what, body) in [("enter", json!({"step": choice})), ("undo", json!({}))] {
        let refused = server
            .post(&format!("/api/t/{link}/{what}"), &body)
            .await
            .is(507)
            .json();
        let error = refused["error"].as_str().unwrap();
        assert!(error.starts_with("The disk is full: nothing was entered."), "{error}");
        let described = &document["paths"][format!("/api/t/{{link}}/{what}")]["post"]["responses"];
        assert!(described["507"].is_object(), "{what}");
        assert_eq!(server.look(&link).await, before, "{what}");
    }
    file.execute_batch("DROP TRIGGER no_room; DROP TABLE room;").unwrap();
    server.enter(&link, &choice).await.is(200);
}
