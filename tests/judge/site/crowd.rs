//! Many teams at once, and whose turn it is.

use judge::site::database::{Secret, State};

use super::serving::{SHORT, SLOW, Serving, database, script, team, world};
use crate::site_client::eventually;
use crate::world::World;

/// How many teams hand in at once, unless the environment variable `JUDGE_TEAMS` says otherwise.
const TEAMS: usize = 40;

/// How many of them send at the same moment.
const AT_ONCE: usize = 20;

fn teams(world: &World, count: usize) -> Vec<Secret> {
    std::fs::create_dir_all(world.path("site")).unwrap();
    let mut database = database(world);
    let mut add = |number| {
        let id = database.add_team(&format!("team-{number}")).unwrap();
        database.new_token(Some(id.expect("a new team"))).unwrap()
    };
    (0..count).map(&mut add).collect()
}

#[test]
fn a_crowd_hands_in_and_each_is_judged_once() {
    let count = std::env::var("JUDGE_TEAMS").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(TEAMS);
    let world = world("");
    let tokens = teams(&world, count);
    let site = Serving::start(&world);
    let mut ids: Vec<i64> = std::thread::scope(|scope| {
        let parts = tokens.chunks(count.div_ceil(AT_ONCE));
        let parts: Vec<_> = parts
            .map(|part| {
                let site = &site;
                scope.spawn(move || -> Vec<i64> {
                    part.iter().map(|token| site.taken(token, SHORT)).collect()
                })
            })
            .collect();
        let ids = parts.into_iter().map(|part| part.join().unwrap());
        ids.flatten().collect()
    });
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
    // As long as the queue moves, it may take its time.
    let left = || database(&world).unsettled("tiny").unwrap().len();
    let mut before = left();
    while before > 0 {
        eventually(|| left() < before);
        before = left();
    }
    let rows = database(&world).hand_ins("tiny", None, count + 1).unwrap();
    assert_eq!(rows.len(), count);
    for row in &rows {
        assert_eq!((row.state, row.built), (State::Judged, Some(true)));
        assert_eq!(database(&world).runs(row.id).unwrap().len(), 1);
    }
    let journal = world.history("site/results/tiny").0;
    let mut names: Vec<&str> = journal
        .iter()
        .filter(|row| row["baseline"] != "true" && row["verdict"] == "accepted")
        .map(|row| row["team"].as_str())
        .collect();
    names.retain(|name| name.starts_with("team-"));
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!((all, names.len()), (count, count));
    eventually(|| {
        let board = site.get("/api/board").json();
        let lines = board["standings"].as_array().unwrap();
        lines.iter().filter(|line| line["accepted"] == 1).count() == count + 1
    });
}

#[test]
fn a_team_that_has_used_much_machine_time_waits_behind_others() {
    let world = world("hand_ins = \"1000 per hour\"");
    let [heavy, light, busy] = ["heavy", "light", "busy"].map(|name| team(&world, name));
    let site = Serving::start(&world);
    let used = site.taken(&heavy, SLOW);
    site.judged(&heavy, used);
    let (first, second) = site.while_busy(&busy, || {
        let first = site.hand_in(&heavy, &[("solver", &script(SHORT))]);
        (
            first.json()["id"].as_i64().unwrap(),
            site.taken(&light, SHORT),
        )
    });
    assert!(first < second);
    site.judged(&heavy, first);
    site.judged(&light, second);
    let log = site.log();
    let moment = |id: i64| {
        let found = log.find(&format!("event=judged hand-in={id} "));
        found.unwrap_or_else(|| panic!("{id}: {log}"))
    };
    assert!(moment(second) < moment(first), "{log}");
}
