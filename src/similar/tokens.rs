//! The tokens of a source file, in a form that disguises do not change: comments and imports are dropped, all names are
//! one symbol, and so are all numbers and all texts. Keywords and operators keep their kinds.

mod dialect;
mod lexer;
mod plain;

use self::dialect::Dialect;
use super::language::Language;

/// A token of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// A hash of what kind of token it is; never 0.
    pub kind: u32,
    /// The bytes of the text that it covers.
    pub start: u32,
    pub end: u32,
}

impl Token {
    fn new(kind: &str, start: usize, end: usize) -> Self {
        // FNV-1a: the same on every machine and in every version, since it decides which fingerprints are kept.
        let hash = kind.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        Self {
            kind: hash.max(1),
            start: start as u32,
            end: end as u32,
        }
    }
}

/// The kinds of tokens whose text does not matter.
const NAME: &str = "name";
const NUMBER: &str = "number";
const TEXT: &str = "text";

/// Returns the tokens of a source file. A source with errors has tokens too.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Token> {
    match Dialect::of(language) {
        Some(dialect) => lexer::tokens(text, dialect),
        None => plain::tokens(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str, language: Language) -> Vec<u32> {
        let tokens = tokens(text, language);
        tokens.iter().map(|token| token.kind).collect()
    }

    /// A function, and the same one with other names, numbers, texts, comments and layout.
    const DISGUISES: [(Language, &str, &str); 7] = [
        (
            Language::Python,
            "import sys\ndef f(a):\n    x = 'one'\n    return a + 1\n",
            "import os, re\ndef total(rows):\n\n    \"\"\"Adds.\"\"\"\n    text = f\"{two}\"  # new\n    return rows + 2.5\n",
        ),
        (
            Language::C,
            "#include <stdio.h>\nint f(int a) { return a + 'x'; }\n",
            "#include \"own.h\"\n/* new */ long total(long rows)\n{\n  return rows + '\\n'; // end\n}\n",
        ),
        (
            Language::Cpp,
            "#include <vector>\nusing namespace std;\nint f(vector<int>& a) { return a.size() + 1; }\n",
            "#include <map>\nusing namespace std;\nlong g(list<char>& b) { /* */ return b.count() + 0x10; }\n",
        ),
        (
            Language::Rust,
            "use std::io;\nfn f(a: u32) -> u32 { let s = \"x\"; a + 1 }\n",
            "/// Adds.\nfn total(rows: i64) -> i64 { let text = r\"y\"; rows + 2 }\n",
        ),
        (
            Language::Java,
            "import java.util.*;\nclass A { int f(int a) { String s = \"x\"; return a + 1; } }",
            "package p;\nclass B {\n  /** Adds. */ long total(long rows) { Object t = \"y\"; return rows + 0x2; } }",
        ),
        (
            Language::Go,
            "package main\nimport \"fmt\"\nfunc f(a int) int { s := \"x\"; return a + 1 }\n",
            "package main\n\nfunc total(rows int64) int64 { /* new */ t := `y`; return rows + 2 }\n",
        ),
        (
            Language::JavaScript,
            "function f(a) { const s = 'x'; return a.b + 1; }",
            "// new\nfunction total(rows) { const text = `y${1}`; return rows.count + 2; }",
        ),
    ];

    #[test]
    fn disguises_change_no_tokens() {
        for (language, one, other) in DISGUISES {
            let found = kinds(one, language);
            assert!(found.len() > 8, "{language:?}");
            assert_eq!(found, kinds(other, language), "{language:?}");
        }
    }

    #[test]
    fn other_programs_have_other_tokens() {
        let one = kinds("def f(a):\n    return a + 1\n", Language::Python);
        let other = kinds("def f(a):\n    while a: a -= 1\n", Language::Python);
        assert_ne!(one, other);
    }

    #[test]
    fn c_as_cpp_has_the_same_tokens() {
        let text = "struct s { int x; };\nint f(struct s *a, unsigned n) { for (int i = 0; i < n; i++) a[i].x = *a->y; return 0; }";
        assert_eq!(kinds(text, Language::C), kinds(text, Language::Cpp));
    }

    #[test]
    fn tokens_are_parts_of_the_text_in_order() {
        let texts = DISGUISES.iter().flat_map(|(_, one, other)| [*one, *other]);
        let broken = [
            "def (",
            "é'ü",
            "{{{{ \" '",
            "\u{0}\u{1f}",
            "",
            "\u{feff}int x;",
        ];
        for text in texts.chain(broken) {
            for language in DISGUISES.map(|(language, ..)| language) {
                for list in [tokens(text, language), tokens(text, Language::Other)] {
                    let mut end = 0;
                    for token in list {
                        assert!(token.start >= end && token.end > token.start, "{text:?}");
                        assert!(text.is_char_boundary(token.start as usize), "{text:?}");
                        assert!(text.is_char_boundary(token.end as usize), "{text:?}");
                        end = token.end;
                    }
                }
            }
        }
    }

    #[test]
    fn depth_and_nonsense_are_no_obstacle() {
        let deep = "(".repeat(200_000);
        let nonsense: String = (0_u32..200_000)
            .map(|n| char::from((n.wrapping_mul(2_654_435_761) >> 25) as u8))
            .collect();
        let repeated = [
            "a=>", "a<", "\"\\", "r#", "R\"", "'", "`${", "/*", "import (",
        ];
        let repeated = repeated.map(|part| part.repeat(60_000));
        for language in DISGUISES.map(|(language, ..)| language) {
            for text in [&deep, &nonsense].into_iter().chain(&repeated) {
                let tokens = tokens(text, language);
                assert!(tokens.len() <= text.len(), "{language:?}");
            }
        }
    }
}
