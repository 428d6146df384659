//! The time per run of a cluster worker, compared with the local engine.
//!
//! The programs do nothing. The worker claims each run and commits each result, on the file system of the temporary
//! folder. The difference between two contests with different numbers of teams gives the time per run. Without
//! `--bench` the contests are small and the figures are not meaningful.

mod timing;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::timing::{median, milliseconds};

fn main() {
    let full = std::env::args().any(|argument| argument == "--bench");
    let (rounds, instances) = if full { (7, 100) } else { (1, 10) };
    let world = tempfile::tempdir().expect("a temporary folder");
    let contests = [1, 3].map(|teams| contest(world.path(), teams, instances));
    let (mut local, mut worker) = (Vec::new(), Vec::new());
    // Alternating, so that the load of the machine affects both alike.
    for _ in 0..rounds {
        let [few, many] = contests.each_ref().map(|contest| {
            let run = format!("run --fresh --jobs 1 {contest} --out local");
            milliseconds(|| judge(world.path(), &run))
        });
        local.push((many - few) / (2 * instances) as f64);
        let [few, many] = contests.each_ref().map(|contest| {
            let options = "--fresh --engine slurm --workers 0 --detach --out shared";
            judge(world.path(), &format!("run {contest} {options}"));
            milliseconds(|| judge(world.path(), "worker shared"))
        });
        worker.push((many - few) / (2 * instances) as f64);
    }
    let (local, worker) = (median(local), median(worker));
    println!("local engine, a complete run        {local:>8.2} ms");
    println!("worker, claimed and committed       {worker:>8.2} ms");
    println!(
        "ratio                               {:>8.2}",
        worker / local
    );
}

/// Writes a contest of so many teams whose programs do nothing; returns its file name.
fn contest(world: &Path, teams: usize, instances: usize) -> String {
    let name = format!("of-{teams}");
    for team in 0..teams {
        let folder = world.join(&name).join(format!("team-{team}"));
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy("/bin/true", folder.join("solver")).expect("a program");
    }
    let text = format!(
        "name = \"Nothing\"\nproblem = \"sorting-robot\"\n\
         submissions = \"{name}\"\nbaselines = [\"naive\"]\n\
         [[round]]\nname = \"tiny\"\nrun = \"programs\"\nseed = 1\n\
         generate = [{{ count = {instances}, layout = \"vector\", columns = 2 }}]\n"
    );
    let file = format!("{name}.toml");
    fs::write(world.join(&file), text).expect("a contest");
    file
}

fn judge(world: &Path, arguments: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    let output = command
        .args(arguments.split_whitespace())
        .current_dir(world)
        .stdin(Stdio::null())
        .output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
}
