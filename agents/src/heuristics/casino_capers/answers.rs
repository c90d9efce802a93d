//! The decisions outside the action phase, a rule each.

use heist_engine::board::{Cell, squares};
use heist_engine::casino_capers::{Action, CasinoCapers, Finale, Question};
use heist_engine::game::Game;

use super::acts::{self, best, look_around};
use super::chart::{Chart, GRID};
use super::danger::{Prices, SPACES, Scene};
use super::weights::Weights;
use super::{aims, gear};

/// The expert's answer to what is asked.
pub(super) fn choose(weights: &Weights, state: &CasinoCapers, question: Question, legal: &[Action]) -> Action {
    match question {
        Question::Act => acts::choose(weights, state, legal),
        Question::Entry => best(legal, |action| entry_score(weights, state, action)),
        Question::Entrances => best(legal, |action| entrances_score(state, action)),
        Question::Step(floor) => gear::in_step(weights, state, legal, floor),
        Question::Window(window, cell) => gear::in_window(weights, state, legal, window, cell),
        Question::Dice(dice) => gear::in_dice(state, legal, dice),
        Question::Prey(_) => best(legal, |action| match action {
            Action::Hunt(player) => -f32::from(state.heat(player as usize)),
            _ => -100.0,
        }),
        Question::Distraction(floor) => distraction(weights, state, floor, legal),
        Question::Lifeguard => best(legal, |action| lifeguard_score(weights, state, action)),
        Question::Directions | Question::ChipTile => best(legal, |action| tile_score(weights, state, action)),
        Question::ChipDiscard => best(legal, |action| chip_score(state, action)),
        Question::Discard => best(legal, |action| match action {
            Action::Discard(card) => -gear::worth(weights, state, card),
            _ => -100.0,
        }),
        Question::Keep => best(legal, |action| match action {
            Action::Keep(card) => gear::worth(weights, state, card),
            _ => -100.0,
        }),
        Question::FakeOrders | Question::Deck => best(legal, |action| match action {
            Action::Deck(floor) => -(state.patrol_size(floor as usize) as f32),
            _ => -100.0,
        }),
        Question::TigerStart => best(legal, |action| tiger_score(weights, state, action)),
        Question::Steak => best(legal, |action| steak_score(weights, state, action)),
        Question::Drinker => best(legal, |action| match action {
            Action::Player(player) => drinker_score(state, player as usize),
            _ => -100.0,
        }),
        Question::Task(_) => Action::Accept,
        Question::InsideLine(floor) => inside_line(weights, state, floor),
    }
}

/// Far from the bouncer and his destination, with ways on.
fn entrances_score(state: &CasinoCapers, action: Action) -> f32 {
    let Action::Entrances(one, other) = action else {
        return -100.0;
    };
    let plan = state.floor_plan(0);
    let rate = |cell: Cell| {
        let near = |to: Option<Cell>| to.map_or(4.0, |to| f32::from(plan.distance(to.square(), cell.square()).min(5)));
        0.5 * near(state.bouncer(0))
            + 0.3 * near(state.marker(0))
            + 0.6 * plan.adjacent(cell.square()).count_ones() as f32
            + 0.2
                * (squares(GRID)
                    .filter(|&square| plan.distance(cell.square(), square) <= 3)
                    .count() as f32)
                / 4.0
    };
    rate(one) + rate(other)
}

fn entry_score(weights: &Weights, state: &CasinoCapers, action: Action) -> f32 {
    let Action::Enter(cell) = action else { return -100.0 };
    look_around(weights, state, cell, usize::from(state.actions_left()), |around| {
        around.turn.value(cell, around.left) + around.turn.entry(cell, around.left)
    })
}

/// Where the bouncer does least harm.
fn distraction(weights: &Weights, state: &CasinoCapers, floor: usize, legal: &[Action]) -> Action {
    let chart = Chart::new(state, state.current_player());
    let prices = Prices::new(weights, state);
    let Some(scene) = Scene::new(&chart, &prices, floor) else {
        return legal[0];
    };
    let left = state.spaces_left(floor).map_or(1, |left| left.max(1)) + SPACES;
    best(legal, |action| match action {
        Action::Distract(cell) => {
            let mut after = scene;
            after.marker = Some(cell.square());
            let steps = f32::from(chart.plans[floor].distance(scene.at, cell.square()));
            0.3 * steps - after.cost(left, false)
        }
        _ => -100.0,
    })
}

fn lifeguard_score(weights: &Weights, state: &CasinoCapers, action: Action) -> f32 {
    let Action::Tile(cell) = action else { return -100.0 };
    let chart = Chart::new(state, state.current_player());
    let prices = Prices::new(weights, state);
    let Some(mut scene) = Scene::new(&chart, &prices, cell.floor()) else {
        return 0.0;
    };
    scene.at = cell.square();
    let meets = scene.players.contains(&Some(cell.square()));
    -scene.cost(SPACES, false) - if meets { 5.0 } else { 0.0 }
}

fn tile_score(weights: &Weights, state: &CasinoCapers, action: Action) -> f32 {
    let Action::Tile(cell) = action else { return -100.0 };
    let player = state.current_player();
    let chart = Chart::new(state, player);
    let prices = Prices::new(weights, state);
    let at = state.player_cell(player);
    aims::plan(weights, &chart, &prices, at).peek[cell]
}

/// finale.bodyguard.setup.4: chips near the players, which are turned up for nothing.
fn chip_score(state: &CasinoCapers, action: Action) -> f32 {
    let Action::Tile(cell) = action else { return -100.0 };
    let near = (0..state.characters())
        .filter_map(|player| state.player_cell(player))
        .filter(|at| at.floor() == cell.floor())
        .map(|at| {
            f32::from(
                state
                    .floor_plan(cell.floor())
                    .distance(at.square(), cell.square())
                    .min(9),
            )
        })
        .fold(9.0, f32::min);
    -near
}

/// Where the bouncer does not come soon.
fn tiger_score(weights: &Weights, state: &CasinoCapers, action: Action) -> f32 {
    let Action::Player(player) = action else { return -100.0 };
    let Some(at) = state.player_cell(player as usize) else {
        return -100.0;
    };
    let alone = steak_score(weights, state, Action::Tile(at));
    let ways = state.floor_plan(at.floor()).adjacent(at.square()).count_ones();
    let below = if at.floor() == 0 { 2.0 } else { 0.0 };
    alone + 0.7 * ways as f32 + below
}

fn steak_score(weights: &Weights, state: &CasinoCapers, action: Action) -> f32 {
    let Action::Tile(cell) = action else { return -100.0 };
    let chart = Chart::new(state, state.current_player());
    let prices = Prices::new(weights, state);
    let Some(mut scene) = Scene::new(&chart, &prices, cell.floor()) else {
        return 0.0;
    };
    if scene.at == cell.square() {
        return -200.0;
    }
    scene.players = [Some(cell.square()), None, None, None];
    -scene.cost(2 * SPACES, false)
}

fn drinker_score(state: &CasinoCapers, player: usize) -> f32 {
    let floor = state.player_cell(state.current_player()).map(Cell::floor);
    let same = state.player_cell(player).map(Cell::floor) == floor;
    let car = state.running_finale() == Some(Finale::RescuingHerRide) && state.is_in_car(player);
    f32::from(u8::from(same)) - if car { 5.0 } else { 0.0 }
}

/// A card that would lead the bouncer through somebody goes to the bottom.
fn inside_line(weights: &Weights, state: &CasinoCapers, floor: usize) -> Action {
    let chart = Chart::new(state, state.current_player());
    let prices = Prices::new(weights, state);
    let Some(mut scene) = Scene::new(&chart, &prices, floor) else {
        return Action::Leave;
    };
    scene.at = scene.marker.unwrap_or(scene.at);
    scene.marker = Some(scene.next.trailing_zeros() as usize % 32);
    if scene.next != 0 && scene.cost(2 * SPACES, false) > 1.0 {
        return Action::Bottom;
    }
    Action::Leave
}
