//! The folders in which Moodle takes feedback files back: those of the download of all submissions.

use std::collections::BTreeSet;

use super::{Person, Roster};
use crate::collect::folder_of;

/// Where the feedback pages of the teams belong.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct MoodleFolders {
    /// Each team with the folders of its members, sorted.
    pub teams: Vec<(String, Vec<String>)>,
    /// Who has no folder, one line each.
    pub remarks: Vec<String>,
}

impl MoodleFolders {
    /// Returns how many people have a folder.
    pub fn count(&self) -> usize {
        self.teams.iter().map(|(_, folders)| folders.len()).sum()
    }
}

/// Returns the folders of the people of these teams.
pub fn moodle_folders(roster: &Roster, teams: &[&str]) -> MoodleFolders {
    let mut found = MoodleFolders::default();
    let mut known = BTreeSet::new();
    let mut teams = teams.to_vec();
    teams.sort_unstable();
    for team in teams {
        let people = roster.people(team);
        let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
        let mut folders = BTreeSet::new();
        for Person { name, id, .. } in &people {
            let id = id.as_deref().unwrap_or_default();
            match folder_of(roster.source(team), name, id, &names) {
                None => found.remarks.push(format!(
                    "{name} (team {team}): no folder in a Moodle download is known"
                )),
                Some(folder) if known.insert(id.to_owned()) => drop(folders.insert(folder)),
                Some(_) => found.remarks.push(format!(
                    "{name} (team {team}): number {id} is already in the roster; give the page by hand"
                )),
            }
        }
        if !folders.is_empty() {
            found
                .teams
                .push((team.to_owned(), folders.into_iter().collect()));
        }
    }
    found
}
