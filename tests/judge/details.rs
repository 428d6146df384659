//! What the judge says about runs is translated on French pages.

use judge::judgement::of_answer;
use judge::locale::{Language, details};

use crate::vectors::vectors;
use crate::world::World;

/// Answers that are wrong in ways that random mutations hardly find.
const WRONG: [(&str, &str, &[&str]); 4] = [
    (
        "sorting-robot",
        "1 2 2\n0 1\n1 0\n",
        &[
            "SRS",
            "S",
            "1 2 3 7\nSRSLS0",
            "1 2 x 7\nSRSLS0",
            "1 2 2",
            "1 2 2 7 9\nSRSLS0",
            "1 2 2 7\nSRSLS",
            "1 2 2 7\nSRSLS0S",
            "1 2 2 99999999999\nSRSLS0",
        ],
    ),
    (
        "swap-puzzle",
        "2 2\n2 1\n3 4\n",
        &[
            "",
            "0 0 0",
            "0 0 1 1",
            "0 0 0 9",
            "0 0 x 1",
            "0",
            "0 0 0 1\n0 0 0 1",
            "0 0 0 1 1",
        ],
    ),
    (
        "la-grille",
        "2 10\n-6 9\n8 2\n",
        &[
            "",
            "JJ",
            "JJJ\nJJ",
            "J",
            "Jj\nJR",
            "JJ\nJJ",
            "RR\nRJ\n",
            "JR\nJJ\nx",
            "JR\nJJ\n1 2",
            "JR\nJJ\n1\n2",
            "JR\nJJ\n",
            "JR\nJJ\n-99",
        ],
    ),
    (
        "picross",
        "2 2\n1\n1\n1\n1\n",
        &[
            "",
            "#",
            "#.\n",
            "#.\n#",
            "###\n..",
            "#.\n.#\n#.",
            "?",
            "..\n..",
            "##\n.#",
        ],
    ),
];

/// Fails if a text is not translated as a whole.
fn assert_translated(detail: &str) {
    assert!(details::is_known(detail), "{detail}");
    let french = details::in_language(detail, Language::French);
    assert_ne!(french, detail);
    // What is quoted is what the answer contains.
    let outside: String = french.split('`').step_by(2).collect();
    for word in ["the", "of", "expected", "found", "is", "are", "and"] {
        let mut words = outside.split(|c: char| !c.is_alphabetic());
        assert!(!words.any(|other| other == word), "{french}");
    }
}

#[test]
fn rejections_of_all_rules_are_translated() {
    let vectors = vectors();
    for vector in vectors.as_array().expect("a list") {
        let text = |key: &str| vector[key].as_str().expect("a text");
        let problem = puzzles::problem(text("problem")).expect("a problem");
        let case = problem
            .read(text("instance").as_bytes())
            .expect("an instance");
        for answer in vector["answers"].as_array().expect("a list") {
            let answer = answer["answer"].as_str().expect("a text");
            let detail = of_answer(&*case, answer.as_bytes()).detail;
            if !detail.is_empty() {
                assert_translated(&detail);
            }
        }
    }
    for (problem, instance, answers) in WRONG {
        let problem = puzzles::problem(problem).expect("a problem");
        let case = problem.read(instance.as_bytes()).expect("an instance");
        for answer in answers {
            let detail = of_answer(&*case, answer.as_bytes()).detail;
            assert!(!detail.is_empty(), "{answer} is right");
            assert_translated(&detail);
        }
    }
}

#[test]
fn failures_of_programs_are_translated() {
    let world = World::tiny();
    for (team, program) in [
        ("crashes", "exit 3"),
        ("crashes-with-words", "echo no >&2; exit 3"),
        ("is-killed", "kill -SEGV $$"),
        ("runs-too-long", "while :; do :; done"),
        ("waits", "sleep 60"),
        (
            "writes-too-much",
            "while :; do echo RRRRRRRRRRRRRRRRRRRRRRRRRR; done",
        ),
        ("leaves", "echo LL"),
        ("writes-nonsense", "echo nonsense"),
        ("needs-nothing", "exec /nowhere/at/all 2>/dev/null"),
    ] {
        world.script(team, program);
    }
    world
        .folder("teams/empty")
        .file("teams/notebook/solution.ipynb", "{}")
        .file("teams/two/solver.py", "print()")
        .file("teams/two/solver.c", "int main() {}")
        .file("teams/broken/submission.toml", "run = [\"./nothing\"]\n")
        .file(
            "teams/fails-to-build/submission.toml",
            "build = [\"false\"]\nrun = [\"true\"]\n",
        )
        .file("teams/not-executable/solver", "echo");
    let rows = world.run();
    let mut found = 0;
    for row in &rows.0 {
        let detail = row["detail"].as_str();
        if !detail.is_empty() {
            found += 1;
            assert_translated(detail);
        }
    }
    assert!(found >= 12, "{found} details");
}
