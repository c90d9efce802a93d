//! Connections: how many, how long they may be silent, and how they end.

use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::guard::Guard;
use super::limits::{Tally, network};

/// How long the head of a request may take, and a connection wait for its next one.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// How long requests under way may take to end when the server does.
const FAREWELL: Duration = Duration::from_secs(5);

/// How often what is known of peers is tidied up.
const TIDY: Duration = Duration::from_secs(60);

/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(100);

/// Takes connections until `ending` returns, then lets those under way end.
pub(super) async fn serve(listener: TcpListener, router: Router, guard: Arc<Guard>, ending: impl Future<Output = ()>) {
    let limits = guard.limits();
    let tally = Tally::new(limits.connections, limits.connections_per_peer);
    let mut connections = JoinSet::new();
    let mut tidying = tokio::time::interval(TIDY);
    let mut ending = pin!(ending);
    loop {
        tokio::select! {
            () = &mut ending => break,
            _ = tidying.tick() => guard.tidy(),
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    // One too many is closed at once; there is nobody to tell before it has asked for something.
                    if let Some(counted) = tally.count(counted_as(peer.ip())) {
                        let connection = converse(stream, peer, router.clone(), Arc::clone(&guard));
                        connections.spawn(async move {
                            connection.await;
                            drop(counted);
                        });
                    }
                }
                Err(_) => tokio::time::sleep(BREATH).await,
            },
        }
    }
    drop(listener);
    guard.end();
    let all = async { while connections.join_next().await.is_some() {} };
    // Whoever takes longer is cut off.
    drop(tokio::time::timeout(FAREWELL, all).await);
}

/// This machine itself may open as many as there are.
fn counted_as(peer: IpAddr) -> Option<IpAddr> {
    (!peer.to_canonical().is_loopback()).then(|| network(peer))
}

async fn converse(stream: TcpStream, peer: SocketAddr, router: Router, guard: Arc<Guard>) {
    // Small answers go out at once; without it they would only be later.
    drop(stream.set_nodelay(true));
    let service = tower::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        tower::ServiceExt::oneshot(router.clone(), request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut connection = pin!(connection);
    let done = tokio::select! {
        done = connection.as_mut() => done,
        () = guard.ended() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // A connection that breaks is its peer's affair.
    drop(done);
}
