//! Checks proofs of lower bounds by recomputing them. Shares nothing with the code that finds bounds.
//!
//! ```text
//! judge-proof 1 swap-puzzle BOUND
//! instance SHA-256 of the canonical instance
//! method distances              or: method inversions, and nothing more
//! around K
//! conflict I1 J1 I2 J2          any number of lines
//! ```
//!
//! `judge help proofs` says why what is recomputed is a lower bound.

use crate::digest::digest;

use super::instance::{Instance, target_cell};
use crate::text::{Line, Token, lines};
use crate::{ProofError, Shape, TextError};

/// The largest product of `around K` and the number of cells: the most cells that the searches for distances may visit.
pub(super) const MOST_CELLS_SEARCHED: u64 = 1_000_000_000;

/// The largest absolute value of a number in a proof.
const LARGEST: i64 = 1_000_000_000_000_000;

/// A proof as it is written, not checked against an instance.
struct Claim {
    bound: i64,
    digest: Vec<u8>,
    method: Method,
}

enum Method {
    Inversions,
    Distances {
        around: i64,
        conflicts: Vec<[i64; 4]>,
    },
}

/// Checks a proof and returns the bound that it proves.
pub(super) fn check(instance: &Instance, proof: &[u8]) -> Result<i64, ProofError> {
    let claim = read(proof).map_err(ProofError::Unreadable)?;
    let proved = proved(instance, &claim).map_err(ProofError::Refused)?;
    if claim.bound > proved {
        let Claim { bound, .. } = claim;
        let reason = format!("the bound is {bound}, but only {proved} is proved");
        return Err(ProofError::Refused(reason));
    }
    Ok(claim.bound)
}

fn read(proof: &[u8]) -> Result<Claim, TextError> {
    let mut lines = lines(proof);
    let line = lines.need(|| "`judge-proof 1 swap-puzzle BOUND`".to_owned())?;
    let [_, version, problem, bound] = fields(line, b"judge-proof")?;
    for (token, word) in [(version, "1"), (problem, "swap-puzzle")] {
        if token.bytes() != word.as_bytes() {
            return Err(token.instead_of(format!("`{word}`")));
        }
    }
    let bound = integer(bound)?;
    let line = lines.need(|| "`instance` and a SHA-256".to_owned())?;
    let digest = fields::<2>(line, b"instance")?[1];
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if digest.bytes().len() != 64 || !digest.bytes().iter().all(is_digit) {
        return Err(digest.instead_of("64 hexadecimal digits in lower case"));
    }
    let line = lines.need(|| "`method distances` or `method inversions`".to_owned())?;
    let method = fields::<2>(line, b"method")?[1];
    let method = match method.bytes() {
        b"inversions" => {
            lines.need_end()?;
            Method::Inversions
        }
        b"distances" => {
            let line = lines.need(|| "`around K`".to_owned())?;
            let around = integer(fields::<2>(line, b"around")?[1])?;
            let conflict = |line| {
                let tokens = fields::<5>(line, b"conflict")?;
                let mut numbers = [0; 4];
                for (number, &token) in numbers.iter_mut().zip(&tokens[1..]) {
                    *number = integer(token)?;
                }
                Ok(numbers)
            };
            let conflicts = lines.map(conflict).collect::<Result<_, TextError>>()?;
            Method::Distances { around, conflicts }
        }
        _ => return Err(method.instead_of("`distances` or `inversions`")),
    };
    Ok(Claim {
        bound,
        digest: digest.bytes().to_vec(),
        method,
    })
}

/// Returns the lower bound that can be recomputed in the way that the claim describes. Fails with the reason if the
/// description does not fit the instance.
fn proved(instance: &Instance, claim: &Claim) -> Result<i64, String> {
    if claim.digest != digest(instance).as_bytes() {
        return Err("the proof is of another instance".to_owned());
    }
    match &claim.method {
        Method::Inversions => {
            let shape = instance.shape;
            if shape.rows > 1 && shape.columns > 1 {
                return Err("inversions are a bound on one row or one column only".to_owned());
            }
            Ok(inversions(instance) as i64)
        }
        Method::Distances { around, conflicts } => {
            let sum = sum_of_distances(instance, *around)?;
            let extra = count_conflicts(instance, conflicts)?;
            let half = sum / 2 + extra;
            Ok((half + u64::from(half % 2 != parity(instance))) as i64)
        }
    }
}

/// Counts the pairs of tiles in the wrong order. Each swap on a line changes this number by one.
fn inversions(instance: &Instance) -> u64 {
    // A Fenwick tree counts the tiles that were met and are not larger than a given one.
    let mut tree = vec![0_u64; instance.tiles.len() + 1];
    let mut count = 0;
    for (met, &tile) in instance.tiles.iter().enumerate() {
        let mut at = tile as usize;
        let mut smaller = 0;
        while at > 0 {
            smaller += tree[at];
            at &= at - 1;
        }
        count += met as u64 - smaller;
        at = tile as usize;
        while at < tree.len() {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    count
}

/// Returns the sum of the distances of all tiles from their targets; those of the first `around` cells are measured
/// around the walls.
fn sum_of_distances(instance: &Instance, around: i64) -> Result<u64, String> {
    let cells = instance.tiles.len();
    let around = usize::try_from(around).ok().filter(|&k| k <= cells);
    let around = around.ok_or("`around` is not a number of cells of the grid")?;
    if around as u64 * cells as u64 > MOST_CELLS_SEARCHED {
        return Err(format!(
            "`around {around}` needs searches of more than {MOST_CELLS_SEARCHED} cells"
        ));
    }
    let mut detours = Detours {
        instance,
        reached_for: vec![usize::MAX; cells],
    };
    let mut sum = 0;
    for (cell, &tile) in instance.tiles.iter().enumerate() {
        let target = target_cell(tile);
        sum += instance.shape.distance(cell, target) as u64;
        if cell < around {
            sum += 2 * detours.fewest(cell, target);
        }
    }
    Ok(sum)
}

/// Searches for paths around walls.
struct Detours<'i> {
    instance: &'i Instance,
    /// Per cell, the start of the last search that has visited it.
    reached_for: Vec<usize>,
}

impl Detours<'_> {
    /// Returns the fewest steps away from the target on a path to it. A path with k of them is 2 k steps longer than
    /// the distance without walls.
    fn fewest(&mut self, start: usize, target: usize) -> u64 {
        let distance = |cell| self.instance.shape.distance(cell, target);
        let (mut now, mut next) = (vec![start], Vec::new());
        let mut detours = 0;
        loop {
            while let Some(cell) = now.pop() {
                if cell == target {
                    return detours;
                }
                if std::mem::replace(&mut self.reached_for[cell], start) == start {
                    continue;
                }
                for other in self.instance.neighbours(cell) {
                    let nearer = distance(other) < distance(cell);
                    if nearer { &mut now } else { &mut next }.push(other);
                }
            }
            // The grid is connected, so the target is reached before there is nothing left.
            std::mem::swap(&mut now, &mut next);
            detours += 1;
        }
    }
}

/// Checks that the pairs are disjoint and that each costs an additional swap, and returns their number.
fn count_conflicts(instance: &Instance, conflicts: &[[i64; 4]]) -> Result<u64, String> {
    let shape = instance.shape;
    if !conflicts.is_empty() && !instance.walls.is_empty() {
        return Err("conflicts count only on a grid without walls".to_owned());
    }
    let mut used = vec![false; instance.tiles.len()];
    for &[i1, j1, i2, j2] in conflicts {
        let fail = |reason| Err(format!("conflict {i1} {j1} {i2} {j2}: {reason}"));
        let cell = |i: i64, j: i64| {
            let i = usize::try_from(i).ok().filter(|&i| i < shape.rows)?;
            let j = usize::try_from(j).ok().filter(|&j| j < shape.columns)?;
            Some(shape.cell(i, j))
        };
        let (Some(one), Some(other)) = (cell(i1, j1), cell(i2, j2)) else {
            return fail("there is no such cell");
        };
        let (one, other) = (one.min(other), one.max(other));
        let targets = [one, other].map(|cell| target_cell(instance.tiles[cell]));
        let four = [one, other, targets[0], targets[1]];
        let same = |line: fn(Shape, usize) -> usize| {
            four.iter()
                .all(|&cell| line(shape, cell) == line(shape, one))
        };
        if !same(Shape::row) && !same(Shape::column) {
            return fail("the cells and the targets of their tiles are not on one line");
        }
        // Cells of a line are in the order of their numbers.
        let towards_each_other = targets[0] > one && targets[1] < other;
        if one == other || targets[0] < targets[1] || towards_each_other {
            return fail("the tiles need not make a detour");
        }
        for cell in [one, other] {
            if std::mem::replace(&mut used[cell], true) {
                return fail("a cell is in two conflicts");
            }
        }
    }
    Ok(conflicts.len() as u64)
}

/// Returns 1 if the permutation is odd, otherwise 0: a cycle of k tiles is a product of k - 1 swaps.
fn parity(instance: &Instance) -> u64 {
    let mut seen = vec![false; instance.tiles.len()];
    let mut swaps = 0;
    for start in 0..seen.len() {
        let mut cell = start;
        let mut length = 0;
        while !std::mem::replace(&mut seen[cell], true) {
            cell = target_cell(instance.tiles[cell]);
            length += 1;
        }
        swaps += u64::saturating_sub(length, 1);
    }
    swaps % 2
}

/// Returns the tokens of a line that has exactly `N`, the first of which is `word`.
fn fields<'p, const N: usize>(line: Line<'p>, word: &[u8]) -> Result<[Token<'p>; N], TextError> {
    let word = String::from_utf8_lossy(word);
    let mut tokens = line.tokens();
    let mut found = Vec::with_capacity(N);
    for number in 0..N {
        let token = tokens.next();
        let token = token.ok_or_else(|| line.ends_before(format!("{N} words: `{word} …`")))?;
        if number == 0 && token.bytes() != word.as_bytes() {
            return Err(token.instead_of(format!("`{word}`")));
        }
        found.push(token);
    }
    if let Some(extra) = tokens.next() {
        return Err(extra.instead_of("the end of the line"));
    }
    Ok(found.try_into().expect("N tokens were read"))
}

fn integer(token: Token) -> Result<i64, TextError> {
    token.integer(&(-LARGEST..=LARGEST), "a whole number")
}
