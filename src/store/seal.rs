//! The seal of a row: a hash chain over `runs.csv` and the files that belong to its rows.
//!
//! The seal is the SHA-256, in lower-case hexadecimal, of these lines, each followed by a line feed: the seal of the
//! row before (64 zeros for the first row), the row as it stands in the file without its last field and comma, and the
//! SHA-256 of the answer, the trace and the standard error that are kept (of nothing, where a file is absent). Whoever
//! wrote down the last seal notices any later change, removal or insertion.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A SHA-256 digest: of a file, or of a row and everything before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Sha(pub [u8; 32]);

impl Sha {
    /// What comes before the first row.
    pub const GENESIS: Self = Self([0; 32]);

    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

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

impl fmt::Display for Sha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Sha {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Some(byte - b'0'),
            b'a'..=b'f' => Some(byte - b'a' + 10),
            _ => None,
        };
        let mut bytes = [0; 32];
        let digits = text.as_bytes();
        let pairs = digits.chunks_exact(2);
        if digits.len() != 64 {
            return Err(format!("expected 64 hexadecimal digits, found `{text}`"));
        }
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            let value = digit(pair[0]).zip(digit(pair[1]));
            let (high, low) = value.ok_or_else(|| format!("`{text}` is not hexadecimal"))?;
            *byte = high << 4 | low;
        }
        Ok(Self(bytes))
    }
}

impl From<Sha> for String {
    fn from(sha: Sha) -> Self {
        sha.to_string()
    }
}

impl TryFrom<String> for Sha {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_can_be_computed_by_hand() {
        let nothing = Sha::of(b"");
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(nothing.to_string(), empty);
        let text = format!("{}\nrow\n{empty}\n{empty}\n{empty}\n", "0".repeat(64));
        let expected = Sha::of(text.as_bytes());
        assert_eq!(seal(Sha::GENESIS, b"row", &[nothing; 3]), expected);
        assert_eq!(expected.to_string().parse(), Ok(expected));
        assert!("abc".parse::<Sha>().is_err() && "g".repeat(64).parse::<Sha>().is_err());
    }
}
