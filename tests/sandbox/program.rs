//! A shell script that runs as a checker: with two files and a folder as arguments, and an answer on standard input.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use judge::dir::Dir;
use judge::limits::Limits;
use judge::sandbox::{Collected, Cores, Exchange, FEEDBACK, Fault, Job, Outcome, Sandbox};

use crate::Mode;

pub(crate) const INSTANCE: &[u8] = b"3 4\n";
pub(crate) const ANSWER: &[u8] = b"7\n";

/// How much of each file is collected.
pub(crate) const LARGEST: u64 = 1000;

/// A checker, with limits that suit most tests.
pub(crate) struct Checker<'a> {
    pub(crate) script: &'a str,
    pub(crate) files: &'a [(&'a str, &'a [u8])],
    pub(crate) collected: &'a [&'a str],
    pub(crate) limits: Limits,
    pub(crate) temporary: u64,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(script: &'a str) -> Self {
        Self {
            script,
            files: &[("instance", INSTANCE), ("answer", ANSWER)],
            collected: &["score.txt", "judgemessage.txt", "passwd"],
            limits: Limits {
                time: Duration::from_secs(10),
                wall: Duration::from_secs(20),
                memory: 256 << 20,
                output: 1 << 20,
                ..Limits::default()
            },
            temporary: 64 << 20,
        }
    }

    pub(crate) fn run_in(
        &self,
        sandbox: &mut Sandbox,
        interrupt: &AtomicBool,
    ) -> Result<Outcome, Fault> {
        let folder = sandbox.exchange_folder();
        let mut command = ["/bin/sh", "-c", self.script, "checker"]
            .map(str::to_owned)
            .to_vec();
        command.extend(["instance", "answer", FEEDBACK].map(|name| format!("{folder}/{name}")));
        let own = Dir::open("/usr".as_ref()).expect("a folder");
        let job = Job {
            command: &command,
            folder: Some(&own),
            writable: false,
            bundle: None,
            paths: &[],
            environment: vec![("PATH".to_owned(), "/usr/bin:/bin".to_owned())],
            input: b"8\n",
            limits: &self.limits,
            temporary: self.temporary,
            exchange: Some(Exchange {
                files: self.files,
                collected: self.collected,
                largest: LARGEST,
            }),
        };
        sandbox.run(&job, interrupt)
    }

    pub(crate) fn run(&self, mode: Mode) -> Outcome {
        let outcome = self.run_in(&mut start(mode), &AtomicBool::new(false));
        outcome.unwrap_or_else(|fault| panic!("{}: {}", self.script, fault.reason))
    }
}

pub(crate) fn start(mode: Mode) -> Sandbox {
    Sandbox::start(mode.wanted, Cores::default()).expect("a sandbox")
}

/// A collected file with this content.
pub(crate) fn text(content: &str) -> Collected {
    Collected::File {
        content: content.into(),
        is_truncated: false,
    }
}
