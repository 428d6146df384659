//! The sample contests and the starters.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use judge::contest::Contest;
use judge::document::Document;
use judge::instances;

use crate::documents::shell_digest;
use crate::world::{World, found_or_skipped, repository, which};

/// A world with the repository's contests and submissions.
pub(crate) fn with_samples() -> World {
    let world = World::new();
    for folder in ["contests", "submissions"] {
        for entry in walkdir::WalkDir::new(repository(folder)) {
            let entry = entry.expect("an entry");
            if entry.file_type().is_file() {
                let name = entry
                    .path()
                    .strip_prefix(repository(""))
                    .expect("below")
                    .display()
                    .to_string();
                world.file(&name, std::fs::read(entry.path()).expect("a file"));
            }
        }
    }
    world
}

#[test]
fn the_tour_contest() {
    let tools = ["python3", "node", "c++"];
    if !tools
        .into_iter()
        .all(|tool| found_or_skipped(tool, which(tool)))
    {
        return;
    }
    let world = with_samples();
    let ran = world.judge("run contests/tour.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    let lines = json["standings"].as_array().expect("a list").iter();
    let line = |team: &str| {
        let mut lines = lines.clone();
        lines.find(|line| line["team"] == team).expect("the team")
    };
    assert_eq!(line("no-crossings")["rank"], 1);
    assert_eq!(line("no-crossings")["failed"], 0);
    assert!(line("up-and-down")["failed"].as_u64() > Some(0));
    assert_eq!(line("two-opt")["baseline"], true);
    let verified = world.judge("verify results/tour");
    assert_eq!(verified.code, 0, "{}", verified.out);
    let checked = world.judge("lint contests/tour.toml");
    assert_eq!(checked.code, 0, "{}", checked.out);
}

#[test]
fn the_spring_contest() {
    let world = with_samples();
    let ran = world.judge("run contests/spring.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let json = ran.json();
    assert_eq!(json["contest"], "Spring contest");
    let lines = json["standings"].as_array().expect("a list");
    let team = |name: &str| {
        lines
            .iter()
            .find(|line| line["team"] == name)
            .expect("the team")
    };
    assert_eq!(team("tidy-magpies")["rank"], 1);
    assert_eq!(team("tidy-magpies")["failed"], 0);
    assert!(team("over-the-edge")["failed"].as_u64() > Some(0));
    assert!(team("over-the-edge")["accepted"].as_u64() > Some(0));
    assert_eq!(team("naive")["rank"], serde_json::Value::Null);
    assert_eq!(team("naive")["baseline"], true);
    for key in ["score", "bests", "rank_low", "rank_high", "first"] {
        assert!(team("ring-road")[key].is_number(), "{key}");
    }
    // What was promised before the contest is what was played, and anybody can see it with two commands.
    let promised = world.judge("commit contests/spring.toml").out;
    assert_eq!(promised.trim(), json["digest"].as_str().expect("a digest"));
    assert_eq!(
        shell_digest(&world, "results/spring/instances/hidden"),
        promised.trim()
    );
    // Names of hidden instances are numbers, and no file that students may see tells more.
    let rows = world.rows("results/spring");
    let hidden = rows.0.iter().filter(|row| row["round"] == "hidden");
    let names: BTreeSet<&str> = hidden.map(|row| row["instance"].as_str()).collect();
    let expected: Vec<String> = (1..=8)
        .map(|number| format!("hidden-{number:02}"))
        .collect();
    assert_eq!(names.into_iter().collect::<Vec<_>>(), expected);
    let page = world.read("results/spring/report.html");
    for secret in ["course-10x10", "scatter-15x20", "blocks-20x20", "20270321"] {
        assert!(!page.contains(secret), "the page tells {secret}");
    }
    for file in ["standings.csv", "report.html", "run.toml", "runs.csv"] {
        assert!(world.path("results/spring").join(file).exists(), "{file}");
    }
    let header = world
        .read("results/spring/runs.csv")
        .lines()
        .next()
        .expect("a header")
        .to_owned();
    assert_eq!(
        header,
        "round,instance,digest,team,baseline,repetition,verdict,value,cpu_ms,wall_ms,memory_kib,answers,time,provenance,detail,seal"
    );
    let markdown = world
        .judge("leaderboard results/spring --format markdown")
        .out;
    assert!(markdown.contains("| rank |"), "{markdown}");
    let csv = world.judge("leaderboard results/spring --format csv").out;
    assert_eq!(csv.lines().count(), 1 + lines.len());
    assert_eq!(csv, world.read("results/spring/standings.csv"));
}

#[test]
fn the_other_sample_contests() {
    let world = with_samples();
    for (contest, first, baseline) in [
        ("swap", "happy-trails", "greedy"),
        ("la-grille", "recuit-simple", "anneal"),
        ("picross", "second-guess", "fusion"),
    ] {
        let ran = world.judge(&format!("run contests/{contest}.toml --format json"));
        assert_eq!(ran.code, 0, "{contest}: {}", ran.err);
        let json = ran.json();
        let lines = json["standings"].as_array().expect("a list");
        let ranked = lines.iter().find(|line| line["rank"] == 1);
        assert_eq!(ranked.expect("a winner")["team"], first, "{contest}");
        assert!(
            lines.iter().any(|line| line["team"] == baseline),
            "{contest}"
        );
        assert!(
            lines.iter().any(|line| line["failed"].as_u64() > Some(0)),
            "{contest}: all is well?"
        );
        let verified = world.judge(&format!("verify results/{contest}"));
        assert_eq!(verified.code, 0, "{contest}: {}", verified.err);
    }
    // What a team says its answer is worth is checked, and the difference told.
    let runs = world.read("results/la-grille/runs.csv");
    assert!(runs.contains("declared "), "{runs}");
}

#[test]
fn the_digest_is_that_of_the_shell_for_any_names() {
    let world = World::tiny();
    let contest = world.read("tiny.toml").replace("public = true", "");
    world.file("tiny.toml", contest);
    for (number, name) in [
        "a.txt", "a-b.txt", "a b.txt", "é.txt", "a.b.txt", "A.txt", "ab", "a.x.non",
    ]
    .into_iter()
    .enumerate()
    {
        // Different texts, so that every order has a digest of its own.
        let columns = number + 2;
        let cells: Vec<&str> = std::iter::repeat_n("0", columns).collect();
        let cells = cells.join(" ");
        world.file(
            &format!("grids/{name}"),
            format!("1 {columns} 1\n{cells}\n{cells}\n"),
        );
    }
    assert_eq!(world.judge("run tiny.toml").code, 0);
    let committed = world.judge("commit tiny.toml");
    assert_eq!(committed.err, "", "files cannot be guessed");
    let in_shell = shell_digest(&world, "results/tiny/instances/files");
    assert_eq!(committed.out.trim(), in_shell);
}

/// A contest with one round of two recipes, 60 instances each.
fn two_recipes(public: bool) -> Contest {
    let text = format!(
        "problem = \"sorting-robot\"\nsubmissions = \"x\"\n[[round]]\nname = \"final\"\npublic = {public}\n\
         seed = 7\ngenerate = [{{ count = 60, layout = \"vector\", columns = 4 }}, \
         {{ count = 60, layout = \"scatter\", rows = 2, columns = 2, colours = 2 }}]\n[scoring]\nrule = \"total\"\n"
    );
    let path = PathBuf::from("test.toml");
    Contest::from_document(&Document { path, text }).expect("a contest")
}

#[test]
fn numbers_of_hidden_instances_tell_nothing() {
    let hidden = instances::prepare(&two_recipes(false)).expect("instances");
    let names: Vec<&str> = hidden.iter().map(|i| i.name.as_str()).collect();
    assert_eq!((names[0], names[119]), ("final-001", "final-120"));
    let origins: Vec<&str> = hidden.iter().filter_map(|i| i.origin.as_deref()).collect();
    assert_eq!(origins.len(), 120);
    // Both recipes are everywhere, and seeds are not sorted.
    for third in origins.chunks(40) {
        let vectors = third
            .iter()
            .filter(|origin| origin.starts_with("vector-1x4"))
            .count();
        assert!((10..=30).contains(&vectors), "{vectors} of 40");
    }
    assert!(!origins.is_sorted());
    // Everybody may know the origin of public instances, which are the same ones.
    let public = instances::prepare(&two_recipes(true)).expect("instances");
    let names: BTreeSet<&str> = public.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(names, origins.into_iter().collect());
}

#[test]
fn secrets_that_can_be_guessed_are_told() {
    let world = World::new();
    assert_eq!(world.judge("new contest autumn").code, 0);
    let secret = std::fs::metadata(world.path("autumn.secret")).expect("a secret");
    assert_eq!(secret.permissions().mode() & 0o777, 0o600);
    let text = world.read("autumn.secret");
    assert!(text.trim().len() == 32 && text.trim().bytes().all(|b| b.is_ascii_hexdigit()));
    let strong = world.judge("commit autumn.toml");
    assert_eq!((strong.code, strong.err.as_str()), (0, ""));
    for (secret, reason) in [
        ("20270321", "the secret is a date"),
        ("our secret", "the secret is short or made of few words"),
    ] {
        world.file("autumn.secret", secret);
        let weak = world.judge("commit autumn.toml");
        assert_eq!(weak.code, 0);
        let expected =
            format!("warning: the instances of round `hidden` can be guessed: {reason}\n");
        assert!(weak.err.starts_with(&expected), "{}", weak.err);
        assert!(weak.err.contains(".gitignore"), "{}", weak.err);
        assert_ne!(weak.out, strong.out);
    }
    let contest = world.read("autumn.toml");
    let contest = contest.replace("seed_file = \"autumn.secret\"", "seed = 9007199254740993");
    world.file("autumn.toml", contest);
    let weak = world.judge("commit autumn.toml");
    assert!(weak.err.contains("`seed` is a number"), "{}", weak.err);
    // Nothing that is there is overwritten, and no secret is left for a contest that was not written.
    world.file("winter.secret", "mine");
    assert_eq!(world.judge("new contest winter").code, 2);
    assert_eq!(world.read("winter.secret"), "mine");
    assert!(!world.path("winter.toml").exists());
}

#[test]
fn trying_needs_no_secret() {
    let world = World::new();
    assert_eq!(world.judge("new contest autumn").code, 0);
    std::fs::remove_file(world.path("autumn.secret")).expect("it was there");
    let tried = world.judge("try autumn-submissions/example --contest autumn.toml");
    assert_eq!(tried.code, 0, "{}", tried.err);
    let refused = world.judge("commit autumn.toml");
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("failed to read the seed file"),
        "{}",
        refused.err
    );
}

#[test]
fn a_new_contest_works_as_it_is() {
    let world = World::new();
    assert_eq!(world.judge("new contest autumn").code, 0);
    let ran = world.judge("run autumn.toml --format json");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines = ran.json();
    let example = lines["standings"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|l| l["team"] == "example")
        .expect("it");
    assert_eq!(example["failed"], 0);
    let again = world.judge("new contest autumn");
    assert_eq!(again.code, 2);
    assert!(
        again.err.contains("nothing was overwritten"),
        "{}",
        again.err
    );
}

#[test]
fn a_french_contest_has_french_programs() {
    let world = World::new();
    let made = world.judge("new contest automne --lang fr --problem swap-puzzle");
    assert_eq!(made.code, 0, "{}", made.err);
    let contest = world.read("automne.toml");
    assert!(contest.contains("language = \"fr\""), "{contest}");
    let program = world.read("automne-submissions/example/solver.py");
    assert!(program.starts_with("# Jeu d'échanges : "), "{program}");
    let tried = world.judge("try automne-submissions/example --contest automne.toml");
    assert_eq!(tried.code, 0, "{}", tried.err);
    let made = world.judge("new submission magpies --lang fr --language java");
    assert_eq!(made.code, 0, "{}", made.err);
    let program = world.read("magpies/solver.java");
    assert!(program.starts_with("// Robot trieur : "), "{program}");
    // English is what contests have without saying so.
    assert_eq!(world.judge("new contest autumn").code, 0);
    assert!(!world.read("autumn.toml").contains("language"));
}

#[test]
fn a_new_contest_of_every_problem_works_as_it_is() {
    for problem in puzzles::problems() {
        let world = World::new();
        let name = problem.name();
        let made = world.judge(&format!("new contest autumn.toml --problem {name}"));
        assert_eq!(made.code, 0, "{}", made.err);
        let ran = world.judge("run autumn.toml --format json");
        assert_eq!(ran.code, 0, "{name}: {}", ran.err);
        let json = ran.json();
        assert_eq!(json["problem"], name);
        let lines = json["standings"].as_array().expect("a list");
        let example = lines.iter().find(|line| line["team"] == "example");
        assert_eq!(example.expect("the team")["failed"], 0, "{name}");
        // A baseline may run out of time; none may misread its instance.
        let runs = world.read("results/autumn/runs.csv");
        assert!(!runs.contains("crashed"), "{name}: {runs}");
    }
}

#[test]
fn example_teams_in_several_languages() {
    let world = World::new();
    let refused = world.judge("new contest autumn --language c,cobol");
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("unknown language `cobol`"),
        "{}",
        refused.err
    );
    assert!(!world.path("autumn.toml").exists() && !world.path("autumn.secret").exists());
    let made = world.judge("new contest autumn --problem la-grille --language c,py,python");
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(world.path("autumn-submissions/example/solver.c").exists());
    assert!(
        world
            .path("autumn-submissions/example-python/solver.py")
            .exists()
    );
    let answers = |team: &str| {
        let folder = world.path("autumn-submissions").join(team).join("answers");
        std::fs::read_dir(folder).expect("answers").count()
    };
    assert_eq!((answers("example"), answers("example-python")), (15, 15));
    let lint = world.judge("lint autumn.toml");
    assert_eq!(lint.code, 0, "{}", lint.out);
}
