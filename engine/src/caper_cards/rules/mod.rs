//! The course of the game (section 4): who plays what when, and what follows.

pub mod crew;
pub mod score;

use super::action::Action;
use super::components::{Kind, Reward, Row};
use super::state::{CaperCards, Phase, SLOTS};
use crate::game::Seat;
use crew::put_into_play;
use score::{Check, Verdict};

impl CaperCards {
    /// Whether the card of a slot is flipped: slots 0 and 2 in a solo game (CC4f), slot 0 with three players (CC4d,
    /// H2).
    #[inline]
    pub(super) fn is_flip(&self, slot: u8) -> bool {
        match self.seats {
            1 => slot.is_multiple_of(2),
            3 => slot == 0,
            _ => false,
        }
    }

    /// Who plays a slot of a heist, or decides its flip: from the Boss clockwise (CC4j, CC4l); with three the Boss
    /// decides the flip and plays next (CC4e, CC4k).
    #[inline]
    pub(super) fn actor(&self, boss: Seat, slot: u8) -> Seat {
        match self.seats {
            3 => self.seat_after(boss.0, slot.saturating_sub(1)),
            _ => self.seat_after(boss.0, slot),
        }
    }

    /// CC7.1k: who sees the Reward after a Thief in a slot, if anybody does: the seat after the one that played it, if
    /// that one still plays in this heist.
    fn peeker(&self, slot: u8) -> Option<Seat> {
        // CC7.1n, H12: nobody plays after the last slot.
        if slot + 1 == SLOTS {
            return None;
        }
        // CC7.1l, CC7.1m: with three, the Boss + 1 after a flip and after the Boss (H11).
        let actor = self.actor(self.boss(), slot);
        Some(self.seat_after(actor.0, 1))
    }

    // -----------------------------------------------------------------------------------------------------------------
    // SETUP

    /// The seat that is dealt the next card: hands are dealt one after the other.
    pub(super) fn dealt_seat(&self) -> Seat {
        let hand = self.table().hand;
        let open = self.held.iter().position(|&size| size < hand);
        Seat(open.expect("a hand is not full while cards are dealt") as u8)
    }

    /// CC3c: a card of a hand.
    pub(super) fn deal(&mut self, card: Option<Kind>) {
        let place = self.deal_place();
        self.take(place, self.dealt_seat(), card);
        if place + 1 == usize::from(self.table().hand * self.seats) {
            self.start_heist();
        }
    }

    /// A card of the shuffled Crew comes to a hand.
    fn take(&mut self, place: usize, seat: Seat, card: Option<Kind>) {
        self.set_order(place, None);
        self.held[seat.index()] += 1;
        if let Some(kind) = card {
            self.hands[seat.index()].add(kind);
        }
    }

    // -----------------------------------------------------------------------------------------------------------------
    // ROUND_START and SLOT

    /// An empty row; what was discarded stays out of the game (CC4i).
    fn start_heist(&mut self) {
        self.row = Row::EMPTY;
        self.start_slot();
    }

    #[inline]
    fn start_slot(&mut self) {
        let slot = self.slot();
        self.phase = match slot {
            SLOTS => Phase::Check,
            _ if self.is_flip(slot) => Phase::Flip,
            _ => Phase::Hand,
        };
    }

    /// CC4d, CC4f: a card is turned over; a single option is applied without asking (CC5a).
    pub(super) fn flip(&mut self, kind: Kind) {
        let place = self.flip_place();
        self.set_order(place, None);
        self.gone.add(kind);
        let (mut count, mut last) = (0, None);
        crew::each_option(kind, self.row, |action| (count, last) = (count + 1, Some(action)));
        match last {
            Some(only) if count == 1 => self.resolve_play(only),
            _ => self.phase = Phase::Option(kind),
        }
    }

    /// Shows what the seat to move may do.
    #[inline]
    pub(super) fn each_legal(&self, mut show: impl FnMut(Action)) {
        match self.phase {
            Phase::Option(kind) => crew::each_option(kind, self.row, show),
            Phase::Hand => {
                let seat = self.actor(self.boss(), self.slot());
                // CC4b: any card of the hand; of a hand that the state does not hold, any card that may be in it.
                let hand = if self.knows(seat) {
                    self.hands[seat.index()]
                } else {
                    self.unseen_crew()
                };
                hand.kinds()
                    .for_each(|kind| crew::each_option(kind, self.row, &mut show));
            }
            _ => {}
        }
    }

    /// The seat to move plays a card, or decides the option of the flipped one.
    #[inline]
    pub(super) fn decide(&mut self, action: Action) {
        if self.phase == Phase::Hand {
            let seat = self.actor(self.boss(), self.slot());
            if self.knows(seat) {
                self.hands[seat.index()].remove(action.kind());
            }
            self.held[seat.index()] -= 1;
            self.gone.add(action.kind());
        }
        self.resolve_play(action);
    }

    // -----------------------------------------------------------------------------------------------------------------
    // RESOLVE

    /// The card enters play with its ability; a Thief shows the Reward at once (CC7.1r), which is nothing new to a seat
    /// that has seen it (CC10.2.13).
    #[inline]
    fn resolve_play(&mut self, action: Action) {
        let slot = self.slot();
        self.row = put_into_play(self.row, action);
        self.record[self.played as usize] = action as u8;
        let peeker = match action {
            Action::Thief => self.peeker(slot).filter(|&seat| !self.has_peeked(seat)),
            _ => None,
        };
        self.played += 1;
        match peeker {
            Some(seat) => self.phase = Phase::Peek(seat),
            None => self.start_slot(),
        }
    }

    /// CC7.1c: a seat is shown the current Reward. This always happens and is the whole card (CC5k, H7).
    pub(super) fn peek(&mut self, seat: Seat, reward: Option<Reward>) {
        if let Some(reward) = reward {
            self.rewards[self.won as usize] = reward as u8;
        }
        self.peeked |= 1 << seat.0;
        self.start_slot();
    }

    // -----------------------------------------------------------------------------------------------------------------
    // CHECK, SUCCESS and LOSS

    /// The check of the row as it lies, all but the Reward.
    #[inline]
    pub fn check(&self) -> Check {
        self.check_of(self.row)
    }

    /// The check of another row in this heist.
    pub fn check_of(&self, row: Row) -> Check {
        // The last Reward won never acts (CC9b).
        let won = &self.rewards[..self.heist() as usize];
        let complications = won.iter().map(|&code| Reward::ALL[code as usize]);
        Check::of(row, complications, self.printed_risk())
    }

    /// CC6.2g, CC6.2h: the Reward is revealed, and the heist succeeds or the game is lost at once (CC9a).
    #[inline]
    pub(super) fn reveal(&mut self, reward: Reward) {
        let verdict = self.check().verdict(reward);
        self.rewards[self.won as usize] = reward as u8;
        match verdict {
            Verdict::Success => self.succeed(),
            Verdict::Short => self.phase = Phase::Short,
            Verdict::Bust => self.phase = Phase::Bust,
        }
    }

    /// CC4n: the Reward becomes the newest Complication; after the last heist the game is won (CC9b).
    fn succeed(&mut self) {
        self.won += 1;
        self.peeked = 0;
        let table = self.table();
        if self.won == table.heists {
            self.phase = Phase::Won;
        } else if table.draws > 0 {
            self.row = Row::EMPTY;
            self.phase = Phase::Draw(table.draws * self.seats);
        } else {
            // CC4c: nobody draws.
            self.start_heist();
        }
    }

    /// Who draws next: the new Boss draws two cards, then the other player (CC4g, H4).
    pub(super) fn drawing_seat(&self, left: u8) -> Seat {
        let done = self.table().draws * self.seats - left;
        self.seat_after(self.boss().0, done / self.table().draws)
    }

    /// CC4g: a card is drawn.
    pub(super) fn draw(&mut self, left: u8, card: Option<Kind>) {
        self.take(self.draw_place(), self.drawing_seat(left), card);
        match left {
            1 => self.start_heist(),
            _ => self.phase = Phase::Draw(left - 1),
        }
    }
}
