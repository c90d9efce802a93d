//! Who does what: the errands that the objective asks for, given out to the characters who can do them soonest.

use heist_engine::board::hexes::{MOST_HEXES, NO_HEX, members};
use heist_engine::masters::components::NpcCard;
use heist_engine::masters::scenario::{Fixture, Goal, SpecialRule};
use heist_engine::masters::{MastersOfTheHeist, Phase, Piece, Standing, Who};

use super::chart::{CHARACTERS, Chart, EXIT, FAR, NOWHERE, Place, Route, SAFE_TOOLS, Walker, Ways, has_safe_tool};
use super::out::ways_out;
use super::weights::Weights;

/// The most errands at once.
const ERRANDS: usize = 12;

/// Something to do on one of some hexes.
#[derive(Clone, Copy)]
pub(super) struct Errand {
    /// Where it can be done.
    pub goals: u32,
    /// Who alone can do it.
    pub only: Option<Who>,
    /// Who has taken it.
    pub taken_by: Option<Who>,
    /// The hex on which it will be done.
    pub goal: Place,
}

/// What everybody is about to do.
pub(super) struct Team {
    pub chart: Chart,
    pub ways: [Ways; CHARACTERS],
    pub home: [Ways; CHARACTERS],
    /// Where each goes, from where it stands; empty for who has nothing to go for.
    pub routes: [Route; CHARACTERS],
    /// How important that is; 1 for an errand.
    pub importance: [f32; CHARACTERS],
    /// How many tokens each can still place, in planning.
    rooms: [u8; CHARACTERS],
    /// Whether something that is asked for lies under unrevealed hexes or in the bag.
    pub looks_for: bool,
    pub errands: [Errand; ERRANDS],
    pub errand_count: usize,
}

impl Team {
    /// The team in the heist, where tokens bind.
    pub fn new(state: &MastersOfTheHeist, weights: &Weights) -> Team {
        let walkers = std::array::from_fn(|number| {
            let walker = Walker::of(state, weights, who(number));
            Walker {
                door: walker.door.or(Some(weights.shut)),
                ring: Some(weights.shut),
                ..walker
            }
        });
        Team::with(
            state,
            weights,
            &walkers,
            Chart::new(state, weights),
            [u8::MAX; CHARACTERS],
        )
    }

    /// The team with these walkers, where the chart says; `rooms` are the tokens that each can place.
    pub fn with(
        state: &MastersOfTheHeist,
        weights: &Weights,
        walkers: &[Walker; CHARACTERS],
        chart: Chart,
        rooms: [u8; CHARACTERS],
    ) -> Team {
        // Found in place: they are large.
        let mut team = Team {
            chart,
            ways: [const { Ways::NONE }; CHARACTERS],
            home: [const { Ways::NONE }; CHARACTERS],
            routes: [Route::NONE; CHARACTERS],
            importance: [0.0; CHARACTERS],
            looks_for: false,
            rooms,
            errands: [Errand::NONE; ERRANDS],
            errand_count: 0,
        };
        for who in team.present() {
            let (number, chart) = (who.index(), &team.chart);
            let here = std::iter::once(chart.at[number]);
            team.ways[number].find_from(chart, weights, &walkers[number], here);
            team.home[number].find_home(chart, weights, &walkers[number]);
        }
        team.ask(state);
        team.clear_ways_home(state);
        team.give_out(state, weights);
        team.set_out(state, weights);
        team
    }

    fn add(&mut self, goals: u32, only: Option<Who>) {
        let is_known = |errand: &Errand| errand.goals == goals && errand.only == only;
        if self.errand_count < ERRANDS && !self.errands[..self.errand_count].iter().any(is_known) {
            self.errands[self.errand_count] = Errand {
                goals,
                only,
                ..Errand::NONE
            };
            self.errand_count += 1;
        }
    }

    /// The errands that the objective asks for by itself.
    fn ask(&mut self, state: &MastersOfTheHeist) {
        for goal in &state.scenario().objective {
            match *goal {
                Goal::Stolen(kind, count) => self.ask_for(state, Piece::of(kind), count),
                Goal::HideoutHas(kind) => self.ask_for(state, Piece::of(kind), 1),
                Goal::NpcEscaped => self.ask_for_npc(state),
                Goal::Escaped(_) => {}
            }
        }
    }

    fn ask_for(&mut self, state: &MastersOfTheHeist, piece: Piece, count: u8) {
        let held: u8 = self.present().map(|who| state.held_count(who, piece)).sum();
        let missing = count.saturating_sub(held + state.banked_count(piece));
        if missing == 0 {
            return;
        }
        let lying = state.hexes_of_piece(piece);
        let mut found = 0;
        // Each hex is an errand; those that are not needed stay with nobody.
        for hex in members(lying) {
            self.add(1 << hex, None);
            found += 1;
        }
        if found < missing && self.ask_for_safe(state, piece) {
            found += 1;
        }
        self.looks_for |= found < missing;
    }

    /// The safe, if it is closed and has a piece; whether it has.
    fn ask_for_safe(&mut self, state: &MastersOfTheHeist, piece: Piece) -> bool {
        let safe = state.scenario().safe.as_ref();
        let safe = safe.filter(|safe| state.fixture_on(usize::from(safe.hex)) == Fixture::Safe);
        let Some(safe) = safe.filter(|safe| safe.loot.iter().any(|&(loot, _)| Piece::of(loot) == piece)) else {
            return false;
        };
        let goal = 1 << safe.hex;
        let holder = self.present().find(|&who| has_safe_tool(state, who));
        if holder.is_none() {
            for tool in SAFE_TOOLS {
                let lying = state.hexes_of_piece(tool);
                if lying != 0 {
                    self.add(lying, None);
                }
            }
        }
        self.add(goal, holder);
        true
    }

    fn ask_for_npc(&mut self, state: &MastersOfTheHeist) {
        let Some(npc) = state.scenario().npc else { return };
        if state.standing(Who::NPC) != Standing::Inactive {
            return;
        }
        let Some(hex) = state.hex_of(Who::NPC) else { return };
        let goals = match npc.card {
            NpcCard::Prisoner => self.chart.plan.neighbours(hex) | 1 << hex,
            NpcCard::Hostage | NpcCard::Guide => 1 << hex,
        };
        if npc.card == NpcCard::Prisoner && self.chart.rings & 1 << hex != 0 {
            self.ask_for_server(state, hex);
        } else {
            self.add(goals, None);
        }
    }

    /// The server that frees a hex.
    fn ask_for_server(&mut self, state: &MastersOfTheHeist, hex: usize) {
        let Some(letter) = state.ring(hex) else { return };
        let servers =
            members(self.chart.plan.present()).filter(|&hex| state.fixture_on(hex) == Fixture::Server(letter));
        let servers = servers.fold(0, |set, hex| set | 1 << hex);
        if servers != 0 {
            self.add(servers, None);
        } else if state.scenario().special == Some(SpecialRule::UsbOpensRings) {
            // No server: the NPC fetches the USB key.
            let lying = state.hexes_of_piece(Piece::Usb);
            if lying != 0 {
                self.add(lying, Some(Who::NPC));
            }
        }
    }

    /// A keycard for a door: to be found, carried there, and handed over where tokens end.
    fn ask_for_door(&mut self, state: &MastersOfTheHeist, hex: usize) {
        let near = self.chart.plan.neighbours(hex) & !self.chart.doors & !self.chart.rings;
        let holder = self.present().find(|&who| state.held_count(who, Piece::Keycard) > 0);
        let lying = state.hexes_of_piece(Piece::Keycard);
        if state.phase() == Phase::Plan && lying != 0 {
            // Both are needed; whether one character can do both, its tokens decide.
            self.add(lying, None);
            self.add(near, None);
            return;
        }
        match holder {
            Some(holder) => {
                let meeting = if self.reaches(holder, near) {
                    0
                } else {
                    self.handover(holder, near)
                };
                self.add(if meeting == 0 { near } else { meeting }, Some(holder));
            }
            None if lying != 0 => {
                let finder = members(lying).find_map(|hex| self.finder(hex, near));
                self.add(lying, finder);
            }
            None => self.looks_for = true,
        }
    }

    /// The hexes that a character can enter.
    fn range(&self, who: Who) -> u32 {
        self.ways[who.index()].reached
    }

    fn reaches(&self, who: Who, hexes: u32) -> bool {
        self.range(who) & hexes != 0
    }

    /// Where somebody can leave a piece for another who can carry it on to some hexes.
    fn direct_handover(&self, holder: Who, goals: u32) -> u32 {
        let others = self.present().filter(|&who| who != holder && !who.is_npc());
        let meeting = |who: Who| self.range(holder) & self.range(who);
        others
            .filter(|&who| self.reaches(who, goals))
            .fold(0, |set, who| set | meeting(who))
    }

    /// The same, over one more if there is nobody who can carry it all the way.
    fn handover(&self, holder: Who, goals: u32) -> u32 {
        let direct = self.direct_handover(holder, goals);
        if direct != 0 {
            return direct;
        }
        let others = self.present().filter(|&who| who != holder && !who.is_npc());
        others
            .filter(|&who| self.direct_handover(who, goals) & !self.range(holder) != 0)
            .fold(0, |set, who| set | self.range(holder) & self.range(who))
    }

    /// Who fetches a piece that is to be carried to some hexes: who can carry it all the way, else who can hand it
    /// over, the fewer times the better.
    fn finder(&self, hex: usize, goals: u32) -> Option<Who> {
        let able = |who: &Who| !who.is_npc() && self.ways[who.index()].cost[hex] < FAR;
        let rank = |who: Who| {
            let handovers = if self.reaches(who, goals) {
                0.0
            } else if self.direct_handover(who, goals) != 0 {
                1.0
            } else if self.handover(who, goals) != 0 {
                2.0
            } else {
                return None;
            };
            Some((who, handovers * FAR + self.ways[who.index()].cost[hex]))
        };
        let ranks = self.present().filter(able).filter_map(rank);
        ranks.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(who, _)| who)
    }

    /// Who takes part.
    pub fn present(&self) -> impl Iterator<Item = Who> + use<> {
        let at = self.chart.at;
        (0..CHARACTERS).filter(move |&number| at[number] != NOWHERE).map(who)
    }

    /// Gives out errands, the nearest first; what stands in the way of one becomes another.
    fn give_out(&mut self, state: &MastersOfTheHeist, weights: &Weights) {
        let mut loads = [0.0f32; CHARACTERS];
        let mut lasts = self.chart.at;
        let mut needed = self.needed(state);
        // What nobody can reach is given out last, for where ideas may carry somebody on in the Escape part.
        let mut comes_near = false;
        loop {
            let mut best: Option<(f32, usize, Who, Place, f32)> = None;
            for number in (0..self.errand_count).filter(|&number| self.errands[number].taken_by.is_none()) {
                let errand = self.errands[number];
                if errand.counts_as_loot(needed.0) && needed.1 == 0 {
                    continue;
                }
                for who in self
                    .present()
                    .filter(|&who| errand.only.map_or(!who.is_npc(), |only| only == who))
                {
                    let Some((goal, cost)) = self.nearest(who, lasts[who.index()], errand.goals, comes_near, weights)
                    else {
                        continue;
                    };
                    let total = loads[who.index()] + cost;
                    let back = self.home[who.index()].cost_of(goal).min(500.0);
                    let rank = total + weights.back * back + weights.spread * loads[who.index()];
                    if best.is_none_or(|(other, ..)| rank < other) {
                        best = Some((rank, number, who, goal, total));
                    }
                }
            }
            let Some((_, number, who, goal, total)) = best else {
                if comes_near {
                    break;
                }
                comes_near = true;
                continue;
            };
            let errand = &mut self.errands[number];
            errand.taken_by = Some(who);
            errand.goal = goal;
            if errand.counts_as_loot(needed.0) {
                needed.1 -= 1;
            }
            loads[who.index()] = total;
            lasts[who.index()] = goal;
            self.clear_way(state, who, goal);
        }
    }

    /// The hexes with loot that the objective asks for, and how many more pieces it asks for.
    fn needed(&self, state: &MastersOfTheHeist) -> (u32, u8) {
        let mut needed = (0, 0);
        for goal in &state.scenario().objective {
            if let Goal::Stolen(kind, count) = *goal {
                let piece = Piece::of(kind);
                let held: u8 = self.present().map(|who| state.held_count(who, piece)).sum();
                needed.0 |= state.hexes_of_piece(piece);
                needed.1 += count.saturating_sub(held + state.banked_count(piece));
            }
        }
        needed
    }

    /// The goal that a character reaches soonest, from where its errands so far lead it; or where it comes near.
    fn nearest(&self, who: Who, last: Place, goals: u32, comes_near: bool, weights: &Weights) -> Option<(Place, f32)> {
        let ways = &self.ways[who.index()];
        let cost = |hex: usize| {
            let missing = f32::from(self.hops(who, hex).saturating_sub(self.rooms[who.index()])) * weights.uncovered;
            missing
                + if last == self.chart.at[who.index()] {
                    ways.cost[hex]
                } else {
                    // About what it takes from there.
                    f32::from(self.chart.plan.distance(usize::from(last), hex)) * 1.5 * weights.step
                }
        };
        let best = |hexes: u32, extra: &dyn Fn(usize) -> f32| {
            members(hexes & ways.reached)
                .map(|hex| (hex as Place, cost(hex) + extra(hex)))
                .min_by(|a, b| a.1.total_cmp(&b.1))
        };
        if !comes_near {
            return best(goals, &|_| 0.0);
        }
        let apart = |hex: usize| members(goals).map(|goal| self.chart.plan.distance(hex, goal)).min();
        best(self.chart.plan.present(), &|hex| {
            f32::from(apart(hex).unwrap_or(u8::MAX)) * 5.0 * weights.step
        })
    }

    /// The steps to a hex over hexes alone.
    fn hops(&self, who: Who, hex: usize) -> u8 {
        match self.chart.at[who.index()] {
            NOWHERE => u8::MAX,
            exit @ EXIT.. => match self.chart.exit_hexes[usize::from(exit - EXIT)] {
                NO_HEX => u8::MAX,
                opened => self.chart.plan.distance(usize::from(opened), hex).saturating_add(1),
            },
            at => self.chart.plan.distance(usize::from(at), hex),
        }
    }

    /// Rings and doors on the way to a goal become errands.
    fn clear_way(&mut self, state: &MastersOfTheHeist, who: Who, goal: Place) {
        let shut = self.chart.rings | self.chart.doors;
        let way = Route::forth(&self.ways[who.index()], goal);
        let hexes = way.places().iter().filter(|&&place| usize::from(place) < MOST_HEXES);
        let barred = hexes.fold(0u32, |set, place| set | 1 << place) & shut;
        self.open_all(state, barred);
    }

    /// Rings and doors on the way home of those who are wanted out become errands.
    fn clear_ways_home(&mut self, state: &MastersOfTheHeist) {
        let shut = self.chart.rings | self.chart.doors;
        if shut == 0 {
            return;
        }
        for who in self.present().filter(|&who| is_wanted_out(state, who)) {
            let at = self.chart.at[who.index()];
            let way = self.home[who.index()]
                .back(at)
                .filter(|&place| usize::from(place) < MOST_HEXES);
            let barred = way
                .filter(|&place| shut & 1 << place != 0)
                .fold(0u32, |set, place| set | 1 << place);
            self.open_all(state, barred);
        }
    }

    /// Rings and doors on some hexes become errands.
    fn open_all(&mut self, state: &MastersOfTheHeist, barred: u32) {
        for hex in members(barred) {
            if self.chart.rings & 1 << hex != 0 {
                self.ask_for_server(state, hex)
            } else {
                self.ask_for_door(state, hex)
            }
        }
    }

    /// Gives everybody a route.
    fn set_out(&mut self, state: &MastersOfTheHeist, weights: &Weights) {
        for who in self.present() {
            let number = who.index();
            let mine = self.errands[..self.errand_count]
                .iter()
                .filter(|errand| errand.taken_by == Some(who));
            let ways = &self.ways[number];
            let nearest = mine.min_by(|a, b| ways.cost_of(a.goal).total_cmp(&ways.cost_of(b.goal)));
            let at = self.chart.at[number];
            if let Some(errand) = nearest {
                self.routes[number] = Route::forth(ways, errand.goal).and_home(&self.home[number]);
                self.importance[number] = 1.0;
            } else if self.chart.is_end(at) {
                continue;
            } else if self.home[number].cost_of(at) < FAR {
                self.routes[number] = Route::at(at).and_home(&self.home[number]);
                self.importance[number] = if is_wanted_out(state, who) { 1.0 } else { weights.leave };
            } else if is_wanted_out(state, who) {
                // Where tokens lead no further, ideas must do the rest.
                let out = ways_out(state, &self.chart, who, true);
                let rest = |place: &Place| out.cost_of(*place) * 2.0 * weights.step + ways.cost_of(*place);
                let range = members(self.range(who)).map(|hex| hex as Place);
                if let Some(best) = range.min_by(|a, b| rest(a).total_cmp(&rest(b))) {
                    self.routes[number] = Route::forth(ways, best);
                    self.importance[number] = 1.0;
                }
            }
        }
        for who in self.present() {
            if self.importance[who.index()] < 1.0 && !who.is_npc() {
                self.help(who, weights);
            }
        }
    }

    /// Who has no errand goes to where somebody else will be stopped, or goes along.
    fn help(&mut self, who: Who, weights: &Weights) {
        let number = who.index();
        let ways = &self.ways[number];
        let mut best: Option<(f32, Place)> = None;
        for other in self.present().filter(|other| self.importance[other.index()] >= 1.0) {
            let places = self.routes[other.index()].places();
            let stop = places.iter().skip(1).copied().find(|&place| self.stops(place));
            let here = self.chart.at[other.index()];
            let company = [here].into_iter();
            let near = self
                .chart
                .beside(stop.unwrap_or(here))
                .chain(company.filter(|_| stop.is_none()));
            for place in near {
                let cost = ways.cost_of(place);
                if cost < FAR && best.is_none_or(|(other, _)| cost < other) {
                    best = Some((cost, place));
                }
            }
        }
        if let Some((_, place)) = best {
            self.routes[number] = Route::forth(ways, place);
            self.importance[number] = weights.help;
        }
    }

    /// All errands.
    pub fn errands(&self) -> &[Errand] {
        &self.errands[..self.errand_count]
    }

    /// The steps from where the errand of a character is to an end.
    pub fn way_home(&self, who: Who) -> usize {
        let places = self.routes[who.index()].places();
        let goal = self
            .errands()
            .iter()
            .filter(|errand| errand.taken_by == Some(who))
            .find_map(|errand| {
                let goal = places.iter().position(|&place| place == errand.goal);
                goal.filter(|_| self.importance[who.index()] >= 1.0)
            });
        places.len().saturating_sub(1 + goal.unwrap_or(0))
    }

    /// Whether somebody can do an errand where it has to be done.
    pub fn is_reached(&self, errand: &Errand) -> bool {
        let is_goal = usize::from(errand.goal) < MOST_HEXES && errand.goals & 1 << errand.goal != 0;
        is_goal
            && errand
                .taken_by
                .is_some_and(|who| self.ways[who.index()].cost_of(errand.goal) < FAR)
    }

    /// Whether a keycard door is next to a place.
    pub fn is_beside_door(&self, place: Place) -> bool {
        usize::from(place) < MOST_HEXES && self.chart.plan.neighbours(usize::from(place)) & self.chart.doors != 0
    }

    /// Whether somebody is stopped on the way over a place.
    fn stops(&self, place: Place) -> bool {
        let hex = usize::from(place);
        hex < MOST_HEXES && (self.chart.locks[hex] > 0 || self.chart.guards[hex] > 0)
    }
}

impl Errand {
    const NONE: Errand = Errand {
        goals: 0,
        only: None,
        taken_by: None,
        goal: NOWHERE,
    };

    /// Whether it is for loot that lies on one of some hexes.
    fn counts_as_loot(&self, hexes: u32) -> bool {
        self.goals.count_ones() == 1 && self.goals & hexes != 0
    }
}

/// Whether the objective asks for a character to get out, or for what it holds.
pub(super) fn is_wanted_out(state: &MastersOfTheHeist, who: Who) -> bool {
    state.scenario().objective.iter().any(|goal| match *goal {
        Goal::Stolen(kind, _) | Goal::HideoutHas(kind) => state.held_count(who, Piece::of(kind)) > 0,
        Goal::NpcEscaped => who.is_npc(),
        Goal::Escaped(_) => state.counts_as_escaped(who),
    })
}

/// Whether the objective asks for a piece.
pub(super) fn is_asked_for(state: &MastersOfTheHeist, piece: Piece) -> bool {
    state.scenario().objective.iter().any(|goal| match *goal {
        Goal::Stolen(kind, _) | Goal::HideoutHas(kind) => Piece::of(kind) == piece,
        Goal::NpcEscaped | Goal::Escaped(_) => false,
    })
}

/// A character by its place in lists.
pub(super) fn who(number: usize) -> Who {
    Who(number as u8)
}
