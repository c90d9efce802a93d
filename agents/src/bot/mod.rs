//! Outside bots: any program that plays over its standard input and output. [`mod@crate::serve`] is the other side: our
//! agents as such programs.
//!
//! The protocol is described in `docs/protocol.md`: lines of text, a word and JSON or plain text after it.
//!
//! - [`message`]: the messages, as types.
//! - `process`: a running program, with limits on everything it does; `family`: everything that it started.
//! - [`pool`]: programs that are kept for the next game.
//! - [`driver`]: the agent that plays by asking a program (`bot:cmd=...`), and [`fault`]: how programs fail.

pub mod driver;
mod family;
pub mod fault;
pub mod message;
pub mod pool;
mod process;

pub use driver::BotAgent;
pub use family::end_all;
pub use fault::{BotFault, Moment, Trouble};
pub use pool::{BotOptions, Pool};
