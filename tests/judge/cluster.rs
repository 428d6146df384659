//! A Slurm cluster of two nodes on this machine, independent of the system's configuration.

use std::fmt::Write as _;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::world::World;

/// Only one cluster runs at a time, since small machines have too little memory for more.
static TURN: Mutex<()> = Mutex::new(());

const NODES: [&str; 2] = ["n1", "n2"];

pub(crate) struct Cluster {
    folder: TempDir,
    controller: Child,
    nodes: Vec<Child>,
    _turn: MutexGuard<'static, ()>,
}

impl Cluster {
    /// Starts a cluster. Returns `None` if Slurm is not installed.
    pub(crate) fn start() -> Option<Self> {
        let missing = ["slurmctld", "slurmd", "sbatch"]
            .into_iter()
            .find(|tool| find(tool).is_none());
        if let Some(tool) = missing {
            println!("left out: there is no {tool} here (install slurmctld, slurmd, slurm-client)");
            return None;
        }
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("state")).expect("a folder");
        fs::write(folder.path().join("slurm.conf"), settings(folder.path())).expect("settings");
        let cluster = Self {
            controller: controller(folder.path()),
            nodes: NODES.iter().map(|name| node(folder.path(), name)).collect(),
            folder,
            _turn: turn,
        };
        cluster.wait_for("two idle nodes", || {
            cluster.slurm("sinfo -h -t idle -o %D").trim() == "2"
        });
        Some(cluster)
    }

    /// Returns a `judge` command that uses this cluster.
    pub(crate) fn judge(&self, world: &World, arguments: &str) -> Command {
        let mut command = world.command(arguments);
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
        command
    }

    /// Runs a Slurm command; returns its output.
    pub(crate) fn slurm(&self, command: &str) -> String {
        let mut arguments = command.split_whitespace();
        let output = Command::new(arguments.next().expect("a command"))
            .args(arguments)
            .env("SLURM_CONF", self.folder.path().join("slurm.conf"))
            .output()
            .expect("slurm's command runs");
        let text = String::from_utf8_lossy(&output.stdout);
        text.into_owned() + &String::from_utf8_lossy(&output.stderr)
    }

    /// Returns the ids of running jobs.
    pub(crate) fn running(&self) -> Vec<String> {
        let text = self.slurm("squeue -h -t running -o %A");
        text.lines().map(|line| line.trim().to_owned()).collect()
    }

    pub(crate) fn stop_controller(&mut self) {
        end(&mut self.controller);
    }

    pub(crate) fn start_controller(&mut self) {
        self.controller = controller(self.folder.path());
    }

    /// Simulates a power failure of a node: kills its daemon and all processes of its jobs.
    pub(crate) fn kill_node(&mut self, name: &str) {
        let number = NODES.iter().position(|node| *node == name).expect("a node");
        end(&mut self.nodes[number]);
        let on_it = format!("SLURMD_NODENAME={name}");
        let jobs = || {
            self.processes()
                .filter(|(_, environment)| environment.contains(&on_it))
        };
        assert!(jobs().next().is_some(), "nothing ran on {name}");
        for (process, _) in jobs() {
            // slurmstepd first, since it would report the end of the job to the controller.
            if let Some(parent) = parent(process).filter(|&parent| is_step_daemon(parent)) {
                kill(parent);
            }
            kill(process);
        }
    }

    pub(crate) fn wait_for(&self, what: &str, mut condition: impl FnMut() -> bool) {
        let deadline = Instant::now() + Duration::from_secs(120);
        while !condition() {
            let log = fs::read_to_string(self.folder.path().join("controller.log"));
            let log = log.unwrap_or_default();
            assert!(Instant::now() < deadline, "no {what} in time; {log}");
            sleep(Duration::from_millis(50));
        }
    }

    /// Returns the processes of jobs of this cluster with their environments.
    fn processes(&self) -> impl Iterator<Item = (u32, String)> {
        let ours = self.folder.path().join("slurm.conf").display().to_string();
        let entries = fs::read_dir("/proc").expect("processes").flatten();
        entries.filter_map(move |entry| {
            let number = entry.file_name().to_str()?.parse().ok()?;
            let environment = fs::read(entry.path().join("environ")).ok()?;
            let environment = String::from_utf8_lossy(&environment).into_owned();
            let is_job = environment.contains(&ours) && environment.contains("SLURM_JOB_ID=");
            is_job.then_some((number, environment))
        })
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        end(&mut self.controller);
        self.nodes.iter_mut().for_each(end);
        for (process, _) in self.processes().collect::<Vec<_>>() {
            if let Some(parent) = parent(process).filter(|&parent| is_step_daemon(parent)) {
                kill(parent);
            }
            kill(process);
        }
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn kill(process: u32) {
    let _ = Command::new("kill")
        .args(["-9", &process.to_string()])
        .output();
}

fn parent(process: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
    line.trim().parse().ok()
}

fn is_step_daemon(process: u32) -> bool {
    let name = fs::read_to_string(format!("/proc/{process}/comm"));
    name.is_ok_and(|name| name.trim().starts_with("slurmstepd"))
}

/// Finds a tool. Daemons are not in every user's path.
fn find(tool: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    places
        .map(|place| place.join(tool))
        .find(|path| path.is_file())
}

fn controller(folder: &Path) -> Child {
    daemon("slurmctld", folder, &[])
}

fn node(folder: &Path, name: &str) -> Child {
    daemon("slurmd", folder, &["-N", name])
}

/// Starts a daemon in the foreground, so that it can be killed as a child process.
fn daemon(tool: &str, folder: &Path, arguments: &[&str]) -> Child {
    Command::new(find(tool).expect("an installed tool"))
        .arg("-D")
        .arg("-f")
        .arg(folder.join("slurm.conf"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a daemon starts")
}

fn settings(folder: &Path) -> String {
    let output = |tool: &str, argument: &str| {
        let output = Command::new(tool).arg(argument).output().expect("a tool");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    };
    let (host, user) = (output("hostname", "-s"), output("id", "-un"));
    // All are bound at the same time, so that they differ.
    let listeners: Vec<TcpListener> = (0..3)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"))
        .collect();
    let ports: Vec<u16> = listeners
        .iter()
        .map(|listener| listener.local_addr().expect("an address").port())
        .collect();
    let place = folder.display();
    let mut text = format!(
        "ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={}
SlurmUser={user}
SlurmdUser={user}
SlurmctldPidFile={place}/controller.pid
SlurmctldLogFile={place}/controller.log
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool-%n
SlurmdPidFile={place}/%n.pid
SlurmdLogFile={place}/%n.log
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=5
KillWait=2
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
SchedulerParameters=batch_sched_delay=0,sched_min_interval=1000,bf_interval=1
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
",
        ports[0]
    );
    for (name, port) in NODES.iter().zip(&ports[1..]) {
        let _ = writeln!(
            text,
            "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 RealMemory=2000"
        );
    }
    text
}
