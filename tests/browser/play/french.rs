//! The page for playing in French: no English is left in whatever it shows.

use serde_json::{Value, json};

use super::{SCREENS, assert_fits, fill, open_page, until_text};
use crate::french::{english_left, set_width, texts};
use crate::session::Browser;
use crate::world::World;

/// Names and commands, which are the same in both languages, and what is shown without JavaScript only.
const NAMES: &str = "code, noscript, #problem, .random-problem, .draw-problem";

/// Fails if a text has words of English messages. Names of solvers and words in backticks are not meant.
fn assert_french(text: &str, what: &str) {
    let mut words = text.to_owned();
    for problem in puzzles::problems() {
        words = words.replace(problem.name(), "");
        for solver in problem.solvers() {
            words = words.replace(solver.name, "");
        }
    }
    // Every second piece is in backticks.
    let pieces = words.split('`').step_by(2);
    let left = english_left(&pieces.collect::<Vec<_>>().join(" "));
    assert!(left.is_empty(), "{what}: {left:?} in\n{text}");
}

async fn assert_page_is_french(browser: &Browser, what: &str) {
    assert_french(&texts(browser, NAMES).await, what);
    assert_fits(browser, what).await;
}

/// Clicks on the first element, without waiting until it is in view.
async fn click(browser: &Browser, selector: &str) {
    let script = "document.querySelector(arguments[0]).click()";
    browser.run(script, vec![json!(selector)]).await;
}

/// Opens a page in French and chooses a problem.
async fn open_french(browser: &Browser, world: &World, problem: &str) {
    let page = world.path("play.html").canonicalize().expect("the page");
    browser
        .go(&format!("file://{}?lang=fr", page.display()))
        .await;
    browser.until("window.judge").await;
    fill(browser, "#problem", problem).await;
    let name = json!(format!("{problem}-"));
    browser
        .until(&format!(
            "document.getElementById('game').dataset.game?.startsWith({name})"
        ))
        .await;
}

#[tokio::test]
async fn the_switch_leads_to_the_other_language() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(
        world
            .judge("play --no-open --lang fr --problem picross")
            .code,
        0
    );
    open_page(&browser, &world.path("play.html")).await;
    until_text(&browser, "h1", "Jouer").await;
    until_text(&browser, "#size", "minuscule, 5 × 5").await;
    assert_eq!(browser.text("#language").await, "English");
    browser.click("#language").await;
    until_text(&browser, "h1", "Play").await;
    browser.until("window.judge").await;
    until_text(&browser, "#size", "tiny, 5 × 5").await;
    let title = browser.client.title().await.expect("a title");
    assert_eq!(title, "Play");
    assert_eq!(browser.text("#language").await, "français");
    // The origin of an own grid is shown in both languages.
    browser.click("#new").await;
    browser.click(".make").await;
    until_text(&browser, "#size", "random, 10 × 10").await;
    browser.click("#language").await;
    until_text(&browser, "h1", "Jouer").await;
    until_text(&browser, "#size", "aléatoire, 10 × 10").await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn no_english_is_left() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open").code, 0);
    for (width, _) in SCREENS {
        set_width(&browser, width).await;
        for problem in puzzles::problems() {
            let name = problem.name();
            open_french(&browser, &world, name).await;
            assert_page_is_french(&browser, name).await;
            play(&browser, name).await;
            watch(&browser, name).await;
            dialogs(&browser, name).await;
            draw(&browser, name).await;
        }
    }
    browser.close().await;
}

/// Takes the hints for some actions.
async fn play(browser: &Browser, problem: &str) {
    for _ in 0..12 {
        click(browser, ".hint").await;
        assert_page_is_french(browser, &format!("{problem}, hint")).await;
        click(browser, ".hint").await;
    }
    assert_page_is_french(browser, &format!("{problem}, some actions")).await;
}

async fn watch(browser: &Browser, problem: &str) {
    click(browser, ".show").await;
    click(browser, ".solution .end").await;
    browser
        .until("document.querySelector('.solution .verdict').textContent.startsWith('acceptée')")
        .await;
    assert_page_is_french(browser, &format!("{problem}, solution")).await;
    click(browser, ".resume").await;
}

/// Opens the dialogs, and makes a random grid, which has no bundled solution.
async fn dialogs(browser: &Browser, problem: &str) {
    for button in [".share", "#forget"] {
        click(browser, button).await;
        browser.until("document.querySelector('dialog')").await;
        assert_page_is_french(browser, &format!("{problem}, {button}")).await;
        click(browser, "dialog .cancel").await;
        browser.until("!document.querySelector('dialog')").await;
    }
    click(browser, "#new").await;
    let first = "dialog input[type=number]";
    let usual = "return document.querySelector('dialog input[type=number]').value";
    let usual = browser.run(usual, Vec::new()).await;
    fill(browser, first, "0").await;
    click(browser, "dialog .make").await;
    assert_page_is_french(browser, &format!("{problem}, new grid")).await;
    fill(browser, first, usual.as_str().expect("a number")).await;
    click(browser, "dialog .make").await;
    until_text(browser, "#size", "aléatoire, ").await;
    for _ in 0..3 {
        click(browser, ".hint").await;
        assert_page_is_french(browser, &format!("{problem}, hint for a random grid")).await;
        click(browser, ".hint").await;
    }
    click(browser, ".show").await;
    assert_page_is_french(browser, &format!("{problem}, solution of a random grid")).await;
    let resume = "document.querySelector('.resume')?.click()";
    browser.run(resume, Vec::new()).await;
}

/// Draws a grid, and looks at what the editor says about some drafts.
async fn draw(browser: &Browser, problem: &str) {
    click(browser, "#draw").await;
    assert_page_is_french(browser, &format!("{problem}, drawing")).await;
    match problem {
        "sorting-robot" => click(browser, ".shuffle").await,
        "picross" => {}
        _ => fill(browser, ".typed input", "x").await,
    }
    browser.find("#game .editor").await;
    assert_page_is_french(browser, &format!("{problem}, changed drawing")).await;
    let field = ".draft-head input";
    for size in ["0", "1", "3"] {
        fill(browser, field, size).await;
        assert_page_is_french(browser, &format!("{problem}, size {size}")).await;
    }
    click(browser, ".cancel-draft").await;
}

/// Texts that are almost grids, links and files that cannot be opened.
#[tokio::test]
async fn errors_are_french() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --problem picross").code, 0);
    open_french(&browser, &world, "picross").await;
    let texts = json!(super::readers::damaged_texts(1500));
    let script = "const messages = new Set();
        for (const text of JSON.parse(arguments[0])) {
          for (const problem of ['sorting-robot', 'swap-puzzle', 'la-grille', 'picross']) {
            try {
              play.readAs(problem, text);
            } catch (error) {
              // What was read is quoted.
              messages.add(error.message.replace(/«[^»]*»/gu, ''));
            }
          }
        }
        return [...messages];";
    let found = browser.run(script, vec![json!(texts.to_string())]).await;
    let found: Vec<String> = serde_json::from_value(found).expect("messages");
    assert!(found.len() > 100, "{} messages", found.len());
    for text in &found {
        assert!(text.starts_with("ligne "), "{text}");
        assert_french(text, "a reader");
    }
    for hash in ["#grid=picross.", "#grid=picross.AAAA"] {
        browser
            .run("location.hash = arguments[0]", vec![json!(hash)])
            .await;
        until_text(&browser, "#notice", "le lien").await;
        assert_page_is_french(&browser, hash).await;
        browser
            .run("document.getElementById('notice').textContent = ''", vec![])
            .await;
    }
    let files: [(&str, Value); 3] = [
        ("2 fichiers", json!(["1 1", "1 1"])),
        (
            "2\u{202f}000\u{202f}001 octets",
            json!([" ".repeat(2_000_001)]),
        ),
        ("on trouve", json!(["x"])),
    ];
    for (part, contents) in files {
        let script = "const files = new DataTransfer();
            arguments[0].forEach((text, i) => files.items.add(new File([text], `grille-${i}.dat`)));
            dispatchEvent(new DragEvent('drop', { dataTransfer: files }));";
        browser.run(script, vec![contents]).await;
        until_text(&browser, "#notice", part).await;
        assert_page_is_french(&browser, part).await;
    }
    browser.close().await;
}
