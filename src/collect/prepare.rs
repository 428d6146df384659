//! Makes a team's folder of one hand-in: unpacks archives, finds the program, and places the files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::archive::{self, Kind};
use super::hand_in::{Content, HandIn};
use super::staging::Staging;
use super::unpack::Unpacker;
use crate::dir::Dir;
use crate::entrants::project::{self, Found, Listing, Plan, Step};
use crate::error::Result;
use crate::locale::Text;

/// So many archives within archives are unpacked.
const NESTED: usize = 3;

/// The largest file whose line ends are repaired.
const LARGEST_SCRIPT: u64 = 16 << 20;

/// A folder that is ready to become a team's.
#[derive(Debug)]
pub(super) struct Prepared {
    /// Its name in the staging folder.
    pub(super) name: String,
    pub(super) folder: Dir,
    pub(super) steps: Vec<Step>,
    pub(super) found: Found,
    pub(super) notes: Vec<String>,
}

/// Prepares a hand-in. Returns the reason and the fix if nothing of it can be used.
pub(super) fn prepare(
    hand_in: &mut HandIn,
    staging: &Staging,
) -> Result<std::result::Result<Prepared, String>> {
    let empty = Content::Unusable(String::new());
    let raw = match std::mem::replace(&mut hand_in.content, empty) {
        Content::Unusable(reason) => return Ok(Err(reason)),
        Content::Folder(folder) => folder,
        Content::File { mut file, name } => {
            let (_, folder) = staging.fresh()?;
            let mut unpacker = Unpacker::new(&folder, u64::MAX);
            if let Err(reason) = unpacker.file(&name, false, &mut file) {
                return Ok(Err(reason));
            }
            folder
        }
    };
    let (raw, listing, plan, mut notes) = match opened(raw, staging)? {
        Ok(opened) => opened,
        Err(reason) => return Ok(Err(reason)),
    };
    notes.extend(listing.odd.iter().map(|odd| format!("left out {odd}")));
    if plan.files.is_empty() {
        notes.insert(0, plan.found.to_string());
        return Ok(Err(notes.join("; ")));
    }
    let empty = listing.files.iter().filter(|file| file.head.is_empty());
    let empty: Vec<&str> = empty.map(|file| file.path.as_str()).collect();
    let is_empty = |placed: &project::Placed| empty.contains(&placed.from.as_str());
    if plan.files.iter().all(is_empty) {
        let names: Vec<&str> = plan
            .files
            .iter()
            .map(|placed| placed.from.as_str())
            .collect();
        let names = names.join(", ");
        return Ok(Err(format!("nothing is in {names}: ask the team")));
    }
    let (name, folder) = staging.fresh()?;
    if let Err(reason) = place(&plan, &raw, &folder) {
        return Ok(Err(reason));
    }
    Ok(Ok(Prepared {
        name,
        folder,
        steps: plan.steps,
        found: plan.found,
        notes,
    }))
}

/// A folder, its files, what becomes of them, and remarks.
type Opened = (Dir, Listing, Plan, Vec<String>);

/// Unpacks the archive that a folder without a program holds, and so on within that archive. If it cannot be unpacked,
/// the team's folder holds the archive, and the reason says what to do with it.
fn opened(mut raw: Dir, staging: &Staging) -> Result<std::result::Result<Opened, String>> {
    let mut notes = Vec::new();
    for depth in 0..=NESTED {
        let listing = match project::list(&raw) {
            Ok(listing) => listing,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut plan = project::plan(&listing.files);
        let is_archive = |file: &&project::Listed| archive::kind(&file.head, &file.path).is_some();
        let kept =
            |file: &&project::Listed| plan.files.iter().any(|placed| placed.from == file.path);
        let archives: Vec<_> = listing
            .files
            .iter()
            .filter(kept)
            .filter(is_archive)
            .collect();
        let is_program = !matches!(plan.found, Found::Nothing(_));
        let archive = match archives.as_slice() {
            _ if is_program || depth == NESTED => return Ok(Ok((raw, listing, plan, notes))),
            [] => return Ok(Ok((raw, listing, plan, notes))),
            [archive] => (*archive).clone(),
            [one, other, ..] => {
                let reason = format!("{} and {}: unpack the right one here", one.path, other.path);
                plan.found = Found::Nothing(reason);
                return Ok(Ok((raw, listing, plan, notes)));
            }
        };
        let (_, inner) = staging.fresh()?;
        match unpack(&raw, &archive, &inner) {
            Err(reason) => {
                plan.found = Found::Nothing(format!("{}: {reason}", archive.path));
                return Ok(Ok((raw, listing, plan, notes)));
            }
            Ok(more) => {
                let beside = listing
                    .files
                    .iter()
                    .filter(|file| file.path != archive.path);
                let beside = beside.filter(|file| project::junk(&file.path).is_none());
                let beside: Vec<&str> = beside.map(|file| file.path.as_str()).take(3).collect();
                if !beside.is_empty() {
                    let note = Text::message("found-beside").with("archive", &archive.path);
                    let note = note.with("names", beside.join(", "));
                    notes.push(note.to_string());
                }
                notes.extend(more);
                raw = inner;
            }
        }
    }
    Ok(Err(
        "archives are nested too deep: ask for one archive".to_owned()
    ))
}

/// Unpacks an archive of a folder. Returns remarks, or why it is refused.
fn unpack(
    folder: &Dir,
    archive: &project::Listed,
    target: &Dir,
) -> std::result::Result<Vec<String>, String> {
    let kind = archive::kind(&archive.head, &archive.path).unwrap_or(Kind::Tar);
    let failed = |error: io::Error| error.to_string();
    let file: File = folder.file(Path::new(&archive.path)).map_err(failed)?;
    let length = file.metadata().map_err(failed)?.len();
    let mut unpacker = Unpacker::new(target, length);
    archive::visit(file, kind, &mut |member| unpacker.add(member))?;
    Ok(unpacker.notes())
}

/// Writes the files of a plan into an empty folder. Returns why that is refused, such as a file that is too large.
fn place(plan: &Plan, raw: &Dir, target: &Dir) -> std::result::Result<(), String> {
    let mut unpacker = Unpacker::new(target, u64::MAX);
    for placed in &plan.files {
        let failed = |error: io::Error| format!("{}: {error}", placed.from);
        let from = Path::new(&placed.from);
        let mut content: Box<dyn Read> = if placed.repair {
            let text = raw.read(from, LARGEST_SCRIPT).map_err(failed)?;
            Box::new(io::Cursor::new(without_carriage_returns(&text)))
        } else {
            Box::new(raw.file(from).map_err(failed)?)
        };
        unpacker.file(&placed.path, placed.executable, &mut content)?;
    }
    match &plan.manifest {
        Some(text) => unpacker.file("submission.toml", false, &mut text.as_bytes()),
        None => Ok(()),
    }
}

/// Changes line ends from CR LF to LF.
fn without_carriage_returns(text: &[u8]) -> Vec<u8> {
    let mut repaired = Vec::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        if byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
            repaired.push(byte);
        }
    }
    repaired
}
