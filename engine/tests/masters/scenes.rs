//! Scenes: heists on real scenarios in which only what a test puts there lies on the board.

use heist_engine::masters::MastersOfTheHeist;
use heist_engine::masters::components::{Card, Event};
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::tables::{Edition, Tables};
use serde_json::{Map, Value, json};

use super::support::{heist, play, position};
use crate::common::rule_ids::{data_folder, read, table};

/// Events that do nothing and fill the deck up, so that alerts can be counted.
const FILLERS: usize = 8;

/// A heist that goes on from a scene, with the position that it began with.
pub struct Scene {
    pub state: MastersOfTheHeist,
    before: Value,
}

/// Round 2, in ACTION: all characters have committed and have nothing left to do. Each has two ideas and no loot. The
/// hexes hold nothing but their fixtures, and the bag is empty. `more` says what is different: objects are filled up,
/// and of the players one after the other.
pub fn scene(scenario: &str, places: &[&str], more: Value) -> Value {
    let team = [
        ("thug", ["hurry", "bypass"]),
        ("lookout", ["linger", "steal"]),
        ("burglar", ["hurry", "wing-it"]),
        ("pickpocket", ["linger", "bypass"]),
    ];
    let players = team.iter().zip(places).map(|((card, skills), at)| {
        let action = if *card == "lookout" { "run" } else { "walk" };
        json!({"card": card, "skills": skills, "at": at, "ideas": 2, "die": 1, "action": action, "loot": []})
    });
    let mut whole = json!({
        "scenario": scenario, "phase": "action", "round": 2, "hexes": emptied(scenario),
        "players": players.collect::<Vec<_>>(), "deck": deck(&[]), "bag": {},
    });
    if let Some(npc) = npc_at_its_place(scenario) {
        whole["npc"] = npc;
    }
    merge(&mut whole, more);
    whole
}

/// The NPC of a scenario where the map has it; a guide has acted in this round.
fn npc_at_its_place(scenario: &str) -> Option<Value> {
    let file = scenario_file(scenario);
    let npc = file.get("npc")?;
    let at = format!("{},{}", npc.get("q")?, npc.get("r")?);
    Some(if npc["card"].as_str() == Some("guide") {
        json!({"at": at, "action": "run", "die": 1})
    } else {
        json!({"at": at})
    })
}

fn scenario_file(scenario: &str) -> toml::Table {
    let file = match scenario.split_once('@') {
        Some((name, revision)) => format!("scenarios/rev-{revision}/{name}.toml"),
        None => format!("scenarios/{scenario}.toml"),
    };
    let path = data_folder("masters-of-the-heist").join(file);
    read(&path).parse().expect("a scenario")
}

/// All hexes of a scenario, with nothing on them.
fn emptied(scenario: &str) -> Value {
    let scenario = Scenario::find(scenario).expect("a scenario");
    let hexes = (0..scenario.plan().count()).map(|hex| (scenario.hex_tile(hex).to_string(), json!({})));
    Value::Object(hexes.collect::<Map<_, _>>())
}

/// All hexes of a position and what is on them, also of those that are as the scenario has them.
fn whole_board(position: &Value) -> Map<String, Value> {
    let name = position["scenario"].as_str().expect("a scenario");
    let scenario = Scenario::find(name).expect("a scenario");
    let closed = position["closed-gates"].as_u64().unwrap_or(0) as usize;
    let present = scenario.plan_after(closed).present();
    let mut board = printed(name);
    for (tile, hex) in position["hexes"].as_object().into_iter().flatten() {
        board.insert(tile.clone(), hex.clone());
    }
    board.retain(|tile, _| {
        scenario
            .hex_number(tile.parse().expect("a tile"))
            .is_some_and(|hex| present & 1 << hex != 0)
    });
    board
}

/// What is printed on the hexes of a scenario, in the form of a position.
fn printed(scenario: &str) -> Map<String, Value> {
    let folder = data_folder("masters-of-the-heist");
    let (_, codes) = table(&folder.join("tiles.csv"));
    let file = scenario_file(scenario);
    let hexes = file["map"]["hexes"].as_array().expect("hexes");
    let form = |entry: &toml::Value| {
        let code = entry[2].as_str().expect("a code");
        let row = codes.iter().find(|row| row[0] == code).expect("a known code");
        let mut form = json!({});
        if code == "SC" {
            form["unrevealed"] = json!(true);
        }
        let mut loot = Vec::new();
        for word in row[2].split(' ') {
            match word {
                "guard" | "lock" | "camera" | "dog" => {
                    let field = format!("{word}s");
                    form[&field] = json!(form[&field].as_i64().unwrap_or(0) + 1);
                }
                "jewel" | "documents" | "usb" | "keycard" => loot.push(word),
                "item" => loot.extend(file["item_hex"]["item"].as_str()),
                cash if cash.starts_with("cash:") => loot.push(cash),
                _ => {}
            }
        }
        if !loot.is_empty() {
            form["loot"] = json!(loot);
        }
        (format!("{},{}", entry[0], entry[1]), form)
    };
    hexes.iter().map(form).collect()
}

/// Cards on top of the fillers.
pub fn deck(top: &[&str]) -> Value {
    let fillers = std::iter::repeat_n("M1", FILLERS);
    top.iter().copied().chain(fillers).chain(["Z1"]).collect()
}

pub fn merge(whole: &mut Value, more: Value) {
    match (whole, more) {
        (Value::Object(whole), Value::Object(more)) => {
            for (name, value) in more {
                merge(whole.entry(name).or_insert(Value::Null), value);
            }
        }
        (Value::Array(whole), Value::Array(more)) if whole.iter().chain(&more).all(Value::is_object) => {
            for (number, value) in more.into_iter().enumerate() {
                match whole.get_mut(number) {
                    Some(part) => merge(part, value),
                    None => whole.push(value),
                }
            }
        }
        (whole, more) => *whole = more,
    }
}

/// The scene at the end of the Action phase, with a card on top of the deck.
pub fn after(card: &str, scenario: &str, places: &[&str], more: Value) -> Scene {
    let mut whole = scene(scenario, places, json!({"deck": deck(&[card])}));
    merge(&mut whole, more);
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    scene
}

/// The scene in which a Crisis waits while an Event that does nothing is resolved.
pub fn after_crisis(crisis: &str, scenario: &str, places: &[&str], more: Value) -> Scene {
    let mut whole = scene(scenario, places, json!({"queue": [crisis], "deck": deck(&["M1"])}));
    merge(&mut whole, more);
    let mut scene = Scene::of(whole);
    scene.play(&["end"]);
    scene
}

/// Takes fields from all characters of a position.
pub fn remove_from_characters(whole: &mut Value, fields: &[&str]) {
    let is_taken = |field: &String| fields.contains(&field.as_str());
    for player in whole["players"].as_array_mut().expect("players") {
        player
            .as_object_mut()
            .expect("a player")
            .retain(|field, _| !is_taken(field));
    }
    if let Some(npc) = whole.get_mut("npc").and_then(Value::as_object_mut) {
        npc.retain(|field, _| !is_taken(field));
    }
}

/// Characters in ACTION that have not committed, or in ESCAPE: nobody has an action.
pub fn uncommitted(scenario: &str, places: &[&str], more: Value) -> Scene {
    let mut whole = scene(scenario, places, json!({}));
    remove_from_characters(&mut whole, &["action"]);
    merge(&mut whole, more);
    Scene::of(whole)
}

/// A scene in the Escape part.
pub fn escape(scenario: &str, places: &[&str], more: Value) -> Scene {
    let mut whole = scene(scenario, places, json!({"phase": "escape", "round": 9}));
    remove_from_characters(&mut whole, &["action", "die"]);
    let gates = Scenario::find(scenario).expect("a scenario").gates();
    if gates > 0 {
        whole["closed-gates"] = json!(gates);
        let plan = Scenario::find(scenario).expect("a scenario");
        let hexes = whole["hexes"].as_object_mut().expect("hexes");
        hexes.retain(|tile, _| {
            let number = tile.parse().ok().and_then(|tile| plan.hex_number(tile));
            number.is_some_and(|hex| plan.plan_after(gates).present() & 1 << hex != 0)
        });
    }
    merge(&mut whole, more);
    Scene::of(whole)
}

impl Scene {
    pub fn of(whole: Value) -> Scene {
        let state = heist(whole);
        Scene {
            before: position(&state),
            state,
        }
    }

    pub fn play(&mut self, steps: &[&str]) {
        play(&mut self.state, steps);
    }

    /// What a field of the position says now; null if it says nothing.
    pub fn get(&self, pointer: &str) -> Value {
        position(&self.state).pointer(pointer).cloned().unwrap_or(Value::Null)
    }

    /// A number of the position, 0 if it says nothing.
    pub fn number(&self, field: &str) -> i64 {
        self.get(field).as_i64().unwrap_or(0)
    }

    /// The hexes that are no longer as they were, with what is on them now: `{}` for nothing, `null` for a hex that is
    /// gone.
    pub fn changes(&self) -> Value {
        let (before, now) = (whole_board(&self.before), whole_board(&position(&self.state)));
        let changed = before.keys().filter(|tile| before.get(*tile) != now.get(*tile));
        Value::Object(
            changed
                .map(|tile| (tile.clone(), now.get(tile).cloned().unwrap_or(Value::Null)))
                .collect(),
        )
    }

    /// What is on a hex; null if it is gone.
    pub fn hex(&self, tile: &str) -> Value {
        whole_board(&position(&self.state))
            .get(tile)
            .cloned()
            .unwrap_or(Value::Null)
    }

    /// The Events that alerts have discarded: those that were in the deck and are not any more, the Active Event aside.
    pub fn alerts(&self) -> usize {
        let now = position(&self.state);
        let events = |position: &Value| {
            let deck = position["deck"].as_array().cloned().unwrap_or_default();
            deck.iter()
                .filter(|card| card.as_str().is_some_and(|card| card.parse::<Event>().is_ok()))
                .count()
        };
        let was_taken = usize::from(now["phase"] != self.before["phase"]);
        events(&self.before) - events(&now) - was_taken
    }

    fn path(who: &str) -> String {
        match who.parse::<usize>() {
            Ok(number) => format!("/players/{}", number - 1),
            Err(_) => "/npc".to_owned(),
        }
    }

    /// The ideas of a player character.
    pub fn ideas(&self, who: &str) -> i64 {
        let path = Self::path(who);
        let given = self.get(&format!("{path}/ideas")).as_i64();
        given.unwrap_or_else(|| {
            let card = self.get(&format!("{path}/card"));
            let card: Card = card.as_str().expect("a card").parse().expect("a card");
            Tables::get(Edition::V22).card(card).ideas.into()
        })
    }

    /// The ideas of all player characters.
    pub fn all_ideas(&self) -> Vec<i64> {
        let players = self.get("/players").as_array().map_or(0, Vec::len);
        (1..=players).map(|who| self.ideas(&who.to_string())).collect()
    }

    /// A field of a character, null if it says nothing.
    pub fn of_character(&self, who: &str, field: &str) -> Value {
        self.get(&format!("{}/{field}", Self::path(who)))
    }

    pub fn at(&self, who: &str) -> Value {
        self.of_character(who, "at")
    }

    pub fn loot(&self, who: &str) -> Value {
        match self.of_character(who, "loot") {
            Value::Null => json!([]),
            loot => loot,
        }
    }

    pub fn phase(&self) -> String {
        self.get("/phase").as_str().expect("a phase").to_owned()
    }
}
