//! Packages of the formats 2023-07 and 2025-09.

use std::time::Duration;

use puzzles::Goal;

use super::super::{Format, Graded, Validator};
use super::{Fixture, paths};

const HEADER: &str = "problem_format_version: 2025-09\nuuid: 5ca6ba5b\n";

#[test]
fn everything_in_problem_yaml() {
    let text = "name:\n  sv: Hej\n  en: Hello\ntype: [scoring, submit-answer]\nembargo_until: 2030-01-01\n\
                limits:\n  time_limit: 2.5\n  memory: 256\n  time_multipliers: {ac_to_time_limit: 2}\n\
                keywords: [a, b]\nlanguages: [cpp, python3]\nconstants:\n  eps: 1e-6\n  n: {value: 10, word: ten}\n";
    let package = Fixture::new(&[
        ("problem.yaml", &format!("{HEADER}{text}")),
        ("output_validator/v.py", ""),
        ("include/default/x", ""),
    ]);
    let read = package.read();
    assert_eq!(
        (read.format, read.name.as_str()),
        (Format::Version2025, "Hello")
    );
    assert_eq!((read.scoring, read.objective), (true, Some(Goal::Maximise)));
    assert!(read.validator_scores);
    assert_eq!(read.limits.time, Some(Duration::from_millis(2500)));
    assert_eq!(read.limits.memory, Some(256));
    assert_eq!(read.notes.len(), 2, "{:?}", read.notes);
    assert_eq!(
        read.expand_constants(b"{{n}} {{n.word}}").as_ref(),
        b"10 ten"
    );
    let Validator::Program(program) = read.validator else {
        panic!("a default validator");
    };
    assert_eq!(program.files, paths(&["v.py"]));
}

#[test]
fn versions_and_types() {
    for (version, format) in [
        ("legacy", Format::Legacy),
        ("legacy-icpc", Format::Legacy),
        ("icpc", Format::Legacy),
        ("2023-07", Format::Draft2023),
        ("2023-07-draft", Format::Draft2023),
        ("'2025-09'", Format::Version2025),
    ] {
        let text = format!("problem_format_version: {version}\nname: x\n");
        let package = Fixture::new(&[("problem.yaml", &text)]);
        assert_eq!(package.read().format, format);
    }
    for (kind, message) in [
        (
            "[scoring, interactive]",
            "3:17: interactive problems are not supported",
        ),
        ("multi-pass", "3:7: multi-pass problems are not supported"),
        ("[pass-fail, scoring]", "3:7: a problem cannot be both"),
    ] {
        let package = Fixture::new(&[("problem.yaml", &format!("{HEADER}type: {kind}\n"))]);
        let error = package.error();
        assert!(
            error.starts_with(&format!("problem.yaml:{message}")),
            "{error}"
        );
    }
    // Drafts: the validator in a folder of its own, or in the legacy place.
    for file in [
        "output_validator/v/v.cc",
        "output_validators/v/v.cc",
        "output_validators/v.cc",
    ] {
        let package = Fixture::new(&[("problem.yaml", HEADER), (file, "")]);
        assert!(
            matches!(package.read().validator, Validator::Program(_)),
            "{file}"
        );
    }
}

#[test]
fn arguments_of_cases_and_groups() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            &format!("{HEADER}constants: {{eps: 1e-6}}\n"),
        ),
        (
            "data/secret/test_group.yaml",
            "output_validator_args: [float_tolerance, \"{{eps}}\"]\n",
        ),
        (
            "data/secret/b/test_group.yaml",
            "output_validator_args: case_sensitive\n",
        ),
        (
            "data/secret/b/2.yaml",
            "hint: x\noutput_validator_args: []\n",
        ),
        (
            "data/secret/c/testdata.yaml",
            "output_validator_flags: float_tolerance 1\n",
        ),
    ]);
    for (case, arguments) in [
        ("secret/a/1", &["float_tolerance", "1e-6"] as &[&str]),
        ("secret/b/1", &["case_sensitive"]),
        ("secret/b/2", &[]),
        ("secret/c/1", &["float_tolerance", "1"]),
        ("sample/1", &[]),
    ] {
        let (input, answer) = (format!("data/{case}.in"), format!("data/{case}.ans"));
        package.write(&[(&input, ""), (&answer, "")]);
        assert_eq!(package.companion(&input).arguments, arguments, "{case}");
    }
    package.write(&[("data/secret/b/1.yaml", "args: [--fast]\n")]);
    let error = package.companion_error("data/secret/b/1.in");
    assert!(
        error.starts_with("data/secret/b/1.yaml:1:7: arguments for the program"),
        "{error}"
    );
    package.write(&[("data/secret/a/1.files/x", "")]);
    let error = package.companion_error("data/secret/a/1.in");
    assert!(
        error.starts_with("data/secret/a/1.files: files for the program"),
        "{error}"
    );
}

fn scores(package: &Fixture, cases: &[(&str, Option<&str>, bool)]) {
    for (case, score, multiplier) in cases {
        let companion = package.companion(&format!("data/{case}.in"));
        assert_eq!(companion.accepted_score.as_deref(), *score, "{case}");
        assert_eq!(companion.score_multiplier, *multiplier, "{case}");
    }
}

#[test]
fn scores_of_2025() {
    let package = Fixture::new(&[
        ("problem.yaml", &format!("{HEADER}type: scoring\n")),
        ("output_validator/v.py", ""),
        ("data/sample/1.in", ""),
        ("data/secret/1.in", ""),
        ("data/secret/2.in", ""),
        ("data/secret/3.in", ""),
    ]);
    scores(
        &package,
        &[
            ("sample/1", Some("1"), true),
            ("secret/1", Some("33.333333"), true),
        ],
    );
    let package = Fixture::new(&[
        ("problem.yaml", &format!("{HEADER}type: scoring\n")),
        ("output_validator/v.py", ""),
        ("data/secret/a/test_group.yaml", "max_score: 30\n"),
        ("data/secret/a/1.in", ""),
        ("data/secret/a/deep/2.in", ""),
        (
            "data/secret/b/test_group.yaml",
            "max_score: 50\nscore_aggregation: min\n",
        ),
        ("data/secret/b/1.in", ""),
        ("data/secret/b/2.in", ""),
        ("data/secret/c/test_group.yaml", "score_aggregation: sum\n"),
        ("data/secret/c/1.in", ""),
        ("data/secret/c/2.in", ""),
    ]);
    scores(
        &package,
        &[
            ("secret/a/1", Some("15"), false),
            ("secret/a/deep/2", Some("15"), false),
            ("secret/b/1", Some("50"), true),
            // What the others leave of 100.
            ("secret/c/1", Some("10"), true),
        ],
    );
    package.write(&[("data/secret/test_group.yaml", "max_score: 60\n")]);
    let error = package.companion_error("data/secret/c/1.in");
    assert!(
        error.starts_with("data/secret: the scores of its parts exceed"),
        "{error}"
    );
    package.write(&[("data/secret/test_group.yaml", "max_score: unbounded\n")]);
    scores(
        &package,
        &[
            ("secret/c/1", None, false),
            ("secret/a/1", Some("15"), false),
        ],
    );
    package.write(&[("data/secret/test_group.yaml", "max_score: -5\n")]);
    let error = package.companion_error("data/secret/c/1.in");
    assert!(
        error.starts_with("data/secret/test_group.yaml:1:12: the score `-5`"),
        "{error}"
    );
}

#[test]
fn scores_of_the_draft() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            "problem_format_version: 2023-07-draft\nname: x\ntype: scoring\n",
        ),
        (
            "data/secret/test_group.yaml",
            "scoring: {score: 40, aggregation: sum}\n",
        ),
        (
            "data/secret/a/test_group.yaml",
            "scoring: {score: 10, aggregation: sum}\n",
        ),
    ]);
    for case in ["a/1", "a/2", "b/deep/1", "b/2"] {
        let case = format!("data/secret/{case}");
        package.write(&[(&format!("{case}.in"), ""), (&format!("{case}.ans"), "")]);
    }
    scores(
        &package,
        &[
            ("secret/a/1", Some("5"), false),
            ("secret/b/deep/1", Some("15"), false),
            ("secret/b/2", Some("15"), false),
        ],
    );
}

#[test]
fn test_data_of_the_legacy_format() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            "problem_format_version: 2023-07-draft\ntype: scoring\nname: x\n",
        ),
        (
            "data/secret/a/testdata.yaml",
            "on_reject: break\naccept_score: 30\nrange: 0 30\ngrader_flags: min\n",
        ),
        ("data/secret/a/1.in", "1"),
        ("data/secret/a/1.ans", "1"),
        ("data/secret/a/2.in", "2"),
        ("data/secret/a/2.ans", "2"),
    ]);
    let score = |input: &str| package.companion(input).accepted_score;
    assert_eq!(score("data/secret/a/1.in").as_deref(), Some("30"));
}

#[test]
fn scores_and_messages_of_examples() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            "problem_format_version: 2025-09\ntype: scoring\nname: x\n",
        ),
        ("data/secret/a/test_group.yaml", "max_score: 40\n"),
        (
            "data/secret/b/test_group.yaml",
            "max_score: 60\nscore_aggregation: min\nrequire_pass: [sample, secret/a]\n",
        ),
        (
            "submissions/submissions.yaml",
            "accepted/x.py:\n  score: [60, 80]\n  message: far\n  secret/a: {score: 40}\n  secret/b:\n    score: 30\n    message: near\n",
        ),
        ("submissions/accepted/x.py", ""),
        ("data/secret/a/1.in", ""),
        ("data/secret/b/1.in", ""),
    ]);
    let package = package.read();
    let example = package.examples().unwrap().remove(0);
    let found = |results: &[(&str, Option<f64>, &str)]| {
        let graded = results.iter().map(|(name, score, message)| Graded {
            name: (*name).to_owned(),
            score: *score,
            message: (*message).to_owned(),
        });
        let graded: Vec<Graded> = graded.collect();
        package.misgraded(&example, &graded).unwrap()
    };
    let (first, second) = (
        ("secret/a/1", Some(20.0), "far"),
        ("secret/a/2", Some(20.0), ""),
    );
    let (third, fourth) = (
        ("secret/b/1", Some(30.0), "near"),
        ("secret/b/2", Some(50.0), ""),
    );
    assert_eq!(found(&[first, second, third, fourth]), [""; 0]);
    // The second group counts only if the first one is passed.
    let failed = ("secret/a/2", None, "");
    assert_eq!(
        found(&[first, failed, third, fourth]),
        [
            "the score of secret is 0, expected 60 to 80",
            "the score of secret/a is 0, expected 40",
            "the score of secret/b is 0, expected 30",
        ]
    );
    let silent = ("secret/b/1", Some(30.0), "far");
    assert_eq!(
        found(&[first, second, silent, fourth]),
        ["no message of the validator contains `near`"]
    );
}
