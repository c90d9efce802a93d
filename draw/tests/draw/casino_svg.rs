//! Pictures of Casino Capers as SVG: everything is where the state says.

use std::collections::BTreeSet;

use heist_draw::{Draw, Layout, SvgStyle};
use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, ChipView, Finale, GearView, Whereabouts};
use heist_engine::game::{Fill, Game, Node};
use heist_engine::random::stream;
use roxmltree::Document;

use super::casino_capers::{busy, in_finale, setup};
use super::documents::{check_document, lines, play, ring_count, styles, values, with};

/// Where the tokens of a name lie.
fn tokens(document: &Document, name: &str) -> BTreeSet<String> {
    let named = with(document, "data-token").filter(|element| element.attribute("data-token") == Some(name));
    named
        .map(|element| element.attribute("data-at").expect("tokens have a place").to_owned())
        .collect()
}

/// Every cell is there with its tile, and every piece where the state says.
fn check_casino(state: &CasinoCapers, text: &str) {
    let document = Document::parse(text).expect("it was read before");
    let cells: Vec<Cell> = CasinoCapers::cells().collect();
    let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
    assert_eq!(values(&document, "data-cell"), names);
    for (&cell, element) in cells.iter().zip(with(&document, "data-cell")) {
        let tile = state.face_at(cell).map(|face| face.to_string());
        let hidden = state.hidden_face(cell).map(|face| face.to_string());
        assert_eq!(element.attribute("data-tile"), tile.as_deref(), "{cell}");
        assert_eq!(element.attribute("data-hidden"), hidden.as_deref(), "{cell}");
    }
    let on = |set: &dyn Fn(Cell) -> bool| -> BTreeSet<String> {
        cells
            .iter()
            .filter(|&&cell| set(cell))
            .map(ToString::to_string)
            .collect()
    };
    let one = |at: Option<Cell>| at.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
    let both =
        |at: &dyn Fn(usize) -> Option<Cell>| (0..2).filter_map(at).map(|at| at.to_string()).collect::<BTreeSet<_>>();
    let [monorail, escalator, out_of_order] = state.tokens();
    let [car, tiger, football] = state.finale_figures();
    for (name, expected) in [
        ("bouncer", both(&|floor| state.bouncer(floor))),
        ("marker", both(&|floor| state.marker(floor))),
        ("chip", on(&|cell| state.chip_at(cell).is_some())),
        ("cubes", on(&|cell| state.cubes_on(cell) > 0)),
        ("crow", on(&|cell| state.has_crow(cell))),
        ("crowd", on(&|cell| state.has_crowd(cell))),
        ("swat", on(&|cell| state.has_swat(cell))),
        ("steak", on(&|cell| state.has_steak(cell))),
        ("had-steak", on(&|cell| state.had_steak(cell) && !state.has_steak(cell))),
        ("cracked", on(&|cell| state.has_crack_token(cell))),
        ("zip-line", on(&|cell| state.has_zip_line(cell))),
        (
            "entrance",
            state.entrance_cells().map(|cell| cell.to_string()).collect(),
        ),
        ("monorail", one(monorail)),
        ("escalator", one(escalator)),
        ("out-of-order", one(out_of_order)),
        ("jammed", one(state.jammed_camera())),
        ("car", one(car)),
        ("tiger", one(tiger)),
        ("football", one(football)),
    ] {
        assert_eq!(tokens(&document, name), expected, "{name}");
    }
    let shown: BTreeSet<(String, String)> = with(&document, "data-chip")
        .map(|chip| ["data-at", "data-chip"].map(|name| chip.attribute(name).unwrap_or_default().to_owned()))
        .map(|[at, chip]| (at, chip))
        .collect();
    let chip = |&cell: &Cell| {
        let known = || state.hidden_chip(cell).map_or(String::new(), |kind| kind.to_string());
        let word = match state.chip_at(cell)? {
            ChipView::Up(kind) => kind.to_string(),
            ChipView::Down | ChipView::Known(_) => format!("?{}", known()),
        };
        Some((cell.to_string(), word))
    };
    assert_eq!(shown, cells.iter().filter_map(chip).collect());
    for player in 0..state.characters() {
        check_player(state, &document, player);
    }
}

/// A player's figure stands where the player is, and the panel has the heat and all gear.
fn check_player(state: &CasinoCapers, document: &Document, player: usize) {
    let number = (player + 1).to_string();
    let own = || with(document, "data-player").filter(|element| element.attribute("data-player") == Some(&number));
    let figure = own().find_map(|element| element.attribute("data-at"));
    let at = match state.whereabouts(player) {
        Whereabouts::On(at) => Some(at.to_string()),
        _ => None,
    };
    assert_eq!(figure, at.as_deref());
    let panel = own()
        .find(|element| !element.has_attribute("data-at"))
        .expect("a panel");
    assert_eq!(
        panel.attribute("data-seat"),
        Some(state.seat_of(player).to_string().as_str())
    );
    let value = |name: &str| -> Vec<String> {
        let inside = panel.descendants().filter_map(|element| element.attribute(name));
        inside.map(str::to_owned).collect()
    };
    assert_eq!(value("data-heat"), [state.heat(player).to_string()]);
    let gear: BTreeSet<(String, &str)> = state
        .gear(player)
        .map(|(card, shown)| {
            let side = match shown {
                GearView::Unprepped => "hand",
                GearView::Prepped(_) => "front",
                GearView::Back => "back",
            };
            (card.to_string(), side)
        })
        .collect();
    let cards = panel.descendants().filter_map(|element| {
        let card = element.attribute("data-gear")?.to_owned();
        Some((card, element.attribute("data-side")?))
    });
    assert_eq!(cards.collect::<BTreeSet<_>>(), gear);
}

#[test]
fn every_casino_is_drawn_as_it_is() {
    let mut seen = 0;
    let styles = styles();
    for seed in 0..20u64 {
        let mut first = CasinoCapers::new(&setup(seed)).expect("the setup is playable");
        if seed % 4 == 3 {
            first.determinize(Fill::All, &mut stream(seed, "svg worlds", 0));
        }
        play(first, seed, false, |step, state| {
            if step % 2 == 0 {
                let text = check_document(state, &styles[step / 2 % styles.len()]);
                check_casino(state, &text);
                seen += 1;
            }
        });
    }
    for &finale in Finale::ALL {
        play(in_finale(finale), finale as u64, false, |step, state| {
            let text = check_document(state, &styles[step % styles.len()]);
            check_casino(state, &text);
            seen += 1;
        });
    }
    assert!(seen > 1000, "{seen} states");
}

/// Every option of the positions points at something that is in the picture and gets a ring.
#[test]
fn options_point_at_what_is_in_the_picture() {
    let states = Finale::ALL.iter().map(|&finale| in_finale(finale)).chain([busy()]);
    for state in states {
        assert!(matches!(state.node(), Node::Decision(_)));
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        for action in legal {
            for spot in state.spots(action) {
                assert_eq!(ring_count(&state, vec![spot.clone()]), 1, "{action}: {spot}");
            }
        }
    }
    let action = "give-action adrenaline 2".parse().expect("an action");
    assert_eq!(busy().spots(action), ["player=2", "gear=adrenaline"]);
    let action = "ride-zip-line".parse().expect("an action");
    assert_eq!(busy().spots(action), ["cell=2:B2"]);
}

#[test]
fn a_casino_on_a_phone() {
    let style = SvgStyle {
        layout: Layout::Narrow,
        ..SvgStyle::default()
    };
    insta::assert_snapshot!(lines(&busy().draw_svg(&style)));
}
