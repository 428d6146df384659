// Starts a thousand threads; succeeds if that is refused.
// expected: accepted
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *wait_for_ever(void *unused) {
    for (;;) pause();
    return unused;
}

int main(void) {
    for (int count = 0; count < 1000; count++) {
        pthread_t thread;
        if (pthread_create(&thread, 0, wait_for_ever, 0)) {
            if (count > 40) return fprintf(stderr, "%d threads\n", count), 1;
            puts("SRSLS");
            return 0;
        }
    }
    fputs("a thousand threads\n", stderr);
    return 1;
}
