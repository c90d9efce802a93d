//! Exact, fast states for cooperative heist board games.
//!
//! Pure rules: no threads, files, clocks or global randomness. A caller drives a [`Game`] by asking
//! for its [`Node`], applying an action where a seat decides and resolving an outcome where chance does.
//!
//! | Module | What it holds |
//! | --- | --- |
//! | [`game`] | the contract every game keeps |
//! | [`describe`] | how a game describes its figures, setups and positions |
//! | [`random`] | exact draws from a generator passed in |
//! | [`board`] | floors with walls and the guards' routes; maps of hexes |
//! | [`cards`] | decks with a partly known order |
//! | [`hash`] | stable keys |
//! | [`json`] | JSON texts: strict reading, and where things stand in them |
//! | [`record`] | replays |
//! | [`registry`] | every game, a line each |
//! | [`any`] | games without their types |
//! | [`campaign`], [`campaigns`] | games in a row, and which games have them |
//! | [`burgle_bros`] | Burgle Bros. |
//! | [`caper_cards`] | Caper Cards |
//! | [`casino_capers`] | Casino Capers |
//! | [`masters`] | Masters of the Heist |
//!
//! Rule cases, the conformance suite and playthroughs for tests are the crate `heist-testkit`.
//!
//! ```
//! use heist_engine::burgle_bros::{BurgleBros, Setup};
//! use heist_engine::game::{Game, Node};
//! use heist_engine::random::{choose, stream};
//!
//! let mut rng = stream(7, "a random game", 0);
//! let mut state = BurgleBros::new(&Setup::bank_job(3, 7))?;
//! let mut legal = Vec::new();
//! while state.node() != Node::Terminal {
//!     if state.node() == Node::Chance {
//!         let outcome = state.sample(&mut rng);
//!         state.resolve(outcome);
//!     } else {
//!         state.legal_actions(&mut legal);
//!         state.apply(choose(&mut rng, &legal));
//!     }
//! }
//! assert!(state.result().is_some());
//! # Ok::<(), heist_engine::SetupError>(())
//! ```

mod action_set;
pub mod any;
mod blocks;
pub mod board;
pub mod burgle_bros;
pub mod campaign;
pub mod campaigns;
pub mod caper_cards;
pub mod cards;
pub mod casino_capers;
mod component_set;
mod data_rows;
pub mod describe;
mod encoding;
pub mod game;
pub mod hash;
pub mod json;
mod loose;
pub mod masters;
mod problem;
pub mod random;
pub mod record;
pub mod registry;

pub use action_set::ActionSet;
pub use describe::{Choice, Count, Fact, FieldDefault, FieldKind, Figure, Picker, SetupField};
pub use encoding::encoding_hash;
pub use game::{
    Actor, ApplyError, Encode, FeatureChanges, Fill, Game, Node, NotationError, Overrides, PositionError, Problem,
    Purpose, ResolveError, Seat, SetupError, TeamResult, Windows,
};
