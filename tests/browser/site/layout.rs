//! The pages of a site on a phone and on a wide screen, with many teams.

use serde_json::json;

use super::served::{SLOW_GOOD, Served};
use super::{fill, hand_in};
use crate::session::Browser;

#[tokio::test]
async fn pages_fit_a_phone_also_with_many_teams() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let long = "a-name-that-is-so-long-that-it-does-not-fit-into-one-line-of-a-phone".to_owned();
    let teams = (1..300).map(|number| format!("team-{number:03}"));
    let site = Served::with_teams(&teams.chain([long.clone()]).collect::<Vec<_>>());
    browser.go(&site.staff_link).await;
    browser.until("location.pathname === '/staff'").await;

    // A long list is folded, and can be searched.
    let shown = "[...document.querySelectorAll('#team-list > li')].filter((team) => team.checkVisibility()).length";
    browser.until(&format!("{shown} === 0")).await;
    browser.click("#all-teams > summary").await;
    browser.until(&format!("{shown} === 300")).await;
    fill(&browser, "[data-filter]", "TEAM-017").await;
    browser.until(&format!("{shown} === 1")).await;
    fits(&browser, &site, &["/staff", "/staff?team=300"]).await;

    let link = site
        .world
        .judge(&format!("teams link {long} --format json"))
        .json();
    browser.go(link[0]["link"].as_str().expect("a link")).await;
    browser.until("location.pathname === '/team'").await;
    hand_in(&browser, &site, SLOW_GOOD).await;
    browser
        .until("document.querySelector('.state.judged')")
        .await;
    fits(
        &browser,
        &site,
        &[
            "/play",
            "/hand-ins/1/report",
            "/hand-ins/1",
            "/team",
            "/contest",
            "/",
        ],
    )
    .await;
    browser.click("header form button").await;
    browser
        .until("document.querySelector('nav a[href=\"/register\"]')")
        .await;
    fits(&browser, &site, &["/", "/register", "/contest"]).await;
    browser
        .assert_requests_only(|address| address.starts_with(&site.address("/")))
        .await;

    // What everybody may download.
    browser.go(&site.address("/contest")).await;
    browser.click("a[href='/handout.zip']").await;
    let archive = browser.download("handout.zip").await;
    assert!(std::fs::metadata(archive).is_ok_and(|file| file.len() > 0));
    browser.close().await;
}

/// Opens pages on screens of several widths, and fails if a page is wider than its screen.
async fn fits(browser: &Browser, site: &Served, paths: &[&str]) {
    for path in paths {
        browser.go(&site.address(path)).await;
        browser.until("document.readyState === 'complete'").await;
        for width in [390, 1400] {
            let screen =
                json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
            browser
                .tool("Emulation.setDeviceMetricsOverride", screen)
                .await;
            browser.until(&format!("innerWidth === {width}")).await;
            let wide = browser
                .run("return document.documentElement.scrollWidth", Vec::new())
                .await;
            assert!(
                wide.as_i64().is_some_and(|wide| wide <= width),
                "{path}: {wide} of {width}"
            );
        }
    }
}
