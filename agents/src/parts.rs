//! What this crate compiles for a game.

use std::marker::PhantomData;

use heist_engine::any::Part;

use crate::any::{AnySeats, Seats};
use crate::arena::any::{AnyArena, Arena};
use crate::arena::calibrate::any::{AnyCalibrated, Calibrated};
use crate::heuristics::HeuristicsInfo;
use crate::network::any::{AnyNetworks, Networks};
use crate::protocol::engine::{AnyTasks, Tasks};
use crate::spec::Players;
use crate::speed::{AnyMeasurer, Measurer};

/// The players of a game without its types: searches, experts, networks, the arena, analyses, measurements.
#[derive(Clone, Copy, Debug)]
pub struct Parts<G>(PhantomData<fn() -> G>);

impl<G: Players> Parts<G> {
    /// All of them, for [`listed!`](heist_engine::listed).
    pub const ALL: &'static [Part] = &[
        &(&HeuristicsInfo::of::<G>() as &'static HeuristicsInfo),
        &(&Seats::<G>(PhantomData) as &'static dyn AnySeats),
        &(&Arena::<G>(PhantomData) as &'static dyn AnyArena),
        &(&Calibrated::<G>(PhantomData) as &'static dyn AnyCalibrated),
        &(&Networks::<G>(PhantomData) as &'static dyn AnyNetworks),
        &(&Tasks::<G>(PhantomData) as &'static dyn AnyTasks),
        &(&Measurer::<G>(PhantomData) as &'static dyn AnyMeasurer),
    ];
}
