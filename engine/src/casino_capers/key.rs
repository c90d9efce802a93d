//! The canonical bytes of a state, for its key.

use super::frame::Frame;
use super::place::LEVELS;
use super::state::CasinoCapers;
use crate::hash::append_bytes;

/// Bytes that a key is made of, with room for all but the steps of the deepest states.
struct Bytes {
    bytes: [u8; 640],
    length: usize,
}

impl Bytes {
    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
    }

    fn put_word(&mut self, word: u64) {
        self.put(&word.to_le_bytes());
    }

    fn put_half(&mut self, half: u32) {
        self.put(&half.to_le_bytes());
    }
}

impl CasinoCapers {
    /// The key of everything that can influence the rest of the game; the tally cannot.
    pub(super) fn hash_key(&self) -> u64 {
        let mut out = Bytes {
            bytes: [0; 640],
            length: 0,
        };
        self.put_board(&mut out);
        self.put_players(&mut out);
        self.put_decks(&mut out);
        self.put_turn(&mut out);
        let mut hash = 0;
        for frame in self.stack.frames() {
            let bytes = frame_bytes(frame);
            if out.length + bytes.len() > out.bytes.len() {
                // Rules nest deeper than they do in most games (R26).
                hash = append_bytes(hash, &out.bytes[..out.length]);
                out.length = 0;
            }
            out.put(&bytes);
        }
        append_bytes(hash, &out.bytes[..out.length])
    }

    /// Walls, tiles, chips, cubes, tokens and bouncers.
    fn put_board(&self, out: &mut Bytes) {
        for floor in 0..LEVELS {
            let state = &self.floors[floor];
            out.put_word(self.plans[floor].code());
            out.put_word(state.cubes);
            out.put_half(state.revealed);
            for squares in [state.crows, state.crowds, state.steaks, state.had_steak] {
                out.put(&squares.code().to_le_bytes());
            }
            out.put(&[state.bouncer.at, state.bouncer.marker, state.bouncer.prey]);
        }
        out.put(&self.tiles);
        out.put(&self.chips);
        out.put(&self.chip_stock);
        out.put(&self.box_weights);
        for mask in [self.stock, self.named_chips] {
            out.put_half(mask);
        }
        for squares in [self.cracked, self.swat, self.zip_lines] {
            out.put(&squares.code().to_le_bytes());
        }
        out.put(&self.loose_dice);
        out.put(&self.entrances);
        out.put(&[
            self.boxed,
            self.office_dice,
            self.safe_dice,
            self.monorail,
            self.escalator,
            self.out_of_order,
            self.jammed,
            self.contorted,
            self.boots,
            self.car,
            self.tiger,
            self.football,
        ]);
    }

    /// Players and gear.
    fn put_players(&self, out: &mut Bytes) {
        for player in &self.players {
            out.put_word(player.gear);
            out.put(&[
                player.at,
                player.status as u8,
                player.heat,
                player.flags,
                player.bonus,
                player.character as u8,
                player.count,
                player.task_card,
            ]);
        }
        for set in [self.prepped, self.backs, self.pile] {
            out.put_word(set);
        }
        out.put(&self.uses);
        out.put_half(self.tasks_done);
        out.put_half(self.tasks_due);
    }

    /// Patrol and event decks.
    fn put_decks(&self, out: &mut Bytes) {
        for deck in &self.patrol.decks {
            let (entries, length) = deck.bytes();
            out.put(&entries);
            out.put_half(deck.discards.cells());
            out.put(&[deck.discards.distracted, length]);
        }
        for pool in self.patrol.pools() {
            out.put_half(pool.cells());
            out.put(&[pool.distracted]);
        }
        for deck in &self.events {
            out.put(&[deck.unseen, deck.discards, deck.length]);
            out.put(&deck.order);
        }
    }

    /// The turn, the finale, and all that is single.
    fn put_turn(&self, out: &mut Bytes) {
        let turn = &self.turn;
        out.put(&turn.number.to_le_bytes());
        out.put(&turn.limit.to_le_bytes());
        out.put(&[turn.player, turn.actions, turn.done, self.finale]);
        out.put(&self.finales.to_le_bytes());
        out.put(&[
            self.suspicion,
            self.windows as u8,
            self.asked_windows as u8,
            self.seat_count,
            self.character_count,
            self.flags,
            self.ending as u8,
        ]);
    }
}

/// A number for each kind of frame, never reused, and its content.
fn frame_bytes(frame: Frame) -> [u8; 3] {
    let [a, b] = frame.content();
    [frame.number(), a, b]
}
