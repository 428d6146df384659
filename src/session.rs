//! One `judge run` in its results folder: reads what earlier runs left, executes what is unfinished, records everything.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::cluster::{self, Manifest};
use crate::contest::Contest;
use crate::dir::{self, Dir};
use crate::engine::slurm::{self, Cluster};
use crate::engine::{Completion, Event, Execution, bounds, is_unchanged};
use crate::entrants::Entrant;
use crate::error::{Error, Result};
use crate::ids::RunId;
use crate::instances::{self, Instance};
use crate::limits::Limits;
use crate::machine::judge_digest;
use crate::parallel;
use crate::results::{
    self, Bounds, Conditions, Facts, Here, InstanceFacts, Provenance, Row, Store, WantedIsolation,
};
use crate::results_dir::ResultsDir;
use crate::resume;
use crate::sandbox::Wanted;
use crate::snapshot::{Archive, Snapshot};

/// What the user asked for.
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
    /// Runs whose files are not as they were sealed.
    broken: HashSet<RunId>,
    interrupt: Arc<AtomicBool>,
}

/// The instances of a contest: those that everybody plays, and those that an earlier run already needed to break ties.
#[derive(Debug)]
pub struct Instances {
    pub main: Vec<Instance>,
    pub tie_break: Vec<Instance>,
}

impl Instances {
    fn all(&self) -> Vec<&Instance> {
        self.main.iter().chain(&self.tie_break).collect()
    }

    fn facts(&self) -> Vec<InstanceFacts> {
        let main = self.main.iter().map(|i| InstanceFacts::new(i, false));
        let tie_break = self.tie_break.iter().map(|i| InstanceFacts::new(i, true));
        main.chain(tie_break).collect()
    }
}

impl<'a> Session<'a> {
    /// Opens the results folder. `all` are the contest's entrants, of which `chosen` are run now. Reads the instances of
    /// a tie-break that an earlier run has begun.
    pub fn open(
        contest: Contest,
        here: &'a Here,
        options: &'a Options,
        instances: &mut Instances,
        (all, chosen): (&[Entrant], &[Entrant]),
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self> {
        let earlier = earlier_facts(&contest, &options.folder, options.fresh)?;
        let has_tie_break = |facts: &Facts| facts.instance.iter().any(|i| i.tie_break);
        if earlier.as_ref().is_some_and(has_tie_break) {
            instances.tie_break = instances::prepare_tie_break(&contest)?;
        }
        let (store, sealed) =
            Store::open(&options.folder, options.fresh, reserve(&contest.limits))?;
        let known = earlier.as_ref().map_or(&[][..], |facts| &facts.team);
        let team = conditions(&contest, here, options, (all, chosen), known);
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
            end,
            instance: instances.facts(),
            team,
            provenance,
        };
        let broken = store.broken(&sealed)?;
        let mut rows: Vec<Row> = sealed.into_iter().map(|(row, _)| row).collect();
        facts.note_ends(&rows);
        let last = rows.last().cloned();
        facts.validity().keep_current(&mut rows);
        store.write_instances(&instances.all())?;
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
                files: Archive::new(ResultsDir::open(&options.folder)?, Vec::new()),
            },
            last,
            broken,
            interrupt,
        })
    }

    /// The contest with its results so far.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Executes what is unfinished of these instances and entrants.
    pub fn play(
        &mut self,
        instances: &[Instance],
        entrants: &[Entrant],
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<Completion> {
        let is_whole = |row: &Row, instance: &Instance, entrant: &Entrant| {
            !self.broken.contains(&row.id())
                && (!resume::is_by_hand(instance, entrant)
                    || is_unchanged(
                        &entrant.handed_in,
                        &instance.name,
                        row,
                        self.snapshot.files.dir(),
                    ))
        };
        let runs = resume::unfinished(instances, entrants, &self.snapshot.rows, is_whole);
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
            self.snapshot.rows.extend(new);
            self.snapshot
                .facts
                .validity()
                .keep_current(&mut self.snapshot.rows);
            self.broken.clear();
        }
        Ok(completion)
    }

    /// Adds the instances of a tie-break to the contest.
    pub fn begin_tie_break(&mut self, instances: &mut Instances) -> Result<()> {
        instances.tie_break = instances::prepare_tie_break(&self.snapshot.contest)?;
        self.snapshot.facts.instance = instances.facts();
        self.store.write_instances(&instances.all())
    }

    /// Returns whether these teams have rows on all of these instances.
    pub fn has_played(&self, instances: &[Instance], teams: &[String]) -> bool {
        let rows = self.snapshot.rows.iter();
        let there: HashSet<_> = rows.map(|row| (&*row.digest, &*row.team)).collect();
        let mut pairs = instances
            .iter()
            .flat_map(|instance| teams.iter().map(|team| (&*instance.digest, &**team)));
        pairs.all(|pair| there.contains(&pair))
    }

    /// Makes the last seal cover the contest file, the instances and the entrants as they are now, even if nothing was
    /// run.
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
        self.snapshot.rows.push(row);
        self.snapshot
            .facts
            .validity()
            .keep_current(&mut self.snapshot.rows);
        Ok(())
    }

    /// Proves the bounds of instances that have none.
    pub fn find_bounds(
        &mut self,
        instances: &Instances,
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<()> {
        let known = results::read_bounds(self.store.dir())?;
        let all = instances.all();
        let found = bounds::find(&all, &known, &self.store, &self.interrupt, notify)?;
        self.snapshot.bounds = Bounds::new(&found);
        Ok(())
    }

    /// Ends the session; `is_complete` says whether all runs and proofs are done.
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

/// Returns the conditions under which rows of each entrant are valid.
fn conditions(
    contest: &Contest,
    here: &Here,
    options: &Options,
    (all, chosen): (&[Entrant], &[Entrant]),
    earlier: &[Conditions],
) -> Vec<Conditions> {
    let wanted = match WantedIsolation::of(here.isolation) {
        WantedIsolation::Unsandboxed => WantedIsolation::Unsandboxed,
        _ if options.cluster.is_some() => WantedIsolation::Workers,
        local => local,
    };
    let fresh = |entrant: &Entrant| Conditions {
        team: entrant.id.name.to_string(),
        baseline: entrant.id.baseline,
        program: entrant.digest.clone(),
        executable: judge_digest().to_owned(),
        limits: contest.limits.to_string(),
        wanted,
        again: 0,
    };
    let runs_now = |entrant: &Entrant| chosen.iter().any(|other| other.id == entrant.id);
    resume::conditions(all, runs_now, &options.again, earlier, fresh)
}

/// Reads the facts that an earlier run left in the folder, after collecting what its cluster workers have committed
/// since.
fn earlier_facts(contest: &Contest, folder: &Path, fresh: bool) -> Result<Option<Facts>> {
    let dir = Dir::create(folder);
    let dir = dir.map_err(|error| Error::path("make the folder", folder, &error))?;
    let dir = Arc::new(dir);
    let manifest = Manifest::read(&dir);
    if fresh {
        if let Ok(Some(manifest)) = manifest {
            // Not while another run waits for them.
            let _lock = results::lock(&dir)?;
            slurm::cancel_workers(&dir, &manifest)?;
        }
        return Ok(None);
    }
    let Some(mut facts) = Facts::read(&dir)? else {
        if results::has_rows(&dir) {
            let error = Error::user(format!(
                "{} has results, but run.toml is missing, which describes them",
                folder.display()
            ));
            return Err(error.with_help("restore run.toml, or start over with --fresh"));
        }
        return Ok(None);
    };
    refuse_other_contest(contest, &facts, folder)?;
    cluster::collect(&dir, &mut facts)?;
    Ok(Some(facts))
}

/// Fails if the folder holds the results of another contest, which would be lost.
fn refuse_other_contest(contest: &Contest, earlier: &Facts, folder: &Path) -> Result<()> {
    let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if place(&earlier.contest_file) == place(&contest.document.path) {
        return Ok(());
    }
    let (folder, file) = (folder.display(), earlier.contest_file.display());
    let error = Error::user(format!(
        "{folder} holds the results of another contest, {file}"
    ));
    Err(error.with_help("choose another folder with --out, or start over with --fresh"))
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
