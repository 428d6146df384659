//! The seals of rows: a hash chain over `runs.csv` and the files of its runs.
//!
//! A seal is the SHA-256, in lower-case hexadecimal, of these lines, each followed by a line feed: the seal of the
//! previous row (64 zeros for the first row), the row as it is in the file without its last field and comma, and the
//! SHA-256 of the kept answer, trace and standard error (of the empty string if a file is absent). With a copy of the
//! last seal, any later change, removal or insertion can be detected.

use sha2::{Digest, Sha256};

use super::row::Row;
use crate::digest::Sha;

/// A row of the journal with its seal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedRow {
    pub row: Row,
    pub seal: Sha,
}

/// The digests of the files of a run: answer, trace and standard error.
pub type FileDigests = [Sha; 3];

/// Computes the seal of a row from the seal of the previous row, the row's line without its seal, and its files.
pub fn seal(before: Sha, line: &[u8], files: &FileDigests) -> Sha {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update(part);
        hash.update(b"\n");
    };
    add(before.to_string().as_bytes());
    add(line);
    for file in files {
        add(file.to_string().as_bytes());
    }
    Sha(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_can_be_computed_by_hand() {
        let nothing = Sha::of(b"");
        let empty = nothing.to_string();
        let text = format!("{}\nrow\n{empty}\n{empty}\n{empty}\n", "0".repeat(64));
        let expected = Sha::of(text.as_bytes());
        assert_eq!(seal(Sha::GENESIS, b"row", &[nothing; 3]), expected);
    }
}
