//! Problems of one's own: problem folders and packages in a contest, and checkers that fail or attack.

mod checkers;
mod packages;
mod results;
mod rewritten;

use crate::world::World;

/// A problem whose answers are single numbers: the value is the number, which must not exceed that of the instance.
pub(crate) const CHECKER: &str = r#"
limit=$(cat "$1")
read -r answer || answer=
case $answer in
  ''|*[!0-9.]*) echo "not a number: $answer" > "$3/teammessage.txt"; echo "the limit is $limit" > "$3/judgemessage.txt"; exit 43;;
esac
echo "$answer" > "$3/score.txt"
exit 42
"#;

/// Writes a problem folder `numbers` with a checker, a generator and two baselines that are shell scripts, and a contest
/// `numbers.toml` with one public round.
pub(crate) fn numbers(world: &World, checker: &str) {
    let script = |name: &str, body: &str| {
        let path = format!("numbers/{name}");
        world.file(&path, format!("#!/bin/sh\n{body}\n"));
        world.executable(&path);
    };
    script("check", checker);
    script(
        "generate",
        "for word; do case $word in most=*) most=${word#*=};; seed=*) seed=${word#*=};; *) echo \"what is $word\" >&2; exit 1;; esac; done\n\
         echo $((seed % most + 10))",
    );
    script("half", "read -r limit; echo $((limit / 2)).5");
    script("all", "cat");
    script("bound", "cat");
    world.file(
        "numbers/problem.toml",
        "name = \"numbers\"\ngoal = \"maximise\"\nunit = \"points\"\ndecimals = 1\n\
         view = \"view.js\"\nchecker = [\"./check\"]\ngenerator = [\"./generate\"]\nbound = [\"./bound\"]\n\
         baselines = { half = [\"./half\"], all = [\"./all\"] }\n[limits]\ncheck = \"2s\"\n",
    );
    world.file(
        "numbers/view.js",
        "view({ draw(context) { context.fillRect(0, 0, 9, 9); } });\n",
    );
    world.file("numbers/instances/ten.in", "10\n");
    world.file("numbers/instances/deep/twenty.in", "20\n");
    world.folder("teams");
    world.file(
        "numbers.toml",
        "problem = \"numbers\"\nsubmissions = \"teams\"\nbaselines = [\"half\", \"all\"]\n\
         [limits]\ntime = \"2s\"\nwall = \"20s\"\n\
         [[round]]\nname = \"files\"\ninstances = \"numbers/instances\"\npublic = true\n",
    );
}

#[test]
fn a_contest_with_a_problem_folder() {
    let world = World::new();
    numbers(&world, CHECKER);
    world.script("exact", "cat");
    world.script("nearly", "read -r n; echo $((n - 1)).5");
    world.script("words", "echo lots");
    let contest = world.read("numbers.toml");
    let hidden = "[[round]]\nname = \"hidden\"\nseed = 7\ngenerate = [{ count = 2, most = 90 }]\n";
    world.file("numbers.toml", format!("{contest}{hidden}"));
    let ran = world.judge("run numbers.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = world.rows("results/numbers");
    let value = |team: &str, instance: &str| {
        let mut found = rows.0.iter();
        let row = found.find(|row| row["team"] == team && row["instance"] == instance);
        let row = row.expect("a row");
        (row["verdict"].clone(), row["value"].clone())
    };
    let accepted = |value: &str| ("accepted".to_owned(), value.to_owned());
    assert_eq!(value("exact", "ten"), accepted("10"));
    assert_eq!(value("nearly", "deep-twenty"), accepted("19.5"));
    assert_eq!(value("half", "ten"), accepted("5.5"));
    assert_eq!(value("words", "ten").0, "rejected");
    let of_words = rows.0.iter().filter(|row| row["team"] == "words");
    assert!(
        of_words
            .clone()
            .all(|row| row["detail"] == "not a number: lots")
    );
    let standings = ran.json();
    let teams = standings["standings"].as_array().expect("standings");
    let ranked: Vec<_> = teams
        .iter()
        .filter(|line| line["baseline"] == false)
        .map(|line| line["team"].as_str().expect("a name"))
        .collect();
    assert_eq!(ranked, ["exact", "nearly", "words"]);
    // What the checker says to the instructor is kept, and not shown to the team.
    let stderr = world.read("results/numbers/stderr/files/ten/words");
    assert_eq!(stderr, "[checker] the limit is 10\n");
    let bounds = world.read("results/numbers/bounds.csv");
    assert!(bounds.contains("files,ten,") && bounds.contains(",10,bound program of the problem,"));
    let verified = world.judge("verify results/numbers");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let again = world.judge("run numbers.toml");
    assert_eq!(again.code, 0);
    assert_eq!(world.history("results/numbers").0.len(), rows.0.len());
    // Another checker judges all runs again.
    let checker = CHECKER.replace("exit 42", "exit 42 # another");
    let script = format!("#!/bin/sh\n{checker}\n");
    world
        .file("numbers/check", script)
        .executable("numbers/check");
    assert_eq!(world.judge("run numbers.toml").code, 0);
    assert_eq!(world.history("results/numbers").0.len(), 2 * rows.0.len());
}

#[test]
fn one_instance_at_a_time() {
    let world = World::new();
    numbers(&world, CHECKER);
    let made = world.judge("generate numbers most=50 --seed 3");
    assert_eq!((made.code, &*made.out), (0, "13\n"), "{}", made.err);
    world.file("grid.in", &made.out).file("answer", "12.5\n");
    let bad = world.judge("generate numbers least=50");
    assert!(
        bad.code == 2 && bad.err.contains("what is least=50"),
        "{}",
        bad.err
    );
    let checked = world.judge("check grid.in answer --problem numbers");
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(checked.out, "accepted: 12.5 points, bound 13, gap 3.8 %\n");
    let json = world
        .judge("check grid.in answer --problem numbers --format json")
        .json();
    assert_eq!(json["value"], 12.5);
    assert_eq!(json["optimal"], false);
    world.file("answer", "x\n");
    let rejected = world.judge("check grid.in answer --problem numbers");
    assert_eq!(
        (rejected.code, &*rejected.out),
        (1, "rejected: not a number: x\n")
    );
    let solved = world.judge("solve grid.in --with half --problem numbers");
    assert_eq!((solved.code, &*solved.out), (0, "6.5\n"), "{}", solved.err);
    let bound = world.judge("bound grid.in --problem numbers --format json");
    assert_eq!(bound.json()["bound"], 13, "{}", bound.err);
    let shown = world.judge("show grid.in answer --problem numbers");
    assert!(shown.out.starts_with("13\n") && shown.out.contains("rejected: not a number"));
    let compared = world.judge("compare numbers --vary most=20..40:20 --seeds 0..1 --format csv");
    assert_eq!(compared.code, 0, "{}", compared.err);
    assert!(compared.out.contains("half") && compared.out.contains("all"));
    let solvers = world
        .judge("solvers --problem numbers --format json")
        .json();
    assert_eq!(solvers.as_array().map(Vec::len), Some(2));
}

#[test]
fn programs_of_a_problem_are_built() {
    if !crate::world::found_or_skipped("a C compiler", crate::world::which("cc")) {
        return;
    }
    let world = World::new();
    numbers(&world, CHECKER);
    let text = world.read("numbers/problem.toml");
    let text = text.replace("[\"./check\"]", "[\"./value\", \"x\"]");
    world.file(
        "numbers/problem.toml",
        text.replace("bound = [\"./bound\"]\n", ""),
    );
    world.file(
        "numbers/value.c",
        "#include <stdio.h>\n#include <string.h>\nint main(int n, char **a) { char name[300]; double v;\n\
         if (n != 5 || strcmp(a[1], \"x\")) return 9;\n\
         if (scanf(\"%lf\", &v) != 1) return 43;\n\
         snprintf(name, 300, \"%sscore.txt\", a[4]); FILE *f = fopen(name, \"w\"); fprintf(f, \"%.1f\", v); return 42; }\n",
    );
    world.file("grid.in", "13\n").file("answer", "12.5\n");
    let checked = world.judge("check grid.in answer --problem numbers");
    assert_eq!(checked.out, "accepted: 12.5 points\n", "{}", checked.err);
    world.file("numbers/value.c", "int main( { }\n");
    let failed = world.judge("check grid.in answer --problem numbers");
    assert_eq!(failed.code, 3);
    assert!(
        failed.err.contains("the checker cannot be built"),
        "{}",
        failed.err
    );
}

#[test]
fn mistakes_in_contests_and_problems_are_explained() {
    let world = World::new();
    numbers(&world, CHECKER);
    let contest = world.read("numbers.toml");
    let problem = world.read("numbers/problem.toml");
    let refused = |contest: &str, problem: &str, expected: &[&str]| {
        world
            .file("numbers.toml", contest)
            .file("numbers/problem.toml", problem);
        let ran = world.judge("run numbers.toml");
        assert_eq!(ran.code, 2, "{}", ran.err);
        for words in expected {
            assert!(ran.err.contains(words), "{words}: {}", ran.err);
        }
    };
    let other = contest.replace("\"numbers\"", "\"nombers\"");
    refused(
        &other,
        &problem,
        &[
            "unknown problem `nombers`",
            "a problem of your own is a folder",
        ],
    );
    refused(
        &contest.replace("\"numbers\"", "\"teams\""),
        &problem,
        &["is not a problem folder", "judge new problem"],
    );
    let twice = format!("goal = \"maximise\"\n{contest}");
    refused(&twice, &problem, &["`goal`, `unit` and `decimals` are in"]);
    let fixed = format!(
        "goal = \"maximise\"\n{}",
        contest.replace("\"numbers\"", "\"picross\"")
    );
    refused(&fixed, &problem, &["are fixed"]);
    refused(
        &contest,
        &problem.replace("maximise", "maximize"),
        &["problem.toml:2:8", "did you mean `maximise`"],
    );
    refused(
        &contest,
        &problem.replace("goal = \"maximise\"\n", ""),
        &["the problem has no `goal`"],
    );
    refused(
        &contest,
        &problem.replace("checker =", "cheker ="),
        &["did you mean `checker`"],
    );
    refused(
        &contest,
        &problem.replace("[\"./check\"]", "[\"./chekc\"]"),
        &["`checker`", "./chekc"],
    );
    refused(
        &contest,
        &problem.replace("decimals = 1", "decimals = 12"),
        &["from 0 to 9"],
    );
    refused(
        &contest.replace("\"half\", ", "\"haf\", "),
        &problem,
        &["has no solver `haf`", "did you mean `half`"],
    );
    let view = problem.replace("view.js", "../secret.js");
    refused(&contest, &view, &["the view `../secret.js` cannot be read"]);
}
