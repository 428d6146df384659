//! Files that a player chooses or drops, good and hostile ones.

use serde_json::json;

use super::{SCREENS, assert_fits, open_grid, saved, screen, until_text};
use crate::session::Browser;
use crate::world::{TINY_GRID, World};

const SWAP_GRID: &str = "2 2\n2 1\n3 4\nwall 0 0 1 0\n";

async fn choose(browser: &Browser, world: &World, name: &str) {
    let path = world.path(name).canonicalize().expect("the file");
    let input = browser.find("#file").await;
    input
        .send_keys(&path.to_string_lossy())
        .await
        .expect("a file is chosen");
}

/// Drops a file on the page, as the user's file manager does.
async fn drop_file(browser: &Browser, world: &World, name: &str) {
    let path = world.path(name).canonicalize().expect("the file");
    for kind in ["dragEnter", "dragOver", "drop"] {
        let data = json!({"items": [], "files": [path], "dragOperationsMask": 1});
        let event = json!({"type": kind, "x": 150, "y": 300, "data": data});
        browser.tool("Input.dispatchDragEvent", event).await;
    }
}

#[tokio::test]
async fn files_are_opened_by_choosing_and_by_dropping() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    for size in SCREENS {
        let world = World::new();
        screen(&browser, size).await;
        open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
        world.file("my swap.txt", SWAP_GRID.replace('\n', " \r\n"));
        choose(&browser, &world, "my swap.txt").await;
        until_text(&browser, "#size", "my swap, 2 × 2").await;
        assert_eq!(saved(&browser, ".save-grid").await, SWAP_GRID);
        // Rows of La Grille would be too many for the page; of the swap puzzle they are not.
        let column: Vec<String> = (1..=400).map(|tile: u32| tile.to_string()).collect();
        world.file("tall.txt", format!("400 1\n{}\n", column.join("\n")));
        choose(&browser, &world, "tall.txt").await;
        until_text(&browser, "#size", "tall, 400 × 1").await;
        world.file("clues.non", "width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n");
        drop_file(&browser, &world, "clues.non").await;
        until_text(&browser, "#size", "clues, 1 × 2").await;
        assert_eq!(saved(&browser, ".save-grid").await, "1 2\n1\n1\n0\n");
        assert_fits(&browser, "an opened file").await;
        browser
            .run("localStorage.clear(); location.hash = ''", Vec::new())
            .await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn the_player_decides_between_two_readings() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
    // A swap puzzle of one cell is La Grille as well.
    world.file("both.txt", "1 1\n1\n");
    let told = world.judge("show both.txt");
    assert_eq!(told.code, 2, "{}", told.out);
    choose(&browser, &world, "both.txt").await;
    until_text(
        &browser,
        "dialog",
        "can be read as swap-puzzle and as la-grille",
    )
    .await;
    browser.click("dialog .reading:nth-of-type(2)").await;
    browser
        .until("document.getElementById('problem').value === 'la-grille'")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn unreadable_files_are_refused_with_line_and_column() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
    let markup = "<img src=x onerror=alert(1)>";
    let refusals = [
        (
            "3 2\n1 2\n3 4\n5 5\n".to_owned(),
            "line 4, column 3: found “5”, expected each tile once",
        ),
        (
            "1 3 2\n0 1 1\n0 1 0\n".to_owned(),
            "line 3, column 5: found “0”, expected as many pieces as cells of colour 0",
        ),
        (
            "1000000000 1000000000 1\n".to_owned(),
            "line 1, column 23: found “1”, expected the end of the line after 2 numbers",
        ),
        (
            "4000 4000\n1 2\n".to_owned(),
            "expected a grid of at most 100000 cells, not 4000 × 4000",
        ),
        (format!("1 2 2\n0 1\n{markup} 0\n"), "found “<img”"),
        (String::new(), "line 1, column 1: found the end of the file"),
        ("\0\u{1b}[2J".to_owned(), "“\\u{0}\\u{1b}[2J”"),
    ];
    for (text, message) in refusals {
        world.file("<b>bad.txt", &text);
        choose(&browser, &world, "<b>bad.txt").await;
        until_text(&browser, "#notice", message).await;
        let notice = browser.text("#notice").await;
        assert!(notice.starts_with("<b>bad.txt: "), "{notice}");
        let shown = browser
            .run(
                "return [document.getElementById('game').dataset.game, document.querySelectorAll('#notice *, img').length]",
                Vec::new(),
            )
            .await;
        assert_eq!(shown, json!(["grid", 0]));
    }
    world.file("large.txt", "1 ".repeat(1_500_000));
    choose(&browser, &world, "large.txt").await;
    until_text(&browser, "#notice", "opens files of at most 2000000").await;
    browser.assert_quiet().await;
    browser.close().await;
}
