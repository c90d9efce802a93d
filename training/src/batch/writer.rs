//! What is written of a row.

use heist_agents::Players;
use heist_engine::ActionSet;
use heist_engine::game::Game;

use super::outputs::{Outputs, Rows};
use super::table::{Ended, Table};

/// How many rows are written together, few enough to be in the processor's first cache still when the last of them was
/// played.
const BLOCK: usize = 16;

/// Writes rows, column by column.
pub(super) struct Writer<'a> {
    out: Outputs<'a>,
    drawn: &'a mut [i64],
    features: Vec<u32>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: Outputs<'a>, drawn: &'a mut [i64]) -> Writer<'a> {
        Writer {
            out,
            drawn,
            features: Vec::new(),
        }
    }

    /// How many rows to play before they are written. Columns are written one after the other, so that which of them
    /// are wanted is asked once for a block. Wide ones take so long to reach memory that every row of them is better
    /// written while the next game is played.
    pub(super) fn block(&self) -> usize {
        let out = &self.out;
        let is_wide = out.dense_bytes.is_some() || out.dense_floats.is_some();
        if is_wide { 1 } else { BLOCK }
    }

    /// What a table's player sees.
    #[inline]
    fn look<G: Players>(&mut self, table: &Table<G>) {
        if self.features.capacity() == 0 {
            self.features.reserve(G::max_active_features());
        }
        table.state.features(table.seat, &mut self.features);
    }

    /// What of a row is about the last step and about the state, if there is a table.
    pub(super) fn write<G: Players>(&mut self, row: usize, tables: &mut [Option<Table<G>>]) {
        self.write_steps(row..=row, tables);
        tables[row].iter().for_each(|table| self.write_masks(row, table));
        self.write_states(row..=row, tables);
    }

    /// What of rows is about the last step: its result, how long the game is.
    #[inline]
    pub(super) fn write_steps<G: Players>(&mut self, rows: impl RowNumbers, tables: &[Option<Table<G>>]) {
        let out = &mut self.out;
        write_column(&mut out.rewards, rows.clone(), tables, Table::reward);
        write_column(&mut out.shaping, rows.clone(), tables, |table| table.shaping as f32);
        write_column(&mut out.terminated, rows.clone(), tables, |table| {
            table.ended == Ended::Terminated
        });
        write_column(&mut out.truncated, rows.clone(), tables, |table| {
            table.ended == Ended::Truncated
        });
        write_column(&mut out.endings, rows.clone(), tables, Table::ending);
        write_column(&mut out.lengths, rows.clone(), tables, |table| table.decisions as i32);
        write_column(&mut out.starts, rows.clone(), tables, |table| table.start);
    }

    /// What is legal in a row. Best written right after it was played: a row of a mask is long, and takes its time to
    /// reach memory.
    #[inline(always)]
    pub(super) fn write_masks<G: Players>(&mut self, row: usize, table: &Table<G>) {
        if let Some(mask) = &mut self.out.mask {
            write_mask(mask.row(row), &table.legal);
        }
        if let Some(mask) = &mut self.out.packed_mask {
            table.legal.write_bits(mask.row(row));
        }
    }

    /// What else of rows is about the state: who decides, what that player sees.
    #[inline]
    pub(super) fn write_states<G: Players>(&mut self, rows: impl RowNumbers, tables: &mut [Option<Table<G>>]) {
        let out = &mut self.out;
        if let Some(samples) = &mut out.samples {
            for row in rows.clone() {
                if let Some(table) = &mut tables[row] {
                    self.drawn[row] = table.sample();
                    samples.row(row)[0] = self.drawn[row];
                }
            }
        }
        let tables = &*tables;
        write_column(&mut out.players, rows.clone(), tables, Table::player);
        if let Some(figures) = &mut out.figures {
            tables_of(rows.clone(), tables).for_each(|(row, table)| write_figures(figures.row(row), table));
        }
        if out.dense_bytes.is_none() && out.dense_floats.is_none() && out.sparse.is_none() && out.counts.is_none() {
            return;
        }
        for (row, table) in tables_of(rows, tables) {
            self.look(table);
            let (out, features) = (&mut self.out, &self.features);
            write_dense(&mut out.dense_bytes, row, features, 1);
            write_dense(&mut out.dense_floats, row, features, 1.0);
            write_sparse(&mut out.sparse, row, features);
            put(&mut out.counts, row, features.len() as i32);
        }
    }

    /// What of a row was about the last state of its game.
    pub(super) fn write_final<G: Players>(&mut self, row: usize, table: &Table<G>) {
        let out = &mut self.out;
        put(&mut out.final_players, row, table.player());
        if let Some(mask) = &mut out.final_mask {
            write_mask(mask.row(row), &table.legal);
        }
        if let Some(figures) = &mut out.final_figures {
            write_figures(figures.row(row), table);
        }
        let is_wanted = out.final_dense_bytes.is_some() || out.final_dense_floats.is_some();
        if !is_wanted && out.final_sparse.is_none() && out.final_counts.is_none() {
            return;
        }
        self.look(table);
        let (out, features) = (&mut self.out, &self.features);
        write_dense(&mut out.final_dense_bytes, row, features, 1);
        write_dense(&mut out.final_dense_floats, row, features, 1.0);
        write_sparse(&mut out.final_sparse, row, features);
        put(&mut out.final_counts, row, features.len() as i32);
    }
}

/// Some rows, by their numbers.
pub(super) trait RowNumbers: Iterator<Item = usize> + Clone {}

impl<T: Iterator<Item = usize> + Clone> RowNumbers for T {}

/// The tables of rows that have one, with their numbers.
#[inline]
fn tables_of<G: Game>(rows: impl RowNumbers, tables: &[Option<Table<G>>]) -> impl Iterator<Item = (usize, &Table<G>)> {
    rows.filter_map(|row| Some((row, tables[row].as_ref()?)))
}

#[inline]
fn write_column<T, G: Game>(
    column: &mut Option<Rows<'_, T>>,
    rows: impl RowNumbers,
    tables: &[Option<Table<G>>],
    value: impl Fn(&Table<G>) -> T,
) {
    if let Some(column) = column {
        tables_of(rows, tables).for_each(|(row, table)| column.row(row)[0] = value(table));
    }
}

#[inline]
fn put<T>(column: &mut Option<Rows<'_, T>>, row: usize, value: T) {
    if let Some(column) = column {
        column.row(row)[0] = value;
    }
}

#[inline]
fn write_mask(cells: &mut [bool], legal: &ActionSet) {
    cells.fill(false);
    legal.iter().for_each(|index| cells[index] = true);
}

#[inline]
fn write_figures<G: Players>(cells: &mut [i32], table: &Table<G>) {
    cells.copy_from_slice(&table.state.figures()[..G::FIGURES.len()]);
}

#[inline]
fn write_dense<T: Copy + Default>(column: &mut Option<Rows<'_, T>>, row: usize, features: &[u32], on: T) {
    if let Some(column) = column {
        let cells = column.row(row);
        cells.fill(T::default());
        features.iter().for_each(|&feature| cells[feature as usize] = on);
    }
}

#[inline]
fn write_sparse(column: &mut Option<Rows<'_, i32>>, row: usize, features: &[u32]) {
    if let Some(column) = column {
        let cells = column.row(row);
        let (active, rest) = cells.split_at_mut(features.len());
        for (cell, &feature) in active.iter_mut().zip(features) {
            *cell = feature as i32;
        }
        rest.fill(-1);
    }
}
