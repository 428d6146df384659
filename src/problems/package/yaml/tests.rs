//! Tests of the YAML reader.

use std::time::Instant;

use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> Yaml {
    Yaml::parse("a.yaml".to_owned(), text.to_owned()).expect("YAML")
}

fn error_of(text: &str) -> String {
    let error = Yaml::parse("a.yaml".to_owned(), text.to_owned()).expect_err("no YAML");
    error.to_string()
}

fn text_of(text: &str, key: &str) -> Option<String> {
    let yaml = parse(text);
    let map = yaml.map().expect("a map");
    let item = map.get(key).expect("a single value")?;
    Some(item.text().expect("a text").to_owned())
}

#[test]
fn scalars_are_texts() {
    for (written, read) in [
        ("2023-07", "2023-07"),
        ("12:30:45", "12:30:45"),
        ("1e-6", "1e-6"),
        ("no", "no"),
        ("'it''s'", "it's"),
        ("\"tab\\t\"", "tab\t"),
        ("a b  # remark", "a b"),
    ] {
        assert_eq!(
            text_of(&format!("k: {written}\n"), "k").as_deref(),
            Some(read)
        );
    }
    for null in ["", "~", "null"] {
        assert_eq!(text_of(&format!("k: {null}\n"), "k"), None);
    }
    assert_eq!(text_of("k: \"\"\n", "k").as_deref(), Some(""));
    assert_eq!(text_of("k: >\n  a\n  b\n", "k").as_deref(), Some("a b\n"));
}

#[test]
fn line_endings_of_other_systems() {
    assert_eq!(text_of("a: 1\r\nk: two\r\n", "k").as_deref(), Some("two"));
    let list = parse("k:\r\n  - a\r\n  - b\r\n");
    let item = list.map().unwrap().get("k").unwrap().unwrap();
    assert_eq!(item.texts().unwrap(), ["a", "b"]);
}

#[test]
fn an_empty_file_is_an_empty_map() {
    for text in ["", "\n", "# nothing\n", "---\n", "--- ~\n"] {
        assert!(parse(text).map().unwrap().entries().unwrap().is_empty());
    }
    assert!(parse("- a\n").map().is_err());
}

#[test]
fn errors_point_at_the_value() {
    let yaml = parse("name: é\nlimits:\n  memory: many\n");
    let limits = yaml.map().unwrap().get("limits").unwrap().unwrap();
    let memory = limits.map().unwrap().get("memory").unwrap().unwrap();
    let expected = "a.yaml:3:11: `memory` must be a number, not `many`\n   |\n 3 |   memory: many\n   |           ^^^^";
    assert_eq!(memory.positive(10.0).unwrap_err().to_string(), expected);
    let error = limits.text().unwrap_err().to_string();
    assert!(
        error.contains("`limits` must be a text, not a map"),
        "{error}"
    );
}

#[test]
fn malformed_files() {
    let error = error_of("name: a: b\n");
    assert!(error.starts_with("a.yaml:1:8: invalid YAML: "), "{error}");
    assert!(error.contains("need quotes"), "{error}");
    assert!(error_of("a: [1, 2\n").contains("invalid YAML"));
    assert!(error_of("a: 1\n---\nb: 2\n").contains("a second YAML document"));
    assert!(error_of("a: *missing\n").contains("invalid YAML"));
    assert!(error_of("a: &a [*a]\n").contains("a.yaml:1:8"));
}

#[test]
fn a_key_given_twice() {
    let yaml = parse("a: 1\na: 2\n");
    let error = yaml.map().unwrap().get("a").unwrap_err().to_string();
    assert!(
        error.starts_with("a.yaml:2:1: the key `a` is given twice"),
        "{error}"
    );
    // What nobody reads does not matter, nor does a repetition.
    assert_eq!(text_of("a: 1\na: 2\nb: 3\n", "b").as_deref(), Some("3"));
    assert_eq!(text_of("a: 1\na: 1\n", "a").as_deref(), Some("1"));
    let merged = parse("x: &x {a: 1}\n<<: *x\n");
    let error = merged.map().unwrap().get("a").unwrap_err().to_string();
    assert!(error.starts_with("a.yaml:2:1: merge keys"), "{error}");
}

#[test]
fn aliases_share_their_values() {
    assert_eq!(text_of("a: &x same\nk: *x\n", "k").as_deref(), Some("same"));
    let mut bomb = vec!["a0: &a0 [x, x]\n".to_owned()];
    for level in 1..60 {
        let below = level - 1;
        bomb.push(format!("a{level}: &a{level} [*a{below}, *a{below}]\n"));
    }
    let yaml = parse(&bomb.concat());
    let last = yaml.map().unwrap().get("a59").unwrap().unwrap();
    assert_eq!(last.list().len(), 2);
}

#[test]
fn deep_and_large_files_end_soon() {
    let started = Instant::now();
    let most = MOST_YAML as usize;
    assert!(error_of(&"[".repeat(100)).contains("64 levels"));
    assert!(error_of(&"[".repeat(most)).contains("a.yaml:1:"));
    assert!(error_of(&"{".repeat(most)).contains("a.yaml:1:"));
    assert!(error_of(&"- ".repeat(most / 2)).contains("64 levels"));
    for text in [
        "a: b\n", "? ", "\"", "&a ", "[a,", "\t", "- a\n", "a", "!", "|\n",
    ] {
        let text = text.repeat(most / text.len());
        let _ = Yaml::parse("a.yaml".to_owned(), text);
    }
    let seconds = started.elapsed().as_secs();
    assert!(seconds < 60, "{seconds} s");
}

proptest! {
    #[test]
    fn never_panics(text in "[-\\[\\]{}:,&*!|>'\"%@`#?~ \\n\\r\\ta-c\u{0}é<]{0,60}") {
        if let Ok(yaml) = Yaml::parse("a.yaml".to_owned(), text)
            && let Ok(map) = yaml.map()
        {
            let _ = map.get("a").map(|item| item.map(|item| item.positive(1.0).is_ok()));
        }
    }
}
