//! What gear does when it is used, in short sentences.

use heist_engine::board::{Cell, Wall};
use heist_engine::casino_capers::{CasinoCapers, Face, Gear, GearView, Tables, Use, Waiting};
use heist_engine::describe::counted;
use heist_engine::game::Game;

use super::remarks::{bouncer_remark, entry, here, other_floor, peek_remark, sentence as with_remarks};
use super::{finale, names, words};

/// What a use of a card's front does; it is free, and the card flips after its last use.
pub(super) fn sentence(game: &CasinoCapers, how: Use) -> String {
    let card = format!("{}, {}", names::gear(how.card()), cost(game, how.card()));
    let what = |text: String| format!("{card}: {text}");
    let at = |cell: Cell| names::place(game, cell);
    let peek = |to: Cell| {
        let remarks: Vec<String> = peek_remark(game, to).into_iter().collect();
        with_remarks(&what(format!("peek at {}", at(to))), &remarks)
    };
    match how {
        Use::Vault(to) => entry(
            game,
            &what(format!("{} goes through the wall to {}", mover(game), at(to))),
            to,
        ),
        Use::Trapeze => match here(game).map(other_floor) {
            Some(to) => entry(game, &what(format!("{} jumps to {}", mover(game), at(to))), to),
            None => what("jump to the other floor.".to_owned()),
        },
        Use::Tumble(to) => what(format!(
            "{} goes to {}, past the bouncer and When You Enter.",
            mover(game),
            at(to)
        )),
        Use::Binoculars(to) | Use::XRaySpecs(to) | Use::Spyglass(to) => peek(to),
        Use::BirdsEye(to) => what(format!("turn up {to}.")),
        Use::Earpiece(player, to) => {
            let player = usize::from(player);
            let who = names::player(game, player);
            let remarks: Vec<String> = bouncer_remark(game, player, to).into_iter().collect();
            with_remarks(
                &what(format!("{who} goes to {}, without its When You Enter", at(to))),
                &remarks,
            )
        }
        Use::LoadedDice(_) | Use::Stethoscope(..) | Use::SteadyHands | Use::InsideTip => what(dice(game, how)),
        Use::Crow(_)
        | Use::FlashMob(_)
        | Use::SpurLine(_)
        | Use::MovingStairs(_)
        | Use::OutOfOrder(_)
        | Use::LoopFootage(_)
        | Use::Crowbar(_)
        | Use::Barricade(..) => what(on_board(game, how)),
        _ => what(people(game, how)),
    }
}

/// What the use costs: nothing, and how many uses the card has.
fn cost(game: &CasinoCapers, card: Gear) -> String {
    let uses = Tables::card(card).uses;
    let made = (0..game.characters())
        .flat_map(|player| game.gear(player))
        .find_map(|(held, shown)| match shown {
            GearView::Prepped(made) if held == card => Some(made),
            _ => None,
        });
    match made.unwrap_or(0) + 1 {
        number if number >= uses => "free, then flips".to_owned(),
        number => format!("free, use {number} of {uses}"),
    }
}

/// The current player, whom cards move.
fn mover(game: &CasinoCapers) -> String {
    names::player(game, game.current_player())
}

/// Cards for rolls and safe dice.
fn dice(game: &CasinoCapers, how: Use) -> String {
    match how {
        Use::LoadedDice(dice) => format!("roll {} again.", names::dice(dice)),
        Use::Stethoscope(from, to) => format!("turn a {from} to a {to}."),
        Use::SteadyHands => "no die goes back to the Office after this roll.".to_owned(),
        _ => match (finale::find(game, Face::OFFICE), here(game)) {
            (None, Some(at)) => format!("a safe die from the supply waits on {at}."),
            _ => "a safe die from the supply goes to the Office.".to_owned(),
        },
    }
}

/// Cards that put something on the board or take it off.
fn on_board(game: &CasinoCapers, how: Use) -> String {
    let at = |cell: Cell| names::place(game, cell);
    match how {
        Use::Crow(to) => format!("a crow on {}, where a bouncer loses a space.", at(to)),
        Use::FlashMob(to) => format!("a crowd on {}, which keeps one bouncer from giving heat.", at(to)),
        Use::SpurLine(to) => format!("{} is a Monorail too.", at(to)),
        Use::MovingStairs(to) => format!("{} is an Escalator too.", at(to)),
        Use::OutOfOrder(to) => format!("{} does nothing any more.", at(to)),
        Use::LoopFootage(to) => format!("take the {} off {}.", counted(game.cubes_on(to).into(), "cube"), at(to)),
        Use::Crowbar(to) => format!("remove the wall towards {to}."),
        Use::Barricade(floor, from, to) => {
            let wall = |wall: Wall| wall.to_string();
            format!("move the wall {} of floor {} to {}.", wall(from), floor + 1, wall(to))
        }
        other => other.card().name().to_owned(),
    }
}

/// Cards for bouncers, commotions and people.
fn people(game: &CasinoCapers, how: Use) -> String {
    let at = |cell: Cell| names::place(game, cell);
    let player = |number: u8| names::player(game, number.into());
    let bouncer = |floor: usize| format!("the bouncer of floor {}", floor + 1);
    match how {
        Use::Contortion(who) => format!("{} gains no heat in this movement of a bouncer.", player(who)),
        Use::RadioInterference(to) => format!("{} goes to {}{}.", bouncer(to.floor()), at(to), victims(game, to)),
        Use::Hack => match game.waiting() {
            Waiting::CommotionWindow(on) => format!("the commotion on {on} does not happen."),
            _ => "the commotion does not happen.".to_owned(),
        },
        Use::Adrenaline => format!("{} has 5 heat and 3 actions more this turn.", mover(game)),
        Use::Bingo(to) => format!("{} now goes to {}.", bouncer(to.floor()), at(to)),
        Use::Fainting => format!(
            "the turn of {} ends, and the bouncer jumps there without heat.",
            mover(game)
        ),
        Use::Crybaby(on) => format!("commotions on {on} and on {}.", other_floor(on)),
        Use::Shoo => match game.waiting() {
            Waiting::ChipWindow(on) => format!("discard the {} on {on} without effect.", words::chip_word(game, on)),
            _ => "discard the chip without effect.".to_owned(),
        },
        Use::Caw(on) => format!("a commotion on {}.", at(on)),
        Use::Switcheroo => "the bouncers swap their destinations.".to_owned(),
        Use::Disguise(who) => format!("{} gains no heat from the next bouncer.", player(who)),
        Use::FakeSchedule(floor) => format!("the next card sends {} elsewhere.", bouncer(floor.into())),
        Use::WalkAndTalk(first, second) => {
            format!(
                "{} and {} change places, without When You Enter.",
                player(first),
                player(second)
            )
        }
        Use::Lookout => "another card is drawn in place of this one.".to_owned(),
        Use::RainCheck => match game.waiting() {
            Waiting::EventWindow(_, event) => format!("{} is discarded without effect.", names::event(event)),
            _ => "the event is discarded without effect.".to_owned(),
        },
        Use::InsideLine(floor) => format!("look at the next patrol card of floor {}.", floor + 1),
        other => other.card().name().to_owned(),
    }
}

/// Who is on a tile that a bouncer enters.
fn victims(game: &CasinoCapers, at: Cell) -> String {
    let there = (0..game.characters()).filter(|&player| game.player_cell(player) == Some(at));
    let names: Vec<String> = there.map(|player| names::player(game, player)).collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(", where he meets {}", names.join(" and "))
    }
}
