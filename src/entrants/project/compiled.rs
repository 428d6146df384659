//! Files that builds and compilers make.

use super::{Placed, extension, name_of};

/// Extensions of files that compilers write between source and program.
const INTERMEDIATE: [&str; 6] = ["o", "obj", "pyc", "pyo", "class", "pdb"];

pub(super) fn is_elf(head: &[u8]) -> bool {
    head.starts_with(b"\x7fELF")
}

/// Whether a file is a program for Windows or macOS.
fn is_foreign(head: &[u8]) -> bool {
    const MACH_O: [&[u8]; 3] = [
        b"\xcf\xfa\xed\xfe",
        b"\xce\xfa\xed\xfe",
        b"\xca\xfe\xba\xbe",
    ];
    head.starts_with(b"MZ") || MACH_O.iter().any(|magic| head.starts_with(magic))
}

/// Returns a function that gives the name under which an output of a build is left out. A compiled class is kept if
/// there is no source.
pub(super) fn build_outputs(files: &[Placed]) -> impl Fn(&Placed) -> Option<String> + use<> {
    let has_java = files.iter().any(|file| extension(&file.path) == "java");
    let folders: Vec<String> = files
        .iter()
        .filter_map(|file| output_folder(&file.path))
        .collect();
    move |file| {
        let inside = |folder: &&String| file.path.starts_with(folder.as_str());
        if let Some(folder) = folders.iter().find(inside) {
            return Some(folder.trim_end_matches('/').to_owned());
        }
        let extension = extension(&file.path);
        let is_class = extension == "class";
        let is_intermediate = INTERMEDIATE.contains(&extension.as_str()) && (!is_class || has_java);
        let is_output = is_intermediate || (is_foreign(&file.head) && !is_class);
        is_output.then(|| name_of(&file.path).to_owned())
    }
}

/// Returns the folder of outputs that the file at this path shows to be there, with a closing slash.
fn output_folder(path: &str) -> Option<String> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let below = |inner: &str| match folder {
        "" => format!("{inner}/"),
        folder => format!("{folder}/{inner}/"),
    };
    match name {
        "Cargo.toml" => Some(below("target")),
        "CMakeCache.txt" | "pyvenv.cfg" if !folder.is_empty() => Some(format!("{folder}/")),
        _ => None,
    }
}
