//! Everything the game has happens in play: the golden games, and games with fixed seeds, some of them from where a
//! golden game begins its finale or from late positions. They meet every tile, chip, card, event, finale line, task,
//! ability, decision and kind of chance. What is missing is listed with all that was counted.

mod finales;
mod kinds;

use std::collections::BTreeSet;

use heist_engine::board::Cell;
use heist_engine::casino_capers::{
    Action, CasinoCapers, Character, Chip, DeadDrops, Event, Face, Finale, Gear, Kind, Outcome, Setup, Tables, Task,
    Waiting, Window,
};
use heist_engine::game::{Game, Windows};
use heist_engine::random::{Generator, below, choose, stream};
use heist_engine::record::{Replay, Step, read_header};
use serde_json::{Value, json};

use super::support::state;
use crate::common::counters::Counters;
use crate::common::patience;
use crate::golden;

/// Games that go on from where a golden game begins its finale.
const CONTINUATIONS: u64 = 60;
/// Games from each late position.
const LATE: u64 = 120;
/// Games from the beginning.
const GAMES: u64 = 600;

/// Counts what a step shows.
fn note(before: &CasinoCapers, step: Step<CasinoCapers>, after: &CasinoCapers, seen: &mut Counters) {
    seen.count("waiting", kinds::waiting(&before.waiting()));
    match step {
        Step::Chance(outcome) => note_outcome(before, outcome, seen),
        Step::Action(_, action) => note_action(before, action, seen),
    }
    if let Some(result) = after.result() {
        seen.count("ending", result.ending);
    }
    for task in after
        .tasks_completed()
        .filter(|&task| before.tasks_completed().all(|old| old != task))
    {
        seen.count("task", task);
    }
    for player in 0..after.characters() {
        let entered = after
            .player_cell(player)
            .filter(|&at| before.player_cell(player) != Some(at));
        if let Some(face) = entered.and_then(|at| after.face_at(at)) {
            seen.count("stood on", face.kind());
        }
    }
    finales::note(before, step, after, seen);
}

fn note_outcome(before: &CasinoCapers, outcome: Outcome, seen: &mut Counters) {
    seen.count("purpose", CasinoCapers::PURPOSES[before.purpose().0 as usize]);
    seen.count("outcome", kinds::outcome(&outcome));
    match outcome {
        Outcome::Tile(face) => seen.count("face", face),
        Outcome::Chip(chip) => {
            let Waiting::Chip(at) = before.waiting() else { return };
            let is_entered = (0..before.characters()).any(|player| before.player_cell(player) == Some(at));
            seen.count(if is_entered { "chip entered" } else { "chip peeked" }, chip);
        }
        Outcome::Event(event) => seen.count("event", event),
        Outcome::Finale(finale) => seen.count("finale drawn", finale),
        _ => {}
    }
}

fn note_action(before: &CasinoCapers, action: Action, seen: &mut Counters) {
    seen.count("action", kinds::action(&action));
    if let (Some(window), Action::Use(_) | Action::Pass) = (before.window(), action) {
        seen.count("window", window);
    }
    match action {
        Action::Use(front) => seen.count("gear front", front.card()),
        Action::TakeHeat(card, _) | Action::GiveAction(card, _) | Action::MakeCommotion(card, _) => {
            seen.count("gear back", card);
        }
        _ => {}
    }
    if before.has_abilities() {
        note_ability(before, action, seen);
    }
}

/// abil: what a character can do that others cannot.
fn note_ability(before: &CasinoCapers, action: Action, seen: &mut Counters) {
    let player = before.current_player();
    let (who, Some(here)) = (before.character(player), before.player_cell(player)) else {
        return;
    };
    let is_in_line = |at: Cell| here.lines() & at.bit() != 0;
    let is_beside = |at: Cell| {
        let reached = before.floor_plan(here.floor()).adjacent(here.square());
        at.floor() == here.floor() && is_in_line(at) && reached & at.bit() != 0
    };
    let uses = match (who, action) {
        (Character::Rook, Action::Move(to)) => !before.has_boots(player) && !is_in_line(to),
        (Character::Acrobat, Action::Move(to)) => !before.has_boots(player) && !is_beside(to),
        (Character::Peterman, Action::Reroll(_)) => true,
        (Character::Hacker, Action::Peek(_)) => before.actions_left() == 0,
        (Character::Rigger, Action::ZipLine) => true,
        (Character::Juicer, Action::Jam(_)) => true,
        (Character::Hawk, Action::Peek(at)) => !is_beside(at),
        (Character::Ghost, Action::Quiet(_) | Action::Lights) => true,
        _ => false,
    };
    if uses {
        seen.count("ability", who);
    }
}

/// The characters with an ability.
const ABLE: &[Character] = &[
    Character::Rook,
    Character::Acrobat,
    Character::Peterman,
    Character::Hacker,
    Character::Rigger,
    Character::Juicer,
    Character::Hawk,
    Character::Ghost,
];

/// The golden games.
fn golden_games() -> impl Iterator<Item = Replay<CasinoCapers>> {
    let files = golden::files().into_iter();
    let own = files.filter(|path| read_header(golden::open(path)).is_ok_and(|header| header.game == CasinoCapers::ID));
    own.map(|path| golden::read(&path))
}

/// Chooses a kind of action first, so that rare ones happen; ending the turn early or passing is rarer still.
fn varied(state: &CasinoCapers, rng: &mut Generator) -> Action {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    let is_dull = |action: &Action| matches!(action, Action::End | Action::Pass);
    if !legal.iter().all(is_dull) && below(rng, 5) > 0 {
        legal.retain(|action| !is_dull(action));
    }
    let names: BTreeSet<&str> = legal.iter().map(kinds::action).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let name = choose(rng, &names);
    legal.retain(|action| kinds::action(action) == name);
    choose(rng, &legal)
}

/// Plays on to the end, and counts what happens.
fn play(state: CasinoCapers, patience: u32, rng: &mut Generator, seen: &mut Counters) {
    patience::play(state, patience, rng, varied, |before, step, after| {
        note(before, step, after, seen)
    });
}

/// A setup with everything in it that setups may have.
fn setup(number: u64) -> Setup {
    let is_alternate = |card: &Gear| Tables::card(*card).alternate_of.is_some();
    Setup {
        character_count: Some(2 + (number % 3) as u8),
        abilities: Some(number.is_multiple_of(2)),
        dead_drops: match number % 3 {
            0 => DeadDrops::Drawn,
            _ => DeadDrops::Off,
        },
        alternates: Gear::ALL.iter().copied().filter(is_alternate).collect(),
        suspicion: 1 + (number % 10) as u8,
        windows: [Windows::Full, Windows::Full, Windows::Reduced, Windows::Off][number as usize / 2 % 4],
        turn_limit: if number.is_multiple_of(7) { 12 } else { 400 },
        ..Setup::random_finale(1 + (number % 2) as u8, number)
    }
}

/// A late position without what is particular to it.
fn late(own: &Value) -> CasinoCapers {
    let mut position = json!({
        "abilities": true,
        "entrances": ["1:A1", "1:D4"],
        "tiles": {
            "2:B2": "safe", "2:A2": "pool-1", "2:C2": "lounge-3", "2:D2": "buffet-5", "2:B1": "cashier-cages-6",
            "2:B3": "slots-4", "2:B4": "surveillance-3", "1:B2": "pool-2"
        },
        "bouncers": [{"at": "1:D1", "marker": "1:A4"}, {"at": "2:A4", "marker": "2:D4"}],
        "decks": [{"discards": ["1:D1", "1:A4"]}, {"discards": ["2:A4", "2:D4"]}]
    });
    for (field, value) in own.as_object().expect("fields") {
        position[field] = value.clone();
    }
    state(&position)
}

/// The Peterman is about to roll for the last number of the Safe. Then a finale is drawn.
fn before_the_crack() -> CasinoCapers {
    late(&json!({
        "players": [
            {"character": "peterman", "at": "2:B2", "gear": {"steady-hands": "prepped", "stethoscope": "prepped"}},
            {"character": "juicer", "at": "2:B1"}
        ],
        "cracked": ["2:A2", "2:C2", "2:D2", "2:B1", "2:B3"],
        "dice": {"safe": 4}
    }))
}

/// Catch a Tiger: two steaks lie beside it.
fn before_two_steaks() -> CasinoCapers {
    late(&json!({
        "players": [
            {"character": "peterman", "at": "1:B2", "steaks": 1},
            {"character": "juicer", "at": "1:B2", "steaks": 1}
        ],
        "finale": "catch-a-tiger",
        "tiger": "1:C2",
        "steaks": ["1:C1", "1:D2"]
    }))
}

#[test]
fn everything_happens_in_play() {
    let mut seen = Counters::default();
    for (number, replay) in (0..).zip(golden_games()) {
        let mut before = CasinoCapers::new(&replay.setup).expect("a playable setup");
        let mut finale = None;
        for &step in &replay.steps {
            let mut after = before;
            step.play(&mut after);
            note(&before, step, &after, &mut seen);
            if before.running_finale().is_none() && after.running_finale().is_some() {
                finale = Some(after);
            }
            before = after;
        }
        for again in 0..CONTINUATIONS {
            if let Some(finale) = finale {
                play(finale, 3, &mut stream(number, "coverage finales", again), &mut seen);
            }
        }
    }
    for number in 0..LATE {
        for (kind, late) in (0..).zip([before_the_crack(), before_two_steaks()]) {
            play(late, 3, &mut stream(number, "coverage late", kind), &mut seen);
        }
    }
    for number in 0..GAMES {
        let game = CasinoCapers::new(&setup(number)).expect("a playable setup");
        play(game, 4, &mut stream(number, "coverage", 0), &mut seen);
    }
    let mut missing = Vec::new();
    missing.extend(seen.missing("waiting", kinds::WAITING));
    missing.extend(seen.missing("action", kinds::ACTIONS));
    missing.extend(seen.missing("outcome", kinds::OUTCOMES));
    missing.extend(seen.missing("purpose", CasinoCapers::PURPOSES));
    missing.extend(seen.missing("ending", CasinoCapers::ENDINGS));
    missing.extend(seen.missing("window", Window::ALL));
    missing.extend(seen.missing("face", Face::all()));
    missing.extend(seen.missing("stood on", Kind::ALL));
    missing.extend(seen.missing("chip entered", Chip::ALL));
    missing.extend(seen.missing("chip peeked", Chip::ALL));
    missing.extend(seen.missing("gear front", Gear::ALL));
    missing.extend(seen.missing("gear back", Gear::ALL));
    missing.extend(seen.missing("event", Event::ALL));
    missing.extend(seen.missing("finale drawn", Finale::ALL));
    missing.extend(seen.missing("finale line", finales::lines()));
    missing.extend(seen.missing("task", Task::ALL));
    missing.extend(seen.missing("ability", ABLE));
    assert!(
        missing.is_empty(),
        "never seen:\n{}\n\ncounted: {:#?}",
        missing.join("\n"),
        seen
    );
}
