//! What a floor's walls make of it, in numbers: how open, how branched and how far it is.
//!
//! A floor is taken as a graph: its squares are the nodes, its open sides the edges. All measures are of the floor
//! alone, before tiles, stairs and guards.

use serde::Serialize;

use super::{FloorPlan, SQUARES, squares};

/// A measure of a floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Measure {
    /// Its name in tables and files: `mean-route`.
    pub name: &'static str,
    /// What it counts and its unit, for people.
    pub label: &'static str,
}

/// How many measures a floor has.
pub const MEASURE_COUNT: usize = 11;

/// The measures, in the order of [`FloorMeasures::values`].
pub const MEASURES: [Measure; MEASURE_COUNT] = [
    Measure {
        name: "open-sides",
        label: "open sides of a square, mean",
    },
    Measure {
        name: "loops",
        label: "independent loops",
    },
    Measure {
        name: "bridges",
        label: "sides whose closing would part the floor",
    },
    Measure {
        name: "cut-squares",
        label: "squares whose loss would part the floor",
    },
    Measure {
        name: "dead-ends",
        label: "squares with one open side",
    },
    Measure {
        name: "corridors",
        label: "squares with two open sides",
    },
    Measure {
        name: "longest-corridor",
        label: "squares of the longest corridor",
    },
    Measure {
        name: "mean-route",
        label: "steps between two squares, mean",
    },
    Measure {
        name: "longest-route",
        label: "steps between the two farthest squares",
    },
    Measure {
        name: "busiest-square",
        label: "share of patrol routes over the busiest square",
    },
    Measure {
        name: "connectivity",
        label: "algebraic connectivity",
    },
];

/// The measures of one connected floor.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FloorMeasures {
    /// Open sides of a square, the mean over squares: the mean degree of the graph.
    pub open_sides: f64,
    /// Independent loops: how many open sides could be closed and leave the floor connected (the cyclomatic number).
    /// Fixed by the numbers of squares and walls; floors of the game's scenarios have one, unless the empty space
    /// lies on the edge.
    pub loops: u32,
    /// Open sides that are the only way between the squares on either side.
    ///
    /// R. E. Tarjan, "A note on finding the bridges of a graph", Information Processing Letters 2 (1974).
    pub bridges: u32,
    /// Squares that every way between some two others leads over: articulation points.
    ///
    /// J. Hopcroft and R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", CACM 16 (1973).
    pub cut_squares: u32,
    /// Squares with one open side.
    pub dead_ends: u32,
    /// Squares with two open sides, straight or round a corner.
    pub corridors: u32,
    /// The most squares with two open sides in a row.
    pub longest_corridor: u32,
    /// Steps from one square to another, the mean over all pairs: what a Guard walks from card to card on average while
    /// the patrol deck is whole.
    pub mean_route: f64,
    /// Steps between the two squares farthest from each other: the diameter.
    pub longest_route: u32,
    /// The share of patrol routes between other squares that lead over the square where it is greatest: betweenness
    /// centrality, with each route the one that a Guard takes (G-PATH-2 to G-PATH-4).
    ///
    /// L. C. Freeman, "A set of measures of centrality based on betweenness", Sociometry 40 (1977).
    pub busiest_square: f64,
    /// The second least eigenvalue of the graph's Laplacian matrix; small where a floor nearly falls into two.
    ///
    /// M. Fiedler, "Algebraic connectivity of graphs", Czechoslovak Mathematical Journal 23 (1973).
    pub connectivity: f64,
}

impl FloorMeasures {
    /// The measures of a floor, which has to be connected.
    pub fn of(plan: &FloorPlan) -> FloorMeasures {
        let count = plan.cells().count_ones();
        let degree = |square: usize| plan.adjacent(square).count_ones();
        let sides = squares(plan.cells()).map(degree).sum::<u32>() / 2;
        let having = |open: u32| squares(plan.cells()).filter(move |&square| degree(square) == open);
        let corridors = having(2).fold(0u32, |set, square| set | 1 << square);
        let cuts = Cuts::of(plan);
        let pairs = f64::from(count * (count - 1));
        let lengths = || {
            squares(plan.cells()).flat_map(|to| {
                let ways = plan.routes_to(to).distance;
                squares(plan.cells()).map(move |from| u32::from(ways[from]))
            })
        };
        FloorMeasures {
            open_sides: f64::from(2 * sides) / f64::from(count),
            loops: (sides + 1).saturating_sub(count),
            bridges: cuts.bridges,
            cut_squares: cuts.squares.count_ones(),
            dead_ends: having(1).count() as u32,
            corridors: corridors.count_ones(),
            longest_corridor: largest_part(plan, corridors),
            mean_route: f64::from(lengths().sum::<u32>()) / pairs,
            longest_route: lengths().max().unwrap_or(0),
            busiest_square: busiest(plan),
            connectivity: algebraic_connectivity(plan),
        }
    }

    /// The numbers, in the order of [`MEASURES`].
    pub fn values(&self) -> [f64; MEASURE_COUNT] {
        [
            self.open_sides,
            f64::from(self.loops),
            f64::from(self.bridges),
            f64::from(self.cut_squares),
            f64::from(self.dead_ends),
            f64::from(self.corridors),
            f64::from(self.longest_corridor),
            self.mean_route,
            f64::from(self.longest_route),
            self.busiest_square,
            self.connectivity,
        ]
    }

    /// The mean of each measure over the floors of a building, of which there is at least one.
    pub fn means(floors: &[FloorMeasures]) -> [f64; MEASURE_COUNT] {
        let mut means = [0.0; MEASURE_COUNT];
        for floor in floors {
            for (mean, value) in means.iter_mut().zip(floor.values()) {
                *mean += value / floors.len() as f64;
            }
        }
        means
    }
}

/// What parts a floor, by one depth-first search that notes how far back each square's descendants reach.
struct Cuts {
    /// When each square was found, from 1; 0 for those that have not been.
    found: [u32; SQUARES],
    clock: u32,
    bridges: u32,
    squares: u32,
}

impl Cuts {
    fn of(plan: &FloorPlan) -> Cuts {
        let mut cuts = Cuts {
            found: [0; SQUARES],
            clock: 0,
            bridges: 0,
            squares: 0,
        };
        cuts.visit(plan, plan.cells().trailing_zeros() as usize, None);
        cuts
    }

    /// Visits a square and its descendants; the earliest square that they border on, by when it was found.
    fn visit(&mut self, plan: &FloorPlan, square: usize, parent: Option<usize>) -> u32 {
        self.clock += 1;
        self.found[square] = self.clock;
        let mut earliest = self.clock;
        let mut children = 0;
        let mut is_cut = false;
        for next in squares(plan.adjacent(square)) {
            if self.found[next] != 0 {
                if Some(next) != parent {
                    earliest = earliest.min(self.found[next]);
                }
                continue;
            }
            children += 1;
            let reached = self.visit(plan, next, Some(square));
            earliest = earliest.min(reached);
            self.bridges += u32::from(reached > self.found[square]);
            is_cut |= reached >= self.found[square];
        }
        // All descendants of the first square reach back to it at most: it parts them if it has several children.
        if match parent {
            Some(_) => is_cut,
            None => children > 1,
        } {
            self.squares |= 1 << square;
        }
        earliest
    }
}

/// The size of the largest connected part of some squares of a floor.
fn largest_part(plan: &FloorPlan, set: u32) -> u32 {
    let (mut left, mut largest) = (set, 0);
    while left != 0 {
        let mut part = left & left.wrapping_neg();
        loop {
            let next = part | plan.around(part) & set;
            if next == part {
                break;
            }
            part = next;
        }
        left &= !part;
        largest = largest.max(part.count_ones());
    }
    largest
}

/// [`FloorMeasures::busiest_square`].
fn busiest(plan: &FloorPlan) -> f64 {
    let mut passed = [0u32; SQUARES];
    for to in squares(plan.cells()) {
        let ways = plan.routes_to(to);
        for from in squares(plan.cells()) {
            let mut at = ways.step(from);
            while from != to && at != to {
                passed[at] += 1;
                at = ways.step(at);
            }
        }
    }
    let others = plan.cells().count_ones() - 1;
    f64::from(passed.into_iter().max().unwrap_or(0)) / f64::from(others * (others - 1))
}

/// The second least eigenvalue of the Laplacian, by Jacobi's rotations.
///
/// G. Golub and C. Van Loan, "Matrix Computations" (4th edition, 2013), section 8.5.
fn algebraic_connectivity(plan: &FloorPlan) -> f64 {
    let cells: Vec<usize> = squares(plan.cells()).collect();
    let entry = |a: usize, b: usize| match () {
        () if a == b => f64::from(plan.adjacent(a).count_ones()),
        () if plan.adjacent(a) & 1 << b != 0 => -1.0,
        () => 0.0,
    };
    let row = |&a: &usize| cells.iter().map(|&b| entry(a, b)).collect();
    let mut values = eigenvalues(cells.iter().map(row).collect());
    values.sort_by(f64::total_cmp);
    // The least is that of the constant vector, 0. Rounding may take either a little below.
    values.get(1).map_or(0.0, |value| value.max(0.0))
}

/// The eigenvalues of a symmetric matrix, in no order: rotations take away one entry off the diagonal after the other,
/// until nothing is left of them.
fn eigenvalues(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    // Convergence is quadratic: six sweeps are usual for this size.
    for _sweep in 0..50 {
        let rest: f64 = (0..size)
            .map(|row| matrix[row][row + 1..].iter().map(|x| x * x).sum::<f64>())
            .sum();
        if rest < 1e-24 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut matrix, p, q);
            }
        }
    }
    (0..size).map(|place| matrix[place][place]).collect()
}

/// The rotation in the plane of two axes that makes their common entry 0.
fn rotate(matrix: &mut [Vec<f64>], p: usize, q: usize) {
    let entry = matrix[p][q];
    if entry == 0.0 {
        return;
    }
    let half = (matrix[q][q] - matrix[p][p]) / (2.0 * entry);
    let tangent = half.signum() / (half.abs() + (half * half + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in matrix.iter_mut() {
        let (a, b) = (row[p], row[q]);
        row[p] = cosine * a - sine * b;
        row[q] = sine * a + cosine * b;
    }
    let (above, below) = matrix.split_at_mut(q);
    for (one, other) in above[p].iter_mut().zip(&mut below[0]) {
        let (a, b) = (*one, *other);
        *one = cosine * a - sine * b;
        *other = sine * a + cosine * b;
    }
}

#[cfg(test)]
mod tests {
    use super::super::floor_plan::random_floor;
    use super::*;
    use crate::board::{Wall, inner_sides, is_connected, parse_square, random_walls};
    use crate::random::{below, stream};

    /// How many squares can be reached from the first of some squares over open sides between them.
    fn reached(plan: &FloorPlan, within: u32) -> u32 {
        let mut stack = vec![within.trailing_zeros() as usize];
        let mut seen = within & within.wrapping_neg();
        while let Some(square) = stack.pop() {
            for next in squares(plan.adjacent(square) & within & !seen) {
                seen |= 1 << next;
                stack.push(next);
            }
        }
        seen.count_ones()
    }

    /// The longest simple path over some squares, all sides of which are tried.
    fn longest_path(plan: &FloorPlan, within: u32, at: usize) -> u32 {
        let left = within & !(1 << at);
        let longer = squares(plan.adjacent(at) & left).map(|next| longest_path(plan, left, next));
        1 + longer.max().unwrap_or(0)
    }

    #[test]
    fn measures_agree_with_brute_force() {
        let mut rng = stream(1, "measures", 0);
        for _ in 0..400 {
            let plan = random_floor(&mut rng);
            let found = FloorMeasures::of(&plan);
            let open_sides = inner_sides(plan.size(), plan.hole()) & !plan.walls();
            let open = open_sides.count_ones();
            let count = plan.cells().count_ones();
            assert_eq!(found.open_sides, f64::from(2 * open) / f64::from(count));
            assert_eq!(found.loops, open + 1 - count);
            let parts = |wall: &Wall| !is_connected(plan.size(), plan.hole(), plan.walls() | wall.bit());
            assert_eq!(
                found.bridges,
                Wall::all(open_sides).filter(parts).count() as u32,
                "{plan:?}"
            );
            let cuts = squares(plan.cells()).filter(|square| reached(&plan, plan.cells() & !(1 << square)) < count - 1);
            assert_eq!(found.cut_squares, cuts.count() as u32, "{plan:?}");
            let having = |open| squares(plan.cells()).filter(move |&square| plan.adjacent(square).count_ones() == open);
            assert_eq!(found.dead_ends, having(1).count() as u32);
            assert_eq!(found.corridors, having(2).count() as u32);
            let corridors = having(2).fold(0, |set, square| set | 1 << square);
            let longest = having(2).map(|from| longest_path(&plan, corridors, from)).max();
            assert_eq!(found.longest_corridor, longest.unwrap_or(0), "{plan:?}");
        }
    }

    /// Routes by Floyd and Warshall, and patrols step by step.
    #[test]
    fn routes_agree_with_brute_force() {
        let mut rng = stream(2, "measures", 0);
        for _ in 0..100 {
            let plan = random_floor(&mut rng);
            let cells: Vec<usize> = squares(plan.cells()).collect();
            let mut steps = [[1_000u32; SQUARES]; SQUARES];
            for &square in &cells {
                steps[square][square] = 0;
                squares(plan.adjacent(square)).for_each(|next| steps[square][next] = 1);
            }
            for &by in &cells {
                for &from in &cells {
                    for &to in &cells {
                        steps[from][to] = steps[from][to].min(steps[from][by] + steps[by][to]);
                    }
                }
            }
            let all: Vec<u32> = cells
                .iter()
                .flat_map(|&from| cells.iter().filter(move |&&to| to != from).map(move |&to| (from, to)))
                .map(|(from, to)| steps[from][to])
                .collect();
            let found = FloorMeasures::of(&plan);
            let mean = f64::from(all.iter().sum::<u32>()) / all.len() as f64;
            assert!((found.mean_route - mean).abs() < 1e-12, "{plan:?}");
            assert_eq!(Some(found.longest_route), all.iter().copied().max());
            let passes = |square: usize| {
                let others = cells.iter().filter(|&&other| other != square);
                let mut count = 0u32;
                for &from in others.clone() {
                    for &to in others.clone() {
                        let walk = std::iter::successors(Some(from), |&at| (at != to).then(|| plan.step(at, to)));
                        count += u32::from(walk.into_iter().any(|at| at == square));
                    }
                }
                f64::from(count) / ((cells.len() - 1) * (cells.len() - 2)) as f64
            };
            let busiest = cells.iter().map(|&square| passes(square)).fold(0.0, f64::max);
            assert!((found.busiest_square - busiest).abs() < 1e-12, "{plan:?}");
        }
    }

    /// A grid's Laplacian is a sum of two paths', whose eigenvalues are known; and trace and determinant hold for any.
    #[test]
    fn eigenvalues_are_those_of_the_matrix() {
        let path = |size: usize| 2.0 - 2.0 * (std::f64::consts::PI / size as f64).cos();
        for size in [4, 5] {
            let found = FloorMeasures::of(&FloorPlan::new(size, None, 0)).connectivity;
            assert!((found - path(size)).abs() < 1e-9, "{found}");
        }
        let mut rng = stream(3, "measures", 0);
        for _ in 0..50 {
            let plan = random_floor(&mut rng);
            let found = FloorMeasures::of(&plan).connectivity;
            // Courant and Fischer: the least Rayleigh quotient of vectors orthogonal to the constant one, found by
            // power iteration on what is left of 9 times the identity less the Laplacian.
            let cells: Vec<usize> = squares(plan.cells()).collect();
            let mut vector: Vec<f64> = cells.iter().map(|_| f64::from(below(&mut rng, 1000)) - 500.0).collect();
            let mut value = 0.0;
            for _ in 0..6_000 {
                let mean = vector.iter().sum::<f64>() / vector.len() as f64;
                vector.iter_mut().for_each(|x| *x -= mean);
                let norm = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
                vector.iter_mut().for_each(|x| *x /= norm);
                let at = |square: usize| vector[cells.iter().position(|&cell| cell == square).expect("a square")];
                let image: Vec<f64> = cells
                    .iter()
                    .map(|&square| squares(plan.adjacent(square)).map(|next| at(square) - at(next)).sum())
                    .collect();
                value = vector.iter().zip(&image).map(|(x, y)| x * y).sum();
                vector = vector.iter().zip(&image).map(|(x, y)| 9.0 * x - y).collect();
            }
            assert!((found - value).abs() < 1e-4, "{found} against {value} on {plan:?}");
        }
    }

    /// S-SCEN-4 leaves one loop to each floor: 24 sides, 8 walls and 16 squares; or 36, 12 and 24.
    #[test]
    fn every_legal_floor_has_one_loop() {
        let mut rng = stream(4, "measures", 0);
        for (size, space, count) in [(4, None, 8), (5, parse_square("C3"), 12), (5, parse_square("B2"), 12)] {
            for _ in 0..50 {
                let plan = FloorPlan::new(size, space, random_walls(size, space, count, &mut rng));
                let found = FloorMeasures::of(&plan);
                assert_eq!((found.loops, found.open_sides), (1, 2.0));
            }
        }
        // Except where the empty space lies on the edge: it takes one side less with it, on a corner two less.
        let plan = FloorPlan::new(5, Some(0), random_walls(5, Some(0), 12, &mut rng));
        assert_eq!(FloorMeasures::of(&plan).loops, 3);
    }

    #[test]
    fn a_building_has_the_means_of_its_floors() {
        let floors = [0, Wall::parse("A1-B1").expect("a wall").bit()].map(|walls| FloorPlan::new(4, None, walls));
        let measures: Vec<FloorMeasures> = floors.iter().map(FloorMeasures::of).collect();
        let means = FloorMeasures::means(&measures);
        let place = |name| {
            MEASURES
                .iter()
                .position(|measure| measure.name == name)
                .expect("a measure")
        };
        assert_eq!(means[place("loops")], 8.5);
        assert_eq!(means[place("dead-ends")], 0.5);
        assert_eq!(means[place("open-sides")], 47.0 / 16.0);
    }
}
