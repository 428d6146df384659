//! The web process of a site, by itself: who may see and change what, uploads, limits, and hostile clients.

mod access;
mod events;
mod hostile;
mod languages;
mod process;
mod staff;

use std::time::Duration;

use judge::locale::Text;
use judge::site::database::{RunRow, State};
use judge::verdict::Verdict;

use self::process::Site;
use crate::site_client::{MULTIPART, eventually, multipart};

fn run(round: &str, verdict: Verdict, public: bool) -> RunRow {
    RunRow {
        round: round.to_owned(),
        instance: "i-01".to_owned(),
        repetition: 1,
        verdict,
        value: Some(42.into()),
        detail: "<i>detail</i>".to_owned(),
        cpu_ms: 7,
        public,
        stderr: "<i>stderr</i>".to_owned(),
    }
}

#[test]
fn pages_say_what_there_is_not() {
    let site = Site::new("");
    let board = site.get("/");
    assert_eq!(board.status, 200);
    assert!(
        board.body.contains("Nothing is judged yet"),
        "{}",
        board.body
    );
    for (path, status) in [
        ("/contest", 200),
        ("/play", 404),
        ("/handout.zip", 404),
        ("/team", 401),
        ("/staff", 401),
        ("/hand-ins/1", 401),
        ("/nothing", 404),
        ("/register", 403),
        ("/enter/wrong", 403),
        ("/api/board", 404),
        ("/api/hand-ins/1", 401),
        ("/api/nothing", 404),
        ("/assets/site.css", 200),
        ("/assets/site.js", 200),
    ] {
        let answer = site.get(path);
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        if path.starts_with("/api/") {
            assert!(answer.json()["error"].is_string(), "{path}");
        }
    }
    let health = site.get("/api/health").json();
    assert_eq!(health["status"], "ok");
    assert_eq!(health["queue"], 0);
}

#[test]
fn a_published_board_is_shown_and_cached() {
    let site = Site::new("");
    let mut database = site.database();
    let page = b"<table><tr><td>first</td></tr></table>".to_vec();
    let documents = [
        ("board.en.html", page),
        ("board", b"{\"schema\":1}".to_vec()),
    ];
    database.publish("spring", &documents).unwrap();
    eventually(|| site.get("/").body.contains("<td>first</td>"));
    assert_eq!(site.get("/api/board").json()["schema"], 1);
    assert!(site.get("/fragment/board").body.starts_with("<table>"));
    let tag = site.get("/").header("etag").unwrap().to_owned();
    let again = site.send("GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let page = b"<table><tr><td>second</td></tr></table>".to_vec();
    database
        .publish("spring", &[("board.en.html", page)])
        .unwrap();
    eventually(|| site.get("/").body.contains("<td>second</td>"));
    let again = site.send("GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!(again.status, 200);
}

#[test]
fn a_hand_in_is_on_the_disk_when_it_is_answered() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let answer = site.hand_in(&token, &[("solver.py", b"print(1)")]);
    assert_eq!(answer.status, 201, "{}", answer.body);
    let id = answer.json()["id"].as_i64().expect("an id");
    let row = site.database().hand_in(id).unwrap().expect("a row");
    assert_eq!((row.file_name.as_str(), row.size), ("solver.py", 8));
    let kept = std::fs::read(site.path("hand-ins").join(&row.digest)).unwrap();
    assert_eq!(kept, b"print(1)");
    assert_eq!(std::fs::read_dir(site.path("uploads")).unwrap().count(), 0);

    let several = site.hand_in(&token, &[("t/solver.py", b"a"), ("t/lib/x.py", b"b")]);
    let id = several.json()["id"].as_i64().expect("an id");
    let row = site.database().hand_in(id).unwrap().expect("a row");
    assert_eq!(row.file_name, "t.zip");
    let file = std::fs::File::open(site.path("hand-ins").join(&row.digest)).unwrap();
    let archive = zip::ZipArchive::new(file).unwrap();
    let names: Vec<_> = archive.file_names().map(Result::unwrap).collect();
    assert_eq!(names, ["t/lib/x.py", "t/solver.py"]);
    let first = site.database().hand_in(id - 1).unwrap().expect("a row");
    assert_eq!(first.state, State::Replaced);
}

#[test]
fn texts_of_others_are_escaped() {
    let site = Site::new("");
    let (_, token) = site.team("<i>team</i>");
    let id = site.hand_in(&token, &[("<i>name<i>.py", b"")]).json()["id"]
        .as_i64()
        .unwrap();
    let mut database = site.database();
    database
        .record_runs(id, &[run("p", Verdict::Rejected, true)])
        .unwrap();
    database.set_found(id, "<i>found</i>").unwrap();
    database
        .settle(id, false, "<i>note</i>", "<i>log</i>", Duration::ZERO)
        .unwrap();
    database.announce("spring", "<i>announcement</i>").unwrap();
    let action = Text::message("site-log-announce").with("text", "<i>action</i>");
    database
        .log(None, "<i>who</i>", &action, "<i>reason</i>")
        .unwrap();
    let (own, staff) = (site.sign_in(&token), site.staff());
    let page = format!("/hand-ins/{id}");
    eventually(|| site.get("/").body.contains("62;announcement"));
    for (session, path, shown) in [
        (&own, "/team", 4),
        (&own, page.as_str(), 7),
        (&own, "/", 1),
        (&staff, "/staff", 5),
        (&staff, "/", 1),
    ] {
        let answer = site.page(session, path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.body.contains("<i>"), "{path}: {}", answer.body);
        assert!(!answer.body.contains("<b>"), "{path}: {}", answer.body);
        let escaped = answer.body.matches("&#60;i&#62;").count();
        assert!(escaped >= shown, "{path}: {escaped}");
    }
}

#[test]
fn several_contests_have_pages_of_their_own() {
    let site = Site::with(&[("spring", ""), ("au tumn", "board = \"teams\"")]);
    let (_, token) = site.team("one");
    let index = site.get("/");
    assert!(
        index.body.contains("href=\"/spring/\"") && index.body.contains("href=\"/au%20tumn/\"")
    );
    assert_eq!(site.get("/spring").status, 200);
    assert_eq!(site.get("/au%20tumn/").status, 403);
    assert_eq!(site.get("/au%20tumn/contest").status, 200);
    assert_eq!(site.hand_in(&token, &[("a.py", b"")]).status, 400);
    let session = site.sign_in(&token);
    let headers = [
        ("Cookie", session.cookie.as_str()),
        ("Content-Type", MULTIPART),
    ];
    let body = multipart(Some(&session.form), &[("a.py", b"")]);
    let answer = site.send("POST", "/au%20tumn/team/hand-in", &headers, &body);
    assert_eq!(answer.header("location"), Some("/au%20tumn/hand-ins/1"));
    assert_eq!(site.page(&session, "/au%20tumn/hand-ins/1").status, 200);
    assert_eq!(site.page(&session, "/spring/hand-ins/1").status, 404);
}

#[test]
fn the_process_is_confined_and_stops_when_told() {
    let mut site = Site::new("");
    assert_eq!(site.get("/api/health").status, 200);
    let status = std::fs::read_to_string(format!("/proc/{}/status", site.process.id())).unwrap();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_default().trim().to_owned()
    };
    assert_eq!(field("NoNewPrivs:"), "1");
    assert_eq!(field("Seccomp:"), "2");
    eventually(|| site.log().contains("no_new_privs=on"));
    let log = site.log();
    assert!(
        log.contains("seccomp=on") && log.contains("landlock="),
        "{log}"
    );
    let pid = rustix::process::Pid::from_raw(site.process.id().cast_signed()).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let mut code = None;
    eventually(|| {
        code = site.process.try_wait().unwrap();
        code.is_some()
    });
    assert_eq!(code.unwrap().code(), Some(0), "{}", site.log());
}
