//! Drives the sandbox as a library, in every mode and as several users.
//!
//! The judge starts itself again as the launcher of its sandboxes, so this program must be able to be one. That is why
//! it has a `main` of its own instead of the usual one of tests. Arguments that are not options select tests by name.

mod exchange;
mod feedback;
mod program;

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode};

use judge::sandbox::{self, Wanted};

/// An unprivileged user that exists on every machine.
const NOBODY: u32 = 65534;

/// The first argument with which this program runs a program until it is killed.
const VICTIM: &str = "__victim";

/// How programs are isolated in a test.
#[derive(Clone, Copy, Debug)]
struct Mode {
    name: &'static str,
    wanted: Wanted,
}

impl Mode {
    fn is_sandboxed(self) -> bool {
        !self.wanted.unsandboxed
    }
}

type Test = (&'static str, fn(Mode));

fn modes() -> [Mode; 3] {
    let mode = |name, unsandboxed, no_cgroups| Mode {
        name,
        wanted: Wanted {
            unsandboxed,
            no_cgroups,
            no_scope: true,
        },
    };
    [
        mode("sandboxed", false, false),
        mode("no cgroups", false, true),
        mode("unsandboxed", true, false),
    ]
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some(sandbox::LAUNCHER) => {
            sandbox::launch().expect("the launcher runs");
            return ExitCode::SUCCESS;
        }
        Some(VICTIM) => {
            exchange::run_until_killed();
            return ExitCode::SUCCESS;
        }
        _ => {}
    }
    let selected = |name: &str| {
        let mut words = arguments.iter().filter(|word| !word.starts_with('-'));
        let is_named = words.clone().any(|word| name.contains(word.as_str()));
        words.next().is_none() || is_named
    };
    let user = rustix::process::getuid().as_raw();
    let (mut passed, mut failed) = (0, 0);
    let tests = exchange::TESTS.iter().chain(&feedback::TESTS);
    for (name, test) in tests.filter(|(name, _)| selected(name)) {
        for mode in modes() {
            if catch_unwind(AssertUnwindSafe(|| test(mode))).is_ok() {
                passed += 1;
            } else {
                failed += 1;
                println!("test {name} ({}, user {user}) ... FAILED", mode.name);
            }
        }
    }
    println!("test result as user {user}: {passed} passed; {failed} failed");
    let others_pass = match user {
        0 => passes_as_nobody(&arguments),
        NOBODY => true,
        _ => {
            println!("left out: root is missing, to run the judge as several users");
            std::env::var_os("JUDGE_REQUIRE").is_none_or(|wanted| wanted != "all")
        }
    };
    ExitCode::from(u8::from(failed > 0 || !others_pass))
}

/// Runs all tests as an ordinary user, with a copy of this program that the user can reach.
fn passes_as_nobody(arguments: &[String]) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let readable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), readable).expect("permissions");
    let copy = folder.path().join("sandbox");
    let own = std::env::current_exe().expect("the path of this program");
    std::fs::copy(own, &copy).expect("a copy of this program");
    let mut command = Command::new(copy);
    command.args(arguments).uid(NOBODY).gid(NOBODY);
    command
        .current_dir("/")
        .status()
        .expect("it runs")
        .success()
}
