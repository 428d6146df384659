//! Finds the hand-ins of a source: a Moodle download, a folder of archives or folders, one archive.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::time::SystemTime;

use rustix::fs::FileType;

use super::archive::{self, Kind, What};
use super::hand_in::{Content, HandIn, Moment};
use super::staging::Staging;
use super::unpack::Unpacker;
use super::{Request, moodle};
use crate::dir::{Dir, Entry};
use crate::entrants::project;
use crate::error::{Error, Result};

/// Fails if there is no source, or one that cannot be read.
pub(super) fn check(request: &Request) -> Result<()> {
    if request.sources.is_empty() && request.git.is_none() {
        let error = Error::user("there is nothing to collect");
        return Err(
            error.with_help("name a Moodle download, a folder of archives, or --git LIST.csv")
        );
    }
    for path in request.sources.iter().chain(&request.git) {
        let opened = File::open(path);
        opened.map_err(|error| Error::path("read", path, &error))?;
    }
    Ok(())
}

/// Returns the hand-ins of a source that the user named.
pub(super) fn hand_ins(path: &Path, staging: &Staging) -> Result<Vec<HandIn>> {
    let unreadable = |error: std::io::Error| Error::path("read", path, &error);
    let found = if path.is_dir() {
        let folder = Dir::open(path).map_err(unreadable)?;
        of_folder(path, &folder, staging)?
    } else {
        of_file(path, File::open(path).map_err(unreadable)?, staging)?
    };
    if found.is_empty() {
        let error = Error::user(format!("there are no hand-ins in {}", path.display()));
        return Err(error.with_help(
            "a source is a Moodle download, or a folder with an archive or a folder per team",
        ));
    }
    Ok(found)
}

fn of_file(path: &Path, mut file: File, staging: &Staging) -> Result<Vec<HandIn>> {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let failed = |error: std::io::Error| Error::path("read", path, &error);
    let mut head = Vec::new();
    Read::by_ref(&mut file)
        .take(512)
        .read_to_end(&mut head)
        .map_err(failed)?;
    file.rewind().map_err(failed)?;
    let kind = archive::kind(&head, &name);
    if kind.is_none() && !is_source(&name) {
        let error = Error::user(format!(
            "{} is neither an archive nor a folder",
            path.display()
        ));
        return Err(error.with_help(
            "a source is a Moodle download, or a folder with an archive or a folder per team",
        ));
    }
    if kind == Some(Kind::Zip) {
        let copy = file.try_clone().map_err(failed)?;
        let moodle = of_moodle_zip(copy, staging)?;
        if !moodle.is_empty() {
            return Ok(moodle);
        }
        file.rewind().map_err(failed)?;
    }
    Ok(vec![of_one_file(file, name)])
}

/// Whether a file is a program of one file.
fn is_source(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|end| end.to_str());
    let extension = extension.map(str::to_lowercase).unwrap_or_default();
    ["py", "c", "cpp", "cc", "rs", "java", "go", "js", "sh"].contains(&extension.as_str())
}

/// A team that handed in one file, named after it.
fn of_one_file(file: File, name: String) -> HandIn {
    let time = file
        .metadata()
        .ok()
        .and_then(|found| moment(found.modified().ok()?));
    let team = match archive::stem(&name) {
        stem if stem == name => stem.rsplit_once('.').map_or(stem, |(stem, _)| stem),
        stem => stem,
    };
    HandIn {
        team: team.to_owned(),
        id: String::new(),
        people: Vec::new(),
        source: name.clone(),
        time,
        content: Content::File { file, name },
        notes: Vec::new(),
    }
}

fn moment(time: SystemTime) -> Option<Moment> {
    Moment::try_from(time).ok()
}

fn of_folder(path: &Path, folder: &Dir, staging: &Staging) -> Result<Vec<HandIn>> {
    let failed = |error: std::io::Error| Error::path("read", path, &error);
    let entries = folder.entries().map_err(failed)?;
    let names: Vec<String> = entries
        .iter()
        .map(|entry| entry.name.to_string_lossy().into_owned())
        .collect();
    if names.iter().any(|name| moodle::read(name).is_some()) {
        return of_moodle_folder(folder, &entries, staging);
    }
    let is_project = |name: &String| {
        let build = [
            "Makefile",
            "makefile",
            "Cargo.toml",
            "CMakeLists.txt",
            "go.mod",
            "submission.toml",
            "solver",
        ];
        build.contains(&name.as_str())
            || (is_source(name) && name.to_lowercase().starts_with("solver."))
    };
    if names.iter().any(is_project) {
        let absolute = std::path::absolute(path).map_err(failed)?;
        let name = absolute
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        return Ok(vec![of_one_folder(Dir::open(path).map_err(failed)?, name)]);
    }
    let mut found = Vec::new();
    for (entry, name) in entries.iter().zip(names) {
        if project::junk(&name).is_some() || name.starts_with('.') {
            continue;
        }
        match entry.kind {
            FileType::Directory => {
                let inner = folder.dir(&entry.name).map_err(failed)?;
                found.push(of_one_folder(inner, name));
            }
            FileType::RegularFile => found.extend(of_entry(folder, entry, name).map_err(failed)?),
            _ => found.push(unusable(
                name,
                "a link or a device: hand in the file itself",
            )),
        }
    }
    Ok(found)
}

/// A file in a folder of hand-ins. Lists and notes that lie beside them are no hand-ins.
fn of_entry(folder: &Dir, entry: &Entry, name: String) -> std::io::Result<Option<HandIn>> {
    let mut file = folder.file(&entry.name)?;
    let mut head = Vec::new();
    Read::by_ref(&mut file).take(512).read_to_end(&mut head)?;
    file.rewind()?;
    let is_hand_in = archive::kind(&head, &name).is_some() || is_source(&name);
    let is_nearly = ["zip", "tar", "gz", "tgz", "rar", "7z"]
        .iter()
        .any(|end| name.to_lowercase().ends_with(end));
    if is_nearly && !is_hand_in {
        let team = archive::stem(&name).to_owned();
        let mut hand_in = unusable(
            name,
            "not an archive, whatever its name says: ask for another one",
        );
        hand_in.team = team;
        return Ok(Some(hand_in));
    }
    Ok(is_hand_in.then(|| of_one_file(file, name)))
}

fn unusable(name: String, reason: &str) -> HandIn {
    HandIn {
        team: name.clone(),
        id: String::new(),
        people: Vec::new(),
        source: name,
        time: None,
        content: Content::Unusable(reason.to_owned()),
        notes: Vec::new(),
    }
}

fn of_one_folder(folder: Dir, name: String) -> HandIn {
    HandIn {
        team: name.clone(),
        id: String::new(),
        people: Vec::new(),
        source: name,
        time: newest(&folder, 0),
        content: Content::Folder(folder),
        notes: Vec::new(),
    }
}

/// Returns when the newest file of a folder was written.
fn newest(folder: &Dir, depth: usize) -> Option<Moment> {
    const DEEPEST: usize = 10;
    let entries = folder.entries().unwrap_or_default().into_iter();
    let times = entries.filter_map(|entry| match entry.kind {
        FileType::RegularFile => moment(folder.modified(&entry.name).ok()?),
        FileType::Directory if depth < DEEPEST => newest(&folder.dir(&entry.name).ok()?, depth + 1),
        _ => None,
    });
    times.max()
}

/// The files of one person in a Moodle download, by the key of the name.
type Parts<'d> = BTreeMap<String, Part<'d>>;

struct Part<'d> {
    unpacker: Unpacker<'d>,
    time: Option<Moment>,
    failure: Option<String>,
}

/// Returns the hand-ins of a zip that Moodle made; empty if it is another zip.
fn of_moodle_zip(file: File, staging: &Staging) -> Result<Vec<HandIn>> {
    let length = file.metadata().map(|found| found.len()).unwrap_or(0);
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
    if keys.is_empty() || listed.is_err() {
        return Ok(Vec::new());
    }
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
    read.map_err(Error::user)?;
    let folders: BTreeMap<String, (Option<Moment>, Option<String>, Vec<String>)> = parts
        .into_iter()
        .map(|(key, part)| (key, (part.time, part.failure, part.unpacker.notes())))
        .collect();
    let mut found = Vec::new();
    for (key, folder) in keys {
        let (time, failure, notes) = folders.get(&key).cloned().unwrap_or_default();
        let content = match failure {
            Some(reason) => Content::Unusable(reason),
            None => Content::Folder(folder),
        };
        found.extend(of_person(&key, content, time, notes));
    }
    Ok(finish_moodle(found))
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

fn of_moodle_folder(folder: &Dir, entries: &[Entry], staging: &Staging) -> Result<Vec<HandIn>> {
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
    Ok(finish_moodle(found))
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
        people: vec![name.person.to_owned()],
        source: key.to_owned(),
        time,
        content,
        notes,
    })
}

/// Joins texts to the files of the same person, and the members of groups.
fn finish_moodle(hand_ins: Vec<HandIn>) -> Vec<HandIn> {
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
