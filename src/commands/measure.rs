//! `judge measure`: one run of `judge compare`, in a process of its own.

use std::io::Read;

use rustix::process::{Signal, set_parent_process_death_signal};
use rustix::thread::{CpuSet, sched_setaffinity};

use crate::cli::Measure;
use crate::compare::measurement;
use crate::error::{Error, Result};
use crate::problems;
use crate::terminal;

pub(super) fn measure(arguments: &Measure) -> Result<()> {
    // A killed `judge compare` must leave no process behind.
    set_parent_process_death_signal(Some(Signal::KILL))
        .map_err(|error| Error::fault("follow the parent process", &error))?;
    if let Some(core) = arguments.core {
        let mut only = CpuSet::new();
        only.set(core);
        sched_setaffinity(None, &only).map_err(|error| Error::fault("choose a core", &error))?;
    }
    let problem = problems::named(&arguments.problem)?;
    let mut text = Vec::new();
    let read = std::io::stdin().lock().read_to_end(&mut text);
    read.map_err(|error| Error::fault("read the instance", &error))?;
    let case = problem.read(&text);
    let case = case.map_err(|error| Error::fault("read the instance", &error))?;
    let measured = match &arguments.solver {
        Some(solver) => measurement::measure(&*case, solver, arguments.time, arguments.seed),
        None => measurement::bound(&*case, arguments.time, arguments.known),
    };
    terminal::print_json(&measured)
}
