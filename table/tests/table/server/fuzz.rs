//! Malformed requests: each is answered, none by an error of the server, and whoever has neither link nor token gets
//! nothing.

use super::*;

/// How many requests; `HEIST_FUZZ` says otherwise.
const REQUESTS: usize = 15_000;
/// How many times as many there are at most, until every route was asked rightly.
const PATIENCE: usize = 6;

const TOKEN: &str = "0000000000000000000000000000feed";

const METHODS: [&str; 12] = [
    "GET", "POST", "POST", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "NONSENSE",
];

const ENDS: [&str; 40] = [
    "",
    "/",
    "/live",
    "/enter",
    "/undo",
    "/redo",
    "/go-to",
    "/return",
    "/name",
    "/change",
    "/change/1",
    "/replay",
    "/lines/1",
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

const OTHERS: [&str; 33] = [
    "/practice",
    "/practice/",
    "/practice/burgle-bros/18446744073709551616",
    "/practice/%ff/1/answer?step=%ff",
    "/practice/burgle-bros/1/picture?move=%00&layout=",
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
    "/new-campaign?game=%ff",
    "/campaigns",
    "/api/campaigns",
    "/c",
    "/c/",
    "/api/c/",
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

/// A route and what is sent to it.
type Route = (&'static str, &'static str, Sent);

/// What a route expects in its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sent {
    Nothing,
    Json,
    Form,
}

/// Every route, `{}` for a link.
const ROUTES: [Route; 71] = [
    ("GET", "/", Sent::Nothing),
    ("GET", "/practice", Sent::Nothing),
    ("GET", "/practice/burgle-bros/1", Sent::Nothing),
    ("GET", "/practice/caper-cards/2/answer", Sent::Nothing),
    ("GET", "/practice/casino-capers/1/picture", Sent::Nothing),
    ("GET", "/assets/worker.js", Sent::Nothing),
    ("GET", "/new", Sent::Nothing),
    ("POST", "/tables", Sent::Form),
    ("POST", "/tables/open", Sent::Form),
    ("POST", "/editor", Sent::Form),
    ("GET", "/t/{}", Sent::Nothing),
    ("GET", "/t/{}/live", Sent::Nothing),
    ("GET", "/t/{}/log", Sent::Nothing),
    ("POST", "/t/{}/enter", Sent::Form),
    ("POST", "/t/{}/undo", Sent::Form),
    ("POST", "/t/{}/redo", Sent::Form),
    ("POST", "/t/{}/go-to", Sent::Form),
    ("GET", "/t/{}/lines/1", Sent::Nothing),
    ("POST", "/t/{}/return", Sent::Form),
    ("POST", "/t/{}/name", Sent::Form),
    ("GET", "/t/{}/names", Sent::Nothing),
    ("POST", "/t/{}/names", Sent::Form),
    ("POST", "/t/{}/me", Sent::Form),
    ("POST", "/t/{}/anybody-enters", Sent::Form),
    ("GET", "/t/{}/change/1", Sent::Nothing),
    ("POST", "/t/{}/change", Sent::Form),
    ("POST", "/t/{}/replay", Sent::Form),
    ("POST", "/t/{}/leave-rest", Sent::Form),
    ("POST", "/t/{}/take-seat", Sent::Form),
    ("POST", "/t/{}/leave-seat", Sent::Form),
    ("POST", "/t/{}/free-seat", Sent::Form),
    ("POST", "/t/{}/delete", Sent::Form),
    ("GET", "/t/{}/correct", Sent::Nothing),
    ("POST", "/t/{}/correct", Sent::Form),
    ("GET", "/t/{}/hand", Sent::Nothing),
    ("POST", "/t/{}/mode", Sent::Form),
    ("GET", "/t/{}/panel", Sent::Nothing),
    ("GET", "/t/{}/picture", Sent::Nothing),
    ("GET", "/t/{}/what-if", Sent::Nothing),
    ("GET", "/t/{}/after", Sent::Nothing),
    ("GET", "/t/{}/curve", Sent::Nothing),
    ("GET", "/t/{}/review.html", Sent::Nothing),
    ("GET", "/t/{}/record", Sent::Nothing),
    ("GET", "/t/{}/events", Sent::Nothing),
    ("GET", "/t/{}/hints", Sent::Nothing),
    ("GET", "/t/{}/after/stream", Sent::Nothing),
    ("GET", "/api/openapi.json", Sent::Nothing),
    ("GET", "/api/games", Sent::Nothing),
    ("GET", "/api/tables", Sent::Nothing),
    ("POST", "/api/tables", Sent::Json),
    ("GET", "/api/t/{}", Sent::Nothing),
    ("DELETE", "/api/t/{}", Sent::Nothing),
    ("GET", "/api/t/{}/position", Sent::Nothing),
    ("GET", "/api/t/{}/record", Sent::Nothing),
    ("GET", "/api/t/{}/picture.svg", Sent::Nothing),
    ("GET", "/api/t/{}/events", Sent::Nothing),
    ("POST", "/api/t/{}/enter", Sent::Json),
    ("POST", "/api/t/{}/undo", Sent::Json),
    ("POST", "/api/t/{}/redo", Sent::Json),
    ("POST", "/api/t/{}/go-to", Sent::Json),
    ("POST", "/api/t/{}/return", Sent::Json),
    ("POST", "/api/t/{}/name", Sent::Json),
    ("POST", "/api/t/{}/names", Sent::Json),
    ("POST", "/api/t/{}/anybody-enters", Sent::Json),
    ("POST", "/api/t/{}/change", Sent::Json),
    ("POST", "/api/t/{}/replay", Sent::Json),
    ("POST", "/api/t/{}/leave-rest", Sent::Json),
    ("POST", "/api/t/{}/correct", Sent::Json),
    ("POST", "/api/t/{}/take-seat", Sent::Json),
    ("POST", "/api/t/{}/leave-seat", Sent::Json),
    ("GET", "/api/analysis", Sent::Nothing),
];

/// Fields as routes know them, with values that they may have or not.
const FIELDS: [(&str, &[&str]); 34] = [
    ("asked", &["0", "3", "4294967295", "4294967296", "-1"]),
    ("right", &["0", "2", "4294967295", "x"]),
    ("move", &["patrol B2", "", "é", "<script>"]),
    ("ring", &["cell=1:A1", "cell=1:A1 seat=2", "  ", "<script>"]),
    (
        "step",
        &[
            "patrol B2",
            "tile foyer-1",
            "deal thief",
            "fcg:none",
            "1: deal ?",
            "",
            "{}",
            "é\u{0}",
        ],
    ),
    (
        "revision",
        &[
            "0",
            "1",
            "2",
            "3",
            "-1",
            "18446744073709551615",
            "18446744073709551616",
            "x",
        ],
    ),
    ("entries", &["0", "1", "2", "-1", "18446744073709551615", "1e3"]),
    ("count", &["0", "1", "2", "18446744073709551615", "-1"]),
    ("seat", &["0", "1", "2", "3", "255", "256", "null"]),
    ("entry", &["0", "1", "2", "18446744073709551615", "-1"]),
    ("seed", &["0", "18446744073709551615", "x"]),
    ("game", &["burgle-bros", "caper-cards", "chess", "", "é"]),
    (
        "name",
        &[
            "Friday",
            "",
            "a\nb",
            "<script>",
            "0123456789012345678901234567890123456789012345678901234567890123456789012345678901",
        ],
    ),
    (
        "names",
        &["[\"Ann\",\"Bob\"]", "[\"\",\"Ann\"]", "[\"a\\nb\",\"\"]", "[]", "x"],
    ),
    ("anybody_enters", &["true", "false", "x"]),
    ("enters", &["0", "1", "18446744073709551615", "x"]),
    ("record", &["{}", "{\"heistlab\": 1}", "{}\n{}", "", "x"]),
    ("overridden", &["true", "false", "1"]),
    ("anyway", &["1", ""]),
    (
        "position",
        &["{}", "{\"game\":\"burgle-bros\"}", "[]", "[[[[[[[[", "null"],
    ),
    ("by", &["facts", "text", ""]),
    ("was", &["{}", "{\"players\": [{}]}", "x"]),
    ("warns", &["0", "1", "256", "x"]),
    ("always", &["off", "quick", "proof", "x", ""]),
    ("notation", &["0", "1", "256", "x"]),
    ("watch", &["1", ""]),
    ("level", &["instant", "quick", "proof", "x", ""]),
    (
        "thinker",
        &["recommended", "caper-cards-4:alone", "/etc/passwd:alone", "x", ""],
    ),
    ("layout", &["narrow", "wide", "x"]),
    ("theme", &["dark", "light", "\u{7f}"]),
    (
        "line",
        &[
            "",
            "1",
            "2",
            "4294967296",
            ";",
            ";;;;",
            "patrol B2",
            "patrol B2;tile foyer-1",
            "x;y",
        ],
    ),
    ("at", &["0", "1", "18446744073709551615", "-1"]),
    ("from", &["0", "1", "18446744073709551615", "x"]),
    ("highlight", &["cell=1:A1", ",,,", "<script>"]),
];

/// What the fields of each route are, by the end of its path.
const FIELDS_OF: [(&str, &[&str]); 33] = [
    ("/new", &["game"]),
    ("/tables", &["game", "name", "seats", "seed", "fields", "record"]),
    ("/tables/open", &["record", "name"]),
    ("/enter", &["step", "revision", "anyway"]),
    ("/undo", &["revision", "count"]),
    ("/redo", &["revision", "count"]),
    ("/go-to", &["entries", "revision"]),
    ("/return", &["line", "revision"]),
    ("/name", &["line", "name", "revision"]),
    ("/names", &["names", "name", "was", "revision"]),
    ("/me", &["seat"]),
    ("/anybody-enters", &["anybody_enters", "revision"]),
    ("/live", &["enters"]),
    ("/change", &["entry", "step", "revision"]),
    ("/replay", &["line", "from", "revision"]),
    ("/leave-rest", &["revision"]),
    ("/take-seat", &["seat"]),
    ("/free-seat", &["seat"]),
    (
        "/correct",
        &[
            "position",
            "drawn",
            "edit",
            "at",
            "stay",
            "text",
            "revision",
            "overridden",
            "by",
            "pick:/crow",
        ],
    ),
    (
        "/editor",
        &[
            "game",
            "position",
            "drawn",
            "edit",
            "at",
            "stay",
            "text",
            "overridden",
            "by",
            "name",
            "scenario",
        ],
    ),
    ("/mode", &["warns", "always", "notation"]),
    ("/panel", &["level", "thinker"]),
    (
        "/picture",
        &[
            "layout", "theme", "from", "line", "step", "at", "ring", "move", "imagined",
        ],
    ),
    ("/answer", &["step", "asked", "right"]),
    ("/burgle-bros/1", &["asked", "right"]),
    ("/picture.svg", &["layout", "theme", "highlight"]),
    (
        "/what-if",
        &["layout", "theme", "from", "line", "step", "at", "imagined"],
    ),
    ("/curve", &["layout", "theme"]),
    ("/hints", &["level", "thinker", "revision", "watch"]),
    ("/analysis", &["id"]),
    ("/events", &["id"]),
    ("/after", &["at"]),
    ("/stream", &["at"]),
];

/// What a table looks like at the moment, so that requests can be right.
#[derive(Clone, Default)]
struct Known {
    choices: Vec<String>,
    /// The numbers of the other lines.
    lines: Vec<String>,
    position: String,
    record: String,
    revision: String,
}

/// A request, and whether it has a link or a token.
struct Attempt {
    request: Request<Body>,
    has_secret: bool,
    /// The route, if it was made for one.
    route: Option<usize>,
    text: String,
}

/// A position with another digit somewhere, most of the time.
fn corrected(dice: &mut Dice, position: &str) -> String {
    let digits: Vec<usize> = position
        .bytes()
        .enumerate()
        .filter(|(_, byte)| byte.is_ascii_digit())
        .map(|(place, _)| place)
        .collect();
    let mut text = position.to_owned();
    if dice.below(5) > 0 && !digits.is_empty() {
        let place = dice.pick(&digits);
        text.replace_range(place..=place, &dice.below(10).to_string());
    }
    text
}

/// The value of a field: right for the table, of the list, or anything.
fn value(dice: &mut Dice, name: &str, known: &Known) -> String {
    let listed = FIELDS.iter().find(|(field, _)| *field == name);
    let text = match (name, dice.below(4)) {
        ("step", 0..3) | ("line", 0) if !known.choices.is_empty() => dice.pick(&known.choices),
        ("line", 1..3) if !known.lines.is_empty() => dice.pick(&known.lines),
        ("position" | "was", 0..3) if !known.position.is_empty() => corrected(dice, &known.position),
        ("record", 0..3) if !known.record.is_empty() => known.record.clone(),
        ("revision", 0..3) => known.revision.clone(),
        _ => listed.map_or_else(|| "2".to_owned(), |(_, values)| dice.pick(values).to_owned()),
    };
    match dice.below(6) {
        0 => mangle(dice, &text),
        _ => text,
    }
}

/// Fields of a route, most of them there, sometimes one too many or twice.
fn fields(dice: &mut Dice, path: &str, known: &Known) -> Vec<(String, String)> {
    let end = path.rsplit('/').next().unwrap_or_default();
    let of_it = FIELDS_OF
        .iter()
        .find(|(ending, _)| path == *ending || path.ends_with(ending) || ending[1..] == *end);
    let mut names: Vec<&str> = of_it.map_or(Vec::new(), |(_, names)| names.to_vec());
    // The first is what the route is about, and of some the second as well.
    let needed = if ["name", "change", "replay"].contains(&end) {
        2
    } else {
        1
    };
    names = names
        .into_iter()
        .enumerate()
        .filter(|(place, _)| *place < needed || dice.below(3) == 0)
        .map(|(_, name)| name)
        .collect();
    match dice.below(12) {
        0 => names.push(dice.pick(&FIELDS).0),
        1 if !names.is_empty() => drop(names.remove(dice.below(names.len()))),
        _ => {}
    }
    let valued = names
        .into_iter()
        .map(|name| (name.to_owned(), value(dice, name, known)));
    valued.collect()
}

/// Fields as JSON: numbers and objects as such, most of the time.
fn as_json(dice: &mut Dice, fields: &[(String, String)]) -> String {
    let fields = fields.iter().map(|(name, text)| {
        let parsed = serde_json::from_str::<Value>(text).ok().filter(|_| dice.below(12) != 0);
        (name.clone(), parsed.unwrap_or_else(|| json!(text)))
    });
    Value::Object(fields.collect()).to_string()
}

fn as_query(fields: &[(String, String)]) -> String {
    let pairs = fields
        .iter()
        .map(|(name, text)| format!("{name}={}", heist_table::page::escaped(text)));
    pairs.collect::<Vec<_>>().join("&")
}

/// A request that passes the guard, of most: a real route and what belongs to it, and something wrong with what is
/// asked.
fn near_attempt(dice: &mut Dice, links: &[String], known: &[Known]) -> Option<Attempt> {
    let route = dice.below(ROUTES.len());
    let (method, path, sent) = ROUTES[route];
    // Without its tables there is nothing to ask for.
    if (method == "DELETE" || path.ends_with("/delete")) && dice.below(8) != 0 {
        return None;
    }
    let place = dice.below(links.len());
    let is_hosts = !path.contains("{}") || method == "DELETE" || path.ends_with("/delete");
    // All is right but the link or the token, of some.
    let is_stranger = dice.below(8) == 0;
    let link = if is_stranger {
        format!("{:032x}", u128::from(dice.next()) << 64 | u128::from(dice.next()))
    } else {
        links[place].clone()
    };
    let path = path.replace("{}", &link);
    let fields = fields(dice, &path, &known[place]);
    let mut uri = path.clone();
    let mut body = String::new();
    match sent {
        Sent::Nothing if fields.is_empty() => {}
        Sent::Nothing => uri = format!("{path}?{}", as_query(&fields)),
        Sent::Form => body = as_query(&fields),
        Sent::Json => body = as_json(dice, &fields),
    }
    if dice.below(10) == 0 {
        body = mangle(dice, &body);
    }
    let kind = match sent {
        Sent::Form => "application/x-www-form-urlencoded",
        Sent::Json | Sent::Nothing => "application/json",
    };
    let mut request = request(method, &uri).header("content-type", kind);
    if dice.below(2) == 0 {
        request = request
            .header("origin", format!("http://{HOST}"))
            .header("sec-fetch-site", "same-origin");
    }
    for (header, value) in [
        ("accept", "text/html"),
        ("hx-request", "true"),
        ("cookie", "heist-warns=1"),
    ] {
        if dice.below(3) == 0 {
            request = request.header(header, value);
        }
    }
    if path.ends_with("/analysis") {
        request = request.header("upgrade", "websocket").header("connection", "upgrade");
        request = request.header("sec-websocket-version", "13");
        request = request.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    }
    if is_hosts && !is_stranger {
        request = request.header("authorization", format!("Bearer {TOKEN}"));
    }
    let text = format!("{method} {uri} {body:?}");
    let request = request.body(Body::from(body)).ok()?;
    Some(Attempt {
        request,
        has_secret: !is_stranger,
        route: Some(route).filter(|_| !is_stranger),
        text,
    })
}

/// A string that something was done to.
pub fn mangle(dice: &mut Dice, text: &str) -> String {
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
        route: None,
        text,
    })
}

/// What the guard says when it turns somebody away.
const REFUSALS: [&str; 7] = [
    "does not go by that name",
    "expected one header `Host`",
    "a page of somebody else",
    "the host's side",
    "there is no such table",
    "expected one that begins with a slash",
    "the address is too long",
];

/// Two tables and a seat at the second; their links.
async fn begin(server: &Server) -> Vec<String> {
    let mut links = Vec::new();
    for game in ["burgle-bros", "caper-cards"] {
        let setup = json!({"seats": 2, "seed": 1}).to_string();
        let opened = server.app.create(game, setup, Vec::new(), String::new()).await.unwrap();
        // A line that was left, so that there is something to return to.
        for choice in opened.table.view(opened.viewer).choices.into_iter().take(2) {
            let enter = move |table: &heist_table::table::Table, viewer| table.enter(viewer, &choice.notation);
            server.app.change(&opened.link, None, enter).await.unwrap();
            server
                .app
                .change(&opened.link, None, |table, _| table.go_to(0))
                .await
                .unwrap();
        }
        links.push(opened.link);
    }
    let seat = heist_engine::game::Seat(0);
    links.push(server.app.take_seat(&links[1], seat).await.unwrap().link);
    links
}

/// How each table stands; none if one is gone.
async fn know(server: &Server, links: &[String]) -> Option<Vec<Known>> {
    let mut known = Vec::new();
    for link in links {
        let opened = server.app.open(link).await.ok()?;
        let view = opened.table.view(opened.viewer);
        known.push(Known {
            choices: view.choices.into_iter().map(|choice| choice.notation).collect(),
            lines: view.branches.iter().map(|branch| branch.line.to_string()).collect(),
            position: opened.table.position(opened.viewer),
            record: opened.table.record(),
            revision: opened.revision.to_string(),
        });
    }
    Some(known)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_requests_are_refused_and_break_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_with(folder.path(), |options| options.links = counted_links(1 << 60));
    let server = Server::with(app, open_house(), lenient());
    let wanted = std::env::var("HEIST_FUZZ").map_or(REQUESTS, |count| count.parse().unwrap());
    let mut dice = Dice(20);
    let mut links = begin(&server).await;
    let mut known = know(&server, &links).await.unwrap();
    let (mut sent, mut passed) = (0, 0);
    // Of each route: successes, and what was wrong only with what was asked.
    let mut answered = [(0, 0); ROUTES.len()];
    let is_rare = |route: &Route| {
        // An upgrade needs a connection, leaving a rest that there is one; freeing needs the host, the table's link and
        // a seat that is taken all at once. A form of names needs two fields for each seat. An answer needs a move of
        // its position, which no table has.
        let rare = ["/analysis", "/free-seat", "/leave-rest", "/answer"];
        rare.iter().any(|end| route.1.ends_with(end)) || (route.0, route.1) == ("POST", "/t/{}/names")
    };
    let is_wanting = |answered: &[(usize, usize)]| {
        let mut routes = ROUTES.iter().zip(answered);
        routes.any(|(route, (successes, refusals))| successes + refusals == 0 || (*successes == 0 && !is_rare(route)))
    };
    let is_whole = wanted >= REQUESTS;
    while sent < wanted || (is_whole && sent < PATIENCE * wanted && is_wanting(&answered)) {
        let attempt = match dice.below(2) {
            0 => attempt(&mut dice, &links),
            _ => near_attempt(&mut dice, &links, &known),
        };
        let Some(attempt) = attempt else { continue };
        let Attempt {
            request,
            has_secret,
            route,
            text,
        } = attempt;
        sent += 1;
        let path = request.uri().path().to_owned();
        let response = server.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        assert!(!status.is_server_error(), "{status}: {text}");
        if status.is_success() && !path.starts_with("/assets/") {
            assert!(has_secret, "{status}: {text}");
        }
        assert!(response.headers().contains_key("content-security-policy"), "{text}");
        let is_stream = response
            .headers()
            .get("content-type")
            .is_some_and(|kind| kind == "text/event-stream");
        let body = if is_stream {
            axum::body::Bytes::new()
        } else {
            response.into_body().collect().await.unwrap().to_bytes()
        };
        let body = String::from_utf8_lossy(&body);
        let is_told = links
            .iter()
            .any(|link| body.contains(link.as_str()) && !text.contains(link.as_str()));
        assert!(has_secret || !is_told, "{text}");
        let has_passed = !status.is_client_error() || REFUSALS.iter().all(|refusal| !body.contains(refusal));
        let is_open = path.starts_with("/assets/");
        assert!(
            !has_passed || has_secret || is_open || !status.is_success(),
            "{status}: {text}"
        );
        passed += usize::from(has_passed);
        if let Some(route) = route {
            // A seat's link deletes nothing, which the guard does not know.
            let is_deletion = path.ends_with("/delete") || text.starts_with("DELETE");
            assert!(has_passed || is_deletion, "{status}: {text}: {body}");
            let (successes, refusals) = &mut answered[route];
            match status.as_u16() {
                200..400 => *successes += 1,
                _ => *refusals += 1,
            }
        }
        // What has the token may delete; the rest needs something to look for.
        if status.is_success() || status.is_redirection() {
            known = match know(&server, &links).await {
                Some(known) => known,
                None => {
                    links = begin(&server).await;
                    know(&server, &links).await.unwrap()
                }
            };
        }
    }
    // A fifth of them came past the guard, and so did some to each route; most routes were asked rightly as well as
    // wrongly.
    assert!(passed >= sent / 5, "{passed} of {sent}");
    if is_whole {
        for (route, (successes, refusals)) in ROUTES.iter().zip(answered) {
            assert!(successes + refusals > 0, "{route:?}");
            assert!(successes > 0 || is_rare(route), "{route:?}: {refusals} refusals");
        }
    }
}
