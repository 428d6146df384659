//! `superseded.csv`: digests of files that a later run of the same entrant and instance has replaced.
//!
//! The seals of replaced rows cover files that no longer exist. With their digests the whole hash chain can still be
//! checked. The table needs no protection of its own: a wrong digest does not give the right seal. If a file was damaged
//! before it was replaced, for example by a faulty disk, the table marks its digest as lost.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io;

use super::append::AppendFile;
use super::seal::FileDigests;
use crate::digest::Sha;
use crate::dir::Dir;
use crate::error::{Error, Result};
use crate::results_dir::SUPERSEDED;

const HEADER: &str = "seal,answer,trace,stderr\n";

/// Replaces the digests of files that were damaged before they were replaced.
const LOST: &str = "lost,,";

/// The digests of the files of a replaced row; `None` if the files were damaged.
pub type ReplacedFiles = Option<FileDigests>;

/// One row of the table.
#[derive(Debug)]
pub(super) struct ReplacedRow {
    /// The seal of the row whose files are replaced.
    pub(super) seal: Sha,
    pub(super) files: ReplacedFiles,
}

/// The largest table that is read, in bytes.
const LARGEST: u64 = 4 << 30;

/// The table, opened or created when the first file is replaced.
#[derive(Debug, Default)]
pub(super) struct Superseded(Option<AppendFile>);

impl Superseded {
    pub(super) fn append(&mut self, dir: &Dir, rows: &[ReplacedRow]) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let file = match &mut self.0 {
            Some(file) => file,
            none => {
                let whole = memchr::memrchr(b'\n', &text(dir)?).map_or(0, |last| last + 1);
                none.insert(AppendFile::open(dir, SUPERSEDED, whole as u64)?)
            }
        };
        let mut text = if file.is_empty() {
            HEADER.to_owned()
        } else {
            String::new()
        };
        for ReplacedRow { seal, files } in rows {
            let _ = match files {
                Some([answer, trace, errors]) => {
                    writeln!(text, "{seal},{answer},{trace},{errors}")
                }
                None => writeln!(text, "{seal},{LOST}"),
            };
        }
        file.append(dir, text.as_bytes())
    }
}

fn text(dir: &Dir) -> io::Result<Vec<u8>> {
    match dir.read(SUPERSEDED, LARGEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        other => other,
    }
}

/// Reads the digests by the seal of the replaced row. Only the first line of a seal counts: a judge that was killed
/// while it replaced files may have left a second line with digests of partly replaced files. Lines that cannot be
/// parsed are skipped; the seals they belong to then do not match.
pub fn read(dir: &Dir) -> Result<HashMap<Sha, ReplacedFiles>> {
    let text =
        text(dir).map_err(|error| Error::path("read", &dir.path().join(SUPERSEDED), &error))?;
    let text = String::from_utf8_lossy(&text);
    let mut digests = HashMap::new();
    for line in text.lines().skip(1) {
        let Some((seal, files)) = line.split_once(',') else {
            continue;
        };
        let files: std::result::Result<Vec<Sha>, String> = match files {
            LOST => Ok(Vec::new()),
            files => files.split(',').map(str::parse).collect(),
        };
        let (Ok(seal), Ok(files)) = (seal.parse::<Sha>(), files) else {
            continue;
        };
        let files = <FileDigests>::try_from(files).ok();
        digests.entry(seal).or_insert(files);
    }
    Ok(digests)
}
