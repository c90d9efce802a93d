//! Positions to practise on: sets of decisions in which one move is clearly best, and another is the obvious one.
//!
//! - [`set`]: a set as a file, and what has to be true of it.
//! - [`mod@shipped`]: the sets that are part of the program.
//! - [`verdict`]: what a choice is worth, in words.
//!
//! [`Hunt`](crate::Hunt) looks for such decisions.

pub mod set;
pub mod shipped;
pub mod verdict;

pub use set::{Found, Made, Puzzle, Set, SetError, Tried};
pub use shipped::shipped;
pub use verdict::{Told, Verdict, line_of};
