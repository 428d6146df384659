//! Playing by hand with keyboard and mouse; the judge accepts the saved answers.

mod draw;
mod files;
mod french;
mod keyboard;
mod links;
mod progress;
mod random;
mod readers;
mod solutions;

use std::path::Path;

use fantoccini::key::Key;
use serde_json::json;

use crate::session::Browser;
use crate::world::{TINY_GRID, World};

fn key(key: Key) -> String {
    char::from(key).to_string()
}

/// The widths of the screens on which the page is tested, with their heights.
const SCREENS: [(u32, u32); 2] = [(390, 844), (1400, 900)];

/// Sets the size of the screen; a narrow one is a phone.
async fn screen(browser: &Browser, (width, height): (u32, u32)) {
    let phone = width < 600;
    let screen = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone});
    browser
        .tool("Emulation.setDeviceMetricsOverride", screen)
        .await;
}

/// Writes a page for a grid and opens it.
async fn open_grid(browser: &Browser, world: &World, problem: &str, grid: &str) {
    world.file("grid.txt", grid);
    let ran = world.judge(&format!("play grid.txt --no-open --problem {problem}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    open_page(browser, &world.path("play.html")).await;
}

async fn open_page(browser: &Browser, page: &Path) {
    browser.open(page).await;
    browser.until("window.judge").await;
}

/// Fails if the page is wider than the screen.
async fn assert_fits(browser: &Browser, what: &str) {
    let widths = "return [document.documentElement.scrollWidth, innerWidth]";
    let widths = browser.run(widths, Vec::new()).await;
    let widths: Vec<f64> = serde_json::from_value(widths).expect("two numbers");
    assert!(widths[0] <= widths[1], "{what}: {widths:?}");
}

/// Waits for a text in an element.
async fn until_text(browser: &Browser, selector: &str, part: &str) {
    let (selector, part) = (json!(selector), json!(part));
    browser
        .until(&format!(
            "document.querySelector({selector})?.textContent.includes({part})"
        ))
        .await;
}

/// Saves a file with a button, and returns its text.
async fn saved(browser: &Browser, button: &str) -> String {
    empty_downloads(browser);
    browser.click(button).await;
    let begun = std::time::Instant::now();
    loop {
        let files = browser.downloads.path().read_dir().expect("a folder");
        let files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        if let [file] = files.as_slice()
            && file.extension().is_some_and(|extension| extension == "txt")
        {
            return std::fs::read_to_string(file).expect("the saved text");
        }
        assert!(
            begun.elapsed().as_secs() < 60,
            "nothing was saved: {files:?}"
        );
        tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    }
}

fn empty_downloads(browser: &Browser) {
    for file in browser.downloads.path().read_dir().expect("files") {
        std::fs::remove_file(file.expect("a file").path()).expect("the file is removed");
    }
}

/// Sets the value of a field as typing does.
async fn fill(browser: &Browser, selector: &str, value: &str) {
    let script = "const field = document.querySelector(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event(field.matches('select') ? 'change' : 'input', { bubbles: true }));";
    browser
        .run(script, vec![json!(selector), json!(value)])
        .await;
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
        empty_downloads(&browser);
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
