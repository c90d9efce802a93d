//! Malformed requests: each is answered, none by an error of the server, and whoever has neither link nor token gets nothing.

use super::*;

/// How many requests; `HEIST_FUZZ` says otherwise.
const REQUESTS: usize = 10_000;

const TOKEN: &str = "0000000000000000000000000000feed";

const METHODS: [&str; 12] = [
    "GET", "POST", "POST", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "NONSENSE",
];

const ENDS: [&str; 34] = [
    "",
    "/",
    "/live",
    "/enter",
    "/undo",
    "/redo",
    "/go-to",
    "/take-seat",
    "/delete",
    "/correct",
    "/hints",
    "/hints?level=instant",
    "/hints?level=%00",
    "/events",
    "/what-if?line=",
    "/what-if?line=%ff,x",
    "/after",
    "/after/stream",
    "/record",
    "/position",
    "/picture.svg",
    "/picture.svg?layout=narrow",
    "/picture.svg?theme=%ff",
    "/picture.svg?highlight=cell=1:A1,,%3Cscript%3E",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/../../../etc/passwd",
    "/correct?x=%zz",
    "/enter?step=x",
    "//",
    "/%00",
    "?token=x",
    "?token=",
    "?",
    "/enter/enter",
];

const OTHERS: [&str; 22] = [
    "/",
    "/new",
    "/new?game=burgle-bros",
    "/new?game=%ff",
    "/tables",
    "/tables/open",
    "/api",
    "/api/",
    "/api/tables",
    "/api/games",
    "/api/analysis",
    "/api/openapi.json",
    "/assets/",
    "/assets/..%2f..%2fCargo.toml",
    "/assets/%00",
    "/t",
    "/t/",
    "/api/t",
    "/api/t/",
    "//",
    "/%",
    "/favicon.ico",
];

const BODIES: [&str; 24] = [
    "",
    "{",
    "{}",
    "[]",
    "null",
    "0",
    "\"x\"",
    "{\"step\":\"patrol B2\"}",
    "{\"step\":7}",
    "{\"step\":\"\"}",
    "{\"step\":\"move 9:Z9\"}",
    "{\"step\":\"\\u0000\\uffff\"}",
    "{\"entries\":-1}",
    "{\"entries\":18446744073709551615}",
    "{\"count\":18446744073709551615}",
    "{\"count\":1e99}",
    "{\"revision\":-3,\"step\":\"x\"}",
    "{\"seat\":255}",
    "{\"seat\":0}",
    "{\"position\":{}}",
    "{\"position\":{\"game\":\"burgle-bros\",\"players\":[{}]},\"overridden\":true}",
    "{\"game\":\"burgle-bros\",\"setup\":{\"seats\":99}}",
    "{\"game\":\"caper-cards\",\"record\":\"{}\\n{}\"}",
    "game=burgle-bros&seats=9&name=%ff&step=%00",
];

const TYPES: [&str; 7] = [
    "application/json",
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "\u{7f}",
];

const HOSTS: [&str; 8] = [
    HOST,
    HOST,
    HOST,
    "192.168.1.7:4747",
    "localhost",
    "evil.example",
    "",
    "[::ffff:127.0.0.1]:99999",
];

const ORIGINS: [&str; 5] = [
    "http://127.0.0.1:4747",
    "http://evil.example",
    "null",
    "",
    "http://127.0.0.1:4747/",
];

/// A request, and whether it has a link or a token.
struct Attempt {
    request: Request<Body>,
    has_secret: bool,
    text: String,
}

/// A string that something was done to.
fn mangle(dice: &mut Dice, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(3) {
        let place = dice.below(bytes.len() + 1);
        match dice.below(4) {
            0 => bytes.insert(place, dice.next() as u8),
            1 if place < bytes.len() => drop(bytes.remove(place)),
            2 if place < bytes.len() => bytes[place] ^= 1 << dice.below(8),
            _ => bytes.truncate(place),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn mangled_link(dice: &mut Dice, links: &[String]) -> (String, bool) {
    let link = dice.pick(links);
    let text = match dice.below(8) {
        0..4 => link.clone(),
        4 => format!("{:032x}", u128::from(dice.next()) << 64 | u128::from(dice.next())),
        5 => link.bytes().map(|byte| format!("%{byte:02x}")).collect(),
        6 => link.to_uppercase(),
        _ => mangle(dice, &link),
    };
    let is_right = links.contains(&text);
    (text, is_right)
}

fn attempt(dice: &mut Dice, links: &[String]) -> Option<Attempt> {
    let mut has_secret = false;
    let mut path = match dice.below(5) {
        0 => dice.pick(&OTHERS).to_owned(),
        kind => {
            let (link, is_right) = mangled_link(dice, links);
            has_secret |= is_right;
            let side = if kind == 1 { "/t/" } else { "/api/t/" };
            format!("{side}{link}{}", dice.pick(&ENDS))
        }
    };
    if dice.below(6) == 0 {
        path = mangle(dice, &path);
        has_secret = links.iter().any(|link| path.contains(link));
    }
    let known = dice.pick(&BODIES);
    let body = match dice.below(4) {
        0 => mangle(dice, known),
        1 => (0..dice.below(200)).map(|_| char::from(dice.next() as u8)).collect(),
        _ => known.to_owned(),
    };
    let method = dice.pick(&METHODS);
    let mut request = Request::builder().method(method).uri(&path);
    let mut headers = vec![("host", dice.pick(&HOSTS)), ("content-type", dice.pick(&TYPES))];
    if dice.below(3) == 0 {
        headers.push(("origin", dice.pick(&ORIGINS)));
    }
    if dice.below(6) == 0 {
        headers.push(("sec-fetch-site", dice.pick(&["cross-site", "same-origin", "x"])));
    }
    if dice.below(8) == 0 {
        headers.extend([
            ("upgrade", "websocket"),
            ("connection", "upgrade"),
            ("sec-websocket-version", "13"),
        ]);
        headers.push(("sec-websocket-key", dice.pick(&["", "x", "dGhlIHNhbXBsZSBub25jZQ=="])));
    }
    let bearer = match dice.below(8) {
        0 => {
            has_secret = true;
            format!("Bearer {TOKEN}")
        }
        1 => format!("Bearer {:032x}", dice.next()),
        2 => format!("Basic {TOKEN}x"),
        _ => "Bearer ".to_owned(),
    };
    headers.push(("authorization", &bearer));
    let cookie = format!("heist-4747={}; x=\"", mangle(dice, &TOKEN[..30]));
    if dice.below(4) == 0 {
        headers.push(("cookie", &cookie));
    }
    let text = format!("{method} {path} {headers:?} {body:?}");
    for (name, value) in headers {
        request = request.header(name, value.as_bytes());
    }
    // What is no request at all does not come as far as the routes.
    let request = request.body(Body::from(body)).ok()?;
    Some(Attempt {
        request,
        has_secret,
        text,
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_requests_are_refused_and_break_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_with(folder.path(), |options| options.links = counted_links(1 << 60));
    let server = Server::with(app, open_house(), lenient());
    let mut links = Vec::new();
    for game in ["burgle-bros", "caper-cards"] {
        let setup = json!({"seats": 2, "seed": 1}).to_string();
        links.push(
            server
                .app
                .create(game, setup, Vec::new(), String::new())
                .await
                .unwrap()
                .link,
        );
    }
    let seat = server
        .app
        .take_seat(&links[1], heist_engine::game::Seat(0))
        .await
        .unwrap();
    links.push(seat.link.clone());
    let wanted = std::env::var("HEIST_FUZZ").map_or(REQUESTS, |count| count.parse().unwrap());
    let mut dice = Dice(20);
    let (mut sent, mut allowed) = (0, 0);
    while sent < wanted {
        let Some(Attempt {
            request,
            has_secret,
            text,
        }) = attempt(&mut dice, &links)
        else {
            continue;
        };
        sent += 1;
        let path = request.uri().path().to_owned();
        let response = server.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        assert!(!status.is_server_error(), "{status}: {text}");
        if status.is_success() && !path.starts_with("/assets/") {
            allowed += 1;
            assert!(has_secret, "{status}: {text}");
        }
        assert!(response.headers().contains_key("content-security-policy"), "{text}");
        let is_stream = response
            .headers()
            .get("content-type")
            .is_some_and(|kind| kind == "text/event-stream");
        if !has_secret && !is_stream {
            let body = response.into_body().collect().await.unwrap().to_bytes();
            let body = String::from_utf8_lossy(&body);
            assert!(
                links
                    .iter()
                    .all(|link| !body.contains(link.as_str()) || text.contains(link.as_str())),
                "{text}"
            );
        }
        // What has the token may delete; the rest needs something to look for.
        if server.app.open(&links[0]).await.is_err() || server.app.open(&links[2]).await.is_err() {
            links.clear();
            for game in ["burgle-bros", "caper-cards"] {
                let setup = json!({"seats": 2, "seed": 1}).to_string();
                links.push(
                    server
                        .app
                        .create(game, setup, Vec::new(), String::new())
                        .await
                        .unwrap()
                        .link,
                );
            }
            links.push(
                server
                    .app
                    .take_seat(&links[1], heist_engine::game::Seat(0))
                    .await
                    .unwrap()
                    .link,
            );
        }
    }
    // Enough of them came as far as a table.
    assert!(allowed > sent / 200, "{allowed} of {sent}");
}
