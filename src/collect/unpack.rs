//! Writes members of an archive below a folder, under limits.
//!
//! Names and sizes that an archive claims are not trusted: paths are checked here and resolved by [`Dir`], bytes are
//! counted while they are written. Links and devices are never created.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::path::Path;

use super::archive::{Member, What};
use crate::dir::Dir;
use crate::entrants::project;
use crate::locale::Text;
use crate::units::show_size;

/// The most files of a hand-in.
pub(super) const MAX_FILES: usize = 20_000;
/// The largest hand-in, in bytes.
pub(super) const MAX_TOTAL: u64 = 512 << 20;
/// The largest file, in bytes.
pub(super) const MAX_FILE: u64 = 256 << 20;
/// How many times as large as the archive its content may be. Text shrinks to a tenth, a zip bomb to a thousandth.
const MAX_RATIO: u64 = 200;
/// Below this size the ratio does not matter.
const SMALL: u64 = 16 << 20;
const MAX_DEPTH: usize = 40;
const MAX_COMPONENT: usize = 255;
/// So many remarks of one kind are listed.
const SHOWN: usize = 3;

/// Writes files below a folder.
#[derive(Debug)]
pub(super) struct Unpacker<'d> {
    target: &'d Dir,
    files: usize,
    bytes: u64,
    most: u64,
    /// By path in lower case, the path.
    paths: BTreeMap<String, String>,
    remarks: BTreeMap<Why, Vec<String>>,
}

/// Why a member is not written, or is worth a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Why {
    Special,
    Link,
    /// Its name is not plain text.
    NotPlain,
    /// Another name differs only in case.
    Case,
    Twice,
    Submodule,
}

impl<'d> Unpacker<'d> {
    /// Prepares to write the content of an archive of `length` bytes.
    pub(super) fn new(target: &'d Dir, length: u64) -> Self {
        Self {
            target,
            files: 0,
            bytes: 0,
            most: length.saturating_mul(MAX_RATIO).max(SMALL),
            paths: BTreeMap::new(),
            remarks: BTreeMap::new(),
        }
    }

    /// Writes a member. Fails with the reason if the whole hand-in is to be refused.
    pub(super) fn add(&mut self, member: Member) -> Result<(), String> {
        let Member {
            name,
            what,
            executable,
            content,
            ..
        } = member;
        match what {
            What::Folder => Ok(()),
            What::Link => {
                self.remark(Why::Link, &name);
                Ok(())
            }
            What::Submodule => {
                self.remark(Why::Submodule, &name);
                Ok(())
            }
            What::Special => {
                self.remark(Why::Special, &name);
                Ok(())
            }
            What::File => self.file(&name, executable, content),
        }
    }

    /// Writes a file.
    pub(super) fn file(
        &mut self,
        name: &str,
        executable: bool,
        content: &mut dyn Read,
    ) -> Result<(), String> {
        let path = inner_path(name)?;
        // Counted against no limit: the history of a repository may have more files than a program.
        if project::junk(&path).is_some() {
            return Ok(());
        }
        let is_plain = path
            .split('/')
            .all(|part| part.len() <= MAX_COMPONENT && !part.contains(char::is_control));
        if !is_plain || path.is_empty() {
            self.remark(Why::NotPlain, name);
            return Ok(());
        }
        self.files += 1;
        if self.files > MAX_FILES {
            return Err(format!(
                "more than {MAX_FILES} files: ask for the sources only"
            ));
        }
        match self.paths.insert(path.to_lowercase(), path.clone()) {
            Some(other) if other == path => {
                self.remark(Why::Twice, name);
                return Ok(());
            }
            Some(_) => self.remark(Why::Case, name),
            None => {}
        }
        self.write(&path, executable, content)
    }

    fn write(
        &mut self,
        path: &str,
        executable: bool,
        content: &mut dyn Read,
    ) -> Result<(), String> {
        let failed = |error: io::Error| {
            format!("{path} cannot be unpacked ({error}): ask for another archive")
        };
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.target.create_dir(Path::new(folder)).map_err(failed)?;
        }
        let mode = if executable { 0o755 } else { 0o644 };
        let mut file = self
            .target
            .create_new(Path::new(path), mode)
            .map_err(failed)?;
        let mut buffer = vec![0; 64 << 10];
        let mut size = 0;
        loop {
            let count = content.read(&mut buffer).map_err(failed)?;
            if count == 0 {
                return Ok(());
            }
            size += count as u64;
            self.bytes += count as u64;
            if size > MAX_FILE {
                return Err(format!(
                    "{path} is larger than {}: ask for the sources only",
                    show_size(MAX_FILE)
                ));
            }
            if self.bytes > self.most {
                return Err(format!(
                    "its content is more than {MAX_RATIO} times as large as the archive, as in a zip bomb: look into it"
                ));
            }
            if self.bytes > MAX_TOTAL {
                return Err(format!(
                    "larger than {}: ask for the sources only",
                    show_size(MAX_TOTAL)
                ));
            }
            file.write_all(&buffer[..count]).map_err(failed)?;
        }
    }

    fn remark(&mut self, why: Why, name: &str) {
        self.remarks.entry(why).or_default().push(name.to_owned());
    }

    /// Returns remarks on members that were not written, or that are worth a look.
    pub(super) fn notes(self) -> Vec<String> {
        let note = |(why, names): (Why, Vec<String>)| {
            let more = names.len().saturating_sub(SHOWN);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            let names = names.into_iter().take(SHOWN).collect::<Vec<_>>().join(", ");
            let note = match why {
                Why::Special => Text::message("found-special"),
                Why::Link => Text::message("found-links"),
                Why::Case => Text::message("found-case"),
                Why::NotPlain => Text::message("found-not-plain"),
                Why::Twice => Text::message("found-twice"),
                Why::Submodule => Text::message("found-submodules"),
            };
            note.with("names", names + &more).to_string()
        };
        self.remarks.into_iter().map(note).collect()
    }
}

/// Returns the path of a member below the folder. Fails if it leads elsewhere.
fn inner_path(name: &str) -> Result<String, String> {
    let outside = || {
        format!("`{name}` leads out of the folder: look into the archive, and ask for another one")
    };
    // Some programs on Windows separate folders by backslashes.
    let name = name.replace('\\', "/");
    let has_drive =
        name.get(1..2) == Some(":") && name.starts_with(|c: char| c.is_ascii_alphabetic());
    if name.starts_with('/') || has_drive {
        return Err(outside());
    }
    let parts = name
        .split('/')
        .filter(|part| !part.is_empty() && *part != ".");
    let parts: Vec<&str> = parts.collect();
    if parts.contains(&"..") {
        return Err(outside());
    }
    if parts.len() > MAX_DEPTH {
        return Err(format!(
            "folders are nested more than {MAX_DEPTH} deep: look into the archive"
        ));
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        let path = |name| inner_path(name).ok();
        assert_eq!(path("./a//b.py").as_deref(), Some("a/b.py"));
        assert_eq!(path(r"src\Main.java").as_deref(), Some("src/Main.java"));
        assert_eq!(path("a..b/..c").as_deref(), Some("a..b/..c"));
        for name in [
            "/etc/passwd",
            "../x",
            "a/../../x",
            r"..\x",
            r"C:\x",
            "c:x",
            r"\\server\x",
            r"a\..\x",
        ] {
            assert_eq!(path(name), None, "{name}");
        }
    }
}
