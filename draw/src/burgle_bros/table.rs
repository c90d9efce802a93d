//! What lies beside the board: the turn, players, Guards, effects and decks.

use heist_engine::board::{square_name, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, Event, GuardView, Loot, SafeView, Tool};
use heist_engine::describe::counted;
use heist_engine::game::{Game, Node, Seat};

use super::{guards, words};
use crate::ink::{Line, Paint};
use crate::note::Note;

/// Everything below the floors.
pub(super) fn status(game: &BurgleBros, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    lines.push(turn(game));
    lines.push(Line::of(&words::node(game), Paint::Strong));
    lines.push(Line::default());
    lines.extend(Seat::all(game.seats()).map(|seat| player(game, seat)));
    lines.push(Line::default());
    for floor in 0..game.floors() {
        lines.push(guard(game, floor));
    }
    lines.extend((0..game.floors()).filter_map(|floor| patrol(game, floor)));
    lines.extend(safes(game).into_iter().map(|note| note.line(Paint::Prize)));
    lines.extend(effects(game).map(|note| note.line(Paint::Plain)));
    lines.extend(known(game).map(|note| note.line(Paint::Plain)));
    lines.push(decks(game));
    lines.iter().flat_map(|line| line.wrapped(width, 4)).collect()
}

fn turn(game: &BurgleBros) -> Line {
    let mut line = Line::default();
    if game.node() == Node::Terminal {
        line.push(&format!("Turn {}.", game.turn_number()), Paint::Strong);
        return line;
    }
    let seat = game.active_seat();
    if game.turn_number() == 0 {
        line.plain("Before the first turn; ");
        line.push(&format!("player {seat}"), Paint::Player(seat.0));
        line.plain(" begins.");
        return line;
    }
    line.push(&format!("Turn {}", game.turn_number()), Paint::Strong);
    line.plain(" of ");
    line.push(&format!("player {seat}"), Paint::Player(seat.0));
    line.plain(&format!(
        ": {} left, {} counted (an Event at {} or fewer){}.",
        counted(game.actions_left().into(), "action"),
        game.actions_used(),
        words::few_actions(game),
        if game.ability_used() { ", ability used" } else { "" },
    ));
    line
}

/// What the player who decides, or else whose turn it is, has left.
pub(super) fn has_left(game: &BurgleBros) -> Vec<(&'static str, String)> {
    if game.node() == Node::Terminal || game.turn_number() == 0 {
        return Vec::new();
    }
    let active = game.active_seat();
    let seat = match game.node() {
        Node::Decision(seat) => seat,
        _ => active,
    };
    let actions = (seat == active).then(|| ("Actions left", game.actions_left().to_string()));
    actions
        .into_iter()
        .chain([("Stealth", game.stealth(seat).to_string())])
        .collect()
}

/// The turn in words.
pub(super) fn turn_words(game: &BurgleBros) -> String {
    let seat = game.active_seat();
    match (game.node(), game.turn_number()) {
        (Node::Terminal, number) => format!("Turn {number}"),
        (_, 0) => format!("Before the first turn; player {seat} begins"),
        (_, number) => format!("Turn {number} of player {seat}"),
    }
}

fn player(game: &BurgleBros, seat: Seat) -> Line {
    let mut line = Line::default();
    let active = game.node() != Node::Terminal && game.active_seat() == seat;
    line.plain(if active { "> " } else { "  " });
    line.push(
        &format!("{seat} {}", words::character(game.character(seat))),
        Paint::Player(seat.0),
    );
    line.pad_to(24);
    match game.at(seat) {
        Some(at) => line.plain(&format!("{at}    ")),
        None if game.has_escaped(seat) => line.push("escaped ", Paint::Aid),
        None => line.push("outside ", Paint::Faint),
    }
    line.plain(&format!("stealth {}", game.stealth(seat)));
    let cards = |line: &mut Line, name: &str, cards: Vec<&str>| {
        if !cards.is_empty() {
            line.plain(&format!("  {name} "));
            line.push(&cards.join(", "), Paint::Prize);
        }
    };
    cards(
        &mut line,
        "tools",
        Tool::members(game.tools(seat)).map(Tool::name).collect(),
    );
    cards(
        &mut line,
        "loot",
        Loot::members(game.loot(seat)).map(Loot::name).collect(),
    );
    if game.character(seat) == Character::HackerAdvanced && game.laptop_token() {
        line.push("  laptop token", Paint::Aid);
    }
    if game.character(seat) == Character::JuicerAdvanced && game.juicer_token() {
        line.push("  alarm token", Paint::Alarm);
    }
    line
}

/// Where a Guard is and where he is bound for.
pub(super) fn whereabouts(game: &BurgleBros, floor: usize) -> String {
    match game.guard(floor) {
        Some(GuardView { at, die: Some(die), .. }) => format!("{at} to {die}"),
        Some(GuardView { at, .. }) => at.to_string(),
        None if game.is_guard_away(floor) => "out of sight".to_owned(),
        None => "not yet in play".to_owned(),
    }
}

fn guard(game: &BurgleBros, floor: usize) -> Line {
    let mut line = Line::default();
    line.push(&format!("Guard {}", floor + 1), Paint::Guard);
    line.plain(&format!(
        "  {}, speed {}",
        whereabouts(game, floor),
        game.guard_speed(floor)
    ));
    let alarms = game.alarms(floor).count_ones();
    if alarms > 0 {
        line.plain(" + ");
        line.push(&counted(alarms as usize, "alarm"), Paint::Alarm);
    }
    if let Some(text) = guards::next_step(game, floor) {
        line.plain(&format!("; {text}"));
    }
    line
}

/// The patrol cards of a floor, while few enough to count on.
fn patrol(game: &BurgleBros, floor: usize) -> Option<Line> {
    let (unseen, left) = game.patrol(floor);
    let cells: Vec<String> = squares(unseen).map(square_name).collect();
    let has_lost_visual = game.has_lost_visual() && game.lost_visual_unseen(floor);
    let is_untouched = unseen == game.floor_plan(floor).cells() && has_lost_visual == game.has_lost_visual();
    if is_untouched {
        return None;
    }
    let mut text = format!("Patrol {}  {} left", floor + 1, counted(left, "card"));
    match (left, cells.is_empty()) {
        (0, _) => text.push_str(": the next one is drawn from a new deck"),
        (_, false) => text.push_str(&format!(" of {}", cells.join(" "))),
        (_, true) => {}
    }
    if left > 0 && has_lost_visual {
        text.push_str(if cells.is_empty() {
            ": Lost Visual"
        } else {
            " and Lost Visual"
        });
    }
    if game.has_lost_visual() && !has_lost_visual {
        text.push_str("; Lost Visual is out");
    }
    Some(Line::of(&text, Paint::Plain))
}

/// What lies on Safes.
pub(super) fn safes(game: &BurgleBros) -> Vec<Note> {
    let note = |safe: SafeView| {
        let loot = Loot::members(safe.loot).map(words::loot);
        let mut cards: Vec<String> = Tool::members(safe.tools).map(words::tool).chain(loot).collect();
        if safe.loot & Loot::SECOND_GOLD_BAR != 0 {
            cards.push(words::loot(Loot::GoldBar));
        }
        Note::of(format!("On the Safe {}", safe.at), cards, ", ")
    };
    game.safes().filter_map(note).collect()
}

/// Effects that last.
pub(super) fn effects(game: &BurgleBros) -> Option<Note> {
    let mut effects = Vec::new();
    for (event, owner) in game.round_effects() {
        let meaning = match event {
            Event::Gymnastics => "Walkways can be climbed",
            Event::TimeLock => "stairs and roof closed",
            _ => "no camera alarms",
        };
        if let Some(seat) = owner {
            effects.push(format!(
                "{} until player {seat}'s turn ({meaning})",
                words::event(event)
            ));
        }
    }
    if let Some(seat) = game.emp_owner() {
        effects.push(format!(
            "{} until player {seat}'s turn (no alarms)",
            words::tool(Tool::Emp)
        ));
    }
    for (event, target) in game.pending_events() {
        let meaning = match event {
            Event::HeadsUp => "has 1 action more next turn",
            _ => "misses his next turn",
        };
        if let Some(seat) = target {
            effects.push(format!("{}: player {seat} {meaning}", words::event(event)));
        }
    }
    Note::of("In force", effects, "; ")
}

/// Cards that everybody knows to come.
pub(super) fn known(game: &BurgleBros) -> Option<Note> {
    let mut cards = Vec::new();
    for floor in 0..game.floors() {
        if let Some(cell) = game.known_patrol(floor) {
            cards.push(format!("patrol {} {}", floor + 1, square_name(cell.square())));
        }
        if game.lost_visual_is_next(floor) {
            cards.push(format!("patrol {} Lost Visual", floor + 1));
        }
    }
    let events: Vec<String> = game.known_events().map(words::event).collect();
    if !events.is_empty() {
        cards.push(format!("events {}", events.join(", ")));
    }
    Note::of("Next, as everybody knows", cards, "; ")
}

/// The Tools that were used.
pub(super) fn used_tools(game: &BurgleBros) -> Option<Note> {
    let tools = Tool::members(game.tool_discard()).map(words::tool);
    Note::of("discarded tools", tools.collect(), ", ")
}

fn decks(game: &BurgleBros) -> Line {
    let (events, tools, loot) = game.deck_sizes();
    let mut text = format!("Decks  events {events}, tools {tools}, loot {loot}");
    if let Some(note) = used_tools(game) {
        text.push_str(&format!("; {} {}", note.about, note.text()));
    }
    if let Some(entrance) = game.entrance() {
        text.push_str(&format!("; entrance {entrance}"));
    }
    Line::of(&text, Paint::Faint)
}
