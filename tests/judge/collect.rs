//! From messy hand-ins to team folders: `judge collect`, then `judge lint`, then `judge run`.

use std::fs::{self, File, FileTimes};
use std::io::{Cursor, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use zip::write::SimpleFileOptions;

use crate::world::{Ran, World, found_or_skipped, which};

/// Solves the tiny grid.
pub(crate) const PYTHON: &str = "import sys\nsys.stdin.read()\nprint('SRSLS')\n";
pub(crate) const C: &str = "#include <stdio.h>\nint main(void) { puts(\"SRSLS\"); return 0; }\n";

/// A zip archive of files with their contents.
pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        let time = zip::DateTime::from_date_and_time(2027, 3, 21, 19, 30, 0).expect("a time");
        let options = options.last_modified_time(time);
        if let Some(folder) = name.strip_suffix('/') {
            writer.add_directory(folder, options).expect("a folder");
            continue;
        }
        writer.start_file(*name, options).expect("a member");
        writer.write_all(content).expect("content");
    }
    writer.finish().expect("an archive").into_inner()
}

/// A tar archive of one member with any name, kind and claimed size.
fn tar_of(name: &str, kind: tar::EntryType, claimed: u64, content: &[u8]) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    // Past the checks of the library: names that lead out are what is tested.
    header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_mtime(1_800_000_000);
    header.set_size(claimed);
    header.set_cksum();
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend_from_slice(content);
    bytes.resize(bytes.len().next_multiple_of(512) + 1024, 0);
    bytes
}

fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("compressed");
    encoder.finish().expect("compressed")
}

/// Marks every member of a zip archive as encrypted.
fn encrypted(mut zip: Vec<u8>) -> Vec<u8> {
    for (magic, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let starts: Vec<usize> = zip
            .windows(4)
            .enumerate()
            .filter(|(_, w)| w == magic)
            .map(|(at, _)| at)
            .collect();
        for at in starts {
            zip[at + flags] |= 1;
        }
    }
    zip
}

/// A download of an assignment, as Moodle packs it.
fn moodle(people: &[(&str, &str, &[u8])]) -> Vec<u8> {
    let names: Vec<(String, &[u8])> = people
        .iter()
        .map(|(person, file, content)| {
            (format!("{person}_assignsubmission_file_/{file}"), *content)
        })
        .collect();
    let files: Vec<(&str, &[u8])> = names
        .iter()
        .map(|(name, content)| (name.as_str(), *content))
        .collect();
    zipped(&files)
}

fn collect(world: &World, arguments: &str) -> Ran {
    let ran = world.judge(&format!("collect {arguments} -o teams"));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    ran
}

/// The line of a team and the remarks below it.
fn lines<'r>(ran: &'r Ran, team: &str) -> Vec<&'r str> {
    let mut lines = ran.out.lines().skip_while(|line| {
        let name = line.get(11..).unwrap_or_default();
        line.starts_with(' ') || !(name == team || name.starts_with(&format!("{team}:")))
    });
    let first = lines
        .next()
        .unwrap_or_else(|| panic!("{team} in {}", ran.out));
    std::iter::once(first)
        .chain(lines.take_while(|line| line.starts_with(' ')))
        .collect()
}

fn assert_told(ran: &Ran, team: &str, state: &str, remark: &str) {
    let lines = lines(ran, team);
    assert!(lines[0].starts_with(state), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains(remark)),
        "{remark} in {lines:?}"
    );
}

/// The row of a team in the roster.
fn roster(world: &World, team: &str) -> Vec<String> {
    let text = world.read("teams/roster.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    assert_eq!(
        reader.headers().expect("a header"),
        ["team", "people", "source", "time", "late"].as_slice()
    );
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    let row = rows.iter().find(|row| &row[0] == team);
    row.unwrap_or_else(|| panic!("{team} in {text}"))
        .iter()
        .map(str::to_owned)
        .collect()
}

/// No file of the hidden folder in which archives are unpacked is left.
fn assert_clean(world: &World) {
    for entry in fs::read_dir(world.path("teams")).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        assert!(
            !name.to_string_lossy().starts_with(".collect-"),
            "{}",
            name.display()
        );
    }
}

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

/// A team, the name and the content of its file, and what is told about it.
type Bad = (&'static str, &'static str, Vec<u8>, &'static str);

/// Paths that lead out of the folder.
fn escapes() -> Vec<Bad> {
    let forged = "../x\nadded      forged: solver.py";
    let zip = |name: &str| zipped(&[(name, b"x")]);
    let tar = |name: &str| tar_of(name, tar::EntryType::Regular, 1, b"x");
    vec![
        (
            "up",
            "u.zip",
            zip("../../evil.py"),
            "`../../evil.py` leads out",
        ),
        ("back", "u.zip", zip(r"..\..\evil.py"), "leads out"),
        ("drive", "u.zip", zip(r"C:\evil.py"), "leads out"),
        ("line break", "l.zip", zip(forged), "leads out"),
        ("tar up", "u.tar", tar("a/../../evil.py"), "leads out"),
        (
            "absolute",
            "u.tar",
            tar("/tmp/judge-evil.py"),
            "`/tmp/judge-evil.py` leads out",
        ),
    ]
}

/// Archives that are too large, damaged, closed or of another kind.
fn unusable() -> Vec<Bad> {
    let zeros = vec![0; 40 << 20];
    let bomb = zipped(&[("zeros", &zeros)]);
    let nested = zipped(&[("inner.zip", &bomb)]);
    let good = zipped(&[("main.py", PYTHON.as_bytes())]);
    let torn = good[..good.len() / 2].to_vec();
    let of_kind = |name: &str, kind| tar_of(name, kind, 0, b"");
    let regular = tar::EntryType::Regular;
    let gz_bomb = gzipped(&tar_of("zeros", regular, zeros.len() as u64, &zeros));
    // The claim is 10 GB; there is nothing behind it.
    let ten = tar_of("huge.bin", regular, 10 << 30, b"x");
    let device = of_kind("disk", tar::EntryType::Block);
    let hard_link = of_kind("shadow", tar::EntryType::Link);
    vec![
        ("bomb", "b.zip", bomb, "as in a zip bomb"),
        ("nested bomb", "n.zip", nested, "as in a zip bomb"),
        ("gz bomb", "b.tar.gz", gz_bomb, "as in a zip bomb"),
        ("ten", "t.tar", ten, "damaged tar archive"),
        (
            "secret",
            "s.zip",
            encrypted(good),
            "a zip archive with a password: ask",
        ),
        (
            "rar",
            "p.rar",
            b"Rar!\x1a\x07\x00....".to_vec(),
            "a rar archive, which is not read here",
        ),
        (
            "seven",
            "p.7z",
            b"7z\xbc\xaf\x27\x1c....".to_vec(),
            "a 7z archive",
        ),
        ("torn", "t.zip", torn, "a damaged zip archive"),
        ("device", "d.tar", device, "left out devices or pipes: disk"),
        ("hard", "d.tar", hard_link, "left out links: shadow"),
        ("notebook", "n.ipynb", b"{}".to_vec(), "nbconvert"),
        (
            "report",
            "rapport.pdf",
            b"%PDF".to_vec(),
            "no program among rapport.pdf",
        ),
    ]
}

/// A zip archive of a program and a link.
fn with_link() -> Vec<u8> {
    let mut link = zip::ZipWriter::new(Cursor::new(Vec::new()));
    link.add_symlink("passwords", "/etc/passwd", SimpleFileOptions::default())
        .expect("a link");
    link.start_file("solver.py", SimpleFileOptions::default())
        .expect("a member");
    link.write_all(PYTHON.as_bytes()).expect("content");
    link.finish().expect("an archive").into_inner()
}

#[test]
fn bad_hand_ins_are_told_and_the_others_go_on() {
    let world = World::tiny();
    let (link, good) = (with_link(), zipped(&[("main.py", PYTHON.as_bytes())]));
    let bad = [escapes(), unusable()].concat();
    let mut people: Vec<(String, &str, &[u8])> = Vec::new();
    for (number, (name, file, content, _)) in bad.iter().enumerate() {
        people.push((format!("{name}_{number}"), file, content));
    }
    people.push(("links_100".to_owned(), "l.zip", &link));
    people.push(("good_101".to_owned(), "g.zip", &good));
    let people: Vec<(&str, &str, &[u8])> = people
        .iter()
        .map(|(a, b, c)| (a.as_str(), *b, *c))
        .collect();
    let mut download = moodle(&people);
    // An empty folder, and a text typed into Moodle.
    let mut writer = zip::ZipWriter::new_append(Cursor::new(&mut download)).expect("an archive");
    let options = SimpleFileOptions::default();
    writer
        .add_directory("Emil_200_assignsubmission_file_", options)
        .expect("a folder");
    writer
        .start_file(
            "Anna_201_assignsubmission_onlinetext_/onlinetext.html",
            options,
        )
        .expect("a text");
    writer.finish().expect("an archive");
    world.file("download.zip", &download);
    let ran = collect(&world, "download.zip");
    for (name, _, _, remark) in &bad {
        let lines = lines(&ran, name);
        assert!(
            lines.iter().any(|line| line.contains(remark)),
            "{name}: {lines:?}"
        );
    }
    assert_told(&ran, "links", "added", "left out links: passwords");
    assert_told(&ran, "Emil", "missing", "nothing was handed in");
    assert_told(&ran, "Anna", "missing", "typed into Moodle");
    assert_told(&ran, "good", "added", "main.py renamed to solver.py");
    // A name with a line break does not make a line of its own.
    assert!(!ran.out.contains("\nadded      forged"), "{}", ran.out);
    // Nothing was written elsewhere, and no link anywhere.
    for outside in ["evil.py", "teams/evil.py", "../evil.py"] {
        assert!(!world.path(outside).exists(), "{outside}");
    }
    assert!(!std::path::Path::new("/tmp/judge-evil.py").exists());
    for entry in walkdir::WalkDir::new(world.path("teams")) {
        let entry = entry.expect("an entry");
        let kind = entry.file_type();
        assert!(
            kind.is_file() || kind.is_dir(),
            "{}",
            entry.path().display()
        );
        assert!(
            entry.metadata().expect("attributes").len() < 1 << 20,
            "{}",
            entry.path().display()
        );
    }
    assert_clean(&world);
    let rows = world.run();
    assert_eq!(rows.verdict("good"), "accepted");
    assert_eq!(rows.verdict("links"), "accepted");
    assert_eq!(rows.verdict("rar"), "missing");
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
fn git_repositories() {
    if !found_or_skipped("git", which("git")) {
        return;
    }
    let world = World::tiny();
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args([
            "-C",
            "repository",
            "-c",
            "user.name=x",
            "-c",
            "user.email=x@example.org",
        ]);
        command.args(arguments).current_dir(world.path(""));
        command
            .env("GIT_COMMITTER_DATE", "2027-03-21T12:00:00Z")
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        let ran = command.output().expect("git runs");
        assert!(
            ran.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&ran.stderr)
        );
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    };
    world.file("repository/main.py", PYTHON);
    symlink("/etc/passwd", world.path("repository/passwd")).expect("a link");
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    let first = git(&["rev-parse", "HEAD"]);
    world.file("repository/main.py", "print('later')\n");
    // Filters and hooks of the repository would run programs.
    world.file("repository/.gitattributes", "*.py filter=evil\n");
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "second"]);
    let second = git(&["rev-parse", "HEAD"]);
    let evil = format!("ext::sh -c touch% {}", world.path("evil").display());
    world.file(
        "list.csv",
        format!(
            "team,address,commit\nearly,repository,{first}\nlast,repository,\nnone,repository,0123456\n\
             evil,{evil},\nurl,file:///etc,\nabsent,no-such-folder,\noption,--upload-pack=touch evil,\n"
        ),
    );
    let ran = collect(&world, "--git list.csv --deadline 2027-03-21T20:00:00Z");
    assert_told(&ran, "early", "added", "left out links: passwd");
    assert_eq!(world.read("teams/early/solver.py"), PYTHON);
    assert_eq!(world.read("teams/last/solver.py"), "print('later')\n");
    assert!(!world.path("teams/last/.git").exists());
    let row = roster(&world, "early");
    assert_eq!(
        row[2..],
        [
            format!("repository at {first}"),
            "2027-03-21T12:00:00Z".to_owned(),
            "no".to_owned()
        ]
    );
    assert_eq!(roster(&world, "last")[2], format!("repository at {second}"));
    assert_told(&ran, "none", "missing", "no such commit");
    assert_told(&ran, "evil", "missing", "it would run a program");
    assert_told(
        &ran,
        "url",
        "missing",
        "use https, ssh, or the path of a folder",
    );
    assert_told(&ran, "absent", "missing", "there is no such folder");
    assert_told(&ran, "option", "missing", "it is not an address");
    assert!(!world.path("evil").exists());
    assert_clean(&world);
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
