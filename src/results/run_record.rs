//! All that came of one run, in memory and as one self-contained file: a line of JSON, then the kept files as they are.

use serde::{Deserialize, Serialize};

use super::provenance::Provenance;
use super::row::Row;
use super::seal::FileDigests;
use crate::digest::Sha;
use crate::terminal::csv_field;

/// What came of one run, and what is kept of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRecord {
    pub row: Row,
    pub files: RunFiles,
}

/// Files that belong to a run; an empty one is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFiles {
    /// The answer that counted.
    pub answer: Vec<u8>,
    /// When the answers came, and what each was worth.
    pub trace: Vec<u8>,
    /// The beginning and the end of standard error.
    pub errors: Vec<u8>,
}

impl RunFiles {
    /// The files in the order of [`KINDS`](crate::results_dir::KINDS).
    pub fn parts(&self) -> [&[u8]; 3] {
        [&self.answer, &self.trace, &self.errors]
    }

    pub fn digests(&self) -> FileDigests {
        self.parts().map(Sha::of)
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Label {
    row: Row,
    provenance: Provenance,
    /// The lengths of what follows, in the order of [`KINDS`](crate::results_dir::KINDS).
    lengths: [usize; 3],
}

impl RunRecord {
    /// The row without anything else.
    pub fn bare(row: Row) -> Self {
        Self {
            row,
            files: RunFiles::default(),
        }
    }

    /// The run as a file, with the provenance that its row refers to.
    pub fn to_bytes(&self, provenance: &Provenance) -> Result<Vec<u8>, serde_json::Error> {
        let parts = self.files.parts();
        let label = Label {
            row: self.row.clone(),
            provenance: provenance.clone(),
            lengths: parts.map(<[u8]>::len),
        };
        let mut bytes = serde_json::to_vec(&label)?;
        bytes.push(b'\n');
        for content in parts {
            bytes.extend_from_slice(content);
        }
        Ok(bytes)
    }

    /// Reads what [`RunRecord::to_bytes`] wrote, or says what is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Provenance), String> {
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
        let files = RunFiles {
            answer: next(answer)?,
            trace: next(trace)?,
            errors: next(errors)?,
        };
        Ok((Self { row, files }, provenance))
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
        let mut judged = RunRecord::bare(sample());
        judged.row.provenance = provenance.id.as_str().into();
        judged.files.answer = b"\xff\n\n".to_vec();
        judged.files.trace = b"time_ms,value\n".to_vec();
        let packed = judged.to_bytes(&provenance).unwrap();
        assert_eq!(
            RunRecord::from_bytes(&packed),
            Ok((judged.clone(), provenance.clone()))
        );
        for cut in [0, 5, packed.len() - 1] {
            assert!(RunRecord::from_bytes(&packed[..cut]).is_err());
        }
        let other = Provenance {
            kernel: "6.2".to_owned(),
            ..provenance
        };
        assert!(RunRecord::from_bytes(&judged.to_bytes(&other).unwrap()).is_err());
    }
}
