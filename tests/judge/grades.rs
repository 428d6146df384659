//! `judge grades`: marks by several scales, sheets of gradebooks, feedback pages.

use crate::world::World;

/// Three teams with scores 100, 60 and 0 on the rule `best`.
fn world() -> World {
    let world = World::tiny();
    let contest = world.read("tiny.toml") + "\n[scoring]\nrule = \"best\"\n";
    world.file("tiny.toml", contest);
    world.script("short", "echo SRSLS");
    world.script("long", "echo SRLRSLS");
    world.script("wrong", "echo L");
    world.run();
    world
}

fn marks(world: &World, scale: &str) -> Vec<(String, f64)> {
    let ran = world
        .command("grades results/tiny --format json --scale")
        .arg(scale)
        .output()
        .expect("judge runs");
    let json: serde_json::Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    let grades = json["grades"].as_array().expect("grades").iter();
    grades
        .map(|grade| {
            let team = grade["team"].as_str().expect("a team").to_owned();
            (team, grade["mark"].as_f64().expect("a mark"))
        })
        .collect()
}

#[test]
fn scales_worked_by_hand() {
    let world = world();
    let expect = |scale: &str, expected: [f64; 3]| {
        let teams = ["short", "long", "wrong"].map(str::to_owned);
        let expected: Vec<(String, f64)> = teams.into_iter().zip(expected).collect();
        assert_eq!(marks(&world, scale), expected, "{scale}");
    };
    // 2 and 4 steps: 3/5 of the best score.
    expect("linear 0..20", [20.0, 12.0, 0.0]);
    expect("linear 10..20", [20.0, 16.0, 10.0]);
    expect("rank 8..20", [20.0, 14.0, 8.0]);
    expect("thresholds 50:10 90:18", [18.0, 10.0, 0.0]);
    let bad = world.judge("grades results/tiny --scale cubic");
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("expected `linear 0..20`"), "{}", bad.err);
}

#[test]
fn a_sheet_is_filled_and_nothing_else_changes() {
    let world = world();
    world.file(
        "roster.csv",
        "team,people\nshort,Léa Martin <lea@x.fr>; Bo Li (123456)\nlong,Ann Lee\nwrong,Zoé\n",
    );
    let sheet = "\u{feff}\"Identifiant\";Nom complet;Adresse;Note;Dernière modification\r\n\
        Participant 7;MARTIN Lea;lea@x.fr;;\"lundi; 3 mars\"\r\n\
        Participant 123456;Inconnu;;;\r\n\
        Participant 9;Ann Lee;;;-\r\n\
        Participant 10;ann lee;;;-\r\n\
        Participant 11;Absent;;;-\r\n";
    world.file("book.csv", sheet);
    let ran = world.judge("grades results/tiny --roster roster.csv --fill book.csv");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let expected = sheet
        .replace("lea@x.fr;;", "lea@x.fr;20,00;")
        .replace("Inconnu;;;", "Inconnu;;20,00;");
    assert_eq!(world.read("book.filled.csv"), expected);
    assert_eq!(world.read("book.csv"), sheet, "the original is kept");
    for text in [
        "Ann Lee (team long): several rows fit",
        "Zoé (team wrong): not in the sheet",
        "no result for: Participant 11 Absent",
        "2 marks are in book.filled.csv",
    ] {
        assert!(ran.err.contains(text), "{text}: {}", ran.err);
    }
    // A second run does not overwrite it.
    let again = world.judge("grades results/tiny --roster roster.csv --fill book.csv");
    assert_eq!(again.code, 2);
    assert!(again.err.contains("already exists"), "{}", again.err);
}

#[test]
fn names_that_students_choose_fill_no_other_row() {
    let world = World::tiny();
    world.script("bob", "echo L");
    world.script("Zed <bob@x.fr>", "echo SRSLS");
    world.script("Carol (77123)", "echo SRSLS");
    world.run();
    let sheet = "id,name,mail,grade\nParticipant 55001,Bob Li,bob@x.fr,\nParticipant 77123,Dan,,\n";
    world.file("book.csv", sheet);
    let ran = world.judge("grades results/tiny --fill book.csv -o none.csv");
    assert_eq!(ran.code, 2, "nobody fits: {}", ran.err);
    world.file("roster.csv", "team,people\nbob,Bob Li <bob@x.fr> (55001)\n");
    let ran = world.judge("grades results/tiny --roster roster.csv --fill book.csv -o out.csv");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        world.read("out.csv"),
        sheet.replace("bob@x.fr,", "bob@x.fr,0.00")
    );
    assert!(
        ran.err.contains("Carol (77123)): not in the roster"),
        "{}",
        ran.err
    );
    // Two people, one row.
    world.file(
        "roster.csv",
        "team,people\nbob,Bob Li\nCarol (77123),Bob Li <bob@x.fr>\n",
    );
    let ran = world.judge("grades results/tiny --roster roster.csv --fill book.csv -o two.csv");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("one row fits both"), "{}", ran.err);
}

#[test]
fn every_team_gets_its_feedback_page() {
    let world = world();
    let ran = world.judge("grades results/tiny --feedback feedback");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = world.read("feedback/long.html");
    assert!(page.contains("long: rank 2 of 3"));
    assert!(!page.contains("short"), "other teams have pseudonyms");
}

#[test]
fn the_key_of_the_pseudonyms() {
    let world = world();
    let key = world
        .judge("leaderboard results/tiny --anonymous --key")
        .out;
    assert!(key.starts_with("pseudonym,team\n"), "{key}");
    let names = key
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').expect("two"));
    let table = world
        .judge("leaderboard results/tiny --anonymous --format csv")
        .out;
    for (pseudonym, team) in names {
        assert!(
            table.contains(pseudonym) && !table.contains(&format!(",{team},")),
            "{table}"
        );
    }
    assert_eq!(world.judge("leaderboard results/tiny --key").code, 2);
}
