//! CPU time against the size of the instance.

use std::collections::{BTreeMap, BTreeSet};

use super::{Figure, Series};
use crate::report::chart::{Axis, Chart, DataPoint, Label, SIZE};
use crate::scoring::Table;
use crate::snapshot::Snapshot;

/// The key of the title.
const TITLE: &str = "chart-times";
/// If there are more different sizes than this, similar sizes are binned.
const MAX_SIZES: usize = 60;

/// Returns `None` if all instances have the same size or no program was run.
pub(super) fn draw(results: &Snapshot, table: &Table, series: &[Series]) -> Option<Figure> {
    let sizes: Vec<f64> = (0..table.columns.len())
        .map(|i| size(results, table, i))
        .collect();
    let sizes = binned(sizes);
    let smallest = sizes.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = sizes.iter().copied().fold(0.0, f64::max);
    let times = table.rows.iter().flatten().map(|row| row.cpu_ms);
    let slowest = times.max().unwrap_or(0);
    if smallest >= largest || slowest == 0 {
        return None;
    }
    let margin = 0.05 * (largest / smallest).log10();
    let range = smallest.log10() - margin..largest.log10() + margin;
    let x = Axis {
        label: |exponent| format!("{:.0}", 10_f64.powf(exponent)),
        ..Axis::logarithmic(range, Label::Message("chart-numbers"))
    };
    let y = -0.1..(slowest as f64).log10().max(1.0) + 0.15;
    let y = Axis::time(y, Label::Message("chart-cpu-time"));
    let mut chart = Chart::new(Label::Message(TITLE), SIZE, x, y);
    for series in series {
        if let Some(entrant) = series.entrant(table) {
            chart.line(series.style, &means(table, entrant, &sizes), usize::MAX);
        }
    }
    Some(Figure::new(TITLE, chart, |language| {
        language.message("chart-times-about").to_string()
    }))
}

/// Returns the logarithms of each size and of the mean time on its instances, in ascending order of size.
fn means(table: &Table, entrant: usize, sizes: &[f64]) -> Vec<DataPoint> {
    let mut times: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (instance, &size) in sizes.iter().enumerate() {
        let row = table.rows[entrant][instance];
        // Submitted answers have no running time.
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

/// Rounds the sizes on a logarithmic scale if there are more than [`MAX_SIZES`] different ones.
fn binned(sizes: Vec<f64>) -> Vec<f64> {
    let distinct: BTreeSet<u64> = sizes.iter().map(|&size| size as u64).collect();
    let (Some(&smallest), Some(&largest)) = (distinct.first(), distinct.last()) else {
        return sizes;
    };
    if distinct.len() <= MAX_SIZES {
        return sizes;
    }
    let step = (largest as f64 / smallest as f64).ln() / MAX_SIZES as f64;
    let rounded = |size: f64| ((size.ln() / step).round() * step).exp().round();
    sizes.into_iter().map(rounded).collect()
}

/// Returns the number of words in the text of an instance.
fn size(results: &Snapshot, table: &Table, instance: usize) -> f64 {
    let at = &table.columns[instance].instance;
    let text = results
        .files
        .instance(&at.round, &at.name)
        .unwrap_or_default();
    let words = text
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    words.count().max(1) as f64
}
