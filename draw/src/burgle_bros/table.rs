//! What lies beside the board: the turn, players, Guards, effects and decks.

use heist_engine::board::{Cell, square_name, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, Event, Loot, Tool};
use heist_engine::game::{Game, Node, Seat};

use super::words;
use crate::ink::{Line, Paint};

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
    lines.extend(safes(game));
    lines.extend(effects(game));
    lines.extend(known(game));
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
    let stamp = game.loot(seat) & Loot::Stamp.bit() != 0;
    line.plain(&format!(
        ": {} left, {} counted (an Event at {} or fewer){}.",
        words::counted(game.actions_left().into(), "action"),
        game.actions_used(),
        if stamp { 3 } else { 2 },
        if game.ability_used() { ", ability used" } else { "" },
    ));
    line
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

fn guard(game: &BurgleBros, floor: usize) -> Line {
    let mut line = Line::default();
    line.push(&format!("Guard {}", floor + 1), Paint::Guard);
    let Some(guard) = game.guard(floor) else {
        let where_he_is = match game.is_guard_away(floor) {
            true => "out of sight, back at his next step",
            false => "not yet in play",
        };
        line.plain(&format!("  {where_he_is}, speed {}", game.guard_speed(floor)));
        return line;
    };
    line.plain(&format!("  {}", guard.at));
    match guard.die {
        Some(die) => line.plain(&format!(" to {die}, speed {}", guard.speed)),
        None => line.plain(&format!(", speed {}", guard.speed)),
    }
    let alarms = game.alarms(floor).count_ones();
    if alarms > 0 {
        line.plain(" + ");
        line.push(&words::counted(alarms, "alarm"), Paint::Alarm);
    }
    match stopped_by(game, floor) {
        Some(reason) => line.plain(&format!("; next step he stays ({reason})")),
        None => line.plain(&next_step(
            game,
            guard.at,
            guard.die,
            u32::from(game.guard_steps(floor)),
        )),
    }
    line
}

/// Why a Guard will not move in his next step (G-MOVE-3, G-MOVE-4).
fn stopped_by(game: &BurgleBros, floor: usize) -> Option<&'static str> {
    let guard = game.guard(floor)?;
    let has = |character| Seat::all(game.seats()).any(|seat| game.character(seat) == character);
    if game.crow() == Some(guard.at) && game.alarms(floor) == 0 && has(Character::RavenAdvanced) {
        return Some("the crow");
    }
    guard.donuts.then_some("donuts")
}

/// The tiles a Guard is about to enter, as far as they are known now (G-MOVE-7, G-MOVE-8).
fn next_step(game: &BurgleBros, from: Cell, die: Option<Cell>, movement: u32) -> String {
    let mut text = format!("; next step he moves {movement}");
    let Some(die) = die else { return text };
    if die == from {
        text.push_str(" after a new card");
        return text;
    }
    let slowed = Seat::all(game.seats()).any(|seat| game.character(seat) == Character::RavenBasic);
    let floor = from.floor();
    let plan = game.floor_plan(floor);
    let mut at = from.square();
    let mut left = movement;
    let mut path = Vec::new();
    while left > 0 && at != die.square() {
        at = plan.step[at][die.square()] as usize;
        left -= 1;
        if slowed && game.crow() == Some(Cell::new(floor, at)) {
            left = left.saturating_sub(1);
        }
        path.push(square_name(at));
    }
    text.push_str(&format!(": {}", path.join(" ")));
    if left > 0 {
        text.push_str(&format!(", then {left} more"));
    }
    text
}

/// The patrol cards of a floor, while few enough to count on.
fn patrol(game: &BurgleBros, floor: usize) -> Option<Line> {
    let (unseen, left) = game.patrol(floor);
    let cells: Vec<String> = squares(unseen).map(square_name).collect();
    if cells.len() == game.floor_plan(floor).cells.count_ones() as usize {
        return None;
    }
    let text = match cells.is_empty() {
        true => format!(
            "Patrol {}  0 cards left: the next one is drawn from a new deck",
            floor + 1
        ),
        false => format!(
            "Patrol {}  {} left of {}",
            floor + 1,
            words::counted(left as u32, "card"),
            cells.join(" ")
        ),
    };
    Some(Line::of(&text, Paint::Plain))
}

/// What lies on Safes.
fn safes(game: &BurgleBros) -> Vec<Line> {
    let mut lines = Vec::new();
    for safe in game.safes().filter(|safe| safe.tools != 0 || safe.loot != 0) {
        let tools = Tool::members(safe.tools).map(Tool::name);
        let mut cards: Vec<&str> = tools.chain(Loot::members(safe.loot).map(Loot::name)).collect();
        if safe.loot & Loot::SECOND_GOLD_BAR != 0 {
            cards.push(Loot::GoldBar.name());
        }
        let mut line = Line::of(&format!("On the Safe {}  ", safe.at), Paint::Plain);
        line.push(&cards.join(", "), Paint::Prize);
        lines.push(line);
    }
    lines
}

/// Effects that last.
fn effects(game: &BurgleBros) -> Option<Line> {
    let mut effects = Vec::new();
    for (event, owner) in game.round_effects() {
        let meaning = match event {
            Event::Gymnastics => "Walkways can be climbed",
            Event::TimeLock => "stairs and roof closed",
            _ => "no camera alarms",
        };
        if let Some(seat) = owner {
            effects.push(format!("{} until player {seat}'s turn ({meaning})", event.name()));
        }
    }
    if let Some(seat) = game.emp_owner() {
        effects.push(format!("emp until player {seat}'s turn (no alarms)"));
    }
    for (event, target) in game.pending_events() {
        let meaning = match event {
            Event::HeadsUp => "has 1 action more next turn",
            _ => "misses his next turn",
        };
        if let Some(seat) = target {
            effects.push(format!("{}: player {seat} {meaning}", event.name()));
        }
    }
    (!effects.is_empty()).then(|| Line::of(&format!("In force  {}", effects.join("; ")), Paint::Plain))
}

/// Cards that everybody knows to come.
fn known(game: &BurgleBros) -> Option<Line> {
    let mut cards = Vec::new();
    for floor in 0..game.floors() {
        if let Some(cell) = game.known_patrol(floor) {
            cards.push(format!("patrol {} {}", floor + 1, square_name(cell.square())));
        }
    }
    let events: Vec<&str> = game.known_events().map(Event::name).collect();
    if !events.is_empty() {
        cards.push(format!("events {}", events.join(", ")));
    }
    (!cards.is_empty()).then(|| Line::of(&format!("Next, as everybody knows  {}", cards.join("; ")), Paint::Plain))
}

fn decks(game: &BurgleBros) -> Line {
    let (events, tools, loot) = game.deck_sizes();
    let mut text = format!("Decks  events {events}, tools {tools}, loot {loot}");
    let discard: Vec<&str> = Tool::members(game.tool_discard()).map(Tool::name).collect();
    if !discard.is_empty() {
        text.push_str(&format!("; discarded tools {}", discard.join(", ")));
    }
    if let Some(entrance) = game.entrance() {
        text.push_str(&format!("; entrance {entrance}"));
    }
    Line::of(&text, Paint::Faint)
}
