//! The web process of a site, by itself: who may see and change what, uploads, limits, and hostile clients.

mod client;
mod hostile;
mod staff;

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use judge::site::database::{Moments, Progress, RunRow, State};
use judge::timestamp::Timestamp;
use judge::verdict::Verdict;

use self::client::{MULTIPART, Session, Site, multipart};

/// Waits until a page says something: what another process writes is noticed a little later.
fn eventually(mut holds: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(20);
    while !holds() {
        assert!(Instant::now() < end, "it does not happen");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn hand_in_form(site: &Site, session: &Session, form: Option<&str>) -> client::Answer {
    let headers = [
        ("Cookie", session.cookie.as_str()),
        ("Content-Type", MULTIPART),
    ];
    let body = multipart(form, &[("solver.py", b"print()")]);
    site.send("POST", "/team/hand-in", &headers, &body)
}

fn run(round: &str, verdict: Verdict, public: bool) -> RunRow {
    RunRow {
        round: round.to_owned(),
        instance: "i-01".to_owned(),
        repetition: 1,
        verdict,
        value: Some(42),
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
    let documents = [("board.html", page), ("board", b"{\"schema\":1}".to_vec())];
    database.publish("spring", &documents).unwrap();
    eventually(|| site.get("/").body.contains("<td>first</td>"));
    assert_eq!(site.get("/api/board").json()["schema"], 1);
    assert!(site.get("/fragment/board").body.starts_with("<table>"));
    let tag = site.get("/").header("etag").unwrap().to_owned();
    let again = site.send("GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    let page = b"<table><tr><td>second</td></tr></table>".to_vec();
    database.publish("spring", &[("board.html", page)]).unwrap();
    eventually(|| site.get("/").body.contains("<td>second</td>"));
    let again = site.send("GET", "/", &[("If-None-Match", &tag)], b"");
    assert_eq!(again.status, 200);
}

#[test]
fn the_board_is_for_its_audience() {
    let site = Site::new("board = \"teams\"");
    let (_, token) = site.team("one");
    let answer = site.get("/");
    assert_eq!(answer.status, 403);
    assert!(answer.body.contains("sign in with the link"));
    assert_eq!(site.get("/fragment/board").status, 403);
    assert_eq!(site.get("/api/board").status, 401);
    assert_eq!(site.get("/api/events").status, 401);
    let session = site.sign_in(&token);
    assert_eq!(site.page(&session, "/").status, 200);

    let site = Site::new("board = \"staff\"");
    let (_, token) = site.team("one");
    let session = site.sign_in(&token);
    assert_eq!(site.page(&session, "/").status, 403);
    let staff = site.staff();
    assert_eq!(site.page(&staff, "/").status, 200);
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
fn a_team_sees_its_own_hand_ins_and_nobody_elses() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let (_, other) = site.team("two");
    let id = site.hand_in(&token, &[("solver.py", b"secret")]).json()["id"]
        .as_i64()
        .unwrap();
    let mut database = site.database();
    let runs = [
        run("p", Verdict::Accepted, true),
        run("hidden", Verdict::Rejected, false),
    ];
    database.record_runs(id, &runs).unwrap();
    database
        .settle(id, true, "", "log", Duration::ZERO)
        .unwrap();
    std::fs::write(site.path(&format!("pages/{id}.html")), "the report").unwrap();

    let get = |token: &judge::site::database::Secret, path: &str| {
        let bearer = format!("Bearer {}", token.text());
        site.send("GET", path, &[("Authorization", &bearer)], b"")
    };
    let state = get(&token, &format!("/api/hand-ins/{id}")).json();
    assert_eq!(
        (&state["state"], &state["team"]),
        (&"judged".into(), &"one".into())
    );
    let runs = state["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1, "only runs of public rounds");
    assert_eq!(
        (&runs[0]["verdict"], &runs[0]["value"]),
        (&"accepted".into(), &42.into())
    );
    assert_eq!(get(&other, &format!("/api/hand-ins/{id}")).status, 404);

    let (own, foreign) = (site.sign_in(&token), site.sign_in(&other));
    let paths = ["", "/report", "/files"].map(|end| format!("/hand-ins/{id}{end}"));
    for path in &paths {
        assert_eq!(site.page(&own, path).status, 200, "{path}");
        assert_eq!(site.page(&foreign, path).status, 404, "{path}");
        assert_eq!(site.get(path).status, 401, "{path}");
    }
    assert_eq!(site.page(&own, &paths[1]).body, "the report");
    let files = site.page(&own, &paths[2]);
    assert_eq!(files.body, "secret");
    assert!(
        files
            .header("content-disposition")
            .unwrap()
            .starts_with("attachment")
    );
    for action in ["pin", "unpin", "withdraw"] {
        let path = format!("/team/{action}");
        let answer = site.post(&foreign, &path, &format!("id={id}"));
        assert_eq!(answer.status, 404, "{action}");
        let answer = site.post(&own, &path, &format!("id={id}"));
        assert_eq!(answer.status, 303, "{action}: {}", answer.body);
    }
    let row = database.hand_in(id).unwrap().unwrap();
    assert_eq!(row.state, State::Withdrawn);
    assert_eq!(database.log_entries(9).unwrap().len(), 3);
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
    database
        .log(None, "<i>who</i>", "<i>action</i>", "<i>reason</i>")
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
fn forms_need_their_token() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let session = site.sign_in(&token);
    assert_eq!(hand_in_form(&site, &session, None).status, 403);
    assert_eq!(hand_in_form(&site, &session, Some("wrong")).status, 403);
    assert!(
        site.database()
            .hand_ins("spring", None, 9)
            .unwrap()
            .is_empty()
    );
    // What was received is removed after the answer.
    eventually(|| std::fs::read_dir(site.path("uploads")).unwrap().count() == 0);
    let answer = hand_in_form(&site, &session, Some(&session.form));
    assert_eq!(
        (answer.status, answer.header("location")),
        (303, Some("/hand-ins/1"))
    );
    let forged = Session {
        form: "wrong".to_owned(),
        cookie: session.cookie.clone(),
    };
    for path in ["/team/withdraw", "/team/link", "/sign-out"] {
        assert_eq!(site.post(&forged, path, "id=1").status, 403, "{path}");
    }
    let foreign = [
        ("Cookie", session.cookie.as_str()),
        ("Sec-Fetch-Site", "cross-site"),
    ];
    let body = format!("form={}&id=1", session.form);
    let answer = site.send("POST", "/team/withdraw", &foreign, body.as_bytes());
    assert_eq!(answer.status, 403);
    // A cookie alone changes nothing by way of the interface for programs.
    let headers = [
        ("Cookie", session.cookie.as_str()),
        ("Content-Type", MULTIPART),
    ];
    let body = multipart(Some(&session.form), &[("a.py", b"")]);
    assert_eq!(
        site.send("POST", "/api/hand-ins", &headers, &body).status,
        401
    );
}

#[test]
fn a_cookie_is_useless_after_signing_out_and_after_a_new_link() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let (first, second) = (site.sign_in(&token), site.sign_in(&token));
    let answer = site.post(&first, "/sign-out", "");
    assert_eq!(answer.status, 303);
    assert!(answer.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(site.page(&first, "/team").status, 401);
    assert_eq!(site.page(&second, "/team").status, 200);
    let answer = site.post(&second, "/team/link", "");
    assert_eq!(answer.status, 200);
    let link = answer.body.split("/enter/").nth(1).unwrap();
    let link = link.split('<').next().unwrap();
    assert_eq!(site.page(&second, "/team").status, 401);
    assert_eq!(site.get(&format!("/enter/{}", token.text())).status, 403);
    assert_eq!(site.get(&format!("/enter/{link}")).status, 200);
    let log = site.log();
    assert!(!log.contains(token.text()) && !log.contains(link), "{log}");
}

#[test]
fn people_register_with_the_class_code() {
    let site = Site::new("registration = \"code\"");
    site.database().set_setting("class_code", "ABC123").unwrap();
    let register = |code: &str, team: &str| {
        let body = format!("code={code}&team={team}");
        site.send("POST", "/register", &[], body.as_bytes())
    };
    assert!(site.get("/").body.contains("/register"));
    assert_eq!(register("wrong", "one").status, 422);
    assert_eq!(register("", "one").status, 422);
    assert_eq!(register("ABC123", "..").status, 422);
    assert_eq!(register("ABC123", "").status, 422);
    assert_eq!(register("ABC123", "naive").status, 422, "a baseline");
    assert!(site.database().teams().unwrap().is_empty());
    let answer = register("abc-123+", "The+team+");
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(
        answer
            .body
            .contains(&format!("http://{}/enter/", site.address))
    );
    let cookie = answer.header("set-cookie").unwrap();
    let session = Session {
        cookie: cookie.split(';').next().unwrap().to_owned(),
        form: String::new(),
    };
    assert!(
        site.page(&session, "/team")
            .body
            .contains("<h1>The team</h1>")
    );
    let again = register("ABC123", "The+teаm");
    assert_eq!(again.status, 422, "a name that looks the same");
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

/// Reads the names and data of events until a condition holds.
fn events(stream: std::net::TcpStream, wanted: usize) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut kind = String::new();
    for line in BufReader::new(stream).lines().map_while(Result::ok) {
        if let Some(name) = line.strip_prefix("event: ") {
            name.clone_into(&mut kind);
        }
        if let Some(data) = line.strip_prefix("data: ") {
            found.push((kind.clone(), data.to_owned()));
        }
        if found.len() == wanted {
            break;
        }
    }
    found
}

#[test]
fn events_reach_those_whom_they_concern() {
    let site = Site::new("");
    let (one, token) = site.team("one");
    let (two, _) = site.team("two");
    let open = |headers: &str| {
        let mut stream = site.connect();
        let head = format!("GET /api/events HTTP/1.1\r\nHost: x\r\n{headers}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // The first bytes of the answer say that the stream has begun.
        stream.peek(&mut [0]).unwrap();
        stream
    };
    let bearer = format!("Authorization: Bearer {}\r\n", token.text());
    let (nobody, own) = (open(""), open(&bearer));
    let mut database = site.database();
    let mut take = |team| {
        let new = judge::site::database::NewHandIn {
            contest: "spring",
            team,
            digest: "0",
            file_name: "a",
            size: 1,
        };
        database.take_hand_in(&new).unwrap().unwrap()
    };
    let last = take(two) - 1;
    let id = take(one);
    database
        .advance(
            id,
            State::Running,
            &Progress {
                planned: 3,
                done: 1,
            },
        )
        .unwrap();
    database
        .publish("spring", &[("board", b"{}".to_vec())])
        .unwrap();
    database.announce("spring", "hello").unwrap();
    let pair = |kind: &str, data: i64| (kind.to_owned(), data.to_string());
    assert_eq!(
        events(nobody, 2),
        [pair("board", 0), pair("announcement", 1)]
    );
    let expected = [
        pair("hand-in", id),
        pair("hand-in", id),
        pair("board", 0),
        pair("announcement", 1),
    ];
    assert_eq!(events(own, 4), expected);
    // What was missed comes first.
    let again = open(&format!("{bearer}Last-Event-ID: {last}\r\n"));
    assert_eq!(events(again, 4), expected);
}

#[test]
fn open_pages_hear_of_the_moments_of_a_contest() {
    let site = Site::new("");
    let mut stream = site.connect();
    let head = b"GET /api/events HTTP/1.1\r\nHost: x\r\n\r\n";
    stream.write_all(head).unwrap();
    stream.peek(&mut [0]).unwrap();
    let soon = Timestamp::from_millis(Timestamp::now().millis() + 2000);
    let moments = Moments {
        freeze: Some(soon),
        ..Moments::default()
    };
    site.database().set_moments("spring", &moments).unwrap();
    let phase = events(stream, 1).into_iter().map(|(kind, _)| kind);
    assert_eq!(phase.collect::<Vec<_>>(), ["phase"]);
    assert!(site.get("/").body.contains("The board has been frozen"));
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
