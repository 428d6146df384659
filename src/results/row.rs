//! One row of `runs.csv`, and its form as a line of CSV.

use std::borrow::Cow;
use std::sync::Arc;

use puzzles::Value;
use serde::{Deserialize, Serialize};

use crate::ids::{EntrantId, Name, RunId};
use crate::instances::Instance;
use crate::timestamp::Timestamp;
use crate::verdict::Verdict;

/// The columns of `runs.csv`. The last one contains the seal, which is not part of [`Row`].
pub const COLUMNS: [&str; 16] = [
    "round",
    "instance",
    "digest",
    "team",
    "baseline",
    "repetition",
    "verdict",
    "value",
    "cpu_ms",
    "wall_ms",
    "memory_kib",
    "answers",
    "time",
    "provenance",
    "detail",
    "seal",
];

/// The result of one run: one entrant on one instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub round: Name,
    pub instance: Name,
    /// The digest of the instance's canonical text.
    pub digest: Name,
    pub team: Name,
    pub baseline: bool,
    /// Counted from 1.
    pub repetition: u32,
    pub verdict: Verdict,
    pub value: Option<Value>,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_kib: u64,
    /// The number of answers that the program wrote.
    pub answers: u64,
    /// When the run was judged.
    pub time: Timestamp,
    /// The id of an entry of `run.toml`.
    pub provenance: Name,
    pub detail: Box<str>,
}

impl Row {
    /// Returns a row with empty measurements, to be completed after the run.
    pub fn new(
        instance: &Instance,
        entrant: &EntrantId,
        repetition: u32,
        provenance: &Name,
    ) -> Self {
        Self {
            round: instance.round.as_str().into(),
            instance: instance.name.as_str().into(),
            digest: instance.digest.as_str().into(),
            team: Arc::clone(&entrant.name),
            baseline: entrant.baseline,
            repetition,
            verdict: Verdict::JudgeError,
            value: None,
            cpu_ms: 0,
            wall_ms: 0,
            memory_kib: 0,
            answers: 0,
            time: Timestamp::now(),
            provenance: Arc::clone(provenance),
            detail: "".into(),
        }
    }

    pub fn id(&self) -> RunId {
        RunId {
            round: Arc::clone(&self.round),
            instance: Arc::clone(&self.instance),
            entrant: self.entrant(),
            repetition: self.repetition,
        }
    }

    pub fn entrant(&self) -> EntrantId {
        EntrantId::new(Arc::clone(&self.team), self.baseline)
    }

    /// Returns the row as a line of CSV, without its seal, the comma before it and the line feed.
    pub fn line(&self) -> String {
        let optional =
            |value: Option<Value>| value.map_or(String::new(), |value| value.to_string());
        let fields: [Cow<str>; COLUMNS.len() - 1] = [
            (&*self.round).into(),
            (&*self.instance).into(),
            (&*self.digest).into(),
            (&*self.team).into(),
            self.baseline.to_string().into(),
            self.repetition.to_string().into(),
            self.verdict.to_string().into(),
            optional(self.value).into(),
            self.cpu_ms.to_string().into(),
            self.wall_ms.to_string().into(),
            self.memory_kib.to_string().into(),
            self.answers.to_string().into(),
            self.time.to_string().into(),
            (&*self.provenance).into(),
            (&*self.detail).into(),
        ];
        let quoted: Vec<Cow<str>> = fields.iter().map(|field| quoted(field)).collect();
        quoted.join(",")
    }
}

/// Quotes a field of CSV if necessary. Rows contain no line breaks: details are single lines.
fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\"")).into()
    } else {
        field.into()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn sample() -> Row {
        Row {
            round: "known".into(),
            instance: "a".into(),
            digest: "0".repeat(64).into(),
            team: "gamma".into(),
            baseline: false,
            repetition: 1,
            verdict: Verdict::Accepted,
            value: Some((-3).into()),
            cpu_ms: 1,
            wall_ms: 2,
            memory_kib: 3,
            answers: 1,
            time: "2027-03-21T20:00:00.120Z".parse().unwrap(),
            provenance: "f".repeat(32).into(),
            detail: "".into(),
        }
    }

    #[test]
    fn columns_are_the_fields_of_a_row_and_its_seal() {
        let text = format!("{}\n{},seal\n", COLUMNS.join(","), sample().line());
        let mut rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        assert_eq!(rows.next().unwrap().ok(), Some(sample()));
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(sample()).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let header = text.lines().next().unwrap();
        assert_eq!(format!("{header},seal"), COLUMNS.join(","));
    }
}
