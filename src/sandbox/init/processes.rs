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

/// Sends a signal to all other processes of the PID namespace, atomically with respect to `fork`.
#[expect(unsafe_code, reason = "rustix does not offer kill with -1")]
fn signal_namespace(signal: Signal) {
    // SAFETY: `kill` takes no pointers; in a PID namespace, -1 addresses only the processes of the sandbox.
    unsafe { libc::kill(-1, signal.as_raw()) };
}

/// Makes the kernel kill the program before any process of the judge when memory runs out.
pub(super) fn prefer_for_oom_kill(program: Pid) {
    let file = format!("/proc/{}/oom_score_adj", program.as_raw_nonzero());
    let _ = std::fs::write(file, "1000");
}

/// Reaps all ended children, since zombies count against the process limit of the program. Returns how the program
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

/// Kills all remaining processes of the run, even if they fork, and reaps them.
pub(super) fn kill_all(scope: Scope) {
    loop {
        scope.signal(Signal::KILL);
        match reap_any() {
            Reaped::One => {}
            Reaped::NotYet => std::thread::sleep(Duration::from_micros(200)),
            Reaped::NoneLeft => return,
        }
    }
}

enum Reaped {
    One,
    NotYet,
    NoneLeft,
}

/// Reaps any child, including those that send no signal to their parent when they end.
#[expect(unsafe_code, reason = "rustix does not offer __WALL")]
fn reap_any() -> Reaped {
    // SAFETY: a null pointer is allowed where the status is not needed.
    match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG | libc::__WALL) } {
        0 => Reaped::NotYet,
        -1 => Reaped::NoneLeft,
        _ => Reaped::One,
    }
}
