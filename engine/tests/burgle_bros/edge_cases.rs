//! Rulings of docs/rules/burgle-bros.md, section 10, that no case file can express; the others are in
//! `cases/edge_cases.toml`.

use heist_engine::board::{FloorPlan, Wall, parse_square, square_name, squares};

/// The walls of a floor.
fn walls(names: &[&str]) -> u64 {
    names
        .iter()
        .map(|name| Wall::parse(name).expect("it names a wall").bit())
        .fold(0, |set, wall| set | wall)
}

/// Q-19, S-BUILD-4, S-WALL-2: the empty space of Fort Knox is no tile. What may be peeked, named by Blueprints or used
/// by the crow is read off the floor plan, which has it nowhere; it is like the outside of the building.
#[test]
fn the_empty_space_is_no_tile() {
    let floors = [
        walls(&[
            "C1-D1", "D1-E1", "C1-C2", "A2-B2", "D2-E2", "A2-A3", "B3-B4", "E3-E4", "A4-A5", "C4-C5", "D4-D5", "C5-D5",
        ]),
        walls(&[
            "B1-C1", "C1-D1", "A1-A2", "D2-E2", "E2-E3", "A3-B3", "B3-B4", "E3-E4", "C4-D4", "D4-D5", "A5-B5", "B5-C5",
        ]),
    ];
    let space = parse_square("C3").expect("it is a square");
    for walls in floors {
        let plan = FloorPlan::new(5, Some(space), walls);
        assert_eq!(plan.cells().count_ones(), 24);
        assert_eq!(plan.cells() & 1 << space, 0, "Blueprints");
        assert!(plan.is_connected());
        for square in squares(plan.cells()) {
            let name = square_name(square);
            assert_eq!(
                (plan.adjacent(square) | plan.walled(square)) & 1 << space,
                0,
                "peeking from {name}"
            );
            assert_eq!(plan.within_two(square) & 1 << space, 0, "the crow from {name}");
            for target in squares(plan.cells()) {
                assert_ne!(plan.step(square, target), space, "a Guard from {name}");
            }
        }
        for neighbour in ["C2", "B3", "D3", "C4"] {
            let square = parse_square(neighbour).expect("it is a square");
            assert_ne!(plan.outer() & 1 << square, 0, "{neighbour} has an outer side");
        }
        for inner in ["B2", "D2", "B4", "D4"] {
            let square = parse_square(inner).expect("it is a square");
            assert_eq!(plan.outer() & 1 << square, 0, "{inner} has none");
        }
    }
}
