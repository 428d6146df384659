//! One row of `runs.csv`, and its form as text.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::digest::Sha;
use crate::dir;
use crate::ids::{EntrantId, Name, RunId};
use crate::instances::Instance;
use crate::timestamp::Timestamp;
use crate::verdict::Verdict;

/// The columns of `runs.csv`. The last one holds the seal, which is not part of [`Row`].
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

/// What became of one run: one entrant on one instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    pub round: Name,
    pub instance: Name,
    /// Of the instance's canonical text.
    pub digest: Name,
    pub team: Name,
    pub baseline: bool,
    /// Counted from 1.
    pub repetition: u32,
    pub verdict: Verdict,
    pub value: Option<i64>,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub memory_kib: u64,
    /// How many answers the program wrote.
    pub answers: u64,
    /// When the run was judged.
    pub time: Timestamp,
    /// The id of an entry of `run.toml`.
    pub provenance: Name,
    pub detail: Box<str>,
}

impl Row {
    /// A row for a run that used nothing, to be filled in.
    pub fn new(instance: &Instance, entrant: &EntrantId, provenance: &Name) -> Self {
        Self {
            round: instance.round.as_str().into(),
            instance: instance.name.as_str().into(),
            digest: instance.digest.as_str().into(),
            team: Arc::clone(&entrant.name),
            baseline: entrant.baseline,
            repetition: 1,
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

    /// The row as a line of CSV, without its seal, the comma before it and the line feed.
    pub fn line(&self) -> String {
        let optional = |value: Option<i64>| value.map_or(String::new(), |value| value.to_string());
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

/// A field of CSV. Line breaks never occur in rows: [`Verdict`] details are single lines.
fn quoted(field: &str) -> Cow<'_, str> {
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\"")).into()
    } else {
        field.into()
    }
}

/// Keeps one copy of every text.
#[derive(Debug, Default)]
pub(super) struct Interner(HashSet<Arc<str>>);

impl Interner {
    fn get(&mut self, text: &str) -> Name {
        if let Some(known) = self.0.get(text) {
            return Arc::clone(known);
        }
        let name: Name = text.into();
        self.0.insert(Arc::clone(&name));
        name
    }
}

/// Reads rows one after the other; texts that repeat are kept once.
#[derive(Debug, Default)]
pub(super) struct RowReader {
    names: Interner,
    /// The names of the row before: neighbours often share them, and comparing is faster than looking up.
    last: Option<[Name; 5]>,
}

impl RowReader {
    /// Reads a line without its line feed; gives the row and its seal.
    pub(super) fn read(&mut self, line: &str) -> Result<(Row, Sha), String> {
        let mut fields = [const { Cow::Borrowed("") }; COLUMNS.len()];
        split(line, &mut fields)?;
        let [
            round,
            instance,
            digest,
            team,
            baseline,
            repetition,
            verdict,
            value,
            cpu_ms,
            wall_ms,
            memory_kib,
            answers,
            time,
            provenance,
            detail,
            seal,
        ] = fields;
        for name in [&round, &instance, &team] {
            if self.last.is_none() || !self.is_known(name) {
                dir::component(name).map_err(|error| error.to_string())?;
            }
        }
        let number = |column: &str, text: &str| -> Result<u64, String> {
            // One form for one number: no sign, no leading zeros.
            match text.parse::<u64>() {
                Ok(number) if text == "0" || !text.starts_with(['0', '+']) => Ok(number),
                _ => Err(format!("`{text}` is not a number ({column})")),
            }
        };
        let names = [round, instance, digest, team, provenance];
        let [round, instance, digest, team, provenance] = self.names_of(&names);
        let row = Row {
            round,
            instance,
            digest,
            team,
            baseline: match &*baseline {
                "true" => true,
                "false" => false,
                other => return Err(format!("`{other}` is neither true nor false (baseline)")),
            },
            repetition: u32::try_from(number("repetition", &repetition)?)
                .map_err(|_| format!("`{repetition}` is too large (repetition)"))?,
            verdict: verdict.parse()?,
            value: match &*value {
                "" => None,
                text => match text.parse::<i64>() {
                    Ok(value) if value.to_string() == text => Some(value),
                    _ => return Err(format!("`{text}` is not a number (value)")),
                },
            },
            cpu_ms: number("cpu_ms", &cpu_ms)?,
            wall_ms: number("wall_ms", &wall_ms)?,
            memory_kib: number("memory_kib", &memory_kib)?,
            answers: number("answers", &answers)?,
            time: time.parse()?,
            provenance,
            detail: detail.into(),
        };
        Ok((row, seal.parse()?))
    }

    fn is_known(&self, name: &str) -> bool {
        self.names.0.contains(name)
    }

    fn names_of(&mut self, texts: &[Cow<str>; 5]) -> [Name; 5] {
        let last = self.last.take();
        let names: [Name; 5] = std::array::from_fn(|index| {
            let text = &texts[index];
            match last.as_ref().map(|last| &last[index]) {
                Some(known) if **known == **text => Arc::clone(known),
                _ => self.names.get(text),
            }
        });
        self.last = Some(names.clone());
        names
    }
}

/// Splits a line of CSV into exactly as many fields as there is room for.
fn split<'l>(line: &'l str, fields: &mut [Cow<'l, str>]) -> Result<(), String> {
    let wrong_count = || format!("expected {} columns", COLUMNS.len());
    let mut rest = line;
    let last = fields.len() - 1;
    for (number, field) in fields.iter_mut().enumerate() {
        let (found, length) = if rest.starts_with('"') {
            quoted_field(rest)?
        } else {
            let length = memchr::memchr(b',', rest.as_bytes()).unwrap_or(rest.len());
            (Cow::Borrowed(&rest[..length]), length)
        };
        *field = found;
        rest = &rest[length..];
        match rest.strip_prefix(',') {
            Some(more) if number < last => rest = more,
            None if number == last && rest.is_empty() => {}
            _ => return Err(wrong_count()),
        }
    }
    Ok(())
}

/// The field that begins with a quote, and the length of its form.
fn quoted_field(text: &str) -> Result<(Cow<'_, str>, usize), String> {
    let mut value = String::new();
    let mut at = 1;
    loop {
        let end = memchr::memchr(b'"', &text.as_bytes()[at..]);
        let end = at + end.ok_or("a quote is not closed")?;
        value.push_str(&text[at..end]);
        if text[end + 1..].starts_with('"') {
            value.push('"');
            at = end + 2;
        } else {
            return Ok((Cow::Owned(value), end + 1));
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    pub(crate) fn sample() -> Row {
        Row {
            round: "known".into(),
            instance: "a".into(),
            digest: "0".repeat(64).into(),
            team: "gamma".into(),
            baseline: false,
            repetition: 1,
            verdict: Verdict::Accepted,
            value: Some(-3),
            cpu_ms: 1,
            wall_ms: 2,
            memory_kib: 3,
            answers: 1,
            time: "2027-03-21T20:00:00.120Z".parse().unwrap(),
            provenance: "f".repeat(32).into(),
            detail: "".into(),
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(detail in "[^\\p{Cc}]{0,20}", team in "[a-z,\"][a-z ,\"]{0,8}", value in any::<Option<i64>>()) {
            let row = Row { detail: detail.into(), team: team.into(), value, ..sample() };
            let line = format!("{},{}", row.line(), Sha::GENESIS);
            let mut reader = RowReader::default();
            prop_assert_eq!(reader.read(&line), Ok((row.clone(), Sha::GENESIS)));
            let mut library = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
            let record = library.records().next().unwrap().unwrap();
            prop_assert_eq!(record.len(), COLUMNS.len());
            prop_assert_eq!(&record[14], &*row.detail);
        }

        #[test]
        fn no_line_makes_it_panic(line in "[a-z0-9,\"=-]{0,60}") {
            let _ = RowReader::default().read(&line);
        }
    }

    #[test]
    fn odd_forms_are_refused() {
        let good = format!("{},{}", sample().line(), Sha::GENESIS);
        assert!(RowReader::default().read(&good).is_ok());
        for (from, to) in [
            (",1,2,3,", ",01,2,3,"),
            (",1,2,3,", ",+1,2,3,"),
            (",-3,", ",-03,"),
            ("accepted", "Accepted"),
            ("gamma", "../gamma"),
            (",false,", ",0,"),
            ("known,", ""),
            ("known,", "known,x,"),
        ] {
            let bad = good.replacen(from, to, 1);
            assert_ne!(bad, good);
            assert!(RowReader::default().read(&bad).is_err(), "{bad}");
        }
    }
}
