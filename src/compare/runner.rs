//! Runs an experiment: each run has its own process and core. Programs run in a sandbox. Measurements are appended to a table on disk.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use puzzles::{AnyProblem, Goal, Value};
use serde::{Deserialize, Serialize};
use wait_timeout::ChildExt;

use super::{Experiment, Measurement, Point, Programs, Solver, Status};
use crate::dir::Dir;
use crate::entrants::MYSELF;
use crate::error::{Error, Result};
use crate::parallel::{self, lock};
use crate::problems;
use crate::recipe::refused;
use crate::report::csv_from_records;
use crate::results::Journal;
use crate::sandbox::Sandbox;

/// The name under which the bound of an instance is recorded among the solvers.
pub const BOUND: &str = "bound";

const FILE: &str = "measurements.csv";

/// Time beyond twice the limit after which a process is killed; algorithms check the clock only now and then.
const GRACE: Duration = Duration::from_secs(5);

/// One row of `measurements.csv`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct MeasurementRow {
    problem: String,
    instance: String,
    seed: u64,
    solver: String,
    time_ms: u64,
    judge: String,
    status: Status,
    value: Option<Value>,
    cpu_ns: u64,
    detail: String,
}

/// All measurements by instance (indices of point and seed) and by the key of the solver or [`BOUND`].
pub type Measurements = BTreeMap<(usize, usize), BTreeMap<String, Measurement>>;

/// Measures what is not on disk yet. Calls `progress` with the name of the solver of every finished run. Returns an
/// incomplete table if it is interrupted.
pub fn run(
    experiment: &Experiment,
    programs: &Programs,
    folder: &Dir,
    cores: &[usize],
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Measurements> {
    let time_ms = experiment.time.as_millis() as u64;
    let is_valid = |row: &MeasurementRow| {
        row.judge == env!("CARGO_PKG_VERSION") && row.status != Status::Failed
    };
    let (journal, rows) = Journal::open(folder, FILE, &header()?, is_valid)?;
    let mut measured = Measurements::new();
    for row in rows {
        let point = experiment
            .points
            .iter()
            .position(|point| point.text == row.instance);
        let seed = experiment.seeds.iter().position(|&seed| seed == row.seed);
        let same = row.problem == experiment.problem.name() && row.time_ms == time_ms;
        if let (Some(point), Some(seed), true) = (point, seed, same) {
            let instance = measured.entry((point, seed)).or_default();
            instance.insert(row.solver.clone(), row.measurement());
        }
    }
    for runs in measured.values() {
        for name in runs.keys().filter_map(|key| experiment.name(key)) {
            progress(name);
        }
    }

    let instances: Vec<(usize, usize)> = (0..experiment.points.len())
        .flat_map(|point| (0..experiment.seeds.len()).map(move |seed| (point, seed)))
        .collect();
    let known = Mutex::new(measured);
    let start = |thread: usize| {
        let core = cores[thread];
        let sandbox = programs.sandbox(core)?;
        Ok((core, sandbox))
    };
    parallel::try_for_each(
        cores.len(),
        instances.len(),
        start,
        |(core, sandbox), index| {
            let (point, seed) = instances[index];
            let earlier = lock(&known)
                .get(&(point, seed))
                .cloned()
                .unwrap_or_default();
            let runs = InstanceRuns {
                experiment,
                programs,
                point: &experiment.points[point],
                seed: experiment.seeds[seed],
                core: *core,
            };
            runs.measure(&earlier, sandbox, |key: &str, measurement: &Measurement| {
                journal.append(folder, &runs.row(key, measurement))?;
                progress(experiment.name(key).unwrap_or(key));
                lock(&known)
                    .entry((point, seed))
                    .or_default()
                    .insert(key.to_owned(), measurement.clone());
                Ok(())
            })
        },
    )?;
    Ok(known.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Removes earlier measurements.
pub fn discard(folder: &Dir) -> Result<()> {
    folder
        .remove_file(FILE)
        .map_err(|error| Error::path("remove", &folder.path().join(FILE), &error))
}

impl Experiment {
    /// Returns the name of a solver, or [`BOUND`]. Returns `None` if the experiment does not include it.
    fn name(&self, key: &str) -> Option<&str> {
        let mut solvers = self.solvers.iter();
        let name = solvers.find(|solver| solver.key == key);
        let name = name.map(|solver| solver.name.as_str());
        name.or((key == BOUND).then_some(BOUND))
    }

    /// Returns the number of runs, including the bounds.
    pub fn runs(&self) -> usize {
        self.points.len() * self.seeds.len() * (self.solvers.len() + 1)
    }
}

/// Returns the first line of `measurements.csv`: the names of the fields of [`MeasurementRow`].
fn header() -> Result<String> {
    let text = csv_from_records(std::iter::once(MeasurementRow::default()))?;
    Ok(text.split_inclusive('\n').take(1).collect())
}

impl MeasurementRow {
    fn measurement(self) -> Measurement {
        Measurement {
            status: self.status,
            value: self.value,
            cpu_ns: self.cpu_ns,
            detail: self.detail,
        }
    }
}

/// The runs on one instance.
struct InstanceRuns<'e> {
    experiment: &'e Experiment,
    programs: &'e Programs<'e>,
    point: &'e Point,
    seed: u64,
    core: usize,
}

impl InstanceRuns<'_> {
    /// Runs the solvers that have not run yet, then computes the bound. Calls `record` with each measurement, except that
    /// of a run which was interrupted.
    fn measure(
        &self,
        earlier: &BTreeMap<String, Measurement>,
        sandbox: &mut Option<Sandbox>,
        record: impl Fn(&str, &Measurement) -> Result<()>,
    ) -> Result<()> {
        let Experiment {
            problem, solvers, ..
        } = self.experiment;
        let missing = |solver: &&Solver| !earlier.contains_key(&solver.key);
        let missing: Vec<_> = solvers.iter().filter(missing).collect();
        let bound_is_missing = !earlier.contains_key(BOUND);
        let is_interrupted = || self.programs.interrupt.load(Ordering::Relaxed);
        if missing.is_empty() && !bound_is_missing || is_interrupted() {
            return Ok(());
        }
        let generated = self.point.recipe.generate(self.seed);
        let case = generated.map_err(|error| refused(*problem, error))?;
        let text = case.text();
        let mut values: Vec<Value> = earlier.values().filter_map(|run| run.value).collect();
        for solver in missing {
            let measurement = match sandbox {
                Some(sandbox) if solver.program.is_some() => {
                    self.programs
                        .measure(solver, (&*case, &text), self.seed, sandbox)?
                }
                _ => self.process(*problem, Some(&solver.name), None, &text)?,
            };
            if is_interrupted() {
                return Ok(());
            }
            values.extend(measurement.value);
            record(&solver.key, &measurement)?;
        }
        if bound_is_missing {
            let best = match problem.goal() {
                Goal::Minimise => values.into_iter().min(),
                Goal::Maximise | Goal::Solve => values.into_iter().max(),
            };
            let bound = self.process(*problem, None, best, &text)?;
            if !is_interrupted() {
                record(BOUND, &bound)?;
            }
        }
        Ok(())
    }

    /// Measures one run of a bundled algorithm, or the bound, in a process of its own.
    fn process(
        &self,
        problem: &dyn AnyProblem,
        solver: Option<&str>,
        known: Option<Value>,
        text: &str,
    ) -> Result<Measurement> {
        let fault = |error: &dyn std::fmt::Display| Error::fault("measure in a process", error);
        let time = self.experiment.time;
        let mut command = Command::new(MYSELF);
        command
            .args(["measure", "--problem", &problems::argument(problem)])
            .args(["--time", &format!("{}ms", time.as_millis())])
            .args(["--seed", &self.seed.to_string()])
            .args(["--core", &self.core.to_string()]);
        if let Some(solver) = solver {
            command.args(["--solver", solver]);
        }
        if let Some(known) = known {
            command.args(["--known", &known.to_string()]);
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| fault(&error))?;
        if let Some(mut input) = child.stdin.take() {
            // If the process died without reading, its exit status is reported below.
            let _ = input.write_all(text.as_bytes());
        }
        let limit = time.saturating_mul(2).saturating_add(GRACE);
        let ended = child.wait_timeout(limit).map_err(|error| fault(&error))?;
        let Some(status) = ended else {
            let _ = child.kill();
            let _ = child.wait();
            let detail = "did not stop in time and was killed";
            return Ok(Measurement::without_value(Status::OutOfTime, detail));
        };
        let mut printed = String::new();
        if let Some(mut output) = child.stdout.take() {
            let _ = output.read_to_string(&mut printed);
        }
        if status.success()
            && let Ok(measurement) = serde_json::from_str(&printed)
        {
            return Ok(measurement);
        }
        let mut message = String::new();
        if let Some(mut errors) = child.stderr.take() {
            let _ = errors.read_to_string(&mut message);
        }
        let detail = format!("{status}: {}", message.trim());
        Ok(Measurement::without_value(Status::Failed, detail))
    }

    fn row(&self, key: &str, measurement: &Measurement) -> MeasurementRow {
        MeasurementRow {
            problem: self.experiment.problem.name().to_owned(),
            instance: self.point.text.clone(),
            seed: self.seed,
            solver: key.to_owned(),
            time_ms: self.experiment.time.as_millis() as u64,
            judge: env!("CARGO_PKG_VERSION").to_owned(),
            status: measurement.status,
            value: measurement.value,
            cpu_ns: measurement.cpu_ns,
            detail: one_line(&measurement.detail),
        }
    }
}

/// Returns the text without line breaks, because every row is one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
