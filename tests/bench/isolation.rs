//! The overhead of a run, compared with bubblewrap with all namespaces around the same program.
//!
//! The time of the judge includes the sandbox, the run, the judgement and the record. The difference between two contests
//! with different numbers of teams gives the time per run, without the start of the judge. Without `--bench`, as in
//! `cargo test`, the contests are small and the figures are not meaningful.

mod timing;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::timing::{median, milliseconds};

const NOTHING: &str = "int main(void) { return 0; }\n";

fn main() {
    let full = std::env::args().any(|argument| argument == "--bench");
    let (rounds, instances) = if full { (7, 100) } else { (1, 10) };
    if !Path::new("/usr/bin/bwrap").exists() {
        println!("bubblewrap is not installed: nothing to compare with");
        return;
    }
    let world = tempfile::tempdir().expect("a temporary folder");
    let program = world.path().join("noop");
    fs::write(world.path().join("noop.c"), NOTHING).expect("a source");
    run(Command::new("cc")
        .args(["-O2", "-o", "noop", "noop.c"])
        .current_dir(world.path()));
    let contests = [1, 3].map(|teams| contest(world.path(), teams, instances));
    let (mut judge, mut bubblewrap) = (Vec::new(), Vec::new());
    // Alternating, so that the load of the machine affects both alike.
    for _ in 0..rounds {
        let [few, many] = contests.each_ref().map(|contest| {
            milliseconds(|| {
                run(Command::new(env!("CARGO_BIN_EXE_judge"))
                    .args(["run", "--fresh", "--jobs", "1", contest])
                    .current_dir(world.path()));
            })
        });
        judge.push((many - few) / (2 * instances) as f64);
        let time = milliseconds(|| (0..instances).for_each(|_| run(&mut wrapped(&program))));
        bubblewrap.push(time / instances as f64);
    }
    let (judge, bubblewrap) = (median(judge), median(bubblewrap));
    println!("judge, a complete run        {judge:>8.2} ms");
    println!("bubblewrap, all namespaces   {bubblewrap:>8.2} ms");
    println!("ratio                        {:>8.2}", judge / bubblewrap);
}

/// Writes a contest of so many teams whose programs do nothing; returns its file name.
fn contest(world: &Path, teams: usize, instances: usize) -> String {
    let name = format!("of-{teams}");
    for team in 0..teams {
        let folder = world.join(&name).join(format!("team-{team}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(world.join("noop"), folder.join("solver")).expect("a program");
    }
    let mut text = String::from("name = \"Nothing\"\nproblem = \"sorting-robot\"\n");
    let _ = write!(
        text,
        "submissions = \"{name}\"\nbaselines = [\"naive\"]\n\
         [[round]]\nname = \"tiny\"\nrun = \"programs\"\nseed = 1\n\
         generate = [{{ count = {instances}, layout = \"vector\", columns = 2 }}]\n"
    );
    let file = format!("{name}.toml");
    fs::write(world.join(&file), text).expect("a contest");
    file
}

fn wrapped(program: &Path) -> Command {
    let mut command = Command::new("bwrap");
    command
        .args(["--unshare-all", "--ro-bind", "/", "/"])
        .args(["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"])
        // The tmpfs hides the program, which is in /tmp.
        .args([
            "--ro-bind".as_ref(),
            program.as_os_str(),
            "/tmp/noop".as_ref(),
        ])
        .arg("/tmp/noop");
    command
}

fn run(command: &mut Command) {
    let output = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
}
