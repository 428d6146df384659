//! All that came of one run, in memory and as one self-contained file: a line of JSON, then the kept files as they are.

use serde::{Deserialize, Serialize};

use super::provenance::Provenance;
use super::row::Row;
use super::seal::{FileDigests, Sha};
use crate::terminal::csv_field;

/// What came of one run, and what is kept of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    pub row: Row,
    pub kept: Kept,
}

/// Files that belong to a run; an empty one is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The answer that counted.
    pub answer: Vec<u8>,
    /// When the answers came, and what each was worth.
    pub trace: Vec<u8>,
    /// The beginning and the end of standard error.
    pub errors: Vec<u8>,
}

/// The folders of the files of runs, in the order in which seals cover them.
pub const KINDS: [&str; 3] = ["answers", "traces", "stderr"];

impl Kept {
    /// The files in the order of [`KINDS`].
    pub fn files(&self) -> [&[u8]; 3] {
        [&self.answer, &self.trace, &self.errors]
    }

    pub fn digests(&self) -> FileDigests {
        self.files().map(Sha::of)
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Label {
    row: Row,
    provenance: Provenance,
    /// The lengths of what follows, in the order of [`KINDS`].
    lengths: [usize; 3],
}

impl Judged {
    /// The row without anything else.
    pub fn bare(row: Row) -> Self {
        Self {
            row,
            kept: Kept::default(),
        }
    }

    /// The run as a file, with the provenance that its row refers to.
    pub fn pack(&self, provenance: &Provenance) -> Result<Vec<u8>, serde_json::Error> {
        let files = self.kept.files();
        let label = Label {
            row: self.row.clone(),
            provenance: provenance.clone(),
            lengths: files.map(<[u8]>::len),
        };
        let mut bytes = serde_json::to_vec(&label)?;
        bytes.push(b'\n');
        for content in files {
            bytes.extend_from_slice(content);
        }
        Ok(bytes)
    }

    /// Reads what [`Judged::pack`] wrote, or says what is wrong with it.
    pub fn unpack(bytes: &[u8]) -> Result<(Self, Provenance), String> {
        let end = memchr::memchr(b'\n', bytes).ok_or("it has no first line")?;
        let (label, mut rest) = (&bytes[..end], &bytes[end + 1..]);
        let label: Label = serde_json::from_slice(label).map_err(|error| error.to_string())?;
        let Label {
            row,
            provenance,
            lengths: [answer, trace, errors],
        } = label;
        if provenance.digest() != provenance.id || *row.provenance != *provenance.id {
            return Err("its provenance is not that of its row".to_owned());
        }
        // A row is one line of a table that spreadsheets open.
        if row.detail.chars().any(char::is_control) || csv_field(&row.detail) != *row.detail {
            return Err("its detail is not a plain line of text".to_owned());
        }
        let mut next = |length: usize| {
            let (content, more) = rest.split_at_checked(length).ok_or("it is cut short")?;
            rest = more;
            Ok::<_, String>(content.to_vec())
        };
        let kept = Kept {
            answer: next(answer)?,
            trace: next(trace)?,
            errors: next(errors)?,
        };
        Ok((Self { row, kept }, provenance))
    }
}

#[cfg(test)]
mod tests {
    use super::super::provenance::tests::sample as provenance;
    use super::super::row::tests::sample;
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let provenance = provenance();
        let mut judged = Judged::bare(sample());
        judged.row.provenance = provenance.id.as_str().into();
        judged.kept.answer = b"\xff\n\n".to_vec();
        judged.kept.trace = b"time_ms,value\n".to_vec();
        let packed = judged.pack(&provenance).unwrap();
        assert_eq!(
            Judged::unpack(&packed),
            Ok((judged.clone(), provenance.clone()))
        );
        for cut in [0, 5, packed.len() - 1] {
            assert!(Judged::unpack(&packed[..cut]).is_err());
        }
        let other = Provenance {
            kernel: "6.2".to_owned(),
            ..provenance
        };
        assert!(Judged::unpack(&judged.pack(&other).unwrap()).is_err());
    }
}
