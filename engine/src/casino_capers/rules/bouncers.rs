//! Bouncers: turns, ways, destinations, hunting, commotions (sections 6.1, 6.2, 6.4, 6.5).

use super::super::action::Action;
use super::super::components::{Finale, Task};
use super::super::frame::{Frame, Movement};
use super::super::offers::Offers;
use super::super::patrol::DISTRACTED;
use super::super::place::Place;
use super::super::state::{CHARACTERS, CasinoCapers, Ending, NONE};
use super::super::window::Window;
use crate::board::{Cell, FloorPlan};

/// Where a bouncer goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// Nowhere.
    Nothing,
    /// To this cell first, which is his own if he is there.
    Step(Cell),
    /// To one of several players, still to be chosen.
    Tied,
}

impl CasinoCapers {
    /// 6.1: window S, then standing heat.
    pub(super) fn bouncer_turn(&mut self, movement: Movement) {
        if self.may_open(Window::S) {
            self.push(Frame::StandingHeat(movement));
            self.open(Window::S, movement.floor() as u8);
        } else {
            self.standing_heat(movement);
        }
    }

    /// b.hunter.stand: a hunter who begins on a player's tile gives heat and does not move.
    /// edge.3: nobody else gives heat by standing.
    pub(super) fn standing_heat(&mut self, movement: Movement) {
        let at = self.bouncer_cell(movement.floor());
        if self.is_hunting(movement.floor()) && self.is_occupied(at) {
            return self.stand_with(at);
        }
        self.walk(movement);
    }

    /// Where a floor's bouncer goes now. path.none, H35: nowhere if there is no way;
    /// finale.rescuing_her_ride.ruling.15: nor to the car. hunt.target, H13: a hunter goes to the nearest player; the
    /// choice between several is kept while that player is among them. finale.rescuing_her_ride.setup.2,
    /// finale.rescuing_her_ride.ruling.14: on floor 2 to the car.
    pub(super) fn target(&mut self, floor: usize) -> Target {
        if let Some(marker) = self.marker_cell(floor) {
            return self.target_towards(marker);
        }
        if floor == 1 && self.runs(Finale::RescuingHerRide) {
            return self.target_towards(Cell::from_code(self.car));
        }
        let nearest = self.nearest_players(floor);
        let prey = self.floors[floor].bouncer.prey;
        if prey != NONE && nearest & 1 << prey == 0 {
            self.floors[floor].bouncer.prey = NONE;
        } else if prey != NONE {
            let cell = self.cell_of(prey as usize);
            return cell.map_or(Target::Nothing, |cell| self.target_towards(cell));
        }
        let mut cells = self.nearest_cells(floor);
        let Some(first) = cells.next() else {
            return Target::Nothing;
        };
        if cells.all(|cell| cell == first) {
            self.target_towards(first)
        } else {
            Target::Tied
        }
    }

    /// 6.2: the first step of the way to a cell of his floor (path.short, path.clockwise, H16).
    #[inline]
    pub(super) fn target_towards(&self, cell: Cell) -> Target {
        let (floor, at) = (cell.floor(), self.bouncer_cell(cell.floor()));
        let next = self.plan(floor).way(at.square(), cell.square());
        next.map_or(Target::Nothing, |square| Target::Step(Cell::new(floor, square)))
    }

    /// The players on a floor to whom its bouncer has the fewest steps, as bits.
    fn nearest_players(&self, floor: usize) -> u8 {
        let at = self.floors[floor].bouncer.at as usize;
        let distances = self.plan(floor).routes_to(at).distance;
        let (mut nearest, mut least) = (0, FloorPlan::UNREACHABLE);
        for player in 0..CHARACTERS {
            let Some(cell) = self.cell_of(player).filter(|cell| cell.floor() == floor) else {
                continue;
            };
            let distance = distances[cell.square()];
            if distance < least {
                (nearest, least) = (1 << player, distance);
            } else if distance == least && distance != FloorPlan::UNREACHABLE {
                nearest |= 1 << player;
            }
        }
        nearest
    }

    /// The cells of those players.
    pub(super) fn nearest_cells(&self, floor: usize) -> impl Iterator<Item = Cell> + '_ {
        let nearest = self.nearest_players(floor);
        (0..CHARACTERS)
            .filter(move |player| nearest & 1 << player != 0)
            .filter_map(|player| self.cell_of(player))
    }

    /// hunt.target: the tied players.
    pub(super) fn offer_prey(&self, floor: usize, out: &mut impl Offers) {
        let nearest = self.nearest_players(floor);
        out.extend(
            (0..CHARACTERS as u8)
                .filter(|player| nearest & 1 << player != 0)
                .map(Action::Hunt),
        );
    }

    /// b.turn: before each space, if he has somewhere to go, window S and the step.
    /// A tie between players is settled first.
    pub(super) fn walk(&mut self, movement: Movement) {
        let floor = movement.floor();
        if movement.left() == 0 {
            return;
        }
        match self.target(floor) {
            Target::Nothing => {}
            Target::Tied => {
                self.push(Frame::Walk(movement));
                self.push(Frame::AskHunt(floor as u8));
            }
            // b.turn: a hunter already there stops.
            Target::Step(next) if self.bouncer_on(next) => {}
            Target::Step(next) => {
                if self.may_open(Window::S) {
                    self.push(Frame::Step(movement));
                    self.open(Window::S, floor as u8);
                } else {
                    self.step_to(next, movement);
                }
            }
        }
    }

    /// b.turn, stack.recheck, H17: the step, with the way looked up again after window S.
    pub(super) fn step(&mut self, movement: Movement) {
        let floor = movement.floor();
        // com.buffet: an arrival in the window has ended the run.
        if movement.left() == 0 {
            return;
        }
        match self.target(floor) {
            Target::Nothing => {}
            Target::Tied => {
                self.push(Frame::Step(movement));
                self.push(Frame::AskHunt(floor as u8));
            }
            Target::Step(next) if self.bouncer_on(next) => {}
            Target::Step(next) => self.step_to(next, movement),
        }
    }

    /// One step, to another cell.
    /// b.enter.3: a crow token costs a space.
    /// edge.13: face-down tiles do not hold him up.
    fn step_to(&mut self, next: Cell, movement: Movement) {
        let floor = movement.floor();
        let crow = self.bouncer_enters(next, true);
        if self.ending != Ending::Playing {
            return;
        }
        let left = (movement.left() - 1).saturating_sub(u8::from(crow));
        let rest = movement.with_left(left);
        // dd.when: a task that the step has completed comes first.
        if self.tasks_due == 0 && !self.is_on_marker(floor) {
            return self.after_step(rest);
        }
        self.push(Frame::AfterStep(rest));
        self.check_marker(floor);
    }

    /// b.hunter.stop, finale.rescuing_her_ride.ruling.7: a hunter stops on entering a tile with players, however they
    /// are protected. b.pass: others go on.
    pub(super) fn after_step(&mut self, movement: Movement) {
        let floor = movement.floor();
        if self.is_hunting(floor) && self.is_occupied(self.bouncer_cell(floor)) {
            return;
        }
        self.walk(movement);
    }

    /// dest.when, b.atmarker, edge.25: a bouncer on his marker has reached it.
    pub(super) fn check_marker(&mut self, floor: usize) {
        if self.is_on_marker(floor) {
            // com.buffet, H49: any arrival ends a Buffet run.
            self.end_runs(floor);
            self.push(Frame::Reached(floor as u8));
        }
    }

    fn is_on_marker(&self, floor: usize) -> bool {
        let bouncer = self.floors[floor].bouncer;
        bouncer.marker == bouncer.at
    }

    /// dest.reached: a card is drawn, or he begins to hunt.
    /// hunt.start, edge.24: only when a card is needed and there is none.
    /// dest.deck: decks are not reshuffled.
    /// finale.rescuing_her_ride.ruling.6: on floor 2 he hunts the car again.
    /// task.hunting: that counts, too; of that finale only the set-up does not, which does not come through here.
    pub(super) fn reached(&mut self, floor: usize) {
        if self.patrol_cards(floor) > 0 {
            return self.push(Frame::DrawDestination(floor as u8));
        }
        let bouncer = &mut self.floors[floor].bouncer;
        bouncer.marker = NONE;
        bouncer.prey = NONE;
        self.complete(Task::Hunting);
    }

    /// dest.reached: the marker goes to the card's cell.
    /// H11: a card of his own cell is replaced by the next (dest.redraw).
    /// dest.redraw, edge.23, H34: the cell is on the floor of the deck, wherever the card was printed for.
    /// dest.distracted, edge.12: the team chooses a tile, or the next card is drawn if there is none.
    pub(super) fn destination_drawn(&mut self, floor: usize, card: u8) {
        self.patrol.discard_top(floor, card);
        if card == DISTRACTED {
            let has_choice = self.even_tiles(floor).next().is_some();
            return self.push(if has_choice {
                Frame::AskDistract(floor as u8)
            } else {
                Frame::Reached(floor as u8)
            });
        }
        let square = Place::from_index(card.into()).cell().square();
        if square == self.floors[floor].bouncer.at as usize {
            return self.push(Frame::Reached(floor as u8));
        }
        self.destination_set(Cell::new(floor, square));
    }

    /// dest.distracted, H12: face-up tiles of a floor with an even number, but for the bouncer's own.
    pub(super) fn even_tiles(&self, floor: usize) -> impl Iterator<Item = Cell> + '_ {
        let others = self.floors[floor].revealed & !(1 << self.floors[floor].bouncer.at);
        let cells = CasinoCapers::cells_of(floor, others);
        cells.filter(|&cell| self.face(cell).is_some_and(super::super::components::Face::is_even))
    }

    /// win.N: a card has given a bouncer a new destination.
    pub(super) fn destination_set(&mut self, cell: Cell) {
        self.put_marker(cell);
        self.open(Window::N, cell.code());
    }

    /// A marker goes to a cell; a hunt is over.
    #[inline]
    pub(super) fn put_marker(&mut self, cell: Cell) {
        let bouncer = &mut self.floors[cell.floor()].bouncer;
        bouncer.marker = cell.square() as u8;
        bouncer.prey = NONE;
    }

    /// hunt.lure: a marker is *set*, which ends a hunt. A bouncer on that very tile has reached it.
    pub(super) fn set_marker(&mut self, cell: Cell) {
        self.put_marker(cell);
        self.check_marker(cell.floor());
    }

    /// b.jump: a bouncer jumps to a cell of his floor, by 6.3. His own tile is not entered.
    pub(super) fn bouncer_jumps(&mut self, cell: Cell) {
        if self.bouncer_on(cell) {
            return;
        }
        self.bouncer_enters(cell, true);
        if self.ending == Ending::Playing {
            self.check_marker(cell.floor());
        }
    }

    /// 6.5: a commotion is announced on a cell: window M opens.
    pub(super) fn announce(&mut self, cell: Cell, steps: u8, stops: bool) {
        self.push(Frame::Commotion(cell, steps << 1 | u8::from(stops)));
        self.open(Window::M, cell.code());
    }

    /// com.order: nothing if the bouncer is there; otherwise the marker goes there and he takes his steps.
    /// com.free, edge.9: of that floor's bouncer only, and beside his own turn.
    /// com.newest: earlier markers are forgotten.
    pub(super) fn commotion(&mut self, cell: Cell, spec: u8) {
        if self.bouncer_on(cell) {
            return;
        }
        self.put_marker(cell);
        self.tally.commotions = self.tally.commotions.saturating_add(1);
        if cell.floor() == 1 {
            self.complete(Task::CommotionUpstairs);
        }
        let movement = Movement::new(cell.floor(), spec >> 1).stopping(spec & 1 != 0);
        self.push(Frame::Walk(movement));
    }

    /// gear.fainting.order: the bouncer jumps to the player, unless he is there, and gives no heat for it.
    pub(super) fn faint_jump(&mut self) {
        let Some(cell) = self.cell_of(self.current()) else {
            return;
        };
        if !self.bouncer_on(cell) {
            self.bouncer_enters(cell, false);
            if self.ending == Ending::Playing {
                self.check_marker(cell.floor());
            }
        } else {
            self.check_meetings(cell);
        }
    }
}
