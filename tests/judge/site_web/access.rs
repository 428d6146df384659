//! Who may see and change what, and how people sign in.

use std::time::Duration;

use judge::site::database::State;
use judge::verdict::Verdict;

use super::process::Site;
use super::run;
use crate::site_client::{Answer, MULTIPART, Session, eventually, multipart};

fn hand_in_form(site: &Site, session: &Session, form: Option<&str>) -> Answer {
    let headers = [
        ("Cookie", session.cookie.as_str()),
        ("Content-Type", MULTIPART),
    ];
    let body = multipart(form, &[("solver.py", b"print()")]);
    site.send("POST", "/team/hand-in", &headers, &body)
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

    let state = site.get_as(&token, &format!("/api/hand-ins/{id}")).json();
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
    assert_eq!(
        site.get_as(&other, &format!("/api/hand-ins/{id}")).status,
        404
    );

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
