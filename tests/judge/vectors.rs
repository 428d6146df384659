//! Test vectors for the rules in JavaScript, generated with the rules in Rust: instances, answers, verdicts and states.

use std::collections::BTreeMap;

use puzzles::{AnyProblem, Budget, Case, FieldValue, Fields, Random, Refusal};
use serde_json::{Value, json};

/// The number of answers per instance, and of states per answer.
const ANSWERS: usize = 120;
const STATES: usize = 3;

/// Problems and recipes of small instances.
const INSTANCES: [(&str, &str); 8] = [
    ("sorting-robot", "layout=course rows=3 columns=4 colours=4"),
    ("sorting-robot", "layout=sparse rows=3 columns=3 colours=2"),
    ("swap-puzzle", "layout=shuffle rows=2 columns=3"),
    ("swap-puzzle", "layout=walls rows=3 columns=3"),
    ("la-grille", "layout=uniform size=4"),
    ("la-grille", "layout=extreme size=3"),
    ("picross", "layout=random rows=4 columns=5"),
    ("picross", "layout=picture rows=6 columns=6"),
];

/// JavaScript that compares the functions of `judge` with `vectors` and collects the differences in `differences`.
pub(crate) const COMPARE: &str = "const differences = [];
const compare = (vector, actual, expected) => {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) differences.push({ ...vector, actual, expected });
};
for (const { problem, instance, answers } of vectors) {
  for (const { answer, verdict, states } of answers) {
    compare({ problem, instance, answer }, judge.check(problem, instance, answer), verdict);
    for (const { steps, cells } of states) {
      compare({ problem, instance, answer, steps }, judge.stateAfter(problem, instance, answer, steps), cells);
    }
  }
}
";

/// Returns the vectors: instances with answers, and for each answer the verdict and the cells after some actions.
///
/// # Panics
///
/// Panics if a problem has fewer than three answers with some verdict.
pub(crate) fn vectors() -> Value {
    let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    let mut vectors = Vec::new();
    for (seed, (problem, recipe)) in (0..).zip(INSTANCES) {
        let case = instance(puzzles::problem(problem).expect("a problem"), recipe, seed);
        let mut random = Random::new(seed);
        let solution = solution(&*case);
        let answers = (0..ANSWERS).map(|_| {
            let answer = answer(&mut random, problem, &solution);
            let verdict = verdict(&*case, &answer);
            let states = states(&*case, &answer, &verdict, &mut random);
            *counts
                .entry((problem, verdict["verdict"].to_string()))
                .or_default() += 1;
            json!({"answer": answer, "verdict": verdict, "states": states})
        });
        let answers: Vec<Value> = answers.collect();
        vectors.push(json!({"problem": problem, "instance": case.text(), "answers": answers}));
    }
    assert_eq!(counts.len(), 3 * puzzles::problems().len(), "{counts:?}");
    assert!(counts.values().all(|&count| count >= 3), "{counts:?}");
    Value::Array(vectors)
}

/// Returns the cells after some numbers of actions, all of which are allowed.
fn states(case: &dyn Case, answer: &str, verdict: &Value, random: &mut Random) -> Vec<Value> {
    if verdict["verdict"] == "unreadable" {
        return Vec::new();
    }
    let allowed = verdict["at"].as_u64().map_or(40, |at| at as usize);
    let state = |_| {
        let steps = random.below(allowed + 1);
        let picture = case.draw(Some(answer.as_bytes()), Some(steps as u64));
        let lines = picture.expect("a readable answer").lines;
        // Of the drawing, only cells have a background colour.
        let spans = lines.iter().flatten();
        let cells = spans.filter(|span| span.style.ground.is_some());
        let cells: Vec<String> = cells.map(|span| span.text.replace(' ', "")).collect();
        json!({"steps": steps, "cells": cells})
    };
    (0..STATES).map(state).collect()
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

/// Returns the answer of the first solver that finds one.
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

/// Returns what `check` in JavaScript has to return.
fn verdict(case: &dyn Case, answer: &str) -> Value {
    match case.check(answer.as_bytes()) {
        Ok(checked) => json!({"verdict": "accepted", "value": checked.value.to_string()}),
        Err(Refusal::Rejected(rejection)) => json!({"verdict": "rejected", "at": rejection.at}),
        Err(Refusal::Unreadable(_)) => json!({"verdict": "unreadable"}),
        Err(other) => panic!("bundled problems have their own rules: {other:?}"),
    }
}

/// Returns the solution, a prefix or a mutation of it, or a random answer.
fn answer(random: &mut Random, problem: &str, solution: &str) -> String {
    match random.below(12) {
        0 => solution.to_owned(),
        1 | 2 => solution[..random.below(solution.len())].to_owned(),
        3..=8 => mutated(random, problem, solution),
        _ => random_answer(random, problem, solution),
    }
}

/// Removes, inserts, swaps or replaces one to three characters.
fn mutated(random: &mut Random, problem: &str, solution: &str) -> String {
    let mut text: Vec<char> = solution.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(text.len().max(1));
        let other = random.below(text.len().max(1));
        let new = character(random, problem);
        match random.below(4) {
            _ if text.is_empty() => text.push(new),
            0 => drop(text.remove(at)),
            1 => text.insert(at, new),
            2 => text.swap(at, other),
            _ => text[at] = new,
        }
    }
    text.into_iter().collect()
}

/// Returns a character of the answer format or, with a probability of 1/8, an unusual one.
fn character(random: &mut Random, problem: &str) -> char {
    let alphabet = match problem {
        "sorting-robot" => "LRUDSSS ",
        "swap-puzzle" => "00112- \n",
        "la-grille" => "JVNBORJVNBOR",
        _ => "#.#.#.#.10X",
    };
    let unusual = "0x\n -é,(";
    let from = if random.below(8) == 0 {
        unusual
    } else {
        alphabet
    };
    let characters: Vec<char> = from.chars().collect();
    characters[random.below(characters.len())]
}

/// Returns a random answer in the format of the problem.
fn random_answer(random: &mut Random, problem: &str, solution: &str) -> String {
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
            let mut swap = || {
                let (i, j) = (random.below(3), random.below(3));
                let (down, across) = [(0, 1), (1, 0)][random.below(2)];
                format!("(({i}, {j}), ({}, {}))", i + down, j + across)
            };
            let swaps: Vec<String> = (0..9).map(|_| swap()).collect();
            format!("[{}]", swaps[random.below(9)..].join(", "))
        }
        _ => {
            let is_cell = |c: char| "JVNBOR#.".contains(c);
            let cells: Vec<char> = if problem == "la-grille" {
                "JVNBOJVNBOJVNBOR".chars().collect()
            } else {
                "#.".chars().collect()
            };
            let mut replaced = |c: char| {
                if is_cell(c) {
                    cells[random.below(cells.len())]
                } else {
                    c
                }
            };
            solution.chars().map(&mut replaced).collect()
        }
    }
}
