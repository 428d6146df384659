//! The names of uploaded files: what a client sends may be anything.

use crate::dir;
use crate::locale::Text;
use crate::site::web::failure::Failure;

/// The longest name with its folders, in bytes.
const LONGEST: usize = 1000;

/// Returns a file's name with its folders, or says what is wrong with it.
pub(super) fn checked(name: &str) -> Result<String, Failure> {
    let refused = |error: Text| {
        let shown: String = name.escape_debug().take(80).collect();
        let help = Text::message("site-failure-name-help");
        Err(Failure::bad(error.with("name", shown), help))
    };
    if name.len() > LONGEST {
        return refused(Text::message("site-failure-name-long"));
    }
    if name.starts_with('/') {
        return refused(Text::message("site-failure-name-slash"));
    }
    for part in name.split('/') {
        // Files such as `.gitignore` are harmless; every other rule holds for them too.
        let visible = part.strip_prefix('.').unwrap_or(part);
        if dir::component(visible).is_err() || part.contains('\\') {
            return refused(Text::message("site-failure-bad-name"));
        }
    }
    Ok(name.to_owned())
}

/// Returns the name of the archive that is made of several files: that of their common folder.
pub(super) fn archive<'n>(mut names: impl Iterator<Item = &'n str>) -> String {
    let first = |name: &'n str| name.split_once('/').map(|(folder, _)| folder);
    let folder = names.next().and_then(first);
    let folder = folder.filter(|folder| names.all(|name| first(name) == Some(folder)));
    format!("{}.zip", folder.unwrap_or("hand-in"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_folder() {
        for name in [
            "solver.py",
            "a/b/c.rs",
            ".gitignore",
            "a/.cargo/config",
            "é ü.c",
        ] {
            assert_eq!(checked(name).unwrap(), name);
        }
        let long = "x".repeat(256);
        let deep = "x/".repeat(600) + "x";
        for name in [
            "",
            "/etc/passwd",
            "..",
            "a/../b",
            "../x",
            ".",
            "a//b",
            "a/",
            "./a",
            "a\\b",
            "a\nb",
            "a\x1b[2J",
            "a\0b",
            &long,
            &deep,
        ] {
            assert!(checked(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn archives_are_named_after_the_folder() {
        assert_eq!(archive(["t/a", "t/b/c"].into_iter()), "t.zip");
        assert_eq!(archive(["t/a", "b"].into_iter()), "hand-in.zip");
        assert_eq!(archive(["a", "b"].into_iter()), "hand-in.zip");
    }
}
