//! `cargo xtask instances`: what the built program holds twice though it is to be compiled once.
//!
//! Every crate that calls a generic function compiles it again, and what it calls as well. The mangled name of such an
//! instance ends with the crate that compiled it, the demangled one leaves that out: so two symbols of one demangled
//! name are one function compiled in two crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use object::{Object, ObjectSymbol, SymbolKind};
use rustc_demangle::demangle;

/// The program that is looked at by default; the step `build` makes it.
pub const PROGRAM: &str = "target/release/heist";

/// Whose generic items are compiled once for each game.
const ONCE: &[&str] = &["heist_engine::any::", "::position::forms::", "heist_agents::search::"];

/// An item of one of these modules with the crates that compiled it.
type Instances = BTreeMap<String, BTreeSet<String>>;

/// Prints what is there more than once. True if there is nothing.
pub fn run(program: &Path, out: &mut impl Write) -> io::Result<bool> {
    let failed = |what: String| io::Error::other(format!("{}: {what}", program.display()));
    let bytes = fs::read(program).map_err(|error| failed(format!("{error}; `cargo build --release` makes it")))?;
    let file = object::File::parse(&*bytes).map_err(|error| failed(error.to_string()))?;
    let functions = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text);
    let instances = instances(functions.filter_map(|symbol| symbol.name().ok()));
    // A stripped program, or one with the old kind of names, would pass whatever is in it.
    for once in ONCE {
        if !instances.keys().any(|name| name.contains(once)) {
            return Err(failed(format!(
                "no function of `{once}` is named in it; expected a program with symbols of the kind v0 \
                 (.cargo/config.toml)"
            )));
        }
    }
    let twice: Vec<_> = instances.iter().filter(|(_, crates)| crates.len() > 1).collect();
    for (name, crates) in &twice {
        let crates: Vec<&str> = crates.iter().map(String::as_str).collect();
        writeln!(out, "compiled by {}: {name}", crates.join(", "))?;
    }
    let (count, all) = (twice.len(), instances.len());
    writeln!(
        out,
        "{count} of {all} functions that are to be compiled once are there more than once"
    )?;
    Ok(twice.is_empty())
}

/// The items of these symbols that are to be compiled once.
fn instances<'a>(symbols: impl Iterator<Item = &'a str>) -> Instances {
    let mut instances = Instances::new();
    for symbol in symbols {
        // What LLVM adds where it makes a function visible to another unit.
        let symbol = symbol.split(".llvm.").next().unwrap_or(symbol);
        if !symbol.starts_with("_R") {
            continue;
        }
        let name = format!("{:#}", demangle(symbol));
        if is_to_be_compiled_once(&name) {
            instances.entry(name).or_default().insert(compiled_by(symbol));
        }
    }
    instances
}

/// Whether a function is an item of one of the modules, or implements one of their traits. What the standard library or
/// serde make for their types, such as dropping them, is not.
fn is_to_be_compiled_once(name: &str) -> bool {
    let item = name.trim_start_matches(['<', '&', '*']);
    // `<Type as Trait>::method`: what stands before the method.
    let implemented = name.split(">::").next().unwrap_or(name);
    ONCE.iter().any(|module| match module.strip_prefix("::") {
        // A module of every game.
        Some(module) => {
            let mut parts = item.strip_prefix("heist_engine::").unwrap_or_default().splitn(2, "::");
            parts.next().is_some() && parts.next().is_some_and(|rest| rest.starts_with(module))
        }
        None => item.starts_with(module) || implemented.contains(&format!(" as {module}")),
    })
}

/// The crate at the end of a mangled name: `Cs<disambiguator>_<length><name>`, or `B<place>_` for one that stands there
/// before. (Rust RFC 2603 has the grammar.)
fn compiled_by(symbol: &str) -> String {
    let body = symbol.strip_prefix("_R").unwrap_or(symbol);
    let crate_at = |at: usize| {
        let (_, rest) = body.get(at..)?.strip_prefix("Cs")?.split_once('_')?;
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let length: usize = rest[..digits].parse().ok()?;
        rest.get(digits..digits + length).map(str::to_owned)
    };
    let referred = || {
        let (_, place) = body.strip_suffix('_')?.rsplit_once('B')?;
        crate_at(base_62(place)?)
    };
    let named = || crate_at(body.rfind("Cs")?);
    referred()
        .or_else(named)
        .unwrap_or_else(|| "an unknown crate".to_owned())
}

/// A number of a mangled name: nothing is 0, and everything else one more than its digits say.
fn base_62(digits: &str) -> Option<usize> {
    if digits.is_empty() {
        return Some(0);
    }
    let digit = |c: char| match c {
        '0'..='9' => Some(c as usize - '0' as usize),
        'a'..='z' => Some(c as usize - 'a' as usize + 10),
        'A'..='Z' => Some(c as usize - 'A' as usize + 36),
        _ => None,
    };
    let number = digits
        .chars()
        .try_fold(0usize, |number, c| number.checked_mul(62)?.checked_add(digit(c)?))?;
    number.checked_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGINE: &str = "_RNvXs2_NtCsaBcDeF_12heist_engine3anyINtB5_6ErasedNtNtNtB7_11burgle_bros5state10BurgleBrosENtB5_8AnyState4copyB7_";
    const TABLE: &str = "_RNvXs2_NtCsaBcDeF_12heist_engine3anyINtB5_6ErasedNtNtNtB7_11burgle_bros5state10BurgleBrosENtB5_8AnyState4copyCsgHiJ_11heist_table";
    const OTHER_GAME: &str = "_RNvXs2_NtCsaBcDeF_12heist_engine3anyINtB5_6ErasedNtNtNtB7_11caper_cards5state10CaperCardsENtB5_8AnyState4copyCsgHiJ_11heist_table";

    #[test]
    fn a_function_that_two_crates_compile_is_named_with_both() {
        let found = instances([ENGINE, TABLE, OTHER_GAME].into_iter());
        assert_eq!(found.len(), 2, "{found:?}");
        let twice: Vec<_> = found.iter().filter(|(_, crates)| crates.len() > 1).collect();
        let [(name, crates)] = twice[..] else {
            panic!("{found:?}")
        };
        assert!(
            name.contains("BurgleBros") && name.contains("AnyState>::copy"),
            "{name}"
        );
        assert!(
            crates.contains("heist_table") && crates.contains("heist_engine"),
            "{crates:?}"
        );
    }

    #[test]
    fn the_same_crate_counts_once_however_many_copies_it_makes() {
        let copy = format!("{TABLE}.llvm.123");
        let found = instances([TABLE, TABLE, &copy].into_iter());
        assert_eq!(found.values().map(BTreeSet::len).collect::<Vec<_>>(), [1]);
    }

    #[test]
    fn items_of_the_modules_are_told_from_what_is_made_for_their_types() {
        for once in [
            "<heist_engine::any::Erased<heist_engine::x::X> as heist_engine::any::AnyState>::copy",
            "<heist_engine::record::Replay<heist_engine::x::X> as heist_engine::any::AnyReplay>::setup",
            "<<heist_engine::x::position::forms::Position as serde::Deserialize>::deserialize::V as \
             serde::Visitor>::visit_map::<M>",
            "heist_agents::search::foresight::course::<heist_engine::x::X>",
        ] {
            assert!(is_to_be_compiled_once(once), "{once}");
        }
        for other in [
            "core::ptr::drop_in_place::<heist_engine::x::position::forms::Position>",
            "<alloc::vec::Vec<heist_agents::search::tree::Node> as core::clone::Clone>::clone",
            "heist_engine::x::rules::offer::<heist_agents::search::tree::Node>",
        ] {
            assert!(!is_to_be_compiled_once(other), "{other}");
        }
    }
}
