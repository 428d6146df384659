//! No bound may exclude a score that can be reached.

#[path = "common/la_grille.rs"]
mod exhaustive;

use exhaustive::best_layouts;
use proptest::prelude::*;
use reference::la_grille::{Instance, LaGrille};
use reference::{Budget, Problem};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn never_below_the_best(size in 1_usize..4, penalty in 1_i64..40, shift in -9_i64..10, values in proptest::collection::vec(-9_i64..10, 9)) {
        let values = values[..size * size].iter().map(|value| value + shift).collect();
        let instance = Instance::new(size, penalty, values).unwrap();
        let bound = LaGrille::bound(&instance, &Budget::unlimited(), None);
        let mut reached = 0;
        let anneal = LaGrille::solvers().iter().find(|solver| solver.info.name == "anneal").unwrap();
        (anneal.run)(&instance, &Budget::unlimited().with_iterations(20), &mut |answer| reached = answer.score()).unwrap();
        let (best, _) = best_layouts(&instance, reached);
        prop_assert!(bound.value >= best, "bound {} but {best} is possible:\n{instance}", bound.value);
    }
}
