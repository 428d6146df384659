//! Generates an instance, solves it with a time limit and checks the answer.

use std::time::Duration;

use puzzles::{Budget, FieldValue, Fields, problem};

fn main() {
    let robot = problem("sorting-robot").expect("the problem is bundled");
    let keys = [("rows", 6), ("columns", 6), ("colours", 3)];
    let fields = keys.map(|(key, value)| (key.to_owned(), FieldValue::Integer(value)));
    let recipe = robot
        .recipe(Fields::new(fields))
        .expect("the recipe is valid");
    let case = recipe.generate(1).expect("the seed is valid");

    let mut best = String::new();
    let budget = Budget::unlimited().with_time(Duration::from_millis(500));
    let bound = case
        .solve("best", &budget, &mut |answer| best = answer)
        .expect("there is always a solution");
    let checked = case.check(best.as_bytes()).expect("the answer is valid");
    print!("{}{best}", case.text());
    println!("{} {}", checked.value, robot.unit());
    if let Some(bound) = bound {
        println!("at least {}: {}", bound.value, bound.method);
    }
}
