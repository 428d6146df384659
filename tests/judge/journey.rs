//! A whole course: hand-ins from Moodle, late ones, a check, the contest, marks and feedback.

use std::fmt::Write;
use std::io::{Cursor, Read};

use crate::hand_ins::{C, PYTHON, assert_told, collect, roster, zipped, zipped_at};
use crate::world::{World, found_or_skipped, which};

/// Until Moodle 4.0.
const WITH_UNDERSCORE: &str = "_assignsubmission_file_";
/// Since Moodle 4.1.
const WITHOUT_UNDERSCORE: &str = "_assignsubmission_file";

/// A hand-in: person and number, file, content, the hour in which it was handed in.
type HandIn = (&'static str, &'static str, Vec<u8>, u8);

/// A download of all submissions.
fn download(people: &[HandIn], mark: &str) -> Vec<u8> {
    let named: Vec<(String, &[u8], u8)> = people
        .iter()
        .map(|(person, file, content, hour)| {
            let name = format!("{person}{mark}/{file}");
            (name, content.as_slice(), *hour)
        })
        .collect();
    let files: Vec<(&str, &[u8], u8)> = named
        .iter()
        .map(|(name, content, hour)| (name.as_str(), *content, *hour))
        .collect();
    zipped_at(&files)
}

/// Hand-ins of all kinds; those whose tools are missing are left out.
fn people() -> Vec<HandIn> {
    let nested = zipped(&[
        ("projet final/", b""),
        ("projet final/Solver.py", PYTHON.as_bytes()),
        ("__MACOSX/projet final/._Solver.py", b"x"),
    ]);
    let makefile = "all: robot\r\nrobot: robot.c\r\n\tcc -O2 -o robot robot.c\r\n";
    let made = zipped(&[("Makefile", makefile.as_bytes()), ("robot.c", C.as_bytes())]);
    let mut people = vec![
        ("Léa Martin_123456", "projet.zip", nested, 19),
        ("Groupe A-Tom Roy_11", "rendu.zip", made.clone(), 19),
        ("Groupe A-Jean-Noël Petit_12", "rendu.zip", made, 19),
        (
            "Zoë Ångström_13",
            "solver",
            b"#!/bin/sh\r\necho SRLRSLS\r\n".to_vec(),
            19,
        ),
    ];
    if found_or_skipped("cmake", which("cmake")) {
        let project = "cmake_minimum_required(VERSION 3.10)\nproject(robot C)\nadd_executable(robot src/robot.c)\n";
        let cmake = zipped(&[
            ("CMakeLists.txt", project.as_bytes()),
            ("src/robot.c", C.as_bytes()),
        ]);
        people.push(("Cléo Make_17", "robot.zip", cmake, 19));
    }
    if found_or_skipped("cargo", which("cargo")) {
        let package = "[package]\nname = \"crab\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
        let main = "fn main() { println!(\"SRSLS\"); }\n";
        let crab = zipped(&[
            ("crab/Cargo.toml", package.as_bytes()),
            ("crab/src/main.rs", main.as_bytes()),
        ]);
        people.push(("Carla Crate_14", "crab.zip", crab, 19));
    }
    if found_or_skipped("javac", which("javac")) {
        let main = "package robot;\npublic class Main {\n  public static void main(String[] a) { System.out.println(new Grid().text()); }\n}\n";
        let grid = "package robot;\nclass Grid { String text() { return \"SRSLS\"; } }\n";
        let java = zipped(&[
            ("src/robot/Main.java", main.as_bytes()),
            ("src/robot/Grid.java", grid.as_bytes()),
        ]);
        people.push(("Ivan Java_15", "java.zip", java, 19));
    }
    people
}

/// The team and the number of a person in a download.
fn team_and_id(person: &str) -> (&str, &str) {
    let (name, id) = person.rsplit_once('_').expect("a number");
    (
        if name.starts_with("Groupe A-") {
            "Groupe A"
        } else {
            name
        },
        id,
    )
}

/// A grading worksheet as a French Moodle exports it, with one absent person.
fn worksheet(people: &[HandIn]) -> String {
    let mut sheet = "\u{feff}Identifiant,\"Nom complet\",\"Adresse de courriel\",Statut,Note,\"Note maximale\",\
                     \"La note peut être modifiée\",\"Dernière modification (note)\"\r\n"
        .to_owned();
    for (person, ..) in people {
        let (name, id) = person.rsplit_once('_').expect("a number");
        let name = name.trim_start_matches("Groupe A-");
        let _ = write!(
            sheet,
            "\"Participant {id}\",\"{name}\",x{id}@example.org,\"Remis pour évaluation\",,\"20,00\",Oui,-\r\n"
        );
    }
    sheet
        + "\"Participant 99\",\"Abel Absent\",abel@example.org,\"Pas de remise\",,\"20,00\",Oui,-\r\n"
}

#[test]
fn from_a_download_to_marks_and_feedback() {
    for mark in [WITH_UNDERSCORE, WITHOUT_UNDERSCORE] {
        let world = World::tiny();
        let contest = world.read("tiny.toml") + "\n[scoring]\nrule = \"best\"\n";
        world.file("tiny.toml", contest);
        let mut people = people();
        world.file("download.zip", download(&people, mark));
        collect(&world, "download.zip --deadline 2027-03-21T20:00");
        // The next download has one more.
        people.push(("Nora Late_16", "main.py", PYTHON.as_bytes().to_vec(), 22));
        world.file("later.zip", download(&people, mark));
        let ran = collect(&world, "later.zip --deadline 2027-03-21T20:00");
        assert_told(&ran, "Léa Martin", "unchanged", "");
        assert_told(&ran, "Groupe A", "unchanged", "");
        assert_told(&ran, "Nora Late", "added", "late");
        assert_eq!(roster(&world, "Groupe A")[4], "no");
        assert_eq!(roster(&world, "Nora Late")[4], "yes");

        let lint = world.judge("lint tiny.toml --build");
        assert_eq!(lint.code, 0, "{}{}", lint.out, lint.err);
        let rows = world.run();
        for (person, ..) in &people {
            let (team, _) = team_and_id(person);
            assert_eq!(
                rows.verdict(team),
                "accepted",
                "{team}: {}",
                rows.detail(team)
            );
        }

        let sheet = worksheet(&people);
        world.file("notes.csv", &sheet);
        let ran = world.judge(
            "grades results/tiny --roster teams/roster.csv --fill notes.csv --feedback feedback.zip",
        );
        assert_eq!(ran.code, 0, "{}", ran.err);
        let mut expected = sheet;
        for (person, ..) in &people {
            let (team, id) = team_and_id(person);
            // 2 and 4 steps: 3/5 of the best score.
            let mark = if team == "Zoë Ångström" {
                "12,00"
            } else {
                "20,00"
            };
            let row = format!("x{id}@example.org,\"Remis pour évaluation\",");
            expected = expected.replace(&row, &format!("{row}\"{mark}\""));
        }
        assert_eq!(world.read("notes.filled.csv"), expected);
        assert!(
            ran.err
                .contains("no result for: Participant 99 Abel Absent"),
            "{}",
            ran.err
        );
        let count = people.len();
        let told = format!("feedback pages for {count} people are in feedback.zip");
        assert!(ran.err.contains(&told), "{}", ran.err);
        check_feedback(&world, &people, mark);
        // Nothing is overwritten.
        let again =
            world.judge("grades results/tiny --roster teams/roster.csv --feedback feedback.zip");
        assert_eq!(again.code, 2);
        assert!(
            again.err.contains("nothing was overwritten"),
            "{}",
            again.err
        );
    }
}

/// The archive has the folders of the download, each with the page of the team, as Moodle reads them.
fn check_feedback(world: &World, people: &[HandIn], mark: &str) {
    let bytes = std::fs::read(world.path("feedback.zip")).expect("an archive");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    assert_eq!(archive.len(), people.len());
    for (person, ..) in people {
        let name = format!("{person}{mark}/feedback.html");
        let mut page = String::new();
        let mut member = archive
            .by_name(&name)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        member.read_to_string(&mut page).expect("text");
        let (team, id) = team_and_id(person);
        assert!(page.contains(&format!("{team}: rank ")), "{name}");
        // Moodle splits the first part of the path at underscores and reads the number from the second piece.
        let pieces: Vec<&str> = name.splitn(5, '_').collect();
        assert_eq!(pieces[1], id);
        assert_eq!(
            pieces[2..4].join("_").split('/').next(),
            Some("assignsubmission_file")
        );
        // Other teams have pseudonyms.
        let others = people.iter().map(|(other, ..)| team_and_id(other).0);
        for other in others.filter(|other| *other != team) {
            assert!(!page.contains(other), "{name} names {other}");
        }
    }
}

#[test]
fn people_without_a_folder_in_moodle_are_listed() {
    let world = World::tiny();
    world
        .script("short", "echo SRSLS")
        .script("long", "echo SRLRSLS")
        .script("other", "echo SRSLS");
    world.run();
    let nobody = world.judge("grades results/tiny --feedback feedback.zip");
    assert_eq!(nobody.code, 2, "{}", nobody.err);
    assert!(
        nobody
            .err
            .contains("no team has a folder in a Moodle download"),
        "{}",
        nobody.err
    );
    assert!(!world.path("feedback.zip").exists());
    world.file(
        "roster.csv",
        "team,people,source\nshort,Léa (1); Bo,Léa_1_assignsubmission_file_\nlong,Ann (1),Ann_1_assignsubmission_file_\n\
         other,Zoé (3),zoe.zip\n",
    );
    let ran = world.judge("grades results/tiny --roster roster.csv --feedback feedback.zip");
    assert_eq!(ran.code, 0, "{}", ran.err);
    for text in [
        "Bo (team short): no folder in a Moodle download is known",
        "Zoé (team other): no folder in a Moodle download is known",
        "Léa (team short): number 1 is already in the roster",
        "feedback pages for 1 person are in feedback.zip",
    ] {
        assert!(ran.err.contains(text), "{text} in {}", ran.err);
    }
}
