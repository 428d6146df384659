//! The pages as files: contents, size and output path.

use crate::synthetic::large_results;
use crate::world::{TINY_GRID, World};

/// A contest with one long answer and one short one.
fn with_answers() -> World {
    let world = World::tiny();
    let contest = world
        .read("tiny.toml")
        .replace("name = \"files\"", "name = \"files\"\nrun = \"answers\"");
    // Random actions, because others would compress too well.
    let mut random = puzzles::Random::new(1);
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
fn a_page_respects_the_size_limit_and_names_what_is_left_out() {
    let world = with_answers();
    let whole = world.read("results/tiny/report.html");
    assert!(!whole.contains("id=\"omitted\""), "everything fits");
    // Slightly smaller than the complete page: only the longest answer is left out.
    let size = whole.len() - 1000;
    let ran = world.judge(&format!("report results/tiny -o small.html --size {size}B"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(ran.err.trim(), "the page is in small.html");
    let small = world.read("small.html");
    assert!(small.len() <= size, "{} exceeds {size}", small.len());
    assert!(small.contains("1 replay is left out"), "the page says so");
    // The standings are never left out.
    assert_eq!(
        world
            .judge("report results/tiny -o least.html --size 1B")
            .code,
        0
    );
    assert!(world.read("least.html").contains("3 replays are left out"));
}

/// A contest with a public round and two hidden ones, one of them of files.
fn with_secrets() -> World {
    let world = World::tiny();
    let hidden = "[[round]]\nname = \"generated\"\nseed = 987654321\n\
        generate = [{ count = 3, layout = \"scatter\", rows = 2, columns = 3, colours = 2 }]\n\
        [[round]]\nname = \"kept\"\ninstances = \"kept\"\n";
    let contest = world.read("tiny.toml") + hidden;
    world
        .file("tiny.toml", contest)
        .file("kept/treasure-island.txt", "1 3 3\n0 1 2\n2 1 0\n")
        .script(
            "winner",
            "read m n c; [ $n = 3 ] && echo SRRSLLS || echo SRSLS",
        )
        .script("runner-up", "read m n c; [ $n = 2 ] && echo SRSLS")
        .script("faulty", "echo 'the reason of faulty' >&2; exit 7");
    assert_eq!(world.judge("run tiny.toml").code, 0);
    world
}

/// Writes a page and returns it.
fn page(world: &World, arguments: &str) -> String {
    let ran = world.judge(&format!("report results/tiny -o page.html {arguments}"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    world.read("page.html")
}

/// Returns the data in a page.
fn data(html: &str) -> serde_json::Value {
    let (_, rest) = html.split_once("id=\"data\">").expect("the data");
    let (json, _) = rest.split_once("</script>").expect("its end");
    serde_json::from_str(json).expect("JSON")
}

#[test]
fn a_public_page_discloses_only_scores_of_hidden_instances() {
    let world = with_secrets();
    let whole = page(&world, "");
    let public = page(&world, "--public");
    for secret in [
        "treasure-island",
        "generated-01",
        "scatter",
        "987654321",
        "Time against size",
    ] {
        assert!(!public.contains(secret), "the page discloses {secret}");
    }
    assert!(whole.contains("treasure-island") && whole.contains("generated-01"));
    assert!(public.contains("4 instances are hidden"), "it says so");
    let shown = data(&public);
    let instances = shown["instances"].as_array().expect("a list");
    assert_eq!(instances.len(), 1);
    assert_eq!(instances[0]["name"], "swap");
    // A hidden round has only the chart of the scores.
    let charts = |html: &str| html.matches("<figcaption>Performance profile").count();
    assert_eq!((charts(&whole), charts(&public)), (4, 1));
    // Hidden instances are not compared either, and nothing summarises them.
    assert!(whole.contains("Mean ranks") && whole.contains("virtual best team"));
    assert!(
        public.contains("<h2 id=\"instances\">"),
        "the public one is"
    );
    assert!(!public.contains("Mean ranks") && !public.contains("virtual best team"));
    assert!(!page(&world, "--team winner").contains("<h2 id=\"instances\">"));
    // Standings of hidden rounds are shown.
    assert!(
        public.contains("data-round=\"1\" aria-pressed"),
        "rounds can be selected"
    );
    assert!(
        !public.contains("<td data-value=\"\">–</td>"),
        "no column of gaps"
    );
    assert!(
        public.contains("far from the bound"),
        "runs of the public round have bounds"
    );
    // If all instances are hidden, only the standings are left.
    let contest = world.read("results/tiny/run.toml");
    world.file(
        "results/tiny/run.toml",
        contest.replace("public = true", "public = false"),
    );
    let nothing = page(&world, "--public");
    assert_eq!(data(&nothing)["instances"], serde_json::json!([]));
    assert!(nothing.contains("winner") && !nothing.contains("Performance profile"));
}

#[test]
fn an_anonymous_page_names_no_team() {
    let world = with_secrets();
    let html = page(&world, "--anonymous");
    for team in ["winner", "runner-up", "faulty"] {
        assert!(!html.contains(team), "the page names {team}");
    }
    let leaderboard = world
        .judge("leaderboard results/tiny --anonymous --format json")
        .json();
    let teams = leaderboard["standings"].as_array().expect("a list").iter();
    for team in teams.map(|line| line["team"].as_str().expect("a name")) {
        assert!(html.contains(team), "{team} is not on the page");
    }
    assert!(html.contains("[naive]"), "baselines keep their names");
}

#[test]
fn a_feedback_page_shows_one_team() {
    let world = with_secrets();
    let html = page(&world, "--team runner-up");
    assert!(html.contains("runner-up: rank 2 of 3"), "its rank");
    for other in ["winner", "faulty"] {
        assert!(!html.contains(other), "the page names {other}");
    }
    let shown = data(&html);
    let names: Vec<&str> = shown["entrants"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|e| e["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names.len(), 2);
    assert!(
        names.contains(&"runner-up") && names.contains(&"naive"),
        "{names:?}"
    );
    // Its own runs on hidden instances are shown with their rank.
    assert!(html.contains("runner-up on treasure-island"));
    assert!(html.contains("of 3 teams on this instance"));
    // On a public page the other teams are named and hidden instances are not shown.
    let public = page(&world, "--team runner-up --public");
    assert!(public.contains("winner") && public.contains("faulty"));
    assert!(!public.contains("treasure-island"));
    let unknown = world.judge("report results/tiny --team runer-up");
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("did you mean `runner-up`?"),
        "{}",
        unknown.err
    );
}

#[test]
fn a_page_is_reproducible_and_can_use_any_rule() {
    let world = with_secrets();
    for arguments in [
        "",
        "--public",
        "--anonymous",
        "--team winner --scoring rank",
    ] {
        assert_eq!(
            page(&world, arguments),
            page(&world, arguments),
            "{arguments}"
        );
    }
    let html = page(&world, "--scoring rank");
    assert!(html.contains("scoring by rank"));
    assert_eq!(
        html.matches("score: mean rank").count(),
        4,
        "all rounds and each"
    );
    let wrong = world.judge("report results/tiny --scoring rang");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("did you mean `rank`?"), "{}", wrong.err);
}

#[test]
fn a_page_of_a_hundred_thousand_runs() {
    let world = World::tiny();
    large_results(&world, 200, 500);
    for size in [20_000_000, 2_000_000, 1_000_000, 400_000] {
        let ran = world.judge(&format!(
            "report results/large -o large.html --size {size}B"
        ));
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (0, "the page is in large.html\n")
        );
        let html = world.read("large.html");
        assert!(html.len() <= size, "{} exceeds {size}", html.len());
        let shown = data(&html);
        assert_eq!(shown["instances"].as_array().map(Vec::len), Some(500));
        let blocks = shown["blocks"]["entries"].as_array().expect("blocks");
        let packed = blocks.iter().filter(|block| !block.is_null()).count();
        if size == 20_000_000 {
            // The first one is written as HTML.
            assert_eq!(packed, blocks.len() - 1);
            assert!(!html.contains("runs are left out"));
        } else {
            assert!(packed < blocks.len(), "{packed} blocks in {size} bytes");
            assert!(
                html.contains("left out to keep this page below")
                    || html.contains("Left out to keep"),
                "it says so"
            );
        }
    }
}

#[test]
fn a_page_loads_nothing() {
    let world = with_answers();
    assert_eq!(world.judge("play --no-open").code, 0);
    for page in ["results/tiny/report.html", "play.html"] {
        let html = world.read(page);
        assert!(html.contains("default-src &#39;none&#39;"), "{page}");
        // The content security policy would block all of these.
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
        let expected =
            html.matches("http://www.w3.org/2000/svg").count() + html.matches("http-equiv").count();
        assert_eq!(addresses, expected, "{page} names an address");
    }
}

#[test]
fn names_are_escaped() {
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
fn only_pages_of_judge_are_overwritten() {
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
fn without_a_browser_the_path_is_printed() {
    let world = World::new();
    world.file("grid.txt", TINY_GRID);
    let mut command = world.command("play grid.txt");
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"] {
        command.env_remove(name);
    }
    let output = command.output().expect("judge runs");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{message}");
    let expected = "no browser could be opened: the page is in play.html\n";
    assert!(
        cfg!(target_os = "macos") || message == expected,
        "{message}"
    );
}

/// The numbers in a text.
fn numbers(text: &str) -> Vec<f64> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
fn the_area_below_a_line_is_the_score_of_the_rule_integral() {
    let world = World::tiny();
    let contest = world.read("tiny.toml");
    let contest = contest.replace("[limits]", "[limits]\nanytime = true");
    world
        .file("tiny.toml", contest)
        .script("late", "echo SRLRSLS; echo; sleep 0.3; echo SRSLS; echo");
    assert_eq!(world.judge("run tiny.toml").code, 0);
    let page = |rule: &str| {
        let ran = world.judge(&format!(
            "report results/tiny -o {rule}.html --scoring {rule}"
        ));
        assert_eq!(ran.code, 0, "{}", ran.err);
        world.read(&format!("{rule}.html"))
    };
    assert!(!page("best").contains("class=\"area\""));
    let page = page("integral");
    let chart = page
        .split("<svg ")
        .find(|part| part.contains("class=\"area\""))
        .expect("a chart with an area");
    let between = |text: &str, start: &str, end: &str| {
        let rest = text.split(start).nth(1).expect("a start");
        rest.split(end).next().expect("an end").to_owned()
    };
    let score: f64 = between(chart, ">late ", "<").parse().expect("a score");
    assert!((1.0..99.0).contains(&score), "{score}");
    let axes = numbers(&between(chart, "class=\"axis\" d=\"", "\""));
    let [left, top, bottom, right] = axes[..] else {
        panic!("{axes:?}")
    };
    let corners = numbers(&between(chart, "class=\"area\" points=\"", "\""));
    let corners: Vec<(f64, f64)> = corners.chunks(2).map(|at| (at[0], at[1])).collect();
    let next = corners.iter().cycle().skip(1);
    let double: f64 = corners
        .iter()
        .zip(next)
        .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
        .sum();
    // The vertical axis ends at 102 %.
    let full = (right - left) * (bottom - top) / 1.02;
    let drawn = 100.0 * double.abs() / 2.0 / full;
    assert!((drawn - score).abs() < 1.5, "{drawn} and {score}");
}
