//! Reads a download of all submissions of a Moodle assignment: a zip, or a folder into which it was unpacked.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use rustix::fs::FileType;

use super::archive::{self, Kind, What};
use super::hand_in::{Content, HandIn, Moment};
use super::moodle;
use super::source::{moment, newest};
use super::staging::Staging;
use super::unpack::Unpacker;
use crate::dir::{Dir, Entry};
use crate::entrants::project;
use crate::error::{Error, Result};

/// The files of one person in a Moodle download, by the key of the name.
type Parts<'d> = BTreeMap<String, Part<'d>>;

struct Part<'d> {
    unpacker: Unpacker<'d>,
    time: Option<Moment>,
    failure: Option<String>,
}

/// Returns the hand-ins of a zip that Moodle made; empty if it is another zip.
pub(super) fn of_zip(path: &Path, file: File, staging: &Staging) -> Result<Vec<HandIn>> {
    let length = file.metadata().map_or(0, |found| found.len());
    let again = file
        .try_clone()
        .map_err(|error| Error::fault("read an archive", &error))?;
    // Folders first: the unpackers borrow them.
    let mut keys: BTreeMap<String, Dir> = BTreeMap::new();
    let mut problem = None;
    let listed = archive::visit(file, Kind::Zip, &mut |member| {
        if let Some((key, _)) = routed(&member.name)
            && !keys.contains_key(&key)
        {
            match staging.fresh() {
                Ok((_, folder)) => drop(keys.insert(key, folder)),
                Err(error) => {
                    problem = Some(error);
                    return Err(String::new());
                }
            }
        }
        Ok(())
    });
    if let Some(error) = problem {
        return Err(error);
    }
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let unreadable = |reason: String| Error::user(format!("{}: {reason}", path.display()));
    listed.map_err(unreadable)?;
    let part = |folder| Part {
        unpacker: Unpacker::new(folder, length),
        time: None,
        failure: None,
    };
    let mut parts: Parts = keys
        .iter()
        .map(|(key, folder)| (key.clone(), part(folder)))
        .collect();
    let read = archive::visit(again, Kind::Zip, &mut |mut member| {
        let Some((key, inner)) = routed(&member.name) else {
            return Ok(());
        };
        let Some(part) = parts.get_mut(&key).filter(|part| part.failure.is_none()) else {
            return Ok(());
        };
        if member.what == What::File {
            part.time = part.time.max(member.time);
        }
        member.name = inner;
        // One bad hand-in does not stop the others.
        part.failure = part.unpacker.add(member).err();
        Ok(())
    });
    read.map_err(unreadable)?;
    // Both are sorted by the same keys. The unpackers borrow the folders, so they go first.
    let ended = parts.into_values();
    let ended = ended.map(|part| (part.time, part.failure, part.unpacker.notes()));
    let ended: Vec<_> = ended.collect();
    let mut found = Vec::new();
    for ((key, folder), (time, failure, notes)) in keys.into_iter().zip(ended) {
        let content = failure.map_or(Content::Folder(folder), Content::Unusable);
        found.extend(of_person(&key, content, time, notes));
    }
    Ok(finish(found))
}

/// Splits a path in a download into the key of the person and the path of the file: the person's folder is at the top or
/// in the one folder at the top.
fn routed(path: &str) -> Option<(String, String)> {
    let parts: Vec<&str> = path.split('/').collect();
    let at = parts
        .iter()
        .take(2)
        .position(|part| moodle::read(part).is_some())?;
    let name = moodle::read(parts[at])?;
    let mut inner: Vec<&str> = parts[at + 1..].to_vec();
    if !name.file.is_empty() {
        inner.insert(0, name.file);
    }
    Some((name.key.to_owned(), inner.join("/")))
}

pub(super) fn of_folder(folder: &Dir, entries: &[Entry], staging: &Staging) -> Result<Vec<HandIn>> {
    let failed = |error: std::io::Error| Error::path("read", folder.path(), &error);
    let mut found = Vec::new();
    let mut flat: BTreeMap<String, Vec<(String, File)>> = BTreeMap::new();
    for entry in entries {
        let shown = entry.name.to_string_lossy();
        let Some(name) = moodle::read(&shown) else {
            continue;
        };
        if entry.kind == FileType::Directory {
            let inner = folder.dir(&entry.name).map_err(failed)?;
            let time = newest(&inner, 0);
            found.extend(of_person(&shown, Content::Folder(inner), time, Vec::new()));
        } else if entry.kind == FileType::RegularFile {
            let file = folder.file(&entry.name).map_err(failed)?;
            flat.entry(name.key.to_owned())
                .or_default()
                .push((name.file.to_owned(), file));
        }
    }
    for (key, files) in flat {
        let (_, target) = staging.fresh()?;
        let mut unpacker = Unpacker::new(&target, u64::MAX);
        let mut time = None;
        let mut failure = None;
        for (name, mut file) in files {
            let modified = file.metadata().and_then(|found| found.modified());
            time = time.max(modified.ok().and_then(moment));
            failure = failure.or(unpacker.file(&name, false, &mut file).err());
        }
        let notes = unpacker.notes();
        let content = failure.map_or(Content::Folder(target), Content::Unusable);
        found.extend(of_person(&key, content, time, notes));
    }
    Ok(finish(found))
}

/// The hand-in of a person in a Moodle download.
fn of_person(
    key: &str,
    content: Content,
    time: Option<Moment>,
    notes: Vec<String>,
) -> Option<HandIn> {
    let name = moodle::read(key)?;
    let content = if name.is_text {
        let reason = "a text that was typed into Moodle, not a file: copy the program out of onlinetext.html";
        Content::Unusable(reason.to_owned())
    } else {
        content
    };
    Some(HandIn {
        team: name.person.to_owned(),
        id: name.id.to_owned(),
        people: vec![moodle::person(name.person, name.id)],
        source: key.to_owned(),
        time,
        content,
        notes,
    })
}

/// Joins texts to the files of the same person, and the members of groups.
fn finish(hand_ins: Vec<HandIn>) -> Vec<HandIn> {
    let is_text = |hand_in: &HandIn| moodle::read(&hand_in.source).is_some_and(|name| name.is_text);
    let (texts, mut found): (Vec<HandIn>, Vec<HandIn>) = hand_ins.into_iter().partition(is_text);
    for text in texts {
        let same = |hand_in: &&mut HandIn| hand_in.team == text.team && hand_in.id == text.id;
        match found.iter_mut().find(same) {
            Some(hand_in) => {
                let note =
                    "also typed a text into Moodle, which was not taken: see its onlinetext folder";
                hand_in.notes.push(note.to_owned());
            }
            None => found.push(text),
        }
    }
    let digests: Vec<Option<String>> = found.iter().map(content_digest).collect();
    moodle::merge_groups(found, &digests)
}

/// Returns the digest of a folder that holds something.
fn content_digest(hand_in: &HandIn) -> Option<String> {
    let Content::Folder(folder) = &hand_in.content else {
        return None;
    };
    let is_empty = folder.entries().is_ok_and(|entries| entries.is_empty());
    if is_empty {
        return None;
    }
    project::digest(folder).ok()
}
