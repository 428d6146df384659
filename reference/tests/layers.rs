//! Layers of each problem, checked from the imports: rules use the instance only, and bounds use no solver.

use std::fs;
use std::path::{Path, PathBuf};

const PROBLEMS: [&str; 4] = ["sorting_robot", "swap_puzzle", "la_grille", "picross"];

/// The files that every problem has.
const FILES: [&str; 9] = [
    "mod.rs",
    "instance.rs",
    "answer.rs",
    "rules.rs",
    "generate.rs",
    "bound.rs",
    "draw.rs",
    "solvers.rs",
    "starters.rs",
];

fn folder(problem: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(problem)
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    let paths = entries.map(|entry| entry.expect("the entry is readable").path());
    let below = paths.flat_map(|path| {
        if path.is_dir() {
            files_below(&path)
        } else {
            vec![path]
        }
    });
    below
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect()
}

/// The paths that a file imports from its own problem, relative to the problem's folder, without those of its tests.
fn imports(problem: &str, file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).expect("the file is readable");
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let depth = file
        .strip_prefix(folder(problem))
        .expect("it lies below")
        .components()
        .count();
    let own = [format!("crate::{problem}::"), "super::".repeat(depth)];
    let uses = code
        .split(";\n")
        .filter_map(|item| item.rsplit_once("use ").map(|(_, path)| path));
    let mut found = Vec::new();
    for path in uses {
        let path: String = path.split_whitespace().collect();
        for prefix in &own {
            if let Some(rest) = path.strip_prefix(prefix.as_str()) {
                found.extend(alternatives(rest));
            }
        }
    }
    found
}

/// Expands `{a, b::c}`; other paths are returned as they are.
fn alternatives(path: &str) -> Vec<String> {
    let list = path
        .strip_prefix('{')
        .and_then(|list| list.strip_suffix('}'));
    list.map_or_else(
        || vec![path.to_owned()],
        |list| list.split(',').map(str::to_owned).collect(),
    )
}

#[test]
fn every_problem_has_the_same_files() {
    for problem in PROBLEMS {
        for file in FILES {
            assert!(folder(problem).join(file).is_file(), "{problem}/{file}");
        }
    }
}

#[test]
fn rules_import_the_instance_only() {
    for problem in PROBLEMS {
        let imports = imports(problem, &folder(problem).join("rules.rs"));
        assert!(!imports.is_empty(), "{problem}: the test finds no imports");
        for import in imports {
            assert!(
                import.starts_with("instance::"),
                "{problem}/rules.rs imports {import}"
            );
        }
    }
}

/// A checker of proofs that shared code with what finds proofs would share its mistakes.
#[test]
fn checkers_of_proofs_import_the_instance_only() {
    let mut checked = 0;
    for problem in PROBLEMS {
        for file in files_below(&folder(problem)) {
            let inside = file.strip_prefix(folder(problem)).expect("it lies below");
            if !inside.starts_with("proof") && inside != Path::new("proof.rs") {
                continue;
            }
            checked += 1;
            // Their own parts are `self::` or `super::`.
            for import in imports(problem, &file) {
                assert!(
                    import.starts_with("instance::") || import.starts_with("proof::"),
                    "{} imports {import}",
                    file.display()
                );
            }
        }
    }
    assert!(checked > 0, "the test finds no checkers");
}

#[test]
fn only_the_problem_itself_imports_its_solvers() {
    for problem in PROBLEMS {
        let mut imported = 0;
        for file in files_below(&folder(problem)) {
            let inside = file.strip_prefix(folder(problem)).expect("it lies below");
            let may = ["solvers", "starters"]
                .iter()
                .any(|name| inside.starts_with(name))
                || ["mod.rs", "solvers.rs"]
                    .iter()
                    .any(|name| inside == Path::new(name));
            for import in imports(problem, &file).iter().filter(|_| !may) {
                imported += 1;
                assert!(
                    !import.starts_with("solvers"),
                    "{} imports {import}",
                    file.display()
                );
            }
        }
        assert!(
            imported > 10,
            "{problem}: the test finds {imported} imports"
        );
    }
}
