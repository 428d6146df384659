//! The architecture: every module of `src/` imports only its own layer or earlier ones, and never in a cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Per module, the layer that `src/lib.rs` puts it in.
fn layers() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(root().join("lib.rs")).expect("lib.rs");
    let mut layer = 0;
    let mut layers = BTreeMap::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("// Layer ") {
            let (number, _) = rest.split_once(':').expect("a number and a colon");
            layer = number.parse().expect("a number");
        }
        if let Some(name) = line.strip_prefix("pub mod ") {
            layers.insert(name.trim_end_matches(';').to_owned(), layer);
        }
    }
    layers
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

/// Per module, the modules of the crate that its files name. Unit tests may use anything.
fn imports() -> BTreeMap<String, BTreeSet<String>> {
    let mut imports: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in walkdir::WalkDir::new(root()) {
        let path = entry.expect("an entry").into_path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let name = path.strip_prefix(root()).expect("below src").iter().next();
        let name = Path::new(name.expect("a name")).file_stem();
        let module = name.expect("a stem").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.split("#[cfg(test)]\nmod tests").next().expect("code");
        imports.entry(module).or_default().extend(named(code));
    }
    imports
}

/// The modules that follow `crate::` in some code, also within braces.
fn named(code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        let is_path = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let rest = &code[at + "crate::".len()..];
        let word = |text: &str| -> String {
            let word = text
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_');
            word.collect()
        };
        if is_path {
            continue;
        }
        match rest.strip_prefix('{') {
            Some(list) => found.extend(outer_items(list).map(|item| word(item.trim()))),
            None => found.extend([word(rest)]),
        }
    }
    found.remove("");
    found
}

/// The items of a list in braces, without those in inner braces.
fn outer_items(list: &str) -> impl Iterator<Item = String> {
    let mut depth = 0;
    let outer = list.chars().filter(move |&c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let outer: String = outer.collect();
    let outer = outer.split(';').next().unwrap_or_default().to_owned();
    let items: Vec<String> = outer.split(',').map(str::to_owned).collect();
    items.into_iter()
}

#[test]
fn imports_point_to_the_same_or_an_earlier_layer() {
    let layers = layers();
    assert!(layers.len() > 20 && layers.values().all(|&layer| layer > 0));
    let mut wrong = Vec::new();
    for (module, imported) in imports() {
        // The crate's own list, the two lines of the executable, and the build script.
        if matches!(&*module, "lib" | "main" | "build") {
            continue;
        }
        let own = *layers
            .get(&module)
            .unwrap_or_else(|| panic!("{module} has no layer"));
        for other in imported.iter().filter(|other| **other != module) {
            if layers.get(other).is_some_and(|&layer| layer > own) {
                wrong.push(format!("{module} imports {other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn no_module_imports_itself_by_way_of_others() {
    let imports = imports();
    for module in imports.keys() {
        let mut reached = BTreeSet::new();
        let mut open: Vec<(&String, String)> = vec![(module, module.clone())];
        while let Some((at, path)) = open.pop() {
            for next in imports.get(at).into_iter().flatten() {
                if next == at {
                    continue;
                }
                let path = format!("{path} → {next}");
                assert_ne!(next, module, "a cycle: {path}");
                if reached.insert(next) {
                    open.push((next, path));
                }
            }
        }
    }
}

#[test]
fn imports_are_found_in_every_form() {
    let code =
        "use crate::a::b;\nuse crate::{c, d::{e, f}, g as h};\nlet x = crate::i::j(); mycrate::k()";
    let found: Vec<String> = named(code).into_iter().collect();
    assert_eq!(found, ["a", "c", "d", "g", "i"]);
}
