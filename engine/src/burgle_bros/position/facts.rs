//! What a person may set in a position.

use super::forms::{DONE, ENDINGS, LOST_VISUAL_CARD, STATUSES, all_events};
use super::write::has_official_walls;
use crate::board::{Cell, Wall, inner_sides, square_name, squares};
use crate::burgle_bros::components::{Character, Event, Face, Loot, Tool};
use crate::burgle_bros::rules::{HORIZON, TOP_SPEED};
use crate::burgle_bros::scenario::Scenario;
use crate::burgle_bros::state::{BurgleBros, ROOM_TOKENS, SAFE_DICE};
use crate::describe::{Fact, Picker};
use crate::game::Game;

/// The most that a pawn, a tile or a count of a record is expected to have; the check of the position has the exact
/// limits.
const MANY: i64 = 99;

/// The facts of a position with the scenario, players and walls of a state.
pub(in super::super) fn facts(state: &BurgleBros) -> Vec<Fact> {
    let mut facts = game(state);
    for seat in 0..usize::from(state.seat_count) {
        facts.extend(player(state, seat));
    }
    facts.extend(turn(state));
    for floor in 0..state.floor_count() {
        facts.extend(patrol(state, floor));
        facts.extend(tiles(state, floor));
    }
    facts.extend(decks(state));
    facts.extend(effects(state));
    facts.extend(record());
    facts
}

fn words<T>(known: &[(&'static str, T)]) -> impl Iterator<Item = &'static str> {
    known.iter().map(|(word, _)| *word)
}

/// All cells of the building.
fn cells(state: &BurgleBros) -> Vec<Cell> {
    let floors = 0..state.floor_count();
    floors
        .flat_map(|floor| squares(state.plan(floor).cells()).map(move |square| Cell::new(floor, square)))
        .collect()
}

fn square_names(state: &BurgleBros, floor: usize) -> Vec<String> {
    squares(state.plan(floor).cells()).map(square_name).collect()
}

/// The cards of a patrol deck; with the Lost Visual card where it is in use (S-PATROL-5).
fn patrol_names(state: &BurgleBros, floor: usize) -> Vec<String> {
    let lost_visual = state.has_lost_visual().then(|| LOST_VISUAL_CARD.to_owned());
    square_names(state, floor).into_iter().chain(lost_visual).collect()
}

fn game(state: &BurgleBros) -> Vec<Fact> {
    let group = "The game";
    let last = i64::from(state.seat_count);
    vec![
        Fact::new("/game", group, "Game", Picker::one([BurgleBros::ID])),
        Fact::new(
            "/scenario",
            group,
            "Scenario",
            Picker::one(Scenario::ALL.iter().map(|scenario| scenario.name())),
        ),
        Fact::new("/event-loop-rule", group, "Back-and-forth rule", Picker::YesNo).rare(),
        Fact::new(
            "/empty-space",
            group,
            "Empty space",
            Picker::one(squares((1 << 25) - 1).map(square_name)),
        )
        .rare(),
        Fact::new("/lost-visual", group, "Lost Visual cards", Picker::YesNo).rare(),
        Fact::new(
            "/entrance",
            group,
            "Entrance",
            Picker::one(square_names(state, 0).iter().map(|name| format!("1:{name}"))),
        )
        .options_at("cell="),
        // 0 before the first turn, while the first Guard is placed and the entrance chosen.
        Fact::new("/turn/number", group, "Turn", Picker::number(0, HORIZON.into())),
        Fact::new("/turn/seat", group, "Active player", Picker::number(1, last)),
        Fact::new("/turn/actions", group, "Actions left", Picker::number(0, 8)),
        Fact::new("/ending", group, "How the game ended", Picker::one(words(&ENDINGS))).rare(),
    ]
}

fn player(state: &BurgleBros, seat: usize) -> Vec<Fact> {
    let group = format!("Player {}", seat + 1);
    let fact = |field: &str, label: &str, picker: Picker| {
        Fact::new(format!("/players/{seat}/{field}"), &group, label, picker).at(format!("seat={}", seat + 1))
    };
    vec![
        fact("character", "Character", Picker::one(Character::ALL)),
        fact("at", "Tile", Picker::one(cells(state))).options_at("cell="),
        fact("stealth", "Stealth", Picker::number(0, MANY)),
        fact("tools", "Tools", Picker::set(Tool::ALL)),
        fact(
            "loot",
            "Loot",
            Picker::List {
                options: Loot::ALL.iter().map(ToString::to_string).collect(),
                is_ordered: false,
                // Two Gold Bars bear the same name.
                repeats: true,
            },
        ),
        fact("status", "Where the player is", Picker::one(words(&STATUSES))),
    ]
}

/// The record of the turn (N-START-0): what limits the actions that are left.
fn turn(state: &BurgleBros) -> Vec<Fact> {
    let group = "This turn";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/turn/{field}"), group, label, picker);
    let floors = state.floor_count() as i64;
    vec![
        fact("done", "Done already", Picker::set(words(&DONE))),
        fact(
            "counted",
            "Points counted apart from the chain",
            Picker::number(0, MANY),
        )
        .rare(),
        fact("chain", "Back-and-forth chain", Picker::Json),
        fact("attempts", "Failed attempts by Keypad number", Picker::Json),
        fact("flexed-to", "Flexibility went to", Picker::one(cells(state))).rare(),
        fact("flexed-floors", "Floors of Flexibility", Picker::Json),
        fact("espresso", "Floor of Espresso", Picker::number(1, floors)).rare(),
        fact("daydreaming", "Floor of Daydreaming", Picker::number(1, floors)).rare(),
        fact("gave", "Cards given", Picker::Json),
        fact("refused", "Cards refused", Picker::Json),
        fact("refused-orders", "Orders refused", Picker::Json),
    ]
}

fn patrol(state: &BurgleBros, floor: usize) -> Vec<Fact> {
    let group = format!("Floor {}", floor + 1);
    let squares = square_names(state, floor);
    let fact = |field: &str, label: &str, picker: Picker| {
        Fact::new(format!("/floors/{floor}/{field}"), &group, label, picker).at(format!("floor={}", floor + 1))
    };
    let cards = || patrol_names(state, floor);
    let walls = Picker::set(Wall::names(inner_sides(
        state.scenario.size(),
        state.plan(floor).hole(),
    )));
    let on_squares = |field: &str, label: &str, picker: Picker| {
        fact(field, label, picker).options_at(format!("cell={}:", floor + 1))
    };
    // Walls of the scenario's own are known: of them Dynamite takes some away. Other ones are listed.
    let stand = fact("walls", "Walls that stand", walls.clone());
    let gone = fact("removed-walls", "Walls that Dynamite took away", walls);
    let wall_spots = format!("wall={}:", floor + 1);
    let (stand, gone) = if has_official_walls(state, floor) {
        (stand.rare(), gone.options_at(wall_spots))
    } else {
        (stand.options_at(wall_spots), gone.rare())
    };
    vec![
        on_squares("guard/at", "Guard", Picker::one(&squares)),
        on_squares("guard/die", "Guard's die", Picker::one(&squares)),
        fact("guard/away", "Guard removed by Lost Visual", Picker::YesNo).rare(),
        fact("speed", "Guard's speed", Picker::number(1, i64::from(TOP_SPEED))),
        fact("donuts", "Donuts", Picker::YesNo),
        on_squares("alarms", "Alarms", Picker::set(&squares)),
        on_squares("links", "Ways up by Thermal Bomb", Picker::set(&squares)),
        fact("discard", "Patrol cards discarded", Picker::set(cards())),
        fact("top", "Patrol cards that everybody knows, by depth", Picker::Json),
        fact(
            "hidden-top",
            "Patrol cards that only this world knows, by depth",
            Picker::Json,
        ),
        stand,
        gone,
        on_squares("cracked", "Cracked", Picker::set(&squares)),
        on_squares("disabled", "Disabled by Crowbar", Picker::set(&squares)),
        on_squares("open", "Keypads open", Picker::set(&squares)),
        on_squares("taken", "Laboratories emptied", Picker::set(&squares)),
        on_squares("moved-into", "Motion tiles moved into this turn", Picker::set(&squares)),
    ]
}

/// What lies on each tile.
fn tiles(state: &BurgleBros, floor: usize) -> Vec<Fact> {
    let group = format!("Tiles of floor {}", floor + 1);
    let faces = || Picker::one(Face::all());
    let of_square = |name: String| {
        let fact = |field: &str, label: &str, picker: Picker| {
            Fact::new(
                format!("/floors/{floor}/{field}"),
                &group,
                format!("{label} {name}"),
                picker,
            )
            .at(format!("cell={}:{name}", floor + 1))
        };
        [
            fact(&format!("tiles/{name}"), "Tile face up on", faces()),
            fact(&format!("hidden/{name}"), "Tile face down, but known, on", faces()).rare(),
            fact(&format!("stealth/{name}"), "Stealth on", Picker::number(0, MANY)),
            fact(
                &format!("safes/{name}/dice"),
                "Dice on the Safe of",
                Picker::number(0, i64::from(SAFE_DICE)),
            ),
            fact(&format!("safes/{name}/open"), "Open Safe on", Picker::YesNo),
            fact(
                &format!("safes/{name}/tools"),
                "Tools on the Safe of",
                Picker::set(Tool::ALL),
            ),
            fact(
                &format!("safes/{name}/loot"),
                "Loot on the Safe of",
                Picker::set(Loot::ALL),
            ),
        ]
    };
    square_names(state, floor).into_iter().flat_map(of_square).collect()
}

fn decks(state: &BurgleBros) -> Vec<Fact> {
    let group = "Cards";
    let events = Event::ALL
        .iter()
        .filter(|event| all_events(usize::from(state.seat_count)) & event.bit() != 0);
    let mut facts = vec![
        Fact::new("/events/discard", group, "Events discarded", Picker::set(events)).at("deck=events"),
        Fact::new("/tools/discard", group, "Tools discarded", Picker::set(Tool::ALL)).at("deck=tools"),
    ];
    for (deck, name) in [("events", "Events"), ("tools", "Tools"), ("loot", "Loot")] {
        let known = [("top", "everybody knows"), ("hidden-top", "only this world knows")];
        facts.extend(known.map(|(field, who)| {
            let label = format!("{name} that {who}, by depth");
            Fact::new(format!("/{deck}/{field}"), group, label, Picker::Json).at(format!("deck={deck}"))
        }));
    }
    facts
}

fn effects(state: &BurgleBros) -> Vec<Fact> {
    let group = "Effects";
    let last = i64::from(state.seat_count);
    let rooms = [("fingerprint", "Fingerprint"), ("laser", "Laser"), ("motion", "Motion")];
    let owners = [
        ("emp", "EMP"),
        ("gymnastics", "Gymnastics"),
        ("time-lock", "Time Lock"),
        ("video-loop", "Video Loop"),
        ("heads-up", "Heads Up!"),
        ("jump-the-gun", "Jump the Gun"),
    ];
    let tokens = rooms.map(|(field, name)| {
        let most = i64::from(ROOM_TOKENS);
        Fact::new(
            format!("/hack-tokens/{field}"),
            group,
            format!("Hack tokens in {name}"),
            Picker::number(0, most),
        )
    });
    let mut facts = tokens.to_vec();
    facts.extend([
        Fact::new("/laptop", group, "Token on the laptop", Picker::YesNo),
        Fact::new("/juicer-token", group, "The Juicer holds an alarm", Picker::YesNo),
        Fact::new("/crow", group, "Crow", Picker::one(cells(state))).options_at("cell="),
        Fact::new("/kitty", group, "Persian Kitty on the loose", Picker::one(cells(state))).options_at("cell="),
    ]);
    facts.extend(owners.map(|(field, name)| {
        Fact::new(
            format!("/effects/{field}"),
            group,
            format!("Player of {name}"),
            Picker::number(1, last),
        )
    }));
    facts
}

/// What is in progress, and what only statistics count.
fn record() -> Vec<Fact> {
    let (progress, tally) = ("In progress", "Counted so far");
    vec![
        Fact::new("/pending", progress, "What is still to be resolved", Picker::Json),
        Fact::new("/move", progress, "The Move in progress", Picker::Json),
        Fact::new(
            "/tally/events",
            tally,
            "Events drawn",
            Picker::number(0, i64::from(u16::MAX)),
        )
        .rare(),
        Fact::new(
            "/tally/alarms",
            tally,
            "Alarms triggered",
            Picker::number(0, i64::from(u16::MAX)),
        )
        .rare(),
        Fact::new(
            "/tally/stealth-lost",
            tally,
            "Stealth lost",
            Picker::number(0, i64::from(u16::MAX)),
        )
        .rare(),
    ]
}
