//! A suggestion for the instances of the next contest.

use super::{InstanceStatistics, Outcome};
use crate::locale::Language;
use crate::standings::Unsettled;

/// From this share of useless instances on, the suggestion is to replace them.
const MANY: f64 = 0.25;

/// What to do about the instances of the next contest.
#[derive(Clone, Debug, PartialEq)]
pub enum Advice {
    /// Two teams are needed for a comparison.
    TooFewTeams,
    /// Replace many instances of `all`: those on which all teams are equal, and those that no team solved.
    Replace {
        all: usize,
        equal: usize,
        failed: usize,
    },
    /// The first two teams are too close for instances of this kind.
    AddHarder,
    /// Add instances like this one, or repetitions, for a significant first place.
    Add {
        instances: usize,
        repetitions: Option<usize>,
        model: Model,
    },
    /// Add a tie-break round with instances like this one.
    AddTieBreak(Model),
    /// Nothing is needed; so many instances contribute nothing.
    Keep { useless: usize },
}

/// The instance that tells most teams apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Round and name.
    pub path: String,
    /// The share of the pairs of teams whose results differ.
    pub separates: f64,
}

/// Returns the suggestion.
pub(super) fn advice(
    instances: &[InstanceStatistics],
    teams: usize,
    unsettled: Option<Unsettled>,
) -> Advice {
    let counted: Vec<&InstanceStatistics> = instances.iter().filter(|at| at.counts).collect();
    let best = counted
        .iter()
        .max_by(|a, b| a.separates.total_cmp(&b.separates));
    let Some(best) = best.filter(|_| teams >= 2) else {
        return Advice::TooFewTeams;
    };
    let count = |outcome: Outcome| counted.iter().filter(|at| at.outcome() == outcome).count();
    let (equal, failed) = (count(Outcome::AllEqual), count(Outcome::AllFailed));
    let useless = equal + failed;
    let all = counted.len();
    if useless as f64 >= MANY * all as f64 {
        return Advice::Replace { all, equal, failed };
    }
    let model = Model {
        path: format!("{}/{}", best.round, best.instance),
        separates: best.separates,
    };
    match unsettled {
        Some(Unsettled::Needs(needed)) if needed.instances > 20 * all => Advice::AddHarder,
        Some(Unsettled::Needs(needed)) => Advice::Add {
            instances: needed.instances,
            repetitions: needed.repetitions,
            model,
        },
        Some(Unsettled::Tied) => Advice::AddTieBreak(model),
        None => Advice::Keep { useless },
    }
}

impl Advice {
    /// Writes one sentence.
    pub fn show(&self, language: Language) -> String {
        let message = |key| language.message(key);
        match *self {
            Self::TooFewTeams => message("advice-too-few-teams"),
            Self::Replace { all, equal, failed } => match (equal, failed) {
                (equal, 0) => message("advice-replace-equal").with("count", equal),
                (0, failed) => message("advice-replace-failed").with("count", failed),
                (equal, failed) => message("advice-replace-both")
                    .with("count", equal + failed)
                    .with("equal", equal)
                    .with("failed", failed),
            }
            .with("all", all),
            Self::AddHarder => message("advice-add-harder"),
            Self::Add {
                instances,
                repetitions,
                ref model,
            } => match repetitions {
                Some(more) => message("advice-add-or-repeat").with("repetitions", more),
                None => message("advice-add"),
            }
            .with("count", instances)
            .with("instance", &model.path)
            .with("share", language.percent(model.separates, 0)),
            Self::AddTieBreak(ref model) => message("advice-add-tie-break")
                .with("instance", &model.path)
                .with("share", language.percent(model.separates, 0)),
            Self::Keep { useless: 0 } => message("advice-keep"),
            Self::Keep { useless } => message("advice-leave-out").with("count", useless),
        }
        .to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::results::Mark;
    use crate::standings::Needed;

    fn instance(name: &str, separates: f64, failed: usize) -> InstanceStatistics {
        InstanceStatistics {
            round: "r".to_owned(),
            instance: name.to_owned(),
            counts: true,
            best: None,
            bound: None,
            evidence: None,
            mark: Mark::Claimed,
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
            let advice = advice(&instances, 3, unsettled).show(Language::English);
            assert!(advice.contains(expected), "{advice}");
            assert_eq!(advice.matches(". ").count(), 0, "one sentence: {advice}");
        }
    }
}
