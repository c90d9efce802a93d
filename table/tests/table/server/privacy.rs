//! What one seat knows is in no answer to another, to the byte.

use std::time::Duration;

use super::*;

/// Everything that can be asked for below a link; `{step}` is a step that lies open.
const PATHS: [&str; 44] = [
    "/api/t/{}",
    "/api/t/{}/position",
    "/api/t/{}/record",
    "/api/t/{}/picture.svg",
    "/api/t/{}/picture.svg?layout=narrow&theme=dark",
    "/api/t/{}/picture.svg?highlight=seat%3D1,hand%3D1",
    "/api/t/{}/events",
    "/api/t/{}/nothing",
    "/t/{}",
    "/t/{}/live",
    "/t/{}/log",
    "/t/{}/correct",
    "/t/{}/panel?level=instant",
    "/t/{}/picture",
    "/t/{}/picture?layout=narrow&theme=dark&at=7",
    "/t/{}/picture?from=1",
    "/t/{}/picture?line={step}",
    "/t/{}/picture?from=0&line={step}",
    "/t/{}/what-if",
    "/t/{}/what-if?line=",
    "/t/{}/what-if?from=2",
    "/t/{}/lines/1",
    "/t/{}/lines/2",
    "/t/{}/names",
    "/t/{}/hand",
    "/t/{}?enters=7",
    "/t/{}/change/1",
    "/t/{}/change/2",
    "/t/{}/what-if?line={step}&at=1",
    "/t/{}/what-if?line=nonsense&at=1",
    "/t/{}/after",
    "/t/{}/after/stream",
    "/t/{}/curve",
    "/t/{}/review.html",
    "/t/{}/log",
    "/t/{}/picture?from=1&ring=card%3D1:thief%20seat%3D1",
    "/t/{}/panel?level=instant&thinker=caper-cards-4:alone",
    "/t/{}/hints?level=instant&revision=0",
    "/t/{}/hints?level=instant&thinker=caper-cards-4:alone&revision=0",
    ALONE,
    "/t/{}/events",
    "/t/{}/after",
    "/t/{}/record",
    "/t/{}/nothing",
];

/// The hint of a network, whose bytes follow from what its seat knows; that of a search says how long it took.
const ALONE: &str = "/t/{}/hints?level=instant&thinker=caper-cards-4:alone";

/// So many steps into a game somebody decides.
const MIDDLE: usize = 3;

/// So many steps are played in a line that is left.
const BESIDE: usize = 8;

/// What the first seat tells of its private draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Telling {
    /// The first of what is possible.
    First,
    /// The last.
    Last,
    /// Nothing at all.
    Nothing,
}

/// A table of three that is played in the open, with what the first seat tells besides.
struct Table {
    server: Server,
    links: Vec<String>,
    told: Vec<String>,
    /// What was answered to whoever else changed something.
    heard: Vec<String>,
    folder: tempfile::TempDir,
}

/// Status, headers and body.
type Answer = (StatusCode, Vec<(String, Vec<u8>)>, Vec<u8>);

impl Table {
    async fn play(telling: Telling, steps: usize) -> Table {
        let folder = tempfile::tempdir().unwrap();
        let app = app_with(folder.path(), |options| options.links = counted_links(1));
        let server = Server::with(app, loopback(), lenient());
        let open = server.begin("caper-cards", &json!({"seats": 3, "seed": 5})).await;
        let mut links = Vec::new();
        for seat in 1..=3 {
            let taken = server
                .post(&format!("/api/t/{open}/take-seat"), &json!({"seat": seat}))
                .await
                .is(200)
                .json();
            links.push(taken["link"].as_str().unwrap().to_owned());
        }
        links.push(open);
        let mut table = Table {
            server,
            links,
            told: Vec::new(),
            heard: Vec::new(),
            folder,
        };
        // A line that is left holds what was told in it.
        table
            .play_on(telling, BESIDE, &|public| public[public.len() - 1].clone())
            .await;
        let back = format!("/api/t/{}/go-to", table.links[3]);
        table.server.post(&back, &json!({"entries": 0})).await.is(200);
        let dice = std::cell::RefCell::new(Dice(8));
        table
            .play_on(telling, steps, &|public| dice.borrow_mut().pick(public))
            .await;
        table
    }

    /// Plays on in the open. The same public step at all tables; where what the first seat told forbids it, the table
    /// goes on without.
    async fn play_on(&mut self, telling: Telling, steps: usize, pick: &dyn Fn(&[String]) -> String) {
        for _ in 0..steps {
            self.tell_secrets(telling).await;
            let open = self.links[3].clone();
            let public = choices(&self.server.look(&open).await);
            if public.is_empty() {
                break;
            }
            let reply = self.server.enter(&open, &pick(&public)).await.is(200);
            self.heard.push(reply.text().to_owned());
        }
        self.tell_secrets(telling).await;
    }

    /// Every seat tells what it is asked for.
    async fn tell_secrets(&mut self, telling: Telling) {
        let from = usize::from(telling == Telling::Nothing);
        for seat in from..3 {
            loop {
                let seen = self.server.look(&self.links[seat]).await;
                let possible = choices(&seen);
                if seen["view"]["waits"]["kind"] != "secret" || possible.is_empty() {
                    break;
                }
                let told = if seat == 0 && telling == Telling::Last {
                    possible.last()
                } else {
                    possible.first()
                };
                let told = told.unwrap().clone();
                // What the first seat tells fits no later step at one of the tables: it stays at that.
                if self.told.len() > 100 {
                    break;
                }
                let reply = self.server.enter(&self.links[seat], &told).await.is(200);
                match seat {
                    0 => self.told.push(told),
                    _ => self.heard.push(reply.text().to_owned()),
                }
            }
        }
    }

    /// What a link is answered, of a stream what comes at first.
    async fn answer(&self, path: &str, link: &str) -> Answer {
        let step = choices(&self.server.look(&self.links[3]).await).first().cloned();
        let step = heist_table::page::escaped(&step.unwrap_or_default());
        let path = path.replace("{}", link).replace("{step}", &step);
        let request = request("GET", &path)
            .header("accept", "text/html")
            .header("hx-request", "true");
        let response = self
            .server
            .router
            .clone()
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        let (parts, mut body) = response.into_parts();
        let headers = parts
            .headers
            .iter()
            .map(|(name, value)| (name.to_string(), value.as_bytes().to_vec()))
            .collect();
        let is_stream = parts
            .headers
            .get("content-type")
            .is_some_and(|kind| kind == "text/event-stream");
        // Of a stream that ends by itself the first message counts: a slow reader may miss others. What it works out is
        // there before anything else is asked.
        let is_changes = path.ends_with("/events");
        let (mut bytes, mut is_first) = (Vec::new(), true);
        while let Ok(Some(frame)) = tokio::time::timeout(Duration::from_secs(20), body.frame()).await {
            let data = frame.unwrap().into_data().unwrap_or_default();
            if is_first || !is_stream {
                bytes.extend(data);
            }
            is_first &= !bytes.ends_with(b"\n\n");
            if is_stream && !is_first && is_changes {
                break;
            }
        }
        (parts.status, headers, bytes)
    }
}

/// What everybody but the first seat is answered, and for what.
async fn answers(table: &Table) -> Vec<(String, Answer)> {
    let mut answers = Vec::new();
    for path in PATHS {
        for (seat, link) in table.links.iter().enumerate().skip(1) {
            answers.push((format!("{path} of link {seat}"), table.answer(path, link).await));
        }
    }
    answers
}

#[track_caller]
fn assert_same(one: &[(String, Answer)], other: &[(String, Answer)]) {
    for ((path, first), (_, second)) in one.iter().zip(other) {
        let texts = (String::from_utf8_lossy(&first.2), String::from_utf8_lossy(&second.2));
        assert_eq!(texts.0, texts.1, "{path}");
        assert_eq!(first, second, "{path}");
    }
}

#[tokio::test]
async fn a_secret_changes_no_byte_of_an_answer_to_anybody_else() {
    let mut hints = 0;
    for steps in [MIDDLE, 25] {
        hints += compare(steps).await;
    }
    assert!(hints > 0, "somebody else than the first seat had a hint to compare");
}

/// Compares all answers at a table where so many steps were played, and says to how many links a network gave a hint.
async fn compare(steps: usize) -> usize {
    let one = Table::play(Telling::First, steps).await;
    let other = Table::play(Telling::Last, steps).await;
    let silent = Table::play(Telling::Nothing, steps).await;
    assert_eq!(one.links, other.links);
    assert_eq!(one.links, silent.links);
    assert!(!one.told.is_empty());
    assert!(silent.told.is_empty());
    assert_ne!(one.told, other.told);
    assert_eq!(one.heard, other.heard);
    assert_eq!(one.heard, silent.heard);
    let answered = answers(&one).await;
    assert_same(&answered, &answers(&other).await);
    assert_same(&answered, &answers(&silent).await);
    // What is compared is not nothing: the first seat itself sees the difference.
    for path in [
        "/api/t/{}/position",
        "/t/{}",
        "/t/{}/live",
        "/t/{}/picture",
        "/t/{}/log",
        "/t/{}/lines/1",
        "/t/{}/hand",
    ] {
        let of_first = one.answer(path, &one.links[0]).await.2;
        assert_ne!(of_first, other.answer(path, &one.links[0]).await.2, "{path}");
    }
    let succeeded = |path: &str| {
        let found = answered.iter().find(|(name, _)| *name == format!("{path} of link 3"));
        found.unwrap().1.0.is_success()
    };
    for path in PATHS {
        let fails = ["nothing", "nonsense", "from=0&"].iter().any(|end| path.contains(end));
        assert!(fails || succeeded(path), "{path}");
    }
    // Nobody is told the link of another.
    for path in PATHS {
        for (seat, link) in one.links.iter().enumerate() {
            let (_, headers, body) = one.answer(path, link).await;
            let all = format!("{headers:?} {}", String::from_utf8_lossy(&body));
            for (owner, secret) in one.links.iter().enumerate().take(3).filter(|(owner, _)| *owner != seat) {
                assert!(
                    !all.contains(secret),
                    "{path} of link {seat} tells that of seat {}",
                    owner + 1
                );
            }
        }
    }
    let is_hint = |(name, (_, _, body)): &&(String, Answer)| {
        name.starts_with(ALONE) && String::from_utf8_lossy(body).contains("Answered without a search")
    };
    answered.iter().filter(is_hint).count()
}

/// The tables as the host sees them.
async fn listed(table: &Table) -> (String, String) {
    let list = table.server.get("/api/tables").await.is(200).text().to_owned();
    (list, table.server.get("/").await.is(200).text().to_owned())
}

#[tokio::test]
async fn nobody_else_hears_that_something_was_told() {
    let mut table = Table::play(Telling::Nothing, MIDDLE).await;
    let watched = async |link: &str| table.server.app.watch(&table.server.app.open(link).await.unwrap().id);
    let mut own = watched(&table.links[0]).await;
    let mut others = Vec::new();
    for link in &table.links[1..] {
        others.push(watched(link).await);
    }
    let revision = async |link: &str, table: &Table| table.server.app.open(link).await.unwrap().revision;
    let before = revision(&table.links[0], &table).await;
    // Once before, since what was looked back on is remembered.
    answers(&table).await;
    let (answered, list) = (answers(&table).await, listed(&table).await);
    // The last change would be another moment.
    tokio::time::sleep(Duration::from_millis(5)).await;
    table.tell_secrets(Telling::First).await;
    assert!(!table.told.is_empty());
    assert_same(&answered, &answers(&table).await);
    assert_eq!(list, listed(&table).await);
    assert!(others.iter().all(|other| !other.has_changed().unwrap()));
    // The seat itself hears of it.
    assert!(own.has_changed().unwrap());
    let after = before + table.told.len() as u64;
    assert_eq!(*own.borrow_and_update(), after);
    assert_eq!(revision(&table.links[0], &table).await, after);
    // A page from before is late for the seat, and for nobody else.
    let late = |link: &str, revision: u64| {
        (
            format!("/api/t/{link}/go-to"),
            json!({"revision": revision, "entries": 0}),
        )
    };
    let (path, body) = late(&table.links[0], before);
    table.server.post(&path, &body).await.is(409);
    let public = revision(&table.links[3], &table).await;
    let (path, body) = late(&table.links[3], public);
    table.server.post(&path, &body).await.is(200);
    // What everybody sees wakes everybody.
    assert!(own.has_changed().unwrap());
    assert_eq!(*own.borrow(), after + 1);
    assert!(others.iter().all(|other| other.has_changed().unwrap()));
}

#[tokio::test]
async fn the_count_of_what_was_told_is_kept() {
    let mut table = Table::play(Telling::First, MIDDLE).await;
    let told = table.told.len() as u64;
    assert!(told > 0);
    let revisions = async |table: &Table| {
        let mut revisions = Vec::new();
        for link in &table.links {
            revisions.push(table.server.app.open(link).await.unwrap().revision);
        }
        revisions
    };
    let before = revisions(&table).await;
    assert_eq!(before[0], before[3] + told);
    // All that was told goes with the line that is left; the revision goes on all the same.
    let open = table.links[3].clone();
    let path = format!("/api/t/{open}/go-to");
    table.server.post(&path, &json!({"entries": 0})).await.is(200);
    let step = choices(&table.server.look(&open).await).last().unwrap().clone();
    table.server.enter(&open, &step).await.is(200);
    let after = revisions(&table).await;
    let grown: Vec<u64> = before.iter().map(|revision| revision + 2).collect();
    assert_eq!(after, grown);
    // The same server once more.
    let nowhere = tempfile::tempdir().unwrap();
    table.server = Server::new(nowhere.path());
    table.server = Server::new(table.folder.path());
    assert_eq!(revisions(&table).await, after);
}

#[tokio::test]
async fn a_seat_that_is_left_keeps_nothing_and_can_be_taken_anew() {
    let mut table = Table::play(Telling::Nothing, MIDDLE).await;
    let (old, open) = (table.links[0].clone(), table.links[3].clone());
    let fresh = table.server.get(&format!("/api/t/{old}/position")).await.is(200).body;
    table.tell_secrets(Telling::First).await;
    assert_ne!(table.server.get(&format!("/api/t/{old}/position")).await.body, fresh);
    let at = |link: &str, what: &str| format!("/api/t/{link}/{what}");
    let revision = table.server.app.open(&old).await.unwrap().revision;
    let mut watched = table.server.app.watch(&table.server.app.open(&old).await.unwrap().id);
    // The table's own link is no seat's.
    table.server.post(&at(&open, "leave-seat"), &json!({})).await.is(422);
    let left = table
        .server
        .post(&at(&old, "leave-seat"), &json!({}))
        .await
        .is(200)
        .json();
    assert_eq!((&left["link"], &left["seat"]), (&json!(open), &json!(null)));
    // Whoever follows by the old link hears that it is gone.
    while watched.changed().await.is_ok() {}
    for path in [
        "/t/{}",
        "/t/{}/events",
        "/api/t/{}",
        "/api/t/{}/events",
        "/t/{}/hints?level=instant",
    ] {
        table.server.get(&path.replace("{}", &old)).await.is(404);
    }
    table.server.post(&at(&old, "leave-seat"), &json!({})).await.is(404);
    assert_eq!(
        table.server.look(&open).await["seats_taken"],
        json!([false, true, true])
    );
    let taken = table
        .server
        .post(&at(&open, "take-seat"), &json!({"seat": 1}))
        .await
        .is(200)
        .json();
    let new = taken["link"].as_str().unwrap().to_owned();
    assert_ne!(new, old);
    assert!(taken["revision"].as_u64().unwrap() > revision);
    assert_eq!(table.server.get(&at(&new, "position")).await.is(200).body, fresh);
    // It is so on the disk, too.
    let nowhere = tempfile::tempdir().unwrap();
    table.server = Server::new(nowhere.path());
    table.server = Server::new(table.folder.path());
    table.server.get(&format!("/t/{old}")).await.is(404);
    let again = table.server.look(&new).await;
    assert_eq!(
        (&again["revision"], &again["view"]),
        (&taken["revision"], &taken["view"])
    );
    assert_eq!(table.server.get(&at(&new, "position")).await.is(200).body, fresh);
}

#[tokio::test]
async fn only_the_host_frees_a_seat() {
    let table = Table::play(Telling::First, MIDDLE).await;
    let (old, open) = (table.links[0].clone(), table.links[3].clone());
    let house = Server::with(Arc::clone(&table.server.app), open_house(), lenient());
    let free = async |server: &Server, link: &str, seat: u8, revision: &str| {
        let request = request("POST", &format!("/t/{link}/free-seat"));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let body = format!("seat={seat}&revision={revision}");
        server.send(request.body(Body::from(body)).unwrap()).await
    };
    let revision = table.server.app.open(&open).await.unwrap().revision.to_string();
    let offered = async |server: &Server, link: &str| {
        let page = server.get(&format!("/t/{link}")).await.is(200);
        page.text().contains("free-seat") || page.text().contains("href=\"/\"")
    };
    assert!(!offered(&house, &open).await && offered(&table.server, &open).await);
    assert!(!offered(&table.server, &old).await);
    free(&house, &open, 1, &revision).await.is(401);
    free(&table.server, &table.links[1], 1, &revision).await.is(404);
    free(&table.server, &open, 4, &revision).await.is(422);
    free(&table.server, &open, 1, "0").await.is(409);
    table.server.get(&format!("/t/{old}")).await.is(200);
    let freed = free(&table.server, &open, 1, &revision).await.is(303);
    assert_eq!(freed.headers["location"], format!("/t/{open}"));
    table.server.get(&format!("/t/{old}")).await.is(404);
    // A second time there is nobody.
    free(&table.server, &open, 1, "").await;
    assert_eq!(
        table.server.look(&open).await["seats_taken"],
        json!([false, true, true])
    );
}
