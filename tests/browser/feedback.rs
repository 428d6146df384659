//! The feedback page of a team: its replays work, and nothing is requested or reported.

use crate::session::Browser;
use crate::world::World;

#[tokio::test]
async fn a_team_replays_its_own_answers() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::tiny();
    world.script("Léa <b>Martin", "echo SRLRSLS");
    world.script("others", "echo SRSLS");
    world.run();
    let ran = world.judge("grades results/tiny --feedback feedback");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = world.path("feedback").join("Léa <b>Martin.html");
    browser.open(&page).await;
    browser.until("window.judge").await;
    let heading = browser.text("h1 + *").await;
    assert!(
        heading.starts_with("Léa <b>Martin: rank 2 of 2"),
        "{heading}"
    );
    browser.click("#matrix button[data-entrant]").await;
    browser
        .until("document.querySelector('#replay[open] .slider')")
        .await;
    browser
        .run(
            "const slider = document.querySelector('.slider'); slider.value = slider.max;
             slider.dispatchEvent(new Event('input', { bubbles: true }));",
            Vec::new(),
        )
        .await;
    browser
        .until("document.querySelector('.verdict').textContent !== ''")
        .await;
    let verdict = browser.text(".verdict").await;
    assert!(verdict.contains("accepted"), "{verdict}");
    browser.assert_quiet().await;
    browser.close().await;
}
