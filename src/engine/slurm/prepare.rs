//! Gives the manifest of a fan-out: everything built, everything written down, before any worker starts.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::{ClusterRun, has_workers};
use crate::cluster::Coordination;
use crate::cluster::{Manifest, ManifestEntrant};
use crate::dir;
use crate::engine::{Event, Work, builds, local};
use crate::entrants::{self, Build, MYSELF};
use crate::error::{Error, Result};
use crate::machine::judge_digest;
use crate::plan::PlannedRun;
use crate::results::{Conditions, Facts, InstanceFacts};
use crate::results_dir::CLUSTER;

impl ClusterRun<'_> {
    /// Whether workers are already about all that is left to do.
    pub(super) fn can_resume(&self, manifest: &Manifest, programs: &[PlannedRun]) -> bool {
        let coordination = manifest.coordination(&self.results);
        if programs.is_empty() || coordination.is_gone() || coordination.is_stopped() {
            return false;
        }
        let mut ordered = HashSet::new();
        for (instance, entrants) in manifest.instances.iter().zip(&manifest.runs) {
            for planned in entrants.iter().map(|&entrant| &manifest.entrants[entrant]) {
                let conditions = &planned.provenance.conditions;
                ordered.insert((
                    &*instance.digest,
                    &*instance.round,
                    &*instance.name,
                    conditions_key(conditions),
                ));
            }
        }
        let is_ordered = |run: &PlannedRun| {
            let instance = &self.work.instances[run.instance];
            let conditions = &self.work.provenances[run.entrant].conditions;
            let who = conditions_key(conditions);
            ordered.contains(&(&*instance.digest, &*instance.round, &*instance.name, who))
        };
        // Without a sandbox nothing is run that was found in a folder: all is built anew.
        let same = !manifest.unsandboxed && !self.work.wanted.unsandboxed;
        same && programs.iter().all(is_ordered) && has_workers(&coordination)
    }

    /// Builds, judges what cannot be run, and gives manifest for the rest, if there is any.
    pub(super) fn prepare(
        &self,
        programs: &[PlannedRun],
        facts: &Facts,
    ) -> Result<Option<Manifest>> {
        if self.cluster.workers > 0 && !programs.is_empty() {
            self.request(programs.len()).check()?;
        }
        let built = builds::make(&self.work.with_runs(programs), self.notify)?;
        (self.notify)(Event::RunsStarted);
        let is_ready =
            |run: &&PlannedRun| matches!(built[run.entrant].get(), Some(Build::Ready(_)));
        let (ready, broken): (Vec<PlannedRun>, Vec<PlannedRun>) =
            programs.iter().partition(is_ready);
        local::run_all(&self.work.with_runs(&broken), &built, self.notify)?;
        if ready.is_empty() || self.work.interrupt.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let manifest = self.manifest(&ready, &built, facts);
        let coordination = manifest.coordination(&self.results);
        let instances = ready.iter().map(|run| run.instance);
        coordination
            .make(manifest.instances.len())
            .and_then(|()| self.write_instances(&coordination, instances))
            .map_err(|error| Error::path("write", &coordination.path(), &error))?;
        manifest.write(&self.results)?;
        Ok(Some(manifest))
    }

    fn manifest(&self, ready: &[PlannedRun], built: &[OnceLock<Build>], facts: &Facts) -> Manifest {
        let instances = self.work.instances;
        let mut manifest = Manifest {
            id: format!("{:016x}", dir::random()),
            executable: judge_digest().to_owned(),
            contest_file: facts.contest_file.clone(),
            contest: facts.contest.clone(),
            unsandboxed: self.work.wanted.unsandboxed,
            patience_ms: self.cluster.patience.as_millis() as u64,
            instances: Vec::new(),
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
                });
                manifest.entrants.len() - 1
            });
            // All runs of an instance stand next to each other.
            if last.replace(run.instance) != Some(run.instance) {
                let instance = &instances[run.instance];
                manifest.instances.push(InstanceFacts::new(instance, false));
                manifest.runs.push(Vec::new());
            }
            if let Some(entrants) = manifest.runs.last_mut() {
                entrants.push(entrant);
            }
        }
        manifest
    }

    /// Writes the instances down in the order that the manifest have them in.
    fn write_instances(
        &self,
        coordination: &Coordination,
        instances: impl Iterator<Item = usize>,
    ) -> io::Result<()> {
        let mut instances: Vec<usize> = instances.collect();
        instances.dedup();
        for (number, &instance) in instances.iter().enumerate() {
            let text = self.work.instances[instance].text.as_bytes();
            coordination.instance(number)?.replace("text", text)?;
        }
        Ok(())
    }

    /// Writes a copy of this very judge for workers to run, whatever becomes of the original meanwhile; gives the script
    /// that starts one. Done anew for every submission: a results folder that somebody else has shaped may hold anything
    /// under the names of files that were written earlier.
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

    /// How workers isolate programs, what they show to them and how high limits may be: said to each when it is started,
    /// for they must not believe what they find in a folder.
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
        // The manifest may have been found in the folder, too: what they want shown must be what the contest shows, or
        // what a language needs here.
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

/// What must be the same for an earlier order to stand for a new one.
fn conditions_key(conditions: &Conditions) -> (&str, bool, [&str; 3], u32) {
    let Conditions {
        team,
        baseline,
        program,
        executable,
        limits,
        again,
        ..
    } = conditions;
    (team, *baseline, [program, executable, limits], *again)
}

/// A path as one word for a shell.
fn quoted(path: &Path) -> String {
    format!("'{}'", path.to_string_lossy().replace('\'', "'\\''"))
}
