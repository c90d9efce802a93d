//! What lies beside the board: the turn, players, Guards, effects and decks.

use heist_engine::board::{Cell, square_name, squares};
use heist_engine::burgle_bros::{BurgleBros, Character, Event, GuardView, Loot, Tool};
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
    let guard = game.guard(floor);
    let where_he_is = match guard {
        Some(GuardView { at, die: Some(die), .. }) => format!("{at} to {die}"),
        Some(GuardView { at, .. }) => at.to_string(),
        None if game.is_guard_away(floor) => "out of sight".to_owned(),
        None => "not yet in play".to_owned(),
    };
    line.plain(&format!("  {where_he_is}, speed {}", game.guard_speed(floor)));
    let alarms = game.alarms(floor).count_ones();
    if alarms > 0 {
        line.plain(" + ");
        line.push(&words::counted(alarms, "alarm"), Paint::Alarm);
    }
    let movement = u32::from(game.guard_steps(floor));
    match (guard, stopped_by(game, floor)) {
        (Some(_), Some(reason)) => line.plain(&format!("; next step he stays ({reason})")),
        (Some(guard), None) => line.plain(&next_step(game, guard.at, guard.die, movement)),
        (None, _) if !game.is_guard_away(floor) => {}
        (None, Some(reason)) => line.plain(&format!("; next step he comes back and stays there ({reason})")),
        (None, None) => line.plain(&format!("; next step he comes back and moves {movement}")),
    }
    line
}

/// Why a Guard will not move in his next step (G-MOVE-3, G-MOVE-4).
fn stopped_by(game: &BurgleBros, floor: usize) -> Option<&'static str> {
    let has_crow = |guard: GuardView| game.crow() == Some(guard.at) && game.alarms(floor) == 0;
    if plays(game, Character::RavenAdvanced) && game.guard(floor).is_some_and(has_crow) {
        return Some("the crow");
    }
    (game.donuts() == Some(floor)).then_some("donuts")
}

/// Whether a character side is in the game.
fn plays(game: &BurgleBros, side: Character) -> bool {
    Seat::all(game.seats()).any(|seat| game.character(seat) == side)
}

/// The tiles a Guard is about to enter, as far as they are known now (G-MOVE-7, G-MOVE-8, C-RAVEN-O).
fn next_step(game: &BurgleBros, from: Cell, die: Option<Cell>, movement: u32) -> String {
    let mut text = format!("; next step he moves {movement}");
    let Some(die) = die else { return text };
    if die == from {
        text.push_str(" after a new card");
        return text;
    }
    let is_slowed = plays(game, Character::RavenBasic);
    let is_held = plays(game, Character::RavenOlder);
    let floor = from.floor();
    let plan = game.floor_plan(floor);
    let has_crow = |square| game.crow() == Some(Cell::new(floor, square));
    let mut at = from.square();
    let mut left = movement;
    let mut lost = 0;
    let mut path = Vec::new();
    while left > 0 && at != die.square() {
        if is_held && has_crow(at) {
            (left, lost) = (left - 1, 1);
        }
        if left == 0 {
            break;
        }
        at = plan.step[at][die.square()] as usize;
        left -= 1;
        if is_slowed && has_crow(at) && left > 0 {
            (left, lost) = (left - 1, 1);
        }
        path.push(square_name(at));
    }
    if path.is_empty() {
        return "; next step he stays (the crow takes his movement)".to_owned();
    }
    text.push_str(&format!(": {}", path.join(" ")));
    if lost > 0 {
        text.push_str(", 1 lost to the crow");
    }
    if left > 0 {
        text.push_str(&format!(", then {left} more"));
    }
    text
}

/// The patrol cards of a floor, while few enough to count on.
fn patrol(game: &BurgleBros, floor: usize) -> Option<Line> {
    let (unseen, left) = game.patrol(floor);
    let cells: Vec<String> = squares(unseen).map(square_name).collect();
    let has_lost_visual = game.has_lost_visual() && game.lost_visual_unseen(floor);
    let is_untouched = unseen == game.floor_plan(floor).cells && has_lost_visual == game.has_lost_visual();
    if is_untouched {
        return None;
    }
    let mut text = format!("Patrol {}  {} left", floor + 1, words::counted(left as u32, "card"));
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
        if game.lost_visual_is_next(floor) {
            cards.push(format!("patrol {} Lost Visual", floor + 1));
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
