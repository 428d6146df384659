//! Generated instances never change: their digests are pinned.

use std::fmt::Write;

use puzzles::{FieldValue, Fields};
use sha2::{Digest, Sha256};

fn text(recipe: &str, seed: u64) -> String {
    let pairs = recipe.split_whitespace().map(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        let number = value.parse().map(FieldValue::Integer);
        (
            key.to_owned(),
            number.unwrap_or_else(|_| FieldValue::Text(value.to_owned())),
        )
    });
    let robot = puzzles::problem("sorting-robot").unwrap();
    robot
        .recipe(Fields::new(pairs))
        .unwrap()
        .generate(seed)
        .unwrap()
        .text()
}

fn digest(recipe: &str, seed: u64) -> String {
    Sha256::digest(text(recipe, seed))[..8]
        .iter()
        .fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

#[test]
fn digests() {
    for (recipe, seed, expected) in [
        (
            "layout=course rows=3 columns=4 colours=4",
            5,
            "b0a46b5f85d6587d",
        ),
        (
            "layout=course rows=30 columns=30 colours=30",
            0,
            "fd01fe8e59109baf",
        ),
        (
            "layout=course rows=7 columns=5 colours=35",
            4_294_967_295,
            "c17ce865c158166b",
        ),
        (
            "layout=scatter rows=20 columns=30 colours=7",
            1,
            "a3a0bec329033065",
        ),
        (
            "layout=scatter rows=1 columns=1 colours=1",
            u64::MAX,
            "80e9fae65f4eba49",
        ),
        (
            "layout=blocks rows=20 columns=30 colours=7",
            2,
            "da1043b582630559",
        ),
        ("layout=vector columns=50", 3, "ed05100e3a7b8476"),
        (
            "layout=sparse rows=20 columns=30 colours=7",
            4,
            "46756edce5f549d2",
        ),
    ] {
        assert_eq!(digest(recipe, seed), expected, "{recipe} seed {seed}");
    }
}

#[test]
fn every_layout_is_readable_at_every_size() {
    let robot = puzzles::problem("sorting-robot").unwrap();
    for seed in 0..6 {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 5), (8, 8)] {
            for colours in [1, 2, rows * columns] {
                for layout in ["course", "scatter", "blocks", "sparse"] {
                    let recipe =
                        format!("layout={layout} rows={rows} columns={columns} colours={colours}");
                    let most = if layout == "sparse" {
                        rows * columns - rows * columns / 4
                    } else {
                        rows * columns
                    };
                    if colours <= most {
                        let text = text(&recipe, seed);
                        assert_eq!(
                            robot.read(text.as_bytes()).unwrap().text(),
                            text,
                            "{recipe}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn layouts_are_what_they_are_called() {
    let numbers = |text: &str| -> Vec<i64> {
        text.split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect()
    };
    // 100 cells, 25 without a background; 13 of these hold a piece and as many coloured cells do not.
    let sparse = numbers(&text("layout=sparse rows=10 columns=10 colours=5", 1));
    let (backgrounds, pieces) = sparse[3..].split_at(100);
    assert_eq!(backgrounds.iter().filter(|&&b| b == -1).count(), 25);
    let strays = backgrounds
        .iter()
        .zip(pieces)
        .filter(|&(&b, &p)| b == -1 && p != -1)
        .count();
    let vacant = backgrounds
        .iter()
        .zip(pieces)
        .filter(|&(&b, &p)| b != -1 && p == -1)
        .count();
    assert_eq!((strays, vacant), (13, 13));
    // Neighbours share a background far more often in patches than when scattered.
    let alike = |layout: &str| {
        let grid = numbers(&text(
            &format!("layout={layout} rows=20 columns=20 colours=5"),
            1,
        ));
        grid[3..403]
            .windows(2)
            .filter(|pair| pair[0] == pair[1])
            .count()
    };
    assert!(alike("blocks") > 2 * alike("scatter"));
    let vector = numbers(&text("layout=vector columns=30", 1));
    let mut colours = vector[3..33].to_vec();
    colours.sort_unstable();
    assert_eq!(colours, (0..30).collect::<Vec<_>>());
}
