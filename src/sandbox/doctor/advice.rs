//! What to type where the kernel or a container refuses namespaces.

use std::fs;
use std::path::Path;

/// The oldest kernel that has all that the sandbox needs.
const OLDEST_KERNEL: (u32, u32) = (5, 12);

/// What a container was started by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Podman,
    Docker,
    Kubernetes,
    Lxc,
    Other,
}

/// What decides whether a process may make namespaces.
#[derive(Debug, Default)]
pub(super) struct Machine {
    engine: Option<Engine>,
    /// The release of the kernel, such as `6.1.0-18-amd64`.
    kernel: String,
    /// The settings, if this kernel has them.
    clone: Option<String>,
    limit: Option<String>,
    apparmor: Option<String>,
    /// The path of this program.
    program: String,
}

impl Machine {
    /// Reads what this machine says about itself.
    pub(super) fn here() -> Self {
        let read = |path: &str| Some(fs::read_to_string(path).ok()?.trim().to_owned());
        let program = std::env::current_exe().unwrap_or_default();
        Self {
            engine: engine(),
            kernel: read("/proc/sys/kernel/osrelease").unwrap_or_default(),
            clone: read("/proc/sys/kernel/unprivileged_userns_clone"),
            limit: read("/proc/sys/user/max_user_namespaces"),
            apparmor: read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
            program: program.display().to_string(),
        }
    }

    /// Returns the lines that say why namespaces may be refused here, and what to type.
    pub(super) fn advice(&self) -> Vec<String> {
        let mut advice = self.kernel_advice();
        for (setting, value, refuses, wanted) in [
            ("kernel.unprivileged_userns_clone", &self.clone, "0", "1"),
            ("user.max_user_namespaces", &self.limit, "0", "10000"),
        ] {
            if value.as_deref() == Some(refuses) {
                let line = format!("{setting} is {refuses}; as root, on the host:");
                advice.extend([line, set(setting, wanted)]);
            }
        }
        if self.apparmor.as_deref() == Some("1") {
            advice.extend(self.apparmor_advice());
        }
        advice.extend(self.engine.into_iter().flat_map(engine_advice));
        if advice.is_empty() {
            advice.push(
                "no setting of this kernel explains it; a security module or the limits of a batch system may"
                    .to_owned(),
            );
        }
        advice
    }

    fn kernel_advice(&self) -> Vec<String> {
        let mut numbers = self.kernel.split(['.', '-']).map_while(|n| n.parse().ok());
        let version = (numbers.next(), numbers.next());
        let (Some(major), Some(minor)) = version else {
            return Vec::new();
        };
        if (major, minor) >= OLDEST_KERNEL {
            return Vec::new();
        }
        // WSL 1 translates the system calls of Linux and says that it is an old kernel.
        if self.kernel.contains("Microsoft") {
            return vec![
                "WSL 1 has no namespaces; in PowerShell, for the name that `wsl --list` shows:"
                    .to_owned(),
                "wsl --set-version NAME 2".to_owned(),
            ];
        }
        let (oldest, minor) = OLDEST_KERNEL;
        let kernel = &self.kernel;
        vec![format!(
            "the kernel is {kernel}; it must be {oldest}.{minor} or newer"
        )]
    }

    fn apparmor_advice(&self) -> Vec<String> {
        let program = &self.program;
        let profile =
            format!("abi <abi/4.0>,\\nprofile judge {program} flags=(unconfined) {{ userns, }}\\n");
        vec![
            "AppArmor restricts user namespaces (Ubuntu 24.04 and later); allow them to the judge, as root:".to_owned(),
            format!("printf '{profile}' >/etc/apparmor.d/judge"),
            "apparmor_parser --replace /etc/apparmor.d/judge".to_owned(),
        ]
    }
}

/// Returns the command that changes a setting now and after the next start.
fn set(setting: &str, value: &str) -> String {
    format!("echo {setting}={value} | tee /etc/sysctl.d/60-judge.conf && sysctl --system")
}

/// Returns what started the container that this process is in.
fn engine() -> Option<Engine> {
    if std::env::var_os("KUBERNETES_SERVICE_HOST").is_some() {
        return Some(Engine::Kubernetes);
    }
    if Path::new("/run/.containerenv").exists() {
        return Some(Engine::Podman);
    }
    if Path::new("/.dockerenv").exists() {
        return Some(Engine::Docker);
    }
    let named = fs::read_to_string("/run/systemd/container").ok();
    let name = std::env::var("container").ok().or(named)?;
    Some(match name.trim() {
        "podman" => Engine::Podman,
        "docker" => Engine::Docker,
        "lxc" => Engine::Lxc,
        "wsl" => return None,
        _ => Engine::Other,
    })
}

/// Returns how to start a container in which programs can be isolated.
fn engine_advice(engine: Engine) -> Vec<String> {
    // The engine's filter refuses `unshare` and `mount`; masked paths below /proc keep a new /proc from being mounted.
    let lines: &[&str] = match engine {
        Engine::Podman => &[
            "inside a container; start it with",
            "podman run --security-opt seccomp=unconfined --security-opt unmask=ALL …",
        ],
        Engine::Docker => &[
            "inside a container; start it with",
            "docker run --security-opt seccomp=unconfined --security-opt systempaths=unconfined --security-opt apparmor=unconfined …",
        ],
        Engine::Kubernetes => &[
            "inside a pod; its specification needs `hostUsers: false`, and its container the securityContext",
            "{ procMount: Unmasked, seccompProfile: { type: Unconfined } }",
        ],
        Engine::Lxc => &[
            "inside a container; on the host:",
            "lxc config set NAME security.nesting true && lxc restart NAME",
        ],
        Engine::Other => &[
            "inside a container; start it without a filter of system calls and without masked paths below /proc,",
            "or run the judge on the host",
        ],
    };
    lines.iter().map(|line| (*line).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(machine: &Machine) -> String {
        machine.advice().join("\n")
    }

    fn recent() -> Machine {
        Machine {
            kernel: "6.8.0-31-generic".to_owned(),
            program: "/usr/bin/judge".to_owned(),
            ..Machine::default()
        }
    }

    #[test]
    fn settings_that_refuse_are_named_with_the_command_that_changes_them() {
        let allowed = Machine {
            clone: Some("1".to_owned()),
            limit: Some("95000".to_owned()),
            apparmor: Some("0".to_owned()),
            ..recent()
        };
        assert!(!text(&allowed).contains("sysctl"));
        let refused = Machine {
            clone: Some("0".to_owned()),
            limit: Some("0".to_owned()),
            ..recent()
        };
        let advice = text(&refused);
        assert!(advice.contains("echo kernel.unprivileged_userns_clone=1 |"));
        assert!(advice.contains("echo user.max_user_namespaces=10000 |"));
    }

    #[test]
    fn apparmor_gets_a_profile_for_this_program() {
        let machine = Machine {
            apparmor: Some("1".to_owned()),
            ..recent()
        };
        assert!(
            text(&machine).contains("profile judge /usr/bin/judge flags=(unconfined) { userns, }")
        );
    }

    #[test]
    fn every_engine_has_its_own_options() {
        let advice = |engine| text(&Machine { engine, ..recent() });
        assert!(advice(Some(Engine::Podman)).contains("unmask=ALL"));
        assert!(advice(Some(Engine::Docker)).contains("systempaths=unconfined"));
        assert!(advice(Some(Engine::Kubernetes)).contains("procMount: Unmasked"));
        assert!(advice(Some(Engine::Lxc)).contains("security.nesting true"));
        assert!(advice(Some(Engine::Other)).contains("or run the judge on the host"));
        assert!(!advice(None).contains("container"));
    }

    #[test]
    fn old_kernels_are_named_and_the_first_wsl_is_told_apart() {
        let kernel = |kernel: &str| {
            text(&Machine {
                kernel: kernel.to_owned(),
                ..recent()
            })
        };
        assert!(kernel("4.18.0-553.el8").contains("must be 5.12 or newer"));
        assert!(kernel("5.11.22").contains("must be 5.12 or newer"));
        assert!(!kernel("5.15.167.4-microsoft-standard-WSL2").contains("5.12"));
        assert!(kernel("4.4.0-19041-Microsoft").contains("wsl --set-version NAME 2"));
    }
}
