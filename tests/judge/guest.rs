//! Tests control groups version 2 in a virtual machine, with hostile programs as root, as an ordinary user below a
//! delegated parent, and alone in a scope.
//!
//! `tests/all` puts a kernel and busybox into `target/guest`. QEMU emulates the machine in software, which works
//! everywhere.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use walkdir::WalkDir;

use crate::world::{World, found_or_skipped, repository, which};

/// Rogues that use memory, processes or CPU time where only the kernel counts them, and those that attack the parts
/// of the sandbox.
const ROGUES: [&str; 26] = [
    "01", "07", "09a", "09c", "12", "13a", "13d", "14", "15", "16", "17a", "17b", "17c", "17d",
    "33", "34", "49a", "49b", "49c", "49d", "49f", "49g", "50a", "51g", "52a", "52b",
];

/// The init script: runs the contests in three ways and prints every table.
const INIT_SCRIPT: &str = r#"#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/shm
mount -t tmpfs shm /dev/shm
mount -t cgroup2 cgroup /sys/fs/cgroup
insmod /overlay.ko
hostname guest
uname -r
cd /work
chmod 755 / /work
groups=/sys/fs/cgroup

show() {
    for contest in rogues late; do
        echo "BEGIN $1 $contest"
        cat "$2/results/$contest/runs.csv" "$2/results/$contest/run.toml"
        echo "END $1 $contest"
    done
    find $groups -name 'judge-*' | sed "s/^/LEFT $1 /"
}

judge doctor
judge run rogues.toml --jobs 2 > /dev/null
judge run late.toml --jobs 2 > /dev/null
show root /work

# Delegated: a group of the user with a leaf group for the shell and the right to limit other groups.
echo "+memory +pids" > $groups/cgroup.subtree_control
mkdir -p $groups/user/shell /home/user
echo "+memory +pids" > $groups/user/cgroup.subtree_control
cp -r /work/*.toml /work/grids /work/teams /work/late /home/user
chown -R user /home/user
chown user $groups/user $groups/user/cgroup.procs $groups/user/cgroup.subtree_control
chown -R user $groups/user/shell
echo $$ > $groups/user/shell/cgroup.procs
su user -c 'cd /home/user && judge run rogues.toml --jobs 2 > /dev/null; judge run late.toml --jobs 2 > /dev/null'
show parent /home/user

# A scope: the judge alone in a group of the user.
rm -rf /home/user/results
mkdir $groups/scope
chown -R user $groups/scope
for contest in rogues late; do
    sh -c "echo \$\$ > $groups/scope/cgroup.procs; exec su user -c 'cd /home/user && exec judge run $contest.toml --jobs 2 > /dev/null'"
    rmdir $groups/scope/judge-main
done
show scope /home/user
echo FINISHED
poweroff -f
"#;

/// The first init script: the sandbox calls `pivot_root`, which does not work on the initial ramfs.
const FIRST_SCRIPT: &str = r#"#!/bin/busybox sh
/bin/busybox mkdir -p /new
/bin/busybox mount -t tmpfs -o mode=755,size=1200m new /new
for name in /*; do
    [ "$name" = /new ] || /bin/busybox cp -a "$name" /new/
done
exec /bin/busybox switch_root /new /init2
"#;

#[test]
fn control_groups_version_2_enforce_limits() {
    let guest = repository("target/guest");
    let kernel = file_in(&guest.join("boot"), |name| name.starts_with("vmlinuz"));
    let overlay = file_in(&guest.join("lib/modules"), |name| name == "overlay.ko");
    let busybox = Some(guest.join("bin/busybox")).filter(|path| path.is_file());
    let (Some(kernel), Some(overlay), Some(busybox)) = (kernel, overlay, busybox) else {
        found_or_skipped("a kernel for a virtual machine in target/guest", false);
        return;
    };
    if !found_or_skipped("qemu-system-x86_64", which("qemu-system-x86_64")) {
        return;
    }
    let world = World::new();
    let expected = create_root(&world, &overlay, &busybox);
    let archive = world.path("initramfs");
    fs::write(&archive, newc(&world.path("root"))).expect("an archive");
    let output = boot(&kernel, &archive);
    assert!(output.contains("FINISHED"), "{output}");
    assert!(
        output.contains("memory limit: enforced (cgroup v2)"),
        "{output}"
    );
    let left: Vec<&str> = output
        .lines()
        .filter(|line| line.starts_with("LEFT"))
        .collect();
    let own = |line: &&&str| !line.ends_with("judge-main");
    assert_eq!(left.iter().filter(own).count(), 0, "{left:?}");
    for mode in ["root", "parent", "scope"] {
        let mut verdicts = BTreeMap::new();
        for contest in ["late", "rogues"] {
            let begin = format!("BEGIN {mode} {contest}");
            let part = output.split(&begin).nth(1).expect("a table");
            let end = format!("END {mode} {contest}");
            let part = part.split(&end).next().expect("an end");
            assert!(
                part.contains("memory limit: enforced (cgroup v2)"),
                "{mode}: {part}"
            );
            verdicts.extend(self::verdicts(part));
        }
        let wrong: Vec<String> = expected
            .iter()
            .filter(|(team, verdict)| {
                let found = verdicts.get(*team).map(|(found, _)| found.as_str());
                !verdict.split(" or ").any(|one| found == Some(one))
            })
            .map(|(team, verdict)| format!("{team}: {:?}, expected {verdict}", verdicts.get(team)))
            .collect();
        assert!(wrong.is_empty(), "{mode}:\n{}", wrong.join("\n"));
    }
}

/// Returns the verdict and the detail of every team.
fn verdicts(part: &str) -> BTreeMap<String, (String, String)> {
    let table: String = part
        .lines()
        .skip_while(|line| !line.starts_with("round,"))
        .take_while(|line| !line.starts_with("digest ="))
        .flat_map(|line| [line.trim_end_matches('\r'), "\n"])
        .collect();
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let column = |name: &str| header.iter().position(|h| h == name).expect("a column");
    let (team, verdict, detail) = (column("team"), column("verdict"), column("detail"));
    let records = reader.records().map(|record| record.expect("a row"));
    records
        .map(|row| {
            let result = (row[verdict].to_owned(), row[detail].to_owned());
            (row[team].to_owned(), result)
        })
        .collect()
}

/// Creates the root file system: programs, libraries, the contests. Returns the expected verdicts.
fn create_root(world: &World, overlay: &Path, busybox: &Path) -> BTreeMap<String, String> {
    let root = |name: &str| format!("root/{name}");
    for folder in "proc sys dev tmp bin etc usr/bin lib work/teams work/late".split(' ') {
        world.folder(&root(folder));
    }
    let copy = |from: &Path, to: &str| {
        let to = world.path(&root(to));
        fs::create_dir_all(to.parent().expect("a parent")).expect("folders");
        fs::copy(from, &to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    };
    copy(busybox, "bin/busybox");
    copy(overlay, "overlay.ko");
    let applets = Command::new(busybox)
        .arg("--list")
        .output()
        .expect("busybox runs");
    for applet in String::from_utf8_lossy(&applets.stdout).lines() {
        let link = world.path(&root("bin")).join(applet);
        if applet != "busybox" {
            std::os::unix::fs::symlink("busybox", link).expect("a link");
        }
    }
    let judge = env!("CARGO_BIN_EXE_judge");
    let stripped = world.path(&root("bin/judge"));
    let strip = Command::new("strip")
        .args(["-o".as_ref(), stripped.as_os_str()])
        .arg(judge)
        .status();
    assert!(strip.expect("strip runs").success());
    for library in libraries(Path::new(judge)) {
        let name = library
            .strip_prefix("/")
            .expect("a full path")
            .display()
            .to_string();
        copy(&library.canonicalize().expect("a library"), &name);
    }
    world.file(
        &root("etc/passwd"),
        "root:x:0:0::/:/bin/sh\nuser:x:1000:1000::/home/user:/bin/sh\n",
    );
    world.file(&root("etc/group"), "root:x:0:\nuser:x:1000:\n");
    world
        .file(&root("init"), FIRST_SCRIPT)
        .executable(&root("init"));
    world
        .file(&root("init2"), INIT_SCRIPT)
        .executable(&root("init2"));
    write_contests(world);
    world.file(&root("work/grids/swap.txt"), "1 2 2\n0 1\n1 0\n");
    let mut expected = BTreeMap::from([
        ("naive".to_owned(), "accepted".to_owned()),
        ("honest".to_owned(), "accepted".to_owned()),
    ]);
    compile(
        world,
        "teams/honest",
        "#include <stdio.h>\nint main(void) { puts(\"SRSLS\"); }\n",
    );
    for entry in fs::read_dir(repository("tests/rogues"))
        .expect("rogues")
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let (number, _) = name.split_once('-').expect("a number");
        let Some((team, "c")) = name.rsplit_once('.') else {
            continue;
        };
        if !ROGUES.contains(&number) {
            continue;
        }
        let source = fs::read_to_string(entry.path()).expect("text");
        let verdict = source
            .lines()
            .find_map(|line| line.strip_prefix("// expected: "));
        let verdict = verdict.expect("a verdict");
        let teams = if verdict == "time-limit" {
            "late"
        } else {
            "teams"
        };
        compile(world, &format!("{teams}/{team}"), &source);
        expected.insert(team.to_owned(), verdict.to_owned());
    }
    assert_eq!(expected.len(), ROGUES.len() + 2, "{expected:?}");
    expected
}

/// Writes one contest for programs that exceed the time limit, and one for all others.
fn write_contests(world: &World) {
    // The emulated CPU is slow, and slower on a busy host: only programs that exceed the time limit have a short one.
    for (contest, teams, time) in [("rogues", "teams", 120), ("late", "late", 1)] {
        let wall = 2 * time + 60;
        world.file(
            &format!("root/work/{contest}.toml"),
            format!(
                "name = \"Rogues\"\nproblem = \"sorting-robot\"\nsubmissions = \"{teams}\"\nbaselines = [\"naive\"]\n\
                 [limits]\ntime = \"{time}s\"\nwall = \"{wall}s\"\nmemory = \"128 MiB\"\noutput = \"1 MiB\"\nprocesses = 32\n\
                 [[round]]\nname = \"programs\"\ninstances = \"grids\"\n",
            ),
        );
    }
}

/// Compiles a static program, since the machine has no compiler and few libraries.
fn compile(world: &World, team: &str, source: &str) {
    let folder = format!("root/work/{team}");
    world.folder(&folder);
    world.file("solver.c", source);
    let made = Command::new("cc")
        .args(["-O2", "-static", "-pthread", "-o"])
        .arg(world.path(&folder).join("solver"))
        .arg(world.path("solver.c"))
        .args(["-lm"])
        .stderr(Stdio::null())
        .status();
    assert!(made.expect("cc runs").success(), "{team}");
}

fn libraries(program: &Path) -> Vec<PathBuf> {
    let listed = Command::new("ldd").arg(program).output().expect("ldd runs");
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let words = text.split_whitespace().filter(|word| word.starts_with('/'));
    words.map(PathBuf::from).collect()
}

/// Runs the machine until it powers off and returns its console output.
fn boot(kernel: &Path, archive: &Path) -> String {
    let machine = Command::new("timeout")
        .args(["1500", "qemu-system-x86_64"])
        .args(["-accel", "tcg,thread=multi", "-cpu", "max"])
        .args("-m 3000 -smp 2 -nographic -no-reboot -nic none".split(' '))
        .args(["-kernel".as_ref(), kernel.as_os_str()])
        .args(["-initrd".as_ref(), archive.as_os_str()])
        .args(["-append", "console=ttyS0 quiet panic=-1"])
        .stdin(Stdio::null())
        .output()
        .expect("qemu runs");
    let output = String::from_utf8_lossy(&machine.stdout).into_owned();
    output + &String::from_utf8_lossy(&machine.stderr)
}

/// Returns a folder as a cpio archive in the `newc` format, which the kernel unpacks.
fn newc(root: &Path) -> Vec<u8> {
    let mut archive = Vec::new();
    let mut add = |number: usize, name: &str, mode: u32, content: &[u8]| {
        let size = content.len();
        let (mode, length) = (mode as usize, name.len() + 1);
        let fields = [number, mode, 0, 0, 1, 0, size, 0, 0, 0, 0, length, 0];
        archive.extend(b"070701");
        for field in fields {
            archive.extend(format!("{field:08X}").bytes());
        }
        archive.extend(name.bytes().chain([0]));
        archive.resize(archive.len().next_multiple_of(4), 0);
        archive.extend(content);
        archive.resize(archive.len().next_multiple_of(4), 0);
    };
    for (number, entry) in WalkDir::new(root)
        .min_depth(1)
        .sort_by_file_name()
        .into_iter()
        .enumerate()
    {
        let entry = entry.expect("an entry");
        let name = entry
            .path()
            .strip_prefix(root)
            .expect("a path below")
            .display()
            .to_string();
        let found = entry.path().symlink_metadata().expect("metadata");
        let mode = found.permissions().mode();
        let content = if found.is_symlink() {
            let target = fs::read_link(entry.path()).expect("a link");
            target.as_os_str().as_encoded_bytes().to_vec()
        } else if found.is_file() {
            fs::read(entry.path()).expect("a file")
        } else {
            Vec::new()
        };
        add(number + 1, &name, mode, &content);
    }
    add(0, "TRAILER!!!", 0, b"");
    archive
}

/// Returns the first file below a folder whose name is accepted.
fn file_in(folder: &Path, wanted: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let files = WalkDir::new(folder).into_iter().flatten();
    let mut files = files.filter(|file| wanted(&file.file_name().to_string_lossy()));
    files.next().map(walkdir::DirEntry::into_path)
}
