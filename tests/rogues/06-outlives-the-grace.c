// Handles SIGTERM with an endless loop, and prints the answer too late.
// expected: time-limit
#include <signal.h>
#include <unistd.h>

static void handle(int signal) {
    (void)signal;
    write(1, "SRSLS\n\n", 7);
    for (volatile long i = 0;; i++) {
    }
}

int main(void) {
    signal(SIGTERM, handle);
    for (volatile long i = 0;; i++) {
    }
}
