//! What the options of all commands have in common.

use clap::builder::TypedValueParser;
use clap::{Arg, Command, CommandFactory};

/// The command with everything that its options have in common.
pub fn command<C: CommandFactory>() -> Command {
    let mut command = adapted(C::command());
    command.build();
    command
}

fn adapted(command: Command) -> Command {
    command
        .mut_args(|argument| match argument.get_id().as_str() {
            "seats" => numbers(argument).value_parser(clap::builder::StringValueParser::new().try_map(seats)),
            _ => numbers(argument),
        })
        .mut_subcommands(adapted)
}

/// A negative number after an option is its value, and refused as such, not as an option that does not exist.
fn numbers(argument: Arg) -> Arg {
    match argument.get_action().takes_values() && !argument.is_positional() {
        true => argument.allow_negative_numbers(true),
        false => argument,
    }
}

/// The number of players. How many there may be is for the game to say; none, or fewer, are too few for all.
fn seats(text: String) -> Result<u8, String> {
    match text.parse() {
        Ok(seats @ 1..) => Ok(seats),
        _ => Err("expected the number of players, 1 or more".to_owned()),
    }
}
