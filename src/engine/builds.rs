//! Builds the programs of all entrants before the first run.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::{Event, Work};
use crate::contest::Mode;
use crate::entrants::{Build, Builder, Entrant, builds_folder};
use crate::error::{Error, Result};
use crate::plan::PlannedRun;
use crate::results_dir::build_log;

/// Builds the programs that have runs. Returns the build of each entrant, empty for those without runs.
pub(super) fn build_all(
    work: &Work,
    notify: &(dyn Fn(Event) + Sync),
) -> Result<Vec<OnceLock<Build>>> {
    let building: Vec<usize> = (0..work.entrants.len())
        .filter(|&e| work.has_program_runs(e))
        .collect();
    let builds: Vec<OnceLock<Build>> = work.entrants.iter().map(|_| OnceLock::new()).collect();
    let folder = builds_folder(work.store.dir());
    let folder = folder.map_err(|error| Error::fault("create the folder of builds", &error))?;
    work.in_parallel(work.jobs, building.len(), &|sandbox, index| {
        let number = building[index];
        let entrant = &work.entrants[number];
        notify(Event::BuildStarted(entrant));
        let mut builder = Builder {
            sandbox,
            builds: &folder,
            paths: &work.limits.paths,
            log: &|text| {
                work.store
                    .write(&build_log(&entrant.id.name), text.as_bytes())
            },
            interrupt: work.interrupt,
        };
        let built = build(&mut builder, entrant)?;
        notify(Event::BuildEnded(
            entrant,
            builds[number].get_or_init(|| built),
        ));
        Ok(())
    })?;
    Ok(builds)
}

/// Builds, and tries again if that fails: the cause may be temporary, such as an overloaded machine.
pub fn build(builder: &mut Builder, entrant: &Entrant) -> Result<Build> {
    let built = attempt(builder, entrant)?;
    let has_failed = matches!(built, Build::Failed(_) | Build::Fault(_));
    if has_failed && !builder.interrupt.load(Ordering::Relaxed) {
        return attempt(builder, entrant);
    }
    Ok(built)
}

/// Builds once. A failure of the judge is a [`Build::Fault`].
fn attempt(builder: &mut Builder, entrant: &Entrant) -> Result<Build> {
    builder.build(entrant).or_else(|error| {
        builder.sandbox.restart()?;
        Ok(Build::Fault(error.to_string()))
    })
}

impl Work<'_> {
    fn has_program_runs(&self, entrant: usize) -> bool {
        let runs = |run: &PlannedRun| run.entrant == entrant && self.has_program(*run);
        self.runs.iter().any(runs)
    }

    /// Returns whether the run executes a program. Baselines run their programs even if teams submit answer files.
    pub(super) fn has_program(&self, run: PlannedRun) -> bool {
        self.entrants[run.entrant].id.baseline
            || self.instances[run.instance].mode == Mode::Programs
    }
}
