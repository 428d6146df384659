//! What both checkers take for unreadable, and what they refuse.

use puzzles::picross::Instance;

use crate::{Pair, agree, checked, pair, proved};

/// A small instance with one solution, and its proof.
const SMALL: &str = "2 2\n1\n1\n2\n0\n";
const SMALL_PROOF: &str = "judge-proof 1 picross 1
instance ba379f55684e62a8d2c5a2b7bb73ac649cef17c03e804e76a2c1d1eb9345f12e
claim unique
solution
#.
#.
keep 3 4 -1
";

/// Ends of the proof instead of its only step, and the exit codes.
const STEPS: &[(&str, u8)] = &[
    ("keep 1 2 3 4 1 2 3 4 -1", 0),
    ("learn 1 by 3\nkeep 1 3 2 -1", 0),
    ("learn 1 by 3\nkeep 1 3 2 -2", 1),
    ("learn 1 1 by 3\nkeep 1 2 3 4 -1", 0),
    ("keep 1 2 3 4", 1),
    ("keep", 1),
    ("learn by 1 2 3 4 -1\nkeep -2", 0),
    ("learn by", 1),
    ("learn 1 by", 1),
    ("keep 5", 1),
    ("keep 0", 1),
    ("keep -2", 1),
    ("keep 999999999999999", 1),
    ("keep -999999999999999", 1),
    ("learn 0 by 1", 1),
    ("learn 999999999999999 by 3", 1),
    ("keep 1000000000000000", 2),
    ("keep 01", 2),
    ("keep -0", 2),
    ("keep +1", 2),
    ("keep  1", 2),
    ("keep 1 ", 2),
    ("keep 1_0", 2),
    ("keep\t1", 2),
    ("keep 1\r", 2),
    (" keep 1", 2),
    ("keep1", 2),
    ("learn 1", 2),
    ("learn 1by 3", 2),
    ("learn 1 by3", 2),
    ("learn 1 by 3 by 3", 2),
    ("learn", 2),
    ("", 2),
    ("keep \u{661}", 2),
];

/// Checks the exit code in Rust.
fn expect(instance: &Instance, text: &str, code: u8) -> Pair {
    let pair = pair(instance, text);
    assert_eq!(checked(&pair.0, &pair.1), code, "{text}");
    pair
}

#[test]
fn steps_are_read_strictly() {
    let instance = Instance::read(SMALL.as_bytes()).expect("a puzzle");
    assert_eq!(proved(&instance).text, SMALL_PROOF);
    let begin = SMALL_PROOF.trim_end_matches("keep 3 4 -1\n");
    let cases = STEPS.iter();
    let pairs: Vec<_> = cases
        .map(|(steps, code)| expect(&instance, &format!("{begin}{steps}\n"), *code))
        .collect();
    agree(&pairs);
}

#[test]
fn the_beginning_is_read_strictly() {
    let instance = Instance::read(SMALL.as_bytes()).expect("a puzzle");
    let proof = SMALL_PROOF.to_owned();
    let instance_line = proof.lines().nth(1).expect("a digest").to_owned();
    let cases = [
        (proof.clone(), 0),
        (format!("{proof}keep 1\n"), 1),
        (format!("{proof}keep x\n"), 2),
        (proof.trim_end().to_owned(), 2),
        (proof.replace("#.", "##"), 1),
        (proof.replace("#.\n#.\n", "#.\n#\n"), 2),
        (proof.replace("#.\n#.\n", "#.\n"), 2),
        (proof.replace("solution\n", ""), 2),
        (proof.replace("unique", "none"), 2),
        (proof.replace("unique", "both"), 2),
        (proof.replace("unique\nsolution\n#.\n#.\n", "none\n"), 1),
        (proof.replace("cross 1", "cross 0"), 1),
        (proof.replace("cross 1", "cross 2"), 1),
        (proof.replace("cross 1", "cross -1"), 1),
        (proof.replace("cross 1", "cross"), 2),
        (proof.replace("cross 1", "cross 1 "), 2),
        (proof.replace("cross 1", "cross 01"), 2),
        (proof.replace("proof 1", "proof 2"), 2),
        (proof.replace("picross", "la-grille"), 2),
        (
            proof.replace(&instance_line, &instance_line.replace('6', "7")),
            1,
        ),
        (proof.replace(&instance_line, &instance_line[1..]), 2),
        (
            proof.replace(&instance_line, &instance_line.to_uppercase()),
            2,
        ),
        (
            proof.replace(&instance_line, &format!("{instance_line}0")),
            2,
        ),
        (proof.replace(&instance_line, &instance_line[..72]), 2),
        // The digest is compared before the rest is read.
        (
            format!("judge-proof 1 picross 1\ninstance {}\nwhat", "0".repeat(64)),
            1,
        ),
        (
            format!("judge-proof 1 picross 1\ninstance {}", "0".repeat(64)),
            2,
        ),
        (format!("judge-proof 1 picross 1\n{instance_line}\n"), 2),
        (String::new(), 2),
        ("\n".to_owned(), 2),
    ];
    let cases = cases.iter();
    let pairs: Vec<_> = cases
        .map(|(text, code)| expect(&instance, text, *code))
        .collect();
    agree(&pairs);
}

#[test]
fn instances_are_read_strictly() {
    let mut pairs = Vec::new();
    for text in [
        "2 2\n1\n1\n2\n",
        "2 2\n1\n1\n1\n0\n",
        "2 2\n3\n1\n2\n0\n",
        "x",
        "",
        "0 0\n",
        "2 2\n1\n1\n2\n0\n0\n",
    ] {
        assert_eq!(
            checked(text.as_bytes(), SMALL_PROOF.as_bytes()),
            2,
            "{text}"
        );
        pairs.push((text.into(), SMALL_PROOF.into()));
    }
    pairs.push((b" 2\t2 \n1 \n 1\n2\n0\n\n".to_vec(), SMALL_PROOF.into()));
    pairs.push((b"1 1\n1\n1\n".to_vec(), SMALL_PROOF.into()));
    agree(&pairs);
}
