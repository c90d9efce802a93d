//! A review that is shared as one file.

use heist_advice::{After, Costly};
use heist_table::page::review::{Board, file};

use super::*;

/// Nothing in a file leads elsewhere, and nothing in it runs.
fn check_alone(text: &str, link: &str) {
    for part in [
        "<script", "<link", "<img", "url(", "@import", "src=", " on", "/t/", link,
    ] {
        let is_attribute = part == " on";
        let found = if is_attribute {
            text.contains(" onload=") || text.contains(" onclick=")
        } else {
            text.contains(part)
        };
        assert!(!found, "{part} in {text}");
    }
    let addresses: Vec<&str> = text
        .split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(
        addresses.iter().all(|address| address.starts_with('#')),
        "{addresses:?}"
    );
    // Only names of what XML is.
    let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !elsewhere.contains("http:") && !elsewhere.contains("https:"),
        "{elsewhere}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_one_file_once_somebody_has_looked_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    for _ in 0..8 {
        let seen = server.look(&link).await;
        let step = choices(&seen).first().cloned().unwrap();
        server.enter(&link, &step).await.is(200);
    }
    let address = format!("/t/{link}/review.html");
    // Before that there is none.
    let before = server.get(&address).await.is(303);
    assert_eq!(before.headers["location"], format!("/t/{link}/after"));
    server.get(&format!("/t/{link}/after/stream")).await.is(200);
    let review = server.get(&address).await.is(200);
    assert_eq!(
        review.headers["content-disposition"],
        "attachment; filename=\"review-burgle-bros.html\""
    );
    assert_eq!(review.headers["content-type"], "text/html; charset=utf-8");
    assert!(
        review.headers["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("default-src 'none'")
    );
    check_alone(review.text(), &link);
    assert!(review.text().contains("Win probability over the game") && review.text().contains("<svg"));
    // The log marks what the review shows, and nothing once the table has changed.
    let page = server.get(&format!("/t/{link}/after")).await.is(200);
    let costly = page.text().matches("<li id=\"costly-").count();
    let log = server.get(&format!("/t/{link}/log")).await.is(200);
    assert_eq!(log.text().matches("class=\"mistake\"").count(), costly);
    server.post(&format!("/api/t/{link}/undo"), &json!({})).await.is(200);
    server.get(&address).await.is(303);
    let log = server.get(&format!("/t/{link}/log")).await.is(200);
    assert!(!log.text().contains("class=\"mistake\""));
}

#[tokio::test]
async fn the_file_has_the_costly_decisions_with_their_boards_and_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    let opened = server.app.open(&link).await.unwrap();
    let view = opened.table.view(opened.viewer);
    let after = After {
        value: None,
        luck: Some(0.1),
        curve: vec![(0, 0.4, [0.36, 0.44]), (5, 0.6, [0.56, 0.64])],
        entries: vec![0, 4],
        turns: vec![(0, 1)],
        costly: vec![Costly {
            step: 5,
            entry: 4,
            seat: 1,
            decider: "Hacker".to_owned(),
            played: ("go 4".to_owned(), "Goes <astray>.".to_owned()),
            better: ("go 1".to_owned(), "Goes well.".to_owned()),
            cost: (0.123, [0.084, 0.162]),
            reason: Some("It wins more.".to_owned()),
            spots: [Vec::new(), Vec::new()],
        }],
        left_out: 0,
    };
    let board = Board {
        wide: "<svg><desc>wide board</desc></svg>".to_owned(),
        narrow: "<svg><desc>narrow board</desc></svg>".to_owned(),
    };
    let text = file("Ours & <yours>", &view, &after, &[board]).into_string();
    check_alone(&text, &link);
    for part in [
        "Ours &amp; &lt;yours&gt;",
        "Goes &lt;astray&gt;.",
        "Goes well.",
        "Why: It wins more.",
        "12.3 points",
        "wide board",
        "narrow board",
        "href=\"#costly-1\"",
        "id=\"costly-1\"",
        "default-src 'none'",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}
