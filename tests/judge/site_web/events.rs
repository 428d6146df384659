//! The stream of events.

use std::io::{BufRead, BufReader, Write};

use judge::site::database::{Moments, Progress, State};
use judge::timestamp::Timestamp;

use super::process::Site;

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
    let open_at = |query: &str, headers: &str| {
        let mut stream = site.connect();
        let head = format!("GET /api/events{query} HTTP/1.1\r\nHost: x\r\n{headers}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        // The first bytes of the answer say that the stream has begun.
        stream.peek(&mut [0]).unwrap();
        stream
    };
    let open = |headers: &str| open_at("", headers);
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
    // A page names the last event that it shows, so that nothing is lost before its stream begins.
    let page = site.get("/").body;
    let (_, seen) = page.split_once("&#38;after=").unwrap();
    let seen: i64 = seen.split('"').next().unwrap().parse().unwrap();
    assert_eq!(seen, last + 5);
    let first = open_at(&format!("?contest=spring&after={last}"), &bearer);
    assert_eq!(events(first, 4), expected);
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
