//! The link of a table as other devices open it.

use heist_table::qr::QrCode;

use super::*;

/// The page of a table, asked for by a name of the server.
async fn page(server: &Server, host: &str, link: &str, proxy: Option<&str>) -> String {
    let mut request = Request::builder().uri(format!("/t/{link}")).header("host", host);
    if let Some(protocol) = proxy {
        request = request.header("x-forwarded-proto", protocol);
    }
    server
        .send(request.body(Body::empty()).unwrap())
        .await
        .is(200)
        .text()
        .to_owned()
}

/// Whether a page has this link of itself, with the QR code of it.
#[track_caller]
fn assert_leads_to(page: &str, base: &str, link: &str) {
    let address = format!("{base}/t/{link}");
    assert!(page.contains(&format!("value=\"{address}\"")), "{page}");
    let code = QrCode::of(&address).unwrap().path();
    assert!(page.contains(&format!("d=\"{code}\"")), "{page}");
    assert!(page.contains("role=\"img\" aria-label=\"QR code of"), "{page}");
    assert!(!page.contains("works on this machine only"));
}

#[tokio::test]
async fn a_page_has_a_code_of_the_address_by_which_others_reach_it() {
    let folder = tempfile::tempdir().unwrap();
    let house = Server::with(app(folder.path()), open_house(), lenient());
    let link = Server::with(Arc::clone(&house.app), loopback(), lenient())
        .burglar()
        .await;
    // By an address of the network it is that one, with the port that the browser gave.
    for host in ["10.1.2.3:4747", "cellar.local:8080", "[fd00::7]:4747"] {
        assert_leads_to(&page(&house, host, &link, None).await, &format!("http://{host}"), &link);
    }
    // On the machine itself it is the likeliest one.
    for host in ["localhost:4747", "127.0.0.1:4747", "[::1]:4747"] {
        assert_leads_to(&page(&house, host, &link, None).await, "http://192.168.1.5:4747", &link);
    }
    // A proxy says how it was asked.
    assert_leads_to(
        &page(&house, "cellar.local", &link, Some("https")).await,
        "https://cellar.local",
        &link,
    );
    assert_leads_to(
        &page(&house, "cellar.local", &link, Some("javascript")).await,
        "http://cellar.local",
        &link,
    );
}

#[tokio::test]
async fn a_page_that_nobody_else_can_open_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let near = Server::new(folder.path());
    let link = near.burglar().await;
    let alone = page(&near, HOST, &link, None).await;
    assert!(alone.contains("This link works on this machine only") && !alone.contains("QR code"));
    let nowhere = Policy {
        addresses: Vec::new(),
        ..open_house()
    };
    let nowhere = Server::with(Arc::clone(&near.app), nowhere, lenient());
    let lost = page(&nowhere, HOST, &link, None).await;
    assert!(lost.contains("No address of this machine in a network was found") && !lost.contains("QR code"));
}

/// The code of a seat is that of its own link, and is folded away with a warning.
#[tokio::test]
async fn the_code_of_a_seat_warns_that_it_shows_cards() {
    let folder = tempfile::tempdir().unwrap();
    let house = Server::with(app(folder.path()), open_house(), lenient());
    let near = Server::with(Arc::clone(&house.app), loopback(), lenient());
    let open = near.begin("caper-cards", &json!({"seats": 2, "seed": 5})).await;
    let taken = near
        .post(&format!("/api/t/{open}/take-seat"), &json!({"seat": 1}))
        .await;
    let link = taken.is(200).json()["link"].as_str().unwrap().to_owned();
    let own = page(&house, "10.1.2.3:4747", &link, None).await;
    assert_leads_to(&own, "http://10.1.2.3:4747", &link);
    assert!(own.contains("<details id=\"own-code\"><summary>") && own.contains("sees your cards"));
    let public = page(&house, "10.1.2.3:4747", &open, None).await;
    assert_leads_to(&public, "http://10.1.2.3:4747", &open);
    assert!(!public.contains("own-code"));
}
