//! What networks read of Burgle Bros.: the action index space and the features.

use std::collections::{BTreeSet, HashMap};

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{
    Action, BurgleBros, Character, Loot, Outcome, Room, Scenario, Setup, Sides, Tool, Walls,
};
use heist_engine::game::{BoardShape, FeaturePlace, IndexBlocks};
use heist_engine::random::{below, stream};
use heist_engine::{Encode, Fill, Game, Node, Overrides, Seat};
use heist_testkit::play_randomly;

use crate::common::documented::documented;
use heist_testkit::steps;

const SOURCE: &str = include_str!("../../src/burgle_bros/encode/mod.rs");

/// Random games played for a property with each count of seats.
const GAMES: u64 = 100;

/// In turn every scenario, with and without Lost Visual, its own walls and others, all sides of the characters.
fn setup(seats: u8, number: u64) -> Setup {
    let scenario = Scenario::ALL[number as usize % 3];
    let has_other_walls = number % 10 == 7;
    Setup {
        sides: if number % 4 == 3 { Sides::Older } else { Sides::Both },
        // Longer games show more.
        stealth: 6,
        lost_visual: number % 2 == 1,
        walls: if has_other_walls {
            Walls::Random
        } else {
            Walls::Standard
        },
        empty_space: (has_other_walls && scenario == Scenario::FortKnox).then_some(8),
        ..Setup::new(scenario, seats, number)
    }
}

/// Plays random games with one to four seats and shows every state on the way.
fn play(name: &str, games: u64, mut visit: impl FnMut(&BurgleBros)) {
    for seats in 1..=4 {
        for number in 0..games {
            let first = BurgleBros::new(&setup(seats, number)).expect("the setup is sound");
            let mut rng = stream(number, name, u64::from(seats));
            for (state, _) in play_randomly(first, &mut rng) {
                visit(&state);
            }
        }
    }
}

fn features(state: &BurgleBros, seat: Seat) -> Vec<u32> {
    let mut out = Vec::new();
    state.features(seat, &mut out);
    out
}

/// The names of the active features.
fn names(state: &BurgleBros, seat: Seat) -> BTreeSet<String> {
    let active = features(state, seat);
    active
        .iter()
        .map(|&index| BurgleBros::feature_name(index as usize))
        .collect()
}

/// The states one step on, by what was chosen or drawn.
fn next_states(state: &BurgleBros) -> Vec<(String, BurgleBros)> {
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    state.legal_actions(&mut legal);
    state.outcomes(&mut outcomes);
    let after_action = |&action: &Action| {
        let mut next = *state;
        next.apply(action);
        (action.to_string(), next)
    };
    let after_outcome = |&(outcome, _): &(Outcome, f64)| {
        let mut next = *state;
        next.resolve(outcome);
        (outcome.to_string(), next)
    };
    let actions = legal.iter().map(after_action);
    actions.chain(outcomes.iter().map(after_outcome)).collect()
}

#[test]
fn the_documented_tables_are_the_compiled_ones() {
    let compiled = |blocks: IndexBlocks| -> Vec<(String, usize)> {
        blocks
            .into_iter()
            .map(|(name, range)| (name.to_owned(), range.len()))
            .collect()
    };
    assert_eq!(documented(SOURCE, "# Actions"), compiled(BurgleBros::action_blocks()));
    assert_eq!(documented(SOURCE, "# Features"), compiled(BurgleBros::feature_blocks()));
}

#[test]
fn every_action_index_has_one_action_and_back() {
    let mut actions = BTreeSet::new();
    for index in 0..BurgleBros::action_count() {
        let action = BurgleBros::action_at(index).unwrap_or_else(|| panic!("index {index} has no action"));
        assert_eq!(BurgleBros::action_index(action), index, "{action}");
        assert_eq!(action.to_string().parse::<Action>(), Ok(action));
        assert!(actions.insert(action), "{action} has two indices");
    }
    assert_eq!(BurgleBros::action_at(BurgleBros::action_count()), None);
    assert_eq!(BurgleBros::action_at(usize::MAX), None);
}

#[test]
fn every_well_formed_action_has_an_index() {
    let cells: Vec<Cell> = (0..).map_while(Cell::from_number).collect();
    let seats = || Seat::all(4);
    let mut actions = vec![
        Action::Hack,
        Action::Escape,
        Action::EndActions,
        Action::Laptop,
        Action::RerouteTake,
        Action::RerouteDiscard,
        Action::Tinker,
        Action::Clairvoyance,
        Action::Precognition,
        Action::CrystalBall,
        Action::Emp,
        Action::InvisibleSuit,
        Action::MakeupKit,
        Action::Rollerskates,
        Action::SmokeBomb,
        Action::CatchKitty,
        Action::Pay,
        Action::Stay,
        Action::SpendLaptop,
        Action::SoundAlarm,
        Action::OwnToken,
        Action::TileToken,
        Action::KeepRoll,
        Action::Top,
        Action::Bottom,
        Action::Accept,
        Action::Refuse,
        Action::Skip,
        Action::ThermalBomb(false),
        Action::ThermalBomb(true),
    ];
    let of_a_cell = [
        Action::Peek,
        Action::Move,
        Action::AddDie,
        Action::Crack,
        Action::Flexibility,
        Action::ClimbWindow,
        Action::XRay,
        Action::Enhance,
        Action::Crybaby,
        Action::Crow,
        Action::Blueprints,
        Action::Crowbar,
        Action::Dynamite,
        Action::Enter,
        Action::Nearest,
        Action::KittyTo,
        Action::ChooseTile,
    ];
    for &cell in &cells {
        actions.extend(of_a_cell.iter().map(|make| make(cell)));
        actions.extend(seats().map(|seat| Action::Orders(seat, cell)));
    }
    for seat in seats() {
        actions.extend([Action::Disguise(seat), Action::ChoosePlayer(seat)]);
        actions.extend(
            Tool::ALL
                .iter()
                .flat_map(|&tool| [Action::GiveTool(seat, tool), Action::TakeTool(seat, tool)]),
        );
        actions.extend(
            Loot::ALL
                .iter()
                .flat_map(|&loot| [Action::GiveLoot(seat, loot), Action::TakeLoot(seat, loot)]),
        );
    }
    actions.extend(
        Tool::ALL
            .iter()
            .flat_map(|&tool| [Action::PickUpTool(tool), Action::Keep(tool)]),
    );
    actions.extend(Loot::ALL.iter().map(|&loot| Action::PickUpLoot(loot)));
    actions.extend(
        Room::ALL
            .iter()
            .flat_map(|&room| [Action::SpendToken(room), Action::HackRoom(room)]),
    );
    actions.extend((0..3).flat_map(|floor| [Action::Donuts(floor), Action::MoveGuard(floor)]));
    for (a, b, c) in (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| (a, b, c)))) {
        if (1..=3).contains(&(a + b + c)) {
            actions.push(Action::Virus(a, b, c));
        }
        if a < 3 && b < 3 && c < 3 && a != b && b != c && a != c {
            actions.push(Action::OrderEvents(a, b, c));
        }
    }
    for (from, to) in (1..=6)
        .flat_map(|from| (1..=6).map(move |to| (from, to)))
        .filter(|(from, to)| from != to)
    {
        actions.push(Action::SetDie(from, to));
    }
    let indices: BTreeSet<usize> = actions.iter().map(|&action| BurgleBros::action_index(action)).collect();
    assert_eq!(indices.len(), actions.len());
    assert_eq!(indices, (0..BurgleBros::action_count()).collect());
}

#[test]
#[should_panic(expected = "`set-die 3 3` is never a legal action")]
fn an_action_that_no_game_offers_has_no_index() {
    BurgleBros::action_index(Action::SetDie(3, 3));
}

#[test]
fn every_legal_action_has_an_index_that_maps_back() {
    let (mut legal, mut met) = (Vec::new(), BTreeSet::new());
    play("legal actions", GAMES, |state| {
        state.legal_actions(&mut legal);
        for &action in &legal {
            let index = BurgleBros::action_index(action);
            assert!(index < BurgleBros::action_count(), "{action}");
            assert_eq!(BurgleBros::action_at(index), Some(action));
            met.insert(index);
        }
    });
    assert!(met.len() > 600, "only {} actions were met", met.len());
}

#[test]
fn features_are_ascending_and_in_range_and_show_what_the_seat_knows() {
    let mut rng = stream(1, "worlds", 0);
    play("features", GAMES / 4, |state| {
        for seat in Seat::all(state.seats()) {
            let seen = features(state, seat);
            assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "{seen:?}");
            assert!(
                seen.iter().all(|&index| (index as usize) < BurgleBros::feature_count()),
                "{seen:?}"
            );
            let view = state.information_state(seat);
            assert_eq!(features(&view, seat), seen);
            if below(&mut rng, 4) == 0 {
                let mut world = view;
                world.determinize(Fill::All, &mut rng);
                assert_eq!(features(&world, seat), seen);
            }
        }
    });
}

#[test]
fn a_filled_world_tells_no_more_all_through_a_game() {
    for number in 0..GAMES {
        let mut world = BurgleBros::new(&setup(number as u8 % 4 + 1, number)).unwrap();
        let mut rng = stream(number, "filled", 0);
        world.determinize(Fill::All, &mut rng);
        for (world, _) in play_randomly(world, &mut rng) {
            for seat in Seat::all(world.seats()) {
                let view = world.information_state(seat);
                assert_eq!(features(&world, seat), features(&view, seat));
            }
        }
    }
}

#[test]
fn every_feature_has_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for index in 0..BurgleBros::feature_count() {
        let name = BurgleBros::feature_name(index);
        assert!(!name.is_empty(), "feature {index}");
        assert!(names.insert(name.clone()), "two features are called `{name}`");
    }
    for name in [
        "1:B2 face laser-1",
        "me stealth >= 2",
        "2:C3 guard",
        "1:A1-B1 wall",
        "next tool emp",
    ] {
        assert!(names.contains(name), "no feature is called `{name}`");
    }
}

/// The thermometer of turns is fine as long as games usually last and coarse from then on.
#[test]
fn turns_are_counted_in_steps_that_grow() {
    let blocks = BurgleBros::feature_blocks();
    let (_, range) = blocks
        .iter()
        .find(|(name, _)| *name == "turn")
        .expect("the block of turns");
    let thresholds: Vec<String> = range.clone().map(BurgleBros::feature_name).collect();
    let expected = (5..=100).step_by(5).chain((125..=400).step_by(25));
    assert_eq!(
        thresholds,
        expected.map(|turns| format!("turn >= {turns}")).collect::<Vec<_>>()
    );
    let state = BurgleBros::new(&Setup::bank_job(2, 1)).expect("a playable setup");
    for (turn, active) in [
        (0, 0),
        (4, 0),
        (5, 1),
        (74, 14),
        (99, 19),
        (100, 20),
        (124, 20),
        (125, 21),
        (399, 31),
        (400, 32),
    ] {
        let mut position = serde_json::to_value(state.position()).expect("a position");
        position["turn"]["number"] = turn.into();
        let position = serde_json::from_value(position).expect("a position");
        let state = BurgleBros::from_position(position, Overrides::Waivable).expect("a sound position");
        let on = features(&state, Seat(0))
            .into_iter()
            .filter(|&index| range.contains(&(index as usize)));
        assert_eq!(on.count(), active, "turn {turn}");
    }
}

#[test]
fn every_seat_sees_the_same_from_its_own_chair() {
    let swap = |name: &str| -> String {
        let word = |word| match word {
            "me" => "next",
            "next" => "me",
            other => other,
        };
        name.split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    let mut setup = Setup::bank_job(2, 5);
    setup.sides = Sides::Both;
    let state = BurgleBros::new(&setup).unwrap();
    for (state, _) in play_randomly(state, &mut stream(5, "chairs", 0)) {
        let (mut first, mut second) = (names(&state, Seat(0)), names(&state, Seat(1)));
        assert!(first.remove("my seat is 1") && second.remove("my seat is 2"));
        assert_eq!(second, first.iter().map(|name| swap(name)).collect());
    }
}

/// Choices and draws that differ in the state differ in the features, and so do a state and the next.
#[test]
fn whatever_a_step_changes_shows() {
    play("siblings", GAMES / 20, |state| {
        let view = state.information_state(Seat(0));
        let mut seen = HashMap::from([(features(state, Seat(0)), ("the state before".to_owned(), view.key()))]);
        for (step, next) in next_states(state) {
            // A game that is over has nothing left to tell apart.
            if next.node() == Node::Terminal {
                continue;
            }
            let key = next.information_key(Seat(0));
            let (other, known) = seen
                .entry(features(&next, Seat(0)))
                .or_insert((step.clone(), key))
                .clone();
            assert_eq!(key, known, "`{step}` and {other} have the same features");
        }
    });
}

/// A game with these characters in which the first seat begins.
fn table(characters: &[Character]) -> BurgleBros {
    let mut setup = Setup::bank_job(characters.len() as u8, 0);
    setup.characters = characters.to_vec();
    setup.first = Some(Seat(0));
    BurgleBros::new(&setup).expect("the characters may play together")
}

/// Takes steps written in notation, actions and outcomes.
fn follow(mut state: BurgleBros, steps: &[&str]) -> BurgleBros {
    steps::play(&mut state, steps);
    state
}

/// The features that only the first state has, and those that only the second has.
fn differences(first: &BurgleBros, second: &BurgleBros) -> (Vec<String>, Vec<String>) {
    let (first, second) = (names(first, Seat(0)), names(second, Seat(0)));
    (
        first.difference(&second).cloned().collect(),
        second.difference(&first).cloned().collect(),
    )
}

/// The opening of a game, up to the first turn of the first player.
const OPENING: [&str; 4] = ["patrol D4", "enter 1:A1", "tile foyer-1", "patrol D1"];

#[test]
fn a_face_shows_as_nothing_but_that_face() {
    let hidden = follow(table(&[Character::HawkBasic]), &["patrol D4", "enter 1:A1"]);
    let (laser, camera) = (follow(hidden, &["tile laser-1"]), follow(hidden, &["tile camera-6"]));
    assert_eq!(
        differences(&laser, &camera),
        (
            vec!["1:A1 face laser-1".to_owned()],
            vec!["1:A1 face camera-6".to_owned()]
        )
    );
}

#[test]
fn a_guard_and_his_die_show_where_they_are() {
    let opened = follow(table(&[Character::HawkBasic]), &OPENING[..3]);
    let (d1, d2) = (follow(opened, &["patrol D1"]), follow(opened, &["patrol D2"]));
    assert_eq!(
        differences(&d1, &d2),
        (
            vec!["1:D1 guard die".to_owned(), "1:D2 patrol card unseen".to_owned()],
            vec!["1:D1 patrol card unseen".to_owned(), "1:D2 guard die".to_owned()]
        )
    );
    assert!(names(&d1, Seat(0)).contains("1:D4 guard"));
}

#[test]
fn cards_that_everybody_has_seen_show_where_they_lie() {
    let spotter = follow(table(&[Character::SpotterAdvanced]), &OPENING);
    let looked = follow(spotter, &["precognition", "event crash"]);
    let (top, bottom) = (follow(looked, &["top"]), follow(looked, &["bottom"]));
    assert_eq!(
        differences(&top, &bottom),
        (
            vec!["event crash known at 1 from the top".to_owned()],
            vec!["event crash known below".to_owned()]
        )
    );
    let spotter = follow(table(&[Character::SpotterBasic]), &OPENING);
    let looked = follow(spotter, &["clairvoyance", "patrol B3"]);
    let (top, bottom) = (follow(looked, &["top"]), follow(looked, &["bottom"]));
    assert_eq!(
        differences(&top, &bottom),
        (
            vec!["1:B3 patrol card on top".to_owned()],
            vec!["1:B3 patrol card known below".to_owned()]
        )
    );
}

#[test]
fn a_wall_that_dynamite_removes_is_off() {
    let before = follow(table(&[Character::RiggerBasic]), &OPENING);
    let after = follow(before, &["dynamite 1:B1"]);
    let (gone, new) = differences(&before, &after);
    assert!(gone.contains(&"1:A1-B1 wall".to_owned()), "{gone:?}");
    assert!(gone.contains(&"me tool dynamite".to_owned()), "{gone:?}");
    assert!(new.contains(&"1:A1 alarm".to_owned()), "{new:?}");
    assert!(new.contains(&"tool dynamite discarded".to_owned()), "{new:?}");
}

#[test]
fn an_offer_shows_whom_it_is_made_to_and_what_it_is_about() {
    let second_turn = [&OPENING[..], &["end", "event daydreaming"]].concat();
    let state = follow(table(&[Character::RiggerBasic, Character::HawkBasic]), &second_turn);
    let (state, _) = play_randomly(state, &mut stream(0, "offer", 0))
        .find(|(state, _)| state.node() != Node::Chance)
        .expect("the game goes on");
    assert_eq!(state.node(), Node::Decision(Seat(1)));
    let asked = follow(state, &["take 1 dynamite"]);
    let (first, second) = (names(&asked, Seat(0)), names(&asked, Seat(1)));
    for name in ["waiting for ask-trade", "tool dynamite asked about", "asked to give"] {
        assert!(first.contains(name) && second.contains(name), "{name}: {first:?}");
    }
    for name in [
        "me decides",
        "me asked about",
        "turn of next",
        "me tool dynamite",
        "my seat is 1",
    ] {
        assert!(first.contains(name), "{name}: {first:?}");
    }
    for name in [
        "next decides",
        "next asked about",
        "turn of me",
        "next tool dynamite",
        "my seat is 2",
    ] {
        assert!(second.contains(name), "{name}: {second:?}");
    }
    let (given, kept) = (follow(asked, &["accept"]), follow(asked, &["refuse"]));
    let (new, gone) = differences(&given, &kept);
    assert!(new.contains(&"next tool dynamite".to_owned()), "{new:?}");
    assert!(gone.contains(&"me tool dynamite".to_owned()), "{gone:?}");
}

/// The plane and the square of a feature, by its name.
fn place(state: &BurgleBros, name: &str) -> FeaturePlace {
    let index = (0..BurgleBros::feature_count()).find(|&index| BurgleBros::feature_name(index) == name);
    state.feature_place(index.unwrap_or_else(|| panic!("there is a feature `{name}`")))
}

fn square(plane: &str, floor: usize, row: usize, column: usize) -> FeaturePlace {
    FeaturePlace::Square {
        plane: plane.to_owned(),
        floor,
        row,
        column,
    }
}

#[test]
fn features_lie_on_the_squares_that_they_are_about() {
    for (scenario, floors, side) in [
        (Scenario::OfficeJob, 2, 4),
        (Scenario::BankJob, 3, 4),
        (Scenario::FortKnox, 2, 5),
    ] {
        let state = BurgleBros::new(&Setup::new(scenario, 2, 1)).expect("the setup is sound");
        let shape = BoardShape {
            floors,
            rows: side,
            columns: side,
        };
        assert_eq!(state.board_shape(), Some(shape));
        assert_eq!(place(&state, "2:C4 unrevealed"), square("unrevealed", 1, 3, 2));
        assert_eq!(place(&state, "1:A2 2nd next"), square("2nd next", 0, 1, 0));
        assert_eq!(place(&state, "1:B2-C2 wall"), square("wall on the right", 0, 1, 1));
        assert_eq!(place(&state, "1:B2-B3 wall"), square("wall below", 0, 1, 1));
        let is_wide = side == 5;
        let outer =
            ["1:E1 guard", "1:D1-E1 wall", "2:A5 crow"].map(|name| place(&state, name) != FeaturePlace::Missing);
        // A wall piece lies on the square before it, so that of the column that is missing lies on the last one.
        assert_eq!(outer, [is_wide, true, is_wide]);
        assert_eq!(place(&state, "3:A1 guard") == FeaturePlace::Missing, floors == 2);
        for name in [
            "floor 1 donuts",
            "turn >= 5",
            "me stealth >= 1",
            "event daydreaming unseen",
        ] {
            assert_eq!(place(&state, name), FeaturePlace::Elsewhere, "{name}");
        }
    }
}
