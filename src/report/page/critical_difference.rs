//! The critical-difference diagram (Demšar 2006): mean ranks on an axis, and a bar over every group of teams that are not
//! significantly different.

use askama::Template;

use super::charts::truncated;
use crate::locale::Language;
use crate::standings::MeanRanks;

/// Teams in the diagram.
const MAX_TEAMS: usize = 24;
/// Longer names are truncated.
const MAX_NAME: usize = 16;

/// The width of the drawing, the ends of the axis, and the height of the axis, in pixels.
const WIDTH: i32 = 560;
const LEFT: i32 = 170;
const RIGHT: i32 = 390;
const AXIS: i32 = 52;
/// The distances of names and of bars.
const ROW: i32 = 20;
const BAR: i32 = 7;

/// The diagram; `Display` writes it as SVG.
#[derive(Template)]
#[template(path = "critical_difference.svg", config = "src/report/askama.toml")]
pub(super) struct Diagram {
    language: Language,
    height: i32,
    ticks: Vec<(i32, usize)>,
    /// The end of a bar as long as the critical difference, and its length as text.
    unit: (i32, String),
    bars: Vec<(i32, i32, i32)>,
    teams: Vec<Team>,
    /// The number of teams that are left out.
    pub(super) omitted: usize,
}

/// A team with the line from its mean rank to its name.
struct Team {
    x: i32,
    y: i32,
    end: i32,
    text_x: i32,
    anchor: &'static str,
    text: String,
}

impl Diagram {
    pub(super) fn new(ranks: &MeanRanks, language: Language) -> Self {
        let shown = ranks.teams.len().min(MAX_TEAMS);
        let teams = &ranks.teams[..shown];
        let last = teams.last().map_or(2.0, |(_, rank)| rank.ceil()).max(2.0);
        let scale = f64::from(RIGHT - LEFT) / (last - 1.0);
        let pixel = |rank: f64| LEFT + ((rank - 1.0) * scale).round() as i32;
        let groups = ranks
            .groups
            .iter()
            .filter(|group| *group.start() + 1 < shown);
        let bars: Vec<(i32, i32, i32)> = groups
            .enumerate()
            .map(|(number, group)| {
                let end = (*group.end()).min(shown - 1);
                let (from, to) = (teams[*group.start()].1, teams[end].1);
                let y = AXIS + 9 + BAR * number as i32;
                (pixel(from) - 3, pixel(to) + 3, y)
            })
            .collect();
        let first_name = AXIS + 24 + BAR * bars.len() as i32;
        let half = shown.div_ceil(2);
        // The better half is named on the left from the top, the others on the right from the bottom, so that no lines
        // cross.
        let team = |(place, (name, rank)): (usize, &(String, f64))| {
            let is_left = place < half;
            let row = if is_left { place } else { shown - 1 - place };
            let rank_text = language.decimal(*rank, 2);
            let text = format!("{} {rank_text}", truncated(name, MAX_NAME));
            Team {
                x: pixel(*rank),
                y: first_name + ROW * row as i32,
                end: if is_left { LEFT - 8 } else { RIGHT + 8 },
                text_x: if is_left { LEFT - 12 } else { RIGHT + 12 },
                anchor: if is_left { "end" } else { "start" },
                text,
            }
        };
        let step = ((last - 1.0) / 8.0).ceil().max(1.0) as usize;
        let ticks = (1..=last as usize).step_by(step);
        let difference = language.message("chart-critical-difference");
        let length = language.decimal(ranks.critical_difference, 2);
        let difference = difference.with("length", length);
        let unit = ranks.critical_difference.min(last - 1.0);
        Self {
            language,
            height: first_name + ROW * half as i32,
            ticks: ticks.map(|rank| (pixel(rank as f64), rank)).collect(),
            unit: (LEFT + (unit * scale).round() as i32, difference.to_string()),
            bars,
            omitted: ranks.teams.len() - shown,
            teams: teams.iter().enumerate().map(team).collect(),
        }
    }
}
