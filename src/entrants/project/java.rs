//! What the text of a Java source tells: its package and whether it has a `main`.

/// Returns the package of a Java source, empty for the default package.
pub(in super::super) fn package(source: &str) -> &str {
    let statement = source.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix("package")?;
        let name = rest.strip_prefix(char::is_whitespace)?.split(';').next()?;
        Some(name.trim())
    });
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    statement
        .filter(|name| name.chars().all(plain))
        .unwrap_or_default()
}

/// Whether a Java source has a method `public static void main`.
pub(super) fn has_main(source: &str) -> bool {
    source.match_indices("void").any(|(at, word)| {
        let rest = source[at + word.len()..].trim_start();
        let is_static = source[..at].trim_end().ends_with("static");
        let after = rest.strip_prefix("main").map(str::trim_start);
        is_static && after.is_some_and(|after| after.starts_with('('))
    })
}
