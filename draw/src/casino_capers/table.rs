//! What lies beside the board: the turn, players, bouncers, decks and effects.

use heist_engine::board::square_name;
use heist_engine::casino_capers::{
    CasinoCapers, Chip, Finale, Gear, GearView, PatrolCard, PatrolPlace, Tables, Task, Waiting, Whereabouts,
};
use heist_engine::describe::counted;
use heist_engine::game::{Game, Node};

use super::{bouncers, finale, names, words};
use crate::ink::{Line, Paint};
use crate::note::Note;

/// Everything below the floors.
pub(super) fn status(game: &CasinoCapers, width: usize) -> Vec<Line> {
    let mut lines = vec![turn(game), Line::of(&words::node(game), Paint::Strong), Line::default()];
    for player in 0..game.characters() {
        lines.extend(player_lines(game, player));
    }
    lines.push(Line::default());
    for floor in 0..2 {
        lines.push(bouncer(game, floor));
        lines.push(patrol(game, floor));
    }
    lines.extend(safe_notes(game).into_iter().map(|note| note.line(Paint::Prize)));
    lines.extend(notes(game).into_iter().map(|note| note.line(Paint::Plain)));
    lines.iter().flat_map(|line| line.wrapped(width, 4)).collect()
}

fn turn(game: &CasinoCapers) -> Line {
    let mut line = Line::default();
    let (player, number) = (game.current_player(), game.turn());
    if game.node() == Node::Terminal {
        line.push(&format!("Turn {number}."), Paint::Strong);
        return line;
    }
    let paint = Paint::Player(player as u8);
    if number == 0 {
        line.plain("Before the first turn; ");
        line.push(&names::player(game, player), paint);
        line.plain(" begins.");
        return line;
    }
    line.push(&format!("Turn {number}"), Paint::Strong);
    line.plain(" of ");
    line.push(&names::player(game, player), paint);
    line.plain(&format!(": {}.", rest_of_turn(game)));
    line
}

/// What is left of the turn.
pub(super) fn rest_of_turn(game: &CasinoCapers) -> String {
    let mut text = format!("{} left", counted(game.actions_left().into(), "action"));
    if game.has_prepped() {
        text.push_str(", gear prepped");
    }
    if game.has_used_ability() {
        text.push_str(", ability used");
    }
    text
}

/// The turn in words.
pub(super) fn turn_words(game: &CasinoCapers) -> String {
    let player = names::player(game, game.current_player());
    match (game.node(), game.turn()) {
        (Node::Terminal, number) => format!("Turn {number}"),
        (_, 0) => format!("Before the first turn; {player} begins"),
        (_, number) => format!("Turn {number} of {player}"),
    }
}

/// Where a player is.
pub(super) fn whereabouts(game: &CasinoCapers, player: usize) -> String {
    match game.whereabouts(player) {
        Whereabouts::On(at) if game.is_in_car(player) => format!("{at} in the car"),
        Whereabouts::On(at) => at.to_string(),
        Whereabouts::Outside => "outside".to_owned(),
        Whereabouts::Lifted => "off the board".to_owned(),
        Whereabouts::Exited => "out".to_owned(),
    }
}

fn player_lines(game: &CasinoCapers, player: usize) -> Vec<Line> {
    let mut line = Line::default();
    let is_active = super::token::is_active(game, player);
    line.plain(if is_active { "> " } else { "  " });
    let name = format!("{} {}", player + 1, names::character(game.character(player)));
    line.push(&name, Paint::Player(player as u8));
    line.pad_to(14);
    line.plain(&whereabouts(game, player));
    line.pad_to(22);
    let heat = game.heat(player);
    let paint = if heat >= 4 { Paint::Alarm } else { Paint::Plain };
    line.push(&format!("heat {heat}"), paint);
    for (title, side, paint) in [
        ("prepped", Side::Front, Paint::Aid),
        ("back", Side::Back, Paint::Prize),
        ("hand", Side::Hand, Paint::Plain),
    ] {
        let cards: Vec<String> = gear(game, player)
            .filter(|(_, _, of)| *of == side)
            .map(|(_, text, _)| text)
            .collect();
        if !cards.is_empty() {
            line.plain(&format!("  {title} "));
            line.push(&cards.join(", "), paint);
        }
    }
    let held = held(game, player);
    if !held.is_empty() {
        line.plain("  ");
        line.push(&held.join(", "), Paint::Aid);
    }
    let mut lines = vec![line];
    let tasks = tasks(game, player);
    if !tasks.is_empty() {
        let task = |&(task, is_done): &(Task, bool)| {
            let mark = if is_done { "x" } else { "-" };
            format!("{mark} {}", names::task(task))
        };
        let tasks: Vec<String> = tasks.iter().map(task).collect();
        lines.push(Line::of(&format!("    tasks  {}", tasks.join("  ")), Paint::Faint));
    }
    lines
}

/// How a gear card lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// Not prepped.
    Hand,
    /// Prepped.
    Front,
    /// Flipped.
    Back,
}

impl Side {
    /// The word in the picture's data.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Hand => "hand",
            Side::Front => "front",
            Side::Back => "back",
        }
    }
}

/// The gear in front of a player, each with what is written of it.
pub(super) fn gear(game: &CasinoCapers, player: usize) -> impl Iterator<Item = (Gear, String, Side)> + '_ {
    game.gear(player).map(|(card, shown)| {
        let name = names::gear(card);
        match shown {
            GearView::Unprepped => (card, name, Side::Hand),
            GearView::Prepped(made) => {
                let left = Tables::card(card).uses.saturating_sub(made);
                (card, format!("{name} x{left}"), Side::Front)
            }
            GearView::Back => (card, format!("{name}: {}", names::back(card)), Side::Back),
        }
    })
}

/// What a player holds beside gear.
pub(super) fn held(game: &CasinoCapers, player: usize) -> Vec<String> {
    let bonus = game.bonus_actions(player);
    let flags = [
        ("disguise", game.has_disguise(player)),
        ("Dubious Meeting", game.has_meeting(player)),
        ("gravity boots", game.has_boots(player)),
        ("Contortion", game.contorted_player() == Some(player)),
    ];
    let flags = flags.iter().filter(|(_, holds)| *holds);
    let mut held: Vec<String> = flags.map(|(name, _)| (*name).to_owned()).collect();
    if bonus > 0 {
        held.push(format!("{} more next turn", counted(bonus.into(), "action")));
    }
    held.extend(finale::own(game, player));
    held
}

/// The Dead Drops tasks on a player's card, and whether they are completed.
pub(super) fn tasks(game: &CasinoCapers, player: usize) -> Vec<(Task, bool)> {
    let Some(card) = game.task_card(player) else {
        return Vec::new();
    };
    let done: Vec<Task> = game.tasks_completed().collect();
    let own = Task::ALL.iter().copied().filter(|task| task.card() == card);
    own.map(|task| (task, done.contains(&task))).collect()
}

fn bouncer(game: &CasinoCapers, floor: usize) -> Line {
    let mut line = Line::default();
    line.push(&format!("Bouncer {}", floor + 1), Paint::Guard);
    line.plain(&format!("  {}", bouncers::whereabouts(game, floor)));
    if let Some(text) = bouncers::next_movement(game, floor) {
        line.plain(&format!("; {text}"));
    }
    line
}

fn patrol(game: &CasinoCapers, floor: usize) -> Line {
    let mut line = Line::default();
    line.plain(&format!(
        "Patrol {}   {}",
        floor + 1,
        patrol_words(game, floor).join("; ")
    ));
    line
}

/// A floor's patrol deck in words: what is left, what is known of it, what it discarded.
pub(super) fn patrol_words(game: &CasinoCapers, floor: usize) -> Vec<String> {
    let size = game.patrol_size(floor);
    let mut words = vec![match size {
        _ if is_out_of_use(game, floor) => "the deck is out of use".to_owned(),
        0 => "no card left: next he hunts".to_owned(),
        _ => format!("{} left", counted(size, "card")),
    }];
    if let Some(count) = distracted(&mut game.patrol_unseen(floor)) {
        words.push(format!("{count} distracted not turned up"));
    }
    let places: Vec<PatrolPlace> = game.patrol_places(floor).collect();
    for (depth, place) in places.iter().enumerate() {
        if let PatrolPlace::Known(card) = place {
            let where_to = if depth == 0 {
                "next".to_owned()
            } else {
                format!("card {}", depth + 1)
            };
            words.push(format!("{where_to} {}", names::patrol_card(*card)));
        }
    }
    let foreign = places
        .iter()
        .filter(|place| **place == PatrolPlace::Of(1 - floor))
        .count();
    if foreign > 0 {
        words.push(format!("{foreign} of them from floor {}", 2 - floor));
    }
    let orders = places.iter().filter(|place| **place == PatrolPlace::FakeOrders).count();
    if orders > 0 {
        words.push(format!("{orders} of them Fake Orders"));
    }
    let discards = discards(game, floor);
    if !discards.is_empty() {
        words.push(format!("discarded {}", discards.join(", ")));
    }
    words
}

/// Whether a deck is no longer used (finale.rescuing_her_ride.ruling.1).
fn is_out_of_use(game: &CasinoCapers, floor: usize) -> bool {
    floor == 1 && game.running_finale() == Some(Finale::RescuingHerRide)
}

/// The discards of a floor's patrol deck, cards of the other floor with their floor: cells, then how many are
/// distracted.
fn discards(game: &CasinoCapers, floor: usize) -> Vec<String> {
    let cells: Vec<String> = game
        .patrol_discards(floor)
        .filter_map(|card| match card {
            PatrolCard::Cell(at) if at.floor() == floor => Some(square_name(at.square())),
            PatrolCard::Cell(at) => Some(at.to_string()),
            PatrolCard::Distracted => None,
        })
        .collect();
    let cells = (!cells.is_empty()).then(|| cells.join(" "));
    let distracted = distracted(&mut game.patrol_discards(floor)).map(|count| format!("{count} distracted"));
    cells.into_iter().chain(distracted).collect()
}

/// How many cards are distracted, if any.
fn distracted(cards: &mut dyn Iterator<Item = PatrolCard>) -> Option<usize> {
    let count = cards.filter(|card| *card == PatrolCard::Distracted).count();
    (count > 0).then_some(count)
}

/// The Safe and the finale.
pub(super) fn safe_notes(game: &CasinoCapers) -> Vec<Note> {
    finale::safe(game).into_iter().chain(finale::note(game)).collect()
}

/// Everything else on the table.
pub(super) fn notes(game: &CasinoCapers) -> Vec<Note> {
    let decks = [0, 1].into_iter().filter_map(|deck| event_discards(game, deck));
    [
        dice(game),
        rolled(game),
        in_force(game),
        Note::of("Walls", walls(game), "; "),
        chips(game),
    ]
    .into_iter()
    .flatten()
    .chain(events(game))
    .chain(decks)
    .collect()
}

/// Where the safe dice are.
fn dice(game: &CasinoCapers) -> Option<Note> {
    let [office, safe, supply] = game.dice();
    let mut places = vec![
        format!("Office {office}"),
        format!("Safe {safe}"),
        format!("supply {supply}"),
    ];
    let mut loose: Vec<_> = game.loose_dice().collect();
    while let Some(&at) = loose.first() {
        let count = loose.iter().filter(|&&cell| cell == at).count();
        places.push(format!("{at} {count}"));
        loose.retain(|&cell| cell != at);
    }
    Note::of("Safe dice", places, ", ")
}

/// Dice that were rolled and wait to count.
fn rolled(game: &CasinoCapers) -> Option<Note> {
    match game.waiting() {
        Waiting::DiceWindow(dice, _) => Note::of("Rolled", vec![names::dice(dice)], ""),
        _ => None,
    }
}

/// Effects that last.
fn in_force(game: &CasinoCapers) -> Option<Note> {
    let mut effects = Vec::new();
    if game.is_no_running() {
        effects.push("No Running: both bouncers move 2 at the end of the turn".to_owned());
    }
    if let Some(at) = game.jammed_camera() {
        effects.push(format!("{at} is jammed until the Juicer's turn"));
    }
    if let Some(player) = game.contorted_player() {
        effects.push(format!("Contortion protects {}", names::player(game, player)));
    }
    Note::of("In force", effects, "; ")
}

/// How many walls of each floor stand (set.walls: eight at first).
pub(super) fn walls(game: &CasinoCapers) -> Vec<String> {
    const WALLS: u32 = 8;
    let floor = |floor: usize| {
        let standing = game.floor_plan(floor).walls().count_ones();
        match WALLS.saturating_sub(standing) {
            0 => format!("{standing} on floor {}", floor + 1),
            gone => format!("{standing} on floor {}, {gone} down", floor + 1),
        }
    };
    (0..2).map(floor).collect()
}

/// Chips that nobody has turned up.
fn chips(game: &CasinoCapers) -> Option<Note> {
    let counts = game.unseen_chips();
    let kinds = Chip::ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    let kinds = kinds.map(|(&kind, count)| format!("{count} {}", names::chip(kind)));
    Note::of("Chips not seen", kinds.collect(), ", ")
}

/// The event decks in words.
fn events(game: &CasinoCapers) -> Option<Note> {
    let decks = ["Pool", "Lounge"].into_iter().enumerate();
    let decks = decks.map(|(deck, name)| format!("{name} {}", game.event_deck_size(deck)));
    Note::of("Event cards", decks.collect(), ", ")
}

/// The discards of an event deck.
fn event_discards(game: &CasinoCapers, deck: usize) -> Option<Note> {
    let names: Vec<String> = game.event_discards(deck).map(names::event).collect();
    Note::of(["Pool discards", "Lounge discards"][deck], names, ", ")
}
