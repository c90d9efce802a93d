//! Files that pages refer to: a name that holds a key of the content, so that browsers may keep them for good.

use std::sync::LazyLock;

use heist_engine::hash::append_bytes;

/// A file that pages refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asset {
    /// Its plain name, `style.css`.
    pub name: &'static str,
    /// Its type.
    pub content_type: &'static str,
    /// What is in it.
    pub content: &'static [u8],
}

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Every file that stands in the folder of assets as it is sent.
pub const ASSETS: [Asset; 5] = [
    Asset {
        name: "style.css",
        content_type: "text/css; charset=utf-8",
        content: include_bytes!("../assets/style.css"),
    },
    Asset {
        name: "htmx.js",
        content_type: JAVASCRIPT,
        content: include_bytes!("../assets/htmx.min.js"),
    },
    Asset {
        name: "sse.js",
        content_type: JAVASCRIPT,
        content: include_bytes!("../assets/sse.min.js"),
    },
    Asset {
        name: "table.js",
        content_type: JAVASCRIPT,
        content: include_bytes!("../assets/table.js"),
    },
    Asset {
        name: "icon.svg",
        content_type: "image/svg+xml",
        content: include_bytes!("../assets/icon.svg"),
    },
];

/// The names as pages write them, in the order of [`ASSETS`].
static NAMES: LazyLock<[String; ASSETS.len()]> = LazyLock::new(|| ASSETS.map(|asset| keyed(&asset)));

/// The name of a file with a key of its content.
pub(super) fn keyed(asset: &Asset) -> String {
    let key = append_bytes(0, asset.content);
    let (stem, ending) = asset.name.split_once('.').unwrap_or((asset.name, ""));
    format!("{stem}-{key:016x}.{ending}")
}

/// The address of a file; that of its plain name if there is no such file.
pub fn address(name: &str) -> String {
    let place = ASSETS.iter().position(|asset| asset.name == name);
    let name = place.map_or(name, |place| NAMES[place].as_str());
    format!("/assets/{name}")
}

/// The file of a name as pages write it.
pub fn find(name: &str) -> Option<Asset> {
    let place = NAMES.iter().position(|known| known == name);
    place.map(|place| ASSETS[place])
}
