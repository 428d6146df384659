// Hides its CPU time in a chain of children that live for two milliseconds each and that no process waits for.
// expected: time-limit
#include <signal.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    if (fork()) {
        for (;;) pause();
    }
    for (;;) {
        struct timespec used;
        do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
        while (used.tv_nsec < 2000000);
        if (fork() > 0) _exit(0);
    }
}
