//! Checks which isolation layers this machine offers and how to enable the missing ones.

mod advice;

use std::fs;

use serde::Serialize;

use self::advice::Machine;
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
    /// What to do if it is missing; empty if it is present.
    pub advice: Vec<String>,
}

/// Checks all layers.
pub fn examine() -> Vec<Layer> {
    let mut layers = vec![namespaces(), seccomp(), landlock(), cores(), memory()];
    for layer in &mut layers {
        if layer.present {
            layer.advice.clear();
        }
    }
    layers
}

/// Checks namespaces and mounts by running a program in a sandbox.
fn namespaces() -> Layer {
    let probed = super::probe(Wanted::default());
    Layer {
        name: "namespaces",
        present: probed.is_ok(),
        needed: true,
        detail: match probed {
            Ok(_) => {
                "separate users, files, processes, network and IPC for every program".to_owned()
            }
            Err(ref error) => error.to_string(),
        },
        advice: match probed {
            Ok(_) => Vec::new(),
            Err(_) => Machine::here().advice(),
        },
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
