//! What lies beside the map, for the terminal.

use heist_engine::describe::counted;
use heist_engine::masters::{MastersOfTheHeist, Phase, Who};

use super::things::is_active;
use super::{board, cards, names, people, table, words};
use crate::ink::{Line, Paint};

/// Everything below the map.
pub(super) fn status(game: &MastersOfTheHeist, width: usize) -> Vec<Line> {
    let mut turn = Line::of(&table::phase(game), Paint::Strong);
    turn.plain(&format!("  {}", table::job(game)));
    let mut lines = vec![turn, Line::of(&words::node(game), Paint::Strong), Line::default()];
    for who in game.everyone() {
        lines.extend(character(game, who));
    }
    if !matches!(game.phase(), Phase::Escape | Phase::Over) {
        lines.extend(letters(width));
    }
    lines.push(Line::default());
    lines.extend(table::objective(game).map(|note| note.line(Paint::Prize)));
    lines.push(noise(game));
    lines.push(bag(game));
    lines.push(deck(game));
    lines.extend(table::card_notes(game).into_iter().map(|note| note.line(Paint::Guard)));
    lines.extend(table::team(game).into_iter().map(|note| note.line(Paint::Plain)));
    if let Some(route) = words::route(game) {
        lines.push(Line::of(&route, Paint::Aid));
    }
    lines.iter().flat_map(|line| line.wrapped(width, 4)).collect()
}

/// A character in a line, and what it may always do in others.
fn character(game: &MastersOfTheHeist, who: Who) -> Vec<Line> {
    let mut line = Line::default();
    line.plain(if is_active(game, who) { "> " } else { "  " });
    let sign = board::character(who, game.standing(who));
    line.push(&format!("{sign} {}", names::title(game, who)), board::paint(who));
    line.pad_to(20);
    line.plain(&people::place(game, who));
    let mut facts = vec![names::ideas(game.ideas(who))];
    facts.extend(game.die(who).map(|die| format!("die {die}")));
    facts.extend(people::doing(game, who));
    let left = people::left(game, who);
    if !left.is_empty() {
        facts.push(format!("left {}", left.join(" + ")));
    }
    facts.extend(people::plans(game, who));
    line.plain(&format!("  {}", facts.join(", ")));
    let held = names::pieces(&game.loot_of(who));
    if !held.is_empty() {
        line.plain("  holds ");
        line.push(&held.join(", "), Paint::Prize);
    }
    let marks = people::marks(game, who);
    if !marks.is_empty() {
        line.plain("  ");
        line.push(&marks.join(", "), Paint::Aid);
    }
    let mut actions = people::actions(game, who);
    let abilities = people::abilities(game, who);
    if !abilities.is_empty() {
        actions.push(format!("Abilities: {}", abilities.join(", ")));
    }
    let mut lines = vec![line];
    if !actions.is_empty() {
        lines.push(Line::of(&format!("    {}", actions.join("; ")), Paint::Faint));
    }
    lines
}

/// A legend of the letters of actions.
fn letters(width: usize) -> Vec<Line> {
    const INDENT: usize = 4;
    let lines = Line::items(
        &people::letter_legend(),
        "  ",
        Paint::Faint,
        width.saturating_sub(INDENT),
    );
    let indented = lines.into_iter().map(|line| {
        let mut indented = Line::default();
        indented.pad_to(INDENT);
        indented.append(&line);
        indented
    });
    indented.collect()
}

fn noise(game: &MastersOfTheHeist) -> Line {
    let mut line = Line::of("Noise  ", Paint::Plain);
    line.push(&table::noise(game).join("; "), Paint::Alarm);
    line
}

fn bag(game: &MastersOfTheHeist) -> Line {
    let kinds = table::bag(game).into_iter();
    let kinds: Vec<String> = kinds.map(|(chit, count)| names::chit_count(chit, count)).collect();
    let mut line = Line::of("Bag  ", Paint::Plain);
    if kinds.is_empty() {
        line.plain("empty")
    } else {
        line.plain(&format!("{} ({})", kinds.join(", "), table::bag_words(game)))
    }
    line
}

/// The deck from the top, Crises in brackets.
fn deck(game: &MastersOfTheHeist) -> Line {
    let mut line = Line::of(
        &format!("Deck  {}", counted(table::events_left(game), "Event")),
        Paint::Plain,
    );
    line.plain(if game.deck_cards().is_empty() { "" } else { ":" });
    for &card in game.deck_cards() {
        match card.crisis() {
            Some(_) => line.push(&format!(" [{card} {}]", cards::title(card)), Paint::Guard),
            None => line.plain(&format!(" {card}")),
        }
    }
    line
}
