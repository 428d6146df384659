//! The system calls that every program may make with any arguments.

use libc::c_long;

macro_rules! syscalls {
    ($($name:ident)*) => { &[$(libc::$name),*] };
}

/// Calls that every program may make.
pub(super) const ALLOWED: &[c_long] = syscalls! {
    SYS_accept SYS_accept4 SYS_bind SYS_brk SYS_capget SYS_chdir SYS_clock_getres
    SYS_clock_gettime SYS_clock_nanosleep SYS_close SYS_close_range SYS_connect
    SYS_copy_file_range SYS_dup SYS_dup3 SYS_epoll_create1 SYS_epoll_ctl SYS_epoll_pwait
    SYS_epoll_pwait2 SYS_eventfd2 SYS_execve SYS_execveat SYS_exit SYS_exit_group SYS_faccessat
    SYS_faccessat2 SYS_fadvise64 SYS_fallocate SYS_fchdir SYS_fchmod SYS_fchmodat SYS_fchown
    SYS_fchownat SYS_fdatasync SYS_fgetxattr SYS_flistxattr SYS_fstat SYS_fstatfs SYS_fsync
    SYS_ftruncate SYS_futex SYS_futex_waitv SYS_get_mempolicy SYS_get_robust_list SYS_getcpu
    SYS_getcwd SYS_getdents64 SYS_getegid SYS_geteuid SYS_getgid SYS_getgroups SYS_getitimer
    SYS_getpeername SYS_getpgid SYS_getpid SYS_getppid SYS_getpriority SYS_getrandom
    SYS_getresgid SYS_getresuid SYS_getrusage SYS_getsid SYS_getsockname SYS_gettid
    SYS_gettimeofday SYS_getuid SYS_getxattr SYS_ioctl SYS_kill SYS_lgetxattr SYS_linkat
    SYS_listen SYS_listxattr SYS_llistxattr SYS_lseek SYS_madvise SYS_membarrier SYS_mincore
    SYS_mkdirat SYS_mlock SYS_mlock2 SYS_mlockall SYS_mprotect SYS_mremap SYS_mseal SYS_msync
    SYS_munlock SYS_munlockall SYS_munmap SYS_nanosleep SYS_newfstatat SYS_openat SYS_openat2
    SYS_pidfd_open SYS_pidfd_send_signal SYS_pipe2 SYS_pkey_alloc SYS_pkey_free
    SYS_pkey_mprotect SYS_ppoll SYS_pread64 SYS_preadv SYS_preadv2 SYS_pselect6 SYS_pwrite64
    SYS_pwritev SYS_pwritev2 SYS_read SYS_readahead SYS_readlinkat SYS_readv SYS_recvfrom
    SYS_recvmmsg SYS_recvmsg SYS_renameat SYS_renameat2 SYS_restart_syscall SYS_rseq
    SYS_rt_sigaction SYS_rt_sigpending SYS_rt_sigprocmask SYS_rt_sigqueueinfo SYS_rt_sigreturn
    SYS_rt_sigsuspend SYS_rt_sigtimedwait SYS_rt_tgsigqueueinfo SYS_sched_get_priority_max
    SYS_sched_get_priority_min SYS_sched_getaffinity SYS_sched_getattr SYS_sched_getparam
    SYS_sched_getscheduler SYS_sched_rr_get_interval SYS_sched_yield SYS_sendfile SYS_sendmmsg
    SYS_sendmsg SYS_sendto SYS_set_robust_list SYS_set_tid_address SYS_setfsgid SYS_setfsuid
    SYS_setgid SYS_setitimer SYS_setpgid SYS_setregid SYS_setresgid SYS_setresuid SYS_setreuid
    SYS_setrlimit SYS_setsid SYS_setuid SYS_shutdown SYS_sigaltstack SYS_signalfd4 SYS_statfs
    SYS_statx SYS_symlinkat SYS_sysinfo SYS_tgkill SYS_timer_create SYS_timer_delete
    SYS_timer_getoverrun SYS_timer_gettime SYS_timer_settime SYS_timerfd_create
    SYS_timerfd_gettime SYS_timerfd_settime SYS_times SYS_tkill SYS_truncate SYS_umask
    SYS_uname SYS_unlinkat SYS_utimensat SYS_wait4 SYS_waitid SYS_write SYS_writev
};

/// `fchmodat2`, `map_shadow_stack`, `futex_wake`, `futex_wait` and `futex_requeue`, which are newer than the libc crate.
/// Their numbers are the same on every architecture.
pub(super) const ALLOWED_RECENT: &[c_long] = &[452, 453, 454, 455, 456];

/// Calls on these lists that a server of the judge's own may not make.
#[cfg(target_arch = "x86_64")]
pub(super) const NOT_FOR_SERVERS: &[c_long] = syscalls! {
    SYS_bind SYS_capget SYS_chdir SYS_connect SYS_execve SYS_execveat SYS_fchdir SYS_fork SYS_kill SYS_link
    SYS_linkat SYS_listen SYS_personality SYS_pidfd_open SYS_pidfd_send_signal SYS_rt_sigqueueinfo
    SYS_rt_tgsigqueueinfo SYS_setfsgid SYS_setfsuid SYS_setgid SYS_setpgid SYS_setregid SYS_setresgid
    SYS_setresuid SYS_setreuid SYS_setsid SYS_setuid SYS_socket SYS_symlink SYS_symlinkat SYS_tkill SYS_vfork
};
#[cfg(not(target_arch = "x86_64"))]
pub(super) const NOT_FOR_SERVERS: &[c_long] = syscalls! {
    SYS_bind SYS_capget SYS_chdir SYS_connect SYS_execve SYS_execveat SYS_fchdir SYS_kill SYS_linkat SYS_listen
    SYS_personality SYS_pidfd_open SYS_pidfd_send_signal SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo SYS_setfsgid
    SYS_setfsuid SYS_setgid SYS_setpgid SYS_setregid SYS_setresgid SYS_setresuid SYS_setreuid SYS_setsid SYS_setuid
    SYS_socket SYS_symlinkat SYS_tkill
};

/// Calls that only older architectures have.
#[cfg(target_arch = "x86_64")]
pub(super) const ALLOWED_LEGACY: &[c_long] = syscalls! {
    SYS_access SYS_alarm SYS_arch_prctl SYS_chmod SYS_chown SYS_creat SYS_dup2 SYS_epoll_create
    SYS_epoll_wait SYS_eventfd SYS_fork SYS_futimesat SYS_getdents SYS_getpgrp SYS_getrlimit
    SYS_lchown SYS_link SYS_lstat SYS_mkdir SYS_open SYS_pause SYS_pipe SYS_poll SYS_readlink
    SYS_rename SYS_rmdir SYS_select SYS_signalfd SYS_stat SYS_symlink SYS_time SYS_unlink
    SYS_utime SYS_utimes SYS_vfork
};
#[cfg(not(target_arch = "x86_64"))]
pub(super) const ALLOWED_LEGACY: &[c_long] = syscalls! { SYS_getrlimit };
