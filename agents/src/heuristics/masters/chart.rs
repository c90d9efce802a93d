//! The map as the expert reads it: what lies where, and the ways over it.

use heist_engine::board::hexes::{HexPlan, MOST_HEXES, NO_HEX, members};
use heist_engine::masters::components::{Ability, Item};
use heist_engine::masters::scenario::{Chit, Fixture};
use heist_engine::masters::{MastersOfTheHeist, Piece, Standing, Tile, Who};

use super::weights::Weights;

/// A hex by its number, or an Exit by its number and [`EXIT`].
pub(super) type Place = u8;
/// The first Exit.
pub(super) const EXIT: Place = MOST_HEXES as Place;
/// The most Exits.
const EXITS: usize = 7;
/// Hexes and Exits.
pub(super) const PLACES: usize = MOST_HEXES + EXITS;
/// No place.
pub(super) const NOWHERE: Place = u8::MAX;
/// The most characters, the NPC among them.
pub(super) const CHARACTERS: usize = 5;

/// The place of a tile.
pub(super) fn place_of(state: &MastersOfTheHeist, tile: Tile) -> Option<Place> {
    let exit = || state.exit_number(tile).map(|exit| EXIT + exit as Place);
    let hex = || state.scenario().hex_number(tile).map(|hex| hex as Place);
    exit().or_else(hex)
}

/// Whether a character has what safes are cracked with (MH5.5a).
pub(super) fn has_safe_tool(state: &MastersOfTheHeist, who: Who) -> bool {
    SAFE_TOOLS.iter().any(|&tool| state.held_count(who, tool) > 0)
}

/// What safes are cracked with (MH5.5a).
pub(super) const SAFE_TOOLS: [Piece; 2] = [Piece::Item(Item::SafecrackingTools), Piece::Item(Item::PlasmaTorch)];

/// What lies on the map, and who is where.
#[derive(Clone)]
pub(super) struct Chart {
    pub plan: &'static HexPlan,
    /// The hex that each Exit opens to, or [`NO_HEX`].
    pub exit_hexes: [u8; EXITS],
    pub exits: usize,
    /// The Exits that open to each hex, as a set.
    exits_at: [u8; MOST_HEXES],
    /// The hideouts that replace the Exits, or none.
    pub hideouts: u32,
    pub locks: [u8; MOST_HEXES],
    /// Unsubdued Guards and Dogs.
    pub guards: [u8; MOST_HEXES],
    pub cameras: [u8; MOST_HEXES],
    pub unrevealed: u32,
    /// Hexes under rings.
    pub rings: u32,
    /// Hexes with keycard doors.
    pub doors: u32,
    /// Hexes with gates that are still to close.
    pub gates: u32,
    /// Where everybody is who takes part.
    pub at: [Place; CHARACTERS],
    /// What the chits on each hex cost who enters it, and what it may hide.
    chits: [f32; MOST_HEXES],
}

impl Chart {
    pub fn new(state: &MastersOfTheHeist, weights: &Weights) -> Chart {
        let plan = state.plan();
        let mut chart = Chart {
            plan,
            exit_hexes: [NO_HEX; EXITS],
            exits: 0,
            exits_at: [0; MOST_HEXES],
            hideouts: 0,
            locks: [0; MOST_HEXES],
            guards: [0; MOST_HEXES],
            cameras: [0; MOST_HEXES],
            unrevealed: 0,
            rings: 0,
            doors: 0,
            gates: 0,
            at: [NOWHERE; CHARACTERS],
            chits: [0.0; MOST_HEXES],
        };
        let unknown = unknown(state, weights);
        for hex in members(plan.present()) {
            chart.locks[hex] = state.locks(hex).active;
            chart.guards[hex] = state.guards(hex).active + state.dogs(hex).active;
            chart.cameras[hex] = state.cameras(hex).active;
            chart.unrevealed |= u32::from(state.is_unrevealed(hex)) << hex;
            chart.rings |= u32::from(state.ring(hex).is_some()) << hex;
            match state.fixture_on(hex) {
                Fixture::KeycardDoor => chart.doors |= 1 << hex,
                Fixture::Gate(_) => chart.gates |= 1 << hex,
                _ => {}
            }
            let chits = &mut chart.chits[hex];
            *chits = f32::from(chart.locks[hex]) * weights.lock + f32::from(chart.cameras[hex]) * weights.camera;
            if chart.unrevealed & 1 << hex != 0 {
                *chits += unknown;
            }
            if chart.gates & 1 << hex != 0 {
                *chits += weights.gate;
            }
        }
        for (exit, hex) in state.exit_hexes().enumerate().take(EXITS) {
            if let Some(hex) = hex {
                chart.exit_hexes[exit] = hex as u8;
                chart.exits_at[hex] |= 1 << exit;
            }
            chart.exits += 1;
        }
        if state.scenario().ends_on_hideouts() {
            chart.hideouts = state.scenario().story_hexes & plan.present();
        }
        for who in state.everyone().filter(|&who| state.standing(who) == Standing::Active) {
            let exit = || state.exit_of(who).map(|exit| EXIT + exit as Place);
            let place = state.hex_of(who).map(|hex| hex as Place).or_else(exit);
            chart.at[who.index()] = place.unwrap_or(NOWHERE);
        }
        chart
    }

    /// Whether a place is where the heist should end: an Exit, or a hideout instead.
    pub fn is_end(&self, place: Place) -> bool {
        match self.hideouts {
            0 => place >= EXIT,
            hideouts => place < EXIT && hideouts & 1 << place != 0,
        }
    }

    /// The Exits, or the hideouts instead.
    pub fn ends(&self) -> impl Iterator<Item = Place> + '_ {
        let exits = (EXIT..EXIT + self.exits as Place).filter(|_| self.hideouts == 0);
        exits.chain(members(self.hideouts).map(|hex| hex as Place))
    }

    /// The places next to a place.
    pub fn beside(&self, place: Place) -> impl Iterator<Item = Place> + use<> {
        places_in(self.all_beside(place))
    }

    /// The same as a set.
    fn all_beside(&self, place: Place) -> u64 {
        match place {
            EXIT.. => match self.exit_hexes[usize::from(place - EXIT)] {
                NO_HEX => 0,
                hex => 1 << hex,
            },
            hex => {
                let exits = u64::from(self.exits_at[usize::from(hex)]) << EXIT;
                u64::from(self.plan.neighbours(usize::from(hex))) | exits
            }
        }
    }

    /// Unsubdued guards on a place.
    pub fn guards_on(&self, place: Place) -> u8 {
        if place < EXIT {
            self.guards[usize::from(place)]
        } else {
            0
        }
    }
}

/// What a chit of the bag is expected to cost who meets it.
fn unknown(state: &MastersOfTheHeist, weights: &Weights) -> f32 {
    let all = Chit::ALL.iter().map(|&chit| f32::from(state.in_bag(chit))).sum::<f32>();
    let cost = |chit, each: f32| f32::from(state.in_bag(chit)) * each;
    let sum = cost(Chit::Guard, weights.guard)
        + cost(Chit::Dog, weights.guard)
        + cost(Chit::Lock, weights.lock)
        + cost(Chit::Camera, weights.camera);
    sum / all.max(1.0)
}

/// Who goes, and where it may go.
#[derive(Clone, Copy)]
pub(super) struct Walker {
    /// Hexes that it may enter.
    pub hexes: u32,
    /// Whether guards hold it.
    pub is_held: bool,
    /// What a door on the way costs; none if it cannot be opened.
    pub door: Option<f32>,
    /// What a ring on the way costs; none if nobody can remove it.
    pub ring: Option<f32>,
}

impl Walker {
    /// A character as it is, with its tokens.
    pub fn of(state: &MastersOfTheHeist, weights: &Weights, who: Who) -> Walker {
        let card = state.card_of(who);
        Walker {
            hexes: if who.is_npc() { u32::MAX } else { state.tokens(who) },
            is_held: !card.is_some_and(|card| card.has(Ability::ThereAreBetterWays)),
            door: (state.held_count(who, Piece::Keycard) > 0).then_some(weights.door),
            ring: None,
        }
    }

    /// What a step costs; none if it cannot be made.
    fn step(&self, chart: &Chart, weights: &Weights, from: Place, to: Place) -> Option<f32> {
        let mut cost = weights.step;
        if self.is_held {
            cost += f32::from(chart.guards_on(from)) * weights.guard;
        }
        if from < EXIT && chart.rings & 1 << from != 0 && chart.at.contains(&from) {
            // MH6.7a: nobody leaves a ring; one that somebody goes to has been removed by then.
            cost += self.ring.map(|_| weights.caged)?;
        }
        if to >= EXIT {
            return Some(cost);
        }
        let hex = usize::from(to);
        let bit = 1 << hex;
        if self.hexes & bit == 0 {
            return None;
        }
        if chart.doors & bit != 0 {
            cost += self.door?;
        }
        if chart.rings & bit != 0 {
            cost += self.ring?;
        }
        cost += chart.chits[hex];
        Some(cost)
    }
}

/// The places of a set.
pub(super) fn places_in(mut set: u64) -> impl Iterator<Item = Place> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros() as Place)?;
        set &= set - 1;
        Some(place)
    })
}

/// The cheapest ways from or to some places.
pub(super) struct Ways {
    pub cost: [f32; PLACES],
    /// The hexes that ways lead to.
    pub reached: u32,
    /// The place before on the way, or after it on a way home.
    next: [Place; PLACES],
}

/// Farther than anything.
pub(super) const FAR: f32 = 1e6;

impl Ways {
    /// The ways from where a character may start.
    pub fn from(chart: &Chart, weights: &Weights, walker: &Walker, starts: impl Iterator<Item = Place>) -> Ways {
        let mut ways = Ways::NONE;
        ways.find_from(chart, weights, walker, starts);
        ways
    }

    /// The same, in place of no ways.
    pub fn find_from(
        &mut self,
        chart: &Chart,
        weights: &Weights,
        walker: &Walker,
        starts: impl Iterator<Item = Place>,
    ) {
        self.find(chart, starts, |from, to| walker.step(chart, weights, from, to));
    }

    /// The ways to the ends, in place of no ways.
    pub fn find_home(&mut self, chart: &Chart, weights: &Weights, walker: &Walker) {
        // Backwards: who comes from `to` goes to `from`.
        self.find(chart, chart.ends(), |to, from| {
            let is_passable = from >= EXIT || walker.hexes & 1 << from != 0 || chart.at.contains(&from);
            walker.step(chart, weights, from, to).filter(|_| is_passable)
        });
    }

    /// The ways to some places; `step` says what a step between two costs, if it can be made.
    pub fn to(chart: &Chart, goals: impl Iterator<Item = Place>, step: impl Fn(Place, Place) -> Option<f32>) -> Ways {
        let mut ways = Ways::NONE;
        ways.find(chart, goals, |to, from| step(from, to));
        ways
    }

    fn find(&mut self, chart: &Chart, places: impl Iterator<Item = Place>, step: impl Fn(Place, Place) -> Option<f32>) {
        let mut open = 0;
        for place in places {
            self.cost[usize::from(place)] = 0.0;
            open |= 1 << place;
        }
        self.spread(chart, open, step);
    }

    /// No ways.
    pub const NONE: Ways = Ways {
        cost: [FAR; PLACES],
        reached: 0,
        next: [NOWHERE; PLACES],
    };

    /// Dijkstra's algorithm; there are few places.
    fn spread(&mut self, chart: &Chart, mut open: u64, step: impl Fn(Place, Place) -> Option<f32>) {
        let mut settled: u64 = 0;
        while open != 0 {
            let cheaper = |a: Place, b: Place| if self.cost_of(b) < self.cost_of(a) { b } else { a };
            let Some(nearest) = places_in(open).reduce(cheaper) else {
                break;
            };
            open &= !(1 << nearest);
            settled |= 1 << nearest;
            for beside in places_in(chart.all_beside(nearest) & !settled) {
                let Some(cost) = step(nearest, beside) else {
                    continue;
                };
                let cost = self.cost_of(nearest) + cost;
                if cost < self.cost_of(beside) {
                    self.cost[usize::from(beside)] = cost;
                    self.next[usize::from(beside)] = nearest;
                    open |= 1 << beside;
                }
            }
        }
        self.reached = settled as u32;
    }

    /// The cost of a place.
    pub fn cost_of(&self, place: Place) -> f32 {
        self.cost[usize::from(place)]
    }

    /// The places from one back to where the ways begin, itself first.
    pub fn back(&self, from: Place) -> impl Iterator<Item = Place> + '_ {
        std::iter::successors(Some(from), |&place| {
            Some(self.next[usize::from(place)]).filter(|&next| next != NOWHERE)
        })
    }
}

/// A way as a list.
#[derive(Clone, Copy)]
pub(super) struct Route {
    places: [Place; Route::LONGEST],
    length: usize,
}

impl Route {
    const LONGEST: usize = 24;

    pub const NONE: Route = Route {
        places: [NOWHERE; Route::LONGEST],
        length: 0,
    };

    /// The route that begins on a place.
    pub fn at(place: Place) -> Route {
        let mut route = Route::NONE;
        route.push(place);
        route
    }

    fn push(&mut self, place: Place) {
        if self.length < Route::LONGEST {
            self.places[self.length] = place;
            self.length += 1;
        }
    }

    pub fn places(&self) -> &[Place] {
        &self.places[..self.length]
    }

    /// Where ways from a place lead, from where they begin.
    pub fn forth(ways: &Ways, goal: Place) -> Route {
        let mut route = Route::NONE;
        ways.back(goal).for_each(|place| route.push(place));
        route.places[..route.length].reverse();
        route
    }

    /// The same, and on along ways home; the place where they meet is not repeated.
    pub fn and_home(mut self, home: &Ways) -> Route {
        if let Some(&last) = self.places().last() {
            home.back(last).skip(1).for_each(|place| self.push(place));
        }
        self
    }
}
