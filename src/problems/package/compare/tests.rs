//! Tests of the default output validator, among them the agreement with a naive implementation.

use std::time::Instant;

use proptest::prelude::*;

use super::*;

fn accepts(answer: &str, expected: &str, arguments: &str) -> bool {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let comparison = Comparison::from_arguments(&arguments).expect("known arguments");
    comparison
        .compare(answer.as_bytes(), expected.as_bytes())
        .is_ok()
}

fn message(answer: &str, expected: &str, arguments: &[&str]) -> String {
    let comparison = Comparison::from_arguments(arguments).unwrap();
    let difference = comparison.compare(answer.as_bytes(), expected.as_bytes());
    difference.expect_err("a difference").to_string()
}

#[test]
fn tokens_without_arguments() {
    assert!(accepts("1 2\n3\n", "1\n2  3", ""));
    assert!(accepts("Yes", "YES\n", ""));
    assert!(accepts("", " \n", ""));
    assert!(accepts("\x0b\x0c1\r\n", "1", ""));
    assert!(!accepts("1 2", "12", ""));
    assert!(!accepts("1 2 3", "1 2", ""));
    assert!(!accepts("1", "1 2", ""));
    assert!(!accepts("1.0", "1", ""));
    assert!(!accepts("É", "é", ""));
    assert!(!accepts("1\u{a0}2", "1 2", ""));
}

#[test]
fn case_and_space() {
    assert!(!accepts("Yes", "YES", "case_sensitive"));
    assert!(accepts("YES ", "YES", "case_sensitive"));
    assert!(accepts("a b\n", "A b\n", "space_change_sensitive"));
    for answer in ["a  b\n", "a\tb\n", "a b", " a b\n", "a b\n\n"] {
        assert!(
            !accepts(answer, "a b\n", "space_change_sensitive"),
            "{answer}"
        );
    }
}

#[test]
fn tolerances() {
    assert!(accepts("3.14000000e-2", "0.0314", "float_tolerance 0"));
    assert!(accepts("100.9", "100", "float_relative_tolerance 0.01"));
    assert!(!accepts("101.1", "100", "float_relative_tolerance 0.01"));
    assert!(!accepts("0.001", "0", "float_relative_tolerance 0.01"));
    assert!(accepts("0.001", "0", "float_absolute_tolerance 0.01"));
    assert!(!accepts("100.9", "100", "float_absolute_tolerance 0.01"));
    let either = "float_absolute_tolerance 0.01 float_relative_tolerance 0.01";
    assert!(accepts("100.9 0.001", "100 0", either));
    assert!(accepts("100.9 0.001", "100 0", "float_tolerance 0.01"));
    // The later argument counts.
    assert!(!accepts(
        "1.5",
        "1",
        "float_tolerance 1 float_tolerance 0.1"
    ));
    // Only tokens that are numbers in the expected answer are compared as numbers.
    assert!(accepts("ABC 1.0", "abc 1", "float_tolerance 0.1"));
    assert!(!accepts("abc", "1", "float_tolerance 1e9"));
    assert!(!accepts("1", "abc", "float_tolerance 1e9"));
    for word in [
        "nan", "inf", "-inf", "infinity", "0x1", "1e999", "1e", ".", "-", "1_0", "1f",
    ] {
        assert!(!accepts(word, "1", "float_tolerance 1e9"), "{word}");
        assert!(accepts(word, word, "float_tolerance 1e9"), "{word}");
    }
    for number in ["1", "+1", "1.", "1.0", "01", "10e-1", ".1E+1", "1000e-3"] {
        assert!(accepts(number, "1", "float_tolerance 0"), "{number}");
    }
}

#[test]
fn unknown_arguments() {
    let error = |arguments: &[&str]| {
        Comparison::from_arguments(arguments)
            .unwrap_err()
            .to_string()
    };
    let unknown = error(&["case_sensitve"]);
    assert!(unknown.contains("no argument `case_sensitve`"), "{unknown}");
    assert!(
        unknown.contains("did you mean `case_sensitive`?"),
        "{unknown}"
    );
    assert!(error(&["float_tolerance"]).contains("needs a number"));
    for value in ["-1", "nan", "inf", "x"] {
        assert!(error(&["float_tolerance", value]).contains("at least 0"));
    }
    assert!(compare(b"", b"", &["x".to_owned()]).is_err());
}

#[test]
fn differences_say_where() {
    let shown = message("1\n 2 x\n", "1 2 3\n", &[]);
    assert_eq!(shown, "line 2, column 4 (token 3): expected `3`, found `x`");
    let shown = message("1 \n", "1 2", &[]);
    assert_eq!(
        shown,
        "line 2, column 1 (token 2): expected `2`, found the end of the answer"
    );
    let shown = message("1 2", "1", &[]);
    assert_eq!(
        shown,
        "line 1, column 3 (token 2): expected the end of the answer, found `2`"
    );
    let shown = message("a  b", "a b", &["space_change_sensitive"]);
    assert_eq!(
        shown,
        "line 1, column 3 (token 2): the white space differs from the expected one"
    );
    let shown = message(&"x".repeat(1000), "\u{1}", &[]);
    assert!(shown.chars().count() < 120, "{shown}");
    let difference = Comparison::default().compare(b"7", b"42").unwrap_err();
    assert_eq!(difference.for_team(), "line 1, column 1: `7` is wrong");
}

#[test]
fn huge_answers_take_linear_time() {
    let many = "1.25 ".repeat(2_000_000);
    let long = "1".repeat(10_000_000);
    let started = Instant::now();
    assert!(accepts(&many, &many, "float_tolerance 1e-6"));
    assert!(accepts(&long, &long, "float_tolerance 1e-6"));
    assert!(accepts(&long, &long, "case_sensitive"));
    let seconds = started.elapsed().as_secs();
    assert!(seconds < 30, "{seconds} s");
}

/// The same comparison, written without regard to time and memory.
fn naive(answer: &[u8], expected: &[u8], comparison: &Comparison) -> bool {
    let is_space = |byte: &u8| b" \t\n\x0b\x0c\r".contains(byte);
    let pieces = |bytes: &[u8]| {
        let mut pieces: Vec<Vec<u8>> = Vec::new();
        for byte in bytes {
            match pieces.last_mut() {
                Some(last) if is_space(&last[0]) == is_space(byte) => last.push(*byte),
                _ => pieces.push(vec![*byte]),
            }
        }
        pieces.retain(|piece| comparison.space_change_sensitive || !is_space(&piece[0]));
        pieces
    };
    let value = |token: &[u8]| {
        let text = String::from_utf8(token.to_vec()).ok()?;
        let is_plain = text
            .chars()
            .all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
        text.parse::<f64>()
            .ok()
            .filter(|value| is_plain && value.is_finite())
    };
    let has_tolerance = comparison.absolute.is_some() || comparison.relative.is_some();
    let same = |found: &Vec<u8>, wanted: &Vec<u8>| match value(wanted).filter(|_| has_tolerance) {
        Some(wanted) => value(found).is_some_and(|found| {
            let error = (found - wanted).abs();
            error <= comparison.absolute.unwrap_or(-1.0)
                || comparison
                    .relative
                    .is_some_and(|most| error <= most * wanted.abs())
        }),
        None if comparison.case_sensitive => found == wanted,
        None => found.eq_ignore_ascii_case(wanted),
    };
    let (answer, expected) = (pieces(answer), pieces(expected));
    answer.len() == expected.len() && answer.iter().zip(&expected).all(|(a, b)| same(a, b))
}

prop_compose! {
    fn comparisons()(
        case_sensitive: bool,
        space_change_sensitive: bool,
        absolute in proptest::option::of(0.0..0.2),
        relative in proptest::option::of(0.0..0.2),
    ) -> Comparison {
        Comparison { case_sensitive, space_change_sensitive, absolute, relative }
    }
}

/// Texts of few kinds of tokens, so that many pairs are equal or nearly so.
fn texts() -> impl Strategy<Value = String> {
    let tokens = [
        "a", "A", "1", "1.1", "10e-1", "-1", "1e", ".", "nan", "+.9", "é", "\0",
    ];
    let tokens = proptest::sample::select(tokens.to_vec());
    let spaces = proptest::sample::select(vec![" ", "\n", "\r\n", "", "\t", "\x0b"]);
    let pairs = (tokens, spaces).prop_map(|(token, space)| [token, space].concat());
    proptest::collection::vec(pairs, 0..4).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn agrees_with_the_naive_comparison(answer in texts(), expected in texts(), how in comparisons()) {
        let accepted = how.compare(answer.as_bytes(), expected.as_bytes()).is_ok();
        prop_assert_eq!(accepted, naive(answer.as_bytes(), expected.as_bytes(), &how));
    }

    #[test]
    fn arbitrary_bytes(answer: Vec<u8>, expected: Vec<u8>, how in comparisons()) {
        let difference = how.compare(&answer, &expected);
        prop_assert_eq!(difference.is_ok(), naive(&answer, &expected, &how));
        if let Err(difference) = difference {
            prop_assert!(difference.line >= 1 && difference.column >= 1);
            prop_assert!(!difference.to_string().contains('\n'));
        }
        prop_assert!(how.compare(&answer, &answer).is_ok());
    }
}
