//! The ways out of the Escape part, in ideas.

use heist_engine::masters::components::Ability;
use heist_engine::masters::{MastersOfTheHeist, Piece, Who};

use super::chart::{Chart, EXIT, Place, Ways};

/// The ideas that each step out costs (MH6.6c, MH6.6d, MH7.2b).
pub(super) fn ways_out(state: &MastersOfTheHeist, chart: &Chart, who: Who, picks: bool) -> Ways {
    ways_to(state, chart, who, picks, chart.ends())
}

/// With `picks`, Locks are picked on the way by who can; the route of a last ditch cannot.
pub(super) fn ways_to(
    state: &MastersOfTheHeist,
    chart: &Chart,
    who: Who,
    picks: bool,
    goals: impl Iterator<Item = Place>,
) -> Ways {
    let has = |ability| state.card_of(who).is_some_and(|card| card.has(ability));
    let passes_guards = has(Ability::ThereAreBetterWays);
    let picks = picks && has(Ability::PickUnderPressure) && !state.has_ditched(who);
    let has_key = state.held_count(who, Piece::Keycard) > 0;
    Ways::to(chart, goals, |from, to| {
        let mut cost = 1.0;
        if from < EXIT {
            if chart.rings & 1 << from != 0 {
                return None;
            }
            if !passes_guards {
                cost += f32::from(chart.guards[usize::from(from)]);
            }
        }
        if to < EXIT {
            let hex = usize::from(to);
            if chart.rings & 1 << hex != 0 {
                return None;
            }
            if chart.doors & 1 << hex != 0 {
                if !has_key {
                    return None;
                }
                cost += 1.0;
            }
            if chart.locks[hex] > 0 {
                if !picks {
                    return None;
                }
                cost += f32::from(chart.locks[hex]);
            }
        }
        Some(cost)
    })
}
