//! Boards as tables of words: a text for every place, with all that the picture has there and the walls of the floor.

use std::collections::{BTreeMap, BTreeSet};

use heist_agents::Players;
use heist_draw::{BoardTable, Draw, SvgStyle};
use heist_engine::board::{Cell, FloorPlan, Wall, square_name};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Fill, Game, Seat};
use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::stream;
use roxmltree::{Document, Node as Element};

use super::documents::{play, setups, with};
use super::masters::played;

/// The texts of a table by the names of the places.
fn places(table: &BoardTable, name: impl Fn(&str, &str) -> String) -> BTreeMap<String, &str> {
    let mut found = BTreeMap::new();
    for (row, cells) in &table.rows {
        assert_eq!(cells.len(), table.columns.len(), "{}", table.name);
        for (column, text) in table.columns.iter().zip(cells) {
            let Some(text) = text else { continue };
            assert!(!text.is_empty() && !text.contains(['\n', '`']), "{text:?}");
            found.insert(name(column, row), &**text);
        }
    }
    found
}

/// The texts of floors by cell.
fn cells(tables: &[BoardTable]) -> BTreeMap<String, &str> {
    let mut found = BTreeMap::new();
    for (place, table) in tables.iter().enumerate() {
        let floor = place + 1;
        assert_eq!(table.name, format!("Floor {floor}"));
        found.extend(places(table, |column, row| format!("{floor}:{column}{row}")));
    }
    found
}

/// What a text has to say of a piece of the picture.
type Said = fn(&Element) -> String;

/// Every place of the picture has a text, which says what lies there, whatever its capital letters. Returns which
/// pieces were seen.
fn compare(picture: &str, texts: &BTreeMap<String, &str>, said: Said) -> BTreeSet<String> {
    let document = Document::parse(picture).expect("the picture is well-formed");
    let shown: BTreeSet<&str> = with(&document, "data-cell")
        .filter_map(|cell| cell.attribute("data-cell"))
        .collect();
    let told: BTreeSet<&str> = texts
        .iter()
        .filter(|(_, text)| **text != "empty space")
        .map(|(name, _)| &**name)
        .collect();
    assert_eq!(told, shown);
    let (mut seen, mut counts) = (BTreeSet::new(), BTreeMap::new());
    for piece in with(&document, "data-token") {
        let [name, at] = ["data-token", "data-at"].map(|name| piece.attribute(name).expect("pieces have both"));
        let expected = said(&piece).to_lowercase();
        assert!(
            texts[at].to_lowercase().contains(&expected),
            "{at}: {expected} in {}",
            texts[at]
        );
        seen.insert(name.to_owned());
        *counts.entry((at, expected)).or_insert(0) += 1;
    }
    for ((at, expected), count) in counts {
        assert!(
            texts[at].to_lowercase().matches(&*expected).count() >= count,
            "{at}: {count} {expected} in {}",
            texts[at]
        );
    }
    seen
}

/// The sides named in a text have walls, and no others inside the floor.
fn check_walls(plan: &FloorPlan, floor: usize, texts: &BTreeMap<String, &str>) {
    let at = |square: usize| texts[&format!("{}:{}", floor + 1, square_name(square))];
    let says = |square: usize, side: &str| {
        let walls = at(square).rsplit("; ").next().filter(|part| part.starts_with("wall"));
        walls.is_some_and(|walls| walls.split([' ', ',']).any(|word| word == side))
    };
    let mut told = 0;
    for wall in Wall::all(plan.walls()) {
        let (low, high) = wall.squares();
        let [of_low, of_high] = if high == low + 1 {
            ["right", "left"]
        } else {
            ["below", "above"]
        };
        for (square, side) in [(low, of_low), (high, of_high)] {
            if plan.hole() != Some(square) {
                assert!(says(square, side), "{wall}: {}", at(square));
                told += 1;
            }
        }
    }
    let all = (0..plan.size() * plan.size()).map(|place| place / plan.size() * 5 + place % plan.size());
    let said = all.flat_map(|square| ["above", "right", "below", "left"].map(|side| says(square, side)));
    assert_eq!(said.filter(|said| *said).count(), told, "floor {}", floor + 1);
}

/// Games of every setup, seen by all, by a seat, and by somebody who knows everything.
fn boards<G: Players + Draw>(every: usize, mut look: impl FnMut(&G, &[BoardTable], &str)) {
    for (number, setup) in setups::<G>(17).iter().enumerate() {
        let first = G::new(setup).expect("the setup is playable");
        play(first, number as u64, number % 2 == 0, |step, state| {
            if step % every != 0 {
                return;
            }
            let shown = match step / every % 3 {
                0 => state.clone(),
                1 => state.information_state(Seat((step % state.seats()) as u8)),
                _ => {
                    let mut world = state.clone();
                    world.determinize(Fill::All, &mut stream(number as u64, "board tables", step as u64));
                    world
                }
            };
            look(&shown, &shown.board_tables(), &shown.draw_svg(&SvgStyle::default()));
        });
    }
}

/// The words of a piece that has always the same, or those of its count.
fn said_of(words: &[(&str, &str)], piece: &Element) -> String {
    let name = piece.attribute("data-token").unwrap_or_default();
    let (_, words) = words
        .iter()
        .find(|(known, _)| *known == name)
        .unwrap_or_else(|| panic!("{name} is no known piece"));
    match piece.attribute("data-count") {
        Some(count) => words.replace('#', count),
        None => (*words).to_owned(),
    }
}

#[test]
fn floors_of_burgle_bros_say_what_is_where() {
    let said: Said = |piece| match piece.attribute("data-seat") {
        Some(seat) => format!("Player {seat} ("),
        None => said_of(
            &[
                ("guard", "Guard"),
                ("die", "Guard's die, speed "),
                ("alarm", "alarm"),
                ("crow", "crow"),
                ("kitty", "Persian Kitty"),
                ("donuts", "Guard with Donuts"),
                ("entrance", "entrance"),
                ("hack", "hack tokens: #"),
                ("stealth", "Stealth tokens: #"),
                ("dice", "dice on the Safe: #"),
                ("tools", "Tools left here: #"),
                ("loot", "Loot left here: #"),
                ("cracked", "number cracked"),
                ("marked", "open, taken or moved into"),
                ("disabled", "disabled"),
                ("open", "Safe open"),
                ("way-up", "way up"),
                ("way-down", "way down"),
            ],
            piece,
        ),
    };
    let mut seen = BTreeSet::new();
    boards::<BurgleBros>(7, |state, tables, picture| {
        let texts = cells(tables);
        assert_eq!(tables.len(), state.floors());
        seen.extend(compare(picture, &texts, said));
        for floor in 0..state.floors() {
            check_walls(&state.floor_plan(floor), floor, &texts);
        }
        check_tiles(picture, &texts);
    });
    for piece in [
        "player", "guard", "die", "alarm", "hack", "stealth", "dice", "cracked", "way-down",
    ] {
        assert!(seen.contains(piece), "{piece} in {seen:?}");
    }
}

/// A tile that lies open or is known has its number in its text, one that is face down says so.
fn check_tiles(picture: &str, texts: &BTreeMap<String, &str>) {
    let document = Document::parse(picture).expect("it was read before");
    for ground in with(&document, "data-cell") {
        let text = texts[ground.attribute("data-cell").expect("it has one")];
        let face = ground.attribute("data-tile").or(ground.attribute("data-hidden"));
        assert_eq!(
            text.starts_with("face down"),
            !ground.has_attribute("data-tile"),
            "{text}"
        );
        let tile = text
            .split(';')
            .next()
            .unwrap_or_default()
            .to_lowercase()
            .replace(['\'', '’'], "");
        if let Some(face) = face {
            assert!(tile.ends_with(&face.replace('-', " ")), "{face}: {text}");
        } else {
            assert_eq!(tile, "face down");
        }
    }
}

#[test]
fn floors_of_casino_capers_say_what_is_where() {
    let said: Said = |piece| match (piece.attribute("data-player"), piece.attribute("data-chip")) {
        (Some(player), _) => format!("Player {player} ("),
        (_, Some("?")) => "chip, face down".to_owned(),
        (_, Some(chip)) => match chip.strip_prefix('?') {
            Some(known) => format!("{}, face down", known.replace('-', " ")),
            None => chip.replace('-', " "),
        },
        _ => said_of(
            &[
                ("bouncer", "bouncer"),
                ("marker", "bouncer's destination"),
                ("car", "car"),
                ("tiger", "tiger"),
                ("football", "football"),
                ("crow", "crow token"),
                ("crowd", "crowd token"),
                ("swat", "SWAT"),
                ("steak", "steak"),
                ("had-steak", "has held a steak"),
                ("cubes", "cubes: #"),
                ("dice", "safe dice: #"),
                ("cracked", "cracked"),
                ("out-of-order", "out of order"),
                ("jammed", "jammed"),
                ("monorail", "monorail token"),
                ("escalator", "escalator token"),
                ("zip-line", "zip line"),
                ("entrance", "entrance"),
                ("named", "chip to discard"),
            ],
            piece,
        ),
    };
    let mut seen = BTreeSet::new();
    boards::<CasinoCapers>(7, |state, tables, picture| {
        let texts = cells(tables);
        seen.extend(compare(picture, &texts, said));
        for floor in 0..2 {
            check_walls(&state.floor_plan(floor), floor, &texts);
        }
        check_tiles(picture, &texts);
        for at in CasinoCapers::cells().map(|at: Cell| at.to_string()) {
            assert!(texts.contains_key(&at), "{at}");
        }
    });
    for piece in [
        "player", "bouncer", "marker", "chip", "cubes", "dice", "cracked", "entrance",
    ] {
        assert!(seen.contains(piece), "{piece} in {seen:?}");
    }
}

#[test]
fn the_map_of_masters_of_the_heist_says_what_is_where() {
    let said: Said = |piece| match (piece.attribute("data-token"), piece.attribute("data-of")) {
        (Some("plans"), Some(owners)) => format!("planning tokens of {owners}"),
        // Names of characters and of story hexes, which differ by scenario, are compared below.
        (Some("character" | "story"), _) => String::new(),
        (Some("cash"), _) => format!("${}k", piece.attribute("data-count").unwrap_or_default()),
        (Some("usb"), _) => "USB key".to_owned(),
        (Some("door"), _) => "keycard door".to_owned(),
        (Some("start"), _) => "start inside".to_owned(),
        (Some("idea"), _) => "idea token".to_owned(),
        (Some("flashed"), _) => "subdued until the end of the Event".to_owned(),
        (Some(name), _) => {
            let name = name.replace("ring:", "remote lock ").replace([':', '-'], " ");
            name.replace("?usb", "?usb key").replace('?', "unrevealed ")
        }
        (None, _) => panic!("only tokens are looked at"),
    };
    let mut seen = BTreeSet::new();
    for seed in 0..MastersOfTheHeist::SCENARIOS.len() as u64 {
        for (step, mut state) in played(seed).enumerate().filter(|(step, _)| step % 9 == 0) {
            if step % 2 == 0 {
                state.determinize(Fill::All, &mut stream(seed, "board tables", step as u64));
            }
            let tables = state.board_tables();
            let [map] = tables.as_slice() else {
                panic!("{} tables", tables.len());
            };
            let texts = places(map, |column, row| format!("{column},{row}"));
            let picture = state.draw_svg(&SvgStyle::default());
            seen.extend(compare(&picture, &texts, said));
            for (at, text) in story_hexes(&picture).into_iter().map(|at| (at.clone(), texts[&at])) {
                assert!(text.contains("hideout") || text.contains("story hex"), "{at}: {text}");
            }
            for who in state.everyone() {
                let Some(at) = state.tile_of(who) else { continue };
                let name = if who.is_npc() {
                    continue;
                } else {
                    state.character_name(who.index())
                };
                assert!(texts[&at.to_string()].contains(&name), "{name} on {at}");
            }
            for (at, _) in state.exits() {
                assert!(texts[&at.to_string()].starts_with("Exit that opens to the "), "{at}");
            }
        }
    }
    for piece in ["character", "guard", "lock", "camera", "cash", "plans"] {
        assert!(seen.contains(piece), "{piece} in {seen:?}");
    }
}

/// Where the picture has story hexes.
fn story_hexes(picture: &str) -> Vec<String> {
    let document = Document::parse(picture).expect("it was read before");
    with(&document, "data-token")
        .filter(|token| token.attribute("data-token") == Some("story"))
        .filter_map(|token| token.attribute("data-at").map(str::to_owned))
        .collect()
}

/// The rooms of the example game, each with what is in it and who is there.
#[test]
fn the_rooms_of_the_example_game_say_who_is_there() {
    use heist_engine::describe::titled;
    use heist_example_game::{ExampleGame, room_name};

    let mut seen = 0;
    boards::<ExampleGame>(1, |state, tables, picture| {
        let texts = places(&tables[0], |column, _| column.to_owned());
        compare(picture, &texts, |_| panic!("it has no tokens"));
        for (room, text) in (0..state.room_count()).map(|room| (room, texts[&room_name(room as u8).to_string()])) {
            assert_eq!(text.starts_with("Closed"), !state.is_revealed(room), "{text}");
            for number in 0..state.characters() {
                let name = titled(&state.character_name(number));
                assert_eq!(text.contains(&name), state.place_of(number) == room, "{name}: {text}");
                seen += 1;
            }
        }
    });
    assert!(seen > 100, "{seen} texts");
}
