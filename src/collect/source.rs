//! Finds the hand-ins of a source: a Moodle download, a folder of archives or folders, one archive.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::time::SystemTime;

use rustix::fs::FileType;

use super::archive::{self, Kind};
use super::hand_in::{Content, HandIn, Moment};
use super::staging::Staging;
use super::{Request, download, moodle};
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
        let moodle = download::of_zip(path, copy, staging)?;
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

pub(super) fn moment(time: SystemTime) -> Option<Moment> {
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
        return download::of_folder(folder, &entries, staging);
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
                if staging.is_target(&inner) {
                    continue;
                }
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
pub(super) fn newest(folder: &Dir, depth: usize) -> Option<Moment> {
    const DEEPEST: usize = 10;
    let entries = folder.entries().unwrap_or_default().into_iter();
    let times = entries.filter_map(|entry| match entry.kind {
        FileType::RegularFile => moment(folder.modified(&entry.name).ok()?),
        FileType::Directory if depth < DEEPEST => newest(&folder.dir(&entry.name).ok()?, depth + 1),
        _ => None,
    });
    times.max()
}
