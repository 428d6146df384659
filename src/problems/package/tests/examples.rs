//! Example submissions.

use std::collections::BTreeSet;

use super::super::Outcome::{self, Accepted, RunTimeError, TimeLimit, WrongAnswer};
use super::super::{Example, Rule};
use super::{Fixture, Path};
use crate::verdict::Verdict;

fn find(examples: &[Example], path: &str) -> Example {
    let path = Path::new("submissions").join(path);
    let found = examples.iter().find(|example| example.path == path);
    found
        .unwrap_or_else(|| panic!("no {}", path.display()))
        .clone()
}

fn rule(permitted: &[Outcome], required: &[Outcome]) -> Rule {
    Rule::new(permitted, required)
}

#[test]
fn legacy_folders_and_annotations() {
    let package = Fixture::new(&[
        ("problem.yaml", ""),
        ("submissions/accepted/a.py", ""),
        ("submissions/accepted/folder/main.c", ""),
        ("submissions/accepted/README.md", ""),
        ("submissions/accepted/.hidden.py", ""),
        ("submissions/accepted/__pycache__/a.pyc", ""),
        ("submissions/wrong_answer/w.py", ""),
        ("submissions/time_limit_exceeded/t.py", ""),
        ("submissions/run_time_error/r.py", ""),
        (
            "submissions/partially_accepted/p.py",
            "# @EXPECTED_SCORE@: 95.35\n",
        ),
        (
            "submissions/mixed/m.cpp",
            "/*\r\n * @EXPECTED_RESULTS@: WRONG-ANSWER,TIMELIMIT\r\n */\r\n",
        ),
        (
            "submissions/mixed/n.cpp",
            "\u{0}// @expected_results@: Correct, RUN_TIME_ERROR */",
        ),
        ("submissions/other/o.py", ""),
    ]);
    let examples = package.read().examples().unwrap();
    let paths: Vec<String> = examples
        .iter()
        .map(|example| example.path.display().to_string())
        .collect();
    let names = [
        "accepted/a.py",
        "accepted/folder",
        "mixed/m.cpp",
        "mixed/n.cpp",
        "other/o.py",
    ];
    assert_eq!(paths[..5], names.map(|name| format!("submissions/{name}")));
    assert_eq!(paths.len(), 9);
    let rules = |path: &str| find(&examples, path).rules;
    assert_eq!(rules("accepted/folder"), [rule(&[Accepted], &[Accepted])]);
    assert_eq!(
        rules("wrong_answer/w.py"),
        [rule(&[Accepted, WrongAnswer], &[WrongAnswer])]
    );
    let slow = rule(&[Accepted, WrongAnswer, TimeLimit], &[TimeLimit]);
    assert_eq!(rules("time_limit_exceeded/t.py"), [slow]);
    assert!(
        rules("run_time_error/r.py")[0]
            .permitted
            .contains(&TimeLimit)
    );
    let both = [WrongAnswer, TimeLimit];
    assert_eq!(
        rules("mixed/m.cpp"),
        [rule(&[Accepted, WrongAnswer, TimeLimit], &both)]
    );
    let either = [Accepted, RunTimeError];
    assert_eq!(rules("mixed/n.cpp"), [rule(&either, &either)]);
    assert_eq!(rules("other/o.py"), [rule(&Outcome::ALL, &Outcome::ALL)]);
}

#[test]
fn submissions_yaml() {
    let package = Fixture::new(&[
        ("problem.yaml", "problem_format_version: 2025-09\nname: x\n"),
        (
            "submissions/submissions.yaml",
            "accepted: {model_solution: true}\ntime_limit_exceeded:\n  permitted: [AC, WA, TLE]\n\
             '*/half.{py,cpp}':\n  authors: {name: A}\n  score: 50\n  secret/easy:\n    permitted: [AC]\n\
             \x20 secret/*-hard:\n    permitted: [AC, TLE]\n    required: TLE\n",
        ),
        ("submissions/accepted/a.py", ""),
        ("submissions/brute_force/b.py", ""),
        ("submissions/rejected/half.cpp", ""),
        ("submissions/time_limit_exceeded/t.py", ""),
    ]);
    let examples = package.read().examples().unwrap();
    assert_eq!(examples.len(), 4);
    assert_eq!(
        find(&examples, "accepted/a.py").rules,
        [rule(&[Accepted], &[Accepted])]
    );
    let brute = rule(
        &[Accepted, TimeLimit, RunTimeError],
        &[TimeLimit, RunTimeError],
    );
    assert_eq!(find(&examples, "brute_force/b.py").rules, [brute]);
    let slow = rule(&[Accepted, WrongAnswer, TimeLimit], &[TimeLimit]);
    assert_eq!(find(&examples, "time_limit_exceeded/t.py").rules, [slow]);
    let half = find(&examples, "rejected/half.cpp");
    assert_eq!((half.scores[0].least, half.scores[0].most), (50.0, 50.0));
    assert_eq!(half.rules.len(), 3);
    assert_eq!(half.rules[2].cases.as_deref(), Some("secret/*-hard"));
    assert_eq!(half.rules[2].required, BTreeSet::from([TimeLimit]));
    let results = |outcomes: &[(&str, Outcome)]| {
        let named = outcomes
            .iter()
            .map(|(name, outcome)| ((*name).to_owned(), *outcome));
        half.violations(&named.collect::<Vec<_>>())
    };
    assert!(results(&[("secret/easy/1", Accepted), ("secret/1-hard", TimeLimit)]).is_empty());
    let violations = results(&[("secret/easy/1", WrongAnswer), ("secret/1-hard", Accepted)]);
    let expected = [
        "wrong answer on secret/easy/1, permitted: accepted",
        "no test case of secret/*-hard ends in: time limit",
    ];
    let messages: Vec<&str> = violations.iter().map(|at| at.message.as_str()).collect();
    assert_eq!(messages, expected);
    package.write(&[(
        "submissions/submissions.yaml",
        "accepted:\n  permitted: [OK]\n",
    )]);
    let error = package.shown(&package.read().examples().unwrap_err());
    assert!(
        error.starts_with("submissions/submissions.yaml:2:15: unknown verdict `OK`"),
        "{error}"
    );
}

#[test]
fn verdicts_of_the_judge() {
    assert_eq!(Outcome::of(Verdict::Rejected), Some(WrongAnswer));
    assert_eq!(Outcome::of(Verdict::MemoryLimit), Some(RunTimeError));
    assert_eq!(Outcome::of(Verdict::JudgeError), None);
}
