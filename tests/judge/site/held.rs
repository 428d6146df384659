//! A contest that is held on a site from the first hand-in to the final standings.

use std::collections::BTreeMap;

use judge::site::database::{Phase, Secret};
use serde_json::{Value, json};

use super::serving::{
    BEST, LONG, SHORT, Serving, contest, database, phase, script, staff, team, world,
};
use crate::site_client::{MULTIPART, Session, eventually, multipart};
use crate::world::{Ran, World};

fn judge_hand_in(world: &World, site: &Serving, token: &Secret, arguments: &str) -> Ran {
    let output = world
        .command(&format!("hand-in {arguments} --to http://{}", site.address))
        .env("JUDGE_TOKEN", token.text())
        .output();
    output.expect("judge runs").into()
}

/// Returns the standings without times: entrant, rank, score, accepted and failed runs.
fn standings(board: &Value) -> Vec<Value> {
    let lines = board["standings"].as_array().expect("standings").iter();
    let keys = ["team", "baseline", "rank", "score", "accepted", "failed"];
    let line = |line: &Value| Value::Array(keys.map(|key| line[key].clone()).to_vec());
    lines.map(line).collect()
}

/// Returns the score of each team, in thousandths, on the public board, or on that of the staff.
fn board(site: &Serving, staff: Option<&Secret>) -> BTreeMap<String, i64> {
    let answer = match staff {
        Some(staff) => site.get_as(staff, "/api/board"),
        None => site.get("/api/board"),
    };
    if answer.status != 200 {
        return BTreeMap::new();
    }
    let json = answer.json();
    let lines = json["standings"].as_array().expect("standings").iter();
    let teams = lines.filter(|line| line["baseline"] == false);
    let score = |line: &Value| Some((line["score"].as_f64()? * 1000.0).round() as i64);
    teams
        .filter_map(|line| Some((line["team"].as_str()?.to_owned(), score(line)?)))
        .collect()
}

/// Returns verdict and value of the last row of each run.
fn values(world: &World, results: &str) -> BTreeMap<Vec<String>, [String; 2]> {
    let pick = |row: &BTreeMap<String, String>, columns: &[&str]| -> Vec<String> {
        columns.iter().map(|column| row[*column].clone()).collect()
    };
    let rows = world.rows(results).0;
    let rows = rows.iter().map(|row| {
        let key = pick(
            row,
            &["round", "instance", "team", "baseline", "repetition"],
        );
        (key, ["verdict", "value"].map(|column| row[column].clone()))
    });
    rows.collect()
}

fn rows_of(world: &World, team: &str) -> usize {
    let rows = world.history("site/results/tiny").0;
    rows.iter().filter(|row| row["team"] == team).count()
}

fn post(site: &Serving, staff: &Session, path: &str, fields: &str) {
    let answer = site.post(staff, &format!("/staff/{path}"), fields);
    assert_eq!(answer.status, 303, "{path}: {}", answer.body);
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "one contest from its first hand-in to its final standings"
)]
fn a_contest_is_held_and_its_final_standings_are_those_of_a_run() {
    let world = world("hand_ins = \"1000 per hour\"");
    let [owls, foxes, bears] = ["owls", "foxes", "bears"].map(|name| team(&world, name));
    let staff_token = staff(&world);
    let site = Serving::start(&world);
    let staff = site.sign_in(&staff_token);

    // By a program, by `judge hand-in`, and by the form of the page.
    let first = site.taken(&owls, LONG);
    let run = json!({"round": "files", "instance": "swap", "repetition": 1, "verdict": "accepted",
        "value": 4, "detail": ""});
    assert_eq!(site.judged(&owls, first)["runs"], json!([run]));
    world.script("foxes", BEST);
    let ran = judge_hand_in(&world, &site, &foxes, "teams/foxes");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("accepted") && ran.out.contains("hand-in 2: judged"));
    let session = site.sign_in(&bears);
    let headers = [
        ("Cookie", session.cookie.as_str()),
        ("Content-Type", MULTIPART),
    ];
    let body = multipart(Some(&session.form), &[("solver", &script("echo nonsense"))]);
    let answer = site.send("POST", "/team/hand-in", &headers, &body);
    assert_eq!(
        answer.header("location"),
        Some("/hand-ins/3"),
        "{}",
        answer.body
    );
    assert_eq!(site.judged(&bears, 3)["runs"][0]["verdict"], "rejected");
    eventually(|| board(&site, None).len() == 3);
    let before = board(&site, None);
    assert!(
        before["foxes"] > before["owls"] && before["owls"] > before["bears"],
        "{before:?}"
    );

    // One that cannot be built never counts: the former counts on.
    let broken = site.hand_in(&owls, &[("solver.c", b"int main( {")]);
    let broken = broken.json()["id"].as_i64().unwrap();
    let status = site.judged(&owls, broken);
    assert_eq!(
        (&status["built"], &status["runs"]),
        (&json!(false), &json!([]))
    );
    assert!(!status["note"].as_str().unwrap().is_empty(), "{status}");
    assert!(
        !status["build_log"].as_str().unwrap().is_empty(),
        "{status}"
    );
    world.file("broken/solver.c", "int main( {");
    let ran = judge_hand_in(&world, &site, &owls, "broken");
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("cannot be built"), "{}", ran.out);
    assert_eq!(board(&site, None), before);
    let owls_id = database(&world).team("owls").unwrap().unwrap().id;
    assert_eq!(
        database(&world).counting_of("tiny", owls_id).unwrap(),
        Some(first)
    );

    // Of two that wait, the newer one is judged.
    let (older, newer) = site.while_busy(&bears, || {
        (site.taken(&owls, SHORT), site.taken(&owls, SHORT))
    });
    let status = site.hand_in_json(&owls, older);
    assert_eq!(status["state"], "replaced");
    assert!(
        status["note"]
            .as_str()
            .unwrap()
            .contains(&format!("hand-in {newer}"))
    );
    assert_eq!(site.judged(&owls, newer)["runs"][0]["value"], 2);
    assert_eq!(site.hand_in_json(&owls, older)["runs"], json!([]));
    eventually(|| board(&site, None)["owls"] > before["owls"]);

    // The staff pins the worse one, and lets the last one count again.
    post(
        &site,
        &staff,
        "hand-ins/pin",
        &format!("id={first}&reason=they+asked"),
    );
    eventually(|| board(&site, None)["owls"] == before["owls"]);
    post(&site, &staff, "hand-ins/unpin", &format!("id={first}"));
    eventually(|| board(&site, None)["owls"] > before["owls"]);

    // A hand-in that runs again counts meanwhile, and nothing else is run.
    let again = || database(&world).hand_in(newer).unwrap().unwrap().again as usize;
    site.await_state(&owls, newer, "judged");
    let before_again = again();
    let (rows, others) = (rows_of(&world, "owls"), rows_of(&world, "foxes"));
    site.while_busy(&bears, || {
        post(&site, &staff, "hand-ins/again", &format!("id={newer}"));
    });
    assert_eq!(
        database(&world).counting_of("tiny", owls_id).unwrap(),
        Some(newer)
    );
    site.await_state(&owls, newer, "judged");
    assert!(again() > before_again);
    assert_eq!(rows_of(&world, "owls") - rows, again() - before_again);
    assert_eq!(rows_of(&world, "foxes"), others);

    // A withdrawn one does not count.
    let withdrawn = site.taken(&bears, LONG);
    site.judged(&bears, withdrawn);
    eventually(|| board(&site, None)["bears"] == before["owls"]);
    post(
        &site,
        &staff,
        "hand-ins/withdraw",
        &format!("id={withdrawn}&reason=copied"),
    );
    eventually(|| board(&site, None)["bears"] != before["owls"]);
    let last = site.taken(&bears, LONG);
    site.judged(&bears, last);
    eventually(|| board(&site, None)["bears"] == before["owls"]);

    // The public board stands still, the staff's does not.
    post(&site, &staff, "moments", "action=freeze");
    eventually(|| site.get("/").body.contains("The board has been frozen"));
    let frozen = site.get("/api/board").body;
    let improved = site.taken(&bears, SHORT);
    site.judged(&bears, improved);
    eventually(|| board(&site, Some(&staff_token))["bears"] > before["owls"]);
    assert_eq!(site.get("/api/board").body, frozen);
    post(&site, &staff, "reveal", "revealed=1");
    eventually(|| board(&site, None) == board(&site, Some(&staff_token)));
    assert_ne!(site.get("/api/board").body, frozen);

    // The end.
    post(&site, &staff, "moments", "action=close");
    eventually(|| phase(&world) == Phase::Final);
    let late = site.hand_in(&owls, &[("solver", &script(SHORT))]);
    assert_eq!(late.status, 403, "{}", late.body);
    let verified = world.judge("verify site/results/tiny");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    eventually(|| site.get("/").body.contains("The standings are final"));
    let runs = site
        .get_as(&staff_token, &format!("/api/hand-ins/{newer}"))
        .json()["runs"]
        .clone();
    let late_runs = runs
        .as_array()
        .unwrap()
        .iter()
        .filter(|run| run["round"] == "late");
    assert_eq!(late_runs.count(), 2, "{runs}");

    world
        .script("owls", SHORT)
        .script("foxes", BEST)
        .script("bears", SHORT);
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        values(&world, "site/results/tiny"),
        values(&world, "results/tiny")
    );
    let [held, plain] = ["site/results/tiny", "results/tiny"].map(|folder| {
        let ran = world.judge(&format!("leaderboard {folder} --format json"));
        standings(&ran.json())
    });
    assert_eq!(held, plain);
    assert_eq!(held.len(), 4);
    let is_final = |json: &Value| json["instances"] == 3 && !json["seal"].is_null();
    eventually(|| is_final(&site.get("/api/board").json()));
    assert_eq!(standings(&site.get("/api/board").json()), plain);
}

#[test]
fn the_site_refuses_what_comes_too_often_too_early_or_too_late() {
    let world = world("hand_ins = \"1 per hour\"");
    world
        .file("early.toml", contest("opens = 2999-01-01T00:00:00Z"))
        .file("over.toml", contest("closes = 2001-01-01T00:00:00Z"))
        .script("owls", SHORT);
    let owls = team(&world, "owls");
    let site = Serving::with(&world, "tiny.toml early.toml over.toml");
    let hand_in = |contest: &str| {
        let arguments = format!("teams/owls --no-wait --contest {contest}");
        judge_hand_in(&world, &site, &owls, &arguments)
    };
    assert_eq!(hand_in("tiny").code, 0);
    for (contest, reason) in [
        ("tiny", "as often as it may"),
        ("early", "2999-01-01"),
        ("over", "closed"),
        ("none", "there is no such contest"),
    ] {
        let ran = hand_in(contest);
        assert_eq!(ran.code, 2, "{contest}: {}", ran.err);
        assert!(ran.err.contains(reason), "{contest}: {}", ran.err);
    }
    let taken = |contest: &str| database(&world).hand_ins(contest, None, 9).unwrap().len();
    assert_eq!(["tiny", "early", "over"].map(taken), [1, 0, 0]);
}
