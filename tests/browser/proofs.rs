//! Stars on the report page: proved and searched optima, and how they can be checked.

use serde_json::json;

use crate::session::Browser;
use crate::world::World;

const CONTEST: &str = r#"
name = "Stars"
problem = "swap-puzzle"
submissions = "teams"

[limits]
time = "5s"
wall = "60s"

[[round]]
name = "open"
instances = "grids"
run = "answers"
public = true

[scoring]
rule = "best"
"#;

/// Returns a contest with an optimal answer to two instances: the bound of one is recomputed, that of the other searched.
fn contest() -> World {
    let world = World::new();
    world
        .file("contest.toml", CONTEST)
        .file("grids/easy.txt", "2 3\n2 1 3\n4 6 5\n")
        .file("grids/searched.txt", "2 4\n8 3 7 6\n2 1 4 5\n");
    for name in ["easy", "searched"] {
        let solved = world.judge(&format!("solve grids/{name}.txt --with optimal"));
        world.file(&format!("teams/owls/answers/{name}.txt"), solved.out);
    }
    let ran = world.judge("run contest.toml --out results");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

#[tokio::test]
async fn a_click_on_a_star_says_how_the_bound_was_proved() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = contest();
    browser.open(&world.path("results/report.html")).await;
    for width in [390, 1400] {
        let screen =
            json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
        browser
            .tool("Emulation.setDeviceMetricsOverride", screen)
            .await;
        browser.until("window.judge").await;
        for (instance, star, words, weaker) in [
            (0, "★", "recomputed: ", false),
            (1, "☆", "searched, ", true),
        ] {
            let entry = format!("#matrix button[data-instance='{instance}']");
            assert!(browser.text(&entry).await.ends_with(star));
            browser.click(&entry).await;
            let shown = browser.text("#replay[open] .evidence").await;
            let lines: Vec<&str> = shown.lines().collect();
            assert!(lines[0].starts_with("bound "), "{shown}");
            assert!(lines[1].starts_with(words), "{shown}");
            assert_eq!(lines[1].contains("weaker bound"), weaker, "{shown}");
            let command = lines.last().expect("a command");
            assert!(
                command.starts_with("judge check-proof instances/open/"),
                "{shown}"
            );
            let mut checked = world.command(command.strip_prefix("judge ").expect("judge"));
            checked.current_dir(world.path("results"));
            assert!(checked.status().expect("judge runs").success(), "{command}");
            let fits = "document.querySelector('#replay').scrollWidth <= document.querySelector('#replay').clientWidth";
            browser.until(fits).await;
            browser.click("#replay .close").await;
            browser
                .until("!document.querySelector('#replay').open")
                .await;
        }
    }
    browser.assert_quiet().await;
    browser.close().await;
}
