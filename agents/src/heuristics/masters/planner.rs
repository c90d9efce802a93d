//! The planner: a whole plan, found by search over plans that the expert plays out.
//!
//! The planning part is where this game is won, and from its office on it holds no chance, so a plan is one point: what is bought, where
//! everybody starts, and one set of hexes for each character. The search begins with the expert's plan and climbs: it changes the plan it
//! has, has the expert play both out in the same sampled heists, and keeps the change if it does better (docs/strength.md says what
//! this was compared with). Most changes are let go after a few heists; those that seem good are tried in more. The value of the plan in the
//! end is measured in heists of their own.

mod uses;

use std::time::{Duration, Instant};

use crate::parallel;
use heist_engine::board::hexes::members;
use heist_engine::game::{Game, Node};
use heist_engine::masters::scenario::Goal;
use heist_engine::masters::{Action, Ending, MastersOfTheHeist, Phase, Piece, Standing, Who};
use heist_engine::random::{Generator, below, choose, stream, stream_seed};

use super::chart::{CHARACTERS, Chart};
use super::choice::{chance_to_escape, choose_with, play_on};
use super::plan::{self, memory};
use super::value;
use super::weights::Weights;
use crate::agent::{Stop, is_stopped};
use crate::analysis::Estimate;
use crate::planning::{self, Effort};

/// A plan for a heist.
pub type Plan = planning::Plan<MastersOfTheHeist>;

/// Heists that measure a plan in the end.
const MEASURED: usize = 256;
/// Heists that measure each other move of the first decision.
const COMPARED: usize = 32;
/// A search that had less time than this is measured in so many times fewer heists: measuring would take many times as long as the
/// search, and whoever asks for a first idea wants it at once. So is one that was stopped.
const SHORT: (Duration, usize) = (Duration::from_millis(100), 16);
/// A change is tried in so many heists, then in more.
const TRIES: [usize; 3] = [8, 32, 96];
/// What is worth most of a heist that is lost, beside its chance: what was brought out.
const CONSOLATION: f64 = 0.1;

/// A plan as it is changed.
#[derive(Clone, PartialEq, Debug, Default)]
struct Draft {
    /// Decisions other than those below, in any order.
    others: Vec<Action>,
    /// Start places.
    starts: Vec<Action>,
    tokens: [u32; CHARACTERS],
}

impl Draft {
    /// The plan that some decisions are.
    fn of(state: &MastersOfTheHeist, line: &[Action]) -> Draft {
        let mut draft = Draft::default();
        let mut at = *state;
        for &action in line {
            match action {
                Action::Token(tile) => {
                    let hex = at.scenario().hex_number(tile);
                    if let (Some(who), Some(hex)) = (at.deciding(), hex) {
                        draft.tokens[who.index()] |= 1 << hex;
                    }
                }
                Action::Start(..) => draft.starts.push(action),
                Action::Done | Action::Begin => {}
                other => draft.others.push(other),
            }
            at.apply(action);
        }
        draft
    }

    /// Follows the plan as far as it can be followed; what cannot be done is left out.
    fn follow(&self, state: &MastersOfTheHeist, line: &mut Vec<Action>, until_tokens: bool) -> MastersOfTheHeist {
        let mut at = *state;
        let mut legal = Vec::with_capacity(64);
        while at.phase() == Phase::Plan && matches!(at.node(), Node::Decision(_)) {
            at.legal_actions(&mut legal);
            let asks_token = matches!(legal[0], Action::Token(_));
            if until_tokens && asks_token {
                break;
            }
            let action = self.next(&at, &legal);
            line.push(action);
            at.apply(action);
        }
        at
    }

    fn next(&self, at: &MastersOfTheHeist, legal: &[Action]) -> Action {
        let wanted = at.deciding().map_or(0, |who| self.tokens[who.index()]);
        let is_planned = |action: &&Action| match **action {
            Action::Token(tile) => at.scenario().hex_number(tile).is_some_and(|hex| wanted & 1 << hex != 0),
            Action::Start(..) => self.starts.contains(action),
            _ => self.others.contains(action),
        };
        let planned = legal.iter().find(is_planned).copied();
        let done = || legal.iter().copied().find(|&action| action == Action::Done);
        planned.or_else(done).unwrap_or(legal[0])
    }
}

/// What was brought out, or is held, of what the objective asks for, 0 to 1.
fn brought(end: &MastersOfTheHeist) -> f64 {
    let part = |goal: &Goal| match *goal {
        Goal::Stolen(kind, count) => {
            let piece = Piece::of(kind);
            let held: u8 = end.everyone().map(|who| end.held_count(who, piece)).sum();
            (f64::from(end.banked_count(piece)) + 0.5 * f64::from(held)) / f64::from(count)
        }
        Goal::HideoutHas(kind) => {
            let held: u8 = end.everyone().map(|who| end.held_count(who, Piece::of(kind))).sum();
            0.5 * f64::from(held)
        }
        Goal::NpcEscaped => 0.5 * f64::from(u8::from(end.standing(Who::NPC) != Standing::Inactive)),
        Goal::Escaped(_) => 0.0,
    };
    let goals = &end.scenario().objective;
    goals.iter().map(|goal| part(goal).min(1.0)).sum::<f64>() / goals.len().max(1) as f64
}

/// How a heist went that the expert played out.
#[derive(Clone, Copy)]
struct Outcome {
    is_won: bool,
    /// What it is worth to the search: the result, the chance as the Escape part began, which the dice do not blur, and a consolation for
    /// what was brought out, which is a guide where wins are rare.
    worth: f64,
}

/// Plays a heist out with the expert.
fn play_out(start: &MastersOfTheHeist, seed: u64) -> Outcome {
    let mut rng = stream(seed, "plan/heist", 0);
    let mut chance = None;
    let state = play_on(start, &mut rng, |state, _| {
        if state.phase() == Phase::Escape && chance.is_none() {
            chance = Some(value::weighed(state, chance_to_escape(state)));
        }
    });
    let is_won = state.ending() == Ending::Won;
    let result = state.reward().expect("a heist that was played to its end has a result");
    let luckless = 0.5 * (result + chance.unwrap_or(result));
    Outcome {
        is_won,
        worth: luckless + CONSOLATION * if is_won { 1.0 } else { brought(&state) },
    }
}

/// A plan that is tried: where it leads, and what its heists were worth, by their numbers.
struct Tried {
    draft: Draft,
    start: MastersOfTheHeist,
    results: Vec<f64>,
}

impl Tried {
    fn new(state: &MastersOfTheHeist, draft: Draft) -> Tried {
        let start = draft.follow(state, &mut Vec::new(), false);
        Tried {
            draft,
            start,
            results: Vec::new(),
        }
    }

    /// Plays so many heists out in all; gives how many were new.
    fn try_in(&mut self, heists: usize, seed: u64, parallel: bool) -> u64 {
        let missing = self.results.len()..heists;
        let count = missing.len() as u64;
        let one = |number: usize| play_out(&self.start, stream_seed(seed, "plan/heists", number as u64)).worth;
        let more: Vec<f64> = match parallel {
            true => parallel::map(missing.len(), |place| one(missing.start + place)),
            false => missing.map(one).collect(),
        };
        self.results.extend(more);
        count
    }

    fn mean(&self, heists: usize) -> f64 {
        self.results[..heists].iter().sum::<f64>() / heists as f64
    }
}

/// The share of wins of a plan in so many heists of their own.
fn measure(start: &MastersOfTheHeist, heists: usize, seed: u64, parallel: bool) -> Estimate {
    let is_won = |number: usize| play_out(start, stream_seed(seed, "plan/measure", number as u64)).is_won;
    let wins = match parallel {
        true => parallel::map(heists, is_won)
            .into_iter()
            .filter(|&is_won| is_won)
            .count(),
        false => (0..heists).filter(|&number| is_won(number)).count(),
    } as f64;
    // The centre of Wilson's interval keeps the error of a share of 0 or 1 from being 0.
    let centre = (wins + 1.0) / (heists as f64 + 2.0);
    Estimate {
        mean: wins / heists as f64,
        error: (centre * (1.0 - centre) / heists as f64).sqrt(),
    }
}

/// Looks for a plan from a decision of the planning part on; none elsewhere.
pub fn find(state: &MastersOfTheHeist, effort: &Effort, rng: &mut Generator, stop: Stop<'_>) -> Option<Plan> {
    if state.phase() != Phase::Plan || !matches!(state.node(), Node::Decision(_)) {
        return None;
    }
    let begin = Instant::now();
    let mut seed = stream_seed(rand_core::Rng::next_u64(rng), "plan", 0);
    let experts = Draft::of(state, &expert_line(state, &Weights::DEFAULT));
    let mut best = Tried::new(state, experts);
    let first = best.start;
    let mut playouts = 0;
    let is_over = |playouts: u64| {
        playouts >= effort.playouts || effort.time.is_some_and(|time| begin.elapsed() >= time) || is_stopped(stop)
    };
    while !is_over(playouts) {
        let draft = change(state, &best.draft, rng);
        if draft == best.draft {
            playouts += 1;
            continue;
        }
        let mut other = Tried::new(state, draft);
        let mut is_better = true;
        for heists in TRIES {
            playouts += best.try_in(heists, seed, effort.parallel) + other.try_in(heists, seed, effort.parallel);
            if other.mean(heists) <= best.mean(heists) {
                is_better = false;
                break;
            }
        }
        if is_better {
            // Other heists from now on: a plan that was only lucky in these falls to the next change.
            seed = stream_seed(seed, "plan/next", 0);
            other.results.clear();
            best = other;
        }
    }
    let mut line = Vec::new();
    best.draft.follow(state, &mut line, false);
    let mut plan = Plan {
        line,
        value: Estimate::UNKNOWN,
        before: Estimate::UNKNOWN,
        others: Vec::new(),
        purposes: Vec::new(),
        playouts,
    };
    if effort.reports {
        let (short, fewer) = SHORT;
        let is_short = effort.time.is_some_and(|time| time < short) || is_stopped(stop);
        report(
            state,
            &best,
            &first,
            stream_seed(seed, "plan/report", 0),
            effort.parallel,
            if is_short { fewer } else { 1 },
            &mut plan,
        );
    }
    Some(plan)
}

/// Measures a plan, the one that the search began with, and the other moves of the first decision, in `fewer` times fewer heists
/// than usual.
fn report(
    state: &MastersOfTheHeist,
    best: &Tried,
    first: &MastersOfTheHeist,
    seed: u64,
    parallel: bool,
    fewer: usize,
    plan: &mut Plan,
) {
    let (measured, compared) = (MEASURED / fewer, COMPARED / fewer);
    plan.before = measure(first, measured, seed, parallel);
    plan.value = measure(&best.start, measured, seed, parallel);
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    for &action in legal.iter().filter(|&action| plan.line.first() != Some(action)) {
        let mut after = *state;
        after.apply(action);
        let start = best.draft.follow(&after, &mut Vec::new(), false);
        plan.others.push((action, measure(&start, compared, seed, parallel)));
    }
    let used = uses::HEISTS.min(measured);
    plan.purposes = uses::purposes(state, &plan.line, stream_seed(seed, "plan/uses", 0), used, parallel);
    plan.playouts += (2 * measured + compared * plan.others.len() + used) as u64;
}

/// The plan of an expert with these weights.
fn expert_line(state: &MastersOfTheHeist, weights: &Weights) -> Vec<Action> {
    let mut at = *state;
    let (mut line, mut legal) = (Vec::new(), Vec::new());
    while at.phase() == Phase::Plan && matches!(at.node(), Node::Decision(_)) {
        at.legal_actions(&mut legal);
        let action = choose_with(weights, &at, &legal);
        line.push(action);
        at.apply(action);
    }
    line
}

/// Weights that see the map otherwise.
fn other_weights(rng: &mut Generator) -> Weights {
    let mut unit = || f64::from(below(rng, 1 << 16)) / f64::from(1 << 16);
    let mut list = Weights::DEFAULT.get();
    for number in &mut list {
        *number *= ((unit() + unit() - 1.0) * 1.2).exp() as f32;
    }
    Weights::from_list(&list)
}

/// A plan with something changed.
fn change(state: &MastersOfTheHeist, draft: &Draft, rng: &mut Generator) -> Draft {
    let players = state.player_count() as u32;
    let mut draft = draft.clone();
    match below(rng, 10) {
        // The plan of an expert with other weights.
        0 => Draft {
            others: draft.others,
            ..Draft::of(state, &expert_line(state, &other_weights(rng)))
        },
        // Another start place for somebody, or another purchase, and the tokens that the expert then places.
        1 | 2 => {
            if below(rng, 3) > 0 {
                restart(state, &mut draft, rng);
            } else {
                shop(state, &mut draft, rng);
            }
            let at = draft.follow(state, &mut Vec::new(), true);
            let weights = if below(rng, 2) == 0 {
                Weights::DEFAULT
            } else {
                other_weights(rng)
            };
            draft.tokens = plan::Plan::new(&at, &weights, &Chart::new(&at, &weights).at).tokens;
            draft
        }
        // The tokens of somebody as an expert with other weights places them.
        3 | 4 => {
            let at = draft.follow(state, &mut Vec::new(), true);
            let weights = other_weights(rng);
            let who = below(rng, players) as usize;
            draft.tokens[who] = plan::Plan::new(&at, &weights, &Chart::new(&at, &weights).at).tokens[who];
            draft
        }
        // Somebody follows somebody else.
        5 => {
            let (who, whom) = (below(rng, players) as usize, below(rng, players) as usize);
            let room = memory(state, Who(who as u8));
            draft.tokens[who] = draft.tokens[whom];
            while draft.tokens[who].count_ones() > room {
                draft.tokens[who] &= !(1 << random_member(draft.tokens[who], rng));
            }
            draft
        }
        // One to three tokens lie elsewhere.
        _ => {
            for _ in 0..=below(rng, 3) {
                shift(state, &mut draft, below(rng, players) as usize, rng);
            }
            draft
        }
    }
}

fn random_member(set: u32, rng: &mut Generator) -> usize {
    let all: Vec<usize> = members(set).collect();
    choose(rng, &all)
}

/// A token goes to a hex next to another one.
fn shift(state: &MastersOfTheHeist, draft: &mut Draft, who: usize, rng: &mut Generator) {
    let tokens = &mut draft.tokens[who];
    if *tokens == 0 {
        return;
    }
    if tokens.count_ones() >= memory(state, Who(who as u8)) {
        *tokens &= !(1 << random_member(*tokens, rng));
    }
    let beside = state.plan().neighbours_of(*tokens) & !*tokens;
    if beside != 0 {
        *tokens |= 1 << random_member(beside, rng);
    }
}

/// Somebody starts elsewhere.
fn restart(state: &MastersOfTheHeist, draft: &mut Draft, rng: &mut Generator) {
    let mut at = *state;
    let mut legal = Vec::new();
    let mut starts = Vec::new();
    let changed = below(rng, state.player_count() as u32);
    while at.phase() == Phase::Plan && matches!(at.node(), Node::Decision(_)) {
        at.legal_actions(&mut legal);
        let action = match legal[0] {
            Action::Token(_) => break,
            Action::Start(who, _) if u32::from(who.0) == changed => choose(rng, &legal),
            Action::Tunnel(..) if below(rng, 2) == 0 => {
                let tunnel = choose(rng, &legal);
                draft.others.retain(|other| !matches!(other, Action::Tunnel(..)));
                draft.others.push(tunnel);
                tunnel
            }
            _ => draft.next(&at, &legal),
        };
        if matches!(action, Action::Start(..)) {
            starts.push(action);
        }
        at.apply(action);
    }
    draft.starts = starts;
}

/// Something is bought or hired that was not, or the other way round.
fn shop(state: &MastersOfTheHeist, draft: &mut Draft, rng: &mut Generator) {
    let is_purchase = |action: &Action| !matches!(action, Action::Tunnel(..));
    if below(rng, 2) == 0 && draft.others.iter().any(is_purchase) {
        let bought: Vec<Action> = draft.others.iter().copied().filter(is_purchase).collect();
        let dropped = choose(rng, &bought);
        draft.others.retain(|&other| other != dropped);
        return;
    }
    let mut at = *state;
    let (mut legal, mut offered) = (Vec::new(), Vec::new());
    while at.phase() == Phase::Plan && matches!(at.node(), Node::Decision(_)) {
        at.legal_actions(&mut legal);
        if matches!(legal[0], Action::Token(_) | Action::Start(..) | Action::Tunnel(..)) {
            break;
        }
        offered.extend(legal.iter().copied().filter(|&action| is_deterministic(action)));
        at.apply(draft.next(&at, &legal));
    }
    if !offered.is_empty() {
        draft.others.push(choose(rng, &offered));
    }
}

/// Whether a decision of the office holds no chance.
fn is_deterministic(action: Action) -> bool {
    !matches!(
        action,
        Action::Done | Action::Visage(_) | Action::BuildingSchematics(_) | Action::BeatCop(..) | Action::PrisonGuard
    )
}
