//! The language of pages: that of the address, of the cookie, or of the contest. Programs get English.

use judge::locale::{Language, Text};
use judge::site::database::State;

use super::process::{FRENCH, Site};
use crate::site_client::{Answer, MULTIPART, Session, eventually, multipart};

fn page(site: &Site, path: &str, cookie: &str) -> Answer {
    site.send("GET", path, &[("Cookie", cookie)], b"")
}

/// Fails unless a page is in a language and leads to the other one.
fn assert_language(answer: &Answer, language: Language) {
    let opening = format!("<html lang=\"{language}\">");
    assert!(answer.body.contains(&opening), "{}", answer.body);
    let switch = format!("lang={}\" lang=\"{0}\"", language.other());
    assert!(answer.body.contains(&switch), "{}", answer.body);
    let word = match language {
        Language::English => "Board</a>",
        Language::French => "Classement</a>",
    };
    assert!(answer.body.contains(word), "{}", answer.body);
}

#[test]
fn the_language_is_that_of_the_address_the_cookie_or_the_contest() {
    let [english, french] = Language::ALL;
    for (keys, own) in [("", english), (FRENCH, french)] {
        let site = Site::new(keys);
        let other = own.other();
        for path in ["/", "/contest", "/nowhere"] {
            let answer = site.get(path);
            assert_language(&answer, own);
            assert_eq!(answer.header("set-cookie"), None);
            let asked = format!("{path}?lang={other}");
            assert_language(&site.get(&asked), other);
            let cookie = format!("lang={other}");
            assert_language(&page(&site, path, &cookie), other);
            let asked = format!("{path}?lang={own}");
            assert_language(&page(&site, &asked, &cookie), own);
        }
        // What nobody knows is ignored.
        assert_language(&site.get("/?lang=de"), own);
        assert_language(&page(&site, "/", "lang=de"), own);
        // The page for all is made for each language, and cached as such.
        let tag = |answer: &Answer| answer.header("etag").expect("a tag").to_owned();
        let (one, two) = (site.get("/"), site.get(&format!("/?lang={other}")));
        assert_ne!(tag(&one), tag(&two));
        assert!(
            two.header("vary")
                .is_some_and(|vary| vary.contains("Cookie"))
        );
    }
}

#[test]
fn a_browser_keeps_the_language_that_a_person_chooses() {
    let site = Site::new("");
    let answer = site.get("/contest?lang=fr");
    let cookie = answer.header("set-cookie").expect("a cookie");
    for part in ["lang=fr;", "Path=/", "SameSite=Lax", "Max-Age=31536000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    // It is kept already, or a script of an open page asks.
    let answer = page(&site, "/contest?lang=fr", "lang=fr");
    assert_eq!(answer.header("set-cookie"), None);
    let headers = [("Sec-Fetch-Mode", "cors")];
    let answer = site.send("GET", "/fragment/board?lang=fr", &headers, b"");
    assert_eq!(answer.header("set-cookie"), None);
    let headers = [("Sec-Fetch-Mode", "navigate")];
    let answer = site.send("GET", "/?lang=fr", &headers, b"");
    assert!(answer.header("set-cookie").is_some());
}

#[test]
fn each_language_has_its_board_rules_and_handout() {
    let site = Site::new("");
    let documents = Language::ALL.map(|language| {
        [
            (
                format!("board.{language}.html"),
                format!("<p>board {language}</p>"),
            ),
            (
                format!("rules.{language}.html"),
                format!("<p>rules {language}</p>"),
            ),
            (format!("handout.{language}.zip"), format!("zip {language}")),
        ]
    });
    let documents = documents.into_iter().flatten();
    let documents: Vec<_> = documents
        .map(|(name, content)| (name, content.into_bytes()))
        .collect();
    site.database().publish("spring", &documents).unwrap();
    eventually(|| site.get("/").body.contains("<p>board en</p>"));
    for language in Language::ALL {
        let cookie = format!("lang={language}");
        let contains = |path: &str, text: String| {
            let answer = page(&site, path, &cookie);
            assert!(answer.body.contains(&text), "{path}: {}", answer.body);
        };
        contains("/", format!("<p>board {language}</p>"));
        contains("/", format!("/fragment/board?lang={language}\""));
        contains("/contest", format!("<p>rules {language}</p>"));
        contains("/handout.zip", format!("zip {language}"));
        let answer = site.get(&format!("/fragment/board?lang={language}"));
        assert_eq!(answer.body, format!("<p>board {language}</p>"));
    }
}

#[test]
fn several_contests_agree_on_a_language_or_their_pages_are_in_english() {
    let [english, french] = Language::ALL;
    let site = Site::with(&[("one", FRENCH), ("two", FRENCH)]);
    assert!(site.get("/").body.contains("Tous les concours"));
    let site = Site::with(&[("one", FRENCH), ("au tumn", "")]);
    assert!(site.get("/").body.contains("<html lang=\"en\">"));
    assert_language(&site.get("/one/"), french);
    assert_language(&site.get("/au%20tumn/contest"), english);
    assert!(
        site.get("/one/nowhere")
            .body
            .contains("cette page n’existe pas")
    );
}

/// Opens a page of a signed-in browser in French.
fn in_french(site: &Site, session: &Session, path: &str) -> String {
    let cookie = format!("{}; lang=fr", session.cookie);
    let answer = page(site, path, &cookie);
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    assert!(answer.body.contains("<html lang=\"fr\">"), "{path}");
    answer.body
}

#[test]
fn what_the_database_keeps_in_english_is_shown_in_french() {
    let site = Site::new("");
    let (_, token) = site.team("owls");
    for _ in 0..2 {
        assert_eq!(site.hand_in(&token, &[("solver.py", b"")]).status, 201);
    }
    let mut database = site.database();
    let row = database.hand_in(2).unwrap().unwrap();
    let withdrawn = Text::message("site-note-withdrawn-by-staff-because").with("reason", "why not");
    database.withdraw(&row, &withdrawn.to_string()).unwrap();
    let staff = site.staff();
    let fields = "action=set&closes=2027-03-21T20:00&freeze=";
    assert_eq!(site.post(&staff, "/staff/moments", fields).status, 303);
    let pinned = Text::message("site-log-own-pin").with("id", "2");
    database
        .log(Some("spring"), "team:owls", &pinned, "")
        .unwrap();
    let own = site.sign_in(&token);
    let body = in_french(&site, &own, "/team");
    for text in [
        "remplacé par le dépôt 2 avant son tour",
        "retiré par les enseignants\u{a0}: why not",
        "10 dépôts par heure",
    ] {
        assert!(body.contains(text), "{text}: {body}");
    }
    let body = in_french(&site, &staff, "/staff");
    for text in [
        "clôture\u{a0}: 21 mars 2027 à 20:00 UTC, gel\u{a0}: jamais",
        "dépôt 2 épinglé",
        "équipe\u{a0}: owls",
    ] {
        assert!(body.contains(text), "{text}: {body}");
    }
    assert!(in_french(&site, &staff, "/staff?team=1").contains("?team=1&#38;lang=en"));
    assert!(in_french(&site, &staff, "/?view=public").contains("?view=public&#38;lang=en"));
    // The log itself, and what programs get, is English.
    let log = database.log_entries(9).unwrap();
    let actions: Vec<&str> = log.iter().map(|row| row.action.as_str()).collect();
    assert_eq!(
        actions,
        [
            "pin hand-in 2",
            "closes 2027-03-21 20:00 UTC, freezes never"
        ]
    );
    let bearer = format!("Bearer {}", token.text());
    let headers = [("Authorization", bearer.as_str()), ("Cookie", "lang=fr")];
    let state = site
        .send("GET", "/api/hand-ins/1?lang=fr", &headers, b"")
        .json();
    assert_eq!(state["note"], "replaced by hand-in 2 before its turn came");
    assert_eq!(state["state"], State::Replaced.name());
}

#[test]
fn failures_are_in_the_language_of_the_visitor_and_for_programs_in_english() {
    let site = Site::new(&format!("{FRENCH}registration = \"code\""));
    let answer = site.get("/team");
    assert_eq!(answer.status, 401);
    assert!(
        answer.body.contains("vous n’êtes pas connecté"),
        "{}",
        answer.body
    );
    let answer = site.get("/api/hand-ins/1").json();
    assert_eq!(answer["error"], "you are not signed in");
    let form = "application/x-www-form-urlencoded";
    let headers = [("Cookie", "lang=fr"), ("Content-Type", form)];
    let answer = site.send("POST", "/register", &headers, b"code=wrong&team=owls");
    assert_eq!(answer.status, 422);
    let body = &answer.body;
    assert!(body.contains("ce n’est pas le code de la classe"), "{body}");

    // What answers a form has no switch: the form would be lost.
    let (_, token) = site.team("owls");
    let own = site.sign_in(&token);
    let answer = site.post(&own, "/team/link", "");
    assert!(
        answer.body.contains("Lien de l’équipe owls"),
        "{}",
        answer.body
    );
    assert!(!answer.body.contains("id=\"language\""));
    let own = site.sign_in(&site.team("bears").1);
    let headers = [("Cookie", own.cookie.as_str()), ("Content-Type", MULTIPART)];
    let body = multipart(Some(&own.form), &[("/etc/passwd", b"")]);
    let answer = site.send("POST", "/team/hand-in", &headers, &body);
    assert_eq!(answer.status, 400);
    let error = "le nom de fichier «\u{202f}/etc/passwd\u{202f}» commence par une barre oblique";
    assert!(answer.body.contains(error), "{}", answer.body);
    assert!(!answer.body.contains("id=\"language\""));
    let answer = site.hand_in(&token, &[("/etc/passwd", b"")]);
    assert_ne!(answer.json()["error"], "");
}
