//! The public instances of a problem folder in a handout: where they are, and whether students need the answer files.

use std::path::{Path, PathBuf};

use puzzles::{Case, Companion};

use super::problem::FOLDER;
use super::{HandoutFile, file, instance_path};
use crate::contest::{Contest, Round, Source};
use crate::dir::Dir;
use crate::instances::Instance;
use crate::judgement;
use crate::problems::{self, ProblemFolder};

/// So many instances are checked with and without their answer files.
const PROBES: usize = 3;

/// The largest settings of a test case or of a group, in bytes.
const LARGEST_SETTINGS: u64 = 1 << 20;

/// Returns whether the checker needs the answer files of the public instances. A file is needed if answers are compared
/// with it, or if the checker decides otherwise without it. It may be the solution, so that it is not handed out in
/// other cases.
pub(super) fn needs_answers(instances: &[Instance]) -> bool {
    let probed = instances.iter().filter_map(|instance| {
        let companion = instance.case.companion()?;
        let folder = problems::of(instance.case.problem())?;
        (!companion.answer.is_empty()).then_some((instance, companion, folder))
    });
    let mut probed = probed.take(PROBES);
    probed.any(|(instance, companion, folder)| {
        !folder.has_checker() || decides_by_file(instance, companion)
    })
}

fn decides_by_file(instance: &Instance, companion: &Companion) -> bool {
    let without = Companion {
        answer: Vec::new(),
        ..companion.clone()
    };
    let problem = instance.case.problem();
    let Ok(bare) = problem.read_with(instance.text.as_bytes(), without) else {
        return true;
    };
    let verdict = |case: &dyn Case, answer: &[u8]| {
        let judgement = judgement::of_answer(case, answer);
        (judgement.verdict, judgement.value)
    };
    let mut answers = [&b""[..], &companion.answer].into_iter();
    answers.any(|answer| verdict(&*instance.case, answer) != verdict(&*bare, answer))
}

/// Returns the files of the instances of a round.
pub(super) fn files(contest: &Contest, round: &str, instances: &[Instance]) -> Vec<HandoutFile> {
    let with_answers = needs_answers(instances);
    let own: Vec<&Instance> = instances.iter().filter(|at| at.round == round).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let packaged = packaged(contest, round);
    let mut files = Vec::new();
    for instance in own {
        let in_package = packaged.as_ref().and_then(|all| all.stem(&instance.name));
        let (stem, extension) = in_package.map_or_else(
            || (instance_path(round).join(&instance.name), ".txt"),
            |stem| (stem, ".in"),
        );
        let (input, answer) = (append(&stem, extension), append(&stem, ".ans"));
        files.push(file(input, instance.text.clone()));
        let companion = instance.case.companion().filter(|_| with_answers);
        let companion = companion.filter(|companion| !companion.answer.is_empty());
        if let Some(companion) = companion {
            files.push(file(answer, companion.answer.clone()));
        }
    }
    files.extend(packaged.iter().flat_map(Packaged::settings));
    files
}

/// Returns what a round of the handout's contest names as `instances`.
pub(super) fn location(contest: &Contest, round: &str) -> PathBuf {
    match packaged(contest, round) {
        Some(packaged) => Path::new(FOLDER).join(packaged.inside),
        None => instance_path(round),
    }
}

/// A round whose instances are test cases of a package. They stay where they are, because the settings of their groups
/// apply to them.
struct Packaged {
    folder: &'static Path,
    /// What the round names, relative to the package.
    inside: PathBuf,
    /// The name of each instance, and its path below `data` without extension.
    cases: Vec<(String, String)>,
}

fn packaged(contest: &Contest, round: &str) -> Option<Packaged> {
    let package = problems::of(contest.problem).and_then(ProblemFolder::package)?;
    let folder = contest.problem.folder()?;
    let named = |other: &&Round| other.name == round;
    let Source::Files(path) = &contest.rounds.iter().find(named)?.source else {
        return None;
    };
    let real = path.value.canonicalize().ok()?;
    let inside = real.strip_prefix(folder).ok()?.to_owned();
    let files = problems::instance_files(contest.problem, &path.value);
    let case = |(name, file): (String, PathBuf)| Some((name, package.case_name(&file)?));
    let cases: Option<Vec<_>> = files.ok()??.into_iter().map(case).collect();
    Some(Packaged {
        folder,
        inside,
        cases: cases?,
    })
}

impl Packaged {
    /// Returns the path of an instance in the handout, without extension.
    fn stem(&self, name: &str) -> Option<PathBuf> {
        let mut cases = self.cases.iter();
        let (_, case) = cases.find(|(other, _)| other == name)?;
        Some(Path::new(FOLDER).join("data").join(case))
    }

    /// Returns the settings of the test cases and of the groups around them.
    fn settings(&self) -> Vec<HandoutFile> {
        let Ok(folder) = Dir::open(self.folder) else {
            return Vec::new();
        };
        let mut names = std::collections::BTreeSet::new();
        for (_, case) in &self.cases {
            let case = Path::new("data").join(case);
            names.insert(append(&case, ".yaml"));
            for group in case.ancestors().skip(1) {
                names.insert(group.join("testdata.yaml"));
                names.insert(group.join("test_group.yaml"));
            }
        }
        let read = |name: PathBuf| {
            let text = folder.read(&name, LARGEST_SETTINGS).ok()?;
            Some(file(Path::new(FOLDER).join(name), text))
        };
        names.into_iter().filter_map(read).collect()
    }
}

/// Returns a path with an extension after its name, which may contain dots.
fn append(path: &Path, extension: &str) -> PathBuf {
    let mut text = path.as_os_str().to_owned();
    text.push(extension);
    text.into()
}
