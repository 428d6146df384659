//! `judge grades`: marks for a gradebook.

use std::path::{Path, PathBuf};

use super::new::write_new;
use super::scoring_rule;
use crate::cli::Grades as Arguments;
use crate::dir::write_atomically;
use crate::error::{Diagnostic, Error, Result};
use crate::grades::{Grades, MoodleFolders, Roster, Sheet, moodle_folders};
use crate::report::page::{Audience, DEFAULT_SIZE, page_for};
use crate::snapshot::Snapshot;
use crate::standings::{self, Standings};
use crate::terminal::{self, say, warn};
use crate::zip_file::{ZipFile, is_zip};

/// The name of a page in its folder.
const FEEDBACK: &str = "feedback.html";

pub(super) fn grades(arguments: &Arguments) -> Result<()> {
    let snapshot = Snapshot::read(&arguments.results)?;
    let rule = scoring_rule::find(&snapshot.contest, arguments.scoring.as_deref())?;
    let mut standings = standings::rank((&snapshot).into(), rule);
    standings.seal = snapshot.seal;
    let roster = match &arguments.roster {
        Some(path) => Roster::read(path)?,
        None => Roster::default(),
    };
    let teams = standings.lines.iter().filter(|line| !line.baseline);
    let teams: Vec<&str> = teams.map(|line| line.team.as_str()).collect();
    if let Some(path) = &arguments.feedback {
        let pages = Pages {
            snapshot: &snapshot,
            standings: &standings,
        };
        if is_zip(path) {
            pages.write_zip(path, &moodle_folders(&roster, &teams))?;
        } else {
            pages.write_folder(path, &teams)?;
        }
    }
    roster
        .remarks(&teams)
        .iter()
        .for_each(|remark| warn(remark));
    let grades = Grades::new(&standings, &roster, &arguments.scale);
    let Some(path) = &arguments.fill else {
        arguments
            .output
            .iter()
            .for_each(|path| terminal::redirect(path));
        return terminal::print(&grades.text(arguments.format)?);
    };
    let bytes = std::fs::read(path).map_err(|error| Error::path("read", path, &error))?;
    let sheet = Sheet::new(bytes, arguments.column.as_deref())
        .map_err(|message| Diagnostic::new(format!("{}: {message}", path.display())))?;
    let filled = grades.fill(&sheet);
    if filled.count == 0 {
        filled.remarks.iter().for_each(|remark| warn(remark));
        let error = Error::user(format!("nobody of the results is in {}", path.display()));
        return Err(error.with_help("name the people of the teams with --roster"));
    }
    let output = arguments.output.clone().unwrap_or_else(|| beside(path));
    write_new(&output, &filled.sheet)?;
    for remark in &filled.remarks {
        warn(remark);
    }
    let (count, shown) = (filled.count, output.display());
    say(&format!(
        "{count} marks are in {shown}; nothing else was changed"
    ));
    Ok(())
}

/// Returns `SHEET.filled.csv` for `SHEET.csv`.
fn beside(sheet: &Path) -> PathBuf {
    sheet.with_extension("filled.csv")
}

/// The feedback pages.
struct Pages<'a> {
    snapshot: &'a Snapshot,
    standings: &'a Standings,
}

impl Pages<'_> {
    fn page(&self, team: &str) -> Result<String> {
        let audience = Audience {
            public: false,
            pseudonyms: Some(&self.snapshot.facts.salt),
            team: Some(team),
            language: None,
        };
        page_for(&audience, self.snapshot, self.standings, DEFAULT_SIZE)
    }

    /// Writes the page of every team to a folder.
    fn write_folder(&self, folder: &Path, teams: &[&str]) -> Result<()> {
        std::fs::create_dir_all(folder)
            .map_err(|error| Error::path("create the folder", folder, &error))?;
        for team in teams {
            let path = folder.join(format!("{team}.html"));
            write_atomically(&path, self.page(team)?.as_bytes())
                .map_err(|error| Error::path("write", &path, &error))?;
        }
        let (count, shown) = (teams.len(), folder.display());
        say(&format!("{count} feedback pages are in {shown}"));
        Ok(())
    }

    /// Writes the page of every member to an archive for Moodle.
    fn write_zip(&self, path: &Path, folders: &MoodleFolders) -> Result<()> {
        let count = folders.count();
        if count == 0 {
            let error = Error::user("no team has a folder in a Moodle download");
            return Err(error.with_help(
                "give the roster.csv that `judge collect` wrote with --roster, or a folder for the pages: --feedback DIR",
            ));
        }
        let mut zip = ZipFile::create(path)?;
        for (team, folders) in &folders.teams {
            let page = self.page(team)?;
            for folder in folders {
                zip.add(&format!("{folder}/{FEEDBACK}"), page.as_bytes())?;
            }
        }
        zip.finish()?;
        folders.remarks.iter().for_each(|remark| warn(remark));
        let people = match count {
            1 => "1 person".to_owned(),
            count => format!("{count} people"),
        };
        say(&format!(
            "feedback pages for {people} are in {}; in Moodle: Upload multiple feedback files in a zip",
            path.display()
        ));
        Ok(())
    }
}
