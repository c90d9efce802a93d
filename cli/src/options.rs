//! What the options of all commands have in common.

use clap::{Arg, Command, CommandFactory};

/// The command with everything that its options have in common.
pub fn command<C: CommandFactory>() -> Command {
    let mut command = adapted(C::command());
    command.build();
    command
}

fn adapted(command: Command) -> Command {
    command.mut_args(numbers).mut_subcommands(adapted)
}

/// A negative number after an option is its value, and refused as such, not as an option that does not exist.
fn numbers(argument: Arg) -> Arg {
    if argument.get_action().takes_values() && !argument.is_positional() {
        argument.allow_negative_numbers(true)
    } else {
        argument
    }
}
