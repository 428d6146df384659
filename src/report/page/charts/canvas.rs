//! What the charts share: colours and marks that can be told apart by everybody and on paper, axes, and the SVG text.

use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::prelude::*;

use crate::error::{Error, Result};

/// A drawing that fits half of a projector's width, and a phone's.
pub(super) const SIZE: (u32, u32) = (560, 330);

/// Okabe and Ito's colours without black and yellow, which vanish on dark and on light paper; and two more.
const TEAM_COLOURS: [&str; 8] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6BB1", "#A6761D",
];
/// Baselines are grey; their lines are told apart by the dashes.
const BASELINE_STYLES: [(&str, &str); 3] = [
    ("#6E6E6E", "7 4"),
    ("#8C8C8D", "2 3"),
    ("#A5A5A6", "9 3 2 3"),
];
/// The page gives these two the colours of its theme.
const AXIS: RGBColor = RGBColor(0x80, 0x80, 0x80);
const GRID: RGBColor = RGBColor(0xC0, 0xC0, 0xC0);

/// An entrant as the charts draw it.
#[derive(Clone, Debug)]
pub(in super::super) struct Series {
    pub(in super::super) name: String,
    pub(in super::super) baseline: bool,
    pub(in super::super) colour: &'static str,
    dashes: Option<&'static str>,
    number: usize,
}

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Drawn = std::result::Result<(), Box<dyn std::error::Error>>;
pub(super) type Axes<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Scale, Scale>>;

/// An axis: from where to where, the numbers to write beside it and how, and what they are.
pub(super) struct Axis<'t> {
    pub(super) range: Range<f64>,
    pub(super) numbers: Vec<f64>,
    pub(super) label: &'t dyn Fn(&f64) -> String,
    pub(super) title: &'t str,
}

/// A range of which we choose ourselves the numbers to write down.
pub(super) struct Scale {
    range: Range<f64>,
    numbers: Vec<f64>,
}

impl Ranged for Scale {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        from + (share * f64::from(to - from)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() {
            return Vec::new();
        }
        self.numbers.clone()
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl Series {
    /// The style of the team or baseline of that number; `None` when there are no styles left.
    pub(super) fn new(name: &str, baseline: bool, number: usize) -> Option<Self> {
        let (colour, dashes) = if baseline {
            let (colour, dashes) = *BASELINE_STYLES.get(number)?;
            (colour, Some(dashes))
        } else {
            (*TEAM_COLOURS.get(number)?, None)
        };
        Some(Self {
            name: name.to_owned(),
            baseline,
            colour,
            dashes,
            number,
        })
    }

    pub(super) fn ink(&self) -> RGBColor {
        let part = |at: usize| u8::from_str_radix(&self.colour[at..at + 2], 16).unwrap_or_default();
        RGBColor(part(1), part(3), part(5))
    }

    /// The corners of its mark: a shape for every number.
    pub(super) fn mark(&self) -> Vec<(i32, i32)> {
        match self.number % 8 {
            0 => vec![
                (-4, -2),
                (-2, -4),
                (2, -4),
                (4, -2),
                (4, 2),
                (2, 4),
                (-2, 4),
                (-4, 2),
            ],
            1 => vec![(-4, -4), (4, -4), (4, 4), (-4, 4)],
            2 => vec![(0, -5), (5, 4), (-5, 4)],
            3 => vec![(0, -6), (5, 0), (0, 6), (-5, 0)],
            4 => vec![(0, 5), (5, -4), (-5, -4)],
            5 => vec![(-6, -2), (6, -2), (6, 2), (-6, 2)],
            6 => vec![(-2, -6), (2, -6), (2, 6), (-2, 6)],
            _ => vec![
                (-5, -5),
                (0, -2),
                (5, -5),
                (2, 0),
                (5, 5),
                (0, 2),
                (-5, 5),
                (-2, 0),
            ],
        }
    }

    /// A piece of its line with its mark, for the legend.
    pub(super) fn legend_mark(&self) -> String {
        let colour = self.colour;
        let dashes = self.dashes.map_or(String::new(), |dashes| {
            format!(" stroke-dasharray=\"{dashes}\"")
        });
        let corners: Vec<String> = self
            .mark()
            .iter()
            .map(|(x, y)| format!("{},{}", x + 18, y + 7))
            .collect();
        format!(
            "<path d=\"M1 7H35\" stroke=\"{colour}\" stroke-width=\"2.5\"{dashes}/><polygon points=\"{}\" fill=\"{colour}\"/>",
            corners.join(" ")
        )
    }
}

/// The SVG text of a drawing.
pub(super) fn svg(
    title: &str,
    size: (u32, u32),
    draw: impl FnOnce(&Area) -> Drawn,
) -> Result<String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    draw(&area)
        .and_then(|()| Ok(area.present()?))
        .map_err(|error| Error::fault("draw a chart", &error))?;
    drop(area);
    let (width, height) = size;
    let fixed = format!("<svg width=\"{width}\" height=\"{height}\" ");
    let mut text = text.replacen(
        &fixed,
        &format!("<svg role=\"img\" aria-label=\"{title}\" "),
        1,
    );
    for (colour, dashes) in BASELINE_STYLES {
        let solid = format!("stroke=\"{colour}\"");
        text = text.replace(&solid, &format!("{solid} stroke-dasharray=\"{dashes}\""));
    }
    Ok(text)
}

/// Both axes, with a grid behind what is to come.
pub(super) fn axes<'a, 'b>(
    area: &'a Area<'b>,
    x: Axis,
    y: Axis,
) -> std::result::Result<Axes<'a, 'b>, Box<dyn std::error::Error>> {
    let left = if y.title.is_empty() { 0 } else { 62 };
    let mut chart = ChartBuilder::on(area)
        .margin(6)
        .margin_right(18)
        .x_label_area_size(44)
        .y_label_area_size(left)
        .build_cartesian_2d(
            Scale {
                range: x.range,
                numbers: x.numbers,
            },
            Scale {
                range: y.range,
                numbers: y.numbers,
            },
        )?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(GRID)
        .axis_style(AXIS)
        .label_style(("sans-serif", 14))
        .axis_desc_style(("sans-serif", 15))
        .x_desc(x.title)
        .y_desc(y.title)
        .x_label_formatter(x.label)
        .y_label_formatter(y.label)
        .draw()?;
    Ok(chart)
}

/// A line through points, with a mark on some of them.
pub(super) fn line(
    chart: &mut Axes,
    series: &Series,
    points: &[(f64, f64)],
    marks: usize,
) -> Drawn {
    if points.is_empty() {
        return Ok(());
    }
    let points = thinned(points, |point| chart.backend_coord(point));
    let style = series.ink().stroke_width(2);
    chart.draw_series([PathElement::new(points.clone(), style)])?;
    // Different entrants get their marks at different places, so that equal lines show that they are two.
    let every = (points.len() / marks.max(1)).max(1);
    let shifted = points.iter().skip(series.number % every).step_by(every);
    for &point in shifted {
        dot(chart, series, point)?;
    }
    Ok(())
}

/// The points that can be told apart when drawn: a chart of a thousand instances is no larger than one of a hundred.
fn thinned(points: &[(f64, f64)], pixel: impl Fn(&(f64, f64)) -> (i32, i32)) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for point in points {
        let (x, y) = pixel(point);
        if kept.last().is_some_and(|last| pixel(last) == (x, y)) {
            continue;
        }
        if let [.., before, last] = kept.as_slice() {
            let ((x0, y0), (x1, y1)) = (pixel(before), pixel(last));
            let goes_on = (x1 - x0) * (x - x1) >= 0 && (y1 - y0) * (y - y1) >= 0;
            if goes_on && (x0 == x1 && x1 == x || y0 == y1 && y1 == y) {
                kept.pop();
            }
        }
        kept.push(*point);
    }
    kept
}

pub(super) fn dot(chart: &mut Axes, series: &Series, point: (f64, f64)) -> Drawn {
    let mark = Polygon::new(series.mark(), series.ink().filled());
    chart.draw_series([EmptyElement::at(point) + mark])?;
    Ok(())
}

/// Shares from nothing to all.
pub(super) fn share_axis(title: &str) -> Axis<'_> {
    Axis {
        range: 0.0..1.02,
        numbers: (0..=5).map(|fifth| f64::from(fifth) / 5.0).collect(),
        label: &|share| format!("{:.0} %", 100.0 * share),
        title,
    }
}

/// Milliseconds, on a logarithmic scale from `from` to `to`, which are powers of ten.
pub(super) fn time_axis(range: Range<f64>, title: &str) -> Axis<'_> {
    Axis {
        numbers: round_numbers(&range),
        range,
        label: &|exponent| match 10_f64.powf(*exponent) {
            short if short < 999.5 => format!("{short:.0} ms"),
            long => format!("{:.0} s", long / 1000.0),
        },
        title,
    }
}

/// The logarithms of round numbers in a range of powers of ten: tens only where that is enough, else 2 and 5 too.
pub(super) fn round_numbers(range: &Range<f64>) -> Vec<f64> {
    let steps: &[f64] = match range.end - range.start {
        wide if wide > 3.0 => &[1.0],
        middle if middle > 1.2 => &[1.0, 3.0],
        _ => &[1.0, 2.0, 3.0, 5.0, 7.0],
    };
    let tens = range.start.floor() as i32..=range.end.ceil() as i32;
    tens.flat_map(|ten| steps.iter().map(move |step| f64::from(ten) + step.log10()))
        .filter(|number| range.contains(number))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_on_one_pixel_or_in_one_line_are_dropped() {
        let pixel = |&(x, y): &(f64, f64)| (x.round() as i32, y.round() as i32);
        let stairs: Vec<(f64, f64)> = (0..1000)
            .flat_map(|step| {
                [f64::from(step), f64::from(step + 1)].map(|y| (f64::from(step) / 100.0, y / 100.0))
            })
            .collect();
        let kept = thinned(&stairs, pixel);
        assert!(kept.len() <= 22, "{} points", kept.len());
        assert_eq!(pixel(&kept[0]), (0, 0));
        assert_eq!(pixel(&kept[kept.len() - 1]), (10, 10));
        // A line that comes back keeps its turning point.
        let peak = [(0.0, 0.0), (0.0, 9.0), (0.0, 3.0)];
        assert_eq!(thinned(&peak, pixel), peak);
    }
}
