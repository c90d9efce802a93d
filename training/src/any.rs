//! Training without the types of games: what is done with recorded games, labels and networks of any game is compiled
//! here, once for each.
//!
//! Programs know the game by its name, as in the header of a shard or in a configuration, or by a setup. What reads no
//! states needs no game: [`merge`](crate::merge), [`contents`](crate::survey::contents).

use std::io;
use std::marker::PhantomData;
use std::path::Path;

use heist_agents::Players;
use heist_agents::agent::Stop;
use heist_agents::arena::Threads;
use heist_agents::heuristics::has_expert;
use heist_agents::spec::Spec;
use heist_engine::any::{AnyGame, AnySetup, AnyState, AnyStep, Listed, any_state, typed_setup};
use heist_engine::game::{Game, Seat, TeamResult};
use heist_engine::part_of;
#[cfg(feature = "torch")]
use tch::Device;

use crate::export::{Columns, Export, ExportError, Exported, Piece, Source, Tabulator, Writer};
use crate::label::{LabelError, LabelOptions, Labelled, Labeller};
#[cfg(feature = "torch")]
use crate::learn;
#[cfg(feature = "torch")]
use crate::learn::config::LearnConfig;
#[cfg(feature = "torch")]
use crate::learn::run::{Progress, RunError, RunOptions, Summary};
use crate::record::{RecordedGame, RecordedMove};
use crate::rows::{ResimulateError, Resimulator, Row};
use crate::selfplay::{Plan, Selfplay, SelfplayError, SelfplayOptions};
use crate::shard::{Damage, Header, HeaderError, ShardError};
use crate::survey::{Verdict, VerifyError};
use crate::train::config::TrainConfig;
use crate::train::error::TrainError;
use crate::train::run::{Event, Finished, TrainOptions};
use crate::{survey, train};

/// What trains players of one game, without its types. Its methods are the functions below.
pub(crate) trait AnyTrainer: Sync {
    fn selfplay(
        &self,
        setup: &dyn AnySetup,
        agents: &[Spec],
        options: SelfplayOptions,
    ) -> Result<Box<dyn AnySelfplay>, SelfplayError>;
    #[cfg(feature = "torch")]
    fn selfplay_on(
        &self,
        device: Device,
        batch: usize,
        setup: &dyn AnySetup,
        agents: &[Spec],
        options: SelfplayOptions,
    ) -> Result<Box<dyn AnySelfplay>, SelfplayError>;
    fn labeller(&self, options: LabelOptions) -> Result<Box<dyn AnyLabeller>, LabelError>;
    fn label_header(&self, options: &LabelOptions, source: &Header, games: u64) -> Header;
    fn verify(
        &self,
        path: &Path,
        threads: &Threads,
        progress: &(dyn Fn(u64) + Sync),
        stop: Stop<'_>,
    ) -> Result<Verdict, VerifyError>;
    fn resimulator(&self, header: &Header) -> Result<Box<dyn AnyResimulator>, HeaderError>;
    fn tabulator(&self, source: &Source, every: bool) -> Result<Box<dyn AnyTabulator>, ShardError>;
    fn export(
        &self,
        export: &Export<'_>,
        writer: Box<dyn Writer>,
        out: &mut dyn io::Write,
        progress: &mut dyn FnMut(Exported),
        damaged: &mut dyn FnMut(Piece<Damage>),
    ) -> Result<Exported, ExportError>;
    #[cfg(feature = "torch")]
    fn learn(
        &self,
        config: &LearnConfig,
        options: &RunOptions<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Summary>, RunError>;
    fn train(
        &self,
        config: &TrainConfig,
        options: &TrainOptions<'_>,
        tell: &(dyn Fn(Event) + Sync),
    ) -> Result<Option<Finished>, TrainError>;
}

pub(crate) struct Trainer<G>(pub(crate) PhantomData<fn() -> G>);

fn trainer(game: &dyn AnyGame) -> &'static dyn AnyTrainer {
    part_of!(game, Trainer as dyn AnyTrainer)
}

impl<G: Players> Trainer<G> {
    fn setup(setup: &dyn AnySetup) -> &G::Setup {
        typed_setup::<G>(setup).expect("the setup is of this game")
    }
}

impl<G: Players> AnyTrainer for Trainer<G> {
    fn selfplay(
        &self,
        setup: &dyn AnySetup,
        agents: &[Spec],
        options: SelfplayOptions,
    ) -> Result<Box<dyn AnySelfplay>, SelfplayError> {
        Ok(Box::new(Selfplay::<G>::new(Self::setup(setup), agents, options)?))
    }

    #[cfg(feature = "torch")]
    fn selfplay_on(
        &self,
        device: Device,
        batch: usize,
        setup: &dyn AnySetup,
        agents: &[Spec],
        options: SelfplayOptions,
    ) -> Result<Box<dyn AnySelfplay>, SelfplayError> {
        let networks = |name: &str| learn::evaluator::load::<G>(name, device, batch);
        let setup = Self::setup(setup);
        Ok(Box::new(Selfplay::<G>::with_networks(
            setup, agents, options, &networks, batch,
        )?))
    }

    fn labeller(&self, options: LabelOptions) -> Result<Box<dyn AnyLabeller>, LabelError> {
        Ok(Box::new(Labeller::<G>::new(options)?))
    }

    fn label_header(&self, options: &LabelOptions, source: &Header, games: u64) -> Header {
        options.header::<G>(source, games)
    }

    fn verify(
        &self,
        path: &Path,
        threads: &Threads,
        progress: &(dyn Fn(u64) + Sync),
        stop: Stop<'_>,
    ) -> Result<Verdict, VerifyError> {
        survey::verify::<G>(path, threads, progress, stop)
    }

    fn resimulator(&self, header: &Header) -> Result<Box<dyn AnyResimulator>, HeaderError> {
        Ok(Box::new(Resimulator::<G>::new(header)?))
    }

    fn tabulator(&self, source: &Source, every: bool) -> Result<Box<dyn AnyTabulator>, ShardError> {
        Ok(Box::new(source.tabulator::<G>(every)?))
    }

    fn export(
        &self,
        export: &Export<'_>,
        writer: Box<dyn Writer>,
        out: &mut dyn io::Write,
        progress: &mut dyn FnMut(Exported),
        damaged: &mut dyn FnMut(Piece<Damage>),
    ) -> Result<Exported, ExportError> {
        export.write::<G>(writer, out, progress, damaged)
    }

    #[cfg(feature = "torch")]
    fn learn(
        &self,
        config: &LearnConfig,
        options: &RunOptions<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Summary>, RunError> {
        learn::run::run::<G>(config, options, progress)
    }

    fn train(
        &self,
        config: &TrainConfig,
        options: &TrainOptions<'_>,
        tell: &(dyn Fn(Event) + Sync),
    ) -> Result<Option<Finished>, TrainError> {
        train::run::train::<G>(config, options, tell)
    }
}

/// A run of self-play of some game, see [`Selfplay`].
pub trait AnySelfplay: Send + Sync {
    /// [`Selfplay::shards`].
    ///
    /// # Errors
    /// When the setup has no JSON.
    fn shards(&self) -> Result<Vec<(String, Header)>, SelfplayError>;
    /// [`Selfplay::plan`].
    ///
    /// # Errors
    /// When the folder cannot be read or written, is in use, or has shards of another run.
    fn plan(&self, folder: &Path) -> Result<Plan, SelfplayError>;
    /// [`Selfplay::run`].
    ///
    /// # Errors
    /// When a game cannot be played or written.
    fn run(&self, plan: Plan, progress: &(dyn Fn() + Sync), stop: Stop<'_>) -> Result<u64, SelfplayError>;
}

impl<G: Players> AnySelfplay for Selfplay<G> {
    fn shards(&self) -> Result<Vec<(String, Header)>, SelfplayError> {
        Selfplay::shards(self)
    }

    fn plan(&self, folder: &Path) -> Result<Plan, SelfplayError> {
        Selfplay::plan(self, folder)
    }

    fn run(&self, plan: Plan, progress: &(dyn Fn() + Sync), stop: Stop<'_>) -> Result<u64, SelfplayError> {
        Selfplay::run(self, plan, progress, stop)
    }
}

/// [`Selfplay::new`] for the game of a setup.
///
/// # Errors
/// When an agent cannot play the game, there are not as many as seats, or an option makes no sense.
pub fn selfplay(
    setup: &dyn AnySetup,
    agents: &[Spec],
    options: SelfplayOptions,
) -> Result<Box<dyn AnySelfplay>, SelfplayError> {
    trainer(setup.game()).selfplay(setup, agents, options)
}

/// [`Selfplay::with_networks`] for the game of a setup, with networks that a device evaluates in batches of so many
/// positions.
///
/// # Errors
/// As [`selfplay`], and when an agent has no network that can be asked so.
#[cfg(feature = "torch")]
pub fn selfplay_on(
    device: Device,
    batch: usize,
    setup: &dyn AnySetup,
    agents: &[Spec],
    options: SelfplayOptions,
) -> Result<Box<dyn AnySelfplay>, SelfplayError> {
    trainer(setup.game()).selfplay_on(device, batch, setup, agents, options)
}

/// How simulations usually go on after a move that is labelled: by the expert, if the game has one.
pub fn usual_rollouts(game: &dyn AnyGame) -> Spec {
    let text = if has_expert(game) {
        "improve:turns=10"
    } else {
        "flat:turns=10"
    };
    text.parse()
        .expect("these specs hold for every game with and without an expert")
}

/// Labels recorded games of some game, see [`Labeller`].
pub trait AnyLabeller: Send + Sync {
    /// [`Labeller::run`].
    ///
    /// # Errors
    /// When the shard cannot be read, is of another game, or the new one cannot be written.
    fn run(
        &self,
        from: &Path,
        folder: &Path,
        damaged: &mut dyn FnMut(String),
        progress: &(dyn Fn(u64) + Sync),
        stop: Stop<'_>,
    ) -> Result<Labelled, LabelError>;
}

impl<G: Players> AnyLabeller for Labeller<G> {
    fn run(
        &self,
        from: &Path,
        folder: &Path,
        damaged: &mut dyn FnMut(String),
        progress: &(dyn Fn(u64) + Sync),
        stop: Stop<'_>,
    ) -> Result<Labelled, LabelError> {
        Labeller::run(self, from, folder, damaged, progress, stop)
    }
}

/// [`Labeller::new`].
///
/// # Errors
/// When the rollouts are none, or a number makes no sense.
pub fn labeller(game: &dyn AnyGame, options: LabelOptions) -> Result<Box<dyn AnyLabeller>, LabelError> {
    trainer(game).labeller(options)
}

/// [`LabelOptions::header`].
pub fn label_header(game: &dyn AnyGame, options: &LabelOptions, source: &Header, games: u64) -> Header {
    trainer(game).label_header(options, source, games)
}

/// [`verify`](survey::verify).
///
/// # Errors
/// When the file cannot be read, is no shard, or is of another game or version of its rules.
pub fn verify(
    game: &dyn AnyGame,
    path: &Path,
    threads: &Threads,
    progress: &(dyn Fn(u64) + Sync),
    stop: Stop<'_>,
) -> Result<Verdict, VerifyError> {
    trainer(game).verify(path, threads, progress, stop)
}

/// A recorded game that was played again.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// Its steps.
    pub steps: Vec<AnyStep>,
    /// How many annotated decisions it has.
    pub rows: usize,
    /// Its result.
    pub result: TeamResult,
}

/// An annotated decision of a recorded game that was played again, with its actions in notation, see [`Row`].
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedRow {
    /// The place of the decision among the steps of the game.
    pub step: u32,
    /// The number of the turn.
    pub turn: u32,
    /// The seat that decided.
    pub seat: Seat,
    /// The key of what the seat knew.
    pub key: u64,
    /// The action that was played.
    pub played: String,
    /// What the game's expert would have played, if it has one.
    pub expert: Option<String>,
    /// By how much a move is better than the expert's.
    pub surprise: f32,
    /// The moves that were looked at, each with what was found out.
    pub moves: Vec<(String, RecordedMove)>,
    /// How much of the stake was lost within a round.
    pub stake_lost: u32,
    /// How many turns the game went on.
    pub turns_left: u32,
    /// The result of the game.
    pub result: TeamResult,
}

impl<G: Game> From<Row<'_, G>> for PlayedRow {
    fn from(row: Row<'_, G>) -> PlayedRow {
        let moves = row.moves().map(|(action, found)| (action.to_string(), *found));
        PlayedRow {
            step: row.decision.step,
            turn: row.view.turn(),
            seat: row.seat,
            key: row.view.key(),
            played: row.legal[row.played].to_string(),
            expert: row.expert().map(|action| action.to_string()),
            surprise: row.decision.surprise,
            moves: moves.collect(),
            stake_lost: row.stake_lost,
            turns_left: row.turns_left,
            result: *row.result,
        }
    }
}

/// Plays recorded games of some game again, see [`Resimulator`].
pub trait AnyResimulator: Send {
    /// A game with its steps.
    ///
    /// # Errors
    /// When it does not go as it is recorded.
    fn game(&mut self, game: &RecordedGame) -> Result<PlayedGame, ResimulateError>;
    /// The annotated decisions of a game.
    ///
    /// # Errors
    /// When it does not go as it is recorded.
    fn rows(&mut self, game: &RecordedGame) -> Result<Vec<PlayedRow>, ResimulateError>;
}

impl<G: Game> AnyResimulator for Resimulator<G> {
    fn game(&mut self, game: &RecordedGame) -> Result<PlayedGame, ResimulateError> {
        let steps = self.steps(game)?;
        let played = self.play(game)?;
        Ok(PlayedGame {
            steps: steps.into_iter().map(AnyStep::from).collect(),
            rows: played.len(),
            result: played.result,
        })
    }

    fn rows(&mut self, game: &RecordedGame) -> Result<Vec<PlayedRow>, ResimulateError> {
        Ok(self.play(game)?.iter().map(PlayedRow::from).collect())
    }
}

/// [`Resimulator::new`].
///
/// # Errors
/// When the shard is of another game or of another version of its rules, or a setup is not playable.
pub fn resimulator(game: &dyn AnyGame, header: &Header) -> Result<Box<dyn AnyResimulator>, HeaderError> {
    trainer(game).resimulator(header)
}

/// The states of a game that was played again, with nothing hidden.
#[derive(Clone, Debug)]
pub struct PlayedStates {
    /// That before each row.
    pub before: Vec<Box<dyn AnyState>>,
    /// The last one.
    pub end: Box<dyn AnyState>,
}

/// Makes rows of recorded games of some game, see [`Tabulator`].
pub trait AnyTabulator: Send {
    /// Adds the rows of a game of a shard, which is given by its place, and answers how many they are.
    ///
    /// # Errors
    /// When the game does not go as it is recorded.
    fn add(&mut self, shard: u32, game: &RecordedGame, columns: &mut Columns) -> Result<usize, ResimulateError>;
    /// The same with the states of the game.
    ///
    /// # Errors
    /// When the game does not go as it is recorded.
    fn add_with_states(
        &mut self,
        shard: u32,
        game: &RecordedGame,
        columns: &mut Columns,
    ) -> Result<PlayedStates, ResimulateError>;
}

impl<G: Listed> AnyTabulator for Tabulator<G> {
    fn add(&mut self, shard: u32, game: &RecordedGame, columns: &mut Columns) -> Result<usize, ResimulateError> {
        self.visit(shard, game, |rows| {
            rows.iter().for_each(|row| columns.push(shard, &row));
            rows.len()
        })
    }

    fn add_with_states(
        &mut self,
        shard: u32,
        game: &RecordedGame,
        columns: &mut Columns,
    ) -> Result<PlayedStates, ResimulateError> {
        self.visit(shard, game, |rows| {
            let before = rows.iter().map(|row| {
                columns.push(shard, &row);
                any_state(row.world.clone())
            });
            PlayedStates {
                before: before.collect(),
                end: any_state(rows.end.clone()),
            }
        })
    }
}

/// [`Source::tabulator`].
///
/// # Errors
/// When a shard is of another game or of another version of its rules.
pub fn tabulator(game: &dyn AnyGame, source: &Source, every: bool) -> Result<Box<dyn AnyTabulator>, ShardError> {
    trainer(game).tabulator(source, every)
}

/// [`Export::write`].
///
/// # Errors
/// When something cannot be read, played again or written, or it is stopped: then the file is of no use.
pub fn export(
    game: &dyn AnyGame,
    export: &Export<'_>,
    writer: Box<dyn Writer>,
    out: &mut dyn io::Write,
    progress: &mut dyn FnMut(Exported),
    damaged: &mut dyn FnMut(Piece<Damage>),
) -> Result<Exported, ExportError> {
    trainer(game).export(export, writer, out, progress, damaged)
}

/// A [run of the learner](learn::run::run).
///
/// # Errors
/// When the data or the run that is there do not fit, nothing can be written, or learning diverges.
#[cfg(feature = "torch")]
pub fn learn(
    game: &dyn AnyGame,
    config: &LearnConfig,
    options: &RunOptions<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Option<Summary>, RunError> {
    trainer(game).learn(config, options, progress)
}

/// [`train`](train::run::train).
///
/// # Errors
/// When the configuration does not fit the game, the build or the run that is there, or a step fails.
pub fn train(
    game: &dyn AnyGame,
    config: &TrainConfig,
    options: &TrainOptions<'_>,
    tell: &(dyn Fn(Event) + Sync),
) -> Result<Option<Finished>, TrainError> {
    trainer(game).train(config, options, tell)
}
