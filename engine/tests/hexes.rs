//! Maps of hexes (Masters of the Heist, section 1).

use heist_engine::board::hexes::{Hex, HexMapError, HexPlan, MOST_HEXES, NO_WAY, Side, members};
use heist_engine::masters::scenario::Scenario;

/// A map of places written `q,r`, in any order.
fn plan(places: &str) -> HexPlan {
    let place = |place: &str| place.parse().expect("places are written q,r");
    let mut hexes: Vec<Hex> = places.split(' ').map(place).collect();
    hexes.sort_by_key(|hex| (hex.r, hex.q));
    HexPlan::new(hexes).expect("a map")
}

fn number(plan: &HexPlan, place: &str) -> usize {
    let place = place.parse().expect("places are written q,r");
    plan.at(place).expect("a hex is there")
}

fn set(plan: &HexPlan, places: &str) -> u32 {
    let places = places.split(' ').filter(|place| !place.is_empty());
    places.fold(0, |set, place| set | 1 << number(plan, place))
}

/// All places around 0,0, and it.
const FLOWER: &str = "0,-1 1,-1 -1,0 0,0 1,0 -1,1 0,1";

/// MH1a.
#[test]
fn mh1a_hexes_that_share_a_side_are_adjacent() {
    let plan = plan(&format!("{FLOWER} 3,0"));
    let middle = number(&plan, "0,0");
    assert_eq!(
        plan.neighbours(middle),
        set(&plan, "0,-1 1,-1 -1,0 1,0 -1,1 0,1"),
        "not itself"
    );
    assert_eq!(plan.neighbours(number(&plan, "1,0")), set(&plan, "0,0 1,-1 0,1"));
    assert_eq!(plan.neighbours(number(&plan, "3,0")), 0);
}

#[test]
fn mh1c_directions_and_index_order() {
    let plan = plan(FLOWER);
    let middle = number(&plan, "0,0");
    let named = [
        ("e", "1,0"),
        ("ne", "1,-1"),
        ("nw", "0,-1"),
        ("w", "-1,0"),
        ("sw", "-1,1"),
        ("se", "0,1"),
    ];
    for (name, place) in named {
        let side: Side = name.parse().unwrap();
        assert_eq!(plan.beside(middle, side), Some(number(&plan, place)), "{name}");
        assert_eq!(
            plan.beside(number(&plan, place), side.opposite()),
            Some(middle),
            "{name}"
        );
        assert_eq!(side.to_string(), name);
    }
    let order: Vec<String> = (0..plan.count()).map(|hex| plan.hex(hex).to_string()).collect();
    assert_eq!(
        order,
        ["0,-1", "1,-1", "-1,0", "0,0", "1,0", "-1,1", "0,1"],
        "rows by r, then q"
    );
}

#[test]
fn mh1c_distances_go_over_hexes_that_are_there() {
    // A ring around a gap at 0,0, with a place apart.
    let plan = plan("0,-1 1,-1 -1,0 1,0 -1,1 0,1 5,5");
    let distance = |from, to| plan.distance(number(&plan, from), number(&plan, to));
    assert_eq!(distance("-1,0", "1,0"), 3, "not through the gap");
    assert_eq!(distance("-1,0", "0,-1"), 1);
    assert_eq!(distance("-1,0", "-1,0"), 0);
    assert_eq!(distance("-1,0", "5,5"), NO_WAY);
}

#[test]
fn mh1c_straight_lines_run_over_gaps() {
    let plan = plan("0,0 1,0 3,0 2,-1 0,2 -2,2 2,2");
    let from = number(&plan, "0,0");
    assert_eq!(plan.line(from, Side::East), set(&plan, "1,0 3,0"));
    assert_eq!(plan.line(from, Side::SouthEast), set(&plan, "0,2"));
    assert_eq!(plan.line(from, Side::SouthWest), set(&plan, "-2,2"));
    assert_eq!(plan.line(from, Side::West), 0);
    assert_eq!(plan.line(from, Side::NorthEast), 0, "2,-1 is on no line");
}

/// MH1d, H3.
#[test]
fn mh1d_enclosed_gaps_have_no_outer_sides() {
    // Around the gap 0,0 and 1,0, which is as long as two hexes.
    let ring = "0,-1 1,-1 2,-1 -1,0 2,0 -1,1 0,1 1,1";
    let enclosed = plan(ring);
    let sides = |plan: &HexPlan, place: &str| {
        let sides = plan.outer_sides(number(plan, place));
        let names = Side::ALL.into_iter().filter(|side| sides & side.bit() != 0);
        names.map(Side::name).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(sides(&enclosed, "-1,0"), "nw w sw");
    assert_eq!(sides(&enclosed, "0,-1"), "ne nw w");
    assert_eq!(sides(&enclosed, "2,0"), "e ne se");
    // MH1d: again after a hex is removed.
    let open = enclosed.without(set(&enclosed, "2,0"));
    assert_eq!(sides(&open, "-1,0"), "e nw w sw");
    assert_eq!(sides(&open, "1,1"), "e ne nw sw se");
    assert_eq!(open.at("2,0".parse().unwrap()), None);
    assert_eq!(open.count(), enclosed.count(), "the others keep their numbers");
    let whole = plan(FLOWER);
    assert_eq!(whole.outer_sides(number(&whole, "0,0")), 0);
}

#[test]
fn removed_hexes_have_no_neighbours_lines_or_ways() {
    let all = plan(FLOWER);
    let middle = number(&all, "0,0");
    let left = all.without(1 << middle);
    assert_eq!(left.neighbours(middle), 0);
    assert_eq!(left.distance(number(&left, "-1,0"), number(&left, "1,0")), 3);
    assert_eq!(left.line(number(&left, "-1,0"), Side::East), set(&left, "1,0"));
    for hex in members(left.present()) {
        assert_eq!(left.neighbours(hex) & 1 << middle, 0);
        assert_eq!(left.distance(hex, middle), NO_WAY);
    }
}

#[test]
fn maps_that_cannot_be_are_refused() {
    let hex = |q, r| Hex { q, r };
    assert_eq!(HexPlan::new(Vec::new()), Err(HexMapError::Count(0)));
    let many = (0..=MOST_HEXES as i8).map(|q| hex(q % 30, q / 30)).collect();
    assert_eq!(HexPlan::new(many), Err(HexMapError::Count(MOST_HEXES + 1)));
    let twice = HexPlan::new(vec![hex(0, 0), hex(0, 0)]);
    assert_eq!(twice, Err(HexMapError::Order(hex(0, 0), hex(0, 0))));
    assert_eq!(
        HexPlan::new(vec![hex(1, 0), hex(0, 0)]).unwrap_err().to_string(),
        "hex 0,0 after 1,0, expected rows from north to south, each from west to east, no hex twice"
    );
    assert_eq!(HexPlan::new(vec![hex(31, 0)]), Err(HexMapError::Far(hex(31, 0))));
}

#[test]
fn places_are_read_in_one_way() {
    for text in ["0,0", "-3,12", "30,-30"] {
        assert_eq!(text.parse::<Hex>().unwrap().to_string(), text);
    }
    for text in [
        "", "1", "1,", ",1", "1,2,3", "01,2", "+1,2", "1, 2", "31,0", "0,-128", "-0,1", "a,b",
    ] {
        let error = text.parse::<Hex>().unwrap_err();
        assert_eq!(error.text, text);
    }
}

/// What holds on every map.
#[test]
fn maps_are_consistent() {
    for scenario in Scenario::all() {
        let plan = scenario.plan();
        for a in members(plan.present()) {
            assert_eq!(plan.at(plan.hex(a)), Some(a));
            for b in members(plan.present()) {
                let (hex_a, hex_b) = (plan.hex(a), plan.hex(b));
                assert_eq!(plan.distance(a, b), plan.distance(b, a));
                assert!(plan.distance(a, b) >= hex_a.plain_distance(hex_b));
                assert_eq!(plan.neighbours(a) & 1 << b != 0, hex_a.plain_distance(hex_b) == 1);
                let on_line = Side::ALL.into_iter().filter(|&side| plan.line(a, side) & 1 << b != 0);
                let (q, r) = (hex_b.q - hex_a.q, hex_b.r - hex_a.r);
                let is_straight = a != b && (q == 0 || r == 0 || q == -r);
                assert_eq!(on_line.count(), usize::from(is_straight), "{hex_a} {hex_b}");
            }
            let outer = Side::ALL
                .into_iter()
                .filter(|side| plan.outer_sides(a) & side.bit() != 0);
            outer.for_each(|side| assert_eq!(plan.beside(a, side), None));
        }
    }
}
