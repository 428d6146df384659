//! The hash chain over all rows and their files.

use std::collections::HashSet;

use super::{Findings, Folder, Mismatch, line};
use crate::digest::Sha;
use crate::error::Result;
use crate::results::{self, seal};

/// Computes every seal again. Rows of `suspects` have been reported already.
pub(super) fn check(
    folder: &Folder,
    written_down: Option<Sha>,
    suspects: &HashSet<usize>,
    findings: &mut Findings,
) -> Result<()> {
    let superseded = results::read_superseded(folder.dir())?;
    let lines = results::read_lines(folder.dir())?;
    let nothing = [Sha::of(b""); 3];
    let mut before = Sha::GENESIS;
    for (number, ((row, stored), text)) in folder.sealed.iter().zip(&lines).enumerate() {
        let files = if folder.is_owner(number) {
            results::file_digests(folder.dir(), row).ok()
        } else {
            match superseded.get(stored) {
                Some(None) => {
                    let place = line(number);
                    let note = format!(
                        "runs.csv, {place}: not checked, its files were damaged before the run was done again"
                    );
                    findings.notes.push(note);
                    before = *stored;
                    continue;
                }
                Some(files) => *files,
                None => Some(nothing),
            }
        };
        // The seal covers the text as it stands, without its last field.
        let content = text.rsplit_once(',').map_or("", |(content, _)| content);
        let computed = files.map(|files| seal(before, content.as_bytes(), &files));
        if computed != Some(*stored) && !suspects.contains(&number) {
            let should = match computed {
                Some(computed) => {
                    format!("{computed}: the row, its files or the row before it were changed")
                }
                None => "that of the row and its files, which cannot be read".to_owned(),
            };
            let is = format!("sealed {stored}");
            findings
                .mismatches
                .push(Mismatch::new("runs.csv", line(number), is, should));
        }
        before = *stored;
    }
    if lines.len() != folder.sealed.len() {
        let (is, should) = (lines.len(), folder.sealed.len());
        let mismatch = Mismatch::new("runs.csv", "", format!("{is} lines"), should.to_string());
        findings.mismatches.push(mismatch);
    }
    check_ends(folder, written_down, findings);
    findings.rests_on.seal.extend(
        [
            "times and memory of all runs",
            "verdicts of runs without an answer",
            "values of earlier answers in traces, and standard error",
        ]
        .map(str::to_owned),
    );
    Ok(())
}

/// The end of the chain against what was written down, by a run that had ended and by the user.
fn check_ends(folder: &Folder, written_down: Option<Sha>, findings: &mut Findings) {
    let seals: Vec<Sha> = folder.sealed.iter().map(|(_, seal)| *seal).collect();
    if let Some(end) = folder.facts.end {
        let there = end.rows.checked_sub(1).map(|last| seals.get(last));
        if there != Some(Some(&end.seal)) && !(end.rows == 0 && seals.is_empty()) {
            let is = match there.flatten() {
                Some(seal) => format!("row {} sealed {seal}", end.rows),
                None => format!("{} rows", seals.len()),
            };
            let should = format!("row {} sealed {}, as run.toml says", end.rows, end.seal);
            findings
                .mismatches
                .push(Mismatch::new("runs.csv", "", is, should));
        }
    }
    let Some(wanted) = written_down else {
        return;
    };
    if seals.last() == Some(&wanted) {
        return;
    }
    let is = seals
        .last()
        .map_or("without rows".to_owned(), |seal| format!("sealed {seal}"));
    let should = match seals.iter().position(|seal| *seal == wanted) {
        Some(place) => format!(
            "sealed {wanted}, which is the seal of row {}: {} rows were added later",
            place + 1,
            seals.len() - place - 1
        ),
        None => format!("sealed {wanted}, which no row has"),
    };
    findings
        .mismatches
        .push(Mismatch::new("runs.csv", "", is, should));
}
