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
    /// G-SETUP-1: a card places the Guard, a second one his die.
    /// G-SETUP-2: this is no movement: nobody is seen and no Camera looks.
    pub(in super::super) fn set_up_guard(&mut self, floor: u8) {
        self.taint_move();
        self.push(Frame::SetUpDie(floor));
        self.push(Frame::SetUpGuard(floor));
    }

    /// G-DRAW-2: a patrol card is turned up.
    #[inline]
    pub(in super::super) fn draw_card(&mut self, floor: usize, card: u8) {
        self.draw_from(DeckName::Patrol(floor), card);
    }

    /// G-MOVE-2, G-LOST-2: a Guard who is away comes back first (rulings R15, R17, R18).
    pub(in super::super) fn guard_move(&mut self, floor: u8) {
        if self.guard_is_away(floor as usize) {
            self.push(Frame::Returned(floor));
            self.next_card(floor, Frame::ReturnGuard(floor));
        } else {
            self.guard_sets_out(floor);
        }
    }

    /// G-MOVE-1: a Guard never set up does not move.
    /// G-MOVE-6, G-MOVE-19, H23: if the die is on his tile he has arrived, which costs nobody Stealth.
    pub(in super::super) fn guard_sets_out(&mut self, floor: u8) {
        let guard = self.floors[floor as usize].guard;
        if guard.at == NONE {
            return;
        }
        if self.is_kept_in_place(floor) {
            return;
        }
        let movement = self.movement(floor);
        if guard.die == guard.at {
            self.push(Frame::Walk { floor, left: movement });
            self.arrive(floor);
        } else {
            self.walk(floor, movement);
        }
    }

    /// Whether the Guard loses his whole movement; what stopped him is used up.
    /// G-MOVE-3, C-RAVEN-A: the advanced Raven's crow stops him if there is no alarm on the floor.
    /// it does so even if a player on its tile has just paid for staying there.
    /// G-MOVE-4, U-DONUTS: Donuts stop him.
    /// G-LOST-9: they do so also when he has just come back.
    #[inline]
    fn is_kept_in_place(&mut self, floor: u8) -> bool {
        let state = &self.floors[floor as usize];
        let at = Cell::new(floor as usize, state.guard.at as usize);
        if state.alarms == 0 && self.crow == at.code() && self.plays(Character::RavenAdvanced) {
            self.crow = NONE;
            return true;
        }
        if self.donuts == floor {
            self.donuts = NONE;
            return true;
        }
        false
    }

    /// G-MOVE-5, Q-28: the steps of a Guard who sets out: his speed and one for each alarm on his floor.
    /// alarms and Espresso count beyond the top speed.
    /// E-ESPRESSO, E-DAYDREAMING: one more or one fewer.
    /// they apply to the floor on which they were drawn.
    #[inline]
    fn movement(&self, floor: u8) -> u8 {
        let state = &self.floors[floor as usize];
        let espresso = u8::from(self.turn.espresso == floor);
        let daydreaming = u8::from(self.turn.daydreaming == floor);
        state.guard.speed + state.alarms.count_ones() as u8 + espresso - daydreaming
    }

    /// Whether a character side is in the game, in the building or out of it.
    /// H53, C-NOTE-1: the crow keeps working after the Raven has left.
    /// H32: so does the two-card rule after the Rigger has left.
    pub(in super::super) fn plays(&self, character: Character) -> bool {
        self.seats().any(|seat| self.is_character(seat, character))
    }

    /// G-MOVE-7: the Guard goes step by step until something must be resolved first.
    /// G-MOVE-16, G-MOVE-18: each step looks up the way to the die again, wherever it lies by then.
    /// G-MOVE-8: a step onto the basic Raven's crow costs one more.
    /// G-MOVE-21: no tile holds him up, and a crow on the tile he starts from costs nothing.
    /// G-MOVE-13: a Guard removed by Lost Visual loses the rest of his movement.
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
            let at = plan.step(state.guard.at as usize, state.guard.die as usize) as u8;
            state.guard.at = at;
            left -= 1;
            if crow_costs && self.crow == Cell::new(index, at as usize).code() {
                left = left.saturating_sub(1);
            }
            let seen = self.seen_by_guard(index);
            let is_camera = self.is_kind(Cell::new(index, at as usize), Kind::Camera);
            // One branch: each of them alone would be guessed wrong more often.
            if (seen != 0) | (alarms & 1 << at != 0) | is_camera {
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

    /// G-MOVE-15, H21: first the token, then sight (who is `seen` there, as bits), then the Camera.
    /// G-MOVE-9, G-MOVE-17: he removes the token of this tile and no other.
    /// G-MOVE-10, G-MOVE-20: each player seen loses one Stealth at every such step.
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

    /// G-MOVE-11, T-CAMERA: every player on another Camera sets off its alarm.
    /// G-MOVE-22, H57: the Camera under the Guard may be disabled; the player's may not.
    /// A-ALARM-11: all tokens are put before the dice are moved.
    /// E-VIDEO-LOOP: Video Loop prevents it.
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

    /// G-MOVE-12: a Guard on the tile of his die has arrived.
    /// an alarm just set off by a Camera has moved the die, so he draws no card.
    pub(in super::super) fn walk_arrival(&mut self, floor: u8) {
        let guard = self.floors[floor as usize].guard;
        if guard.at == guard.die {
            self.arrive(floor);
        }
    }

    /// G-MOVE-14: if alarms are left on the floor the die goes to the nearest, else a card is drawn.
    /// A-ALARM-12: the die never goes back to the old destination.
    pub(in super::super) fn arrive(&mut self, floor: u8) {
        if self.floors[floor as usize].alarms != 0 {
            self.push(Frame::Retarget(1 << floor));
        } else {
            self.draw_patrol(floor);
        }
    }

    /// G-MOVE-14: a patrol card names the next destination (6.5).
    pub(in super::super) fn draw_patrol(&mut self, floor: u8) {
        self.next_card(floor, Frame::DrawPatrol(floor));
    }

    /// Waits for a patrol card with the frame `draw`.
    /// G-DRAW-1, G-DRAW-6: if one is needed and none is left, the deck is reshuffled and the Guard gets faster.
    /// this adds to what opened Safes added, up to the top speed.
    fn next_card(&mut self, floor: u8, draw: Frame) {
        let index = floor as usize;
        if self.deck(DeckName::Patrol(index)).is_empty() {
            self.shuffle_patrol(index);
            let guard = &mut self.floors[index].guard;
            guard.speed = TOP_SPEED.min(guard.speed + 1);
        }
        self.push(draw);
    }

    /// Whether the card turned up places a Guard or his die.
    /// G-DRAW-2: it goes to the discard.
    /// G-LOST-3, G-LOST-4: Lost Visual places nobody, and another card is drawn with the frame `draw`.
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

    /// G-DRAW-2, G-DRAW-5: the card is discarded, and the die goes to its cell.
    /// G-DRAW-4: if that is the Guard's own cell, another card is drawn.
    /// G-DRAW-3, G-LOST-1: at Lost Visual the Guard leaves the floor with his die.
    /// H54: Donuts stay attached to him.
    pub(in super::super) fn patrol_drawn(&mut self, floor: u8, card: u8) {
        self.draw_card(floor as usize, card);
        let guard = &mut self.floors[floor as usize].guard;
        if card == LOST_VISUAL {
            (guard.at, guard.die) = (NONE, AWAY);
        } else if guard.at == card {
            self.draw_patrol(floor);
        } else {
            guard.die = card;
        }
    }

    /// G-LOST-2, G-LOST-5: the Guard is put down first, then he gets a destination.
    /// G-LOST-6: being put down has the effects of entering the tile.
    /// G-LOST-8: his destination follows the rules of any other, the same-cell redraw included.
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
