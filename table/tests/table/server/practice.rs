//! Practice as a browser meets it.

use heist_advice::practice::shipped;
use heist_table::page::escaped;

use super::*;

#[tokio::test]
async fn every_position_has_its_pages() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let first = server.get("/").await.is(200);
    assert!(first.text().contains("href=\"/practice\""));
    let games = server.get("/practice").await.is(200);
    for set in shipped() {
        let id = set.game.info().id;
        assert!(games.text().contains(&format!("href=\"/practice/{id}/1\"")), "{id}");
        for (place, puzzle) in set.puzzles.iter().enumerate() {
            let address = format!("/practice/{id}/{}", place + 1);
            let page = server.get(&format!("{address}?asked=3&right=2")).await.is(200);
            assert!(page.text().contains("2 of 3 answers right so far"), "{}", page.text());
            // A button for each move, and nothing that gives the answer away.
            let buttons = page.text().matches("name=\"step\"").count();
            assert_eq!(buttons, puzzle.state.branch_count(), "{address}");
            assert!(
                !page
                    .text()
                    .contains(&maud::html! { (puzzle.found.against_expert) }.into_string())
            );
            for layout in ["wide", "narrow"] {
                let picture = server
                    .get(&format!("{address}/picture?layout={layout}&theme=dark"))
                    .await
                    .is(200);
                assert_eq!(picture.headers["content-type"], "image/svg+xml");
                assert!(!picture.text().contains("data-highlight"), "{address}");
            }
            let answer = |step: &str| format!("{address}/answer?asked=3&right=2&step={}", escaped(step));
            let right = server.get(&answer(&puzzle.best().notation)).await.is(200);
            assert!(
                right.text().contains("Right: that is the best move."),
                "{}",
                right.text()
            );
            assert!(right.text().contains("3 of 4 answers right so far"));
            let wrong = server.get(&answer(&puzzle.found.expert)).await.is(200);
            assert!(wrong.text().contains("That is not the best move."));
            assert!(wrong.text().contains("points of win probability (95% interval"));
            assert!(wrong.text().contains("2 of 4 answers right so far"));
            assert!(
                wrong
                    .text()
                    .contains(&maud::html! { (puzzle.found.against_expert) }.into_string())
            );
            let is_last = place + 1 == set.puzzles.len();
            assert_eq!(wrong.text().contains("Next position"), !is_last);
        }
    }
    assert_eq!(server.get("/api/tables").await.is(200).json(), json!([]));
}

#[tokio::test]
async fn what_is_not_there_is_said_on_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    for (address, status, says) in [
        ("/practice/chess/1", 404, "no positions of a game `chess`"),
        ("/practice/burgle-bros/0", 404, "no position `0`"),
        ("/practice/burgle-bros/1000", 404, "no position `1000`"),
        ("/practice/burgle-bros/x", 404, "no position `x`"),
        ("/practice/burgle-bros/1/answer", 422, "`` is not a move"),
        ("/practice/burgle-bros/1/answer?step=fly", 422, "`fly` is not a move"),
        ("/practice/burgle-bros/1?asked=x", 400, ""),
    ] {
        let reply = server.get(address).await.is(status);
        assert!(reply.text().contains(says), "{address}: {}", reply.text());
    }
    // More right answers than answers are none.
    let reply = server.get("/practice/burgle-bros/1?asked=1&right=7").await.is(200);
    assert!(reply.text().contains("1 of 1 answer right so far"));
    let most = "/practice/burgle-bros/1/answer?asked=4294967295&right=4294967295&step=";
    let best = escaped(&shipped()[0].puzzles[0].best().notation);
    server.get(&format!("{most}{best}")).await.is(200);
}

#[tokio::test]
async fn practice_is_the_hosts() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(app(folder.path()), open_house(), lenient());
    for address in [
        "/practice",
        "/practice/burgle-bros/1",
        "/practice/burgle-bros/1/picture",
    ] {
        server.get(address).await.is(401);
    }
}
