//! The programs of a problem folder: built once per process, when they are first needed.

use std::cell::RefCell;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::workshop;
use crate::entrants::{Build, Builder, Entrant, Ready, environment};
use crate::limits::Limits;
use crate::parallel::lock;
use crate::sandbox::{Ending, Exchange, Job, Limit, Outcome, Sandbox};
use crate::units::{show_duration, show_size, signal_name};

/// A checker, a generator, a program that bounds, or a baseline.
pub(super) struct Tool {
    /// What it is, for messages: `checker`.
    pub(super) role: &'static str,
    pub(super) entrant: Entrant,
    pub(super) limits: Limits,
    /// The program, or why it cannot be built.
    built: Mutex<Option<Result<Ready, String>>>,
}

/// What a tool gets.
#[derive(Default)]
pub(super) struct Call<'a> {
    pub(super) input: &'a [u8],
    pub(super) exchange: Option<Exchange<'a>>,
    /// Further variables of the environment.
    pub(super) environment: Vec<(String, String)>,
    /// Limits instead of the tool's own.
    pub(super) limits: Option<&'a Limits>,
}

/// The number of builds of this process, for the names of their folders.
static COUNT: AtomicU64 = AtomicU64::new(0);

/// So many lines of a compiler's output are part of a message.
const LOG_LINES: usize = 20;

/// The size of the temporary file systems, in bytes.
const TEMPORARY: u64 = 64 << 20;

impl Tool {
    pub(super) fn new(role: &'static str, entrant: Entrant, limits: Limits) -> Self {
        Self {
            role,
            entrant,
            limits,
            built: Mutex::new(None),
        }
    }

    /// Builds the program, if that has not been done. A failure of the machine may be gone next time.
    pub(super) fn build(&self) -> Result<Ready, String> {
        let mut built = lock(&self.built);
        if let Some(built) = &*built {
            return built.clone();
        }
        let made = workshop::with_sandbox(|sandbox, interrupt| self.build_in(sandbox, interrupt))?;
        let failed = |reason: String| format!("the {} cannot be built: {reason}", self.role);
        match made {
            Ok(made) => built.insert(made.map_err(failed)).clone(),
            Err(reason) => Err(failed(reason)),
        }
    }

    fn build_in(
        &self,
        sandbox: &mut Sandbox,
        interrupt: &AtomicBool,
    ) -> Result<Result<Ready, String>, String> {
        let builds = workshop::builds()?;
        let mut entrant = self.entrant.clone();
        // Two programs may have the same name.
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        entrant.id.name = format!("{number}-{}", self.role).into();
        let log = RefCell::new(String::new());
        let mut builder = Builder {
            sandbox,
            builds: &builds,
            paths: &[],
            log: &|text| {
                text.clone_into(&mut log.borrow_mut());
                Ok(())
            },
            interrupt,
        };
        match builder.build(&entrant) {
            Ok(Build::Ready(ready)) => Ok(Ok(ready)),
            Ok(Build::Failed(reason) | Build::Nothing(reason)) => {
                let log = log.into_inner();
                let lines = log.lines().filter(|line| !line.trim().is_empty());
                let lines = std::iter::once(reason.as_str()).chain(lines.take(LOG_LINES));
                Ok(Err(lines.collect::<Vec<_>>().join("\n")))
            }
            Ok(Build::Fault(reason)) => Err(reason),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Runs the program as a team's program is run in a contest, on the text of an instance.
    pub(super) fn compete(
        &self,
        text: &str,
        seed: u64,
        limits: &Limits,
    ) -> Result<Outcome, String> {
        let (time, memory) = (limits.time.as_millis(), limits.memory >> 20);
        let call = Call {
            input: text.as_bytes(),
            limits: Some(limits),
            environment: vec![
                ("JUDGE_TIME_MS".to_owned(), time.to_string()),
                ("JUDGE_MEMORY_MB".to_owned(), memory.to_string()),
                ("JUDGE_SEED".to_owned(), seed.to_string()),
            ],
            ..Call::default()
        };
        self.run(|_| Vec::new(), call)
    }

    /// Runs the program. `arguments` gets the folder of exchanged files, which depends on the isolation. Returns a
    /// message if the program cannot be built or the judge fails.
    pub(super) fn run(
        &self,
        arguments: impl FnOnce(&str) -> Vec<String>,
        call: Call,
    ) -> Result<Outcome, String> {
        let ready = self.build()?;
        workshop::with_sandbox(|sandbox, interrupt| {
            let mut command = ready.command.clone();
            command.extend(arguments(sandbox.exchange_folder()));
            let mut variables = environment();
            variables.extend(call.environment);
            let job = Job {
                command: &command,
                folder: ready.folder.as_deref(),
                writable: false,
                bundle: None,
                paths: &ready.paths,
                environment: variables,
                input: call.input,
                limits: call.limits.unwrap_or(&self.limits),
                temporary: TEMPORARY,
                exchange: call.exchange,
            };
            sandbox.run(&job, interrupt).map_err(|fault| fault.reason)
        })?
    }

    /// Says how the program failed.
    pub(super) fn failure(&self, outcome: &Outcome) -> String {
        let how = match &outcome.ending {
            Ending::Exited(code) => format!("ended with exit code {code}"),
            Ending::Signalled(signal) => format!("was killed by {}", signal_name(*signal)),
            Ending::Stopped(Limit::Cpu(limit) | Limit::Wall(limit)) => {
                format!("took longer than {}", show_duration(*limit))
            }
            Ending::Stopped(Limit::Memory(limit)) => {
                format!("used more than {} of memory", show_size(*limit))
            }
            Ending::Stopped(Limit::Output(limit)) => {
                format!("wrote more than {}", show_size(*limit))
            }
            Ending::Stopped(Limit::Disk(_)) => "filled the disk".to_owned(),
            Ending::NotStarted(reason) => format!("did not start: {reason}"),
            Ending::Unsupervised(reason) => format!("could not be supervised: {reason}"),
            Ending::Interrupted => "was interrupted".to_owned(),
        };
        let mut lines = outcome.errors.lines().rev();
        let last = lines.find(|line| !line.trim().is_empty());
        match last {
            Some(line) => format!("the {} {how}: {}", self.role, line.trim()),
            None => format!("the {} {how}", self.role),
        }
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.role, self.entrant.id.name)
    }
}
