//! Playing by hand with keyboard and mouse; the judge accepts the saved answers.

use fantoccini::key::Key;

use crate::session::Browser;
use crate::world::{TINY_GRID, World};

fn key(key: Key) -> String {
    char::from(key).to_string()
}

#[tokio::test]
async fn a_tiny_grid_is_played_to_the_end_and_saved() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    world.file("tiny.txt", TINY_GRID);
    let ran = world.judge("play tiny.txt --no-open");
    assert_eq!(ran.code, 0, "{}", ran.err);
    browser.open(&world.path("play.html")).await;
    browser.until("window.judge").await;
    let board = browser.find("#game canvas").await;
    // One wrong step, undone; then the solution.
    for press in [Key::Space, Key::Right, Key::Space, Key::Left, Key::Right] {
        board.send_keys(&key(press)).await.expect("a key");
    }
    assert!(
        !browser
            .find(".save")
            .await
            .is_enabled()
            .await
            .expect("a button")
    );
    browser.click(".undo").await;
    board
        .send_keys(&key(Key::Up))
        .await
        .expect("a key that does nothing");
    board.send_keys(" ").await.expect("a key");
    let done = "Done with 2 steps: optimal";
    browser
        .until(&format!(
            "document.querySelector('.verdict').textContent === '{done}'"
        ))
        .await;
    assert!(
        browser
            .text(".reference")
            .await
            .starts_with("best known: 2 steps")
    );
    browser.click(".save").await;
    let answer = browser.download("tiny-answer.txt").await;
    let checked = world.judge(&format!(
        "check tiny.txt {} --format json",
        answer.display()
    ));
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(checked.json()["value"], 2);

    browser.click(".restart").await;
    browser
        .until("document.querySelector('.verdict').textContent === ''")
        .await;
    browser.click(".show").await;
    browser.click(".solution .end").await;
    browser
        .until("document.querySelector('.solution .verdict').textContent === 'accepted: 2 steps'")
        .await;
    browser.click(".resume").await;
    browser
        .until("document.querySelector('#game canvas').offsetParent")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

/// Solves a small grid of every problem with mouse or keyboard, saves grid and answer, and checks them with the judge.
#[tokio::test]
async fn every_problem_can_be_played() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let games = [
        ("swap-puzzle", "1 2\n2 1\n", 1),
        ("la-grille", "2 3\n1 2\n3 -4\n", 10),
        ("picross", "1 2\n1\n1\n0\n", 1),
    ];
    for (problem, grid, value) in games {
        let world = World::new();
        world.file("grid.txt", grid);
        let ran = world.judge(&format!("play grid.txt --no-open --problem {problem}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        browser.open(&world.path("play.html")).await;
        browser.until("window.judge").await;
        let board = browser.find("#game canvas").await;
        match problem {
            "swap-puzzle" => browser.drag("#game canvas", (0.25, 0.5), (0.75, 0.5)).await,
            "la-grille" => {
                // Three black pawns on a grid of two rows would not be doubled.
                for press in [
                    "J",
                    &key(Key::Right),
                    "J",
                    &key(Key::Down),
                    "R",
                    &key(Key::Left),
                    "J",
                ] {
                    board.send_keys(press).await.expect("a key");
                }
            }
            _ => {
                // A wrong cell, cleared by a second click.
                browser.drag("#game canvas", (0.9, 0.9), (0.9, 0.9)).await;
                browser.drag("#game canvas", (0.9, 0.9), (0.9, 0.9)).await;
                board.send_keys(&key(Key::Left)).await.expect("a key");
                board.send_keys(" ").await.expect("a key");
            }
        }
        browser
            .until("document.querySelector('.verdict').textContent !== ''")
            .await;
        browser.click(".save").await;
        browser.click(".save-grid").await;
        let answer = browser.download("grid-answer.txt").await;
        let saved = browser.download("grid.txt").await;
        let (saved, answer) = (saved.display(), answer.display());
        let checked = world.judge(&format!(
            "check {saved} {answer} --problem {problem} --format json"
        ));
        assert_eq!(checked.code, 0, "{problem}: {}{}", checked.out, checked.err);
        assert_eq!(checked.json()["value"], value, "{problem}");
        for file in browser.downloads.path().read_dir().expect("files") {
            std::fs::remove_file(file.expect("a file").path()).expect("the file is removed");
        }
    }
    browser.assert_quiet().await;
    browser.close().await;
}

/// True once the selected grid has been unpacked.
const SELECTED_IS_SHOWN: &str = "document.getElementById('game').dataset.game === \
    JSON.parse(document.getElementById('data').textContent) \
    .games[document.getElementById('size').value].name";

#[tokio::test]
async fn the_menu_lists_every_problem_with_a_solution() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --seed 3").code, 0);
    browser.open(&world.path("play.html")).await;
    browser.until("window.judge").await;
    for problem in puzzles::problems() {
        let choice = browser.find("#problem").await;
        choice
            .select_by_value(problem.name())
            .await
            .expect("the problem");
        browser
            .until("document.querySelectorAll('#size option').length >= 3")
            .await;
        let sizes = browser
            .run(
                "return document.querySelectorAll('#size option').length",
                Vec::new(),
            )
            .await;
        for size in 0..sizes.as_u64().expect("a number") as usize {
            let choice = browser.find("#size").await;
            choice.select_by_index(size).await.expect("a size");
            browser.until(SELECTED_IS_SHOWN).await;
            browser
                .until("!document.querySelector('.show').disabled")
                .await;
            browser.click(".show").await;
            browser.click(".solution .end").await;
            browser
                .until(
                    "document.querySelector('.solution .verdict').textContent.startsWith('accepted')",
                )
                .await;
            browser.click(".resume").await;
        }
    }
    browser.assert_quiet().await;
    browser.close().await;
}
