//! How far chances that were shown are from results.

use std::collections::BTreeMap;

use heist_engine::random;
use serde::Serialize;

use crate::parallel;

/// A chance that would have been shown in a position, and how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The game. Positions of one game share its end.
    pub game: u64,
    /// The name of its setting.
    pub setting: String,
    /// The part of the game that the position is from.
    pub phase: &'static str,
    /// The chance, 0 to 1.
    pub shown: f64,
    /// What would have been shown without a calibration.
    pub raw: f64,
    /// What the team got, 0 to 1.
    pub won: f64,
}

/// The parts of a game, in order.
pub const PHASES: [&str; 4] = ["planning", "first third", "second third", "last third"];

/// Positions that belong together.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Group {
    /// What they have in common.
    pub name: String,
    /// How many games they are from.
    pub games: usize,
    /// How many there are.
    pub positions: usize,
    /// The mean chance that was shown.
    pub shown: f64,
    /// The mean value of the searches, without a calibration.
    pub raw: f64,
    /// The mean of what teams got.
    pub won: f64,
    /// `shown` less `won`.
    pub difference: f64,
    /// Its 95% interval by bootstrap over games, low end first.
    pub difference_interval95: [f64; 2],
    /// The mean square of what was shown less what the team got (G. Brier, Monthly Weather Review 78, 1950).
    pub brier: f64,
    /// That of a constant, the mean of what teams got.
    pub brier_of_constant: f64,
    /// The 95% interval of the first less the second, by bootstrap over games, low end first.
    pub brier_interval95: [f64; 2],
}

/// How far chances are from results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// All positions.
    pub all: Group,
    /// By setting, in the order of their names.
    pub settings: Vec<Group>,
    /// By part of the game.
    pub phases: Vec<Group>,
    /// By tenths of what was shown, the lowest first.
    pub deciles: Vec<Group>,
}

/// How often games are drawn again.
const RESAMPLES: usize = 1_999;

impl Report {
    /// The report on some positions, if there are any; the bootstrap draws from `seed`. A function of the arguments,
    /// whatever the number of threads.
    pub fn of(shown: &[Shown], seed: u64) -> Option<Report> {
        if shown.is_empty() {
            return None;
        }
        let all: Vec<&Shown> = shown.iter().collect();
        let mut by_setting: BTreeMap<&str, Vec<&Shown>> = BTreeMap::new();
        for one in shown {
            by_setting.entry(&one.setting).or_default().push(one);
        }
        let settings = by_setting.iter().map(|(name, group)| Group::of(name, group, seed));
        let of_phase = |phase: &&str| {
            let group: Vec<&Shown> = shown.iter().filter(|one| one.phase == *phase).collect();
            (!group.is_empty()).then(|| Group::of(phase, &group, seed))
        };
        let mut sorted = all.clone();
        sorted.sort_by(|a, b| a.shown.total_cmp(&b.shown));
        let deciles = sorted.chunks(sorted.len().div_ceil(10)).map(|tenth| {
            let ends = [tenth[0].shown, tenth[tenth.len() - 1].shown].map(|end| format!("{:.1}", 100.0 * end));
            Group::of(&format!("{} to {}%", ends[0], ends[1]), tenth, seed)
        });
        Some(Report {
            all: Group::of("all", &all, seed),
            settings: settings.collect(),
            phases: PHASES.iter().filter_map(of_phase).collect(),
            deciles: deciles.collect(),
        })
    }
}

/// What the positions of one game add to the sums of a group.
#[derive(Clone, Copy, Default)]
struct Sums {
    positions: f64,
    difference: f64,
    brier: f64,
    of_constant: f64,
}

impl Group {
    fn of(name: &str, positions: &[&Shown], seed: u64) -> Group {
        let count = positions.len() as f64;
        let mean = |of: &dyn Fn(&Shown) -> f64| positions.iter().map(|one| of(one)).sum::<f64>() / count;
        let (shown, raw, won) = (mean(&|one| one.shown), mean(&|one| one.raw), mean(&|one| one.won));
        let mut games: BTreeMap<u64, Sums> = BTreeMap::new();
        for one in positions {
            let sums = games.entry(one.game).or_default();
            sums.positions += 1.0;
            sums.difference += one.shown - one.won;
            sums.brier += (one.shown - one.won).powi(2);
            sums.of_constant += (won - one.won).powi(2);
        }
        let games: Vec<Sums> = games.into_values().collect();
        let resampled: Vec<[f64; 2]> = parallel::map(RESAMPLES, |number| {
            let mut rng = random::stream(seed, "calibration/bootstrap", number as u64);
            let mut sums = Sums::default();
            for _ in 0..games.len() {
                let game = games[random::below(&mut rng, games.len() as u32) as usize];
                sums.positions += game.positions;
                sums.difference += game.difference;
                sums.brier += game.brier;
                sums.of_constant += game.of_constant;
            }
            [sums.difference, sums.brier - sums.of_constant].map(|sum| sum / sums.positions)
        });
        let interval = |place: usize| {
            let mut values: Vec<f64> = resampled.iter().map(|statistics| statistics[place]).collect();
            values.sort_by(f64::total_cmp);
            let tail = (RESAMPLES + 1) / 40;
            [values[tail - 1], values[RESAMPLES - tail]]
        };
        Group {
            name: name.to_owned(),
            games: games.len(),
            positions: positions.len(),
            shown,
            raw,
            won,
            difference: shown - won,
            difference_interval95: interval(0),
            brier: games.iter().map(|game| game.brier).sum::<f64>() / count,
            brier_of_constant: games.iter().map(|game| game.of_constant).sum::<f64>() / count,
            brier_interval95: interval(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(game: u64, shown: f64, won: f64) -> Shown {
        Shown {
            game,
            setting: "it".to_owned(),
            phase: PHASES[1 + (game % 3) as usize],
            shown,
            raw: shown / 2.0,
            won,
        }
    }

    #[test]
    fn a_right_forecast_is_told_from_a_wrong_one() {
        // Of 400 games half are won; what is shown of three positions of each knows by how much.
        let positions = |shown: fn(bool) -> f64| -> Vec<Shown> {
            let games = (0..400u64).flat_map(|game| (0..3).map(move |_| game));
            games
                .map(|game| position(game, shown(game % 2 == 0), f64::from(u8::from(game % 2 == 0))))
                .collect()
        };
        let right = Report::of(&positions(|is_won| if is_won { 0.8 } else { 0.2 }), 1).unwrap();
        assert!(right.all.difference.abs() < 1e-9 && right.all.brier < 0.05);
        assert!(right.all.brier_interval95[1] < 0.0 && (right.all.brier_of_constant - 0.25).abs() < 1e-9);
        assert_eq!(
            (right.all.games, right.all.positions, right.phases.len()),
            (400, 1200, 3)
        );
        let high = Report::of(&positions(|_| 0.6), 1).unwrap();
        let [low, most] = high.all.difference_interval95;
        assert!(low > 0.03 && most < 0.17 && low < 0.1 && most > 0.1, "{low} {most}");
        assert!(high.all.brier_interval95[1] > 0.0);
        // Positions of one game are no independent ones: the interval is that of 400 games.
        assert!(most - low > 0.08, "{low} {most}");
        assert_eq!(Report::of(&[], 1), None);
    }

    #[test]
    fn tenths_are_in_order() {
        let positions: Vec<Shown> = (0..95).map(|game| position(game, game as f64 / 95.0, 1.0)).collect();
        let report = Report::of(&positions, 3).unwrap();
        assert_eq!(report.deciles.len(), 10);
        assert!(report.deciles.is_sorted_by(|one, next| one.shown < next.shown));
        assert_eq!(report.deciles.iter().map(|group| group.positions).sum::<usize>(), 95);
    }
}
