//! The ways of bouncers over boards with and without walls, and whom a hunter goes for: what the cases in
//! `cases/casino-capers/paths.toml` and `hunting.toml` show one by one.

use heist_engine::casino_capers::{CasinoCapers, Window};
use heist_engine::random::{self, Generator};
use heist_engine::{Game, Node};
use serde_json::{Value, json};

use super::support::{legal, play, state};
use crate::common::floor::{Board, Path, Point, area};

// ---------------------------------------------------------------------------------------------------------------------
// A floor as the rules describe it

/// A floor with walls.
fn floor(walls: Vec<[Point; 2]>) -> Board {
    Board {
        size: 4,
        hole: None,
        walls,
    }
}

/// All squares of a floor.
fn squares() -> Vec<Point> {
    floor(Vec::new()).cells()
}

/// All 24 edges inside the floor.
fn edges() -> Vec<[Point; 2]> {
    let right = squares()
        .into_iter()
        .filter(|(x, _)| *x < 3)
        .map(|(x, y)| [(x, y), (x + 1, y)]);
    let down = squares()
        .into_iter()
        .filter(|(_, y)| *y < 3)
        .map(|(x, y)| [(x, y), (x, y + 1)]);
    right.chain(down).collect()
}

fn name((x, y): Point) -> String {
    format!("{}{}", char::from(b'A' + x as u8), y + 1)
}

fn distance(board: &Board, from: Point, to: Point) -> usize {
    let distances = board.distances(from);
    let found = distances.iter().find(|(square, _)| *square == to);
    found.expect("the floor is connected").1
}

/// path.clockwise: the only one of them with the greatest sum.
fn way(board: &Board, from: Point, to: Point) -> Path {
    let paths = board.shortest_paths(from, to);
    let greatest = paths.iter().map(|path| area(path)).max().expect("a path");
    let mut best = paths.into_iter().filter(|path| area(path) == greatest);
    let way = best.next().expect("a path");
    assert!(best.next().is_none(), "{} to {}: two ways", name(from), name(to));
    way
}

/// The walls as a position lists them.
fn written(board: &Board) -> Value {
    let walls = board
        .walls
        .iter()
        .map(|[one, other]| format!("{}-{}", name(*one), name(*other)));
    json!([walls.collect::<Vec<_>>(), []])
}

/// A floor without walls, and some with eight that cut nothing off.
fn boards(count: usize, rng: &mut Generator) -> Vec<Board> {
    let mut boards = vec![floor(Vec::new())];
    while boards.len() <= count {
        let mut edges = edges();
        let walls = (0..8)
            .map(|_| edges.swap_remove(random::below(rng, edges.len() as u32) as usize))
            .collect();
        let board = floor(walls);
        if board.distances((0, 0)).len() == 16 {
            boards.push(board);
        }
    }
    boards
}

// ---------------------------------------------------------------------------------------------------------------------
// The same floor in the game

/// A bouncer of floor 1 with a marker, or hunting, and two players there. The first has a card whose back makes a
/// commotion.
fn position(board: &Board, bouncer: Point, marker: Option<Point>, players: [Point; 2]) -> Value {
    let at = |square: Point| format!("1:{}", name(square));
    let mut tiles = json!({ "2:A1": "pool-2" });
    tiles[at(players[0])] = json!("magic-show-3");
    tiles[at(players[1])] = if players[0] == players[1] {
        json!("magic-show-3")
    } else {
        json!("magic-show-4")
    };
    let mut bouncers = json!([{ "at": at(bouncer) }, { "at": "2:A4", "marker": "2:D3" }]);
    if let Some(marker) = marker {
        bouncers[0]["marker"] = json!(at(marker));
    }
    json!({
        "players": [
            {"character": "juicer", "at": at(players[0]), "gear": {"fainting": "back"}},
            {"character": "rook", "at": at(players[1]), "gear": {}},
        ],
        "entrances": ["1:A1", "1:D1"],
        "tiles": tiles,
        "walls": written(board),
        "bouncers": bouncers,
    })
}

fn bouncer(state: &CasinoCapers) -> String {
    state.bouncer(0).expect("a bouncer").to_string()
}

/// A square of the floor other than this one.
fn another(square: Point) -> Point {
    if square == (0, 0) { (1, 0) } else { (0, 0) }
}

/// path.short, path.clockwise: the one step of a commotion is the first of the way, from every square to every other.
#[test]
fn a_step_is_the_first_of_the_clockwise_way() {
    let mut rng = random::stream(62, "steps", 0);
    for board in boards(24, &mut rng) {
        for from in squares() {
            let before = state(&position(&board, from, Some(another(from)), [(0, 3), (0, 3)]));
            for to in squares().into_iter().filter(|to| *to != from) {
                let mut after = before;
                play(&mut after, &[&format!("make-commotion fainting 1:{}", name(to))]);
                let way = way(&board, from, to);
                assert_eq!(
                    bouncer(&after),
                    format!("1:{}", name(way[1])),
                    "{way:?} {:?}",
                    board.walls
                );
            }
        }
    }
}

/// b.turn, path.clockwise, H16: a turn takes him three spaces along the way, looked up again before each of them.
#[test]
fn a_turn_is_three_spaces_of_the_clockwise_way() {
    let mut rng = random::stream(62, "turns", 0);
    for board in boards(5, &mut rng) {
        for from in squares() {
            for to in squares().into_iter().filter(|to| *to != from) {
                let mut after = state(&position(&board, from, Some(to), [(0, 3), (0, 3)]));
                play(&mut after, &["end"]);
                let way = way(&board, from, to);
                let last = way.len().min(4) - 1;
                assert_eq!(
                    bouncer(&after),
                    format!("1:{}", name(way[last])),
                    "{way:?} {:?}",
                    board.walls
                );
                assert_eq!(after.node() == Node::Chance, way[last] == to, "{way:?}");
            }
        }
    }
}

/// path.clockwise: without walls he goes north first to the north-east, east first to the south-east, and so on round.
#[test]
fn without_walls_the_first_step_goes_by_the_quarter() {
    let board = floor(Vec::new());
    for from in squares() {
        for to in squares() {
            let way = way(&board, from, to);
            let first = match ((to.0 - from.0).signum(), (to.1 - from.1).signum()) {
                (0, 0) => continue,
                (0, down) => (0, down),
                (right, 0) => (right, 0),
                (1, -1) => (0, -1),
                (1, _) => (1, 0),
                (_, 1) => (0, 1),
                (_, _) => (-1, 0),
            };
            assert_eq!(
                way[1],
                (from.0 + first.0, from.1 + first.1),
                "{} to {}",
                name(from),
                name(to)
            );
            let mut after = state(&position(&board, from, Some(another(from)), [(0, 3), (0, 3)]));
            play(&mut after, &[&format!("make-commotion fainting 1:{}", name(to))]);
            assert_eq!(bouncer(&after), format!("1:{}", name(way[1])));
        }
    }
}

/// hunt.target, b.hunter.stop: the nearest player is hunted by the way, or the team chooses between two.
#[test]
fn a_hunter_goes_for_the_nearest_player() {
    let mut rng = random::stream(64, "hunters", 0);
    let (mut ties, mut single) = (0, 0);
    for board in boards(40, &mut rng) {
        for _ in 0..20 {
            let all = squares();
            let [from, one, other] = [0; 3].map(|_| all[random::below(&mut rng, 16) as usize]);
            if from == one || from == other {
                continue;
            }
            let distances = [one, other].map(|player| distance(&board, from, player));
            let mut after = state(&position(&board, from, None, [one, other]));
            play(&mut after, &["end"]);
            let (target, player) = if one != other && distances[0] == distances[1] {
                ties += 1;
                assert_eq!(
                    legal(&after),
                    ["hunt 1", "hunt 2"],
                    "{} {} {}",
                    name(from),
                    name(one),
                    name(other)
                );
                play(&mut after, &["hunt 2"]);
                (other, 1)
            } else {
                single += 1;
                let nearest = usize::from(distances[1] < distances[0]);
                ([one, other][nearest], nearest)
            };
            let way = way(&board, from, target);
            let last = way.len().min(4) - 1;
            assert_eq!(
                bouncer(&after),
                format!("1:{}", name(way[last])),
                "{way:?} {:?}",
                board.walls
            );
            let heat = if way[last] == target { 2 } else { 0 };
            assert_eq!(after.heat(player), heat, "{way:?}");
        }
    }
    assert!(ties > 50 && single > 300, "{ties} ties, {single} others");
}

/// com.free, stack.recheck: a commotion within a turn has a step of its own, and the spaces left of the turn stay. What
/// is left is counted over both, from the moment when the commotion's own movement begins.
#[test]
fn spaces_left_are_those_of_all_movements() {
    let mut position = position(&floor(Vec::new()), (0, 0), Some((3, 3)), [(0, 3), (1, 3)]);
    position["players"][0]["gear"] = json!({"crybaby": "prepped"});
    let mut state = state(&position);
    let left = |state: &CasinoCapers| [0, 1].map(|floor| state.spaces_left(floor));
    assert_eq!(left(&state), [None, None]);
    play(&mut state, &["end"]);
    assert_eq!((state.window(), left(&state)), (Some(Window::S), [Some(3), None]));
    play(&mut state, &["crybaby 1:D1"]);
    assert_eq!((state.window(), left(&state)), (Some(Window::M), [Some(3), None]));
    play(&mut state, &["pass"]);
    assert_eq!((state.window(), left(&state)), (Some(Window::S), [Some(4), None]));
    play(&mut state, &["pass", "pass"]);
    assert_eq!((bouncer(&state), state.window()), ("1:B1".to_owned(), Some(Window::S)));
    assert_eq!(left(&state), [Some(3), Some(1)]);
}
