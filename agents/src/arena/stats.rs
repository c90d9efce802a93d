//! What many games add up to: rates with intervals, paired differences, means and counts.

use crate::parallel;
use heist_engine::describe::kept_names;
use heist_engine::game::{Game, Seat, TeamResult};
use heist_engine::random::{self, Generator};
use rand::Rng;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::control::{Adjusted, Control, adjust, adjusted_mean};
use super::matches::Thinking;
use super::normal::Z95;
use super::sprt::{SprtReport, Verdict};
use super::summary::{GameFault, GameSummary};

/// How many times [`paired_bootstrap`] resamples. With this many the 2.5% and 97.5% points are the 100th least
/// and the 100th greatest of them, without interpolation.
pub const RESAMPLES: u64 = 3_999;

/// The Wilson score interval (95%, without continuity correction) of a share of `wins` in `games`, low end first,
/// both in 0 to 1. `games` of 0 gives the whole of it.
///
/// E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American
/// Statistical Association 22 (1927).
pub fn wilson(wins: u64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let n = games as f64;
    let p = wins as f64 / n;
    let z2 = Z95 * Z95;
    let centre = p + z2 / (2.0 * n);
    let spread = Z95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // The ends are exact at no wins and at no losses, where rounding could leave the range.
    let low = if wins == 0 { 0.0 } else { (centre - spread) / scale };
    let high = if wins == games { 1.0 } else { (centre + spread) / scale };
    [low, high]
}

/// The 95% bootstrap interval, by percentiles, of the mean of `differences`, low end first.
///
/// `differences` holds one number a deal: what one contestant got less what the other got. Deals are drawn from
/// it with replacement, as many as there are, [`RESAMPLES`] times; resample `i` has a stream of its own from
/// `seed`, so the interval is a function of the arguments, on any number of threads. One number or none gives an
/// interval without width: it says nothing about the spread.
///
/// Runs on the threads of the current rayon pool. A hundred thousand wins and losses take well under a second.
///
/// B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of Statistics 7 (1979); B. Efron and
/// R. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
///
/// # Panics
/// With more than 2^32 - 1 differences.
pub fn paired_bootstrap(differences: &[f64], seed: u64) -> [f64; 2] {
    let count = u32::try_from(differences.len()).expect("fewer than 2^32 deals");
    if count == 0 {
        return [0.0, 0.0];
    }
    // Results take few values, so the deals are counted by value.
    let mut sorted = differences.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut groups: Vec<Group> = Vec::new();
    for (before, value) in (0..count).zip(sorted) {
        match groups.last_mut() {
            Some(group) if group.value == value => group.end += 1,
            _ => groups.push(Group { value, end: before + 1 }),
        }
    }
    let mut means: Vec<f64> = parallel::map(RESAMPLES as usize, |number| {
        let mut rng = random::stream(seed, "arena/bootstrap", number as u64);
        resample(&mut rng, &groups, 0, count) / f64::from(count)
    });
    means.sort_by(f64::total_cmp);
    let tail = (RESAMPLES as usize + 1) / 40;
    [means[tail - 1], means[means.len() - tail]]
}

/// Deals of one value.
struct Group {
    value: f64,
    /// The number of deals up to and with this group.
    end: u32,
}

/// The sum of `draws` deals drawn with replacement from `groups`, before which there are `start` deals: how many fall
/// on the first half of the groups is binomial, and so on in each half.
fn resample(rng: &mut Generator, groups: &[Group], start: u32, draws: u32) -> f64 {
    match groups {
        [] => 0.0,
        _ if draws == 0 => 0.0,
        [group] => f64::from(draws) * group.value,
        _ => {
            let (low, high) = groups.split_at(groups.len() / 2);
            // Neither half is empty, and a group holds at least one deal: middle and end are both past the start,
            // and the share is less than 1.
            let (middle, end) = (low[low.len() - 1].end, high[high.len() - 1].end);
            let share = (u128::from(middle - start) << 64) / u128::from(end - start);
            let fallen = binomial(rng, draws, share as u64);
            resample(rng, low, start, fallen) + resample(rng, high, middle, draws - fallen)
        }
    }
}

/// How many of `trials` succeed, each with probability `share` / 2^64: 64 trials side by side, each of which compares
/// a uniform number with the share, bit by bit from the top, until they differ.
fn binomial(rng: &mut Generator, trials: u32, share: u64) -> u32 {
    let mut successes = 0;
    let mut left = trials;
    while left > 0 {
        let lanes = left.min(64);
        let mut undecided = u64::MAX >> (64 - lanes);
        let mut bits = share;
        while undecided != 0 && bits != 0 {
            let coins = rng.next_u64();
            if bits >> 63 == 1 {
                successes += (undecided & !coins).count_ones();
                undecided &= coins;
            } else {
                undecided &= !coins;
            }
            bits <<= 1;
        }
        left -= lanes;
    }
    successes
}

/// The games of one contestant, added up in the order of the deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// The result's value of each game, 0 to 1.
    pub values: Vec<f64>,
    /// How many games reached the whole aim.
    pub wins: u64,
    /// How many games ended in each of [`Game::ENDINGS`].
    pub endings: Vec<u64>,
    /// How many of those were no wins.
    pub losses: Vec<u64>,
    /// The sum of each of the figures that results keep, in the order of [`Game::FIGURES`].
    pub figures: Vec<i64>,
    /// How many decisions were taken.
    pub decisions: u64,
    /// How long they took.
    pub thinking: Thinking,
    /// How many games ended with a fault; they have a value of 0, no ending and no figures.
    pub faults: u64,
    /// The first of these.
    pub first_fault: Option<FirstFault>,
    /// The luck of each game, or of none.
    pub luck: Vec<f64>,
}

impl Tally {
    /// No games of `G`.
    pub fn new<G: Game>() -> Tally {
        Tally {
            values: Vec::new(),
            wins: 0,
            endings: vec![0; G::ENDINGS.len()],
            losses: vec![0; G::ENDINGS.len()],
            figures: vec![0; kept_names(G::FIGURES).count()],
            decisions: 0,
            thinking: Thinking::default(),
            faults: 0,
            first_fault: None,
            luck: Vec::new(),
        }
    }

    /// Adds the game of `G` of this deal.
    ///
    /// # Panics
    /// When the ending of a game without a fault is none of [`Game::ENDINGS`].
    pub fn add<G: Game>(&mut self, deal: u64, game: &GameSummary) {
        self.values.push(game.result.value);
        self.decisions += game.decisions;
        self.thinking.add(game.thinking);
        self.luck.extend(game.luck);
        match &game.fault {
            Some(fault) => self.add_fault(deal, fault),
            None => self.add_result::<G>(&game.result),
        }
    }

    fn add_result<G: Game>(&mut self, result: &TeamResult) {
        let ending = G::ENDINGS.iter().position(|ending| *ending == result.ending);
        // The contract of `TeamResult` promises it.
        let ending = ending.expect("a result's ending is one of the game's endings");
        self.endings[ending] += 1;
        if result.is_win() {
            self.wins += 1;
        } else {
            self.losses[ending] += 1;
        }
        for (sum, figure) in self.figures.iter_mut().zip(result.figures) {
            *sum += i64::from(figure);
        }
    }

    fn add_fault(&mut self, deal: u64, fault: &GameFault) {
        self.faults += 1;
        self.first_fault.get_or_insert_with(|| FirstFault {
            deal,
            seat: fault.seat,
            text: fault.text.clone(),
        });
    }

    /// How many games were added.
    pub fn games(&self) -> u64 {
        self.values.len() as u64
    }

    /// The statistics of the games of a contestant of this name. Means of no games are 0.
    pub fn report<G: Game>(&self, agent: &str) -> ContestantReport {
        let games = self.games().max(1) as f64;
        let ended = (self.games() - self.faults).max(1) as f64;
        let means = G::FIGURES.iter().zip(&self.figures);
        let means: Vec<_> = means.map(|(figure, sum)| (figure, *sum as f64 / ended)).collect();
        let headline = means.iter().filter(|(figure, _)| figure.is_headline);
        let losses = G::ENDINGS.iter().copied().zip(self.losses.iter().copied());
        ContestantReport {
            agent: agent.to_owned(),
            games: self.games(),
            wins: self.wins,
            win_rate: self.wins as f64 / games,
            wilson95: wilson(self.wins, self.games()),
            losses: Named(losses.filter(|(_, count)| *count > 0).collect()),
            headline: Named(headline.map(|(figure, mean)| (figure.name, *mean)).collect()),
            decision_us_mean: self.thinking.mean_us(),
            mean_value: self.values.iter().sum::<f64>() / games,
            mean_decisions: self.decisions as f64 / games,
            endings: Named(G::ENDINGS.iter().copied().zip(self.endings.iter().copied()).collect()),
            figures: Named(means.iter().map(|(figure, mean)| (figure.name, *mean)).collect()),
            faults: self.faults,
            first_fault: self.first_fault.clone(),
            luck_adjusted: self
                .control()
                .and_then(|control| adjusted_mean(&self.values, &[control])),
        }
    }

    /// The luck as a control variate; `None` unless every game has its luck.
    fn control(&self) -> Option<Control> {
        let is_whole = !self.luck.is_empty() && self.luck.len() == self.values.len();
        is_whole.then(|| Control {
            numbers: self.luck.clone(),
            expected: 1.0,
        })
    }

    /// The luck-adjusted value of each game, as [`ContestantReport::luck_adjusted`] takes it; `None` unless every
    /// game has its luck.
    pub fn luck_adjusted(&self) -> Option<Vec<f64>> {
        self.control().map(|control| adjust(&self.values, &[control]))
    }

    /// How this contestant did against `other` over the same deals, as many as both have played; `seed` is the
    /// bootstrap's.
    pub fn paired(&self, agent: &str, other: &Tally, to: &str, seed: u64) -> PairedReport {
        let pairs = self.values.iter().zip(&other.values);
        let differences: Vec<f64> = pairs.map(|(own, others)| own - others).collect();
        PairedReport {
            agent: agent.to_owned(),
            to: to.to_owned(),
            difference: differences.iter().sum::<f64>() / differences.len().max(1) as f64,
            interval95: paired_bootstrap(&differences, seed),
            luck_adjusted: self
                .controls_with(other)
                .and_then(|controls| adjusted_mean(&differences, &controls)),
        }
    }

    /// The luck of both as control variates of the difference over their common deals.
    fn controls_with(&self, other: &Tally) -> Option<[Control; 2]> {
        let (mut own, mut others) = (self.control()?, other.control()?);
        let deals = own.numbers.len().min(others.numbers.len());
        own.numbers.truncate(deals);
        others.numbers.truncate(deals);
        others.expected = -1.0;
        Some([own, others])
    }
}

/// What a run found. Serializes to the JSON of `heist arena --json`.
///
/// Everything but the time a decision took is a function of the contestants, the setups, the seed and the number
/// of games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// [`Game::ID`].
    pub game: &'static str,
    /// The setup as the caller described it.
    pub setup: Value,
    /// The first of the deals, if it is not deal 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub first_deal: u64,
    /// How many deals were played: by every contestant, or by those that play that many.
    pub games: u64,
    /// The seed of the deals.
    pub seed: u64,
    /// The contestants, in the order they were given.
    pub contestants: Vec<ContestantReport>,
    /// The contestants that were compared: usually every one but the first, to the first.
    pub paired: Vec<PairedReport>,
    /// How many deals were asked for: more than `games` if the run was stopped, or ended early by itself.
    pub requested: u64,
    /// The sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtReport>,
    /// The contestant whose faults ended the run ([`Config::max_faults`](super::config::Config::max_faults)), if they
    /// did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_by_faults: Option<String>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Report {
    /// Whether the run ended by itself before the last deal: its test had a verdict, or somebody had too many faults.
    pub fn has_ended_early(&self) -> bool {
        let is_decided = self.sprt.is_some_and(|sprt| sprt.verdict != Verdict::Undecided);
        is_decided || self.ended_by_faults.is_some()
    }

    /// Whether a contestant had a fault.
    pub fn has_faults(&self) -> bool {
        self.contestants.iter().any(|contestant| contestant.faults > 0)
    }
}

/// One contestant's games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ContestantReport {
    /// The contestant's name: its agents' spec.
    pub agent: String,
    /// Games played.
    pub games: u64,
    /// Games that reached the whole aim.
    pub wins: u64,
    /// Their share, 0 to 1.
    pub win_rate: f64,
    /// Its 95% Wilson interval, low end first.
    pub wilson95: [f64; 2],
    /// The games that were no wins, counted by ending, in the game's order; endings that did not occur are left
    /// out, and so are faults.
    pub losses: Named<u64>,
    /// Those of `figures` that short tables show ([`Figure::is_headline`](heist_engine::Figure::is_headline)).
    pub headline: Named<f64>,
    /// Mean time of a decision in microseconds; see [`Thinking`].
    pub decision_us_mean: f64,
    /// Mean of what the team plays for, 0 to 1.
    pub mean_value: f64,
    /// Mean number of decisions in a game.
    pub mean_decisions: f64,
    /// All games counted by ending, in the game's order.
    pub endings: Named<u64>,
    /// Mean of each of the game's figures, in the game's order, over the games without a fault.
    pub figures: Named<f64>,
    /// Games that an agent could not go on with: lost, and counted neither in `losses` nor in `endings`.
    pub faults: u64,
    /// The first of these; `null` if there is none.
    pub first_fault: Option<FirstFault>,
    /// `mean_value` adjusted for luck ([`mod@super::luck`]), if it was measured and enough games differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck_adjusted: Option<Adjusted>,
}

/// The first fault of a contestant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FirstFault {
    /// The deal.
    pub deal: u64,
    /// Whose agent.
    pub seat: Seat,
    /// What went wrong.
    pub text: String,
}

/// A contestant compared to another over the same deals.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairedReport {
    /// The contestant.
    pub agent: String,
    /// The one it is compared to.
    pub to: String,
    /// The mean over the deals of its value less the other's, -1 to 1; the difference of the win rates where
    /// every value is 0 or 1.
    pub difference: f64,
    /// Its 95% interval by [`paired_bootstrap`], low end first.
    pub interval95: [f64; 2],
    /// The difference with the luck of both taken off, if it was measured and enough deals differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck_adjusted: Option<Adjusted>,
}

/// Values with names, in a fixed order; a JSON object.
#[derive(Clone, PartialEq, Debug)]
pub struct Named<T>(pub Vec<(&'static str, T)>);

impl<T: Copy> Named<T> {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<T> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
