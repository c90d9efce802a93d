//! The live table: a page in the browser for people who play with cardboard in front of them. They enter what happens
//! and get advice.
//!
//! - [`table`]: a game at the table: what was entered, undo, correction, what each seat may see.
//! - [`campaign`]: heists in a row, each played at a table of its own.
//! - [`store`]: tables and campaigns in SQLite, each step durable before anybody is shown it.
//! - [`page`]: what the browser is sent.
//! - [`qr`]: addresses for cameras.
//! - [`app`]: the tables that are open and the campaigns: found by their links, changed in order, kept before they are
//!   shown.
//! - [`server`]: routes, streams, and who is let in.
//!
//! All of it works with any game [without its type](heist_engine::any) and is compiled once. Advice comes from the
//! crate `heist-advice`.
//!
//! Uses go one way: `server` uses `page`, which uses `app`, which uses `campaign` and `store`, which use `table`.

pub mod app;
pub mod campaign;
pub mod page;
pub mod qr;
pub mod server;
pub mod store;
pub mod table;

pub use server::{ServeError, ServeOptions, serve};
