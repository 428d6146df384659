// Calls that no solver needs: keys, sockets of virtual machines, io_uring, BPF and others; succeeds if all are refused.
// expected: accepted
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MUST_FAIL(call) \
    if ((call) >= 0) return fputs(#call " worked\n", stderr), 1

int main(void) {
    char room[512] = {0};
    MUST_FAIL(syscall(SYS_keyctl, 0, -3, 1));
    MUST_FAIL(syscall(SYS_add_key, "user", "rogue", "x", 1, -3));
    MUST_FAIL(syscall(SYS_request_key, "user", "rogue", 0, -3));
    MUST_FAIL(socket(40, SOCK_STREAM, 0)); // AF_VSOCK
    MUST_FAIL(socket(38, SOCK_SEQPACKET, 0)); // AF_ALG
    MUST_FAIL(socket(AF_PACKET, SOCK_RAW, 0));
    MUST_FAIL(socket(AF_NETLINK, SOCK_RAW, 0));
    MUST_FAIL(socketpair(40, SOCK_STREAM, 0, (int[2]){0}));
    MUST_FAIL(syscall(SYS_io_uring_setup, 8, room));
    MUST_FAIL(syscall(SYS_bpf, 0, room, sizeof room));
    MUST_FAIL(syscall(SYS_userfaultfd, 0));
    MUST_FAIL(syscall(SYS_userfaultfd, 1));
    MUST_FAIL(syscall(SYS_perf_event_open, room, 0, -1, -1, 0));
    MUST_FAIL(syscall(SYS_fanotify_init, 0, 0));
    MUST_FAIL(syscall(SYS_open_by_handle_at, AT_FDCWD, room, 0));
    MUST_FAIL(syscall(SYS_kexec_load, 0, 0, 0, 0));
    MUST_FAIL(syscall(SYS_init_module, room, 1, ""));
    unsigned long everywhere = ~0ul;
    MUST_FAIL(syscall(SYS_sched_setaffinity, 0, sizeof everywhere, &everywhere));
    puts("SRSLS");
}
