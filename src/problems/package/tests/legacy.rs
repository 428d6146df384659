//! Packages of the legacy format.

use std::time::Duration;

use puzzles::Goal;

use super::super::{Format, SuggestedLimits, Validator, is_package};
use super::{Fixture, paths};

#[test]
fn a_minimal_package() {
    let package = Fixture::new(&[
        ("problem.yaml", ""),
        ("data/secret/1.in", "1\n"),
        ("data/secret/1.ans", "2\n"),
    ]);
    assert!(is_package(&package.folder));
    assert!(!is_package(&package.folder.join("data")));
    let read = package.read();
    assert_eq!((read.format, read.name.as_str()), (Format::Legacy, "hello"));
    assert_eq!((read.scoring, read.objective), (false, None));
    assert_eq!(read.validator, Validator::Default);
    assert_eq!(read.limits, SuggestedLimits::default());
    assert!(read.notes.is_empty());
    let companion = package.companion("data/secret/1.in");
    assert_eq!(companion.answer, b"2\n");
    assert!(companion.arguments.is_empty());
    assert_eq!(
        (companion.accepted_score, companion.score_multiplier),
        (None, false)
    );
}

#[test]
fn everything_in_problem_yaml() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            "\u{feff}problem_format_version: legacy\r\nname: 'A: a \"test\"'\r\ntype: scoring\r\nauthor: A, B\r\n\
             source: Contest 2020\r\nlicense: cc by-sa\r\nunknown_key: [1, {a: b}]\r\nuuid: 0000\r\n\
             validation: custom score\r\nvalidator_flags: --mode 'two words'\r\ngrading:\r\n  objective: min\r\n\
             limits:\r\n  time_multiplier: 5\r\n  memory: 512\r\n  output: '16'\r\n  validation_time: 30\r\n\
             \x20 validation_memory: 1024\r\n  validation_output: 4\r\n",
        ),
        ("output_validators/check/validate.cc", ""),
        ("output_validators/check/validate.h", ""),
        ("output_validators/check/.git/config", ""),
        (".timelimit", "2.5\n"),
        ("graders/grader.py", ""),
        ("other/1.in", ""),
    ]);
    let read = package.read();
    assert_eq!(read.name, "A: a \"test\"");
    assert_eq!(read.objective, Some(Goal::Minimise));
    assert!(read.validator_scores);
    let Validator::Program(program) = &read.validator else {
        panic!("{:?}", read.validator);
    };
    assert_eq!(program.folder, super::Path::new("output_validators/check"));
    assert_eq!(program.files, paths(&["validate.cc", "validate.h"]));
    let limits = &read.limits;
    assert_eq!(limits.time, Some(Duration::from_millis(2500)));
    assert_eq!((limits.memory, limits.output), (Some(512), Some(16)));
    assert_eq!(limits.validation_time, Some(Duration::from_secs(30)));
    assert_eq!(
        (limits.validation_memory, limits.validation_output),
        (Some(1024), Some(4))
    );
    assert_eq!(read.notes, ["the custom grader in `graders` is ignored"]);
    // A file outside of `data`, without an answer.
    let companion = package.companion("other/1.in");
    assert_eq!(companion.arguments, ["--mode", "two words"]);
    assert!(companion.answer.is_empty());
    assert_eq!(companion.accepted_score.as_deref(), Some("1"));
}

#[test]
fn the_place_of_the_validator() {
    let custom = ("problem.yaml", "validation: custom\n");
    let found = |files: &[(&str, &str)]| {
        let package = Fixture::new(files);
        package.write(&[custom]);
        match package.read().validator {
            Validator::Program(program) => (program.folder, program.files),
            Validator::Default => panic!("a default validator"),
        }
    };
    let folder = super::PathBuf::from("output_validators");
    assert_eq!(
        found(&[("output_validators/v.py", "")]),
        (folder.clone(), paths(&["v.py"]))
    );
    let with_header = [
        ("output_validators/v.cpp", ""),
        ("output_validators/v.h", ""),
    ];
    assert_eq!(
        found(&with_header),
        (folder.clone(), paths(&["v.cpp", "v.h"]))
    );
    let scripts = [
        ("output_validators/build", ""),
        ("output_validators/a.c", ""),
        ("output_validators/b.c", ""),
    ];
    assert_eq!(
        found(&scripts),
        (folder.clone(), paths(&["a.c", "b.c", "build"]))
    );
    let nested = [
        ("output_validators/v/src/a.c", ""),
        ("output_validators/v/run", ""),
    ];
    assert_eq!(
        found(&nested),
        (folder.join("v"), paths(&["run", "src/a.c"]))
    );
    assert_eq!(found(&[("output_validator/v.py", "")]).1, paths(&["v.py"]));
    // Without `custom` it is not used.
    let package = Fixture::new(&[
        ("problem.yaml", "validation: default\n"),
        ("output_validators/v.py", ""),
    ]);
    assert_eq!(package.read().validator, Validator::Default);
    // None, and several.
    let package = Fixture::new(&[custom]);
    let error = package.error();
    assert!(
        error.starts_with("problem.yaml: the package has a custom output validator"),
        "{error}"
    );
    assert!(
        error.contains("help: add it to the folder output_validators"),
        "{error}"
    );
    package.write(&[
        ("output_validators/a.py", ""),
        ("output_validators/b/run", ""),
    ]);
    let error = package.error();
    assert!(
        error.starts_with("output_validators: several output validators (`a.py`, `b`)"),
        "{error}"
    );
}

#[test]
fn arguments_of_groups() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            "validator_flags: case_sensitive\ntype: scoring\n",
        ),
        ("data/testdata.yaml", "accept_score: 2\n"),
        (
            "data/secret/a/testdata.yaml",
            "output_validator_flags: float_tolerance 1e-6\n",
        ),
        (
            "data/secret/b/testdata.yaml",
            "accept_score: 0.50\noutput_validator_flags: ''\n",
        ),
        (
            "data/secret/c/testdata.yaml",
            "output_validator_flags: {name: x, flags: space_change_sensitive}\n",
        ),
    ]);
    for case in [
        "secret/1",
        "secret/a/1",
        "secret/a/deep/2.b",
        "secret/b/1",
        "secret/c/1",
    ] {
        let case = format!("data/{case}");
        package.write(&[(&format!("{case}.in"), ""), (&format!("{case}.ans"), "")]);
    }
    for (case, arguments, score) in [
        ("secret/1", &["case_sensitive"] as &[&str], "2"),
        ("secret/a/1", &["float_tolerance", "1e-6"], "2"),
        ("secret/a/deep/2.b", &["float_tolerance", "1e-6"], "2"),
        ("secret/b/1", &[], "0.5"),
        ("secret/c/1", &["space_change_sensitive"], "2"),
    ] {
        let companion = package.companion(&format!("data/{case}.in"));
        assert_eq!(companion.arguments, arguments, "{case}");
        assert_eq!(companion.accepted_score.as_deref(), Some(score), "{case}");
    }
    let read = package.read();
    let name = read.case_name(&package.folder.join("data/secret/a/deep/2.b.in"));
    assert_eq!(name.as_deref(), Some("secret/a/deep/2.b"));
    assert_eq!(read.case_name(&package.folder.join("problem.yaml")), None);
    assert_eq!(
        package.names("data/secret"),
        ["1", "a-1", "a-deep-2.b", "b-1", "c-1"]
    );
}

#[test]
fn what_is_wrong_with_arguments() {
    let package = Fixture::new(&[
        (
            "problem.yaml",
            "name: x\nvalidator_flags: float_tolerence 1e-6\n",
        ),
        ("data/secret/1.in", ""),
        ("data/secret/1.ans", ""),
    ]);
    let expected = "problem.yaml:2:18: the default output validator has no argument `float_tolerence`\n   |\n \
                    2 | validator_flags: float_tolerence 1e-6\n   |                  ^^^^^^^^^^^^^^^^^^^^\n  \
                    help: did you mean `float_tolerance`?";
    assert_eq!(package.error(), expected);
    package.write(&[
        ("problem.yaml", ""),
        (
            "data/secret/testdata.yaml",
            "output_validator_flags: float_tolerance 'x\n",
        ),
    ]);
    let error = package.companion_error("data/secret/1.in");
    assert!(
        error.starts_with("data/secret/testdata.yaml:1:25: the arguments contain a quote '"),
        "{error}"
    );
    std::fs::remove_file(package.folder.join("data/secret/1.ans")).unwrap();
    package.write(&[("data/secret/testdata.yaml", "")]);
    let error = package.companion_error("data/secret/1.in");
    assert!(
        error.starts_with("data/secret/1.ans: the answer file is missing"),
        "{error}"
    );
}

#[test]
fn what_is_not_supported() {
    let package = Fixture::new(&[("problem.yaml", "validation: custom interactive\n")]);
    let error = package.error();
    assert!(
        error.starts_with("problem.yaml:1:13: interactive problems are not supported"),
        "{error}"
    );
    for (text, message) in [
        (
            "problem_format_version: 2099-01\n",
            "1:25: unknown version `2099-01`",
        ),
        ("type: interactive\n", "1:7: interactive problems"),
        ("type: scorring\n", "1:7: unknown problem type `scorring`"),
        ("validation: cutsom\n", "1:13: unknown word `cutsom`"),
        (
            "type: scoring\ngrading: {objective: up}\n",
            "2:22: `objective` must be min or max",
        ),
        ("limits: 5\n", "1:9: `limits` must be a map"),
        (
            "limits: {memory: -1}\n",
            "1:18: `memory` must be more than 0",
        ),
        (
            "limits: {memory: .inf}\n",
            "1:18: `memory` must be a number",
        ),
        ("name: [a]\n", "1:7: `name` must be a text"),
        ("- name\n", "1:1: `the file` must be a map"),
    ] {
        package.write(&[("problem.yaml", text)]);
        let error = package.error();
        assert!(
            error.starts_with(&format!("problem.yaml:{message}")),
            "{error}"
        );
    }
    std::fs::remove_file(package.folder.join("problem.yaml")).unwrap();
    assert!(package.error().contains("is not a problem package"));
}

#[test]
fn time_limits_of_other_files() {
    let package = Fixture::new(&[
        ("problem.yaml", "limits: {time_multiplier: 3}\n"),
        (
            "domjudge-problem.ini",
            "short-name = A\r\ntimelimit='4' ; seconds\r\n",
        ),
        (".timelimit", "9"),
    ]);
    assert_eq!(package.read().limits.time, Some(Duration::from_secs(4)));
    package.write(&[("problem.yaml", "limits: {time_limit: 1.5}\n")]);
    assert_eq!(
        package.read().limits.time,
        Some(Duration::from_millis(1500))
    );
    package.write(&[
        ("problem.yaml", ""),
        ("domjudge-problem.ini", "a=b\ntimelimit=1:30\n"),
    ]);
    let error = package.error();
    assert!(
        error.starts_with("domjudge-problem.ini:2: the time limit `1:30`"),
        "{error}"
    );
}
