//! What many campaigns add up to.

use heist_engine::campaign::{Campaign, CampaignFigure};
use heist_engine::game::Game;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::CampaignConfig;
use super::line::{CampaignLine, HeistLine};
use crate::arena::control::{spread, student95};
use crate::arena::matches::FAULT;
use crate::arena::stats::wilson;
use crate::arena::summary::GameFault;

/// What the campaigns of a run add up to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CampaignReport {
    /// [`Game::ID`].
    pub game: &'static str,
    /// What applies to all heists.
    pub setup: Value,
    /// Who played.
    pub agent: String,
    /// How many campaigns were played.
    pub campaigns: u64,
    /// How many were asked for.
    pub requested: u64,
    /// The seed of all deals.
    pub seed: u64,
    /// How many heists were played in them.
    pub heists: u64,
    /// How many of these were won.
    pub wins: u64,
    /// The mean over the campaigns of the share of heists won.
    pub win_rate: f64,
    /// Its 95% interval by Student's t over campaigns, whose heists are not independent of each other; none for a
    /// single campaign.
    pub win_rate_interval95: Option<[f64; 2]>,
    /// How many campaigns won so many heists: none, one and so on.
    pub campaigns_by_wins: Vec<u64>,
    /// The name of the level.
    pub level: &'static str,
    /// The heists by their place in the campaign.
    pub positions: Vec<PositionReport>,
    /// The level after the last heist.
    pub level_at_end: LevelReport,
    /// [`Campaign::FIGURES`] after the last heist.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures_at_end: Vec<FigureReport>,
    /// How many heists ended in each way that was no win, by the ending's name.
    pub losses: Map<String, Value>,
    /// How many of these were lost because an agent could not go on.
    pub faults: u64,
    /// The first of them.
    pub first_fault: Option<HeistFault>,
}

/// The heists at one place of their campaigns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionReport {
    /// The place, from 1.
    pub heist: usize,
    /// What people call the heist; none if campaigns differ in it.
    pub name: Option<String>,
    /// How many campaigns came so far.
    pub played: u64,
    /// How many won it.
    pub wins: u64,
    /// Their share.
    pub win_rate: f64,
    /// Its 95% Wilson interval.
    pub wilson95: [f64; 2],
    /// The level before it.
    pub level: LevelReport,
    /// [`Campaign::FIGURES`] before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<FigureReport>,
}

/// A figure of campaigns at one moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct FigureReport {
    /// The name.
    pub name: &'static str,
    /// How many campaigns have it.
    pub campaigns: u64,
    /// Their mean; none if no campaign has it.
    pub mean: Option<f64>,
    /// Its 95% interval by Student's t; none for fewer than two campaigns.
    pub interval95: Option<[f64; 2]>,
}

/// The level of campaigns at one moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LevelReport {
    /// The mean.
    pub mean: f64,
    /// Its 95% interval by Student's t, within the level's bounds; none for a single campaign.
    pub interval95: Option<[f64; 2]>,
    /// The 10% and the 90% point of the campaigns' levels.
    pub p10_p90: [i32; 2],
}

/// A heist that ended with a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HeistFault {
    /// The campaign, from 0.
    pub campaign: u64,
    /// The heist, from 1.
    pub heist: usize,
    /// What went wrong.
    #[serde(flatten)]
    pub fault: GameFault,
}

impl CampaignReport {
    /// The report of campaigns, of which there is at least one.
    pub(super) fn new<C: Campaign>(config: &CampaignConfig<C>, lines: &[CampaignLine]) -> CampaignReport {
        let heists = || lines.iter().flat_map(|line| &line.heists);
        let wins = |line: &CampaignLine| line.heists.iter().filter(|heist| heist.won).count();
        let shares: Vec<f64> = lines
            .iter()
            .map(|line| wins(line) as f64 / line.heists.len().max(1) as f64)
            .collect();
        let (win_rate, win_rate_interval95) = mean(&shares, [0.0, 1.0]);
        let mut campaigns_by_wins = vec![0; C::MOST_HEISTS + 1];
        lines.iter().for_each(|line| campaigns_by_wins[wins(line)] += 1);
        let first_fault = lines.iter().find_map(|line| {
            let heists = (1..).zip(&line.heists);
            let mut faults = heists.filter_map(|(place, heist)| Some((place, heist.fault.clone()?)));
            let (heist, fault) = faults.next()?;
            Some(HeistFault {
                campaign: line.campaign,
                heist,
                fault,
            })
        });
        let last = |line: &CampaignLine| line.heists.last().map_or(C::LEVEL.first, |heist| heist.level);
        CampaignReport {
            game: C::Game::ID,
            setup: config.setup.clone(),
            agent: config.contestant.name.clone(),
            campaigns: lines.len() as u64,
            requested: config.campaigns.into(),
            seed: config.seed,
            heists: heists().count() as u64,
            wins: heists().filter(|heist| heist.won).count() as u64,
            win_rate,
            win_rate_interval95,
            campaigns_by_wins,
            level: C::LEVEL.name,
            positions: (0..C::MOST_HEISTS)
                .map_while(|place| PositionReport::new::<C>(place, lines))
                .collect(),
            level_at_end: LevelReport::new::<C>(lines.iter().map(last).collect()),
            figures_at_end: FigureReport::all::<C>(lines.iter().map(|line| after(line, line.heists.len())).collect()),
            losses: losses::<C::Game>(&heists().collect::<Vec<_>>()),
            faults: heists().filter(|heist| heist.fault.is_some()).count() as u64,
            first_fault,
        }
    }
}

impl PositionReport {
    /// The heists at a place, from 0; none if no campaign came so far.
    fn new<C: Campaign>(place: usize, lines: &[CampaignLine]) -> Option<PositionReport> {
        let reached: Vec<&CampaignLine> = lines.iter().filter(|line| line.heists.len() > place).collect();
        let heists: Vec<&HeistLine> = reached.iter().map(|line| &line.heists[place]).collect();
        let first = heists.first()?;
        let (played, wins) = (
            heists.len() as u64,
            heists.iter().filter(|heist| heist.won).count() as u64,
        );
        let before = |line: &&CampaignLine| match place {
            0 => C::LEVEL.first,
            _ => line.heists[place - 1].level,
        };
        Some(PositionReport {
            heist: place + 1,
            name: heists
                .iter()
                .all(|heist| heist.heist == first.heist)
                .then(|| first.heist.clone()),
            played,
            wins,
            win_rate: wins as f64 / played as f64,
            wilson95: wilson(wins, played),
            level: LevelReport::new::<C>(reached.iter().map(before).collect()),
            figures: FigureReport::all::<C>(reached.iter().map(|line| after(line, place)).collect()),
        })
    }
}

/// The figures of a campaign after so many heists; none before the first.
fn after(line: &CampaignLine, heists: usize) -> &[Option<i32>] {
    heists.checked_sub(1).map_or(&[], |place| &line.heists[place].standing)
}

impl FigureReport {
    /// One for each figure, of campaigns of which these are the figures.
    fn all<C: Campaign>(campaigns: Vec<&[Option<i32>]>) -> Vec<FigureReport> {
        let of = |(place, figure): (usize, &CampaignFigure)| {
            let values = campaigns.iter().filter_map(|figures| *figures.get(place)?);
            let values: Vec<f64> = values.map(f64::from).collect();
            let known = (!values.is_empty()).then(|| mean(&values, [f64::NEG_INFINITY, f64::INFINITY]));
            FigureReport {
                name: figure.name,
                campaigns: values.len() as u64,
                mean: known.map(|(mean, _)| mean),
                interval95: known.and_then(|(_, interval)| interval),
            }
        };
        C::FIGURES.iter().enumerate().map(of).collect()
    }
}

impl LevelReport {
    /// Levels of which there is at least one.
    fn new<C: Campaign>(mut levels: Vec<i32>) -> LevelReport {
        levels.sort_unstable();
        let bounds = [C::LEVEL.least, C::LEVEL.most].map(f64::from);
        let numbers: Vec<f64> = levels.iter().map(|level| f64::from(*level)).collect();
        let (mean, interval95) = mean(&numbers, bounds);
        let point = |tenths: usize| levels[(tenths * levels.len()).div_ceil(10).max(1) - 1];
        LevelReport {
            mean,
            interval95,
            p10_p90: [point(1), point(9)],
        }
    }
}

/// The mean of samples with its 95% interval by Student's t, within bounds.
fn mean(samples: &[f64], [least, most]: [f64; 2]) -> (f64, Option<[f64; 2]>) {
    let (mean, variance) = spread(samples);
    let count = samples.len() as f64;
    let half = student95(count - 1.0) * (variance / count).sqrt();
    let interval = [mean - half, mean + half].map(|end| end.clamp(least, most));
    (mean, (samples.len() > 1).then_some(interval))
}

/// How many heists ended in each way that was no win, in the order of the game's endings.
fn losses<G: Game>(heists: &[&HeistLine]) -> Map<String, Value> {
    let count = |ending: &&str| {
        let lost = heists.iter().filter(|heist| !heist.won && heist.ending == *ending);
        (ending.to_string(), json!(lost.count()))
    };
    let endings = G::ENDINGS.iter().chain(&[FAULT]);
    endings.map(count).filter(|(_, count)| *count != 0).collect()
}
