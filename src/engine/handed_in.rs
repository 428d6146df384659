//! The answer file that a team handed in for an instance, if it did.

use std::fs;
use std::io::Read;
use std::path::Path;

use rustix::fs::OFlags;
use walkdir::WalkDir;

use crate::entrants::ANSWERS;

/// The team's file for an instance: its name with any extension. Links are refused, as they may lead anywhere.
pub(super) fn handed_in(folder: &Path, stem: &str) -> std::result::Result<Option<Vec<u8>>, String> {
    /// No sensible answer is larger.
    const LARGEST: u64 = 1 << 30;
    match fs::symlink_metadata(folder) {
        Ok(found) if found.is_symlink() => return Err("the folder of answers is a link".to_owned()),
        Ok(found) if found.is_dir() => {}
        Ok(_) => return Err(format!("{ANSWERS} is not a folder")),
        Err(_) => return Ok(None),
    }
    let entries = WalkDir::new(folder)
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name();
    let named = |entry: &walkdir::DirEntry| entry.path().file_stem().is_some_and(|own| own == stem);
    let found: Vec<_> = entries.into_iter().flatten().filter(named).collect();
    let path = match found.as_slice() {
        [] => return Ok(None),
        [file] => file.path(),
        [one, other, ..] => {
            let (one, other) = (one.file_name().display(), other.file_name().display());
            return Err(format!("both {one} and {other} were handed in"));
        }
    };
    // Opened without following links or waiting for a pipe, and looked at only then, so that nothing can change.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = match rustix::fs::open(path, flags, rustix::fs::Mode::empty()) {
        Ok(file) => fs::File::from(file),
        Err(rustix::io::Errno::LOOP) => return Err("the answer file is a link".to_owned()),
        Err(error) => return Err(format!("unreadable file: {error}")),
    };
    let unreadable = |error: std::io::Error| format!("unreadable file: {error}");
    let metadata = file.metadata().map_err(unreadable)?;
    if !metadata.is_file() {
        return Err("the answer is not a plain file".to_owned());
    }
    if metadata.len() > LARGEST {
        return Err("the answer file is larger than 1 GiB".to_owned());
    }
    let mut answer = Vec::new();
    file.take(LARGEST)
        .read_to_end(&mut answer)
        .map_err(unreadable)?;
    Ok(Some(answer))
}
