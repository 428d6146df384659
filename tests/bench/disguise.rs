//! Mechanical disguises of a source. The results need not compile: what is compared are tokens.

use std::collections::BTreeMap;

use judge::similar::{Language, SourceFile};

/// A disguise: makes other files of a source; the second source is another program in the same language.
pub(crate) type Disguise = fn(&SourceFile, &SourceFile) -> Vec<SourceFile>;

pub(crate) const ALL: [(&str, Disguise); 10] = [
    ("verbatim", |source, _| vec![source.clone()]),
    ("names", |source, _| same_file(source, renamed)),
    ("literals", |source, _| same_file(source, with_literals)),
    ("comments, layout", |source, _| {
        same_file(source, with_comments)
    }),
    ("order of functions", |source, _| {
        same_file(source, reordered)
    }),
    ("split functions", |source, _| {
        same_file(source, with_split_functions)
    }),
    ("split file", |source, _| split_file(source)),
    ("more statements", |source, _| same_file(source, padded)),
    ("all of these", all_of_these),
    ("half of it, half another", |source, other| {
        let (half, rest) = (halves(source).0, halves(other).1);
        vec![with_text(source, half + &rest)]
    }),
];

/// All disguises of a whole source at once.
pub(crate) fn all_of_these(source: &SourceFile, _: &SourceFile) -> Vec<SourceFile> {
    let steps = [
        renamed,
        with_literals,
        reordered,
        with_split_functions,
        padded,
        with_comments,
    ];
    let text = steps.iter().fold(source.text.clone(), |text, step| {
        step(&text, source.language)
    });
    split_file(&with_text(source, text))
}

/// Words that are not names. Those of other languages do no harm.
const KEYWORDS: &str = "and as assert async auto await bool break byte case catch char class const continue crate def \
    default del do double elif else enum except export extends extern final finally float fn for from func function \
    global go goto if impl implements import in include int interface is lambda let long loop map match mod move mut \
    namespace new not null nullptr or package pass private protected pub public range raise return select self short \
    signed sizeof static std string struct super switch template this throw trait try type typedef typename union \
    unsafe unsigned use using var virtual void where while with yield None True False true false";

fn with_text(source: &SourceFile, text: String) -> SourceFile {
    SourceFile {
        text,
        ..source.clone()
    }
}

fn same_file(source: &SourceFile, change: impl Fn(&str, Language) -> String) -> Vec<SourceFile> {
    vec![with_text(source, change(&source.text, source.language))]
}

/// Splits a text into words and single other characters.
fn words(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        words.push(&rest[..end]);
        rest = &rest[end..];
    }
    words
}

/// Gives every name another one, the same everywhere.
fn renamed(text: &str, _: Language) -> String {
    let keywords: Vec<&str> = KEYWORDS.split_whitespace().collect();
    let mut names: BTreeMap<&str, String> = BTreeMap::new();
    let other = |word| {
        let is_name = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_name(word) || keywords.contains(&word) {
            return word.to_owned();
        }
        let next = format!("name{}", names.len());
        names.entry(word).or_insert(next).clone()
    };
    words(text).into_iter().map(other).collect()
}

/// Changes all numbers.
fn with_literals(text: &str, _: Language) -> String {
    let other = |word: &str| match word.parse::<u64>() {
        Ok(number) => (number + 7).to_string(),
        Err(_) => word.to_owned(),
    };
    words(text).into_iter().map(other).collect()
}

fn comment(language: Language) -> &'static str {
    if language == Language::Python {
        "#"
    } else {
        "//"
    }
}

/// Removes comments of whole lines, and writes others.
fn with_comments(text: &str, language: Language) -> String {
    let mark = comment(language);
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with(mark));
    let lines = lines.enumerate().map(|(number, line)| {
        let indent = &line[..line.len() - line.trim_start().len()];
        match number % 3 {
            0 => format!("{line} {mark} changes {number}\n"),
            1 => format!("{indent}{mark} step {number}\n{line}\n\n"),
            _ => format!("{line}\n"),
        }
    });
    lines.collect()
}

/// Splits a source into its functions and other items: a line without indentation starts one. Java has a class around
/// all of them.
fn chunks(text: &str, language: Language) -> Vec<String> {
    let outer = if language == Language::Java { 4 } else { 0 };
    let starts = |line: &str| {
        let indent = line.len() - line.trim_start().len();
        indent == outer
            && line
                .trim_start()
                .starts_with(|c: char| c.is_alphabetic() || "#@/_".contains(c))
    };
    let mut chunks: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        match chunks.last_mut() {
            Some(last) if !starts(line) => last.push_str(line),
            _ => chunks.push(line.to_owned()),
        }
    }
    chunks
}

/// Reverses the order of the functions.
fn reordered(text: &str, language: Language) -> String {
    let mut chunks = chunks(text, language);
    chunks.reverse();
    chunks.concat()
}

/// Splits every function of more than 6 lines into two.
fn with_split_functions(text: &str, language: Language) -> String {
    let split = |chunk: String| {
        let lines: Vec<&str> = chunk.split_inclusive('\n').collect();
        if lines.len() <= 6 {
            return chunk;
        }
        let (head, tail) = lines.split_at(lines.len() / 2);
        let between = match language {
            Language::Python => "    return rest(a, b)\n\ndef rest(a, b):\n",
            Language::Rust => "    rest(a, b)\n}\n\nfn rest(a: u32, b: u32) {\n",
            Language::Go => "    return rest(a, b)\n}\n\nfunc rest(a int, b int) int {\n",
            Language::JavaScript => "    return rest(a, b);\n}\n\nfunction rest(a, b) {\n",
            _ => "    return rest(a, b);\n}\n\nint rest(int a, int b) {\n",
        };
        format!("{}{between}{}", head.concat(), tail.concat())
    };
    chunks(text, language).into_iter().map(split).collect()
}

/// Divides the functions of a source into two parts of about the same length.
fn halves(source: &SourceFile) -> (String, String) {
    let (mut one, mut other) = (String::new(), String::new());
    for chunk in chunks(&source.text, source.language) {
        let first = one.len() < source.text.len() / 2;
        if first { &mut one } else { &mut other }.push_str(&chunk);
    }
    (one, other)
}

/// Makes two files of one.
fn split_file(source: &SourceFile) -> Vec<SourceFile> {
    let (one, other) = halves(source);
    let parts = [("part", one), ("other", other)];
    let parts = parts.map(|(name, text)| SourceFile {
        path: format!("{name}-{}", source.path),
        ..with_text(source, text)
    });
    parts.into_iter().collect()
}

/// The number of lines between two statements without effect.
const PADDING: usize = 3;

/// Writes statements without effect between others.
fn padded(text: &str, language: Language) -> String {
    let statement = match language {
        Language::Python => "unused = count",
        Language::Rust | Language::JavaScript => "let unused = count;",
        Language::Go => "unused := count",
        _ => "int unused = count;",
    };
    let lines = text.split_inclusive('\n').enumerate();
    let lines = lines.map(|(number, line)| {
        let indent = &line[..line.len() - line.trim_start().len()];
        if number % PADDING > 0 {
            return line.to_owned();
        }
        format!("{line}{}{statement}\n", indent.trim_end_matches('\n'))
    });
    lines.collect()
}
