//! Campaigns in the browser.

use super::campaigns::{nearly_over, put};
use super::*;

impl Server {
    async fn form(&self, path: &str, body: &str) -> Reply {
        let request = request("POST", path).header("content-type", "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(body.to_owned())).unwrap()).await
    }

    /// Posts a form; where that leads.
    async fn leads(&self, path: &str, body: &str) -> String {
        let reply = self.form(path, body).await.is(303);
        reply.headers["location"].to_str().unwrap().to_owned()
    }
}

#[track_caller]
fn has(page: &Reply, texts: &[&str]) {
    for text in texts {
        assert!(page.text().contains(text), "{text}: {}", page.text());
    }
}

#[tokio::test]
async fn a_campaign_is_played_from_page_to_page() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let home = server.get("/").await.is(200);
    has(
        &home,
        &[
            "href=\"/new-campaign?game=casino-capers\"",
            "New campaign: Casino Capers",
        ],
    );
    let form = server.get("/new-campaign?game=casino-capers").await.is(200);
    has(
        &form,
        &["name=\"dead-drops\"", "name=\"characters\"", "action=\"/campaigns\""],
    );
    for decided in ["scenario", "finales", "suspicion", "alternates"] {
        assert!(!form.text().contains(&format!("name=\"{decided}\"")), "{decided}");
    }
    let fields = "game=casino-capers&name=Fridays&seats=2&characters=hawk&characters=rook&first=1";
    let campaign = server.leads("/campaigns", fields).await;
    let link = campaign.strip_prefix("/c/").unwrap().to_owned();
    has(&server.get("/").await, &[&campaign, "Fridays", "heist 1 of 9"]);

    let page = server.get(&campaign).await.is(200);
    has(
        &page,
        &[
            "Heist 1 of 9: Bodyguard",
            "Suspicion",
            ", from 1 to 10",
            "Every campaign begins at this value.",
            "how closely",
        ],
    );
    has(
        &page,
        &[
            "No heist has been played yet.",
            "Loot",
            "Alternate gear",
            "None yet.",
            "Open the table of this heist",
        ],
    );
    // What was chosen stands in the form.
    has(&page, &["value=\"hawk\" selected", "value=\"rook\" selected"]);
    let chosen = "revision=0&seats=1&characters=raven&characters=juicer";
    assert_eq!(server.leads(&format!("{campaign}/choose"), chosen).await, campaign);
    has(
        &server.get(&campaign).await,
        &["value=\"raven\" selected", "value=\"juicer\" selected"],
    );
    // Opening the table saves the choices of the form first.
    let chosen = "revision=1&seats=2&characters=hawk&characters=rook&first=1";
    let table = server.leads(&format!("{campaign}/open"), chosen).await;
    let page = server.get(&campaign).await.is(200);
    has(
        &page,
        &[
            "This heist is in play.",
            &format!("href=\"{table}\""),
            "Give this heist up",
        ],
    );
    assert!(!page.text().contains("Open the table of this heist"));

    let at_table = server.get(&table).await.is(200);
    has(&at_table, &["Campaign: Fridays", &format!("href=\"{campaign}\"")]);
    assert!(!at_table.text().contains("Write the result"));
    server.finish(&table[3..], true).await;
    has(
        &server.get(&table).await,
        &[
            "Write the result into the log of the campaign",
            &format!("action=\"{campaign}/log\""),
        ],
    );
    assert_eq!(server.leads(&format!("{campaign}/log"), "").await, campaign);
    let at_table = server.get(&table).await;
    has(
        &at_table,
        &["Whatever you correct here from now on does not change the log"],
    );
    assert!(!at_table.text().contains("Write the result"));
    let page = server.get(&campaign).await.is(200);
    has(
        &page,
        &[
            "Heist 2 of 9",
            "1. Bodyguard",
            "Hawk, Rook",
            "Suspicion after it",
            "Won",
            "It was 6 before Bodyguard, which was won.",
        ],
    );
    has(&page, &[&format!("href=\"{table}\""), "value=\"hawk\" selected"]);
    // A second press of the button says that there is nothing to write any more.
    let again = server.form(&format!("{campaign}/log"), "").await.is(409);
    has(&again, &["no heist of this campaign is in play", "Heist 2 of 9"]);
    assert_eq!(server.leads(&format!("{campaign}/delete"), "").await, "/");
    server.get(&campaign).await.is(404);
    assert!(server.app.open_campaign(&link).await.is_err());
}

#[tokio::test]
async fn what_is_wrong_is_said_where_it_was_entered() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let wrong = "game=casino-capers&name=Ours&seats=9&dead-drops=yes";
    let form = server.form("/campaigns", wrong).await.is(422);
    has(
        &form,
        &[
            "role=\"alert\"",
            "field `seats`",
            "value=\"Ours\"",
            "value=\"yes\" selected",
        ],
    );
    for (path, game) in [
        ("/new-campaign?game=burgle-bros", ""),
        ("/campaigns", "game=burgle-bros"),
        ("/campaigns", "game=chess"),
    ] {
        let refused = match game {
            "" => server.get(path).await,
            game => server.form(path, game).await,
        };
        has(&refused.is(422), &["there are campaigns of: casino-capers"]);
    }
    let campaign = format!("/c/{}", server.fridays().await);
    let refused = server
        .form(&format!("{campaign}/choose"), "seats=2&characters=hawk&characters=hawk")
        .await;
    has(&refused.is(422), &["role=\"alert\"", "Heist 1 of 9"]);
    let stale = server
        .form(&format!("{campaign}/choose"), "revision=7&seats=2")
        .await
        .is(409);
    has(
        &stale,
        &["the campaign has changed in the meantime", "value=\"hawk\" selected"],
    );
    let table = server.leads(&format!("{campaign}/open"), "").await;
    has(
        &server.form(&format!("{campaign}/open"), "").await.is(409),
        &["in play at its table", &table],
    );
    has(
        &server.form(&format!("{campaign}/log"), "").await.is(422),
        &["not over", "This heist is in play."],
    );
    assert_eq!(server.leads(&format!("{campaign}/give-up"), "").await, campaign);
    server.get(&table).await.is(404);
    has(
        &server.get(&campaign).await,
        &["Open the table of this heist", "value=\"hawk\" selected"],
    );
}

#[tokio::test]
async fn a_campaign_that_is_over_shows_its_totals() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let campaign = format!("/c/{}", server.fridays().await);
    put(folder.path(), &nearly_over(0), 9);
    let page = server.get(&campaign).await.is(200);
    has(
        &page,
        &[
            "The campaign is over",
            "0 of 9",
            "Suspicion at the end",
            "<dt>Alternate gear</dt>",
        ],
    );
    assert!(!page.text().contains("<form"), "{}", page.text());
    put(folder.path(), "nonsense", 0);
    has(&server.get(&campaign).await.is(500), &["cannot be opened"]);
    server.get("/").await.is(200);
}
