//! Signals, reaps and kills the processes of a run.

use std::io;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process};

use crate::sandbox::procfs::{self, Scope};
use crate::sandbox::protocol::End;

impl Scope {
    /// Sends a signal to every process of the run.
    pub(super) fn signal(self, signal: Signal) {
        match self {
            Self::Namespace => signal_namespace(signal),
            Self::Descendants => {
                for pid in procfs::processes(self).unwrap_or_default() {
                    if let Some(pid) = Pid::from_raw(pid as i32) {
                        let _ = kill_process(pid, signal);
                    }
                }
            }
        }
    }
}

/// Sends a signal to all processes of the namespace but this one, at one moment: none can fork in between.
#[expect(unsafe_code, reason = "no crate at hand offers kill with -1")]
fn signal_namespace(signal: Signal) {
    // SAFETY: kill takes no pointers; in a namespace of its own -1 means the processes of the sandbox.
    unsafe { libc::kill(-1, signal.as_raw()) };
}

/// Where memory runs out, a program goes before anything of the judge's.
pub(super) fn prefer_for_oom_kill(program: Pid) {
    let file = format!("/proc/{}/oom_score_adj", program.as_raw_nonzero());
    let _ = std::fs::write(file, "1000");
}

/// Reaps whatever has ended, since orphans would go on counting as processes of the program; tells how the program
/// itself ended, once it has.
pub(super) fn reap(program: Pid) -> io::Result<Option<End>> {
    while let Some((pid, status)) = rustix::process::wait(WaitOptions::NOHANG)? {
        if pid == program {
            return Ok(Some(match status.exit_status() {
                Some(code) => End::Exited(code),
                None => End::Signalled(status.terminating_signal().unwrap_or(0)),
            }));
        }
    }
    Ok(None)
}

/// Kills every process that the program left, however often it forked, and reaps them all.
pub(super) fn clear(scope: Scope) {
    loop {
        scope.signal(Signal::KILL);
        match reap_any() {
            Reaped::One => {}
            Reaped::NotYet => std::thread::sleep(Duration::from_micros(200)),
            Reaped::AllGone => return,
        }
    }
}

enum Reaped {
    One,
    NotYet,
    AllGone,
}

/// Reaps any child, also those that end without a signal to their parent.
#[expect(
    unsafe_code,
    reason = "the crates at hand do not wait for such children"
)]
fn reap_any() -> Reaped {
    // SAFETY: a null pointer says that the status is not wanted.
    match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG | libc::__WALL) } {
        0 => Reaped::NotYet,
        -1 => Reaped::AllGone,
        _ => Reaped::One,
    }
}
