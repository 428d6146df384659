//! Lists the files of a folder that somebody handed in.

use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::fs::FileType;
use sha2::{Digest, Sha256};

use super::{Listed, build_files, extension};
use crate::digest::hex;
use crate::dir::Dir;

/// The most files, and the deepest folder, of a hand-in: those of a submission.
const MAX_FILES: usize = 20_000;
const MAX_DEPTH: usize = 40;

/// How much is read of source and build files, and of others.
const SOURCE_HEAD: u64 = 1 << 20;
const OTHER_HEAD: u64 = 512;

/// The files of a folder.
#[derive(Debug, Default)]
pub struct Listing {
    pub files: Vec<Listed>,
    /// Entries that are not taken: links, devices, names that are not text.
    pub odd: Vec<String>,
}

/// Lists a folder and its subfolders. Returns a message if it is too large or cannot be read.
pub fn list(folder: &Dir) -> Result<Listing, String> {
    let mut listing = Listing::default();
    listing.add(folder, "")?;
    Ok(listing)
}

impl Listing {
    fn add(&mut self, folder: &Dir, prefix: &str) -> Result<(), String> {
        if prefix.matches('/').count() > MAX_DEPTH {
            return Err(format!("folders are nested more than {MAX_DEPTH} deep"));
        }
        let failed = |error: io::Error| format!("unreadable folder {prefix}: {error}");
        for entry in folder.entries().map_err(failed)? {
            let shown = entry.name.to_string_lossy();
            let path = format!("{prefix}{shown}");
            let is_text = entry.name.to_str().is_some() && !shown.contains(char::is_control);
            match entry.kind {
                _ if !is_text => self.odd.push(format!("{path}: the name is not plain text")),
                FileType::Directory => {
                    let inner = folder.dir(&entry.name).map_err(failed)?;
                    self.add(&inner, &format!("{path}/"))?;
                }
                FileType::RegularFile => {
                    if self.files.len() == MAX_FILES {
                        return Err(format!("more than {MAX_FILES} files"));
                    }
                    let file = read_head(folder, &shown, &path);
                    let file = file.map_err(|error| format!("unreadable file {path}: {error}"))?;
                    self.files.push(file);
                }
                FileType::Symlink => self.odd.push(format!("{path}: a link")),
                _ => self
                    .odd
                    .push(format!("{path}: neither a file nor a folder")),
            }
        }
        Ok(())
    }
}

fn read_head(folder: &Dir, name: &str, path: &str) -> io::Result<Listed> {
    const SOURCES: [&str; 14] = [
        "py", "c", "cc", "cpp", "cxx", "h", "hpp", "rs", "java", "go", "js", "sh", "toml", "json",
    ];
    let file = folder.file(name)?;
    let executable = file.metadata()?.permissions().mode() & 0o111 != 0;
    let is_source = SOURCES.contains(&extension(path).as_str()) || build_files::is_build_file(path);
    let limit = if is_source { SOURCE_HEAD } else { OTHER_HEAD };
    let mut head = Vec::new();
    file.take(limit).read_to_end(&mut head)?;
    Ok(Listed {
        path: path.to_owned(),
        executable,
        head,
    })
}

/// Returns a digest of the names, permissions and contents of all files of a folder.
pub fn digest(folder: &Dir) -> Result<String, String> {
    let mut hash = Sha256::new();
    for file in list(folder)?.files {
        let content = content_digest(folder, &file.path);
        let content = content.map_err(|error| format!("unreadable file {}: {error}", file.path))?;
        let executable = u8::from(file.executable);
        hash.update((file.path.len() as u64).to_le_bytes());
        hash.update(&file.path);
        hash.update([executable]);
        hash.update(content);
    }
    Ok(hex(&hash.finalize()))
}

fn content_digest(folder: &Dir, path: &str) -> io::Result<[u8; 32]> {
    let mut hash = Sha256::new();
    let mut file = folder.file(Path::new(path))?;
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = file.read(&mut buffer)?;
        if count == 0 {
            return Ok(hash.finalize().into());
        }
        hash.update(&buffer[..count]);
    }
}
