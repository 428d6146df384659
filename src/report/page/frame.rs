//! The view of a problem in a page: its script, and the script that runs beside it in a sandboxed frame.

use puzzles::AnyProblem;
use serde_json::{Value, json};

use super::pack::pack;
use crate::report::html::BasePage;

/// The script that a frame starts with.
const HOST: &str = include_str!("frame_host.js");

/// A view, packed.
#[derive(Clone, Debug)]
pub(super) struct View {
    source: &'static str,
    packed: String,
}

impl View {
    /// Returns the view of a problem, if it has one.
    pub(super) fn of(problem: &dyn AnyProblem) -> Option<Self> {
        // Browsers remove a byte order mark, so that the script would not have the digest that the policy allows.
        let source = problem.view()?.trim_start_matches('\u{feff}');
        let packed = pack(source.as_bytes());
        Some(Self { source, packed })
    }

    /// Returns the bytes that the view adds to a page.
    pub(super) fn size(&self) -> usize {
        /// Two digests in the policy, and escaped characters of the host script.
        const OVERHEAD: usize = 1000;
        self.packed.len() + HOST.len() + OVERHEAD
    }

    /// Returns the data that `frame.js` reads.
    pub(super) fn data(&self) -> Value {
        json!({"host": HOST, "script": self.packed})
    }

    /// Allows the view in frames of a page.
    pub(super) fn allowed_in(&self, base: BasePage) -> BasePage {
        base.with_frame_scripts(&[HOST, self.source])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_script_cannot_end_its_element() {
        assert!(!HOST.contains("</") && !HOST.contains("<!--") && !HOST.contains('\r'));
        assert!(HOST.replace('<', "\\u003c").len() < HOST.len() + 500);
    }
}
