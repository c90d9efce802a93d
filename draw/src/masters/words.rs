//! What a state waits for, in a short sentence.

use heist_engine::game::{Game, Node};
use heist_engine::masters::scenario::DeckCard;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, Standing, Who};

use super::{cards, names, people, table};

/// What the state waits for.
pub(super) fn node(game: &MastersOfTheHeist) -> String {
    match game.node() {
        Node::Terminal => match game.result() {
            Some(result) => format!("The heist is over: {}.", table::ending(result.ending)),
            None => "The heist is over.".to_owned(),
        },
        Node::Chance => format!("Chance: {}.", drawn(game)),
        Node::Decision(_) => asked(game),
    }
}

/// What chance decides.
fn drawn(game: &MastersOfTheHeist) -> String {
    if let Some(who) = game.roller() {
        return if game.last_ditch_route().is_some() {
            format!("{} rolls for the last ditch", names::who(game, who))
        } else {
            format!("{} rolls", names::who(game, who))
        };
    }
    match game.drawn_hex() {
        Some(hex) => format!("the chit of {} is drawn", game.scenario().hex_tile(hex)),
        None => "a chit is drawn from the bag and leaves the game".to_owned(),
    }
}

/// The route of a last ditch as far as it has been declared.
pub(super) fn route(game: &MastersOfTheHeist) -> Option<String> {
    let route = game.last_ditch_route().filter(|route| !route.is_empty())?;
    let steps: Vec<String> = route.iter().map(|&element| route_element(game, element)).collect();
    Some(format!("Route so far: {}.", steps.join(", ")))
}

fn route_element(game: &MastersOfTheHeist, element: Action) -> String {
    match element {
        Action::Step(to) => names::tile(game, to),
        Action::Door(at) => format!("the door on {at}"),
        Action::Take(piece, _) => format!("takes {}", names::a_piece(piece)),
        Action::Drop(piece, _) => format!("drops {}", names::a_piece(piece)),
        Action::Pass(piece, who) => format!("passes {} to {}", names::a_piece(piece), names::who(game, who)),
        Action::Bank(piece) => format!("banks {}", names::a_piece(piece)),
        Action::Server => "the server".to_owned(),
        Action::TakeIdea => "takes the idea token".to_owned(),
        Action::Capture => format!("captures {}", names::who(game, Who::NPC)),
        other => other.to_string(),
    }
}

/// What is asked; of several kinds of options the first that tells.
fn asked(game: &MastersOfTheHeist) -> String {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let told = match game.phase() {
        Phase::Plan => legal.iter().find_map(|&action| planning(game, action)),
        _ => legal.iter().find_map(|&action| following(game, action)),
    };
    told.unwrap_or_else(|| acting(game, &legal))
}

/// Decisions of planning.
fn planning(game: &MastersOfTheHeist, action: Action) -> Option<String> {
    let who = names::decider(game);
    Some(match action {
        Action::Visage(_) | Action::BuildingSchematics(_) | Action::BeatCop(..) | Action::PrisonGuard => {
            "Planning: reveal hexes or change the bag before the heist.".to_owned()
        }
        Action::Sell(_)
        | Action::Buy(..)
        | Action::Shell
        | Action::Machinist(_)
        | Action::Connoisseur
        | Action::Mayor(..)
        | Action::Consultant(_)
        | Action::Diversion(_)
        | Action::Architect(_)
        | Action::Retiree(_) => "Planning: shop and use fixers.".to_owned(),
        Action::PlaceIdea(_) => "The Architect's idea tokens: choose a hex for the next one.".to_owned(),
        Action::Insert(..) => "The Retiree's Events: choose one and its place in the deck.".to_owned(),
        Action::Tunnel(..) => "Planning: put an Exit into a tunnel space.".to_owned(),
        Action::Start(who, _) => format!("Choose where {} starts.", names::who(game, who)),
        Action::Initial | Action::Leftover => format!("Choose the ideas that {who} starts with."),
        Action::Transfer(..) => "Two characters share a hideout: choose how many ideas one gives the other.".to_owned(),
        Action::Token(_) => format!("{who} places planning tokens, in the order of the map."),
        Action::Stake(_) => "Choose the stake with the Bookie.".to_owned(),
        Action::Begin => "The plan is made: begin the heist.".to_owned(),
        _ => return None,
    })
}

/// Decisions that follow of others, and those of the Event phase.
fn following(game: &MastersOfTheHeist, action: Action) -> Option<String> {
    let who = names::decider(game);
    let event = game
        .active_event()
        .map_or("The Event", |event| cards::title(DeckCard::from(event)));
    Some(match action {
        Action::Act(_) | Action::End | Action::Escape => acting_team(game),
        Action::Next(_) => "Several hexes are revealed: choose the next one.".to_owned(),
        Action::Keep => match (game.drawn_hex(), game.drawn_chit()) {
            (Some(hex), Some(chit)) => format!(
                "{} holds {}: keep it or put a blank of the Consultant there.",
                game.scenario().hex_tile(hex),
                names::a_chit(chit)
            ),
            _ => "Keep the chit or put a blank of the Consultant there.".to_owned(),
        },
        Action::Chase(..) => "Dogs chase: choose which one goes where.".to_owned(),
        Action::TargetCharacter(_) => "Several characters are equally near: choose whom the Dog goes for.".to_owned(),
        Action::TargetHex(_) => "Several hexes with loot are equally near: choose the Dog's target.".to_owned(),
        Action::Dog(_) => "The Dog has several shortest ways: choose its next hex.".to_owned(),
        Action::Victim(_) => format!(
            "Several characters are nearest to {}: choose whom it troubles.",
            names::who(game, Who::NPC)
        ),
        Action::TakeNoise => format!(
            "{} is alone: {} loses 1 idea, or the team takes 2 noise.",
            names::first(game, Who::NPC),
            names::deciding(game)
        ),
        Action::Rewire(_) => format!("{who} chooses a live Camera to rewire."),
        Action::Toss(..) => format!("{who} chooses what to toss, and where."),
        Action::Lift(..) => format!("{who} changes the plan: choose a planning token to move."),
        Action::Token(_) => format!("Choose the new hex of a planning token of {}.", names::deciding(game)),
        Action::GiveIdeas(..) => format!("{who} may give away ideas."),
        Action::Divert => "Take the next noise or discard a Diversion token instead.".to_owned(),
        Action::Lock(_) => format!("{event}: choose a hex that gets a Lock."),
        Action::Accept if game.chooses_guard_on().is_some() => {
            "Starting Guards and others stand there: choose which one is subdued.".to_owned()
        }
        Action::Accept => format!("{event}: {} may take 1 idea for 1 noise.", names::deciding(game)),
        Action::Give(_) => format!("{event}: one character may take 1 idea for 1 noise."),
        Action::Transfer(..) if game.deciding().is_none() => format!("{event}: choose who gives ideas to whom."),
        Action::Penny => format!(
            "{event}: {} loses 1 idea or discards the Lucky Penny.",
            names::deciding(game)
        ),
        Action::Put(..) => format!("{event}: {} puts loot on adjacent hexes.", names::deciding(game)),
        Action::Reinforce(_) => "Reinforcements: choose the token that comes next.".to_owned(),
        Action::Counts(_) => "Too many characters on one way out: choose who counts as escaped.".to_owned(),
        _ => return None,
    })
}

/// Who may act.
fn acting_team(game: &MastersOfTheHeist) -> String {
    if game.phase() == Phase::Escape {
        return "Escape: choose who acts.".to_owned();
    }
    let waiting = game
        .everyone()
        .filter(|&who| game.standing(who) == Standing::Active && game.committed(who).is_none());
    let waiting: Vec<String> = waiting.map(|who| names::who(game, who)).collect();
    if waiting.is_empty() {
        "Choose who acts, or end the Action phase.".to_owned()
    } else {
        format!("Choose who acts; still to commit: {}.", names::list(&waiting))
    }
}

/// A character in its turn.
fn acting(game: &MastersOfTheHeist, legal: &[Action]) -> String {
    let who = names::decider(game);
    if game.last_ditch_route().is_some() {
        return format!("{who} declares the route of a last ditch.");
    }
    if legal.iter().all(|action| matches!(action, Action::Reveal(_))) && !legal.is_empty() {
        return format!("{who} chooses a hex to reveal.");
    }
    match (game.phase(), game.deciding()) {
        (Phase::Plan, _) => "Planning goes on.".to_owned(),
        (Phase::Escape, Some(character)) => {
            format!("{who} acts with {}.", names::ideas(game.ideas(character)))
        }
        (Phase::Escape, None) => "Escape: nobody can act any more.".to_owned(),
        (_, Some(character)) => {
            let left = people::left(game, character);
            if left.is_empty() {
                format!("{who} acts.")
            } else {
                format!("{who} acts with {} left.", names::list(&left))
            }
        }
        (_, None) => "The team decides.".to_owned(),
    }
}
