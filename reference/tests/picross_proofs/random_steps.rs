//! Random steps: whatever a checker accepts is true in all solutions, and both checkers accept the same.

use puzzles::picross::{Instance, Picross};
use puzzles::{Problem, ProofError, Random};

use crate::small::Solved;
use crate::{agree, pair, proved};

/// A literal: whether the grid makes it true. Numbered as the manual says: first the cells, then for each block of each
/// line, and for each start but the last one, whether the block starts at or before it.
fn is_true(instance: &Instance, black: &[bool], literal: i64) -> bool {
    let mut number = literal.unsigned_abs() as usize - 1;
    if number < black.len() {
        return black[number] == (literal > 0);
    }
    number -= black.len();
    for line in 0..instance.lines() {
        let clue = instance.clue(line);
        let needed: usize = clue.iter().map(|&run| run as usize + 1).sum();
        if clue.is_empty() {
            continue;
        }
        let slack = instance.length(line) + 1 - needed;
        if number >= slack * clue.len() {
            number -= slack * clue.len();
            continue;
        }
        let (block, delay) = (number / slack, number % slack);
        let before: usize = clue[..block].iter().map(|&run| run as usize + 1).sum();
        let cells: Vec<_> = instance.cells(line).map(|cell| black[cell]).collect();
        let is_start = |&at: &usize| cells[at] && (at == 0 || !cells[at - 1]);
        let start = (0..cells.len()).filter(is_start).nth(block);
        let is_early = start.expect("the grid fits") <= before + delay;
        return is_early == (literal > 0);
    }
    panic!("there is no literal {literal}");
}

/// The number of literals.
fn literals(instance: &Instance) -> usize {
    let starts = |line: usize| {
        let clue = instance.clue(line);
        let needed: usize = clue.iter().map(|&run| run as usize + 1).sum();
        clue.len() * (instance.length(line) + 1).saturating_sub(needed)
    };
    instance.shape.cells() + (0..instance.lines()).map(starts).sum::<usize>()
}

/// The numbers, each after a space.
fn words(numbers: &[i64]) -> String {
    let mut text = String::new();
    for number in numbers {
        text.push(' ');
        text.push_str(&number.to_string());
    }
    text
}

/// A random step: few literals, and hints that are mostly lines.
fn step(instance: &Instance, clauses: usize, random: &mut Random) -> (Vec<i64>, String) {
    let mut hints = Vec::new();
    for _ in 0..random.below(14) {
        hints.push(if random.below(3) == 0 && clauses > 0 {
            -(random.below(clauses) as i64 + 1)
        } else {
            random.below(instance.lines()) as i64 + 1
        });
    }
    let hints = words(&hints);
    if random.below(8) == 0 {
        return (Vec::new(), format!("keep{hints}\n"));
    }
    let clause: Vec<_> = (0..=random.below(3))
        .map(|_| {
            let number = random.below(literals(instance)) as i64 + 1;
            if random.below(2) == 0 {
                number
            } else {
                -number
            }
        })
        .collect();
    let literals = words(&clause);
    (clause, format!("learn{literals} by{hints}\n"))
}

#[test]
fn accepted_steps_are_true() {
    let random = &mut Random::new(7);
    let (mut pairs, mut learnt, mut ended) = (Vec::new(), 0, 0);
    for solved in [Solved::of(3, 4), Solved::of(4, 4)] {
        for round in 0..150 {
            let instance = solved.crossed(random);
            let solutions = solved.solutions(&instance);
            let excluded = (round % 2 == 0).then(|| solutions.first()).flatten();
            let others: Vec<_> = solutions
                .iter()
                .filter(|&grid| Some(grid) != excluded)
                .collect();
            let proof = proved(&instance).text;
            let digest = proof.lines().nth(1).expect("a digest");
            let mut text = match excluded {
                None => format!("judge-proof 1 picross 0\n{digest}\nclaim none\n"),
                Some(grid) => {
                    let rows = grid.chunks(instance.shape.columns).map(|row| {
                        let cells = row.iter().map(|&black| if black { '#' } else { '.' });
                        cells.chain(['\n']).collect::<String>()
                    });
                    let rows: String = rows.collect();
                    format!("judge-proof 1 picross 1\n{digest}\nclaim unique\nsolution\n{rows}")
                }
            };
            let mut clauses = usize::from(excluded.is_some());
            for _ in 0..40 {
                let (clause, step) = step(&instance, clauses, random);
                let longer = format!("{text}{step}");
                let checked = Picross::check_proof(&instance, longer.as_bytes());
                if random.below(4) == 0 {
                    pairs.push(pair(&instance, &longer));
                }
                match checked {
                    Ok(_) => {
                        assert!(others.is_empty(), "{instance}{longer}");
                        ended += 1;
                        break;
                    }
                    Err(ProofError::Refused(reason))
                        if reason.ends_with("the steps lead to no contradiction") =>
                    {
                        if !clause.is_empty() {
                            let holds = |grid: &&Vec<bool>| {
                                clause
                                    .iter()
                                    .any(|&literal| is_true(&instance, grid, literal))
                            };
                            assert!(
                                others.iter().all(|&grid| holds(&grid)),
                                "{instance}{longer}"
                            );
                            clauses += 1;
                            learnt += 1;
                        }
                        text = longer;
                    }
                    Err(ProofError::Refused(_)) => {}
                    Err(ProofError::Unreadable(error)) => panic!("{error}: {longer}"),
                }
            }
            pairs.push(pair(&instance, &text));
        }
    }
    assert!(learnt > 500 && ended > 50, "{learnt} {ended}");
    agree(&pairs);
}
