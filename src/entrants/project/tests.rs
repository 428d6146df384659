use super::*;

/// A listing of files with their contents; a name that ends with `*` is executable.
fn listing(files: &[(&str, &str)]) -> Vec<Listed> {
    let listed = |(path, text): &(&str, &str)| Listed {
        path: path.trim_end_matches('*').to_owned(),
        executable: path.ends_with('*'),
        head: text.as_bytes().to_vec(),
    };
    files.iter().map(listed).collect()
}

fn planned(files: &[(&str, &str)]) -> Plan {
    plan(&listing(files))
}

fn paths(plan: &Plan) -> Vec<&str> {
    plan.files.iter().map(|file| file.path.as_str()).collect()
}

fn program(plan: &Plan) -> &str {
    match &plan.found {
        Found::Program(what) => what,
        other => panic!("{other:?}"),
    }
}

fn reason(files: &[(&str, &str)]) -> String {
    match planned(files).found {
        Found::Nothing(reason) => reason,
        other => panic!("{other:?}"),
    }
}

/// The `submission.toml` that is written.
fn manifest(files: &[(&str, &str)]) -> String {
    planned(files).manifest.expect("a submission.toml")
}

const C_MAIN: &str = "#include \"grid.h\"\nint main(void) { return 0; }\n";

#[test]
fn plain_folders_stay_as_they_are() {
    for name in ["solver.py", "solver.java", "submission.toml", "solver*"] {
        let plan = planned(&[(name, "x"), ("README.md", ""), ("data/grid.txt", "")]);
        assert!(plan.steps.is_empty(), "{name}: {:?}", plan.steps);
        assert_eq!(program(&plan), name.trim_end_matches('*'));
        assert_eq!(plan.files.len(), 3);
    }
}

#[test]
fn files_are_renamed() {
    for (file, to) in [
        ("Solver.py", "solver.py"),
        ("main.py", "solver.py"),
        ("robot.py", "solver.py"),
        ("SOLVER.PY", "solver.py"),
        ("main.c", "solver.c"),
        ("robot.cc", "solver.cpp"),
        ("Robot.java", "solver.java"),
        ("main.rs", "solver.rs"),
        ("main.go", "solver.go"),
        ("index.js", "solver.js"),
    ] {
        let plan = planned(&[(file, ""), ("rapport.pdf", "")]);
        assert_eq!(program(&plan), to, "{file}");
        assert_eq!(paths(&plan), [to, "rapport.pdf"], "{file}");
        let (from, to) = (file.to_owned(), to.to_owned());
        assert_eq!(plan.steps, [Step::Rename { from, to }], "{file}");
    }
}

#[test]
fn nested_folders_are_lifted() {
    let plan = planned(&[
        ("a/b/solver.py", ""),
        ("a/b/lib/x.py", ""),
        ("__MACOSX/a/b/._solver.py", ""),
    ]);
    assert_eq!(paths(&plan), ["solver.py", "lib/x.py"]);
    assert_eq!(plan.steps[0], Step::LeaveOut(vec!["__MACOSX".to_owned()]));
    assert_eq!(plan.steps[1], Step::Lift("a/b".to_owned()));
    // A report beside the folder stays.
    let plan = planned(&[
        ("rapport.pdf", ""),
        ("projet/main.py", ""),
        ("projet/grid.txt", ""),
    ]);
    assert_eq!(paths(&plan), ["rapport.pdf", "solver.py", "grid.txt"]);
    // Answer files are no folder to be lifted.
    let plan = planned(&[("answers/a.txt", "")]);
    assert_eq!(
        (paths(&plan), &plan.found),
        (vec!["answers/a.txt"], &Found::Answers)
    );
}

#[test]
fn a_file_beside_a_lifted_folder_does_not_collide() {
    let plan = planned(&[
        ("README.md", "outer"),
        ("p/README.md", "inner"),
        ("p/solver.py", ""),
    ]);
    let mut targets = paths(&plan);
    targets.sort_unstable();
    assert_eq!(targets, ["README.md", "solver.py"]);
    assert!(plan.files.iter().all(|file| file.from.starts_with("p/")));
}

#[test]
fn several_python_files() {
    let main = ("main.py", "import grid\n");
    let plan = planned(&[main, ("grid.py", "")]);
    assert_eq!(paths(&plan), ["solver.py", "grid.py"]);
    // A module that others import keeps its name.
    let text = manifest(&[main, ("grid.py", "from main import x\n")]);
    assert_eq!(text, "run = [\"python3\", \"main.py\"]\n");
    let guarded = "if __name__ == \"__main__\":\n    go()\n";
    assert_eq!(
        program(&planned(&[("a.py", guarded), ("b.py", "")])),
        "solver.py"
    );
    let why = reason(&[("a.py", guarded), ("b.py", guarded)]);
    assert!(why.starts_with("a.py, b.py: which one is started"), "{why}");
}

#[test]
fn several_c_files_are_compiled_together() {
    let files = [
        ("main.c", C_MAIN),
        ("grid.c", "int grid;"),
        ("include/grid.h", ""),
    ];
    let expected = "build = [\"cc\", \"-O2\", \"-Iinclude\", \"-o\", \"solver\", \"main.c\", \"grid.c\", \"-lm\"]\nrun = [\"./solver\"]\n";
    assert_eq!(manifest(&files), expected);
    // The rule of `solver.c` would compile that file only.
    let text = manifest(&[("solver.c", C_MAIN), ("grid.c", ""), ("grid.h", "")]);
    assert!(text.contains("\"solver.c\", \"grid.c\""), "{text}");
    let plan = planned(&[("solver.c", "int main() {}"), ("old.c", "")]);
    assert_eq!((program(&plan), &plan.manifest), ("solver.c", &None));
    let text = manifest(&[("a.cpp", "int main()\n{}"), ("b.cpp", "")]);
    assert!(
        text.starts_with("build = [\"c++\", \"-O2\", \"-std=c++20\""),
        "{text}"
    );
    let why = reason(&[("a.c", C_MAIN), ("b.c", C_MAIN)]);
    assert!(why.contains("several have a main function"), "{why}");
    assert!(reason(&[("a.c", ""), ("b.c", "")]).contains("none has a main function"));
    // A test program beside the real one is not linked with it.
    let text = manifest(&[("main.c", C_MAIN), ("bench.c", C_MAIN), ("grid.c", "")]);
    assert!(!text.contains("bench.c"), "{text}");
}

#[test]
fn java_with_packages() {
    let main =
        "package robot.app;\npublic class Main {\n  public static void main(String[] args) {}\n}\n";
    let files = [
        ("src/robot/app/Main.java", main),
        ("src/robot/Grid.java", "package robot;\nclass Grid {}\n"),
    ];
    let plan = planned(&files);
    let text = plan.manifest.clone().expect("a manifest");
    assert!(text.contains("\"robot.app.Main\"]"), "{text}");
    assert!(text.contains("-d\", \"classes\""), "{text}");
    // All that the build names is there.
    for path in paths(&plan) {
        assert!(text.contains(&format!("\"{path}\"")), "{path} in {text}");
    }
    let why = reason(&[("A.java", "class A {}"), ("B.java", "class B {}")]);
    assert!(why.contains("none has a main method"), "{why}");
}

#[test]
fn makefiles() {
    let made = |text: &str| manifest(&[("Makefile", text), ("robot.c", C_MAIN), ("util.c", "")]);
    let runs = |text: &str, run: &str| {
        let found = made(text);
        assert!(
            found.ends_with(&format!("run = [\"./{run}\"]\n")),
            "{found}"
        );
        found
    };
    let found = runs(
        "all: robot\nrobot: robot.c\n\tcc -o robot robot.c\nsolver: robot\n",
        "solver",
    );
    assert!(
        found.starts_with("build = [\"make\", \"solver\"]"),
        "{found}"
    );
    let found = runs(
        "CC = gcc\nTARGET := robot\nall: $(TARGET)\n$(TARGET): robot.o\n\t$(CC) -o $@ robot.o\n",
        "robot",
    );
    assert!(found.starts_with("build = [\"make\"]"), "{found}");
    runs(
        "robot: robot.c util.c\n\tcc -o robot robot.c\nclean:\n\trm robot\n",
        "robot",
    );
    runs(
        ".PHONY: all\nall:\n\tgcc -O2 robot.c -o bin/robot\n",
        "bin/robot",
    );
    runs(
        "all: robot\r\nrobot: robot.c\r\n\tcc -o robot robot.c\r\n",
        "robot",
    );
    // A source is never the program, and a chore can be one.
    let found = made("check: robot.c grid.h\n\tcc -o check robot.c\n");
    assert!(found.contains("run = [\"./check\"]"), "{found}");
    // A makefile that builds nothing does not hide the program.
    let plan = planned(&[("Makefile", "run:\n\tpython3 main.py\n"), ("main.py", "")]);
    assert_eq!(program(&plan), "solver.py");
    // Nothing that leads out of the folder.
    let found = made("all:\n\tgcc robot.c -o ../../bin/ls\n");
    assert!(!found.contains(".."), "{found}");
}

#[test]
fn cargo_cmake_and_go() {
    let package = "[package]\nname = \"robot\"\n";
    let text = manifest(&[("Cargo.toml", package), ("src/main.rs", "fn main() {}")]);
    assert!(
        text.contains("\"--offline\"") && text.contains("./target/release/robot"),
        "{text}"
    );
    let needs = format!("{package}[dependencies]\nrand = \"0.9\"\n");
    let why = reason(&[("Cargo.toml", &needs), ("src/main.rs", "")]);
    assert!(
        why.contains("`rand`") && why.contains("cargo vendor"),
        "{why}"
    );
    let vendored = [
        ("Cargo.toml", needs.as_str()),
        ("src/main.rs", ""),
        (".cargo/config.toml", ""),
    ];
    assert!(planned(&vendored).manifest.is_some());
    let cmake = "project(Robot CXX)\nadd_executable(${PROJECT_NAME} main.cpp)\n";
    let text = manifest(&[("CMakeLists.txt", cmake), ("main.cpp", "")]);
    assert!(
        text.contains("cmake --build build") && text.contains("./build/Robot"),
        "{text}"
    );
    let text = manifest(&[
        ("go.mod", "module robot\n"),
        ("main.go", ""),
        ("grid.go", ""),
    ]);
    assert!(text.contains("\"go\", \"build\""), "{text}");
    let why = reason(&[("go.mod", "module robot\nrequire x v1\n"), ("main.go", "")]);
    assert!(why.contains("go mod vendor"), "{why}");
}

#[test]
fn traces_and_outputs_of_builds_are_left_out() {
    let plan = planned(&[
        (".DS_Store", ""),
        (".git/HEAD", ""),
        ("__pycache__/x.pyc", ""),
        ("Cargo.toml", "[package]\nname = \"robot\"\n"),
        ("src/main.rs", "fn main() {}"),
        ("target/release/robot*", "\u{7f}ELF"),
        ("robot.exe", "MZ"),
        ("x.o", ""),
    ]);
    assert_eq!(paths(&plan), ["Cargo.toml", "src/main.rs"]);
    // A program for another system is no program.
    let plan = planned(&[("solver*", "MZ\u{90}"), ("solver.c", "int main() {}")]);
    assert_eq!(program(&plan), "solver.c");
}

#[test]
fn scripts_are_repaired() {
    let plan = planned(&[("solver", "#!/bin/sh\r\necho x\r\n")]);
    let [file] = plan.files.as_slice() else {
        panic!("{plan:?}");
    };
    assert!(file.repair && file.executable);
    assert_eq!(plan.steps.len(), 2);
    let plan = planned(&[("run.sh", "#!/bin/sh\necho x\n")]);
    assert_eq!((paths(&plan), program(&plan)), (vec!["solver"], "solver"));
    assert!(plan.files[0].executable);
    // A table is never a program, whatever its permissions say.
    let plan = planned(&[("solver.py", ""), ("times.csv*", "")]);
    assert!(plan.files.iter().all(|file| !file.executable));
}

#[test]
fn what_is_not_clear_is_said() {
    assert!(reason(&[]).contains("nothing was handed in"));
    assert!(reason(&[("rapport.pdf", "")]).contains("no program among rapport.pdf"));
    assert!(reason(&[("robot.ipynb", "")]).contains("nbconvert"));
    assert!(reason(&[("robot.zip", "")]).contains("is an archive"));
    assert!(reason(&[("solver.py", ""), ("solver.c", "")]).contains("both solver.py and solver.c"));
    let why = reason(&[("robot.c", C_MAIN), ("plot.py", "")]);
    assert!(why.contains("programs in Python and C"), "{why}");
    // One of them has a name that tells.
    assert_eq!(
        program(&planned(&[("main.c", "int main() {}"), ("plot.py", "")])),
        "solver.c"
    );
}

#[test]
fn commands_quote_names() {
    assert_eq!(quoted("solver.py"), "solver.py");
    assert_eq!(quoted("mon projet"), "'mon projet'");
    assert_eq!(quoted("it's"), "'it'\\''s'");
    assert_eq!(quoted("-rf"), "'./-rf'");
    assert_eq!(quoted("$(x)"), "'$(x)'");
}

proptest::proptest! {
    /// Whatever is handed in, no two files get one place, and nothing leaves the folder.
    #[test]
    fn every_file_has_its_own_place(names in proptest::collection::btree_set("(a/|b/|answers/|src/)?(main|Solver|solver|x)(\\.py|\\.c|\\.java|)", 0..8)) {
        let files: Vec<Listed> = names.iter().map(|path| Listed {
            path: path.clone(),
            executable: false,
            head: b"int main() {}".to_vec(),
        }).collect();
        let plan = plan(&files);
        let mut paths = paths(&plan);
        let count = paths.len();
        paths.sort_unstable();
        paths.dedup();
        proptest::prop_assert_eq!(paths.len(), count);
        proptest::prop_assert!(paths.iter().all(|path| !path.starts_with('/') && !path.contains("..")));
    }
}

#[test]
fn commands_of_programs_of_packages() {
    let found = |files: &[(&str, &str)]| {
        let (build, run) = commands(&listing(files)).expect("a program");
        (build.join(" "), run.join(" "))
    };
    let pair = |build: &str, run: &str| (build.to_owned(), run.to_owned());
    assert_eq!(found(&[("run*", "#!")]), pair("", "./run"));
    assert_eq!(
        found(&[("build*", ""), ("x.cpp", "")]),
        pair("./build", "./run")
    );
    assert_eq!(
        found(&[("build", ""), ("run", "")]),
        pair("sh build", "sh run")
    );
    // What others import is not started.
    assert_eq!(
        found(&[("check.py", "from help import x\n"), ("help.py", "x = 1\n")]),
        pair("", "python3 check.py")
    );
    let unclear = commands(&listing(&[("a.py", ""), ("b.py", "")]));
    assert!(unclear.is_err(), "{unclear:?}");
}
