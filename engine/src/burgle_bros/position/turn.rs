//! The turn and the Move in progress.

use super::forms::{ACTIONS, CAUSES, CardsForm, DONE, LinkForm, MoveForm, STEPS, default_chain};
use super::frames;
use super::read::{CellField, IndexField, Reader};
use crate::board::Cell;
use crate::burgle_bros::components::{Loot, Tool};
use crate::burgle_bros::frame::Frame;
use crate::burgle_bros::rules::HORIZON;
use crate::burgle_bros::state::{CHAIN, Cause, Ending, MoveContext, NONE, SEATS, Status, flag};
use crate::loose::place::At;
use crate::loose::shape::Loose;

/// More actions than any turn has, but for a person who knows better.
const MANY_ACTIONS: u8 = 12;
/// The most that actions and points may be, so that their sums stay in a byte.
const MOST_POINTS: u8 = 100;
/// The most failed attempts on a Keypad, so that the odds of the next roll stay exact.
const MOST_ATTEMPTS: u8 = 9;

impl<'a> Reader<'a> {
    pub fn turn(&mut self) {
        let form = self.position.turn();
        let (seats, floors) = (self.state.seats().count(), self.state.floor_count());
        self.state.turn.seat = form.seat().number(1, 1..=seats as u8) - 1;
        self.state.turn.number = form.number().number(1, 0..=HORIZON);
        let actions = form.actions();
        self.state.turn.actions = actions.number(ACTIONS, 0..=MOST_POINTS);
        if self.state.turn.actions > MANY_ACTIONS {
            actions.doubtful(self.state.turn.actions, format!("at most {MANY_ACTIONS}"));
        }
        let counted = form.counted();
        self.state.turn.counted = counted.number(0, 0..=MOST_POINTS);
        self.chain(&form.chain());
        let turn = &mut self.state.turn;
        let chain_points: u8 = turn.chain_points.iter().sum();
        let points = turn.counted + chain_points;
        let found = format!("{points} points with the chain's");
        counted.require(points <= MOST_POINTS, found, format!("at most {MOST_POINTS}"));
        for word in form.done().items() {
            turn.done |= word.word(&DONE).unwrap_or(0);
        }
        for (keypad, failed) in form.attempts().entries() {
            let keypad = keypad.word(&[("4", 0), ("5", 1), ("6", 2)]);
            if let (Some(keypad), Some(failed)) = (keypad, failed.within(0..=MOST_ATTEMPTS)) {
                turn.attempts[keypad] = failed;
            }
        }
        for floor in form.flexed_floors().items() {
            if let Some(floor) = floor.within(1..=floors as u8) {
                turn.flexed_floors |= 1 << (floor - 1);
            }
        }
        turn.espresso = form.espresso().index(floors);
        turn.daydreaming = form.daydreaming().index(floors);
        (turn.gave_tools, turn.gave_loot) = cards_by_seat(&form.gave(), seats);
        (turn.refused_tools, turn.refused_loot) = cards_by_seat(&form.refused(), seats);
        for form in form.refused_orders().items().filter(|form| form.value.is_some()) {
            let seat = form.seat().seat(seats);
            for step in form.steps().items() {
                if let (Some(bit), Some(seat)) = (step.word(&STEPS), seat) {
                    turn.refused_orders[seat.index()] |= bit;
                }
            }
        }
        self.state.turn.flexed_to = form.flexed_to().cell_code(&self.state);
    }

    /// The back-and-forth chain.
    fn chain(&mut self, chain: &At<'a, Vec<Loose<LinkForm>>>) {
        let first = default_chain(&self.state);
        let found = chain.count();
        chain.require(found <= CHAIN, format!("{found} cells"), format!("at most {CHAIN}"));
        let Some(links) = chain.value else {
            self.state.turn.chain[0] = first.map_or(NONE, Cell::code);
            return;
        };
        let is_begun = !links.is_empty() || first.is_none();
        chain.require(is_begun, "no cell", "at least the one the chain starts with");
        let mut length = 0;
        for (place, link) in chain.items().take(CHAIN).enumerate() {
            let at = link.at();
            if link.value.is_some() {
                at.required("a cell");
            }
            let cell = at.cell_code(&self.state);
            // The chain starts where the player stood: the first cell cost nothing.
            let most = if place == 0 { 0 } else { MANY_ACTIONS };
            let points = link.points().number(0, 0..=most);
            let turn = &mut self.state.turn;
            if cell == NONE {
                continue;
            }
            if turn.chain[..length].contains(&cell) {
                at.wrong(format!("{} again", Cell::from_code(cell)), "every cell once");
                continue;
            }
            (turn.chain[length], turn.chain_points[length]) = (cell, points);
            length += 1;
        }
    }

    /// The Move in progress.
    pub fn mover(&mut self, form: &At<'a, MoveForm>) {
        if form.value.is_none() {
            return;
        }
        let state = &self.state;
        let at = form.seat();
        let seat = at.seat(state.seats().count());
        let (from, to_at) = (form.from(), form.to());
        from.required("a cell");
        to_at.required("a cell");
        let (from, to) = (from.cell(state), to_at.cell(state));
        let cause_at = form.cause();
        let cause = cause_at.word(&CAUSES).unwrap_or(Cause::Action);
        let paid = form.paid().number(0, 0..=MANY_ACTIONS);
        let (impure, revealed) = (form.impure().or(false), form.revealed().or(false));
        let (Some(seat), Some(from), Some(to)) = (seat, from, to) else {
            return;
        };
        if state.player(seat).status != Status::Inside {
            at.wrong(format!("seat {seat}"), "a player who is inside");
            return;
        }
        let active = state.active();
        let is_order = cause == Cause::Orders;
        let whose = if is_order { "another than the" } else { "the" };
        let fits = is_order != (seat == active);
        at.require(fits, format!("seat {seat}"), format!("{whose} active seat {active}"));
        let is_face_up = state.is_revealed(to) || self.is_pending(Frame::Reveal(to));
        to_at.require(is_face_up, format!("{to} face down"), "a revealed tile");
        let expected = match cause {
            Cause::Gut => Frame::GuardStep,
            Cause::Action | Cause::Climb | Cause::Orders | Cause::Flexibility => Frame::Act,
        };
        if let Some((_, phase)) = self.frames.first() {
            let found = format!("a Move on {}", frames::name(*phase));
            cause_at.require(*phase == expected, found, format!("it on {}", frames::name(expected)));
        }
        let goes_on = self.frames.iter().any(|(_, frame)| frames::is_of_move(*frame));
        if !goes_on && state.ending == Ending::Playing {
            form.wrong("a Move in progress", "a step of it in pending");
        }
        let (from, to) = (from.code(), to.code());
        self.state.mover = MoveContext {
            seat: seat.0,
            from,
            to,
            cause,
            paid,
        };
        self.state.set_flag(flag::IMPURE_MOVE, impure);
        self.state.set_flag(flag::MOVE_REVEALED, revealed);
    }
}

/// Cards by seat that were given away or refused: they may be anywhere.
fn cards_by_seat(list: &At<'_, Vec<Loose<CardsForm>>>, seats: usize) -> ([u16; SEATS], [u16; SEATS]) {
    let (mut tools, mut loot) = ([0; SEATS], [0; SEATS]);
    for form in list.items().filter(|form| form.value.is_some()) {
        let seat = form.seat().seat(seats);
        let found_tools = form.tools().names::<Tool>().fold(0, |set, (_, tool)| set | tool.bit());
        let found_loot = form.loot().names::<Loot>().fold(0, |set, (_, loot)| set | loot.bit());
        if let Some(seat) = seat {
            tools[seat.index()] |= found_tools;
            loot[seat.index()] |= found_loot;
        }
    }
    (tools, loot)
}
