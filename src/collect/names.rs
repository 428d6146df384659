//! Gives every hand-in a team name that can be a folder's and tells the teams apart.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use super::hand_in::HandIn;
use super::roster::Roster;
use crate::dir::Dir;
use crate::entrants::unusable_name;
use crate::error::{Error, Result};
use crate::terminal::is_invisible;

/// The longest name, in bytes, with room for a number.
const LONGEST: usize = 150;

/// The names that were given, with remarks on those that had to be changed.
#[derive(Debug, Default)]
pub(super) struct Names {
    remarks: BTreeMap<String, String>,
}

impl Names {
    /// Names the teams of all hand-ins. One that was collected before keeps its name.
    pub(super) fn assign(hand_ins: &mut [HandIn], roster: &Roster, target: &Dir) -> Result<Self> {
        let entries = target
            .entries()
            .map_err(|error| Error::path("read", target.path(), &error))?;
        let existing = entries.iter().filter_map(|entry| entry.name.to_str());
        let existing: Vec<String> = existing
            .filter(|name| !name.starts_with('.'))
            .map(str::to_owned)
            .collect();
        let mut names = Self::default();
        let mut given: Vec<String> = Vec::new();
        let wanted: Vec<String> = hand_ins
            .iter()
            .map(|hand_in| cleaned(&hand_in.team))
            .collect();
        for (hand_in, name) in hand_ins.iter_mut().zip(&wanted) {
            if let Some(team) = roster.team_of(&hand_in.source, name)
                && !given.contains(&team)
            {
                given.push(team.clone());
                hand_in.team = team;
                continue;
            }
            // Some file systems take names that differ only in case for one.
            let lower = name.to_lowercase();
            let is_alike = |other: &&String| other.to_lowercase() == lower;
            let is_shared = wanted.iter().filter(is_alike).count() > 1
                || roster.has(name) && !hand_in.id.is_empty();
            let numbered = |number: usize| match (hand_in.id.as_str(), number) {
                ("", number) => format!("{name} ({number})"),
                (id, 2) => format!("{name} ({id})"),
                (id, number) => format!("{name} ({id}-{number})"),
            };
            let plain = Some(name.clone()).filter(|_| !is_shared || hand_in.id.is_empty());
            let mut candidates = plain.into_iter().chain((2..).map(numbered));
            let is_free = |candidate: &String| {
                let others = given
                    .iter()
                    .chain(existing.iter().filter(|other| *other != candidate));
                let lower = candidate.to_lowercase();
                unusable_name(candidate, others.clone().map(String::as_str)).is_none()
                    && others
                        .into_iter()
                        .all(|other| other.to_lowercase() != lower)
            };
            let team = candidates.find(is_free).unwrap_or_else(|| name.clone());
            if team != *name {
                let remark =
                    format!("another team is called {name}, or nearly so: check that they are two");
                names.remarks.insert(team.clone(), remark);
            }
            given.push(team.clone());
            hand_in.team = team;
        }
        Ok(names)
    }

    pub(super) fn remarks(&self, team: &str) -> Vec<String> {
        self.remarks.get(team).cloned().into_iter().collect()
    }
}

/// Returns a name that can be a folder's: composed letters, single blanks, no signs with a meaning.
fn cleaned(name: &str) -> String {
    let visible = |c: char| {
        if c.is_control() || is_invisible(c) || "/\\".contains(c) {
            ' '
        } else {
            c
        }
    };
    let name: String = name.nfc().map(visible).collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let name = name.trim_start_matches(['.', '=', '+', '-', '@', '＝', '＋', '－', '＠', ' ']);
    let mut name = name.to_owned();
    while name.len() > LONGEST {
        name.pop();
    }
    match name.trim() {
        "" => "team".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_folders() {
        for (name, folder) in [
            ("Léa Martin", "Léa Martin"),
            ("Le\u{301}a  Martin ", "Léa Martin"),
            ("../../etc", "etc"),
            ("=cmd|x", "cmd|x"),
            (".hidden", "hidden"),
            ("\u{202e}abc", "abc"),
            ("", "team"),
            ("a\nb", "a b"),
        ] {
            let found = cleaned(name);
            assert_eq!(found, folder, "{name:?}");
            assert_eq!(unusable_name(&found, std::iter::empty()), None, "{name:?}");
        }
        assert!(cleaned(&"é".repeat(500)).len() <= LONGEST);
    }
}
