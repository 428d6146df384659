//! Charts as inline SVG, with colours, dashes and markers that remain distinguishable for colour-blind readers and in
//! black and white. The page's style sheet colours text, axes and grid lines to fit its light and its dark theme.

mod axis;
mod label;
mod style;

use askama::Template;

use crate::locale::Language;

pub(crate) use self::axis::{Axis, is_whole};
pub(crate) use self::label::Label;
pub(crate) use self::style::SeriesStyle;

/// Width and height of a chart that fits half of a wide screen, in pixels.
pub(crate) const SIZE: (i32, i32) = (560, 330);

/// A position in data coordinates.
pub(crate) type DataPoint = (f64, f64);
/// A position in the drawing.
type Pixel = (i32, i32);

/// The space around the plotting area, in pixels.
const TOP: i32 = 6;
const BOTTOM: i32 = 50;
const LEFT: i32 = 68;
const RIGHT: i32 = 18;
/// The height that a name beside the plotting area takes, in pixels.
const NAME_HEIGHT: i32 = 16;

/// A chart in data coordinates.
pub(crate) struct Chart {
    title: Label,
    size: (i32, i32),
    x: Axis,
    y: Axis,
    left: i32,
    right: i32,
    series: Vec<Series>,
    names: Vec<Name>,
}

/// A chart in a language; `Display` writes it as SVG.
#[derive(Template)]
#[template(path = "chart.svg", config = "src/report/askama.toml")]
pub(crate) struct Drawing<'c> {
    chart: &'c Chart,
    language: Language,
}

/// One line with its markers, in pixels.
struct Series {
    style: SeriesStyle,
    width: i32,
    line: Vec<Pixel>,
    markers: Vec<Pixel>,
    /// The corners of an area in the same colour, or nothing.
    area: Vec<Pixel>,
}

/// A text beside the plotting area.
struct Name {
    at: Pixel,
    anchor: &'static str,
    text: Label,
}

impl Chart {
    pub(crate) fn new(title: Label, size: (i32, i32), x: Axis, y: Axis) -> Self {
        Self {
            title,
            size,
            x,
            y,
            left: LEFT,
            right: size.0 - RIGHT,
            series: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Returns the chart in a language.
    pub(crate) fn in_language(&self, language: Language) -> Drawing<'_> {
        Drawing {
            chart: self,
            language,
        }
    }

    /// Reserves this many pixels to the left of the plotting area for names.
    pub(crate) fn with_names_left(mut self, width: i32) -> Self {
        self.left = width + TOP;
        self
    }

    /// Reserves this many pixels to the right of the plotting area for names.
    pub(crate) fn with_names_right(mut self, width: i32) -> Self {
        self.right = self.size.0 - width;
        self
    }

    fn bottom(&self) -> i32 {
        self.size.1 - BOTTOM
    }

    fn x_pixel(&self, value: f64) -> i32 {
        self.x.pixel(value, self.left, self.right)
    }

    fn y_pixel(&self, value: f64) -> i32 {
        self.y.pixel(value, self.bottom(), TOP)
    }

    /// Returns the positions and labels of the ticks on the horizontal axis.
    fn x_ticks(&self, language: Language) -> impl Iterator<Item = (i32, String)> {
        let ticks = self.x.ticks.iter();
        ticks.map(move |&tick| (self.x_pixel(tick), self.x.label(tick, language)))
    }

    /// Returns the positions and labels of the ticks on the vertical axis.
    fn y_ticks(&self, language: Language) -> impl Iterator<Item = (i32, String)> {
        let ticks = self.y.ticks.iter();
        ticks.map(move |&tick| (self.y_pixel(tick), self.y.label(tick, language)))
    }

    fn pixel(&self, (x, y): DataPoint) -> Pixel {
        (self.x_pixel(x), self.y_pixel(y))
    }

    /// Draws a line through points, with at most about `markers` markers on it.
    pub(crate) fn line(&mut self, style: SeriesStyle, points: &[DataPoint], markers: usize) {
        let line = simplified(points.iter().map(|&point| self.pixel(point)));
        // An offset per series keeps the markers of identical lines apart.
        let step = (line.len() / markers.max(1)).max(1);
        let marked = line.iter().skip(style.key % step).step_by(step);
        self.series.push(Series {
            style,
            width: 2,
            markers: marked.copied().collect(),
            line,
            area: Vec::new(),
        });
    }

    /// Draws a line as [`Chart::line`] does, and fills the area between it and the horizontal axis.
    pub(crate) fn area(&mut self, style: SeriesStyle, points: &[DataPoint], markers: usize) {
        self.line(style, points, markers);
        let bottom = self.bottom();
        if let Some(Series { line, area, .. }) = self.series.last_mut()
            && let [first, .., last] = line[..]
        {
            area.clone_from(line);
            area.extend([(last.0, bottom), (first.0, bottom)]);
        }
    }

    /// Draws a horizontal interval with a marker at `value`, and a name to the left of the plotting area.
    pub(crate) fn interval(
        &mut self,
        style: SeriesStyle,
        (low, high): (f64, f64),
        (value, y): DataPoint,
        name: Label,
    ) {
        self.series.push(Series {
            style,
            width: 3,
            line: vec![self.pixel((low, y)), self.pixel((high, y))],
            markers: vec![self.pixel((value, y))],
            area: Vec::new(),
        });
        self.names.push(Name {
            at: (self.left - 8, self.y_pixel(y)),
            anchor: "end",
            text: name,
        });
    }

    /// Writes names to the right of the plotting area, each as near as possible to the last point of its line.
    pub(crate) fn name_lines(&mut self, names: &[Label]) {
        let mut ends: Vec<(i32, usize)> = self
            .series
            .iter()
            .enumerate()
            .filter_map(|(number, series)| Some((series.line.last()?.1, number)))
            .collect();
        ends.sort_unstable();
        let mut free = NAME_HEIGHT / 2 + TOP;
        for (place, &(wanted, number)) in ends.iter().enumerate() {
            let lowest = self.size.1 - NAME_HEIGHT * (ends.len() - place) as i32;
            let y = wanted.min(lowest).max(free);
            self.series[number].markers.push((self.right + 12, y));
            self.names.push(Name {
                at: (self.right + 22, y),
                anchor: "start",
                text: names[number].clone(),
            });
            free = y + NAME_HEIGHT;
        }
    }
}

impl Series {
    fn line_points(&self) -> String {
        points(&self.line)
    }

    fn area_points(&self) -> String {
        points(&self.area)
    }

    fn marker_points(&self) -> impl Iterator<Item = String> {
        self.markers.iter().map(|&at| self.style.marker(at))
    }
}

/// Removes points that fall on the same pixel, and points inside a horizontal or vertical stretch, so that the size of
/// a chart does not grow with the number of instances.
fn simplified(points: impl Iterator<Item = Pixel>) -> Vec<Pixel> {
    let mut kept: Vec<Pixel> = Vec::new();
    for (x, y) in points {
        if kept.last() == Some(&(x, y)) {
            continue;
        }
        if let &[.., (x0, y0), (x1, y1)] = kept.as_slice() {
            let same_direction = (x1 - x0) * (x - x1) >= 0 && (y1 - y0) * (y - y1) >= 0;
            if same_direction && (x0 == x1 && x1 == x || y0 == y1 && y1 == y) {
                kept.pop();
            }
        }
        kept.push((x, y));
    }
    kept
}

/// Formats pixels for the `points` attribute.
fn points(pixels: &[Pixel]) -> String {
    let texts: Vec<String> = pixels.iter().map(|(x, y)| format!("{x},{y}")).collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redundant_points_are_removed() {
        let stairs =
            (0..1000).flat_map(|step| [(step / 100, step / 100), (step / 100, (step + 1) / 100)]);
        let kept = simplified(stairs);
        assert!(kept.len() <= 22, "{} points", kept.len());
        assert_eq!((kept[0], kept[kept.len() - 1]), ((0, 0), (9, 10)));
        // The turning point of a line that comes back is kept.
        let peak = [(0, 0), (0, 9), (0, 3)];
        assert_eq!(simplified(peak.into_iter()), peak);
    }

    #[test]
    fn areas_end_at_the_axis() {
        let axis = || Axis::linear(0.0..1.0, Label::text(""));
        let mut chart = Chart::new(Label::text(""), (400, 200), axis(), axis());
        let style = SeriesStyle::cyclic(0);
        chart.line(style, &[(0.0, 0.0), (1.0, 1.0)], 9);
        chart.area(style, &[(0.0, 0.5), (1.0, 1.0)], 9);
        chart.area(style, &[], 9);
        let areas: Vec<_> = chart.series.iter().map(Series::area_points).collect();
        assert_eq!(areas, ["", "68,78 382,6 382,150 68,150", ""]);
        let svg = chart.in_language(Language::English).to_string();
        assert_eq!(svg.matches(r#"class="area""#).count(), 1);
    }

    #[test]
    fn names_do_not_overlap() {
        let axis = || Axis::linear(0.0..1.0, Label::text(""));
        let mut chart = Chart::new(Label::text(""), (400, 200), axis(), axis());
        for number in 0..5 {
            chart.line(SeriesStyle::cyclic(number), &[(0.0, 0.0), (1.0, 0.0)], 9);
        }
        chart.name_lines(&["a", "b", "c", "d", "e"].map(Label::text));
        let rows: Vec<i32> = chart.names.iter().map(|name| name.at.1).collect();
        assert!(rows.is_sorted_by(|a, b| b - a >= NAME_HEIGHT), "{rows:?}");
        assert!(rows.iter().all(|row| (0..200).contains(row)), "{rows:?}");
    }
}
