//! The planning part: who starts where, with which tokens.
//!
//! The plan follows from the map alone, so it is found anew at each decision: errands are given out as in the heist,
//! but over all hexes; the tokens of each character lie on its routes, then on what makes them wider.

use heist_engine::board::hexes::{MOST_HEXES, members};
use heist_engine::game::Game;
use heist_engine::masters::components::Item;
use heist_engine::masters::{Action, MastersOfTheHeist, Piece, Who};

use super::chart::{CHARACTERS, Chart, EXIT, FAR, NOWHERE, Place, Route, Walker, Ways, place_of};
use super::team::{Team, who};
use super::weights::Weights;

/// What the expert plans.
pub(super) struct Plan {
    /// The hexes of each character's tokens.
    pub tokens: [u32; CHARACTERS],
    /// What all errands are expected to cost; what is beyond anybody's tokens costs much.
    pub cost: f32,
}

/// Over all hexes, with doors and rings that will be opened.
fn free_walker(state: &MastersOfTheHeist, weights: &Weights, who: Who) -> Walker {
    Walker {
        hexes: u32::MAX,
        door: Some(weights.shut),
        ring: Some(weights.shut),
        ..Walker::of(state, weights, who)
    }
}

/// How many tokens a character has (MH3.3b).
pub(super) fn memory(state: &MastersOfTheHeist, who: Who) -> u32 {
    if who.index() >= state.player_count() {
        return 0;
    }
    let card = state.card_of(who).map_or(0, |card| u32::from(card.memory));
    card + 2 * u32::from(state.held_count(who, Piece::Item(Item::MasterPlanCopy)))
}

impl Plan {
    /// The plan for these places.
    pub fn new(state: &MastersOfTheHeist, weights: &Weights, starts: &[Place; CHARACTERS]) -> Plan {
        let walkers = std::array::from_fn(|number| free_walker(state, weights, who(number)));
        let mut chart = Chart::new(state, weights);
        chart.at = *starts;
        let rooms = std::array::from_fn(|number| memory(state, who(number)) as u8);
        let team = Team::with(state, weights, &walkers, chart, rooms);
        let mut plan = Plan {
            tokens: [0; CHARACTERS],
            cost: 0.0,
        };
        let players = || (0..state.player_count()).map(who);
        let mut main: Option<(f32, Vec<Place>)> = None;
        for who in players().filter(|who| team.importance[who.index()] >= 1.0) {
            let number = who.index();
            let (route, cost) = errand_route(state, &team, &walkers[number], weights, who);
            let (tokens, missing) = covered(&route, memory(state, who));
            plan.tokens[number] = tokens;
            plan.cost += cost + weights.uncovered * missing as f32;
            if main.as_ref().is_none_or(|(longest, _)| cost > *longest) {
                main = Some((cost, route));
            }
        }
        let Some((longest, main)) = main else {
            return plan;
        };
        plan.cost += longest;
        for who in players() {
            let number = who.index();
            let room = memory(state, who);
            if team.importance[number] < 1.0 {
                // Helpers go where the longest errand goes.
                plan.tokens[number] = covered(&main, room).0;
                let apart = main
                    .iter()
                    .map(|&place| team.ways[number].cost_of(place))
                    .fold(FAR, f32::min);
                plan.cost += weights.help * apart;
            }
            widen(&team.chart, &mut plan.tokens[number], room);
        }
        plan
    }

    /// The best plan, and where everybody starts; `free` are the places that are left, each for so many.
    fn search(state: &MastersOfTheHeist, weights: &Weights, free: &[Place]) -> (Plan, [Place; CHARACTERS]) {
        let decided = Chart::new(state, weights).at;
        let mut starts = decided;
        let open = || (0..state.player_count()).filter(|&number| decided[number] == NOWHERE);
        let limit = match state.scenario().entrance_limit {
            0 => CHARACTERS,
            limit => usize::from(limit),
        };
        let has_room =
            |starts: &[Place; CHARACTERS], place: Place| starts.iter().filter(|&&other| other == place).count() < limit;
        for number in open() {
            if let Some(&place) = free.iter().find(|&&place| has_room(&starts, place)) {
                starts[number] = place;
            }
        }
        let mut best = Plan::new(state, weights, &starts);
        for _ in 0..PASSES {
            let before = best.cost;
            for number in open() {
                for &place in free {
                    let mut other = starts;
                    if other[number] == place || !has_room(&other, place) {
                        continue;
                    }
                    other[number] = place;
                    let plan = Plan::new(state, weights, &other);
                    if plan.cost < best.cost {
                        (best, starts) = (plan, other);
                    }
                }
                // Two change places.
                for second in open().filter(|&second| second > number) {
                    let mut other = starts;
                    other.swap(number, second);
                    let plan = Plan::new(state, weights, &other);
                    if other != starts && plan.cost < best.cost {
                        (best, starts) = (plan, other);
                    }
                }
            }
            if best.cost == before {
                break;
            }
        }
        (best, starts)
    }
}

/// How often every start place is reconsidered.
const PASSES: usize = 3;

/// The way of a character through all its errands, and its cost; a shorter one if its tokens do not cover the cheapest.
fn errand_route(
    state: &MastersOfTheHeist,
    team: &Team,
    walker: &Walker,
    weights: &Weights,
    who: Who,
) -> (Vec<Place>, f32) {
    let (route, cost) = cheapest_route(team, walker, weights, who);
    let room = memory(state, who);
    if covered(&route, room).1 == 0 {
        return (route, cost);
    }
    let short = Weights {
        step: 8.0 * weights.step,
        ..*weights
    };
    let (other, _) = cheapest_route(team, walker, &short, who);
    if covered(&other, room).1 < covered(&route, room).1 {
        (other, cost * 1.3)
    } else {
        (route, cost)
    }
}

fn cheapest_route(team: &Team, walker: &Walker, weights: &Weights, who: Who) -> (Vec<Place>, f32) {
    let mut at = team.chart.at[who.index()];
    let mut places = vec![at];
    let mut cost = 0.0;
    let mut left: Vec<u32> = team.errands[..team.errand_count]
        .iter()
        .filter(|errand| errand.taken_by == Some(who))
        .map(|errand| 1 << errand.goal)
        .collect();
    while !left.is_empty() {
        let ways = Ways::from(&team.chart, weights, walker, std::iter::once(at));
        let nearest = |goals: u32| {
            let places = members(goals).map(|hex| hex as Place);
            places
                .min_by(|&a, &b| ways.cost_of(a).total_cmp(&ways.cost_of(b)))
                .unwrap_or(NOWHERE)
        };
        let (index, goal) = left
            .iter()
            .map(|&goals| nearest(goals))
            .enumerate()
            .min_by(|a, b| ways.cost_of(a.1).total_cmp(&ways.cost_of(b.1)))
            .unwrap_or((0, NOWHERE));
        left.swap_remove(index);
        if ways.cost_of(goal) >= FAR {
            cost += 500.0;
            continue;
        }
        cost += ways.cost_of(goal);
        places.extend(Route::forth(&ways, goal).places().iter().skip(1));
        at = goal;
    }
    let home = &team.home[who.index()];
    cost += weights.back * home.cost_of(at).min(500.0);
    if places.len() == 1 {
        // It starts inside and wants out.
        places.extend(home.back(at).skip(1));
    }
    (places, cost)
}

/// The hexes of a way that so many tokens cover, from its beginning, and how many they do not.
fn covered(route: &[Place], room: u32) -> (u32, u32) {
    let mut tokens = 0u32;
    let mut missing = 0;
    let start = route.first().copied();
    for &place in route {
        if usize::from(place) >= MOST_HEXES || Some(place) == start || tokens & 1 << place != 0 {
            continue;
        }
        if tokens.count_ones() < room {
            tokens |= 1 << place;
        } else {
            missing += 1;
        }
    }
    (tokens, missing)
}

/// Tokens that are left go next to two of those that lie already, so that there is a way round.
fn widen(chart: &Chart, tokens: &mut u32, room: u32) {
    while *tokens != 0 && tokens.count_ones() < room {
        let beside = chart.plan.neighbours_of(*tokens) & !*tokens;
        let worth = |hex: &usize| {
            let near = (chart.plan.neighbours(*hex) & *tokens).count_ones() as i32;
            near * 4
                - 2 * i32::from(chart.locks[*hex])
                - 2 * i32::from(chart.guards[*hex])
                - i32::from(chart.cameras[*hex])
        };
        let Some(best) = members(beside).max_by_key(worth) else {
            break;
        };
        *tokens |= 1 << best;
    }
}

/// A decision of the planning part.
pub(super) fn choose(state: &MastersOfTheHeist, weights: &Weights, legal: &[Action]) -> Action {
    match legal[0] {
        Action::Start(who, _) => {
            let free: Vec<Place> = legal.iter().filter_map(|&action| start_place(state, action)).collect();
            let (_, starts) = Plan::search(state, weights, &free);
            let is_chosen = |&action: &Action| start_place(state, action) == Some(starts[who.index()]);
            legal.iter().copied().find(is_chosen).unwrap_or(legal[0])
        }
        Action::Tunnel(..) => {
            let cost = |&action: &Action| {
                let mut after = *state;
                after.apply(action);
                let exits: Vec<Place> = (0..after.exits().count() as Place).map(|exit| EXIT + exit).collect();
                -Plan::search(&after, weights, &exits).0.cost
            };
            best_of(legal, cost)
        }
        Action::Token(_) => {
            let Some(who) = state.deciding() else { return legal[0] };
            let plan = Plan::new(state, weights, &Chart::new(state, weights).at);
            let wanted = plan.tokens[who.index()] & !state.tokens(who);
            let is_wanted = |action: &&Action| match action {
                Action::Token(tile) => state
                    .scenario()
                    .hex_number(*tile)
                    .is_some_and(|hex| wanted & 1 << hex != 0),
                _ => false,
            };
            legal.iter().find(is_wanted).copied().unwrap_or(Action::Done)
        }
        _ if legal.contains(&Action::Done) => Action::Done,
        _ => legal[0],
    }
}

/// The place that a start is on.
fn start_place(state: &MastersOfTheHeist, action: Action) -> Option<Place> {
    let Action::Start(_, tile) = action else { return None };
    place_of(state, tile)
}

/// The option with the greatest score, the first of several.
fn best_of(legal: &[Action], score: impl Fn(&Action) -> f32) -> Action {
    let mut best = (f32::MIN, legal[0]);
    for &action in legal {
        let score = score(&action);
        if score > best.0 {
            best = (score, action);
        }
    }
    best.1
}
