//! The README of a handout: what to type, and the rules of the contest.

use std::fmt::Write as _;

use puzzles::{AnyProblem, Starter};

use super::{CONTEST, INSTANCES, PLAY, problem, starter_folder};
use crate::contest::{Contest, Mode, Scale, ScoringRule};
use crate::help;
use crate::instances::Instance;
use crate::units::{show_duration, show_size};

/// Returns the rules of a contest without public instances, which has no handout.
pub fn rules(contest: &Contest) -> String {
    let mut text = limits_and_scoring(contest);
    text.push_str(&what_to_hand_in(contest));
    text.push_str(&help::problem_section(contest.problem.name()));
    text
}

pub(super) fn readme(
    contest: &Contest,
    instances: &[Instance],
    starters: &[&Starter],
    with_answers: bool,
) -> String {
    let problem: &dyn AnyProblem = contest.problem;
    let first = starters
        .first()
        .map_or("my-team".to_owned(), |starter| starter_folder(starter));
    let mut text = format!(
        "# {}\n\n{}: {}.\n\n",
        contest.name,
        problem.name(),
        problem.about()
    );
    let _ = write!(
        text,
        "## Try it\n\n```text\n$ judge try {first} --contest {CONTEST}\n\
         $ judge try {first} --contest {CONTEST} --watch\n\
         $ judge try {first} --contest {CONTEST} --report try.html\n```\n\n\
         The first command builds the program and runs it on the {} public instances, under the limits of the contest. The \
         second does so again after every change. The third writes a page with replays.\n\n",
        instances.len()
    );
    if problem.folder().is_some() {
        let _ = write!(
            text,
            "## The problem\n\n`{}/` is the problem: what is in it judges the answers. ",
            problem::FOLDER
        );
        if with_answers {
            text.push_str(
                "The `.ans` files beside the public instances are the expected answers: the judge compares answers with \
                 them.",
            );
        }
        text.truncate(text.trim_end().len());
        text.push_str("\n\n");
    } else {
        let _ = write!(
            text,
            "The instances are below `{INSTANCES}/`. `{PLAY}` is a page to solve them by hand, with the rules in \
             pictures.\n\n"
        );
    }
    text.push_str(&rules(contest));
    text
}

fn limits_and_scoring(contest: &Contest) -> String {
    let limits = &contest.limits;
    let anytime = if limits.anytime {
        "At the time limit the last complete answer counts."
    } else {
        "A program that reaches the time limit has no answer."
    };
    let mut text = format!(
        "## Limits per instance\n\n{} of CPU time, {} of wall time, {} of memory, {} of output. {anytime}\n\n\
         ## Scoring\n\n`{}`: {}.\n\n",
        show_duration(limits.time),
        show_duration(limits.wall),
        show_size(limits.memory),
        show_size(limits.output),
        contest.scoring.rule.name(),
        contest.scoring.rule.about(),
    );
    text.push_str(&points(contest));
    text
}

/// Returns the points of each round, if the rule gives points.
fn points(contest: &Contest) -> String {
    if contest.scoring.rule != ScoringRule::Points {
        return String::new();
    }
    let mut text = String::from(
        "| round | best value | runner-up | most bests | best mean |\n| --- | --- | --- | --- | --- |\n",
    );
    for round in contest.rounds.iter().filter(|round| !round.tie_break) {
        let Scale {
            best,
            second,
            most_bests,
            best_mean,
        } = round.scale;
        let name = &round.name;
        let _ = writeln!(
            text,
            "| {name} | {best} | {second} | {most_bests} | {best_mean} |"
        );
    }
    text.push('\n');
    text
}

fn what_to_hand_in(contest: &Contest) -> String {
    let mut text = String::from("## What to hand in\n\n");
    let has_mode = |mode: Mode| contest.rounds.iter().any(|round| round.mode == mode);
    if has_mode(Mode::Programs) {
        text.push_str(
            "A folder that holds an executable `solver`, one source file (`solver.py`, `.c`, `.cpp`, \
             `.rs`, `.java`, `.go` or `.js`), or a `submission.toml` with the commands to build and run. The program reads an \
             instance from standard input and writes its answer to standard output. `judge help submissions` has the \
             details.\n\n",
        );
    }
    for round in contest
        .rounds
        .iter()
        .filter(|round| round.public && round.mode == Mode::Answers)
    {
        let name = &round.name;
        let _ = write!(
            text,
            "Round `{name}` takes answers: for each instance `{INSTANCES}/{name}/NAME.txt` a file `answers/NAME.txt` in the \
             folder.\n\n"
        );
    }
    text
}
