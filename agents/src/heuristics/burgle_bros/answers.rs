//! The decisions outside the action phase, a rule each.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{Action, BurgleBros, Dice, Frame};
use heist_engine::game::Seat;

use super::chart::{Chart, Squares};
use super::danger::Danger;
use super::plan::Plan;
use super::rank::{best, tool_rank};
use super::weights::Weights;

/// The expert's answer to what is asked.
pub(super) fn choose(weights: &Weights, state: &BurgleBros, seat: Seat, legal: &[Action]) -> Action {
    let frame = state.frames().last().copied().unwrap_or(Frame::Idle);
    match frame {
        Frame::ChooseEntrance => best(legal, |action| entrance_score(state, action)),
        Frame::AskToken { .. } => best(legal, |action| f32::from(u8::from(action == Action::TileToken))),
        Frame::KeepTool { .. } => best(legal, |action| match action {
            Action::Keep(tool) => f32::from(tool_rank(tool)),
            _ => 0.0,
        }),
        Frame::AskHack(_) => legal[0],
        Frame::AskLaser => best(legal, |action| match action {
            Action::SpendToken(_) => 3.0,
            Action::Pay if state.actions_left() > 1 => 4.0,
            Action::Pay => 2.5,
            Action::SpendLaptop => 2.0,
            _ => 1.0,
        }),
        Frame::AskDeadbolt => best(legal, |action| deadbolt_score(weights, state, seat, action)),
        Frame::AskStethoscope(_) => best(legal, |action| die_score(state, action)),
        Frame::AskNearest(_) | Frame::AskTile(_) => best(legal, |action| tile_score(weights, state, seat, action)),
        Frame::AskPatrolPlace(floor) => patrol_place(state, floor as usize),
        Frame::AskTrade { .. } | Frame::AskOrders(..) => Action::Accept,
        _ => legal[0],
    }
}

/// Away from the Guard, with neighbours to look at.
fn entrance_score(state: &BurgleBros, action: Action) -> f32 {
    let (Action::Enter(cell), Some(guard)) = (action, state.guard(0)) else {
        return 0.0;
    };
    let plan = state.floor_plan(0);
    let distance = plan.distance(guard.at.square(), cell.square());
    f32::from(distance.min(4)) + 0.5 * plan.adjacent(cell.square()).count_ones() as f32
}

/// In only to get away from a Guard.
fn deadbolt_score(weights: &Weights, state: &BurgleBros, seat: Seat, action: Action) -> f32 {
    let here = state.at(seat).map_or(0.0, |at| {
        let chart = Chart::new(weights, state, seat);
        Danger::new(weights, &chart, seat, &floor_of(at)).at(at)
    });
    match action {
        Action::Pay if state.actions_left() < 4 => here - 0.5,
        Action::Pay => -0.5,
        _ => 0.0,
    }
}

/// The cell alone, as a mask of its floor.
fn floor_of(at: Cell) -> Squares {
    let mut mask = [0; 3];
    mask[at.floor()] = at.bit();
    mask
}

/// A number that is missing and not shown, from a die that is not needed.
fn die_score(state: &BurgleBros, action: Action) -> f32 {
    let Action::SetDie(from, to) = action else { return 0.5 };
    let (gained, lost) = tiles_by_die(state, from, to);
    gained - lost
}

/// How many more tiles a roll cracks if a die is set from one number to another, and how many it cracks no more.
pub(super) fn tiles_by_die(state: &BurgleBros, from: u8, to: u8) -> (f32, f32) {
    let cracking = |frame: &Frame| match frame {
        Frame::Cracking(safe) => Some(*safe),
        _ => None,
    };
    let (Some(safe), Some(Frame::AskStethoscope(roll))) =
        (state.frames().iter().find_map(cracking), state.frames().last())
    else {
        return (0.0, 0.0);
    };
    let dice = Dice(u32::from_le_bytes([roll[0], roll[1], roll[2], 0]));
    let line = safe.lines() & state.floor_plan(safe.floor()).cells() & state.revealed(safe.floor());
    let tiles = |number: u8| {
        squares(line)
            .filter_map(|square| state.face_at(Cell::new(safe.floor(), square)))
            .filter(|&face| face.number() == number && !state.is_cracked(face))
            .count() as f32
    };
    let gained = if dice.count(to) == 0 { tiles(to) } else { 0.0 };
    let lost = if dice.count(from) == 1 { tiles(from) } else { 0.0 };
    (gained, lost)
}

/// Where a Guard should be drawn to (far from everybody), what to look at, or where to go.
fn tile_score(weights: &Weights, state: &BurgleBros, seat: Seat, action: Action) -> f32 {
    let cell = match action {
        Action::Nearest(cell) | Action::ChooseTile(cell) => cell,
        _ => return -0.1,
    };
    if state.face_at(cell).is_none() && !matches!(action, Action::Nearest(_)) {
        let at = state.at(seat).unwrap_or(cell);
        let chart = Chart::new(weights, state, seat);
        return Plan::new(weights, &chart, seat, at, [0; 3]).reveal_value(cell);
    }
    steps_to_nearest_player(state, cell)
}

/// Steps from a cell to the nearest player on its floor, at most 8.
pub(super) fn steps_to_nearest_player(state: &BurgleBros, cell: Cell) -> f32 {
    let plan = state.floor_plan(cell.floor());
    (0..4)
        .map(Seat)
        .filter_map(|seat| state.at(seat))
        .filter(|at| at.floor() == cell.floor())
        .map(|at| f32::from(plan.distance(at.square(), cell.square()).min(8)))
        .fold(8.0, f32::min)
}

/// A card that would lead the Guard through somebody goes to the bottom.
fn patrol_place(state: &BurgleBros, floor: usize) -> Action {
    match players_on_patrol(state, floor) {
        0 => Action::Top,
        _ => Action::Bottom,
    }
}

/// How many players the next patrol card of a floor leads its Guard through, once he is where he walks now; 0 if it is
/// not known.
pub(super) fn players_on_patrol(state: &BurgleBros, floor: usize) -> usize {
    let (Some(card), Some(guard)) = (state.known_patrol(floor), state.guard(floor)) else {
        return 0;
    };
    let plan = state.floor_plan(floor);
    let mut at = guard.die.unwrap_or(guard.at).square();
    let mut players = 0;
    while at != card.square() {
        at = plan.step(at, card.square());
        let cell = Cell::new(floor, at);
        players += (0..4).map(Seat).filter(|&seat| state.at(seat) == Some(cell)).count();
    }
    players
}
