//! Reads what is to be compared: a folder of submissions, or a results folder and the submissions of its contest.

use std::path::{Path, PathBuf};

use puzzles::AnyProblem;

use super::language::Language;
use super::sources::{self, SourceFile, TeamSources};
use crate::error::{Error, Result};
use crate::results_dir::FACTS;
use crate::snapshot::Snapshot;

/// What is to be compared.
#[derive(Debug)]
pub struct Input {
    /// The teams with sources.
    pub teams: Vec<(String, Vec<SourceFile>)>,
    /// Sources whose passages are left out.
    pub base: Vec<SourceFile>,
    /// The results, if they were given.
    pub snapshot: Option<Snapshot>,
    pub without_source: Vec<String>,
    pub remarks: Vec<String>,
}

impl Input {
    /// Reads a folder of submissions or a results folder. Leaves out the starters of its problem, those of all problems
    /// if there is no contest that names one, and the sources in `base`.
    pub fn read(folder: &Path, base: &[PathBuf]) -> Result<Self> {
        if folder.is_file() {
            let error = Error::user(format!("{} is not a folder", folder.display()));
            let help =
                "name the folder of submissions, or the results folder that `judge run` wrote";
            return Err(error.with_help(help));
        }
        let mut input = if folder.join(FACTS).exists() {
            Self::of_results(folder)?
        } else {
            let (teams, remarks) = sources::read(folder, &[])?;
            Self::new(teams, remarks, puzzles::problems())
        };
        for path in base {
            input.base.extend(sources::read_folder(path)?);
        }
        Ok(input)
    }

    /// Reads a results folder. It keeps no sources, so they come from the folder of submissions of its contest.
    fn of_results(folder: &Path) -> Result<Self> {
        let snapshot = Snapshot::read(folder)?;
        let contest = &snapshot.contest;
        let submissions = &contest.submissions;
        let (teams, mut remarks) = if submissions.is_dir() {
            sources::read(submissions, &contest.baselines)?
        } else {
            let shown = submissions.display();
            let remark =
                format!("the submissions are no longer at {shown}: only answers are compared");
            (Vec::new(), vec![remark])
        };
        let changed = teams.iter().filter(|team| {
            let conditions = snapshot
                .facts
                .team
                .iter()
                .find(|c| !c.baseline && c.team == team.team);
            conditions.is_none_or(|conditions| conditions.program != team.digest)
        });
        let changed: Vec<&str> = changed.map(|team| team.team.as_str()).collect();
        if !changed.is_empty() {
            remarks.push(format!(
                "submissions that are new or changed since the run: {}",
                changed.join(", ")
            ));
        }
        let input = Self::new(teams, remarks, &[contest.problem]);
        Ok(Self {
            snapshot: Some(snapshot),
            ..input
        })
    }

    fn new(
        teams: Vec<TeamSources>,
        mut remarks: Vec<String>,
        problems: &[&'static dyn AnyProblem],
    ) -> Self {
        let mut with_source = Vec::new();
        let mut without_source = Vec::new();
        for team in teams {
            let named = team.remarks.iter();
            remarks.extend(named.map(|remark| format!("{}: {remark}", team.team)));
            if team.files.is_empty() {
                without_source.push(team.team);
            } else {
                with_source.push((team.team, team.files));
            }
        }
        let starters = problems.iter().flat_map(|problem| problem.starters());
        let starters = starters.map(|starter| SourceFile {
            path: starter.file.to_owned(),
            text: starter.text.to_owned(),
            language: Language::of(starter.file, b"").unwrap_or(Language::Other),
        });
        Self {
            teams: with_source,
            base: starters.collect(),
            snapshot: None,
            without_source,
            remarks,
        }
    }
}
