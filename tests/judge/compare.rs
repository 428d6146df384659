//! `judge compare`: the published experiment, algorithms that are not applicable, resuming, invalid arguments.

use std::fs;

use crate::world::World;

/// Returns a field of `compare.csv`.
fn field(world: &World, point: &str, solver: &str, column: &str) -> String {
    let text = fs::read(world.path("out/compare.csv")).expect("compare.csv");
    let mut reader = csv::Reader::from_reader(text.as_slice());
    let header = reader.headers().expect("a header").clone();
    let index = |name: &str| header.iter().position(|h| h == name).expect("a column");
    let found = reader
        .records()
        .map(|record| record.expect("a row"))
        .find(|record| &record[index("point")] == point && &record[index("solver")] == solver);
    found.unwrap_or_else(|| panic!("{solver} at {point}"))[index(column)].to_owned()
}

#[test]
fn the_published_averages_are_reproduced() {
    let world = World::new();
    let ran = world
        .judge("compare sorting-robot --preset size --vary rows,columns,colours=10..30:10 -o out");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("403.9"), "{}", ran.out);
    let published = [
        ("10", [403.9, 584.9, 580.5, 407.1, 407.4]),
        ("20", [3046.6, 4836.1, 4811.4, 3052.0, 3040.5]),
        ("30", [10570.7, 16974.0, 16939.4, 10593.5, 10573.4]),
    ];
    for (point, means) in published {
        let solvers = [
            "graph-naive",
            "graph-improved",
            "graph-general",
            "graph-cuts",
        ];
        let nearest = ["naive", "circular", "by-colour", "by-avl"].map(|solver| (solver, means[0]));
        let others = solvers.into_iter().zip(means[1..].iter().copied());
        for (solver, mean) in nearest.into_iter().chain(others) {
            let measured: f64 = field(&world, point, solver, "value_mean")
                .parse()
                .expect("a mean");
            assert!(
                (measured - mean).abs() < 0.05,
                "{solver} at {point}: {measured}"
            );
            assert_eq!(field(&world, point, solver, "solved"), "10");
        }
    }
    let page = fs::read_to_string(world.path("out/compare.html")).expect("a page");
    assert_eq!(page.matches("<svg").count(), 5);
    assert!(!page.contains("<script"));
}

#[test]
fn algorithms_that_are_not_applicable_are_listed() {
    let world = World::new();
    let ran = world.judge(
        "compare sorting-robot --vary rows=2..3 columns=4 colours=4 --seeds 1 --solvers vector,naive -o out",
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("n/a"), "{}", ran.out);
    assert!(
        ran.out.contains("vector: `vector` takes one row"),
        "{}",
        ran.out
    );
    assert_eq!(field(&world, "3", "vector", "not_applicable"), "1");
    assert_eq!(field(&world, "3", "vector", "cpu_ms_mean"), "");
}

#[test]
fn measurements_are_kept_and_incomplete_ones_repeated() {
    let world = World::new();
    let compare = |range: &str| {
        let ran = world.judge(&format!(
            "compare sorting-robot --vary columns={range} layout=vector --seeds 0..1 --solvers vector -o out"
        ));
        assert_eq!(ran.code, 0, "{}", ran.err);
        fs::read_to_string(world.path("out/measurements.csv")).expect("measurements")
    };
    let first = compare("5..6");
    // Two points, two seeds, the algorithm and the bound.
    assert_eq!(first.lines().count(), 1 + 2 * 2 * 2);
    let more = compare("5..7");
    assert!(
        more.starts_with(&first),
        "what was measured is not measured again"
    );
    assert_eq!(more.lines().count(), 1 + 3 * 2 * 2);
    fs::write(world.path("out/measurements.csv"), &more[..more.len() - 5]).expect("a file");
    let again = compare("5..7");
    assert_eq!(again.lines().count(), more.lines().count());
    let kept = more.lines().count() - 1;
    assert!(again.lines().take(kept).eq(more.lines().take(kept)));
}

#[test]
fn invalid_arguments_are_rejected() {
    let world = World::new();
    for (arguments, message) in [
        ("--vary rows", "is not a range"),
        (
            "--vary rows=9..2 columns=2 colours=2",
            "is an empty or endless range",
        ),
        ("--vary rows=2..3 columns=2 colour=2", "did you mean"),
        (
            "--vary rows=2..3 columns=2 colours=2 rows=3",
            "`rows` is given twice",
        ),
        ("--preset sice", "did you mean `size`"),
        ("--preset size --solvers naif", "did you mean `naive`"),
        ("--preset size --jobs 4000", "would share cores"),
        ("--preset size --seeds 9..0", "not a range of seeds"),
        ("", "--preset"),
    ] {
        let ran = world.judge(&format!("compare sorting-robot {arguments} -o out"));
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.err);
        assert!(ran.err.contains(message), "{arguments}: {}", ran.err);
    }
}
