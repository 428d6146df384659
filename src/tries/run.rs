//! Executes a try: the program and the baselines on the chosen instances, recorded in a results folder of its own.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::record::{Record, RecordedRun};
use super::{contest, reuse};
use crate::contest::Contest;
use crate::engine::{Completion, Event};
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::ids::EntrantId;
use crate::instances::Instance;
use crate::report::{self, page};
use crate::results::{Here, InstanceFacts, Row, Store};
use crate::results_dir::{BUILDS, KINDS, REPORT, STANDINGS, build_log};
use crate::sandbox::Wanted;
use crate::scoring::{self, Table};
use crate::session::{Entrants, Instances, Options, Session};
use crate::snapshot::Snapshot;
use crate::standings::{self, Line, Standings};
use crate::timestamp::Timestamp;
use crate::verdict::Verdict;

/// What is to be run.
#[derive(Debug)]
pub struct Setup<'a> {
    pub contest: &'a Contest,
    pub instances: Vec<Instance>,
    /// The program, another version of it if they are to be compared, and the baselines.
    pub entrants: Vec<Entrant>,
    pub here: &'a Here,
    pub wanted: Wanted,
    pub interrupt: Arc<AtomicBool>,
}

/// A try that was executed.
#[derive(Debug)]
pub struct Outcome {
    pub snapshot: Snapshot,
    pub standings: Standings,
    pub team: EntrantId,
    /// The digest of the program.
    pub program: String,
    pub completion: Completion,
    /// What the compiler said, if the program was not built.
    pub build_log: Option<String>,
}

impl Setup<'_> {
    /// Executes the try in an empty folder. Results of the baselines are taken from an earlier try if they are still
    /// valid, because they take most of the time.
    pub fn run(
        self,
        folder: &Path,
        earlier: Option<&Snapshot>,
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<Outcome> {
        let contest = contest::derive(self.contest, &self.instances, folder)?;
        if let Some(earlier) = earlier {
            reuse::reuse(earlier, &contest, &self.instances, folder)?;
        }
        let options = Options {
            folder: folder.to_owned(),
            fresh: false,
            again: Vec::new(),
            wanted: self.wanted,
            jobs: None,
            cluster: None,
        };
        let mut instances = Instances {
            main: self.instances,
            tie_break: Vec::new(),
        };
        let entrants = Entrants {
            all: &self.entrants,
            chosen: &self.entrants,
        };
        let interrupt = Arc::clone(&self.interrupt);
        let mut session = Session::open(
            contest,
            self.here,
            &options,
            &mut instances,
            entrants,
            interrupt,
        )?;
        let completion = session.play(&instances.main, &self.entrants, notify)?;
        if completion == Completion::Finished {
            session.find_bounds(&instances.all(), notify)?;
        }
        let (store, snapshot) = session.finish(completion == Completion::Finished)?;
        let failed = |error| Error::path("remove the builds in", folder, &error);
        store.dir().remove_tree(BUILDS).map_err(failed)?;
        let program = &self.entrants[0];
        let mut standings = standings::rank((&snapshot).into(), snapshot.contest.scoring.rule);
        standings.seal = snapshot.seal;
        let mut outcome = Outcome {
            standings,
            team: program.id.clone(),
            program: program.digest.clone(),
            completion,
            build_log: None,
            snapshot,
        };
        if !outcome.is_built() {
            outcome.build_log = Some(outcome.read_build_log(&store));
        }
        outcome.write_standings(&store)?;
        Ok(outcome)
    }
}

impl Outcome {
    /// Returns the row of an entrant on an instance.
    pub fn row(&self, entrant: &EntrantId, instance: &InstanceFacts) -> Option<&Row> {
        let mut rows = self.snapshot.rows.iter();
        rows.find(|row| {
            (&*row.round, &*row.instance) == (&*instance.round, &*instance.name)
                && row.entrant() == *entrant
        })
    }

    /// Returns the rows of the program.
    pub fn own_rows(&self) -> impl Iterator<Item = &Row> {
        let rows = self.snapshot.rows.iter();
        rows.filter(|row| row.entrant() == self.team)
    }

    /// Returns the line of the program, or of another version of it, in the standings.
    pub fn line(&self, team: &EntrantId) -> Option<&Line> {
        let mut lines = self.standings.lines.iter();
        lines.find(|line| line.baseline == team.baseline && *line.team == *team.name)
    }

    pub fn is_built(&self) -> bool {
        let mut rows = self.own_rows();
        !rows.any(|row| row.verdict == Verdict::BuildFailed)
    }

    pub fn is_accepted(&self) -> bool {
        let mut rows = self.own_rows();
        rows.all(|row| row.verdict == Verdict::Accepted)
    }

    /// Reads what was kept of the standard error of a run.
    pub fn errors(&self, row: &Row) -> String {
        let bytes = reuse::read_file(&self.snapshot, row, KINDS[2]).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn read_build_log(&self, store: &Store) -> String {
        const LARGEST: u64 = 1 << 20;
        let log = store.dir().read(build_log(&self.team.name), LARGEST);
        String::from_utf8_lossy(&log.unwrap_or_default()).into_owned()
    }

    /// Writes the files that `judge run` derives from rows, so that the folder is complete.
    fn write_standings(&self, store: &Store) -> Result<()> {
        /// Replays are left out of larger pages, because the history is to stay small.
        const PAGE_SIZE: u64 = 1_000_000;
        let csv = report::csv(&self.standings)?;
        store.write(Path::new(STANDINGS), csv.as_bytes())?;
        store.write(Path::new(REPORT), self.page(PAGE_SIZE)?.as_bytes())
    }

    /// Returns the web page of the try, of at most so many bytes.
    pub fn page(&self, size: u64) -> Result<String> {
        page::page(&self.snapshot, &self.standings, size)
    }

    /// Returns the record of the try.
    pub fn record(&self, number: u32, note: Option<String>, commit: Option<String>) -> Record {
        let rule = self.snapshot.contest.scoring.rule;
        let table = Table::new((&self.snapshot).into());
        let scores = scoring::scorer(rule, &table).scores(&table.weights());
        let own = table.entrants.iter().position(|id| *id == self.team);
        let score = own.map(|own| scores[own]).unwrap_or_default();
        let confidence = self.line(&self.team).and_then(|line| line.confidence);
        let run = self.own_rows().map(|row| RecordedRun {
            digest: row.digest.to_string(),
            value: row.value.filter(|_| row.verdict == Verdict::Accepted),
        });
        let run: Vec<RecordedRun> = run.collect();
        Record {
            number,
            time: Timestamp::now(),
            contest: self.snapshot.contest.name.clone(),
            note,
            commit,
            program: self.program.clone(),
            rule: rule.name().to_owned(),
            score: score.value,
            order: [score.primary, score.secondary],
            interval: confidence
                .filter(|_| run.len() > 1)
                .map(|found| [found.score_low, found.score_high]),
            run,
        }
    }
}
