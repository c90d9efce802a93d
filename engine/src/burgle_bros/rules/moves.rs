//! Ranges and Moves (sections 5.2, 5.4 to 5.6).

use super::super::action::Action;
use super::super::components::{Character, Face, Kind, Loot};
use super::super::frame::{Frame, MoveStage};
use super::super::offers::Offers;
use super::super::state::{BurgleBros, CHAIN, Cause, Cells, MoveContext, NONE, Status, done, flag};
use crate::board::{Cell, squares};
use crate::game::Seat;

/// M-ACT-MOVE and M-MOVE-5a: points for a Move, and the further points for a Deadbolt.
const MOVE_POINTS: u8 = 1;
const DEADBOLT_POINTS: u8 = 2;

/// Which ways between tiles that are no plain neighbours are open.
#[derive(Clone, Copy)]
pub(in super::super) struct Ways {
    /// m2: into a Secret Door through a wall.
    pub doors: bool,
    /// m3: between the Service Ducts.
    pub ducts: bool,
    /// m4 and m5: Stairs and Thermal Bomb links.
    pub stairs: bool,
}

impl BurgleBros {
    /// Where a player may Move from `from`.
    /// M-RANGE-9: plain neighbours are always in range, whatever their kind.
    /// L-PAINTING: the Painting closes Secret Doors and ducts.
    /// E-TIME-LOCK, Q-37: Time Lock closes Stairs and links, and nothing else.
    // The three ranges are part of nearly every list of actions, which looks up the player's tile for all of them once.
    #[inline(always)]
    pub(in super::super) fn move_range(&self, from: Cell, seat: Seat) -> Cells {
        let passages = !self.holds(seat, Loot::Painting);
        self.reach(
            from,
            Ways {
                doors: passages,
                ducts: passages,
                stairs: self.time_lock == NONE,
            },
        )
    }

    /// The relations m1 to m7, some of them only if their way is open.
    /// M-RANGE-1: neighbours without a wall between.
    /// M-RANGE-4: up and down Stairs.
    /// M-RANGE-5: across a Thermal Bomb link.
    /// M-RANGE-6: down from a Walkway.
    /// M-RANGE-7, E-GYMNASTICS: with Gymnastics up to a revealed Walkway.
    #[inline(always)]
    pub(in super::super) fn reach(&self, from: Cell, ways: Ways) -> Cells {
        let floor = from.floor();
        let state = &self.floors[floor];
        let face = self.face_bit(from);
        let mut range = Cells::default();
        range.0[floor] = self.plan(floor).adjacent(from.square());
        if ways.doors {
            range.0[floor] |= self.secret_doors(from);
        }
        if ways.ducts
            && face & Face::of_kind(Kind::ServiceDuct) != 0
            && let Some(end) = self.duct_end(from)
        {
            range.insert(end);
        }
        if floor < self.top_floor() {
            let above = from.above();
            let climbs = ways.stairs && (face & Face::of_kind(Kind::Stairs) != 0) | (state.links & from.bit() != 0);
            let swings = self.gymnastics != NONE && self.is_kind(above, Kind::Walkway);
            range.insert_if(above, climbs || swings);
        }
        if floor > 0 {
            let below = from.below();
            let climbs =
                ways.stairs && self.is_kind(below, Kind::Stairs) | (self.floors[floor - 1].links & below.bit() != 0);
            range.insert_if(below, climbs | (face & Face::of_kind(Kind::Walkway) != 0));
        }
        range
    }

    /// M-RANGE-2, T-SECRET-DOOR: the revealed Secret Doors behind a wall beside a tile, one way.
    #[inline(always)]
    fn secret_doors(&self, from: Cell) -> u32 {
        let passages = self.passages_on(from.floor());
        let behind = self.plan(from.floor()).walled_among(passages, from.square());
        // Most often there is none, and so none to be told from a Deadbolt.
        squares(behind)
            .filter(|&square| self.is_kind(Cell::new(from.floor(), square), Kind::SecretDoor))
            .fold(0, |doors, square| doors | 1 << square)
    }

    /// M-RANGE-3, T-SERVICE-DUCT: the other Service Duct, on any floor.
    /// it is in range from the moment it is revealed.
    fn duct_end(&self, from: Cell) -> Option<Cell> {
        let is_other_end = |&cell: &Cell| cell != from && self.is_kind(cell, Kind::ServiceDuct);
        self.passages().iter().find(is_other_end)
    }

    /// The tiles related to `from` for peeking, revealed or not.
    /// M-PEEK-1: neighbours without a wall between.
    /// M-PEEK-2: up from Stairs.
    /// M-PEEK-3, T-ATRIUM: up and down from an Atrium.
    /// M-PEEK-4: across a Thermal Bomb link, and down from a Walkway.
    /// M-PEEK-5: never through a wall.
    #[inline(always)]
    pub(in super::super) fn peek_range(&self, from: Cell) -> Cells {
        let floor = from.floor();
        let face = self.face_bit(from);
        let mut range = Cells::default();
        range.0[floor] = self.plan(floor).adjacent(from.square());
        if floor < self.top_floor() {
            let looks_up = face & (Face::of_kind(Kind::Stairs) | Face::of_kind(Kind::Atrium)) != 0;
            range.insert_if(from.above(), looks_up | (self.floors[floor].links & from.bit() != 0));
        }
        if floor > 0 {
            let looks_down = face & (Face::of_kind(Kind::Walkway) | Face::of_kind(Kind::Atrium)) != 0;
            range.insert_if(
                from.below(),
                looks_down | (self.floors[floor - 1].links & from.bit() != 0),
            );
        }
        range
    }

    /// M-PEEK-5, Q-20: only unrevealed tiles can be peeked.
    pub(in super::super) fn unrevealed(&self, mut cells: Cells) -> Cells {
        for (cells, floor) in cells.0.iter_mut().zip(&self.floors) {
            *cells &= !floor.revealed;
        }
        cells
    }

    /// M-RANGE-6: whether a Move from `from` to `to` goes down from a Walkway (m6).
    /// M-RANGE-9, H61: it does even if a link leads the same way.
    fn is_descent(&self, from: Cell, to: Cell) -> bool {
        from.is_above(to) && self.is_kind(from, Kind::Walkway)
    }

    /// M-DOWN-1: whether the Move in progress goes down from a Walkway.
    /// H63: a Climb Window never does.
    fn is_descending(&self) -> bool {
        let MoveContext { from, to, cause, .. } = self.mover;
        cause != Cause::Climb && self.is_descent(Cell::from_code(from), Cell::from_code(to))
    }

    /// L-GEMSTONE: the further point for a Move to company.
    pub(in super::super) fn company_points(&self, to: Cell, seat: Seat) -> u8 {
        u8::from(self.holds(seat, Loot::Gemstone) && !self.company_on(to, seat).is_empty())
    }

    /// M-MOVE-5a, T-DEADBOLT: whether `to` is a Deadbolt that costs further points.
    pub(in super::super) fn is_bolted(&self, to: Cell, seat: Seat) -> bool {
        self.is_enabled(to, Kind::Deadbolt) && !self.guard_on(to) && self.company_on(to, seat).is_empty()
    }

    /// M-MOVE-5b, T-KEYPAD: whether `to` is a Keypad that must be rolled for.
    /// M-MOVE-5c: Guards or players on it do not open it.
    fn is_locked(&self, to: Cell) -> bool {
        self.face_bit(to) & Face::KEYPADS & !(self.disabled | self.marked) != 0
    }

    /// M-ACT-MOVE, M-MOVE-1: the Moves there are points for.
    pub(in super::super) fn offer_moves(&self, out: &mut impl Offers) {
        let seat = self.active();
        let actions = self.turn.actions;
        let from = self.place_of(seat);
        let mut range = self.move_range(from, seat);
        debug_assert!(actions > 0, "Moves are offered only with a point in hand");
        // A Move costs that one point, but for one to company with the Gemstone or into a Deadbolt.
        let may_be_dear = if self.holds(seat, Loot::Gemstone) {
            range
        } else {
            range.and(self.passages())
        };
        may_be_dear.each(|to| {
            let mut points = MOVE_POINTS + self.company_points(to, seat);
            if self.is_bolted(to, seat) && !self.is_descent(from, to) {
                points += DEADBOLT_POINTS;
            }
            if points > actions {
                range.remove(to);
            }
        });
        out.extend_cells(range, Action::Move);
    }

    /// C-ACROBAT-B: the tiles with a Guard that Flexibility may lead to.
    pub(in super::super) fn offer_flexibility(&self, out: &mut impl Offers) {
        let seat = self.active();
        let from = self.place_of(seat);
        let mut guards = Cells::default();
        for floor in (0..self.floor_count()).filter(|floor| self.turn.flexed_floors & 1 << floor == 0) {
            guards.0[floor] = self.guard_squares(floor);
        }
        self.move_range(from, seat).and(guards).each(|to| {
            let attempt = u8::from(self.is_locked(to) && !self.is_descent(from, to));
            if self.company_points(to, seat) + attempt <= self.turn.actions {
                out.push(Action::Flexibility(to));
            }
        });
    }

    /// C-ACROBAT-A, M-RANGE-8: up or down from a tile with an outer side, if there are points for it.
    /// H29: neither to the roof nor into the ground.
    pub(in super::super) fn offer_climbs(&self, out: &mut impl Offers) {
        let seat = self.active();
        let from = self.place_of(seat);
        if !self.plan(from.floor()).is_outer(from.square()) {
            return;
        }
        let above = (from.floor() < self.top_floor()).then(|| from.above());
        let below = (from.floor() > 0).then(|| from.below());
        for to in above.into_iter().chain(below) {
            if CLIMB_POINTS + self.company_points(to, seat) <= self.turn.actions && !self.is_bolted(to, seat) {
                out.push(Action::ClimbWindow(to));
            }
        }
    }

    /// M-MOVE-2: the active player pays for his Move.
    /// M-PAY-1: one point for the action.
    /// M-PAY-2: three for a Climb Window.
    /// M-PAY-3: nothing for Go with Your Gut.
    /// M-PAY-5, Q-24: nothing for Flexibility, apart from the Gemstone's point.
    pub(in super::super) fn start_own_move(&mut self, to: Cell, cause: Cause) {
        let seat = self.active();
        let price = match cause {
            Cause::Action => MOVE_POINTS,
            Cause::Climb => CLIMB_POINTS,
            Cause::Gut | Cause::Orders | Cause::Flexibility => 0,
        };
        let company = if cause == Cause::Gut {
            0
        } else {
            self.company_points(to, seat)
        };
        if price > 0 {
            self.after_costed_action();
        }
        self.turn.done |= done::ANYTHING;
        self.turn.actions -= price + company;
        self.start_move(seat, to, cause, price + company);
    }

    /// M-MOVE-3: the tile is revealed, then the Move goes on.
    pub(in super::super) fn start_move(&mut self, seat: Seat, to: Cell, cause: Cause, paid: u8) {
        let revealed = !self.is_revealed(to);
        self.mover = MoveContext {
            seat: seat.0,
            from: self.player(seat).at,
            to: to.code(),
            cause,
            paid,
        };
        self.set_flag(flag::MOVE_REVEALED | flag::IMPURE_MOVE, revealed);
        if revealed {
            self.push(Frame::Move(MoveStage::Revealed));
            self.push(Frame::Reveal(to));
        } else {
            self.try_entry();
        }
    }

    /// A Move goes on where it had to wait. Each stage leads to the next by itself until something must be resolved
    /// first.
    pub(in super::super) fn go_on(&mut self, stage: MoveStage) {
        match stage {
            MoveStage::Revealed => self.try_entry(),
            MoveStage::Admitted => self.set_up_before_entry(),
            MoveStage::Leaving => self.leave(false),
            MoveStage::Arriving => self.arrive_on_tile(),
            MoveStage::Entering => self.enter_tile(),
            MoveStage::Falling => self.fall(),
            MoveStage::Stayed => self.finish_move(false),
            MoveStage::Done => self.finish_move(true),
        }
    }

    /// Whether the Move is made on the mover's own turn (M-MOVE-7, M-MOVE-10c).
    fn is_own_turn(&self) -> bool {
        self.mover.cause != Cause::Orders
    }

    /// M-MOVE-4, H58, Q-31: if this Move turned over a Walkway, the mover falls after the exit effect.
    /// M-DOWN-3: he does not fall if he came down from another Walkway.
    /// a Guard on the tile opens a Deadbolt but no Keypad.
    fn try_entry(&mut self) {
        let MoveContext { seat, to, cause, .. } = self.mover;
        let revealed = self.is_set(flag::MOVE_REVEALED);
        let (seat, to) = (Seat(seat), Cell::from_code(to));
        if self.is_descending() {
            return self.set_up_before_entry();
        }
        match self.kind(to) {
            Some(Kind::Walkway) if revealed && to.floor() > 0 => self.leave(true),
            Some(Kind::Deadbolt) if cause != Cause::Orders && self.is_bolted(to, seat) => self.try_deadbolt(),
            Some(Kind::Keypad) if self.is_locked(to) => self.try_keypad(),
            // Nothing holds the mover up.
            Some(
                Kind::Walkway
                | Kind::Deadbolt
                | Kind::Keypad
                | Kind::Atrium
                | Kind::Camera
                | Kind::ComputerFingerprint
                | Kind::ComputerLaser
                | Kind::ComputerMotion
                | Kind::Detector
                | Kind::Fingerprint
                | Kind::Foyer
                | Kind::Laboratory
                | Kind::Laser
                | Kind::Lavatory
                | Kind::Motion
                | Kind::SecretDoor
                | Kind::ServiceDuct
                | Kind::Stairs
                | Kind::Thermo
                | Kind::Safe,
            )
            | None => self.set_up_before_entry(),
        }
    }

    /// M-MOVE-5a: a known Deadbolt is a commitment to pay; before one just revealed the mover may turn back.
    /// M-PAY-4: under Orders nothing is paid, and this is never asked.
    fn try_deadbolt(&mut self) {
        let can_pay = self.mover.cause == Cause::Action && self.turn.actions >= DEADBOLT_POINTS;
        if !can_pay {
            self.finish_move(false);
        } else if self.is_set(flag::MOVE_REVEALED) {
            self.push(Frame::AskDeadbolt);
        } else {
            self.deadbolt_chosen(true);
        }
    }

    /// Pays further points for the Move in progress.
    fn pay_points(&mut self, points: u8) {
        self.turn.actions -= points;
        self.mover.paid += points;
    }

    /// M-DEC-2: the mover pays two more points or stays.
    pub(in super::super) fn deadbolt_chosen(&mut self, pays: bool) {
        if pays {
            self.pay_points(DEADBOLT_POINTS);
            self.set_up_before_entry();
        } else {
            self.finish_move(false);
        }
    }

    /// M-MOVE-5b: one die, and one more for each failed attempt this turn.
    /// C-PETERMAN-B, H11: the basic Peterman rolls one more when he enters.
    /// under Orders earlier attempts do not count.
    fn try_keypad(&mut self) {
        // H62: turned over by a Flexibility Move with no action left, it is not rolled for.
        if self.mover.cause == Cause::Flexibility && self.turn.actions == 0 {
            return self.finish_move(false);
        }
        let earlier = if self.is_own_turn() {
            self.turn.attempts[self.keypad_index()]
        } else {
            0
        };
        let steady = u8::from(self.is_character(Seat(self.mover.seat), Character::PetermanBasic));
        self.push(Frame::RollKeypad(1 + earlier + steady));
    }

    fn keypad_index(&self) -> usize {
        let number = self.face(Cell::from_code(self.mover.to)).map_or(4, Face::number);
        (number - 4) as usize
    }

    /// M-MOVE-5b: any 6 opens the Keypad for all; else the mover stays.
    /// a failed attempt under Orders raises no later roll.
    pub(in super::super) fn keypad_rolled(&mut self, opens: bool) {
        self.taint_move();
        if opens {
            if let Some(face) = self.face(Cell::from_code(self.mover.to)) {
                self.marked |= face.bit();
            }
            return self.set_up_before_entry();
        }
        if self.is_own_turn() {
            let index = self.keypad_index();
            self.turn.attempts[index] += 1;
        }
        // C-ACROBAT-B: a failed roll costs an action even if the Move was free.
        if self.mover.cause == Cause::Flexibility {
            self.pay_points(1);
        }
        self.finish_move(false);
    }

    /// M-MOVE-6, Q-38: a Guard never set up is set up before the mover enters, and only on his floor.
    /// this comes after the Deadbolt, so the new Guard cannot open it.
    /// it happens under Orders as well.
    fn set_up_before_entry(&mut self) {
        let floor = Cell::from_code(self.mover.to).floor();
        if !self.is_unguarded(floor) {
            return self.leave(false);
        }
        self.push(Frame::Move(MoveStage::Leaving));
        self.set_up_guard(floor as u8);
    }

    /// M-MOVE-7, T-MOTION: leaving a Motion tile that the mover Moved into earlier in his own turn triggers its alarm.
    /// it does so every time.
    /// M-MOVE-11, H12: this alarm comes before that of the tile he enters.
    /// M-FALL-4: it also comes before a fall.
    fn leave(&mut self, falls: bool) {
        let from = Cell::from_code(self.mover.from);
        if self.is_own_turn() && self.face_bit(from) & Face::MOTIONS & self.marked != 0 {
            let next = if falls { MoveStage::Falling } else { MoveStage::Arriving };
            self.push(Frame::Move(next));
            self.sound_hackable(from);
        } else if falls {
            self.fall();
        } else {
            self.arrive_on_tile();
        }
    }

    /// M-MOVE-8: the piece goes to the tile.
    /// M-MOVE-9: the mover pays if he is seen, before any entry effect.
    fn arrive_on_tile(&mut self) {
        let (seat, to) = (Seat(self.mover.seat), Cell::from_code(self.mover.to));
        self.set_place(seat, to);
        if self.mover.cause == Cause::Flexibility {
            self.turn.flexed_to = to.code();
            // M-FREE-2: a failed attempt on a Keypad has not led there, and may be repeated.
            self.turn.flexed_floors |= 1 << to.floor();
        }
        if self.mover_is_seen() {
            self.push(Frame::Move(MoveStage::Entering));
            self.lose_stealth(1 << seat.0);
        } else {
            self.enter_tile();
        }
    }

    /// M-MOVE-10c: a Motion tile gets its mark.
    /// M-DOWN-1, M-DOWN-2, H15: for a Move down from a Walkway that is the only entry effect.
    fn enter_tile(&mut self) {
        let to = Cell::from_code(self.mover.to);
        let Some(face) = self.face(to) else {
            return self.finish_move(true);
        };
        if self.is_own_turn() {
            self.marked |= face.bit() & Face::MOTIONS;
        }
        if self.is_descending() {
            return self.finish_move(true);
        }
        self.apply_entry_text(to, face);
    }

    /// M-MOVE-10: the alarm or the Tool that the text of the tile brings.
    /// M-MOVE-10b: a Fingerprint sounds.
    /// M-MOVE-10d, T-DETECTOR: a Detector sounds if the mover holds a Tool or Loot.
    /// M-MOVE-10e, L-ISOTOPE: a Thermo sounds if he holds the Isotope.
    #[inline]
    fn apply_entry_text(&mut self, to: Cell, face: Face) {
        let (seat, cause) = (Seat(self.mover.seat), self.mover.cause);
        self.push(Frame::Move(MoveStage::Done));
        match face.kind() {
            Kind::Laser if cause != Cause::Orders && !self.holds(seat, Loot::Mirror) => self.enter_laser(to, seat),
            Kind::Fingerprint => self.sound_hackable(to),
            Kind::Detector if self.player(seat).tools != 0 || self.held_loot(seat) != 0 => self.sound_text(to),
            Kind::Thermo if self.holds(seat, Loot::Isotope) => self.sound_text(to),
            Kind::Camera => self.enter_camera(to, seat),
            Kind::Laboratory if self.marked & face.bit() == 0 => {
                self.take_laboratory_tool(seat, face);
            }
            // The text does not apply, or the tile has none about entering: there is nothing to wait for.
            Kind::Laser
            | Kind::Detector
            | Kind::Thermo
            | Kind::Laboratory
            | Kind::Atrium
            | Kind::ComputerFingerprint
            | Kind::ComputerLaser
            | Kind::ComputerMotion
            | Kind::Deadbolt
            | Kind::Foyer
            | Kind::Keypad
            | Kind::Lavatory
            | Kind::Motion
            | Kind::SecretDoor
            | Kind::ServiceDuct
            | Kind::Stairs
            | Kind::Walkway
            | Kind::Safe => {
                self.stack.pop();
                self.finish_move(true);
            }
        }
    }

    /// M-MOVE-10g, T-LABORATORY: the first to Move in draws a Tool.
    /// H56: it counts as taken even if no Tool was left.
    fn take_laboratory_tool(&mut self, seat: Seat, laboratory: Face) {
        self.marked |= laboratory.bit();
        self.taint_move();
        self.draw_tool(seat, None);
    }

    /// M-MOVE-10a, T-LASER: the mover pays a point, discards a hack token, or the alarm sounds.
    fn enter_laser(&mut self, to: Cell, seat: Seat) {
        if !self.text_sounds(to) || self.is_jammed(to, seat) {
            return;
        }
        if self.can_pay_laser() || self.can_hack(to) {
            self.push(Frame::AskLaser);
        } else {
            self.sound_text(to);
        }
    }

    /// M-MOVE-10a: whether the mover has a point left to pay.
    /// M-PAY-2, M-PAY-3: a Climb Window and an Event leave none.
    fn can_pay_laser(&self) -> bool {
        matches!(self.mover.cause, Cause::Action | Cause::Flexibility) && self.turn.actions > 0
    }

    /// M-DEC-3: a point if there is one, a token, or the alarm.
    pub(in super::super) fn offer_laser(&self, out: &mut impl Offers) {
        if self.can_pay_laser() {
            out.push(Action::Pay);
        }
        self.offer_hacks(Cell::from_code(self.mover.to), out);
    }

    /// M-DEC-3: what the mover chose.
    pub(in super::super) fn laser_chosen(&mut self, action: Action) {
        if action == Action::Pay {
            self.pay_points(1);
        } else {
            self.hack_chosen(Cell::from_code(self.mover.to), action);
        }
    }

    /// M-MOVE-10f, T-CAMERA: the alarm sounds if a Guard stands on another revealed Camera, disabled or not (H57).
    /// a Guard on this very Camera triggers nothing.
    /// E-VIDEO-LOOP: Video Loop prevents it.
    /// H41: so does the Invisible Suit.
    fn enter_camera(&mut self, to: Cell, seat: Seat) {
        let in_suit = seat == self.active() && self.has_done(done::SUIT);
        if self.video_loop != NONE || in_suit {
            return;
        }
        let watched = (0..self.floor_count())
            .filter(|&floor| self.guard_in_play(floor))
            .any(|floor| {
                let guard = Cell::new(floor, self.floors[floor].guard.at as usize);
                guard != to && self.is_kind(guard, Kind::Camera)
            });
        if watched {
            self.sound_text(to);
        }
    }

    /// M-FALL-1, T-WALKWAY: the player is put on the tile below.
    /// M-FALL-2, H13: nothing is resolved on the Walkway, and no Guard is set up on its floor.
    /// M-FALL-3: if he lands on another Walkway he falls no further.
    fn fall(&mut self) {
        self.push(Frame::Move(MoveStage::Done));
        self.put(Seat(self.mover.seat), Cell::from_code(self.mover.to).below());
    }

    /// The Move is over, and its points are counted.
    /// N-LOOP-1, N-LOOP-2: those of a pure Move by the back-and-forth rule, if it is in force.
    /// a mover who was stopped has paid, and nothing else has happened.
    /// H29: after a Climb Window the action phase ends.
    fn finish_move(&mut self, moved: bool) {
        let MoveContext { to, cause, paid, .. } = self.mover;
        let is_pure = !self.is_set(flag::IMPURE_MOVE);
        self.mover = MoveContext::IDLE;
        self.set_flag(flag::MOVE_REVEALED, false);
        self.taint_move();
        match cause {
            // N-EVENT-1 looks at the action phase, and an order was counted when it was given.
            Cause::Gut | Cause::Orders => {}
            Cause::Action | Cause::Climb | Cause::Flexibility if moved && is_pure && self.is_set(flag::LOOP_RULE) => {
                self.extend_chain(to, paid);
            }
            Cause::Action | Cause::Climb | Cause::Flexibility => self.restart_chain(paid),
        }
        if cause == Cause::Climb {
            self.stop_acting();
        }
    }

    /// N-LOOP-3, H8: if the Move leads back to a cell of the chain, its points and those since then do not count.
    fn extend_chain(&mut self, to: u8, points: u8) {
        let turn = &mut self.turn;
        // The cell's place, or the first unused one.
        let Some(place) = turn.chain.iter().position(|&cell| cell == to || cell == NONE) else {
            debug_assert!(false, "a chain of more cells than a turn has actions");
            return self.restart_chain(points);
        };
        if turn.chain[place] == NONE {
            turn.chain[place] = to;
            turn.chain_points[place] = points;
        } else {
            turn.chain[place + 1..].fill(NONE);
            turn.chain_points[place + 1..].fill(0);
        }
    }

    /// N-LOOP-4: what was counted stays, `points` count in full, and the chain starts again at the current cell.
    pub(in super::super) fn restart_chain(&mut self, points: u8) {
        let seat = self.active();
        let turn = &mut self.turn;
        turn.counted += turn.chain_points.iter().sum::<u8>() + points;
        turn.chain = [NONE; CHAIN];
        turn.chain_points = [0; CHAIN];
        turn.chain[0] = self.players[seat.index()].at;
    }

    /// N-EVENT-2: an action that is no Move pays its price, all of which counts.
    /// N-LOOP-4: it restarts the chain.
    pub(in super::super) fn spend(&mut self, points: u8) {
        self.turn.done |= done::ANYTHING;
        self.after_costed_action();
        self.turn.actions -= points;
        self.restart_chain(points);
    }

    /// A free action other than a Move: it restarts the chain (N-LOOP-4).
    pub(in super::super) fn act_freely(&mut self) {
        self.turn.done |= done::ANYTHING;
        self.restart_chain(0);
    }

    /// M-FREE-2, H17: a costed action makes possible again what may be done once between two of them.
    fn after_costed_action(&mut self) {
        self.turn.done &= !done::CROW;
        self.turn.flexed_floors = 0;
        self.forget_gifts();
    }

    /// E-GUT, H38: the unrevealed tiles in Move range; the active player must Move to one of them.
    pub(in super::super) fn gut_range(&self) -> Cells {
        let seat = self.active();
        let from = self.place_of(seat);
        // m2, m3 and m7 lead to revealed tiles only.
        self.unrevealed(self.move_range(from, seat))
    }

    /// C-ROOK-B: where a player may be ordered: one step from his own tile, his own Painting considered.
    /// H31: never to the roof.
    pub(in super::super) fn order_range(&self, seat: Seat) -> Cells {
        debug_assert_eq!(self.player(seat).status, Status::Inside);
        self.move_range(self.place_of(seat), seat)
    }
}

/// M-PAY-2.
const CLIMB_POINTS: u8 = 3;
