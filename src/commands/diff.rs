//! `judge diff`: compares two results folders.

use std::path::Path;

use crate::cli::{Diff, Format};
use crate::dir::write_atomically;
use crate::error::{Error, Result};
use crate::snapshot::Snapshot;
use crate::{diff, report, terminal};

pub(super) fn diff(arguments: &Diff) -> Result<()> {
    let before = Snapshot::read(&arguments.before)?;
    let after = Snapshot::read(&arguments.after)?;
    let (old, new) = (before.contest.problem.name(), after.contest.problem.name());
    if old != new {
        let error = format!("the folders hold results of different problems: {old} and {new}");
        return Err(Error::user(error));
    }
    if let Some(team) = &arguments.team {
        let conditions = before.facts.team.iter().chain(&after.facts.team);
        let teams = conditions.filter(|conditions| !conditions.baseline);
        let names: Vec<&str> = teams.map(|conditions| conditions.team.as_str()).collect();
        if !names.contains(&team.as_str()) {
            return Err(report::unknown_team(team, &names));
        }
    }
    let found = diff::compare(&before, &after, arguments.team.as_deref());
    if let Some(path) = arguments
        .output
        .as_ref()
        .filter(|_| arguments.format.is_none())
    {
        let name = |path: &Path| path.display().to_string();
        let page = diff::page(&found, &name(&arguments.before), &name(&arguments.after))?;
        write_atomically(path, page.as_bytes())
            .map_err(|error| Error::path("write", path, &error))?;
        terminal::say(&format!("the page is in {}", path.display()));
        return Ok(());
    }
    arguments
        .output
        .iter()
        .for_each(|path| terminal::redirect(path));
    terminal::print(&diff::text(
        &found,
        arguments.format.unwrap_or(Format::Table),
    )?)
}
