//! One file per command: each connects stages and contains no logic of its own.

mod attempt;
mod bound;
mod cancel;
mod check;
mod check_proof;
mod collect;
mod commit;
mod compare;
mod completions;
mod diff;
mod doctor;
mod generate;
mod grades;
mod hand_in;
mod handout;
mod help;
mod input;
mod leaderboard;
mod lint;
mod man;
mod measure;
mod new;
mod play;
mod report;
mod run;
mod schema;
mod scoring_rule;
mod scratch;
mod serve;
mod show;
mod signals;
mod similar;
mod site_web;
mod solve;
mod solvers;
mod status;
mod teams;
mod verify;
mod worker;

use crate::cli::Command;
use crate::error::Result;

/// Executes a command and returns the exit code.
pub fn execute(command: Command) -> Result<u8> {
    if let Some(output) = command.output_file() {
        output.apply();
    }
    match command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Check(arguments) => check::check(&arguments),
        Command::CheckProof(arguments) => check_proof::check_proof(&arguments),
        Command::Try(arguments) => attempt::attempt(&arguments),
        Command::Leaderboard(arguments) => leaderboard::leaderboard(&arguments).map(done),
        Command::Report(arguments) => report::report(&arguments).map(done),
        Command::Verify(arguments) => verify::verify(&arguments),
        Command::Diff(arguments) => diff::diff(&arguments).map(done),
        Command::Grades(arguments) => grades::grades(&arguments).map(done),
        Command::Handout(arguments) => handout::handout(&arguments).map(done),
        Command::Status(arguments) => status::status(&arguments).map(done),
        Command::Cancel(arguments) => cancel::cancel(&arguments).map(done),
        Command::Worker(arguments) => worker::worker(&arguments),
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Solvers(arguments) => solvers::solvers(&arguments).map(done),
        Command::Generate(arguments) => generate::generate(&arguments).map(done),
        Command::Bound(arguments) => bound::bound(&arguments).map(done),
        Command::Compare(arguments) => compare::compare(&arguments),
        Command::Measure(arguments) => measure::measure(&arguments).map(done),
        Command::Show(arguments) => show::show(&arguments),
        Command::Play(arguments) => play::play(&arguments).map(done),
        Command::Commit(arguments) => commit::commit(&arguments).map(done),
        Command::Collect(arguments) => collect::collect(&arguments).map(done),
        Command::Lint(arguments) => lint::lint(&arguments),
        Command::Similar(arguments) => similar::similar(&arguments).map(done),
        Command::Serve(arguments) => serve::serve(&arguments),
        Command::Teams(arguments) => teams::teams(&arguments).map(done),
        Command::HandIn(arguments) => hand_in::hand_in(&arguments),
        Command::Doctor(arguments) => doctor::doctor(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments).map(done),
        Command::Complete(arguments) => completions::complete(&arguments).map(done),
        Command::Man(arguments) => man::man(&arguments).map(done),
        Command::Schema(arguments) => schema::schema(&arguments).map(done),
        Command::SiteWeb(arguments) => site_web::site_web(arguments).map(done),
        Command::New(arguments) => new::new(&arguments).map(done),
        Command::Help(arguments) => help::help(&arguments).map(done),
    }
}

fn done((): ()) -> u8 {
    0
}
