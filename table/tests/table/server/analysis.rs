//! The analysis protocol over a WebSocket.

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use heist_engine::any::any_state;
use heist_engine::caper_cards::{CaperCards, Setup};
use heist_engine::game::{Game, Node};
use heist_engine::random::from_seed;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::sockets::Live;
use super::*;

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

async fn connect(live: &Live, origin: Option<&str>) -> Result<Socket, u16> {
    let mut request = format!("ws://{}/api/analysis", live.address)
        .into_client_request()
        .unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}

async fn ask(socket: &mut Socket, query: &Value) {
    socket.send(Message::text(query.to_string())).await.unwrap();
}

async fn answer(socket: &mut Socket) -> Value {
    loop {
        let message = tokio::time::timeout(Duration::from_secs(20), socket.next()).await;
        match message.unwrap().unwrap().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

fn query(id: &str, agent: &str) -> Value {
    json!({"id": id, "game": "burgle-bros", "setup": {"seats": 1, "seed": 1}, "steps": ["patrol A1"], "agent": agent,
           "samples": 0, "report_every": 0.05})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_are_answered_over_a_websocket() {
    let live = Live::start(lenient()).await;
    let mut socket = connect(&live, None).await.unwrap();
    ask(&mut socket, &json!({"id": "v", "command": "query_version"})).await;
    assert_eq!(answer(&mut socket).await["id"], "v");
    ask(&mut socket, &query("a", "flat:sims=64")).await;
    let report = loop {
        let report = answer(&mut socket).await;
        if report["partial"] == false {
            break report;
        }
    };
    assert_eq!(report["id"], "a");
    assert!(!report["moves"].as_array().unwrap().is_empty(), "{report}");
    socket.send(Message::text("nonsense")).await.unwrap();
    let error = answer(&mut socket).await;
    assert!(
        error["error"].as_str().unwrap().contains("JSON") && error["line"] == 3,
        "{error}"
    );
    // Nobody gets more than his share, and no program is started.
    ask(&mut socket, &query("b", "flat:sims=64,threads=64")).await;
    let error = answer(&mut socket).await;
    assert!(
        error["error"].as_str().unwrap().contains("threads=1") && error["line"] == 4,
        "{error}"
    );
    ask(&mut socket, &query("c", "bot:cmd=touch /tmp/x")).await;
    let error = answer(&mut socket).await;
    assert!(error["field"] == "agent" && error["line"] == 5, "{error}");
    live.end().await;
}

/// A query about the first decision of a game of cards, with what its seat knows.
fn caper_query(id: &str, more: Value) -> Value {
    let mut world = CaperCards::new(&Setup::new(4)).unwrap();
    let mut rng = from_seed(2);
    while world.node() == Node::Chance {
        let outcome = world.sample(&mut rng);
        world.resolve(outcome);
    }
    let Node::Decision(seat) = world.node() else {
        panic!("somebody decides");
    };
    let position = any_state(world.information_state(seat)).position();
    let position: Value = serde_json::from_str(&position).unwrap();
    let mut query = json!({"id": id, "position": position, "samples": 0});
    query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    query
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_query_chooses_who_thinks_by_name_and_never_by_path() {
    let live = Live::start(lenient()).await;
    let mut socket = connect(&live, None).await.unwrap();
    let chosen = json!({"level": "instant", "thinker": "caper-cards-4:alone"});
    ask(&mut socket, &caper_query("a", chosen)).await;
    let report = answer(&mut socket).await;
    assert_eq!(
        (&report["id"], &report["agent"]),
        (&json!("a"), &json!("policy:net=caper-cards-4")),
        "{report}"
    );
    assert_eq!(report["moves"][0]["played"], 1.0);
    ask(&mut socket, &caper_query("b", json!({"thinker": "deep-thought"}))).await;
    let error = answer(&mut socket).await;
    assert_eq!(
        (&error["id"], &error["field"]),
        (&json!("b"), &json!("thinker")),
        "{error}"
    );
    assert!(
        error["error"].as_str().unwrap().contains("caper-cards-4:tree"),
        "{error}"
    );
    for agent in [
        "policy:net=/etc/passwd",
        "puct:net=other.safetensors",
        "improve:net=../x,rollout=net",
    ] {
        ask(&mut socket, &caper_query("c", json!({"agent": agent}))).await;
        let error = answer(&mut socket).await;
        assert_eq!(
            (&error["id"], &error["field"]),
            (&json!("c"), &json!("agent")),
            "{error}"
        );
        let expected = "expected the name of a network that is shipped";
        assert!(error["error"].as_str().unwrap().contains(expected), "{error}");
    }
    live.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_others_open_no_websocket() {
    let live = Live::start(lenient()).await;
    assert_eq!(connect(&live, Some("http://evil.example")).await.unwrap_err(), 403);
    assert_eq!(connect(&live, Some("null")).await.unwrap_err(), 403);
    let own = format!("http://{}", live.address);
    assert!(connect(&live, Some(&own)).await.is_ok());
    live.end().await;
}

/// A connection that goes takes its searches with it and makes room for another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_many_connections_analyse_and_a_closed_one_stops() {
    let live = Live::start(Limits {
        analyses: 1,
        ..lenient()
    })
    .await;
    let mut socket = connect(&live, None).await.unwrap();
    ask(&mut socket, &query("long", "flat:time=3600")).await;
    assert_eq!(answer(&mut socket).await["partial"], true);
    assert_eq!(connect(&live, None).await.unwrap_err(), 429);
    drop(socket);
    let begun = Instant::now();
    let mut socket = loop {
        match connect(&live, None).await {
            Ok(socket) => break socket,
            Err(status) => assert_eq!(status, 429),
        }
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "the search of a closed connection goes on"
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    // The end does not wait for a search either.
    ask(&mut socket, &query("long", "flat:time=3600")).await;
    assert_eq!(answer(&mut socket).await["partial"], true);
    let begun = Instant::now();
    live.end().await;
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}
