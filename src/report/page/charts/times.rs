//! CPU time against the size of the instance.

use std::collections::{BTreeMap, BTreeSet};

use super::Chart;
use super::canvas::{self, Axis, SIZE, Series};
use super::profile::number;
use crate::error::Result;
use crate::scoring::Table;
use crate::snapshot::Snapshot;

/// Instances of more sizes than this are put together with those of nearly their size.
const MOST_SIZES: usize = 60;

/// `None` where all instances are equally large or no program was run.
pub(super) fn draw(results: &Snapshot, table: &Table, series: &[Series]) -> Result<Option<Chart>> {
    let title = "Time against size";
    let sizes: Vec<f64> = (0..table.instances.len())
        .map(|i| size(results, table, i))
        .collect();
    let sizes = grouped(sizes);
    let smallest = sizes.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let slowest = table
        .rows
        .iter()
        .flatten()
        .map(|row| row.cpu_ms)
        .max()
        .unwrap_or(0);
    if smallest >= largest || slowest == 0 {
        return Ok(None);
    }
    let svg = canvas::svg(title, SIZE, |area| {
        let margin = 0.05 * (largest / smallest).log10();
        let range = smallest.log10() - margin..largest.log10() + margin;
        let x = Axis {
            numbers: canvas::round_numbers(&range),
            range,
            label: &|exponent| format!("{:.0}", 10_f64.powf(*exponent)),
            title: "numbers in the instance",
        };
        let y = -0.1..(slowest as f64).log10().max(1.0) + 0.15;
        let mut chart = canvas::axes(area, x, canvas::time_axis(y, "CPU time"))?;
        for series in series {
            let Some(entrant) = number(table, series) else {
                continue;
            };
            canvas::line(
                &mut chart,
                series,
                &means(table, entrant, &sizes),
                usize::MAX,
            )?;
        }
        Ok(())
    })?;
    Ok(Some(Chart {
        title,
        about: "Mean CPU time of the runs with an accepted answer, by the size of the instance; both scales are logarithmic.".to_owned(),
        svg,
    }))
}

/// Points from small to large, in powers of ten; instances of one size make one point.
fn means(table: &Table, entrant: usize, sizes: &[f64]) -> Vec<(f64, f64)> {
    let mut times: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (instance, &size) in sizes.iter().enumerate() {
        let row = table.rows[entrant][instance];
        // Answers that were handed in took no time.
        if table.accepted(entrant, instance).is_some() && row.wall_ms > 0 {
            let time = row.cpu_ms.max(1) as f64;
            times.entry(size as u64).or_default().push(time);
        }
    }
    let mean = |times: Vec<f64>| times.iter().sum::<f64>() / times.len() as f64;
    times
        .into_iter()
        .map(|(size, times)| ((size as f64).log10(), mean(times).log10()))
        .collect()
}

/// The sizes, rounded on a logarithmic scale where there are very many different ones.
fn grouped(sizes: Vec<f64>) -> Vec<f64> {
    let distinct: BTreeSet<u64> = sizes.iter().map(|&size| size as u64).collect();
    let (Some(&smallest), Some(&largest)) = (distinct.first(), distinct.last()) else {
        return sizes;
    };
    if distinct.len() <= MOST_SIZES {
        return sizes;
    }
    let step = (largest as f64 / smallest as f64).ln() / MOST_SIZES as f64;
    let rounded = |size: f64| ((size.ln() / step).round() * step).exp().round();
    sizes.into_iter().map(rounded).collect()
}

/// How many words the text of an instance has.
fn size(results: &Snapshot, table: &Table, instance: usize) -> f64 {
    let at = &table.instances[instance];
    let text = results
        .files
        .instance(&at.round, &at.name)
        .unwrap_or_default();
    let words = text
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    words.count().max(1) as f64
}
