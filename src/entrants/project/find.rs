//! Finds the program in a listing of files.

use super::super::language;
use super::{Placed, build_files, extension, java, name_of, stem};

/// The program of a folder.
#[derive(Debug)]
pub(super) enum Choice {
    /// The rules of a team's folder fit; the file.
    Plain(String),
    Rename {
        from: String,
        to: String,
    },
    Manifest {
        build: Vec<String>,
        run: Vec<String>,
    },
    /// There is a program, and a person has to say which or how; the reason and the fix.
    Unclear(String),
    None,
}

impl Choice {
    pub(super) fn manifest(build: &[&str], run: &[&str]) -> Self {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        Self::Manifest {
            build: words(build),
            run: words(run),
        }
    }

    fn rename(from: &Placed, to: &str) -> Self {
        if from.path == to {
            return Self::Plain(to.to_owned());
        }
        Self::Rename {
            from: from.path.clone(),
            to: to.to_owned(),
        }
    }
}

/// Names of the file that is started, best first.
const STARTED: [&str; 7] = [
    "solver", "main", "__main__", "app", "index", "run", "solution",
];

/// A language, by the name that messages use, with the extensions of its sources.
struct Kind {
    name: &'static str,
    /// The extension of `solver.<extension>`.
    plain: &'static str,
    extensions: &'static [&'static str],
    find: fn(&[&Placed], &[Placed]) -> Choice,
}

static KINDS: [Kind; 7] = [
    Kind {
        name: "Python",
        plain: "py",
        extensions: &["py"],
        find: python,
    },
    Kind {
        name: "C++",
        plain: "cpp",
        extensions: &["cpp", "cc", "cxx"],
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

pub(super) fn find(files: &[Placed]) -> Choice {
    let at_top = |name: &str| files.iter().any(|file| file.path == name);
    if at_top("submission.toml") {
        return Choice::Plain("submission.toml".to_owned());
    }
    if at_top("solver") {
        return Choice::Plain("solver".to_owned());
    }
    let plain = language::ALL
        .iter()
        .map(|language| format!("solver.{}", language.extension));
    let plain: Vec<String> = plain.filter(|name| at_top(name)).collect();
    match plain.as_slice() {
        [] => {}
        [name] => return solver_source(name, files),
        [one, other, ..] => {
            return Choice::Unclear(format!(
                "both {one} and {other}: keep one, or write a submission.toml"
            ));
        }
    }
    let built = build_files::choice(files);
    if !matches!(built, Choice::None) {
        return built;
    }
    by_language(files)
}

/// `solver.<extension>` is there; sources that it needs beside it may have to be named.
fn solver_source(name: &str, files: &[Placed]) -> Choice {
    let kind = KINDS.iter().find(|kind| extension(name) == kind.plain);
    let Some(kind) = kind.filter(|kind| ["c", "cpp"].contains(&kind.plain)) else {
        return Choice::Plain(name.to_owned());
    };
    let own = sources(kind, files);
    let headers = files.iter().flat_map(|file| local_headers(&text(file)));
    let headers: Vec<String> = headers.collect();
    // Only then compiling the one file fails.
    let needs_others = own
        .iter()
        .any(|file| file.path != name && headers.contains(&stem(&file.path)));
    if !needs_others {
        return Choice::Plain(name.to_owned());
    }
    (kind.find)(&own, files)
}

/// Returns the stems of the headers in quotes that a C source includes.
fn local_headers(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start();
        let rest = rest
            .strip_prefix("include")?
            .trim_start()
            .strip_prefix('"')?;
        Some(stem(rest.split('"').next()?))
    });
    lines.collect()
}

fn by_language(files: &[Placed]) -> Choice {
    let mut present: Vec<(&Kind, Vec<&Placed>)> = Vec::new();
    for kind in &KINDS {
        let own = sources(kind, files);
        if !own.is_empty() {
            present.push((kind, own));
        }
    }
    if present.len() > 1 {
        // Helper scripts in another language are common; the program has a name that tells.
        let telling = |own: &[&Placed]| {
            own.iter()
                .any(|file| ["solver", "main"].contains(&stem(&file.path).as_str()))
        };
        let mut named = present.iter().filter(|(_, own)| telling(own));
        if let (Some((kind, own)), None) = (named.next(), named.next()) {
            return (kind.find)(own, files);
        }
    }
    match present.as_slice() {
        [] => script(files),
        [(kind, own)] => (kind.find)(own, files),
        several => {
            let names: Vec<&str> = several.iter().map(|(kind, _)| kind.name).collect();
            Choice::Unclear(format!(
                "programs in {}: rename the right one to solver.{}, or write a submission.toml",
                names.join(" and "),
                several[0].0.plain
            ))
        }
    }
}

/// Returns the sources of a language, without tests and answers.
fn sources<'f>(kind: &Kind, files: &'f [Placed]) -> Vec<&'f Placed> {
    let is_own = |file: &&Placed| {
        let is_test = file
            .path
            .split('/')
            .any(|part| ["test", "tests"].contains(&part.to_lowercase().as_str()));
        let is_aside = is_test
            || file.path.starts_with("answers/")
            || file.path.starts_with("vendor/")
            || file.path.contains("node_modules/");
        kind.extensions.contains(&extension(&file.path).as_str()) && !is_aside
    };
    files.iter().filter(is_own).collect()
}

fn text(file: &Placed) -> String {
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
    let starts = |text: &str| text.contains("__name__") && text.contains("__main__");
    let Some(file) = started(&top, starts) else {
        return several(&top, "which one is started is not clear");
    };
    let module = &file.path[..file.path.len() - extension(&file.path).len() - 1];
    let imports = [
        format!("import {module}"),
        format!("from {module}"),
        format!("./{module}"),
    ];
    let is_imported = |other: &&&Placed| {
        let text = text(other);
        other.path != file.path && imports.iter().any(|import| text.contains(import))
    };
    if own.iter().find(is_imported).is_some() {
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
fn script(files: &[Placed]) -> Choice {
    let is_script = |file: &&Placed| !file.path.contains('/') && file.head.starts_with(b"#!");
    let scripts: Vec<&Placed> = files.iter().filter(is_script).collect();
    match scripts.as_slice() {
        [] => Choice::None,
        [only] => Choice::rename(only, "solver"),
        more => several(more, "which one is started is not clear"),
    }
}

/// Says why files hold no program, and what to do.
pub(super) fn nothing(files: &[Placed]) -> String {
    let with = |extensions: &[&str]| {
        let found = files
            .iter()
            .find(|file| extensions.contains(&extension(&file.path).as_str()));
        found.map(|file| file.path.clone())
    };
    if files.is_empty() {
        return "nothing was handed in: ask the team".to_owned();
    }
    if let Some(notebook) = with(&["ipynb"]) {
        return format!(
            "{notebook} is a notebook: convert it with `jupyter nbconvert --to script` and name it solver.py"
        );
    }
    if let Some(archive) = with(&["zip", "tar", "gz", "tgz", "rar", "7z", "xz", "bz2"]) {
        return format!("{archive} is an archive: unpack it here, or hand it to `judge collect`");
    }
    if let Some(makefile) = files
        .iter()
        .find(|file| build_files::is_makefile(&file.path))
    {
        return format!(
            "what {} makes is not clear: write a submission.toml with `build = [\"make\"]` and `run = [\"./program\"]`",
            makefile.path
        );
    }
    let names: Vec<&str> = files
        .iter()
        .map(|file| file.path.as_str())
        .take(3)
        .collect();
    format!("no program among {}: ask the team", names.join(", "))
}
