//! The routes of the page.

use std::sync::Arc;

use axum::Router;

use super::app::App;

/// Every route that answers a browser.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
}
