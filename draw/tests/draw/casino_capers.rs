//! Pictures of Casino Capers against golden files, and what holds for every picture.

use std::collections::{BTreeMap, BTreeSet};

use heist_draw::{Draw, SvgStyle};
use heist_engine::casino_capers::{CasinoCapers, DeadDrops, Finale, Gear, Scenario, Setup, Tables, Waiting};
use heist_engine::game::{Fill, Game, Seat};
use heist_engine::random::{choose, stream};
use heist_testkit::{play_randomly, play_with};
use serde_json::Value;

use super::support::{check_colour, check_lines, check_sentences, explained, plain, state};

/// Four players with abilities and gear of all three sides, and every token before the finale.
pub fn busy() -> CasinoCapers {
    state(include_str!("../positions/casino.json"))
}

/// The busy casino with the turn of a player on another tile.
fn busy_at(current: usize, at: &str) -> CasinoCapers {
    let mut written: Value = serde_json::from_str(include_str!("../positions/casino.json")).expect("the file is JSON");
    written["current"] = current.into();
    written["players"][current - 1]["at"] = at.into();
    state(&written.to_string())
}

fn finales() -> Value {
    serde_json::from_str(include_str!("../positions/casino-finales.json")).expect("the file is JSON")
}

/// A position in which a finale runs.
pub fn in_finale(finale: Finale) -> CasinoCapers {
    let file = finales();
    let mut written = file["base"].clone();
    written["finale"] = finale.name().into();
    let own = file["finales"][finale.name()]
        .as_object()
        .expect("every finale is there");
    for (field, value) in own {
        match field.as_str() {
            "players" => {
                let players = value.as_array().expect("a list of players");
                for (place, fields) in players.iter().enumerate() {
                    let player = written["players"][place].as_object_mut().expect("a player");
                    player.extend(fields.as_object().expect("fields of a player").clone());
                }
            }
            _ => written[field] = value.clone(),
        }
    }
    state(&written.to_string())
}

/// The options with their sentences, one for each kind of option.
fn kinds_of_options(state: &CasinoCapers) -> String {
    let mut seen = BTreeSet::new();
    let mut text = format!("{}\n", state.explain_node());
    for (notation, sentence) in explained(state) {
        let kind = notation.split(' ').next().unwrap_or_default().to_owned();
        if seen.insert(kind) {
            text.push_str(&format!("{notation} | {sentence}\n"));
        }
    }
    text
}

#[test]
fn a_busy_casino_in_80_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(80)));
}

#[test]
fn a_busy_casino_in_120_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(120)));
}

#[test]
fn a_narrow_terminal_puts_floors_below_each_other() {
    insta::assert_snapshot!(busy().draw_text(&plain(50)));
}

#[test]
fn options_of_a_turn_are_explained() {
    insta::assert_snapshot!(kinds_of_options(&busy()));
}

/// What each finale asks for, how far it is, and its own actions.
#[test]
fn finales_are_told_with_their_progress() {
    let mut text = String::new();
    for &finale in Finale::ALL {
        let state = in_finale(finale);
        let drawn = state.draw_text(&plain(160));
        let told = drawn.lines().filter(|line| line.starts_with("Finale  "));
        text.extend(told.map(|line| format!("{line}\n")));
        text.push_str(&kinds_of_options(&state));
        text.push('\n');
    }
    insta::assert_snapshot!(text);
}

/// safe.done, fin.start: from the last roll at the Safe to the next action, for each finale.
#[test]
fn beginnings_of_finales_are_told() {
    let mut written = finales()["base"].clone();
    written["cracked"] = serde_json::json!(["2:A3", "2:B3", "2:D3", "2:C1", "2:C2"]);
    written["dice"] = serde_json::json!({"safe": 3});
    written["discarded-chips"] = serde_json::json!(["mole", "mole", "mole"]);
    written["current"] = 3.into();
    let mut before: CasinoCapers = state(&written.to_string());
    before.apply("roll".parse().expect("an action"));
    before.resolve("dice 113".parse().expect("an outcome"));
    let mut text = kinds_of_options(&before);
    for finale in Finale::ALL {
        let mut state = before;
        state.resolve(format!("finale {finale}").parse().expect("an outcome"));
        text.push_str(&format!("\n{finale}\n"));
        while state.waiting() != Waiting::Act {
            text.push_str(&kinds_of_options(&state));
            let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
            state.legal_actions(&mut legal);
            state.outcomes(&mut outcomes);
            match (legal.first(), outcomes.last()) {
                (Some(&action), _) => state.apply(action),
                (None, Some(&(outcome, _))) => state.resolve(outcome),
                (None, None) => break,
            }
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_first_states_of_a_game() {
    let setup = Setup::random_finale(2, 3);
    let mut state = CasinoCapers::new(&setup).expect("the setup is playable");
    let mut text = format!("{}\n{}", state.draw_text(&plain(80)), kinds_of_options(&state));
    for outcome in ["patrol 1:B2", "patrol 1:D4", "patrol 2:A1", "patrol 2:C3"] {
        state.resolve(outcome.parse().expect("an outcome"));
    }
    text.push_str(&format!(
        "\n{}\n{}",
        state.draw_text(&plain(80)),
        kinds_of_options(&state)
    ));
    state.apply("entrances 1:A1 1:D4".parse().expect("an action"));
    text.push_str(&format!("\n{}", kinds_of_options(&state)));
    insta::assert_snapshot!(text);
}

/// b.turn, b.enter.3: the way that is told is the way that is walked, crow tokens and all.
#[test]
fn the_way_ahead_is_told_as_it_is_walked() {
    for (crow, expected) in [
        ("1:C2", "3 spaces: D2 C2, 1 lost to the crow"),
        ("2:A1", "3 spaces: D2 C2 B2"),
    ] {
        let text = format!(
            r#"{{"players": [{{"character": "rook", "at": "1:A4"}}, {{"character": "raven"}}], "entrances": ["1:A1", "1:D4"],
                "actions": 0, "crows": ["{crow}"], "tiles": {{"1:A4": "magic-show-3"}},
                "bouncers": [{{"at": "1:D3", "marker": "1:A2"}}, {{"at": "2:A1", "marker": "2:D2"}}],
                "walls": [["C3-D3", "A2-A3"], []], "decks": [{{"discards": ["1:D3", "1:A2"]}}, {{"discards": ["2:A1", "2:D2"]}}]}}"#
        );
        let mut state: CasinoCapers = state(&text);
        let drawn = state.draw_text(&plain(160));
        assert!(drawn.contains(&format!("in his turn {expected}\n")), "{drawn}");
        state.apply("end".parse().expect("an action"));
        let last = expected
            .split([' ', ','])
            .rfind(|word| word.len() == 2 && *word != "to")
            .expect("a square");
        let at = state.bouncer(0).expect("he is placed").to_string();
        assert_eq!(at, format!("1:{last}"));
    }
}

/// A hunter with two players equally near, when the turn of one of them ends.
fn tied() -> CasinoCapers {
    state(
        r#"{"players": [{"character": "rook", "at": "1:A2"}, {"character": "raven", "at": "1:C2"}], "entrances": ["1:A1", "1:D4"],
            "tiles": {"1:A2": "magic-show-3", "1:C2": "pool-1"}, "actions": 0, "bouncers": [{"at": "1:B4"}, {"at": "2:A1", "marker": "2:D2"}],
            "decks": [{"discards": ["1:B4", "1:A2"]}, {"discards": ["2:A1", "2:D2"]}]}"#,
    )
}

/// hunt.target: whom he hunts is asked, and then told.
#[test]
fn a_hunter_and_his_choice_are_told() {
    let mut state = tied();
    assert!(
        state
            .draw_text(&plain(100))
            .contains("Bouncer 1  1:B4, hunts player 1 or 2\n")
    );
    state.apply("end".parse().expect("an action"));
    assert_eq!(
        kinds_of_options(&state),
        "Several players are equally near: choose whom the bouncer of floor 1 hunts.\nhunt 1 | He hunts player 1 \
         (Rook).\n"
    );
    assert_eq!(state.spots("hunt 2".parse().expect("an action")), ["player=2"]);
}

#[test]
fn a_world_shows_what_lies_face_down() {
    let mut world = busy();
    world.determinize(Fill::All, &mut stream(1, "draw tests", 0));
    let text = world.draw_text(&plain(80));
    assert!(!text.contains("??") && !text.contains("(?)"), "{text}");
    assert_eq!(
        world.information_state(Seat(0)).draw_text(&plain(80)),
        busy().draw_text(&plain(80))
    );
}

/// info.public: two worlds of one view look the same to everybody, to the last letter.
#[test]
fn worlds_of_one_view_look_alike() {
    for &finale in Finale::ALL {
        let view = in_finale(finale);
        let pictures: BTreeSet<(String, String)> = (0..8)
            .map(|seed| {
                let mut world = view;
                world.determinize(Fill::All, &mut stream(seed, "draw worlds", 0));
                let seen = world.information_state(Seat(0));
                (seen.draw_svg(&SvgStyle::default()), seen.draw_text(&plain(100)))
            })
            .collect();
        assert_eq!(pictures.len(), 1, "{finale}");
    }
}

#[test]
fn colour_adds_escape_sequences_and_nothing_else() {
    check_colour(&busy(), &["\x1b[0;1;31mB"]);
}

/// Setups of every kind, with all gear and variants.
pub fn setup(seed: u64) -> Setup {
    let mut setup = Setup::random_finale(1 + (seed % 4) as u8, seed);
    setup.character_count = Some(setup.seats.max(2 + (seed % 3) as u8));
    setup.abilities = Some(seed % 2 == 1);
    setup.suspicion = 1 + (seed % 10) as u8;
    if seed.is_multiple_of(3) {
        setup.scenario = Scenario::Known(Finale::ALL[seed as usize / 3 % Finale::ALL.len()]);
    }
    if seed % 4 == 2 {
        setup.dead_drops = DeadDrops::Drawn;
    }
    let alternates = Gear::ALL
        .iter()
        .filter(|card| Tables::card(**card).alternate_of.is_some());
    setup.alternates = alternates.copied().filter(|_| seed % 5 > 1).collect();
    setup
}

/// Plays by chance, but with gear: what preps or uses a card is taken more often than it would be.
fn with_gear(first: CasinoCapers, seed: u64, mut look: impl FnMut(&CasinoCapers)) {
    let mut rng = stream(seed, "gear", 0);
    let steps = play_with(first, &mut rng, |_, _, legal, rng| {
        let preps: Vec<_> = legal
            .iter()
            .copied()
            .filter(|action| action.to_string().starts_with("prep "))
            .collect();
        if preps.is_empty() {
            choose(rng, legal)
        } else {
            choose(rng, &preps)
        }
    });
    for (state, _) in steps {
        look(&state);
    }
}

/// Thousands of decisions of games by chance and in every finale: every picture keeps its width, and everything that
/// can happen has a sentence that is not its notation.
#[test]
fn every_state_of_random_games_can_be_drawn_and_explained() {
    let mut words: BTreeMap<String, usize> = BTreeMap::new();
    let mut look = |seed: u64, state: &CasinoCapers| {
        let width = [40, 80, 120][seed as usize % 3];
        check_lines(&state.draw_text(&plain(width)), width);
        check_sentences(state, 160);
        for (notation, sentence) in explained(state) {
            assert_ne!(notation, sentence);
            let is_prose = sentence.starts_with(|letter: char| letter.is_uppercase() || letter.is_ascii_digit());
            assert!(is_prose && sentence.contains(' '), "{notation}: {sentence}");
            let kind = notation.split(' ').next().unwrap_or_default().to_owned();
            *words.entry(kind).or_default() += 1;
        }
    };
    for seed in 0..150 {
        let first = CasinoCapers::new(&setup(seed)).expect("the setup is playable");
        with_gear(first, seed, |state| look(seed, state));
    }
    for (place, &finale) in Finale::ALL.iter().enumerate() {
        for seed in 0..4 {
            let mut rng = stream(seed, "draw finales", place as u64);
            for (state, _) in play_randomly(in_finale(finale), &mut rng) {
                look(seed, &state);
            }
        }
    }
    for (seed, at) in ["1:A1", "2:B2", "1:B1", "2:D1", "1:D3", "2:C2"].into_iter().enumerate() {
        for current in [1, 2, 4] {
            let mut rng = stream(seed as u64, "draw busy", current as u64);
            for (state, _) in play_randomly(busy_at(current, at), &mut rng) {
                look(seed as u64, &state);
            }
        }
    }
    for seed in 0..3 {
        let mut rng = stream(seed, "draw hunters", 0);
        for (state, _) in play_randomly(tied(), &mut rng) {
            look(seed, &state);
        }
    }
    let decisions: usize = words.values().sum();
    assert!(decisions > 50_000, "{decisions} options");
    // Every action of the reference is in one of these games, but for what random games hardly reach.
    let all = "entrances enter move quiet peek magic-show revolving-door monorail escalator clear send-die roll mole \
               prep take-heat give-action make-commotion zip-line ride-zip-line jam lights get-in drive steak throw \
               remove-swat destroy end pass distract hunt discard deck tile player accept decline keep leave bottom \
               patrol tile chip event dice gear";
    for word in all.split_whitespace() {
        assert!(words.contains_key(word), "{word} is in no game: {words:?}");
    }
    let uses = Gear::ALL.iter().filter(|card| words.contains_key(card.name())).count();
    assert!(uses > 30, "{uses} cards were offered");
}

/// 4.2: every window is told in words of its own.
#[test]
fn windows_are_told_in_words() {
    let mut told: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for seed in 0..60 {
        let first = CasinoCapers::new(&setup(seed)).expect("the setup is playable");
        with_gear(first, seed, |state| {
            let name = match state.waiting() {
                Waiting::DiceWindow(..) => "After the roll of",
                Waiting::ChipWindow(_) => "was turned up: use a card or go on.",
                Waiting::TileWindow(Some(_)) => "Before When You Enter of",
                Waiting::TileWindow(None) => "After a tile was revealed or entered",
                Waiting::EventWindow(..) => "Before the event",
                Waiting::CommotionWindow(_) => "Before the commotion on",
                Waiting::PatrolWindow(_) => "After a card sent the bouncer of floor",
                Waiting::StepWindow(_) => "Before the bouncer of floor",
                Waiting::TurnWindow(_) => "Before the turn of the bouncer of floor",
                _ => return,
            };
            let node = state.explain_node();
            assert!(node.contains(name) && node.contains("use a card or"), "{name}: {node}");
            told.entry(name).or_default().insert(node);
        });
    }
    assert_eq!(told.len(), 9, "{:?}", told.keys());
}
