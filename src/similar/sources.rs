//! Reads the source files of every team of a submissions folder.

use std::path::Path;

use super::language::Language;
use crate::dir::Dir;
use crate::entrants::project::{self, Listing};
use crate::entrants::{self, ANSWERS, Entrant, HISTORY, HandedIn};
use crate::error::Result;

/// The largest source that is read, of a file and of a team, in bytes. Programs of people are far smaller.
const LARGEST: u64 = 1 << 20;

/// A source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The path below the team's folder.
    pub path: String,
    pub text: String,
    pub language: Language,
}

/// What a team handed in.
#[derive(Debug)]
pub(super) struct TeamSources {
    pub team: String,
    /// The digest of the submission.
    pub digest: String,
    pub files: Vec<SourceFile>,
    /// Files that are too large or cannot be read.
    pub remarks: Vec<String>,
}

/// Reads a submissions folder: the sources of all teams, and remarks on entries that are no teams.
pub(super) fn read(
    submissions: &Path,
    baselines: &[String],
) -> Result<(Vec<TeamSources>, Vec<String>)> {
    let field = entrants::teams(submissions, baselines)?;
    let teams = field.entrants.iter().map(team).collect();
    // Other remarks say why a program cannot be run, which does not matter here.
    let mut remarks = field.remarks;
    remarks.retain(|remark| remark.ends_with(", left out"));
    Ok((teams, remarks))
}

/// Reads the sources of a folder that is not a team's, such as a skeleton that was given to all.
pub(super) fn read_folder(path: &Path) -> Result<Vec<SourceFile>> {
    let found = team(&entrants::lone(path)?);
    for remark in &found.remarks {
        crate::terminal::say(&format!("{}: {remark}", path.display()));
    }
    Ok(found.files)
}

fn team(entrant: &Entrant) -> TeamSources {
    let mut sources = TeamSources {
        team: entrant.id.name.to_string(),
        digest: entrant.digest.clone(),
        files: Vec::new(),
        remarks: Vec::new(),
    };
    match &entrant.handed_in {
        HandedIn::Nothing | HandedIn::Problem { .. } => {}
        HandedIn::File { folder, name, .. } => {
            let path = name.to_string_lossy();
            let head = folder.read(name, LARGEST).unwrap_or_default();
            if let Some(language) = Language::of(&path, &head) {
                sources.add(&path, language, head);
            }
        }
        HandedIn::Folder(folder) => match project::list(folder) {
            Ok(listing) => sources.add_all(folder, listing),
            Err(reason) => sources.remarks.push(reason),
        },
    }
    sources
}

impl TeamSources {
    fn add_all(&mut self, folder: &Dir, listing: Listing) {
        let files = listing.files.into_iter().filter_map(|file| {
            let top = file.path.split('/').next().unwrap_or_default();
            let is_own = ![ANSWERS, HISTORY].contains(&top) && project::junk(&file.path).is_none();
            let language = Language::of(&file.path, &file.head)?;
            is_own.then_some((file.path, language))
        });
        let mut files: Vec<(String, Language)> = files.collect();
        // Files of others, such as libraries, are deeper in the folder: they must not use up the limit.
        files.sort_by_cached_key(|(path, _)| (path.matches('/').count(), path.clone()));
        let mut rest = LARGEST;
        for (path, language) in files {
            match folder.read(&path, rest) {
                Ok(bytes) => {
                    rest -= bytes.len() as u64;
                    self.add(&path, language, bytes);
                }
                Err(error) => self.remarks.push(format!(
                    "{path} is left out: {error} (at most {} KiB of sources per team are compared)",
                    LARGEST >> 10
                )),
            }
        }
    }

    fn add(&mut self, path: &str, language: Language, bytes: Vec<u8>) {
        if memchr::memchr(0, &bytes).is_some() {
            self.remarks.push(format!("{path} is left out: not a text"));
            return;
        }
        let text = String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        self.files.push(SourceFile {
            path: path.to_owned(),
            text,
            language,
        });
    }
}
