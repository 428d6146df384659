//! The leaderboard as a table that fits the terminal, with the remarks that belong below it.

use std::fmt::Write;

use super::grid::{self, Look};
use crate::sandbox::Isolation;
use crate::standings::{Line, Machines, Standings, Unsettled};
use crate::terminal::printable;
use crate::units::show_duration;

/// A column: its title, and what it says of a line.
type Column = (&'static str, fn(&Line, &Standings) -> String);

const RANK: Column = ("rank", |line, _| {
    line.rank.map_or("–".to_owned(), |rank| rank.to_string())
});
const TEAM: Column = ("team", |line, _| {
    if line.baseline {
        format!("[{}]", line.team)
    } else {
        line.team.clone()
    }
});
const SCORE: Column = ("score", |line, _| format!("{:.2}", line.score));
const BAR: Column = ("", bar);
const INTERVAL: Column = ("95 %", |line, _| {
    let mark = line
        .group
        .map_or(String::new(), |group| format!(" {}", mark(group)));
    line.confidence
        .map_or(String::new(), |c| match (c.rank_low, c.rank_high) {
            (low, high) if low == high => format!("{low}{mark}"),
            (low, high) => format!("{low}–{high}{mark}"),
        })
});
const FIRST: Column = ("first", |line, _| {
    line.confidence
        .map_or(String::new(), |c| format!("{:.0} %", 100.0 * c.first))
});
const BESTS: Column = ("bests", |line, _| line.bests.to_string());
const ACCEPTED: Column = ("accepted", |line, _| {
    format!(
        "{}{}",
        line.accepted,
        if line.fragile > 0 { "!" } else { "" }
    )
});
const FAILED: Column = ("failed", |line, _| line.failed.to_string());
const GAP: Column = ("gap", |line, _| {
    line.gap
        .map_or("–".to_owned(), |gap| format!("{:.1} %", 100.0 * gap))
});
const CPU: Column = ("CPU", |line, _| show_duration(line.cpu));

const NARROW: [Column; 9] = [
    RANK, TEAM, SCORE, INTERVAL, BESTS, ACCEPTED, FAILED, GAP, CPU,
];
const WIDE: [Column; 11] = [
    RANK, TEAM, SCORE, BAR, INTERVAL, FIRST, BESTS, ACCEPTED, FAILED, GAP, CPU,
];

/// From this width on there is room for all columns.
const WIDE_ENOUGH: u16 = 100;

pub(super) fn table(standings: &Standings) -> String {
    let columns: &[Column] = if grid::width() >= WIDE_ENOUGH {
        &WIDE
    } else {
        &NARROW
    };
    let (header, rows) = cells(standings, columns);
    let looks = standings
        .lines
        .iter()
        .map(|line| match (line.baseline, line.rank) {
            (true, _) => Look::Dim,
            (false, Some(1)) => Look::Bold,
            _ => Look::Plain,
        });
    let table = grid::styled_table(&header, rows, looks);
    let (title, remarks) = (title(standings), remarks(standings));
    format!("{}\n{table}{}", printable(&title), printable(&remarks))
}

pub(super) fn markdown(standings: &Standings) -> String {
    let (header, rows) = cells(standings, &NARROW);
    let remarks = remarks(standings);
    format!(
        "**{}**\n\n{}\n{remarks}",
        title(standings),
        grid::markdown(&header, rows)
    )
}

fn cells(standings: &Standings, columns: &[Column]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let told = |(title, _): &&Column| *title != GAP.0 || has_gaps(standings);
    let columns: Vec<&Column> = columns.iter().filter(told).collect();
    let row = |line: &Line| {
        columns
            .iter()
            .map(|(_, show)| show(line, standings))
            .collect()
    };
    (
        columns.iter().map(|(title, _)| *title).collect(),
        standings.lines.iter().map(row).collect(),
    )
}

/// The score as a small bar, the largest of all lines being full; eighths of a character make it smooth.
fn bar(line: &Line, standings: &Standings) -> String {
    const LENGTH: f64 = 8.0;
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let largest = standings
        .lines
        .iter()
        .map(|line| line.score)
        .fold(0.0, f64::max);
    let share = if largest > 0.0 {
        (line.score / largest).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let eighths = (share * LENGTH * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// A letter for a group of teams that are statistically tied.
pub(super) fn mark(group: usize) -> char {
    char::from(b'a' + (group % 26) as u8)
}

fn title(standings: &Standings) -> String {
    format!("{}: {}", standings.contest, summary(standings))
}

/// What was played, in a line.
pub(super) fn summary(standings: &Standings) -> String {
    let plural = if standings.complete == 1 { "" } else { "s" };
    let Standings {
        problem, complete, ..
    } = standings;
    let rule = standings.rule.name();
    format!("{problem}, {complete} instance{plural}, scoring by {rule}")
}

/// Whether answers can be nearly right, and how near is known.
pub(super) fn has_gaps(standings: &Standings) -> bool {
    standings.lines.iter().any(|line| line.gap.is_some())
}

pub(super) fn remarks(standings: &Standings) -> String {
    let mut text = String::new();
    if standings.lines.iter().any(|line| line.baseline) {
        text.push_str("[in brackets]: bundled baselines, shown but not ranked\n");
    }
    let _ = writeln!(text, "score: {}", standings.rule.about());
    if has_gaps(standings) {
        text.push_str("gap: mean distance of accepted answers from the proven bound; ");
    }
    text.push_str("CPU: mean per run\n");
    if standings.lines.iter().any(|line| line.group.is_some()) {
        text.push_str("95 %: where the rank probably lies; same letter: statistically tied\n");
    }
    match standings.unsettled {
        None => {}
        Some(Unsettled::Level) => {
            text.push_str("the first place is not settled: the first two are level\n");
        }
        Some(Unsettled::More(more)) if more > 100 * standings.complete.max(1) => {
            text.push_str(
                "the first place is not settled, and no contest of this kind would settle it\n",
            );
        }
        Some(Unsettled::More(more)) => {
            let plural = if more == 1 { "" } else { "s" };
            let _ = writeln!(
                text,
                "the first place is not settled: about {more} more instance{plural} would probably settle it"
            );
        }
    }
    let fragile: usize = standings.lines.iter().map(|line| line.fragile).sum();
    if fragile > 0 {
        let _ = writeln!(
            text,
            "!: {fragile} runs within 5 % of the time limit might end otherwise another time"
        );
    }
    text += &mixture(&standings.machines);
    text += &isolation(&standings.isolations);
    if let Some(seal) = standings.seal {
        let _ = writeln!(text, "seal: {seal}");
    }
    if standings.complete < standings.planned {
        let Standings {
            complete, planned, ..
        } = standings;
        let _ = writeln!(
            text,
            "unfinished: ranked on the {complete} of {planned} instances that everybody has done"
        );
    }
    text
}

/// Says so where something was missing, and where not all runs were isolated alike.
fn isolation(met: &[Isolation]) -> String {
    if let [one] = met {
        return if !one.is_sandboxed() {
            "programs ran without isolation (--unsandboxed)\n".to_owned()
        } else if one.enforces_memory() {
            String::new()
        } else {
            "memory limit: sampled, not enforced by the kernel (see `judge doctor`)\n".to_owned()
        };
    }
    let mut text = String::from("the runs were not all isolated alike:\n");
    for isolation in met {
        let _ = writeln!(text, "  {isolation}");
    }
    text
}

/// Says so where runs were made on different processors.
fn mixture(machines: &Machines) -> String {
    if machines.models.len() < 2 {
        return String::new();
    }
    let count = |(cpu, runs): &(String, usize)| format!("{cpu} ({runs} runs)");
    let models: Vec<String> = machines.models.iter().map(count).collect();
    let mixed = match machines.mixed {
        0 => "every instance was run on one of them".to_owned(),
        1 => "one instance was run on more than one".to_owned(),
        count => format!("{count} instances were run on more than one"),
    };
    let models = models.join(", ");
    format!("the runs were made on different processors: {models}; {mixed}\n")
}
