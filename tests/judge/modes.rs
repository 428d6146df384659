//! The users and options with which tests run the judge.

use std::fs;
use std::os::unix::fs::{PermissionsExt, lchown};
use std::process::Command;

use walkdir::WalkDir;

use crate::world::{World, found_or_skipped};

/// An unprivileged user that exists on every machine.
pub(crate) const NOBODY: u32 = 65534;

/// The user that runs the judge, and its options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mode {
    pub(crate) user: Option<u32>,
    pub(crate) options: &'static str,
}

/// Returns all modes that can be tested here.
pub(crate) fn modes() -> Vec<Mode> {
    let mode = |user, options| Mode { user, options };
    let mut modes = vec![mode(None, "--no-cgroups")];
    let is_root = rustix::process::getuid().is_root();
    if found_or_skipped("root, to run the judge as several users", is_root) {
        modes.extend([mode(None, ""), mode(Some(NOBODY), "--no-scope")]);
    }
    modes
}

impl Mode {
    /// Copies the judge into the test folder and gives the folder to the user.
    pub(crate) fn prepare(self, world: &World) {
        let readable = fs::Permissions::from_mode(0o755);
        fs::set_permissions(world.path(""), readable).expect("permissions");
        // By another process: a file that this one has open for writing could be inherited by a child of another test,
        // and executing it would fail with `ETXTBSY`.
        let mut copy = Command::new("cp");
        copy.arg(env!("CARGO_BIN_EXE_judge"))
            .arg(world.path("judge"));
        assert!(copy.status().expect("cp runs").success());
        if self.user.is_some() {
            for entry in WalkDir::new(world.path("")) {
                let entry = entry.expect("an entry");
                lchown(entry.path(), self.user, self.user).expect("a new owner");
            }
        }
    }
}
