//! Entering and peeking, with the chips and tiles found there (sections 5.2 to 5.4).

use super::super::components::{Chip, Face, Finale, Kind, Task};
use super::super::frame::{At, Frame, How};
use super::super::place::{Dir, Place, SIZE, other_floor};
use super::super::state::{CasinoCapers, Ending, HOLE, NONE, SAFE_DICE, Status, chip, held};
use super::super::window::Window;
use crate::board::{Cell, SIDE};

impl CasinoCapers {
    /// enter.1: gear or an event carries a player to a tile. A Saleswoman left behind is discarded.
    /// chip.saleswoman.stuck, H10: other ways off her tile leave her there, and so they do not come through here.
    /// H52: she stays if she has just been turned up and held nobody yet.
    /// finale.rescuing_her_ride.rule.5: passengers of the car ignore chips.
    pub(super) fn carry(&mut self, player: usize, to: Cell, how: How) {
        self.lift(player, to);
        self.enter(player, to, how);
    }

    /// What gear or an event that carries a player off does to the tile he leaves.
    pub(super) fn lift(&mut self, player: usize, to: Cell) {
        let Some(from) = self.cell_of(player).filter(|&from| from != to) else {
            return;
        };
        if self.open_chip(from) != Some(Chip::Saleswoman) || self.players[player].has(held::IN_CAR) {
            return;
        }
        let is_new = |frame| matches!(frame, Frame::ChipEntered(at, _) if at.cell() == from);
        if !self.stack.frames().any(is_new) {
            self.discard_chip(from);
        }
    }

    /// enter.order: a player enters a tile, by the steps of 5.2.
    /// stack.self, H32: the tile one stands on is not entered.
    pub(super) fn enter(&mut self, player: usize, to: Cell, mut how: How) {
        if self.is_on(player, to) {
            return;
        }
        // enter.1: the figure. finale.rescuing_her_ride.ruling.4: that is how one leaves the car.
        let figure = &mut self.players[player];
        figure.at = to.code();
        figure.status = Status::Inside;
        figure.flags &= !held::IN_CAR;
        if self.open_chip(to) == Some(Chip::Saleswoman) && self.players_on(to).any(|other| other != player) {
            self.discard_chip(to);
        }
        // H56: revealed before she arrives, the tile is entered as usual.
        if how.is_quiet() && self.is_revealed(to) {
            how = How::from(how.dir());
        }
        let at = At::new(player, to);
        // dd.when: what brought the player here counts before the tile is resolved.
        match self.tasks_due {
            0 => self.arrive(at, how),
            _ => self.push(Frame::Arrive(at, how)),
        }
    }

    /// enter.2 and enter.3: the bouncer, then a face-down chip.
    pub(super) fn arrive(&mut self, at: At, how: How) {
        let (player, to) = (at.player(), at.cell());
        // enter.2; gear.moves: Tumble leaves it out, but for the finale (finale.bodyguard.ruling.9).
        if self.bouncer_on(to) {
            if !how.is_past_bouncer() {
                self.walk_into_bouncer(player);
            }
            self.check_meetings(to);
            if self.ending != Ending::Playing {
                return;
            }
            self.check_heat();
            if self.ending != Ending::Playing {
                return;
            }
        }
        // enter.3.
        if self.has_closed_chip(to) {
            self.push(Frame::EnterTile(at, how));
            self.push(Frame::ChipEntered(at, how));
            self.turn_up_chip(to);
        } else if self.tasks_due == 0 {
            self.enter_tile(at, how);
        } else {
            self.push(Frame::EnterTile(at, how));
        }
    }

    /// A face-down chip is revealed, and window C opens.
    fn turn_up_chip(&mut self, cell: Cell) {
        self.push(Frame::Open(Window::C, cell.code()));
        self.push(Frame::RevealChip(cell));
    }

    /// A chip is face up.
    pub(super) fn chip_shown(&mut self, cell: Cell, kind: Chip) {
        let place = Place::of(cell).index();
        if self.chips[place] == HOLE {
            self.chip_stock[kind.index()] -= 1;
        }
        self.chips[place] = kind as u8 | chip::FACE_UP;
    }

    /// 5.4: a chip takes effect on the player who entered its tile.
    /// win.after, H31: not if he has left it in window C; then only what the chip does to itself.
    /// chip.gone: a chip that is discarded is gone before its effect begins.
    pub(super) fn chip_entered(&mut self, at: At, how: How) {
        let (player, cell) = (at.player(), at.cell());
        let Some(kind) = self.open_chip(cell) else { return };
        match kind {
            // chip.drunk.entered.
            Chip::Drunk => {
                self.discard_chip(cell);
                if self.is_on(player, cell) && !self.is_held_by_boots(player) {
                    self.follow_drunk(player, cell, how.dir());
                }
            }
            // chip.saleswoman.entered; chip.crowd.entered, chip.mole.entered, chip.blue: they stay.
            Chip::Saleswoman | Chip::Crowd | Chip::Mole => {}
            // chip.prima_donna.entered; finale.bodyguard.ruling.3: there she is taken later.
            Chip::PrimaDonna => {
                if !self.runs(Finale::Bodyguard) {
                    self.discard_chip(cell);
                }
            }
            // chip.undercover.entered.
            Chip::Undercover => self.discard_chip(cell),
        }
    }

    /// finale.gravity_boots.rule.3, finale.gravity_boots.ruling.8: gear and chips do not move the player with the
    /// boots.
    #[inline]
    pub(in super::super) fn is_held_by_boots(&self, player: usize) -> bool {
        self.boots == player as u8
    }

    /// chip.drunk: on floor 1 a slide to the next tile, walls or not; on floor 2 a fall.
    /// chip.drunk.edge, H9: with no tile that way he stays.
    /// chip.drunk.chain, edge.5, edge.6: the tile reached is entered in full, whichever it is, with the direction kept.
    /// enter.ignore: also if the first one was entered ignoring When You Enter.
    fn follow_drunk(&mut self, player: usize, cell: Cell, dir: Dir) {
        if cell.floor() == 1 {
            self.complete(Task::Fall);
            self.enter(player, other_floor(cell), How::from(Dir::Vertical));
        } else if let Some(next) = dir.next(cell) {
            self.enter(player, next, How::from(dir));
        }
    }

    /// 5.4: a chip takes effect on the player who peeked at it.
    pub(super) fn chip_peeked(&mut self, at: At) {
        let (player, cell) = (at.player(), at.cell());
        let Some(kind) = self.open_chip(cell) else { return };
        match kind {
            // chip.drunk.peeked, chip.saleswoman.peeked.
            Chip::Drunk | Chip::Saleswoman => {
                self.discard_chip(cell);
                self.complete(Task::PeekDiscard);
            }
            // chip.prima_donna.peeked: the peeker jumps here.
            Chip::PrimaDonna => {
                if !self.runs(Finale::Bodyguard) {
                    self.discard_chip(cell);
                }
                let is_free = self.cell_of(player).is_some_and(|from| from != cell);
                if is_free && !self.is_held_by_boots(player) {
                    self.complete(Task::MeetPrimaDonna);
                    self.enter(player, cell, How::from(Dir::None));
                }
            }
            // chip.undercover.peeked, chip.undercover.here.
            Chip::Undercover => {
                self.discard_chip(cell);
                self.bouncer_jumps(cell);
            }
            // chip.crowd.peeked, chip.mole.peeked.
            Chip::Crowd | Chip::Mole => {}
        }
    }

    /// enter.4: a face-down tile is revealed.
    /// abil.ghost: not under a quiet Ghost.
    pub(super) fn enter_tile(&mut self, at: At, how: How) {
        // enter.3: who is no longer here stops.
        if !self.is_on(at.player(), at.cell()) {
            return;
        }
        if self.is_revealed(at.cell()) {
            self.note_entry(at.cell());
        } else if !how.is_quiet() {
            self.push(Frame::EnterHooks(at, how));
            return self.push(Frame::RevealTile(at.cell()));
        }
        match self.tasks_due {
            0 => self.enter_hooks(at, how),
            _ => self.push(Frame::EnterHooks(at, how)),
        }
    }

    /// enter.5 and enter.6: finale hooks, window T, When You Enter.
    pub(super) fn enter_hooks(&mut self, at: At, how: How) {
        let (player, cell) = (at.player(), at.cell());
        if !self.is_on(player, cell) {
            return;
        }
        self.finale_entry(player, cell);
        if self.ending != Ending::Playing || how.is_quiet() {
            return;
        }
        if how.is_ignoring() {
            return self.open(Window::T, NONE);
        }
        if self.may_open(Window::T) {
            self.push(Frame::WhenYouEnter(at));
            self.open(Window::T, NONE);
        } else {
            self.when_you_enter(at);
        }
    }

    /// task.enter_pool, task.enter_lounge: after step 4 somebody stands on the tile, out of order or not.
    pub(super) fn note_entry(&mut self, cell: Cell) {
        match self.kind(cell) {
            Some(Kind::Pool) => self.complete(Task::EnterPool),
            Some(Kind::Lounge) => self.complete(Task::EnterLounge),
            _ => {}
        }
    }

    /// act.peek.do: a player peeks at a tile: its chip, then the tile itself. edge.4: that enters nothing and costs no
    /// heat. act.peek.other: gear and events peek in the same way.
    pub(super) fn peek(&mut self, player: usize, cell: Cell) {
        self.push(Frame::PeekTile(cell));
        if self.has_closed_chip(cell) {
            self.push(Frame::ChipPeeked(At::new(player, cell)));
            self.turn_up_chip(cell);
        }
    }

    /// act.peek.do: the tile is revealed if it still lies face down, wherever the peeker is by then.
    pub(super) fn peek_tile(&mut self, cell: Cell) {
        if !self.is_revealed(cell) {
            self.show_tile(cell);
        }
    }

    /// A tile is revealed without being entered, and window T opens.
    pub(super) fn show_tile(&mut self, cell: Cell) {
        self.push(Frame::Open(Window::T, NONE));
        self.push(Frame::RevealTile(cell));
    }

    /// Whether a peek at a tile would reveal anything (act.peek, H15; finale.bodyguard.rule.1: a chip on a face-up
    /// tile).
    #[inline]
    pub(super) fn can_be_peeked(&self, cell: Cell) -> bool {
        !self.is_revealed(cell) || self.has_closed_chip(cell)
    }

    /// A tile is face up.
    /// enter.4, edge.14: the Owner's Office collects the safe dice on other tiles.
    pub(super) fn turn_up(&mut self, cell: Cell, face: Face) {
        let place = Place::of(cell).index();
        if self.tiles[place] == HOLE {
            self.take_from_stock(face);
        }
        self.tiles[place] = face.0;
        let floor = &mut self.floors[cell.floor()];
        floor.revealed |= cell.bit();
        let row = ((1 << SIZE) - 1) << (cell.square() / SIDE * SIDE);
        if cell.floor() == 0 && floor.revealed & row == row {
            // task.row_open.
            self.complete(Task::RowOpen);
        }
        // What is entered is revealed in step 4.
        if matches!(self.stack.top(), Frame::EnterHooks(at, _) if at.cell() == cell) {
            self.note_entry(cell);
        }
        if face == Face::OFFICE {
            self.complete(Task::RevealOffice);
            self.office_dice += self.loose_count();
            self.loose_dice = [NONE; SAFE_DICE as usize];
        } else if face == Face::SAFE {
            self.complete(Task::RevealSafe);
        }
    }
}
