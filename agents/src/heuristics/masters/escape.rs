//! ESCAPE: who gets out, and with what chance.

use heist_engine::game::Game;
use heist_engine::masters::components::Ability;
use heist_engine::masters::scenario::Goal;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, Piece, Standing, Who};

use super::chart::{CHARACTERS, Chart, EXIT, FAR, NOWHERE, Place, Ways, place_of, places_in};
use super::out::{ways_out, ways_to};
use super::team::{Team, is_wanted_out};
use super::weights::Weights;

/// The chance that somebody gets out who needs so many ideas and has some.
fn chance_of(need: f32, ideas: u8) -> f64 {
    if need <= f32::from(ideas) {
        return 1.0;
    }
    // The last ditch: the die pays for what is missing.
    f64::from(((7.0 - (need - f32::from(ideas))) / 6.0).clamp(0.0, 1.0))
}

/// About the chance that the objective is met if the escape is declared now.
pub(super) fn chance(state: &MastersOfTheHeist, team: &Team) -> f64 {
    let margin = if state.phase() == Phase::Escape { 0.0 } else { 1.0 };
    let out = |who: Who| {
        let at = team.chart.at[who.index()];
        if at == NOWHERE {
            return 0.0;
        }
        if team.chart.is_end(at) {
            return 1.0;
        }
        let mut ways = ways_out(state, &team.chart, who, true);
        if ways.cost_of(at) + margin > f32::from(state.ideas(who)) {
            ways = ways_out(state, &team.chart, who, false);
        }
        let unknown = ways
            .back(at)
            .filter(|&place| place < EXIT && team.chart.unrevealed & 1 << place != 0)
            .count();
        // The Event before the escape may cost an idea, and what is unrevealed may lie in the way.
        let need = ways.cost_of(at) + margin;
        if need >= FAR {
            0.0
        } else {
            chance_of(need, state.ideas(who)) * 0.6f64.powi(unknown as i32)
        }
    };
    let mut chance = 1.0;
    for goal in &state.scenario().objective {
        chance *= match *goal {
            Goal::Stolen(kind, count) => {
                let piece = Piece::of(kind);
                let mut left = count.saturating_sub(state.banked_count(piece));
                let mut chance = 1.0;
                for who in team.present() {
                    let held = state.held_count(who, piece).min(left);
                    if held > 0 {
                        left -= held;
                        chance *= out(who);
                    }
                }
                if left > 0 { 0.0 } else { chance }
            }
            Goal::HideoutHas(kind) => {
                let holders = team.present().filter(|&who| state.held_count(who, Piece::of(kind)) > 0);
                holders.map(out).fold(0.0, f64::max)
            }
            Goal::NpcEscaped if state.standing(Who::NPC) == Standing::Active => out(Who::NPC),
            Goal::NpcEscaped => 0.0,
            Goal::Escaped(count) => {
                let players = team.present().filter(|&who| state.counts_as_escaped(who));
                let mut chances = [0.0; CHARACTERS];
                players.zip(&mut chances).for_each(|(who, chance)| *chance = out(who));
                chances.sort_by(|a, b| b.total_cmp(a));
                match count {
                    1 => 1.0 - chances.iter().map(|chance| 1.0 - chance).product::<f64>(),
                    count => chances[..usize::from(count).min(CHARACTERS)].iter().product(),
                }
            }
        };
    }
    chance
}

/// The escape part as the expert sees it.
pub(super) struct Escape<'a> {
    state: &'a MastersOfTheHeist,
    chart: Chart,
}

impl<'a> Escape<'a> {
    pub fn new(state: &'a MastersOfTheHeist, weights: &Weights) -> Escape<'a> {
        Escape {
            state,
            chart: Chart::new(state, weights),
        }
    }

    /// Who acts next, and what it does: those first whom the objective asks for.
    pub fn actor(&self, legal: &[Action]) -> (Action, Option<Action>) {
        let mut best = (0, (Action::Finish, None));
        let mut options = Vec::with_capacity(32);
        for &action in legal {
            let Action::Act(who) = action else { continue };
            let mut after = *self.state;
            after.apply(action);
            after.legal_actions(&mut options);
            let Some(next) = self.plan(who).filter(|next| options.contains(next)) else {
                continue;
            };
            let rank = if is_wanted_out(self.state, who) { 2 } else { 1 };
            if rank > best.0 {
                best = (rank, (action, Some(next)));
            }
        }
        best.1
    }

    /// What a character does.
    pub fn action(&self, who: Who, legal: &[Action]) -> Action {
        let planned = self.plan(who).filter(|action| legal.contains(action));
        planned.unwrap_or(legal[0])
    }

    /// What a character does next to get out, with what is asked for if it can; nothing if it is out or cannot.
    fn plan(&self, who: Who) -> Option<Action> {
        let (state, chart) = (self.state, &self.chart);
        let at = chart.at[who.index()];
        if at == NOWHERE {
            return None;
        }
        let out = ways_out(state, chart, who, true);
        if let Some(action) = self.fetch(who, at, &out) {
            return Some(action);
        }
        if chart.is_end(at) {
            return self.lend(who);
        }
        let need = out.cost_of(at);
        if need >= FAR {
            return None;
        }
        if need <= f32::from(state.ideas(who)) {
            return self.step(at, &out);
        }
        if !is_wanted_out(state, who)
            && let Some(action) = self.lend(who)
        {
            return Some(action);
        }
        (!state.has_ditched(who)).then_some(Action::LastDitch)
    }

    /// The next step on a way, or what opens it.
    fn step(&self, at: Place, ways: &Ways) -> Option<Action> {
        let next = ways.back(at).nth(1)?;
        let scenario = self.state.scenario();
        if next < EXIT {
            let hex = usize::from(next);
            let tile = scenario.hex_tile(hex);
            if self.chart.doors & 1 << hex != 0 {
                return Some(Action::Door(tile));
            }
            if self.chart.locks[hex] > 0 {
                return Some(Action::PickUnderPressure(tile));
            }
            return Some(Action::Step(tile));
        }
        let exit = usize::from(next - EXIT);
        self.state.exits().nth(exit).map(|(tile, _)| Action::Step(tile))
    }

    /// Loot that the objective still asks for and that can be fetched for sure.
    fn fetch(&self, who: Who, at: Place, out: &Ways) -> Option<Action> {
        let (state, chart) = (self.state, &self.chart);
        let ideas = f32::from(state.ideas(who));
        for goal in &state.scenario().objective {
            let (Goal::Stolen(kind, _) | Goal::HideoutHas(kind)) = *goal else {
                continue;
            };
            let count = if let Goal::Stolen(_, count) = *goal { count } else { 1 };
            let piece = Piece::of(kind);
            let everyone = state.everyone().filter(|&who| state.standing(who) == Standing::Active);
            let held: u8 = everyone.map(|who| state.held_count(who, piece)).sum();
            if held + state.banked_count(piece) >= count {
                continue;
            }
            // MH6.6j: on an Exit from somebody Busted there.
            let lying = u64::from(state.hexes_of_piece(piece) & !chart.rings);
            let lying = lying | u64::from(state.exits_of_piece(piece)) << EXIT;
            if lying & 1 << at != 0 {
                return Some(Action::Take(piece, heist_engine::masters::Way::Here));
            }
            for place in places_in(lying) {
                let there = ways_to(state, chart, who, true, std::iter::once(place));
                if there.cost_of(at) + out.cost_of(place) <= ideas {
                    return self.step(at, &there);
                }
            }
        }
        None
    }

    /// MH7.2l: ideas for somebody who is wanted out and lacks them.
    fn lend(&self, who: Who) -> Option<Action> {
        let (state, chart) = (self.state, &self.chart);
        let card = state.card_of(who)?;
        let great = card.has(Ability::GreatInAPinch);
        let good =
            card.has(Ability::GoodInAPinch) && !state.used_abilities(who).any(|used| used == Ability::GoodInAPinch);
        if state.ideas(who) < 2 || !(great || good) {
            return None;
        }
        let lacks = |other: &Who| {
            let at = chart.at[other.index()];
            if *other == who || at == NOWHERE || chart.is_end(at) || !is_wanted_out(state, *other) {
                return false;
            }
            let need = ways_out(state, chart, *other, false).cost_of(at);
            need < FAR && need > f32::from(state.ideas(*other))
        };
        state.everyone().find(lacks).map(Action::Pinch)
    }

    /// The next element of the route of a last ditch.
    pub fn element(mut self, who: Who, legal: &[Action]) -> Action {
        let mut at = self.chart.at[who.index()];
        let route = self.state.last_ditch_route();
        for action in route.expect("a route is being declared") {
            match action {
                Action::Step(tile) => at = place_of(self.state, tile).unwrap_or(at),
                Action::Door(tile) => {
                    let hex = self.state.scenario().hex_number(tile);
                    self.chart.doors &= !hex.map_or(0, |hex| 1 << hex);
                }
                _ => {}
            }
        }
        if legal.contains(&Action::Roll) && self.chart.is_end(at) {
            return Action::Roll;
        }
        let out = ways_out(self.state, &self.chart, who, false);
        let planned = self.step(at, &out).filter(|action| legal.contains(action));
        let otherwise = || legal.iter().copied().find(|&action| action == Action::Roll);
        planned.or_else(otherwise).unwrap_or(legal[0])
    }
}
