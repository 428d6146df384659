//! One manner for all commands: files, colours, widths, messages, and the formats for programs.

use std::collections::BTreeMap;

use crate::world::{Ran, World, repository};

/// A contest with ties, failures and several rounds, and its results.
fn ran() -> World {
    let world = World::new();
    let grid =
        |seed: u64| format!("generate sorting-robot rows=3 columns=3 colours=2 --seed {seed}");
    for seed in 0..4 {
        let made = world.judge(&grid(seed));
        world.file(&format!("grids/g{seed}.txt"), made.out);
    }
    world.file("one/a.txt", "1 2 2\n0 1\n1 0\n");
    world.file(
        "tiny.toml",
        "name = \"Tiny\"\nproblem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n\
         [[round]]\nname = \"first\"\ninstances = \"grids\"\npublic = true\n\
         [[round]]\nname = \"second\"\ninstances = \"one\"\n",
    );
    for team in ["a-team-with-a-long-name", "another", "third-of-them"] {
        world.script(team, "cat > /dev/null; echo SRSLS");
    }
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

fn with(world: &World, arguments: &str, environment: &[(&str, &str)]) -> Ran {
    let mut command = world.command(arguments);
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(name);
    }
    command.envs(environment.iter().copied());
    command.output().expect("judge runs").into()
}

/// The section of `judge help json` about each command.
fn described() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(repository("src/help/json.md")).expect("the topic");
    let sections = text.split("\n### ").skip(1);
    let sections = sections.map(|section| section.split_once('\n').expect("a title"));
    let titles = |(titles, text): (&str, &str)| -> Vec<(String, String)> {
        let titles = titles.split(", ");
        titles
            .map(|title| (title.to_owned(), text.to_owned()))
            .collect()
    };
    sections.flat_map(titles).collect()
}

#[test]
fn json_is_described() {
    let world = ran();
    world.judge("solve one/a.txt --with best -o answer.txt");
    world.script("pupil", "echo SRSLS");
    let described = described();
    for (title, arguments) in [
        ("judge check", "check one/a.txt answer.txt"),
        ("judge check", "check grids/g0.txt answer.txt"),
        ("judge bound", "bound one/a.txt"),
        ("judge run", "run tiny.toml"),
        ("judge leaderboard", "leaderboard results/tiny"),
        (
            "judge leaderboard --team",
            "leaderboard results/tiny --team another",
        ),
        (
            "judge leaderboard --runs",
            "leaderboard results/tiny --runs",
        ),
        (
            "judge leaderboard --instances",
            "leaderboard results/tiny --instances",
        ),
        ("judge try", "try teams/pupil --contest tiny.toml --stderr"),
        ("judge try", "try teams/pupil --contest tiny.toml"),
        ("judge try", "try teams/pupil --log"),
        ("judge verify", "verify results/tiny"),
        ("judge diff", "diff results/tiny results/tiny"),
        ("judge grades", "grades results/tiny"),
        ("judge commit", "commit tiny.toml"),
        ("judge lint", "lint tiny.toml"),
        ("judge collect", "collect teams -o collected"),
        ("judge similar", "similar teams"),
        (
            "judge compare",
            "compare swap-puzzle --vary rows,columns=2..3 --solvers greedy --seeds 0..1",
        ),
        ("judge status", "status results/tiny"),
        ("judge doctor", "doctor"),
        ("judge solvers", "solvers --problem picross"),
        ("judge teams", "teams add owls"),
    ] {
        let ran = world.judge(&format!("{arguments} --format json"));
        let json = ran.json();
        let text = &described[title];
        let object = match &json {
            serde_json::Value::Array(list) => &list[0],
            object => {
                assert_eq!(object["schema"], 1, "{title}");
                object
            }
        };
        let object = object.as_object().expect("an object");
        let mut keys: Vec<&String> = object.keys().collect();
        for list in object.values().filter_map(|value| value.as_array()) {
            let inner = list.first().and_then(|item| item.as_object());
            keys.extend(inner.into_iter().flat_map(|inner| inner.keys()));
        }
        for key in keys.into_iter().filter(|key| *key != "schema") {
            let known = text.contains(&format!("`{key}`"));
            let by_reference = title == "judge try" && text.contains("the columns of `runs.csv`");
            assert!(known || by_reference, "{title}: `{key}` is not described");
        }
    }
}

#[test]
fn csv_has_raw_numbers() {
    let world = ran();
    world.script("pupil", "echo SRSLS");
    for arguments in [
        "leaderboard results/tiny",
        "leaderboard results/tiny --team another",
        "leaderboard results/tiny --runs",
        "leaderboard results/tiny --instances",
        "grades results/tiny",
        "diff results/tiny results/tiny",
        "try teams/pupil --contest tiny.toml",
        "try teams/pupil --contest tiny.toml --all",
        "try teams/pupil --log",
        "compare swap-puzzle --vary rows,columns=2..3 --solvers greedy --seeds 0..1",
    ] {
        let ran = world.judge(&format!("{arguments} --format csv"));
        let mut table = csv::Reader::from_reader(ran.out.as_bytes());
        let header = table.headers().expect("a header").clone();
        for record in table.records() {
            let record = record.expect("a record");
            for (title, field) in header.iter().zip(&record) {
                let shown = field == "–"
                    || field == "optimal"
                    || field.ends_with(" %")
                    || field.ends_with(" ms");
                assert!(!shown, "{arguments}: {title} is {field}");
            }
        }
        let (first, _) = ran.out.split_once('\n').expect("a header");
        assert!(!first.contains([' ', '%']), "{arguments}: {first}");
    }
}

#[test]
fn tied_is_the_letter_of_the_table() {
    let world = ran();
    let json = world.judge("leaderboard results/tiny --format json").json();
    let lines = json["standings"].as_array().expect("a list");
    let tied: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["tied"].as_str())
        .collect();
    assert_eq!(tied, ["a", "a", "a"]);
    let csv = world.judge("leaderboard results/tiny --format csv").out;
    assert!(csv.lines().nth(2).expect("a line").contains(",a,"), "{csv}");
}

#[test]
fn results_go_to_files() {
    let world = ran();
    for arguments in [
        "leaderboard results/tiny",
        "bound one/a.txt",
        "solvers",
        "show one/a.txt",
        "status results/tiny",
    ] {
        let printed = world.judge(arguments);
        for option in ["-o", "--output", "--out"] {
            let ran = world.judge(&format!("{arguments} {option} file.txt"));
            assert_eq!((ran.code, &*ran.out), (printed.code, ""), "{}", ran.err);
            assert_eq!(world.read("file.txt"), printed.out, "{arguments} {option}");
        }
    }
    world.file("wrong.txt", "RRR\n");
    // The exit code is that of the result; an error writes no file.
    let ran = world.judge("check one/a.txt wrong.txt -o verdict.txt");
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(world.read("verdict.txt").contains("rejected"));
    assert_eq!(world.judge("bound missing.txt -o none.txt").code, 2);
    assert!(!world.path("none.txt").exists());
    let ran = world.judge("bound one/a.txt -o missing/folder.txt");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("missing/folder.txt"), "{}", ran.err);
    // Pages and other formats.
    assert_eq!(
        world
            .judge("diff results/tiny results/tiny -o page.html")
            .code,
        0
    );
    assert!(world.read("page.html").starts_with("<!doctype html>"));
    assert_eq!(
        world
            .judge("diff results/tiny results/tiny -o diff.csv --format csv")
            .code,
        0
    );
    assert!(world.read("diff.csv").starts_with("team,"));
    assert_eq!(
        world
            .judge("grades results/tiny -o marks.csv --format csv")
            .code,
        0
    );
    assert!(world.read("marks.csv").starts_with("team,"));
}

#[test]
fn messages_are_as_many_as_wanted() {
    let world = ran();
    let normal = world.judge("run tiny.toml --again another");
    let quiet = world.judge("-q run tiny.toml --again another");
    let verbose = world.judge("run tiny.toml --again another --verbose");
    assert!(normal.err.contains("results are in"), "{}", normal.err);
    assert_eq!(quiet.err, "");
    assert!(quiet.out.contains("another"));
    assert!(verbose.err.contains("another on g0: "), "{}", verbose.err);
    assert!(!normal.err.contains("another on g0: "), "{}", normal.err);
    // Warnings and errors are always printed.
    let ran = world.judge("run missing.toml --quiet");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("missing.toml"));
    let ran = world.judge("-q -v doctor");
    assert_eq!(ran.code, 2);
}

#[test]
fn colours_follow_options_and_environment() {
    let world = ran();
    let coloured = |arguments: &str, environment: &[(&str, &str)]| {
        let ran = with(&world, arguments, environment);
        ran.out.contains('\x1b')
    };
    for command in [
        "leaderboard results/tiny",
        "show one/a.txt",
        "run --help",
        "help",
    ] {
        assert!(!coloured(command, &[]), "{command}");
        assert!(
            coloured(&format!("{command} --color always"), &[]),
            "{command}"
        );
        assert!(
            coloured(&format!("{command} --color always"), &[("NO_COLOR", "1")]),
            "{command}"
        );
        assert!(coloured(command, &[("CLICOLOR_FORCE", "1")]), "{command}");
        assert!(!coloured(command, &[("CLICOLOR_FORCE", "0")]), "{command}");
        assert!(
            !coloured(
                &format!("{command} --color=never"),
                &[("CLICOLOR_FORCE", "1")]
            ),
            "{command}"
        );
    }
    for command in ["leaderboard results/tiny", "show one/a.txt"] {
        assert!(
            !coloured(command, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]),
            "{command}"
        );
    }
    assert_eq!(with(&world, "solvers --color sometimes", &[]).code, 2);
}

#[test]
fn tables_fit_and_break_no_words() {
    let world = ran();
    for (arguments, words) in [
        (
            "leaderboard results/tiny",
            vec![
                "a-team-with-a-long-name",
                "third-of-them",
                "score",
                "accepted",
            ],
        ),
        (
            "leaderboard results/tiny --team another",
            vec!["instance", "accepted", "rejected", "optimal"],
        ),
        (
            "leaderboard results/tiny --runs",
            vec!["a-team-with-a-long-name", "instance", "rejected", "second"],
        ),
        (
            "leaderboard results/tiny --instances",
            vec!["instance", "separates", "agrees"],
        ),
        (
            "solvers",
            vec!["sorting-robot", "graph-improved", "guarantee"],
        ),
        (
            "grades results/tiny",
            vec!["a-team-with-a-long-name", "accepted"],
        ),
        (
            "diff results/tiny results/tiny",
            vec!["a-team-with-a-long-name"],
        ),
    ] {
        for columns in [60, 80, 100, 200] {
            let ran = with(&world, arguments, &[("COLUMNS", &columns.to_string())]);
            assert_eq!(ran.code, 0, "{}", ran.err);
            for line in ran.out.lines() {
                // A seal stays whole, so that it can be copied.
                let line = line.strip_prefix("seal: ").map_or(line, |_| "");
                let width = line.chars().count();
                assert!(width <= columns, "{arguments}: {width} > {columns}: {line}");
            }
            for word in &words {
                let found = ran
                    .out
                    .split(|c: char| c.is_whitespace() || c == ':')
                    .any(|w| w == *word);
                assert!(
                    found,
                    "{arguments} at {columns}: no `{word}` in\n{}",
                    ran.out
                );
            }
        }
    }
}
