//! The commands in README.md, CONTRIBUTING.md and the manual are run as they stand.
//!
//! A command is a line `$ …` in a fenced block. In blocks marked `console` its output must be what follows it; in blocks
//! marked `text` it only has to succeed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use clap::Parser;
use judge::cli::Arguments;
use judge::help::TOPICS;

use crate::samples::with_samples;
use crate::world::{World, found_or_skipped, repository, which};

/// A command of a document, and what it prints if that is known.
struct Step {
    line: String,
    output: Option<String>,
}

fn read(name: &str) -> String {
    fs::read_to_string(repository(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn steps(document: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut block = None;
    for line in document.lines() {
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_some() { None } else { Some(kind) };
        } else if let (Some(kind), Some(command)) = (block, line.strip_prefix("$ ")) {
            steps.push(Step {
                line: command.to_owned(),
                output: (kind == "console").then(String::new),
            });
        } else if let (Some("console"), Some(step)) = (block, steps.last_mut()) {
            let output = step.output.get_or_insert_default();
            *output += line;
            output.push('\n');
        }
    }
    steps
}

/// Runs a line in a shell that finds `judge`.
fn shell(world: &World, line: &str) -> Output {
    let judge = Path::new(env!("CARGO_BIN_EXE_judge"));
    let folder = judge.parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .env("PATH", format!("{folder}:{path}"))
        // Where this locale is installed, it sorts `a-b.txt` behind `a.txt`.
        .env("LC_ALL", "en_US.UTF-8")
        .env_remove("LANGUAGE")
        .current_dir(world.path(""));
    command.output().expect("a shell")
}

/// Runs all commands of a document; gives their number.
fn run_document(world: &World, name: &str) -> usize {
    let steps = steps(&read(name));
    for Step { line, output } in &steps {
        let needs_cluster = line.contains("--engine slurm") || line.starts_with("judge worker");
        if needs_cluster {
            let parsed = Arguments::try_parse_from(line.split_whitespace());
            assert!(parsed.is_ok(), "{name}: {line}: {}", parsed.unwrap_err());
            continue;
        }
        if line.contains("cargo ") || line == "./tests/all" {
            check_cargo(name, line);
            continue;
        }
        if line.starts_with("python3 ") && !found_or_skipped("python3", which("python3")) {
            break;
        }
        let ran = shell(world, line);
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{name}: {line}: {errors}");
        if let Some(expected) = output {
            let printed = String::from_utf8_lossy(&ran.stdout);
            assert_eq!(&printed, expected, "{name}: {line}");
        }
    }
    steps.len()
}

/// Whether a command of cargo names tests and benches that exist; running them is up to the reader.
fn check_cargo(name: &str, line: &str) {
    let manifests = read("Cargo.toml") + &read("reference/Cargo.toml");
    let words: Vec<&str> = line.split_whitespace().collect();
    for pair in words.windows(2) {
        if let ["--test" | "--bench" | "--package", target] = pair {
            let named = manifests.contains(&format!("name = \"{target}\""));
            assert!(named, "{name}: {line}: there is no {target}");
        }
    }
}

#[test]
fn the_commands_of_the_readme() {
    let count = run_document(&with_samples(), "README.md");
    assert!(count >= 8, "only {count} commands found");
}

#[test]
fn the_commands_of_the_manual() {
    let world = with_samples();
    for topic in TOPICS {
        let count = run_document(&world, &format!("src/help/{}.md", topic.name));
        assert!(count >= 1, "{} has no command", topic.name);
    }
}

#[test]
fn the_commands_of_the_contributors() {
    let count = run_document(&with_samples(), "CONTRIBUTING.md");
    assert!(count >= 5, "only {count} commands found");
}

/// What the manual's shell line says of the instances in a folder of results.
pub(crate) fn shell_digest(world: &World, folder: &str) -> String {
    const DOCUMENTED: &str = "results/spring/instances/hidden";
    let manual = steps(&read("src/help/contest-file.md"));
    let step = manual.iter().find(|step| step.line.contains(DOCUMENTED));
    let line = step.expect("the command that computes the digest");
    let ran = shell(world, &line.line.replace(DOCUMENTED, folder));
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    text.split_whitespace().next().expect("a digest").to_owned()
}

#[test]
fn a_first_argument_that_is_not_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for arguments in [&[&b"\xff"[..]][..], &[b"help", b"\xff"], &[b"run", b"\xff"]] {
        let world = World::new();
        let mut command = world.command("");
        command.args(arguments.iter().map(|bytes| OsStr::from_bytes(bytes)));
        let ran = command.output().expect("judge runs");
        let errors = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: "), "{errors}");
    }
}

/// The part of a topic below the heading of a problem.
fn section<'t>(topic: &'t str, heading: &str) -> &'t str {
    let start = topic.find(&format!("\n## {heading}\n"));
    let section = &topic[start.unwrap_or_else(|| panic!("no section {heading}")) + 1..];
    let end = section[3..].find("\n## ").map(|end| end + 3);
    &section[..end.unwrap_or(section.len())]
}

#[test]
fn the_manual_is_complete() {
    let topic = |name: &str| judge::help::topic(name).expect("a topic").text;
    let world = World::tiny();
    for problem in puzzles::problems() {
        let name = problem.name();
        let algorithms = section(topic("algorithms"), name);
        for solver in problem.solvers() {
            let row = format!("\n| `{}` |", solver.name);
            assert!(algorithms.contains(&row), "{name}: {}", solver.name);
        }
        let problems = section(topic("problems"), name);
        for layout in problem.layouts() {
            let start = format!("| `{}`", layout.name);
            let mut rows = problems.lines().filter(|line| line.starts_with(&start));
            let row = rows
                .next()
                .unwrap_or_else(|| panic!("{name}: {}", layout.name));
            for key in layout.keys {
                let key = format!("`{}`", key.name);
                assert!(row.contains(&key), "{name}: {} lacks {key}", layout.name);
                let explains =
                    |line: &str| line.starts_with("| `") && line.contains(&key) && line != row;
                assert!(
                    problems.lines().any(explains),
                    "{name}: {key} is not explained"
                );
            }
        }
    }
    for rule in judge::contest::ScoringRule::names() {
        let row = format!("\n| `{rule}` |");
        assert!(topic("scoring").contains(&row), "{rule}");
    }
    assert_eq!(world.judge("run tiny.toml").code, 0);
    for file in ["runs.csv", "bounds.csv", "standings.csv"] {
        let text = world.read(&format!("results/tiny/{file}"));
        for column in text.lines().next().expect("a header").split(',') {
            let named = topic("results").contains(&format!("`{column}`"));
            assert!(named, "{file}: {column}");
        }
    }
}
