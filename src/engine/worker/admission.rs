//! Decides whether a worker may execute the runs of a manifest on this machine.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cluster::Manifest;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::machine::judge_digest;
use crate::sandbox::{self, Isolation, Wanted};
use crate::units::{show_duration, show_size};

/// What the command line of a worker allows. Nothing of this is taken from the results folder, which is not trusted.
#[derive(Debug)]
pub struct WorkerOptions {
    pub wanted: Wanted,
    /// Paths of this machine that programs may see.
    pub shown: Vec<PathBuf>,
    pub ceilings: Ceilings,
}

/// The highest limits that a contest may have.
#[derive(Clone, Copy, Debug)]
pub struct Ceilings {
    pub memory: u64,
    pub output: u64,
    /// For CPU time, wall time and grace period.
    pub time: Duration,
}

impl Ceilings {
    /// Returns the defaults: all memory of this machine, 256 MiB of output, 24 hours.
    pub fn of_this_machine() -> Self {
        let machine = rustix::system::sysinfo();
        Self {
            memory: machine.totalram as u64 * u64::from(machine.mem_unit),
            output: 256 << 20,
            time: Duration::from_secs(24 * 3600),
        }
    }

    /// Fails if a limit exceeds its ceiling.
    pub(super) fn check(&self, limits: &Limits) -> Result<()> {
        let check = |name: &str, is_above: bool, limit: String, ceiling: String| {
            if !is_above {
                return Ok(());
            }
            let error = format!(
                "the contest has a {name} limit of {limit}, but this worker allows at most {ceiling}"
            );
            let help = format!("if you trust the results folder, raise it with --most-{name}");
            Err(Error::user(error).with_help(help))
        };
        for (name, limit, ceiling) in [
            ("memory", limits.memory, self.memory),
            ("output", limits.output, self.output),
        ] {
            check(name, limit > ceiling, show_size(limit), show_size(ceiling))?;
        }
        let time = limits.time.max(limits.wall).max(limits.grace);
        let shown = (show_duration(time), show_duration(self.time));
        check("time", time > self.time, shown.0, shown.1)
    }
}

/// Checks that the programs of the manifest can run on this machine; returns their isolation. Fails if a program would
/// fail because of the machine.
pub(super) fn check_machine(manifest: &Manifest, options: &WorkerOptions) -> Result<Isolation> {
    if manifest.executable != judge_digest() {
        let error = Error::user("the manifest was written by another build of judge");
        return Err(error.with_help("start workers with the judge that started the run"));
    }
    let isolation = sandbox::prepare(options.wanted)?;
    for entrant in &manifest.entrants {
        let name = entrant.name();
        let mut paths = entrant.paths.iter();
        if let Some(hidden) = paths.find(|path| !options.shown.contains(path)) {
            let hidden = hidden.display();
            let error = format!("{name} needs {hidden}, which this worker does not show");
            let help = format!("if you trust the results folder, allow it with --show {hidden}");
            return Err(Error::user(error).with_help(help));
        }
        let tool = entrant.command.first().map(Path::new);
        let tool = tool.filter(|tool| tool.is_absolute());
        let mut needed = tool.into_iter().chain(entrant.paths.iter().map(|p| &**p));
        if let Some(missing) = needed.find(|path| !path.exists()) {
            let missing = missing.display();
            let error = format!("{name} needs {missing}, which this machine does not have");
            return Err(Error::user(error)
                .with_help("install it here too, or choose other nodes with --sbatch-arg"));
        }
    }
    Ok(isolation)
}
