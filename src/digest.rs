//! SHA-256 digests and their hexadecimal form.

use std::fmt::{self, Write};
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

/// Returns the bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_read_back() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Sha::of(b"").to_string(), empty);
        assert_eq!(empty.parse(), Ok(Sha::of(b"")));
        assert!("abc".parse::<Sha>().is_err() && "g".repeat(64).parse::<Sha>().is_err());
    }
}
