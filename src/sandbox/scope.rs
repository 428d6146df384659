//! Restarts the judge in a systemd scope, where an ordinary user has control groups.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Set in the restarted judge to prevent a second restart.
const RESTARTED: &str = "JUDGE_IN_SCOPE";

const OPTIONS: [&str; 6] = [
    "--user",
    "--scope",
    "--quiet",
    "--collect",
    "-p",
    "Delegate=yes",
];

/// Executes this program again in a scope of the user's systemd. Returns only if that is not possible.
pub(super) fn restart_in_scope() {
    if std::env::var_os(RESTARTED).is_some() || !is_available() {
        return;
    }
    let Ok(own) = std::env::current_exe() else {
        return;
    };
    // `exec` returns only on failure; the judge then continues without control groups.
    let _ = Command::new("systemd-run")
        .args(OPTIONS)
        .arg("--")
        .arg(own)
        .args(std::env::args_os().skip(1))
        .env(RESTARTED, "1")
        .exec();
}

/// Whether the user's systemd can start scopes.
pub(super) fn is_available() -> bool {
    let session = std::env::var_os("XDG_RUNTIME_DIR");
    let has_manager = session.is_some_and(|folder| Path::new(&folder).join("systemd").exists());
    // A failure after `exec` could not be handled any more, so try it first.
    has_manager
        && Command::new("systemd-run")
            .args(OPTIONS)
            .args(["--", "true"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
}
