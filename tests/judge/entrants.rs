//! What may stand in a submissions folder, and what becomes of it.

use std::os::unix::fs::symlink;

use crate::world::{World, found_or_skipped, which};

/// Reads nothing and prints the answer to the tiny grid.
const SOLVES: &str = "echo SRSLS";

#[test]
fn executables_scripts_and_odd_names() {
    let world = World::tiny();
    world
        .script("plain", SOLVES)
        .script("odd name, with \"quotes\" <b>", SOLVES);
    world
        .file("teams/alone.sh", "#!/bin/sh\necho SRSLS\n")
        .executable("teams/alone.sh");
    let rows = world.run();
    for team in ["plain", "odd name, with \"quotes\" <b>", "alone", "naive"] {
        assert_eq!(
            rows.verdict(team),
            "accepted",
            "{team}: {}",
            rows.detail(team)
        );
        assert_eq!(rows.of(team)["value"], "2");
        assert_eq!(
            world
                .read(&format!("results/tiny/answers/files/swap/{team}"))
                .trim(),
            "SRSLS"
        );
    }
    assert!(!world.read("results/tiny/report.html").contains("<b>"));
}

#[test]
fn what_cannot_run_is_listed_and_never_fatal() {
    let world = World::tiny();
    world
        .script("good", SOLVES)
        .folder("teams/empty")
        .file("teams/.hidden/solver.py", "")
        .file("teams/notes.txt", "");
    world
        .file("teams/two/solver.py", "")
        .file("teams/two/solver.c", "");
    world.file("teams/not-executable/solver", "#!/bin/sh\n");
    world.file("teams/bad-manifest/submission.toml", "runn = [\"x\"]\n");
    world.script("naive", SOLVES);
    symlink("nowhere", world.path("teams/broken")).expect("a link");
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for note in [
        "broken: a link: put the folder itself here, left out",
        "empty: nothing to run",
        "notes.txt: neither a folder nor an executable file",
        "two: both solver.py and solver.c",
        "not-executable: `solver` is not executable",
        "did you mean `run`?",
        "naive: another team or a baseline has this name",
    ] {
        assert!(ran.err.contains(note), "{note} in {}", ran.err);
    }
    let rows = world.rows("results/tiny");
    assert_eq!(rows.verdict("good"), "accepted");
    assert_eq!(rows.verdict("empty"), "missing");
    assert!(
        rows.0
            .iter()
            .all(|row| row["team"] != ".hidden" && row["team"] != "broken")
    );
}

#[test]
fn builds_that_fail_say_why() {
    let world = World::tiny();
    world.file(
        "teams/broken-c/solver.c",
        "int main(void) { return oops; }\n",
    );
    world.file(
        "teams/no-tool/submission.toml",
        "run = [\"no-such-interpreter\", \"x\"]\n",
    );
    world.file(
        "teams/manifest/submission.toml",
        "build = [\"sh\", \"make.sh\"]\nrun = [\"./made\"]\n",
    );
    world.file(
        "teams/manifest/make.sh",
        "printf '#!/bin/sh\\necho SRSLS\\n' > made; chmod +x made\n",
    );
    let rows = world.run();
    assert_eq!(rows.verdict("broken-c"), "build-failed");
    assert!(
        rows.detail("broken-c").contains("oops"),
        "{}",
        rows.detail("broken-c")
    );
    assert!(
        world
            .read("results/tiny/build-logs/broken-c")
            .contains("oops")
    );
    assert_eq!(rows.verdict("no-tool"), "build-failed");
    assert!(
        rows.detail("no-tool")
            .contains("`no-such-interpreter` is neither"),
        "{}",
        rows.detail("no-tool")
    );
    assert_eq!(rows.verdict("manifest"), "accepted");
    // Nothing is built into the team's own folder.
    assert!(!world.path("teams/manifest/made").exists());
}

/// Languages with the tool that each needs.
const TOOLS: [(&str, &str); 7] = [
    ("python", "python3"),
    ("c", "cc"),
    ("cpp", "c++"),
    ("rust", "rustc"),
    ("java", "javac"),
    ("go", "go"),
    ("javascript", "node"),
];

#[test]
fn starters_of_all_problems_work_in_every_language_that_is_there() {
    for problem in puzzles::problems() {
        let world = World::new();
        let name = problem.name();
        let recipes = problem.sample_recipes().iter();
        let recipes: Vec<_> = recipes.map(|recipe| format!("{{ {recipe} }}")).collect();
        let recipes = recipes.join(", ");
        world.file(
            "tiny.toml",
            format!(
                "name = \"Tiny\"\nproblem = \"{name}\"\nsubmissions = \"teams\"\n[limits]\ntime = \"5s\"\n\
                 [[round]]\nname = \"all\"\nseed = 3\ngenerate = [{recipes}]\n[scoring]\nrule = \"total\"\n"
            ),
        );
        for (language, _) in TOOLS {
            let ran = world.judge(&format!(
                "new submission teams/{language} --problem {name} --language {language}"
            ));
            assert_eq!(ran.code, 0, "{}", ran.err);
        }
        let ran = world.judge("run tiny.toml");
        assert!([0, 3].contains(&ran.code), "{}", ran.err);
        let rows = world.rows("results/tiny");
        for (language, tool) in TOOLS {
            // What a machine lacks is no fault of the team's.
            let expected = if found_or_skipped(tool, which(tool)) {
                "accepted"
            } else {
                "judge-error"
            };
            let own: Vec<_> = rows
                .0
                .iter()
                .filter(|row| row["team"] == language)
                .collect();
            assert_eq!(own.len(), problem.sample_recipes().len());
            for row in own {
                assert_eq!(
                    row["verdict"], expected,
                    "{name}, {language}: {}",
                    row["detail"]
                );
            }
        }
    }
}

/// From this value of the greedy solver on, the starter of La Grille is above zero.
const EASY: i64 = 110;

#[test]
fn starters_of_la_grille_agree_and_score() {
    let world = World::new();
    let problem = puzzles::problem("la-grille").expect("a problem");
    let recipes = problem.sample_recipes().iter();
    let recipes: Vec<_> = recipes
        .map(|recipe| format!("{{ seeds = \"1..8\", {recipe} }}"))
        .collect();
    world.file(
        "tiny.toml",
        format!(
            "problem = \"la-grille\"\nsubmissions = \"teams\"\nbaselines = [\"greedy\"]\n[limits]\ntime = \"5s\"\n\
             [[round]]\nname = \"all\"\npublic = true\ngenerate = [{}]\n",
            recipes.join(", ")
        ),
    );
    let there = TOOLS.iter().filter(|(_, tool)| which(tool));
    let there: Vec<&str> = there.map(|(language, _)| *language).collect();
    for language in &there {
        let arguments =
            format!("new submission teams/{language} --problem la-grille --language {language}");
        assert_eq!(world.judge(&arguments).code, 0);
    }
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rows = world.rows("results/tiny");
    let value = |team: &str, instance: &str| {
        let mut own = rows.0.iter();
        let row = own.find(|row| row["team"] == team && row["instance"] == instance);
        let row = row.expect("a row");
        assert_eq!(
            (row["verdict"].as_str(), row["detail"].as_str()),
            ("accepted", ""),
            "{row:?}"
        );
        row["value"].parse::<i64>().expect("a value")
    };
    let instances: Vec<&str> = rows
        .0
        .iter()
        .filter(|row| row["team"] == "greedy")
        .map(|row| row["instance"].as_str())
        .collect();
    assert_eq!(instances.len(), 24);
    let mut easy = 0;
    for instance in instances {
        let answer =
            |team: &str| world.read(&format!("results/tiny/answers/all/{instance}/{team}"));
        let values: Vec<i64> = there
            .iter()
            .map(|language| value(language, instance))
            .collect();
        for language in &there {
            assert_eq!(answer(language), answer(there[0]), "{language}, {instance}");
        }
        if value("greedy", instance) >= EASY {
            easy += 1;
            assert!(
                values.iter().all(|&value| value > 0),
                "{instance}: {values:?}"
            );
        }
    }
    assert!(easy >= 20, "{easy} easy instances");
}

#[test]
fn java_classes_of_any_name() {
    if !found_or_skipped("javac", which("javac")) {
        return;
    }
    let world = World::tiny();
    let body = "{ public static void main(String[] a) { System.out.println(\"SRSLS\"); } }";
    world.file(
        "teams/public/solver.java",
        format!("class Helper {{}}\npublic class Robot {body}"),
    );
    world.file(
        "teams/private/solver.java",
        format!("class Zebra {body}\nclass Ant {{}}"),
    );
    let rows = world.run();
    assert_eq!(
        rows.verdict("public"),
        "accepted",
        "{}",
        rows.detail("public")
    );
    assert_eq!(
        rows.verdict("private"),
        "accepted",
        "{}",
        rows.detail("private")
    );
}

#[test]
fn answers_handed_in_as_files() {
    let world = World::tiny();
    let contest = crate::world::TINY_CONTEST
        .replace("name = \"files\"", "name = \"files\"\nrun = \"answers\"");
    world.file("tiny.toml", contest);
    world
        .file("teams/right/answers/swap.txt", "SRSLS")
        .file("teams/wrong/answers/swap.sol", "SRS");
    world
        .folder("teams/none/answers")
        .folder("teams/folder/answers/swap.txt");
    world
        .file("teams/both/answers/swap.txt", "SRSLS")
        .file("teams/both/answers/swap.sol", "SRSLS");
    world.folder("teams/link/answers").file("secret", "SRSLS");
    symlink(
        world.path("secret"),
        world.path("teams/link/answers/swap.txt"),
    )
    .expect("a link");
    world.file("teams/right/answers/swpa.txt", "SRSLS");
    let ran = world.judge("run tiny.toml");
    assert!(
        ran.err
            .contains("note: right: answers/swpa.txt belongs to no instance, did you mean swap?"),
        "{}",
        ran.err
    );
    let rows = world.rows("results/tiny");
    assert_eq!(rows.verdict("right"), "accepted");
    assert_eq!(rows.verdict("wrong"), "rejected");
    assert_eq!(rows.verdict("none"), "missing");
    assert_eq!(
        (rows.verdict("link"), rows.detail("link")),
        ("rejected", "the answer file is a link")
    );
    assert_eq!(rows.verdict("folder"), "rejected");
    assert!(
        rows.detail("both").contains("both swap.sol and swap.txt"),
        "{}",
        rows.detail("both")
    );
    assert_eq!(rows.verdict("naive"), "accepted");
    // A file that is mended counts at the next run.
    world.file("teams/wrong/answers/swap.sol", "SRSLS");
    assert_eq!(world.run().verdict("wrong"), "accepted");
}

#[test]
fn names_that_deceive_are_left_out() {
    let world = World::tiny();
    for team in [
        "alpha",
        "\u{1b}[2Jclear",
        "=1+1",
        "-rf",
        "@team",
        "zero\u{200b}width",
        "\u{202e}backwards",
    ] {
        world.script(team, SOLVES);
    }
    // A Cyrillic letter that looks like a Latin one.
    world
        .script("\u{430}lpha", SOLVES)
        .script("naiv\u{435}", SOLVES);
    world.file(
        "teams/escape/solver.c",
        "#error \u{1b}]0;title\u{7}\nint main(void) {}\n",
    );
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for note in [
        "a spreadsheet would take the name for a formula",
        "the name holds invisible characters",
        "the name looks like alpha",
        "the name looks like naive",
        "control character",
    ] {
        assert!(ran.err.contains(note), "{note} in {}", ran.err);
    }
    for text in [&ran.err, &ran.out, &world.read("results/tiny/runs.csv")] {
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
    }
    let rows = world.rows("results/tiny");
    let teams: Vec<&str> = rows.0.iter().map(|row| row["team"].as_str()).collect();
    assert_eq!(teams.len(), 3, "{teams:?}");
    assert_eq!(rows.verdict("alpha"), "accepted");
}

#[test]
fn a_path_that_is_too_long_is_the_teams_own_failure() {
    let world = World::tiny();
    world
        .script("deep", "echo SRSLS")
        .script("team", "echo SRSLS");
    // Each folder is made from within the last, until the whole path is longer than the kernel takes at once.
    let deepen = "name=$(printf 'd%.0s' $(seq 250)); while mkdir $name && cd $name; do :; done";
    let made = std::process::Command::new("sh")
        .args(["-c", deepen])
        .current_dir(world.path("teams/deep"))
        .stderr(std::process::Stdio::null())
        .status();
    made.expect("a shell");
    let rows = world.run();
    assert_eq!(rows.verdict("team"), "accepted");
    let told = rows.detail("deep");
    assert_eq!(rows.verdict("deep"), "missing", "{told}");
    assert!(told.contains("a path is longer than 2048 bytes"), "{told}");
}

#[test]
fn what_is_built_is_what_was_digested() {
    const SIZE: u64 = 100 << 20;
    let world = World::tiny();
    world.script("team", "echo SRSLS");
    // Packed before the program, so that there is time to change that one after packing has begun.
    let ballast = std::fs::File::create(world.path("teams/team/ballast")).expect("a file");
    ballast.set_len(SIZE).expect("a size");
    let mut run = world.command("run tiny.toml");
    let run = run.stdout(std::process::Stdio::null());
    let mut run = run
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("judge runs");
    let written = || {
        let counts = std::fs::read_to_string(format!("/proc/{}/io", run.id())).unwrap_or_default();
        let written = counts.lines().find_map(|line| line.strip_prefix("wchar: "));
        written.map_or(SIZE, |bytes| bytes.parse().expect("a number"))
    };
    while written() < SIZE / 20 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    world.script("team", "echo SRLRSLS");
    run.wait().expect("it ends");
    let rows = world.rows("results/tiny");
    let told = rows.detail("team");
    assert_eq!(rows.verdict("team"), "judge-error", "{told}");
    assert!(
        told.contains("changed after the contest had begun"),
        "{told}"
    );
}
