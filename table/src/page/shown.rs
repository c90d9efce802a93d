//! A table as pages show it, and the addresses of its parts.

use heist_agents::{Level, Thinker};
use heist_draw::BoardTable;
use heist_engine::game::Seat;

use super::escaped;
use crate::store::HeistOfTable;
use crate::table::{View, Viewer};
use heist_advice::Costly;

/// Where other devices find the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// At this beginning of an address, such as `http://192.168.1.5:4747`.
    Network(String),
    /// Nowhere: the server listens to this machine only.
    ThisMachine,
    /// Nowhere: this machine is in no network.
    NoNetwork,
}

/// A table as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// What people call the table.
    pub name: &'a str,
    /// The link that it was opened with.
    pub link: &'a str,
    /// What changes are made from.
    pub revision: u64,
    /// Who looks.
    pub viewer: Viewer,
    /// What is seen.
    pub view: &'a View,
    /// The board of it in words.
    pub boards: &'a [BoardTable],
    /// Which seats have a link of their own already.
    pub taken: &'a [bool],
    /// Whether hints are given only before a blunder.
    pub warns: bool,
    /// The level of the hint that comes by itself after every step; none if hints come only when they are asked for.
    pub always: Option<&'static Level>,
    /// Who thinks about hints.
    pub thinker: Thinker,
    /// Whether notation stands beside words.
    pub notation: bool,
    /// Whether the host looks, who has the list of tables and can free seats.
    pub is_host: bool,
    /// The seat of whoever looks: that of the page, or the one that this visitor chose.
    pub me: Option<Seat>,
    /// Whether this visitor enters the present decision for whoever decides.
    pub enters_for_others: bool,
    /// Where other devices find the page.
    pub reach: &'a Reach,
    /// The heist that is played at it; none if it is that of no campaign.
    pub heist: Option<&'a HeistOfTable>,
    /// The decisions that cost most, as this viewer last looked back on the table as it stands; empty if nobody has.
    pub costly: &'a [Costly],
}

impl Shown<'_> {
    /// The level of the hint that comes by itself now.
    pub(super) fn hinted(&self) -> Option<&'static Level> {
        self.always.filter(|_| self.view.can_hint && !self.warns)
    }
}

/// The address of something of a table.
pub(super) fn address(link: &str, what: &str) -> String {
    format!("/t/{link}/{what}")
}

/// What a seat is called.
pub(super) fn seat_name(view: &View, seat: Seat) -> &str {
    view.seat_names.get(seat.index()).map_or("A player", String::as_str)
}

/// What the player of a seat is called, or the seat if nobody gave it a name.
pub(super) fn player_name(view: &View, seat: Seat) -> &str {
    let name = view.names.get(seat.index()).map(String::as_str);
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| seat_name(view, seat))
}

/// What the game calls a seat, without the name of its player.
pub(super) fn role_name(view: &View, seat: Seat) -> &str {
    let whole = seat_name(view, seat);
    let name = view.names.get(seat.index()).filter(|name| !name.is_empty());
    let role = name.and_then(|name| whole.strip_prefix(name.as_str())?.strip_prefix(" (")?.strip_suffix(')'));
    role.unwrap_or(whole)
}

/// The hidden part of an address's query that says which steps were walked ahead.
pub(super) fn line_query(from: Option<usize>, line: &[String]) -> String {
    let from = from.map(|entry| format!("&from={entry}")).unwrap_or_default();
    format!("{from}&line={}", escaped(&line.join(";")))
}
