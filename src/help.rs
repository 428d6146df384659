//! The manual: one Markdown file per topic, for `judge help TOPIC` and for readers of the repository.

mod render;
pub mod roff;

use std::fmt::Write;

pub use self::render::render;

/// A topic of the manual.
#[derive(Debug)]
pub struct Topic {
    pub name: &'static str,
    /// What the topic covers, in one line.
    pub about: &'static str,
    /// The text, in Markdown.
    pub text: &'static str,
}

/// All topics, in the order in which a newcomer reads them.
pub static TOPICS: &[Topic] = &[
    Topic {
        name: "contest-file",
        about: "every key of a contest file; seeds, secrets, commitment",
        text: include_str!("help/contest-file.md"),
    },
    Topic {
        name: "own-problems",
        about: "problems of your own: a folder with a checker, or a problem package",
        text: include_str!("help/own-problems.md"),
    },
    Topic {
        name: "scoring",
        about: "the scoring rules, ties, and the confidence interval of a rank",
        text: include_str!("help/scoring.md"),
    },
    Topic {
        name: "submissions",
        about: "what a team hands in, how it is built and run, how to test it",
        text: include_str!("help/submissions.md"),
    },
    Topic {
        name: "course",
        about: "hand-ins made into team folders, a check before the contest, similar submissions",
        text: include_str!("help/course.md"),
    },
    Topic {
        name: "results",
        about: "the results folder, every column, verdicts, the web page, verification",
        text: include_str!("help/results.md"),
    },
    Topic {
        name: "json",
        about: "the JSON and CSV output of every command, and options that all commands have",
        text: include_str!("help/json.md"),
    },
    Topic {
        name: "sandbox",
        about: "limits, isolation, and what they do not protect against",
        text: include_str!("help/sandbox.md"),
    },
    Topic {
        name: "cluster",
        about: "running a contest on a Slurm cluster",
        text: include_str!("help/cluster.md"),
    },
    Topic {
        name: "site",
        about: "the contest as a site: teams, hand-ins, the board, operation",
        text: include_str!("help/site.md"),
    },
    Topic {
        name: "ci",
        about: "refusing versions of a program with a lower score, on every push",
        text: include_str!("help/ci.md"),
    },
    Topic {
        name: "problems",
        about: "rules, file formats and instance generators of the four puzzles",
        text: include_str!("help/problems.md"),
    },
    Topic {
        name: "proofs",
        about: "what a proved bound rests on, and how to check it with another program",
        text: include_str!("help/proofs.md"),
    },
    Topic {
        name: "algorithms",
        about: "the bundled solvers and bounds, and how to compare them",
        text: include_str!("help/algorithms.md"),
    },
];

/// The topic of that name.
pub fn topic(name: &str) -> Option<&'static Topic> {
    TOPICS.iter().find(|topic| topic.name == name)
}

/// The section of a problem in the manual.
pub fn problem_section(problem: &str) -> String {
    let text = topic("problems").map_or("", |topic| topic.text);
    let heading = format!("## {problem}\n");
    let Some(start) = text.find(&heading) else {
        return String::new();
    };
    let section = &text[start..];
    let end = section[heading.len()..].find("\n## ");
    let end = end.map_or(section.len(), |end| heading.len() + end + 1);
    section[..end].to_owned()
}

/// One line per topic: its name and what it covers.
pub fn topic_list() -> String {
    let width = TOPICS.iter().map(|topic| topic.name.len()).max();
    let width = width.unwrap_or(0);
    TOPICS.iter().fold(String::new(), |mut list, topic| {
        let _ = writeln!(list, "  {:width$}  {}", topic.name, topic.about);
        list
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_topic() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/help");
        let names = std::fs::read_dir(folder).expect("the folder of topics");
        let paths = names.map(|entry| entry.expect("an entry").path());
        let paths = paths.filter(|path| path.extension().is_some_and(|e| e == "md"));
        let stems = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
        let mut files: Vec<String> = stems.collect();
        let mut topics: Vec<String> = TOPICS.iter().map(|t| t.name.to_owned()).collect();
        files.sort();
        topics.sort();
        assert_eq!(files, topics);
    }

    #[test]
    fn every_problem_has_a_section() {
        for problem in puzzles::problems() {
            let section = problem_section(problem.name());
            assert!(section.contains("**Rules.**"), "{}", problem.name());
            assert_eq!(section.matches("\n## ").count(), 0);
        }
    }

    #[test]
    fn references_between_topics_exist() {
        for Topic { name, text, .. } in TOPICS {
            for reference in text.split("`judge help ").skip(1) {
                let wanted = reference.split('`').next().unwrap_or_default();
                let known = topic(wanted).is_some() || wanted == "TOPIC";
                assert!(known, "{name}.md refers to `judge help {wanted}`");
            }
        }
    }

    #[test]
    fn every_topic_starts_with_a_heading_and_is_wrapped() {
        for Topic { name, text, .. } in TOPICS {
            assert!(text.starts_with("# "), "{name}.md");
            let long = text.lines().find(|line| {
                let fixed = line.starts_with('|') || line.starts_with("    ");
                line.chars().count() > 120 && !fixed
            });
            assert_eq!(long, None, "{name}.md");
        }
    }
}
