//! Who is in which team, and how people are recognised in a gradebook.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::error::{Diagnostic, Error, Result};

/// A person, as the roster names it: `Name <e-mail> (ID)`, where e-mail and ID may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub name: String,
    pub email: Option<String>,
    pub id: Option<String>,
}

/// The people of each team.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    teams: BTreeMap<String, Vec<Person>>,
    /// Where the hand-in of a team came from.
    sources: BTreeMap<String, String>,
}

impl Person {
    fn parse(text: &str) -> Self {
        let (text, id) = enclosed(text, '(', ')');
        let (text, email) = enclosed(&text, '<', '>');
        Self {
            name: text.split_whitespace().collect::<Vec<_>>().join(" "),
            email,
            id,
        }
    }
}

/// Takes the part between two characters out of a text.
fn enclosed(text: &str, open: char, close: char) -> (String, Option<String>) {
    let Some((before, rest)) = text.split_once(open) else {
        return (text.to_owned(), None);
    };
    let (inside, after) = rest.split_once(close).unwrap_or((rest, ""));
    let inside = inside.trim().to_owned();
    let rest = format!("{before} {after}");
    (rest, Some(inside).filter(|inside| !inside.is_empty()))
}

impl Roster {
    /// Reads a `roster.csv` with the columns `team` and `people`, in which `;` separates people, and, optionally, `source`.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read(path).map_err(|error| Error::path("read", path, &error))?;
        Self::parse(&text)
            .map_err(|message| Diagnostic::new(format!("{}: {message}", path.display())).into())
    }

    fn parse(text: &[u8]) -> std::result::Result<Self, String> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text);
        let header = reader.headers().map_err(|error| error.to_string())?.clone();
        let column = |name: &str| header.iter().position(|title| title.trim() == name);
        let (Some(team), Some(people)) = (column("team"), column("people")) else {
            return Err("expected a header with the columns `team` and `people`".to_owned());
        };
        let source = column("source");
        let mut roster = Self::default();
        for record in reader.records() {
            let record = record.map_err(|error| error.to_string())?;
            let name = record.get(team).unwrap_or_default().trim().to_owned();
            let listed = record.get(people).unwrap_or_default().split(';');
            let listed = listed
                .map(Person::parse)
                .filter(|person| !person.name.is_empty());
            if let Some(source) = source.and_then(|source| record.get(source)) {
                roster.sources.insert(name.clone(), source.to_owned());
            }
            roster.teams.entry(name).or_default().extend(listed);
        }
        Ok(roster)
    }

    /// Returns the people of a team. A team without people stands for a person of its name; students choose such names, so
    /// neither e-mail nor ID is read out of them.
    pub fn people(&self, team: &str) -> Vec<Person> {
        match self.teams.get(team).filter(|people| !people.is_empty()) {
            Some(people) => people.clone(),
            None => vec![Person {
                name: team.to_owned(),
                email: None,
                id: None,
            }],
        }
    }

    /// Returns where the hand-in of a team came from; empty if it is not known.
    pub fn source(&self, team: &str) -> &str {
        self.sources.get(team).map_or("", String::as_str)
    }

    /// Returns whether the people of a team are known, or those of no team.
    pub fn knows(&self, team: &str) -> bool {
        self.is_empty()
            || self
                .teams
                .get(team)
                .is_some_and(|people| !people.is_empty())
    }

    /// Returns what is suspicious about the roster of these teams, one line each.
    pub fn remarks(&self, teams: &[&str]) -> Vec<String> {
        let mut remarks = Vec::new();
        for (team, people) in &self.teams {
            if !teams.contains(&team.as_str()) {
                remarks.push(format!("roster: team `{team}` is not in the results"));
            }
            for person in people.iter().filter(|person| person.name.contains(',')) {
                let name = &person.name;
                remarks.push(format!(
                    "roster: `{name}` is one person; `;` separates several"
                ));
            }
        }
        let mut seen: BTreeMap<BTreeSet<String>, &str> = BTreeMap::new();
        for (team, people) in &self.teams {
            for person in people {
                let key = name_key(&format!(
                    "{} {}",
                    person.name,
                    person.id.as_deref().unwrap_or("")
                ));
                if let Some(other) = seen.insert(key, team).filter(|other| other != team) {
                    let name = &person.name;
                    remarks.push(format!(
                        "roster: {name} is in two teams, `{other}` and `{team}`"
                    ));
                }
            }
        }
        remarks
    }

    pub fn is_empty(&self) -> bool {
        self.teams.is_empty()
    }
}

/// Returns the words of a name without case and accents. The order of first and last names does not matter.
pub(super) fn name_key(name: &str) -> BTreeSet<String> {
    let folded: String = name.chars().flat_map(fold).collect();
    let words = folded.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Returns a letter without case and accent.
fn fold(letter: char) -> Vec<char> {
    const ACCENTS: [(&str, &str); 13] = [
        ("àáâãäåāăą", "a"),
        ("çćč", "c"),
        ("ďđ", "d"),
        ("èéêëēėęě", "e"),
        ("ğ", "g"),
        ("ìíîïīı", "i"),
        ("ł", "l"),
        ("ñńň", "n"),
        ("òóôõöøō", "o"),
        ("śšş", "s"),
        ("ùúûüūů", "u"),
        ("ýÿ", "y"),
        ("źżž", "z"),
    ];
    // Combining accents are separate characters.
    if ('\u{300}'..='\u{36f}').contains(&letter) {
        return Vec::new();
    }
    let lower: Vec<char> = letter.to_lowercase().collect();
    let plain = lower.iter().map(|letter| match letter {
        'æ' => "ae".to_owned(),
        'œ' => "oe".to_owned(),
        'ß' => "ss".to_owned(),
        letter => {
            let found = ACCENTS
                .iter()
                .find(|(accented, _)| accented.contains(*letter));
            found.map_or_else(|| letter.to_string(), |(_, plain)| (*plain).to_owned())
        }
    });
    plain
        .collect::<String>()
        .chars()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_read_from_a_roster() {
        let text = "\u{feff}team,people,source\nA,Léa Martin <lea@x.fr> (42); Bo,a.zip\nB,,b.zip\n";
        let roster = Roster::parse(text.as_bytes()).expect("a roster");
        let people = roster.people("A");
        assert_eq!(people[0].name, "Léa Martin");
        assert_eq!(people[0].email.as_deref(), Some("lea@x.fr"));
        assert_eq!(people[0].id.as_deref(), Some("42"));
        assert_eq!(people[1].name, "Bo");
        assert_eq!(roster.people("B")[0].name, "B");
        assert_eq!(
            roster.remarks(&["A"]),
            ["roster: team `B` is not in the results"]
        );
        assert!(Roster::parse(b"name,x\n").is_err());
    }

    #[test]
    fn names_match_without_accents_case_and_order() {
        for (a, b) in [
            ("Léa Martin", "MARTIN lea"),
            ("Le\u{301}a Martin", "Léa Martin"),
            ("Jean-Noël O'Brien", "jean noel o brien"),
            ("Œuvre Straße", "oeuvre STRASSE"),
        ] {
            assert_eq!(name_key(a), name_key(b), "{a} {b}");
        }
        assert_ne!(name_key("Léa Martin"), name_key("Léo Martin"));
    }
}
