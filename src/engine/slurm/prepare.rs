//! Prepares a cluster run: builds all programs and writes the manifest before any worker starts.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::{ClusterRun, has_workers};
use crate::cluster::{Coordination, Manifest, ManifestEntrant};
use crate::dir;
use crate::engine::{Event, Work, builds, local};
use crate::entrants::{self, Build, MYSELF};
use crate::error::{Error, Result};
use crate::machine::judge_digest;
use crate::plan::PlannedRun;
use crate::results::{Conditions, Facts, InstanceFacts};
use crate::results_dir::CLUSTER;

impl ClusterRun<'_> {
    /// Returns whether the workers of an earlier manifest execute all of these runs.
    pub(super) fn can_resume(&self, manifest: &Manifest, programs: &[PlannedRun]) -> bool {
        let coordination = manifest.coordination(&self.results);
        if programs.is_empty() || coordination.is_gone() || coordination.is_stopped() {
            return false;
        }
        let mut planned_runs = HashSet::new();
        let columns = manifest.instances.iter().zip(&manifest.repetitions);
        for ((instance, &repetition), entrants) in columns.zip(&manifest.runs) {
            for planned in entrants.iter().map(|&entrant| &manifest.entrants[entrant]) {
                let conditions = &planned.provenance.conditions;
                planned_runs.insert((
                    &*instance.digest,
                    &*instance.round,
                    &*instance.name,
                    repetition,
                    conditions_key(conditions),
                ));
            }
        }
        let is_planned = |run: &PlannedRun| {
            let instance = &self.work.instances[run.instance];
            let conditions = &self.work.provenances[run.entrant].conditions;
            planned_runs.contains(&(
                &*instance.digest,
                &*instance.round,
                &*instance.name,
                run.repetition,
                conditions_key(conditions),
            ))
        };
        // Without a sandbox, programs found in the folder are not trusted: everything is built again.
        let is_sandboxed = !manifest.unsandboxed && !self.work.wanted.unsandboxed;
        is_sandboxed && programs.iter().all(is_planned) && has_workers(&coordination)
    }

    /// Builds the programs, records the runs of those that failed to build, and writes a manifest of the other runs.
    /// Returns `None` if there are none, or if the judge was interrupted.
    pub(super) fn prepare(
        &self,
        programs: &[PlannedRun],
        facts: &Facts,
    ) -> Result<Option<Manifest>> {
        if self.cluster.workers > 0 && !programs.is_empty() {
            self.job_array(programs.len()).check()?;
        }
        let built = builds::build_all(&self.work.with_runs(programs), self.notify)?;
        (self.notify)(Event::RunsStarted);
        let is_ready =
            |run: &&PlannedRun| matches!(built[run.entrant].get(), Some(Build::Ready(_)));
        let (ready, unbuilt): (Vec<PlannedRun>, Vec<PlannedRun>) =
            programs.iter().partition(is_ready);
        local::run_all(&self.work.with_runs(&unbuilt), &built, self.notify)?;
        if ready.is_empty() || self.work.interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let manifest = self.manifest(&ready, &built, facts);
        let coordination = manifest.coordination(&self.results);
        let columns = ready.iter().map(|run| (run.instance, run.repetition));
        coordination
            .make(manifest.instances.len())
            .and_then(|()| self.write_instances(&coordination, columns))
            .map_err(|error| Error::path("write", &coordination.path(), &error))?;
        manifest.write(&self.results)?;
        Ok(Some(manifest))
    }

    fn manifest(&self, ready: &[PlannedRun], built: &[OnceLock<Build>], facts: &Facts) -> Manifest {
        let instances = self.work.instances;
        let mut manifest = Manifest {
            id: format!("{:016x}", dir::random()),
            executable: judge_digest().to_owned(),
            // Workers have other working directories, and problem folders are relative to the file.
            contest_file: std::path::absolute(&facts.contest_file)
                .unwrap_or_else(|_| facts.contest_file.clone()),
            contest: facts.contest.clone(),
            unsandboxed: self.work.wanted.unsandboxed,
            patience_ms: self.cluster.patience.as_millis() as u64,
            instances: Vec::new(),
            repetitions: Vec::new(),
            entrants: Vec::new(),
            runs: Vec::new(),
        };
        let mut planned = vec![None; self.work.entrants.len()];
        let mut last = None;
        for run in ready {
            let Some(Build::Ready(program)) = built[run.entrant].get() else {
                continue;
            };
            let entrant = *planned[run.entrant].get_or_insert_with(|| {
                manifest.entrants.push(ManifestEntrant {
                    provenance: self.work.provenances[run.entrant].clone(),
                    command: program.command.clone(),
                    paths: program.paths.clone(),
                    is_built: program.folder.is_some(),
                });
                manifest.entrants.len() - 1
            });
            // The runs of an instance and repetition are consecutive.
            let column = (run.instance, run.repetition);
            if last.replace(column) != Some(column) {
                let instance = &instances[run.instance];
                manifest.instances.push(InstanceFacts::new(instance, false));
                manifest.repetitions.push(run.repetition);
                manifest.runs.push(Vec::new());
            }
            if let Some(entrants) = manifest.runs.last_mut() {
                entrants.push(entrant);
            }
        }
        manifest
    }

    /// Writes the texts of the instances in the order of the manifest.
    fn write_instances(
        &self,
        coordination: &Coordination,
        columns: impl Iterator<Item = (usize, u32)>,
    ) -> io::Result<()> {
        let mut columns: Vec<(usize, u32)> = columns.collect();
        columns.dedup();
        for (number, &(instance, _)) in columns.iter().enumerate() {
            let instance = &self.work.instances[instance];
            let folder = coordination.instance(number)?;
            folder.replace("text", instance.text.as_bytes())?;
            if let Some(companion) = instance.case.companion() {
                folder.replace("answer", &companion.answer)?;
            }
        }
        Ok(())
    }

    /// Copies the judge's executable for workers, since the original may change during the run. Returns the script that
    /// starts a worker. Every submission uses a new copy: files from earlier submissions may have been replaced.
    pub(super) fn worker_script(
        &self,
        coordination: &Coordination,
        manifest: &Manifest,
    ) -> io::Result<String> {
        let name = format!("judge-{:016x}", dir::random());
        let mut copy = coordination.folder()?.create_new(&name, 0o755)?;
        io::copy(&mut std::fs::File::open(MYSELF)?, &mut copy)?;
        copy.flush()?;
        self.results.create_dir(Path::new(CLUSTER).join("logs"))?;
        let (judge, results) = (
            quoted(&coordination.path().join(name)),
            quoted(self.results.path()),
        );
        let options = self.worker_options(manifest);
        Ok(format!(
            "#!/bin/sh\nexec {judge} worker {results}{options}\n"
        ))
    }

    /// Returns the command-line options of workers: isolation, visible paths and ceilings of limits. Workers do not take
    /// these from the results folder, which is not trusted.
    fn worker_options(&self, manifest: &Manifest) -> String {
        let Work { wanted, limits, .. } = self.work;
        let flags = [
            ("--unsandboxed", wanted.unsandboxed),
            ("--no-cgroups", wanted.no_cgroups),
            ("--no-scope", wanted.no_scope),
        ];
        let flags = flags.iter().filter(|(_, given)| *given);
        let mut options: String = flags.flat_map(|(flag, _)| [" ", flag]).collect();
        let time = limits.time.max(limits.wall).max(limits.grace);
        let _ = write!(
            options,
            " --most-memory {}B --most-output {}B --most-time {}ms",
            limits.memory,
            limits.output,
            time.as_millis() + 1
        );
        // The manifest may come from the folder too: only paths of the contest, and paths of installed languages, are
        // shown.
        let paths: BTreeSet<_> = manifest
            .entrants
            .iter()
            .flat_map(|planned| planned.paths.iter().map(move |path| (path, planned)))
            .filter(|(path, planned)| {
                let tool = planned.command.first().map(Path::new);
                let home = tool.and_then(entrants::tool_home);
                limits.paths.contains(path) || home.as_ref() == Some(*path)
            })
            .map(|(path, _)| path)
            .collect();
        for path in paths {
            options.push_str(" --show ");
            options.push_str(&quoted(path));
        }
        options
    }
}

/// Returns the conditions that must be equal for a result of an earlier manifest to count.
fn conditions_key(conditions: &Conditions) -> (&str, bool, [&str; 4], u32) {
    let Conditions {
        team,
        baseline,
        program,
        executable,
        problem,
        limits,
        again,
        ..
    } = conditions;
    let problem = problem.as_deref().unwrap_or_default();
    let rest = [program, executable, problem, limits];
    (team, *baseline, rest, *again)
}

/// Quotes a path for a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}
