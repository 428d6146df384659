//! Runs the Python checker of a problem over many proofs in one process.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Imports a checker by its path and prints the exit code of each pair of instance and proof on standard input.
const DRIVER: &str = "
import importlib.util, sys
spec = importlib.util.spec_from_file_location('checker', sys.argv[1])
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)
for line in sys.stdin:
    instance, proof = (bytes.fromhex(part) for part in line.rstrip('\\n').split(','))
    print(checker.check(instance, proof)[0])
";

/// Returns the exit code of the checker for each pair of instance and proof; `None` if there is no Python, which is
/// said.
pub(crate) fn verdicts(problem: &str, pairs: &[(Vec<u8>, Vec<u8>)]) -> Option<Vec<u8>> {
    /// Tests of one program run at the same time.
    static USES: AtomicUsize = AtomicUsize::new(0);
    let found = Command::new("python3").arg("--version").output();
    if !found.is_ok_and(|ran| ran.status.success()) {
        let is_required = std::env::var_os("JUDGE_REQUIRE").is_some_and(|wanted| wanted == "all");
        assert!(!is_required, "python3 is missing, and JUDGE_REQUIRE=all");
        eprintln!("left out: python3 is missing");
        return None;
    }
    let script = puzzles::problem(problem).and_then(puzzles::AnyProblem::checker);
    let number = USES.fetch_add(1, Ordering::Relaxed);
    let name = format!("checker-{problem}-{}-{number}.py", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, script.expect("a checker")).expect("the checker is written");
    let mut python = Command::new("python3")
        .args(["-c", DRIVER])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let mut input = python.stdin.take().expect("a pipe");
    let mut lines = String::new();
    for (instance, proof) in pairs {
        for byte in instance {
            let _ = write!(lines, "{byte:02x}");
        }
        lines.push(',');
        for byte in proof {
            let _ = write!(lines, "{byte:02x}");
        }
        lines.push('\n');
    }
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let ran = python.wait_with_output().expect("python3 ends");
    writer.join().expect("no panic").expect("python3 reads");
    let _ = std::fs::remove_file(path);
    assert!(ran.status.success(), "the checker failed");
    let codes = String::from_utf8(ran.stdout).expect("digits");
    Some(
        codes
            .lines()
            .map(|code| code.parse().expect("a code"))
            .collect(),
    )
}
