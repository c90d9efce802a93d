//! What lets the page be installed, and what the worker keeps on a device.

use heist_table::page::{install, offline};

use super::*;

/// The list or the text that the worker's script begins with.
fn constant(script: &str, name: &str) -> Value {
    let start = format!("const {name} = ");
    let line = script.lines().find_map(|line| line.strip_prefix(start.as_str()));
    serde_json::from_str(line.unwrap().trim_end_matches(';')).unwrap()
}

fn texts(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).unwrap()
}

#[tokio::test]
async fn the_manifest_names_the_first_page_and_an_icon_that_is_there() {
    let folder = tempfile::tempdir().unwrap();
    // No browser sends a token with a manifest or a worker.
    let server = Server::with(app(folder.path()), open_house(), lenient());
    let link = server
        .app
        .create("burgle-bros", burglar().to_string(), Vec::new(), String::new())
        .await
        .unwrap()
        .link;
    let page = server.get(&format!("/t/{link}")).await.is(200);
    let address = install::manifest();
    let named = format!("<link rel=\"manifest\" href=\"{address}\">");
    assert!(page.text().contains(&named), "{}", page.text());
    for (scheme, colour) in install::THEME_COLOURS {
        let meta =
            format!("<meta name=\"theme-color\" content=\"{colour}\" media=\"(prefers-color-scheme: {scheme})\">");
        assert!(page.text().contains(&meta), "{meta}");
    }
    let reply = server.get(&address).await.is(200);
    assert_eq!(reply.headers["content-type"], "application/manifest+json");
    let manifest = reply.json();
    assert_eq!(
        (&manifest["start_url"], &manifest["display"]),
        (&json!("/"), &json!("standalone"))
    );
    assert!(manifest["name"].as_str().is_some_and(|name| name.contains("Heistlab")));
    let icon = manifest["icons"][0]["src"].as_str().unwrap();
    assert_eq!(server.get(icon).await.is(200).headers["content-type"], "image/svg+xml");
    assert!(
        !reply.text().contains(&link),
        "the manifest is the same for everybody and tells no link"
    );
}

#[tokio::test]
async fn the_worker_keeps_files_and_one_page_and_nothing_private() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(app(folder.path()), open_house(), lenient());
    let reply = server.get(offline::WORKER).await.is(200);
    assert_eq!(reply.headers["content-type"], "text/javascript; charset=utf-8");
    assert_eq!(reply.headers["service-worker-allowed"], "/");
    assert_eq!(
        reply.headers["cache-control"], "no-cache",
        "a new version is found at the same address"
    );
    let script = reply.text();
    let mut kept = texts(&constant(script, "FILES"));
    for file in ["style-", "table-", "htmx-", "sse-", "icon-", "manifest-"] {
        let is_it = |address: &String| address.starts_with(&format!("/assets/{file}"));
        assert!(kept.iter().any(is_it), "{file}: {kept:?}");
    }
    kept.push(constant(script, "OFFLINE").as_str().unwrap().to_owned());
    for address in &kept {
        // Below `/t/`, `/c/` and `/api/` everything is private, and the first page lists the tables.
        assert!(address.starts_with("/assets/"), "{address}");
        let file = server.get(address).await.is(200);
        assert_eq!(
            file.headers["cache-control"], "public, max-age=31536000, immutable",
            "{address}"
        );
    }
    // What is kept is this list: nothing that is fetched later is added to it.
    assert!(!script.contains(".put(") && !script.contains(".add("), "{script}");
    assert_eq!(script.matches(".addAll(").count(), 1);
    assert!(script.contains("addAll([...FILES, OFFLINE])"));
    for private in ["/t/", "/c/", "/api"] {
        assert!(!script.contains(private), "{private}");
    }
}

#[tokio::test]
async fn the_page_that_stands_in_for_others_says_that_there_is_no_network() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::with(app(folder.path()), open_house(), lenient());
    let script = server.get(offline::WORKER).await.is(200);
    let offline = constant(script.text(), "OFFLINE");
    let page = server.get(offline.as_str().unwrap()).await.is(200);
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    crate::page::check_page(page.text());
    assert!(page.text().contains("<h1>No network</h1>"));
    // All that it refers to is on the device as well.
    let files = texts(&constant(script.text(), "FILES"));
    let referred = page.text().split(['"']).filter(|text| text.starts_with("/assets/"));
    for file in referred {
        assert!(files.iter().any(|known| known == file), "{file}");
    }
}
