//! The walls of a whole building: what is allowed, and at random (rules S-WALL-3 to S-WALL-5).

use rand::Rng;

use super::floor_plan::{Openings, squares_of};
use super::{FLOORS, FloorPlan, SIDE, SQUARES, Wall, square_name, squares};
use crate::describe::counted;
use crate::game::Problem;
use crate::random;

/// The walls of a whole building.
///
/// Its text is a drawing that people can read and edit, see [`drawing`](super::drawing). A layout without outer walls
/// and its drawing say the same: each can be made from the other.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// Squares a side, 4 or 5.
    pub size: usize,
    /// The square of the empty space, the same on all floors (S-BUILD-4).
    pub space: Option<usize>,
    /// The walls of each floor from the ground up, as bits of [`Wall`].
    pub walls: Vec<u64>,
}

impl Layout {
    /// The floors as the rules use them. Only for a layout without [`problems`](Layout::problems).
    pub fn plans(&self) -> Vec<FloorPlan> {
        let plan = |&walls| FloorPlan::new(self.size, self.space, walls);
        self.walls.iter().map(plan).collect()
    }

    /// S-WALL-3, S-WALL-4: everything that is wrong with it. Each floor has to have `walls_per_floor` wall pieces, none
    /// of them on an outer side, and no square of it may be cut off from the others. The texts name no rules: layouts
    /// of several games are checked here.
    pub fn problems(&self, walls_per_floor: usize) -> Vec<Problem> {
        if !(4..=SIDE).contains(&self.size) {
            let what = format!("{} squares a side, expected 4 or {SIDE}", self.size);
            return vec![Problem::new("size", what)];
        }
        let mut problems = Vec::new();
        if let Some(space) = self.space
            && (space >= SQUARES || squares_of(self.size, None) & 1 << space == 0)
        {
            let (letter, size) = ((b'A' + self.size as u8 - 1) as char, self.size);
            let found = if space < SQUARES {
                square_name(space)
            } else {
                format!("number {space}")
            };
            let what = format!("square {found}, expected one of A1 to {letter}{size}");
            return vec![Problem::new("space", what)];
        }
        if !(1..=FLOORS).contains(&self.walls.len()) {
            let what = format!("{} floors, expected 1 to {FLOORS}", self.walls.len());
            problems.push(Problem::new("walls", what));
        }
        for (floor, &walls) in self.walls.iter().enumerate() {
            let mut add = |what| problems.push(Problem::new(format!("walls[{floor}]"), what));
            let outer = walls & !inner_sides(self.size, self.space);
            if outer != 0 {
                add(format!(
                    "{} on an outer side, expected walls between two squares of the floor only",
                    listed(Wall::names(outer))
                ));
            }
            let count = walls.count_ones() as usize;
            if count != walls_per_floor {
                add(format!("{}, expected {walls_per_floor}", counted(count, "wall")));
            }
            let lost = cut_off(self.size, self.space, walls);
            if lost != 0 {
                add(format!(
                    "cut off from the rest of the floor: {}; expected a way between any two squares",
                    listed(squares(lost).map(square_name))
                ));
            }
        }
        problems
    }
}

fn listed(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<String>>().join(", ")
}

/// The squares outside the largest connected part of a floor; of parts of one size the one with the first square stays.
fn cut_off(size: usize, space: Option<usize>, walls: u64) -> u32 {
    let cells = squares_of(size, space);
    let openings = Openings::new(cells, walls);
    let (mut left, mut largest) = (cells, 0u32);
    while left != 0 {
        let part = openings.flood(left & left.wrapping_neg());
        left &= !part;
        if part.count_ones() > largest.count_ones() {
            largest = part;
        }
    }
    cells & !largest
}

/// S-WALL-3: the places of a floor where a wall piece may stand, between two of its squares; bits of [`Wall`].
pub fn inner_sides(size: usize, space: Option<usize>) -> u64 {
    let cells = squares_of(size, space);
    let is_inner = |wall: &Wall| {
        let (a, b) = wall.squares();
        cells & 1 << a != 0 && cells & 1 << b != 0
    };
    Wall::all(u64::MAX)
        .filter(is_inner)
        .fold(0, |set, wall| set | wall.bit())
}

/// The most wall pieces that a floor can have with no square cut off: all but those of a spanning tree.
pub fn most_walls(size: usize, space: Option<usize>) -> usize {
    let cells = squares_of(size, space);
    // One square missing never parts a floor of four a side or more.
    Openings::new(cells, 0).count() + 1 - cells.count_ones() as usize
}

/// S-WALL-4, H3: whether every square can be reached from every other, by ordinary adjacency alone.
pub fn is_connected(size: usize, space: Option<usize>, walls: u64) -> bool {
    let cells = squares_of(size, space);
    is_joined(cells, walls)
}

#[inline]
fn is_joined(cells: u32, walls: u64) -> bool {
    Openings::new(cells, walls).flood(cells & cells.wrapping_neg()) == cells
}

/// S-WALL-5: a set of `count` walls of a floor, uniform over all sets that cut no square off: sets are drawn uniformly
/// and those that cut one off rejected. Equal generators give equal sets on every platform.
///
/// # Panics
/// When there is no such set: `count` is more than [`most_walls`].
pub fn random_walls<R: Rng + ?Sized>(size: usize, space: Option<usize>, count: usize, rng: &mut R) -> u64 {
    let most = most_walls(size, space);
    assert!(count <= most, "{count} walls on a floor that can have {most} at most");
    let sides = inner_sides(size, space);
    let cells = squares_of(size, space);
    // Even with `most` walls about one set in 110 is connected on the largest floor.
    loop {
        let mut left = sides;
        for _ in 0..count {
            left &= !(1 << random::choose_bit(rng, left));
        }
        let walls = sides & !left;
        if is_joined(cells, walls) {
            return walls;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::{FloorPlan, parse_square};
    use crate::random::{below, stream};
    use heist_testkit::chi_square_critical;

    /// Calls `found` with every set of `count` of some sides.
    fn every_set(sides: u64, count: usize, found: &mut impl FnMut(u64)) {
        fn extend(left: u64, count: usize, set: u64, found: &mut impl FnMut(u64)) {
            if count == 0 {
                return found(set);
            }
            let mut left = left;
            while left.count_ones() as usize >= count {
                let side = left & left.wrapping_neg();
                left &= !side;
                extend(left, count - 1, set | side, found);
            }
        }
        extend(sides, count, 0, found);
    }

    fn walls(names: &str) -> u64 {
        let walls = names.split(' ').map(|name| Wall::parse(name).expect("a wall's name"));
        walls.fold(0, |set, wall| set | wall.bit())
    }

    fn problems_of(layout: &Layout, walls_per_floor: usize) -> Vec<String> {
        let problems = layout.problems(walls_per_floor);
        problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn s_wall_5_so_many_sets_of_eight_walls_are_connected() {
        let (mut all, mut connected) = (0, 0);
        every_set(inner_sides(4, None), 8, &mut |set| {
            all += 1;
            connected += u32::from(is_connected(4, None, set));
        });
        assert_eq!((all, connected), (735_471, 175_264));
    }

    #[test]
    fn s_wall_4_the_flood_agrees_with_the_routes() {
        let mut rng = stream(4, "floods", 0);
        let (mut joined, mut parted) = (0, 0);
        for _ in 0..3_000 {
            let size = 4 + below(&mut rng, 2) as usize;
            let space = match below(&mut rng, 3) {
                0 => None,
                _ => Some(random::choose_bit(&mut rng, u64::from(squares_of(size, None))) as usize),
            };
            // Any set, outer sides included, which bar nothing.
            let walls = rng.next_u64() & rng.next_u64() & ((1 << Wall::COUNT) - 1);
            let plan = FloorPlan::new(size, space, walls);
            assert_eq!(is_connected(size, space, walls), plan.is_connected(), "{plan:?}");
            *if plan.is_connected() { &mut joined } else { &mut parted } += 1;
            let reached = squares(plan.cells()).filter(|&to| plan.distance(0, to) != FloorPlan::UNREACHABLE);
            let reached = reached.fold(0, |set, to| set | 1 << to);
            if plan.cells() & 1 != 0 {
                assert_eq!(Openings::new(plan.cells(), walls).flood(1), reached, "{plan:?}");
            }
        }
        assert!(joined > 300 && parted > 300, "{joined} connected, {parted} not");
    }

    #[test]
    fn s_wall_5_random_walls_are_uniform_over_the_connected_sets() {
        for (size, space, count) in [(4, None, 2), (4, parse_square("B2"), 3), (5, parse_square("C3"), 2)] {
            let mut counts = BTreeMap::new();
            every_set(inner_sides(size, space), count, &mut |set| {
                if is_connected(size, space, set) {
                    counts.insert(set, 0u32);
                }
            });
            let expected = 30.0;
            let mut rng = stream(5, "uniform walls", 0);
            for _ in 0..30 * counts.len() {
                let set = random_walls(size, space, count, &mut rng);
                *counts.get_mut(&set).expect("a connected set of the right size") += 1;
            }
            let squares = counts.values().map(|&count| (f64::from(count) - expected).powi(2));
            let statistic = squares.sum::<f64>() / expected;
            let critical = chi_square_critical(counts.len() - 1);
            assert!(
                statistic < critical,
                "{statistic} of {critical} on {} sets",
                counts.len()
            );
        }
    }

    /// Eight walls, as in the game: every side is a wall as often as in an enumeration.
    #[test]
    fn s_wall_5_each_side_has_its_share_of_walls() {
        let sides = inner_sides(4, None);
        let mut shares = [0.0f64; Wall::COUNT];
        every_set(sides, 8, &mut |set| {
            if is_connected(4, None, set) {
                Wall::all(set).for_each(|wall| shares[wall.index()] += 1.0 / 175_264.0);
            }
        });
        let mut rng = stream(6, "shares of walls", 0);
        let draws = 40_000.0f64;
        let mut counts = [0.0; Wall::COUNT];
        for _ in 0..40_000 {
            Wall::all(random_walls(4, None, 8, &mut rng)).for_each(|wall| counts[wall.index()] += 1.0);
        }
        for wall in Wall::all(sides) {
            let share = shares[wall.index()];
            let deviation = (counts[wall.index()] - draws * share) / (draws * share * (1.0 - share)).sqrt();
            assert!(
                deviation.abs() < 4.5,
                "{wall}: {deviation} standard deviations off {share}"
            );
        }
    }

    #[test]
    fn random_walls_are_the_same_on_every_platform() {
        let mut rng = stream(7, "walls", 0);
        let sets: Vec<u64> = (0..2).map(|_| random_walls(4, None, 8, &mut rng)).collect();
        assert_eq!(sets, [10_808_729_650, 1_070_630]);
    }

    #[test]
    fn the_most_walls_leave_a_tree() {
        assert_eq!(most_walls(4, None), 9);
        assert_eq!(most_walls(5, None), 16);
        assert_eq!(most_walls(5, parse_square("C3")), 13);
        assert_eq!(most_walls(5, parse_square("A1")), 15);
        let mut rng = stream(8, "trees", 0);
        for space in std::iter::once(None).chain((0..SQUARES).map(Some)) {
            let walls = random_walls(5, space, most_walls(5, space), &mut rng);
            let plan = FloorPlan::new(5, space, walls);
            let open: u32 = squares(plan.cells())
                .map(|square| plan.adjacent(square).count_ones())
                .sum();
            assert!(
                plan.is_connected() && open / 2 + 1 == plan.cells().count_ones(),
                "{plan:?}"
            );
        }
    }

    #[test]
    #[should_panic(expected = "10 walls on a floor that can have 9 at most")]
    fn more_walls_than_there_can_be_are_refused() {
        random_walls(4, None, 10, &mut stream(9, "walls", 0));
    }

    #[test]
    fn s_wall_3_what_is_wrong_with_a_layout_is_named() {
        let bank = walls("A1-B1 C1-C2 C2-D2 A2-A3 B2-B3 D3-D4 A4-B4 B4-C4");
        let mut layout = Layout {
            size: 4,
            space: None,
            walls: vec![bank, bank],
        };
        assert_eq!(problems_of(&layout, 8), [""; 0]);
        assert_eq!(
            problems_of(&layout, 7),
            ["walls[0]: 8 walls, expected 7", "walls[1]: 8 walls, expected 7"]
        );
        layout.walls[1] = walls("A1-B1 A1-A2 D3-D4 C4-D4 D1-E1");
        assert_eq!(
            problems_of(&layout, 8),
            [
                "walls[1]: D1-E1 on an outer side, expected walls between two squares of the floor only",
                "walls[1]: 5 walls, expected 8",
                "walls[1]: cut off from the rest of the floor: A1, D4; expected a way between any two squares"
            ]
        );
        layout.walls = vec![walls("A1-B1"); 1];
        assert_eq!(problems_of(&layout, 8), ["walls[0]: 1 wall, expected 8"]);
        layout.walls = vec![0; 4];
        assert_eq!(problems_of(&layout, 0), ["walls: 4 floors, expected 1 to 3"]);
        layout.space = parse_square("E1");
        assert_eq!(problems_of(&layout, 0), ["space: square E1, expected one of A1 to D4"]);
        layout.size = 6;
        assert_eq!(problems_of(&layout, 0), ["size: 6 squares a side, expected 4 or 5"]);
    }

    #[test]
    fn s_build_4_a_side_of_the_empty_space_is_an_outer_side() {
        let layout = Layout {
            size: 5,
            space: parse_square("C3"),
            walls: vec![walls("C2-C3 A1-B1")],
        };
        assert_eq!(
            problems_of(&layout, 2),
            ["walls[0]: C2-C3 on an outer side, expected walls between two squares of the floor only"]
        );
        assert_eq!(layout.plans()[0].walls(), walls("A1-B1"));
    }
}
