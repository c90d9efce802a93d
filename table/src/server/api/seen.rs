//! Tables and campaigns as programs see them.

use heist_engine::game::Seat;
use serde::Serialize;

use crate::app::{Opened, OpenedCampaign};
use crate::campaign::CampaignView;
use crate::store::HeistOfTable;
use crate::table::{View, Viewer};

/// A table as a viewer sees it.
#[derive(Serialize)]
pub(super) struct Seen {
    /// To be given with the next change, so that it is not made to something else.
    revision: u64,
    name: String,
    link: String,
    /// Whose view it is, from 1; null for everybody's.
    seat: Option<Seat>,
    /// The heist that is played at it; null if it is that of no campaign.
    campaign: Option<SeenHeist>,
    view: View,
}

impl From<Opened> for Seen {
    fn from(opened: Opened) -> Seen {
        Seen {
            revision: opened.revision,
            name: opened.name,
            link: opened.link,
            seat: match opened.viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public => None,
            },
            campaign: opened.heist.map(SeenHeist::from),
            view: opened.table.view(opened.viewer),
        }
    }
}

/// The heist of a table.
#[derive(Serialize)]
struct SeenHeist {
    link: String,
    name: String,
    /// From 1.
    heist: usize,
    is_logged: bool,
}

impl From<HeistOfTable> for SeenHeist {
    fn from(heist: HeistOfTable) -> SeenHeist {
        SeenHeist {
            link: heist.link,
            name: heist.name,
            heist: heist.number + 1,
            is_logged: heist.is_logged,
        }
    }
}

/// A campaign.
#[derive(Serialize)]
pub(super) struct SeenCampaign {
    /// To be given with the next change, so that it is not made to something else.
    revision: u64,
    name: String,
    link: String,
    view: CampaignView,
}

impl From<OpenedCampaign> for SeenCampaign {
    fn from(opened: OpenedCampaign) -> SeenCampaign {
        SeenCampaign {
            revision: opened.revision,
            view: opened.view(),
            name: opened.name,
            link: opened.link,
        }
    }
}
