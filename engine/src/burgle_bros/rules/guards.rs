//! Guards: set-up, movement, patrol cards, Lost Visual (sections 6.2, 6.4, 6.5, 6.8).

use super::super::chance::Outcome;
use super::super::components::{Character, Kind};
use super::super::decks::{DeckName, LOST_VISUAL};
use super::super::frame::Frame;
use super::super::state::{AWAY, BurgleBros, NONE};
use crate::board::Cell;
use crate::cards::{Deck, Top};

/// The highest speed of a Guard (G-DRAW-1, M-CRACK-7).
pub const TOP_SPEED: u8 = 6;

impl BurgleBros {
    /// G-SETUP-1: a card for the Guard, a card for his die.
    pub(in super::super) fn set_up_guard(&mut self, floor: u8) {
        self.mover.impure = true;
        self.push(Frame::SetUpDie(floor));
        self.push(Frame::SetUpGuard(floor));
    }

    /// Turns up a patrol card.
    #[inline]
    pub(in super::super) fn draw_card(&mut self, floor: usize, card: u8) {
        self.draw_from(DeckName::Patrol(floor), card);
    }

    /// G-MOVE-1, G-MOVE-2 (rulings R15, R17, R18).
    pub(in super::super) fn guard_move(&mut self, floor: u8) {
        if self.guard_is_away(floor as usize) {
            self.push(Frame::Returned(floor));
            self.next_card(floor, Frame::ReturnGuard(floor));
        } else {
            self.guard_sets_out(floor);
        }
    }

    /// G-MOVE-1, G-MOVE-3 to G-MOVE-6.
    pub(in super::super) fn guard_sets_out(&mut self, floor: u8) {
        let index = floor as usize;
        let state = &self.floors[index];
        let guard = state.guard;
        if guard.at == NONE {
            return;
        }
        let alarms = state.alarms.count_ones() as u8;
        if alarms == 0
            && self.crow == Cell::new(index, guard.at as usize).code()
            && self.plays(Character::RavenAdvanced)
        {
            self.crow = NONE;
            return;
        }
        if self.donuts == floor {
            self.donuts = NONE;
            return;
        }
        let movement =
            guard.speed + alarms + u8::from(self.turn.espresso == floor) - u8::from(self.turn.daydreaming == floor);
        if guard.die == guard.at {
            self.push(Frame::Walk { floor, left: movement });
            self.arrive(floor);
        } else {
            self.walk(floor, movement);
        }
    }

    /// Whether a character side is in the game, in the building or out of it.
    pub(in super::super) fn plays(&self, character: Character) -> bool {
        self.seats().any(|seat| self.is_character(seat, character))
    }

    /// G-MOVE-7 to G-MOVE-12, step by step until something must be resolved first. A Guard whom Lost Visual removed on his
    /// way loses the rest of it (G-MOVE-13, G-LOST-1).
    pub(in super::super) fn walk(&mut self, floor: u8, mut left: u8) {
        let index = floor as usize;
        if !self.guard_in_play(index) {
            return;
        }
        let crow_costs = self.crow != NONE && self.plays(Character::RavenBasic);
        let crow_holds = self.crow != NONE && self.plays(Character::RavenOlder);
        let plan = self.plan(index);
        let alarms = self.floors[index].alarms;
        while left > 0 {
            let state = &mut self.floors[index];
            // C-RAVEN-O: leaving the crow's tile takes two movements; a Guard with only one left stays (ruling R14).
            if crow_holds && self.crow == Cell::new(index, state.guard.at as usize).code() {
                left -= 1;
                if left == 0 {
                    return;
                }
            }
            let at = plan.step[state.guard.at as usize][state.guard.die as usize];
            state.guard.at = at;
            left -= 1;
            if crow_costs && self.crow == Cell::new(index, at as usize).code() {
                left = left.saturating_sub(1);
            }
            let seen = self.seen_by_guard(index);
            if seen != 0 || alarms & 1 << at != 0 || self.is_kind(Cell::new(index, at as usize), Kind::Camera) {
                self.push(Frame::Walk { floor, left });
                self.push(Frame::WalkArrival(floor));
                self.guard_enters(floor, seen);
                return;
            }
            if self.floors[index].guard.die == at {
                self.push(Frame::Walk { floor, left });
                self.arrive(floor);
                return;
            }
        }
    }

    /// G-MOVE-9 to G-MOVE-11, G-MOVE-15: token, sight (who is `seen` there, as bits), camera.
    pub(in super::super) fn guard_enters(&mut self, floor: u8, seen: u8) {
        let state = &mut self.floors[floor as usize];
        state.alarms &= !(1 << state.guard.at);
        if seen == 0 {
            self.camera_check(floor);
        } else {
            self.push(Frame::CameraCheck(floor));
            self.lose_stealth(seen);
        }
    }

    /// G-MOVE-11, G-MOVE-22, A-ALARM-11: every player on another Camera sets off its alarm.
    pub(in super::super) fn camera_check(&mut self, floor: u8) {
        let guard = Cell::new(floor as usize, self.floors[floor as usize].guard.at as usize);
        if self.video_loop != NONE || !self.is_kind(guard, Kind::Camera) {
            return;
        }
        let mut floors = 0;
        for seat in self.seats() {
            let code = self.player(seat).at;
            if code == NONE || code == guard.code() {
                continue;
            }
            let at = Cell::from_code(code);
            if self.is_kind(at, Kind::Camera) && self.text_sounds(at) {
                self.place_alarm(at);
                floors |= 1 << at.floor();
            }
        }
        if floors != 0 {
            self.push(Frame::Retarget(floors));
        }
    }

    /// G-MOVE-12.
    pub(in super::super) fn walk_arrival(&mut self, floor: u8) {
        let guard = self.floors[floor as usize].guard;
        if guard.at == guard.die {
            self.arrive(floor);
        }
    }

    /// G-MOVE-14: with alarms left the die goes to the nearest, else a card is drawn (A-ALARM-12).
    pub(in super::super) fn arrive(&mut self, floor: u8) {
        if self.floors[floor as usize].alarms != 0 {
            self.push(Frame::Retarget(1 << floor));
        } else {
            self.draw_patrol(floor);
        }
    }

    /// 6.5: the next destination.
    pub(in super::super) fn draw_patrol(&mut self, floor: u8) {
        self.next_card(floor, Frame::DrawPatrol(floor));
    }

    /// A frame that draws a patrol card; G-DRAW-1: an empty deck is reshuffled first, which makes the Guard faster.
    fn next_card(&mut self, floor: u8, draw: Frame) {
        let index = floor as usize;
        if self.deck(DeckName::Patrol(index)).is_empty() {
            self.shuffle_patrol(index);
            let guard = &mut self.floors[index].guard;
            guard.speed = TOP_SPEED.min(guard.speed + 1);
        }
        self.push(draw);
    }

    /// G-DRAW-2: a card that places a Guard or his die is turned up. G-LOST-3, G-LOST-4: if it is Lost Visual it places
    /// nobody, and `draw` draws on.
    fn card_places(&mut self, floor: u8, card: u8, draw: Frame) -> bool {
        self.draw_card(floor as usize, card);
        if card == LOST_VISUAL {
            self.next_card(floor, draw);
        }
        card != LOST_VISUAL
    }

    /// S-START-6: the first patrol card of floor 1 places its Guard.
    pub(in super::super) fn first_guard_drawn(&mut self, card: u8) {
        if self.card_places(0, card, Frame::PlaceFirstGuard) {
            self.floors[0].guard.at = card;
            self.push(Frame::ChooseEntrance);
        }
    }

    /// S-START-8: the next one places his die.
    pub(in super::super) fn first_die_drawn(&mut self, card: u8) {
        if self.card_places(0, card, Frame::PlaceFirstDie) {
            self.floors[0].guard.die = card;
        }
    }

    /// G-SETUP-1: the first card places the Guard of a floor.
    pub(in super::super) fn guard_drawn(&mut self, floor: u8, card: u8) {
        if self.card_places(floor, card, Frame::SetUpGuard(floor)) {
            self.floors[floor as usize].guard.at = card;
        }
    }

    /// G-SETUP-1: the next card places his die.
    pub(in super::super) fn die_drawn(&mut self, floor: u8, card: u8) {
        if self.card_places(floor, card, Frame::SetUpDie(floor)) {
            self.floors[floor as usize].guard.die = card;
        }
    }

    /// G-DRAW-2 to G-DRAW-5: the Guard's own cell is no destination.
    pub(in super::super) fn patrol_drawn(&mut self, floor: u8, card: u8) {
        self.draw_card(floor as usize, card);
        let guard = &mut self.floors[floor as usize].guard;
        if card == LOST_VISUAL {
            // G-LOST-1: he leaves the floor with his die.
            (guard.at, guard.die) = (NONE, AWAY);
        } else if guard.at == card {
            self.draw_patrol(floor);
        } else {
            guard.die = card;
        }
    }

    /// G-LOST-2, G-LOST-5, G-LOST-6: the Guard is put down with the effects of entering; then he gets a destination.
    pub(in super::super) fn guard_returns(&mut self, floor: u8, card: u8) {
        if !self.card_places(floor, card, Frame::ReturnGuard(floor)) {
            return;
        }
        let index = floor as usize;
        let guard = &mut self.floors[index].guard;
        (guard.at, guard.die) = (card, NONE);
        self.push(Frame::Arrive(floor));
        self.guard_enters(floor, self.seen_by_guard(index));
    }

    /// I-HID-2, I-HID-6, I-CHANCE-2: every unseen card is equally likely, unless the next one is known.
    pub(in super::super) fn patrol_outcomes(&self, floor: usize, out: &mut Vec<(Outcome, f64)>) {
        deck_outcomes(self.deck(DeckName::Patrol(floor)), 0, patrol_outcome, out);
    }
}

/// The outcome of drawing a patrol card.
pub(super) fn patrol_outcome(card: u8) -> Outcome {
    if card == LOST_VISUAL {
        Outcome::LostVisual
    } else {
        Outcome::Patrol(card)
    }
}

/// The patrol card that an outcome turns up, if it does.
#[inline]
pub(super) fn patrol_card(outcome: Outcome) -> Option<u8> {
    match outcome {
        Outcome::Patrol(square) => Some(square),
        Outcome::LostVisual => Some(LOST_VISUAL),
        Outcome::Tile(_) | Outcome::Event(_) | Outcome::Tool(_) | Outcome::Loot(_) => None,
        Outcome::Roll(_) | Outcome::Faces(_) | Outcome::Dice(_) => None,
    }
}

/// The distribution of a card of a deck whose cards are all different.
pub(super) fn deck_outcomes(
    deck: Deck<'_>,
    depth: usize,
    outcome: impl Fn(u8) -> Outcome,
    out: &mut Vec<(Outcome, f64)>,
) {
    match deck.at_depth(depth) {
        Top::Known(card) => out.push((outcome(card), 1.0)),
        Top::Hole => {
            let loose = deck.loose();
            let share = 1.0 / f64::from(loose.count_ones());
            out.extend(crate::board::squares(loose).map(|card| (outcome(card as u8), share)));
        }
        Top::Empty => debug_assert!(false, "a card is drawn from an empty deck"),
    }
}
