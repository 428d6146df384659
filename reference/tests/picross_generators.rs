//! Generated instances never change: their digests are pinned.

use std::fmt::Write;

use puzzles::{FieldError, FieldValue, Fields, problem};
use sha2::{Digest, Sha256};

fn generated(recipe: &str, seed: u64) -> Result<String, FieldError> {
    let pairs = recipe.split_whitespace().map(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        let integer = value.parse().map(FieldValue::Integer).ok();
        let number = || value.parse().map(FieldValue::Number).ok();
        let value = integer
            .or_else(number)
            .unwrap_or_else(|| FieldValue::Text(value.to_owned()));
        (key.to_owned(), value)
    });
    let recipe = problem("picross").unwrap().recipe(Fields::new(pairs))?;
    Ok(recipe.generate(seed)?.text())
}

fn digest(recipe: &str, seed: u64) -> String {
    let text = generated(recipe, seed).unwrap();
    let mut hex = String::new();
    for byte in &Sha256::digest(text)[..8] {
        let _ = write!(hex, "{byte:02x}");
    }
    hex
}

#[test]
fn digests() {
    for (recipe, seed, expected) in [
        ("layout=random rows=20 columns=30", 1, "70a85477402e0035"),
        (
            "layout=random rows=1 columns=1 density=1",
            u64::MAX,
            "8b88a21ef03528d1",
        ),
        (
            "layout=random rows=9 columns=200 density=0.123",
            2,
            "349238a94aef04a8",
        ),
        ("layout=picture rows=20 columns=30", 3, "671015aec4948fb9"),
        (
            "layout=picture rows=100 columns=70 density=0.35",
            4,
            "7a61521a3a861c76",
        ),
        (
            "layout=picture rows=64 columns=64 radius=1",
            5,
            "e0c0dafb5136d120",
        ),
        (
            "layout=unique rows=10 columns=10 density=0.6",
            6,
            "27df3eb3840dac6b",
        ),
        ("layout=unique rows=6 columns=15", 7, "9a3d0a3c0439d1b0"),
        (
            "layout=random rows=12 columns=12 density=0.5 difficulty=search",
            9,
            "1247902578c740af",
        ),
        (
            "layout=unique rows=10 columns=10 density=0.5 difficulty=search",
            1,
            "e9e736493776967a",
        ),
        (
            "layout=random rows=15 columns=12 density=0.6 difficulty=probing",
            10,
            "41e97b31d1ab3a94",
        ),
        (
            "layout=picture rows=25 columns=25 difficulty=lines",
            11,
            "2858f8f95249975a",
        ),
        (
            "layout=unique rows=12 columns=12 density=0.65",
            8,
            "1c46585782677765",
        ),
    ] {
        assert_eq!(digest(recipe, seed), expected, "{recipe} seed {seed}");
    }
}

#[test]
fn every_layout_is_readable_at_every_size() {
    let picross = problem("picross").unwrap();
    for seed in 0..4 {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (3, 5), (8, 8)] {
            for density in ["0", "0.3", "0.7", "1"] {
                for layout in ["picture", "random", "unique"] {
                    let recipe =
                        format!("layout={layout} rows={rows} columns={columns} density={density}");
                    let text = generated(&recipe, seed).unwrap();
                    let case = picross.read(text.as_bytes()).unwrap();
                    assert_eq!(case.text(), text, "{recipe}");
                }
            }
        }
    }
}

#[test]
fn layouts_are_what_they_are_called() {
    let black = |recipe: &str| {
        let text = generated(recipe, 1).unwrap();
        let rows = text
            .lines()
            .skip(1)
            .take(40)
            .flat_map(str::split_whitespace);
        let runs: Vec<u32> = rows.map(|run| run.parse().unwrap()).collect();
        (runs.iter().sum::<u32>(), runs.len())
    };
    // A picture has an exact number of black cells, in far fewer runs than a random grid.
    let (cells, runs) = black("layout=picture rows=40 columns=40 density=0.4");
    assert_eq!(cells, 640);
    let (scattered, scattered_runs) = black("layout=random rows=40 columns=40 density=0.4");
    assert!((560..720).contains(&scattered), "{scattered}");
    assert!(4 * runs < scattered_runs, "{runs} {scattered_runs}");
}

#[test]
fn what_cannot_be_made_is_refused() {
    for (recipe, seed, key) in [
        ("layout=random rows=5000 columns=5000", 0, "rows"),
        ("layout=unique rows=100 columns=100", 0, "rows"),
        (
            "layout=picture rows=40 columns=40 difficulty=lines",
            0,
            "rows",
        ),
        (
            "layout=unique rows=5 columns=5 density=0.6 difficulty=search",
            0,
            "rows",
        ),
        (
            "layout=random rows=5 columns=5 difficulty=hard",
            0,
            "difficulty",
        ),
        ("layout=random rows=5 columns=5 density=1.5", 0, "density"),
        ("layout=random rows=5 columns=5 radius=2", 0, "radius"),
    ] {
        let error = generated(recipe, seed).unwrap_err();
        assert_eq!(error.key, key, "{recipe}: {}", error.message);
    }
}
