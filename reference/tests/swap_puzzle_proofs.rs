//! Proofs of the swap puzzle: against plain breadth-first search, mutated, damaged, and read by both checkers.

#[path = "common/python.rs"]
mod python;

use std::collections::HashSet;
use std::time::Duration;

use puzzles::swap_puzzle::{Instance, SwapPuzzle, Walls};
use puzzles::{Budget, EvidenceKind, Problem, ProofError, Random, Shape};

/// The fewest swaps of every arrangement of a grid, by plain breadth-first search from the goal.
fn fewest_swaps(shape: Shape, walls: &Walls) -> Vec<(Instance, i64)> {
    let goal: Vec<u32> = (1..=shape.cells() as u32).collect();
    let mut met = HashSet::from([goal.clone()]);
    let mut queue = vec![(goal, 0)];
    let mut next = 0;
    while next < queue.len() {
        let (tiles, swaps) = queue[next].clone();
        next += 1;
        for one in 0..shape.cells() {
            for other in [one + 1, one + shape.columns] {
                let neighbours = other < shape.cells() && shape.distance(one, other) == 1;
                if neighbours && !walls.between(one, other) {
                    let mut tiles = tiles.clone();
                    tiles.swap(one, other);
                    if met.insert(tiles.clone()) {
                        queue.push((tiles, swaps + 1));
                    }
                }
            }
        }
    }
    let instance = |(tiles, swaps)| {
        let walls = walls.clone();
        let instance = Instance {
            shape,
            tiles,
            walls,
        };
        (instance, swaps)
    };
    queue.into_iter().map(instance).collect()
}

/// Rows, columns, walls, and that only every so many-th arrangement is taken.
type Layout = (usize, usize, &'static [(usize, usize)], usize);

/// Grids of every kind with their fewest swaps; every `sample`-th arrangement of each.
fn small_instances(sample: usize) -> Vec<(Instance, i64)> {
    let grids: [Layout; 8] = [
        (1, 1, &[], 1),
        (1, 6, &[], 1),
        (6, 1, &[], 1),
        (2, 3, &[], 1),
        (3, 2, &[(0, 1)], 1),
        (2, 3, &[(0, 3), (1, 2)], 1),
        (2, 4, &[(1, 5), (2, 3)], 97),
        (3, 3, &[], 499),
    ];
    let all = grids.iter().flat_map(|&(rows, columns, walls, every)| {
        let shape = Shape { rows, columns };
        let mut built = Walls::default();
        for &(one, other) in walls {
            built.add(shape, one, other);
        }
        fewest_swaps(shape, &built)
            .into_iter()
            .step_by(every * sample)
    });
    all.collect()
}

fn no_time() -> Budget {
    Budget::unlimited().with_time(Duration::ZERO)
}

/// The proof of the bound without search.
fn proof(instance: &Instance) -> String {
    let (_, evidence) = SwapPuzzle::prove(instance, &Budget::unlimited(), None);
    evidence.proof.expect("every bound has a proof").text
}

/// The exit code of the checker in Rust.
fn verdict(instance: &[u8], proof: &[u8]) -> u8 {
    let Ok(instance) = SwapPuzzle::read(instance) else {
        return 2;
    };
    match SwapPuzzle::check_proof(&instance, proof) {
        Ok(_) => 0,
        Err(ProofError::Refused(_)) => 1,
        Err(ProofError::Unreadable(_)) => 2,
    }
}

/// Fails if the checkers differ on one of the pairs.
fn agree(pairs: &[(Vec<u8>, Vec<u8>)]) {
    let Some(codes) = python::verdicts("swap-puzzle", pairs) else {
        return;
    };
    assert_eq!(codes.len(), pairs.len());
    for ((instance, proof), code) in pairs.iter().zip(codes) {
        let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        let rust = verdict(instance, proof);
        assert_eq!(rust, code, "{}\n{}", shown(instance), shown(proof));
    }
}

fn pair(instance: &Instance, proof: &str) -> (Vec<u8>, Vec<u8>) {
    (instance.to_string().into_bytes(), proof.as_bytes().to_vec())
}

#[test]
fn proofs_hold_for_every_arrangement_and_both_checkers_accept_them() {
    let mut pairs = Vec::new();
    let mut searched = 0;
    for (number, (instance, fewest)) in small_instances(1).into_iter().enumerate() {
        let budget = if number % 7 == 0 {
            Budget::unlimited()
        } else {
            no_time()
        };
        let (bound, evidence) = SwapPuzzle::prove(&instance, &budget, None);
        assert_eq!(bound, SwapPuzzle::bound(&instance, &budget, None));
        let proof = evidence.proof.expect("every bound has a proof");
        assert!(
            proof.bound <= bound.value.whole() && bound.value.whole() <= fewest,
            "{instance}"
        );
        match evidence.kind {
            EvidenceKind::Recomputed => assert_eq!(proof.bound, bound.value.whole()),
            EvidenceKind::Searched { nodes } => {
                searched += 1;
                assert!(nodes > 0 && proof.bound < bound.value.whole());
            }
            EvidenceKind::Certified => panic!("no proof of a swap puzzle is a certificate"),
        }
        let checked = SwapPuzzle::check_proof(&instance, proof.text.as_bytes());
        assert_eq!(checked, Ok(proof.bound), "{instance}\n{}", proof.text);
        pairs.push(pair(&instance, &proof.text));
    }
    assert!(searched > 10 && pairs.len() > 3000);
    agree(&pairs);
}

#[test]
fn known_answers_and_work_limits_change_neither_bound_nor_proof() {
    for (instance, fewest) in small_instances(31) {
        for known in [None, Some(fewest), Some(fewest + 2)] {
            for power in [0, 12, 16, 30] {
                let budget = || Budget::unlimited().with_work(1 << power);
                let (bound, evidence) = SwapPuzzle::prove(&instance, &budget(), known);
                assert_eq!(bound, SwapPuzzle::bound(&instance, &budget(), known));
                let again = SwapPuzzle::prove(&instance, &budget(), known);
                assert_eq!((bound, evidence.clone()), again);
                let proof = evidence.proof.expect("every bound has a proof");
                let checked = SwapPuzzle::check_proof(&instance, proof.text.as_bytes());
                assert_eq!(checked, Ok(proof.bound), "{instance}");
            }
        }
    }
}

#[test]
fn a_proof_of_a_bound_one_better_or_of_another_instance_is_refused() {
    let instances = small_instances(61);
    let mut pairs = Vec::new();
    for (number, (instance, _)) in instances.iter().enumerate() {
        let proof = proof(instance);
        let (other, _) = &instances[(number + 1) % instances.len()];
        pairs.push(pair(other, &proof));
        let (header, rest) = proof.split_once('\n').unwrap();
        let (words, bound) = header.rsplit_once(' ').unwrap();
        for more in [1, 2, 1_000_000] {
            let stronger = bound.parse::<i64>().unwrap() + more;
            pairs.push(pair(instance, &format!("{words} {stronger}\n{rest}")));
        }
    }
    for (instance, proof) in &pairs {
        assert_eq!(verdict(instance, proof), 1);
    }
    agree(&pairs);
}

/// Replaces each number of a proof by others, one at a time.
fn mutations(proof: &str) -> Vec<String> {
    let mut mutated = Vec::new();
    let words: Vec<&str> = proof.split(' ').collect();
    for (at, word) in words.iter().enumerate() {
        let (number, rest) = word.split_once('\n').unwrap_or((word, ""));
        let Ok(number) = number.parse::<i64>() else {
            continue;
        };
        let line_end = if rest.is_empty() && !word.ends_with('\n') {
            String::new()
        } else {
            format!("\n{rest}")
        };
        for changed in [number + 1, number - 1, number + 3, -number, i64::MAX, 0] {
            let word = format!("{changed}{line_end}");
            let mut words = words.clone();
            words[at] = &word;
            mutated.push(words.join(" "));
        }
    }
    mutated
}

/// Whatever is accepted after a change proves no more than the fewest swaps.
#[test]
fn no_changed_number_proves_too_much() {
    let mut pairs = Vec::new();
    let mut accepted = 0;
    for (instance, fewest) in small_instances(29) {
        for proof in mutations(&proof(&instance)) {
            if let Ok(bound) = SwapPuzzle::check_proof(&instance, proof.as_bytes()) {
                assert!(bound <= fewest, "{instance}\n{proof}");
                accepted += 1;
            }
            pairs.push(pair(&instance, &proof));
        }
    }
    assert!(accepted > 100 && pairs.len() > 2000, "{}", pairs.len());
    agree(&pairs);
}

/// Every pair of cells as a further conflict, and twice the same.
#[test]
fn conflicts_are_accepted_only_if_they_cost_a_swap() {
    let mut pairs = Vec::new();
    for (instance, fewest) in small_instances(37) {
        let proof = proof(&instance);
        let Shape { rows, columns } = instance.shape;
        let cells = || (0..=rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        for (i1, j1) in cells() {
            for (i2, j2) in cells() {
                let (header, rest) = proof.split_once('\n').unwrap();
                let (words, bound) = header.rsplit_once(' ').unwrap();
                let stronger = bound.parse::<i64>().unwrap() + 2;
                let proof = format!("{words} {stronger}\n{rest}conflict {i1} {j1} {i2} {j2}\n");
                if let Ok(bound) = SwapPuzzle::check_proof(&instance, proof.as_bytes()) {
                    assert!(bound <= fewest, "{instance}\n{proof}");
                }
                pairs.push(pair(&instance, &proof));
            }
        }
    }
    assert!(pairs.len() > 2000, "{}", pairs.len());
    agree(&pairs);
}

#[test]
fn the_checkers_agree_on_damaged_files() {
    let random = &mut Random::new(12);
    let instances = small_instances(43);
    let words: [&[u8]; 16] = [
        b"conflict",
        b"around",
        b"wall",
        b"method",
        b"inversions",
        b"distances",
        b"judge-proof",
        b"instance",
        b"0",
        b"-1",
        b"+1",
        b"00",
        b"1 ",
        b"\n",
        b"\xff\xfe",
        b"1000000000000001",
    ];
    let mut pairs = Vec::new();
    for turn in 0..4000 {
        let (instance, _) = &instances[random.below(instances.len())];
        let (mut instance, mut proof) = pair(instance, &proof(instance));
        if turn % 5 == 0 {
            let mut place = || random.below(3);
            let [i1, j1, i2, j2] = [place(), place(), place(), place()];
            proof.extend(format!("conflict {i1} {j1} {i2} {j2}\n").into_bytes());
        }
        // Spaces, tabs, returns and a mark change nothing.
        if turn % 5 == 1 {
            proof = [b"\xef\xbb\xbf\r\n \t", &proof[..], b"\t\r\n"].concat();
            instance = [b"\n\t", &instance[..], b" \r\n\r\n"].concat();
            assert_eq!(verdict(&instance, &proof), 0);
        }
        for _ in 0..random.below(4) {
            let text = if random.below(3) == 0 {
                &mut instance
            } else {
                &mut proof
            };
            let at = random.below(text.len().max(1)).min(text.len());
            match random.below(9) {
                0 if !text.is_empty() => text[at] = random.below(256) as u8,
                // Other digits leave the text readable.
                5.. => {
                    let is_digit = |&at: &usize| text[at].is_ascii_digit();
                    if let Some(at) = (at..text.len()).find(is_digit) {
                        text[at] = b'0' + random.below(10) as u8;
                    }
                }
                1 if !text.is_empty() => {
                    text.remove(at);
                }
                2 => text.truncate(at),
                3 => {
                    let part = text[at..].to_vec();
                    text.extend(part);
                }
                _ => {
                    let word = words[random.below(words.len())];
                    text.splice(at..at, [b" ", word, b" "].concat());
                }
            }
        }
        pairs.push((instance, proof));
    }
    let texts: [&[u8]; 6] = [
        b"",
        b"\n",
        b"\0",
        b"\xef\xbb\xbf",
        b"1 1\n1\n",
        b"9999999 9999999\n",
    ];
    for text in texts {
        for other in texts {
            pairs.push((text.to_vec(), other.to_vec()));
        }
    }
    for kind in 0..3 {
        let count = pairs.iter().filter(|(i, p)| verdict(i, p) == kind).count();
        assert!(
            count > 200,
            "only {count} of the pairs have the code {kind}"
        );
    }
    agree(&pairs);
}

#[test]
fn walls_of_larger_grids_are_measured_by_both_checkers() {
    let random = &mut Random::new(3);
    let shape = Shape {
        rows: 9,
        columns: 7,
    };
    let mut pairs = Vec::new();
    for turn in 0..12 {
        let mut tiles: Vec<u32> = (1..=63).collect();
        random.shuffle(&mut tiles);
        let mut walls = Walls::default();
        // Walls below the rows, each with one gap.
        for row in [1, 3, 6] {
            let gap = random.below(shape.columns);
            for column in (0..shape.columns).filter(|&column| column != gap) {
                let cell = shape.cell(row, column);
                walls.add(shape, cell, cell + shape.columns);
            }
        }
        let instance = Instance {
            shape,
            tiles,
            walls,
        };
        let budget = Budget::unlimited().with_work(turn * 19 * 63 * 6);
        let (bound, evidence) = SwapPuzzle::prove(&instance, &budget, None);
        let proof = evidence.proof.expect("every bound has a proof");
        assert_eq!(evidence.kind, EvidenceKind::Recomputed);
        assert_eq!(bound.value.whole(), proof.bound);
        let checked = SwapPuzzle::check_proof(&instance, proof.text.as_bytes());
        assert_eq!(checked, Ok(proof.bound), "{instance}");
        let stronger = proof.text.replacen(
            &format!(" {}\n", proof.bound),
            &format!(" {}\n", proof.bound + 2),
            1,
        );
        assert_eq!(
            verdict(instance.to_string().as_bytes(), stronger.as_bytes()),
            1
        );
        pairs.push(pair(&instance, &proof.text));
        pairs.push(pair(&instance, &stronger));
    }
    agree(&pairs);
}
