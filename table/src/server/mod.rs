//! Routes, streams, and who is let in.

pub mod app;
mod html;

/// How to serve.
pub struct ServeOptions;
/// Why serving ended.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {}
/// Serves until it is interrupted.
///
/// # Errors
/// When the address cannot be had or the data folder cannot be used.
pub fn serve(_options: ServeOptions) -> Result<(), ServeError> {
    Ok(())
}
