//! The keyboard: after a click on a button keys act on the board, and no mouse is needed for anything.

use fantoccini::key::Key;
use serde_json::json;

use super::{key, open_grid, until_text};
use crate::session::Browser;
use crate::world::{TINY_GRID, World};

/// Types into whatever has the focus.
async fn press(browser: &Browser, keys: &str) {
    let active = browser.client.active_element().await.expect("the focus");
    active.send_keys(keys).await.expect("keys");
}

/// Presses the tab key until an element has the focus.
async fn tab_to(browser: &Browser, selector: &str) {
    for _ in 0..40 {
        let script = "return document.activeElement.matches(arguments[0])";
        if browser.run(script, vec![json!(selector)]).await == json!(true) {
            return;
        }
        press(browser, &key(Key::Tab)).await;
    }
    panic!("{selector} is not reached");
}

#[tokio::test]
async fn after_a_click_on_a_button_keys_act_on_the_board() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
    browser.click("[aria-label=exchange]").await;
    until_text(&browser, ".facts", "colour 1").await;
    browser.click("[aria-label=right]").await;
    // The space bar exchanges; it does not go right again. Undo is repeated by neither.
    press(&browser, " ").await;
    until_text(&browser, ".facts", "colour 0").await;
    browser.click(".undo").await;
    until_text(&browser, ".facts", "colour 1").await;
    press(&browser, " ").await;
    until_text(&browser, ".facts", "colour 0").await;
    press(&browser, &format!("{} ", key(Key::Left))).await;
    until_text(&browser, ".verdict", "Done with 2 steps: optimal").await;
    // In the replay the space bar plays and pauses.
    browser.click(".show").await;
    browser.click(".solution .end").await;
    browser.click(".solution .start").await;
    press(&browser, " ").await;
    browser
        .until("document.querySelector('.solution .play').textContent !== '▶'")
        .await;
    press(&browser, " ").await;
    browser
        .until("document.querySelector('.solution .play').textContent === '▶'")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn everything_works_with_the_keyboard_alone() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(&browser, &world, "sorting-robot", TINY_GRID).await;
    // The board has the focus at the start, and hints can be taken with a key.
    press(&browser, " h").await;
    until_text(&browser, ".hint-text", "go right").await;
    press(&browser, "h").await;
    until_text(&browser, ".facts", "steps1").await;
    // A button that is pressed with a key keeps the focus, and arrows still act on the board.
    tab_to(&browser, ".undo").await;
    press(&browser, " ").await;
    until_text(&browser, ".facts", "steps0").await;
    press(&browser, &key(Key::Right)).await;
    until_text(&browser, ".facts", "steps1").await;
    // A new grid: the dialog takes the focus, Enter makes the grid.
    tab_to(&browser, "#new").await;
    press(&browser, &key(Key::Enter)).await;
    browser.find("dialog").await;
    tab_to(&browser, "dialog input[name=columns]").await;
    press(
        &browser,
        &format!(
            "{}7{}",
            key(Key::Control) + "a" + &key(Key::Null),
            key(Key::Enter)
        ),
    )
    .await;
    until_text(&browser, "#size", "random, 5 × 7").await;
    browser
        .until(
            "!document.querySelector('dialog') && document.activeElement.matches('#game canvas')",
        )
        .await;
    // A drawing, from the menu to the game.
    tab_to(&browser, "#draw").await;
    press(&browser, &key(Key::Enter)).await;
    tab_to(&browser, ".editor canvas").await;
    press(&browser, &key(Key::Right)).await;
    tab_to(&browser, ".shuffle").await;
    press(&browser, " ").await;
    tab_to(&browser, ".play-draft").await;
    press(&browser, &key(Key::Enter)).await;
    until_text(&browser, "#size", "drawing, 5 × 7").await;
    // Solutions, and back.
    tab_to(&browser, ".show").await;
    press(&browser, &key(Key::Enter)).await;
    tab_to(&browser, ".resume").await;
    press(&browser, &key(Key::Enter)).await;
    let on_board = "document.activeElement.matches('#game canvas')";
    browser.until(on_board).await;
    for button in [".show", "#draw"] {
        tab_to(&browser, button).await;
        press(&browser, &key(Key::Enter)).await;
        browser.find(".solution, .editor").await;
        press(&browser, &key(Key::Escape)).await;
        browser.until(on_board).await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}
