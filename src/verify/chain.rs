//! Checks the hash chain over all rows and their files.

use std::collections::HashSet;

use super::{Findings, Folder, line};
use crate::digest::Sha;
use crate::error::Result;
use crate::results::{self, SealedRow, seal};

/// Recomputes every seal. Skips `suspects`, rows with a mismatch that was reported before.
pub(super) fn check(
    folder: &Folder,
    expected_seal: Option<Sha>,
    suspects: &HashSet<usize>,
    findings: &mut Findings,
) -> Result<()> {
    let superseded = results::read_superseded(folder.dir())?;
    let lines = results::read_lines(folder.dir())?;
    let no_files = [Sha::of(b""); 3];
    let mut before = Sha::GENESIS;
    for (number, (sealed, text)) in folder.rows.iter().zip(&lines).enumerate() {
        let SealedRow { row, seal: stored } = sealed;
        let files = if folder.is_owner(number) {
            results::file_digests(folder.dir(), folder.files.names(), row).ok()
        } else {
            match superseded.get(stored) {
                Some(None) => {
                    let place = line(number);
                    let note = format!(
                        "runs.csv, {place}: not checked: its files were damaged before the run was repeated"
                    );
                    findings.notes.push(note);
                    before = *stored;
                    continue;
                }
                Some(files) => *files,
                None => Some(no_files),
            }
        };
        // The seal covers the text of the line without its last field.
        let content = text.rsplit_once(',').map_or("", |(content, _)| content);
        let computed = files.map(|files| seal(before, content.as_bytes(), &files));
        if computed != Some(*stored) && !suspects.contains(&number) {
            let should = match computed {
                Some(computed) => {
                    format!("{computed}: the row, its files or the previous row were changed")
                }
                None => "the seal of the row and its files, which cannot be read".to_owned(),
            };
            let is = format!("sealed {stored}");
            findings.report("runs.csv", line(number), is, should);
        }
        before = *stored;
    }
    if lines.len() != folder.rows.len() {
        let (is, should) = (lines.len(), folder.rows.len());
        findings.report("runs.csv", "", format!("{is} lines"), should.to_string());
    }
    check_ends(folder, expected_seal, findings);
    findings.evidence.seal.extend(
        [
            "times and memory of all runs",
            "verdicts of runs without an answer",
            "values of earlier answers in traces, and standard error",
        ]
        .map(str::to_owned),
    );
    Ok(())
}

/// Compares the end of the chain with the end in `run.toml` and with the seal given by the user.
fn check_ends(folder: &Folder, expected_seal: Option<Sha>, findings: &mut Findings) {
    let seals: Vec<Sha> = folder.rows.iter().map(|sealed| sealed.seal).collect();
    if let Some(end) = folder.facts.end {
        let found = end.rows.checked_sub(1).map(|last| seals.get(last));
        if found != Some(Some(&end.seal)) && !(end.rows == 0 && seals.is_empty()) {
            let is = match found.flatten() {
                Some(seal) => format!("row {} sealed {seal}", end.rows),
                None => format!("{} rows", seals.len()),
            };
            let should = format!("row {} sealed {}, as run.toml says", end.rows, end.seal);
            findings.report("runs.csv", "", is, should);
        }
    }
    let Some(expected) = expected_seal else {
        return;
    };
    if seals.last() == Some(&expected) {
        return;
    }
    let is = seals
        .last()
        .map_or("without rows".to_owned(), |seal| format!("sealed {seal}"));
    let should = match seals.iter().position(|seal| *seal == expected) {
        Some(place) => format!(
            "sealed {expected}, which is the seal of row {}: {} rows were added later",
            place + 1,
            seals.len() - place - 1
        ),
        None => format!("sealed {expected}, which no row has"),
    };
    findings.report("runs.csv", "", is, should);
}
