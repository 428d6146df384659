//! Runs hostile programs in one contest with honest teams: each gets its verdict, leaves nothing behind and affects
//! no other team.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::{Command, Stdio};

use walkdir::WalkDir;

use crate::modes::{Mode, modes};
use crate::world::{Ran, Rows, World, repository};

const HONEST: [&str; 3] = ["honest-c", "honest-py", "honest-sh"];

#[test]
fn rogues_get_their_verdicts_and_leave_nothing_behind() {
    for mode in modes() {
        check_verdicts(mode);
    }
}

/// Runs the honest teams alone, then with all rogues, and compares.
fn check_verdicts(mode: Mode) {
    let server = Server::start();
    let alone = contest();
    let expected_answers = honest_results(&alone, &run(&alone, mode));

    let world = contest();
    let expected = add_rogues(&world, server.port);
    assert!(expected.len() > 90, "only {} rogues", expected.len());
    let rows = run(&world, mode);

    let mut wrong = Vec::new();
    for (team, verdict) in &expected {
        // Submitted answer files are judged in the other round.
        let round = if team.starts_with("32") && verdict != "build-failed" {
            "files"
        } else {
            "programs"
        };
        let row = row(&rows, round, team);
        if !verdict.split(" or ").any(|one| row["verdict"] == one) {
            let (found, detail) = (&row["verdict"], &row["detail"]);
            wrong.push(format!("{team}: {found} ({detail}), expected {verdict}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{mode:?}, wrong verdicts:\n{}",
        wrong.join("\n")
    );
    assert_eq!(expected_answers, honest_results(&world, &rows));
    server.assert_no_connection();
    assert_eq!(world.read("victim"), VICTIM, "{mode:?}");
    assert_eq!(world.read("teams/honest-c/solver.c"), HONEST_C, "{mode:?}");
    // The verdict does not reveal whether a file of the host exists.
    let detail = |team: &str| row(&rows, "programs", team)["detail"].clone();
    assert_eq!(
        detail("47a-run-that-exists"),
        detail("47b-run-that-does-not"),
        "{mode:?}"
    );
    // The target of a link in place of a manifest is not quoted in the results.
    assert!(!world.read("results/rogues/runs.csv").contains("root:"));
    // Other users of the machine cannot access builds.
    let builds = fs::metadata(world.path("results/rogues/builds")).expect("builds");
    assert_eq!(builds.permissions().mode() & 0o077, 0);
}

/// Returns the only row of a team in one round.
fn row<'r>(rows: &'r Rows, round: &str, team: &str) -> &'r BTreeMap<String, String> {
    let mut own = rows
        .0
        .iter()
        .filter(|row| row["team"] == team && row["round"] == round);
    let found = own
        .next()
        .unwrap_or_else(|| panic!("{team} is not in {round}"));
    assert!(own.next().is_none(), "{team} is twice in {round}");
    found
}

/// Returns a contest with the honest teams.
fn contest() -> World {
    let world = World::new();
    world.file("victim", VICTIM);
    // Larger than a pipe buffer, yet solved by `SRSLS`: all but two cells are sorted.
    let rest = " 0".repeat(50_000);
    world.file(
        "grids/swap.txt",
        format!("1 50002 2\n0 1{rest}\n1 0{rest}\n"),
    );
    let limits =
        "time = \"1s\"\nwall = \"5s\"\nmemory = \"128 MiB\"\noutput = \"1 MiB\"\nprocesses = 32";
    let rounds = ["programs", "answers"].map(|mode| {
        let name = if mode == "answers" { "files" } else { mode };
        format!("[[round]]\nname = \"{name}\"\nrun = \"{mode}\"\ninstances = \"grids\"\n")
    });
    world.file(
        "rogues.toml",
        format!(
            "name = \"Rogues\"\nproblem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n\
             [limits]\n{limits}\n{}",
            rounds.join("")
        ),
    );
    world
        .file("teams/honest-c/solver.c", HONEST_C)
        .file("teams/honest-c/answers/swap.txt", "SRSLS\n")
        .file("teams/honest-py/solver.py", HONEST_PY)
        .script("honest-sh", "read -r rows columns colours; cat > /tmp/grid; [ $(ls /tmp | wc -l) = 1 ] && echo SRSLS");
    world.folder("tmp");
    world
}

/// A file of the host that rogues try to change.
const VICTIM: &str = "#!/bin/sh\necho SRSLS\n";

const HONEST_C: &str = r#"
#include <stdio.h>
int main(void) {
    int rows, columns, colours, wrong = 0;
    scanf("%d %d %d", &rows, &columns, &colours);
    static int background[100000];
    for (int at = 0; at < columns; at++) scanf("%d", &background[at]);
    for (int at = 0, piece; at < columns; at++) {
        scanf("%d", &piece);
        wrong += piece != background[at];
    }
    puts(wrong == 2 ? "SRSLS" : "");
}
"#;

const HONEST_PY: &str = r#"
import sys
rows, columns, colours, *cells = map(int, sys.stdin.read().split())
wrong = [at for at in range(columns) if cells[at] != cells[columns + at]]
print("R" * wrong[0] + "S" + "R" * (wrong[1] - wrong[0]) + "S" + "L" * (wrong[1] - wrong[0]) + "S")
"#;

/// Adds a team for every rogue. Returns the expected verdicts.
fn add_rogues(world: &World, port: u16) -> BTreeMap<String, String> {
    let mut expected = BTreeMap::new();
    let known = |text: &str| {
        let place = world.path("").display().to_string();
        text.replace("@WORLD@", place.trim_end_matches('/'))
            .replace("@JUDGE@", &world.path("judge").display().to_string())
            .replace("@PORT@", &port.to_string())
    };
    let entries = WalkDir::new(repository("tests/rogues"))
        .min_depth(1)
        .max_depth(1)
        .sort_by_file_name();
    for entry in entries {
        let entry = entry.expect("a rogue");
        let path = entry.path();
        let team = path.file_stem().expect("a name").to_string_lossy();
        if entry.file_type().is_dir() {
            for file in fs::read_dir(path).expect("a folder") {
                let file = file.expect("a file").path();
                let text = known(&fs::read_to_string(&file).expect("text"));
                expect(&mut expected, &team, &text);
                let name = file.file_name().expect("a name").to_string_lossy();
                world.file(&format!("teams/{team}/{name}"), text);
            }
            continue;
        }
        let text = known(&fs::read_to_string(path).expect("text"));
        expect(&mut expected, &team, &text);
        let extension = path.extension().expect("an extension").to_string_lossy();
        match &*extension {
            // A script that creates several teams.
            "make" => {
                let made = Command::new("sh")
                    .arg(path)
                    .arg(world.path("teams"))
                    .arg(world.path(""))
                    .status();
                assert!(made.expect("a shell").success(), "{team}");
            }
            "sh" => {
                let name = format!("teams/{team}/solver");
                world.file(&name, text).executable(&name);
            }
            _ => {
                world.file(&format!("teams/{team}/solver.{extension}"), text);
            }
        }
    }
    let numbers: BTreeSet<&str> = expected.keys().map(|team| &team[..2]).collect();
    for number in 1..=57 {
        assert!(numbers.contains(&*format!("{number:02}")), "{number}");
    }
    expected
}

/// Parses lines such as `expected: accepted`, or with the name of a team after the first word.
fn expect(expected: &mut BTreeMap<String, String>, team: &str, text: &str) {
    for line in text.lines() {
        let line = line.trim_start_matches(['#', '/', ' ']);
        let Some(rest) = line.strip_prefix("expected") else {
            continue;
        };
        let (named, verdict) = rest.split_once(": ").expect("a verdict");
        let team = if named.is_empty() { team } else { named.trim() };
        expected.insert(team.to_owned(), verdict.to_owned());
    }
}

/// Runs a command in mount, PID and IPC namespaces of its own, with empty temporary folders, and writes to `before` and
/// `after` in the contest folder what there is of mounts, IPC objects, temporary files and processes. Nothing else on
/// the machine changes these lists.
const OBSERVE: &str = r#"
set -e
world=$1
shift
mount --bind "$world" /var/tmp
mount -t tmpfs none /tmp
mkdir -p "$world"
mount --move /var/tmp "$world"
mount -t tmpfs none /var/tmp
mount -t tmpfs none /dev/shm
cd "$world"
list() {
    cat /proc/self/mountinfo /proc/sysvipc/*
    # The judge asks for the version of Java, which creates a folder.
    ls -A -I 'hsperfdata_*' /tmp /var/tmp /dev/shm
    for process in /proc/[0-9]*; do
        # Zombies have no command line.
        command=$(tr '\0' ' ' < $process/cmdline) || continue
        [ -z "$command" ] || echo "$command"
    done
}
list > before
code=0
"$@" || code=$?
list > after
exit $code
"#;

/// Runs the contest; where the test has the right to, asserts that it leaves nothing behind on the machine.
fn run(world: &World, mode: Mode) -> Rows {
    let Mode { user, options } = mode;
    mode.prepare(world);
    let is_root = rustix::process::getuid().is_root();
    let mut command = Command::new(if is_root { "unshare" } else { "env" });
    if is_root {
        command
            .args(["--mount", "--ipc", "--pid", "--fork", "--mount-proc"])
            .args(["sh", "-c", OBSERVE, "observe"])
            .arg(world.path(""));
    }
    if let Some(user) = user {
        let id = user.to_string();
        command.args(["setpriv", "--clear-groups", "--reuid", &id, "--regid", &id]);
    }
    command
        .arg(world.path("judge"))
        .args(["run", "rogues.toml", "--jobs", "2"])
        .args(options.split_whitespace())
        .current_dir(world.path(""))
        .env("TMPDIR", world.path("tmp"))
        .stdin(Stdio::null());
    let ran = Ran::from(command.output().expect("judge runs"));
    assert_eq!(ran.code, 0, "{mode:?}: {}", ran.err);
    if is_root {
        assert_eq!(world.read("before"), world.read("after"), "{mode:?}");
    }
    assert_eq!(stray_files(world), Vec::<String>::new(), "{mode:?}");
    world.rows("results/rogues")
}

/// Returns the results and the stored answers of the honest teams.
fn honest_results(world: &World, rows: &Rows) -> Vec<String> {
    let result = |team: &str| {
        let row = row(rows, "programs", team);
        let answer = world.read(&format!("results/rogues/answers/programs/swap/{team}"));
        assert_eq!(row["verdict"], "accepted", "{team}: {}", row["detail"]);
        // The details are left out: they may say how long the run was starved.
        let fields = ["team", "verdict", "value", "answers"];
        let values: Vec<_> = fields.iter().map(|&field| row[field].as_str()).collect();
        format!("{} {answer}", values.join(","))
    };
    HONEST.into_iter().map(result).collect()
}

/// Returns the files that rogues or the judge left in the folder of the contest.
fn stray_files(world: &World) -> Vec<String> {
    let is_stray = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        ["rogue-", ".rogue-", "core"]
            .iter()
            .any(|prefix| name.starts_with(prefix))
            || path.parent() == Some(&world.path("tmp"))
    };
    let entries = WalkDir::new(world.path(""))
        .min_depth(1)
        .into_iter()
        .flatten();
    let stray = entries.filter(|entry| is_stray(entry.path()));
    stray
        .map(|entry| entry.path().display().to_string())
        .collect()
}

/// A server that rogues must not be able to connect to.
struct Server {
    port: u16,
    by_port: TcpListener,
    by_name: UnixListener,
}

impl Server {
    fn start() -> Self {
        let by_port = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = by_port.local_addr().expect("an address").port();
        let name = SocketAddr::from_abstract_name(format!("rogue-{port}")).expect("a name");
        let by_name = UnixListener::bind_addr(&name).expect("a listener");
        Self {
            port,
            by_port,
            by_name,
        }
    }

    fn assert_no_connection(&self) {
        self.by_port.set_nonblocking(true).expect("a listener");
        self.by_name.set_nonblocking(true).expect("a listener");
        assert!(self.by_port.accept().is_err(), "a rogue connected by port");
        assert!(self.by_name.accept().is_err(), "a rogue connected by name");
    }
}
