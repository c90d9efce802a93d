//! A floor as the rules describe it, apart from the plans that are tested, and its shortest paths.

use std::collections::VecDeque;

/// A square as column and row, from the north-west corner.
pub type Point = (i32, i32);
/// Squares one after the other, each beside the one before.
pub type Path = Vec<Point>;

/// A floor of so many squares a side.
pub struct Board {
    /// Squares a side.
    pub size: i32,
    /// A square that is missing.
    pub hole: Option<Point>,
    /// Walls, each between two squares.
    pub walls: Vec<[Point; 2]>,
}

impl Board {
    /// All squares, row by row.
    pub fn cells(&self) -> Vec<Point> {
        let all = (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y)));
        all.filter(|&cell| Some(cell) != self.hole).collect()
    }

    /// Squares one step away, clockwise from the north.
    pub fn neighbours(&self, (x, y): Point) -> Vec<Point> {
        let around = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
        let inside =
            |&(x, y): &Point| (0..self.size).contains(&x) && (0..self.size).contains(&y) && Some((x, y)) != self.hole;
        let open = |&to: &Point| !self.walls.contains(&[(x, y), to]) && !self.walls.contains(&[to, (x, y)]);
        around.into_iter().filter(inside).filter(open).collect()
    }

    /// Steps from a square to every one that can be reached.
    pub fn distances(&self, from: Point) -> Vec<(Point, usize)> {
        let mut found = vec![(from, 0)];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((cell, distance)) = queue.pop_front() {
            for next in self.neighbours(cell) {
                if found.iter().all(|(known, _)| *known != next) {
                    found.push((next, distance + 1));
                    queue.push_back((next, distance + 1));
                }
            }
        }
        found
    }

    /// Every shortest path, by walking them all.
    pub fn shortest_paths(&self, from: Point, to: Point) -> Vec<Path> {
        let distances = self.distances(to);
        let left = |cell: Point| {
            distances
                .iter()
                .find(|(known, _)| *known == cell)
                .map(|&(_, distance)| distance)
        };
        let mut paths = Vec::new();
        let mut open = vec![vec![from]];
        while let Some(path) = open.pop() {
            let here = path[path.len() - 1];
            if here == to {
                paths.push(path);
                continue;
            }
            for next in self.neighbours(here) {
                if left(next).map(|next| next + 1) == left(here) {
                    open.push([path.clone(), vec![next]].concat());
                }
            }
        }
        paths
    }
}

/// G-PATH-3, path.clockwise: the sum over the steps from (x, y) to (x', y') of `x*y' - x'*y`.
pub fn area(path: &[Point]) -> i32 {
    path.windows(2)
        .map(|step| step[0].0 * step[1].1 - step[1].0 * step[0].1)
        .sum()
}
