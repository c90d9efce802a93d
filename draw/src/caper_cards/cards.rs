//! The Risk and the Crew in play as cards, with an outline for each play to come.

use heist_engine::caper_cards::{CaperCards, Crew, Face, Icon, Kind, SLOTS};
use heist_engine::game::{Game, Node};

use super::facts::heist;
use super::words;
use crate::ink::{Line, Paint};

/// Columns of a card.
const CARD: usize = 14;
/// Columns between cards.
const GAP: usize = 1;
/// Lines of a card.
const HEIGHT: usize = 4;

/// The icon as a character.
pub(super) const fn sign(icon: Icon) -> char {
    match icon {
        Icon::Club => '♣',
        Icon::Heart => '♥',
        Icon::Spade => '♠',
        Icon::Diamond => '♦',
    }
}

/// The colour of an icon.
pub(super) const fn paint(icon: Icon) -> Paint {
    match icon {
        Icon::Heart | Icon::Diamond => Paint::Red,
        Icon::Club | Icon::Spade => Paint::Plain,
    }
}

/// The number of a card that is not in play.
pub(super) fn number(kind: Kind) -> &'static str {
    match kind {
        Kind::Fcg => "2",
        Kind::Fixer => "3",
        Kind::Thief => "4",
        Kind::Grifter => "5",
        Kind::Chetney => "6/9",
        Kind::Muscle => "7",
        Kind::Mastermind => "8",
        Kind::Insider => "10",
    }
}

/// Cards with number and icon, such as `Fixer 3♥`.
pub(super) fn crew(crew: Crew) -> Line {
    let mut line = Line::default();
    for kind in crew.cards() {
        if line.len() > 0 {
            line.plain(", ");
        }
        line.plain(words::kind(kind));
        let icon = kind.icon();
        line.push(&format!(" {}{}", number(kind), sign(icon)), paint(icon));
    }
    line
}

/// The faces of this heist in the order in which they came, as they lie now.
pub(super) fn faces(game: &CaperCards) -> Vec<Face> {
    let mut faces: Vec<Face> = Vec::new();
    for play in game.plays().filter(|play| usize::from(play.heist) == heist(game)) {
        let target = play
            .action
            .target()
            .and_then(|target| faces.iter().position(|&face| face == target));
        match (target, play.action.kind()) {
            (Some(place), Kind::Fcg) => faces[place] = faces[place].turned().unwrap_or(faces[place]),
            (Some(place), _) => drop(faces.remove(place)),
            (None, _) => {}
        }
        faces.push(play.action.enters_as());
    }
    faces
}

/// The Risk, the Crew and the plays to come, as many cards beside each other as the width allows.
pub(super) fn in_play(game: &CaperCards, width: usize) -> Vec<Line> {
    let mut cards = vec![risk(game)];
    let faces = faces(game);
    cards.extend(
        faces
            .iter()
            .filter(|&&face| face != Face::Cover)
            .map(|&face| face_card("", face)),
    );
    let mut next = game.slot();
    if let Some(kind) = game.flipped() {
        let number = number(kind);
        cards.push(card("flipped", number, kind, Paint::Strong));
        next += 1;
    }
    if game.node() != Node::Terminal {
        cards.extend((next..SLOTS).map(|slot| outline(game, slot)));
    }
    let beside = ((width + GAP) / (CARD + GAP)).max(1);
    let mut lines = Vec::new();
    for row in cards.chunks(beside) {
        for y in 0..HEIGHT {
            let mut line = Line::default();
            for (place, card) in row.iter().enumerate() {
                line.pad_to(place * (CARD + GAP));
                line.append(&card[y]);
            }
            lines.push(line);
        }
    }
    lines
}

/// The Risk card, or the Mastermind that covers it.
fn risk(game: &CaperCards) -> [Line; HEIGHT] {
    if game.row().has(Face::Cover) {
        face_card("Risk", Face::Cover)
    } else {
        boxed(
            "Risk",
            Line::of(&game.printed_risk().to_string(), Paint::Prize),
            Line::default(),
            Paint::Prize,
        )
    }
}

fn face_card(label: &str, face: Face) -> [Line; HEIGHT] {
    let paint = match label {
        "" => Paint::Plain,
        _ => Paint::Prize,
    };
    card(label, &words::number(face), face.kind(), paint)
}

fn card(label: &str, number: &str, kind: Kind, border: Paint) -> [Line; HEIGHT] {
    let icon = kind.icon();
    let mut first = Line::of(number, paint(icon));
    first.pad_to(CARD - 5);
    first.push(&sign(icon).to_string(), paint(icon));
    boxed(label, first, Line::of(words::kind(kind), Paint::Strong), border)
}

/// The place of a play to come.
fn outline(game: &CaperCards, slot: u8) -> [Line; HEIGHT] {
    let (seat, is_flip) = game.plan(slot);
    let mut who = Line::of("player ", Paint::Faint);
    if is_flip {
        who = Line::of("a flip", Paint::Faint)
    } else {
        who.push(&seat.to_string(), Paint::Player(seat.0))
    }
    let edge = |left: &str, right: &str| Line::of(&format!("{left}{}{right}", "┄".repeat(CARD - 2)), Paint::Faint);
    let inside = |text: Line| framed("┆", text, Paint::Faint);
    [edge("┌", "┐"), inside(who), inside(Line::default()), edge("└", "┘")]
}

fn boxed(label: &str, first: Line, second: Line, border: Paint) -> [Line; HEIGHT] {
    let top = match label {
        "" => "─".repeat(CARD - 2),
        label => format!("{label:─<width$}", label = format!(" {label} "), width = CARD - 2),
    };
    [
        Line::of(&format!("┌{top}┐"), border),
        framed("│", first, border),
        framed("│", second, border),
        Line::of(&format!("└{}┘", "─".repeat(CARD - 2)), border),
    ]
}

fn framed(side: &str, text: Line, border: Paint) -> Line {
    let mut line = Line::of(side, border);
    line.plain(" ");
    line.append(&text);
    line.pad_to(CARD - 1);
    line.push(side, border);
    line
}
