//! What lets a browser install the page and say something without a network: the manifest, the worker, and the page that the
//! worker shows.
//!
//! The worker keeps files and that one page. It keeps no page of a table, a seat, a campaign or a hint: they are private, and
//! whoever uses the device next could read them.

use std::sync::LazyLock;

use heist_engine::hash::append_bytes;
use maud::html;
use serde_json::json;

use super::assets::{self, ASSETS, Asset};
use super::document;

/// The address of the worker. It has no key of the content, since browsers look there for the next version.
pub const WORKER: &str = "/assets/worker.js";

/// The colours of the bar at the top, as in `style.css`, in a light and a dark theme.
pub const THEME_COLOURS: [(&str, &str); 2] = [("light", "#ffffff"), ("dark", "#1c242d")];

/// The background of a page in the light theme; a manifest has room for one.
const BACKGROUND: &str = "#f6f4ef";

static MANIFEST: LazyLock<Asset> = LazyLock::new(|| {
    let manifest = json!({
        "name": "Heistlab: the live table",
        "short_name": "Heistlab",
        "description": "Enter what happens at the table and get hints.",
        "lang": "en",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME_COLOURS[0].1,
        "background_color": BACKGROUND,
        "icons": [{"src": assets::address("icon.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any"}],
    });
    generated(
        "manifest.webmanifest",
        "application/manifest+json",
        manifest.to_string(),
    )
});

static OFFLINE: LazyLock<Asset> = LazyLock::new(|| {
    let page = document(
        "No network",
        &html! {
            header class="bar" { p { "Heistlab" } }
            main class="narrow" {
                h1 { "No network" }
                p data-offline {
                    "This page could not be fetched: this device has no connection to the server of the table. Everything that was \
                     entered is kept there."
                }
                // To whatever address this page stands in for.
                p { a class="button main" href="" { "Try again" } }
            }
        },
    );
    generated("offline.html", "text/html; charset=utf-8", page.into_string())
});

/// The script of the worker.
pub static WORKER_SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let offline = address(&OFFLINE);
    let manifest = address(&MANIFEST);
    let files: Vec<String> = ASSETS
        .iter()
        .map(|asset| assets::address(asset.name))
        .chain([manifest])
        .collect();
    let script = include_str!("../assets/worker.js");
    let key = [script, &offline, &files.concat()]
        .iter()
        .fold(0, |key, part| append_bytes(key, part.as_bytes()));
    let (files, offline) = (json!(files), json!(offline));
    format!("const VERSION = \"{key:016x}\";\nconst FILES = {files};\nconst OFFLINE = {offline};\n{script}")
});

/// A file that is made once, when it is first asked for.
fn generated(name: &'static str, content_type: &'static str, text: String) -> Asset {
    Asset {
        name,
        content_type,
        content: Box::leak(text.into_bytes().into_boxed_slice()),
    }
}

fn address(asset: &Asset) -> String {
    format!("/assets/{}", assets::keyed(asset))
}

/// The address of the manifest.
pub fn manifest() -> String {
    address(&MANIFEST)
}

/// The file of a name as pages and the worker write it, of those that are made here.
pub(super) fn find(name: &str) -> Option<Asset> {
    [*MANIFEST, *OFFLINE]
        .into_iter()
        .find(|asset| assets::keyed(asset) == name)
}
