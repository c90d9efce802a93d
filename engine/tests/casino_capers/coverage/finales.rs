//! The lines of the finales (data/casino-capers/finales.toml), each with how it shows in a step. Rulings are left to
//! the rule cases.

use crate::common::counters::Counters;
use heist_engine::board::Cell;
use heist_engine::casino_capers::{
    Action, CasinoCapers, Chip, ChipView, Face, Finale, Outcome, Question, Waiting, Whereabouts,
};
use heist_engine::game::Game;
use heist_engine::record::Step;

/// A step in a finale, or the one that begins it.
struct Moment<'a> {
    before: &'a CasinoCapers,
    step: Step<CasinoCapers>,
    after: &'a CasinoCapers,
}

impl Moment<'_> {
    fn action(&self) -> Option<Action> {
        match self.step {
            Step::Action(_, action) => Some(action),
            Step::Chance(_) => None,
        }
    }

    fn players(&self) -> std::ops::Range<usize> {
        0..self.after.characters()
    }

    /// Whether something holds now and did not before.
    fn comes(&self, holds: impl Fn(&CasinoCapers) -> bool) -> bool {
        holds(self.after) && !holds(self.before)
    }

    fn grows(&self, player: usize) -> bool {
        self.after.finale_count(player) > self.before.finale_count(player)
    }

    fn ends(&self, ending: &str) -> bool {
        self.after.result().is_some_and(|result| result.ending == ending)
    }

    fn has_moved(&self, player: usize) -> bool {
        let now = self.after.player_cell(player);
        now.is_some() && now != self.before.player_cell(player)
    }

    /// The player with the boots.
    fn booted(&self) -> Option<usize> {
        self.players().find(|&player| self.before.has_boots(player))
    }

    /// The boots player's Move from a cell to one further on, not the next.
    fn slide(&self) -> Option<(Cell, Cell)> {
        let player = self.booted().filter(|&player| player == self.before.current_player())?;
        let Some(Action::Move(_)) = self.action() else {
            return None;
        };
        let (from, to) = (self.before.player_cell(player)?, self.after.player_cell(player)?);
        (from.floor() == to.floor() && passed(from, to).next().is_some()).then_some((from, to))
    }

    /// How far the car has gone, and whether walls went.
    fn drive(&self) -> Option<(usize, bool)> {
        let Some(Action::Drive(_)) = self.action() else {
            return None;
        };
        let [from, ..] = self.before.finale_figures();
        let [to, ..] = self.after.finale_figures();
        let walls = |state: &CasinoCapers| state.floor_plan(1).walls();
        Some((1 + passed(from?, to?).count(), walls(self.before) != walls(self.after)))
    }
}

/// The cells between two of one line.
fn passed(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let place = |cell: Cell| (cell.square() % 5, cell.square() / 5);
    let ((x, y), (u, v)) = (place(from), place(to));
    let is_between = move |cell: &Cell| {
        let (p, q) = place(*cell);
        let strictly = |at: usize, a: usize, b: usize| at > a.min(b) && at < a.max(b);
        (y == v && q == y && strictly(p, x, u)) || (x == u && p == x && strictly(q, y, v))
    };
    CasinoCapers::cells()
        .filter(move |cell| cell.floor() == from.floor())
        .filter(is_between)
}

fn safe(state: &CasinoCapers) -> Option<Cell> {
    CasinoCapers::cells().find(|&cell| state.face_at(cell) == Some(Face::SAFE))
}

fn is_edge(cell: Cell) -> bool {
    [cell.square() % 5, cell.square() / 5].iter().any(|line| line % 3 == 0)
}

fn count(holds: impl Fn(Cell) -> bool) -> usize {
    CasinoCapers::cells().filter(|&cell| holds(cell)).count()
}

fn total(state: &CasinoCapers) -> u8 {
    (0..state.characters()).map(|player| state.finale_count(player)).sum()
}

/// How a line shows.
type Shows = fn(&Moment) -> bool;

/// Every line that has a text, and how it shows.
const LINES: &[(&str, Shows)] = &[
    ("bodyguard.setup.1", |m| matches!(m.after.waiting(), Waiting::Layout(0))),
    ("bodyguard.setup.2", |m| {
        matches!(m.before.waiting(), Waiting::Layout(1))
    }),
    ("bodyguard.setup.3", |m| m.before.question() == Some(Question::ChipTile)),
    ("bodyguard.setup.4", |m| {
        m.before.question() == Some(Question::ChipDiscard)
    }),
    ("bodyguard.rule.1", |m| match m.action() {
        Some(Action::Peek(at)) => m.before.face_at(at).is_some(),
        _ => false,
    }),
    ("bodyguard.rule.2", |m| m.players().any(|player| m.grows(player))),
    ("bodyguard.unlock", |m| m.comes(|state| total(state) >= 2)),
    ("bodyguard.win", |m| m.ends("escaped")),
    ("bodyguard.lose", |m| m.ends("prima-donna-seen")),
    ("rescuing_her_ride.setup.1", |m| {
        m.comes(|state| state.finale_figures()[0].is_some() && state.finale_figures()[0] == safe(state))
    }),
    ("rescuing_her_ride.setup.2", |m| {
        m.comes(|state| state.finale_figures()[0].is_some() && state.marker(1).is_none())
    }),
    ("rescuing_her_ride.rule.1", |m| m.action() == Some(Action::GetIn)),
    ("rescuing_her_ride.rule.2", |m| {
        m.drive().is_some_and(|(tiles, _)| tiles == 2)
    }),
    ("rescuing_her_ride.rule.3", |m| {
        m.drive().is_some_and(|(_, walls)| walls)
    }),
    ("rescuing_her_ride.rule.4", |m| {
        m.drive().is_some() && m.after.finale_figures()[0].is_some_and(|car| car.floor() == 1)
    }),
    ("rescuing_her_ride.rule.5", |m| {
        let other = |player: usize| player != m.before.current_player() && m.before.is_in_car(player);
        m.drive().is_some() && m.players().any(|player| other(player) && m.has_moved(player))
    }),
    ("rescuing_her_ride.unlock", |m| {
        m.comes(|state| {
            let all_in = (0..state.characters()).all(|player| state.is_in_car(player));
            all_in && state.finale_figures()[0].is_some_and(is_edge)
        })
    }),
    ("rescuing_her_ride.win", |m| m.ends("escaped")),
    ("laundry_day.setup.1", |m| {
        m.comes(|state| total(state) == state.characters() as u8)
    }),
    ("laundry_day.rule.1", |m| {
        m.players()
            .any(|player| m.grows(player) && m.before.finale_count(player) > 0)
    }),
    ("laundry_day.unlock", |m| {
        m.players()
            .any(|player| m.grows(player) && m.after.finale_count(player) == 5)
    }),
    ("laundry_day.win", |m| m.ends("escaped")),
    ("caught_red_handed.setup.1", |m| {
        matches!(m.step, Step::Chance(Outcome::Token(_)))
    }),
    ("caught_red_handed.setup.2", |m| {
        let is_last = |player| matches!(m.before.waiting(), Waiting::Token(now) if now == player);
        is_last(m.after.characters() - 1) && m.players().any(|player| m.after.heat(player) == 4)
    }),
    ("caught_red_handed.win", |m| m.ends("red-handed")),
    ("caught_red_handed.lose", |m| {
        m.ends("caught") && m.players().any(|player| m.after.heat(player) < 6)
    }),
    ("gravity_boots.setup.1", |m| {
        m.comes(|state| state.has_boots(state.current_player()))
    }),
    ("gravity_boots.setup.2", |m| {
        let falls = |player: usize| {
            let below = |at: Cell| Cell::new(0, at.square());
            m.has_moved(player) && m.after.player_cell(player) == safe(m.after).map(below)
        };
        m.players()
            .any(|player| m.after.has_boots(player) && !m.before.has_boots(player) && falls(player))
    }),
    ("gravity_boots.rule.1", |m| m.slide().is_some()),
    ("gravity_boots.rule.2", |m| {
        let is_hidden =
            |state: &CasinoCapers, at| state.face_at(at).is_none() && state.chip_at(at) == Some(ChipView::Down);
        let stays = |at| is_hidden(m.before, at) && is_hidden(m.after, at);
        m.slide().is_some_and(|(from, to)| passed(from, to).any(stays))
    }),
    ("gravity_boots.rule.3", |m| {
        // A Drunk would move anybody else.
        let Waiting::Chip(at) = m.before.waiting() else {
            return false;
        };
        let is_here = |player: usize| m.before.player_cell(player) == Some(at) && !m.has_moved(player);
        matches!(m.step, Step::Chance(Outcome::Chip(Chip::Drunk))) && m.booted().is_some_and(is_here)
    }),
    ("gravity_boots.rule.4", |m| {
        let is_shifted = |from: Cell| m.before.bouncer(from.floor()) != m.after.bouncer(from.floor());
        m.before.turn() == m.after.turn() && m.slide().is_some_and(|(from, _)| is_shifted(from))
    }),
    ("gravity_boots.unlock", |m| m.comes(CasinoCapers::is_unlocked)),
    ("gravity_boots.win", |m| m.ends("escaped")),
    ("catch_a_tiger.setup.1", |m| {
        m.before.question() == Some(Question::TigerStart)
    }),
    ("catch_a_tiger.setup.2", |m| m.comes(|state| total(state) == 4)),
    ("catch_a_tiger.rule.1", |m| m.action() == Some(Action::Steak)),
    ("catch_a_tiger.rule.2", |m| {
        let ([_, from, _], [_, to, _]) = (m.before.finale_figures(), m.after.finale_figures());
        from.is_some() && to.is_some() && from != to
    }),
    ("catch_a_tiger.rule.3", |m| {
        let ([_, from, _], [_, to, _]) = (m.before.finale_figures(), m.after.finale_figures());
        let is_met = |player: usize| m.after.player_cell(player) == to && m.after.heat(player) == m.before.heat(player);
        from.is_some() && to.is_some() && from != to && m.players().any(is_met)
    }),
    ("catch_a_tiger.unlock", |m| m.comes(CasinoCapers::is_unlocked)),
    ("catch_a_tiger.win", |m| m.ends("escaped")),
    ("catch_a_tiger.lose", |m| m.ends("tiger-seen")),
    ("hail_mary.setup.1", |m| {
        m.comes(|state| state.finale_figures()[2].is_some() && state.finale_figures()[2] == safe(state))
    }),
    ("hail_mary.rule.1", |m| matches!(m.action(), Some(Action::Throw(_)))),
    ("hail_mary.rule.2", |m| m.action() == Some(Action::ThrowDown)),
    ("hail_mary.rule.3", |m| {
        let ([.., from], [.., to]) = (m.before.finale_figures(), m.after.finale_figures());
        let leaves = |player: usize| m.before.player_cell(player) == from && m.has_moved(player);
        from.is_some() && from == to && m.players().any(leaves)
    }),
    ("hail_mary.unlock", |m| m.comes(CasinoCapers::is_unlocked)),
    ("hail_mary.win", |m| m.ends("escaped")),
    ("the_raid.setup.1", |m| {
        m.comes(|state| count(|cell| state.has_swat(cell)) > 0) && count(|cell| m.after.has_crack_token(cell)) == 6
    }),
    ("the_raid.setup.2", |m| {
        m.comes(|state| count(|cell| state.has_swat(cell)) > 0)
    }),
    ("the_raid.rule.1", |m| {
        let enters =
            |player: usize| m.has_moved(player) && m.after.player_cell(player).is_some_and(|at| m.after.has_swat(at));
        m.players()
            .any(|player| enters(player) && m.after.heat(player) >= m.before.heat(player) + 2)
    }),
    ("the_raid.rule.2", |m| m.action() == Some(Action::RemoveSwat)),
    ("the_raid.rule.3", |m| {
        let tokens = |state: &CasinoCapers| count(|cell| state.has_crack_token(cell));
        tokens(m.after) < tokens(m.before)
    }),
    ("the_raid.rule.4", |m| {
        let at = m.after.bouncer(1).filter(|&at| m.before.bouncer(1) != Some(at));
        at.is_some_and(|at| m.after.has_swat(at))
    }),
    ("the_raid.win", |m| m.ends("raid-over")),
    ("bringing_down_the_house.rule.1", |m| {
        matches!(m.action(), Some(Action::Destroy(_)))
    }),
    ("bringing_down_the_house.rule.2", |m| {
        let mut legal = Vec::new();
        m.after.legal_actions(&mut legal);
        let player = m.after.current_player();
        let is_full = m.after.finale_count(player) == m.after.walls_to_destroy();
        let at = m.after.player_cell(player);
        let is_walled = at.is_some_and(|at| m.after.floor_plan(at.floor()).walled(at.square()) != 0);
        let is_offered = legal.iter().any(|action| matches!(action, Action::Destroy(_)));
        m.after.question() == Some(Question::Act) && m.after.actions_left() > 0 && is_full && is_walled && !is_offered
    }),
    ("bringing_down_the_house.unlock", |m| {
        m.players()
            .any(|player| m.grows(player) && m.after.finale_count(player) == m.after.walls_to_destroy())
    }),
    ("bringing_down_the_house.win", |m| {
        m.ends("escaped")
            && m.players()
                .all(|player| m.after.whereabouts(player) == Whereabouts::Exited)
    }),
];

/// Counts the lines that a step shows.
pub fn note(before: &CasinoCapers, step: Step<CasinoCapers>, after: &CasinoCapers, seen: &mut Counters) {
    let Some(finale) = after.running_finale() else { return };
    let moment = Moment { before, step, after };
    for (line, shows) in LINES {
        if line.starts_with(&prefix(finale)) && shows(&moment) {
            seen.count("finale line", line);
        }
    }
}

/// How the ids of a finale's lines begin.
fn prefix(finale: Finale) -> String {
    format!("{}.", finale.name().replace('-', "_"))
}

/// The ids of all lines with a text but for the rulings, from the data file.
pub fn lines() -> Vec<String> {
    let data = include_str!("../../../data/casino-capers/finales.toml");
    let data: toml::Value = toml::from_str(data).expect("the data are TOML");
    let mut ids = Vec::new();
    for finale in data["finale"].as_array().expect("finales") {
        let list = |name: &str| finale[name].as_array().cloned().unwrap_or_default();
        let one = |name: &str| finale[name].clone();
        let lines = [list("setup"), list("rules")].concat();
        let lines = lines.into_iter().chain(["unlock_exit", "win", "lose"].map(one));
        let with_text = lines.filter(|line| line["text"].as_str() != Some(""));
        ids.extend(with_text.filter_map(|line| line["id"].as_str().map(str::to_owned)));
    }
    ids
}

/// A line without a way to show would be missing for ever; one that shows and is no line would be counted for nothing.
#[test]
fn every_line_has_a_way_to_show() {
    let mut shown: Vec<String> = LINES.iter().map(|(line, _)| (*line).to_owned()).collect();
    let mut lines = lines();
    shown.sort();
    lines.sort();
    assert_eq!(shown, lines);
}
