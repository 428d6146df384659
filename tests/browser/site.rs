//! The site of a contest in real browsers: from the class code to the final table, live, without scripts, on a phone.

mod language;
mod layout;
mod served;

use std::time::{Duration, Instant};

use fantoccini::Locator;
use serde_json::{Value, json};

use self::served::{SLOW_GOOD, SLOW_LONG, SLOW_LONGEST, Served, table};
use crate::session::Browser;

/// Marks the document, so that a page that was loaded again can be told from one that was updated.
async fn mark(browser: &Browser) {
    let script = "window.unloaded = false; window.states = new Set();
        const note = () => document.querySelectorAll('.state').forEach((state) => window.states.add(state.textContent));
        note();
        new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });";
    browser.run(script, Vec::new()).await;
}

/// Whether the runs of a hand-in were counted in the marked document.
const RUNNING: &str = "[...window.states].some((state) => /^running [0-2] of 2$/.test(state))";

/// Waits until an expression is true of the document that was marked.
async fn live(browser: &Browser, expression: &str) {
    let same = format!(
        "(() => {{ if (window.unloaded !== false) throw new Error('loaded again'); return {expression}; }})()"
    );
    browser.until(&same).await;
}

async fn fill(browser: &Browser, selector: &str, text: &str) {
    let field = browser.find(selector).await;
    field.send_keys(text).await.expect("keys");
}

/// Registers a team with the class code and goes to its page.
async fn register(browser: &Browser, site: &Served, team: &str) {
    browser.go(&site.address("/")).await;
    browser.click("nav a[href='/register']").await;
    fill(browser, "[name=code]", &site.code.to_uppercase()).await;
    fill(browser, "[name=team]", team).await;
    browser.click("main button").await;
    let link = browser.text(".secret").await;
    assert!(link.starts_with(&site.address("/enter/")), "{link}");
    browser.click("main .button").await;
    assert_eq!(browser.text("h1").await, team);
}

/// Opens the page of the team, chooses a file and hands it in. Stays on the page of the hand-in.
async fn hand_in(browser: &Browser, site: &Served, file: &str) {
    browser.go(&site.address("/team")).await;
    let path = site.world.path(file);
    fill(
        browser,
        "#hand-in input[type=file]",
        &path.to_string_lossy(),
    )
    .await;
    browser.click("#hand-in button.main").await;
    browser
        .until("location.pathname.startsWith('/hand-ins/')")
        .await;
}

/// The rows of the board: rank, team and score.
const ROWS: &str = "[...document.querySelectorAll('.standings tbody tr')].map((row) => \
    ['rank', 'team', 'score'].map((cell) => row.querySelector(`.${cell}`).textContent.trim()))";

async fn rows(browser: &Browser) -> Value {
    browser.run(&format!("return {ROWS}"), Vec::new()).await
}

/// Whether a team is on the board with a rank.
fn has_rank(team: &str, rank: &str) -> String {
    format!("{ROWS}.some((row) => row[0] === '{rank}' && row[1] === '{team}')")
}

/// Submits a form of the staff, and says yes if asked.
async fn staff_does(browser: &Browser, site: &Served, button: &str, asks: bool) {
    browser.go(&site.address("/staff")).await;
    // What is folded cannot be clicked.
    browser
        .run(
            "document.querySelectorAll('details').forEach((part) => { part.open = true; })",
            Vec::new(),
        )
        .await;
    let path = format!("//button[normalize-space()='{button}']");
    let found = browser.client.find(Locator::XPath(&path)).await;
    let found = found.unwrap_or_else(|error| panic!("{button}: {error}"));
    mark(browser).await;
    found.click().await.expect("a click");
    if asks {
        browser.client.accept_alert().await.expect("a question");
    }
    browser
        .until("window.unloaded === undefined && document.querySelector('#log')")
        .await;
}

/// Fails if the board, as JSON or as it is shown, differs from the table.
async fn assert_final_table(browser: &Browser, expected: &[Value]) {
    let board = "return fetch('/api/board').then((answer) => answer.text())";
    let board = browser.run(board, Vec::new()).await;
    let board: Value = serde_json::from_str(board.as_str().expect("a text")).expect("JSON");
    assert_eq!(table(&board), *expected);
    let names = |rows: &Value| -> Vec<Value> {
        let rows = rows.as_array().expect("rows").iter();
        rows.map(|row| row[1].clone()).collect()
    };
    let shown = names(&rows(browser).await);
    assert_eq!(shown.len(), expected.len());
    for (shown, line) in shown.iter().zip(expected) {
        let name = line["team"].as_str().expect("a name");
        assert!(
            shown
                .as_str()
                .is_some_and(|shown| shown.trim_matches(['[', ']']) == name),
            "{shown}: {name}"
        );
    }
}

#[tokio::test]
async fn from_the_class_code_to_the_final_table() {
    let (Some(team), Some(staff)) = (Browser::start().await, Browser::start().await) else {
        return;
    };
    let site = Served::start();
    let is_own = |address: &str| address.starts_with(&site.address("/"));

    // Somebody who is not signed in watches the board.
    staff.go(&site.address("/")).await;
    mark(&staff).await;
    register(&team, &site, "owls").await;

    // A hand-in is judged before the eyes of its team.
    hand_in(&team, &site, SLOW_LONG).await;
    mark(&team).await;
    live(&team, "document.querySelector('.state.judged')").await;
    live(&team, RUNNING).await;
    live(
        &team,
        "document.querySelectorAll('table.runs .verdict-count.accepted').length === 2",
    )
    .await;
    live(&team, "document.querySelector('.state.counts')").await;
    live(&staff, &has_rank("owls", "1")).await;

    // Its report has a replay.
    team.click("main a[href*='/report']").await;
    team.until("window.judge").await;
    team.click("#matrix button.replay").await;
    team.until("document.querySelector('#replay[open] canvas, #replay[open] svg')")
        .await;
    team.assert_requests_only(is_own).await;

    // A second team drops a file, by a script that does what the browser does after a mouse.
    let other = Browser::start().await.expect("a browser");
    register(&other, &site, "<b>bears").await;
    let drop = "const transfer = new DataTransfer();
        transfer.items.add(new File([arguments[0]], 'solver'));
        document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));";
    other
        .run(drop, vec![json!(site.world.read(SLOW_GOOD))])
        .await;
    other
        .until("location.pathname.startsWith('/hand-ins/')")
        .await;
    live(&staff, &has_rank("<b>bears", "1")).await;
    live(&staff, &has_rank("owls", "2")).await;
    staff.assert_requests_only(is_own).await;

    // The staff runs the newest hand-in again: its team sees it.
    mark(&other).await;
    staff.go(&site.staff_link).await;
    staff.until("location.pathname === '/staff'").await;
    staff_does(&staff, &site, "Run again", false).await;
    live(&other, RUNNING).await;
    live(&other, "document.querySelector('.state.judged')").await;

    // An announcement appears on open boards.
    team.go(&site.address("/")).await;
    mark(&team).await;
    staff.go(&site.address("/staff")).await;
    fill(&staff, "textarea[name=text]", "Lunch is at <noon>.").await;
    staff.click("#contest .fields button").await;
    live(
        &team,
        "document.querySelector('.announcement')?.textContent.includes('Lunch is at <noon>.')",
    )
    .await;

    // A frozen board does not change, that of the staff does.
    staff_does(&staff, &site, "Freeze now", false).await;
    live(
        &team,
        "document.querySelector('.banner')?.textContent.includes('frozen')",
    )
    .await;
    let frozen = rows(&team).await;
    hand_in(&other, &site, SLOW_LONGEST).await;
    other.until("document.querySelector('.state.judged')").await;
    // What happens between the page and its event stream is seen on the next page.
    staff.go(&site.address("/")).await;
    let shown = format!("return {}", has_rank("owls", "1"));
    let begun = Instant::now();
    while staff.run(&shown, Vec::new()).await != json!(true) {
        assert!(begun.elapsed() < Duration::from_secs(60), "{shown}");
        tokio::time::sleep(Duration::from_millis(300)).await;
        staff.client.refresh().await.expect("the page again");
    }
    assert_eq!(rows(&team).await, frozen);
    team.go(&site.address("/")).await;
    assert_eq!(rows(&team).await, frozen);
    mark(&team).await;
    staff_does(&staff, &site, "Reveal the board", false).await;
    live(&team, &has_rank("owls", "1")).await;
    live(&team, "!document.querySelector('.banner')").await;

    // After the end, nothing can be handed in, and the table is that of `judge run`.
    other.go(&site.address("/team")).await;
    mark(&other).await;
    staff_does(&staff, &site, "Close now", true).await;
    live(&other, "!document.querySelector('#hand-in')").await;
    live(
        &team,
        "document.querySelector('.status').textContent.includes('are final')",
    )
    .await;
    let fresh = "!document.querySelector('#board').textContent.includes('Preliminary')";
    live(&team, fresh).await;
    let programs = [("owls", SLOW_LONG), ("<b>bears", SLOW_LONGEST)];
    assert_final_table(&team, &site.expected(&programs)).await;

    for browser in [&team, &staff, &other] {
        browser.assert_requests_only(is_own).await;
    }
    for browser in [team, staff, other] {
        browser.close().await;
    }
}

/// Reloads a page until an element contains a text, as people without scripts do.
async fn until_reloaded(browser: &Browser, selector: &str, text: &str) {
    let begun = Instant::now();
    loop {
        let found = browser.text(selector).await;
        if found.contains(text) {
            return;
        }
        let waits = begun.elapsed() < Duration::from_secs(60);
        assert!(waits, "`{text}` never appeared: {found}");
        browser.client.refresh().await.expect("the page again");
    }
}

#[tokio::test]
async fn pages_work_without_scripts() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let site = Served::start();
    let off = json!({"value": true});
    browser
        .tool("Emulation.setScriptExecutionDisabled", off)
        .await;
    register(&browser, &site, "owls").await;
    hand_in(&browser, &site, SLOW_GOOD).await;
    until_reloaded(&browser, ".state", "judged").await;
    assert_eq!(browser.text(".runs .verdict-count").await, "accepted");
    for (path, text) in [
        ("/", "owls"),
        ("/contest", "sorting-robot"),
        ("/team", "solver"),
    ] {
        browser.go(&site.address(path)).await;
        // The board is published shortly after the hand-in is judged.
        until_reloaded(&browser, "main", text).await;
    }
    browser.go(&site.staff_link).await;
    browser.go(&site.address("/staff")).await;
    let page = browser.text("main").await;
    assert!(page.contains("register"), "{page}");
    browser.close().await;
}
