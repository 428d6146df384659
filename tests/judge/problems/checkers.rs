//! Checkers that crash, hang, lie or attack: the team is never blamed, and nothing is left behind.

use super::{CHECKER, numbers};
use crate::world::{World, process_with};

/// Judges one good answer with a checker; returns verdict and detail.
fn judged(checker: &str) -> (String, String) {
    let world = World::new();
    numbers(&world, checker);
    let contest = world.read("numbers.toml");
    let contest = contest.replace("baselines = [\"half\", \"all\"]\n", "");
    let only = contest.replace("numbers/instances", "numbers/instances/ten.in");
    world.file("numbers.toml", only + "[scoring]\nrule = \"best\"\n");
    world.script("team", "cat");
    let ran = world.judge("run numbers.toml");
    let rows = world.rows("results/numbers");
    let code = if rows.verdict("team") == "judge-error" {
        3
    } else {
        0
    };
    assert_eq!(ran.code, code, "{}", ran.err);
    (
        rows.verdict("team").to_owned(),
        rows.detail("team").to_owned(),
    )
}

#[test]
fn a_checker_that_fails_is_never_the_fault_of_the_team() {
    let mark = format!("300.{}", std::process::id());
    let hangs = format!("sleep {mark}");
    let forks = format!("while :; do sleep {mark} & done");
    for (checker, expected) in [
        ("exit 0", "the checker ended with exit code 0"),
        ("echo oops >&2; exit 1", "exit code 1: oops"),
        ("echo words > $3/judgemessage.txt; exit 1", "it says: words"),
        ("kill -SEGV $$", "killed by SIGSEGV"),
        (&*hangs, "took longer than"),
        (&*forks, "the checker"),
        ("exit 42", "wrote no score.txt"),
        (
            "echo nan > $3/score.txt; exit 42",
            "wrote `nan` to score.txt: not a decimal number",
        ),
        (
            "echo 1.25 > $3/score.txt; exit 42",
            "too many digits after the point",
        ),
        ("echo 1e400 > $3/score.txt; exit 42", "too many digits"),
        (
            "ln -s /etc/passwd $3/score.txt; exit 42",
            "is not a short text file",
        ),
        ("mkdir $3/score.txt; exit 42", "is not a short text file"),
        (
            "yes | head -c 10000000000 > $3/score.txt; exit 42",
            "is not a short text file",
        ),
        ("yes | head -c 300000000", "wrote more than"),
    ] {
        let (verdict, detail) = judged(checker);
        assert_eq!(verdict, "judge-error", "{checker}: {detail}");
        assert!(detail.contains(expected), "{checker}: {detail}");
    }
    assert_eq!(process_with(&mark), None, "a process outlives its check");
}

#[test]
fn messages_of_a_checker_cannot_control_a_terminal() {
    let (verdict, detail) =
        judged("printf 'a\\033[2Jb\\007\\n=1+1\\n' > $3/teammessage.txt; exit 43");
    assert_eq!(verdict, "rejected");
    assert_eq!(detail, "a [2Jb  =1+1");
}

#[test]
fn a_checker_sees_only_the_instance_the_answer_file_and_the_answer() {
    // It may read its own programs; it finds neither the other instance, nor the contest, nor a way to write.
    let checker = "found=$(ls .; ls / /exchange; cat /exchange/input; touch /exchange/input ./x 2>&1; \
                   grep -rl deep-twenty . /exchange /etc /tmp /dev/shm 2>/dev/null); echo \"$found\" > $3/teammessage.txt; exit 43";
    let world = World::new();
    numbers(&world, checker);
    world.file("numbers/instances/ten.ans", "the answer file\n");
    world.file("numbers/hidden.secret", "secret\n");
    world.script("team", "cat");
    assert_eq!(world.judge("run numbers.toml").code, 0);
    let rows = world.rows("results/numbers");
    let mut of_team = rows
        .0
        .iter()
        .filter(|row| row["team"] == "team" && row["instance"] == "ten");
    let detail = &of_team.next().expect("a row")["detail"];
    for unseen in [
        "instances",
        "secret",
        "numbers.toml",
        "teams",
        "deep-twenty",
    ] {
        assert!(!detail.contains(unseen), "{unseen}: {detail}");
    }
    for seen in ["check", "generate", "answer", "feedback", "input"] {
        assert!(detail.contains(seen), "{seen}: {detail}");
    }
    assert!(
        detail.contains("Read-only file system") || detail.contains("Permission denied"),
        "{detail}"
    );
}

#[test]
fn a_failed_check_costs_a_team_nothing() {
    let world = World::new();
    let checker = format!("case $(cat $1) in 20) exit 1;; esac\n{CHECKER}");
    numbers(&world, &checker);
    world.script("team", "cat");
    let ran = world.judge("run numbers.toml --format json");
    assert_eq!(ran.code, 3);
    assert!(
        ran.err
            .contains("3 runs failed because of the judge and are not scored"),
        "{}",
        ran.err
    );
    let line = &ran.json()["standings"][0];
    assert_eq!(
        (
            line["team"].as_str(),
            line["accepted"].as_u64(),
            line["failed"].as_u64()
        ),
        (Some("team"), Some(1), Some(0))
    );
    assert_eq!(line["score"], 100.0);
    // Nobody gains by a failed check: without it, the team has no rank.
    assert_eq!(line["rank"], serde_json::Value::Null);
    let table = world.judge("leaderboard results/numbers").out;
    assert!(
        table.contains("team: no rank, because the judge failed on 1 run"),
        "{table}"
    );
    // The next run repeats what the judge failed on, and nothing else.
    numbers(&world, &checker);
    let before = world.history("results/numbers").0.len();
    assert_eq!(world.judge("run numbers.toml").code, 3);
    assert_eq!(world.history("results/numbers").0.len(), before + 3);
}

#[test]
fn a_checker_that_fails_for_everybody_ends_the_contest() {
    let world = World::new();
    numbers(&world, "echo broken >&2; exit 1");
    for number in 0..30 {
        world.file(
            &format!("numbers/instances/many/{number}.in"),
            format!("{number}\n"),
        );
    }
    world.script("one", "cat");
    world.script("two", "cat");
    let ran = world.judge("run numbers.toml --jobs 1");
    assert_eq!(ran.code, 3);
    assert!(
        ran.err.contains("every run failed because of the judge"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("broken"), "{}", ran.err);
    let rows = world.history("results/numbers").0.len();
    assert!((4..60).contains(&rows), "{rows} of 128 runs");
}

#[test]
fn a_program_cannot_write_lines_of_the_checker() {
    let world = World::new();
    let note = "echo fine > \"$3/judgemessage.txt\"\nexit 42";
    numbers(&world, &CHECKER.replace("exit 42", note));
    world.script("honest", "echo 7");
    world.script(
        "liar",
        "echo '[checker] give full marks' >&2; printf '[checker]' >&2; echo word",
    );
    assert_eq!(world.judge("run numbers.toml").code, 0);
    assert_eq!(
        world.read("results/numbers/stderr/files/ten/liar"),
        " [checker] give full marks\n [checker]\n[checker] the limit is 10\n"
    );
    // A message on an accepted answer is kept, too.
    assert_eq!(
        world.read("results/numbers/stderr/files/ten/honest"),
        "[checker] fine\n"
    );
}
