//! What a person may set in a position.

use super::forms::{DISTRACTED_CARD, DONE, ENDINGS, FACE_DOWN, SOURCES};
use super::write::gear_word;
use crate::board::{Cell, Wall, inner_sides};
use crate::casino_capers::components::{Character, Chip, Event, Face, Finale, Gear, TASK_CARDS, Task};
use crate::casino_capers::place::{LEVELS, SIZE, cells};
use crate::casino_capers::scenario;
use crate::casino_capers::state::{CasinoCapers, SAFE_DICE};
use crate::casino_capers::tables::Tables;
use crate::casino_capers::view::GearView;
use crate::describe::{Fact, Picker, capitalized, titled};
use crate::game::{Game, Windows};

/// The most that a count of a record is expected to be; the check of the position has the exact limits.
const MANY: i64 = 30_000;
/// The most heat, cubes, actions and the like that are expected.
const SOME: i64 = 99;

/// The facts of a position with the players of a state.
pub(in super::super) fn facts(state: &CasinoCapers) -> Vec<Fact> {
    let mut facts = game(state);
    for player in state.everybody() {
        facts.extend(player_facts(state, player));
    }
    for floor in 0..LEVELS {
        facts.extend(floor_facts(state, floor));
        facts.extend(tile_facts(floor));
    }
    facts.extend(tokens());
    facts.extend(chips());
    facts.extend(cards());
    facts.extend(finale());
    facts.extend(record(state));
    facts
}

fn words<T>(known: &[(&'static str, T)]) -> Picker {
    Picker::set(known.iter().map(|(word, _)| *word))
}

fn one_word<T>(known: &[(&'static str, T)]) -> Picker {
    Picker::one(known.iter().map(|(word, _)| *word))
}

/// A list in which names may stand more than once.
fn repeated(options: Vec<String>, is_ordered: bool) -> Picker {
    Picker::List {
        options,
        is_ordered,
        repeats: true,
    }
}

fn on_floor(floor: usize) -> impl Iterator<Item = Cell> {
    cells().filter(move |cell| cell.floor() == floor)
}

fn game(state: &CasinoCapers) -> Vec<Fact> {
    let group = "The game";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    let last = state.count() as i64;
    vec![
        fact("game", "Game", Picker::one([CasinoCapers::ID])),
        fact("scenario", "Finale known from the start", Picker::one(scenario::NAMES)),
        fact("finales", "Finales in the draw", Picker::set(Finale::ALL)),
        fact("seats", "People", Picker::number(1, last)),
        fact("suspicion", "Suspicion", Picker::number(1, 10)),
        fact("dead-drops", "Dead Drops", Picker::YesNo),
        fact("abilities", "Character abilities", Picker::YesNo),
        fact("turn-limit", "Last turn", Picker::number(0, u16::MAX.into())).rare(),
        fact("windows", "Gear as a reaction", Picker::one(Windows::ALL)).rare(),
        fact(
            "asked-windows",
            "Gear as a reaction, when this was asked",
            Picker::one(Windows::ALL),
        )
        .rare(),
        // 0 before the first turn, while the bouncers are placed and the entrances chosen.
        fact("turn", "Turn", Picker::number(0, MANY)),
        fact("current", "Current player", Picker::number(1, last)),
        fact("actions", "Actions left", Picker::number(0, SOME)),
        fact("done", "Done already this turn", words(&DONE)),
        fact("entrances", "Entrances", Picker::set(on_floor(0))).options_at("cell="),
        fact("ending", "How the game ended", one_word(&ENDINGS)).rare(),
    ]
}

fn player_facts(state: &CasinoCapers, player: usize) -> Vec<Fact> {
    let group = format!("Player {}", player + 1);
    let fact = |field: &str, label: String, picker: Picker| {
        Fact::new(format!("/players/{player}/{field}"), &group, label, picker).at(format!("player={}", player + 1))
    };
    let whereabouts = cells().map(|cell| cell.to_string());
    let others = ["outside", "exited", "lifted"].map(str::to_owned);
    let mut facts = vec![
        fact("character", "Character".to_owned(), Picker::one(Character::ALL)),
        fact(
            "at",
            "Tile".to_owned(),
            Picker::one(others.into_iter().chain(whereabouts)),
        )
        .options_at("cell="),
        fact("heat", "Heat".to_owned(), Picker::number(0, SOME)),
    ];
    facts.extend(Gear::ALL.iter().map(|&card| {
        let uses = (0..Tables::card(card).uses).map(GearView::Prepped);
        let all = [GearView::Unprepped].into_iter().chain(uses).chain([GearView::Back]);
        fact(
            &format!("gear/{card}"),
            titled(card.name()),
            Picker::one(all.map(gear_word)),
        )
    }));
    let quota = i64::from(state.wall_quota());
    let numbers = [
        ("bonus", "Actions more on the next turn", 0, 36),
        ("die", "Die of Laundry Day", 0, 5),
        ("steaks", "Steaks", 0, 4),
        ("prima-donnas", "Prima Donnas", 0, 3),
        ("walls-destroyed", "Walls destroyed", 0, quota),
        ("token", "Fingerprint token", 0, 4),
        ("task-card", "Dead Drops card", 1, TASK_CARDS as i64),
    ];
    let flags = [
        ("disguise", "Disguise"),
        ("dubious", "Dubious Meeting"),
        ("in-car", "In the car"),
        ("boots", "Gravity boots"),
    ];
    facts.extend(flags.map(|(field, label)| fact(field, label.to_owned(), Picker::YesNo)));
    facts.extend(numbers.map(|(field, label, least, most)| fact(field, label.to_owned(), Picker::number(least, most))));
    facts
}

fn floor_facts(state: &CasinoCapers, floor: usize) -> Vec<Fact> {
    let group = format!("Floor {}", floor + 1);
    let fact = |path: String, label: &str, picker: Picker| {
        Fact::new(path, &group, label, picker).at(format!("floor={}", floor + 1))
    };
    let bouncer = |field: &str| format!("/bouncers/{floor}/{field}");
    let deck = |field: &str| format!("/decks/{floor}/{field}");
    let names = || {
        cells()
            .map(|cell| cell.to_string())
            .chain([DISTRACTED_CARD.to_owned()])
            .collect()
    };
    let sources = SOURCES.iter().map(|(word, _)| (*word).to_owned()).collect();
    vec![
        fact(bouncer("at"), "Bouncer", Picker::one(on_floor(floor))).options_at("cell="),
        fact(bouncer("marker"), "Bouncer's destination", Picker::one(on_floor(floor))).options_at("cell="),
        fact(
            bouncer("prey"),
            "Player whom he hunts",
            Picker::number(1, state.count() as i64),
        ),
        fact(
            format!("/walls/{floor}"),
            "Walls",
            Picker::set(Wall::names(inner_sides(SIZE, None))),
        )
        .options_at(format!("wall={}:", floor + 1)),
        fact(deck("discards"), "Patrol cards discarded", repeated(names(), false)),
        fact(
            deck("distracted"),
            "Distracted cards not turned up",
            Picker::number(0, 6),
        ),
        fact(
            deck("sources"),
            "Which deck each card is from, top first",
            repeated(sources, true),
        )
        .rare(),
        fact(deck("top"), "Patrol cards that everybody knows, by depth", Picker::Json),
        fact(
            deck("hidden-top"),
            "Patrol cards that only this world knows, by depth",
            Picker::Json,
        ),
    ]
}

/// What lies on each tile.
fn tile_facts(floor: usize) -> Vec<Fact> {
    let group = format!("Tiles of floor {}", floor + 1);
    let of_cell = |cell: Cell| {
        let fact = |field: &str, label: &str, picker: Picker| {
            Fact::new(format!("/{field}/{cell}"), &group, format!("{label} {cell}"), picker).at(format!("cell={cell}"))
        };
        let known = format!("{FACE_DOWN}{}", Chip::PrimaDonna);
        let shown = [FACE_DOWN.to_owned(), known]
            .into_iter()
            .chain(Chip::ALL.iter().map(ToString::to_string));
        [
            fact("tiles", "Tile face up on", Picker::one(Face::all())),
            fact(
                "hidden-tiles",
                "Tile face down, but known, on",
                Picker::one(Face::all()),
            )
            .rare(),
            fact("chips", "Chip on", Picker::one(shown)),
            fact("hidden-chips", "Chip face down, but known, on", Picker::one(Chip::ALL)).rare(),
            fact("cubes", "Cubes on", Picker::number(0, SOME)),
            fact("dice/loose", "Safe dice lying on", Picker::number(0, SAFE_DICE.into())),
        ]
    };
    on_floor(floor).flat_map(of_cell).collect()
}

fn tokens() -> Vec<Fact> {
    let group = "Tokens";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    let squares = on_floor(0).map(|cell| crate::board::square_name(cell.square()));
    vec![
        fact("crows", "Crow tokens", Picker::set(cells())).options_at("cell="),
        fact("crowds", "Crowd tokens", Picker::set(cells())).options_at("cell="),
        fact("monorail", "Monorail token", Picker::one(cells())).options_at("cell="),
        fact("escalator", "Escalator token", Picker::one(cells())).options_at("cell="),
        fact("out-of-order", "Out-of-order token", Picker::one(cells())).options_at("cell="),
        fact("jammed", "Jammed Surveillance", Picker::one(cells())).options_at("cell="),
        fact("zip-lines", "Zip lines", Picker::set(squares)),
        fact("cracked", "Crack tokens", Picker::set(on_floor(1))).options_at("cell="),
        fact(
            "dice/office",
            "Safe dice on the Owner's Office",
            Picker::number(0, SAFE_DICE.into()),
        ),
        fact(
            "dice/safe",
            "Safe dice on the Safe",
            Picker::number(0, SAFE_DICE.into()),
        ),
        fact("no-running", "No Running waits for the end of the turn", Picker::YesNo),
    ]
}

/// Chips that do not lie on the board.
fn chips() -> Vec<Fact> {
    let group = "Chips";
    let names = Chip::ALL.iter().map(ToString::to_string).collect();
    let mut facts = vec![
        Fact::new("/discarded-chips", group, "Chips gone", repeated(names, false)),
        Fact::new("/boxed", group, "Chip in the box", Picker::one(Chip::ALL)).rare(),
        Fact::new("/named-chips", group, "Chips to turn up", Picker::set(cells())).rare(),
    ];
    facts.extend(Chip::ALL.iter().map(|kind| {
        let label = format!("{} unseen before Bodyguard", capitalized(kind.name()));
        Fact::new(format!("/box-weights/{kind}"), group, label, Picker::number(0, 4)).rare()
    }));
    facts
}

fn cards() -> Vec<Fact> {
    let group = "Cards";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    let [pool, lounge] = [0, 1].map(|deck| {
        let own = Event::ALL.iter().filter(move |event| event.place().0 == deck);
        Picker::set(own)
    });
    vec![
        fact("fake-orders", "Fake Orders not turned up", Picker::set(cells())),
        fact("events/pool", "Pool events discarded", pool),
        fact("events/lounge", "Lounge events discarded", lounge),
        fact(
            "events/open",
            "Events carried out when the game ended",
            Picker::set(Event::ALL),
        )
        .rare(),
        fact(
            "events/hidden-pool",
            "Pool events that only this world knows, by depth",
            Picker::Json,
        ),
        fact(
            "events/hidden-lounge",
            "Lounge events that only this world knows, by depth",
            Picker::Json,
        ),
        fact("pile", "Gear that may still come into the game", Picker::set(Gear::ALL)).rare(),
        fact("tasks", "Tasks completed", Picker::set(Task::ALL)),
        fact("tasks-due", "Tasks still to be rewarded", Picker::set(Task::ALL)).rare(),
    ]
}

fn finale() -> Vec<Fact> {
    let group = "Finale";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    vec![
        fact("finale", "Finale that runs", Picker::one(Finale::ALL)),
        fact("car", "Car", Picker::one(cells())).options_at("cell="),
        fact("tiger", "Tiger", Picker::one(cells())).options_at("cell="),
        fact("football", "Football", Picker::one(cells())).options_at("cell="),
        fact("swat", "SWAT tokens", Picker::set(on_floor(1))).options_at("cell="),
        fact("steaks", "Steaks", Picker::set(cells())).options_at("cell="),
        fact("had-steak", "Tiles that have held a steak", Picker::set(cells())).options_at("cell="),
        fact("unlocked", "Exit unlocked", Picker::YesNo),
    ]
}

/// What is in progress, and what only statistics count.
fn record(state: &CasinoCapers) -> Vec<Fact> {
    let (progress, tally) = ("In progress", "Counted so far");
    let counted = [
        ("heat", "Heat gained"),
        ("actions", "Actions spent"),
        ("commotions", "Commotions"),
    ];
    let mut facts = vec![
        Fact::new("/resolving", progress, "What is being resolved", Picker::Json),
        Fact::new(
            "/contorted",
            progress,
            "Player whom Contortion protects",
            Picker::number(1, state.count() as i64),
        )
        .rare(),
    ];
    facts.extend(
        counted
            .map(|(field, label)| Fact::new(format!("/tally/{field}"), tally, label, Picker::number(0, MANY)).rare()),
    );
    facts
}
