//! Pseudonyms of teams, derived from a hash of the salt and the name. They cannot be reversed without the salt.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::{Line, Standings};

const ADJECTIVES: [&str; 32] = [
    "agile", "brave", "calm", "clever", "curious", "dapper", "eager", "fabled", "gentle", "happy",
    "hardy", "honest", "jolly", "keen", "lively", "lucky", "mellow", "merry", "modest", "nimble",
    "noble", "patient", "polite", "proud", "quick", "quiet", "steady", "sunny", "tidy", "vivid",
    "wise", "witty",
];

const COLOURS: [&str; 32] = [
    "amber", "azure", "beige", "black", "blue", "bronze", "brown", "copper", "coral", "crimson",
    "cyan", "golden", "green", "grey", "indigo", "ivory", "jade", "lilac", "lime", "maroon",
    "mint", "navy", "ochre", "olive", "orange", "peach", "pink", "plum", "red", "silver", "violet",
    "white",
];

const ANIMALS: [&str; 32] = [
    "badger", "beaver", "bison", "crane", "curlew", "dolphin", "falcon", "ferret", "gecko",
    "heron", "ibex", "jackdaw", "kestrel", "lemur", "lynx", "magpie", "marten", "newt", "otter",
    "owl", "panda", "puffin", "quail", "raven", "robin", "seal", "stoat", "swift", "tapir", "toad",
    "walrus", "wren",
];

impl Standings {
    /// Returns the pseudonym of every team, by its name.
    pub fn pseudonyms(&self, salt: &str) -> BTreeMap<String, String> {
        let teams = self.lines.iter().filter(|line| !line.baseline);
        let teams: Vec<&str> = teams.map(|line| line.team.as_str()).collect();
        let names = names(salt, teams.iter().copied());
        teams.into_iter().map(str::to_owned).zip(names).collect()
    }

    /// Replaces the names of the teams with pseudonyms, which depend on the salt.
    pub fn anonymise(&mut self, salt: &str) {
        let names = self.pseudonyms(salt);
        for line in self.lines.iter_mut().filter(|line| !line.baseline) {
            line.team.clone_from(&names[&line.team]);
            // A reason may contain the name of the team.
            line.failures = None;
        }
        self.sort_ties_by(|line| line.team.clone());
    }

    /// Sorts tied lines by the names in the table, because the order of the real names would reveal something about them.
    pub fn sort_ties_by(&mut self, name: impl Fn(&Line) -> String) {
        let key = |line: &Line| (line.order, line.baseline, name(line));
        self.lines.sort_by_cached_key(key);
    }
}

/// Returns one pseudonym per team, in the order of the teams. It depends only on salt and team, unless two teams get the
/// same one of the 32,768: then the team with the larger hash gets another one. Among 200 teams such a collision has a
/// probability of about 1/2, so an additional team rarely changes the pseudonym of another.
fn names<'t>(salt: &str, teams: impl Iterator<Item = &'t str>) -> Vec<String> {
    let hash = |team: &str, attempt: u32| -> [u8; 32] {
        Sha256::digest(format!("pseudonym\n{salt}\n{attempt}\n{team}")).into()
    };
    let mut numbered: Vec<(usize, &str)> = teams.enumerate().collect();
    // The order of the hashes reveals nothing about the teams, unlike that of ranks or names.
    numbered.sort_by_cached_key(|&(_, team)| (hash(team, 0), team));
    let mut taken = BTreeSet::new();
    let mut names = vec![String::new(); numbered.len()];
    for (number, team) in numbered {
        let plain = (0..MAX_ATTEMPTS).map(|attempt| name(hash(team, attempt)));
        // Needed only if there are nearly as many teams as names.
        let numbers = (2..).map(|number| format!("{}-{number}", name(hash(team, 0))));
        let free = plain.chain(numbers).find(|name| taken.insert(name.clone()));
        names[number] = free.unwrap_or_default();
    }
    names
}

const MAX_ATTEMPTS: u32 = 64;

fn name(hash: [u8; 32]) -> String {
    let word = |words: &[&'static str; 32], byte: u8| words[usize::from(byte) % words.len()];
    let [adjective, colour, animal, ..] = hash;
    let (adjective, colour) = (word(&ADJECTIVES, adjective), word(&COLOURS, colour));
    format!("{adjective}-{colour}-{}", word(&ANIMALS, animal))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn teams(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("team {number}")).collect()
    }

    fn of(salt: &str, teams: &[String]) -> Vec<String> {
        names(salt, teams.iter().map(String::as_str))
    }

    #[test]
    fn names_are_stable_and_distinct() {
        let teams = teams(2000);
        let forth = of("salt", &teams);
        let mut back = names("salt", teams.iter().rev().map(String::as_str));
        back.reverse();
        assert_eq!(forth, back);
        assert_eq!(forth.iter().collect::<BTreeSet<_>>().len(), 2000);
        assert_ne!(forth, of("another", &teams));
    }

    #[test]
    fn an_additional_team_rarely_changes_other_names() {
        let all = teams(300);
        let changes = |count: usize| {
            let (before, after) = (of("salt", &all[..count]), of("salt", &all[..=count]));
            before.iter().zip(&after).filter(|(a, b)| a != b).count()
        };
        let changed: usize = (100..299).map(changes).sum();
        assert!(
            changed <= 3,
            "{changed} names changed when 199 teams were added"
        );
    }
}
