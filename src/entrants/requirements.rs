//! The commands of a program, and the tools that they need.

use super::{Entrant, HandedIn, Program, tool};

impl Entrant {
    /// Returns the commands that build and run the program, empty where there is none.
    pub fn commands(&self) -> (Vec<String>, Vec<String>) {
        let words = |words: &[&str]| {
            words
                .iter()
                .map(|&word| word.to_owned())
                .collect::<Vec<_>>()
        };
        match &self.program {
            Program::Source { language, file } => {
                let mut build = Vec::new();
                if !language.build.is_empty() {
                    build.push(language.tool.to_owned());
                    build.extend(words(language.build));
                }
                if language.name == "java" {
                    build.push(file.clone());
                }
                (build, words(language.run))
            }
            Program::Manifest { build, run } => (build.clone(), run.clone()),
            Program::Executable => (Vec::new(), words(&["./solver"])),
            Program::Bundled { .. } | Program::Nothing(_) => (Vec::new(), Vec::new()),
        }
    }

    /// Returns a tool that the program needs and this machine does not have, and what provides it.
    pub fn missing_tool(&self) -> Option<String> {
        if let Program::Source { language, .. } = &self.program {
            let missing = language.missing_tool()?;
            return Some(format!("`{missing}`: install {}", language.package));
        }
        let HandedIn::Folder(folder) = &self.handed_in else {
            return None;
        };
        let (build, run) = self.commands();
        let missing = |command: &Vec<String>| {
            let name = match command.as_slice() {
                // What a shell is told to run first is what matters.
                [shell, option, script, ..] if shell == "sh" && option == "-c" => {
                    script.split_whitespace().next()?.to_owned()
                }
                [name, ..] => name.clone(),
                [] => return None,
            };
            let plain = |c: char| c.is_alphanumeric() || "_-+.".contains(c);
            let is_tool = name.chars().all(plain) && !folder.exists(&name);
            (is_tool && !is_shell_word(&name) && tool::find(&name).is_none())
                .then(|| format!("`{name}`: install it"))
        };
        missing(&build).or_else(|| missing(&run))
    }
}

/// Whether a shell does this itself.
fn is_shell_word(word: &str) -> bool {
    [
        "cd", "exec", "export", "set", "test", "if", "for", "while", "ulimit",
    ]
    .contains(&word)
}
