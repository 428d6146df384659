//! Where the programs of problem folders are built and run: in sandboxes of their own, one at a time per thread.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};

use rustix::fs::{FlockOperation, flock};

use crate::dir::{self, Dir};
use crate::error::{Error, Result};
use crate::parallel::lock;
use crate::sandbox::{self, Cores, Sandbox, Wanted};

/// The start of the names of temporary folders with builds.
const PREFIX: &str = "judge-problems-";

/// How programs are isolated, and the flag that stops them.
#[derive(Clone, Debug, Default)]
struct Setting {
    wanted: Wanted,
    interrupt: Arc<AtomicBool>,
}

static SETTING: Mutex<Option<Setting>> = Mutex::new(None);

/// Whether this machine can isolate programs, found out once.
static PREPARED: OnceLock<std::result::Result<(), String>> = OnceLock::new();

/// The temporary folder of builds, locked as long as this process uses it.
static BUILDS: OnceLock<std::result::Result<Arc<Dir>, String>> = OnceLock::new();

thread_local! {
    static SANDBOX: RefCell<Option<Sandbox>> = const { RefCell::new(None) };
    static CORES: RefCell<Cores> = RefCell::new(Cores::default());
}

/// Sets how the programs of problem folders are isolated in this process.
pub fn set_isolation(wanted: Wanted) {
    lock(&SETTING).get_or_insert_default().wanted = wanted;
}

/// Sets the flag that stops the programs of problem folders in this process.
pub fn set_interrupt(interrupt: &Arc<AtomicBool>) {
    lock(&SETTING).get_or_insert_default().interrupt = Arc::clone(interrupt);
}

/// Pins the checkers of this thread to the cores of its runs, so that they do not disturb the runs of other threads.
pub fn use_cores(cores: &Cores) {
    CORES.set(cores.clone());
    SANDBOX.set(None);
}

/// Passes the sandbox of this thread and the flag that stops it. After a failure the next call gets a new sandbox. Fails
/// if programs cannot be isolated.
pub(super) fn with_sandbox<T, E>(
    run: impl FnOnce(&mut Sandbox, &AtomicBool) -> std::result::Result<T, E>,
) -> std::result::Result<std::result::Result<T, E>, String> {
    let Setting { wanted, interrupt } = lock(&SETTING).clone().unwrap_or_default();
    let prepared = PREPARED.get_or_init(|| {
        let isolation = sandbox::prepare(wanted);
        isolation.map(drop).map_err(|error| error.to_string())
    });
    prepared.clone()?;
    SANDBOX.with_borrow_mut(|slot| {
        let mut sandbox = match slot.take() {
            Some(sandbox) => sandbox,
            None => Sandbox::start(wanted, CORES.with_borrow(Clone::clone))
                .map_err(|error| error.to_string())?,
        };
        let result = run(&mut sandbox, &interrupt);
        if result.is_ok() {
            *slot = Some(sandbox);
        }
        Ok(result)
    })
}

/// Returns the folder of builds of this process.
pub(super) fn builds() -> std::result::Result<Arc<Dir>, String> {
    let made = BUILDS.get_or_init(|| {
        let place = std::env::temp_dir();
        remove_abandoned(&place);
        make_folder(&place)
            .map(Arc::new)
            .map_err(|error| format!("cannot make a folder in {}: {error}", place.display()))
    });
    made.clone()
}

fn make_folder(place: &Path) -> io::Result<Dir> {
    use std::os::unix::fs::DirBuilderExt;
    let name = format!("{:016x}", dir::random());
    // Under this name no other process takes the folder for an abandoned one before it is locked.
    let unlocked = place.join(format!("judge-{name}"));
    // The name is random, and other users cannot enter the folder.
    std::fs::DirBuilder::new().mode(0o700).create(&unlocked)?;
    let lock = std::fs::File::open(&unlocked)?;
    flock(&lock, FlockOperation::NonBlockingLockExclusive)?;
    let path = place.join(format!("{PREFIX}{name}"));
    std::fs::rename(&unlocked, &path)?;
    // The lock lasts as long as this process.
    std::mem::forget(lock);
    Dir::open(&path)
}

/// Removes the folders of processes that were killed: those that nobody locks.
fn remove_abandoned(place: &Path) {
    let own = rustix::process::getuid().as_raw();
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let is_candidate = OsStr::to_str(&entry.file_name())
            .is_some_and(|name| name.starts_with(PREFIX))
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_own = || {
            use std::os::unix::fs::MetadataExt;
            entry.metadata().is_ok_and(|found| found.uid() == own)
        };
        if is_candidate
            && is_own()
            && let Ok(folder) = Dir::open(&entry.path())
            && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()
        {
            let _ = dir::remove_tree(&entry.path());
        }
    }
}

/// Removes the folder of builds. Called when this process ends.
pub fn clean_up() -> Result<()> {
    SANDBOX.set(None);
    match BUILDS.get() {
        Some(Ok(folder)) => dir::remove_tree(folder.path())
            .map_err(|error| Error::fault("remove the builds of a problem", &error)),
        _ => Ok(()),
    }
}
