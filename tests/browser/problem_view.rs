//! Problems of one's own: their view draws in a sandboxed frame, and without a view the page shows texts.

use fantoccini::Locator;
use serde_json::{Value, json};

use crate::session::Browser;
use crate::world::{World, found_or_skipped, which};

/// A text that would do harm as markup.
const HOSTILE: &str = "</script><img src=x onerror=\"document.title='hacked'\"><!-- & ${1}";

/// Scores a quarter of a point per character, and rejects answers with the word `bad`.
const CHECKER: &str = "
import sys
text = sys.stdin.read()
with open(sys.argv[3] + '/score.txt', 'w') as file:
    file.write('%.2f' % (len(text.strip()) / 4))
if 'bad' in text:
    with open(sys.argv[3] + '/teammessage.txt', 'w') as file:
        file.write('it is bad')
    sys.exit(43)
sys.exit(42)
";

/// Fills the canvas with red before the last step, and with green at the end. Starts with a byte order mark.
const VIEW: &str = "\u{feff}// </script><img src=x onerror=\"document.title='hacked'\"><!--
view({
  aspect: 0.5,
  steps: (instance, answer) => answer.trim().length,
  draw(context, { width, height, dark, instance, answer, step }) {
    globalThis.last = { width, height, dark, instance, answer, step };
    const word = answer?.trim();
    if (word === 'throws' && step > 2) throw new Error('cannot draw </script><b>this</b>');
    while (word === 'loops');
    context.fillStyle = step === word?.length ? 'rgb(0, 255, 0)' : 'rgb(255, 0, 0)';
    context.fillRect(0, 0, width, height);
  },
});
";

/// A contest with one instance, a problem with this view, and these teams with their answers.
fn contest(view: Option<&str>, answers: &[(&str, &str)]) -> World {
    let world = World::new();
    let line = view.map_or("", |_| "view = \"view.js\"\n");
    world
        .file(
            "one.toml",
            "name = \"One\"\nproblem = \"problem\"\nsubmissions = \"teams\"\n[scoring]\nrule = \"best\"\n\
             [[round]]\nname = \"files\"\npublic = true\nrun = \"answers\"\ninstances = \"instances\"\n",
        )
        .file(
            "problem/problem.toml",
            format!(
                "name = \"lines\"\ngoal = \"maximise\"\ndecimals = 2\nunit = \"points\"\n\
                 checker = [\"python3\", \"check.py\"]\n{line}\
                 [baselines]\nfour = [\"python3\", \"four.py\"]\n"
            ),
        )
        .file("problem/check.py", CHECKER)
        .file("problem/four.py", "print('four')\n")
        .file("instances/first.in", format!("{HOSTILE}\n"));
    if let Some(view) = view {
        world.file("problem/view.js", view);
    }
    for (team, answer) in answers {
        let name = format!("teams/{team}/answers/first.txt");
        world.file(&name, format!("{answer}\n"));
    }
    let ran = world.judge("run one.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

/// Starts a browser. Returns `None` if it or the language of the checker is missing.
async fn start() -> Option<Browser> {
    if !found_or_skipped("python3", which("python3")) {
        return None;
    }
    Browser::start().await
}

/// Opens the replay of a team.
async fn open_replay(browser: &Browser, team: &str) {
    let script = "const data = JSON.parse(document.getElementById('data').textContent);
        const entrant = data.entrants.findIndex(({ name }) => name === arguments[0]);
        document.getElementById('replay').close();
        document.querySelector(`#matrix button[data-entrant='${entrant}']`).click();";
    browser.until("window.judge").await;
    browser.run(script, vec![json!(team)]).await;
    browser
        .until("document.querySelector('#replay[open] .player > *')")
        .await;
}

async fn go_to(browser: &Browser, step: u64) {
    let script = "const slider = document.querySelector('.slider');
        slider.value = arguments[0];
        slider.dispatchEvent(new Event('input', { bubbles: true }));";
    browser.run(script, vec![json!(step)]).await;
}

/// Waits until the view has drawn a step, and returns what it was given and the colour of the canvas.
async fn drawn(browser: &Browser, step: u64) -> (Value, Value) {
    let frame = browser.client.find(Locator::Css("iframe")).await;
    let frame = frame.expect("a frame");
    frame.enter_frame().await.expect("enters the frame");
    browser
        .until(&format!("globalThis.last?.step === {step}"))
        .await;
    let script = "const canvas = document.querySelector('canvas');
        const { width, height } = canvas;
        // Reading the canvas itself repeatedly makes the browser warn.
        const copy = Object.assign(document.createElement('canvas'), { width, height });
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        return [last, [...context.getImageData(width - 1, height - 1, 1, 1).data].slice(0, 3)];";
    let found = browser.run(script, Vec::new()).await;
    let out = browser.client.clone().enter_parent_frame().await;
    out.expect("leaves the frame");
    (found[0].clone(), found[1].clone())
}

const GREEN: [u8; 3] = [0, 255, 0];
const RED: [u8; 3] = [255, 0, 0];

#[tokio::test]
async fn the_view_draws_every_step_in_a_frame_of_its_own() {
    let Some(browser) = start().await else {
        return;
    };
    let answer = format!("five {HOSTILE}");
    let world = contest(Some(VIEW), &[("good", &answer), ("wrong", "bad")]);
    browser.open(&world.path("results/one/report.html")).await;
    open_replay(&browser, "good").await;
    let last = answer.chars().count() as u64;
    let position = format!("document.querySelector('.position').textContent === '{last} / {last}'");
    browser.until(&position).await;
    let (given, colour) = drawn(&browser, last).await;
    assert_eq!(colour, json!(GREEN));
    assert_eq!(given["instance"], format!("{HOSTILE}\n"));
    assert_eq!(given["answer"], format!("{answer}\n"));
    let aspect = given["height"].as_f64().unwrap() / given["width"].as_f64().unwrap();
    assert!((aspect - 0.5).abs() < 0.01, "{given}");
    let expected = format!("accepted: {} points", last as f64 / 4.0);
    assert_eq!(browser.text(".verdict").await, expected);
    go_to(&browser, 3).await;
    assert_eq!(drawn(&browser, 3).await.1, json!(RED));
    // The theme of the page is that of the drawing.
    let is_dark = given["dark"] == true;
    browser
        .run("document.getElementById('theme').click()", Vec::new())
        .await;
    go_to(&browser, 4).await;
    assert_eq!(drawn(&browser, 4).await.0["dark"], !is_dark);
    open_replay(&browser, "wrong").await;
    browser
        .until("document.querySelector('.position').textContent === '3 / 3'")
        .await;
    assert_eq!(browser.text(".verdict").await, "rejected: it is bad");
    let title = browser.client.title().await.expect("a title");
    assert_eq!(title, "One");
    let page = world.read("results/one/report.html");
    assert!(!page.contains("<img"));
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn a_frame_reaches_neither_the_page_nor_the_network() {
    let Some(browser) = start().await else {
        return;
    };
    let view = format!(
        "{VIEW}
        globalThis.found = {{}};
        const attempt = (name, call) => {{ try {{ call(); found[name] = 'works'; }} catch (error) {{ found[name] = error.name; }} }};
        attempt('page', () => parent.document.title);
        attempt('top', () => {{ top.location = 'about:blank'; }});
        attempt('storage', () => localStorage.length);
        attempt('code', () => eval('1'));
        fetch('http://127.0.0.1:9/leak').catch((error) => {{ found.network = error.name; }});"
    );
    let world = contest(Some(&view), &[("good", "abc")]);
    browser.open(&world.path("results/one/report.html")).await;
    open_replay(&browser, "good").await;
    drawn(&browser, 3).await;
    let frame = browser.find("iframe").await;
    frame.enter_frame().await.expect("enters the frame");
    browser.until("found.network").await;
    let found = browser.run("return found", Vec::new()).await;
    let expected = json!({
        "page": "SecurityError", "top": "SecurityError", "storage": "SecurityError", "code": "EvalError",
        "network": "TypeError",
    });
    assert_eq!(found, expected);
    browser.close().await;
}

#[tokio::test]
async fn a_view_that_fails_shows_its_message_and_leaves_the_page_alone() {
    let Some(browser) = start().await else {
        return;
    };
    let world = contest(
        Some(VIEW),
        &[("a", "throws"), ("b", "loops"), ("c", "fine")],
    );
    browser.open(&world.path("results/one/report.html")).await;
    open_replay(&browser, "a").await;
    let shows = |text: &str| {
        let text = json!(text);
        format!("document.querySelector('.view-error:not([hidden])')?.textContent === {text}")
    };
    let message = "the view failed: Error: cannot draw </script><b>this</b>";
    browser.until(&shows(message)).await;
    // Other steps can be drawn.
    go_to(&browser, 1).await;
    browser
        .until("document.querySelector('.view-error').hidden")
        .await;
    assert_eq!(drawn(&browser, 1).await.1, json!(RED));
    open_replay(&browser, "b").await;
    browser
        .until(&shows("the view has not answered for 3 s"))
        .await;
    go_to(&browser, 2).await;
    assert_eq!(browser.text(".position").await, "2 / 5");
    open_replay(&browser, "c").await;
    assert_eq!(drawn(&browser, 4).await.1, json!(GREEN));
    for (view, message) in [
        ("view({", "the view failed: SyntaxError: "),
        ("null.x", "the view failed: TypeError: "),
        (
            "",
            "the view failed: Error: the script has not called view()",
        ),
        ("view({})", "the view failed: Error: view() needs an object"),
        (
            "view({ draw() {}, steps: () => -1 })",
            "the view failed: Error: steps() returned -1",
        ),
    ] {
        world.file("problem/view.js", view);
        assert_eq!(world.judge("run one.toml").code, 0, "{view}");
        browser.open(&world.path("results/one/report.html")).await;
        open_replay(&browser, "c").await;
        browser
            .until("document.querySelector('.view-error:not([hidden])')")
            .await;
        let shown = browser.text(".view-error").await;
        assert!(shown.starts_with(message), "{view}: {shown}");
    }
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn without_a_view_the_texts_are_side_by_side() {
    let Some(browser) = start().await else {
        return;
    };
    let long = "x".repeat(150_000);
    let world = contest(
        None,
        &[("good", HOSTILE), ("long", &long), ("wrong", "bad")],
    );
    browser.open(&world.path("results/one/report.html")).await;
    open_replay(&browser, "good").await;
    let texts = "return [...document.querySelectorAll('.texts pre')].map((pre) => pre.textContent)";
    let hostile = format!("{HOSTILE}\n");
    assert_eq!(
        browser.run(texts, Vec::new()).await,
        json!([hostile, hostile])
    );
    let expected = format!("accepted: {} points", HOSTILE.len() as f64 / 4.0);
    assert_eq!(browser.text(".texts .verdict").await, expected);
    let sides = "const [a, b] = [...document.querySelectorAll('.texts section')].map((s) => s.getBoundingClientRect());
        return [a.top === b.top, a.right <= b.left];";
    assert_eq!(browser.run(sides, Vec::new()).await, json!([true, true]));
    open_replay(&browser, "wrong").await;
    browser
        .until("document.querySelector('.texts .verdict').textContent === 'rejected: it is bad'")
        .await;
    open_replay(&browser, "long").await;
    browser
        .until("document.querySelector('.texts .note')")
        .await;
    let note = browser.text(".texts .note").await;
    assert_eq!(note, "the first 100000 of 150001 characters");
    assert_eq!(browser.client.title().await.expect("a title"), "One");
    browser.assert_quiet().await;
    browser.close().await;
}

#[tokio::test]
async fn play_draws_baselines_and_what_is_typed() {
    let Some(browser) = start().await else {
        return;
    };
    let world = contest(Some(VIEW), &[("good", "abc")]);
    let ran = world.judge("play instances/first.in --problem problem -o play.html --no-open");
    assert_eq!(ran.code, 0, "{}", ran.err);
    browser.open(&world.path("play.html")).await;
    browser.until("window.judge").await;
    let (given, colour) = drawn(&browser, 4).await;
    assert_eq!((&given["answer"], colour), (&json!("four\n"), json!(GREEN)));
    assert_eq!(browser.text(".verdict").await, "1 points");
    let command = browser.text(".command").await;
    assert_eq!(
        command,
        "judge check instances/first.in ANSWER --problem problem"
    );
    let field = browser.find("#answer").await;
    field.send_keys("typed").await.expect("typing");
    // The page makes a new frame for what is typed first.
    browser
        .until("document.querySelector('h3').textContent === 'your answer'")
        .await;
    let (given, colour) = drawn(&browser, 5).await;
    assert_eq!((&given["answer"], colour), (&json!("typed"), json!(GREEN)));
    field.send_keys(" more").await.expect("typing");
    browser
        .until("document.querySelector('.position').textContent === '10 / 10'")
        .await;
    assert_eq!(drawn(&browser, 10).await.0["answer"], "typed more");
    field.clear().await.expect("clearing");
    browser
        .run(
            "document.getElementById('answer').dispatchEvent(new Event('input'))",
            Vec::new(),
        )
        .await;
    assert_eq!(drawn(&browser, 0).await.0["answer"], Value::Null);
    browser.assert_quiet().await;
    browser.close().await;
}

#[test]
fn play_needs_a_view_and_an_instance() {
    let world = World::new();
    let problem = "name = \"knapsack\"\ngoal = \"maximise\"\nchecker = [\"true\"]\n";
    world.file("problem/problem.toml", problem);
    let ran = world.judge("play --problem problem --no-open");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(
        ran.err.contains("the problem knapsack has no view"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("view = \"view.js\""), "{}", ran.err);
    world.file("problem/view.js", "view({ draw() {} })").file(
        "problem/problem.toml",
        format!("{problem}view = \"view.js\"\n"),
    );
    let ran = world.judge("play --problem problem --no-open");
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("has no instances"), "{}", ran.err);
}
