//! `judge run`: everything from a contest file to a leaderboard.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::signals::{self, STOPPED};
use crate::cli::{Engine, Run};
use crate::contest::{Contest, Mode};
use crate::engine::Completion;
use crate::engine::slurm::Cluster;
use crate::entrants::{self, Entrant, Field};
use crate::error::{Diagnostic, Error, Result, nearest};
use crate::instances::{self, Instance};
use crate::progress::Progress;
use crate::results::{Here, Store};
use crate::results_dir::REPORT;
use crate::sandbox::{Isolation, Wanted};
use crate::session::{Entrants, Instances, Options, Session};
use crate::snapshot::Snapshot;
use crate::terminal::{say, warn};
use crate::verdict::Verdict;
use crate::{conclusion, field, report, resume, sandbox};

pub(super) fn run(arguments: &Run) -> Result<u8> {
    arguments.isolation.apply_to_problems();
    refuse_contradictions(arguments)?;
    let contest = Contest::read(&arguments.contest)?;
    let mut instances = Instances {
        main: instances::prepare(&contest)?,
        tie_break: Vec::new(),
    };
    let Field {
        entrants: all,
        remarks,
    } = field::gather(&contest)?;
    for remark in remarks {
        say(&format!("note: {remark}"));
    }
    remark_on_stray_answers(&all, &instances.main);
    let here = Here::new(isolation(arguments.isolation.wanted())?);
    let options = options(arguments);
    let chosen = chosen(&all, arguments)?;
    let interrupt = signals::watch()?;
    let mut session = Session::open(
        contest,
        &here,
        &options,
        &mut instances,
        Entrants {
            all: &all,
            chosen: &chosen,
        },
        Arc::clone(&interrupt),
    )?;
    let mut completion = play(&mut session, &instances.main, &chosen)?;
    if completion == Completion::Finished {
        let progress = Progress::new();
        completion = conclusion::play_tie_break(&mut session, &mut instances, &all, &|event| {
            progress.show(&event);
        })?;
        progress.finish();
    }
    if completion == Completion::Detached {
        let shown = options.folder.display();
        say(&format!(
            "the workers continue: `judge status {shown}` shows their progress"
        ));
        say("run the same command again to wait for them and see the standings");
        return Ok(0);
    }
    session.affirm_plan()?;
    if completion == Completion::Finished {
        let progress = Progress::new();
        session.find_bounds(&instances.all(), &|event| progress.show(&event))?;
        progress.finish();
        if interrupt.load(Ordering::Relaxed) {
            completion = Completion::Stopped;
        }
    }
    let (store, snapshot) = session.finish(completion == Completion::Finished)?;
    let standings = conclusion::write(&store, &snapshot)?;
    report::print(&standings, arguments.format)?;
    conclude(&store, &snapshot, completion)
}

fn play(session: &mut Session, instances: &[Instance], entrants: &[Entrant]) -> Result<Completion> {
    let progress = Progress::new();
    let completion = session.play(instances, entrants, &|event| progress.show(&event));
    progress.finish();
    completion
}

fn conclude(store: &Store, snapshot: &Snapshot, completion: Completion) -> Result<u8> {
    if completion == Completion::Stopped {
        say("stopped; finished runs are recorded: run the same command again to continue");
        return Ok(STOPPED);
    }
    let rows = snapshot.rows.iter();
    let faults = rows
        .filter(|row| row.verdict == Verdict::JudgeError)
        .count();
    if faults > 0 {
        let error = format!("{faults} runs failed because of the judge and are not scored");
        return Err(Error::Fault(
            error + ": see runs.csv, and run the same command again",
        ));
    }
    let shown = store.dir().path().display();
    say(&format!(
        "results are in {shown}; open {shown}/{REPORT} in a browser"
    ));
    Ok(0)
}

fn options(arguments: &Run) -> Options {
    /// The number of cluster workers if the user does not say.
    const DEFAULT_WORKERS: usize = 10;
    Options {
        folder: arguments
            .output
            .clone()
            .unwrap_or_else(|| default_folder(&arguments.contest)),
        fresh: arguments.fresh,
        again: arguments.again.clone(),
        wanted: arguments.isolation.wanted(),
        jobs: arguments.jobs.map(usize::from),
        cluster: (arguments.engine == Engine::Slurm).then(|| Cluster {
            workers: arguments.workers.map_or(DEFAULT_WORKERS, usize::from),
            partition: arguments.partition.clone(),
            arguments: arguments.sbatch_arg.clone(),
            detach: arguments.detach,
            patience: arguments.patience,
        }),
    }
}

fn default_folder(contest: &Path) -> PathBuf {
    Path::new("results").join(contest.file_stem().unwrap_or_default())
}

/// Notes answer files that match no instance: they were probably meant for one.
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
                entrant.id.name
            ));
        }
    }
}

/// Returns how programs are isolated. Fails if they cannot be and `--unsandboxed` was not given.
fn isolation(wanted: Wanted) -> Result<Isolation> {
    let isolation = sandbox::prepare(wanted)?;
    if !isolation.is_sandboxed() {
        warn("warning: programs run without isolation: they can read and change whatever you can");
    }
    Ok(isolation)
}

/// Fails if options contradict each other: an option for clusters without a cluster, or `--fresh`, which removes all
/// results, with the name of a team.
fn refuse_contradictions(arguments: &Run) -> Result<()> {
    if arguments.fresh && !(arguments.only.is_empty() && arguments.again.is_empty()) {
        let error =
            Error::user("--fresh removes the results of all teams and cannot be limited to some");
        return Err(error.with_help("to run one team again: --again TEAM"));
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

/// Returns all entrants, or only the named teams and the baselines, without which nothing can be scored.
fn chosen(entrants: &[Entrant], arguments: &Run) -> Result<Vec<Entrant>> {
    let named: Vec<String> = [&*arguments.only, &*arguments.again].concat();
    if let Some(unknown) = resume::unknown_teams(&named, entrants).first() {
        let teams = entrants.iter().filter(|entrant| !entrant.id.baseline);
        let teams: Vec<_> = teams.map(|entrant| &*entrant.id.name).collect();
        let error =
            Diagnostic::new(format!("there is no team `{unknown}`")).suggest(unknown, &teams);
        return Err(error
            .with_help(format!("teams: {}", teams.join(", ")))
            .into());
    }
    let is_chosen = |entrant: &&Entrant| {
        let id = &entrant.id;
        named.is_empty() || id.baseline || named.iter().any(|name| **name == *id.name)
    };
    Ok(entrants.iter().filter(is_chosen).cloned().collect())
}
