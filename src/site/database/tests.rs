use super::*;
use crate::contest::Contest;
use crate::document::Document;

/// A database with one contest.
fn database(site: &str) -> (tempfile::TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let mut database = Database::open(folder.path()).unwrap();
    database.enter_contest("spring", 0, &contest(site)).unwrap();
    (folder, database)
}

fn contest(site: &str) -> Contest {
    let text = format!(
        "problem = \"sorting-robot\"\nsubmissions = \"s\"\nbaselines = [\"naive\"]\n[site]\n{site}\n\
         [[round]]\nname = \"p\"\npublic = true\ninstances = \"i\"\n"
    );
    let document = Document {
        path: "spring.toml".into(),
        text,
    };
    Contest::from_document(&document).unwrap()
}

fn take(database: &mut Database, team: i64) -> std::result::Result<i64, Refusal> {
    let new = NewHandIn {
        contest: "spring",
        team,
        digest: "0",
        file_name: "solver.py",
        size: 1,
    };
    database.take_hand_in(&new).unwrap()
}

fn next(database: &Database) -> Vec<i64> {
    let rows = database.next_hand_ins("spring", 9).unwrap();
    rows.iter().map(|row| row.id).collect()
}

fn settle(database: &mut Database, id: i64, built: bool) {
    database
        .settle(id, built, "", "", Duration::from_secs(1))
        .unwrap();
}

#[test]
fn a_newer_hand_in_replaces_one_that_waits() {
    let (_folder, mut database) = database("");
    let team = database.add_team("one").unwrap().unwrap();
    let other = database.add_team("two").unwrap().unwrap();
    let first = take(&mut database, team).unwrap();
    let kept = take(&mut database, other).unwrap();
    let second = take(&mut database, team).unwrap();
    let state = |id| database.hand_in(id).unwrap().unwrap().state;
    assert_eq!(state(first), State::Replaced);
    assert_eq!(
        (state(second), state(kept)),
        (State::Waiting, State::Waiting)
    );
    assert_eq!(next(&database), [kept, second]);
}

#[test]
fn the_team_that_used_least_machine_time_is_next() {
    let (_folder, mut database) = database("");
    let team = database.add_team("one").unwrap().unwrap();
    let other = database.add_team("two").unwrap().unwrap();
    let first = take(&mut database, team).unwrap();
    settle(&mut database, first, true);
    let second = take(&mut database, team).unwrap();
    let later = take(&mut database, other).unwrap();
    assert_eq!(next(&database), [later, second]);
}

#[test]
fn the_last_hand_in_that_could_be_built_counts_unless_another_is_pinned() {
    let (_folder, mut database) = database("");
    let team = database.add_team("one").unwrap().unwrap();
    let counting = |database: &Database| -> Vec<i64> {
        let rows = database.counting("spring").unwrap();
        let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
        let own = database.counting_of("spring", team).unwrap();
        assert_eq!(ids, own.into_iter().collect::<Vec<i64>>());
        ids
    };
    let first = take(&mut database, team).unwrap();
    assert!(counting(&database).is_empty());
    settle(&mut database, first, true);
    let second = take(&mut database, team).unwrap();
    settle(&mut database, second, true);
    let broken = take(&mut database, team).unwrap();
    settle(&mut database, broken, false);
    assert_eq!(counting(&database), [second]);
    let row = database.hand_in(first).unwrap().unwrap();
    database.pin(&row, true).unwrap();
    assert_eq!(counting(&database), [first]);
    // The results of the second one are in the results folder: the first one must run again, once.
    for _ in 0..2 {
        database.requeue_replaced("spring").unwrap();
        let row = database.hand_in(first).unwrap().unwrap();
        assert_eq!((row.state, row.again), (State::Waiting, 1));
    }
    assert_eq!(counting(&database), [first], "it counts meanwhile");
    database.withdraw(&row, "a mistake").unwrap();
    assert_eq!(counting(&database), [second]);
    database.requeue_replaced("spring").unwrap();
    let row = database.hand_in(second).unwrap().unwrap();
    assert_eq!(row.state, State::Judged, "its results are there");
    database.remove_team(team).unwrap();
    assert!(counting(&database).is_empty());
}

#[test]
fn hand_ins_are_limited() {
    let (_folder, mut database) = database("hand_ins = \"2 per hour\"");
    let team = database.add_team("one").unwrap().unwrap();
    take(&mut database, team).unwrap();
    take(&mut database, team).unwrap();
    assert!(matches!(
        take(&mut database, team),
        Err(Refusal::TooMany(wait)) if wait > Duration::from_secs(3500)
    ));
    let other = database.add_team("two").unwrap().unwrap();
    take(&mut database, other).unwrap();
}

#[test]
fn moments_are_kept_until_the_file_gives_others() {
    let (_folder, mut database) = database("closes = 2027-01-01T00:00:00Z");
    let team = database.add_team("one").unwrap().unwrap();
    let moments = Moments {
        closes: Some(Timestamp::from_millis(1000)),
        ..Moments::default()
    };
    database.set_moments("spring", &moments).unwrap();
    assert_eq!(take(&mut database, team), Err(Refusal::Closed));
    let same = contest("closes = 2027-01-01T00:00:00Z");
    database.enter_contest("spring", 0, &same).unwrap();
    assert_eq!(take(&mut database, team), Err(Refusal::Closed));
    database
        .extend("spring", team, Timestamp::from_millis(now() + 60_000))
        .unwrap();
    take(&mut database, team).unwrap();
    let later = contest("closes = 2999-01-01T00:00:00Z");
    database.enter_contest("spring", 0, &later).unwrap();
    let other = database.add_team("two").unwrap().unwrap();
    take(&mut database, other).unwrap();
    let future = contest("opens = 2998-01-01T00:00:00Z\ncloses = 2999-01-01T00:00:00Z");
    database.enter_contest("spring", 0, &future).unwrap();
    assert!(matches!(
        take(&mut database, other),
        Err(Refusal::NotOpen(_))
    ));
}

#[test]
fn links_and_cookies_stop_working() {
    let (_folder, mut database) = database("");
    let team = database.add_team("one").unwrap().unwrap();
    let token = database.new_token(Some(team)).unwrap();
    let cookie = database.sign_in(&token).unwrap().unwrap();
    let name = |database: &Database| {
        let found = database.owner_of_session(&cookie).unwrap();
        found.and_then(|found| found.team().map(|team| team.name.clone()))
    };
    assert_eq!(name(&database).as_deref(), Some("one"));
    let newer = database.new_token(Some(team)).unwrap();
    assert_eq!(
        name(&database),
        None,
        "a new link ends the sessions of the old"
    );
    assert_eq!(database.owner_of_token(&token).unwrap(), None);
    assert_eq!(database.sign_in(&token).unwrap(), None);
    let cookie = database.sign_in(&newer).unwrap().unwrap();
    database.sign_out(&cookie).unwrap();
    assert_eq!(database.owner_of_session(&cookie).unwrap(), None);
    let staff = database.new_token(None).unwrap();
    assert_eq!(
        database.owner_of_token(&staff).unwrap(),
        Some(Identity::Staff)
    );
    database.revoke_staff().unwrap();
    assert_eq!(database.owner_of_token(&staff).unwrap(), None);
    assert!(database.faults().unwrap().is_empty());
}

#[test]
fn a_database_of_version_1_is_converted() {
    let (folder, mut database) = database("");
    let team = database.add_team("owls").unwrap().unwrap();
    let id = take(&mut database, team).unwrap();
    let old = include_str!("version_2.sql");
    let start = old.find("CREATE TABLE").unwrap();
    let end = old.find("INSERT INTO").unwrap();
    let old = old[start..end].replace("new_runs", "runs");
    let old = old.replace("value TEXT", "value INTEGER");
    let script = format!(
        "DROP TABLE runs; {old}
         INSERT INTO runs VALUES ({id}, 'r', 'i', 1, 'accepted', 42, '', 5, 1, ''), ({id}, 'r', 'j', 1, 'rejected', NULL, '', 5, 1, '');
         PRAGMA user_version = 1;"
    );
    database.connection.execute_batch(&script).unwrap();
    drop(database);
    let values = || -> Vec<Option<String>> {
        let runs = Database::open(folder.path()).unwrap().runs(id).unwrap();
        let values = runs.iter().map(|run| run.value);
        values
            .map(|value| value.map(|value| value.to_string()))
            .collect()
    };
    assert_eq!(values(), [Some("42".to_owned()), None]);
    assert_eq!(values(), [Some("42".to_owned()), None], "and it stays so");
}
