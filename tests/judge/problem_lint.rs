//! Problem folders: `judge new problem`, what `judge lint` finds in them, and their handouts.

use crate::world::{Ran, World, found_or_skipped, which};

/// Reads an instance, a number, and an answer, a number that is not smaller. The smaller the better.
const CHECKER: &str = r#"import os, sys
number = int(open(sys.argv[1]).read())
def score(text):
    with open(os.path.join(sys.argv[3], "score.txt"), "w") as file:
        file.write(str(text))
data = sys.stdin.buffer.read(100)
words = data.split()
if len(words) != 1 or len(data) == 100 or not words[0].isdigit() or len(words[0]) > 9:
    sys.exit(43)
if int(words[0]) < number:
    sys.exit(43)
score(int(words[0]))
sys.exit(42)
"#;

const GENERATOR: &str = r#"import sys
keys = dict(word.split("=") for word in sys.argv[1:])
if set(keys) - {"least", "seed"}:
    sys.exit("unknown key")
print(int(keys.get("least", 1)) + int(keys["seed"]) % 1000000)
"#;

const MANIFEST: &str = r#"
name = "ceiling"
goal = "minimise"
checker = ["python3", "check.py"]
generator = ["python3", "generate.py"]
bound = ["python3", "bound.py"]
limits = { check = "1s" }
[baselines]
exact = ["python3", "exact.py"]
"#;

const CONTEST: &str = r#"
problem = "ceiling"
submissions = "teams"
baselines = ["exact"]
[limits]
time = "2s"
[[round]]
name = "known"
instances = "ceiling/instances"
public = true
[[round]]
name = "hidden"
seed = 20270321
generate = [{ count = 2, least = 100 }]
"#;

/// A world with a small problem in which nothing is wrong; `None` if Python is missing.
fn ceiling() -> Option<World> {
    if !found_or_skipped("python3", which("python3")) {
        return None;
    }
    let world = World::new();
    world
        .file("c.toml", CONTEST)
        .file("teams/one/solver.py", "print(int(input()) + 1)\n")
        .file("ceiling/problem.toml", MANIFEST)
        .file("ceiling/check.py", CHECKER)
        .file("ceiling/generate.py", GENERATOR)
        .file("ceiling/bound.py", "print(input())\n")
        .file("ceiling/exact.py", "print(int(input()))\n")
        .file("ceiling/instances/one.in", "12\n")
        .file("ceiling/instances/two.in", "1234\n")
        .file(
            "ceiling/submissions/accepted/more.py",
            "print(int(input()) + 5)\n",
        )
        .file(
            "ceiling/submissions/wrong_answer/less.py",
            "print(int(input()) - 5)\n",
        );
    Some(world)
}

/// Lints the small problem after a fault was planted, which must be found.
fn finds(file: &str, text: &str, wanted: &[&str]) -> Option<Ran> {
    let world = ceiling()?;
    world.file(file, text);
    let ran = world.judge("lint c.toml");
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    for text in wanted {
        assert!(ran.out.contains(text), "{text} in\n{}", ran.out);
    }
    Some(ran)
}

fn checker_with(old: &str, new: &str) -> String {
    assert!(CHECKER.contains(old), "{old}");
    CHECKER.replace(old, new)
}

#[test]
fn a_good_problem_passes() {
    let Some(world) = ceiling() else { return };
    let ran = world.judge("lint c.toml");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    // The seed is in the contest file.
    assert!(ran.out.ends_with("0 problems, 1 warning\n"), "{}", ran.out);
}

#[test]
fn a_checker_that_crashes() {
    let checker = checker_with("len(words) != 1 or ", "");
    finds(
        "ceiling/check.py",
        &checker,
        &[
            "problem  checker: the checker ended with exit code 1: IndexError: list index out of range\n",
            "the empty answer, as an answer to one",
        ],
    );
}

#[test]
fn a_checker_that_hangs() {
    let hang = "sys.stdin.buffer.read()\nwhile len(data) > 1000000:\n    pass";
    let checker = checker_with("sys.stdin.buffer.read(100)", hang);
    let found = [
        "problem  checker: the checker took longer than 1 s\n",
        "32 MiB of digits",
    ];
    finds("ceiling/check.py", &checker, &found);
}

#[test]
fn a_checker_that_accepts_everything() {
    let checker = checker_with("data = sys", "score(12345)\nsys.exit(42)\ndata = sys");
    let found = "problem  checker: accepts everything: the empty answer, 256 random bytes, ";
    finds("ceiling/check.py", &checker, &[found]);
}

#[test]
fn a_checker_that_is_not_deterministic() {
    let checker = checker_with(
        "score(int(words[0]))",
        "import time\nscore(time.time_ns() % 10**9)",
    );
    let found = ["problem  checker: two runs, two verdicts: accepted with "];
    finds("ceiling/check.py", &checker, &found);
}

#[test]
fn a_checker_that_writes_nonsense() {
    let checker = checker_with("score(int(words[0]))", "score('lots')");
    let found = "problem  checker: fails on the answer of baseline exact to one: \
                 the checker wrote `lots` to score.txt: not a decimal number";
    finds("ceiling/check.py", &checker, &[found]);
}

#[test]
fn a_checker_that_rejects_good_answers() {
    let checker = checker_with("data = sys", "sys.exit(43)\ndata = sys");
    finds(
        "ceiling/check.py",
        &checker,
        &[
            "problem  checker: rejects every answer that should be accepted, such as that of baseline exact to one",
            "problem  baseline exact: never accepted: rejected on one",
            "problem  submissions/accepted/more.py: wrong answer on one, permitted: accepted",
        ],
    );
}

#[test]
fn a_generator_that_is_not_deterministic() {
    let generator = "import time\nprint(time.time_ns() % 1000000)\n";
    finds(
        "ceiling/generate.py",
        generator,
        &[
            "problem  generator: two runs with `least=100` and seed=1 give two instances",
            "warning  generator: ignores an unknown key: `least=100 no-such-key=1`",
        ],
    );
}

#[test]
fn a_bound_that_is_too_strong() {
    let found =
        "problem  bound program: the bound program says 13 on one, but baseline exact reaches 12";
    finds("ceiling/bound.py", "print(int(input()) + 1)\n", &[found]);
}

#[test]
fn an_example_with_another_verdict() {
    let path = "submissions/wrong_answer/right.py";
    let found = format!("problem  {path}: no test case ends in: wrong answer");
    finds(&format!("ceiling/{path}"), "print(input())\n", &[&found]);
}

#[test]
fn programs_that_cannot_be_built() {
    let Some(world) = ceiling() else { return };
    let manifest = MANIFEST.replace("[\"python3\", \"check.py\"]", "[\"./verify\"]");
    world
        .file("ceiling/problem.toml", manifest)
        .file("ceiling/verify.c", "int main(void) { return oops; }\n");
    let ran = world.judge("lint c.toml");
    assert_eq!(ran.code, 2, "{}", ran.out);
    for text in ["problem  checker: the checker cannot be built: ", "oops"] {
        assert!(ran.out.contains(text), "{text} in\n{}", ran.out);
    }
}

#[test]
fn a_new_problem_works_at_once() {
    if !found_or_skipped("python3", which("python3")) {
        return;
    }
    let world = World::new();
    let ran = world.judge("new problem deep/bag");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("next: judge lint deep/bag/contest.toml"),
        "{}",
        ran.err
    );
    let secret = world.path("deep/bag/hidden.secret");
    let mode = std::os::unix::fs::PermissionsExt::mode(
        &secret.metadata().expect("a secret").permissions(),
    );
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(world.read("deep/bag/hidden.secret").trim().len(), 32);
    let ran = world.judge("lint deep/bag/contest.toml");
    assert_eq!(ran.code, 0, "{}", ran.out);
    assert!(ran.out.ends_with("0 problems, 0 warnings\n"), "{}", ran.out);
    let ran = world.judge("run deep/bag/contest.toml --out results");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = world.rows("results");
    assert!(
        rows.0.iter().all(|row| row["verdict"] == "accepted"),
        "{:?}",
        rows.0
    );
    // Nothing is overwritten, and names are checked.
    let again = world.judge("new problem deep/bag");
    assert_eq!(again.code, 2);
    assert!(
        again.err.contains("deep/bag already exists"),
        "{}",
        again.err
    );
    for name in ["picross", "a.b", "deep/..", "it's"] {
        let ran = world.judge(&format!("new problem {name}"));
        assert_eq!(ran.code, 2, "{name}");
        assert!(ran.err.contains("choose a name of letters"), "{}", ran.err);
    }
    let ran = world.judge("new submission mine --problem deep/bag");
    assert_eq!(ran.code, 0, "{}", ran.err);
    hand_out_and_try(&world, &secret);
}

/// The handout has nothing secret, and its first command works in it. Private programs are left out.
fn hand_out_and_try(world: &World, secret: &std::path::Path) {
    let secret = std::fs::read_to_string(secret).expect("a secret");
    let manifest = world.read("deep/bag/problem.toml");
    world
        .file(
            "deep/bag/problem.toml",
            manifest.replace("\"exact.py\"", "\"private/exact.py\""),
        )
        .file("deep/bag/private/exact.py", world.read("deep/bag/exact.py"))
        .file(
            "deep/bag/other.toml",
            "problem = \".\"\nround = [{ seed = 5 }]\n",
        )
        .file("deep/bag/tools/more.secret", &secret);
    std::fs::remove_file(world.path("deep/bag/exact.py")).expect("removed");
    let ran = world.judge("handout deep/bag/contest.toml -o handout");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for name in [
        "private",
        "exact.py",
        "teams",
        "submissions",
        "contest.toml",
        "other.toml",
        "instances",
    ] {
        assert!(
            !world.path(&format!("handout/problem/{name}")).exists(),
            "{name}"
        );
    }
    let files = walkdir::WalkDir::new(world.path("handout")).into_iter();
    for file in files.flatten().filter(|entry| entry.file_type().is_file()) {
        let text = std::fs::read_to_string(file.path()).expect("text");
        assert!(!text.contains(secret.trim()), "{}", file.path().display());
    }
    assert!(!world.read("handout/contest.toml").contains("exact"));
    try_first_command(world);
}

fn try_first_command(world: &World) {
    let readme = world.read("handout/README.md");
    let command = readme
        .lines()
        .find_map(|line| line.strip_prefix("$ judge "));
    let tried: Ran = world
        .command(command.expect("a command"))
        .current_dir(world.path("handout"))
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(tried.code, 0, "{}{}", tried.out, tried.err);
}

#[test]
fn a_package_is_linted_and_handed_out() {
    if !found_or_skipped("python3", which("python3")) {
        return;
    }
    let world = World::new();
    world
        .file(
            "pack/problem.yaml",
            "name: Double\nlimits:\n  time_limit: 2\n",
        )
        .file(
            "pack/data/testdata.yaml",
            "output_validator_flags: float_tolerance 0.1\n",
        )
        .file(
            "pack/submissions/accepted/a.py",
            "print(2 * int(input()))\n",
        )
        .file(
            "pack/submissions/wrong_answer/b.py",
            "print(int(input()) ** 2)\n",
        )
        .file("pack/data/secret/testdata.yaml", "{}\n")
        .file("pack/solution/idea.md", "multiply\n")
        .file(
            "pack/starters/solver.py",
            "print(2 * int(input()) + 0.05)\n",
        );
    for (case, number) in [("sample/1", 2), ("sample/2", 3), ("secret/3", 7)] {
        world
            .file(&format!("pack/data/{case}.in"), format!("{number}\n"))
            .file(
                &format!("pack/data/{case}.ans"),
                format!("{}\n", 2 * number),
            );
    }
    world
        .file(
            "c.toml",
            "problem = \"pack\"\nsubmissions = \"teams\"\nscoring = { rule = \"best\" }\n\
             [[round]]\nname = \"open\"\npublic = true\ninstances = \"pack/data/sample\"\n\
             [[round]]\nname = \"closed\"\ninstances = \"pack/data/secret\"\n",
        )
        .file("teams/one/solver.py", "print(2 * int(input()))\n");
    let ran = world.judge("lint c.toml");
    assert_eq!(ran.code, 0, "{}", ran.out);
    let ran = world.judge("handout c.toml -o handout");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(world.path("handout/problem/data/sample/1.ans").exists());
    for name in ["data/secret", "submissions", "solution"] {
        assert!(
            !world.path(&format!("handout/problem/{name}")).exists(),
            "{name}"
        );
    }
    assert!(
        world
            .read("handout/README.md")
            .contains("are the expected answers")
    );
    // The starter is accepted because of the tolerance of the group.
    try_first_command(&world);
    world.file(
        "pack/submissions/accepted/c.py",
        "print(2 * int(input()) % 13)\n",
    );
    let ran = world.judge("lint c.toml");
    assert_eq!(ran.code, 2, "{}", ran.out);
    let found = "problem  submissions/accepted/c.py: wrong answer on secret/3, permitted: accepted";
    assert!(ran.out.contains(found), "{}", ran.out);
    std::fs::remove_dir_all(world.path("pack/starters")).expect("removed");
    let ran = world.judge("new submission mine --problem pack");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("has no starters"), "{}", ran.err);
}

/// Accepts numbers at a distance of at most the constant `far`, and multiplies the score accordingly.
const NEAR: &str = r#"
import sys
from lib.report import write
words = sys.stdin.read().split()
with open(sys.argv[1]) as file:
    wanted = int(file.read())
word = words[0] if len(words) == 1 and len(words[0]) < 9 else "?"
distance = abs(int(word) - wanted) if word.isascii() and word.isdigit() else {{far}} + 1
if distance > {{far}}:
    write("judgemessage.txt", f"too far: {distance}")
    sys.exit(43)
if "partial" in sys.argv[4:]:
    write("score_multiplier.txt", str(1 - distance / {{far}}))
sys.exit(42)
"#;

#[test]
fn examples_with_constants_links_and_scores() {
    if !found_or_skipped("python3", which("python3")) {
        return;
    }
    let world = World::new();
    let report =
        "import sys\ndef write(name, text):\n    open(sys.argv[3] + name, 'w').write(text)\n";
    world
        .file(
            "pack/problem.yaml",
            "problem_format_version: 2025-09\ntype: [scoring]\nname: {en: \"Near: by\"}\nuuid: x\nconstants: {far: 10}\n",
        )
        .file("pack/output_validator/near.py", NEAR)
        .file("pack/shared/report.py", report)
        .folder("pack/output_validator/lib")
        .file("pack/data/secret/one/test_group.yaml", "max_score: 40\n")
        .file(
            "pack/data/secret/two/test_group.yaml",
            "max_score: 60\nscore_aggregation: sum\noutput_validator_args: [partial]\n",
        )
        .file("pack/submissions/accepted/five.py", "print(int(input()) + {{far}} // 2)\n")
        .file("pack/submissions/accepted/old.py", "#!/usr/bin/env python2\nprint input()\n")
        .file("pack/submissions/rejected/first/main.py", "from help import answer\nanswer(int(input()))\n")
        .file(
            "pack/submissions/rejected/first/help.py",
            "def answer(n):\n    print(n if n < 50 else n - {{far}} - 1)\n",
        )
        .file("teams/one/solver.py", "print(input())\n")
        .file(
            "c.toml",
            "problem = \"pack\"\nsubmissions = \"teams\"\nscoring = { rule = \"best\" }\n\
             [[round]]\nname = \"open\"\npublic = true\ninstances = \"pack/data/sample\"\n\
             [[round]]\nname = \"closed\"\ninstances = \"pack/data/secret\"\n",
        );
    for (case, number) in [
        ("sample/1", 7),
        ("secret/one/1", 1),
        ("secret/one/2", 2),
        ("secret/two/1", 101),
        ("secret/two/2", 102),
    ] {
        for end in ["in", "ans"] {
            world.file(&format!("pack/data/{case}.{end}"), format!("{number}\n"));
        }
    }
    for (target, link) in [
        ("../../shared/report.py", "output_validator/lib/report.py"),
        ("five.py", "submissions/accepted/linked.py"),
    ] {
        let link = world.path(&format!("pack/{link}"));
        std::os::unix::fs::symlink(target, link).expect("a link");
    }
    let expect = |score: &str, message: &str| {
        world.file(
            "pack/submissions/submissions.yaml",
            format!(
                "accepted/*:\n  score: {score}\nrejected/first:\n  score: 40\n  message: '{message}'\n  secret/two: {{permitted: [WA]}}\n"
            ),
        );
        world.judge("lint c.toml")
    };
    let ran = expect("[69, 71]", "too far: 11");
    assert_eq!(ran.code, 0, "{}", ran.out);
    let left_out = "warning  submissions/accepted/old.py: not run: it is written for Python 2";
    assert!(ran.out.contains(left_out), "{}", ran.out);
    let ran = expect("100", "too near");
    assert_eq!(ran.code, 2, "{}", ran.out);
    for found in [
        "problem  submissions/accepted/five.py: the score of secret is 70, expected 100",
        "problem  submissions/accepted/linked.py: the score of secret is 70, expected 100",
        "problem  submissions/rejected/first: no message of the validator contains `too near`",
    ] {
        assert!(ran.out.contains(found), "{}", ran.out);
    }
    // Students can use the checker, whose linked file becomes a copy.
    let ran = world.judge("handout c.toml -o handout");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        world.read("handout/problem/output_validator/lib/report.py"),
        report
    );
    assert!(!world.path("handout/problem/shared").exists());
}
