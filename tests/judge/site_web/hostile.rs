//! Clients that do not behave.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use super::process::Site;
use crate::site_client::{MULTIPART, eventually, multipart};

fn nothing_is_left(site: &Site) {
    eventually(|| std::fs::read_dir(site.path("uploads")).unwrap().count() == 0);
    assert_eq!(std::fs::read_dir(site.path("hand-ins")).unwrap().count(), 0);
    assert!(
        site.database()
            .hand_ins("spring", None, 9)
            .unwrap()
            .is_empty()
    );
    assert_eq!(site.get("/api/health").status, 200);
}

#[test]
fn uploads_are_limited_in_size() {
    let site = Site::new("upload = \"100 KiB\"");
    let (_, token) = site.team("one");
    // Slightly too large, and much too large.
    for size in [101 << 10, 8 << 20] {
        let answer = site.hand_in(&token, &[("a.bin", &vec![7; size])]);
        assert_eq!(answer.status, 413, "{size}: {answer:?}");
        assert!(answer.json()["error"].as_str().unwrap().contains("100 KiB"));
    }
    let half = vec![7; 60 << 10];
    let answer = site.hand_in(&token, &[("a", &half), ("b", &half)]);
    assert_eq!(answer.status, 413, "{answer:?}");
    nothing_is_left(&site);
    assert_eq!(
        site.hand_in(&token, &[("a", &vec![7; 100 << 10])]).status,
        201
    );
}

#[test]
fn hand_ins_are_limited_in_number() {
    let site = Site::new("hand_ins = \"2 per hour\"");
    let (_, token) = site.team("one");
    for _ in 0..2 {
        assert_eq!(site.hand_in(&token, &[("a.py", b"x")]).status, 201);
    }
    let answer = site.hand_in(&token, &[("a.py", b"x")]);
    assert_eq!(answer.status, 429);
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((3500..=3600).contains(&wait), "{wait}");
    let (_, other) = site.team("two");
    assert_eq!(site.hand_in(&other, &[("a.py", b"x")]).status, 201);
}

#[test]
fn a_closed_contest_takes_nothing() {
    let site = Site::new("closes = 2001-01-01T00:00:00Z");
    let (_, token) = site.team("one");
    let answer = site.hand_in(&token, &[("a.py", b"x")]);
    assert_eq!(answer.status, 403);
    assert_eq!(answer.json()["error"], "the contest is closed");
    let session = site.sign_in(&token);
    assert!(
        site.page(&session, "/team")
            .body
            .contains("the contest is closed")
    );
    nothing_is_left(&site);
    let site = Site::new("opens = 2999-01-01T00:00:00Z");
    let (_, token) = site.team("one");
    assert_eq!(site.hand_in(&token, &[("a.py", b"x")]).status, 403);
}

#[test]
fn file_names_do_not_lead_elsewhere() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    for name in [
        "../x",
        "/etc/passwd",
        "a/../../b",
        "a//b",
        "..",
        "a\\..\\b",
        "x\u{7}",
        "a/",
    ] {
        let answer = site.hand_in(&token, &[(name, b"x")]);
        assert_eq!(answer.status, 400, "{name:?}: {answer:?}");
    }
    assert_eq!(
        site.hand_in(&token, &[("a", b"x"), ("a", b"y")]).status,
        400
    );
    assert_eq!(site.hand_in(&token, &[]).status, 400);
    assert_eq!(site.hand_in(&token, &[("", b"")]).status, 400);
    for path in [
        "/hand-ins/../site.sqlite",
        "/hand-ins/%2e%2e%2fsite.sqlite/files",
        "/assets/..%2f..%2fx",
        "/%00",
    ] {
        assert!(matches!(site.get(path).status, 400 | 401 | 404), "{path}");
    }
    nothing_is_left(&site);
}

#[test]
fn forms_without_end_are_refused() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let session = site.sign_in(&token);
    let many = "a=b&".repeat(1_000_000);
    let answer = site.post(&session, "/team/withdraw", &many);
    assert_eq!(answer.status, 413, "{}", answer.body);
    let some = "a=b&".repeat(1000);
    assert_eq!(site.post(&session, "/team/withdraw", &some).status, 400);
    let bearer = format!("Bearer {}", token.text());
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Content-Type", MULTIPART),
    ];
    let part = b"--XX\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\r\n".to_vec();
    let mut body = part.repeat(100_000);
    body.extend_from_slice(b"--XX--\r\n");
    assert_eq!(
        site.send("POST", "/api/hand-ins", &headers, &body).status,
        400
    );
    let file = b"--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"x\"\r\n\r\n\r\n"
        .to_vec();
    let mut body = file.repeat(2001);
    body.extend_from_slice(b"--XX--\r\n");
    assert_eq!(
        site.send("POST", "/api/hand-ins", &headers, &body).status,
        400
    );
    // A header of a part that never ends must not be collected.
    let mut body = b"--XX\r\nContent-Disposition: ".to_vec();
    body.extend(vec![b'x'; 4 << 20]);
    assert_eq!(
        site.send("POST", "/api/hand-ins", &headers, &body).status,
        400
    );
    for body in [
        &b""[..],
        b"--XX",
        b"nothing",
        &multipart(None, &[("a", b"x")])[..60],
    ] {
        let answer = site.send("POST", "/api/hand-ins", &headers, body);
        assert_eq!(answer.status, 400, "{:?}", String::from_utf8_lossy(body));
    }
    let plain = [
        ("Authorization", bearer.as_str()),
        ("Content-Type", "text/plain"),
    ];
    assert_eq!(site.send("POST", "/api/hand-ins", &plain, b"x").status, 400);
    nothing_is_left(&site);
}

#[test]
fn an_upload_that_is_cut_leaves_nothing() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let body = multipart(None, &[("a.py", &vec![7; 100_000])]);
    let length = format!("Content-Length: {}", body.len());
    let mut stream = begin(&site, token.text(), &length);
    stream.write_all(&body[..50_000]).unwrap();
    // The process makes the folder when it starts.
    eventually(|| std::fs::read_dir(site.path("uploads")).is_ok_and(|found| found.count() == 1));
    drop(stream);
    nothing_is_left(&site);
}

#[test]
fn an_upload_without_a_length_is_limited_too() {
    let site = Site::new("upload = \"100 KiB\"");
    let (_, token) = site.team("one");
    let mut stream = begin(&site, token.text(), "Transfer-Encoding: chunked");
    let start = b"--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.py\"\r\n\r\n";
    let _ = write!(stream, "{:x}\r\n", start.len());
    let _ = stream.write_all(start);
    let piece = [&b"\r\n1000\r\n"[..], &[7; 0x1000]].concat();
    for _ in 0..200 {
        if stream.write_all(&piece).is_err() {
            break;
        }
    }
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    nothing_is_left(&site);
}

#[test]
fn an_upload_that_stands_still_is_ended() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let body = multipart(None, &[("a.py", &[7; 1000])]);
    let mut stream = begin(
        &site,
        token.text(),
        &format!("Content-Length: {}", body.len()),
    );
    stream.write_all(&body[..500]).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    nothing_is_left(&site);
}

/// Begins an upload.
fn begin(site: &Site, token: &str, length: &str) -> std::net::TcpStream {
    let mut stream = site.connect();
    let head = format!(
        "POST /api/hand-ins HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: {MULTIPART}\r\n{length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

#[test]
fn guessing_is_slowed_down() {
    let site = Site::new("registration = \"code\"");
    site.database().set_setting("class_code", "ABC123").unwrap();
    let (_, token) = site.team("one");
    let from = |address: &'static str| [("X-Forwarded-For", address)];
    let mut statuses = Vec::new();
    for number in 0..40 {
        let path = format!("/enter/guess{number}");
        statuses.push(site.send("GET", &path, &from("192.0.2.1"), b"").status);
    }
    assert_eq!((statuses[0], statuses[39]), (403, 429), "{statuses:?}");
    let body = b"code=ABC123&team=two";
    let answer = site.send("POST", "/register", &from("192.0.2.1"), body);
    assert_eq!(answer.status, 429);
    assert!(answer.header("retry-after").is_some());
    // Others are not affected.
    let path = format!("/enter/{}", token.text());
    assert_eq!(site.send("GET", &path, &from("192.0.2.2"), b"").status, 200);
    assert!(!site.log().contains("guess"), "{}", site.log());
}

#[test]
fn slow_and_huge_headers_are_cut_off() {
    let site = Site::new("");
    let mut slow = site.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n").unwrap();
    let mut idle = site.connect();
    let huge = format!(
        "GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n",
        "x".repeat(200_000)
    );
    let mut stream = site.connect();
    let _ = stream.write_all(huge.as_bytes());
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    assert!(
        answer.is_empty() || answer.starts_with("HTTP/1.1 431"),
        "{answer}"
    );
    // The others are closed by the server; the test would otherwise wait for the client's own limit of 60 s.
    let begun = Instant::now();
    for stream in [&mut slow, &mut idle] {
        let _ = stream.read_to_end(&mut Vec::new());
    }
    assert!(begun.elapsed() < Duration::from_secs(55));
    assert_eq!(site.get("/").status, 200);
    let garbage = [0xff_u8; 1000];
    let mut stream = site.connect();
    stream.write_all(&garbage).unwrap();
    let _ = stream.read_to_end(&mut Vec::new());
    assert_eq!(site.get("/").status, 200);
}

#[test]
fn two_uploads_at_once_are_both_taken() {
    let site = Site::new("");
    let (_, token) = site.team("one");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let tasks: Vec<_> = (0..4)
            .map(|number: u8| {
                let (site, token) = (&site, &token);
                scope.spawn(move || site.hand_in(token, &[("a.py", &[number; 1000])]).status)
            })
            .collect();
        tasks.into_iter().map(|task| task.join().unwrap()).collect()
    });
    assert_eq!(statuses, [201; 4]);
    assert_eq!(
        site.database().hand_ins("spring", None, 9).unwrap().len(),
        4
    );
}
