//! The licences and the minimum Rust version of the dependencies, as far as they are used on Linux.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::world::repository;

/// All packages that a build on this kind of machine uses.
fn packages() -> Vec<Value> {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let arguments = ["metadata", "--format-version=1", "--locked", "--offline"];
    let ran = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--filter-platform", &target])
        .current_dir(repository(""))
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{errors}");
    let metadata: Value = serde_json::from_slice(&ran.stdout).expect("metadata");
    let used = metadata["resolve"]["nodes"].as_array().expect("nodes");
    let used: BTreeSet<&str> = used.iter().filter_map(|node| node["id"].as_str()).collect();
    let packages = metadata["packages"].as_array().expect("packages").iter();
    let packages = packages.filter(|package| used.contains(package["id"].as_str().expect("an id")));
    packages.cloned().collect()
}

/// A version as numbers that can be compared.
fn version(text: &str) -> Vec<u64> {
    let numbers = text.split('.').map(|part| part.parse().expect("a number"));
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.resize(3, 0);
    numbers
}

#[test]
fn no_dependency_needs_a_newer_rust() {
    let packages = packages();
    let own = packages.iter().find(|package| package["name"] == "judge");
    let own = own.expect("this package")["rust_version"].as_str();
    let own = own.expect("`rust-version` in Cargo.toml");
    assert!(packages.len() > 50, "{} packages", packages.len());
    for package in &packages {
        if let Some(needed) = package["rust_version"].as_str() {
            let newer = version(needed) > version(own);
            assert!(
                !newer,
                "{} needs Rust {needed}, ours is {own}",
                package["name"]
            );
        }
    }
}

/// The licences that `deny.toml` allows.
fn allowed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(repository("deny.toml")).expect("deny.toml");
    let document: toml::Table = text.parse().expect("TOML");
    let allowed = document["licenses"]["allow"].as_array().expect("a list");
    let names = allowed.iter().map(|name| name.as_str().expect("a text"));
    names.map(str::to_owned).collect()
}

/// The licences of the allowed ones that satisfy an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0`, where every
/// part of `AND` is an alternative of `OR` in parentheses or a single name; `None` if a part is not satisfied.
fn satisfying(expression: &str, allowed: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let mut used = BTreeSet::new();
    for part in expression.split(" AND ") {
        let part = part.trim_matches(['(', ')']).replace('/', " OR ");
        let names = part.split(" OR ").map(|name| name.trim().to_owned());
        let fitting: BTreeSet<String> = names.filter(|name| allowed.contains(name)).collect();
        if fitting.is_empty() {
            return None;
        }
        used.extend(fitting);
    }
    Some(used)
}

#[test]
fn all_licences_are_allowed_and_no_more() {
    let allowed = allowed();
    let mut used = BTreeSet::new();
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or("none");
        let satisfied = satisfying(licence, &allowed);
        let name = &package["name"];
        used.extend(satisfied.unwrap_or_else(|| panic!("{name} is under {licence}")));
    }
    assert_eq!(used, allowed, "allowed in deny.toml and not used");
}

#[test]
fn expressions_of_licences() {
    let allowed = ["MIT", "Unicode-3.0"].map(str::to_owned).into();
    let satisfied = |expression| satisfying(expression, &allowed).is_some();
    assert!(satisfied("MIT OR Apache-2.0"));
    assert!(satisfied("Unlicense/MIT"));
    assert!(satisfied("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(!satisfied("MIT AND GPL-3.0"));
    assert!(!satisfied("Apache-2.0 WITH LLVM-exception"));
}
