//! Starts the judge again in a systemd scope of its own, where an ordinary user has control groups.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Set in the judge that was started again, so that it does not do so for ever.
const MARK: &str = "JUDGE_IN_SCOPE";

const OPTIONS: [&str; 6] = [
    "--user",
    "--scope",
    "--quiet",
    "--collect",
    "-p",
    "Delegate=yes",
];

/// Executes this program again in a scope of the user's systemd, if there is one; otherwise does nothing.
pub(super) fn start_again_in_scope() {
    if std::env::var_os(MARK).is_some() || !is_available() {
        return;
    }
    let Ok(own) = std::env::current_exe() else {
        return;
    };
    // Returns only if it fails, and then the judge goes on without control groups.
    let _ = Command::new("systemd-run")
        .args(OPTIONS)
        .arg("--")
        .arg(own)
        .args(std::env::args_os().skip(1))
        .env(MARK, "1")
        .exec();
}

/// Whether the user has a systemd that starts scopes.
pub(super) fn is_available() -> bool {
    let session = std::env::var_os("XDG_RUNTIME_DIR");
    let has_manager = session.is_some_and(|folder| Path::new(&folder).join("systemd").exists());
    // Once it has replaced the judge it is too late to find out that it fails.
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
