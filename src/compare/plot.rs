//! Line charts as SVG: colours that the colour-blind can tell apart, and marks for those who print without any.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::element::DynElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::error::{Error, Result};

/// The palette of Okabe and Ito, but for its yellow, which is too faint for lines.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(120, 120, 120),
];
const SIZE: (u32, u32) = (720, 400);
const FONT: &str = "sans-serif";

/// One line of a chart.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
}

/// What a chart says besides its lines.
pub(super) struct Labels<'a> {
    pub(super) x: &'a str,
    pub(super) y: &'a str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Axes {
    Linear,
    /// Both axes, so that powers are straight lines.
    Logarithmic,
}

/// Draws a chart. Text takes the colour of the page around it.
pub(super) fn chart(labels: &Labels, lines: &[Line], axes: Axes) -> Result<String> {
    let all = || lines.iter().flat_map(|line| line.points.iter().copied());
    let (Some(x), Some(y)) = (range(all().map(|p| p.0)), range(all().map(|p| p.1))) else {
        return Ok("<p>Nothing to draw: no run ended with a result.</p>".to_owned());
    };
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let drawn = match axes {
            Axes::Linear => {
                let floor = if y.0 >= 0.0 && y.0 < 0.5 * y.1 {
                    0.0
                } else {
                    y.0
                };
                let (x, y) = (padded(x), padded((floor, y.1)));
                draw(&area, x.0..x.1, floor.max(y.0)..y.1, labels, lines)
            }
            Axes::Logarithmic => {
                let log = |(low, high): (f64, f64)| (low / 1.15..high * 1.15).log_scale();
                draw(&area, log(x), log(y), labels, lines)
            }
        };
        drawn.map_err(|error| Error::fault("draw a chart", &error))?;
    }
    Ok(svg
        .replace("\"#000000\"", "\"currentColor\"")
        .replace("<svg ", "<svg role=\"img\" "))
}

fn draw<X, Y>(
    area: &DrawingArea<SVGBackend, Shift>,
    x: X,
    y: Y,
    labels: &Labels,
    lines: &[Line],
) -> std::result::Result<(), Box<dyn std::error::Error>>
where
    X: AsRangedCoord<Value = f64>,
    Y: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let font = |size: u32| (FONT, size).into_font();
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_right(150)
        .x_label_area_size(45)
        .y_label_area_size(70)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(128, 128, 128).mix(0.3))
        .x_desc(labels.x)
        .y_desc(labels.y)
        .label_style(font(14))
        .axis_desc_style(font(15))
        .x_label_formatter(&|value| short(*value))
        .y_label_formatter(&|value| short(*value))
        .draw()?;
    let mut ends = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points = || line.points.iter().copied();
        chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?;
        chart.draw_series(points().map(|point| mark(index, point, colour)))?;
        ends.extend(line.points.last().map(|&last| {
            let at = chart.backend_coord(&last);
            (at, index, colour)
        }));
    }
    // Names stand where the lines end, moved apart where they would touch.
    ends.sort_by_key(|&((_, row), index, _)| (row, index));
    let (mut free, height, all) = (12, 16, ends.len());
    for (place, ((_, row), index, colour)) in ends.into_iter().enumerate() {
        let lowest = SIZE.1 as i32 - height * (all - place) as i32;
        free = row.min(lowest).max(free);
        let style = font(14)
            .color(&colour)
            .pos(Pos::new(HPos::Left, VPos::Center));
        let column = SIZE.0 as i32 - 128;
        area.draw(&mark(index, (column - 10, free), colour))?;
        area.draw_text(&lines[index].name, &style, (column, free))?;
        free += height;
    }
    area.present()?;
    Ok(())
}

/// A mark that tells lines apart without colour.
fn mark<'b, C: Clone + 'static>(
    index: usize,
    at: C,
    colour: RGBColor,
) -> DynElement<'static, SVGBackend<'b>, C> {
    let style = ShapeStyle::from(colour);
    match index % 4 {
        0 => Circle::new(at, 4, style.filled()).into_dyn(),
        1 => TriangleMarker::new(at, 5, style.filled()).into_dyn(),
        2 => Cross::new(at, 4, style.stroke_width(2)).into_dyn(),
        _ => Circle::new(at, 4, style.stroke_width(2)).into_dyn(),
    }
}

/// The least and the greatest, apart enough to draw an axis.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let least = numbers.clone().min_by(f64::total_cmp)?;
    let most = numbers.max_by(f64::total_cmp)?;
    let apart = if most > least {
        most
    } else {
        least + least.abs().max(1.0) * 0.1
    };
    Some((least, apart))
}

fn padded((low, high): (f64, f64)) -> (f64, f64) {
    let margin = (high - low) * 0.04;
    (low - margin, high + margin)
}

/// A number of an axis.
fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 1e6 => format!("{value:.0e}"),
        size if size >= 100.0 || value.fract() == 0.0 => format!("{value:.0}"),
        size if size >= 1.0 => trimmed(&format!("{value:.2}")),
        _ => trimmed(&format!("{value:.4}")),
    }
}

fn trimmed(number: &str) -> String {
    number
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}
