//! The report, feedback pages and pages of problems of one's own in French: no English is left, at any width.

use std::path::Path;

use serde_json::json;

use crate::french::{english_left, set_width, texts};
use crate::session::Browser;
use crate::synthetic::large_results;
use crate::world::{World, found_or_skipped, which};

/// The player of replays, which the page for playing shares.
const PLAYER: &str = ".player";

/// A contest in French with most of what a report can show: rounds with weights, bonuses, all sorts of failures.
fn contest() -> World {
    let world = World::new();
    world
        .file(
            "cours.toml",
            "name = \"Robots\"\nlanguage = \"fr\"\nproblem = \"sorting-robot\"\nsubmissions = \"teams\"\n\
             baselines = [\"naive\"]\n[limits]\ntime = \"1s\"\nwall = \"3s\"\n[scoring]\nrule = \"points\"\n\
             [[round]]\nname = \"ouverte\"\npublic = true\nweight = 2.5\ninstances = \"ouverte\"\n\
             [[round]]\nname = \"secrète\"\ninstances = \"secrète\"\n",
        )
        .file("ouverte/petite.txt", "1 2 2\n0 1\n1 0\n")
        .file("ouverte/moyenne.txt", "1 3 3\n0 1 2\n1 2 0\n")
        .file("secrète/autre.txt", "1 4 4\n0 1 2 3\n3 2 1 0\n");
    world.script("Ada", "echo SRSLS");
    world.script("Blaise", "echo RLSRSLSRLRL");
    world.script("Camille", "echo RULS");
    world.script("Denis", "echo SRx");
    world.script("Émilie", "exit 3");
    world.script("Fanny", "while :; do :; done");
    world.script("Gaston", "kill -SEGV $$");
    world.file("teams/Hélène/answers/petite.txt", "SRSLS\n");
    let ran = world.judge("run cours.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

/// Fails if a page contains English, a decimal point or something that is wider than the window.
async fn assert_french(browser: &Browser, page: &Path, names: &[&str]) {
    let mut text = texts(browser, PLAYER).await;
    for name in names.iter().chain(&[env!("CARGO_PKG_VERSION")]) {
        text = text.replace(name, "");
    }
    let left = english_left(&text);
    assert!(left.is_empty(), "{}: {left:?} in\n{text}", page.display());
    let characters: Vec<char> = text.chars().collect();
    let is_point = |window: &&[char]| matches!(window, [a, '.', b] if a.is_ascii_digit() && b.is_ascii_digit());
    let point = characters.windows(3).find(is_point);
    assert_eq!(point, None, "{}: {text}", page.display());
    for width in [390, 1400] {
        set_width(browser, width).await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        browser.until(fits).await;
    }
}

#[tokio::test]
async fn the_report_is_french() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = contest();
    let folder = world.path("results/cours");
    let page = folder.join("report.html");
    browser.open(&page).await;
    browser.until("window.judge").await;
    // Scoring rules and solvers have the same names in both languages.
    assert_french(&browser, &page, &["règle points", "points"]).await;
    for verdict in ["rejected", "time-limit", "crashed", "missing"] {
        let entry = format!("#matrix button[data-verdict='{verdict}']");
        browser
            .until(&format!("document.querySelector(\"{entry}\")"))
            .await;
    }
    let rejected = "[...document.querySelectorAll(\"#matrix button[data-verdict='rejected']\")]";
    let expected = "l’action 1 (`U`) sort de la grille depuis la ligne 0, colonne 1";
    browser
        .until(&format!(
            "{rejected}.some((entry) => entry.dataset.detail === '{expected}')"
        ))
        .await;
    // The tooltip and the dialog.
    browser
        .click("#matrix button[data-verdict='rejected']")
        .await;
    browser
        .until("document.querySelector('#replay[open] .verdict')")
        .await;
    assert_french(&browser, &page, &["règle points", "points"]).await;

    // English is one click away, and so is the way back.
    let french = texts(&browser, PLAYER).await;
    browser.open(&page).await;
    browser.click("#language").await;
    browser
        .until("document.documentElement.lang === 'en'")
        .await;
    let heading = "document.querySelector('h2').textContent";
    browser.until(&format!("{heading} === 'Standings'")).await;
    let expected = "action 1 (`U`) leaves the grid from row 0, column 1";
    browser
        .until(&format!(
            "{rejected}.some((entry) => entry.dataset.detail === '{expected}')"
        ))
        .await;
    browser.click("#language").await;
    browser.until(&format!("{heading} === 'Classement'")).await;
    assert!(french.contains("Classement"));

    // A page in English has the same French content.
    let ran = world.judge("report results/cours --lang en -o english.html");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = world.path("english.html");
    browser.open(&page).await;
    browser.until("window.judge").await;
    browser.click("#language").await;
    browser.until(&format!("{heading} === 'Classement'")).await;
    browser
        .until("document.querySelector('#matrix button')")
        .await;
    assert_french(&browser, &page, &["règle points", "points"]).await;
    browser
        .click("#matrix button[data-verdict='rejected']")
        .await;
    browser
        .until("document.querySelector('#replay[open] .verdict')")
        .await;
    assert_french(&browser, &page, &["règle points", "points"]).await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn every_rule_is_explained_in_french() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = contest();
    for rule in ["reference", "best", "rank", "total", "par2", "integral"] {
        let ran = world.judge(&format!(
            "report results/cours --scoring {rule} -o {rule}.html"
        ));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let page = world.path(&format!("{rule}.html"));
        browser.open(&page).await;
        browser.until("window.judge").await;
        let names = [format!("règle {rule}"), format!("{rule}\u{a0}:")];
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_french(&browser, &page, &names).await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn feedback_is_french() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = contest();
    let ran = world.judge("grades results/cours --feedback feedback");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let script = "return [...document.querySelectorAll('.standings td.team')].map((cell) => cell.dataset.value)";
    for team in ["Ada", "Camille", "Hélène"] {
        let page = world.path("feedback").join(format!("{team}.html"));
        browser.open(&page).await;
        browser.until("window.judge").await;
        let pseudonyms = browser.run(script, Vec::new()).await;
        let pseudonyms = pseudonyms.as_array().expect("a list").iter();
        let mut names: Vec<&str> = pseudonyms.filter_map(|name| name.as_str()).collect();
        names.extend(["règle points", "points"]);
        assert_french(&browser, &page, &names).await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn a_large_page_is_french() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    large_results(&world, 199, 100);
    let ran = world.judge("report results/large --lang fr -o large.html --size 5MB");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = world.path("large.html");
    browser.open(&page).await;
    browser.until("window.judge").await;
    // Names of rounds, instances and teams.
    let names = ["Large", "open", "hidden", "team"];
    assert_french(&browser, &page, &names).await;
    let cells = "document.querySelectorAll('#matrix button').length";
    browser.until(&format!("{cells} > 0")).await;
    // A large page has one language only.
    browser
        .until("document.getElementById('language') === null")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

/// Accepts answers without the word `faux`.
const CHECKER: &str = "
import sys
text = sys.stdin.read()
with open(sys.argv[3] + '/score.txt', 'w') as file:
    file.write('%.2f' % (len(text.strip()) / 4))
sys.exit(43 if 'faux' in text else 42)
";

const VIEW: &str =
    "view({ steps: (instance, answer) => answer.length, draw() { if (true) return; } });";

#[tokio::test]
async fn pages_of_a_problem_folder_are_french() {
    if !found_or_skipped("python3", which("python3")) {
        return;
    }
    let Some(browser) = Browser::start().await else {
        return;
    };
    for view in ["", "view = \"view.js\"\n"] {
        let world = World::new();
        world
            .file(
                "un.toml",
                "name = \"Un\"\nlanguage = \"fr\"\nproblem = \"problem\"\nsubmissions = \"teams\"\n\
                 [scoring]\nrule = \"best\"\n\
                 [[round]]\nname = \"fichiers\"\npublic = true\nrun = \"answers\"\ninstances = \"instances\"\n",
            )
            .file(
                "problem/problem.toml",
                format!(
                    "name = \"lignes\"\nabout = \"des lignes\"\ngoal = \"maximise\"\ndecimals = 2\nunit = \"points\"\n\
                     checker = [\"python3\", \"check.py\"]\n{view}[baselines]\nquatre = [\"python3\", \"four.py\"]\n"
                ),
            )
            .file("problem/check.py", CHECKER)
            .file("problem/four.py", "print('four')\n")
            .file("problem/view.js", VIEW)
            .file("instances/une.in", "1\n")
            .file("teams/bien/answers/une.txt", "bien\n")
            .file("teams/mal/answers/une.txt", "faux\n");
        let ran = world.judge("run un.toml");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let page = world.path("results/un/report.html");
        for verdict in ["accepted", "rejected"] {
            browser.open(&page).await;
            browser.until("window.judge").await;
            browser
                .click(&format!("#matrix button[data-verdict='{verdict}']"))
                .await;
            let shown = "document.querySelector('#replay[open] .player > *')";
            browser.until(shown).await;
            let names = ["règle best", "best\u{a0}:"];
            assert_french(&browser, &page, &names).await;
        }
        if view.is_empty() {
            let verdict = browser.text(".texts .verdict").await;
            // The driver turns no-break spaces into spaces.
            assert_eq!(verdict, "refusée : refusée par le vérificateur");
            continue;
        }
        let ran =
            world.judge("play instances/une.in --problem problem --lang fr -o play.html --no-open");
        assert_eq!(ran.code, 0, "{}", ran.err);
        let page = world.path("play.html");
        browser.open(&page).await;
        browser.until("window.judge").await;
        let command = "judge check instances/une.in ANSWER --problem problem";
        assert_french(&browser, &page, &[command]).await;
        let answer =
            json!("document.querySelector('label[for=answer]').textContent === 'votre réponse'");
        browser.until(answer.as_str().expect("a text")).await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}
