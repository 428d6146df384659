//! Loads instances from files: a folder, a file or a pattern.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::Made;
use crate::contest::Contest;
use crate::document::Located;
use crate::error::Result;
use crate::problems;

/// Loads the instances of a round that names files, each or its error. They are named after the stems of the files; those
/// of a problem folder also after the folders between them and the path.
pub(super) fn load(contest: &Contest, path: &Located<PathBuf>) -> Vec<Result<Made>> {
    let files = match named_files(contest, &path.value) {
        Ok(files) => files,
        Err(error) => return vec![Err(error)],
    };
    let shown = path.value.display();
    if files.is_empty() {
        let error = contest
            .document
            .diagnostic(path.span.clone(), format!("no instance files at {shown}"));
        let error = error.with_help("name a folder, a file, or a pattern such as known/*.txt");
        return vec![Err(error.into())];
    }
    let mut names = BTreeSet::new();
    let load = |(name, file): (String, PathBuf)| {
        if !names.insert(name.clone()) {
            let message = format!("two instance files at {shown} are called `{name}`");
            let error = contest.document.diagnostic(path.span.clone(), message);
            return Err(error
                .with_help("answers are matched by name without extension: rename one")
                .into());
        }
        Ok(Made {
            name,
            case: problems::read_file(contest.problem, &file)?,
            origin: None,
        })
    };
    files.into_iter().map(load).collect()
}

fn named_files(contest: &Contest, path: &Path) -> Result<Vec<(String, PathBuf)>> {
    if let Some(files) = problems::instance_files(contest.problem, path)? {
        return Ok(files);
    }
    let named = |file: PathBuf| {
        let stem = file.file_stem().unwrap_or_default();
        (stem.to_string_lossy().into_owned(), file)
    };
    let files = matching_files(path).into_iter();
    let is_answer = |file: &PathBuf| {
        contest.problem.folder().is_some() && file.extension().is_some_and(|end| end == "ans")
    };
    Ok(files.filter(|file| !is_answer(file)).map(named).collect())
}

/// Lists the regular files of a folder, or those that match a name or a pattern with `*` and `?` in its last part.
pub fn matching_files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let last = path.file_name().unwrap_or_default().to_string_lossy();
    let (folder, pattern) = match path.parent() {
        Some(parent) if last.contains(['*', '?']) => (parent, last.into_owned()),
        _ => (path, "*".to_owned()),
    };
    let entries = WalkDir::new(folder)
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name();
    let visible = |name: &str| !name.starts_with('.') && matches(&pattern, name);
    let found = entries.into_iter().filter_map(std::result::Result::ok);
    found
        .filter(|entry| entry.path().is_file() && visible(&entry.file_name().to_string_lossy()))
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// Returns whether `name` matches a pattern in which `*` is any sequence of characters and `?` any one character.
fn matches(pattern: &str, name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    // fits[i]: the pattern so far matches the first i characters.
    let mut fits = vec![false; name.len() + 1];
    fits[0] = true;
    for symbol in pattern.chars() {
        if symbol == '*' {
            let from = fits.iter().position(|&fit| fit).unwrap_or(fits.len());
            fits[from..].fill(true);
        } else {
            for i in (0..name.len()).rev() {
                fits[i + 1] = fits[i] && (symbol == '?' || symbol == name[i]);
            }
            fits[0] = false;
        }
    }
    fits[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert!(matches("*", "a.txt"));
        assert!(matches("*.txt", "a.txt"));
        assert!(matches("a?.*", "ab.txt"));
        assert!(!matches("*.txt", "a.sol"));
        assert!(!matches("?", "ab"));
        assert!(matches("a*b*c", "a--b-bc"));
        assert!(!matches("a*b*c", "a--b-b"));
    }
}
