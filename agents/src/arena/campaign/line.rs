//! A campaign that was played, as its line in a run's folder.

use heist_engine::campaign::{Campaign, Entry};
use heist_engine::describe::kept_names;
use heist_engine::game::{Game, TeamResult};
use serde::{Deserialize, Serialize};

use super::CampaignConfig;
use crate::arena::matches::GameRecord;
use crate::arena::summary::{GameFault, GameLine};

/// A campaign that was played to its end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignLine {
    /// Its number, from 0.
    pub campaign: u64,
    /// Its heists, in order.
    pub heists: Vec<HeistLine>,
}

/// A heist of a campaign.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeistLine {
    /// [`Entry::heist`].
    pub heist: String,
    /// [`Entry::players`].
    pub players: Vec<String>,
    /// [`Entry::won`].
    pub won: bool,
    /// [`Entry::level`].
    pub level: i32,
    /// [`Campaign::figures`] after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub standing: Vec<Option<i32>>,
    /// [`TeamResult::value`].
    pub value: f64,
    /// [`TeamResult::ending`]; [`FAULT`](crate::arena::FAULT) after a fault.
    pub ending: String,
    /// What ended the heist, if it did not end by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<GameFault>,
    /// The figures that results keep, in the order of [`Game::FIGURES`].
    pub figures: Vec<i32>,
    /// How many decisions the team took.
    pub decisions: u64,
}

impl HeistLine {
    /// The heist that was played last.
    pub(super) fn new<G: Game>(entry: Entry, standing: Vec<Option<i32>>, game: GameRecord<G>) -> HeistLine {
        HeistLine {
            standing,
            heist: entry.heist,
            players: entry.players,
            won: entry.won,
            level: entry.level,
            value: game.result.value,
            ending: game.result.ending.to_owned(),
            fault: game.fault.map(GameFault::from),
            figures: game.result.figures[..kept_names(G::FIGURES).count()].to_vec(),
            decisions: game.decisions,
        }
    }

    fn entry(&self) -> Entry {
        Entry {
            heist: self.heist.clone(),
            players: self.players.clone(),
            won: self.won,
            level: self.level,
        }
    }

    /// The result of the heist.
    ///
    /// # Errors
    /// When no heist of `G` ends so: the first field that is wrong, with what was found and expected.
    fn result<G: Game>(&self, agent: &str) -> Result<TeamResult, String> {
        let game = GameLine {
            deal: 0,
            agent: agent.to_owned(),
            value: self.value,
            ending: self.ending.clone(),
            fault: self.fault.clone(),
            figures: self.figures.clone(),
            decisions: self.decisions,
            thinking_ns: 0,
            timed_decisions: 0,
            luck: None,
        };
        game.summary::<G>().map(|summary| summary.result)
    }
}

impl CampaignLine {
    /// Whether the campaign is one of the run: the number that comes next, and the heists that its seed deals and its
    /// results give.
    ///
    /// # Errors
    /// The first thing that is wrong, with what was found and expected.
    pub fn check<C: Campaign>(&self, config: &CampaignConfig<C>, number: u64) -> Result<(), String> {
        if self.campaign != number {
            let found = self.campaign;
            return Err(format!("field `campaign`: found {found}; expected {number}"));
        }
        let mut campaign = config.begun.clone();
        for (place, heist) in self.heists.iter().enumerate() {
            let wrong = |what: String| format!("heists[{place}]: {what}");
            let Some(deal) = config.deal(number, &campaign) else {
                let most = campaign.log().len();
                return Err(wrong(format!("found one more heist; expected {most}")));
            };
            let setup = deal.map_err(|error| wrong(error.to_string()))?.setup;
            let result = heist.result::<C::Game>(&config.contestant.name).map_err(wrong)?;
            campaign
                .record(&setup, &result)
                .map_err(|error| wrong(error.to_string()))?;
            // The heist was recorded just now, so that the log is not empty.
            let expected = campaign.log().pop().expect("a recorded heist is in the log");
            if heist.entry() != expected {
                let shown = |entry: &Entry| serde_json::to_string(entry).expect("names and numbers serialize");
                let (found, expected) = (shown(&heist.entry()), shown(&expected));
                return Err(wrong(format!("found {found}; expected {expected}")));
            }
            if heist.standing != campaign.figures() {
                let shown = |figures: &[Option<i32>]| serde_json::to_string(figures).expect("numbers serialize");
                let (found, expected) = (shown(&heist.standing), shown(&campaign.figures()));
                return Err(wrong(format!("field `standing`: found {found}; expected {expected}")));
            }
        }
        if campaign.is_over() {
            Ok(())
        } else {
            Err(format!(
                "field `heists`: found {}; expected all heists of the campaign",
                self.heists.len()
            ))
        }
    }
}
