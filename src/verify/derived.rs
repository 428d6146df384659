//! Checks what is derived from the rows: the standings and the page.

use super::{Findings, Folder, Mismatch};
use crate::contest::ScoringRule;
use crate::error::Result;
use crate::report;
use crate::report::page::{self, PageOptions};
use crate::results_dir::{REPORT, STANDINGS};
use crate::standings;

/// The largest table and page that are read, in bytes.
const LARGEST: u64 = 1 << 30;

pub(super) fn check(folder: &Folder, findings: &mut Findings) -> Result<()> {
    if !folder.is_finished() {
        let note = "standings.csv and report.html were not checked: the run has not ended";
        findings.notes.push(note.to_owned());
        return Ok(());
    }
    let snapshot = folder.snapshot(findings.seal)?;
    let rank = |rule| {
        let mut standings = standings::rank((&snapshot).into(), rule);
        standings.seal = snapshot.seal;
        standings
    };
    let rule = snapshot.contest.scoring.rule;
    let standings = rank(rule);
    compare(folder, STANDINGS, &report::csv(&standings)?, findings);
    let written = folder.dir().read_to_string(REPORT, LARGEST);
    // The page is regenerated for the audience and by the rule that it was made with.
    let options = written.as_deref().ok().and_then(PageOptions::of);
    let page = match options {
        Some(options) => {
            let rule = ScoringRule::from_name(&options.scoring).unwrap_or(rule);
            let standings = rank(rule);
            let audience = options.audience(&snapshot.facts);
            page::page_for(&audience, &snapshot, &standings, options.size)?
        }
        None => page::page(&snapshot, &standings, page::DEFAULT_SIZE)?,
    };
    compare(folder, REPORT, &page, findings);
    findings
        .evidence
        .recomputation
        .push("standings and page: derived again from the rows".to_owned());
    Ok(())
}

/// Compares a file with its expected content; reports the first line that differs.
fn compare(folder: &Folder, name: &str, should: &str, findings: &mut Findings) {
    let written = match folder.dir().read_to_string(name, LARGEST) {
        Ok(written) => written,
        Err(error) => {
            let is = format!("unreadable: {error}");
            findings.report(name, "", is, "derived from the rows");
            return;
        }
    };
    if written == should {
        return;
    }
    let mut lines = written.lines().zip(should.lines()).enumerate();
    let place = lines.find(|(_, (is, should))| is != should);
    let mismatch = if let Some((number, (is, should))) = place {
        let place = format!("line {}", number + 1);
        Mismatch::new(name, place, excerpt(is, should), excerpt(should, is))
    } else {
        let lines = |text: &str| format!("{} lines", text.lines().count());
        Mismatch::new(name, "", lines(&written), lines(should))
    };
    findings.mismatches.push(mismatch);
}

/// Returns the part of a line around the first character that differs from another line.
fn excerpt(line: &str, other: &str) -> String {
    const AROUND: usize = 30;
    let mut pairs = line.chars().zip(other.chars());
    let same = pairs.position(|(a, b)| a != b).unwrap_or(0);
    let from = same.saturating_sub(AROUND);
    let part: String = line.chars().skip(from).take(2 * AROUND).collect();
    format!("`{part}`")
}
