//! Tests with whole packages.

mod examples;
mod hostile;
mod legacy;
mod newer;

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{Companion, Package, read};

/// A package in a folder that is removed at the end.
struct Fixture {
    _temporary: TempDir,
    folder: PathBuf,
}

impl Fixture {
    /// Writes files, each a path and its content.
    fn new(files: &[(&str, &str)]) -> Self {
        let temporary = TempDir::new().expect("a folder");
        let folder = temporary.path().join("hello");
        let fixture = Self {
            _temporary: temporary,
            folder,
        };
        fixture.write(files);
        fixture
    }

    fn write(&self, files: &[(&str, &str)]) {
        for (path, content) in files {
            let path = self.folder.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, content).expect("a file");
        }
    }

    fn link(&self, target: &str, path: &str) {
        let path = self.folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::os::unix::fs::symlink(target, path).expect("a link");
    }

    fn read(&self) -> Package {
        match read(&self.folder) {
            Ok(package) => package,
            Err(error) => panic!("{error}"),
        }
    }

    /// The error when the package is read, with paths relative to it.
    fn error(&self) -> String {
        let error = read(&self.folder).expect_err("an error");
        self.shown(&error)
    }

    fn shown(&self, error: &crate::error::Error) -> String {
        let folder = format!("{}/", self.folder.display());
        error.to_string().replace(&folder, "")
    }

    fn companion(&self, input: &str) -> Companion {
        match self.read().companion(&self.folder.join(input)) {
            Ok(companion) => companion,
            Err(error) => panic!("{error}"),
        }
    }

    fn companion_error(&self, input: &str) -> String {
        let companion = self.read().companion(&self.folder.join(input));
        self.shown(&companion.expect_err("an error"))
    }

    fn names(&self, folder: &str) -> Vec<String> {
        let instances = self.read().instances(&self.folder.join(folder));
        let instances = instances.expect("instances").into_iter();
        instances.map(|(name, _)| name).collect()
    }
}

fn paths(files: &[&str]) -> Vec<PathBuf> {
    files
        .iter()
        .map(|file| Path::new(file).to_owned())
        .collect()
}
