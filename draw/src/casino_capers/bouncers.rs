//! What bouncers are about to do, as far as it is known now.

use heist_engine::board::{Cell, FloorPlan, square_name};
use heist_engine::casino_capers::{CasinoCapers, Finale};
use heist_engine::describe::counted;
use heist_engine::game::Game;

use super::names;
use crate::board::floor::route;

/// Spaces of a bouncer's turn, and under No Running (b.turn, event.no_running).
const SPACES: u8 = 3;
const SPACES_WITHOUT_RUNNING: u8 = 2;

/// Where a bouncer walks to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// To his marker.
    Marker(Cell),
    /// To a player whom he hunts.
    Player(usize, Cell),
    /// To one of several players who are equally near.
    Tied(Vec<usize>),
    /// To the car (finale.rescuing_her_ride.setup.2).
    Car(Cell),
    /// Nowhere: there is nobody to hunt.
    Nobody,
}

impl Aim {
    /// The aim of a floor's bouncer, once he is placed (b.turn, hunt.target).
    pub fn of(game: &CasinoCapers, floor: usize) -> Option<Aim> {
        let at = game.bouncer(floor)?;
        if let Some(marker) = game.marker(floor) {
            return Some(Aim::Marker(marker));
        }
        let [car, ..] = game.finale_figures();
        if let (1, Some(Finale::RescuingHerRide), Some(car)) = (floor, game.running_finale(), car) {
            return Some(Aim::Car(car));
        }
        if game.turn() == 0 {
            return None;
        }
        Some(hunted(game, floor, at))
    }

    /// The cell he walks to, if it is settled.
    pub fn cell(&self) -> Option<Cell> {
        match *self {
            Aim::Marker(at) | Aim::Player(_, at) | Aim::Car(at) => Some(at),
            Aim::Tied(_) | Aim::Nobody => None,
        }
    }
}

/// The nearest of the players on a floor (hunt.target).
fn hunted(game: &CasinoCapers, floor: usize, at: Cell) -> Aim {
    let plan = game.floor_plan(floor);
    let distances = plan.routes_to(at.square()).distance;
    let on_floor = || {
        (0..game.characters())
            .filter_map(|player| Some((player, game.player_cell(player)?)))
            .filter(|(_, cell)| cell.floor() == floor && distances[cell.square()] != FloorPlan::UNREACHABLE)
    };
    let least = on_floor().map(|(_, cell)| distances[cell.square()]).min();
    let nearest: Vec<(usize, Cell)> = on_floor()
        .filter(|(_, cell)| Some(distances[cell.square()]) == least)
        .collect();
    let prey = nearest.iter().find(|(player, _)| game.prey(floor) == Some(*player));
    match (nearest.first(), prey) {
        (None, _) => Aim::Nobody,
        (_, Some(&(player, cell))) => Aim::Player(player, cell),
        (Some(&(player, cell)), None) => {
            if nearest.iter().all(|(_, other)| *other == cell) {
                Aim::Player(player, cell)
            } else {
                Aim::Tied(nearest.iter().map(|(player, _)| *player).collect())
            }
        }
    }
}

/// The squares that a bouncer enters in the movement he is in, or in his next turn, as far as it is known now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Course {
    /// Where he walks to.
    target: usize,
    /// The squares in their order.
    pub squares: Vec<usize>,
    /// Spaces that crow tokens take (b.enter.3).
    pub lost: u8,
    /// Spaces left when he is there.
    pub left: u8,
}

impl Course {
    /// The course of a floor's bouncer, if it is settled where he walks to and there is a way.
    pub fn of(game: &CasinoCapers, floor: usize) -> Option<Course> {
        let from = game.bouncer(floor)?;
        let target = Aim::of(game, floor)?.cell()?;
        let plan = game.floor_plan(floor);
        if plan.distance(from.square(), target.square()) == FloorPlan::UNREACHABLE {
            return None;
        }
        let mut course = Course {
            target: target.square(),
            left: spaces(game, floor),
            ..Course::default()
        };
        let mut at = from.square();
        while course.left > 0 && at != target.square() {
            at = plan.step(at, target.square());
            course.left -= 1;
            if game.has_crow(Cell::new(floor, at)) && course.left > 0 {
                (course.left, course.lost) = (course.left - 1, course.lost + 1);
            }
            course.squares.push(at);
        }
        Some(course)
    }

    /// The squares behind them up to where he walks to.
    pub fn rest(&self, game: &CasinoCapers, floor: usize, from: Cell) -> Vec<usize> {
        let reached = self.squares.last().copied().unwrap_or(from.square());
        route(&game.floor_plan(floor), reached, self.target)
    }
}

/// Spaces of the movement that a bouncer is in, or of his next turn.
fn spaces(game: &CasinoCapers, floor: usize) -> u8 {
    let usual = if game.is_no_running() {
        SPACES_WITHOUT_RUNNING
    } else {
        SPACES
    };
    game.spaces_left(floor).unwrap_or(usual)
}

/// Where a bouncer is and where he is bound for: `1:B4 to 1:D2`.
pub(super) fn whereabouts(game: &CasinoCapers, floor: usize) -> String {
    let Some(at) = game.bouncer(floor) else {
        return "not yet placed".to_owned();
    };
    match Aim::of(game, floor) {
        Some(Aim::Marker(marker)) => format!("{at} to {marker}"),
        Some(Aim::Player(player, _)) => format!("{at}, hunts {}", names::player(game, player)),
        Some(Aim::Tied(players)) => {
            let numbers: Vec<String> = players.iter().map(|player| (player + 1).to_string()).collect();
            format!("{at}, hunts player {}", numbers.join(" or "))
        }
        Some(Aim::Car(car)) => format!("{at}, hunts the car on {car}"),
        Some(Aim::Nobody) => format!("{at}, hunts nobody"),
        None => at.to_string(),
    }
}

/// What a bouncer does in his movement or his next turn, if it is known.
pub(super) fn next_movement(game: &CasinoCapers, floor: usize) -> Option<String> {
    let at = game.bouncer(floor)?;
    let course = Course::of(game, floor)?;
    let is_running = game.spaces_left(floor).is_some();
    let beginning = if is_running {
        format!("{} left now", spaces_word(spaces(game, floor)))
    } else {
        format!("in his turn {}", spaces_word(spaces(game, floor)))
    };
    let is_hunter = game.marker(floor).is_none();
    let is_there = course.target == at.square();
    if is_there && is_hunter && !is_running {
        let meets = (0..game.characters()).any(|player| game.player_cell(player) == Some(at));
        let heat = if meets {
            ", with 2 heat for whoever is there"
        } else {
            ""
        };
        return Some(format!("in his turn he stays{heat}"));
    }
    if course.squares.is_empty() {
        return Some(beginning);
    }
    let names: Vec<String> = course.squares.iter().map(|&square| square_name(square)).collect();
    let mut text = format!("{beginning}: {}", names.join(" "));
    if course.lost > 0 {
        text.push_str(&format!(", {} lost to the crow", course.lost));
    }
    if course.left > 0 && !is_hunter {
        text.push_str(&format!(", then a card and {} more", course.left));
    }
    Some(text)
}

fn spaces_word(count: u8) -> String {
    counted(count.into(), "space")
}
