//! Answers to what is asked outside the action phase.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{Action, BurgleBros, Frame};
use heist_engine::game::Seat;

use super::super::answers::{players_on_patrol, steps_to_nearest_player, tiles_by_die};
use super::super::chart::Chart;
use super::super::danger::Danger;
use super::super::plan::Plan;
use super::super::rank::tool_rank;
use super::super::weights::Weights;
use super::numbers::{FARTHEST, MOST_DANGER, Of, Row};

pub(super) fn fill<'a>(
    state: &BurgleBros,
    seat: Seat,
    legal: &[Action],
    rows: impl Iterator<Item = (Row<'a>, Action)>,
) {
    let Some(at) = state.at(seat) else {
        rows.for_each(|(row, action)| measure_entrance(row, state, action));
        return;
    };
    // Most answers are about no cell: their danger is that of the seat's own.
    let mut asked = [0; 3];
    asked[at.floor()] = at.bit();
    for cell in legal.iter().filter_map(|&action| cell_of(action)) {
        asked[cell.floor()] |= cell.bit();
    }
    let weights = &Weights::DEFAULT;
    let chart = Chart::new(weights, state, seat);
    let danger = Danger::new(weights, &chart, seat, &asked);
    let asks_for_cell = legal.iter().any(|&action| cell_of(action).is_some());
    let plan = asks_for_cell.then(|| Plan::new(weights, &chart, seat, at, asked));
    let stealth = state.stealth(seat);
    for (mut row, action) in rows {
        row.set(Of::answer, 1.0);
        row.set(Of::own_stealth, stealth.into());
        let here = danger.at(at).min(MOST_DANGER);
        row.set_with_stealth((Of::trapped, Of::trapped_by_stealth), here, stealth);
        let left = state.actions_left().saturating_sub(u8::from(action == Action::Pay));
        row.set(Of::actions_after, left.into());
        row.mark(Of::no_action_after, state.actions_left() == 0);
        if let (Some(cell), Some(plan)) = (cell_of(action), &plan) {
            let danger = danger.at(cell).min(MOST_DANGER);
            row.set(Of::gain, steps_to_nearest_player(state, cell) / 8.0);
            row.set_with_stealth((Of::danger, Of::danger_by_stealth), danger, stealth);
            row.mark(Of::hidden, state.face_at(cell).is_none());
            row.mark(Of::up, cell.floor() > at.floor());
            row.mark(Of::down, cell.floor() < at.floor());
            row.mark(Of::safe_unfound, state.safes_to_find().0 & 1 << cell.floor() != 0);
            row.mark(Of::stairs_unfound, chart.stairs[cell.floor()] == 0);
            row.mark(Of::in_line, plan.is_in_line(cell));
            let way = |cell: Cell| plan.distance(cell).min(FARTHEST);
            row.set(Of::way_change, way(cell) - way(at));
            if let Some(face) = state.face_at(cell) {
                row.set_tile(face.kind(), state.is_marked(face) || state.is_disabled(face));
            }
        }
        measure(&mut row, state, at, action);
    }
}

/// The cell that an answer names.
fn cell_of(action: Action) -> Option<Cell> {
    match action {
        Action::Nearest(cell) | Action::ChooseTile(cell) | Action::KittyTo(cell) => Some(cell),
        _ => None,
    }
}

/// How far the Guard is, and how many ways there are.
fn measure_entrance(mut row: Row<'_>, state: &BurgleBros, action: Action) {
    if let (Action::Enter(cell), Some(guard)) = (action, state.guard(0)) {
        let plan = state.floor_plan(0);
        let steps = plan.distance(guard.at.square(), cell.square());
        row.set(Of::guard_near, 1.0 / (1.0 + f32::from(steps)));
        row.set(Of::views, plan.adjacent(cell.square()).count_ones() as f32);
        row.mark(Of::on_die, guard.die == Some(cell));
    }
}

/// What is measured of some answers only.
fn measure(row: &mut Row<'_>, state: &BurgleBros, at: Cell, action: Action) {
    match action {
        Action::Keep(tool) => row.set(Of::tool_rank, tool_rank(tool).into()),
        Action::SetDie(from, to) => {
            let (gained, lost) = tiles_by_die(state, from, to);
            row.set(Of::gain, gained);
            row.set(Of::loss, lost);
        }
        Action::Top | Action::Bottom => {
            if let Some(&Frame::AskPatrolPlace(floor)) = state.frames().last() {
                let players = players_on_patrol(state, floor.into()) as f32;
                row.set(if action == Action::Top { Of::loss } else { Of::gain }, players);
            }
        }
        Action::Accept => row.set(Of::gain, 1.0),
        Action::Refuse => row.set(Of::loss, 1.0),
        Action::MoveGuard(floor) => row.mark(Of::gain, usize::from(floor) == at.floor()),
        Action::ChoosePlayer(other) => {
            row.set(Of::other_stealth, state.stealth(other).into());
            let is_near = |theirs: Cell| theirs.floor() == at.floor();
            row.mark(Of::partner_there, state.at(other).is_some_and(is_near));
        }
        _ => {}
    }
}
