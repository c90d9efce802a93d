//! Setting up a position: every button works in every game, what contradicts itself is said where it is, and what is
//! saved is what was set.

use heist_engine::any;
use heist_engine::random::{below, stream};
use heist_table::page::escaped;
use heist_table::table::{Draft, Edit};

use super::*;

/// The fields that a page of an editor sends along, whatever is pressed.
fn carried(page: &str) -> Vec<(String, String)> {
    let hidden = tags(page).into_iter().filter(|tag| tag.of("type") == Some("hidden"));
    hidden
        .map(|tag| {
            let of = |name: &str| tag.of(name).unwrap_or_default().to_owned();
            (of("name"), unescaped(&of("value")))
        })
        .collect()
}

fn unescaped(text: &str) -> String {
    text.replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&")
}

fn form(fields: &[(String, String)]) -> String {
    let pairs: Vec<String> = fields
        .iter()
        .map(|(name, value)| format!("{}={}", escaped(name), escaped(value)))
        .collect();
    pairs.join("&")
}

/// The values of a page's buttons of a name, and which of them are pressed.
fn buttons(page: &str, name: &str) -> Vec<(String, bool)> {
    let of_name = tags(page)
        .into_iter()
        .filter(|tag| tag.name == "button" && tag.of("name") == Some(name));
    let enabled = of_name.filter(|tag| tag.of("disabled").is_none());
    enabled
        .map(|tag| {
            (
                unescaped(tag.of("value").unwrap_or_default()),
                tag.of("aria-pressed") == Some("true"),
            )
        })
        .collect()
}

fn position_of(page: &str) -> String {
    let fields = carried(page);
    let position = fields.iter().find(|(name, _)| name == "position");
    position.expect("the page carries the position").1.clone()
}

impl Site {
    /// Presses a button of the editor.
    async fn press(&self, address: &str, page: &str, name: &str, value: &str) -> Answer {
        let mut fields = carried(page);
        fields.push((name.to_owned(), value.to_owned()));
        self.post(address, &form(&fields)).await
    }

    /// Presses buttons that stand on the page, one after the other.
    async fn set(&self, address: &str, mut page: String, presses: &[(&str, &str)]) -> String {
        for (name, value) in presses {
            if *name == "edit" {
                let is_there = buttons(&page, name).iter().any(|(known, _)| known == value);
                assert!(is_there, "no button `{value}` among {:?}", buttons(&page, name));
            }
            let answer = self.press(address, &page, name, value).await;
            assert_eq!(answer.status, StatusCode::OK, "{name}={value}: {}", answer.text);
            page = answer.text;
        }
        page
    }
}

/// Whatever is pressed, in whatever order, the page answers with a page, and what a button says is then so.
#[tokio::test]
async fn every_button_works_in_every_game() {
    let site = Site::new();
    for (number, game) in any::infos().enumerate() {
        let mut random = stream(22, "editor tests", number as u64);
        let begun = site.post("/editor", &format!("game={}&name=Ours", game.id)).await;
        assert_eq!(begun.status, StatusCode::OK, "{}", begun.text);
        let mut page = begun.text;
        let (mut changed, mut places) = (0, HashSet::new());
        for press in 0..60 {
            check_page(&page);
            let (edits, ways) = (buttons(&page, "edit"), buttons(&page, "at"));
            let goes = edits.is_empty() || press % 3 == 0;
            let (name, from) = if goes { ("at", &ways) } else { ("edit", &edits) };
            let (value, was_pressed) = &from[below(&mut random, from.len() as u32) as usize];
            // What a list beside a button says is sent by the list.
            if value.starts_with("pick") {
                continue;
            }
            let before = position_of(&page);
            let answer = site.press("/editor", &page, name, value).await;
            assert_eq!(
                answer.status,
                StatusCode::OK,
                "{}: {name}={value}: {}",
                game.id,
                answer.text
            );
            page = answer.text;
            if goes {
                places.insert(value.clone());
                assert_eq!(position_of(&page), before, "going to {value} changes nothing");
            } else {
                changed += usize::from(position_of(&page) != before);
                let is_pressed = buttons(&page, "edit")
                    .iter()
                    .any(|(known, pressed)| known == value && *pressed);
                let is_set = value.starts_with("set ")
                    && !was_pressed
                    && buttons(&page, "edit").iter().any(|(known, _)| known == value);
                assert!(
                    !is_set || is_pressed || value.contains("false"),
                    "{}: {value} is not pressed",
                    game.id
                );
            }
        }
        assert!(
            changed > 10 && places.len() > 3,
            "{}: {changed} changes at {places:?}",
            game.id
        );
    }
}

/// A Bank Job for three in the middle: what is set by buttons is the position of the table that is opened.
#[tokio::test]
async fn a_game_in_progress_is_set_up_and_opened() {
    let site = Site::new();
    let begun = site
        .post(
            "/editor",
            "game=burgle-bros&scenario=bank-job&seats=2&characters=hacker-basic&characters=rook-basic&name=Ours",
        )
        .await;
    assert_eq!(begun.status, StatusCode::OK, "{}", begun.text);
    // A tap sends every place that lies there, the uppermost first; those that mean nothing are passed over.
    let page = site
        .set(
            "/editor",
            begun.text,
            &[
                ("at", "token=guard\ncell=1:B2\nfloor=1"),
                ("edit", "set /floors/0/tiles/B2 \"laser-1\""),
                ("edit", "set /players/0/at \"1:B2\""),
                ("edit", "set /players/1/at \"1:B2\""),
                ("at", "cell=1:C4"),
                ("edit", "set /floors/0/guard/at \"C4\""),
                ("at", "cell=1:A1"),
                ("edit", "set /floors/0/guard/die \"A1\""),
                ("at", "seat=2"),
                ("edit", "set /players/1/stealth 2"),
                ("edit", "add /players/1/tools \"emp\""),
                ("at", "group=Cards"),
                ("edit", "add /events/discard \"crash\""),
                ("at", "wall=1:A1-A2"),
            ],
        )
        .await;
    check_page(&page);
    assert!(!page.contains("Does not fit yet"), "{page}");
    let opened = site.press("/editor", &page, "by", "open").await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let saved = site.get(&format!("{}/correct", opened.location)).await.text;
    let position: serde_json::Value = serde_json::from_str(&position_of(&saved)).expect("a position");
    for (path, value) in [
        ("/floors/0/tiles/B2", serde_json::json!("laser-1")),
        ("/floors/0/guard", serde_json::json!({"at": "C4", "die": "A1"})),
        ("/players/0/character", serde_json::json!("hacker-basic")),
        ("/players/1/at", serde_json::json!("1:B2")),
        ("/players/1/stealth", serde_json::json!(2)),
        ("/players/1/tools", serde_json::json!(["emp"])),
        ("/events/discard", serde_json::json!(["crash"])),
    ] {
        assert_eq!(position.pointer(path), Some(&value), "{path} of {position}");
    }
    let table = site.get(&opened.location).await.text;
    assert!(table.contains("Hacker"), "{table}");
    assert!(steps_of(&table).iter().any(|step| step.starts_with("move")), "{table}");
}

/// What does not fit is said with the way to where it is set; nothing is opened until it is mended or overridden.
#[tokio::test]
async fn contradictions_are_said_where_they_are() {
    let site = Site::new();
    let begun = site
        .post("/editor", "game=burgle-bros&scenario=office-job&seats=2&name=Ours")
        .await
        .text;
    let page = site
        .set(
            "/editor",
            begun,
            &[
                ("at", "cell=1:B2"),
                ("edit", "set /floors/0/tiles/B2 \"laser-1\""),
                ("edit", "set /players/0/at \"1:B2\""),
                ("edit", "set /floors/0/guard/at \"B2\""),
            ],
        )
        .await;
    assert!(page.contains("Does not fit yet"), "{page}");
    assert!(buttons(&page, "at").contains(&("floor=1".to_owned(), false)), "{page}");
    assert!(
        page.contains("Floor 1: Guard&#39;s die") || page.contains("Floor 1: Guard's die"),
        "{page}"
    );
    let refused = site.press("/editor", &page, "by", "open").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_page(&refused.text);
    assert!(
        refused.text.contains("missing, expected the square of the Guard's die"),
        "{}",
        refused.text
    );
    // The Guard is drawn once his die is known; the rest is drawn meanwhile.
    assert!(page.contains("data-tile=\"laser-1\""), "{page}");
    // The same tile on another square does not fit: it is offered apart, and said to be wrong if it is taken.
    let page = site.set("/editor", page, &[("at", "cell=1:C3")]).await;
    let (fitting, rest) = page
        .split_once("Does not fit what is set")
        .expect("there is what does not fit");
    assert!(fitting.contains("tiles/C3 &quot;laser-2&quot;") && !fitting.contains("tiles/C3 &quot;laser-1&quot;"));
    assert!(rest.contains("tiles/C3 &quot;laser-1&quot;"));
    let page = site
        .set(
            "/editor",
            page,
            &[
                ("edit", "set /floors/0/tiles/C3 \"laser-2\""),
                ("at", "cell=1:A1"),
                ("edit", "set /floors/0/guard/die \"A1\""),
                // An alarm under the Guard may be so at a table.
                ("at", "cell=1:B2"),
                ("edit", "add /floors/0/alarms \"B2\""),
            ],
        )
        .await;
    let (_, said) = page
        .split_once("id=\"contradictions\"")
        .expect("something does not fit");
    assert!(page.contains("override what may be overridden"), "{said}");
    let refused = site.press("/editor", &page, "by", "open").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let mut fields = carried(&page);
    fields.extend([("overridden", "1"), ("by", "open")].map(|(name, value)| (name.to_owned(), value.to_owned())));
    let opened = site.post("/editor", &form(&fields)).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
}

#[tokio::test]
async fn a_fact_is_corrected_and_can_be_undone() {
    let site = Site::new();
    let table = site.office().await;
    for step in ["patrol+A1", "enter+1:B2", "tile+laser-1"] {
        site.post(&format!("{table}/enter"), &format!("step={step}")).await;
    }
    let address = format!("{table}/correct");
    let page = site.get(&address).await.text;
    check_page(&page);
    let page = site
        .set(
            &address,
            page,
            &[
                ("at", "cell=1:B2"),
                ("edit", "set /floors/0/tiles/B2 \"laser-2\""),
                ("edit", "add /floors/0/alarms \"B2\""),
            ],
        )
        .await;
    // Until it is saved, nothing is changed.
    assert!(position_of(&site.get(&address).await.text).contains("laser-1"));
    let saved = site.press(&address, &page, "by", "save").await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text);
    let position = position_of(&site.get(&address).await.text);
    assert!(position.contains("laser-2") && position.contains("alarms") && !position.contains("laser-1"));
    assert!(site.get(&table).await.text.contains("(corrected)"));
    // What was made from the page of before is not saved over it.
    let stale = site.press(&address, &page, "by", "save").await;
    assert_eq!(stale.status, StatusCode::CONFLICT, "{}", stale.text);
    check_page(&stale.text);
    let undone = site.post(&format!("{table}/undo"), "x=1").await;
    assert_eq!(undone.status, StatusCode::SEE_OTHER, "{}", undone.text);
    assert!(position_of(&site.get(&address).await.text).contains("laser-1"));
}

#[tokio::test]
async fn a_position_is_tried_out_without_changing_the_table() {
    let site = Site::new();
    let table = site.office().await;
    site.play(&table, 6).await;
    let address = format!("{table}/correct");
    let page = site.get(&address).await.text;
    let page = site
        .set(
            &address,
            page,
            &[("at", "seat=1"), ("edit", "set /players/0/stealth 2")],
        )
        .await;
    let before = site.get(&table).await.text;
    let led = site.press(&address, &page, "by", "what-if").await;
    assert_eq!(led.status, StatusCode::SEE_OTHER, "{}", led.text);
    let tried = site.get(&led.location).await;
    assert_eq!(tried.status, StatusCode::OK, "{}", tried.text);
    check_page(&tried.text);
    assert!(tried.text.contains("which is not that of the table"), "{}", tried.text);
    let step = steps_of(&tried.text).first().cloned().expect("something can be tried");
    let next = site.get(&format!("{}&step={}", led.location, escaped(&step))).await;
    assert_eq!(next.status, StatusCode::OK, "{}", next.text);
    assert_eq!(site.get(&table).await.text, before);
    let forgotten = site.get(&format!("{table}/what-if?imagined=0000000000000000")).await;
    assert_eq!(forgotten.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(forgotten.text.contains("not remembered any more"), "{}", forgotten.text);
}

/// A position that is pasted where records are opened becomes a table, whatever its number of players; one that
/// contradicts itself is mended on the way.
#[tokio::test]
async fn pasted_positions_open() {
    let site = Site::new();
    for (name, text) in [
        ("table", include_str!("../../../../docs/examples/table.json")),
        ("casino", include_str!("../../../../docs/examples/casino.json")),
        ("masters", include_str!("../../../../docs/examples/masters.json")),
        ("caper", include_str!("../../../../docs/examples/caper.json")),
    ] {
        let opened = site
            .post("/tables/open", &format!("record={}&name={name}", escaped(text)))
            .await;
        assert_eq!(opened.status, StatusCode::SEE_OTHER, "{name}: {}", opened.text);
        let table = site.get(&opened.location).await.text;
        assert!(table.contains("(corrected)") || table.contains("corrected"), "{table}");
    }
    let wrong = include_str!("../../../../docs/examples/table.json").replace("laser-2", "laser-9");
    let page = site
        .post("/tables/open", &format!("record={}&name=x", escaped(&wrong)))
        .await;
    assert_eq!(page.status, StatusCode::OK);
    check_page(&page.text);
    assert!(
        page.text.contains("laser-9") && page.text.contains("Does not fit yet"),
        "{}",
        page.text
    );
    let nonsense = site.post("/tables/open", "record={\"game\":\"chess\"}&name=x").await;
    assert_eq!(nonsense.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(nonsense.text.contains("no game `chess`"), "{}", nonsense.text);
}

/// Every change that a button can carry is read as it was written; anything else is refused in one message.
#[test]
fn changes_are_read_as_they_were_written() {
    for edit in [
        Edit::Set("/players/0/stealth".to_owned(), serde_json::json!(2)),
        Edit::Set("/floors/0/tiles/B2".to_owned(), serde_json::json!("laser-1")),
        Edit::Clear("/crow".to_owned()),
        Edit::Add("/floors/0/alarms".to_owned(), serde_json::json!("B2")),
        Edit::Drop("/floors/0/alarms".to_owned(), serde_json::json!("B2")),
    ] {
        assert_eq!(Edit::read(&edit.text()), Ok(edit));
    }
    for text in ["", "set", "set /a", "set /a {", "clear /a 1", "paint /a 1"] {
        let error = Edit::read(text).expect_err("refused");
        assert!(error.message.contains("expected set, clear, add or drop"), "{error}");
    }
    let game = any::find("burgle-bros").expect("it is a game");
    let draft = Draft::in_progress(game, r#"{"scenario": "office-job", "seats": 2, "seed": 1}"#).expect("a draft");
    for (edit, expected) in [
        (Edit::Set("/nowhere".to_owned(), serde_json::json!(1)), "no fact"),
        (
            Edit::Set("/players/0/stealth".to_owned(), serde_json::json!(-1)),
            "expected a whole number",
        ),
        (
            Edit::Set("/players/0/stealth".to_owned(), serde_json::json!("many")),
            "expected a whole number",
        ),
    ] {
        let error = draft.after(&edit).expect_err("refused");
        assert!(error.message.contains(expected), "{error}");
    }
    let huge = format!("{{\"game\": \"burgle-bros\", \"x\": \"{}\"}}", "x".repeat(300_000));
    assert!(
        Draft::read(game, &huge, None)
            .expect_err("refused")
            .message
            .contains("at most")
    );
    assert!(Draft::read(game, "[1]", None).is_err());
    assert!(Draft::read(game, "{\"game\": \"caper-cards\"}", None).is_err());
}

/// Positions and setups of Casino Capers both have `chips`, which are different things; the other fields are the same
/// in both.
#[test]
fn a_table_from_a_position_keeps_what_its_setup_says() {
    let game = any::find("casino-capers").expect("it is a game");
    let text = include_str!("../../../../docs/examples/casino.json");
    let mut position: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert!(position["chips"].is_object());
    position["turn-limit"] = serde_json::json!(300);
    position["abilities"] = serde_json::json!(true);
    let draft = Draft::read(game, &position.to_string(), None).expect("a draft");
    let (setup, _) = draft.table(false, 1).expect("a table");
    let setup: serde_json::Value = serde_json::from_str(&setup).expect("JSON");
    assert_eq!(setup["turn-limit"], 300);
    assert_eq!(setup["abilities"], true);
}
