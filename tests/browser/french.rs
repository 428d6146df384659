//! What is left of English on a French page.

use std::collections::BTreeSet;

use judge::locale::{Catalogue, Language};
use serde_json::{Value, json};

use crate::session::Browser;

/// Shorter words occur in both languages.
const SHORTEST: usize = 3;

/// Returns the words of a text that occur in the English messages of the pages and not in the French ones.
pub(crate) fn english_left(text: &str) -> Vec<String> {
    let english = words_of(Language::English);
    let french = words_of(Language::French);
    let is_left = |word: &String| english.contains(word) && !french.contains(word);
    words(text).filter(is_left).collect()
}

/// Returns all texts of a page, also those that are hidden and those that only screen readers and tooltips show. What is
/// marked as another language than French is left out, and so is the content of elements that `except` selects.
pub(crate) async fn texts(browser: &Browser, except: &str) -> String {
    let script = "const texts = [];
        const skipped = ['script', 'style', 'template', 'noscript', '.evidence pre', arguments[0]].filter(Boolean).join();
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
            if (element.closest(skipped) || element.closest('[lang]').lang !== 'fr') continue;
            if (element === node) {
                for (const name of ['title', 'aria-label', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '');
            } else {
                texts.push(node.data);
            }
        }
        return texts.join('\\n');";
    let found = browser.run(script, vec![json!(except)]).await;
    found.as_str().expect("a text").to_owned()
}

/// Sets the width of the window in pixels.
pub(crate) async fn set_width(browser: &Browser, width: u32) {
    let screen = json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": false});
    browser
        .tool("Emulation.setDeviceMetricsOverride", screen)
        .await;
}

/// Returns the words of all messages of a language.
fn words_of(language: Language) -> BTreeSet<String> {
    let catalogues = Catalogue::ALL.into_iter();
    let messages = catalogues.flat_map(|catalogue| catalogue.patterns(language).values());
    let mut all = BTreeSet::new();
    for message in messages {
        collect(&json!(message), &mut all);
    }
    all
}

/// Collects the words of a pattern: texts are strings, variables and choices are objects.
fn collect(pattern: &Value, all: &mut BTreeSet<String>) {
    match pattern {
        Value::String(text) => all.extend(words(text)),
        Value::Array(parts) => parts.iter().for_each(|part| collect(part, all)),
        Value::Object(choice) if choice.contains_key("by") => {
            let cases = choice["cases"].as_object().expect("the cases").values();
            cases
                .chain([&choice["other"]])
                .for_each(|case| collect(case, all));
        }
        _ => {}
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    // Digests contain words by chance.
    let tokens = text.split(|c: char| !c.is_alphanumeric());
    let words = tokens.filter(|token| !token.contains(|c: char| c.is_ascii_digit()));
    let long = words.filter(|word| word.chars().count() >= SHORTEST);
    long.map(str::to_lowercase)
}

#[test]
fn english_is_found() {
    assert_eq!(english_left("Toutes les instances"), Vec::<String>::new());
    assert_eq!(
        english_left("all rounds, rounds"),
        ["all", "rounds", "rounds"]
    );
}
