//! The replays of the report page end with the verdict of the judge, and open at the action that breaks a rule.

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

/// A contest with one instance and these answers; its name is `one`.
fn with_answers(problem: &str, instance: &str, answers: &[(&str, &str)]) -> World {
    let world = World::new();
    world
        .file(
            "one.toml",
            format!(
                "name = \"One\"\nproblem = \"{problem}\"\nsubmissions = \"teams\"\n[scoring]\nrule = \"best\"\n\
                 [[round]]\nname = \"files\"\npublic = true\nrun = \"answers\"\ninstances = \"grids\"\n"
            ),
        )
        .file("grids/grid.txt", instance);
    for (team, answer) in answers {
        world.file(&format!("teams/{team}/answers/grid.txt"), answer);
    }
    let ran = world.judge("run one.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

/// Returns the cells with a frame, as column and row, of a grid with so many columns and rows and the margins of its
/// drawing to the left and above, in cells.
async fn marked_cells(browser: &Browser, size: [f64; 2], margin: [f64; 2]) -> Vec<(i64, i64)> {
    let script = "const canvas = document.querySelector('#replay canvas');
        const { width, height } = canvas;
        // Reading the canvas itself repeatedly makes the browser warn.
        const copy = Object.assign(document.createElement('canvas'), { width, height });
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        const [[columns, rows], [left, top]] = arguments;
        const cell = Math.min(width / (columns + left), height / (rows + top));
        const found = new Map();
        for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
            const at = 4 * (y * width + x);
            if (data[at] !== 0xff || data[at + 1] !== 0x17 || data[at + 2] !== 0x44) continue;
            const place = [Math.floor(x / cell - left), Math.floor(y / cell - top)];
            found.set(String(place), place);
        }
        return [...found.values()];";
    let found = browser.run(script, vec![json!(size), json!(margin)]).await;
    let mut cells: Vec<(i64, i64)> = serde_json::from_value(found).expect("pairs");
    cells.sort_unstable();
    cells
}

/// A rejected answer, and what its replay shows when it is opened.
struct Rejection {
    problem: &'static str,
    instance: &'static str,
    answer: &'static str,
    position: &'static str,
    reason: &'static str,
    /// Columns and rows of the grid, and the margins of the drawing in cells.
    size: [f64; 2],
    margin: [f64; 2],
    marked: &'static [(i64, i64)],
}

const REJECTIONS: [Rejection; 5] = [
    Rejection {
        problem: "sorting-robot",
        instance: "1 3 2\n0 1 -1\n1 -1 0\n",
        answer: "SRURSLLS\n",
        position: "2 / 2",
        reason: "action 2 (`U`) leaves the grid from row 0, column 1",
        size: [3.0, 1.0],
        margin: [0.0, 0.0],
        marked: &[(1, 0)],
    },
    Rejection {
        problem: "sorting-robot",
        instance: "1 3 2\n0 1 -1\n1 -1 0\n",
        answer: "SRS\n",
        position: "3 / 3",
        reason: "after all 3 actions 2 of 3 cells are not black",
        size: [3.0, 1.0],
        margin: [0.0, 0.0],
        marked: &[(0, 0)],
    },
    Rejection {
        problem: "swap-puzzle",
        instance: "2 3\n2 1 3\n4 6 5\nwall 1 0 1 1\n",
        answer: "0 0 0 1\n1 0 1 1\n",
        position: "1 / 1",
        reason: "swap 1 (`1 0 1 1`): a wall stands between these cells",
        size: [3.0, 2.0],
        margin: [0.0, 0.0],
        marked: &[(0, 1), (1, 1)],
    },
    Rejection {
        problem: "la-grille",
        instance: "4 10\n-6 9 -2 5\n8 2 -7 -6\n-8 2 -4 -3\n-3 3 -4 7\n",
        answer: "VJON\nJVBR\nRJOJ\nJNOB\n-12\n",
        position: "16 / 16",
        reason: "red",
        size: [4.0, 4.0],
        margin: [0.0, 0.0],
        marked: &[(0, 2), (3, 1)],
    },
    Rejection {
        problem: "picross",
        instance: "2 3\n1 1\n2\n2\n1\n1\n",
        answer: "##.\n##.\n",
        position: "6 / 6",
        reason: "row 1 of 2",
        size: [3.0, 2.0],
        margin: [1.4, 0.78],
        marked: &[(0, 0), (1, 0), (2, 0)],
    },
];

#[tokio::test]
async fn a_rejected_answer_opens_at_the_action_that_breaks_a_rule() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    for case in REJECTIONS {
        let Rejection {
            problem,
            size,
            margin,
            ..
        } = case;
        let world = with_answers(problem, case.instance, &[("wrong", case.answer)]);
        browser.open(&world.path("results/one/report.html")).await;
        browser.click("#matrix td button").await;
        browser
            .until("document.querySelector('#replay[open] .slider')")
            .await;
        assert_eq!(browser.text(".position").await, case.position, "{problem}");
        let verdict = browser.text(".verdict").await;
        let expected = verdict.starts_with("rejected: ") && verdict.contains(case.reason);
        assert!(expected, "{problem}: {verdict}");
        let marked = marked_cells(&browser, size, margin).await;
        assert_eq!(marked, case.marked, "{problem}");
        // The reason belongs to this action, not to the start.
        browser.click(".playback .start").await;
        browser
            .until("document.querySelector('.slider').value === '0'")
            .await;
        assert_eq!(browser.text(".verdict").await, "", "{problem}");
        assert!(marked_cells(&browser, size, margin).await.is_empty());
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn an_accepted_answer_opens_at_the_start_and_a_missing_one_blames_no_cell() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let grid = REJECTIONS[0].instance;
    let answers = [("good", "SRSRSLLS\n"), ("unreadable", "?\n")];
    let world = with_answers("sorting-robot", grid, &answers);
    world.folder("teams/none/answers");
    assert_eq!(world.judge("run one.toml").code, 0);
    browser.open(&world.path("results/one/report.html")).await;
    for (team, position) in [
        ("good", "0 / 8"),
        ("none", "0 / 0"),
        ("unreadable", "0 / 0"),
    ] {
        let keys = [("team", team), ("baseline", "false"), ("instance", "grid")];
        let row: Row = keys
            .map(|(key, text)| (key.to_owned(), text.to_owned()))
            .into();
        browser.click(&entry(&browser, &row).await).await;
        browser
            .until("document.querySelector('#replay[open] .slider')")
            .await;
        assert_eq!(browser.text(".position").await, position, "{team}");
        let marked = marked_cells(&browser, [3.0, 1.0], [0.0, 0.0]).await;
        assert!(marked.is_empty(), "{team}: {marked:?}");
        browser.click("#replay .close").await;
        browser
            .until("!document.querySelector('#replay[open]')")
            .await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}
