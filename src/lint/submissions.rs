//! Checks what teams handed in.

use std::path::Path;

use super::{Builds, Level, Report, Team};
use crate::contest::{Contest, Mode};
use crate::engine;
use crate::entrants::project::{self, Found, Plan, Step, quoted};
use crate::entrants::{self, Build, Builder, Entrant, Field, HandedIn, Program};
use crate::error::Result;
use crate::instances::Instance;
use crate::sandbox::{Cores, Sandbox};

pub(super) fn examine(
    contest: &Contest,
    field: &Field,
    instances: &[Instance],
    builds: Option<&Builds>,
    report: &mut Report,
) -> Result<()> {
    let teams: Vec<&Entrant> = field
        .entrants
        .iter()
        .filter(|entrant| !entrant.id.baseline)
        .collect();
    if teams.is_empty() {
        let fix = format!(
            "put a folder per team into {}, or use `judge collect`",
            contest.submissions.display()
        );
        report.add(
            Level::Problem,
            "submissions",
            "there are no teams",
            vec![fix],
        );
    }
    left_out(contest, field, report);
    let answered = instances
        .iter()
        .filter(|instance| instance.mode == Mode::Answers);
    let answered: Vec<&str> = answered.map(|instance| instance.name.as_str()).collect();
    let mut sandbox = match builds {
        Some(builds) => Some((builds, Sandbox::start(builds.wanted, Cores::default())?)),
        None => None,
    };
    for team in teams {
        let before = report.count(Level::Problem);
        program(contest, team, report);
        answers(team, &answered, report);
        let has_problem = report.count(Level::Problem) > before;
        if let Some((builds, sandbox)) = sandbox.as_mut().filter(|_| !has_problem) {
            build(contest, team, builds, sandbox, report)?;
        }
        let (build, run) = team.commands();
        report.teams.push(Team {
            team: team.id.name.to_string(),
            build,
            run,
            ok: report.count(Level::Problem) == before,
        });
    }
    Ok(())
}

/// Reports entries of the submissions folder that are no teams.
fn left_out(contest: &Contest, field: &Field, report: &mut Report) {
    const ARCHIVES: [&str; 9] = ["zip", "tar", "gz", "tgz", "rar", "7z", "xz", "bz2", "zst"];
    for remark in &field.remarks {
        let Some(message) = remark.strip_suffix(", left out") else {
            continue;
        };
        let name = message.split(": ").next().unwrap_or_default();
        let extension = Path::new(name).extension().and_then(|end| end.to_str());
        let is_archive =
            extension.is_some_and(|end| ARCHIVES.contains(&end.to_lowercase().as_str()));
        let folder = &contest.submissions;
        if is_archive {
            let (from, to) = (folder.join(name), folder.display().to_string());
            let from = quoted(&from.display().to_string());
            let fix = format!("judge collect {from} -o {} && rm {from}", quoted(&to));
            report.add(Level::Problem, name, "an archive is no team", vec![fix]);
        } else {
            let is_file = message.ends_with("neither a folder nor an executable file");
            let level = if is_file {
                Level::Warning
            } else {
                Level::Problem
            };
            report.add(level, "submissions", remark, Vec::new());
        }
    }
}

fn place(team: &Entrant) -> String {
    format!("team {}", team.id.name)
}

/// Reports what would keep the program from being built or run.
fn program(contest: &Contest, team: &Entrant, report: &mut Report) {
    let has = |mode| contest.rounds.iter().any(|round| round.mode == mode);
    let place = place(team);
    let plan = match &team.handed_in {
        HandedIn::Folder(folder) => project::list(folder)
            .ok()
            .map(|listing| project::plan(&listing.files)),
        _ => None,
    };
    if let Program::Nothing(reason) = &team.program {
        match plan {
            Some(plan) if plan.found == Found::Answers => {
                if has(Mode::Programs) {
                    let message = "answers only, and the contest also has rounds for programs";
                    report.add(Level::Warning, &place, message, Vec::new());
                }
            }
            Some(plan) => {
                let (message, fix) = advice(reason, &plan);
                report.add(Level::Problem, &place, &message, fix);
            }
            None => report.add(Level::Problem, &place, reason, Vec::new()),
        }
        return;
    }
    if let Some(tool) = team.missing_tool() {
        let (tool, fix) = tool.split_once(": ").unwrap_or((&tool, "install it"));
        let message = format!("{tool} is not installed on this machine");
        report.add(Level::Problem, &place, &message, vec![fix.to_owned()]);
    }
    let broken = |step: &&Step| matches!(step, Step::Write(_) | Step::RepairLineEnds(_));
    let steps = plan.map(|plan| plan.steps).unwrap_or_default();
    for step in steps.iter().filter(broken) {
        let message = match step {
            Step::RepairLineEnds(name) => {
                format!(
                    "{name} has Windows line ends, which interpreters and make do not understand"
                )
            }
            _ => "the program needs files that its build does not name".to_owned(),
        };
        report.add(Level::Problem, &place, &message, vec![step.to_do()]);
    }
    if let (Program::Manifest { build, run }, HandedIn::Folder(folder)) =
        (&team.program, &team.handed_in)
    {
        let started = run.first().map(String::as_str).unwrap_or_default();
        let own = started.strip_prefix("./").unwrap_or(started);
        if build.is_empty()
            && started.contains('/')
            && !started.starts_with('/')
            && !folder.exists(own)
        {
            let message = format!("submission.toml runs {started}, which is not in the folder");
            let fix = "hand the file in, or add `build` to submission.toml";
            report.add(Level::Problem, &place, &message, vec![fix.to_owned()]);
        }
    }
}

/// Returns the reason why nothing can be run, and the steps that would help.
fn advice(reason: &str, plan: &Plan) -> (String, Vec<String>) {
    let useful = |step: &&Step| !matches!(step, Step::LeaveOut(_));
    let steps: Vec<String> = match &plan.found {
        Found::Nothing(_) => Vec::new(),
        _ => plan.steps.iter().filter(useful).map(Step::to_do).collect(),
    };
    let message = match reason.split_once(": try: ") {
        // The steps follow, one to a line.
        Some((message, _)) if !steps.is_empty() => message,
        _ => reason,
    };
    (message.to_owned(), steps)
}

/// Reports answer files that belong to none of the instances that answers are handed in for.
fn answers(team: &Entrant, instances: &[&str], report: &mut Report) {
    if instances.is_empty() {
        return;
    }
    for stray in entrants::stray_answers(team, instances) {
        let message = format!("answers/{stray} belongs to no instance");
        let fix = "name it after the instance".to_owned();
        report.add(Level::Warning, &place(team), &message, vec![fix]);
    }
}

/// Builds a program in a sandbox and reports a failure.
fn build(
    contest: &Contest,
    team: &Entrant,
    builds: &Builds,
    sandbox: &mut Sandbox,
    report: &mut Report,
) -> Result<()> {
    /// So many lines of the compiler's output are shown.
    const SHOWN: usize = 20;
    let log = std::cell::RefCell::new(String::new());
    let mut builder = Builder {
        sandbox,
        builds: builds.folder,
        paths: &contest.limits.paths,
        log: &|text| {
            text.clone_into(&mut log.borrow_mut());
            Ok(())
        },
        interrupt: builds.interrupt,
    };
    let reason = match engine::build(&mut builder, team)? {
        Build::Ready(_) | Build::Nothing(_) => return Ok(()),
        Build::Failed(reason) | Build::Fault(reason) => reason,
    };
    let log = log.into_inner();
    let fix = log.lines().take(SHOWN).map(str::to_owned).collect();
    report.add(Level::Problem, &place(team), &reason, fix);
    Ok(())
}
