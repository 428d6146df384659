//! Charts of the results, as SVG inside the page.

mod canvas;
mod profile;
mod progress;
mod scores;
mod times;

use super::audience::Disclosure;
use super::matrix::Entrant;
use crate::error::Result;
use crate::scoring::Table;
use crate::snapshot::Snapshot;
use crate::standings::Standings;

pub(super) use self::canvas::Series;

/// A drawing with its words.
pub(super) struct Chart {
    pub(super) title: &'static str,
    pub(super) about: String,
    pub(super) svg: String,
}

/// An entry of the legend that all charts share.
pub(super) struct LegendEntry {
    pub(super) colour: String,
    pub(super) mark: String,
    pub(super) name: String,
}

/// Every chart that there is something to show for. Only that of the scores tells nothing about the instances.
pub(super) fn all(
    results: &Snapshot,
    table: &Table,
    standings: &Standings,
    series: &[Series],
    disclosure: &Disclosure,
) -> Result<Vec<Chart>> {
    if table.instances.is_empty() {
        return Ok(Vec::new());
    }
    let mut charts = vec![scores::draw(standings, series, disclosure)?];
    if !disclosure.tells_all(&table.instances) {
        return Ok(charts);
    }
    charts.push(profile::draw(table, series)?);
    charts.extend(progress::draw(results, table, series)?);
    charts.extend(times::draw(results, table, series)?);
    Ok(charts)
}

/// The entrants that the charts tell apart: the best teams, and a few baselines.
pub(super) fn series(entrants: &[Entrant]) -> Vec<Series> {
    let mut teams = 0;
    let mut baselines = 0;
    let mut chosen = Vec::new();
    for who in entrants {
        let number = if who.baseline {
            &mut baselines
        } else {
            &mut teams
        };
        chosen.extend(Series::new(&who.team, who.baseline, *number));
        *number += 1;
    }
    chosen
}

pub(super) fn legend(series: &[Series], disclosure: &Disclosure) -> Vec<LegendEntry> {
    let entry = |series: &Series| LegendEntry {
        colour: series.colour.to_owned(),
        mark: series.legend_mark(),
        name: disclosure.shown_name(&series.name, series.baseline),
    };
    series.iter().map(entry).collect()
}
