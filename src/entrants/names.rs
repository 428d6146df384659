//! Which names teams, problems and baselines can have.

use std::ffi::OsStr;

use unicode_security::confusable_detection::skeleton;

use crate::dir;
use crate::locale::Text;
use crate::terminal::{csv_field, is_invisible};

/// The longest team name, in bytes: it becomes part of file names, which may have 255.
pub(super) const LONGEST_NAME: usize = 200;

/// Returns why a name cannot be used beside the names of `others`, if it cannot.
pub fn unusable_name<'n>(name: &str, mut others: impl Iterator<Item = &'n str>) -> Option<Text> {
    if name.len() > LONGEST_NAME {
        return Some(Text::message("name-long"));
    }
    let escaped = || name.escape_debug().to_string();
    if name.is_empty() || name.starts_with('.') {
        return Some(Text::message("name-dot").with("name", escaped()));
    }
    if dir::component(name).is_err() {
        return Some(Text::message("name-slash").with("name", escaped()));
    }
    if name.chars().any(is_invisible) {
        return Some(Text::message("name-invisible"));
    }
    if name.chars().any(|c| c.is_whitespace() && c != ' ') {
        return Some(Text::message("name-blanks"));
    }
    if name.trim() != name || name.contains("  ") {
        return Some(Text::message("name-hidden-blanks"));
    }
    if csv_field(name) != name {
        return Some(Text::message("name-formula"));
    }
    let looks = |name: &str| -> String {
        let letters = skeleton(name).filter(|c| !c.is_whitespace());
        letters.collect()
    };
    let own = looks(name);
    let alike = others.find(|other| looks(other) == own);
    alike.map(|other| Text::message("name-alike").with("other", other))
}

/// Returns a file name as text that is safe in tables and on terminals.
pub(super) fn shown(name: &OsStr) -> String {
    let name = name.to_string_lossy();
    name.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_deceive_are_refused() {
        let others = ["Team One", "naive"];
        let refused = |name: &str| unusable_name(name, others.into_iter());
        for name in ["Team Two", "équipe 1", "日本", "a-b", "1+1"] {
            assert_eq!(refused(name), None, "{name}");
        }
        for name in [
            " lead",
            "trail ",
            "two  blanks",
            "thin\u{2009}blank",
            "Team\u{a0}Two",
            "braille\u{2800}",
            "soft\u{ad}hyphen",
            "null\u{1d159}",
            "egypt\u{13430}",
            "TeamOne",
            "Te am One",
            "T\u{435}am One",
            "＝1",
            "＋1",
            "－1",
            "＠1",
            "=1",
        ] {
            assert!(refused(name).is_some(), "{name:?}");
        }
    }
}
