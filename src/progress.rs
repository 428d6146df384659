//! Progress bars and remarks on standard error.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::engine::Event;
use crate::entrants::Build;
use crate::parallel::lock;
use crate::terminal::{Verbosity, printable, say, verbosity};
use crate::units::show_duration;

/// The interval of lines of progress if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// A progress bar, or now and then a line if standard error is not a terminal.
#[derive(Debug)]
pub struct Bar {
    bar: ProgressBar,
    lines: Option<Mutex<Lines>>,
}

/// Progress as lines.
#[derive(Debug)]
struct Lines {
    unit: String,
    last: Instant,
}

impl Bar {
    /// Returns a bar of so many steps of a unit.
    pub fn new(steps: usize, unit: &str) -> Self {
        let quiet = verbosity() == Verbosity::Quiet;
        let lines = (!quiet && !std::io::stderr().is_terminal()).then(|| {
            Mutex::new(Lines {
                unit: String::new(),
                last: Instant::now(),
            })
        });
        let bar = ProgressBar::new(steps as u64);
        if quiet {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        let bar = Self { bar, lines };
        bar.set_unit(unit);
        bar
    }

    fn set_unit(&self, unit: &str) {
        let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left  {{wide_msg}}");
        let style = ProgressStyle::with_template(&template);
        self.bar
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        if let Some(lines) = &self.lines {
            unit.clone_into(&mut lock(lines).unit);
        }
    }

    /// Advances by one step and shows a message.
    pub fn step(&self, message: &str) {
        self.bar.inc(1);
        self.bar.set_message(printable(message).into_owned());
        self.write_line();
    }

    /// Shows that `done` of `all` steps are done.
    pub fn show(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
        self.write_line();
    }

    /// Writes a line if the last one was long ago.
    fn write_line(&self) {
        let Some(lines) = &self.lines else {
            return;
        };
        let mut lines = lock(lines);
        if lines.last.elapsed() < LINE_INTERVAL {
            return;
        }
        lines.last = Instant::now();
        let (done, all) = (self.bar.position(), self.bar.length().unwrap_or_default());
        let left = show_duration(self.bar.eta());
        say(&format!("{done}/{all} {}, {left} left", lines.unit));
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Displays the events of a run.
#[derive(Debug)]
pub struct Progress {
    bar: Bar,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            bar: Bar::new(0, "runs"),
        }
    }
}

impl Progress {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn show(&self, event: &Event) {
        match event {
            Event::Planned(runs) => self.bar.bar.set_length(*runs as u64),
            Event::BuildStarted(entrant) => {
                self.bar.bar.enable_steady_tick(Duration::from_millis(200));
                let message = format!("building {}", entrant.id.name);
                self.bar.bar.set_message(printable(&message).into_owned());
            }
            Event::BuildEnded(entrant, Build::Failed(reason)) => {
                self.remark(&format!(
                    "note: {}: build failed: {reason}",
                    entrant.id.name
                ));
            }
            Event::BuildEnded(entrant, Build::Fault(reason)) => {
                self.remark(&format!("note: {}: not built: {reason}", entrant.id.name));
            }
            Event::BuildEnded(entrant, Build::Ready(ready)) => {
                let command = ready.command.join(" ");
                self.detail(&format!("{}: runs as `{command}`", entrant.id.name));
            }
            Event::BuildEnded(..) => {}
            Event::RunsStarted => {
                self.bar.bar.reset_eta();
                self.bar.bar.set_message("");
            }
            Event::Remark(line) => self.remark(line),
            Event::Waiting(state) => self.bar.bar.set_message(printable(state).into_owned()),
            Event::BoundsStarted(count) => {
                self.bar.bar.finish_and_clear();
                self.remark(&format!("computing the bounds of {count} instances"));
                self.bar.bar.reset();
                self.bar.bar.set_length(*count as u64);
                self.bar.set_unit("bounds");
            }
            Event::BoundFound => self.bar.step(""),
            Event::RunEnded(row) => {
                let ended = format!("{} on {}: {}", row.team, row.instance, row.verdict);
                self.bar.step(&ended);
                let value = row
                    .value
                    .map_or(String::new(), |value| format!(", {value}"));
                let time = show_duration(Duration::from_millis(row.cpu_ms));
                self.detail(&format!("{ended}{value}, {time} CPU"));
            }
        }
    }

    /// Writes a line that only some users want to see.
    fn detail(&self, line: &str) {
        if verbosity() == Verbosity::Verbose {
            self.remark(line);
        }
    }

    fn remark(&self, line: &str) {
        self.bar.bar.suspend(|| say(line));
    }

    pub fn finish(&self) {
        self.bar.finish();
    }
}
