//! The live table: a page in the browser for people who play with cardboard in front of them. They enter what happens and get
//! advice.
//!
//! - [`table`]: a game at the table, without its type: what was entered, undo, correction, what each seat may see.
//! - [`advice`]: hints that sharpen while the agent thinks, and what the game was like afterwards.
//! - [`store`]: tables in SQLite, each step durable before anybody is shown it.
//! - [`page`]: what the browser is sent.
//! - [`server`]: routes, streams, and who is let in.

pub mod advice;
pub mod page;
pub mod server;
pub mod store;
pub mod table;

pub use server::{ServeError, ServeOptions, serve};
