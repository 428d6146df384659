//! What people see on standard error while the work goes on.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::engine::Event;
use crate::entrants::Build;

/// A line on standard error; that nobody reads it is no reason to stop.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A bar on terminals; elsewhere only what matters.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub fn new(cells: usize) -> Self {
        let bar = ProgressBar::new(cells as u64);
        let style =
            ProgressStyle::with_template("{bar:30} {pos}/{len} runs, {eta} left  {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar }
    }

    pub fn show(&self, event: &Event) {
        match event {
            Event::BuildStarted(entrant) => {
                self.bar.enable_steady_tick(Duration::from_millis(200));
                self.bar.set_message(format!("building {}", entrant.name));
            }
            Event::BuildEnded(entrant, Build::Failed(reason)) => {
                self.remark(&format!("note: {}: build failed: {reason}", entrant.name));
            }
            Event::BuildEnded(..) => {}
            Event::RunsStarted => {
                self.bar.reset_eta();
                self.bar.set_message("");
            }
            Event::Remark(line) => self.remark(line),
            Event::Waiting(how) => self.bar.set_message((*how).to_owned()),
            Event::RunEnded(row) => {
                self.bar.inc(1);
                self.bar
                    .set_message(format!("{} on {}: {}", row.team, row.instance, row.verdict));
            }
        }
    }

    fn remark(&self, line: &str) {
        self.bar.suspend(|| say(line));
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
