//! Rankings of small synthetic results; comments derive the expected numbers.

mod instances;
mod leaderboard;
mod rules;
mod weights;

use std::fmt::Write;
use std::path::PathBuf;

use judge::contest::{Contest, ScoringRule};
use judge::document::Document;
use judge::ids::EntrantId;
use judge::results::{BoundRow, Bounds, Conditions, Facts, InstanceFacts, Row, WantedIsolation};
use judge::scoring::ScoringInput;
use judge::standings::{Line, Standings, rank};
use judge::verdict::Verdict;

/// Results without files. The value is a number of steps: less is better.
struct Results {
    contest: Contest,
    facts: Facts,
    rows: Vec<Row>,
}

/// The result of a run: a number of steps, or why there is none.
#[derive(Clone, Copy)]
enum RunResult {
    Steps(i64),
    Missing,
    Wrong,
    TooSlow,
}
use RunResult::{Missing, Steps, TooSlow, Wrong};

/// Returns bounds that are 1 for every instance.
fn bounds() -> Bounds {
    let row = BoundRow {
        round: String::new(),
        instance: String::new(),
        digest: "d".to_owned(),
        bound: Some(1.into()),
        method: String::new(),
        proof: String::new(),
    };
    Bounds::new(&[row])
}

impl Results {
    /// Creates results with rounds of these names and modes and a `[scoring]` section.
    fn new(rounds: &[(&str, &str)], scoring: &str) -> Self {
        let keys = rounds
            .iter()
            .map(|(name, mode)| (*name, format!("run = \"{mode}\"")));
        Self::with_keys(&keys.collect::<Vec<_>>(), scoring)
    }

    /// Creates results with rounds of these names and keys and a `[scoring]` section.
    fn with_keys(rounds: &[(&str, String)], scoring: &str) -> Self {
        let mut text = String::from(
            "problem = \"sorting-robot\"\nsubmissions = \"x\"\nbaselines = [\"naive\"]\n[limits]\ntime = \"10s\"\n",
        );
        for (name, keys) in rounds {
            let _ = write!(
                text,
                "[[round]]\nname = \"{name}\"\n{keys}\ninstances = \"x\"\n"
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
            problem: None,
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

    /// Adds an instance with the result of each entrant; names in brackets are baselines.
    fn instance(&mut self, round: &str, results: &[(&str, RunResult)]) -> &mut Self {
        self.repeated(round, &[results])
    }

    /// Adds an instance with the results of each repetition.
    fn repeated(&mut self, round: &str, repetitions: &[&[(&str, RunResult)]]) -> &mut Self {
        let name = format!("i{}", self.facts.instance.len());
        let at = InstanceFacts {
            round: round.to_owned(),
            name: name.clone(),
            digest: "d".to_owned(),
            tie_break: false,
            by_hand: false,
            repeat: repetitions.len() as u32,
            origin: None,
            arguments: Vec::new(),
            accepted: None,
        };
        self.facts.instance.push(at);
        let numbered = (1..).zip(repetitions);
        let results = numbered.flat_map(|(repetition, results)| {
            results
                .iter()
                .map(move |&(who, result)| (repetition, who, result))
        });
        for (repetition, who, result) in results {
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
                    problem: None,
                    limits: String::new(),
                    wanted: WantedIsolation::Enforced,
                    again: 0,
                });
            }
            let (verdict, value, cpu_ms) = match result {
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
                repetition,
                verdict,
                value: value.map(Into::into),
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

    fn input<'r>(&'r self, bounds: &'r Bounds) -> ScoringInput<'r> {
        ScoringInput {
            contest: &self.contest,
            facts: &self.facts,
            rows: &self.rows,
            bounds,
            files: None,
        }
    }

    fn standings(&self) -> Standings {
        rank(self.input(&bounds()), self.contest.scoring.rule)
    }

    fn ranked_by(&self, rule: &str) -> Standings {
        rank(
            self.input(&bounds()),
            ScoringRule::from_name(rule).expect("a rule"),
        )
    }
}

/// Returns the teams with their scores, best first, without baselines.
fn scores(standings: &Standings) -> Vec<(&str, f64)> {
    let teams = standings.lines.iter().filter(|line| !line.baseline);
    teams
        .map(|line| {
            let score = line.score.expect("teams have scores");
            (line.team.as_str(), (score * 100.0).round() / 100.0)
        })
        .collect()
}

fn line<'s>(standings: &'s Standings, team: &str) -> &'s Line {
    standings
        .lines
        .iter()
        .find(|line| line.team == team)
        .expect("the team")
}
