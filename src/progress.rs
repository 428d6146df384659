//! Progress bars and remarks on standard error.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::engine::Event;
use crate::entrants::Build;
use crate::terminal::{printable, say};

/// A progress bar; invisible if standard error is not a terminal.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// Returns a bar of so many steps of a unit.
    pub fn new(steps: usize, unit: &str) -> Self {
        let bar = Self(ProgressBar::new(steps as u64));
        bar.set_unit(unit);
        bar
    }

    fn set_unit(&self, unit: &str) {
        let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{eta}} left  {{wide_msg}}");
        let style = ProgressStyle::with_template(&template);
        self.0
            .set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    }

    /// Advances by one step and shows a message.
    pub fn step(&self, message: &str) {
        self.0.inc(1);
        self.0.set_message(printable(message).into_owned());
    }

    /// Shows that `done` of `all` steps are done.
    pub fn show(&self, done: usize, all: usize) {
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
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
            Event::Planned(runs) => self.bar.0.set_length(*runs as u64),
            Event::BuildStarted(entrant) => {
                self.bar.0.enable_steady_tick(Duration::from_millis(200));
                let message = format!("building {}", entrant.id.name);
                self.bar.0.set_message(printable(&message).into_owned());
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
            Event::BuildEnded(..) => {}
            Event::RunsStarted => {
                self.bar.0.reset_eta();
                self.bar.0.set_message("");
            }
            Event::Remark(line) => self.remark(line),
            Event::Waiting(state) => self.bar.0.set_message(printable(state).into_owned()),
            Event::BoundsStarted(count) => {
                self.bar.0.finish_and_clear();
                self.remark(&format!("proving bounds of {count} instances"));
                self.bar.0.reset();
                self.bar.0.set_length(*count as u64);
                self.bar.set_unit("bounds");
            }
            Event::BoundFound => self.bar.step(""),
            Event::RunEnded(row) => {
                self.bar.step(&format!(
                    "{} on {}: {}",
                    row.team, row.instance, row.verdict
                ));
            }
        }
    }

    fn remark(&self, line: &str) {
        self.bar.0.suspend(|| say(line));
    }

    pub fn finish(&self) {
        self.bar.finish();
    }
}
