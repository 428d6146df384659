//! The rules in JavaScript agree with those in Rust. The browser tests repeat this in a page.

use std::process::Command;

use serde_json::Value;

use judge::locale::{Catalogue, Language};
use judge::report::html::RULE_SCRIPTS;

use crate::vectors::{COMPARE, vectors};
use crate::world::{World, found_or_skipped, which};

/// Runs a script after the rules, in a language, with `vectors` and `judge`. Returns what it prints.
fn run(language: Language, script: &str) -> String {
    let messages = language.script_messages(&[Catalogue::Common, Catalogue::Viewers]);
    let language = format!("useLanguage(\"{language}\", {messages});\n");
    let read = "import { readFileSync } from \"node:fs\";
        const vectors = JSON.parse(readFileSync(\"vectors.json\", \"utf8\"));
        const judge = { check, stateAfter };\n";
    let world = World::new();
    world.file("vectors.json", vectors().to_string()).file(
        "compare.mjs",
        RULE_SCRIPTS.concat() + &language + read + script,
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
    assert!(node.status.success(), "{out}{err}");
    out.trim().to_owned()
}

#[test]
fn the_rules_in_javascript_agree_with_the_vectors() {
    if !found_or_skipped("node", which("node")) {
        return;
    }
    let print = "console.log(JSON.stringify(differences.slice(0, 3), null, 2));\n";
    let script = COMPARE.to_owned() + print;
    for language in Language::ALL {
        assert_eq!(run(language, &script), "[]", "{language}");
    }
}

/// Prints why answers are not accepted.
const REASONS: &str = "const reasons = [];
for (const { problem, instance, answers } of vectors) {
  const viewer = viewers[problem];
  for (const { answer } of answers) {
    try {
      const parsed = viewer.instance(instance);
      const actions = viewer.answer(parsed, answer);
      const state = viewer.initial(parsed);
      for (let k = 0; k < actions.count; k++) viewer.act(state, actions.at(k), k);
      viewer.judge(state, actions.count);
    } catch (error) {
      reasons.push(error.message);
    }
  }
}
console.log(JSON.stringify(reasons));
";

#[test]
fn reasons_are_in_the_language_of_the_page() {
    if !found_or_skipped("node", which("node")) {
        return;
    }
    let [english, french] = Language::ALL.map(|language| {
        let reasons: Value = serde_json::from_str(&run(language, REASONS)).expect("JSON");
        let reasons = reasons.as_array().expect("a list").clone();
        reasons
            .iter()
            .map(|reason| reason.as_str().expect("a text").to_owned())
            .collect::<Vec<_>>()
    });
    assert!(english.len() > 100 && english.len() == french.len());
    for (english, french) in english.iter().zip(&french) {
        assert_ne!(english, french);
        // A message that the language lacks is written as its key.
        assert!(
            !french.contains("viewer-") && !french.contains("undefined"),
            "{french}"
        );
    }
    let pairs: Vec<(&str, &str)> = english
        .iter()
        .zip(&french)
        .map(|(english, french)| (english.as_str(), french.as_str()))
        .collect();
    for pair in [
        ("there is no red pawn", "il n’y a pas de pion rouge"),
        (
            "row 1 does not have the runs of its clue",
            "ligne 1\u{a0}: les blocs ne sont pas ceux de l’indice",
        ),
    ] {
        assert!(pairs.contains(&pair), "{pair:?}");
    }
}
