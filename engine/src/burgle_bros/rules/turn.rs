//! The turn: start, actions, end, Event check, Guard step, next player (section 4).

use super::super::action::Action;
use super::super::components::{Character, Event, Face, Kind, Loot};
use super::super::decks::DeckName;
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cells, Ending, NONE, SEATS, Status, done, flag};
use crate::board::{Cell, squares};
use crate::game::Seat;

/// Z-END-5: player turns after which a game counts as not won.
pub const HORIZON: u16 = 400;

impl BurgleBros {
    /// S-START-7: the entrance is any tile of floor 1.
    pub(in super::super) fn offer_entrances(&self, out: &mut impl Offers) {
        out.extend_cells(Cells::on_floor(0, self.plan(0).cells()), Action::Enter);
    }

    /// S-START-7: the entrance is revealed.
    /// S-START-8: then the die is placed.
    /// nobody has Moved in, so a Motion gets no mark, a Laboratory keeps its Tool and a Keypad stays locked.
    pub(in super::super) fn enter(&mut self, entrance: Cell) {
        self.entrance = entrance.code();
        self.push(Frame::BeginTurn);
        self.push(Frame::PlaceFirstDie);
        self.reveal(entrance);
    }

    /// N-START-0: first the per-turn record is cleared.
    /// N-START-5, N-START-6: last come the rolls, the Chihuahua before the Persian Kitty.
    pub(in super::super) fn begin_turn(&mut self) {
        let seat = self.active();
        self.clear_turn_record();
        self.turn.number += 1;
        self.end_round_effects(seat);
        if self.player(seat).status == Status::Outside {
            // N-START-3, H6: put on the entrance, which triggers nothing and costs no Stealth.
            self.player_mut(seat).status = Status::Inside;
            self.player_mut(seat).at = self.entrance;
        }
        self.turn.chain[0] = self.player(seat).at;
        self.turn.actions = self.actions_at_start(seat);
        self.push(Frame::Act);
        if self.holds(seat, Loot::PersianKitty) {
            self.push(Frame::RollKitty);
        }
        if self.holds(seat, Loot::Chihuahua) {
            self.push(Frame::RollChihuahua);
        }
    }

    /// N-START-0: once-per-turn abilities, the first action and the chain start anew.
    /// N-START-2: the attempts on Keypads are forgotten.
    /// H59: Motion marks lasted for the whole turn, and end with it.
    fn clear_turn_record(&mut self) {
        let turn = &mut self.turn;
        turn.gave_tools = [0; SEATS];
        turn.gave_loot = [0; SEATS];
        turn.refused_tools = [0; SEATS];
        turn.refused_loot = [0; SEATS];
        turn.refused_orders = [0; SEATS];
        turn.done = 0;
        turn.counted = 0;
        turn.chain = [NONE; super::super::state::CHAIN];
        turn.chain_points = [0; super::super::state::CHAIN];
        turn.attempts = [0; 3];
        turn.flexed_to = NONE;
        turn.flexed_floors = 0;
        turn.espresso = NONE;
        turn.daydreaming = NONE;
        self.marked &= !Face::MOTIONS;
    }

    /// N-START-1: the player's round effects end.
    /// they end before anything else of his turn, so his Chihuahua may sound again after his own E.M.P.
    fn end_round_effects(&mut self, seat: Seat) {
        for owner in [
            &mut self.gymnastics,
            &mut self.time_lock,
            &mut self.video_loop,
            &mut self.emp,
        ] {
            if *owner == seat.0 {
                *owner = NONE;
            }
        }
    }

    /// N-START-4: a turn has four actions.
    /// E-HEADS-UP: one more for the player whose Heads Up! is pending.
    /// L-MIRROR, Q-30: one fewer for the player who holds the Mirror now.
    fn actions_at_start(&mut self, seat: Seat) -> u8 {
        let mut actions = 4;
        if self.heads_up == seat.0 {
            self.heads_up = NONE;
            actions += 1;
        }
        if self.holds(seat, Loot::Mirror) {
            actions -= 1;
        }
        actions
    }

    /// N-START-5, L-CHIHUAHUA, I-CHANCE-9: on a 6 an alarm on the holder's tile, whatever the tile is.
    pub(in super::super) fn chihuahua_rolled(&mut self, barks: bool) {
        if barks {
            self.sound(self.place_of(self.active()));
        }
    }

    /// N-START-6, L-KITTY, I-CHANCE-9: on 1 or 2 the kitty runs, if there is an alarm-type tile to run towards.
    pub(in super::super) fn kitty_rolled(&mut self, runs: bool) {
        if !runs {
            return;
        }
        let ways = self.kitty_ways();
        match ways.count_ones() {
            0 => {}
            1 => {
                let floor = self.place_of(self.active()).floor();
                self.kitty_runs_to(Cell::new(floor, ways.trailing_zeros() as usize));
            }
            _ => self.push(Frame::ChooseKittyTile),
        }
    }

    /// L-KITTY: puts the kitty on the tile it runs to.
    pub(in super::super) fn kitty_runs_to(&mut self, cell: Cell) {
        self.kitty = cell.code();
    }

    /// L-KITTY: the neighbours (m1) of the holder nearest to a revealed alarm-type tile other than his own.
    /// H35: disabled tiles count. If several neighbours are equally near, the players choose.
    fn kitty_ways(&self) -> u32 {
        let at = self.place_of(self.active());
        let plan = self.plan(at.floor());
        let alarms = squares(self.floors[at.floor()].revealed & !at.bit())
            .filter(|&square| {
                self.kind(Cell::new(at.floor(), square))
                    .is_some_and(Kind::is_alarm_type)
            })
            .fold(0u32, |set, square| set | 1 << square);
        nearest(squares(plan.adjacent(at.square())), |square| {
            squares(alarms).map(|alarm| plan.distance(square, alarm)).min()
        })
    }

    /// M-DEC-15.
    pub(in super::super) fn offer_kitty_tiles(&self, out: &mut impl Offers) {
        let floor = self.place_of(self.active()).floor();
        out.extend_cells(Cells::on_floor(floor, self.kitty_ways()), Action::KittyTo);
    }

    /// N-ACT-2: the actions end, by choice or after a Climb Window (C-ACROBAT-A).
    /// H7: the frame of the action phase is gone, so no free action is possible any more.
    pub(in super::super) fn stop_acting(&mut self) {
        let act = self.stack.pop();
        debug_assert_eq!(act, Frame::Act);
        self.turn.actions = 0;
        self.end_actions();
    }

    /// N-THERMO-1, T-THERMO: a player whose actions end on a Thermo sets off its alarm, before any Event.
    /// N-THERMO-2: nothing else does: neither the Event nor another player's turn looks for a Thermo.
    /// if the Isotope's alarm token is still there, no second one is put.
    pub(in super::super) fn end_actions(&mut self) {
        let at = self.place_of(self.active());
        if self.is_kind(at, Kind::Thermo) {
            self.push(Frame::EventCheck);
            self.sound_text(at);
        } else {
            self.event_check();
        }
    }

    /// N-EVENT-1: an Event is drawn if two action points or fewer were used.
    /// L-STAMP, Q-30: three or fewer for the player who holds the Stamp now.
    /// N-EVENT-3: how many actions he had does not matter.
    pub(in super::super) fn event_check(&mut self) {
        let few = if self.holds(self.active(), Loot::Stamp) { 3 } else { 2 };
        if self.used_actions() > few {
            self.guard_step();
        } else {
            self.push(Frame::GuardStep);
            if self.deck(DeckName::Events).is_empty() {
                self.reshuffle_events();
            }
            self.push(Frame::DrawEvent);
        }
    }

    /// The action points that count for the Event check (N-EVENT-2, N-LOOP-3).
    pub(in super::super) fn used_actions(&self) -> u8 {
        self.turn.counted + self.turn.chain_points.iter().sum::<u8>()
    }

    /// E-NOTE-2, H33: the discarded Events become the new deck.
    /// E-NOTE-1: Events still in force stay out of it.
    /// E-NOTE-3: four of them are out of the solo game.
    fn reshuffle_events(&mut self) {
        let all = if self.seat_count == 1 {
            Event::SET & !Event::NOT_SOLO
        } else {
            Event::SET
        };
        let in_force = [
            (self.gymnastics, Event::Gymnastics),
            (self.time_lock, Event::TimeLock),
            (self.video_loop, Event::VideoLoop),
            (self.heads_up, Event::HeadsUp),
            (self.jump_the_gun, Event::JumpTheGun),
        ];
        let out = in_force
            .iter()
            .filter(|(owner, _)| *owner != NONE)
            .fold(0, |set, (_, event)| set | event.bit());
        let cards = all & !out;
        self.change_deck(DeckName::Events, |deck| {
            deck.shuffle(cards, cards.count_ones() as usize)
        });
    }

    /// N-GUARD-1: a player who stayed with a Guard pays for it first.
    /// N-GUARD-2: then the Guard of the active player's floor moves.
    /// N-GUARD-3, E-SHIFT-CHANGE: after a Shift Change all other Guards move instead.
    pub(in super::super) fn guard_step(&mut self) {
        self.push(Frame::NextPlayer);
        let seat = self.active();
        // his floor after the Event; Q-26: the Guard may have been set up this very turn.
        let at = self.place_of(seat);
        let is_seen = self.stays_with_guard(at);
        if self.has_done(done::SHIFT_CHANGE) {
            let others = (0..self.floor_count())
                .filter(|&floor| floor != at.floor() && self.guard_in_play(floor))
                .fold(0, |set, floor| set | 1 << floor);
            if others != 0 {
                self.push(Frame::ChooseGuard(others));
            }
        } else if is_seen {
            self.push(Frame::GuardMove(at.floor() as u8));
        } else {
            self.guard_move(at.floor() as u8);
        }
        if is_seen {
            self.lose_stealth(1 << seat.0);
        }
    }

    /// N-GUARD-1, C-ACROBAT-B: whether the active player is still on the tile that he entered with Flexibility, and the
    /// Guard too.
    /// H28, Q-29: this costs him one Stealth even if the Guard does not move.
    fn stays_with_guard(&self, at: Cell) -> bool {
        self.turn.flexed_to == at.code() && self.guard_on(at)
    }

    /// M-DEC-17: the Guards still to move, the last one too (ruling R2).
    pub(in super::super) fn offer_guards(floors: u8, out: &mut impl Offers) {
        out.extend((0..8).filter(|floor| floors & 1 << floor != 0).map(Action::MoveGuard));
    }

    /// N-GUARD-3, E-SHIFT-CHANGE: the Guard named moves completely.
    /// H60: only then is the next one named.
    pub(in super::super) fn guard_chosen(&mut self, floors: u8, floor: u8) {
        let left = floors & !(1 << floor);
        if left != 0 {
            self.push(Frame::ChooseGuard(left));
        }
        self.push(Frame::GuardMove(floor));
    }

    /// N-NEXT-1: the next player clockwise who has not escaped has his turn.
    /// N-NEXT-3, H9: a player who is skipped keeps his round effects and his Heads Up!
    /// Z-END-2: if nobody is left inside, the game is won.
    /// Z-END-5, H39: a game of 400 turns is not won.
    pub(in super::super) fn next_player(&mut self) {
        let Some(mut next) = self.seat_after(self.active()) else {
            return self.end_game(Ending::Escaped);
        };
        if self.turn.number >= HORIZON {
            return self.end_game(Ending::Horizon);
        }
        if self.jump_the_gun == next.0 {
            self.jump_the_gun = NONE;
            let after = self.seat_after(next);
            next = after.expect("the skipped player himself has not escaped");
        }
        self.turn.seat = next.0;
        self.begin_turn();
    }

    /// N-NEXT-1, N-NEXT-2: the next player clockwise who has not escaped, also one whose first turn has not begun;
    /// `seat` himself if he is the only one left.
    pub(in super::super) fn seat_after(&self, seat: Seat) -> Option<Seat> {
        let count = self.seat_count;
        (1..=count)
            .map(|step| Seat((seat.0 + step) % count))
            .find(|&next| self.player(next).status != Status::Escaped)
    }

    /// The previous player who has not escaped, other than `seat`.
    pub(in super::super) fn seat_before(&self, seat: Seat) -> Option<Seat> {
        let count = self.seat_count;
        (1..count)
            .map(|step| Seat((seat.0 + count - step) % count))
            .find(|&previous| self.player(previous).status != Status::Escaped)
    }

    /// M-ACT-ESCAPE, Z-END-2: what must hold about Safes, Loot and kitty before anybody may leave.
    /// S-SCEN-6: all Safes of the scenario are open.
    /// the holder of the Keycard, too, can leave only then.
    pub(in super::super) fn loot_is_secured(&self) -> bool {
        let opened = self.safes.iter().filter(|safe| safe.is_open()).count();
        opened == self.scenario.safes() && self.safes.iter().all(|safe| safe.loot == 0) && self.kitty == NONE
    }

    /// M-ACT-ESCAPE: whether a player on `at` has an open way to the roof.
    /// S-SCEN-7, T-STAIRS: from any Stairs of the top floor, or over a link to the roof.
    /// E-TIME-LOCK, H10: Time Lock closes it.
    #[inline]
    pub(in super::super) fn is_at_exit(&self, at: Cell) -> bool {
        at.floor() == self.top_floor()
            && self.time_lock == NONE
            && (self.is_kind(at, Kind::Stairs) || self.floors[at.floor()].links & at.bit() != 0)
    }

    /// Z-END-3, N-EVENT-4: the active player leaves the building. His turn ends without Event and Guard step.
    /// L-NOTE-1: he keeps his Loot, which counts as taken out.
    /// he is on no tile, so nobody can trade with him or take his cards.
    pub(in super::super) fn escape(&mut self) {
        let seat = self.active();
        let player = self.player_mut(seat);
        player.status = Status::Escaped;
        player.at = NONE;
        // U-EMP: it ends at once if its owner escapes.
        if self.emp == seat.0 {
            self.emp = NONE;
        }
        // H30: the laptop leaves with the Hacker.
        if self.is_character(seat, Character::HackerAdvanced) {
            self.set_flag(flag::LAPTOP, false);
        }
        self.stack.clear();
        self.push(Frame::NextPlayer);
    }
}

/// The squares whose rank is the smallest, as a mask; squares without a rank never are.
pub(super) fn nearest(candidates: impl Iterator<Item = usize>, rank: impl Fn(usize) -> Option<u8>) -> u32 {
    let mut best = u8::MAX;
    let mut tied = 0;
    for square in candidates {
        let Some(rank) = rank(square) else { continue };
        if rank < best {
            (best, tied) = (rank, 0);
        }
        if rank == best {
            tied |= 1 << square;
        }
    }
    tied
}
