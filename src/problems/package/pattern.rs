//! Patterns of submissions.yaml for submissions and test cases.

/// The most patterns that braces expand to.
const MOST: usize = 256;

/// Returns whether a path, or a folder around it, matches a pattern. `*` is any part of a name, without slashes, and
/// `{a,b}` is one of the alternatives.
pub(super) fn covers(pattern: &str, path: &str) -> bool {
    let mut expanded = vec![pattern.to_owned()];
    while let Some(at) = expanded.iter().position(|pattern| pattern.contains('{')) {
        let pattern = expanded.swap_remove(at);
        let alternatives = expand_first(&pattern);
        if expanded.len() + alternatives.len() > MOST {
            return false;
        }
        expanded.extend(alternatives);
    }
    expanded.iter().any(|pattern| covers_plain(pattern, path))
}

/// Replaces the first innermost braces of a pattern by each of their alternatives. Braces without a partner are
/// removed: no file has them in its name.
fn expand_first(pattern: &str) -> Vec<String> {
    let end = pattern.find('}').unwrap_or(pattern.len());
    let Some(start) = pattern[..end].rfind('{') else {
        return vec![pattern.replacen('}', "", 1)];
    };
    let (before, inside) = (&pattern[..start], &pattern[start + 1..end]);
    let after = pattern.get(end + 1..).unwrap_or_default();
    let alternatives = inside.split(',');
    alternatives
        .map(|inside| format!("{before}{inside}{after}"))
        .collect()
}

fn covers_plain(pattern: &str, path: &str) -> bool {
    let mut path = path.split('/');
    let mut names = pattern.trim_matches('/').split('/');
    names.all(|name| {
        path.next()
            .is_some_and(|part| matches(name.as_bytes(), part.as_bytes()))
    })
}

/// Returns whether a name matches a pattern with `*`, by greedy matching with backtracking to the last `*`.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star = None;
    while n < name.len() {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, n));
            p += 1;
        } else if pattern.get(p) == Some(&name[n]) {
            p += 1;
            n += 1;
        } else if let Some((at, taken)) = star {
            star = Some((at, taken + 1));
            p = at + 1;
            n = taken + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&symbol| symbol == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for pattern in [
            "accepted",
            "accepted/",
            "accepted/*",
            "*/a.py",
            "accepted/a.{cpp,py}",
            "{accepted,rejected}/a.*",
            "{accepted/a,x}.py",
            "accepted/{a,{b,c}}.py",
            "accepted/a*p*y",
        ] {
            assert!(covers(pattern, "accepted/a.py"), "{pattern}");
        }
        for pattern in [
            "a.py",
            "*",
            "accept",
            "accepted/*/x",
            "accepted/b*",
            "*/a.{c,d}",
            "",
        ] {
            let is_star = pattern == "*";
            assert_eq!(covers(pattern, "accepted/a.py"), is_star, "{pattern}");
        }
        assert!(covers("secret/*-easy", "secret/01-easy"));
        assert!(covers("secret/group1", "secret/group1/deep/1"));
        assert!(!covers("secret/group1", "secret/group10/1"));
    }

    #[test]
    fn many_braces_end_soon() {
        assert!(!covers(&"{a,b}".repeat(1000), "a"));
        assert!(!covers(&"{".repeat(1000), "a"));
        assert!(!covers(&"*a".repeat(1000), &"a".repeat(900)));
    }
}
