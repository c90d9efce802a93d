//! How a campaign stands.

use heist_engine::campaign::Holding;
use serde::Serialize;
use serde_json::Value;

use super::Campaign;
use crate::table::SetupField;

/// How a campaign stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CampaignView {
    /// The game's id.
    pub game: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// How many heists there are.
    pub heists: usize,
    /// The next heist; none once the campaign is over.
    pub next: Option<NextHeist>,
    /// The number that goes with the team from heist to heist.
    pub level: LevelView,
    /// The heists that were played, in order.
    pub log: Vec<LoggedHeist>,
    /// How many of them were won.
    pub won: usize,
    /// What the team has gathered.
    pub holdings: Vec<Holding>,
}

/// The next heist of a campaign.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NextHeist {
    /// Its number, from 1.
    pub number: usize,
    /// What people call it.
    pub name: String,
    /// The link of the table at which it is in play; none if it is still to be opened.
    pub table: Option<String>,
    /// What may be chosen before it.
    pub fields: Vec<SetupField>,
    /// What is chosen, as in setups.
    pub choice: Value,
}

/// The level of a campaign, such as the suspicion of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LevelView {
    /// The name, in lower case.
    pub name: &'static str,
    /// What it does, in one line.
    pub help: &'static str,
    /// Its value now.
    pub value: i32,
    /// Its value before the last heist that was played; none before the first.
    pub before: Option<i32>,
    /// The least.
    pub least: i32,
    /// The greatest.
    pub most: i32,
}

/// A heist in the log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoggedHeist {
    /// What people call it.
    pub heist: String,
    /// The names of the characters that took part, as in setups.
    pub players: Vec<String>,
    /// Whether it was won.
    pub won: bool,
    /// The level after it.
    pub level: i32,
    /// The link of its table; none if that was deleted.
    pub table: Option<String>,
}

impl Campaign {
    /// How it stands. `table` gives the link of the table of a heist, whose number counts from 0.
    pub fn view(&self, table: impl Fn(usize) -> Option<String>) -> CampaignView {
        let (info, entries) = (self.info(), self.state.log());
        let played = entries.len();
        let level = LevelView {
            name: info.level.name,
            help: info.level.help,
            value: self.state.level(),
            before: entries.split_last().map(|(_, earlier)| match earlier.last() {
                Some(entry) => entry.level,
                None => info.level.first,
            }),
            least: info.level.least,
            most: info.level.most,
        };
        let next = self.next_name().map(|name| NextHeist {
            number: played + 1,
            name,
            table: table(played),
            fields: self.choice_fields(),
            choice: self.choice(),
        });
        let logged = entries.into_iter().enumerate().map(|(number, entry)| LoggedHeist {
            heist: entry.heist,
            players: entry.players,
            won: entry.won,
            level: entry.level,
            table: table(number),
        });
        let log: Vec<LoggedHeist> = logged.collect();
        CampaignView {
            game: info.game,
            name: info.name,
            heists: info.most_heists,
            next,
            level,
            won: log.iter().filter(|entry| entry.won).count(),
            log,
            holdings: self.state.holdings(),
        }
    }
}
