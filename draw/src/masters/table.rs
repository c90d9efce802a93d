//! What lies beside the map, in words: noise, deck, bag, objective, and what the team has.

use heist_engine::describe::{capitalized, counted};
use heist_engine::masters::components::{Crisis, Fixer};
use heist_engine::masters::pieces::{Chit, Loot};
use heist_engine::masters::scenario::{DeckCard, Goal};
use heist_engine::masters::{MastersOfTheHeist, Phase, Piece, Standing};

use super::{cards, names};
use crate::note::Note;
use crate::words::titled;

/// The job in words.
pub(super) fn job(game: &MastersOfTheHeist) -> String {
    let scenario = game.scenario();
    format!("{}, {}", scenario.job, scenario.difficulty)
}

/// The part of the heist in words.
pub(super) fn phase(game: &MastersOfTheHeist) -> String {
    let round = game.round();
    match game.phase() {
        Phase::Plan => "Planning".to_owned(),
        Phase::Start => "The heist starts".to_owned(),
        Phase::Roll => format!("Round {round}, roll"),
        Phase::Action => format!("Round {round}, Action phase"),
        Phase::EndAction => format!("Round {round}, end of the Action phase"),
        Phase::Event => format!("Round {round}, Event phase"),
        Phase::Crises => format!("Round {round}, Crises"),
        Phase::EndEvent => format!("Round {round}, end of the Event phase"),
        Phase::Escape => format!("Escape after {}", counted(round.into(), "round")),
        Phase::Over => format!("Over after {}", counted(round.into(), "round")),
    }
}

/// What must be done to win, and how far it is.
pub(super) fn objective(game: &MastersOfTheHeist) -> Option<Note> {
    let banked = game.banked();
    let goal = |goal: &Goal| match *goal {
        Goal::Stolen(Loot::Cash, count) => {
            let cash = banked.iter().find_map(|piece| match piece {
                Piece::Cash(amount) => Some(*amount),
                _ => None,
            });
            format!("bring out ${count}k ({} banked)", cash.unwrap_or(0))
        }
        Goal::Stolen(kind, count) => {
            let piece = Piece::of(kind);
            let got = banked.iter().filter(|&&other| other == piece).count();
            let name = match (kind, count) {
                (Loot::Documents, 1) => "the documents".to_owned(),
                (Loot::Documents, count) => format!("{count} documents"),
                (_, count) => counted(count.into(), &names::piece(piece)),
            };
            format!("bring out {name} ({got} banked)")
        }
        Goal::NpcEscaped => {
            let npc = game.everyone().find(|who| who.is_npc());
            format!(
                "bring out {}",
                npc.map_or("the NPC".to_owned(), |npc| names::who(game, npc))
            )
        }
        Goal::Escaped(count) => escaped(game, count),
        Goal::HideoutHas(kind) => format!("a character on a hideout holds {}", names::a_piece(Piece::of(kind))),
    };
    Note::of("Objective", game.scenario().objective.iter().map(goal).collect(), "; ")
}

/// H82: in a county job those count who started inside; they are named where they are not all.
fn escaped(game: &MastersOfTheHeist, count: u8) -> String {
    let players = || game.everyone().filter(|who| !who.is_npc());
    let asked: Vec<String> = players()
        .filter(|&who| game.counts_as_escaped(who))
        .map(|who| names::who(game, who))
        .collect();
    let whom = match asked.len() == players().count() {
        true if count == 1 => "character".to_owned(),
        true => "characters".to_owned(),
        false => format!("of those who started inside ({})", names::list(&asked)),
    };
    let escape = if count == 1 { "escapes" } else { "escape" };
    format!("at least {count} {whom} {escape}")
}

/// The noise in words.
pub(super) fn noise(game: &MastersOfTheHeist) -> Vec<String> {
    let track = game.tables().track(game.player_count());
    let mut words = vec![format!("{} of {}", game.marker(), track.last)];
    let next = (game.marker() + 1..=track.last).find(|place| track.alerts() & 1 << place != 0);
    words.push(match next {
        Some(place) => format!("next alert at {place}"),
        None if game.marker() == track.last => "every further noise is an alert".to_owned(),
        None => format!("an alert for each noise beyond {}", track.last),
    });
    let owed = game.owed_noise_count();
    if owed > 0 {
        words.push(format!("{owed} more at the end of the Action phase"));
    }
    words
}

/// How many Events stand before each Crisis: `C2 Watchtower Sweep after 3`.
pub(super) fn crises_ahead(game: &MastersOfTheHeist) -> Vec<String> {
    let mut events = 0;
    let mut ahead = Vec::new();
    for card in game.deck_cards() {
        match card.crisis() {
            Some(_) => ahead.push(format!("{} after {}", cards::name(*card), counted(events, "Event"))),
            None => events += 1,
        }
    }
    ahead
}

/// Events left in the deck.
pub(super) fn events_left(game: &MastersOfTheHeist) -> usize {
    game.deck_cards().iter().filter(|card| card.event().is_some()).count()
}

/// A card with what it does.
pub(super) fn card_words(card: DeckCard) -> String {
    format!("{}: {}", cards::name(card), cards::effect(card))
}

/// Cards that matter now, with what they do: the Active Event, Crises that wait, and the Event on top.
pub(super) fn card_notes(game: &MastersOfTheHeist) -> Vec<Note> {
    let active = game.active_event().map(DeckCard::from).map(card_words);
    let queue: Vec<String> = game
        .crisis_queue()
        .iter()
        .map(|&crisis| card_words(crisis.into()))
        .collect();
    let next = game.deck_cards().first().copied().map(card_words);
    [
        Note::of("Active Event", active.into_iter().collect(), ""),
        Note::of("Crises that wait", queue, "; "),
        Note::of("Next Event", next.into_iter().collect(), ""),
        Note::of("Crises ahead", crises_ahead(game), "; "),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The bag: each kind with its number.
pub(super) fn bag(game: &MastersOfTheHeist) -> Vec<(Chit, u8)> {
    let kinds = Chit::ALL.iter().map(|&chit| (chit, game.in_bag(chit)));
    kinds.filter(|(_, count)| *count > 0).collect()
}

/// What the bag holds in words, and how many hexes it is for.
pub(super) fn bag_words(game: &MastersOfTheHeist) -> String {
    let kinds = bag(game);
    let total: u8 = kinds.iter().map(|(_, count)| count).sum();
    let hexes = (0..game.plan().count()).filter(|&hex| game.is_unrevealed(hex)).count();
    let chits = counted(total.into(), "chit");
    match hexes {
        0 => format!("{chits}, every hex is revealed"),
        1 => format!("{chits} for 1 unrevealed hex"),
        hexes => format!("{chits} for {hexes} unrevealed hexes"),
    }
}

/// What the team has.
pub(super) fn team(game: &MastersOfTheHeist) -> Vec<Note> {
    let mut supplies = vec![format!("${}k", game.team_cash())];
    if game.stake_paid() > 0 {
        supplies.push(format!("${}k staked with the Bookie", game.stake_paid()));
    }
    if game.blanks() > 0 {
        supplies.push(counted(game.blanks().into(), "blank") + " of the Consultant");
    }
    if game.diversions() > 0 {
        supplies.push(counted(game.diversions().into(), "Diversion token"));
    }
    let fixers = Fixer::ALL.iter().filter(|&&fixer| game.is_available(fixer));
    let fixers: Vec<String> = fixers.map(|&fixer| names::fixer(fixer)).collect();
    [
        Note::of("Team cash", supplies, ", "),
        Note::of("Banked", names::pieces(&game.banked()), ", "),
        Note::of("Fixers", fixers, ", "),
        Note::of("In force", in_force(game), "; "),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What holds for a while or for the rest of the heist.
fn in_force(game: &MastersOfTheHeist) -> Vec<String> {
    let mut words = Vec::new();
    let flags = [
        (game.is_panicked(), "NPCs panic"),
        (
            game.is_footage_looped(),
            "Loop Footage: Cameras do not hurt until the end of the Event phase",
        ),
        (
            game.is_whistle_blown(),
            "Dog Whistle: no Dog chases until the end of the Action phase",
        ),
        (
            game.has_overshot() && game.phase() != Phase::Over,
            "an alert discarded the last Event in this round",
        ),
    ];
    words.extend(
        flags
            .iter()
            .filter(|(holds, _)| *holds)
            .map(|(_, text)| (*text).to_owned()),
    );
    let [starters, fresh] = game.starting_guards();
    if starters > 0 && npc_waits(game) {
        words.push(format!(
            "{fresh} of {starters} starting Guards subdued in this round; all of them free the Prisoner"
        ));
    }
    let scenario = game.scenario();
    let closed = game.plan().count() - game.plan().present().count_ones() as usize;
    if scenario.gates() > 0 {
        words.push(format!("{closed} of {} gates closed", scenario.gates()));
    }
    if scenario.exit_capacity > 0 {
        words.push(format!(
            "only {} counts on each Exit",
            counted(scenario.exit_capacity.into(), "character")
        ));
    }
    words
}

fn npc_waits(game: &MastersOfTheHeist) -> bool {
    game.everyone()
        .any(|who| who.is_npc() && game.standing(who) == Standing::Inactive)
}

/// How a heist ended.
pub(super) fn ending(word: &str) -> String {
    match word {
        "won" => "the objective is met".to_owned(),
        "lost" => "the objective is not met".to_owned(),
        other => titled(other),
    }
}

/// Whether a Crisis opens the Escape part.
pub(super) fn is_final(game: &MastersOfTheHeist, crisis: Crisis) -> bool {
    game.tables().final_crises & 1 << crisis.index() != 0
}

/// A sentence about the noise, with a capital letter.
pub(super) fn noise_sentence(game: &MastersOfTheHeist) -> String {
    capitalized(&format!("noise {}", noise(game).join(", ")))
}
