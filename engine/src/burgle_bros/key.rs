//! The canonical words of a state, for its key.

// A new frame, room or card must not be forgotten: every match names all cases.
#![deny(clippy::wildcard_enum_match_arm)]

use super::frame::Frame;
use super::state::{BurgleBros, flag};
use crate::hash::{append, append_bytes};

impl BurgleBros {
    /// The key of everything that can influence the rest of the game; the tally cannot. Three blocks of constant
    /// length, because XXH3 takes short input faster than long, then what few states have.
    pub(super) fn hash_key(&self) -> u64 {
        let mut key = append(0, &self.tile_words());
        key = append(key, &self.floor_words());
        key = append(key, &self.turn_words());
        let turn = &self.turn;
        let cards = [turn.gave_tools, turn.gave_loot, turn.refused_tools, turn.refused_loot]
            .map(|[a, b, c, d]| u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48);
        if cards != [0; 4] {
            key = append(key, &cards);
        }
        let (_, _, known) = self.decks.parts();
        if known != 0 {
            let (places, further) = self.decks.places();
            key = append_bytes(key, &places);
            if self.is_set(flag::LOST_VISUAL) {
                key = append_bytes(key, further);
            }
        }
        key
    }

    /// Tiles, marks and tokens, and the number of seats in a byte left over.
    #[inline]
    fn tile_words(&self) -> [u64; 14] {
        let mut words = [0; 14];
        words[..4].copy_from_slice(&[self.stock, self.cracked, self.disabled, self.marked]);
        let (tiles, rest) = self.tiles.as_chunks();
        for (word, &tiles) in words[4..].iter_mut().zip(tiles) {
            *word = u64::from_le_bytes(tiles);
        }
        words[11] = rest
            .iter()
            .fold(self.seat_count.into(), |word, &tile| word << 8 | u64::from(tile));
        let tokens = self.tile_stealth.iter().fold(0u128, |words, &(at, count)| {
            words << 16 | u128::from(at) << 8 | u128::from(count)
        });
        words[12] = tokens as u64;
        words[13] = (tokens >> 64) as u64;
        words
    }

    /// Plans, alarms and Guards of the floors, unseen cards, and players.
    #[inline]
    fn floor_words(&self) -> [u64; 16] {
        let mut words = [0; 16];
        for (floor, words) in words[..9].chunks_exact_mut(3).enumerate() {
            let state = &self.floors[floor];
            words[0] = self.plans[floor].code();
            words[1] = u64::from(state.revealed) | u64::from(state.alarms) << 32;
            words[2] = u64::from(state.links)
                | u64::from(state.guard.at) << 32
                | u64::from(state.guard.die) << 40
                | u64::from(state.guard.speed) << 48;
        }
        let (unseen, ..) = self.decks.parts();
        for (word, pair) in words[9..12].iter_mut().zip(unseen.chunks_exact(2)) {
            *word = u64::from(pair[0]) | u64::from(pair[1]) << 32;
        }
        for (word, player) in words[12..].iter_mut().zip(&self.players) {
            *word = u64::from(player.tools)
                | u64::from(player.loot) << 16
                | u64::from(player.at) << 32
                | u64::from(player.stealth) << 40
                | (player.character as u64) << 48
                | (player.status as u64) << 56;
        }
        words
    }

    /// Safes, the turn's record, the Move in progress, what is being resolved, and all that is single.
    #[inline]
    fn turn_words(&self) -> [u64; 16] {
        let (turn, mover) = (&self.turn, &self.mover);
        let [safe_1, safe_2, safe_3] = self.safes.map(|safe| {
            u64::from(safe.tools)
                | u64::from(safe.loot) << 16
                | u64::from(safe.at) << 32
                | u64::from(safe.dice()) << 40
                | u64::from(safe.is_open()) << 48
        });
        let (_, &[length_1, length_2, length_3, length_4, length_5, length_6], known) = self.decks.parts();
        let [chain @ .., chain_9, chain_10, chain_11, chain_12] = turn.chain;
        let [points @ .., points_9, points_10, points_11, points_12] = turn.chain_points;
        let [orders_1, orders_2, orders_3, orders_4] = turn.refused_orders;
        let [attempts_1, attempts_2, attempts_3] = turn.attempts;
        let [tokens_1, tokens_2, tokens_3] = self.room_tokens;
        let [number_low, number_high] = turn.number.to_le_bytes();
        let [done_low, done_high] = turn.done.to_le_bytes();
        let [stack_1, stack_2, stack_3, stack_4] = self.stack_words();
        let word = u64::from_le_bytes;
        [
            safe_1,
            safe_2,
            safe_3,
            stack_1,
            stack_2,
            stack_3,
            stack_4,
            word(chain),
            word([
                chain_9, chain_10, chain_11, chain_12, orders_1, orders_2, orders_3, orders_4,
            ]),
            word(points),
            word([
                points_9, points_10, points_11, points_12, attempts_1, attempts_2, attempts_3, turn.seat,
            ]),
            word([
                number_low,
                number_high,
                done_low,
                done_high,
                turn.actions,
                turn.counted,
                turn.flexed_to,
                turn.flexed_floors,
            ]),
            word([
                turn.espresso,
                turn.daydreaming,
                mover.seat,
                mover.from,
                mover.to,
                mover.cause as u8,
                mover.paid,
                self.flags,
            ]),
            word([
                length_1,
                length_2,
                length_3,
                length_4,
                length_5,
                length_6,
                known,
                self.donuts,
            ]),
            word([
                tokens_1,
                tokens_2,
                tokens_3,
                self.crow,
                self.kitty,
                self.entrance,
                self.scenario as u8,
                self.ending as u8,
            ]),
            word([
                self.emp,
                self.gymnastics,
                self.time_lock,
                self.video_loop,
                self.heads_up,
                self.jump_the_gun,
                0,
                0,
            ]),
        ]
    }

    /// The frames, the top one lowest.
    #[inline]
    fn stack_words(&self) -> [u64; 4] {
        self.stack.frames().iter().fold([0; 4], |[a, b, c, d], &frame| {
            let code = u64::from(u32::from_le_bytes(frame_bytes(frame)));
            [a << 32 | code, b << 32 | a >> 32, c << 32 | b >> 32, d << 32 | c >> 32]
        })
    }
}

/// A number for each kind of frame, never reused, and its content.
#[inline]
fn frame_bytes(frame: Frame) -> [u8; 4] {
    let option = |drilled: Option<super::frame::Drilled>| drilled.map_or(0, |drilled| drilled as u8 + 1);
    match frame {
        Frame::Idle => [0; 4],
        Frame::PlaceFirstGuard => [1, 0, 0, 0],
        Frame::ChooseEntrance => [2, 0, 0, 0],
        Frame::PlaceFirstDie => [3, 0, 0, 0],
        Frame::BeginTurn => [4, 0, 0, 0],
        Frame::RollChihuahua => [5, 0, 0, 0],
        Frame::RollKitty => [7, 0, 0, 0],
        Frame::ChooseKittyTile => [8, 0, 0, 0],
        Frame::Act => [9, 0, 0, 0],
        Frame::EventCheck => [11, 0, 0, 0],
        Frame::DrawEvent => [12, 0, 0, 0],
        Frame::GuardStep => [13, 0, 0, 0],
        Frame::ChooseGuard(floors) => [14, floors, 0, 0],
        Frame::GuardMove(floor) => [15, floor, 0, 0],
        Frame::NextPlayer => [16, 0, 0, 0],
        Frame::Reveal(cell) => [17, cell.code(), 0, 0],
        Frame::Move(stage) => [18, stage as u8, 0, 0],
        Frame::AskDeadbolt => [19, 0, 0, 0],
        Frame::RollKeypad(dice) => [20, dice, 0, 0],
        Frame::AskLaser => [21, 0, 0, 0],
        Frame::EnsureGuard(floor) => [22, floor, 0, 0],
        Frame::AskHack(cell) => [23, cell.code(), 0, 0],
        Frame::Retarget(floors) => [24, floors, 0, 0],
        Frame::AskNearest(floor) => [25, floor, 0, 0],
        Frame::SetUpGuard(floor) => [26, floor, 0, 0],
        Frame::SetUpDie(floor) => [27, floor, 0, 0],
        Frame::DrawPatrol(floor) => [28, floor, 0, 0],
        Frame::Walk { floor, left } => [29, floor, left, 0],
        Frame::WalkArrival(floor) => [30, floor, 0, 0],
        Frame::CameraCheck(floor) => [31, floor, 0, 0],
        Frame::Arrive(floor) => [32, floor, 0, 0],
        Frame::Pay { due, scarce } => [33, due, scarce, 0],
        Frame::AskToken { payer, decider } => [34, payer.0, decider.0, 0],
        Frame::RollCrack { safe, dice } => [35, safe.code(), dice, 0],
        Frame::Cracking(cell) => [36, cell.code(), 0, 0],
        Frame::AskStethoscope([low, middle, high]) => [37, low, middle, high],
        Frame::RaiseSpeeds(floor) => [38, floor, 0, 0],
        Frame::DrawTool { drawer, safe } => [39, drawer.0, option(safe), 0],
        Frame::DrawSecondTool { drawer, safe, first } => [40, drawer.0, option(safe), first as u8],
        Frame::KeepTool { drawer, safe, pair } => [41, drawer.0, option(safe), pair.code()],
        Frame::DrawLoot { drawer, safe } => [42, drawer.0, safe.code(), 0],
        Frame::AskTrade { partner, offer } => {
            let (kind, card) = offer.code();
            [43, partner.0, kind, card]
        }
        Frame::AskOrders(seat, cell) => [44, seat.0, cell.code(), 0],
        Frame::LookPatrol(floor) => [45, floor, 0, 0],
        Frame::AskPatrolPlace(floor) => [46, floor, 0, 0],
        Frame::LookEvent { seen, count } => [47, seen, count, 0],
        Frame::AskEventPlace => [48, 0, 0, 0],
        Frame::AskEventOrder(count) => [49, count, 0, 0],
        Frame::AskPlayer => [50, 0, 0, 0],
        Frame::AskTile(event) => [51, event as u8, 0, 0],
        Frame::BrownOut([first, second, third]) => [52, first, second, third],
        Frame::ReturnGuard(floor) => [53, floor, 0, 0],
        Frame::Returned(floor) => [54, floor, 0, 0],
    }
}
