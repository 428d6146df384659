// Changes the priority, scheduler and limits of the init process, which has the same user; succeeds if that is refused.
// expected: accepted
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MUST_FAIL(call) \
    if ((call) >= 0) return fputs(#call " worked\n", stderr), 1

int main(void) {
    struct sched_param none = {0};
    struct rlimit nothing = {0, 0};
    MUST_FAIL(setpriority(PRIO_PROCESS, 1, 19));
    MUST_FAIL(setpriority(PRIO_USER, 0, 19));
    MUST_FAIL(sched_setscheduler(1, SCHED_IDLE, &none));
    MUST_FAIL(syscall(SYS_ioprio_set, 1, 1, 3 << 13));
    MUST_FAIL(prlimit(1, RLIMIT_NOFILE, &nothing, 0));
    MUST_FAIL(syscall(SYS_kcmp, 1, getpid(), 0, 0, 0));
    FILE *score = fopen("/proc/1/oom_score_adj", "w");
    if (score && fputs("1000", score) >= 0 && fflush(score) == 0) return fputs("oom_score_adj\n", stderr), 1;
    kill(1, SIGKILL);
    kill(1, SIGSTOP);
    for (int capability = 0; capability < 41; capability++)
        if (prctl(PR_CAPBSET_READ, capability) == 1) return fprintf(stderr, "capability %d\n", capability), 1;
    if (getsid(0) != getpid()) return fputs("no session of its own\n", stderr), 1;
    puts("SRSLS");
}
