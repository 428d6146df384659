//! The pages of a site in French: nothing on them is English, and the switch keeps the choice.

use serde_json::json;

use super::served::{SLOW_GOOD, Served};
use super::{fill, hand_in, live, mark, register, staff_does};
use crate::french::english_left;
use crate::session::Browser;

/// What a reader sees, hears or is asked on a page, but for names of files, commands and texts of programs.
const SHOWN: &str = "
    const names = 'code, pre, script, style, #language';
    const shown = [document.title];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
        if (element.closest(names)) continue;
        if (node !== element) shown.push(node.data);
        else for (const { name, value } of node.attributes) {
            if (/^(title|aria-label|placeholder|alt|data-(confirm|lost|label|days|percent))$/.test(name)) shown.push(value);
        }
    }
    return shown.join(' | ');";

/// The names of teams, rounds, instances and files in this test.
const NAMES: [&str; 8] = [
    "autumn", "practice", "finals", "one", "two", "owls", "solver", "utc",
];

/// Fails if anything on a page is English, or the page is wider than a screen.
async fn assert_french(browser: &Browser) {
    let place = browser.run("return location.pathname + location.search", Vec::new());
    let place = place.await;
    let language = browser.run("return document.documentElement.lang", Vec::new());
    assert_eq!(language.await, "fr", "{place}");
    let shown = browser.run(SHOWN, Vec::new()).await;
    let shown = shown.as_str().expect("a text");
    let mut left = english_left(shown);
    left.retain(|word| !NAMES.contains(&word.as_str()));
    assert!(left.is_empty(), "{place}: {left:?} in {shown}");
    for width in [390, 1400] {
        let screen =
            json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
        browser
            .tool("Emulation.setDeviceMetricsOverride", screen)
            .await;
        browser.until(&format!("innerWidth === {width}")).await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        browser.until(fits).await;
    }
}

async fn open_in_french(browser: &Browser, site: &Served, path: &str) {
    browser.go(&site.address(path)).await;
    browser.until("document.readyState === 'complete'").await;
    assert_french(browser).await;
}

#[tokio::test]
async fn a_class_sees_a_site_in_french() {
    let (Some(team), Some(staff)) = (Browser::start().await, Browser::start().await) else {
        return;
    };
    let site = Served::in_french();
    for path in ["/", "/contest", "/register", "/nowhere", "/team"] {
        open_in_french(&team, &site, path).await;
    }
    open_in_french(&team, &site, "/register").await;
    fill(&team, "[name=code]", "wrong").await;
    fill(&team, "[name=team]", "owls").await;
    team.click("main button").await;
    team.until("document.querySelector('[role=alert]')").await;
    assert_french(&team).await;
    register(&team, &site, "owls").await;
    assert_french(&team).await;

    // Live updates are in the language of the page, also if another page has changed the cookie.
    hand_in(&team, &site, SLOW_GOOD).await;
    mark(&team).await;
    team.run("document.cookie = 'lang=en; path=/'", Vec::new())
        .await;
    let judged = "document.querySelector('.state.judged')?.textContent === 'évalué'";
    live(&team, judged).await;
    live(&team, "[...window.states].includes('en cours 1 sur 2')").await;
    assert_french(&team).await;
    team.run("document.cookie = 'lang=; Max-Age=0; path=/'", Vec::new())
        .await;
    open_in_french(&team, &site, "/team").await;
    team.until("document.querySelector('.counts')").await;

    // Report and page to play follow.
    team.go(&site.address("/hand-ins/1")).await;
    team.click("main a[href*='/report']").await;
    team.until("location.search === '?lang=fr' && document.documentElement.lang === 'fr'")
        .await;

    // The switch keeps the page, and the browser keeps the choice.
    team.go(&site.address("/contest")).await;
    assert_eq!(team.text("#language").await, "English");
    team.click("#language").await;
    team.until("location.search === '?lang=en' && document.documentElement.lang === 'en'")
        .await;
    let rules = team.text(".rules").await;
    assert!(rules.contains("Limits per instance"), "{rules}");
    team.go(&site.address("/team")).await;
    assert_eq!(team.text("#hand-ins h2").await, "Hand-ins");
    team.click("#language").await;
    team.until("document.documentElement.lang === 'fr'").await;
    team.go(&site.address("/team")).await;
    assert_eq!(team.text("#hand-ins h2").await, "Dépôts");

    staff.go(&site.staff_link).await;
    staff.until("location.pathname === '/staff'").await;
    for path in [
        "/staff",
        "/staff?team=1",
        "/",
        "/?view=public",
        "/hand-ins/1",
    ] {
        open_in_french(&staff, &site, path).await;
    }
    assert_eq!(staff.text("#language").await, "English");
    staff.go(&site.address("/staff")).await;
    staff_does(&staff, &site, "Geler maintenant", false).await;
    assert_french(&staff).await;
    open_in_french(&staff, &site, "/").await;
    staff_does(&staff, &site, "Clore maintenant", true).await;
    assert_french(&staff).await;
    open_in_french(&team, &site, "/team").await;
    staff_does(&staff, &site, "Révéler le classement", false).await;
    open_in_french(&team, &site, "/").await;

    for browser in [team, staff] {
        browser.close().await;
    }
}
