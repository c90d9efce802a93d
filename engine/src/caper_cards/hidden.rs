//! Hidden information (section 8): what chance may bring, what a seat knows, and how holes are filled.

use rand::Rng;

use super::chance::{Outcome, purpose};
use super::components::{CREW, Crew, Kind, Reward};
use super::state::{CaperCards, HOLE, ORDER_BYTES, Phase, REWARDS};
use crate::game::{Fill, Purpose, Seat};
use crate::random;

/// What a chance node draws.
enum Draw {
    /// A Crew card that the state knows, or any unseen one.
    Crew(Option<Kind>),
    /// A Reward that the state knows, or any unseen one.
    Reward(Option<Reward>),
    /// Something that the state does not see.
    Unseen,
}

impl CaperCards {
    /// What the state knows of the next draw.
    #[inline]
    fn next_draw(&self) -> Draw {
        match self.phase {
            Phase::Deal if self.knows(self.dealt_seat()) => Draw::Crew(self.order_at(self.deal_place())),
            Phase::Draw(left) if self.knows(self.drawing_seat(left)) => Draw::Crew(self.order_at(self.draw_place())),
            Phase::Flip => Draw::Crew(self.order_at(self.flip_place())),
            Phase::Check => Draw::Reward(self.current_reward()),
            // Who has seen the Reward learns nothing from another's peek (CC8.3l).
            Phase::Peek(seat) if self.knows(seat) || self.current_reward().is_some() => {
                Draw::Reward(self.current_reward())
            }
            _ => Draw::Unseen,
        }
    }

    /// The outcome that brings a Crew card; `None` is an unseen one, which is never flipped.
    #[inline]
    fn crew_outcome(&self, card: Option<Kind>) -> Outcome {
        match (self.phase, card) {
            (Phase::Deal, card) => Outcome::Deal(card),
            (Phase::Flip, Some(kind)) => Outcome::Flip(kind),
            (_, card) => Outcome::Draw(card),
        }
    }

    /// The outcome that brings a Reward.
    #[inline]
    fn reward_outcome(&self, reward: Reward) -> Outcome {
        match self.phase {
            Phase::Check => Outcome::Reveal(reward),
            _ => Outcome::Peek(Some(reward)),
        }
    }

    /// The outcome that the state does not see.
    #[inline]
    fn unseen_outcome(&self) -> Outcome {
        match self.phase {
            Phase::Peek(_) => Outcome::Peek(None),
            _ => self.crew_outcome(None),
        }
    }

    /// Every unseen card is equally likely.
    pub(super) fn chances(&self, out: &mut Vec<(Outcome, f64)>) {
        match self.next_draw() {
            Draw::Unseen => out.push((self.unseen_outcome(), 1.0)),
            Draw::Crew(Some(kind)) => out.push((self.crew_outcome(Some(kind)), 1.0)),
            Draw::Reward(Some(reward)) => out.push((self.reward_outcome(reward), 1.0)),
            // CC8.3g.
            Draw::Crew(None) => {
                let unseen = self.unseen_crew();
                let count = unseen.len() as f64;
                let chances = unseen
                    .kinds()
                    .map(|kind| (self.crew_outcome(Some(kind)), f64::from(unseen.count(kind)) / count));
                out.extend(chances);
            }
            // CC8.1b, CC8.3h.
            Draw::Reward(None) => {
                let unseen = self.unseen_rewards();
                let count = unseen.len() as f64;
                out.extend(unseen.iter().map(|reward| (self.reward_outcome(reward), 1.0 / count)));
            }
        }
    }

    #[inline]
    pub(super) fn draw_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        match self.next_draw() {
            Draw::Unseen => self.unseen_outcome(),
            Draw::Crew(known) => {
                let kind = known.unwrap_or_else(|| {
                    let unseen = self.unseen_crew();
                    unseen.nth(random::below(rng, unseen.len() as u32))
                });
                self.crew_outcome(Some(kind))
            }
            Draw::Reward(known) => {
                let any = || {
                    let unseen = u64::from(self.unseen_rewards().bits());
                    Reward::ALL[usize::from(random::choose_bit(rng, unseen))]
                };
                self.reward_outcome(known.unwrap_or_else(any))
            }
        }
    }

    pub(super) fn chance_purpose(&self) -> Purpose {
        match self.phase {
            Phase::Deal => purpose::DEAL,
            Phase::Flip => purpose::FLIPS,
            Phase::Draw(_) => purpose::DRAWS,
            _ => purpose::REWARDS,
        }
    }

    /// An outcome as a seat sees it: cards that come to other hands (CC8.2f) and Rewards shown to other seats (CC8.2g)
    /// are unseen, unless the seat has seen that Reward itself.
    pub(super) fn seen_by(&self, outcome: Outcome, seat: Seat) -> Outcome {
        let is_hidden = match self.phase {
            Phase::Deal => self.dealt_seat() != seat,
            Phase::Draw(left) => self.drawing_seat(left) != seat,
            Phase::Peek(peeker) => peeker != seat && !self.has_peeked(seat),
            _ => false,
        };
        if is_hidden { self.unseen_outcome() } else { outcome }
    }

    /// CC8.2j: what a seat knows, which is all that a policy acting for it may depend on (CC8.2k).
    pub(super) fn seen_from(&self, seat: Seat) -> CaperCards {
        // Open to all: the setup and every play (CC8.2a), Crew discarded (CC8.2b), Complications and Rewards revealed
        // (CC8.2c), sizes (CC8.2d), and who was shown the Reward (CC8.2e).
        let mut view = *self;
        view.known &= 1 << seat.0;
        // CC8.2f, CC8.2i: the own hand, to the end of the game.
        for other in Seat::all(self.seats.into()) {
            if !view.knows(other) {
                view.hands[other.index()] = Crew::EMPTY;
            }
        }
        // CC8.2h: nobody knows the flip row, the deck and the Rewards to come. CC8.2g: the current one if the seat was
        // shown it.
        view.order = [HOLE; ORDER_BYTES];
        let open = self.revealed();
        let is_seen = view.peeked & view.known != 0;
        let seen = if is_seen { open.max(self.won as usize + 1) } else { open };
        view.rewards[seen.min(REWARDS)..].fill(HOLE);
        view
    }

    /// CC8.3a: shuffles the unseen Crew, deals it to the hands that the state does not hold (CC8.3f), then the flip
    /// row, then the deck; shuffles the unseen Rewards likewise.
    pub(super) fn fill<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        let places = self.places_left();
        let fills_order = fill == Fill::All
            && self
                .places_left()
                .next()
                .is_some_and(|place| self.order_at(place).is_none());
        let everybody = (1 << self.seats) - 1;
        if self.known != everybody || fills_order {
            let (mut cards, mut count) = ([0; CREW], 0);
            for kind in self.unseen_crew().cards() {
                cards[count] = kind as u8;
                count += 1;
            }
            let mut take = || Kind::ALL[random::take(rng, &mut cards, &mut count) as usize];
            for seat in Seat::all(self.seats.into()) {
                if !self.knows(seat) {
                    (0..self.held[seat.index()]).for_each(|_| self.hands[seat.index()].add(take()));
                }
            }
            if fills_order {
                places.for_each(|place| self.set_order(place, Some(take())));
            }
        }
        self.fill_rewards(fill, rng);
        self.known = everybody;
    }

    /// The Rewards that the pile still holds. Only one that somebody was shown is private.
    fn fill_rewards<R: Rng + ?Sized>(&mut self, fill: Fill, rng: &mut R) {
        let end = match fill {
            Fill::All => usize::from(self.table().heists),
            Fill::Private if self.peeked != 0 => usize::from(self.won) + 1,
            Fill::Private => 0,
        };
        let mut unseen = u64::from(self.unseen_rewards().bits());
        for place in usize::from(self.won)..end {
            if self.rewards[place] == HOLE {
                let code = random::choose_bit(rng, unseen);
                unseen &= !(1 << code);
                self.rewards[place] = code;
            }
        }
    }
}
