//! The report page on a phone and on paper: narrow tables, touch, search, links to its parts.

use serde_json::{Value, json};

use crate::session::Browser;
use crate::synthetic::large_results;
use crate::world::World;

async fn set_width(browser: &Browser, width: u32) {
    let screen = json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
    browser
        .tool("Emulation.setDeviceMetricsOverride", screen)
        .await;
}

/// Returns the page of a contest with 40 teams on 30 instances.
fn large() -> World {
    let world = World::new();
    large_results(&world, 40, 30);
    assert_eq!(world.judge("report results/large -o large.html").code, 0);
    world
}

#[tokio::test]
async fn standings_fit_a_phone() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = large();
    browser.open(&world.path("large.html")).await;
    for (width, narrow) in [(390, true), (1400, false)] {
        set_width(&browser, width).await;
        browser.until("window.judge").await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        browser.until(fits).await;
        let visible = |class: &str| {
            format!("document.querySelector('.standings td.{class}').offsetParent !== null")
        };
        browser.until(&visible("team")).await;
        browser.until(&visible("score")).await;
        browser
            .until(&format!("({}) === {}", visible("cpu"), !narrow))
            .await;
        // Labels of charts have at least 11 pixels.
        let label = "const text = document.querySelector('.chart text');
            const svg = text.ownerSVGElement;
            return parseFloat(getComputedStyle(text).fontSize) * svg.clientWidth / svg.viewBox.baseVal.width;";
        let size = browser.run(label, Vec::new()).await;
        assert!(
            size.as_f64().is_some_and(|size| size > 11.0),
            "{width}: {size}"
        );
    }
    set_width(&browser, 390).await;
    browser.click(".more-columns").await;
    browser
        .until("document.querySelector('.standings td.cpu').offsetParent !== null")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn a_team_can_be_searched() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = large();
    browser.open(&world.path("large.html")).await;
    let search = browser.find("#search").await;
    search.send_keys("TEAM-0017").await.expect("keys");
    for rows in [".standings", "#matrix"] {
        let shown = format!(
            "[...document.querySelectorAll('{rows} tbody tr')].filter((row) => row.offsetParent).length === 1"
        );
        browser.until(&shown).await;
    }
    // Small contests have no such field.
    let small = World::tiny();
    small.script("team", "echo SRSLS");
    small.run();
    browser.open(&small.path("results/tiny/report.html")).await;
    browser
        .until("window.judge && !document.getElementById('search')")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

/// Taps on an element.
async fn tap(browser: &Browser, selector: &str) {
    let script = format!(
        "const element = document.querySelector(\"{selector}\");
        element.scrollIntoView({{block: 'center', inline: 'center'}});
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];"
    );
    let place = browser.run(&script, Vec::new()).await;
    let point = json!([{"x": place[0], "y": place[1]}]);
    for (kind, points) in [("touchStart", point), ("touchEnd", json!([]))] {
        let touch = json!({"type": kind, "touchPoints": points});
        browser.tool("Input.dispatchTouchEvent", touch).await;
    }
}

#[tokio::test]
async fn a_tap_describes_and_a_second_one_opens() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    world.run();
    browser
        .tool(
            "Emulation.setTouchEmulationEnabled",
            json!({"enabled": true}),
        )
        .await;
    browser.open(&world.path("results/tiny/report.html")).await;
    browser.until("window.judge").await;
    let entry = "#matrix button.replay";
    tap(&browser, entry).await;
    browser
        .until("!document.getElementById('tip').hidden")
        .await;
    let tip = browser.text("#tip").await;
    assert!(
        tip.contains("earned") && tip.contains("tap for the replay"),
        "{tip}"
    );
    browser
        .until("!document.querySelector('#replay[open]')")
        .await;
    tap(&browser, entry).await;
    browser
        .until("document.querySelector('#replay[open]')")
        .await;
    // The address bar holds a link to the replay.
    browser
        .until("location.hash.includes('team=') && location.hash.includes('instance=')")
        .await;
    browser.click("#replay .close").await;
    browser.until("location.hash === ''").await;
    // Headings describe themselves, too.
    tap(&browser, ".standings th.score button").await;
    browser
        .until("document.getElementById('tip').textContent.includes('confidence')")
        .await;
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn links_lead_to_teams_instances_and_replays() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = large();
    let page = world.path("large.html").canonicalize().expect("the page");
    let open = async |fragment: &str| {
        browser
            .run("location.href = 'about:blank'", Vec::new())
            .await;
        browser.until("location.href === 'about:blank'").await;
        let address = format!("file://{}#{fragment}", page.display());
        browser.go(&address).await;
        browser.until("window.judge").await;
    };
    open("team=team-0017").await;
    browser
        .until("document.querySelector('.standings tr.linked td.team').textContent === 'team-0017'")
        .await;
    open("instance=1%2Fhidden-0029").await;
    browser
        .until("document.querySelector('#matrix th.linked').textContent === 'hidden-0029'")
        .await;
    open("team=team-0040&instance=1%2Fhidden-0029").await;
    browser
        .until("document.querySelector('#replay[open]')")
        .await;
    assert_eq!(browser.text("#replay h2").await, "team-0040 on hidden-0029");
    // Unknown and malicious names do nothing.
    for fragment in ["team=nobody", "instance=%3Cb%3E", "team=%FF&instance=9/9"] {
        open(fragment).await;
        browser
            .until("!document.querySelector('#replay[open], .linked')")
            .await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn the_heat_map_fits_the_paper() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    large_results(&world, 12, 100);
    assert_eq!(world.judge("report results/large -o large.html").code, 0);
    browser.open(&world.path("large.html")).await;
    browser.until("window.judge").await;
    set_width(&browser, 1000).await;
    browser
        .tool("Emulation.setEmulatedMedia", json!({"media": "print"}))
        .await;
    let overflow = "const table = document.getElementById('matrix');
        return table.getBoundingClientRect().right - innerWidth;";
    let overflow = browser.run(overflow, Vec::new()).await;
    assert!(
        overflow.as_f64().is_some_and(|pixels| pixels <= 1.0),
        "{overflow}"
    );
    let hidden = browser.run(
        "return document.querySelectorAll('#matrix thead th').length",
        Vec::new(),
    );
    assert_eq!(hidden.await, Value::from(100));
    browser.close().await;
}
