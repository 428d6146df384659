//! How well `judge similar` finds disguised copies among independent programs, and how long it takes.
//!
//! The programs are the sample solvers, the starters, the programs of tests and the bundled algorithms: of each language
//! many, by different algorithms for different problems, and never for the same problem by the same algorithm. For each
//! disguise, every sample solver and starter gets a disguised copy, and all pairs are ranked.
//!
//! With n copies, the precision is the part of the first n pairs that are copies, which is also the recall there. The
//! average precision takes the whole order into account: 100 % if all copies come before all other pairs. The gap is the
//! similarity of the least similar copy beside that of the most similar pair of independent programs.

mod disguise;

use std::path::Path;
use std::time::Instant;

use disguise::Disguise;
use judge::similar::{Corpus, Language, ProgramPair, SourceFile};

/// Programs with fewer lines are no solvers.
const FEWEST_LINES: usize = 40;

/// The number of teams of a large course.
const COURSE: usize = 400;

/// What is expected of every disguise: a change of the measure that loses more should not go unnoticed.
const EXPECTED: f64 = 0.9;

fn main() {
    let originals = [sources("submissions"), starters()].concat();
    let others = [sources("tests/rogues"), sources("reference/src")].concat();
    // Not the starters again, and no lists of solvers, which are alike on purpose.
    let others: Vec<SourceFile> = others
        .into_iter()
        .filter(|file| file.path.starts_with("tests/") || file.path.contains("/solvers/"))
        .collect();
    let (count, copies) = (originals.len() + others.len(), originals.len());
    println!("{count} independent programs, and a copy of {copies} of them\n");
    println!(
        "{:<26} {:>9} {:>17} {:>10} {:>12}",
        "disguise", "precision", "average precision", "last copy", "first other"
    );
    let mut worst: f64 = 1.0;
    for (name, disguise) in disguise::ALL {
        let found = Experiment::new(&originals, &others, disguise).measure(&[]);
        found.print(name);
        worst = worst.min(found.average_precision);
    }
    // All programs begin with the same skeleton, which is left out.
    let (skeletons, originals): (Vec<_>, Vec<_>) = originals
        .into_iter()
        .partition(|file| file.path.starts_with("picross solver"));
    let mut experiment = Experiment::new(&originals, &others, disguise::all_of_these);
    experiment.put_on(&skeletons);
    let found = experiment.measure(&skeletons);
    found.print("all, on one skeleton");
    course(&originals);
    worst = worst.min(found.average_precision);
    assert!(
        worst >= EXPECTED,
        "an average precision of {worst:.2} is less than {EXPECTED}"
    );
}

/// A class: originals, a disguised copy of each in the same order, and other programs.
struct Experiment {
    originals: usize,
    teams: Vec<(String, Vec<SourceFile>)>,
    /// Per team, the programs that its own is made of.
    made_of: Vec<Vec<usize>>,
}

impl Experiment {
    fn new(originals: &[SourceFile], others: &[SourceFile], disguise: Disguise) -> Self {
        let mut experiment = Self {
            originals: originals.len(),
            teams: Vec::new(),
            made_of: Vec::new(),
        };
        for (number, file) in originals.iter().enumerate() {
            experiment.add(vec![file.clone()], vec![number]);
        }
        for (number, file) in originals.iter().enumerate() {
            let same_language = |at: &usize| originals[*at].language == file.language;
            let mut following = (number + 1..originals.len()).chain(0..number);
            let second = following.find(same_language).unwrap_or(number);
            experiment.add(disguise(file, &originals[second]), vec![number, second]);
        }
        for (number, file) in others.iter().enumerate() {
            experiment.add(vec![file.clone()], vec![originals.len() + number]);
        }
        experiment
    }

    fn add(&mut self, files: Vec<SourceFile>, made_of: Vec<usize>) {
        self.teams
            .push((format!("team {}", self.teams.len()), files));
        self.made_of.push(made_of);
    }

    /// Puts the skeleton of its language before each program.
    fn put_on(&mut self, skeletons: &[SourceFile]) {
        for (_, files) in &mut self.teams {
            let language = files[0].language;
            let skeleton = skeletons.iter().find(|file| file.language == language);
            if let Some(skeleton) = skeleton {
                files[0].text.insert_str(0, &skeleton.text);
            }
        }
    }

    /// Ranks all pairs. Pairs that have a part in common without being original and copy do not count.
    fn measure(&self, base: &[SourceFile]) -> Measured {
        let corpus = Corpus::new(&self.teams, base);
        let is_copy = |pair: &ProgramPair| {
            pair.first < self.originals && pair.first + self.originals == pair.second
        };
        let related = |pair: &ProgramPair| {
            let of = &self.made_of[pair.second];
            self.made_of[pair.first]
                .iter()
                .any(|part| of.contains(part))
        };
        let mut pairs = corpus.pairs(self.teams.len() * self.teams.len());
        pairs.retain(|pair| is_copy(pair) || !related(pair));
        let count = self.originals as f64;
        let ranks = pairs.iter().zip(1_u32..).filter(|(pair, _)| is_copy(pair));
        let ranks: Vec<f64> = ranks.map(|(_, rank)| f64::from(rank)).collect();
        let precisions = ranks
            .iter()
            .zip(1_u32..)
            .map(|(rank, n)| f64::from(n) / rank);
        let last = pairs.iter().rfind(|pair| is_copy(pair));
        let independent = pairs.iter().find(|pair| !is_copy(pair));
        Measured {
            precision: ranks.iter().filter(|&&rank| rank <= count).count() as f64 / count,
            average_precision: precisions.sum::<f64>() / count,
            last_copy: last
                .filter(|_| ranks.len() == self.originals)
                .map_or(0.0, |pair| pair.similarity),
            first_other: independent.map_or(0.0, |pair| pair.similarity),
        }
    }
}

/// How well copies are told from independent programs.
struct Measured {
    precision: f64,
    average_precision: f64,
    /// The similarity of the last copy, and of the first pair of independent programs.
    last_copy: f64,
    first_other: f64,
}

impl Measured {
    fn print(&self, name: &str) {
        let percent = |part: f64| format!("{:.0} %", 100.0 * part);
        println!(
            "{name:<26} {:>9} {:>17} {:>10} {:>12}",
            percent(self.precision),
            percent(self.average_precision),
            percent(self.last_copy),
            percent(self.first_other)
        );
    }
}

/// Prints how long a large course takes.
fn course(originals: &[SourceFile]) {
    let teams = (0..COURSE).map(|number| {
        let file = originals[number % originals.len()].clone();
        (format!("team {number}"), vec![file])
    });
    let teams: Vec<_> = teams.collect();
    let begun = Instant::now();
    let corpus = Corpus::new(&teams, &[]);
    let pairs = corpus.pairs(20).len();
    println!(
        "\n{COURSE} teams, {pairs} pairs compared: {:.1} s",
        begun.elapsed().as_secs_f64()
    );
}

/// Returns the source files below a folder of this repository.
fn sources(folder: &str) -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = walkdir::WalkDir::new(root.join(folder)).sort_by_file_name();
    let files = entries.into_iter().flatten().filter_map(|entry| {
        let path = entry
            .path()
            .strip_prefix(root)
            .ok()?
            .to_string_lossy()
            .into_owned();
        let language = Language::of(&path, b"").filter(|language| *language != Language::Other)?;
        let text = std::fs::read_to_string(entry.path()).ok()?;
        // Tests within a file are much alike.
        let text = text.split("#[cfg(test)]").next()?.to_owned();
        let long = text.lines().count() >= FEWEST_LINES;
        long.then_some(SourceFile {
            path,
            text,
            language,
        })
    });
    files.collect()
}

fn starters() -> Vec<SourceFile> {
    let starters = puzzles::problems().iter().flat_map(|problem| {
        problem.starters().iter().map(|starter| SourceFile {
            path: format!("{} {}", problem.name(), starter.file),
            text: starter.text.to_owned(),
            language: Language::of(starter.file, b"").expect("a language"),
        })
    });
    starters.collect()
}
