//! Hand-made competitions, tallied as the rules say; the expected numbers are worked out beside them.

use std::fmt::Write;
use std::path::PathBuf;

use judge::contest::{Contest, ScoringRule};
use judge::document::Document;
use judge::ids::EntrantId;
use judge::results::{BoundRow, Bounds, Conditions, Facts, InstanceFacts, Row, WantedIsolation};
use judge::scoring::Played;
use judge::standings::{Line, Standings, Unsettled, rank};
use judge::verdict::Verdict;
use puzzles::Random;

use crate::world::{TINY_CONTEST, World};

/// Results without any files: fewer steps are better.
struct Results {
    contest: Contest,
    facts: Facts,
    rows: Vec<Row>,
}

/// What became of a run: a value, or why there is none.
#[derive(Clone, Copy)]
enum Cell {
    Steps(i64),
    Missing,
    Wrong,
    TooSlow,
}
use Cell::{Missing, Steps, TooSlow, Wrong};

/// The bound of every instance is 1.
fn bounds() -> Bounds {
    let row = BoundRow {
        round: String::new(),
        instance: String::new(),
        digest: "d".to_owned(),
        bound: 1,
        method: String::new(),
        proof: String::new(),
    };
    Bounds::new(&[row])
}

impl Results {
    /// With the rounds' names and modes; scored by `rule`.
    fn new(rounds: &[(&str, &str)], scoring: &str) -> Self {
        let mut text = String::from(
            "problem = \"sorting-robot\"\nsubmissions = \"x\"\nbaselines = [\"naive\"]\n[limits]\ntime = \"10s\"\n",
        );
        for (name, mode) in rounds {
            let _ = write!(
                text,
                "[[round]]\nname = \"{name}\"\nrun = \"{mode}\"\ninstances = \"x\"\n"
            );
        }
        let _ = write!(text, "[scoring]\n{scoring}\n");
        let document = Document {
            path: PathBuf::from("test.toml"),
            text,
        };
        let facts = Facts {
            digest: "digest".to_owned(),
            machine: String::new(),
            salt: String::new(),
            contest_file: PathBuf::new(),
            contest: String::new(),
            end: None,
            instance: Vec::new(),
            team: Vec::new(),
            provenance: Vec::new(),
        };
        Self {
            contest: Contest::from_document(&document).expect("a contest"),
            facts,
            rows: Vec::new(),
        }
    }

    /// One instance and what became of each entrant on it; names in brackets are baselines.
    fn instance(&mut self, round: &str, cells: &[(&str, Cell)]) -> &mut Self {
        let name = format!("i{}", self.facts.instance.len());
        let at = InstanceFacts {
            round: round.to_owned(),
            name: name.clone(),
            digest: "d".to_owned(),
            tie_break: false,
            by_hand: false,
            origin: None,
        };
        self.facts.instance.push(at);
        for &(who, cell) in cells {
            let baseline = who.starts_with('[');
            let team = who.trim_matches(['[', ']']).to_owned();
            if self
                .facts
                .conditions(&EntrantId::new(team.as_str(), baseline))
                .is_none()
            {
                self.facts.team.push(Conditions {
                    team: team.clone(),
                    baseline,
                    program: String::new(),
                    executable: String::new(),
                    limits: String::new(),
                    wanted: WantedIsolation::Enforced,
                    again: 0,
                });
            }
            let (verdict, value, cpu_ms) = match cell {
                Steps(steps) => (Verdict::Accepted, Some(steps), 1000),
                Missing => (Verdict::Missing, None, 0),
                Wrong => (Verdict::Rejected, None, 1000),
                TooSlow => (Verdict::TimeLimit, None, 10_100),
            };
            self.rows.push(Row {
                round: round.into(),
                instance: name.as_str().into(),
                digest: "d".into(),
                team: team.into(),
                baseline,
                repetition: 1,
                verdict,
                value,
                cpu_ms,
                wall_ms: 0,
                memory_kib: 0,
                answers: 1,
                time: judge::timestamp::Timestamp::now(),
                provenance: "".into(),
                detail: "".into(),
            });
        }
        self
    }

    fn played<'r>(&'r self, bounds: &'r Bounds) -> Played<'r> {
        Played {
            contest: &self.contest,
            facts: &self.facts,
            rows: &self.rows,
            bounds,
        }
    }

    fn standings(&self) -> Standings {
        rank(self.played(&bounds()), self.contest.scoring.rule)
    }

    fn by(&self, rule: &str) -> Standings {
        rank(
            self.played(&bounds()),
            ScoringRule::from_name(rule).expect("a rule"),
        )
    }
}

/// Team and score, best first, baselines left out.
fn scores(standings: &Standings) -> Vec<(&str, f64)> {
    let teams = standings.lines.iter().filter(|line| !line.baseline);
    teams
        .map(|line| (line.team.as_str(), (line.score * 100.0).round() / 100.0))
        .collect()
}

fn line<'s>(standings: &'s Standings, team: &str) -> &'s Line {
    standings
        .lines
        .iter()
        .find(|line| line.team == team)
        .expect("the team")
}

#[test]
fn a_dominating_team_gets_the_fifty_points_of_the_seed() {
    let mut results = Results::new(
        &[("known", "answers"), ("mystery", "programs")],
        "rule = \"points\"",
    );
    for _ in 0..15 {
        results.instance("known", &[("first", Steps(10)), ("other", Steps(20))]);
    }
    for _ in 0..10 {
        results.instance("mystery", &[("first", Steps(10)), ("other", Steps(20))]);
    }
    // known: 15 × 1 + 2 + 3 = 20; mystery: 10 × 2 + 4 + 6 = 30. The other is second ten times, which counts 1 each in
    // the mystery round and 0 in the known one.
    assert_eq!(
        scores(&results.standings()),
        [("first", 50.0), ("other", 10.0)]
    );
}

#[test]
fn points_with_ties_gaps_and_missing_answers() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"points\"");
    results
        // a and b are both best: 2 each, and nobody is second.
        .instance(
            "r",
            &[
                ("a", Steps(10)),
                ("b", Steps(10)),
                ("c", Steps(12)),
                ("d", Missing),
            ],
        )
        // c is best: 2; a and d are both second: 1 each.
        .instance(
            "r",
            &[
                ("a", Steps(9)),
                ("b", Steps(11)),
                ("c", Steps(8)),
                ("d", Steps(9)),
            ],
        )
        // d is best: 2; c is second: 1. The others have no answer.
        .instance(
            "r",
            &[
                ("a", Wrong),
                ("b", TooSlow),
                ("c", Steps(30)),
                ("d", Steps(3)),
            ],
        );
    // Bests: one each, so all four get 4. Means: only c has an answer everywhere, so c gets 6, bad as it is.
    // a = 2 + 1 + 4 = 7; b = 2 + 4 = 6; c = 2 + 1 + 4 + 6 = 13; d = 1 + 2 + 4 = 7.
    let standings = results.standings();
    assert_eq!(
        scores(&standings),
        [("c", 13.0), ("a", 7.0), ("d", 7.0), ("b", 6.0)]
    );
    // a and d are level in points and share a rank: that a's answer is wrong and d's missing makes no difference.
    let ranks: Vec<_> = standings.lines.iter().map(|line| line.rank).collect();
    assert_eq!(ranks, [Some(1), Some(2), Some(2), Some(4)]);
}

#[test]
fn points_can_be_set_per_round() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"points\"");
    results.contest.rounds[0].scale.best = 5.0;
    results.contest.rounds[0].scale.most_bests = 0.0;
    results.contest.rounds[0].scale.best_mean = 0.0;
    results.instance("r", &[("a", Steps(1)), ("b", Steps(2))]);
    assert_eq!(scores(&results.standings()), [("a", 5.0), ("b", 1.0)]);
}

#[test]
fn ranks_share_their_average_and_wrong_is_behind_missing() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"rank\"");
    results
        // a and b share ranks 1 and 2: 1.5 each; c is 3rd, d 4th.
        .instance(
            "r",
            &[
                ("a", Steps(5)),
                ("b", Steps(5)),
                ("c", Steps(6)),
                ("d", Steps(7)),
                ("[naive]", Steps(6)),
            ],
        )
        // d is 1st; b and c have no answer and share 2 and 3; a is wrong: 4th.
        .instance(
            "r",
            &[
                ("a", Wrong),
                ("b", Missing),
                ("c", TooSlow),
                ("d", Steps(9)),
                ("[naive]", Steps(9)),
            ],
        );
    // a = (1.5 + 4) / 2 = 2.75; b = (1.5 + 2.5) / 2 = 2; c = (3 + 2.5) / 2 = 2.75; d = (4 + 1) / 2 = 2.5.
    let standings = results.standings();
    assert_eq!(
        scores(&standings),
        [("b", 2.0), ("d", 2.5), ("a", 2.75), ("c", 2.75)]
    );
    // Against the teams the baseline would share ranks 3 and 4, then 1 and 2: (3.5 + 1.5) / 2.
    assert!((line(&standings, "naive").score - 2.5).abs() < 1e-9);
}

#[test]
fn the_other_rules_on_one_table() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"reference\"");
    results
        .instance(
            "r",
            &[("a", Steps(99)), ("b", Steps(49)), ("[naive]", Steps(79))],
        )
        .instance(
            "r",
            &[("a", Steps(19)), ("b", Wrong), ("[naive]", Steps(19))],
        );
    // reference: a = (80/100 + 20/20) / 2 = 90 %; b = (80/50, capped at 125 %, and 0) / 2 = 62.5 %.
    assert_eq!(scores(&results.by("reference")), [("a", 90.0), ("b", 62.5)]);
    // best: against the best team: a = (50/100 + 1) / 2 = 75 %; b = (1 + 0) / 2.
    assert_eq!(scores(&results.by("best")), [("a", 75.0), ("b", 50.0)]);
    // total: who fails less often is first, then 99 + 19 against 49.
    assert_eq!(scores(&results.by("total")), [("a", 118.0), ("b", 49.0)]);
    // par2: two solved against one.
    assert_eq!(scores(&results.by("par2")), [("a", 2.0), ("b", 1.0)]);
}

#[test]
fn equal_counts_are_separated_by_time() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"par2\"");
    results.instance("r", &[("slow", Steps(1)), ("quick", Steps(9))]);
    results.instance("r", &[("slow", TooSlow), ("quick", TooSlow)]);
    results
        .rows
        .iter_mut()
        .find(|row| &*row.team == "slow")
        .expect("a row")
        .cpu_ms = 3000;
    // Both solved one; 3 + 20 seconds against 1 + 20.
    let standings = results.standings();
    assert_eq!(scores(&standings), [("quick", 1.0), ("slow", 1.0)]);
    assert_eq!(line(&standings, "slow").rank, Some(2));
    // The runs that ended at the limit might end otherwise another time.
    assert_eq!(line(&standings, "slow").fragile, 1);
}

#[test]
fn a_failure_may_be_worth_a_baseline() {
    let mut results = Results::new(
        &[("r", "programs")],
        "rule = \"reference\"\nfailure = \"naive\"",
    );
    results.instance("r", &[("a", TooSlow), ("[naive]", Steps(79))]);
    assert_eq!(scores(&results.standings()), [("a", 100.0)]);
    assert_eq!(line(&results.standings(), "a").failed, 1);
}

#[test]
fn the_order_of_rows_makes_no_difference() {
    let mut random = Random::new(3);
    let mut results = Results::new(&[("r", "programs")], "rule = \"reference\"");
    for _ in 0..7 {
        let mut steps = || Steps(random.below(9) as i64);
        results.instance(
            "r",
            &[
                ("a", steps()),
                ("b", steps()),
                ("c", steps()),
                ("[naive]", steps()),
            ],
        );
    }
    for rule in ScoringRule::names() {
        let before = format!("{:?}", results.by(rule).lines);
        for _ in 0..5 {
            random.shuffle(&mut results.rows);
            assert_eq!(format!("{:?}", results.by(rule).lines), before, "{rule}");
        }
    }
}

#[test]
fn few_instances_settle_nothing() {
    let mut results = Results::new(&[("r", "programs")], "rule = \"best\"");
    results.instance(
        "r",
        &[("a", Steps(10)), ("b", Steps(12)), ("far", Steps(500))],
    );
    results.instance(
        "r",
        &[("a", Steps(12)), ("b", Steps(11)), ("far", Steps(500))],
    );
    let standings = results.standings();
    assert!(
        matches!(standings.unsettled, Some(Unsettled::More(_))),
        "{:?}",
        standings.unsettled
    );
    assert_eq!(line(&standings, "a").group, line(&standings, "b").group);
    assert!(line(&standings, "a").group.is_some());
    assert_eq!(line(&standings, "far").group, None);
    for _ in 0..10 {
        results.instance(
            "r",
            &[("a", Steps(10)), ("b", Steps(20)), ("far", Steps(500))],
        );
    }
    let settled = results.standings();
    assert_eq!(settled.unsettled, None);
    assert!(settled.lines.iter().all(|line| line.group.is_none()));
    let first = line(&settled, "a").confidence.expect("an interval");
    assert_eq!((first.rank_low, first.rank_high), (1, 1));
}

#[test]
fn level_teams_play_the_tie_break_and_nobody_else_does() {
    let world = World::tiny();
    let tie_break = "\n[[round]]\nname = \"decider\"\ntie_break = true\ninstances = \"more\"\n[scoring]\nrule = \"points\"\n";
    world.file("tiny.toml", TINY_CONTEST.to_owned() + tie_break);
    world.file("more/row.txt", "1 3 2\n0 1 0\n1 0 0\n");
    // All solve the first grid; the decider is the same task with a longer way round for some.
    world.script("short", "echo SRSLS");
    world.script(
        "long",
        "read m n c; [ $n = 3 ] && echo SRSRLLS || echo SRSLS",
    );
    world.script("behind", "echo SRLRSLS");
    let ran = world.judge("run tiny.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("tie-break: long, short"), "{}", ran.err);
    let json = ran.json();
    let places: Vec<_> = json["standings"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|l| l["baseline"] == false)
        .map(|l| (l["rank"].clone(), l["team"].clone()))
        .collect();
    assert_eq!(
        places,
        [
            (1.into(), "short".into()),
            (2.into(), "long".into()),
            (3.into(), "behind".into())
        ]
    );
    let played: Vec<_> = world
        .rows("results/tiny")
        .0
        .iter()
        .filter(|row| row["round"] == "decider")
        .map(|row| row["team"].clone())
        .collect();
    assert_eq!(played.len(), 2);
    // Going on, and looking again, gives the same; and the answers can be verified.
    assert_eq!(
        world.judge("run tiny.toml --format json").json()["standings"][0]["team"],
        "short"
    );
    assert_eq!(
        world
            .rows("results/tiny")
            .0
            .iter()
            .filter(|row| row["round"] == "decider")
            .count(),
        2
    );
    let verified = world.judge("verify results/tiny");
    assert_eq!(verified.code, 0, "{}", verified.out);
    // Nobody level: the decider is not even made.
    world.script("long", "echo SRLRLRSLS");
    world.judge("run tiny.toml --fresh");
    assert!(!world.path("results/tiny/instances/decider").exists());
}

#[test]
fn views_of_a_leaderboard() {
    let world = World::tiny();
    world
        .script("winner", "echo SRSLS")
        .script("runner-up", "echo SRLRSLS")
        .script("faulty", "echo SRR");
    world.run();
    let names = |arguments: &str| -> Vec<String> {
        let json = world
            .judge(&format!(
                "leaderboard results/tiny --format json {arguments}"
            ))
            .json();
        let lines = json["standings"]
            .as_array()
            .expect("a list")
            .iter()
            .filter(|line| line["baseline"] == false);
        lines
            .map(|line| line["team"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(names(""), ["winner", "runner-up", "faulty"]);
    assert_eq!(names("--top 2"), ["winner", "runner-up"]);
    let hidden = names("--anonymous");
    assert!(
        hidden
            .iter()
            .all(|name| !["winner", "runner-up", "faulty"].contains(&name.as_str()))
    );
    assert_eq!(names("--anonymous --scoring rank"), hidden);
    let team = world
        .judge("leaderboard results/tiny --team faulty --format json")
        .json();
    let entry = &team["instances"][0];
    assert_eq!(
        (&entry["verdict"], &entry["rank"], &entry["best"]),
        (&"rejected".into(), &3.into(), &2.into())
    );
    assert!(
        entry["detail"]
            .as_str()
            .is_some_and(|detail| detail.contains("action 2"))
    );
    let unknown = world.judge("leaderboard results/tiny --team falty");
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("did you mean `faulty`?"),
        "{}",
        unknown.err
    );
    let rule = world.judge("leaderboard results/tiny --scoring rang");
    assert!(rule.err.contains("did you mean `rank`?"), "{}", rule.err);
}
