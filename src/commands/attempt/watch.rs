//! `judge try --watch`: makes a try again whenever a file changes.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{Done, Job};
use crate::commands::signals::{self, STOPPED};
use crate::engine::Event;
use crate::error::Result;
use crate::parallel::lock;
use crate::terminal::{self, say};
use crate::tries::{Fingerprint, Screen};

/// The interval at which files are looked at.
const POLL: Duration = Duration::from_millis(200);

/// Makes tries until the user presses Ctrl-C. On a terminal the last one is on the screen; otherwise all are printed.
pub(super) fn watch(job: &Job) -> Result<u8> {
    let signal = signals::flag()?;
    let look = || Fingerprint::of(&job.files(), job.arguments.report.as_deref());
    let mut view = View::new(job)?;
    loop {
        let files = look();
        let stop = Arc::new(AtomicBool::new(false));
        let result = while_unchanged(&stop, &|| is_set(&signal) || look() != files, || {
            view.run(job, &stop)
        });
        if is_set(&signal) {
            break;
        }
        // What was run has changed meanwhile.
        if look() != files {
            settle(&look, &signal);
            continue;
        }
        match result {
            Ok(done) => view.show(&done)?,
            // The user is here to correct a file that is wrong; the first time, it may be the command.
            Err(error) if view.is_used() => view.show_error(&error.to_string())?,
            Err(error) => return Err(error),
        }
        let mut size = Screen::size();
        while !is_set(&signal) && look() == files {
            std::thread::sleep(POLL);
            if std::mem::replace(&mut size, Screen::size()) != size {
                view.redraw()?;
            }
        }
        if is_set(&signal) {
            break;
        }
        settle(&look, &signal);
    }
    view.close()?;
    Ok(STOPPED)
}

fn is_set(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}

/// Waits until files stay the same for a moment: an editor may write several, or one in parts.
fn settle(look: &dyn Fn() -> Fingerprint, signal: &AtomicBool) {
    let mut before = look();
    loop {
        std::thread::sleep(POLL / 2);
        let now = look();
        if now == before || is_set(signal) {
            return;
        }
        before = now;
    }
}

/// Runs a task and sets `stop` as soon as `is_over` holds.
fn while_unchanged<T>(
    stop: &AtomicBool,
    is_over: &(dyn Fn() -> bool + Sync),
    task: impl FnOnce() -> T,
) -> T {
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_set(&is_done) {
                if is_over() {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                std::thread::park_timeout(POLL);
            }
        });
        let result = task();
        is_done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    })
}

/// Where tries are shown.
struct View {
    screen: Option<Screen>,
    title: String,
    /// The text of the last try.
    last: String,
    remarks: Mutex<Vec<String>>,
}

impl View {
    fn new(job: &Job) -> Result<Self> {
        let screen = if terminal::is_terminal() {
            Some(Screen::enter()?)
        } else {
            None
        };
        Ok(Self {
            screen,
            title: job.arguments.program.display().to_string(),
            last: String::new(),
            remarks: Mutex::new(Vec::new()),
        })
    }

    /// Returns whether a try was shown.
    fn is_used(&self) -> bool {
        !self.last.is_empty()
    }

    /// Makes a try and shows its progress.
    fn run(&self, job: &Job, stop: &Arc<AtomicBool>) -> Result<Done> {
        lock(&self.remarks).clear();
        let (planned, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let notify = |event: Event| {
            let state = match event {
                Event::Planned(runs) => {
                    planned.store(runs, Ordering::Relaxed);
                    return;
                }
                Event::BuildStarted(_) => "building".to_owned(),
                Event::RunEnded(_) => {
                    let ended = ended.fetch_add(1, Ordering::Relaxed) + 1;
                    format!("{ended} of {} runs", planned.load(Ordering::Relaxed))
                }
                _ => return,
            };
            self.draw(&state);
        };
        let remark = |line: &str| match &self.screen {
            Some(_) => lock(&self.remarks).push(line.to_owned()),
            None => say(line),
        };
        self.draw("reading");
        job.once(stop, &remark, &notify)
    }

    fn show(&mut self, done: &Done) -> Result<()> {
        let mut text = done.text.clone();
        let fault = done.code.as_ref().err().map(ToString::to_string);
        for line in done.fall.iter().chain(&fault) {
            text.push_str(line);
            text.push('\n');
        }
        self.show_text(text)
    }

    fn show_error(&mut self, error: &str) -> Result<()> {
        self.show_text(format!("error: {error}\n"))
    }

    fn show_text(&mut self, text: String) -> Result<()> {
        self.last = text;
        let remarks = std::mem::take(&mut *lock(&self.remarks));
        for line in remarks {
            self.last += &(line + "\n");
        }
        match &self.screen {
            Some(_) => self.redraw(),
            None => terminal::print(&format!("{}\n", self.last)),
        }
    }

    fn redraw(&self) -> Result<()> {
        match &self.screen {
            Some(screen) => screen.draw(&self.text("waiting for changes, Ctrl-C ends")),
            None => Ok(()),
        }
    }

    /// Draws the last try below a line with the state of the next. A failure shows when the result is drawn.
    fn draw(&self, state: &str) {
        if let Some(screen) = &self.screen {
            let _ = screen.draw(&self.text(state));
        }
    }

    fn text(&self, state: &str) -> String {
        format!("{}: {state}\n{}", self.title, self.last)
    }

    /// Restores the terminal, and leaves the last try on it.
    fn close(&mut self) -> Result<()> {
        if self.screen.take().is_some() {
            terminal::print(&self.last)?;
        }
        Ok(())
    }
}
