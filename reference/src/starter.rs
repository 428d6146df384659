//! Starter programs for students.
//!
//! Their comments are translated line by line: the file `comments.fr.txt` of a problem has pairs of lines, the text of a
//! comment in English and in French.

use std::borrow::Cow;
use std::collections::HashMap;

/// A small working program in some language, for students to start from.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The programming language, as in `judge new`.
    pub language: &'static str,
    /// The file name.
    pub file: &'static str,
    /// The source code, with comments in English.
    pub text: &'static str,
    /// Translations of the comments: the code of a language, such as `fr`, and pairs of lines.
    pub comments: &'static [(&'static str, &'static str)],
}

/// What begins a comment in one of the languages; longer marks come first.
const MARKS: [&str; 7] = ["/// ", "// ", "/** ", "/* ", "# ", "* ", "\"\"\""];

/// What ends a comment on the same line.
const ENDS: [&str; 3] = [" */", "\"\"\"", ""];

impl Starter {
    /// Returns the source code with comments in the language with this code. Comments without a translation stay
    /// English.
    pub fn text_in(&self, code: &str) -> Cow<'static, str> {
        let known = self.comments.iter().find(|(language, _)| *language == code);
        let Some((_, pairs)) = known else {
            return Cow::Borrowed(self.text);
        };
        let lines: Vec<&str> = pairs.lines().filter(|line| !line.is_empty()).collect();
        let translations = lines.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        let translations: HashMap<&str, &str> = translations.collect();
        let translated = self.text.split_inclusive('\n');
        let translated = translated.map(|line| translate(line, &translations));
        Cow::Owned(translated.collect())
    }
}

/// Replaces the comment at the end of a line if the whole comment is known.
fn translate<'l>(line: &'l str, translations: &HashMap<&str, &str>) -> Cow<'l, str> {
    let content = line.trim_end_matches('\n');
    let found = MARKS.iter().find_map(|mark| {
        let start = content.find(mark)? + mark.len();
        ENDS.iter().find_map(|end| {
            let text = content[start..].strip_suffix(end)?;
            let translation = translations.get(text)?;
            Some((start, text.len(), translation))
        })
    });
    match found {
        None => Cow::Borrowed(line),
        Some((start, length, translation)) => {
            let (before, after) = (&line[..start], &line[start + length..]);
            Cow::Owned(format!("{before}{translation}{after}"))
        }
    }
}

/// The starters of a problem, one per language, from the folder `starters` next to the calling file.
macro_rules! starters {
    () => {
        starters! {
            "python" => "solver.py",
            "c" => "solver.c",
            "cpp" => "solver.cpp",
            "rust" => "solver.rs",
            "java" => "solver.java",
            "go" => "solver.go",
            "javascript" => "solver.js",
        }
    };
    ($($language:literal => $file:literal,)*) => {
        &[$(
            $crate::Starter {
                language: $language,
                file: $file,
                text: include_str!(concat!("starters/", $file)),
                comments: &[("fr", include_str!("starters/comments.fr.txt"))],
            },
        )*]
    };
}

pub(crate) use starters;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Returns the code and the comment of a line.
    fn split(line: &str, language: &str) -> (String, Option<String>) {
        let is_python = language == "python";
        let starts: &[&str] = if is_python {
            &["# ", "\"\"\""]
        } else {
            &["// ", "/// ", "/* ", "/** "]
        };
        let inner = line.trim_start();
        let begins = |mark: &&&str| inner.starts_with(**mark);
        let is_inner = !is_python && (inner.starts_with("* ") || inner.starts_with("*  "));
        let start = match starts.iter().find(begins) {
            Some(_) => Some(line.len() - inner.len()),
            None if is_inner => Some(line.len() - inner.len()),
            // Behind code there are two spaces in Python, and a space elsewhere.
            None if is_python => line.find("  # "),
            None => line.find(" // ").or_else(|| line.find(" /* ")),
        };
        match start {
            None => (line.to_owned(), None),
            Some(at) => (line[..at].to_owned(), Some(line[at..].to_owned())),
        }
    }

    #[test]
    fn every_comment_is_translated_and_nothing_else() {
        for problem in crate::problems() {
            for starter in problem.starters() {
                let french = starter.text_in("fr");
                let name = format!("{} {}", problem.name(), starter.file);
                assert_eq!(starter.text.lines().count(), french.lines().count());
                for (english, french) in starter.text.lines().zip(french.lines()) {
                    let (code, comment) = split(english, starter.language);
                    let (french_code, french_comment) = split(french, starter.language);
                    assert_eq!(code, french_code, "{name}");
                    assert_eq!(comment.is_some(), french_comment.is_some(), "{name}");
                    let is_same = comment.is_some() && comment == french_comment;
                    assert!(!is_same, "{name}: {english}");
                    let width = french.chars().count();
                    assert!(width <= 120, "{name}: {width} columns: {french}");
                }
                assert_eq!(starter.text_in("en"), starter.text);
            }
        }
    }

    #[test]
    fn every_translation_is_used_once() {
        for problem in crate::problems() {
            let starters = problem.starters();
            let [(_, pairs)] = starters[0].comments else {
                panic!("one translation");
            };
            let lines: Vec<&str> = pairs.lines().filter(|line| !line.is_empty()).collect();
            assert!(lines.len().is_multiple_of(2), "{}", problem.name());
            let mut known = BTreeSet::new();
            for pair in lines.chunks(2) {
                assert!(known.insert(pair[0]), "{} twice", pair[0]);
                let uses = |starter: &Starter| starter.text.lines().any(|l| l.contains(pair[0]));
                assert!(starters.iter().any(uses), "{} is not used", pair[0]);
            }
        }
    }

    #[test]
    fn comments_end_where_the_line_does() {
        let known = HashMap::from([("a cell", "une case"), ("cells", "cases")]);
        let french = |line| translate(line, &known).into_owned();
        assert_eq!(french("x = 1  # a cell\n"), "x = 1  # une case\n");
        assert_eq!(french("/* a cell */\n"), "/* une case */\n");
        assert_eq!(french("\"\"\"a cell\"\"\""), "\"\"\"une case\"\"\"");
        assert_eq!(french("f(); // a cell or two\n"), "f(); // a cell or two\n");
        assert_eq!(french("x = rows * cells;\n"), "x = rows * cells;\n");
    }
}
