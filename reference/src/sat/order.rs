//! Decision orders: a VMTF queue for focused mode and a VSIDS heap for stable mode.

/// The VMTF queue: variables in the order of their last bump.
#[derive(Debug, Default)]
pub(super) struct VmtfQueue {
    links: Vec<Link>,
    last: u32,
    /// All variables after this one are assigned.
    search: u32,
    stamp: u64,
}

#[derive(Debug)]
struct Link {
    before: u32,
    next: u32,
    /// The time of the last bump.
    stamp: u64,
}

const NONE: u32 = u32::MAX;

impl VmtfQueue {
    /// Adds a variable at the end.
    pub(super) fn push(&mut self) {
        let variable = self.links.len() as u32;
        let before = if variable == 0 { NONE } else { self.last };
        self.stamp += 1;
        self.links.push(Link {
            before,
            next: NONE,
            stamp: self.stamp,
        });
        if before != NONE {
            self.links[before as usize].next = variable;
        }
        self.last = variable;
        self.search = variable;
    }

    pub(super) fn stamp(&self, variable: usize) -> u64 {
        self.links[variable].stamp
    }

    /// Moves an assigned variable to the end.
    pub(super) fn bump(&mut self, variable: usize) {
        let moved = variable as u32;
        if self.last != moved {
            let (before, next) = (self.links[variable].before, self.links[variable].next);
            if before != NONE {
                self.links[before as usize].next = next;
            }
            self.links[next as usize].before = before;
            if self.search == moved {
                // All variables after it are assigned, so the search may continue before it.
                self.search = if before == NONE { next } else { before };
            }
            self.links[self.last as usize].next = moved;
            self.links[variable].before = self.last;
            self.links[variable].next = NONE;
            self.last = moved;
        }
        self.stamp += 1;
        self.links[variable].stamp = self.stamp;
    }

    /// Notes that a variable became unassigned.
    pub(super) fn unassign(&mut self, variable: usize) {
        if self.links[variable].stamp > self.links[self.search as usize].stamp {
            self.search = variable as u32;
        }
    }

    /// Returns the unassigned variable that is closest to the end.
    pub(super) fn last(&mut self, unassigned: impl Fn(usize) -> bool) -> Option<usize> {
        let mut at = self.search;
        while at != NONE && !unassigned(at as usize) {
            at = self.links[at as usize].before;
        }
        if at == NONE {
            return None;
        }
        self.search = at;
        Some(at as usize)
    }
}

/// The VSIDS heap: variables by their exponentially decaying activity.
#[derive(Debug)]
pub(super) struct VsidsHeap {
    /// A binary heap of variables by activity.
    order: Vec<u32>,
    /// The position of each variable in the heap.
    places: Vec<u32>,
    scores: Vec<f64>,
    increment: f64,
}

/// The factor by which activities decay per conflict.
const DECAY: f64 = 0.95;

impl Default for VsidsHeap {
    fn default() -> Self {
        Self {
            order: Vec::new(),
            places: Vec::new(),
            scores: Vec::new(),
            increment: 1.0,
        }
    }
}

impl VsidsHeap {
    pub(super) fn push(&mut self) {
        self.places.push(NONE);
        self.scores.push(0.0);
        self.unassign(self.places.len() - 1);
    }

    pub(super) fn score(&self, variable: usize) -> f64 {
        self.scores[variable]
    }

    pub(super) fn bump(&mut self, variable: usize) {
        self.scores[variable] += self.increment;
        if self.scores[variable] > 1e100 {
            for score in &mut self.scores {
                *score *= 1e-100;
            }
            self.increment *= 1e-100;
        }
        if self.places[variable] != NONE {
            self.sift_up(self.places[variable] as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    pub(super) fn unassign(&mut self, variable: usize) {
        if self.places[variable] == NONE {
            self.order.push(variable as u32);
            self.sift_up(self.order.len() - 1);
        }
    }

    /// Returns the unassigned variable with the highest activity.
    pub(super) fn first(&mut self, unassigned: impl Fn(usize) -> bool) -> Option<usize> {
        loop {
            let first = *self.order.first()? as usize;
            if unassigned(first) {
                return Some(first);
            }
            self.order.swap_remove(0);
            self.places[first] = NONE;
            if !self.order.is_empty() {
                self.sift_down(0);
            }
        }
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let order = self.scores[a as usize].total_cmp(&self.scores[b as usize]);
        order.reverse().then(a.cmp(&b)).is_lt()
    }

    fn sift_up(&mut self, mut at: usize) {
        let variable = self.order[at];
        while at > 0 && self.before(variable, self.order[(at - 1) / 2]) {
            let above = self.order[(at - 1) / 2];
            self.set(at, above);
            at = (at - 1) / 2;
        }
        self.set(at, variable);
    }

    fn sift_down(&mut self, mut at: usize) {
        let variable = self.order[at];
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < self.order.len() && self.before(self.order[child + 1], self.order[child])
            {
                child += 1;
            }
            if child >= self.order.len() || !self.before(self.order[child], variable) {
                break;
            }
            let below = self.order[child];
            self.set(at, below);
            at = child;
        }
        self.set(at, variable);
    }

    fn set(&mut self, at: usize, variable: u32) {
        self.order[at] = variable;
        self.places[variable as usize] = at as u32;
    }
}
