//! Generated instances never change: their digests are pinned.

use std::fmt::Write;

use puzzles::swap_puzzle::Instance;
use puzzles::{FieldError, FieldValue, Fields};
use sha2::{Digest, Sha256};

fn text(recipe: &str, seed: u64) -> Result<String, FieldError> {
    let pairs = recipe.split_whitespace().map(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        let integer = value.parse().map(FieldValue::Integer);
        let number = integer.or_else(|_| value.parse().map(FieldValue::Number));
        (
            key.to_owned(),
            number.unwrap_or_else(|_| FieldValue::Text(value.to_owned())),
        )
    });
    let puzzle = puzzles::problem("swap-puzzle").unwrap();
    let recipe = puzzle.recipe(Fields::new(pairs))?;
    Ok(recipe.generate(seed)?.text())
}

fn digest(recipe: &str, seed: u64) -> String {
    Sha256::digest(text(recipe, seed).unwrap())[..8]
        .iter()
        .fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

#[test]
fn digests() {
    for (recipe, seed, expected) in [
        ("layout=shuffle rows=4 columns=4", 1, "940e84c31e323132"),
        (
            "layout=shuffle rows=50 columns=40",
            u64::MAX,
            "4b666b011406647b",
        ),
        (
            "layout=walk rows=5 columns=6 swaps=20",
            2,
            "43d0ca9d6f438f3b",
        ),
        (
            "layout=walk rows=1 columns=2 swaps=3",
            0,
            "9d8b77efed97802e",
        ),
        ("layout=walls rows=7 columns=9", 3, "a24f36ee3311b1bb"),
        (
            "layout=walls rows=20 columns=20 walls=1",
            4,
            "1e94fef1aa542e85",
        ),
    ] {
        assert_eq!(digest(recipe, seed), expected, "{recipe} seed {seed}");
    }
}

#[test]
fn every_layout_is_readable_at_every_size() {
    for seed in 0..6 {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 5), (8, 8)] {
            for layout in [
                "shuffle",
                "walk swaps=9",
                "walls walls=0.5",
                "walls walls=1",
            ] {
                let recipe = format!("layout={layout} rows={rows} columns={columns}");
                let text = text(&recipe, seed).unwrap();
                let instance = Instance::read(text.as_bytes()).unwrap();
                assert_eq!(instance.to_string(), text, "{recipe}");
            }
        }
    }
}

#[test]
fn layouts_are_what_they_are_called() {
    // A walk of k swaps is at most k swaps from the goal, and an odd number of swaps never is the goal.
    let near = text("layout=walk rows=6 columns=6 swaps=3", 5).unwrap();
    let case = puzzles::problem("swap-puzzle")
        .unwrap()
        .read(near.as_bytes())
        .unwrap();
    let mut swaps = 0;
    case.solve("astar", &puzzles::Budget::unlimited(), &mut |answer| {
        swaps = answer.lines().count();
    })
    .unwrap();
    assert!(swaps == 1 || swaps == 3, "{swaps}");
    // All the walls there can be leave a tree, and half of them half.
    let walls = |share: &str| {
        let recipe = format!("layout=walls rows=5 columns=9 walls={share}");
        let text = text(&recipe, 1).unwrap();
        text.lines().filter(|line| line.starts_with("wall")).count()
    };
    assert_eq!([walls("0"), walls("0.5"), walls("1")], [0, 16, 32]);
}

#[test]
fn wrong_recipes_are_refused() {
    let key = |recipe| text(recipe, 0).unwrap_err().key;
    assert_eq!(key("layout=walk rows=3 columns=3"), "swaps");
    assert_eq!(key("layout=shuffle rows=4001 columns=4000"), "rows");
    assert_eq!(key("layout=walls rows=3 columns=3 walls=2"), "walls");
    assert_eq!(key("layout=shuffle rows=3 columns=3 swaps=2"), "swaps");
}
