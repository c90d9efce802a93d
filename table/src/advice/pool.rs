//! Threads that think, apart from those that answer the page.

/// Threads that think.
pub struct Pool;
/// Something under way in the pool; dropping it stops it.
pub struct Job;
/// Why nothing can be thought about now.
#[derive(Debug, thiserror::Error)]
pub enum PoolError {
    /// Too much is waiting already.
    #[error("too many hints are asked for at once; ask again in a moment")]
    Full,
}
