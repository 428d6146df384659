// Ignores SIGTERM and keeps computing.
// expected: time-limit
#include <signal.h>

int main(void) {
    signal(SIGTERM, SIG_IGN);
    for (volatile long i = 0;; i++) {
    }
}
