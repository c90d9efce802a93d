//! What a study found.

use heist_agents::arena::{Effect, Joint, Spread, effects, joint, paired_bootstrap, wilson};
use heist_engine::board::{MEASURE_COUNT, MEASURES};
use serde::Serialize;
use serde_json::Value;

use super::entry::Entry;

/// What a study found. Serializes to its JSON.
#[derive(Serialize)]
pub struct Found {
    /// The game.
    pub game: &'static str,
    /// The scenario.
    pub scenario: &'static str,
    /// The setup without its walls.
    pub setup: Value,
    /// The seed of layouts and deals.
    pub seed: u64,
    /// Deals on each layout.
    pub games: u32,
    /// Random layouts that every agent has played.
    pub layouts: usize,
    /// How many were asked for.
    pub requested: u32,
    /// What each agent's games say.
    pub agents: Vec<OfAgent>,
}

/// What one agent's games say.
#[derive(Serialize)]
pub struct OfAgent {
    /// The agent.
    pub agent: String,
    /// How much layouts differ.
    pub spread: Spread,
    /// The scenario's own layout, if it can be played.
    pub own: Option<Own>,
    /// The effect of each measure on its own; `null` for one that is the same for all layouts.
    pub effects: Vec<OfMeasure>,
    /// The measures of the joint regression.
    pub joint_measures: Vec<&'static str>,
    /// The joint regression; `null` if there are too few layouts for it or they cannot tell the measures apart.
    pub joint: Option<Joint>,
    /// The layouts won most often, the first of them most.
    pub easiest: Vec<Extreme>,
    /// The layouts won least often, the first of them least.
    pub hardest: Vec<Extreme>,
}

/// The scenario's own layout.
#[derive(Serialize)]
pub struct Own {
    /// Games won.
    pub wins: u64,
    /// Their share.
    pub win_rate: f64,
    /// Its 95% Wilson interval, low end first.
    pub wilson95: [f64; 2],
    /// The win rate less the mean of the random layouts on the same deals.
    pub difference: f64,
    /// Its 95% bootstrap interval over the deals, low end first.
    pub interval95: [f64; 2],
}

/// A measure's effect.
#[derive(Serialize)]
pub struct OfMeasure {
    /// The measure's name.
    pub measure: &'static str,
    /// Its mean over the layouts.
    pub mean: f64,
    /// Its standard deviation over the layouts.
    pub sd: f64,
    /// What goes with it.
    pub effect: Option<Effect>,
}

/// A layout at one end.
#[derive(Serialize)]
pub struct Extreme {
    /// The layout's number.
    pub layout: u64,
    /// Games won.
    pub wins: u64,
    /// Their share.
    pub win_rate: f64,
    /// Its 95% Wilson interval, low end first.
    pub wilson95: [f64; 2],
    /// The win rate to expect of it in other deals: less far from the mean, since the extremes of many were also lucky.
    pub expected: f64,
}

/// How many layouts of either end are named.
const EXTREMES: usize = 3;

impl OfAgent {
    /// What the games of the agent at this place say.
    pub fn new(
        place: usize,
        name: &str,
        random: &[&Entry],
        own: Option<&Entry>,
        joint_places: &[usize],
        seed: u64,
    ) -> OfAgent {
        let games: Vec<Vec<f64>> = random.iter().map(|entry| entry.games[place].clone()).collect();
        let rates: Vec<f64> = random.iter().map(|entry| entry.rate(place)).collect();
        let measure = |measure: usize| random.iter().map(|entry| entry.measures[measure]).collect();
        let measures: Vec<Vec<f64>> = (0..MEASURE_COUNT).map(measure).collect();
        let spread = Spread::of(&games, seed);
        let of_measure = |(effect, numbers): (Option<Effect>, &Vec<f64>)| {
            let (mean, variance) = heist_agents::arena::control::spread(numbers);
            (effect, mean, variance.sqrt())
        };
        let effects = effects(&measures, &rates, seed)
            .into_iter()
            .zip(&measures)
            .map(of_measure);
        let chosen: Vec<Vec<f64>> = joint_places.iter().map(|&place| measures[place].clone()).collect();
        let mut order: Vec<usize> = (0..random.len()).collect();
        // Layouts that were won as often stand in their own order, at both ends.
        order.sort_by_key(|&entry| (random[entry].wins(place), entry));
        let extreme = |entry: &Entry| {
            let (wins, rate) = (entry.wins(place), entry.rate(place));
            Extreme {
                layout: entry.number,
                wins,
                win_rate: rate,
                wilson95: wilson(wins, entry.games[place].len() as u64),
                expected: spread.expected(rate),
            }
        };
        let hardest = order
            .iter()
            .take(EXTREMES)
            .map(|&entry| extreme(random[entry]))
            .collect();
        order.sort_by_key(|&entry| (std::cmp::Reverse(random[entry].wins(place)), entry));
        let easiest = order
            .iter()
            .take(EXTREMES)
            .map(|&entry| extreme(random[entry]))
            .collect();
        OfAgent {
            agent: name.to_owned(),
            spread,
            own: own.map(|own| Own::new(place, own, &games, seed)),
            effects: MEASURES
                .iter()
                .zip(effects)
                .map(|(measure, (effect, mean, sd))| OfMeasure {
                    measure: measure.name,
                    mean,
                    sd,
                    effect,
                })
                .collect(),
            joint_measures: joint_places.iter().map(|&place| MEASURES[place].name).collect(),
            joint: joint(&chosen, &rates, spread.reliability, seed),
            easiest,
            hardest,
        }
    }
}

impl Own {
    fn new(place: usize, own: &Entry, random: &[Vec<f64>], seed: u64) -> Own {
        let mean_of_deal = |deal: usize| random.iter().map(|games| games[deal]).sum::<f64>() / random.len() as f64;
        let games = own.games[place].iter().enumerate();
        let differences: Vec<f64> = games.map(|(deal, game)| game - mean_of_deal(deal)).collect();
        let wins = own.wins(place);
        Own {
            wins,
            win_rate: own.rate(place),
            wilson95: wilson(wins, differences.len() as u64),
            difference: differences.iter().sum::<f64>() / differences.len() as f64,
            interval95: paired_bootstrap(&differences, seed),
        }
    }
}
