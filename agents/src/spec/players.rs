//! Who plays a game, compiled once.

use std::sync::atomic::AtomicBool;

use heist_engine::any::Listed;
use heist_engine::each_game;
use heist_engine::game::Seat;

use super::guide::NetworkLoader;
use super::parse::{Spec, SpecError};
use crate::agent::{Agent, Factory};
use crate::analysis::{Analysis, Reason};
use crate::heuristics::Heuristics;
use crate::inquiry::{Inquiry, Told};
use crate::search::SearchFactory;
use crate::search::sampler::Sampler;
use crate::search::{Alike, Search};

/// What makes and runs the players of a game. [`players!`](crate::players) implements it.
///
/// The searches are generic in the game, and most of this crate. Whoever calls a generic function compiles it, and all
/// that it calls, again; these methods belong to one game each, so they are compiled where they stand.
pub trait Players: Heuristics + Listed {
    /// [`factory`](super::factory).
    ///
    /// # Errors
    /// As that function.
    fn agent_factory(spec: &Spec) -> Result<Factory<Self>, SpecError>;
    /// [`analysis_factory`](super::analysis_factory).
    ///
    /// # Errors
    /// As that function.
    fn analysis_factory(spec: &Spec) -> Result<SearchFactory<Self>, SpecError>;
    /// [`search_factory`](super::search_factory).
    ///
    /// # Errors
    /// As that function.
    fn search_factory(spec: &Spec) -> Result<SearchFactory<Self>, SpecError>;
    /// [`search_factory_with`](super::search_factory_with).
    ///
    /// # Errors
    /// As that function.
    fn search_factory_with(spec: &Spec, networks: NetworkLoader<'_, Self>) -> Result<SearchFactory<Self>, SpecError>;
    /// [`sampler`](super::sampler).
    ///
    /// # Errors
    /// As that function.
    fn sampler(spec: &Spec) -> Result<Sampler<Self>, SpecError>;
    /// [`Sampler::sample`].
    fn try_moves(
        sampler: &Sampler<Self>,
        view: &Self,
        seat: Seat,
        moves: &[Self::Action],
        worlds: u64,
        seed: u64,
        values: &mut Vec<f64>,
    );
    /// The agent that plays as a search says.
    fn search_agent(search: Box<dyn Search<Self>>) -> Box<dyn Agent<Self>>;
    /// [`Inquiry::answer`].
    fn answer(
        inquiry: &Inquiry<Self>,
        search: &mut dyn Search<Self>,
        stop: &AtomicBool,
        told: Option<Told<'_, Self>>,
    ) -> Analysis<Self>;
    /// [`Inquiry::holds`].
    fn holds_reason(inquiry: &Inquiry<Self>, reason: &Reason<Self>, stop: &AtomicBool) -> Option<bool>;
    /// [`alike`](crate::search::alike).
    fn alike(view: &Self, legal: &[Self::Action]) -> Vec<Alike<Self>>;
}

/// Compiles the players of games here: `players!(TheGame)`, beside `impl Heuristics for TheGame`. The games of the list
/// need no such line.
#[macro_export]
macro_rules! players {
    ($($game:ty),+ $(,)?) => {$(
        impl $crate::spec::Players for $game {
            fn agent_factory(
                spec: &$crate::Spec,
            ) -> ::core::result::Result<$crate::Factory<Self>, $crate::SpecError> {
                $crate::spec::build::factory(spec)
            }

            fn analysis_factory(
                spec: &$crate::Spec,
            ) -> ::core::result::Result<$crate::spec::SearchFactory<Self>, $crate::SpecError> {
                $crate::spec::build::analysis_factory(spec)
            }

            fn search_factory(
                spec: &$crate::Spec,
            ) -> ::core::result::Result<$crate::spec::SearchFactory<Self>, $crate::SpecError> {
                $crate::spec::build::search_factory(spec)
            }

            fn search_factory_with(
                spec: &$crate::Spec,
                networks: $crate::spec::NetworkLoader<'_, Self>,
            ) -> ::core::result::Result<$crate::spec::SearchFactory<Self>, $crate::SpecError> {
                $crate::spec::build::search_factory_with(spec, networks)
            }

            fn sampler(
                spec: &$crate::Spec,
            ) -> ::core::result::Result<$crate::search::sampler::Sampler<Self>, $crate::SpecError> {
                $crate::spec::build::sampler(spec)
            }

            fn try_moves(
                sampler: &$crate::search::sampler::Sampler<Self>,
                view: &Self,
                seat: $crate::Seat,
                moves: &[<Self as $crate::Game>::Action],
                worlds: u64,
                seed: u64,
                values: &mut ::std::vec::Vec<f64>,
            ) {
                sampler.sample(view, seat, moves, worlds, seed, values);
            }

            fn search_agent(
                search: ::std::boxed::Box<dyn $crate::Search<Self>>,
            ) -> ::std::boxed::Box<dyn $crate::Agent<Self>> {
                ::std::boxed::Box::new($crate::SearchAgent(search))
            }

            fn answer(
                inquiry: &$crate::Inquiry<Self>,
                search: &mut dyn $crate::Search<Self>,
                stop: &::std::sync::atomic::AtomicBool,
                told: ::core::option::Option<$crate::Told<'_, Self>>,
            ) -> $crate::Analysis<Self> {
                inquiry.answer(search, stop, told)
            }

            fn holds_reason(
                inquiry: &$crate::Inquiry<Self>,
                reason: &$crate::Reason<Self>,
                stop: &::std::sync::atomic::AtomicBool,
            ) -> ::core::option::Option<bool> {
                inquiry.holds(reason, stop)
            }

            fn alike(
                view: &Self,
                legal: &[<Self as $crate::Game>::Action],
            ) -> ::std::vec::Vec<$crate::search::Alike<Self>> {
                $crate::search::alike(view, legal)
            }
        }
    )+};
}

macro_rules! of_the_list {
    ([$($game:path,)*]) => {
        crate::players!($($game),*);
    };
}

each_game!([of_the_list]);

/// What makes agents of a spec. All that can go wrong with the spec goes wrong here, not later.
///
/// # Errors
/// When the agent cannot play the game, or comes from a catalogue other than [`AGENTS`](super::AGENTS).
pub fn factory<G: Players>(spec: &Spec) -> Result<Factory<G>, SpecError> {
    G::agent_factory(spec)
}

/// One agent of a spec, for one seat and one game.
///
/// # Errors
/// As [`factory`].
pub fn build<G: Players>(spec: &Spec) -> Result<Box<dyn Agent<G>>, SpecError> {
    Ok(factory(spec)?())
}

/// What makes the search of a spec, to analyse decisions with; of `random`, `heuristic` and `policy`, an account of
/// what they play.
///
/// # Errors
/// As [`factory`], and for `bot`, which gives no reasons.
pub fn analysis_factory<G: Players>(spec: &Spec) -> Result<SearchFactory<G>, SpecError> {
    G::analysis_factory(spec)
}

/// What makes the search of a spec whose agent is one.
///
/// # Errors
/// As [`factory`], and when the agent is not a search.
pub fn search_factory<G: Players>(spec: &Spec) -> Result<SearchFactory<G>, SpecError> {
    G::search_factory(spec)
}

/// The same, with networks from elsewhere, which may be evaluated on a device.
///
/// # Errors
/// As [`search_factory`].
pub fn search_factory_with<G: Players>(
    spec: &Spec,
    networks: NetworkLoader<'_, G>,
) -> Result<SearchFactory<G>, SpecError> {
    G::search_factory_with(spec, networks)
}

/// What tries moves in common worlds as the simulations of a spec do; its simulations, time and threads do not matter.
///
/// # Errors
/// When the agent does not compare moves so, or cannot play the game.
pub fn sampler<G: Players>(spec: &Spec) -> Result<Sampler<G>, SpecError> {
    G::sampler(spec)
}
