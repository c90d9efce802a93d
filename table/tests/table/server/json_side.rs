//! The JSON side.

use super::*;

#[tokio::test]
async fn a_table_is_played_undone_corrected_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    let at = |what: &str| format!("/api/t/{link}/{what}");
    let first = server.look(&link).await;
    assert_eq!(
        (&first["revision"], &first["seat"], &first["seats_taken"]),
        (&json!(0), &json!(null), &json!([]))
    );
    let entered = server.enter(&link, "patrol B2").await.is(200).json();
    assert_eq!(
        (&entered["revision"], &entered["view"]["entries"]),
        (&json!(1), &json!(1))
    );
    server.enter(&link, "enter 1:A1").await.is(200);

    let wrong = server.enter(&link, "move 3:D4").await.is(422).json();
    assert!(wrong["error"].as_str().unwrap().contains("move 3:D4"), "{wrong}");
    let stale = json!({"revision": 1, "step": "tile foyer-1"});
    let stale = server.post(&at("enter"), &stale).await.is(409).json();
    assert_eq!(
        (&stale["present"]["revision"], &stale["present"]["view"]["entries"]),
        (&json!(2), &json!(2))
    );

    let undone = server
        .post(&at("undo"), &json!({"revision": 2, "count": 2}))
        .await
        .is(200)
        .json();
    assert_eq!(
        (&undone["view"]["entries"], &undone["view"]["undone"]),
        (&json!(0), &json!(2))
    );
    assert_eq!(undone["view"]["key"], first["view"]["key"]);
    server.post(&at("undo"), &json!({})).await.is(422);
    let redone = server.post(&at("redo"), &json!({})).await.is(200).json();
    assert_eq!(redone["view"]["key"], entered["view"]["key"]);
    server.post(&at("redo"), &json!({"count": 2})).await.is(422);
    server.post(&at("go-to"), &json!({"entries": 3})).await.is(422);
    let there = server.post(&at("go-to"), &json!({"entries": 2})).await.is(200).json();
    assert_eq!(there["view"]["undone"], 0);

    let mut position = server.get(&at("position")).await.is(200).json();
    let right = position.clone();
    position["floors"][0]["guard"]["at"] = json!("Z9");
    let problems = server
        .post(&at("correct"), &json!({"position": position}))
        .await
        .is(422)
        .json();
    assert!(problems["error"].as_str().unwrap().contains("Z9"), "{problems}");
    let mut position = right;
    position["players"][0]["stealth"] = json!(2);
    server
        .post(&at("correct"), &json!({"position": position}))
        .await
        .is(200);
    assert_eq!(server.get(&at("position")).await.json()["players"][0]["stealth"], 2);

    let picture = server
        .get(&at("picture.svg?layout=narrow&theme=dark&highlight=cell=1:A1"))
        .await
        .is(200);
    assert_eq!(picture.headers["content-type"], "image/svg+xml");
    roxmltree::Document::parse(picture.text()).unwrap();
    server.get(&at("picture.svg?layout=huge")).await.is(400);

    let record = server.get(&at("record")).await.is(200);
    let opened = server
        .post(
            "/api/tables",
            &json!({"game": "burgle-bros", "record": record.text(), "name": "again"}),
        )
        .await;
    let opened = opened.is(201).json();
    assert_eq!(opened["view"]["key"], server.look(&link).await["view"]["key"]);
    assert_eq!(opened["name"], "again");

    let listed = server.get("/api/tables").await.is(200).json();
    assert_eq!(listed.as_array().unwrap().len(), 2);
    server.delete(&format!("/api/t/{link}")).await.is(204);
    server.get(&format!("/api/t/{link}")).await.is(404);
    assert_eq!(server.get("/api/tables").await.json()[0]["name"], "again");
}

#[tokio::test]
async fn a_table_begins_with_a_form_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    for game in server.get("/api/games").await.is(200).json().as_array().unwrap() {
        let id = &game["id"];
        let begin = json!({"game": id, "seed": 3});
        let one = server.post("/api/tables", &begin).await.is(201).json();
        assert_eq!(one["view"]["game"], *id);
        let again = server.post("/api/tables", &begin).await.is(201).json();
        assert_eq!(one["view"]["key"], again["view"]["key"]);
        assert_ne!(one["link"], again["link"]);
        let two = json!({"game": id, "fields": {"seats": 2}});
        assert_eq!(
            server.post("/api/tables", &two).await.is(201).json()["view"]["seats"],
            2
        );
        server
            .post("/api/tables", &json!({"game": id, "fields": {"seats": "many"}}))
            .await
            .is(422);
        server
            .post("/api/tables", &json!({"game": id, "fields": {"seats": {}}}))
            .await
            .is(422);
        server
            .post("/api/tables", &json!({"game": id, "setup": {}, "record": ""}))
            .await
            .is(422);
        server
            .post("/api/tables", &json!({"game": id, "record": "nonsense"}))
            .await
            .is(422);
        server
            .post("/api/tables", &json!({"game": id, "name": "x".repeat(81)}))
            .await
            .is(422);
    }
    let unknown = server
        .post("/api/tables", &json!({"game": "chess"}))
        .await
        .is(422)
        .json();
    assert!(unknown["error"].as_str().unwrap().contains("burgle-bros"), "{unknown}");
    server
        .post("/api/tables", &json!({"game": "burgle-bros", "colour": 3}))
        .await
        .is(422);
}

#[tokio::test]
async fn a_seat_is_taken_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.begin("caper-cards", &json!({"seats": 3, "seed": 1})).await;
    let take = async |link: &str, seat: u64| {
        server
            .post(&format!("/api/t/{link}/take-seat"), &json!({"seat": seat}))
            .await
    };
    let taken = take(&link, 2).await.is(200).json();
    let own = taken["link"].as_str().unwrap();
    assert_eq!(taken["seat"], 2);
    assert_ne!(own, link);
    assert_eq!(server.look(own).await["seat"], 2);
    let refused = take(&link, 2).await.is(409);
    assert!(!refused.text().contains(own));
    take(own, 3).await.is(200);
    take(&link, 4).await.is(422);
    take(&link, 0).await.is(422);
    let open = server.get(&format!("/api/t/{link}")).await;
    assert_eq!(open.json()["seats_taken"], json!([false, true, true]));
    assert!(!open.text().contains(own));
    // A seat does not delete the table of all.
    server.delete(&format!("/api/t/{own}")).await.is(404);
    server.look(&link).await;
    let burglar = server.burglar().await;
    take(&burglar, 1).await.is(422);
}

/// The description and the routes say the same.
#[tokio::test]
async fn every_route_is_described_and_every_description_answered() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let document = server.get("/api/openapi.json").await.is(200).json();
    assert_eq!(document["openapi"], "3.1.0");
    let methods = ["get", "post", "put", "patch", "delete"];
    let mut described = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let there = methods.iter().filter(|method| item.get(**method).is_some());
        described.extend(there.map(|method| ((*method).to_owned(), path.clone())));
    }
    let routes = heist_table::server::api::paths();
    let mut routes: Vec<(String, String)> = routes
        .into_iter()
        .map(|(method, path)| (method.to_owned(), path.to_owned()))
        .collect();
    routes.sort();
    described.sort();
    assert_eq!(described, routes);
    for (method, path) in described {
        let link = if path.starts_with("/api/c/") {
            server.fridays().await
        } else {
            server.burglar().await
        };
        let request = request(&method.to_uppercase(), &path.replace("{link}", &link));
        // A stream has no end to wait for.
        let response = server
            .router
            .clone()
            .oneshot(request.body(Body::empty()).unwrap())
            .await
            .unwrap();
        let status = response.status().as_u16().to_string();
        let answers = &document["paths"][&path][&method]["responses"];
        assert!(
            answers.get(&status).is_some(),
            "{method} {path}: {status} is not described"
        );
        assert!(status != "404" && status != "405", "{method} {path}: {status}");
    }
    // Every reference leads somewhere.
    let text = document.to_string();
    for reference in text.split("\"$ref\":\"#").skip(1) {
        let pointer = reference.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}

#[tokio::test]
async fn what_is_described_of_a_table_is_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let document = server.get("/api/openapi.json").await.json();
    let link = server.burglar().await;
    server.enter(&link, "patrol B2").await.is(200);
    let seen = server.look(&link).await;
    let names = |value: &Value| {
        value
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<std::collections::BTreeSet<_>>()
    };
    let schema = |name: &str| names(&document["components"]["schemas"][name]["properties"]);
    assert_eq!(names(&seen["view"]), schema("View"));
    assert_eq!(names(&seen["view"]["choices"][0]), schema("Choice"));
    assert_eq!(names(&seen["view"]["log"][0]), schema("LogLine"));
    assert_eq!(names(&server.get("/api/tables").await.json()[0]), schema("Summary"));
    let games = server.get("/api/games").await.json();
    assert_eq!(names(&games[0]), schema("Game"));
    let cards = games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == "caper-cards");
    let thinkers = cards.unwrap()["thinkers"].as_array().unwrap();
    assert_eq!(
        thinkers[0],
        json!({"name": "recommended", "label": "the recommended search"})
    );
    let alone = json!({"name": "caper-cards-4:alone", "label": "network caper-cards-4 alone"});
    assert!(thinkers.contains(&alone), "{thinkers:?}");
    let burglars = games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == "burgle-bros");
    assert_eq!(
        burglars.unwrap()["thinkers"][1],
        json!({"name": "expert", "label": "the search without a network"})
    );
    let thinker = &document["components"]["schemas"]["Game"]["properties"]["thinkers"]["items"]["properties"];
    assert_eq!(names(&thinkers[0]), names(thinker));
    assert_eq!(names(&games[0]["fields"][0]), schema("SetupField"));
    let seen = server.enter(&link, "enter 1:A1").await.is(200).json();
    assert_eq!(names(&seen), schema("Table"));
}

/// Another step opens a line, any line is returned to, an old entry is changed, and all of it is there after a restart.
#[tokio::test]
async fn lines_are_opened_named_returned_to_and_changed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::new(folder.path());
    let link = server.burglar().await;
    for step in ["patrol B2", "enter 1:A1", "tile foyer-1", "patrol D4"] {
        server.enter(&link, step).await.is(200);
    }
    let whole = server.look(&link).await;
    let at = |what: &str| format!("/api/t/{link}/{what}");
    server.post(&at("undo"), &json!({"count": 3})).await.is(200);
    // The very step that follows keeps what comes after it.
    let same = server.enter(&link, "enter 1:A1").await.is(200).json();
    assert_eq!(
        (&same["view"]["entries"], &same["view"]["undone"]),
        (&json!(2), &json!(2))
    );
    server.post(&at("undo"), &json!({})).await.is(200);
    let other = server.enter(&link, "enter 1:A2").await.is(200).json();
    let branch = |line: u32, name: &str, entries: usize, first: &str| json!({"line": line, "name": name, "at": 1, "follows": null, "entries": entries, "first": first});
    assert_eq!(other["view"]["branches"], json!([branch(1, "", 3, "enter 1:A1")]));
    assert_eq!(other["view"]["line"], 2);
    server
        .post(&at("name"), &json!({"line": 2, "name": "The north"}))
        .await
        .is(200);
    server.post(&at("name"), &json!({"line": 7, "name": "x"})).await.is(422);
    drop(server);
    let server = Server::new(folder.path());
    let seen = server.look(&link).await;
    assert_eq!(
        (&seen["view"]["line"], &seen["view"]["line_name"]),
        (&json!(2), &json!("The north"))
    );
    server.post(&at("return"), &json!({"line": 9})).await.is(422);
    let late = json!({"line": 1, "revision": 0});
    server.post(&at("return"), &late).await.is(409);
    let returned = server.post(&at("return"), &json!({"line": 1})).await.is(200).json();
    assert_eq!(returned["view"]["log"], whole["view"]["log"]);
    drop(server);
    let server = Server::new(folder.path());
    let seen = server.look(&link).await;
    assert_eq!(
        (&seen["view"]["key"], &seen["view"]["undone"]),
        (&whole["view"]["key"], &json!(0))
    );
    assert_eq!(
        seen["view"]["branches"],
        json!([branch(2, "The north", 1, "enter 1:A2")])
    );

    // A correction is an entry as well, and opens a line.
    server.post(&at("go-to"), &json!({"entries": 2})).await.is(200);
    let mut position = server.get(&at("position")).await.is(200).json();
    position["players"][0]["stealth"] = json!(2);
    let corrected = server.post(&at("correct"), &json!({"position": position})).await;
    assert_eq!(corrected.is(200).json()["view"]["line"], 3);
    server.post(&at("return"), &json!({"line": 1})).await.is(200);

    // With the Guard elsewhere all of it holds; with the burglar elsewhere he cannot peek at the same tile.
    server.enter(&link, "peek 1:A2").await.is(200);
    let changed = json!({"entry": 1, "step": "patrol C3"});
    let changed = server.post(&at("change"), &changed).await.is(200).json();
    assert_eq!(
        (&changed["view"]["entries"], &changed["view"]["rest"]),
        (&json!(5), &Value::Null)
    );
    let moved = json!({"entry": 2, "step": "enter 1:D4"});
    let moved = server.post(&at("change"), &moved).await.is(200).json();
    assert_eq!(moved["view"]["entries"], 4);
    let rest = &moved["view"]["rest"];
    assert_eq!(
        (&rest["from"], &rest["entries"], &rest["next"]),
        (&json!(5), &json!(1), &json!("peek 1:A2"))
    );
    assert!(rest["problem"].as_str().unwrap().contains("peek 1:A2"), "{rest}");
    drop(server);
    let server = Server::new(folder.path());
    assert_eq!(&server.look(&link).await["view"]["rest"], rest);
    let replay = json!({"line": rest["line"], "from": rest["from"]});
    server.post(&at("replay"), &replay).await.is(422);
    let left = server.post(&at("leave-rest"), &json!({})).await.is(200).json();
    assert_eq!(left["view"]["rest"], Value::Null);
    server.post(&at("leave-rest"), &json!({})).await.is(422);
    // The whole line is entered again from the beginning.
    let replay = json!({"line": rest["line"], "from": 1});
    server.post(&at("go-to"), &json!({"entries": 0})).await.is(200);
    let replayed = server.post(&at("replay"), &replay).await.is(200).json();
    assert_eq!(replayed["view"]["log"], changed["view"]["log"]);
    for wrong in [
        json!({"entry": 0, "step": "patrol B2"}),
        json!({"entry": 1, "step": "tea"}),
    ] {
        server.post(&at("change"), &wrong).await.is(422);
    }
}
