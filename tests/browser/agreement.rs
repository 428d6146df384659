//! The rules in the page agree with those of the judge.

use serde_json::json;

use crate::session::Browser;
use crate::vectors::{COMPARE, vectors};
use crate::world::World;

#[tokio::test]
async fn the_rules_in_the_page_agree_with_the_vectors() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    let ran = world.judge("play --no-open");
    assert_eq!(ran.code, 0, "{}", ran.err);
    browser.open(&world.path("play.html")).await;
    browser.until("window.judge").await;
    // The driver does not preserve the order of keys, so the vectors are passed as text.
    let script = format!(
        "const vectors = JSON.parse(arguments[0]);\n{COMPARE}return differences.slice(0, 3);"
    );
    let differences = browser
        .run(&script, vec![json!(vectors().to_string())])
        .await;
    assert_eq!(differences, json!([]));
    browser.assert_quiet().await;
    browser.close().await;
}
