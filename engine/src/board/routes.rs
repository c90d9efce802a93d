//! The guards' routes over a floor.
//!
//! A state knows its floors as bits and nothing else. The routes to a square are worked out from them when somebody
//! asks, and kept for a while by each thread in a table of fixed size. Routes that were pushed out are worked out again
//! and come out the same, so no result depends on what is kept, and a run over millions of layouts takes no more memory
//! than one over a few.

use std::cell::Cell;

use super::{FloorPlan, SIDE, SQUARES, squares};

/// The routes over a floor from everywhere to one square, by the square they begin on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Routes {
    /// Steps to the destination in the guards' graph, which are as many as from it; [`FloorPlan::UNREACHABLE`] where
    /// there is no way.
    pub distance: [u8; SQUARES],
    /// Where a guard goes next (rules G-PATH-2 to G-PATH-4): nowhere else from the destination, and to 0 where there is
    /// no way.
    pub step: [u8; SQUARES],
}

impl Routes {
    const NONE: Routes = Routes {
        distance: [FloorPlan::UNREACHABLE; SQUARES],
        step: [0; SQUARES],
    };

    /// G-PATH-4: breadth-first from the destination, and the greatest score among the shortest paths.
    /// G-PATH-2, G-PATH-6: which runs clockwise.
    /// G-PATH-5: and goes on as the best path of the next square.
    fn new(plan: FloorPlan, destination: usize) -> Routes {
        let mut routes = Routes::NONE;
        routes.distance[destination] = 0;
        routes.step[destination] = destination as u8;
        let mut score = [0i32; SQUARES];
        let (mut reached, mut last, mut distance) = (0u32, 1u32 << destination, 0);
        while last != 0 {
            reached |= last;
            distance += 1;
            let fresh = plan.around(last) & !reached;
            for square in squares(fresh) {
                let nearer = squares(plan.adjacent(square) & last);
                if let Some((value, next)) = nearer.map(|next| (turn(square, next) + score[next], next)).max() {
                    score[square] = value;
                    routes.distance[square] = distance;
                    routes.step[square] = next as u8;
                }
            }
            last = fresh;
        }
        routes
    }

    /// Where a guard goes from a square.
    #[inline]
    pub fn step(&self, from: usize) -> usize {
        self.step[from].into()
    }
}

impl FloorPlan {
    /// The routes from everywhere to a square of the floor.
    #[inline]
    pub fn routes_to(self, destination: usize) -> Routes {
        kept(self, destination, Kept::routes)
    }

    /// Steps between two squares in the guards' graph; [`UNREACHABLE`](FloorPlan::UNREACHABLE) where there is no way.
    #[inline]
    pub fn distance(self, from: usize, to: usize) -> u8 {
        kept(self, to, |routes| routes.distance_from(from))
    }

    /// Where a guard on `from` bound for `to` goes next (rules G-PATH-2 to G-PATH-4).
    #[inline]
    pub fn step(self, from: usize, to: usize) -> usize {
        kept(self, to, |routes| routes.step_from(from))
    }

    /// [`step`](FloorPlan::step), if there is a way.
    #[inline]
    pub fn way(self, from: usize, to: usize) -> Option<usize> {
        kept(self, to, |routes| match routes.distance_from(from) {
            FloorPlan::UNREACHABLE => None,
            _ => Some(routes.step_from(from)),
        })
    }

    /// Whether every square can be reached from every other (rule S-WALL-4: ordinary adjacency alone).
    pub fn is_connected(self) -> bool {
        let ways = self.routes_to(self.cells().trailing_zeros() as usize).distance;
        squares(self.cells()).all(|square| ways[square] != FloorPlan::UNREACHABLE)
    }
}

/// G-PATH-3: the score of one step, twice the signed area it spans with the origin.
fn turn(from: usize, to: usize) -> i32 {
    let (x, y) = ((from % SIDE) as i32, (from / SIDE) as i32);
    let (next_x, next_y) = ((to % SIDE) as i32, (to / SIDE) as i32);
    x * next_y - next_x * y
}

/// How many destinations a thread keeps routes to, as a power of 2: 256 KB. The floors of a game have up to 50.
const PLACES_LOG: u32 = 12;

/// [`Routes`] with what they are of; a cache line. Cells, because most look-ups read one byte.
#[derive(Debug)]
#[repr(align(64))]
struct Kept {
    /// [`FloorPlan::number_of`] the destination; 0 while the place is empty.
    number: Cell<u64>,
    distance: Cell<[u8; SQUARES]>,
    step: Cell<[u8; SQUARES]>,
}

impl Kept {
    fn empty() -> Kept {
        Kept {
            number: Cell::new(0),
            distance: Cell::new(Routes::NONE.distance),
            step: Cell::new(Routes::NONE.step),
        }
    }

    #[cold]
    #[inline(never)]
    fn replace(&self, plan: FloorPlan, destination: usize) {
        let routes = Routes::new(plan, destination);
        self.number.set(plan.number_of(destination));
        self.distance.set(routes.distance);
        self.step.set(routes.step);
    }

    #[inline]
    fn routes(&self) -> Routes {
        Routes {
            distance: self.distance.get(),
            step: self.step.get(),
        }
    }

    #[inline]
    fn distance_from(&self, square: usize) -> u8 {
        self.distance.as_array_of_cells()[square].get()
    }

    #[inline]
    fn step_from(&self, square: usize) -> usize {
        self.step.as_array_of_cells()[square].get().into()
    }
}

thread_local! {
    static KEPT: Box<[Kept; 1 << PLACES_LOG]> = {
        let places: Box<[Kept]> = (0..1 << PLACES_LOG).map(|_| Kept::empty()).collect();
        places.try_into().expect("as many places as the table has")
    };
}

/// What `read` finds in the routes to a square. A layout and a square have one place together, which they may share
/// with others: the last that was asked for keeps it.
#[inline]
fn kept<T>(plan: FloorPlan, destination: usize, read: impl FnOnce(&Kept) -> T) -> T {
    let number = plan.number_of(destination);
    KEPT.with(|table| {
        let kept = &table[place_of(number)];
        if kept.number.get() != number {
            kept.replace(plan, destination);
        }
        read(kept)
    })
}

/// Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4).
#[inline]
fn place_of(number: u64) -> usize {
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - PLACES_LOG)) as usize
}

#[cfg(test)]
mod tests {
    use super::super::floor_plan::random_floor;
    use super::*;
    use crate::random::{below, choose, choose_bit, stream};

    /// Routes are those of the floor that is asked about, whether they were kept, pushed out or never there.
    #[test]
    fn what_is_kept_is_what_would_be_worked_out() {
        let mut rng = stream(1, "kept routes", 0);
        let floors: Vec<FloorPlan> = (0..1_000).map(|_| random_floor(&mut rng)).collect();
        let destinations = floors.iter().map(|plan| plan.cells().count_ones()).sum::<u32>();
        assert!(
            destinations > 3 << PLACES_LOG,
            "{destinations} destinations fit into the table"
        );
        let (mut hits, mut misses) = (0, 0);
        for _ in 0..200_000 {
            // A few floors are asked about more often, so that some routes stay.
            let among = if below(&mut rng, 2) == 0 { 20 } else { floors.len() };
            let plan = choose(&mut rng, &floors[..among]);
            let to = choose_bit(&mut rng, plan.cells().into()) as usize;
            let number = plan.number_of(to);
            let is_kept = KEPT.with(|table| table[place_of(number)].number.get() == number);
            *if is_kept { &mut hits } else { &mut misses } += 1;
            let expected = Routes::new(plan, to);
            assert_eq!(plan.routes_to(to), expected, "{plan:?} to {to}");
            let from = choose_bit(&mut rng, plan.cells().into()) as usize;
            assert_eq!(plan.distance(from, to), expected.distance[from]);
            assert_eq!(plan.step(from, to), usize::from(expected.step[from]));
        }
        assert!(hits > 20_000 && misses > 20_000, "{hits} hits, {misses} misses");
    }

    /// What finds routes to one square is also what finds them from it.
    #[test]
    fn a_way_is_as_long_as_the_way_back() {
        let mut rng = stream(2, "kept routes", 0);
        for _ in 0..100 {
            let plan = random_floor(&mut rng);
            for from in squares(plan.cells()) {
                for to in squares(plan.cells()) {
                    assert_eq!(plan.distance(from, to), plan.distance(to, from), "{plan:?}");
                }
            }
        }
    }

    #[test]
    fn the_table_takes_256_kilobytes() {
        assert_eq!(size_of::<Kept>() << PLACES_LOG, 256 << 10);
    }
}
