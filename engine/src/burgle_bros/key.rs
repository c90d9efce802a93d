//! The canonical bytes of a state, for its key.

use super::frame::Frame;
use super::state::BurgleBros;
use crate::hash::KeyWriter;

impl BurgleBros {
    /// Writes everything that bears on the rest of the game; the tally does not. Fixed order and width.
    #[inline]
    pub(super) fn write_key<const N: usize>(&self, to: &mut KeyWriter<N>) {
        for mask in [self.stock, self.cracked, self.disabled, self.marked] {
            to.word(mask);
        }
        for (plan, floor) in self.plans.iter().zip(&self.floors[..self.floor_count as usize]) {
            to.word(plan.code());
            to.word(u64::from(floor.revealed) | u64::from(floor.alarms) << 32);
            to.bytes(&floor.links.to_le_bytes());
            to.bytes(&[floor.guard.at, floor.guard.die, floor.guard.speed]);
        }
        to.bytes(&self.tiles);
        let (unseen, order, length, known) = self.decks.parts();
        for cards in unseen {
            to.bytes(&cards.to_le_bytes());
        }
        to.bytes(length);
        // Most states know no place of any deck: they say so in one byte.
        to.bytes(&[known]);
        if known != 0 {
            to.bytes(order);
        }
        for player in &self.players[..self.seat_count as usize] {
            to.word(
                u64::from(player.tools)
                    | u64::from(player.loot) << 16
                    | u64::from(player.at) << 32
                    | u64::from(player.stealth) << 40
                    | (player.character as u64) << 48
                    | (player.status as u64) << 56,
            );
        }
        for safe in &self.safes {
            to.word(
                u64::from(safe.tools)
                    | u64::from(safe.loot) << 16
                    | u64::from(safe.at) << 32
                    | u64::from(safe.dice) << 40
                    | u64::from(safe.open) << 48,
            );
        }
        for &(at, tokens) in &self.tile_stealth {
            to.bytes(&[at, tokens]);
        }
        self.write_turn(to);
        let mover = &self.mover;
        to.bytes(&[
            mover.seat,
            mover.from,
            mover.to,
            mover.cause as u8,
            mover.paid,
            u8::from(mover.impure) | u8::from(mover.revealed) << 1,
        ]);
        for &frame in self.stack.frames() {
            to.bytes(&frame_bytes(frame));
        }
        to.bytes(&self.room_tokens);
        to.bytes(&[
            u8::from(self.laptop),
            u8::from(self.juicer_token),
            self.crow,
            self.kitty,
            self.entrance,
            self.emp,
            self.gymnastics,
            self.time_lock,
            self.video_loop,
            self.heads_up,
            self.jump_the_gun,
            self.donuts,
            self.seat_count,
            self.scenario as u8,
            u8::from(self.loop_rule),
            self.ending as u8,
        ]);
    }

    #[inline]
    fn write_turn<const N: usize>(&self, to: &mut KeyWriter<N>) {
        let turn = &self.turn;
        let cards = [
            &turn.gave_tools,
            &turn.gave_loot,
            &turn.refused_tools,
            &turn.refused_loot,
        ]
        .map(|sets| sets.iter().rev().fold(0u64, |word, &set| word << 16 | u64::from(set)));
        // Cards change hands, or are refused, in few turns.
        let any = cards != [0; 4];
        to.bytes(&[u8::from(any)]);
        if any {
            cards.into_iter().for_each(|word| to.word(word));
        }
        to.bytes(&turn.refused_orders);
        to.bytes(&turn.number.to_le_bytes());
        to.bytes(&turn.done.to_le_bytes());
        to.bytes(&turn.chain);
        to.bytes(&turn.chain_points);
        to.bytes(&turn.attempts);
        to.bytes(&[
            turn.seat,
            turn.actions,
            turn.counted,
            turn.flexed_to,
            turn.flexed_floors,
            turn.espresso,
            turn.daydreaming,
        ]);
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
    }
}
