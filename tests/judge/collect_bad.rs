//! `judge collect` and hand-ins that cannot be used: each is told, and the others go on.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

use crate::hand_ins::{
    PYTHON, assert_clean, assert_told, collect, encrypted, gzipped, lines, moodle, tar_of, zipped,
};
use crate::world::World;

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
        (
            "zip absolute",
            "a.zip",
            zip("/tmp/judge-evil.py"),
            "leads out",
        ),
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
    let pipe = of_kind("pipe", tar::EntryType::Fifo);
    let hard_link = of_kind("shadow", tar::EntryType::Link);
    let soft_link = of_kind("shadow", tar::EntryType::Symlink);
    let of_folders = zipped(&[("src/", b""), ("__MACOSX/x", b"x")]);
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
        ("pipe", "d.tar", pipe, "left out devices or pipes: pipe"),
        ("hard", "d.tar", hard_link, "left out links: shadow"),
        ("soft", "d.tar", soft_link, "left out links: shadow"),
        (
            "no files",
            "n.zip",
            zipped(&[]),
            "nothing was handed in: ask",
        ),
        ("folders", "n.zip", of_folders, "nothing was handed in: ask"),
        ("no bytes", "n.zip", Vec::new(), "nothing is in n.zip: ask"),
        (
            "no text",
            "solver.py",
            Vec::new(),
            "nothing is in solver.py: ask",
        ),
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
fn people_of_one_name() {
    let world = World::tiny();
    let person = |name: &'static str| (name, "solver.py", PYTHON.as_bytes());
    let people = [
        "Max Muster_1",
        "Max Muster_2",
        "Anna Klein_3",
        "ANNA KLEIN_4",
    ]
    .map(person);
    world.file("download.zip", moodle(&people));
    let ran = collect(&world, "download.zip");
    let teams = [
        "Max Muster (1)",
        "Max Muster (2)",
        "Anna Klein (3)",
        "ANNA KLEIN (4)",
    ];
    for team in teams {
        assert_told(&ran, team, "added", "check that they are two");
    }
    // They keep their names.
    let again = collect(&world, "download.zip");
    for team in teams {
        assert_told(&again, team, "unchanged", "");
    }
}
