//! Losing Stealth (section 6.6).

use super::super::action::Action;
use super::super::components::{Face, Kind, Loot};
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cause, Ending, NONE, SEATS, done};
use crate::board::Cell;
use crate::game::Seat;

/// The seats for which something holds, as bits.
#[inline]
fn seats_where(holds: impl Fn(Seat) -> bool) -> u8 {
    Seat::all(SEATS).fold(0, |seats, seat| seats | u8::from(holds(seat)) << seat.0)
}

impl BurgleBros {
    /// V-SIGHT-8: whether the Move in progress costs its mover Stealth, and it is one at most.
    /// V-SIGHT-11, U-INVISIBLE-SUIT: nothing while he wears the Invisible Suit, H41: also for a Move made by an Event.
    /// V-SIGHT-12: ordered or not.
    /// up, down or on the floor.
    pub(in super::super) fn mover_is_seen(&self) -> bool {
        let seat = Seat(self.mover.seat);
        let in_suit = seat == self.active() && self.has_done(done::SUIT);
        !in_suit && self.is_watched(seat, Cell::from_code(self.mover.to))
    }

    /// V-SIGHT-1: the Guard is on the tile;
    /// H49: that alone Flexibility waives.
    /// V-SIGHT-2: beside a Foyer.
    /// V-SIGHT-3, L-TIARA: beside any tile, for the Tiara.
    /// V-SIGHT-4: above or below an Atrium.
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
            && self.plan(to.floor()).adjacent[to.square()] & (1 << guard) != 0
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

    /// V-SIGHT-5: the players seen by the Guard of a floor who has just moved onto his tile, as bits.
    /// V-SIGHT-8: each of them once.
    /// V-SIGHT-10: apart from a Move onto a tile nothing else is ever asked to cost Stealth.
    #[inline]
    pub(in super::super) fn seen_by_guard(&self, floor: usize) -> u8 {
        let guard = Cell::new(floor, self.floors[floor].guard.at as usize);
        let here = seats_where(|seat| self.player(seat).at == guard.code());
        // Who is on another tile is seen in a Foyer or in an Atrium only.
        if !self.may_be_revealed(const { Face::of_kind(Kind::Foyer) | Face::of_kind(Kind::Atrium) }) {
            return here;
        }
        here | seats_where(|seat| self.is_seen_elsewhere(guard, seat))
    }

    /// Whether a Guard arriving on a cell sees a player on another.
    /// V-SIGHT-6, T-FOYER: beside a Foyer.
    /// V-SIGHT-9: never past it to the next.
    /// V-SIGHT-7, T-ATRIUM: above or below an Atrium.
    #[inline]
    fn is_seen_elsewhere(&self, guard: Cell, seat: Seat) -> bool {
        let code = self.player(seat).at;
        if code == NONE {
            return false;
        }
        let (at, floor) = (Cell::from_code(code), guard.floor());
        if at.floor() == floor {
            let beside = self.plan(floor).adjacent[guard.square()] & at.bit() != 0;
            beside && self.is_kind(at, Kind::Foyer)
        } else {
            at.square() == guard.square() && at.floor().abs_diff(floor) == 1 && self.is_kind(at, Kind::Atrium)
        }
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

    /// V-PAY-2, H24, Q-16: those of the payers whose tile has tokens, but fewer than payers.
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

    /// V-PAY-1: the payers in seating order; who can choose is asked (ruling R4).
    /// V-PAY-5, Z-END-1: who cannot pay loses the game.
    /// whoever has paid before.
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

    /// M-DEC-6: a token of his own or of his tile.
    pub(in super::super) fn offer_tokens(out: &mut impl Offers) {
        out.extend([Action::OwnToken, Action::TileToken]);
    }

    /// V-PAY-1: one token of his own, or of his tile.
    pub(in super::super) fn pay_with(&mut self, payer: Seat, own: bool) {
        self.tally.stealth_lost += 1;
        self.mover.impure = true;
        if own {
            self.player_mut(payer).stealth -= 1;
        } else {
            let at = self.place_of(payer);
            self.set_tokens_on(at, self.tokens_on(at) - 1);
        }
    }

    /// L-GOBLET: one Stealth if there is one; never a loss of the game.
    /// V-PAY-4, H44: his own or of the tile.
    pub(in super::super) fn curse(&mut self, seat: Seat) {
        if self.player(seat).stealth > 0 || self.tokens_on(self.place_of(seat)) > 0 {
            self.lose_stealth(1 << seat.0);
        }
    }
}
