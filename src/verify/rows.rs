//! Checks every row: replays its answer, and checks that its fields are consistent.

use std::collections::HashSet;
use std::time::Duration;

use super::instances::Cases;
use super::{Findings, Folder, line};
use crate::answers::FileReplay;
use crate::judgement::{self, Judgement};
use crate::problems::{self, ProblemFolder};
use crate::results::{InstanceFacts, NOT_KEPT, Row, SealedRow, TRACE_HEADER};
use crate::results_dir::{KINDS, names_below};
use crate::verdict::Verdict;
use puzzles::Value;

/// Checks all rows; returns the indices of rows with a mismatch.
pub(super) fn check(folder: &Folder, cases: &Cases, findings: &mut Findings) -> HashSet<usize> {
    let mut suspects = HashSet::new();
    for (number, SealedRow { row, .. }) in folder.rows.iter().enumerate() {
        let check = RowCheck {
            folder,
            number,
            row,
        };
        let before = findings.mismatches.len();
        check.provenance(findings);
        if folder.is_owner(number) {
            check.replay(cases, findings);
            check.trace(findings);
            check.limits(findings);
        }
        if findings.mismatches.len() > before {
            suspects.insert(number);
        }
    }
    check_extra(folder, findings);
    let by = match &folder.facts.problem {
        Some(problem) => format!(", by the checker of {}", problem.name),
        None => String::new(),
    };
    let answers = findings.answers;
    if problems::of(folder.contest.problem).is_none_or(ProblemFolder::is_open) {
        let replay = &mut findings.evidence.replay;
        replay.push(format!("verdicts and values of {answers} answers{by}"));
    } else {
        let seal = &mut findings.evidence.seal;
        seal.push("verdicts and values of all answers".to_owned());
    }
    suspects
}

/// The checks of one row.
struct RowCheck<'a> {
    folder: &'a Folder,
    number: usize,
    row: &'a Row,
}

impl RowCheck<'_> {
    fn report(&self, findings: &mut Findings, is: impl Into<String>, should: impl Into<String>) {
        let Row {
            team,
            round,
            instance,
            ..
        } = self.row;
        let place = format!("{}, {team} on {round}/{instance}", line(self.number));
        findings.report("runs.csv", place, is, should);
    }

    /// Checks that the provenance belongs to the entrant, and that the row is not older than it.
    fn provenance(&self, findings: &mut Findings) {
        let Some(entry) = self.folder.provenance(self.row) else {
            let is = format!("provenance {}", self.row.provenance);
            self.report(findings, is, "the id of an entry of run.toml");
            return;
        };
        let (team, baseline) = (&entry.conditions.team, entry.conditions.baseline);
        if **team != *self.row.team || baseline != self.row.baseline {
            let is = format!("provenance of {team}");
            self.report(findings, is, format!("that of {}", self.row.team));
        }
        if self.row.time < entry.started {
            let is = format!("time {}", self.row.time);
            let should = format!("after {}, when the judge was started", entry.started);
            self.report(findings, is, should);
        }
    }

    fn instance(&self) -> Option<&InstanceFacts> {
        let mut instances = self.folder.facts.instance.iter();
        instances.find(|i| {
            (&*i.round, &*i.name, &*i.digest)
                == (&*self.row.round, &*self.row.instance, &*self.row.digest)
        })
    }

    /// Replays the answer and compares verdict, value and detail.
    fn replay(&self, cases: &Cases, findings: &mut Findings) {
        let row = self.row;
        let Some(instance) = self.instance() else {
            return;
        };
        let key = (instance.round.clone(), instance.name.clone());
        let Some(case) = cases.get(&key) else {
            return;
        };
        let has_answer = self
            .folder
            .dir()
            .exists(self.folder.files.run_file(KINDS[0], &row.id()));
        let by_hand = instance.by_hand && !row.baseline;
        if !matches!(row.verdict, Verdict::Accepted | Verdict::Rejected) {
            if row.value.is_some() {
                let is = format!("{} with a value", row.verdict);
                self.report(findings, is, "without one");
            }
            if has_answer {
                let is = format!("{} although an answer is kept", row.verdict);
                let should = "accepted or rejected";
                self.report(findings, is, should);
            }
            return;
        }
        if problems::of(case.problem()).is_some_and(|folder| !folder.is_open()) {
            // A note says why.
            return;
        }
        let unreadable_file = by_hand && row.answers == 0 && row.verdict == Verdict::Rejected;
        if unreadable_file || row.detail.ends_with(NOT_KEPT) {
            return;
        }
        findings.answers += 1;
        // An empty answer has no file.
        let answer = self.folder.files.answer(&row.id()).unwrap_or_default();
        let judged = if by_hand {
            let mut replay = FileReplay::new(&**case);
            replay.feed(&answer);
            judgement::of_replay(replay.finish())
        } else {
            judgement::of_answer(&**case, &answer)
        };
        if (judged.verdict, judged.value) != (row.verdict, row.value) {
            let is = shown(row.verdict, row.value);
            let should = shown(judged.verdict, judged.value) + ", by replay of its answer";
            self.report(findings, is, should);
        } else if !has_detail(row, &judged) {
            let is = format!("detail \"{}\"", row.detail);
            let should = format!("\"{}\", by replay of its answer", judged.detail);
            self.report(findings, is, should);
        }
        let least = u64::from(by_hand || has_answer);
        if row.answers < least || by_hand && row.answers != 1 {
            let is = format!("{} answers", row.answers);
            self.report(findings, is, "at least the kept one");
        }
    }

    /// Checks that the times of the trace lie within the run, and that it ends with the value of the row.
    fn trace(&self, findings: &mut Findings) {
        let row = self.row;
        let Ok(trace) = self.folder.files.trace(&row.id()) else {
            return;
        };
        let name = self
            .folder
            .files
            .run_file(KINDS[1], &row.id())
            .display()
            .to_string();
        let mut report = |place: String, is: String, should: String| {
            findings.report(name.clone(), place, is, should);
        };
        let mut lines = trace.lines();
        if lines.next() != Some(TRACE_HEADER) {
            report(
                "line 1".to_owned(),
                "another header".to_owned(),
                TRACE_HEADER.to_owned(),
            );
            return;
        }
        let mut last: Option<(f64, Option<Value>)> = None;
        for (number, text) in (2..).zip(lines) {
            let place = format!("line {number}");
            let parsed = text.split_once(',').and_then(|(time, value)| {
                let value = match value {
                    "" => None,
                    value => Some(value.parse::<Value>().ok()?),
                };
                Some((time.parse::<f64>().ok()?, value))
            });
            let Some((time, value)) = parsed else {
                report(place, format!("`{text}`"), "a time and a value".to_owned());
                return;
            };
            if last.is_some_and(|(before, _)| time < before) {
                report(
                    place.clone(),
                    format!("{time}"),
                    "not earlier than the previous line".to_owned(),
                );
            }
            if time > row.wall_ms as f64 + 1.0 && row.verdict == Verdict::Accepted {
                report(
                    place,
                    format!("{time}"),
                    format!("within the run's {} ms", row.wall_ms),
                );
            }
            last = Some((time, value));
        }
        if let Some((_, value)) = last
            && row.verdict == Verdict::Accepted
            && value != row.value
        {
            let shown = |value: Option<Value>| value.map_or("none".to_owned(), |v| v.to_string());
            report("the last line".to_owned(), shown(value), shown(row.value));
        }
    }

    /// Checks that an accepted run is within the limits, and that a run with the verdict time-limit reached one.
    fn limits(&self, findings: &mut Findings) {
        let row = self.row;
        let Some(entry) = self.folder.provenance(row) else {
            return;
        };
        let limits = &self.folder.contest.limits;
        // The limits of rows that were made before the limits changed are not recorded as numbers.
        if entry.conditions.limits != limits.to_string() || row.wall_ms == 0 {
            return;
        }
        let ms = |duration: Duration| duration.as_millis() as u64;
        let (time, wall) = (ms(limits.time), ms(limits.wall));
        let accepted = row.verdict == Verdict::Accepted && !limits.anytime;
        if accepted && row.cpu_ms > time {
            let is = format!("accepted after {} ms of CPU time", row.cpu_ms);
            self.report(findings, is, format!("within the limit of {time} ms"));
        }
        if accepted && row.memory_kib > limits.memory / 1024 {
            let is = format!("accepted with {} KiB", row.memory_kib);
            let should = format!("within the limit of {} KiB", limits.memory / 1024);
            self.report(findings, is, should);
        }
        if row.verdict == Verdict::TimeLimit && row.cpu_ms + 1 < time && row.wall_ms + 1 < wall {
            let is = format!("time-limit after {} ms of CPU time", row.cpu_ms);
            let should = format!("at a limit: {time} ms of CPU time or {wall} ms of wall time");
            self.report(findings, is, should);
        }
    }
}

fn shown(verdict: Verdict, value: Option<Value>) -> String {
    match value {
        Some(value) => format!("{verdict} {value}"),
        None => verdict.to_string(),
    }
}

/// Returns whether the row's detail starts with that of the replay; a remark on waiting may follow.
fn has_detail(row: &Row, judged: &Judgement) -> bool {
    row.detail.starts_with(&*judged.detail)
}

/// Reports files without a row. A killed session can leave some, until its runs are repeated.
fn check_extra(folder: &Folder, findings: &mut Findings) {
    for kind in KINDS {
        let known: HashSet<_> = folder
            .owners
            .values()
            .map(|&number| folder.files.run_file(kind, &folder.rows[number].row.id()))
            .collect();
        for name in names_below(folder.dir(), kind) {
            if known.contains(&name) {
                continue;
            }
            let name = name.display().to_string();
            if folder.is_finished() {
                findings.report(name, "", "a file", "absent: it has no row");
            } else {
                findings.notes.push(format!("{name}: it has no row yet"));
            }
        }
    }
}
