//! Mutated and damaged proofs: none of them proves what is not true, and both checkers agree about them.

use puzzles::Random;

use crate::samples::{dominoes, noise};
use crate::small::Solved;
use crate::{agree, checked, pair, proved};

/// All texts in which one number is changed.
fn mutations(proof: &str) -> Vec<String> {
    let mut mutated = Vec::new();
    let mut offset = 0;
    for (line_number, line) in proof.split_inclusive('\n').enumerate() {
        let mut start = offset;
        for token in line.split_inclusive([' ', '\n']) {
            let word = token.trim_end();
            if let (Ok(number), true) = (word.parse::<i64>(), line_number != 1) {
                for other in [number - 1, number + 1, -number, 0, 2 * number, 1 << 40] {
                    if other != number {
                        let (before, after) = (&proof[..start], &proof[start + word.len()..]);
                        mutated.push(format!("{before}{other}{after}"));
                    }
                }
            }
            start += token.len();
        }
        offset += line.len();
    }
    mutated
}

/// A text in which lines, tokens or bytes are removed, repeated, exchanged or replaced.
fn damaged(proof: &str, other: &str, random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<_> = proof.split_inclusive('\n').collect();
    let [at, other_at] = [(); 2].map(|()| random.below(lines.len()));
    match random.below(7) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[other_at]),
        2 => lines.swap(at, other_at),
        3 => lines.truncate(at),
        4 => {
            let others: Vec<_> = other.split_inclusive('\n').collect();
            lines[at] = others[random.below(others.len())];
        }
        5 => {
            let mut text = proof.as_bytes().to_vec();
            let place = random.below(text.len());
            text[place] = b" \n\t\r\0-+#.0189abky\xff"[random.below(17)];
            return text;
        }
        _ => {
            let mut words: Vec<_> = lines[at].split(' ').collect();
            let [word, other] = [(); 2].map(|()| random.below(words.len()));
            match random.below(3) {
                0 => drop(words.remove(word)),
                1 => words.insert(word, words[other]),
                _ => words.swap(word, other),
            }
            let (before, after) = (lines[..at].concat(), lines[at + 1..].concat());
            return format!("{before}{}{after}", words.join(" ")).into_bytes();
        }
    }
    lines.concat().into_bytes()
}

#[test]
fn no_changed_number_proves_what_is_not_true() {
    let random = &mut Random::new(3);
    let mut pairs = Vec::new();
    let solved = Solved::of(4, 4);
    for _ in 0..150 {
        let instance = solved.crossed(random);
        let proof = proved(&instance);
        for mutated in mutations(&proof.text) {
            if checked(instance.to_string().as_bytes(), mutated.as_bytes()) == 0 {
                assert!(solved.confirms(&instance, &mutated), "{instance}{mutated}");
            }
            if random.below(6) == 0 {
                pairs.push(pair(&instance, &mutated));
            }
        }
        // A stronger bound is refused as such.
        let stronger = proof.text.replacen(" 1\n", " 0\n", 1);
        if proof.bound == 1 {
            assert_eq!(
                checked(instance.to_string().as_bytes(), stronger.as_bytes()),
                1
            );
            pairs.push(pair(&instance, &stronger));
        }
    }
    assert!(pairs.len() > 500, "{}", pairs.len());
    agree(&pairs);
}

#[test]
fn damaged_proofs_of_small_grids_prove_nothing_wrong() {
    let random = &mut Random::new(4);
    let mut pairs = Vec::new();
    let solved = Solved::of(4, 4);
    let mut previous = proved(&solved.crossed(random)).text;
    for _ in 0..400 {
        let instance = solved.crossed(random);
        let proof = proved(&instance).text;
        for _ in 0..8 {
            let text = damaged(&proof, &previous, random);
            if checked(instance.to_string().as_bytes(), &text) == 0 {
                let text = String::from_utf8(text.clone()).expect("an accepted text is ASCII");
                assert!(solved.confirms(&instance, &text), "{instance}{text}");
            }
            pairs.push((instance.to_string().into_bytes(), text));
        }
        previous = proof;
    }
    agree(&pairs);
}

#[test]
fn a_false_claim_is_refused() {
    let random = &mut Random::new(5);
    let solved = Solved::of(4, 4);
    let mut pairs = Vec::new();
    for _ in 0..600 {
        let instance = solved.crossed(random);
        let (first, second) = match solved.solutions(&instance) {
            [] => continue,
            [first, rest @ ..] => (first, rest.first()),
        };
        let text = proved(&instance).text;
        let head = |bound: usize| {
            let lines: Vec<_> = text.lines().take(2).collect();
            format!("judge-proof 1 picross {bound}\n{}\n", lines[1])
        };
        let grid = |black: &[bool]| {
            let letters: String = black.iter().map(|&b| if b { '#' } else { '.' }).collect();
            let rows: Vec<_> = (0..4).map(|row| &letters[4 * row..][..4]).collect();
            format!("solution\n{}\n", rows.join("\n"))
        };
        // All lines often enough that everything follows that lines imply; cells of the solution as assumptions.
        let keep = |extra: &str| format!("keep{}{extra}\n", " 1 2 3 4 5 6 7 8".repeat(4));
        let mut steps = vec![keep(""), keep(" -1"), String::new()];
        for _ in 0..4 {
            let cell = random.below(16);
            let literal = if first[cell] { -1 } else { 1 } * (cell as i64 + 1);
            steps.push(format!(
                "learn {literal} by{}\n{}",
                " 1 2 3 4 5 6 7 8".repeat(4),
                keep(" -1")
            ));
        }
        for steps in steps {
            let mut texts = vec![
                format!("{}claim none\n{steps}", head(0)),
                format!("{}claim several\n{}{}", head(1), grid(first), grid(first)),
            ];
            if second.is_some() {
                texts.push(format!("{}claim unique\n{}{steps}", head(1), grid(first)));
            }
            for text in texts {
                assert_eq!(
                    checked(instance.to_string().as_bytes(), text.as_bytes()),
                    1,
                    "{text}"
                );
                pairs.push(pair(&instance, &text));
            }
        }
    }
    assert!(pairs.len() > 1000, "{}", pairs.len());
    pairs.truncate(2000);
    agree(&pairs);
}

#[test]
fn both_checkers_agree_about_damaged_proofs_with_clauses() {
    let random = &mut Random::new(6);
    let mut pairs = Vec::new();
    let mut instances: Vec<_> = [2, 4, 5].map(dominoes).into();
    instances.extend((0..6).map(|seed| noise((12, 12), 0.42, true, seed)));
    for instance in instances {
        let proof = proved(&instance).text;
        if proof.len() > 20_000 {
            continue;
        }
        for _ in 0..40 {
            pairs.push((
                instance.to_string().into_bytes(),
                damaged(&proof, &proof, random),
            ));
        }
        let mut mutated = mutations(&proof);
        random.shuffle(&mut mutated);
        pairs.extend(
            mutated[..40.min(mutated.len())]
                .iter()
                .map(|text| pair(&instance, text)),
        );
    }
    agree(&pairs);
}
