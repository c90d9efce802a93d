//! Everything the game has happens in play: random and steered games with fixed seeds meet every tile, card, ability,
//! decision, draw and ending. What is missing is listed with all that was counted.

use std::collections::BTreeSet;

use heist_engine::burgle_bros::{
    Action, BurgleBros, Character, Event, Frame, Kind, Loot, MoveStage, Offer, Outcome, Scenario, Setup, Sides, Tool,
    Walls,
};
use heist_engine::random::{self, Generator};
use heist_engine::record::Step;
use heist_engine::{Game, Node, Seat};
use heist_testkit::play_with;
use serde_json::json;

use super::support::waived as state;
use crate::common::counters::Counters;

/// Names the kinds of an enumeration; a variant without a name does not compile.
macro_rules! kinds {
    ($list:ident, $name:ident($type:ty) { $($pattern:pat => $text:literal,)+ }) => {
        const $list: &[&str] = &[$($text),+];

        fn $name(item: &$type) -> &'static str {
            match item {
                $($pattern => $text,)+
            }
        }
    };
}

kinds!(ACTIONS, action_kind(Action) {
    Action::Peek(_) => "peek",
    Action::Move(_) => "move",
    Action::Hack => "hack",
    Action::AddDie(_) => "add-die",
    Action::Crack(_) => "crack",
    Action::Escape => "escape",
    Action::EndActions => "end",
    Action::Flexibility(_) => "flexibility",
    Action::ClimbWindow(_) => "climb-window",
    Action::Laptop => "laptop",
    Action::XRay(_) => "x-ray",
    Action::Enhance(_) => "enhance",
    Action::Crybaby(_) => "crybaby",
    Action::RerouteTake => "reroute-take",
    Action::RerouteDiscard => "reroute-discard",
    Action::Crow(_) => "crow",
    Action::Tinker => "tinker",
    Action::Orders(..) => "orders",
    Action::Disguise(_) => "disguise",
    Action::Clairvoyance => "clairvoyance",
    Action::Precognition => "precognition",
    Action::Blueprints(_) => "blueprints",
    Action::Crowbar(_) => "crowbar",
    Action::CrystalBall => "crystal-ball",
    Action::Donuts(_) => "donuts",
    Action::Dynamite(_) => "dynamite",
    Action::Emp => "emp",
    Action::InvisibleSuit => "invisible-suit",
    Action::MakeupKit => "makeup-kit",
    Action::Rollerskates => "rollerskates",
    Action::SmokeBomb => "smoke-bomb",
    Action::ThermalBomb(true) => "thermal-bomb up",
    Action::ThermalBomb(false) => "thermal-bomb down",
    Action::Virus(..) => "virus",
    Action::GiveTool(..) => "give tool",
    Action::GiveLoot(..) => "give loot",
    Action::TakeTool(..) => "take tool",
    Action::TakeLoot(..) => "take loot",
    Action::PickUpTool(_) => "pick-up tool",
    Action::PickUpLoot(_) => "pick-up loot",
    Action::CatchKitty => "catch-kitty",
    Action::Enter(_) => "enter",
    Action::Pay => "pay",
    Action::Stay => "stay",
    Action::SpendToken(_) => "spend token",
    Action::SpendLaptop => "spend laptop",
    Action::SoundAlarm => "alarm",
    Action::Nearest(_) => "nearest",
    Action::OwnToken => "own-token",
    Action::TileToken => "tile-token",
    Action::Keep(_) => "keep",
    Action::SetDie(..) => "set-die",
    Action::KeepRoll => "keep-roll",
    Action::OrderEvents(..) => "order-events",
    Action::Top => "top",
    Action::Bottom => "bottom",
    Action::Accept => "accept",
    Action::Refuse => "refuse",
    Action::KittyTo(_) => "kitty-to",
    Action::ChoosePlayer(_) => "choose-player",
    Action::ChooseTile(_) => "choose-tile",
    Action::Skip => "skip",
    Action::MoveGuard(_) => "move-guard",
    Action::HackRoom(_) => "hack-room",
});

kinds!(OUTCOMES, outcome_kind(Outcome) {
    Outcome::Tile(_) => "tile",
    Outcome::Patrol(_) => "patrol",
    Outcome::Event(_) => "event",
    Outcome::Tool(_) => "tool",
    Outcome::Loot(_) => "loot",
    Outcome::Roll(true) => "roll hit",
    Outcome::Roll(false) => "roll miss",
    Outcome::Faces(_) => "faces",
    Outcome::Dice(_) => "dice",
    Outcome::LostVisual => "lost visual",
});

kinds!(FRAMES, frame_kind(Frame) {
    Frame::Idle => "idle",
    Frame::PlaceFirstGuard => "place-first-guard",
    Frame::ChooseEntrance => "choose-entrance",
    Frame::PlaceFirstDie => "place-first-die",
    Frame::BeginTurn => "begin-turn",
    Frame::RollChihuahua => "roll-chihuahua",
    Frame::RollKitty => "roll-kitty",
    Frame::ChooseKittyTile => "choose-kitty-tile",
    Frame::Act => "act",
    Frame::EventCheck => "event-check",
    Frame::DrawEvent => "draw-event",
    Frame::GuardStep => "guard-step",
    Frame::ChooseGuard(_) => "choose-guard",
    Frame::GuardMove(_) => "guard-move",
    Frame::NextPlayer => "next-player",
    Frame::Reveal(_) => "reveal",
    Frame::Move(MoveStage::Revealed) => "move revealed",
    Frame::Move(MoveStage::Admitted) => "move admitted",
    Frame::Move(MoveStage::Leaving) => "move leaving",
    Frame::Move(MoveStage::Arriving) => "move arriving",
    Frame::Move(MoveStage::Entering) => "move entering",
    Frame::Move(MoveStage::Done) => "move done",
    Frame::Move(MoveStage::Falling) => "move falling",
    Frame::Move(MoveStage::Stayed) => "move stayed",
    Frame::AskDeadbolt => "ask-deadbolt",
    Frame::RollKeypad(_) => "roll-keypad",
    Frame::AskLaser => "ask-laser",
    Frame::EnsureGuard(_) => "ensure-guard",
    Frame::AskHack(_) => "ask-hack",
    Frame::Retarget(_) => "retarget",
    Frame::AskNearest(_) => "ask-nearest",
    Frame::SetUpGuard(_) => "set-up-guard",
    Frame::SetUpDie(_) => "set-up-die",
    Frame::DrawPatrol(_) => "draw-patrol",
    Frame::Walk { .. } => "walk",
    Frame::WalkArrival(_) => "walk-arrival",
    Frame::CameraCheck(_) => "camera-check",
    Frame::Arrive(_) => "arrive",
    Frame::ReturnGuard(_) => "return-guard",
    Frame::Returned(_) => "returned",
    Frame::Pay { .. } => "pay",
    Frame::AskToken { .. } => "ask-token",
    Frame::RollCrack { .. } => "roll-crack",
    Frame::Cracking(_) => "cracking",
    Frame::AskStethoscope(_) => "ask-stethoscope",
    Frame::RaiseSpeeds(_) => "raise-speeds",
    Frame::DrawTool { .. } => "draw-tool",
    Frame::DrawSecondTool { .. } => "draw-second-tool",
    Frame::KeepTool { .. } => "keep-tool",
    Frame::DrawLoot { .. } => "draw-loot",
    Frame::AskTrade { offer: Offer::GiveTool(_), .. } => "ask-trade give tool",
    Frame::AskTrade { offer: Offer::GiveLoot(_), .. } => "ask-trade give loot",
    Frame::AskTrade { offer: Offer::TakeTool(_), .. } => "ask-trade take tool",
    Frame::AskTrade { offer: Offer::TakeLoot(_), .. } => "ask-trade take loot",
    Frame::AskOrders(..) => "ask-orders",
    Frame::LookPatrol(_) => "look-patrol",
    Frame::AskPatrolPlace(_) => "ask-patrol-place",
    Frame::LookEvent { .. } => "look-event",
    Frame::AskEventPlace => "ask-event-place",
    Frame::AskEventOrder(_) => "ask-event-order",
    Frame::AskPlayer => "ask-player",
    Frame::AskTile(_) => "ask-tile",
    Frame::BrownOut(_) => "brown-out",
});

/// No frame at all, and the stages of a Move that are never put on the stack: each is gone through at once.
const NEVER_SEEN: &[&str] = &["idle", "move admitted", "move stayed"];

/// What a steered game prefers.
#[derive(Clone, Copy, PartialEq)]
enum Aim {
    /// Nothing: every action alike.
    Chance,
    /// Every kind of action alike, and whatever opens Safes, brings Loot and gets out first.
    Loot,
}

fn choose(state: &BurgleBros, aim: Aim, rng: &mut Generator) -> Action {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    if aim == Aim::Chance {
        return random::choose(rng, &legal);
    }
    let urgent = |action: &Action| {
        matches!(
            action,
            Action::Escape
                | Action::AddDie(_)
                | Action::Crack(_)
                | Action::PickUpLoot(_)
                | Action::CatchKitty
                | Action::Accept
        )
    };
    let first: Vec<Action> = legal.iter().copied().filter(urgent).collect();
    if !first.is_empty() && random::below(rng, 4) > 0 {
        return random::choose(rng, &first);
    }
    // Stopping with points left is rare, or nobody gets anywhere; and so is Tinker where Stealth abounds.
    let dull = |action: &Action| match action {
        Action::EndActions => state.actions_left() > 0,
        Action::Tinker => true,
        _ => false,
    };
    if !legal.iter().all(dull) && random::below(rng, 6) > 0 {
        legal.retain(|action| !dull(action));
    }
    let kinds: BTreeSet<&str> = legal.iter().map(action_kind).collect();
    let kinds: Vec<&str> = kinds.into_iter().collect();
    let kind = random::choose(rng, &kinds);
    legal.retain(|action| action_kind(action) == kind);
    random::choose(rng, &legal)
}

/// Plays a game to its end, at most `turns` further turns.
fn play(state: BurgleBros, aim: Aim, turns: u16, rng: &mut Generator, seen: &mut Counters) {
    let last = state.turn_number().saturating_add(turns);
    let mut before = None;
    for (state, step) in play_with(state, rng, |state, _, _, rng| choose(state, aim, rng)) {
        if let Some(before) = before.replace(state) {
            note_change(&before, &state, seen);
        }
        if state.turn_number() > last {
            return;
        }
        note_frames(&state, seen);
        match step {
            None => seen.count("ending", state.result().expect("over").ending),
            Some(Step::Chance(outcome)) => {
                seen.count("purpose", BurgleBros::PURPOSES[state.purpose().0 as usize]);
                note_outcome(&state, outcome, seen);
            }
            Some(Step::Action(_, action)) => note_action(&state, action, seen),
        }
    }
}

fn note_frames(state: &BurgleBros, seen: &mut Counters) {
    for frame in state.frames() {
        seen.count("frame", frame_kind(frame));
    }
    if let (Node::Decision(_), Some(Frame::AskTile(event))) = (state.node(), state.frames().last()) {
        seen.count("event choice", event);
    }
}

fn note_outcome(state: &BurgleBros, outcome: Outcome, seen: &mut Counters) {
    seen.count("outcome", outcome_kind(&outcome));
    match outcome {
        Outcome::Tile(face) => {
            seen.count("revealed", face.kind());
            seen.count("face", face);
        }
        Outcome::Event(event) if state.frames().last() == Some(&Frame::DrawEvent) => seen.count("event", event),
        Outcome::Tool(tool) => seen.count("tool drawn", tool),
        Outcome::Loot(loot) => seen.count("loot drawn", loot),
        _ => {}
    }
    let active = state.character(state.active_seat());
    match state.frames().last() {
        // C-PETERMAN-B: his further die.
        Some(Frame::RollCrack { safe, dice }) if state.safes().any(|view| view.at == *safe && view.dice < *dice) => {
            seen.count("ability", active);
        }
        // C-RIGGER-B, C-RIGGER-A: the second card.
        Some(Frame::DrawSecondTool { .. }) => {
            let riggers = Seat::all(state.seats()).map(|seat| state.character(seat));
            riggers
                .filter(|side| [Character::RiggerBasic, Character::RiggerAdvanced].contains(side))
                .for_each(|side| seen.count("ability", format!("{side}, second card")));
        }
        _ => {}
    }
}

fn note_action(state: &BurgleBros, action: Action, seen: &mut Counters) {
    seen.count("action", action_kind(&action));
    let seat = state.active_seat();
    let active = state.character(seat);
    match action {
        Action::Flexibility(_)
        | Action::ClimbWindow(_)
        | Action::Laptop
        | Action::XRay(_)
        | Action::Enhance(_)
        | Action::Crybaby(_)
        | Action::RerouteTake
        | Action::Crow(_)
        | Action::Tinker
        | Action::Orders(..)
        | Action::Disguise(_)
        | Action::Clairvoyance
        | Action::Precognition
        | Action::HackRoom(_) => seen.count("ability", active),
        // C-PETERMAN-A: a Safe above or below.
        Action::AddDie(safe) | Action::Crack(safe) if state.at(seat) != Some(safe) => seen.count("ability", active),
        Action::Blueprints(_) => seen.count("tool used", Tool::Blueprints),
        Action::Crowbar(_) => seen.count("tool used", Tool::Crowbar),
        Action::CrystalBall => seen.count("tool used", Tool::CrystalBall),
        Action::Donuts(_) => seen.count("tool used", Tool::Donuts),
        Action::Dynamite(_) => seen.count("tool used", Tool::Dynamite),
        Action::Emp => seen.count("tool used", Tool::Emp),
        Action::InvisibleSuit => seen.count("tool used", Tool::InvisibleSuit),
        Action::MakeupKit => seen.count("tool used", Tool::MakeupKit),
        Action::Rollerskates => seen.count("tool used", Tool::Rollerskates),
        Action::SmokeBomb => seen.count("tool used", Tool::SmokeBomb),
        Action::SetDie(..) => seen.count("tool used", Tool::Stethoscope),
        Action::ThermalBomb(_) => seen.count("tool used", Tool::ThermalBomb),
        Action::Virus(..) => seen.count("tool used", Tool::Virus),
        _ => {}
    }
}

/// What came about: tiles entered, alarms, Loot held, cards back in the deck, Guards held up.
fn note_change(before: &BurgleBros, after: &BurgleBros, seen: &mut Counters) {
    let alarms = |state: &BurgleBros| {
        (0..state.floors())
            .map(|floor| state.alarms(floor).count_ones())
            .sum::<u32>()
    };
    for seat in Seat::all(after.seats()) {
        let here = after.at(seat);
        if here != before.at(seat)
            && let Some(face) = here.and_then(|here| after.face_at(here))
        {
            seen.count("stood on", face.kind());
            // C-HACKER-B: he comes to such a tile, nothing else stops its alarm, and yet it is silent.
            let here = after.at(seat).expect("on the board");
            let quiet = before.alarms(here.floor()) & here.bit() == 0
                && after.guard(here.floor()).is_some_and(|guard| guard.at != here)
                && after.emp_owner().is_none()
                && !after.is_disabled(face)
                && !matches!(after.frames().last(), Some(Frame::AskLaser | Frame::AskHack(_)));
            let jams =
                matches!(face.kind(), Kind::Fingerprint | Kind::Laser) && quiet && alarms(after) == alarms(before);
            if jams && after.character(seat) == Character::HackerBasic {
                seen.count("ability", Character::HackerBasic);
            }
        }
        for loot in Loot::members(after.loot(seat) & !before.loot(seat)) {
            seen.count("loot held", loot);
        }
        if after.has_escaped(seat) && !before.has_escaped(seat) {
            seen.count("happening", "a player escapes");
        }
    }
    let mut happens = |what: &str, happened: bool| {
        if happened {
            seen.count("happening", what);
        }
    };
    happens("an alarm", alarms(after) > alarms(before));
    happens("an alarm removed", alarms(after) < alarms(before));
    happens("two alarms at once", alarms(after) > alarms(before) + 1);
    happens("the kitty runs", before.kitty().is_none() && after.kitty().is_some());
    happens("the crow leaves", before.crow().is_some() && after.crow().is_none());
    for floor in 0..after.floors() {
        let (old, new) = (before.patrol(floor), after.patrol(floor));
        happens("a patrol reshuffle", new.0.count_ones() > old.0.count_ones());
        happens("a Guard faster", after.guard_speed(floor) > before.guard_speed(floor));
        let is_away = (before.is_guard_away(floor), after.is_guard_away(floor));
        happens("Lost Visual removes a Guard", is_away == (false, true));
        happens("a Guard comes back", is_away == (true, false));
        happens(
            "a wall gone",
            after.floor_plan(floor).walls() != before.floor_plan(floor).walls(),
        );
        happens(
            "Donuts eaten",
            before.guard(floor).is_some_and(|guard| guard.donuts)
                && after.guard(floor).is_some_and(|guard| !guard.donuts),
        );
    }
    let (old, new) = (before.deck_sizes(), after.deck_sizes());
    happens("an Event reshuffle", new.0 > old.0);
    happens("a Tool reshuffle", new.1 > old.1);
    happens(
        "a Safe opened",
        after.safes().filter(|safe| safe.open).count() > before.safes().filter(|safe| safe.open).count(),
    );
    happens(
        "Loot left on a Safe",
        after.safes().any(|safe| safe.loot != 0) && before.safes().all(|safe| safe.loot == 0),
    );
    happens(
        "Tools left on a Safe",
        after.safes().any(|safe| safe.tools != 0) && before.safes().all(|safe| safe.tools == 0),
    );
}

const HAPPENINGS: &[&str] = &[
    "a player escapes",
    "an alarm",
    "an alarm removed",
    "two alarms at once",
    "the kitty runs",
    "the crow leaves",
    "a patrol reshuffle",
    "a Guard faster",
    "a wall gone",
    "Lost Visual removes a Guard",
    "a Guard comes back",
    "Donuts eaten",
    "an Event reshuffle",
    "a Tool reshuffle",
    "a Safe opened",
    "Loot left on a Safe",
    "Tools left on a Safe",
];

/// In turn every scenario, some with Lost Visual, random walls or the older printing's sides.
fn setup(seats: u8, seed: u64) -> Setup {
    let turn = seed / 3;
    Setup {
        sides: if turn % 4 == 3 { Sides::Older } else { Sides::Both },
        lost_visual: turn % 3 == 1,
        walls: if turn % 16 == 5 { Walls::Random } else { Walls::Standard },
        ..Setup::new(Scenario::ALL[seed as usize % 3], seats, seed)
    }
}

/// A state with so much Stealth that the game lasts.
fn with_stealth(state: &BurgleBros, tokens: u8) -> BurgleBros {
    let mut position = serde_json::to_value(state.position()).expect("JSON");
    for player in position["players"].as_array_mut().expect("players") {
        player["stealth"] = json!(tokens);
    }
    self::state(&position)
}

/// Near the end: every Safe but the top one is open, that one has five dice and all its numbers are cracked but the
/// 1.
fn near_the_end(sides: [Character; 2], seed: u64) -> BurgleBros {
    let guard = json!({"at": "A3", "die": "A4"});
    let floor = |names: [&str; 7], open: bool| {
        json!({
            "tiles": {
                "B2": "safe", "A2": names[0], "C2": names[1], "D2": names[2], "B1": names[3], "B3": names[4],
                "B4": names[5], "D4": names[6]
            },
            "safes": {"B2": {"dice": 5, "open": open}},
            "cracked": if open { json!(["A2", "C2", "D2", "B1", "B3", "B4"]) } else { json!(["B1", "B3", "B4"]) },
            "guard": guard.clone(),
            "speed": 4,
            "discard": ["A3", "A4"]
        })
    };
    let loot: Vec<&Loot> = Loot::ALL.iter().filter(|loot| **loot != Loot::GoldBar).collect();
    let held = |place: u64| json!([loot[((seed + place * 5) % loot.len() as u64) as usize].name()]);
    state(&json!({
        "players": [
            {"character": sides[0].name(), "at": "3:B2", "stealth": 40, "loot": held(0)},
            {"character": sides[1].name(), "at": "3:C2", "stealth": 40, "loot": held(1)}
        ],
        "entrance": "1:D4",
        "turn": {"number": 30},
        "floors": [
            floor(["camera-1", "camera-2", "camera-3", "deadbolt-1", "deadbolt-2", "deadbolt-3", "stairs-4"], true),
            floor(["laser-1", "laser-2", "laser-3", "motion-1", "motion-2", "motion-3", "stairs-5"], true),
            floor(["thermo-1", "thermo-2", "foyer-1", "walkway-1", "walkway-2", "walkway-3", "stairs-6"], false)
        ]
    }))
}

#[test]
fn everything_happens_in_play() {
    let mut seen = Counters::default();
    // As people set the game up, every action alike: these games are lost early, on any floor.
    for seats in 1..=4 {
        for seed in 0..600 {
            let game = BurgleBros::new(&setup(seats, seed)).expect("a playable setup");
            play(
                game,
                Aim::Chance,
                400,
                &mut random::stream(seed, "coverage", u64::from(seats)),
                &mut seen,
            );
        }
    }
    // Steered, in every scenario, some with Stealth to spare.
    for seats in 1..=4 {
        for seed in 0..240 {
            // Those who may get Tools for Stealth have not so much of it.
            let kinds = [
                (Sides::Both, 3),
                (Sides::Both, 120),
                (Sides::Older, 120),
                (Sides::Basic, 250),
            ];
            let (sides, tokens) = kinds[seed as usize / 3 % 4];
            let game = BurgleBros::new(&Setup {
                sides,
                ..setup(seats, 1000 + seed)
            })
            .expect("a playable setup");
            let game = with_stealth(&game, tokens);
            play(
                game,
                Aim::Loot,
                400,
                &mut random::stream(seed, "steered", u64::from(seats)),
                &mut seen,
            );
        }
    }
    // Late games with every side.
    for (seed, &side) in (0u64..).zip(Character::ALL.iter().cycle().take(16 * Character::ALL.len())) {
        let other = Character::ALL[(side.index() + 2 + seed as usize % 7) % Character::ALL.len()];
        if other.card() == side.card() {
            continue;
        }
        let game = near_the_end([side, other], seed);
        play(game, Aim::Loot, 150, &mut random::stream(seed, "late", 0), &mut seen);
    }

    let mut missing = Vec::new();
    let frames = FRAMES.iter().filter(|name| !NEVER_SEEN.contains(name));
    missing.extend(seen.missing("frame", frames));
    missing.extend(seen.missing("action", ACTIONS));
    missing.extend(seen.missing("outcome", OUTCOMES));
    missing.extend(seen.missing("purpose", BurgleBros::PURPOSES));
    missing.extend(seen.missing("ending", BurgleBros::ENDINGS));
    missing.extend(seen.missing("revealed", Kind::ALL));
    missing.extend(seen.missing("face", heist_engine::burgle_bros::Face::all()));
    missing.extend(seen.missing("stood on", Kind::ALL));
    missing.extend(seen.missing(
        "ability",
        Character::ALL.iter().filter(|side| **side != Character::RiggerBasic),
    ));
    missing.extend(seen.missing("ability", ["rigger-basic, second card", "rigger-advanced, second card"]));
    missing.extend(seen.missing("tool drawn", Tool::ALL));
    missing.extend(seen.missing("tool used", Tool::ALL));
    missing.extend(seen.missing("loot drawn", Loot::ALL));
    missing.extend(seen.missing("loot held", Loot::ALL));
    missing.extend(seen.missing("event", Event::ALL));
    let choices = [
        Event::GoWithYourGut,
        Event::Peekhole,
        Event::Squeak,
        Event::SwitchSigns,
        Event::ThrowVoice,
        Event::WhereIsHe,
    ];
    missing.extend(seen.missing("event choice", choices));
    missing.extend(seen.missing("happening", HAPPENINGS));
    assert!(
        missing.is_empty(),
        "never seen:\n{}\n\ncounted: {:#?}",
        missing.join("\n"),
        seen
    );
}
