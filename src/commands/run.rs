//! `judge run`: the whole way from a contest file to a leaderboard.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::execution::{Execution, Outcome, STOPPED, watch_for_signals};
use crate::cli::{Engine, Run};
use crate::contest::{Contest, Limits, Mode};
use crate::dir::{self, Dir};
use crate::engine::slurm::{self, Cluster};
use crate::engine::{Event, Orders, bounds, is_unchanged, take_in};
use crate::entrants::{self, Entrant, Field};
use crate::error::{Diagnostic, Error, Result, nearest};
use crate::instances::{self, Instance};
use crate::machine::judge_digest;
use crate::progress::Progress;
use crate::report::page::{self, Results};
use crate::sandbox::{Isolation, Wanted};
use crate::scoring::{Bounds, Played};
use crate::store::{
    self, Conditions, Facts, Here, InstanceFacts, Provenance, ResultsDir, Row, RunId, Store,
    WantedIsolation,
};
use crate::terminal::say;
use crate::verdict::Verdict;
use crate::{report, resume, sandbox, standings};

pub(super) fn run(arguments: &Run) -> Result<u8> {
    refuse_contradictions(arguments)?;
    let contest = Contest::read(&arguments.contest)?;
    let instances = instances::prepare(&contest)?;
    let Field {
        entrants: all,
        remarks,
    } = entrants::gather(&contest)?;
    for remark in remarks {
        say(&format!("note: {remark}"));
    }
    remark_on_stray_answers(&all, &instances);
    let wanted = arguments.isolation.wanted();
    let here = Here::new(isolation(wanted)?);
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(&arguments.contest));
    let earlier = earlier_facts(&contest, &folder, arguments.fresh)?;
    let entrants = chosen(&all, arguments)?;
    let tie_break = match &earlier {
        Some(facts) if facts.instance.iter().any(|i| i.tie_break) => {
            instances::prepare_tie_break(&contest)?
        }
        _ => Vec::new(),
    };
    let (store, sealed) = Store::open(&folder, arguments.fresh, reserve(&contest.limits))?;
    let team = conditions(
        &contest,
        &here,
        arguments,
        &all,
        &entrants,
        earlier.as_ref(),
    );
    let facts = Facts {
        digest: instances::commitment(&instances),
        machine: machine(&here),
        salt: earlier
            .as_ref()
            .map_or_else(new_salt, |facts| facts.salt.clone()),
        contest_file: contest.document.path.clone(),
        contest: contest.document.text.clone(),
        end: earlier.as_ref().and_then(|facts| facts.end),
        instance: instance_facts(&instances, &tie_break),
        team,
        provenance: earlier.map_or_else(Vec::new, |facts| facts.provenance),
    };
    let broken = store.broken(&sealed)?;
    let rows = sealed.into_iter().map(|(row, _)| row).collect();
    let mut session = Session {
        arguments,
        contest: &contest,
        here: &here,
        store: &store,
        facts,
        rows,
        broken,
        interrupt: watch_for_signals()?,
    };
    let mut played: Vec<&Instance> = instances.iter().chain(&tie_break).collect();
    store.write_instances(&played)?;
    let mut outcome = session.play(&instances, &entrants)?;
    let more;
    if outcome == Outcome::Finished && contest.rounds.iter().any(|round| round.tie_break) {
        let level = session.level_teams();
        if !level.is_empty() {
            more = instances::prepare_tie_break(&contest)?;
            session.facts.instance = instance_facts(&instances, &more);
            played = instances.iter().chain(&more).collect();
            store.write_instances(&played)?;
            let teams = all.iter().filter(|entrant| !entrant.baseline);
            let teams = teams.filter(|entrant| level.contains(&entrant.name));
            let teams: Vec<Entrant> = teams.cloned().collect();
            if !session.has_played(&more, &level) {
                say(&format!(
                    "tie-break: {} share a rank and play {} more instances",
                    level.join(", "),
                    more.len()
                ));
            }
            outcome = session.play(&more, &teams)?;
        }
    }
    if outcome == Outcome::Detached {
        let shown = folder.display();
        say(&format!(
            "the workers go on by themselves: `judge status {shown}` tells how far they are"
        ));
        say("run the same command again to wait for them and see the standings");
        return Ok(0);
    }
    session.affirm_plan()?;
    if outcome == Outcome::Finished {
        session.find_bounds(&played)?;
        if session.interrupt.load(Ordering::Relaxed) {
            outcome = Outcome::Stopped;
        }
    }
    session.conclude(outcome)
}

/// What rows of each entrant must have been made under to hold.
fn conditions(
    contest: &Contest,
    here: &Here,
    arguments: &Run,
    all: &[Entrant],
    entrants: &[Entrant],
    earlier: Option<&Facts>,
) -> Vec<Conditions> {
    let wanted = match WantedIsolation::of(here.isolation) {
        WantedIsolation::Unsandboxed => WantedIsolation::Unsandboxed,
        _ if arguments.engine == Engine::Slurm => WantedIsolation::Workers,
        local => local,
    };
    let fresh = |entrant: &Entrant| Conditions {
        team: entrant.name.clone(),
        baseline: entrant.baseline,
        program: entrant.digest.clone(),
        executable: judge_digest().to_owned(),
        limits: contest.limits.to_string(),
        wanted,
        again: 0,
    };
    let runs_now = |entrant: &Entrant| {
        let same =
            |other: &Entrant| (&other.name, other.baseline) == (&entrant.name, entrant.baseline);
        entrants.iter().any(same)
    };
    let known = earlier.map_or(&[][..], |facts| &facts.team);
    resume::conditions(all, runs_now, &arguments.again, known, fresh)
}

/// One `judge run` in its results folder.
struct Session<'a> {
    arguments: &'a Run,
    contest: &'a Contest,
    here: &'a Here,
    store: &'a Store,
    facts: Facts,
    /// All rows of earlier runs, oldest first.
    rows: Vec<Row>,
    /// Earlier runs whose files are not as they were sealed.
    broken: HashSet<RunId>,
    interrupt: Arc<AtomicBool>,
}

impl Session<'_> {
    /// Runs what is unfinished of these instances and entrants.
    fn play(&mut self, instances: &[Instance], entrants: &[Entrant]) -> Result<Outcome> {
        let mut current = self.rows.clone();
        self.facts.validity().keep_current(&mut current);
        let files = ResultsDir::new(self.results_dir()?, Vec::new());
        let is_whole = |row: &Row, instance: &Instance, entrant: &Entrant| {
            !self.broken.contains(&row.id())
                && (!resume::is_by_hand(instance, entrant)
                    || is_unchanged(&entrant.handed_in, &instance.name, row, &files))
        };
        let cells = resume::unfinished(instances, entrants, &current, is_whole);
        let plan = self.facts.plan();
        let mut provenances = Vec::new();
        for (number, entrant) in entrants.iter().enumerate() {
            let conditions = self.facts.conditions(&entrant.name, entrant.baseline);
            let Some(conditions) = conditions.cloned() else {
                return Err(Error::Fault(format!("{} has no conditions", entrant.name)));
            };
            let runs = cells.iter().any(|cell| cell.entrant == number);
            let tools = if runs { entrant.tools() } else { Vec::new() };
            let provenance = Provenance::new(conditions, tools, &plan, self.here);
            if runs {
                self.facts.add_provenances([&provenance].into_iter());
            }
            provenances.push(provenance);
        }
        self.store.write_facts(&self.facts)?;
        let arguments = self.arguments;
        let cluster = Cluster {
            workers: arguments.workers.map_or(DEFAULT_WORKERS, usize::from),
            partition: arguments.partition.as_deref(),
            arguments: &arguments.sbatch_arg,
            detach: arguments.detach,
            patience: arguments.patience,
            facts: &self.facts,
        };
        let execution = Execution {
            contest: self.contest,
            instances,
            entrants,
            provenances: &provenances,
            wanted: arguments.isolation.wanted(),
            jobs: arguments.jobs.map(usize::from),
            cluster: (arguments.engine == Engine::Slurm).then_some(&cluster),
            interrupt: &self.interrupt,
        };
        let outcome = execution.run(self.store, &cells)?;
        if cells.is_empty() {
            return Ok(outcome);
        }
        // Workers add what their rows rest on.
        self.facts = Facts::read(self.store.dir())?
            .ok_or_else(|| Error::Fault("run.toml is gone".to_owned()))?;
        self.rows = self.store.rows()?;
        self.broken.clear();
        Ok(outcome)
    }

    fn results_dir(&self) -> Result<Arc<Dir>> {
        store::open_results(self.store.dir().path()).map(Arc::new)
    }

    /// The teams that share a rank now that everything is played.
    fn level_teams(&self) -> Vec<String> {
        let mut rows = self.rows.clone();
        self.facts.validity().keep_current(&mut rows);
        let played = Played {
            facts: &self.facts,
            rows: &rows,
            bounds: &Bounds::default(),
        };
        standings::rank(self.contest, played, self.contest.scoring.rule).level_teams()
    }

    /// Whether these teams have rows on all of these instances.
    fn has_played(&self, instances: &[Instance], teams: &[String]) -> bool {
        let there: HashSet<(&str, &str)> = self
            .rows
            .iter()
            .map(|row| (&*row.digest, &*row.team))
            .collect();
        let mut pairs = instances
            .iter()
            .flat_map(|instance| teams.iter().map(|team| (&*instance.digest, &**team)));
        pairs.all(|pair| there.contains(&pair))
    }

    /// Makes the last seal cover the contest file, the instances and the entrants as they are now, also where nothing
    /// had to be run.
    fn affirm_plan(&mut self) -> Result<()> {
        let Some(last) = self.rows.last() else {
            return Ok(());
        };
        let mut provenances = self.facts.provenance.iter();
        let provenance = provenances.find(|provenance| *provenance.id == *last.provenance);
        let moved = provenance.and_then(|p| resume::moved_to_plan(p, &self.facts.plan()));
        let Some(moved) = moved else {
            return Ok(());
        };
        let row = Row {
            provenance: moved.id.as_str().into(),
            ..last.clone()
        };
        self.facts.add_provenances([&moved].into_iter());
        self.store.write_facts(&self.facts)?;
        self.store.affirm(&row)?;
        self.rows.push(row);
        Ok(())
    }

    /// Proves the bounds of instances that have none.
    fn find_bounds(&self, instances: &[&Instance]) -> Result<()> {
        let known = store::read_bounds(self.store.dir())?;
        let progress = Progress::new(0);
        let notify = |event: Event| progress.show(&event);
        bounds::find(instances, &known, self.store, &self.interrupt, &notify)?;
        progress.finish();
        Ok(())
    }

    /// Writes and prints the standings.
    fn conclude(mut self, outcome: Outcome) -> Result<u8> {
        if outcome == Outcome::Finished {
            self.facts.end = Some(self.store.end());
        }
        self.facts.note_ends(&self.rows);
        self.store.write_facts(&self.facts)?;
        let contest = self.contest;
        let dir = self.results_dir()?;
        let bounds = Bounds::new(&store::read_bounds(&dir)?);
        let mut rows = self.rows;
        self.facts.validity().keep_current(&mut rows);
        let played = Played {
            facts: &self.facts,
            rows: &rows,
            bounds: &bounds,
        };
        let mut standings = standings::rank(contest, played, contest.scoring.rule);
        standings.seal = Some(self.store.end().seal);
        self.store.write(
            Path::new("standings.csv"),
            report::csv(&standings)?.as_bytes(),
        )?;
        let results = Results {
            contest,
            facts: &self.facts,
            rows: &rows,
            bounds: &bounds,
            files: &ResultsDir::new(dir, Vec::new()),
        };
        let page = page::page(&results, &standings, page::DEFAULT_SIZE)?;
        self.store
            .write(Path::new("report.html"), page.as_bytes())?;
        report::print(&standings, self.arguments.format)?;
        if outcome == Outcome::Stopped {
            say("stopped; what is finished is kept: run the same command again to go on");
            return Ok(STOPPED);
        }
        let faults = rows
            .iter()
            .filter(|row| row.verdict == Verdict::JudgeError)
            .count();
        if faults > 0 {
            let error = format!("{faults} runs failed by the judge's own fault and are not scored");
            return Err(Error::Fault(
                error + ": see runs.csv, and run the same command again",
            ));
        }
        let shown = self.store.dir().path().display();
        say(&format!(
            "results are in {shown}; look at {shown}/report.html"
        ));
        Ok(0)
    }
}

/// What an earlier run in the folder wrote down, with what its workers on a cluster have left since.
fn earlier_facts(contest: &Contest, folder: &Path, fresh: bool) -> Result<Option<Facts>> {
    let dir = Dir::create(folder);
    let dir = dir.map_err(|error| Error::path("make the folder", folder, &error))?;
    let dir = Arc::new(dir);
    let orders = Orders::read(&dir);
    if fresh {
        if let Ok(Some(orders)) = orders {
            // Not while another run waits for them.
            let _lock = store::lock(&dir)?;
            slurm::retire(&dir, &orders)?;
        }
        return Ok(None);
    }
    let Some(mut facts) = Facts::read(&dir)? else {
        if store::has_rows(&dir) {
            let error = Error::user(format!(
                "{} has results, but run.toml is missing, which tells what they rest on",
                folder.display()
            ));
            return Err(error.with_help("restore run.toml, or start over with --fresh"));
        }
        return Ok(None);
    };
    refuse_other_contest(contest, &facts, folder)?;
    take_in(&dir, &mut facts)?;
    Ok(Some(facts))
}

fn instance_facts(instances: &[Instance], tie_break: &[Instance]) -> Vec<InstanceFacts> {
    let main = instances
        .iter()
        .map(|instance| InstanceFacts::new(instance, false));
    let last = tie_break
        .iter()
        .map(|instance| InstanceFacts::new(instance, true));
    main.chain(last).collect()
}

/// Free space to keep for the results of runs that are going on.
fn reserve(limits: &Limits) -> u64 {
    const LEAST: u64 = 8 << 20;
    const MOST: u64 = 64 << 20;
    LEAST + 2 * limits.output.min(MOST)
}

fn new_salt() -> String {
    format!("{:016x}{:016x}", dir::random(), dir::random())
}

/// A file that matches no instance was probably meant for one.
fn remark_on_stray_answers(entrants: &[Entrant], instances: &[Instance]) {
    let by_hand = instances
        .iter()
        .filter(|instance| instance.mode == Mode::Answers);
    let names: Vec<&str> = by_hand.map(|instance| instance.name.as_str()).collect();
    if names.is_empty() {
        return;
    }
    for entrant in entrants {
        for file in entrants::stray_answers(entrant, &names) {
            let near = nearest(&file, &names)
                .map_or(String::new(), |near| format!(", did you mean {near}?"));
            say(&format!(
                "note: {}: answers/{file} belongs to no instance{near}",
                entrant.name
            ));
        }
    }
}

/// How programs are isolated. Fails if they cannot be and `--unsandboxed` was not given.
fn isolation(wanted: Wanted) -> Result<Isolation> {
    let isolation = sandbox::prepare(wanted)?;
    if !isolation.is_sandboxed() {
        say("warning: programs run without isolation: they can read and change whatever you can");
    }
    Ok(isolation)
}

/// So many workers are started where the user does not say.
const DEFAULT_WORKERS: usize = 10;

/// What is only for a cluster must not be ignored in silence, nor may one team's name stand beside an order to remove
/// everybody's results.
fn refuse_contradictions(arguments: &Run) -> Result<()> {
    if arguments.fresh && !(arguments.only.is_empty() && arguments.again.is_empty()) {
        let error =
            Error::user("--fresh removes the results of all teams and cannot be limited to some");
        return Err(error.with_help("to run one team anew: --again TEAM"));
    }
    let given = [
        ("--workers", arguments.workers.is_some()),
        ("--partition", arguments.partition.is_some()),
        ("--sbatch-arg", !arguments.sbatch_arg.is_empty()),
        ("--detach", arguments.detach),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) if arguments.engine != Engine::Slurm => {
            let error = Error::user(format!("{option} is for runs on a cluster"));
            Err(error.with_help("add --engine slurm"))
        }
        _ => Ok(()),
    }
}

/// Results of another contest in the same folder would be lost.
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

fn default_folder(contest: &Path) -> PathBuf {
    Path::new("results").join(contest.file_stem().unwrap_or_default())
}

/// All entrants, or only the named teams and the baselines, without which nothing can be scored.
fn chosen(entrants: &[Entrant], arguments: &Run) -> Result<Vec<Entrant>> {
    let named: Vec<String> = [&*arguments.only, &*arguments.again].concat();
    if let Some(unknown) = resume::unknown_teams(&named, entrants).first() {
        let teams = entrants.iter().filter(|entrant| !entrant.baseline);
        let teams: Vec<_> = teams.map(|entrant| entrant.name.as_str()).collect();
        let error =
            Diagnostic::new(format!("there is no team `{unknown}`")).suggest(unknown, &teams);
        return Err(error
            .with_help(format!("teams: {}", teams.join(", ")))
            .into());
    }
    let wanted = |e: &&Entrant| named.is_empty() || e.baseline || named.contains(&e.name);
    Ok(entrants.iter().filter(wanted).cloned().collect())
}

/// The processor's name and the number of cores.
fn machine(here: &Here) -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", here.machine.cpu)
}
