//! The provenance of rows: the program, the judge, the machine and the isolation of a run.

use serde::{Deserialize, Serialize};

use crate::digest::Sha;
use crate::ids::EntrantId;
use crate::machine::Machine;
use crate::sandbox::Isolation;
use crate::timestamp::Timestamp;

/// One `[[provenance]]` entry of `run.toml`, to which rows refer by its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The digest of all other fields except `ended`.
    pub id: String,
    #[serde(flatten)]
    pub conditions: Conditions,
    /// The judge's version.
    pub judge: String,
    pub isolation: Isolation,
    /// The versions of the compiler and of the interpreter.
    pub tools: Vec<String>,
    pub kernel: String,
    #[serde(flatten)]
    pub machine: Machine,
    /// The digest of the contest file, the instances and the entrants at that time.
    pub plan: String,
    /// When the judge was started.
    pub started: Timestamp,
    /// The time of the last row with this provenance, once the judge has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Timestamp>,
}

/// The conditions of a run. A row is valid as long as the conditions of its entrant do not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    pub team: String,
    pub baseline: bool,
    /// The SHA-256 of the team's submission; for a baseline, its name.
    pub program: String,
    /// The SHA-256 of the judge's executable.
    pub executable: String,
    /// The digest of the problem folder; absent for bundled problems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// All limits as text.
    pub limits: String,
    /// The isolation that was requested.
    pub wanted: WantedIsolation,
    /// How many times the entrant was run again with `--again`; on a site, the number of the judging.
    #[serde(default)]
    pub again: u32,
}

/// The isolation that was requested for a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WantedIsolation {
    /// A sandbox in which the kernel enforces the memory limit.
    Enforced,
    /// A sandbox in which memory is sampled.
    Sampled,
    /// The sandbox of a cluster worker.
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

    /// Returns whether a row made under `self` is valid under `now`. Cluster workers use whichever sandbox their
    /// machines support.
    fn satisfies(self, now: Self) -> bool {
        let sandboxed = |wanted: Self| wanted != Self::Unsandboxed;
        self == now || [self, now].contains(&Self::Workers) && sandboxed(self) && sandboxed(now)
    }
}

impl Conditions {
    pub fn entrant(&self) -> EntrantId {
        EntrantId::new(self.team.as_str(), self.baseline)
    }

    /// Returns whether rows made under these conditions are valid under the conditions `now`.
    pub fn hold_under(&self, now: &Self) -> bool {
        let wanted = now.wanted;
        self.wanted.satisfies(wanted)
            && Self {
                wanted,
                ..self.clone()
            } == *now
    }
}

/// The execution environment of this process.
#[derive(Clone, Debug)]
pub struct Here {
    pub isolation: Isolation,
    pub machine: Machine,
    pub kernel: String,
    pub started: Timestamp,
}

impl Here {
    /// Describes this machine, with the isolation that is available.
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
    /// Returns the provenance of rows of an entrant that are made here.
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

    /// Returns the provenance of rows of the same entrant that a worker makes on another machine.
    #[must_use]
    pub fn on_worker(&self, here: &Here) -> Self {
        Self::new(
            self.conditions.clone(),
            self.tools.clone(),
            &self.plan,
            here,
        )
    }

    /// Returns whether [`Provenance::on_worker`] can give this for a planned provenance.
    pub fn is_of_worker_for(&self, planned: &Self) -> bool {
        let Self {
            conditions,
            tools,
            plan,
            ..
        } = planned;
        self.conditions == *conditions && self.tools == *tools && self.plan == *plan
    }

    /// Returns the provenance with its id set.
    #[must_use]
    pub fn identified(mut self) -> Self {
        self.id = self.digest();
        self
    }

    /// Computes the id from the other fields.
    pub fn digest(&self) -> String {
        const DIGITS: usize = 32;
        let content = Self {
            id: String::new(),
            ended: None,
            ..self.clone()
        };
        // Serialising strings and numbers cannot fail.
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
                problem: None,
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
    fn the_id_covers_all_fields_except_the_end() {
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
    fn rows_are_valid_until_a_condition_changes() {
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
                problem: Some("other".to_owned()),
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
