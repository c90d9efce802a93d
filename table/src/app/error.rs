//! What goes wrong with a table or a campaign.

use super::loaded::Opened;
use super::opened::OpenedCampaign;
use crate::store::StoreError;
use crate::table::TableError;

/// What goes wrong.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// No table or seat has this link.
    #[error("there is no such table; it may have been deleted, or the link may be incomplete")]
    NotFound,
    /// Somebody else changed the table first. Here is how it stands.
    #[error("the table has changed in the meantime; look at it again")]
    Stale(Box<Opened>),
    /// Somebody has the seat already.
    #[error("somebody has taken this seat already; only that player knows its link")]
    Taken,
    /// No campaign has this link.
    #[error("there is no such campaign; it may have been deleted, or the link may be incomplete")]
    NoCampaign,
    /// Somebody else changed the campaign first. Here is how it stands.
    #[error("the campaign has changed in the meantime; look at it again")]
    CampaignStale(Box<OpenedCampaign>),
    /// The next heist has its table already. Here is how the campaign stands.
    #[error("the next heist is in play at its table; write its result into the log or give it up first")]
    InPlay(Box<OpenedCampaign>),
    /// The next heist has no table. Here is how the campaign stands.
    #[error("no heist of this campaign is in play; open the table of the next one first")]
    NotInPlay(Box<OpenedCampaign>),
    /// What was asked for is not possible.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no room left to keep something.
    #[error("{}", StoreError::Full)]
    Full,
    /// The tables or campaigns cannot be read or written.
    #[error("{0}")]
    Store(String),
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> AppError {
        match error {
            StoreError::Full => AppError::Full,
            error => AppError::Store(error.to_string()),
        }
    }
}

pub(super) fn wrong(message: String) -> AppError {
    AppError::Table(TableError::new(message))
}
