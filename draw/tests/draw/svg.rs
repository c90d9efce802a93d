//! What holds for the pictures of every game as SVG.

use std::collections::{BTreeMap, BTreeSet};

use heist_agents::Players;
use heist_draw::{Draw, SvgStyle};
use heist_engine::describe::Picker;
use heist_engine::game::{Fill, Seat};
use heist_engine::random::stream;
use roxmltree::Document;

use super::documents::{check_document, has_picture, play, ring_count, setups, styles};
use super::support::explained;

/// Runs a generic function for each game of the registry.
macro_rules! for_each {
    ([$($game:ty,)*] $check:ident) => {$( $check::<$game>(); )*};
}

/// Every picture is one document that keeps to itself, of whatever a state knows.
#[test]
fn every_picture_is_a_document_of_its_own() {
    fn compare<G: Players + Draw>() {
        let mut seen = 0;
        for (number, setup) in setups::<G>(3).iter().enumerate() {
            let mut first = G::new(setup).expect("the setup is playable");
            if number % 3 == 0 {
                first.determinize(Fill::All, &mut stream(number as u64, "svg documents", 0));
            }
            play(first, number as u64, number % 2 == 0, |step, state| {
                if step % 9 != 0 {
                    return;
                }
                let place = step / 9;
                let view = state.information_state(Seat((place % state.seats()) as u8));
                let shown = if place % 2 == 0 { state } else { &view };
                check_document(shown, &styles()[place / 2 % 4]);
                seen += 1;
            });
        }
        assert!(seen > 10, "{}: {seen} states", G::ID);
    }
    heist_registry::each_game! { [for_each] compare }
}

/// I-OPEN-1, CC8a: what a seat cannot distinguish looks the same to it, to the last letter.
#[test]
fn a_picture_shows_what_the_seat_knows_and_no_more() {
    fn compare<G: Players + Draw>() {
        for (seed, setup) in setups::<G>(5).iter().enumerate().filter(|(place, _)| place % 3 == 0) {
            compare_along(G::new(setup).expect("the setup is playable"), seed as u64);
        }
    }
    fn compare_along<G: Players + Draw>(first: G, seed: u64) {
        play(first, seed, true, |step, state| {
            if step % 3 != 0 {
                return;
            }
            let place = step / 3;
            let seat = Seat((place % state.seats()) as u8);
            let view = state.information_state(seat);
            let style = &styles()[place % 4];
            let picture = view.draw_svg(style);
            assert_eq!(picture, view.draw_svg(style));
            for world_seed in 0..2 {
                let mut world = view.clone();
                world.determinize(Fill::All, &mut stream(world_seed, "svg other worlds", step as u64));
                assert_eq!(world.information_state(seat).draw_svg(style), picture);
            }
        });
    }
    heist_registry::each_game! { [for_each] compare }
}

/// What a position's facts name as their spots can be pointed at: it is an attribute of the picture, in either layout.
/// A picture of text alone shows no spot.
#[test]
fn the_spots_of_facts_are_in_the_picture() {
    fn compare<G: Players + Draw>() {
        let mut found = BTreeSet::new();
        for (seed, setup) in setups::<G>(7).iter().enumerate() {
            let first = G::new(setup).expect("the setup is playable");
            play(first, seed as u64, true, |step, state| {
                if step % 11 != 0 {
                    return;
                }
                let text = state.draw_svg(&styles()[step / 11 % 4]);
                let document = Document::parse(&text).expect("the picture is well-formed");
                let shown: BTreeSet<String> = document
                    .root_element()
                    .descendants()
                    .skip(1)
                    .flat_map(|element| element.attributes())
                    .filter_map(|attribute| Some((attribute.name().strip_prefix("data-")?, attribute.value())))
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                if shown.is_empty() {
                    return;
                }
                for fact in state.facts() {
                    let Some(spot) = fact.spot else { continue };
                    assert!(
                        shown.contains(&spot),
                        "{}: {spot} of {} is not in the picture",
                        G::ID,
                        fact.path
                    );
                    found.insert(spot.split('=').next().unwrap_or_default().to_owned());
                }
                // What an editor can put on places of the picture has such places; now and then is enough.
                if step % 44 != 0 {
                    return;
                }
                let edited = state.draw_svg(&SvgStyle {
                    is_edited: true,
                    ..SvgStyle::default()
                });
                for fact in state.facts() {
                    let (Some(begin), Picker::One { options } | Picker::List { options, .. }) =
                        (fact.options_at, fact.picker)
                    else {
                        continue;
                    };
                    let (name, rest) = begin.split_once('=').expect("a spot is an attribute with a value");
                    let is_shown = |option: &String| edited.contains(&format!("data-{name}=\"{rest}{option}\""));
                    assert!(
                        options.iter().any(is_shown),
                        "{}: no option of {} is in the picture",
                        G::ID,
                        fact.path
                    );
                }
            });
        }
        assert_eq!(!found.is_empty(), has_picture::<G>(), "{}: {found:?}", G::ID);
    }
    heist_registry::each_game! { [for_each] compare }
}

/// What a step points at is in the picture and gets rings of its own; what is not in the picture gets none.
#[test]
fn spots_are_in_the_picture_and_get_rings() {
    fn compare<G: Players + Draw>() {
        let (mut pointed, mut legal, mut outcomes) = (0, Vec::new(), Vec::new());
        for (number, setup) in setups::<G>(11).iter().enumerate() {
            let first = G::new(setup).expect("the setup is playable");
            play(first, number as u64, number % 2 == 1, |step, state| {
                if step % 26 != 0 {
                    return;
                }
                let plain = state.draw_svg(&SvgStyle::default());
                let mut rings_of: BTreeMap<String, usize> = BTreeMap::new();
                assert_eq!(ring_count(state, vec!["seat=77".to_owned(), "nonsense".to_owned()]), 0);
                state.legal_actions(&mut legal);
                state.outcomes(&mut outcomes);
                let of_actions = legal.iter().map(|&action| state.spots(action));
                let of_outcomes = outcomes.iter().map(|&(outcome, _)| state.outcome_spots(outcome));
                let all: BTreeSet<Vec<String>> = of_actions.chain(of_outcomes).collect();
                for spots in all {
                    let mut rings = 0;
                    for spot in &spots {
                        rings += *rings_of.entry(spot.clone()).or_insert_with(|| {
                            let (name, value) = spot.split_once('=').expect("a name and a value");
                            assert!(plain.contains(&format!("data-{name}=\"{value}\"")), "{}: {spot}", G::ID);
                            let own = ring_count(state, vec![spot.clone()]);
                            assert!(own > 0, "{}: no ring for {spot}", G::ID);
                            own
                        });
                    }
                    assert_eq!(ring_count(state, spots), rings, "{}", G::ID);
                    pointed += rings;
                }
            });
        }
        assert_eq!(pointed > 0, has_picture::<G>(), "{}", G::ID);
    }
    heist_registry::each_game! { [for_each] compare }
}

#[test]
fn what_happened_is_told_whatever_it_holds() {
    fn compare<G: Players + Draw>() {
        let style = SvgStyle {
            happened: Some("Player 1 said <b>\"go & see\"</b>\u{1b}[0m]]>.".to_owned()),
            ..SvgStyle::default()
        };
        let first = G::new(&setups::<G>(1)[0]).expect("the setup is playable");
        let text = check_document(&first, &style);
        let document = Document::parse(&text).expect("well-formed");
        let told = "Player 1 said <b>\"go & see\"</b>\u{fffd}[0m]]>.";
        assert!(
            document.descendants().any(|element| element.text() == Some(told)),
            "{text}"
        );
    }
    heist_registry::each_game! { [for_each] compare }
}

/// Whatever a game says ends with one full stop at most, and a picture in words with exactly one.
#[test]
fn no_sentence_ends_twice() {
    fn compare<G: Players + Draw>() {
        for (number, setup) in setups::<G>(13).iter().enumerate() {
            let first = G::new(setup).expect("the setup is playable");
            play(first, number as u64, number % 2 == 0, |step, state| {
                let mut texts: Vec<String> = explained(state).into_iter().map(|(_, sentence)| sentence).collect();
                texts.push(state.explain_node());
                if step % 5 == 0 {
                    let picture = state.draw_svg(&SvgStyle::default());
                    let document = Document::parse(&picture).expect("the picture is well-formed");
                    let described = document
                        .descendants()
                        .find(|element| element.has_tag_name(("http://www.w3.org/2000/svg", "desc")));
                    texts.extend(described.and_then(|element| element.text()).map(str::to_owned));
                }
                for text in texts {
                    assert!(!text.contains(".."), "{}: {text}", G::ID);
                }
            });
        }
    }
    heist_registry::each_game! { [for_each] compare }
}
