//! The section about instances: who is best where, which tell teams apart, and the mean ranks of the teams.

use super::audience::Disclosure;
use super::critical_difference::Diagram;
use crate::report::instances::{about_mean_ranks, instance_cells, instance_header, virtual_best};
use crate::scoring::ScoringInput;
use crate::snapshot::Snapshot;
use crate::standings::{InstanceAnalysis, Standings};

/// Longer tables would make the page slow; `judge leaderboard --instances` shows all.
const MAX_ROWS: usize = 300;

/// The section for the template.
pub(super) struct InstanceSection {
    pub(super) header: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
    /// What follows from the table, one line each.
    pub(super) remarks: Vec<String>,
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
        let shows_all = disclosure.shows_all(&results.facts.instance);
        analysis
            .instances
            .retain(|at| disclosure.shows_round(&at.round));
        if analysis.instances.is_empty() {
            return None;
        }
        let header = instance_header(&analysis);
        let shown = analysis.instances.iter().take(MAX_ROWS);
        let rows = shown.map(|at| instance_cells(&analysis, at)).collect();
        // These summarise hidden instances, too.
        let summary = Some(&analysis).filter(|_| shows_all);
        let best = summary.and_then(|analysis| analysis.virtual_best.as_ref());
        let advice = summary.map(|analysis| analysis.advice.clone());
        let omitted = analysis.instances.len().saturating_sub(MAX_ROWS);
        let omitted = (omitted > 0)
            .then(|| format!("{omitted} more: judge leaderboard --instances shows all"));
        Some(Self {
            header,
            rows,
            remarks: advice
                .into_iter()
                .chain(best.map(virtual_best))
                .chain(omitted)
                .collect(),
            diagram: summary
                .and_then(|analysis| analysis.mean_ranks.as_ref())
                .map(|ranks| (Diagram::new(ranks), about_mean_ranks(ranks))),
        })
    }
}
