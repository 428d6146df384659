//! Checks which isolation layers this machine offers and how to enable the missing ones.

use std::fs;

use serde::Serialize;

use super::{Accounting, Wanted};

/// One layer of the isolation.
#[derive(Debug, Serialize)]
pub struct Layer {
    pub name: &'static str,
    pub present: bool,
    /// Whether programs are refused without it.
    pub needed: bool,
    /// The result of the check.
    pub detail: String,
    /// What to do if it is missing.
    pub advice: Vec<String>,
}

/// Checks all layers.
pub fn examine() -> Vec<Layer> {
    vec![namespaces(), seccomp(), landlock(), cores(), memory()]
}

/// Checks namespaces and mounts by running a program in a sandbox.
fn namespaces() -> Layer {
    let probed = super::probe(Wanted::default());
    let mut advice = Vec::new();
    let setting =
        |name: &str| fs::read_to_string(format!("/proc/sys/{name}")).map(|s| s.trim().to_owned());
    if setting("kernel/unprivileged_userns_clone").is_ok_and(|value| value == "0") {
        advice.push("disabled: set sysctl kernel.unprivileged_userns_clone=1".to_owned());
    }
    if setting("user/max_user_namespaces").is_ok_and(|value| value == "0") {
        advice.push("disabled: set sysctl user.max_user_namespaces=10000".to_owned());
    }
    if setting("kernel/apparmor_restrict_unprivileged_userns").is_ok_and(|value| value == "1") {
        advice.push(
            "restricted by AppArmor (Ubuntu 24.04 and later): allow the judge with a profile that"
                .to_owned(),
        );
        advice.push(
            "has `userns,`, or set sysctl kernel.apparmor_restrict_unprivileged_userns=0"
                .to_owned(),
        );
    }
    if advice.is_empty() {
        advice.push(
            "inside a container: give it more privileges, or run the judge on the host".to_owned(),
        );
        advice.push("the kernel must be 5.12 or newer".to_owned());
    }
    Layer {
        name: "namespaces",
        present: probed.is_ok(),
        needed: true,
        detail: match probed {
            Ok(_) => {
                "separate users, files, processes, network and IPC for every program".to_owned()
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
        detail: "filters system calls".to_owned(),
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
            0 => "a second restriction of file access; without it only the mount namespace restricts it"
                .to_owned(),
            version => format!("a second restriction of file access, version {version}"),
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
        detail: format!("{cores} available, each program pinned to its own"),
        advice: Vec::new(),
    }
}

/// Checks which accounting is available by running a program in a sandbox.
fn memory() -> Layer {
    let probed = super::probe(Wanted::default());
    let accounting = probed.unwrap_or(Accounting::Sampled);
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
            "as an ordinary user: start a user session of systemd (loginctl enable-linger $USER), then".to_owned(),
            "systemd-run --user --scope -p Delegate=yes judge run …".to_owned(),
            "or run the judge as root".to_owned(),
        ],
    }
}
