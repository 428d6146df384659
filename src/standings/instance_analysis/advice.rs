//! A suggestion for the instances of the next contest.

use super::{InstanceStatistics, Outcome};
use crate::standings::Unsettled;

/// From this share of useless instances on, the suggestion is to replace them.
const MANY: f64 = 0.25;

/// Returns one sentence.
pub(super) fn advice(
    instances: &[InstanceStatistics],
    teams: usize,
    unsettled: Option<Unsettled>,
) -> String {
    let counted: Vec<&InstanceStatistics> = instances.iter().filter(|at| at.counts).collect();
    if teams < 2 || counted.is_empty() {
        return "Instances can be compared once two teams have results on them.".to_owned();
    }
    let count = |outcome: Outcome| counted.iter().filter(|at| at.outcome() == outcome).count();
    let (equal, failed) = (count(Outcome::AllEqual), count(Outcome::AllFailed));
    let useless = equal + failed;
    let all = counted.len();
    let best = counted
        .iter()
        .max_by(|a, b| a.separates.total_cmp(&b.separates));
    let model = best.map_or(String::new(), |at| {
        let share = 100.0 * at.separates;
        format!(
            "like {}/{}, which separates {share:.0} % of the pairs of teams",
            at.round, at.instance
        )
    });
    let instances = |count: usize| if count == 1 { "instance" } else { "instances" };
    if useless as f64 >= MANY * all as f64 {
        let kind = match (equal, failed) {
            (equal, 0) => format!(
                "{equal} of {all} {} on which all teams are equal by harder ones",
                instances(all)
            ),
            (0, failed) => format!(
                "{failed} of {all} {} that no team solved by easier ones",
                instances(all)
            ),
            (equal, failed) => format!(
                "{useless} of {all} {} that tell no teams apart: {equal} by harder ones, {failed}, which no team solved, by easier ones",
                instances(all)
            ),
        };
        return format!("Replace the {kind}.");
    }
    match unsettled {
        Some(Unsettled::Needs(needed)) => {
            let more = needed.instances;
            let repetitions = needed.repetitions.map_or(String::new(), |more| {
                let plural = if more == 1 { "" } else { "s" };
                format!(", or {more} more repetition{plural} of all")
            });
            if more > 20 * all {
                return "The first two teams are too close for instances of this kind: add harder ones.".to_owned();
            }
            format!(
                "For a significant first place add about {more} {} {model}{repetitions}.",
                instances(more)
            )
        }
        Some(Unsettled::Tied) => {
            format!("The first teams are tied: add a tie-break round with instances {model}.")
        }
        None if useless > 0 => format!(
            "The first place is significant (bootstrap over instances); {useless} {} could be left out, since no two teams differ there.",
            instances(useless)
        ),
        None => {
            "The first place is significant (bootstrap over instances), and every instance tells teams apart: keep the mix."
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::standings::Needed;

    fn instance(name: &str, separates: f64, failed: usize) -> InstanceStatistics {
        InstanceStatistics {
            round: "r".to_owned(),
            instance: name.to_owned(),
            counts: true,
            best: None,
            bound: None,
            leaders: Vec::new(),
            separates,
            agrees: None,
            runs: 3,
            failed,
            gap: None,
            cpu: Duration::ZERO,
        }
    }

    #[test]
    fn useless_instances_come_first() {
        let needed = Some(Unsettled::Needs(Needed {
            instances: 7,
            repetitions: None,
        }));
        let good = || instance("good", 1.0, 0);
        for (instances, unsettled, expected) in [
            (
                vec![good(), instance("a", 0.0, 0)],
                needed,
                "equal by harder ones",
            ),
            (
                vec![good(), instance("a", 0.0, 3)],
                needed,
                "no team solved by easier ones",
            ),
            (
                vec![good(), good()],
                needed,
                "about 7 instances like r/good",
            ),
            (
                vec![good(), good()],
                Some(Unsettled::Tied),
                "tie-break round",
            ),
            (vec![good(), good()], None, "keep the mix"),
            (Vec::new(), None, "once two teams"),
        ] {
            let advice = advice(&instances, 3, unsettled);
            assert!(advice.contains(expected), "{advice}");
            assert_eq!(advice.matches(". ").count(), 0, "one sentence: {advice}");
        }
    }
}
