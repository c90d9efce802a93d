//! Names of players, and what they agreed on, for programs.

use super::*;

#[tokio::test]
async fn names_are_public_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let open = server.begin("caper-cards", &json!({"seats": 2, "seed": 5})).await;
    let taken = server
        .post(&format!("/api/t/{open}/take-seat"), &json!({"seat": 2}))
        .await;
    let own = taken.is(200).json()["link"].as_str().unwrap().to_owned();
    let before = server.look(&open).await["revision"].as_u64().unwrap();
    let path = format!("/api/t/{own}/names");
    let named = server
        .post(&path, &json!({"names": [" Ann ", ""]}))
        .await
        .is(200)
        .json();
    assert_eq!(named["view"]["names"], json!(["Ann", ""]));
    assert_eq!(named["view"]["seat_names"], json!(["Ann (Player 1)", "Player 2"]));
    // Everybody hears of it, and it is there again after a restart.
    let seen = server.look(&open).await;
    assert_eq!(
        (&seen["view"]["names"], seen["revision"].as_u64()),
        (&json!(["Ann", ""]), Some(before + 1))
    );
    drop(server);
    let server = Server::new(folder.path());
    assert_eq!(server.look(&open).await["view"]["names"], json!(["Ann", ""]));
    // Questions and the log name the player.
    let mut asked = false;
    for _ in 0..40 {
        let seen = server.look(&open).await;
        asked |= seen["view"]["explanation"].as_str().unwrap().contains("Ann ");
        assert!(
            !seen["view"]["explanation"].as_str().unwrap().contains("Player 1"),
            "{seen}"
        );
        let Some(step) = choices(&seen).first().cloned() else {
            break;
        };
        server.enter(&open, &step).await.is(200);
    }
    let log = server.look(&open).await["view"]["log"].as_array().unwrap().clone();
    let deciders = |name: &str| log.iter().filter(|line| line["decider"] == name).count();
    assert!(asked && deciders("Ann") > 0 && deciders("Player 2") > 0 && deciders("Player 1") == 0);
    // An old page is late; a wrong list changes nothing.
    let late = server
        .post(&path, &json!({"revision": before, "names": ["Bob", ""]}))
        .await;
    late.is(409);
    for wrong in [
        json!(["Ann"]),
        json!(["Ann", "Bob", "Carl"]),
        json!(["a\nb", ""]),
        json!(["", "a\u{7}"]),
        json!(["x".repeat(31), ""]),
        json!(["Ann", "ANN "]),
    ] {
        server.post(&path, &json!({"names": wrong})).await.is(422);
    }
    let longest = "é".repeat(30);
    server.post(&path, &json!({"names": [longest, "Ann"]})).await.is(200);
    assert_eq!(server.look(&own).await["view"]["names"], json!([longest, "Ann"]));
    server.post(&path, &json!({"names": ["", ""]})).await.is(200);
    assert_eq!(
        server.look(&own).await["view"]["seat_names"],
        json!(["Player 1", "Player 2"])
    );
}

/// Names belong to the table, not to a line: they stay when people go back.
#[tokio::test]
async fn names_stay_in_every_line() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    let at = |what: &str| format!("/api/t/{link}/{what}");
    server.enter(&link, "patrol B2").await.is(200);
    server.post(&at("names"), &json!({"names": ["Ann"]})).await.is(200);
    server.post(&at("undo"), &json!({})).await.is(200);
    server.enter(&link, "patrol B1").await.is(200);
    let seen = server.post(&at("return"), &json!({"line": 1})).await.is(200).json();
    assert_eq!(seen["view"]["seat_names"], json!(["Ann (Hacker)"]));
}

#[tokio::test]
async fn what_the_players_agreed_on_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    assert_eq!(server.look(&link).await["view"]["anybody_enters"], json!(false));
    let path = format!("/api/t/{link}/anybody-enters");
    server.post(&path, &json!({"anybody_enters": true})).await.is(200);
    drop(server);
    let server = Server::new(folder.path());
    assert_eq!(server.look(&link).await["view"]["anybody_enters"], json!(true));
    let back = server
        .post(&path, &json!({"anybody_enters": false}))
        .await
        .is(200)
        .json();
    assert_eq!(back["view"]["anybody_enters"], json!(false));
}
