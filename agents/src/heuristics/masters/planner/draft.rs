//! A plan as it is changed, and what of it is still open.

use heist_engine::board::hexes::members;
use heist_engine::game::{Game, Node};
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, Who};

use super::super::chart::{CHARACTERS, Chart};
use super::super::choice::choose_with;
use super::super::plan::{self, memory};
use super::super::weights::Weights;

/// Whether a state is a decision of the planning part.
pub fn is_planned(state: &MastersOfTheHeist) -> bool {
    state.phase() == Phase::Plan && matches!(state.node(), Node::Decision(_))
}

/// A plan as it is changed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Draft {
    /// Decisions other than those below, in any order.
    pub others: Vec<Action>,
    /// Start places.
    pub starts: Vec<Action>,
    /// The hexes of each character's tokens.
    pub tokens: [u32; CHARACTERS],
}

impl Draft {
    /// The plan of an expert with these weights.
    pub fn of_expert(state: &MastersOfTheHeist, weights: &Weights) -> Draft {
        let mut draft = Draft::default();
        let mut at = *state;
        let mut legal = Vec::with_capacity(64);
        while is_planned(&at) {
            at.legal_actions(&mut legal);
            if matches!(legal[0], Action::Token(_)) {
                // All of them are found at once.
                break;
            }
            let action = choose_with(weights, &at, &legal);
            match action {
                Action::Start(..) => draft.starts.push(action),
                Action::Done | Action::Begin => {}
                other => draft.others.push(other),
            }
            at.apply(action);
        }
        draft.place_tokens(&at, weights, u32::MAX);
        draft
    }

    /// Lays the tokens of some characters, a set of their numbers, as an expert with these weights lays them after all
    /// that comes before tokens, which has led to `at`.
    pub fn place_tokens(&mut self, at: &MastersOfTheHeist, weights: &Weights, characters: u32) {
        let tokens = plan::Plan::new(at, weights, &Chart::new(at, weights).at).tokens;
        for number in members(characters & ((1 << CHARACTERS) - 1)) {
            self.tokens[number] = tokens[number];
        }
        self.trim(&Scope::of(at));
    }

    /// Takes out tokens that cannot be placed: those on hexes that are no longer offered, then those on the ends of
    /// ways.
    pub fn trim(&mut self, scope: &Scope) {
        for (tokens, (&open, &room)) in self.tokens.iter_mut().zip(scope.hexes.iter().zip(&scope.rooms)) {
            *tokens &= open;
            while tokens.count_ones() > room {
                let neighbours = |&hex: &usize| (scope.neighbours(hex) & *tokens).count_ones();
                let Some(end) = members(*tokens).min_by_key(neighbours) else {
                    break;
                };
                *tokens &= !(1 << end);
            }
        }
    }

    /// Follows the plan as far as it can be followed; what cannot be done is left out.
    pub fn follow(&self, state: &MastersOfTheHeist, line: &mut Vec<Action>) -> MastersOfTheHeist {
        self.follow_until(state, line, false)
    }

    /// The state in which the first token is placed; that itself where tokens are placed already.
    pub fn before_tokens(&self, state: &MastersOfTheHeist) -> MastersOfTheHeist {
        self.follow_until(state, &mut Vec::new(), true)
    }

    fn follow_until(&self, state: &MastersOfTheHeist, line: &mut Vec<Action>, until_tokens: bool) -> MastersOfTheHeist {
        let mut at = *state;
        let mut legal = Vec::with_capacity(64);
        while is_planned(&at) {
            at.legal_actions(&mut legal);
            if until_tokens && matches!(legal[0], Action::Token(_)) {
                break;
            }
            let action = self.next(&at, &legal);
            line.push(action);
            at.apply(action);
        }
        at
    }

    /// What it does at a decision.
    pub fn next(&self, at: &MastersOfTheHeist, legal: &[Action]) -> Action {
        let wanted = at.deciding().map_or(0, |who| self.tokens[who.index()]);
        let is_in_plan = |action: &&Action| match **action {
            Action::Token(tile) => at.scenario().hex_number(tile).is_some_and(|hex| wanted & 1 << hex != 0),
            Action::Start(..) => self.starts.contains(action),
            _ => self.others.contains(action),
        };
        let planned = legal.iter().find(is_in_plan).copied();
        let done = || legal.iter().copied().find(|&action| action == Action::Done);
        planned.or_else(done).unwrap_or(legal[0])
    }
}

/// What of the tokens is still open.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The hexes on which each character may still place tokens. They are offered in ascending order, and what was
    /// passed over does not come again.
    pub hexes: [u32; CHARACTERS],
    /// How many tokens each may still place.
    pub rooms: [u32; CHARACTERS],
    /// The tokens that each has placed.
    pub placed: [u32; CHARACTERS],
    plan: &'static heist_engine::board::hexes::HexPlan,
}

impl Scope {
    /// That of a state of the planning part.
    pub fn of(at: &MastersOfTheHeist) -> Scope {
        let mut legal = Vec::with_capacity(64);
        if is_planned(at) {
            at.legal_actions(&mut legal);
        }
        // Whose tokens are asked for next; everybody's later ones are open.
        let next = match legal.first() {
            Some(Action::Token(_)) => at.deciding().map_or(CHARACTERS, Who::index),
            None | Some(Action::Stake(_) | Action::Begin) => CHARACTERS,
            Some(_) => 0,
        };
        let offered = legal.iter().filter_map(|action| match action {
            Action::Token(tile) => at.scenario().hex_number(*tile),
            _ => None,
        });
        let offered = offered.fold(0, |set, hex| set | 1 << hex);
        let mut scope = Scope {
            hexes: [0; CHARACTERS],
            rooms: [0; CHARACTERS],
            placed: [0; CHARACTERS],
            plan: at.plan(),
        };
        for number in 0..at.player_count() {
            let who = Who(number as u8);
            scope.placed[number] = at.tokens(who);
            if number >= next {
                let is_asked = number == next && offered != 0;
                scope.hexes[number] = if is_asked { offered } else { at.plan().present() };
                scope.rooms[number] = memory(at, who).saturating_sub(at.tokens(who).count_ones());
            }
        }
        scope
    }

    /// The characters whose tokens are open, by their numbers.
    pub fn open(&self) -> Vec<usize> {
        let has_room = |number: &usize| self.hexes[*number] != 0 && self.rooms[*number] > 0;
        (0..CHARACTERS).filter(has_room).collect()
    }

    pub fn neighbours(&self, hex: usize) -> u32 {
        self.plan.neighbours(hex)
    }

    /// The hexes next to some, on which a character may place tokens.
    pub fn open_beside(&self, number: usize, tokens: u32) -> u32 {
        self.plan.neighbours_of(tokens | self.placed[number]) & self.hexes[number] & !tokens
    }
}
