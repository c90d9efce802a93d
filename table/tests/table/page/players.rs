//! The players of a table: names, whose turn it is, and whose buttons work.

use super::*;

/// A table of two on which the Hacker, who is in the first seat, decides.
async fn deciding(site: &Site) -> String {
    let table = site.office().await;
    for _ in 0..20 {
        let page = site.get(&table).await.text;
        if page.contains("<span class=\"turn\">Hacker's turn</span>") {
            return table;
        }
        site.play(&table, 1).await;
    }
    panic!("the first player decides somewhere near the beginning");
}

fn title(page: &str) -> String {
    let found = tags(page).into_iter().find(|tag| tag.name == "title");
    found.expect("a page has a title").text
}

/// What can be entered by a click, and what is only shown.
fn live_and_quiet(page: &str) -> (usize, usize) {
    let (before, quiet) = page
        .split_once("<fieldset class=\"choices quiet\" disabled")
        .unwrap_or((page, ""));
    let quiet = quiet.split_once("</fieldset>").map_or("", |(inside, _)| inside);
    let count = |text: &str| text.matches("name=\"step\"").count();
    (count(before), count(quiet))
}

impl Site {
    /// A page of a table as a visitor sees it who said that they play a seat.
    async fn as_player(&self, address: &str, seat: u8) -> String {
        let cookie = format!("heist-me={seat}");
        let page = self.ask(Method::GET, address, &[("cookie", &cookie)], "").await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        page.text
    }

    async fn name(&self, table: &str, first: &str, second: &str) -> Answer {
        let body = format!("was=&name={first}&was=&name={second}");
        self.post(&format!("{table}/names"), &body).await
    }
}

#[tokio::test]
async fn the_heading_and_the_title_say_whose_turn_it_is() {
    let site = Site::new();
    let table = deciding(&site).await;
    assert_eq!(title(&site.get(&table).await.text), "Hacker's turn · Ours · Heistlab");
    assert_eq!(
        site.name(&table, "Ann", "%3Cb%3EBob").await.status,
        StatusCode::SEE_OTHER
    );
    let page = site.get(&table).await.text;
    check_page(&page);
    assert_eq!(title(&page), "Ann's turn · Ours · Heistlab");
    assert!(
        page.contains("<span class=\"turn\">Ann's turn (Hacker)</span>"),
        "{page}"
    );
    assert!(page.contains("I am &lt;b&gt;Bob (Rook)") && !page.contains("<b>Bob"));
    // Whoever is Ann is told so, and Bob is not.
    let own = site.as_player(&table, 1).await;
    check_page(&own);
    assert_eq!(title(&own), "Your turn · Ours · Heistlab");
    assert!(own.contains("<span class=\"turn mine\">Your turn</span>"), "{own}");
    assert_eq!(title(&site.as_player(&table, 2).await), "Ann's turn · Ours · Heistlab");
    // The part that follows the table brings the title along.
    let part = site.as_player(&format!("{table}/live"), 1).await;
    check(&part);
    assert_eq!(title(&part), "Your turn · Ours · Heistlab");
    // A cookie that makes no sense is nobody's.
    for seat in [0, 3, 200] {
        assert_eq!(
            title(&site.as_player(&table, seat).await),
            "Ann's turn · Ours · Heistlab"
        );
    }
}

#[tokio::test]
async fn a_visitor_says_who_they_are_and_may_change_it() {
    let site = Site::new();
    let table = site.office().await;
    let chosen = site.post(&format!("{table}/me"), "seat=2").await;
    assert_eq!((chosen.status, &chosen.location), (StatusCode::SEE_OTHER, &table));
    assert!(
        chosen
            .cookie
            .starts_with(&format!("heist-me=2; Path={table}; Max-Age=31536000"))
            && chosen.cookie.contains("HttpOnly"),
        "{}",
        chosen.cookie
    );
    let page = site.as_player(&table, 2).await;
    assert!(
        page.contains("value=\"2\" aria-pressed=\"true\"") && page.contains("Nobody in particular"),
        "{page}"
    );
    let part = site
        .ask(
            Method::POST,
            &format!("{table}/me"),
            &[("hx-request", "true")],
            "seat=1",
        )
        .await;
    check(&part.text);
    assert!(part.text.contains("value=\"1\" aria-pressed=\"true\"") && part.cookie.starts_with("heist-me=1;"));
    let forgotten = site.post(&format!("{table}/me"), "seat=0").await;
    assert!(forgotten.cookie.contains("Max-Age=0"), "{}", forgotten.cookie);
    assert_eq!(
        site.post(&format!("{table}/me"), "seat=3").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    // Where hands are private a player takes a seat.
    let cards = site.begin("game=caper-cards&seats=2&risk=11&first=1&name=Cards").await;
    assert_eq!(
        site.post(&format!("{cards}/me"), "seat=1").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert!(!site.as_player(&cards, 1).await.contains("I am "));
}

#[tokio::test]
async fn what_another_player_decides_is_shown_and_not_live() {
    let site = Site::new();
    let table = deciding(&site).await;
    site.name(&table, "Ann", "Bob").await;
    // Nothing changes for whoever never said who they are, or decides.
    let (all, none) = live_and_quiet(&site.get(&table).await.text);
    assert!(all > 0 && none == 0);
    assert_eq!(live_and_quiet(&site.as_player(&table, 1).await), (all, 0));
    let quiet = site.as_player(&table, 2).await;
    check_page(&quiet);
    assert_eq!(live_and_quiet(&quiet), (0, all));
    assert!(
        quiet.contains("It is Ann's turn.") && quiet.contains("Enter it for Ann"),
        "{quiet}"
    );
    // One click makes it live, for this decision only.
    let revision = tags(&quiet)
        .iter()
        .find(|tag| tag.of("name") == Some("enters"))
        .and_then(|tag| tag.of("value").map(str::to_owned))
        .expect("the form says for which decision");
    let live = site.as_player(&format!("{table}?enters={revision}"), 2).await;
    assert_eq!(live_and_quiet(&live), (all, 0));
    assert!(
        live.contains(&format!("/live?enters={revision}\"")),
        "a part that is fetched again stays live"
    );
    let late = site.as_player(&format!("{table}?enters=0"), 2).await;
    assert_eq!(live_and_quiet(&late), (0, all));
    // The table may agree that everybody enters everything, and take that back.
    for (anybody, expected) in [("true", (all, 0)), ("false", (0, all))] {
        let agreed = site
            .post(&format!("{table}/anybody-enters"), &format!("anybody_enters={anybody}"))
            .await;
        assert_eq!(agreed.status, StatusCode::SEE_OTHER, "{}", agreed.text);
        assert_eq!(live_and_quiet(&site.as_player(&table, 2).await), expected);
    }
    // Nothing is refused: it only takes a further click.
    let step = steps_of(&quiet)[0].replace(' ', "+");
    let entered = site
        .ask(
            Method::POST,
            &format!("{table}/enter"),
            &[("cookie", "heist-me=2")],
            &format!("step={step}"),
        )
        .await;
    assert_eq!(entered.status, StatusCode::SEE_OTHER, "{}", entered.text);
}

#[tokio::test]
async fn outcomes_stay_live_for_everybody() {
    let site = Site::new();
    let table = site.office().await;
    let mut chance = 0;
    for _ in 0..12 {
        let page = site.as_player(&table, 2).await;
        if !page.contains("class=\"turn") {
            assert_eq!(live_and_quiet(&page).1, 0, "{page}");
            chance += 1;
        }
        site.play(&table, 1).await;
    }
    assert!(chance > 0, "something came up in between");
}

/// What the players do together anybody may enter; a window is its own player's.
#[test]
fn joint_decisions_and_windows_have_their_own_players() {
    let mut together = view();
    together.is_joint = true;
    together.choices = vec![choice("go")];
    let bob = |view: &View| {
        let shown = shown::Shown {
            me: Some(Seat(1)),
            ..shown(view)
        };
        live::page(&shown, None).into_string()
    };
    let page = bob(&together);
    assert!(
        page.contains("Everybody's turn") && live_and_quiet(&page) == (1, 0),
        "{page}"
    );
    let mut reacting = view();
    reacting.waits = Waits::Decision { seat: Seat(1) };
    reacting.choices = vec![choice("go")];
    reacting.windows = [Some(Seat(0)), Some(Seat(1)), None]
        .map(|seat| OpenWindow {
            seat,
            explanation: "Somebody may react.".to_owned(),
            choices: vec![choice("react")],
        })
        .to_vec();
    let page = bob(&reacting);
    check_page(&page);
    assert_eq!(live_and_quiet(&page), (3, 1));
    assert!(
        page.contains("Ann may react.") && page.contains("Enter it for Ann"),
        "{page}"
    );
}

fn choice(notation: &str) -> Choice {
    Choice {
        notation: notation.to_owned(),
        text: notation.to_owned(),
        spots: Vec::new(),
        probability: None,
        costs: None,
        actor: String::new(),
    }
}

#[tokio::test]
async fn names_are_given_on_a_page_of_their_own() {
    let site = Site::new();
    let table = site.office().await;
    let form = site.get(&format!("{table}/names")).await.text;
    check_page(&form);
    assert!(
        form.contains("Who plays Hacker?") && form.contains("maxlength=\"30\""),
        "{form}"
    );
    assert_eq!(site.name(&table, "Ann", "Bob").await.status, StatusCode::SEE_OTHER);
    // What somebody else changed in the meantime stays, even if the table went on.
    site.play(&table, 1).await;
    let changed = site
        .post(&format!("{table}/names"), "was=Ann&name=Anna&was=&name=")
        .await;
    assert_eq!(changed.status, StatusCode::SEE_OTHER, "{}", changed.text);
    let page = site.get(&table).await.text;
    assert!(
        page.contains("I am Anna (Hacker)") && page.contains("I am Bob (Rook)"),
        "{page}"
    );
    // What is wrong comes back as it was typed.
    for (body, problem) in [
        ("was=Anna&name=bob&was=Bob&name=Bob", "two players are called"),
        ("was=Anna&name=a%0Ab&was=Bob&name=Bob", "at most 30 characters"),
        ("name=Anna", "found 1, expected 2"),
    ] {
        let refused = site.post(&format!("{table}/names"), body).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        check_page(&refused.text);
        assert!(refused.text.contains(problem), "{}", refused.text);
    }
    assert!(site.get(&table).await.text.contains("I am Anna (Hacker)"));
}

/// One person who plays alone has no turns to wait for.
#[tokio::test]
async fn whoever_plays_alone_is_not_told_whose_turn_it_is() {
    let site = Site::new();
    let table = site
        .begin("game=burgle-bros&scenario=office-job&seats=1&characters=hacker-basic&first=1&name=Alone")
        .await;
    site.play(&table, 3).await;
    let page = site.get(&table).await.text;
    check_page(&page);
    assert!(!page.contains("class=\"turn") && !page.contains("I am ") && !page.contains("anybody-enters"));
}

/// A seat corrects one card of its hand on a page of its own.
#[tokio::test]
async fn a_seat_corrects_a_card_of_its_hand() {
    let site = Site::new();
    let table = site.begin("game=caper-cards&seats=2&risk=11&first=1&name=Cards").await;
    let seat = site.post(&format!("{table}/take-seat"), "seat=1").await.location;
    site.play(&seat, 4).await;
    let page = site.get(&format!("{seat}/hand")).await.text;
    check_page(&page);
    assert_eq!(page.matches("Not this one").count(), 4, "{page}");
    assert!(
        site.get(&seat).await.text.contains("Correct a card")
            && !site.get(&table).await.text.contains("Correct a card")
    );
    let public = site.get(&format!("{table}/hand")).await.text;
    check_page(&public);
    assert!(public.contains("shows nobody's cards") && steps_of(&public).is_empty());
    let headings = |page: &str| -> Vec<String> {
        let headings = tags(page).into_iter().filter(|tag| tag.name == "h2");
        headings.map(|tag| tag.text).collect()
    };
    let step = steps_of(&page)
        .into_iter()
        .find(|step| step.starts_with("2: "))
        .expect("the second card may be another");
    let entered = site
        .post(&format!("{seat}/enter"), &format!("step={}", step.replace(' ', "+")))
        .await;
    assert_eq!(entered.status, StatusCode::SEE_OTHER, "{}", entered.text);
    let (before, after) = (headings(&page), headings(&site.get(&format!("{seat}/hand")).await.text));
    let differing: Vec<usize> = (0..4).filter(|&place| before[place] != after[place]).collect();
    assert_eq!(differing, [1], "{before:?} {after:?}");
}

/// Hints name players as everything else on the page does: every text in them is for people.
#[test]
fn hints_name_the_players() {
    let game = heist_engine::any::find("burgle-bros").expect("it is a game");
    let setup = r#"{"scenario": "office-job", "seats": 2, "characters": ["hacker-basic", "rook-basic"], "first": 1, "seed": 1}"#;
    let table = heist_table::table::Table::new(game, setup, &[], 0, &[]).expect("a table");
    let names = ["Ann", ""].map(str::to_owned);
    let table = table.name_players(&names).expect("two names").table;
    let mut hint = hint();
    let count = hint.texts_mut().count();
    assert!(count > hint.moves.len() + 2, "{count}");
    for text in hint.texts_mut() {
        *text = format!("{text} Player 1 and Player 2.");
    }
    table.put_names_into(hint.texts_mut());
    assert!(
        hint.texts_mut().all(|text| text.ends_with(" Ann and Player 2.")),
        "{hint:?}"
    );
}
