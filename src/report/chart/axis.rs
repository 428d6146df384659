//! Axes: the range of values, the positions and labels of the ticks, and the title.

use std::ops::Range;

use super::Label;
use crate::locale::Language;

/// An axis. The values of a logarithmic axis are logarithms, to the base 10 unless `label` says otherwise.
pub(crate) struct Axis {
    pub(crate) range: Range<f64>,
    pub(crate) ticks: Vec<f64>,
    /// Formats the value at a tick, with a decimal point.
    pub(crate) label: fn(f64) -> String,
    pub(crate) title: Label,
}

impl Axis {
    /// Returns a linear axis with about six ticks at round values.
    pub(crate) fn linear(range: Range<f64>, title: Label) -> Self {
        Self {
            ticks: round_values(&range),
            range,
            label: short_number,
            title,
        }
    }

    /// Returns a linear axis of quantities that are whole numbers.
    pub(crate) fn whole(range: Range<f64>, title: Label) -> Self {
        let mut axis = Self::linear(range, title);
        axis.ticks.retain(|tick| is_whole(*tick));
        axis
    }

    /// Returns a logarithmic axis with ticks at these values, as far as there is space for their labels; `range` holds
    /// the logarithms of its ends.
    pub(crate) fn logarithmic_at(values: &[f64], range: Range<f64>, title: Label) -> Self {
        const CLOSEST: f64 = 0.07;
        let closest = CLOSEST * (range.end - range.start);
        let mut ticks: Vec<f64> = Vec::new();
        for tick in values.iter().map(|value| value.log10()) {
            if ticks.last().is_none_or(|last| tick - last >= closest) {
                ticks.push(tick);
            }
        }
        Self {
            ticks,
            ..Self::logarithmic(range, title)
        }
    }

    /// Returns a logarithmic axis; `range` holds the logarithms of its ends.
    pub(crate) fn logarithmic(range: Range<f64>, title: Label) -> Self {
        Self {
            ticks: round_logarithms(&range),
            range,
            label: |exponent| short_number(10_f64.powf(exponent)),
            title,
        }
    }

    /// Returns a logarithmic axis of milliseconds; `range` holds the logarithms of its ends.
    pub(crate) fn time(range: Range<f64>, title: Label) -> Self {
        let label = |exponent| match 10_f64.powf(exponent) {
            short if short < 999.5 => format!("{short:.0} ms"),
            long => format!("{:.0} s", long / 1000.0),
        };
        Self {
            label,
            ..Self::logarithmic(range, title)
        }
    }

    /// Returns an axis of proportions from 0 to 100 %.
    pub(crate) fn proportion(title: Label) -> Self {
        Self {
            range: 0.0..1.02,
            ticks: (0..=5).map(|fifth| f64::from(fifth) / 5.0).collect(),
            label: |share| format!("{:.0} %", 100.0 * share),
            title,
        }
    }

    /// Returns an axis without ticks and title, for rows that are numbered from 0.
    pub(crate) fn rows(count: usize) -> Self {
        Self {
            range: -0.5..count as f64 - 0.5,
            ticks: Vec::new(),
            label: |_| String::new(),
            title: Label::text(""),
        }
    }

    pub(super) fn label(&self, tick: f64, language: Language) -> String {
        language.number(&(self.label)(tick))
    }

    /// Maps a value to a pixel between those of the ends of the range.
    pub(super) fn pixel(&self, value: f64, from: i32, to: i32) -> i32 {
        let share = (value - self.range.start) / (self.range.end - self.range.start);
        from + (share * f64::from(to - from)).round() as i32
    }
}

/// Returns multiples of 1, 2 or 5 times a power of ten.
fn round_values(range: &Range<f64>) -> Vec<f64> {
    let rough = (range.end - range.start) / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps
        .into_iter()
        .find(|&step| step >= rough)
        .unwrap_or(rough);
    let first = (range.start / step).ceil() as i64;
    let last = (range.end / step).floor() as i64;
    (first..=last).map(|number| number as f64 * step).collect()
}

/// Returns whether a number is whole, up to rounding errors.
pub(crate) fn is_whole(number: f64) -> bool {
    (number - number.round()).abs() < 1e-9 * number.abs().max(1.0)
}

/// Returns the logarithms of powers of ten, and of some of their multiples if the range is narrow. If it is so narrow
/// that there is at most one of these, returns the logarithms of other round values.
fn round_logarithms(range: &Range<f64>) -> Vec<f64> {
    let multiples: &[f64] = match range.end - range.start {
        wide if wide > 3.0 => &[1.0],
        middle if middle > 1.2 => &[1.0, 3.0],
        _ => &[1.0, 2.0, 3.0, 5.0, 7.0],
    };
    let powers = range.start.floor() as i32..=range.end.ceil() as i32;
    let ticks: Vec<f64> = powers
        .flat_map(|power| multiples.iter().map(move |m| f64::from(power) + m.log10()))
        .filter(|value| range.contains(value))
        .collect();
    if ticks.len() > 1 {
        return ticks;
    }
    let values = round_values(&(10_f64.powf(range.start)..10_f64.powf(range.end)));
    values.into_iter().map(f64::log10).collect()
}

fn short_number(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 1e6 => return format!("{:e}", value.round()),
        size if size >= 1.0 => 2,
        _ => 6,
    };
    let power = 10_f64.powi(decimals);
    // Adding zero makes -0 positive.
    format!("{}", (value * power).round() / power + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn none() -> Label {
        Label::text("")
    }

    #[test]
    fn ticks_are_round() {
        let labels = |axis: Axis| {
            axis.ticks
                .iter()
                .map(|&t| axis.label(t, Language::English))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            labels(Axis::linear(0.0..1.0, none())),
            ["0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
        assert_eq!(
            labels(Axis::linear(-3.0..42.0, none())),
            ["0", "10", "20", "30", "40"]
        );
        assert_eq!(
            labels(Axis::logarithmic(0.0..1.0, none())),
            ["1", "2", "3", "5", "7"]
        );
        assert_eq!(
            labels(Axis::time(0.0..4.5, none())),
            ["1 ms", "10 ms", "100 ms", "1 s", "10 s"]
        );
        // Between 11 and 19 there is no power of ten and no simple multiple of one.
        assert_eq!(
            labels(Axis::logarithmic(1.04..1.28, none())),
            ["12", "14", "16", "18"]
        );
    }

    #[test]
    fn labels_of_different_ticks_differ() {
        let labels = |range: Range<f64>| {
            let axis = Axis::linear(range, none());
            let labels = axis
                .ticks
                .iter()
                .map(|&tick| axis.label(tick, Language::English));
            labels.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(812.05..812.45), "812.1 812.2 812.3 812.4");
        assert_eq!(labels(1.1e6..1.7e6), "1.2e6 1.4e6 1.6e6");
        assert_eq!(
            labels(0.0001..0.00035),
            "0.0001 0.00015 0.0002 0.00025 0.0003 0.00035"
        );
        assert_eq!(labels(-0.25..0.25), "-0.2 -0.1 0 0.1 0.2");
    }

    #[test]
    fn whole_numbers_have_whole_ticks() {
        let labels = |axis: Axis| {
            let labels = axis
                .ticks
                .iter()
                .map(|&tick| axis.label(tick, Language::English));
            labels.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(Axis::linear(1.9..4.1, none())), "2 2.5 3 3.5 4");
        assert_eq!(labels(Axis::whole(1.9..4.1, none())), "2 3 4");
        assert_eq!(labels(Axis::whole(0.0..1.1, none())), "0 1");
        assert_eq!(labels(Axis::whole(0.0..30.0, none())), "0 10 20 30");
    }

    #[test]
    fn logarithmic_ticks_at_values_keep_a_distance() {
        let labels = |values: &[f64], range: Range<f64>| {
            let axis = Axis::logarithmic_at(values, range, none());
            let labels = axis
                .ticks
                .iter()
                .map(|&tick| axis.label(tick, Language::English));
            labels.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(labels(&[4.0, 8.0, 12.0], 0.5..1.2), "4 8 12");
        let many: Vec<f64> = (1..=20).map(f64::from).collect();
        assert_eq!(labels(&many, 0.0..1.4), "1 2 3 4 6 8 11 14 18");
    }

    #[test]
    fn labels_are_numbers_of_the_language() {
        let axis = Axis::proportion(none());
        assert_eq!(axis.label(0.4, Language::French), "40\u{202f}%");
        let axis = Axis::linear(0.0..1.0, none());
        assert_eq!(axis.label(0.2, Language::French), "0,2");
    }
}
