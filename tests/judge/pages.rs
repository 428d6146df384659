//! The pages as files: what is in them, how large they are, and where they go.

use crate::world::{TINY_GRID, World};

/// A contest with one long answer and one short one.
fn with_answers() -> World {
    let world = World::tiny();
    let contest = world
        .read("tiny.toml")
        .replace("name = \"files\"", "name = \"files\"\nrun = \"answers\"");
    // Random enough not to be packed away.
    let mut random = reference::Random::new(1);
    let steps: String = (0..40_000)
        .map(|_| ["RL", "SS", "RSSL"][random.below(3)])
        .collect();
    world
        .file("tiny.toml", contest)
        .file("teams/brief/answers/swap.txt", "SRSLS")
        .file("teams/wordy/answers/swap.txt", format!("{steps}SRSLS"));
    assert_eq!(world.judge("run tiny.toml").code, 0);
    world
}

#[test]
fn a_page_is_never_larger_than_asked_and_says_what_is_missing() {
    let world = with_answers();
    let whole = world.read("results/tiny/report.html");
    assert!(!whole.contains("id=\"left-out\""), "everything fits");
    // A little less than the whole page: only the longest answer has to go.
    let size = whole.len() - 1000;
    let ran = world.judge(&format!("report results/tiny -o small.html --size {size}B"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.trim(), "the page is in small.html");
    let small = world.read("small.html");
    assert!(small.len() <= size, "{} is more than {size}", small.len());
    assert!(small.contains("One replay is left out"), "the page says so");
    // Far too small for anything: the tables are still there.
    assert_eq!(
        world
            .judge("report results/tiny -o least.html --size 1B")
            .code,
        0
    );
    assert!(world.read("least.html").contains("3 replays are left out"));
}

#[test]
fn a_page_stands_alone() {
    let world = with_answers();
    assert_eq!(world.judge("play --no-open").code, 0);
    for page in ["results/tiny/report.html", "play.html"] {
        let html = world.read(page);
        assert!(html.contains("default-src &#39;none&#39;"), "{page}");
        // All of these would be stopped by the policy, so nobody should try.
        for outside in [
            " style=\"",
            " onclick=",
            "<link",
            "<img",
            " src=",
            "javascript:",
        ] {
            assert!(!html.contains(outside), "{page} has {outside}");
        }
        let addresses = html.matches("http").count();
        let harmless =
            html.matches("http://www.w3.org/2000/svg").count() + html.matches("http-equiv").count();
        assert_eq!(addresses, harmless, "{page} names an address");
    }
}

#[test]
fn names_are_spelt_out() {
    let world = World::tiny();
    world.script("<i>a</i>".replace('/', "&").as_str(), "echo SRSLS");
    world.run();
    let html = world.read("results/tiny/report.html");
    assert!(!html.contains("<i>"), "a name became an element");
    assert!(
        html.contains("&#60;i&#62;a&#60;&#38;i&#62;"),
        "the name is there"
    );
}

#[test]
fn only_own_pages_are_overwritten() {
    let world = World::new();
    world
        .file("grid.txt", TINY_GRID)
        .file("mine.html", "<p>mine</p>");
    let refused = world.judge("play grid.txt --no-open -o mine.html");
    assert_eq!(refused.code, 2);
    let expected =
        "error: mine.html is not a page of judge's\n  help: choose another file with -o\n";
    assert_eq!(refused.err, expected);
    assert_eq!(world.read("mine.html"), "<p>mine</p>");
    for _ in 0..2 {
        let ran = world.judge("play grid.txt --no-open -o game.html");
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (0, "the page is in game.html\n")
        );
    }
}

#[test]
fn a_page_that_nobody_can_open_is_named() {
    let world = World::new();
    world.file("grid.txt", TINY_GRID);
    let mut command = world.command("play grid.txt");
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"] {
        command.env_remove(name);
    }
    let output = command.output().expect("judge runs");
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}");
    let expected = "no browser could be opened: the page is in play.html\n";
    assert!(cfg!(target_os = "macos") || words == expected, "{words}");
}
