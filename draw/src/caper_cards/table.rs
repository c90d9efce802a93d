//! What lies beside the Crew in play: the score, Complications, players, plays and what is unseen.

use heist_engine::caper_cards::{CaperCards, Crew, Face, Play, Reward, before_scoring};
use heist_engine::describe::counted;
use heist_engine::game::{Game, Node, Seat};

use super::facts::{complications, heist, possible_rewards};
use super::{cards, words};
use crate::ink::{Line, Paint};

/// Where the text of a line with a label begins, and where a broken line goes on.
const LABEL: usize = 16;
/// Columns from which on there is room for that; in fewer a broken line goes on further left.
const WIDE: usize = 60;
/// Where it goes on then.
const INDENT: usize = 4;

/// Everything above the cards.
pub(super) fn heading(game: &CaperCards, width: usize) -> Vec<Line> {
    let mut line = Line::default();
    line.push(
        &format!("Heist {} of {}", heist(game) + 1, game.table().heists),
        Paint::Strong,
    );
    line.plain(", Boss ");
    let (boss, _) = game.plan(0);
    line.push(&format!("player {boss}"), Paint::Player(boss.0));
    line.plain(&format!(", Risk {}", game.printed_risk()));
    if game.row().has(Face::Cover) {
        line.plain(", covered and so ");
        line.push(&words::risk(game).to_string(), Paint::Aid);
    }
    line.plain(".");
    let lines = [line, Line::of(&words::node(game), Paint::Strong), Line::default()];
    wrapped(&lines, width)
}

/// Everything below the cards.
pub(super) fn status(game: &CaperCards, width: usize) -> Vec<Line> {
    let mut lines = vec![score(game), difficulty(game)];
    lines.extend(at_the_check(game));
    let in_force = complications(game);
    if !in_force.is_empty() {
        lines.push(Line::default());
        lines.push(Line::of("Complications, in the order won", Paint::Strong));
        lines.extend(in_force.into_iter().enumerate().map(complication));
    }
    lines.push(Line::default());
    lines.extend(Seat::all(game.seats()).map(|seat| player(game, seat)));
    let plays = plays(game);
    if !plays.is_empty() {
        lines.push(Line::default());
        lines.extend(plays);
    }
    lines.push(Line::default());
    lines.push(unseen_crew(game));
    lines.push(unseen_rewards(game));
    lines.extend(next_cards(game));
    lines.push(decks(game));
    wrapped(&lines, width)
}

fn wrapped(lines: &[Line], width: usize) -> Vec<Line> {
    let indent = if width < WIDE { INDENT } else { LABEL };
    lines.iter().flat_map(|line| line.wrapped(width, indent)).collect()
}

/// A line that begins with what it is about.
fn labelled(label: &str, paint: Paint) -> Line {
    let mut line = Line::of(label, paint);
    line.pad_to(LABEL.max(label.chars().count() + 2));
    line
}

/// The Crew score that was announced.
fn score(game: &CaperCards) -> Line {
    let mut line = labelled("Crew score", Paint::Strong);
    line.push(&words::score(game, game.row()).to_string(), Paint::Prize);
    line
}

/// The difficulty as far as it is known, without what the check may change.
fn difficulty(game: &CaperCards) -> Line {
    let mut line = labelled("Difficulty", Paint::Strong);
    let risk = words::risk(game);
    let rewards = possible_rewards(game);
    line.push(&words::range(risk, &rewards), Paint::Prize);
    match rewards[..] {
        [reward] => line.plain(&format!(": Risk {risk} and the Reward, {}", words::valued(reward))),
        _ => line.plain(&format!(": Risk {risk} and a Reward of {}", words::range(0, &rewards))),
    }
    line
}

/// What the before-scoring Complications make of the row, where there are any.
fn at_the_check(game: &CaperCards) -> Option<Line> {
    let mut line = labelled("At the check", Paint::Strong);
    line.plain(&check_words(game)?);
    Some(line)
}

/// The same in words.
pub(super) fn check_words(game: &CaperCards) -> Option<String> {
    let in_force = complications(game);
    if game.row().is_empty() || !in_force.iter().any(|&reward| words::is_before_scoring(reward)) {
        return None;
    }
    let last = before_scoring(game.row(), in_force.into_iter());
    let check = words::check(game, game.row());
    Some(format!(
        "{}: Crew score {} against {}{}",
        words::row(last),
        check.score,
        words::range(check.risk, &possible_rewards(game)),
        if game.node() == Node::Terminal {
            ""
        } else {
            ", as the row lies now"
        },
    ))
}

fn complication((place, of): (usize, Reward)) -> Line {
    let mut line = Line::of(&format!("  {} ", place + 1), Paint::Plain);
    line.push(&words::valued(of), Paint::Prize);
    line.plain(&format!(": {}", words::effect(of)));
    line
}

fn player(game: &CaperCards, seat: Seat) -> Line {
    let mut line = Line::default();
    let active = game.node() == Node::Decision(seat);
    line.plain(if active { "> " } else { "  " });
    line.push(&format!("player {seat}"), Paint::Player(seat.0));
    if game.plan(0).0 == seat {
        line.plain(" Boss");
    }
    line.pad_to(LABEL);
    match game.hand(seat) {
        Some(hand) if hand.is_empty() => line.push("no card", Paint::Faint),
        Some(hand) => line.append(&cards::crew(hand)),
        None => line.push(&counted(game.hand_size(seat), "card"), Paint::Faint),
    }
    if game.has_peeked(seat) {
        line.push("; was shown the Reward", Paint::Aid);
    }
    line
}

/// The plays of this heist one below the other, earlier heists in a line each.
fn plays(game: &CaperCards) -> Vec<Line> {
    let mut lines: Vec<Line> = (0..heist(game)).map(|heist| earlier(game, heist)).collect();
    let of_this = game.plays().filter(|play| usize::from(play.heist) == heist(game));
    for play in of_this {
        let label = match play.slot {
            0 => "This heist",
            _ => "",
        };
        let mut line = labelled(label, Paint::Strong);
        line.append(&who(play));
        line.plain(&format!(" {}", words::played(play)));
        lines.push(line);
    }
    lines
}

fn who(play: Play) -> Line {
    let mut line = Line::default();
    if play.is_flip {
        line.plain("flip, ");
    }
    line.push(&format!("player {}", play.seat), Paint::Player(play.seat.0));
    line.plain(":");
    line
}

/// A heist that was won.
fn earlier(game: &CaperCards, heist: usize) -> Line {
    let mut line = labelled(&format!("Heist {}", heist + 1), Paint::Faint);
    for play in game.plays().filter(|play| usize::from(play.heist) == heist) {
        if play.slot > 0 {
            line.plain("; ");
        }
        if play.is_flip {
            line.push("flip", Paint::Faint)
        } else {
            line.push(&play.seat.to_string(), Paint::Player(play.seat.0))
        }
        line.plain(&format!(" {}", words::played(play)));
    }
    if let Some(reward) = game.revealed_reward(heist) {
        line.plain(" - won the ");
        line.push(words::reward(reward), Paint::Prize);
    }
    line
}

/// The same in words.
pub(super) fn earlier_words(game: &CaperCards, heist: usize) -> String {
    let plays = game.plays().filter(|play| usize::from(play.heist) == heist);
    let plays = plays.map(|play| {
        if play.is_flip {
            format!("flip {}", words::played(play))
        } else {
            format!("{} {}", play.seat, words::played(play))
        }
    });
    let mut text = plays.collect::<Vec<_>>().join("; ");
    if let Some(reward) = game.revealed_reward(heist) {
        text.push_str(&format!(" - won the {}", words::reward(reward)));
    }
    text
}

/// Crew that are not out and not in a hand that the state holds, by kind.
fn unseen_crew(game: &CaperCards) -> Line {
    let unseen = game.unseen_crew();
    let mut line = labelled("Unseen Crew", Paint::Strong);
    line.plain(&unseen.len().to_string());
    if !unseen.is_empty() {
        line.plain(": ");
        line.plain(&by_kind(unseen));
    }
    line
}

fn by_kind(crew: Crew) -> String {
    let kinds = crew
        .kinds()
        .map(|kind| format!("{} {}", crew.count(kind), words::kind(kind)));
    kinds.collect::<Vec<_>>().join(", ")
}

fn unseen_rewards(game: &CaperCards) -> Line {
    let unseen = game.unseen_rewards();
    let names: Vec<String> = unseen.iter().map(words::valued).collect();
    let mut line = labelled("Unseen Rewards", Paint::Strong);
    line.plain(&unseen.len().to_string());
    if !names.is_empty() {
        line.plain(&format!(": {}", names.join(", ")));
    }
    line
}

/// What only a whole world knows: the order of the cards to come.
fn next_cards(game: &CaperCards) -> Vec<Line> {
    let line = |(label, names): (&str, String)| {
        let mut line = labelled(label, Paint::Strong);
        line.plain(&names);
        line
    };
    next_words(game).into_iter().map(line).collect()
}

/// The same in words, with what they are about.
pub(super) fn next_words(game: &CaperCards) -> Vec<(&'static str, String)> {
    let crew: Vec<&str> = game.known_deck().map(words::kind).collect();
    // The current Reward stands at the difficulty.
    let rewards: Vec<&str> = game.known_pile().skip(1).map(words::reward).collect();
    [("Next Crew", crew), ("Next Rewards", rewards)]
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(label, names)| (label, names.join(", ")))
        .collect()
}

/// How many Rewards of the pile nobody has turned over.
pub(super) fn pile_size(game: &CaperCards) -> usize {
    let is_hidden = |heist: &usize| game.revealed_reward(*heist).is_none();
    (0..usize::from(game.table().heists)).filter(is_hidden).count()
}

fn decks(game: &CaperCards) -> Line {
    let mut text = String::new();
    if game.table().flip_row > 0 {
        text.push_str(&format!("flip row {}, ", game.flip_row_size()));
    }
    text.push_str(&format!("deck {}", game.deck_size()));
    if game.seats() == 4 && game.receiver().is_none_or(|_| game.slot() > 0) {
        text.push_str(" (never used)");
    }
    text.push_str(&format!(", Reward pile {}", pile_size(game)));
    let mut line = labelled("Decks", Paint::Faint);
    line.push(&text, Paint::Faint);
    line
}
