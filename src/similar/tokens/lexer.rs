//! Splits a source file into tokens by the lexical rules of its language.
//!
//! A lexer and no parser: it cannot fail, it takes linear time and memory on nonsense too, and what is compared is the
//! sequence of tokens in any case.

use super::dialect::{Dialect, ImportEnd, Nesting, Raw};
use super::{NAME, NUMBER, TEXT, Token};

/// Operators of several characters, longest first. `>>` is two tokens, as at the end of `vector<vector<int>>`.
const OPERATORS: [&str; 38] = [
    "<<=", "===", "!==", "**=", "//=", "...", "..=", "&&=", "||=", "??=", "==", "!=", "<=", ">=",
    "&&", "||", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", "->", "=>", "::",
    "**", "//", ":=", "<-", "??", "?.", "..", "@=",
];

/// Symbols that group or separate: layout rather than content, and often optional.
const SEPARATORS: &str = ";,{}";

pub(super) fn tokens(text: &str, dialect: &'static Dialect) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        dialect,
        at: 0,
        line_start: true,
        depth: 0,
        last: Last::Other,
        tokens: Vec::new(),
    };
    while let Some(first) = lexer.rest().chars().next() {
        lexer.step(first);
    }
    lexer.tokens
}

/// What the last token was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// A name, a number or a closing bracket: `/` after it divides.
    Value,
    Text,
    /// One of the words that make up a type.
    Type,
    Other,
}

struct Lexer<'t> {
    text: &'t str,
    dialect: &'static Dialect,
    at: usize,
    /// Whether only white space precedes on this line.
    line_start: bool,
    /// Open round and square brackets.
    depth: usize,
    last: Last,
    tokens: Vec<Token>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Reads one token, comment, import or piece of white space.
    fn step(&mut self, first: char) {
        let rest = self.rest();
        if first == '\n' {
            self.at += 1;
            self.line_start = true;
            return;
        }
        if first.is_whitespace() || first == '\u{feff}' {
            self.at += first.len_utf8();
            return;
        }
        if let Some(length) = self.comment() {
            self.at += length;
            return;
        }
        let at_line_start = std::mem::take(&mut self.line_start);
        if let Some(length) = self.import(at_line_start) {
            self.at += length;
        } else if let Some(length) = self.quoted(first) {
            self.push_text(length, at_line_start);
        } else if first.is_alphabetic() || first == '_' {
            self.push_word();
        } else if first.is_ascii_digit() {
            self.push(NUMBER, number_length(rest), Last::Value);
        } else {
            self.push_symbol(first);
        }
    }

    fn push(&mut self, kind: &str, length: usize, last: Last) {
        self.tokens
            .push(Token::new(kind, self.at, self.at + length));
        self.at += length;
        self.last = last;
    }

    /// Makes the last token longer, to the end of what is `length` long here.
    fn extend_last(&mut self, length: usize) {
        self.at += length;
        if let Some(token) = self.tokens.last_mut() {
            token.end = self.at as u32;
        }
    }

    fn push_word(&mut self) {
        let length = word_length(self.rest());
        let word = &self.rest()[..length];
        let is_type = self.dialect.type_words.contains(&word);
        if is_type && self.last == Last::Type {
            self.extend_last(length);
        } else if self.dialect.keywords.contains(&word) {
            self.push(word, length, Last::Other);
        } else {
            self.push(NAME, length, if is_type { Last::Type } else { Last::Value });
        }
    }

    fn push_symbol(&mut self, first: char) {
        let rest = self.rest();
        match first {
            '(' | '[' => self.depth += 1,
            ')' | ']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        let operator = OPERATORS.iter().find(|known| rest.starts_with(**known));
        let length = operator.map_or(first.len_utf8(), |known| known.len());
        if SEPARATORS.contains(first) {
            self.at += length;
            self.last = Last::Other;
            return;
        }
        let closes = matches!(first, ')' | ']');
        self.push(
            &rest[..length],
            length,
            if closes { Last::Value } else { Last::Other },
        );
    }

    /// Adds a text. Neighbouring texts are one; a text that is a whole line documents a function of Python.
    fn push_text(&mut self, length: usize, at_line_start: bool) {
        let after = self.rest()[length..].split('\n').next().unwrap_or("");
        let ends_line = after.trim_start().is_empty() || after.trim_start().starts_with('#');
        let is_python = self.dialect.line_comment == "#";
        if is_python && at_line_start && ends_line && self.depth == 0 {
            self.at += length;
        } else if self.last == Last::Text {
            self.extend_last(length);
        } else {
            self.push(TEXT, length, Last::Text);
        }
    }

    fn comment(&self) -> Option<usize> {
        let rest = self.rest();
        let script = self.at == 0 && rest.starts_with("#!");
        if script || rest.starts_with(self.dialect.line_comment) {
            return Some(line_length(rest));
        }
        let nesting = self.dialect.block_comments?;
        rest.starts_with("/*").then(|| match nesting {
            Nesting::Flat => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            Nesting::Nested => nested_comment_length(rest),
        })
    }

    /// Returns the length of an import, if one starts here.
    fn import(&self, at_line_start: bool) -> Option<usize> {
        if !at_line_start || self.depth > 0 {
            return None;
        }
        let rest = self.rest();
        let starts = |word: &&&str| {
            let after = rest.strip_prefix(**word);
            after.is_some_and(|after| {
                !after.starts_with(|c: char| c.is_alphanumeric() || "_.(=".contains(c))
            })
        };
        let word = self.dialect.imports.iter().find(starts)?;
        let mut depth = 0_usize;
        let mut escaped = false;
        for (at, c) in rest.char_indices().skip(word.len()) {
            match c {
                ';' => return Some(at + 1),
                '\n' if depth == 0 && !escaped && self.dialect.import_end == ImportEnd::Line => {
                    return Some(at);
                }
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            escaped = c == '\\';
        }
        Some(rest.len())
    }

    /// Returns the length of a text, a character or a regular expression, if one starts here.
    fn quoted(&self, first: char) -> Option<usize> {
        let rest = self.rest();
        if first == '/' && self.dialect.regular_expressions && self.last == Last::Other {
            return Some(line_text_length(rest, '/'));
        }
        let is_prefix =
            |c: char| "rR".contains(c) || self.dialect.prefixes.contains(c.to_ascii_lowercase());
        let before = rest.find(|c| !is_prefix(c)).unwrap_or(rest.len());
        // No language has longer prefixes; names can be as long as they like.
        if before > 3 {
            return None;
        }
        let (prefix, text) = rest.split_at(before);
        let raw = prefix.contains(['r', 'R']);
        let mark = text.chars().next()?;
        let length = match self.dialect.raw {
            Raw::Triple if text.starts_with(r#"""""#) || text.starts_with("'''") => {
                block_length(text, &text[..3])
            }
            Raw::Backtick { templates } if mark == '`' && before == 0 => {
                if templates {
                    template_length(text)
                } else {
                    block_length(text, "`")
                }
            }
            Raw::Hashes if raw && (mark == '"' || mark == '#') => {
                let hashes = text.find(|c| c != '#').unwrap_or(text.len());
                if !text[hashes..].starts_with('"') {
                    return None;
                }
                let end = format!("\"{}", &text[..hashes]);
                let inner = &text[hashes + 1..];
                let end = inner.find(&end).map(|at| at + end.len());
                hashes + 1 + end.unwrap_or(inner.len())
            }
            Raw::Hashes if mark == '"' => block_length(text, "\""),
            Raw::Delimiter if raw && mark == '"' => {
                // The language allows 16 characters; without a limit, many marks would take quadratic time.
                let mut head = text.char_indices().skip(1).take(17);
                let (open, _) = head.find(|(_, c)| *c == '(')?;
                let end = format!("){}\"", &text[1..open]);
                text.find(&end).map_or(text.len(), |at| at + end.len())
            }
            _ if !self.dialect.quotes.contains(mark) => return None,
            _ if mark == '\'' && self.dialect.lifetimes && !is_character(text) => return None,
            _ => line_text_length(text, mark),
        };
        Some(before + length)
    }
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

fn word_length(text: &str) -> usize {
    let belongs = |c: char| c.is_alphanumeric() || c == '_';
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// `0x1F`, `1_000`, `1'000`, `2.5e-3f`; `1..n` is a number before an operator.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let belongs = match byte {
            b'.' => next.is_ascii_digit(),
            b'\'' => at > 0 && next.is_ascii_hexdigit(),
            b'+' | b'-' => {
                matches!(bytes[at - 1], b'e' | b'E')
                    && !text.starts_with("0x")
                    && next.is_ascii_digit()
            }
            _ => byte.is_ascii_alphanumeric() || byte == b'_',
        };
        if !belongs {
            break;
        }
        at += 1;
    }
    at
}

/// Returns the length of a text up to its closing mark, or to the end of the line if it has none there.
fn line_text_length(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' if !escaped => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of a text over several lines, up to the same mark that it starts with.
fn block_length(text: &str, mark: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(mark.len()) {
        if escaped {
            escaped = false;
        } else if c == '\\' && mark != "`" {
            escaped = true;
        } else if text[at..].starts_with(mark) {
            return at + mark.len();
        }
    }
    text.len()
}

/// Returns the length of a template: `${…}` in it can hold further templates.
fn template_length(text: &str) -> usize {
    // For every open template that has an open expression: the braces open in that expression.
    let mut expressions: Vec<usize> = Vec::new();
    let mut in_template = false;
    let mut escaped = false;
    let mut dollar = false;
    for (at, c) in text.char_indices() {
        let after_dollar = std::mem::replace(&mut dollar, c == '$' && in_template);
        if escaped {
            escaped = false;
            continue;
        }
        match (in_template, c) {
            (true, '\\') => escaped = true,
            (true, '`') if expressions.is_empty() => return at + 1,
            (_, '`') => in_template = !in_template,
            (true, '{') if after_dollar => {
                expressions.push(0);
                in_template = false;
            }
            (false, '{') => {
                if let Some(open) = expressions.last_mut() {
                    *open += 1;
                }
            }
            (false, '}') => {
                if let Some(open) = expressions.last_mut().filter(|open| **open > 0) {
                    *open -= 1;
                } else {
                    expressions.pop();
                    in_template = true;
                }
            }
            _ => {}
        }
    }
    text.len()
}

fn nested_comment_length(text: &str) -> usize {
    let mut depth = 0_usize;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if bytes[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Returns whether a single quotation mark starts a character and not a lifetime.
fn is_character(text: &str) -> bool {
    let mut characters = text.chars().skip(1);
    characters.next() == Some('\\') || characters.next() == Some('\'')
}

#[cfg(test)]
mod tests {
    use super::super::Language;
    use super::*;

    /// The tokens as they stand in the text; names, numbers and texts as their kinds.
    fn shown(text: &str, language: Language) -> String {
        let dialect = Dialect::of(language).expect("a dialect");
        let kinds = [NAME, NUMBER, TEXT].map(|kind| (Token::new(kind, 0, 1).kind, kind));
        let tokens = tokens(text, dialect);
        let words = tokens.iter().map(|token| {
            let kind = kinds.iter().find(|(hash, _)| *hash == token.kind);
            let range = token.start as usize..token.end as usize;
            kind.map_or(&text[range], |(_, kind)| kind)
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_language_has_its_texts_and_comments() {
        #[rustfmt::skip]
        let cases = [
            (Language::Python, "a = rb'x' \"y\" '''z\n'''  # '", "name = text"),
            (Language::Python, "def f():\n  'doc'  # c\n  g('a')\n", "def name ( ) : name ( text )"),
            (Language::Python, "from a import (b,\n c); x = 1", "name = number"),
            (Language::Python, "a = b // 2  # half", "name = name // number"),
            (Language::Cpp, "#include <a>\n#define N 1'000\nunsigned long x = R\"q(\")\" )q\";", "# name name number name name = text"),
            (Language::Cpp, "vector<vector<int>> a; a << L'\\''; // end", "name < name < name > > name name << text"),
            (Language::Rust, "/* a /* b */ c */ fn f<'a>(x: &'a str) -> char { 'x' }", "fn name < ' name > ( name : & ' name name ) -> name text"),
            (Language::Rust, "use a::{b, c};\nlet r = r#\"a\"b\"#; br\"x\"; for i in 0..9 {}", "let name = text text for name in number .. number"),
            (Language::Rust, "let real = 1; r = bc;", "let name = number name = name"),
            (Language::Java, "package p;\nimport a.b;\nString s = \"\"\"\nx\"y\"\"\";", "name name = text"),
            (Language::Go, "package main\nimport (\n \"a\"\n)\nx := `a\\`", "name := text"),
            (Language::JavaScript, "import {a} from 'b'\nconst r = /[a]\\//g, t = `a${`b${{c: 1}}`}d`; x = a / b / c", "const name = text name name = text name = name / name / name"),
        ];
        for (language, text, expected) in cases {
            assert_eq!(shown(text, language), expected, "{text}");
        }
    }

    #[test]
    fn what_is_not_closed_ends_with_its_line_or_the_text() {
        #[rustfmt::skip]
        let cases = [
            (Language::C, "a = \"b\nc = 1", "name = text name = number"),
            (Language::Rust, "/* /* */ a", ""),
            (Language::Go, "a `b", "name text"),
            (Language::Cpp, "R\"x(y", "text"),
            (Language::JavaScript, "`${{`", "text"),
        ];
        for (language, text, expected) in cases {
            assert_eq!(shown(text, language), expected, "{text}");
        }
    }
}
