//! The instances and answers in a page: the smallest first, up to the size limit.

use super::frame::View;
use super::matrix::Matrix;
use super::pack::pack;
use crate::answers::last_answer;
use crate::contest::Mode;
use crate::parallel;
use crate::results::Row;
use crate::snapshot::Snapshot;

/// The largest answer in a page, in bytes: the browser replays an answer completely before it shows it.
const MAX_ANSWER: u64 = 32 << 20;

/// The replays of a page.
pub(super) struct Replays {
    /// What draws them, if it is not bundled and fits.
    pub(super) view: Option<View>,
    /// The packed text of each instance.
    pub(super) instances: Vec<Option<String>>,
    /// Entrant, instance and the packed answer.
    pub(super) answers: Vec<(usize, usize, String)>,
    /// The number of answers that did not fit, and the size of the smallest of them in bytes.
    pub(super) omitted: Option<(usize, u64)>,
    /// Whether the page is only made to determine its size.
    is_draft: bool,
}

/// An answer file that may be added to the page.
struct Candidate<'r> {
    row: &'r Row,
    entrant: usize,
    instance: usize,
    size: u64,
}

impl Replays {
    /// Returns no replays, for determining the size of the page. Its entries are as long as if all could be opened.
    pub(super) fn none(matrix: &Matrix) -> Self {
        Self {
            view: None,
            instances: vec![None; matrix.instances.len()],
            answers: Vec::new(),
            omitted: None,
            is_draft: true,
        }
    }

    /// Returns whether an instance can be opened, with or without answers.
    pub(super) fn can_open(&self, instance: usize) -> bool {
        self.is_draft || self.instances[instance].is_some()
    }

    /// Packs the instances and answers that fit into `room` bytes.
    pub(super) fn gather(results: &Snapshot, matrix: &Matrix, room: u64) -> Self {
        let mut room = room as usize;
        // Without its view a problem is shown as texts, so that the view is worth more than any answer.
        let view = View::of(results.contest.problem).filter(|view| view.size() <= room);
        room -= view.as_ref().map_or(0, View::size);
        let instances = matrix.instances.iter().map(|at| {
            let text = results.files.instance(&at.round, &at.name).ok()?;
            if text.len() as u64 > MAX_ANSWER {
                return None;
            }
            let packed = pack(&text);
            room = room.checked_sub(packed.len())?;
            Some(packed)
        });
        let instances: Vec<Option<String>> = instances.collect();
        let mut candidates = candidates(results, matrix);
        candidates.sort_by_key(|candidate| candidate.size);
        let fitting = candidates.partition_point(|candidate| candidate.size <= MAX_ANSWER);
        let mut answers = Vec::new();
        let mut taken = 0;
        for batch in candidates[..fitting].chunks(BATCH) {
            let packed = parallel::map(batch.len(), |number| read(results, &batch[number]));
            for (candidate, packed) in batch.iter().zip(packed) {
                let packed = packed.unwrap_or_default();
                let Some(left) = room.checked_sub(packed.len() + OVERHEAD) else {
                    return Self::new(view, instances, answers, &candidates[taken..]);
                };
                room = left;
                answers.push((candidate.entrant, candidate.instance, packed));
                taken += 1;
            }
        }
        Self::new(view, instances, answers, &candidates[taken..])
    }

    fn new(
        view: Option<View>,
        instances: Vec<Option<String>>,
        answers: Vec<(usize, usize, String)>,
        rest: &[Candidate],
    ) -> Self {
        Self {
            view: view.filter(|_| instances.iter().any(Option::is_some)),
            instances,
            answers,
            omitted: rest.first().map(|smallest| (rest.len(), smallest.size)),
            is_draft: false,
        }
    }
}

/// The number of answers that are read and packed in parallel before the remaining room is checked.
const BATCH: usize = 512;

/// The bytes of the numbers and quotes around an answer.
const OVERHEAD: usize = 20;

/// Returns the answers of the matrix that have a file.
fn candidates<'r>(results: &Snapshot, matrix: &Matrix<'r>) -> Vec<Candidate<'r>> {
    let candidate = |entrant: usize, instance: usize| {
        let row = matrix.rows[entrant][instance]?;
        Some(Candidate {
            row,
            entrant,
            instance,
            size: results.files.answer_size(row)?,
        })
    };
    let candidate = &candidate;
    (0..matrix.entrants.len())
        .flat_map(|entrant| (0..matrix.instances.len()).filter_map(move |i| candidate(entrant, i)))
        .collect()
}

/// Returns the packed answer that counted. In a submitted answer file, empty lines are layout or separate several
/// answers.
fn read(results: &Snapshot, candidate: &Candidate) -> Option<String> {
    let text = results.files.answer(candidate.row).ok()?;
    let Row {
        round, instance, ..
    } = candidate.row;
    let mut rounds = results.contest.rounds.iter();
    let is_submitted = rounds.any(|r| *r.name == **round && r.mode == Mode::Answers);
    let last = last_answer(&text);
    if candidate.row.baseline || !is_submitted || last.len() == text.len() {
        return Some(pack(&text));
    }
    let instance = results.files.instance(round, instance).ok()?;
    let case = results.contest.problem.read(&instance).ok()?;
    let whole_counts = case.check(last).is_err() && case.check(&text).is_ok();
    Some(pack(if whole_counts { &text } else { last }))
}
