//! What the web process can still do once it talks to strangers, and a line in the log about it.

use std::path::Path;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::error::{Error, Result};
use crate::sandbox::confine as confine_process;
use crate::site::data::{HAND_INS, PAGES, UPLOADS};
use crate::site::log;

/// What the process needs of the data folder. Results, with the hidden instances, are not among it.
const ENTRIES: [&str; 6] = [
    "site.sqlite",
    "site.sqlite-wal",
    "site.sqlite-shm",
    UPLOADS,
    HAND_INS,
    PAGES,
];

/// Confines the process to its part of the data folder, and says what is in force. The database must be open, so that all
/// of its files exist.
pub(super) fn confine(data: &Path) -> Result<()> {
    let confinement = confine_process(data, &ENTRIES)
        .map_err(|error| Error::fault("confine the web process", &error))?;
    let landlock = match confinement.landlock {
        0 => "not supported by this kernel".to_owned(),
        version => format!("version {version}"),
    };
    let seccomp = if confinement.seccomp {
        "on"
    } else {
        "not supported by this kernel"
    };
    let values = [
        ("no_new_privs", "on"),
        ("landlock", landlock.as_str()),
        ("seccomp", seccomp),
    ];
    let event = match (confinement.landlock > 0, confinement.seccomp) {
        (true, true) => "confined",
        (false, false) => "not-confined",
        _ => "partly-confined",
    };
    log::line(event, &values);
    Ok(())
}

/// Allows as many open files as the system does: each connection is one. A lower limit only means fewer connections.
pub(super) fn raise_file_limit() {
    let limits = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limits.maximum,
        maximum: limits.maximum,
    };
    let _ = setrlimit(Resource::Nofile, raised);
}
