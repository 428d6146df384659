//! A submission as one stream of bytes, packed by the judge and unpacked inside the sandbox of the build by the
//! sandbox's user.
//!
//! The judge reads a submission through [`Dir`] and writes one stream, whose digest is the digest of the submission.
//! Inside the sandbox the stream becomes files again. Thus the judge never writes to a folder that a submission has
//! shaped, and the build uses exactly what was digested.
//!
//! The stream is a sequence of entries: a letter (`d` folder, `f` file, `x` executable file, `l` link), the length of
//! the path and of the content as little-endian 64-bit numbers, the path, the content. The content of a link is its
//! target.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::FileType;

use crate::dir::{Dir, Entry};
use crate::units::show_size;

/// The limits of a submission: the total size in bytes, the number of entries and the depth of folders.
const MAX_SIZE: u64 = 1 << 30;
const MAX_ENTRIES: usize = 20_000;
const MAX_DEPTH: usize = 40;

/// The longest path, in bytes: the kernel allows 4,096 inside a sandbox, and builds append to it.
const MAX_PATH: usize = 2048;

/// Packs a folder, without the files and folders whose paths below it are `is_excluded`. Returns a message if the folder
/// cannot be packed.
pub fn pack(
    folder: &Dir,
    is_excluded: impl Fn(&Path) -> bool,
    out: &mut dyn Write,
) -> Result<(), String> {
    let mut packer = Packer {
        out,
        size: 0,
        entries: 0,
        is_excluded: &is_excluded,
    };
    packer.entries_of(folder, Path::new(""))
}

fn list(folder: &Dir, path: &Path) -> Result<Vec<Entry>, String> {
    folder.entries().map_err(|error| unreadable(path, &error))
}

/// Packs a single file as an executable file `name`.
pub fn pack_file(file: File, name: &str, out: &mut dyn Write) -> Result<(), String> {
    let mut packer = Packer {
        out,
        size: 0,
        entries: 0,
        is_excluded: &|_| false,
    };
    packer.file(file, Path::new(name), true)
}

struct Packer<'o> {
    out: &'o mut dyn Write,
    size: u64,
    entries: usize,
    is_excluded: &'o dyn Fn(&Path) -> bool,
}

impl Packer<'_> {
    fn entries_of(&mut self, folder: &Dir, path: &Path) -> Result<(), String> {
        for entry in list(folder, path)? {
            let inner = path.join(&entry.name);
            if !(self.is_excluded)(&inner) {
                self.entry(folder, &entry, &inner)?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, folder: &Dir, entry: &Entry, path: &Path) -> Result<(), String> {
        if path.components().count() > MAX_DEPTH {
            return Err(format!("folders are nested more than {MAX_DEPTH} deep"));
        }
        let failed = |error: io::Error| unreadable(path, &error);
        match entry.kind {
            FileType::Directory => {
                self.begin(b'd', path, 0)?;
                let inner = folder.dir(&entry.name).map_err(failed)?;
                self.entries_of(&inner, path)?;
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
            // Sockets, FIFOs and devices cannot be built from.
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
        if self.entries > MAX_ENTRIES {
            return Err(format!("more than {MAX_ENTRIES} files"));
        }
        if self.size > MAX_SIZE {
            return Err(format!("larger than {}", show_size(MAX_SIZE)));
        }
        let name = path.as_os_str().as_bytes();
        if name.len() > MAX_PATH {
            return Err(format!("a path is longer than {MAX_PATH} bytes"));
        }
        self.write(&header(kind, name, length))
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.out.write_all(bytes).map_err(|error| error.to_string())
    }
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("unreadable file {}: {error}", path.display())
}

/// Returns an entry up to its content.
fn header(kind: u8, name: &[u8], length: u64) -> Vec<u8> {
    let lengths = [name.len() as u64, length].map(u64::to_le_bytes);
    [&[kind], lengths.as_flattened(), name].concat()
}

/// Reads the next entry up to its content: kind, name, and length of the content.
fn next_header(stream: &mut impl Read) -> io::Result<Option<(u8, Vec<u8>, u64)>> {
    let mut kind = [0];
    if stream.read(&mut kind)? == 0 {
        return Ok(None);
    }
    let name_length = number(stream)?;
    let length = number(stream)?;
    let mut name = Vec::new();
    stream.take(name_length).read_to_end(&mut name)?;
    Ok(Some((kind[0], name, length)))
}

/// Copies a stream and renames the top-level file `from` to `to`. Returns `false` if another entry has that name.
pub fn rename(archive: File, from: &str, to: &str, out: &mut dyn Write) -> io::Result<bool> {
    let mut stream = BufReader::new(archive);
    while let Some((kind, mut name, length)) = next_header(&mut stream)? {
        if name == to.as_bytes() {
            return Ok(false);
        }
        if name == from.as_bytes() {
            name = to.into();
        }
        out.write_all(&header(kind, &name, length))?;
        io::copy(&mut stream.by_ref().take(length), out)?;
    }
    out.flush()?;
    Ok(true)
}

/// Whether unpacking failed because of the content of the bundle, not because of the machine.
pub fn is_content_error(error: &io::Error) -> bool {
    let content = [
        libc::ENAMETOOLONG,
        libc::EEXIST,
        libc::ENOTDIR,
        libc::EISDIR,
        libc::ELOOP,
        libc::EINVAL,
        libc::EILSEQ,
        libc::EFBIG,
    ];
    error
        .raw_os_error()
        .is_some_and(|number| content.contains(&number))
}

/// Unpacks a stream into an empty folder.
pub fn unpack(archive: impl Into<File>, target: &Dir) -> io::Result<()> {
    let mut stream = BufReader::new(archive.into());
    while let Some((kind, name, length)) = next_header(&mut stream)? {
        let name = PathBuf::from(std::ffi::OsString::from_vec(name));
        match kind {
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
    Ok(())
}

fn number(stream: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    stream.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Grants other users the read and execute permissions of the owner: if the judge is root, a program does not run as
/// the user that built it. Owners get full access to folders, whatever the build did, because the judge must be able
/// to enter the topmost one. Only the judge and its sandboxes can reach the folder.
pub fn make_accessible(folder: &Path) {
    make_accessible_below(folder, 0);
}

fn make_accessible_below(path: &Path, depth: usize) {
    let Ok(found) = std::fs::symlink_metadata(path) else {
        return;
    };
    if depth > MAX_DEPTH || found.is_symlink() {
        return;
    }
    let own = if found.is_dir() { 0o700 } else { 0 };
    let mode = found.permissions().mode() & 0o777 | own;
    let owner = mode >> 6 & 0o5;
    let open = mode | owner << 3 | owner;
    let _ = std::fs::set_permissions(path, PermissionsExt::from_mode(open));
    if found.is_dir() {
        for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
            make_accessible_below(&entry.path(), depth + 1);
        }
    }
}

#[cfg(test)]
mod tests;
