//! Writes zip archives whose bytes depend on the content only: all times are the same.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::error::{Error, Result};

/// Returns whether a file is to be a zip archive by its name.
pub fn is_zip(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

fn options(executable: bool) -> SimpleFileOptions {
    // The default time is the first that an archive can have: 1980.
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip::DateTime::default())
        .unix_permissions(if executable { 0o755 } else { 0o644 })
}

/// A file of an archive that is made in memory.
#[derive(Debug)]
pub struct Member {
    /// The path in the archive.
    pub name: String,
    pub content: Vec<u8>,
    pub executable: bool,
}

/// Returns an archive of these files.
pub fn pack(members: &[Member]) -> Result<Vec<u8>> {
    let mut writer = ZipWriter::new(io::Cursor::new(Vec::new()));
    let written = members.iter().try_for_each(|member| {
        writer.start_file(&member.name, options(member.executable))?;
        writer.write_all(&member.content)
    });
    written
        .and_then(|()| writer.finish().map_err(io::Error::from))
        .map(io::Cursor::into_inner)
        .map_err(|error| Error::fault("make an archive", &error))
}

/// An archive that is being written. It is removed if it is dropped before [`ZipFile::finish`].
#[derive(Debug)]
pub struct ZipFile {
    path: PathBuf,
    /// `None` once it is finished.
    writer: Option<ZipWriter<File>>,
}

impl ZipFile {
    /// Creates the file and the folder for it; fails if the file exists.
    pub fn create(path: &Path) -> Result<Self> {
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)
                .map_err(|error| Error::path("create the folder", parent, &error))?;
        }
        let created = File::options().write(true).create_new(true).open(path);
        let file = created.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Error::already_there(path),
            _ => Error::path("write", path, &error),
        })?;
        Ok(Self {
            path: path.to_owned(),
            writer: Some(ZipWriter::new(file)),
        })
    }

    /// Adds a file; `name` is its path in the archive.
    pub fn add(&mut self, name: &str, content: &[u8]) -> Result<()> {
        self.add_file(name, content, false)
    }

    /// Adds a file that may be executable.
    pub fn add_file(&mut self, name: &str, content: &[u8], executable: bool) -> Result<()> {
        let Some(writer) = &mut self.writer else {
            return Ok(());
        };
        let added = writer.start_file(name, options(executable));
        let added = added.map_err(io::Error::from);
        let added = added.and_then(|()| writer.write_all(content));
        added.map_err(|error| Error::path("write", &self.path, &error))
    }

    pub fn finish(mut self) -> Result<()> {
        if let Some(writer) = self.writer.take() {
            let finished = writer.finish().map_err(io::Error::from);
            finished.map_err(|error| {
                let _ = fs::remove_file(&self.path);
                Error::path("write", &self.path, &error)
            })?;
        }
        Ok(())
    }
}

impl Drop for ZipFile {
    fn drop(&mut self) {
        if self.writer.take().is_some() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_of_the_same_files_are_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str| {
            let path = folder.path().join(name);
            let mut zip = ZipFile::create(&path).expect("an archive");
            zip.add("top/é.txt", b"text").expect("added");
            zip.finish().expect("finished");
            fs::read(path).expect("bytes")
        };
        assert_eq!(write("a.zip"), write("b.zip"));
        let path = folder.path().join("a.zip");
        assert!(ZipFile::create(&path).is_err(), "nothing is overwritten");
        assert!(path.exists());
        let torn = folder.path().join("torn.zip");
        drop(ZipFile::create(&torn).expect("an archive"));
        assert!(!torn.exists());
        assert!(is_zip(Path::new("x/y.ZIP")) && !is_zip(Path::new("zip")));
    }
}
