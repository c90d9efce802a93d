//! The expert for Burgle Bros.: a sensible crew in a microsecond or two a decision.
//!
//! In the action phase every legal action gets a score: what it brings the plan (explore, feed and crack the Safes, carry
//! the Loot to the roof), less what it risks. The plan is the seat's share of the team's work ([`plan`]); the risk is
//! where the Guards will walk ([`danger`]). Other decisions have a rule each ([`answers`]).

mod answers;
mod danger;
mod plan;

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{Action, BurgleBros, Character, Face, Frame, Kind, Loot, Tool};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use super::{Heuristics, Policy};
use danger::Danger;
use plan::Plan;

impl Heuristics for BurgleBros {
    const HEURISTIC: Option<Policy<Self>> = Some(choose);
}

/// The expert's choice.
fn choose(state: &BurgleBros, seat: Seat, legal: &[Action], _rng: &mut Generator) -> Action {
    if let [only] = legal {
        return *only;
    }
    if state.frames().last() != Some(&Frame::Act) {
        return answers::choose(state, seat, legal);
    }
    let turn = Outlook::new(state, seat);
    best(legal, |action| turn.score(action))
}

/// The first of the actions with the highest score.
fn best(legal: &[Action], score: impl Fn(Action) -> f32) -> Action {
    let mut choice = legal[0];
    let mut highest = f32::MIN;
    for &action in legal {
        let value = score(action);
        if value > highest {
            (choice, highest) = (action, value);
        }
    }
    choice
}

/// What losing a Stealth token is worth, in steps of progress.
const STEALTH: f32 = 6.0;

/// The active player's view of his turn: computed once a decision.
struct Outlook<'a> {
    state: &'a BurgleBros,
    seat: Seat,
    at: Cell,
    actions: u8,
    danger: Danger,
    plan: Plan,
}

impl<'a> Outlook<'a> {
    fn new(state: &'a BurgleBros, seat: Seat) -> Outlook<'a> {
        // The active player in his action phase is on the board; the fallback is never used.
        let at = state.at(seat).unwrap_or(Cell::new(0, 0));
        let danger = Danger::new(state, seat);
        Outlook { state, seat, at, actions: state.actions_left(), plan: Plan::new(state, seat, at), danger }
    }

    /// What an action is worth.
    fn score(&self, action: Action) -> f32 {
        let left = self.actions;
        match action {
            Action::EndActions => self.score_ending(),
            Action::Escape => 1000.0,
            Action::Move(to) => self.score_move(to, left.saturating_sub(1)),
            Action::Peek(cell) => self.score_peek(cell) - self.risk(self.at, left - 1),
            Action::Hack => self.score_hack() - self.risk(self.at, left - 1),
            Action::Laptop => 0.9 - self.risk(self.at, left - 1),
            Action::AddDie(safe) => self.score_add_die(safe) - self.risk(self.at, left - 2),
            Action::Crack(safe) => self.score_crack(safe) - self.risk(self.at, left - 1),
            Action::Flexibility(to) => self.score_move(to, left) - if left == 0 { STEALTH } else { 1.0 },
            Action::ClimbWindow(to) => self.score_move(to, 0) - 2.5,
            Action::XRay(cell) | Action::Enhance(cell) => 3.0 + self.score_peek(cell),
            Action::Blueprints(cell) => 2.0 + self.score_peek(cell),
            Action::CatchKitty | Action::PickUpLoot(_) => 50.0,
            Action::PickUpTool(_) => 49.0,
            Action::Orders(other, to) => self.score_order(other, to) - self.risk(self.at, left.saturating_sub(1)),
            Action::Crow(cell) => self.score_crow(cell),
            Action::RerouteTake => self.danger.at(self.at) * STEALTH - 0.5,
            Action::Tinker => if self.state.stealth(self.seat) >= 5 { 2.0 } else { -10.0 },
            Action::Clairvoyance => 0.2 - self.risk(self.at, left - 1),
            Action::Precognition => 0.1 - self.risk(self.at, left - 1),
            Action::Disguise(_) | Action::Crybaby(_) | Action::RerouteDiscard => -10.0,
            Action::GiveTool(..) | Action::TakeTool(..) | Action::TakeLoot(..) | Action::GiveLoot(..) => {
                self.score_trade(action)
            }
            _ => self.score_tool(action),
        }
    }

    /// What staying on `cell` with `left` actions to spare risks: with actions left one can still walk on.
    fn risk(&self, cell: Cell, left: u8) -> f32 {
        let chance = self.danger.at(cell);
        let weight = match left {
            0 => 1.0,
            1 => 0.35,
            2 => 0.1,
            _ => 0.02,
        };
        let price = if self.state.stealth(self.seat) == 0 { 4.0 * STEALTH } else { STEALTH };
        chance * weight * price
    }

    /// Ending now: what staying risks, and an Event if too little was done.
    fn score_ending(&self) -> f32 {
        let few = if self.state.loot(self.seat) & Loot::Stamp.bit() != 0 { 3 } else { 2 };
        let event = if self.state.actions_used() <= few { 2.0 } else { 0.0 };
        let thermo = if self.is_live(self.at, Kind::Thermo) { 2.0 } else { 0.0 };
        -self.risk(self.at, 0) - event - thermo
    }

    fn is_live(&self, cell: Cell, kind: Kind) -> bool {
        self.state.face_at(cell).is_some_and(|face| face.kind() == kind && !self.state.is_disabled(face))
    }

    fn score_move(&self, to: Cell, left: u8) -> f32 {
        let state = self.state;
        let guarded = state.guard(to.floor()).is_some_and(|guard| guard.at == to);
        let mut score = 1.6 * self.plan.progress(self.at, to) - self.risk(to, left);
        if guarded {
            score -= STEALTH;
        }
        match state.face_at(to) {
            None => {
                // Going in blind: worth the reveal, less what may be behind the door.
                score += 0.55 * self.plan.reveal_value(to) - 1.1;
                if left == 0 {
                    score -= 0.8;
                }
            }
            Some(face) => score -= self.price_of_entry(to, face, left),
        }
        if self.is_live(self.at, Kind::Motion) && state.face_at(self.at).is_some_and(|face| state.is_marked(face)) {
            score -= 1.2;
        }
        score
    }

    /// What entering a revealed tile costs beside the Move.
    fn price_of_entry(&self, to: Cell, face: Face, left: u8) -> f32 {
        let state = self.state;
        let watched = state.guard(to.floor()).is_some_and(|guard| {
            state.floor_plan(to.floor()).adjacent[to.square()] & guard.at.bit() != 0
        });
        if watched && (face.kind() == Kind::Foyer || state.loot(self.seat) & Loot::Tiara.bit() != 0) {
            return STEALTH;
        }
        if state.is_disabled(face) {
            return 0.0;
        }
        let jammed = state.character(self.seat) == Character::HackerBasic;
        let laden = state.tools(self.seat) != 0 || state.loot(self.seat) != 0;
        match face.kind() {
            Kind::Deadbolt => 2.2,
            Kind::Keypad if !state.is_marked(face) => 2.4,
            Kind::Laser if !jammed && state.loot(self.seat) & Loot::Mirror.bit() == 0 => {
                if left > 0 || state.hack_tokens(heist_engine::burgle_bros::Room::Laser) > 0 { 1.1 } else { 2.0 }
            }
            Kind::Fingerprint if !jammed => {
                if state.hack_tokens(heist_engine::burgle_bros::Room::Fingerprint) > 0 { 0.3 } else { 1.8 }
            }
            Kind::Motion if !jammed => 0.6,
            Kind::Detector if laden => 1.8,
            Kind::Thermo => if left == 0 { 2.0 } else { 0.3 },
            Kind::Camera => 0.3,
            Kind::Laboratory if !state.is_marked(face) => -3.0,
            _ => 0.0,
        }
    }

    fn score_peek(&self, cell: Cell) -> f32 {
        0.3 + self.plan.reveal_value(cell)
    }

    fn score_hack(&self) -> f32 {
        let Some(room) = self.state.face_at(self.at).and_then(|face| face.kind().room()) else { return 0.0 };
        match self.state.hack_tokens(room) {
            0 => 1.2,
            1 => 0.8,
            2 => 0.4,
            _ => 0.1,
        }
    }

    /// More dice while many numbers are missing, then roll.
    fn score_add_die(&self, safe: Cell) -> f32 {
        let (missing, hidden, dice) = self.plan.safe_state(self.state, safe);
        let wanted = match missing.len() {
            0 | 1 => 2,
            2 => 3,
            _ => 4,
        };
        if dice < wanted { 3.6 } else if hidden > 0 { 0.4 } else { 1.2 }
    }

    fn score_crack(&self, safe: Cell) -> f32 {
        let (missing, hidden, dice) = self.plan.safe_state(self.state, safe);
        if missing.is_empty() && hidden > 0 {
            return -1.0;
        }
        // Every face missing comes up with probability 1 - (5/6)^dice.
        let chance = 1.0 - (5.0f32 / 6.0).powi(i32::from(dice));
        let expected = chance * missing.len() as f32;
        if hidden == 0 { 1.0 + 3.0 * expected } else { 2.2 * expected }
    }

    /// An order is for getting somebody out of a Guard's way.
    fn score_order(&self, other: Seat, to: Cell) -> f32 {
        let Some(from) = self.state.at(other) else { return -10.0 };
        if from.floor() != self.at.floor() || self.state.face_at(to).is_none() {
            return -10.0;
        }
        let guarded = self.state.guard(to.floor()).is_some_and(|guard| guard.at == to);
        let saved = self.danger.at(from) - self.danger.at(to) - if guarded { 1.0 } else { 0.0 };
        saved * STEALTH - 1.0
    }

    /// The crow belongs where the Guard of this floor walks next.
    fn score_crow(&self, cell: Cell) -> f32 {
        if self.state.crow() == Some(cell) || self.danger.at(cell) < 0.9 {
            return -10.0;
        }
        let already = self.state.crow().is_some_and(|crow| crow.floor() == cell.floor() && self.danger.at(crow) > 0.5);
        if already { -10.0 } else { 0.5 + self.danger.near_miss() }
    }

    /// Cards go to nobody, but for two: Loot that forbids Tools and the Mirror stay where they are; the last Gold Bar on
    /// the floor is left to somebody who can carry it.
    fn score_trade(&self, _action: Action) -> f32 {
        -10.0
    }

    fn score_tool(&self, action: Action) -> f32 {
        let state = self.state;
        let here = self.danger.at(self.at);
        let trapped = self.actions == 0 && here > 0.4;
        match action {
            Action::MakeupKit => 20.0,
            Action::Virus(a, b, c) => 6.0 - 0.1 * f32::from(a.max(b).max(c)),
            Action::Emp => {
                let alarms: u32 = (0..state.floors()).map(|floor| state.alarms(floor).count_ones()).sum();
                if alarms >= 2 || (alarms == 1 && trapped) { 5.0 } else { -10.0 }
            }
            Action::Rollerskates => {
                if trapped || (self.actions == 0 && self.plan.is_urgent()) { 4.0 } else { -10.0 }
            }
            Action::InvisibleSuit => if trapped { 4.5 } else { -10.0 },
            Action::SmokeBomb => if trapped && here > 0.6 { 3.0 } else { -10.0 },
            Action::Donuts(floor) => {
                if floor as usize == self.at.floor() && trapped { 4.8 } else { -10.0 }
            }
            Action::Crowbar(cell) => match state.face_at(cell).map(Face::kind) {
                Some(Kind::Keypad | Kind::Deadbolt) if self.plan.progress(self.at, cell) > 0.0 => 4.0,
                Some(Kind::Laser | Kind::Fingerprint) if self.plan.progress(self.at, cell) > 0.0 => 2.0,
                _ => -10.0,
            },
            Action::CrystalBall => 0.0,
            Action::ThermalBomb(up) => {
                let top = self.at.floor() + 1 == state.floors();
                let leaving = state.is_ready_to_escape();
                if up && leaving && (self.actions > 0 || !top) { 6.0 } else { -10.0 }
            }
            _ => -10.0,
        }
    }
}

/// How much the expert wants a Tool, for the choices between two.
fn tool_rank(tool: Tool) -> u8 {
    match tool {
        Tool::Donuts => 12,
        Tool::InvisibleSuit => 11,
        Tool::MakeupKit => 10,
        Tool::SmokeBomb => 9,
        Tool::Rollerskates => 8,
        Tool::Blueprints => 7,
        Tool::Stethoscope => 6,
        Tool::Virus => 5,
        Tool::Emp => 4,
        Tool::ThermalBomb => 3,
        Tool::Crowbar => 2,
        Tool::CrystalBall => 1,
        Tool::Dynamite => 0,
    }
}
