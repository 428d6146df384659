// Team tidy-magpies: the best assignment we can find, and no circuit walked to twice.
//
// 1. Every misplaced piece gets a cell that wants its colour, so that the sum of the
//    distances is as small as possible (Hungarian method; for very long lists a greedy
//    choice improved by exchanging pairs).
//    We treat "no piece" as one more colour. It fits: a cell without background is
//    black when it holds nothing, just as a red cell is black when it holds red. Two
//    things are special. The robot starts with "nothing" in its hand, so START is a
//    source of that colour; and it may stop anywhere, so there is a target END that is
//    at distance 0 from everywhere.
// 2. The assignment falls apart into one path from START to END and many circuits.
//    The path is our tour; its pieces are legs: "carry this colour from x to y".
// 3. Circuits are put into the tour one by one, the cheapest first. If v is a cell of
//    the circuit, the robot carrying something from x to y can make a detour:
//      * v wants another colour: put the piece down on v, run the circuit from v back to
//        v, take the piece again, go on to y. This costs d(x,v) + d(v,y) - d(x,y), which
//        is nothing at all if v is on some shortest way from x to y.
//      * v wants the very colour we carry: v would turn black and lock! So leave the
//        piece there for good, run the circuit, and bring its last piece, which has
//        the same colour, to y.
// 4. With the time that is left: exchange the targets of a few pieces of equal colour, or
//    give a few cells a taste (pretend that entering a circuit there costs a bit more or
//    less), build the tour again, and keep the change if the tour is not longer.

use std::io::Read;
use std::time::{Duration, Instant};

const NONE: i32 = -1;
const EXACT: usize = 600; // the longest list for the Hungarian method
const FAR: i32 = i32::MAX / 4;

/// A small random number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % n
    }
}

/// The cells that are not black, then START, then END.
struct World {
    row: Vec<i32>,
    column: Vec<i32>,
    wants: Vec<i32>, // background
    has: Vec<i32>,   // piece
    start: usize,
    end: usize,
    groups: Vec<Vec<usize>>, // for every colour and for "nothing": where it lies now
}

impl World {
    fn read(text: &str) -> World {
        let numbers: Vec<i32> = text
            .split_whitespace()
            .map(|x| x.parse().expect("a number"))
            .collect();
        let (rows, columns, colours) = (
            numbers[0] as usize,
            numbers[1] as usize,
            numbers[2] as usize,
        );
        let (background, piece) = numbers[3..].split_at(rows * columns);
        let work: Vec<usize> = (0..rows * columns)
            .filter(|&k| background[k] != piece[k])
            .collect();
        let mut world = World {
            row: work.iter().map(|&k| (k / columns) as i32).collect(),
            column: work.iter().map(|&k| (k % columns) as i32).collect(),
            wants: work.iter().map(|&k| background[k]).collect(),
            has: work.iter().map(|&k| piece[k]).collect(),
            start: work.len(),
            end: work.len() + 1,
            groups: vec![Vec::new(); colours + 1],
        };
        for _ in 0..2 {
            world.row.push(0);
            world.column.push(0);
            world.wants.push(NONE);
            world.has.push(NONE);
        }
        for u in 0..=world.start {
            world.groups[(world.has[u] + 1) as usize].push(u);
        }
        world
    }

    fn distance(&self, a: usize, b: usize) -> i32 {
        if a == self.end || b == self.end {
            0
        } else {
            (self.row[a] - self.row[b]).abs() + (self.column[a] - self.column[b]).abs()
        }
    }
}

/// For every source (a cell or START) its target (a cell or END). `share(p)` is the
/// moment when p percent of our time is over.
fn assign(world: &World, share: impl Fn(u64) -> Instant) -> Vec<usize> {
    let mut targets = vec![Vec::new(); world.groups.len()];
    for v in (0..world.start).chain([world.end]) {
        targets[(world.wants[v] + 1) as usize].push(v);
    }
    let mut next = vec![world.end; world.start + 1];
    for (from, to) in world.groups.iter().zip(&targets) {
        greedy(world, from, to, &mut next, share(30));
    }
    for (from, to) in world.groups.iter().zip(&targets) {
        let chosen = if from.len() <= EXACT {
            hungarian(world, from, to, share(12))
        } else {
            None
        };
        match chosen {
            Some(chosen) => from.iter().zip(chosen).for_each(|(&u, v)| next[u] = v),
            None => exchange(world, from, &mut next, share(20)),
        }
    }
    next
}

/// The classical shortest augmenting path method. None if time runs out.
fn hungarian(world: &World, from: &[usize], to: &[usize], limit: Instant) -> Option<Vec<usize>> {
    let n = from.len();
    let (mut price_from, mut price_to) = (vec![0i32; n + 1], vec![0i32; n + 1]);
    let mut owner = vec![0usize; n + 1]; // of each target; 0 = nobody, sources count from 1
    let mut back = vec![0usize; n + 1];
    for i in 1..=n {
        if Instant::now() > limit {
            return None;
        }
        owner[0] = i;
        let mut slack = vec![FAR; n + 1];
        let mut done = vec![false; n + 1];
        let mut j = 0;
        while owner[j] != 0 {
            done[j] = true;
            let (u, mut step, mut best) = (owner[j], FAR, 0);
            for k in 1..=n {
                if !done[k] {
                    let reduced =
                        world.distance(from[u - 1], to[k - 1]) - price_from[u] - price_to[k];
                    if reduced < slack[k] {
                        slack[k] = reduced;
                        back[k] = j;
                    }
                    if slack[k] < step {
                        step = slack[k];
                        best = k;
                    }
                }
            }
            for k in 0..=n {
                if done[k] {
                    price_from[owner[k]] += step;
                    price_to[k] -= step;
                } else {
                    slack[k] -= step;
                }
            }
            j = best;
        }
        while j != 0 {
            owner[j] = owner[back[j]];
            j = back[j];
        }
    }
    let mut chosen = vec![0; n];
    for k in 1..=n {
        chosen[owner[k] - 1] = to[k - 1];
    }
    Some(chosen)
}

/// Matches the closest pairs first: all at distance 0, then 1, then 2, and so on.
/// When time runs out the rest is matched in the order of the lists. (Coordinates are
/// copied side by side, for speed; END counts as the top left corner here.)
fn greedy(world: &World, from: &[usize], to: &[usize], next: &mut [usize], limit: Instant) {
    let mut from = from.to_vec();
    let mut free: Vec<(i32, i32, usize)> = to
        .iter()
        .map(|&v| (world.row[v], world.column[v], v))
        .collect();
    let mut radius = 0;
    while !from.is_empty() {
        from.retain(|&u| {
            let late = Instant::now() > limit;
            let (row, column) = (world.row[u], world.column[u]);
            let found = free
                .iter()
                .position(|&(r, c, _)| (r - row).abs() + (c - column).abs() <= radius || late);
            if let Some(k) = found {
                next[u] = free.remove(k).2;
            }
            found.is_none()
        });
        radius += 1;
    }
}

/// Exchanges the targets of two sources while that helps.
fn exchange(world: &World, from: &[usize], next: &mut [usize], limit: Instant) {
    let mut better = true;
    while better {
        better = false;
        for (i, &a) in from.iter().enumerate() {
            if Instant::now() > limit {
                return;
            }
            for &b in &from[..i] {
                if exchange_cost(world, next, a, b) < 0 {
                    next.swap(a, b);
                    better = true;
                }
            }
        }
    }
}

/// What it costs to exchange the targets of two sources of the same colour.
fn exchange_cost(world: &World, next: &[usize], a: usize, b: usize) -> i32 {
    let (x, y) = (next[a], next[b]);
    world.distance(a, y) + world.distance(b, x) - world.distance(a, x) - world.distance(b, y)
}

/// What a tour is built from, and what we change at random.
#[derive(Clone)]
struct Plan {
    next: Vec<usize>, // the target of each source
    taste: Vec<i32>,  // how much we dislike entering a circuit at each cell
}

/// A tour under construction. A visit is one S; leg i goes from visit i to visit link[i].
struct Tour<'a> {
    world: &'a World,
    plan: &'a Plan,
    place: Vec<usize>,
    carries: Vec<i32>,
    link: Vec<usize>,
    last: usize,             // the visit before END
    open: Vec<usize>,        // cells of circuits that are not in the tour yet
    before: Vec<usize>,      // the cell before each cell on its circuit
    best: Vec<(i32, usize)>, // for each open cell: its favourite leg, and cost plus taste there
}

impl<'a> Tour<'a> {
    /// What it costs to enter the circuit of v from leg i.
    fn cost(&self, v: usize, i: usize) -> i32 {
        let w = self.world;
        let (x, y) = (self.place[i], self.place[self.link[i]]);
        if self.carries[i] == w.wants[v] {
            let b = self.before[v];
            w.distance(x, v) + w.distance(b, y) - w.distance(x, y) - w.distance(b, v)
        } else {
            w.distance(x, v) + w.distance(v, y) - w.distance(x, y)
        }
    }

    /// Shows leg i to the open cell v.
    fn offer(&mut self, v: usize, i: usize) {
        let cost = self.cost(v, i) + self.plan.taste[v];
        if cost < self.best[v].0 {
            self.best[v] = (cost, i);
        }
    }

    fn offer_to_all(&mut self, i: usize) {
        for k in 0..self.open.len() {
            self.offer(self.open[k], i);
        }
    }

    fn add_visit(&mut self, after: usize, place: usize, carries: i32) -> usize {
        let i = self.place.len();
        self.place.push(place);
        self.carries.push(carries);
        self.link.push(self.link[after]);
        self.link[after] = i;
        if self.last == after {
            self.last = i;
        }
        i
    }

    /// Enters the circuit of v from leg i. The new legs are i and all new visits.
    fn insert(&mut self, v: usize, i: usize) {
        let next = &self.plan.next;
        let colour = self.carries[i];
        let mut at = self.add_visit(i, v, self.world.has[v]);
        let mut u = next[v];
        while u != v {
            at = self.add_visit(at, u, self.world.has[u]);
            u = next[u];
        }
        if colour != self.world.wants[v] {
            self.add_visit(at, v, colour); // take the piece again that we left on v
        }
    }

    /// Builds the whole tour. Returns its length and the cells in order.
    fn build(
        world: &'a World,
        plan: &'a Plan,
        limit: Instant,
        random: &mut Random,
    ) -> (i32, Vec<usize>) {
        let next = &plan.next;
        let mut before = vec![0; world.end + 1];
        let mut length = 0;
        for u in 0..=world.start {
            before[next[u]] = u;
            length += world.distance(u, next[u]);
        }
        // Visit 0 is START, visit 1 is END.
        let mut tour = Tour {
            world,
            plan,
            place: vec![world.start, world.end],
            carries: vec![NONE, NONE],
            link: vec![1, 1],
            last: 0,
            open: Vec::new(),
            before,
            best: vec![(FAR, 0); world.end],
        };
        let mut inside = vec![false; world.end + 1];
        let mut u = next[world.start];
        while u != world.end {
            inside[u] = true;
            tour.add_visit(tour.last, u, world.has[u]);
            u = next[u];
        }
        tour.open = (0..world.start).filter(|&v| !inside[v]).collect();
        for k in (1..tour.open.len()).rev() {
            tour.open.swap(k, random.below(k + 1)); // equal costs: a random one wins
        }

        // A step is: show the new legs to the open cells, insert the cheapest circuit.
        let mut late = false;
        let mut new_legs = vec![0];
        new_legs.extend(2..tour.place.len());
        while !tour.open.is_empty() {
            for (k, &i) in new_legs.iter().enumerate() {
                late = late || (k % 64 == 0 && Instant::now() > limit);
                if !late {
                    tour.offer_to_all(i);
                }
            }
            if late {
                break;
            }
            let v = *tour
                .open
                .iter()
                .min_by_key(|&&v| tour.best[v].0)
                .expect("not empty");
            let i = tour.best[v].1;
            length += tour.cost(v, i);
            let old = tour.place.len();
            tour.insert(v, i);
            tour.place[old..].iter().for_each(|&u| inside[u] = true);
            tour.open.retain(|&v| !inside[v]);

            // Leg i has a new end: who liked it must look at all old legs again.
            for k in 0..tour.open.len() {
                let v = tour.open[k];
                if tour.best[v].1 == i {
                    tour.best[v].0 = FAR;
                    (0..old).filter(|&j| j != 1).for_each(|j| tour.offer(v, j));
                }
            }
            new_legs.clear();
            new_legs.push(i);
            new_legs.extend(old..tour.place.len());
        }
        // It got late: put the other circuits at the end of the tour, strip by strip.
        tour.open
            .sort_by_key(|&v| (-world.row[v] / 8, world.column[v]));
        while let Some(v) = tour.open.pop() {
            if !inside[v] {
                let old = tour.place.len();
                length += tour.cost(v, tour.last);
                tour.insert(v, tour.last);
                tour.place[old..].iter().for_each(|&u| inside[u] = true);
            }
        }

        let mut cells = Vec::with_capacity(tour.place.len());
        let mut i = tour.link[0];
        while i != 1 {
            cells.push(tour.place[i]);
            i = tour.link[i];
        }
        (length, cells)
    }
}

/// A few random changes: new tastes, or exchanges of targets, most of them free.
fn shake(world: &World, plan: &mut Plan, random: &mut Random) {
    let mut wished = 1 + random.below(4);
    if random.below(3) == 0 {
        for _ in 0..wished {
            plan.taste[random.below(world.start)] = random.below(9) as i32 - 4;
        }
        return;
    }
    let allowed = [0, 0, 0, 0, 0, 2, 2, 4][random.below(8)];
    for _ in 0..200 {
        let a = random.below(world.start + 1);
        let group = &world.groups[(world.has[a] + 1) as usize];
        let b = group[random.below(group.len())];
        if a != b && exchange_cost(world, &plan.next, a, b) <= allowed {
            plan.next.swap(a, b);
            wished -= 1;
            if wished == 0 {
                return;
            }
        }
    }
}

fn main() {
    let begin = Instant::now();
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("the instance is text");
    let time: u64 = std::env::var("JUDGE_TIME_MS")
        .ok()
        .and_then(|x| x.parse().ok())
        .unwrap_or(2000);
    let world = World::read(&text);
    if world.start == 0 {
        return; // everything is black already: the empty answer
    }

    let share = |percent: u64| begin + Duration::from_micros(time.saturating_mul(percent * 10));
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let next = assign(&world, share);
    // With an exact assignment no tour can be shorter than the carrying plus the way to the
    // nearest cell with work: if we reach that, we may stop.
    let carried: i32 = (0..world.start)
        .filter(|&u| world.has[u] != NONE)
        .map(|u| world.distance(u, next[u]))
        .sum();
    let bound = carried
        + (0..world.start)
            .map(|v| world.distance(world.start, v))
            .min()
            .unwrap_or(0);

    let mut plan = Plan {
        next,
        taste: vec![0; world.start],
    };
    let (mut length, mut cells) = Tour::build(&world, &plan, share(36), &mut random);
    while length > bound && Instant::now() < share(38) {
        let mut other = plan.clone();
        shake(&world, &mut other, &mut random);
        let (new_length, new_cells) = Tour::build(&world, &other, share(38), &mut random);
        if new_length <= length {
            (length, cells, plan) = (new_length, new_cells, other);
        }
    }

    let mut answer = String::new();
    let mut here = world.start;
    for v in cells {
        let (right, down) = (
            world.column[v] - world.column[here],
            world.row[v] - world.row[here],
        );
        answer += &(if right > 0 { "R" } else { "L" }).repeat(right.unsigned_abs() as usize);
        answer += &(if down > 0 { "D" } else { "U" }).repeat(down.unsigned_abs() as usize);
        answer.push('S');
        here = v;
    }
    println!("{answer}");
}
