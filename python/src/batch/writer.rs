//! What is written of a row.

use heist_engine::ActionSet;

use super::outputs::Outputs;
use super::table::{Ended, Table};
use crate::arrays::Rows;
use crate::loaded::Playable;

/// Writes rows.
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

    /// What a table's player sees.
    #[inline]
    fn look<G: Playable>(&mut self, table: &Table<G>) {
        if self.features.capacity() == 0 {
            self.features.reserve(G::max_active_features());
        }
        table.state.features(table.seat, &mut self.features);
    }

    /// Everything of a row.
    #[inline]
    pub(super) fn write<G: Playable>(&mut self, row: usize, table: &mut Table<G>, ended: Ended) {
        let out = &mut self.out;
        put(&mut out.rewards, row, 0.0);
        put(&mut out.shaping, row, table.shaping as f32);
        put(&mut out.terminated, row, ended == Ended::Terminated);
        put(&mut out.truncated, row, ended == Ended::Truncated);
        put(&mut out.lengths, row, table.decisions as i32);
        put(&mut out.starts, row, table.start);
        put(&mut out.endings, row, -1);
        if ended == Ended::Terminated {
            self.write_result(row, table);
        }
        self.write_state(row, table);
    }

    /// The result of a game that is over.
    fn write_result<G: Playable>(&mut self, row: usize, table: &Table<G>) {
        let Some(result) = table.state.result() else { return };
        let out = &mut self.out;
        put(&mut out.rewards, row, result.value as f32);
        let place = G::ENDINGS.iter().position(|ending| *ending == result.ending);
        put(&mut out.endings, row, place.map_or(-1, |place| place as i8));
    }

    /// What of a row is about the state: who decides, what is legal, what that player sees.
    #[inline]
    pub(super) fn write_state<G: Playable>(&mut self, row: usize, table: &mut Table<G>) {
        let out = &mut self.out;
        if out.players.is_some() {
            // Who decides is worked out from the legal actions.
            put(&mut out.players, row, table.player());
        }
        write_mask(&mut out.mask, row, &table.legal);
        write_figures(&mut out.figures, row, table);
        if let Some(samples) = &mut out.samples {
            self.drawn[row] = table.sample();
            samples.row(row)[0] = self.drawn[row];
        }
        if let Some(mask) = &mut out.packed_mask {
            table.legal.write_bits(mask.row(row));
        }
        if out.dense_bytes.is_none() && out.dense_floats.is_none() && out.sparse.is_none() && out.counts.is_none() {
            return;
        }
        self.look(table);
        let (out, features) = (&mut self.out, &self.features);
        write_dense(&mut out.dense_bytes, row, features, 1);
        write_dense(&mut out.dense_floats, row, features, 1.0);
        write_sparse(&mut out.sparse, row, features);
        put(&mut out.counts, row, features.len() as i32);
    }

    /// What of a row was about the last state of its game.
    pub(super) fn write_final<G: Playable>(&mut self, row: usize, table: &Table<G>) {
        let out = &mut self.out;
        put(&mut out.final_players, row, table.player());
        write_mask(&mut out.final_mask, row, &table.legal);
        write_figures(&mut out.final_figures, row, table);
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

#[inline]
fn put<T>(column: &mut Option<Rows<'_, T>>, row: usize, value: T) {
    if let Some(column) = column {
        column.row(row)[0] = value;
    }
}

#[inline]
fn write_mask(column: &mut Option<Rows<'_, bool>>, row: usize, legal: &ActionSet) {
    if let Some(column) = column {
        let cells = column.row(row);
        cells.fill(false);
        legal.iter().for_each(|index| cells[index] = true);
    }
}

#[inline]
fn write_figures<G: Playable>(column: &mut Option<Rows<'_, i32>>, row: usize, table: &Table<G>) {
    if let Some(column) = column {
        column
            .row(row)
            .copy_from_slice(&table.state.figures()[..G::FIGURES.len()]);
    }
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
