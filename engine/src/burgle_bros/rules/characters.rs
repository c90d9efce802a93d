//! The characters' abilities (section 7.2). Passive ones are with the rules they change: Jammer in `alarms.rs`, Steady
//! Hands in `moves.rs` and `safes.rs`, The Solution in `cards.rs`, Flexibility and Climb Window in `moves.rs`, Drill in
//! `safes.rs`, the crow's effect in `guards.rs`.

use super::super::action::Action;
use super::super::chance::Outcome;
use super::super::components::{Character, Event};
use super::super::decks::DeckName;
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cause, Cells, NONE, done, flag};
use super::moves::Ways;
use crate::board::Cell;
use crate::game::Seat;

impl BurgleBros {
    /// M-ACT-CHAR, M-FREE-CHAR: the abilities the active player may use now.
    /// M-FREE-3: those that could have no effect are not offered.
    pub(in super::super) fn offer_abilities(&self, out: &mut impl Offers) {
        let seat = self.active();
        let at = self.place_of(seat);
        let once = !self.has_done(done::ABILITY);
        let can_pay = self.turn.actions > 0;
        match self.player(seat).character {
            Character::AcrobatBasic => self.offer_flexibility(out),
            Character::AcrobatAdvanced => self.offer_climbs(out),
            Character::HackerAdvanced if can_pay && !self.is_set(flag::LAPTOP) => out.push(Action::Laptop),
            Character::HackerOlder if can_pay => self.offer_hack_rooms(at, out),
            Character::HawkBasic if once => {
                let walled = Cells::on_floor(at.floor(), self.plan(at.floor()).walled(at.square()));
                out.extend_cells(self.unrevealed(walled), Action::XRay);
            }
            Character::HawkAdvanced | Character::HawkOlder if once => {
                out.extend_cells(self.enhance_range(at), Action::Enhance);
            }
            Character::JuicerBasic => {
                let near = self.plan(at.floor()).adjacent(at.square()) & self.floors[at.floor()].revealed;
                let targets = Cells::on_floor(at.floor(), near).filter(|cell| self.would_sound(cell));
                out.extend_cells(targets, Action::Crybaby);
            }
            Character::JuicerOlder if self.turn.actions >= RACKET_POINTS => {
                let revealed = Cells::on_floor(at.floor(), self.floors[at.floor()].revealed);
                out.extend_cells(revealed.filter(|cell| self.would_sound(cell)), Action::Crybaby);
            }
            Character::JuicerAdvanced if once => {
                if !self.is_set(flag::JUICER_TOKEN) && self.alarm_on(at) {
                    out.push(Action::RerouteTake);
                }
                if self.is_set(flag::JUICER_TOKEN) && self.would_sound(at) {
                    out.push(Action::RerouteDiscard);
                }
            }
            Character::RavenBasic if !self.has_done(done::CROW) => {
                let mut cells = Cells::on_floor(at.floor(), self.plan(at.floor()).within_two(at.square()));
                if self.crow != NONE {
                    cells.remove(Cell::from_code(self.crow));
                }
                out.extend_cells(cells, Action::Crow);
            }
            Character::RavenAdvanced | Character::RavenOlder
                if !self.has_done(done::CROW) && self.crow != at.code() =>
            {
                out.push(Action::Crow(at));
            }
            Character::RiggerAdvanced
                if self.player(seat).stealth > 0
                    && (!self.deck(DeckName::Tools).is_empty() || self.discarded_tools() != 0) =>
            {
                out.push(Action::Tinker);
            }
            Character::RookBasic if once && can_pay => self.offer_orders(out),
            Character::RookAdvanced if can_pay && !self.has_done(done::ANYTHING) => {
                let others = self.inside().filter(|&other| self.player(other).at != at.code());
                out.extend(others.map(Action::Disguise));
            }
            Character::SpotterBasic if once && can_pay && !self.deck(DeckName::Patrol(at.floor())).is_empty() => {
                out.push(Action::Clairvoyance);
            }
            Character::SpotterAdvanced if once && can_pay && !self.deck(DeckName::Events).is_empty() => {
                out.push(Action::Precognition);
            }
            // The ability cannot be used now.
            Character::HackerAdvanced
            | Character::HackerOlder
            | Character::HawkBasic
            | Character::HawkAdvanced
            | Character::HawkOlder
            | Character::JuicerOlder
            | Character::JuicerAdvanced
            | Character::RavenBasic
            | Character::RavenAdvanced
            | Character::RavenOlder
            | Character::RiggerAdvanced
            | Character::RookBasic
            | Character::RookAdvanced
            | Character::SpotterBasic
            | Character::SpotterAdvanced => {}
            // These sides are never used: they change other rules.
            Character::HackerBasic
            | Character::PetermanBasic
            | Character::PetermanAdvanced
            | Character::RiggerBasic => {}
        }
    }

    /// C-HACKER-A: one action for the token on the laptop.
    pub(in super::super) fn use_laptop(&mut self) {
        self.spend(1);
        self.set_flag(flag::LAPTOP, true);
    }

    /// C-HAWK-B, C-HAWK-A and C-HAWK-O: a free peek, once per turn.
    /// the tile is revealed and nothing else happens.
    pub(in super::super) fn peek_with_ability(&mut self, cell: Cell) {
        self.act_freely();
        self.turn.done |= done::ABILITY;
        self.reveal(cell);
    }

    /// C-HAWK-A and C-HAWK-O: unrevealed tiles at most two steps away with a revealed tile between.
    /// H50: Time Lock and Painting do not matter.
    fn enhance_range(&self, at: Cell) -> Cells {
        let near = self.reach(at, ENHANCED);
        let mut far = near;
        for between in near.iter().filter(|&cell| self.is_revealed(cell)) {
            let next = self.reach(between, ENHANCED);
            for floor in 0..self.floor_count() {
                far.0[floor] |= next.0[floor];
            }
        }
        self.unrevealed(far)
    }

    /// C-JUICER-B; C-JUICER-O for a price.
    pub(in super::super) fn use_crybaby(&mut self, cell: Cell) {
        if self.is_character(self.active(), Character::JuicerOlder) {
            self.spend(RACKET_POINTS);
        } else {
            self.act_freely();
        }
        self.sound(cell);
    }

    /// C-JUICER-A: the Juicer takes the token of his tile.
    /// A-ALARM-12: the Guard gets a new destination.
    /// G-LOST-7: a Guard who is away gets none.
    pub(in super::super) fn take_alarm(&mut self) {
        self.act_freely();
        self.turn.done |= done::ABILITY;
        self.set_flag(flag::JUICER_TOKEN, true);
        let at = self.place_of(self.active());
        self.floors[at.floor()].alarms &= !at.bit();
        if self.guard_in_play(at.floor()) {
            self.arrive(at.floor() as u8);
        }
    }

    /// C-JUICER-A: the token taken earlier triggers an alarm.
    pub(in super::super) fn discard_alarm(&mut self) {
        self.act_freely();
        self.turn.done |= done::ABILITY;
        self.set_flag(flag::JUICER_TOKEN, false);
        self.sound(self.place_of(self.active()));
    }

    /// C-RAVEN-B, C-RAVEN-A and C-RAVEN-O.
    pub(in super::super) fn place_crow(&mut self, cell: Cell) {
        self.act_freely();
        self.turn.done |= done::CROW;
        self.crow = cell.code();
    }

    /// C-RIGGER-A: an own Stealth token buys a Tool.
    pub(in super::super) fn tinker(&mut self) {
        self.act_freely();
        let seat = self.active();
        self.player_mut(seat).stealth -= 1;
        self.draw_tool(seat, None);
    }

    /// C-ROOK-B: one step for another player.
    /// H51: a refused step is not offered again.
    fn offer_orders(&self, out: &mut impl Offers) {
        for seat in self.inside().filter(|&seat| seat != self.active()) {
            let from = self.place_of(seat);
            let refused = self.turn.refused_orders[seat.index()];
            let mut steps = self.order_range(seat);
            if refused != 0 {
                steps = steps.filter(|to| refused & step_bit(from, to) == 0);
            }
            out.extend_cells(steps, |to| Action::Orders(seat, to));
        }
    }

    /// M-DEC-13: the player ordered agreed or not.
    /// C-ROOK-B, M-PAY-4, H31: the Rook pays one point, the mover nothing, not even for the Gemstone.
    /// H65: a refused order is no action.
    pub(in super::super) fn orders_answered(&mut self, seat: Seat, to: Cell, agreed: bool) {
        if !agreed {
            self.turn.refused_orders[seat.index()] |= step_bit(self.place_of(seat), to);
            return;
        }
        self.spend(1);
        self.turn.done |= done::ABILITY;
        self.start_move(seat, to, Cause::Orders, 0);
    }

    /// C-ROOK-A, M-PUT-1: the two players swap tiles; neither enters.
    pub(in super::super) fn disguise(&mut self, other: Seat) {
        let seat = self.active();
        let (here, there) = (self.place_of(seat), self.place_of(other));
        self.set_place(seat, there);
        self.set_place(other, here);
        self.spend(1);
        self.turn.done |= done::ABILITY;
    }

    /// C-SPOTTER-B: one action for a look at the next patrol card of the Spotter's floor.
    pub(in super::super) fn clairvoyance(&mut self) {
        self.spend(1);
        self.turn.done |= done::ABILITY;
        let floor = self.place_of(self.active()).floor() as u8;
        self.push(Frame::AskPatrolPlace(floor));
        self.push(Frame::LookPatrol(floor));
    }

    /// C-SPOTTER-A: one action for a look at the next Event.
    pub(in super::super) fn precognition(&mut self) {
        self.spend(1);
        self.turn.done |= done::ABILITY;
        self.push(Frame::AskEventPlace);
        self.push(Frame::LookEvent { seen: 0, count: 1 });
    }

    /// C-SPOTTER-A, U-CRYSTAL-BALL: everybody knows the next Event looked at.
    pub(in super::super) fn event_seen(&mut self, seen: u8, count: u8, event: Event) {
        self.change_deck(DeckName::Events, |deck| deck.place(seen as usize, event as u8, true));
        if seen + 1 < count {
            self.push(Frame::LookEvent { seen: seen + 1, count });
        }
    }

    /// C-SPOTTER-B: everybody knows the next patrol card of a floor.
    pub(in super::super) fn patrol_seen(&mut self, floor: u8, card: u8) {
        self.change_deck(DeckName::Patrol(floor as usize), |deck| deck.place(0, card, true));
    }

    /// M-DEC-10: on top or at the bottom.
    pub(in super::super) fn offer_places(out: &mut impl Offers) {
        out.extend([Action::Top, Action::Bottom]);
    }

    /// M-DEC-10: the card looked at stays on top or goes to the bottom.
    pub(in super::super) fn place_chosen(&mut self, deck: DeckName, to_bottom: bool) {
        if to_bottom {
            self.change_deck(deck, |deck| deck.top_to_bottom());
        }
    }

    /// I-HID-4, I-CHANCE-4: every unseen Event is equally likely, unless the place is known.
    pub(in super::super) fn event_outcomes(&self, depth: u8, out: &mut Vec<(Outcome, f64)>) {
        let outcome = |card: u8| Outcome::Event(Event::ALL[card as usize]);
        super::guards::deck_outcomes(self.deck(DeckName::Events), depth as usize, outcome, out);
    }
}

/// C-JUICER-O: what an alarm costs.
const RACKET_POINTS: u8 = 2;

/// C-HAWK-A: m1, m3, m4, m5, m6 and m7, but no Secret Doors.
const ENHANCED: Ways = Ways {
    doors: false,
    ducts: true,
    stairs: true,
};

/// The relation of an order's step as a bit: right, left, down, up on the floor; above; below; elsewhere.
fn step_bit(from: Cell, to: Cell) -> u8 {
    if from.floor() == to.floor() {
        match to.square() as i32 - from.square() as i32 {
            1 => return 1,
            -1 => return 2,
            5 => return 4,
            -5 => return 8,
            _ => {}
        }
    } else if from.square() == to.square() {
        match to.floor() as i32 - from.floor() as i32 {
            1 => return 16,
            -1 => return 32,
            _ => {}
        }
    }
    64
}
