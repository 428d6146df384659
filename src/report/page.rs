//! The page to look at: standings, every run, charts and replays in one file that opens from disk.

mod audience;
mod blocks;
mod charts;
mod game;
mod making;
mod matrix;
mod pack;
mod places;
mod replays;
mod shell;
mod view;

use askama::Template;
use serde_json::json;

use self::audience::Disclosure;
use self::blocks::{Block, Blocks, Layout};
use self::charts::LegendEntry;
use self::matrix::{Matrix, MatrixRow};
use self::replays::Replays;
use self::shell::Shell;
use self::view::View;
use super::table;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::snapshot::Snapshot;
use crate::standings::Standings;
use crate::units::{show_duration, show_size};

pub use self::audience::Audience;
pub use self::game::{Game, Solution, play_page};
pub use self::making::Making;

/// A page that mail programs still take.
pub const DEFAULT_SIZE: u64 = 20_000_000;

#[derive(Template)]
#[template(path = "report.html", config = "src/report/page/askama.toml")]
struct Report<'p> {
    shell: Shell,
    lead: String,
    warnings: Vec<String>,
    rounds: &'p [&'p str],
    columns: Vec<view::Column>,
    has_gaps: bool,
    has_bounds: bool,
    views: &'p [View],
    instances: Vec<Column>,
    matrix: Vec<MatrixRow>,
    is_divided: bool,
    notes: Vec<String>,
    left_out: String,
    legend: Vec<LegendEntry>,
    legend_note: String,
    facts: Vec<(&'static str, String)>,
    /// How the page was made.
    options: String,
}

/// The heading of an instance in the matrix.
struct Column {
    name: String,
    full_name: String,
    round: String,
}

/// The page of a contest for the instructor; see [`page_for`].
pub fn page(results: &Snapshot, standings: &Standings, most_bytes: u64) -> Result<String> {
    page_for(&Audience::default(), results, standings, most_bytes)
}

/// The page of a contest. To keep it below `most_bytes`, replays are left out, the largest first, then runs of the last
/// entrants; where that is not enough, standings by round, charts and all runs. Only the standings are always there.
pub fn page_for(
    audience: &Audience,
    results: &Snapshot,
    standings: &Standings,
    most_bytes: u64,
) -> Result<String> {
    let rounds = rounds(results);
    let disclosure = Disclosure::new(audience, results, standings);
    let standings = &*disclosure.edited(standings, &results.facts.instance);
    let matrix = Matrix::new(results, standings, &disclosure);
    let series = charts::series(&matrix.entrants);
    let mut views = vec![view::whole(results, standings, &series, &disclosure)?];
    if rounds.len() > 1 {
        let rule = standings.rule;
        views.extend(view::by_round(
            results,
            &rounds,
            rule,
            &series,
            &disclosure,
        )?);
    }
    let layout = Layout::new(&matrix);
    let mut draft = Draft {
        results,
        standings,
        disclosure: &disclosure,
        matrix: &matrix,
        rounds: &rounds,
        series: &series,
        views,
        first: layout.first(),
        is_divided: layout.is_divided(),
        most_bytes,
        cuts: Vec::new(),
    };
    let bare = loop {
        let bare = draft.render(&Blocks::none(&layout), &Replays::none(&matrix))?;
        if bare.len() as u64 + NOTE <= most_bytes || !draft.cut() {
            break bare;
        }
    };
    // Where the table of runs is left out, nobody could open the rest.
    let room = if draft.first.entrants.is_empty() {
        0
    } else {
        most_bytes.saturating_sub(bare.len() as u64 + NOTE)
    };
    let (blocks, taken) = Blocks::gather(&matrix, &layout, room);
    let replays = Replays::gather(results, &matrix, room - taken);
    draft.render(&blocks, &replays)
}

/// All that a page is made of but the blocks and replays that fit into it.
struct Draft<'p> {
    results: &'p Snapshot,
    standings: &'p Standings,
    disclosure: &'p Disclosure<'p>,
    matrix: &'p Matrix<'p>,
    rounds: &'p [&'p str],
    series: &'p [charts::Series],
    views: Vec<View>,
    /// The block of the matrix that is part of the page's HTML.
    first: Block,
    is_divided: bool,
    most_bytes: u64,
    /// What is left out.
    cuts: Vec<&'static str>,
}

impl Draft<'_> {
    /// Leaves out one part more; `false` where only the standings are left.
    fn cut(&mut self) -> bool {
        match self.cuts.len() {
            0 => {
                self.views.truncate(1);
                self.cuts.push("standings by round");
            }
            1 => {
                self.views.iter_mut().for_each(|view| view.charts.clear());
                self.series = &[];
                self.cuts.push("charts");
            }
            2 => {
                self.first = Block::default();
                self.is_divided = false;
                self.cuts.push("runs");
            }
            _ => return false,
        }
        true
    }

    fn render(&self, blocks: &Blocks, replays: &Replays) -> Result<String> {
        let Self {
            results,
            standings,
            matrix,
            rounds,
            ..
        } = *self;
        let round_key = |round: &str| {
            let number = rounds.iter().position(|other| *other == round);
            number.map_or(String::new(), |number| number.to_string())
        };
        let rounds = if self.views.len() > 1 { rounds } else { &[] };
        let can_show = |instance| replays.can_show(instance);
        let has_gaps = table::has_gaps(standings);
        let lead = table::summary(standings);
        let report = Report {
            shell: Shell::new(
                standings.contest.clone(),
                &SCRIPTS,
                &data(results, matrix, blocks, replays, &round_key),
            )?,
            lead: match self.disclosure.rank(standings) {
                Some(rank) => format!("{rank}; {lead}"),
                None => lead,
            },
            warnings: warnings(standings),
            rounds,
            columns: view::columns(has_gaps),
            has_gaps,
            has_bounds: matrix.has_bounds(),
            views: &self.views,
            instances: columns(matrix, &self.first, &round_key),
            matrix: matrix.table(&self.first, can_show, round_key),
            is_divided: self.is_divided,
            notes: self.notes(blocks),
            left_out: left_out(replays, self.most_bytes),
            legend: charts::legend(self.series, self.disclosure),
            legend_note: legend_note(self.series.len(), matrix.entrants.len()),
            facts: facts(results, standings),
            options: self
                .disclosure
                .making(&results.facts, standings, self.most_bytes),
        };
        report
            .render()
            .map_err(|error| Error::fault("write the page", &error))
    }

    /// What is not in the table of runs, and where it is to be found.
    fn notes(&self, blocks: &Blocks) -> Vec<String> {
        let mut notes = vec![self.disclosure.note(&self.results.facts.instance)];
        let (entrants, instances) = (self.matrix.entrants.len(), self.matrix.instances.len());
        if self.is_divided {
            let Block {
                entrants: rows,
                instances: columns,
            } = &self.first;
            let (rows, columns) = (rows.len(), columns.len());
            notes.push(format!(
                "The table shows {rows} of {entrants} entrants and {columns} of {instances} instances at a time; without JavaScript only the first."
            ));
        }
        let size = self.most_bytes as f64 / 1e6;
        let elsewhere = "runs.csv holds every run, judge leaderboard --team shows those of one team, and judge report --size makes a larger page";
        let has_runs = !self.first.entrants.is_empty();
        if blocks.left_out > 0 && has_runs {
            notes.push(format!(
                "{} of {} runs are left out to keep this page below {size} MB: {elsewhere}.",
                blocks.left_out,
                entrants * instances,
            ));
        }
        if !self.cuts.is_empty() {
            let cuts = self.cuts.join(", ");
            notes.push(format!(
                "Left out to keep this page below {size} MB: {cuts}; {elsewhere}."
            ));
        }
        notes.retain(|note| !note.is_empty());
        notes
    }
}

/// What remarks about runs and replays that were left out may take.
const NOTE: u64 = 1000;

const SCRIPTS: [&str; 4] = [
    include_str!("page/player.js"),
    include_str!("page/standings.js"),
    include_str!("page/matrix.js"),
    include_str!("page/replay.js"),
];

/// The rounds that have instances, in the order of the contest.
fn rounds(results: &Snapshot) -> Vec<&str> {
    let mut rounds: Vec<&str> = Vec::new();
    for instance in &results.facts.instance {
        if !rounds.contains(&instance.round.as_str()) {
            rounds.push(&instance.round);
        }
    }
    rounds
}

fn columns(matrix: &Matrix, block: &Block, round_key: &dyn Fn(&str) -> String) -> Vec<Column> {
    let column = |at: &&crate::results::InstanceFacts| Column {
        name: at.name.clone(),
        full_name: format!("{} of round {}", at.name, at.round),
        round: round_key(&at.round),
    };
    let shown = &matrix.instances[block.instances.clone()];
    shown.iter().map(column).collect()
}

/// What the scripts of the page need to know.
fn data(
    results: &Snapshot,
    matrix: &Matrix,
    blocks: &Blocks,
    replays: &Replays,
    round_key: &dyn Fn(&str) -> String,
) -> serde_json::Value {
    let problem = results.contest.problem;
    let unit = match problem.goal() {
        puzzles::Goal::Solve => "",
        _ => problem.unit(),
    };
    let instances: Vec<_> = matrix
        .instances
        .iter()
        .zip(&replays.instances)
        .map(|(at, text)| json!({"name": at.name, "round": round_key(&at.round), "text": text}))
        .collect();
    json!({
        "problem": problem.name(),
        "unit": unit,
        "entrants": matrix.entrants,
        "instances": instances,
        "blocks": blocks.data(),
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
    if shown == all || shown == 0 {
        return String::new();
    }
    "The lines are those of the best teams and of a few baselines.".to_owned()
}

fn facts(results: &Snapshot, standings: &Standings) -> Vec<(&'static str, String)> {
    let Snapshot { contest, facts, .. } = results;
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
