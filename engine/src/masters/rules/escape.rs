//! ESCAPE: 6.6 and 5.9; the last ditch is in [`super::ditch`].

use super::super::action::{Action, Who};
use super::super::components::Ability;
use super::super::frame::Frame;
use super::super::offers::{Any, Offers};
use super::super::state::{EXIT, FREE_THINGS, MastersOfTheHeist, Phase, Spot, Starters, done, flag};
use super::super::vents::Vents;
use crate::board::hexes::members;

/// MH7.2l: what a Pinch ability costs.
const PINCH_COST: u8 = 2;

impl MastersOfTheHeist {
    /// MH6.6a: remaining gates close, every unrevealed hex gets a chit, one chase test, then Anger Therapy (H34).
    pub(super) fn escape_start(&mut self) {
        self.phase = Phase::Escape;
        self.owed = 0;
        self.free_things = 0;
        self.pending = 0;
        self.left_dogs = 0;
        self.vents = Vents::NONE;
        self.marks = [0; crate::board::hexes::MOST_HEXES];
        self.starters = Starters {
            flashed: 0,
            fresh: 0,
            ..self.starters
        };
        self.flags &= !(flag::LOOP_FOOTAGE | flag::WHISTLE);
        self.deck.begin_round();
        self.characters.iter_mut().for_each(|character| character.begin_round());
        self.push(Frame::EscapeReveals);
        self.push(Frame::CloseGates(u8::MAX));
    }

    pub(super) fn escape_reveals(&mut self) {
        if self.unrevealed == 0 {
            self.push(Frame::EscapeReady);
            self.push(Frame::Chase);
            return;
        }
        self.push(Frame::EscapeReveals);
        self.reveal(self.unrevealed.trailing_zeros() as usize);
    }

    pub(super) fn escape_ready(&mut self) {
        self.blanks = 0;
        for who in 0..self.player_count {
            let at = self.get(Who(who)).at;
            if at < EXIT && self.is_present(Who(who)) && self.has_ability(Who(who), Ability::AngerTherapy) {
                self.subdue_all(usize::from(at));
            }
        }
        self.push(Frame::EscapePhase);
    }

    /// H37: a Prisoner may still be freed; no die, no reveals.
    pub(super) fn escape_phase(&mut self) {
        self.free_prisoner();
        self.push(Frame::AskEscaper);
    }

    /// H36: who is Busted is not present.
    pub(super) fn offer_escapers(&self, out: &mut impl Offers) {
        let can_act = |&who: &Who| {
            let mut any = Any::default();
            self.offer_escape(who, &mut any);
            any.0
        };
        out.extend(self.present().filter(can_act).map(Action::Act));
        out.push(Action::Finish);
    }

    pub(super) fn choose_escaper(&mut self, action: Action) {
        match action {
            Action::Act(who) => {
                self.push(Frame::EscapePhase);
                self.push(Frame::AskEscape(who));
            }
            _ => {
                self.free_things = 0;
                self.push(Frame::Count(0));
            }
        }
    }

    /// MH6.6c: one idea, and one for each unsubdued guard on the hex left; none extra with There Are Better Ways.
    pub(super) fn step_cost(&self, who: Who) -> u8 {
        let at = self.get(who).at;
        if at < EXIT && !self.has_ability(who, Ability::ThereAreBetterWays) {
            1 + self.ground[usize::from(at)].active_guards()
        } else {
            1
        }
    }

    /// MH6.6c, H63: the tiles that can be entered from here, hexes first; MH6.6i: from an Exit the hex that it opens
    /// to.
    pub(super) fn steps(&self, who: Who) -> impl Iterator<Item = Spot> + '_ {
        let at = self.get(who).at;
        let is_free = !self.is_ringed(at);
        let hexes = if is_free { self.beside(at) } else { 0 };
        let hexes = members(hexes)
            .filter(|&hex| !self.is_barred(hex))
            .map(|hex| hex as Spot);
        let exits = self.exits_at(usize::from(at)).filter(move |_| is_free && at < EXIT);
        hexes.chain(exits)
    }

    /// MH6.6b, MH6.6e, H35: everything that a character may do next; free things cost nothing.
    pub(super) fn offer_escape(&self, who: Who, out: &mut impl Offers) {
        let character = self.get(who);
        let ideas = character.ideas;
        if ideas >= self.step_cost(who) {
            out.extend(self.steps(who).map(|spot| Action::Step(self.tile(spot))));
        }
        if ideas >= 1 {
            // MH6.6d, MH6.6g.
            out.extend(self.tiles_in(self.doors_beside(who)).map(Action::Door));
            if self.has_ability(who, Ability::PickUnderPressure) && !character.has_done(done::DITCHED) {
                let locked = self.beside(character.at) & self.hexes_with(|ground| ground.locks.active() > 0);
                out.extend(self.tiles_in(locked).map(Action::PickUnderPressure));
            }
        }
        self.offer_loot_abilities(who, out);
        if ideas >= PINCH_COST && self.may_pinch(who) {
            out.extend(self.present().filter(|&other| other != who).map(Action::Pinch));
        }
        if self.can_capture(who) {
            out.push(Action::Capture);
        }
        if self.free_things < FREE_THINGS {
            self.offer_free_things(who, out);
        }
        if !out.is_content() && !character.has_done(done::DITCHED) && self.can_finish(who, character.at, false) {
            out.push(Action::LastDitch);
        }
    }

    /// MH7.2l.
    fn may_pinch(&self, who: Who) -> bool {
        self.has_ability(who, Ability::GreatInAPinch)
            || self.has_ability(who, Ability::GoodInAPinch) && !self.get(who).has_done(done::GOOD_IN_A_PINCH)
    }

    pub(super) fn do_escape(&mut self, who: Who, action: Action) {
        self.count_free_things(action);
        match action {
            Action::Step(_) => {
                let cost = self.step_cost(who);
                self.get_mut(who).ideas -= cost;
                self.escape_along(who, action);
            }
            Action::Door(_) => {
                self.get_mut(who).ideas -= 1;
                self.escape_along(who, action);
            }
            Action::PickUnderPressure(tile) => {
                self.get_mut(who).ideas -= 1;
                let hex = self.hex(tile);
                self.ground[hex].locks.switch_off(1);
            }
            Action::Pinch(other) => {
                let uses_up = !self.has_ability(who, Ability::GreatInAPinch);
                let character = self.get_mut(who);
                character.ideas -= PINCH_COST;
                if uses_up {
                    character.done |= done::GOOD_IN_A_PINCH;
                }
                self.gain_ideas(other, 1);
            }
            Action::Larcenist | Action::Swindler => self.do_ability(who, action),
            Action::LastDitch => self.push(Frame::AskRoute(who)),
            other => self.escape_along(who, other),
        }
    }

    /// A step, a door or a free thing whose cost is paid; a Prisoner that this frees is free at once. H28: no dog
    /// chases.
    pub(super) fn escape_along(&mut self, who: Who, action: Action) {
        match action {
            Action::Step(tile) => {
                if let Some(spot) = self.spot(tile) {
                    self.get_mut(who).at = spot;
                }
            }
            Action::Capture => self.capture(),
            other => self.do_free_thing(who, other),
        }
        self.free_prisoner();
    }

    /// MH6.6m, H38: the hideouts that replace the Exits, or none.
    pub(super) fn hideouts(&self) -> u32 {
        if self.scenario().ends_on_hideouts() {
            self.scenario().story_hexes & self.plan().present()
        } else {
            0
        }
    }

    /// Whether a spot is an Exit, or a hideout where those replace the Exits.
    pub(super) fn is_end(&self, spot: Spot) -> bool {
        if self.scenario().ends_on_hideouts() {
            spot < EXIT && self.hideouts() & 1 << spot != 0
        } else {
            (EXIT..EXIT + self.exit_count).contains(&spot)
        }
    }
}
