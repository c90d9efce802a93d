//! Whoever is warned only before a blunder is told whenever a step could not be checked.

use heist_advice::{Job, Length, PoolError};
use heist_table::page::hints::{WarningState, warning_state};

use super::*;

const UNCHECKED: &str = "This step was entered without a check";

/// Enters a step as the page does in the mode that only warns.
async fn enter_warned(server: &Server, link: &str, step: &str) -> Reply {
    let request = request("POST", &format!("/t/{link}/enter"))
        .header("content-type", "application/x-www-form-urlencoded")
        .header("cookie", "heist-warns=1")
        .header("hx-request", "true");
    let body = format!("step={}", heist_table::page::escaped(step));
    server.send(request.body(Body::from(body)).unwrap()).await.is(200)
}

/// The stream that says whether there will be a warning, to its end.
async fn watch(server: &Server, link: &str) -> String {
    let path = format!("/t/{link}/hints?level=quick&watch=1");
    server.get(&path).await.is(200).text().to_owned()
}

/// A server of which one thread thinks, with nothing waiting, at a decision.
async fn at_a_decision(folder: &Path) -> (Server, String) {
    let app = app_with(folder, |options| options.pool = Pool::new(1, 0));
    let server = Server::with(app, loopback(), lenient());
    let link = server.burglar().await;
    server.enter(&link, "patrol B2").await.is(200);
    assert!(choices(&server.look(&link).await).len() > 1);
    (server, link)
}

/// Work that lasts until it is dropped, so that the pool is full.
fn fill(server: &Server) -> Result<Job, PoolError> {
    server.app.pool().start(Length::Short, |stop| {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_warning_that_cannot_be_worked_out_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (server, link) = at_a_decision(folder.path()).await;
    let step = choices(&server.look(&link).await)[0].clone();
    let job = fill(&server).unwrap();
    let watched = watch(&server, &link).await;
    assert!(
        watched.contains("The warning is off for this decision: too many hints"),
        "{watched}"
    );
    assert!(watched.ends_with("event: done\ndata: done\n\n"), "{watched}");
    let entered = enter_warned(&server, &link, &step).await;
    assert!(entered.text().contains(UNCHECKED), "{}", entered.text());
    assert!(
        !server.look(&link).await["view"]["log"].as_array().unwrap().is_empty(),
        "it is entered all the same"
    );

    server.post(&format!("/api/t/{link}/undo"), &json!({})).await.is(200);
    drop(job);
    // The thread may still be busy ending what was dropped.
    let mut watched = watch(&server, &link).await;
    while watched.contains("too many hints") {
        tokio::task::yield_now().await;
        watched = watch(&server, &link).await;
    }
    assert!(watched.contains("The warning is active"), "{watched}");
    let entered = enter_warned(&server, &link, &step).await;
    assert!(!entered.text().contains(UNCHECKED), "{}", entered.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instant_hint_is_no_check() {
    let folder = tempfile::tempdir().unwrap();
    let (server, link) = at_a_decision(folder.path()).await;
    let step = choices(&server.look(&link).await)[0].clone();
    let hint = server.get(&format!("/t/{link}/hints?level=instant")).await.is(200);
    assert!(hint.text().contains("Done"), "{}", hint.text());
    let entered = enter_warned(&server, &link, &step).await;
    assert!(entered.text().contains(UNCHECKED), "{}", entered.text());
    // An outcome that chance decides is nobody's blunder.
    let outcome = choices(&server.look(&link).await)[0].clone();
    let entered = enter_warned(&server, &link, &outcome).await;
    assert!(!entered.text().contains(UNCHECKED), "{}", entered.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mode_says_before_that_nothing_is_checked_yet() {
    let folder = tempfile::tempdir().unwrap();
    let (server, link) = at_a_decision(folder.path()).await;
    let request = request("GET", &format!("/t/{link}")).header("cookie", "heist-warns=1");
    let page = server.send(request.body(Body::empty()).unwrap()).await.is(200);
    assert!(
        page.text()
            .contains("A step that you enter before this is done is not checked.")
    );
    assert!(
        page.text().contains("Without it no move is checked."),
        "in a browser without JavaScript"
    );
    assert!(
        page.text().contains("level=quick&amp;revision=1&amp;watch=1"),
        "{}",
        page.text()
    );
    let stale = server
        .get(&format!("/t/{link}/hints?level=quick&watch=1&revision=0"))
        .await;
    assert!(
        stale.text().contains("The warning is off: the table has changed"),
        "{}",
        stale.text()
    );
}

#[tokio::test]
async fn only_one_state_of_the_warning_is_called_active() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    let view = server
        .app
        .open(&link)
        .await
        .unwrap()
        .table
        .view(heist_table::table::Viewer::Public);
    let shown = crate::page::shown(&view);
    let states = [
        WarningState::Looking,
        WarningState::Ready,
        WarningState::Full,
        WarningState::Changed,
        WarningState::Unknown,
        WarningState::Unfinished,
    ];
    let told = states.map(|state| warning_state(&shown, state).into_string());
    for (state, text) in states.iter().zip(&told) {
        assert_eq!(
            text.contains("The warning is active"),
            *state == WarningState::Ready,
            "{text}"
        );
        let is_off = !matches!(state, WarningState::Looking | WarningState::Ready);
        assert_eq!(text.contains("The warning is off"), is_off, "{text}");
        assert_eq!(told.iter().filter(|other| *other == text).count(), 1, "{text}");
    }
}
