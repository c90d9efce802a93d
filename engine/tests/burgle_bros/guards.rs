//! Guards: the geometry of their routes, and what of section 6 the cases in `cases/guards.toml` cannot say.

use heist_engine::board::{FloorPlan, Wall, parse_square, square_name, squares};
use heist_engine::burgle_bros::{Action, Event, Scenario};
use heist_engine::random::{self, Generator};
use heist_engine::{Fill, Game, Node, Overrides, Seat};
use serde_json::{Value, json};

use super::support::{legal, play, state_with};
use crate::common::floor::{Board, Path, Point, area};

// ---------------------------------------------------------------------------------------------------------------------
// Floors to try

fn point(square: usize) -> Point {
    ((square % 5) as i32, (square / 5) as i32)
}

fn square((x, y): Point) -> usize {
    (y * 5 + x) as usize
}

/// The floor of walls as a plan has them.
fn board(size: usize, hole: Option<usize>, walls: u64) -> Board {
    let walls = Wall::all(walls).map(|wall| [point(wall.squares().0), point(wall.squares().1)]);
    Board {
        size: size as i32,
        hole: hole.map(point),
        walls: walls.collect(),
    }
}

/// The loops that two paths with the same ends enclose: where they part and where they first meet again.
fn loops(one: &[Point], other: &[Point]) -> Vec<Path> {
    let mut loops = Vec::new();
    let mut parted = None;
    for place in 0..one.len() {
        match (parted, one[place] == other[place]) {
            (None, false) => parted = Some(place - 1),
            (Some(start), true) => {
                let back = other[start..place].iter().rev().copied();
                loops.push(one[start..=place].iter().copied().chain(back).collect());
                parted = None;
            }
            _ => {}
        }
    }
    loops
}

/// Whether a closed way runs clockwise as the board is seen, from the turns it takes: four more to the right than to
/// the left. (A step's right-hand side is that of somebody walking on the board with rows downwards.)
fn is_clockwise(way: &[Point]) -> bool {
    let steps: Vec<Point> = way
        .windows(2)
        .map(|step| (step[1].0 - step[0].0, step[1].1 - step[0].1))
        .collect();
    let turns = steps
        .iter()
        .zip(steps.iter().cycle().skip(1))
        .map(|(a, b)| a.0 * b.1 - a.1 * b.0);
    turns.sum::<i32>() == 4
}

/// The path a plan leads along.
fn led(plan: &FloorPlan, from: Point, to: Point) -> Path {
    let mut path = vec![from];
    while path[path.len() - 1] != to {
        assert!(
            path.len() <= 25,
            "{} to {}: no end",
            square_name(square(from)),
            square_name(square(to))
        );
        path.push(point(plan.step(square(path[path.len() - 1]), square(to))));
    }
    path
}

fn official() -> Vec<FloorPlan> {
    let walls: [&[&str]; 3] = [
        &["A1-B1", "C1-C2", "C2-D2", "A2-A3", "B2-B3", "D3-D4", "A4-B4", "B4-C4"],
        &["A1-B1", "B1-C1", "C1-D1", "B2-B3", "C2-C3", "A4-B4", "B4-C4", "C4-D4"],
        &["C1-C2", "A2-B2", "C2-D2", "A2-A3", "C2-C3", "A3-B3", "B3-C3", "C4-D4"],
    ];
    walls
        .iter()
        .map(|floor| FloorPlan::new(4, None, wall_set(floor)))
        .collect()
}

fn wall_set(names: &[&str]) -> u64 {
    names
        .iter()
        .map(|name| Wall::parse(name).expect("a wall").bit())
        .fold(0, |set, bit| set | bit)
}

/// A random floor of a size, with a hole or not, with up to fourteen walls, on which every cell can be reached.
fn random_floor(rng: &mut Generator, size: usize, holed: bool) -> FloorPlan {
    loop {
        let mut places: Vec<u64> = Wall::all(u64::MAX)
            .filter(|wall| {
                [wall.squares().0, wall.squares().1]
                    .iter()
                    .all(|square| square % 5 < size && square / 5 < size)
            })
            .map(Wall::bit)
            .collect();
        random::shuffle(rng, &mut places);
        let count = random::below(rng, 15) as usize;
        let walls = places[..count].iter().fold(0, |set, bit| set | bit);
        let hole =
            holed.then(|| random::below(rng, size as u32) as usize * 5 + random::below(rng, size as u32) as usize);
        let plan = FloorPlan::new(size, hole, walls);
        let board = board(size, hole, plan.walls());
        let cells = board.cells();
        if board.distances(cells[0]).len() == cells.len() {
            assert!(plan.is_connected());
            return plan;
        }
        assert!(!plan.is_connected());
    }
}

fn all_floors() -> Vec<FloorPlan> {
    let mut rng = random::stream(4, "guard routes", 0);
    let mut floors = official();
    for _ in 0..60 {
        floors.push(random_floor(&mut rng, 4, false));
        floors.push(random_floor(&mut rng, 4, true));
        floors.push(random_floor(&mut rng, 5, false));
        floors.push(random_floor(&mut rng, 5, true));
    }
    floors
}

fn board_of(plan: &FloorPlan) -> Board {
    board(plan.size(), plan.hole(), plan.walls())
}

fn pairs(board: &Board) -> Vec<(Point, Point)> {
    let cells = board.cells();
    let all = cells.iter().flat_map(|&from| cells.iter().map(move |&to| (from, to)));
    all.filter(|(from, to)| from != to).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// 6.1 Routes

/// G-PATH-1: steps along orthogonal neighbours without a wall, the empty space left out.
#[test]
fn distances_are_those_of_the_guards_graph() {
    for plan in all_floors() {
        let board = board_of(&plan);
        for from in board.cells() {
            let neighbours: u32 = board.neighbours(from).into_iter().map(|cell| 1 << square(cell)).sum();
            assert_eq!(plan.adjacent(square(from)), neighbours, "{plan:?}");
            for (to, distance) in board.distances(from) {
                assert_eq!(
                    usize::from(plan.distance(square(from), square(to))),
                    distance,
                    "{plan:?}"
                );
            }
            if let Some(hole) = board.hole {
                assert_eq!(plan.distance(square(from), square(hole)), FloorPlan::UNREACHABLE);
            }
        }
    }
}

/// G-PATH-3, G-PATH-4: of all shortest paths the one with the greatest score, which no other has.
#[test]
fn the_route_is_the_shortest_path_with_the_greatest_area() {
    for plan in all_floors() {
        let board = board_of(&plan);
        for (from, to) in pairs(&board) {
            let paths = board.shortest_paths(from, to);
            let best = paths.iter().map(|path| area(path)).max().expect("a path");
            let winners: Vec<&Path> = paths.iter().filter(|path| area(path) == best).collect();
            assert_eq!(winners.len(), 1, "{plan:?}: {from:?} to {to:?}");
            assert_eq!(led(&plan, from, to), *winners[0], "{plan:?}: {from:?} to {to:?}");
        }
    }
}

/// G-PATH-2, G-PATH-3: laid beside any tied path, the Guard's runs clockwise round every loop between them.
#[test]
fn the_route_runs_clockwise_round_every_loop() {
    let mut compared = 0;
    for plan in all_floors() {
        let board = board_of(&plan);
        for (from, to) in pairs(&board) {
            let route = led(&plan, from, to);
            for other in board.shortest_paths(from, to).iter().filter(|other| **other != route) {
                for way in loops(&route, other) {
                    compared += 1;
                    assert!(is_clockwise(&way), "{plan:?}: {from:?} to {to:?}, {way:?}");
                    // Twice the signed area of the loop is what the scores differ by.
                    assert!(area(&way) > 0);
                }
            }
        }
    }
    assert!(compared > 10_000, "only {compared} loops compared");
}

/// G-PATH-5: from the next cell the Guard's path is the rest of his path.
#[test]
fn after_a_step_the_best_path_is_the_rest_of_the_old_one() {
    for plan in all_floors() {
        let board = board_of(&plan);
        for (from, to) in pairs(&board) {
            let mut best = board.shortest_paths(from, to);
            best.sort_by_key(|path| area(path));
            let best = best.pop().expect("a path");
            for start in 1..best.len() - 1 {
                assert_eq!(led(&plan, best[start], to), best[start..], "{plan:?}");
            }
        }
    }
}

/// G-PATH-6: on a square without walls: right first to the lower right, down first to the lower left, left first to the
/// upper left, up first to the upper right. G-PATH-2: the printed example B3 to C4 goes by C3.
#[test]
fn a_single_square_is_rounded_clockwise() {
    let plan = FloorPlan::new(4, None, 0);
    for x in 0..3 {
        for y in 0..3 {
            let [upper_left, upper_right, lower_left, lower_right] = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            assert_eq!(
                led(&plan, upper_left, lower_right),
                [upper_left, upper_right, lower_right]
            );
            assert_eq!(
                led(&plan, upper_right, lower_left),
                [upper_right, lower_right, lower_left]
            );
            assert_eq!(
                led(&plan, lower_right, upper_left),
                [lower_right, lower_left, upper_left]
            );
            assert_eq!(
                led(&plan, lower_left, upper_right),
                [lower_left, upper_left, upper_right]
            );
        }
    }
    let [b3, c3, c4] = ["B3", "C3", "C4"].map(|name| parse_square(name).expect("a square"));
    assert_eq!((plan.step(b3, c4), plan.step(c3, c4)), (c3, c4));
}

/// G-PATH-4: a floor of 4x4 has 240 routes; on the official floors never more than two shortest paths, and 24 to 38
/// ordered pairs tied.
#[test]
fn official_floors_have_few_ties() {
    for plan in official() {
        let board = board_of(&plan);
        let pairs = pairs(&board);
        assert_eq!(pairs.len(), 240);
        let counts: Vec<usize> = pairs
            .iter()
            .map(|&(from, to)| board.shortest_paths(from, to).len())
            .collect();
        assert!(counts.iter().all(|&count| count <= 2));
        let tied = counts.iter().filter(|&&count| count == 2).count();
        assert!((24..=38).contains(&tied), "{tied} tied pairs on {plan:?}");
    }
}

/// G-PATH-4: the Bank Job plays on exactly these floors, and Dynamite makes the routes anew.
#[test]
fn the_bank_job_has_these_floors_and_dynamite_renews_the_routes() {
    let plans = Scenario::BankJob.plans();
    assert_eq!(plans.len(), 3);
    for (plan, known) in plans.iter().zip(official()) {
        assert_eq!(*plan, known);
        for wall in Wall::all(plan.walls()) {
            let opened = plan.without_wall(wall);
            let anew = FloorPlan::new(4, None, plan.walls() & !wall.bit());
            assert_eq!(opened, anew);
            let (a, b) = wall.squares();
            assert_eq!((opened.distance(a, b), opened.step(a, b)), (1, b));
            assert!(plan.distance(a, b) > 1);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------------
// Positions

/// Two players on floor 2; its Guard is on his way from D4 to C1.
fn upstairs() -> Value {
    json!({
        "players": [
            {"character": "spotter-basic", "at": "2:A1", "stealth": 5},
            {"character": "hawk-basic", "at": "1:D1", "stealth": 5},
        ],
        "entrance": "1:D1",
        "turn": {"number": 3, "counted": 2},
        "floors": [
            {"tiles": {"D1": "secret-door-2"}, "guard": {"at": "D4", "die": "C1"}, "discard": ["D4", "C1"]},
            {"tiles": {"A1": "computer-laser-5"}, "guard": {"at": "D4", "die": "C1"}, "discard": ["D4", "C1"]},
        ],
    })
}

/// G-MOVE-1, G-EVENT-4: on a floor whose Guard was never set up (a position somebody insists on) there is no guard
/// step, and the Events about Guard and die do nothing there.
#[test]
fn without_a_guard_in_play_nothing_moves() {
    let mut position = upstairs();
    position["floors"][1].as_object_mut().expect("a floor").remove("guard");
    position["floors"][1]["discard"] = json!([]);
    position["floors"][0]["guard"] = json!({"at": "D4", "die": "C1"});
    let events = [
        Event::ChangeOfPlans,
        Event::Crash,
        Event::Squeak,
        Event::SwitchSigns,
        Event::ThrowVoice,
        Event::WhereIsHe,
        Event::BrownOut,
        Event::Espresso,
    ];
    for alarms in [json!([]), json!(["A1"])] {
        position["floors"][1]["alarms"] = alarms;
        let before = state_with(&position, Overrides::Waivable);
        for event in events {
            let mut state = before;
            play(&mut state, &["end", &format!("event {event}")]);
            assert_eq!(
                state.node(),
                Node::Decision(Seat(1)),
                "{event}: it is the next player's turn at once"
            );
            assert_eq!(state.guard(1), None, "{event}");
            assert_eq!(state.guard(0), before.guard(0), "{event}");
            assert_eq!(state.patrol(1), before.patrol(1), "{event} draws no card");
            assert_eq!(state.stealth(Seat(0)), 5);
        }
    }
}

/// G-EVENT-4, G-MOVE-1: Brown Out takes the tokens of such a floor too, without a draw; Shift Change does not name it.
#[test]
fn brown_out_and_shift_change_pass_over_a_guard_who_is_not_in_play() {
    let mut position = upstairs();
    position["floors"][1].as_object_mut().expect("a floor").remove("guard");
    position["floors"][1]["discard"] = json!([]);
    position["floors"][1]["alarms"] = json!(["A1"]);
    let mut state = state_with(&position, Overrides::Waivable);
    play(&mut state, &["end", "event brown-out"]);
    assert_eq!((state.node(), state.alarms(1)), (Node::Decision(Seat(1)), 0));
    play(&mut state, &["end", "event shift-change"]);
    assert_eq!(
        state.node(),
        Node::Decision(Seat(0)),
        "no Guard but that of the player's own floor is in play"
    );
}

/// G-DRAW-7: the discard is open to everybody, the order of the cards left is nobody's to see.
#[test]
fn patrol_discards_are_open_and_the_deck_is_not() {
    let mut position = upstairs();
    position["turn"]["counted"] = json!(3);
    position["floors"][1]["guard"] = json!({"at": "D4", "die": "D3"});
    position["floors"][1]["discard"] = json!(["D4", "D3"]);
    let state = state_with(&position, Overrides::None);
    let mut rng = random::stream(6, "patrol decks", 0);
    let mut next = Vec::new();
    for _ in 0..40 {
        let mut world = state;
        world.determinize(Fill::All, &mut rng);
        let mut outcomes = Vec::new();
        let mut drawing = world;
        play(&mut drawing, &["end"]);
        drawing.outcomes(&mut outcomes);
        assert_eq!(outcomes.len(), 1, "a world knows its next card");
        next.push(outcomes[0].0);
        let view = world.information_state(Seat(0));
        assert_eq!(view, state, "a view does not");
        let seen = serde_json::to_value(view.position()).expect("JSON");
        assert_eq!(seen["floors"][1]["discard"], json!(["D3", "D4"]));
        assert_eq!(squares(view.patrol(1).0).count(), 14);
    }
    next.sort_unstable();
    next.dedup();
    assert!(next.len() > 5, "worlds differ in their next card");
}

/// V-PAY-3, M-DEC-6: whoever has an own token on a tile with tokens is asked, so the default policy is never needed;
/// who has none pays with the tile's.
#[test]
fn the_choice_of_token_is_offered_whenever_there_is_one() {
    for own in 0..3 {
        for tile in 0..3 {
            let mut position = upstairs();
            position["players"][0]["at"] = json!("2:D3");
            position["players"][0]["stealth"] = json!(own);
            position["turn"]["counted"] = json!(3);
            position["floors"][1]["tiles"] = json!({"D3": "lavatory-5"});
            position["floors"][1]["stealth"] = json!({"D3": tile});
            let mut state = state_with(&position, Overrides::None);
            play(&mut state, &["end"]);
            let at = "2:D3".parse().expect("a cell");
            match (own, tile) {
                (0, 0) => assert_eq!(state.result().map(|result| result.ending), Some("caught on floor 2")),
                (_, 0) => assert_eq!((state.stealth(Seat(0)), state.tile_tokens(at)), (own - 1, 0)),
                (0, _) => assert_eq!((state.stealth(Seat(0)), state.tile_tokens(at)), (0, tile - 1)),
                _ => {
                    assert_eq!(state.node(), Node::Decision(Seat(0)));
                    assert_eq!(legal(&state), [Action::OwnToken, Action::TileToken]);
                }
            }
        }
    }
}
