//! Checks the SAT solver against exhaustive enumeration, on formulas of which about half are satisfiable.

use super::{Literal, SatResult, Solver};
use crate::Random;

type Clauses = Vec<Vec<(usize, bool)>>;

fn random_clauses(random: &mut Random, variables: usize, count: usize) -> Clauses {
    let clause = |random: &mut Random| {
        let length = 1 + random.below(4);
        let literal = |random: &mut Random| (random.below(variables), random.below(2) == 0);
        (0..length).map(|_| literal(random)).collect()
    };
    (0..count).map(|_| clause(random)).collect()
}

fn satisfied(clauses: &Clauses, truth: impl Fn(usize) -> bool) -> bool {
    let holds = |clause: &Vec<(usize, bool)>| clause.iter().any(|&(v, wanted)| truth(v) == wanted);
    clauses.iter().all(holds)
}

fn solver_of(clauses: &Clauses, variables: usize, random: &mut Random) -> (Solver, Vec<Literal>) {
    let mut solver = Solver::default();
    let hints = (0..variables).map(|_| random.below(2) == 0);
    let literals: Vec<_> = hints.map(|hint| solver.variable(hint)).collect();
    for clause in clauses {
        let literal =
            |&(v, wanted): &(usize, bool)| if wanted { literals[v] } else { !literals[v] };
        solver.add(&clause.iter().map(literal).collect::<Vec<_>>());
    }
    (solver, literals)
}

#[test]
fn finds_exactly_the_models_of_small_formulas() {
    let random = &mut Random::new(5);
    let mut none = 0;
    for round in 0..600 {
        let variables = 3 + round % 8;
        let count = 2 * variables + random.below(2 * variables);
        let clauses = random_clauses(random, variables, count);
        let truths = |pattern: usize| move |v: usize| pattern >> v & 1 == 1;
        let all = 0..1_usize << variables;
        let expected = all.filter(|&p| satisfied(&clauses, truths(p))).count();
        none += usize::from(expected == 0);
        let (mut solver, literals) = solver_of(&clauses, variables, random);
        let mut found = 0;
        while solver.solve(|_, _| true) == SatResult::Satisfiable {
            assert!(
                satisfied(&clauses, |v| solver.holds(literals[v])),
                "{clauses:?}"
            );
            found += 1;
            let other = literals
                .iter()
                .map(|&l| if solver.holds(l) { !l } else { l });
            let other: Vec<_> = other.collect();
            solver.add(&other);
        }
        assert_eq!(found, expected, "{clauses:?}");
    }
    assert!(none > 100 && none < 500, "{none}");
}

#[test]
fn finds_all_ways_to_place_eight_queens() {
    let mut solver = Solver::default();
    let row = |solver: &mut Solver| (0..8).map(|_| solver.variable(false)).collect();
    let squares: Vec<Vec<Literal>> = (0..8).map(|_| row(&mut solver)).collect();
    for row in &squares {
        solver.add(row);
    }
    let places: Vec<_> = (0..64_usize).map(|at| (at / 8, at % 8)).collect();
    for &(r, c) in &places {
        for &(other, column) in &places {
            let attacked = r == other || c == column || r.abs_diff(other) == c.abs_diff(column);
            if attacked && (r, c) < (other, column) {
                solver.add(&[!squares[r][c], !squares[other][column]]);
            }
        }
    }
    let mut found = 0;
    while solver.solve(|_, _| true) == SatResult::Satisfiable {
        found += 1;
        let queens = squares
            .iter()
            .flatten()
            .filter(|&&square| solver.holds(square));
        let others: Vec<_> = queens.map(|&queen| !queen).collect();
        assert_eq!(others.len(), 8);
        solver.add(&others);
        solver.follow_model();
    }
    assert_eq!(found, 92);
    assert!(solver.reductions > 2, "{}", solver.conflicts);
}

/// The pigeonhole principle with one more pigeon than holes: unsatisfiable and hard for resolution.
fn pigeonhole(holes: usize) -> Solver {
    let mut solver = Solver::default();
    let place = |solver: &mut Solver| (0..holes).map(|_| solver.variable(true)).collect();
    let pigeons: Vec<Vec<_>> = (0..=holes).map(|_| place(&mut solver)).collect();
    for (index, pigeon) in pigeons.iter().enumerate() {
        solver.add(pigeon);
        for other in &pigeons[..index] {
            for (&one, &two) in pigeon.iter().zip(other) {
                solver.add(&[!one, !two]);
            }
        }
    }
    solver
}

#[test]
fn proves_unsatisfiability_through_many_reductions_and_both_modes() {
    let mut solver = pigeonhole(8);
    assert_eq!(solver.solve(|_, _| true), SatResult::Unsatisfiable);
    assert!(
        solver.reductions > 3 && solver.conflicts > 3000,
        "{}",
        solver.conflicts
    );
    assert_eq!(solver.solve(|_, _| true), SatResult::Unsatisfiable);
}

#[test]
fn solves_large_random_formulas() {
    let random = &mut Random::new(11);
    let mut outcomes = [0, 0];
    for _ in 0..30 {
        let variables = 150;
        let mut clauses = Clauses::new();
        while clauses.len() < 4 * variables + 35 {
            let mut vs: Vec<_> = (0..variables).collect();
            random.shuffle(&mut vs);
            clauses.push(vs[..3].iter().map(|&v| (v, random.below(2) == 0)).collect());
        }
        let (mut solver, literals) = solver_of(&clauses, variables, random);
        let outcome = solver.solve(|_, _| true);
        if outcome == SatResult::Satisfiable {
            assert!(satisfied(&clauses, |v| solver.holds(literals[v])));
        }
        outcomes[usize::from(outcome == SatResult::Satisfiable)] += 1;
        // Different hints lead to the same result on a different path.
        let (mut again, _) = solver_of(&clauses, variables, random);
        assert_eq!(again.solve(|_, _| true), outcome);
    }
    assert!(outcomes[0] > 3 && outcomes[1] > 3, "{outcomes:?}");
}

#[test]
fn resumes_after_a_stop() {
    let mut solver = pigeonhole(6);
    let mut stops = 0;
    loop {
        let last = solver.decisions();
        let outcome = solver.solve(|decisions, _| decisions < last + 50);
        if outcome != SatResult::Stopped {
            assert_eq!(outcome, SatResult::Unsatisfiable);
            break;
        }
        stops += 1;
    }
    assert!(stops > 2, "{stops}");
}
