//! The sample contest, the starters and the README.

use std::path::Path;

use crate::world::{World, repository};

/// A world with the repository's contests and submissions.
fn with_samples() -> World {
    let world = World::new();
    for folder in ["contests", "submissions"] {
        for entry in walkdir::WalkDir::new(repository(folder)) {
            let entry = entry.expect("an entry");
            if entry.file_type().is_file() {
                let name = entry
                    .path()
                    .strip_prefix(repository(""))
                    .expect("below")
                    .display()
                    .to_string();
                world.file(&name, std::fs::read(entry.path()).expect("a file"));
            }
        }
    }
    world
}

#[test]
fn the_spring_contest() {
    let world = with_samples();
    let ran = world.judge("run contests/spring.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["contest"], "Spring contest");
    let lines = json["standings"].as_array().expect("a list");
    let team = |name: &str| {
        lines
            .iter()
            .find(|line| line["team"] == name)
            .expect("the team")
    };
    assert_eq!(team("tidy-magpies")["rank"], 1);
    assert_eq!(team("tidy-magpies")["failed"], 0);
    assert!(team("over-the-edge")["failed"].as_u64() > Some(0));
    assert!(team("over-the-edge")["accepted"].as_u64() > Some(0));
    assert_eq!(team("naive")["rank"], serde_json::Value::Null);
    assert_eq!(team("naive")["baseline"], true);
    for key in ["score", "bests", "rank_low", "rank_high", "first"] {
        assert!(team("ring-road")[key].is_number(), "{key}");
    }
    // What was promised before the contest is what was played, and anybody can see it with two commands.
    let promised = world.judge("commit contests/spring.toml").out;
    assert_eq!(promised.trim(), json["digest"].as_str().expect("a digest"));
    let mut texts: Vec<_> = walkdir::WalkDir::new(world.path("results/spring/instances/hidden"))
        .sort_by_file_name()
        .into_iter()
        .collect();
    texts.remove(0).expect("the folder itself");
    let texts: Vec<u8> = texts
        .into_iter()
        .flat_map(|f| std::fs::read(f.expect("a file").path()).expect("text"))
        .collect();
    assert_eq!(promised.trim(), sha256(&texts));
    for file in ["standings.csv", "report.html", "run.toml", "runs.csv"] {
        assert!(world.path("results/spring").join(file).exists(), "{file}");
    }
    let header = world
        .read("results/spring/runs.csv")
        .lines()
        .next()
        .expect("a header")
        .to_owned();
    assert_eq!(
        header,
        "round,instance,digest,team,baseline,repetition,verdict,value,cpu_ms,wall_ms,memory_kib,answers,time,provenance,detail,seal"
    );
    let markdown = world
        .judge("leaderboard results/spring --format markdown")
        .out;
    assert!(markdown.contains("| rank |"), "{markdown}");
    let csv = world.judge("leaderboard results/spring --format csv").out;
    assert_eq!(csv.lines().count(), 1 + lines.len());
    assert_eq!(csv, world.read("results/spring/standings.csv"));
}

#[test]
fn the_other_sample_contests() {
    let world = with_samples();
    for (contest, first, baseline) in [
        ("swap", "happy-trails", "greedy"),
        ("la-grille", "recuit-simple", "anneal"),
        ("picross", "second-guess", "fusion"),
    ] {
        let ran = world.judge(&format!("run contests/{contest}.toml --format json"));
        assert_eq!(ran.code, 0, "{contest}: {}", ran.err);
        let json = ran.json();
        let lines = json["standings"].as_array().expect("a list");
        let ranked = lines.iter().find(|line| line["rank"] == 1);
        assert_eq!(ranked.expect("a winner")["team"], first, "{contest}");
        assert!(
            lines.iter().any(|line| line["team"] == baseline),
            "{contest}"
        );
        assert!(
            lines.iter().any(|line| line["failed"].as_u64() > Some(0)),
            "{contest}: all is well?"
        );
        let verified = world.judge(&format!("verify results/{contest}"));
        assert_eq!(verified.code, 0, "{contest}: {}", verified.err);
    }
    // What a team says its answer is worth is checked, and the difference told.
    let runs = world.read("results/la-grille/runs.csv");
    assert!(runs.contains("declared "), "{runs}");
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest;
    judge::instances::hex(&sha2::Sha256::digest(bytes))
}

#[test]
fn a_new_contest_works_as_it_is() {
    let world = World::new();
    assert_eq!(world.judge("new contest autumn").code, 0);
    let ran = world.judge("run autumn.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.json();
    let example = lines["standings"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|l| l["team"] == "example")
        .expect("it");
    assert_eq!(example["failed"], 0);
    let again = world.judge("new contest autumn");
    assert_eq!(again.code, 2);
    assert!(
        again.err.contains("nothing was overwritten"),
        "{}",
        again.err
    );
}

/// Every command line of the README that starts with `judge`, run in order where it stands.
#[test]
fn the_commands_of_the_readme() {
    let world = with_samples();
    let readme = std::fs::read_to_string(repository("README.md")).expect("a README");
    let mut commands = 0;
    for line in readme.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let Some(arguments) = line.strip_prefix("judge ") else {
            assert!(
                line.starts_with("cargo ") || line.starts_with("./tests/all"),
                "who tests `{line}`?"
            );
            continue;
        };
        let path = format!(
            "{}:/usr/bin:/bin",
            Path::new(env!("CARGO_BIN_EXE_judge"))
                .parent()
                .expect("a folder")
                .display()
        );
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("judge {arguments}")])
            .env("PATH", path)
            .current_dir(world.path(""))
            .output()
            .expect("a shell");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {errors}");
        commands += 1;
    }
    assert!(commands >= 5, "only {commands} commands found");
}

#[test]
fn a_new_contest_of_every_problem_works_as_it_is() {
    for problem in reference::problems() {
        let world = World::new();
        let name = problem.name();
        let made = world.judge(&format!("new contest autumn.toml --problem {name}"));
        assert_eq!(made.code, 0, "{}", made.err);
        let ran = world.judge("run autumn.toml --format json");
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let json = ran.json();
        assert_eq!(json["problem"], name);
        let lines = json["standings"].as_array().expect("a list");
        let example = lines.iter().find(|line| line["team"] == "example");
        assert_eq!(example.expect("the team")["failed"], 0, "{name}");
        // A baseline may run out of time; none may misread its instance.
        let runs = world.read("results/autumn/runs.csv");
        assert!(!runs.contains("crashed"), "{name}: {runs}");
    }
}
