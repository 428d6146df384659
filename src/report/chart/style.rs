//! How series are drawn: colour, dash pattern and marker shape.

use super::{Pixel, points};

/// The palette of Okabe and Ito without black and yellow, which have too little contrast on a dark and on a light
/// background, and with two more colours.
const COLOURS: [&str; 8] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8C6BB1", "#A6761D",
];
/// Baselines are grey and differ in their dash pattern.
const BASELINES: [(&str, &str); 3] = [
    ("#6E6E6E", "7 4"),
    ("#8C8C8D", "2 3"),
    ("#A5A5A6", "9 3 2 3"),
];
/// One shape per colour, as offsets from the centre.
const MARKERS: [&[Pixel]; 8] = [
    &[
        (-4, -2),
        (-2, -4),
        (2, -4),
        (4, -2),
        (4, 2),
        (2, 4),
        (-2, 4),
        (-4, 2),
    ],
    &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
    &[(0, -5), (5, 4), (-5, 4)],
    &[(0, -6), (5, 0), (0, 6), (-5, 0)],
    &[(0, 5), (5, -4), (-5, -4)],
    &[(-6, -2), (6, -2), (6, 2), (-6, 2)],
    &[(-2, -6), (2, -6), (2, 6), (-2, 6)],
    &[
        (-5, -5),
        (0, -2),
        (5, -5),
        (2, 0),
        (5, 5),
        (0, 2),
        (-5, 5),
        (-2, 0),
    ],
];

#[derive(Clone, Copy, Debug)]
pub(crate) struct SeriesStyle {
    /// Identifies the series in all charts and in the legend of a page.
    pub(crate) key: usize,
    pub(crate) colour: &'static str,
    pub(crate) dashes: Option<&'static str>,
    marker: &'static [Pixel],
}

impl SeriesStyle {
    /// Returns the style of the team with this number. Returns `None` if there are more teams than colours.
    pub(crate) fn team(number: usize) -> Option<Self> {
        (number < COLOURS.len()).then(|| Self::cyclic(number))
    }

    /// Returns the style of the baseline with this number. Returns `None` if there are more baselines than styles.
    pub(crate) fn baseline(number: usize) -> Option<Self> {
        let &(colour, dashes) = BASELINES.get(number)?;
        Some(Self {
            key: COLOURS.len() + number,
            colour,
            dashes: Some(dashes),
            marker: MARKERS[number],
        })
    }

    /// Returns the style of a series without one of its own.
    pub(crate) fn neutral() -> Self {
        Self {
            key: COLOURS.len() + BASELINES.len(),
            colour: "#777777",
            dashes: None,
            marker: MARKERS[0],
        }
    }

    /// Returns one of the colours, starting over when all are used.
    pub(crate) fn cyclic(number: usize) -> Self {
        Self {
            key: number,
            colour: COLOURS[number % COLOURS.len()],
            dashes: None,
            marker: MARKERS[number % MARKERS.len()],
        }
    }

    /// Returns the corners of the marker in a legend of 36 by 14 pixels.
    pub(crate) fn legend_marker(&self) -> String {
        self.marker((18, 7))
    }

    /// Returns the corners of the marker around a centre, for the `points` attribute.
    pub(super) fn marker(&self, (x, y): Pixel) -> String {
        let corners: Vec<Pixel> = self
            .marker
            .iter()
            .map(|(dx, dy)| (x + dx, y + dy))
            .collect();
        points(&corners)
    }
}
