//! Games of one setup, side by side.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use heist_agents::{Players, Shaping};
use heist_engine::any::{AnyGame, AnySetup, AnyState, any_state, typed_setup};
use heist_engine::game::Game;
use heist_engine::json::read;
use heist_engine::part_of;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};

use super::error::BatchError;
use super::fetch::fetch;
use super::moves::{MoveNumbers, MoveRows};
use super::order::Kinds;
use super::outputs::{Outputs, Rows};
use super::sharing::{Countdown, Cut, Divide, Shares, everywhere, lock, threads};
use super::starts::{Starts, typed};
use super::table::{AutoReset, BatchOptions, Ended, Shared, Table};
use super::writer::Writer;

/// Games side by side, without their types.
pub trait AnyBatch: Send + Sync {
    /// Starts new games in the rows that `wanted` names, or in all: of new seeds, or the next ones of the seeds they
    /// have.
    fn reset(&mut self, seeds: Option<&[u64]>, wanted: Option<&[bool]>, out: Outputs<'_>) -> Result<(), BatchError>;
    /// Begins games in the middle, in the rows that have a state: of new seeds, or as the next ones of the seeds they
    /// have.
    fn begin_at(
        &mut self,
        states: &[Option<&dyn AnyState>],
        seeds: Option<&[u64]>,
        out: Outputs<'_>,
    ) -> Result<(), BatchError>;
    /// Lets a share of the games that begin from now on begin in one of these states, as likely as the weights say.
    fn set_starts(&mut self, states: &[&dyn AnyState], share: f64, weights: Option<&[f64]>) -> Result<(), BatchError>;
    /// Plays an action in every game.
    fn step(&mut self, actions: &[i64], out: Outputs<'_>) -> Result<(), BatchError>;
    /// Draws a legal action for the rows that `wanted` names, or for all.
    fn sample(&mut self, wanted: Option<&[bool]>, out: Rows<'_, i64>);
    /// Whether every row has a game.
    fn is_begun(&self) -> bool;
    /// Whether threads other than the calling one play.
    fn is_threaded(&self) -> bool;
    /// Writes what there is to see in every row: who decides, what is legal, the observation.
    fn look(&mut self, out: Outputs<'_>) -> Result<(), BatchError>;
    /// How many legal actions each row has.
    fn legal_counts(&self) -> Vec<i64>;
    /// Writes the numbers of decisions and of their legal actions, over zeros; an error if the game computes none.
    fn fill_moves(&mut self, out: MoveRows<'_>) -> Result<(), BatchError>;
    /// All rows as JSON, with their generators.
    fn save(&self) -> Result<String, BatchError>;
    /// Goes on from the rows that [`save`](AnyBatch::save) wrote.
    fn restore(&mut self, text: &str) -> Result<(), BatchError>;
    /// A copy of a game's state.
    fn state(&self, row: usize) -> Option<Box<dyn AnyState>>;
}

/// Games of one setup.
struct Tables<G: Game> {
    shared: Shared<G>,
    tables: Vec<Option<Table<G>>>,
    /// Room for the order in which rows are played.
    order: Vec<u32>,
    /// The actions drawn last.
    drawn: Vec<i64>,
    /// Whether they are of the states there are now: then they are legal, and playing them needs no check.
    is_drawn: bool,
    /// Whether every row has a game.
    is_begun: bool,
    pool: Option<ThreadPool>,
}

/// Games of a setup, side by side. `shaping` gives quantities with their weights, and the discount of the learner.
///
/// # Errors
/// When the threads cannot be started, or the game lacks a quantity of the shaping.
pub fn batch(
    setup: &dyn AnySetup,
    seats: usize,
    options: BatchOptions,
    shaping: Option<(&[(String, f64)], f64)>,
) -> Result<Box<dyn AnyBatch>, BatchError> {
    batches(setup.game()).batch(setup, seats, options, shaping)
}

/// What plays batches of one game, without its types.
pub(crate) trait AnyBatches: Sync {
    fn batch(
        &self,
        setup: &dyn AnySetup,
        seats: usize,
        options: BatchOptions,
        shaping: Option<(&[(String, f64)], f64)>,
    ) -> Result<Box<dyn AnyBatch>, BatchError>;
}

pub(crate) struct Batches<G>(pub(crate) PhantomData<fn() -> G>);

fn batches(game: &dyn AnyGame) -> &'static dyn AnyBatches {
    part_of!(game, Batches as dyn AnyBatches)
}

impl<G: Players> AnyBatches for Batches<G> {
    fn batch(
        &self,
        setup: &dyn AnySetup,
        seats: usize,
        options: BatchOptions,
        shaping: Option<(&[(String, f64)], f64)>,
    ) -> Result<Box<dyn AnyBatch>, BatchError> {
        let threads = match options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        // The thread that calls plays as well.
        let pool = match threads.min(options.games.div_ceil(LEAST_ROWS)) {
            1 => None,
            threads => {
                let pool = ThreadPoolBuilder::new().num_threads(threads - 1).build();
                Some(pool.map_err(BatchError::value)?)
            }
        };
        let action =
            |index| G::action_at(index).expect("every index below their count has an action, which conformance checks");
        let actions: Vec<G::Action> = (0..G::action_count()).map(action).collect();
        let shaping = shaping.map(|(weights, discount)| Shaping::new(weights, discount));
        Ok(Box::new(Tables::<G> {
            shared: Shared {
                setup: typed_setup::<G>(setup).expect("the setup is of this game").clone(),
                options,
                kinds: Kinds::of(&actions),
                actions,
                seats,
                starts: None,
                shaping: shaping.transpose().map_err(BatchError::value)?,
            },
            tables: (0..options.games).map(|_| None).collect(),
            order: vec![0; options.games],
            drawn: vec![0; options.games],
            is_drawn: false,
            is_begun: false,
            pool,
        }))
    }
}

/// What is saved of a batch, beside what it is made of.
#[derive(Serialize)]
#[serde(bound = "G: Game")]
struct Saved<'a, G: Game> {
    tables: &'a [Option<Table<G>>],
    starts: &'a Option<Starts<G>>,
}

/// The same, read.
#[derive(Deserialize)]
#[serde(bound = "G: Game", deny_unknown_fields)]
struct Restored<G: Game> {
    tables: Vec<Option<Table<G>>>,
    starts: Option<Starts<G>>,
}

/// How many rows a thread must have of its own: fewer are not worth waking it for.
const LEAST_ROWS: usize = 128;
/// Rows that lie together, and where they are written.
struct Part<'a, G: Game, O> {
    first: usize,
    tables: &'a mut [Option<Table<G>>],
    order: &'a mut [u32],
    drawn: &'a mut [i64],
    out: O,
}

impl<G: Game, O: Cut> Divide for Part<'_, G, O> {
    fn rows(&self) -> usize {
        self.tables.len()
    }

    fn divide(self, rows: usize) -> (Self, Self) {
        let (tables, other_tables) = self.tables.split_at_mut(rows);
        let (order, other_order) = self.order.split_at_mut(rows);
        let (drawn, other_drawn) = self.drawn.split_at_mut(rows);
        let (out, other_out) = self.out.cut(rows);
        let part = Part {
            first: self.first,
            tables,
            order,
            drawn,
            out,
        };
        let others = Part {
            first: self.first + rows,
            tables: other_tables,
            order: other_order,
            drawn: other_drawn,
            out: other_out,
        };
        (part, others)
    }
}

impl<G: Players> Part<'_, G, Outputs<'_>> {
    /// Whether the actions of its rows are legal; else the first row whose action is not.
    fn check(&self, shared: &Shared<G>, actions: &[i64]) -> Result<(), (usize, BatchError)> {
        for (row, table) in (self.first..).zip(self.tables.iter().flatten()) {
            if !table.is_over && !table.is_legal(actions[row]) {
                return Err((row, table.illegal(shared, row, actions[row])));
            }
        }
        Ok(())
    }

    /// Plays the actions of its rows, which must be legal, and next games where it is time for them.
    fn step(self, shared: &Shared<G>, actions: &[i64]) -> Result<(), BatchError> {
        let (tables, actions) = (self.tables, &actions[self.first..][..self.order.len()]);
        shared.kinds.sort(actions, self.order);
        let mut writer = Writer::new(self.out, self.drawn);
        let mut following = self.order.iter().skip(1);
        for block in self.order.chunks(writer.block()) {
            let rows = block.iter().map(|&row| row as usize);
            let mut is_any_ended = false;
            for row in rows.clone() {
                if let Some(&next) = following.next() {
                    fetch(&tables[next as usize]);
                }
                if let Some(table) = &mut tables[row] {
                    table.advance(shared, actions[row])?;
                    writer.write_masks(row, table);
                    is_any_ended |= table.ended != Ended::No;
                }
            }
            writer.write_steps(rows.clone(), tables);
            if is_any_ended && shared.options.autoreset == AutoReset::SameStep {
                for row in rows.clone() {
                    if let Some(table) = tables[row].as_mut().filter(|table| table.ended != Ended::No) {
                        writer.write_final(row, table);
                        table.renew(shared)?;
                        writer.write_masks(row, table);
                    }
                }
            }
            writer.write_states(rows, tables);
        }
        Ok(())
    }
}

impl<G: Players> Tables<G> {
    /// What the rows have in common, who helps with them, and all of them.
    fn whole<O>(&mut self, out: O) -> (&Shared<G>, Option<&ThreadPool>, Part<'_, G, O>) {
        let part = Part {
            first: 0,
            tables: &mut self.tables,
            order: &mut self.order,
            drawn: &mut self.drawn,
            out,
        };
        (&self.shared, self.pool.as_ref(), part)
    }

    /// Calls `work` for every part of the rows, on all threads; an error of one of them.
    fn each_part<O: Cut>(
        &mut self,
        out: O,
        work: impl Fn(&Shared<G>, Part<'_, G, O>) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let (shared, pool, whole) = self.whole(out);
        let Some(pool) = pool else {
            return work(shared, whole);
        };
        let shares = Shares::new(whole, threads(pool));
        let failure = Mutex::new(Ok(()));
        everywhere(pool, &|thread| {
            while let Some(part) = shares.take(thread) {
                if let Err(error) = work(shared, part) {
                    *lock(&failure) = Err(error);
                }
            }
        });
        failure.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays actions; none of them before all are known to be legal.
    fn step_checked(&mut self, actions: &[i64], out: Outputs<'_>) -> Result<(), BatchError> {
        let (shared, pool, whole) = self.whole(out);
        let Some(pool) = pool else {
            whole.check(shared, actions).map_err(|(_, error)| error)?;
            return whole.step(shared, actions);
        };
        let unchecked = AtomicUsize::new(whole.rows());
        let shares = Shares::new(whole, threads(pool));
        let checked = shares.empty_like();
        let refused: Mutex<Option<(usize, BatchError)>> = Mutex::new(None);
        let failure = Mutex::new(Ok(()));
        everywhere(pool, &|thread| {
            while let Some(part) = shares.take(thread) {
                let _countdown = Countdown {
                    left: &unchecked,
                    done: part.rows(),
                };
                if let Err((row, error)) = part.check(shared, actions) {
                    let mut refused = lock(&refused);
                    if refused.as_ref().is_none_or(|(earlier, _)| row < *earlier) {
                        *refused = Some((row, error));
                    }
                }
                checked.put(thread, part);
            }
            while unchecked.load(Ordering::Acquire) > 0 {
                std::hint::spin_loop();
            }
            if lock(&refused).is_some() {
                return;
            }
            while let Some(part) = checked.take(thread) {
                if let Err(error) = part.step(shared, actions) {
                    *lock(&failure) = Err(error);
                }
            }
        });
        match refused.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((_, error)) => Err(error),
            None => failure.into_inner().unwrap_or_else(PoisonError::into_inner),
        }
    }
}

impl<G: Players> AnyBatch for Tables<G> {
    fn reset(&mut self, seeds: Option<&[u64]>, wanted: Option<&[bool]>, out: Outputs<'_>) -> Result<(), BatchError> {
        let picked = |row: usize| wanted.is_none_or(|wanted| wanted[row]);
        let is_unseeded = |row: &usize| picked(*row) && self.tables[*row].is_none();
        if let Some(row) = (0..self.tables.len()).find(is_unseeded).filter(|_| seeds.is_none()) {
            return Err(BatchError::Value(format!(
                "row {row}: it never had a seed; expected seeds"
            )));
        }
        let draws_all = out.samples.is_some() && wanted.is_none();
        self.is_drawn = false;
        self.each_part(out, |shared, part| {
            let mut writer = Writer::new(part.out, part.drawn);
            for row in (0..part.tables.len()).filter(|row| picked(part.first + row)) {
                match (seeds, &mut part.tables[row]) {
                    (Some(seeds), table) => *table = Some(Table::new(shared, seeds[part.first + row], None)?),
                    (None, Some(table)) => table.renew(shared)?,
                    (None, None) => {}
                }
                writer.write(row, part.tables);
            }
            Ok(())
        })?;
        self.is_begun = self.tables.iter().all(Option::is_some);
        self.is_drawn = draws_all;
        Ok(())
    }

    fn begin_at(
        &mut self,
        states: &[Option<&dyn AnyState>],
        seeds: Option<&[u64]>,
        out: Outputs<'_>,
    ) -> Result<(), BatchError> {
        let shared = &self.shared;
        let mut begun = Vec::with_capacity(states.len());
        for (row, state) in states.iter().enumerate() {
            let Some(state) = state else {
                begun.push(None);
                continue;
            };
            let wrong = |found: String| BatchError::Value(format!("states[{row}]: {found}"));
            let state = typed::<G>(*state, shared.seats).map_err(wrong)?;
            let table = match (seeds, &self.tables[row]) {
                (Some(seeds), _) => Table::new(shared, seeds[row], Some(state))?,
                (None, Some(table)) => table.next(shared, state)?,
                (None, None) => {
                    return Err(BatchError::Value(format!(
                        "row {row}: it never had a seed; expected seeds"
                    )));
                }
            };
            if table.is_over {
                return Err(wrong(
                    "found a state in which the game is over, or ends before anybody decides; expected one with a \
                     decision"
                        .to_owned(),
                ));
            }
            begun.push(Some(table));
        }
        let mut writer = Writer::new(out, &mut self.drawn);
        for (row, begun) in begun.into_iter().enumerate().filter(|(_, begun)| begun.is_some()) {
            self.tables[row] = begun;
            writer.write(row, &mut self.tables);
        }
        self.is_begun = self.tables.iter().all(Option::is_some);
        self.is_drawn = false;
        Ok(())
    }

    fn set_starts(&mut self, states: &[&dyn AnyState], share: f64, weights: Option<&[f64]>) -> Result<(), BatchError> {
        let starts = Starts::new(states, self.shared.seats, share, weights)?;
        self.shared.starts = Some(starts).filter(|_| !states.is_empty());
        Ok(())
    }

    fn step(&mut self, actions: &[i64], out: Outputs<'_>) -> Result<(), BatchError> {
        let draws = out.samples.is_some();
        let are_drawn = std::mem::take(&mut self.is_drawn) && actions == self.drawn;
        if are_drawn {
            // What was drawn is legal.
            self.each_part(out, |shared, part| part.step(shared, actions))?
        } else {
            self.step_checked(actions, out)?
        }
        self.is_drawn = draws;
        Ok(())
    }

    fn sample(&mut self, wanted: Option<&[bool]>, out: Rows<'_, i64>) {
        let picked = |row: usize| wanted.is_none_or(|wanted| wanted[row]);
        let drawn = self.each_part(out, |_, mut part| {
            for (row, table) in part
                .tables
                .iter_mut()
                .enumerate()
                .filter(|(row, _)| picked(part.first + row))
            {
                let action = table.as_mut().map_or(0, Table::sample);
                part.drawn[row] = action;
                part.out.row(row)[0] = action;
            }
            Ok(())
        });
        self.is_drawn |= wanted.is_none();
        debug_assert!(drawn.is_ok(), "drawing cannot fail");
    }

    fn is_begun(&self) -> bool {
        self.is_begun
    }

    fn is_threaded(&self) -> bool {
        self.pool.is_some()
    }

    fn look(&mut self, out: Outputs<'_>) -> Result<(), BatchError> {
        self.each_part(out, |_, part| {
            let mut writer = Writer::new(part.out, part.drawn);
            for (row, table) in part.tables.iter().enumerate() {
                table.iter().for_each(|table| writer.write_masks(row, table));
            }
            writer.write_states(0..part.tables.len(), part.tables);
            Ok(())
        })
    }

    fn legal_counts(&self) -> Vec<i64> {
        let count = |table: &Option<Table<G>>| table.as_ref().map_or(0, |table| table.legal.len() as i64);
        self.tables.iter().map(count).collect()
    }

    fn fill_moves(&mut self, out: MoveRows<'_>) -> Result<(), BatchError> {
        let Some(moves) = G::MOVES else {
            return Err(BatchError::Value(format!(
                "{} computes no numbers of actions; expected a game with move_inputs",
                G::NAME
            )));
        };
        let numbers = MoveNumbers::new(&moves);
        self.each_part(out, |shared, part| {
            numbers.write(part.tables, &shared.actions, part.out);
            Ok(())
        })
    }

    fn save(&self) -> Result<String, BatchError> {
        let saved = Saved {
            tables: &self.tables,
            starts: &self.shared.starts,
        };
        serde_json::to_string(&saved).map_err(BatchError::value)
    }

    fn restore(&mut self, text: &str) -> Result<(), BatchError> {
        let restored: Restored<G> = read(text).map_err(|error| BatchError::Value(format!("saved games: {error}")))?;
        let mut tables = restored.tables;
        if tables.len() != self.tables.len() {
            return Err(BatchError::Value(format!(
                "saved games: found {}; expected {}",
                tables.len(),
                self.tables.len()
            )));
        }
        self.shared.starts = restored.starts;
        tables.iter_mut().flatten().for_each(|table| table.resume(&self.shared));
        self.is_begun = tables.iter().all(Option::is_some);
        self.is_drawn = false;
        self.tables = tables;
        Ok(())
    }

    fn state(&self, row: usize) -> Option<Box<dyn AnyState>> {
        let table = self.tables[row].as_ref()?;
        Some(any_state(table.state.clone()))
    }
}
