//! All that came of one cell, in memory and as one self-contained file: a line of JSON, then the kept files as they are.

use serde::{Deserialize, Serialize};

use super::Row;
use crate::machine::Machine;

/// What came of one cell, and what is kept of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub row: Row,
    pub kept: Kept,
    /// Where the program ran, if one did.
    pub machine: Option<Machine>,
}

/// Files that belong to a cell; an empty one is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The answer that counted.
    pub answer: Vec<u8>,
    /// The beginning and the end of standard error.
    pub errors: Vec<u8>,
    /// When the answers came, and what each was worth.
    pub trace: Vec<u8>,
}

impl Kept {
    /// The files with the names of their folders.
    pub(super) fn by_kind(&self) -> [(&'static str, &[u8]); 3] {
        [
            ("answers", &self.answer),
            ("stderr", &self.errors),
            ("traces", &self.trace),
        ]
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Label {
    row: Row,
    machine: Option<Machine>,
    /// The lengths of what follows: answer, errors, trace.
    lengths: [usize; 3],
}

impl Judged {
    /// The row without anything else.
    pub fn bare(row: Row) -> Self {
        Self {
            row,
            kept: Kept::default(),
            machine: None,
        }
    }

    pub fn pack(&self) -> Result<Vec<u8>, serde_json::Error> {
        let files = self.kept.by_kind();
        let label = Label {
            row: self.row.clone(),
            machine: self.machine.clone(),
            lengths: files.map(|(_, content)| content.len()),
        };
        let mut bytes = serde_json::to_vec(&label)?;
        bytes.push(b'\n');
        for (_, content) in files {
            bytes.extend_from_slice(content);
        }
        Ok(bytes)
    }

    /// Reads what [`Judged::pack`] wrote, or says what is wrong with it.
    pub fn unpack(bytes: &[u8]) -> Result<Self, String> {
        let end = memchr::memchr(b'\n', bytes).ok_or("it has no first line")?;
        let (label, mut rest) = (&bytes[..end], &bytes[end + 1..]);
        let label: Label = serde_json::from_slice(label).map_err(|error| error.to_string())?;
        let mut next = |length: usize| {
            let (content, more) = rest.split_at_checked(length).ok_or("it is cut short")?;
            rest = more;
            Ok::<_, String>(content.to_vec())
        };
        let [answer, errors, trace] = label.lengths;
        let kept = Kept {
            answer: next(answer)?,
            errors: next(errors)?,
            trace: next(trace)?,
        };
        Ok(Self {
            row: label.row,
            kept,
            machine: label.machine,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Verdict;

    #[test]
    fn what_is_packed_is_unpacked() {
        let row = Row {
            round: "r".to_owned(),
            instance: "i".to_owned(),
            digest: "d".to_owned(),
            team: "t".to_owned(),
            baseline: false,
            verdict: Verdict::Accepted,
            value: Some(3),
            bound: None,
            cpu_ms: 1,
            wall_ms: 2,
            memory_kib: 3,
            answers: 1,
            detail: "a \"b\"\n".to_owned(),
        };
        let mut judged = Judged::bare(row);
        judged.kept.answer = b"\xff\n\n".to_vec();
        judged.kept.trace = b"time_ms,value\n".to_vec();
        let packed = judged.pack().unwrap();
        assert_eq!(Judged::unpack(&packed), Ok(judged));
        for cut in [0, 5, packed.len() - 1] {
            assert!(Judged::unpack(&packed[..cut]).is_err());
        }
    }
}
