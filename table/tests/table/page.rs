//! What the browser is sent, asked for as a browser asks for it.

mod boards;
mod editor;
mod players;

use std::collections::HashSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use axum::response::Response;
use heist_advice::{
    After, Costly, Hint, HintBranch, HintMove, HintPlan, HintPurpose, Pool, Standing, WORDS, prepare, words,
};
use heist_agents::protocol::{Effort, MoveReport, Question, Report, TotalsReport, cells};
use heist_agents::{Confidence, Thinker};
use heist_draw::Script;
use heist_engine::any;
use heist_engine::game::{Node, Overrides, Seat};
use heist_table::app::{App, AppOptions};
use heist_table::page::{after, assets, hints, live, shown};
use heist_table::server::{Guard, Limits, Policy, router};
use heist_table::store::Store;
use heist_table::table::{Choice, OpenWindow, View, Viewer, Waits, setup_fields};
use http_body_util::BodyExt;
use tower::ServiceExt;

/// A server without a network.
struct Site {
    router: axum::Router,
    _data: tempfile::TempDir,
}

/// An answer, read to its end.
struct Answer {
    status: StatusCode,
    location: String,
    cookie: String,
    /// All cookies that are set, the first one ahead.
    cookies: Vec<String>,
    text: String,
}

impl Site {
    fn new() -> Site {
        let data = tempfile::tempdir().expect("there is a folder for temporary things");
        let store = Store::open(data.path()).expect("the store opens");
        let app = Arc::new(App::new(store, AppOptions::new(Pool::new(1, 4))));
        let policy = Policy {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 4000)),
            names: Vec::new(),
            addresses: Vec::new(),
            token: None,
        };
        let guard = Arc::new(Guard::new(policy, Limits::default()));
        Site {
            router: router(app, guard),
            _data: data,
        }
    }

    async fn send(&self, request: Request<Body>) -> Response {
        self.router
            .clone()
            .oneshot(request)
            .await
            .expect("a router always answers")
    }

    async fn ask(&self, method: Method, address: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(address)
            .header(header::HOST, "localhost:4000");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if !body.is_empty() {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        let response = self
            .send(request.body(Body::from(body.to_owned())).expect("the request is whole"))
            .await;
        let of = |name| {
            let value = response.headers().get(name).and_then(|value| value.to_str().ok());
            value.unwrap_or_default().to_owned()
        };
        let (location, cookie) = (of(header::LOCATION), of(header::SET_COOKIE));
        let cookies = response.headers().get_all(header::SET_COOKIE).iter();
        let cookies = cookies
            .filter_map(|cookie| cookie.to_str().ok().map(str::to_owned))
            .collect();
        let status = response.status();
        let body = response
            .into_body()
            .collect()
            .await
            .expect("the body is whole")
            .to_bytes();
        Answer {
            status,
            location,
            cookie,
            cookies,
            text: String::from_utf8(body.to_vec()).expect("the answer is text"),
        }
    }

    async fn get(&self, address: &str) -> Answer {
        self.ask(Method::GET, address, &[], "").await
    }

    async fn post(&self, address: &str, body: &str) -> Answer {
        self.ask(Method::POST, address, &[], body).await
    }

    /// Begins a table and gives its address.
    async fn begin(&self, body: &str) -> String {
        let begun = self.post("/tables", body).await;
        assert_eq!(begun.status, StatusCode::SEE_OTHER, "{}", begun.text);
        assert!(begun.location.starts_with("/t/"), "{}", begun.location);
        begun.location
    }

    async fn office(&self) -> String {
        self.begin(
            "game=burgle-bros&scenario=office-job&seats=2&characters=hacker-basic&characters=rook-basic&first=1&\
             name=Ours",
        )
        .await
    }

    /// Enters the first choice of the page so many times.
    async fn play(&self, table: &str, steps: usize) {
        for _ in 0..steps {
            let page = self.get(table).await.text;
            let step = steps_of(&page).first().cloned().expect("there is something to enter");
            let entered = self
                .post(&format!("{table}/enter"), &format!("step={}", step.replace(' ', "+")))
                .await;
            assert_eq!(entered.status, StatusCode::SEE_OTHER, "{step}: {}", entered.text);
        }
    }
}

/// A start tag.
struct Tag {
    name: String,
    attributes: Vec<(String, String)>,
    /// The text inside, without tags.
    text: String,
}

impl Tag {
    fn of(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

const VOID: [&str; 8] = ["meta", "link", "input", "img", "source", "br", "hr", "wbr"];

/// Reads a page, or a part of one, as strictly as XML but for void elements and attributes without values.
fn tags(page: &str) -> Vec<Tag> {
    let mut tags: Vec<Tag> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").unwrap_or(page);
    while let Some(start) = rest.find('<') {
        let (text, tail) = rest.split_at(start);
        assert!(!text.contains('>'), "a stray > in {text}");
        for &of in &open {
            tags[of].text.push_str(text);
        }
        let mut quoted = false;
        let end = tail.find(|letter| {
            quoted ^= letter == '"';
            letter == '>' && !quoted
        });
        let end = end.unwrap_or_else(|| panic!("a tag without end: {tail}"));
        let inside = &tail[1..end];
        rest = &tail[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            let last = open.pop().unwrap_or_else(|| panic!("</{name}> closes nothing"));
            assert_eq!(tags[last].name, name, "what is closed is not what is open");
            continue;
        }
        // Pictures are XML.
        let (inside, is_whole) = inside
            .strip_suffix('/')
            .map_or((inside, false), |inside| (inside, true));
        let tag = tag(inside);
        if !is_whole && !VOID.contains(&tag.name.as_str()) {
            open.push(tags.len());
        }
        tags.push(tag);
    }
    let unclosed: Vec<&str> = open.iter().map(|&of| tags[of].name.as_str()).collect();
    assert!(unclosed.is_empty(), "not closed: {unclosed:?}");
    tags
}

fn tag(inside: &str) -> Tag {
    let (name, mut rest) = inside.split_once(' ').unwrap_or((inside, ""));
    let mut attributes = Vec::new();
    while !rest.is_empty() {
        let end = rest.find(['=', ' ']).unwrap_or(rest.len());
        let (attribute, tail) = rest.split_at(end);
        let (value, tail) = match tail.strip_prefix("=\"") {
            Some(tail) => tail.split_once('"').expect("quotes are closed"),
            None => ("", tail),
        };
        assert!(!value.contains('<'), "{value}");
        attributes.push((attribute.to_owned(), value.to_owned()));
        rest = tail.trim_start();
    }
    Tag {
        name: name.to_owned(),
        attributes,
        text: String::new(),
    }
}

/// What holds of everything that is sent, whole pages and parts of pages.
fn check(page: &str) {
    let tags = tags(page);
    let mut ids = HashSet::new();
    for tag in &tags {
        for (name, value) in &tag.attributes {
            assert!(!name.starts_with("on") && !name.starts_with("hx-on"), "{name}={value}");
            assert_ne!(name, "style", "{value}");
            assert!(!value.trim_start().starts_with("javascript:"), "{value}");
        }
        if let Some(id) = tag.of("id") {
            assert!(ids.insert(id), "the id {id} is there twice");
        }
        assert_ne!(tag.name, "style");
        if tag.name == "script" {
            assert!(tag.of("src").is_some_and(|source| source.starts_with("/assets/")));
            assert!(tag.text.is_empty(), "{}", tag.text);
        }
        if tag.name == "button" || tag.name == "a" {
            assert!(!tag.text.trim().is_empty(), "nothing to read on {:?}", tag.attributes);
        }
    }
    for of in tags
        .iter()
        .flat_map(|tag| ["for", "aria-labelledby", "aria-describedby"].map(|name| tag.of(name)))
        .flatten()
    {
        assert!(ids.contains(of), "{of} is nowhere in the page");
    }
    let fields = tags
        .iter()
        .filter(|tag| matches!(tag.name.as_str(), "input" | "select" | "textarea"));
    for field in fields.filter(|field| field.of("type") != Some("hidden")) {
        let id = field.of("id").unwrap_or_default();
        let label = tags
            .iter()
            .any(|tag| tag.name == "label" && (tag.of("for") == Some(id)));
        assert!(label || id == "filter", "no label for {:?}", field.attributes);
    }
}

/// The same of a whole page: its landmarks, and headings without gaps.
pub(crate) fn check_page(page: &str) {
    check(page);
    let tags = tags(page);
    assert_eq!(tags.iter().filter(|tag| tag.name == "main").count(), 1);
    assert_eq!(tags.iter().filter(|tag| tag.name == "h1").count(), 1);
    assert_eq!(tags[0].of("lang"), Some("en"));
    let levels = tags
        .iter()
        .filter_map(|tag| tag.name.strip_prefix('h')?.parse::<u8>().ok());
    let mut before = 0;
    for level in levels {
        assert!(level <= before + 1, "h{level} after h{before}");
        before = level;
    }
}

/// The steps that the page offers.
fn steps_of(page: &str) -> Vec<String> {
    let tags = tags(page);
    let steps = tags
        .iter()
        .filter(|tag| tag.name == "button" && tag.of("name") == Some("step"));
    steps.filter_map(|tag| tag.of("value").map(str::to_owned)).collect()
}

/// The form that begins a table names, for the browser and for people, the fields that are of use only beside certain
/// values of another one, and shows what is typed as code.
#[tokio::test]
async fn forms_say_which_fields_depend_on_others() {
    let site = Site::new();
    let mut dependent = 0;
    for game in any::infos() {
        let page = site.get(&format!("/new?game={}", game.id)).await.text;
        check_page(&page);
        assert!(!page.contains('`'), "{page}");
        let fields = setup_fields(game);
        for (place, field) in fields.iter().enumerate() {
            let Some(only) = &field.only else { continue };
            dependent += 1;
            let by = fields[..place].iter().find(|by| by.name == only.field);
            let by = by.expect("the other field stands before it");
            for value in &only.values {
                let (_, title) = by
                    .options
                    .iter()
                    .find(|(known, _)| known == value)
                    .expect("it is offered");
                assert!(field.help.contains(&format!("“{title}”")), "{}", field.help);
            }
            assert!(
                field.help.contains(&format!("Only where “{}” is ", by.label)),
                "{}",
                field.help
            );
            let part = format!("data-only=\"{}\" data-values=\"{}\">", by.name, only.values.join(" "));
            // One value has a label, several that may be chosen have a legend.
            let heads = [
                format!("<label for=\"{}\">", field.name),
                format!("<legend>{}</legend>", field.label),
            ];
            assert!(
                heads.iter().any(|head| page.contains(&format!("{part}{head}"))),
                "{part}: {page}"
            );
        }
    }
    assert!(dependent > 0, "no field depends on another one");
    let page = site.get("/new?game=burgle-bros").await.text;
    assert!(
        page.contains("(<code>heist walls random</code> makes drawings)."),
        "{page}"
    );
}

#[tokio::test]
async fn every_page_is_well_formed_and_runs_under_a_strict_policy() {
    let site = Site::new();
    let table = site.office().await;
    site.play(&table, 6).await;
    let pages = [
        "/".to_owned(),
        "/new?game=burgle-bros".to_owned(),
        "/new?game=caper-cards".to_owned(),
        table.clone(),
        format!("{table}/log"),
        format!("{table}/correct"),
        format!("{table}/after"),
        format!("{table}/what-if"),
    ];
    for address in pages {
        let answer = site.get(&address).await;
        assert_eq!(answer.status, StatusCode::OK, "{address}");
        check_page(&answer.text);
    }
    check(&site.get(&format!("{table}/live")).await.text);
    let panel = site
        .ask(
            Method::GET,
            &format!("{table}/panel?level=quick"),
            &[("hx-request", "true")],
            "",
        )
        .await;
    check(&panel.text);
    assert!(
        panel.text.contains("hints?level=quick&amp;revision=6"),
        "{}",
        panel.text
    );
}

#[tokio::test]
async fn a_level_that_there_is_not_is_named_with_those_there_are() {
    let site = Site::new();
    let table = site.office().await;
    for address in ["panel", "hints"] {
        let part = [("hx-request", "true")];
        let refused = site
            .ask(Method::GET, &format!("{table}/{address}?level=deep"), &part, "")
            .await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{address}");
        let told = "no level `deep`; there are: instant, quick, strong, proof";
        assert!(refused.text.contains(told), "{address}: {}", refused.text);
    }
}

/// The thinkers that a page offers, and the one that is selected.
fn thinkers_of(page: &str) -> (Vec<String>, Option<String>) {
    let offered: Vec<Tag> = tags(page)
        .into_iter()
        .skip_while(|tag| tag.of("name") != Some("thinker"))
        .skip(1)
        .take_while(|tag| tag.name == "option")
        .collect();
    let name = |tag: &Tag| tag.of("value").unwrap_or_default().to_owned();
    let selected = offered.iter().find(|tag| tag.of("selected").is_some());
    (offered.iter().map(name).collect(), selected.map(name))
}

/// Takes the first choice of every seat's page and of everybody's in a game of cards, until a seat decides; its page.
async fn deciding_seat(site: &Site) -> String {
    let table = site.begin("game=caper-cards&seats=4&first=1").await;
    let mut pages = vec![table.clone()];
    for seat in 1..=4 {
        let taken = site.post(&format!("{table}/take-seat"), &format!("seat={seat}")).await;
        pages.push(taken.location);
    }
    for _ in 0..100 {
        for page in pages.iter().skip(1).chain(&pages[..1]) {
            let text = site.get(page).await.text;
            if text.contains("id=\"level-quick\"") {
                return page.clone();
            }
            if let Some(step) = steps_of(&text).first() {
                let body = format!("step={}", step.replace(' ', "+"));
                site.post(&format!("{page}/enter"), &body).await;
                break;
            }
        }
    }
    panic!("nobody decides");
}

const THINKERS: [&str; 4] = [
    "recommended",
    "caper-cards-4:search",
    "caper-cards-4:tree",
    "caper-cards-4:alone",
];

#[tokio::test]
async fn whoever_asks_for_a_hint_chooses_who_thinks() {
    let site = Site::new();
    let table = deciding_seat(&site).await;
    let page = site.get(&table).await.text;
    check_page(&page);
    let (offered, selected) = thinkers_of(&page);
    assert_eq!(
        (&offered[..], selected.as_deref()),
        (&THINKERS.map(str::to_owned)[..], Some("recommended"))
    );
    assert!(page.contains("Who thinks") && page.contains("network caper-cards-4 in the search"));
    let part = [("hx-request", "true")];
    let ask = async |address: &str| site.ask(Method::GET, &format!("{table}/{address}"), &part, "").await;
    let panel = ask("panel?level=quick&thinker=caper-cards-4:search").await;
    check(&panel.text);
    assert!(
        panel
            .text
            .contains("hints?level=quick&amp;thinker=caper-cards-4:search&amp;revision="),
        "{}",
        panel.text
    );
    assert_eq!(thinkers_of(&panel.text).1.as_deref(), Some("caper-cards-4:search"));
    let goes_on = "<input type=\"hidden\" name=\"thinker\" value=\"caper-cards-4:search\">";
    assert!(
        panel.text.contains(goes_on),
        "the next level has the same thinker: {}",
        panel.text
    );
    // Nothing is chosen, as before there was a choice.
    let plain = ask("panel?level=quick").await;
    assert!(plain.text.contains("hints?level=quick&amp;revision="), "{}", plain.text);
    assert_eq!(
        (plain.cookie.as_str(), thinkers_of(&plain.text).1.as_deref()),
        ("", Some("recommended"))
    );
    // Where there is nothing to choose there is no choice.
    let view = view();
    let panel = hints::section(&shown(&view), Some("quick")).into_string();
    assert!(panel.contains("level-quick") && !panel.contains("thinker"), "{panel}");
}

#[tokio::test]
async fn a_thinker_that_there_is_not_is_named_with_those_there_are() {
    let site = Site::new();
    let table = deciding_seat(&site).await;
    let told = format!("there are: {}", THINKERS.join(", "));
    for name in [
        "deep-thought",
        "policy:net=caper-cards-4",
        "models%2Fcaper-cards-4.safetensors:alone",
        "",
    ] {
        for address in ["panel", "hints"] {
            let address = format!("{table}/{address}?level=instant&thinker={name}");
            let part = [("hx-request", "true")];
            let refused = site.ask(Method::GET, &address, &part, "").await;
            assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{address}");
            assert!(refused.text.contains(&told), "{address}: {}", refused.text);
            assert_eq!(refused.cookie, "", "{address}");
        }
    }
    // A network of another game.
    let office = site.office().await;
    let refused = site
        .get(&format!("{office}/hints?level=instant&thinker=caper-cards-4:alone"))
        .await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused.text.contains("no thinker `caper-cards-4:alone` for this game"),
        "{}",
        refused.text
    );
}

#[tokio::test]
async fn a_network_alone_answers_in_a_stream() {
    let site = Site::new();
    let table = deciding_seat(&site).await;
    for level in ["instant", "strong"] {
        let stream = site
            .get(&format!("{table}/hints?level={level}&thinker=caper-cards-4:alone"))
            .await;
        assert_eq!(stream.status, StatusCode::OK);
        assert!(stream.text.ends_with("event: done\ndata: done\n\n"), "{}", stream.text);
        let last = stream.text.rsplit("event: hint").next().unwrap_or_default();
        for told in [
            "Done. Answered without a search.",
            "plays it with a probability of <b>100%</b>",
            "Its score:",
        ] {
            assert!(last.contains(told), "{told}: {last}");
        }
        assert!(
            !last.contains("NaN") && !last.contains("class=\"bar\"") && !last.contains("class=\"equal\""),
            "{last}"
        );
    }
}

/// A browser without JavaScript sends the form, comes back to the table and finds what it chose.
#[tokio::test]
async fn the_choice_of_a_thinker_is_remembered_in_a_cookie() {
    let site = Site::new();
    let table = deciding_seat(&site).await;
    let chosen = site
        .get(&format!("{table}/panel?level=quick&thinker=caper-cards-4:alone"))
        .await;
    assert_eq!((chosen.status, &chosen.location), (StatusCode::SEE_OTHER, &table));
    let cookie = chosen.cookie.split(';').next().unwrap_or_default().to_owned();
    let page = site.ask(Method::GET, &table, &[("cookie", &cookie)], "").await.text;
    check_page(&page);
    assert_eq!(thinkers_of(&page).1.as_deref(), Some("caper-cards-4:alone"));
    assert_eq!(
        thinkers_of(&site.get(&table).await.text).1.as_deref(),
        Some("recommended"),
        "others choose for themselves"
    );
    let refused = site.get(&format!("{table}/panel?level=quick&thinker=x")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    // At a table of another game nobody of that name thinks.
    let office = site.office().await;
    site.post(&format!("{office}/enter"), "step=patrol+A1").await;
    let other = site.ask(Method::GET, &office, &[("cookie", &cookie)], "").await.text;
    assert!(
        other.contains("level-quick") && !other.contains("caper-cards-4"),
        "{other}"
    );
    // Who only wants to be warned is warned by the recommended search.
    let cookies = format!("{cookie}; heist-warns=1");
    let warned = site.ask(Method::GET, &table, &[("cookie", &cookies)], "").await.text;
    assert!(warned.contains("hints?level=quick&amp;revision="), "{warned}");
}

#[tokio::test]
async fn what_is_still_possible_is_offered_and_nothing_else() {
    let site = Site::new();
    let table = site.office().await;
    let first = steps_of(&site.get(&table).await.text);
    assert_eq!(first.len(), 16, "a Guard may start on any square");
    assert_eq!(
        first[..3],
        ["patrol A1", "patrol A2", "patrol A3"],
        "outcomes stand by name"
    );
    site.post(&format!("{table}/enter"), "step=patrol+A1").await;
    site.post(&format!("{table}/enter"), "step=enter+1:B2").await;
    let page = site.get(&table).await.text;
    let tiles = steps_of(&page);
    assert!(tiles.iter().all(|step| step.starts_with("tile ")), "{tiles:?}");
    let face = tiles[0].clone();
    let revealed = site
        .post(&format!("{table}/enter"), &format!("step={}", face.replace(' ', "+")))
        .await;
    assert_eq!(revealed.status, StatusCode::SEE_OTHER, "{}", revealed.text);
    let again = site
        .post(&format!("{table}/enter"), &format!("step={}", face.replace(' ', "+")))
        .await;
    assert_eq!(
        again.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "the tile lies on the table"
    );
    assert!(
        tags(&page).iter().any(|tag| tag.of("data-filter") == Some("outcomes")),
        "many outcomes can be filtered"
    );
}

#[tokio::test]
async fn a_change_is_answered_with_the_part_or_with_a_redirection() {
    let site = Site::new();
    let table = site.office().await;
    let part = [("hx-request", "true")];
    let plain = site.post(&format!("{table}/enter"), "step=patrol+A1&revision=0").await;
    assert_eq!(
        (plain.status, plain.location.as_str()),
        (StatusCode::SEE_OTHER, table.as_str())
    );
    let live = site
        .ask(Method::POST, &format!("{table}/undo"), &part, "revision=1")
        .await;
    assert_eq!(live.status, StatusCode::OK);
    assert!(
        live.text
            .starts_with("<title>Ours · Heistlab</title><div id=\"live\" data-revision=\"2\""),
        "{}",
        live.text
    );
    check(&live.text);
    let redone = site
        .ask(Method::POST, &format!("{table}/redo"), &part, "revision=2")
        .await;
    assert!(redone.text.contains("<kbd>patrol A1</kbd>"));
    let back = site
        .ask(Method::POST, &format!("{table}/go-to"), &part, "revision=3&entries=0")
        .await;
    assert!(!back.text.contains("<kbd>patrol A1</kbd></div>"), "{}", back.text);
}

/// Without a script as well: another step opens a line, and pages lead to every line and to every old entry.
#[tokio::test]
async fn lines_are_shown_and_old_entries_changed() {
    let site = Site::new();
    let table = site.office().await;
    for step in ["patrol+A1", "enter+1:A3", "tile+walkway-1", "patrol+D4", "peek+1:A2"] {
        site.post(&format!("{table}/enter"), &format!("step={step}")).await;
    }
    let alone = site.get(&table).await.text;
    assert!(
        !alone.contains("class=\"branch\"") && !alone.contains("Line 1"),
        "{alone}"
    );
    site.post(&format!("{table}/go-to"), "entries=1").await;
    let entered = site.post(&format!("{table}/enter"), "step=enter+1:A2&revision=6").await;
    assert_eq!(entered.status, StatusCode::SEE_OTHER, "nobody is asked");
    let page = site.get(&table).await.text;
    check_page(&page);
    assert!(page.contains("Line 1 goes on differently here, by 4 steps."), "{page}");
    assert!(
        page.contains("Line 1</a>: 4 steps, from <kbd>enter 1:A3</kbd> on"),
        "{page}"
    );

    // A line has a page, where it gets a name.
    let line = site.get(&format!("{table}/lines/1")).await;
    assert_eq!(line.status, StatusCode::OK);
    check_page(&line.text);
    assert!(line.text.contains("<kbd>tile walkway-1</kbd>") && !line.text.contains("<kbd>patrol A1</kbd>"));
    let named = site
        .post(&format!("{table}/name"), "line=1&name=By+the+stairs&revision=7")
        .await;
    assert_eq!(named.status, StatusCode::SEE_OTHER);
    let log = site.get(&format!("{table}/log")).await.text;
    check_page(&log);
    assert!(
        log.contains("By the stairs</a>: 4 steps") && log.contains(">Line 2</a>"),
        "{log}"
    );
    assert!(
        site.get(&format!("{table}/lines/2"))
            .await
            .text
            .contains("This is the line that is played on")
    );
    for missing in ["lines/9", "lines/x", "change/0", "change/9", "change/x"] {
        let status = site.get(&format!("{table}/{missing}")).await.status;
        assert!(status.is_client_error(), "{missing}: {status}");
    }

    // An old entry is changed on a page that asks as the table did then.
    site.post(&format!("{table}/return"), "line=1&revision=8").await;
    let question = site.get(&format!("{table}/change/2")).await;
    check_page(&question.text);
    assert!(
        question.text.contains("It was: ")
            && question.text.contains("value=\"enter 1:B1\"")
            && !question.text.contains("value=\"enter 1:A3\""),
        "{}",
        question.text
    );
    let changed = site
        .post(&format!("{table}/change"), "entry=2&step=enter+1:D4&revision=9")
        .await;
    assert_eq!(changed.status, StatusCode::SEE_OTHER, "{}", changed.text);
    let page = site.get(&table).await.text;
    check_page(&page);
    assert!(
        page.contains("Still to be entered again: 1 step of By the stairs, from <kbd>peek 1:A2</kbd> on")
            && page.contains("The next step is not possible here: "),
        "{page}"
    );
    let line = site.get(&format!("{table}/lines/1")).await.text;
    assert!(line.contains("id=\"entry-5\""), "{line}");
    let refused = site.post(&format!("{table}/replay"), "line=1&from=5&revision=10").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_page(&refused.text);
    // Once it is possible, a button enters it.
    site.post(&format!("{table}/change"), "entry=2&step=enter+1:A3&revision=10")
        .await;
    let page = site.get(&table).await.text;
    let part = [("hx-request", "true")];
    assert!(page.contains("id=\"replay-rest\""), "{page}");
    let replayed = site
        .ask(
            Method::POST,
            &format!("{table}/replay"),
            &part,
            "line=1&from=5&revision=11",
        )
        .await;
    check(&replayed.text);
    assert!(
        replayed.text.contains("<kbd>peek 1:A2</kbd>") && !replayed.text.contains("Still to be entered again"),
        "{}",
        replayed.text
    );
    let left = site.post(&format!("{table}/leave-rest"), "revision=12").await;
    assert_eq!(left.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn whoever_comes_too_late_sees_how_it_stands() {
    let site = Site::new();
    let table = site.office().await;
    site.post(&format!("{table}/enter"), "step=patrol+A1&revision=0").await;
    let late = site.post(&format!("{table}/enter"), "step=patrol+A2&revision=0").await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.text.contains("had changed in the meantime"));
    assert!(late.text.contains("patrol A1") && late.text.contains("enter 1:A1"));
    check_page(&late.text);
    let part = [("hx-request", "true")];
    let late = site
        .ask(
            Method::POST,
            &format!("{table}/enter"),
            &part,
            "step=patrol+A2&revision=0",
        )
        .await;
    assert_eq!(late.status, StatusCode::OK, "htmx swaps what is no error");
    assert!(late.text.contains("had changed in the meantime"));
}

#[tokio::test]
async fn what_people_write_is_text_and_never_markup() {
    let site = Site::new();
    let hostile = "%3Cscript%3Ealert(1)%3C/script%3E%22%27%26";
    let table = site
        .begin(&format!("game=burgle-bros&scenario=office-job&seats=2&name={hostile}"))
        .await;
    for address in [
        "/".to_owned(),
        table.clone(),
        format!("{table}/correct"),
        format!("{table}/what-if"),
        format!("{table}/after"),
    ] {
        let page = site.get(&address).await.text;
        check_page(&page);
        assert!(
            page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;"),
            "{address}"
        );
    }
    let refused = site.post(&format!("{table}/enter"), &format!("step={hostile}")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_page(&refused.text);
    let refused = site.get(&format!("{table}/what-if?line={hostile}&at=1")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_page(&refused.text);
    let refused = site.post("/tables/open", &format!("record={hostile}&name=x")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_page(&refused.text);
    let position = format!("by=text&position={hostile}");
    let refused = site.post(&format!("{table}/correct"), &position).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_page(&refused.text);
}

#[tokio::test]
async fn a_seat_has_a_link_of_its_own_that_no_other_page_tells() {
    let site = Site::new();
    let table = site.begin("game=caper-cards&seats=3&risk=11&first=1&name=Cards").await;
    let public = site.get(&table).await.text;
    assert!(public.contains("Take seat 1") && public.contains("Take seat 3"));
    let mut links = vec![table.clone()];
    for seat in 1..=2 {
        let taken = site.post(&format!("{table}/take-seat"), &format!("seat={seat}")).await;
        assert_eq!(taken.status, StatusCode::SEE_OTHER, "{}", taken.text);
        links.push(taken.location);
    }
    let again = site.post(&format!("{table}/take-seat"), "seat=1").await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    check_page(&again.text);
    for (own, link) in links.iter().enumerate() {
        for page in [
            "", "/live", "/log", "/correct", "/what-if", "/after", "/record", "/picture",
        ] {
            let text = site.get(&format!("{link}{page}")).await.text;
            for (other, foreign) in links.iter().enumerate().filter(|(other, _)| *other != own) {
                let secret = foreign.trim_start_matches("/t/");
                assert!(
                    !text.contains(secret),
                    "the page {page} of link {own} tells link {other}"
                );
            }
        }
    }
    let public = site.get(&table).await.text;
    assert!(public.contains(": taken") && !public.contains("Take seat 1") && public.contains("Take seat 3"));
    let own = site.get(&links[1]).await.text;
    check_page(&own);
    assert!(
        !own.contains("Take seat") && own.contains("Only this page shows what you enter here"),
        "{own}"
    );
    assert!(own.contains(&format!("value=\"{}\" data-share", links[1])), "{own}");
    assert!(own.contains("works on this machine only") && public.contains("works on this machine only"));
    // A seat is left from its own page.
    assert!(own.contains("/leave-seat") && !public.contains("/leave-seat"));
    let left = site.post(&format!("{}/leave-seat", links[1]), "").await;
    assert_eq!((left.status, &left.location), (StatusCode::SEE_OTHER, &table));
    assert_eq!(site.get(&links[1]).await.status, StatusCode::NOT_FOUND);
    let public = site.get(&table).await.text;
    check_page(&public);
    assert!(public.contains("Take seat 1"));
}

#[tokio::test]
async fn a_record_is_downloaded_and_opened_again() {
    let site = Site::new();
    let table = site.office().await;
    site.play(&table, 8).await;
    let record = site.get(&format!("{table}/record")).await.text;
    let opened = site
        .post(
            "/tables/open",
            &format!("name=Again&record={}", heist_table::page::escaped(&record)),
        )
        .await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    assert_ne!(opened.location, table);
    assert_eq!(site.get(&format!("{}/record", opened.location)).await.text, record);
    let home = site.get("/").await.text;
    assert!(home.contains("Again") && home.contains("Ours"));
    let deleted = site.post(&format!("{table}/delete"), "x=").await;
    assert_eq!(
        (deleted.status, deleted.location.as_str()),
        (StatusCode::SEE_OTHER, "/")
    );
    assert!(!site.get("/").await.text.contains("Ours"));
}

#[tokio::test]
async fn a_form_with_a_mistake_comes_back_as_it_was() {
    let site = Site::new();
    let body = "game=burgle-bros&scenario=office-job&seats=2&walls=own&walls-drawing=nonsense&characters=hawk-basic&\
                characters=rook-basic&name=Mine";
    let answer = site.post("/tables", body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    check_page(&answer.text);
    assert!(answer.text.contains("nonsense") && answer.text.contains("value=\"Mine\""));
    assert!(answer.text.contains("<option value=\"hawk-basic\" selected>"));
}

#[tokio::test]
async fn a_line_is_walked_and_nothing_is_kept() {
    let site = Site::new();
    let table = site.office().await;
    let page = site
        .get(&format!("{table}/what-if?line=patrol+A1;enter+1:B2&at=1"))
        .await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    check_page(&page.text);
    assert!(page.text.contains("Next: <kbd>enter 1:B2</kbd>") && page.text.contains("One step back"));
    let picture = site
        .get(&format!("{table}/picture?line=patrol+A1&layout=narrow&theme=dark"))
        .await;
    let svg = roxmltree::Document::parse(&picture.text).expect("the picture is well-formed");
    assert!(
        svg.descendants()
            .any(|part| part.attribute("data-token") == Some("guard"))
    );
    assert!(
        !site.get(&table).await.text.contains("Back to here"),
        "nothing was entered"
    );
}

/// MH5.8a: steps that are written alike are told in their order, and an entry of two steps is walked as both.
#[tokio::test]
async fn a_line_tells_each_step_at_its_place() {
    let site = Site::new();
    let characters = "thug:hurry:bypass+lookout:linger:steal+burglar:wing-it:hurry";
    let table = site
        .begin(&format!(
            "game=masters-of-the-heist&seats=3&characters={characters}&name=Ours"
        ))
        .await;
    let plan = "start+1+6,4;start+2+6,4;start+3+1,8;token+4,4;done;token+5,4;done;token+2,7;begin";
    let line = format!("{plan};die+4;die+4;die+4;act+3;commit+pause");
    let page = site
        .get(&format!("{table}/what-if?line={line}&step=act+3%3B+idea"))
        .await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    check_page(&page.text);
    for told in [
        "Thug rolls 4.",
        "Lookout rolls 4.",
        "Burglar rolls 4.",
        "Burglar gains 1 idea.",
    ] {
        assert_eq!(page.text.matches(told).count(), 1, "{told} {}", page.text);
    }
    assert!(
        !page.text.contains("id=\"step-on\""),
        "all of it was walked: {}",
        page.text
    );
}

#[tokio::test]
async fn files_have_their_content_in_their_names() {
    let site = Site::new();
    for asset in assets::ASSETS {
        let answer = site.get(&assets::address(asset.name)).await;
        assert_eq!((answer.status, answer.text.as_bytes()), (StatusCode::OK, asset.content));
        let plain = site.get(&format!("/assets/{}", asset.name)).await;
        assert_eq!(
            plain.status,
            StatusCode::NOT_FOUND,
            "a name without key would never be fetched anew"
        );
    }
}

#[tokio::test]
async fn the_mode_is_remembered_in_a_cookie_and_asks_quietly() {
    let site = Site::new();
    let table = site.office().await;
    site.post(&format!("{table}/enter"), "step=patrol+A1").await;
    let answer = site.post(&format!("{table}/mode"), "warns=1").await;
    let cookie = answer.cookie.split(';').next().unwrap_or_default().to_owned();
    let page = site.ask(Method::GET, &table, &[("cookie", &cookie)], "").await.text;
    check_page(&page);
    assert!(page.contains("You are warned only before a blunder") && !page.contains("level-strong"));
    assert!(page.contains("hints?level=quick"));
    assert!(
        site.get(&table).await.text.contains("level-strong"),
        "others are not bothered"
    );
}

#[tokio::test]
async fn a_hint_comes_by_itself_after_every_step_once_somebody_wants_that() {
    let site = Site::new();
    let table = site.office().await;
    site.post(&format!("{table}/enter"), "step=patrol+A1").await;
    let asked = site.get(&table).await.text;
    assert!(
        !asked.contains("id=\"brief\"")
            && asked.contains("id=\"always-off\" name=\"always\" value=\"off\" aria-pressed")
    );
    for (wanted, is_on) in [("quick", true), ("strong", true), ("off", false)] {
        let answer = site.post(&format!("{table}/mode"), &format!("always={wanted}")).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        let cookie = format!("heist-always={wanted}");
        assert!(
            answer.cookies.iter().any(|set| set.starts_with(&cookie)),
            "{:?}",
            answer.cookies
        );
        let page = site.ask(Method::GET, &table, &[("cookie", &cookie)], "").await.text;
        check_page(&page);
        let of_page = format!("id=\"hinting\" hx-ext=\"sse\" sse-connect=\"{table}/hints?level={wanted}");
        assert_eq!(page.contains(&of_page), is_on, "{page}");
        assert_eq!(page.contains("id=\"brief\""), is_on);
        // The next step brings the next hint, and where chance decides there is none.
        let part = [("hx-request", "true"), ("cookie", cookie.as_str())];
        let entered = site
            .ask(Method::POST, &format!("{table}/enter"), &part, "step=enter+1:A1")
            .await;
        assert!(
            !entered.text.contains("id=\"hinting\""),
            "a tile is turned up: {}",
            entered.text
        );
        site.post(&format!("{table}/undo"), "count=1").await;
    }
    // A proof takes longer than a step: its cookie counts for nothing.
    for unknown in ["never", "proof"] {
        let refused = site.post(&format!("{table}/mode"), &format!("always={unknown}")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        let cookie = format!("heist-always={unknown}");
        let page = site.ask(Method::GET, &table, &[("cookie", &cookie)], "").await.text;
        assert!(!page.contains("id=\"brief\""), "{unknown}");
    }
    // Whoever is warned only before a blunder is shown no hint.
    let quiet = [("cookie", "heist-warns=1; heist-always=quick")];
    let page = site.ask(Method::GET, &table, &quiet, "").await.text;
    assert!(!page.contains("id=\"brief\"") && !page.contains("id=\"always-off\""));
}

/// The words of a page that are seen without unfolding anything, those of tables aside.
fn words_seen(page: &str) -> usize {
    let mut open: Vec<(String, bool)> = Vec::new();
    let (mut count, mut rest) = (0, page);
    while let Some(start) = rest.find('<') {
        let is_hidden = open.iter().any(|(_, is_hidden)| *is_hidden)
            || open.iter().any(|(name, _)| name == "table")
            || (open.iter().any(|(name, _)| name == "details") && !open.iter().any(|(name, _)| name == "summary"));
        count += if is_hidden { 0 } else { words(&rest[..start]) };
        let end = rest.find('>').expect("tags are closed");
        let inside = &rest[start + 1..end];
        match inside.strip_prefix('/') {
            Some(_) => drop(open.pop()),
            None => {
                let tag = tag(inside.trim_end_matches('/'));
                let is_hidden = tag.of("class") == Some("unseen");
                if !VOID.contains(&tag.name.as_str()) {
                    open.push((tag.name, is_hidden));
                }
            }
        }
        rest = &rest[end + 1..];
    }
    count
}

/// The best move comes first, in a few words, with its chance to win, how sure that is, and why; then the table.
/// Everything else is folded.
#[test]
fn a_hint_is_short_and_the_rest_is_folded() {
    let view = view();
    let mut found = hint();
    let text = hints::hint(&shown(&view), &found).into_string();
    check(&text);
    assert_eq!(text.matches("class=\"reason\"").count(), 1);
    let (short, table) = text.split_once("<table").expect("there is a table");
    for told in [
        "Goes go 1.",
        "50% to win. This is probably the best move.",
        "It costs less than “go &lt;3&gt;”.",
        "Then: A six (25%).",
        "Then, if a six lies (40%): It opens.",
        "Otherwise (60%): It stops.",
    ] {
        assert!(short.contains(told), "{told}: {short}");
    }
    assert!(!short.contains("simulations") && table.contains("12\u{202f}345 simulations"));
    assert!(words_seen(&text) <= WORDS, "{}: {text}", words_seen(&text));
    // However much there is to say.
    let long = "word ".repeat(30).trim_end().to_owned();
    (found.reason, found.next, found.change) = (Some(long.clone()), Some(long.clone()), Some(long.clone()));
    found.moves[0].line = vec![("step".to_owned(), long, 1.0); 5];
    let text = hints::hint(&shown(&view), &found).into_string();
    check(&text);
    assert!(words_seen(&text) <= WORDS, "{}: {text}", words_seen(&text));
    let (_, folded) = text.split_once("id=\"explain\"").expect("there are details");
    assert!(
        folded.matches("word word word").count() >= 20,
        "what did not fit is there: {folded}"
    );
}

/// The example positions of all games.
const EXAMPLES: [&str; 5] = [
    include_str!("../../../docs/examples/table.json"),
    include_str!("../../../docs/examples/caper.json"),
    include_str!("../../../docs/examples/casino.json"),
    include_str!("../../../docs/examples/masters.json"),
    include_str!("../../../docs/examples/masters-plan.json"),
];

/// The same position has the same figures on the page as in the report, and little beside them.
#[test]
fn hints_of_all_games_are_short_on_the_page() {
    let view = view();
    for example in EXAMPLES {
        let position: serde_json::Value = serde_json::from_str(example).expect("the example is JSON");
        let game = position["game"].as_str().and_then(any::find);
        let game = game.expect("the example names its game");
        let state = game.read_position(example, Overrides::None).expect("it is a position");
        let Node::Decision(seat) = state.node() else {
            panic!("somebody decides");
        };
        let last = state.branch_count() - 1;
        for asked in [Vec::new(), vec![last]] {
            let question = Question {
                id: "hint".to_owned(),
                state: state.clone(),
                seat,
                moves: (0..=last).collect(),
                asked: asked.clone(),
                effort: Effort::Agent("improve:sims=100".parse().expect("it is a spec")),
                samples: 40,
                seed: 0,
                report_every: None,
            };
            let prepared = prepare(&question).expect("the agent plays every game");
            let hint = prepared.hint(&AtomicBool::new(false), &mut |_| ());
            let text = hints::hint(&shown(&view), &hint).into_string();
            check(&text);
            // Whoever asks about a move wants to hear more.
            let is_short = words_seen(&text) <= WORDS;
            assert!(is_short || !asked.is_empty(), "{}: {text}", words_seen(&text));
            assert_eq!(hint.asked.len(), asked.len());
            let tags = tags(&text);
            let figures: Vec<&str> = tags
                .iter()
                .filter(|tag| tag.name == "td")
                .map(|tag| &*tag.text)
                .collect();
            for (of, cells) in hint.moves.iter().zip(cells(&hint.report)) {
                let is_row = |row: &[&str]| row == cells.columns();
                assert!(
                    of.standing == Standing::Same || figures.windows(4).any(is_row),
                    "{cells:?}: {text}"
                );
            }
        }
    }
}

#[test]
fn a_hint_in_brief_has_the_first_move_and_why() {
    let view = view();
    let found = hint();
    let brief = hints::brief(&shown(&view), &found).into_string();
    check(&brief);
    assert!(
        brief.contains("Hint: <b>") && brief.contains("50% to win.") && brief.contains("It costs less"),
        "{brief}"
    );
    assert!(
        brief.contains("form=\"choices\" name=\"step\" value=\"go 1\" data-home"),
        "{brief}"
    );
    let unsure = Hint {
        is_final: false,
        reason: None,
        ..hint()
    };
    let brief = hints::brief(&shown(&view), &unsure).into_string();
    assert!(
        brief.contains("So far: ") && !brief.contains("It costs less"),
        "{brief}"
    );
}

/// The choices of chance in rows of dice are entered on a keypad as well: as many dice as the longest row has, if that
/// is known.
#[test]
fn rows_of_dice_have_a_keypad() {
    let page_of = |rows: &[&str]| {
        let choice = |row: &&str| Choice {
            notation: format!("faces {row}"),
            text: format!("The dice show {row}."),
            spots: Vec::new(),
            probability: Some(0.1),
            costs: None,
            actor: String::new(),
        };
        let view = View {
            waits: Waits::Chance,
            choices: rows.iter().map(choice).collect(),
            ..view()
        };
        live::page(&shown(&view), None).into_string()
    };
    let few = page_of(&["1", "2", "3", "4", "5", "6"]);
    assert!(
        few.contains("data-dice-count=\"1\"") && few.contains("data-face=\"6\""),
        "{few}"
    );
    assert!(few.contains("data-dice=\"3\""), "{few}");
    let two = page_of(&["1", "12", "13", "2", "23", "3", "34", "4", "45", "5", "56"]);
    assert!(
        two.contains("data-dice-count=\"2\"") && two.contains("each of the 2 dice"),
        "{two}"
    );
    // Six faces may be those of six dice or of more.
    let many = page_of(&["1", "12", "123", "1234", "12345", "123456", "2", "23", "3"]);
    assert!(
        !many.contains("data-dice-count") && many.contains("These are all"),
        "{many}"
    );
    assert!(!page_of(&["1", "21"]).contains("data-face"));
    assert!(!page_of(&["hit", "miss"]).contains("data-face"));
}

/// What costs something says so, and what the board offers as well can be told from the rest.
#[test]
fn costs_ways_and_what_is_left_stand_on_the_page() {
    let choice = |notation: &str, costs: Option<&str>| Choice {
        notation: notation.to_owned(),
        text: format!("Do {notation}."),
        spots: vec![format!("cell={}", notation.split(' ').nth(1).unwrap_or_default())],
        probability: None,
        costs: costs.map(str::to_owned),
        actor: String::new(),
    };
    let view = View {
        choices: vec![choice("move 1:A1", None), choice("move 1:A2", Some("1 Stealth"))],
        ways: vec![choice("move 1:A1; move 1:B1", None)],
        has_left: vec![("Actions left".to_owned(), "2".to_owned())],
        ..view()
    };
    let page = live::page(&shown(&view), None).into_string();
    check_page(&page);
    assert!(
        page.contains("data-costs=\"1 Stealth\"") && page.contains("Costs: 1 Stealth."),
        "{page}"
    );
    assert_eq!(page.matches("data-costs").count(), 1);
    assert!(
        page.contains("value=\"move 1:A1; move 1:B1\"") && page.contains("data-way"),
        "{page}"
    );
    assert!(page.contains("<dt>Actions left</dt><dd>2</dd>"), "{page}");
    assert!(
        page.contains("answers placed") && page.contains("Show notation"),
        "{page}"
    );
}

fn view() -> View {
    View {
        game: "some-game",
        name: "Some Game",
        seats: 2,
        is_private: false,
        seat_names: vec!["Ann".to_owned(), "<b>Bob</b>".to_owned()],
        names: vec![String::new(); 2],
        anybody_enters: false,
        key: "0".repeat(16),
        turn: 1,
        waits: Waits::Decision { seat: Seat(0) },
        is_joint: false,
        explanation: "Ann decides.".to_owned(),
        windows: Vec::new(),
        choices: Vec::new(),
        ways: Vec::new(),
        has_left: Vec::new(),
        can_hint: true,
        can_undo: false,
        log: Vec::new(),
        entries: 0,
        undone: 0,
        line: 1,
        line_name: String::new(),
        branches: Vec::new(),
        rest: None,
    }
}

pub(crate) fn shown(view: &View) -> shown::Shown<'_> {
    shown::Shown {
        name: "Ours",
        link: "0123456789abcdef0123456789abcdef",
        revision: 3,
        viewer: Viewer::Public,
        view,
        boards: &[],
        taken: &[],
        warns: false,
        always: None,
        thinker: Thinker::Recommended,
        notation: false,
        is_host: false,
        me: None,
        enters_for_others: false,
        reach: &shown::Reach::ThisMachine,
        heist: None,
        costly: &[],
    }
}

fn figures(action: &str, value: f64, difference: f64, standing: Standing) -> MoveReport {
    let reach = if standing == Standing::Same { 0.0 } else { 0.02 };
    MoveReport {
        action: action.to_owned(),
        alike: Vec::new(),
        standing,
        visits: 100,
        rough: false,
        certain: false,
        value,
        value_error: 0.02,
        value_interval95: [value - 0.04, value + 0.04],
        simulated: 0.31,
        simulated_error: 0.02,
        difference,
        difference_error: reach / 2.0,
        difference_interval95: [difference - reach, difference + reach],
        best: 0.5,
        played: None,
        score: None,
        loss: Some(0.4),
        loss_error: Some(0.1),
        line: Vec::new(),
        branches: Vec::new(),
        reason: None,
    }
}

fn hint() -> Hint {
    let moves = [
        ("go 1", 0.5, 0.0, Standing::First),
        ("go 2", 0.5, -0.001, Standing::Equal),
        ("go 3", 0.5, 0.0, Standing::Same),
        ("go <3>", 0.4, -0.1, Standing::Worse),
    ];
    Hint {
        is_final: true,
        reason: Some("It costs less than “go <3>”.".to_owned()),
        confidence: Some(Confidence::Likely),
        doubt: None,
        next: Some("Bob should go.".to_owned()),
        change: Some("A seven would change that.".to_owned()),
        asked: Vec::new(),
        report: Report {
            id: "hint".to_owned(),
            partial: false,
            stopped: false,
            game: "some-game".to_owned(),
            key: "0".repeat(16),
            seat: Seat(0),
            turn: 1,
            agent: "some".to_owned(),
            seed: 0,
            repeat: Some("some:sims=12345".to_owned()),
            doubted: None,
            confidence: None,
            reason: None,
            next: None,
            change: None,
            stake: "Stealth".to_owned(),
            not_estimated: Vec::new(),
            purposes: Vec::new(),
            windows: heist_engine::game::Windows::Full,
            calibrated: true,
            moves: moves
                .iter()
                .map(|&(action, value, difference, standing)| figures(action, value, difference, standing))
                .collect(),
            totals: TotalsReport {
                simulations: 12345,
                worlds: 1,
                nodes: 1,
                depth: 1,
                memory_bytes: 0,
                seconds: 1.25,
            },
        },
        plan: Some(HintPlan {
            steps: vec!["go 1".to_owned(), "token 2,3".to_owned()],
            games: 64,
            purposes: vec![HintPurpose {
                place: 1,
                text: "Sprinter, token on 2,3: not used.".to_owned(),
                spots: vec!["cell=2,3".to_owned()],
            }],
        }),
        moves: moves
            .iter()
            .enumerate()
            .map(|(place, &(notation, _, _, standing))| HintMove {
                notation: notation.to_owned(),
                text: format!("Goes {notation}."),
                spots: vec![format!("cell=1:A{place}")],
                action: notation.to_owned(),
                sentence: format!("Goes {notation}."),
                name: format!("Goes {notation}"),
                standing,
                place,
                reason: (standing == Standing::Worse).then(|| format!("It is slower than “{notation}”.")),
                script: None,
                line: vec![("roll 6".to_owned(), "A six.".to_owned(), 0.25)],
                walk: vec!["pass".to_owned(), "roll 6".to_owned()],
                branches: [("if a six lies", 0.4, "It opens."), ("otherwise", 0.6, "It stops.")]
                    .map(|(when, chance, text)| HintBranch {
                        when: when.to_owned(),
                        chance,
                        line: vec![("step".to_owned(), text.to_owned(), 1.0)],
                    })
                    .to_vec(),
                entered: 0,
            })
            .collect(),
    }
}

/// The table has the figures that every text has, in their columns; what is as good as the best stands in one line with
/// it.
#[test]
fn the_table_has_the_figures_that_are_shown_everywhere() {
    let view = view();
    let found = hint();
    let text = hints::hint(&shown(&view), &found).into_string();
    let tags = tags(&text);
    let texts = |name: &str| -> Vec<&str> {
        let found = tags.iter().filter(|tag| tag.name == name);
        found.map(|tag| tag.text.as_str()).collect()
    };
    assert_eq!(&texts("th")[..4], ["to win", "95%", "differs", "95%"]);
    let rows: Vec<&Tag> = tags.iter().filter(|tag| tag.name == "tbody").collect();
    let classes: Vec<_> = rows.iter().map(|row| row.of("class").unwrap_or_default()).collect();
    assert_eq!(classes, ["first", "equal", "worse"]);
    let all = cells(&found.report);
    let ranked = found.moves.iter().filter(|of| of.standing != Standing::Same);
    let expected: Vec<&str> = ranked.flat_map(|of| all[of.place].columns()).collect();
    let figures: Vec<&str> = texts("td").into_iter().filter(|text| expected.contains(text)).collect();
    assert_eq!(figures, expected);
    assert_eq!(
        expected[8..],
        ["40%", "36 to 44", "\u{2212}10", "\u{2212}12 to \u{2212}8"]
    );
    assert!(rows[0].text.contains("Also: Goes go 3.") && rows[0].text.contains("Risk this round: 0.4 Stealth"));
    assert!(rows[1].text.contains("unclear") && rows[1].text.contains("Look into it"));
    assert!(rows[2].text.contains("Why not this?") && rows[2].text.contains("It is slower than “go &lt;3&gt;”."));
    assert_eq!(rows[1].of("data-spots"), Some("cell=1:A1"));
    // Whoever looks ahead passes the windows that are let go by.
    assert!(
        text.contains("what-if?at=1&amp;line=go%201%3Bpass%3Broll%206"),
        "{text}"
    );
    assert!(text.contains("panel?level=quick&amp;about=go%202"), "{text}");
    // What the simulations themselves come to, and how to repeat them, is told on request.
    let (_, details) = text.split_once("id=\"explain\"").expect("there are details");
    for told in [
        "would win 31%",
        "A seven would change that.",
        "--agent some:sims=12345 --seed 0",
        "~, roughly: it dropped out",
    ] {
        assert!(details.contains(told), "{told}: {details}");
    }
}

/// Of many moves that are as good as the best, five are named.
#[test]
fn equals_are_one_line() {
    let view = view();
    let mut found = hint();
    for number in 0..7 {
        let mut of = found.moves[2].clone();
        (of.notation, of.text, of.place) = (format!("turn {number}"), format!("Turns {number}."), found.moves.len());
        found.report.moves.push(figures(&of.notation, 0.5, 0.0, Standing::Same));
        found.moves.push(of);
    }
    let text = hints::hint(&shown(&view), &found).into_string();
    check(&text);
    let row = tags(&text).into_iter().find(|tag| tag.name == "tbody").expect("a move");
    assert!(
        row.text
            .contains("Also: Goes go 3; Turns 0; Turns 1; Turns 2; Turns 3 and 3 more."),
        "{}",
        row.text
    );
    assert!(!text.contains("Turns 4"));
}

/// A move that somebody asks about has its answer at the top, with what would follow it instead of the best move's
/// line.
#[test]
fn whoever_asks_about_a_move_is_told_why_not() {
    let view = view();
    let mut found = hint();
    (found.asked, found.moves[3].line[0].1) = (vec![3], "A one.".to_owned());
    let text = hints::hint(&shown(&view), &found).into_string();
    check(&text);
    let (short, _) = text.split_once("<table").expect("there is a table");
    let told = "Why not “Goes go &lt;3&gt;”? It is slower than “go &lt;3&gt;”.";
    assert!(short.contains(told) && short.contains("Then: A one (25%)."), "{short}");
    assert!(!short.contains("It costs less"), "{short}");
    found.asked = vec![0];
    let text = hints::hint(&shown(&view), &found).into_string();
    assert!(text.contains("“Goes go 1” is the best move."), "{text}");
    found.asked = vec![1];
    let text = hints::hint(&shown(&view), &found).into_string();
    assert!(
        text.contains("“Goes go 2” may be as good: \u{2212}3 to +2 points."),
        "{text}"
    );
    // The page has the way there beside each move that can be entered, where hints are given.
    let choice = Choice {
        notation: "go 2".to_owned(),
        text: "Goes go 2.".to_owned(),
        spots: Vec::new(),
        probability: None,
        costs: None,
        actor: String::new(),
    };
    let view = View {
        choices: vec![choice],
        ..view
    };
    let way = "panel?level=quick&amp;about=go%202";
    assert!(live::page(&shown(&view), None).into_string().contains(way));
    let warned = shown::Shown {
        warns: true,
        ..shown(&view)
    };
    assert!(!live::page(&warned, None).into_string().contains(way));
    let asking = hints::why(&shown(&view), "quick", "go 2").into_string();
    check(&asking);
    assert!(
        asking.contains("hints?level=quick&amp;revision=3&amp;about=go%202"),
        "{asking}"
    );
}

#[test]
fn a_plan_is_shown_on_the_board_with_what_it_is_for() {
    let view = view();
    let text = hints::hint(&shown(&view), &hint()).into_string();
    check(&text);
    assert!(text.contains("&amp;plan=go%201%3Btoken%202%2C3&amp;"), "{text}");
    assert!(text.contains("in 64 games"), "{text}");
    assert!(
        text.contains(r#"<li data-spots="cell=2,3">Sprinter, token on 2,3: not used.</li>"#),
        "{text}"
    );
    // Only once the search is done, and only where something is planned.
    let unfinished = Hint {
        is_final: false,
        ..hint()
    };
    let unplanned = Hint { plan: None, ..hint() };
    for other in [unfinished, unplanned] {
        assert!(
            !hints::hint(&shown(&view), &other)
                .into_string()
                .contains("id=\"purposes\"")
        );
    }
}

#[test]
fn a_script_says_who_does_what() {
    let view = view();
    let mut found = hint();
    found.moves[0].script = Some(Script {
        parts: vec![
            ("Sprinter".to_owned(), vec!["move".to_owned(), "wait".to_owned()]),
            ("Locksmith".to_owned(), vec!["pick".to_owned()]),
        ],
        steps: 3,
    });
    let text = hints::hint(&shown(&view), &found).into_string();
    check(&text);
    assert!(
        text.contains("Script: Sprinter: move, wait; then Locksmith: pick."),
        "{text}"
    );
}

#[test]
fn a_blunder_is_told_with_what_it_costs_and_both_ways_out() {
    let view = view();
    let blunder = hints::Blunder {
        played: ("go 4".to_owned(), "Goes astray.".to_owned()),
        better: ("go 1".to_owned(), "Goes well.".to_owned()),
        cost: (0.12, [0.08, 0.16]),
    };
    let text = live::live(&shown(&view), Some(&live::Notice::Blunder(blunder))).into_string();
    check(&text);
    assert!(
        text.contains("12 percentage points")
            && text.contains("(8 to 16)")
            && text.contains("Goes well.")
            && text.contains("Do it anyway")
            && text.contains("Take back")
    );
}

/// What agents without estimates report has no numbers for some figures; the page names them instead of showing none.
#[test]
fn moves_without_estimates_say_so() {
    let view = view();
    let mut hint = hint();
    for figures in &mut hint.report.moves {
        for figure in [&mut figures.value, &mut figures.value_error, &mut figures.difference] {
            *figure = f64::NAN;
        }
        (figures.played, figures.score) = (Some(0.25), Some(1.5));
    }
    hint.report.not_estimated = vec!["value".to_owned()];
    let text = hints::hint(&shown(&view), &hint).into_string();
    check(&text);
    assert!(!text.contains("NaN") && !text.contains("class=\"bar\""), "{text}");
    assert!(
        text.contains("Win probability not estimated.") && text.contains("25%") && text.contains("1.50"),
        "{text}"
    );
}

#[test]
fn looking_back_shows_luck_costly_decisions_and_the_figures() {
    let view = view();
    let summary = After {
        value: Some(1.0),
        luck: Some(0.3),
        curve: vec![(0, 0.4, [0.36, 0.44]), (5, 0.6, [0.56, 0.64]), (9, 1.0, [1.0, 1.0])],
        entries: vec![0, 4, 8],
        turns: vec![(0, 1)],
        costly: vec![Costly {
            step: 5,
            entry: 4,
            seat: 2,
            decider: "<b>Bob</b>".to_owned(),
            played: ("go 4".to_owned(), "Goes astray.".to_owned()),
            better: ("go 1".to_owned(), "Goes well.".to_owned()),
            cost: (0.12, [0.08, 0.16]),
            reason: Some("It <wins> more.".to_owned()),
            spots: [
                vec!["cell=1:A1".to_owned()],
                vec!["cell=1:A1".to_owned(), "cell=1:B2".to_owned()],
            ],
        }],
        left_out: 0,
    };
    let text = after::summary(&shown(&view), &summary).into_string();
    check(&text);
    assert!(text.contains("+30 points") && text.contains("70%"), "{text}");
    assert!(text.contains("what-if?at=0&amp;from=4&amp;line=go%201"), "{text}");
    assert!(text.contains("&lt;b&gt;Bob&lt;/b&gt;"));
    assert!(text.contains("Why: It &lt;wins&gt; more."), "{text}");
    // The board of the moment has each ring once.
    assert!(text.contains("from=4&amp;ring=cell%3D1:A1%20cell%3D1:B2"), "{text}");
    // Every decision has a way to its moment, on the curve in each of its four pictures and in the list.
    for entry in [0, 4, 8] {
        assert_eq!(text.matches(&format!("what-if?from={entry}\"")).count(), 5, "{text}");
    }
    assert_eq!(text.matches("href=\"#costly-1\"").count(), 4);
    assert!(text.contains("id=\"costly-1\"") && text.contains("/review.html\""));
    check(&after::progress(0.25).into_string());
}

#[tokio::test]
async fn a_warning_comes_before_a_blunder_once_the_hint_is_there() {
    let site = Site::new();
    let table = site.office().await;
    let cookie = [("cookie", "heist-warns=1")];
    // Nothing was thought about yet, so nothing is known and nothing is held up.
    let entered = site
        .ask(Method::POST, &format!("{table}/enter"), &cookie, "step=patrol+A1")
        .await;
    assert_eq!(entered.status, StatusCode::SEE_OTHER);
    let late = site.get(&format!("{table}/hints?level=instant&revision=0")).await.text;
    assert!(late.contains("changed meanwhile"), "{late}");
    for revision in 1..12 {
        let hints = site
            .get(&format!("{table}/hints?level=instant&revision={revision}"))
            .await
            .text;
        assert!(
            hints.contains("event: hint") && hints.contains("event: done"),
            "{hints}"
        );
        let Some(blunder) = worst_of(&hints) else {
            site.play(&table, 1).await;
            continue;
        };
        let step = format!("revision={revision}&step={}", blunder.replace(' ', "+"));
        let enter = format!("{table}/enter");
        let warned = site.ask(Method::POST, &enter, &cookie, &step).await;
        assert_eq!(warned.status, StatusCode::OK);
        check_page(&warned.text);
        assert!(warned.text.contains("looks like a blunder"), "{blunder}");
        assert!(
            warned.text.contains(&format!("data-revision=\"{revision}\"")),
            "nothing was entered"
        );
        let anyway = site
            .ask(Method::POST, &enter, &cookie, &format!("{step}&anyway=1"))
            .await;
        assert_eq!(anyway.status, StatusCode::SEE_OTHER, "{}", anyway.text);
        return;
    }
    panic!("no decision had a blunder among its moves");
}

/// A move that a hint says surely gives away ten points.
fn worst_of(hints: &str) -> Option<String> {
    let last = hints
        .rsplit("event: hint")
        .next()?
        .lines()
        .find_map(|line| line.strip_prefix("data: "))?;
    // The end of the interval of the difference that is nearer to none.
    let least_of = |item: &Tag| {
        let (_, nearer) = item.text.split_once(" to \u{2212}")?;
        nearer.parse::<f64>().ok()
    };
    let items: Vec<Tag> = tags(last).into_iter().collect();
    let is_worst = |item: &Tag| item.name == "td" && least_of(item).is_some_and(|least| least > 10.0);
    let place = items.iter().position(is_worst)?;
    let body = items[..place].iter().rposition(|item| item.name == "tbody")?;
    items[body..]
        .iter()
        .find(|tag| tag.name == "kbd")
        .map(|tag| tag.text.clone())
}
