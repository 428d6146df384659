//! What build files tell: the program that a makefile, a Cargo package, a `CMakeLists.txt` or a Go module makes.

use std::collections::BTreeMap;

use super::find::Choice;
use super::{Placed, name_of};

/// Makefile targets that make no program.
const CHORES: [&str; 9] = [
    "all",
    "build",
    "check",
    "clean",
    "default",
    "distclean",
    "install",
    "run",
    "test",
];

pub(super) fn is_makefile(path: &str) -> bool {
    ["Makefile", "makefile", "GNUmakefile"].contains(&name_of(path))
}

pub(super) fn is_build_file(path: &str) -> bool {
    is_makefile(path) || ["CMakeLists.txt", "go.mod"].contains(&name_of(path))
}

/// Returns what the build file at the top of the folder asks for.
pub(super) fn choice(files: &[Placed]) -> Choice {
    let text = |name: &str| {
        let file = files.iter().find(|file| file.path == name)?;
        Some(String::from_utf8_lossy(&file.head).into_owned())
    };
    let makefile = ["GNUmakefile", "makefile", "Makefile"]
        .into_iter()
        .find_map(text);
    let choices = [
        text("Cargo.toml").map(|text| cargo(&text, files)),
        text("CMakeLists.txt").map(|text| cmake(&text)),
        makefile.map(|text| make(&text)),
        text("go.mod").map(|text| go(&text, files)),
    ];
    let mut choices = choices.into_iter().flatten();
    choices.next().unwrap_or(Choice::None)
}

fn cargo(text: &str, files: &[Placed]) -> Choice {
    let unclear = |why: &str| Choice::Unclear(format!("Cargo.toml: {why}"));
    let Ok(manifest) = text.parse::<toml::Table>() else {
        return unclear("not a TOML file");
    };
    let package = manifest
        .get("package")
        .and_then(|package| package.get("name"));
    let binary = manifest
        .get("bin")
        .and_then(|bins| bins.get(0)?.get("name"));
    let Some(name) = binary.or(package).and_then(toml::Value::as_str) else {
        return unclear(
            "names no package: write a submission.toml that builds one of the workspace",
        );
    };
    let tables = ["dependencies", "build-dependencies"].into_iter();
    let tables = tables.filter_map(|key| manifest.get(key)?.as_table());
    let mut foreign = tables
        .flatten()
        .filter(|(_, what)| what.get("path").is_none());
    let is_vendored = files
        .iter()
        .any(|file| file.path.starts_with(".cargo/config"));
    if let Some((name, _)) = foreign.next()
        && !is_vendored
    {
        return unclear(&format!(
            "needs the crate `{name}`, and builds have no network: run `cargo vendor` and hand in vendor/ and .cargo/"
        ));
    }
    Choice::manifest(
        &["cargo", "build", "--release", "--offline"],
        &[&format!("./target/release/{name}")],
    )
}

fn cmake(text: &str) -> Choice {
    let argument = |command: &str| {
        let lower = text.to_lowercase();
        let at = lower.find(&format!("{command}("))? + command.len() + 1;
        let word = text.get(at..)?.trim_start();
        let word = word.split(|c: char| c.is_whitespace() || c == ')').next()?;
        Some(word.trim_matches('"').to_owned())
    };
    let Some(program) = argument("add_executable") else {
        return Choice::Unclear(
            "CMakeLists.txt: no add_executable: write a submission.toml".to_owned(),
        );
    };
    let project = argument("project").unwrap_or_default();
    let program = program.replace("${PROJECT_NAME}", &project);
    let script = "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build";
    Choice::manifest(&["sh", "-c", script], &[&format!("./build/{program}")])
}

fn go(text: &str, files: &[Placed]) -> Choice {
    let needs_modules = text
        .lines()
        .any(|line| line.trim_start().starts_with("require"));
    let is_vendored = files.iter().any(|file| file.path.starts_with("vendor/"));
    if needs_modules && !is_vendored {
        let reason = "go.mod: needs other modules, and builds have no network: run `go mod vendor` and hand in vendor/";
        return Choice::Unclear(reason.to_owned());
    }
    Choice::manifest(&["go", "build", "-o", "solver", "."], &["./solver"])
}

/// Returns how to build with a makefile and what to run; nothing if the makefile builds no program.
fn make(text: &str) -> Choice {
    let text = text.replace("\r\n", "\n").replace("\\\n", " ");
    let makefile = Makefile::read(&text);
    if makefile.rules.iter().any(|(target, _)| target == "solver") {
        return Choice::manifest(&["make", "solver"], &["./solver"]);
    }
    let Some(program) = makefile.program() else {
        return Choice::None;
    };
    Choice::manifest(&["make"], &[&format!("./{program}")])
}

/// Targets with their prerequisites, in order, and the words behind `-o`; variables are expanded.
struct Makefile {
    rules: Vec<(String, Vec<String>)>,
    outputs: Vec<String>,
}

impl Makefile {
    fn read(text: &str) -> Self {
        let mut variables: BTreeMap<String, String> = BTreeMap::new();
        let mut makefile = Self {
            rules: Vec::new(),
            outputs: Vec::new(),
        };
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let expanded = expand(line, &variables);
            if line.starts_with(['\t', ' ']) {
                let words: Vec<&str> = expanded.split_whitespace().collect();
                let outputs = words.windows(2).filter(|pair| pair[0] == "-o");
                makefile
                    .outputs
                    .extend(outputs.map(|pair| pair[1].to_owned()));
            } else if let Some((name, value)) = line.split_once('=') {
                let name = name.trim_end_matches([':', '?', '+', ' ', '\t']);
                if !name.contains(char::is_whitespace) {
                    let value = expand(value.trim(), &variables);
                    variables.insert(name.to_owned(), value);
                }
            } else if let Some((targets, needed)) = expanded.split_once(':') {
                let needed: Vec<String> = needed.split_whitespace().map(str::to_owned).collect();
                let targets = targets.split_whitespace().map(str::to_owned);
                makefile
                    .rules
                    .extend(targets.map(|target| (target, needed.clone())));
            }
        }
        makefile
    }

    /// Returns the program that `make` without arguments builds.
    fn program(&self) -> Option<&str> {
        let mut rules = self.rules.iter();
        let (first, needed) =
            rules.find(|(target, _)| !target.starts_with('.') && !target.contains('%'))?;
        let first = if CHORES.contains(&first.as_str()) {
            needed.first().unwrap_or(first)
        } else {
            first
        };
        let is_phony = self
            .rules
            .iter()
            .any(|(target, names)| target == ".PHONY" && names.contains(first));
        let is_chore = |word: &str| CHORES.contains(&word);
        if is_program(first) && !is_chore(first) && !is_phony {
            return Some(first);
        }
        let outputs = self.outputs.iter().map(String::as_str);
        let outputs = outputs.filter(|name| is_program(name));
        // A chore's name is a program only if nothing else is.
        outputs.min_by_key(|name| is_chore(name))
    }
}

/// Whether a word can be the file name of a program.
fn is_program(word: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || "./_-+".contains(c);
    let others = [
        ".o", ".a", ".so", ".pdf", ".class", ".jar", ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp",
    ];
    !word.is_empty()
        && !word.starts_with('/')
        && !word.contains("..")
        && word.chars().all(plain)
        && !others.iter().any(|end| word.ends_with(end))
}

/// Replaces `$(NAME)` and `${NAME}` by the values of variables that are known.
fn expand(text: &str, variables: &BTreeMap<String, String>) -> String {
    let mut text = text.to_owned();
    for (name, value) in variables {
        for form in [format!("$({name})"), format!("${{{name}}}")] {
            // A short makefile cannot become a long one.
            if text.len() < 10_000 && value.len() < 1000 {
                text = text.replace(&form, value);
            }
        }
    }
    text
}
