//! Grids that are drawn by hand: what the page says about them, and that the judge accepts the saved files.

use fantoccini::key::Key;

use super::{SCREENS, assert_fits, fill, key, open_grid, saved, screen, until_text};
use crate::session::Browser;
use crate::world::{TINY_GRID, World};

async fn draw(browser: &Browser, problem: &str, fields: &[(&str, &str)]) {
    browser.click("#draw").await;
    fill(browser, ".draw-problem", problem).await;
    for (name, value) in fields {
        fill(browser, &format!(".editor input[name={name}]"), value).await;
    }
}

/// Saves the drawing, and returns its text after the judge has drawn it too.
async fn saved_drawing(browser: &Browser, world: &World, problem: &str) -> String {
    let text = saved(browser, ".save-draft").await;
    world.file("drawing.txt", &text);
    let shown = world.judge(&format!("show drawing.txt --problem {problem}"));
    assert_eq!(shown.code, 0, "{text}{}", shown.err);
    text
}

#[tokio::test]
async fn a_picture_gets_its_clues_and_is_told_whether_it_is_unique() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    for size in SCREENS {
        let world = World::new();
        screen(&browser, size).await;
        open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
        draw(&browser, "picross", &[("rows", "2"), ("columns", "2")]).await;
        until_text(&browser, ".draft-note", "Paint a picture").await;
        // A diagonal, with mouse and keyboard: the other one has the same clues. Clues take the upper left part.
        let board = ".editor canvas";
        browser.drag(board, (0.95, 0.95), (0.95, 0.95)).await;
        let keys = [&key(Key::Left), &key(Key::Up), " "].concat();
        browser
            .find(board)
            .await
            .send_keys(&keys)
            .await
            .expect("keys");
        until_text(&browser, ".draft-note", "does not determine 4 cells").await;
        // Three of four cells.
        let keys = [&key(Key::Down), " "].concat();
        browser
            .find(board)
            .await
            .send_keys(&keys)
            .await
            .expect("keys");
        until_text(&browser, ".draft-note", "unique").await;
        assert_fits(&browser, "a drawing").await;
        let text = saved_drawing(&browser, &world, "picross").await;
        assert_eq!(text, "2 2\n1\n2\n2\n1\n");
        world.file("answer.txt", "#.\n##\n");
        let checked = world.judge("check drawing.txt answer.txt --problem picross");
        assert_eq!(checked.code, 0, "{}", checked.out);
        browser.click(".play-draft").await;
        until_text(&browser, "#size", "drawing, 2 × 2").await;
        assert_eq!(saved(&browser, ".save-grid").await, text);
        // The picture comes back for further changes, though only its clues are played.
        browser.click("#draw").await;
        until_text(&browser, ".draft-note", "unique").await;
        assert_eq!(saved_drawing(&browser, &world, "picross").await, text);
        browser.run("localStorage.clear()", Vec::new()).await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn colours_and_pieces_must_balance() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    for size in SCREENS {
        let world = World::new();
        screen(&browser, size).await;
        open_grid(&browser, &world, "picross", "1 1\n1\n1\n").await;
        let fields = [("rows", "1"), ("columns", "2"), ("colours", "2")];
        draw(&browser, "sorting-robot", &fields).await;
        let board = ".editor canvas";
        browser.drag(board, (0.2, 0.5), (0.2, 0.5)).await;
        let unbalanced = "Not balanced: colour 0 has 1 cell and 0 pieces.";
        until_text(&browser, ".draft-note", unbalanced).await;
        for button in [".play-draft", ".save-draft", ".share-draft"] {
            let button = browser.find(button).await;
            assert!(!button.is_enabled().await.expect("a button"));
        }
        browser.click(".palette [data-colour='1']").await;
        browser.drag(board, (0.8, 0.5), (0.8, 0.5)).await;
        until_text(&browser, ".draft-note", "colour 1 has 1 cell").await;
        // Pieces: 1 on the first cell, 0 on the second.
        browser.click(".layers button:nth-child(2)").await;
        browser.drag(board, (0.2, 0.5), (0.2, 0.5)).await;
        browser.click(".palette [data-colour='0']").await;
        // After the click, keys act on the drawing.
        let active = browser.client.active_element().await.expect("the board");
        active
            .send_keys(&(key(Key::Right) + " "))
            .await
            .expect("keys");
        until_text(&browser, ".draft-note", "Balanced").await;
        assert_fits(&browser, "a drawing").await;
        let text = saved_drawing(&browser, &world, "sorting-robot").await;
        assert_eq!(text, TINY_GRID);
        // More cells and a piece too many, then shuffled.
        fill(&browser, ".editor input[name=rows]", "2").await;
        let board = browser.find(board).await;
        board.send_keys(" ").await.expect("a key");
        until_text(&browser, ".draft-note", "colour 0 has 1 cell and 2 pieces").await;
        browser.click(".shuffle").await;
        browser
            .until("!document.querySelector('.save-draft').disabled")
            .await;
        saved_drawing(&browser, &world, "sorting-robot").await;
        browser.run("localStorage.clear()", Vec::new()).await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn values_and_tiles_are_typed() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    for size in SCREENS {
        let world = World::new();
        screen(&browser, size).await;
        open_grid(&browser, &world, "picross", "1 1\n1\n1\n").await;
        draw(&browser, "la-grille", &[("size", "2"), ("penalty", "3")]).await;
        let field = |at: usize| format!(".typed input:nth-of-type({at})");
        // Each key selects or replaces the text; Enter goes to the next row.
        let first = browser.find(&field(1)).await;
        first.click().await.expect("a field");
        first
            .send_keys(&format!("7{}", key(Key::Enter)))
            .await
            .expect("keys");
        let active = browser.client.active_element().await.expect("the next row");
        active.send_keys("x").await.expect("keys");
        until_text(&browser, ".draft-note", "row 2, column 1: a whole number").await;
        fill(&browser, &field(3), "-4").await;
        until_text(&browser, ".draft-note", "Type a value").await;
        assert_fits(&browser, "a drawing").await;
        let text = saved_drawing(&browser, &world, "la-grille").await;
        assert_eq!(text, "2 3\n7 0\n-4 0\n");
        world.file("answer.txt", "JJ\nRJ\n");
        let checked = world.judge("check drawing.txt answer.txt --problem la-grille --format json");
        assert_eq!(checked.json()["value"], 11, "{}", checked.out);

        fill(&browser, ".draw-problem", "swap-puzzle").await;
        fill(&browser, ".editor input[name=rows]", "2").await;
        fill(&browser, ".editor input[name=columns]", "2").await;
        fill(&browser, &field(1), "2").await;
        let missing = "Each number from 1 to 4 is needed once. Missing: 1; more than once: 2.";
        until_text(&browser, ".draft-note", missing).await;
        fill(&browser, &field(2), "1").await;
        until_text(&browser, ".draft-note", "Type each number once").await;
        browser
            .click("[aria-label='wall between row 1, column 1 and row 1, column 2']")
            .await;
        browser
            .click("[aria-label='wall between row 1, column 1 and row 2, column 1']")
            .await;
        until_text(&browser, ".draft-note", "cut the grid in two").await;
        browser
            .click("[aria-label='wall between row 1, column 1 and row 1, column 2']")
            .await;
        let text = saved_drawing(&browser, &world, "swap-puzzle").await;
        assert_eq!(text, "2 2\n2 1\n3 4\nwall 0 0 1 0\n");
        browser.run("localStorage.clear()", Vec::new()).await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}
