//! The names in a download of all submissions of a Moodle assignment.
//!
//! Moodle calls the folder of a person `Name_ID_assignsubmission_file_`, in every language. If the assignment is for
//! groups, the name is `Group-Name`, and all members have the same files. In a download without folders the name of the
//! file follows.

use std::collections::BTreeMap;

use super::hand_in::HandIn;

const MARK: &str = "_assignsubmission_";

/// The name of a folder or a file in a download.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Name<'n> {
    /// The person, with the group in front if there is one.
    pub(super) person: &'n str,
    pub(super) id: &'n str,
    /// Whether the hand-in is a text that was typed into Moodle.
    pub(super) is_text: bool,
    /// The name up to the file, the same for all files of a person.
    pub(super) key: &'n str,
    /// The name of the file, in a download without folders.
    pub(super) file: &'n str,
}

/// Reads a name of a download; `None` if it is another one.
pub(super) fn read(name: &str) -> Option<Name<'_>> {
    let (owner, rest) = name.split_once(MARK)?;
    let (person, id) = owner.rsplit_once('_')?;
    let kind_end = rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    let (kind, file) = rest.split_at(kind_end);
    let file = file.strip_prefix('_').unwrap_or(file);
    let is_number = !id.is_empty() && id.chars().all(|c| c.is_ascii_digit());
    (is_number && !person.is_empty()).then(|| Name {
        person,
        id,
        is_text: kind == "onlinetext",
        key: &name[..name.len() - file.len()],
        file,
    })
}

/// Words that begin the name of a group, in lower case. A first name with a hyphen looks like a group otherwise.
const GROUP_WORDS: [&str; 13] = [
    "groupe", "group", "gruppe", "grupo", "équipe", "equipe", "team", "binôme", "binome",
    "trinôme", "trinome", "default", "projet",
];

/// Splits `Group-Name`, if it is such a name.
fn split_group(person: &str) -> Option<(&str, &str)> {
    let candidates = person
        .match_indices('-')
        .map(|(at, _)| (&person[..at], &person[at + 1..]));
    let mut candidates = candidates.filter(|(_, name)| !name.trim().is_empty());
    candidates.find(|(group, _)| {
        let lower = group.to_lowercase();
        let first = lower.split([' ', '-']).next().unwrap_or_default();
        GROUP_WORDS.contains(&first) || group.contains(|c: char| c.is_ascii_digit())
    })
}

/// Returns a person as rosters name it: the ID finds the row in a grading worksheet of Moodle.
pub(super) fn person(name: &str, id: &str) -> String {
    format!("{name} ({id})")
}

/// Returns the name of a member's folder in the download that a hand-in came from, as Moodle takes feedback files back;
/// `None` if the hand-in is not from Moodle. `members` are the names of all who share the hand-in.
///
/// Moodle finds the person by the number between the first two underscores, so the name must have none.
pub fn folder_of(source: &str, name: &str, id: &str, members: &[&str]) -> Option<String> {
    let owner = read(source)?;
    let is_number = !id.is_empty() && id.chars().all(|c| c.is_ascii_digit());
    let end = owner.key.strip_prefix(owner.person)?;
    let end = end.strip_prefix('_')?.strip_prefix(owner.id)?;
    // In front of the name of the member whose folder was taken is that of the group.
    let groups = members
        .iter()
        .filter_map(|member| owner.person.strip_suffix(member));
    let group = groups
        .min_by_key(|group| group.len())
        .filter(|group| group.ends_with('-'));
    let name = format!("{}{name}", group.unwrap_or_default());
    let is_separator = |c: char| c.is_control() || "_/\\".contains(c);
    is_number.then(|| format!("{}_{id}{end}", name.replace(is_separator, " ")))
}

/// Merges the members of a group into one team. `digests` tells the content of each hand-in, `None` if it has none.
///
/// If the members of one group have different files, everybody hands in for themselves, and the name in front is only
/// that of a class: then nothing is merged.
pub(super) fn merge_groups(hand_ins: Vec<HandIn>, digests: &[Option<String>]) -> Vec<HandIn> {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (hand_in, digest) in hand_ins.iter().zip(digests) {
        if let (Some((group, _)), Some(digest)) = (split_group(&hand_in.team), digest) {
            groups.entry(group.to_owned()).or_default().push(digest);
        }
    }
    let is_alike = |digests: &Vec<&str>| digests.windows(2).all(|pair| pair[0] == pair[1]);
    let are_teams = groups.values().all(is_alike);
    let mut merged: Vec<HandIn> = Vec::new();
    for mut hand_in in hand_ins {
        let split = split_group(&hand_in.team);
        let Some((group, person)) =
            split.map(|(group, person)| (group.to_owned(), person.to_owned()))
        else {
            merged.push(hand_in);
            continue;
        };
        hand_in.people = vec![self::person(&person, &hand_in.id)];
        if !are_teams {
            hand_in.team = person;
            merged.push(hand_in);
            continue;
        }
        let is_same = |team: &&mut HandIn| team.id.is_empty() && team.team == group;
        if let Some(team) = merged.iter_mut().find(is_same) {
            team.join(hand_in);
            continue;
        }
        hand_in.team = group;
        hand_in.id = String::new();
        merged.push(hand_in);
    }
    merged
}

impl HandIn {
    /// Adds another member of the same group, who has the same files or none.
    fn join(&mut self, other: HandIn) {
        self.people.extend(other.people);
        self.notes.extend(other.notes);
        if matches!(self.content, super::hand_in::Content::Unusable(_)) {
            self.content = other.content;
            self.source = other.source;
        }
        self.time = self.time.max(other.time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_folders_and_files() {
        let folder = read("Léa Martin_123456_assignsubmission_file_").unwrap();
        assert_eq!(
            (folder.person, folder.id, folder.file),
            ("Léa Martin", "123456", "")
        );
        assert_eq!(
            read("Léa Martin_123456_assignsubmission_file")
                .unwrap()
                .person,
            "Léa Martin"
        );
        let text = read("Tom_7_assignsubmission_onlinetext_").unwrap();
        assert!(text.is_text);
        let flat = read("A_B_7_assignsubmission_file_mon projet.zip").unwrap();
        assert_eq!((flat.person, flat.file), ("A_B", "mon projet.zip"));
        assert_eq!(flat.key, "A_B_7_assignsubmission_file_");
        for other in [
            "Léa Martin",
            "x_assignsubmission_file_",
            "_1_assignsubmission_file_",
            "a_b_assignsubmission_file_",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn folders_for_feedback() {
        let folder = |source, name, members: &[&str]| folder_of(source, name, "12", members);
        let lea = "Léa Martin_12_assignsubmission_file_";
        assert_eq!(
            folder(lea, "Léa Martin", &["Léa Martin"]).as_deref(),
            Some(lea)
        );
        // Every member of a group has a folder; since Moodle 4.1 the last underscore is missing.
        let group = "Groupe A-Jean-Noël Petit_11_assignsubmission_file";
        let members = ["Jean-Noël Petit", "Tom Roy", "Petit"];
        assert_eq!(
            folder(group, "Tom Roy", &members).as_deref(),
            Some("Groupe A-Tom Roy_12_assignsubmission_file")
        );
        assert_eq!(
            folder(lea, "../A_B", &[]).as_deref(),
            Some(".. A B_12_assignsubmission_file_")
        );
        assert_eq!(folder("projet.zip", "Léa", &["Léa"]), None);
        assert_eq!(folder_of(lea, "Léa", "x", &["Léa"]), None);
    }

    #[test]
    fn first_names_with_a_hyphen_are_no_groups() {
        assert_eq!(split_group("Jean-Pierre Dupont"), None);
        assert_eq!(
            split_group("Groupe A-Léa Martin"),
            Some(("Groupe A", "Léa Martin"))
        );
        assert_eq!(
            split_group("Groupe A-Jean-Pierre Dupont"),
            Some(("Groupe A", "Jean-Pierre Dupont"))
        );
        assert_eq!(split_group("TP-3-Zoé"), Some(("TP-3", "Zoé")));
        assert_eq!(
            split_group("Équipe rouge-Zoé"),
            Some(("Équipe rouge", "Zoé"))
        );
    }
}
