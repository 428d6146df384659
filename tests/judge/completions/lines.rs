//! Completes lines of the real command line.

use judge::cli;
use judge::completion::{Shell, complete};

fn found(line: &str) -> Vec<String> {
    let mut root = cli::definition();
    root.build();
    let text = complete(&root, Shell::Bash, line, "=:");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn commands_and_options() {
    assert_eq!(found("judge leader"), ["leaderboard"]);
    assert_eq!(found("judge new s"), ["submission"]);
    assert_eq!(found("judge run --fre"), ["--fresh"]);
    assert_eq!(found("judge run --col"), ["--color"]);
    assert!(!found("judge ").contains(&"worker".to_owned()));
    assert!(found("judge run -").contains(&"--quiet".to_owned()));
    assert_eq!(found("judge bogus --x "), found("judge "));
}

#[test]
fn values_of_the_definition() {
    assert_eq!(found("judge run x.toml --engine "), ["local", "slurm"]);
    assert_eq!(found("judge run --engine=s"), ["slurm"]);
    assert_eq!(found("judge -q --color a"), ["auto", "always"]);
    assert_eq!(found("judge completions f"), ["fish"]);
}

#[test]
fn names_of_problems_solvers_and_recipes() {
    assert_eq!(found("judge generate sorting"), ["sorting-robot"]);
    assert_eq!(found("judge generate picross layout=un"), ["unique"]);
    assert_eq!(found("judge generate picross la"), ["layout="]);
    assert!(
        found("judge generate picross ")
            .iter()
            .all(|key| key.ends_with('='))
    );
    assert_eq!(
        found("judge solve x --problem picross --with f"),
        ["fusion"]
    );
    assert_eq!(found("judge solve x --with bfs-"), ["bfs-full"]);
    assert_eq!(
        found("judge compare picross --solvers best,fu"),
        ["best,fusion"]
    );
    assert_eq!(found("judge leaderboard x --scoring int"), ["integral"]);
    assert_eq!(found("judge new submission x --language py"), ["python"]);
    assert_eq!(
        found("judge new contest x --language c,ja"),
        ["c,java", "c,javascript"]
    );
}

#[test]
fn topics_and_commands_of_the_help() {
    assert_eq!(found("judge help scor"), ["scoring"]);
    assert_eq!(found("judge help new c"), ["contest", "ci"]);
    assert_eq!(found("judge man leader"), ["leaderboard"]);
    assert_eq!(found("judge teams help li"), ["list", "link"]);
}

#[test]
fn nothing_is_found_where_something_is_wrong() {
    for line in [
        "judge leaderboard /missing --team ",
        "judge run /missing.toml --only ",
        "judge run /dev/zero --only ",
        "judge leaderboard /proc --team ",
        "judge teams link --data /missing ",
        "judge solve x --problem bogus --with ",
        "judge doctor more ",
        "judge run --bogus=",
        "judge run '",
        "",
    ] {
        let found = found(line);
        let only_files = line.ends_with('\'') || line.is_empty();
        assert!(found.is_empty() || only_files, "{line}: {found:?}");
    }
}
