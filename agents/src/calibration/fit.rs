//! Fitting a calibration to positions of games that were played.

use std::collections::BTreeMap;

use super::curve::{Curve, log_odds, logistic};
use super::logistic::{self, Row};
use super::model::{Calibration, Model, Number};
use super::numbers::EFFORT;
use crate::analysis::{Estimate, Moments};
use crate::parallel;

/// A position of a game that was played, what a search found there, and how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The number of the game. Positions of one game share its end, so they are never on both sides of a split.
    pub game: u64,
    /// Who played on in the simulations of the search.
    pub source: String,
    /// The worth of the move that the search chose.
    pub value: f64,
    /// Its simulations.
    pub simulations: u64,
    /// The numbers of the position, in the order of the names that go with them.
    pub numbers: Vec<f32>,
    /// The features of the position that are on, ascending.
    pub features: Vec<u32>,
    /// What the team got, 0 to 1.
    pub won: f64,
}

/// Penalties on the squares of the coefficients that are tried, in units of the positions of a game, the greatest
/// first.
const PENALTIES: &[f64] = &[100.0, 30.0, 10.0, 3.0, 1.0];
/// As many simulations as what is usual may say as much as.
const PRIORS: &[f64] = &[1.0, 4.0, 16.0, 64.0, 256.0];
/// The prior with which penalties are chosen.
const FIRST_PRIOR: f64 = 16.0;
/// Parts that games are dealt into, each predicted from the others.
const FOLDS: u64 = 5;
/// A feature must be on in so many games, and off in so many.
const FEWEST: usize = 12;
/// The share of the penalty that holds the coefficients of sources and of the value near to what is usual: there are
/// few of them.
const LIGHT: f64 = 0.1;
/// No slope is below this: a better value is a better chance.
const LEAST_SLOPE: f64 = 0.05;
/// The slope that is likeliest before anything was seen: values are chances.
const USUAL_SLOPE: f64 = 1.0;
/// By how much the log odds of winning are likeliest to rise with the effort, before anything was seen: in the Bank Job
/// 100 simulations win 63%, 1,000 78% and a tenth of a second 81%; in Casino Capers a hundredth of a second wins 36%, a
/// tenth 53%.
const USUAL_EFFORT: f64 = 0.16;
/// Coefficients nearer to 0 say nothing, and make texts long.
const SMALLEST: f64 = 1e-4;

/// Fits a calibration of a game to samples in the order of their games; `names` are those of the numbers, and
/// `feature_name` tells those of the features. A function of the arguments, whatever the number of threads.
///
/// How many simulations what is usual says as much as is the number with which the likelihood of a fifth of the games
/// is greatest, by models of the other four fifths, over all fifths; the penalty is the greatest that does as well as
/// the best one does, as far as the fifths tell.
pub fn fit(
    mut calibration: Calibration,
    samples: &[Sample],
    names: &[String],
    feature_name: &(dyn Fn(u32) -> String + Sync),
) -> Calibration {
    let design = Design::new(samples, names);
    let folds: Vec<u64> = samples.iter().map(|sample| fold_of(sample.game)).collect();
    let all: Vec<usize> = (0..samples.len()).collect();
    let loss = |penalty: f64, prior: f64, fold: u64| {
        let (own, others): (Vec<usize>, Vec<usize>) = all.iter().copied().partition(|&place| folds[place] == fold);
        design
            .fit(samples, &others, penalty, prior)
            .loss(&design, samples, &own)
    };
    // The losses of the folds, by each penalty and prior that are tried.
    let losses = |tried: &[(f64, f64)]| -> Vec<Vec<f64>> {
        let tasks = tried.len() * FOLDS as usize;
        let losses = parallel::map(tasks, |task| {
            let (penalty, prior) = tried[task / FOLDS as usize];
            loss(penalty, prior, task as u64 % FOLDS)
        });
        losses.chunks(FOLDS as usize).map(<[f64]>::to_vec).collect()
    };
    // Positions of a game share its end: together they say hardly more than one of them.
    let per_game = samples.len() as f64 / count_games(samples).max(1) as f64;
    let penalties: Vec<f64> = PENALTIES.iter().map(|penalty| penalty * per_game).collect();
    let tried: Vec<(f64, f64)> = penalties.iter().map(|&penalty| (penalty, FIRST_PRIOR)).collect();
    let penalty = penalties[simplest(&losses(&tried))];
    let tried: Vec<(f64, f64)> = PRIORS.iter().map(|&prior| (penalty, prior)).collect();
    let prior = PRIORS[least(&losses(&tried))];
    let fitted = design.fit(samples, &all, penalty, prior);
    calibration.games = count_games(samples);
    calibration.positions = samples.len() as u64;
    calibration.prior = prior;
    calibration.usual = design.model(&fitted.usual, names, feature_name);
    calibration.won = design.model(&fitted.won, names, feature_name);
    let slopes = design.sources.iter().zip(&fitted.slopes);
    calibration.slopes = slopes
        .map(|(source, &slope)| (source.clone(), rounded(slope)))
        .collect();
    calibration
}

/// The place with the least mean loss, the first of equals.
fn least(losses: &[Vec<f64>]) -> usize {
    let mean = |folds: &Vec<f64>| folds.iter().sum::<f64>();
    let order = |a: &usize, b: &usize| mean(&losses[*a]).total_cmp(&mean(&losses[*b]));
    (0..losses.len()).min_by(order).unwrap_or(0)
}

/// The first place whose mean loss is greater than the least one by no more than a standard error of the difference
/// over the folds: L. Breiman, J. Friedman, R. Olshen and C. Stone, "Classification and Regression Trees" (1984),
/// section 3.4.3.
fn simplest(losses: &[Vec<f64>]) -> usize {
    let best = least(losses);
    let is_as_good = |place: &usize| {
        let differences = losses[*place].iter().zip(&losses[best]).map(|(own, best)| own - best);
        let Estimate { mean, error } = differences.collect::<Moments>().estimate();
        mean <= error
    };
    (0..losses.len()).find(is_as_good).unwrap_or(best)
}

/// The part of a game.
fn fold_of(game: u64) -> u64 {
    game % FOLDS
}

/// How many games samples are from, which are in the order of their games.
fn count_games(samples: &[Sample]) -> u64 {
    samples.chunk_by(|one, next| one.game == next.game).count() as u64
}

/// The columns of the models, and the rows of the samples in them.
struct Design {
    /// Who plays on in simulations.
    sources: Vec<String>,
    /// The numbers that differ, each by its place with mean and scale.
    numbers: Vec<(usize, Number)>,
    /// The features that are neither on nor off in nearly all games.
    features: Vec<u32>,
    /// The constant 1, the sources, the numbers and the features of each sample.
    rows: Vec<Row>,
    /// The place of the source of each sample.
    source_of: Vec<usize>,
    /// The column of the effort of the agent with what is likeliest of it, if that differs.
    effort: Option<(u32, f64)>,
}

/// What was fitted: coefficients by the columns of a [`Design`].
struct Fitted {
    usual: Vec<f64>,
    won: Vec<f64>,
    slopes: Vec<f64>,
    prior: f64,
}

impl Design {
    fn new(samples: &[Sample], names: &[String]) -> Design {
        let mut sources: Vec<String> = samples.iter().map(|sample| sample.source.clone()).collect();
        sources.sort();
        sources.dedup();
        let count = samples.len().max(1) as f64;
        let number = |place: usize| {
            let values = samples.iter().map(|sample| f64::from(sample.numbers[place]));
            let mean = values.clone().sum::<f64>() / count;
            let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / count;
            let scale = variance.sqrt();
            let weight = 0.0;
            (scale > 1e-6 * (1.0 + mean.abs())).then_some((
                place,
                Number {
                    mean: rounded(mean),
                    scale: rounded(scale),
                    weight,
                },
            ))
        };
        let numbers: Vec<(usize, Number)> = (0..names.len()).filter_map(number).collect();
        let games = count_games(samples) as usize;
        let mut on: BTreeMap<u32, usize> = BTreeMap::new();
        let mut off: BTreeMap<u32, usize> = BTreeMap::new();
        for game in samples.chunk_by(|one, next| one.game == next.game) {
            let mut seen: BTreeMap<u32, usize> = BTreeMap::new();
            for feature in game.iter().flat_map(|sample| &sample.features) {
                *seen.entry(*feature).or_default() += 1;
            }
            for (feature, times) in seen {
                *on.entry(feature).or_default() += 1;
                if times == game.len() {
                    *off.entry(feature).or_default() += 1;
                }
            }
        }
        let is_told = |&(feature, on): &(u32, usize)| {
            let always = off.get(&feature).copied().unwrap_or(0);
            on >= FEWEST && games - always >= FEWEST
        };
        let features: Vec<u32> = on.into_iter().filter(is_told).map(|(feature, _)| feature).collect();
        let source_of = samples.iter().map(|sample| {
            let found = sources.iter().position(|source| *source == sample.source);
            found.expect("the list is that of the samples")
        });
        let source_of: Vec<usize> = source_of.collect();
        let effort = numbers.iter().position(|(place, _)| names[*place] == EFFORT);
        let effort = effort.map(|place| {
            (
                (1 + sources.len() + place) as u32,
                USUAL_EFFORT * numbers[place].1.scale,
            )
        });
        let mut design = Design {
            sources,
            numbers,
            features,
            rows: Vec::new(),
            source_of,
            effort,
        };
        design.rows = samples
            .iter()
            .zip(&design.source_of)
            .map(|(sample, &source)| design.row(sample, source))
            .collect();
        design
    }

    fn row(&self, sample: &Sample, source: usize) -> Row {
        let mut row = vec![(0, 1.0), (1 + source as u32, 1.0)];
        let first = 1 + self.sources.len();
        for (column, (place, number)) in self.numbers.iter().enumerate() {
            let value = number.standardised(f64::from(sample.numbers[*place]));
            row.push(((first + column) as u32, value));
        }
        let first = first + self.numbers.len();
        for feature in &sample.features {
            if let Ok(column) = self.features.binary_search(feature) {
                row.push(((first + column) as u32, 1.0));
            }
        }
        row
    }

    /// The penalties of all columns.
    fn penalties(&self, penalty: f64) -> Vec<f64> {
        let columns = 1 + self.sources.len() + self.numbers.len() + self.features.len();
        let of_column = |column: usize| match column {
            0 => 0.0,
            column if column <= self.sources.len() => LIGHT * penalty,
            _ => penalty,
        };
        (0..columns).map(of_column).collect()
    }

    /// Fits the samples at some places.
    fn fit(&self, samples: &[Sample], places: &[usize], penalty: f64, prior: f64) -> Fitted {
        let rows: Vec<&Row> = places.iter().map(|&place| &self.rows[place]).collect();
        let values = places.iter().map(|&place| samples[place].value.clamp(0.0, 1.0));
        let mut penalties = self.penalties(penalty);
        let usual = logistic::fit(&rows, &values.collect::<Vec<f64>>(), &vec![0.0; rows.len()], &penalties);
        let won: Vec<f64> = places.iter().map(|&place| samples[place].won).collect();
        let steeps: Vec<f64> = places
            .iter()
            .map(|&place| {
                log_odds(shrunk(
                    &samples[place],
                    logistic(logistic::product(&self.rows[place], &usual)),
                    prior,
                ))
            })
            .collect();
        // A column for the slope of each source, the last ones, beside what is likeliest.
        let first = penalties.len();
        penalties.extend(vec![LIGHT * penalty; self.sources.len()]);
        let mut fixed: Vec<Option<f64>> = vec![None; self.sources.len()];
        loop {
            let mut offsets = Vec::with_capacity(places.len());
            let mut steep_rows: Vec<Row> = Vec::with_capacity(places.len());
            for (&place, &steep) in places.iter().zip(&steeps) {
                let source = self.source_of[place];
                let mut row = self.rows[place].clone();
                if fixed[source].is_none() {
                    row.push(((first + source) as u32, steep));
                }
                offsets.push(fixed[source].unwrap_or(USUAL_SLOPE) * steep + self.usual_effort(&self.rows[place]));
                steep_rows.push(row);
            }
            let rows: Vec<&Row> = steep_rows.iter().collect();
            let mut found = logistic::fit(&rows, &won, &offsets, &penalties);
            let more = found.split_off(first);
            let slopes = fixed
                .iter()
                .zip(&more)
                .map(|(fixed, more)| fixed.unwrap_or(USUAL_SLOPE + more));
            let slopes: Vec<f64> = slopes.collect();
            // A slope below the least is held there, and the rest fitted again.
            match slopes.iter().position(|slope| *slope < LEAST_SLOPE) {
                Some(source) => fixed[source] = Some(LEAST_SLOPE),
                None => {
                    if let Some((column, weight)) = self.effort {
                        found[column as usize] += weight;
                    }
                    return Fitted {
                        usual,
                        won: found,
                        slopes,
                        prior,
                    };
                }
            }
        }
    }

    /// What is likeliest of the effort of a row.
    fn usual_effort(&self, row: &[(u32, f64)]) -> f64 {
        self.effort
            .map_or(0.0, |(column, weight)| weight * number_at(row, column))
    }

    /// A model with its coefficients by name.
    fn model(&self, coefficients: &[f64], names: &[String], feature_name: &dyn Fn(u32) -> String) -> Model {
        let of_sources = &coefficients[1..];
        let of_numbers = &of_sources[self.sources.len()..];
        let of_features = &of_numbers[self.numbers.len()..];
        let numbers = self.numbers.iter().zip(of_numbers).map(|((place, number), &weight)| {
            let weight = rounded(weight);
            (names[*place].clone(), Number { weight, ..*number })
        });
        let features = self.features.iter().zip(of_features);
        let features = features.filter(|(_, weight)| weight.abs() >= SMALLEST);
        Model {
            constant: rounded(coefficients[0]),
            sources: self
                .sources
                .iter()
                .cloned()
                .zip(of_sources.iter().copied().map(rounded))
                .collect(),
            numbers: numbers.filter(|(_, number)| number.weight.abs() >= SMALLEST).collect(),
            features: features
                .map(|(&feature, &weight)| (feature_name(feature), rounded(weight)))
                .collect(),
        }
    }
}

impl Fitted {
    /// The mean of the negative logarithm of the likelihood of the samples at some places; 0 without any.
    fn loss(&self, design: &Design, samples: &[Sample], places: &[usize]) -> f64 {
        let loss = |&place: &usize| {
            let (sample, row) = (&samples[place], &design.rows[place]);
            let curve = Curve {
                usual: logistic(logistic::product(row, &self.usual)),
                prior: self.prior,
                simulations: sample.simulations as f64,
                offset: logistic::product(row, &self.won),
                slope: self.slopes[design.source_of[place]],
            };
            let chance = curve.chance(sample.value).clamp(1e-6, 1.0 - 1e-6);
            -(sample.won * chance.ln() + (1.0 - sample.won) * (1.0 - chance).ln())
        };
        places.iter().map(loss).sum::<f64>() / places.len().max(1) as f64
    }
}

/// The number of a row in a column.
fn number_at(row: &[(u32, f64)], column: u32) -> f64 {
    let found = row.iter().find(|(other, _)| *other == column);
    found.map_or(0.0, |(_, number)| *number)
}

/// The value of a sample, shrunk towards what is usual as a [`Curve`] does.
fn shrunk(sample: &Sample, usual: f64, prior: f64) -> f64 {
    let simulations = sample.simulations as f64;
    (simulations * sample.value + prior * usual) / (simulations + prior)
}

/// To 5 digits: the last ones of a fit say nothing.
fn rounded(number: f64) -> f64 {
    format!("{number:.4e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use heist_engine::random::{Generator, stream};
    use rand::Rng;

    use super::*;

    fn uniform(rng: &mut Generator) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Games whose chances to win follow from a known value, a number and a feature, with the means of simulations that
    /// are won so often.
    fn games(count: u64, slope: f64) -> Vec<Sample> {
        let mut rng = stream(5, "calibration/test", 0);
        let mut sample = |game: u64| {
            let (number, is_on) = (uniform(&mut rng) * 4.0 - 2.0, uniform(&mut rng) < 0.4);
            let true_value = logistic(number - 1.0 + uniform(&mut rng) * 2.0 - 1.0);
            let simulations = [16, 64, 400][(game % 3) as usize];
            let wins = (0..simulations).filter(|_| uniform(&mut rng) < true_value).count();
            let chance = logistic(0.8 + slope * log_odds(true_value) + 0.5 * number - if is_on { 1.0 } else { 0.0 });
            Sample {
                game,
                source: "expert".to_owned(),
                value: wins as f64 / simulations as f64,
                simulations,
                numbers: vec![number as f32, 7.0],
                features: if is_on { vec![3, 9] } else { vec![9] },
                won: f64::from(u8::from(uniform(&mut rng) < chance)),
            }
        };
        (0..count).map(&mut sample).collect()
    }

    fn fitted(samples: &[Sample]) -> Calibration {
        let names = ["number", "constant"].map(str::to_owned);
        fit(Calibration::new("vault", "test"), samples, &names, &|feature| {
            format!("feature {feature}")
        })
    }

    #[test]
    fn a_fit_recovers_what_the_games_follow_from() {
        let found = fitted(&games(30_000, 0.6));
        let number = found.won.numbers["number"];
        assert!((found.slopes["expert"] - 0.6).abs() < 0.1, "{found:?}");
        assert!((number.weight / number.scale - 0.5).abs() < 0.12, "{found:?}");
        assert!((found.won.features["feature 3"] + 1.0).abs() < 0.12, "{found:?}");
        // What never differs says nothing.
        assert!(!found.won.numbers.contains_key("constant") && !found.won.features.contains_key("feature 9"));
        let names = ["number", "constant"].map(str::to_owned);
        for (number, value) in [(-1.5, 0.1), (0.0, 0.3), (1.5, 0.7)] {
            let curve = found.curve_of("expert", &names, &[number, 7.0], &["feature 9".to_owned()], 1_000_000);
            let chance = curve.unwrap().chance(value);
            let truth = logistic(0.8 + 0.6 * log_odds(value) + 0.5 * f64::from(number));
            assert!((chance - truth).abs() < 0.04, "{chance} for {truth}");
        }
    }

    /// What is asked for is the chance with the usual effort, though most games were played with less.
    #[test]
    fn games_with_less_effort_are_told_apart() {
        let mut rng = stream(6, "calibration/test", 0);
        let mut samples = games(12_000, 0.6);
        for sample in &mut samples {
            let effort = if sample.game % 4 == 0 { 0.0 } else { -3.0 };
            sample.numbers[1] = effort as f32;
            // Some wins of the weaker agent become losses.
            if effort < 0.0 && uniform(&mut rng) < 0.4 {
                sample.won = 0.0;
            }
        }
        let names = ["number", EFFORT].map(str::to_owned);
        let found = fit(Calibration::new("vault", "test"), &samples, &names, &|feature| {
            format!("feature {feature}")
        });
        let mean = |effort: f32| {
            let of_effort = samples.iter().filter(|sample| sample.game % 4 == 0);
            let shown = of_effort.map(|sample| {
                let features: Vec<String> = sample
                    .features
                    .iter()
                    .map(|feature| format!("feature {feature}"))
                    .collect();
                let curve = found.curve_of(
                    "expert",
                    &names,
                    &[sample.numbers[0], effort],
                    &features,
                    sample.simulations,
                );
                (curve.unwrap().chance(sample.value), sample.won)
            });
            let (shown, won): (Vec<f64>, Vec<f64>) = shown.unzip();
            [shown, won].map(|numbers| numbers.iter().sum::<f64>() / numbers.len() as f64)
        };
        let [shown, won] = mean(0.0);
        assert!((shown - won).abs() < 0.03, "{shown} {won}");
        assert!(mean(-3.0)[0] < won - 0.1);
    }

    #[test]
    fn a_better_value_is_a_better_chance_even_where_games_say_otherwise() {
        let found = fitted(&games(3_000, -0.5));
        assert!(found.slopes["expert"] >= LEAST_SLOPE, "{found:?}");
    }

    /// From a handful of games nothing is learned that they may owe to chance.
    #[test]
    fn few_games_change_little() {
        let few = fitted(&games(25, 0.6));
        let names = ["number", "constant"].map(str::to_owned);
        let curve = few
            .curve_of("expert", &names, &[1.0, 7.0], &["feature 3".to_owned()], 1_000)
            .unwrap();
        let [low, high] = [0.2, 0.8].map(|value| curve.chance(value));
        assert!(low > 0.05 && high < 0.97 && high - low > 0.2, "{low} {high} {few:?}");
    }

    #[test]
    fn a_fit_does_not_depend_on_the_threads() {
        let samples = games(600, 0.6);
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            parallel::install(&pool, || fitted(&samples)).text()
        };
        assert_eq!(on(1), on(3));
    }

    #[test]
    fn a_text_gives_the_calibration_again() {
        let found = fitted(&games(300, 0.6));
        assert_eq!(Calibration::read(&found.text(), "vault"), Ok(found.clone()));
        let refused = |text: String| Calibration::read(&text, "vault").unwrap_err().to_string();
        assert!(
            refused(found.text().replace("\"vault\"", "\"bank\""))
                .contains("field `game`: found `bank`; expected vault")
        );
        assert!(refused(found.text().replace("\"prior\": ", "\"prior\": -")).contains("field `prior`"));
        assert!(refused(found.text().replace("\"slopes\"", "\"slops\"")).starts_with("line "));
        assert!(refused("{".to_owned()).starts_with("line 1"));
    }
}
