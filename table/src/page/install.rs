//! What lets a browser install the page: the manifest.

use std::sync::LazyLock;

use serde_json::json;

use super::assets::{self, Asset};

/// The colours of the bar at the top, as in `style.css`, in a light and a dark theme.
pub const THEME_COLOURS: [(&str, &str); 2] = [("light", "#ffffff"), ("dark", "#1c242d")];

/// The background of a page in the light theme; a manifest has room for one.
const BACKGROUND: &str = "#f6f4ef";

pub(super) static MANIFEST: LazyLock<Asset> = LazyLock::new(|| {
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

/// A file that is made once, when it is first asked for.
pub(super) fn generated(name: &'static str, content_type: &'static str, text: String) -> Asset {
    Asset {
        name,
        content_type,
        content: Box::leak(text.into_bytes().into_boxed_slice()),
    }
}

/// The address of a file that is made.
pub(super) fn address(asset: &Asset) -> String {
    format!("/assets/{}", assets::keyed(asset))
}

/// The address of the manifest.
pub fn manifest() -> String {
    address(&MANIFEST)
}
