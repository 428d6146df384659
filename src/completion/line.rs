//! Splits an unfinished command line into words, and writes words as a shell reads them.

/// A command line up to the cursor. Nothing is expanded: `$HOME` stays as it is.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The whole words before the cursor, from the name of the program on, without quotation marks.
    pub(super) words: Vec<String>,
    /// The unfinished word at the cursor, without quotation marks.
    pub(super) text: String,
    /// The part of `text` that bash regards as separate words, and does not replace.
    kept: String,
    /// The quotation mark that is open at the cursor.
    quote: Option<char>,
}

impl Line {
    /// Splits a line. `breaks` are the characters at which bash starts another word.
    pub(super) fn split(line: &str, breaks: &str) -> Self {
        let mut found = Self::default();
        let mut started = false;
        let mut characters = line.chars();
        while let Some(c) = characters.next() {
            match (found.quote, c) {
                (Some(quote), c) if c == quote => found.quote = None,
                (Some('"') | None, '\\') => {
                    found.text.extend(characters.next());
                    started = true;
                }
                (Some(_), c) => found.text.push(c),
                (None, '\'' | '"') => {
                    found.quote = Some(c);
                    found.kept.clone_from(&found.text);
                    started = true;
                }
                (None, c) if c.is_whitespace() => {
                    if started {
                        found.words.push(std::mem::take(&mut found.text));
                    }
                    found.kept.clear();
                    started = false;
                }
                (None, c) => {
                    found.text.push(c);
                    started = true;
                    if breaks.contains(c) {
                        found.kept.clone_from(&found.text);
                    }
                }
            }
        }
        if found.quote.is_none() && !found.kept.ends_with(|c| breaks.contains(c)) {
            // A quotation that is closed was no boundary.
            found.kept.clear();
        }
        // Variables and other commands may go before, as in `TOKEN=… judge`.
        let is_judge = |word: &String| word == "judge" || word.ends_with("/judge");
        let first = found.words.iter().position(is_judge).unwrap_or(0);
        found.words.drain(..first);
        found
    }

    /// Returns what bash puts in the place of the unfinished word to make it `word`.
    pub(super) fn replacement(&self, word: &str) -> String {
        let rest = word.strip_prefix(&self.kept).unwrap_or(word);
        match self.quote {
            Some('"') => escaped(rest, |c| matches!(c, '"' | '$' | '`' | '\\')),
            Some(_) => rest.to_owned(),
            None => {
                let (home, rest) = match rest.strip_prefix("~/") {
                    Some(path) => ("~/", path),
                    None => ("", rest),
                };
                let plain = |c: char| c.is_alphanumeric() || "_-./=:,%+@".contains(c);
                format!("{home}{}", escaped(rest, |c| !plain(c)))
            }
        }
    }
}

fn escaped(text: &str, special: impl Fn(char) -> bool) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        if special(c) {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str) -> (Vec<String>, String) {
        let line = Line::split(line, "=:");
        (line.words, line.text)
    }

    #[test]
    fn words_lose_their_quotation_marks() {
        for (line, words, text) in [
            ("judge run ", &["judge", "run"][..], ""),
            ("judge ru", &["judge"], "ru"),
            ("  A=1 judge x", &["judge"], "x"),
            (
                "./judge 'a b' \"c d\" e\\ f ",
                &["./judge", "a b", "c d", "e f"],
                "",
            ),
            ("judge 'it", &["judge"], "it"),
            ("judge a\"b c", &["judge"], "ab c"),
            ("judge '' ", &["judge", ""], ""),
            ("judge \\", &["judge"], ""),
            ("", &[], ""),
        ] {
            let (found, rest) = split(line);
            assert_eq!(
                (found.as_slice(), &*rest),
                (
                    &words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>()[..],
                    text
                ),
                "{line}"
            );
        }
    }

    #[test]
    fn replacements_are_read_back_as_the_word() {
        for (line, word, replacement) in [
            ("judge te", "team", "team"),
            ("judge te", "te am", "te\\ am"),
            ("judge te\\ a", "te am", "te\\ am"),
            ("judge 'te", "te am", "te am"),
            ("judge \"te", "te $am", "te \\$am"),
            ("judge layout=", "layout=course", "course"),
            ("judge layout=co", "layout=course", "course"),
            ("judge --team='te", "--team=te am", "te am"),
            ("judge --team=te", "--team=te;am", "te\\;am"),
            ("judge ~/a", "~/a b", "~/a\\ b"),
            ("judge 'a'b", "ab;c", "ab\\;c"),
        ] {
            let line = Line::split(line, " \t\n\"'><=;|&(:");
            assert_eq!(line.replacement(word), replacement, "{line:?}");
        }
    }
}
