//! Writes a `submission.toml`.

/// Returns the text of a `submission.toml`.
pub(super) fn text(build: &[String], run: &[String]) -> String {
    let list = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        words.join(", ")
    };
    let run = format!("run = [{}]\n", list(run));
    if build.is_empty() {
        return run;
    }
    format!("build = [{}]\n{run}", list(build))
}

/// Returns a text as a TOML string.
fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
