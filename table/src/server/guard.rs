//! Access control and limits.
//!
//! Every request passes here first:
//!
//! - **Host**: must be `localhost`, an address of this machine, the address that the server listens on, or a name given
//!   by the host. Any other name that points here (DNS rebinding) is refused.
//! - **Origin**: requests that change something, and WebSockets, must come from a page of this server. Browsers say so
//!   in `Origin`, or at least in `Sec-Fetch-Site`; a request with neither comes from a program, and no page can make
//!   one send it.
//! - **Token**: the host's side (the lists of tables and campaigns, new ones, deletion, the analysis protocol) needs
//!   the token if there is one. The link of a table or a campaign is itself a secret, so a request with a valid link
//!   needs no token. That of a campaign opens no more tables than it has heists, since giving one up is deletion.
//! - **Links**: an address below `/t/`, `/c/`, `/api/t/` or `/api/c/` whose link is unknown is answered here, whatever
//!   follows it.
//! - **Limits**: see [`Limits`]. Those on hints hold for guests; the host, whose machine thinks, has none.
//!
//! The referrer policy is `same-origin`, because under `no-referrer` browsers send `Origin: null` with forms, which
//! could be anybody's. Either way no other server learns a link.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use tokio::sync::{Semaphore, watch};

use super::limits::{Counted, Limits, Rate, Tally, network};
use super::secret::Token;
use crate::app::{App, AppError, is_link};
use crate::page::shown::Reach;

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; worker-src 'self'; manifest-src 'self'; style-src 'self'; img-src \
         'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Who is let in.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The address that the server listens on.
    pub listen: SocketAddr,
    /// Further names of this machine.
    pub names: Vec<String>,
    /// The addresses at which other devices reach this machine, the likeliest first.
    pub addresses: Vec<SocketAddr>,
    /// What the host's side requires. Without a token it is open on loopback and closed everywhere else.
    pub token: Option<Token>,
}

/// Checks requests before they reach the routes.
pub struct Guard {
    policy: Policy,
    limits: Limits,
    rate: Rate<IpAddr>,
    /// By table, whatever the link and the address: searches take the threads from everybody.
    hints: Rate<String>,
    requests: Semaphore,
    streams: Arc<Tally<String>>,
    analyses: Arc<Semaphore>,
    ending: watch::Sender<bool>,
}

impl Guard {
    /// A guard that has seen no request yet.
    pub fn new(policy: Policy, limits: Limits) -> Guard {
        Guard {
            policy,
            limits,
            rate: Rate::new(limits.rate, limits.burst),
            hints: Rate::new(limits.hint_rate, limits.hint_burst),
            requests: Semaphore::new(limits.requests),
            streams: Tally::new(limits.streams, limits.streams_per_table),
            analyses: Arc::new(Semaphore::new(limits.analyses)),
            ending: watch::channel(false).0,
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Ends every stream, so that connections can be closed.
    pub fn end(&self) {
        self.ending.send_replace(true);
    }

    /// Forgets addresses and tables that have not asked for a while.
    pub(super) fn tidy(&self) {
        self.rate.tidy();
        self.hints.tidy();
    }

    /// Permits for connections that ask for analyses.
    pub(super) fn analyses(&self) -> Arc<Semaphore> {
        Arc::clone(&self.analyses)
    }

    /// Returns when the server ends.
    pub(super) fn ended(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut ending = self.ending.subscribe();
        // The server has ended as well if the guard is dropped.
        async move { drop(ending.wait_for(|is_ending| *is_ending).await) }
    }

    fn check_peer(&self, request: &Request) -> Result<(), Refusal> {
        let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        self.rate.check(&network(peer)).map_err(|seconds| {
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many requests; slow down");
            refusal.with(header::RETRY_AFTER, HeaderValue::from(seconds))
        })
    }

    /// Whether a guest may ask for one more hint at a table now.
    fn check_hints(&self, table: &String) -> Result<(), Refusal> {
        self.hints.check(table).map_err(|seconds| {
            let unit = if seconds == 1 { "second" } else { "seconds" };
            let text =
                format!("too many hints were asked for at this table; the next one can be had in {seconds} {unit}");
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, text);
            refusal.with(header::RETRY_AFTER, HeaderValue::from(seconds))
        })
    }

    fn check_address(&self, uri: &Uri) -> Result<(), Refusal> {
        if uri.to_string().len() > self.limits.address {
            let text = format!(
                "the address is too long; expected at most {} bytes",
                self.limits.address
            );
            return Err(Refusal::new(StatusCode::URI_TOO_LONG, text));
        }
        // A second slash would make of the path an address elsewhere, if it were sent back in a redirection.
        let is_path = matches!(uri.path().as_bytes(), [b'/'] | [b'/', b'!'..=b'.' | b'0'..=b'[' | b']'..=b'~', ..]);
        if !is_path {
            return Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "no path; expected one that begins with a slash",
            ));
        }
        Ok(())
    }

    /// The host and port that the request is meant for.
    fn check_host(&self, request: &Request) -> Result<String, Refusal> {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let given = match (hosts.next(), hosts.next(), request.uri().authority()) {
            (Some(_), Some(_), _) => None,
            (_, _, Some(authority)) => Some(authority.as_str()),
            (Some(host), None, None) => host.to_str().ok(),
            (None, _, None) => None,
        };
        let expected = "expected one header `Host` with a host and a port";
        let given = given.ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, expected))?;
        let name = host_name(given).ok_or_else(|| Refusal::new(StatusCode::BAD_REQUEST, expected))?;
        if !self.is_ours(name) {
            let text = "this server does not go by that name; ask for the address that it printed at its start";
            return Err(Refusal::new(StatusCode::MISDIRECTED_REQUEST, text));
        }
        Ok(given.to_owned())
    }

    fn is_ours(&self, name: &str) -> bool {
        let listen = self.policy.listen.ip();
        let mut names = self.policy.names.iter().map(String::as_str).chain(["localhost"]);
        if names.any(|own| own.eq_ignore_ascii_case(name)) {
            return true;
        }
        // An address needs no name service, so nobody can make it point here but by being here.
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        address.is_ok_and(|address| address.is_loopback() || address == listen || listen.is_unspecified())
    }

    /// Whether the request may come from whatever page sent it.
    fn check_origin(&self, request: &Request, host: &str) -> Result<(), Refusal> {
        let headers = request.headers();
        let is_reading = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        if is_reading && !headers.contains_key(header::UPGRADE) {
            return Ok(());
        }
        let is_own = |origin: &HeaderValue| {
            let origin = origin.to_str().ok();
            let origin = origin.and_then(|text| text.strip_prefix("http://").or_else(|| text.strip_prefix("https://")));
            origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host))
        };
        let is_near = |site: &HeaderValue| matches!(site.as_bytes(), b"same-origin" | b"none");
        let is_allowed =
            headers.get_all(header::ORIGIN).iter().all(is_own) && headers.get_all("sec-fetch-site").iter().all(is_near);
        if is_allowed {
            Ok(())
        } else {
            Err(Refusal::new(
                StatusCode::FORBIDDEN,
                "this comes from a page of somebody else; nothing was done",
            ))
        }
    }

    /// Whether the request comes from the host.
    pub(super) fn is_host(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.policy.token else {
            return self.policy.listen.ip().is_loopback();
        };
        let bearer = headers
            .get_all(header::AUTHORIZATION)
            .iter()
            .filter_map(|value| value.as_bytes().strip_prefix(b"Bearer "));
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter();
        let pairs = cookies
            .flat_map(|cookies| cookies.as_bytes().split(|byte| *byte == b';'))
            .map(<[u8]>::trim_ascii);
        let cookies = pairs.filter_map(|pair| pair.strip_prefix(name.as_bytes())?.strip_prefix(b"="));
        bearer.chain(cookies).any(|text| token.is(text))
    }

    /// Where other devices find this server: at the address by which the request came, if that leads here from
    /// elsewhere, or else at the likeliest one of this machine.
    pub(super) fn reach(&self, headers: &HeaderMap) -> Reach {
        let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(&header::HOST).filter(|host| host_name(host).is_some_and(|name| !is_this_machine(name)));
        if let Some(host) = host {
            // Only a proxy knows whether the connection to it is encrypted.
            let is_encrypted = text(&HeaderName::from_static("x-forwarded-proto")) == Some("https");
            return Reach::Network(format!("{}://{host}", if is_encrypted { "https" } else { "http" }));
        }
        match self.policy.addresses.iter().find(|address| !address.ip().is_loopback()) {
            Some(address) => Reach::Network(format!("http://{address}")),
            None if self.policy.listen.ip().is_loopback() => Reach::ThisMachine,
            None => Reach::NoNetwork,
        }
    }

    /// Cookies are shared by all ports of a host.
    fn cookie_name(&self) -> String {
        format!("heist-{}", self.policy.listen.port())
    }

    /// An address with the token in it, as it is printed at the start, becomes a cookie and the address without it.
    fn let_host_in(&self, request: &Request) -> Option<Response> {
        let token = self.policy.token.as_ref()?;
        let is_token = |pair: &&str| {
            pair.strip_prefix("token=")
                .is_some_and(|text| token.is(text.as_bytes()))
        };
        let query = request.uri().query()?;
        if *request.method() != Method::GET || !query.split('&').any(|pair| is_token(&pair)) {
            return None;
        }
        let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
        let mark = if rest.is_empty() { "" } else { "?" };
        let location = format!("{}{mark}{}", request.uri().path(), rest.join("&"));
        let cookie = format!(
            "{}={}; Path=/; HttpOnly; SameSite=Strict",
            self.cookie_name(),
            token.reveal()
        );
        let headers = [(header::LOCATION, location), (header::SET_COOKIE, cookie)];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }

    /// Counts the stream of a response, which ends with the server.
    fn count_stream(&self, response: Response, table: Option<String>) -> Result<Response, Refusal> {
        let kind = response.headers().get(header::CONTENT_TYPE);
        if !kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
            return Ok(response);
        }
        let Some(counted) = self.streams.count(table) else {
            let refusal = Refusal::new(StatusCode::TOO_MANY_REQUESTS, "too many streams are open; close some");
            return Err(refusal.with(header::RETRY_AFTER, HeaderValue::from(5)));
        };
        let (parts, body) = response.into_parts();
        let stream = body.into_data_stream().take_until(Box::pin(self.ended()));
        Ok(Response::from_parts(parts, Body::from_stream(hold(stream, counted))))
    }
}

/// The stream, counted as long as it is there.
fn hold<S: StreamExt>(stream: S, counted: Counted<String>) -> impl futures_util::Stream<Item = S::Item> {
    stream.inspect(move |_| {
        let _counted = &counted;
    })
}

/// Whether a host in an address is whatever machine the address is opened on.
fn is_this_machine(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_near = |address: IpAddr| address.to_canonical().is_loopback() || address.is_unspecified();
    name == "localhost" || name.ends_with(".localhost") || address.is_ok_and(is_near)
}

/// The host of a `host:port`.
fn host_name(authority: &str) -> Option<&str> {
    let (name, port) = match authority.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (authority, ""),
    };
    let is_name = match name.strip_prefix('[') {
        Some(rest) => rest.ends_with(']'),
        None => !name.is_empty() && !name.contains([':', '@']),
    };
    (is_name && port.bytes().all(|byte| byte.is_ascii_digit())).then_some(name)
}

/// Which side of the server an address belongs to.
#[derive(PartialEq, Eq, Debug)]
enum Side<'a> {
    /// The host's: needs the token.
    Host,
    /// That of a table: needs its link. Deletion is the host's as well.
    Table {
        link: &'a str,
        is_deletion: bool,
        is_hint: bool,
    },
    /// That of a campaign, in the same way.
    Campaign { link: &'a str, is_deletion: bool },
    /// Files of the page and the icon, which are no secret.
    Assets,
}

fn side<'a>(method: &Method, path: &'a str) -> Side<'a> {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        ["assets", _] | ["favicon.ico"] => Side::Assets,
        ["t", link, ref rest @ ..] => Side::Table {
            link,
            is_deletion: rest.contains(&"delete"),
            is_hint: rest == ["hints"],
        },
        ["api", "t", link, ..] => Side::Table {
            link,
            is_deletion: *method == Method::DELETE,
            is_hint: false,
        },
        ["c", link, ref rest @ ..] | ["api", "c", link, ref rest @ ..] => Side::Campaign {
            link,
            is_deletion: *method == Method::DELETE || rest.contains(&"delete") || rest.contains(&"give-up"),
        },
        _ => Side::Host,
    }
}

/// Why a request is turned away.
struct Refusal {
    status: StatusCode,
    text: String,
    header: Option<(HeaderName, HeaderValue)>,
}

impl Refusal {
    fn new(status: StatusCode, text: impl Into<String>) -> Refusal {
        Refusal {
            status,
            text: text.into(),
            header: None,
        }
    }

    fn with(self, name: HeaderName, value: HeaderValue) -> Refusal {
        Refusal {
            header: Some((name, value)),
            ..self
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.text).into_response();
        if let Some((name, value)) = self.header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// Lets a request through, or turns it away.
pub(super) async fn check(
    State((guard, app)): State<(Arc<Guard>, Arc<App>)>,
    request: Request,
    next: Next,
) -> Response {
    let passed = pass(&guard, &app, request, next).await;
    passed.unwrap_or_else(IntoResponse::into_response)
}

async fn pass(guard: &Guard, app: &App, request: Request, next: Next) -> Result<Response, Refusal> {
    guard.check_peer(&request)?;
    guard.check_address(request.uri())?;
    let host = guard.check_host(&request)?;
    guard.check_origin(&request, &host)?;
    if let Some(response) = guard.let_host_in(&request) {
        return Ok(response);
    }
    let _permit = guard.requests.try_acquire().map_err(|_| {
        let refusal = Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too much is going on at once; ask again in a moment",
        );
        refusal.with(header::RETRY_AFTER, HeaderValue::from(1))
    })?;
    let side = side(request.method(), request.uri().path());
    let needs_host = match side {
        Side::Host => true,
        Side::Table { is_deletion, .. } | Side::Campaign { is_deletion, .. } => is_deletion,
        Side::Assets => false,
    };
    if needs_host && !guard.is_host(request.headers()) {
        let text = "this is the host's side: open the address that the server printed at its start";
        let refusal = Refusal::new(StatusCode::UNAUTHORIZED, text);
        return Err(refusal.with(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
    }
    let table = match side {
        Side::Table { link, is_hint, .. } => {
            let table = known_table(app, link).await?;
            if is_hint && !guard.is_host(request.headers()) {
                guard.check_hints(&table)?;
            }
            Some(table)
        }
        Side::Campaign { link, .. } => {
            check_campaign(app, link).await?;
            None
        }
        Side::Host | Side::Assets => None,
    };
    let answer = tokio::time::timeout(guard.limits.time, next.run(request)).await;
    let text = "this took too long; ask again";
    let response = answer.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, text))?;
    guard.count_stream(response, table)
}

/// The id of the table that a link opens.
async fn known_table(app: &App, link: &str) -> Result<String, Refusal> {
    // What is no link is not worth a look at the disk.
    let opened = if is_link(link) {
        app.open(link).await
    } else {
        Err(AppError::NotFound)
    };
    opened
        .map(|opened| opened.table_id().to_owned())
        .map_err(|error| Refusal::new(error.status(), error.to_string()))
}

/// Whether a link opens a campaign. One that cannot be read can still be deleted.
async fn check_campaign(app: &App, link: &str) -> Result<(), Refusal> {
    let error = match app.has_campaign(link).await {
        Ok(true) => return Ok(()),
        Ok(false) => AppError::NoCampaign,
        Err(error) => error,
    };
    Err(Refusal::new(error.status(), error.to_string()))
}

/// Sends the headers that go with everything. What a route says of caching stays.
pub(super) async fn dress(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
