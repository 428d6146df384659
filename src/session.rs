//! One `judge run` in its results folder: reads the results of earlier sessions, executes unfinished runs and records
//! everything.

mod earlier;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::contest::Contest;
use crate::dir;
use crate::engine::slurm::Cluster;
use crate::engine::{Completion, Event, Execution, bounds, is_unchanged};
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::ids::{Name, RunId};
use crate::instances::{self, Instance};
use crate::limits::Limits;
use crate::machine::judge_digest;
use crate::parallel;
use crate::problems;
use crate::results::{
    self, BoundRow, Bounds, Conditions, Facts, Here, InstanceFacts, Provenance, Row, Store,
    WantedIsolation,
};
use crate::results_dir::ResultsDir;
use crate::resume;
use crate::sandbox::Wanted;
use crate::snapshot::{Archive, Snapshot};
use crate::timestamp::Timestamp;

/// The options of a session.
#[derive(Debug)]
pub struct Options {
    pub folder: PathBuf,
    /// Whether earlier results are discarded.
    pub fresh: bool,
    /// Teams to run again although their results are valid.
    pub again: Vec<String>,
    pub wanted: Wanted,
    pub jobs: Option<usize>,
    /// Where to execute programs, if not on this machine.
    pub cluster: Option<Cluster>,
}

/// An open results folder with the state of its contest.
#[derive(Debug)]
pub struct Session<'a> {
    options: &'a Options,
    here: &'a Here,
    store: Store,
    snapshot: Snapshot,
    /// The last row of the journal.
    last: Option<Row>,
    /// Runs whose files do not match their seals.
    broken: HashSet<RunId>,
    interrupt: Arc<AtomicBool>,
}

/// The instances of a contest.
#[derive(Debug)]
pub struct Instances {
    /// Those of all entrants.
    pub main: Vec<Instance>,
    /// Those of the tie-break, if it has begun.
    pub tie_break: Vec<Instance>,
}

/// The entrants of a contest.
#[derive(Clone, Copy, Debug)]
pub struct Entrants<'a> {
    pub all: &'a [Entrant],
    /// Those that run in this session.
    pub chosen: &'a [Entrant],
}

impl Instances {
    pub fn all(&self) -> Vec<&Instance> {
        self.main.iter().chain(&self.tie_break).collect()
    }

    fn facts(&self) -> Vec<InstanceFacts> {
        let main = self.main.iter().map(|i| InstanceFacts::new(i, false));
        let tie_break = self.tie_break.iter().map(|i| InstanceFacts::new(i, true));
        main.chain(tie_break).collect()
    }
}

impl<'a> Session<'a> {
    /// Opens the results folder. Prepares the instances of a tie-break that has begun in an earlier session.
    pub fn open(
        contest: Contest,
        here: &'a Here,
        options: &'a Options,
        instances: &mut Instances,
        entrants: Entrants,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self> {
        let earlier = earlier::earlier_facts(&contest, &options.folder, options.fresh)?;
        let has_tie_break = |facts: &Facts| facts.instance.iter().any(|i| i.tie_break);
        if earlier.as_ref().is_some_and(has_tie_break) {
            instances.tie_break = instances::prepare_tie_break(&contest)?;
        }
        let (store, sealed) = Store::open(
            &options.folder,
            options.fresh,
            reserve(&contest.limits),
            contest.run_names(),
        )?;
        let known = earlier.as_ref().map_or(&[][..], |facts| &facts.team);
        let team = conditions(&contest, here, options, entrants, known);
        let (salt, end, provenance) = match earlier {
            Some(facts) => (facts.salt, facts.end, facts.provenance),
            None => (new_salt(), None, Vec::new()),
        };
        let mut facts = Facts {
            digest: instances::commitment(&instances.main),
            machine: format!("{}, {} cores", here.machine.cpu, parallel::threads()),
            salt,
            contest_file: contest.document.path.clone(),
            contest: contest.document.text.clone(),
            problem: problems::of(contest.problem).map(|folder| folder.description().clone()),
            end,
            instance: instances.facts(),
            team,
            provenance,
        };
        let mut broken = store.broken(&sealed)?;
        let mut rows: Vec<Row> = sealed.into_iter().map(|sealed| sealed.row).collect();
        facts.note_ends(&rows);
        let last = rows.last().cloned();
        let newest = newest(&facts, &rows);
        facts.validity().keep_current(&mut rows);
        // A program that counts again after another one of the same team must run again: its files were replaced.
        let is_replaced = |row: &&Row| newest.get(&row.id()).is_some_and(|newest| !newest.is(row));
        broken.extend(rows.iter().filter(is_replaced).map(Row::id));
        store.write_instances(&instances.all())?;
        let dir = ResultsDir::open(&options.folder)?.with_names(contest.run_names());
        Ok(Self {
            options,
            here,
            store,
            snapshot: Snapshot {
                contest,
                facts,
                rows,
                bounds: Bounds::default(),
                seal: None,
                files: Archive::new(dir, Vec::new()),
            },
            last,
            broken,
            interrupt,
        })
    }

    /// Returns the contest with its results so far.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Executes the unfinished runs of these entrants on these instances.
    pub fn play(
        &mut self,
        instances: &[Instance],
        entrants: &[Entrant],
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<Completion> {
        let is_intact = |row: &Row, instance: &Instance, entrant: &Entrant| {
            !self.broken.contains(&row.id())
                && (!resume::is_by_hand(instance, entrant)
                    || is_unchanged(
                        &entrant.handed_in,
                        &instance.name,
                        row,
                        self.snapshot.files.dir(),
                    ))
        };
        let runs = resume::unfinished(instances, entrants, &self.snapshot.rows, is_intact);
        notify(Event::Planned(runs.len()));
        let plan = self.snapshot.facts.plan();
        let mut provenances = Vec::new();
        for (number, entrant) in entrants.iter().enumerate() {
            let conditions = self
                .snapshot
                .facts
                .conditions(&entrant.id)
                .cloned()
                .ok_or_else(|| Error::Fault(format!("{} has no conditions", entrant.id.name)))?;
            let is_run = runs.iter().any(|run| run.entrant == number);
            let tools = if is_run { entrant.tools() } else { Vec::new() };
            let provenance = Provenance::new(conditions, tools, &plan, self.here);
            if is_run {
                self.snapshot
                    .facts
                    .add_provenances([&provenance].into_iter());
            }
            provenances.push(provenance);
        }
        self.store.write_facts(&self.snapshot.facts)?;
        let execution = Execution {
            contest: &self.snapshot.contest,
            instances,
            entrants,
            provenances: &provenances,
            wanted: self.options.wanted,
            jobs: self.options.jobs,
            interrupt: &self.interrupt,
        };
        let completion = match &self.options.cluster {
            Some(cluster) => execution.run_on(
                cluster,
                &self.store,
                &runs,
                &mut self.snapshot.facts,
                notify,
            )?,
            None => execution.run(&self.store, &runs, notify)?,
        };
        let new = self.store.take_new_rows();
        if !new.is_empty() {
            self.snapshot.facts.note_ends(&new);
            self.last = new.last().cloned();
            for row in &new {
                self.broken.remove(&row.id());
            }
            self.add_rows(new);
        }
        Ok(completion)
    }

    /// Changes the entrants. Each comes with the number of times that it was run again. The rows of an entrant whose
    /// program has changed are no longer current, because its files are going to be replaced.
    pub fn enter(&mut self, entrants: &[(Entrant, u32)]) {
        let wanted = wanted_isolation(self.here, self.options);
        let contest = &self.snapshot.contest;
        let conditions = entrants.iter().map(|(entrant, again)| Conditions {
            again: *again,
            ..present_conditions(contest, wanted, entrant)
        });
        self.snapshot.facts.team = conditions.collect();
        self.add_rows(Vec::new());
    }

    fn add_rows(&mut self, new: Vec<Row>) {
        let Snapshot { facts, rows, .. } = &mut self.snapshot;
        rows.extend(new);
        facts.validity().keep_current(rows);
    }

    /// Adds the instances of a tie-break to the contest.
    pub fn begin_tie_break(&mut self, instances: &mut Instances) -> Result<()> {
        instances.tie_break = instances::prepare_tie_break(&self.snapshot.contest)?;
        let facts = instances.facts();
        if self.snapshot.facts.instance != facts {
            self.snapshot.facts.instance = facts;
            // The journal has rows of these instances if the tie-break was removed from the contest and restored.
            self.snapshot.rows.clear();
            self.add_rows(results::read_results(self.store.dir())?.rows);
        }
        self.store.write_instances(&instances.all())
    }

    /// Returns whether these teams have rows on all of these instances.
    pub fn has_played(&self, instances: &[Instance], teams: &[String]) -> bool {
        let rows = self.snapshot.rows.iter();
        let played: HashSet<_> = rows.map(|row| (&*row.digest, &*row.team)).collect();
        let mut pairs = instances
            .iter()
            .flat_map(|instance| teams.iter().map(|team| (&*instance.digest, &**team)));
        pairs.all(|pair| played.contains(&pair))
    }

    /// Makes the last seal cover the present contest file, instances and entrants, even if nothing was run.
    pub fn affirm_plan(&mut self) -> Result<()> {
        let Some(last) = &self.last else {
            return Ok(());
        };
        let mut provenances = self.snapshot.facts.provenance.iter();
        let provenance = provenances.find(|provenance| *provenance.id == *last.provenance);
        let moved = provenance.and_then(|p| resume::moved_to_plan(p, &self.snapshot.facts.plan()));
        let Some(moved) = moved else {
            return Ok(());
        };
        let row = Row {
            provenance: moved.id.as_str().into(),
            ..last.clone()
        };
        self.snapshot.facts.add_provenances([&moved].into_iter());
        self.store.write_facts(&self.snapshot.facts)?;
        self.store.affirm(&row)?;
        self.snapshot.facts.note_ends(std::slice::from_ref(&row));
        self.add_rows(vec![row]);
        Ok(())
    }

    /// Proves the bounds of instances that have none.
    pub fn find_bounds(
        &mut self,
        instances: &[&Instance],
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<()> {
        let known = results::read_bounds(self.store.dir())?;
        let mut found = bounds::find(instances, &known, &self.store, &self.interrupt, notify)?;
        if self.drop_contradicted(&mut found, notify) {
            self.store.write_bounds(&found)?;
        }
        self.snapshot.bounds = Bounds::new(&found);
        Ok(())
    }

    /// Removes bounds that an accepted answer exceeds: the bound program of a problem folder may be wrong. Returns whether
    /// there were any.
    fn drop_contradicted(&self, bounds: &mut [BoundRow], notify: &(dyn Fn(Event) + Sync)) -> bool {
        let goal = self.snapshot.contest.problem.goal();
        let mut best: HashMap<&str, &Row> = HashMap::new();
        for row in self.snapshot.rows.iter().filter(|row| row.value.is_some()) {
            let known = best.entry(&row.digest).or_insert(row);
            if let (Some(value), Some(other)) = (row.value, known.value)
                && goal.better(value, other)
            {
                *known = row;
            }
        }
        let mut is_changed = false;
        for at in bounds {
            let (Some(bound), Some(row)) = (at.bound, best.get(&*at.digest)) else {
                continue;
            };
            let Some(value) = row.value.filter(|value| goal.better(*value, bound)) else {
                continue;
            };
            let BoundRow {
                round, instance, ..
            } = &*at;
            let reason = format!(
                "the bound {bound} of {round}/{instance} contradicts the value {value} of {}: it is left out",
                row.team
            );
            notify(Event::Remark(&reason));
            at.bound = None;
            at.method = reason;
            at.proof.clear();
            is_changed = true;
        }
        is_changed
    }

    /// Ends the session. If all runs and proofs are complete, records the end of the journal.
    pub fn finish(mut self, is_complete: bool) -> Result<(Store, Snapshot)> {
        let end = self.store.end();
        if is_complete {
            self.snapshot.facts.end = Some(end);
        }
        self.store.write_facts(&self.snapshot.facts)?;
        self.snapshot.seal = Some(end.seal);
        Ok((self.store, self.snapshot))
    }
}

/// What tells a row from others of the same run.
struct Newest {
    time: Timestamp,
    provenance: Name,
}

impl Newest {
    fn is(&self, row: &Row) -> bool {
        self.time == row.time && self.provenance == row.provenance
    }
}

/// Returns the last row of each run; none if no program was ever replaced.
fn newest(facts: &Facts, rows: &[Row]) -> HashMap<RunId, Newest> {
    let is_present = |provenance: &Provenance| facts.team.contains(&provenance.conditions);
    if facts.provenance.iter().all(is_present) {
        return HashMap::new();
    }
    let newest = |row: &Row| Newest {
        time: row.time,
        provenance: row.provenance.clone(),
    };
    rows.iter().map(|row| (row.id(), newest(row))).collect()
}

/// Returns the conditions under which rows of each entrant are valid.
fn conditions(
    contest: &Contest,
    here: &Here,
    options: &Options,
    entrants: Entrants,
    earlier: &[Conditions],
) -> Vec<Conditions> {
    let wanted = wanted_isolation(here, options);
    let present = |entrant: &Entrant| present_conditions(contest, wanted, entrant);
    let runs_now = |entrant: &Entrant| entrants.chosen.iter().any(|other| other.id == entrant.id);
    resume::conditions(entrants.all, runs_now, &options.again, earlier, present)
}

fn wanted_isolation(here: &Here, options: &Options) -> WantedIsolation {
    match WantedIsolation::of(here.isolation) {
        WantedIsolation::Unsandboxed => WantedIsolation::Unsandboxed,
        _ if options.cluster.is_some() => WantedIsolation::Workers,
        local => local,
    }
}

/// Returns the conditions of a run that takes place now.
fn present_conditions(contest: &Contest, wanted: WantedIsolation, entrant: &Entrant) -> Conditions {
    Conditions {
        team: entrant.id.name.to_string(),
        baseline: entrant.id.baseline,
        program: entrant.digest.clone(),
        executable: judge_digest().to_owned(),
        problem: problems::of(contest.problem).map(|folder| folder.description().digest.clone()),
        limits: contest.limits.to_string(),
        wanted,
        again: 0,
    }
}

/// Returns the free disk space, in bytes, to keep for the results of runs in progress.
fn reserve(limits: &Limits) -> u64 {
    const LEAST: u64 = 8 << 20;
    const MOST: u64 = 64 << 20;
    LEAST + 2 * limits.output.min(MOST)
}

fn new_salt() -> String {
    format!("{:016x}{:016x}", dir::random(), dir::random())
}
