//! Splits a line of arguments into words as a shell does.

/// Splits `line` at white space. Quotes and backslashes work as in a POSIX shell; nothing is expanded. Fails if a quote
/// is not closed.
pub(super) fn split(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    // `None` between words: an empty word in quotes is a word.
    let mut word: Option<String> = None;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\'' => quoted(&mut characters, '\'', word.get_or_insert_default())?,
            '"' => quoted(&mut characters, '"', word.get_or_insert_default())?,
            '\\' => {
                let escaped = characters.next().ok_or("a backslash at the end")?;
                word.get_or_insert_default().push(escaped);
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// Takes the rest of a quoted part. Only double quotes know escapes.
fn quoted(rest: &mut std::str::Chars, quote: char, word: &mut String) -> Result<(), String> {
    loop {
        match rest.next() {
            None => return Err(format!("a quote {quote} that is not closed")),
            Some(end) if end == quote => return Ok(()),
            Some('\\') if quote == '"' => match rest.next() {
                Some(escaped @ ('"' | '\\' | '$' | '`')) => word.push(escaped),
                Some(other) => word.extend(['\\', other]),
                None => return Err(format!("a quote {quote} that is not closed")),
            },
            Some(other) => word.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        for (line, words) in [
            ("", &[] as &[&str]),
            ("  float_tolerance\t1e-6 \n", &["float_tolerance", "1e-6"]),
            ("a 'b c' d", &["a", "b c", "d"]),
            ("\"a \\\"b\\\" \\n\" ''", &["a \"b\" \\n", ""]),
            ("a\\ b x'y'\"z\"", &["a b", "xyz"]),
            ("é 'ü'", &["é", "ü"]),
        ] {
            assert_eq!(split(line).unwrap(), words, "{line}");
        }
        for line in ["'a", "\"a", "\"a\\", "a\\"] {
            assert!(split(line).is_err(), "{line}");
        }
    }
}
