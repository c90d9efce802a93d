//! Heists on boards of real scenarios, and what a step changes in them.

use std::collections::BTreeMap;

use heist_engine::masters::scenario::{Chit, Scenario};
use heist_engine::masters::{MastersOfTheHeist, Pair, Who};
use serde_json::{Value, json};

use super::support::{heist, options, play, position};

/// The fields of one object on top of those of another; objects such as `hexes` and characters are merged as well (the
/// bag is not), and `null` removes a field.
fn merge(whole: &mut Value, fields: &Value) {
    for (name, value) in fields.as_object().expect("an object") {
        if value.is_null() {
            whole.as_object_mut().expect("an object").remove(name);
            continue;
        }
        match whole.get_mut(name) {
            Some(old) if old.is_object() && value.is_object() && name != "bag" => merge(old, value),
            _ => whole[name] = value.clone(),
        }
    }
}

/// A character that committed to Walk and has neither ideas nor loot.
fn member(card: &str, skills: [&str; 2], at: &str) -> Value {
    json!({
        "card": card, "skills": skills, "at": at, "die": 1, "action": "walk", "ideas": 0, "loot": [],
    })
}

/// A heist in the Action phase of round 2. All security tiles are revealed and blank and the bag is empty; everybody
/// committed to Walk and has nothing left of it. The fields `1` to `4` say what is different of a character, `hexes` of
/// a hex (that then has nothing else).
pub fn board(scenario: &str, places: [&str; 3], fields: Value) -> MastersOfTheHeist {
    let found = Scenario::find(scenario).expect("a scenario");
    let mut hexes = json!({});
    for hex in 0..found.plan().count() {
        if found.unrevealed() & 1 << hex != 0 {
            hexes[found.hex_tile(hex).to_string()] = json!({});
        }
    }
    let mut whole = json!({
        "scenario": scenario, "phase": "action", "round": 2, "hexes": {}, "bag": {},
        "1": member("thug", ["bypass", "wing-it"], places[0]),
        "2": member("lookout", ["hurry", "linger"], places[1]),
        "3": member("burglar", ["steal", "hurry"], places[2]),
    });
    merge(&mut whole, &fields);
    let given = whole["hexes"].clone();
    for (tile, value) in given.as_object().expect("hexes") {
        hexes[tile] = value.clone();
    }
    whole["hexes"] = hexes;
    let mut players = Vec::new();
    for number in ["1", "2", "3", "4"] {
        if let Some(player) = whole.as_object_mut().expect("an object").remove(number) {
            players.push(player);
        }
    }
    whole["players"] = json!(players);
    heist(whole)
}

/// The Tech Lab: the first character on 5,5 beside 5,4 (a Watchtower), 6,4, 6,5, 5,6, 4,6 and 4,5, the others on the
/// Exit 5,7. The $1k on 4,5, the documents and the keycard have been taken away.
pub fn lab(fields: Value) -> MastersOfTheHeist {
    let mut whole = json!({"hexes": {"4,5": {}, "4,0": {}, "7,1": {}}});
    merge(&mut whole, &fields);
    board("tech-lab", ["5,5", "5,7", "5,7"], whole)
}

/// What stands and lies on a hex, inactive chits with a minus behind them.
fn contents(state: &MastersOfTheHeist, hex: usize) -> String {
    let mut words = Vec::new();
    if state.is_unrevealed(hex) {
        words.push("?".to_owned());
    }
    let mut chits = |name: &str, pair: Pair| {
        words.extend((0..pair.active).map(|_| name.to_owned()));
        words.extend((0..pair.inactive).map(|_| format!("{name}-")));
    };
    chits("guard", state.guards(hex));
    chits("dog", state.dogs(hex));
    chits("lock", state.locks(hex));
    chits("camera", state.cameras(hex));
    words.extend(state.loot_on(hex).iter().map(|piece| piece.to_string()));
    if state.has_idea_token(hex) {
        words.push("idea".to_owned());
    }
    words.join(" ")
}

fn flatten(path: &str, value: &Value, out: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                flatten(&path, value, out);
            }
        }
        Value::Array(items) => {
            let words: Vec<String> = items
                .iter()
                .map(|item| item.as_str().map_or(item.to_string(), str::to_owned))
                .collect();
            out.insert(path.to_owned(), words.join(" "));
        }
        Value::String(text) => {
            out.insert(path.to_owned(), text.clone());
        }
        other => {
            out.insert(path.to_owned(), other.to_string());
        }
    }
}

/// A state as names and values; aside from what is being resolved, what the engine notes of a round and the count of
/// free things.
fn values(state: &MastersOfTheHeist) -> BTreeMap<String, String> {
    let mut whole = position(state);
    let fields = whole.as_object_mut().expect("an object");
    for name in ["resolving", "free-things", "shop", "bag"] {
        fields.remove(name);
    }
    let hexes = fields.remove("hexes").unwrap_or_default();
    let players = fields.remove("players").expect("players");
    let mut out = BTreeMap::new();
    for (number, player) in players.as_array().expect("a list").iter().enumerate() {
        flatten(&format!("{}", number + 1), player, &mut out);
        out.remove(&format!("{}.done", number + 1));
        out.insert(
            format!("{}.ideas", number + 1),
            state.ideas(Who(number as u8)).to_string(),
        );
    }
    flatten("", &whole, &mut out);
    if whole.get("npc").is_some() {
        out.insert("npc.ideas".to_owned(), state.ideas(Who::NPC).to_string());
    }
    for &chit in Chit::ALL {
        if state.in_bag(chit) > 0 {
            out.insert(format!("bag.{chit}"), state.in_bag(chit).to_string());
        }
    }
    let scenario = state.scenario();
    for hex in 0..scenario.plan().count() {
        let tile = scenario.hex_tile(hex).to_string();
        let gone: Vec<&str> = ["fixture-gone", "ring-gone"]
            .into_iter()
            .filter(|&name| hexes[&tile][name] == json!(true))
            .collect();
        out.insert(format!("{tile} gone"), gone.join(" "));
        out.insert(tile, contents(state, hex));
    }
    out.retain(|name, value| !value.is_empty() && !name.starts_with("planning."));
    out
}

/// What is different in a later state, `1.at: 5,6 > 5,5`, sorted; `-` stands for nothing.
pub fn difference(before: &MastersOfTheHeist, after: &MastersOfTheHeist) -> Vec<String> {
    let (before, after) = (values(before), values(after));
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    let word = |map: &BTreeMap<String, String>, name: &String| map.get(name).cloned().unwrap_or_else(|| "-".to_owned());
    names
        .into_iter()
        .map(|name| (name, word(&before, name), word(&after, name)))
        .filter(|(_, before, after)| before != after)
        .map(|(name, before, after)| format!("{name}: {before} > {after}"))
        .collect()
}

/// What steps change, from a decision about who acts; the state goes on from there.
pub fn changes(state: &mut MastersOfTheHeist, steps: &[&str]) -> Vec<String> {
    let before = *state;
    play(state, steps);
    difference(&before, state)
}

/// Two lists hold the same, in whatever order.
#[track_caller]
pub fn assert_same(mut found: Vec<String>, expected: &[&str]) {
    found.sort();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// What stands and lies on a hex.
#[track_caller]
pub fn on(state: &MastersOfTheHeist, tile: &str) -> String {
    let scenario = state.scenario();
    let hex = (0..scenario.plan().count()).find(|&hex| scenario.hex_tile(hex).to_string() == tile);
    contents(state, hex.expect("a hex of the scenario"))
}

/// What one character could commit to, without the word `commit`.
pub fn commits(state: &MastersOfTheHeist, who: &str) -> Vec<String> {
    let options = options(state, who);
    options
        .iter()
        .filter_map(|option| option.strip_prefix("commit "))
        .map(str::to_owned)
        .collect()
}
