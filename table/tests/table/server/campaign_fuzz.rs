//! Malformed requests to campaigns: each is answered, none by an error of the server, and nobody without link or token
//! changes anything.

use super::fuzz::mangle;
use super::*;

const REQUESTS: usize = 2_000;

const TOKEN: &str = "0000000000000000000000000000feed";

/// Every route, `{}` for a link, and whether it takes JSON.
const ROUTES: [(&str, &str, bool); 15] = [
    ("GET", "/new-campaign?game=casino-capers", false),
    ("POST", "/campaigns", false),
    ("GET", "/c/{}", false),
    ("POST", "/c/{}/choose", false),
    ("POST", "/c/{}/open", false),
    ("POST", "/c/{}/log", false),
    ("POST", "/c/{}/give-up", false),
    ("GET", "/api/campaigns", true),
    ("POST", "/api/campaigns", true),
    ("GET", "/api/c/{}", true),
    ("DELETE", "/api/c/{}", true),
    ("POST", "/api/c/{}/choose", true),
    ("POST", "/api/c/{}/open", true),
    ("POST", "/api/c/{}/log", true),
    ("POST", "/api/c/{}/give-up", true),
];

const JSON: [&str; 9] = [
    "{}",
    "{\"game\":\"casino-capers\"}",
    "{\"game\":\"casino-capers\",\"setup\":{\"seats\":2,\"walls\":[]}}",
    "{\"game\":\"casino-capers\",\"fields\":{\"seats\":2,\"characters\":[\"hawk\",\"random\"],\"walls\":\"own\"}}",
    "{\"choice\":{\"seats\":2,\"characters\":[\"hawk\",\"rook\"]}}",
    "{\"fields\":{\"seats\":3,\"first\":\"4\",\"character-count\":\"2\"}}",
    "{\"seed\":18446744073709551615}",
    "{\"revision\":1}",
    "[[[[",
];

const FORMS: [&str; 6] = [
    "",
    "game=casino-capers&seats=2&name=Ours",
    "game=casino-capers&seats=2&walls=own&walls-drawing=%0A%0A",
    "revision=1&seats=2&characters=hawk&characters=random&first=random",
    "seats=1&seats=2&characters=%00",
    "game=burgle-bros",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn malformed_requests_to_campaigns_are_refused_and_break_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let app = app_with(folder.path(), |options| options.links = counted_links(1 << 60));
    let own = Server::with(Arc::clone(&app), loopback(), lenient());
    let server = Server::with(app, open_house(), lenient());
    let mut dice = Dice(5);
    let mut link = own.fridays().await;
    let mut successes = [0; ROUTES.len()];
    for _ in 0..REQUESTS {
        let route = dice.below(ROUTES.len());
        let (method, path, is_json) = ROUTES[route];
        // Without its campaign there is nothing to ask for.
        if method == "DELETE" && dice.below(8) != 0 {
            continue;
        }
        let (is_stranger, is_host) = (dice.below(6) == 0, dice.below(2) == 0);
        let given = if is_stranger {
            mangle(&mut dice, &link).replace(|letter: char| !letter.is_ascii_alphanumeric(), "x")
        } else {
            link.clone()
        };
        let mut body = if is_json { dice.pick(&JSON) } else { dice.pick(&FORMS) }.to_owned();
        if dice.below(3) == 0 {
            body = mangle(&mut dice, &body);
        }
        let kind = if is_json {
            "application/json"
        } else {
            "application/x-www-form-urlencoded"
        };
        let mut request = request(method, &path.replace("{}", &given)).header("content-type", kind);
        if is_host {
            request = request.header("authorization", format!("Bearer {TOKEN}"));
        }
        let text = format!("{method} {path} {given} {body:?}");
        let reply = server.send(request.body(Body::from(body)).unwrap()).await;
        assert!(!reply.status.is_server_error(), "{}: {text}", reply.status);
        let is_done = reply.status.is_success() || reply.status.is_redirection();
        let needs_host = !path.contains("{}") || method == "DELETE" || path.ends_with("give-up");
        let is_let_in = (is_host || !needs_host) && (given == link || !path.contains("{}"));
        assert!(is_let_in || !is_done, "{}: {text}", reply.status);
        assert!(is_let_in || given == link || !reply.text().contains(&link), "{text}");
        successes[route] += usize::from(is_done);
        if method == "DELETE" && is_done {
            link = own.fridays().await;
        }
        // Nothing is chosen while a heist is in play.
        if path.ends_with("/open") && is_done && dice.below(2) == 0 {
            own.of_campaign(&link, "give-up", &json!({})).await.is(200);
        }
    }
    for (route, successes) in ROUTES.iter().zip(successes) {
        // No game is played to its end here.
        assert!(successes > 0 || route.1.ends_with("/log"), "{route:?}");
    }
}
