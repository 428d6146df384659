//! The digest by which a proof names its instance.

use std::fmt::{Display, Write};

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of the canonical text of an instance: 64 hexadecimal digits in lower case.
pub(crate) fn digest(instance: &impl Display) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(instance.to_string()) {
        // Writing to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}
