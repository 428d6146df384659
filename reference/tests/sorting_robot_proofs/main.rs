//! Proofs of the sorting robot: against exhaustive search, mutated, damaged, random, and read by both checkers.

#[path = "../common/mod.rs"]
mod common;
mod damage;
#[path = "../common/python.rs"]
mod python;
mod random_rounds;
mod samples;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use common::exhaustive::fewest_steps;
use common::grids::grid_of_recipe;
use puzzles::sorting_robot::{Instance, SortingRobot};
use puzzles::{Budget, EvidenceKind, Problem, ProofError, Random};
use samples::{SAMPLES, Sample};

/// A text and what it is a proof of.
type Pair = (Vec<u8>, Vec<u8>);

/// The exit statuses of the checker in Python, one caller at a time, because all use the same file.
fn verdicts(pairs: &[Pair]) -> Option<Vec<u8>> {
    static PYTHON: Mutex<()> = Mutex::new(());
    let _alone = PYTHON.lock().unwrap_or_else(PoisonError::into_inner);
    python::verdicts("sorting-robot", pairs)
}

/// The exit status of the checker in Rust, and the bound that it accepts.
fn checked(instance: &[u8], proof: &[u8]) -> (u8, Option<i64>) {
    let Ok(instance) = SortingRobot::read(instance) else {
        return (2, None);
    };
    match SortingRobot::check_proof(&instance, proof) {
        Ok(bound) => (0, Some(bound)),
        Err(ProofError::Refused(_)) => (1, None),
        Err(ProofError::Unreadable(_)) => (2, None),
    }
}

fn accepts(instance: &Instance, proof: &str) -> bool {
    SortingRobot::check_proof(instance, proof.as_bytes()).is_ok()
}

/// The same proof of another bound.
fn claiming(proof: &str, bound: i64) -> String {
    let (_, rest) = proof.split_once('\n').expect("a header");
    format!("judge-proof 1 sorting-robot {bound}\n{rest}")
}

/// The parts of a text that are whole numbers, as ranges of bytes; not the version or the digest.
fn numbers(proof: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (index, token) in proof.split([' ', '\n']).enumerate() {
        if index != 1 && token.parse::<i64>().is_ok() && token.len() < 20 {
            found.push(start..start + token.len());
        }
        start += token.len() + 1;
    }
    found
}

fn with_number(proof: &str, place: &Range<usize>, value: i64) -> String {
    format!("{}{value}{}", &proof[..place.start], &proof[place.end..])
}

#[test]
fn small_proofs_are_accepted_and_no_higher_bound() {
    let mut of_kind = [0; 5];
    for sample in SAMPLES.iter() {
        let Sample {
            instance, proof, ..
        } = sample;
        let text = proof.text.as_str();
        assert_eq!(
            checked(instance.to_string().as_bytes(), text.as_bytes()).1,
            Some(proof.bound)
        );
        for higher in 1..4 {
            let claim = claiming(text, proof.bound + higher);
            assert!(!accepts(instance, &claim), "{claim}for\n{instance}");
        }
        of_kind[0] += usize::from(text.contains("edges"));
        of_kind[1] += usize::from(text.contains("give"));
        of_kind[2] += usize::from(text.contains("round"));
        of_kind[4] += usize::from(text.matches("round").count() > 1);
        of_kind[3] += usize::from(matches!(sample.kind, EvidenceKind::Searched { nodes: 1.. }));
    }
    let [edges, prices, rounds, searched, several] = of_kind;
    println!(
        "{edges} edges, {prices} prices, {rounds} rounds ({several} with several), {searched} searched"
    );
    assert!(edges > 150 && prices > 100 && rounds > 30 && searched > 0);
}

/// The worked example of `judge help proofs`.
#[test]
fn the_example_of_the_manual() {
    let grid = "3 3 2\n1 0 0\n0 0 0\n0 1 0\n0 0 0\n1 0 0\n1 0 0\n";
    let grid = Instance::read(grid.as_bytes()).unwrap();
    let (bound, evidence) = SortingRobot::prove(&grid, &Budget::reproducible(), None);
    assert_eq!(bound.value.whole(), 6);
    assert_eq!(fewest_steps(&grid), 6);
    let expected = "\
judge-proof 1 sorting-robot 6
instance 853ae682277336d3d282352dc94d3b8dcf18304621114a6863b651e0a5e1ebac
round 1
cut 1 6 7 15 16 24 25
prices
0 1 2
1 2 3
1 2 2
0 1 2
1 0 1
1 0 0
0 1 2
-1 0 1
-1 0 0
";
    assert_eq!(evidence.proof.unwrap().text, expected);
}

/// With less work, prices of unfinished assignments and early rounds are proofs too.
#[test]
fn proofs_with_limited_work_are_accepted() {
    let sizes = [
        ("scatter", 12, 2),
        ("sparse", 14, 3),
        ("course", 9, 4),
        ("scatter", 40, 2),
    ];
    for (layout, rows, colours) in sizes {
        let grid = grid_of_recipe(layout, rows, colours, 2);
        for power in 8..26 {
            let budget = || Budget::unlimited().with_work(1 << power);
            let (bound, evidence) = SortingRobot::prove(&grid, &budget(), None);
            assert_eq!(bound, SortingRobot::bound(&grid, &budget(), None));
            let proof = evidence.proof.expect("a small proof");
            assert_eq!(
                SortingRobot::check_proof(&grid, proof.text.as_bytes()),
                Ok(proof.bound)
            );
            let is_searched = evidence.kind != EvidenceKind::Certified;
            assert!(is_searched || proof.bound == bound.value.whole());
        }
    }
}

#[test]
fn both_checkers_agree_and_accept_no_false_bound() {
    let mut pairs = Vec::new();
    for sample in SAMPLES.iter() {
        let instance = sample.instance.to_string().into_bytes();
        pairs.push((instance, sample.proof.text.clone().into_bytes()));
    }
    let proofs = pairs.len();
    pairs.extend(damage::mutated());
    let mutations = pairs.len();
    pairs.extend(damage::damaged());
    pairs.extend(damage::random_numbers());
    pairs.extend(random_rounds::highest_bounds());
    let optima: HashMap<String, i64> = SAMPLES
        .iter()
        .map(|sample| (sample.instance.to_string(), sample.optimum))
        .collect();
    let rust: Vec<u8> = pairs
        .iter()
        .map(|(instance, proof)| {
            let (code, bound) = checked(instance, proof);
            if let Some(bound) = bound {
                let canonical = Instance::read(instance).unwrap().to_string();
                let shown = String::from_utf8_lossy(proof);
                // Damaged instances are not among the samples.
                if let Some(&optimum) = optima.get(&canonical) {
                    assert!(
                        bound <= optimum,
                        "{bound} > {optimum}:\n{shown}for\n{canonical}"
                    );
                }
            }
            code
        })
        .collect();
    let count = |codes: &[u8]| {
        let mut counts = [0; 3];
        for &code in codes {
            counts[usize::from(code)] += 1;
        }
        counts
    };
    println!("mutations: {:?}", count(&rust[proofs..mutations]));
    println!("damaged and random: {:?}", count(&rust[mutations..]));
    assert!(rust[..proofs].iter().all(|&code| code == 0));
    let Some(python) = verdicts(&pairs) else {
        return;
    };
    assert_eq!(python.len(), rust.len());
    for ((rust, python), (instance, proof)) in rust.into_iter().zip(python).zip(&pairs) {
        assert_eq!(
            rust,
            python,
            "in Rust, then in Python:\n{}for\n{}",
            String::from_utf8_lossy(proof),
            String::from_utf8_lossy(instance)
        );
    }
}

/// Larger proofs, of which random numbers are changed.
#[test]
fn larger_proofs_prove_no_more_when_changed() {
    let random = &mut Random::new(8);
    let mut pairs = Vec::new();
    for (layout, rows, colours, seed) in [
        ("scatter", 10, 2, 3),
        ("scatter", 8, 3, 1),
        ("sparse", 9, 2, 4),
        ("course", 12, 12, 0),
    ] {
        let grid = grid_of_recipe(layout, rows, colours, seed);
        let (bound, evidence) = SortingRobot::prove(&grid, &Budget::reproducible(), None);
        assert_eq!(evidence.kind, EvidenceKind::Certified, "{layout}");
        let proof = evidence.proof.unwrap();
        assert_eq!(proof.bound, bound.value.whole());
        let places = numbers(&proof.text);
        assert!(!accepts(&grid, &claiming(&proof.text, proof.bound + 1)));
        pairs.push((
            grid.to_string().into_bytes(),
            proof.text.clone().into_bytes(),
        ));
        for _ in 0..150 {
            let place = &places[random.below(places.len())];
            let value: i64 = proof.text[place.clone()].parse().unwrap();
            let other = value + [-1, 1, 7, -500][random.below(4)];
            let text = with_number(&proof.text, place, other);
            for claim in [proof.bound, proof.bound + 1] {
                if place.start > 40 {
                    let text = claiming(&text, claim);
                    assert!(claim == proof.bound || !accepts(&grid, &text), "{text}");
                    pairs.push((grid.to_string().into_bytes(), text.into_bytes()));
                }
            }
        }
    }
    let rust: Vec<u8> = pairs.iter().map(|(i, p)| checked(i, p).0).collect();
    if let Some(python) = verdicts(&pairs) {
        assert_eq!(rust, python);
    }
}
