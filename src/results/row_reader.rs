//! Reads rows of `runs.csv`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use super::row::{COLUMNS, Row};
use super::seal::SealedRow;
use crate::dir;
use crate::ids::Name;
use puzzles::Value;

/// Keeps one copy of every string.
#[derive(Debug, Default)]
struct Interner(HashSet<Arc<str>>);

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

/// Reads rows one after the other; names that repeat are interned.
#[derive(Debug, Default)]
pub(super) struct RowReader {
    names: Interner,
    /// The names of the previous row: consecutive rows often share names, and a comparison is faster than a lookup.
    last: Option<[Name; 5]>,
}

impl RowReader {
    /// Reads a line, given without its line feed.
    pub(super) fn read(&mut self, line: &str) -> Result<SealedRow, String> {
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
            // Numbers have one form, without sign and leading zeros, so that a line can be restored from its row.
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
                text => match text.parse::<Value>() {
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
        let seal = seal.parse()?;
        Ok(SealedRow { row, seal })
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

/// Splits a line of CSV into exactly as many fields as the slice has.
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

/// Returns the quoted field at the start of the text, and its length with quotes.
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
mod tests {
    use super::super::row::tests::sample;
    use super::*;
    use crate::digest::Sha;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_round_trip(detail in "[^\\p{Cc}]{0,20}", team in "[a-z,\"][a-z ,\"]{0,8}", value in any::<Option<i64>>(), fraction in 1_i64..10) {
            let value = value.map(|value| format!("{}.{fraction}", value / 1_000_000).parse().unwrap());
            let row = Row { detail: detail.into(), team: team.into(), value, ..sample() };
            let line = format!("{},{}", row.line(), Sha::GENESIS);
            let mut reader = RowReader::default();
            prop_assert_eq!(reader.read(&line), Ok(SealedRow { row: row.clone(), seal: Sha::GENESIS }));
            let mut library = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
            let record = library.records().next().unwrap().unwrap();
            prop_assert_eq!(record.len(), COLUMNS.len());
            prop_assert_eq!(&record[14], &*row.detail);
        }

        #[test]
        fn arbitrary_lines_do_not_panic(line in "[a-z0-9,\"=-]{0,60}") {
            let _ = RowReader::default().read(&line);
        }
    }

    #[test]
    fn noncanonical_lines_are_rejected() {
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
