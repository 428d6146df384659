//! Results of contests that were never held, to see how large ones look.

use judge::store::{Facts, InstanceFacts, Row, TeamFacts};
use judge::verdict::Verdict;
use reference::Random;

use crate::world::{TINY_GRID, World};

/// Writes `results/large`: so many teams on so many instances of two rounds. Only the answers of the last team are there.
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
            }
        })
        .collect();
    let team = |number: usize| TeamFacts {
        name: if number == 0 {
            "naive".to_owned()
        } else {
            format!("team-{number:04}")
        },
        baseline: number == 0,
        conditions: String::new(),
    };
    let facts = Facts {
        judge: "test".to_owned(),
        digest: "d".repeat(64),
        machine: "a machine".to_owned(),
        isolation: judge::sandbox::Isolation::Unsandboxed,
        contest_file: path,
        contest: text.to_owned(),
        instance,
        team: (0..=teams).map(team).collect(),
    };
    let mut random = Random::new(7);
    let mut rows = csv::Writer::from_writer(Vec::new());
    for at in &facts.instance {
        for team in &facts.team {
            rows.serialize(row(at, team, &mut random)).expect("a row");
        }
    }
    world
        .file(
            "results/large/run.toml",
            toml::to_string(&facts).expect("TOML"),
        )
        .file("results/large/runs.csv", rows.into_inner().expect("rows"));
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

fn row(at: &InstanceFacts, team: &TeamFacts, random: &mut Random) -> Row {
    let fails = random.below(20) == 0;
    let bound = 100 + at.name.len() as i64;
    Row {
        round: at.round.clone(),
        instance: at.name.clone(),
        digest: at.digest.clone(),
        team: team.name.clone(),
        baseline: team.baseline,
        verdict: if fails {
            Verdict::Crashed
        } else {
            Verdict::Accepted
        },
        value: (!fails).then(|| bound + random.below(50) as i64),
        bound: Some(bound),
        cpu_ms: 1 + random.below(2000) as u64,
        wall_ms: 1 + random.below(3000) as u64,
        memory_kib: 1000 + random.below(100_000) as u64,
        answers: 1,
        detail: if fails {
            "exit code 1".to_owned()
        } else {
            String::new()
        },
    }
}
