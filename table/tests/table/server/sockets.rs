//! Over real connections: streams, limits of them, and the end.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;

/// A server at an address of its own.
pub struct Live {
    pub address: SocketAddr,
    pub server: Server,
    end: Option<oneshot::Sender<()>>,
    done: JoinHandle<()>,
    _folder: tempfile::TempDir,
}

impl Live {
    pub async fn start(limits: Limits) -> Live {
        let folder = tempfile::tempdir().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let policy = Policy {
            listen: address,
            ..loopback()
        };
        let server = Server::with(app(folder.path()), policy, limits);
        let (end, ending) = oneshot::channel::<()>();
        let ending = async move { drop(ending.await) };
        let serving =
            heist_table::server::serve_on(listener, Arc::clone(&server.app), Arc::clone(&server.guard), ending);
        Live {
            address,
            server,
            end: Some(end),
            done: tokio::spawn(serving),
            _folder: folder,
        }
    }

    /// Sends a request and leaves the connection open.
    pub async fn ask(&self, method: &str, path: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        stream
    }

    pub async fn end(mut self) {
        self.end.take().unwrap().send(()).unwrap();
        self.done.await.unwrap();
    }
}

/// Reads until a text comes.
async fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut all = Vec::new();
    let mut buffer = [0; 4096];
    while !String::from_utf8_lossy(&all).contains(text) {
        let read = tokio::time::timeout(Duration::from_secs(5), stream.read(&mut buffer)).await;
        let read = read
            .unwrap_or_else(|_| panic!("`{text}` does not come: {}", String::from_utf8_lossy(&all)))
            .unwrap();
        assert!(read > 0, "`{text}` is not in: {}", String::from_utf8_lossy(&all));
        all.extend(&buffer[..read]);
    }
    String::from_utf8_lossy(&all).into_owned()
}

#[tokio::test]
async fn a_stream_tells_every_change_and_ends_with_the_table() {
    let live = Live::start(lenient()).await;
    let link = live.server.new_burglar().await;
    let mut stream = live.ask("GET", &format!("/api/t/{link}/events")).await;
    read_until(&mut stream, "{\"revision\":0}").await;
    live.server
        .app
        .change(&link, None, |table, viewer| table.enter(viewer, "patrol B2"))
        .await
        .unwrap();
    read_until(&mut stream, "{\"revision\":1}").await;
    live.server.app.delete(&link).await.unwrap();
    read_until(&mut stream, "0\r\n\r\n").await;
    live.end().await;
}

#[tokio::test]
async fn so_many_streams_may_be_open() {
    let live = Live::start(Limits {
        streams: 3,
        streams_per_table: 2,
        ..lenient()
    })
    .await;
    let links = [live.server.new_burglar().await, live.server.new_burglar().await];
    let open = async |link: &str| {
        let mut stream = live.ask("GET", &format!("/api/t/{link}/events")).await;
        let head = read_until(&mut stream, "\r\n\r\n").await;
        (head.split(' ').nth(1).unwrap().to_owned(), stream)
    };
    let (status, one) = open(&links[0]).await;
    assert_eq!(status, "200");
    let (status, _two) = open(&links[0]).await;
    assert_eq!(status, "200");
    assert_eq!(open(&links[0]).await.0, "429");
    let (status, _three) = open(&links[1]).await;
    assert_eq!(status, "200");
    assert_eq!(open(&links[1]).await.0, "429");
    // One that is closed makes room.
    drop(one);
    let begun = Instant::now();
    while open(&links[0]).await.0 == "429" {
        assert!(begun.elapsed() < Duration::from_secs(5), "a closed stream still counts");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    live.end().await;
}

#[tokio::test]
async fn the_end_waits_for_no_stream() {
    let live = Live::start(lenient()).await;
    let link = live.server.new_burglar().await;
    let mut stream = live.ask("GET", &format!("/api/t/{link}/events")).await;
    read_until(&mut stream, "revision").await;
    let idle = TcpStream::connect(live.address).await.unwrap();
    let begun = Instant::now();
    let address = live.address;
    live.end().await;
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    read_until(&mut stream, "0\r\n\r\n").await;
    assert!(TcpStream::connect(address).await.is_err());
    drop(idle);
}

#[tokio::test]
async fn connections_beyond_the_limit_are_closed() {
    let live = Live::start(Limits {
        connections: 2,
        ..lenient()
    })
    .await;
    let mut one = live.ask("GET", "/api/games").await;
    read_until(&mut one, "200 OK").await;
    let mut two = live.ask("GET", "/api/games").await;
    read_until(&mut two, "200 OK").await;
    let mut three = TcpStream::connect(live.address).await.unwrap();
    let read = tokio::time::timeout(Duration::from_secs(5), three.read(&mut [0; 10]))
        .await
        .unwrap();
    assert!(matches!(read, Ok(0) | Err(_)));
    drop(one);
    let begun = Instant::now();
    loop {
        let mut again = live.ask("GET", "/api/games").await;
        let mut head = [0; 15];
        if again.read_exact(&mut head).await.is_ok() {
            assert_eq!(&head, b"HTTP/1.1 200 OK");
            break;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "a closed connection still counts"
        );
    }
    live.end().await;
}

#[tokio::test]
async fn what_is_no_request_is_no_error_of_the_server() {
    let live = Live::start(lenient()).await;
    for bytes in [
        &b"GET / HTTP/9.9\r\n\r\n"[..],
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /\xff HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\nzz\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"CONNECT evil.example:80 HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(live.address).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = String::new();
        drop(stream.read_to_string(&mut answer).await);
        assert!(
            answer.is_empty() || answer.starts_with("HTTP/1.1 4"),
            "{bytes:?}: {answer}"
        );
    }
    let mut fine = live.ask("GET", "/api/games").await;
    read_until(&mut fine, "200 OK").await;
    live.end().await;
}

impl Server {
    /// As [`Server::burglar`], without asking for it.
    pub async fn new_burglar(&self) -> String {
        let setup = burglar().to_string();
        self.app
            .create("burgle-bros", setup, Vec::new(), String::new())
            .await
            .unwrap()
            .link
    }
}
