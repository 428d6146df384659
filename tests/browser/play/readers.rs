//! The readers in the page agree with those of the judge: the same canonical text, or an error at the same place.

use puzzles::Random;
use serde_json::{Value, json};

use super::open_page;
use crate::session::Browser;
use crate::world::World;

/// Texts with all features of the formats, which are then changed at random.
const TEXTS: [&str; 12] = [
    "2 3 2\n0 1 -1\n1 0 0\n1 0 0\n-1 1 0\n",
    "\u{feff}1 2 2\r\n\r\n0\t1 \r\n1 0",
    "2 3\n1 3 2\n4 5 6\nwall 0 0 1 0\nwall 0 1 0 2\n",
    "3 1\n3\n2\n1\n\n",
    "2 2\n1 2\n3 4\nwall 0 0 0 1\nwall 1 0 0 0\nwall 0 1 1 1\n",
    "2 10\n-6  9\n8 2\n",
    "1 9223372036854775807\n-9223372036854775807\n",
    "2 3\n1 1\n1\n2\n\n1\n",
    "3 3\n2\n1 1\n1\n2\n1\n2\n",
    "width 3\nheight 2\n\nrows\n1,1\n1\n\ncolumns\n2\n0\n1\n",
    "2 3\n1 1\n1\n#\n2\n0\n1\n#\n",
    "1000000000 1000000000 1\n",
];

const CHANGES: [&str; 14] = [
    "0",
    "1",
    "2",
    "9",
    "-",
    "-1",
    " ",
    "\n",
    "\t",
    "wall",
    "#",
    "é",
    "999999999999999999999",
    ",",
];

fn changed(random: &mut Random) -> String {
    let mut text: Vec<char> = TEXTS[random.below(TEXTS.len())].chars().collect();
    for _ in 0..random.below(4) {
        let at = random.below(text.len().max(1)).min(text.len());
        let end = (at + random.below(3)).min(text.len());
        text.splice(at..end, CHANGES[random.below(CHANGES.len())].chars());
    }
    text.into_iter().collect()
}

/// Returns texts that are almost instances.
pub(super) fn damaged_texts(count: usize) -> Vec<String> {
    let random = &mut Random::new(2);
    (0..count).map(|_| changed(random)).collect()
}

#[tokio::test]
async fn the_readers_of_the_page_agree_with_those_of_the_judge() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --problem picross").code, 0);
    open_page(&browser, &world.path("play.html")).await;
    let random = &mut Random::new(1);
    let mut cases: Vec<Value> = Vec::new();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..4000 {
        let text = changed(random);
        for problem in puzzles::problems() {
            let expected = match problem.read(text.as_bytes()) {
                Ok(case) => json!(case.text()),
                Err(error) => json!([error.line, error.column]),
            };
            accepted += usize::from(expected.is_string());
            refused += usize::from(expected.is_array());
            cases.push(json!([problem.name(), text, expected]));
        }
    }
    assert!(accepted > 500 && refused > 1000, "{accepted}, {refused}");
    let script = "const different = [];
        let large = 0;
        for (const [problem, text, expected] of JSON.parse(arguments[0])) {
          let actual;
          try {
            actual = play.readAs(problem, text);
          } catch (error) {
            // The page reads smaller grids only.
            if (/at most 100000 cells/.test(error.message)) {
              large++;
              continue;
            }
            actual = [error.line, error.column];
          }
          if (JSON.stringify(actual) !== JSON.stringify(expected)) different.push({ problem, text, expected, actual });
        }
        if (large > 200) different.push({ large });
        return different.slice(0, 5);";
    let cases = json!(cases).to_string();
    let different = browser.run(script, vec![json!(cases)]).await;
    assert_eq!(different, json!([]));
    browser.close().await;
}

/// The line solver decides a cell only if all solutions agree on it, and all cells that a single line decides.
#[tokio::test]
async fn the_line_solver_is_sound() {
    let Some(browser) = Browser::start().await else {
        return;
    };
    let world = World::new();
    assert_eq!(world.judge("play --no-open --problem picross").code, 0);
    open_page(&browser, &world.path("play.html")).await;
    // Every line of six cells with every clue and 200 random states, against trying all fillings.
    let script = "const runs = (bits) => bits.split('0').map((run) => run.length).filter(Boolean);
        const different = [];
        const all = Array.from({ length: 64 }, (_, n) => n.toString(2).padStart(6, '0'));
        for (const clue of new Set(all.map((bits) => runs(bits).join()))) {
          const fitting = all.filter((bits) => runs(bits).join() === clue);
          for (let i = 0; i < 200; i++) {
            const known = Array.from({ length: 6 }, () => [0, 0, 0, 1, 2][Math.floor(Math.random() * 5)]);
            const left = fitting.filter((bits) => known.every((cell, at) => cell === 0 || (cell === 1) === (bits[at] === '1')));
            const common = (at) => (left.every((bits) => bits[at] === '1') ? 1 : left.every((bits) => bits[at] === '0') ? 2 : 0);
            const expected = left.length === 0 ? null : known.map((_, at) => common(at));
            const found = play.solveLine(clue === '' ? [] : clue.split(',').map(Number), known);
            const actual = found && Array.from(found);
            if (JSON.stringify(actual) !== JSON.stringify(expected)) different.push({ clue, known, expected, actual });
          }
        }
        return different.slice(0, 5);";
    assert_eq!(browser.run(script, Vec::new()).await, json!([]));
    browser.close().await;
}
