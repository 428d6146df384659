//! `judge diff`: two results folders, paired run by run.

use crate::world::World;

/// A contest on two grids with a team whose answers change between two runs.
fn world() -> World {
    let world = World::tiny();
    world.file("grids/three.txt", "1 3 3\n0 1 2\n1 0 2\n");
    world.script("same", "echo SRSLS");
    world.script(
        "changing",
        "read m n c; [ $n = 2 ] && echo SRSLSRL || echo SRSL",
    );
    world.judge("run tiny.toml --out before");
    world.script("changing", "read m n c; echo SRSLS");
    world.script("new", "echo SRSLS");
    world.judge("run tiny.toml --out after");
    world
}

#[test]
fn verdicts_come_first_then_values() {
    let world = world();
    let ran = world.judge("diff before after --team changing");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().map(str::trim).collect();
    let place = |text: &str| lines.iter().position(|line| line.contains(text));
    let verdict = place("files/three: rejected → 2 (+100.0 %)").expect(&ran.out);
    let value = place("files/swap: 4 → 2 (+40.0 %)").expect(&ran.out);
    assert!(verdict < value, "{}", ran.out);
    let json = world.judge("diff before after --format json").json();
    assert_eq!(json["only_after"], serde_json::json!(["new"]));
    let team = |name: &str| {
        let teams = json["teams"].as_array().expect("teams");
        teams
            .iter()
            .find(|team| team["team"] == name)
            .expect("a team")
            .clone()
    };
    let changing = team("changing");
    assert_eq!(
        (&changing["better"], &changing["worse"]),
        (&2.into(), &0.into())
    );
    assert_eq!(changing["probability"], 1.0);
    let same = team("same");
    assert_eq!(same["equal"], 2);
    assert_eq!(same["probability"], serde_json::Value::Null);
}

#[test]
fn formats_and_errors() {
    let world = world();
    let csv = world.judge("diff before after --format csv").out;
    assert!(
        csv.starts_with("team,baseline,round,instance,repetition,verdict_before,"),
        "{csv}"
    );
    assert!(
        csv.contains("\nchanging,false,files,three,1,rejected,accepted,,2,"),
        "{csv}"
    );
    assert_eq!(world.judge("diff before after -o changes.html").code, 0);
    let page = world.read("changes.html");
    assert!(
        page.contains("files/three: rejected → 2 (+100.0 %)"),
        "{page}"
    );
    assert!(page.contains("script-src &#39;none&#39;"), "{page}");
    let table = world.judge("diff before after").out;
    assert!(table.contains("only in the second: new"), "{table}");
    let unknown = world.judge("diff before after --team changin");
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.err.contains("did you mean `changing`?"),
        "{}",
        unknown.err
    );
    assert_eq!(world.judge("diff before nowhere").code, 2);
}
