//! `judge run`: the whole way from a contest file to a leaderboard.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::execution::{Conditions, Outcome, STOPPED, execute};
use crate::cli::{Engine, Format, Run};
use crate::contest::{Contest, Mode};
use crate::dir::Dir;
use crate::engine::slurm::{self, Cluster};
use crate::engine::{Orders, take_in};
use crate::entrants::{self, Entrant, Field};
use crate::error::{Diagnostic, Error, Result, nearest};
use crate::instances::{self, Instance};
use crate::machine::processor;
use crate::report::page::{self, Results};
use crate::sandbox::{Isolation, Wanted};
use crate::store::{self, Facts, InstanceFacts, ResultsDir, Row, Store, TeamFacts};
use crate::terminal::{self, say};
use crate::verdict::Verdict;
use crate::{report, sandbox, standings};

pub(super) fn run(arguments: &Run) -> Result<u8> {
    refuse_cluster_options(arguments)?;
    let contest = Contest::read(&arguments.contest)?;
    let instances = instances::prepare(&contest)?;
    let Field {
        entrants: all,
        remarks,
    } = entrants::gather(&contest)?;
    for remark in remarks {
        say(&format!("note: {remark}"));
    }
    remark_on_stray_answers(&all, &instances);
    let isolation = isolation(arguments.isolation.wanted())?;
    let folder = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_folder(&arguments.contest));
    let dir = Dir::create(&folder);
    let dir = dir.map_err(|error| Error::path("make the folder", &folder, &error))?;
    let dir = Arc::new(dir);
    let earlier = if arguments.fresh {
        None
    } else {
        store::read_facts(&dir)?
    };
    refuse_other_contest(&contest, earlier.as_ref(), &folder)?;
    settle_with_workers(&dir, earlier.as_ref(), arguments.fresh)?;
    let entrants = chosen(&all, &arguments.only)?;
    let facts = facts(
        &contest,
        &instances,
        &all,
        &entrants,
        earlier.as_ref(),
        isolation,
    );
    let tie_break_was_played = earlier
        .as_ref()
        .is_some_and(|facts| facts.instance.iter().any(|i| i.tie_break));
    let tie_break = if tie_break_was_played {
        instances::prepare_tie_break(&contest)?
    } else {
        Vec::new()
    };
    let holds = row_filter(
        &facts,
        earlier.as_ref(),
        &entrants,
        instances.iter().chain(&tie_break),
    );
    let (store, rows) = Store::open(&folder, arguments.fresh, holds)?;
    store.write_facts(&facts)?;
    store.remove_folder("instances")?;
    for instance in &instances {
        store.write(&instance.file(), instance.text.as_bytes())?;
    }

    let cluster = Cluster {
        workers: arguments.workers.map_or(DEFAULT_WORKERS, usize::from),
        partition: arguments.partition.as_deref(),
        arguments: &arguments.sbatch_arg,
        detach: arguments.detach,
        patience: arguments.patience,
        facts: &facts,
    };
    let conditions = Conditions {
        contest: &contest,
        instances: &instances,
        entrants: &entrants,
        wanted: arguments.isolation.wanted(),
        jobs: arguments.jobs.map(usize::from),
        cluster: (arguments.engine == Engine::Slurm).then_some(&cluster),
    };
    let mut outcome = execute(&conditions, &store, &rows)?;
    if outcome == Outcome::Finished {
        outcome = break_ties(&conditions, &store, &facts)?;
    }
    if outcome == Outcome::Detached {
        let shown = folder.display();
        say(&format!(
            "the workers go on by themselves: `judge status {shown}` tells how far they are"
        ));
        say("run the same command again to wait for them and see the standings");
        return Ok(0);
    }
    conclude(&contest, &store, outcome, arguments.format)
}

/// Writes and prints the standings.
fn conclude(contest: &Contest, store: &Store, outcome: Outcome, format: Format) -> Result<u8> {
    let dir = Arc::new(store::open_results(store.dir().path())?);
    let (facts, rows) = store::read_results(&dir)?;
    let mut standings = standings::rank(contest, &facts, &rows, contest.scoring.rule);
    standings.note_machines(&facts, &store::read_machines(&dir)?);
    store.write(
        Path::new("standings.csv"),
        report::csv(&standings)?.as_bytes(),
    )?;
    let results = Results {
        contest,
        facts: &facts,
        rows: &rows,
        files: &ResultsDir::new(dir, Vec::new()),
    };
    let page = page::page(&results, &standings, page::DEFAULT_SIZE)?;
    store.write(Path::new("report.html"), page.as_bytes())?;
    let text = report::standings(&standings, format)?;
    match format {
        Format::Table => terminal::print_styled(&text)?,
        _ => terminal::print(&text)?,
    }
    if outcome == Outcome::Stopped {
        say("stopped; what is finished is kept: run the same command again to go on");
        return Ok(STOPPED);
    }
    let faults = rows
        .iter()
        .filter(|row| row.verdict == Verdict::JudgeError)
        .count();
    if faults > 0 {
        let error = format!("{faults} runs failed by the judge's own fault and are not scored");
        return Err(Error::Fault(
            error + ": see runs.csv, and run the same command again",
        ));
    }
    let shown = store.dir().path().display();
    say(&format!(
        "results are in {shown}; look at {shown}/report.html"
    ));
    Ok(0)
}

/// Teams that are level at the end play the instances that are kept for this, which are made only now.
fn break_ties(conditions: &Conditions, store: &Store, facts: &Facts) -> Result<Outcome> {
    let contest = conditions.contest;
    let rows = store.rows()?;
    let level = standings::rank(contest, facts, &rows, contest.scoring.rule).level_teams();
    if level.is_empty() || !contest.rounds.iter().any(|round| round.tie_break) {
        return Ok(Outcome::Finished);
    }
    let instances = instances::prepare_tie_break(contest)?;
    let entrants: Vec<Entrant> = conditions
        .entrants
        .iter()
        .filter(|e| !e.baseline && level.contains(&e.name))
        .cloned()
        .collect();
    let mut facts = facts.clone();
    facts.instance.extend(
        instances
            .iter()
            .map(|instance| InstanceFacts::new(instance, true)),
    );
    store.write_facts(&facts)?;
    for instance in &instances {
        store.write(&instance.file(), instance.text.as_bytes())?;
    }
    say(&format!(
        "level so far, so there is a tie-break: {}",
        level.join(", ")
    ));
    let conditions = Conditions {
        instances: &instances,
        entrants: &entrants,
        ..*conditions
    };
    execute(&conditions, store, &rows)
}

/// A file that matches no instance was probably meant for one.
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
                entrant.name
            ));
        }
    }
}

/// How programs are isolated. Fails if they cannot be and `--unsandboxed` was not given.
fn isolation(wanted: Wanted) -> Result<Isolation> {
    let isolation = sandbox::prepare(wanted)?;
    if !isolation.is_sandboxed() {
        say("warning: programs run without isolation: they can read and change whatever you can");
    }
    Ok(isolation)
}

/// So many workers are started where the user does not say.
const DEFAULT_WORKERS: usize = 10;

/// What is only for a cluster must not be ignored in silence.
fn refuse_cluster_options(arguments: &Run) -> Result<()> {
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

/// Takes in what workers of an earlier run have left, or ends them where all is to start over.
fn settle_with_workers(dir: &Arc<Dir>, earlier: Option<&Facts>, fresh: bool) -> Result<()> {
    match (Orders::read(dir), earlier) {
        (Ok(Some(orders)), _) if fresh => {
            // Not while another run waits for them.
            let _lock = store::lock(dir)?;
            slurm::retire(dir, &orders)
        }
        (_, Some(facts)) if !fresh => take_in(dir, facts),
        _ => Ok(()),
    }
}

/// Results of another contest in the same folder would be lost.
fn refuse_other_contest(contest: &Contest, earlier: Option<&Facts>, folder: &Path) -> Result<()> {
    let same = |facts: &Facts| {
        let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        place(&facts.contest_file) == place(&contest.document.path)
    };
    match earlier.filter(|facts| !same(facts)) {
        None => Ok(()),
        Some(facts) => {
            let (folder, file) = (folder.display(), facts.contest_file.display());
            let error = Error::user(format!(
                "{folder} holds the results of another contest, {file}"
            ));
            Err(error.with_help("choose another folder with --out, or start over with --fresh"))
        }
    }
}

fn default_folder(contest: &Path) -> PathBuf {
    Path::new("results").join(contest.file_stem().unwrap_or_default())
}

/// All entrants, or only the named teams and the baselines, without which nothing can be scored.
fn chosen(entrants: &[Entrant], only: &[String]) -> Result<Vec<Entrant>> {
    let names: Vec<_> = entrants
        .iter()
        .filter(|e| !e.baseline)
        .map(|e| e.name.as_str())
        .collect();
    if let Some(unknown) = only.iter().find(|name| !names.contains(&name.as_str())) {
        let error =
            Diagnostic::new(format!("there is no team `{unknown}`")).suggest(unknown, &names);
        return Err(error
            .with_help(format!("teams: {}", names.join(", ")))
            .into());
    }
    let wanted = |e: &&Entrant| only.is_empty() || e.baseline || only.contains(&e.name);
    Ok(entrants.iter().filter(wanted).cloned().collect())
}

/// What is written down about this run. Teams that take part but do not run now keep what was known of them.
fn facts(
    contest: &Contest,
    instances: &[Instance],
    all: &[Entrant],
    entrants: &[Entrant],
    earlier: Option<&Facts>,
    isolation: Isolation,
) -> Facts {
    let version = env!("CARGO_PKG_VERSION");
    let conditions = |e: &Entrant| {
        let text = format!("{} {:?} {version}", e.digest, contest.limits);
        instances::hex(&Sha256::digest(text))
    };
    let known = |e: &Entrant| {
        earlier?
            .team
            .iter()
            .find(|team| team.is(&e.name, e.baseline))
            .cloned()
    };
    let runs_now = |e: &Entrant| {
        entrants
            .iter()
            .any(|other| (&other.name, other.baseline) == (&e.name, e.baseline))
    };
    let team = |e: &Entrant| {
        let now = || TeamFacts {
            name: e.name.clone(),
            baseline: e.baseline,
            conditions: conditions(e),
        };
        if runs_now(e) { Some(now()) } else { known(e) }
    };
    Facts {
        judge: version.to_owned(),
        digest: instances::commitment(instances),
        machine: machine(),
        isolation,
        contest_file: contest.document.path.clone(),
        contest: contest.document.text.clone(),
        instance: instances
            .iter()
            .map(|instance| InstanceFacts::new(instance, false))
            .collect(),
        team: all.iter().filter_map(team).collect(),
    }
}

/// The processor's name and the number of cores.
fn machine() -> String {
    let model = processor();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores")
}

/// Which rows of an earlier run still hold: the same conditions and instance, and a final verdict. Answer files are
/// looked at again every time, which costs nothing.
fn row_filter<'a>(
    facts: &'a Facts,
    earlier: Option<&'a Facts>,
    entrants: &'a [Entrant],
    instances: impl Iterator<Item = &'a Instance>,
) -> impl Fn(&Row) -> bool + 'a {
    let conditions = |facts: &'a Facts, row: &Row| {
        let team = facts
            .team
            .iter()
            .find(|team| team.is(&row.team, row.baseline));
        team.map(|team| team.conditions.as_str())
    };
    let modes: HashMap<_, _> = instances
        .map(|i| ((&i.round, &i.name, &i.digest), i.mode))
        .collect();
    move |row| {
        let Some(earlier) = earlier else { return false };
        let Some(mode) = modes.get(&(&row.round, &row.instance, &row.digest)) else {
            return false;
        };
        let now = conditions(facts, row);
        let by_hand = *mode == Mode::Answers && !row.baseline;
        let runs_now = entrants
            .iter()
            .any(|e| (&e.name, e.baseline) == (&row.team, row.baseline));
        let same = if by_hand {
            !runs_now
        } else {
            now == conditions(earlier, row)
        };
        row.verdict.is_final() && now.is_some() && same
    }
}
