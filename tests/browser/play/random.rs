//! Random grids that the page makes, solved with hints alone.

use serde_json::json;

use super::{SCREENS, assert_fits, fill, open_page, saved, screen};
use crate::session::Browser;
use crate::world::World;

#[tokio::test]
async fn a_random_grid_of_every_problem_is_made_and_solved() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --problem swap-puzzle").code, 0);
    let games: [(&str, &[(&str, &str)]); 4] = [
        (
            "sorting-robot",
            &[("rows", "3"), ("columns", "4"), ("empty", "20")],
        ),
        (
            "swap-puzzle",
            &[("rows", "3"), ("columns", "3"), ("walls", "60")],
        ),
        (
            "la-grille",
            &[("size", "3"), ("penalty", "7"), ("low", "-4")],
        ),
        ("picross", &[("rows", "6"), ("columns", "5")]),
    ];
    for size in SCREENS {
        screen(&browser, size).await;
        for (problem, fields) in games {
            open_page(&browser, &world.path("play.html")).await;
            browser.click("#new").await;
            fill(&browser, ".random-problem", problem).await;
            for (name, value) in fields {
                fill(&browser, &format!("dialog input[name={name}]"), value).await;
            }
            assert_fits(&browser, problem).await;
            browser.click(".make").await;
            let made = format!("{problem}-random-");
            browser
                .until(&format!(
                    "document.getElementById('game').dataset.game.startsWith({})",
                    json!(made)
                ))
                .await;
            assert_fits(&browser, problem).await;
            let grid = saved(&browser, ".save-grid").await;
            let (first, _) = grid.split_once('\n').expect("a header");
            match problem {
                "sorting-robot" => assert!(first.starts_with("3 4 "), "{first}"),
                "swap-puzzle" => assert!(grid.contains("wall "), "{grid}"),
                "la-grille" => assert_eq!(first, "3 7"),
                _ => assert_eq!(first, "6 5"),
            }
            solve_with_hints(&browser).await;
            let answer = saved(&browser, ".save").await;
            world.file("random.txt", &grid).file("answer.txt", &answer);
            let check = format!("check random.txt answer.txt --problem {problem} --no-bound");
            let checked = world.judge(&check);
            assert_eq!(checked.code, 0, "{problem}: {}{}", checked.out, checked.err);
        }
    }
    browser.assert_quiet().await;
    browser.close().await;
}

/// Shows and takes hints until the grid is solved.
async fn solve_with_hints(browser: &Browser) {
    let verdict = "return document.querySelector('.verdict').textContent";
    for _ in 0..60 {
        let board = browser.find("#game canvas").await;
        board.send_keys("hhhhhh").await.expect("keys");
        if browser.run(verdict, Vec::new()).await != json!("") {
            return;
        }
    }
    panic!("hints do not solve {}", browser.text(".hint-text").await);
}

#[tokio::test]
async fn impossible_parameters_are_refused() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --problem picross").code, 0);
    open_page(&browser, &world.path("play.html")).await;
    let before = browser.run(
        "return document.getElementById('game').dataset.game",
        Vec::new(),
    );
    let before = before.await;
    browser.click("#new").await;
    for value in ["0", "61", "", "2.5", "1e99"] {
        fill(&browser, "dialog input[name=rows]", value).await;
        browser.click(".make").await;
        assert_eq!(
            browser.text("dialog .warning").await,
            "rows: a whole number from 1 to 60",
            "{value}"
        );
    }
    let after = browser.run(
        "return document.getElementById('game').dataset.game",
        Vec::new(),
    );
    assert_eq!(after.await, before);
    browser.assert_quiet().await;
    browser.close().await;
}

/// A bound of the page must never be better than what the judge proves.
#[tokio::test]
async fn the_bounds_of_the_page_are_bounds() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --problem picross").code, 0);
    open_page(&browser, &world.path("play.html")).await;
    let script = "const made = [];
        const sizes = { rows: 2, columns: 3, colours: 2, empty: 30, walls: 50, size: 2, penalty: 1, low: -5, high: 5 };
        for (const problem of ['sorting-robot', 'swap-puzzle', 'la-grille']) {
          for (let i = 0; i < 25; i++) {
            const text = play.generators[problem].make(sizes);
            made.push([problem, text, play.boundOf(problem, text)]);
          }
        }
        return made;";
    let made = browser.run(script, Vec::new()).await;
    let made: Vec<(String, String, i64)> = serde_json::from_value(made).expect("grids");
    let mut met = 0;
    for (name, text, bound) in made {
        let problem = puzzles::problem(&name).expect("a problem");
        let case = problem.read(text.as_bytes()).expect("a grid of the page");
        let solver = match name.as_str() {
            "swap-puzzle" => "optimal",
            _ => "exact",
        };
        let mut best = None;
        let budget = puzzles::Budget::unlimited();
        let solved = case.solve(solver, &budget, &mut |answer| best = Some(answer));
        assert!(solved.is_ok(), "{text}");
        let checked = case.check(best.expect("an answer").as_bytes());
        let value = checked.expect("an accepted answer").value.whole();
        if name == "la-grille" {
            assert!(bound >= value, "{name}: {bound}, {value}\n{text}");
        } else {
            assert!(bound <= value, "{name}: {bound}, {value}\n{text}");
        }
        met += usize::from(bound == value);
    }
    assert!(met > 0, "no bound is met");
    browser.close().await;
}
