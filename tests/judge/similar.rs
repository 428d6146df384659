//! `judge similar`: disguised copies are found, starters and common code are not, and everything hostile is harmless.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::Value;

use crate::world::{World, repository};

/// A program of some teams.
const ORIGINAL: &str = "import sys

def read():
    rows, columns, colours = map(int, sys.stdin.readline().split())
    cells = [list(map(int, sys.stdin.readline().split())) for _ in range(2 * rows)]
    return rows, columns, cells[:rows], cells[rows:]

def nearest(pieces, wanted, row, column):
    best = None
    for i, line in enumerate(pieces):
        for j, piece in enumerate(line):
            if piece == wanted and (best is None or abs(i - row) + abs(j - column) < best[0]):
                best = (abs(i - row) + abs(j - column), i, j)
    return best

def walk(row, column, to_row, to_column):
    vertical = 'D' * (to_row - row) if to_row > row else 'U' * (row - to_row)
    horizontal = 'R' * (to_column - column) if to_column > column else 'L' * (column - to_column)
    return vertical + horizontal
";

/// The same with other names, numbers, comments and layout, and its functions in another order.
const COPY: &str = "#!/usr/bin/env python3
import os, sys  # standard library

def path(y, x, ty, tx):
    '''Walks from one cell to another.'''
    first = \"D\" * (ty - y) if ty > y else \"U\" * (y - ty)

    # now sideways
    second = \"R\" * (tx - x) if tx > x else \"L\" * (x - tx)
    return first + second

def find(grid, colour, y, x):
    found = None  # nothing yet
    for a, r in enumerate(grid):
        for b, p in enumerate(r):

            if p == colour and (found is None or abs(a - y) + abs(b - x) < found[1]):
                found = (abs(a - y) + abs(b - x), a, b)
    return found

def load():
    h, w, k = map(int, sys.stdin.readline().split())
    values = [list(map(int, sys.stdin.readline().split())) for _ in range(3 * h)]
    return h, w, values[:h], values[h:]
";

/// Teams with independent programs in the same language.
const INDEPENDENT: [&str; 4] = [
    "sorting-robot/first-steps",
    "swap-puzzle/row-by-row",
    "picross/white-flag",
    "la-grille/nearly-yellow",
];

fn class() -> World {
    let world = World::new();
    for team in INDEPENDENT {
        let path = repository(&format!("submissions/{team}/solver.py"));
        let name = team.replace('/', "-");
        world.file(
            &format!("teams/{name}/solver.py"),
            fs::read(path).expect("a sample"),
        );
    }
    world
        .file("teams/magpies/solver.py", ORIGINAL)
        .file("teams/robins/solver.py", COPY);
    world
}

fn json(world: &World, arguments: &str) -> Value {
    let ran = world.judge(&format!("similar {arguments} --format json"));
    assert_eq!(ran.code, 0, "{}", ran.err);
    ran.json()
}

fn pairs(found: &Value) -> Vec<(String, String)> {
    let pairs = found["pairs"].as_array().expect("pairs").iter();
    let name = |value: &Value| value.as_str().expect("a name").to_owned();
    pairs
        .map(|pair| (name(&pair["first"]), name(&pair["second"])))
        .collect()
}

#[test]
fn a_disguised_copy_comes_first() {
    let world = class();
    let found = json(&world, "teams");
    assert_eq!(found["teams"], 6);
    let first = &found["pairs"][0];
    assert_eq!(
        (&first["first"], &first["second"]),
        (&"magpies".into(), &"robins".into())
    );
    let similarity = |pair: &Value| pair["similarity"].as_f64().unwrap_or(0.0);
    assert!(
        similarity(first) > 4.0 * similarity(&found["pairs"][1]),
        "{found:#}"
    );
    let programs = &first["programs"];
    assert!(programs["first_share"].as_f64() > Some(0.9), "{programs:#}");
    assert!(programs["verbatim"].as_f64() < Some(0.7), "{programs:#}");
    // The three functions, in the order of the first program; the lines that read numbers are as in a starter.
    let places: Vec<[u64; 2]> = programs["regions"]
        .as_array()
        .expect("regions")
        .iter()
        .map(|region| {
            ["first", "second"].map(|side| region[side]["from"].as_u64().expect("a line"))
        })
        .collect();
    assert_eq!(places, [[5, 23], [8, 12], [16, 4]], "{programs:#}");
}

#[test]
fn tables_explain_and_leave_the_decision_to_a_person() {
    let world = class();
    let table = world.judge("similar teams --top 1").out;
    assert!(table.contains("magpies – robins"), "{table}");
    assert!(
        table.contains("solver.py:8-16 and solver.py:12-21"),
        "{table}"
    );
    assert!(
        table.contains("a person has to read both sources"),
        "{table}"
    );
    for verdict in ["plagiar", "cheat", "guilty"] {
        assert!(!table.to_lowercase().contains(verdict), "{table}");
    }
    let csv = world.judge("similar teams --format csv").out;
    assert!(csv.starts_with("rank,first,second,similarity,"), "{csv}");
    assert!(csv.contains("\n1,magpies,robins,0."), "{csv}");
    let markdown = world.judge("similar teams --format markdown").out;
    assert!(markdown.contains("| magpies – robins |"), "{markdown}");
}

#[test]
fn starters_and_skeletons_are_left_out() {
    let world = World::new();
    for team in ["one", "other"] {
        let made = world.judge(&format!("new submission teams/{team} --language go"));
        assert_eq!(made.code, 0, "{}", made.err);
    }
    assert!(pairs(&json(&world, "teams")).is_empty());
    let own = [
        "def one(a):\n    return [b for b in a if b]\n",
        "def two():\n    raise ValueError\n",
    ];
    for (team, own) in ["three", "four"].iter().zip(own) {
        world.file(
            &format!("teams/{team}/solver.py"),
            format!("{ORIGINAL}{own}"),
        );
    }
    world.file("skeleton/given.py", ORIGINAL);
    let expected = ("four".to_owned(), "three".to_owned());
    assert_eq!(pairs(&json(&world, "teams")), [expected]);
    assert!(pairs(&json(&world, "teams --base skeleton")).is_empty());
    assert!(pairs(&json(&world, "teams --base skeleton/given.py")).is_empty());
    assert_eq!(world.judge("similar teams --base nowhere").code, 2);
}

#[test]
fn what_most_teams_share_is_left_out_but_not_among_few() {
    let world = World::new();
    let add = |team: usize| {
        world.file(&format!("teams/team-{team}/solver.py"), ORIGINAL);
    };
    (0..5).for_each(add);
    assert_eq!(
        pairs(&json(&world, "teams")).len(),
        10,
        "five teams are few"
    );
    add(5);
    let found = json(&world, "teams");
    assert!(pairs(&found).is_empty());
    assert!(
        found["remarks"]
            .to_string()
            .contains("more than half of the teams"),
        "{found:#}"
    );
}

#[test]
fn files_of_one_team_are_joined_and_languages_without_grammar_compared() {
    let world = World::new();
    let (one, other) = COPY.split_at(COPY.find("def find").expect("a function"));
    let shell = "for i in $(seq 1 9); do\n  if [ $i -gt 4 ]; then\n    echo $(( i * 2 )) | tr 0 1 >> out\n  fi\ndone\n";
    world
        .file("teams/whole/solver.py", ORIGINAL)
        .file("teams/parts/main.py", one)
        .file("teams/parts/lib/rest.py", other)
        .file("teams/script/solver", format!("#!/bin/sh\n{shell}"))
        .file("teams/copied/solver.sh", shell.replace('i', "number"))
        .file("teams/binary/solver", b"\x7fELF\0\0\0")
        .executable("teams/binary/solver");
    let found = json(&world, "teams");
    let expected = [("parts", "whole"), ("copied", "script")];
    let expected = expected.map(|(one, other)| (one.to_owned(), other.to_owned()));
    assert_eq!(pairs(&found), expected, "{found:#}");
    assert_eq!(found["without_source"], serde_json::json!(["binary"]));
}

#[test]
fn hostile_submissions_are_harmless() {
    let world = class();
    let evil = format!("{ORIGINAL}\nx = '</pre><script>alert(1)</script>\u{202e}\x1b[2J'\n");
    world
        .file("teams/<img src=x onerror=alert(2)>/<b>.py", &evil)
        .file("teams/deep/solver.c", "(".repeat(900_000))
        .file("teams/large/solver.py", "x = 1\n".repeat(400_000))
        .file(
            "teams/nonsense/solver.rs",
            [0xff_u8, 0xfe, b'{'].repeat(1000),
        )
        .file("teams/empty/solver.py", "");
    symlink("/etc/passwd", world.path("teams/magpies/stolen.py")).expect("a link");
    let ran = world.judge("similar teams");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!ran.out.contains('\x1b'), "{}", ran.out);
    assert!(
        ran.out.contains("large: solver.py is left out"),
        "{}",
        ran.out
    );
    let page = page(&world);
    assert!(
        !page.contains("<script") && !page.contains("<img"),
        "markup of strangers"
    );
    assert!(
        !page.contains('\u{202e}') && !page.contains('\x1b'),
        "hidden characters"
    );
    assert!(
        page.contains("script-src &#39;none&#39;"),
        "a strict policy"
    );
    assert!(!page.contains("root:"), "a file behind a link");
}

fn page(world: &World) -> String {
    let ran = world.judge("similar teams -o page.html");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        (ran.out.as_str(), ran.err.trim()),
        ("", "the page is in page.html")
    );
    world.read("page.html")
}

#[test]
fn the_page_marks_the_same_passages_on_both_sides() {
    let page = page(&class());
    assert!(page.contains("a person has to read both sources"));
    for number in 1..=3 {
        for (side, other) in [(0, 1), (1, 0)] {
            let jump = format!("id=\"p1-{side}-{number}\" href=\"#p1-{other}-{number}\"");
            assert_eq!(page.matches(&jump).count(), 1, "{jump}");
        }
    }
    assert!(
        page.contains("<span class=\"passage colour-1\">def nearest"),
        "{page}"
    );
}

#[test]
fn folders_that_cannot_be_compared() {
    let world = World::tiny();
    let empty = world.judge("similar teams");
    assert_eq!(empty.code, 0, "{}", empty.err);
    assert!(empty.out.contains("fewer than two teams"), "{}", empty.out);
    for (arguments, message) in [
        (
            "similar nowhere",
            "there is no folder of submissions at nowhere",
        ),
        ("similar tiny.toml", "tiny.toml is not a folder"),
        ("similar teams --top 0", "--top"),
    ] {
        let ran = world.judge(arguments);
        assert_eq!(ran.code, 2, "{arguments}");
        assert!(ran.err.contains(message), "{arguments}: {}", ran.err);
    }
}

/// A contest with a hidden round of answers, which some teams share.
fn with_answers() -> World {
    let world = World::tiny();
    let contest = world
        .read("tiny.toml")
        .replace("public = true", "run = \"answers\"");
    let mut random = puzzles::Random::new(3);
    let mut answer = || -> String {
        let steps = (0..300).map(|_| ["RL", "RRLL", "SS", "RSSL"][random.below(4)]);
        // The grid has two columns: steps to the right stay within them.
        steps.collect::<String>().replace("RRLL", "RLRL") + "SRSLS"
    };
    let (own, other) = (answer(), answer());
    let mut near = own.clone();
    near.insert_str(300, "RL");
    world
        .file("tiny.toml", contest)
        .file("teams/one/answers/swap.txt", &own)
        .file("teams/two/answers/swap.txt", own.replace("RL", "R L\n"))
        .file("teams/near/answers/swap.txt", near)
        .file("teams/far/answers/swap.txt", other)
        .file("teams/short/answers/swap.txt", "SRSLS")
        .file("teams/brief/answers/swap.txt", "SRSLS");
    assert_eq!(world.judge("run tiny.toml").code, 0);
    world
}

#[test]
fn equal_and_similar_answers_to_hidden_instances_are_found() {
    let world = with_answers();
    let found = json(&world, "results/tiny");
    let names = pairs(&found);
    assert_eq!(names[0], ("one".to_owned(), "two".to_owned()), "{found:#}");
    let first = &found["pairs"][0]["answers"];
    assert_eq!(first["identical"], serde_json::json!(["files/swap"]));
    let near = names
        .iter()
        .position(|pair| *pair == ("near".to_owned(), "one".to_owned()));
    let near = &found["pairs"][near.expect("a near answer")]["answers"];
    assert_eq!(near["identical"], serde_json::json!([]));
    assert!(near["near"].as_f64() > Some(0.8), "{near:#}");
    // Short answers are equal by chance.
    let named = |name: &str| {
        names
            .iter()
            .any(|(one, other)| one == name || other == name)
    };
    assert!(!named("short") && !named("brief"), "{names:?}");
    assert_eq!(found["without_source"].as_array().map(Vec::len), Some(6));
    let table = world.judge("similar results/tiny").out;
    assert!(
        table.contains("the same answer to 1 of 1 hidden instances"),
        "{table}"
    );
}

#[test]
fn results_whose_submissions_changed_or_are_gone() {
    let world = with_answers();
    world
        .file("teams/one/solver.py", ORIGINAL)
        .file("teams/far/solver.py", COPY);
    let found = json(&world, "results/tiny");
    let remarks = found["remarks"].to_string();
    assert!(
        remarks.contains("changed since the run: far, one"),
        "{remarks}"
    );
    assert!(
        pairs(&found).contains(&("far".to_owned(), "one".to_owned())),
        "{found:#}"
    );
    fs::rename(world.path("teams"), world.path("elsewhere")).expect("renamed");
    let found = json(&world, "results/tiny");
    let remarks = found["remarks"].to_string();
    assert!(remarks.contains("only answers are compared"), "{remarks}");
    assert_eq!(pairs(&found)[0], ("one".to_owned(), "two".to_owned()));
}

#[test]
fn answers_of_public_rounds_are_not_compared() {
    let world = with_answers();
    let contest = world.read("tiny.toml") + "public = true\n";
    world.file("tiny.toml", contest);
    assert_eq!(world.judge("run tiny.toml --out public").code, 0);
    let found = json(&world, "public");
    assert!(pairs(&found).is_empty());
    assert!(
        found["remarks"].to_string().contains("no hidden rounds"),
        "{found:#}"
    );
}
