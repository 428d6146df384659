//! The Debian package, installed on a clean system: an ordinary user runs a contest, completes a name, reads a page.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::player::Session;
use crate::world::{World, found_or_skipped, repository};

/// Makes the folder `$0` the root of a mount namespace of its own and runs the rest of the arguments there. Not chroot:
/// the kernel gives no user namespaces to processes in one.
const ENTER: &str = r#"
set -e
mount --make-rprivate /
mount --bind "$0" "$0"
cd "$0"
mount -t proc proc proc
mount --rbind /dev dev
mount --rbind /sys sys
mkdir -p old
pivot_root . old
umount -l /old
exec "$@"
"#;

/// What `src/packaging/release --snapshot` has made, if it was called: a package takes minutes to build.
pub(crate) fn artefact(ending: &str) -> Option<PathBuf> {
    let files = fs::read_dir(repository("target/dist")).ok()?;
    let mut paths = files.filter_map(|entry| Some(entry.ok()?.path()));
    paths.find(|path| path.to_string_lossy().ends_with(ending))
}

/// Debian's base system, which `tests/all` makes.
pub(crate) const BASE: &str = "target/base.tar";

/// A system in a folder of its own.
struct System(TempDir);

impl System {
    fn new(base: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let unpacked = Command::new("tar")
            .args(["--extract", "--numeric-owner", "--file"])
            .arg(base)
            .arg("--directory")
            .arg(folder.path())
            .status();
        assert!(unpacked.expect("tar runs").success());
        // The root of a system is open to all its users; a temporary folder is not.
        let open = fs::Permissions::from_mode(0o755);
        fs::set_permissions(folder.path(), open).expect("permissions");
        Self(folder)
    }

    /// The words of a command line that runs a command of a user of that system.
    fn words(&self, user: &str, command: &str) -> Vec<String> {
        let root = self.0.path().to_str().expect("a path");
        let enter = [
            "unshare", "--mount", "--pid", "--fork", "sh", "-c", ENTER, root,
        ];
        let login = ["su", "--login", user, "--command", command];
        enter
            .iter()
            .chain(&login)
            .map(ToString::to_string)
            .collect()
    }

    fn run(&self, user: &str, command: &str) -> String {
        let words = self.words(user, command);
        let ran = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::null())
            .output()
            .expect("unshare runs");
        let out = String::from_utf8_lossy(&ran.stdout).into_owned();
        let err = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{command}\n{out}\n{err}");
        out
    }
}

/// The type of the program header that names the dynamic loader of an ELF file.
const INTERPRETER: usize = 3;

/// Whether an ELF file names no dynamic loader.
fn is_static(path: &Path) -> bool {
    let bytes = fs::read(path).expect("the binary");
    let number = |at: usize, length: usize| {
        let digits = bytes[at..at + length].iter().rev();
        digits.fold(0_usize, |value, byte| value << 8 | usize::from(*byte))
    };
    let (table, size, count) = (number(32, 8), number(54, 2), number(56, 2));
    (0..count).all(|entry| number(table + entry * size, 4) != INTERPRETER)
}

#[test]
fn a_package_works_on_a_clean_system() {
    let package = artefact(".deb");
    let is_made = found_or_skipped(
        "a package in target/dist (src/packaging/release --snapshot)",
        package.is_some(),
    );
    let is_root = rustix::process::geteuid().is_root();
    let base = repository(BASE);
    let is_ready = found_or_skipped(BASE, base.exists())
        && found_or_skipped("root, to enter another system", is_root);
    let Some(package) = package.filter(|_| is_made && is_ready) else {
        return;
    };
    let system = System::new(&base);
    fs::copy(&package, system.0.path().join("judge.deb")).expect("a copy");
    system.run("root", "dpkg --install /judge.deb");
    system.run("root", "useradd --create-home --shell /bin/bash student");

    let binary = system.0.path().join("usr/bin/judge");
    assert!(is_static(&binary));
    let size = fs::metadata(&binary).expect("a size").len();
    assert!(size < 15_000_000, "{size} bytes");

    // A base system has Python and no compiler: the other teams are told what is missing, and the exit code is 3.
    let table = system.run(
        "student",
        "cp -r /usr/share/doc/judge/examples/* . && judge run contests/spring.toml || test $? = 3",
    );
    assert!(table.contains("1  first-steps"), "{table}");
    let page = system.run("student", "MANPAGER=cat man judge-run");
    assert!(page.contains("--engine"), "{page}");

    // Everything that `judge leaderboard` knows of the team comes from a Tab.
    let world = World::new();
    let words = system.words("student", "exec bash -i");
    let mut session = Session::of(&world, &words);
    session
        .press("PS1='ready''> '; . /etc/bash_completion\n")
        .expect("ready> ");
    session.press("judge leaderboard results/spring --team firs\t");
    session.expect("first-steps ").press("\n").expect("ready> ");
    session.press("exit\n");
}
