//! What actions change at once, for remarks in sentences.

use heist_engine::board::hexes::members;
use heist_engine::game::Game;
use heist_engine::masters::{Action, MastersOfTheHeist, Tile};

use super::names;

/// What team cash changes by when an action is taken, in $k.
pub(super) fn cash_change(game: &MastersOfTheHeist, action: Action) -> i32 {
    let mut after = *game;
    after.apply(action);
    i32::from(after.team_cash()) - i32::from(game.team_cash())
}

/// What an action costs: `, for $2k`, or nothing.
pub(super) fn price(game: &MastersOfTheHeist, action: Action) -> String {
    match -cash_change(game, action) {
        cost if cost > 0 => format!(", for ${cost}k"),
        _ => String::new(),
    }
}

/// The number of a hex.
pub(super) fn hex(game: &MastersOfTheHeist, at: Tile) -> Option<usize> {
    let hex = game.scenario().hex_number(at)?;
    (game.plan().present() & 1 << hex != 0).then_some(hex)
}

/// What an action costs the character that takes it: `, for 2 ideas` with these words before the number, or nothing.
pub(super) fn paid_ideas(game: &MastersOfTheHeist, action: Action, before: &str) -> String {
    let Some(who) = game.deciding() else {
        return String::new();
    };
    let mut after = *game;
    after.apply(action);
    match game.ideas(who).saturating_sub(after.ideas(who)) {
        0 => String::new(),
        count => format!("{before}{}", names::ideas(count)),
    }
}

/// The unrevealed hexes next to a hex.
pub(super) fn unrevealed_beside(game: &MastersOfTheHeist, hex: usize) -> usize {
    members(game.plan().neighbours(hex))
        .filter(|&other| game.is_unrevealed(other))
        .count()
}
