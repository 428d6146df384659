//! The git commit of a program's folder, read from the files of the repository.
//!
//! Git itself is not started: the configuration of a repository can make it execute commands, and the repository may be
//! somebody else's.

use std::path::{Path, PathBuf};

use crate::dir::Dir;

/// The largest file of a repository that is read, in bytes.
const LARGEST: u64 = 16 << 20;

/// Returns the commit that is checked out in the repository of this path, if there is one.
pub fn commit_of(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let mut folders = path.ancestors();
    let git = folders.find_map(|folder| git_folder(&folder.join(".git")))?;
    let git = Dir::open(&git).ok()?;
    let head = text(&git, "HEAD")?;
    let Some(name) = head.strip_prefix("ref: ") else {
        return commit(&head);
    };
    // Anything else could be a file of another kind that holds hexadecimal digits.
    if !name.starts_with("refs/") {
        return None;
    }
    // A worktree has a HEAD of its own and shares the branches.
    let common = text(&git, "commondir").and_then(|common| {
        let path = git.path().join(common);
        Dir::open(&path).ok()
    });
    let branches = common.as_ref().unwrap_or(&git);
    let loose = text(branches, name).and_then(|text| commit(&text));
    loose.or_else(|| packed(branches, name))
}

/// Returns the folder of a repository: `.git` itself, or the folder that a file `.git` names.
fn git_folder(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        return Some(path.to_owned());
    }
    let folder = Dir::open(path.parent()?).ok()?;
    let named = text(&folder, ".git")?;
    let named = named.strip_prefix("gitdir: ")?;
    let named = folder.path().join(named);
    // The folder of a worktree names the file that leads to it. Otherwise any folder could be read.
    let back = text(&Dir::open(&named).ok()?, "gitdir")?;
    let is_own = Path::new(&back).canonicalize().ok()? == path.canonicalize().ok()?;
    is_own.then_some(named)
}

/// Finds a branch in the list of packed branches.
fn packed(branches: &Dir, name: &str) -> Option<String> {
    let list = branches.read_to_string("packed-refs", LARGEST).ok()?;
    let mut lines = list.lines().filter_map(|line| line.split_once(' '));
    lines
        .find(|(_, branch)| *branch == name)
        .and_then(|(hash, _)| commit(hash))
}

/// Reads a file of one line.
fn text(dir: &Dir, name: &str) -> Option<String> {
    const LONGEST: u64 = 4096;
    let text = dir.read_to_string(name, LONGEST).ok()?;
    Some(text.trim_end().to_owned())
}

/// Returns the text if it is the hash of a commit.
fn commit(text: &str) -> Option<String> {
    let is_hash =
        [40, 64].contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hash.then(|| text.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const HASH: &str = "0123456789abcdef0123456789abcdef01234567";

    fn world() -> tempfile::TempDir {
        let world = tempfile::tempdir().unwrap();
        fs::create_dir_all(world.path().join(".git/refs/heads")).unwrap();
        fs::create_dir_all(world.path().join("team/src")).unwrap();
        fs::write(world.path().join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        world
    }

    #[test]
    fn branches_are_loose_or_packed_and_heads_detached() {
        let world = world();
        let team = world.path().join("team/src");
        assert_eq!(commit_of(&team), None);
        let packed = format!("# pack-refs with: peeled\n{HASH} refs/heads/main\n");
        fs::write(world.path().join(".git/packed-refs"), packed).unwrap();
        assert_eq!(commit_of(&team).as_deref(), Some(HASH));
        let loose = HASH.replace('0', "f");
        fs::write(world.path().join(".git/refs/heads/main"), &loose).unwrap();
        assert_eq!(commit_of(&team), Some(loose));
        fs::write(world.path().join(".git/HEAD"), format!("{HASH}\n")).unwrap();
        assert_eq!(commit_of(&team).as_deref(), Some(HASH));
    }

    #[test]
    fn a_worktree_shares_the_branches() {
        let world = world();
        let own = world.path().join(".git/worktrees/w");
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("HEAD"), "ref: refs/heads/side\n").unwrap();
        fs::write(own.join("commondir"), "../..\n").unwrap();
        fs::write(world.path().join(".git/refs/heads/side"), HASH).unwrap();
        let tree = tempfile::tempdir().unwrap();
        let named = format!("gitdir: {}\n", own.display());
        fs::write(tree.path().join(".git"), named).unwrap();
        assert_eq!(
            commit_of(tree.path()),
            None,
            "the folder does not lead back"
        );
        let back = tree.path().join(".git");
        fs::write(own.join("gitdir"), back.display().to_string()).unwrap();
        assert_eq!(commit_of(tree.path()).as_deref(), Some(HASH));
    }

    #[test]
    fn only_hashes_below_the_repository_are_shown() {
        let world = world();
        let git = world.path().join(".git");
        fs::write(world.path().join("secret"), HASH).unwrap();
        std::os::unix::fs::symlink("../../../secret", git.join("refs/heads/link")).unwrap();
        for head in [
            "ref: ../secret",
            "ref: refs/heads/link",
            "ref: /etc/passwd",
            "\x1b[2J",
            "",
        ] {
            fs::write(git.join("HEAD"), head).unwrap();
            assert_eq!(commit_of(world.path()), None, "{head:?}");
        }
    }
}
