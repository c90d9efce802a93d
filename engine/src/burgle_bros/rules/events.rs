//! Events (section 7.5), and the Events that move Guards and dice (section 6.7).

use super::super::action::Action;
use super::super::components::{Event, Face, Kind, Loot};
use super::super::decks::DeckName;
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cause, Cells, NONE, done};
use super::turn::nearest;
use crate::board::{Cell, squares};
use crate::game::Seat;

/// The Events that never ask for a tile.
macro_rules! no_tile {
    () => {
        Event::BrownOut
            | Event::BuddySystem
            | Event::ChangeOfPlans
            | Event::Crash
            | Event::Daydreaming
            | Event::DeadDrop
            | Event::Espresso
            | Event::FreightElevator
            | Event::Gymnastics
            | Event::HeadsUp
            | Event::JumpTheGun
            | Event::JuryRig
            | Event::KeycodeChange
            | Event::Lampshade
            | Event::LostGrip
            | Event::Reboot
            | Event::ShiftChange
            | Event::Shoplifting
            | Event::TimeLock
            | Event::VideoLoop
    };
}

impl BurgleBros {
    /// E-NOTE-1: the active player resolves an Event at once. Round effects and pending Events note whose they are.
    /// G-EVENT-4, H27: Events about a Guard do nothing if none is in play on the floor.
    pub(in super::super) fn event_drawn(&mut self, event: Event) {
        self.draw_from(DeckName::Events, event as u8);
        self.tally.events += 1;
        let seat = self.active();
        let at = self.place_of(seat);
        let floor = at.floor() as u8;
        let calm = self.floors[at.floor()].alarms == 0;
        match event {
            Event::ChangeOfPlans
            | Event::Crash
            | Event::Squeak
            | Event::SwitchSigns
            | Event::ThrowVoice
            | Event::WhereIsHe
                if !self.guard_in_play(at.floor()) => {}
            Event::BrownOut => self.brown_out(),
            Event::BuddySystem => {
                if self.inside().any(|other| other != seat) {
                    self.push(Frame::AskPlayer);
                }
            }
            Event::ChangeOfPlans if calm => self.change_plans(floor),
            Event::Crash if calm => self.crash(at),
            Event::Daydreaming => self.turn.daydreaming = floor,
            Event::DeadDrop => self.dead_drop(),
            Event::Espresso => self.turn.espresso = floor,
            Event::FreightElevator => self.freight_elevator(seat, at),
            Event::GoWithYourGut => self.ask_tile_if_any(event, self.gut_range()),
            Event::Gymnastics => self.gymnastics = seat.0,
            Event::HeadsUp => self.heads_up = self.seat_after(seat).unwrap_or(seat).0,
            Event::JumpTheGun => self.jump_the_gun(seat),
            Event::JuryRig => self.jury_rig(seat),
            Event::KeycodeChange => self.change_keycodes(),
            Event::Lampshade => self.put_on_lampshade(seat),
            Event::LostGrip => self.lose_grip(seat, at),
            Event::Peekhole => self.ask_tile_if_any(event, self.peekhole_range()),
            Event::Reboot => self.reboot(),
            Event::ShiftChange => self.turn.done |= done::SHIFT_CHANGE,
            Event::Shoplifting => self.shoplifting(),
            Event::Squeak => self.squeak(),
            Event::SwitchSigns if calm => self.switch_signs(floor),
            Event::ThrowVoice if calm => self.ask_tile_if_any(event, self.voice_range()),
            Event::TimeLock => self.time_lock = seat.0,
            Event::VideoLoop => self.video_loop = seat.0,
            Event::WhereIsHe if calm => self.put_guard_on_die(floor),
            Event::SwitchSigns | Event::WhereIsHe => self.put_guard_on_alarm(event, floor),
            Event::ChangeOfPlans | Event::Crash | Event::ThrowVoice => {}
        }
    }

    /// E-CHANGE-OF-PLANS: without alarms on the floor its Guard gets another destination.
    fn change_plans(&mut self, floor: u8) {
        self.draw_patrol(floor);
    }

    /// E-CRASH: without alarms on the floor the die comes to the player's tile, where the Guard may be.
    fn crash(&mut self, at: Cell) {
        self.floors[at.floor()].guard.die = at.square() as u8;
    }

    /// E-JURY-RIG: the player draws a Tool.
    fn jury_rig(&mut self, seat: Seat) {
        self.draw_tool(seat, None);
    }

    /// E-KEYCODE-CHANGE: all Keypads are locked again.
    fn change_keycodes(&mut self) {
        self.marked &= !Face::KEYPADS;
    }

    /// E-LAMPSHADE: the player gains one Stealth.
    /// H40: there is no upper limit.
    fn put_on_lampshade(&mut self, seat: Seat) {
        let player = self.player_mut(seat);
        player.stealth = player.stealth.saturating_add(1);
    }

    /// E-LOST-GRIP: the player is put on the tile below; on floor 1 nothing happens.
    fn lose_grip(&mut self, seat: Seat, at: Cell) {
        if at.floor() > 0 {
            self.put(seat, at.below());
        }
    }

    /// E-BROWN-OUT: all tokens go, and a card is drawn for each.
    /// H27: none is drawn where the Guard is not in play.
    fn brown_out(&mut self) {
        let mut draws = [0; 3];
        for (floor, draws) in self.floors.iter_mut().zip(&mut draws) {
            let tokens = floor.alarms.count_ones() as u8;
            floor.alarms = 0;
            // H27: no draw where the Guard is not in play.
            *draws = if floor.guard.at == NONE { 0 } else { tokens };
        }
        self.push(Frame::BrownOut(draws));
    }

    /// E-BROWN-OUT: the next card, in floor order.
    pub(in super::super) fn brown_out_draw(&mut self, mut draws: [u8; 3]) {
        if let Some(floor) = draws.iter().position(|&left| left > 0) {
            draws[floor] -= 1;
            self.push(Frame::BrownOut(draws));
            // Ruling R16: nor for a Guard whom one of these very cards has removed.
            if self.guard_in_play(floor) {
                self.draw_patrol(floor as u8);
            }
        }
    }

    /// M-DEC-16, E-BUDDY-SYSTEM: another player on the board.
    /// H36: he must be chosen, even if he is on the same tile.
    pub(in super::super) fn offer_players(&self, out: &mut impl Offers) {
        out.extend(
            self.inside()
                .filter(|&seat| seat != self.active())
                .map(Action::ChoosePlayer),
        );
    }

    /// E-BUDDY-SYSTEM: he is put on the active player's tile.
    pub(in super::super) fn buddy_chosen(&mut self, buddy: Seat) {
        self.put(buddy, self.place_of(self.active()));
    }

    /// E-DEAD-DROP: all cards go to the previous player still in the game.
    /// H37: a Gold Bar that he could not hold stays.
    /// the card of a loose Kitty stays.
    fn dead_drop(&mut self) {
        let seat = self.active();
        let Some(previous) = self.seat_before(seat) else { return };
        let mut loot = self.held_loot(seat);
        if self.holds(previous, Loot::GoldBar) {
            loot &= !Loot::GoldBar.bit();
        }
        let giver = self.player_mut(seat);
        let tools = giver.tools;
        giver.tools = 0;
        giver.loot &= !loot;
        let taker = self.player_mut(previous);
        taker.tools |= tools;
        taker.loot |= loot;
    }

    /// E-FREIGHT-ELEVATOR: up, from the top floor out if Loot and Safes allow; Time Lock does not stop it.
    fn freight_elevator(&mut self, seat: Seat, at: Cell) {
        if at.floor() < self.top_floor() {
            self.put(seat, at.above());
        } else if self.loot_is_secured() {
            self.escape();
        }
    }

    /// E-JUMP-THE-GUN: the next player will be skipped.
    /// H47: if nobody else is left nothing happens.
    fn jump_the_gun(&mut self, seat: Seat) {
        if let Some(next) = self.seat_after(seat)
            && next != seat
        {
            self.jump_the_gun = next.0;
        }
    }

    /// E-REBOOT: every revealed Computer Room has exactly one token.
    fn reboot(&mut self) {
        for floor in 0..self.floor_count() {
            for square in squares(self.floors[floor].revealed) {
                if let Some(room) = self.kind(Cell::new(floor, square)).and_then(Kind::room) {
                    self.room_tokens[room.index()] = 1;
                }
            }
        }
    }

    /// E-SHOPLIFTING: an alarm on every Laboratory whose Tool was taken.
    /// A-ALARM-11: all tokens are put before the dice are moved.
    fn shoplifting(&mut self) {
        let mut floors = 0;
        for cell in self.revealed_of(Kind::Laboratory).iter() {
            let taken = self.face(cell).is_some_and(|face| self.marked & face.bit() != 0);
            if taken && self.would_sound(cell) {
                self.place_alarm(cell);
                floors |= 1 << cell.floor();
            }
        }
        if floors != 0 {
            self.push(Frame::Retarget(floors));
        }
    }

    fn ask_tile_if_any(&mut self, event: Event, tiles: Cells) {
        if !tiles.is_empty() {
            self.push(Frame::AskTile(event));
        }
    }

    /// E-PEEKHOLE: unrevealed neighbours, walls or not, and the tiles above and below.
    fn peekhole_range(&self) -> Cells {
        let at = self.place_of(self.active());
        let plan = self.plan(at.floor());
        let mut range = Cells::default();
        range.0[at.floor()] = plan.adjacent(at.square()) | plan.walled(at.square());
        if at.floor() < self.top_floor() {
            range.insert(at.above());
        }
        if at.floor() > 0 {
            range.insert(at.below());
        }
        self.unrevealed(range)
    }

    /// E-THROW-VOICE: one m1 step from the die.
    fn voice_range(&self) -> Cells {
        let floor = self.place_of(self.active()).floor();
        let mut range = Cells::default();
        range.0[floor] = self.plan(floor).adjacent(self.floors[floor].guard.die as usize);
        range
    }

    /// E-SQUEAK: the tiles of the nearest players on the floor.
    fn squeak_range(&self) -> Cells {
        let floor = self.place_of(self.active()).floor();
        let plan = self.plan(floor);
        let distance = plan.routes_to(self.floors[floor].guard.at as usize).distance;
        let players = self
            .inside()
            .map(|seat| self.place_of(seat))
            .filter(|at| at.floor() == floor);
        let mut range = Cells::default();
        range.0[floor] = nearest(players.map(Cell::square), |square| Some(distance[square]));
        range
    }

    /// M-DEC-16: the tiles an Event may act on.
    pub(in super::super) fn offer_tiles(&self, event: Event, out: &mut impl Offers) {
        let tiles = match event {
            Event::GoWithYourGut => self.gut_range(),
            Event::Peekhole => self.peekhole_range(),
            Event::Squeak => self.squeak_range(),
            Event::ThrowVoice => self.voice_range(),
            Event::SwitchSigns | Event::WhereIsHe => self.alarms_to_put_on(),
            no_tile!() => Cells::default(),
        };
        out.extend_cells(tiles, Action::ChooseTile);
        if event == Event::Peekhole {
            out.push(Action::Skip);
        }
    }

    /// M-DEC-16: the tile chosen.
    pub(in super::super) fn tile_chosen(&mut self, event: Event, cell: Cell) {
        let floor = cell.floor() as u8;
        match event {
            Event::GoWithYourGut => self.start_own_move(cell, Cause::Gut),
            Event::Peekhole => self.reveal(cell),
            Event::Squeak => self.squeak_towards(cell),
            Event::ThrowVoice => self.floors[cell.floor()].guard.die = cell.square() as u8,
            Event::SwitchSigns | Event::WhereIsHe => self.move_guard_to(floor, cell.square() as u8, true),
            no_tile!() => debug_assert!(false, "{event} asks for no tile"),
        }
    }

    /// E-SQUEAK: the Guard goes one step towards the nearest player; beside him already, nothing happens (H55).
    fn squeak(&mut self) {
        let range = self.squeak_range();
        let floor = self.place_of(self.active()).floor();
        match range.0[floor].count_ones() {
            0 => {}
            1 => self.squeak_towards(Cell::new(floor, range.0[floor].trailing_zeros() as usize)),
            _ => self.push(Frame::AskTile(Event::Squeak)),
        }
    }

    /// E-SQUEAK: the Guard goes one step along his path, with the effects of arriving.
    /// G-EVENT-2, H55: if he is on that tile already nothing happens.
    fn squeak_towards(&mut self, player: Cell) {
        let plan = self.plan(player.floor());
        let guard = &mut self.floors[player.floor()].guard;
        if guard.at as usize == player.square() {
            return;
        }
        guard.at = plan.step(guard.at as usize, player.square()) as u8;
        self.push(Frame::WalkArrival(player.floor() as u8));
        self.guard_enters(player.floor() as u8, self.seen_by_guard(player.floor()));
    }

    /// E-SWITCH-SIGNS: without alarms Guard and die swap tiles, and no card is drawn.
    /// H25: the Guard has the effects of arriving.
    fn switch_signs(&mut self, floor: u8) {
        let guard = &mut self.floors[floor as usize].guard;
        let (at, die) = (guard.at, guard.die);
        if at != die {
            guard.die = at;
            self.move_guard_to(floor, die, false);
        }
    }

    /// E-WHERE-IS-HE: without alarms the Guard is put on his destination.
    /// H55: if he is there already he only gets the next one.
    fn put_guard_on_die(&mut self, floor: u8) {
        let guard = self.floors[floor as usize].guard;
        if guard.at == guard.die {
            self.arrive(floor);
        } else {
            self.move_guard_to(floor, guard.die, true);
        }
    }

    /// E-SWITCH-SIGNS, E-WHERE-IS-HE: with alarms the Guard is put on the nearest one, then gets his next destination.
    fn put_guard_on_alarm(&mut self, event: Event, floor: u8) {
        let tied = self.nearest_alarms(floor as usize);
        if tied.count_ones() > 1 {
            self.push(Frame::AskTile(event));
        } else {
            self.move_guard_to(floor, tied.trailing_zeros() as u8, true);
        }
    }

    /// E-SWITCH-SIGNS, E-WHERE-IS-HE: the nearest alarms.
    fn alarms_to_put_on(&self) -> Cells {
        let floor = self.place_of(self.active()).floor();
        let mut range = Cells::default();
        range.0[floor] = self.nearest_alarms(floor);
        range
    }

    /// Puts a Guard on a new tile; `arrives` if he gets a destination then.
    /// G-EVENT-1: this has the effects of arriving.
    /// G-EVENT-3, H26: Donuts and crows play no part in it.
    fn move_guard_to(&mut self, floor: u8, square: u8, arrives: bool) {
        self.floors[floor as usize].guard.at = square;
        if arrives {
            self.push(Frame::Arrive(floor));
        }
        self.guard_enters(floor, self.seen_by_guard(floor as usize));
    }
}
