//! How programs are isolated, and what counts the resources they use.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How programs are isolated. Stored in files in its `Display` form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Isolation {
    Sandboxed {
        landlock: bool,
        accounting: Accounting,
    },
    Unsandboxed,
}

/// What counts the memory and CPU time of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Accounting {
    /// Control groups version 2: the kernel counts and enforces the memory limit.
    CgroupV2,
    CgroupV1,
    /// The judge samples all processes every few milliseconds.
    Sampled,
}

impl Isolation {
    pub fn is_sandboxed(self) -> bool {
        self != Self::Unsandboxed
    }

    /// Whether the kernel enforces the memory limit.
    pub fn enforces_memory(self) -> bool {
        matches!(self, Self::Sandboxed { accounting, .. } if accounting != Accounting::Sampled)
    }

    /// All possible values.
    fn all() -> impl Iterator<Item = Self> {
        let accountings = [
            Accounting::CgroupV2,
            Accounting::CgroupV1,
            Accounting::Sampled,
        ];
        let sandboxed = accountings.into_iter().flat_map(|accounting| {
            [true, false].map(|landlock| Self::Sandboxed {
                landlock,
                accounting,
            })
        });
        sandboxed.chain([Self::Unsandboxed])
    }
}

impl From<Isolation> for String {
    fn from(isolation: Isolation) -> Self {
        isolation.to_string()
    }
}

impl TryFrom<String> for Isolation {
    type Error = String;

    fn try_from(text: String) -> std::result::Result<Self, String> {
        Self::all()
            .find(|isolation| isolation.to_string() == text)
            .ok_or_else(|| format!("unknown isolation `{text}`"))
    }
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsandboxed => f.write_str("none (--unsandboxed); memory limit: sampled"),
            Self::Sandboxed {
                landlock,
                accounting,
            } => {
                let landlock = if *landlock { ", landlock" } else { "" };
                write!(
                    f,
                    "namespaces, seccomp{landlock}; memory limit: {accounting}"
                )
            }
        }
    }
}

impl fmt::Display for Accounting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::CgroupV2 => "enforced (cgroup v2)",
            Self::CgroupV1 => "enforced (cgroup v1)",
            Self::Sampled => "sampled",
        })
    }
}
