//! What a search changes in a plan.

use heist_engine::board::hexes::members;
use heist_engine::game::Game;
use heist_engine::masters::{Action, MastersOfTheHeist};
use heist_engine::random::{Generator, below, choose, choose_bit, choose_weighted};

use super::super::weights::Weights;
use super::draft::{Draft, Scope, is_planned};
use super::trial::Trial;

/// How much rather a token is moved that nobody uses than one that is used in every heist.
const IDLE: f64 = 6.0;

/// Weights that see the map otherwise.
pub fn other_weights(rng: &mut Generator) -> Weights {
    let mut unit = || f64::from(below(rng, 1 << 16)) / f64::from(1 << 16);
    let mut list = Weights::DEFAULT.get();
    for number in &mut list {
        *number *= ((unit() + unit() - 1.0) * 1.2).exp() as f32;
    }
    Weights::from_list(&list)
}

fn some_weights(rng: &mut Generator) -> Weights {
    match below(rng, 2) {
        0 => Weights::DEFAULT,
        _ => other_weights(rng),
    }
}

/// A plan with something changed.
pub fn change(state: &MastersOfTheHeist, trial: &Trial, rng: &mut Generator) -> Draft {
    let mut draft = trial.draft.clone();
    let at = draft.before_tokens(state);
    let scope = Scope::of(&at);
    let open = scope.open();
    let kind = below(rng, 10);
    if open.is_empty() || (kind < 2 && is_open_before(state)) {
        // Another start place for somebody, or another purchase, and the tokens that the expert then places.
        match below(rng, 3) {
            0 => shop(state, &mut draft, rng),
            _ => restart(state, &mut draft, rng),
        }
        let at = draft.before_tokens(state);
        draft.place_tokens(&at, &some_weights(rng), u32::MAX);
        return draft;
    }
    match kind {
        // The tokens of everybody, or of somebody, as an expert with other weights places them.
        0..=4 => {
            let characters = if kind == 2 { u32::MAX } else { 1 << choose(rng, &open) };
            draft.place_tokens(&at, &other_weights(rng), characters);
        }
        // Somebody follows somebody else, or they exchange what they do.
        5 => {
            let (one, other) = (choose(rng, &open), below(rng, state.player_count() as u32) as usize);
            let theirs = draft.tokens[other] | scope.placed[other];
            if below(rng, 2) == 0 && open.contains(&other) {
                draft.tokens[other] = draft.tokens[one] | scope.placed[one];
            }
            draft.tokens[one] = theirs;
        }
        // One to three tokens lie elsewhere.
        _ => {
            for _ in 0..=below(rng, 3) {
                shift(&scope, trial, &mut draft, choose(rng, &open), rng);
            }
        }
    }
    draft.trim(&scope);
    draft
}

/// Whether something is decided before tokens are placed.
fn is_open_before(state: &MastersOfTheHeist) -> bool {
    let mut legal = Vec::with_capacity(64);
    state.legal_actions(&mut legal);
    !matches!(
        legal.first(),
        None | Some(Action::Token(_) | Action::Stake(_) | Action::Begin)
    )
}

/// A token goes to a hex next to another one; rather one that was of little use.
fn shift(scope: &Scope, trial: &Trial, draft: &mut Draft, character: usize, rng: &mut Generator) {
    let tokens = &mut draft.tokens[character];
    if *tokens != 0 && tokens.count_ones() >= scope.rooms[character] {
        let all: Vec<usize> = members(*tokens).collect();
        let most = all.iter().map(|&hex| trial.uses(character, hex)).max();
        let most = f64::from(most.unwrap_or(0).max(1));
        let weight = |&hex: &usize| 1.0 / (1.0 + IDLE * f64::from(trial.uses(character, hex)) / most);
        let weights: Vec<f64> = all.iter().map(weight).collect();
        *tokens &= !(1 << all[choose_weighted(rng, &weights)]);
    }
    let beside = scope.open_beside(character, *tokens);
    if beside != 0 {
        *tokens |= 1 << choose_bit(rng, u64::from(beside));
    }
}

/// Somebody starts elsewhere.
pub fn restart(state: &MastersOfTheHeist, draft: &mut Draft, rng: &mut Generator) {
    let mut at = *state;
    let mut legal = Vec::new();
    let mut starts = Vec::new();
    let changed = below(rng, state.player_count() as u32);
    while is_planned(&at) {
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
    while is_planned(&at) {
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
