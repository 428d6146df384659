//! Replaces `{{name}}` by the constants of problem.yaml.

use std::borrow::Cow;

use memchr::memmem;

/// Replaces every constant in `text`. Names that are not defined stay as they are.
pub(super) fn expand<'t>(text: &'t [u8], constants: &[(String, String)]) -> Cow<'t, [u8]> {
    if constants.is_empty() || memmem::find(text, b"{{").is_none() {
        return Cow::Borrowed(text);
    }
    let mut expanded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = memmem::find(rest, b"{{") {
        expanded.extend_from_slice(&rest[..start]);
        rest = &rest[start..];
        let named = constants.iter().find_map(|(name, value)| {
            let end = 2 + name.len();
            let fits = rest.get(2..end)? == name.as_bytes() && rest.get(end..end + 2)? == b"}}";
            fits.then_some((value, end + 2))
        });
        if let Some((value, length)) = named {
            expanded.extend_from_slice(value.as_bytes());
            rest = &rest[length..];
        } else {
            expanded.push(b'{');
            rest = &rest[1..];
        }
    }
    expanded.extend_from_slice(rest);
    Cow::Owned(expanded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defined_names_are_replaced() {
        let constants = [("n", "100"), ("eps", "1e-6")];
        let constants = constants.map(|(name, value)| (name.to_owned(), value.to_owned()));
        for (text, expanded) in [
            ("n <= {{n}};", "n <= 100;"),
            ("{{n}}{{eps}}", "1001e-6"),
            ("{{{n}}}", "{100}"),
            ("{{m}} {{n}", "{{m}} {{n}"),
            ("{{", "{{"),
        ] {
            let found = expand(text.as_bytes(), &constants);
            assert_eq!(String::from_utf8_lossy(&found), expanded);
        }
        assert_eq!(expand(b"{{n}}", &[]), b"{{n}}".as_slice());
    }
}
