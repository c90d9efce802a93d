//! What one seat knows is in no answer to another, to the byte.

use std::time::Duration;

use super::*;

/// Everything that can be asked for below a link.
const PATHS: [&str; 16] = [
    "/api/t/{}",
    "/api/t/{}/position",
    "/api/t/{}/record",
    "/api/t/{}/picture.svg",
    "/api/t/{}/picture.svg?layout=narrow&theme=dark",
    "/api/t/{}/events",
    "/t/{}",
    "/t/{}/live",
    "/t/{}/correct",
    "/t/{}/what-if",
    "/t/{}/what-if?line=",
    "/t/{}/after",
    "/t/{}/after/stream",
    "/t/{}/events",
    "/t/{}/record",
    "/t/{}/nothing",
];

/// A table of three at which the first seat tells `secret` whenever something private is asked for: whether the first or the
/// last of what is possible.
struct Table {
    server: Server,
    links: Vec<String>,
    told: Vec<String>,
    _folder: tempfile::TempDir,
}

impl Table {
    async fn play(is_last: bool) -> Table {
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
            _folder: folder,
        };
        for _ in 0..25 {
            table.tell_secrets(is_last).await;
            let open = table.links[3].clone();
            let public = choices(&table.server.look(&open).await);
            let Some(step) = public.first() else { break };
            // The same public step at both tables; where what the first seat told forbids it, the table goes on without.
            table.server.enter(&open, step).await.is(200);
        }
        table.tell_secrets(is_last).await;
        table
    }

    /// Every seat tells what it is asked for.
    async fn tell_secrets(&mut self, is_last: bool) {
        for seat in 0..3 {
            loop {
                let seen = self.server.look(&self.links[seat]).await;
                let possible = choices(&seen);
                if seen["view"]["waits"]["kind"] != "secret" || possible.is_empty() {
                    break;
                }
                let told = if seat == 0 && is_last {
                    possible.last()
                } else {
                    possible.first()
                };
                let told = told.unwrap().clone();
                // What the first seat tells fits no later step at one of the tables: it stays at that.
                if self.told.len() > 100 {
                    break;
                }
                self.server.enter(&self.links[seat], &told).await.is(200);
                if seat == 0 {
                    self.told.push(told);
                }
            }
        }
    }

    /// What a link is answered, of a stream what comes at first.
    async fn answer(&self, path: &str, link: &str) -> (StatusCode, Vec<(String, Vec<u8>)>, Vec<u8>) {
        let request = request("GET", &path.replace("{}", link)).body(Body::empty()).unwrap();
        let response = self.server.router.clone().oneshot(request).await.unwrap();
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
        let mut bytes = Vec::new();
        while let Ok(Some(frame)) = tokio::time::timeout(Duration::from_millis(200), body.frame()).await {
            bytes.extend(frame.unwrap().into_data().unwrap_or_default());
            if is_stream && bytes.ends_with(b"\n\n") {
                break;
            }
        }
        (parts.status, headers, bytes)
    }
}

#[tokio::test]
async fn a_secret_changes_no_byte_of_an_answer_to_anybody_else() {
    let one = Table::play(false).await;
    let other = Table::play(true).await;
    assert_eq!(one.links, other.links);
    assert!(!one.told.is_empty());
    assert_ne!(one.told, other.told);
    for path in PATHS {
        for (seat, link) in one.links.iter().enumerate().skip(1) {
            let (first, second) = (one.answer(path, link).await, other.answer(path, link).await);
            assert_eq!(first.0, second.0, "{path} of link {seat}");
            assert_eq!(first.1, second.1, "{path} of link {seat}");
            let texts = (String::from_utf8_lossy(&first.2), String::from_utf8_lossy(&second.2));
            assert_eq!(texts.0, texts.1, "{path} of link {seat}");
        }
    }
    // What is compared is not nothing: the first seat itself sees the difference.
    let path = "/api/t/{}/position";
    assert_ne!(
        one.answer(path, &one.links[0]).await.2,
        other.answer(path, &one.links[0]).await.2
    );
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
}
