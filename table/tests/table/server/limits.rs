//! How much may be going on.

use super::*;

#[tokio::test]
async fn a_long_body_and_a_long_address_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    let long = json!({"step": "x".repeat(1 << 20)});
    let error = server.post(&format!("/api/t/{link}/enter"), &long).await.is(413).json();
    assert!(error["error"].is_string());
    // Without a length to go by as well.
    let chunks = (0..3).map(|_| Ok::<_, std::io::Error>(vec![b' '; 1 << 19]));
    let body = Body::from_stream(futures_util::stream::iter(chunks));
    let chunked = request("POST", "/api/tables")
        .header("content-type", "application/json")
        .body(body)
        .unwrap();
    server.send(chunked).await.is(413);
    server.get(&format!("/api/games?{}", "x".repeat(9000))).await.is(414);
}

#[tokio::test]
async fn each_address_may_ask_so_often() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        rate: NonZeroU32::new(1).unwrap(),
        burst: NonZeroU32::new(3).unwrap(),
        ..Limits::default()
    };
    let server = Server::with(app(folder.path()), loopback(), limits);
    let ask = async |from: &str| {
        let request = request("GET", "/api/games").extension(peer(from));
        server.send(request.body(Body::empty()).unwrap()).await
    };
    for _ in 0..3 {
        ask("10.0.0.1:1").await.is(200);
    }
    let refused = ask("10.0.0.1:2").await.is(429);
    assert_eq!(refused.headers["retry-after"], "1");
    assert!(refused.json()["error"].is_string());
    ask("10.0.0.2:1").await.is(200);
    // Whoever has one address of an IPv6 network has them all.
    for number in 0..3 {
        ask(&format!("[2001:db8::{number}]:1")).await.is(200);
    }
    ask("[2001:db8::ffff]:1").await.is(429);
    ask("[2001:db8:0:1::1]:1").await.is(200);
}

#[tokio::test]
async fn more_requests_than_can_be_worked_on_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        requests: 1,
        ..lenient()
    };
    let server = Server::with(app(folder.path()), loopback(), limits);
    // A body that never comes keeps the first one busy.
    let body = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let stuck = request("POST", "/api/tables")
        .header("content-type", "application/json")
        .body(body)
        .unwrap();
    let router = server.router.clone();
    let stuck = tokio::spawn(async move { router.oneshot(stuck).await });
    tokio::task::yield_now().await;
    let refused = server.get("/api/games").await.is(429);
    assert_eq!(refused.headers["retry-after"], "1");
    stuck.abort();
    drop(stuck.await);
    server.get("/api/games").await.is(200);
}

#[tokio::test]
async fn a_request_that_never_comes_whole_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        time: std::time::Duration::from_millis(50),
        ..lenient()
    };
    let server = Server::with(app(folder.path()), loopback(), limits);
    let body = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let stuck = request("POST", "/api/tables")
        .header("content-type", "application/json")
        .body(body)
        .unwrap();
    server.send(stuck).await.is(408);
}

#[tokio::test]
async fn guests_may_ask_for_so_many_hints_at_each_table() {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits {
        hint_rate: NonZeroU32::new(1).unwrap(),
        hint_burst: NonZeroU32::new(3).unwrap(),
        ..lenient()
    };
    let server = Server::with(app(folder.path()), open_house(), limits);
    let begin = async || {
        let setup = json!({"seats": 2, "seed": 1}).to_string();
        let begun = server.app.create("caper-cards", setup, Vec::new(), String::new());
        begun.await.unwrap().link
    };
    let (table, other) = (begin().await, begin().await);
    let seat = server
        .app
        .take_seat(&table, heist_engine::game::Seat(0))
        .await
        .unwrap()
        .link;
    let ask = async |path: &str, from: &str, token: &str| {
        let request = request("GET", path)
            .extension(peer(from))
            .header("authorization", format!("Bearer {token}"));
        server.send(request.body(Body::empty()).unwrap()).await
    };
    let hints = |link: &str| format!("/t/{link}/hints?level=instant");
    // From every address and by every link, it is one table.
    ask(&hints(&table), "10.0.0.1:1", "").await.is(200);
    ask(&hints(&table), "10.0.0.2:1", "").await.is(200);
    ask(&hints(&seat), "10.0.0.3:1", "").await.is(200);
    let refused = ask(&hints(&table), "10.0.0.4:1", "").await.is(429);
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(
        refused.text(),
        "too many hints were asked for at this table; the next one can be had in 1 second"
    );
    ask(&hints(&seat), "10.0.0.1:1", "").await.is(429);
    ask(&hints(&other), "10.0.0.1:1", "").await.is(200);
    // The rest of the table is open, and so is everything to the host.
    ask(&format!("/t/{table}"), "10.0.0.1:1", "").await.is(200);
    for _ in 0..5 {
        ask(&hints(&table), "10.0.0.1:1", "0000000000000000000000000000feed")
            .await
            .is(200);
    }
}
