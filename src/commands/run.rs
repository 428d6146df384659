//! `judge run`: the whole way from a contest file to a leaderboard.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::consts::{SIGINT, SIGTERM};

use super::output;
use crate::cli::Run;
use crate::contest::{Contest, Mode};
use crate::engine::{self, Work};
use crate::entrants::{self, Entrant, Field};
use crate::error::{Diagnostic, Error, Result};
use crate::instances::{self, Instance};
use crate::plan::{self, Cell};
use crate::progress::Progress;
use crate::store::{self, Facts, InstanceFacts, Row, Store, TeamFacts};
use crate::{report, standings};

/// The exit code of a run that was stopped by the user.
const STOPPED: u8 = 130;

pub(super) fn run(arguments: Run) -> Result<u8> {
    let contest = Contest::read(&arguments.contest)?;
    let instances = instances::prepare(&contest)?;
    let Field { entrants, remarks } = entrants::gather(&contest)?;
    for remark in remarks {
        eprintln!("note: {remark}");
    }
    let entrants = chosen(entrants, &arguments.only)?;
    let folder = arguments
        .out
        .unwrap_or_else(|| default_folder(&arguments.contest));
    let earlier = if arguments.fresh {
        None
    } else {
        store::read_facts(&folder)?
    };
    let facts = facts(&contest, &instances, &entrants, earlier.as_ref());
    let holds = row_filter(&facts, earlier.as_ref(), &entrants, &instances);
    let (store, rows) = Store::open(&folder, holds)?;
    store.write_facts(&facts)?;
    for instance in &instances {
        store.write(&instance.file(), instance.text.as_bytes())?;
    }

    let cells = unfinished(&instances, &entrants, &rows);
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // A second signal ends the judge at once; its launchers notice and clear up.
        signal_hook::flag::register_conditional_shutdown(
            signal,
            i32::from(STOPPED),
            Arc::clone(&interrupt),
        )
        .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&interrupt)))
        .map_err(|error| Error::fault("watch for signals", &error))?;
    }
    let progress = Progress::new(cells.len());
    let work = Work {
        instances: &instances,
        entrants: &entrants,
        cells: &cells,
        limits: &contest.limits,
        jobs: arguments
            .jobs
            .map_or_else(|| default_jobs(contest.limits.cores), usize::from),
        store: &store,
        builds: folder.join("builds"),
        bounds: &known_bounds(&instances, &rows),
        interrupt: &interrupt,
    };
    engine::run(&work, &|event| progress.show(&event))?;
    progress.finish();

    let (facts, rows) = store::read_results(&folder)?;
    let standings = standings::rank(&contest, &facts, &rows, contest.scoring.rule);
    store.write(
        Path::new("standings.csv"),
        report::csv(&standings)?.as_bytes(),
    )?;
    store.write(
        Path::new("report.html"),
        report::page(&standings).as_bytes(),
    )?;
    output::print(&report::standings(&standings, arguments.format)?)?;
    if interrupt.load(Ordering::Relaxed) {
        eprintln!("stopped; what is finished is kept: run the same command again to go on");
        return Ok(STOPPED);
    }
    eprintln!("results are in {}", folder.display());
    Ok(0)
}

fn default_folder(contest: &Path) -> PathBuf {
    Path::new("results").join(contest.file_stem().unwrap_or_default())
}

fn default_jobs(cores: usize) -> usize {
    let machine = std::thread::available_parallelism().map_or(1, usize::from);
    (machine / cores).max(1)
}

/// All entrants, or only the named teams and the baselines, without which nothing can be scored.
fn chosen(entrants: Vec<Entrant>, only: &[String]) -> Result<Vec<Entrant>> {
    let names: Vec<_> = entrants
        .iter()
        .filter(|e| !e.baseline)
        .map(|e| e.name.clone())
        .collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
        let error =
            Diagnostic::new(format!("there is no team `{unknown}`")).suggest(unknown, &names);
        return Err(error
            .with_help(format!("teams: {}", names.join(", ")))
            .into());
    }
    let wanted = |e: &Entrant| only.is_empty() || e.baseline || only.contains(&e.name);
    Ok(entrants.into_iter().filter(wanted).collect())
}

/// What is written down about this run. Teams that do not run now keep what was known of them.
fn facts(
    contest: &Contest,
    instances: &[Instance],
    entrants: &[Entrant],
    earlier: Option<&Facts>,
) -> Facts {
    let mut teams: Vec<TeamFacts> = entrants
        .iter()
        .map(|e| TeamFacts {
            name: e.name.clone(),
            baseline: e.baseline,
            program: e.digest.clone(),
        })
        .collect();
    for team in earlier.into_iter().flat_map(|facts| &facts.team) {
        if !teams
            .iter()
            .any(|known| (&known.name, known.baseline) == (&team.name, team.baseline))
        {
            teams.push(team.clone());
        }
    }
    Facts {
        judge: env!("CARGO_PKG_VERSION").to_owned(),
        digest: instances::commitment(instances),
        machine: machine(),
        limits: format!("{:?}", contest.limits),
        contest_file: contest.document.path.clone(),
        contest: contest.document.text.clone(),
        instance: instances
            .iter()
            .map(|i| InstanceFacts {
                round: i.round.clone(),
                name: i.name.clone(),
                digest: i.digest.clone(),
            })
            .collect(),
        team: teams,
    }
}

/// The processor's name and the number of cores.
fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or("unknown processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}

/// Which rows of an earlier run still hold: same judge, limits, program and instance, and a final verdict.
/// Answer files are looked at again every time, which costs nothing.
fn row_filter<'a>(
    facts: &'a Facts,
    earlier: Option<&'a Facts>,
    entrants: &'a [Entrant],
    instances: &'a [Instance],
) -> impl Fn(&Row) -> bool + 'a {
    let program = |facts: &'a Facts, row: &Row| {
        let team = facts
            .team
            .iter()
            .find(|team| (&team.name, team.baseline) == (&row.team, row.baseline));
        team.map(|team| team.program.as_str())
    };
    move |row| {
        let Some(earlier) = earlier else { return false };
        let instance = instances
            .iter()
            .find(|i| (&i.round, &i.name) == (&row.round, &row.instance));
        let runs_now = entrants
            .iter()
            .any(|e| (&e.name, e.baseline) == (&row.team, row.baseline));
        let by_hand = instance.is_some_and(|i| i.mode == Mode::Answers) && !row.baseline;
        let same_conditions = earlier.judge == facts.judge && earlier.limits == facts.limits;
        let same_program =
            program(earlier, row).is_some_and(|old| program(facts, row) == Some(old));
        row.verdict.is_final()
            && instance.is_some_and(|i| i.digest == row.digest)
            && (if by_hand {
                !runs_now
            } else {
                same_conditions && same_program
            })
    }
}

/// The cells of the plan that have no row.
fn unfinished(instances: &[Instance], entrants: &[Entrant], rows: &[Row]) -> Vec<Cell> {
    let done: std::collections::HashSet<_> = rows
        .iter()
        .map(|row| (&row.round, &row.instance, &row.team, row.baseline))
        .collect();
    let mut cells = plan::interleave(instances.len(), entrants.len());
    cells.retain(|cell| {
        let (instance, entrant) = (&instances[cell.instance], &entrants[cell.entrant]);
        !done.contains(&(
            &instance.round,
            &instance.name,
            &entrant.name,
            entrant.baseline,
        ))
    });
    cells
}

/// Bounds that an earlier run has computed.
fn known_bounds(instances: &[Instance], rows: &[Row]) -> Vec<OnceLock<i64>> {
    let known: HashMap<&str, i64> = rows
        .iter()
        .filter_map(|row| Some((row.digest.as_str(), row.bound?)))
        .collect();
    let cell = |instance: &Instance| {
        known
            .get(instance.digest.as_str())
            .map_or_else(OnceLock::new, |&b| b.into())
    };
    instances.iter().map(cell).collect()
}
