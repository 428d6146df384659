//! The rules in the page and the rules of the judge are two programs: they must say the same of every answer.

use std::collections::BTreeMap;

use puzzles::{AnyProblem, Budget, Case, FieldValue, Fields, Random, Refusal};
use serde_json::{Value, json};

use crate::session::Browser;
use crate::world::World;

/// So many answers per instance.
const ANSWERS: usize = 120;

/// Small instances of every problem, as recipes.
const GRIDS: [(&str, &str); 8] = [
    ("sorting-robot", "layout=course rows=3 columns=4 colours=4"),
    ("sorting-robot", "layout=sparse rows=3 columns=3 colours=2"),
    ("swap-puzzle", "layout=shuffle rows=2 columns=3"),
    ("swap-puzzle", "layout=walls rows=3 columns=3"),
    ("la-grille", "layout=uniform size=4"),
    ("la-grille", "layout=extreme size=3"),
    ("picross", "layout=random rows=4 columns=5"),
    ("picross", "layout=picture rows=6 columns=6"),
];

#[tokio::test]
async fn the_page_and_the_judge_agree_on_every_answer() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    let ran = world.judge("play --no-open");
    assert_eq!(ran.code, 0, "{}", ran.err);
    browser.open(&world.path("play.html")).await;
    browser.until("window.judge").await;
    let mut seen: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (seed, (name, recipe)) in GRIDS.into_iter().enumerate() {
        let problem = puzzles::problem(name).expect("a problem");
        let case = instance(problem, recipe, seed as u64);
        let mut random = Random::new(seed as u64);
        let solution = solution(&*case);
        let answers: Vec<String> = (0..ANSWERS)
            .map(|_| answer(&mut random, name, &solution))
            .collect();
        let script = "const [problem, instance, answers] = arguments;
            return answers.map((answer) => judge.check(problem, instance, answer));";
        let arguments = vec![json!(name), json!(case.text()), json!(answers)];
        let found = browser.run(script, arguments).await;
        for (answer, found) in answers.iter().zip(found.as_array().expect("a list")) {
            let expected = verdict(&*case, answer);
            assert_eq!(
                *found,
                expected,
                "{name} {recipe}\n{}\n{answer}",
                case.text()
            );
            let kind = ["accepted", "rejected", "unreadable"]
                .into_iter()
                .find(|kind| expected["verdict"] == *kind);
            *seen.entry((name, kind.expect("a verdict"))).or_default() += 1;
        }
    }
    for problem in puzzles::problems() {
        for kind in ["accepted", "rejected", "unreadable"] {
            let count = seen.get(&(problem.name(), kind)).copied().unwrap_or(0);
            assert!(
                count >= 3,
                "only {count} answers of {problem:?} were {kind}"
            );
        }
    }
    browser.assert_quiet().await;
    browser.close().await;
}

fn instance(problem: &dyn AnyProblem, recipe: &str, seed: u64) -> Box<dyn Case> {
    let fields = recipe.split(' ').map(|pair| {
        let (key, value) = pair.split_once('=').expect("key=value");
        let number = value.parse().map(FieldValue::Integer);
        (
            key.to_owned(),
            number.unwrap_or(FieldValue::Text(value.to_owned())),
        )
    });
    let recipe = problem.recipe(Fields::new(fields)).expect("a recipe");
    recipe.generate(seed).expect("an instance")
}

/// A right answer, of any solver that has one.
fn solution(case: &dyn Case) -> String {
    let solvers = case.problem().solvers();
    let mut answers = solvers.iter().filter_map(|solver| {
        let mut last = None;
        let budget = Budget::unlimited().with_iterations(200);
        let _ = case.solve(solver.name, &budget, &mut |answer| last = Some(answer));
        last
    });
    answers.next().expect("a solver has an answer")
}

fn verdict(case: &dyn Case, answer: &str) -> Value {
    match case.check(answer.as_bytes()) {
        Ok(checked) => json!({"verdict": "accepted", "value": checked.value.to_string()}),
        Err(Refusal::Rejected(rejection)) => json!({"verdict": "rejected", "at": rejection.at}),
        Err(Refusal::Unreadable(_)) => json!({"verdict": "unreadable"}),
    }
}

/// The solution as it is, with a few changes, or something else altogether.
fn answer(random: &mut Random, problem: &str, solution: &str) -> String {
    match random.below(10) {
        0 => solution.to_owned(),
        1..=6 => changed(random, problem, solution),
        _ => invented(random, problem, solution),
    }
}

/// One to three letters taken away, put in, exchanged or replaced.
fn changed(random: &mut Random, problem: &str, solution: &str) -> String {
    let mut letters: Vec<char> = solution.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(letters.len().max(1));
        let other = random.below(letters.len().max(1));
        let letter = letter(random, problem);
        match random.below(4) {
            _ if letters.is_empty() => letters.push(letter),
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letter),
            2 => letters.swap(at, other),
            _ => letters[at] = letter,
        }
    }
    letters.into_iter().collect()
}

/// Letters of the answers' alphabet; now and then one that is not.
fn letter(random: &mut Random, problem: &str) -> char {
    let alphabet = match problem {
        "sorting-robot" => "LRUDSSS ",
        "swap-puzzle" => "00112- \n",
        "la-grille" => "JVNBORJVNBOR",
        _ => "#.#.#.#.10X",
    };
    let odd = "0x\n -é,(";
    let from = if random.below(8) == 0 { odd } else { alphabet };
    let letters: Vec<char> = from.chars().collect();
    letters[random.below(letters.len())]
}

/// An answer that keeps the form and nothing else.
fn invented(random: &mut Random, problem: &str, solution: &str) -> String {
    match problem {
        "sorting-robot" => {
            let length = random.below(30);
            let letters: String = (0..length)
                .map(|_| char::from(b"LRUDS"[random.below(5)]))
                .collect();
            match random.below(3) {
                0 => format!("3 4 4 1\n{letters} 0\n"),
                _ => letters,
            }
        }
        "swap-puzzle" => {
            let mut swaps = || {
                let (i, j) = (random.below(3), random.below(3));
                let (down, across) = [(0, 1), (1, 0)][random.below(2)];
                format!("(({i}, {j}), ({}, {}))", i + down, j + across)
            };
            let swaps: Vec<String> = (0..9).map(|_| swaps()).collect();
            format!("[{}]", swaps[random.below(9)..].join(", "))
        }
        _ => {
            let is_cell = |c: char| "JVNBOR#.".contains(c);
            let cells: Vec<char> = if problem == "la-grille" {
                "JVNBOJVNBOJVNBOR".chars().collect()
            } else {
                "#.".chars().collect()
            };
            let mut other = |c: char| {
                if is_cell(c) {
                    cells[random.below(cells.len())]
                } else {
                    c
                }
            };
            solution.chars().map(&mut other).collect()
        }
    }
}
