//! Hints as streams, by an agent that thinks until it is stopped: short ones overtake, and none outlives its position.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::Duration;

use heist_advice::{Advisable, Hint};
use heist_agents::{LEVELS, Level, Thinker};
use heist_table::table::Choice;

use super::*;

/// After which a test that would hang fails instead.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the agent does: `begun` with the level, `stopped` when it was told to end.
#[derive(Debug, PartialEq, Eq)]
enum Did {
    Begun(&'static str),
    Stopped(&'static str),
}

/// An agent that goes on thinking at every level but the quickest.
struct PatientAdvice {
    inner: Box<dyn Advisable>,
    did: mpsc::Sender<Did>,
}

impl Advisable for PatientAdvice {
    fn seat(&self) -> u8 {
        self.inner.seat()
    }

    fn moves(&self) -> Vec<Choice> {
        self.inner.moves()
    }

    fn ask_about(&mut self, notation: &str) {
        self.inner.ask_about(notation);
    }

    fn advise(
        &self,
        thinker: Thinker,
        level: &Level,
        every: Duration,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(Hint),
    ) -> Hint {
        let mut hint = self.inner.advise(thinker, &LEVELS[0], every, stop, tell);
        // Nobody listens once the test is over.
        let _ = self.did.send(Did::Begun(level.name));
        if *level != LEVELS[0] {
            tell(Hint {
                is_final: false,
                ..hint.clone()
            });
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            let _ = self.did.send(Did::Stopped(level.name));
            hint.report.stopped = true;
        }
        hint
    }
}

/// A server with one thread that thinks, at a decision, and what its agent does.
async fn thinking(folder: &Path) -> (Server, String, mpsc::Receiver<Did>) {
    let (sender, did) = mpsc::channel();
    let app = app_with(folder, |options| {
        options.advice = Box::new(move |table, viewer| {
            let (inner, did) = (table.advisable(viewer)?, sender.clone());
            Some(Box::new(PatientAdvice { inner, did }))
        });
    });
    let server = Server::with(app, loopback(), lenient());
    let link = server.burglar().await;
    server.enter(&link, "patrol B2").await.is(200);
    (server, link, did)
}

/// Asks for a hint; its stream once the agent has begun.
async fn ask(server: &Server, link: &str, level: &str) -> Body {
    let path = format!("/t/{link}/hints?level={level}");
    let request = request("GET", &path).body(Body::empty()).unwrap();
    let response = server.router.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status().as_u16(), 200);
    response.into_body()
}

/// Waits for what the agent does next, without holding up the server.
async fn next(did: mpsc::Receiver<Did>) -> (Did, mpsc::Receiver<Did>) {
    let waiting = tokio::task::spawn_blocking(move || (did.recv_timeout(PATIENCE).unwrap(), did));
    waiting.await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_instant_hint_overtakes_a_proof_that_is_under_way() {
    let folder = tempfile::tempdir().unwrap();
    let (server, link, did) = thinking(folder.path()).await;
    let proof = ask(&server, &link, "proof").await;
    let (begun, did) = next(did).await;
    assert_eq!(begun, Did::Begun("proof"));
    // The only thread for long hints thinks on, and still this one is answered to its end.
    let instant = ask(&server, &link, "instant").await.collect().await.unwrap().to_bytes();
    let instant = String::from_utf8(instant.to_vec()).unwrap();
    assert!(
        instant.contains("event: hint") && instant.ends_with("event: done\ndata: done\n\n"),
        "{instant}"
    );
    let (begun, did) = next(did).await;
    assert_eq!(begun, Did::Begun("instant"), "the proof goes on");
    drop(proof);
    assert_eq!(next(did).await.0, Did::Stopped("proof"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_ends_with_its_position() {
    let folder = tempfile::tempdir().unwrap();
    let (server, link, mut did) = thinking(folder.path()).await;
    let changes = [
        ("enter", json!({"step": "enter 1:A1"})),
        ("undo", json!({"count": 3})),
        ("redo", json!({})),
        ("go-to", json!({"entries": 1})),
    ];
    for (what, body) in changes {
        let stream = ask(&server, &link, "proof").await;
        let (begun, rest) = next(did).await;
        assert_eq!(begun, Did::Begun("proof"), "{what}");
        server.post(&format!("/api/t/{link}/{what}"), &body).await.is(200);
        // The stream is still read, and ends by itself.
        let text = stream.collect().await.unwrap().to_bytes();
        assert!(text.ends_with(b"event: done\ndata: done\n\n"), "{what}");
        let (stopped, rest) = next(rest).await;
        assert_eq!(stopped, Did::Stopped("proof"), "{what}");
        did = rest;
        // Back to a decision, where a hint can be given.
        if what == "enter" || what == "redo" {
            server.enter(&link, "tile foyer-1").await.is(200);
            server.enter(&link, "patrol A3").await.is(200);
        }
    }
    // A page that is closed reads no more.
    let stream = ask(&server, &link, "proof").await;
    let (begun, did) = next(did).await;
    assert_eq!(begun, Did::Begun("proof"));
    drop(stream);
    let (stopped, did) = next(did).await;
    assert_eq!(stopped, Did::Stopped("proof"));
    // Neither does anybody at a table that is deleted.
    let stream = ask(&server, &link, "proof").await;
    let (begun, did) = next(did).await;
    assert_eq!(begun, Did::Begun("proof"));
    server.delete(&format!("/api/t/{link}")).await.is(204);
    assert!(
        stream
            .collect()
            .await
            .unwrap()
            .to_bytes()
            .ends_with(b"event: done\ndata: done\n\n")
    );
    assert_eq!(next(did).await.0, Did::Stopped("proof"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_is_entered_before_the_search_is_done_is_told_as_unchecked() {
    let folder = tempfile::tempdir().unwrap();
    let (server, link, did) = thinking(folder.path()).await;
    let stream = ask(&server, &link, "quick&watch=1").await;
    let (begun, did) = next(did).await;
    assert_eq!(begun, Did::Begun("quick"));
    let enter = request("POST", &format!("/t/{link}/enter"))
        .header("content-type", "application/x-www-form-urlencoded")
        .header("cookie", "heist-warns=1")
        .header("hx-request", "true");
    let entered = server
        .send(enter.body(Body::from("step=enter+1:A1")).unwrap())
        .await
        .is(200);
    assert!(
        entered.text().contains("This step was entered without a check"),
        "{}",
        entered.text()
    );
    // Read to its end, the stream stops the search.
    let text = stream.collect().await.unwrap().to_bytes();
    assert_eq!(next(did).await.0, Did::Stopped("quick"));
    let text = String::from_utf8(text.to_vec()).unwrap();
    assert!(!text.contains("The warning is active"), "{text}");
    assert!(text.contains("the search ended before it was done"), "{text}");
}
