//! Access to folders whose contents strangers can shape: submissions, builds, results, uploads.
//!
//! Every path below such a folder is resolved relative to a directory handle. Symbolic links are never followed, no
//! path leads out of the folder, and only regular files are read or written: a FIFO or a device cannot make the judge
//! wait. Names that come out of data (a row, a manifest, an archive) pass [`component`] before they become part of a
//! path.

mod remove;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawDir, ResolveFlags, Stat, Timespec, Timestamps, UTIME_NOW,
};
use rustix::io::Errno;

pub use self::remove::remove_tree;

/// What the names of files begin with that are being written.
const TEMPORARY: &str = ".new-";

/// The longest file name that common file systems allow, in bytes.
const MAX_COMPONENT: usize = 255;

/// Fails unless `name` is a single path component that is safe in a path, on a terminal and in a table.
pub fn component(name: &str) -> io::Result<&str> {
    let refused = |why: &str| Err(invalid(format!("`{}` {why}", name.escape_debug())));
    if name.is_empty() || name.starts_with('.') {
        return refused("is empty or begins with a dot");
    }
    if name.contains('/') || name.chars().any(char::is_control) {
        return refused("holds a slash or a control character");
    }
    if name.len() > MAX_COMPONENT {
        return refused("is too long for a file name");
    }
    Ok(name)
}

/// A handle of a directory. All operations take paths relative to it.
pub struct Dir {
    handle: OwnedFd,
    /// Where it was opened, for messages only.
    path: PathBuf,
}

/// One entry of a directory.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: OsString,
    pub kind: FileType,
}

impl Dir {
    /// Opens a folder that the user named: links in the user's own path are followed.
    pub fn open(path: &Path) -> io::Result<Self> {
        let handle = rustix::fs::open(
            path,
            OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
            Mode::empty(),
        )?;
        Ok(Self {
            handle,
            path: path.to_owned(),
        })
    }

    /// Opens a folder that the user named, and creates it where it is missing.
    pub fn create(path: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(path)?;
        Self::open(path)
    }

    /// Where the folder was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the folder lies now, whatever it was called when it was opened.
    pub fn current_path(&self) -> io::Result<PathBuf> {
        std::fs::read_link(format!("/proc/self/fd/{}", self.handle.as_raw_fd()))
    }

    /// Opens a folder below this one.
    pub fn dir(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let name = name.as_ref();
        let flags = OFlags::RDONLY | OFlags::DIRECTORY;
        Ok(Self {
            handle: self.resolve(name, flags, Mode::empty())?,
            path: self.path.join(name),
        })
    }

    /// Opens a folder below this one, and creates it and its parents where they are missing.
    pub fn create_dir(&self, name: impl AsRef<Path>) -> io::Result<Self> {
        let name = name.as_ref();
        match self.dir(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
        let mut at = self.handle.try_clone()?;
        for part in components(name)? {
            match rustix::fs::mkdirat(&at, part, Mode::from_raw_mode(0o777)) {
                Ok(()) | Err(Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            at = step(
                at.as_fd(),
                part,
                OFlags::RDONLY | OFlags::DIRECTORY,
                Mode::empty(),
            )?;
        }
        Ok(Self {
            handle: at,
            path: self.path.join(name),
        })
    }

    /// Creates a folder that must not exist yet.
    pub fn create_new_dir(&self, name: &str, mode: u32) -> io::Result<Self> {
        rustix::fs::mkdirat(&self.handle, single(name)?, Mode::from_raw_mode(mode))?;
        self.dir(name)
    }

    /// Opens a regular file for reading.
    pub fn file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        // A FIFO opened without NONBLOCK would wait for a writer.
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
        regular(self.resolve(name.as_ref(), flags, Mode::empty())?)
    }

    /// Reads a regular file of at most `limit` bytes.
    pub fn read(&self, name: impl AsRef<Path>, limit: u64) -> io::Result<Vec<u8>> {
        let file = self.file(name)?;
        let size = file.metadata()?.len();
        let too_large = || Err(invalid(format!("the file is larger than {limit} bytes")));
        if size > limit {
            return too_large();
        }
        let mut bytes = Vec::with_capacity(size as usize);
        file.take(limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > limit {
            return too_large();
        }
        Ok(bytes)
    }

    /// Reads a regular file of UTF-8 text of at most `limit` bytes.
    pub fn read_to_string(&self, name: impl AsRef<Path>, limit: u64) -> io::Result<String> {
        String::from_utf8(self.read(name, limit)?)
            .map_err(|_| invalid("the file is not UTF-8 text".to_owned()))
    }

    /// Opens a regular file for appending, and creates it where it is missing.
    pub fn append(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let flags =
            OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE | OFlags::NONBLOCK | OFlags::NOCTTY;
        regular(self.resolve(name.as_ref(), flags, Mode::from_raw_mode(0o666))?)
    }

    /// Creates a file that must not exist yet, for writing and reading back.
    pub fn create_new_readable(&self, name: impl AsRef<Path>, mode: u32) -> io::Result<File> {
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
        let file = self.resolve(name.as_ref(), flags, Mode::from_raw_mode(mode))?;
        Ok(File::from(file))
    }

    /// Creates a file that must not exist yet.
    pub fn create_new(&self, name: impl AsRef<Path>, mode: u32) -> io::Result<File> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL;
        let file = self.resolve(name.as_ref(), flags, Mode::from_raw_mode(mode))?;
        Ok(File::from(file))
    }

    /// Writes a file as a whole: readers see the old content or the new one, also after a power cut. Missing folders
    /// on the way are created.
    pub fn replace(&self, name: impl AsRef<Path>, content: &[u8]) -> io::Result<()> {
        self.replace_with_mode(name.as_ref(), content, 0o666)
    }

    /// As [`Dir::replace`], with permission bits for the new file.
    pub fn replace_with_mode(&self, name: &Path, content: &[u8], mode: u32) -> io::Result<()> {
        let (folder, file_name) = self.parent(name)?;
        let temporary = format!("{TEMPORARY}{:016x}", random());
        let write = || {
            let mut file = folder.create_new(&temporary, mode)?;
            file.write_all(content)?;
            file.sync_data()?;
            rustix::fs::renameat(&folder.handle, &temporary, &folder.handle, file_name)?;
            Ok(())
        };
        let written = write();
        if written.is_err() {
            let _ = rustix::fs::unlinkat(&folder.handle, &temporary, AtFlags::empty());
        } else {
            folder.sync()?;
        }
        written
    }

    /// Removes files of this folder that a killed [`Dir::replace`] left behind, if they are older than `age`.
    pub fn remove_leftovers(&self, age: Duration) {
        for entry in self.entries().unwrap_or_default() {
            let is_leftover = entry.name.as_bytes().starts_with(TEMPORARY.as_bytes());
            let modified = || self.modified(&entry.name);
            if is_leftover
                && modified().is_ok_and(|time| time.elapsed().is_ok_and(|since| since >= age))
            {
                let _ = self.remove_file(&entry.name);
            }
        }
    }

    /// Makes the names in this folder durable.
    pub fn sync(&self) -> io::Result<()> {
        match rustix::fs::fsync(&self.handle) {
            // Some network and overlay file systems have nothing to do here and say so.
            Err(Errno::INVAL) => Ok(()),
            other => Ok(other?),
        }
    }

    /// Removes a file or a link; it is no error if there is none.
    pub fn remove_file(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let removed = self
            .existing_parent(name.as_ref())
            .and_then(|(folder, name)| {
                Ok(rustix::fs::unlinkat(
                    &folder.handle,
                    name,
                    AtFlags::empty(),
                )?)
            });
        match removed {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }

    /// Renames an entry of this folder, replacing what the new name stood for.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        rustix::fs::renameat(&self.handle, single(from)?, &self.handle, single(to)?)?;
        Ok(())
    }

    /// Gives a file of this folder a second name; fails if that name is taken.
    pub fn link(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (single(from)?, single(to)?);
        rustix::fs::linkat(&self.handle, from, &self.handle, to, AtFlags::empty())?;
        Ok(())
    }

    /// Creates a symbolic link, which this module never follows.
    pub fn symlink(&self, target: impl AsRef<OsStr>, name: impl AsRef<Path>) -> io::Result<()> {
        let (folder, name) = self.existing_parent(name.as_ref())?;
        Ok(rustix::fs::symlinkat(
            target.as_ref(),
            &folder.handle,
            name,
        )?)
    }

    /// The target of a symbolic link.
    pub fn read_link(&self, name: impl AsRef<Path>) -> io::Result<OsString> {
        let (folder, name) = self.existing_parent(name.as_ref())?;
        let target = rustix::fs::readlinkat(&folder.handle, name, Vec::new())?;
        Ok(OsString::from_vec(target.into_bytes()))
    }

    /// What an entry is, links not followed.
    pub fn stat(&self, name: impl AsRef<Path>) -> io::Result<Stat> {
        let (folder, name) = self.existing_parent(name.as_ref())?;
        Ok(rustix::fs::statat(
            &folder.handle,
            name,
            AtFlags::SYMLINK_NOFOLLOW,
        )?)
    }

    /// Whether there is an entry of that name, of whatever kind.
    pub fn exists(&self, name: impl AsRef<Path>) -> bool {
        self.stat(name).is_ok()
    }

    /// Whether there is a regular file of that name.
    pub fn is_file(&self, name: impl AsRef<Path>) -> bool {
        self.kind(name) == Some(FileType::RegularFile)
    }

    /// The kind of an entry, if there is one.
    pub fn kind(&self, name: impl AsRef<Path>) -> Option<FileType> {
        let found = self.stat(name).ok()?;
        Some(FileType::from_raw_mode(found.st_mode))
    }

    /// When a file was last written, by the clock of whoever keeps it. Opening it makes the client of a network file
    /// system ask the server instead of its cache.
    pub fn modified(&self, name: impl AsRef<Path>) -> io::Result<SystemTime> {
        self.file(name)?.metadata()?.modified()
    }

    /// Stamps a file with the current time of whoever keeps it.
    pub fn touch(&self, name: &str) -> io::Result<()> {
        let now = Timespec {
            tv_sec: 0,
            tv_nsec: UTIME_NOW,
        };
        let times = Timestamps {
            last_access: now,
            last_modification: now,
        };
        let name = single(name)?;
        rustix::fs::utimensat(&self.handle, name, &times, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(())
    }

    /// The entries of this folder, sorted by name.
    pub fn entries(&self) -> io::Result<Vec<Entry>> {
        let own = step(
            self.handle.as_fd(),
            OsStr::new("."),
            OFlags::RDONLY | OFlags::DIRECTORY,
            Mode::empty(),
        )?;
        let mut buffer = Vec::with_capacity(16 << 10);
        let mut raw = RawDir::new(own, buffer.spare_capacity_mut());
        let mut entries = Vec::new();
        while let Some(entry) = raw.next() {
            let entry = entry?;
            let name = OsStr::from_bytes(entry.file_name().to_bytes()).to_owned();
            if name == "." || name == ".." {
                continue;
            }
            let kind = match entry.file_type() {
                // Some file systems do not tell the kind along with the name.
                FileType::Unknown => self.kind(&name).unwrap_or(FileType::Unknown),
                kind => kind,
            };
            entries.push(Entry { name, kind });
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// Removes an entry of this folder with all that is in it; it is no error if there is none.
    pub fn remove_tree(&self, name: &str) -> io::Result<()> {
        remove::remove_entry(self.handle.as_fd(), single(name)?)
    }

    /// The folder that holds `name`, created where it is missing, and the last component.
    fn parent<'n>(&self, name: &'n Path) -> io::Result<(Self, &'n OsStr)> {
        self.split(name, |folder| self.create_dir(folder))
    }

    fn existing_parent<'n>(&self, name: &'n Path) -> io::Result<(Self, &'n OsStr)> {
        self.split(name, |folder| self.dir(folder))
    }

    fn split<'n>(
        &self,
        name: &'n Path,
        open: impl FnOnce(&Path) -> io::Result<Self>,
    ) -> io::Result<(Self, &'n OsStr)> {
        let last = components(name)?.last().ok_or_else(|| outside(name))?;
        let folder = match name.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => open(folder)?,
            _ => Self {
                handle: self.handle.try_clone()?,
                path: self.path.clone(),
            },
        };
        Ok((folder, last))
    }

    /// Opens what lies below this folder, without following links.
    fn resolve(&self, name: &Path, flags: OFlags, mode: Mode) -> io::Result<OwnedFd> {
        let parts: Vec<&OsStr> = components(name)?.collect();
        let at = self.handle.as_fd();
        match resolve_by_kernel(at, name, flags, mode) {
            // Kernels before 5.6 have no such call, and some containers forbid it.
            Err(Errno::NOSYS | Errno::PERM) => resolve_by_hand(at, &parts, flags, mode),
            other => other,
        }
        .map_err(|error| match error {
            Errno::LOOP => invalid(format!("{} is or crosses a symbolic link", name.display())),
            other => other.into(),
        })
    }
}

impl AsFd for Dir {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.handle.as_fd()
    }
}

impl fmt::Debug for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Dir({})", self.path.display())
    }
}

fn resolve_by_kernel(
    at: BorrowedFd,
    name: &Path,
    flags: OFlags,
    mode: Mode,
) -> rustix::io::Result<OwnedFd> {
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    rustix::fs::openat2(at, name, flags | OFlags::CLOEXEC, mode, resolve)
}

/// The same, one component at a time.
fn resolve_by_hand(
    at: BorrowedFd,
    parts: &[&OsStr],
    flags: OFlags,
    mode: Mode,
) -> rustix::io::Result<OwnedFd> {
    let (last, folders) = parts.split_last().ok_or(Errno::INVAL)?;
    let mut held: Option<OwnedFd> = None;
    for folder in folders {
        let from = held.as_ref().map_or(at, AsFd::as_fd);
        let next = step(
            from,
            folder,
            OFlags::PATH | OFlags::DIRECTORY,
            Mode::empty(),
        );
        // The kernel names the kind it wanted; what stands in the way may be a link.
        held = Some(next.map_err(|error| link_or(error, from, folder))?);
    }
    let from = held.as_ref().map_or(at, AsFd::as_fd);
    step(from, last, flags, mode).map_err(|error| link_or(error, from, last))
}

fn link_or(error: Errno, at: BorrowedFd, name: &OsStr) -> Errno {
    let found = rustix::fs::statat(at, name, AtFlags::SYMLINK_NOFOLLOW);
    let is_link = found.is_ok_and(|found| FileType::from_raw_mode(found.st_mode).is_symlink());
    if is_link && error != Errno::EXIST {
        Errno::LOOP
    } else {
        error
    }
}

/// Opens one component.
fn step(at: BorrowedFd, name: &OsStr, flags: OFlags, mode: Mode) -> rustix::io::Result<OwnedFd> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    rustix::fs::openat(at, name, flags, mode)
}

/// The components of a relative path without `.` and `..`.
fn components(name: &Path) -> io::Result<impl Iterator<Item = &OsStr>> {
    let plain = |part: Component| matches!(part, Component::Normal(_));
    if name.as_os_str().is_empty() || !name.components().all(plain) {
        return Err(outside(name));
    }
    Ok(name.components().map(Component::as_os_str))
}

/// A path of one component.
fn single(name: &str) -> io::Result<&OsStr> {
    let mut parts = components(Path::new(name))?;
    match (parts.next(), parts.next()) {
        (Some(part), None) => Ok(part),
        _ => Err(outside(Path::new(name))),
    }
}

fn regular(handle: OwnedFd) -> io::Result<File> {
    let found = rustix::fs::fstat(&handle)?;
    if FileType::from_raw_mode(found.st_mode) != FileType::RegularFile {
        return Err(invalid("not a regular file".to_owned()));
    }
    Ok(File::from(handle))
}

fn outside(name: &Path) -> io::Error {
    invalid(format!("{} is not a path below the folder", name.display()))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Writes a file that the user named as a whole: readers see the old content or the new one.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // A device or a FIFO that the user named is written to as it is.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return std::fs::write(path, content);
    }
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Dir::open(folder)?.replace(name, content)
}

/// A number that nobody can guess in advance, for names that must not be taken.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    struct World {
        _folder: tempfile::TempDir,
        outside: PathBuf,
        dir: Dir,
    }

    fn world() -> World {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        let outside = folder.path().join("outside");
        std::fs::create_dir_all(root.join("a/b")).unwrap();
        std::fs::create_dir(&outside).unwrap();
        std::fs::write(outside.join("secret"), "secret").unwrap();
        std::fs::write(root.join("a/b/file"), "text").unwrap();
        symlink(&outside, root.join("out")).unwrap();
        symlink(outside.join("secret"), root.join("leak")).unwrap();
        symlink("a/b/file", root.join("within")).unwrap();
        rustix::fs::mkfifoat(
            rustix::fs::CWD,
            root.join("fifo"),
            Mode::from_raw_mode(0o600),
        )
        .unwrap();
        let dir = Dir::open(&root).unwrap();
        World {
            _folder: folder,
            outside,
            dir,
        }
    }

    #[test]
    fn reads_regular_files_below_the_folder_only() {
        let world = world();
        let dir = &world.dir;
        assert_eq!(dir.read("a/b/file", 4).unwrap(), b"text");
        assert!(dir.read("a/b/file", 3).is_err());
        for name in [
            "",
            ".",
            "..",
            "/etc/passwd",
            "a/../../outside/secret",
            "out/secret",
            "leak",
            "within",
            "fifo",
            "a",
            "/dev/zero",
        ] {
            assert!(dir.file(name).is_err(), "{name}");
        }
        assert!(dir.dir("out").is_err() && dir.create_dir("out/x").is_err());
        assert_eq!(dir.entries().unwrap().len(), 5);
    }

    #[test]
    fn both_ways_of_resolving_agree() {
        let world = world();
        let dir = &world.dir;
        let flags = OFlags::RDONLY | OFlags::NONBLOCK;
        for name in [
            "a/b/file",
            "a",
            "out/secret",
            "leak",
            "within",
            "none",
            "none/x",
            "fifo",
        ] {
            let parts: Vec<&OsStr> = components(Path::new(name)).unwrap().collect();
            let kernel = resolve_by_kernel(dir.as_fd(), Path::new(name), flags, Mode::empty());
            let hand = resolve_by_hand(dir.as_fd(), &parts, flags, Mode::empty());
            assert_eq!(kernel.err(), hand.err(), "{name}");
        }
    }

    #[test]
    fn writing_never_follows_a_link() {
        let world = world();
        let World { dir, outside, .. } = &world;
        let secret = || std::fs::read_to_string(outside.join("secret")).unwrap();
        assert!(dir.append("leak").is_err() && dir.append("fifo").is_err());
        assert!(dir.create_new("leak", 0o600).is_err());
        assert!(dir.replace("out/secret", b"x").is_err());
        // Replacing a link replaces the link itself.
        dir.replace("leak", b"new").unwrap();
        assert_eq!(dir.read("leak", 9).unwrap(), b"new");
        dir.replace("new/deep/file", b"made").unwrap();
        assert_eq!(dir.read("new/deep/file", 9).unwrap(), b"made");
        dir.remove_file("within").unwrap();
        dir.remove_file("within").unwrap();
        assert!(dir.is_file("a/b/file"));
        assert_eq!(secret(), "secret");
        assert_eq!(std::fs::read_dir(outside).unwrap().count(), 1);
    }

    #[test]
    fn components_of_data_are_single_and_printable() {
        for good in ["team", "équipe 1", "a-b_c.txt"] {
            assert!(component(good).is_ok(), "{good}");
        }
        let long = "x".repeat(256);
        for bad in [
            "",
            ".",
            "..",
            ".lock",
            "a/b",
            "/abs",
            "a\nb",
            "\u{1b}[2J",
            &long,
        ] {
            assert!(component(bad).is_err(), "{bad}");
        }
    }
}
