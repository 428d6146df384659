//! The languages of single source files, and how each is built and run.

/// One language.
#[derive(Debug)]
pub struct Language {
    pub name: &'static str,
    pub extension: &'static str,
    /// The tool that is required, and the package that provides it.
    pub tool: &'static str,
    pub package: &'static str,
    /// Arguments of the tool that build the source; empty if nothing is built. For Java the file's name is added.
    pub build: &'static [&'static str],
    /// The command to run in the folder of the build; for Java the name of a class is added.
    pub run: &'static [&'static str],
}

impl Language {
    /// Returns the tools that build and run it.
    pub(super) fn tools(&self) -> impl Iterator<Item = &'static str> {
        let more = if self.name == "rust" {
            Some("cargo")
        } else {
            None
        };
        [self.tool]
            .into_iter()
            .chain(self.run.first().copied())
            .chain(more)
    }
}

impl Language {
    /// Returns the commands that build and run a single source file of any name.
    pub(super) fn commands(&self, file: &str) -> (Vec<String>, Vec<String>) {
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let named = |word: &&str| match *word {
            "solver" => stem.to_owned(),
            "./solver" => format!("./{stem}"),
            word if word.starts_with("solver.") => file.to_owned(),
            word => word.to_owned(),
        };
        let mut build: Vec<String> = Vec::new();
        if !self.build.is_empty() {
            build.push(self.tool.to_owned());
            build.extend(self.build.iter().map(named));
        }
        let mut run: Vec<String> = self.run.iter().map(named).collect();
        if self.name == "java" {
            build.push(file.to_owned());
            let class = stem.rsplit_once('/').map_or(stem, |(_, class)| class);
            run.push(class.to_owned());
        }
        (build, run)
    }
}

/// Returns the language of a source file by its extension.
pub(super) fn of_file(name: &str) -> Option<&'static Language> {
    let (_, extension) = name.rsplit_once('.')?;
    let usual = match extension {
        "cc" | "cxx" | "c++" | "C" => "cpp",
        "py3" => "py",
        other => other,
    };
    ALL.iter().find(|language| language.extension == usual)
}

impl Language {
    /// Returns a required tool that is not installed.
    pub(super) fn missing_tool(&self) -> Option<&'static str> {
        let run = self.run.first().copied().filter(|run| !run.contains('/'));
        let mut needed = [self.tool].into_iter().chain(run);
        needed.find(|tool| super::tool::find(tool).is_none())
    }
}

pub(super) static ALL: &[Language] = &[
    Language {
        name: "python",
        extension: "py",
        tool: "python3",
        package: "Python 3",
        build: &[],
        run: &["python3", "solver.py"],
    },
    Language {
        name: "c",
        extension: "c",
        tool: "cc",
        package: "a C compiler such as gcc",
        build: &["-O2", "-o", "solver", "solver.c", "-lm"],
        run: &["./solver"],
    },
    Language {
        name: "cpp",
        extension: "cpp",
        tool: "c++",
        package: "a C++ compiler such as g++",
        build: &["-O2", "-std=c++20", "-o", "solver", "solver.cpp"],
        run: &["./solver"],
    },
    Language {
        name: "rust",
        extension: "rs",
        tool: "rustc",
        package: "Rust",
        build: &["-O", "--edition", "2024", "-o", "solver", "solver.rs"],
        run: &["./solver"],
    },
    Language {
        name: "java",
        extension: "java",
        tool: "javac",
        package: "a Java development kit",
        build: &["-d", "classes"],
        run: &[
            "java",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xss64m",
            "-cp",
            "classes",
        ],
    },
    Language {
        name: "go",
        extension: "go",
        tool: "go",
        package: "Go",
        build: &["build", "-o", "solver", "solver.go"],
        run: &["./solver"],
    },
    Language {
        name: "javascript",
        extension: "js",
        tool: "node",
        package: "Node.js",
        build: &[],
        run: &["node", "solver.js"],
    },
];

/// Returns the public class of a Java source, after which javac requires the file to be named.
pub(super) fn public_class(source: &str) -> Option<&str> {
    let mut words = source
        .split(|c: char| c.is_whitespace() || c == '{')
        .filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        if word == "public" {
            let mut next = words.next()?;
            while ["final", "abstract", "static"].contains(&next) {
                next = words.next()?;
            }
            if next == "class" {
                return words.next().filter(|name| is_identifier(name));
            }
        }
    }
    None
}

/// Returns whether a name is an identifier: it becomes a file name, so it must not be a path.
fn is_identifier(name: &str) -> bool {
    name.len() < 100
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_public_class() {
        assert_eq!(
            public_class("import x;\npublic final class Robot{ }"),
            Some("Robot")
        );
        assert_eq!(public_class("public class ../../x {"), None);
        assert_eq!(
            public_class("class A { public static void main() {} }"),
            None
        );
    }
}
