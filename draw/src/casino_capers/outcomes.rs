//! What outcomes mean, in short sentences, and what they point at.

use heist_engine::board::{Cell, SIDE};
use heist_engine::casino_capers::{CasinoCapers, Chip, Dice, Event, Outcome, Roll, Waiting};

use super::{names, words};

/// What an outcome means.
pub(super) fn sentence(game: &CasinoCapers, outcome: Outcome) -> String {
    match outcome {
        Outcome::Patrol(card) => patrol(game, card),
        Outcome::Distracted => distracted(game),
        Outcome::Tile(face) => match game.waiting() {
            Waiting::Tile(at) => format!("{at} is {}.", names::face(face)),
            _ => format!("The tile is {}.", names::face(face)),
        },
        Outcome::Chip(kind) => chip(game, kind),
        Outcome::Event(event) => drawn_event(game, event),
        Outcome::Dice(dice) => roll(game, dice),
        Outcome::Gear(card) => match game.waiting() {
            Waiting::Splash(player) | Waiting::Reward(player) => {
                format!("{} draws the {}.", names::first_player(game, player), names::gear(card))
            }
            _ => format!("The card is the {}.", names::gear(card)),
        },
        Outcome::Finale(finale) => format!("The finale is {}.", names::finale(finale)),
        Outcome::Token(number) => match game.waiting() {
            Waiting::Token(player) => {
                format!(
                    "{} gets token {number}, so {number} heat.",
                    names::first_player(game, player)
                )
            }
            _ => format!("The token is {number}."),
        },
    }
}

/// The cell a patrol card is printed for.
fn printed(card: u8) -> Cell {
    let (floor, row, column) = (card / 16, card / 4 % 4, card % 4);
    Cell::new(floor.into(), usize::from(row) * SIDE + usize::from(column))
}

/// The floor of the card that is drawn, what it does, and whether that is to a cell of that floor (dest.redraw).
fn patrol_meaning(waiting: Waiting) -> Option<(usize, String)> {
    let of = |floor: usize, text: &str| Some((floor, text.replace('N', &(floor + 1).to_string())));
    match waiting {
        Waiting::BouncerCard(floor) => of(floor, "The bouncer of floor N starts on"),
        Waiting::MarkerCard(floor) => of(floor, "The bouncer of floor N goes first to"),
        Waiting::Destination(floor) => of(floor, "The bouncer of floor N goes next to"),
        Waiting::SwimCard(floor) => of(floor, "The bouncer of floor N jumps to"),
        _ => None,
    }
}

/// A patrol card that is drawn.
fn patrol(game: &CasinoCapers, card: u8) -> String {
    let cell = printed(card);
    if let Some((floor, text)) = patrol_meaning(game.waiting()) {
        let to = Cell::new(floor, cell.square());
        // H11: his own tile is no destination.
        return match game.waiting() {
            Waiting::Destination(_) if game.bouncer(floor) == Some(to) => {
                format!("The card is {to}, where he stands: another one.")
            }
            Waiting::SwimCard(_) if game.bouncer(floor) == Some(to) => {
                format!("The card is {to}, where he stands: nothing happens.")
            }
            _ => format!("{text} {to}."),
        };
    }
    let square = heist_engine::board::square_name(cell.square());
    match game.waiting() {
        Waiting::Look(floor) => format!("The next patrol card of floor {} is {square}.", floor + 1),
        Waiting::Prank => format!("Pool Prank: both bouncers go to {square}."),
        Waiting::FakeOrder(floor) => format!("{cell} goes under the deck of floor {}.", floor + 1),
        Waiting::Layout(floor) => format!("The chips of floor {} lie on the dots of {cell}.", floor + 1),
        _ => format!("The patrol card is {cell}."),
    }
}

fn distracted(game: &CasinoCapers) -> String {
    match game.waiting() {
        Waiting::BouncerCard(_) | Waiting::MarkerCard(_) => "A distracted card: it is set aside, and another drawn.",
        Waiting::Look(0) => "The next patrol card of floor 1 is distracted.",
        Waiting::Look(_) => "The next patrol card of floor 2 is distracted.",
        _ => "A distracted card: the team chooses an even tile, if there is one.",
    }
    .to_owned()
}

/// A chip that is turned up (5.4).
fn chip(game: &CasinoCapers, kind: Chip) -> String {
    let name = names::chip(kind);
    match game.waiting() {
        Waiting::Chip(at) => format!("The chip on {at} is a {name}."),
        Waiting::NamedChip(at) if kind == Chip::PrimaDonna => {
            format!("The chip on {at} is a {name}: it goes back face down.")
        }
        Waiting::NamedChip(at) => format!("The chip on {at} is a {name}: it is discarded."),
        _ => format!("The chip is a {name}."),
    }
}

fn drawn_event(game: &CasinoCapers, event: Event) -> String {
    match game.waiting() {
        Waiting::Event(player, deck) => format!(
            "{} draws the {} event {}.",
            names::first_player(game, player),
            words::deck_name(deck),
            names::event(event)
        ),
        _ => format!("The event is {}.", names::event(event)),
    }
}

/// Dice, with what they do if they are all that is rolled.
fn roll(game: &CasinoCapers, dice: Dice) -> String {
    let shown = format!("The dice show {}", names::dice(dice));
    match game.waiting() {
        Waiting::Roll(1, Roll::Cages(player, _)) => {
            let cubes = game.player_cell(player).map_or(0, |at| game.cubes_on(at));
            if dice.sum() < cubes {
                format!("The die shows {}: held in the Cashier Cages.", dice.sum())
            } else {
                format!("The die shows {}: free to go.", dice.sum())
            }
        }
        Waiting::Roll(2, Roll::Table(..)) => match dice.sum() {
            7 | 11 => format!("{shown}: 1 heat less."),
            _ => format!("{shown}: a commotion."),
        },
        _ => format!("{shown}."),
    }
}

/// The cell an outcome points at.
pub(super) fn cell(game: &CasinoCapers, outcome: Outcome) -> Option<Cell> {
    match (outcome, game.waiting()) {
        (Outcome::Patrol(card), waiting) => {
            let floor = match waiting {
                Waiting::Look(floor) => Some(floor),
                waiting => patrol_meaning(waiting).map(|(floor, _)| floor),
            };
            floor.map(|floor| Cell::new(floor, printed(card).square()))
        }
        (Outcome::Tile(_), Waiting::Tile(at)) => Some(at),
        (Outcome::Chip(_), Waiting::Chip(at) | Waiting::NamedChip(at)) => Some(at),
        _ => None,
    }
}
