//! Campaigns for programs: begun, chosen, played heist by heist, and there again after a restart.

use std::collections::BTreeSet;

use heist_engine::any::find;
use heist_engine::campaigns::{CAMPAIGNS, begin};
use heist_engine::describe::MAX_KEPT_FIGURES;
use heist_engine::game::TeamResult;
use heist_table::store::FILE;

use super::*;

const GAME: &str = "casino-capers";

/// A position of the first heist in which both characters leave: a step each, and it is won.
const NEARLY_WON: &str = include_str!("../../../browser/nearly-won.json");

/// A position in which the bouncer of the first floor catches whoever ends the turn first.
const NEARLY_LOST: &str = r#"{
    "game": "casino-capers",
    "players": [
        {"character": "hawk", "at": "1:C4", "gear": {}, "heat": 4}, {"character": "rook", "at": "1:C4", "gear": {}, "heat": 3}
    ],
    "entrances": ["1:A1", "1:D1"],
    "tiles": {
        "1:C4": "magic-show-3", "1:B3": "crows-nest-2", "1:C3": "table-games-5", "1:B4": "front-desk-1", "2:B1": "magic-show-4"
    },
    "bouncers": [{"at": "1:D4", "marker": "1:A3"}, {"at": "2:D4", "marker": "2:A3"}],
    "decks": [{"discards": ["1:D4", "1:A3"]}, {"discards": ["2:D4", "2:A3"]}]
}"#;

impl Server {
    async fn begin_campaign(&self, fields: &Value) -> Value {
        let body = json!({"game": GAME, "name": "Fridays", "fields": fields});
        self.post("/api/campaigns", &body).await.is(201).json()
    }

    /// A campaign of the two characters of the positions; its link.
    pub async fn fridays(&self) -> String {
        let fields = json!({"seats": 2, "characters": ["hawk", "rook"], "first": 1});
        self.begin_campaign(&fields).await["link"].as_str().unwrap().to_owned()
    }

    pub async fn campaign(&self, link: &str) -> Value {
        self.get(&format!("/api/c/{link}")).await.is(200).json()
    }

    pub async fn of_campaign(&self, link: &str, what: &str, body: &Value) -> Reply {
        self.post(&format!("/api/c/{link}/{what}"), body).await
    }

    /// Opens the table of the next heist; its link.
    pub async fn open_heist(&self, campaign: &str) -> String {
        let opened = self.of_campaign(campaign, "open", &json!({"seed": 7})).await.is(201);
        opened.json()["link"].as_str().unwrap().to_owned()
    }

    /// Plays a table to its end from a position shortly before.
    pub async fn finish(&self, table: &str, is_won: bool) {
        let (position, steps) = if is_won {
            (NEARLY_WON, &["end", "end"][..])
        } else {
            (NEARLY_LOST, &["end"][..])
        };
        let position: Value = serde_json::from_str(position).unwrap();
        let corrected = self
            .post(&format!("/api/t/{table}/correct"), &json!({"position": position}))
            .await;
        corrected.is(200);
        for step in steps {
            self.enter(table, step).await.is(200);
        }
        assert_eq!(self.look(table).await["view"]["waits"]["kind"], "over");
    }
}

/// A campaign that has so many heists left, as it is kept.
pub fn nearly_over(left: usize) -> String {
    let setup = json!({"seats": 2, "characters": ["hawk", "rook"], "first": 1});
    let mut campaign = begin(GAME, &setup.to_string()).unwrap().unwrap();
    let lost = TeamResult {
        value: 0.0,
        ending: "caught",
        figures: [0; MAX_KEPT_FIGURES],
    };
    for seed in 0..campaign.info().most_heists - left {
        let setup = campaign.next_setup(Some(seed as u64)).unwrap().to_string();
        let played = find(GAME).unwrap().read_setup(&setup).unwrap().complete().unwrap();
        campaign.record(&played.text(), &lost).unwrap();
    }
    campaign.to_json()
}

/// Puts another state into the place of that of the only campaign.
pub fn put(folder: &Path, state: &str, played: usize) {
    let file = rusqlite::Connection::open(folder.join(FILE)).unwrap();
    let update = "UPDATE campaigns SET state = ?1, played = ?2";
    assert_eq!(file.execute(update, rusqlite::params![state, played]).unwrap(), 1);
}

#[tokio::test]
async fn a_campaign_begins_with_what_the_team_decides() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    for offered in CAMPAIGNS {
        let begun = server.post("/api/campaigns", &json!({"game": offered.game})).await;
        let begun = begun.is(201).json();
        assert_eq!((&begun["name"], &begun["revision"]), (&json!(offered.name), &json!(0)));
        let (view, level) = (&begun["view"], &begun["view"]["level"]);
        assert_eq!((&view["game"], &view["log"]), (&json!(offered.game), &json!([])));
        assert_eq!(view["heists"], offered.most_heists);
        assert_eq!(
            (&level["value"], &level["before"]),
            (&json!(offered.level.first), &json!(null))
        );
        let next = &view["next"];
        assert_eq!((&next["number"], &next["table"]), (&json!(1), &json!(null)));
        // The form of the game has the fields that the campaign does not decide.
        let games = server.get("/api/games").await.json();
        let game = games.as_array().unwrap().iter().find(|game| game["id"] == offered.game);
        let fields = game.unwrap()["campaign"]["fields"].as_array().unwrap().clone();
        let asked = |name: &str| fields.iter().any(|field| field["name"] == name);
        for (decided, rule) in offered.decided {
            assert!(!asked(decided), "{decided}");
            let said = json!({"game": offered.game, "fields": {*decided: "1"}});
            let refused = server.post("/api/campaigns", &said).await.is(422).json();
            let error = refused["error"].as_str().unwrap();
            assert!(error.contains(decided) && error.contains(rule), "{error}");
        }
        assert!(asked("seats"));
    }
    let fields = json!({"seats": 2, "characters": ["hawk", "rook"], "dead-drops": true});
    let begun = server.begin_campaign(&fields).await;
    assert_eq!(begun["name"], "Fridays");
    assert_eq!(begun["view"]["next"]["choice"]["characters"], json!(["hawk", "rook"]));
    let setup = json!({"game": GAME, "setup": {"seats": 3}});
    let begun = server.post("/api/campaigns", &setup).await.is(201).json();
    assert_eq!(begun["view"]["next"]["choice"], json!({"seats": 3}));
    let listed = server.get("/api/campaigns").await.is(200).json();
    assert_eq!(listed.as_array().unwrap().len(), 2 + CAMPAIGNS.len());
    assert_eq!(
        (&listed[0]["played"], &listed[0]["is_over"]),
        (&json!(0), &json!(false))
    );
}

#[tokio::test]
async fn what_no_campaign_begins_with_gets_one_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    for (body, expected) in [
        (
            json!({"game": "chess"}),
            "no game `chess`; there are campaigns of: casino-capers",
        ),
        (
            json!({"game": "burgle-bros"}),
            "has no campaign; there are campaigns of: casino-capers",
        ),
        (json!({"game": GAME, "fields": {"seats": "many"}}), "field `seats`"),
        (json!({"game": GAME, "fields": {"seats": {}}}), "field `seats`"),
        (
            json!({"game": GAME, "fields": {"seats": 2, "characters": ["hawk", "hawk"]}}),
            "characters",
        ),
        (json!({"game": GAME, "setup": {}}), "seats"),
        (
            json!({"game": GAME, "setup": {"seats": 2, "suspicion": 9}}),
            "camp.suspicion",
        ),
        (json!({"game": GAME, "setup": {"seats": 2}, "fields": {}}), "not both"),
        (
            json!({"game": GAME, "name": "x".repeat(81)}),
            "the name of a campaign has at most 80 characters",
        ),
    ] {
        let refused = server.post("/api/campaigns", &body).await.is(422).json();
        let error = refused["error"].as_str().unwrap();
        assert!(error.contains(expected), "{body}: {error}");
    }
    server
        .post("/api/campaigns", &json!({"game": GAME, "colour": 3}))
        .await
        .is(422);
    assert_eq!(server.get("/api/campaigns").await.json(), json!([]));
}

#[tokio::test]
async fn choices_are_kept_until_they_are_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.fridays().await;
    let choice = json!({"seats": 1, "characters": ["raven", "juicer"]});
    let body = json!({"revision": 0, "choice": choice});
    let chosen = server.of_campaign(&link, "choose", &body).await.is(200).json();
    assert_eq!(
        (&chosen["revision"], &chosen["view"]["next"]["choice"]),
        (&json!(1), &choice)
    );
    let stale = server.of_campaign(&link, "choose", &body).await.is(409).json();
    assert_eq!(stale["campaign"]["view"], chosen["view"]);
    for wrong in [
        json!({}),
        json!({"choice": {}, "fields": {}}),
        json!({"choice": {"seats": 9}}),
        json!({"choice": {"seats": 2, "characters": ["hawk", "hawk"]}}),
        json!({"choice": {"seats": 2, "suspicion": 1}}),
        json!({"fields": {"seats": 9}}),
        json!({"fields": {"characters": ["hawk", "nobody"]}}),
    ] {
        server.of_campaign(&link, "choose", &wrong).await.is(422);
    }
    assert_eq!(server.campaign(&link).await, chosen, "nothing was changed");
    // Of a list that is given in part the rest is drawn, and what is drawn is chosen.
    let fields = json!({"fields": {"seats": 2, "characters": ["random", "rook"]}});
    let chosen = server.of_campaign(&link, "choose", &fields).await.is(200).json();
    let characters = chosen["view"]["next"]["choice"]["characters"]
        .as_array()
        .unwrap()
        .clone();
    assert_eq!((characters.len(), &characters[1]), (2, &json!("rook")));
    drop(server);
    assert_eq!(Server::new(folder.path()).campaign(&link).await, chosen);
}

#[tokio::test]
async fn heists_are_played_at_tables_and_written_into_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.fridays().await;
    let none = server.of_campaign(&link, "log", &json!({})).await.is(409).json();
    assert!(
        none["error"]
            .as_str()
            .unwrap()
            .contains("no heist of this campaign is in play"),
        "{none}"
    );
    let table = server.open_heist(&link).await;
    let seen = server.look(&table).await;
    assert_eq!(seen["name"], "Fridays: Bodyguard");
    let heist = json!({"link": link, "name": "Fridays", "heist": 1, "is_logged": false});
    assert_eq!(seen["campaign"], heist);
    let present = server.campaign(&link).await;
    assert_eq!(present["view"]["next"]["table"], table);
    // Its table is set up as it was chosen, so there is neither a second one nor another choice.
    for (what, body) in [("open", json!({})), ("choose", json!({"choice": {"seats": 2}}))] {
        let refused = server.of_campaign(&link, what, &body).await.is(409).json();
        assert!(
            refused["error"].as_str().unwrap().contains("in play at its table"),
            "{refused}"
        );
        assert_eq!(refused["campaign"], present);
    }
    let early = server.of_campaign(&link, "log", &json!({})).await.is(422).json();
    assert!(early["error"].as_str().unwrap().contains("not over"), "{early}");

    server.finish(&table, true).await;
    let stale = json!({"revision": 0});
    server.of_campaign(&link, "log", &stale).await.is(409);
    let logged = server.of_campaign(&link, "log", &json!({})).await.is(200).json();
    let entry = json!({"heist": "Bodyguard", "players": ["hawk", "rook"], "won": true, "level": 7, "table": table});
    assert_eq!(logged["view"]["log"], json!([entry]));
    assert_eq!(
        (&logged["view"]["level"]["value"], &logged["view"]["level"]["before"]),
        (&json!(7), &json!(6))
    );
    assert_eq!(
        (&logged["view"]["won"], &logged["view"]["next"]["number"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(
        logged["view"]["holdings"][0],
        json!({"label": "Loot", "items": ["Bodyguard"]})
    );
    assert_eq!(server.look(&table).await["campaign"]["is_logged"], true);
    server.of_campaign(&link, "log", &json!({})).await.is(409);
    // What happens to the table now does not change the log.
    server.post(&format!("/api/t/{table}/undo"), &json!({})).await.is(200);
    assert_eq!(server.campaign(&link).await, logged);

    let second = server.open_heist(&link).await;
    assert_eq!(server.look(&second).await["campaign"]["heist"], 2);
    server.finish(&second, false).await;
    let logged = server.of_campaign(&link, "log", &json!({})).await.is(200).json();
    let last = &logged["view"]["log"][1];
    assert_eq!((&last["won"], &last["level"]), (&json!(false), &json!(6)));
    assert_eq!(logged["view"]["level"]["before"], 7);
    drop(server);
    let server = Server::new(folder.path());
    assert_eq!(server.campaign(&link).await, logged);
    let heist = &server.look(&second).await["campaign"];
    assert_eq!((&heist["heist"], &heist["is_logged"]), (&json!(2), &json!(true)));
    // The log survives its tables.
    server.delete(&format!("/api/t/{table}")).await.is(204);
    let without = server.campaign(&link).await;
    assert_eq!(
        (&without["view"]["log"][0]["table"], &without["view"]["log"][0]["won"]),
        (&json!(null), &json!(true))
    );
}

#[tokio::test]
async fn a_heist_may_be_given_up_and_set_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.fridays().await;
    server.of_campaign(&link, "give-up", &json!({})).await.is(409);
    let before = server.campaign(&link).await;
    let table = server.open_heist(&link).await;
    server
        .of_campaign(&link, "give-up", &json!({"revision": 0}))
        .await
        .is(409);
    let free = server.of_campaign(&link, "give-up", &json!({})).await.is(200).json();
    assert_eq!(free["view"], before["view"]);
    server.get(&format!("/api/t/{table}")).await.is(404);
    // Deleting the table from the list is the same.
    let table = server.open_heist(&link).await;
    server.finish(&table, true).await;
    server.delete(&format!("/api/t/{table}")).await.is(204);
    let free = server.campaign(&link).await;
    assert_eq!(free["view"], before["view"]);
    let choice = json!({"choice": {"seats": 2, "characters": ["rook", "hawk"]}});
    server.of_campaign(&link, "choose", &choice).await.is(200);
    let again = server.open_heist(&link).await;
    assert_ne!(again, table);
}

#[tokio::test]
async fn a_campaign_ends_with_its_last_heist() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.fridays().await;
    put(folder.path(), &nearly_over(1), 8);
    assert_eq!(server.campaign(&link).await["view"]["next"]["number"], 9);
    let table = server.open_heist(&link).await;
    server.finish(&table, false).await;
    let over = server.of_campaign(&link, "log", &json!({})).await.is(200).json();
    let view = &over["view"];
    assert_eq!((&view["next"], &view["won"]), (&json!(null), &json!(0)));
    assert_eq!(view["log"].as_array().unwrap().len(), 9);
    for (what, body) in [("open", json!({})), ("choose", json!({"choice": {"seats": 2}}))] {
        let refused = server.of_campaign(&link, what, &body).await.is(422).json();
        assert!(
            refused["error"].as_str().unwrap().contains("the campaign is over"),
            "{refused}"
        );
    }
    server
        .of_campaign(&link, "choose", &json!({"fields": {"seats": 2}}))
        .await
        .is(422);
    assert_eq!(server.get("/api/campaigns").await.json()[0]["is_over"], true);
}

#[tokio::test]
async fn a_deleted_campaign_leaves_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.fridays().await;
    let table = server.open_heist(&link).await;
    server.delete(&format!("/api/c/{link}")).await.is(204);
    let gone = server.get(&format!("/api/c/{link}")).await.is(404).json();
    assert!(gone["error"].as_str().unwrap().contains("no such campaign"), "{gone}");
    assert_eq!(server.look(&table).await["campaign"], json!(null));
    drop(server);
    let server = Server::new(folder.path());
    assert_eq!(server.look(&table).await["campaign"], json!(null));
    // The links of tables and campaigns are not each other's.
    server.get(&format!("/api/c/{table}")).await.is(404);
    server.get("/api/c/x").await.is(404);
    server.delete(&format!("/api/c/{link}")).await.is(404);
}

#[tokio::test]
async fn a_damaged_campaign_gets_one_clear_error_and_can_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.fridays().await;
    let table = server.open_heist(&link).await;
    let whole = server.campaign(&link).await;
    let good = nearly_over(9);
    for (state, played, expected) in [
        ("nonsense", 0, "line 1, column 2"),
        ("{\"heistlab\": \"campaign\"}", 0, "cannot be opened"),
        (&good.replace("casino-capers", "chess"), 0, "chess"),
        (&good, 3, "heists in its log: 0; expected 3"),
    ] {
        put(folder.path(), state, played);
        for (method, path) in [("GET", ""), ("POST", "/open"), ("POST", "/log"), ("POST", "/choose")] {
            let request = request(method, &format!("/api/c/{link}{path}")).header("content-type", "application/json");
            let body = if path == "/choose" { "{\"choice\": {}}" } else { "{}" };
            let reply = server
                .send(request.body(Body::from(body)).unwrap())
                .await
                .is(500)
                .json();
            let error = reply["error"].as_str().unwrap();
            assert!(
                error.starts_with("campaign ") && error.contains(expected),
                "{state}: {error}"
            );
        }
        // The rest of the server goes on.
        server.look(&table).await;
        assert_eq!(server.get("/api/campaigns").await.is(200).json()[0]["name"], "Fridays");
    }
    put(folder.path(), &good, 0);
    assert_eq!(server.campaign(&link).await["view"], whole["view"]);
    put(folder.path(), "nonsense", 0);
    server.delete(&format!("/api/c/{link}")).await.is(204);
}

/// Of many who ask at once one opens the table, and one writes the result.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn changes_of_a_campaign_happen_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = Arc::new(Server::new(folder.path()));
    let link = server.fridays().await;
    let all = async |what: &'static str| {
        let tasks = (0..8).map(|_| {
            let (server, link) = (Arc::clone(&server), link.clone());
            tokio::spawn(async move { server.of_campaign(&link, what, &json!({})).await.status.as_u16() })
        });
        let mut statuses = Vec::new();
        for task in tasks.collect::<Vec<_>>() {
            statuses.push(task.await.unwrap());
        }
        statuses.sort();
        statuses
    };
    assert_eq!(all("open").await, [201, 409, 409, 409, 409, 409, 409, 409]);
    let table = server.campaign(&link).await["view"]["next"]["table"]
        .as_str()
        .unwrap()
        .to_owned();
    server.finish(&table, true).await;
    assert_eq!(all("log").await, [200, 409, 409, 409, 409, 409, 409, 409]);
    assert_eq!(server.campaign(&link).await["view"]["log"].as_array().unwrap().len(), 1);
    assert_eq!(server.get("/api/tables").await.json().as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn what_is_described_of_a_campaign_is_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let document = server.get("/api/openapi.json").await.json();
    let names = |value: &Value| -> BTreeSet<String> { value.as_object().unwrap().keys().cloned().collect() };
    let schema = |name: &str| names(&document["components"]["schemas"][name]["properties"]);
    let link = server.fridays().await;
    let table = server.open_heist(&link).await;
    server.finish(&table, true).await;
    let seen = server.of_campaign(&link, "log", &json!({})).await.is(200).json();
    let view = &seen["view"];
    assert_eq!(names(&seen), schema("Campaign"));
    assert_eq!(names(view), schema("CampaignView"));
    assert_eq!(names(&view["next"]), schema("NextHeist"));
    assert_eq!(names(&view["next"]["fields"][0]), schema("SetupField"));
    assert_eq!(names(&view["log"][0]), schema("LoggedHeist"));
    let level = &document["components"]["schemas"]["CampaignView"]["properties"]["level"]["properties"];
    assert_eq!(names(&view["level"]), names(level));
    let listed = server.get("/api/campaigns").await.json();
    assert_eq!(names(&listed[0]), schema("CampaignSummary"));
    let heist = &document["components"]["schemas"]["Table"]["properties"]["campaign"]["properties"];
    assert_eq!(names(&server.look(&table).await["campaign"]), names(heist));
    let games = server.get("/api/games").await.json();
    let game = games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == GAME)
        .unwrap();
    let offer = &document["components"]["schemas"]["Game"]["properties"]["campaign"]["properties"];
    assert_eq!(names(&game["campaign"]), names(offer));
}
