//! `judge compare`: the published experiment, algorithms that are not applicable, programs, resuming, invalid arguments.

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
    // Both scales have a label at every point, 10, 20 and 30.
    assert_eq!(page.matches(r#"text-anchor="middle">20</text>"#).count(), 5);
    assert!(page.contains("color-scheme: light dark"));
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
fn programs_are_measured_beside_the_algorithms() {
    let world = World::new();
    world
        .script("=good", "exec cat \"$(dirname \"$0\")/answer\"")
        .script("liar", "echo Z")
        .script("crasher", "printf '\\033[31mno idea' >&2; exit 3")
        .script("sleeper", "while :; do :; done")
        .file("teams/broken/solver.c", "int main( {");
    // The same grid for every seed: one row with one product, which is in its place.
    world.file("teams/=good/answer", "\n");
    let programs = ["=good", "liar", "crasher", "sleeper", "broken"];
    let programs: String = programs
        .map(|name| format!(" --program teams/{name}"))
        .concat();
    let compare = || {
        let ran = world.judge(&format!(
            "compare sorting-robot --vary rows=1..2 columns=1 colours=1 --seeds 0..1 --time 300ms --solvers naive \
             -o out{programs}"
        ));
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    let out = compare();
    for (solver, column) in [
        ("naive", "solved"),
        ("'=good", "solved"),
        ("liar", "failed"),
        ("crasher", "failed"),
        ("sleeper", "out_of_time"),
        ("broken", "failed"),
    ] {
        assert_eq!(field(&world, "1", solver, "runs"), "2");
        assert_eq!(field(&world, "1", solver, column), "2", "{solver}");
    }
    let value = |solver| field(&world, "2", solver, "value_mean");
    assert_eq!(value("'=good"), value("naive"));
    for note in [
        "liar: rejected: unreadable answer",
        "liar: failed in 4 of 4 runs",
        "crasher: crashed: exit code 3:  [31mno idea",
        "sleeper: out of time in 4 of 4 runs",
        "broken: build-failed: ",
    ] {
        assert!(out.contains(note), "{note}: {out}");
    }
    // What ended with an answer is kept; failures are repeated, and so are programs that have changed.
    let rows = |name: &str| {
        let text = world.read("out/measurements.csv");
        let key = format!(",program {name} ");
        let rows = text.lines().filter(|line| line.contains(&key));
        rows.map(str::to_owned).collect::<Vec<_>>()
    };
    let good = rows("=good");
    assert_eq!(good.len(), 4);
    compare();
    assert_eq!(rows("=good"), good);
    world.script("=good", "echo; exit 0");
    compare();
    assert_eq!(rows("=good").len(), 8);
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
    world.folder("empty");
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
        ("--preset size --program none", "none"),
        ("--preset size --program empty", "cannot be run"),
        ("", "--preset"),
    ] {
        let ran = world.judge(&format!("compare sorting-robot {arguments} -o out"));
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.err);
        assert!(ran.err.contains(message), "{arguments}: {}", ran.err);
    }
}
