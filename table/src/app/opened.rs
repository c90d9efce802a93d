//! What the link of a campaign opens.

use std::sync::Arc;

use crate::campaign::{Campaign, CampaignView};

/// A campaign as its link opens it.
#[derive(Clone)]
pub struct OpenedCampaign {
    /// What people call it.
    pub name: String,
    /// Its link.
    pub link: String,
    /// The campaign.
    pub campaign: Arc<Campaign>,
    /// The number of changes.
    pub revision: u64,
    /// The links of the tables of its heists, by the number of the heist from 0.
    pub(super) tables: Vec<(usize, String)>,
}

impl std::fmt::Debug for OpenedCampaign {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Links are secrets.
        write!(f, "a campaign at revision {}", self.revision)
    }
}

impl OpenedCampaign {
    /// How it stands.
    pub fn view(&self) -> CampaignView {
        self.campaign.view(|number| self.table_of(number).map(str::to_owned))
    }

    /// The link of the table at which the next heist is in play; none if it is still to be opened.
    pub fn in_play(&self) -> Option<&str> {
        self.table_of(self.campaign.played())
    }

    /// The link of the table of a heist, whose number counts from 0.
    fn table_of(&self, number: usize) -> Option<&str> {
        let found = self.tables.iter().find(|(known, _)| *known == number);
        found.map(|(_, link)| link.as_str())
    }
}
