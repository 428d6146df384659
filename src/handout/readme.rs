//! The README of a handout: what to type, and the rules of the contest.

use std::fmt::Write as _;

use puzzles::{AnyProblem, Starter};

use super::rules::of_problem;
use super::{CONTEST, INSTANCES, PLAY, problem, starter_folder};
use crate::contest::{Contest, Mode, Scale, ScoringRule};
use crate::instances::Instance;
use crate::locale::{Argument, Language, Message};
use crate::problems;

/// Returns the rules of a contest without public instances, which has no handout.
pub fn rules(contest: &Contest, language: Language) -> String {
    let mut text = limits_and_scoring(contest, language);
    text.push_str(&what_to_hand_in(contest, language));
    text.push_str(&of_problem(contest.problem.name(), language));
    text
}

pub(super) fn readme(
    contest: &Contest,
    instances: &[Instance],
    starters: &[&Starter],
    with_answers: bool,
    language: Language,
) -> String {
    let problem: &dyn AnyProblem = contest.problem;
    let first = starters
        .first()
        .map_or("my-team".to_owned(), |starter| starter_folder(starter));
    let name = contest.name.as_str();
    let mut text = format!("# {name}\n\n");
    let about = language.message("handout-about");
    let about = about.with("problem", problem.name());
    paragraph(
        &mut text,
        &about.with("about", problems::about(problem, language)),
    );
    heading(&mut text, &language.message("handout-try"));
    let _ = write!(
        text,
        "```text\n$ judge try {first} --contest {CONTEST}\n\
         $ judge try {first} --contest {CONTEST} --watch\n\
         $ judge try {first} --contest {CONTEST} --report try.html\n```\n\n"
    );
    let commands = language.message("handout-commands");
    paragraph(&mut text, &commands.with("count", instances.len()));
    if problem.folder().is_some() {
        heading(&mut text, &language.message("handout-problem"));
        let mut sentences = language
            .message("handout-problem-folder")
            .with("folder", problem::FOLDER)
            .to_string();
        if with_answers {
            let _ = write!(sentences, " {}", language.message("handout-answers"));
        }
        text.push_str(&sentences);
        text.push_str("\n\n");
    } else {
        let files = language.message("handout-files");
        let files = files.with("instances", INSTANCES).with("play", PLAY);
        paragraph(&mut text, &files);
    }
    text.push_str(&rules(contest, language));
    text
}

fn paragraph(text: &mut String, message: &Message) {
    let _ = write!(text, "{message}\n\n");
}

fn heading(text: &mut String, message: &Message) {
    let _ = write!(text, "## {message}\n\n");
}

fn limits_and_scoring(contest: &Contest, language: Language) -> String {
    let limits = &contest.limits;
    let mut text = String::new();
    heading(&mut text, &language.message("handout-limits"));
    let used = language
        .message("handout-limits-used")
        .with("time", limits.time)
        .with("wall", limits.wall)
        .with("memory", Argument::Size(limits.memory))
        .with("output", Argument::Size(limits.output));
    let anytime = if limits.anytime {
        language.message("handout-anytime")
    } else {
        language.message("handout-no-anytime")
    };
    let _ = write!(text, "{used} {anytime}\n\n");
    heading(&mut text, &language.message("handout-scoring"));
    let rule = contest.scoring.rule;
    let scoring = language.message("handout-scoring-rule");
    let scoring = scoring.with("rule", rule.name());
    paragraph(&mut text, &scoring.with("about", rule.about_in(language)));
    text.push_str(&points(contest, language));
    text
}

/// Returns the points of each round, if the rule gives points.
fn points(contest: &Contest, language: Language) -> String {
    if contest.scoring.rule != ScoringRule::Points {
        return String::new();
    }
    let columns = [
        language.message("handout-round"),
        language.message("handout-best"),
        language.message("handout-second"),
        language.message("handout-most-bests"),
        language.message("handout-best-mean"),
    ];
    let columns = columns.map(|column| column.to_string()).join(" | ");
    let mut text = format!("| {columns} |\n| --- | --- | --- | --- | --- |\n");
    for round in contest.rounds.iter().filter(|round| !round.tie_break) {
        let Scale {
            best,
            second,
            most_bests,
            best_mean,
        } = round.scale;
        let points = [best, second, most_bests, best_mean];
        let points = points.map(|points| language.number(&points.to_string()));
        let _ = writeln!(text, "| {} | {} |", round.name, points.join(" | "));
    }
    text.push('\n');
    text
}

fn what_to_hand_in(contest: &Contest, language: Language) -> String {
    let mut text = String::new();
    heading(&mut text, &language.message("handout-hand-in"));
    let has_mode = |mode: Mode| contest.rounds.iter().any(|round| round.mode == mode);
    if has_mode(Mode::Programs) {
        paragraph(&mut text, &language.message("handout-program"));
    }
    for round in contest
        .rounds
        .iter()
        .filter(|round| round.public && round.mode == Mode::Answers)
    {
        let takes = language.message("handout-takes-answers");
        let takes = takes.with("round", round.name.as_str());
        paragraph(&mut text, &takes.with("instances", INSTANCES));
    }
    text
}
