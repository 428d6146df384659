//! The Fluent files.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use super::{Language, Pattern};

/// A Fluent file: the messages of one part of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Catalogue {
    /// What several parts use: nouns with their numbers, verdicts, units.
    Common,
    /// The report page, as it is written.
    Report,
    /// The scripts of the report page.
    ReportScripts,
    /// What the judge says about a run in the results, such as the rule that an answer breaks.
    Details,
    /// Frames in which views of problems draw.
    Frame,
    /// The page that draws instances and answers of a problem of one's own.
    Drawing,
    /// Viewers and the player of replays, which reports and the page for playing share.
    Viewers,
    /// The page for playing.
    Play,
    /// The pages of a site.
    Site,
    /// What a site keeps in English and shows in any language: notes on hand-ins, and the log of the staff.
    SiteNotes,
    /// The README of a handout.
    Handout,
}

/// The text of a file in each language.
macro_rules! files {
    ($($path:literal),* $(,)?) => {
        [$([
            include_str!(concat!("../", $path, ".en.ftl")),
            include_str!(concat!("../", $path, ".fr.ftl")),
        ]),*]
    };
}

/// The files, in the order of [`Catalogue::ALL`].
const FILES: [[&str; 2]; Catalogue::ALL.len()] = files![
    "locale/common",
    "report/page/report",
    "report/page/scripts",
    "locale/details",
    "report/page/frame",
    "report/page/drawing",
    "report/page/viewers",
    "report/page/play/play",
    "site/web/templates/site",
    "site/notes",
    "handout/handout",
];

impl Catalogue {
    /// All files.
    pub const ALL: [Self; 11] = [
        Self::Common,
        Self::Report,
        Self::ReportScripts,
        Self::Details,
        Self::Frame,
        Self::Drawing,
        Self::Viewers,
        Self::Play,
        Self::Site,
        Self::SiteNotes,
        Self::Handout,
    ];

    /// Returns the messages in a language by their keys.
    pub fn patterns(self, language: Language) -> &'static BTreeMap<String, Pattern> {
        &files_of(language)[self as usize]
    }
}

/// Returns a message of a language. Large pages have millions of messages.
pub(super) fn find(language: Language, key: &str) -> Option<&'static Pattern> {
    static ALL: [OnceLock<HashMap<&str, &Pattern>>; 2] = [const { OnceLock::new() }; 2];
    let all = ALL[language as usize].get_or_init(|| {
        let messages = files_of(language).iter().flatten();
        messages
            .map(|(key, pattern)| (key.as_str(), pattern))
            .collect()
    });
    all.get(key).copied()
}

/// Returns the messages of each file in a language.
fn files_of(language: Language) -> &'static [BTreeMap<String, Pattern>] {
    static READ: [OnceLock<Vec<BTreeMap<String, Pattern>>>; 2] = [const { OnceLock::new() }; 2];
    READ[language as usize].get_or_init(|| {
        let texts = FILES.iter().map(|file| file[language as usize]);
        texts.map(Pattern::read_all).collect()
    })
}
