//! Stopping, restarting, backing up and restoring a site.

use std::fs;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use judge::site::database::{Database, State};

use super::serving::{SHORT, SLOW, Serving, data, database, script, team, world};
use crate::site_client::{MULTIPART, bearer, eventually, multipart};

#[test]
fn a_site_stops_when_told_and_goes_on_later() {
    let world = world("hand_ins = \"1000 per hour\"");
    let [owls, foxes, bears] = ["owls", "foxes", "bears"].map(|name| team(&world, name));
    let mut site = Serving::start(&world);
    let running = site.taken(&owls, SLOW);
    site.await_state(&owls, running, "running");
    let waiting = site.taken(&foxes, SHORT);
    // An upload that has begun is still taken.
    let body = multipart(None, &[("solver", &script(SHORT))]);
    let (start, end) = body.split_at(body.len() / 2);
    let mut upload = site.connect();
    let head = format!(
        "POST /api/hand-ins HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: {}\r\n\
         Content-Type: {MULTIPART}\r\nContent-Length: {}\r\n\r\n",
        bearer(&bears),
        body.len()
    );
    upload.write_all(head.as_bytes()).unwrap();
    upload.write_all(start).unwrap();
    eventually(|| fs::read_dir(data(&world).join("uploads")).unwrap().count() == 1);
    site.terminate();
    eventually(|| site.log().contains("event=stop"));
    upload.write_all(end).unwrap();
    let mut answer = String::new();
    upload.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    assert_eq!(site.ended().code(), Some(130), "{}", site.log());
    assert!(site.log().contains("goes on where it stopped"));
    let uploaded = waiting + 1;
    let state = |id: i64| {
        database(&world)
            .hand_in(id)
            .unwrap()
            .expect("a hand-in")
            .state
    };
    assert!(!state(running).is_settled());
    assert_eq!([waiting, uploaded].map(state), [State::Waiting; 2]);

    let site = Serving::start(&world);
    for (token, id) in [(&owls, running), (&foxes, waiting), (&bears, uploaded)] {
        assert_eq!(site.judged(token, id)["runs"][0]["verdict"], "accepted");
    }
    let rows = world.history("site/results/tiny").0;
    let accepted = rows.iter().filter(|row| row["verdict"] == "accepted");
    assert_eq!(accepted.count(), 4, "three teams and a baseline: {rows:?}");
}

#[test]
fn a_data_folder_has_one_site() {
    let world = world("");
    let site = Serving::start(&world);
    let second = world.judge("serve tiny.toml --listen 127.0.0.1:0");
    assert_eq!(second.code, 2);
    assert!(
        second.err.contains("another site is served from site"),
        "{}",
        second.err
    );
    assert!(second.err.contains("--data"), "{}", second.err);
    assert_eq!(site.get("/api/health").status, 200);
}

#[test]
fn a_backup_of_a_running_site_is_sound_and_can_be_served() {
    let original = world("hand_ins = \"1000 per hour\"");
    let [owls, foxes] = ["owls", "foxes"].map(|name| team(&original, name));
    let site = Serving::start(&original);
    let copy = world("hand_ins = \"1000 per hour\"");
    copy.folder("site/hand-ins");
    let judged = site.taken(&owls, SHORT);
    site.judged(&owls, judged);
    let over = AtomicBool::new(false);
    let answered = std::thread::scope(|scope| {
        let uploads = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                site.taken(&foxes, SHORT);
            }
        });
        let newest = || database(&original).hand_ins("tiny", None, 1).unwrap()[0].id;
        eventually(|| newest() > judged + 2);
        let answered = newest();
        // First the database, then the files: a file without a row does no harm.
        database(&original)
            .back_up(&data(&copy).join("site.sqlite"))
            .unwrap();
        for file in fs::read_dir(data(&original).join("hand-ins")).unwrap() {
            let file = file.unwrap();
            fs::copy(
                file.path(),
                data(&copy).join("hand-ins").join(file.file_name()),
            )
            .unwrap();
        }
        over.store(true, Ordering::Relaxed);
        uploads.join().unwrap();
        answered
    });
    let restored = Database::open(&data(&copy)).unwrap();
    assert_eq!(restored.faults().unwrap(), [""; 0]);
    let rows = restored.hand_ins("tiny", None, 100_000).unwrap();
    let mut ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    ids.sort_unstable();
    assert!(ids.last() >= Some(&answered), "{ids:?}, {answered}");
    assert!(ids.windows(2).all(|pair| pair[1] == pair[0] + 1), "{ids:?}");
    for row in &rows {
        assert!(data(&copy).join("hand-ins").join(&row.digest).is_file());
    }
    drop((restored, site));

    let site = Serving::start(&copy);
    eventually(|| database(&copy).unsettled("tiny").unwrap().is_empty());
    let names = |json: &serde_json::Value| json["standings"].to_string();
    eventually(|| {
        let board = names(&site.get("/api/board").json());
        board.contains("owls") && board.contains("foxes")
    });
}
