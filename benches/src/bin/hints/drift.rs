//! Whether the value shown agrees with the mean of the hints that follow the recommended move.

use heist_engine::any::AnyState;
use heist_engine::game::{Fill, Node, Seat};
use heist_engine::random::{Generator, stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::positions::Position;
use crate::run::{Findings, Protocol, Run};
use crate::stats::{interval, mean, points, range, table};
use crate::suite::Suite;

/// Steps at most from the recommended move to the next hint.
const MOST_STEPS: usize = 10_000;

/// The protocol.
pub struct Drift {
    /// After so many draws at most the next hint is asked for: all of them where there are no more, with their
    /// probabilities.
    pub draws: usize,
}

/// A value and what is shown next.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shift {
    /// The recommended move.
    pub action: String,
    /// The value shown.
    pub value: f64,
    /// The mean of what is shown next.
    pub next: f64,
    /// The standard error of the difference: of the values shown, and where draws were sampled of the draws.
    pub error: f64,
    /// How many hints followed.
    pub hints: usize,
}

/// What follows a move, with its weight in the mean.
struct Following {
    weight: f64,
    place: Place,
}

enum Place {
    /// The game is over, with this value.
    End(f64),
    /// The next decision that leaves a choice: whose it is, and what that seat knows.
    Decision(Seat, Box<dyn AnyState>),
}

impl Protocol for Drift {
    type Finding = Shift;
    const NAME: &'static str = "drift";

    fn choose(&self, _: &Position, _: &Suite) -> Option<Value> {
        Some(Value::Null)
    }

    fn ask(&self, position: &Position, _: &Value, run: &Run<'_>) -> Result<Option<Shift>, String> {
        let (view, seat, seed) = (&*position.view, position.seat, run.suite.seed);
        let report = run.effort.ask(view, seat, seed, 1, run.stop)?;
        let Some(first) = report.moves.first().filter(|first| !first.value.is_nan()) else {
            return Ok(None);
        };
        let place = view.find(&first.action).map_err(|error| error.to_string())?;
        let mut rng = stream(seed, "hints/drift/worlds", view.key());
        let (followings, is_sampled) = follow(view, place, self.draws, &mut rng)?;
        let mut values = Vec::new();
        let mut square = first.value_error.powi(2);
        for (number, Following { weight, place }) in followings.iter().enumerate() {
            let value = match place {
                Place::End(value) => *value,
                Place::Decision(seat, view) => {
                    // Other worlds each time, as when somebody asks again.
                    let next = run.effort.ask(&**view, *seat, seed + 1 + number as u64, 1, run.stop)?;
                    let Some(first) = next.moves.first() else {
                        return Ok(None);
                    };
                    square += (weight * first.value_error).powi(2);
                    first.value
                }
            };
            values.push(value);
        }
        let next: f64 = followings
            .iter()
            .zip(&values)
            .map(|(following, value)| following.weight * value)
            .sum();
        if next.is_nan() {
            return Ok(None);
        }
        if is_sampled && values.len() > 1 {
            let count = values.len() as f64;
            let squares: f64 = values.iter().map(|value| (value - next).powi(2)).sum();
            square += squares / (count - 1.0) / count;
        }
        Ok(Some(Shift {
            action: first.action.clone(),
            value: first.value,
            next,
            error: square.sqrt(),
            hints: values.len(),
        }))
    }
}

/// What follows a move, and whether that is a sample. Everything that may be drawn is followed where the seat's
/// knowledge tells how likely it is and there are no more cases than `most`; otherwise so many worlds are sampled.
fn follow(
    view: &dyn AnyState,
    place: usize,
    most: usize,
    rng: &mut Generator,
) -> Result<(Vec<Following>, bool), String> {
    let refused = || format!("there is no move at place {place}");
    let mut after = view.copy();
    if !after.take(place) {
        return Err(refused());
    }
    let mut all = Vec::new();
    if spread(after, 1.0, most, &mut all) {
        return Ok((all, false));
    }
    let mut sample = Vec::new();
    for _ in 0..most {
        let mut world = view.copy();
        world.determinize(Fill::All, rng);
        if !world.take(place) {
            return Err(refused());
        }
        sample.push(Following {
            weight: 1.0 / most as f64,
            place: played_on(world, rng)?,
        });
    }
    Ok((sample, true))
}

/// Adds all that may follow a state that holds what one seat knows; false if there are more cases than `most`, or the
/// state does not say what the next seat knows.
fn spread(mut state: Box<dyn AnyState>, weight: f64, most: usize, all: &mut Vec<Following>) -> bool {
    for _ in 0..MOST_STEPS {
        match state.node() {
            Node::Terminal => {
                let value = state.result().map_or(f64::NAN, |result| result.value);
                all.push(Following {
                    weight,
                    place: Place::End(value),
                });
                return all.len() <= most;
            }
            Node::Decision(seat) if !state.holds(seat) => return false,
            Node::Decision(seat) if state.branch_count() > 1 => {
                all.push(Following {
                    weight,
                    place: Place::Decision(seat, state.information_state(seat)),
                });
                return all.len() <= most;
            }
            // Nobody is asked about an only move.
            Node::Decision(_) => {
                if !state.take(0) {
                    return false;
                }
            }
            Node::Chance => {
                let branches = state.branches();
                if all.len() + branches.len() > most {
                    return false;
                }
                return branches.iter().enumerate().all(|(place, branch)| {
                    let mut drawn = state.copy();
                    drawn.take(place) && spread(drawn, weight * branch.probability.unwrap_or(0.0), most, all)
                });
            }
        }
    }
    false
}

/// Plays a world on to the next decision that leaves a choice.
fn played_on(mut world: Box<dyn AnyState>, rng: &mut Generator) -> Result<Place, String> {
    for _ in 0..MOST_STEPS {
        match world.node() {
            Node::Terminal => return Ok(Place::End(world.result().map_or(f64::NAN, |result| result.value))),
            Node::Decision(seat) if world.branch_count() > 1 => {
                return Ok(Place::Decision(seat, world.information_state(seat)));
            }
            Node::Decision(_) => {
                if !world.take(0) {
                    break;
                }
            }
            Node::Chance => {
                if world.take_chance(rng).is_none() {
                    break;
                }
            }
        }
    }
    Err(format!("no decision follows within {MOST_STEPS} steps"))
}

/// The findings in Markdown.
pub fn report(findings: &Findings<Shift>, _: &Run<'_>) -> String {
    let rows: Vec<Vec<String>> = findings
        .lines()
        .into_iter()
        .map(|(name, game)| {
            let clusters = findings.clusters(game);
            let gaps: Vec<Vec<(f64, f64)>> = clusters
                .iter()
                .map(|rows| {
                    let rows = rows.iter().map(|row| &row.finding);
                    rows.map(|shift| (shift.next - shift.value, shift.error)).collect()
                })
                .collect();
            let all: Vec<&(f64, f64)> = gaps.iter().flatten().collect();
            let (bias, absolute) = (interval(&gaps, bias), interval(&gaps, absolute));
            vec![
                name,
                format!("{}, {}", all.len(), gaps.len()),
                points(mean(all.iter().map(|(gap, _)| gap.abs()))),
                range(absolute),
                points(noise(&all)),
                points(mean(all.iter().map(|(gap, _)| *gap))),
                range(bias),
            ]
        })
        .collect();
    let heads = [
        "",
        "positions, games",
        "mean absolute difference",
        "95%",
        "of which noise alone",
        "bias (next less shown)",
        "95%",
    ];
    table(&heads, &rows)
}

fn bias(gaps: &[&(f64, f64)]) -> f64 {
    mean(gaps.iter().map(|(gap, _)| *gap))
}

fn absolute(gaps: &[&(f64, f64)]) -> f64 {
    mean(gaps.iter().map(|(gap, _)| gap.abs()))
}

/// The mean absolute difference of values that agree, by their standard errors: a normal variable is off by sqrt(2/pi)
/// of its error.
fn noise(gaps: &[&(f64, f64)]) -> f64 {
    mean(gaps.iter().map(|(_, error)| error * std::f64::consts::FRAC_2_PI.sqrt()))
}

#[cfg(test)]
mod tests {
    use heist_engine::any;
    use serde_json::json;

    use super::*;

    fn view(setup: Value) -> Box<dyn AnyState> {
        let fields = setup.as_object().unwrap();
        let game = any::find("caper-cards").unwrap();
        let mut state = game.setup_from(fields).unwrap().complete().unwrap().begin().unwrap();
        let mut rng = stream(1, "drift tests", 0);
        state.determinize(Fill::All, &mut rng);
        loop {
            match state.node() {
                Node::Decision(seat) if state.branch_count() > 1 => return state.information_state(seat),
                Node::Decision(_) => assert!(state.take(0)),
                _ => assert!(state.take_chance(&mut rng).is_some()),
            }
        }
    }

    #[test]
    fn weights_of_what_follows_add_up() {
        let mut rng = stream(2, "drift tests", 0);
        for seats in 1..=4 {
            let view = view(json!({"seats": seats, "seed": 3}));
            for place in 0..view.branch_count() {
                let (followings, _) = follow(&*view, place, 6, &mut rng).unwrap();
                let sum: f64 = followings.iter().map(|following| following.weight).sum();
                assert!((sum - 1.0).abs() < 1e-9 && followings.len() <= 6, "{sum}");
            }
        }
    }

    #[test]
    fn what_the_next_seat_knows_is_sampled() {
        let view = view(json!({"seats": 2, "seed": 3}));
        let (followings, is_sampled) = follow(&*view, 0, 5, &mut stream(3, "drift tests", 0)).unwrap();
        assert!(is_sampled && followings.len() == 5);
        for following in followings {
            match following.place {
                Place::Decision(seat, view) => assert!(view.holds(seat) && view.node() == Node::Decision(seat)),
                Place::End(value) => assert!((0.0..=1.0).contains(&value)),
            }
        }
    }
}
