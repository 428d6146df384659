//! `judge verify`: replays every stored answer and computes values and standings again from scratch.

use std::collections::BTreeMap;

use reference::Case;
use sha2::{Digest, Sha256};

use super::results::{self, Loaded};
use crate::answers::FileReplay;
use crate::cli::Verify;
use crate::contest::{Contest, Mode};
use crate::error::Result;
use crate::instances::hex;
use crate::store::{Facts, InstanceFacts, NOT_KEPT, ResultsDir, Row};
use crate::terminal;
use crate::verdict::{self, Verdict};
use crate::{report, standings};

pub(super) fn verify(arguments: &Verify) -> Result<u8> {
    let Loaded {
        contest,
        facts,
        rows,
        files,
    } = results::read(&arguments.results)?;
    let mut complaints = Vec::new();
    let cases = read_instances(&files, &contest, &facts, &mut complaints);
    let mut replayed = 0;
    for row in &rows {
        if matches!(row.verdict, Verdict::Accepted | Verdict::Rejected) {
            replayed += 1;
            complaints.extend(check_row(&files, &contest, &cases, row));
        }
    }
    let standings = standings::rank(&contest, &facts, &rows, contest.scoring.rule);
    let written = files
        .dir()
        .read_to_string("standings.csv", LARGEST_STANDINGS);
    let written = written.unwrap_or_default();
    if written != report::csv(&standings)? {
        complaints.push("standings.csv is not what the rows give".to_owned());
    }
    let result = match complaints.len() {
        0 => "all values and the standings are confirmed".to_owned(),
        1 => "one thing does not fit".to_owned(),
        count => format!("{count} things do not fit"),
    };
    let instances = facts.instance.len();
    let summary = format!("{instances} instances and {replayed} answers: {result}\n");
    let text: String = complaints
        .iter()
        .flat_map(|complaint| [complaint.as_str(), "\n"])
        .collect();
    terminal::print(&(text + &summary))?;
    Ok(u8::from(!complaints.is_empty()))
}

/// The largest table of standings that is read, in bytes.
const LARGEST_STANDINGS: u64 = 1 << 30;

type Cases<'a> = BTreeMap<(&'a str, &'a str), Box<dyn Case>>;

/// The instances as the folder keeps them, against their own digests and the one that was promised.
fn read_instances<'f>(
    files: &ResultsDir,
    contest: &Contest,
    facts: &'f Facts,
    complaints: &mut Vec<String>,
) -> Cases<'f> {
    let mut cases = Cases::new();
    let mut promised = Sha256::new();
    let hidden = |i: &InstanceFacts| {
        contest
            .rounds
            .iter()
            .any(|r| r.name == i.round && !r.public)
    };
    let main: Vec<&InstanceFacts> = facts.instance.iter().filter(|i| !i.tie_break).collect();
    let nothing_hidden = !main.iter().any(|instance| hidden(instance));
    for instance in &facts.instance {
        let InstanceFacts {
            round,
            name,
            digest,
            tie_break,
        } = instance;
        let text = files.instance(round, name).unwrap_or_default();
        if hex(&Sha256::digest(&text)) != *digest {
            complaints.push(format!(
                "instance {round}/{name} is not the one that was played"
            ));
        }
        if !tie_break && (nothing_hidden || hidden(instance)) {
            promised.update(&text);
        }
        match contest.problem.read(&text) {
            Ok(case) => drop(cases.insert((round, name), case)),
            Err(error) => complaints.push(format!("instance {round}/{name}: {error}")),
        }
    }
    if hex(&promised.finalize()) != facts.digest {
        complaints.push("the instances do not give the digest of run.toml".to_owned());
    }
    cases
}

/// Replays the answer of one row.
fn check_row(files: &ResultsDir, contest: &Contest, cases: &Cases, row: &Row) -> Option<String> {
    let Row {
        round,
        instance,
        team,
        ..
    } = row;
    let case = cases.get(&(round.as_str(), instance.as_str()))?;
    // An empty answer has no file.
    let answer = files.answer(row).unwrap_or_default();
    let by_hand = contest
        .rounds
        .iter()
        .any(|r| r.name == *round && r.mode == Mode::Answers)
        && !row.baseline;
    let judged = if by_hand {
        let mut replay = FileReplay::new(&**case);
        replay.feed(&answer);
        verdict::of_replay(replay.finish())
    } else {
        verdict::of_answer(&**case, &answer)
    };
    let unreadable_file = by_hand && row.answers == 0;
    let not_kept = row.detail.ends_with(NOT_KEPT);
    if unreadable_file || not_kept || (judged.verdict, judged.value) == (row.verdict, row.value) {
        return None;
    }
    let shown = |verdict: Verdict, value: Option<i64>| match value {
        Some(value) => format!("{verdict} {value}"),
        None => verdict.to_string(),
    };
    let (told, found) = (
        shown(row.verdict, row.value),
        shown(judged.verdict, judged.value),
    );
    Some(format!(
        "{team} on {round}/{instance}: the row says {told}, the answer gives {found}"
    ))
}
