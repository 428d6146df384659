//! The resume policy: decides which runs of the plan must be executed, given the rows of earlier sessions.

use std::collections::{HashMap, HashSet};

use crate::contest::Mode;
use crate::entrants::Entrant;
use crate::ids::RunId;
use crate::instances::Instance;
use crate::plan::{self, PlannedRun};
use crate::results::{Conditions, Provenance, Row};

/// Returns the runs of the plan without a final row. `current` contains one valid row of each run. `is_intact` returns
/// whether the files of a row match its seal and, for an answer file, whether the team has not replaced it since.
pub fn unfinished(
    instances: &[Instance],
    entrants: &[Entrant],
    current: &[Row],
    is_intact: impl Fn(&Row, &Instance, &Entrant) -> bool,
) -> Vec<PlannedRun> {
    let instance_numbers: HashMap<_, usize> = instances
        .iter()
        .map(|instance| (&*instance.round, &*instance.name))
        .zip(0..)
        .collect();
    let entrant_numbers: HashMap<_, usize> = entrants
        .iter()
        .map(|entrant| &entrant.id)
        .zip(0..)
        .collect();
    let mut done = HashSet::new();
    for row in current.iter().filter(|row| row.verdict.is_final()) {
        let instance = instance_numbers.get(&(&*row.round, &*row.instance));
        let entrant = entrant_numbers.get(&row.entrant());
        if let (Some(&instance), Some(&entrant)) = (instance, entrant)
            && is_intact(row, &instances[instance], &entrants[entrant])
        {
            done.insert((instance, entrant, row.repetition));
        }
    }
    let repeats: Vec<u32> = instances.iter().map(|instance| instance.repeat).collect();
    let mut runs = plan::interleave(&repeats, entrants.len());
    runs.retain(|run| !done.contains(&(run.instance, run.entrant, run.repetition)));
    runs
}

/// Returns the identity of a run of an entrant on an instance.
pub fn run_id(instance: &Instance, entrant: &Entrant, repetition: u32) -> RunId {
    RunId {
        round: instance.round.as_str().into(),
        instance: instance.name.as_str().into(),
        entrant: entrant.id.clone(),
        repetition,
    }
}

/// Returns whether the entrant submits an answer file for the instance. Baselines always run their programs.
pub fn is_by_hand(instance: &Instance, entrant: &Entrant) -> bool {
    instance.mode == Mode::Answers && !entrant.id.baseline
}

/// Returns the conditions of all entrants: `present` ones for entrants that run now, and the earlier ones for the
/// others. An entrant that has never run and does not run now has none.
pub fn conditions(
    all: &[Entrant],
    runs_now: impl Fn(&Entrant) -> bool,
    again: &[String],
    earlier: &[Conditions],
    present: impl Fn(&Entrant) -> Conditions,
) -> Vec<Conditions> {
    let of = |entrant: &Entrant| {
        let mut known = earlier.iter();
        let known = known.find(|known| known.entrant() == entrant.id).cloned();
        if !runs_now(entrant) {
            return known;
        }
        let before = known.map_or(0, |known| known.again);
        let runs_again =
            !entrant.id.baseline && again.iter().any(|team| **team == *entrant.id.name);
        Some(Conditions {
            again: before + u32::from(runs_again),
            ..present(entrant)
        })
    };
    all.iter().filter_map(of).collect()
}

/// Returns the provenance of the last row under another plan, for when the contest file, the instances or the entrants
/// have changed but nothing was run. Returns `None` if the provenance has this plan already.
pub fn moved_to_plan(provenance: &Provenance, plan: &str) -> Option<Provenance> {
    if provenance.plan == plan {
        return None;
    }
    let moved = Provenance {
        plan: plan.to_owned(),
        ended: None,
        ..provenance.clone()
    };
    Some(moved.identified())
}

/// Returns the names that are not teams of the contest.
pub fn unknown_teams<'n>(names: &'n [String], all: &[Entrant]) -> Vec<&'n str> {
    let teams: HashSet<&str> = all
        .iter()
        .filter(|entrant| !entrant.id.baseline)
        .map(|entrant| &*entrant.id.name)
        .collect();
    let names = names.iter().map(String::as_str);
    names.filter(|name| !teams.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entrants::{HandedIn, Program};
    use crate::ids::EntrantId;
    use crate::results::{sample_provenance, sample_row};
    use crate::verdict::Verdict;

    fn instance(name: &str, mode: Mode) -> Instance {
        let problem = puzzles::problems()[0];
        let case = problem.read(b"1 2 2\n0 1\n1 0\n").unwrap();
        Instance {
            repeat: 1,
            round: "known".to_owned(),
            mode,
            public: false,
            name: name.to_owned(),
            origin: None,
            text: case.text(),
            case,
            digest: "0".repeat(64),
        }
    }

    fn entrant(id: EntrantId) -> Entrant {
        Entrant {
            id,
            handed_in: HandedIn::Nothing,
            program: Program::Executable,
            digest: "new".to_owned(),
        }
    }

    fn row(instance: &str, id: EntrantId, verdict: Verdict) -> Row {
        Row {
            instance: instance.into(),
            team: id.name,
            baseline: id.baseline,
            verdict,
            ..sample_row()
        }
    }

    /// Returns the unfinished runs of two instances and three entrants, as pairs of indices.
    fn unfinished_runs(rows: &[Row], is_intact: impl Fn(&Row) -> bool) -> Vec<(usize, usize)> {
        let instances = ["a", "b"].map(|name| instance(name, Mode::Programs));
        let entrants = [
            EntrantId::team("one"),
            EntrantId::team("two"),
            EntrantId::baseline("one"),
        ];
        let entrants = entrants.map(entrant);
        let runs = unfinished(&instances, &entrants, rows, |row, instance, entrant| {
            assert_eq!(row.id(), run_id(instance, entrant, 1));
            is_intact(row)
        });
        let mut runs: Vec<_> = runs.iter().map(|r| (r.instance, r.entrant)).collect();
        runs.sort_unstable();
        runs
    }

    #[test]
    fn runs_without_a_final_intact_row_are_unfinished() {
        let all = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)];
        assert_eq!(unfinished_runs(&[], |_| true), all);
        let rows = [
            row("a", EntrantId::team("one"), Verdict::Accepted),
            row("a", EntrantId::team("two"), Verdict::Crashed),
            row("b", EntrantId::team("one"), Verdict::JudgeError),
            row("b", EntrantId::team("two"), Verdict::Interrupted),
            row("b", EntrantId::baseline("one"), Verdict::Accepted),
            row("c", EntrantId::team("one"), Verdict::Accepted),
            row("a", EntrantId::team("three"), Verdict::Accepted),
        ];
        assert_eq!(
            unfinished_runs(&rows, |_| true),
            [(0, 2), (1, 0), (1, 1)],
            "a team and a baseline of the same name are different entrants"
        );
        let is_intact = |row: &Row| row.verdict != Verdict::Crashed;
        assert_eq!(
            unfinished_runs(&rows, is_intact),
            [(0, 1), (0, 2), (1, 0), (1, 1)]
        );
    }

    #[test]
    fn only_teams_submit_answer_files() {
        let [team, baseline] = [EntrantId::team("one"), EntrantId::baseline("one")].map(entrant);
        assert!(is_by_hand(&instance("a", Mode::Answers), &team));
        assert!(!is_by_hand(&instance("a", Mode::Answers), &baseline));
        assert!(!is_by_hand(&instance("a", Mode::Programs), &team));
    }

    #[test]
    fn entrants_that_do_not_run_keep_their_conditions() {
        let of = |entrant: &Entrant| Conditions {
            team: entrant.id.name.to_string(),
            baseline: entrant.id.baseline,
            program: entrant.digest.clone(),
            ..sample_provenance().conditions
        };
        let all = ["runs", "again", "idle", "new"].map(|name| entrant(EntrantId::team(name)));
        let all = [&all[..], &[entrant(EntrantId::baseline("again"))]].concat();
        let earlier = all.iter().filter(|e| *e.id.name != *"new");
        let earlier: Vec<Conditions> = earlier
            .map(|entrant| Conditions {
                program: "old".to_owned(),
                again: 2,
                ..of(entrant)
            })
            .collect();
        let runs_now = |entrant: &Entrant| !["idle", "new"].contains(&&*entrant.id.name);
        let found = conditions(&all, runs_now, &["again".to_owned()], &earlier, of);
        let found: Vec<_> = found
            .iter()
            .map(|c| (&*c.team, c.baseline, &*c.program, c.again))
            .collect();
        assert_eq!(
            found,
            [
                ("runs", false, "new", 2),
                ("again", false, "new", 3),
                ("idle", false, "old", 2),
                ("again", true, "new", 2),
            ]
        );
    }

    #[test]
    fn a_provenance_moves_to_another_plan_under_a_new_id() {
        let provenance = Provenance {
            ended: Some(sample_row().time),
            ..sample_provenance()
        };
        assert_eq!(moved_to_plan(&provenance, "plan"), None);
        let moved = moved_to_plan(&provenance, "other").unwrap();
        assert_eq!((&*moved.plan, moved.ended), ("other", None));
        assert_eq!(moved.id, moved.digest());
        assert_ne!(moved.id, provenance.id);
        assert_eq!(moved.conditions, provenance.conditions);
    }

    #[test]
    fn unknown_teams_include_baselines() {
        let all = [EntrantId::team("one"), EntrantId::baseline("naive")].map(entrant);
        let names = ["one", "naive", "two"].map(str::to_owned);
        assert_eq!(unknown_teams(&names, &all), ["naive", "two"]);
    }
}
