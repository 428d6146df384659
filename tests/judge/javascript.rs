//! The rules in JavaScript agree with those in Rust. The browser tests repeat this in a page.

use std::process::Command;

use judge::report::html::RULE_SCRIPTS;

use crate::vectors::{COMPARE, vectors};
use crate::world::{World, found_or_skipped, which};

#[test]
fn the_rules_in_javascript_agree_with_the_vectors() {
    if !found_or_skipped("node", which("node")) {
        return;
    }
    let read = "import { readFileSync } from \"node:fs\";
        const vectors = JSON.parse(readFileSync(\"vectors.json\", \"utf8\"));
        const judge = { check, stateAfter };\n";
    let print = "console.log(JSON.stringify(differences.slice(0, 3), null, 2));\n";
    let world = World::new();
    world.file("vectors.json", vectors().to_string()).file(
        "compare.mjs",
        RULE_SCRIPTS.concat() + read + COMPARE + print,
    );
    let node = Command::new("node")
        .arg("compare.mjs")
        .current_dir(world.path("."))
        .output()
        .expect("node starts");
    let (out, err) = (
        String::from_utf8_lossy(&node.stdout),
        String::from_utf8_lossy(&node.stderr),
    );
    assert!(node.status.success() && out.trim() == "[]", "{out}{err}");
}
