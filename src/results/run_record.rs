//! The record of one run, in memory and as one self-contained file: a line of JSON, then the kept files unchanged.

use serde::{Deserialize, Serialize};

use super::provenance::Provenance;
use super::row::Row;
use super::seal::FileDigests;
use crate::digest::Sha;
use crate::terminal::csv_field;

/// The row of a run with its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRecord {
    pub row: Row,
    pub files: RunFiles,
}

/// The files of a run; empty files are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFiles {
    /// The answer that counted.
    pub answer: Vec<u8>,
    /// The time and the value of each answer, as CSV with the header [`TRACE_HEADER`].
    pub trace: Vec<u8>,
    /// The beginning and the end of standard error.
    pub errors: Vec<u8>,
}

impl RunFiles {
    /// Returns the files in the order of [`KINDS`](crate::results_dir::KINDS).
    pub fn parts(&self) -> [&[u8]; 3] {
        [&self.answer, &self.trace, &self.errors]
    }

    pub fn digests(&self) -> FileDigests {
        self.parts().map(Sha::of)
    }
}

/// The columns of a trace.
pub const TRACE_HEADER: &str = "time_ms,value";

/// The first line of a record.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    row: Row,
    provenance: Provenance,
    /// The lengths of the files, in the order of [`KINDS`](crate::results_dir::KINDS).
    lengths: [usize; 3],
}

impl RunRecord {
    /// Returns a record without files.
    pub fn bare(row: Row) -> Self {
        Self {
            row,
            files: RunFiles::default(),
        }
    }

    /// Encodes the record, with the provenance that its row refers to.
    pub fn to_bytes(&self, provenance: &Provenance) -> Result<Vec<u8>, serde_json::Error> {
        let parts = self.files.parts();
        let header = Header {
            row: self.row.clone(),
            provenance: provenance.clone(),
            lengths: parts.map(<[u8]>::len),
        };
        let mut bytes = serde_json::to_vec(&header)?;
        bytes.push(b'\n');
        for content in parts {
            bytes.extend_from_slice(content);
        }
        Ok(bytes)
    }

    /// Decodes the output of [`RunRecord::to_bytes`]. Fails with a description of what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, Provenance), String> {
        let end = memchr::memchr(b'\n', bytes).ok_or("it has no first line")?;
        let (header, mut rest) = (&bytes[..end], &bytes[end + 1..]);
        let header: Header = serde_json::from_slice(header).map_err(|error| error.to_string())?;
        let Header {
            row,
            provenance,
            lengths: [answer, trace, errors],
        } = header;
        if provenance.digest() != provenance.id || *row.provenance != *provenance.id {
            return Err("its provenance is not that of its row".to_owned());
        }
        // A row is one line of a table, which may be opened in a spreadsheet.
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
    fn records_round_trip() {
        let provenance = provenance();
        let mut record = RunRecord::bare(sample());
        record.row.provenance = provenance.id.as_str().into();
        record.files.answer = b"\xff\n\n".to_vec();
        record.files.trace = b"time_ms,value\n".to_vec();
        let encoded = record.to_bytes(&provenance).unwrap();
        assert_eq!(
            RunRecord::from_bytes(&encoded),
            Ok((record.clone(), provenance.clone()))
        );
        for cut in [0, 5, encoded.len() - 1] {
            assert!(RunRecord::from_bytes(&encoded[..cut]).is_err());
        }
        let other = Provenance {
            kernel: "6.2".to_owned(),
            ..provenance
        };
        assert!(RunRecord::from_bytes(&record.to_bytes(&other).unwrap()).is_err());
    }
}
