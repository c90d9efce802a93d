//! How good a position is: the chance that the objective is met under the expert's own play.
//!
//! A logistic regression on what the expert's errands show. The coefficients stand in `table.rs`, with the command that
//! fitted them.

use heist_engine::game::Game;
use heist_engine::masters::scenario::Goal;
use heist_engine::masters::{MastersOfTheHeist, Phase, Piece, Standing, Who};

use super::chart::EXIT;
use super::escape;
use super::table::COEFFICIENTS;
use super::team::{Team, is_wanted_out};
use super::weights::Weights;

/// Numbers that a position is judged by.
pub const COUNT: usize = 21;

/// What the numbers are.
pub const NAMES: [&str; COUNT] = [
    "one",
    "planning",
    "the escape part",
    "Events left, in tens",
    "share of the objective that somebody has",
    "share of the objective that is banked",
    "chance if the escape were declared now",
    "steps of the longest errand, in tens",
    "Events left for each of its steps, at most 3",
    "Locks on the ways of errands",
    "guards on the ways of errands",
    "errands, in threes",
    "errands that nobody can do",
    "whether something is still to be found",
    "ideas of those who are wanted out, in fives",
    "noise to come, in tens",
    "slack of the second tightest way, in fives",
    "lack of slack, over all ways",
    "whether there is an errand that nobody can do",
    "errands beyond the first of each character",
    "characters who have something to do",
];

/// About how many Events a round takes, with the alerts that its noise raises.
const EVENTS_PER_ROUND: f32 = 3.2;
/// Steps of a round, about.
const STEPS_PER_ROUND: f32 = 2.0;
/// Steps that a Lock or a guard on the way is worth.
const STEPS_PER_CHIT: f32 = 0.8;
/// Steps of an errand that is still to come after another one.
const STEPS_PER_ERRAND: f32 = 4.0;

/// The numbers of a position.
pub fn features(state: &MastersOfTheHeist) -> [f32; COUNT] {
    let mut numbers = [0.0; COUNT];
    numbers[0] = 1.0;
    if state.phase() == Phase::Plan {
        numbers[1] = 1.0;
        return numbers;
    }
    features_of(state, &Team::new(state, &Weights::DEFAULT))
}

/// The numbers of a position of the heist, by what the team is about to do.
pub(super) fn features_of(state: &MastersOfTheHeist, team: &Team) -> [f32; COUNT] {
    let mut numbers = [0.0; COUNT];
    numbers[0] = 1.0;
    numbers[2] = f32::from(u8::from(state.phase() == Phase::Escape));
    let events = state.deck_cards().len() as f32;
    numbers[3] = events / 10.0;
    (numbers[4], numbers[5]) = secured(state, team);
    numbers[6] = escape::chance(state, team) as f32;
    let mut longest = 0;
    // Of the two tightest ways, the tightest first.
    let mut tightest = [NO_WAY; 2];
    for who in team.present().filter(|who| team.importance[who.index()] >= 1.0) {
        let slack = slack(state, team, who);
        if slack < tightest[0] {
            tightest = [slack, tightest[0]];
        } else if slack < tightest[1] {
            tightest[1] = slack;
        }
        numbers[17] += (1.0 - 0.5 * slack).exp().ln_1p();
        numbers[19] += further_errands(team, who);
        numbers[20] += 1.0;
        let route = team.routes[who.index()].places();
        longest = longest.max(route.len().saturating_sub(1));
        for &place in route.iter().skip(1).filter(|&&place| place < EXIT) {
            numbers[9] += f32::from(team.chart.locks[usize::from(place)]);
            numbers[10] += f32::from(team.chart.guards[usize::from(place)]);
        }
        if is_wanted_out(state, who) {
            numbers[14] += f32::from(state.ideas(who)) / 5.0;
        }
    }
    numbers[7] = longest as f32 / 10.0;
    numbers[8] = (events / (longest as f32 + 1.0)).min(3.0);
    numbers[11] = team.errands().len() as f32 / 3.0;
    numbers[12] = team.errands().iter().filter(|errand| !team.is_reached(errand)).count() as f32;
    numbers[13] = f32::from(u8::from(team.looks_for));
    numbers[15] = f32::from(state.owed_noise_count()) / 10.0;
    numbers[16] = tightest[1].clamp(-15.0, NO_WAY) / 5.0;
    numbers[18] = f32::from(u8::from(numbers[12] > 0.0));
    numbers
}

/// The slack of a way that nobody goes.
const NO_WAY: f32 = 12.0;

/// About how many steps more than its errands and its way home take a character can still make, until the last Event
/// and then with its ideas.
fn slack(state: &MastersOfTheHeist, team: &Team, who: Who) -> f32 {
    let route = team.routes[who.index()].places();
    let hexes = route.iter().skip(1).filter(|&&place| place < EXIT);
    let chits: u8 = hexes
        .map(|&place| team.chart.locks[usize::from(place)] + team.chart.guards[usize::from(place)])
        .sum();
    let need = route.len().saturating_sub(1) as f32
        + STEPS_PER_CHIT * f32::from(chits)
        + STEPS_PER_ERRAND * further_errands(team, who);
    let rounds = state.deck_cards().len() as f32 / EVENTS_PER_ROUND;
    STEPS_PER_ROUND * rounds + f32::from(state.ideas(who)) - need
}

/// The errands that a character has beside the one that it is about to do.
fn further_errands(team: &Team, who: Who) -> f32 {
    let mine = team.errands().iter().filter(|errand| errand.taken_by == Some(who));
    mine.count().saturating_sub(1) as f32
}

/// The share of the objective that somebody has or that is banked, and the share that is banked.
fn secured(state: &MastersOfTheHeist, team: &Team) -> (f32, f32) {
    let (mut has, mut banked) = (0.0, 0.0);
    let goals = &state.scenario().objective;
    for goal in goals {
        match *goal {
            Goal::Stolen(kind, count) => {
                let piece = Piece::of(kind);
                let held: u8 = team.present().map(|who| state.held_count(who, piece)).sum();
                let out = state.banked_count(piece);
                has += f32::from((held + out).min(count)) / f32::from(count);
                banked += f32::from(out.min(count)) / f32::from(count);
            }
            Goal::HideoutHas(kind) => {
                let is_held = team.present().any(|who| state.held_count(who, Piece::of(kind)) > 0);
                has += f32::from(u8::from(is_held));
            }
            Goal::NpcEscaped => {
                has += f32::from(u8::from(state.standing(Who::NPC) == Standing::Active));
                banked += f32::from(u8::from(state.exit_of(Who::NPC).is_some()));
            }
            Goal::Escaped(_) => {
                let is_out = team
                    .present()
                    .any(|who| state.counts_as_escaped(who) && state.exit_of(who).is_some());
                banked += f32::from(u8::from(is_out));
            }
        }
    }
    let count = goals.len().max(1) as f32;
    (has / count, banked / count)
}

/// What the heist is worth under the expert's play: the chance that the objective is met, and cash if the setup gives
/// it a weight (MH9a).
pub fn value(state: &MastersOfTheHeist) -> f64 {
    if let Some(reward) = state.reward() {
        return reward;
    }
    let numbers = features(state);
    let log_odds: f32 = numbers
        .iter()
        .zip(COEFFICIENTS)
        .map(|(number, weight)| number * weight)
        .sum();
    weighed(state, 1.0 / (1.0 + f64::from(-log_odds).exp()))
}

/// MH9a: what a chance that the objective is met is worth with the cash that the team will have.
pub(super) fn weighed(state: &MastersOfTheHeist, chance: f64) -> f64 {
    if state.cash_weight() == 0 {
        return chance;
    }
    let (cash, out) = takings(state, chance);
    state.weighed(chance, cash, out)
}

/// MH9a: the $k that the team will have, and the characters that will be out. Who is indoors now is taken to get out,
/// with its cash, as often as the objective is met.
fn takings(state: &MastersOfTheHeist, chance: f64) -> (f64, f64) {
    let mut cash = f64::from(state.team_cash()) + f64::from(state.banked_count(Piece::ALL_CASH));
    let mut out = 0.0;
    for who in state.everyone().filter(|&who| state.standing(who) == Standing::Active) {
        let share = if state.exit_of(who).is_some() { 1.0 } else { chance };
        cash += share * f64::from(state.held_count(who, Piece::ALL_CASH));
        out += if who.is_npc() { 0.0 } else { share };
    }
    (cash, out)
}
