//! `judge grades`: marks for a gradebook.

use std::path::{Path, PathBuf};

use super::new::write_new;
use super::scoring_rule;
use crate::cli::Grades as Arguments;
use crate::dir::write_atomically;
use crate::error::{Diagnostic, Error, Result};
use crate::grades::{Grades, Roster, Sheet};
use crate::report::page::{Audience, DEFAULT_SIZE, page_for};
use crate::snapshot::Snapshot;
use crate::standings::{self, Standings};
use crate::terminal::{self, say};

pub(super) fn grades(arguments: &Arguments) -> Result<()> {
    let snapshot = Snapshot::read(&arguments.results)?;
    let rule = scoring_rule::find(&snapshot.contest, arguments.scoring.as_deref())?;
    let mut standings = standings::rank((&snapshot).into(), rule);
    standings.seal = snapshot.seal;
    let roster = match &arguments.roster {
        Some(path) => Roster::read(path)?,
        None => Roster::default(),
    };
    if let Some(folder) = &arguments.feedback {
        write_feedback(folder, &snapshot, &standings)?;
    }
    let teams = standings.lines.iter().filter(|line| !line.baseline);
    let teams: Vec<&str> = teams.map(|line| line.team.as_str()).collect();
    roster.remarks(&teams).iter().for_each(|remark| say(remark));
    let grades = Grades::new(&standings, &roster, &arguments.scale);
    let Some(path) = &arguments.fill else {
        return terminal::print(&grades.text(arguments.format)?);
    };
    let bytes = std::fs::read(path).map_err(|error| Error::path("read", path, &error))?;
    let sheet = Sheet::new(bytes, arguments.column.as_deref())
        .map_err(|message| Diagnostic::new(format!("{}: {message}", path.display())))?;
    let filled = grades.fill(&sheet);
    if filled.count == 0 {
        filled.remarks.iter().for_each(|remark| say(remark));
        let error = Error::user(format!("nobody of the results is in {}", path.display()));
        return Err(error.with_help("name the people of the teams with --roster"));
    }
    let output = arguments.output.clone().unwrap_or_else(|| beside(path));
    write_new(&output, &filled.sheet)?;
    for remark in &filled.remarks {
        say(remark);
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

/// Writes the feedback page of every team.
fn write_feedback(folder: &Path, snapshot: &Snapshot, standings: &Standings) -> Result<()> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Error::path("create the folder", folder, &error))?;
    let teams = standings.lines.iter().filter(|line| !line.baseline);
    let mut count = 0;
    for line in teams {
        let audience = Audience {
            public: false,
            pseudonyms: Some(&snapshot.facts.salt),
            team: Some(&line.team),
        };
        let page = page_for(&audience, snapshot, standings, DEFAULT_SIZE)?;
        let path = folder.join(format!("{}.html", line.team));
        write_atomically(&path, page.as_bytes())
            .map_err(|error| Error::path("write", &path, &error))?;
        count += 1;
    }
    say(&format!(
        "{count} feedback pages are in {}",
        folder.display()
    ));
    Ok(())
}
