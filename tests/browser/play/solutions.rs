//! Several bundled solutions to watch, hints that follow the best one, and rules with pictures.

use fantoccini::key::Key;
use serde_json::json;

use super::{SCREENS, assert_fits, fill, key, open_grid, open_page, screen, until_text};
use crate::session::Browser;
use crate::world::World;

#[tokio::test]
async fn all_nine_algorithms_of_the_robot_can_be_watched() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(
        world.judge("play --no-open --problem sorting-robot").code,
        0
    );
    for size in SCREENS {
        screen(&browser, size).await;
        open_page(&browser, &world.path("play.html")).await;
        fill(&browser, "#size", "1").await;
        browser
            .until("document.getElementById('game').dataset.game.includes('vector')")
            .await;
        browser.click(".show").await;
        let script = "return Array.from(document.querySelectorAll('select.solution option, .watch-choices label:first-child option'), (option) => option.textContent)";
        let listed = browser.run(script, Vec::new()).await;
        let listed: Vec<String> = serde_json::from_value(listed).expect("texts");
        for name in [
            "naive",
            "circular",
            "by-colour",
            "by-avl",
            "vector",
            "graph-naive",
            "graph-improved",
            "graph-general",
            "graph-cuts",
        ] {
            let is_listed = listed
                .iter()
                .any(|text| text.starts_with(&format!("{name}: ")));
            assert!(is_listed, "{name} is not in {listed:?}");
        }
        // The strongest beside the weakest.
        let weakest = listed.len() - 1;
        fill(
            &browser,
            ".watch-choices label:nth-child(2) select",
            &weakest.to_string(),
        )
        .await;
        browser.click(".solution .end").await;
        browser
            .until("[...document.querySelectorAll('.solution .verdict')].filter((verdict) => verdict.textContent.startsWith('accepted: ')).length === 2")
            .await;
        let script = "return Array.from(document.querySelectorAll('.solution .verdict'), (verdict) => Number(verdict.textContent.match(/\\d+/)[0]))";
        let values = browser.run(script, Vec::new()).await;
        let values: Vec<i64> = serde_json::from_value(values).expect("two values");
        assert!(values[0] < values[1], "{values:?}");
        assert_fits(&browser, "two solutions").await;
        browser.click(".resume").await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn hints_follow_the_bundled_solution_or_say_that_they_do_not() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    open_grid(
        &browser,
        &world,
        "sorting-robot",
        "1 4 4\n0 1 2 3\n1 0 3 2\n",
    )
    .await;
    let board = browser.find("#game canvas").await;
    board.send_keys("h").await.expect("a key");
    until_text(&browser, ".hint-text", "From the bundled solution (").await;
    until_text(&browser, ".hint", "do it").await;
    // Off the solution.
    let detour = [Key::Right, Key::Right, Key::Right].map(key).concat();
    board.send_keys(&format!("{detour}h")).await.expect("keys");
    until_text(
        &browser,
        ".hint-text",
        "A greedy step computed by this page",
    )
    .await;
    browser.click(".hint").await;
    until_text(&browser, ".facts", "in handcolour 2").await;

    // A wrong cell, then a cell that a clue determines.
    open_grid(&browser, &world, "picross", "2 2\n2\n0\n1\n1\n").await;
    let board = browser.find("#game canvas").await;
    board.send_keys("x").await.expect("a key");
    board.send_keys("h").await.expect("a key");
    until_text(
        &browser,
        ".hint-text",
        "Wrong: the line solver proves that this cell is black",
    )
    .await;
    board.send_keys("hh").await.expect("keys");
    until_text(
        &browser,
        ".hint-text",
        "the clue of row 1 makes this cell black",
    )
    .await;

    // Two solutions: no line determines a cell.
    open_grid(&browser, &world, "picross", "2 2\n1\n1\n1\n1\n").await;
    let board = browser.find("#game canvas").await;
    board.send_keys("h").await.expect("a key");
    until_text(&browser, ".hint-text", "From the bundled solution").await;

    open_grid(&browser, &world, "la-grille", "2 3\n1 2\n3 -4\n").await;
    let board = browser.find("#game canvas").await;
    board.send_keys("hhhhhhhh").await.expect("keys");
    until_text(&browser, ".verdict", "optimal").await;
    board.send_keys("h").await.expect("a key");
    until_text(&browser, ".hint-text", "is that of the bundled solution").await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn the_rules_have_pictures_and_the_page_fits_a_phone() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open").code, 0);
    for size in SCREENS {
        screen(&browser, size).await;
        open_page(&browser, &world.path("play.html")).await;
        for problem in puzzles::problems() {
            fill(&browser, "#problem", problem.name()).await;
            let started = json!(format!("{}-", problem.name()));
            browser
                .until(&format!(
                    "document.getElementById('game').dataset.game.startsWith({started})"
                ))
                .await;
            assert_fits(&browser, problem.name()).await;
            // Every step has a picture with more than one colour.
            let script = "return Array.from(document.querySelectorAll('.rules li'), (step) => {
                  const canvas = step.querySelector('canvas');
                  const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
                  return new Set(pixels).size > 3;
                })";
            let steps = browser.run(script, Vec::new()).await;
            let steps: Vec<bool> = serde_json::from_value(steps).expect("a list");
            assert!(
                steps.len() >= 3 && steps.iter().all(|&drawn| drawn),
                "{steps:?}"
            );
            // Without scrolling, the board and the first controls are on the screen.
            let script = "scrollTo(0, 0);
                const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
                return [bottom('#game canvas'), bottom('.pad'), innerHeight];";
            let places = browser.run(script, Vec::new()).await;
            let places: Vec<f64> = serde_json::from_value(places).expect("numbers");
            assert!(
                places[0] <= places[2] && places[1] <= places[2] + 0.5,
                "{places:?}"
            );
        }
    }
    browser.assert_quiet().await;
    browser.close().await;
}

/// On a phone, the cells of a large grid are smaller than a finger: buttons move the cursor, and its clues are readable.
#[tokio::test]
async fn a_large_grid_is_played_with_thumbs() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    let generate = "generate picross layout=picture rows=25 columns=30 -o large.txt";
    assert_eq!(world.judge(generate).code, 0);
    let grid = world.read("large.txt");
    let second = grid.lines().nth(2).expect("the clue of row 2").to_owned();
    screen(&browser, SCREENS[0]).await;
    open_grid(&browser, &world, "picross", &grid).await;
    browser.click("[aria-label='cursor down']").await;
    until_text(&browser, ".facts", &format!("row 2{second}")).await;
    browser.click(".moves .move:last-child").await;
    until_text(&browser, ".facts", "black cells1").await;
    assert_fits(&browser, "a large grid").await;
    screen(&browser, SCREENS[1]).await;
    browser
        .until("document.querySelector('[aria-label=\"cursor down\"]').offsetParent === null")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}
