//! Every row: the answer by replay, and all that its fields must agree on.

use std::collections::HashSet;
use std::time::Duration;

use super::instances::Cases;
use super::{Findings, Folder, Mismatch, line};
use crate::answers::FileReplay;
use crate::judgement::{self, Judgement};
use crate::results::{InstanceFacts, NOT_KEPT, Row};
use crate::results_dir::{KINDS, names_below, run_file};
use crate::verdict::Verdict;

/// Checks all rows; gives the numbers of those that were reported.
pub(super) fn check(folder: &Folder, cases: &Cases, findings: &mut Findings) -> HashSet<usize> {
    let mut suspects = HashSet::new();
    for number in 0..folder.sealed.len() {
        let checked = Checked {
            folder,
            number,
            row: &folder.sealed[number].0,
        };
        let before = findings.mismatches.len();
        checked.provenance(findings);
        if folder.is_owner(number) {
            checked.replay(cases, findings);
            checked.trace(findings);
            checked.limits(findings);
        }
        if findings.mismatches.len() > before {
            suspects.insert(number);
        }
    }
    check_extra(folder, findings);
    findings.rests_on.replay.push(format!(
        "verdicts and values of {} answers",
        findings.answers
    ));
    suspects
}

struct Checked<'a> {
    folder: &'a Folder,
    number: usize,
    row: &'a Row,
}

impl Checked<'_> {
    fn mismatch(&self, is: impl Into<String>, should: impl Into<String>) -> Mismatch {
        let Row {
            team,
            round,
            instance,
            ..
        } = self.row;
        let place = format!("{}, {team} on {round}/{instance}", line(self.number));
        Mismatch::new("runs.csv", place, is, should)
    }

    /// The row rests on an entry of its own team, and was made after the judge had started.
    fn provenance(&self, findings: &mut Findings) {
        let Some(entry) = self.folder.provenance(self.row) else {
            let is = format!("provenance {}", self.row.provenance);
            let mismatch = self.mismatch(is, "the id of an entry of run.toml");
            findings.mismatches.push(mismatch);
            return;
        };
        let (team, baseline) = (&entry.conditions.team, entry.conditions.baseline);
        if **team != *self.row.team || baseline != self.row.baseline {
            let is = format!("provenance of {team}");
            let mismatch = self.mismatch(is, format!("that of {}", self.row.team));
            findings.mismatches.push(mismatch);
        }
        if self.row.time < entry.started {
            let is = format!("time {}", self.row.time);
            let should = format!("after {}, when the judge was started", entry.started);
            findings.mismatches.push(self.mismatch(is, should));
        }
    }

    fn instance(&self) -> Option<&InstanceFacts> {
        let mut instances = self.folder.facts.instance.iter();
        instances.find(|i| {
            (&*i.round, &*i.name, &*i.digest)
                == (&*self.row.round, &*self.row.instance, &*self.row.digest)
        })
    }

    fn replay(&self, cases: &Cases, findings: &mut Findings) {
        let row = self.row;
        let Some(instance) = self.instance() else {
            return;
        };
        let key = (instance.round.clone(), instance.name.clone());
        let Some(case) = cases.get(&key) else {
            return;
        };
        let has_answer = self.folder.dir().exists(run_file(KINDS[0], &row.id()));
        let by_hand = instance.by_hand && !row.baseline;
        if !matches!(row.verdict, Verdict::Accepted | Verdict::Rejected) {
            if row.value.is_some() {
                let is = format!("{} with a value", row.verdict);
                findings.mismatches.push(self.mismatch(is, "without one"));
            }
            if has_answer {
                let is = format!("{} although an answer is kept", row.verdict);
                let should = "accepted or rejected";
                findings.mismatches.push(self.mismatch(is, should));
            }
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
            findings.mismatches.push(self.mismatch(is, should));
        } else if !has_detail(row, &judged) {
            let is = format!("detail \"{}\"", row.detail);
            let should = format!("\"{}\", by replay of its answer", judged.detail);
            findings.mismatches.push(self.mismatch(is, should));
        }
        let enough = u64::from(by_hand || has_answer);
        if row.answers < enough || by_hand && row.answers != 1 {
            let is = format!("{} answers", row.answers);
            findings
                .mismatches
                .push(self.mismatch(is, "at least the one that is kept"));
        }
    }

    /// The trace ends with the value of the row and lies within the run.
    fn trace(&self, findings: &mut Findings) {
        let row = self.row;
        let Ok(trace) = self.folder.files.trace(&row.id()) else {
            return;
        };
        let name = run_file(KINDS[1], &row.id()).display().to_string();
        let mut report = |place: String, is: String, should: String| {
            findings
                .mismatches
                .push(Mismatch::new(name.clone(), place, is, should));
        };
        let mut lines = trace.lines();
        if lines.next() != Some("time_ms,value") {
            report(
                "line 1".to_owned(),
                "another header".to_owned(),
                "time_ms,value".to_owned(),
            );
            return;
        }
        let mut last: Option<(f64, Option<i64>)> = None;
        for (number, text) in (2..).zip(lines) {
            let place = format!("line {number}");
            let parsed = text.split_once(',').and_then(|(time, value)| {
                let value = match value {
                    "" => None,
                    value => Some(value.parse::<i64>().ok()?),
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
                    "no earlier than the line before".to_owned(),
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
            let shown = |value: Option<i64>| value.map_or("none".to_owned(), |v| v.to_string());
            report("the last line".to_owned(), shown(value), shown(row.value));
        }
    }

    /// An accepted run kept the limits, and one that exceeded a limit reached it.
    fn limits(&self, findings: &mut Findings) {
        let row = self.row;
        let Some(entry) = self.folder.provenance(row) else {
            return;
        };
        let limits = &self.folder.contest.limits;
        // Rows of teams that did not run since the limits were changed are held against nothing.
        if entry.conditions.limits != limits.to_string() || row.wall_ms == 0 {
            return;
        }
        let ms = |duration: Duration| duration.as_millis() as u64;
        let (time, wall) = (ms(limits.time), ms(limits.wall));
        let accepted = row.verdict == Verdict::Accepted && !limits.anytime;
        if accepted && row.cpu_ms > time {
            let is = format!("accepted after {} ms of CPU time", row.cpu_ms);
            findings
                .mismatches
                .push(self.mismatch(is, format!("within the limit of {time} ms")));
        }
        if accepted && row.memory_kib > limits.memory / 1024 {
            let is = format!("accepted with {} KiB", row.memory_kib);
            let should = format!("within the limit of {} KiB", limits.memory / 1024);
            findings.mismatches.push(self.mismatch(is, should));
        }
        if row.verdict == Verdict::TimeLimit && row.cpu_ms + 1 < time && row.wall_ms + 1 < wall {
            let is = format!("time-limit after {} ms of CPU time", row.cpu_ms);
            let should = format!("at a limit: {time} ms of CPU time or {wall} ms in all");
            findings.mismatches.push(self.mismatch(is, should));
        }
    }
}

fn shown(verdict: Verdict, value: Option<i64>) -> String {
    match value {
        Some(value) => format!("{verdict} {value}"),
        None => verdict.to_string(),
    }
}

/// Whether the row's detail is what the replay says; that a run waited for a busy machine may follow.
fn has_detail(row: &Row, judged: &Judgement) -> bool {
    row.detail.starts_with(&*judged.detail)
}

/// Files that belong to no row. After a kill there may be some, until the run is done again.
fn check_extra(folder: &Folder, findings: &mut Findings) {
    for kind in KINDS {
        let known: HashSet<_> = folder
            .owners
            .values()
            .map(|&number| run_file(kind, &folder.sealed[number].0.id()))
            .collect();
        for name in names_below(folder.dir(), kind) {
            if known.contains(&name) {
                continue;
            }
            let name = name.display().to_string();
            if folder.is_finished() {
                let mismatch = Mismatch::new(name, "", "a file", "absent: no row has it");
                findings.mismatches.push(mismatch);
            } else {
                findings.notes.push(format!("{name}: no row has it yet"));
            }
        }
    }
}
