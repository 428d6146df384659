//! Makes an entrant of a hand-in: unpacks what was uploaded, and builds it once to see whether it can be built.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::super::data::{DataDir, HAND_INS, PROJECTS};
use super::super::database::HandInRow;
use crate::collect;
use crate::contest::Contest;
use crate::engine;
use crate::entrants::{self, Build, Builder, Entrant, Program, builds_folder};
use crate::error::{Error, Result};
use crate::results_dir::ResultsDir;
use crate::sandbox::{Cores, Sandbox, Wanted};

/// So much of a build's output is kept.
const LARGEST_LOG: usize = 64 << 10;

/// A hand-in that was unpacked.
#[derive(Debug)]
pub(super) struct Unpacked {
    pub(super) entrant: Entrant,
    /// What was found, for the team; empty if it was unpacked before.
    pub(super) found: String,
}

/// Unpacks a hand-in, unless that was done before. Returns the reason if nothing of it can be used.
pub(super) fn unpack(
    data: &DataDir,
    hand_in: &HandInRow,
) -> Result<std::result::Result<Unpacked, String>> {
    let projects = data.folder(PROJECTS)?;
    let name = hand_in.id.to_string();
    let mut found = String::new();
    if !projects.exists(&name) {
        let file = data.folder(HAND_INS)?.file(&hand_in.digest);
        let file = file.map_err(|error| Error::fault("read what was handed in", &error))?;
        match collect::place_upload(file, &hand_in.file_name, &projects, &name)? {
            Ok(remarks) => found = remarks,
            Err(reason) => return Ok(Err(reason)),
        }
    }
    let folder = projects.dir(&name);
    let folder = folder.map_err(|error| Error::path("open", projects.path(), &error))?;
    let entrant = entrants::team(&hand_in.team_name, folder);
    Ok(Ok(Unpacked { entrant, found }))
}

/// How a build ended.
#[derive(Debug, Default)]
pub(super) struct Built {
    /// Why it cannot be built, if so.
    pub(super) failure: Option<String>,
    pub(super) log: String,
    pub(super) time: Duration,
}

/// Builds a program in the folder of builds. A team that hands in answers only has nothing to build.
pub(super) fn build(
    contest: &Contest,
    results: &ResultsDir,
    entrant: &Entrant,
    wanted: Wanted,
    interrupt: &AtomicBool,
) -> Result<Built> {
    let start = Instant::now();
    let mut log = String::new();
    let failure = match &entrant.program {
        Program::Nothing(_) if entrant.has_answers() => None,
        Program::Nothing(reason) => Some(reason.clone()),
        _ => {
            let folder = builds_folder(results.dir());
            let folder =
                folder.map_err(|error| Error::fault("create the folder of builds", &error))?;
            let written = std::cell::RefCell::new(String::new());
            let mut sandbox = Sandbox::start(wanted, Cores::default())?;
            let mut builder = Builder {
                sandbox: &mut sandbox,
                builds: &folder,
                paths: &contest.limits.paths,
                log: &|text| {
                    written.replace(text.chars().take(LARGEST_LOG).collect());
                    Ok(())
                },
                interrupt,
            };
            let built = engine::build(&mut builder, entrant)?;
            log = written.into_inner();
            match built {
                Build::Ready(_) => None,
                Build::Failed(reason) | Build::Nothing(reason) => Some(reason),
                Build::Fault(reason) => return Err(Error::Fault(reason)),
            }
        }
    };
    Ok(Built {
        failure,
        log,
        time: start.elapsed(),
    })
}
