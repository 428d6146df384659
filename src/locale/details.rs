//! Translates what the judge says about a run.
//!
//! Results contain the English text, so that they do not depend on a language. A page compares the text with the English
//! messages of the file `details`, and writes the message that matches in its own language. Other texts, such as messages
//! of compilers and of checkers, stay as they are.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::pattern::Template;
use super::{Argument, Catalogue, Language};

/// The message about a wait, which is appended to other details.
const APPENDED: &str = "detail-waited";

/// The start of the keys of messages that are a whole detail. Others occur within them only, so that a message of a
/// compiler hardly looks like one of the judge.
const WHOLE: &str = "detail-";

/// The variables whose values are copied.
const COPIED: [&str; 3] = ["text", "other", "names"];

/// The variables whose values are translated in turn if they match a message.
const NESTED: [&str; 5] = ["detail", "found", "signal", "carried", "clue"];

/// The variables whose values must match a message.
const REQUIRED: [&str; 3] = ["expected", "reason", "number"];

/// Nested details have at most this depth.
const MAX_DEPTH: usize = 4;

/// Returns a detail of a run in a language.
pub fn in_language(detail: &str, language: Language) -> Cow<'_, str> {
    match language {
        Language::English => Cow::Borrowed(detail),
        Language::French => {
            translated(detail, language, 0).map_or(Cow::Borrowed(detail), Cow::Owned)
        }
    }
}

/// Returns whether the detail is a text of the judge, and not of a compiler or of a checker.
pub fn is_known(detail: &str) -> bool {
    detail.is_empty() || translated(detail, Language::English, 0).is_some()
}

fn translated(detail: &str, language: Language, depth: usize) -> Option<String> {
    if depth > MAX_DEPTH {
        return None;
    }
    let whole = templates()
        .iter()
        .filter(|(key, _)| depth > 0 || key.starts_with(WHOLE));
    let mut messages = whole.filter_map(|(key, template)| {
        let mut message = language.message(key);
        for (name, argument) in template.values(detail)? {
            let argument = match argument {
                Argument::Text(text) => value(name, text, language, depth)?,
                other => other,
            };
            message = message.with(name, argument);
        }
        Some(message.to_string())
    });
    messages.next()
}

/// Returns the value of a variable in a language, or `None` if it is not one that the variable can have.
fn value(name: &str, text: String, language: Language, depth: usize) -> Option<Argument> {
    if COPIED.contains(&name) {
        return Some(Argument::Text(text));
    }
    let is_required = REQUIRED.contains(&name);
    if is_required || NESTED.contains(&name) {
        let nested = translated(&text, language, depth + 1);
        if nested.is_some() || is_required {
            return nested.map(Argument::Text);
        }
    }
    if let Ok(count) = text.parse::<i64>() {
        return Some(Argument::Count(count));
    }
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    Some(Argument::Text(if is_number {
        language.number(&text)
    } else {
        text
    }))
}

/// Returns the English messages, those with most literal text first: they are the most specific ones.
fn templates() -> &'static [(&'static str, Template)] {
    static TEMPLATES: OnceLock<Vec<(&str, Template)>> = OnceLock::new();
    TEMPLATES.get_or_init(|| {
        let messages = Catalogue::Details.patterns(Language::English).iter();
        let mut templates: Vec<(&str, Template)> = messages
            .flat_map(|(key, pattern)| {
                let templates = pattern.templates().into_iter();
                templates.map(|template| (key.as_str(), template))
            })
            .collect();
        templates.sort_by_key(|(key, template)| {
            (
                *key != APPENDED,
                std::cmp::Reverse(template.literal_length()),
            )
        });
        templates
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_matched_with_messages() {
        for (detail, expected) in [
            ("stopped by the judge", "arrêtée par le juge"),
            (
                "exit code 1: ValueError: 7 of 9",
                "code de sortie 1\u{a0}: ValueError: 7 of 9",
            ),
            (
                "killed by SIGSEGV (bad memory access)",
                "tué par SIGSEGV (accès mémoire invalide)",
            ),
            (
                "used 10.1 s of CPU time, the limit is 10 s; waited 3 m 20 s for a busy machine",
                "a utilisé 10,1 s de temps processeur, la limite est de 10 s\u{202f}; a attendu 3 min 20 s sur une machine chargée",
            ),
            (
                "unreadable answer: line 1, column 4: found `V: 1`, expected pawn 3 of 4 on this line",
                "réponse illisible\u{a0}: ligne 1, colonne 4\u{a0}: trouvé `V: 1`, attendu le pion 3 sur 4 de cette ligne",
            ),
            (
                "row 1 of 2 has the runs `2`, its clue says `0` (none); one more line is wrong",
                "ligne 1 sur 2\u{a0}: blocs `2`, l’indice demande `0` (aucun)\u{202f}; une autre ligne est fausse",
            ),
            (
                "solver.c:3:1: error: expected declaration",
                "solver.c:3:1: error: expected declaration",
            ),
        ] {
            assert_eq!(in_language(detail, Language::French), expected);
            assert_eq!(in_language(detail, Language::English), detail);
        }
    }

    #[test]
    fn the_english_message_is_the_detail_itself() {
        for detail in [
            "killed by signal 44: no",
            "there are 3 red pawns, the first two at row 1, column 3 and at row 2, column 0: exactly one `R` is required",
            "after all 12 swaps 3 of 9 tiles are not in place: row 0, column 1 holds 5 instead of 2",
            "row 1 of 2 has the runs `2`, its clue says `1 1`; 2 more lines are wrong",
        ] {
            let again = translated(detail, Language::English, 0);
            assert_eq!(again.as_deref(), Some(detail));
        }
        assert!(!is_known("a message of a compiler"));
    }
}
