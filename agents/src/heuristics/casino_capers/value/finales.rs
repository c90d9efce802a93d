//! The numbers of positions in the finales.

use heist_engine::board::{Cell, squares};
use heist_engine::casino_capers::{Chip, Finale, Whereabouts};

use super::super::chart::{Chart, FAR, GRID, Squares, only, or};
use super::super::finales::{entrances, throws};
use super::super::plan::{dear, held, is_exit_open, quota};
use super::numbers::{COMMON, COUNT, number, upstairs};

/// What the numbers are; the first three tell how far the finale is, each in its own way ([`progress`]).
pub const NAMES: [&str; COUNT - COMMON] = [
    "progress, first",
    "progress, second",
    "progress, third",
    "players who have left",
    "players who may leave at an exit",
    "steps of all players to their goals, in tens",
    "steps of the one who is farthest, in tens",
    "steps of all by mean heat, in tens",
    "players upstairs",
    "players on their goals",
    "first progress by mean heat",
    "players from whose cell no goal can be reached",
];

/// Fills them in.
pub fn fill(chart: &Chart, finale: Finale, numbers: &mut [f32]) {
    let state = chart.state;
    let (progress, goals) = progress(chart, finale);
    let distance = chart.distances(&[goals], dear(chart), held(chart));
    let (mut sum, mut most, mut there, mut lost, mut heat, mut inside) = (0.0f32, 0.0f32, 0.0, 0.0, 0.0, 0.0f32);
    let (mut left, mut open) = (0.0, 0.0);
    for player in 0..chart.count {
        left += number(state.whereabouts(player) == Whereabouts::Exited);
        let Some(at) = chart.players[player] else { continue };
        open += number(is_exit_open(state, player));
        inside += 1.0;
        heat += f32::from(state.heat(player));
        match distance[at] {
            FAR => lost += 1.0,
            steps => {
                let steps = f32::from(steps) / 10.0;
                sum += steps;
                most = most.max(steps);
                there += number(steps == 0.0);
            }
        }
    }
    let heat = heat / inside.max(1.0);
    let [first, second, third] = progress;
    let values = [
        first,
        second,
        third,
        left,
        open,
        sum,
        most,
        sum * heat,
        upstairs(chart),
        there,
        first * heat,
        lost,
    ];
    numbers.copy_from_slice(&values);
}

/// How far a finale is, by three numbers, and where the players have to go.
fn progress(chart: &Chart, finale: Finale) -> ([f32; 3], Squares) {
    let state = chart.state;
    let exits = entrances(chart);
    let counts = || (0..chart.count).map(|player| f32::from(state.finale_count(player)));
    let inside = |player: usize| chart.players[player].is_some();
    let ones = |set: Squares| (set[0].count_ones() + set[1].count_ones()) as f32;
    let [car, tiger, ball] = state.finale_figures();
    match finale {
        // Prima Donnas still to be found, those known, chips.
        Finale::Bodyguard => {
            let found = counts().sum::<f32>().min(2.0);
            let known = ones(chart.chip(Chip::PrimaDonna));
            ([2.0 - found, known, ones(chart.closed) / 10.0], exits)
        }
        // Players still to get in, whether the car is at the edge, steps of the bouncer to it.
        Finale::RescuingHerRide => {
            let missing = (0..chart.count).filter(|&player| !state.is_in_car(player)).count() as f32;
            let at = car.unwrap_or(Cell::new(1, 0));
            let steps = chart.bouncers[1].map_or(0, |bouncer| chart.steps(bouncer, at));
            let edge = number(chart.plans[1].outer() & at.bit() != 0);
            ([missing, edge, f32::from(steps.min(6)) / 3.0], only(at))
        }
        // Turns of the dice still to come, of all and of the one who has most, and whether a number is hidden.
        Finale::LaundryDay => {
            let left = |player: usize| 5.0 - f32::from(state.finale_count(player));
            let players = || (0..chart.count).filter(|&player| inside(player));
            let most = players().map(left).fold(0.0, f32::max);
            ([players().map(left).sum(), most, ones(chart.hidden) / 10.0], exits)
        }
        // Players not yet ready, pairs who stand together, whether all are ready.
        Finale::CaughtRedHanded => {
            let ready = |player: usize| state.heat(player) >= 4;
            let missing = (0..chart.count).filter(|&player| !ready(player)).count() as f32;
            let mut pairs = 0.0;
            for one in 0..chart.count {
                for other in 0..one {
                    pairs += number(inside(one) && chart.players[one] == chart.players[other]);
                }
            }
            let leader = (0..chart.count)
                .find(|&player| ready(player))
                .and_then(|player| chart.players[player]);
            ([missing, pairs, number(missing == 0.0)], leader.map_or(exits, only))
        }
        // Whether the Safe is still to be reached, slides to it, whether it cannot be reached.
        Finale::GravityBoots => {
            let safe = chart.safe.map_or([0; 2], only);
            let boots = (0..chart.count).find(|&player| state.has_boots(player));
            let at = boots.and_then(|player| chart.players[player]);
            let slides = at.map_or(0, |at| chart.steps_of_slides(at, safe));
            let lost = number(slides == FAR);
            (
                [number(!state.is_unlocked()), f32::from(slides.min(9)) / 3.0, lost],
                safe,
            )
        }
        // Steaks still to be eaten, steaks that lie there, tiles beside the tiger that never had one.
        Finale::CatchATiger => {
            let (mut lying, mut eaten) = (0.0, 0.0);
            for square in squares(GRID) {
                for floor in 0..2 {
                    let cell = Cell::new(floor, square);
                    lying += number(state.has_steak(cell));
                    eaten += number(state.had_steak(cell) && !state.has_steak(cell));
                }
            }
            let fresh = tiger.map_or(0, |tiger| {
                let beside = squares(chart.plans[tiger.floor()].adjacent(tiger.square()));
                beside
                    .filter(|&square| !state.had_steak(Cell::new(tiger.floor(), square)))
                    .count()
            });
            ([4.0 - eaten, lying, fresh as f32], tiger.map_or(exits, only))
        }
        // Throws still to come, whether no way is known, whether the ball is downstairs.
        Finale::HailMary if state.is_unlocked() => ([0.0; 3], exits),
        Finale::HailMary => {
            let at = ball.unwrap_or(Cell::new(1, 0));
            let left = throws(chart)[at];
            let lost = number(left == FAR);
            ([f32::from(left.min(8)), lost, number(at.floor() == 0)], exits)
        }
        // Crack tokens, those under SWAT tokens, SWAT tokens elsewhere.
        Finale::TheRaid => {
            let (mut tokens, mut watched, mut swat) = ([0; 2], 0.0, 0.0);
            for square in squares(GRID) {
                let cell = Cell::new(1, square);
                if state.has_crack_token(cell) {
                    tokens = or(tokens, only(cell));
                    watched += number(state.has_swat(cell));
                } else {
                    swat += number(state.has_swat(cell));
                }
            }
            ([ones(tokens), watched, swat / 10.0], tokens)
        }
        // Walls still to be destroyed, by all and by the one who has most to do, and how many more there are.
        Finale::BringingDownTheHouse => {
            let left = |player: usize| f32::from(quota(state).saturating_sub(state.finale_count(player)));
            let players = || (0..chart.count).filter(|&player| inside(player));
            let all: f32 = players().map(left).sum();
            let most = players().map(left).fold(0.0, f32::max);
            let walls = chart.plans.iter().map(|plan| plan.walls().count_ones()).sum::<u32>() as f32;
            ([all, most, (walls - all) / 10.0], exits)
        }
    }
}
