//! Progress is kept in the browser, per grid, and the page works without that.

use fantoccini::key::Key;
use serde_json::json;

use super::{fill, key, open_grid, open_page, until_text};
use crate::session::Browser;
use crate::world::{TINY_GRID, World};

#[tokio::test]
async fn progress_survives_a_reload() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
    let board = browser.find("#game canvas").await;
    let keys = format!(" {}", key(Key::Right));
    board.send_keys(&keys).await.expect("keys");
    until_text(&browser, ".facts", "colour 1").await;
    browser.client.refresh().await.expect("the page");
    browser.until("window.judge").await;
    until_text(&browser, ".facts", "colour 1").await;
    // Undo still works, and the best value is remembered.
    let board = browser.find("#game canvas").await;
    let rest = format!(" {} ", key(Key::Left));
    board.send_keys(&rest).await.expect("keys");
    until_text(&browser, ".verdict", "Done with 2 steps: optimal").await;
    browser.click(".restart").await;
    browser.client.refresh().await.expect("the page");
    browser.until("window.judge").await;
    until_text(&browser, ".facts", "your best2").await;
    assert_eq!(browser.text(".verdict").await, "");
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn own_grids_and_their_progress_survive_a_reload() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --problem picross").code, 0);
    open_page(&browser, &world.path("play.html")).await;
    browser.click("#new").await;
    fill(&browser, "dialog input[name=rows]", "4").await;
    browser.click(".make").await;
    until_text(&browser, "#size", "random, 4 × 10").await;
    let board = browser.find("#game canvas").await;
    board.send_keys("x").await.expect("a key");
    let name = "return document.getElementById('game').dataset.game";
    let before = browser.run(name, Vec::new()).await;
    browser.client.refresh().await.expect("the page");
    browser.until("window.judge").await;
    assert_eq!(browser.run(name, Vec::new()).await, before);
    until_text(&browser, ".facts", "moves1").await;
    // The other grids have progress of their own.
    fill(&browser, "#size", "0").await;
    until_text(&browser, ".facts", "moves0").await;
    // Everything can be forgotten.
    browser.click("#forget").await;
    browser.click(".confirm").await;
    browser
        .until("window.judge && document.querySelectorAll('#size optgroup').length === 0")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn damaged_storage_is_ignored() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(&browser, &world, "la-grille", "1 3\n5\n").await;
    browser
        .find("#game canvas")
        .await
        .send_keys("R")
        .await
        .expect("a key");
    until_text(&browser, ".verdict", "Done with -5 points: optimal").await;
    let damages = [
        json!("not JSON"),
        json!("{\"history\": 7}"),
        json!("{\"history\": [[[0, \"Q\"]]], \"best\": \"<b>\"}"),
        json!("{\"history\": [[[99999999, \"R\"]]]}"),
        json!("{\"history\": [[[0, \"constructor\"]]]}"),
        json!("[[\"<img src=x>\"]]"),
    ];
    for damage in damages {
        let script =
            "for (const key of Object.keys(localStorage)) localStorage[key] = arguments[0]";
        browser.run(script, vec![damage.clone()]).await;
        browser.client.refresh().await.expect("the page");
        browser.until("window.judge").await;
        until_text(&browser, ".facts", "empty cells1").await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn the_page_works_without_storage() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let blocked = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } })";
    browser
        .tool(
            "Page.addScriptToEvaluateOnNewDocument",
            json!({ "source": blocked }),
        )
        .await;
    let world = World::new();
    open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
    let solution = format!(" {} {} ", key(Key::Right), key(Key::Left));
    let board = browser.find("#game canvas").await;
    board.send_keys(&solution).await.expect("keys");
    until_text(&browser, ".verdict", "Done with 2 steps: optimal").await;
    browser.click("#new").await;
    browser.click(".make").await;
    until_text(&browser, "#size", "random, 5 × 6").await;
    // Within the page, progress is kept even so.
    fill(&browser, "#size", "0").await;
    until_text(&browser, ".verdict", "Done with 2 steps: optimal").await;
    browser.assert_quiet().await;
    browser.close().await;
}
