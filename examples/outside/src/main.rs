//! A `heist` with one more game and two more agents.

use std::process::ExitCode;

fn main() -> ExitCode {
    heist_agents::spec::add_agents(lucky_lock::agents());
    let mut games = heist_registry::games();
    games.push(heist_engine::any::of::<lucky_lock::LuckyLock>());
    heist_cli::main(&games)
}
