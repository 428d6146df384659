//! Tests the assembled filter with an interpreter of classic BPF.

use libc::{c_long, sock_filter};

use super::bpf::{ARCHITECTURE, X32_BIT};
use super::rules::{Action, rules};
use super::*;

/// Returns the decision of the kernel, by an interpreter of the instructions in use.
fn decide(filter: &Filter, call: u32, arguments: [u64; 6]) -> u32 {
    let mut data = Vec::new();
    data.extend(call.to_ne_bytes());
    data.extend(ARCHITECTURE.to_ne_bytes());
    data.extend(0_u64.to_ne_bytes());
    data.extend(arguments.iter().flat_map(|a| a.to_ne_bytes()));
    let (mut at, mut accumulator) = (0, 0_u32);
    loop {
        let sock_filter { code, jt, jf, k } = filter.0[at];
        let code = u32::from(code);
        at += 1;
        let mut branch = |taken: bool| at += usize::from(if taken { jt } else { jf });
        match (code & 7, code & 0xf0) {
            (libc::BPF_LD, _) => {
                let word = &data[k as usize..][..4];
                accumulator = u32::from_ne_bytes(word.try_into().unwrap());
            }
            (libc::BPF_ALU, libc::BPF_AND) => accumulator &= k,
            (libc::BPF_JMP, libc::BPF_JA) => at += k as usize,
            (libc::BPF_JMP, libc::BPF_JEQ) => branch(accumulator == k),
            (libc::BPF_JMP, libc::BPF_JGE) => branch(accumulator >= k),
            (libc::BPF_JMP, libc::BPF_JSET) => branch(accumulator & k != 0),
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

/// Returns a flag as an argument of a call.
fn int(flag: i32) -> i64 {
    flag.into()
}

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
                    let Action::Fail(number) = rule.default else {
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
fn arguments_are_tested() {
    let (run, build) = (Filter::new(false), Filter::new(true));
    let (refused, no_locks) = (error(libc::EPERM), error(libc::ENOLCK));
    let private = int(libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
    let shared = int(libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    let validated = int(libc::MAP_SHARED_VALIDATE | libc::MAP_ANONYMOUS);
    for (number, arguments, expected) in [
        (libc::SYS_mmap, vec![0, 1, 3, private], ALLOW),
        (libc::SYS_mmap, vec![0, 1, 3, shared], refused),
        (libc::SYS_mmap, vec![0, 1, 3, validated], refused),
        (libc::SYS_mmap, vec![0, 1, 3, int(libc::MAP_SHARED)], ALLOW),
        (libc::SYS_clone, vec![int(libc::CLONE_VM)], ALLOW),
        (libc::SYS_clone, vec![int(libc::CLONE_NEWNET)], refused),
        (libc::SYS_prlimit64, vec![0, 7, 1], ALLOW),
        (libc::SYS_prlimit64, vec![1, 7, 0], refused),
        (libc::SYS_prlimit64, vec![1, 7, 1], refused),
        // A pointer whose low half is zero.
        (libc::SYS_prlimit64, vec![1, 7, 1 << 32], refused),
        (libc::SYS_setpriority, vec![0, 0, 19], ALLOW),
        (libc::SYS_setpriority, vec![0, 1, 19], refused),
        (libc::SYS_setpriority, vec![2, 0, 19], refused),
        (libc::SYS_sched_setscheduler, vec![1], refused),
        (libc::SYS_fcntl, vec![0, int(libc::F_SETFD)], ALLOW),
        (libc::SYS_fcntl, vec![0, int(libc::F_SETLK)], no_locks),
        (libc::SYS_fcntl, vec![0, int(libc::F_SETPIPE_SZ)], refused),
        (libc::SYS_fcntl, vec![0, int(libc::F_SETLEASE)], refused),
        (libc::SYS_flock, vec![0], no_locks),
        (libc::SYS_prctl, vec![int(libc::PR_SET_NAME)], ALLOW),
        (libc::SYS_prctl, vec![int(libc::PR_SET_SECCOMP)], refused),
    ] {
        let found = call(&run, number, &arguments);
        assert_eq!(found, expected, "call {number} with {arguments:?}");
    }
    assert_eq!(call(&build, libc::SYS_flock, &[0]), ALLOW);
    let lock = call(&build, libc::SYS_fcntl, &[0, int(libc::F_SETLK)]);
    assert_eq!(lock, ALLOW);
}

#[test]
fn only_listed_sockets_and_options_are_allowed() {
    const UNIX: i64 = libc::AF_UNIX as i64;
    const INET: i64 = libc::AF_INET as i64;
    const STREAM: i64 = libc::SOCK_STREAM as i64;
    const DATAGRAM: i64 = libc::SOCK_DGRAM as i64;
    const CLOEXEC: i64 = libc::SOCK_CLOEXEC as i64;
    let filter = Filter::new(false);
    let (set, get) = (libc::SYS_setsockopt, libc::SYS_getsockopt);
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
        (set, vec![3, 1, int(libc::SO_REUSEADDR)], ALLOW),
        (set, vec![3, 1, int(libc::SO_SNDBUF)], no_option),
        // IPV6_FLOWLABEL_MGR
        (set, vec![3, 41, 32], no_option),
        (set, vec![3, 6, 1], ALLOW),
        (get, vec![3, 1, int(libc::SO_ERROR)], ALLOW),
        // SO_COOKIE and SO_NETNS_COOKIE
        (get, vec![3, 1, 57], no_option),
        (get, vec![3, 1, 71], no_option),
    ] {
        let found = call(&filter, number, &arguments);
        assert_eq!(found, expected, "call {number} with {arguments:?}");
    }
}

#[test]
fn servers_start_no_programs_and_open_no_connections() {
    let filter = Filter::for_server();
    let refused = error(libc::EPERM);
    let thread = int(libc::CLONE_VM | libc::CLONE_THREAD | libc::CLONE_SIGHAND);
    for (number, arguments, expected) in [
        (libc::SYS_execve, vec![], refused),
        (libc::SYS_execveat, vec![], refused),
        (libc::SYS_clone, vec![thread], ALLOW),
        (libc::SYS_clone, vec![int(libc::SIGCHLD)], refused),
        (libc::SYS_clone, vec![int(libc::CLONE_VM)], refused),
        (libc::SYS_clone3, vec![], error(libc::ENOSYS)),
        (libc::SYS_socket, vec![1, 1, 0], refused),
        (libc::SYS_connect, vec![3], refused),
        (libc::SYS_bind, vec![3], refused),
        (libc::SYS_kill, vec![1, 9], refused),
        (libc::SYS_tgkill, vec![1, 1, 6], ALLOW),
        (libc::SYS_accept4, vec![3], ALLOW),
        (libc::SYS_fcntl, vec![0, int(libc::F_SETLK)], ALLOW),
        (libc::SYS_openat2, vec![], ALLOW),
    ] {
        let found = call(&filter, number, &arguments);
        assert_eq!(found, expected, "call {number} with {arguments:?}");
    }
    for number in [
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_kexec_load,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_io_uring_enter,
        libc::SYS_io_uring_register,
    ] {
        assert_ne!(call(&filter, number, &[]), ALLOW, "call {number}");
    }
}
