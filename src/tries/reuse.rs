//! Takes results of baselines from an earlier try, because they take most of the time.

use std::io;
use std::path::Path;

use puzzles::LARGEST_PROOF;

use crate::contest::Contest;
use crate::error::Result;
use crate::instances::Instance;
use crate::judgement;
use crate::machine::judge_digest;
use crate::problems;
use crate::results::{self, BoundRow, Facts, Row, RunFiles, RunRecord, Store, bounds_text};
use crate::results_dir::{BOUNDS, KINDS, LARGEST_ANSWER, proof_file};
use crate::snapshot::Snapshot;
use crate::verdict::Verdict;

/// Copies the results of baselines and the bounds from an earlier try, as if they were recorded in this folder before the
/// program ran. The session decides which of them are valid.
pub(super) fn reuse(
    earlier: &Snapshot,
    contest: &Contest,
    instances: &[Instance],
    folder: &Path,
) -> Result<()> {
    let instance_of = |round: &str, name: &str, digest: &str| {
        let mut instances = instances.iter();
        instances.find(|i| (&*i.round, &*i.name, &*i.digest) == (round, name, digest))
    };
    let mut records = Vec::new();
    for row in earlier.rows.iter().filter(|row| row.baseline) {
        let instance = instance_of(&row.round, &row.instance, &row.digest);
        if let (Some(instance), Ok(record)) = (instance, record(earlier, row))
            && is_genuine(&record, instance)
        {
            records.push(record);
        }
    }
    let is_used = |id: &str| records.iter().any(|record| *record.row.provenance == *id);
    let mut facts = Facts {
        contest_file: contest.document.path.clone(),
        contest: contest.document.text.clone(),
        problem: problems::of(contest.problem).map(|folder| folder.description().clone()),
        end: None,
        ..earlier.facts.clone()
    };
    facts.team.retain(|conditions| conditions.baseline);
    facts
        .provenance
        .retain(|provenance| is_used(&provenance.id));
    for provenance in &mut facts.provenance {
        provenance.ended = None;
    }
    let (store, _) = Store::open(folder, false, 0, contest.run_names())?;
    store.write_facts(&facts)?;
    store.record(&records)?;
    // Another version of the judge may prove better bounds.
    let judge = judge_digest();
    if earlier
        .facts
        .team
        .iter()
        .all(|team| team.executable == judge)
    {
        let bounds = results::read_bounds(earlier.files.dir().dir()).unwrap_or_default();
        let is_wanted =
            |row: &BoundRow| instance_of(&row.round, &row.instance, &row.digest).is_some();
        let bounds: Vec<BoundRow> = bounds.into_iter().filter(is_wanted).collect();
        for row in bounds.iter().filter(|row| !row.proof.is_empty()) {
            // Without its proof a bound is computed again.
            let name = proof_file(&row.round, &row.instance);
            if let Ok(proof) = earlier.files.dir().dir().read(&name, LARGEST_PROOF as u64) {
                store.write(Path::new(&name), &proof)?;
            }
        }
        if !bounds.is_empty() {
            store.write(Path::new(BOUNDS), bounds_text(&bounds)?.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns whether an answer has the value that its row says. The history may have been changed by hand.
fn is_genuine(record: &RunRecord, instance: &Instance) -> bool {
    let replayed = judgement::of_answer(&*instance.case, &record.files.answer);
    let Row { verdict, value, .. } = record.row;
    verdict == Verdict::Accepted && (replayed.verdict, replayed.value) == (verdict, value)
}

/// Reads the files of a row.
fn record(snapshot: &Snapshot, row: &Row) -> io::Result<RunRecord> {
    let [answer, trace, errors] = KINDS.map(|kind| read_file(snapshot, row, kind));
    Ok(RunRecord {
        row: row.clone(),
        files: RunFiles {
            answer: answer?,
            trace: trace?,
            errors: errors?,
        },
    })
}

/// Reads a file of a run; an empty one is missing.
pub(super) fn read_file(snapshot: &Snapshot, row: &Row, kind: &str) -> io::Result<Vec<u8>> {
    let dir = snapshot.files.dir();
    match dir
        .dir()
        .read(dir.run_file(kind, &row.id()), LARGEST_ANSWER)
    {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        other => other,
    }
}
