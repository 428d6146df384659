// The first thread exits, so that /proc no longer reports the memory of the process; another thread allocates endlessly.
// expected: memory-limit
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *hog(void *unused) {
    usleep(50000);
    for (int block = 0; block < 300; block++) {
        char *memory = malloc(1 << 20);
        if (memory) memset(memory, 1, 1 << 20);
    }
    for (;;) pause();
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, hog, 0);
    pthread_exit(0);
}
