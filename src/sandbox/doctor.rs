//! What this machine offers to isolate programs: each layer, whether it is there, and how to get it.

use std::fs;

use serde::Serialize;

use super::{Accounting, Wanted};

/// One layer of the isolation.
#[derive(Debug, Serialize)]
pub struct Layer {
    pub name: &'static str,
    pub present: bool,
    /// Whether nothing is run without it.
    pub needed: bool,
    /// What was found.
    pub detail: String,
    /// What can be done where it is not there.
    pub advice: Vec<String>,
}

/// Tries everything.
pub fn examine() -> Vec<Layer> {
    vec![namespaces(), seccomp(), landlock(), cores(), memory()]
}

/// The namespaces and the view of files, tried out for real.
fn namespaces() -> Layer {
    let tried = super::try_out(Wanted::default());
    let mut advice = Vec::new();
    let setting =
        |name: &str| fs::read_to_string(format!("/proc/sys/{name}")).map(|s| s.trim().to_owned());
    if setting("kernel/unprivileged_userns_clone").is_ok_and(|value| value == "0") {
        advice.push("switched off here: sysctl kernel.unprivileged_userns_clone=1".to_owned());
    }
    if setting("user/max_user_namespaces").is_ok_and(|value| value == "0") {
        advice.push("switched off here: sysctl user.max_user_namespaces=10000".to_owned());
    }
    if setting("kernel/apparmor_restrict_unprivileged_userns").is_ok_and(|value| value == "1") {
        advice.push("AppArmor restricts them here (Ubuntu 24.04 and later): allow the judge with a profile that".to_owned());
        advice.push(
            "has `userns,`, or sysctl kernel.apparmor_restrict_unprivileged_userns=0".to_owned(),
        );
    }
    if advice.is_empty() {
        advice.push(
            "inside a container: start it with more rights, or run the judge on the host"
                .to_owned(),
        );
        advice.push("the kernel must be 5.12 or newer".to_owned());
    }
    Layer {
        name: "namespaces",
        present: tried.is_ok(),
        needed: true,
        detail: match tried {
            Ok(_) => {
                "own users, files, processes, network and messages for every program".to_owned()
            }
            Err(error) => error.to_string(),
        },
        advice,
    }
}

fn seccomp() -> Layer {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    Layer {
        name: "seccomp",
        present: status.lines().any(|line| line.starts_with("Seccomp:")),
        needed: true,
        detail: "a filter of system calls".to_owned(),
        advice: vec!["the kernel was built without CONFIG_SECCOMP_FILTER".to_owned()],
    }
}

fn landlock() -> Layer {
    let version = super::landlock::version();
    Layer {
        name: "landlock",
        present: version > 0,
        needed: false,
        detail: match version {
            0 => "a second guard over files; without it the mount namespace is the only one"
                .to_owned(),
            version => format!("a second guard over files, version {version}"),
        },
        advice: vec![
            "add landlock to the kernel's lsm= list; programs are isolated without it too"
                .to_owned(),
        ],
    }
}

fn cores() -> Layer {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Layer {
        name: "cores",
        present: true,
        needed: false,
        detail: format!("{cores} to run on, each program held to its own"),
        advice: Vec::new(),
    }
}

/// Who counts and limits memory and CPU time, tried out.
fn memory() -> Layer {
    let tried = super::try_out(Wanted::default());
    let accounting = tried.unwrap_or(Accounting::Sampled);
    let scope = accounting == Accounting::Sampled && super::scope::is_available();
    let detail = match accounting {
        _ if scope => {
            "memory limit: enforced (cgroup v2), in a systemd scope that `judge run` starts itself"
                .to_owned()
        }
        Accounting::Sampled => {
            "memory limit: sampled; the judge adds up all processes every few milliseconds"
                .to_owned()
        }
        enforced => format!("memory limit: {enforced}; the kernel counts memory and CPU time"),
    };
    Layer {
        name: "cgroups",
        present: scope || accounting != Accounting::Sampled,
        needed: false,
        detail,
        advice: vec![
            "as an ordinary user: log in so that systemd runs for you (loginctl enable-linger $USER), then".to_owned(),
            "systemd-run --user --scope -p Delegate=yes judge run …".to_owned(),
            "or start the judge as root".to_owned(),
        ],
    }
}
