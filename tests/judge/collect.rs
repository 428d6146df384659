//! From messy hand-ins to team folders: `judge collect`, then `judge lint`, then `judge run`.

use std::fs::{self, File, FileTimes};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::time::{Duration, UNIX_EPOCH};

use crate::hand_ins::{
    C, PYTHON, assert_clean, assert_told, collect, gzipped, moodle, roster, tar_of, zipped,
};
use crate::world::{Ran, World, found_or_skipped, which};

#[test]
fn from_a_moodle_download_to_the_standings() {
    let world = World::tiny();
    let group = zipped(&[
        (
            "rendu/main.c",
            b"#include \"grid.h\"\nint main(void) { return solve(); }\n",
        ),
        (
            "rendu/grid.c",
            b"#include <stdio.h>\nint solve(void) { puts(\"SRSLS\"); return 0; }\n",
        ),
        ("rendu/grid.h", b"int solve(void);\n"),
    ]);
    let made = zipped(&[
        (
            "Makefile",
            b"PROG = robot\r\nall: $(PROG)\r\n$(PROG): robot.c\r\n\tcc -O2 -o $(PROG) robot.c\r\n",
        ),
        ("robot.c", C.as_bytes()),
    ]);
    let lea = zipped(&[
        ("projet final/", b""),
        ("projet final/Solver.py", PYTHON.as_bytes()),
        ("projet final/__pycache__/x.pyc", b"x"),
        ("__MACOSX/projet final/._Solver.py", b"x"),
        ("projet final/.DS_Store", b"x"),
    ]);
    world.file(
        "download.zip",
        moodle(&[
            ("Léa Martin_123456", "projet.zip", &lea),
            ("Groupe A-Tom Roy_11", "x.zip", &group),
            ("Groupe A-Jean-Noël Petit_12", "x.zip", &group),
            (
                "Jean-Pierre Dupont_13",
                "solver",
                b"#!/bin/sh\r\necho SRSLS\r\n",
            ),
            (
                "Max Make_14",
                "m.tar.gz",
                &gzipped(&tar_of(
                    "solver.py",
                    tar::EntryType::Regular,
                    PYTHON.len() as u64,
                    PYTHON.as_bytes(),
                )),
            ),
            ("Mia Make_15", "m.zip", &made),
        ]),
    );
    let ran = collect(&world, "download.zip");
    assert_told(
        &ran,
        "Léa Martin",
        "added",
        "Solver.py renamed to solver.py",
    );
    assert_told(&ran, "Groupe A", "added", "submission.toml written");
    assert_told(
        &ran,
        "Jean-Pierre Dupont",
        "added",
        "Windows line ends of solver repaired",
    );
    assert_told(&ran, "Mia Make", "added", "./robot");
    let people = &roster(&world, "Groupe A")[1];
    assert_eq!(people, "Jean-Noël Petit (12); Tom Roy (11)");
    let source = &roster(&world, "Léa Martin")[2];
    assert_eq!(source, "Léa Martin_123456_assignsubmission_file_");
    assert_clean(&world);
    // Nothing but the program is left of it.
    let files: Vec<_> = fs::read_dir(world.path("teams/Léa Martin"))
        .expect("a folder")
        .collect();
    assert_eq!(files.len(), 1);

    let lint = world.judge("lint tiny.toml --build");
    assert_eq!(lint.code, 0, "{}{}", lint.out, lint.err);
    assert!(
        lint.out
            .contains("ok       team Groupe A: cc -O2 -o solver"),
        "{}",
        lint.out
    );
    // Where every file is executable, the roster is no team either.
    world.executable("teams/roster.csv");
    let rows = world.run();
    for team in [
        "Léa Martin",
        "Groupe A",
        "Jean-Pierre Dupont",
        "Max Make",
        "Mia Make",
    ] {
        assert_eq!(
            rows.verdict(team),
            "accepted",
            "{team}: {}",
            rows.detail(team)
        );
    }
    assert!(rows.0.iter().all(|row| row["team"] != "roster"));
}

#[test]
fn late_ones_are_added_and_nothing_is_overwritten() {
    let world = World::tiny();
    let one = ("Léa Martin_1", "solver.py", PYTHON.as_bytes());
    let tom = ("Tom_2", "main.py", PYTHON.as_bytes());
    world.file("download.zip", moodle(&[one, tom]));
    let ran = collect(&world, "download.zip --deadline 2027-03-21T20:00");
    assert_told(&ran, "Léa Martin", "added", "solver.py");
    assert_eq!(roster(&world, "Léa Martin")[4], "no");
    let again = collect(&world, "download.zip");
    assert_told(&again, "Léa Martin", "unchanged", "");
    assert_told(&again, "Tom", "unchanged", "");
    // An instructor repairs a folder by hand: it is not undone.
    world.file("teams/Tom/solver.py", "print('repaired')\n");
    // Somebody of the same name arrives late, and another hands in again.
    let other = ("Léa Martin_3", "solver.py", b"print()\n".as_slice());
    world.file(
        "late.zip",
        moodle(&[("Léa Martin_1", "solver.py", b"print(1)\n"), tom, other]),
    );
    let ran = collect(&world, "late.zip --deadline 2027-03-21T19:00");
    assert_told(
        &ran,
        "Tom",
        "kept",
        "changed by hand since it was collected",
    );
    assert_told(&ran, "Léa Martin", "kept", "--replace 'Léa Martin'");
    assert_told(
        &ran,
        "Léa Martin (3)",
        "added",
        "another team is called Léa Martin",
    );
    assert_eq!(world.read("teams/Tom/solver.py"), "print('repaired')\n");
    assert_eq!(world.read("teams/Léa Martin/solver.py"), PYTHON);
    assert_eq!(roster(&world, "Léa Martin (3)")[4], "yes");
    // What was decided about a folder stays with it.
    assert_eq!(roster(&world, "Léa Martin")[4], "no");
    let mut command = world.command("collect late.zip -o teams --replace");
    let ran: Ran = command
        .arg("Léa Martin")
        .output()
        .expect("judge runs")
        .into();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_told(&ran, "Léa Martin", "replaced", "solver.py");
    assert_eq!(world.read("teams/Léa Martin/solver.py"), "print(1)\n");
    let ran = world.judge("collect late.zip -o teams --replace tom");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("did you mean `Tom`?"), "{}", ran.err);
}

#[test]
fn a_folder_of_archives_folders_and_files() {
    let world = World::tiny();
    world
        .file(
            "in/alpha.zip",
            zipped(&[(
                "Main.java",
                b"public class Main { public static void main(String[] a) {} }",
            )]),
        )
        .file(
            "in/beta.tgz",
            gzipped(&tar_of(
                "b/solver.c",
                tar::EntryType::Regular,
                C.len() as u64,
                C.as_bytes(),
            )),
        )
        .file("in/gamma/deep/main.py", PYTHON)
        .file("in/delta.py", PYTHON)
        .file("in/epsilon.zip", "not an archive")
        .file("in/notes.txt", "")
        .file("in/.hidden/x.py", "");
    symlink("/etc", world.path("in/zeta")).expect("a link");
    symlink("/etc/passwd", world.path("in/gamma/deep/passwd")).expect("a link");
    // A time from before the deadline, and one from after it.
    for (name, seconds) in [
        ("in/alpha.zip", 1_000_000_000),
        ("in/delta.py", 1_900_000_000),
    ] {
        let time = UNIX_EPOCH + Duration::from_secs(seconds);
        let file = File::options()
            .append(true)
            .open(world.path(name))
            .expect("a file");
        file.set_times(FileTimes::new().set_modified(time))
            .expect("a time");
    }
    let ran = collect(&world, "in --deadline 2027-03-21T20:00:00Z");
    assert_told(&ran, "alpha", "added", "Main.java renamed to solver.java");
    assert_told(&ran, "beta", "added", "taken out of b/");
    assert_told(&ran, "gamma", "added", "left out deep/passwd: a link");
    assert_told(&ran, "delta", "added", "late");
    assert_told(
        &ran,
        "epsilon",
        "missing",
        "not an archive, whatever its name says",
    );
    assert_told(&ran, "zeta", "missing", "a link or a device");
    assert!(
        !ran.out.contains("notes") && !ran.out.contains("hidden"),
        "{}",
        ran.out
    );
    assert_eq!(roster(&world, "alpha")[3..], ["2001-09-09T01:46:40Z", "no"]);
    assert_eq!(roster(&world, "delta")[4], "yes");
    assert!(!world.path("teams/zeta").exists());
}

#[test]
fn a_moodle_folder_with_and_without_folders() {
    let world = World::tiny();
    world
        .file(
            "in/Zoé Petit_1_assignsubmission_file_/x.zip",
            zipped(&[("solver.py", PYTHON.as_bytes())]),
        )
        .file("in/Tom Roy_2_assignsubmission_file_solver.py", PYTHON)
        .file("in/Tom Roy_2_assignsubmission_file_grid.txt", "1")
        // Everybody for themselves, in two classes.
        .file(
            "in/TP1-Ann_3_assignsubmission_file_/solver.py",
            "print(1)\n",
        )
        .file(
            "in/TP1-Bob_4_assignsubmission_file_/solver.py",
            "print(2)\n",
        );
    let ran = collect(&world, "in");
    for team in ["Zoé Petit", "Tom Roy", "Ann", "Bob"] {
        assert_told(&ran, team, "added", "solver.py");
    }
    assert!(world.path("teams/Tom Roy/grid.txt").exists());
    // The same, packed by hand into a folder.
    let wrapped = zipped(&[(
        "Projet-123/Zoé Petit_1_assignsubmission_file_/solver.py",
        PYTHON.as_bytes(),
    )]);
    world.file("wrapped.zip", wrapped);
    let ran = collect(&world, "wrapped.zip");
    assert_told(&ran, "Zoé Petit", "unchanged", "");
}

#[test]
fn names_that_differ_in_accents_or_case() {
    let world = World::tiny();
    let both = zipped(&[
        ("Solver.py", b"print(1)\n"),
        ("solver.py", PYTHON.as_bytes()),
    ]);
    // As macOS writes it: a letter and an accent.
    world.file("download.zip", moodle(&[("Le\u{301}a_1", "x.zip", &both)]));
    let ran = collect(&world, "download.zip");
    assert_told(
        &ran,
        "Léa",
        "added",
        "names that differ only in case: solver.py",
    );
    assert_eq!(world.run().verdict("Léa"), "accepted");
}

#[test]
fn sources_that_cannot_be_used() {
    let world = World::tiny();
    world
        .folder("empty")
        .file("notes.txt", "")
        .file("list.csv", "name,url\n");
    for (arguments, message) in [
        ("no-such.zip", "failed to read no-such.zip"),
        ("empty", "there are no hand-ins in empty"),
        ("notes.txt", "notes.txt is neither an archive nor a folder"),
        (
            "--git list.csv",
            "must name the columns `team` and `address`",
        ),
        ("empty --deadline tomorrow", "`tomorrow` is not a time"),
        ("empty --deadline 2027-03-21", "is not a time"),
    ] {
        let ran = world.judge(&format!("collect {arguments} -o teams"));
        assert_eq!(ran.code, 2, "{arguments}: {}", ran.out);
        assert!(ran.err.contains(message), "{message} in {}", ran.err);
    }
    assert_eq!(world.judge("collect -o teams").code, 2);
}

#[test]
fn one_line_of_json_for_each_team() {
    let world = World::tiny();
    world.file(
        "download.zip",
        moodle(&[
            ("Léa_1", "main.py", PYTHON.as_bytes()),
            ("Rar_2", "x.rar", b"Rar!\x1a\x07\x00"),
        ]),
    );
    let json = collect(&world, "download.zip --format json").json();
    assert_eq!(json["schema"], 1);
    let teams = json["teams"].as_array().expect("a list");
    assert_eq!(
        (&teams[0]["team"], &teams[0]["state"]),
        (&"Léa".into(), &"added".into())
    );
    assert_eq!(teams[0]["program"], "solver.py");
    assert!(
        teams[1]["look_at"][0]
            .as_str()
            .is_some_and(|text| text.contains("rar archive"))
    );
}

#[test]
fn a_cargo_package_without_dependencies_builds() {
    if !found_or_skipped("cargo", which("cargo")) {
        return;
    }
    let world = World::tiny();
    world
        .file(
            "in/crab/Cargo.toml",
            "[package]\nname = \"crab\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
        )
        .file(
            "in/crab/src/main.rs",
            "fn main() { println!(\"SRSLS\"); }\n",
        )
        .file("in/crab/target/debug/old", "x");
    collect(&world, "in");
    assert!(!world.path("teams/crab/target").exists());
    let rows = world.run();
    assert_eq!(rows.verdict("crab"), "accepted", "{}", rows.detail("crab"));
}

#[test]
fn permissions_of_what_is_written() {
    let world = World::tiny();
    world
        .file("in/a/solver", "#!/bin/sh\necho SRSLS\n")
        .file("in/a/times.csv", "");
    world.executable("in/a/times.csv");
    collect(&world, "in");
    let mode = |name: &str| {
        fs::metadata(world.path(name))
            .expect("a file")
            .permissions()
            .mode()
            & 0o111
    };
    assert_ne!(mode("teams/a/solver"), 0);
    assert_eq!(mode("teams/a/times.csv"), 0);
    assert_eq!(mode("teams/roster.csv"), 0);
}
