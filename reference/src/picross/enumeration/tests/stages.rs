//! Checks backtracking, the SAT encoding and segments against exhaustive enumeration and against each other.

use crate::picross::enumeration::backtracking::backtrack;
use crate::picross::enumeration::belief_propagation::Beliefs;
use crate::picross::enumeration::decimation::Decimation;
use crate::picross::enumeration::partial_grid::{Halt, PartialGrid, SolutionList, literal};
use crate::picross::enumeration::probe::Prober;
use crate::picross::enumeration::proof_log::Reason;
use crate::picross::enumeration::sat_encoding::SatEncoding;
use crate::picross::{Answer, Instance};
use crate::{Budget, Random, Shape};

/// Clues of small grids; in every other one rows and columns come from different grids.
fn small_instances() -> Vec<Instance> {
    let random = &mut Random::new(2);
    let mut instances = Vec::new();
    for round in 0..60 {
        let shape = Shape {
            rows: 2 + random.below(3),
            columns: 2 + random.below(3),
        };
        let mut grid = || {
            let mut black: Vec<_> = (0..shape.cells()).map(|cell| cell % 2 == 0).collect();
            random.shuffle(&mut black);
            Instance::of_grid(shape, &black)
        };
        let (mut instance, other) = (grid(), grid());
        if round % 2 == 0 {
            instance.columns = other.columns;
        }
        instances.push(instance);
    }
    instances
}

fn count_by_trying(instance: &Instance) -> usize {
    let cells = instance.shape.cells();
    let fits = |pattern: &usize| {
        let black: Vec<_> = (0..cells).map(|cell| pattern >> cell & 1 == 1).collect();
        Instance::of_grid(instance.shape, &black) == *instance
    };
    (0..1_usize << cells).filter(fits).count()
}

#[test]
fn search_and_clauses_find_every_solution() {
    let budget = Budget::unlimited();
    let mut several = 0;
    for instance in small_instances() {
        let expected = count_by_trying(&instance);
        several += usize::from(expected > 1);
        let mut grid = PartialGrid::new(&instance, &budget).expect("the grid is small");
        let all = || SolutionList {
            wanted: usize::MAX,
            found: Vec::new(),
        };
        if grid.propagate() == Err(Halt::Conflict) {
            assert_eq!(expected, 0, "{instance}");
            continue;
        }
        let mut sat = SatEncoding::new(&grid, &Beliefs::of(&grid), 0, false).expect("no limit");
        let mut by_clauses = all();
        let ended = loop {
            match sat.next_solution(Some(100)) {
                Ok(Some(answer)) => by_clauses.take(answer).expect("never enough"),
                Ok(None) => {}
                Err(halt) => break halt,
            }
        };
        assert_eq!(
            (ended, by_clauses.found.len()),
            (Halt::Conflict, expected),
            "{instance}"
        );
        let mut prober = Prober::new(instance.shape.cells());
        let mut by_search = all();
        let ended = backtrack(&mut grid, &mut prober, u64::MAX, &mut 0, &mut by_search);
        assert_eq!(
            (ended, by_search.found.len()),
            (Err(Halt::Conflict), expected),
            "{instance}"
        );
    }
    assert!(several > 10, "{several}");
}

#[test]
fn segments_agree_with_whole_lines() {
    let random = &mut Random::new(3);
    let budget = Budget::unlimited();
    let (mut split, mut conflicts) = (0, 0);
    for (rows, columns) in [(12, 64), (20, 70), (15, 90), (150, 20)] {
        for round in 0..20 {
            let shape = Shape { rows, columns };
            let black: Vec<_> = (0..shape.cells())
                .map(|_| random.below(10) < 4 + round % 4)
                .collect();
            let instance = Instance::of_grid(shape, &black);
            let mut whole = PartialGrid::new(&instance, &budget).expect("the grid is small");
            let mut segmented = PartialGrid::new(&instance, &budget).expect("the grid is small");
            for _ in 0..30 {
                let known = |grid: &PartialGrid| -> Vec<_> {
                    (0..shape.cells()).map(|cell| grid.colour(cell)).collect()
                };
                assert_eq!(whole.propagate(), Ok(()));
                assert_eq!(segmented.propagate(), Ok(()));
                assert_eq!(segmented.split_lines(), Ok(()));
                assert_eq!(known(&whole), known(&segmented), "{instance}");
                let lines = segmented.open_segments().map(|segment| segment.line);
                let lines: Vec<_> = lines.collect();
                split += lines.windows(2).filter(|two| two[0] == two[1]).count();
                let unknown: Vec<_> = whole.unknown_cells().collect();
                if unknown.is_empty() {
                    break;
                }
                let cell = unknown[random.below(unknown.len())];
                // A wrong decision leads to the same conflict, and undoing it restores the grid.
                let length = whole.trail().len();
                let wrong = literal(cell, !black[cell]);
                let halts = [whole.decide(wrong), segmented.decide(wrong)];
                assert_eq!(halts[0], halts[1], "{instance}");
                if halts[0].is_ok() {
                    assert_eq!(known(&whole), known(&segmented), "{instance}");
                }
                conflicts += usize::from(halts[0].is_err());
                whole.undo(length);
                segmented.undo(length);
                let right = literal(cell, black[cell]);
                assert_eq!(
                    [&mut whole, &mut segmented].map(|grid| grid.assign(right, Reason::Decision)),
                    [Ok(()); 2]
                );
            }
        }
    }
    assert!(split > 500 && conflicts > 30, "{split} {conflicts}");
}

#[test]
fn segment_clauses_have_the_solutions_of_whole_lines() {
    let random = &mut Random::new(4);
    let budget = Budget::unlimited();
    // The largest number of solutions that is counted.
    let most = 60;
    let (mut split, mut several) = (0, 0);
    for round in 0..60 {
        let shape = Shape {
            rows: 3 + round % 3,
            columns: 64 + random.below(70),
        };
        let black: Vec<_> = (0..shape.cells()).map(|_| random.below(10) < 7).collect();
        let instance = Instance::of_grid(shape, &black);
        let mut grid = PartialGrid::new(&instance, &budget).expect("the grid is small");
        assert_eq!(grid.propagate(), Ok(()));
        let count = |grid: &PartialGrid| {
            let mut sat = SatEncoding::new(grid, &Beliefs::of(grid), 0, false).expect("no limit");
            let solutions = std::iter::from_fn(|| sat.next_solution(None).ok()?).take(most);
            let fits = |answer: &Answer| Instance::of_grid(shape, &answer.black) == instance;
            solutions.inspect(|answer| assert!(fits(answer))).count()
        };
        let whole = count(&grid);
        assert_eq!(grid.split_lines(), Ok(()));
        let mut rows = grid
            .open_segments()
            .filter(|segment| segment.line < shape.rows);
        split += usize::from(rows.any(|segment| segment.cells.len() < shape.columns));
        several += usize::from(1 < whole && whole < most);
        assert_eq!(count(&grid), whole, "{instance}");
    }
    assert!(split > 5 && several > 5, "{split} {several}");
}

/// Decimation finds most of the solutions of small grids, nothing else, and leaves the grid as it was.
#[test]
fn decimation_finds_solutions_only() {
    let budget = Budget::unlimited();
    let mut found = [0, 0];
    for instance in small_instances() {
        let mut grid = PartialGrid::new(&instance, &budget).expect("the grid is small");
        if grid.propagate().is_err() {
            continue;
        }
        let before = grid.trail().to_vec();
        let mut decimation = Decimation::new(Beliefs::of(&grid));
        let decimated = decimation.run(&mut grid).expect("no limit");
        assert_eq!(grid.trail(), before);
        if let Some(answer) = &decimated.solution {
            assert_eq!(Instance::of_grid(instance.shape, &answer.black), instance);
        }
        found[usize::from(decimated.solution.is_some())] += 1;
    }
    // Half of the grids need not have a solution.
    assert!(found[0] < found[1], "{found:?}");
}
