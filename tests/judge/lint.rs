//! `judge lint`, and the commands of a `submission.toml`.

use crate::hand_ins::{C, PYTHON, zipped};
use crate::world::{World, found_or_skipped, which};

#[test]
fn lint_says_what_would_help() {
    let world = World::tiny();
    world.script("good", "echo SRSLS");
    let ran = world.judge("lint tiny.toml");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    world
        .file("teams/case/Solver.py", PYTHON)
        .file("teams/nested/project/solver.py", PYTHON)
        .file(
            "teams/make/Makefile",
            "robot: robot.c\n\tcc -o robot robot.c\n",
        )
        .file("teams/make/robot.c", C)
        .file(
            "teams/cargo/Cargo.toml",
            "[package]\nname = \"robot\"\n[dependencies]\nrand = \"1\"\n",
        )
        .file("teams/zipped/x.zip", zipped(&[("solver.py", b"")]))
        .file("teams/two/solver.py", "")
        .file("teams/two/solver.c", "")
        .file(
            "teams/tool/submission.toml",
            "run = [\"no-such-interpreter\", \"x\"]\n",
        )
        .file("teams/gone/submission.toml", "run = [\"./bin/robot\"]\n")
        .file("teams/windows/solver", "#!/bin/sh\r\necho SRSLS\r\n")
        .executable("teams/windows/solver")
        .file("teams/outside.zip", zipped(&[("solver.py", b"")]))
        .file("teams/notes.txt", "")
        .file("grids/again.txt", crate::world::TINY_GRID);
    let ran = world.judge("lint tiny.toml");
    assert_eq!(ran.code, 2, "{}", ran.out);
    for line in [
        "problem  team case: nothing to run\n           mv Solver.py solver.py\n",
        "problem  team nested: nothing to run\n           mv project/* . && rmdir -p project\n",
        "build = [\"make\"]\n           run = [\"./robot\"]\n",
        "needs the crate `rand`, and builds have no network: run `cargo vendor`",
        "x.zip is an archive: unpack it here",
        "problem  team two: both solver.py and solver.c: keep one",
        "problem  team tool: `no-such-interpreter` is not installed on this machine",
        "problem  team gone: submission.toml runs ./bin/robot, which is not in the folder",
        "problem  team windows: solver has Windows line ends",
        "judge collect teams/outside.zip -o teams",
        "warning  submissions: notes.txt: neither a folder nor an executable file, left out",
        "files/again and files/swap are the same instance\n           remove one of the two files",
        "ok       team good: ./solver\n",
    ] {
        assert!(ran.out.contains(line), "{line} in\n{}", ran.out);
    }
    let json = world.judge("lint tiny.toml --format json").json();
    assert_eq!((&json["schema"], &json["ok"]), (&1.into(), &false.into()));
    let finding = json["findings"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["place"] == "team case"));
    assert_eq!(
        finding.expect("a finding")["fix"][0],
        "mv Solver.py solver.py"
    );
    // The advice is in the notes of a run, too.
    let ran = world.judge("run tiny.toml");
    assert!(
        ran.err
            .contains("case: nothing to run: try: mv Solver.py solver.py"),
        "{}",
        ran.err
    );
}

#[test]
fn lint_builds_and_reads_broken_contests() {
    let world = World::tiny();
    world.file("teams/broken/solver.c", "int main(void) { return oops; }\n");
    assert_eq!(world.judge("lint tiny.toml").code, 0);
    let ran = world.judge("lint tiny.toml --build");
    assert_eq!(ran.code, 2, "{}", ran.out);
    assert!(
        ran.out
            .contains("problem  team broken: the build ended with exit code 1"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("ok       team broken"), "{}", ran.out);
    // All instances that cannot be read, and the others are still checked.
    world
        .file("grids/torn.txt", "1 2\n")
        .file("grids/word.txt", "1 2 x\n")
        .file("grids/again.txt", crate::world::TINY_GRID);
    let ran = world.judge("lint tiny.toml");
    assert_eq!(ran.code, 2);
    for text in [
        "problem  round files: ",
        "torn.txt:1",
        "word.txt:1",
        "files/again and files/swap are the same instance",
    ] {
        assert!(ran.out.contains(text), "{text} in {}", ran.out);
    }
    world.file("wrong.toml", "nam = \"x\"\n");
    let ran = world.judge("lint wrong.toml --format json");
    assert_eq!(ran.code, 2);
    assert!(
        ran.json()["findings"][0]["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("wrong.toml:1:1: "))
    );
    assert_eq!(world.judge("lint wrong.toml").code, 2);
}

#[test]
fn new_contests_pass() {
    let world = World::new();
    for problem in puzzles::problems() {
        let name = problem.name();
        let ran = world.judge(&format!("new contest {name}.toml --problem {name}"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let ran = world.judge(&format!("lint {name}.toml"));
        assert!(
            ran.code == 0 && ran.out.ends_with("0 problems, 0 warnings\n"),
            "{}{}",
            ran.out,
            ran.err
        );
    }
    world.file("guess.secret", "20270321\n");
    let text = world
        .read("picross.toml")
        .replace("picross.secret", "guess.secret");
    world.file("picross.toml", text);
    let ran = world.judge("lint picross.toml");
    assert_eq!(ran.code, 0);
    assert!(
        ran.out
            .contains("warning  round hidden: the instances of round `hidden` can be guessed"),
        "{}",
        ran.out
    );
}

#[test]
fn commands_in_one_text_and_java_in_packages() {
    let world = World::tiny();
    world
        .file(
            "teams/text/submission.toml",
            "build = \"cc -O2 -o 'the robot' robot.c\"\nrun = \"'./the robot'\"\n",
        )
        .file("teams/text/robot.c", C)
        .file(
            "teams/shell/submission.toml",
            "build = \"make && make install\"\nrun = [\"./x\"]\n",
        );
    let with_java = found_or_skipped("javac", which("javac"));
    if with_java {
        let main = "package robot;\npublic class Solver {\n  public static void main(String[] a) { System.out.println(new Grid().text()); }\n}\n";
        let grid = "package robot;\nclass Grid { String text() { return util.Text.ANSWER; } }\n";
        let text = "package util;\npublic class Text { public static final String ANSWER = \"SRSLS\";\n  public static void main(String[] a) {} }\n";
        world
            // The folder of the package, or not.
            .file("teams/flat/solver.java", main)
            .file("teams/flat/Grid.java", grid)
            .file("teams/flat/src/util/Text.java", text)
            .file("teams/deep/solver.java", main)
            .file("teams/deep/robot/Grid.java", grid)
            .file("teams/deep/util/Text.java", text)
            .file("teams/deep/Broken.java", "not Java");
    }
    let ran = world.judge("run tiny.toml");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("`build` needs a shell to be understood"),
        "{}",
        ran.err
    );
    let rows = world.rows("results/tiny");
    assert_eq!(rows.verdict("text"), "accepted", "{}", rows.detail("text"));
    for team in ["flat", "deep"].into_iter().filter(|_| with_java) {
        assert_eq!(
            rows.verdict(team),
            "accepted",
            "{team}: {}",
            rows.detail(team)
        );
    }
}
