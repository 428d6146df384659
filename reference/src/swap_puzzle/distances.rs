//! How far it is from cell to cell: as the crow walks, or around the walls.

use super::instance::Instance;

/// No way was found so far.
pub(super) const FAR: u32 = u32::MAX;

/// The distance of every cell from one, around the walls.
pub(super) fn distances_from(instance: &Instance, start: usize) -> Vec<u32> {
    let mut distances = vec![FAR; instance.shape.cells()];
    distances[start] = 0;
    let mut queue = vec![start];
    let mut next = 0;
    while next < queue.len() {
        let cell = queue[next];
        next += 1;
        for other in instance.neighbours(cell) {
            if distances[other] == FAR {
                distances[other] = distances[cell] + 1;
                queue.push(other);
            }
        }
    }
    distances
}
