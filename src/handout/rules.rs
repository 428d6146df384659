//! The rules of the bundled problems in each language. The English ones are those of `judge help problems`.

use crate::help;
use crate::locale::Language;

/// The sections of the bundled problems in French.
const FRENCH: [(&str, &str); 4] = [
    ("sorting-robot", include_str!("rules/sorting-robot.fr.md")),
    ("swap-puzzle", include_str!("rules/swap-puzzle.fr.md")),
    ("la-grille", include_str!("rules/la-grille.fr.md")),
    ("picross", include_str!("rules/picross.fr.md")),
];

/// Returns the section of a bundled problem, with its heading; nothing for other problems.
pub(super) fn of_problem(problem: &str, language: Language) -> String {
    match language {
        Language::English => help::problem_section(problem),
        Language::French => {
            let found = FRENCH.iter().find(|(name, _)| *name == problem);
            found.map_or(String::new(), |(_, text)| (*text).to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a text that are the same in each language: code, and the number of cells of each line of a table.
    fn fixed(text: &str) -> (Vec<&str>, Vec<usize>) {
        let code = text.split('`').skip(1).step_by(2);
        let code = code.filter(|code| !code.is_empty());
        let rows = text.lines().filter(|line| line.starts_with('|'));
        (
            code.collect(),
            rows.map(|row| row.matches('|').count()).collect(),
        )
    }

    #[test]
    fn all_languages_describe_the_same_problems() {
        for problem in puzzles::problems() {
            let [english, french] =
                Language::ALL.map(|language| of_problem(problem.name(), language));
            assert!(french.contains("**Règles.**"), "{}", problem.name());
            let headings = |text: &str| text.matches("\n\n**").count();
            assert_eq!(headings(&french), headings(&english));
            let ((mut one, rows), (mut other, other_rows)) = (fixed(&english), fixed(&french));
            one.sort_unstable();
            other.sort_unstable();
            assert_eq!((one, rows), (other, other_rows), "{}", problem.name());
        }
    }
}
