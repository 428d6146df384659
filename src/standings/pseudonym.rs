//! Names to hide behind: the same ones for the same teams of the same contest, and no way back from them.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

const MANNERS: [&str; 32] = [
    "amber", "brave", "calm", "clever", "coral", "dapper", "eager", "fabled", "gentle", "golden",
    "hardy", "honest", "ivory", "jolly", "keen", "lively", "lucky", "mellow", "merry", "nimble",
    "noble", "patient", "proud", "quick", "quiet", "rusty", "silver", "steady", "sunny", "tidy",
    "violet", "witty",
];

const ANIMALS: [&str; 32] = [
    "badger", "beaver", "bison", "crane", "curlew", "dolphin", "falcon", "ferret", "gecko",
    "heron", "ibex", "jackdaw", "kestrel", "lemur", "lynx", "magpie", "marten", "newt", "otter",
    "owl", "panda", "puffin", "quail", "raven", "robin", "seal", "stoat", "swift", "tapir", "toad",
    "walrus", "wren",
];

/// One name a team; the digest of the contest keeps anybody from telling a team by its name in another contest.
pub(super) fn names<'t>(contest: &str, teams: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    // Teams get their names in the order of the alphabet, so that a change of the ranking changes no name.
    let mut numbered: Vec<(usize, &str)> = teams.enumerate().collect();
    numbered.sort_by_key(|&(_, team)| team);
    let mut names = vec![String::new(); numbered.len()];
    for (number, team) in numbered {
        let hash = Sha256::digest(format!("{contest}\n{team}"));
        let manner = MANNERS[usize::from(hash[0]) % MANNERS.len()];
        let animal = ANIMALS[usize::from(hash[1]) % ANIMALS.len()];
        let plain = format!("{manner}-{animal}");
        let numbers = (2..).map(|number| format!("{plain}-{number}"));
        let mut candidates = std::iter::once(plain.clone()).chain(numbers);
        let free = candidates.find(|name| taken.insert(name.clone()));
        names[number] = free.unwrap_or_default();
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_stable_and_different() {
        let teams: Vec<String> = (0..200).map(|number| format!("team {number}")).collect();
        let forth = names("digest", teams.iter().map(String::as_str));
        let mut back = names("digest", teams.iter().rev().map(String::as_str));
        back.reverse();
        assert_eq!(forth, back);
        assert_eq!(forth.iter().collect::<BTreeSet<_>>().len(), 200);
        assert_ne!(forth, names("another", teams.iter().map(String::as_str)));
    }
}
