//! A site that is killed at random moments: during uploads, builds, runs and closing.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use judge::site::database::{Moments, Phase, Secret, State};
use judge::timestamp::Timestamp;

use super::serving::{Serving, data, database, phase, team, world};
use crate::site_client::{Client, eventually};
use crate::world::World;

/// How often the site is killed, unless the environment variable `JUDGE_KILLS` says otherwise.
const KILLS: u64 = 25;

/// A site lives at most so long after it has said where it is, in milliseconds.
const LONGEST_LIFE: u64 = 1500;

const TEAMS: [&str; 3] = ["bears", "foxes", "owls"];

/// Hands in again and again until told to stop. Returns the ids that the site has answered with 201.
fn uploads(site: Client, number: usize, token: &Secret, over: &AtomicBool) -> Vec<i64> {
    // Every hand-in differs, so that its runs can be told from those of others.
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let mut taken = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let (name, program) = if number == 0 {
            let main = "int main(void) { puts(\"SRSLS\"); return 0; }";
            (
                "solver.c",
                format!("#include <stdio.h>\n/* {count} */\n{main}\n"),
            )
        } else {
            (
                "solver",
                format!("#!/bin/sh\n# {count}\nsleep 0.1\necho SRSLS\n"),
            )
        };
        let answer = site.try_hand_in(token, &[(name, program.as_bytes())]);
        if let Ok(answer) = answer
            && answer.status == 201
            // The answer may be cut off after its first line.
            && let Ok(json) = serde_json::from_str::<serde_json::Value>(&answer.body)
        {
            taken.extend(json["id"].as_i64());
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    taken
}

/// Lets the site live for so long, with uploads of all teams, and kills it.
fn live(world: &World, tokens: &[Secret], life: Duration, web_too: bool) -> Vec<i64> {
    let site = Serving::start(world);
    let client = *site;
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let (teams, over) = (tokens.iter().enumerate(), &over);
        let clients: Vec<_> = teams
            .map(|(number, token)| scope.spawn(move || uploads(client, number, token, over)))
            .collect();
        std::thread::sleep(life);
        site.kill(web_too);
        over.store(true, Ordering::Relaxed);
        let taken = clients.into_iter().map(|client| client.join().unwrap());
        taken.flatten().collect()
    })
}

/// Every hand-in that was answered is in the database, its file is on the disk, and the database is sound.
fn nothing_is_lost(world: &World, taken: &[i64]) {
    let database = database(world);
    assert_eq!(database.faults().unwrap(), [""; 0]);
    for id in taken {
        let row = database.hand_in(*id).unwrap();
        let row = row.unwrap_or_else(|| panic!("hand-in {id} is lost"));
        let file = data(world).join("hand-ins").join(&row.digest);
        assert_eq!(std::fs::metadata(file).unwrap().len(), row.size);
    }
}

/// Each run of each program is in the journal once, and once more for each time that the staff had it run again:
/// the provenance of a row names the program, and which time it was. A run that a busy machine starved is repeated by
/// design.
fn nothing_is_judged_twice(world: &World) {
    let mut count: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let rows = world.history("site/results/tiny").0.into_iter();
    for row in rows.filter(|row| row["verdict"] != "interrupted") {
        let columns = ["team", "provenance", "round", "instance", "repetition"];
        let key = columns.map(|column| row[column].clone()).to_vec();
        *count.entry(key).or_default() += 1;
    }
    let twice: Vec<_> = count.iter().filter(|(_, count)| **count != 1).collect();
    let history = || world.read("site/results/tiny/runs.csv");
    assert!(twice.is_empty(), "{twice:?} in\n{}", history());
    let database = database(world);
    let mut judged = 0;
    for row in database.hand_ins("tiny", None, usize::MAX >> 1).unwrap() {
        let runs = database.runs(row.id).unwrap();
        let on_hand_in = runs.iter().filter(|run| run.round == "files").count();
        let expected = usize::from(row.state == State::Judged);
        assert_eq!(on_hand_in, expected, "{row:?}");
        judged += expected;
    }
    assert!(judged > 0);
}

#[test]
fn nothing_is_lost_or_judged_twice_when_the_site_is_killed() {
    let kills = std::env::var("JUDGE_KILLS").ok();
    let kills = kills.and_then(|kills| kills.parse().ok()).unwrap_or(KILLS);
    let world = world("hand_ins = \"1000000 per hour\"");
    let tokens = TEAMS.map(|name| team(&world, name));
    let random = RandomState::new();
    let mut taken = Vec::new();
    for number in 0..kills {
        let hash = random.hash_one(number);
        // The last third of the kills hits the close of the contest.
        if number == kills * 2 / 3 {
            let closes = Some(Timestamp::now());
            let moments = Moments {
                closes,
                ..Moments::default()
            };
            database(&world).set_moments("tiny", &moments).unwrap();
        }
        if number > kills * 2 / 3 && phase(&world) == Phase::Final {
            let mut database = database(&world);
            let counting = database.counting("tiny").unwrap();
            let chosen = &counting[usize::try_from(hash >> 32).unwrap() % counting.len()];
            database.judge_again(chosen).unwrap();
        }
        // A pinned hand-in runs again after each later one of its team, whose files replace its own.
        if number % 4 == 3 {
            let mut database = database(&world);
            let mut judged = database.hand_ins("tiny", None, 100).unwrap();
            judged.retain(|row| row.state == State::Judged);
            if let Some(chosen) =
                judged.get(usize::try_from(hash >> 40).unwrap() % judged.len().max(1))
            {
                database.pin(chosen, true).unwrap();
            }
        }
        let life = Duration::from_millis(hash % LONGEST_LIFE);
        taken.extend(live(&world, &tokens, life, number % 2 == 0));
        nothing_is_lost(&world, &taken);
    }
    let site = Serving::start(&world);
    let is_settled = || database(&world).unsettled("tiny").unwrap().is_empty();
    eventually(|| is_settled() && phase(&world) == Phase::Final);
    drop(site);
    nothing_is_lost(&world, &taken);
    nothing_is_judged_twice(&world);
    assert!(!taken.is_empty());
    let counting = database(&world).counting("tiny").unwrap();
    assert_eq!(counting.len(), TEAMS.len());
    for row in counting {
        let runs = database(&world).runs(row.id).unwrap();
        assert_eq!(runs.len(), 3, "{row:?}");
    }
    let verified = world.judge("verify site/results/tiny");
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}
