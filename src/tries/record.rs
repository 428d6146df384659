//! `try.toml`: what the list of tries shows, and the values that later tries are compared with.

use std::io;

use puzzles::Value;
use serde::{Deserialize, Serialize};

use crate::dir::Dir;
use crate::timestamp::Timestamp;

/// The file of a try; it is written last.
pub(super) const FILE: &str = "try.toml";

/// The largest file that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// The largest score that is read. Sums of values can be large.
const LARGEST_SCORE: f64 = 1e19;

/// One try of a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the try's folder.
    #[serde(skip)]
    pub number: u32,
    pub time: Timestamp,
    pub contest: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The git commit of the program's folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The digest of the program.
    pub program: String,
    pub rule: String,
    pub score: f64,
    /// The keys by which scores of a rule are ordered: more is better.
    pub order: [f64; 2],
    /// The 95 % confidence interval of the score, if there are several instances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    pub run: Vec<RecordedRun>,
}

/// The result of a program on an instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRun {
    /// The digest of the instance.
    pub digest: String,
    /// The value of the answer, if it was accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

impl Record {
    /// Reads the record of a finished try.
    pub(super) fn read(dir: &Dir, number: u32) -> io::Result<Self> {
        let text = dir.read_to_string(FILE, LARGEST)?;
        let record: Self = toml::from_str(&text).map_err(io::Error::other)?;
        let mut numbers = record
            .order
            .into_iter()
            .chain(record.interval.into_iter().flatten());
        let is_plausible = |number: f64| number.abs() <= LARGEST_SCORE;
        if !is_plausible(record.score) || !numbers.all(is_plausible) {
            return Err(io::Error::other("its score is not a number"));
        }
        Ok(Self { number, ..record })
    }

    pub(super) fn write(&self, dir: &Dir) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        dir.replace(FILE, text.as_bytes())
    }

    /// Returns the run on an instance, if there is one.
    pub fn run_on(&self, digest: &str) -> Option<&RecordedRun> {
        self.run.iter().find(|run| run.digest == digest)
    }

    pub fn accepted(&self) -> usize {
        self.run.iter().filter(|run| run.value.is_some()).count()
    }

    /// Returns whether the scores of two tries can be compared: the same rule on the same instances.
    pub fn is_comparable(&self, other: &Self) -> bool {
        let digests = |record: &Self| {
            let mut digests: Vec<String> = record.run.iter().map(|r| r.digest.clone()).collect();
            digests.sort();
            digests
        };
        self.rule == other.rule && digests(self) == digests(other)
    }

    /// Returns whether the score is better than that of a comparable try.
    pub fn is_better(&self, other: &Self) -> bool {
        // Sums in another order may differ by rounding errors.
        const ROUNDING: f64 = 1e-9;
        let [first, second] = [0, 1].map(|key| self.order[key] - other.order[key]);
        first > ROUNDING || first > -ROUNDING && second > ROUNDING
    }
}
