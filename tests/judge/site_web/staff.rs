//! What the staff does on its page.

use std::time::Duration;

use judge::site::database::{Phase, State};

use super::process::Site;
use crate::site_client::eventually;

#[test]
fn teams_cannot_do_what_the_staff_does() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let session = site.sign_in(&token);
    for path in ["/staff", "/staff/all.zip"] {
        assert_eq!(site.page(&session, path).status, 403, "{path}");
    }
    for path in [
        "teams/add",
        "teams/link",
        "teams/remove",
        "teams/extend",
        "hand-ins/again",
        "hand-ins/pin",
        "hand-ins/unpin",
        "hand-ins/withdraw",
        "moments",
        "reveal",
        "announce",
        "code",
    ] {
        let path = format!("/staff/{path}");
        let answer = site.post(&session, &path, "id=1&team=x&text=x&action=close");
        assert_eq!(answer.status, 403, "{path}");
        assert_eq!(site.send("POST", &path, &[], b"id=1").status, 401, "{path}");
    }
    assert!(site.database().log_entries(9).unwrap().is_empty());
}

#[test]
fn teams_are_added_extended_and_removed() {
    let site = Site::new("closes = 2001-01-01T00:00:00Z");
    let staff = site.staff();
    let answer = site.post(&staff, "/staff/teams/add", "team=New+team&reason=late");
    assert_eq!(answer.status, 200, "{}", answer.body);
    let link = answer.body.split("/enter/").nth(1).unwrap();
    let link = link.split('<').next().unwrap().to_owned();
    let token = judge::site::database::Secret::from_text(&link);
    let session = site.sign_in(&token);
    assert_eq!(
        site.post(&staff, "/staff/teams/add", "team=New+team")
            .status,
        400
    );
    let team = site.database().team("New team").unwrap().unwrap();
    assert_eq!(site.hand_in(&token, &[("a.py", b"x")]).status, 403);
    let fields = format!("id={}&until=2999-01-01T00:00", team.id);
    assert_eq!(
        site.post(&staff, "/staff/teams/extend", &fields).status,
        303
    );
    assert_eq!(site.hand_in(&token, &[("a.py", b"x")]).status, 201);
    let fields = format!("id={}&until=soon", team.id);
    assert_eq!(
        site.post(&staff, "/staff/teams/extend", &fields).status,
        400
    );
    let fields = format!("id={}&reason=gone", team.id);
    assert_eq!(
        site.post(&staff, "/staff/teams/remove", &fields).status,
        303
    );
    assert_eq!(site.page(&session, "/team").status, 401);
    assert_eq!(site.hand_in(&token, &[("a.py", b"x")]).status, 401);
    let log = site.database().log_entries(9).unwrap();
    let entries: Vec<(&str, &str)> = log
        .iter()
        .map(|row| (row.action.as_str(), row.reason.as_str()))
        .collect();
    let expected = [
        ("remove team New team", "gone"),
        ("team New team may hand in until 2999-01-01 00:00 UTC", ""),
        ("add team New team", "late"),
    ];
    assert_eq!(entries, expected);
    assert!(
        site.page(&staff, "/staff")
            .body
            .contains("remove team New team")
    );
}

#[test]
fn hand_ins_are_run_again_pinned_withdrawn_and_downloaded() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let staff = site.staff();
    let id = site.hand_in(&token, &[("a.py", b"content")]).json()["id"]
        .as_i64()
        .unwrap();
    let mut database = site.database();
    database.settle(id, true, "", "", Duration::ZERO).unwrap();
    let bytes = site.page(&staff, "/staff/all.zip");
    assert_eq!(bytes.status, 200);
    assert!(bytes.body.contains("one/a.py") && bytes.body.contains("content"));
    let post = |action: &str| {
        let fields = format!("id={id}&reason=a+test");
        let answer = site.post(&staff, &format!("/staff/hand-ins/{action}"), &fields);
        assert_eq!(answer.status, 303, "{action}");
        site.database().hand_in(id).unwrap().unwrap()
    };
    assert!(post("pin").pinned);
    assert!(!post("unpin").pinned);
    let row = post("again");
    assert_eq!((row.state, row.again), (State::Waiting, 1));
    let row = post("withdraw");
    assert_eq!(row.state, State::Withdrawn);
    assert_eq!(row.note, "withdrawn by the staff: a test");
    let log = database.log_entries(9).unwrap();
    assert_eq!(log.len(), 5);
    assert!(log.iter().all(|row| row.who == "staff"));
    assert_eq!(
        site.post(&staff, "/staff/hand-ins/pin", "id=999").status,
        404
    );
    assert_eq!(site.post(&staff, "/staff/hand-ins/pin", "id=x").status, 400);
}

#[test]
fn the_contest_is_frozen_revealed_announced_and_closed() {
    let site = Site::new("registration = \"code\"");
    let (_, token) = site.team("one");
    let staff = site.staff();
    let post = |path: &str, fields: &str| {
        let answer = site.post(&staff, &format!("/staff/{path}"), fields);
        assert_eq!(answer.status, 303, "{path}: {}", answer.body);
    };
    post("moments", "action=freeze");
    eventually(|| site.get("/").body.contains("The board has been frozen"));
    post("reveal", "revealed=1");
    eventually(|| !site.get("/").body.contains("The board has been frozen"));
    // It can be frozen once more, and saving the form as it is does not do that.
    let freeze = site.database().contest("spring").unwrap().unwrap();
    let freeze = freeze.moments.freeze.unwrap().to_string();
    post(
        "moments",
        &format!("closes=&freeze={}&action=set", &freeze[..16]),
    );
    assert!(site.database().contest("spring").unwrap().unwrap().revealed);
    post("moments", "action=freeze");
    eventually(|| site.get("/").body.contains("The board has been frozen"));
    post("reveal", "revealed=1");
    post("announce", "text=Room+12");
    eventually(|| site.get("/").body.contains("Room 12"));
    post("code", "");
    let code = site.database().setting("class_code").unwrap().unwrap();
    assert!(site.page(&staff, "/staff").body.contains(&code));
    post("moments", "closes=2999-01-01T00:00&freeze=&action=set");
    eventually(|| site.get("/").body.contains("2999-01-01 00:00 UTC"));
    assert_eq!(
        site.post(&staff, "/staff/moments", "closes=soon").status,
        400
    );
    post("moments", "action=close");
    eventually(|| site.get("/").body.contains("not final"));
    assert_eq!(site.hand_in(&token, &[("a.py", b"x")]).status, 403);
    site.database().set_phase("spring", Phase::Final).unwrap();
    eventually(|| site.get("/").body.contains("The standings are final"));
    // A frozen board does not show them.
    post("moments", "action=freeze");
    eventually(|| !site.get("/").body.contains("The standings are final"));
}
