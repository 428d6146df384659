// Forks without end; every child has its own session, and every parent exits before it can be sampled.
// expected: time-limit or memory-limit
#include <unistd.h>

int main(void) {
    if (fork()) {
        for (;;) pause();
    }
    for (;;) {
        setsid();
        fork();
        if (fork() > 0) _exit(0);
    }
}
