//! What a state waits for, in a short sentence.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Kind, Roll, Waiting};
use heist_engine::describe::counted;
use heist_engine::game::{Game, Node};

use super::things::Shown;
use super::{names, things};

/// What the state waits for.
pub(super) fn node(game: &CasinoCapers) -> String {
    match game.node() {
        Node::Terminal => over(game),
        Node::Chance => format!("Chance: {}.", drawn(game)),
        Node::Decision(_) => asked(game),
    }
}

/// How the game ended.
fn over(game: &CasinoCapers) -> String {
    let how = match game.result().map_or("", |result| result.ending) {
        "escaped" => "everybody is out, the team wins",
        "red-handed" => "all are caught in one move as planned, the team wins",
        "raid-over" => "every crack token is gone, the team wins",
        "caught" => "a player has too much heat, the team loses",
        "prima-donna-seen" => "a bouncer has met a Prima Donna, the team loses",
        "tiger-seen" => "a bouncer has met the tiger, the team loses",
        "stall" => "the last turn is over, the team loses",
        _ => return "The game is over.".to_owned(),
    };
    format!("The game is over: {how}.")
}

/// What chance decides.
fn drawn(game: &CasinoCapers) -> String {
    let floor = |floor: usize| format!("floor {}", floor + 1);
    let player = |number: usize| names::player(game, number);
    match game.waiting() {
        Waiting::BouncerCard(of) => format!("where the bouncer of {} starts", floor(of)),
        Waiting::MarkerCard(of) => format!("where the bouncer of {} goes first", floor(of)),
        Waiting::Tile(at) => format!("the tile on {at} is turned up"),
        Waiting::Chip(at) => format!("the chip on {} is turned up", names::place(game, at)),
        Waiting::NamedChip(at) => format!("the chip to discard on {at} is turned up"),
        Waiting::Roll(count, roll) => rolled(game, count, roll),
        Waiting::Destination(of) => format!("where the bouncer of {} goes next", floor(of)),
        Waiting::Event(who, deck) => format!(
            "{} draws a {} event{}",
            player(who),
            deck_name(deck),
            event_cause(game, who)
        ),
        Waiting::Splash(who) => format!("the gear that Splash Zone gives {}", player(who)),
        Waiting::Prank => "the discarded patrol card of Pool Prank".to_owned(),
        Waiting::SwimCard(of) => format!("where the bouncer of {} jumps for a swim", floor(of)),
        Waiting::Look(of) => format!("the next patrol card of {} is looked at", floor(of)),
        Waiting::Reward(who) => format!("{} draws gear for a task", player(who)),
        Waiting::Finale => "the finale is drawn".to_owned(),
        Waiting::FakeOrder(of) => format!("the discarded card that goes under the deck of {}", floor(of)),
        Waiting::Layout(of) => format!("the discarded card whose dots the chips of {} lie on", floor(of)),
        Waiting::Token(who) => format!("the fingerprint token of {}", player(who)),
        _ => "something is drawn".to_owned(),
    }
}

/// Why a player draws an event: the tile that was entered.
fn event_cause(game: &CasinoCapers, who: usize) -> String {
    let brings = |at: Cell| {
        game.face_at(at)
            .is_some_and(|face| matches!(face.kind(), Kind::Pool | Kind::Lounge))
    };
    let at = game.player_cell(who).filter(|&at| brings(at));
    at.map_or(String::new(), |at| format!(", because of {}", names::place(game, at)))
}

fn rolled(game: &CasinoCapers, count: u8, roll: Roll) -> String {
    let dice = names::dice_count(count.into());
    match roll {
        Roll::Cages(who, to) => format!(
            "{} rolls {dice} to leave Cashier Cages for {to}",
            names::player(game, who)
        ),
        Roll::Table(who, _) => format!("{} rolls {dice} at Table Games", names::player(game, who)),
        Roll::Safe => format!("{dice} of the Safe roll"),
    }
}

/// The name of an event deck.
pub(super) const fn deck_name(deck: usize) -> &'static str {
    ["Pool", "Lounge"][deck]
}

/// What is asked.
fn asked(game: &CasinoCapers) -> String {
    let floor = |floor: usize| format!("floor {}", floor + 1);
    let player = |number: usize| names::first_player(game, number);
    match game.waiting() {
        Waiting::Entrances => "The team chooses two corners of floor 1 as entrances.".to_owned(),
        Waiting::Entry => format!("{} comes in by an entrance.", player(game.current_player())),
        Waiting::Act => {
            let left = counted(game.actions_left().into(), "action");
            format!("{} acts: {left} left.", player(game.current_player()))
        }
        Waiting::Hunt(of) => format!(
            "Several players are equally near: choose whom the bouncer of {} hunts.",
            floor(of)
        ),
        Waiting::Distract(of) => format!("The bouncer of {} is distracted: choose a tile he goes to.", floor(of)),
        Waiting::Discard(who) => format!("{} discards prepped gear for Splash Zone.", player(who)),
        Waiting::Trade => "Trade Shifts: choose the deck that two cards come from.".to_owned(),
        Waiting::Swim => "Go for a Swim: choose whose patrol deck is drawn from.".to_owned(),
        Waiting::SwimTile(of) => format!("The bouncer of {} is distracted: choose a tile he jumps to.", floor(of)),
        Waiting::Lifeguard(who) => format!("{} chooses the tile of Lifeguard Tip.", player(who)),
        Waiting::Directions(who) => format!("{} chooses what Directions peeks at.", player(who)),
        Waiting::Drinker(who) => format!("{} chooses with whom to share a drink.", player(who)),
        Waiting::InsideLine(of) => format!(
            "The next patrol card of {} is {}: leave it or put it at the bottom.",
            floor(of),
            top_card(game, of)
        ),
        Waiting::Task(who, task) => format!(
            "{} has completed \"{}\" and may draw gear.",
            player(who),
            names::task(task)
        ),
        Waiting::Keep(who, [first, second]) => {
            format!(
                "{} keeps the {} or the {}.",
                player(who),
                names::gear(first),
                names::gear(second)
            )
        }
        Waiting::FakeOrders => "Fake Orders: choose the deck that two discarded cards go under.".to_owned(),
        Waiting::ChipTile(of) => format!(
            "A player is in the way: choose another tile of {} for a chip.",
            floor(of)
        ),
        Waiting::ChipDiscard(left) => format!("Name a chip to discard, {left} to go."),
        Waiting::TigerStart => "Choose the player on whose tile the tiger starts.".to_owned(),
        Waiting::Steak => "The tiger smells several steaks: choose the one it eats.".to_owned(),
        waiting => window(game, waiting),
    }
}

/// The card on top of a deck that everybody has just seen.
fn top_card(game: &CasinoCapers, floor: usize) -> String {
    let card = game.patrol_known(floor).next().flatten();
    card.map_or("known".to_owned(), names::patrol_card)
}

/// A window in words.
fn window(game: &CasinoCapers, waiting: Waiting) -> String {
    match waiting {
        Waiting::DiceWindow(dice, roll) => {
            let rolled_for = match roll {
                Roll::Cages(who, to) => format!("by {} to leave for {to}", names::player(game, who)),
                Roll::Table(who, _) => format!("by {} at Table Games", names::player(game, who)),
                Roll::Safe => "at the Safe".to_owned(),
            };
            format!(
                "After the roll of {} {rolled_for}: use a card or let it count.",
                names::dice(dice)
            )
        }
        Waiting::ChipWindow(at) => {
            let kind = chip_word(game, at);
            format!("After the {kind} on {at} was turned up: use a card or go on.")
        }
        Waiting::TileWindow(Some((who, at))) => format!(
            "Before When You Enter of {} for {}: use a card or go on.",
            names::place(game, at),
            names::player(game, who)
        ),
        Waiting::TileWindow(None) => "After a tile was revealed or entered: use a card or go on.".to_owned(),
        Waiting::EventWindow(who, event) => format!(
            "Before the event {} of {}: use a card or go on.",
            names::event(event),
            names::player(game, who)
        ),
        Waiting::CommotionWindow(at) => {
            format!(
                "Before the commotion on {}: use a card or go on.",
                names::place(game, at)
            )
        }
        Waiting::PatrolWindow(at) => format!(
            "After a card sent the bouncer of floor {} to {at}: use a card or go on.",
            at.floor() + 1
        ),
        Waiting::TurnWindow(floor) => {
            format!(
                "Before the turn of the bouncer of floor {}: use a card or go on.",
                floor + 1
            )
        }
        Waiting::StepWindow(floor) => {
            format!("Before the bouncer of floor {} moves: use a card or go on.", floor + 1)
        }
        _ => "The team decides.".to_owned(),
    }
}

/// The chip on a cell by its name.
pub(super) fn chip_word(game: &CasinoCapers, at: Cell) -> String {
    match things::chip(game, at) {
        Some(Shown::Up(kind) | Shown::Known(kind)) => names::chip(kind),
        Some(Shown::Down) | None => "chip".to_owned(),
    }
}
