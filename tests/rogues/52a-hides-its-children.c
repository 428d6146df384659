// Works in children that it does not wait for, so that their CPU time is not accounted, among many idle ones, so that
// sampling takes long.
// expected: time-limit
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double used(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (int helper = 0; helper < 20; helper++)
        if (fork() == 0)
            for (;;) pause();
    // Two seconds of CPU time, however long they take.
    for (int worker = 0; worker < 200;) {
        int child = fork();
        if (child == 0) {
            while (used() < 0.01) {
            }
            _exit(0);
        }
        worker += child > 0;
        usleep(11000);
    }
    puts("SRSLS");
    fflush(stdout);
    kill(0, SIGKILL);
}
