//! Notices changes of files by their size and time of modification.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The most files that are looked at: as many as a submission may have.
const MOST_FILES: usize = 20_000;

/// The state of some files at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint(BTreeMap<PathBuf, Stamp>);

/// What changes when a file is written or replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    size: u64,
    seconds: i64,
    nanoseconds: i64,
    inode: u64,
    mode: u32,
}

impl Fingerprint {
    /// Looks at files, and at all files below folders. Hidden files, backups of editors and caches of interpreters are
    /// not part of a program, nor is the file `written`, which the judge itself writes.
    pub fn of(paths: &[PathBuf], written: Option<&Path>) -> Self {
        let written = written.and_then(|path| path.canonicalize().ok());
        let mut stamps = BTreeMap::new();
        for path in paths {
            // A path that the user named may be a link.
            let top = path.canonicalize().unwrap_or_else(|_| path.clone());
            let entries = WalkDir::new(&top)
                .into_iter()
                .filter_entry(|entry| entry.depth() == 0 || is_part(entry.file_name()));
            for entry in entries.filter_map(Result::ok).take(MOST_FILES) {
                let Ok(found) = entry.metadata() else {
                    continue;
                };
                if found.is_dir() || written.as_deref() == Some(entry.path()) {
                    continue;
                }
                let stamp = Stamp {
                    size: found.size(),
                    seconds: found.mtime(),
                    nanoseconds: found.mtime_nsec(),
                    inode: found.ino(),
                    mode: found.mode(),
                };
                stamps.insert(entry.into_path(), stamp);
            }
        }
        Self(stamps)
    }
}

fn is_part(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    !(name.starts_with('.') || name.ends_with('~') || name == "__pycache__")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn changes_of_the_program_are_noticed_and_nothing_else() {
        let world = tempfile::tempdir().unwrap();
        let folder = world.path().join("team");
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::write(folder.join("src/a.py"), "a").unwrap();
        let page = folder.join("page.html");
        let look = || Fingerprint::of(&[folder.clone(), world.path().join("none")], Some(&page));
        let mut last = look();
        let mut is_changed = || {
            let now = look();
            let is_changed = now != last;
            last = now;
            is_changed
        };
        assert!(!is_changed());
        fs::write(folder.join("src/a.py"), "ab").unwrap();
        assert!(is_changed(), "another size");
        fs::write(folder.join("src/b.py"), "").unwrap();
        assert!(is_changed(), "a new file");
        fs::write(folder.join("src/c"), "xy").unwrap();
        fs::rename(folder.join("src/c"), folder.join("src/a.py")).unwrap();
        assert!(is_changed(), "a replaced file");
        fs::remove_file(folder.join("src/b.py")).unwrap();
        assert!(is_changed(), "a removed file");
        for ignored in [
            ".judge/1/try.toml",
            "src/.a.py.swp",
            "src/a.py~",
            "page.html",
        ] {
            let path = folder.join(ignored);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
            assert!(!is_changed(), "{ignored}");
        }
    }
}
