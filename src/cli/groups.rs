//! The groups in which `judge --help` lists the commands.

use std::fmt::Write;

use clap::Command;

use crate::terminal;

/// The groups, and the commands of each in the order of the list.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Contests",
        &[
            "run",
            "leaderboard",
            "report",
            "verify",
            "diff",
            "commit",
            "status",
            "cancel",
        ],
    ),
    (
        "Teams and courses",
        &[
            "new", "try", "lint", "collect", "handout", "grades", "similar", "serve", "teams",
            "hand-in",
        ],
    ),
    (
        "One instance",
        &[
            "generate",
            "check",
            "show",
            "play",
            "solve",
            "bound",
            "check-proof",
        ],
    ),
    ("Algorithms", &["solvers", "compare"]),
    (
        "This machine",
        &["doctor", "completions", "man", "schema", "help"],
    ),
];

/// The widest help, as `max_term_width` of the command line.
pub(super) const WIDEST: u16 = 100;

/// Gives the command line a help that lists its commands in groups; clap has no headings for commands.
pub(super) fn with_groups(root: Command) -> Command {
    let width = terminal::known_width().unwrap_or(WIDEST).min(WIDEST);
    let list = list(&root, usize::from(width));
    let header = *root.get_styles().get_header();
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\n{header}Options:{header:#}\n{{options}}{{after-help}}"
    );
    root.help_template(template)
}

fn list(root: &Command, width: usize) -> String {
    let styles = root.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let names = GROUPS.iter().flat_map(|(_, names)| names.iter());
    let longest = names.map(|name| name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (number, (title, names)) in GROUPS.iter().enumerate() {
        let gap = if number == 0 { "" } else { "\n" };
        let _ = writeln!(text, "{gap}{header}{title}:{header:#}");
        for name in *names {
            let command = root.find_subcommand(name);
            let about = command.and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let lines = terminal::wrapped(&about, width.saturating_sub(longest + 4).max(20));
            for (number, line) in lines.iter().enumerate() {
                let shown = if number == 0 { name } else { "" };
                let pad = longest - shown.len();
                let _ = writeln!(text, "  {literal}{shown}{literal:#}{:pad$}  {line}", "");
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn every_visible_command_is_in_one_group() {
        let grouped = GROUPS.iter().flat_map(|(_, names)| names.iter());
        let grouped: Vec<&str> = grouped.copied().collect();
        let distinct: BTreeSet<&str> = grouped.iter().copied().collect();
        assert_eq!(grouped.len(), distinct.len(), "a command is in two groups");
        let root = Arguments::command();
        let visible = root.get_subcommands().filter(|c| !c.is_hide_set());
        let visible: BTreeSet<&str> = visible.map(Command::get_name).collect();
        assert_eq!(distinct, visible);
    }

    #[test]
    fn the_list_fits_the_width() {
        let root = Arguments::command().styles(clap::builder::Styles::plain());
        for width in [60, 80, 100] {
            let list = list(&root, width);
            let long = list.lines().find(|line| line.chars().count() > width);
            assert_eq!(long, None);
            assert!(list.contains("\n  hand-in"), "{list}");
        }
    }
}
