//! Tokens without a grammar: words, numbers, texts and symbols.

use super::{NAME, NUMBER, TEXT, Token};

/// Words that mean the same in most languages, and keep their kinds.
const KEYWORDS: [&str; 30] = [
    "and", "begin", "break", "case", "class", "continue", "def", "do", "done", "elif", "else",
    "end", "fi", "for", "fun", "function", "if", "in", "let", "match", "not", "or", "return",
    "then", "type", "val", "var", "when", "where", "while",
];

/// Starts of comments that end with the line. `#` is one in many scripts, and at the start of a line in others.
const COMMENTS: [&str; 3] = ["//", "#", "--"];

pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut line_start = true;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let starts_comment = |mark: &str| rest.starts_with(mark) && (line_start || mark == "//");
        let (length, kind) = if first.is_whitespace() {
            (first.len_utf8(), None)
        } else if COMMENTS.iter().any(|mark| starts_comment(mark)) {
            (rest.find('\n').unwrap_or(rest.len()), None)
        } else if rest.starts_with("/*") {
            (rest.find("*/").map_or(rest.len(), |end| end + 2), None)
        } else if first.is_alphabetic() || first == '_' {
            let length = length_of(rest, |c| c.is_alphanumeric() || c == '_');
            let word = &rest[..length];
            let keyword = KEYWORDS.contains(&word);
            (length, Some(if keyword { word } else { NAME }))
        } else if first.is_numeric() {
            (
                length_of(rest, |c| c.is_alphanumeric() || c == '.'),
                Some(NUMBER),
            )
        } else if let Some(length) = text_length(rest, first) {
            (length, Some(TEXT))
        } else {
            let length = first.len_utf8();
            (
                length,
                Some(&rest[..length]).filter(|_| !";,{}".contains(first)),
            )
        };
        if let Some(kind) = kind {
            tokens.push(Token::new(kind, at, at + length));
        }
        line_start = first == '\n' || line_start && first.is_whitespace();
        at += length;
    }
    tokens
}

fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// The longest text in quotation marks, in characters: without a limit, marks without an end would take quadratic time.
const LONGEST_TEXT: usize = 256;

/// Returns the length of a text in quotation marks, if one starts here and ends on the same line.
fn text_length(rest: &str, mark: char) -> Option<usize> {
    if mark != '"' && mark != '\'' {
        return None;
    }
    let mut escaped = false;
    for (at, c) in rest.char_indices().take(LONGEST_TEXT).skip(1) {
        match c {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == mark => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}
