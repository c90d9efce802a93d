//! Hidden information: what chance may bring, what everybody sees, and how holes are filled.

use rand::Rng;

use super::action::Outcome;
use super::state::{ExampleGame, HOLE, Phase, Room};
use heist_engine::random;

impl ExampleGame {
    /// How many rooms of each content, in the order of [`Room::ALL`], lie in places that the state does not know
    /// (EG-ROOMS).
    pub(super) fn stock(&self) -> [u8; 3] {
        // EG-PLAN: one vault, the alarms, and empty rooms.
        let mut stock = [self.room_count - 1 - self.alarms, self.alarms, 1];
        let known = self.rooms[..self.room_count()]
            .iter()
            .filter(|&&content| content != HOLE);
        for &content in known {
            stock[usize::from(content)] = stock[usize::from(content)].saturating_sub(1);
        }
        stock
    }

    /// The exact distribution of a chance node.
    pub(super) fn chances(&self, out: &mut Vec<(Outcome, f64)>) {
        match self.phase {
            Phase::Reveal { room, .. } => match self.room(room.into()) {
                Some(content) => out.push((Outcome::Room(content), 1.0)),
                None => {
                    let stock = self.stock();
                    let all = f64::from(stock.iter().sum::<u8>());
                    let possible = Room::ALL.into_iter().zip(stock).filter(|(_, count)| *count > 0);
                    out.extend(possible.map(|(content, count)| (Outcome::Room(content), f64::from(count) / all)));
                }
            },
            Phase::Crack | Phase::Escape => out.extend((1..=6).map(|pips| (Outcome::Die(pips), 1.0 / 6.0))),
            Phase::Act | Phase::React | Phase::Route | Phase::Over(_) => {}
        }
    }

    /// An outcome by that distribution.
    pub(super) fn draw_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        match self.phase {
            Phase::Reveal { room, .. } => Outcome::Room(match self.room(room.into()) {
                Some(content) => content,
                None => draw(&mut self.stock(), rng),
            }),
            _ => Outcome::Die(1 + random::below(rng, 6) as u8),
        }
    }

    /// EG-OPEN, EG-TIP: the state with a hole behind every closed door but that of a vault given away.
    pub(super) fn seen(&self) -> ExampleGame {
        let mut view = *self;
        for room in 0..self.room_count {
            if !self.is_revealed(room.into()) && room != self.tip {
                view.rooms[usize::from(room)] = HOLE;
            }
        }
        view
    }

    /// EG-ROOMS: every arrangement of what is left is equally likely.
    pub(super) fn fill_rooms<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut stock = self.stock();
        for room in 0..self.room_count() {
            if self.rooms[room] == HOLE {
                self.rooms[room] = draw(&mut stock, rng) as u8;
            }
        }
    }
}

/// Takes something out of a stock that is not empty, each piece with the same probability.
fn draw<R: Rng + ?Sized>(stock: &mut [u8; 3], rng: &mut R) -> Room {
    let mut place = random::below(rng, stock.iter().map(|&count| u32::from(count)).sum());
    for (content, count) in Room::ALL.into_iter().zip(stock) {
        let here = u32::from(*count);
        if place < here {
            *count -= 1;
            return content;
        }
        place -= here;
    }
    Room::Empty
}
