//! What is known to come of an entry or a peek.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Chip, Finale, Kind};
use heist_engine::game::Game;

use super::things::Shown;
use super::{names, things};

/// What is known to come of a peek: the chip.
pub(super) fn peek_remark(game: &CasinoCapers, to: Cell) -> Option<String> {
    match things::chip(game, to)? {
        Shown::Up(_) => None,
        Shown::Known(kind) => Some(format!("the chip is a {}", names::chip(kind))),
        Shown::Down => Some("its chip is turned up".to_owned()),
    }
}

/// A sentence with what is known to come of entering a tile.
pub(super) fn entry(game: &CasinoCapers, what: &str, to: Cell) -> String {
    sentence(what, &entry_remarks(game, game.current_player(), to))
}

/// What with remarks.
pub(super) fn sentence(what: &str, remarks: &[String]) -> String {
    match remarks {
        [] => format!("{what}."),
        remarks => format!("{what}: {}.", remarks.join("; ")),
    }
}

/// enter.2: the bouncer there.
pub(super) fn bouncer_remark(game: &CasinoCapers, player: usize, to: Cell) -> Option<String> {
    (game.bouncer(to.floor()) == Some(to)).then(|| {
        if game.has_disguise(player) {
            "the disguise is spent on the bouncer".to_owned()
        } else {
            "2 heat from the bouncer".to_owned()
        }
    })
}

/// What is known to come of entering a tile in full (5.2).
pub(super) fn entry_remarks(game: &CasinoCapers, player: usize, to: Cell) -> Vec<String> {
    let mut remarks: Vec<String> = bouncer_remark(game, player, to).into_iter().collect();
    remarks.extend(match things::chip(game, to) {
        Some(Shown::Up(Chip::Saleswoman)) if !is_company(game, player, to) => {
            Some("the Saleswoman holds you".to_owned())
        }
        Some(Shown::Known(kind)) => Some(format!("the chip is a {}", names::chip(kind))),
        Some(Shown::Down) => Some("a chip is turned up".to_owned()),
        _ => None,
    });
    remarks.extend(finale_remark(game, player, to));
    remarks.extend(wye(game, player, to));
    remarks
}

fn is_company(game: &CasinoCapers, player: usize, at: Cell) -> bool {
    (0..game.characters()).any(|other| other != player && game.player_cell(other) == Some(at))
}

/// enter.5: hooks of the finale.
fn finale_remark(game: &CasinoCapers, player: usize, to: Cell) -> Option<String> {
    match game.running_finale()? {
        Finale::TheRaid => match (game.has_swat(to), game.has_crack_token(to)) {
            (true, true) => Some("2 heat from SWAT, and the crack token goes".to_owned()),
            (true, false) => Some("2 heat from SWAT".to_owned()),
            (false, true) => Some("the crack token goes".to_owned()),
            (false, false) => None,
        },
        Finale::LaundryDay => {
            let next = game.finale_count(player) + 1;
            let turns = next <= 5 && game.face_at(to).is_some_and(|face| face.number() == next);
            turns.then(|| format!("the die turns to {next}"))
        }
        Finale::Bodyguard => matches!(things::chip(game, to), Some(Shown::Up(Chip::PrimaDonna)))
            .then(|| "the Prima Donna comes along".to_owned()),
        _ => None,
    }
}

/// enter.6: When You Enter of a tile that lies open and works.
fn wye(game: &CasinoCapers, player: usize, to: Cell) -> Option<String> {
    let heat = game.heat(player);
    let text = match active_kind(game, to)? {
        Kind::Buffet if game.cubes_on(to) >= 2 => "the third cube calls the bouncer 3 spaces",
        Kind::Buffet => "a cube goes on it",
        Kind::CashierCages => "a cube goes on it",
        Kind::FrontDesk if heat < 3 => "1 heat",
        Kind::Lounge => "a Lounge event",
        Kind::Pool => "a Pool event",
        Kind::PitBoss if heat < 4 => "a commotion",
        Kind::Slots if !has_company_in_line(game, player, to) => "a commotion",
        Kind::TableGames => "roll 2 dice, 7 or 11 takes 1 heat, else a commotion",
        _ => return None,
    };
    Some(text.to_owned())
}

/// tile.slots: another player in its row or column.
fn has_company_in_line(game: &CasinoCapers, player: usize, at: Cell) -> bool {
    let line = at.lines() | at.bit();
    let others = (0..game.characters()).filter(|&other| other != player);
    let mut cells = others.filter_map(|other| game.player_cell(other));
    cells.any(|cell| cell.floor() == at.floor() && line & cell.bit() != 0)
}

/// The kind of an open tile that is not out of order.
pub(super) fn active_kind(game: &CasinoCapers, at: Cell) -> Option<Kind> {
    let [_, _, out_of_order] = game.tokens();
    game.face_at(at)
        .filter(|_| out_of_order != Some(at))
        .map(|face| face.kind())
}

/// The current player's cell.
pub(super) fn here(game: &CasinoCapers) -> Option<Cell> {
    game.player_cell(game.current_player())
}

/// The same cell on the other floor.
pub(super) const fn other_floor(at: Cell) -> Cell {
    Cell::new(1 - at.floor(), at.square())
}
