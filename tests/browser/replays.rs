//! The replays of the report page end with the verdict of the judge.

use std::collections::BTreeMap;
use std::fs;

use fantoccini::key::Key;
use serde_json::json;

use crate::session::Browser;
use crate::world::{World, repository};

/// The repository's contests and submissions.
fn with_samples() -> World {
    let world = World::new();
    for folder in ["contests", "submissions"] {
        for entry in walkdir::WalkDir::new(repository(folder)) {
            let entry = entry.expect("an entry");
            if entry.file_type().is_file() {
                let name = entry.path().strip_prefix(repository("")).expect("below");
                let name = name.display().to_string();
                world.file(&name, fs::read(entry.path()).expect("a file"));
            }
        }
    }
    world
}

type Row = BTreeMap<String, String>;

/// Returns the selector of a row's entry in the matrix.
async fn entry(browser: &Browser, row: &Row) -> String {
    let script = "const data = JSON.parse(document.getElementById('data').textContent);
        const [team, baseline, name] = arguments;
        const entrant = data.entrants.findIndex((e) => e.name === team && e.baseline === baseline);
        const instance = data.instances.findIndex((i) => i.name === name);
        return [entrant, instance];";
    let baseline = json!(row["baseline"] == "true");
    let arguments = vec![json!(row["team"]), baseline, json!(row["instance"])];
    let found = browser.run(script, arguments).await;
    let (entrant, instance) = (&found[0], &found[1]);
    format!("#matrix button[data-entrant='{entrant}'][data-instance='{instance}']")
}

/// Opens the replay of a row, moves to its end and returns the verdict.
async fn replayed_verdict(browser: &Browser, row: &Row) -> String {
    let entry = entry(browser, row).await;
    let script = format!(
        "document.querySelector(\"{entry}\").scrollIntoView({{block: 'center', inline: 'center'}})"
    );
    browser.run(&script, Vec::new()).await;
    browser.click(&entry).await;
    browser
        .until("document.querySelector('#replay[open] .slider')")
        .await;
    let slider = browser.find(".slider").await;
    slider
        .send_keys(&char::from(Key::Home).to_string())
        .await
        .expect("to the start");
    browser
        .until("document.querySelector('.slider').value === '0'")
        .await;
    slider
        .send_keys(&char::from(Key::End).to_string())
        .await
        .expect("to the end");
    browser
        .until("document.querySelector('.verdict').textContent !== ''")
        .await;
    let text = browser.text(".verdict").await;
    browser.click("#replay .close").await;
    browser
        .until("!document.querySelector('#replay[open]')")
        .await;
    text
}

/// Checks that the replays of accepted answers end with the value that the judge recorded.
async fn replays_end_with_the_value_of_the_row(contest: &str, unit: &str, arguments: &str) {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = with_samples();
    let ran = world.judge(&format!("run contests/{contest}.toml {arguments}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    browser
        .open(&world.path(&format!("results/{contest}/report.html")))
        .await;
    let rows = world.rows(&format!("results/{contest}"));
    let accepted: Vec<&Row> = rows
        .0
        .iter()
        .filter(|row| row["verdict"] == "accepted")
        .collect();
    // A sample of different teams and instances.
    let some = accepted.iter().step_by((accepted.len() / 7).max(1));
    for row in some {
        let expected = match unit {
            "" => "accepted: solved".to_owned(),
            unit => format!("accepted: {} {unit}", row["value"]),
        };
        assert_eq!(replayed_verdict(&browser, row).await, expected, "{row:?}");
    }
    if let Some(row) = rows.0.iter().find(|row| row["verdict"] == "rejected") {
        let found = replayed_verdict(&browser, row).await;
        assert_eq!(found, format!("rejected: {}", row["detail"]));
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn replays_of_the_swap_puzzle() {
    replays_end_with_the_value_of_the_row("swap", "swaps", &first_team("swap-puzzle")).await;
}

#[tokio::test]
async fn replays_of_la_grille() {
    replays_end_with_the_value_of_the_row("la-grille", "points", &first_team("la-grille")).await;
}

#[tokio::test]
async fn replays_of_picross() {
    replays_end_with_the_value_of_the_row("picross", "", &first_team("picross")).await;
}

/// Runs only the first team, to save time.
fn first_team(problem: &str) -> String {
    let folder = repository("submissions").join(problem);
    let teams = fs::read_dir(folder)
        .expect("teams")
        .map(|team| team.expect("a team").file_name());
    let first = teams.min().expect("a team");
    format!("--only {}", first.display())
}

#[tokio::test]
async fn the_page_of_the_spring_contest() {
    replays_end_with_the_value_of_the_row("spring", "steps", "").await;
}
