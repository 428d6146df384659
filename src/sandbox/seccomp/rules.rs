//! The decision of the seccomp filter for each system call, by its arguments where these matter.

use libc::c_long;

use super::syscalls::{ALLOWED, ALLOWED_LEGACY, ALLOWED_RECENT, NOT_FOR_SERVERS};

/// What the kernel does with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Allow,
    /// The call fails with this error.
    Fail(i32),
}

/// A test of the low half of an argument, whose index comes first.
///
/// Only numbers and flags of which the kernel itself uses 32 bits are tested: it ignores the high half, so a rule
/// must ignore it too. Pointers are never tested: a null pointer can be recognised only by both halves, and the
/// memory behind a pointer can change after the filter has read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Equal(u32, u32),
    OneOf(u32, Vec<u32>),
    AnyBit(u32, u32),
    /// The bits of the mask, which comes second, have this value.
    Masked(u32, u32, u32),
}

/// The decision about one call: that of the first clause whose tests all hold, or else the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) clauses: Vec<(Vec<Test>, Action)>,
    pub(super) default: Action,
}

/// Returns the rules in ascending order of call numbers.
pub(super) fn rules(build: bool) -> Vec<(u32, Rule)> {
    let always = |action| Rule {
        clauses: Vec::new(),
        default: action,
    };
    let allowed = [ALLOWED, ALLOWED_RECENT, ALLOWED_LEGACY].concat();
    let mut rules: Vec<(u32, Rule)> = allowed
        .into_iter()
        .map(|call| (call as u32, always(Action::Allow)))
        .collect();
    rules.extend(argument_rules(build).map(|(call, rule)| (call as u32, rule)));
    // A run must not use CPUs other than its own.
    rules.push((
        libc::SYS_sched_setaffinity as u32,
        always(Action::Fail(libc::EPERM)),
    ));
    rules.push((libc::SYS_flock as u32, always(locking(build))));
    rules.sort_by_key(|(call, _)| *call);
    rules
}

/// Returns the rules for a server of the judge's own: those of builds, without programs, processes, new sockets and
/// signals.
pub(super) fn server_rules() -> Vec<(u32, Rule)> {
    let mut rules = rules(true);
    for (call, rule) in &mut rules {
        let call = c_long::from(*call);
        if NOT_FOR_SERVERS.contains(&call) {
            *rule = allow_if(Vec::new());
        }
        // `clone3`, whose flags are behind a pointer, is unknown, so that libraries use `clone`.
        if call == libc::SYS_clone {
            *rule = allow_if(vec![vec![Test::AnyBit(0, libc::CLONE_THREAD as u32)]]);
        }
    }
    rules
}

/// Returns the rules for calls whose arguments matter.
fn argument_rules(build: bool) -> impl Iterator<Item = (c_long, Rule)> {
    use Test::{AnyBit, Equal, Masked};
    let namespaces = libc::CLONE_NEWUSER
        | libc::CLONE_NEWNS
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWCGROUP;
    let unnamed_shared = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u32;
    let calls = [
        // A new namespace would restore capabilities that the sandbox has dropped.
        (
            libc::SYS_clone,
            fail_if(vec![vec![AnyBit(0, namespaces as u32)]], libc::EPERM),
        ),
        (libc::SYS_socket, sockets()),
        (
            libc::SYS_socketpair,
            allow_values(0, &[libc::AF_UNIX as u32]).or_fail(libc::EAFNOSUPPORT),
        ),
        // Shared anonymous memory can exist without being mapped, so sampling does not count it.
        (
            libc::SYS_mmap,
            fail_if(
                vec![vec![Masked(3, unnamed_shared, unnamed_shared)]],
                libc::EPERM,
            ),
        ),
        (libc::SYS_setsockopt, socket_options(&SETTABLE_OPTIONS)),
        (libc::SYS_getsockopt, socket_options(&READABLE_OPTIONS)),
        // The init process has the same user: the program must not change its priority, scheduler or limits.
        (
            libc::SYS_setpriority,
            allow_if(vec![vec![Equal(0, libc::PRIO_PROCESS), Equal(1, 0)]]),
        ),
        (libc::SYS_sched_setscheduler, allow_values(0, &[0])),
        (libc::SYS_sched_setparam, allow_values(0, &[0])),
        (libc::SYS_sched_setattr, allow_values(0, &[0])),
        (libc::SYS_prlimit64, allow_values(0, &[0])),
        (libc::SYS_prctl, allow_values(0, &PRCTL_OPTIONS)),
        (libc::SYS_personality, allow_values(0, &PERSONALITIES)),
        (libc::SYS_fcntl, fcntl(build)),
    ];
    calls.into_iter()
}

/// The `prctl` options that run-time libraries use.
const PRCTL_OPTIONS: [u32; 13] = [
    libc::PR_SET_PDEATHSIG as u32,
    libc::PR_GET_PDEATHSIG as u32,
    libc::PR_GET_DUMPABLE as u32,
    libc::PR_SET_DUMPABLE as u32,
    libc::PR_SET_NAME as u32,
    libc::PR_GET_NAME as u32,
    libc::PR_CAPBSET_READ as u32,
    libc::PR_SET_TIMERSLACK as u32,
    libc::PR_GET_TIMERSLACK as u32,
    libc::PR_SET_NO_NEW_PRIVS as u32,
    libc::PR_GET_NO_NEW_PRIVS as u32,
    libc::PR_SET_THP_DISABLE as u32,
    libc::PR_SET_VMA as u32,
];

/// The default, without address randomisation (for sanitisers), and the query.
const PERSONALITIES: [u32; 3] = [0, libc::ADDR_NO_RANDOMIZE as u32, u32::MAX];

/// Socket options that can be set, by level. Larger buffers would evade sampling, which counts sockets by their
/// default size, and other options change the state of the network namespace, which the next run may reuse.
const SETTABLE_OPTIONS: [(i32, &[i32]); 2] = [
    (
        libc::SOL_SOCKET,
        &[
            libc::SO_REUSEADDR,
            libc::SO_REUSEPORT,
            libc::SO_KEEPALIVE,
            libc::SO_BROADCAST,
            libc::SO_LINGER,
            libc::SO_OOBINLINE,
            libc::SO_PASSCRED,
            libc::SO_RCVTIMEO,
            libc::SO_SNDTIMEO,
        ],
    ),
    (
        libc::IPPROTO_TCP,
        &[
            libc::TCP_NODELAY,
            libc::TCP_KEEPIDLE,
            libc::TCP_KEEPINTVL,
            libc::TCP_KEEPCNT,
        ],
    ),
];

/// Socket options that can be read. The cookies of sockets and namespaces are excluded: the kernel draws them from
/// counters that outlive a run.
const READABLE_OPTIONS: [(i32, &[i32]); 2] = [
    (
        libc::SOL_SOCKET,
        &[
            libc::SO_TYPE,
            libc::SO_ERROR,
            libc::SO_DOMAIN,
            libc::SO_PROTOCOL,
            libc::SO_ACCEPTCONN,
            libc::SO_SNDBUF,
            libc::SO_RCVBUF,
            libc::SO_PEERCRED,
            libc::SO_REUSEADDR,
            libc::SO_REUSEPORT,
            libc::SO_KEEPALIVE,
            libc::SO_BROADCAST,
            libc::SO_LINGER,
            libc::SO_OOBINLINE,
            libc::SO_PASSCRED,
            libc::SO_RCVTIMEO,
            libc::SO_SNDTIMEO,
        ],
    ),
    (libc::IPPROTO_TCP, &[libc::TCP_NODELAY]),
];

/// Allows some socket options; all others seem unknown to the kernel.
fn socket_options(allowed: &[(i32, &[i32])]) -> Rule {
    let tests = allowed.iter().map(|&(level, options)| {
        let options = options.iter().map(|&option| option as u32);
        vec![
            Test::Equal(1, level as u32),
            Test::OneOf(2, options.collect()),
        ]
    });
    allow_if(tests.collect()).or_fail(libc::ENOPROTOOPT)
}

/// Allows Unix sockets, and TCP and UDP over IPv4, for which there is no network. Other families, such as those of
/// virtual machines, ignore network namespaces; IPv6 keeps state in the namespace that a run must not leave behind,
/// and every run-time library works without it; other protocols only add attack surface.
fn sockets() -> Rule {
    use Test::{Equal, Masked};
    const TYPE: u32 = 0xf;
    let internet = |kind: i32, protocol: i32| {
        vec![
            Equal(0, libc::AF_INET as u32),
            Masked(1, TYPE, kind as u32),
            Equal(2, protocol as u32),
        ]
    };
    allow_if(vec![
        vec![Equal(0, libc::AF_UNIX as u32), Equal(2, 0)],
        internet(libc::SOCK_STREAM, 0),
        internet(libc::SOCK_STREAM, libc::IPPROTO_TCP),
        internet(libc::SOCK_DGRAM, 0),
        internet(libc::SOCK_DGRAM, libc::IPPROTO_UDP),
    ])
    .or_fail(libc::EAFNOSUPPORT)
}

/// Locks would carry information between concurrent runs. Builds may lock files: they have no information about
/// instances.
fn locking(build: bool) -> Action {
    if build {
        Action::Allow
    } else {
        Action::Fail(libc::ENOLCK)
    }
}

/// Allows some commands of `fcntl`. Leases would carry information like locks, and larger pipes are memory of no
/// process.
fn fcntl(build: bool) -> Rule {
    let plain = [
        libc::F_DUPFD,
        libc::F_DUPFD_CLOEXEC,
        libc::F_GETFD,
        libc::F_SETFD,
        libc::F_GETFL,
        libc::F_SETFL,
        libc::F_GETOWN,
        libc::F_SETOWN,
        libc::F_GETPIPE_SZ,
    ];
    let locks = [
        libc::F_GETLK,
        libc::F_SETLK,
        libc::F_SETLKW,
        libc::F_OFD_GETLK,
        libc::F_OFD_SETLK,
        libc::F_OFD_SETLKW,
    ];
    let one_of = |commands: &[i32]| {
        let commands = commands.iter().map(|&command| command as u32);
        vec![Test::OneOf(1, commands.collect())]
    };
    Rule {
        clauses: vec![
            (one_of(&plain), Action::Allow),
            (one_of(&locks), locking(build)),
        ],
        default: Action::Fail(libc::EPERM),
    }
}

/// Allows a call if all tests of one of the lists hold.
fn allow_if(tests: Vec<Vec<Test>>) -> Rule {
    Rule {
        clauses: tests.into_iter().map(|all| (all, Action::Allow)).collect(),
        default: Action::Fail(libc::EPERM),
    }
}

fn allow_values(argument: u32, values: &[u32]) -> Rule {
    allow_if(vec![vec![Test::OneOf(argument, values.to_vec())]])
}

fn fail_if(tests: Vec<Vec<Test>>, error: i32) -> Rule {
    Rule {
        clauses: tests
            .into_iter()
            .map(|all| (all, Action::Fail(error)))
            .collect(),
        default: Action::Allow,
    }
}

impl Rule {
    /// Returns the same rule with another error for calls that are not allowed.
    fn or_fail(self, error: i32) -> Self {
        Self {
            default: Action::Fail(error),
            ..self
        }
    }
}
