//! The page to look at: standings, every run, charts and replays in one file that opens from disk.

mod charts;
mod game;
mod matrix;
mod pack;
mod replays;
mod shell;
mod view;

use askama::Template;
use serde_json::json;

use self::charts::LegendEntry;
use self::matrix::{Matrix, MatrixRow};
use self::replays::Replays;
use self::shell::Shell;
use self::view::View;
use super::table;
use crate::contest::{Contest, Limits};
use crate::error::{Error, Result};
use crate::scoring::{Bounds, Played};
use crate::standings::Standings;
use crate::store::{Facts, ResultsDir, Row};
use crate::units::{show_duration, show_size};

pub use self::game::{Game, Solution, play_page};

/// A page that mail programs still take.
pub const DEFAULT_SIZE: u64 = 20_000_000;

/// A results folder with what stands in it.
#[derive(Debug)]
pub struct Results<'r> {
    pub contest: &'r Contest,
    pub facts: &'r Facts,
    /// One row of each run.
    pub rows: &'r [Row],
    pub bounds: &'r Bounds,
    pub files: &'r ResultsDir,
}

impl<'r> Results<'r> {
    fn played(&self) -> Played<'r> {
        Played {
            facts: self.facts,
            rows: self.rows,
            bounds: self.bounds,
        }
    }
}

#[derive(Template)]
#[template(path = "report.html", config = "src/report/page/askama.toml")]
struct Report<'p> {
    shell: Shell,
    lead: String,
    warnings: Vec<String>,
    rounds: &'p [&'p str],
    columns: Vec<view::Column>,
    has_gaps: bool,
    views: &'p [View],
    instances: Vec<Column>,
    matrix: Vec<MatrixRow>,
    left_out: String,
    legend: Vec<LegendEntry>,
    legend_note: String,
    facts: Vec<(&'static str, String)>,
    /// What the page was limited to, in bytes.
    size: u64,
}

/// The heading of an instance in the matrix.
struct Column {
    name: String,
    full_name: String,
    round: String,
}

/// The page of a contest; replays are left out, the largest first, that would make it larger than `most_bytes`.
pub fn page(results: &Results, standings: &Standings, most_bytes: u64) -> Result<String> {
    let rounds = rounds(results);
    let matrix = Matrix::new(results, standings);
    let series = charts::series(&matrix.entrants);
    let mut views = vec![view::whole(results, standings, &series)?];
    if rounds.len() > 1 {
        views.extend(view::by_round(results, &rounds, &series)?);
    }
    let has_gaps = table::has_gaps(standings);
    let render = |replays: &Replays| {
        let round_key = |round: &str| {
            let number = rounds.iter().position(|other| *other == round);
            number.map_or(String::new(), |number| number.to_string())
        };
        let can_show = |instance| replays.can_show(instance);
        let report = Report {
            shell: Shell::new(
                standings.contest.clone(),
                &SCRIPTS,
                &data(results, &matrix, replays),
            )?,
            lead: table::summary(standings),
            warnings: warnings(standings),
            rounds: &rounds,
            columns: view::columns(has_gaps),
            has_gaps,
            views: &views,
            instances: columns(&matrix, &round_key),
            matrix: matrix.table(can_show, round_key),
            left_out: left_out(replays, most_bytes),
            legend: charts::legend(&series),
            legend_note: legend_note(series.len(), matrix.entrants.len()),
            facts: facts(results, standings),
            size: most_bytes,
        };
        report
            .render()
            .map_err(|error| Error::fault("write the page", &error))
    };
    let bare = render(&Replays::none(&matrix))?;
    let room = most_bytes.saturating_sub(bare.len() as u64 + NOTE);
    render(&Replays::gather(results, &matrix, room))
}

/// The size that a page was limited to, by what it says itself.
pub fn size_of(page: &str) -> Option<u64> {
    let (_, rest) = page.split_once("<dl class=\"facts\" data-size=\"")?;
    rest.split_once('"')?.0.parse().ok()
}

/// What a remark about replays that were left out may take.
const NOTE: u64 = 500;

const SCRIPTS: [&str; 4] = [
    include_str!("page/player.js"),
    include_str!("page/standings.js"),
    include_str!("page/matrix.js"),
    include_str!("page/replay.js"),
];

/// The rounds that have instances, in the order of the contest.
fn rounds<'r>(results: &Results<'r>) -> Vec<&'r str> {
    let mut rounds: Vec<&str> = Vec::new();
    for instance in &results.facts.instance {
        if !rounds.contains(&instance.round.as_str()) {
            rounds.push(&instance.round);
        }
    }
    rounds
}

fn columns(matrix: &Matrix, round_key: &dyn Fn(&str) -> String) -> Vec<Column> {
    let column = |at: &&crate::store::InstanceFacts| Column {
        name: at.name.clone(),
        full_name: format!("{} of round {}", at.name, at.round),
        round: round_key(&at.round),
    };
    matrix.instances.iter().map(column).collect()
}

/// What the scripts of the page need to know.
fn data(results: &Results, matrix: &Matrix, replays: &Replays) -> serde_json::Value {
    let problem = results.contest.problem;
    let unit = match problem.goal() {
        reference::Goal::Solve => "",
        _ => problem.unit(),
    };
    let instances: Vec<_> = matrix
        .instances
        .iter()
        .zip(&replays.instances)
        .map(|(at, text)| json!({"name": at.name, "text": text}))
        .collect();
    json!({
        "problem": problem.name(),
        "unit": unit,
        "entrants": matrix.entrants,
        "instances": instances,
        "answers": replays.answers,
    })
}

fn warnings(standings: &Standings) -> Vec<String> {
    let mut warnings = Vec::new();
    if !standings
        .isolations
        .iter()
        .all(|isolation| isolation.is_sandboxed())
    {
        warnings.push("Programs ran without isolation (--unsandboxed).".to_owned());
    }
    if standings.complete < standings.planned {
        let (complete, planned) = (standings.complete, standings.planned);
        warnings.push(format!(
            "Unfinished: ranked on the {complete} of {planned} instances that everybody has done."
        ));
    }
    warnings
}

fn left_out(replays: &Replays, most_bytes: u64) -> String {
    let Some((count, smallest)) = replays.left_out else {
        return String::new();
    };
    let (size, smallest) = (most_bytes as f64 / 1e6, show_size(smallest));
    let what = if count == 1 {
        "One replay is".to_owned()
    } else {
        format!("{count} replays are")
    };
    format!(
        "{what} left out, those of answers from {smallest} on, to keep this page below {size} MB; judge report --size makes a larger one."
    )
}

fn legend_note(shown: usize, all: usize) -> String {
    if shown == all {
        return String::new();
    }
    "The lines are those of the best teams and of a few baselines.".to_owned()
}

fn facts(results: &Results, standings: &Standings) -> Vec<(&'static str, String)> {
    let Results { contest, facts, .. } = results;
    let limits = &contest.limits;
    let teams = standings.lines.iter().filter(|line| !line.baseline).count();
    let list = |texts: Vec<String>| texts.join(", ");
    let rounds = rounds(results).into_iter().map(|round| {
        let own = facts
            .instance
            .iter()
            .filter(|instance| instance.round == round);
        let public = contest.rounds.iter().any(|r| r.name == round && r.public);
        let kind = if public { "public" } else { "hidden" };
        format!("{round} ({}, {kind})", own.count())
    });
    vec![
        (
            "problem",
            format!("{}: {}", contest.problem.name(), contest.problem.about()),
        ),
        ("teams", teams.to_string()),
        ("rounds", list(rounds.collect())),
        (
            "scoring",
            format!("{}: {}", standings.rule.name(), standings.rule.about()),
        ),
        ("limits of a run", limits_in_words(limits)),
        ("machine", facts.machine.clone()),
        (
            "isolation",
            list(
                standings
                    .isolations
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
            ),
        ),
        ("judge", env!("CARGO_PKG_VERSION").to_owned()),
        ("digest of the hidden instances", facts.digest.clone()),
        (
            "seal",
            standings
                .seal
                .map_or("–".to_owned(), |seal| seal.to_string()),
        ),
    ]
}

fn limits_in_words(limits: &Limits) -> String {
    let mut text = format!(
        "{} of CPU time, {} in all, {} of memory, {} of output, {} processes on {} core{}",
        show_duration(limits.time),
        show_duration(limits.wall),
        show_size(limits.memory),
        show_size(limits.output),
        limits.processes,
        limits.cores,
        if limits.cores == 1 { "" } else { "s" },
    );
    if limits.anytime {
        text.push_str("; the last answer before the time limit counts");
    }
    text
}
