//! Whether hints about plans agree.
//!
//! Each planning decision is asked about with several seeds. For each seed a line says the value that was shown for the
//! plan, its 95% interval, what the plan is worth in heists that the agent plays that plays on in the planner's
//! simulations, which is the expert, what it is worth in heists that a search plays (with `--search N`, N heists for
//! each plan), and how long the hint took. Plans that lead to the same state have the same number. Then come the
//! spreads: the greatest value less the least one, and the same for what the plans are worth.

use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use heist_agents::spec::analysis_factory;
use heist_agents::{Inquiry, Level, Players, Spec, factory};
use heist_engine::game::{Fill, Game, Node, Seat, play_out};
use heist_engine::masters::{Action, Ending, MastersOfTheHeist, Phase, Setup};
use heist_engine::random::stream;
use heist_engine::record::{Replay, Step};
use rayon::prelude::*;

use super::{JOBS, planned_by_expert, share_won};

/// The search that plays plans on, to check them.
const SEARCH: &str = "improve:sims=100,turns=0";
/// What values may differ by, in points, and what plans may be worth less than another.
const AGREED: [f64; 2] = [10.0, 5.0];

/// What is asked, and how plans are measured.
pub struct Options {
    /// Who is asked: a level, or a number of heists.
    asked: Asked,
    seeds: u64,
    heists: u64,
    by_search: u64,
    positions: Vec<(String, MastersOfTheHeist)>,
}

enum Asked {
    Level(&'static Level),
    Heists(u64),
}

impl FromStr for Asked {
    type Err = String;

    fn from_str(text: &str) -> Result<Asked, String> {
        match text.parse() {
            Ok(heists) => Ok(Asked::Heists(heists)),
            Err(_) => Level::find(text).map(Asked::Level).map_err(|error| error.to_string()),
        }
    }
}

impl Asked {
    fn spec(&self, state: &MastersOfTheHeist) -> Spec {
        let threads = rayon::current_num_threads();
        let spec = match self {
            Asked::Level(level) => level.spec(state, threads),
            Asked::Heists(heists) => format!("improve:sims={heists},turns=0,threads={threads}").parse(),
        };
        spec.expect("a search of the catalogue")
    }
}

/// A hint of one seed.
struct Hint {
    value: f64,
    off: f64,
    /// Where the plan leads.
    end: MastersOfTheHeist,
    seconds: f64,
}

impl Options {
    /// Reads `LEVEL [--seeds N] [--heists N] [--search N] [FILE:STEP ...]`; a number instead of a level is one of
    /// heists.
    pub fn read(arguments: &[String]) -> Result<Options, String> {
        let mut arguments = arguments.iter();
        let level = arguments
            .next()
            .ok_or("hints: expected a level or a number of heists")?;
        let mut options = Options {
            asked: level.parse()?,
            seeds: 8,
            heists: 10_000,
            by_search: 0,
            positions: Vec::new(),
        };
        while let Some(argument) = arguments.next() {
            let place = match argument.as_str() {
                "--seeds" => &mut options.seeds,
                "--heists" => &mut options.heists,
                "--search" => &mut options.by_search,
                file => {
                    options.positions.push((file.to_owned(), position(file)?));
                    continue;
                }
            };
            let number = arguments.next().and_then(|text| text.parse().ok());
            *place = number.ok_or_else(|| format!("{argument}: expected a whole number"))?;
        }
        if options.positions.is_empty() {
            options.positions = drawn();
        }
        Ok(options)
    }

    /// Asks, measures and prints.
    pub fn run(&self) {
        let mut agreed = [0; 2];
        let mut spreads = [0.0; 2];
        for (name, state) in &self.positions {
            println!("{name}");
            let hints: Vec<Hint> = (0..self.seeds).map(|seed| self.ask(state, seed)).collect();
            let mut ends: Vec<MastersOfTheHeist> = Vec::new();
            for hint in &hints {
                if !ends.contains(&hint.end) {
                    ends.push(hint.end);
                }
            }
            let worths: Vec<f64> = ends.iter().map(|end| 100.0 * share_won(end, self.heists)).collect();
            let by_search: Vec<f64> = ends.iter().map(|end| self.by_search(end)).collect();
            let number = |hint: &Hint| ends.iter().position(|end| *end == hint.end).unwrap_or(0);
            for (seed, hint) in hints.iter().enumerate() {
                let plan = number(hint);
                let searched = match self.by_search {
                    0 => String::new(),
                    heists => format!(", {:.0}% of {heists} by the search", by_search[plan]),
                };
                println!(
                    "  seed {seed}: {:5.1}% +- {:4.1}, plan {}: {:5.1}%{searched}, {:.0} ms",
                    hint.value,
                    hint.off,
                    plan + 1,
                    worths[plan],
                    1000.0 * hint.seconds
                );
            }
            let values: Vec<f64> = hints.iter().map(|hint| hint.value).collect();
            let of_position = [spread(&values), spread(&worths)];
            let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
            let of_hints: Vec<f64> = hints.iter().map(|hint| worths[number(hint)]).collect();
            let off = values.iter().zip(&of_hints).map(|(value, worth)| value - worth);
            println!(
                "  values differ by {:.1}, plans by {:.1}; plans are worth {:.1}% on average, shown is {:+.1} more",
                of_position[0],
                of_position[1],
                mean(&of_hints),
                mean(&off.collect::<Vec<_>>())
            );
            for place in 0..2 {
                agreed[place] += usize::from(of_position[place] <= AGREED[place]);
                spreads[place] += of_position[place] / self.positions.len() as f64;
            }
        }
        println!(
            "{} positions: values differ by {:.1} on average, by at most {} in {}; plans by {:.1}, by at most {} in {}",
            self.positions.len(),
            spreads[0],
            AGREED[0],
            agreed[0],
            spreads[1],
            AGREED[1],
            agreed[1]
        );
    }

    fn ask(&self, state: &MastersOfTheHeist, seed: u64) -> Hint {
        let Node::Decision(seat) = state.node() else {
            unreachable!("positions are decisions");
        };
        let mut moves = Vec::new();
        state.legal_actions(&mut moves);
        let spec = self.asked.spec(state);
        let mut search = analysis_factory::<MastersOfTheHeist>(&spec).expect("a search")();
        let samples = match self.asked {
            Asked::Level(level) => level.samples,
            Asked::Heists(_) => 0,
        };
        let inquiry = Inquiry {
            state: *state,
            seat,
            asked: Vec::new(),
            moves,
            samples,
            seed,
        };
        let begin = Instant::now();
        let analysis = MastersOfTheHeist::answer(&inquiry, &mut *search, &AtomicBool::new(false), None);
        let seconds = begin.elapsed().as_secs_f64();
        let first = &analysis.candidates[0];
        let mut end = *state;
        // The line goes on after the plan.
        let of_plan = |step: &Step<MastersOfTheHeist>| matches!(step, Step::Action(..));
        for step in first.steps(seat).take_while(of_plan) {
            if end.phase() != Phase::Plan {
                break;
            }
            step.play(&mut end);
        }
        Hint {
            value: 100.0 * first.value.mean,
            off: 100.0 * 1.96 * first.value.error,
            end,
            seconds,
        }
    }

    /// The share of heists that a search wins from a state on.
    fn by_search(&self, start: &MastersOfTheHeist) -> f64 {
        let spec: Spec = SEARCH.parse().expect("a search of the catalogue");
        let make = factory::<MastersOfTheHeist>(&spec).expect("an agent");
        let is_won = |&number: &u64| {
            let (mut agent, mut state) = (make(), *start);
            let mut dice = stream(4, "benches/masters-plans search", number);
            let mut own = stream(4, "benches/masters-plans agent", number);
            state.determinize(Fill::All, &mut dice);
            play_out(&mut state, &mut dice, |state, seat, legal, _| {
                let view = state.information_state(seat);
                agent.decide(&view, seat, legal, &mut own).expect("a search decides")
            });
            state.ending() == Ending::Won
        };
        let won = (0..self.by_search).into_par_iter().filter(is_won).count();
        100.0 * won as f64 / self.by_search.max(1) as f64
    }
}

fn spread(numbers: &[f64]) -> f64 {
    let most = numbers.iter().copied().fold(f64::MIN, f64::max);
    let least = numbers.iter().copied().fold(f64::MAX, f64::min);
    most - least
}

/// The decision after some steps of a replay: `FILE:STEP`.
fn position(text: &str) -> Result<MastersOfTheHeist, String> {
    let problem = |what: &str| format!("{text}: {what}, expected FILE:STEP with a planning decision after that step");
    let (file, step) = text.rsplit_once(':').ok_or_else(|| problem("there is no step"))?;
    let step: usize = step.parse().map_err(|_| problem("the step is no whole number"))?;
    let bytes = std::fs::read(file).map_err(|error| problem(&error.to_string()))?;
    let replay = Replay::<MastersOfTheHeist>::read(&bytes[..]).map_err(|error| problem(&error.to_string()))?;
    let state = replay
        .states()
        .nth(step)
        .ok_or_else(|| problem("the replay is shorter"))?;
    let state = state
        .map_err(|error| problem(&error.to_string()))?
        .information_state(Seat(0));
    match (state.phase(), state.node()) {
        (Phase::Plan, Node::Decision(_)) => Ok(state),
        _ => Err(problem("nobody plans there")),
    }
}

/// Two decisions for a drawn team in each job: the first one, and the first token after a while.
fn drawn() -> Vec<(String, MastersOfTheHeist)> {
    let mut positions = Vec::new();
    for (place, job) in (0u64..).zip(JOBS) {
        let setup = Setup {
            character_count: Some(3 + (place % 2) as u8),
            ..Setup::new(job, 1, 61_000 + place)
        };
        let first = MastersOfTheHeist::new(&setup).expect("a playable setup");
        let characters = first.player_count();
        positions.push((format!("{job}, {characters} characters: first decision"), first));
        // The first character's tokens are asked for, two of them placed.
        let mut at = first;
        let mut tokens = 0;
        while tokens < 2 && at.phase() == Phase::Plan && matches!(at.node(), Node::Decision(_)) {
            let action = planned_by_expert(&at);
            tokens += usize::from(matches!(action, Action::Token(_)));
            at.apply(action);
        }
        positions.push((format!("{job}, {characters} characters: after two tokens"), at));
    }
    positions
}
