//! Who is let in.

use super::*;

const TOKEN: &str = "0000000000000000000000000000feed";

/// A request to the open house from another machine.
fn outside(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(method)
        .uri(path)
        .header("host", "192.168.1.7:4747")
        .header("content-type", "application/json")
}

async fn answer(server: &Server, request: axum::http::request::Builder) -> Reply {
    server.send(request.body(Body::from("{}")).unwrap()).await
}

#[tokio::test]
async fn only_names_of_this_machine_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let status = async |host: &str| {
        let request = Request::builder().uri("/api/games").header("host", host);
        answer(&server, request).await.status.as_u16()
    };
    for host in [
        "127.0.0.1:4747",
        "localhost:4747",
        "LOCALHOST",
        "[::1]:4747",
        "127.0.0.9:80",
    ] {
        assert_eq!(status(host).await, 200, "{host}");
    }
    for host in [
        "evil.example:4747",
        "localhost.evil.example",
        "192.168.1.7:4747",
        "0x7f000001",
    ] {
        assert_eq!(status(host).await, 421, "{host}");
    }
    for host in [
        "",
        ":4747",
        "localhost:port",
        "a@localhost",
        "::1",
        "[::1",
        "localhost:1:2",
    ] {
        assert_eq!(status(host).await, 400, "{host}");
    }
    let without = Request::builder().uri("/api/games");
    assert_eq!(answer(&server, without).await.status, 400);
    let two = request("GET", "/api/games").header("host", "localhost");
    assert_eq!(answer(&server, two).await.status, 400);
    // The address of the request line is what counts, as it does for whoever stands in between.
    let absolute = request("GET", "http://evil.example/api/games");
    assert_eq!(answer(&server, absolute).await.status, 421);
}

#[tokio::test]
async fn a_house_goes_by_its_addresses_and_given_names() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(app(folder.path()), open_house(), lenient());
    for (host, expected) in [
        ("192.168.1.7:4747", 200),
        ("Cellar.local:4747", 200),
        ("evil.example:4747", 421),
    ] {
        let request = Request::builder().uri("/api/games").header("host", host);
        let request = request.header("authorization", format!("Bearer {TOKEN}"));
        assert_eq!(answer(&server, request).await.status, expected, "{host}");
    }
}

#[tokio::test]
async fn what_changes_something_comes_from_the_own_pages_or_from_programs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let status = async |headers: &[(&str, &str)]| {
        let mut request = request("POST", "/api/tables").header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = json!({"game": "burgle-bros", "setup": burglar()}).to_string();
        server
            .send(request.body(Body::from(body)).unwrap())
            .await
            .status
            .as_u16()
    };
    let own = ("origin", "http://127.0.0.1:4747");
    assert_eq!(status(&[]).await, 201);
    assert_eq!(status(&[own]).await, 201);
    assert_eq!(status(&[own, ("sec-fetch-site", "same-origin")]).await, 201);
    for other in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:4748",
        "http://127.0.0.1",
        "http://localhost:4747",
        "http://127.0.0.1:4747.evil.example",
        "127.0.0.1:4747",
        "",
    ] {
        assert_eq!(status(&[("origin", other)]).await, 403, "{other}");
        assert_eq!(status(&[own, ("origin", other)]).await, 403, "{other}");
    }
    assert_eq!(status(&[("sec-fetch-site", "cross-site")]).await, 403);
    assert_eq!(status(&[("sec-fetch-site", "same-site")]).await, 403);
    assert_eq!(status(&[own, ("sec-fetch-site", "cross-site")]).await, 403);
    assert_eq!(server.app.list().await.unwrap().len(), 3);
    // A link from elsewhere may be followed.
    let link = server.burglar().await;
    let followed = request("GET", &format!("/api/t/{link}")).header("sec-fetch-site", "cross-site");
    assert_eq!(answer(&server, followed).await.status, 200);
    // A WebSocket begins with GET, and browsers let any page open one.
    let socket = request("GET", "/api/analysis")
        .header("upgrade", "websocket")
        .header("origin", "http://evil.example");
    assert_eq!(answer(&server, socket).await.status, 403);
}

#[tokio::test]
async fn the_hosts_side_needs_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(app(folder.path()), open_house(), lenient());
    let link = server
        .app
        .create("burgle-bros", burglar().to_string(), Vec::new(), "one".to_owned())
        .await
        .unwrap()
        .link;
    let delete = format!("/api/t/{link}");
    let page_delete = format!("/t/{link}/delete");
    let hosts = [
        ("GET", "/"),
        ("GET", "/new"),
        ("POST", "/tables"),
        ("GET", "/api/tables"),
        ("POST", "/api/tables"),
        ("GET", "/api/games"),
        ("GET", "/api/analysis"),
        ("GET", "/api/openapi.json"),
        ("DELETE", &delete),
        ("POST", &page_delete),
        ("GET", "/new-campaign"),
        ("POST", "/campaigns"),
        ("GET", "/api/campaigns"),
        ("POST", "/api/campaigns"),
        ("GET", "/nothing"),
    ];
    for (method, path) in hosts {
        let reply = answer(&server, outside(method, path)).await;
        assert_eq!(reply.status, 401, "{method} {path}");
        assert!(!reply.text().contains(&link));
        for wrong in ["", "x", &TOKEN[1..], "0000000000000000000000000000feee"] {
            let bearer = outside(method, path).header("authorization", format!("Bearer {wrong}"));
            assert_eq!(answer(&server, bearer).await.status, 401, "{method} {path} {wrong}");
            let cookie = outside(method, path).header("cookie", format!("a=b; heist-4747={wrong}"));
            assert_eq!(answer(&server, cookie).await.status, 401, "{method} {path} {wrong}");
        }
        let elsewhere = outside(method, path).header("cookie", format!("heist-4748={TOKEN}"));
        assert_eq!(answer(&server, elsewhere).await.status, 401);
    }
    for header in [
        ("authorization", format!("Bearer {TOKEN}")),
        ("cookie", format!("a=b; heist-4747={TOKEN}; c=d")),
    ] {
        let listed = answer(&server, outside("GET", "/api/tables").header(header.0, &header.1)).await;
        assert!(listed.is(200).text().contains(&link));
    }
    // Whoever was sent the link comes in without.
    answer(&server, outside("GET", &format!("/api/t/{link}"))).await.is(200);
    let entered =
        outside("POST", &format!("/api/t/{link}/enter")).body(Body::from(json!({"step": "patrol B2"}).to_string()));
    server.send(entered.unwrap()).await.is(200);
    let deleted = outside("DELETE", &delete).header("authorization", format!("Bearer {TOKEN}"));
    answer(&server, deleted).await.is(204);
    answer(&server, outside("GET", &format!("/api/t/{link}"))).await.is(404);
}

/// The link of a campaign opens it, but neither deletes it nor any of its tables.
#[tokio::test]
async fn the_link_of_a_campaign_lets_its_team_in() {
    let folder = tempfile::tempdir().unwrap();
    let house = app(folder.path());
    let link = Server::with(Arc::clone(&house), loopback(), lenient()).fridays().await;
    let server = Server::with(house, open_house(), lenient());
    answer(&server, outside("GET", &format!("/api/c/{link}"))).await.is(200);
    let page = answer(&server, outside("GET", &format!("/c/{link}"))).await.is(200);
    assert!(!page.text().contains("href=\"/\""), "{}", page.text());
    answer(&server, outside("POST", &format!("/api/c/{link}/open")))
        .await
        .is(201);
    let page = answer(&server, outside("GET", &format!("/c/{link}"))).await.is(200);
    assert!(!page.text().contains("give-up"), "{}", page.text());
    for (method, path) in [
        ("DELETE", format!("/api/c/{link}")),
        ("POST", format!("/c/{link}/delete")),
        ("POST", format!("/c/{link}/give-up")),
        ("POST", format!("/api/c/{link}/give-up")),
    ] {
        answer(&server, outside(method, &path)).await.is(401);
    }
    for unknown in ["0".repeat(32), "x".to_owned()] {
        for path in [
            format!("/c/{unknown}"),
            format!("/api/c/{unknown}/open"),
            format!("/c/{unknown}/nothing"),
        ] {
            answer(&server, outside("GET", &path)).await.is(404);
        }
    }
    let host = outside("POST", &format!("/api/c/{link}/give-up")).header("authorization", format!("Bearer {TOKEN}"));
    answer(&server, host).await.is(200);
}

#[tokio::test]
async fn the_printed_address_becomes_a_cookie() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(app(folder.path()), open_house(), lenient());
    let reply = answer(&server, outside("GET", &format!("/new?game=x&token={TOKEN}&a=1")))
        .await
        .is(303);
    assert_eq!(reply.headers["location"], "/new?game=x&a=1");
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    assert_eq!(cookie, format!("heist-4747={TOKEN}; Path=/; HttpOnly; SameSite=Strict"));
    let home = answer(&server, outside("GET", &format!("/?token={TOKEN}")))
        .await
        .is(303);
    assert_eq!(home.headers["location"], "/");
    // Neither a wrong token nor another method, and no way out to another server.
    for (method, path, expected) in [
        ("GET", "/?token=0000000000000000000000000000feee".to_owned(), 401),
        ("POST", format!("/tables?token={TOKEN}"), 401),
        ("GET", format!("//evil.example/?token={TOKEN}"), 400),
        ("GET", format!("/\\evil.example/?token={TOKEN}"), 400),
    ] {
        match outside(method, &path).body(Body::empty()) {
            Ok(request) => {
                let reply = server.send(request).await;
                assert_eq!(reply.status, expected, "{method} {path}");
                assert!(!reply.headers.contains_key("set-cookie"));
            }
            // What is no address does not reach the server.
            Err(_) => assert!(path.contains('\\')),
        }
    }
}

/// Without a token nobody from outside is the host, however the server came to listen there.
#[tokio::test]
async fn no_token_outside_of_loopback_closes_the_hosts_side() {
    let folder = tempfile::tempdir().unwrap();
    let policy = Policy {
        token: None,
        ..open_house()
    };
    let server = Server::with(app(folder.path()), policy, lenient());
    assert_eq!(answer(&server, outside("GET", "/api/tables")).await.status, 401);
}

#[tokio::test]
async fn a_link_that_opens_nothing_is_answered_before_any_route() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    let upper = link.to_uppercase();
    let mut other = link.clone();
    other.replace_range(..1, if link.starts_with('0') { "1" } else { "0" });
    let encoded = format!("%{:02x}{}", link.as_bytes()[0], &link[1..]);
    for wrong in [
        upper.as_str(),
        &other,
        &encoded,
        "",
        "x",
        &link[1..],
        &format!("{link}0"),
        "%ff",
    ] {
        if wrong == link {
            continue;
        }
        for path in [
            format!("/t/{wrong}"),
            format!("/t/{wrong}/hints"),
            format!("/api/t/{wrong}"),
            format!("/api/t/{wrong}/picture.svg"),
        ] {
            assert_eq!(server.get(&path).await.status, 404, "{path}");
        }
        assert_eq!(server.enter(wrong, "patrol B2").await.status, 404);
    }
}

#[tokio::test]
async fn everything_carries_the_headers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    for path in [
        "/",
        "/api/tables",
        "/nothing",
        "/api/t/x",
        &format!("/api/t/{link}/picture.svg"),
        "/api/t/x/%ff",
    ] {
        let reply = server.get(path).await;
        let header = |name: &str| reply.headers[name].to_str().unwrap().to_owned();
        assert_eq!(
            header("content-security-policy"),
            "default-src 'none'; script-src 'self'; worker-src 'self'; manifest-src 'self'; style-src 'self'; img-src \
             'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        );
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("referrer-policy"), "same-origin");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(header("cross-origin-opener-policy"), "same-origin");
        assert!(header("permissions-policy").contains("camera=()"));
    }
}
