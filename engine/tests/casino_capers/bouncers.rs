//! The ways of bouncers over boards with and without walls, and whom a hunter goes for: what the cases in
//! `cases/casino-capers/paths.toml` and `hunting.toml` show one by one.

use std::collections::VecDeque;

use heist_engine::casino_capers::{CasinoCapers, Window};
use heist_engine::random::{self, Generator};
use heist_engine::{Game, Node};
use serde_json::{Value, json};

use super::support::{legal, play, state};

/// A square as column and row, from the north-west corner.
type Point = (i32, i32);
type Path = Vec<Point>;

// ---------------------------------------------------------------------------------------------------------------------
// A floor as the rules describe it

/// Walls, each between two squares.
struct Board {
    walls: Vec<[Point; 2]>,
}

fn squares() -> Vec<Point> {
    (0..4).flat_map(|y| (0..4).map(move |x| (x, y))).collect()
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

impl Board {
    fn neighbours(&self, (x, y): Point) -> Vec<Point> {
        let around = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
        let inside = |(x, y): &Point| (0..4).contains(x) && (0..4).contains(y);
        let open = |to: &Point| !self.walls.contains(&[(x, y), *to]) && !self.walls.contains(&[*to, (x, y)]);
        around.into_iter().filter(inside).filter(open).collect()
    }

    /// Steps from a square to every one that can be reached.
    fn distances(&self, from: Point) -> Vec<(Point, usize)> {
        let mut found = vec![(from, 0)];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((square, distance)) = queue.pop_front() {
            for next in self.neighbours(square) {
                if found.iter().all(|(known, _)| *known != next) {
                    found.push((next, distance + 1));
                    queue.push_back((next, distance + 1));
                }
            }
        }
        found
    }

    fn distance(&self, from: Point, to: Point) -> usize {
        let distances = self.distances(from);
        let found = distances.iter().find(|(square, _)| *square == to);
        found.expect("the floor is connected").1
    }

    /// path.short: every shortest path, by walking them all.
    fn shortest_paths(&self, from: Point, to: Point) -> Vec<Path> {
        let distances = self.distances(to);
        let left = |square: Point| {
            distances
                .iter()
                .find(|(known, _)| *known == square)
                .map(|(_, left)| *left)
        };
        let mut paths = Vec::new();
        let mut open = vec![vec![from]];
        while let Some(path) = open.pop() {
            let here = path[path.len() - 1];
            if here == to {
                paths.push(path);
                continue;
            }
            for next in self.neighbours(here) {
                if left(next).map(|next| next + 1) == left(here) {
                    open.push([path.clone(), vec![next]].concat());
                }
            }
        }
        paths
    }

    /// path.clockwise: the only one of them with the greatest sum.
    fn way(&self, from: Point, to: Point) -> Path {
        let paths = self.shortest_paths(from, to);
        let greatest = paths.iter().map(|path| area(path)).max().expect("a path");
        let mut best = paths.into_iter().filter(|path| area(path) == greatest);
        let way = best.next().expect("a path");
        assert!(best.next().is_none(), "{} to {}: two ways", name(from), name(to));
        way
    }

    /// The walls as a position lists them.
    fn written(&self) -> Value {
        let walls = self
            .walls
            .iter()
            .map(|[one, other]| format!("{}-{}", name(*one), name(*other)));
        json!([walls.collect::<Vec<_>>(), []])
    }
}

/// The sum over the steps from (x, y) to (x', y') of x*y' - x'*y.
fn area(path: &[Point]) -> i32 {
    path.windows(2)
        .map(|step| step[0].0 * step[1].1 - step[1].0 * step[0].1)
        .sum()
}

/// A floor without walls, and some with eight that cut nothing off.
fn boards(count: usize, rng: &mut Generator) -> Vec<Board> {
    let mut boards = vec![Board { walls: Vec::new() }];
    while boards.len() <= count {
        let mut edges = edges();
        let walls = (0..8)
            .map(|_| edges.swap_remove(random::below(rng, edges.len() as u32) as usize))
            .collect();
        let board = Board { walls };
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
        "walls": board.written(),
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
                let way = board.way(from, to);
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
                let way = board.way(from, to);
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
    let board = Board { walls: Vec::new() };
    for from in squares() {
        for to in squares() {
            let way = board.way(from, to);
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
            let distances = [one, other].map(|player| board.distance(from, player));
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
            let way = board.way(from, target);
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

/// com.free, stack.recheck: a commotion within a turn has a step of its own, and the spaces left of the turn stay. What is left is
/// counted over both, from the moment when the commotion's own movement begins.
#[test]
fn spaces_left_are_those_of_all_movements() {
    let mut position = position(&Board { walls: Vec::new() }, (0, 0), Some((3, 3)), [(0, 3), (1, 3)]);
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
