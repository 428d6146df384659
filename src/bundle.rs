//! A submission as one stream of bytes, on its way into a build's sandbox: packed by the judge, unpacked inside by the
//! sandbox's user.
//!
//! The judge reads a submission through [`Dir`] and writes one stream, whose digest is the digest of the submission.
//! Inside the sandbox the stream becomes files again. So the judge writes to no folder that a submission has shaped,
//! and what is built is what was digested.
//!
//! The stream is a sequence of entries: a letter (`d` folder, `f` file, `x` executable file, `l` link), the length of
//! the path and of the content as little-endian 64-bit numbers, the path, the content. A link's content is its target.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use crate::dir::{Dir, Entry};
use crate::units::show_size;

/// No sensible submission is larger.
const LARGEST: u64 = 1 << 30;
const MOST_ENTRIES: usize = 20_000;
const DEEPEST: usize = 40;

/// Writes the stream of a folder, without the entry of its top that is called `left_out`. `renamed` is a file at the
/// top and the name that it gets instead. Says what is wrong where the folder cannot be packed.
pub fn pack(
    folder: &Dir,
    left_out: &str,
    renamed: Option<(&str, &str)>,
    out: &mut dyn Write,
) -> Result<(), String> {
    let mut packer = Packer {
        out,
        size: 0,
        entries: 0,
    };
    if let Some((from, to)) = renamed
        && from != to
        && folder.exists(to)
    {
        return Err(format!(
            "{from} has to be built as {to}, but there is a {to} already"
        ));
    }
    for entry in list(folder, Path::new(""))? {
        if entry.name == left_out {
            continue;
        }
        let name = match renamed {
            Some((from, to)) if entry.name == from => Path::new(to),
            _ => Path::new(&entry.name),
        };
        packer.entry(folder, &entry, name)?;
    }
    Ok(())
}

fn list(folder: &Dir, path: &Path) -> Result<Vec<Entry>, String> {
    folder.entries().map_err(|error| unreadable(path, &error))
}

/// Writes the stream of a single file, which becomes an executable file called `name`.
pub fn pack_file(file: File, name: &str, out: &mut dyn Write) -> Result<(), String> {
    let mut packer = Packer {
        out,
        size: 0,
        entries: 0,
    };
    packer.file(file, Path::new(name), true)
}

struct Packer<'o> {
    out: &'o mut dyn Write,
    size: u64,
    entries: usize,
}

impl Packer<'_> {
    fn entry(&mut self, folder: &Dir, entry: &Entry, path: &Path) -> Result<(), String> {
        if path.components().count() > DEEPEST {
            return Err(format!("folders are nested more than {DEEPEST} deep"));
        }
        let failed = |error: io::Error| unreadable(path, &error);
        match entry.kind {
            FileType::Directory => {
                self.begin(b'd', path, 0)?;
                let inner = folder.dir(&entry.name).map_err(failed)?;
                for entry in list(&inner, path)? {
                    self.entry(&inner, &entry, &path.join(&entry.name))?;
                }
            }
            FileType::RegularFile => {
                let file = folder.file(&entry.name).map_err(failed)?;
                let mode = file.metadata().map_err(failed)?.permissions().mode();
                self.file(file, path, mode & 0o111 != 0)?;
            }
            FileType::Symlink => {
                let target = folder.read_link(&entry.name).map_err(failed)?;
                self.begin(b'l', path, target.len() as u64)?;
                self.write(target.as_bytes())?;
            }
            // Sockets, pipes and devices are nothing to build from.
            _ => {}
        }
        Ok(())
    }

    fn file(&mut self, file: File, path: &Path, executable: bool) -> Result<(), String> {
        let failed = |error: io::Error| unreadable(path, &error);
        let length = file.metadata().map_err(failed)?.len();
        self.begin(if executable { b'x' } else { b'f' }, path, length)?;
        let copied = io::copy(&mut file.take(length), self.out).map_err(failed)?;
        if copied == length {
            Ok(())
        } else {
            Err(format!("{} changed while it was read", path.display()))
        }
    }

    fn begin(&mut self, kind: u8, path: &Path, length: u64) -> Result<(), String> {
        self.entries += 1;
        self.size = self.size.saturating_add(length);
        if self.entries > MOST_ENTRIES {
            return Err(format!("more than {MOST_ENTRIES} files"));
        }
        if self.size > LARGEST {
            return Err(format!("larger than {}", show_size(LARGEST)));
        }
        let name = path.as_os_str().as_bytes();
        self.write(&[kind])?;
        self.write(&(name.len() as u64).to_le_bytes())?;
        self.write(&length.to_le_bytes())?;
        self.write(name)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.out.write_all(bytes).map_err(|error| error.to_string())
    }
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("unreadable file {}: {error}", path.display())
}

/// Makes files of a stream, in an empty folder.
pub fn unpack(archive: impl Into<File>, target: &Dir) -> io::Result<()> {
    let mut stream = BufReader::new(archive.into());
    loop {
        let mut kind = [0];
        if stream.read(&mut kind)? == 0 {
            return Ok(());
        }
        let name_length = number(&mut stream)?;
        let length = number(&mut stream)?;
        let mut name = Vec::new();
        stream.by_ref().take(name_length).read_to_end(&mut name)?;
        let name = PathBuf::from(std::ffi::OsString::from_vec(name));
        match kind[0] {
            b'd' => drop(target.create_dir(&name)?),
            b'l' => {
                let mut text = Vec::new();
                stream.by_ref().take(length).read_to_end(&mut text)?;
                target.symlink(std::ffi::OsString::from_vec(text), &name)?;
            }
            kind => {
                let mode = if kind == b'x' { 0o755 } else { 0o644 };
                let mut file = target.create_new(&name, mode)?;
                io::copy(&mut stream.by_ref().take(length), &mut file)?;
            }
        }
    }
}

fn number(stream: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    stream.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Lets other users read and execute what their owner may: where the judge is root, a program does not run as the user
/// that built it. Nobody but the judge and its sandboxes can reach the folder.
pub fn publish(folder: &Path) {
    for entry in walkdir::WalkDir::new(folder)
        .max_depth(DEEPEST)
        .into_iter()
        .flatten()
    {
        if entry.path_is_symlink() {
            continue;
        }
        if let Ok(found) = entry.metadata() {
            let mode = found.permissions().mode() & 0o777;
            let owner = mode >> 6 & 0o5;
            let open = mode | owner << 3 | owner;
            let _ = std::fs::set_permissions(entry.path(), PermissionsExt::from_mode(open));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let world = tempfile::tempdir().unwrap();
        let (from, to) = (world.path().join("from"), world.path().join("to"));
        fs::create_dir_all(from.join("a/empty")).unwrap();
        fs::create_dir_all(from.join("answers")).unwrap();
        fs::create_dir_all(from.join("a/answers")).unwrap();
        fs::create_dir(&to).unwrap();
        fs::write(from.join("a/text"), "text").unwrap();
        fs::write(from.join("answers/x"), "left out").unwrap();
        fs::write(from.join("run"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(from.join("run"), PermissionsExt::from_mode(0o700)).unwrap();
        symlink("/etc/passwd", from.join("link")).unwrap();
        let stream = || {
            let mut stream = Vec::new();
            pack(&Dir::open(&from).unwrap(), "answers", None, &mut stream).unwrap();
            stream
        };
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&stream()).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        unpack(file, &Dir::open(&to).unwrap()).unwrap();
        assert_eq!(fs::read(to.join("a/text")).unwrap(), b"text");
        assert!(to.join("a/empty").is_dir() && to.join("a/answers").is_dir());
        assert!(!to.join("answers").exists());
        assert_eq!(
            fs::read_link(to.join("link")).unwrap(),
            Path::new("/etc/passwd")
        );
        let mode = fs::metadata(to.join("run")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
        let before = stream();
        fs::write(from.join("a/text"), "test").unwrap();
        assert_ne!(stream(), before);
    }

    #[test]
    fn too_much_is_refused() {
        let world = tempfile::tempdir().unwrap();
        let large = fs::File::create(world.path().join("large")).unwrap();
        large.set_len(LARGEST + 1).unwrap();
        let dir = Dir::open(world.path()).unwrap();
        let refused = pack(&dir, "", None, &mut io::sink()).unwrap_err();
        assert_eq!(refused, "larger than 1 GiB");
        fs::remove_file(world.path().join("large")).unwrap();
        let deep: PathBuf = (0..50).map(|_| "d").collect();
        fs::create_dir_all(world.path().join(deep)).unwrap();
        assert!(
            pack(&dir, "", None, &mut io::sink())
                .unwrap_err()
                .contains("nested")
        );
    }
}
