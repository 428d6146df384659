//! The changes to a hand-in, as what was done and as what is to be done.

use crate::locale::Text;

/// One change to the files of a hand-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Files or folders that are not part of a program.
    LeaveOut(Vec<String>),
    /// The content of this folder becomes the content of the team's folder.
    Lift(String),
    Rename {
        from: String,
        to: String,
    },
    MakeExecutable(String),
    RepairLineEnds(String),
    /// The text of `submission.toml`.
    Write(String),
}

impl Step {
    /// Returns what was done.
    pub fn done(&self) -> String {
        let message = match self {
            Self::LeaveOut(names) => {
                Text::message("found-left-out").with("names", names.join(", "))
            }
            Self::Lift(folder) => Text::message("found-lifted").with("folder", folder),
            Self::Rename { from, to } => {
                let renamed = Text::message("found-renamed");
                renamed.with("from", from).with("to", to)
            }
            Self::MakeExecutable(name) => Text::message("found-executable").with("name", name),
            Self::RepairLineEnds(name) => Text::message("found-line-ends").with("name", name),
            Self::Write(_) => Text::message("found-written"),
        };
        message.to_string()
    }

    /// Returns what is to be done, as a shell command where there is one.
    pub fn to_do(&self) -> String {
        match self {
            Self::LeaveOut(names) => format!("rm -r {}", quoted_all(names)),
            Self::Lift(folder) => format!("mv {0}/* . && rmdir -p {0}", quoted(folder)),
            Self::Rename { from, to } => format!("mv {} {}", quoted(from), quoted(to)),
            Self::MakeExecutable(name) => format!("chmod +x {}", quoted(name)),
            Self::RepairLineEnds(name) => format!("sed -i 's/\\r$//' {}", quoted(name)),
            Self::Write(text) => format!("write submission.toml:\n{}", text.trim_end()),
        }
    }
}

fn quoted_all(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    names.join(" ")
}

/// Returns a name as one word of a shell command.
pub fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "./_-+".contains(c);
    if !name.is_empty() && !name.starts_with('-') && name.chars().all(plain) {
        return name.to_owned();
    }
    let dashed = if name.starts_with('-') { "./" } else { "" };
    format!("'{dashed}{}'", name.replace('\'', "'\\''"))
}
