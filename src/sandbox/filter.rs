//! What a program may ask of the kernel: a filter of system calls, and Landlock on top.

use std::collections::BTreeMap;
use std::io;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

use super::view::{SUBMISSION, TEMPORARY};

/// Calls that no solver needs and that attacks on kernels and judges begin with.
const FORBIDDEN: &[i64] = &[
    libc::SYS_acct,
    libc::SYS_add_key,
    libc::SYS_adjtimex,
    libc::SYS_bpf,
    libc::SYS_chroot,
    libc::SYS_clock_adjtime,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_fanotify_init,
    libc::SYS_finit_module,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fsopen,
    libc::SYS_fspick,
    libc::SYS_init_module,
    libc::SYS_kcmp,
    libc::SYS_kexec_file_load,
    libc::SYS_kexec_load,
    libc::SYS_keyctl,
    libc::SYS_lookup_dcookie,
    libc::SYS_mount,
    libc::SYS_mount_setattr,
    libc::SYS_move_mount,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_open_tree,
    libc::SYS_perf_event_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pivot_root,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_ptrace,
    libc::SYS_quotactl,
    libc::SYS_reboot,
    libc::SYS_request_key,
    libc::SYS_sched_setaffinity,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
    libc::SYS_umount2,
    libc::SYS_unshare,
    libc::SYS_userfaultfd,
    libc::SYS_vhangup,
    OPEN_TREE_ATTR,
];

/// Newer than the list of numbers at hand.
const OPEN_TREE_ATTR: i64 = 467;

/// Calls that well-behaved programs try and can do without: they are told that this kernel does not have them. Memory
/// that belongs to no process would escape the memory limit, and `clone3` hides its flags from a filter.
const ABSENT: &[i64] = &[
    libc::SYS_clone3,
    libc::SYS_io_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_io_uring_setup,
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_mq_open,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_shmget,
];

/// Both layers, made once and put on for every program.
#[derive(Debug)]
pub(super) struct Filter {
    programs: [BpfProgram; 2],
    writable_submission: bool,
}

impl Filter {
    pub(super) fn new(writable_submission: bool) -> io::Result<Self> {
        let mut forbidden = always(FORBIDDEN);
        // A namespace of its own would give back the powers that the cell took away.
        let spaces = libc::CLONE_NEWUSER
            | libc::CLONE_NEWNS
            | libc::CLONE_NEWPID
            | libc::CLONE_NEWNET
            | libc::CLONE_NEWIPC
            | libc::CLONE_NEWUTS
            | libc::CLONE_NEWCGROUP;
        let each_space = (0..32)
            .map(|bit| 1_u64 << bit)
            .filter(|bit| spaces as u64 & bit != 0);
        let clone = each_space.map(|bit| {
            condition(0, SeccompCmpOp::MaskedEq(bit), bit)
                .and_then(|condition| rule(vec![condition]))
        });
        forbidden.insert(libc::SYS_clone, clone.collect::<io::Result<_>>()?);
        // Sockets within the cell and towards the network that is not there; no other kind, since some, such as those
        // of virtual machines, do not care for network namespaces.
        let allowed = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6];
        let others = allowed
            .iter()
            .map(|&domain| condition(0, SeccompCmpOp::Ne, domain as u64));
        let others = rule(others.collect::<io::Result<_>>()?)?;
        forbidden.insert(libc::SYS_socketpair, vec![others.clone()]);
        forbidden.insert(libc::SYS_socket, vec![others]);
        // Larger buffers would escape the memory limit, which counts sockets by their usual size.
        let level = condition(1, SeccompCmpOp::Eq, libc::SOL_SOCKET as u64)?;
        let sizes = [libc::SO_SNDBUF, libc::SO_RCVBUF].map(|option| {
            let size = condition(2, SeccompCmpOp::Eq, option as u64)?;
            rule(vec![level.clone(), size])
        });
        forbidden.insert(
            libc::SYS_setsockopt,
            sizes.into_iter().collect::<io::Result<_>>()?,
        );
        // Shared memory without a file stays when no process maps it any more, and then belongs to nobody.
        let unowned = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
        let nameless = condition(3, SeccompCmpOp::MaskedEq(unowned), unowned)?;
        forbidden.insert(libc::SYS_mmap, vec![rule(vec![nameless])?]);
        Ok(Self {
            programs: [
                compile(forbidden, libc::EPERM)?,
                without_second_numbers(compile(always(ABSENT), libc::ENOSYS)?),
            ],
            writable_submission,
        })
    }

    /// Puts both layers on, for good; the process must be about to start the program.
    pub(super) fn apply(&self) -> io::Result<()> {
        self.restrict_files().map_err(io::Error::other)?;
        self.programs
            .iter()
            .try_for_each(|program| seccompiler::apply_filter(program).map_err(io::Error::other))
    }

    /// Everything in view may be read and started, only temporary space written, and no process outside be reached.
    fn restrict_files(&self) -> Result<(), landlock::RulesetError> {
        let abi = ABI::V6;
        let all = AccessFs::from_all(abi);
        let reading = AccessFs::from_read(abi);
        let mut rules = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)?
            .handle_access(AccessNet::from_all(abi))?
            .scope(Scope::from_all(abi))?
            .create()?;
        rules = allow(rules, "/", reading)?;
        for folder in TEMPORARY.iter().chain(&["/dev"]) {
            rules = allow(rules, folder, all)?;
        }
        if self.writable_submission {
            rules = allow(rules, SUBMISSION, all)?;
        }
        rules.restrict_self().map(drop)
    }
}

/// Which version of Landlock this kernel has; 0 for none.
#[expect(unsafe_code, reason = "the crate at hand keeps the version to itself")]
pub(super) fn landlock_version() -> i64 {
    const ASK_FOR_VERSION: libc::c_ulong = 1;
    let nothing = std::ptr::null::<u8>();
    // SAFETY: with this flag the kernel looks at neither pointer nor size.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            nothing,
            0,
            ASK_FOR_VERSION,
        )
    };
    version.max(0)
}

fn allow(
    rules: RulesetCreated,
    path: &str,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    match PathFd::new(path) {
        Ok(folder) => rules.add_rule(PathBeneath::new(folder, access)),
        // What is not there needs no permission.
        Err(_) => Ok(rules),
    }
}

fn always(calls: &[i64]) -> BTreeMap<i64, Vec<SeccompRule>> {
    calls.iter().map(|&call| (call, Vec::new())).collect()
}

fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> io::Result<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
        .map_err(io::Error::other)
}

fn rule(conditions: Vec<SeccompCondition>) -> io::Result<SeccompRule> {
    SeccompRule::new(conditions).map_err(io::Error::other)
}

/// Some kernels know all calls by a second set of numbers, which the rules do not speak of: none of it is there.
fn without_second_numbers(program: BpfProgram) -> BpfProgram {
    const FIRST: u32 = 0x4000_0000;
    let step = |code: u32, jt: u8, jf: u8, k: u32| sock_filter {
        code: code as u16,
        jt,
        jf,
        k,
    };
    let load_number = step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0);
    let compare = step(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, FIRST);
    let refusal = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    let refuse = step(libc::BPF_RET | libc::BPF_K, 0, 0, refusal);
    [load_number, compare, refuse]
        .into_iter()
        .chain(program)
        .collect()
}

fn compile(rules: BTreeMap<i64, Vec<SeccompRule>>, error: i32) -> io::Result<BpfProgram> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH).map_err(io::Error::other)?;
    let refuse = SeccompAction::Errno(error as u32);
    SeccompFilter::new(rules, SeccompAction::Allow, refuse, architecture)
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)
}
