//! Work that keeps a thread busy, or waits for the disk, apart from the threads that answer.

use std::sync::{Arc, Mutex};

use tokio::task::spawn_blocking;

use super::error::AppError;
use super::loaded::lock;

/// What some work gives that is done on a thread for such. Tokio's task is compiled once, not for every kind of work.
///
/// # Errors
/// When the work panics.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, AppError> {
    let result = Arc::new(Mutex::new(None));
    let task: Box<dyn FnOnce() + Send> = {
        let result = Arc::clone(&result);
        Box::new(move || {
            let given = work();
            *lock(&result) = Some(given);
        })
    };
    let is_done = spawn_blocking(task).await.is_ok();
    let result = lock(&result).take().filter(|_| is_done);
    result.ok_or_else(|| AppError::Store("something failed inside; nothing was changed".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_gives_its_result_or_tells_that_it_failed() {
        assert_eq!(blocking(|| 6 * 7).await.unwrap(), 42);
        let failed = blocking(|| -> u32 { panic!("the work fails") }).await;
        assert!(failed.unwrap_err().to_string().contains("something failed inside"));
    }
}
