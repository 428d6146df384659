//! The report page: standings, runs, charts and replays in one HTML file that works without a server.

mod audience;
mod blocks;
mod charts;
mod colour_scale;
mod critical_difference;
mod drawing;
mod earnings;
mod evidence;
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
use self::evidence::BoundNote;
use self::instances::{InstanceSection, ShownSection};
use self::matrix::{Matrix, MatrixRow, ShownInstance};
use self::replays::Replays;
use self::score_parts::ScoreParts;
use self::view::{ShownView, View};
use super::html::BasePage;
use super::remarks;
use crate::error::Result;
use crate::locale::{Catalogue, Language};
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

/// The number of bytes reserved for notes in both languages about runs and replays that were left out.
const NOTES_RESERVE: u64 = 2500;

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
    language: Language,
    title: &'p str,
    lead: String,
    warnings: Vec<String>,
    rounds: &'p [&'p str],
    columns: Vec<view::Column>,
    has_gaps: bool,
    scale: ColourScale,
    /// Each star with what it means.
    stars: Vec<(&'static str, String)>,
    views: Vec<ShownView<'p>>,
    /// Whether there is a matrix. Its first block is only in the content of the page's own language.
    has_matrix: bool,
    instances: Vec<MatrixColumn>,
    matrix: Vec<MatrixRow>,
    is_divided: bool,
    notes: Vec<String>,
    omitted_replays: Option<String>,
    legend: Vec<LegendEntry>,
    legend_note: Option<String>,
    score_parts: Option<ScoreParts>,
    instance_section: Option<ShownSection>,
    facts: Vec<(String, String)>,
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
    // A second language would double the size of large pages.
    let own = disclosure.language();
    let languages = if layout.is_divided() {
        vec![own]
    } else {
        vec![own, own.other()]
    };
    let mut draft = Draft {
        results,
        standings,
        disclosure: &disclosure,
        languages: &languages,
        matrix: &matrix,
        rounds: &rounds,
        series: &series,
        views,
        instances: InstanceSection::new(results, standings, &disclosure),
        first: layout.first(),
        is_divided: layout.is_divided(),
        max_bytes,
        omitted: Vec::new(),
    };
    let (smallest, mut blocks) = loop {
        let blocks = Blocks::only(&matrix, &layout, &draft.first, &languages);
        let smallest = draft.render(&blocks, &Replays::none(&matrix))?;
        if smallest.len() as u64 + NOTES_RESERVE <= max_bytes || !draft.omit_part() {
            break (smallest, blocks);
        }
    };
    // Without the matrix, readers could not open the other blocks or the replays.
    let room = if draft.first.entrants.is_empty() {
        0
    } else {
        max_bytes.saturating_sub(smallest.len() as u64 + NOTES_RESERVE)
    };
    let taken = blocks.gather(&matrix, room);
    let replays = Replays::gather(results, &matrix, room - taken);
    draft.render(&blocks, &replays)
}

/// The parts of a page other than packed blocks and replays.
struct Draft<'p> {
    results: &'p Snapshot,
    standings: &'p Standings,
    disclosure: &'p Disclosure<'p>,
    /// The language that the page opens in, and the other one if the page has both.
    languages: &'p [Language],
    matrix: &'p Matrix<'p>,
    rounds: &'p [&'p str],
    series: &'p [charts::Series],
    views: Vec<View<'p>>,
    instances: Option<InstanceSection>,
    /// The block of the matrix that is written as HTML.
    first: Block,
    is_divided: bool,
    max_bytes: u64,
    /// The keys of the parts that are left out.
    omitted: Vec<&'static str>,
}

impl Draft<'_> {
    /// Leaves out one more part. Returns `false` if only the overall standings are left.
    fn omit_part(&mut self) -> bool {
        match self.omitted.len() {
            0 => {
                self.views.truncate(1);
                self.omitted.push("report-part-rounds");
            }
            1 => {
                self.views.iter_mut().for_each(|view| view.figures.clear());
                self.series = &[];
                self.instances = None;
                self.omitted.push("report-part-charts");
            }
            2 => {
                self.first = Block::default();
                self.is_divided = false;
                self.omitted.push("report-part-runs");
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
        let base = BasePage::interactive(
            standings.contest.clone(),
            self.languages,
            &SCRIPTS,
            data(results, matrix, blocks, replays, &round_key),
            &[
                Catalogue::Common,
                Catalogue::Viewers,
                Catalogue::Frame,
                Catalogue::ReportScripts,
            ],
        );
        let base = match &replays.view {
            Some(view) => view.allowed_in(base),
            None => base,
        };
        base.render(|language| self.body(language, blocks, replays, &round_key).render())
    }

    /// Returns the content of the page in a language.
    fn body(
        &self,
        language: Language,
        blocks: &Blocks,
        replays: &Replays,
        round_key: &dyn Fn(&str) -> String,
    ) -> ReportPage<'_> {
        let Self {
            results,
            standings,
            matrix,
            rounds,
            ..
        } = *self;
        let rounds = if self.views.len() > 1 { rounds } else { &[] };
        let can_open = |instance| replays.can_open(instance);
        let has_gaps = remarks::has_gaps(standings);
        let summary = remarks::summary(standings, language);
        let views = self.views.iter();
        let none = Block::default();
        let is_own = language == self.disclosure.language();
        let block = if is_own { &self.first } else { &none };
        ReportPage {
            language,
            title: &standings.contest,
            lead: match self.disclosure.rank(standings, language) {
                Some(rank) => {
                    let lead = language.message("report-lead").with("rank", rank);
                    lead.with("summary", summary).to_string()
                }
                None => summary,
            },
            warnings: facts::warnings(standings, language),
            rounds,
            columns: view::columns(has_gaps, language),
            has_gaps,
            scale: matrix.scale(),
            stars: matrix.stars(language),
            views: views
                .map(|view| view.in_language(language, self.disclosure))
                .collect(),
            has_matrix: !self.first.entrants.is_empty() && !self.first.instances.is_empty(),
            instances: columns(matrix, block, language, round_key),
            matrix: matrix.table(block, language, can_open, round_key),
            is_divided: self.is_divided,
            notes: self.notes(blocks, language),
            omitted_replays: notes::omitted_replays(replays, self.max_bytes, language),
            legend: charts::legend(self.series, self.disclosure),
            score_parts: ScoreParts::new(&results.contest, standings, self.disclosure, language),
            instance_section: self
                .instances
                .as_ref()
                .map(|section| section.in_language(language)),
            legend_note: notes::legend(self.series.len(), matrix.entrants.len(), language),
            facts: facts::facts(results, standings, language),
            options: self
                .disclosure
                .options(&results.facts, standings, self.max_bytes)
                .to_string(),
        }
    }
}

fn columns(
    matrix: &Matrix,
    block: &Block,
    language: Language,
    round_key: &dyn Fn(&str) -> String,
) -> Vec<MatrixColumn> {
    let column = |at: &ShownInstance| MatrixColumn {
        name: at.label(),
        full_name: {
            let message = language.message("report-column");
            let message = message.with("instance", at.label());
            message.with("round", &at.round).to_string()
        },
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
        .map(|(at, text)| {
            let bound = results.bounds.row(&at.digest);
            let bound = bound.and_then(|row| BoundNote::new(problem, row));
            json!({"name": at.label(), "round": round_key(&at.round), "text": text, "bound": bound})
        })
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
