//! Lists the ledgers of the games, `engine/data/GAME/ledger.csv`, so that a new game needs no line here.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let data = Path::new(&root).join("../engine/data").canonicalize()?;
    println!("cargo::rerun-if-changed={}", data.display());
    let mut games = Vec::new();
    for entry in fs::read_dir(&data)? {
        let ledger = entry?.path().join("ledger.csv");
        let name = ledger.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        if let (Some(name), true) = (name, ledger.is_file()) {
            println!("cargo::rerun-if-changed={}", ledger.display());
            games.push(format!(
                "({name:?}, include_str!({:?})),\n",
                ledger.display().to_string()
            ));
        }
    }
    games.sort();
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("ledgers.rs"), format!("&[\n{}]\n", games.concat()))
}
