//! What a row rests on: the program, the judge, the machine and the isolation under which it was run.

use serde::{Deserialize, Serialize};

use crate::digest::Sha;
use crate::ids::EntrantId;
use crate::machine::Machine;
use crate::sandbox::Isolation;
use crate::timestamp::Timestamp;

/// One `[[provenance]]` entry of `run.toml`, to which rows refer by its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// A digest of all other fields but `ended`.
    pub id: String,
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The judge's version.
    pub judge: String,
    pub isolation: Isolation,
    /// Versions of the compiler and of what runs the program.
    pub tools: Vec<String>,
    pub kernel: String,
    #[serde(flatten)]
    pub machine: Machine,
    /// A digest of the contest file, the instances and the entrants at that time.
    pub plan: String,
    /// When the judge was started.
    pub started: Timestamp,
    /// The time of the last row that refers to this entry, once the judge has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Timestamp>,
}

/// What decides whether an earlier row still holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    pub team: String,
    pub baseline: bool,
    /// SHA-256 of what the team handed in; for a baseline, its name.
    pub program: String,
    /// SHA-256 of the judge's executable.
    pub executable: String,
    /// All limits as text.
    pub limits: String,
    /// What the user asked of the isolation.
    pub wanted: WantedIsolation,
    /// How often the user has asked to run it anew with `--again`.
    #[serde(default)]
    pub again: u32,
}

/// What a run was asked to be isolated by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WantedIsolation {
    /// A sandbox in which the kernel enforces the memory limit.
    Enforced,
    /// A sandbox in which memory is sampled.
    Sampled,
    /// The sandbox of whichever worker of a cluster runs it.
    Workers,
    Unsandboxed,
}

impl WantedIsolation {
    pub fn of(isolation: Isolation) -> Self {
        match isolation {
            Isolation::Unsandboxed => Self::Unsandboxed,
            sandboxed if sandboxed.enforces_memory() => Self::Enforced,
            Isolation::Sandboxed { .. } => Self::Sampled,
        }
    }

    /// Whether what was run under `self` need not be run again under `now`. Workers of a cluster isolate as their
    /// machines allow.
    fn satisfies(self, now: Self) -> bool {
        let sandboxed = |wanted: Self| wanted != Self::Unsandboxed;
        self == now || [self, now].contains(&Self::Workers) && sandboxed(self) && sandboxed(now)
    }
}

impl Conditions {
    pub fn entrant(&self) -> EntrantId {
        EntrantId::new(self.team.as_str(), self.baseline)
    }

    /// Whether rows made under these conditions hold under those of now.
    pub fn hold_under(&self, now: &Self) -> bool {
        let wanted = now.wanted;
        self.wanted.satisfies(wanted)
            && Self {
                wanted,
                ..self.clone()
            } == *now
    }
}

/// Where and how runs are made here and now.
#[derive(Clone, Debug)]
pub struct Here {
    pub isolation: Isolation,
    pub machine: Machine,
    pub kernel: String,
    pub started: Timestamp,
}

impl Here {
    /// This machine, with the isolation that was found to work.
    pub fn new(isolation: Isolation) -> Self {
        let names = rustix::system::uname();
        Self {
            isolation,
            machine: Machine::this(),
            kernel: names.release().to_string_lossy().into_owned(),
            started: Timestamp::now(),
        }
    }
}

impl Provenance {
    /// What rows of an entrant rest on that are made here.
    pub fn new(conditions: Conditions, tools: Vec<String>, plan: &str, here: &Here) -> Self {
        let Here {
            isolation,
            machine,
            kernel,
            started,
        } = here.clone();
        let entry = Self {
            id: String::new(),
            conditions,
            judge: env!("CARGO_PKG_VERSION").to_owned(),
            isolation,
            tools,
            kernel,
            machine,
            plan: plan.to_owned(),
            started,
            ended: None,
        };
        entry.identified()
    }

    /// What rows of the same entrant rest on that a worker makes on another machine.
    #[must_use]
    pub fn on_worker(&self, here: &Here) -> Self {
        Self::new(
            self.conditions.clone(),
            self.tools.clone(),
            &self.plan,
            here,
        )
    }

    /// Whether this can be what [`Provenance::on_worker`] gave for an order.
    pub fn is_of_worker_for(&self, order: &Self) -> bool {
        let of = |p: &Self| (p.conditions.clone(), p.tools.clone(), p.plan.clone());
        of(self) == of(order)
    }

    /// The same with its id set.
    #[must_use]
    pub fn identified(mut self) -> Self {
        self.id = self.digest();
        self
    }

    /// The id that the entry should have.
    pub fn digest(&self) -> String {
        const DIGITS: usize = 32;
        let content = Self {
            id: String::new(),
            ended: None,
            ..self.clone()
        };
        // Serialising a structure of texts and numbers cannot fail.
        let text = serde_json::to_string(&content).unwrap_or_default();
        let mut digest = Sha::of(text.as_bytes()).to_string();
        digest.truncate(DIGITS);
        digest
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::sandbox::Accounting;

    pub(crate) fn sample() -> Provenance {
        let entry = Provenance {
            id: String::new(),
            conditions: Conditions {
                team: "gamma".to_owned(),
                baseline: false,
                program: "p".to_owned(),
                executable: "e".to_owned(),
                limits: "time 1s".to_owned(),
                wanted: WantedIsolation::Enforced,
                again: 0,
            },
            judge: "0.1.0".to_owned(),
            isolation: Isolation::Sandboxed {
                landlock: true,
                accounting: Accounting::CgroupV2,
            },
            tools: vec!["gcc 12".to_owned()],
            kernel: "6.1".to_owned(),
            machine: Machine {
                node: "n1".to_owned(),
                cpu: "c".to_owned(),
                calibration_us: 5,
            },
            plan: "plan".to_owned(),
            started: "2027-03-21T20:00:00.120Z".parse().unwrap(),
            ended: None,
        };
        entry.identified()
    }

    #[test]
    fn the_id_covers_everything_but_the_end() {
        let entry = sample();
        assert_eq!(entry.id.len(), 32);
        let ended = Provenance {
            ended: Some(entry.started),
            ..entry.clone()
        };
        assert_eq!(ended.digest(), entry.id);
        let other = Provenance {
            isolation: Isolation::Unsandboxed,
            ..entry.clone()
        };
        assert_ne!(other.digest(), entry.id);
        let text = toml::to_string(&entry).unwrap();
        assert_eq!(toml::from_str::<Provenance>(&text).unwrap(), entry);
    }

    #[test]
    fn rows_hold_as_long_as_nothing_they_depend_on_changes() {
        use WantedIsolation::{Enforced, Sampled, Unsandboxed, Workers};
        let then = sample().conditions;
        assert!(then.hold_under(&then));
        for now in [
            Conditions {
                program: "q".to_owned(),
                ..then.clone()
            },
            Conditions {
                executable: "f".to_owned(),
                ..then.clone()
            },
            Conditions {
                limits: "time 2s".to_owned(),
                ..then.clone()
            },
            Conditions {
                again: 1,
                ..then.clone()
            },
        ] {
            assert!(!then.hold_under(&now), "{now:?}");
        }
        for (one, other, same) in [
            (Enforced, Sampled, false),
            (Enforced, Unsandboxed, false),
            (Workers, Sampled, true),
            (Workers, Unsandboxed, false),
            (Enforced, Workers, true),
        ] {
            let [one, other] = [one, other].map(|wanted| Conditions {
                wanted,
                ..then.clone()
            });
            assert_eq!(one.hold_under(&other), same, "{one:?} {other:?}");
        }
    }
}
