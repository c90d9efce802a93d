//! The map as bricks for the terminal: rows of boxes, each half a box beside those above and below, so that boxes touch
//! where hexes do.

use heist_engine::masters::pieces::Chit;
use heist_engine::masters::{Piece, Standing, Tile, Who};

use super::names;
use super::things::{Ground, Scene, Security, Thing, owners, places};
use crate::board::text::{Mark, SPACE, corner, flow};
use crate::ink::{Line, Paint};

/// Columns from one box to the next: even numbers, so that half of one is whole.
const NARROWEST: usize = 6;
const WIDEST: usize = 12;

/// A box: where it begins, from the left in half boxes and from the top in rows, and what is in it.
struct Brick {
    halves: usize,
    row: usize,
    ground: Ground,
    lines: Vec<Line>,
}

/// The map, or a list of its hexes where the terminal is too narrow for one.
pub(super) fn map(game: &Scene, width: usize) -> Vec<Line> {
    let places = places(game);
    let halves = |at: Tile| 2 * i32::from(at.place().q) + i32::from(at.place().r);
    let row = |at: Tile| i32::from(at.place().r);
    let west = places.iter().map(|&(at, _)| halves(at)).min().unwrap_or(0);
    let east = places.iter().map(|&(at, _)| halves(at)).max().unwrap_or(0);
    let north = places.iter().map(|&(at, _)| row(at)).min().unwrap_or(0);
    let columns = (east - west) as usize + 2;
    let pitches = (NARROWEST..=WIDEST).rev().filter(|pitch| pitch % 2 == 0);
    let Some(pitch) = pitches.into_iter().find(|pitch| columns * pitch / 2 < width) else {
        return list(game, &places, width);
    };
    let bricks = places.iter().map(|&(at, ground)| Brick {
        halves: (halves(at) - west) as usize,
        row: (row(at) - north) as usize,
        ground,
        lines: contents(game, at, ground, pitch - 1),
    });
    drawn(&bricks.collect::<Vec<_>>(), columns, pitch)
}

/// What is in the box of a place, in lines of a width.
fn contents(game: &Scene, at: Tile, ground: Ground, width: usize) -> Vec<Line> {
    let mark = |text: String, paint, apart| Mark { text, paint, apart };
    let mut tile = vec![mark(at.to_string(), Paint::Faint, false)];
    match ground {
        Ground::Hex(_) => {}
        Ground::Unrevealed(_) => tile.push(mark("?".to_owned(), Paint::Strong, true)),
        Ground::Gone => return Vec::new(),
        Ground::Exit(side) => {
            tile.push(mark("Exit".to_owned(), Paint::Aid, true));
            tile.push(mark(side.to_string(), Paint::Aid, true));
        }
        Ground::Tunnel => tile.push(mark("free".to_owned(), Paint::Faint, true)),
    }
    let (mut things, mut has_character) = (Vec::new(), false);
    for thing in Thing::on(game, at, ground) {
        let (text, paint) = sign(thing);
        if is_fixture(thing) {
            tile.push(mark(text, paint, true))
        } else {
            // Numbers of characters stand together, but apart from a number of other things.
            let is_character = matches!(thing, Thing::Character(..));
            things.push(mark(text, paint, !(is_character && has_character)));
            has_character |= is_character;
        }
    }
    flow(&[tile, things], width)
}

/// Whether a thing stands in the line of the coordinates.
const fn is_fixture(thing: Thing) -> bool {
    thing.rank() >= 50
}

/// The boxes with lines round them.
fn drawn(bricks: &[Brick], columns: usize, pitch: usize) -> Vec<Line> {
    let rows = bricks.iter().map(|brick| brick.row + 1).max().unwrap_or(0);
    let height = |row: usize| {
        let in_row = bricks.iter().filter(|brick| brick.row == row);
        in_row.map(|brick| brick.lines.len()).max().unwrap_or(0).max(2)
    };
    let heights: Vec<usize> = (0..rows).map(height).collect();
    let top = |row: usize| heights[..row].iter().map(|height| height + 1).sum::<usize>();
    let mut arms = vec![vec![[false; 4]; columns * pitch / 2 + 1]; top(rows) + 1];
    for brick in bricks {
        let (left, right) = (brick.halves * pitch / 2, brick.halves * pitch / 2 + pitch);
        let (top, bottom) = (top(brick.row), top(brick.row + 1));
        for y in [top, bottom] {
            (left..right).for_each(|x| arms[y][x][1] = true);
            (left + 1..=right).for_each(|x| arms[y][x][3] = true);
        }
        for x in [left, right] {
            (top..bottom).for_each(|y| arms[y][x][2] = true);
            (top + 1..=bottom).for_each(|y| arms[y][x][0] = true);
        }
    }
    let mut lines = Vec::new();
    for (y, edges) in arms.iter().enumerate() {
        let row = (0..rows).rev().find(|&row| top(row) < y && y < top(row + 1));
        let mut line = Line::default();
        while line.len() < edges.len() {
            let x = line.len();
            let begins = |brick: &&Brick| Some(brick.row) == row && brick.halves * pitch / 2 + 1 == x;
            match bricks.iter().find(begins) {
                Some(brick) => {
                    fill(&mut line, brick, y - top(brick.row) - 1, pitch - 1);
                    line.pad_to(x + pitch - 1);
                }
                None if edges[x] == [false; 4] => line.plain(" "),
                None => line.push(corner(edges[x]), Paint::Faint),
            }
        }
        lines.push(line);
    }
    lines
}

/// A line of a box.
fn fill(line: &mut Line, brick: &Brick, place: usize, width: usize) {
    match (brick.ground, brick.lines.get(place)) {
        (Ground::Gone, _) => line.push(&SPACE.repeat(width), Paint::Faint),
        (_, Some(content)) => line.append(content),
        (_, None) => {}
    }
}

/// Every place in words, one after the other.
fn list(game: &Scene, places: &[(Tile, Ground)], width: usize) -> Vec<Line> {
    let mut items = Vec::new();
    for &(at, ground) in places {
        let mut words = vec![at.to_string()];
        match ground {
            Ground::Hex(_) => {}
            Ground::Unrevealed(_) => words.push("?".to_owned()),
            Ground::Gone => words.push("closed".to_owned()),
            Ground::Exit(side) => words.push(format!("Exit {side}")),
            Ground::Tunnel => words.push("free".to_owned()),
        }
        words.extend(Thing::on(game, at, ground).into_iter().map(|thing| sign(thing).0));
        items.push(words.join(" "));
    }
    Line::items(&items, " | ", Paint::Plain, width)
}

/// The letter of a kind of chit, capital for active ones.
const fn letter(kind: Security, is_active: bool) -> &'static str {
    match (kind, is_active) {
        (Security::Guard, true) => "G",
        (Security::Guard, false) => "g",
        (Security::Dog, true) => "D",
        (Security::Dog, false) => "d",
        (Security::Lock, true) => "L",
        (Security::Lock, false) => "l",
        (Security::Camera, true) => "C",
        (Security::Camera, false) => "c",
    }
}

const fn loot_letter(piece: Piece) -> &'static str {
    match piece {
        Piece::Cash(_) => "$",
        Piece::Jewel => "J",
        Piece::Documents => "P",
        Piece::Usb => "U",
        Piece::Keycard => "K",
        Piece::Item(_) => "T",
    }
}

const fn chit_letter(chit: Chit) -> &'static str {
    match chit {
        Chit::Guard => "G?",
        Chit::Dog => "D?",
        Chit::Lock => "L?",
        Chit::Camera => "C?",
        Chit::Jewel => "J?",
        Chit::Documents => "P?",
        Chit::Usb => "U?",
        Chit::Keycard => "K?",
        Chit::Blank => "-?",
    }
}

/// The number of a player character or the letter of the NPC.
pub(super) fn character(who: Who, standing: Standing) -> String {
    match (who.is_npc(), standing) {
        (true, Standing::Active) => "N".to_owned(),
        (true, Standing::Inactive) => "n".to_owned(),
        (true, Standing::Busted) => "(N)".to_owned(),
        (false, Standing::Busted) => format!("({})", who.index() + 1),
        (false, _) => (who.index() + 1).to_string(),
    }
}

/// The paint of a character.
pub(super) fn paint(who: Who) -> Paint {
    if who.is_npc() {
        Paint::Strong
    } else {
        Paint::Player(who.0)
    }
}

/// The sign of a thing and its paint.
fn sign(thing: Thing) -> (String, Paint) {
    let counted = |sign: &str, count: u8| match count {
        1 => sign.to_owned(),
        count => format!("{sign}{count}"),
    };
    match thing {
        Thing::Gate(number) => (format!("#{}", char::from(b'A' + number)), Paint::Guard),
        Thing::Server(number) => (format!("%{}", char::from(b'X' + number)), Paint::Aid),
        Thing::Ring(number) => (format!("@{}", char::from(b'X' + number)), Paint::Guard),
        Thing::Door => ("]".to_owned(), Paint::Guard),
        Thing::Tower => ("^".to_owned(), Paint::Guard),
        Thing::Reinforcements => ("+".to_owned(), Paint::Guard),
        Thing::Kennel => ("&".to_owned(), Paint::Guard),
        Thing::Safe(cracks, needed) => (format!("[{cracks}/{needed}]"), Paint::Prize),
        Thing::Story => ("*".to_owned(), Paint::Prize),
        Thing::Pawn => ("~".to_owned(), Paint::Aid),
        Thing::Hidden(chit) => (chit_letter(chit).to_owned(), Paint::Faint),
        Thing::Chits(kind, true, count) => (counted(letter(kind, true), count), Paint::Red),
        Thing::Chits(kind, false, count) => (counted(letter(kind, false), count), Paint::Faint),
        Thing::Flashed(count) => (counted("z", count), Paint::Aid),
        Thing::Loot(Piece::Cash(amount), _) => (format!("${amount}"), Paint::Prize),
        Thing::Loot(piece, count) => (counted(loot_letter(piece), count), Paint::Prize),
        Thing::Idea => ("i".to_owned(), Paint::Aid),
        Thing::Plans(plans) => {
            let owners: String = owners(plans).map(|who| character(who, Standing::Active)).collect();
            (format!(":{owners}"), Paint::Blue)
        }
        Thing::Character(who, standing) => (character(who, standing), paint(who)),
        Thing::Planned(plans) => {
            let owners: String = owners(plans).map(|who| character(who, Standing::Active)).collect();
            (format!("!{owners}"), Paint::Prize)
        }
        Thing::Coming(who) => (format!(">{}", character(who, Standing::Active)), Paint::Prize),
    }
}

/// What the signs in this picture mean, those that are in it.
pub(super) fn legend(game: &Scene, width: usize) -> Vec<Line> {
    let (mut items, mut others) = (Vec::new(), Vec::new());
    for (at, ground) in places(game) {
        match ground {
            Ground::Hex(_) => {}
            Ground::Unrevealed(_) => others.push("? unrevealed"),
            Ground::Gone => others.push("░ closed"),
            Ground::Exit(_) => others.push("Exit and its way in"),
            Ground::Tunnel => others.push("free tunnel space"),
        }
        for thing in Thing::on(game, at, ground) {
            let sign = match thing {
                Thing::Plans(_) => ":1".to_owned(),
                Thing::Planned(_) => "!1".to_owned(),
                Thing::Coming(_) => ">1".to_owned(),
                Thing::Safe(..) => "[0/3]".to_owned(),
                Thing::Character(who, Standing::Active) if !who.is_npc() => continue,
                Thing::Character(who, Standing::Busted) if !who.is_npc() => "(1)".to_owned(),
                thing => sign(thing)
                    .0
                    .trim_end_matches(|letter: char| letter.is_ascii_digit())
                    .to_owned(),
            };
            let item = (thing.rank(), format!("{sign} {}", thing.meaning(game)));
            if !items.contains(&item) {
                items.push(item);
            }
        }
    }
    items.sort();
    let mut items: Vec<String> = items.into_iter().map(|(_, item)| item).collect();
    for other in others {
        if !items.iter().any(|item| item == other) {
            items.push(other.to_owned());
        }
    }
    let names = game.everyone().filter(|who| !who.is_npc());
    let names = names.map(|who| format!("{} {}", character(who, Standing::Active), names::title(game, who)));
    Line::items(&names.chain(items).collect::<Vec<_>>(), "  ", Paint::Faint, width)
}
