//! No bound may exclude a score that can be reached.

#[path = "common/la_grille.rs"]
mod exhaustive;

use exhaustive::best_placements;
use proptest::prelude::*;
use puzzles::la_grille::{Instance, LaGrille};
use puzzles::{Bound, Budget, Problem};

/// The score that an algorithm ends with, and what it proves.
fn solved(instance: &Instance, solver: &str, budget: &Budget) -> (i64, Option<Bound>) {
    let mut solvers = LaGrille::solvers().iter();
    let solver = solvers.find(|s| s.info.name == solver).unwrap();
    let mut reached = 0;
    let bound = (solver.run)(instance, budget, &mut |answer| reached = answer.score());
    (reached, bound.unwrap())
}

/// Small grids with any penalty, some of them mostly positive or mostly negative.
fn any_instance() -> impl Strategy<Value = Instance> {
    let penalty = prop_oneof![Just(1_i64), 2_i64..40, Just(1_000_000_000_000)];
    let values = proptest::collection::vec(-9_i64..10, 9);
    (1_usize..4, penalty, -9_i64..10, values).prop_map(|(size, penalty, shift, values)| {
        let values = values[..size * size].iter().map(|value| value + shift);
        Instance::new(size, penalty, values.collect()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// Few rounds of descent and no search, so that the bound is not simply the best score.
    #[test]
    fn the_relaxation_is_never_below_the_best(instance in any_instance(), rounds in 1_u64..60) {
        let (reached, _) = solved(&instance, "anneal", &Budget::unlimited().with_iterations(20));
        let (best, _) = best_placements(&instance, reached);
        let budget = Budget::unlimited().with_iterations(rounds).with_time(std::time::Duration::ZERO);
        let little_work = Budget::unlimited().with_work(1 << (rounds / 2));
        for budget in [budget, Budget::unlimited().with_iterations(rounds), little_work] {
            let bound = LaGrille::bound(&instance, &budget, None);
            prop_assert!(bound.value.whole() >= best, "bound {} but {best} is possible:\n{instance}", bound.value.whole());
        }
    }

    #[test]
    fn exact_agrees_with_trying_everything(instance in any_instance()) {
        let (reached, bound) = solved(&instance, "exact", &Budget::unlimited());
        prop_assert_eq!(bound.map(|bound| bound.value.whole()), Some(reached), "{}", instance);
        prop_assert_eq!(best_placements(&instance, reached).0, reached, "{}", instance);
    }

    /// Stopped early, what it says must still hold.
    #[test]
    fn a_search_cut_short_excludes_nothing(instance in any_instance(), nodes in 1_u64..5) {
        let budget = Budget::unlimited().with_iterations(nodes);
        let (reached, bound) = solved(&instance, "exact", &budget);
        let (best, _) = best_placements(&instance, reached);
        prop_assert!(bound.unwrap().value.whole() >= best, "{}", instance);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 15, ..ProptestConfig::default() })]

    /// Larger than can be tried: the bound must allow what the best algorithm finds.
    #[test]
    fn bounds_allow_what_is_found(size in 4_usize..9, penalty in 1_i64..30, shift in -6_i64..7, seed in 0_u64..1000) {
        let mut random = puzzles::Random::new(seed);
        let values = (0..size * size).map(|_| random.below(19) as i64 - 9 + shift).collect();
        let instance = Instance::new(size, penalty, values).unwrap();
        let (annealed, _) = solved(&instance, "anneal", &Budget::unlimited().with_iterations(100));
        let (reached, proved) = solved(&instance, "exact", &Budget::unlimited());
        prop_assert!(reached >= annealed);
        prop_assert_eq!(proved.map(|proved| proved.value.whole()), Some(reached));
        let bound = LaGrille::bound(&instance, &Budget::unlimited().with_iterations(50), Some(annealed));
        prop_assert!(bound.value.whole() >= reached, "bound {} but {reached} is possible:\n{instance}", bound.value.whole());
    }
}

#[test]
fn the_worked_example_is_proved() {
    let text = b"4 10\n-6 9 -2 5\n8 2 -7 -6\n-8 2 -4 -3\n-3 3 -4 7\n";
    let instance = Instance::read(text).unwrap();
    assert_eq!(
        LaGrille::bound(&instance, &Budget::unlimited(), None)
            .value
            .whole(),
        76
    );
    let (reached, bound) = solved(&instance, "best", &Budget::unlimited());
    let bound = bound.unwrap();
    assert_eq!((reached, bound.value.whole()), (76, 76));
    assert!(bound.method.contains("whole numbers"), "{}", bound.method);
}

/// Values beyond what the relaxation can tell in fine units get the plain bound.
#[test]
fn giant_values_have_a_bound_too() {
    let text = b"2 1\n10000000000000000 -10000000000000000\n0 1\n";
    let instance = Instance::read(text).unwrap();
    let bound = LaGrille::bound(&instance, &Budget::unlimited(), None);
    let (reached, proved) = solved(&instance, "exact", &Budget::unlimited());
    assert!(bound.value.whole() >= best_placements(&instance, reached).0);
    assert_eq!(proved, None);
}

/// More time never makes a bound worse by much, and half a second is enough for a good one.
#[test]
fn bounds_of_larger_grids_are_close() {
    let mut random = puzzles::Random::new(4);
    let values = (0..18 * 18).map(|_| random.below(19) as i64 - 9).collect();
    let instance = Instance::new(18, 10, values).unwrap();
    let short = LaGrille::bound(&instance, &Budget::unlimited().with_iterations(300), None);
    let long = LaGrille::bound(&instance, &Budget::unlimited().with_iterations(2000), None);
    assert!(long.value.whole() <= short.value.whole());
    assert!(short.value.whole() - long.value.whole() <= long.value.whole() / 100);
    let (reached, _) = solved(&instance, "best", &Budget::unlimited().with_iterations(3));
    assert!(reached <= long.value.whole());
    assert!(
        long.value.whole() - reached <= long.value.whole() / 50,
        "{reached} of {}",
        long.value.whole()
    );
}
