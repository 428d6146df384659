// Forks without end, every child in a session of its own, every parent gone before anyone can look.
// expected: time-limit
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
