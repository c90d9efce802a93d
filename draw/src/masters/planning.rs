//! What actions of planning do, in short sentences.

use heist_engine::describe::counted;
use heist_engine::masters::components::Item;
use heist_engine::masters::scenario::DeckCard;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, Piece, Sale, Tile};

use super::remarks::{cash_change, price};
use super::{cards, names};

/// What an action of planning does; none of other actions.
pub(super) fn sentence(game: &MastersOfTheHeist, action: Action) -> Option<String> {
    if game.phase() != Phase::Plan {
        return None;
    }
    let who = |who| names::who(game, who);
    let decider = names::decider(game);
    let price = || price(game, action);
    Some(match action {
        Action::Visage(at) => format!("Visage reveals {at}{}.", price()),
        Action::BuildingSchematics(at) => {
            if holds_schematics(game) {
                format!("Use the Building Schematics to reveal {at}.")
            } else {
                format!("Buy the Building Schematics to reveal {at}{}.", price())
            }
        }
        Action::BeatCop(guards, dogs) => {
            let kinds = [(guards, "Guard"), (dogs, "Dog")];
            let kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
            let kinds: Vec<String> = kinds.map(|(count, name)| counted(count.into(), name)).collect();
            format!(
                "The Beat Cop swaps {} of the bag for blanks{}.",
                names::list(&kinds),
                price()
            )
        }
        Action::PrisonGuard => format!("The Prison Guard swaps Locks of the bag for blanks{}.", price()),
        Action::Sell(sale) => {
            let what = match sale {
                Sale::Item(item) => format!("the {}", names::item(item)),
                Sale::Jewel => "a jewel".to_owned(),
            };
            format!("Sell {what} for ${}k.", cash_change(game, action))
        }
        Action::Buy(item, to) => format!("Buy the {} for {}{}.", names::item(item), who(to), price()),
        Action::Shell => format!("The Shell disables all Cameras that planning found{}.", price()),
        Action::Machinist(to) => format!("The Machinist gives {} 1 idea.", who(to)),
        Action::Connoisseur => "The Connoisseur adds $1k to each hex that shows cash or a jewel.".to_owned(),
        Action::Mayor(starter, at) => {
            format!("The Mayor removes a Guard of {at}; {} starts there.", who(starter))
        }
        Action::Consultant(count) => format!("Take {} of the Consultant{}.", counted(count.into(), "blank"), price()),
        Action::Diversion(count) => format!("Take {}{}.", counted(count.into(), "Diversion token"), price()),
        Action::Architect(count) => format!(
            "Place {} of the Architect{}.",
            counted(count.into(), "idea token"),
            price()
        ),
        Action::Retiree(count) => format!("Insert {} of the Retiree{}.", counted(count.into(), "Event"), price()),
        Action::PlaceIdea(at) => format!("Put an idea token on {at}."),
        Action::Insert(event, above) => {
            let name = cards::name(DeckCard::from(event));
            match above {
                0 => format!("Put {name} on top of the deck."),
                above => format!("Put {name} below {} of the deck.", counted(above.into(), "card")),
            }
        }
        Action::Tunnel(at, side) => match Tile::at(at.place().beside(side)) {
            Some(to) => format!("Put an Exit on {at} that opens to {to}."),
            None => format!("Put an Exit on {at}."),
        },
        Action::Start(starter, at) => format!("{} starts on {}.", names::first(game, starter), names::tile(game, at)),
        Action::Initial => format!("{decider} starts with its usual ideas."),
        Action::Leftover => format!("{decider} starts with the ideas left of Part 1."),
        Action::Transfer(giver, taker, count) => {
            format!(
                "{} gives {} {}.",
                names::first(game, giver),
                who(taker),
                names::ideas(count)
            )
        }
        Action::Token(at) => format!("{decider} puts a planning token on {at}."),
        Action::Stake(0) => "Stake nothing with the Bookie.".to_owned(),
        Action::Stake(stake) => format!("Stake ${stake}k with the Bookie."),
        Action::Begin => "Begin the heist.".to_owned(),
        _ => return None,
    })
}

fn holds_schematics(game: &MastersOfTheHeist) -> bool {
    let held = Piece::Item(Item::BuildingSchematics);
    game.everyone().any(|who| game.loot_of(who).contains(&held))
}
