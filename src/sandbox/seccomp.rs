//! The system calls that a program may make: an allow-list, installed as a seccomp filter.
//!
//! The list was found by tracing programs and builds in the seven languages. Every other call fails with `ENOSYS`, as
//! on a kernel that does not have it, so that run-time libraries fall back to older ways. The filter is a binary search
//! over ranges of call numbers: the kernel evaluates a new filter once for every call it knows, so that a linear list
//! of rules costs several times as much for each run.

use std::io;

use libc::{c_long, sock_filter, sock_fprog};

/// Calls that every program may make.
const ALLOWED: &[c_long] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_brk,
    libc::SYS_capget,
    libc::SYS_chdir,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_connect,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fchdir,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fdatasync,
    libc::SYS_fgetxattr,
    libc::SYS_flistxattr,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_get_mempolicy,
    libc::SYS_get_robust_list,
    libc::SYS_getcpu,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getitimer,
    libc::SYS_getpeername,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getpriority,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_getsockname,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_getxattr,
    libc::SYS_ioctl,
    libc::SYS_kill,
    libc::SYS_lgetxattr,
    libc::SYS_linkat,
    libc::SYS_listen,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_lseek,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mkdirat,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_mlockall,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_mseal,
    libc::SYS_msync,
    libc::SYS_munlock,
    libc::SYS_munlockall,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pipe2,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_preadv2,
    libc::SYS_pselect6,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_pwritev2,
    libc::SYS_read,
    libc::SYS_readahead,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_recvfrom,
    libc::SYS_recvmmsg,
    libc::SYS_recvmsg,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getattr,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_sched_yield,
    libc::SYS_sendfile,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_setfsgid,
    libc::SYS_setfsuid,
    libc::SYS_setgid,
    libc::SYS_setitimer,
    libc::SYS_setpgid,
    libc::SYS_setregid,
    libc::SYS_setresgid,
    libc::SYS_setresuid,
    libc::SYS_setreuid,
    libc::SYS_setrlimit,
    libc::SYS_setsid,
    libc::SYS_setuid,
    libc::SYS_shutdown,
    libc::SYS_sigaltstack,
    libc::SYS_signalfd4,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_symlinkat,
    libc::SYS_sysinfo,
    libc::SYS_tgkill,
    libc::SYS_timer_create,
    libc::SYS_timer_delete,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_gettime,
    libc::SYS_timer_settime,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_gettime,
    libc::SYS_timerfd_settime,
    libc::SYS_times,
    libc::SYS_tkill,
    libc::SYS_truncate,
    libc::SYS_umask,
    libc::SYS_uname,
    libc::SYS_unlinkat,
    libc::SYS_utimensat,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_write,
    libc::SYS_writev,
    FCHMODAT2,
    MAP_SHADOW_STACK,
    FUTEX_WAKE,
    FUTEX_WAIT,
    FUTEX_REQUEUE,
];

// Newer than the list of numbers at hand; the same on every architecture.
const FCHMODAT2: c_long = 452;
const MAP_SHADOW_STACK: c_long = 453;
const FUTEX_WAKE: c_long = 454;
const FUTEX_WAIT: c_long = 455;
const FUTEX_REQUEUE: c_long = 456;

/// Calls that only older architectures have.
#[cfg(target_arch = "x86_64")]
const ALLOWED_LEGACY: &[c_long] = &[
    libc::SYS_access,
    libc::SYS_alarm,
    libc::SYS_arch_prctl,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_fork,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_getrlimit,
    libc::SYS_lchown,
    libc::SYS_link,
    libc::SYS_lstat,
    libc::SYS_mkdir,
    libc::SYS_open,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_signalfd,
    libc::SYS_stat,
    libc::SYS_symlink,
    libc::SYS_time,
    libc::SYS_unlink,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_vfork,
];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_LEGACY: &[c_long] = &[libc::SYS_getrlimit];

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xc000_00b7;

/// A second set of numbers for all calls on `x86_64`, of which the rules do not speak.
const X32_BIT: u32 = 0x4000_0000;

/// What the kernel does with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Allow,
    /// The call fails with this error.
    Fail(i32),
}

/// A test of the low half of an argument, whose index comes first.
///
/// Only arguments of which the kernel itself takes 32 bits are tested, numbers and flags: it ignores the high half, so a
/// rule must ignore it too. A pointer is never tested. A null pointer could only be told by both halves, and what a
/// pointer refers to can change after the filter has looked.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    Equal(u32, u32),
    OneOf(u32, Vec<u32>),
    AnyBit(u32, u32),
    /// The bits of the mask, which comes second, have this value.
    Masked(u32, u32, u32),
}

/// What decides about one call: the first clause of which all tests hold, or else the last action.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    clauses: Vec<(Vec<Test>, Action)>,
    otherwise: Action,
}

/// A filter ready to be installed.
#[derive(Clone, Debug)]
pub(super) struct Filter(Vec<sock_filter>);

impl Filter {
    /// The filter for runs, or for builds.
    pub(super) fn new(build: bool) -> Self {
        let mut program = vec![
            load(OFFSET_ARCHITECTURE),
            jump(libc::BPF_JEQ, ARCHITECTURE, 1, 0),
            leave(libc::SECCOMP_RET_KILL_PROCESS),
            load(OFFSET_NUMBER),
            jump(libc::BPF_JGE, X32_BIT, 0, 1),
            Action::Fail(libc::ENOSYS).instruction(),
        ];
        program.extend(search(&ranges(rules(build))));
        Self(program)
    }

    /// Installs the filter on the calling thread and on all that it starts. The thread must have given up gaining
    /// privileges. Allocates nothing, so that it can be called between `vfork` and `exec`.
    #[expect(unsafe_code, reason = "no crate at hand installs a prepared filter")]
    pub(super) fn install(&self) -> io::Result<()> {
        let program = sock_fprog {
            len: self.0.len() as u16,
            filter: self.0.as_ptr().cast_mut(),
        };
        // SAFETY: the structure points to as many instructions as it says, and the kernel only reads them.
        let installed = unsafe {
            libc::syscall(
                libc::SYS_seccomp,
                libc::SECCOMP_SET_MODE_FILTER,
                0,
                &raw const program,
            )
        };
        match installed {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    }
}

/// The rules by call number, in ascending order.
fn rules(build: bool) -> Vec<(u32, Rule)> {
    let always = |action| Rule {
        clauses: Vec::new(),
        otherwise: action,
    };
    let allowed = ALLOWED.iter().chain(ALLOWED_LEGACY);
    let mut rules: Vec<(u32, Rule)> = allowed
        .map(|&call| (call as u32, always(Action::Allow)))
        .collect();
    rules.extend(examined(build).map(|(call, rule)| (call as u32, rule)));
    // The processors of a run are its share of the machine.
    rules.push((
        libc::SYS_sched_setaffinity as u32,
        always(Action::Fail(libc::EPERM)),
    ));
    let flock = if build {
        Action::Allow
    } else {
        Action::Fail(libc::ENOLCK)
    };
    rules.push((libc::SYS_flock as u32, always(flock)));
    rules.sort_by_key(|(call, _)| *call);
    rules
}

/// Calls whose arguments decide.
fn examined(build: bool) -> impl Iterator<Item = (c_long, Rule)> {
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
        // A namespace of its own would give back the powers that the sandbox took away.
        (
            libc::SYS_clone,
            fail_if(vec![vec![AnyBit(0, namespaces as u32)]], libc::EPERM),
        ),
        (libc::SYS_socket, sockets()),
        (
            libc::SYS_socketpair,
            allow_values(0, &[libc::AF_UNIX as u32]).or_fail(libc::EAFNOSUPPORT),
        ),
        // Shared anonymous memory can exist without being mapped anywhere, where sampling does not see it.
        (
            libc::SYS_mmap,
            fail_if(
                vec![vec![Masked(3, unnamed_shared, unnamed_shared)]],
                libc::EPERM,
            ),
        ),
        (libc::SYS_setsockopt, socket_options(&SETTABLE_OPTIONS)),
        (libc::SYS_getsockopt, socket_options(&READABLE_OPTIONS)),
        // The first process of the sandbox has the same user: its priority, scheduler and limits are not the
        // program's to change.
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

/// What run-time libraries ask of `prctl`.
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

/// The default, without randomised addresses (which sanitisers ask for), and the question which one it is.
const PERSONALITIES: [u32; 3] = [0, libc::ADDR_NO_RANDOMIZE as u32, u32::MAX];

/// Options of sockets that can be set, by level. Larger buffers would escape sampling, which counts sockets by their
/// default size, and other options leave things behind in the network namespace, which the next run may have too.
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

/// Options that can be read. Cookies of sockets and of namespaces are not among them: the kernel draws them from counters
/// that outlive a run.
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

/// Allows some options of sockets; the kernel has no others.
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

/// Sockets within the sandbox and towards the network that is not there. Other families, such as those of virtual
/// machines, do not respect network namespaces; version 6 of the Internet protocol keeps more in them than a run can be
/// allowed to leave behind, and every run-time library does without it; other protocols are code that nobody needs.
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

/// Commands of `fcntl`. Locks and leases carry messages between sandboxes that run at the same time, and larger pipes
/// are memory of no process. A build may lock: it knows nothing worth telling.
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
    let locking = if build {
        Action::Allow
    } else {
        Action::Fail(libc::ENOLCK)
    };
    let one_of = |commands: &[i32]| {
        let commands = commands.iter().map(|&command| command as u32);
        vec![Test::OneOf(1, commands.collect())]
    };
    Rule {
        clauses: vec![(one_of(&plain), Action::Allow), (one_of(&locks), locking)],
        otherwise: Action::Fail(libc::EPERM),
    }
}

/// Allows a call where all tests of one of the lists hold.
fn allow_if(tests: Vec<Vec<Test>>) -> Rule {
    Rule {
        clauses: tests.into_iter().map(|all| (all, Action::Allow)).collect(),
        otherwise: Action::Fail(libc::EPERM),
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
        otherwise: Action::Allow,
    }
}

/// All numbers, as ranges that begin where the last one ends: the first number of each and what is done there.
fn ranges(rules: Vec<(u32, Rule)>) -> Vec<(u32, Vec<sock_filter>)> {
    let unknown = vec![Action::Fail(libc::ENOSYS).instruction()];
    let mut ranges = vec![(0, unknown.clone())];
    let mut push = |from: u32, code: Vec<sock_filter>| {
        if ranges.last().is_some_and(|(start, _)| *start == from) {
            ranges.pop();
        }
        if ranges.last().is_none_or(|(_, last)| !same(last, &code)) {
            ranges.push((from, code));
        }
    };
    for (call, rule) in rules {
        push(call, rule.instructions());
        push(call + 1, unknown.clone());
    }
    ranges
}

fn same(a: &[sock_filter], b: &[sock_filter]) -> bool {
    let fields = |step: &sock_filter| (step.code, step.jt, step.jf, step.k);
    a.iter().map(fields).eq(b.iter().map(fields))
}

/// A binary search for the range that a number is in.
fn search(ranges: &[(u32, Vec<sock_filter>)]) -> Vec<sock_filter> {
    if let [(_, code)] = ranges {
        return code.clone();
    }
    let (left, right) = ranges.split_at(ranges.len() / 2);
    let (middle, left, right) = (right[0].0, search(left), search(right));
    let mut code = match u8::try_from(left.len()) {
        Ok(distance) => vec![jump(libc::BPF_JGE, middle, distance, 0)],
        // A conditional jump reaches 255 instructions, an unconditional one everywhere.
        Err(_) => vec![
            jump(libc::BPF_JGE, middle, 0, 1),
            instruction(libc::BPF_JMP | libc::BPF_JA, left.len() as u32, 0, 0),
        ],
    };
    code.extend(left);
    code.extend(right);
    code
}

impl Rule {
    /// The same with another error where nothing allows the call.
    fn or_fail(self, error: i32) -> Self {
        Self {
            otherwise: Action::Fail(error),
            ..self
        }
    }

    fn instructions(&self) -> Vec<sock_filter> {
        let mut code = Vec::new();
        for (tests, action) in &self.clauses {
            let mut clause = vec![action.instruction()];
            for test in tests.iter().rev() {
                // Where the test fails, the rest of the clause is skipped.
                let mut steps = test.instructions(clause.len() as u8);
                steps.append(&mut clause);
                clause = steps;
            }
            code.append(&mut clause);
        }
        code.push(self.otherwise.instruction());
        code
    }
}

impl Test {
    /// Goes on with the next instruction where the test holds, and skips some where not.
    fn instructions(&self, skipped: u8) -> Vec<sock_filter> {
        match *self {
            Self::Equal(argument, value) => vec![
                load(low_half(argument)),
                jump(libc::BPF_JEQ, value, 0, skipped),
            ],
            Self::OneOf(argument, ref values) => {
                let mut code = vec![load(low_half(argument))];
                for (number, &value) in values.iter().enumerate() {
                    let left = (values.len() - number - 1) as u8;
                    let otherwise = if left == 0 { skipped } else { 0 };
                    code.push(jump(libc::BPF_JEQ, value, left, otherwise));
                }
                code
            }
            Self::AnyBit(argument, mask) => vec![
                load(low_half(argument)),
                jump(libc::BPF_JSET, mask, 0, skipped),
            ],
            Self::Masked(argument, mask, value) => vec![
                load(low_half(argument)),
                instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, mask, 0, 0),
                jump(libc::BPF_JEQ, value, 0, skipped),
            ],
        }
    }
}

impl Action {
    fn instruction(self) -> sock_filter {
        leave(match self {
            Self::Allow => libc::SECCOMP_RET_ALLOW,
            Self::Fail(error) => libc::SECCOMP_RET_ERRNO | error as u32,
        })
    }
}

const OFFSET_NUMBER: u32 = 0;
const OFFSET_ARCHITECTURE: u32 = 4;

/// Where the low half of an argument lies in what the kernel shows to a filter.
fn low_half(argument: u32) -> u32 {
    16 + 8 * argument
}

fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

fn jump(test: u32, value: u32, if_true: u8, if_false: u8) -> sock_filter {
    instruction(libc::BPF_JMP | test | libc::BPF_K, value, if_true, if_false)
}

fn leave(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

fn instruction(code: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the kernel would answer, by an interpreter of the few instructions that are used.
    fn decide(filter: &Filter, call: u32, arguments: [u64; 6]) -> u32 {
        let mut data = Vec::new();
        data.extend(call.to_ne_bytes());
        data.extend(ARCHITECTURE.to_ne_bytes());
        data.extend(0_u64.to_ne_bytes());
        data.extend(arguments.iter().flat_map(|a| a.to_ne_bytes()));
        let (mut at, mut held) = (0, 0_u32);
        loop {
            let sock_filter { code, jt, jf, k } = filter.0[at];
            let code = u32::from(code);
            at += 1;
            let mut branch = |taken: bool| at += usize::from(if taken { jt } else { jf });
            match (code & 7, code & 0xf0) {
                (libc::BPF_LD, _) => {
                    let word = &data[k as usize..][..4];
                    held = u32::from_ne_bytes(word.try_into().unwrap());
                }
                (libc::BPF_ALU, libc::BPF_AND) => held &= k,
                (libc::BPF_JMP, libc::BPF_JA) => at += k as usize,
                (libc::BPF_JMP, libc::BPF_JEQ) => branch(held == k),
                (libc::BPF_JMP, libc::BPF_JGE) => branch(held >= k),
                (libc::BPF_JMP, libc::BPF_JSET) => branch(held & k != 0),
                (libc::BPF_RET, _) => return k,
                other => panic!("unknown instruction {other:?}"),
            }
        }
    }

    fn call(filter: &Filter, number: c_long, arguments: &[i64]) -> u32 {
        let mut all = [0; 6];
        for (to, &from) in all.iter_mut().zip(arguments) {
            *to = from as u64;
        }
        decide(filter, number as u32, all)
    }

    const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;

    fn error(number: i32) -> u32 {
        libc::SECCOMP_RET_ERRNO | number as u32
    }

    #[test]
    fn every_number_gets_the_decision_of_its_rule() {
        for build in [false, true] {
            let filter = Filter::new(build);
            let rules = rules(build);
            for call in 0..1000 {
                let rule = rules.iter().find(|(number, _)| *number == call);
                let found = decide(&filter, call, [0; 6]);
                match rule {
                    None => assert_eq!(found, error(libc::ENOSYS), "{call}"),
                    Some((_, rule)) if rule.clauses.is_empty() => {
                        let Action::Fail(number) = rule.otherwise else {
                            assert_eq!(found, ALLOW, "{call}");
                            continue;
                        };
                        assert_eq!(found, error(number), "{call}");
                    }
                    Some(_) => assert_ne!(found, error(libc::ENOSYS), "{call}"),
                }
            }
            assert_eq!(decide(&filter, X32_BIT, [0; 6]), error(libc::ENOSYS));
            let distinct: std::collections::BTreeSet<u32> = rules.iter().map(|r| r.0).collect();
            assert_eq!(distinct.len(), rules.len(), "a call is listed twice");
        }
    }

    #[test]
    fn arguments_decide() {
        let (run, build) = (Filter::new(false), Filter::new(true));
        let refused = error(libc::EPERM);
        let private = i64::from(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let shared = i64::from(libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        let validated = i64::from(libc::MAP_SHARED_VALIDATE | libc::MAP_ANONYMOUS);
        for (number, arguments, expected) in [
            (libc::SYS_mmap, vec![0, 1, 3, private], ALLOW),
            (libc::SYS_mmap, vec![0, 1, 3, shared], refused),
            (libc::SYS_mmap, vec![0, 1, 3, validated], refused),
            (
                libc::SYS_mmap,
                vec![0, 1, 3, i64::from(libc::MAP_SHARED)],
                ALLOW,
            ),
            (libc::SYS_clone, vec![i64::from(libc::CLONE_VM)], ALLOW),
            (
                libc::SYS_clone,
                vec![i64::from(libc::CLONE_NEWNET)],
                refused,
            ),
            (libc::SYS_prlimit64, vec![0, 7, 1], ALLOW),
            (libc::SYS_prlimit64, vec![1, 7, 0], refused),
            (libc::SYS_prlimit64, vec![1, 7, 1], refused),
            // A pointer whose low half is that of a null pointer.
            (libc::SYS_prlimit64, vec![1, 7, 1 << 32], refused),
            (libc::SYS_setpriority, vec![0, 0, 19], ALLOW),
            (libc::SYS_setpriority, vec![0, 1, 19], refused),
            (libc::SYS_setpriority, vec![2, 0, 19], refused),
            (libc::SYS_sched_setscheduler, vec![1], refused),
            (libc::SYS_fcntl, vec![0, i64::from(libc::F_SETFD)], ALLOW),
            (
                libc::SYS_fcntl,
                vec![0, i64::from(libc::F_SETLK)],
                error(libc::ENOLCK),
            ),
            (
                libc::SYS_fcntl,
                vec![0, i64::from(libc::F_SETPIPE_SZ)],
                refused,
            ),
            (
                libc::SYS_fcntl,
                vec![0, i64::from(libc::F_SETLEASE)],
                refused,
            ),
            (libc::SYS_flock, vec![0], error(libc::ENOLCK)),
            (libc::SYS_prctl, vec![i64::from(libc::PR_SET_NAME)], ALLOW),
            (
                libc::SYS_prctl,
                vec![i64::from(libc::PR_SET_SECCOMP)],
                refused,
            ),
        ] {
            let found = call(&run, number, &arguments);
            assert_eq!(found, expected, "call {number} with {arguments:?}");
        }
        assert_eq!(call(&build, libc::SYS_flock, &[0]), ALLOW);
        assert_eq!(
            call(&build, libc::SYS_fcntl, &[0, libc::F_SETLK.into()]),
            ALLOW
        );
    }

    #[test]
    fn sockets_and_their_options_are_few() {
        const UNIX: i64 = libc::AF_UNIX as i64;
        const INET: i64 = libc::AF_INET as i64;
        const STREAM: i64 = libc::SOCK_STREAM as i64;
        const DATAGRAM: i64 = libc::SOCK_DGRAM as i64;
        const CLOEXEC: i64 = libc::SOCK_CLOEXEC as i64;
        let filter = Filter::new(false);
        let no_family = error(libc::EAFNOSUPPORT);
        let no_option = error(libc::ENOPROTOOPT);
        for (number, arguments, expected) in [
            (libc::SYS_socket, vec![UNIX, STREAM | CLOEXEC, 0], ALLOW),
            (libc::SYS_socket, vec![INET, STREAM | CLOEXEC, 6], ALLOW),
            (libc::SYS_socket, vec![INET, DATAGRAM, 17], ALLOW),
            (libc::SYS_socket, vec![INET, DATAGRAM, 136], no_family),
            (libc::SYS_socket, vec![INET, STREAM, 262], no_family),
            (libc::SYS_socket, vec![INET, 3, 1], no_family),
            (libc::SYS_socket, vec![10, STREAM, 0], no_family),
            (libc::SYS_socket, vec![40, STREAM, 0], no_family),
            (libc::SYS_socketpair, vec![UNIX, STREAM, 0], ALLOW),
            (libc::SYS_socketpair, vec![40, STREAM, 0], no_family),
            (
                libc::SYS_setsockopt,
                vec![3, 1, i64::from(libc::SO_REUSEADDR)],
                ALLOW,
            ),
            (
                libc::SYS_setsockopt,
                vec![3, 1, i64::from(libc::SO_SNDBUF)],
                no_option,
            ),
            // IPV6_FLOWLABEL_MGR
            (libc::SYS_setsockopt, vec![3, 41, 32], no_option),
            (libc::SYS_setsockopt, vec![3, 6, 1], ALLOW),
            (
                libc::SYS_getsockopt,
                vec![3, 1, i64::from(libc::SO_ERROR)],
                ALLOW,
            ),
            // SO_COOKIE and SO_NETNS_COOKIE
            (libc::SYS_getsockopt, vec![3, 1, 57], no_option),
            (libc::SYS_getsockopt, vec![3, 1, 71], no_option),
        ] {
            let found = call(&filter, number, &arguments);
            assert_eq!(found, expected, "call {number} with {arguments:?}");
        }
    }
}
