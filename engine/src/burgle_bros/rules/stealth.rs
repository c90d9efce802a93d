//! Losing Stealth (section 6.6).

use super::super::action::Action;
use super::super::components::{Face, Kind, Loot};
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cause, Ending, NONE, Seats, done};
use crate::board::Cell;
use crate::game::Seat;

impl BurgleBros {
    /// V-SIGHT-8: whether the Move in progress costs its mover one Stealth; it never costs more.
    /// V-SIGHT-11, U-INVISIBLE-SUIT: not while he wears the Invisible Suit.
    /// H41: the suit also covers a Move made by the Event of the same turn.
    /// V-SIGHT-12: Moves under Orders are seen like any other.
    /// so are Moves down from a Walkway.
    pub(in super::super) fn mover_is_seen(&self) -> bool {
        let seat = Seat(self.mover.seat);
        let in_suit = seat == self.active() && self.has_done(done::SUIT);
        !in_suit && self.is_watched(seat, Cell::from_code(self.mover.to))
    }

    /// V-SIGHT-1: the Guard is on the tile; H49: Flexibility waives this line alone.
    /// V-SIGHT-2: the tile is a Foyer and the Guard next to it.
    /// V-SIGHT-3, L-TIARA: the mover holds the Tiara and the Guard is next to the tile.
    /// V-SIGHT-4: the tile is an Atrium with a Guard above or below.
    #[inline]
    fn is_watched(&self, seat: Seat, to: Cell) -> bool {
        let floor = &self.floors[to.floor()];
        let guard = floor.guard.at;
        if guard == to.square() as u8 && self.mover.cause != Cause::Flexibility {
            return true;
        }
        let kind = self.kind(to);
        if (kind == Some(Kind::Foyer) || self.holds(seat, Loot::Tiara))
            && guard != NONE
            && self.plan(to.floor()).adjacent(to.square()) & (1 << guard) != 0
        {
            return true;
        }
        kind == Some(Kind::Atrium) && self.guard_above_or_below(to)
    }

    /// V-SIGHT-4, T-ATRIUM: whether a Guard is directly above or below a cell.
    fn guard_above_or_below(&self, cell: Cell) -> bool {
        (cell.floor() < self.top_floor() && self.guard_on(cell.above()))
            || (cell.floor() > 0 && self.guard_on(cell.below()))
    }

    /// The players seen by the Guard of a floor who has just moved onto his tile, as bits.
    /// V-SIGHT-5: those on his tile.
    /// V-SIGHT-8: each of them pays once for the step.
    /// V-SIGHT-10: a Guard who stands still sees nobody.
    #[inline]
    pub(in super::super) fn seen_by_guard(&self, floor: usize) -> u8 {
        let guard = Cell::new(floor, self.floors[floor].guard.at as usize);
        let here = self.players_on(guard).0;
        // Who is on another tile is seen in a Foyer or in an Atrium only.
        if !self.may_be_revealed(const { Face::of_kind(Kind::Foyer) | Face::of_kind(Kind::Atrium) }) {
            return here;
        }
        here | self.seen_elsewhere(guard).0
    }

    /// The players on other tiles whom a Guard arriving on a cell sees.
    /// V-SIGHT-6, T-FOYER: on a Foyer next to it.
    /// V-SIGHT-9: a Foyer does not pass sight on to the next one.
    /// V-SIGHT-7, T-ATRIUM: on an Atrium directly above or below.
    #[inline]
    fn seen_elsewhere(&self, guard: Cell) -> Seats {
        let adjacent = self.plan(guard.floor()).adjacent(guard.square());
        // Found without a branch, since it is hard to guess who is where. Who is on no cell is beside none, either.
        let is_beside = |at: Cell| (at.floor() == guard.floor()) & (adjacent & at.bit() != 0);
        let is_in_line = |at: Cell| (at.square() == guard.square()) & (at.floor().abs_diff(guard.floor()) == 1);
        let near = Seats::where_true(|seat| {
            let at = Cell::from_code(self.player(seat).at);
            is_beside(at) | is_in_line(at)
        });
        let is_seen = |seat: Seat| {
            let at = Cell::from_code(self.player(seat).at);
            self.is_kind(at, if is_beside(at) { Kind::Foyer } else { Kind::Atrium })
        };
        Seats(
            near.filter(|&seat| is_seen(seat))
                .fold(0, |seen, seat| seen | 1 << seat.0),
        )
    }

    /// V-PAY-1: each of these players (bits) loses one Stealth.
    pub(in super::super) fn lose_stealth(&mut self, due: u8) {
        if due != 0 {
            self.push(Frame::Pay {
                due,
                scarce: self.scarce(due),
            });
        }
    }

    /// V-PAY-2, H24, Q-16: the payers whose tile has tokens, but fewer than payers.
    fn scarce(&self, due: u8) -> u8 {
        if due & (due - 1) == 0 {
            return 0;
        }
        let due_on = |cell: Cell| self.players_on(cell).filter(|seat| due & 1 << seat.0 != 0).count();
        self.seats().filter(|seat| due & 1 << seat.0 != 0).fold(0, |set, seat| {
            let at = self.place_of(seat);
            let tokens = self.tokens_on(at) as usize;
            set | u8::from(tokens > 0 && tokens < due_on(at)) << seat.0
        })
    }

    /// V-PAY-1: the payers pay in seating order; a payer who has a choice is asked (ruling R4).
    /// V-PAY-5, Z-END-1: a payer without any token loses the game.
    /// it does not matter who has paid before him.
    pub(in super::super) fn pay(&mut self, due: u8, scarce: u8) {
        let payer = Seat(due.trailing_zeros() as u8);
        let rest = due & (due - 1);
        let at = self.place_of(payer);
        let (own, tile) = (self.player(payer).stealth > 0, self.tokens_on(at) > 0);
        if !own && !tile {
            self.tally.stealth_lost += 1;
            return self.end_game(match at.floor() {
                0 => Ending::CaughtFloor1,
                1 => Ending::CaughtFloor2,
                _ => Ending::CaughtFloor3,
            });
        }
        if rest != 0 {
            self.push(Frame::Pay { due: rest, scarce });
        }
        if own && tile {
            let decider = if scarce & 1 << payer.0 != 0 {
                self.active()
            } else {
                payer
            };
            self.push(Frame::AskToken { payer, decider });
        } else {
            self.pay_with(payer, own);
        }
    }

    /// M-DEC-6: an own token or one of the tile.
    pub(in super::super) fn offer_tokens(out: &mut impl Offers) {
        out.extend([Action::OwnToken, Action::TileToken]);
    }

    /// V-PAY-1: one token of his own, or of his tile.
    pub(in super::super) fn pay_with(&mut self, payer: Seat, own: bool) {
        self.tally.stealth_lost += 1;
        self.taint_move();
        if own {
            self.player_mut(payer).stealth -= 1;
        } else {
            let at = self.place_of(payer);
            self.set_tokens_on(at, self.tokens_on(at) - 1);
        }
    }

    /// L-GOBLET: the player loses one Stealth if he has any, and never the game.
    /// V-PAY-4, H44: a token of his tile will do.
    pub(in super::super) fn curse(&mut self, seat: Seat) {
        if self.player(seat).stealth > 0 || self.tokens_on(self.place_of(seat)) > 0 {
            self.lose_stealth(1 << seat.0);
        }
    }
}
