//! Pictures of Masters of the Heist as SVG: everything is where the state says.

use std::collections::BTreeMap;

use heist_draw::{Draw, Layout, SvgStyle};
use heist_engine::game::{Fill, Game};
use heist_engine::masters::scenario::Fixture;
use heist_engine::masters::{MastersOfTheHeist, Piece};
use heist_engine::random::stream;
use roxmltree::{Document, Node};

use super::documents::{check_document, lines, number, ring_count, styles, values, with};
use super::masters::{busy, ditch, escape, played};

/// The tokens of a name: where they lie, and how many there.
fn tokens(document: &Document, name: &str) -> BTreeMap<String, u8> {
    let named = with(document, "data-token").filter(|element| element.attribute("data-token") == Some(name));
    let mut found = BTreeMap::new();
    for element in named {
        let at = element.attribute("data-at").expect("tokens have a place");
        let count = element.attribute("data-count").unwrap_or("1");
        *found.entry(at.to_owned()).or_default() += count.parse::<u8>().expect("a number");
    }
    found
}

/// Every hex and Exit is there, and every piece where the state says.
fn check_heist(state: &MastersOfTheHeist, text: &str) {
    let document = Document::parse(text).expect("it was read before");
    let scenario = state.scenario();
    let present = state.plan().present();
    let hexes = || (0..state.plan().count()).map(|hex| (hex, scenario.hex_tile(hex).to_string()));
    let ground: BTreeMap<&str, &str> = with(&document, "data-cell")
        .map(|element| ["data-cell", "data-ground"].map(|name| element.attribute(name).expect("a ground")))
        .map(|[cell, ground]| (cell, ground))
        .collect();
    for (hex, name) in hexes() {
        let expected = match present & 1 << hex != 0 {
            false => "gone",
            true if state.is_unrevealed(hex) => "unrevealed",
            true => "hex",
        };
        assert_eq!(ground.get(&*name), Some(&expected), "{name}");
        let hidden = with(&document, "data-hidden").find(|element| element.attribute("data-cell") == Some(&*name));
        let hidden = hidden.and_then(|element| element.attribute("data-hidden"));
        let chit = state
            .hidden_chit(hex)
            .filter(|_| present & 1 << hex != 0)
            .map(|chit| chit.to_string());
        assert_eq!(hidden, chit.as_deref(), "{name}");
    }
    for (at, side) in state.exits() {
        let exit =
            with(&document, "data-opens").find(|element| element.attribute("data-cell") == Some(&at.to_string()));
        let opens = exit.and_then(|element| element.attribute("data-opens"));
        assert_eq!(opens, Some(side.name()), "{at}");
    }
    let on = |count: &dyn Fn(usize) -> u8| -> BTreeMap<String, u8> {
        let there = hexes().filter(|(hex, _)| present & 1 << hex != 0);
        there
            .map(|(hex, name)| (name, count(hex)))
            .filter(|(_, count)| *count > 0)
            .collect()
    };
    let pieces = |hex: usize, piece: Piece| state.loot_on(hex).iter().filter(|&&other| other == piece).count() as u8;
    let cash = |hex: usize| match state.loot_on(hex).first() {
        Some(Piece::Cash(amount)) => *amount,
        _ => 0,
    };
    for (name, expected) in [
        ("guard", on(&|hex| state.guards(hex).active)),
        ("subdued-guard", on(&|hex| state.guards(hex).inactive)),
        ("dog", on(&|hex| state.dogs(hex).active)),
        ("subdued-dog", on(&|hex| state.dogs(hex).inactive)),
        ("lock", on(&|hex| state.locks(hex).active)),
        ("unlocked-lock", on(&|hex| state.locks(hex).inactive)),
        ("camera", on(&|hex| state.cameras(hex).active)),
        ("disabled-camera", on(&|hex| state.cameras(hex).inactive)),
        ("flashed", on(&|hex| state.flashed(hex).iter().sum())),
        ("cash", on(&cash)),
        ("jewel", on(&|hex| pieces(hex, Piece::Jewel))),
        ("documents", on(&|hex| pieces(hex, Piece::Documents))),
        ("usb", on(&|hex| pieces(hex, Piece::Usb))),
        ("keycard", on(&|hex| pieces(hex, Piece::Keycard))),
        ("idea", on(&|hex| state.has_idea_token(hex).into())),
        ("ring:X", on(&|hex| (state.ring(hex) == Some(0)).into())),
        ("ring:Y", on(&|hex| (state.ring(hex) == Some(1)).into())),
        (
            "watchtower",
            on(&|hex| (state.fixture_on(hex) == Fixture::Watchtower).into()),
        ),
        (
            "door",
            on(&|hex| (state.fixture_on(hex) == Fixture::KeycardDoor).into()),
        ),
        ("gate:A", on(&|hex| (state.fixture_on(hex) == Fixture::Gate(0)).into())),
        (
            "reinforcements",
            on(&|hex| (state.fixture_on(hex) == Fixture::Reinforcements).into()),
        ),
        ("safe", on(&|hex| (state.fixture_on(hex) == Fixture::Safe).into())),
    ] {
        assert_eq!(tokens(&document, name), expected, "{name}");
    }
    for (hex, name) in hexes() {
        let owners = state.everyone().filter(|&who| state.tokens(who) & 1 << hex != 0);
        let owners: Vec<String> = owners.map(|who| who.to_string()).collect();
        let shown = with(&document, "data-of").find(|element| element.attribute("data-at") == Some(&*name));
        let shown = shown
            .and_then(|element| element.attribute("data-of"))
            .unwrap_or_default();
        if present & 1 << hex != 0 {
            assert_eq!(shown, owners.join(" "), "{name}");
        }
    }
    for who in state.everyone() {
        let number = who.to_string();
        let own =
            || with(&document, "data-character").filter(|element| element.attribute("data-character") == Some(&number));
        let figure = own().find_map(|element| element.attribute("data-at"));
        assert_eq!(figure, state.tile_of(who).map(|at| at.to_string()).as_deref(), "{who}");
        let panel = own()
            .find(|element| !element.has_attribute("data-at"))
            .expect("a panel");
        assert_eq!(
            panel.attribute("data-ideas"),
            Some(state.ideas(who).to_string().as_str())
        );
    }
    let deck: Vec<String> = state.deck_cards().iter().map(ToString::to_string).collect();
    assert_eq!(values(&document, "data-card"), deck);
    assert_eq!(values(&document, "data-marker"), [state.marker().to_string()]);
    for bag in with(&document, "data-bag") {
        let kind = bag
            .attribute("data-bag")
            .and_then(|kind| kind.parse().ok())
            .expect("a kind");
        assert_eq!(
            bag.attribute("data-count"),
            Some(state.in_bag(kind).to_string().as_str())
        );
    }
}

#[test]
fn every_heist_is_drawn_as_it_is() {
    let styles = styles();
    for (place, state) in [busy(), escape(), ditch()].iter().enumerate() {
        check_heist(state, &check_document(state, &styles[place]));
    }
    let mut seen = 0;
    for seed in 0..MastersOfTheHeist::SCENARIOS.len() as u64 {
        for (step, mut state) in played(seed).enumerate().filter(|(step, _)| step % 5 == 0) {
            if step % 3 == 0 {
                state.determinize(Fill::All, &mut stream(seed, "masters worlds", step as u64));
            }
            let text = check_document(&state, &styles[step / 5 % styles.len()]);
            check_heist(&state, &text);
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen} states");
}

/// Every option points at something that is in the picture; a tile gets one ring, and so does a character.
#[test]
fn options_point_at_what_is_in_the_picture() {
    let mut legal = Vec::new();
    for state in [busy(), escape(), ditch()] {
        state.legal_actions(&mut legal);
        for &action in &legal {
            for spot in state.spots(action) {
                assert_eq!(ring_count(&state, vec![spot.clone()]), 1, "{action}: {spot}");
            }
        }
    }
    for (action, expected) in [
        ("move 3,2", vec!["cell=3,2"]),
        ("unlock 3,1", vec!["cell=3,1"]),
        ("take cash", vec!["cell=4,1"]),
        ("pass jewel 3", vec!["character=3"]),
        ("act npc", vec!["character=npc"]),
        ("insert M1 3", vec!["deck=events"]),
        ("chase 5,3 w", vec!["cell=4,3", "cell=5,3"]),
    ] {
        assert_eq!(busy().spots(action.parse().expect("an action")), expected, "{action}");
    }
}

#[test]
fn a_heist_on_a_phone() {
    let style = SvgStyle {
        layout: Layout::Narrow,
        ..SvgStyle::default()
    };
    insta::assert_snapshot!(lines(&busy().draw_svg(&style)));
}

/// On every map, coordinates are as large as the names of tiles in the other games, inside their places, and none lies
/// on another.
#[test]
fn coordinates_can_be_read_on_a_phone() {
    // 14 pixels at least where 340 units are as wide as a screen of 390 pixels.
    const LEAST: f64 = 14.0 * 340.0 / 390.0;
    let style = SvgStyle {
        layout: Layout::Narrow,
        ..SvgStyle::default()
    };
    for seed in 0..MastersOfTheHeist::SCENARIOS.len() as u64 {
        for state in played(seed).step_by(100) {
            let text = state.draw_svg(&style);
            let document = Document::parse(&text).expect("a document");
            let cells = values(&document, "data-cell");
            let on_map = |element: &Node| {
                let parts = element.ancestors().filter_map(|above| above.attribute("data-part"));
                parts.into_iter().eq(["board"])
            };
            let texts = document
                .descendants()
                .filter(|element| element.has_tag_name("text") && on_map(element));
            let coordinates: Vec<_> = texts
                .filter(|element| element.text().is_some_and(|text| cells.contains(&text)))
                .collect();
            let scenario = &state.scenario().name;
            assert_eq!(coordinates.len(), cells.len(), "{scenario}");
            for (place, &one) in coordinates.iter().enumerate() {
                let [x, y, size] = ["x", "y", "font-size"].map(|name| number(one, name));
                assert!(size >= LEAST, "{scenario}: {:?} has a size of {size}", one.text());
                for &other in &coordinates[..place] {
                    let width = 0.5 * size * other.text().map_or(0.0, |text| text.len() as f64);
                    let is_apart =
                        (x - number(other, "x")).abs() > width || (y - number(other, "y")).abs() > 0.8 * size;
                    assert!(is_apart, "{scenario}: {:?} lies on {:?}", one.text(), other.text());
                }
            }
        }
    }
}
