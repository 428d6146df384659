// Reads the memory and environment of the init process; succeeds if it cannot.
// expected: accepted
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    if (ptrace(PTRACE_ATTACH, 1, 0, 0) == 0 || ptrace(PTRACE_SEIZE, 1, 0, 0) == 0) return fputs("ptrace\n", stderr), 1;
    char room[64];
    struct iovec here = {room, sizeof room}, there = {(void *)0x400000, sizeof room};
    if (process_vm_readv(1, &here, 1, &there, 1, 0) >= 0) return fputs("process_vm_readv\n", stderr), 1;
    int init = syscall(SYS_pidfd_open, 1, 0);
    if (init >= 0 && syscall(SYS_pidfd_getfd, init, 0, 0) >= 0) return fputs("pidfd_getfd\n", stderr), 1;
    const char *files[] = {"environ", "mem", "maps", "auxv", "fd/0", "stack", "syscall", "io"};
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; (entry = readdir(processes));) {
        int pid = atoi(entry->d_name);
        if (pid == 0 || pid == getpid()) continue;
        if (pid != 1) return fprintf(stderr, "process %d is visible\n", pid), 1;
        for (int which = 0; which < 8; which++) {
            char path[400];
            snprintf(path, sizeof path, "/proc/%d/%s", pid, files[which]);
            int file = open(path, O_RDONLY);
            if (file >= 0 && read(file, room, 1) == 1) return fprintf(stderr, "%s is readable\n", path), 1;
        }
    }
    puts("SRSLS");
}
