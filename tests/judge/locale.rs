//! The messages of the pages: both languages have them, and every one is used.

use std::collections::BTreeSet;
use std::fs;

use judge::locale::{Catalogue, Language};

use crate::world::repository;

/// The sources that use messages: Rust, templates, scripts and settings.
fn sources() -> Vec<String> {
    let files = walkdir::WalkDir::new(repository("src")).into_iter();
    let paths = files.map(|entry| entry.expect("an entry").into_path());
    let is_source = |path: &std::path::PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(
            extension,
            Some("rs" | "html" | "js" | "svg" | "toml" | "txt" | "md")
        )
    };
    paths
        .filter(is_source)
        .map(|path| fs::read_to_string(path).expect("a source"))
        .collect()
}

/// The first arguments of all calls of `message` that are literal.
fn used(source: &str) -> BTreeSet<&str> {
    let calls = source.match_indices("message(");
    let key = |(at, call): (usize, &str)| {
        let rest = source[at + call.len()..].trim_start();
        let key = rest.strip_prefix('"')?.split_once('"')?.0;
        let is_key = key
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        (is_key && !key.is_empty()).then_some(key)
    };
    calls.filter_map(key).collect()
}

#[test]
fn both_languages_have_the_same_messages() {
    for catalogue in Catalogue::ALL {
        let [english, french] = Language::ALL.map(|language| catalogue.patterns(language));
        let keys: Vec<_> = english.keys().collect();
        assert_eq!(keys, french.keys().collect::<Vec<_>>(), "{catalogue:?}");
        for (key, pattern) in english {
            let translated = french[key].variables();
            assert_eq!(pattern.variables(), translated, "{key}");
        }
    }
}

#[test]
fn keys_are_unique() {
    let mut known = BTreeSet::new();
    for catalogue in Catalogue::ALL {
        for key in catalogue.patterns(Language::English).keys() {
            assert!(known.insert(key), "{key}");
        }
    }
}

#[test]
fn every_message_that_is_used_exists_and_the_other_way_round() {
    let sources = sources();
    let used: BTreeSet<&str> = sources.iter().flat_map(|source| used(source)).collect();
    let catalogues = Catalogue::ALL.into_iter();
    let known: BTreeSet<&str> = catalogues
        .flat_map(|catalogue| catalogue.patterns(Language::English).keys())
        .map(String::as_str)
        .collect();
    let missing: Vec<_> = used.difference(&known).collect();
    assert!(missing.is_empty(), "no message has the keys {missing:?}");
    // These are found by their English texts.
    let recognised: BTreeSet<&str> = [Catalogue::Details, Catalogue::SiteNotes]
        .into_iter()
        .flat_map(|catalogue| catalogue.patterns(Language::English).keys())
        .map(String::as_str)
        .collect();
    // Keys with a variable part are written out as a whole, in quotation marks.
    let is_named = |key: &&&str| {
        let quoted = format!("\"{key}\"");
        sources.iter().any(|source| source.contains(&quoted))
    };
    let unused: Vec<_> = known
        .difference(&used)
        .filter(|key| !recognised.contains(**key) && !is_named(key))
        .collect();
    assert!(unused.is_empty(), "nothing uses {unused:?}");
}

/// Narrow no-break spaces are before `;`, `!`, `?` and `%` and inside of quotation marks, a no-break space is before `:`.
#[test]
fn french_has_french_typography() {
    for catalogue in Catalogue::ALL {
        for (key, pattern) in catalogue.patterns(Language::French) {
            let text = serde_json::json!(pattern).to_string();
            // Commands and parts of files are in backticks.
            let texts = text.split('`').step_by(2);
            for text in texts {
                for mistake in [" ;", " !", " ?", " %", " :", "« ", " »", "'", "..."] {
                    assert!(!text.contains(mistake), "{key}: {mistake:?} in {text}");
                }
            }
        }
    }
}
