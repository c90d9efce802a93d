//! What clap finds wrong with the command line, in the words of all other messages.

use std::error::Error;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// What Rust says of a text that is no number or no address, with what is said instead.
const WORDS: [(&str, &str); 6] = [
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "expected a smaller number"),
    ("invalid float literal", "expected a number"),
    ("cannot parse float from empty string", "expected a number"),
    (
        "invalid socket address syntax",
        "expected an address and a port, such as 127.0.0.1:4747",
    ),
];

/// The message about a value that was refused, such as `--games 0: expected a whole number from 1 to 1000`; `None` if
/// anything else is wrong.
pub fn refused_value(error: &clap::Error) -> Option<String> {
    let known = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let (argument, value) = (known(ContextKind::InvalidArg)?, known(ContextKind::InvalidValue)?);
    let reason = in_words(value, &error.source()?.to_string());
    let shown = if value.is_empty() { "\"\"" } else { value };
    Some(format!("{} {shown}: {reason}", option(argument)))
}

/// The name of an option without that of its value: `--games` of `--games <N>`.
pub fn option(argument: &str) -> &str {
    argument.split([' ', '=']).next().unwrap_or(argument)
}

/// The first paragraph of what clap says, on one line.
pub fn first_paragraph(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing; --help lists the commands".to_owned();
    }
    let text = error.render().to_string();
    let lines = text.lines().take_while(|line| !line.is_empty()).map(str::trim);
    let line = lines.collect::<Vec<_>>().join(" ");
    line.strip_prefix("error: ").unwrap_or(&line).to_owned()
}

/// Why a value was refused, in words for people.
fn in_words(value: &str, reason: &str) -> String {
    let range = reason
        .strip_prefix(value)
        .and_then(|rest| rest.strip_prefix(" is not in "));
    if let Some((least, most)) = range.and_then(|range| range.split_once("..=")) {
        return format!("expected a whole number from {least} to {most}");
    }
    match WORDS.iter().find(|(words, _)| *words == reason) {
        Some((_, "expected a whole number")) if value.starts_with('-') => {
            "expected a whole number, 0 or more".to_owned()
        }
        Some((_, words)) => (*words).to_owned(),
        None => reason.to_owned(),
    }
}
