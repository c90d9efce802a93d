//! What there is to do in each finale.

use heist_engine::board::{Cell, squares};
use heist_engine::casino_capers::{Chip, Finale};

use super::chart::{ByCell, Chart, FAR, GRID, Squares, across, cells, has, minus, only, or};
use super::danger::{LOSS, Prices, SPACES, Scene};
use super::plan::{Goals, Plan, dear, held, is_exit_open, quota};
use super::weights::Weights;

/// The plan of a finale for the player.
pub(super) fn add(
    plan: &mut Plan,
    weights: &Weights,
    chart: &Chart,
    prices: &Prices,
    finale: Finale,
    at: Option<Cell>,
) {
    for cell in cells(chart.hidden) {
        plan.peek[cell] = 0.05;
    }
    plan.step = weights.finale_way;
    let goals = Goals::new(weights.finale_way);
    if is_exit_open(chart.state, chart.player) {
        return add_exits(plan, weights, chart, goals);
    }
    match finale {
        Finale::Bodyguard => add_bodyguard(plan, weights, chart, goals),
        Finale::RescuingHerRide => add_ride(plan, weights, chart, goals),
        Finale::LaundryDay => add_laundry(plan, weights, chart, at),
        Finale::CaughtRedHanded => add_red_handed(plan, weights, chart, prices, goals, at),
        Finale::GravityBoots => add_boots(plan, weights, chart, goals),
        Finale::CatchATiger => add_tiger(plan, weights, chart, prices, goals),
        Finale::HailMary => add_hail_mary(plan, weights, chart, goals, at),
        Finale::TheRaid => add_raid(plan, weights, chart, prices, goals),
        Finale::BringingDownTheHouse => add_house(plan, chart, goals),
    }
}

/// The cells with entrance tokens.
pub(super) fn entrances(chart: &Chart) -> Squares {
    chart
        .state
        .entrance_cells()
        .fold([0; 2], |set, cell| or(set, only(cell)))
}

/// Out by the entrance tokens.
fn add_exits(plan: &mut Plan, weights: &Weights, chart: &Chart, mut goals: Goals) {
    let exits = entrances(chart);
    for cell in cells(exits) {
        plan.end[cell] += weights.exit;
    }
    goals.add_set(exits, 0);
    plan.look_ahead(chart, &goals, 0.0);
}

/// finale.bodyguard: turn up chips, best by walking where a Prima Donna is known to lie.
fn add_bodyguard(plan: &mut Plan, weights: &Weights, chart: &Chart, mut goals: Goals) {
    let donnas = chart.chip(Chip::PrimaDonna);
    for cell in cells(donnas) {
        plan.entry[cell] += weights.finale_step;
        goals.add_beside(chart, cell, 12.0);
    }
    for cell in cells(chart.closed) {
        plan.peek[cell] = 2.0;
        plan.entry[cell] += 1.5;
        goals.add_beside(chart, cell, 7.0);
    }
    plan.look_ahead(chart, &goals, 0.0);
}

/// finale.rescuing_her_ride: to the car; who gets in last wins.
fn add_ride(plan: &mut Plan, weights: &Weights, chart: &Chart, mut goals: Goals) {
    let state = chart.state;
    let Some(car) = state.finale_figures()[0] else { return };
    if !state.is_in_car(chart.player) {
        let waits = (0..chart.count).filter(|&player| !state.is_in_car(player)).count();
        let gain = match waits {
            1 if chart.plans[1].outer() & car.bit() != 0 => LOSS,
            1 => 0.6 * LOSS,
            _ => weights.get_in,
        };
        plan.set_work(car, 1, 1, gain, 0.0);
    }
    goals.add_set(only(car), 0);
    plan.look_ahead(chart, &goals, 0.0);
}

/// finale.laundry_day: the next number, with the way through the further ones and out in view.
fn add_laundry(plan: &mut Plan, weights: &Weights, chart: &Chart, at: Option<Cell>) {
    let state = chart.state;
    let die = state.finale_count(chart.player);
    let mut numbers = [[0u32; 2]; 7];
    for cell in cells(minus([GRID; 2], chart.hidden)) {
        if let Some(face) = state.face_at(cell) {
            numbers[face.number() as usize][cell.floor()] |= cell.bit();
        }
    }
    let (dear, held) = (dear(chart), held(chart));
    let mut goals = Goals::new(1.0);
    goals.add_set(entrances(chart), 0);
    let mut rest = chart.distances(&goals.buckets, dear, held);
    for number in (die + 1..=5).rev() {
        let mut goals = Goals::new(1.0);
        for cell in cells(numbers[number as usize]) {
            // The tile under the player does not count.
            if number != die + 1 || Some(cell) != at {
                goals.add_set(only(cell), rest[cell]);
            }
        }
        for cell in cells(chart.hidden) {
            goals.add_set(only(cell), rest[cell].saturating_add(5).min(FAR - 1));
        }
        rest = chart.distances(&goals.buckets, dear, held);
    }
    for cell in cells([GRID; 2]) {
        plan.ahead[cell] += weights.finale_way * (FAR as f32 - f32::from(rest[cell]));
    }
    for cell in cells(numbers[die as usize + 1]) {
        plan.entry[cell] += 1.0;
    }
    for cell in cells(chart.hidden) {
        plan.peek[cell] = 0.3;
    }
}

/// finale.caught_red_handed: everybody to 4 or 5 heat, then all on one tile that the bouncer comes by.
fn add_red_handed(
    plan: &mut Plan,
    weights: &Weights,
    chart: &Chart,
    prices: &Prices,
    mut goals: Goals,
    at: Option<Cell>,
) {
    let state = chart.state;
    let own = state.heat(chart.player);
    if own < 4 {
        // Walking into a bouncer; what that is worth stands in the price of a meeting.
        for cell in chart.bouncers.into_iter().flatten() {
            plan.entry[cell] += 4.0;
            goals.add_beside(chart, cell, 10.0);
        }
    } else {
        // The first who is ready stays where he is; the others come to him.
        let leader = (0..chart.count)
            .find(|&player| state.heat(player) >= 4)
            .unwrap_or(chart.player);
        let cell = if leader == chart.player {
            at
        } else {
            chart.players[leader]
        };
        if let Some(cell) = cell {
            goals.add(cell, 12.0);
            if leader != chart.player {
                plan.end[cell] += weights.gather;
            }
        }
        if prices.all_ready {
            for cell in cells(chart.others()) {
                plan.end[cell] += weights.gather;
            }
        }
    }
    plan.look_ahead(chart, &goals, 0.0);
}

/// finale.gravity_boots: the boots by slides to the Safe, the others to where they help and then there.
fn add_boots(plan: &mut Plan, weights: &Weights, chart: &Chart, mut goals: Goals) {
    let Some(safe) = chart.safe else { return };
    if chart.state.is_unlocked() {
        plan.end[safe] += weights.exit;
    }
    if chart.slides() {
        let distance = chart.slide_distances(only(safe));
        for cell in cells([GRID; 2]) {
            plan.ahead[cell] -= weights.finale_way * 1.5 * f32::from(distance[cell].min(9));
        }
        plan.end[safe] += weights.exit;
        return;
    }
    // A player with the boots upstairs stops at whoever stands on the Safe; one downstairs at whoever stands on the
    // Escalator.
    let boots = chart.partners().find(|&(player, _)| chart.state.has_boots(player));
    let is_below = boots.is_some_and(|(_, cell)| cell.floor() == 0);
    let escalator = cells([chart.escalators[0], 0]).next();
    let on_stairs = escalator.is_some_and(|cell| chart.partners().any(|(_, at)| at == cell));
    match (is_below, escalator, boots) {
        (true, Some(escalator), Some((_, at))) if !on_stairs && !slides_to(chart, at, escalator) => {
            goals.add_set(only(escalator), 0);
            plan.end[escalator] += 2.0;
        }
        _ => goals.add_set(only(safe), 0),
    }
    plan.look_ahead(chart, &goals, 0.0);
}

/// Whether slides lead from a cell to another one of its floor with nobody's help.
fn slides_to(chart: &Chart, from: Cell, to: Cell) -> bool {
    let mut seen = only(from);
    for _ in 0..8 {
        if has(seen, to) {
            return true;
        }
        for cell in cells(seen) {
            for dir in 0..4 {
                if let Some(stop) = chart.slide(cell, dir) {
                    seen = or(seen, only(stop));
                }
            }
        }
    }
    false
}

/// finale.catch_a_tiger: one steak at a time beside the tiger, where no bouncer comes and from where the tiger can be
/// led on.
fn add_tiger(plan: &mut Plan, weights: &Weights, chart: &Chart, prices: &Prices, mut goals: Goals) {
    let state = chart.state;
    let Some(tiger) = state.finale_figures()[1] else { return };
    let floor = tiger.floor();
    let beside = chart.plans[floor].adjacent(tiger.square());
    let mut fresh = 0;
    let mut lying = 0;
    for square in squares(GRID) {
        let cell = Cell::new(floor, square);
        fresh |= u32::from(!state.had_steak(cell)) << square;
        lying |= u32::from(state.has_steak(cell)) << square;
    }
    let all: u8 = (0..chart.count).map(|player| state.finale_count(player)).sum();
    if state.finale_count(chart.player) == 0 {
        goals.add_set(entrances(chart), 4);
        return plan.look_ahead(chart, &goals, 0.0);
    }
    let scene = Scene::new(chart, prices, floor);
    let risk = |square: usize| {
        scene.map_or(0.0, |scene| {
            let mut alone = scene;
            alone.players = [None; 4];
            alone.tiger = Some(square);
            alone.cost(SPACES, true)
        })
    };
    let here = risk(tiger.square());
    for square in squares(beside & fresh) {
        let cell = Cell::new(floor, square);
        let further = trail(chart, floor, square, fresh & !(1 << square), all - 1);
        let mut gain = weights.finale_step - 6.0 * f32::from(all - 1 - further);
        gain += here.min(LOSS) - risk(square);
        if beside & lying != 0 {
            gain = -3.0;
        }
        plan.set_work(cell, 1, 1, gain, 0.0);
        goals.add(cell, 12.0 - 2.0 * f32::from(all - 1 - further));
    }
    plan.look_ahead(chart, &goals, 0.0);
}

/// How far a tiger can be led on from a square over fresh ones, at most `most` tiles.
fn trail(chart: &Chart, floor: usize, from: usize, fresh: u32, most: u8) -> u8 {
    if most == 0 {
        return 0;
    }
    let mut best = 0;
    for next in squares(chart.plans[floor].adjacent(from) & fresh) {
        best = best.max(1 + trail(chart, floor, next, fresh & !(1 << next), most - 1));
        if best == most {
            break;
        }
    }
    best
}

/// finale.hail_mary: the way of the ball by throws, from each cell, to an entrance: the number of throws.
pub(super) fn throws(chart: &Chart) -> ByCell<u8> {
    let is_high = chart.count == 2;
    let mut throws = ByCell::of(FAR);
    let mut done = entrances(chart);
    cells(done).for_each(|cell| throws[cell] = 0);
    for number in 1..8 {
        let mut fresh = [0; 2];
        for cell in cells(minus([GRID; 2], done)) {
            let line = chart.line_of_throw(cell, is_high) & done[cell.floor()];
            let falls = cell.floor() == 1 && has(chart.escalators, cell) && has(done, across(cell));
            if line != 0 || falls {
                fresh[cell.floor()] |= cell.bit();
                throws[cell] = number;
            }
        }
        if fresh == [0; 2] {
            break;
        }
        done = or(done, fresh);
    }
    throws
}

/// finale.hail_mary: one at the ball, one where it goes next.
fn add_hail_mary(plan: &mut Plan, weights: &Weights, chart: &Chart, mut goals: Goals, at: Option<Cell>) {
    let Some(ball) = chart.state.finale_figures()[2] else {
        return;
    };
    let throws = throws(chart);
    let left = throws[ball];
    if left == FAR {
        // The Escalator of floor 2 is still to be found.
        for cell in cells([0, chart.hidden[1]]) {
            plan.peek[cell] = 3.0;
            plan.entry[cell] += 2.5;
            goals.add_beside(chart, cell, 10.0);
        }
        return plan.look_ahead(chart, &goals, 0.0);
    }
    let next = receivers(chart, ball, &throws);
    let to_ball = chart.distances(&[only(ball)], [0; 2], [0; 2]);
    let to_next = chart.distances(&[next], [0; 2], [0; 2]);
    let near = |from: Option<Cell>, to: &ByCell<u8>| from.map_or(FAR, |from| to[from]);
    // The nearest to the ball throws, of the others the nearest to where it goes next receives; the player himself
    // comes first.
    let thrower = nearest(chart, at, usize::MAX, |cell| near(cell, &to_ball));
    let receiver = nearest(chart, at, thrower, |cell| near(cell, &to_next));
    let received = chart.partners().any(|(_, cell)| has(next, cell));
    if thrower == chart.player {
        goals.add_set(only(ball), 0);
        plan.set_work(ball, u8::from(received), 1, weights.finale_step + 4.0, 0.0);
    } else if receiver == chart.player || chart.count == 2 {
        goals.add_set(next, 0);
        cells(next).for_each(|cell| plan.end[cell] += 2.0);
    } else {
        // The one after the next throw.
        let mut after = [0; 2];
        for cell in cells(next) {
            after = or(after, receivers(chart, cell, &throws));
        }
        goals.add_set(after, 0);
        goals.add_set(entrances(chart), 2);
    }
    plan.look_ahead(chart, &goals, 0.0);
}

/// Where a ball goes next from a cell.
fn receivers(chart: &Chart, ball: Cell, throws: &ByCell<u8>) -> Squares {
    let left = throws[ball];
    let mut next = [0; 2];
    for square in squares(chart.line_of_throw(ball, chart.count == 2)) {
        let cell = Cell::new(ball.floor(), square);
        if throws[cell] < left {
            next[cell.floor()] |= cell.bit();
        }
    }
    if ball.floor() == 1 && has(chart.escalators, ball) && throws[across(ball)] < left {
        next = or(next, only(across(ball)));
    }
    next
}

/// The player who is nearest to something, without one of them.
fn nearest(chart: &Chart, at: Option<Cell>, without: usize, far: impl Fn(Option<Cell>) -> u8) -> usize {
    let mut best = (FAR + 1, usize::MAX);
    for player in 0..chart.count {
        let (cell, own) = if player == chart.player {
            (at, 0)
        } else {
            (chart.players[player], 1)
        };
        if player != without && (cell.is_some() || own == 0) {
            best = best.min((far(cell).min(FAR - 1) * 2 + own, player));
        }
    }
    best.1
}

/// finale.the_raid: onto the crack tokens upstairs, or under SWAT tokens.
fn add_raid(plan: &mut Plan, weights: &Weights, chart: &Chart, prices: &Prices, mut goals: Goals) {
    let state = chart.state;
    let hit = prices.hit[chart.player];
    for square in squares(GRID) {
        let cell = Cell::new(1, square);
        let is_marked = state.has_crack_token(cell);
        let is_swat = state.has_swat(cell);
        if is_swat {
            plan.entry[cell] -= hit;
            goals.barred[1] |= cell.bit();
            let gain = if is_marked { 4.0 } else { 1.0 };
            let below = across(cell);
            let in_use = if is_marked { 10.0 } else { 4.0 };
            plan.set_work(below, 1, 1, gain, 0.0);
            goals.add(below, in_use);
        }
        if is_marked {
            plan.entry[cell] += weights.finale_step;
            let price = if is_swat { hit.min(8.0) } else { 0.0 };
            goals.add_beside(chart, cell, 12.0 - price);
        }
    }
    plan.look_ahead(chart, &goals, 0.0);
}

/// finale.bringing_down_the_house: where walls are.
fn add_house(plan: &mut Plan, chart: &Chart, mut goals: Goals) {
    let state = chart.state;
    let left = quota(state).saturating_sub(state.finale_count(chart.player));
    for cell in cells([GRID; 2]) {
        let walls = chart.plans[cell.floor()].walled(cell.square()).count_ones() as u8;
        if walls > 0 {
            plan.set_work(cell, walls.min(left), 1, 4.0, 0.3);
            goals.add(cell, 10.0 + f32::from(walls.min(left).min(2)));
        }
    }
    plan.look_ahead(chart, &goals, 0.0);
}
