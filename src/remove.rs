//! Removes folders that strangers' programs have filled, however deep and whatever their permissions.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Removes a folder or a file, if it is there. Folders within are first moved to the top, so that neither the depth of
/// the tree nor the length of its paths matters.
pub fn remove_tree(root: &Path) -> io::Result<()> {
    match fs::symlink_metadata(root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(found) if !found.is_dir() => return fs::remove_file(root),
        Ok(_) => {}
    }
    let mut number = 0_u64;
    let mut waiting: Vec<PathBuf> = Vec::new();
    let mut empty = |folder: &Path, waiting: &mut Vec<PathBuf>| -> io::Result<()> {
        // Fails for folders of other users, whose permissions then have to do.
        let _ = fs::set_permissions(folder, Permissions::from_mode(0o700));
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            let moved = loop {
                number += 1;
                let name = root.join(format!(".removed-{number}"));
                if fs::symlink_metadata(&name).is_err() {
                    break name;
                }
            };
            let _ = fs::set_permissions(entry.path(), Permissions::from_mode(0o700));
            fs::rename(entry.path(), &moved)?;
            waiting.push(moved);
        }
        Ok(())
    };
    empty(root, &mut waiting)?;
    while let Some(folder) = waiting.pop() {
        empty(&folder, &mut waiting)?;
        fs::remove_dir(&folder)?;
    }
    // Folders that were moved while the top was read may have been met again, so it may not be empty yet.
    match fs::remove_dir(root) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => remove_tree(root),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_and_forbidden_folders_go() {
        let world = tempfile::tempdir().unwrap();
        let root = world.path().join("root");
        fs::create_dir_all(root.join("forbidden/inside")).unwrap();
        fs::write(root.join("forbidden/file"), "x").unwrap();
        std::os::unix::fs::symlink("/", root.join("link")).unwrap();
        fs::set_permissions(root.join("forbidden"), Permissions::from_mode(0o000)).unwrap();
        // Deeper than any path can name: built from the inside out.
        fs::create_dir(root.join("deep")).unwrap();
        for _ in 0..3000 {
            fs::create_dir(root.join("outer")).unwrap();
            fs::rename(root.join("deep"), root.join("outer/d")).unwrap();
            fs::rename(root.join("outer"), root.join("deep")).unwrap();
        }
        remove_tree(&root).unwrap();
        assert!(!root.exists() && Path::new("/").exists());
        remove_tree(&root).unwrap();
    }
}
