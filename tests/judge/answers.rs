//! `check`, `bound`, `solve`, `generate`, `solvers`: one instance at a time.

use std::io::Write;
use std::process::Stdio;

use crate::world::{TINY_GRID, World};

#[test]
fn an_accepted_answer() {
    let world = World::new();
    world
        .file("grid.txt", TINY_GRID)
        .file("answer.txt", "S R\nS L S\n");
    let ran = world.judge("check grid.txt answer.txt");
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "accepted: 2 steps, bound 2: proved optimal\n")
    );
    let json = world
        .judge("check grid.txt answer.txt --format json")
        .json();
    let expected = serde_json::json!({"schema": 1, "problem": "sorting-robot", "verdict": "accepted",
        "value": 2, "bound": 2, "optimal": true});
    assert_eq!(json, expected);
    let json = world
        .judge("check grid.txt answer.txt --format json --no-bound")
        .json();
    assert_eq!(json.get("bound"), None);
}

#[test]
fn a_rejected_answer_names_action_and_rule() {
    let world = World::new();
    world
        .file("grid.txt", TINY_GRID)
        .file("answer.txt", "S R R")
        .file("short.txt", "SR");
    let ran = world.judge("check grid.txt answer.txt --format json");
    assert_eq!(ran.code, 1);
    let json = ran.json();
    assert_eq!(json["verdict"], "rejected");
    assert_eq!(json["at"], 2);
    assert_eq!(
        json["reason"],
        "action 2 (`R`) leaves the grid from row 0, column 1"
    );
    let ran = world.judge("check grid.txt short.txt");
    assert_eq!(ran.code, 1);
    assert!(
        ran.out
            .contains("after all 2 actions 2 of 2 cells are not black"),
        "{}",
        ran.out
    );
}

#[test]
fn the_last_of_several_answers_counts() {
    let world = World::new();
    world.file("grid.txt", TINY_GRID);
    world
        .file("stream.txt", "SRSLRLRSLS\n\nSRSLS\n\n")
        .file("layout.txt", "SR\n\nSLS\n");
    assert!(
        world
            .judge("check grid.txt stream.txt")
            .out
            .starts_with("accepted: 2 steps")
    );
    let ran = world.judge("check grid.txt layout.txt");
    assert!(
        ran.out.starts_with("accepted: 2 steps") && ran.out.contains("warning: empty lines"),
        "{}",
        ran.out
    );
}

#[test]
fn course_solutions_name_their_instance() {
    let world = World::new();
    world.file("graf.sol", "1 6 6 45\nR S R S R S R S L S L L S 0\n");
    assert!(
        world
            .judge("check graf.sol")
            .out
            .starts_with("accepted: 7 steps")
    );
    world.file("other.txt", TINY_GRID);
    let ran = world.judge("check other.txt graf.sol");
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains("a solution of this 1 × 2 grid with 2 colours"),
        "{}",
        ran.err
    );
}

#[test]
fn answers_from_standard_input() {
    let world = World::new();
    world.file("grid.txt", TINY_GRID);
    let mut child = world
        .command("check grid.txt -")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("judge runs");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(b"SRSLS")
        .expect("written");
    let output = child.wait_with_output().expect("judge ends");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("accepted: 2 steps"));
}

#[test]
fn what_a_solver_prints_is_accepted() {
    let world = World::new();
    let made = world.judge(
        "generate sorting-robot layout=sparse rows=7 columns=9 colours=4 --seed 3 -o grid.txt",
    );
    assert_eq!(made.code, 0, "{}", made.err);
    let solvers = world
        .judge("solvers --problem sorting-robot --format json")
        .json();
    let names: Vec<_> = solvers
        .as_array()
        .expect("a list")
        .iter()
        .map(|s| s["name"].as_str().expect("a name"))
        .collect();
    let first_nine = [
        "naive",
        "circular",
        "by-colour",
        "by-avl",
        "vector",
        "graph-naive",
        "graph-improved",
        "graph-general",
        "graph-cuts",
    ];
    assert_eq!(names[..9], first_nine);
    for name in names {
        let solved = world.judge(&format!("solve grid.txt --with {name} --time 1s"));
        // One takes one row only, the other small grids.
        if ["vector", "exact"].contains(&name) {
            assert_eq!(solved.code, 2);
            assert_eq!(solved.err.lines().count(), 1, "{}", solved.err);
            continue;
        }
        world.file("answer.txt", &solved.out);
        let checked = world.judge("check grid.txt answer.txt");
        assert_eq!(checked.code, 0, "{name}: {}", checked.out);
        let streamed = world.judge(&format!("solve grid.txt --with {name} --stream --time 1s"));
        assert!(streamed.out.ends_with("\n\n"), "{name}");
        world.file("answer.txt", &streamed.out);
        let streamed = world.judge("check grid.txt answer.txt");
        assert_eq!(streamed.code, 0, "{name}: {}", streamed.out);
        // What improves as long as it has time may end elsewhere another time.
        assert!(name == "best" || streamed.out == checked.out, "{name}");
    }
}

#[test]
fn a_bound_and_how_it_was_proved() {
    let world = World::new();
    world.file("grid.txt", TINY_GRID);
    let json = world.judge("bound grid.txt --format json").json();
    assert_eq!(
        (&json["schema"], &json["problem"], &json["bound"]),
        (&1.into(), &"sorting-robot".into(), &2.into())
    );
    assert!(
        json["method"]
            .as_str()
            .is_some_and(|method| !method.is_empty())
    );
}

#[test]
fn nothing_to_do_is_the_empty_answer() {
    let world = World::new();
    world
        .file("black.txt", "1 2 2\n0 -1\n0 -1\n")
        .file("answer.txt", "");
    assert!(
        world
            .judge("check black.txt answer.txt")
            .out
            .starts_with("accepted: 0 steps, bound 0: proved")
    );
    assert_eq!(
        world.judge("solve black.txt --with graph-cuts").out.trim(),
        ""
    );
}

#[test]
fn many_answers_cost_no_more_than_one_of_their_size() {
    let world = World::new();
    let made = "generate sorting-robot rows=60 columns=60 colours=60 -o grid.txt";
    assert_eq!(world.judge(made).code, 0);
    let size = 3 << 20;
    world.file("one", "S".repeat(size));
    world.file("many", "S\n\n".repeat(size / 3));
    let time = |answer: &str| {
        let started = std::time::Instant::now();
        let ran = world.judge(&format!("check grid.txt {answer} --no-bound"));
        assert_eq!(ran.code, 1, "{}", ran.err);
        started.elapsed()
    };
    // The better of two, as other tests run beside.
    let best = |answer: &str| time(answer).min(time(answer));
    let (one, many) = (best("one"), best("many"));
    assert!(many < 20 * one, "{many:?} against {one:?}");
}
