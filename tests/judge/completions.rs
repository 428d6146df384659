//! `judge completions`: shells in a pseudo-terminal complete what is typed.

mod lines;

use std::path::Path;
use std::process::Command;

use crate::player::Session;
use crate::world::{World, found_or_skipped, which};

/// Results of a team and a contest.
fn world() -> World {
    let world = World::tiny();
    world.script("tidy-magpies", "echo SRSLS");
    world.script("two words", "echo SRSLS");
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    world
}

/// Starts a shell with `judge` on its path.
fn start(world: &World, command: &str) -> Session {
    let judge = Path::new(env!("CARGO_BIN_EXE_judge"));
    let folder = judge.parent().expect("a folder").display();
    Session::start(
        world,
        &format!("PATH={folder}:$PATH TERM=dumb HOME=$PWD PS1='> ' exec {command}"),
    )
}

#[test]
fn bash_completes_names_from_files() {
    if !found_or_skipped("bash", which("bash")) {
        return;
    }
    let world = world();
    let mut bash = start(&world, "bash --norc --noprofile -i");
    bash.press("source <(judge completions bash); echo rea''dy\n")
        .expect("ready");
    for (typed, completed) in [
        (
            "judge leaderboard results/ti\t--team ti\t",
            "results/tiny --team tidy-magpies ",
        ),
        (
            "judge leaderboard results/tiny --team tw\t",
            "--team two\\ words ",
        ),
        ("judge run tiny.toml --only \"two\t", "\"two words\" "),
        (
            "judge leaderboard results/tiny --round f\t",
            "--round files ",
        ),
        ("judge lint ti\t", "tiny.toml "),
        (
            "judge generate sorting-robot layout=sc\t",
            "layout=scatter ",
        ),
        (
            "judge solve grids/s\t--with graph-c\t",
            "grids/swap.txt --with graph-cuts ",
        ),
        ("judge leaderb\t", "leaderboard "),
    ] {
        bash.press(typed).expect(completed);
        bash.press("\x15").expect("> ");
    }
    bash.press("exit\n");
}

#[test]
fn zsh_completes_names_from_files() {
    if !found_or_skipped("zsh", which("zsh")) {
        return;
    }
    let world = world();
    let mut zsh = start(&world, "zsh -f -i");
    zsh.press(
        "autoload -U compinit; compinit -u -D; source <(judge completions zsh); echo rea''dy\n",
    )
    .expect("ready");
    zsh.press("judge leaderboard results/tiny --team ti\t")
        .expect("tidy-magpies");
    zsh.press("\x15judge run tiny.toml --only tw\t")
        .expect("two\\ words");
    zsh.press("\x15exit\n");
}

#[test]
fn fish_completes_names_from_files() {
    if !found_or_skipped("fish", which("fish")) {
        return;
    }
    let world = world();
    let judge = Path::new(env!("CARGO_BIN_EXE_judge"));
    let path = std::env::var("PATH").expect("a path");
    let folder = judge.parent().expect("a folder").display();
    // What fish would offer; `complete -C` is its own way to ask.
    let ask = |line: &str| {
        let script = format!("judge completions fish | source; complete -C '{line}'");
        let ran = Command::new("fish")
            .args(["--no-config", "-c", &script])
            .env("PATH", format!("{folder}:{path}"))
            .env("HOME", world.path(""))
            .current_dir(world.path(""))
            .output()
            .expect("fish runs");
        String::from_utf8_lossy(&ran.stdout).into_owned()
    };
    let teams = ask("judge leaderboard results/tiny --team ti");
    assert_eq!(teams.trim(), "tidy-magpies");
    let layouts = ask("judge generate sorting-robot layout=sc");
    assert!(layouts.starts_with("layout=scatter\t"), "{layouts}");
}

#[test]
fn completion_prints_no_errors_and_no_control_characters() {
    let world = world();
    world.folder("teams/odd\u{1b}[2J").file("broken.toml", "[");
    for line in [
        "judge run tiny.toml --only ",
        "judge run broken.toml --only ",
        "judge run missing.toml --only ",
        "judge leaderboard teams --team ",
        "judge teams remove ",
        "judge --",
        "judge",
    ] {
        let mut command = world.command("complete bash");
        let ran = command.arg(line).output().expect("judge runs");
        let out = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && ran.stderr.is_empty(), "{line}");
        assert!(!out.contains('\x1b'), "{line}: {out:?}");
    }
    assert!(!world.path("site").exists(), "completion creates nothing");
}

#[test]
fn teams_of_a_site_are_completed() {
    let world = World::new();
    let ran = world.judge("teams add owls foxes");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut command = world.command("complete bash");
    let ran = command.arg("judge teams link o").output();
    assert_eq!(ran.expect("judge runs").stdout, b"owls\n");
}
