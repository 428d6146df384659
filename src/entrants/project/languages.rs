//! Finds the program among the sources of one language.

use super::super::language;
use super::find::Choice;
use super::{Placed, extension, java, name_of, stem};

/// Names of the file that is started, best first.
const STARTED: [&str; 7] = [
    "solver", "main", "__main__", "app", "index", "run", "solution",
];

/// A language, by the name that messages use, with the extensions of its sources.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The extension of `solver.<extension>`.
    pub(super) plain: &'static str,
    pub(super) extensions: &'static [&'static str],
    pub(super) find: fn(&[&Placed], &[Placed]) -> Choice,
}

pub(super) static KINDS: [Kind; 7] = [
    Kind {
        name: "Python",
        plain: "py",
        extensions: &["py"],
        find: python,
    },
    Kind {
        name: "C++",
        plain: "cpp",
        extensions: &["cpp", "cc", "cxx", "c++"],
        find: |own, all| c_family(own, all, &["c++", "-O2", "-std=c++20"], "solver.cpp"),
    },
    Kind {
        name: "C",
        plain: "c",
        extensions: &["c"],
        find: |own, all| c_family(own, all, &["cc", "-O2"], "solver.c"),
    },
    Kind {
        name: "Rust",
        plain: "rs",
        extensions: &["rs"],
        find: rust,
    },
    Kind {
        name: "Java",
        plain: "java",
        extensions: &["java"],
        find: java,
    },
    Kind {
        name: "Go",
        plain: "go",
        extensions: &["go"],
        find: go,
    },
    Kind {
        name: "JavaScript",
        plain: "js",
        extensions: &["js"],
        find: |own, _| interpreted(own, "node", "solver.js"),
    },
];

pub(super) fn text(file: &Placed) -> String {
    String::from_utf8_lossy(&file.head).into_owned()
}

/// Returns the file to start: the only one, the one with a telling name, or the only one that `starts`.
fn started<'f>(files: &[&'f Placed], starts: impl Fn(&str) -> bool) -> Option<&'f Placed> {
    if let [only] = files {
        return Some(only);
    }
    for wanted in STARTED {
        let mut named = files.iter().filter(|file| stem(&file.path) == wanted);
        if let (Some(file), None) = (named.next(), named.next()) {
            return Some(file);
        }
    }
    let mut starting = files.iter().filter(|file| starts(&text(file)));
    starting
        .next()
        .filter(|_| starting.next().is_none())
        .copied()
}

fn several(files: &[&Placed], what: &str) -> Choice {
    const SHOWN: usize = 4;
    let names: Vec<&str> = files
        .iter()
        .map(|file| file.path.as_str())
        .take(SHOWN)
        .collect();
    let more = if files.len() > SHOWN { ", …" } else { "" };
    Choice::Unclear(format!(
        "{}{more}: {what}; rename the right one or write a submission.toml",
        names.join(", ")
    ))
}

/// Returns those of the files that are in the folder itself.
fn at_top<'f>(files: &[&'f Placed]) -> Vec<&'f Placed> {
    files
        .iter()
        .filter(|file| !file.path.contains('/'))
        .copied()
        .collect()
}

fn python(own: &[&Placed], _: &[Placed]) -> Choice {
    interpreted(own, "python3", "solver.py")
}

fn interpreted(own: &[&Placed], interpreter: &str, plain: &str) -> Choice {
    let top = at_top(own);
    if top.is_empty() {
        return Choice::None;
    }
    let is_imported = |file: &Placed| {
        let module = &file.path[..file.path.len() - extension(&file.path).len() - 1];
        let imports = [
            format!("import {module}"),
            format!("from {module}"),
            format!("./{module}"),
        ];
        own.iter().any(|other| {
            let text = text(other);
            other.path != file.path && imports.iter().any(|import| text.contains(import))
        })
    };
    let starts = |text: &str| text.contains("__name__") && text.contains("__main__");
    let only_not_imported = || {
        let mut others = top.iter().copied().filter(|file| !is_imported(file));
        others.next().filter(|_| others.next().is_none())
    };
    let Some(file) = started(&top, starts).or_else(only_not_imported) else {
        return several(&top, "which one is started is not clear");
    };
    if is_imported(file) {
        return Choice::manifest(&[], &[interpreter, &file.path]);
    }
    Choice::rename(file, plain)
}

fn c_family(own: &[&Placed], all: &[Placed], compiler: &[&str], plain: &str) -> Choice {
    if let [only] = own
        && !only.path.contains('/')
    {
        return Choice::rename(only, plain);
    }
    let mains: Vec<&Placed> = own
        .iter()
        .filter(|file| defines_main(&text(file)))
        .copied()
        .collect();
    if mains.is_empty() {
        return several(own, "none has a main function");
    }
    let Some(main) = started(&mains, |_| false) else {
        return several(&mains, "several have a main function");
    };
    let headers = all
        .iter()
        .filter(|file| ["h", "hpp", "hh"].contains(&extension(&file.path).as_str()));
    let folders = headers.filter_map(|file| Some(format!("-I{}", file.path.rsplit_once('/')?.0)));
    let mut folders: Vec<String> = folders.collect();
    folders.sort();
    folders.dedup();
    let is_other_main = |file: &&&Placed| {
        file.path != main.path && mains.iter().any(|other| other.path == file.path)
    };
    let files = own.iter().filter(|file| !is_other_main(file));
    let files = files.map(|file| word(&file.path));
    let mut build: Vec<String> = compiler.iter().map(|&word| word.to_owned()).collect();
    build.extend(folders);
    build.extend(["-o".to_owned(), "solver".to_owned()]);
    build.extend(files);
    build.push("-lm".to_owned());
    let run = vec!["./solver".to_owned()];
    Choice::Manifest { build, run }
}

/// Returns a path that a compiler does not take for an option.
fn word(path: &str) -> String {
    if path.starts_with('-') {
        return format!("./{path}");
    }
    path.to_owned()
}

/// Whether a C or C++ source defines `main`.
fn defines_main(text: &str) -> bool {
    text.match_indices("main").any(|(at, word)| {
        let before = text[..at].trim_end_matches([' ', '\t']);
        let is_typed = ["int", "void", "auto", "\n"]
            .iter()
            .any(|end| before.ends_with(end));
        let after = text[at + word.len()..].trim_start();
        is_typed && after.starts_with('(')
    })
}

fn rust(own: &[&Placed], _: &[Placed]) -> Choice {
    let Some(file) = started(own, |text| text.contains("fn main(")) else {
        return several(own, "which one is the program is not clear");
    };
    let has_modules = text(file)
        .lines()
        .any(|line| line.trim_start().starts_with("mod ") && line.contains(';'));
    if has_modules || file.path.contains('/') {
        let build = [
            "rustc",
            "-O",
            "--edition",
            "2024",
            "-o",
            "solver",
            &file.path,
        ];
        return Choice::manifest(&build, &["./solver"]);
    }
    Choice::rename(file, "solver.rs")
}

fn java(own: &[&Placed], _: &[Placed]) -> Choice {
    if let [only] = own
        && !only.path.contains('/')
    {
        return Choice::rename(only, "solver.java");
    }
    let mains: Vec<&Placed> = own
        .iter()
        .filter(|file| java::has_main(&text(file)))
        .copied()
        .collect();
    if mains.is_empty() {
        return several(own, "none has a main method");
    }
    let Some(main) = started(&mains, |_| false) else {
        return several(&mains, "several have a main method");
    };
    let class = name_of(&main.path).trim_end_matches(".java");
    let source = text(main);
    let class = match java::package(&source) {
        "" => class.to_owned(),
        package => format!("{package}.{class}"),
    };
    let mut build: Vec<String> = ["javac", "-encoding", "UTF-8", "-d", "classes"]
        .map(str::to_owned)
        .to_vec();
    build.extend(own.iter().map(|file| word(&file.path)));
    let language = language::ALL
        .iter()
        .find(|language| language.name == "java");
    let run = language.map_or(&[][..], |language| language.run);
    let mut run: Vec<String> = run.iter().map(|&word| word.to_owned()).collect();
    run.push(class);
    Choice::Manifest { build, run }
}

fn go(own: &[&Placed], _: &[Placed]) -> Choice {
    let own: Vec<&Placed> = own
        .iter()
        .filter(|file| !file.path.ends_with("_test.go"))
        .copied()
        .collect();
    match at_top(&own).as_slice() {
        [] => Choice::None,
        [only] => Choice::rename(only, "solver.go"),
        files => {
            let mut build = vec!["go", "build", "-o", "solver"];
            build.extend(files.iter().map(|file| file.path.as_str()));
            Choice::manifest(&build, &["./solver"])
        }
    }
}

/// A script in a language without a rule of its own: the only file that starts with `#!`.
pub(super) fn script(files: &[Placed]) -> Choice {
    let is_script = |file: &&Placed| !file.path.contains('/') && file.head.starts_with(b"#!");
    let scripts: Vec<&Placed> = files.iter().filter(is_script).collect();
    match scripts.as_slice() {
        [] => Choice::None,
        [only] => Choice::rename(only, "solver"),
        more => several(more, "which one is started is not clear"),
    }
}
