//! What every page is made of: one style, one script, one block of data, and a policy that lets nothing else in.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};

/// The script files that every page needs, in order.
pub(super) const COMMON: [&str; 8] = [
    include_str!("page.js"),
    include_str!("viewers.js"),
    include_str!("robot.js"),
    include_str!("swap.js"),
    include_str!("grille.js"),
    include_str!("picross.js"),
    include_str!("board.js"),
    include_str!("timeline.js"),
];

/// The outer part of a page.
pub(super) struct Shell {
    pub(super) title: String,
    pub(super) policy: String,
    pub(super) style: &'static str,
    pub(super) script: String,
    pub(super) data: String,
}

impl Shell {
    pub(super) fn new(title: String, scripts: &[&str], data: &impl Serialize) -> Result<Self> {
        let style = include_str!("page.css");
        let script = [&COMMON, scripts].concat().concat() + EXPORTS;
        // Nothing is loaded, from anywhere; of scripts and styles only these very ones are run.
        let policy = format!(
            "default-src 'none'; script-src '{}'; style-src '{}'; base-uri 'none'; form-action 'none'",
            fingerprint(&script),
            fingerprint(style)
        );
        let data = serde_json::to_string(data)
            .map_err(|error| Error::fault("write the page's data", &error))?;
        Ok(Self {
            title,
            policy,
            style,
            script,
            // Within a script element only `<` can do harm.
            data: data.replace('<', "\\u003c"),
        })
    }
}

/// What tests and curious people find in the browser's console.
const EXPORTS: &str = "window.judge = { check, unpack };\n";

fn fingerprint(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text)))
}
