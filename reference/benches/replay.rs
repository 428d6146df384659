//! How long the replay of a long answer takes, against `md5sum` of the same file in the same run.
//!
//! Without `--bench`, as when the tests are run, the answer is short.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

use puzzles::{Case, Random, problem};

fn main() {
    let whole = std::env::args().any(|argument| argument == "--bench");
    let length = if whole { 200_000_000 } else { 1_000_000 };
    println!("{:<24}{:>10}", "answer", "× md5sum");
    for (side, swaps) in [
        (30, 0.0),
        (30, 0.03),
        (30, 0.3),
        (30, 0.7),
        (30, 0.95),
        (1000, 0.0),
        (1000, 0.03),
        (1000, 0.7),
    ] {
        let answer = wander(side, swaps, length);
        let case = black(side);
        let name = format!("{side} × {side}, {:.0} % swaps", 100.0 * swaps);
        let replay = seconds(|| {
            let mut replay = case.replay();
            answer.chunks(1 << 18).for_each(|piece| replay.feed(piece));
            replay.finish().expect("a legal answer");
        });
        match md5sum(&answer) {
            Some(yardstick) => println!("{name:<24}{:>10.2}", replay / yardstick),
            None => println!("{name:<24}{:>10}", "no md5sum"),
        }
    }
}

/// An all-black grid, on which every walk that stays inside is right.
fn black(side: usize) -> Box<dyn Case> {
    let line = "0 ".repeat(side) + "\n";
    let text = format!("{side} {side} 1\n{}", line.repeat(2 * side));
    let robot = problem("sorting-robot").expect("the problem is registered");
    robot.read(text.as_bytes()).expect("a grid")
}

/// Letters of a random walk that stays inside.
fn wander(side: usize, swaps: f64, length: usize) -> Vec<u8> {
    let mut random = Random::new(1);
    let (mut row, mut column) = (0, 0);
    let mut letters = Vec::with_capacity(length);
    while letters.len() < length {
        if random.unit() < swaps {
            letters.push(b'S');
            continue;
        }
        let letter = b"LRUD"[random.below(4)];
        match letter {
            b'L' if column > 0 => column -= 1,
            b'R' if column + 1 < side => column += 1,
            b'U' if row > 0 => row -= 1,
            b'D' if row + 1 < side => row += 1,
            _ => continue,
        }
        letters.push(letter);
    }
    letters
}

/// The time of `md5sum` reading the bytes, if it is installed.
fn md5sum(bytes: &[u8]) -> Option<f64> {
    let run = || {
        let mut child = Command::new("md5sum")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(bytes)?;
        }
        child.wait()
    };
    run().is_ok().then(|| {
        seconds(|| {
            run().expect("md5sum ran before");
        })
    })
}

/// The shortest of three runs.
fn seconds(mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    (0..3).map(time).fold(f64::INFINITY, f64::min)
}
