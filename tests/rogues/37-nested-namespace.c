// Creates a user namespace to become root in it, in every possible way; succeeds if all are refused.
// expected: accepted
#define _GNU_SOURCE
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int spaces[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (int which = 0; which < 7; which++) {
        if (unshare(spaces[which]) == 0) return fputs("unshare\n", stderr), 1;
        if (unshare(CLONE_NEWUSER | spaces[which]) == 0) return fputs("unshare\n", stderr), 1;
        for (int with = 0; with < 2; with++) {
            long flags = spaces[which] | (with ? CLONE_NEWUSER : 0) | SIGCHLD;
            long child = syscall(SYS_clone, flags, 0, 0, 0, 0);
            if (child == 0) _exit(0);
            if (child > 0) return fputs("clone\n", stderr), 1;
            struct clone_args arguments = {.flags = flags & ~0xff, .exit_signal = SIGCHLD};
            child = syscall(SYS_clone3, &arguments, sizeof arguments);
            if (child == 0) _exit(0);
            if (child > 0) return fputs("clone3\n", stderr), 1;
        }
    }
    if (setuid(0) == 0 || setgid(0) == 0 || seteuid(65534) == 0) return fputs("another user\n", stderr), 1;
    if (geteuid() == 0) return fputs("root\n", stderr), 1;
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) return fputs("new privileges\n", stderr), 1;
    // No capability remains, not even over its own namespaces.
    char line[200];
    FILE *status = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, status))
        if (strncmp(line, "CapEff:", 7) == 0 || strncmp(line, "CapPrm:", 7) == 0)
            if (strtoull(line + 7, 0, 16) != 0) return fputs(line, stderr), 1;
    if (sethostname("rogue", 5) == 0) return fputs("sethostname\n", stderr), 1;
    puts("SRSLS");
}
