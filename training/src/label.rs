//! Labels for recorded games: at some of their decisions, what several moves are worth, each tried in the same worlds.
//!
//! The moves of a decision are sibling positions. What a network is to learn is the differences between them, which
//! common worlds and common dice give with a far smaller spread than the values themselves.

use std::fs;
use std::path::{Path, PathBuf};

use heist_agents::Players;
use heist_agents::agent::{Stop, is_stopped};
use heist_agents::analysis::Moments;
use heist_agents::arena::Threads;
use heist_agents::search::Alike;
use heist_agents::search::sampler::Sampler;
use heist_agents::spec::{self, Spec, SpecError};
use heist_engine::game::{Encode, Game};
use heist_engine::random::{self, Generator};
use rand::Rng;
use serde_json::{Map, Value, json};

use crate::order::in_order;
use crate::record::{NO_EXPERT, RecordedDecision, RecordedGame, RecordedMove, place_of};
use crate::rows::{ResimulateError, Resimulator, Row};
use crate::shard::{Header, Kind, ShardError, ShardFile, ShardReader};

/// How decisions are labelled.
#[derive(Clone)]
pub struct LabelOptions {
    /// A spec of `flat` or `improve`, by which simulations go on after a move.
    pub rollouts: Spec,
    /// Worlds that every move is tried in.
    pub worlds: u32,
    /// Moves at most of a decision. All of them, if there are no more; the one that was played is always among them.
    pub moves: usize,
    /// Which decisions are labelled, of those with more than one legal action.
    pub pick: Pick,
    /// The seed of what is drawn.
    pub seed: u64,
    /// The threads that games are labelled on in parallel.
    pub threads: Threads,
}

/// Which decisions of a game are labelled.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pick {
    /// Each with this probability.
    Share(f64),
    /// So many a game, or all if there are fewer.
    Count(u32),
}

impl LabelOptions {
    /// The header of the labels of a shard, of which so many games can be read.
    pub fn header<G: Encode>(&self, source: &Header, games: u64) -> Header {
        let mut header = Header::new::<G>(Kind::Label, games, source.games_per_block, source.runs.clone());
        for run in &mut header.runs {
            run.settings.insert("label".to_owned(), Value::Object(self.settings()));
        }
        header
    }

    /// What the labels depend on beside the games.
    fn settings(&self) -> Map<String, Value> {
        let pick = match self.pick {
            Pick::Share(share) => ("share", json!(share)),
            Pick::Count(count) => ("per-game", json!(count)),
        };
        let settings = [
            ("rollouts", json!(self.rollouts.to_string())),
            ("worlds", json!(self.worlds)),
            ("moves", json!(self.moves)),
            pick,
            ("seed", json!(self.seed)),
        ];
        settings
            .map(|(name, value)| (name.to_owned(), value))
            .into_iter()
            .collect()
    }
}

/// Labels recorded games.
pub struct Labeller<G: Game> {
    sampler: Sampler<G>,
    options: LabelOptions,
}

/// Games that cannot be labelled.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// Rollouts that cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A number that cannot be.
    #[error("{name}: found {found}, expected {expected}")]
    Number {
        /// What it is.
        name: &'static str,
        /// Its value.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A shard that cannot be read or written.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// A game that does not go as it is recorded.
    #[error("{}: game {game} of the shard (deal {deal}): {source}", .path.display())]
    Game {
        /// The shard.
        path: PathBuf,
        /// The place of the game among those of the shard that can be read, from 0.
        game: u64,
        /// Its deal.
        deal: u64,
        /// What is wrong.
        source: ResimulateError,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// What came of labelling a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Labelled {
    /// Games that were in the new shard before.
    pub before: u64,
    /// Games that are in it now.
    pub games: u64,
    /// Games that there will be in it.
    pub of: u64,
    /// Decisions that were labelled in this run.
    pub decisions: u64,
    /// Moves that were labelled in this run.
    pub labels: u64,
}

impl<G: Players> Labeller<G> {
    /// For these options.
    ///
    /// # Errors
    /// When the rollouts are none, or a number makes no sense.
    pub fn new(options: LabelOptions) -> Result<Self, LabelError> {
        let refused = |name, found: String, expected| Err(LabelError::Number { name, found, expected });
        if options.worlds == 0 {
            return refused("worlds", "0".to_owned(), "1 or more");
        }
        if options.moves < 2 {
            return refused("moves", options.moves.to_string(), "2 or more");
        }
        match options.pick {
            Pick::Share(share) if !(share > 0.0 && share <= 1.0) => {
                return refused("share", share.to_string(), "a number above 0, up to 1");
            }
            Pick::Count(0) => return refused("decisions a game", "0".to_owned(), "1 or more"),
            _ => {}
        }
        Ok(Labeller {
            sampler: spec::sampler(&options.rollouts)?,
            options,
        })
    }

    /// A game with labels in the place of its annotations. A function of the game and the options.
    ///
    /// # Errors
    /// When the game does not go as it is recorded.
    pub fn label(&self, simulator: &mut Resimulator<G>, game: &RecordedGame) -> Result<RecordedGame, ResimulateError> {
        let mut rng = random::stream(self.options.seed, "label/game", game.number);
        let picked = self.pick(simulator.choices(game)?, &mut rng);
        let mut labelled = RecordedGame {
            decisions: picked.into_iter().map(bare).collect(),
            ..game.clone()
        };
        let decisions: Vec<RecordedDecision> = {
            let rows = simulator.play(&labelled)?;
            rows.iter().map(|row| self.decision(&row, &mut rng)).collect()
        };
        labelled.decisions = decisions;
        Ok(labelled)
    }

    /// The decisions that are labelled, by their steps in ascending order.
    fn pick(&self, mut steps: Vec<u32>, rng: &mut Generator) -> Vec<u32> {
        match self.options.pick {
            Pick::Share(share) => {
                // 53 bits, as many as a number below 1 has.
                let mut is_picked = |_: &u32| ((rng.next_u64() >> 11) as f64) < share * (1u64 << 53) as f64;
                steps.retain(|step| is_picked(step));
            }
            Pick::Count(count) => {
                random::shuffle(rng, &mut steps);
                steps.truncate(count as usize);
                steps.sort_unstable();
            }
        }
        steps
    }

    fn decision(&self, row: &Row<'_, G>, rng: &mut Generator) -> RecordedDecision {
        let played = row.legal[row.played];
        let groups = self.groups(row, played, rng);
        let moves: Vec<G::Action> = groups.iter().map(|group| group.action).collect();
        let mut values = Vec::new();
        let worlds = u64::from(self.options.worlds);
        let seed = rng.next_u64();
        G::try_moves(&self.sampler, row.view, row.seat, &moves, worlds, seed, &mut values);
        let expert = G::HEURISTIC.map(|policy| policy(row.view, row.seat, row.legal, rng));
        let moves = compared(&groups, &values, row.legal, self.options.worlds);
        RecordedDecision {
            step: row.decision.step,
            expert: expert.map_or(NO_EXPERT, |action| place_of(action, row.legal)),
            surprise: expert.map_or(0.0, |action| surprise(&groups, &moves, action)),
            moves,
        }
    }

    /// The moves that are labelled, those that lead to the same state as one: the one that was played first, the others
    /// in the game's order. If there are too many, others are drawn.
    fn groups(&self, row: &Row<'_, G>, played: G::Action, rng: &mut Generator) -> Vec<Alike<G>> {
        let mut groups = G::alike(row.view, row.legal);
        let home = groups.iter().position(|group| group.contains(played));
        let mut first = groups.remove(home.expect("every legal action is in a group"));
        if first.action != played {
            first.others.retain(|&other| other != played);
            first.others.push(first.action);
            first.action = played;
        }
        let others = self.options.moves - 1;
        if groups.len() > others {
            let mut places: Vec<usize> = (0..groups.len()).collect();
            random::shuffle(rng, &mut places);
            places.truncate(others);
            let mut place = 0;
            groups.retain(|_| {
                place += 1;
                places.contains(&(place - 1))
            });
        }
        groups.insert(0, first);
        groups
    }

    /// Labels the games of a shard into a new one of the same name in another folder. What is there already is not
    /// labelled again; `damaged` is told what cannot be read of both, in a line each, and `progress` how many more
    /// games are labelled, from the threads that label.
    ///
    /// # Errors
    /// When the shard cannot be read, is of another game, or the new one cannot be written.
    pub fn run(
        &self,
        from: &Path,
        folder: &Path,
        damaged: &mut dyn FnMut(String),
        progress: &(dyn Fn(u64) + Sync),
        stop: Stop<'_>,
    ) -> Result<Labelled, LabelError> {
        let reader = ShardReader::open(from)?;
        let source = reader.header().clone();
        let simulator = Resimulator::<G>::new(&source).map_err(ShardError::header(from))?;
        let games = reader.games(|damage| damaged(format!("{}: {damage}", from.display())))?;
        fs::create_dir_all(folder).map_err(ShardError::io(folder))?;
        let name = from.file_name().unwrap_or(from.as_os_str());
        let header = self.options.header::<G>(&source, games.len() as u64);
        let mut file = ShardFile::open(&folder.join(name), &header)?;
        file.damage().iter().cloned().for_each(damaged);
        let mut done = Labelled {
            before: file.games(),
            games: file.games(),
            of: games.len() as u64,
            ..Labelled::default()
        };
        let first = done.before;
        progress(first);
        let pool = self.options.threads.start()?;
        let label = |place: u64| {
            if is_stopped(stop) {
                return Ok(None);
            }
            let place = first + place;
            let game = &games[place as usize];
            let labelled = self
                .label(&mut simulator.clone(), game)
                .map_err(|source| LabelError::Game {
                    path: from.to_owned(),
                    game: place,
                    deal: game.number,
                    source,
                })?;
            progress(1);
            Ok(Some(labelled))
        };
        let write = |_, game: RecordedGame| {
            file.add(&game)?;
            done.games += 1;
            done.decisions += game.decisions.len() as u64;
            done.labels += game
                .decisions
                .iter()
                .map(|decision| decision.moves.len() as u64)
                .sum::<u64>();
            Ok(())
        };
        in_order::<RecordedGame, LabelError>(&pool, done.of - first, stop, label, write)?;
        if done.games == done.of {
            file.finish()?;
        }
        Ok(done)
    }
}

/// An annotation of which only the step is known yet.
fn bare(step: u32) -> RecordedDecision {
    RecordedDecision {
        step,
        expert: NO_EXPERT,
        ..RecordedDecision::default()
    }
}

/// The values of moves, world by world, as means and as differences to the mean of all.
fn compared<G: Game>(groups: &[Alike<G>], values: &[f64], legal: &[G::Action], worlds: u32) -> Vec<RecordedMove> {
    let mut means = vec![Moments::default(); groups.len()];
    let mut differences = means.clone();
    for world in values.chunks_exact(groups.len()) {
        let mean = world.iter().sum::<f64>() / groups.len() as f64;
        for (place, value) in world.iter().enumerate() {
            means[place].add(*value);
            differences[place].add(value - mean);
        }
    }
    // A few worlds that happen to agree do not pass for certain: some of the spread of all moves counts for each.
    let squares = |moments: &Moments| moments.estimate().error.powi(2);
    let common = differences.iter().map(squares).sum::<f64>() / groups.len() as f64;
    let freedom = f64::from(worlds - 1);
    let columns = groups.iter().zip(means.iter().zip(&differences));
    columns
        .map(|(group, (value, difference))| {
            let own = freedom * squares(difference) + Moments::SHRINK * common;
            RecordedMove {
                place: place_of(group.action, legal),
                alike: u16::try_from(group.others.len()).unwrap_or(u16::MAX),
                visits: worlds,
                value: value.mean() as f32,
                error: value.estimate().error as f32,
                difference: difference.mean() as f32,
                difference_error: (own / (freedom + Moments::SHRINK)).sqrt() as f32,
            }
        })
        .collect()
}

/// By how much the best of some moves is better than the expert's, if that is among them.
fn surprise<G: Game>(groups: &[Alike<G>], moves: &[RecordedMove], expert: G::Action) -> f32 {
    let home = groups.iter().position(|group| group.contains(expert));
    let best = moves
        .iter()
        .map(|label| label.difference)
        .fold(f32::NEG_INFINITY, f32::max);
    home.map_or(0.0, |home| best - moves[home].difference)
}
