//! The report page: standings, runs, charts and replays in one HTML file that works without a server.

mod audience;
mod blocks;
mod charts;
mod colour_scale;
mod critical_difference;
mod drawing;
mod earnings;
mod facts;
mod frame;
mod instance_ranks;
mod instances;
mod matrix;
mod notes;
mod options;
mod pack;
mod play;
mod replays;
mod score_parts;
mod view;

use askama::Template;
use serde_json::json;

use self::audience::Disclosure;
use self::blocks::{Block, BlockLayout, Blocks};
use self::charts::LegendEntry;
use self::colour_scale::ColourScale;
use self::earnings::Earnings;
use self::instances::InstanceSection;
use self::matrix::{Matrix, MatrixRow, ShownInstance};
use self::replays::Replays;
use self::score_parts::ScoreParts;
use self::view::View;
use super::html::BasePage;
use super::remarks;
use crate::error::{Error, Result};
use crate::problems;
use crate::scoring::{self, ScoringInput, Table};
use crate::snapshot::Snapshot;
use crate::standings::Standings;

pub use self::audience::Audience;
pub use self::drawing::drawing_page;
pub use self::options::PageOptions;
pub use self::play::{Game, Solution, play_page};
pub(crate) use self::view::{Column, ShownLine, columns as standings_columns, shown_lines};

/// The default size limit in bytes; larger attachments are refused by many mail servers.
pub const DEFAULT_SIZE: u64 = 20_000_000;

/// The number of bytes reserved for notes about runs and replays that were left out.
const NOTES_RESERVE: u64 = 1000;

/// The scripts of this page, in the order in which they are loaded.
const SCRIPTS: [&str; 7] = [
    include_str!("page/standings.js"),
    include_str!("page/matrix.js"),
    include_str!("page/frame.js"),
    include_str!("page/texts.js"),
    include_str!("page/replay.js"),
    include_str!("page/links.js"),
    include_str!("page/touch.js"),
];

#[derive(Template)]
#[template(path = "report.html", config = "src/report/askama.toml")]
struct ReportPage<'p> {
    base: BasePage,
    lead: String,
    warnings: Vec<String>,
    rounds: &'p [&'p str],
    columns: Vec<view::Column>,
    has_gaps: bool,
    scale: ColourScale,
    views: &'p [View],
    instances: Vec<MatrixColumn>,
    matrix: Vec<MatrixRow>,
    is_divided: bool,
    notes: Vec<String>,
    omitted_replays: Option<String>,
    legend: Vec<LegendEntry>,
    legend_note: Option<&'static str>,
    score_parts: Option<&'p ScoreParts>,
    instance_section: Option<&'p InstanceSection>,
    facts: Vec<(&'static str, String)>,
    /// The options that the page was made with, see [`PageOptions`].
    options: String,
}

/// The heading of an instance in the matrix.
struct MatrixColumn {
    name: String,
    full_name: String,
    round: String,
}

/// Returns the page of a contest for the instructor, see [`page_for`].
pub fn page(results: &Snapshot, standings: &Standings, max_bytes: u64) -> Result<String> {
    page_for(&Audience::default(), results, standings, max_bytes)
}

/// Returns the page of a contest for an audience.
///
/// To stay below `max_bytes`, the page omits replays, the largest first, then runs of the last entrants. If that is not
/// enough, it omits the standings by round, the charts and all runs. The overall standings are never omitted.
pub fn page_for(
    audience: &Audience,
    results: &Snapshot,
    standings: &Standings,
    max_bytes: u64,
) -> Result<String> {
    let rounds = facts::rounds(results);
    let disclosure = Disclosure::new(audience, results, standings);
    let standings = &*disclosure.redacted(standings, &results.facts.instance);
    let table = Table::new(ScoringInput::from(results));
    let scorer = scoring::scorer(standings.rule, &table);
    let earnings = Earnings::new(&table, &*scorer);
    let matrix = Matrix::new(results, standings, &disclosure, &earnings);
    let series = charts::series(&matrix.entrants);
    let mut views = vec![view::overall(results, standings, &series, &disclosure)];
    if rounds.len() > 1 {
        let rule = standings.rule;
        views.extend(view::by_round(results, &rounds, rule, &series, &disclosure));
    }
    let layout = BlockLayout::new(&matrix);
    let mut draft = Draft {
        results,
        standings,
        disclosure: &disclosure,
        matrix: &matrix,
        rounds: &rounds,
        series: &series,
        views,
        score_parts: ScoreParts::new(&results.contest, standings, &disclosure),
        instances: InstanceSection::new(results, standings, &disclosure),
        first: layout.first(),
        is_divided: layout.is_divided(),
        max_bytes,
        omitted: Vec::new(),
    };
    let smallest = loop {
        let smallest = draft.render(&Blocks::none(&layout), &Replays::none(&matrix))?;
        if smallest.len() as u64 + NOTES_RESERVE <= max_bytes || !draft.omit_part() {
            break smallest;
        }
    };
    // Without the matrix, readers could not open the other blocks or the replays.
    let room = if draft.first.entrants.is_empty() {
        0
    } else {
        max_bytes.saturating_sub(smallest.len() as u64 + NOTES_RESERVE)
    };
    let (blocks, taken) = Blocks::gather(&matrix, &layout, room);
    let replays = Replays::gather(results, &matrix, room - taken);
    draft.render(&blocks, &replays)
}

/// The parts of a page other than packed blocks and replays.
struct Draft<'p> {
    results: &'p Snapshot,
    standings: &'p Standings,
    disclosure: &'p Disclosure<'p>,
    matrix: &'p Matrix<'p>,
    rounds: &'p [&'p str],
    series: &'p [charts::Series],
    views: Vec<View>,
    score_parts: Option<ScoreParts>,
    instances: Option<InstanceSection>,
    /// The block of the matrix that is written as HTML.
    first: Block,
    is_divided: bool,
    max_bytes: u64,
    /// The parts that are left out.
    omitted: Vec<&'static str>,
}

impl Draft<'_> {
    /// Leaves out one more part. Returns `false` if only the overall standings are left.
    fn omit_part(&mut self) -> bool {
        match self.omitted.len() {
            0 => {
                self.views.truncate(1);
                self.omitted.push("standings by round");
            }
            1 => {
                self.views.iter_mut().for_each(|view| view.figures.clear());
                self.series = &[];
                self.instances = None;
                self.omitted.push("charts and instances");
            }
            2 => {
                self.first = Block::default();
                self.is_divided = false;
                self.omitted.push("runs");
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
        let can_open = |instance| replays.can_open(instance);
        let has_gaps = remarks::has_gaps(standings);
        let summary = remarks::summary(standings);
        let base = BasePage::interactive(
            standings.contest.clone(),
            &SCRIPTS,
            &data(results, matrix, blocks, replays, &round_key),
        )?;
        let page = ReportPage {
            base: match &replays.view {
                Some(view) => view.allowed_in(base),
                None => base,
            },
            lead: match self.disclosure.rank(standings) {
                Some(rank) => format!("{rank}; {summary}"),
                None => summary,
            },
            warnings: facts::warnings(standings),
            rounds,
            columns: view::columns(has_gaps),
            has_gaps,
            scale: matrix.scale(),
            views: &self.views,
            instances: columns(matrix, &self.first, &round_key),
            matrix: matrix.table(&self.first, can_open, round_key),
            is_divided: self.is_divided,
            notes: self.notes(blocks),
            omitted_replays: notes::omitted_replays(replays, self.max_bytes),
            legend: charts::legend(self.series, self.disclosure),
            score_parts: self.score_parts.as_ref(),
            instance_section: self.instances.as_ref(),
            legend_note: notes::legend(self.series.len(), matrix.entrants.len()),
            facts: facts::facts(results, standings),
            options: self
                .disclosure
                .options(&results.facts, standings, self.max_bytes)
                .to_string(),
        };
        page.render()
            .map_err(|error| Error::fault("write the page", &error))
    }
}

fn columns(
    matrix: &Matrix,
    block: &Block,
    round_key: &dyn Fn(&str) -> String,
) -> Vec<MatrixColumn> {
    let column = |at: &ShownInstance| MatrixColumn {
        name: at.label(),
        full_name: format!("{} of round {}", at.label(), at.round),
        round: round_key(&at.round),
    };
    let shown = &matrix.instances[block.instances.clone()];
    shown.iter().map(column).collect()
}

/// Returns the data that the scripts of the page read.
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
        .map(|(at, text)| json!({"name": at.label(), "round": round_key(&at.round), "text": text}))
        .collect();
    json!({
        "problem": problem.name(),
        // A problem of one's own may have the name of a bundled puzzle.
        "bundled": problems::of(problem).is_none(),
        "view": replays.view.as_ref().map(frame::View::data),
        "unit": unit,
        "entrants": matrix.entrants,
        "instances": instances,
        "blocks": blocks.data(),
        "answers": replays.answers,
    })
}
