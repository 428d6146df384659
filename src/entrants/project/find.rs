//! Finds the program in a listing of files.

use super::super::language;
use super::languages::{KINDS, Kind, script, text};
use super::{Placed, build_files, extension, stem};

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

    pub(super) fn rename(from: &Placed, to: &str) -> Self {
        if from.path == to {
            return Self::Plain(to.to_owned());
        }
        Self::Rename {
            from: from.path.clone(),
            to: to.to_owned(),
        }
    }
}

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
    if let Some(archive) = with(&["zip", "tar", "gz", "tgz"]) {
        return format!("{archive} is an archive: unpack it here, or hand it to `judge collect`");
    }
    if let Some(archive) = with(&["rar", "7z", "xz", "bz2", "zst"]) {
        return format!("{archive} is an archive: unpack it here");
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
