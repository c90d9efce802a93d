//! The live table: what is entered, what it answers, and how it is served.

mod core;
mod core_private;
mod lines;
mod masters;
mod page;
mod server;
