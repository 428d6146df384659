//! The languages of source files.

/// The language of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Python,
    C,
    Cpp,
    Rust,
    Java,
    Go,
    JavaScript,
    /// A language without rules of its own: its files are split into words, numbers and symbols.
    Other,
}

/// Extensions of source files, in lower case.
const EXTENSIONS: [(&str, Language); 18] = [
    ("py", Language::Python),
    ("c", Language::C),
    // C++ also reads what C headers declare.
    ("h", Language::Cpp),
    ("cc", Language::Cpp),
    ("cpp", Language::Cpp),
    ("cxx", Language::Cpp),
    ("hh", Language::Cpp),
    ("hpp", Language::Cpp),
    ("hxx", Language::Cpp),
    ("rs", Language::Rust),
    ("java", Language::Java),
    ("go", Language::Go),
    ("js", Language::JavaScript),
    ("mjs", Language::JavaScript),
    ("cjs", Language::JavaScript),
    ("jsx", Language::JavaScript),
    ("pyw", Language::Python),
    ("pyx", Language::Python),
];

/// Extensions of source files in other languages.
const OTHERS: [&str; 40] = [
    "ada", "adb", "asm", "bash", "clj", "cs", "d", "dart", "ex", "exs", "f90", "fs", "groovy",
    "hs", "jl", "kt", "kts", "lisp", "lua", "m", "ml", "mli", "nim", "pas", "php", "pl", "pro",
    "ps1", "r", "rb", "rkt", "s", "scala", "scm", "sh", "swift", "ts", "tsx", "vb", "zig",
];

impl Language {
    /// Returns the language of a file by its name, or by the interpreter in its first line; `None` if it is no source.
    pub fn of(path: &str, head: &[u8]) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let extension = name
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_lowercase());
        let Some(extension) = extension else {
            return Self::of_script(head);
        };
        let known = EXTENSIONS.iter().find(|(known, _)| *known == extension);
        let other = OTHERS.contains(&extension.as_str()).then_some(Self::Other);
        known.map(|(_, language)| *language).or(other)
    }

    fn of_script(head: &[u8]) -> Option<Self> {
        let line = head.strip_prefix(b"#!")?;
        let line = line.split(|&byte| byte == b'\n').next()?;
        let line = String::from_utf8_lossy(line);
        Some(if line.contains("python") {
            Self::Python
        } else if line.contains("node") {
            Self::JavaScript
        } else {
            Self::Other
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_or_the_first_line_tells_the_language() {
        let of = |path| Language::of(path, b"");
        assert_eq!(of("src/Main.JAVA"), Some(Language::Java));
        assert_eq!(of("grid.h"), Some(Language::Cpp));
        assert_eq!(of("solver.hs"), Some(Language::Other));
        assert_eq!(of("a.py/readme.txt"), None);
        assert_eq!(of("solver"), None);
        let script = |head: &[u8]| Language::of("solver", head);
        assert_eq!(script(b"#!/usr/bin/env python3\n"), Some(Language::Python));
        assert_eq!(script(b"#!/bin/sh\necho python"), Some(Language::Other));
        assert_eq!(script(b"\x7fELF"), None);
    }
}
