//! The Safe and the finale: what the team has to do, and how far it is.

use heist_engine::board::{Cell, square_name, squares};
use heist_engine::casino_capers::{CasinoCapers, Face, Finale, Whereabouts};
use heist_engine::describe::counted;
use heist_engine::game::Game;

use super::names;
use crate::note::Note;

/// Prima Donnas, steaks, and the last face of the die (finales.toml).
const PRIMA_DONNAS: u8 = 2;
const STEAKS: usize = 4;
const CLEAN: u8 = 5;

/// How far the Safe is, before the finale.
pub(super) fn safe(game: &CasinoCapers) -> Option<Note> {
    if game.running_finale().is_some() {
        return None;
    }
    let Some(at) = find(game, Face::SAFE) else {
        return Note::of("Safe", vec!["not found yet".to_owned()], "; ");
    };
    let line: Vec<Cell> = squares(at.lines() & game.floor_plan(1).cells())
        .map(|square| Cell::new(1, square))
        .collect();
    let cracked = line.iter().filter(|&&cell| game.has_crack_token(cell)).count();
    let mut items = vec![format!("{at}, {cracked} of {} tiles cracked", line.len())];
    let open = || line.iter().filter(|&&cell| !game.has_crack_token(cell));
    let name = |cell: Cell| square_name(cell.square());
    let numbers = open().filter_map(|&cell| Some(format!("{} on {}", game.face_at(cell)?.number(), name(cell))));
    let numbers: Vec<String> = numbers.collect();
    let hidden = open().filter(|&&cell| game.face_at(cell).is_none());
    let hidden: Vec<String> = hidden.map(|&cell| name(cell)).collect();
    if !numbers.is_empty() {
        items.push(format!("still to crack {}", numbers.join(", ")));
    }
    if !hidden.is_empty() {
        items.push(format!("face down {}", hidden.join(" ")));
    }
    Note::of("Safe", items, "; ")
}

/// The tile with a face, if it lies open.
pub(super) fn find(game: &CasinoCapers, face: Face) -> Option<Cell> {
    CasinoCapers::cells().find(|&at| game.face_at(at) == Some(face))
}

/// The finale, with how far it is once it runs.
pub(super) fn note(game: &CasinoCapers) -> Option<Note> {
    let items = match (game.known_finale(), game.running_finale()) {
        (None, _) => vec!["drawn when the Safe is cracked".to_owned()],
        (Some(finale), None) => vec![format!("{}, when the Safe is cracked", names::finale(finale))],
        (Some(finale), Some(_)) => {
            let mut items = vec![format!("{}: {}", names::finale(finale), goal(finale))];
            items.extend(progress(finale, game));
            items.extend(exits(finale, game));
            items
        }
    };
    Note::of("Finale", items, "; ")
}

/// What the team has to do.
const fn goal(finale: Finale) -> &'static str {
    match finale {
        Finale::Bodyguard => "take 2 Prima Donnas out by an entrance, seen by no bouncer",
        Finale::RescuingHerRide => "everybody into the car and off the edge of floor 2",
        Finale::LaundryDay => "each turns a die from 1 to 5 by entering 2, 3, 4, 5, then leaves by an entrance",
        Finale::CaughtRedHanded => "all must reach 6 heat in one bouncer move",
        Finale::GravityBoots => "the boots player stops on the Safe, then all leave there",
        Finale::CatchATiger => "the tiger eats 4 steaks and meets no bouncer, then all leave by an entrance",
        Finale::HailMary => "throw the football to an entrance, then all leave by an entrance",
        Finale::TheRaid => "enter every tile with a crack token",
        Finale::BringingDownTheHouse => "each destroys a share of the walls, then leaves by an entrance",
    }
}

/// How far it is.
fn progress(finale: Finale, game: &CasinoCapers) -> Vec<String> {
    let each = |what: &dyn Fn(usize) -> String| -> String {
        let players = 0..game.characters();
        let shares = players.map(|player| format!("player {} {}", player + 1, what(player)));
        shares.collect::<Vec<_>>().join(", ")
    };
    let [car, tiger, football] = game.finale_figures();
    let on = |at: Option<Cell>| at.map_or("off the board".to_owned(), |at| format!("on {at}"));
    match finale {
        Finale::Bodyguard => {
            let taken: u8 = (0..game.characters()).map(|player| game.finale_count(player)).sum();
            vec![format!("{taken} of {PRIMA_DONNAS} Prima Donnas taken")]
        }
        Finale::RescuingHerRide => {
            let inside = (0..game.characters()).filter(|&player| game.is_in_car(player)).count();
            vec![format!("{inside} of {} in the car {}", game.characters(), on(car))]
        }
        Finale::LaundryDay => vec![
            each(&|player| format!("shows {}", game.finale_count(player))),
            format!("{CLEAN} needed"),
        ],
        Finale::CaughtRedHanded => vec![each(&|player| format!("has {}", game.heat(player)))],
        Finale::GravityBoots => vec![unlocked(game, "the Safe is reached", "the Safe is still to reach")],
        Finale::CatchATiger => {
            let count = |holds: &dyn Fn(Cell) -> bool| CasinoCapers::cells().filter(|&at| holds(at)).count();
            let eaten = count(&|at| game.had_steak(at) && !game.has_steak(at));
            vec![
                format!("{eaten} of {STEAKS} steaks eaten"),
                format!("tiger {}", on(tiger)),
            ]
        }
        Finale::HailMary => vec![
            format!("football {}", on(football)),
            unlocked(game, "it has been at an entrance", "not yet at an entrance"),
        ],
        Finale::TheRaid => {
            let left = CasinoCapers::cells().filter(|&at| game.has_crack_token(at)).count();
            vec![format!("{} left", counted(left, "crack token"))]
        }
        Finale::BringingDownTheHouse => vec![
            each(&|player| format!("has {}", game.finale_count(player))),
            format!("{} each", counted(game.walls_to_destroy().into(), "wall")),
        ],
    }
}

fn unlocked(game: &CasinoCapers, yes: &str, no: &str) -> String {
    if game.is_unlocked() {
        yes.to_owned()
    } else {
        no.to_owned()
    }
}

/// How many have left, where anybody can.
fn exits(finale: Finale, game: &CasinoCapers) -> Option<String> {
    let leaves = !matches!(finale, Finale::CaughtRedHanded | Finale::TheRaid);
    let gone = (0..game.characters())
        .filter(|&player| game.whereabouts(player) == Whereabouts::Exited)
        .count();
    leaves.then(|| format!("{gone} of {} out", game.characters()))
}

/// What the finale counts for a player, for the panel.
pub(super) fn own(game: &CasinoCapers, player: usize) -> Option<String> {
    let count = game.finale_count(player);
    let text = match game.running_finale()? {
        Finale::Bodyguard => counted(count.into(), "Prima Donna"),
        Finale::LaundryDay => format!("die on {count}"),
        Finale::CatchATiger => counted(count.into(), "steak"),
        Finale::BringingDownTheHouse => format!("{count} of {} walls", game.walls_to_destroy()),
        Finale::CaughtRedHanded => format!("token {count}"),
        Finale::RescuingHerRide | Finale::GravityBoots | Finale::HailMary | Finale::TheRaid => return None,
    };
    let is_shown = count > 0 || matches!(game.running_finale(), Some(Finale::BringingDownTheHouse));
    is_shown.then_some(text)
}
