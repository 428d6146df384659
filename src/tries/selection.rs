//! Chooses the instances of a try: public rounds, instance files, or instances generated from a recipe.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::contest::{Contest, Mode};
use crate::dir;
use crate::error::{Error, Result};
use crate::instances::{self, Instance};
use crate::problems;
use crate::recipe;
use crate::units::Seeds;

/// The most instances of each public round that a try runs on, unless all are wanted.
const FEW: usize = 10;

/// The number of instances of a recipe without `--seeds`.
const DEFAULT_SEEDS: u64 = 5;

/// What the user wants to run on.
#[derive(Clone, Copy, Debug)]
pub struct Chosen<'a> {
    /// Instance files, and folders of such files.
    pub files: &'a [PathBuf],
    /// The fields of a recipe.
    pub recipe: &'a [String],
    pub seeds: Option<&'a Seeds>,
    /// Whether all instances of the public rounds are wanted.
    pub all: bool,
}

/// The instances of a try, and remarks on instances that are left out.
#[derive(Debug)]
pub struct Selection {
    pub instances: Vec<Instance>,
    pub remarks: Vec<String>,
}

/// Loads or generates the chosen instances. Without files and recipe, these are some of each public round.
pub fn select(contest: &Contest, chosen: Chosen) -> Result<Selection> {
    let mut selection = Selection {
        instances: Vec::new(),
        remarks: Vec::new(),
    };
    if chosen.all || chosen.files.is_empty() && chosen.recipe.is_empty() {
        selection.add_public(contest, chosen.all)?;
    }
    selection.add_files(contest, chosen.files)?;
    selection.add_generated(contest, chosen)?;
    Ok(selection)
}

impl Selection {
    /// Adds instances of the public rounds. Rounds that ask for answer files are run with the program, too.
    fn add_public(&mut self, contest: &Contest, all: bool) -> Result<()> {
        let (instances, locked) = instances::prepare_public(contest)?;
        for round in &locked {
            let reason = "its instances depend on a seed file that is not at hand";
            let remark = format!("note: round `{round}` is left out: {reason}");
            self.remarks.push(remark);
        }
        if instances.is_empty() {
            let error = Error::user(format!(
                "{} has no public round to try programs on",
                contest.name
            ));
            return Err(error.with_help(if locked.is_empty() {
                "add `public = true` to a round that students may see, or name instances with --instance"
            } else {
                "the seed files of its public rounds cannot be read: name instances with --instance"
            }));
        }
        let mut rounds: Vec<Vec<Instance>> = Vec::new();
        for mut instance in instances {
            instance.mode = Mode::Programs;
            instance.repeat = 1;
            match rounds.last_mut() {
                Some(round) if round[0].round == instance.round => round.push(instance),
                _ => rounds.push(vec![instance]),
            }
        }
        for round in rounds {
            self.add_round(round, all);
        }
        Ok(())
    }

    /// Adds the instances of a round, or some at even distances: neighbours are often of the same recipe.
    fn add_round(&mut self, round: Vec<Instance>, all: bool) {
        let count = round.len();
        if all || count <= FEW {
            self.instances.extend(round);
            return;
        }
        let name = &round[0].round;
        self.remarks.push(format!(
            "note: {FEW} of the {count} instances of round `{name}`; --all runs all"
        ));
        let kept: BTreeSet<usize> = (0..FEW).map(|place| place * count / FEW).collect();
        let kept = round
            .into_iter()
            .enumerate()
            .filter(|(index, _)| kept.contains(index));
        self.instances.extend(kept.map(|(_, instance)| instance));
    }

    fn add_files(&mut self, contest: &Contest, named: &[PathBuf]) -> Result<()> {
        let round = self.new_round("files");
        let mut taken = BTreeSet::new();
        for path in named {
            let files = if path.is_dir() {
                let files = instances::matching_files(path);
                if files.is_empty() {
                    let error = format!("there are no instance files in {}", path.display());
                    return Err(Error::user(error));
                }
                files
            } else {
                vec![path.clone()]
            };
            for file in files {
                let case = problems::read_file(contest.problem, &file)?;
                let name = unused(&instance_name(&file), &mut taken);
                let instance = instances::public_instance(&round, name, case);
                self.instances.push(instance);
            }
        }
        Ok(())
    }

    fn add_generated(&mut self, contest: &Contest, chosen: Chosen) -> Result<()> {
        if chosen.recipe.is_empty() {
            return Ok(());
        }
        let fields = chosen.recipe.iter().map(|pair| recipe::field(pair));
        let recipe = recipe::recipe(contest.problem, fields.collect::<Result<Vec<_>>>()?)?;
        let default: Vec<u64> = (0..DEFAULT_SEEDS).collect();
        let seeds: BTreeSet<u64> = chosen
            .seeds
            .map_or(&default, |seeds| &seeds.0)
            .iter()
            .copied()
            .collect();
        let round = self.new_round("generated");
        for seed in seeds {
            let made = recipe.generate(seed);
            let case = made.map_err(|error| recipe::refused(contest.problem, error))?;
            let name = format!("{recipe}-s{seed}");
            let instance = instances::public_instance(&round, name, case);
            self.instances.push(instance);
        }
        Ok(())
    }

    /// Returns the name for a round that has no instances yet.
    fn new_round(&self, name: &str) -> String {
        let mut taken = self.instances.iter().map(|i| i.round.clone()).collect();
        unused(name, &mut taken)
    }
}

/// Returns the name, with a number if it is taken, and takes it.
fn unused(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(name.clone());
    name
}

/// Returns the name of an instance file as a name of a file in a results folder.
fn instance_name(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let plain = stem.replace(|c: char| c.is_control() || c == '\u{fffd}', "_");
    let longest: String = plain.chars().take(40).collect();
    let usable = dir::component(&longest).is_ok();
    if usable {
        longest
    } else {
        "instance".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_plain() {
        let mut taken = BTreeSet::new();
        let names = ["a", "a", "b", "a"].map(|name| unused(name, &mut taken));
        assert_eq!(names, ["a", "a-2", "b", "a-3"]);
        for (file, name) in [
            ("grids/one.txt", "one"),
            ("x\u{1b}[2J.txt", "x_[2J"),
            (".txt", "instance"),
            ("..", "instance"),
        ] {
            assert_eq!(instance_name(Path::new(file)), name);
        }
    }
}
