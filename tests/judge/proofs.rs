//! Proofs of bounds: the commands, the files of a contest, what tables and pages say, and damaged proofs.

use std::fs;
use std::process::Command;

use crate::samples::with_samples;
use crate::world::{Ran, World, found_or_skipped, which};

/// Two swaps, and the bound without search says so.
const EASY: &str = "2 3\n2 1 3\n4 6 5\n";

/// Without search the bound is less than the fewest swaps.
const SEARCHED: &str = "2 4\n8 3 7 6\n2 1 4 5\n";

/// A contest with an optimal answer to both instances.
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

/// Runs the contest.
fn contest() -> World {
    let world = World::new();
    world
        .file("contest.toml", CONTEST)
        .file("grids/easy.txt", EASY)
        .file("grids/searched.txt", SEARCHED);
    for name in ["easy", "searched"] {
        let solved = world.judge(&format!("solve grids/{name}.txt --with optimal"));
        assert_eq!(solved.code, 0, "{}", solved.err);
        world.file(&format!("teams/owls/answers/{name}.txt"), solved.out);
    }
    let ran = world.judge("run contest.toml --out results");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

/// The rows of `bounds.csv`: instance, bound, method and proof.
fn bounds(world: &World, results: &str) -> Vec<[String; 4]> {
    let text = world.read(&format!("{results}/bounds.csv"));
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let columns: Vec<&str> = header.iter().collect();
    let expected = ["round", "instance", "digest", "bound", "method", "proof"];
    assert_eq!(columns, expected);
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        [1, 3, 4, 5].map(|column| row[column].to_owned())
    });
    rows.collect()
}

fn python(world: &World, instance: &str, proof: &str) -> Ran {
    let mut command = Command::new("python3");
    command
        .args(["checker.py", instance, proof])
        .current_dir(world.path(""));
    command.output().expect("python3 runs").into()
}

#[test]
fn a_bound_gets_a_proof_that_both_checkers_accept() {
    let world = World::new();
    world.file("easy.txt", EASY);
    let bound = world.judge("bound easy.txt --proof easy.proof");
    assert_eq!(bound.code, 0, "{}", bound.err);
    assert!(bound.out.ends_with(" (recomputed)\n"), "{}", bound.out);
    let json = world.judge("bound easy.txt --format json").json();
    assert_eq!(json["evidence"], "recomputed");
    assert!(json.get("nodes").is_none());
    let proof = world.read("easy.proof");
    assert!(proof.starts_with("judge-proof 1 swap-puzzle 2\ninstance "));

    let checked = world.judge("check-proof easy.txt easy.proof");
    let expected = (0, "proved: at least 2 swaps\n");
    assert_eq!((checked.code, checked.out.as_str()), expected);
    let json = world.judge("check-proof easy.txt easy.proof --format json");
    let expected = serde_json::json!(
        {"schema": 1, "problem": "swap-puzzle", "verdict": "proved", "bound": 2});
    assert_eq!(json.json(), expected);
    for line in [
        "check-proof --problem swap-puzzle easy.txt - < easy.proof",
        "check-proof - easy.proof < easy.txt",
    ] {
        let (arguments, file) = line.split_once(" < ").expect("a file");
        let mut command = world.command(arguments);
        command.stdin(fs::File::open(world.path(file)).expect("a file"));
        let ran: Ran = command.output().expect("judge runs").into();
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    }

    world.file(
        "better.proof",
        proof.replacen("swap-puzzle 2", "swap-puzzle 3", 1),
    );
    let refused = world.judge("check-proof easy.txt better.proof");
    let expected = (1, "refused: the bound is 3, but only 2 is proved\n");
    assert_eq!((refused.code, refused.out.as_str()), expected);
    let json = world.judge("check-proof easy.txt better.proof --format json");
    assert_eq!((json.code, &json.json()["verdict"]), (1, &"refused".into()));
    assert_eq!(
        json.json()["reason"],
        "the bound is 3, but only 2 is proved"
    );
    world.file("other.txt", SEARCHED);
    let refused = world.judge("check-proof other.txt easy.proof");
    let expected = (1, "refused: the proof is of another instance\n");
    assert_eq!((refused.code, refused.out.as_str()), expected);
    world.file("not-a.proof", "bound 2\n");
    for files in [
        "easy.txt not-a.proof",
        "not-a.proof easy.proof",
        "missing easy.proof",
    ] {
        let ran = world.judge(&format!("check-proof {files}"));
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (2, ""),
            "{files}: {}",
            ran.err
        );
    }

    if !found_or_skipped("python3", which("python3")) {
        return;
    }
    let printed = world.judge("check-proof --print-checker swap-puzzle -o checker.py");
    assert_eq!(printed.code, 0, "{}", printed.err);
    for (files, code, begin) in [
        (["easy.txt", "easy.proof"], 0, "proved: at least 2 swaps\n"),
        (["easy.txt", "better.proof"], 1, "refused: "),
        (["other.txt", "easy.proof"], 1, "refused: "),
        (["easy.txt", "not-a.proof"], 2, "unreadable: "),
        (["not-a.proof", "easy.proof"], 2, "unreadable: "),
        (["easy.txt", "missing"], 2, ""),
    ] {
        let ran = python(&world, files[0], files[1]);
        assert_eq!(ran.code, code, "{files:?}: {}{}", ran.out, ran.err);
        assert!(
            ran.out.starts_with(begin) && ran.err.is_empty(),
            "{}",
            ran.out
        );
    }
    let usage = Command::new("python3")
        .arg(world.path("checker.py"))
        .output();
    assert_eq!(usage.expect("python3 runs").status.code(), Some(2));
}

#[test]
fn checkers_are_short_and_named_by_problem() {
    let world = World::new();
    for problem in puzzles::problems() {
        let name = problem.name();
        let printed = world.judge(&format!("check-proof --print-checker {name}"));
        let checker = problem.checker().expect("bundled problems have checkers");
        if checker.is_empty() {
            assert_eq!(printed.code, 2, "{name}");
            continue;
        }
        assert_eq!((printed.code, printed.out.as_str()), (0, checker), "{name}");
        let lines = checker.lines().count();
        assert!(lines <= 200, "{name}: {lines} lines");
        assert!(checker.starts_with("\"\"\""), "{name}: no docstring");
    }
    let unknown = world.judge("check-proof --print-checker swap-puzle");
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("swap-puzzle"), "{}", unknown.err);
    assert_eq!(world.judge("check-proof").code, 2);
    assert_eq!(world.judge("check-proof - -").code, 2);
}

#[test]
fn a_searched_bound_says_so() {
    let world = World::new();
    world.file("searched.txt", SEARCHED);
    let bound = world.judge("bound searched.txt --proof weaker.proof --format json");
    let json = bound.json();
    assert_eq!(json["evidence"], "searched");
    assert!(json["nodes"].as_u64() > Some(0), "{json}");
    assert!(bound.err.contains("a proof of at least"), "{}", bound.err);
    assert!(bound.err.contains("exhaustive search"), "{}", bound.err);
    let text = world.judge("bound searched.txt").out;
    assert!(text.contains(" (searched, "), "{text}");
    let checked = world.judge("check-proof searched.txt weaker.proof --format json");
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert!(checked.json()["bound"].as_i64() < json["bound"].as_i64());

    for (grid, words, evidence) in [
        (SEARCHED, "optimal by exhaustive search\n", "searched"),
        (EASY, "proved optimal\n", "recomputed"),
    ] {
        world.file("grid.txt", grid);
        let solved = world.judge("solve grid.txt --with optimal -o answer.txt");
        assert_eq!(solved.code, 0, "{}", solved.err);
        let checked = world.judge("check grid.txt answer.txt").out;
        assert!(checked.ends_with(words), "{checked}");
        let json = world
            .judge("check grid.txt answer.txt --format json")
            .json();
        assert_eq!(json["optimal"], true);
        let bound = world.judge("bound grid.txt --format json").json();
        assert_eq!(bound["evidence"], evidence);
    }
}

#[test]
fn problem_folders_have_no_proofs() {
    let world = with_samples();
    world.file("x.proof", "judge-proof 1 tour 3\n");
    let instances = fs::read_dir(world.path("contests/problems/tour/instances"));
    let instance = instances.expect("a folder").next().expect("an instance");
    let instance = instance.expect("an entry").path();
    for command in ["bound FILE --proof y.proof", "check-proof FILE x.proof"] {
        let command = command.replace("FILE", &instance.display().to_string());
        let ran = world.judge(&format!("{command} --problem contests/problems/tour"));
        assert_eq!(ran.code, 2, "{command}: {}", ran.out);
        assert!(ran.err.contains("has no proofs"), "{command}: {}", ran.err);
    }
    assert!(!world.path("y.proof").exists());
}

#[test]
fn a_contest_has_proofs_and_both_stars() {
    let world = contest();
    let rows = bounds(&world, "results");
    for (name, kind) in [("easy", " (recomputed)"), ("searched", " nodes)")] {
        let row = rows.iter().find(|row| row[0] == name).expect("a row");
        let [_, bound, method, proof] = row;
        assert!(method.ends_with(kind), "{method}");
        assert_eq!(*proof, format!("proofs/open/{name}.proof"));
        let command = format!("check-proof results/instances/open/{name}.txt results/{proof}");
        let json = world.judge(&format!("{command} --format json")).json();
        let proved = json["bound"].to_string();
        assert_eq!(
            proved == *bound,
            name == "easy",
            "{name}: {proved}, {bound}"
        );
    }

    let table = world.judge("leaderboard results --instances").out;
    assert!(table.contains("2 ★") && table.contains(" ☆"), "{table}");
    assert!(table.contains("★: ") && table.contains("☆: "), "{table}");
    let json = world
        .judge("leaderboard results --instances --format json")
        .json();
    let evidence = |at: usize| json["instances"][at]["evidence"].clone();
    assert_eq!(
        (evidence(0), evidence(1)),
        ("recomputed".into(), "searched".into())
    );
    let team = world.judge("leaderboard results --team owls").out;
    assert_eq!(team.matches("optimal").count(), 2, "{team}");
    assert!(team.contains("optimal ☆"), "{team}");

    let page = world.read("results/report.html");
    for part in [
        "proved optimal ★ (recomputed)",
        "optimal by exhaustive search ☆ (searched)",
        "<span>★ proved optimal</span><span>☆ optimal by exhaustive search</span>",
        "judge check-proof instances/open/easy.txt proofs/open/easy.proof",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let verified = world.judge("verify results");
    assert_eq!(verified.code, 0, "{}", verified.out);
    assert!(
        verified
            .out
            .contains("1 bounds: recomputed from their proofs")
            && verified
                .out
                .contains("1 bounds: found by exhaustive search, which was repeated"),
        "{}",
        verified.out
    );
    let verified = world.judge("verify results --proofs-only");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let note = "note: 1 bounds rest on exhaustive search, which was not repeated\n";
    assert!(verified.out.contains(note), "{}", verified.out);
}

#[test]
fn missing_proofs_are_found_again_and_others_removed() {
    let world = contest();
    let before = world.read("results/bounds.csv");
    let proof = world.read("results/proofs/open/easy.proof");
    fs::remove_file(world.path("results/proofs/open/easy.proof")).expect("removed");
    // As an older version wrote it: no kind of evidence, and no proof.
    let searched = before.lines().find(|line| line.contains(",searched,"));
    let searched = searched.expect("a row");
    let (old, _) = searched.split_once(" (searched").expect("the evidence");
    world
        .file(
            "results/bounds.csv",
            before.replace(searched, &format!("{old}\",")),
        )
        .file("results/proofs/closed/easy.proof", &proof);
    let ran = world.judge("run contest.toml --out results");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(world.read("results/bounds.csv"), before);
    assert_eq!(world.read("results/proofs/open/easy.proof"), proof);
    assert!(!world.path("results/proofs/closed/easy.proof").exists());
    assert_eq!(world.judge("verify results").code, 0);
}

/// A way to damage results.
type Damage = (&'static str, fn(&World));

const EASY_PROOF: &str = "results/proofs/open/easy.proof";
const SEARCHED_PROOF: &str = "results/proofs/open/searched.proof";

fn change(world: &World, file: &str, from: &str, to: &str) {
    let text = world.read(file);
    assert!(text.contains(from), "{file} has no {from}");
    world.file(file, text.replacen(from, to, 1));
}

/// The first word of the message is the file.
const DAMAGES: [Damage; 10] = [
    ("proofs/open/easy.proof: is refused", |world| {
        change(world, EASY_PROOF, "swap-puzzle 2", "swap-puzzle 3");
    }),
    ("proofs/open/easy.proof: is a proof of 1", |world| {
        change(world, EASY_PROOF, "swap-puzzle 2", "swap-puzzle 1");
    }),
    ("proofs/open/easy.proof: is refused", |world| {
        change(world, EASY_PROOF, "around 0", "around 7");
    }),
    ("proofs/open/easy.proof: is unreadable", |world| {
        change(world, EASY_PROOF, "around", "aroung");
    }),
    (
        "proofs/open/easy.proof: is refused: the proof is of another",
        |world| {
            let other = world.read(SEARCHED_PROOF);
            world.file(EASY_PROOF, other);
        },
    ),
    ("proofs/open/easy.proof: is unreadable", |world| {
        fs::remove_file(world.path(EASY_PROOF)).expect("removed");
    }),
    ("proofs/open/other.proof: is a file", |world| {
        let proof = world.read(EASY_PROOF);
        world.file("results/proofs/open/other.proof", proof);
    }),
    ("proofs/open/easy.proof: is a proof of 2", |world| {
        change(world, "results/bounds.csv", ",2,\"half", ",3,\"half");
    }),
    (
        "bounds.csv: line 2: is a certified bound without",
        |world| {
            change(
                world,
                "results/bounds.csv",
                "(recomputed)\",proofs/open/easy.proof",
                "(certified)\",",
            );
        },
    ),
    (
        "bounds.csv: line 2: is proof proofs/open/searched.proof",
        |world| {
            change(
                world,
                "results/bounds.csv",
                "open/easy.proof",
                "open/searched.proof",
            );
        },
    ),
];

#[test]
fn damaged_proofs_are_mismatches() {
    let whole = contest();
    for (expected, damage) in DAMAGES {
        let world = World::new();
        for entry in walkdir::WalkDir::new(whole.path("results")) {
            let entry = entry.expect("an entry");
            let name = entry.path().strip_prefix(whole.path("")).expect("below");
            if entry.file_type().is_file() {
                let name = name.to_str().expect("UTF-8");
                world.file(name, fs::read(entry.path()).expect("a file"));
            }
        }
        damage(&world);
        for options in ["", "--proofs-only"] {
            let found = world.judge(&format!("verify results {options}"));
            assert_eq!(found.code, 1, "{expected}: {}{}", found.out, found.err);
            let lines = found.out.lines().filter(|line| line.starts_with(expected));
            assert_eq!(lines.count(), 1, "{expected}: {}", found.out);
        }
    }
}

/// The proofs of a sample contest are in its results, and both checkers accept them. One quick baseline runs, and no
/// team.
fn sample_contest_has_proofs(contest: &str, baseline: &str) {
    let world = with_samples();
    let file = format!("contests/{contest}.toml");
    let mut problem = None;
    let lines: Vec<String> = world
        .read(&file)
        .lines()
        .map(|line| match line.split_once(" = ") {
            Some(("problem", name)) => {
                problem = puzzles::problem(name.trim_matches('"'));
                line.to_owned()
            }
            Some(("submissions", _)) => "submissions = \"../nobody\"".to_owned(),
            Some(("baselines", _)) => format!("baselines = [\"{baseline}\"]"),
            _ => line.to_owned(),
        })
        .collect();
    let problem = problem.expect("a bundled problem");
    world.file(&file, lines.join("\n") + "\n").folder("nobody");
    let ran = world.judge(&format!("run {file} --out results"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    let has_python = found_or_skipped("python3", which("python3"));
    let checker = problem.checker().expect("a checker");
    world.file("checker.py", checker);
    let text = world.read("results/bounds.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut proofs = 0;
    for row in reader.records() {
        let row = row.expect("a row");
        let [round, name, bound, method, proof] = [0, 1, 3, 4, 5].map(|column| &row[column]);
        let is_shown = method.ends_with("(certified)") || method.ends_with("(recomputed)");
        assert!(is_shown || method.contains(" (searched"), "{method}");
        if proof.is_empty() {
            assert!(!is_shown, "{round}/{name}: {method} without a proof");
            continue;
        }
        proofs += 1;
        let (instance, proof) = (
            format!("results/instances/{round}/{name}.txt"),
            format!("results/{proof}"),
        );
        let checked = world.judge(&format!("check-proof {instance} {proof} --format json"));
        assert_eq!(checked.code, 0, "{proof}: {}{}", checked.out, checked.err);
        if is_shown {
            assert_eq!(checked.json()["bound"].to_string(), bound, "{proof}");
        }
        if has_python {
            let ran = python(&world, &instance, &proof);
            assert_eq!(ran.code, 0, "{proof}: {}{}", ran.out, ran.err);
        }
    }
    // A problem with a checker has proofs.
    assert!(proofs > 0 || checker.is_empty(), "{contest} has no proofs");
    let verified = world.judge("verify results --proofs-only");
    assert_eq!(verified.code, 0, "{}", verified.out);
}

#[test]
fn proofs_of_the_spring_contest() {
    sample_contest_has_proofs("spring", "naive");
}

#[test]
fn proofs_of_the_swap_contest() {
    sample_contest_has_proofs("swap", "greedy");
}

#[test]
fn proofs_of_the_la_grille_contest() {
    sample_contest_has_proofs("la-grille", "greedy");
}

#[test]
fn proofs_of_the_picross_contest() {
    sample_contest_has_proofs("picross", "best");
}
