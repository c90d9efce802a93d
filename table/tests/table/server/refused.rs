//! What a browser is shown where the server itself refuses something.

use super::*;

/// What browsers send when they go somewhere.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

async fn visit(server: &Server, method: &str, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::builder().method(method).uri(path).header("accept", ACCEPT);
    if headers.iter().all(|(name, _)| *name != "host") {
        request = request.header("host", HOST);
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    server.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_browser_is_shown_a_page_and_a_way_home() {
    let folder = tempfile::tempdir().unwrap();
    let app = app(folder.path());
    let house = Server::with(Arc::clone(&app), open_house(), lenient());
    let own = Server::with(app, loopback(), lenient());
    let link = own.burglar().await;
    let nothing = format!("/t/{link}/nothing");
    let enter = format!("/t/{link}/enter");
    let nobody = format!("/t/{}", "0".repeat(32));
    let foreign: &[(&str, &str)] = &[("origin", "http://evil.example")];
    let other_host: &[(&str, &str)] = &[("host", "evil.example")];
    for (server, method, path, headers, status, heading) in [
        (&house, "GET", "/", &[][..], 401, "For the host alone"),
        (&house, "GET", "/nothing", &[], 401, "For the host alone"),
        (&own, "POST", "/tables", foreign, 403, "Not allowed"),
        (&own, "GET", "/", other_host, 421, "The request was refused"),
        (&own, "GET", "/nothing", &[], 404, "Nothing here"),
        (&own, "GET", "/t/x", &[], 404, "Nothing here"),
        (&own, "GET", &nobody, &[], 404, "Nothing here"),
        (&own, "GET", &nothing, &[], 404, "Nothing here"),
        (&own, "GET", "/assets/nothing", &[], 404, "Nothing here"),
        (&own, "GET", &enter, &[], 405, "The request was refused"),
        (&own, "POST", &enter, &[], 415, "The request was refused"),
    ] {
        let reply = visit(server, method, path, headers).await.is(status);
        assert_eq!(reply.headers["content-type"], "text/html; charset=utf-8", "{path}");
        assert!(reply.headers.contains_key("content-security-policy"), "{path}");
        let text = reply.text();
        assert_eq!(text.matches("<h1>").count(), 1, "{path}: {text}");
        assert!(text.contains(&format!("<h1>{heading}</h1>")), "{path}: {text}");
        // Guests cannot see the list of tables: what is theirs leads back to the table, if there is one.
        let is_of_table = path.starts_with("/t/");
        assert_eq!(text.contains("href=\"/\""), !is_of_table, "{path}: {text}");
        let leads_back = text.contains(&format!("href=\"/t/{link}\""));
        assert_eq!(leads_back, path.contains(&link), "{path}: {text}");
    }
}

#[tokio::test]
async fn what_goes_wrong_with_a_campaign_leads_back_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.fridays().await;
    let back = format!("href=\"/c/{link}\"");
    for (method, path, status, leads_back) in [
        ("GET", format!("/c/{link}/nothing"), 404, true),
        ("GET", format!("/c/{link}/open"), 405, true),
        ("POST", format!("/c/{link}/open"), 415, true),
        ("GET", format!("/c/{}", "0".repeat(32)), 404, false),
        ("GET", "/c/x".to_owned(), 404, false),
    ] {
        let reply = visit(&server, method, &path, &[]).await.is(status);
        assert_eq!(reply.text().contains(&back), leads_back, "{path}: {}", reply.text());
        assert!(!reply.text().contains("href=\"/\""), "{path}");
    }
}

#[tokio::test]
async fn programs_and_parts_of_a_page_are_told_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let reply = server.get("/nothing").await.is(404);
    assert!(!reply.text().contains('<'), "{}", reply.text());
    let reply = visit(&server, "GET", "/api/nothing", &[]).await.is(404);
    assert_eq!(reply.json()["problems"], json!([]));
    let reply = visit(&server, "GET", "/api", &[]).await.is(404);
    assert!(!reply.text().contains('<'), "{}", reply.text());
}

#[tokio::test]
async fn the_icon_is_where_browsers_look_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(app(folder.path()), open_house(), lenient());
    let reply = server.get("/favicon.ico").await.is(307);
    let icon = server.get(reply.headers["location"].to_str().unwrap()).await.is(200);
    assert_eq!(icon.headers["content-type"], "image/svg+xml");
}
