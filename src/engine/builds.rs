//! Makes the entrants ready to run: once, before any of them runs.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;

use super::{Event, Work};
use crate::contest::Mode;
use crate::entrants::{Build, Builder, Entrant, builds_folder};
use crate::error::{Error, Result};
use crate::plan::PlannedRun;
use crate::results_dir::build_log;

/// Builds the entrants that have something to run; per entrant, what came of it.
pub(super) fn make(work: &Work, notify: &(dyn Fn(Event) + Sync)) -> Result<Vec<OnceLock<Build>>> {
    let busy: Vec<usize> = (0..work.entrants.len())
        .filter(|&e| work.has_program_runs(e))
        .collect();
    let builds: Vec<OnceLock<Build>> = work.entrants.iter().map(|_| OnceLock::new()).collect();
    let folder = builds_folder(work.store.dir());
    let folder = folder.map_err(|error| Error::fault("make the folder of builds", &error))?;
    work.in_parallel(work.jobs, busy.len(), &|sandbox, index| {
        let number = busy[index];
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
        let mut built = attempt(&mut builder, entrant)?;
        let again = matches!(built, Build::Failed(_) | Build::Fault(_));
        if again && !work.interrupt.load(Ordering::Relaxed) {
            // Whatever was in its way, a crowded machine for example, may be gone.
            built = attempt(&mut builder, entrant)?;
        }
        notify(Event::BuildEnded(
            entrant,
            builds[number].get_or_init(|| built),
        ));
        Ok(())
    })?;
    Ok(builds)
}

/// Builds once; a failure of the judge is a result, too.
fn attempt(builder: &mut Builder, entrant: &Entrant) -> Result<Build> {
    builder.build(entrant).or_else(|error| {
        builder.sandbox.restart()?;
        Ok(Build::Fault(error.to_string()))
    })
}

impl Work<'_> {
    fn has_program_runs(&self, entrant: usize) -> bool {
        let runs = |run: &PlannedRun| run.entrant == entrant && self.is_run(*run);
        self.runs.iter().any(runs)
    }

    /// Whether a program is run; baselines run theirs also where teams hand in answers.
    pub(super) fn is_run(&self, run: PlannedRun) -> bool {
        self.entrants[run.entrant].id.baseline
            || self.instances[run.instance].mode == Mode::Programs
    }
}
