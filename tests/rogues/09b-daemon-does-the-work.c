// Uses CPU time in a daemon that it never waits for.
// expected: time-limit
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (volatile long i = 0;; i++) {
            }
        }
        _exit(0);
    }
    for (;;) pause();
}
