//! The charts of the page.

mod integral;
mod profile;
mod progress;
mod scores;
mod times;

use super::audience::Disclosure;
use super::matrix::Entrant;
use crate::contest::ScoringRule;
use crate::ids::EntrantId;
use crate::locale::Language;
use crate::report::chart::{Chart, Drawing, SeriesStyle};
use crate::scoring::Table;
use crate::snapshot::Snapshot;
use crate::standings::Standings;

/// A chart with its title and its description.
pub(super) struct Figure {
    /// The key of the title.
    title: &'static str,
    /// In the order of the languages.
    about: [String; Language::ALL.len()],
    chart: Chart,
}

/// A chart in a language, for the template.
pub(super) struct ShownFigure<'f> {
    pub(super) title: String,
    pub(super) about: &'f str,
    pub(super) drawing: Drawing<'f>,
}

impl Figure {
    fn new(title: &'static str, chart: Chart, about: impl Fn(Language) -> String) -> Self {
        Self {
            title,
            about: Language::ALL.map(about),
            chart,
        }
    }

    pub(super) fn in_language(&self, language: Language) -> ShownFigure<'_> {
        ShownFigure {
            title: language.message(self.title).to_string(),
            about: &self.about[language as usize],
            drawing: self.chart.in_language(language),
        }
    }
}

/// An entrant that the charts show in its own style.
pub(super) struct Series {
    name: String,
    baseline: bool,
    style: SeriesStyle,
}

/// An entry of the legend that all charts share.
pub(super) struct LegendEntry {
    pub(super) style: SeriesStyle,
    pub(super) name: String,
}

impl Series {
    /// Returns the entrant's number in the table.
    fn entrant(&self, table: &Table) -> Option<usize> {
        let is_same = |who: &EntrantId| *who.name == *self.name && who.baseline == self.baseline;
        table.entrants.iter().position(is_same)
    }
}

/// Returns the charts that have data. If the table holds hidden instances, only the scores may be shown.
pub(super) fn all(
    results: &Snapshot,
    table: &Table,
    standings: &Standings,
    series: &[Series],
    disclosure: &Disclosure,
) -> Vec<Figure> {
    if table.columns.is_empty() {
        return Vec::new();
    }
    let mut figures = vec![scores::draw(standings, series, disclosure)];
    if table
        .columns
        .iter()
        .all(|column| disclosure.shows_instance(&column.instance))
    {
        figures.push(profile::draw(table, series));
        if standings.rule == ScoringRule::Integral {
            figures.push(integral::draw(table, standings, series, disclosure));
        } else {
            figures.extend(progress::draw(results, table, series));
        }
        figures.extend(times::draw(results, table, series));
    }
    figures
}

/// Returns the entrants with a style of their own: the best teams and a few baselines.
pub(super) fn series(entrants: &[Entrant]) -> Vec<Series> {
    let (mut teams, mut baselines) = (0.., 0..);
    let style = |who: &Entrant| {
        if who.baseline {
            SeriesStyle::baseline(baselines.next()?)
        } else {
            SeriesStyle::team(teams.next()?)
        }
    };
    let styles: Vec<Option<SeriesStyle>> = entrants.iter().map(style).collect();
    let series = |(who, style): (&Entrant, Option<SeriesStyle>)| {
        Some(Series {
            name: who.team.clone(),
            baseline: who.baseline,
            style: style?,
        })
    };
    entrants.iter().zip(styles).filter_map(series).collect()
}

/// Returns a name of at most so many characters.
pub(super) fn truncated(name: &str, longest: usize) -> String {
    if name.chars().count() <= longest {
        return name.to_owned();
    }
    name.chars().take(longest - 1).chain(['…']).collect()
}

pub(super) fn legend(series: &[Series], disclosure: &Disclosure) -> Vec<LegendEntry> {
    let entry = |series: &Series| LegendEntry {
        style: series.style,
        name: disclosure.shown_name(&series.name, series.baseline),
    };
    series.iter().map(entry).collect()
}
