//! Pictures of Masters of the Heist against golden files, and what holds for every picture.

use std::collections::BTreeSet;

use heist_draw::{Draw, SvgStyle};
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::masters::components::Fixer;
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::{Action, Commit, MastersOfTheHeist, Setup};
use heist_engine::random::{choose, stream};
use heist_testkit::{play_randomly, play_with};
use serde_json::{Value, json};

use super::support::{check_colour, check_lines, check_sentences, explained, plain, state};

fn positions() -> Value {
    serde_json::from_str(include_str!("../positions/masters.json")).expect("the file is JSON")
}

/// A position of the file with some fields changed.
fn changed(name: &str, fields: Value) -> MastersOfTheHeist {
    let mut written = positions()[name].clone();
    let fields = fields.as_object().expect("fields").clone();
    written.as_object_mut().expect("a position").extend(fields);
    state(&written.to_string())
}

/// The Action phase with all kinds of chits, loot, fixtures and an NPC.
pub fn busy() -> MastersOfTheHeist {
    changed("busy", json!({}))
}

/// The Escape part with all gates closed.
pub fn escape() -> MastersOfTheHeist {
    changed("escape", json!({}))
}

/// A last ditch whose route has begun.
pub fn ditch() -> MastersOfTheHeist {
    let mut state = escape();
    for action in ["last-ditch", "step 1,6", "step 0,6"] {
        state.apply(action.parse().expect("an action"));
    }
    state
}

/// Planning, when the second character places its tokens.
fn planning() -> MastersOfTheHeist {
    let setup: Setup = serde_json::from_value(json!({
        "scenario": "tech-lab", "seats": 3, "seed": 1,
        "characters": "burglar:hurry:bypass thug:linger:wing-it lookout:hurry:linger",
    }))
    .expect("a setup");
    let mut state = MastersOfTheHeist::new(&setup).expect("the setup is playable");
    for action in [
        "start 1 5,7",
        "start 2 2,8",
        "start 3 2,8",
        "token 6,5",
        "token 4,6",
        "token 5,6",
        "done",
        "token 2,7",
    ] {
        state.apply(action.parse().expect("an action"));
    }
    state
}

/// The options with their sentences, one for each kind of option.
fn kinds_of_options(state: &MastersOfTheHeist) -> String {
    let mut seen = BTreeSet::new();
    let mut text = format!("{}\n", state.explain_node());
    for (notation, sentence) in explained(state) {
        let mut words = notation.split(' ');
        let mut kind = words.next().unwrap_or_default().to_owned();
        if kind == "commit" {
            kind = words.next().unwrap_or_default().to_owned();
        }
        if seen.insert(kind) {
            text.push_str(&format!("{notation} | {sentence}\n"));
        }
    }
    text
}

#[test]
fn a_plan_in_80_columns() {
    let state = planning();
    insta::assert_snapshot!(format!("{}\n{}", state.draw_text(&plain(80)), kinds_of_options(&state)));
}

#[test]
fn a_busy_heist_in_80_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(80)));
}

#[test]
fn a_busy_heist_in_120_columns() {
    insta::assert_snapshot!(busy().draw_text(&plain(120)));
}

#[test]
fn a_narrow_terminal_lists_hexes() {
    insta::assert_snapshot!(busy().draw_text(&plain(40)));
}

#[test]
fn an_escape_in_80_columns() {
    let state = escape();
    insta::assert_snapshot!(format!("{}\n{}", state.draw_text(&plain(80)), kinds_of_options(&state)));
}

#[test]
fn a_last_ditch_is_told() {
    let mut state = ditch();
    let drawn = state.draw_text(&plain(80));
    let route: Vec<&str> = drawn.lines().filter(|line| line.starts_with("Route")).collect();
    let mut text = format!("{}\n{}", route.join("\n"), kinds_of_options(&state));
    while state.node() != Node::Chance {
        let mut legal = Vec::new();
        state.legal_actions(&mut legal);
        state.apply(*legal.first().expect("the route goes on"));
    }
    text.push_str(&format!("\n{}", kinds_of_options(&state)));
    insta::assert_snapshot!(text);
}

#[test]
fn options_of_the_action_phase_are_explained() {
    let mut text = String::new();
    let micro = ["1", "2", "3", "npc"].map(|who| json!(["action-phase", format!("ask-micro {who}")]));
    for asked in micro.into_iter().chain([json!(["ask-actor"])]) {
        let state = changed("busy", json!({"resolving": asked}));
        text.push_str(&format!("{}\n", kinds_of_options(&state)));
    }
    insta::assert_snapshot!(text);
}

/// What the Event phase and what follows of actions ask.
#[test]
fn questions_are_explained() {
    let event = |active: &str, asked: &str| json!({"phase": "event", "active": active, "resolving": ["event-done", asked], "owed": 0});
    let action = |asked: &str| json!({"resolving": ["action-phase", asked]});
    let asked = [
        action("ask-replace 3 1,4"),
        action("ask-lift 3 2"),
        action("ask-give-ideas 3 2 0"),
        action("ask-rewire 2 2 0"),
        action("ask-toss 2 none 0"),
        action("draw-chit 2,6"),
        action("draw-surplus"),
        action("ask-consultant 2,6 guard"),
        json!({"phase": "end-action", "resolving": ["after-noise", "ask-divert"]}),
        event("E12", "ask-blabbing 2"),
        event("E15", "ask-encourage"),
        event("E17", "ask-whisper 0"),
        event("E20", "ask-penny 3"),
        event("E22", "ask-put 2"),
        event("E24", "ask-gift"),
        json!({"phase": "crises", "resolving": ["crises", "ask-reinforce"]}),
    ];
    let mut text = String::new();
    for fields in asked {
        text.push_str(&format!("{}\n", kinds_of_options(&changed("busy", fields))));
    }
    insta::assert_snapshot!(text);
}

/// What few scenarios and cards bring.
#[test]
fn rare_options_are_explained() {
    let heist = |scenario: &str, cards: [&str; 3], fields: Value| -> MastersOfTheHeist {
        let player = |card: &str, skills: [&str; 2], fields: &Value| {
            let mut player = json!({"card": card, "skills": skills, "die": 2, "ideas": 2});
            let own = fields.as_object().cloned().unwrap_or_default();
            player.as_object_mut().expect("a player").extend(own);
            player
        };
        let players = fields["own"].as_array().expect("fields of players").iter();
        let players: Vec<Value> = cards
            .iter()
            .zip([["hurry", "bypass"], ["hurry", "linger"], ["bypass", "linger"]])
            .zip(players)
            .map(|((card, skills), own)| player(card, skills, own))
            .collect();
        let mut written = json!({"scenario": scenario, "phase": "action", "round": 3, "players": players});
        let mut fields = fields.as_object().expect("fields").clone();
        fields.remove("own");
        written.as_object_mut().expect("a position").extend(fields);
        state(&written.to_string())
    };
    let team = ["thug", "lookout", "pickpocket"];
    let alone = json!([{"at": "6,8"}, {"at": "7,7"}, {"at": "4,5"}]);
    let lair = |own: Value| {
        let own = json!([own, {"at": "5,7"}, {"at": "5,7"}]);
        let bag = json!({"guard": 4, "camera": 4, "lock": 6, "jewel": 2, "dog": 4, "documents": 1});
        json!({"own": own, "npc": {"at": "0,7", "die": 1}, "bag": bag, "hexes": {"5,0": {"loot": []}}, "resolving": ["action-phase", "ask-micro 1"]})
    };
    let states = [
        heist(
            "hotel-basement",
            team,
            json!({"own": alone, "npc": {"at": "5,7", "status": "active", "ideas": 1}, "phase": "end-action",
                "resolving": ["event-phase", "ask-victim"]}),
        ),
        heist(
            "hotel-basement",
            team,
            json!({"own": alone, "npc": {"at": "5,7", "status": "active", "ideas": 1}, "phase": "end-action",
                "resolving": ["event-phase", "ask-idea-or-noise 2"]}),
        ),
        heist(
            "hotel-basement",
            team,
            json!({"own": [{"at": "10,3"}, {"at": "7,7"}, {"at": "4,5"}], "resolving": ["action-phase", "ask-micro 1"]}),
        ),
        heist(
            "the-lair",
            ["safecracker", "lookout", "pickpocket"],
            lair(json!({"at": "9,3", "letters": "UU", "action": "pick-ii", "loot": ["safecracking-tools"]})),
        ),
        heist(
            "the-lair",
            team,
            lair(json!({"at": "4,6", "loot": ["keycard"], "letters": "M", "action": "walk"})),
        ),
        heist(
            "the-lair",
            team,
            lair(json!({"at": "8,1", "loot": ["usb"], "letters": "M", "action": "walk"})),
        ),
        heist(
            "the-vault",
            team,
            json!({"own": [{"at": "5,0", "letters": "M", "action": "walk"}, {"at": "5,0"}, {"at": "5,0"}], "resolving": ["action-phase", "ask-micro 1"]}),
        ),
        heist(
            "museum-of-antiquity",
            team,
            json!({"own": [{"at": "4,7"}, {"at": "4,7"}, {"at": "5,7"}], "npc": {"at": "4,6", "die": 3, "loot": ["keycard"]},
                "bag": {"guard": 4, "camera": 4, "lock": 4},
                "resolving": ["action-phase", "ask-micro npc"]}),
        ),
        changed("escape", json!({"resolving": ["escape-phase", "ask-escape 3"]})),
    ];
    let text: String = states
        .iter()
        .map(|state| format!("{}\n", kinds_of_options(state)))
        .collect();
    insta::assert_snapshot!(text);
}

#[test]
fn colour_adds_escape_sequences_and_nothing_else() {
    check_colour(&busy(), &["\x1b[0;31mG2"]);
}

#[test]
fn a_world_shows_what_is_not_revealed() {
    let mut world = busy();
    world.determinize(Fill::All, &mut stream(1, "draw tests", 0));
    let text = world.draw_text(&plain(120));
    assert_ne!(text, busy().draw_text(&plain(120)));
    assert_eq!(
        world.information_state(Seat(0)).draw_text(&plain(120)),
        busy().draw_text(&plain(120))
    );
}

/// Two worlds of one view look the same to everybody, to the last letter.
#[test]
fn worlds_of_one_view_look_alike() {
    for view in [busy(), planning()] {
        let pictures: BTreeSet<(String, String)> = (0..8)
            .map(|seed| {
                let mut world = view;
                world.determinize(Fill::All, &mut stream(seed, "draw worlds", 0));
                let seen = world.information_state(Seat(0));
                (seen.draw_svg(&SvgStyle::default()), seen.draw_text(&plain(100)))
            })
            .collect();
        assert_eq!(pictures.len(), 1);
    }
}

/// Teams with every character card, by pros and amateurs.
const TEAMS: [&str; 6] = [
    "safecracker:steal:ninja operative:assault:extract grifter:concoct:prowl hacktivist:tweak:pilfer",
    "demolitions-guy:steal:blast bruiser:assault:tamper mastermind:concoct:prowl black-hat:splice-in:pilfer",
    "grease-man:steal:ninja watchman:assault:intrude con-artist:improvise:prowl technician:tweak:pilfer",
    "ghost-runner:circumvent:ninja sentinel:assault:extract thief:concoct:prowl tinkerer:tweak:pilfer",
    "burglar:hurry:bypass pickpocket:linger:wing-it shutter-bug:hurry:yank-wires angry-locksmith:linger:smash-n-grab",
    "thug:hurry:bypass lookout:linger:wing-it street-urchin:hit-n-run:yank-wires script-kiddie:hit-n-run:smash-n-grab",
];

/// Setups of all scenarios with every fixer that a campaign could bring, and items.
pub fn setup(seed: u64) -> Setup {
    let scenarios = MastersOfTheHeist::SCENARIOS;
    let place = seed as usize;
    let name = scenarios[place % scenarios.len()];
    let scenario = Scenario::find(name).expect("it is in the list");
    let fixers = Fixer::ALL.iter().filter(|&&fixer| scenario.allows(fixer));
    let fixers: Vec<String> = fixers
        .enumerate()
        .filter(|(number, _)| (number + place).is_multiple_of(1 + place % 2))
        .map(|(_, fixer)| fixer.to_string())
        .collect();
    serde_json::from_value(json!({
        "scenario": name,
        "seats": 1 + seed % 4,
        "seed": seed,
        "edition": (["v22", "v24"][place / 2 % 2]),
        "actions": (["strict", "reduced", "normal"][place % 3]),
        "characters": TEAMS[place % TEAMS.len()],
        "cash": 8 + seed % 7,
        "jewels": seed % 2,
        "fixers": fixers,
        "items": "cheap-picks:1 flashbang:2 radio:3 dog-whistle:1 lucky-penny:2 camouflage:3",
    }))
    .expect("a setup")
}

/// A game by chance in which the team neither gives up early nor drops everything.
pub fn played(seed: u64) -> impl Iterator<Item = MastersOfTheHeist> {
    let first = MastersOfTheHeist::new(&setup(seed)).expect("the setup is playable");
    let mut rng = stream(seed, "masters pictures", 0);
    let steps = play_with(first, &mut rng, |_, _, legal, rng| {
        let is_content = |action: &Action| {
            !matches!(
                action,
                Action::Escape | Action::Finish | Action::Drop(..) | Action::Commit(Commit::Breach(_))
            )
        };
        let some: Vec<Action> = legal.iter().copied().filter(is_content).collect();
        choose(rng, if some.is_empty() { legal } else { &some })
    });
    steps.map(|(state, _)| state).collect::<Vec<_>>().into_iter()
}

#[test]
fn every_state_of_random_games_can_be_drawn_and_explained() {
    let (mut seen, mut kinds) = (0, BTreeSet::new());
    for seed in 0..2 * MastersOfTheHeist::SCENARIOS.len() as u64 {
        for (step, state) in played(seed).enumerate() {
            check_sentences(&state, 200);
            for (notation, sentence) in explained(&state) {
                assert_ne!(sentence, notation);
                assert!(
                    !sentence.contains("goes on.") || notation == "done",
                    "{notation}: {sentence}"
                );
                kinds.insert(notation.split(' ').next().unwrap_or_default().to_owned());
            }
            if step % 7 == 0 {
                let width = [40, 67, 80, 100, 120, 160][step / 7 % 6];
                check_lines(&state.draw_text(&plain(width)), width);
            }
            seen += 1;
        }
    }
    assert!(seen > 5_000 && kinds.len() > 60, "{seen} states, {kinds:?}");
}

/// The shortest and the longest line of text, also right after the start.
#[test]
fn first_states_keep_to_the_width() {
    for seed in 0..MastersOfTheHeist::SCENARIOS.len() as u64 {
        let first = MastersOfTheHeist::new(&setup(seed)).expect("the setup is playable");
        let mut rng = stream(seed, "masters widths", 0);
        for (state, _) in play_randomly(first, &mut rng).step_by(9) {
            for width in [40, 50, 80] {
                check_lines(&state.draw_text(&plain(width)), width);
            }
        }
    }
}

/// MH7.10e: the NPC of Part 2 of the Final Score has a name of its own, which is shown instead of that of its card.
#[test]
fn the_npc_of_a_scenario_may_have_a_name() {
    let heist = |scenario: &str, at: &str| -> MastersOfTheHeist {
        let places = ["3,7", "3,7", "0,7"];
        let cards = [
            ("thug", ["hurry", "bypass"]),
            ("lookout", ["linger", "steal"]),
            ("burglar", ["hurry", "wing-it"]),
        ];
        let player = |((card, skills), at): (&(&str, [&str; 2]), &str)| json!({"card": card, "skills": skills, "at": at, "die": 2, "action": "walk"});
        let players: Vec<Value> = cards.iter().zip(places).map(player).collect();
        let npc = json!({"at": at, "status": "active", "die": 1});
        let written = json!({"scenario": scenario, "phase": "action", "round": 3, "players": players, "npc": npc});
        state(&written.to_string())
    };
    let named = heist("interior-ministry-north", "0,4").draw_text(&plain(80));
    assert!(named.contains("Mayor") && !named.contains("Hostage"), "{named}");
}
