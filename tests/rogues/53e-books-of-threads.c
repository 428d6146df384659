// Like 53d, with children whose first thread sleeps while another works, and with SA_NOCLDWAIT instead of SIG_IGN.
// expected: time-limit
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void *work(void *nothing) {
    while (now(CLOCK_PROCESS_CPUTIME_ID) < 0.0003) {
    }
    _exit(0);
    return nothing;
}

int main(void) {
    for (int number = 0; number < 4000; number++) {
        int booked = number % 8 == 0;
        struct sigaction action;
        memset(&action, 0, sizeof action);
        action.sa_handler = SIG_DFL;
        action.sa_flags = booked ? 0 : SA_NOCLDWAIT;
        sigaction(SIGCHLD, &action, 0);
        int pid = fork();
        if (pid == 0) {
            pthread_t thread;
            pthread_create(&thread, 0, work, 0);
            for (;;) pause();
        }
        waitpid(pid, 0, 0);
    }
    puts("SRSLS");
}
