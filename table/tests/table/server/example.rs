//! The example game at the table: two characters for one person or two, a joint decision, a window to react in, and a
//! form with a field of every kind.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heist_agents::{LEVELS, Thinker};
use heist_engine::any::{self, AnyGame};
use heist_table::table::{Table, Viewer, Waits, game_of_record, read_record, setup_from_form};

use super::*;

const GAME: &str = "example-game";

fn game() -> &'static dyn AnyGame {
    heist_registry::install();
    any::find(GAME).unwrap()
}

/// The setup of a form.
fn setup(fields: &[(&str, &str)]) -> Result<Value, String> {
    let fields: Vec<(String, String)> = fields
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let setup = setup_from_form(game(), &fields, 1).map_err(|error| error.message)?;
    Ok(serde_json::from_str(&setup).unwrap())
}

/// A table of a form.
fn begin(fields: &[(&str, &str)]) -> Arc<Table> {
    let setup = setup(fields).unwrap();
    Arc::new(Table::new(game(), &setup.to_string(), &[], 0, &[]).unwrap())
}

fn enter(table: &Arc<Table>, step: &str) -> Arc<Table> {
    let change = table.enter(Viewer::Public, step);
    change.unwrap_or_else(|error| panic!("{step}: {error}")).table
}

/// A kind of field each: numbers, lists, seats, boxes, words, drawings, yes and no.
#[test]
fn every_kind_of_field_comes_from_the_form() {
    let usual = setup(&[]).unwrap();
    assert_eq!((&usual["seats"], &usual["noise"]), (&json!(2), &json!(3)));
    assert_eq!((&usual["alarms"], &usual["plan"]), (&json!(true), &json!("standard")));
    assert_eq!(
        usual["tools"],
        json!(["radio"]),
        "boxes that were not asked for keep their default"
    );
    assert!(usual["first"].is_u64(), "drawn");
    assert!(
        usual.get("vault").is_none() && usual.get("characters").is_none(),
        "{usual}"
    );
    let chosen = setup(&[
        ("scenario", "bank"),
        ("seats", "1"),
        ("characters", "rookie"),
        ("characters", "runner"),
        ("first", "1"),
        ("noise", "1"),
        ("alarms", "no"),
        ("tools", ""),
        ("tools", "crowbar"),
        ("tools", "radio"),
        ("vault", " C "),
        ("plan", "own"),
        ("plan-drawing", ".....\n ^"),
        ("windows", "reduced"),
    ]);
    let chosen = chosen.unwrap();
    assert_eq!(chosen["characters"], json!(["rookie", "runner"]));
    assert_eq!(
        (&chosen["seats"], &chosen["first"], &chosen["noise"]),
        (&json!(1), &json!(1), &json!(1))
    );
    assert_eq!((&chosen["alarms"], &chosen["vault"]), (&json!(false), &json!("C")));
    assert_eq!(chosen["tools"], json!(["crowbar", "radio"]));
    assert_eq!(chosen["plan"], json!(".....\n ^\n"));
    assert_eq!(
        (&chosen["scenario"], &chosen["windows"]),
        (&json!("bank"), &json!("reduced"))
    );
    assert_eq!(setup(&[("tools", "")]).unwrap()["tools"], json!([]), "no box is ticked");
    for (fields, part) in [
        (
            vec![("tools", "ladder")],
            "field `tools`: found `ladder`; expected one of: radio, crowbar",
        ),
        (vec![("noise", "2")], "field `noise`: found `2`; expected one of: 3, 1"),
        (
            vec![("vault", "Z")],
            "field `vault`: vault: `Z`, expected a room from A to H",
        ),
        (
            vec![("plan", "own"), ("plan-drawing", "..")],
            "field `plan-drawing`: expected a drawing of several lines",
        ),
        (
            vec![("plan", "own"), ("plan-drawing", "..\n^")],
            "field `plan`: plan: expected standard, or a drawing",
        ),
        (vec![("characters", "runner")], "field `characters`: some are left open"),
        (vec![("seats", "3")], "field `seats`: found `3`; expected one of: 1, 2"),
    ] {
        let error = setup(&fields).unwrap_err();
        assert!(error.starts_with(part), "{error}");
    }
}

/// EG-RADIO, EG-ROUTE: characters decide by their names, whoever plays them, and a joint decision is the crew's.
#[test]
fn characters_and_the_crew_decide() {
    for (seats, names) in [
        ("1", vec!["lifter 1 and runner 2"]),
        ("2", vec!["lifter 1", "runner 2"]),
    ] {
        let start = begin(&[("seats", seats), ("first", "1"), ("tools", "radio"), ("vault", "C")]);
        let view = start.view(Viewer::Public);
        assert_eq!(view.seat_names, names);
        assert!(!view.is_private && view.can_hint);
        assert_eq!(view.explanation, "lifter 1 decides.");
        let entered = enter(&enter(&start, "move B"), "room alarm");
        let view = entered.view(Viewer::Public);
        let answering = if seats == "1" { 0 } else { 1 };
        assert!(
            matches!(view.waits, Waits::Decision { seat } if seat.0 == answering),
            "{:?}",
            view.waits
        );
        assert_eq!(view.explanation, "runner 2 decides.", "the other one may use the radio");
        let offered: Vec<&str> = view.choices.iter().map(|choice| choice.notation.as_str()).collect();
        assert_eq!(offered, ["radio", "pass"]);
        // Everybody knows where the vault is, so its room is no entry.
        let mut table = entered;
        for step in ["radio", "move C", "end", "end", "crack", "die 3"] {
            table = enter(&table, step);
        }
        let view = table.view(Viewer::Public);
        assert_eq!(view.explanation, "The players choose together.");
        let hint = table.advisable(Viewer::Public).expect("somebody answers for all");
        let hint = hint.advise(
            Thinker::Recommended,
            &LEVELS[0],
            Duration::ZERO,
            &AtomicBool::new(false),
            &mut |_| {},
        );
        let moves: Vec<&str> = hint.moves.iter().map(|of| of.notation.as_str()).collect();
        assert_eq!(moves.len(), 2, "{moves:?}");
        assert!(hint.report.not_estimated.is_empty());
        let table = enter(&enter(&table, "front"), "die 6");
        let view = table.view(Viewer::Public);
        assert!(matches!(&view.waits, Waits::Over { ending, value, .. } if ending == "escaped" && *value == 1.0));
        let deciders: Vec<(&str, &str)> = view
            .log
            .iter()
            .map(|line| (line.decider.as_str(), line.notation.as_str()))
            .collect();
        let expected = [
            ("lifter 1", "move B"),
            ("", "room alarm"),
            ("runner 2", "radio"),
            ("lifter 1", "move C"),
            ("", "room vault"),
            ("lifter 1", "end"),
            ("runner 2", "end"),
            ("lifter 1", "crack"),
            ("", "die 3"),
            ("Together", "front"),
            ("", "die 6"),
        ];
        assert_eq!(deciders, expected);
        let after = table
            .hindsight(Viewer::Public)
            .look_back(&AtomicBool::new(false), &mut |_| {});
        assert_eq!(after.expect("it was not stopped").value, Some(1.0));
        // The record opens as the same table, and so do its entries.
        let record = table.record();
        assert_eq!(game_of_record(&record).unwrap(), GAME);
        let (setup, entries) = read_record(game(), &record).unwrap();
        let opened = Table::new(game(), &setup, &entries, entries.len(), &[]).unwrap();
        assert_eq!(opened.view(Viewer::Public), view);
        let undone = table.undo_last(Viewer::Public).unwrap().table;
        assert_eq!(undone.view(Viewer::Public).log.last().unwrap().notation, "front");
    }
}

/// What the description of the form offers can be sent as JSON, with its own kinds of values.
#[tokio::test]
async fn a_table_is_begun_by_fields_in_json() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let games = server.get("/api/games").await.is(200).json();
    let example = games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == GAME)
        .unwrap();
    let field = |name: &str| {
        let mut fields = example["fields"].as_array().unwrap().iter();
        fields.find(|field| field["name"] == name).unwrap()
    };
    assert_eq!(
        (&field("characters")["entries"], &field("characters")["counted_by"]),
        (&json!(2), &Value::Null)
    );
    assert_eq!(field("characters")["entry_label"], json!("Character"));
    assert_eq!(
        (&field("tools")["is_multiple"], &field("plan-drawing")["is_drawing"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(field("vault")["example"], json!("D"));
    assert_eq!(field("vault")["only"], Value::Null);
    assert_eq!(field("windows")["only"], json!({"field": "alarms", "values": ["yes"]}));
    assert_eq!(
        field("plan-drawing")["only"],
        json!({"field": "plan", "values": ["own"]})
    );
    let fields = json!({
        "seats": 1, "first": 1, "characters": ["rookie", "runner"], "alarms": false, "tools": [], "noise": 1,
    });
    let begun = server
        .post("/api/tables", &json!({"game": GAME, "fields": fields}))
        .await
        .is(201)
        .json();
    let link = begun["link"].as_str().unwrap();
    let position = server.get(&format!("/api/t/{link}/position")).await.is(200).json();
    assert_eq!(position["characters"], json!(["rookie", "runner"]), "{position}");
    assert_eq!(position["limit"], json!(1));
    assert!(
        position.get("tools").is_none_or(|tools| tools == &json!([])),
        "{position}"
    );
    let seen = server.look(link).await;
    assert_eq!(seen["view"]["seat_names"], json!(["rookie 1 and runner 2"]));
}

/// A table is begun by the page's form, entered, corrected and undone over HTTP, and is there again after the server
/// went.
#[tokio::test]
async fn a_table_is_begun_by_its_form_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let page = server.get(&format!("/new?game={GAME}")).await.is(200);
    let page = page.text();
    for part in [
        "type=\"checkbox\" name=\"tools\" value=\"radio\" checked",
        "<input type=\"hidden\" name=\"tools\" value=\"\">",
        "placeholder=\"such as D\"",
        "name=\"plan-drawing\"",
        "<div class=\"stack\" data-only=\"plan\" data-values=\"own\"><label for=\"plan-drawing\">",
        "Only where “Plan” is “My own drawing”.",
        "<div class=\"stack\" data-only=\"alarms\" data-values=\"yes\"><label for=\"windows\">",
        "Only where “Alarms” is “Yes”.",
        "Character 2",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("type=\"checkbox\" name=\"tools\" value=\"crowbar\" checked"));
    let form = "game=example-game&name=Ours&seats=1&first=1&tools=&vault=C&characters=usual&characters=usual";
    let request = request("POST", "/tables").header("content-type", "application/x-www-form-urlencoded");
    let begun = server.send(request.body(Body::from(form)).unwrap()).await.is(303);
    let link = begun.headers["location"]
        .to_str()
        .unwrap()
        .strip_prefix("/t/")
        .unwrap()
        .to_owned();
    for step in ["move B", "room alarm"] {
        server.enter(&link, step).await.is(200);
    }
    // No radio was brought, so the alarm rang.
    let mut position = server.get(&format!("/api/t/{link}/position")).await.is(200).json();
    assert_eq!(position["noise"], json!(1), "{position}");
    position["noise"] = json!(2);
    let corrected = json!({ "position": position });
    server.post(&format!("/api/t/{link}/correct"), &corrected).await.is(200);
    server.enter(&link, "end").await.is(200);
    server.post(&format!("/api/t/{link}/undo"), &json!({})).await.is(200);
    let seen = server.look(&link).await;
    drop(server);
    let again = Server::new(folder.path());
    assert_eq!(again.look(&link).await, seen);
    assert_eq!(choices(&seen), ["move A", "move C", "peek C", "end"]);
    let page = again.get(&format!("/t/{link}")).await.is(200);
    assert!(page.text().contains("lifter 1"), "{}", page.text());
    let picture = again.get(&format!("/api/t/{link}/picture.svg")).await.is(200);
    assert!(picture.text().contains("example-game"));
}
