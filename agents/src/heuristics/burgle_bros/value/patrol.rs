//! Whom the Guard of a floor is going to see.

use heist_engine::board::{Cell, FloorPlan, squares};
use heist_engine::burgle_bros::{BurgleBros, Kind};

/// The coming walks of a floor's Guard: to his die, then anywhere.
pub(super) struct Patrol {
    floor: usize,
    plan: FloorPlan,
    /// His square; none if Lost Visual has removed him and he comes back anywhere.
    at: Option<usize>,
    /// The square of his die, likewise.
    pub die: Option<usize>,
    /// On which step of the way to the die he gets to each square; 0 where he does not.
    on_step: [u8; 25],
    /// Steps to the die.
    length: u32,
    /// Steps of a move.
    pace: u32,
    /// Moves that he rests.
    rest: u32,
}

impl Patrol {
    /// `None` if no Guard was ever set up.
    #[inline]
    pub fn new(state: &BurgleBros, floor: usize) -> Option<Patrol> {
        let guard = state.guard(floor);
        if guard.is_none() && !state.is_guard_away(floor) {
            return None;
        }
        let mut patrol = Patrol {
            floor,
            plan: state.floor_plan(floor),
            at: guard.map(|guard| guard.at.square()),
            die: guard.map(|guard| guard.die.unwrap_or(guard.at).square()),
            on_step: [0; 25],
            length: 0,
            pace: u32::from(state.guard_steps(floor)),
            rest: u32::from(state.donuts() == Some(floor)),
        };
        let (Some(mut at), Some(die)) = (patrol.at, patrol.die) else {
            return Some(patrol);
        };
        let way = patrol.plan.routes_to(die);
        // A floor is connected; a way never takes more steps than there are squares.
        while at != die && (patrol.length as usize) < patrol.on_step.len() {
            at = way.step(at);
            patrol.length += 1;
            patrol.on_step[at] = patrol.length as u8;
        }
        Some(patrol)
    }

    /// Whether it is that of its floor in a position.
    #[inline]
    pub fn is_of(&self, state: &BurgleBros) -> bool {
        let guard = state.guard(self.floor);
        self.at == guard.map(|guard| guard.at.square())
            && self.die == guard.map(|guard| guard.die.unwrap_or(guard.at).square())
            && (guard.is_some() || state.is_guard_away(self.floor))
            && self.pace == u32::from(state.guard_steps(self.floor))
            && self.rest == u32::from(state.donuts() == Some(self.floor))
            && self.plan == state.floor_plan(self.floor)
    }

    /// How often he is expected to see a player on a cell of his floor in a number of moves.
    #[inline]
    pub fn sightings(&self, state: &BurgleBros, at: Cell, moves: u32) -> f32 {
        let steps = moves.saturating_sub(self.rest) * self.pace;
        if steps == 0 {
            return 0.0;
        }
        let plan = self.plan;
        // V-SIGHT-6.
        let is_foyer = state.face_at(at).is_some_and(|face| face.kind() == Kind::Foyer);
        let seen_from = if is_foyer {
            at.bit() | plan.adjacent(at.square())
        } else {
            at.bit()
        };
        let on_way = squares(seen_from).filter(|&square| (1..=steps).contains(&u32::from(self.on_step[square])));
        let beyond = steps.saturating_sub(self.length) as f32;
        let share = seen_from.count_ones() as f32 / plan.cells().count_ones() as f32;
        on_way.count() as f32 + beyond * share
    }

    /// Steps from the Guard to a cell of his floor; endlessly many while he is away.
    #[inline]
    pub fn steps_to(&self, at: Cell) -> f32 {
        self.at
            .map_or(f32::INFINITY, |from| f32::from(self.plan.distance(from, at.square())))
    }
}
