//! How far the team came: what tells lost heists apart.

use heist_engine::board::hexes::members;
use heist_engine::masters::scenario::Goal;
use heist_engine::masters::{Ending, MastersOfTheHeist, Piece, Standing, Who};

use super::chart::{CHARACTERS, Chart, EXIT, FAR, NOWHERE, Place};
use super::out::ways_out;
use super::team::who;
use super::weights::Weights;

/// What loot that somebody holds counts for at least, to loot that is out.
const HELD: f64 = 0.4;
/// What standing where loot lies counts for.
const NEAR: f64 = 0.3;
/// Nearness falls to a third over so many steps.
const STEPS: f64 = 4.0;
/// A character that lacks so many ideas to get out is half out.
const LACKED: f32 = 3.0;
/// By how much each idea changes the log odds of that.
const STEEPNESS: f32 = 0.7;

/// How much of the objective is met, 0 to 1, with parts for what is nearly met: loot that somebody holds, the nearer to
/// an Exit for the ideas that are left the better, and loot or an NPC that somebody stands near.
///
/// A heist that is lost with Events left counts for nothing: a team that gives up could still have come farther.
pub(super) fn progress(state: &MastersOfTheHeist) -> f64 {
    if state.ending() == Ending::Lost && !state.deck_cards().is_empty() {
        return 0.0;
    }
    let mut chart = Chart::new(state, &Weights::DEFAULT);
    // MH6.6k: who did not get out stands where it was caught.
    let ends_on_hideouts = state.scenario().ends_on_hideouts();
    for who in state.everyone().filter(|&who| state.standing(who) == Standing::Busted) {
        // An Exit where hideouts would be safe (MH6.6m); on any other it was one too many, and is not out.
        let exit = state.exit_of(who).filter(|_| ends_on_hideouts);
        let exit = exit.map(|exit| EXIT + exit as Place);
        chart.at[who.index()] = state.hex_of(who).map(|hex| hex as Place).or(exit).unwrap_or(NOWHERE);
    }
    let goals = &state.scenario().objective;
    let met = |goal: &Goal| match *goal {
        Goal::Stolen(kind, count) => gathered(state, &chart, Piece::of(kind), count) / f64::from(count),
        Goal::HideoutHas(kind) => gathered(state, &chart, Piece::of(kind), 1),
        Goal::NpcEscaped if state.standing(Who::NPC) != Standing::Inactive => {
            HELD + (1.0 - HELD) * outlook(state, &chart, Who::NPC)
        }
        Goal::NpcEscaped => NEAR * state.hex_of(Who::NPC).map_or(0.0, |hex| nearness(&chart, 1 << hex)),
        Goal::Escaped(count) => {
            let mut outlooks = [0.0; CHARACTERS];
            let players = present(&chart).filter(|&who| state.counts_as_escaped(who));
            players
                .zip(&mut outlooks)
                .for_each(|(who, place)| *place = outlook(state, &chart, who));
            outlooks.sort_by(|a, b| b.total_cmp(a));
            outlooks[..usize::from(count).min(CHARACTERS)].iter().sum::<f64>() / f64::from(count)
        }
    };
    goals.iter().map(|goal| met(goal).min(1.0)).sum::<f64>() / goals.len().max(1) as f64
}

fn present(chart: &Chart) -> impl Iterator<Item = Who> + '_ {
    (0..CHARACTERS).filter(|&number| chart.at[number] != NOWHERE).map(who)
}

/// The pieces that are out, those that somebody holds, each for a part that grows with the outlook of its holder, and
/// how near the next one is if more are asked for.
fn gathered(state: &MastersOfTheHeist, chart: &Chart, piece: Piece, asked: u8) -> f64 {
    let mut count = state.banked_count(piece);
    let mut worth = f64::from(count);
    for who in present(chart) {
        let held = state.held_count(who, piece);
        if held > 0 {
            count += held;
            worth += f64::from(held) * (HELD + (1.0 - HELD) * outlook(state, chart, who));
        }
    }
    if count < asked {
        worth += NEAR * nearness(chart, state.hexes_of_piece(piece));
    }
    worth
}

/// How near a character is to getting out, 0 to 1.
fn outlook(state: &MastersOfTheHeist, chart: &Chart, who: Who) -> f64 {
    let at = chart.at[who.index()];
    if at == NOWHERE {
        return 0.0;
    }
    if chart.is_end(at) {
        return 1.0;
    }
    let need = ways_out(state, chart, who, true).cost_of(at);
    if need >= FAR {
        return 0.0;
    }
    let lacking = (need - f32::from(state.ideas(who))).max(0.0);
    f64::from(1.0 / (1.0 + (STEEPNESS * (lacking - LACKED)).exp()))
}

/// How near somebody is to one of some hexes, 0 to 1.
fn nearness(chart: &Chart, hexes: u32) -> f64 {
    let places = present(chart)
        .filter(|who| !who.is_npc())
        .map(|who| chart.at[who.index()]);
    let steps = places
        .filter(|&at| at < EXIT)
        .flat_map(|at| members(hexes).map(move |hex| chart.plan.distance(usize::from(at), hex)));
    steps.min().map_or(0.0, |steps| (-f64::from(steps) / STEPS).exp())
}
