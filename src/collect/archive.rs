//! Reads the members of zip and tar archives, one after the other.

use std::fs::File;
use std::io::{self, BufReader, Read};

use flate2::read::GzDecoder;
use tar::EntryType;
use zip::ExtraField;
use zip::result::ZipError;

use super::hand_in::{Moment, in_local_zone};

/// The most members of a zip archive: a download of a whole course, and no more than memory holds.
const MAX_MEMBERS: usize = 1_000_000;

/// The kind of an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Zip,
    Tar,
    TarGz,
    /// An archive that is not read here: what it is called, and the command that unpacks it.
    Foreign(&'static str, &'static str),
}

/// Returns the kind of an archive by its first bytes. Documents that are zip archives inside are none.
pub(super) fn kind(head: &[u8], name: &str) -> Option<Kind> {
    const FOREIGN: [(&[u8], &str, &str); 5] = [
        (b"Rar!\x1a\x07", "rar", "unrar x"),
        (b"7z\xbc\xaf\x27\x1c", "7z", "7z x"),
        (b"\xfd7zXZ\x00", "xz", "tar xf"),
        (b"BZh", "bzip2", "tar xf"),
        (b"\x28\xb5\x2f\xfd", "zstd", "tar xf"),
    ];
    let lower = name.to_lowercase();
    let ends_with = |ends: &[&str]| ends.iter().any(|end| lower.ends_with(end));
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        let is_document = ends_with(&[
            ".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".jar", ".npz",
        ]);
        return (!is_document).then_some(Kind::Zip);
    }
    if head.starts_with(b"\x1f\x8b") {
        return ends_with(&[".tar.gz", ".tgz", ".gz"]).then_some(Kind::TarGz);
    }
    if head.get(257..262) == Some(b"ustar") || ends_with(&[".tar"]) {
        return Some(Kind::Tar);
    }
    let mut foreign = FOREIGN
        .iter()
        .filter(|(magic, _, _)| head.starts_with(magic));
    foreign
        .next()
        .map(|(_, name, unpack)| Kind::Foreign(name, unpack))
}

/// Returns a file name without the extension of an archive.
pub(super) fn stem(name: &str) -> &str {
    let lower = name.to_lowercase();
    let ends = [
        ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst", ".tgz", ".tar", ".zip", ".rar", ".7z", ".gz",
    ];
    let end = ends.iter().find(|end| lower.ends_with(**end));
    // Lower case may have another length.
    end.and_then(|end| name.get(..name.len() - end.len()))
        .unwrap_or(name)
}

/// One member of an archive.
pub(super) struct Member<'r> {
    /// As the archive has it: not to be trusted.
    pub(super) name: String,
    pub(super) what: What,
    pub(super) executable: bool,
    pub(super) time: Option<Moment>,
    pub(super) content: &'r mut dyn Read,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    File,
    Folder,
    Link,
    /// Another repository, in a commit of Git.
    Submodule,
    /// A device, a FIFO or a socket.
    Special,
}

/// Passes the members of an archive to `visit`. Returns a message if it cannot be read; stops when `visit` fails.
pub(super) fn visit(
    file: File,
    kind: Kind,
    visit: &mut dyn FnMut(Member) -> Result<(), String>,
) -> Result<(), String> {
    match kind {
        Kind::Zip => visit_zip(file, visit),
        Kind::Tar => visit_tar(BufReader::new(file), visit),
        Kind::TarGz => visit_tar(GzDecoder::new(BufReader::new(file)), visit),
        Kind::Foreign(name, unpack) => Err(format!(
            "a {name} archive, which is not read here: unpack it by hand (`{unpack}`) or ask for a zip"
        )),
    }
}

fn visit_zip(
    file: File,
    visit: &mut dyn FnMut(Member) -> Result<(), String>,
) -> Result<(), String> {
    let damaged = |error: ZipError| format!("a damaged zip archive ({error}): ask for another one");
    let mut archive = zip::ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    if archive.len() > MAX_MEMBERS {
        return Err(format!("a zip archive of more than {MAX_MEMBERS} files"));
    }
    for index in 0..archive.len() {
        let data = archive.by_index_data(index).map_err(damaged)?;
        let name = match std::str::from_utf8(data.name_raw()) {
            // Some programs write UTF-8 and do not say so.
            Ok(name) => name.to_owned(),
            Err(_) => data.name().map_err(damaged)?.into_owned(),
        };
        if data.encrypted() {
            return Err(
                "a zip archive with a password: ask for the password, or for a zip without one"
                    .to_owned(),
            );
        }
        let mode = data.unix_mode().unwrap_or(0);
        let what = match mode & 0o170_000 {
            _ if data.is_dir() => What::Folder,
            0o120_000 => What::Link,
            0 | 0o100_000 => What::File,
            _ => What::Special,
        };
        let mut content = archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
                format!("{name} is compressed by a method that is not read here: ask for an ordinary zip")
            }
            other => damaged(other),
        })?;
        let time = zip_time(&content);
        visit(Member {
            name,
            what,
            executable: mode & 0o111 != 0,
            time,
            content: &mut content,
        })?;
    }
    Ok(())
}

/// Returns the time of a member: exact if it is there, otherwise the local time of whoever packed it.
fn zip_time(data: &zip::read::ZipFile<impl Read>) -> Option<Moment> {
    let exact = data.extra_data_fields().find_map(|field| match field {
        ExtraField::ExtendedTimestamp(times) => times.mod_time(),
        _ => None,
    });
    if let Some(seconds) = exact {
        return Moment::from_second(seconds.into()).ok();
    }
    let local = data.last_modified()?;
    let date =
        jiff::civil::Date::new(local.year() as i16, local.month() as i8, local.day() as i8).ok()?;
    let time = jiff::civil::Time::new(
        local.hour() as i8,
        local.minute() as i8,
        local.second() as i8,
        0,
    )
    .ok()?;
    in_local_zone(date.to_datetime(time))
}

/// The largest extension of a tar header, such as a long name.
const LARGEST_EXTENSION: u64 = 64 << 10;

/// Returns the name of the next member that an extension of its header tells, if it does.
fn extended_name(kind: EntryType, text: &[u8]) -> Option<Vec<u8>> {
    if kind.is_gnu_longname() {
        let end = text
            .iter()
            .position(|byte| *byte == 0)
            .unwrap_or(text.len());
        return Some(text[..end].to_vec());
    }
    if !kind.is_pax_local_extensions() {
        return None;
    }
    // Each record is `length key=value` and ends with a line feed.
    let records = tar::PaxExtensions::new(text).filter_map(std::result::Result::ok);
    let paths = records.filter(|record| record.key_bytes() == b"path");
    paths.last().map(|record| record.value_bytes().to_vec())
}

fn visit_tar(
    stream: impl Read,
    visit: &mut dyn FnMut(Member) -> Result<(), String>,
) -> Result<(), String> {
    let damaged =
        |error: io::Error| format!("a damaged tar archive ({error}): ask for another one");
    let mut archive = tar::Archive::new(Bounded::new(stream));
    // Long names are members of their own, which the reader would take into memory whatever their size.
    let mut long_name = None;
    for entry in archive.entries().map_err(damaged)?.raw(true) {
        let mut entry = entry.map_err(damaged)?;
        let kind = entry.header().entry_type();
        if kind.is_gnu_longname() || kind.is_pax_local_extensions() || kind.is_gnu_longlink() {
            if entry.size() > LARGEST_EXTENSION {
                return Err("a name in it is too long: ask for another one".to_owned());
            }
            let mut text = Vec::new();
            entry.read_to_end(&mut text).map_err(damaged)?;
            if let Some(name) = extended_name(kind, &text) {
                long_name = Some(name);
            }
            continue;
        }
        let name = long_name
            .take()
            .unwrap_or_else(|| entry.path_bytes().into_owned());
        let name = String::from_utf8_lossy(&name).into_owned();
        let what = match entry.header().entry_type() {
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => What::File,
            EntryType::Directory => What::Folder,
            EntryType::Symlink | EntryType::Link => What::Link,
            EntryType::XGlobalHeader => continue,
            _ => What::Special,
        };
        let mode = entry.header().mode().unwrap_or(0);
        let time = entry
            .header()
            .mtime()
            .ok()
            .and_then(|seconds| i64::try_from(seconds).ok());
        visit(Member {
            name,
            what,
            executable: mode & 0o111 != 0,
            time: time.and_then(|seconds| Moment::from_second(seconds).ok()),
            content: &mut entry,
        })?;
    }
    Ok(())
}

/// Ends a stream that is longer than all that may be unpacked: long names in a tar archive are read into memory.
struct Bounded<R> {
    stream: R,
    left: u64,
}

impl<R> Bounded<R> {
    fn new(stream: R) -> Self {
        let left = super::unpack::MAX_TOTAL + (64 << 20);
        Self { stream, left }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        let left = self.left.checked_sub(count as u64);
        self.left = left.ok_or_else(|| io::Error::other("it is too large"))?;
        Ok(count)
    }
}
