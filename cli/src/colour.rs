//! Whether to colour.

use std::sync::OnceLock;

/// When to colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set; elsewhere if CLICOLOR_FORCE is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

static COLOUR: OnceLock<Colour> = OnceLock::new();

/// Says when to colour from now on; the first call counts.
pub fn choose(colour: Colour) {
    COLOUR.get_or_init(|| colour);
}

/// Whether to colour what goes to a terminal, or to something else: as `--color` says; else never with `NO_COLOR`
/// (no-color.org), always with `CLICOLOR_FORCE` (bixense.com/clicolors), and on a terminal that is not dumb.
pub fn is_wanted(is_terminal: bool) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_forced = || std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
    let is_off = || std::env::var_os("CLICOLOR").is_some_and(|value| value == "0");
    let is_dumb = || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    match COLOUR.get().copied().unwrap_or_default() {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto => !is_set("NO_COLOR") && (is_forced() || is_terminal && !is_off() && !is_dumb()),
    }
}
