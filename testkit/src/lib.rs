//! What the tests of a game share, whatever its rules. Whoever plays games need not compile it.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`cases`] | rule cases written as data, as `heist check` runs them |
//! | [`conformance`] | the properties every game is tested for |
//! | [`free`] | moves that cost nothing, for tests of what searches say of them |
//! | [`mod@playthrough`] | games played step by step |
//! | [`rules`] | the ids of each game's rules |
//! | [`steps`] | playing by notation |

pub mod cases;
mod chi_square;
pub mod conformance;
pub mod free;
mod parts;
pub mod playthrough;
pub mod rules;
pub mod steps;

pub use chi_square::chi_square_critical;
pub use parts::Parts;
pub use playthrough::{play_randomly, play_with, playthrough};
