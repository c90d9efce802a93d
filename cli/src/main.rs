//! The `heist` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    heist_cli::main(&heist_registry::games())
}
