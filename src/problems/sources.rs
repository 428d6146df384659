//! Prepares the sources of programs of packages. Where they use constants or links, a copy is built instead.

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use super::package::{Package, Program};
use super::workshop;
use crate::dir;
use crate::units::show_size;

/// The largest program that is copied, and the largest file in which constants are replaced, in bytes.
const LARGEST: u64 = 1 << 30;
const LARGEST_SOURCE: u64 = 16 << 20;

/// Returns the file or folder that a program is built from: that of the package, or a copy in which the constants of the
/// package are replaced and links are files, since builds follow no link out of a program's folder.
pub(super) fn prepare(package: &Package, program: &Program) -> Result<PathBuf, String> {
    let folder = package.folder().join(&program.folder);
    let shown = |file: &Path, error: io::Error| format!("{}: {error}", folder.join(file).display());
    let real = folder
        .canonicalize()
        .map_err(|error| shown(Path::new(""), error))?;
    let (mut size, mut has_links, mut changed) = (0, false, Vec::new());
    for file in &program.files {
        let failed = |error| shown(file, error);
        let path = real.join(file);
        has_links |= path.canonicalize().map_err(failed)? != path;
        let length = path.metadata().map_err(failed)?.len();
        size += length;
        if length <= LARGEST_SOURCE {
            let text = std::fs::read(&path).map_err(failed)?;
            if let Cow::Owned(text) = package.expand_constants(&text) {
                changed.push((file, text));
            }
        }
    }
    let mut prepared = folder.clone();
    if has_links || !changed.is_empty() {
        if size > LARGEST {
            let folder = folder.display();
            return Err(format!("{folder} is larger than {}", show_size(LARGEST)));
        }
        let name = format!("sources-{:016x}", dir::random());
        prepared = workshop::builds()?.path().join(name);
        for file in &program.files {
            let copy = prepared.join(file);
            let made = std::fs::create_dir_all(copy.parent().unwrap_or(&prepared));
            made.and_then(|()| std::fs::copy(real.join(file), &copy))
                .map_err(|error| shown(file, error))?;
        }
        for (file, text) in changed {
            std::fs::write(prepared.join(file), text).map_err(|error| shown(file, error))?;
        }
    }
    // A single file may be beside others that do not belong to it.
    Ok(match program.files.as_slice() {
        [file] => prepared.join(file),
        _ => prepared,
    })
}
