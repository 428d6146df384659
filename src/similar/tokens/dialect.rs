//! What the lexer has to know of each language: keywords, comments, texts and imports.

use super::Language;

/// The lexical rules of a language.
#[derive(Debug)]
pub(super) struct Dialect {
    /// Words that keep their kinds; all others are names.
    pub keywords: &'static [&'static str],
    pub line_comment: &'static str,
    /// `/* … */`, and whether such comments nest.
    pub block_comments: Option<Nesting>,
    /// Quotation marks of texts that end on their line.
    pub quotes: &'static str,
    pub raw: Raw,
    /// Letters that may stand before a quotation mark, in any number and case.
    pub prefixes: &'static str,
    /// Words that start an import, which is left out: imports are alike in all programs, and their order is free.
    pub imports: &'static [&'static str],
    pub import_end: ImportEnd,
    /// `'a` is a lifetime unless a second mark closes it.
    pub lifetimes: bool,
    /// `/` starts a regular expression where a value cannot be divided.
    pub regular_expressions: bool,
    /// Several of these in a row are one name: `unsigned long` is as good as `size_t`.
    pub type_words: &'static [&'static str],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nesting {
    Nested,
    Flat,
}

/// Texts that continue over line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    None,
    /// `"""…"""` and `'''…'''`.
    Triple,
    /// `` `…` ``, where `${…}` holds an expression if `true`.
    Backtick {
        templates: bool,
    },
    /// `r#"…"#`; `"…"` may continue over line ends too.
    Hashes,
    /// `R"mark(…)mark"`.
    Delimiter,
}

/// Where an import ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImportEnd {
    Semicolon,
    /// The end of the line outside brackets, or a semicolon.
    Line,
}

impl Dialect {
    /// Returns the rules of a language; `None` if it has none here.
    pub(super) fn of(language: Language) -> Option<&'static Self> {
        Some(match language {
            Language::Python => &PYTHON,
            Language::C | Language::Cpp => &CPP,
            Language::Rust => &RUST,
            Language::Java => &JAVA,
            Language::Go => &GO,
            Language::JavaScript => &JAVASCRIPT,
            Language::Other => return None,
        })
    }
}

/// What most languages with braces have in common.
const BRACES: Dialect = Dialect {
    keywords: &[],
    line_comment: "//",
    block_comments: Some(Nesting::Flat),
    quotes: "\"'",
    raw: Raw::None,
    prefixes: "",
    imports: &[],
    import_end: ImportEnd::Semicolon,
    lifetimes: false,
    regular_expressions: false,
    type_words: &[],
};

static PYTHON: Dialect = Dialect {
    keywords: &[
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class",
        "continue", "def", "del", "elif", "else", "except", "finally", "for", "global", "if", "in",
        "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with",
        "yield",
    ],
    line_comment: "#",
    block_comments: None,
    raw: Raw::Triple,
    prefixes: "rbfut",
    imports: &["import", "from"],
    import_end: ImportEnd::Line,
    ..BRACES
};

/// C is read as C++, so that a program has the same tokens as either.
static CPP: Dialect = Dialect {
    keywords: &[
        "alignas",
        "alignof",
        "asm",
        "auto",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "constexpr",
        "const_cast",
        "continue",
        "decltype",
        "default",
        "delete",
        "do",
        "dynamic_cast",
        "else",
        "enum",
        "explicit",
        "extern",
        "false",
        "for",
        "friend",
        "goto",
        "if",
        "inline",
        "mutable",
        "namespace",
        "new",
        "noexcept",
        "nullptr",
        "operator",
        "override",
        "private",
        "protected",
        "public",
        "register",
        "reinterpret_cast",
        "restrict",
        "return",
        "sizeof",
        "static",
        "static_assert",
        "static_cast",
        "struct",
        "switch",
        "template",
        "this",
        "thread_local",
        "throw",
        "true",
        "try",
        "typedef",
        "typename",
        "union",
        "using",
        "virtual",
        "volatile",
        "while",
        "NULL",
    ],
    raw: Raw::Delimiter,
    prefixes: "lu8",
    imports: &["#include"],
    import_end: ImportEnd::Line,
    type_words: &[
        "signed", "unsigned", "short", "long", "int", "char", "float", "double",
    ],
    ..BRACES
};

static RUST: Dialect = Dialect {
    keywords: &[
        "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum",
        "extern", "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move",
        "mut", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "true",
        "type", "unsafe", "where", "while", "yield",
    ],
    block_comments: Some(Nesting::Nested),
    raw: Raw::Hashes,
    prefixes: "bc",
    imports: &["use"],
    lifetimes: true,
    ..BRACES
};

static JAVA: Dialect = Dialect {
    keywords: &[
        "abstract",
        "assert",
        "break",
        "case",
        "catch",
        "class",
        "continue",
        "default",
        "do",
        "else",
        "enum",
        "extends",
        "false",
        "final",
        "finally",
        "for",
        "if",
        "implements",
        "instanceof",
        "interface",
        "native",
        "new",
        "null",
        "private",
        "protected",
        "public",
        "record",
        "return",
        "static",
        "super",
        "switch",
        "synchronized",
        "this",
        "throw",
        "throws",
        "transient",
        "true",
        "try",
        "volatile",
        "while",
        "yield",
    ],
    raw: Raw::Triple,
    imports: &["import", "package"],
    ..BRACES
};

static GO: Dialect = Dialect {
    keywords: &[
        "break",
        "case",
        "chan",
        "const",
        "continue",
        "default",
        "defer",
        "else",
        "fallthrough",
        "false",
        "for",
        "func",
        "go",
        "goto",
        "if",
        "interface",
        "iota",
        "map",
        "nil",
        "range",
        "return",
        "select",
        "struct",
        "switch",
        "true",
        "type",
        "var",
    ],
    raw: Raw::Backtick { templates: false },
    imports: &["import", "package"],
    import_end: ImportEnd::Line,
    ..BRACES
};

static JAVASCRIPT: Dialect = Dialect {
    keywords: &[
        "async",
        "await",
        "break",
        "case",
        "catch",
        "class",
        "const",
        "continue",
        "debugger",
        "default",
        "delete",
        "do",
        "else",
        "export",
        "extends",
        "false",
        "finally",
        "for",
        "function",
        "get",
        "if",
        "in",
        "instanceof",
        "let",
        "new",
        "null",
        "of",
        "return",
        "set",
        "static",
        "super",
        "switch",
        "this",
        "throw",
        "true",
        "try",
        "typeof",
        "undefined",
        "var",
        "void",
        "while",
        "with",
        "yield",
    ],
    raw: Raw::Backtick { templates: true },
    imports: &["import"],
    import_end: ImportEnd::Line,
    regular_expressions: true,
    ..BRACES
};
