//! The report page: sorting, rounds, blocks, names with markup, print, themes.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::session::Browser;
use crate::synthetic::large_results;
use crate::world::World;

/// A contest of two rounds: `quick` is best in the first and `careful` in the second.
fn two_rounds() -> World {
    let world = World::new();
    let round = |name: &str| {
        format!("[[round]]\nname = \"{name}\"\nrun = \"answers\"\ninstances = \"{name}\"\n")
    };
    let contest = format!(
        "name = \"Two\"\nproblem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n{}{}",
        round("one"),
        round("two")
    );
    world
        .file("two.toml", contest)
        .file("one/a.txt", "1 2 2\n0 1\n1 0\n")
        .file("two/b.txt", "1 2 2\n0 1\n1 0\n")
        .file("teams/quick/answers/a.txt", "SRSLS\n")
        .file("teams/quick/answers/b.txt", "RLRLRL\n\nSRSLSRLRL\n")
        .file("teams/careful/answers/a.txt", "SRSLSRLRLRL\n")
        .file("teams/careful/answers/b.txt", "SRSLS");
    let ran = world.judge("run two.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

/// Returns the teams of the visible table, in order.
async fn teams(browser: &Browser) -> Vec<String> {
    let script = "const table = [...document.querySelectorAll('table.standings')].find((t) => t.offsetParent);
        return [...table.querySelectorAll('td.team')].map((cell) => cell.textContent);";
    let found = browser.run(script, Vec::new()).await;
    let names = found.as_array().expect("a list").iter();
    names
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect()
}

#[tokio::test]
async fn tables_can_be_sorted_and_rounds_selected() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = two_rounds();
    browser.open(&world.path("results/two/report.html")).await;
    browser.until("window.judge").await;
    assert_eq!(teams(&browser).await, ["[naive]", "quick", "careful"]);
    let visible = "div[data-view]:not([hidden]) table.standings";
    browser.click(&format!("{visible} th.team button")).await;
    assert_eq!(teams(&browser).await, ["[naive]", "careful", "quick"]);
    browser.click(&format!("{visible} th.team button")).await;
    assert_eq!(teams(&browser).await, ["quick", "careful", "[naive]"]);
    browser.click(&format!("{visible} th.rank button")).await;
    // Baselines have no rank and come last.
    assert_eq!(teams(&browser).await, ["quick", "careful", "[naive]"]);

    browser.click("#rounds button[data-round='1']").await;
    assert_eq!(teams(&browser).await, ["careful", "[naive]", "quick"]);
    let shown = "[...document.querySelectorAll('#matrix thead th')].filter((th) => !th.hidden).map((th) => th.textContent).join()";
    browser.until(&format!("{shown} === 'b'")).await;
    browser.click("#rounds button[data-round='all']").await;
    browser.until(&format!("{shown} === 'a,b'")).await;

    // The matrix is a single tab stop; arrows move within it, and the enter key opens a replay.
    let stops = "document.querySelectorAll('#matrix button[tabindex=\"0\"]').length";
    browser.until(&format!("{stops} === 1")).await;
    let first = browser.find("#matrix button[tabindex='0']").await;
    first
        .send_keys(&char::from(Key::Right).to_string())
        .await
        .expect("a key");
    browser
        .until("document.activeElement.dataset.instance === '1'")
        .await;
    let tip = "document.querySelector('#tip:not([hidden])')?.textContent";
    browser
        .until(&format!("{tip}?.includes('[naive] on b')"))
        .await;
    let active = browser.client.active_element().await.expect("the cell");
    active
        .send_keys(&char::from(Key::Down).to_string())
        .await
        .expect("a key");
    let active = browser.client.active_element().await.expect("the cell");
    active
        .send_keys(&char::from(Key::Enter).to_string())
        .await
        .expect("a key");
    // Of the two answers in the file, the second counted.
    browser
        .until("document.querySelector('#replay[open] .position')?.textContent === '0 / 9'")
        .await;

    // Two answers side by side: the longer one determines the length.
    let opponent = browser.find("#replay select").await;
    opponent
        .select_by_label("careful")
        .await
        .expect("an opponent");
    browser
        .until("document.querySelectorAll('#replay canvas').length === 2")
        .await;
    browser.click("#replay .end").await;
    let verdicts =
        "[...document.querySelectorAll('#replay .verdict')].map((p) => p.textContent).join()";
    browser
        .until(&format!(
            "{verdicts} === 'accepted: 6 steps,accepted: 2 steps'"
        ))
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn a_large_matrix_is_shown_in_blocks() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    large_results(&world, 199, 500);
    assert_eq!(world.judge("report results/large -o large.html").code, 0);
    browser.open(&world.path("large.html")).await;
    browser.until("window.judge").await;
    let cells = "document.querySelectorAll('#matrix button').length";
    browser.until(&format!("{cells} === 2000")).await;
    assert_eq!(teams(&browser).await.len(), 200);
    // Another block is unpacked.
    let rows = browser.find("#pager-rows").await;
    rows.select_by_value("3").await.expect("the last entrants");
    let columns = browser.find("#pager-columns").await;
    columns
        .select_by_value("12")
        .await
        .expect("the last instances");
    let shown = "#matrix button[data-entrant='150'][data-instance='460']";
    browser
        .until(&format!("document.querySelector(\"{shown}\")"))
        .await;
    browser
        .until(
            "document.querySelector('#matrix thead th:last-child').textContent === 'hidden-0499'",
        )
        .await;
    // One team has answers, so its replay can be opened.
    let script = "const data = JSON.parse(document.getElementById('data').textContent);
        return data.entrants.findIndex((e) => e.name === 'team-0199');";
    let entrant = browser
        .run(script, Vec::new())
        .await
        .as_u64()
        .expect("its number");
    rows.select_by_value(&(entrant / 50).to_string())
        .await
        .expect("its block");
    let cell = format!("#matrix button[data-entrant='{entrant}'][data-instance='460']");
    browser
        .until(&format!("document.querySelector(\"{cell}\")"))
        .await;
    browser.run(&format!("document.querySelector(\"{cell}\").scrollIntoView({{block: 'center', inline: 'center'}})"), Vec::new()).await;
    browser.click(&cell).await;
    browser
        .until("document.querySelector('#replay[open] .position')?.textContent === '0 / 5'")
        .await;
    assert_eq!(browser.text("#replay h2").await, "team-0199 on hidden-0460");
    browser.click("#replay .close").await;
    // Selecting a round shows its blocks.
    browser.click("#rounds button[data-round='0']").await;
    browser
        .until("document.querySelector('#matrix thead th').textContent === 'open-0000'")
        .await;
    browser
        .until("document.querySelectorAll('#pager-columns option').length === 3")
        .await;
    // Arrow keys move within a block.
    let enter = "document.querySelector('#matrix button[tabindex=\"0\"]').focus()";
    browser.run(enter, Vec::new()).await;
    let cell = browser.find("#matrix button:focus").await;
    cell.send_keys(&char::from(Key::Right).to_string())
        .await
        .expect("a key");
    browser
        .until("document.activeElement.dataset.instance === '1'")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn names_with_markup_are_shown_as_text() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::tiny();
    let script = "<script>alert(1)";
    let image = "<img src=x onerror=alert(2)>";
    world
        .script(
            "plain",
            "printf '</script><b>bold</b> \"words\" &amp;' >&2; exit 1",
        )
        .script(image, "echo SRSLS");
    world.run();
    // Results folders may come from untrusted sources.
    for file in ["results/tiny/runs.csv", "results/tiny/run.toml"] {
        let text = world.read(file).replace("plain", script);
        world.file(file, text);
    }
    assert_eq!(world.judge("report results/tiny -o markup.html").code, 0);
    browser.open(&world.path("markup.html")).await;
    browser.until("window.judge").await;
    let names = teams(&browser).await;
    assert!(
        names.contains(&script.to_owned()) && names.contains(&image.to_owned()),
        "{names:?}"
    );
    let count = "document.querySelectorAll('img, b, script:not(#data):not([type=module])').length";
    browser.until(&format!("{count} === 0")).await;
    let failed = browser.find("#matrix button.failed-entry").await;
    failed.click().await.expect("a click");
    browser
        .until("document.querySelector('#replay[open] h2')")
        .await;
    assert!(browser.text("#replay h2").await.contains(script));
    assert!(
        browser
            .text(".verdict")
            .await
            .contains("</script><b>bold</b> \"words\" &amp;")
    );
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn controls_are_not_printed() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = two_rounds();
    browser.open(&world.path("results/two/report.html")).await;
    browser.until("window.judge").await;
    let displays = "['#theme', '#rounds', 'main'].map((s) => getComputedStyle(document.querySelector(s)).display).join()";
    browser
        .until(&format!("!({displays}).startsWith('none')"))
        .await;
    let dark = json!([{"name": "prefers-color-scheme", "value": "dark"}]);
    browser
        .tool(
            "Emulation.setEmulatedMedia",
            json!({"media": "print", "features": dark}),
        )
        .await;
    browser
        .until(&format!("{displays} === 'none,none,block'"))
        .await;
    // Print uses the light theme.
    let colour = "getComputedStyle(document.body).color";
    browser
        .until(&format!("{colour} === 'rgb(27, 29, 36)'"))
        .await;
    browser
        .tool("Emulation.setEmulatedMedia", json!({"media": ""}))
        .await;
    let paper = browser.tool("Page.printToPDF", json!({})).await;
    let pdf = paper["data"].as_str().expect("a PDF");
    assert!(pdf.starts_with("JVBERi"), "that is %PDF");
    browser.close().await;
}

#[tokio::test]
async fn tables_are_shown_without_scripts() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = two_rounds();
    browser
        .tool(
            "Emulation.setScriptExecutionDisabled",
            json!({"value": true}),
        )
        .await;
    browser.open(&world.path("results/two/report.html")).await;
    let body = browser.text("body").await;
    for expected in [
        "Two",
        "quick",
        "careful",
        "[naive]",
        "Performance profile",
        "All runs",
    ] {
        assert!(body.contains(expected), "{expected} is not in {body}");
    }
    assert!(
        !body.contains("all rounds"),
        "the selection of rounds is hidden"
    );
    let stored = browser.find("#matrix button").await.attr("title").await;
    assert!(
        stored
            .expect("an attribute")
            .expect("a title")
            .contains("accepted")
    );
    browser.close().await;
}

#[tokio::test]
async fn the_theme_can_be_switched() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = two_rounds();
    browser.open(&world.path("results/two/report.html")).await;
    browser.until("window.judge").await;
    let paper = "return getComputedStyle(document.body).backgroundColor";
    let before = browser.run(paper, Vec::new()).await;
    browser.click("#theme").await;
    let after = browser.run(paper, Vec::new()).await;
    assert_ne!(before, after);
    browser.click("#theme").await;
    assert_eq!(browser.run(paper, Vec::new()).await, before);
    assert_ne!(before, Value::Null);
    // On narrow screens the tables scroll, not the page.
    for width in [360, 768, 1920] {
        let screen =
            json!({"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false});
        browser
            .tool("Emulation.setDeviceMetricsOverride", screen)
            .await;
        browser
            .until("document.documentElement.scrollWidth <= innerWidth")
            .await;
    }
    browser.close().await;
}
