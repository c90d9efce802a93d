//! The board as a table of words.

use super::*;

/// The table of words of a page, none if it has none.
fn words(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("<details id=\"board-table\">")?;
    Some(rest.split_once("</details>").expect("it ends").0)
}

/// Every cell of a table has a head above it and one beside it, and texts are the same as those of the state.
fn check_words(words: &str) {
    let tags = tags(words);
    let count = |name: &str| tags.iter().filter(|tag| tag.name == name).count();
    let scoped = |scope: &str| {
        let heads = tags.iter().filter(|tag| tag.name == "th");
        heads.filter(|tag| tag.of("scope") == Some(scope)).count()
    };
    assert!(count("table") > 0 && count("caption") == count("table"), "{words}");
    assert_eq!(scoped("col") + scoped("row"), count("th"), "{words}");
    for table in words.split("<table>").skip(1) {
        let columns = table.matches("scope=\"col\"").count();
        for row in table.split("<tr>").skip(2) {
            assert_eq!(row.matches("<td>").count(), columns, "{row}");
            assert_eq!(row.matches("scope=\"row\"").count(), 1, "{row}");
        }
    }
}

/// Each game with a board has it, in the part that changes with the table.
#[tokio::test]
async fn the_board_is_a_table_too() {
    let site = Site::new();
    let mut told = Vec::new();
    for game in any::infos() {
        let table = site.begin(&format!("game={}&seats=2&name=Ours", game.id)).await;
        let page = site.get(&table).await.text;
        check_page(&page);
        let live = site.get(&format!("{table}/live")).await.text;
        assert_eq!(words(&live), words(&page), "{}", game.id);
        if let Some(words) = words(&page) {
            check_words(words);
            told.push(game.id);
        }
    }
    for game in ["burgle-bros", "casino-capers", "masters-of-the-heist"] {
        assert!(told.contains(&game), "{game} in {told:?}");
    }
}

#[tokio::test]
async fn the_table_of_words_changes_with_the_board_and_names_the_players() {
    let site = Site::new();
    let table = site.office().await;
    let before = site.get(&table).await.text;
    for step in ["patrol+A1", "enter+1:A3", "tile+walkway-1", "patrol+D4"] {
        let entered = site.post(&format!("{table}/enter"), &format!("step={step}")).await;
        assert_eq!(entered.status, StatusCode::SEE_OTHER, "{step}: {}", entered.text);
    }
    let after = site.get(&table).await.text;
    let (before, after) = (words(&before).expect("a table"), words(&after).expect("a table"));
    assert!(!before.contains("Walkway 1") && !before.contains("Guard"), "{before}");
    assert!(
        after.contains("Walkway 1; Player 1 (Hacker)") && after.contains("face down; Guard"),
        "{after}"
    );
    let named = site.post(&format!("{table}/names"), "was=&name=Ann&was=&name=Bo").await;
    assert_eq!(named.status, StatusCode::SEE_OTHER, "{}", named.text);
    let named = site.get(&table).await.text;
    assert!(words(&named).expect("a table").contains("Ann (Hacker)"), "{named}");
    // What is only tried out has a table of its own.
    let ahead = site.get(&format!("{table}/what-if")).await.text;
    check_page(&ahead);
    check_words(words(&ahead).expect("a table"));
}
