//! The instances and answers that a page carries, the smallest first until it is large enough.

use super::matrix::Matrix;
use super::pack::pack;
use crate::answers::last_answer;
use crate::contest::Mode;
use crate::parallel;
use crate::results::Row;
use crate::snapshot::Snapshot;

/// A browser has to play an answer through in one go: nothing larger is worth the wait.
const LONGEST_ANSWER: u64 = 32 << 20;

/// What the page can show again.
pub(super) struct Replays {
    /// Per instance, its packed text.
    pub(super) instances: Vec<Option<String>>,
    /// Entrant, instance and the packed answer.
    pub(super) answers: Vec<(usize, usize, String)>,
    /// How many answers did not fit, and the size of the smallest of them.
    pub(super) left_out: Option<(usize, u64)>,
    /// Whether the page is only made to see how large it is.
    is_draft: bool,
}

/// An answer file, before it is read.
struct Candidate<'r> {
    row: &'r Row,
    entrant: usize,
    instance: usize,
    size: u64,
}

impl Replays {
    /// For a page without any, whose cells are as long as if all could be opened: what fits beside it then fits.
    pub(super) fn none(matrix: &Matrix) -> Self {
        Self {
            instances: vec![None; matrix.instances.len()],
            answers: Vec::new(),
            left_out: None,
            is_draft: true,
        }
    }

    /// Whether there is anything to look at: an answer, or at least the grid.
    pub(super) fn can_show(&self, instance: usize) -> bool {
        self.is_draft || self.instances[instance].is_some()
    }

    /// Packs what fits into `room` bytes.
    pub(super) fn gather(results: &Snapshot, matrix: &Matrix, room: u64) -> Self {
        let mut room = room as usize;
        let instances = matrix.instances.iter().map(|at| {
            let text = results.files.instance(&at.round, &at.name).ok()?;
            if text.len() as u64 > LONGEST_ANSWER {
                return None;
            }
            let packed = pack(&text);
            room = room.checked_sub(packed.len())?;
            Some(packed)
        });
        let instances: Vec<Option<String>> = instances.collect();
        let mut candidates = candidates(results, matrix);
        candidates.sort_by_key(|candidate| candidate.size);
        let fitting = candidates.partition_point(|candidate| candidate.size <= LONGEST_ANSWER);
        let mut answers = Vec::new();
        let mut taken = 0;
        for batch in candidates[..fitting].chunks(BATCH) {
            let packed = parallel::map(batch.len(), |number| read(results, &batch[number]));
            for (candidate, packed) in batch.iter().zip(packed) {
                let packed = packed.unwrap_or_default();
                let Some(left) = room.checked_sub(packed.len() + FRAME) else {
                    return Self::cut(instances, answers, &candidates[taken..]);
                };
                room = left;
                answers.push((candidate.entrant, candidate.instance, packed));
                taken += 1;
            }
        }
        Self::cut(instances, answers, &candidates[taken..])
    }

    fn cut(
        instances: Vec<Option<String>>,
        answers: Vec<(usize, usize, String)>,
        rest: &[Candidate],
    ) -> Self {
        Self {
            instances,
            answers,
            left_out: rest.first().map(|smallest| (rest.len(), smallest.size)),
            is_draft: false,
        }
    }
}

/// So many answers are read and packed before anybody looks at the room that is left.
const BATCH: usize = 512;

/// What the numbers and quotes around an answer take.
const FRAME: usize = 20;

/// The answers of the matrix that have a file.
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

/// The answer that counted. In a file that was handed in, empty lines may be mere layout or part several answers.
fn read(results: &Snapshot, candidate: &Candidate) -> Option<String> {
    let text = results.files.answer(candidate.row).ok()?;
    let Row {
        round, instance, ..
    } = candidate.row;
    let mut rounds = results.contest.rounds.iter();
    let by_hand = rounds.any(|r| *r.name == **round && r.mode == Mode::Answers);
    let last = last_answer(&text);
    if candidate.row.baseline || !by_hand || last.len() == text.len() {
        return Some(pack(&text));
    }
    let instance = results.files.instance(round, instance).ok()?;
    let case = results.contest.problem.read(&instance).ok()?;
    let whole_counts = case.check(last).is_err() && case.check(&text).is_ok();
    Some(pack(if whole_counts { &text } else { last }))
}
