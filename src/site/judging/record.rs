//! What a site keeps of the runs of a hand-in: rows in the database while they happen, and a page at the end.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::sync::Mutex;

use super::super::data::{DataDir, PAGES, page_name};
use super::super::database::{Database, Progress, RunRow, State};
use super::super::log;
use crate::contest::{Contest, shows_reasons};
use crate::engine::Event;
use crate::error::{Error, Result};
use crate::parallel::lock;
use crate::report::page::{self, Audience};
use crate::results::Row;
use crate::results_dir::ResultsDir;
use crate::snapshot::Snapshot;
use crate::standings;

/// So much of what a program wrote to standard error is kept.
const LARGEST_STDERR: u64 = 8 << 10;

/// The largest page of a hand-in, in bytes.
const LARGEST_PAGE: u64 = 8 << 20;

/// Records the runs of a batch while they happen.
#[derive(Debug)]
pub(super) struct Recorder<'a> {
    pub(super) database: Mutex<&'a mut Database>,
    pub(super) contest: &'a Contest,
    pub(super) results: &'a ResultsDir,
    /// By team, the hand-in that counts: it runs again if its results are missing.
    pub(super) counting: BTreeMap<String, i64>,
    /// By team, its hand-in and how far that is.
    pub(super) hand_ins: Mutex<BTreeMap<String, (i64, Progress)>>,
}

impl Recorder<'_> {
    pub(super) fn notify(&self, event: &Event) {
        let done = match event {
            Event::RunEnded(row) if !row.baseline => self.run(row),
            Event::Remark(remark) => {
                log::line("remark", &[("text", remark)]);
                Ok(())
            }
            _ => Ok(()),
        };
        // At the end all rows are recorded once more.
        if let Err(error) = done {
            log::line("progress-lost", &[("error", &error.to_string())]);
        }
    }

    fn run(&self, row: &Row) -> Result<()> {
        let (id, progress) = {
            let mut hand_ins = lock(&self.hand_ins);
            match hand_ins.get_mut(&*row.team) {
                Some((id, progress)) => {
                    progress.done += 1;
                    (*id, Some(progress.clone()))
                }
                None => match self.counting.get(&*row.team) {
                    Some(id) => (*id, None),
                    None => return Ok(()),
                },
            }
        };
        let run = run_row(self.contest, self.results, row);
        let mut database = lock(&self.database);
        database.record_runs(id, &[run])?;
        match progress {
            Some(progress) => database.advance(id, State::Running, &progress).map(drop),
            None => Ok(()),
        }
    }
}

/// Returns a row as the database keeps it.
pub(super) fn run_row(contest: &Contest, results: &ResultsDir, row: &Row) -> RunRow {
    let mut rounds = contest.rounds.iter();
    let public = rounds.any(|round| *round.name == *row.round && shows_reasons(round));
    RunRow {
        round: row.round.to_string(),
        instance: row.instance.to_string(),
        repetition: row.repetition,
        verdict: row.verdict,
        value: row.value,
        detail: row.detail.to_string(),
        cpu_ms: row.cpu_ms,
        public,
        stderr: if public {
            stderr(results, row)
        } else {
            String::new()
        },
    }
}

/// Returns the beginning of what the program wrote to standard error.
fn stderr(results: &ResultsDir, row: &Row) -> String {
    let path = results.run_file("stderr", &row.id());
    let mut bytes = Vec::new();
    if let Ok(file) = results.dir().file(path) {
        // What can be read of it is better than nothing.
        let _ = file.take(LARGEST_STDERR).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Writes the page of each team's runs in public rounds, beside those of the baselines.
pub(super) fn write_pages(
    data: &DataDir,
    results: &Path,
    hand_ins: &[(i64, &str)],
    anonymous: bool,
) -> Result<()> {
    let pages = data.folder(PAGES)?;
    for (id, team) in hand_ins {
        let mut snapshot = Snapshot::read(results)?;
        let rounds = snapshot.contest.rounds.iter();
        let shown: Vec<String> = rounds
            .filter(|round| shows_reasons(round))
            .map(|round| round.name.clone())
            .collect();
        if shown.is_empty() {
            return Ok(());
        }
        snapshot.keep_rounds(&shown)?;
        // A page with the runs of every other team would grow with the class.
        let is_shown = |name: &str, baseline: bool| baseline || name == *team;
        snapshot
            .rows
            .retain(|row| is_shown(&row.team, row.baseline));
        let entrants = &mut snapshot.facts.team;
        entrants.retain(|entrant| is_shown(&entrant.team, entrant.baseline));
        let standings = standings::rank((&snapshot).into(), snapshot.contest.scoring.rule);
        let audience = Audience {
            public: true,
            pseudonyms: anonymous.then_some(&*snapshot.facts.salt),
            team: Some(team),
            language: None,
        };
        let page = page::page_for(&audience, &snapshot, &standings, LARGEST_PAGE)?;
        let name = page_name(*id);
        let written = pages.replace(&name, page.as_bytes());
        written.map_err(|error| Error::path("write", &pages.path().join(name), &error))?;
    }
    Ok(())
}
