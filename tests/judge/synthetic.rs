//! Synthetic results of large contests.

use std::fmt::Write as _;

use judge::digest::Sha;
use judge::results::{
    BoundRow, COLUMNS, Conditions, Facts, Here, InstanceFacts, Provenance, Row, WantedIsolation,
    bounds_text, seal,
};
use judge::sandbox::{Accounting, Isolation};
use judge::verdict::Verdict;
use puzzles::Random;

use crate::world::{TINY_GRID, World};

/// Writes `results/large`: so many teams on so many instances of two rounds. Only the last team has answers.
pub(crate) fn large_results(world: &World, teams: usize, instances: usize) {
    let text = "name = \"Large\"\nproblem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n\
        [[round]]\nname = \"open\"\npublic = true\ninstances = \"x\"\n[[round]]\nname = \"hidden\"\ninstances = \"x\"\n";
    let path = world.path("large.toml");
    let instance: Vec<InstanceFacts> = (0..instances)
        .map(|number| {
            let round = if number < instances / 5 {
                "open"
            } else {
                "hidden"
            };
            InstanceFacts {
                round: round.to_owned(),
                name: format!("{round}-{number:04}"),
                digest: format!("{number:064x}"),
                tie_break: false,
                by_hand: false,
                repeat: 1,
                origin: None,
                arguments: Vec::new(),
                accepted: None,
            }
        })
        .collect();
    let team = |number: usize| Conditions {
        team: if number == 0 {
            "naive".to_owned()
        } else {
            format!("team-{number:04}")
        },
        baseline: number == 0,
        program: "p".to_owned(),
        executable: "e".to_owned(),
        problem: None,
        limits: "l".to_owned(),
        wanted: WantedIsolation::Enforced,
        again: 0,
    };
    let mut facts = Facts {
        digest: "d".repeat(64),
        machine: "a machine".to_owned(),
        salt: "salt".to_owned(),
        contest_file: path,
        contest: text.to_owned(),
        problem: None,
        end: None,
        instance,
        team: (0..=teams).map(team).collect(),
        provenance: Vec::new(),
    };
    let here = Here::new(Isolation::Sandboxed {
        landlock: true,
        accounting: Accounting::CgroupV2,
    });
    let plan = facts.plan();
    let provenance = |team: &Conditions| Provenance::new(team.clone(), Vec::new(), &plan, &here);
    facts.provenance = facts.team.iter().map(provenance).collect();
    let mut random = Random::new(7);
    let mut rows = COLUMNS.join(",") + "\n";
    let mut last = Sha::GENESIS;
    for at in &facts.instance {
        for provenance in &facts.provenance {
            let line = row(at, provenance, &mut random).line();
            last = seal(last, line.as_bytes(), &[Sha::of(b""); 3]);
            let _ = writeln!(rows, "{line},{last}");
        }
    }
    let bounds: Vec<BoundRow> = facts.instance.iter().map(bound).collect();
    let bounds = bounds_text(&bounds).expect("CSV");
    world
        .file(
            "results/large/run.toml",
            toml::to_string(&facts).expect("TOML"),
        )
        .file("results/large/bounds.csv", bounds)
        .file("results/large/runs.csv", rows);
    for at in &facts.instance {
        let InstanceFacts { round, name, .. } = at;
        world
            .file(
                &format!("results/large/instances/{round}/{name}.txt"),
                TINY_GRID,
            )
            .file(
                &format!("results/large/answers/{round}/{name}/team-{teams:04}"),
                "SRSLS\n",
            );
    }
}

fn bound(at: &InstanceFacts) -> BoundRow {
    BoundRow {
        round: at.round.clone(),
        instance: at.name.clone(),
        digest: at.digest.clone(),
        bound: Some((100 + at.name.len() as i64).into()),
        method: "m".to_owned(),
        proof: String::new(),
    }
}

fn row(at: &InstanceFacts, provenance: &Provenance, random: &mut Random) -> Row {
    let fails = random.below(20) == 0;
    let bound = bound(at).bound;
    Row {
        round: at.round.as_str().into(),
        instance: at.name.as_str().into(),
        digest: at.digest.as_str().into(),
        team: provenance.conditions.team.as_str().into(),
        baseline: provenance.conditions.baseline,
        repetition: 1,
        verdict: if fails {
            Verdict::Crashed
        } else {
            Verdict::Accepted
        },
        value: (!fails).then(|| (bound.unwrap().whole() + random.below(50) as i64).into()),
        cpu_ms: 1 + random.below(2000) as u64,
        wall_ms: 1 + random.below(3000) as u64,
        memory_kib: 1000 + random.below(100_000) as u64,
        answers: 1,
        time: provenance.started,
        provenance: provenance.id.as_str().into(),
        detail: if fails { "exit code 1" } else { "" }.into(),
    }
}
