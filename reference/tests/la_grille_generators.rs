//! Generated instances never change: their digests are pinned.

use std::fmt::Write;

use puzzles::{FieldValue, Fields};
use sha2::{Digest, Sha256};

fn fields(recipe: &str) -> Fields {
    Fields::new(recipe.split_whitespace().map(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        let number = value.parse().map(FieldValue::Integer);
        let value = number.unwrap_or_else(|_| FieldValue::Text(value.to_owned()));
        (key.to_owned(), value)
    }))
}

fn text(recipe: &str, seed: u64) -> String {
    let grille = puzzles::problem("la-grille").unwrap();
    let recipe = grille.recipe(fields(recipe)).unwrap();
    recipe.generate(seed).unwrap().text()
}

fn values(recipe: &str, seed: u64) -> Vec<i64> {
    let text = text(recipe, seed);
    let numbers = text.split_whitespace().map(|n| n.parse().unwrap());
    numbers.skip(2).collect()
}

fn digest(recipe: &str, seed: u64) -> String {
    let digest = Sha256::digest(text(recipe, seed));
    digest[..8].iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[test]
fn digests() {
    for (recipe, seed, expected) in [
        ("layout=uniform size=10", 1, "f504bee64134725f"),
        (
            "layout=uniform size=1 penalty=7",
            u64::MAX,
            "56255aa26a6213a1",
        ),
        (
            "layout=uniform size=30 penalty=100 low=-50 high=20",
            2,
            "53bb3b5e3f83f767",
        ),
        ("layout=clusters size=20", 3, "31f5d642a0df2bf2"),
        ("layout=clusters size=2 low=5 high=5", 4, "a0db6c705a4f54e0"),
        (
            "layout=clusters size=12 penalty=8 low=-99 high=99",
            5,
            "dc53f42e82c481c1",
        ),
        ("layout=extreme size=20", 6, "615ea2803fe3ad18"),
        (
            "layout=extreme size=9 low=-1000000000 high=1000000000",
            7,
            "53a935745da9b630",
        ),
    ] {
        assert_eq!(digest(recipe, seed), expected, "{recipe} seed {seed}");
    }
}

#[test]
fn every_layout_is_readable_at_every_size() {
    let grille = puzzles::problem("la-grille").unwrap();
    for seed in 0..4 {
        for size in [1, 2, 3, 5, 17, 60] {
            for layout in ["uniform", "clusters", "extreme"] {
                for range in ["", " low=0 high=0", " low=-7", " low=3 high=1000"] {
                    let text = text(&format!("layout={layout} size={size}{range}"), seed);
                    assert_eq!(grille.read(text.as_bytes()).unwrap().text(), text);
                }
            }
        }
    }
}

#[test]
fn layouts_are_what_they_are_called() {
    let uniform = values("layout=uniform size=40 low=-3 high=2", 1);
    for value in -3..=2 {
        let often = uniform.iter().filter(|&&v| v == value).count();
        assert!((200..340).contains(&often), "{value}: {often} times");
    }
    // Neighbours differ less on hills than where every value is drawn for itself.
    let roughness = |layout: &str| {
        let values = values(&format!("layout={layout} size=40"), 1);
        let pairs = values.windows(2).map(|pair| pair[0].abs_diff(pair[1]));
        pairs.sum::<u64>()
    };
    assert!(2 * roughness("clusters") < roughness("uniform"));
    let hills = values("layout=clusters size=40", 1);
    assert!(hills.iter().any(|&v| v > 6) && hills.iter().any(|&v| v < -6));
    let extreme = values("layout=extreme size=40", 1);
    let huge = extreme.iter().filter(|v| v.abs() > 10).count();
    assert!((80..200).contains(&huge), "{huge}");
    assert!(extreme.iter().any(|&v| v < -49) && extreme.iter().any(|&v| v > 49));
}

#[test]
fn wrong_recipes_say_what_is_right() {
    let grille = puzzles::problem("la-grille").unwrap();
    let refused = |recipe: &str| match grille.recipe(fields(recipe)) {
        Ok(_) => panic!("{recipe} was taken"),
        Err(error) => error.message,
    };
    assert_eq!(
        refused("size=4 penalty=0"),
        "`penalty` is 0 but must be a whole number from 1 to 1000000000"
    );
    assert_eq!(
        refused("size=4 low=3 high=2"),
        "`high` is 2 but must be a whole number from 3 to 1000000000"
    );
    assert_eq!(
        refused("penalty=10"),
        "the recipe needs `size`: a whole number from 1 to 4000"
    );
    let giant = "size=4000 penalty=1000000000 low=-9 high=9";
    let recipe = grille.recipe(fields(giant)).unwrap();
    let error = recipe.generate(1).map(|_| ()).unwrap_err();
    assert_eq!(
        error.message,
        "with such numbers a score might not fit into 64 bits"
    );
}
