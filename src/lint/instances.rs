//! Checks the instances of a contest and the secrets that they are generated from.

use std::collections::BTreeMap;

use super::{Level, Report};
use crate::contest::Contest;
use crate::instances::{self, Instance};
use crate::problems;

/// Checks all instances and returns those that could be read.
pub(super) fn examine(contest: &Contest, report: &mut Report) -> Vec<Instance> {
    let (all, errors) = instances::examine(contest);
    for (round, error) in errors {
        let place = format!("round {round}");
        report.add(Level::Problem, &place, &error.to_string(), Vec::new());
    }
    report.instances = all.len();
    let package = problems::of(contest.problem).and_then(|folder| folder.package());
    duplicates(&all, package.is_some(), report);
    // A seed file that cannot be read has been reported with the instances.
    for weakness in instances::weaknesses(contest).unwrap_or_default() {
        let fix = "write 128 random bits to a file (`openssl rand -hex 16 > hidden.secret`), name it with `seed_file` \
                   and list it in .gitignore";
        let place = format!("round {}", weakness.round);
        report.add(
            Level::Warning,
            &place,
            &weakness.to_string(),
            vec![fix.to_owned()],
        );
    }
    all
}

/// Reports instances that are the same: they count twice, or give a hidden one away. The groups of a package often share
/// test cases, and its secret ones repeat samples.
fn duplicates(instances: &[Instance], is_package: bool, report: &mut Report) {
    let mut known: BTreeMap<&str, &Instance> = BTreeMap::new();
    for instance in instances {
        let Some(first) = known.get(instance.digest.as_str()) else {
            known.insert(&instance.digest, instance);
            continue;
        };
        if is_package && first.round == instance.round {
            continue;
        }
        let message = format!(
            "{}/{} and {}/{} are the same instance",
            first.round, first.name, instance.round, instance.name
        );
        let fix = match &instance.origin {
            Some(origin) if origin.starts_with("course") => {
                "choose other seeds; seeds 0 and 1 of the layout `course` are the same"
            }
            Some(_) => "choose other seeds or larger instances",
            None => "remove one of the two files",
        };
        let place = format!("round {}", instance.round);
        let level = if is_package {
            Level::Warning
        } else {
            Level::Problem
        };
        report.add(level, &place, &message, vec![fix.to_owned()]);
    }
}
