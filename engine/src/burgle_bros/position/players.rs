//! Players: who they are, where they are and what they hold.

use super::forms::{PlayerForm, STATUSES, STEALTH, is_opening, word_for};
use super::read::{CellField, Reader};
use crate::board::Cell;
use crate::burgle_bros::frame::Frame;
use crate::burgle_bros::state::{Ending, NONE, Status};
use crate::loose::place::At;

impl<'a> Reader<'a> {
    pub fn player(&mut self, place: usize, form: &At<'a, PlayerForm>) {
        let at = form.at();
        let cell = at.cell_code(&self.state);
        let usual = if at.is_given { Status::Inside } else { Status::Outside };
        let status = form.status().word(&STATUSES).unwrap_or(usual);
        if status == Status::Inside {
            at.required("the cell of a player who is inside");
        } else if let Some(cell) = at.value {
            let word = word_for(&STATUSES, status);
            at.wrong(cell, format!("no cell for a player whose status is {word}"));
        }
        let player = &mut self.state.players[place];
        player.stealth = form.stealth().number(STEALTH, 0..=u8::MAX);
        player.tools = self.cards.tools(&form.tools());
        player.loot = self.cards.loot(&form.loot(), true);
        // A player without a cell is not inside, whatever was said; the problem is noted above.
        (player.status, player.at) = match status {
            Status::Inside if cell != NONE => (Status::Inside, cell),
            Status::Escaped => (Status::Escaped, NONE),
            _ => (Status::Outside, NONE),
        };
    }

    /// What players, tiles, Safes and the entrance say about each other.
    pub fn check_players(&self) {
        let state = &self.state;
        let is_opening = is_opening(state);
        for seat in state.seats() {
            let field = |name: &str| self.position.place(format!("players[{}].{name}", seat.index()));
            let status = state.player(seat).status;
            if is_opening && status != Status::Outside {
                field("status").wrong("a player who has come in", "none before the entrance is chosen");
            }
            if status != Status::Inside {
                continue;
            }
            let at = state.place_of(seat);
            field("at").require(self.is_face_up(at), format!("{at} face down"), "a revealed tile");
            let index = at.floor() as u8;
            let is_set_up = self.is_pending(Frame::EnsureGuard(index))
                || self.is_pending(Frame::SetUpGuard(index))
                || self.is_pending(Frame::SetUpDie(index));
            if state.is_unguarded(at.floor()) && !is_set_up {
                let guard = self.position.place(format!("floors[{index}].guard"));
                guard.advised(format!("a Guard in play on the floor of seat {seat} on {at}"));
            }
        }
        let statuses: Vec<Status> = state.seats().map(|seat| state.player(seat).status).collect();
        let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
        if count(Status::Outside) > 0 && state.entrance != NONE {
            let cell = Cell::from_code(state.entrance);
            let at = self.position.place("entrance");
            let expected = "a revealed tile for the players still outside";
            at.require(self.is_face_up(cell), format!("{cell} face down"), expected);
        }
        let escaped = count(Status::Escaped);
        let opened = state.safes.iter().filter(|safe| safe.is_open()).count();
        let safes = state.scenario.safes();
        if escaped > 0 && opened < safes {
            let found = format!("{escaped} escaped with {opened} Safes open");
            self.position.place("players").doubtful(found, format!("{safes} open"));
        }
        if state.ending == Ending::Escaped && escaped < state.seats().count() {
            let expected = format!("all players escaped and not {escaped}");
            self.position.place("ending").wrong("escaped", expected);
        }
    }

    /// Whether a tile is revealed, or about to be.
    fn is_face_up(&self, cell: Cell) -> bool {
        self.state.is_revealed(cell) || self.is_pending(Frame::Reveal(cell))
    }
}
