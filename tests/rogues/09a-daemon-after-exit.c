// Leaves a daemon that keeps computing after the program has exited: it must be killed, and the answer counts.
// expected: accepted
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        signal(SIGHUP, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        if (fork() == 0) {
            chdir("/");
            for (volatile long i = 0;; i++) {
            }
        }
        _exit(0);
    }
    puts("SRSLS");
}
