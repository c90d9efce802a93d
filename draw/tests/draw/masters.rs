//! Pictures of Masters of the Heist against golden files, and what holds for every picture.

use std::collections::BTreeSet;

use heist_draw::{Draw, Script, SvgStyle, explain_purpose};
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::masters::components::Fixer;
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::{Action, Commit, MastersOfTheHeist, Phase, Setup};
use heist_engine::random::{choose, stream};
use heist_engine::record::Step;
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

/// A last ditch whose route has begun; with the Locks on 0,4 there would be no way out.
pub fn ditch() -> MastersOfTheHeist {
    let mut hexes = positions()["escape"]["hexes"].clone();
    hexes["0,4"] = json!({});
    let mut state = changed("escape", json!({"hexes": hexes}));
    for action in ["last-ditch", "step 1,6", "step 0,6"] {
        state.apply(action.parse().expect("an action"));
    }
    state
}

/// Three characters in the Tech Lab.
fn tech_lab() -> Setup {
    serde_json::from_value(json!({
        "scenario": "tech-lab", "seats": 3, "seed": 1,
        "characters": "burglar:hurry:bypass thug:linger:wing-it lookout:hurry:linger",
    }))
    .expect("a setup")
}

/// Decisions of planning there.
const PLANNED: [&str; 8] = [
    "start 1 5,7",
    "start 2 2,8",
    "start 3 2,8",
    "token 6,5",
    "token 4,6",
    "token 5,6",
    "done",
    "token 2,7",
];

/// Planning, when the second character places its tokens.
fn planning() -> MastersOfTheHeist {
    let mut state = MastersOfTheHeist::new(&tech_lab()).expect("the setup is playable");
    for action in PLANNED {
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
        heist(
            "museum-of-antiquity",
            team,
            json!({"own": [{"at": "4,7"}, {"at": "4,7"}, {"at": "5,7"}], "npc": {"at": "4,6", "die": 3},
                "bag": {"guard": 4, "camera": 4, "lock": 4},
                "resolving": ["action-phase", "ask-micro npc"]}),
        ),
        heist(
            "parking-garage",
            team,
            json!({"own": [{"at": "2,4"}, {"at": "4,0"}, {"at": "9,0"}], "npc": {"at": "1,4"},
                "starters": [{"at": "2,4"}, {"at": "0,5"}, {"at": "0,5"}, {"at": "0,5"}],
                "hexes": {"2,4": {"guards": 2}, "0,5": {"guards": 3}},
                "resolving": ["action-phase", "ask-guard 1 2,4"]}),
        ),
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

/// The decisions of a line from a state on; the seats are those that decide.
fn decisions(state: &MastersOfTheHeist, notations: &[&str]) -> Vec<Step<MastersOfTheHeist>> {
    let mut state = *state;
    let step = |notation: &&str| {
        let Node::Decision(seat) = state.node() else {
            panic!("somebody decides before {notation}");
        };
        let action = notation.parse().expect("an action");
        state.apply(action);
        Step::Action(seat, action)
    };
    notations.iter().map(step).collect()
}

#[test]
fn a_round_is_told_as_a_script_until_the_phase_ends() {
    let start = state(include_str!("../../../docs/examples/masters.json"));
    let line = decisions(
        &start,
        &[
            "act 1",
            "commit bypass 4",
            "act 1",
            "move 5,3",
            "act 1",
            "server",
            "act 4",
            "commit yank-wires 2",
            "act 4",
            "better-ways",
            "act 4",
            "move 9,0",
            "act 4",
            "take documents",
            "act 1",
            "move 4,3",
            "act 2",
            "commit pause",
            "act 3",
            "commit discover",
            "end",
        ],
    );
    let script = Script::of(&start, line.iter().copied()).expect("there is a script");
    assert_eq!(
        script.to_string(),
        "Thug: Sprint (Bypass 4), move to 5,3, turn off the server; then Street urchin: Sprint (Yank Wires 2), use \
         There Are Better Ways, move to 9,0, take the documents; then Thug: move to 4,3; then Burglar: Pause; then \
         Lookout: Discover"
    );
    // The end of the phase is not part of it.
    assert_eq!(script.steps, line.len() - 1);
    // A single action needs no script, and neither does what ends a phase.
    assert_eq!(Script::of(&start, line[..2].iter().copied()), None);
    assert_eq!(Script::of(&start, decisions(&start, &["escape"])), None);
}

#[test]
fn a_plan_is_told_as_a_script() {
    let first = MastersOfTheHeist::new(&tech_lab()).expect("the setup is playable");
    let line = decisions(&first, &PLANNED);
    let script = Script::of(&first, line).expect("there is a script");
    assert_eq!(
        script.to_string(),
        "Burglar: start on the Exit 5,7; then Thug: start on the Exit 2,8; then Lookout: start on the Exit 2,8; then \
         Burglar: token on 6,5, 4,6, 5,6; then Thug: token on 2,7"
    );
    assert_eq!(script.steps, PLANNED.len());
}

#[test]
fn every_action_of_a_character_has_a_word() {
    for seed in 0..8 {
        let mut rng = stream(seed, "masters scripts", 0);
        let first = MastersOfTheHeist::new(&setup(seed)).expect("the setup is playable");
        let mut legal = Vec::new();
        for (state, _) in play_randomly(first, &mut rng) {
            state.legal_actions(&mut legal);
            if state.deciding().is_none()
                || state.phase() != Phase::Action
                || !matches!(state.node(), Node::Decision(_))
            {
                continue;
            }
            for &action in &legal {
                assert!(state.brief(action).is_some(), "{action}");
            }
        }
    }
}

/// What a plan would place is told apart from what lies there, in the text and in the picture.
#[test]
fn a_plan_is_drawn_as_a_suggestion() {
    let first = MastersOfTheHeist::new(&tech_lab()).expect("the setup is playable");
    let mut begun = first;
    begun.apply("start 1 5,7".parse().expect("an action"));
    let planned = planning();
    let text = begun
        .draw_plan_text(&planned, &plain(100))
        .expect("the heist is planned");
    check_lines(&text, 100);
    // Who stands there already is drawn as always.
    let has = |words: &[&str]| text.lines().any(|line| words.iter().all(|word| line.contains(word)));
    assert!(
        has(&[">2 >3"]) && !text.contains(">1 >") && has(&["!1"]) && has(&["!2"]),
        "{text}"
    );
    assert!(
        !text.contains(":1") && text.contains("!1 tokens of the suggested plan"),
        "{text}"
    );
    let picture = begun
        .draw_plan_svg(&planned, &SvgStyle::default())
        .expect("the heist is planned");
    for mark in [
        r#"data-token="planned" data-at="6,5" data-of="1""#,
        r#"data-token="coming" data-at="2,8" data-character="2""#,
        r#"data-token="character" data-at="5,7" data-character="1""#,
    ] {
        assert!(picture.contains(mark), "{mark}");
    }
    assert!(!picture.contains(r#"data-token="plans""#));
    // A plan that is placed is no suggestion any more, and after planning there is none.
    let placed = planned
        .draw_plan_svg(&planned, &SvgStyle::default())
        .expect("the heist is planned");
    assert!(placed.contains(r#"data-token="plans""#) && !placed.contains(r#"data-token="planned""#));
    assert_eq!(busy().draw_plan_text(&busy(), &plain(100)), None);
}

#[test]
fn what_a_token_is_for_is_told_in_a_sentence() {
    let first = MastersOfTheHeist::new(&tech_lab()).expect("the setup is playable");
    let token = follow(&first, &PLANNED[..3]);
    let acting = state(include_str!("../../../docs/examples/masters.json"));
    let acting = follow(&acting, &["act 1", "commit bypass 4", "act 1"]);
    let placed = (&token, "token 6,5".parse().expect("an action"));
    let deed = Some((&acting, "move 5,3".parse().expect("an action")));
    let told = |used, turn, deed| explain_purpose(placed, used, turn, deed).expect("it has a word");
    assert_eq!(told(0, None, None), "Burglar, token on 6,5: not used.");
    assert_eq!(told(1, Some(2), None), "Burglar, token on 6,5: used once, in round 2.");
    assert_eq!(
        told(12, Some(3), deed),
        "Burglar, token on 6,5: used 12 times, most often in round 3, to move to 5,3."
    );
}

fn follow(state: &MastersOfTheHeist, notations: &[&str]) -> MastersOfTheHeist {
    let mut state = *state;
    for notation in notations {
        state.apply(notation.parse().expect("an action"));
    }
    state
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

/// H82: a county job names those who started inside where they are not all.
#[test]
fn a_county_job_says_who_has_to_escape() {
    let objective = |planning: Value| {
        let member = |(card, skills): (&str, [&str; 2])| json!({"card": card, "skills": skills, "at": "9,3", "die": 2});
        let team = [
            ("thug", ["hurry", "bypass"]),
            ("lookout", ["linger", "steal"]),
            ("burglar", ["hurry", "wing-it"]),
        ];
        let written = json!({"scenario": "county-bricks", "phase": "action", "round": 3, "players": team.map(member), "planning": planning});
        let text = state::<MastersOfTheHeist>(&written.to_string()).draw_text(&plain(120));
        let line = text.lines().find(|line| line.contains("Objective"));
        line.expect("a line with the objective").to_owned()
    };
    let (all, some) = (objective(json!({})), objective(json!({"inside": ["1", "3"]})));
    assert!(all.contains("at least 1 character escapes"), "{all}");
    assert!(
        some.contains("at least 1 of those who started inside (Thug and Burglar) escapes"),
        "{some}"
    );
}
