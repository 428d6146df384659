//! The section about instances: who is best where, which tell teams apart, and the mean ranks of the teams.

use super::audience::Disclosure;
use super::critical_difference::Diagram;
use crate::locale::Language;
use crate::report::instances::{about_mean_ranks, instance_cells, instance_header, virtual_best};
use crate::scoring::ScoringInput;
use crate::snapshot::Snapshot;
use crate::standings::{InstanceAnalysis, MeanRanks, Standings};

/// Longer tables would make the page slow; `judge leaderboard --instances` shows all.
const MAX_ROWS: usize = 300;

/// What the section shows.
pub(super) struct InstanceSection {
    analysis: InstanceAnalysis,
    /// Whether what summarises all instances may be shown.
    has_summary: bool,
}

/// The section in a language, for the template.
pub(super) struct ShownSection {
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
    /// What follows from the table, one line each.
    pub(super) remarks: Vec<String>,
    /// The diagram and its description.
    pub(super) diagram: Option<(Diagram, String)>,
}

impl InstanceSection {
    /// Returns the section, or `None` if the audience may not compare teams on any instance.
    pub(super) fn new(
        results: &Snapshot,
        standings: &Standings,
        disclosure: &Disclosure,
    ) -> Option<Self> {
        let teams = standings.lines.iter().filter(|line| !line.baseline);
        if disclosure.own_team().is_some() || teams.count() < 2 {
            return None;
        }
        let mut analysis = InstanceAnalysis::new(ScoringInput::from(results), standings);
        analysis.rename(|team| disclosure.name(team, false).to_owned());
        analysis
            .instances
            .retain(|at| disclosure.shows_round(&at.round));
        (!analysis.instances.is_empty()).then(|| Self {
            analysis,
            // A summary covers hidden instances, too.
            has_summary: disclosure.shows_all(&results.facts.instance),
        })
    }

    pub(super) fn in_language(&self, language: Language) -> ShownSection {
        let Self {
            analysis,
            has_summary,
        } = self;
        let summary = has_summary.then_some(analysis);
        let best = summary.and_then(|analysis| analysis.virtual_best.as_ref());
        let best = best.map(|best| virtual_best(best, language));
        let advice = summary.map(|analysis| analysis.advice.show(language));
        let omitted = analysis.instances.len().saturating_sub(MAX_ROWS);
        let omitted = (omitted > 0).then(|| {
            let message = language.message("instances-omitted");
            message.with("count", omitted).to_string()
        });
        let shown = analysis.instances.iter().take(MAX_ROWS);
        let ranks = summary.and_then(|analysis| analysis.mean_ranks.as_ref());
        ShownSection {
            header: instance_header(analysis, language),
            rows: shown
                .map(|at| instance_cells(analysis, at, language))
                .collect(),
            remarks: advice.into_iter().chain(best).chain(omitted).collect(),
            diagram: ranks.map(|ranks| mean_ranks(ranks, language)),
        }
    }
}

/// Returns the diagram of the mean ranks and its description.
fn mean_ranks(ranks: &MeanRanks, language: Language) -> (Diagram, String) {
    let diagram = Diagram::new(ranks, language);
    let message = match diagram.omitted {
        0 => language.message("chart-mean-ranks-about"),
        omitted => {
            let message = language.message("chart-mean-ranks-about-some");
            message.with("omitted", omitted)
        }
    };
    let about = message.with("significance", about_mean_ranks(ranks, language));
    let about = about.to_string();
    (diagram, about)
}
