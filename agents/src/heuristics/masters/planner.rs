//! The planner: a whole plan, found by search over plans that the expert plays out.
//!
//! The planning part is where this game is won, and from its office on it holds no chance, so a plan is one point: what
//! is bought, where everybody starts, and one set of hexes for each character. The search begins with a race among
//! plans of experts that see the map differently, and climbs from the winner: it changes the plan it has, has the
//! expert play both out in the same sampled heists, and keeps the change if it does better (docs/strength.md says what
//! this was compared with). Most changes are let go after a few heists; those that seem good are tried in more. In the
//! end the plan is compared with the other moves of the first decision, in common heists that the search has not seen;
//! what is best there is the plan.

mod account;
mod changes;
mod climb;
mod draft;
mod pool;
mod trial;
mod uses;
mod verdict;

use std::time::Instant;

use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::{Generator, stream_seed};

use crate::agent::Stop;
use crate::analysis::Estimate;
use crate::planning::{self, Effort};
use account::{Account, Clock};
use climb::Climber;
pub(super) use draft::is_planned;

/// A plan for a heist.
pub type Plan = planning::Plan<MastersOfTheHeist>;

/// The part of the budget that is for the search where the plan is also to be measured.
const SEARCH: f64 = 0.55;

/// Looks for a plan from a decision of the planning part on; none elsewhere.
pub fn find(state: &MastersOfTheHeist, effort: &Effort, rng: &mut Generator, stop: Stop<'_>) -> Option<Plan> {
    let begin = Instant::now();
    find_by(&|| begin.elapsed(), state, effort, rng, stop)
}

/// The same by another clock.
fn find_by(
    clock: Clock<'_>,
    state: &MastersOfTheHeist,
    effort: &Effort,
    rng: &mut Generator,
    stop: Stop<'_>,
) -> Option<Plan> {
    if !is_planned(state) {
        return None;
    }
    let mut account = Account::new(effort, clock, stop);
    let seed = stream_seed(rand::Rng::next_u64(rng), "plan", 0);
    if effort.reports {
        account.allow(SEARCH);
    }
    let found = Climber::new(state, &mut account, effort.parallel).search(seed, rng);
    if effort.reports {
        account.allow(1.0);
        let seed = stream_seed(seed, "plan/report", 0);
        return Some(verdict::verdict(state, &found, seed, &mut account));
    }
    let mut line = Vec::new();
    found.best.draft.follow(state, &mut line);
    Some(Plan {
        line,
        value: Estimate::UNKNOWN,
        best: f64::NAN,
        games: 0,
        others: Vec::new(),
        purposes: Vec::new(),
        playouts: account.played,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::time::Duration;

    use heist_engine::game::Game;
    use heist_engine::masters::Setup;
    use heist_engine::random::from_seed;

    use super::*;

    fn heist() -> MastersOfTheHeist {
        let setup = Setup {
            character_count: Some(3),
            ..Setup::new("tech-lab", 1, 4)
        };
        MastersOfTheHeist::new(&setup).unwrap()
    }

    fn effort(time: Duration) -> Effort {
        Effort {
            playouts: 100_000,
            time: Some(time),
            parallel: false,
            reports: true,
        }
    }

    /// Each look at the clock takes a millisecond: a search looks before every heist, and makes none when its time is
    /// up but one for each first move and one for what tokens are for.
    #[test]
    fn a_search_stops_when_its_time_is_up() {
        let state = heist();
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        for time in [1, 5, 40, 400] {
            let looks = AtomicU64::new(0);
            let clock = || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed));
            let found = find_by(
                &clock,
                &state,
                &effort(Duration::from_millis(time)),
                &mut from_seed(1),
                &[],
            );
            let found = found.unwrap();
            assert!(
                found.playouts <= time + 3 * legal.len() as u64 + 1,
                "{} in {time}",
                found.playouts
            );
            assert!(found.value.is_known() && found.value.error > 0.0);
            assert_eq!(found.others.len() + 1, legal.len());
        }
    }

    #[test]
    fn a_search_that_was_stopped_says_what_it_has() {
        let state = heist();
        let stop = AtomicBool::new(true);
        let effort = effort(Duration::from_secs(3600));
        let found = find_by(&|| Duration::ZERO, &state, &effort, &mut from_seed(1), &[&stop]).unwrap();
        let mut at = state;
        let mut legal = Vec::new();
        for &action in &found.line {
            at.legal_actions(&mut legal);
            assert!(legal.contains(&action));
            at.apply(action);
        }
        assert!(!is_planned(&at));
        assert!(found.value.is_known() && found.value.error > 0.0);
    }
}
