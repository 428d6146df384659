//! The results of one team, instance by instance.

use std::fmt::Write as _;
use std::time::Duration;

use puzzles::{AnyProblem, EvidenceKind, Value};
use serde::Serialize;
use serde_json::json;

use super::Format;
use super::{csv, grid};
use crate::contest::ScoringRule;
use crate::error::{Diagnostic, Error, Result};
use crate::locale::Language;
use crate::results::{BoundRow, Mark, Row};
use crate::scoring::{self, Bonus, Scorer, ScoringInput, Table};
use crate::standings::{gap, is_fragile, tie_break_ranks};
use crate::terminal;
use crate::units::show_duration;
use crate::verdict::Verdict;

/// The result of the team on one instance, with the keys of the JSON output.
#[derive(Serialize)]
struct InstanceResult<'a> {
    round: &'a str,
    instance: &'a str,
    repetition: u32,
    /// The name of the instance, with the repetition if there are several.
    #[serde(skip)]
    label: String,
    verdict: Verdict,
    value: Option<Value>,
    /// Among the teams; `None` for a baseline.
    rank: Option<usize>,
    #[serde(skip)]
    teams: usize,
    /// The best value of any team.
    best: Option<Value>,
    bound: Option<Value>,
    optimal: bool,
    /// How the bound can be checked, if that is recorded.
    evidence: Option<&'static str>,
    #[serde(skip)]
    mark: Mark,
    /// What the result earns by the scoring rule, and its weight.
    earned: f64,
    weight: f64,
    /// What the earnings are based on, see [`Scorer::basis`].
    basis: String,
    cpu_ms: u64,
    wall_ms: u64,
    fragile: bool,
    detail: &'a str,
}

/// The title of a column and its text for a result.
type Column = (&'static str, fn(&InstanceResult) -> String);

const COLUMNS: [Column; 9] = [
    ("instance", |result| result.label.clone()),
    ("value", |result| {
        result
            .value
            .map_or("–".to_owned(), |value| value.to_string())
    }),
    ("rank", |result| match result.rank {
        Some(rank) => format!("{rank}/{}", result.teams),
        None => "–".to_owned(),
    }),
    ("earned", |result| {
        if result.weight > 0.0 {
            format!("{:.2}", result.earned)
        } else {
            "–".to_owned()
        }
    }),
    ("basis", |result| result.basis.clone()),
    ("to best", |result| relative_gap(result.value, result.best)),
    ("to bound", |result| {
        if result.optimal {
            match result.mark {
                Mark::Proved | Mark::Searched => format!("optimal {}", result.mark.symbol()),
                Mark::Claimed => "at bound".to_owned(),
            }
        } else {
            relative_gap(result.value, result.bound)
        }
    }),
    ("CPU", |result| {
        let time = show_duration(Duration::from_millis(result.cpu_ms));
        time + if result.fragile { " !" } else { "" }
    }),
    ("verdict", |result| result.verdict.to_string()),
];

/// Returns the results of a team. Fails if there is no such team.
pub fn team(input: ScoringInput, rule: ScoringRule, name: &str, format: Format) -> Result<String> {
    let table = Table::new(input);
    let names: Vec<&str> = table.entrants.iter().map(|who| &*who.name).collect();
    let Some(entrant) = names.iter().position(|&other| other == name) else {
        return Err(unknown_team(name, &names));
    };
    let scorer = scoring::scorer(rule, &table);
    let results: Vec<InstanceResult> = (0..table.columns.len())
        .map(|column| InstanceResult::new(&table, input.contest.problem, &*scorer, entrant, column))
        .collect();
    let bonuses = scorer.bonuses(entrant);
    let score = scorer.scores(&table.weights())[entrant].value;
    let has_basis = results.iter().any(|result| !result.basis.is_empty());
    let columns: Vec<Column> = COLUMNS
        .into_iter()
        .filter(|(title, _)| has_basis || *title != "basis")
        .collect();
    let header: Vec<&str> = columns.iter().map(|(title, _)| *title).collect();
    let cells = |result: &InstanceResult| columns.iter().map(|(_, text)| text(result)).collect();
    let tie_break = tie_break_ranks(input, &table)[entrant];
    let rows: Vec<Vec<String>> = results.iter().map(cells).collect();
    match format {
        Format::Table => Ok(format!(
            "{name}\n{}{}{}",
            grid::table(&header, rows),
            terminal::fitted(
                &(explanation(input, rule, score, &bonuses, tie_break) + &remarks(&results))
            ),
            failed_build(input, name, &results)
        )),
        Format::Markdown => Ok(grid::markdown(&header, rows)),
        Format::Csv => csv::from_untrusted(results.iter()),
        Format::Json => {
            let value = json!({"schema": 1, "contest": input.contest.name, "team": name, "scoring": rule.name(),
                "score": score, "bonuses": bonuses.iter().map(|bonus| json!({
                    "round": input.contest.rounds[bonus.round].name, "reason": bonus.reason.show(Language::English), "points": bonus.points,
                })).collect::<Vec<_>>(), "tie_break": tie_break, "instances": results});
            terminal::json(&value)
        }
    }
}

/// Returns the error for a team that is not in the results.
pub fn unknown_team(name: &str, names: &[&str]) -> Error {
    let unknown =
        Diagnostic::new(format!("there is no team `{name}` in these results")).suggest(name, names);
    unknown
        .with_help(format!("teams: {}", names.join(", ")))
        .into()
}

impl<'a> InstanceResult<'a> {
    fn new(
        table: &Table<'a>,
        problem: &dyn AnyProblem,
        scorer: &dyn Scorer,
        entrant: usize,
        column: usize,
    ) -> Self {
        let row: &'a Row = table.rows[entrant][column];
        let proved = table.bounds.row(&row.digest);
        let bound = proved.and_then(|proved| proved.bound);
        Self {
            round: &row.round,
            instance: &row.instance,
            repetition: row.repetition,
            label: table.columns[column].instance.label(row.repetition),
            earned: scorer.earned(entrant, column),
            basis: scorer.basis(entrant, column).show(Language::English),
            weight: table.columns[column].weight,
            verdict: row.verdict,
            value: row.value,
            rank: (!table.entrants[entrant].baseline).then(|| table.rank_on(entrant, column)),
            teams: table.teams().count(),
            best: table.best(table.values(column, false)),
            bound,
            evidence: proved.and_then(BoundRow::evidence).map(EvidenceKind::name),
            mark: Mark::new(problem, proved),
            optimal: row.value.is_some() && row.value == bound,
            cpu_ms: row.cpu_ms,
            wall_ms: row.wall_ms,
            fragile: is_fragile(row, table.time),
            detail: &row.detail,
        }
    }
}

/// Returns the distance of a value from another in per cent.
fn relative_gap(value: Option<Value>, other: Option<Value>) -> String {
    let distance = value.zip(other).map(|(value, other)| gap(value, other));
    distance.map_or("–".to_owned(), |gap| format!("{:.1} %", 100.0 * gap))
}

/// Explains how the score is made of what the results earn.
fn explanation(
    input: ScoringInput,
    rule: ScoringRule,
    score: f64,
    bonuses: &[Bonus],
    tie_break: Option<f64>,
) -> String {
    let mut text = String::new();
    for bonus in bonuses {
        let round = &input.contest.rounds[bonus.round].name;
        let _ = writeln!(
            text,
            "{round}: {} +{}",
            bonus.reason.show(Language::English),
            bonus.points
        );
    }
    let _ = writeln!(text, "score {score:.2}: {}", rule.about());
    let rounds = input.contest.rounds.iter();
    let weights = rounds
        .filter(|round| !round.tie_break && ((round.weight - 1.0).abs() > 1e-9 || round.repeat > 1))
        .map(|round| match round.repeat {
            1 => format!("{} {}", round.name, round.weight),
            repeat => format!("{} {} / {repeat} repetitions", round.name, round.weight),
        });
    let weights: Vec<String> = weights.collect();
    if !weights.is_empty() {
        let _ = writeln!(text, "weights: {}; other rounds 1", weights.join(", "));
    }
    if let Some(sum) = tie_break {
        let _ = writeln!(
            text,
            "tie-break: sum of ranks {sum}; it orders only teams that share a rank"
        );
    }
    text
}

/// Explains the star, and why runs failed.
fn remarks(results: &[InstanceResult]) -> String {
    let is_searched = |result: &InstanceResult| result.optimal && result.mark == Mark::Searched;
    let star = if results.iter().any(is_searched) {
        "☆: by an exhaustive search\n"
    } else {
        ""
    };
    let explained = results.iter().filter(|result| !result.detail.is_empty());
    let reasons = explained
        .flat_map(|result| [&*result.label, ": ", result.detail, "\n"])
        .collect::<String>();
    star.to_owned() + &reasons
}

/// Returns the end of the build log if the build failed.
fn failed_build(input: ScoringInput, team: &str, results: &[InstanceResult]) -> String {
    const SHOWN: usize = 20;
    let failed = results
        .iter()
        .any(|result| result.verdict == Verdict::BuildFailed);
    let files = input.files.filter(|_| failed);
    let log = files.and_then(|files| files.dir().last_build_lines(team, SHOWN));
    log.map_or(String::new(), |log| {
        format!("end of the build log:\n{log}\n")
    })
}
