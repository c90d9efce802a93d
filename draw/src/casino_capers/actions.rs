//! What actions do and cost, in short sentences.

use heist_engine::board::{Cell, SIDE};
use heist_engine::casino_capers::{
    Action, CasinoCapers, Character, Chip, ChipView, Dir, Face, Finale, Gear, GearView, Kind, Tables, Waiting,
};
use heist_engine::describe::counted;
use heist_engine::game::Game;

use super::remarks::{active_kind, bouncer_remark, entry, entry_remarks, here, other_floor, peek_remark, sentence};
use super::{finale, gear, names, words};

/// What an action does and costs.
pub(super) fn action(game: &CasinoCapers, action: Action) -> String {
    match action {
        Action::Use(how) => gear::sentence(game, how),
        Action::Prep(_) | Action::TakeHeat(..) | Action::GiveAction(..) | Action::MakeCommotion(..) => {
            card(game, action)
        }
        Action::ZipLine | Action::RideZipLine | Action::Jam(_) | Action::Lights | Action::Reroll(_) => {
            ability(game, action)
        }
        Action::GetIn
        | Action::Drive(_)
        | Action::Steak
        | Action::Throw(_)
        | Action::ThrowDown
        | Action::RemoveSwat
        | Action::Destroy(_) => finale_action(game, action),
        Action::Entrances(..)
        | Action::Pass
        | Action::Distract(_)
        | Action::Hunt(_)
        | Action::Discard(_)
        | Action::Deck(_)
        | Action::Tile(_)
        | Action::Player(_)
        | Action::Accept
        | Action::Decline
        | Action::Keep(_)
        | Action::Leave
        | Action::Bottom => answer(game, action),
        _ => turn(game, action),
    }
}

/// Actions of a turn.
fn turn(game: &CasinoCapers, action: Action) -> String {
    let player = game.current_player();
    let at = |cell: Cell| names::place(game, cell);
    match action {
        Action::Move(to) => move_to(game, to),
        Action::Quiet(to) => sentence(
            &format!("Move quietly to {} for 1 action, without turning it up", at(to)),
            &bouncer_remark(game, player, to).into_iter().collect::<Vec<_>>(),
        ),
        Action::Peek(to) => peek(game, player, to),
        Action::MagicShow(to) => entry(
            game,
            &format!("Magic Show: go through the wall to {} for 1 action", at(to)),
            to,
        ),
        Action::RevolvingDoor(to) => entry(game, &format!("Revolving Door: jump to {} for 2 actions", at(to)), to),
        Action::Monorail(to) => entry(game, &format!("Ride the Monorail to {} for 1 action", at(to)), to),
        Action::Escalator => match here(game).map(other_floor) {
            Some(to) => entry(game, &format!("Take the Escalator to {} for 1 action", at(to)), to),
            None => "Take the Escalator to the other floor for 1 action.".to_owned(),
        },
        Action::Clear => {
            let cubes = here(game).map_or(0, |cell| game.cubes_on(cell));
            format!("Take all cubes off the Surveillance for 1 action ({cubes} there).")
        }
        Action::SendDie => {
            let [office, safe, _] = game.dice();
            format!("Send a die from the Office to the Safe for 1 action ({office} here, {safe} there).")
        }
        Action::Roll => {
            let [_, safe, _] = game.dice();
            format!(
                "Roll {} at the Safe for 1 action; then one goes back.",
                names::dice_count(safe.into())
            )
        }
        Action::Mole => match finale::find(game, Face::OFFICE) {
            Some(office) => format!("Use the Mole for 2 actions: a safe die goes to the Office on {office}."),
            None => "Use the Mole for 2 actions: a safe die waits here for the Office.".to_owned(),
        },
        Action::Enter(to) => entry(game, &format!("Come in on {}, free", at(to)), to),
        _ => end(game),
    }
}

/// The end of the turn with what follows.
fn end(game: &CasinoCapers) -> String {
    let Some(at) = here(game) else {
        return "End the turn.".to_owned();
    };
    let mut remarks = Vec::new();
    if active_kind(game, at) == Some(Kind::CountRoom) {
        remarks.push("a commotion here".to_owned());
    }
    let bouncer = if game.is_no_running() {
        "both bouncers move 2".to_owned()
    } else {
        format!("the bouncer of floor {} moves", at.floor() + 1)
    };
    if is_exit(game, at) {
        return format!("End the turn and leave if the finale allows it; otherwise {bouncer}.");
    }
    remarks.push(bouncer);
    format!("End the turn; {}.", remarks.join(", then "))
}

/// Whether a tile is an exit of the finale that runs (fin.exit).
fn is_exit(game: &CasinoCapers, at: Cell) -> bool {
    match game.running_finale() {
        None | Some(Finale::CaughtRedHanded | Finale::TheRaid) => false,
        Some(Finale::RescuingHerRide) => game.is_in_car(game.current_player()),
        Some(Finale::GravityBoots) => game.face_at(at) == Some(Face::SAFE),
        Some(_) => game.entrance_cells().any(|cell| cell == at),
    }
}

/// The Move action, with the die that may hold the player up.
fn move_to(game: &CasinoCapers, to: Cell) -> String {
    let from = here(game);
    let what = match from {
        Some(from) if game.has_boots(game.current_player()) => {
            format!("Slide towards {to} for 1 action, from {from} to a wall, the edge or a player")
        }
        Some(from) if is_behind_wall(game, from, to) => {
            format!("Move through the wall to {} for 1 action", names::place(game, to))
        }
        Some(from) if is_at_corner(from, to) => {
            format!("Move round the corner to {} for 1 action", names::place(game, to))
        }
        _ => format!("Move to {} for 1 action", names::place(game, to)),
    };
    if game.has_boots(game.current_player()) {
        return format!("{what}.");
    }
    let held = from.filter(|&from| active_kind(game, from) == Some(Kind::CashierCages) && game.cubes_on(from) > 1);
    let mut remarks: Vec<String> = held
        .map(|from| format!("with less than {} on a die you stay", game.cubes_on(from)))
        .into_iter()
        .collect();
    remarks.extend(entry_remarks(game, game.current_player(), to));
    sentence(&what, &remarks)
}

/// Whether a tile is in neither the row nor the column of another.
const fn is_at_corner(from: Cell, to: Cell) -> bool {
    let (from, to) = (from.square(), to.square());
    from % SIDE != to % SIDE && from / SIDE != to / SIDE
}

fn is_behind_wall(game: &CasinoCapers, from: Cell, to: Cell) -> bool {
    from.floor() == to.floor() && game.floor_plan(from.floor()).walled(from.square()) & to.bit() != 0
}

fn peek(game: &CasinoCapers, player: usize, to: Cell) -> String {
    let is_hacker = game.has_abilities() && game.character(player) == Character::Hacker;
    let cost = if is_hacker { "free" } else { "1 action" };
    let remarks: Vec<String> = peek_remark(game, to).into_iter().collect();
    sentence(&format!("Peek at {}, {cost}", names::place(game, to)), &remarks)
}

/// Preparing gear, and its backs.
fn card(game: &CasinoCapers, action: Action) -> String {
    let player = |number: u8| names::player(game, number.into());
    match action {
        Action::Prep(card) => {
            let other = alternate(game, card);
            let gone = other.map_or(String::new(), |other| {
                format!("; the {} leaves the game", names::gear(other))
            });
            format!("Prep the {} for 1 action{gone}.", names::gear(card))
        }
        Action::TakeHeat(card, from) => format!(
            "Back of the {}, 1 action: take 1 heat from {}; the card is gone.",
            names::gear(card),
            player(from)
        ),
        Action::GiveAction(card, to) => format!(
            "Back of the {}, 1 action: {} has 1 action more next turn; the card is gone.",
            names::gear(card),
            player(to)
        ),
        Action::MakeCommotion(card, at) => format!(
            "Back of the {}, 1 action: a commotion on {}; the card is gone.",
            names::gear(card),
            names::place(game, at)
        ),
        other => other.to_string(),
    }
}

/// act.prep.alt: the card that leaves the game when this one is prepped.
fn alternate(game: &CasinoCapers, card: Gear) -> Option<Gear> {
    let is_pair = |base: Gear, alternate: Gear| Tables::card(alternate).alternate_of == Some(base);
    let held = (0..game.characters()).flat_map(|player| game.gear(player));
    let held = held.filter(|(_, shown)| *shown == GearView::Unprepped);
    held.map(|(other, _)| other)
        .find(|&other| is_pair(card, other) || is_pair(other, card))
}

/// Character abilities.
fn ability(game: &CasinoCapers, action: Action) -> String {
    match action {
        Action::ZipLine => "Put a zip line here for 1 action: anybody may ride it to the other floor.".to_owned(),
        Action::RideZipLine => match here(game).map(other_floor) {
            Some(to) => entry(
                game,
                &format!("Ride the zip line to {} for 1 action", names::place(game, to)),
                to,
            ),
            None => "Ride the zip line to the other floor for 1 action.".to_owned(),
        },
        Action::Jam(at) => format!(
            "Jam the Surveillance on {at} for 1 action: its cubes go, and none comes until your next turn ({} there).",
            game.cubes_on(at)
        ),
        Action::Lights => "Turn up the tile here for 1 action, without its When You Enter.".to_owned(),
        Action::Reroll(dice) => format!("Peterman, once a turn: roll {} again, free.", names::dice(dice)),
        other => other.to_string(),
    }
}

/// Actions of the finales.
fn finale_action(game: &CasinoCapers, action: Action) -> String {
    let own = game.finale_count(game.current_player());
    match action {
        Action::GetIn => "Get into the car for 1 action.".to_owned(),
        Action::Drive(dir) => format!(
            "Drive {} for 1 action, up to 2 tiles{}.",
            direction(dir),
            walls_on_way(game)
        ),
        Action::Steak => format!("Put a steak on this tile for 1 action ({own} left)."),
        Action::Throw(to) => format!("Throw the football to {} for 1 action.", receivers(game, to)),
        Action::ThrowDown => match here(game).map(other_floor) {
            Some(to) => format!("Throw the football down to {} for 1 action.", receivers(game, to)),
            None => "Throw the football down for 1 action.".to_owned(),
        },
        Action::RemoveSwat => "Remove the SWAT token above this tile for 1 action.".to_owned(),
        Action::Destroy(to) => format!(
            "Destroy the wall towards {to} for 1 action: wall {} of {}, and a commotion here.",
            own + 1,
            game.walls_to_destroy()
        ),
        other => other.to_string(),
    }
}

const fn direction(dir: Dir) -> &'static str {
    match dir {
        Dir::North => "north",
        Dir::East => "east",
        Dir::South => "south",
        Dir::West => "west",
        _ => "on",
    }
}

/// finale.rescuing_her_ride.rule.3.
fn walls_on_way(game: &CasinoCapers) -> &'static str {
    match game.characters() {
        2 => "",
        _ => "; walls on the way fall",
    }
}

/// A cell with the players on it.
fn receivers(game: &CasinoCapers, at: Cell) -> String {
    let players = (0..game.characters()).filter(|&player| game.player_cell(player) == Some(at));
    let names: Vec<String> = players.map(|player| names::player(game, player)).collect();
    format!("{} on {at}", names.join(" and "))
}

/// Answers to what the rules ask.
fn answer(game: &CasinoCapers, action: Action) -> String {
    let at = |cell: Cell| names::place(game, cell);
    match action {
        Action::Entrances(first, second) => format!("The entrances are {first} and {second}."),
        Action::Pass => passed(game),
        Action::Distract(to) => match game.waiting() {
            Waiting::SwimTile(_) => format!("The bouncer jumps to {}.", at(to)),
            _ => format!("The bouncer goes to {}.", at(to)),
        },
        Action::Hunt(player) => format!("He hunts {}.", names::player(game, player.into())),
        Action::Discard(card) => format!("Discard the {} for a random card.", names::gear(card)),
        Action::Deck(floor) => deck(game, floor.into()),
        Action::Tile(to) => tile(game, to),
        Action::Player(player) => match game.waiting() {
            Waiting::TigerStart => format!("The tiger starts where {} is.", names::player(game, player.into())),
            _ => format!("{} comes for a drink.", names::first_player(game, player.into())),
        },
        Action::Accept => "Draw two gear cards and keep one, prepped.".to_owned(),
        Action::Decline => "Draw nothing; the task is used up.".to_owned(),
        Action::Keep(card) => format!("Keep the {}, prepped; the other goes to the box.", names::gear(card)),
        Action::Leave => "Leave the card on top.".to_owned(),
        Action::Bottom => "Put the card at the bottom.".to_owned(),
        other => other.to_string(),
    }
}

/// What happens if a window is passed.
fn passed(game: &CasinoCapers) -> String {
    match game.waiting() {
        Waiting::DiceWindow(..) => "Use nothing: the roll counts.".to_owned(),
        Waiting::ChipWindow(at) => match game.chip_at(at) {
            Some(ChipView::Up(kind @ (Chip::Crowd | Chip::Mole))) => {
                format!("Use nothing: the {} stays.", names::chip(kind))
            }
            _ => format!("Use nothing: the {} acts.", words::chip_word(game, at)),
        },
        Waiting::EventWindow(_, event) => format!("Use nothing: {} happens.", names::event(event)),
        Waiting::CommotionWindow(at) => format!("Use nothing: the commotion on {at} happens."),
        _ => "Use nothing and go on.".to_owned(),
    }
}

fn deck(game: &CasinoCapers, floor: usize) -> String {
    let cards = counted(game.patrol_size(floor), "card");
    match game.waiting() {
        Waiting::Trade => format!("Two cards of floor {} go under the other deck.", floor + 1),
        Waiting::Swim => format!(
            "Draw from the deck of floor {}: its bouncer jumps ({cards}).",
            floor + 1
        ),
        _ => format!("The cards go under the deck of floor {} ({cards}).", floor + 1),
    }
}

/// The tile that a card or a finale asks for.
fn tile(game: &CasinoCapers, to: Cell) -> String {
    let place = names::place(game, to);
    match game.waiting() {
        Waiting::Lifeguard(_) => format!("The bouncer jumps to {place}."),
        Waiting::Directions(_) => {
            let remarks: Vec<String> = peek_remark(game, to).into_iter().collect();
            sentence(&format!("Peek at {place}"), &remarks)
        }
        Waiting::ChipTile(_) => format!("The chip goes on {place}."),
        Waiting::ChipDiscard(_) => format!("Name the chip on {place}."),
        Waiting::Steak => format!("The tiger goes to {place} and eats."),
        _ => format!("Choose {place}."),
    }
}
