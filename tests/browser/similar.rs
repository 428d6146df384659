//! The page of `judge similar`: numbers lead from a passage to the same one on the other side, also on a phone.

use serde_json::json;

use crate::session::Browser;
use crate::world::World;

/// Two teams whose programs share a function, at the start of one and at the end of the other.
fn world() -> World {
    let world = World::new();
    let shared = "def shared(a, b):\n    while a < b and not b:\n        a = a + b * 2 - len(b)\n    return [a, b, a[0]]\n";
    let filler = |line: &str| format!("{line}\n").repeat(90);
    world
        .file(
            "teams/one/solver.py",
            format!("{shared}{}", filler("x = 1")),
        )
        .file(
            "teams/other/solver.py",
            format!("{}{shared}", filler("del y")),
        );
    let ran = world.judge("similar teams -o page.html");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

#[tokio::test]
async fn numbers_lead_to_the_other_side() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = world();
    browser.open(&world.path("page.html")).await;
    let side = |number: usize| format!("document.querySelectorAll('.source')[{number}]");
    let seen = "(() => { const at = document.getElementById('p1-1-1').getBoundingClientRect(), \
        box = document.querySelectorAll('.source')[1].getBoundingClientRect(); \
        return at.top >= box.top && at.bottom <= box.bottom; })()";
    browser.until(&format!("!{seen}")).await;
    browser.click("#p1-0-1").await;
    browser.until(seen).await;
    browser.until(&format!("{}.scrollTop === 0", side(0))).await;
    for (width, columns) in [(1400, 2), (390, 1)] {
        let screen =
            json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
        browser
            .tool("Emulation.setDeviceMetricsOverride", screen)
            .await;
        browser
            .until("document.documentElement.scrollWidth <= innerWidth")
            .await;
        let beside = format!("{}.offsetTop === {}.offsetTop", side(0), side(1));
        browser
            .until(&format!("({beside}) === {}", columns == 2))
            .await;
    }
    browser.assert_quiet().await;
    browser.close().await;
}
