//! Files that are not part of a program: traces of operating systems, editors, version control and builds.

use super::{extension, name_of};

/// Folders that are left out wherever they are.
const FOLDERS: [&str; 12] = [
    "__MACOSX",
    "__pycache__",
    ".git",
    ".hg",
    ".svn",
    ".idea",
    ".vs",
    ".vscode",
    ".venv",
    ".pytest_cache",
    ".mypy_cache",
    ".ipynb_checkpoints",
];

const FILES: [&str; 4] = [".DS_Store", "Thumbs.db", "desktop.ini", ".Rhistory"];

/// Extensions of files that are read by people or programs and never run.
const DATA: [&str; 32] = [
    "bmp", "c", "cc", "cfg", "conf", "cpp", "csv", "dat", "doc", "docx", "gif", "go", "h", "hpp",
    "in", "ini", "java", "jpeg", "jpg", "json", "log", "md", "odt", "pdf", "png", "rs", "svg",
    "toml", "tsv", "txt", "xlsx", "zip",
];

/// Returns the name under which a path is left out, if it is.
pub fn junk(path: &str) -> Option<String> {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    let found = folders.split('/').find(|part| FOLDERS.contains(part));
    if let Some(folder) = found {
        return Some(folder.to_owned());
    }
    let name = name_of(path);
    let is_trace = FILES.contains(&name) || name.starts_with("._") || name.starts_with("~$");
    // A Git worktree has a file of this name.
    (is_trace || name == ".git").then(|| name.to_owned())
}

/// Whether a file is data or text by its name, and never a program, whatever its permissions say.
pub fn is_data(path: &str) -> bool {
    DATA.contains(&extension(path).as_str())
}
