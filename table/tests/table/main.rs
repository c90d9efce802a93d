//! The live table: what is entered, what it answers, and how it is served.

mod advice;
mod core;
mod core_private;
mod lines;
mod masters;
mod page;
mod practice;
mod server;
