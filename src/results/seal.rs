//! The seal of a row: a hash chain over `runs.csv` and the files that belong to its rows.
//!
//! The seal is the SHA-256, in lower-case hexadecimal, of these lines, each followed by a line feed: the seal of the
//! row before (64 zeros for the first row), the row as it stands in the file without its last field and comma, and the
//! SHA-256 of the answer, the trace and the standard error that are kept (of nothing, where a file is absent). Whoever
//! wrote down the last seal notices any later change, removal or insertion.

use sha2::{Digest, Sha256};

use crate::digest::Sha;

/// The digests of the files of a run: answer, trace and standard error.
pub type FileDigests = [Sha; 3];

/// The seal of a row, given as its line without the seal.
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
