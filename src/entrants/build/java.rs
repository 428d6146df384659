//! Java: where the other classes of a program are, and which one has the `main`.

use std::collections::BTreeSet;
use std::path::Path;

use rustix::fs::FileType;

use crate::dir::Dir;
use crate::entrants::project;

/// Returns the options of javac with which it finds the classes that `file`, of the package `own`, uses: the roots of
/// all packages, and files of the same package that are not in the folder of the package.
pub(super) fn options(folder: &Dir, file: &str, own: &str) -> Vec<String> {
    let listing = project::list(folder).unwrap_or_default();
    let mut roots = BTreeSet::from([".".to_owned()]);
    let mut misplaced = Vec::new();
    for listed in listing.files {
        let is_java = Path::new(&listed.path)
            .extension()
            .is_some_and(|end| end == "java");
        if !is_java || listed.path == file || listed.path.contains(':') {
            continue;
        }
        let text = String::from_utf8_lossy(&listed.head);
        let package = project::java_package(&text);
        match root(&listed.path, package) {
            Some(root) => drop(roots.insert(root.to_owned())),
            None if package == own => misplaced.push(format!("./{}", listed.path)),
            None => {}
        }
    }
    if roots.len() == 1 && misplaced.is_empty() {
        return Vec::new();
    }
    let roots: Vec<String> = roots.into_iter().collect();
    let mut options = vec!["-sourcepath".to_owned(), roots.join(":")];
    options.extend(misplaced);
    options
}

/// Returns the folder in which the package of a source begins; `None` if the source is not in the folder of its package.
fn root<'p>(path: &'p str, package: &str) -> Option<&'p str> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let inner = package.replace('.', "/");
    let root = folder.strip_suffix(&inner)?;
    match root.strip_suffix('/') {
        Some(root) => Some(root),
        None if root.is_empty() => Some("."),
        None => inner.is_empty().then_some(root),
    }
}

/// Returns the full name of a class.
pub(super) fn qualified(package: &str, class: &str) -> String {
    if package.is_empty() {
        return class.to_owned();
    }
    format!("{package}.{class}")
}

/// Finds the compiled class that has a `main`; that of the source itself if it has one.
pub(super) fn main_class(folder: &Dir, wanted: &str) -> Option<String> {
    let classes = folder.dir("classes").ok()?;
    let path = format!("{}.class", wanted.replace('.', "/"));
    if has_main(&classes, Path::new(&path)) {
        return Some(wanted.to_owned());
    }
    find_main(&classes, &mut Vec::new())
}

/// Whether a compiled class has a `main`, by the names in its constant pool.
fn has_main(folder: &Dir, path: &Path) -> bool {
    const LARGEST_CLASS: u64 = 16 << 20;
    let bytes = folder.read(path, LARGEST_CLASS).unwrap_or_default();
    let holds = |word: &[u8]| memchr::memmem::find(&bytes, word).is_some();
    holds(b"\x01\x00\x04main") && holds(b"([Ljava/lang/String;)V")
}

/// Searches a folder of compiled classes and its subfolders.
fn find_main(folder: &Dir, package: &mut Vec<String>) -> Option<String> {
    const DEEPEST: usize = 20;
    for entry in folder.entries().ok()? {
        let name = entry.name.to_string_lossy().into_owned();
        if entry.kind == FileType::Directory && package.len() < DEEPEST {
            package.push(name);
            let found = folder.dir(&entry.name).ok();
            let found = found.and_then(|inner| find_main(&inner, package));
            package.pop();
            if found.is_some() {
                return found;
            }
        } else if let Some(class) = name.strip_suffix(".class")
            && has_main(folder, Path::new(&entry.name))
        {
            package.push(class.to_owned());
            let found = package.join(".");
            package.pop();
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_begin_in_their_root() {
        assert_eq!(root("src/robot/grid/Cell.java", "robot.grid"), Some("src"));
        assert_eq!(root("robot/Cell.java", "robot"), Some("."));
        assert_eq!(root("Cell.java", ""), Some("."));
        assert_eq!(root("src/Cell.java", ""), Some("src"));
        assert_eq!(root("Cell.java", "robot"), None);
        assert_eq!(root("src/myrobot/Cell.java", "robot"), None);
    }
}
