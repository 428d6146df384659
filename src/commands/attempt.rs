//! `judge try`: runs one program on instances that students may see, beside the baselines and its earlier tries.

mod place;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use self::place::Place;
use super::signals::{self, STOPPED};
use crate::cli::Try;
use crate::contest::Contest;
use crate::dir::write_atomically;
use crate::engine::{Completion, Event};
use crate::entrants::{self, Entrant, Program};
use crate::error::{Error, Result};
use crate::field;
use crate::ids::EntrantId;
use crate::progress::Progress;
use crate::report::page;
use crate::results::Here;
use crate::sandbox;
use crate::snapshot::Snapshot;
use crate::terminal::{self, warn};
use crate::tries::{self, Chosen, History, Outcome, Record, Setup, Summary};
use crate::verdict::Verdict;

pub(super) fn attempt(arguments: &Try) -> Result<u8> {
    arguments.isolation.apply_to_problems();
    if arguments.log {
        return log(arguments);
    }
    let job = Job::new(arguments)?;
    if arguments.watch {
        return watch::watch(&job);
    }
    let interrupt = signals::watch()?;
    let progress = Progress::new();
    let show = |event: Event| match event {
        // The bounds of a few instances take moments, and a failed build is the result.
        Event::BoundsStarted(_) | Event::BoundFound => {}
        Event::BuildEnded(..) if arguments.against.is_none() => {}
        event => progress.show(&event),
    };
    let remark = |line: &str| progress.show(&Event::Remark(line));
    let done = job.once(&interrupt, &remark, &show);
    progress.finish();
    let done = done?;
    terminal::print(&done.text)?;
    if let Some(fall) = &done.fall {
        warn(fall);
    }
    done.code
}

/// Lists the earlier tries of a program.
fn log(arguments: &Try) -> Result<u8> {
    let program = &arguments.program;
    let failed = |error| Error::path("read the tries of", program, &error);
    let history = History::open(program).map_err(failed)?;
    let tries = history.map(|history| history.tries()).unwrap_or_default();
    if tries.is_empty() {
        let error = Error::user(format!("{} has no earlier tries", program.display()));
        return Err(error.with_help("judge try PROGRAM --contest CONTEST makes one"));
    }
    terminal::print(&tries::log(&tries, arguments.format)?)?;
    Ok(0)
}

/// What does not change from one run of `--watch` to the next.
struct Job<'a> {
    arguments: &'a Try,
    contest: &'a Path,
    here: Here,
    /// The number of the last try that this process made; 0 if there is none.
    made: AtomicU32,
}

/// A try that was executed and kept.
struct Done {
    text: String,
    /// By how much the score is below that of the other version, if it is.
    fall: Option<String>,
    /// The exit code, or the failure of the judge.
    code: Result<u8>,
}

impl<'a> Job<'a> {
    fn new(arguments: &'a Try) -> Result<Self> {
        let contest = arguments.contest.as_deref();
        let contest = contest.ok_or_else(|| Error::user("--contest is missing"))?;
        // Reports a wrong file before the judge restarts itself in a scope.
        Contest::read(contest)?;
        let isolation = sandbox::prepare(arguments.isolation.wanted())?;
        Ok(Self {
            arguments,
            contest,
            here: Here::new(isolation),
            made: AtomicU32::new(0),
        })
    }

    /// Makes one try. Calls `remark` with lines for the user, and `notify` for every step.
    fn once(
        &self,
        interrupt: &Arc<AtomicBool>,
        remark: &dyn Fn(&str),
        notify: &(dyn Fn(Event) + Sync),
    ) -> Result<Done> {
        let arguments = self.arguments;
        let contest = Contest::read(self.contest)?;
        let entrants = self.entrants(&contest)?;
        let chosen = Chosen {
            files: &arguments.instance,
            recipe: &arguments.recipe,
            seeds: arguments.seeds.as_ref(),
            all: arguments.all,
        };
        let selection = tries::select(&contest, chosen)?;
        selection.remarks.iter().for_each(|line| remark(line));
        let setup = Setup {
            contest: &contest,
            entrants,
            instances: selection.instances,
            here: &self.here,
            wanted: arguments.isolation.wanted(),
            interrupt: Arc::clone(interrupt),
        };
        let mut place = Place::new(&arguments.program, remark)?;
        let mut earlier = place.earlier();
        earlier.retain(|record| {
            let mut instances = setup.instances.iter();
            instances.any(|instance| record.run_on(&instance.digest).is_some())
        });
        let last = earlier.last().and_then(|last| place.read(last.number));
        // Results of baselines are taken only from tries of this process: a history can be changed by hand, and comes with
        // a stranger's program.
        let made = self.made.load(Ordering::Relaxed);
        let is_own = earlier.last().is_some_and(|last| last.number == made);
        let reused = last
            .as_ref()
            .filter(|_| is_own && arguments.against.is_none());
        let outcome = setup.run(&place.folder, reused, notify)?;
        let done = self.present(&outcome, &mut place, &earlier, last.as_ref(), remark)?;
        if place.is_kept() {
            self.made.store(place.number(), Ordering::Relaxed);
        }
        Ok(done)
    }

    /// Returns the program, the version that it is compared with, and the baselines.
    fn entrants(&self, contest: &Contest) -> Result<Vec<Entrant>> {
        let mut program = runnable(&self.arguments.program)?;
        let is_taken = |name: &str| contest.baselines.iter().any(|baseline| baseline == name);
        if is_taken(&program.id.name) {
            // Answers of a team and of a baseline are kept in the same folder.
            program.id = EntrantId::team(format!("{}-program", program.id.name));
        }
        let mut entrants = vec![program];
        if let Some(against) = &self.arguments.against {
            // An earlier version may have nothing to run: the new one is better then.
            let mut other = entrants::lone(against)?;
            let names = ["before", "other"];
            let name = names.iter().find(|&&name| *name != *entrants[0].id.name);
            other.id = EntrantId::team(*name.unwrap_or(&names[0]));
            entrants.push(other);
        }
        entrants.extend(field::baselines(contest));
        Ok(entrants)
    }

    fn present(
        &self,
        outcome: &Outcome,
        place: &mut Place,
        earlier: &[Record],
        last: Option<&Snapshot>,
        remark: &dyn Fn(&str),
    ) -> Result<Done> {
        let arguments = self.arguments;
        let commit = tries::commit_of(&arguments.program);
        let record = outcome.record(place.number(), arguments.note.clone(), commit);
        let fault = outcome
            .own_rows()
            .find(|row| row.verdict == Verdict::JudgeError);
        let is_finished = outcome.completion == Completion::Finished;
        if is_finished && outcome.is_built() && fault.is_none() {
            place.keep(&record, remark);
        }
        if let Some(path) = &arguments.report {
            write_report(outcome, path)?;
            remark(&format!("the page is in {}", path.display()));
        }
        let summary = Summary::new(outcome, record, earlier, last, place.is_kept());
        let text = summary.text(arguments.format, arguments.stderr)?;
        let fall = summary.fall(arguments.tolerance);
        let code = match fault {
            _ if !is_finished => Ok(STOPPED),
            Some(row) => Err(Error::Fault(format!(
                "the program was not judged: {}",
                row.detail
            ))),
            None => Ok(u8::from(!outcome.is_accepted() || fall.is_some())),
        };
        Ok(Done { text, fall, code })
    }

    /// Returns the files whose changes matter.
    fn files(&self) -> Vec<PathBuf> {
        let Try {
            program,
            instance,
            against,
            ..
        } = self.arguments;
        let files = [program.as_path(), self.contest];
        let files = files
            .into_iter()
            .chain(instance.iter().map(PathBuf::as_path));
        files
            .chain(against.as_deref())
            .map(Path::to_owned)
            .collect()
    }
}

/// Reads a program. Fails if there is nothing to run.
fn runnable(path: &Path) -> Result<Entrant> {
    let entrant = entrants::lone(path)?;
    match &entrant.program {
        Program::Nothing(reason) => Err(Error::user(format!(
            "{} cannot be run: {reason}",
            path.display()
        ))),
        _ => Ok(entrant),
    }
}

fn write_report(outcome: &Outcome, path: &Path) -> Result<()> {
    let page = outcome.page(page::DEFAULT_SIZE)?;
    write_atomically(path, page.as_bytes()).map_err(|error| Error::path("write", path, &error))
}
