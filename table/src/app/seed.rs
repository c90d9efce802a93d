//! Seeds of setups.

use super::error::AppError;

/// A seed from which what a setup leaves open is drawn, from the system's randomness.
pub(crate) fn random_seed() -> Result<u64, AppError> {
    getrandom::u64().map_err(|error| AppError::Store(format!("no randomness for the setup: {error}")))
}
