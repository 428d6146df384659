//! The scores with the intervals in which they probably lie.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Chart;
use super::canvas::{self, Axis, SIZE, Series};
use crate::error::Result;
use crate::report::page::audience::Disclosure;
use crate::standings::{Line, Standings};

/// So many entrants fit.
const MOST_LINES: usize = 24;
const ROW: u32 = 22;
const NAMES: u32 = 178;
/// Of entrants that the other charts do not show.
const PLAIN: RGBColor = RGBColor(0x77, 0x77, 0x77);
/// Longer names are cut; pseudonyms are not.
const LONGEST_NAME: usize = 23;

pub(super) fn draw(
    standings: &Standings,
    series: &[Series],
    disclosure: &Disclosure,
) -> Result<Chart> {
    let title = "Scores";
    let lines = &standings.lines[..standings.lines.len().min(MOST_LINES)];
    let height = (ROW * lines.len() as u32 + 54).max(SIZE.1);
    let high = lines
        .iter()
        .map(|line| interval(line).1)
        .fold(f64::MIN, f64::max);
    let low = lines
        .iter()
        .map(|line| interval(line).0)
        .fold(f64::MAX, f64::min);
    let margin = (0.03 * (high - low)).max(1e-3);
    let svg = canvas::svg(title, (SIZE.0, height), |area| {
        let (names, plot) = area.split_horizontally(NAMES);
        let x = Axis {
            range: low - margin..high + margin,
            numbers: round_scores(low, high),
            label: &|score| format!("{}", (1000.0 * score).round() / 1000.0),
            title: "score",
        };
        let y = Axis {
            range: -0.5..lines.len() as f64 - 0.5,
            numbers: Vec::new(),
            label: &|_| String::new(),
            title: "",
        };
        let mut chart = canvas::axes(&plot, x, y)?;
        let room = f64::from(height - 56) / lines.len() as f64;
        for (number, line) in lines.iter().enumerate() {
            let place = (lines.len() - 1 - number) as f64;
            let is_it = |s: &&Series| s.name == line.team && s.baseline == line.baseline;
            let own = series.iter().find(is_it);
            let ink = own.map_or(PLAIN, Series::ink);
            let (from, to) = interval(line);
            let bar = PathElement::new(vec![(from, place), (to, place)], ink.stroke_width(3));
            chart.draw_series([bar])?;
            if let Some(series) = own {
                canvas::dot(&mut chart, series, (line.score, place))?;
            } else {
                chart.draw_series([Circle::new((line.score, place), 4, ink.filled())])?;
            }
            let middle = 6.0 + room * (number as f64 + 0.5);
            let style = ("sans-serif", 14)
                .into_font()
                .color(&BLACK)
                .pos(Pos::new(HPos::Right, VPos::Center));
            names.draw_text(
                &shortened(&disclosure.shown_name(&line.team, line.baseline)),
                &style,
                (NAMES as i32 - 4, middle as i32),
            )?;
        }
        Ok(())
    })?;
    let cut = standings.lines.len() - lines.len();
    let rest = if cut > 0 {
        format!(" {cut} more are in the table.")
    } else {
        String::new()
    };
    Ok(Chart {
        title,
        about: format!(
            "With the interval that holds 95 % of the scores when the contest is held again with instances drawn from its own.{rest}"
        ),
        svg,
    })
}

fn interval(line: &Line) -> (f64, f64) {
    let own = (line.score, line.score);
    line.confidence.map_or(own, |c| {
        (c.score_low.min(line.score), c.score_high.max(line.score))
    })
}

/// About half a dozen round numbers between two.
fn round_scores(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low).max(1e-3) / 5.0;
    let ten = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * ten);
    let step = steps
        .into_iter()
        .find(|&step| step >= rough)
        .unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= LONGEST_NAME {
        return name.to_owned();
    }
    name.chars().take(LONGEST_NAME - 1).chain(['…']).collect()
}
