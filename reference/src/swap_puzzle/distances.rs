//! Shortest distances between cells around the walls, by breadth-first search.

use super::instance::Instance;

/// No path has been found.
pub(super) const FAR: u32 = u32::MAX;

/// Returns the distance of every cell from `start`, around the walls.
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
