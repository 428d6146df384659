//! Graf's algorithm for one row in which every colour occurs once.
//!
//! **What.** The cycles are processed in the order of their left ends. The first one is the initial walk; each further
//! cycle is spliced into the walk where the walk passes the cycle's left end for the last time or, if the walk does not
//! reach it, as a round trip from the rightmost column.
//!
//! **Guarantee.** A shortest walk for a robot that has to return to the left end of the first cycle; without this
//! requirement there may be shorter ones. The walk takes lo + Σ 2·max(k, 1) steps, summed over the edges between the
//! first and the last misplaced piece, where lo is the first column and k is the number of pieces that must cross the
//! edge to the right.
//!
//! **Complexity.** O(n²) for n columns, which is the length of the answer; O(n) memory besides the answer.
//!
//! **Source.** Sorting Robot report (Rzeszutko and Ortiz), section 9, after Daniel Graf.
//!
//! **Example.** On `0 1 2 3 4` with pieces `1 0 2 4 3` it walks `SRSRRSRSLSLLLS`, 8 steps.

use super::cycles;
use super::graph_naive::FirstInList;
use crate::sorting_robot::{Answer, Instance, NONE, Walk};
use crate::{Budget, Unsolved};

/// No next stop.
const NO_STOP: usize = usize::MAX;

/// A cell where the robot swaps, in the linked list that represents the walk.
struct Stop {
    column: usize,
    next: usize,
}

pub(super) fn solve(instance: &Instance, budget: &Budget) -> Result<Answer, Unsolved> {
    if !is_permutation_of_one_row(instance) {
        let takes = "`vector` takes one row in which every colour occurs exactly once";
        return Err(Unsolved::NotApplicable(takes.to_owned()));
    }
    let mut stops: Vec<Stop> = Vec::new();
    // For each column, the stop after which the walk passes it for the last time. After that the walk stays to the left
    // of the column, so a cycle that is spliced in there is the last to visit everything it covers.
    let mut last_pass = vec![NO_STOP; instance.shape.columns];
    let mut rightmost = 0;
    for cycle in cycles::find(instance, FirstInList::new(instance), budget)? {
        let start = stops.len();
        let columns = cycle.stops().zip(start + 1..);
        stops.extend(columns.map(|(column, next)| Stop { column, next }));
        let end = stops.len() - 1;
        let left = cycle.first();
        stops[end].next = match last_pass[left.min(rightmost)] {
            NO_STOP => NO_STOP,
            before => std::mem::replace(&mut stops[before].next, start),
        };

        let mut covered = left;
        for (index, stop) in stops.iter().enumerate().skip(start).rev() {
            if stop.column > covered {
                last_pass[covered + 1..=stop.column].fill(index);
                covered = stop.column;
            }
        }
        rightmost = rightmost.max(covered);
    }

    let mut walk = Walk::new(instance.shape);
    let mut next = 0;
    while let Some(stop) = stops.get(next) {
        if budget.expired() {
            return Err(Unsolved::Stopped);
        }
        walk.go(stop.column);
        walk.swap();
        next = stop.next;
    }
    Ok(walk.finish())
}

fn is_permutation_of_one_row(instance: &Instance) -> bool {
    let columns = instance.shape.columns;
    let mut seen = vec![false; instance.colours];
    instance.shape.rows == 1
        && instance.colours == columns
        && instance
            .backgrounds
            .iter()
            .all(|&colour| colour != NONE && !std::mem::replace(&mut seen[colour as usize], true))
}
