//! Safe dice, the finale and its parts, Dead Drops.

use super::forms::default_cracked;
use super::read::{CellField, CellsField, IndexField, Reader};
use crate::board::Cell;
use crate::casino_capers::components::{Chip, Face, Finale, Gear, Task};
use crate::casino_capers::frame::Frame;
use crate::casino_capers::place::{GRID, Place, Squares};
use crate::casino_capers::state::{CasinoCapers, HOLE, NONE, SAFE_DICE, chip, flag, held};

/// finale.catch_a_tiger.setup.2.
const STEAKS: u32 = 4;

impl<'a> Reader<'a> {
    /// Whether the finale's set-up is still to come.
    pub fn is_set_up_to_come(&self) -> bool {
        self.is_resolving(|frame| frame == Frame::SetUpFinale)
    }

    /// Everything of the Safe and the finale but what players have.
    pub fn finale_parts(&mut self) {
        self.dice();
        self.cracked();
        let safe = self.state.find(Face::SAFE).map_or(NONE, Cell::code);
        let is_ready = !self.is_set_up_to_come();
        for (at, finale, usual) in [
            (self.position.car(), Finale::RescuingHerRide, safe),
            (self.position.tiger(), Finale::CatchATiger, NONE),
            (self.position.football(), Finale::HailMary, safe),
        ] {
            let runs = self.state.runs(finale) && is_ready;
            at.require(
                !at.is_given || runs,
                "a cell",
                format!("none before the finale {finale} is set up"),
            );
            let code = if at.is_given { at.cell_code() } else { usual };
            let code = if runs { code } else { NONE };
            match finale {
                Finale::RescuingHerRide => self.state.car = code,
                Finale::CatchATiger => self.state.tiger = code,
                _ => self.state.football = code,
            }
        }
        let swat = self.position.swat();
        swat.require(
            !swat.is_given || self.state.runs(Finale::TheRaid),
            "SWAT tokens",
            "none before the finale the-raid runs",
        );
        for (at, cell) in swat.cells() {
            at.require(cell.floor() == 1, cell, "a cell of floor 2 (finale.the_raid.setup.1)");
            self.state.swat.insert(cell);
        }
        self.steaks();
        let unlocked = self.position.unlocked();
        let is_lasting = [Finale::GravityBoots, Finale::CatchATiger, Finale::HailMary];
        let fits = is_lasting.iter().any(|&finale| self.state.runs(finale));
        unlocked.require(fits || !unlocked.or(false), "true", "a finale with a lasting unlock");
        let is_unlocked = unlocked.or(false);
        self.state.set_flag(flag::UNLOCKED, is_unlocked);
        self.contorted();
    }

    fn contorted(&mut self) {
        let at = self.position.contorted();
        self.state.contorted = at.index(self.state.count());
        let moves = self.is_resolving(|frame| {
            matches!(
                frame,
                Frame::StandingHeat(_) | Frame::Walk(_) | Frame::Step(_) | Frame::AfterStep(_) | Frame::Shift(..)
            )
        });
        let fits = self.state.contorted == NONE || moves;
        at.require(
            fits,
            "a player",
            "none without a bouncer's movement (gear.contortion.movement)",
        );
    }

    fn steaks(&mut self) {
        let (steaks, had) = (self.position.steaks(), self.position.had_steak());
        let runs = self.state.runs(Finale::CatchATiger);
        for list in [&steaks, &had] {
            list.require(
                !list.is_given || runs,
                "cells",
                "none before the finale catch-a-tiger runs",
            );
        }
        for (_, cell) in steaks.cells() {
            self.state.floors[cell.floor()].steaks.insert(cell);
            if !had.is_given {
                self.state.floors[cell.floor()].had_steak.insert(cell);
            }
        }
        for (_, cell) in had.cells() {
            self.state.floors[cell.floor()].had_steak.insert(cell);
        }
        let are_noted = self
            .state
            .floors
            .iter()
            .all(|floor| floor.steaks.without(floor.had_steak).is_empty());
        had.require(are_noted, "cells without those of `steaks`", "them as well");
    }

    /// Safe dice: `office`, `safe`, and `loose` on other tiles.
    fn dice(&mut self) {
        let form = self.position.dice();
        let (office, safe) = (form.office(), form.safe());
        self.state.office_dice = office.number(0, 0..=SAFE_DICE);
        self.state.safe_dice = safe.number(0, 0..=SAFE_DICE);
        for (at, count, face) in [
            (office, self.state.office_dice, Face::OFFICE),
            (safe, self.state.safe_dice, Face::SAFE),
        ] {
            let is_found = self.state.find(face).is_some();
            at.require(
                count == 0 || is_found,
                format!("{count} dice"),
                format!("none while {face} is face down"),
            );
        }
        let loose = form.loose();
        let is_office_known = self.state.find(Face::OFFICE).is_some();
        for (key, dice) in loose.entries() {
            let (Some(cell), Some(count)) = (key.cell(), dice.within(0..=SAFE_DICE)) else {
                continue;
            };
            dice.require(
                count == 0 || !is_office_known,
                format!("{count} dice"),
                "none on tiles while owners-office is face up (enter.4)",
            );
            let room = SAFE_DICE - self.state.loose_count();
            dice.require(
                count <= room,
                format!("{count} dice"),
                format!("at most {SAFE_DICE} in all"),
            );
            (0..count.min(room)).for_each(|_| self.state.put_loose_die(cell));
        }
    }

    fn cracked(&mut self) {
        let list = self.position.cracked();
        if !list.is_given {
            self.state.cracked = default_cracked(&self.state);
            return;
        }
        let line = match self.state.find(Face::SAFE) {
            Some(safe) => safe.lines() & GRID & !safe.bit(),
            None => 0,
        };
        let mut cracked = Squares::default();
        for (at, cell) in list.cells() {
            let fits = cell.floor() == 1 && line & cell.bit() != 0;
            at.require(
                fits,
                cell,
                "a tile in the row or column of the Safe, which is face up (safe.roll)",
            );
            at.require(
                self.state.is_revealed(cell),
                format!("{cell} face down"),
                "a face-up tile (safe.roll)",
            );
            if fits {
                cracked.insert(cell);
            }
        }
        self.state.cracked = cracked;
    }

    /// Whether there are dice for everything that may still put one out.
    pub fn check_dice(&self) {
        let state = &self.state;
        let dice = self.position.place("dice");
        let is_laundry_day = state.runs(Finale::LaundryDay);
        let taken = state
            .players
            .iter()
            .filter(|player| is_laundry_day && player.count > 0)
            .count();
        let lying = usize::from(state.office_dice + state.safe_dice + state.loose_count());
        let out = lying + taken;
        dice.require(
            out <= usize::from(SAFE_DICE),
            format!("{out} dice"),
            "at most 5 (section 2)",
        );
        if is_laundry_day && taken > 0 {
            dice.require(
                lying == 0,
                format!("{lying} dice"),
                "none but the players' (finale.laundry_day.setup.1)",
            );
        }
        if state.running().is_some() || !self.is_playing() {
            return;
        }
        // Inside Tip takes a die from the supply only where there is one; a Mole may always be used.
        let moles = self.moles();
        let to_come = if moles > 0 {
            moles + usize::from(self.has_tip())
        } else {
            0
        };
        let most = usize::from(SAFE_DICE).saturating_sub(to_come);
        let expected = format!("at most {most}, with {to_come} still to come by Moles and Inside Tip");
        dice.require(out <= most, format!("{out} dice"), expected);
    }

    /// Moles that may still be used (chip.mole.use).
    fn moles(&self) -> usize {
        let is_mole = |byte: &&u8| **byte < HOLE && **byte & chip::KIND == Chip::Mole as u8;
        let known = self.state.chips.iter().filter(is_mole).count();
        let holes = self.state.chips.iter().filter(|&&byte| byte == HOLE).count();
        let holes = if self.is_setup() { Place::COUNT } else { holes };
        known + usize::from(self.state.chip_stock[Chip::Mole.index()]).min(holes)
    }

    /// Whether Inside Tip may still be used (gear.inside_tip).
    fn has_tip(&self) -> bool {
        let everywhere = self.state.pile | super::write::gear_in_play(&self.state);
        everywhere & !self.state.backs & Gear::InsideTip.bit() != 0
    }

    /// What the finale needs before and while it runs.
    pub fn check_finale(&self) {
        let state = &self.state;
        let cracks =
            self.is_resolving(|frame| matches!(frame, Frame::SafeReturn(_) | Frame::StartFinale | Frame::DrawFinale));
        self.check_owners();
        let at = self.position.place("finale");
        let Some(finale) = state.running() else {
            let waits = !state.is_cracked() || cracks || !self.is_playing();
            at.require(waits, "all crack tokens", "the finale to run (safe.done)");
            return;
        };
        let is_cracked = state.is_cracked() || finale == Finale::TheRaid;
        let found = format!("{finale} with the Safe closed");
        at.require(
            state.find(Face::SAFE).is_some() && is_cracked,
            found,
            "the Safe face up and cracked (safe.done)",
        );
        let line_is_shown = CasinoCapers::cells_of(1, state.cracked.mask()).all(|cell| state.is_revealed(cell));
        let tiles = self.position.place("tiles");
        tiles.require(
            line_is_shown,
            "face-down tiles in the row or column of the Safe",
            "them face up (safe.done)",
        );
        if !self.is_playing() || self.is_set_up_to_come() {
            return;
        }
        self.check_running(finale);
    }

    /// The finale that runs and is set up.
    fn check_running(&self, finale: Finale) {
        let state = &self.state;
        let place = |name: &str| self.position.place(name.to_owned());
        match finale {
            Finale::RescuingHerRide => {
                place("car").require(state.car != NONE, "no car", "its cell");
                for player in state
                    .everybody()
                    .filter(|&player| state.players[player].has(held::IN_CAR))
                {
                    let at = place(&format!("players[{player}].in-car"));
                    at.require(
                        state.players[player].at == state.car,
                        "true",
                        "the player on the car's cell",
                    );
                }
            }
            Finale::LaundryDay => {
                for player in state.everybody() {
                    let at = place(&format!("players[{player}].die"));
                    at.require(
                        state.players[player].count > 0,
                        "no die",
                        "1 to 5 (finale.laundry_day.setup.1)",
                    );
                }
            }
            Finale::GravityBoots => {
                let expected = "a player with the boots (finale.gravity_boots.setup.1)";
                place("players").require(state.boots != NONE, "no boots", expected);
            }
            Finale::CatchATiger => self.check_tiger(),
            Finale::HailMary => place("football").require(state.football != NONE, "no football", "its cell"),
            Finale::TheRaid => {
                let at = place("cracked");
                at.require(
                    !state.cracked.is_empty(),
                    "no crack token",
                    "at least one (finale.the_raid.win)",
                );
            }
            // What Bodyguard counts is chips, which are checked with the others.
            Finale::Bodyguard | Finale::CaughtRedHanded | Finale::BringingDownTheHouse => {}
        }
    }

    /// What players have in one finale only.
    fn check_owners(&self) {
        let state = &self.state;
        let runs = |finale: Finale| state.runs(finale) && !self.is_set_up_to_come();
        let players = self.position.place("players");
        let has_car = state.players.iter().any(|player| player.has(held::IN_CAR));
        let fits = !has_car || runs(Finale::RescuingHerRide);
        players.require(
            fits,
            "a player in the car",
            "nobody without the finale rescuing-her-ride",
        );
        let fits = state.boots == NONE || runs(Finale::GravityBoots);
        players.require(
            fits,
            "gravity boots",
            "nobody with them without the finale gravity-boots",
        );
    }

    /// finale.catch_a_tiger: steaks, and where the tiger is.
    fn check_tiger(&self) {
        let state = &self.state;
        if self.is_resolving(|frame| frame == Frame::AskTigerStart) {
            let at = self.position.place("tiger");
            return at.require(state.tiger == NONE, "a cell", "none before it is chosen");
        }
        let laid: u32 = state.floors.iter().map(|floor| floor.had_steak.count()).sum();
        let held: u32 = state.players.iter().map(|player| u32::from(player.count)).sum();
        let at = self.position.place("had-steak");
        let found = format!("{} steaks, {held} of them held", laid + held);
        at.require(
            laid + held == STEAKS,
            found,
            format!("{STEAKS} (finale.catch_a_tiger.setup.2)"),
        );
        let lying: u32 = state.floors.iter().map(|floor| floor.steaks.count()).sum();
        let is_fed = laid.saturating_sub(lying) == STEAKS;
        let at = self.position.place("unlocked");
        let expected = "true as soon as all steaks are eaten, and not before (finale.catch_a_tiger.unlock)";
        at.require(
            is_fed == state.is_set(flag::UNLOCKED),
            state.is_set(flag::UNLOCKED),
            expected,
        );
        let at = self.position.place("tiger");
        let found = if state.tiger == NONE { "no tiger" } else { "a tiger" };
        at.require(
            (state.tiger == NONE) == is_fed,
            found,
            "it on the board until it is fed (finale.catch_a_tiger.unlock)",
        );
    }

    /// Dead Drops: completed tasks.
    pub fn tasks(&mut self) {
        let (list, due) = (self.position.tasks(), self.position.tasks_due());
        for (at, task) in list.names::<Task>() {
            let is_dealt = self.state.task_owner_card(task);
            at.require(is_dealt, task, "a task of a player's card (dd.setup)");
            at.require(
                self.state.tasks_done & task.bit() == 0,
                format!("{task} twice"),
                "every task once",
            );
            self.state.tasks_done |= task.bit();
        }
        for (at, task) in due.names::<Task>() {
            at.require(self.state.tasks_done & task.bit() != 0, task, "a task among `tasks`");
            self.state.tasks_due |= task.bit();
        }
        let asks = self.frames.last().is_some_and(|(_, frame)| {
            matches!(
                frame,
                Frame::AskTask(_) | Frame::DrawReward(_) | Frame::DrawSecondReward(..) | Frame::AskKeep(..)
            )
        });
        due.require(
            self.state.tasks_due == 0 || asks,
            "tasks",
            "none unless another one is being rewarded (dd.when)",
        );
    }
}

impl CasinoCapers {
    /// Whether the card with a task is some player's.
    fn task_owner_card(&self, task: Task) -> bool {
        self.players.iter().any(|player| player.task_card == task.card())
    }
}
