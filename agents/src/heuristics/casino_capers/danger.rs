//! Where the bouncers will walk, and what that costs.

use heist_engine::board::{Cell, FloorPlan, squares};
use heist_engine::casino_capers::{CasinoCapers, Chip, Finale, Kind};
use heist_engine::game::Game;

use super::chart::{Chart, GRID, Squares};
use super::weights::Weights;

/// What losing the game costs.
pub(super) const LOSS: f32 = 60.0;

/// Spaces of a bouncer's turn (b.turn).
pub(super) const SPACES: u8 = 3;

/// What meeting a bouncer costs each player.
#[derive(Clone, Copy)]
pub(super) struct Prices {
    /// Two heat by a meeting.
    pub hit: [f32; 4],
    /// One heat.
    pub warmth: [f32; 4],
    /// finale.caught_red_handed: everybody has 4 heat or more.
    pub all_ready: bool,
    /// That finale runs.
    pub red_handed: bool,
    /// Players in the game.
    pub count: usize,
}

impl Prices {
    pub fn new(weights: &Weights, state: &CasinoCapers) -> Prices {
        let count = state.characters();
        let red_handed = state.running_finale() == Some(Finale::CaughtRedHanded);
        let bodyguard = state.running_finale() == Some(Finale::Bodyguard);
        let mut prices = Prices {
            hit: [0.0; 4],
            warmth: [0.0; 4],
            all_ready: red_handed && (0..count).all(|player| state.heat(player) >= 4),
            red_handed,
            count,
        };
        for player in 0..count {
            let heat = state.heat(player);
            let disguise = if state.has_disguise(player) { 0.2 } else { 1.0 };
            (prices.hit[player], prices.warmth[player]) = match heat {
                _ if red_handed => (if heat >= 4 { LOSS } else { -3.0 }, if heat >= 5 { LOSS } else { -0.5 }),
                _ => (weights.hit(heat) * disguise, weights.warmth(heat)),
            };
            if bodyguard && state.finale_count(player) > 0 {
                prices.hit[player] = LOSS;
            }
        }
        prices
    }
}

/// Where the tiger is once the turn is over: on a steak beside it (finale.catch_a_tiger.rule.2).
fn led(chart: &Chart, tiger: Cell) -> Cell {
    let beside = chart.plans[tiger.floor()].adjacent(tiger.square());
    let steak = squares(beside).map(|square| Cell::new(tiger.floor(), square));
    steak
        .into_iter()
        .find(|&cell| chart.state.has_steak(cell))
        .unwrap_or(tiger)
}

/// A floor with its bouncer, as he may be moved about in thought.
#[derive(Clone, Copy)]
pub(super) struct Scene {
    pub plan: FloorPlan,
    pub floor: usize,
    pub at: usize,
    /// None if he hunts.
    pub marker: Option<usize>,
    /// Where a card may send him next.
    pub next: u32,
    /// Whether there is a card.
    pub has_card: bool,
    /// Squares where players are protected.
    pub crowds: u32,
    pub crows: u32,
    nests: u32,
    /// Surveillance with three cubes.
    full: u32,
    /// The squares of the players on this floor.
    pub players: [Option<usize>; 4],
    /// finale.rescuing_her_ride: what he hunts on floor 2.
    car: Option<usize>,
    pub tiger: Option<usize>,
    prices: Prices,
}

impl Scene {
    /// A floor as it is.
    pub fn new(chart: &Chart, prices: &Prices, floor: usize) -> Option<Scene> {
        let state = chart.state;
        let at = chart.bouncers[floor]?.square();
        let next = state.next_patrol(floor);
        let here = |cell: Option<Cell>| cell.filter(|cell| cell.floor() == floor).map(Cell::square);
        let [car, tiger, _] = state.finale_figures();
        let mut crows = 0;
        let mut crowds = chart.chip(Chip::Crowd)[floor];
        for square in squares(GRID) {
            let cell = Cell::new(floor, square);
            crows |= u32::from(state.has_crow(cell)) << square;
            crowds |= u32::from(state.has_crowd(cell)) << square;
        }
        let full = squares(chart.kind(Kind::Surveillance)[floor])
            .filter(|&square| state.cubes_on(Cell::new(floor, square)) == 3)
            .fold(0, |set, square| set | 1 << square);
        let mut players = chart.players.map(here);
        if let Some(player) = state.contorted_player() {
            players[player] = None;
        }
        Some(Scene {
            plan: chart.plans[floor],
            floor,
            at,
            marker: state.marker(floor).map(Cell::square),
            next: next.squares,
            has_card: state.patrol_size(floor) > 0,
            crowds,
            crows,
            nests: chart.kind(Kind::CrowsNest)[floor],
            full,
            players,
            car: here(car),
            tiger: here(tiger.map(|tiger| led(chart, tiger))),
            prices: *prices,
        })
    }

    /// What his entering a square costs; `crowds` are those still there.
    fn entering(&self, square: usize, crowds: &mut u32) -> f32 {
        let bit = 1 << square;
        let mut cost = 0.0;
        if self.tiger == Some(square) {
            cost += LOSS;
        }
        let prices = &self.prices;
        if (self.nests | self.full) & bit != 0 {
            if self.nests & bit != 0 {
                let touching = self.plan.adjacent(square) | self.plan.walled(square);
                for (player, at) in self.players.iter().enumerate() {
                    if at.is_some_and(|at| touching & 1 << at != 0) {
                        cost += prices.warmth[player];
                    }
                }
            }
            if self.full & bit != 0 {
                for (player, _) in self.players.iter().enumerate().filter(|(_, at)| at.is_some()) {
                    cost += prices.hit[player];
                }
            }
        }
        if self.players.contains(&Some(square)) {
            if *crowds & bit != 0 {
                *crowds &= !bit;
                return cost;
            }
            if prices.all_ready && self.gathered() {
                return cost - LOSS;
            }
            for (player, at) in self.players.iter().enumerate() {
                if *at == Some(square) {
                    cost += prices.hit[player];
                }
            }
        }
        cost
    }

    /// Whether all players stand on one square.
    fn gathered(&self) -> bool {
        let mut all = self.players.iter().flatten();
        let first = all.next();
        // Players who are elsewhere would be missing here.
        first.is_some() && all.all(|at| Some(at) == first) && self.players.iter().flatten().count() == self.prices.count
    }

    /// The square a hunter at `at` goes to.
    fn prey(&self, at: usize) -> Option<usize> {
        if self.car.is_some() {
            return self.car;
        }
        let mut best = None;
        let mut least = (FloorPlan::UNREACHABLE, 0.0);
        let steps_to = self.plan.routes_to(at).distance;
        for (player, square) in self.players.iter().enumerate() {
            let Some(square) = *square else { continue };
            let steps = steps_to[square];
            let price = self.prices.hit[player];
            // Of several who are equally near the team names the one to whom it matters least.
            if steps < least.0 || steps == least.0 && price < least.1 {
                (best, least) = (Some(square), (steps, price));
            }
        }
        best
    }

    /// What a movement of so many spaces is expected to cost; a hunter's standing heat with it if it is his turn.
    pub fn cost(&self, spaces: u8, is_turn: bool) -> f32 {
        self.walk(self.at, self.marker, spaces, is_turn, 0)
    }

    fn walk(&self, mut at: usize, marker: Option<usize>, mut left: u8, is_turn: bool, depth: u8) -> f32 {
        let mut cost = 0.0;
        let mut crowds = self.crowds;
        let mut crows = self.crows;
        if marker.is_none() && is_turn && self.players.contains(&Some(at)) {
            let mut none = 0;
            return self.entering(at, &mut none);
        }
        while left > 0 {
            let Some(target) = marker.or_else(|| self.prey(at)) else {
                break;
            };
            if target == at {
                break;
            }
            at = self.plan.step(at, target);
            left -= 1;
            cost += self.entering(at, &mut crowds);
            if crows & 1 << at != 0 {
                crows &= !(1 << at);
                left = left.saturating_sub(1);
            }
            match marker {
                Some(marker) if marker == at => return cost + self.after_arrival(at, left, depth),
                None if self.players.contains(&Some(at)) => break,
                _ => {}
            }
        }
        cost
    }

    /// He draws a card and goes on.
    fn after_arrival(&self, at: usize, left: u8, depth: u8) -> f32 {
        if left == 0 || depth > 0 {
            return 0.0;
        }
        if !self.has_card {
            return self.walk(at, None, left, false, 1);
        }
        let next = self.next & !(1 << at);
        if next == 0 {
            return 0.0;
        }
        let sum: f32 = squares(next)
            .map(|target| self.walk(at, Some(target), left, false, 1))
            .sum();
        sum / next.count_ones() as f32
    }

    /// Adds how often he is expected to come by each square, from step `from` to before step `to` counted from now.
    fn add_visits(&self, from: usize, to: usize, weight: f32, visits: &mut [f32; 25]) {
        let Some(marker) = self.marker else { return };
        let way = self.plan.routes_to(marker);
        let mut at = self.at;
        let mut step = 0;
        while step < to && at != marker {
            at = way.step(at);
            if step >= from {
                visits[at] += weight;
            }
            step += 1;
            if from == 0 && self.crows & 1 << at != 0 {
                step += 1;
            }
        }
        let next = self.next & !(1 << at);
        if step >= to || next == 0 {
            return;
        }
        let share = weight / next.count_ones() as f32;
        let mut beyond = 0;
        for target in squares(next) {
            let way = self.plan.routes_to(target);
            let mut walker = at;
            let mut count = step;
            while count < to && walker != target {
                walker = way.step(walker);
                if count >= from {
                    visits[walker] += share;
                }
                count += 1;
            }
            beyond += to - count.max(from).min(to);
        }
        if beyond > 0 {
            let anywhere = share * beyond as f32 / 16.0;
            squares(GRID).for_each(|square| visits[square] += anywhere);
        }
    }
}

/// How many meetings with bouncers a player expects on each square before he acts again, if he ends his turn there; and
/// what ending there costs his partners.
pub(super) struct Danger {
    expected: [[f32; 25]; 2],
    partners: [f32; 2],
}

impl Danger {
    pub fn new(weights: &Weights, chart: &Chart, prices: &Prices, reach: &Squares) -> Danger {
        let mut danger = Danger {
            expected: [[0.0; 25]; 2],
            partners: [0.0; 2],
        };
        for floor in (0..2).filter(|&floor| reach[floor] != 0) {
            danger.add_floor(weights, chart, prices, floor);
        }
        danger
    }

    fn add_floor(&mut self, weights: &Weights, chart: &Chart, prices: &Prices, floor: usize) {
        let Some(mut scene) = Scene::new(chart, prices, floor) else {
            return;
        };
        scene.players[chart.player] = None;
        self.partners[floor] = scene.cost(SPACES, true);
        let company = chart.partners().filter(|(_, cell)| cell.floor() == floor).count();
        let expected = &mut self.expected[floor];
        let first = SPACES as usize;
        match scene.marker {
            Some(_) => {
                let mut visits = [0.0; 25];
                scene.add_visits(0, first, 1.0, &mut visits);
                if company > 0 {
                    scene.add_visits(first, first * (1 + company), weights.company, &mut visits);
                }
                *expected = visits;
                for square in squares(scene.crowds) {
                    expected[square] = (expected[square] - 1.0).max(0.0) * 0.5;
                }
                for square in squares(scene.nests) {
                    let touching = chart.plans[floor].adjacent(square) | chart.plans[floor].walled(square);
                    for near in squares(touching) {
                        expected[near] += weights.single * visits[square];
                    }
                }
                for square in squares(scene.full) {
                    let alarm = visits[square];
                    squares(GRID).for_each(|square| expected[square] += alarm);
                }
                if !scene.has_card {
                    // He hunts as soon as he arrives.
                    let from_marker = scene.plan.routes_to(scene.marker.unwrap_or(scene.at)).distance;
                    let way = from_marker[scene.at];
                    for square in squares(GRID) {
                        let further = from_marker[square];
                        if way.saturating_add(further) <= SPACES && further > 0 {
                            expected[square] = expected[square].max(1.0);
                        }
                    }
                }
            }
            None => {
                let distance = scene.plan.routes_to(scene.at).distance;
                let nearest = scene
                    .prey(scene.at)
                    .map_or(FloorPlan::UNREACHABLE, |prey| distance[prey]);
                let is_car = scene.car.is_some();
                for square in squares(GRID) {
                    let steps = distance[square];
                    let mut meets = 0.0;
                    if is_car {
                        // He passes players on foot who are on his way.
                        let way = scene.car.map_or(0, |car| distance[car]);
                        let further = chart.plans[floor].distance(square, scene.car.unwrap_or(square));
                        if steps.saturating_add(further) == way && steps <= SPACES {
                            meets = 1.0;
                        }
                    } else if steps <= SPACES && steps <= nearest {
                        meets = if steps == nearest { 0.6 } else { 1.0 };
                    }
                    if company > 0 {
                        meets += 0.35 * weights.company * company as f32;
                    }
                    expected[square] = meets;
                }
            }
        }
    }

    /// How many meetings a player expects on a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> f32 {
        self.expected[cell.floor()][cell.square()]
    }

    /// What ending the turn on a floor costs the partners there.
    pub fn partners(&self, floor: usize) -> f32 {
        self.partners[floor]
    }

    /// Counts all of it by a share.
    pub fn scale(&mut self, share: f32) {
        self.expected
            .iter_mut()
            .flatten()
            .for_each(|meetings| *meetings *= share);
        self.partners.iter_mut().for_each(|cost| *cost *= share);
    }

    /// Changes what is expected on a cell.
    pub fn set(&mut self, cell: Cell, meetings: f32) {
        self.expected[cell.floor()][cell.square()] = meetings;
    }
}
