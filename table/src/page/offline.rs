//! What a browser shows without a network: the worker, and the page that it shows.
//!
//! The worker keeps files and that one page. It keeps no page of a table, a seat, a campaign or a hint: they are
//! private, and the next person who uses the device could read them.

use std::sync::LazyLock;

use heist_engine::hash::append_bytes;
use maud::html;
use serde_json::json;

use super::assets::{self, ASSETS, Asset};
use super::document;
use super::install::{self, address, generated};

/// The address of the worker. It has no key of the content, since browsers look there for the next version.
pub const WORKER: &str = "/assets/worker.js";

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
    let manifest = install::manifest();
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

/// The file of a name as pages and the worker write it, of those that are made here.
pub fn find(name: &str) -> Option<Asset> {
    [*install::MANIFEST, *OFFLINE]
        .into_iter()
        .find(|asset| assets::keyed(asset) == name)
}
