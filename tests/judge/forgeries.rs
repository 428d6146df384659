//! Forged results folders: `verify` detects and locates each forgery, and accepts every genuine folder.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use judge::digest::Sha;
use judge::dir::Dir;
use judge::results::{self, Facts, SealedRow, seal};
use judge::results_dir::RunNames;
use walkdir::WalkDir;

use crate::world::{TINY_GRID, World};

const CONTEST: &str = r#"
name = "Forged"
problem = "sorting-robot"
submissions = "teams"
baselines = ["naive"]

[limits]
time = "2s"
wall = "20s"

[[round]]
name = "hidden"
seed = 7
generate = [{ count = 1, layout = "vector", columns = 4 }]

[[round]]
name = "open"
instances = "grids"
public = true

[[round]]
name = "files"
run = "answers"
instances = "grids"

[scoring]
rule = "reference"
"#;

/// Returns a finished contest and its published seal.
fn genuine() -> (World, String) {
    let world = World::new();
    world
        .file("contest.toml", CONTEST)
        .file("grids/swap.txt", TINY_GRID)
        .script("alpha", "cat > /dev/null; echo SRSLS; echo hello >&2")
        .script(
            "beta",
            "cat > /dev/null; echo SRLRSLS; echo; echo SRSLS; echo",
        )
        .script("gamma", "cat > /dev/null; exit 3")
        .file("teams/alpha/answers/swap.txt", "SRSLS\n")
        .file("teams/beta/answers/swap.txt", "SRLRSLS\n");
    let ran = world.judge("run contest.toml --out results --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let seal = ran.json()["seal"].as_str().expect("a seal").to_owned();
    let runs = world.read("results/runs.csv");
    assert!(runs.trim_end().ends_with(&seal), "the last seal is shown");
    assert!(world.read("results/report.html").contains(&seal));
    (world, seal)
}

fn copied(from: &World) -> World {
    let world = World::new();
    for entry in WalkDir::new(from.path("")).min_depth(1) {
        let entry = entry.expect("an entry");
        let name = entry.path().strip_prefix(from.path("")).expect("below");
        let to = world.path("").join(name);
        if entry.file_type().is_dir() {
            fs::create_dir_all(to).expect("a folder");
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
    world
}

/// One way to forge results.
struct Forgery {
    name: &'static str,
    /// The file whose first occurrence of `from` is replaced by `to`.
    file: &'static str,
    from: &'static str,
    to: &'static str,
    /// Whether it is detected without the seal if the forger recomputes all seals and derived files.
    is_found_without_seal: bool,
}

const fn forgery(
    name: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
) -> Forgery {
    Forgery {
        name,
        file,
        from,
        to,
        is_found_without_seal: true,
    }
}

/// A forgery that only the seal can detect.
const fn sealed(
    name: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
) -> Forgery {
    Forgery {
        is_found_without_seal: false,
        ..forgery(name, file, from, to)
    }
}

const ALPHA: &str = "answers/open/swap/alpha";

#[rustfmt::skip]
const FORGERIES: &[Forgery] = &[
    forgery("a better value", "runs.csv", "beta,false,1,accepted,4,", "beta,false,1,accepted,2,"),
    forgery("accepted becomes rejected", "runs.csv", "alpha,false,1,accepted,2,", "alpha,false,1,rejected,,"),
    forgery("accepted becomes crashed", "runs.csv", "alpha,false,1,accepted,2,", "alpha,false,1,crashed,,"),
    forgery("crashed becomes accepted", "runs.csv", "gamma,false,1,crashed,,", "gamma,false,1,accepted,2,"),
    forgery("missing becomes accepted", "runs.csv", "gamma,false,1,missing,,", "gamma,false,1,accepted,2,"),
    sealed("crashed becomes memory-limit", "runs.csv", "gamma,false,1,crashed,,", "gamma,false,1,memory-limit,,"),
    forgery("crashed becomes time-limit", "runs.csv", "gamma,false,1,crashed,,", "gamma,false,1,time-limit,,"),
    forgery("a value for a crash", "runs.csv", "gamma,false,1,crashed,,", "gamma,false,1,crashed,2,"),
    forgery("a team takes another's row", "runs.csv", ",gamma,false,", ",alpha,false,"),
    forgery("a baseline becomes a team", "runs.csv", ",naive,true,", ",naive,false,"),
    forgery("another repetition", "runs.csv", ",alpha,false,1,", ",alpha,false,2,"),
    forgery("another round", "runs.csv", "open,swap,", "files,swap,"),
    forgery("no time at all", "runs.csv", "T", "X"),
    forgery("an unknown verdict", "runs.csv", "accepted", "brilliant"),
    forgery("an unknown provenance", "runs.csv", "Z,", "Z,0"),
    forgery("a renamed column", "runs.csv", "team", "tram"),
    forgery("a better answer", ALPHA, "SRSLS", "SRS"),
    sealed("what a program said", "stderr/open/swap/alpha", "hello", "hallo"),
    forgery("the last value of a trace", "traces/open/swap/beta", ",2\n", ",1\n"),
    sealed("an earlier value of a trace", "traces/open/swap/beta", ",4\n", ",3\n"),
    forgery("the header of a trace", "traces/open/swap/beta", "time_ms", "time"),
    forgery("a tighter bound", "bounds.csv", "open,swap,9e5a2b4aed1a05128b5838c1a92afa10fa47552e64e0dfe3205eb9d76a6c5867,2,", "open,swap,9e5a2b4aed1a05128b5838c1a92afa10fa47552e64e0dfe3205eb9d76a6c5867,3,"),
    forgery("a looser bound", "bounds.csv", "open,swap,9e5a2b4aed1a05128b5838c1a92afa10fa47552e64e0dfe3205eb9d76a6c5867,2,", "open,swap,9e5a2b4aed1a05128b5838c1a92afa10fa47552e64e0dfe3205eb9d76a6c5867,1,"),
    forgery("a bound of nothing", "bounds.csv", "open,swap,", "open,swop,"),
    forgery("another proof", "bounds.csv", ",proofs/open/swap.proof\n", ",proofs/files/swap.proof\n"),
    forgery("a proof of something else", "proofs/open/swap.proof", "sorting-robot 2", "sorting-robot 1"),
    forgery("another instance", "instances/open/swap.txt", "1 0", "0 1"),
    forgery("a hidden instance", "instances/hidden/hidden-01.txt", "1 4 4", "1 4 5"),
    forgery("the scoring rule", "run.toml", "rule = \"reference\"", "rule = \"total\""),
    forgery("the limits", "run.toml", "time = \"2s\"", "time = \"9s\""),
    forgery("the contest's name", "run.toml", "name = \"Forged\"", "name = \"Fair\""),
    forgery("a seed", "run.toml", "seed = 7", "seed = 8"),
    forgery("the promised digest", "run.toml", "digest = \"", "digest = \"0"),
    forgery("an instance's digest", "run.toml", "digest = \"9e5a", "digest = \"9e5b"),
    forgery("the salt", "run.toml", "salt = \"", "salt = \"0"),
    forgery("the machine", "run.toml", "\nmachine = \"", "\nmachine = \"Super "),
    forgery("the isolation", "run.toml", "isolation = \"namespaces, seccomp", "isolation = \"namespaces, seccomp, landlock, landlock"),
    forgery("the wanted isolation", "run.toml", "wanted = \"enforced\"", "wanted = \"unsandboxed\""),
    forgery("the judge's version", "run.toml", "judge = \"0.1.0\"", "judge = \"9.9.9\""),
    forgery("the judge's executable", "run.toml", "executable = \"", "executable = \"0"),
    forgery("the program", "run.toml", "program = \"", "program = \"0"),
    forgery("the kernel", "run.toml", "kernel = \"", "kernel = \"0"),
    forgery("the node", "run.toml", "node = \"", "node = \"0"),
    forgery("the processor", "run.toml", "cpu = \"", "cpu = \"0"),
    forgery("the speed", "run.toml", "calibration_us = ", "calibration_us = 1"),
    forgery("the plan", "run.toml", "plan = \"", "plan = \"0"),
    forgery("the start", "run.toml", "started = \"2", "started = \"3"),
    forgery("the end", "run.toml", "ended = \"2", "ended = \"3"),
    forgery("the number of rows", "run.toml", "rows = 1", "rows = 2"),
    forgery("the seal of the end", "run.toml", "\nseal = \"", "\nseal = \"0"),
    forgery("who takes part", "run.toml", "team = \"gamma\"", "team = \"delta\""),
    forgery("a tie-break", "run.toml", "tie_break = false", "tie_break = true"),
    forgery("answers instead of programs", "run.toml", "by_hand = false", "by_hand = true"),
    forgery("the standings", "standings.csv", "alpha", "omega"),
    forgery("a rank", "standings.csv", "\n1,", "\n2,"),
    forgery("the page", "report.html", "alpha", "omega"),
    forgery("the page's seal", "report.html", "seal", "soul"),
];

/// A forgery that is not a replaced text, and whether it is detected without the seal.
type Special = (&'static str, fn(&World), bool);

#[rustfmt::skip]
const SPECIAL: &[Special] = &[
    ("a row is gone", |world| lines(world, |lines| drop(lines.remove(3))), true),
    ("the last row is gone", |world| lines(world, |lines| drop(lines.pop())), true),
    ("all rows are gone", |world| lines(world, |lines| lines.truncate(1)), true),
    ("two rows change places", |world| lines(world, |lines| lines.swap(2, 5)), false),
    ("a row occurs twice", |world| lines(world, |lines| lines.push(lines[4].clone())), true),
    ("a row of a team that never was", |world| lines(world, |lines| {
        let forged = lines[2].replace(",alpha,", ",omega,").replace(",beta,", ",omega,").replace(",gamma,", ",omega,");
        lines.push(forged);
    }), true),
    ("an answer is gone", |world| fs::remove_file(world.path("results").join(ALPHA)).expect("removed"), true),
    ("an answer too many", |world| { world.file("results/answers/open/swap/omega", "SRSLS\n"); }, true),
    ("an instance too many", |world| { world.file("results/instances/open/more.txt", TINY_GRID); }, true),
    ("a bound is gone", |world| {
        let text = world.read("results/bounds.csv");
        let kept: Vec<&str> = text.lines().take(2).collect();
        world.file("results/bounds.csv", kept.join("\n") + "\n");
    }, true),
    ("less time", |world| column(world, "alpha", 8, "0"), false),
    ("more CPU time than allowed", |world| column(world, "alpha", 8, "99999"), true),
    ("less memory", |world| column(world, "alpha", 10, "1"), false),
    ("more memory than allowed", |world| column(world, "alpha", 10, "99999999"), true),
    ("no answers", |world| column(world, "alpha", 11, "0"), true),
    ("another time", |world| column(world, "alpha", 12, "2001-01-01T00:00:00.000Z"), true),
    ("another detail", |world| column(world, "gamma", 14, "well done"), false),
];

fn lines(world: &World, change: impl FnOnce(&mut Vec<String>)) {
    let text = world.read("results/runs.csv");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    world.file("results/runs.csv", lines.join("\n") + "\n");
}

/// Changes a column of the first row of a team in the round `open`.
fn column(world: &World, team: &str, number: usize, value: &str) {
    lines(world, |lines| {
        let row = lines
            .iter_mut()
            .find(|line| line.starts_with("open,") && line.contains(&format!(",{team},")))
            .expect("a row");
        let mut fields: Vec<&str> = row.split(',').collect();
        assert_ne!(fields[number], value);
        fields[number] = value;
        *row = fields.join(",");
    });
}

impl Forgery {
    fn apply(&self, world: &World) {
        let name = format!("results/{}", self.file);
        let text = world.read(&name);
        let forged = text.replacen(self.from, self.to, 1);
        assert_ne!(text, forged, "{} changes nothing", self.name);
        world.file(&name, forged);
    }
}

/// Recomputes seals, standings and page, as a forger with the source code can.
fn recompute(world: &World) {
    let dir = Dir::open(&world.path("results")).expect("a folder");
    let Ok(sealed) = results::read_sealed(&dir) else {
        return;
    };
    let superseded = results::read_superseded(&dir).expect("a table");
    let mut text = results::COLUMNS.join(",") + "\n";
    let mut last = Sha::GENESIS;
    for (number, SealedRow { row, seal: old }) in sealed.iter().enumerate() {
        let is_last = !sealed[number + 1..]
            .iter()
            .any(|other| other.row.id() == row.id());
        let files = if is_last {
            results::file_digests(&dir, &RunNames::default(), row).expect("files")
        } else {
            superseded
                .get(old)
                .copied()
                .flatten()
                .unwrap_or([Sha::of(b""); 3])
        };
        let line = row.line();
        last = seal(last, line.as_bytes(), &files);
        let _ = writeln!(text, "{line},{last}");
    }
    world.file("results/runs.csv", text);
    if let Ok(Some(mut facts)) = Facts::read(&dir) {
        if let Some(end) = &mut facts.end {
            end.rows = sealed.len();
            end.seal = last;
        }
        let text = toml::to_string(&facts).expect("TOML");
        world.file("results/run.toml", text);
    }
    derive(world);
}

/// Derives the standings and the page again.
fn derive(world: &World) {
    let standings = world.judge("leaderboard results --format csv");
    if standings.code == 0 {
        world.file("results/standings.csv", standings.out);
        world.judge("report results");
    }
}

#[test]
fn forgeries_are_detected() {
    let (original, seal) = genuine();
    let verified = original.judge(&format!("verify results --seal {seal}"));
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let simple = FORGERIES.iter().map(|forgery| {
        let apply: Box<dyn Fn(&World)> = Box::new(|world| forgery.apply(world));
        (forgery.name, apply, forgery.is_found_without_seal)
    });
    let special = SPECIAL.iter().map(|&(name, apply, found)| {
        let apply: Box<dyn Fn(&World)> = Box::new(apply);
        (name, apply, found)
    });
    // Recomputing derived files reverts these forgeries.
    let derived = [
        "the standings",
        "a rank",
        "the page",
        "the page's seal",
        "the number of rows",
        "the seal of the end",
    ];
    let mut missed = Vec::new();
    for (name, apply, found_without_seal) in simple.chain(special) {
        let world = copied(&original);
        apply(&world);
        let found = world.judge("verify results");
        if found.code != 1 && found.code != 2 {
            missed.push(format!("{name}: {} {}", found.out, found.err));
        }
        assert!(!found.err.contains("panicked"), "{name}: {}", found.err);
        if derived.contains(&name) {
            continue;
        }
        derive(&world);
        let found = world.judge("verify results");
        if found.code == 0 {
            missed.push(format!("{name}, with new standings: {}", found.out));
        }
        recompute(&world);
        let found = world.judge("verify results");
        if found_without_seal && found.code == 0 {
            missed.push(format!("{name}, with new seals: {}", found.out));
        }
        let found = world.judge(&format!("verify results --seal {seal}"));
        let outside_the_seal = ["a looser bound", "a bound is gone"];
        if found.code == 0 && !outside_the_seal.contains(&name) {
            missed.push(format!("{name}, against the seal: {}", found.out));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn mismatches_name_the_place_and_both_values() {
    let (world, _) = genuine();
    let runs = world.read("results/runs.csv");
    let line = 1 + runs
        .lines()
        .position(|line| line.starts_with("files,swap") && line.contains(",beta,"))
        .expect("a row");
    world.file(
        "results/runs.csv",
        runs.replace("beta,false,1,accepted,4,", "beta,false,1,accepted,2,"),
    );
    let found = world.judge("verify results");
    assert_eq!(found.code, 1);
    let expected = format!(
        "runs.csv: line {line}, beta on files/swap: is accepted 2, should be accepted 4, by replay of its answer\n"
    );
    assert!(found.out.contains(&expected), "{}", found.out);
    let json = world.judge("verify results --format json").json();
    assert_eq!((&json["schema"], &json["ok"]), (&1.into(), &false.into()));
    let mismatches = json["mismatches"].as_array().expect("a list");
    assert!(
        mismatches
            .iter()
            .any(|m| m["file"] == "runs.csv" && m["is"] == "accepted 2"),
        "{json}"
    );
    let by_seal = json["rests_on"]["seal"].to_string();
    assert!(by_seal.contains("times and memory"), "{json}");
}

#[test]
fn genuine_folders_are_accepted() {
    let (world, seal) = genuine();
    let verify = |world: &World, what: &str| {
        let found = world.judge("verify results");
        assert_eq!(found.code, 0, "{what}: {}{}", found.out, found.err);
    };
    // Nothing is left to run.
    assert_eq!(world.judge("run contest.toml --out results").code, 0);
    verify(&world, "nothing to run");
    assert!(world.read("results/runs.csv").trim_end().ends_with(&seal));
    // A program, an answer and the contest file change; a team is removed and another added.
    world.script("gamma", "cat > /dev/null; echo SRSLS");
    world.file("teams/beta/answers/swap.txt", "SRSLS\n");
    assert_eq!(world.judge("run contest.toml --out results").code, 0);
    verify(&world, "a changed program");
    world.file("contest.toml", CONTEST.replace("Forged", "Fair"));
    assert_eq!(world.judge("run contest.toml --out results").code, 0);
    verify(&world, "another name");
    fs::remove_dir_all(world.path("teams/beta")).expect("removed");
    world.script("delta", "cat > /dev/null; echo SRSLS");
    assert_eq!(world.judge("run contest.toml --out results").code, 0);
    verify(&world, "another field");
    assert_eq!(
        world
            .judge("run contest.toml --out results --again alpha")
            .code,
        0
    );
    verify(&world, "run again");
    // A smaller page is written.
    assert_eq!(world.judge("report results --size 300kB").code, 0);
    verify(&world, "a smaller page");
    let other = "report results --public --anonymous --scoring rank";
    assert_eq!(world.judge(other).code, 0);
    verify(&world, "a page for the public");
    assert_eq!(world.judge("report results --team alpha").code, 0);
    verify(&world, "a team's page");
    // The folder is moved away from its contest.
    fs::rename(world.path("contest.toml"), world.path("elsewhere.toml")).expect("renamed");
    fs::rename(world.path("teams"), world.path("gone")).expect("renamed");
    fs::rename(world.path("results"), world.path("moved")).expect("renamed");
    let found = world.judge("verify moved");
    assert_eq!(found.code, 0, "{}{}", found.out, found.err);
    let noted = "were not generated again: the contest file or its secret is not available";
    assert!(found.out.contains(noted), "{}", found.out);
}

#[test]
fn programs_are_run_again_and_compared() {
    let (world, _) = genuine();
    let again = world.judge("verify results --rerun --format json");
    assert_eq!(again.code, 0, "{}{}", again.out, again.err);
    assert!(again.json()["rerun"].as_u64() > Some(5), "{}", again.out);
    // A nondeterministic program.
    world.script("fickle", "cat > /dev/null; [ -e /tmp/x ] || echo SRSLS; exit $(( $(date +%N | tail -c 2 | head -c 1) % 2 ))");
    assert_eq!(world.judge("run contest.toml --out results").code, 0);
    let changed = world.judge("verify results --rerun alpha");
    assert_eq!(changed.code, 0, "{}{}", changed.out, changed.err);
    world.script("alpha", "cat > /dev/null; echo S");
    let changed = world.judge("verify results --rerun alpha");
    let expected = "alpha: the program has changed and was not run again";
    assert!(changed.out.contains(expected), "{}", changed.out);
    let unknown = world.judge("verify results --rerun omega");
    assert_eq!(unknown.code, 2, "{}", unknown.out);
}

#[test]
fn every_isolation_is_listed() {
    let world = World::tiny();
    world
        .script("one", "echo SRSLS")
        .script("two", "echo SRSLS");
    assert_eq!(world.judge("run tiny.toml --unsandboxed").code, 0);
    // Only one of the teams is run again under another isolation.
    let mixed = world.judge("run tiny.toml --only one --format json");
    assert_eq!(mixed.code, 0, "{}", mixed.err);
    let met = mixed.json()["isolation"]
        .as_array()
        .expect("a list")
        .clone();
    assert_eq!(met.len(), 2, "{met:?}");
    let table = world.judge("leaderboard results/tiny").out;
    assert!(
        table.contains("the runs had different isolation"),
        "{table}"
    );
    assert!(table.contains("none (--unsandboxed)"), "{table}");
    assert_eq!(world.judge("verify results/tiny").code, 0);
    // A complete run replaces the rows that were made without isolation.
    let whole = world.judge("run tiny.toml --format json").json();
    assert_eq!(whole["isolation"].as_array().map(Vec::len), Some(1));
    assert!(Path::new(&world.path("results/tiny/superseded.csv")).exists());
    assert_eq!(world.judge("verify results/tiny").code, 0);
}
